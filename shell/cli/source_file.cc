#include "shell/cli/source_file.h"

#include <unistd.h>

#include <cerrno>

namespace pysub {

ReadResult ReadAll(int descriptor, size_t most, std::string* bytes) {
  char buffer[65536];
  while (true) {
    ssize_t size = read(descriptor, buffer, sizeof(buffer));
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return ReadResult::kError;
    if (size == 0) return ReadResult::kOk;
    if (static_cast<size_t>(size) > most - bytes->size()) return ReadResult::kTooLarge;
    bytes->append(buffer, static_cast<size_t>(size));
  }
}

}  // namespace pysub
