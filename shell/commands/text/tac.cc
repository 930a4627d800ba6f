#include "pysub/shell/command.h"
#include "shell/commands/text_command.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

constexpr CommandOption kOptions[] = {
    {'b', "before"}, {'r', "regex"}, {'s', "separator", OptionArgument::kRequired}};

// The records of each file in reverse. A file is kept whole.
class Tac : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(inputs_, text_, printed_, printing_);
    archive.Charged(charged_);
    if (printed_ > text_.size()) archive.Fail();
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
        default: io.Error("separators that are regular expressions are not supported"); return 1;
      }
    }
    if (options.status()) return options.status();
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
    constexpr size_t kAtOnce = 65536;
    std::string_view text = text_;
    from = std::min(from, text.size());
    while (true) {
      const size_t low = from - std::min(from, kAtOnce);
      const size_t found = text.substr(low, from - low + separator_.size()).rfind(separator_);
      if (found != std::string_view::npos) return low + found;
      if (low == 0 || !io.account().Tick(kAtOnce)) return std::string_view::npos;
      from = low - 1;
    }
  }
  // From the end; printed_ is where the last printed record begins. False: more in the next step.
  bool Print(CommandIo& io) {
    std::string_view text = text_;
    while (printed_ > 0) {
      size_t begin = 0;
      if (before_) {
        size_t found = Last(io, printed_ - 1);
        while (found != std::string_view::npos && found + separator_.size() > printed_) {
          found = found == 0 ? std::string_view::npos : Last(io, found - 1);
        }
        begin = found == std::string_view::npos ? 0 : found;
      } else if (printed_ > separator_.size()) {
        // The separator at the end of the record belongs to it.
        size_t last = printed_ - separator_.size() -
                      (printed_ == text.size() && !text.ends_with(separator_) ? 0 : 1);
        bool whole = printed_ == text.size() && !text.ends_with(separator_);
        if (!whole && printed_ < separator_.size() + 1) last = 0;
        size_t found = Last(io, last);
        while (!whole && found != std::string_view::npos && found + separator_.size() >= printed_) {
          found = found == 0 ? std::string_view::npos : Last(io, found - 1);
        }
        begin = found == std::string_view::npos ? 0 : found + separator_.size();
      }
      io.Out(text.substr(begin, printed_ - begin));
      uint64_t work = printed_ - begin;
      printed_ = begin;
      if (io.Tick(work + 1)) return false;
    }
    printing_ = false;
    (void)io.Reserve(-static_cast<int64_t>(charged_));
    text_ = std::string();
    charged_ = 0;
    return true;
  }

  bool before_ = false;
  std::string separator_ = "\n";
  Inputs inputs_;
  std::string text_;
  uint64_t charged_ = 0;  // of it
  uint64_t printed_ = 0;
  bool printing_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeTac() { return Make<Tac>(); }

}  // namespace pysub::shell
