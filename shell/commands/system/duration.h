#ifndef PYSUB_SHELL_COMMANDS_SYSTEM_DURATION_H_
#define PYSUB_SHELL_COMMANDS_SYSTEM_DURATION_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace pysub::shell {

// "1.5", "2m", "0.1h", "infinity" as nanoseconds; what is longer than 292 years is that long.
std::optional<int64_t> ParseDuration(std::string_view text);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_SYSTEM_DURATION_H_
