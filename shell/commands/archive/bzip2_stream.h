#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_BZIP2_STREAM_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_BZIP2_STREAM_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/archive.h"
#include "pysub/shell/command.h"

namespace pysub::shell {

// The format of bzip2 in pieces. Both classes can be saved between any two calls: what is kept is
// the input of one block, and what it was made into is made again after a load.
//
// How a block is made smaller, with "banana" for the block:
//
//   rotations, sorted    abanan anaban ananab banana nabana nanaba   banana is number 3 (origin)
//   their last bytes     n      n      b      a      a      a        what is alike stands together
//   moved to the front   2      0      2      2      0      0        places in the list "abn"
//   runs of 0 as digits, then codes of Huffman

// A stream is "BZh9", blocks that begin at any bit, and the checksum of all. A block is decoded
// when all of it is there:
//
//   input_ --> Huffman codes --> moves to the front --> links_ (where each byte's follower is)
//          --> bytes, with runs of four and a count --> *out, in pieces
class Bzip2Reader {
 public:
  enum class Outcome : uint8_t {
    kMore,  // all of *in was used, or *out has enough
    kNotBzip2,
    kGarbage,  // something else stands behind a stream that was right
    kWrong,
    kBadCrc,
    kNoMemory,
  };
  // Appends to *out, about `most` bytes at most. `ended`: nothing comes behind *in.
  Outcome Decode(CommandIo& io, std::string_view* in, bool ended, std::string* out, size_t most);
  // There is no more input. False: the stream is not complete.
  bool IsComplete() const { return phase_ == Phase::kHeader && input_.empty() && seen_one_; }
  // Nothing was read yet.
  bool IsFresh() const { return phase_ == Phase::kHeader && input_.empty() && !seen_one_; }
  // Of all streams.
  uint64_t total() const { return total_; }
  // Gives back what is charged, before it is thrown away.
  void Release(CommandIo& io);

  void Fields(Archive& archive);

 private:
  enum class Phase : uint8_t { kHeader, kBlock, kOutput };
  enum class Parsed : uint8_t { kBlock, kEnd, kMore, kWrong, kNoMemory };
  struct Tables;

  Outcome TakeHeader(bool ended);
  Parsed Parse(CommandIo& io);
  bool ReadTables(class BitReader& bits, Tables* tables) const;
  Parsed ReadSymbols(CommandIo& io, class BitReader& bits, const Tables& tables, uint32_t origin);
  bool Link(CommandIo& io, uint32_t origin);
  void Put(std::string* out, size_t most);
  void PutByte(uint8_t byte, std::string* out);

  Phase phase_ = Phase::kHeader;
  bool seen_one_ = false;
  uint32_t level_ = 9;
  std::string input_;      // from the block on
  uint64_t bit_ = 0;       // where it begins in input_
  uint64_t end_bit_ = 0;   // where it ends, once it is decoded
  uint64_t next_try_ = 0;  // so much input is waited for before the block is tried again
  uint32_t stored_crc_ = 0, crc_ = 0, combined_crc_ = 0;
  // Of the output: the next link, how many are done, the run that the last bytes are.
  uint32_t at_ = 0, done_ = 0, run_ = 0, repeats_ = 0;
  uint8_t last_ = 0;
  uint64_t total_ = 0;
  uint64_t charged_ = 0, input_charged_ = 0;
  std::vector<uint32_t> links_;  // not saved
};

// Each block is sorted and coded in one go. The bytes are those of bzip2 1.0, but for blocks that
// repeat themselves as a whole.
// Memory: the block itself, and while it is sorted 20 bytes for each of its bytes.
class Bzip2Writer {
 public:
  explicit Bzip2Writer(int level = 9) : level_(level) {}
  void set_level(int level) { level_ = level; }
  void Begin(std::string* out);
  // False: there is no room.
  [[nodiscard]] bool Write(CommandIo& io, std::string_view bytes, std::string* out);
  [[nodiscard]] bool End(CommandIo& io, std::string* out);
  // Bytes that were written.
  uint64_t size() const { return size_; }
  void Release(CommandIo& io);

  void Fields(Archive& archive);

 private:
  struct Coding;

  void AddRun();
  bool FlushBlock(CommandIo& io, std::string* out);
  void PutBits(uint32_t count, uint32_t value, std::string* out);
  void PutWord(uint32_t value, std::string* out);
  bool Sort(CommandIo& io, std::vector<uint32_t>* order) const;
  void MoveToFront(const std::vector<uint32_t>& order, Coding* coding) const;
  void ChooseTables(CommandIo& io, Coding* coding) const;
  void PutTables(const Coding& coding, std::string* out);

  int level_;
  std::string block_;  // with its runs shortened
  uint8_t run_byte_ = 0;
  uint32_t run_ = 0;  // how often run_byte_ stands before what comes
  uint32_t crc_ = 0xffffffff, combined_crc_ = 0;
  uint32_t bits_ = 0, bit_count_ = 0;  // that are no byte yet
  uint64_t size_ = 0;
  uint64_t charged_ = 0;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_ARCHIVE_BZIP2_STREAM_H_
