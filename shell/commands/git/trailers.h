#ifndef PYSUB_SHELL_COMMANDS_GIT_TRAILERS_H_
#define PYSUB_SHELL_COMMANDS_GIT_TRAILERS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/git/git.h"

namespace pysub::shell::git {

// "Key: value" lines at the end of a message, as %(trailers:key=Reviewed-by,valueonly) shows them.
struct TrailerOptions {
  std::vector<std::string> keys;  // in small letters; empty: all
  std::optional<std::string> separator, key_separator;
  bool only = false, unfold = false, key_only = false, value_only = false;
};
// What stands behind "trailers:". Nothing: something there is unknown.
std::optional<TrailerOptions> ParseTrailerOptions(std::string_view text);
std::string ShowTrailers(Git& git, std::string_view message, const TrailerOptions& options);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_TRAILERS_H_
