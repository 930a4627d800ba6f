#include "pysub/shell/command.h"
#include "shell/commands/text_command.h"
#include "shell/regex/regex.h"
#include "shell/syntax/arena.h"
#include "shell/text_search.h"

namespace pysub::shell {
namespace {

constexpr CommandOption kOptions[] = {
    {'b', "before"}, {'r', "regex"}, {'s', "separator", OptionArgument::kRequired}};

// The records of each file in reverse. A file is kept whole.
class Tac : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(inputs_, text_, printed_, printing_, searched_, ascii_);
    archive.Charged(charged_);
    if (printed_ > text_.size() || searched_ > text_.size()) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kOptions);
    while (options.Next()) {
      switch (options.id()) {
        case 'b': before_ = true; break;
        case 's':
          separator_ = options.value().empty() ? std::string(1, '\0') : options.value();
          break;
        default: is_regex_ = true; break;
      }
    }
    if (options.status()) return options.status();
    if (is_regex_) {
      if (separator_ == std::string_view("\0", 1)) {
        io.Error("separator cannot be empty");
        return 1;
      }
      std::string error;
      regex_ = Regex::Compile(separator_, {.syntax = RegexSyntax::kEmacs, .multi_line = true},
                              &io.account(), &error);
      if (regex_ == nullptr) {
        io.Error(error);
        return 1;
      }
    }
    if (!io.Reserve(static_cast<int64_t>(LastPlaceFinder::MemoryFor(separator_.size())))) return 2;
    finder_ = LastPlaceFinder(separator_);
    inputs_.Start(options.operands());
    inputs_.set_open_error("failed to open ", " for reading");
    inputs_.set_read_error("", false);
    return std::nullopt;
  }
  Progress Run(CommandIo& io) override {
    while (true) {
      if (printing_) {
        if (!Print(io)) return Progress::Yield();
        continue;
      }
      Got got = inputs_.Open(io);
      if (got == Got::kEnd) return Progress::Done(inputs_.failed() ? 1 : 0);
      if (got == Got::kError) continue;
      std::string_view bytes;
      got = inputs_.BytesOfFile(io, &bytes);
      if (auto end = StepEnd(got)) return *end;
      if (got != Got::kData) {
        printing_ = true;
        printed_ = text_.size();
        inputs_.Close(io);
        continue;
      }
      if (!MakeRoom(io, &text_, bytes.size(), &charged_)) return Progress::Done(2);
      text_ += bytes;
      if (io.Tick(bytes.size())) return Progress::Yield();
    }
  }
  void Suspend() override { inputs_.Suspend(); }

 private:
  // The last separator that begins at `from` or before it, npos: there is none, or a limit was
  // reached.
  size_t Last(CommandIo& io, size_t from) const {
    return finder_.Find(text_, separator_, from,
                        [&](uint64_t work) { return io.account().Tick(work); });
  }
  // The separator that begins last before `end`, in a text that ends there. False: there is none,
  // or a limit was reached.
  // (As GNU's tac: the pattern is tried at each place from the end on, so a later shorter match
  // comes before a longer one.)
  bool LastMatch(CommandIo& io, uint64_t end, RegexSpan* match) const {
    const RegexSubject subject(std::string_view(text_).substr(0, end), ascii_);
    for (uint64_t at = end; at-- > 0;) {
      if (!io.account().Tick(16)) return false;
      const RegexOutcome outcome =
          regex_->Search(subject, at, match, 1, RegexAnchor::kStart, &io.account());
      if (outcome == RegexOutcome::kMatch) return true;
      if (outcome == RegexOutcome::kStopped) return false;
    }
    return false;
  }
  // printed_: where what was printed last begins; searched_: what ends before it was not searched.
  bool PrintByRegex(CommandIo& io) {
    const std::string_view text = text_;
    if (printed_ == text.size() && searched_ == 0) {
      searched_ = text.size();
      ascii_ = RegexSubject(text).ascii;
    }
    while (printed_ > 0) {
      RegexSpan match;
      const bool found = searched_ > 0 && LastMatch(io, searched_, &match);
      uint64_t begin = 0;
      if (found) {
        searched_ = static_cast<uint64_t>(match.begin);
        begin = static_cast<uint64_t>(before_ ? match.begin : match.end);
        // The separator that ends the text belongs to the last record.
        if (!before_ && printed_ == text.size() && begin == text.size()) begin = printed_;
      }
      io.Out(text.substr(begin, printed_ - begin));
      const uint64_t work = printed_ - begin;
      printed_ = begin;
      if (!found) break;
      if (io.Tick(work + 1)) return false;
    }
    return Forget(io);
  }
  bool Forget(CommandIo& io) {
    printing_ = false;
    (void)io.Reserve(-static_cast<int64_t>(charged_));
    text_ = std::string();
    charged_ = printed_ = searched_ = 0;
    return true;
  }

  // From the end; printed_ is where the last printed record begins. False: more in the next step.
  bool Print(CommandIo& io) {
    if (is_regex_) return PrintByRegex(io);
    std::string_view text = text_;
    while (printed_ > 0) {
      size_t begin = 0;
      // What ends the record is no part of the one before it.
      const bool whole = before_ || (printed_ == text.size() && !text.ends_with(separator_));
      const size_t taken = separator_.size() * (whole ? 1 : 2);
      if (printed_ >= taken) {
        const size_t found = Last(io, printed_ - taken);
        if (found != std::string_view::npos) begin = found + (before_ ? 0 : separator_.size());
        if (!io.account().Tick(0)) return false;
      }
      io.Out(text.substr(begin, printed_ - begin));
      uint64_t work = printed_ - begin;
      printed_ = begin;
      if (io.Tick(work + 1)) return false;
    }
    return Forget(io);
  }

  bool is_regex_ = false;
  std::unique_ptr<Regex> regex_;
  bool ascii_ = false;
  uint64_t searched_ = 0;
  bool before_ = false;
  std::string separator_ = "\n";
  LastPlaceFinder finder_;  // of it; not saved
  Inputs inputs_;
  std::string text_;
  uint64_t charged_ = 0;  // of it
  uint64_t printed_ = 0;
  bool printing_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeTac() { return Make<Tac>(); }

}  // namespace pysub::shell
