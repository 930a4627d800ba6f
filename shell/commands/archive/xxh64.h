#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_XXH64_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_XXH64_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "pysub/shell/archive.h"

namespace pysub::shell {

// The checksum of Zstandard's frames: XXH64 with the seed 0, of bytes that come in pieces.
class Xxh64 {
 public:
  Xxh64() { Reset(); }
  void Reset();
  void Add(std::string_view bytes);
  uint64_t Sum() const;
  void Fields(Archive& archive);

 private:
  uint64_t lanes_[4];
  uint64_t total_ = 0;
  std::string rest_;  // less than 32 bytes
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_ARCHIVE_XXH64_H_
