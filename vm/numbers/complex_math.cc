#include "vm/numbers/complex_math.h"

#include <cmath>
#include <limits>

#include "vm/numbers/float_math.h"

namespace pysub {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr NumberError kDivisionByZero = NumberError::ZeroDivision("division by zero");

// 1 or 0, with x's sign: an infinite part and any other, as C's Annex G boxes them.
double Box(double x) { return std::copysign(std::isinf(x) ? 1.0 : 0.0, x); }
// NaN counts as a zero of its sign.
double WithoutNan(double x) { return std::isnan(x) ? std::copysign(0.0, x) : x; }

bool IsInfinite(Complex a) { return std::isinf(a.real) || std::isinf(a.imag); }
bool IsFinite(Complex a) { return std::isfinite(a.real) && std::isfinite(a.imag); }
bool IsAllNan(Complex a) { return std::isnan(a.real) && std::isnan(a.imag); }

// By Smith's method: the ratio of the smaller to the larger part of b keeps it from overflowing.
Complex Quotient(Complex a, Complex b) {
  Complex result;
  if (std::fabs(b.real) >= std::fabs(b.imag)) {
    const double ratio = b.imag / b.real;
    const double divisor = b.real + b.imag * ratio;
    result = {(a.real + a.imag * ratio) / divisor, (a.imag - a.real * ratio) / divisor};
  } else if (std::fabs(b.imag) >= std::fabs(b.real)) {
    const double ratio = b.real / b.imag;
    const double divisor = b.real * ratio + b.imag;
    result = {(a.real * ratio + a.imag) / divisor, (a.imag * ratio - a.real) / divisor};
  } else {
    result = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
  }
  if (!IsAllNan(result)) return result;
  // Infinities and zeros that came out as NaN (C, Annex G.5.1).
  if (IsInfinite(a) && IsFinite(b)) {
    const Complex box{Box(a.real), Box(a.imag)};
    result.real = kInfinity * (box.real * b.real + box.imag * b.imag);
    result.imag = kInfinity * (box.imag * b.real - box.real * b.imag);
  } else if (IsInfinite(b) && IsFinite(a)) {
    const Complex box{Box(b.real), Box(b.imag)};
    result.real = 0.0 * (a.real * box.real + a.imag * box.imag);
    result.imag = 0.0 * (a.imag * box.real - a.real * box.imag);
  }
  return result;
}

// a real over a complex number: as above without the parts that are not there.
Complex Quotient(double a, Complex b) {
  Complex result;
  if (std::fabs(b.real) >= std::fabs(b.imag)) {
    const double ratio = b.imag / b.real;
    const double divisor = b.real + b.imag * ratio;
    result = {a / divisor, (-a * ratio) / divisor};
  } else if (std::fabs(b.imag) >= std::fabs(b.real)) {
    const double ratio = b.real / b.imag;
    const double divisor = b.real * ratio + b.imag;
    result = {(a * ratio) / divisor, (-a) / divisor};
  } else {
    result = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
  }
  if (IsAllNan(result) && std::isfinite(a) && IsInfinite(b)) {
    result.real = 0.0 * (a * Box(b.real));
    result.imag = 0.0 * (-a * Box(b.imag));
  }
  return result;
}

Complex PowUnsigned(Complex a, unsigned exponent) {
  Complex power{1.0, 0.0};
  for (Complex square = a; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) power = ComplexMul(power, square);
    square = ComplexMul(square, square);
  }
  return power;
}

}  // namespace

// The schoolbook product, four multiplications. Only if both parts come out as NaN is it asked
// whether an infinity was among the operands: the C standard wants an infinity then.
Complex ComplexMul(Complex a, Complex b) {
  const double ac = a.real * b.real;
  const double bd = a.imag * b.imag;
  const double ad = a.real * b.imag;
  const double bc = a.imag * b.real;
  const Complex product{ac - bd, ad + bc};
  if (!IsAllNan(product)) [[likely]] {
    return product;
  }
  // Infinities that came out as NaN (C, Annex G.5.1).
  bool again = false;
  if (IsInfinite(a)) {
    a = {Box(a.real), Box(a.imag)};
    b = {WithoutNan(b.real), WithoutNan(b.imag)};
    again = true;
  }
  if (IsInfinite(b)) {
    b = {Box(b.real), Box(b.imag)};
    a = {WithoutNan(a.real), WithoutNan(a.imag)};
    again = true;
  }
  if (!again && (std::isinf(ac) || std::isinf(bd) || std::isinf(ad) || std::isinf(bc))) {
    a = {WithoutNan(a.real), WithoutNan(a.imag)};
    b = {WithoutNan(b.real), WithoutNan(b.imag)};
    again = true;
  }
  if (!again) return product;
  return {kInfinity * (a.real * b.real - a.imag * b.imag),
          kInfinity * (a.real * b.imag + a.imag * b.real)};
}

NumberError ComplexDivide(Complex a, Complex b, Complex* out) {
  if (b.real == 0 && b.imag == 0) return kDivisionByZero;
  *out = Quotient(a, b);
  return NumberError::Ok();
}

NumberError ComplexDivide(Complex a, double b, Complex* out) {
  if (b == 0) return kDivisionByZero;
  *out = {a.real / b, a.imag / b};
  return NumberError::Ok();
}

NumberError ComplexDivide(double a, Complex b, Complex* out) {
  if (b.real == 0 && b.imag == 0) return kDivisionByZero;
  *out = Quotient(a, b);
  return NumberError::Ok();
}

// Small whole exponents by repeated squaring, others by polar coordinates, as CPython does it. The
// two ways give different last digits, so the border between them is CPython's as well.
NumberError ComplexPow(Complex a, Complex b, Complex* out) {
  constexpr NumberError kZeroBase =
      NumberError::ZeroDivision("zero to a negative or complex power");
  constexpr double kSmallExponent = 100.0;  // up to here by multiplication, which is more exact
  Complex result;
  if (b.imag == 0 && b.real == std::floor(b.real) && std::fabs(b.real) <= kSmallExponent) {
    const int exponent = static_cast<int>(b.real);
    if (exponent > 0) {
      result = PowUnsigned(a, static_cast<unsigned>(exponent));
    } else {
      const Complex power = PowUnsigned(a, static_cast<unsigned>(-exponent));
      if (power.real == 0 && power.imag == 0) return kZeroBase;
      result = Quotient(Complex{1.0, 0.0}, power);
    }
  } else if (a.real == 0 && a.imag == 0) {
    if (b.imag != 0 || b.real < 0) return kZeroBase;
  } else {
    const double magnitude = std::hypot(a.real, a.imag);
    const double angle = std::atan2(a.imag, a.real);
    double length = std::pow(magnitude, b.real);
    double phase = angle * b.real;
    if (b.imag != 0) {
      length *= std::exp(-angle * b.imag);
      phase += b.imag * std::log(magnitude);
    }
    result = {length * std::cos(phase), length * std::sin(phase)};
  }
  if (IsInfinite(result)) return NumberError::Overflow("complex exponentiation");
  *out = result;
  return NumberError::Ok();
}

NumberError ComplexAbs(Complex a, double* out) {
  *out = std::hypot(a.real, a.imag);
  if (std::isinf(*out) && IsFinite(a)) return NumberError::Overflow("absolute value too large");
  return NumberError::Ok();
}

int64_t HashComplex(Complex a, int64_t nan_hash) {
  const uint64_t real = static_cast<uint64_t>(HashDouble(a.real, nan_hash));
  const uint64_t imag = static_cast<uint64_t>(HashDouble(a.imag, nan_hash));
  const int64_t hash = static_cast<int64_t>(real + 1000003 * imag);
  return hash == -1 ? -2 : hash;
}

}  // namespace pysub
