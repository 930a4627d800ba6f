#ifndef PYSUB_VM_NUMBERS_FLOAT_MATH_H_
#define PYSUB_VM_NUMBERS_FLOAT_MATH_H_

// Float arithmetic where Python's rules differ from C's, and the kernels of `math` where CPython
// computes otherwise than the C library.
//
// A wording that ends in "%s" wants the repr of the offending argument there.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "vm/numbers/kernel.h"

namespace pysub {

// --- Operators. ZeroDivisionError "division by zero".

NumberError FloatDivide(double a, double b, double* out);
NumberError FloatFloorDiv(double a, double b, double* out);
NumberError FloatMod(double a, double b, double* out);
NumberError FloatDivMod(double a, double b, double* quotient, double* rest);

// a ** b. The result is complex for a negative finite base and a non-integral finite exponent:
// *needs_complex is set and the caller uses ComplexPow. An OverflowError's args are
// (34, 'Numerical result out of range'), a pair and not one text.
NumberError FloatPow(double a, double b, double* out, bool* needs_complex);

// hash(value); `nan_hash` is what the caller wants for NaN (CPython: by identity).
int64_t HashDouble(double value, int64_t nan_hash);

// --- sum(): compensated (Neumaier), as CPython since 3.12; complex since 3.14.

// Kahan's sum in Neumaier's variant (1974): the error of each addition is summed apart.
struct CompensatedSum {
  double high = 0;
  double low = 0;

  void Add(double x) {
    const double sum = high + x;
    if (std::fabs(high) >= std::fabs(x)) {
      low += (high - sum) + x;
    } else {
      low += (x - sum) + high;
    }
    high = sum;
  }
  // The compensation is only used when finite, so that infinities survive.
  double Total() const { return low != 0 && std::isfinite(low) ? high + low : high; }
};

// --- math.fsum(): exact. Values are added one by one so that the caller can feed an iterator; the
// state is plain data.
struct ExactSum {
  static constexpr size_t kMaxPartials = 64;
  double partials[kMaxPartials] = {};  // do not overlap, growing in magnitude
  uint32_t size = 0;
  double special_sum = 0;   // of all infinities and NaNs
  double infinity_sum = 0;  // of all infinities

  // OverflowError "intermediate overflow in fsum".
  NumberError Add(double x);
  // OverflowError; ValueError "-inf + inf in fsum".
  NumberError Total(double* out) const;

 private:
  void Compress();
};

// --- math.sumprod() of floats: as if in threefold precision, then rounded once.
struct ProductSum {
  double high = 0, low = 0, tiny = 0;

  // False, and nothing changes, when the sum would leave the finite numbers; math.sumprod() then
  // adds Total() to what it has and goes on with ordinary arithmetic.
  [[nodiscard]] bool Add(double x, double y);
  double Total() const;
};

// --- math. Domain and range errors as math.* raises them.

NumberError Gamma(double x, double* out);
NumberError LogGamma(double x, double* out);
NumberError Fma(double x, double y, double z, double* out);
NumberError Remainder(double x, double y, double* out);  // IEEE 754
NumberError Fmod(double x, double y, double* out);       // math.fmod, not %
NumberError MathPow(double x, double y, double* out);    // math.pow, not **
NumberError Ldexp(double x, int64_t exponent, double* out);
NumberError Log(double x, double* out);
NumberError Log2(double x, double* out);
NumberError Log10(double x, double* out);
NumberError Log1p(double x, double* out);
double NextAfter(double x, double y, uint64_t steps);
double Ulp(double x);

// math.hypot(*coordinates): within one unit in the last place and almost always correctly rounded.
// Uses the span as its working storage.
double Hypot(std::span<double> coordinates);
// math.dist: writes the differences to `work`, which is as long as p and q.
double Dist(std::span<const double> p, std::span<const double> q, std::span<double> work);

}  // namespace pysub

#endif  // PYSUB_VM_NUMBERS_FLOAT_MATH_H_
