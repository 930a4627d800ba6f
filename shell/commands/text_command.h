#ifndef PYSUB_SHELL_COMMANDS_TEXT_COMMAND_H_
#define PYSUB_SHELL_COMMANDS_TEXT_COMMAND_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/command.h"
#include "shell/commands/options.h"
#include "shell/commands/quoting.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {

// What the commands that read text have in common.

// How a look for input went. kYield: the step has done enough; return Progress::Yield().
enum class Got : uint8_t { kData, kEnd, kWait, kYield, kError, kNoMemory };

inline Got GotOf(ReadStatus status) {
  switch (status) {
    case ReadStatus::kData: return Got::kData;
    case ReadStatus::kEnd: return Got::kEnd;
    case ReadStatus::kWait: return Got::kWait;
    case ReadStatus::kError: break;
  }
  return Got::kError;
}

// What Step() returns for these, none for the others.
// Each loop over input begins with these two lines: get something, and end the step if there is
// nothing to work on.
inline std::optional<Progress> StepEnd(Got got) {
  if (got == Got::kWait) return Progress::Wait();
  if (got == Got::kYield) return Progress::Yield();
  if (got == Got::kNoMemory) return Progress::Done(2);
  return std::nullopt;
}

// A command whose arguments are read again after a load, so that only its progress is saved.
// Options are thus never part of a snapshot: a forged one cannot hold settings that the words do
// not give.
class TextCommand : public Command {
 public:
  Progress Step(CommandIo& io) final {
    if (!ready_) {
      ready_ = true;
      if (std::optional<int> status = Start(io)) return Progress::Done(*status);
    }
    Progress progress = Run(io);
    if (progress.kind() != Progress::Kind::kDone) Suspend();
    return progress;
  }

 protected:
  // Reads the arguments. A status: the command is over. Prints nothing but complaints, reads
  // nothing.
  virtual std::optional<int> Start(CommandIo& io) = 0;
  virtual Progress Run(CommandIo& io) = 0;
  // Before a step ends: views of input are kept as bytes.
  virtual void Suspend() {}

 private:
  bool ready_ = false;  // not saved
};

// Lines of one descriptor after the other, cut out of large reads.
//
//   the last read   "lin1\nlin2\nli"            rest_ is a view into it, without a copy
//   the step ends   buffer_ "lin2\nli"          what is left is kept: the read's bytes go
//   the next read   buffer_ "li" + "n3\n..."    a line that was cut is put together
//
// scanned_ remembers where no delimiter is: a long line that comes in small pieces would otherwise
// be searched from its begin each time.
//
// ReadLine() of CommandIo is for commands that give input back (head, sed q).
class LineReader {
 public:
  LineReader() = default;
  // rest_ follows its bytes, which move along with a short string.
  LineReader(LineReader&& other) noexcept { *this = std::move(other); }
  LineReader& operator=(LineReader&& other) noexcept {
    size_t at = other.own_ && !other.rest_.empty()
                    ? static_cast<size_t>(other.rest_.data() - other.buffer_.data())
                    : 0;
    own_ = other.own_;
    rest_ = other.rest_;
    scanned_ = other.scanned_;
    charged_ = other.charged_;
    copies_charged_ = other.copies_charged_;
    buffer_ = std::move(other.buffer_);
    if (own_) rest_ = std::string_view(buffer_).substr(at, other.rest_.size());
    other.Clear();
    return *this;
  }

  Got Next(CommandIo& io, int fd, char delimiter, Line* line);
  // Whatever is there.
  Got Some(CommandIo& io, int fd, std::string_view* bytes);
  // What was read behind the last line, and giving up some of it.
  std::string_view rest() const { return rest_; }
  // Changes when the bytes behind rest() do: pointers into them end with it.
  uint64_t generation() const { return generation_; }
  void Skip(size_t bytes) {
    rest_.remove_prefix(bytes);
    scanned_ = 0;
  }
  // Gives back the end of what Some() gave out, in the same step.
  void Keep(std::string_view bytes) {
    rest_ = bytes;
    own_ = bytes.data() >= buffer_.data() &&
           bytes.data() + bytes.size() <= buffer_.data() + buffer_.size();
  }
  void Suspend();
  void Fields(Archive& archive);
  void Clear();

 private:
  // What a command makes of a line while it is the current one: what it prints, what it keeps for
  // the next. Who keeps more than one line charges that itself.
  static constexpr uint64_t kCopiesOfALine = 2;

  bool Charge(CommandIo& io, size_t more);

  std::string buffer_;     // bytes kept over a step, or a line that came in pieces
  std::string_view rest_;  // not given out yet: of buffer_ or of the last read
  bool own_ = true;        // of buffer_
  uint64_t scanned_ = 0;   // of rest_: no delimiter in there
  uint64_t charged_ = 0;
  uint64_t copies_charged_ = 0;  // for copies of the longest line so far
  uint64_t generation_ = 1;
};

// The files of a command line, "-" being standard input, one after the other.
class Inputs {
 public:
  // "NAME: FILE: reason" is said as most commands say it; others set the words before FILE.
  void Start(std::vector<std::string> names) {
    names_ = std::move(names);
    if (names_.empty()) names_.push_back("-");
  }
  void set_open_error(std::string before, std::string after = "") {
    before_ = std::move(before);
    after_ = std::move(after);
  }
  void set_read_error(std::string before, bool always_quoted = false, bool reason = true) {
    before_read_ = std::move(before);
    read_quoted_ = always_quoted;
    read_reason_ = reason;
  }

  // As binutils say that a file is not there: "'FILE': No such file".
  void set_quoted_missing() { quoted_missing_ = true; }

  // The next line of all files together. Complaints are printed, failed() is set.
  Got NextLine(CommandIo& io, char delimiter, Line* line);
  Got NextBytes(CommandIo& io, std::string_view* bytes);
  // One file at a time: Open() gives kData with the next file open, kError after a complaint, kEnd.
  Got Open(CommandIo& io);
  // kEnd at the end of the file; kError after a complaint
  Got LineOfFile(CommandIo& io, char delimiter, Line* line);
  Got BytesOfFile(CommandIo& io, std::string_view* bytes);
  void Close(CommandIo& io);
  bool is_open() const { return fd_ >= 0; }
  int fd() const { return fd_; }
  // Of the file that is open, or was.
  const std::string& name() const {
    const size_t at = next_ == 0 ? 0 : next_ - 1;
    // a state that somebody has changed may point anywhere
    return at < names_.size() ? names_[at] : no_name_;
  }
  size_t count() const { return names_.size(); }
  bool is_last() const { return next_ >= names_.size(); }
  bool failed() const { return failed_; }
  bool opened_any() const { return opened_any_; }
  LineReader& reader() { return reader_; }

  void Suspend() { reader_.Suspend(); }
  void Fields(Archive& archive);

 private:
  void Complain(CommandIo& io, bool opening);

  std::vector<std::string> names_;  // from the arguments
  std::string no_name_;
  std::string before_, after_, before_read_;
  bool read_quoted_ = false, quoted_missing_ = false;
  bool read_reason_ = true;
  uint64_t next_ = 0;
  int fd_ = -1;
  bool failed_ = false, opened_any_ = false;
  LineReader reader_;
};

// How head and tail call a file.
inline std::string ShownName(const Inputs& inputs) {
  return inputs.name() == "-" ? "standard input" : inputs.name();
}

// "==> FILE <==" of head and tail, before each file.
struct FileHeaders {
  enum class When : uint8_t { kSeveral, kNever, kAlways };
  When when = When::kSeveral;
  bool printed = false;  // one was: a blank line parts the next from what is above it

  void Write(CommandIo& io, const Inputs& inputs) {
    if (when == When::kNever || (when == When::kSeveral && inputs.count() < 2)) return;
    io.Out((printed ? "\n==> " : "==> ") + ShownName(inputs) + " <==\n");
    printed = true;
  }
};

// Appends to what is to be put out, which stays short, however many pieces a line has and however
// long they are: what is put out is charged by whoever has it. False: a limit was reached, and the
// step ends (with Progress::Yield(): the script ends with it).
inline bool AddOutput(CommandIo& io, int fd, std::string* out, std::string_view piece) {
  constexpr size_t kMost = 65536;
  if (out->size() + piece.size() < kMost) {
    *out += piece;
    return true;
  }
  const size_t size = out->size() + piece.size();
  io.Write(fd, *out);
  out->clear();
  if (piece.size() < kMost) {
    *out += piece;
  } else {
    io.Write(fd, piece);
  }
  return io.account().Tick(size / 4);
}
// Between the pieces of a line, for what appends them itself.
inline bool PutOutIfLong(CommandIo& io, int fd, std::string* out) {
  if (out->size() < 32768) return true;
  const size_t size = out->size();
  io.Write(fd, *out);
  out->clear();
  return io.account().Tick(size / 4);
}
// The same of `count` times a character.
inline bool AddRepeated(CommandIo& io, int fd, std::string* out, char c, uint64_t count) {
  while (count > 0) {
    const std::string piece(std::min<uint64_t>(count, 4096), c);
    if (!AddOutput(io, fd, out, piece)) return false;
    count -= piece.size();
  }
  return true;
}

// Puts the line back together.
inline void OutLine(CommandIo& io, std::string_view text, char delimiter = '\n') {
  io.Out(text);
  io.Out(std::string_view(&delimiter, 1));
}

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_TEXT_COMMAND_H_
