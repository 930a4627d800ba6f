#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_XZ_STREAM_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_XZ_STREAM_H_

#include <nettle/sha2.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "pysub/shell/archive.h"
#include "pysub/shell/command.h"
#include "shell/commands/archive/lzma_decoder.h"
#include "shell/commands/archive/lzma_encoder.h"

namespace pysub::shell {

// Reads .xz (blocks of LZMA2 in chunks, each with its length) and .lzma (LZMA alone).
// Every size in a stream may be a lie. The dictionary has a largest size, the window is paid for as
// it grows, a chunk gives 2 MiB at most, and all of it takes fuel: so a small file that becomes a
// very large one costs its script what it makes, and never much at once.
class XzReader {
 public:
  enum class Outcome : uint8_t {
    kMore,  // all of *in was used, or *out has enough
    kNotXz,
    kGarbage,  // something else stands behind a stream that was right
    kWrong,
    kUnsupported,  // other filters, more memory than there may be
    kNoMemory,
  };
  // Appends to *out, a chunk (2 MiB) at most. `ended`: nothing comes behind *in.
  Outcome Decode(CommandIo& io, std::string_view* in, bool ended, std::string* out);
  // There is no more input. False: the stream is not complete.
  bool IsComplete() const { return seen_one_ && phase_ == Phase::kStart && input().empty(); }
  bool IsFresh() const { return !seen_one_ && phase_ == Phase::kStart && input().empty(); }
  uint64_t total() const { return total_; }
  void Release(CommandIo& io);

  void Fields(Archive& archive);

 private:
  enum class Phase : uint8_t { kStart, kBlock, kChunk, kCheck, kIndex, kFooter, kAlone };
  // kMore with *stalls: nothing can be done before more input comes.
  // Each phase takes a whole thing (a header, a chunk) or leaves input_ as it is, so nothing has to
  // be remembered of a half-read one.
  std::string_view input() const { return std::string_view(input_).substr(used_); }
  Outcome Step(CommandIo& io, bool ended, std::string* out, bool* stalls);
  Outcome Start(bool ended, bool* stalls);
  Outcome BlockHeader(bool* stalls);
  Outcome Chunk(CommandIo& io, std::string* out, bool* stalls);
  Outcome Check(bool* stalls);
  Outcome Index(CommandIo& io, bool* stalls);
  Outcome Footer(bool* stalls);
  Outcome Alone(CommandIo& io, bool ended, std::string* out, bool* stalls);
  bool GiveOut(CommandIo& io, size_t from, std::string* out);
  // Before each chunk: the window may move, and then places in it are others.
  bool MakeWindow(CommandIo& io, size_t more);

  Phase phase_ = Phase::kStart;
  bool seen_one_ = false;
  std::string input_;
  uint64_t used_ = 0;   // of it
  std::string window_;  // what came out last: matches reach into it
  uint64_t dictionary_ = 0;
  LzmaDecoder decoder_;
  // A block has to begin with a chunk that makes both new. One that does not would be decoded with
  // what a block before it has left.
  bool needs_dictionary_ = true, needs_state_ = true;
  uint8_t check_ = 0;  // what kind of checksum there is
  uint32_t crc32_ = 0;
  uint64_t crc64_ = 0;
  sha256_ctx sha256_{};
  uint64_t block_bytes_ = 0;    // packed bytes of the block so far: it is filled up to four
  uint64_t left_ = UINT64_MAX;  // of a .lzma that says its size
  uint64_t total_ = 0;
  uint64_t input_charged_ = 0, window_charged_ = 0;
};

enum class XzCheck : uint8_t { kNone = 0, kCrc32 = 1, kCrc64 = 4, kSha256 = 10 };

// Writes .xz or .lzma (`alone`). All chunks are of one block; one that would grow is stored as it
// is.
class XzWriter {
 public:
  // What the command line says; behind a load once more.
  void Choose(int level, XzCheck check, bool alone) {
    encoder_.set_level(level);
    check_ = check;
    alone_ = alone;
  }
  // Bytes are appended to *out; the caller writes them when it likes. False: there is no memory.
  void Begin(std::string* out);
  [[nodiscard]] bool Write(CommandIo& io, std::string_view bytes, std::string* out);
  [[nodiscard]] bool End(CommandIo& io, std::string* out);
  uint64_t size() const { return size_; }
  // Gives its memory back, and is as at the begin.
  void Release(CommandIo& io);

  void Fields(Archive& archive);

 private:
  void Add(std::string_view bytes, std::string* out);
  void AddLittle(uint64_t value, size_t count, std::string* out);
  bool Chunk(CommandIo& io, std::string* out);
  void AddChunk(std::string_view packed, std::string* out);
  void AddSum(std::string* out);
  size_t SumSize() const;

  XzCheck check_ = XzCheck::kCrc64;
  bool alone_ = false;

  // Less than a chunk (64 KiB); packed_ and bytes_ are of the block, with and without heads of
  // chunks.
  std::string pending_;
  LzmaEncoder encoder_;
  bool told_properties_ = false;  // a chunk said how its bits are modelled
  bool needs_state_ = true;       // the next one that is packed begins with fresh ones
  uint32_t crc32_ = 0;
  uint64_t crc64_ = 0;
  sha256_ctx sha256_{};
  uint64_t packed_ = 0, bytes_ = 0, size_ = 0;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_ARCHIVE_XZ_STREAM_H_
