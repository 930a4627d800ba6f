#ifndef PYSUB_VM_NUMBERS_FLOAT_TEXT_H_
#define PYSUB_VM_NUMBERS_FLOAT_TEXT_H_

// Floats and complex numbers as text and back, as CPython 3.14 does. Nothing here allocates. What
// reads a text can be stopped on the way (null: cannot); its answer means nothing then.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "vm/numbers/kernel.h"
#include "vm/numbers/limbs.h"

namespace pysub {

// repr(float): shortest digits that read back. Returns the number of characters written.
inline constexpr size_t kFloatReprChars = 26;
size_t FloatRepr(double value, char* out);

// repr(complex): '(1+2j)', '1j', '(-0+nanj)'.
inline constexpr size_t kComplexReprChars = 2 * kFloatReprChars + 3;
size_t ComplexRepr(double real, double imag, char* out);

// float(text) on ASCII without surrounding white space: underscores between digits, inf, infinity
// and nan in any case, no hexadecimal. Too large gives infinity, as in CPython. nullopt: malformed.
std::optional<double> ParseFloat(std::string_view text, StopCheck* stop = nullptr);

// complex(text) on ASCII without surrounding white space; parentheses allowed. ValueError; its
// wording may end in "%s", where the repr of the text belongs.
struct Complex {
  double real = 0;
  double imag = 0;
};
NumberError ParseComplex(std::string_view text, Complex* out, StopCheck* stop = nullptr);

// float.hex() and float.fromhex() (which strips ASCII white space itself). Errors: ValueError
// "invalid hexadecimal floating-point string", OverflowError.
inline constexpr size_t kFloatHexChars = 26;
size_t FloatHex(double value, char* out);
NumberError ParseFloatHex(std::string_view text, double* out, StopCheck* stop = nullptr);

// float.as_integer_ratio(): numerator and denominator in lowest terms. OverflowError for infinity,
// ValueError for NaN.
inline constexpr size_t kRatioLimbs = 18;
NumberError AsIntegerRatio(double value, LimbsOut numerator_out, LimbsOut denominator_out,
                           IntResult* numerator, IntResult* denominator);

// round(value, digits) with digits given: correctly rounded, halves to even of the exact value.
// `digits` is clamped by the caller to int64. OverflowError when the result leaves double.
NumberError RoundFloat(double value, int64_t digits, double* out);
// round(value) as a double that is an integer (halves to even); FromDouble does the rest.
double RoundHalfEven(double value);

}  // namespace pysub

#endif  // PYSUB_VM_NUMBERS_FLOAT_TEXT_H_
