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
  static constexpr size_t kMostLookahead = 32;  // bytes that one literal or match may take

  uint32_t Bit(uint16_t* probability);
  uint32_t Tree(uint16_t* probabilities, uint32_t bits);
  uint32_t ReverseTree(uint16_t* probabilities, uint32_t bits);
  uint32_t Direct(uint32_t bits);
  uint32_t Length(uint16_t* probabilities, uint32_t position_state);
  void Literal(std::string* window);
  uint32_t Distance(uint32_t length);
  void Normalize();

  uint32_t literal_context_ = 0, literal_position_ = 0, position_bits_ = 0;
  std::vector<uint16_t> probabilities_;
  uint32_t state_ = 0;
  uint32_t repeats_[4] = {0, 0, 0, 0};
  uint32_t range_ = 0xffffffff, code_ = 0;
  uint64_t position_ = 0;  // of the output
  // Only while it decodes.
  std::string_view in_;
  size_t at_ = 0;
  bool short_ = false;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_ARCHIVE_LZMA_DECODER_H_
