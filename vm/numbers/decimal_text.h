#ifndef PYSUB_VM_NUMBERS_DECIMAL_TEXT_H_
#define PYSUB_VM_NUMBERS_DECIMAL_TEXT_H_

// Internal to vm/numbers: the digits of a double, cut into the pieces that formatting puts
// together.

#include <cstddef>
#include <cstdint>

namespace pysub {

// What is written is: integer, then `.` if point, fraction, fraction_zeros zeros, exponent.
// `integer` holds digits only; for infinity and NaN it is empty and `exponent` has the word.
struct FloatPieces {
  const char* integer = "";
  size_t integer_size = 0;
  const char* fraction = "";
  size_t fraction_size = 0;
  size_t fraction_zeros = 0;
  const char* exponent = "";
  size_t exponent_size = 0;
  bool negative = false;
  bool point = false;

  size_t Size() const {
    return integer_size + (point ? 1 : 0) + fraction_size + fraction_zeros + exponent_size;
  }
  // Whether all digits are 0 (after rounding).
  bool IsZero() const;
};

enum class FloatStyle : uint8_t {
  kShortest,    // repr: the shortest digits that read back; exponent below 1e-4 and from 1e16 on
  kFixed,       // f
  kScientific,  // e
  kGeneral,     // g
};

struct FloatStyleOptions {
  FloatStyle style = FloatStyle::kShortest;
  int64_t precision = 0;      // not for kShortest
  bool alternate = false;     // #: always a point; kGeneral keeps its zeros
  bool add_dot_zero = false;  // what looks like an integer gets ".0"
  bool upper = false;
};

// Digits beyond this many places are zeros for every double: 1074 places after the point.
inline constexpr size_t kExactPlaces = 1100;
inline constexpr size_t kFloatPiecesBuffer = 2 * kExactPlaces + 64;

// `buffer` has kFloatPiecesBuffer characters; the pieces point into it.
FloatPieces CutFloat(double value, const FloatStyleOptions& options, char* buffer);

// The digits of a fixed notation, at most 17 places, when value * 10**places < 2**63: exact, halves
// to even, and fast. Writes digits without a point (at least places + 1 of them); 0 when not
// possible.
size_t FixedDigits(double magnitude, unsigned places, char* out);

}  // namespace pysub

#endif  // PYSUB_VM_NUMBERS_DECIMAL_TEXT_H_
