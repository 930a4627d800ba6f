#ifndef PYSUB_SHELL_COMMANDS_CALCULATORS_LINE_WRITER_H_
#define PYSUB_SHELL_COMMANDS_CALCULATORS_LINE_WRITER_H_

#include <string>
#include <string_view>

#include "pysub/shell/archive.h"
#include "pysub/shell/command.h"
#include "shell/commands/calculators/number.h"

namespace pysub::shell::calc {

// Standard output of bc and dc: a line that becomes too long goes on behind a backslash in the
// next one.
class LineWriter : public DigitSink {
 public:
  // For the time of a step; null between steps.
  void set_io(CommandIo* io) { io_ = io; }
  // One more than what a line holds; 0: lines have no end.
  void set_length(uint64_t length) { length_ = length; }

  void Put(std::string_view text) override {
    if (io_ == nullptr) return;
    std::string out;
    for (const char c : text) {
      if (c == '\n') {
        column_ = 0;
      } else if (length_ != 0 && ++column_ == length_ - 1) {
        out += "\\\n";
        column_ = 1;
      }
      out += c;
    }
    io_->Out(out);
  }
  // As it is.
  void PutText(std::string_view text) {
    if (io_ != nullptr) io_->Out(text);
  }
  void set_column(uint64_t column) { column_ = column; }
  void Fields(Archive& archive) { archive(column_); }

 private:
  CommandIo* io_ = nullptr;
  uint64_t length_ = 70;  // not saved: of the environment
  uint64_t column_ = 0;
};

}  // namespace pysub::shell::calc

#endif  // PYSUB_SHELL_COMMANDS_CALCULATORS_LINE_WRITER_H_
