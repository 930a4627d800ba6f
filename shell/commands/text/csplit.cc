// csplit: cuts a file at lines that match, or at numbers of lines.

#include <algorithm>
#include <cerrno>
#include <memory>
#include <utility>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "shell/commands/simple.h"
#include "shell/commands/text_command.h"
#include "shell/regex/regex.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

constexpr OptionArgument kRequired = OptionArgument::kRequired;
constexpr CommandOption kOptions[] = {
    {'b', "suffix-format", kRequired},
    {'f', "prefix", kRequired},
    {'k', "keep-files"},
    {'n', "digits", kRequired},
    {'q', "quiet"},
    LongRow('q', "silent"),
    {'s', ""},
    {'z', "elide-empty-files"},
    LongRow(256, "suppress-matched"),
};

// All of the input is kept: an offset may lead back.
class Csplit : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(stage_, inputs_, text_, next_byte_, next_line_, look_byte_, look_line_, current_line_,
            pattern_, repetition_, out_, piece_, piece_bytes_, target_line_, counting_, dumping_,
            saves_, failed_, started_);
    archive.Charged(charged_);
    if (stage_ > Stage::kFinish || next_byte_ > text_.size() || look_byte_ > text_.size())
      archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;
  void Suspend() override { inputs_.Suspend(); }

 private:
  // kRead -> kNext (the next pattern) -> kSearch (a line) -> kWrite (up to target_line_) -> kNext;
  // at the end, or at an error, kWrite writes the rest -> kFinish.
  enum class Stage : uint8_t { kRead, kNext, kSearch, kWrite, kFinish };

  struct Pattern {
    std::string word;
    uint64_t line = 0;  // without a regex: up to this line
    std::shared_ptr<Regex> regex;
    bool skips = false;  // %...%
    int64_t offset = 0;
    uint64_t repeat = 0;
    bool forever = false;
  };

  // ---- words
  int Refuse(CommandIo& io, const std::string& text) {
    io.Error(text);
    return 1;
  }
  std::optional<int> TakeOption(CommandIo& io, Options& options);
  std::optional<int> TakeFormat(CommandIo& io, std::string_view format);
  std::optional<int> TakePattern(CommandIo& io, const std::string& word);
  std::optional<int> TakeRegex(CommandIo& io, const std::string& word);
  std::optional<int> TakeRepeat(CommandIo& io, const std::string& word);
  std::optional<int> TakeLine(CommandIo& io, const std::string& word);
  std::optional<int> Keep(CommandIo& io, Pattern pattern);

  // A state that somebody has changed may be at a pattern that is none.
  bool IsSound() const {
    if (stage_ == Stage::kSearch)
      return pattern_ < patterns_.size() && patterns_[pattern_].regex != nullptr;
    return stage_ != Stage::kWrite || dumping_ || pattern_ < patterns_.size();
  }

  // ---- work
  std::optional<Progress> Read(CommandIo& io);
  void Next(CommandIo& io);
  std::optional<Progress> Search(CommandIo& io);
  std::optional<Progress> Write(CommandIo& io);
  void EndWrite(CommandIo& io);
  void Matched(CommandIo& io);
  void NotFound(CommandIo& io);
  void OutOfRange(CommandIo& io);
  bool OpenPiece(CommandIo& io);
  void ClosePiece(CommandIo& io);
  std::string NameOf(uint64_t piece) const;
  std::string OnRepetition() const {
    return repetition_ == 0 ? "" : " on repetition " + std::to_string(repetition_);
  }
  // Behind the line that begins at `at`.
  size_t EndOfLine(size_t at) const { return std::min(text_.find('\n', at), text_.size() - 1) + 1; }
  void DropLine() {
    if (next_byte_ >= text_.size()) return;
    next_byte_ = EndOfLine(next_byte_);
    current_line_ = std::max(current_line_, next_line_++);
  }

  std::string prefix_ = "xx", before_number_, after_number_;
  size_t digits_ = 2;
  char radix_ = 'd';
  bool left_ = false, zeros_ = true;
  bool keep_ = false, quiet_ = false, elide_ = false, suppress_ = false;
  std::vector<Pattern> patterns_;

  Stage stage_ = Stage::kRead;
  Inputs inputs_;
  std::string text_;
  uint64_t charged_ = 0;
  uint64_t next_byte_ = 0, next_line_ = 1;  // the first line that is not written
  uint64_t look_byte_ = 0, look_line_ = 1;  // the line that is looked at
  uint64_t current_line_ = 0;               // the last one that was taken or matched
  uint64_t pattern_ = 0, repetition_ = 0;
  int out_ = -1;
  uint64_t piece_ = 0, piece_bytes_ = 0;
  uint64_t target_line_ = 0;
  bool counting_ = false;  // target_line_ is that of a number
  bool dumping_ = false;   // the rest is written
  bool saves_ = false;     // what is passed goes into a file
  bool failed_ = false;
  bool started_ = false;  // words of a loaded command were warned of already
};

// ---- words

std::optional<int> Csplit::TakeOption(CommandIo& io, Options& options) {
  switch (options.id()) {
    case 'b': return TakeFormat(io, options.value());
    case 'f': prefix_ = options.value(); break;
    case 'k': keep_ = true; break;
    case 'n': {
      const std::optional<uint64_t> digits = TakeCount(io, "invalid number", options.value());
      if (!digits) return 1;
      if (*digits > 200) return Refuse(io, "more than 200 digits are not supported");
      digits_ = *digits;
      break;
    }
    case 'z': elide_ = true; break;
    case 256: suppress_ = true; break;
    default: quiet_ = true;
  }
  return std::nullopt;
}

// One conversion of printf for a number: "%03d.txt".
std::optional<int> Csplit::TakeFormat(CommandIo& io, std::string_view format) {
  size_t conversions = 0;
  std::string* to = &before_number_;
  before_number_.clear();
  digits_ = 0;
  zeros_ = false;
  for (size_t at = 0; at < format.size(); ++at) {
    if (format[at] != '%' || format.substr(at, 2) == "%%") {
      *to += format[at];
      at += format[at] == '%' ? 1 : 0;
      continue;
    }
    for (++at; at < format.size() && (format[at] == '-' || format[at] == '0'); ++at)
      (format[at] == '-' ? left_ : zeros_) = true;
    for (; at < format.size() && ((format[at] >= '0' && format[at] <= '9') || format[at] == '.');
         ++at) {
      if (format[at] == '.') {
        zeros_ = true;
        digits_ = 0;
      } else {
        digits_ = std::min<size_t>(digits_ * 10 + static_cast<size_t>(format[at] - '0'), 200);
      }
    }
    if (at >= format.size()) return Refuse(io, "missing conversion specifier in suffix");
    if (std::string_view("diuoxX").find(format[at]) == std::string_view::npos)
      return Refuse(io, std::string("invalid conversion specifier in suffix: ") + format[at]);
    radix_ = format[at];
    if (++conversions > 1) return Refuse(io, "too many % conversion specifications in suffix");
    to = &after_number_;
  }
  if (conversions == 0) return Refuse(io, "missing % conversion specification in suffix");
  return std::nullopt;
}

std::optional<int> Csplit::TakeRegex(CommandIo& io, const std::string& word) {
  Pattern pattern{.word = word, .skips = word[0] == '%'};
  const size_t close = word.rfind(word[0]);
  if (close == 0)
    return Refuse(io, word + ": closing delimiter '" + word.substr(0, 1) + "' missing");
  std::string error;
  pattern.regex = Regex::Compile(word.substr(1, close - 1), {.syntax = RegexSyntax::kPosixBasic},
                                 &io.account(), &error);
  if (pattern.regex == nullptr)
    return Refuse(io, QuoteWord(word) + ": invalid regular expression: " + error);
  std::string_view offset = std::string_view(word).substr(close + 1);
  if (!offset.empty()) {
    while (offset.starts_with(' ')) offset.remove_prefix(1);
    if (offset.starts_with('+')) offset.remove_prefix(1);
    if (!ReadWhole(offset, &pattern.offset))
      return Refuse(io, QuoteWord(word) + ": integer expected after delimiter");
  }
  return Keep(io, std::move(pattern));
}

std::optional<int> Csplit::Keep(CommandIo& io, Pattern pattern) {
  if (!io.Reserve(3 * sizeof(Pattern))) return 2;  // (the list grows)
  patterns_.push_back(std::move(pattern));
  return std::nullopt;
}

std::optional<int> Csplit::TakeRepeat(CommandIo& io, const std::string& word) {
  if (!word.ends_with('}'))
    return Refuse(io, QuoteWord(word) + ": '}' is required in repeat count");
  const std::string_view count = std::string_view(word).substr(1, word.size() - 2);
  Pattern& last = patterns_.back();
  if (count == "*") {
    last.forever = true;
  } else if (!ReadWhole(count, &last.repeat)) {
    return Refuse(
        io, QuoteWord(word.substr(0, word.size() - 1)) + "}: integer required between '{' and '}'");
  }
  return std::nullopt;
}

std::optional<int> Csplit::TakeLine(CommandIo& io, const std::string& word) {
  Pattern pattern{.word = word};
  if (!ReadWhole(word, &pattern.line)) return Refuse(io, QuoteWord(word) + ": invalid pattern");
  if (pattern.line == 0) return Refuse(io, word + ": line number must be greater than zero");
  for (size_t i = patterns_.size(); i-- > 0;) {
    const uint64_t before = patterns_[i].line;
    if (before == 0) continue;
    if (pattern.line < before)
      return Refuse(io, "line number " + QuoteWord(word) +
                            " is smaller than preceding line number, " + std::to_string(before));
    if (pattern.line == before && !started_)
      io.Error("warning: line number " + QuoteWord(word) + " is the same as preceding line number");
    break;
  }
  return Keep(io, std::move(pattern));
}

std::optional<int> Csplit::TakePattern(CommandIo& io, const std::string& word) {
  if (word.starts_with('/') || word.starts_with('%')) return TakeRegex(io, word);
  if (word.starts_with('{') && !patterns_.empty()) return TakeRepeat(io, word);
  return TakeLine(io, word);
}

std::optional<int> Csplit::Start(CommandIo& io) {
  Options options(io, kOptions);
  while (options.Next()) {
    if (std::optional<int> status = TakeOption(io, options)) return status;
  }
  if (options.status()) return options.status();
  const std::vector<std::string>& words = options.operands();
  if (words.empty()) return options.Misuse("missing operand");
  if (words.size() < 2) return options.Misuse("missing operand after " + QuoteWord(words[0]));
  for (size_t i = 1; i < words.size(); ++i) {
    if (std::optional<int> status = TakePattern(io, words[i])) return status;
  }
  if (!IsSound()) return 1;
  started_ = true;
  inputs_.Start({words[0]});
  inputs_.set_open_error("cannot open ", " for reading");
  return std::nullopt;
}

// ---- work

std::optional<Progress> Csplit::Read(CommandIo& io) {
  std::string_view bytes;
  const Got got = inputs_.NextBytes(io, &bytes);
  if (auto end = StepEnd(got)) return *end;
  if (got == Got::kEnd) {
    if (inputs_.failed()) return Progress::Done(1);
    stage_ = Stage::kNext;
    return std::nullopt;
  }
  if (!MakeRoom(io, &text_, bytes.size(), &charged_)) return Progress::Done(2);
  text_ += bytes;
  return io.Tick(bytes.size()) ? std::optional(Progress::Yield()) : std::nullopt;
}

// The next pattern, or the rest of the text.
void Csplit::Next(CommandIo& io) {
  counting_ = false;
  if (pattern_ >= patterns_.size()) {
    dumping_ = saves_ = true;
    target_line_ = UINT64_MAX;
    stage_ = OpenPiece(io) ? Stage::kWrite : Stage::kFinish;
    return;
  }
  const Pattern& pattern = patterns_[pattern_];
  saves_ = !pattern.skips;
  if (saves_ && !OpenPiece(io)) return;
  if (pattern.regex == nullptr) {
    if (text_.empty()) {
      io.Error("input disappeared");
      if (out_ >= 0) io.Close(std::exchange(out_, -1));  // (its size is not told)
      keep_ = failed_ = true;
      stage_ = Stage::kFinish;
      return;
    }
    counting_ = true;
    if (__builtin_mul_overflow(pattern.line, repetition_ + 1, &target_line_))
      target_line_ = UINT64_MAX;
    stage_ = Stage::kWrite;
    return;
  }
  look_byte_ = next_byte_;
  look_line_ = next_line_;
  stage_ = Stage::kSearch;
}

// A line from the one behind current_line_ on.
std::optional<Progress> Csplit::Search(CommandIo& io) {
  if (look_byte_ >= text_.size()) {
    NotFound(io);
    return std::nullopt;
  }
  const size_t end = EndOfLine(look_byte_);
  if (look_line_ > current_line_) {
    current_line_ = look_line_;
    std::string_view line = std::string_view(text_).substr(look_byte_, end - look_byte_);
    if (line.ends_with('\n')) line.remove_suffix(1);
    const RegexOutcome outcome = patterns_[pattern_].regex->Search(
        RegexSubject(line), 0, nullptr, 0, RegexAnchor::kNone, &io.account());
    if (outcome == RegexOutcome::kGaveUp) {
      io.Error("a regular expression is too hard to match");
      failed_ = true;
      stage_ = Stage::kFinish;
      return std::nullopt;
    }
    if (outcome == RegexOutcome::kStopped) return Progress::Yield();
    if (outcome == RegexOutcome::kMatch) {
      Matched(io);
      return std::nullopt;
    }
  }
  const size_t size = end - look_byte_;
  look_byte_ = end;
  ++look_line_;
  return io.Tick(size) ? std::optional(Progress::Yield()) : std::nullopt;
}

void Csplit::Matched(CommandIo& io) {
  const int64_t offset = patterns_[pattern_].offset;
  const auto line = static_cast<int64_t>(current_line_);
  int64_t target = 0;
  if (__builtin_add_overflow(line, offset, &target) || target < static_cast<int64_t>(next_line_)) {
    OutOfRange(io);
    stage_ = Stage::kFinish;
    return;
  }
  target_line_ = static_cast<uint64_t>(target);
  stage_ = Stage::kWrite;
}

void Csplit::NotFound(CommandIo& io) {
  const Pattern& pattern = patterns_[pattern_];
  if (!pattern.forever) {
    io.Error(QuoteWord(pattern.word) + ": match not found" + OnRepetition());
    failed_ = true;
  }
  dumping_ = true;
  target_line_ = UINT64_MAX;
  stage_ = saves_ ? Stage::kWrite : Stage::kFinish;
}

void Csplit::OutOfRange(CommandIo& io) {
  io.Error(QuoteWord(patterns_[pattern_].word) + ": line number out of range" +
           (counting_ ? OnRepetition() : ""));
  failed_ = true;
}

// Lines up to target_line_.
std::optional<Progress> Csplit::Write(CommandIo& io) {
  constexpr size_t kPiece = 65536;
  while (next_line_ < target_line_ && next_byte_ < text_.size()) {
    const size_t begin = next_byte_;
    while (next_line_ < target_line_ && next_byte_ < text_.size() && next_byte_ - begin < kPiece)
      DropLine();
    if (saves_) {
      io.Write(out_, std::string_view(text_).substr(begin, next_byte_ - begin));
      piece_bytes_ += next_byte_ - begin;
    }
    if (io.Tick(next_byte_ - begin)) return Progress::Yield();
  }
  EndWrite(io);
  return std::nullopt;
}

void Csplit::EndWrite(CommandIo& io) {
  if (dumping_) {
    stage_ = Stage::kFinish;
    return;
  }
  const Pattern& pattern = patterns_[pattern_];
  stage_ = Stage::kNext;
  if (next_line_ < target_line_) {
    OutOfRange(io);
    stage_ = Stage::kFinish;
    return;
  }
  const bool at_end = next_byte_ >= text_.size();
  if (saves_ && !(counting_ && at_end && !suppress_)) ClosePiece(io);
  if (counting_ && at_end && !suppress_) {
    OutOfRange(io);
    stage_ = Stage::kFinish;
    return;
  }
  if (!counting_) {
    const uint64_t matched = current_line_;
    if (suppress_) DropLine();
    current_line_ = std::max(matched, pattern.offset > 0 ? target_line_ : matched);
  } else if (suppress_) {
    DropLine();
  }
  if (pattern.forever || repetition_ < pattern.repeat) {
    ++repetition_;
  } else {
    repetition_ = 0;
    ++pattern_;
  }
}

// ---- files

std::string Csplit::NameOf(uint64_t piece) const {
  std::string number;
  const uint64_t base = radix_ == 'o' ? 8 : radix_ == 'x' || radix_ == 'X' ? 16 : 10;
  const char* digits = radix_ == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
  do number.insert(0, 1, digits[piece % base]);
  while ((piece /= base) != 0);
  if (number.size() < digits_) {
    const size_t missing = digits_ - number.size();
    if (left_)
      number.append(missing, ' ');
    else
      number.insert(0, missing, zeros_ ? '0' : ' ');
  }
  return prefix_ + before_number_ + number + after_number_;
}

bool Csplit::OpenPiece(CommandIo& io) {
  const std::string name = NameOf(piece_);
  out_ = io.Open(name, OpenMode::kWrite);
  piece_bytes_ = 0;
  ++piece_;
  if (out_ >= 0) return true;
  io.Error(QuoteFileIfNeeded(name), io.error());
  --piece_;
  failed_ = true;
  stage_ = Stage::kFinish;
  return false;
}

void Csplit::ClosePiece(CommandIo& io) {
  if (out_ < 0) return;
  io.Close(std::exchange(out_, -1));
  if (piece_bytes_ == 0 && elide_) {
    (void)io.files().Unlink(CallerOf(io), NameOf(--piece_));
    return;
  }
  if (!quiet_) io.Out(std::to_string(piece_bytes_) + "\n");
}

Progress Csplit::Run(CommandIo& io) {
  while (true) {
    std::optional<Progress> stop;
    switch (stage_) {
      case Stage::kRead: stop = Read(io); break;
      case Stage::kNext: Next(io); break;
      case Stage::kSearch: stop = Search(io); break;
      case Stage::kWrite: stop = Write(io); break;
      case Stage::kFinish:
        ClosePiece(io);
        while (failed_ && !keep_ && piece_ > 0) {
          (void)io.files().Unlink(CallerOf(io), NameOf(--piece_));
          if (io.Tick(64)) return Progress::Yield();
        }
        return Progress::Done(failed_ ? 1 : 0);
    }
    if (stop) return *stop;
  }
}

}  // namespace

std::unique_ptr<Command> MakeCsplit() { return Make<Csplit>(); }

}  // namespace pysub::shell
