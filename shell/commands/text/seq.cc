#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "pysub/shell/command.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

constexpr CommandOption kOptions[] = {{'f', "format", OptionArgument::kRequired},
                                      {'s', "separator", OptionArgument::kRequired},
                                      {'w', "equal-width"}};

// seq [FIRST [INCREMENT]] LAST. Whole numbers are counted exactly, others as long
// double as coreutils do.
class Seq : public TextCommand {
 public:
  void Fields(Archive& archive) override { archive(at_); }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    // A negative number is an operand: everything from the first one on.
    std::vector<std::string> numbers;
    auto args = io.args();
    size_t options_end = 0;
    while (options_end < args.size() && !IsNegative(args[options_end]) &&
           args[options_end].starts_with('-') && args[options_end] != "-" &&
           args[options_end] != "--") {
      const std::string& word = args[options_end++];
      bool takes_next = word == "-f" || word == "-s" || word == "--format" || word == "--separator";
      if (takes_next && options_end < args.size()) ++options_end;
    }
    Options options(io, kOptions, Options::kStopAtOperand);
    while (!IsAtNumber(io, options) && options.Next()) {
      switch (options.id()) {
        case 'f': format_ = options.value(); break;
        case 's': separator_ = options.value(); break;
        default: equal_width_ = true; break;
      }
    }
    if (options.status()) return options.status();
    if (options_end < args.size() && args[options_end] == "--") ++options_end;
    numbers.assign(args.begin() + static_cast<ptrdiff_t>(options_end), args.end());
    if (numbers.empty()) return options.Misuse("missing operand");
    if (numbers.size() > 3) return options.Misuse("extra operand " + QuoteWord(numbers[3]));
    for (const std::string& number : numbers) {
      char* end = nullptr;
      long double value = std::strtold(number.c_str(), &end);
      if (end == number.c_str() || *end != '\0')
        return options.Misuse("invalid floating point argument: " + QuoteWord(number));
      if (std::isnan(value))
        return options.Misuse("invalid ‘not-a-number’ argument: " + QuoteWord(number));
    }
    std::string first = numbers.size() > 1 ? numbers[0] : "1";
    std::string step = numbers.size() > 2 ? numbers[1] : "1";
    last_ = std::strtold(numbers.back().c_str(), nullptr);
    first_ = std::strtold(first.c_str(), nullptr);
    step_ = std::strtold(step.c_str(), nullptr);
    if (step_ == 0) return options.Misuse("invalid Zero increment value: " + QuoteWord(step));
    if (equal_width_ && !format_.empty()) {
      return options.Misuse("format string may not be specified when printing equal width strings");
    }
    std::optional<int> failed = SetFormat(io, first, step, numbers.back());
    if (!failed) SetWhole(first, step, numbers.back());
    return failed;
  }

  Progress Run(CommandIo& io) override {
    std::string out;
    while (true) {
      long double value = first_ + static_cast<long double>(at_) * step_;
      bool past = whole_ ? IsPastLast() : step_ > 0 ? value > last_ : value < last_;
      if (past && (whole_ || !PrintsAsLast(value))) break;
      if (at_ > 0) out += separator_;
      out += whole_ ? count_ : Text(value);
      if (whole_) AddStep();
      ++at_;
      if (past) break;
      if (io.Tick(16 + count_.size() + static_cast<uint64_t>(std::max(decimals_, 0)))) {
        io.Out(out);
        return Progress::Yield();
      }
      if (out.size() > 32768) {
        io.Out(out);
        out.clear();
      }
    }
    if (at_ > 0) out += '\n';
    io.Out(out);
    return Progress::Done(0);
  }

 private:
  static constexpr int kMostDecimals = 17'000;  // no long double has digits behind them

  static bool IsNegative(std::string_view word) {
    return word.size() > 1 && word[0] == '-' &&
           ((word[1] >= '0' && word[1] <= '9') || word[1] == '.');
  }
  // The parser's next word would be a number.
  bool IsAtNumber(CommandIo& io, Options& options) const {
    size_t position = options.position();
    return position < io.args().size() && IsNegative(io.args()[position]);
  }

  static int Decimals(std::string_view text) {
    size_t point = text.find('.');
    if (text.find_first_of("xX") != std::string_view::npos)
      return text.find_first_of(".pP") == std::string_view::npos ? 0 : -1;
    size_t e = text.find_first_of("eE");
    int decimals = point == std::string_view::npos
                       ? 0
                       : static_cast<int>(std::min(e, text.size()) - point - 1);
    if (e != std::string_view::npos) {
      const long exponent = std::strtol(std::string(text.substr(e + 1)).c_str(), nullptr, 10);
      decimals = static_cast<int>(
          std::max(0L, decimals - std::clamp(exponent, -2L * kMostDecimals, 2L * kMostDecimals)));
    }
    return decimals;
  }

  // Columns of a number in front of its point, as it is written: 3 for 003 and for -01.
  static size_t WholeWidth(std::string_view text) {
    while (!text.empty() && (text[0] == '+' || text[0] == ' ')) text.remove_prefix(1);
    const size_t sign = text.starts_with('-') ? 1 : 0;
    const size_t e = std::min(text.find_first_of("eE"), text.size());
    const size_t point = std::min(text.find('.'), e);
    size_t width = sign + std::max<size_t>(point - std::min(point, sign), 1);
    if (e < text.size()) {
      const long exponent = std::strtol(std::string(text.substr(e + 1)).c_str(), nullptr, 10);
      width += static_cast<size_t>(std::clamp(exponent, 0L, long{kMostDecimals}));
    }
    return width;
  }

  std::optional<int> SetFormat(CommandIo& io, const std::string& first, const std::string& step,
                               const std::string& last) {
    if (!format_.empty()) return CheckFormat(io);
    decimals_ = std::max(Decimals(first), Decimals(step));
    if (Decimals(first) < 0 || Decimals(step) < 0) decimals_ = -1;
    for (const std::string& text : {first, step, last}) {
      if (Decimals(text) <= kMostDecimals) continue;
      io.Error("more than " + std::to_string(kMostDecimals) + " decimals: " + QuoteWord(text));
      return 1;
    }
    if (equal_width_ && decimals_ >= 0) {
      const size_t behind = decimals_ > 0 ? static_cast<size_t>(decimals_) + 1 : 0;
      width_ = behind + std::max(WholeWidth(first), WholeWidth(last));
    }
    return std::nullopt;
  }

  // Whole numbers of any size, which a long double has not: 1, 99999999999999999999.
  void SetWhole(std::string_view first, std::string_view step, std::string_view last) {
    constexpr int64_t kMostStep = 200;
    auto digits = [](std::string_view text) {
      return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    };
    auto plain = [](std::string_view text) {
      return std::string(text.substr(std::min(text.find_first_not_of('0'), text.size() - 1)));
    };
    if (equal_width_ || !format_.empty() || !digits(first) || !digits(step) || !digits(last) ||
        step_ > kMostStep)
      return;
    if (std::max(first.size(), last.size()) < 16) return;
    whole_ = true;
    count_ = plain(first);
    whole_last_ = plain(last);
    // (What was printed before a snapshot.)
    const uint64_t step_size = static_cast<uint64_t>(step_);
    Add(at_ <= UINT64_MAX / step_size ? at_ * step_size : UINT64_MAX);
  }
  bool IsPastLast() const {
    return count_.size() != whole_last_.size() ? count_.size() > whole_last_.size()
                                               : count_ > whole_last_;
  }
  void AddStep() { Add(static_cast<uint64_t>(step_)); }
  void Add(uint64_t more) {
    for (size_t i = count_.size(); more > 0;) {
      if (i == 0) {
        count_.insert(0, 1, '0');
        ++i;
      }
      --i;
      more += static_cast<uint64_t>(count_[i] - '0');
      count_[i] = static_cast<char>('0' + more % 10);
      more /= 10;
    }
  }

  // One % directive for a floating number.
  std::optional<int> CheckFormat(CommandIo& io) {
    size_t directives = 0;
    for (size_t i = 0; i < format_.size(); ++i) {
      if (format_[i] != '%') continue;
      if (i + 1 < format_.size() && format_[i + 1] == '%') {
        ++i;
        continue;
      }
      size_t end = format_.find_first_not_of("0123456789.-+ #'", i + 1);
      if (end != std::string::npos && format_[end] == 'L') ++end;
      if (end == std::string::npos ||
          std::string_view("efgaEFGA").find(format_[end]) == std::string_view::npos) {
        io.Error("format " + QuoteWord(format_) +
                 (end == std::string::npos
                      ? " ends in %"
                      : " has unknown %" + std::string(1, format_[end]) + " directive"));
        return 1;
      }
      // A width of many digits would make much out of little.
      if (end - i > 7) {
        io.Error("format " + QuoteWord(format_) + " is too wide");
        return 1;
      }
      ++directives;
      directive_begin_ = i;
      directive_end_ = end + 1;
      i = end;
    }
    if (directives == 1) return std::nullopt;
    io.Error("format " + QuoteWord(format_) +
             (directives == 0 ? " has no % directive" : " has too many % directives"));
    return 1;
  }

  static std::string Print(const char* format, int precision, long double value) {
    char buffer[128];
    int size = precision < 0 ? std::snprintf(buffer, sizeof(buffer), format, value)
                             : std::snprintf(buffer, sizeof(buffer), format, precision, value);
    if (size < static_cast<int>(sizeof(buffer)))
      return std::string(buffer, static_cast<size_t>(std::max(size, 0)));
    std::string text(static_cast<size_t>(size) + 1, '\0');
    if (precision < 0) {
      std::snprintf(text.data(), text.size(), format, value);
    } else {
      std::snprintf(text.data(), text.size(), format, precision, value);
    }
    text.pop_back();
    return text;
  }
  static std::string Fixed(long double value, int decimals) {
    return Print("%.*Lf", decimals, value);
  }

  std::string Text(long double value) const {
    if (!format_.empty()) {
      std::string directive = format_.substr(directive_begin_, directive_end_ - directive_begin_);
      if (directive.find('L') == std::string::npos) directive.insert(directive.size() - 1, 1, 'L');
      return Unescape(format_.substr(0, directive_begin_)) + Print(directive.c_str(), -1, value) +
             Unescape(format_.substr(directive_end_));
    }
    if (decimals_ < 0) return Print("%Lg", -1, value);
    if (decimals_ == 0 && width_ == 0 && std::fabs(value) < 1e15L) {
      char buffer[24];
      auto end = std::to_chars(buffer, buffer + sizeof(buffer), static_cast<int64_t>(value)).ptr;
      return std::string(buffer, static_cast<size_t>(end - buffer));
    }
    std::string text = Fixed(value, decimals_);
    if (text.size() < width_) text.insert(text.starts_with('-') ? 1 : 0, width_ - text.size(), '0');
    return text;
  }
  static std::string Unescape(std::string_view text) {
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '%') ++i;
      out += '%' == text[std::min(i, text.size() - 1)] ? '%' : text[i];
    }
    return out;
  }

  // "seq 0 0.1 0.3" prints 0.3, which the sum passes by a hair.
  bool PrintsAsLast(long double value) const {
    if (at_ == 0) return false;
    std::string shown = Text(value);
    long double read = std::strtold(shown.c_str(), nullptr);
    return format_.empty() && decimals_ > 0 && read == last_ && shown != Text(value - step_);
  }

  std::string format_, separator_ = "\n";
  bool equal_width_ = false;
  size_t directive_begin_ = 0, directive_end_ = 0;
  long double first_ = 1, step_ = 1, last_ = 1;
  int decimals_ = 0;
  size_t width_ = 0;
  bool whole_ = false;
  std::string count_, whole_last_;

  uint64_t at_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeSeq() { return Make<Seq>(); }

}  // namespace pysub::shell
