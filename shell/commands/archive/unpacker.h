#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_UNPACKER_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_UNPACKER_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "shell/commands/archive/bzip2_stream.h"
#include "shell/commands/archive/gzip_stream.h"
#include "shell/commands/archive/xz_stream.h"
#include "shell/commands/archive/zstd_stream.h"

namespace pysub::shell {

// The reader of whichever format a file has, for commands that read packed files beside others. It
// is fed when it is hungry, and can be saved between any two calls.
class Unpacker {
 public:
  enum class Kind : uint8_t { kNone, kGzip, kBzip2, kXz, kZstd };
  enum class Outcome : uint8_t {
    kMore,
    kGarbage,  // something else stands behind a stream that was right
    kNotPacked,
    kWrong,
    kNoMemory,
  };
  // By the end of its name.
  static Kind OfName(std::string_view path);

  // Begins anew; gives back what is charged.
  void Start(CommandIo& io, Kind kind);
  Kind kind() const { return kind_; }
  // It needs more input, or to hear that there is none.
  bool hungry() const { return hungry_; }
  void Feed(std::string_view bytes) {
    packed_ = bytes;
    hungry_ = false;
  }
  void End() {
    ended_ = true;
    hungry_ = false;
  }
  // Appends to *out; `most` bytes, or those of a block. Nothing comes out of it behind the end.
  Outcome Next(CommandIo& io, std::string* out, size_t most);
  // There is no more input. False: the stream is not complete.
  bool IsComplete() const;
  bool IsFresh() const;

  void Fields(Archive& archive);

 private:
  Outcome Decode(CommandIo& io, std::string_view* in, std::string* out, size_t most);

  Kind kind_ = Kind::kNone;
  bool hungry_ = true, ended_ = false;
  std::string packed_;  // fed and not taken yet
  GzipReader gzip_;
  Bzip2Reader bzip2_;
  XzReader xz_;
  ZstdReader zstd_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_ARCHIVE_UNPACKER_H_
