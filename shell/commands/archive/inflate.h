#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_INFLATE_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_INFLATE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/archive.h"

namespace pysub::shell {

// Decodes deflate (RFC 1951). Not zlib's, because this one can stop after any symbol and be saved:
// its state is a window, some bits, and the code lengths of the block.
class Inflater {
 public:
  enum class Outcome : uint8_t {
    kMore,   // all input was used, or *out is full: call again
    kEnd,    // the stream has ended; TakeAhead() and what is left of *in stand behind it
    kWrong,  // this is no deflate stream
  };
  // Takes from *in and appends about `most` bytes to *out at most.
  Outcome Decode(std::string_view* in, std::string* out, size_t most);
  // Behind the end: bytes that were taken from the input and belong to what follows.
  std::string TakeAhead();

  void Fields(Archive& archive);

 private:
  enum class Phase : uint8_t {
    kBlock,
    kStoredSize,
    kStored,
    kCounts,
    kCodeLengths,
    kLengths,
    kSymbol,
    kDistance,
    kCopy,
    kEnd
  };
  static constexpr int kMostBits = 15, kFastBits = 10;
  static constexpr size_t kWindow = 32768;

  // A canonical code: symbols by code of up to kFastBits, longer ones by counting.
  struct Code {
    std::vector<uint16_t> fast;  // symbol << 4 | length; 0: longer
    uint16_t counts[kMostBits + 1] = {};
    std::vector<uint16_t> symbols;
    bool Build(const uint8_t* lengths, size_t count);
  };

  bool Need(std::string_view* in, int bits);
  uint32_t Take(int bits);
  // -1: more input is needed; -2: no such code. The bits are not taken before the symbol is
  // complete.
  int Symbol(std::string_view* in, const Code& code);
  bool BuildCodes();
  bool ReadLengths(std::string_view* in, bool* wrong);
  void Put(char c, std::string* out) {
    *out += c;
    if (window_.size() < kWindow) {
      window_ += c;
    } else {
      window_[at_] = c;
    }
    at_ = (at_ + 1) % kWindow;
  }

  Code literals_, distances_, code_lengths_;  // made from lengths_
  bool built_ = false;                        // not saved

  Phase phase_ = Phase::kBlock;
  bool last_ = false;
  uint64_t bits_ = 0;
  uint32_t bit_count_ = 0;
  std::string window_;
  uint64_t at_ = 0;  // where the window's next byte goes
  uint32_t stored_left_ = 0;
  uint32_t literal_count_ = 0, distance_count_ = 0, length_count_ = 0, lengths_read_ = 0;
  // code lengths of the symbols, and of the code they are written in
  std::vector<uint8_t> lengths_, length_lengths_;
  uint32_t copy_left_ = 0, copy_distance_ = 0;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_ARCHIVE_INFLATE_H_
