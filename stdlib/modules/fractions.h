#ifndef PYSUB_STDLIB_MODULES_FRACTIONS_H_
#define PYSUB_STDLIB_MODULES_FRACTIONS_H_

#include "vm/vm.h"

namespace pysub {

// A Fraction in lowest terms, its denominator above 0.
struct FractionObject : Object {
  Value numerator, denominator;  // ints
};
inline bool IsFraction(Value v) { return IsObjectOf(v, TypeId::kFraction); }

// numerator / denominator, made coprime; denominator is not 0.
Value NewFraction(Vm& vm, Value numerator, Value denominator);

// A format spec for numbers as fractions and decimals understand it.
struct NumberFormat {
  char32_t fill = U' ';
  char align = '>';
  char sign = '-';
  bool no_negative_zero = false;
  bool alternate = false;
  bool zero_pad = false;
  int64_t width = 0;
  char separator = 0;  // , or _ between integer digits
  int64_t precision = -1;
  char fraction_separator = 0;  // between the digits of the fraction
  char type = 0;
};
// False: it is none.
bool ParseNumberFormat(std::string_view spec, NumberFormat* layout);
// sign, integer digits and what follows them, padded. `integer` is digits only.
Value LayOut(Vm& vm, const NumberFormat& layout, std::string_view sign, std::string_view integer,
             std::string_view rest);

}  // namespace pysub

#endif  // PYSUB_STDLIB_MODULES_FRACTIONS_H_
