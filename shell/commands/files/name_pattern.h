#ifndef PYSUB_SHELL_COMMANDS_FILES_NAME_PATTERN_H_
#define PYSUB_SHELL_COMMANDS_FILES_NAME_PATTERN_H_

#include <cstdint>
#include <string_view>

namespace pysub::shell {

enum NamePatternFlags : uint32_t {
  kIgnoreCase = 1,
  kPeriodIsSpecial = 2,  // a leading period is matched by a period only
};

// fnmatch(3) of the C.UTF-8 locale: * ? [a-z] [!a] [[:alpha:]] and backslashes; slashes are like
// other characters. The time is bounded by the product of both lengths.
bool MatchName(std::string_view pattern, std::string_view name, uint32_t flags = 0);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_FILES_NAME_PATTERN_H_
