#ifndef PYSUB_SHELL_BUILTINS_CONDITIONS_H_
#define PYSUB_SHELL_BUILTINS_CONDITIONS_H_

#include <span>
#include <string>
#include <string_view>

namespace pysub::shell {

struct Process;

// test, [ and [[ ]]: 0 true, 1 false, 2 an error whose message was printed.
// In `[[ ]]` numbers are arithmetic, == takes a pattern and < compares as bytes.
int TestUnary(Process& process, std::string_view op, const std::string& operand,
              bool double_bracket);
int TestBinary(Process& process, const std::string& left, std::string_view op,
               const std::string& right, bool double_bracket);
// The arguments of test.
int TestExpression(Process& process, std::span<const std::string> words);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_BUILTINS_CONDITIONS_H_
