#ifndef PYSUB_SHELL_COMMANDS_REFUSED_OPTION_H_
#define PYSUB_SHELL_COMMANDS_REFUSED_OPTION_H_

#include <string>
#include <string_view>

#include "shell/commands/options.h"

namespace pysub::shell {

// Rows of options that the real command has and this one does not: Options::Next() says so and ends
// the command. The id of such a row is this bit and its letter, or this bit alone. (Rows of --help
// and --version have ids below zero.)
constexpr int kRefusedOption = 1 << 16;

// A letter, with a long name or without.
constexpr CommandOption RefusedRow(int letter, std::string_view name,
                                   OptionArgument argument = OptionArgument::kNone) {
  return {kRefusedOption | letter, name, argument};
}
constexpr CommandOption RefusedName(std::string_view name,
                                    OptionArgument argument = OptionArgument::kNone) {
  return {kRefusedOption, name, argument, false};
}

// For commands whose words are read in a way of their own: says it of `option`. Answers `status`.
int SayRefused(CommandIo& io, const std::string& option, int status);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_REFUSED_OPTION_H_
