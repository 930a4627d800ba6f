#include <algorithm>

#include "pysub/shell/command.h"
#include "shell/commands/text/ends_of_files.h"

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
class Head : public EndsOfFiles {
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
        case 'q':
        case 'v':
        case 'z':
          if (!TakeShared(io, options.id(), options.value())) return 1;
          break;
        default:  // -5
          old_style += static_cast<char>(options.id());
          if (!TakeCount(io, old_style)) return 1;
          break;
      }
    }
    if (options.status()) return options.status();
    StartInputs(options.operands());
    return std::nullopt;
  }

  Progress Run(CommandIo& io) override {
    while (true) {
      Got got = inputs_.Open(io);
      if (got == Got::kEnd) return Progress::Done(inputs_.failed() || failed_ ? 1 : 0);
      if (got == Got::kError) continue;
      if (!begun_) BeginInput(io, count_);
      got = all_but_ ? CopyAllBut(io) : bytes_ ? CopyBytes(io) : CopyLines(io);
      if (auto end = StepEnd(got)) return *end;
      if (got == Got::kError) {
        ReportReadError(io);
      } else if (!all_but_ && inputs_.fd() == 0) {
        io.GiveBack(0);
      }
      inputs_.Close(io);
      begun_ = false;
    }
  }

  bool TakeCount(CommandIo& io, std::string_view text) override {
    std::string_view digits = text;
    all_but_ = digits.starts_with('-');
    if (all_but_) digits.remove_prefix(1);
    return ReadCount(io, text, digits);
  }

 private:
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
      if (!Keep(io, bytes)) return Got::kNoMemory;
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
    ForgetFront(0);
  }

  bool all_but_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeHead() { return Make<Head>(); }

}  // namespace pysub::shell
