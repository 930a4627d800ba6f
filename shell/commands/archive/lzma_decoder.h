#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_LZMA_DECODER_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_LZMA_DECODER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/archive.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {

// Decodes LZMA: bits whose probabilities are learnt, which say literals and matches with what came
// before. It can stop after any of these; all its state is numbers.
// Every decision is a bit of a range coder: a number (code_) lies in a range, which is cut in two
// by how likely a 0 is; on which side the number lies is the bit, and that side is the next range.
//
//   0                        bound                         range_
//   |-------- bit 0 ----------|----------- bit 1 -----------|
//                                     ^ code_
//
// What is decided, in this order:
//
//   0            a literal
//   1 0          a match: length, then distance
//   1 1 0 0      one byte from the last distance
//   1 1 0 1      a match from the last distance
//   1 1 1 0      from the one before it
//   1 1 1 1 x    from the third or the fourth
//
// Distances are compared with what is in the window before anything is copied.
class LzmaDecoder {
 public:
  enum class Outcome : uint8_t {
    kMore,   // the limit is reached, or more input is needed
    kEnd,    // a mark says that this is the end
    kWrong,  // no such stream
    kEnded,  // the script has to end
  };
  // The byte that says how literals and positions are told apart. False: it cannot be.
  bool SetProperties(uint8_t byte, bool is_lzma2);
  void ResetState();
  // Takes the first five bytes of a piece with a range of its own. False: they are wrong.
  bool Begin(std::string_view bytes);
  // Appends to *window until it has `limit` bytes; *at moves through `in`. `whole`: all input that
  // there will be is there. Matches may reach back `reach` bytes.
  Outcome Decode(ParseAccount& account, std::string_view in, size_t* at, bool whole,
                 std::string* window, uint64_t reach, uint64_t limit);
  // The range is used up, as it must be at the end.
  bool IsClean() const { return code_ == 0; }
  bool has_properties() const { return !probabilities_.empty(); }
  void CountPosition(uint64_t bytes) { position_ += bytes; }
  void ResetPosition() { position_ = 0; }

  void Fields(Archive& archive);

 private:
  // None is begun with fewer, unless that is all: it could not be taken back in the middle, because
  // its probabilities have been changed.
  static constexpr size_t kMostLookahead = 32;  // bytes that one literal or match may take

  uint32_t Bit(uint16_t* probability);
  uint32_t Tree(uint16_t* probabilities, uint32_t bits);
  uint32_t ReverseTree(uint16_t* probabilities, uint32_t bits);
  uint32_t Direct(uint32_t bits);
  uint32_t Length(uint16_t* probabilities, uint32_t position_state);
  void Literal(std::string* window);
  uint32_t Distance(uint32_t length);
  void Normalize();

  // How many bits of the byte before, and of the position, choose the probabilities of a literal;
  // and how many of the position those of all else. In one byte: (position_bits * 5 +
  // literal_position) * 9 + literal_context.
  uint32_t literal_context_ = 0, literal_position_ = 0, position_bits_ = 0;
  std::vector<uint16_t> probabilities_;
  // What the last ones were; below 7 the last was a literal.
  uint32_t state_ = 0;
  // The last four distances, less one.
  uint32_t repeats_[4] = {0, 0, 0, 0};
  uint32_t range_ = 0xffffffff, code_ = 0;
  uint64_t position_ = 0;  // of the output
  // Only while it decodes.
  std::string_view in_;
  size_t at_ = 0;
  // Input was needed that is not there: the stream is damaged.
  bool short_ = false;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_ARCHIVE_LZMA_DECODER_H_
