#ifndef PYSUB_SHELL_COMMANDS_GIT_COLOURS_H_
#define PYSUB_SHELL_COMMANDS_GIT_COLOURS_H_

#include <optional>
#include <string>
#include <string_view>

namespace pysub::shell::git {

// What a terminal is told for a colour as settings and formats write it: "bold red", "blue
// reverse",
// "#ff8000", "208 234". The first colour is that of the text, the second one lies behind it.
// Nothing: it is none.
std::optional<std::string> ParseColour(std::string_view text);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_COLOURS_H_
