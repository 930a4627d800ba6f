#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_INFLATE_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_INFLATE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/archive.h"

namespace pysub::shell {

// Decodes deflate (RFC 1951), the format inside gzip, zip and PNG.
//
// Why not zlib's own decoder: its state is private memory full of pointers, and a command may be
// stopped and saved to a snapshot between any two steps. This one can stop after any symbol. All
// its state is a window of the last bytes, a few bits that were taken too early, and the code
// lengths of the block. The tables are made again from those lengths after a load.
//
//   input bytes --> bits_ (up to 63)  --> Symbol() --> a byte, or (length, distance)
//                   lowest bit first                        |            |
//                                                           v            v copied from
//                                         *out  <-- Put() --+--> window_ (a ring of 32 KiB)
//
// The input is hostile. So nothing in it makes this code read outside the window, write without end
// (`most` bounds each call), or build a code with more codes than bits can tell apart.
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

  // A canonical Huffman code: the lengths alone decide the codes (RFC 1951, 3.2.2). Short codes are
  // looked up in one step in `fast`. Codes longer than kFastBits are found by counting, which needs
  // no second table. They are rare by construction, because long codes belong to rare symbols.
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
  // A phase each, other than those of the symbols. None: Decode() goes on.
  std::optional<Outcome> BeginBlock(std::string_view* in);
  std::optional<Outcome> ReadStoredSize(std::string_view* in);
  std::optional<Outcome> CopyStored(std::string_view* in, std::string* out, size_t most);
  std::optional<Outcome> ReadCounts(std::string_view* in);
  std::optional<Outcome> ReadCodeLengths(std::string_view* in);
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
