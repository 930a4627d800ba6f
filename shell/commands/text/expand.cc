#include <algorithm>

#include "pysub/shell/command.h"
#include "shell/commands/text/tab_stops.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

constexpr OptionArgument kOptional = OptionArgument::kOptional;
constexpr CommandOption kOptions[] = {
    {'i', "initial"},     {'t', "tabs", OptionArgument::kRequired},
    {'0', "", kOptional}, {'1', "", kOptional},
    {'2', "", kOptional}, {'3', "", kOptional},
    {'4', "", kOptional}, {'5', "", kOptional},
    {'6', "", kOptional}, {'7', "", kOptional},
    {'8', "", kOptional}, {'9', "", kOptional},
};

// Tabs become blanks.
class Expand : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(inputs_, convert_, column_, stop_, blanks_, rest_);
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kOptions);
    while (options.Next()) {
      switch (options.id()) {
        case 'i': initial_ = true; break;
        case 't':
          if (!stops_.Parse(io, options.value())) return 1;
          break;
        default:  // -4, -4,8
          if (!stops_.Parse(io, static_cast<char>(options.id()) + std::string(options.value())))
            return 1;
          break;
      }
    }
    if (options.status()) return options.status();
    if (!stops_.Finish(io)) return 1;
    inputs_.Start(options.operands());
    return std::nullopt;
  }

  Progress Run(CommandIo& io) override {
    while (true) {
      if (rest_.empty() && blanks_ == 0) {
        std::string_view bytes;
        Got got = inputs_.NextBytes(io, &bytes);
        if (auto end = StepEnd(got)) return *end;
        if (got == Got::kEnd) return Progress::Done(inputs_.failed() ? 1 : 0);
        rest_ = bytes;
      }
      std::string out;
      size_t at = 0;
      // A tab may be as wide as it likes: its blanks are put out in pieces.
      constexpr size_t kMostOutput = 65536;
      while (out.size() < kMostOutput && (blanks_ > 0 || at < rest_.size())) {
        uint64_t some = std::min<uint64_t>(blanks_, kMostOutput);
        out.append(some, ' ');
        blanks_ -= some;
        if (blanks_ > 0) break;
        if (at < rest_.size() && !Character(io, rest_[at++], &out)) return Progress::Done(1);
      }
      rest_.erase(0, at);
      io.Out(out);
      if (io.Tick(out.size() + at + 1)) return Progress::Yield();
    }
  }
  void Suspend() override { inputs_.Suspend(); }

 private:
  bool Character(CommandIo& io, char c, std::string* out) {
    if (convert_) {
      if (c == '\t') {
        bool last = false;
        uint64_t next = stops_.Next(column_, &stop_, &last);
        if (last) next = column_ + 1;
        if (next < column_) {
          io.Error("input line is too long");
          return false;
        }
        blanks_ = next - column_;
        column_ = next;
      } else if (c == '\b') {
        column_ -= column_ > 0 ? 1 : 0;
        stop_ -= stop_ > 0 ? 1 : 0;
      } else {
        ++column_;
      }
      convert_ = !initial_ || c == ' ' || c == '\t';
      if (c == '\t') return true;
    }
    *out += c;
    if (c == '\n') {
      convert_ = true;
      column_ = stop_ = 0;
    }
    return true;
  }

  bool initial_ = false;
  TabStops stops_;

  Inputs inputs_;
  bool convert_ = true;  // on this line
  uint64_t column_ = 0, stop_ = 0;
  uint64_t blanks_ = 0;  // to be put out before rest_
  std::string rest_;
};

constexpr int kFirstOnly = kFirstLongOption;
constexpr CommandOption kUnexpandOptions[] = {
    {'a', "all"},
    {'t', "tabs", OptionArgument::kRequired},
    LongRow(kFirstOnly, "first-only"),
    {',', ""},
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

// Blanks become tabs.
class Unexpand : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(inputs_, convert_, previous_blank_, lone_blank_, column_, next_, stop_, pending_);
    archive.Charged(charged_);
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kUnexpandOptions);
    std::string digits;
    bool first_only = false;
    auto take = [&] {
      std::optional<uint64_t> column = ParseCount(digits);
      if (!digits.empty()) stops_.Add(column.value_or(0));
      digits.clear();
    };
    while (options.Next()) {
      switch (options.id()) {
        case 'a': all_ = true; break;
        case 't':
          all_ = true;
          if (!stops_.Parse(io, options.value())) return 1;
          break;
        case kFirstOnly: first_only = true; break;
        case ',': take(); break;
        default:
          digits += static_cast<char>(options.id());
          if (ParseCount(digits) == UINT64_MAX) {
            io.Error("tab stop value is too large");
            return 1;
          }
          break;
      }
    }
    if (options.status()) return options.status();
    if (first_only) all_ = false;
    take();
    if (!stops_.Finish(io)) return 1;
    inputs_.Start(options.operands());
    return std::nullopt;
  }

  Progress Run(CommandIo& io) override {
    while (true) {
      std::string_view bytes;
      Got got = inputs_.NextBytes(io, &bytes);
      if (auto end = StepEnd(got)) return *end;
      std::string out;
      if (got == Got::kEnd) {
        if (convert_) Flush(&out);
        io.Out(out);
        return Progress::Done(inputs_.failed() ? 1 : 0);
      }
      for (char c : bytes) {
        if (Character(c, &out)) continue;
        io.Out(out);
        io.Error("input line is too long");
        return Progress::Done(1);
      }
      io.Out(out);
      if (pending_.size() > charged_ + 65536) {
        if (!io.Reserve(static_cast<int64_t>(2 * pending_.size() - charged_)))
          return Progress::Done(2);
        charged_ = 2 * pending_.size();
      }
      if (io.Tick(bytes.size())) return Progress::Yield();
    }
  }
  void Suspend() override { inputs_.Suspend(); }

 private:
  void Flush(std::string* out) {
    if (pending_.empty()) return;
    if (pending_.size() > 1 && lone_blank_) pending_[0] = '\t';
    *out += pending_;
    pending_.clear();
    lone_blank_ = false;
  }

  // Blanks wait in pending_ until it is known whether a tab takes their place. False:
  // the line is too long.
  bool Character(char c, std::string* out) {
    if (convert_) {
      bool blank = c == ' ' || c == '\t';
      if (blank) {
        bool last = false;
        next_ = stops_.Next(column_, &stop_, &last);
        convert_ = !last;
        if (convert_) {
          if (next_ < column_) return false;
          if (c == '\t') {
            column_ = next_;
            if (!pending_.empty()) pending_[0] = '\t';
          } else {
            ++column_;
            if (!(previous_blank_ && column_ == next_)) {
              lone_blank_ |= column_ == next_;
              pending_ += c;
              previous_blank_ = true;
              return true;
            }
            c = '\t';
            if (!pending_.empty()) pending_[0] = '\t';
          }
          // A single blank before the stop before this one stays, as a tab.
          pending_.resize(std::min<size_t>(pending_.size(), lone_blank_ ? 1 : 0));
        }
      } else if (c == '\b') {
        column_ -= column_ > 0 ? 1 : 0;
        next_ = column_;
        stop_ -= stop_ > 0 ? 1 : 0;
      } else {
        ++column_;
      }
      Flush(out);
      previous_blank_ = blank;
      convert_ = convert_ && (all_ || blank);
    }
    *out += c;
    if (c == '\n') {
      convert_ = previous_blank_ = true;
      lone_blank_ = false;
      column_ = next_ = stop_ = 0;
    }
    return true;
  }

  bool all_ = false;
  TabStops stops_;

  Inputs inputs_;
  bool convert_ = true, previous_blank_ = true, lone_blank_ = false;
  uint64_t column_ = 0, next_ = 0, stop_ = 0;
  std::string pending_;
  uint64_t charged_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeExpand() { return Make<Expand>(); }
std::unique_ptr<Command> MakeUnexpand() { return Make<Unexpand>(); }

}  // namespace pysub::shell
