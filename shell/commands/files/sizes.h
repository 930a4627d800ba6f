#ifndef PYSUB_SHELL_COMMANDS_FILES_SIZES_H_
#define PYSUB_SHELL_COMMANDS_FILES_SIZES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pysub/shell/archive.h"

namespace pysub::shell {

// "10", "4K", "2MB", "1GiB": multiples of 1024 or (with B) 1000. What exceeds 64 bits is nothing.
std::optional<uint64_t> ParseSize(std::string_view text);

// How ls, du and df write numbers of bytes.
struct SizeStyle {
  uint64_t unit = 1;        // in blocks of this many bytes, rounded up
  uint32_t human_base = 0;  // 1024, 1000: "1.5K"
  // What --block-size=1K, -k, BLOCK_SIZE... say; a word like "K" or "MB" is written behind the
  // number.
  std::string suffix;
  static std::optional<SizeStyle> Parse(std::string_view text);
  void Fields(Archive& archive) {
    archive(unit, human_base, suffix);
    if (unit == 0 || (human_base != 0 && human_base != 1000 && human_base != 1024)) {
      archive.Fail();
      *this = {};
    }
  }
};

std::string SizeText(uint64_t bytes, const SizeStyle& style);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_FILES_SIZES_H_
