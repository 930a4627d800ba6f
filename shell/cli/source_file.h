#ifndef PYSUB_SHELL_CLI_SOURCE_FILE_H_
#define PYSUB_SHELL_CLI_SOURCE_FILE_H_

#include <cstddef>
#include <cstdint>
#include <string>

namespace pysub {

// The largest program text: positions are 32-bit numbers.
inline constexpr size_t kMaxSourceBytes = size_t{1} << 30;

enum class ReadResult : uint8_t { kOk, kError, kTooLarge };

// Appends everything that can be read from `descriptor` to *bytes, but not more than `most` bytes
// in all. kError: errno says why.
ReadResult ReadAll(int descriptor, size_t most, std::string* bytes);

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_SOURCE_FILE_H_
