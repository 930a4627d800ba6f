#ifndef PYSUB_SHELL_COMMANDS_TEXT_ENDS_OF_FILES_H_
#define PYSUB_SHELL_COMMANDS_TEXT_ENDS_OF_FILES_H_

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/commands/text_command.h"

namespace pysub::shell {

// What head and tail share: how many lines or bytes of which files, and what of a file is held back
// until more of it is known.
class EndsOfFiles : public TextCommand {
 protected:
  // The value of -c and -n, whose sign head and tail read in their own ways.
  virtual bool TakeCount(CommandIo& io, std::string_view text) = 0;

  // -c, -n, -q, -v and -z. False: the value is wrong, which has been said.
  bool TakeShared(CommandIo& io, int option, std::string_view value) {
    switch (option) {
      case 'c':
      case 'n': bytes_ = option == 'c'; return TakeCount(io, value);
      case 'q': headers_.when = FileHeaders::When::kNever; break;
      case 'v': headers_.when = FileHeaders::When::kAlways; break;
      case 'z': delimiter_ = '\0'; break;
    }
    return true;
  }

  // `digits` is `text` without its sign.
  bool ReadCount(CommandIo& io, std::string_view text, std::string_view digits) {
    std::optional<uint64_t> count = ParseCount(digits, "bkKmMGTPEZY");
    if (!count) return RefuseCount(io, text);
    count_ = *count;
    return true;
  }
  bool RefuseCount(CommandIo& io, std::string_view text) {
    io.Error((bytes_ ? "invalid number of bytes: " : "invalid number of lines: ") +
             QuoteWord(text));
    return false;
  }

  void StartInputs(std::vector<std::string> names) {
    inputs_.Start(std::move(names));
    inputs_.set_open_error("cannot open ", " for reading");
  }
  void BeginInput(CommandIo& io, uint64_t left) {
    begun_ = true;
    left_ = left;
    kept_.clear();
    kept_lines_ = kept_start_ = 0;
    headers_.Write(io, inputs_);
  }
  void ReportReadError(CommandIo& io) {
    io.Error("error reading " + QuoteFile(ShownName(inputs_)), io.error());
    failed_ = true;
  }

  // False: no memory.
  bool Keep(CommandIo& io, std::string_view bytes) {
    if (!MakeRoom(io, &kept_, bytes.size(), &charged_)) return false;
    kept_ += bytes;
    if (!bytes_)
      kept_lines_ += static_cast<uint64_t>(std::count(bytes.begin(), bytes.end(), delimiter_));
    return true;
  }
  // Forgets the front of kept_ when it is large.
  void ForgetFront(size_t least) {
    if (kept_start_ <= least || kept_start_ <= kept_.size() / 2) return;
    kept_.erase(0, kept_start_);
    kept_start_ = 0;
  }

  bool bytes_ = false;
  uint64_t count_ = 10;
  FileHeaders headers_;
  char delimiter_ = '\n';

  Inputs inputs_;
  uint64_t left_ = 0;  // lines or bytes to copy, or to leave out
  bool begun_ = false;
  bool failed_ = false;
  std::string kept_;
  uint64_t charged_ = 0;     // of it
  uint64_t kept_start_ = 0;  // of kept_: what is done with already
  uint64_t kept_lines_ = 0;  // delimiters behind kept_start_
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_TEXT_ENDS_OF_FILES_H_
