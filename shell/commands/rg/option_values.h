#ifndef PYSUB_SHELL_COMMANDS_RG_OPTION_VALUES_H_
#define PYSUB_SHELL_COMMANDS_RG_OPTION_VALUES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pysub/shell/command.h"

namespace pysub::shell::rg {

// Says it on standard error; the command's status.
int Fail(CommandIo& io, std::string_view what);
// What a word of a separator stands for: \n, \x7F ...
std::string Unescape(std::string_view text);
// Nothing: it is none, and *error says why.
std::optional<uint64_t> WholeNumber(std::string_view text, std::string_view* error);
// "10M". Nothing: it was refused.
std::optional<uint64_t> Size(CommandIo& io, const std::string& text);
// With U+FFFD for bytes that are no UTF-8.
std::string Lossy(std::string_view text);

}  // namespace pysub::shell::rg

#endif  // PYSUB_SHELL_COMMANDS_RG_OPTION_VALUES_H_
