#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_ZSTD_BLOCK_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_ZSTD_BLOCK_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "pysub/shell/archive.h"
#include "shell/commands/archive/zstd_entropy.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {

constexpr uint64_t kZstdBlock = 128 << 10;  // bytes that a block may stand for

// Decodes packed blocks of Zstandard. A block is two parts: literals, all of them in one piece,
// and sequences that say how they are mixed with what came before:
//
//   literals    "abcdx"                    (4 literals, match of 6 from 4 back) (1 literal ...)
//   window      "...abcd" "abcdab" "x" ...
//
// What a block may take over from the one before: the codes, and the last three offsets. That is
// all the state; a block is decoded in one go, because it is small.
class ZstdBlocks {
 public:
  enum class Outcome : uint8_t { kFine, kWrong, kEnded };
  // Before the first block of a frame.
  void Begin();
  // Appends to *window, `most` bytes at most. The caller has made room for these.
  Outcome Decode(ParseAccount& account, std::string_view block, uint64_t most, std::string* window);
  void Fields(Archive& archive);

 private:
  enum Kind : uint8_t { kLiteralLengths, kOffsets, kMatchLengths, kKinds };
  struct Literals {
    std::string bytes;
    size_t used = 0;
  };
  struct Sequence {
    uint64_t literals = 0, match = 0, offset = 0;
  };

  Outcome ReadLiterals(ParseAccount& account, std::string_view* block, uint64_t most,
                       std::string* literals);
  bool ReadHuffman(std::string_view packed, uint32_t streams, size_t size, std::string* literals);
  bool ReadCode(Kind kind, uint32_t mode, std::string_view* block);
  bool ReadCodes(std::string_view* block);
  Outcome Mix(ParseAccount& account, std::string_view bits, uint64_t count, uint64_t most,
              Literals* literals, std::string* window);
  bool FindOffset(uint64_t value, bool no_literals, uint64_t* offset);

  FseCode codes_[kKinds];
  HuffmanCode huffman_;
  uint64_t offsets_[3] = {1, 4, 8};  // the last one first
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_ARCHIVE_ZSTD_BLOCK_H_
