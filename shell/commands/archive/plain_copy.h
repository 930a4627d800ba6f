#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_PLAIN_COPY_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_PLAIN_COPY_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "pysub/shell/command.h"

namespace pysub::shell {

// `gzip -dcf`, `xz -dcf` and `bzip2 -dcf` copy what they have not packed themselves. That it is
// such a file a reader says after a few bytes, and has taken them by then: they are kept here.
class PlainCopy {
 public:
  // What the reader took of the file, in order.
  void Took(std::string_view bytes) {
    taken_ += bytes.size();
    if (begin_.size() < kMost) begin_ += bytes.substr(0, kMost - begin_.size());
  }
  // The reader does not know the file, of which Took() has not seen *rest yet. True: from now on it
  // is copied, and *rest begins as the file does. False: too much of it is gone.
  bool Begin(std::string* rest) {
    if (taken_ > kMost) return false;
    rest->insert(0, begin_);
    begin_.clear();
    return is_on_ = true;
  }
  // The reader knew what it took, and all behind it is copied.
  void BeginBehind() {
    begin_.clear();
    is_on_ = true;
  }
  bool is_on() const { return is_on_; }
  // Bytes that were taken so far.
  uint64_t taken() const { return taken_; }

  void Fields(Archive& archive) {
    archive(is_on_, begin_, taken_);
    if (begin_.size() > kMost) archive.Fail();
  }

 private:
  static constexpr size_t kMost = 32;  // heads that tell a format are shorter

  bool is_on_ = false;
  std::string begin_;
  uint64_t taken_ = 0;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_ARCHIVE_PLAIN_COPY_H_
