#include "vm/numbers/percent_format.h"

#include <algorithm>
#include <charconv>
#include <climits>
#include <cmath>
#include <cstring>

#include "lexer/base/clipped_size.h"
#include "vm/numbers/number_layout.h"

namespace pysub {
namespace {

constexpr int64_t kDefaultPrecision = 6;

// What is too much for any size here is refused when room for it is asked for (PercentBound).
size_t WidthOf(const PercentSpec& spec) { return ClippedSize(spec.width); }

// Characters in all, or what no memory could hold: sums of what a format says do not wrap (T-013).
size_t PercentBound(uint64_t characters, const PercentSpec& spec) {
  const uint64_t width = spec.width < 0 ? 0 : static_cast<uint64_t>(spec.width);
  return static_cast<size_t>(std::min<uint64_t>(characters + width, kTooManyBytes));
}

char SignOf(const PercentSpec& spec, bool negative) {
  return negative ? '-' : spec.plus ? '+' : spec.space ? ' ' : '\0';
}

// Zeros go behind the sign and the prefix, blanks before them. `least_digits`: of an integer.
FormattedText PutNumber(const PercentSpec& spec, const NumberPieces& pieces, size_t least_digits,
                        char* out) {
  const size_t head = (pieces.sign != 0 ? 1 : 0) + pieces.prefix_size;
  const NumberLayout layout = LayOut(pieces, least_digits == 0 ? 0 : head + least_digits);
  const size_t width = WidthOf(spec);
  const size_t missing = width > layout.size ? width - layout.size : 0;
  char* at = out;
  const auto fill = [&](char c) {
    std::memset(at, c, missing);
    at += missing;
  };
  if (!spec.left && !spec.zero) fill(' ');
  at = PutHead(pieces, at);
  if (!spec.left && spec.zero) fill('0');
  at = PutBody(pieces, layout, at);
  if (spec.left) fill(' ');
  const size_t size = static_cast<size_t>(at - out);
  return {size, size};
}

int BaseOf(char32_t conversion) {
  switch (conversion) {
    case U'o': return 8;
    case U'x':
    case U'X': return 16;
    default: return 10;
  }
}

// Moves over a format, counting bytes and code points.
class PercentReader {
 public:
  PercentReader(std::string_view format, size_t position, size_t index, PercentUnit unit)
      : format_(format), at_(position), index_(index), unit_(unit) {}

  size_t position() const { return at_; }
  size_t index() const { return index_; }
  bool Done() const { return at_ >= format_.size(); }
  bool IsDigit() const { return !Done() && format_[at_] >= '0' && format_[at_] <= '9'; }

  bool Accept(char c) {
    if (Done() || format_[at_] != c) return false;
    Take();
    return true;
  }

  // No bytes, however wrong, make it read beyond four of them.
  char32_t Take() {
    const auto lead = static_cast<unsigned char>(format_[at_++]);
    ++index_;
    if (lead < 0x80 || unit_ == PercentUnit::kByte) return lead;
    const size_t end = std::min(format_.size(), at_ + 3);
    char32_t code = 0;
    size_t more = 0;
    for (; at_ < end && (static_cast<unsigned char>(format_[at_]) & 0xC0) == 0x80; ++at_, ++more) {
      code = code << 6 | (static_cast<unsigned char>(format_[at_]) & 0x3F);
    }
    return code | static_cast<char32_t>(lead & (0x3F >> more)) << (6 * more);
  }

  // "(key)" with balanced parentheses inside, or nothing; false when it does not end.
  bool TakeKey(PercentSpec* spec) {
    if (!Accept('(')) return true;
    const size_t begin = at_;
    for (int depth = 1; depth > 0;) {
      if (Done()) return false;
      const char32_t c = Take();
      depth += c == U'(' ? 1 : c == U')' ? -1 : 0;
    }
    spec->key = format_.substr(begin, at_ - begin - 1);
    spec->has_key = true;
    return true;
  }

  bool TakeFlag(PercentSpec* spec) {
    if (Done()) return false;
    switch (format_[at_]) {
      case '-': spec->left = true; break;
      case '+': spec->plus = true; break;
      case ' ': spec->space = true; break;
      case '#': spec->alternate = true; break;
      case '0': spec->zero = true; break;
      default: return false;
    }
    Take();
    return true;
  }

  // Digits, also none; false when they say more than `most`.
  bool TakeNumber(int64_t most, int64_t* value) {
    int64_t result = 0;
    while (IsDigit()) {
      const int64_t digit = static_cast<int64_t>(Take()) - '0';
      if (result > (most - digit) / 10) return false;
      result = result * 10 + digit;
    }
    *value = result;
    return true;
  }

 private:
  std::string_view format_;
  size_t at_;
  size_t index_;
  PercentUnit unit_;
};

}  // namespace

const char* PercentFaultText(PercentFault fault) {
  switch (fault) {
    case PercentFault::kNone:
    case PercentFault::kStopped:
    case PercentFault::kDigitLimit: break;
    case PercentFault::kIncomplete: return "incomplete format";
    case PercentFault::kIncompleteKey: return "incomplete format key";
    case PercentFault::kWidthTooBig: return "width too big";
    case PercentFault::kPrecisionTooBig: return "precision too big";
    case PercentFault::kPrecisionTooLarge: return "precision too large";
  }
  return "";
}

PercentFault ParsePercentSpec(std::string_view format, size_t* position, size_t* index,
                              PercentSpec* out, PercentUnit unit) {
  PercentSpec spec;
  PercentReader reader(format, *position, *index, unit);
  if (!reader.TakeKey(&spec)) return PercentFault::kIncompleteKey;
  while (reader.TakeFlag(&spec)) {
  }
  spec.width_from_argument = reader.Accept('*');
  if (!spec.width_from_argument && reader.IsDigit() && !reader.TakeNumber(INT64_MAX, &spec.width)) {
    return PercentFault::kWidthTooBig;
  }
  if (reader.Accept('.')) {
    spec.precision = 0;
    spec.precision_from_argument = reader.Accept('*');
    if (!spec.precision_from_argument && !reader.TakeNumber(INT_MAX, &spec.precision)) {
      return PercentFault::kPrecisionTooBig;
    }
  }
  if (!reader.Accept('h') && !reader.Accept('l')) reader.Accept('L');
  const bool complete = !reader.Done();
  if (complete) {
    spec.conversion_index = reader.index();
    spec.conversion = reader.Take();
    *position = reader.position();
    *index = reader.index();
  }
  *out = spec;
  return complete ? PercentFault::kNone : PercentFault::kIncomplete;
}

size_t PercentIntBound(const PercentSpec& spec, IntView value) {
  const uint64_t precision = spec.precision < 0 ? 0 : static_cast<uint64_t>(spec.precision);
  return PercentBound(
      std::max<uint64_t>(ToStringChars(value, BaseOf(spec.conversion)), precision) + 4, spec);
}

size_t PercentIntScratch(const PercentSpec& spec, IntView value) {
  if (value.limbs.size() <= 1) return 0;
  const int base = BaseOf(spec.conversion);
  return ToStringChars(value, base) / 8 + 1 + ToStringScratch(value, base);
}

PercentFault PercentInt(const PercentSpec& spec, IntView value, int64_t max_digits,
                        std::span<char> out, LimbsOut scratch, Ticker ticker,
                        FormattedText* written) {
  if (spec.precision > INT_MAX - 3) return PercentFault::kPrecisionTooLarge;
  const int base = BaseOf(spec.conversion);
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
    if (error.stopped()) return PercentFault::kStopped;
    if (!error.ok()) return PercentFault::kDigitLimit;
  }
  if (spec.conversion == U'X') {
    for (size_t i = 0; i < count; ++i) {
      if (text[i] >= 'a') text[i] = static_cast<char>(text[i] - 'a' + 'A');
    }
  }
  pieces.digits.integer = text;
  pieces.digits.integer_size = count;
  pieces.sign = SignOf(spec, value.negative);
  if (spec.alternate && base != 10) {
    pieces.prefix = base == 8 ? "0o" : spec.conversion == U'X' ? "0X" : "0x";
    pieces.prefix_size = 2;
  }
  const size_t least_digits = spec.precision > 0 ? static_cast<size_t>(spec.precision) : 0;
  *written = PutNumber(spec, pieces, least_digits, out.data());
  return PercentFault::kNone;
}

size_t PercentFloatBound(const PercentSpec& spec, double value) {
  int64_t digits = 32 + (spec.precision >= 0 ? spec.precision : kDefaultPrecision);
  if (std::isfinite(value) && std::fabs(value) >= 1e16) {
    digits += static_cast<int64_t>(std::ilogb(value) * 0.302) + 4;
  }
  return PercentBound(static_cast<uint64_t>(digits), spec);
}

PercentFault PercentFloat(const PercentSpec& spec, double value, std::span<char> out,
                          FormattedText* written) {
  FloatStyleOptions options;
  options.alternate = spec.alternate;
  options.precision = spec.precision >= 0 ? spec.precision : kDefaultPrecision;
  options.upper = spec.conversion == U'E' || spec.conversion == U'F' || spec.conversion == U'G';
  switch (spec.conversion | 0x20) {
    case U'e': options.style = FloatStyle::kScientific; break;
    case U'f': options.style = FloatStyle::kFixed; break;
    default: options.style = FloatStyle::kGeneral; break;
  }
  char buffer[kFloatPiecesBuffer];
  NumberPieces pieces;
  pieces.digits = CutFloat(value, options, buffer);
  pieces.sign = SignOf(spec, pieces.digits.negative);
  *written = PutNumber(spec, pieces, 0, out.data());
  return PercentFault::kNone;
}

size_t PercentTextBound(const PercentSpec& spec, std::string_view text, size_t) {
  return text.size() + WidthOf(spec);
}

FormattedText PercentText(const PercentSpec& spec, std::string_view text, size_t code_points,
                          std::span<char> out) {
  FormatSpec plain;
  plain.align = spec.left ? '<' : '>';
  plain.width = spec.width;
  plain.precision = spec.conversion == U'c' ? -1 : spec.precision;
  FormattedText written;
  // Text has no faults once its spec was parsed.
  (void)FormatStr(plain, text, code_points, out, &written);
  return written;
}

}  // namespace pysub
