#include <algorithm>

#include "pysub/shell/command.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

constexpr CommandOption kOptions[] = {
    {'c', "bytes", OptionArgument::kRequired},
    {'n', "lines", OptionArgument::kRequired},
    {'q', "quiet"},
    {'q', "silent", OptionArgument::kNone, false},
    {'v', "verbose"},
    {'z', "zero-terminated"},
    {'0', ""},
    {'1', ""},
    {'2', ""},
    {'3', ""},
    {'4', ""},
    {'5', ""},
    {'6', ""},
    {'7', ""},
    {'8', ""},
    {'9', ""},
};

// The first lines or bytes; with a "-" before the number all but the last ones.
class Head : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(inputs_, left_, begun_, headers_.printed, failed_, kept_, kept_lines_, kept_start_);
    archive.Charged(charged_);
    if (kept_start_ > kept_.size()) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kOptions);
    std::string old_style;
    while (options.Next()) {
      switch (options.id()) {
        case 'c':
        case 'n':
          bytes_ = options.id() == 'c';
          if (!Count(io, options.value())) return 1;
          break;
        case 'q': headers_.when = FileHeaders::When::kNever; break;
        case 'v': headers_.when = FileHeaders::When::kAlways; break;
        case 'z': delimiter_ = '\0'; break;
        default:  // -5
          old_style += static_cast<char>(options.id());
          if (!Count(io, old_style)) return 1;
          break;
      }
    }
    if (options.status()) return options.status();
    inputs_.Start(options.operands());
    inputs_.set_open_error("cannot open ", " for reading");
    return std::nullopt;
  }

  Progress Run(CommandIo& io) override {
    while (true) {
      Got got = inputs_.Open(io);
      if (got == Got::kEnd) return Progress::Done(inputs_.failed() || failed_ ? 1 : 0);
      if (got == Got::kError) continue;
      if (!begun_) Begin(io);
      got = all_but_ ? CopyAllBut(io) : bytes_ ? CopyBytes(io) : CopyLines(io);
      if (auto end = StepEnd(got)) return *end;
      if (got == Got::kError) {
        io.Error("error reading " + QuoteFile(ShownName(inputs_)), io.error());
        failed_ = true;
      } else if (!all_but_ && inputs_.fd() == 0) {
        io.GiveBack(0);
      }
      inputs_.Close(io);
      begun_ = false;
    }
  }

 private:
  bool Count(CommandIo& io, std::string_view text) {
    std::string_view digits = text;
    all_but_ = digits.starts_with('-');
    if (all_but_) digits.remove_prefix(1);
    std::optional<uint64_t> count = ParseCount(digits, "bkKmMGTPEZY");
    if (!count) {
      io.Error((bytes_ ? "invalid number of bytes: " : "invalid number of lines: ") +
               QuoteWord(text));
      return false;
    }
    count_ = *count;
    return true;
  }

  void Begin(CommandIo& io) {
    begun_ = true;
    left_ = count_;
    kept_.clear();
    kept_lines_ = kept_start_ = 0;
    headers_.Write(io, inputs_);
  }

  // Line by line, so that what was read too far can be given back: `(head -1; cat)` shows the rest.
  Got CopyLines(CommandIo& io) {
    while (left_ > 0) {
      Line line;
      Got got = GotOf(io.ReadLine(inputs_.fd(), delimiter_, &line));
      if (got != Got::kData) return got;
      --left_;
      io.Out(line.text);
      if (line.terminated) io.Out(std::string_view(&delimiter_, 1));
      if (io.Tick(line.text.size() + 1)) return Got::kYield;
    }
    return Got::kEnd;
  }

  Got CopyBytes(CommandIo& io) {
    while (left_ > 0) {
      std::string_view bytes;
      Got got = GotOf(io.ReadSome(inputs_.fd(), &bytes, std::min<uint64_t>(left_, 65536)));
      if (got != Got::kData) return got;
      left_ -= bytes.size();
      io.Out(bytes);
      if (io.Tick(bytes.size())) return Got::kYield;
    }
    return Got::kEnd;
  }

  // Holds back what may turn out to be the end.
  Got CopyAllBut(CommandIo& io) {
    while (true) {
      std::string_view bytes;
      Got got = GotOf(io.ReadSome(inputs_.fd(), &bytes));
      if (got == Got::kEnd && !bytes_ && !kept_.empty() && kept_.back() != delimiter_) {
        ++kept_lines_;  // the last line lacks its delimiter, and is one
        Release(io);
      }
      if (got != Got::kData) return got;
      if (!MakeRoom(io, &kept_, bytes.size(), &charged_)) return Got::kNoMemory;
      kept_ += bytes;
      if (!bytes_)
        kept_lines_ += static_cast<uint64_t>(std::count(bytes.begin(), bytes.end(), delimiter_));
      Release(io);
      if (io.Tick(bytes.size())) return Got::kYield;
    }
  }
  void Release(CommandIo& io) {
    size_t end = kept_start_;
    if (bytes_) {
      if (kept_.size() > count_) end = std::max<size_t>(end, kept_.size() - count_);
    } else {
      for (; kept_lines_ > count_ && end < kept_.size(); --kept_lines_) {
        size_t found = kept_.find(delimiter_, end);
        if (found == std::string::npos) break;
        end = found + 1;
      }
    }
    io.Out(std::string_view(kept_).substr(kept_start_, end - kept_start_));
    kept_start_ = end;
    if (kept_start_ > kept_.size() / 2) {
      kept_.erase(0, kept_start_);
      kept_start_ = 0;
    }
  }

  bool bytes_ = false;
  bool all_but_ = false;
  uint64_t count_ = 10;
  FileHeaders headers_;
  char delimiter_ = '\n';

  Inputs inputs_;
  uint64_t left_ = 0;
  bool begun_ = false;
  bool failed_ = false;
  std::string kept_;
  uint64_t charged_ = 0;  // of it
  uint64_t kept_lines_ = 0;
  uint64_t kept_start_ = 0;  // of kept_: what was put out already
};

}  // namespace

std::unique_ptr<Command> MakeHead() { return Make<Head>(); }

}  // namespace pysub::shell
