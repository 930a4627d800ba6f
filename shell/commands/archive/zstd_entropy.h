#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_ZSTD_ENTROPY_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_ZSTD_ENTROPY_H_

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/archive.h"

namespace pysub::shell {

// The two codes of Zstandard (RFC 8878, section 4), as they are read. Both are kept as what the
// stream said of them, counts and weights: the tables to decode with are made anew for each block,
// so that a snapshot holds no table that could be forged.

// Bits of a stream that is read from its end: the highest set bit of the last byte marks the begin.
//
//   byte 0    byte 1    byte 2
//   hgfedcba  ponmlkji  001rqpon      read: r, q, p ... a; the mark is the 1 above r
//
// Beyond byte 0 there are zeros: how far it was read is asked at the end.
class BackwardBits {
 public:
  // False: there is no mark.
  bool Begin(std::string_view bytes);
  // The next `count` (at most 32) bits, without and with going on.
  uint64_t Peek(uint32_t count) const;
  void Skip(uint32_t count) { left_ -= count; }
  uint64_t Take(uint32_t count) {
    const uint64_t value = Peek(count);
    left_ -= count;
    return value;
  }
  // Bits that are left; below zero: more were taken than there are.
  int64_t left() const { return left_; }

 private:
  std::string_view bytes_;
  int64_t left_ = 0;
};

// A code whose symbols have probabilities in parts of 2^log (FSE, a tANS). The state is a number
// below 2^log: it stands for a symbol, and with some bits of the stream for the next state.
class FseCode {
 public:
  struct Cell {
    uint8_t symbol = 0;
    uint8_t bits = 0;
    uint16_t base = 0;
  };
  static constexpr uint32_t kMostLog = 9;
  using Table = std::array<Cell, 1 << kMostLog>;

  // -1 is "less than one": the symbol gets one state.
  static FseCode Of(std::span<const int16_t> counts, uint32_t log);
  // One symbol always, which takes no bits.
  static FseCode Only(uint8_t symbol);
  // Reads counts from the begin of *bytes, which moves behind them. False: they are wrong.
  bool Read(std::string_view* bytes, uint32_t most_log, uint32_t symbols);

  bool is_known() const { return !counts_.empty(); }
  uint32_t log() const { return log_; }
  // Cells of what is known, 2^log of them.
  void Build(Table* table) const;
  // Of something loaded: whether Build() may be called.
  bool IsValid(uint32_t most_log, uint32_t symbols) const;
  void Fields(Archive& archive) { archive(log_, counts_); }

 private:
  uint32_t log_ = 0;
  std::vector<int16_t> counts_;
};

// A Huffman code for bytes. Weight w is a code of (longest + 1 - w) bits, 0 is none at all.
class HuffmanCode {
 public:
  static constexpr uint32_t kMostBits = 11;
  struct Cell {
    uint8_t byte = 0;
    uint8_t bits = 0;
  };
  using Table = std::array<Cell, 1 << kMostBits>;

  // Reads the weights from the begin of *bytes, which moves behind them. False: they are wrong.
  bool Read(std::string_view* bytes);
  bool is_known() const { return !weights_.empty(); }
  // The longest code: 2^that cells are looked up with as many bits.
  uint32_t longest() const { return longest_; }
  void Build(Table* table) const;
  void Fields(Archive& archive);

 private:
  bool ReadPackedWeights(std::string_view packed);
  bool Complete();
  bool FindLongest();

  std::vector<uint8_t> weights_;
  uint32_t longest_ = 0;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_ARCHIVE_ZSTD_ENTROPY_H_
