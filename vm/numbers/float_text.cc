#include "vm/numbers/float_text.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

#include "lexer/base/read_double.h"
#include "vm/numbers/decimal_text.h"
#include "vm/numbers/magnitude.h"

namespace pysub {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

size_t PutPieces(const FloatPieces& pieces, char* out) {
  char* at = out;
  if (pieces.negative) *at++ = '-';
  std::memcpy(at, pieces.integer, pieces.integer_size);
  at += pieces.integer_size;
  if (pieces.point) *at++ = '.';
  std::memcpy(at, pieces.fraction, pieces.fraction_size);
  at += pieces.fraction_size;
  std::fill(at, at + pieces.fraction_zeros, '0');
  at += pieces.fraction_zeros;
  std::memcpy(at, pieces.exponent, pieces.exponent_size);
  return static_cast<size_t>(at + pieces.exponent_size - out);
}

size_t Shortest(double value, bool add_dot_zero, char* out) {
  // The pieces of kShortest stay in the first 80 characters.
  char buffer[kFloatPiecesBuffer];
  FloatStyleOptions options;
  options.add_dot_zero = add_dot_zero;
  return PutPieces(CutFloat(value, options, buffer), out);
}

// The digits and the point of a hexadecimal number: mantissa * 2**exponent, the mantissa of up to
// 60 bits, its last one sticky. Moves `*at` past them; false when there is no digit, or no time.
bool ReadHexDigits(std::string_view text, size_t* at, uint64_t* mantissa, int64_t* exponent,
                   StopCheck* stop) {
  bool seen_digit = false;
  bool after_point = false;
  for (; *at < text.size(); ++*at) {
    if (IsOver(stop)) return false;
    const char c = Lower(text[*at]);
    if (c == '.' && !after_point) {
      after_point = true;
      continue;
    }
    const bool is_letter = c >= 'a' && c <= 'f';
    if (!IsDigit(c) && !is_letter) break;
    const uint64_t digit = static_cast<uint64_t>(is_letter ? c - 'a' + 10 : c - '0');
    seen_digit = true;
    if (*mantissa >> 56 == 0) {
      *mantissa = *mantissa << 4 | digit;
      if (after_point) *exponent -= 4;
    } else {
      if (digit != 0) *mantissa |= 1;
      if (!after_point) *exponent += 4;
    }
  }
  return seen_digit;
}

// A decimal integer with an optional sign, clamped to a size that no float survives. Moves `*at`
// past its digits, of which there may be none after a sign.
int64_t ReadExponent(std::string_view text, size_t* at, StopCheck* stop = nullptr) {
  constexpr int64_t kEnough = int64_t{1} << 59;
  bool minus = false;
  if (*at < text.size() && (text[*at] == '+' || text[*at] == '-')) minus = text[(*at)++] == '-';
  int64_t value = 0;
  for (; *at < text.size() && IsDigit(text[*at]) && !IsOver(stop); ++*at) {
    value = std::min<int64_t>(value * 10 + (text[*at] - '0'), kEnough);
  }
  return minus ? -value : value;
}

// `word` is in lower case; the text may be in any.
bool StartsWithWord(std::string_view text, std::string_view word) {
  return text.size() >= word.size() &&
         std::equal(word.begin(), word.end(), text.begin(),
                    [](char expected, char c) { return Lower(c) == expected; });
}

// Reads a float at the front of `text`, without underscores; the number of characters it takes, 0
// if there is none.
size_t ReadFloat(std::string_view text, double* out) {
  size_t at = 0;
  const size_t n = text.size();
  bool negative = false;
  if (at < n && (text[at] == '+' || text[at] == '-')) negative = text[at++] == '-';
  if (at < n && !IsDigit(text[at]) && text[at] != '.') {
    size_t size = 0;
    if (StartsWithWord(text.substr(at), "inf")) {
      size = StartsWithWord(text.substr(at), "infinity") ? 8 : 3;
      *out = negative ? -kInfinity : kInfinity;
    } else if (StartsWithWord(text.substr(at), "nan")) {
      size = 3;
      *out = negative ? -kNan : kNan;
    }
    return size == 0 ? 0 : at + size;
  }
  const size_t begin = at;
  int64_t magnitude = 0;  // decimal exponent of the first digit that is not 0, plus one
  bool seen_nonzero = false;
  bool seen_digit = false;
  bool after_point = false;
  for (; at < n; ++at) {
    const char c = text[at];
    if (c == '.' && !after_point) {
      after_point = true;
      continue;
    }
    if (!IsDigit(c)) break;
    seen_digit = true;
    if (c != '0') seen_nonzero = true;
    if (!after_point && seen_nonzero) ++magnitude;
    if (after_point && !seen_nonzero) --magnitude;
  }
  if (!seen_digit) return 0;
  int64_t exponent = 0;
  if (at < n && (text[at] == 'e' || text[at] == 'E')) {
    size_t ahead = at + 1;
    const int64_t written = ReadExponent(text, &ahead);
    if (IsDigit(text[ahead - 1])) {
      exponent = written;
      at = ahead;
    }
  }
  double value = 0;
  if (!seen_nonzero) {
    value = 0;
  } else if (magnitude + exponent > 310) {
    value = kInfinity;
  } else if (magnitude + exponent < -325) {
    value = 0;
  } else {
    const auto result = DoubleFromChars(text.data() + begin, text.data() + at, value);
    if (result.ec == std::errc::result_out_of_range) {
      value = magnitude + exponent > 0 ? kInfinity : 0;
    }
  }
  *out = negative ? -value : value;
  return at;
}

std::string_view WithoutSpaces(std::string_view text, StopCheck* stop) {
  while (!text.empty() && IsSpace(text.front()) && !IsOver(stop)) text.remove_prefix(1);
  while (!text.empty() && IsSpace(text.back()) && !IsOver(stop)) text.remove_suffix(1);
  return text;
}

bool IsBetweenDigits(std::string_view text, size_t at) {
  return at > 0 && at + 1 < text.size() && IsDigit(text[at - 1]) && IsDigit(text[at + 1]);
}

// Underscores only between digits.
bool UnderscoresAreRight(std::string_view text, StopCheck* stop) {
  for (size_t i = 0; i < text.size() && !IsOver(stop); ++i) {
    if (text[i] == '_' && !IsBetweenDigits(text, i)) return false;
  }
  return true;
}

// Longer texts are read in a way that keeps 800 digits and can be stopped.
constexpr size_t kShortText = 2048;

// Copies the text of a number, which is short, without underscores.
class WithoutUnderscores {
 public:
  explicit WithoutUnderscores(std::string_view text) {
    for (const char c : text) {
      if (c != '_') text_[size_++] = c;
    }
  }
  std::string_view text() const { return {text_, size_}; }

 private:
  char text_[kShortText];
  size_t size_ = 0;
};

// The digits of a long number, written again as at most 801 and an exponent: of a run of more than
// 800 digits, later ones can only break ties, which a single 1 does as well.
class LongNumber {
 public:
  explicit LongNumber(bool negative) {
    if (negative) *at_++ = '-';
  }

  void Point() { after_point_ = true; }
  bool after_point() const { return after_point_; }
  void Digit(char c) {
    if (kept_ == 0 && c == '0') {
      if (after_point_) --exponent_;
    } else if (kept_ < kDigits) {
      *at_++ = c;
      ++kept_;
      if (after_point_) --exponent_;
    } else {
      sticky_ |= c != '0';
      if (!after_point_) ++exponent_;
    }
  }
  double Value(int64_t exponent) {
    if (kept_ == 0) *at_++ = '0';
    if (sticky_) {
      *at_++ = '1';
      --exponent_;
    }
    *at_++ = 'e';
    at_ = std::to_chars(at_, at_ + 24, exponent_ + exponent).ptr;
    double value = 0;
    ReadFloat({text_, static_cast<size_t>(at_ - text_)}, &value);
    return value;
  }

 private:
  static constexpr size_t kDigits = 800;

  char text_[kDigits + 64];
  char* at_ = text_;
  size_t kept_ = 0;
  int64_t exponent_ = 0;  // of the last kept digit
  bool after_point_ = false;
  bool sticky_ = false;
};

// The exponent of a long number, at its 'e'; `*at` stays when there is none.
int64_t ReadLongExponent(std::string_view text, size_t* at, StopCheck* stop) {
  constexpr int64_t kEnough = int64_t{1} << 59;
  size_t ahead = *at + 1;
  bool minus = false;
  if (ahead < text.size() && (text[ahead] == '+' || text[ahead] == '-'))
    minus = text[ahead++] == '-';
  int64_t value = 0;
  const size_t begin = ahead;
  for (; ahead < text.size() && !IsOver(stop); ++ahead) {
    if (text[ahead] == '_' && ahead > begin && IsBetweenDigits(text, ahead)) continue;
    if (!IsDigit(text[ahead])) break;
    value = std::min<int64_t>(value * 10 + (text[ahead] - '0'), kEnough);
  }
  if (ahead == begin) return 0;
  *at = ahead;
  return minus ? -value : value;
}

// ReadFloat() for any length, with underscores between digits. What it says is nothing once `stop`
// has stopped.
size_t ReadLongFloat(std::string_view text, StopCheck* stop, double* out) {
  size_t at = 0;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) ++at;
  if (at < text.size() && !IsDigit(text[at]) && text[at] != '.') return ReadFloat(text, out);
  LongNumber number(at > 0 && text[0] == '-');
  bool seen_digit = false;
  for (; at < text.size() && !IsOver(stop); ++at) {
    const char c = text[at];
    if (c == '_' && IsBetweenDigits(text, at)) continue;
    if (c == '.' && !number.after_point()) {
      number.Point();
      continue;
    }
    if (!IsDigit(c)) break;
    seen_digit = true;
    number.Digit(c);
  }
  if (!seen_digit) return 0;
  int64_t exponent = 0;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E'))
    exponent = ReadLongExponent(text, &at, stop);
  *out = number.Value(exponent);
  return at;
}

}  // namespace

// The shortest digits that give the same float when they are read (Steele and White's property;
// std::to_chars has Ryu or its like). Python writes an exponent below 1e-4 and from 1e16 on.
size_t FloatRepr(double value, char* out) {
  // Integers below 2**53 have no shorter digits than their own.
  const double magnitude = std::fabs(value);
  if (magnitude < 9007199254740992.0) {
    const int64_t whole = static_cast<int64_t>(magnitude);
    if (static_cast<double>(whole) == magnitude) {
      char* at = out;
      if (std::signbit(value)) *at++ = '-';
      at = std::to_chars(at, at + 17, whole).ptr;
      *at++ = '.';
      *at++ = '0';
      return static_cast<size_t>(at - out);
    }
  }
  // So do decimals of at most 15 digits; here those of up to 6 places. Found by trying: the nearest
  // such number, divided exactly once, is the value or is not.
  constexpr double kScale = 1e6;
  if (magnitude >= 1e-4 && magnitude < 1e9) {
    uint64_t scaled = static_cast<uint64_t>(magnitude * kScale + 0.5);
    if (static_cast<double>(scaled) / kScale == magnitude) {
      char* at = out;
      if (std::signbit(value)) *at++ = '-';
      at = std::to_chars(at, at + 10, scaled / 1'000'000).ptr;
      *at++ = '.';
      uint64_t places = scaled % 1'000'000;
      for (uint64_t unit = 100'000; places != 0; unit /= 10) {
        *at++ = static_cast<char>('0' + places / unit);
        places %= unit;
      }
      return static_cast<size_t>(at - out);
    }
  }
  return Shortest(value, true, out);
}

// A real part of +0 is left out, of -0 it is not: both must read back as they were.
size_t ComplexRepr(double real, double imag, char* out) {
  char* at = out;
  const bool alone = real == 0 && !std::signbit(real);
  if (!alone) {
    *at++ = '(';
    at += Shortest(real, false, at);
    if (!std::signbit(imag) || std::isnan(imag)) *at++ = '+';
  }
  at += Shortest(imag, false, at);
  *at++ = 'j';
  if (!alone) *at++ = ')';
  return static_cast<size_t>(at - out);
}

// Underscores may stand between digits. They are taken out into a small buffer; longer texts have a
// way of their own.
std::optional<double> ParseFloat(std::string_view text, StopCheck* stop) {
  double value = 0;
  if (text.empty()) return std::nullopt;
  if (text.size() > kShortText) {
    if (ReadLongFloat(text, stop, &value) != text.size() || HasStopped(stop)) return std::nullopt;
    return value;
  }
  if (text.find('_') != std::string_view::npos) {
    if (!UnderscoresAreRight(text, nullptr)) return std::nullopt;
    const WithoutUnderscores plain(text);
    if (ReadFloat(plain.text(), &value) != plain.text().size()) return std::nullopt;
    return value;
  }
  if (ReadFloat(text, &value) != text.size()) return std::nullopt;
  return value;
}

// One or two numbers, in parentheses or not: "j" alone is an imaginary 1, and the sign between them
// belongs to the second.
NumberError ParseComplex(std::string_view text, Complex* out, StopCheck* stop) {
  constexpr NumberError kMalformed = NumberError::Value("complex() arg is a malformed string");
  const bool is_long = text.size() > kShortText;
  if (text.find('_') != std::string_view::npos) {
    if (!UnderscoresAreRight(text, stop)) {
      return NumberError::Value("could not convert string to complex: %s");
    }
    if (!is_long) return ParseComplex(WithoutUnderscores(text).text(), out, stop);
  }
  const auto read = [&](std::string_view part, double* value) {
    return is_long ? ReadLongFloat(part, stop, value) : ReadFloat(part, value);
  };
  if (text.size() >= 2 && text.front() == '(' && text.back() == ')') {
    text = text.substr(1, text.size() - 2);
    text = WithoutSpaces(text, stop);
  }
  const auto is_j = [&](size_t at) {
    return at < text.size() && (text[at] == 'j' || text[at] == 'J');
  };
  const auto is_sign = [&](size_t at) {
    return at < text.size() && (text[at] == '+' || text[at] == '-');
  };
  // A number, or a sign alone that stands for 1 of it when a j follows.
  double first = 0;
  size_t at = read(text, &first);
  if (at == 0) {
    if (is_sign(0)) {
      first = text[0] == '-' ? -1 : 1;
      at = 1;
    } else {
      first = 1;
    }
    if (!is_j(at)) return kMalformed;
  }
  Complex value;
  if (is_j(at)) {
    value.imag = first;
    ++at;
  } else {
    value.real = first;
    if (is_sign(at)) {
      const size_t size = read(text.substr(at), &value.imag);
      if (size == 0) {
        value.imag = text[at] == '-' ? -1 : 1;
        ++at;
      }
      at += size;
      if (!is_j(at)) return kMalformed;
      ++at;
    }
  }
  if (at != text.size()) return kMalformed;
  *out = value;
  return NumberError::Ok();
}

// All 13 hexadecimal digits of the mantissa, as CPython's float.hex() writes them, also when they
// are zeros.
size_t FloatHex(double value, char* out) {
  char* at = out;
  if (std::isnan(value)) {
    std::memcpy(at, "nan", 3);
    return 3;
  }
  if (std::signbit(value)) *at++ = '-';
  if (std::isinf(value)) {
    std::memcpy(at, "inf", 3);
    return static_cast<size_t>(at + 3 - out);
  }
  const uint64_t bits = std::bit_cast<uint64_t>(value) & ~(uint64_t{1} << 63);
  const uint64_t fraction = bits & ((uint64_t{1} << 52) - 1);
  int exponent = static_cast<int>(bits >> 52);
  *at++ = '0';
  *at++ = 'x';
  if (bits == 0) {
    std::memcpy(at, "0.0p+0", 6);
    return static_cast<size_t>(at + 6 - out);
  }
  *at++ = exponent == 0 ? '0' : '1';
  *at++ = '.';
  for (int shift = 48; shift >= 0; shift -= 4) *at++ = "0123456789abcdef"[fraction >> shift & 15];
  exponent = exponent == 0 ? -1022 : exponent - 1023;
  *at++ = 'p';
  *at++ = exponent < 0 ? '-' : '+';
  at = std::to_chars(at, at + 4, std::abs(exponent)).ptr;
  return static_cast<size_t>(at - out);
}

// Any number of digits: those behind 64 bits only decide the rounding (half to even), so one bit
// stands for them all.
NumberError ParseFloatHex(std::string_view text, double* out, StopCheck* stop) {
  constexpr NumberError kInvalid = NumberError::Value("invalid hexadecimal floating-point string");
  text = WithoutSpaces(text, stop);
  size_t at = 0;
  const size_t n = text.size();
  bool negative = false;
  if (at < n && (text[at] == '+' || text[at] == '-')) negative = text[at++] == '-';
  if (at < n && (Lower(text[at]) == 'i' || Lower(text[at]) == 'n')) {
    return ReadFloat(text, out) == n ? NumberError::Ok() : kInvalid;
  }
  if (n - at >= 2 && text[at] == '0' && Lower(text[at + 1]) == 'x') at += 2;
  uint64_t mantissa = 0;
  int64_t exponent = 0;
  if (!ReadHexDigits(text, &at, &mantissa, &exponent, stop)) return kInvalid;
  if (at < n && Lower(text[at]) == 'p') {
    ++at;
    exponent += ReadExponent(text, &at, stop);
    if (!IsDigit(text[at - 1])) return kInvalid;
  }
  const double value = ComposeDouble(mantissa, exponent);
  if (std::isinf(value)) {
    return NumberError::Overflow("hexadecimal value too large to represent as a float");
  }
  // Last, as CPython does: what is too large is so in spite of what follows it.
  if (at != n) return kInvalid;
  *out = negative ? -value : value;
  return NumberError::Ok();
}

NumberError AsIntegerRatio(double value, LimbsOut numerator_out, LimbsOut denominator_out,
                           IntResult* numerator, IntResult* denominator) {
  if (std::isinf(value)) {
    return NumberError::Overflow("cannot convert Infinity to integer ratio");
  }
  if (std::isnan(value)) return NumberError::Value("cannot convert NaN to integer ratio");
  denominator_out[0] = 1;
  *denominator = {1, false};
  *numerator = {};
  if (value == 0) return NumberError::Ok();
  int exponent = 0;
  uint64_t mantissa =
      static_cast<uint64_t>(std::ldexp(std::frexp(std::fabs(value), &exponent), 53));
  exponent -= 53;
  const int zeros = __builtin_ctzll(mantissa);
  mantissa >>= zeros;
  exponent += zeros;
  const SmallInt whole(static_cast<int64_t>(mantissa));
  const SmallInt one(1);
  *numerator = ShiftLeft(whole, static_cast<uint64_t>(std::max(exponent, 0)), numerator_out);
  *denominator = ShiftLeft(one, static_cast<uint64_t>(std::max(-exponent, 0)), denominator_out);
  numerator->negative = value < 0;
  return NumberError::Ok();
}

double RoundHalfEven(double value) { return std::nearbyint(value); }

// round(x, n) as CPython does it: write the decimal digits correctly rounded, then read them. To
// multiply by 10**n and divide again would round twice. round(2.675, 2) is 2.67, because the float
// lies below.
NumberError RoundFloat(double value, int64_t digits, double* out) {
  constexpr int64_t kMostDigits = 323;  // no double has more places that matter
  constexpr int64_t kLeastDigits = -308;
  *out = value;
  if (!std::isfinite(value) || digits > kMostDigits) return NumberError::Ok();
  if (digits < kLeastDigits) {
    *out = 0 * value;
    return NumberError::Ok();
  }
  const double magnitude = std::fabs(value);
  char buffer[kFloatPiecesBuffer];
  char* end = buffer;
  if (digits >= 0 && digits <= 17) {
    const size_t count = FixedDigits(magnitude, static_cast<unsigned>(digits), buffer);
    if (count != 0 && count <= 15) {
      // Both are exact, so one division rounds correctly.
      constexpr double kTens[] = {1e0, 1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,
                                  1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17};
      int64_t scaled = 0;
      std::from_chars(buffer, buffer + count, scaled);
      *out = std::copysign(static_cast<double>(scaled) / kTens[digits], value);
      return NumberError::Ok();
    }
  }
  if (digits >= 0) {
    end = std::to_chars(buffer, buffer + sizeof(buffer), magnitude, std::chars_format::fixed,
                        static_cast<int>(digits))
              .ptr;
  } else {
    // All digits of the integer part, rounded by hand at a place before the point.
    const double whole = std::floor(magnitude);
    bool beyond = whole != magnitude;
    const size_t cut = static_cast<size_t>(-digits);
    end =
        std::to_chars(buffer + 1, buffer + sizeof(buffer), whole, std::chars_format::fixed, 0).ptr;
    char* first = buffer + 1;
    buffer[0] = '0';
    const size_t count = static_cast<size_t>(end - first);
    if (count < cut) {
      *out = std::copysign(0.0, value);
      return NumberError::Ok();
    }
    char* at = end - cut;
    beyond |= std::any_of(at + 1, end, [](char c) { return c != '0'; });
    const bool odd = ((at[-1] - '0') & 1) != 0;
    const bool up = *at > '5' || (*at == '5' && (beyond || odd));
    std::fill(at, end, '0');
    if (up) {
      --at;
      while (*at == '9') *at-- = '0';
      ++*at;
    }
  }
  double rounded = 0;
  const size_t size = static_cast<size_t>(end - buffer);
  ReadFloat({buffer, size}, &rounded);
  if (std::isinf(rounded)) return NumberError::Overflow("rounded value too large to represent");
  *out = std::copysign(rounded, value);
  return NumberError::Ok();
}

}  // namespace pysub
