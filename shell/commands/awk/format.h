#ifndef PYSUB_SHELL_COMMANDS_AWK_FORMAT_H_
#define PYSUB_SHELL_COMMANDS_AWK_FORMAT_H_

#include <span>
#include <string>
#include <string_view>

#include "shell/commands/awk/value.h"

namespace pysub::shell::awk {

// Where the text of a number is made.
struct NumberBuffer {
  char bytes[32];
  std::string large;
};

// How a number becomes text: whole ones as such, others by `format` (CONVFMT or OFMT; null: %.6g).
std::string_view NumberText(double number, const Value* format, NumberBuffer* buffer);
inline std::string_view ViewOf(const Value& value, const Value* convfmt, NumberBuffer* buffer) {
  if (value.IsText()) return value.str()->view();
  if (value.kind() == Kind::kNumber || value.kind() == Kind::kBool)
    return NumberText(value.number(), convfmt, buffer);
  return {};
}

// printf. What went wrong, empty: nothing.
struct FormatResult {
  std::string fatal;
};
FormatResult FormatPrintf(std::string_view format, std::span<const Value> arguments,
                          const Value* convfmt, Heap* heap, Text* out);

}  // namespace pysub::shell::awk

#endif  // PYSUB_SHELL_COMMANDS_AWK_FORMAT_H_
