#include "vm/numbers/format_spec.h"

#include <algorithm>
#include <charconv>
#include <climits>
#include <cmath>
#include <cstring>

#include "vm/numbers/decimal_text.h"
#include "vm/numbers/magnitude.h"
#include "vm/numbers/number_layout.h"

namespace pysub {
namespace {

constexpr int64_t kDefaultPrecision = 6;

bool IsAlignment(char32_t c) { return c == U'<' || c == U'>' || c == U'=' || c == U'^'; }

// Reads UTF-8 that is known to be well formed (surrogates may occur).
class SpecReader {
 public:
  explicit SpecReader(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

  bool Done() const { return at_ == end_; }
  bool IsNext(char c) const { return at_ < end_ && *at_ == c; }
  bool Accept(char c) {
    if (!IsNext(c)) return false;
    ++at_;
    return true;
  }
  bool IsDigit() const { return at_ < end_ && *at_ >= '0' && *at_ <= '9'; }
  char Peek() const { return *at_; }
  char32_t Take() {
    const auto lead = static_cast<unsigned char>(*at_++);
    if (lead < 0x80) return lead;
    const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
    char32_t code = lead & (0x3F >> more);
    for (int i = 0; i < more && at_ < end_; ++i) {
      code = code << 6 | (static_cast<unsigned char>(*at_++) & 0x3F);
    }
    return code;
  }
  // An integer of any number of digits, also none; false when it is too large.
  bool TakeInteger(int64_t* value, bool* found) {
    *found = false;
    int64_t result = 0;
    for (; IsDigit(); ++at_) {
      const int digit = *at_ - '0';
      if (result > (INT64_MAX - digit) / 10) return false;
      result = result * 10 + digit;
      *found = true;
    }
    if (*found) *value = result;
    return true;
  }

 private:
  const char* at_;
  const char* end_;
};

size_t EncodedSize(char32_t c) { return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4; }

char* Encode(char32_t c, char* at) {
  const size_t size = EncodedSize(c);
  if (size == 1) {
    *at = static_cast<char>(c);
    return at + 1;
  }
  constexpr unsigned char kLead[] = {0, 0, 0xC0, 0xE0, 0xF0};
  for (size_t i = size - 1; i > 0; --i) {
    at[i] = static_cast<char>(0x80 | (c & 0x3F));
    c >>= 6;
  }
  at[0] = static_cast<char>(kLead[size] | c);
  return at + size;
}

char* Fill(char32_t fill, size_t count, char* at) {
  if (fill < 0x80) {
    std::memset(at, static_cast<int>(fill), count);
    return at + count;
  }
  for (size_t i = 0; i < count; ++i) at = Encode(fill, at);
  return at;
}

// Bytes that padding to the width can need, with one for a separator.
size_t PaddingBound(const FormatSpec& spec) {
  if (spec.width <= 0) return 1;
  const auto width = static_cast<uint64_t>(spec.width);
  if (width > kTooManyBytes / 8) return kTooManyBytes;  // T-013
  return static_cast<size_t>(width) * EncodedSize(spec.fill) + 1;
}

// Fill characters in front, between sign and digits ('='), and behind.
struct Padding {
  size_t left = 0;
  size_t inside = 0;
  size_t right = 0;
};
Padding PaddingFor(const FormatSpec& spec, size_t size) {
  Padding padding;
  if (spec.width <= 0 || static_cast<size_t>(spec.width) <= size) return padding;
  const size_t missing = static_cast<size_t>(spec.width) - size;
  switch (spec.align) {
    case '<': padding.right = missing; break;
    case '^':
      padding.left = missing / 2;
      padding.right = missing - padding.left;
      break;
    case '=': padding.inside = missing; break;
    default: padding.left = missing; break;
  }
  return padding;
}

// The layout first, then one pass that writes: sign, prefix, zeros, digits with separators, suffix.
// With zeros as the fill they count as digits and get separators, too.
FormattedText PutNumber(const FormatSpec& spec, const NumberPieces& pieces, char* out) {
  const bool zero_fill = spec.fill == U'0' && spec.align == '=' && spec.width > 0;
  const NumberLayout layout = LayOut(pieces, zero_fill ? static_cast<size_t>(spec.width) : 0);
  const Padding padding = PaddingFor(spec, layout.size);
  char* at = Fill(spec.fill, padding.left, out);
  at = PutHead(pieces, at);
  at = Fill(spec.fill, padding.inside, at);
  at = PutBody(pieces, layout, at);
  at = Fill(spec.fill, padding.right, at);
  return {static_cast<size_t>(at - out),
          layout.size + padding.left + padding.inside + padding.right};
}

char SignOf(const FormatSpec& spec, bool negative) {
  if (negative) return '-';
  return spec.sign == '-' ? '\0' : spec.sign;
}

// An alignment, with a fill before it or without; whether there is one.
bool TakeAlignment(SpecReader* reader, FormatSpec* spec, bool* fill_given) {
  if (reader->Done()) return false;
  SpecReader ahead = *reader;
  const char32_t first = ahead.Take();
  if (!ahead.Done() && IsAlignment(static_cast<unsigned char>(ahead.Peek()))) {
    spec->fill = first;
    spec->align = static_cast<char>(ahead.Take());
    *fill_given = true;
  } else if (IsAlignment(first)) {
    spec->align = static_cast<char>(first);
  } else {
    return false;
  }
  *reader = ahead;
  return true;
}

// A comma or an underscore; false where one follows the other (two commas are found out later, as
// an unknown code).
bool TakeSeparator(SpecReader* reader, char* separator) {
  if (reader->Accept(',')) *separator = ',';
  if (reader->IsNext('_')) {
    if (*separator != 0) return false;
    reader->Take();
    *separator = '_';
  }
  return !(reader->IsNext(',') && *separator == '_');
}

// Digits, of which the last `places` are behind the point, without separators.
FormattedText PutPlain(const FormatSpec& spec, char sign, const char* digits, const char* end,
                       size_t places, char* out) {
  const size_t size = (sign != 0) + static_cast<size_t>(end - digits) + (places > 0);
  const Padding padding = PaddingFor(spec, size);
  char* at = Fill(spec.fill, padding.left, out);
  if (sign != 0) *at++ = sign;
  at = Fill(spec.fill, padding.inside, at);
  at = std::copy(digits, end - places, at);
  if (places > 0) {
    *at++ = '.';
    at = std::copy(end - places, end, at);
  }
  at = Fill(spec.fill, padding.right, at);
  return {static_cast<size_t>(at - out), size + padding.left + padding.inside + padding.right};
}

FormatOutcome Fault(FormatFault fault, char32_t code = 0, char separator = 0) {
  return {fault, code, separator};
}

bool IsFloatCode(char32_t type) {
  switch (type) {
    case U'e':
    case U'E':
    case U'f':
    case U'F':
    case U'g':
    case U'G':
    case U'%': return true;
    default: return false;
  }
}

// The checks that only need the spec and the kind, in CPython's order.
FormatOutcome CheckSpec(const FormatSpec& spec, FormatKind kind) {
  switch (kind) {
    case FormatKind::kStr:
      if (spec.type != U's') return Fault(FormatFault::kUnknownCode, spec.type);
      if (spec.sign == ' ') return Fault(FormatFault::kSpaceInStr);
      if (spec.sign != 0) return Fault(FormatFault::kSignInStr);
      if (spec.no_negative_zero) return Fault(FormatFault::kNegativeZeroInStr);
      if (spec.alternate) return Fault(FormatFault::kAlternateInStr);
      if (spec.align == '=') return Fault(FormatFault::kEqualsInStr);
      return {};
    case FormatKind::kInt:
      switch (spec.type) {
        case U'b':
        case U'c':
        case U'd':
        case U'o':
        case U'x':
        case U'X':
        case U'n':
          if (spec.precision != -1) return Fault(FormatFault::kPrecisionInInt);
          if (spec.no_negative_zero) return Fault(FormatFault::kNegativeZeroInInt);
          if (spec.type == U'c' && spec.sign != 0) return Fault(FormatFault::kSignWithC);
          if (spec.type == U'c' && spec.alternate) return Fault(FormatFault::kAlternateWithC);
          return {};
        default: break;
      }
      if (!IsFloatCode(spec.type)) return Fault(FormatFault::kUnknownCode, spec.type);
      break;
    case FormatKind::kFloat:
      if (spec.type != 0 && spec.type != U'n' && !IsFloatCode(spec.type)) {
        return Fault(FormatFault::kUnknownCode, spec.type);
      }
      break;
    case FormatKind::kComplex:
      if (spec.type != 0 && spec.type != U'n' && (!IsFloatCode(spec.type) || spec.type == U'%')) {
        return Fault(FormatFault::kUnknownCode, spec.type);
      }
      break;
  }
  if (spec.precision > INT_MAX) return Fault(FormatFault::kPrecisionTooBig);
  if (kind == FormatKind::kComplex) {
    if (spec.fill == U'0') return Fault(FormatFault::kZeroPaddingInComplex);
    if (spec.align == '=') return Fault(FormatFault::kEqualsInComplex);
  }
  return {};
}

// Which type takes which separator. The messages are CPython's, and so is which of two faults is
// named.
FormatOutcome CheckSeparators(const FormatSpec& spec) {
  if (spec.thousands == 0) {
    if (spec.type != U'n' || spec.fraction_thousands == 0) return {};
    return Fault(FormatFault::kSeparatorWithCode, spec.type, spec.fraction_thousands);
  }
  switch (spec.type) {
    case 0:
    case U'd':
    case U'e':
    case U'E':
    case U'f':
    case U'F':
    case U'g':
    case U'G':
    case U'%': return {};
    case U'b':
    case U'o':
    case U'x':
    case U'X':
      if (spec.thousands == '_') return {};
      break;
    default: break;
  }
  return Fault(FormatFault::kSeparatorWithCode, spec.type, spec.thousands);
}

// The wordings that say nothing of the spec or the object.
std::string_view PlainFaultText(FormatFault fault) {
  switch (fault) {
    case FormatFault::kTooManyDigits: return "Too many decimal digits in format string";
    case FormatFault::kMissingPrecision: return "Format specifier missing precision";
    case FormatFault::kCommaAndUnderscore: return "Cannot specify both ',' and '_'.";
    case FormatFault::kSignInStr: return "Sign not allowed in string format specifier";
    case FormatFault::kSpaceInStr: return "Space not allowed in string format specifier";
    case FormatFault::kNegativeZeroInStr:
      return "Negative zero coercion (z) not allowed in string format specifier";
    case FormatFault::kAlternateInStr:
      return "Alternate form (#) not allowed in string format specifier";
    case FormatFault::kEqualsInStr: return "'=' alignment not allowed in string format specifier";
    case FormatFault::kPrecisionInInt: return "Precision not allowed in integer format specifier";
    case FormatFault::kNegativeZeroInInt:
      return "Negative zero coercion (z) not allowed in integer format specifier";
    case FormatFault::kSignWithC: return "Sign not allowed with integer format specifier 'c'";
    case FormatFault::kAlternateWithC:
      return "Alternate form (#) not allowed with integer format specifier 'c'";
    case FormatFault::kPrecisionTooBig: return "precision too big";
    case FormatFault::kZeroPaddingInComplex:
      return "Zero padding is not allowed in complex format specifier";
    case FormatFault::kEqualsInComplex:
      return "'=' alignment flag is not allowed in complex format specifier";
    case FormatFault::kCharRange: return "%c arg not in range(0x110000)";
    case FormatFault::kIntTooLargeForC: return "Python int too large to convert to C long";
    case FormatFault::kIntTooLargeForFloat: return "int too large to convert to float";
    default: return "";
  }
}

FloatStyleOptions StyleOf(const FormatSpec& spec, FormatKind kind) {
  FloatStyleOptions options;
  options.alternate = spec.alternate;
  options.precision = spec.precision >= 0 ? spec.precision : kDefaultPrecision;
  switch (spec.type) {
    case U'e':
    case U'E': options.style = FloatStyle::kScientific; break;
    case U'f':
    case U'F':
    case U'%': options.style = FloatStyle::kFixed; break;
    case 0:
      options.style = spec.precision >= 0 ? FloatStyle::kGeneral : FloatStyle::kShortest;
      options.add_dot_zero = kind != FormatKind::kComplex;
      break;
    default: options.style = FloatStyle::kGeneral; break;
  }
  options.upper = spec.type == U'E' || spec.type == U'F' || spec.type == U'G';
  return options;
}

void SetSeparators(const FormatSpec& spec, NumberPieces* pieces) {
  if (spec.thousands != 0) {
    pieces->separator = spec.thousands;
    pieces->group =
        spec.type == U'b' || spec.type == U'o' || spec.type == U'x' || spec.type == U'X' ? 4 : 3;
  }
  pieces->fraction_separator = spec.fraction_thousands;
}

NumberPieces PiecesOf(const FormatSpec& spec, const FloatStyleOptions& options, double value,
                      char* buffer) {
  NumberPieces pieces;
  if (spec.type == U'%') {
    value *= 100;
    pieces.suffix = '%';
  }
  pieces.digits = CutFloat(value, options, buffer);
  bool negative = pieces.digits.negative;
  if (spec.no_negative_zero && negative && pieces.digits.IsZero()) negative = false;
  pieces.sign = SignOf(spec, negative);
  SetSeparators(spec, &pieces);
  return pieces;
}

// Characters of a float's own text, with separators.
size_t FloatTextBound(const FormatSpec& spec, double value) {
  int64_t digits = 32;
  if (std::isfinite(value) && std::fabs(value) >= 1e16) {
    digits += static_cast<int64_t>(std::ilogb(value) * 0.302) + 4;
  }
  digits += spec.precision >= 0 ? spec.precision : kDefaultPrecision;
  return static_cast<size_t>(digits + digits / 3 + 16);
}

int BaseOf(char32_t type) {
  switch (type) {
    case U'b': return 2;
    case U'o': return 8;
    case U'x':
    case U'X': return 16;
    default: return 10;
  }
}

// `groups` times the separator and a group of zeros, which may be most of the memory that a run
// has.
char* PutZeroGroups(const NumberPieces& pieces, size_t groups, char* at) {
  constexpr size_t kMostPeriods = 8192;
  const size_t period = pieces.group + 1;
  const size_t size = groups * period;
  if (groups == 0) return at;
  *at = pieces.separator;
  std::memset(at + 1, '0', pieces.group);
  for (size_t done = period; done < size;) {
    const size_t piece = std::min({done, size - done, kMostPeriods * period});
    std::memcpy(at + done, at, piece);
    done += piece;
  }
  return at + size;
}

}  // namespace

// A width can ask for a million zeros with separators. They are written group by group, not digit
// by digit.
char* PutGrouped(const NumberPieces& pieces, const NumberLayout& layout, char* at) {
  const FloatPieces& digits = pieces.digits;
  const size_t count = layout.zeros + digits.integer_size;
  // Digits until the next separator.
  size_t left = pieces.group == 0 ? count + 1 : (count + pieces.group - 1) % pieces.group + 1;
  size_t i = 0;
  if (pieces.group != 0 && layout.zeros > left) {
    std::memset(at, '0', left);
    const size_t groups = (layout.zeros - left) / pieces.group;
    at = PutZeroGroups(pieces, groups, at + left);
    i = left + groups * pieces.group;
    left = 0;
  }
  for (; i < count; ++i) {
    if (left-- == 0) {
      *at++ = pieces.separator;
      left = pieces.group - 1;
    }
    *at++ = i < layout.zeros ? '0' : digits.integer[i - layout.zeros];
  }
  if (digits.point) *at++ = '.';
  const size_t places = digits.fraction_size + digits.fraction_zeros;
  for (size_t i = 0; i < places; ++i) {
    if (i > 0 && pieces.fraction_separator != 0 && i % 3 == 0) *at++ = pieces.fraction_separator;
    *at++ = i < digits.fraction_size ? digits.fraction[i] : '0';
  }
  std::memcpy(at, digits.exponent, digits.exponent_size);
  at += digits.exponent_size;
  if (pieces.suffix != 0) *at++ = pieces.suffix;
  return at;
}

size_t FormatFaultTextBound(std::string_view spec, std::string_view type_name) {
  return 200 + spec.size() + std::min<size_t>(type_name.size(), 200);
}

size_t FormatFaultText(FormatOutcome outcome, std::string_view spec, std::string_view type_name,
                       char* out) {
  char* at = out;
  const auto put = [&](std::string_view text) { at = std::copy(text.begin(), text.end(), at); };
  const auto put_code = [&] {
    if (outcome.code > 32 && outcome.code < 128) {
      *at++ = static_cast<char>(outcome.code);
    } else {
      put("\\x");
      at = std::to_chars(at, at + 8, static_cast<uint32_t>(outcome.code), 16).ptr;
    }
  };
  const auto put_type = [&] {
    put("' for object of type '");
    put(type_name.substr(0, 200));
    put("'");
  };
  switch (outcome.fault) {
    case FormatFault::kDigitLimit:
      at += DigitLimitText(outcome.max_digits, -1, std::span<char, 200>(at, 200));
      break;
    case FormatFault::kInvalidSpecifier:
      put("Invalid format specifier '");
      put(spec);
      put_type();
      break;
    case FormatFault::kUnknownCode:
      put("Unknown format code '");
      put_code();
      put_type();
      break;
    case FormatFault::kSeparatorWithCode:
      put("Cannot specify '");
      *at++ = outcome.separator;
      put("' with '");
      put_code();
      put("'.");
      break;
    default: put(PlainFaultText(outcome.fault)); break;
  }
  return static_cast<size_t>(at - out);
}

// [[fill]align][sign][z][#][0][width][grouping][.precision[grouping]][type], in this order ("Format
// Specification Mini-Language"). What is left at the end is a fault.
FormatOutcome ParseFormatSpec(std::string_view text, FormatKind kind, FormatSpec* out) {
  FormatSpec spec;
  const bool is_str = kind == FormatKind::kStr;
  spec.type = is_str ? U's' : kind == FormatKind::kInt ? U'd' : 0;
  spec.align = is_str ? '<' : '>';
  SpecReader reader(text);
  bool fill_given = false;
  const bool align_given = TakeAlignment(&reader, &spec, &fill_given);
  if (reader.IsNext(' ') || reader.IsNext('+') || reader.IsNext('-')) {
    spec.sign = static_cast<char>(reader.Take());
  }
  spec.no_negative_zero = reader.Accept('z');
  spec.alternate = reader.Accept('#');
  if (!fill_given && reader.Accept('0')) {
    spec.fill = U'0';
    if (!align_given && !is_str) spec.align = '=';
  }
  bool found = false;
  if (!reader.TakeInteger(&spec.width, &found)) return Fault(FormatFault::kTooManyDigits);
  if (!TakeSeparator(&reader, &spec.thousands)) return Fault(FormatFault::kCommaAndUnderscore);
  if (reader.Accept('.')) {
    if (!reader.TakeInteger(&spec.precision, &found)) return Fault(FormatFault::kTooManyDigits);
    if (!TakeSeparator(&reader, &spec.fraction_thousands)) {
      return Fault(FormatFault::kCommaAndUnderscore);
    }
    if (!found && spec.fraction_thousands == 0) return Fault(FormatFault::kMissingPrecision);
  }
  if (!reader.Done()) {
    spec.type = reader.Take();
    if (!reader.Done()) return Fault(FormatFault::kInvalidSpecifier);
  }
  FormatOutcome outcome = CheckSeparators(spec);
  if (outcome.ok()) outcome = CheckSpec(spec, kind);
  if (outcome.ok()) *out = spec;
  return outcome;
}

size_t FormattedStrBound(const FormatSpec& spec, std::string_view text, size_t) {
  return text.size() + PaddingBound(spec);
}

FormatOutcome FormatStr(const FormatSpec& spec, std::string_view text, size_t code_points,
                        std::span<char> out, FormattedText* written) {
  if (spec.precision >= 0 && static_cast<uint64_t>(spec.precision) < code_points) {
    const size_t keep = static_cast<size_t>(spec.precision);
    if (text.size() == code_points) {
      text = text.substr(0, keep);
    } else {
      size_t at = 0;
      for (size_t i = 0; i < keep; ++i) {
        ++at;
        while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
      }
      text = text.substr(0, at);
    }
    code_points = keep;
  }
  const Padding padding = PaddingFor(spec, code_points);
  char* at = Fill(spec.fill, padding.left, out.data());
  at = std::copy(text.begin(), text.end(), at);
  at = Fill(spec.fill, padding.right, at);
  *written = {static_cast<size_t>(at - out.data()), code_points + padding.left + padding.right};
  return {};
}

size_t FormattedIntBound(const FormatSpec& spec, IntView value) {
  if (IsFloatCode(spec.type)) return FloatTextBound(spec, 1e308) + PaddingBound(spec);
  if (spec.type == U'c') return 8 + PaddingBound(spec);
  const size_t digits = ToStringChars(value, BaseOf(spec.type));
  return digits + digits / 3 + 4 + PaddingBound(spec);
}

size_t FormatIntScratch(const FormatSpec& spec, IntView value) {
  if (value.limbs.size() <= 1 || IsFloatCode(spec.type) || spec.type == U'c') return 0;
  const int base = BaseOf(spec.type);
  return ToStringChars(value, base) / 8 + 1 + ToStringScratch(value, base);
}

// Bases 2, 8 and 16 take linear time, 10 does not, and max_digits bounds it.
FormatOutcome FormatInt(const FormatSpec& spec, IntView value, int64_t max_digits,
                        std::span<char> out, LimbsOut scratch, Ticker ticker,
                        FormattedText* written) {
  if (IsFloatCode(spec.type)) {
    double as_double = 0;
    if (!ToDouble(value, &as_double).ok()) return Fault(FormatFault::kIntTooLargeForFloat);
    return FormatFloat(spec, as_double, out, written);
  }
  if (spec.type == U'c') {
    const std::optional<int64_t> code = ToInt64(value);
    if (!code) return Fault(FormatFault::kIntTooLargeForC);
    if (*code < 0 || *code > 0x10FFFF) return Fault(FormatFault::kCharRange);
    char text[4];
    const char* end = Encode(static_cast<char32_t>(*code), text);
    FormatSpec plain = spec;
    plain.precision = -1;
    // A character is padded like a number, and with '=' that is like '>'.
    if (plain.align == '=') plain.align = '>';
    return FormatStr(plain, {text, static_cast<size_t>(end - text)}, 1, out, written);
  }
  const int base = BaseOf(spec.type);
  if (base == 10 && value.limbs.size() <= 1 && spec.thousands == 0) {
    // f"{i:06d}" and its like: zeros are padding as any other.
    const uint64_t magnitude = value.IsZero() ? 0 : value.limbs[0];
    char digits[20];
    const char* end = std::to_chars(digits, digits + sizeof(digits), magnitude).ptr;
    *written = PutPlain(spec, SignOf(spec, value.negative), digits, end, 0, out.data());
    return {};
  }
  NumberPieces pieces;
  char small[66];
  char* text = small;
  size_t count = 0;
  if (value.limbs.size() <= 1) {
    const uint64_t magnitude = value.IsZero() ? 0 : value.limbs[0];
    count = static_cast<size_t>(std::to_chars(small, small + 64, magnitude, base).ptr - small);
  } else {
    const size_t room = ToStringChars(value, base);
    text = reinterpret_cast<char*>(scratch.data());
    const NumberError error = ToString({value.limbs, false}, base, max_digits, {text, room},
                                       scratch.subspan(room / 8 + 1), ticker, &count);
    if (error.stopped()) return Fault(FormatFault::kStopped);
    if (!error.ok()) return {.fault = FormatFault::kDigitLimit, .max_digits = max_digits};
  }
  if (spec.type == U'X') {
    for (size_t i = 0; i < count; ++i) {
      if (text[i] >= 'a') text[i] = static_cast<char>(text[i] - 'a' + 'A');
    }
  }
  pieces.digits.integer = text;
  pieces.digits.integer_size = count;
  pieces.sign = SignOf(spec, value.negative);
  if (spec.alternate && base != 10) {
    pieces.prefix = base == 2 ? "0b" : base == 8 ? "0o" : spec.type == U'X' ? "0X" : "0x";
    pieces.prefix_size = 2;
  }
  SetSeparators(spec, &pieces);
  *written = PutNumber(spec, pieces, out.data());
  return {};
}

size_t FormattedFloatBound(const FormatSpec& spec, double value) {
  return FloatTextBound(spec, spec.type == U'%' ? value * 100 : value) + PaddingBound(spec);
}

namespace {

// f"{x:10.2f}" and its like, the most usual of all: without the pieces. False when it is not so
// plain.
bool FormatPlainFixed(const FormatSpec& spec, double value, char* out, FormattedText* written) {
  const int64_t places = spec.precision >= 0 ? spec.precision : kDefaultPrecision;
  if (spec.type != U'f' || places > 17 || spec.thousands != 0 || spec.fraction_thousands != 0 ||
      spec.alternate || spec.no_negative_zero || !std::isfinite(value)) {
    return false;
  }
  char digits[40];
  const size_t count = FixedDigits(std::fabs(value), static_cast<unsigned>(places), digits);
  if (count == 0) return false;
  *written = PutPlain(spec, SignOf(spec, std::signbit(value)), digits, digits + count,
                      static_cast<size_t>(places), out);
  return true;
}

}  // namespace

FormatOutcome FormatFloat(const FormatSpec& spec, double value, std::span<char> out,
                          FormattedText* written) {
  if (FormatPlainFixed(spec, value, out.data(), written)) return {};
  char buffer[kFloatPiecesBuffer];
  const FloatStyleOptions options = StyleOf(spec, FormatKind::kFloat);
  *written = PutNumber(spec, PiecesOf(spec, options, value, buffer), out.data());
  return {};
}

size_t FormattedComplexBound(const FormatSpec& spec, Complex value) {
  return FloatTextBound(spec, value.real) + FloatTextBound(spec, value.imag) + PaddingBound(spec) +
         4;
}

FormatOutcome FormatComplex(const FormatSpec& spec, Complex value, std::span<char> out,
                            FormattedText* written) {
  char real_buffer[kFloatPiecesBuffer];
  char imag_buffer[kFloatPiecesBuffer];
  const FloatStyleOptions options = StyleOf(spec, FormatKind::kComplex);
  const bool like_str = spec.type == 0;
  const bool alone = like_str && value.real == 0 && !std::signbit(value.real);
  const bool parentheses = like_str && !alone;
  NumberPieces real;
  NumberLayout real_layout;
  FormatSpec imag_spec = spec;
  if (!alone) {
    real = PiecesOf(spec, options, value.real, real_buffer);
    real_layout = LayOut(real, 0);
    imag_spec.sign = '+';
  }
  NumberPieces imag = PiecesOf(imag_spec, options, value.imag, imag_buffer);
  imag.suffix = 'j';
  const NumberLayout imag_layout = LayOut(imag, 0);
  const size_t size = real_layout.size + imag_layout.size + (parentheses ? 2 : 0);
  const Padding padding = PaddingFor(spec, size);
  char* at = Fill(spec.fill, padding.left, out.data());
  if (parentheses) *at++ = '(';
  if (!alone) at = PutBody(real, real_layout, PutHead(real, at));
  at = PutBody(imag, imag_layout, PutHead(imag, at));
  if (parentheses) *at++ = ')';
  at = Fill(spec.fill, padding.right, at);
  *written = {static_cast<size_t>(at - out.data()), size + padding.left + padding.right};
  return {};
}

}  // namespace pysub
