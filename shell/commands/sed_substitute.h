#ifndef PYSUB_SHELL_COMMANDS_SED_SUBSTITUTE_H_
#define PYSUB_SHELL_COMMANDS_SED_SUBSTITUTE_H_

#include <string>
#include <string_view>

#include "shell/commands/sed_script.h"

namespace pysub::shell {

enum class SedResult : uint8_t { kUnchanged, kChanged, kGaveUp, kTooLong };

// s: the text with its matches replaced. kTooLong: the result would exceed `limit` bytes.
SedResult SedSubstitute(const SedCommand& command, const Regex& regex, std::string_view text, size_t limit,
                        std::string* out, uint64_t* work);

// y.
std::string SedTransliterate(const SedCommand& command, std::string_view text);

// l: what is not printable as escapes, lines of `width` columns (0: one line).
std::string SedUnambiguous(std::string_view text, size_t width);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_SED_SUBSTITUTE_H_
