// numfmt: numbers with units, to and from what people read.

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "pysub/shell/command.h"
#include "shell/commands/text/field_list.h"
#include "shell/commands/text_command.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

enum LongOptions {
  kFrom = kFirstLongOption,
  kFromUnit,
  kTo,
  kToUnit,
  kRound,
  kPadding,
  kSuffix,
  kGrouping,
  kField,
  kDebug,
  kHeader,
  kFormat,
  kInvalid,
};
constexpr OptionArgument kRequired = OptionArgument::kRequired;
constexpr CommandOption kOptions[] = {
    LongRow(kFrom, "from", kRequired),
    LongRow(kFromUnit, "from-unit", kRequired),
    LongRow(kTo, "to", kRequired),
    LongRow(kToUnit, "to-unit", kRequired),
    LongRow(kRound, "round", kRequired),
    LongRow(kPadding, "padding", kRequired),
    LongRow(kSuffix, "suffix", kRequired),
    LongRow(kGrouping, "grouping"),
    {'d', "delimiter", kRequired},
    LongRow(kField, "field", kRequired),
    LongRow(kDebug, "debug"),
    LongRow(kHeader, "header", OptionArgument::kOptional),
    LongRow(kFormat, "format", kRequired),
    LongRow(kInvalid, "invalid", kRequired),
    {'z', "zero-terminated"},
};

constexpr std::string_view kPowers = "KMGTPEZY";
constexpr int kExactDigits = 18;     // of a long double
constexpr int kMostDigits = 27;      // 999Y
constexpr int kUnscaledDigits = 18;  // of a long double

enum class Scale : uint8_t { kNone, kAuto, kSi, kIec, kIecI };
enum class Rounding : uint8_t { kUp, kDown, kFromZero, kTowardsZero, kNearest };
enum class Invalid : uint8_t { kAbort, kFail, kWarn, kIgnore };

long double Power(long double base, int exponent) {
  long double value = 1;
  for (int i = 0; i < exponent; ++i) value *= base;
  return value;
}

long double Rounded(long double value, Rounding rounding) {
  switch (rounding) {
    case Rounding::kUp: return std::ceil(value);
    case Rounding::kDown: return std::floor(value);
    case Rounding::kFromZero: return value < 0 ? std::floor(value) : std::ceil(value);
    case Rounding::kTowardsZero: return std::trunc(value);
    case Rounding::kNearest: return std::trunc(value < 0 ? value - 0.5L : value + 0.5L);
  }
  return value;
}

// How many times `value` can be divided by the base.
long double Divided(long double value, long double base, int* times) {
  *times = 0;
  while (std::isfinite(value) && std::fabs(value) >= base) {
    value /= base;
    ++*times;
  }
  return value;
}

// Numbers with units, from and to. The arithmetic is that of GNU numfmt, since its rounding shows.
class Numfmt : public TextCommand {
 public:
  void Fields(Archive& archive) override { archive(inputs_, next_, lines_, invalid_seen_, told_); }

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;
  void Suspend() override { inputs_.Suspend(); }

 private:
  void TellOptions(CommandIo& io);
  std::optional<int> TakeOption(CommandIo& io, Options& options);
  template <size_t size>
  static std::optional<size_t> Word(Options& options, const char* option,
                                    const std::string_view (&words)[size]);
  std::optional<int> TakeFormat(CommandIo& io, const std::string& format);
  static bool TakeUnit(CommandIo& io, const std::string& text, uint64_t* unit);

  // False: the command ends with status 2.
  bool OneLine(CommandIo& io, std::string_view line, bool terminated);
  bool OneField(CommandIo& io, std::string_view text, uint64_t field, std::string* out);
  bool Complain(CommandIo& io, const std::string& text);
  bool Parse(CommandIo& io, std::string_view text, long double* value, int* precision, bool* valid);
  bool Digits(std::string_view* text, long double* value, bool* negative, bool* overflow);
  bool Print(CommandIo& io, long double value, int precision, int64_t padding, bool left,
             std::string* out);
  std::string Human(long double value, int precision) const;
  bool IsIncluded(uint64_t field) const {
    return std::any_of(fields_.begin(), fields_.end(), [&](const FieldRange& range) {
      return field >= range.low && field <= range.high;
    });
  }

  Scale from_ = Scale::kNone, to_ = Scale::kNone;
  Rounding rounding_ = Rounding::kFromZero;
  Invalid invalid_ = Invalid::kAbort;
  uint64_t from_unit_ = 1, to_unit_ = 1, header_ = 0;
  int64_t padding_ = 0;
  bool left_ = false, grouping_ = false, automatic_padding_ = false, has_format_ = false;
  bool debug_ = false, groups_option_ = false;
  int zeros_ = 0;  // width that is filled with zeros
  std::string suffix_, before_, after_;
  int delimiter_ = -1, precision_ = -1;
  char line_end_ = '\n';
  std::vector<FieldRange> fields_;
  std::vector<std::string> words_;

  Inputs inputs_;
  uint64_t next_ = 0, lines_ = 0;
  bool invalid_seen_ = false;
  bool told_ = false;        // TellOptions()
  bool is_rounded_ = false;  // the number has more digits than are kept
};

// ---- options
template <size_t size>
std::optional<size_t> Numfmt::Word(Options& options, const char* option,
                                   const std::string_view (&words)[size]) {
  const std::string value(options.value());
  std::string valid;
  std::optional<size_t> found;
  bool ambiguous = false;
  for (size_t i = 0; i < size; ++i) {
    valid += "\n  - ‘" + std::string(words[i]) + "’";
    if (value == words[i]) return i;
    if (value.empty() || !words[i].starts_with(value)) continue;
    ambiguous = found.has_value();
    found = i;
  }
  if (found && !ambiguous) return found;
  options.Misuse(std::string(ambiguous ? "ambiguous" : "invalid") + " argument " +
                 QuoteWord(value) + " for ‘" + option + "’\nValid arguments are:" + valid);
  return std::nullopt;
}

bool Numfmt::TakeUnit(CommandIo& io, const std::string& text, uint64_t* unit) {
  std::string digits = text;
  uint64_t base = 1000;
  if (digits.size() > 1 && digits.ends_with('i')) {
    base = 1024;
    digits.pop_back();
  }
  size_t power = digits.empty() ? std::string_view::npos : kPowers.find(digits.back());
  if (power != std::string_view::npos) digits.pop_back();
  std::optional<uint64_t> number =
      digits.empty() && power != std::string_view::npos ? 1 : ParseCount(digits);
  bool fine = number && *number > 0 && *number != UINT64_MAX &&
              (base == 1000 || power != std::string_view::npos);
  for (size_t i = 0; fine && power != std::string_view::npos && i <= power; ++i) {
    fine = !__builtin_mul_overflow(*number, base, &*number);
  }
  if (!fine) io.Error("invalid unit size: " + QuoteWord(text));
  if (fine) *unit = *number;
  return fine;
}

// "...%['][0][-][N][.N]f..."
std::optional<int> Numfmt::TakeFormat(CommandIo& io, const std::string& format) {
  auto fail = [&](const std::string& text) {
    io.Error(text);
    return 1;
  };
  std::string quoted = QuoteWord(format);
  // "%%" stays as it is, and before the directive it counts as one: so numfmt does it.
  auto literal = [&](size_t* at) {
    size_t length = 0;
    for (; *at < format.size(); ++*at, ++length) {
      if (format[*at] == '%' && format.compare(*at, 2, "%%") != 0) break;
      if (format[*at] == '%') ++*at;
    }
    return length;
  };
  size_t at = 0;
  before_ = format.substr(0, literal(&at));
  if (at == format.size()) return fail("format " + quoted + " has no % directive");
  ++at;
  bool zero = false, minus = false;
  for (; at < format.size() && std::string_view(" '0-").find(format[at]) != std::string_view::npos;
       ++at) {
    grouping_ |= format[at] == '\'';
    zero |= format[at] == '0';
    minus |= format[at] == '-';
  }
  auto number = [&](size_t* digits) -> int64_t {
    int64_t value = 0;
    for (*digits = 0; at < format.size() && format[at] >= '0' && format[at] <= '9';
         ++at, ++*digits) {
      value = std::min<int64_t>(value * 10 + (format[at] - '0'), INT32_MAX);
    }
    return value;
  };
  size_t digits = 0;
  int64_t width = number(&digits);
  if (width > 1 << 20) return fail("invalid format " + quoted + " (width overflow)");
  if (width > 0) {
    if (zero && !minus)
      zeros_ = static_cast<int>(width);
    else
      padding_ = width, left_ = minus;
  }
  if (at == format.size()) return fail("format " + quoted + " ends in %");
  if (format[at] == '.') {
    ++at;
    if (at < format.size() && (format[at] == '-' || format[at] == ' ' || format[at] == '+'))
      return fail("invalid precision in format " + quoted);
    int64_t precision = number(&digits);
    if (precision > 1000) return fail("invalid precision in format " + quoted);
    precision_ = static_cast<int>(precision);
  }
  if (at == format.size() || format[at] != 'f') {
    return fail("invalid format " + quoted + ", directive must be %[0]['][-][N][.][N]f");
  }
  ++at;
  size_t behind = at;
  (void)literal(&at);
  after_ = format.substr(behind);
  if (at < format.size()) return fail("format " + quoted + " has too many % directives");
  return std::nullopt;
}

std::optional<int> Numfmt::TakeOption(CommandIo& io, Options& options) {
  static constexpr std::string_view kFromWords[] = {"none", "auto", "si", "iec", "iec-i"},
                                    kToWords[] = {"none", "si", "iec", "iec-i"};
  static constexpr std::string_view kRoundings[] = {"up", "down", "from-zero", "towards-zero",
                                                    "nearest"};
  static constexpr std::string_view kInvalids[] = {"abort", "fail", "warn", "ignore"};
  const std::string value(options.value());
  std::optional<size_t> word;
  auto fail = [&](const std::string& text) {
    io.Error(text);
    return 1;
  };
  switch (options.id()) {
    case kFrom:
      if (!(word = Word(options, "--from", kFromWords))) return 1;
      from_ = static_cast<Scale>(*word);
      break;
    case kTo:
      if (!(word = Word(options, "--to", kToWords))) return 1;
      to_ = *word == 0 ? Scale::kNone : static_cast<Scale>(*word + 1);
      break;
    case kFromUnit: return TakeUnit(io, value, &from_unit_) ? std::nullopt : std::optional(1);
    case kToUnit: return TakeUnit(io, value, &to_unit_) ? std::nullopt : std::optional(1);
    case kRound:
      if (!(word = Word(options, "--round", kRoundings))) return 1;
      rounding_ = static_cast<Rounding>(*word);
      break;
    case kInvalid:
      if (!(word = Word(options, "--invalid", kInvalids))) return 1;
      invalid_ = static_cast<Invalid>(*word);
      break;
    case kPadding: {
      left_ = value.starts_with('-');
      std::optional<uint64_t> width = ParseCount(left_ ? value.substr(1) : value);
      if (!width || *width == 0 || *width > 1 << 20)
        return fail("invalid padding value " + QuoteWord(value));
      padding_ = static_cast<int64_t>(*width);
      break;
    }
    case kSuffix: suffix_ = value; break;
    case kGrouping: grouping_ = groups_option_ = true; break;
    case kDebug: debug_ = true; break;
    case 'd':
      if (value.size() > 1) return fail("the delimiter must be a single character");
      delimiter_ = value.empty() ? 0 : static_cast<unsigned char>(value[0]);
      break;
    case kField: {
      if (!fields_.empty()) return fail("multiple field specifications");
      if (value == "-") {
        fields_ = {{1, UINT64_MAX}};
      } else if (std::string error = ParseFieldList(value, true, false, &fields_); !error.empty()) {
        return options.Misuse(error);
      }
      break;
    }
    case kHeader: {
      std::optional<uint64_t> count = options.has_value() ? ParseCount(value) : 1;
      if (!count || *count == 0) return fail("invalid header value " + QuoteWord(value));
      header_ = *count;
      break;
    }
    case kFormat: has_format_ = true; return TakeFormat(io, value);
    case 'z': line_end_ = '\0'; break;
    default: break;
  }
  return std::nullopt;
}

std::optional<int> Numfmt::Start(CommandIo& io) {
  Options options(io, kOptions);
  while (options.Next()) {
    if (std::optional<int> status = TakeOption(io, options)) return status;
  }
  if (options.status()) return options.status();
  if (groups_option_ && has_format_) {
    io.Error("--grouping cannot be combined with --format");
    return 1;
  }
  if (grouping_ && to_ != Scale::kNone) {
    io.Error("grouping cannot be combined with --to");
    return 1;
  }
  if (fields_.empty()) fields_ = {{1, 1}};
  automatic_padding_ = padding_ == 0 && delimiter_ < 0;
  words_ = options.operands();
  inputs_.Start({});
  return std::nullopt;
}

// ---- numbers
// True unless the command is to end.
bool Numfmt::Complain(CommandIo& io, const std::string& text) {
  if (invalid_ != Invalid::kIgnore) io.Error(text);
  return invalid_ != Invalid::kAbort;
}

bool Numfmt::Digits(std::string_view* text, long double* value, bool* negative, bool* overflow) {
  *negative = text->starts_with('-');
  if (*negative) text->remove_prefix(1);
  int digits = 0;
  bool found = false;
  for (; !text->empty() && text->front() >= '0' && text->front() <= '9'; text->remove_prefix(1)) {
    int digit = text->front() - '0';
    found = true;
    if (*value != 0 || digit != 0) ++digits;
    if (digits > kExactDigits) is_rounded_ = true;
    *overflow = digits > kMostDigits;
    if (*overflow) return false;
    *value = *value * 10 + digit;
  }
  return found || text->starts_with('.');
}

// False: the command ends.
bool Numfmt::Parse(CommandIo& io, std::string_view text, long double* value, int* precision,
                   bool* valid) {
  std::string quoted = QuoteWord(io, text);
  std::string_view rest = text;
  bool negative = false, overflow = false;
  *valid = is_rounded_ = false;
  bool fine = Digits(&rest, value, &negative, &overflow);
  if (fine && rest.starts_with('.')) {
    rest.remove_prefix(1);
    long double fraction = 0;
    bool negative_fraction = false;
    std::string_view before = rest;
    fine = Digits(&rest, &fraction, &negative_fraction, &overflow) && !negative_fraction &&
           before.size() > rest.size();
    *precision = static_cast<int>(before.size() - rest.size());
    *value += fraction / Power(10, *precision);
  }
  if (overflow) return Complain(io, "value too large to be converted: " + quoted);
  if (!fine) return Complain(io, "invalid number: " + quoted);
  if (negative) *value = -*value;
  long double base = from_ == Scale::kIec || from_ == Scale::kIecI ? 1024 : 1000;
  if (!rest.empty()) {
    while (rest.starts_with(' ') || rest.starts_with('\t')) rest.remove_prefix(1);
    size_t power = rest.empty() ? std::string_view::npos : kPowers.find(rest[0]);
    if (power == std::string_view::npos) return Complain(io, "invalid suffix in input: " + quoted);
    if (from_ == Scale::kNone)
      return Complain(io, "rejecting suffix in input: " + quoted + " (consider using --from)");
    rest.remove_prefix(1);
    if (from_ == Scale::kAuto && rest.starts_with('i')) {
      base = 1024;
      rest.remove_prefix(1);
    }
    *precision = 0;
    if (from_ == Scale::kIecI) {
      if (!rest.starts_with('i'))
        return Complain(io, "missing 'i' suffix in input: " + quoted + " (e.g Ki/Mi/Gi)");
      rest.remove_prefix(1);
    }
    *value *= Power(base, static_cast<int>(power) + 1);
  } else if (from_ == Scale::kIecI) {
    return Complain(io, "missing 'i' suffix in input: " + quoted + " (e.g Ki/Mi/Gi)");
  }
  if (debug_ && is_rounded_) io.Error("large input value " + quoted + ": possible precision loss");
  if (!rest.empty())
    return Complain(io, "invalid suffix in input " + quoted + ": " + QuoteWord(io, rest));
  *valid = true;
  return true;
}

std::string Numfmt::Human(long double value, int precision) const {
  auto print = [&](int digits, long double number) {
    std::string text(
        static_cast<size_t>(std::snprintf(nullptr, 0, "%0*.*Lf", zeros_, digits, number)) + 1,
        '\0');
    std::snprintf(text.data(), text.size(), "%0*.*Lf", zeros_, digits, number);
    text.pop_back();
    return text;
  };
  if (to_ == Scale::kNone) {
    value = Rounded(value * Power(10, precision), rounding_) / Power(10, precision);
    return print(precision, value);
  }
  long double base = to_ == Scale::kSi ? 1000 : 1024;
  int power = 0;
  value = Divided(value, base, &power);
  int adjust = precision_ >= 0 ? std::min(power * 3, precision_) : std::fabs(value) < 10 ? 1 : 0;
  value = Rounded(value * Power(10, adjust), rounding_) / Power(10, adjust);
  if (std::fabs(value) >= base) {
    value /= base;
    ++power;
  }
  bool point = value != 0 && std::fabs(value) < 10 && power > 0;
  std::string text = print(precision_ >= 0 ? precision_ : point ? 1 : 0, value);
  if (power > 0)
    text +=
        power <= static_cast<int>(kPowers.size()) ? kPowers[static_cast<size_t>(power) - 1] : '?';
  if (power > 0 && to_ == Scale::kIecI) text += 'i';
  return text;
}

// False: the command ends. *out stays as it is when the number cannot be shown.
bool Numfmt::Print(CommandIo& io, long double value, int precision, int64_t padding, bool left,
                   std::string* out) {
  int digits = 0;
  (void)Divided(value, 10, &digits);
  int used = precision_ < 0 ? precision : precision_;
  char text[64];
  std::snprintf(text, sizeof(text), "%Lg", value);
  std::string shown = text;
  if (to_ == Scale::kNone && digits + used > kUnscaledDigits) {
    return Complain(
        io, used > 0 ? "value/precision too large to be printed: '" + shown + "/" +
                           std::to_string(used) + "' (consider using --to)"
                     : "value too large to be printed: '" + shown + "' (consider using --to)");
  }
  if (digits > kMostDigits - 1)
    return Complain(io,
                    "value too large to be printed: '" + shown + "' (cannot handle values > 999Y)");
  std::string number = Human(value, used) + suffix_;
  size_t width = static_cast<size_t>(padding);
  if (number.size() < width) number.insert(left ? number.size() : 0, width - number.size(), ' ');
  *out = before_ + number + after_;
  return true;
}

bool Numfmt::OneField(CommandIo& io, std::string_view text, uint64_t field, std::string* out) {
  *out = text;
  if (!IsIncluded(field)) return true;
  if (!suffix_.empty() && text.size() > suffix_.size() && text.ends_with(suffix_))
    text.remove_suffix(suffix_.size());
  std::string_view number = text;
  while (number.starts_with(' ') || number.starts_with('\t')) number.remove_prefix(1);
  int64_t padding = padding_;
  if (automatic_padding_)
    padding = number.size() < text.size() || field > 1 ? static_cast<int64_t>(text.size()) : 0;
  long double value = 0;
  int precision = 0;
  bool valid = false;
  if (!Parse(io, number, &value, &precision, &valid)) return false;
  if (!valid) {
    *out = text;
    invalid_seen_ = true;
    return true;
  }
  if (from_unit_ != 1 || to_unit_ != 1)
    value = value * static_cast<long double>(from_unit_) / static_cast<long double>(to_unit_);
  std::string shown;
  if (!Print(io, value, precision, padding, left_, &shown)) return false;
  if (shown.empty()) invalid_seen_ = true;
  *out = shown.empty() ? std::string(text) : shown;
  return true;
}

bool Numfmt::OneLine(CommandIo& io, std::string_view line, bool terminated) {
  auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\n'; };
  uint64_t field = 0;
  size_t at = 0;
  while (true) {
    size_t end = at;
    if (delimiter_ >= 0) {
      end = std::min(line.find(static_cast<char>(delimiter_), at), line.size());
    } else {
      while (end < line.size() && is_blank(line[end])) ++end;
      while (end < line.size() && !is_blank(line[end])) ++end;
    }
    std::string out;
    if (!OneField(io, line.substr(at, end - at), ++field, &out)) return false;
    io.Out(out);
    if (!io.account().Tick(4 * (end - at) + out.size() + 64)) return false;
    if (end == line.size()) break;
    io.Out(delimiter_ < 0 ? std::string(1, ' ') : std::string(1, static_cast<char>(delimiter_)));
    at = end + 1;
  }
  if (terminated) io.Out(std::string(1, line_end_));
  return true;
}

// What --debug says before the first line, once.
void Numfmt::TellOptions(CommandIo& io) {
  if (!debug_ || std::exchange(told_, true)) return;
  const bool scales = from_ != Scale::kNone || to_ != Scale::kNone;
  if (!scales && !groups_option_ && !has_format_ && padding_ == 0)
    io.Error("no conversion option specified");
  if (grouping_) io.Error("grouping has no effect in this locale");
  if (header_ > 0 && !words_.empty()) io.Error("--header ignored with command-line input");
}

Progress Numfmt::Run(CommandIo& io) {
  TellOptions(io);
  while (true) {
    std::string_view text;
    bool terminated = true;
    if (!words_.empty()) {
      if (next_ >= words_.size()) break;
      text = words_[next_++];
    } else {
      Line line;
      Got got = inputs_.NextLine(io, line_end_, &line);
      if (auto end = StepEnd(got)) return *end;
      if (got == Got::kEnd) break;
      text = line.text;
      terminated = line.terminated;
      if (lines_++ < header_) {
        OutLine(io, text, line_end_);
        continue;
      }
    }
    if (!OneLine(io, text, terminated)) return Progress::Done(2);
    if (io.Tick(64)) return Progress::Yield();
  }
  if (debug_ && invalid_seen_) io.Error("failed to convert some of the input numbers");
  bool failed = invalid_seen_ && invalid_ == Invalid::kFail;
  return Progress::Done(failed ? 2 : inputs_.failed() ? 1 : 0);
}

}  // namespace

std::unique_ptr<Command> MakeNumfmt() { return Make<Numfmt>(); }

}  // namespace pysub::shell
