#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_LZMA_ENCODER_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_LZMA_ENCODER_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/archive.h"
#include "pysub/shell/command.h"

namespace pysub::shell {

// Arithmetic coding of bits, each with a probability that learns. (The range that is left narrows
// with each bit; bytes that no carry can reach any more go out.)
class RangeEncoder {
 public:
  void Bit(uint16_t* probability, uint32_t bit);
  void Direct(uint32_t value, int bits);
  // Of `bits` bits, from the highest down; the reverse from the lowest up.
  void Tree(uint16_t* tree, int bits, uint32_t value);
  void ReverseTree(uint16_t* tree, int bits, uint32_t value);
  // What is left; it begins anew then.
  void End();
  std::string& out() { return out_; }
  void Fields(Archive& archive) {
    archive(low_, range_, cache_, waiting_, out_);
    // (A byte that waits is one of the stream's; all of them go out at once.)
    if (range_ < (1u << 24) || waiting_ == 0 || waiting_ > (1 << 20) || low_ >> 33 != 0)
      archive.Fail();
  }

 private:
  void Shift();

  uint64_t low_ = 0;
  uint32_t range_ = UINT32_MAX;
  uint8_t cache_ = 0;
  uint64_t waiting_ = 1;  // bytes that a carry may change: cache_ and those of 255 behind it
  std::string out_;
};

// Packs a stream as LZMA does, in chunks for LZMA2: what has been seen stays in a window, where the
// longest match for what comes is searched along chains of places with equal beginnings. A match is
// given up for a literal when the next place has a better one.
//
// Which place is tried first, and how many, is the level's choice: any choice gives a stream that
// unpacks to the same.
class LzmaEncoder {
 public:
  static constexpr int kLiteralContext = 3, kPositionBits = 2;  // lc and pb; lp is 0
  static constexpr uint32_t kDictionary = 1 << 20;
  static constexpr size_t kMostOfChunk = 64 << 10;

  // 0 to 9: how long it searches.
  void set_level(int level);
  // Appends the packed bytes of at most kMostOfChunk plain ones to *out. `ends`: what follows is a
  // chunk of its own; else some of them wait for the next. False: there is no memory.
  bool Pack(CommandIo& io, std::string_view chunk, bool ends, std::string* out);
  // The mark behind a stream that does not say its size.
  bool EndStream(CommandIo& io, std::string* out);
  // What the chunk before left is forgotten (but not the window): LZMA2's reset of the state. Also
  // for a chunk that was stored instead: Pack() has learnt from it.
  void ResetState();
  void Release(CommandIo& io);
  void Fields(Archive& archive);

 private:
  struct Match {
    uint32_t length = 0, distance = 0;  // distance counts from 0
  };
  static constexpr uint32_t kMostLength = 273;
  static constexpr uint32_t kStates = 12, kPositions = 1 << kPositionBits;
  // Places of the probabilities, all of one table so that they are saved at once.
  enum : uint32_t {
    kIsMatch = 0,
    kIsRep = kIsMatch + kStates * kPositions,
    kIsRep0 = kIsRep + kStates,
    kIsRep1 = kIsRep0 + kStates,
    kIsRep2 = kIsRep1 + kStates,
    kIsRep0Long = kIsRep2 + kStates,
    kSlot = kIsRep0Long + kStates * kPositions,
    kSpecial = kSlot + 4 * 64,
    kAlign = kSpecial + 128,
    kLength = kAlign + 16,
    kLengthSize = 2 + 2 * kPositions * 8 + 256,
    kRepLength = kLength + kLengthSize,
    kLiteral = kRepLength + kLengthSize,
    kProbabilities = kLiteral + (0x300 << kLiteralContext),
  };

  bool Prepare(CommandIo& io);
  bool MakeRoomFor(CommandIo& io, size_t more);
  void Insert(uint64_t place);
  uint32_t HashAt(uint64_t place) const;
  uint32_t Common(uint64_t a, uint64_t b, uint32_t most) const;
  Match Longest(CommandIo& io, uint64_t place, uint32_t most);
  Match Repeated(uint64_t place, uint32_t most, uint32_t* which) const;
  void EncodeOne(CommandIo& io, uint64_t* place, uint64_t end);
  void Literal(uint64_t place);
  void EncodeMatch(uint64_t place, const Match& match);
  void EncodeRepeated(uint64_t place, uint32_t which, uint32_t length);
  void EncodeLength(uint32_t table, uint32_t length, uint32_t position);
  void EncodeDistance(uint32_t distance, uint32_t length);
  uint16_t* P(uint32_t place) { return probabilities_.data() + place; }
  char Byte(uint64_t place) const { return window_[place]; }

  // Settings of the level.
  uint32_t depth_ = 48, nice_ = 64;

  std::vector<uint16_t> probabilities_;
  uint32_t state_ = 0;
  std::array<uint32_t, 4> reps_{};
  std::string window_;     // what came, its end at least
  uint64_t position_ = 0;  // of the stream, at the window's end
  uint64_t window_charged_ = 0, tables_charged_ = 0;

  // Not saved: made again of the window. Places are those of the window, plus one; 0: none.
  std::vector<uint32_t> heads_, before_;
  uint64_t inserted_ = 0;
  Match next_;  // found at next_place_ already
  uint64_t next_place_ = UINT64_MAX;
  RangeEncoder range_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_ARCHIVE_LZMA_ENCODER_H_
