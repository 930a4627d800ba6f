#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_GZIP_STREAM_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_GZIP_STREAM_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "pysub/shell/archive.h"
#include "shell/commands/archive/inflate.h"

namespace pysub::shell {

// The gzip format (RFC 1952) in pieces, for gzip and tar. Both classes can be saved
// between any two calls.

// Header, deflate data, checksum and length, and maybe another stream behind (RFC 1952 allows
// several). The checksum is compared at the end. What was given out before may thus be wrong, as
// with any gunzip.
class GzipReader {
 public:
  enum class Outcome : uint8_t {
    kMore,  // all of *in was used, or *out has enough
    kNotGzip,
    kGarbage,  // something else stands behind a stream that was right
    kWrong,
    kBadCrc,
    kBadLength,
  };
  // Appends to *out, about `most` bytes at most. Streams may follow each other, and then zeros,
  // which are garbage, too, when no stream `may_be_padded`.
  Outcome Decode(std::string_view* in, std::string* out, size_t most, bool may_be_padded = true);
  // Of garbage, what was taken for the header of a stream.
  std::string TakeHead() { return std::exchange(header_, std::string()); }
  // There is no more input. False: the stream is not complete.
  bool IsComplete() const { return phase_ == Phase::kBetween || phase_ == Phase::kPadding; }
  // Nothing was read yet.
  bool IsFresh() const { return phase_ == Phase::kStart && header_.empty(); }

  // Of the first header.
  const std::string& name() const { return name_; }
  uint32_t time() const { return time_; }
  // Of the last trailer.
  uint32_t crc() const { return stored_crc_; }
  uint64_t total() const { return total_; }

  void Fields(Archive& archive);

 private:
  enum class Phase : uint8_t { kStart, kHeader, kBody, kTrailer, kBetween, kPadding };
  bool Header(char c, bool* wrong);

  Phase phase_ = Phase::kStart;
  bool seen_one_ = false;  // a complete stream
  std::string header_;     // so far; the trailer, later
  std::string name_;
  uint32_t time_ = 0;
  Inflater inflater_;
  uint32_t crc_ = 0, size_ = 0, stored_crc_ = 0;
  uint64_t total_ = 0;
};

// Each piece is deflated by itself (deflate_piece.h): nothing of zlib outlives a call. A piece
// waits for more to come, since the last one ends the stream: what is no longer than a piece
// becomes what gzip makes of it.
class GzipWriter {
 public:
  explicit GzipWriter(int level = 6) : level_(level) {}
  void set_level(int level) { level_ = level; }
  void Begin(std::string_view name, uint32_t time, std::string* out);
  void Write(std::string_view bytes, std::string* out);
  void End(std::string* out);
  // Bytes of the deflated data, without header and trailer.
  uint64_t packed() const { return packed_; }

  void Fields(Archive& archive);

 private:
  void Deflate(bool last, std::string* out);

  int level_;
  std::string window_;
  std::string pending_;  // the piece that is not deflated yet
  uint32_t crc_ = 0;
  uint64_t size_ = 0, packed_ = 0;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_ARCHIVE_GZIP_STREAM_H_
