#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_ZSTD_STREAM_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_ZSTD_STREAM_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pysub/shell/archive.h"
#include "pysub/shell/command.h"
#include "shell/commands/archive/xxh64.h"
#include "shell/commands/archive/zstd_block.h"

namespace pysub::shell {

// The window of `zstd --ultra -22` and of `--long`, which zstd takes without being asked, too.
constexpr uint64_t kZstdMostWindow = 128 << 20;

// What stands at the head of a frame.
struct ZstdHead {
  enum class Kind : uint8_t { kShort, kNotZstd, kWrong, kFrame, kSkipped };
  Kind kind = Kind::kShort;  // kShort: more bytes are needed to tell
  size_t size = 0;           // of the head itself
  uint64_t window = 0;
  std::optional<uint64_t> content;  // bytes that the frame stands for; of kSkipped those behind
  uint32_t dictionary = 0;
  bool has_sum = false;

  static ZstdHead Of(std::string_view bytes);
  // What `file` and `tar` know a packed file by.
  static bool IsMagic(std::string_view bytes) { return bytes.starts_with("\x28\xB5\x2F\xFD"); }
};

// The three bytes before a block.
struct ZstdBlockHead {
  enum Kind : uint8_t { kPlain, kOneByte, kPacked, kReserved };
  static constexpr size_t kSize = 3;
  bool is_last = false;
  Kind kind = kPlain;
  uint64_t size = 0;  // of kOneByte: how often it stands there

  static ZstdBlockHead Of(std::string_view bytes);
  uint64_t packed() const { return kind == kOneByte ? 1 : size; }
};

// Reads .zst: frames, each of blocks of 128 KiB at most. Every size in a stream may be a lie. The
// window has a largest size and is paid for as it grows, a block is looked at when all of it is
// there, and all of it takes fuel: so a small file that becomes a very large one costs its script
// what it makes, and never much at once.
class ZstdReader {
 public:
  enum class Outcome : uint8_t {
    kMore,  // all of *in was used, or *out has enough
    kNotZstd,
    kWrong,
    kReserved,    // bits that have no meaning yet
    kWindow,      // it would need more memory than there may be
    kDictionary,  // it needs a dictionary
    kBadSum,
    kNoMemory,
  };
  // Appends to *out, a block (128 KiB) at most. Without output more input is needed.
  Outcome Decode(CommandIo& io, std::string_view* in, std::string* out);
  // There is no more input. False: the stream is not complete.
  bool IsComplete() const { return seen_one_ && phase_ == Phase::kHead && input().empty(); }
  bool IsFresh() const { return !seen_one_ && phase_ == Phase::kHead && input().empty(); }
  // The begin of a frame was not understood, or is not all there: it may be something else.
  bool IsAtHead() const { return phase_ == Phase::kHead; }
  bool seen_one() const { return seen_one_; }
  // What was read and not used.
  std::string_view input() const { return std::string_view(input_).substr(used_); }
  uint64_t total() const { return total_; }
  uint64_t window() const { return window_size_; }  // that was asked for
  // What the command line says, behind a load once more.
  void set_checks(bool checks) { checks_ = checks; }
  void set_most_window(uint64_t bytes) { most_window_ = bytes; }  // kZstdMostWindow or less
  // Gives its memory back; throw it away then.
  void Release(CommandIo& io);

  void Fields(Archive& archive);

 private:
  enum class Phase : uint8_t { kHead, kSkip, kBlock, kSum };
  // Each takes a whole thing or leaves input_ as it is (*stalls: nothing can be done before more
  // input comes), so nothing has to be remembered of a half-read one.
  Outcome Step(CommandIo& io, std::string* out, bool* stalls);
  Outcome Head(bool* stalls);
  Outcome Block(CommandIo& io, std::string* out, bool* stalls);
  Outcome Sum(bool* stalls);
  bool IsSumRight() const;
  bool MakeWindow(CommandIo& io);
  void EndFrame();

  Phase phase_ = Phase::kHead;
  bool seen_one_ = false, has_sum_ = false;
  std::string input_;
  uint64_t used_ = 0;   // of it
  std::string window_;  // what came out last: matches reach into it
  uint64_t window_size_ = 0;
  uint64_t skip_ = 0;                // bytes of a frame that is not data
  std::optional<uint64_t> content_;  // that the frame has to have
  uint64_t made_ = 0;                // of it
  uint64_t total_ = 0;
  ZstdBlocks blocks_;
  Xxh64 sum_;
  bool checks_ = true;
  uint64_t most_window_ = kZstdMostWindow;
  uint64_t input_charged_ = 0, window_charged_ = 0;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_ARCHIVE_ZSTD_STREAM_H_
