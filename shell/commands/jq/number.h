#ifndef PYSUB_SHELL_COMMANDS_JQ_NUMBER_H_
#define PYSUB_SHELL_COMMANDS_JQ_NUMBER_H_

#include <string>
#include <string_view>

#include "shell/commands/jq/heap.h"

namespace pysub::shell::jq {

// A number of JSON or of a program: its double, and a literal where the double is printed in
// another way. None: it is no number.
Value ParseNumber(Heap& heap, std::string_view text);

// How jq prints a double: the fewest digits that give it back; NaN is null, infinities are the
// largest number.
void AppendDouble(std::string* out, double number);
void AppendNumber(std::string* out, const Value& number);

// -1, 0, 1. NaN is less than all numbers, itself included. Literals are compared digit by digit.
int CompareNumbers(const Value& a, const Value& b);

// Its sign changed; a literal stays one.
Value Negated(Heap& heap, const Value& number);

// As C would convert it, but within the type.
int64_t ToInteger(double number);

}  // namespace pysub::shell::jq

#endif  // PYSUB_SHELL_COMMANDS_JQ_NUMBER_H_
