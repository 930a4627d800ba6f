#ifndef PYSUB_SHELL_COMMANDS_GIT_INFLATION_H_
#define PYSUB_SHELL_COMMANDS_GIT_INFLATION_H_

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "shell/commands/git/git.h"

namespace pysub::shell::git {

// Whether so few deflated bytes can be so many: deflate makes at most 258 bytes of two bits.
// What says more than that is damaged, which is found out before the memory for it is asked for.
inline bool MayInflate(uint64_t from, uint64_t to) {
  return to <= 1024 || (to - 1024) / 1032 <= from;
}

// A zlib stream in a file, from a place on. It lives within a unit, so it is never saved.
// A bomb stops at `most`: nothing is inflated that the object's head has not announced and the
// caller has not paid for.
class Inflation {
 public:
  Inflation(Git& git, std::string path, uint64_t offset)
      : git_(git), path_(std::move(path)), offset_(offset) {
    ready_ = inflateInit(&stream_) == Z_OK;
  }
  ~Inflation() {
    if (ready_) inflateEnd(&stream_);
  }
  Inflation(const Inflation&) = delete;
  Inflation& operator=(const Inflation&) = delete;

  // Appends up to `most` bytes, which the caller has paid for. False: the stream is damaged, or the
  // script ends.
  bool Take(size_t most, std::string* out) {
    constexpr size_t kPiece = 65536;
    while (most > 0 && !ended_) {
      if (!ready_ || !git_.Tick(256) || !Fill()) return false;
      const size_t size = std::min(most, kPiece), before = out->size();
      out->resize(before + size);
      stream_.next_out = reinterpret_cast<Bytef*>(out->data() + before);
      stream_.avail_out = static_cast<uInt>(size);
      stream_.next_in = reinterpret_cast<Bytef*>(input_.data() + at_);
      stream_.avail_in = static_cast<uInt>(input_.size() - at_);
      const int result = inflate(&stream_, Z_NO_FLUSH);
      at_ = input_.size() - stream_.avail_in;
      const size_t made = size - stream_.avail_out;
      out->resize(before + made);
      most -= made;
      if (!git_.Tick(made)) return false;
      if (result == Z_STREAM_END)
        ended_ = true;
      else if (result != Z_OK && !(result == Z_BUF_ERROR && made > 0))
        return false;
    }
    return true;
  }
  // Nothing comes any more, and the stream says so.
  // An object that goes on behind its announced size is as damaged as one that is too short.
  bool AtEnd() {
    std::string rest;
    return ended_ || (Take(1, &rest) && rest.empty() && ended_);
  }

 private:
  // More input, when what was read is used up. An empty piece: the file ends within the stream.
  bool Fill() {
    if (at_ < input_.size() || stream_.avail_out == 0) {
      if (at_ < input_.size()) return true;
    }
    files::Result<std::string> piece =
        git_.fs().ReadFile(git_.caller(), path_, offset_, next_piece_);
    if (!piece.ok() || piece->empty()) return false;
    offset_ += piece->size();
    next_piece_ = 65536;
    input_ = std::move(*piece);
    at_ = 0;
    return true;
  }

  Git& git_;
  std::string path_;
  uint64_t offset_;
  uint64_t next_piece_ = 4096;  // most objects are small
  z_stream stream_{};
  bool ready_ = false, ended_ = false;
  std::string input_;
  size_t at_ = 0;
};

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_INFLATION_H_
