#include "vm/numbers/decimal_text.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <iterator>

namespace pysub {
namespace {

constexpr uint64_t kPowersOfTen[] = {1,
                                     10,
                                     100,
                                     1000,
                                     10000,
                                     100000,
                                     1000000,
                                     10000000,
                                     100000000,
                                     1000000000,
                                     10000000000,
                                     100000000000,
                                     1000000000000,
                                     10000000000000,
                                     100000000000000,
                                     1000000000000000,
                                     10000000000000000,
                                     100000000000000000};

// FixedDigits goes up to here.
constexpr size_t kFastPlaces = 17;
// Where pieces that are not in the digits go, behind the longest of these.
constexpr size_t kSpareStart = kExactPlaces + 16;

// "d.ddde+XX" taken apart: the digits without the point, and the exponent's value.
struct ScientificText {
  char* digits;
  size_t count;
  int exponent;
};

// What std::to_chars has written, "d.ddde-05", into digits and exponent. The digits are moved
// together in place.
ScientificText TakeApart(char* begin, char* end) {
  // The exponent has two or three digits, its sign and an e before them.
  char* e = end - 4;
  if (*e != 'e') --e;
  int exponent = 0;
  for (const char* at = e + 2; at < end; ++at) exponent = exponent * 10 + (*at - '0');
  if (e[1] == '-') exponent = -exponent;
  // Close the gap of the point.
  size_t count = static_cast<size_t>(e - begin);
  if (count > 1) {
    std::memmove(begin + 1, begin + 2, count - 2);
    --count;
  }
  return {begin, count, exponent};
}

void PutExponent(FloatPieces* pieces, int exponent, bool upper, char* at) {
  pieces->exponent = at;
  *at++ = upper ? 'E' : 'e';
  *at++ = exponent < 0 ? '-' : '+';
  const unsigned magnitude = static_cast<unsigned>(std::abs(exponent));
  if (magnitude < 10) *at++ = '0';
  at = std::to_chars(at, at + 4, magnitude).ptr;
  pieces->exponent_size = static_cast<size_t>(at - pieces->exponent);
}

// Lays digits * 10**(exponent - count + 1) out without an exponent.
void LayOutPlain(FloatPieces* pieces, const ScientificText& text, char* spare) {
  if (text.exponent < 0) {
    spare[0] = '0';
    const size_t zeros = static_cast<size_t>(-text.exponent - 1);
    std::fill(spare + 1, spare + 1 + zeros, '0');
    std::memcpy(spare + 1 + zeros, text.digits, text.count);
    pieces->integer = spare;
    pieces->integer_size = 1;
    pieces->fraction = spare + 1;
    pieces->fraction_size = zeros + text.count;
    return;
  }
  const size_t whole = static_cast<size_t>(text.exponent) + 1;
  pieces->integer = text.digits;
  pieces->integer_size = whole;
  if (text.count >= whole) {
    pieces->fraction = text.digits + whole;
    pieces->fraction_size = text.count - whole;
  } else {
    std::fill(text.digits + text.count, text.digits + whole, '0');
    pieces->fraction = text.digits + whole;
  }
}

void LayOutScientific(FloatPieces* pieces, const ScientificText& text, bool upper, char* spare) {
  pieces->integer = text.digits;
  pieces->integer_size = 1;
  pieces->fraction = text.digits + 1;
  pieces->fraction_size = text.count - 1;
  PutExponent(pieces, text.exponent, upper, spare);
}

// Places to ask for, and in `zeros` how many more follow.
size_t ExactPlacesOf(size_t precision, size_t* zeros) {
  const size_t places = std::min(precision, kExactPlaces);
  *zeros = precision - places;
  return places;
}

// '%.3f'. A double has at most 1074 places that are not zero, so a precision of a million costs a
// count of zeros and no digits.
void CutFixed(FloatPieces* pieces, double magnitude, const FloatStyleOptions& options,
              char* buffer) {
  const size_t places =
      ExactPlacesOf(static_cast<size_t>(options.precision), &pieces->fraction_zeros);
  pieces->integer = buffer;
  pieces->fraction_size = places;
  if (places <= kFastPlaces) {
    const size_t count = FixedDigits(magnitude, static_cast<unsigned>(places), buffer);
    if (count != 0) {
      pieces->integer_size = count - places;
      pieces->fraction = buffer + pieces->integer_size;
      return;
    }
  }
  const char* end = std::to_chars(buffer, buffer + kFloatPiecesBuffer, magnitude,
                                  std::chars_format::fixed, static_cast<int>(places))
                        .ptr;
  const size_t size = static_cast<size_t>(end - buffer);
  pieces->integer_size = places == 0 ? size : size - places - 1;
  pieces->fraction = end - places;
}

// The usual sizes of numbers, by way of FixedDigits, which is several times faster. False when it
// does not apply.
bool ScientificByFixed(double magnitude, size_t places, char* buffer, ScientificText* text) {
  // The doubles nearest to these powers below 1 are a little larger than them, and none lies
  // between; so a comparison finds the true decimal exponent.
  constexpr double kPowers[] = {1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1e0,  1e1,  1e2,  1e3,  1e4, 1e5,
                                1e6,  1e7,  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  constexpr int kLeastExponent = -5;
  if (!(magnitude >= kPowers[0] && magnitude < std::end(kPowers)[-1])) return false;
  const auto above = std::upper_bound(std::begin(kPowers), std::end(kPowers), magnitude);
  const int exponent = static_cast<int>(above - std::begin(kPowers)) - 1 + kLeastExponent;
  const int64_t fixed_places = static_cast<int64_t>(places) - exponent;
  if (fixed_places < 0 || fixed_places > static_cast<int64_t>(kFastPlaces)) return false;
  const size_t size = FixedDigits(magnitude, static_cast<unsigned>(fixed_places), buffer);
  if (size == 0) return false;
  size_t zeros = 0;
  while (buffer[zeros] == '0') ++zeros;
  // Rounding up to a power of ten makes one digit more, a zero at the end.
  const bool carried = size - zeros > places + 1;
  *text = {buffer + zeros, places + 1, exponent + (carried ? 1 : 0)};
  return true;
}

ScientificText ScientificOf(double magnitude, size_t places, char* buffer) {
  ScientificText text;
  if (ScientificByFixed(magnitude, places, buffer, &text)) return text;
  char* end = std::to_chars(buffer, buffer + kFloatPiecesBuffer, magnitude,
                            std::chars_format::scientific, static_cast<int>(places))
                  .ptr;
  return TakeApart(buffer, end);
}

void CutScientific(FloatPieces* pieces, double magnitude, const FloatStyleOptions& options,
                   char* buffer) {
  const size_t places =
      ExactPlacesOf(static_cast<size_t>(options.precision), &pieces->fraction_zeros);
  LayOutScientific(pieces, ScientificOf(magnitude, places, buffer), options.upper,
                   buffer + kSpareStart);
}

void CutShortest(FloatPieces* pieces, double magnitude, char* buffer) {
  constexpr size_t kShortStart = 32;  // the digits take 17 at most
  char* end =
      std::to_chars(buffer, buffer + kShortStart, magnitude, std::chars_format::scientific).ptr;
  const ScientificText text = TakeApart(buffer, end);
  if (text.exponent < -4 || text.exponent >= 16) {
    LayOutScientific(pieces, text, false, buffer + kShortStart);
  } else {
    LayOutPlain(pieces, text, buffer + kShortStart);
  }
}

// '%g': fixed or scientific by the size of the exponent, as C's printf() decides it, but after
// rounding. 9.9999995 with six digits is "10".
void CutGeneral(FloatPieces* pieces, double magnitude, const FloatStyleOptions& options,
                char* buffer) {
  const size_t precision = static_cast<size_t>(std::max<int64_t>(options.precision, 1));
  size_t zeros = 0;
  const size_t significant = ExactPlacesOf(precision, &zeros);
  ScientificText text = ScientificOf(magnitude, significant - 1, buffer);
  if (options.alternate) {
    pieces->fraction_zeros = zeros;
  } else {
    while (text.count > 1 && text.digits[text.count - 1] == '0') --text.count;
  }
  const int64_t limit = static_cast<int64_t>(precision) - (options.add_dot_zero ? 1 : 0);
  if (text.exponent < -4 || text.exponent >= limit) {
    LayOutScientific(pieces, text, options.upper, buffer + kSpareStart);
  } else {
    LayOutPlain(pieces, text, buffer + kSpareStart);
  }
}

}  // namespace

bool FloatPieces::IsZero() const {
  const auto zero = [](char c) { return c == '0'; };
  return integer_size > 0 && std::all_of(integer, integer + integer_size, zero) &&
         std::all_of(fraction, fraction + fraction_size, zero);
}

// The usual case in integer arithmetic: mantissa * 10**places, rounded half to even at the exact
// value, fits into 128 bits for few places. 0: it does not, and the slower way through to_chars is
// needed.
size_t FixedDigits(double magnitude, unsigned places, char* out) {
  const uint64_t bits = std::bit_cast<uint64_t>(magnitude);
  const int biased = static_cast<int>(bits >> 52);
  uint64_t mantissa = bits & ((uint64_t{1} << 52) - 1);
  if (biased != 0) mantissa |= uint64_t{1} << 52;
  const int shift = 1075 - (biased == 0 ? 1 : biased);  // value = mantissa / 2**shift
  if (shift <= 0) {
    if (shift < -10 || places != 0) return 0;
    return static_cast<size_t>(std::to_chars(out, out + 20, mantissa << -shift).ptr - out);
  }
  uint64_t rounded = 0;
  // From 2**-116 on down the product with 10**17 is below a half.
  if (shift < 128) {
    using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(mantissa) * kPowersOfTen[places];
    const Wide whole = product >> shift;
    if (static_cast<uint64_t>(whole >> 63) != 0) return 0;
    rounded = static_cast<uint64_t>(whole);
    const Wide rest = product - (whole << shift);
    const Wide half = Wide{1} << (shift - 1);
    if (rest > half || (rest == half && (rounded & 1) != 0)) ++rounded;
  }
  char* end = std::to_chars(out, out + 20, rounded).ptr;
  const size_t count = static_cast<size_t>(end - out);
  if (count > places) return count;
  const size_t missing = places + 1 - count;
  std::memmove(out + missing, out, count);
  std::fill(out, out + missing, '0');
  return places + 1;
}

// A float as pieces: sign, digits before and behind the point, zeros that are only counted,
// exponent. Padding and separators of a format spec need them apart, and long runs of zeros need no
// memory here.
FloatPieces CutFloat(double value, const FloatStyleOptions& options, char* buffer) {
  FloatPieces pieces;
  if (std::isnan(value)) {
    pieces.exponent = options.upper ? "NAN" : "nan";
    pieces.exponent_size = 3;
    return pieces;
  }
  pieces.negative = std::signbit(value);
  if (std::isinf(value)) {
    pieces.exponent = options.upper ? "INF" : "inf";
    pieces.exponent_size = 3;
    return pieces;
  }
  const double magnitude = std::fabs(value);
  switch (options.style) {
    case FloatStyle::kFixed: CutFixed(&pieces, magnitude, options, buffer); break;
    case FloatStyle::kScientific: CutScientific(&pieces, magnitude, options, buffer); break;
    case FloatStyle::kShortest: CutShortest(&pieces, magnitude, buffer); break;
    case FloatStyle::kGeneral: CutGeneral(&pieces, magnitude, options, buffer); break;
  }
  const bool has_places = pieces.fraction_size + pieces.fraction_zeros > 0;
  pieces.point = has_places || options.alternate;
  if (options.add_dot_zero && !has_places && pieces.exponent_size == 0) {
    pieces.point = true;
    pieces.fraction_zeros = 1;
  }
  return pieces;
}

}  // namespace pysub
