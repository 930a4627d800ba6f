#ifndef PYSUB_SHELL_COMMANDS_TEXT_FILE_GLOB_H_
#define PYSUB_SHELL_COMMANDS_TEXT_FILE_GLOB_H_

#include <string_view>

namespace pysub::shell {

// fnmatch(3) without flags: * ? [...] and backslash, over the whole name. Time is bounded by the
// product of the sizes.
bool FileGlobMatches(std::string_view pattern, std::string_view name);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_TEXT_FILE_GLOB_H_
