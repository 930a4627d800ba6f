#ifndef PYSUB_SHELL_CLI_USAGE_VALUES_H_
#define PYSUB_SHELL_CLI_USAGE_VALUES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/cli/usage/table.h"

namespace pysub::usage {

std::optional<uint64_t> ParseCount(std::string_view text);
// "512", "64MB"; "1.5 GB" is not taken: whole numbers with an optional unit.
std::optional<uint64_t> ParseSize(std::string_view text);
// Nanoseconds of a number of seconds above 0.
std::optional<uint64_t> ParseSeconds(std::string_view text);

// --mount HOST:VIRTUAL[:ro|rw|overlay[:LIMIT]]
struct Mount {
  enum class Mode : uint8_t { kDefault, kReadOnly, kReadWrite, kOverlay };
  std::string host_directory;
  std::string virtual_path;
  Mode mode = Mode::kDefault;
  std::optional<uint64_t> write_bytes_limit;
};
// Neither path can have a colon.
std::optional<Mount> ParseMount(std::string_view text);

// The parts of "a|b|c".
std::vector<std::string_view> Choices(std::string_view value);

// What is wrong with the value of an option; "": nothing.
std::string CheckValue(const Option& option, std::string_view name, std::string_view value);

}  // namespace pysub::usage

#endif  // PYSUB_SHELL_CLI_USAGE_VALUES_H_
