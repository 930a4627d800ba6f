#include "stdlib/modules/cmath_functions.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace pysub::cmath {
namespace {

// Beyond these an intermediate result may be too large or too small.
constexpr double kLarge = DBL_MAX / 4;
constexpr double kSqrtLarge = 0x1.fffffffffffffp+510;  // sqrt(kLarge), rounded
constexpr double kLogLarge = 708.3964185322641;        // log(kLarge)
constexpr double kSqrtSmall = 0x1p-511;                // sqrt(DBL_MIN)

bool IsFinite(const Number& z) { return std::isfinite(z.real()) && std::isfinite(z.imag()); }
bool IsLarge(const Number& z) {
  return std::fabs(z.real()) > kLarge || std::fabs(z.imag()) > kLarge;
}
// log(|z| / 2) of a large number.
double LogOfHalf(const Number& z) { return std::log(std::hypot(z.real() / 2, z.imag() / 2)); }
// f(z) by g, where f(z) = -i g(iz).
template <Number (*kFunction)(const Number&)>
Number Turned(const Number& z) {
  const Number r = kFunction({-z.imag(), z.real()});
  return {r.imag(), -r.real()};
}

}  // namespace

Number Sqrt(const Number& z) {
  if (!IsFinite(z)) return std::sqrt(z);
  if (z.real() == 0 && z.imag() == 0) return {0, z.imag()};
  double ax = std::fabs(z.real());
  const double ay = std::fabs(z.imag());
  double s;
  if (ax < DBL_MIN && ay < DBL_MIN) {  // the sum of the squares would lose digits
    ax = std::ldexp(ax, 53);
    s = std::ldexp(std::sqrt(ax + std::hypot(ax, std::ldexp(ay, 53))), -27);
  } else {
    ax /= 8;
    s = 2 * std::sqrt(ax + std::hypot(ax, ay / 8));
  }
  const double d = ay / (2 * s);
  if (z.real() >= 0) return {s, std::copysign(d, z.imag())};
  return {d, std::copysign(s, z.imag())};
}

Number Acos(const Number& z) {
  if (!IsFinite(z)) return std::acos(z);
  if (IsLarge(z)) {
    const double imaginary = LogOfHalf(z) + M_LN2 * 2;
    return {std::atan2(std::fabs(z.imag()), z.real()), z.real() < 0
                                                           ? -std::copysign(imaginary, z.imag())
                                                           : std::copysign(imaginary, -z.imag())};
  }
  const Number a = Sqrt({1 - z.real(), -z.imag()}), b = Sqrt({1 + z.real(), z.imag()});
  return {2 * std::atan2(a.real(), b.real()),
          std::asinh(b.real() * a.imag() - b.imag() * a.real())};
}

Number Acosh(const Number& z) {
  if (!IsFinite(z)) return std::acosh(z);
  if (IsLarge(z)) return {LogOfHalf(z) + M_LN2 * 2, std::atan2(z.imag(), z.real())};
  const Number a = Sqrt({z.real() - 1, z.imag()}), b = Sqrt({z.real() + 1, z.imag()});
  return {std::asinh(a.real() * b.real() + a.imag() * b.imag()),
          2 * std::atan2(a.imag(), b.real())};
}

Number Asinh(const Number& z) {
  if (!IsFinite(z)) return std::asinh(z);
  if (IsLarge(z)) {
    const double real = LogOfHalf(z) + M_LN2 * 2;
    return {z.imag() >= 0 ? std::copysign(real, z.real()) : -std::copysign(real, -z.real()),
            std::atan2(z.imag(), std::fabs(z.real()))};
  }
  const Number a = Sqrt({1 + z.imag(), -z.real()}), b = Sqrt({1 - z.imag(), z.real()});
  return {std::asinh(a.real() * b.imag() - b.real() * a.imag()),
          std::atan2(z.imag(), a.real() * b.real() - a.imag() * b.imag())};
}
Number Asin(const Number& z) { return IsFinite(z) ? Turned<Asinh>(z) : std::asin(z); }

Number Atanh(const Number& z) {
  if (!IsFinite(z)) return std::atanh(z);
  if (std::signbit(z.real())) return -Atanh(-z);
  const double ay = std::fabs(z.imag());
  if (z.real() > kSqrtLarge || ay > kSqrtLarge) {
    const double h = std::hypot(z.real() / 2, z.imag() / 2);
    return {z.real() / 4 / h / h, -std::copysign(M_PI / 2, -z.imag())};
  }
  if (z.real() == 1 && ay < kSqrtSmall) {
    if (ay == 0) return {INFINITY, z.imag()};
    return {-std::log(std::sqrt(ay) / std::sqrt(std::hypot(ay, 2))),
            std::copysign(std::atan2(2, -ay) / 2, z.imag())};
  }
  const double rest = 1 - z.real();
  return {std::log1p(4 * z.real() / (rest * rest + ay * ay)) / 4,
          -std::atan2(-2 * z.imag(), rest * (1 + z.real()) - ay * ay) / 2};
}
Number Atan(const Number& z) { return IsFinite(z) ? Turned<Atanh>(z) : std::atan(z); }

Number Cosh(const Number& z) {
  if (!IsFinite(z)) return std::cosh(z);
  const bool large = std::fabs(z.real()) > kLogLarge;
  const double x = large ? z.real() - std::copysign(1, z.real()) : z.real();
  const double scale = large ? M_E : 1;
  return {std::cos(z.imag()) * std::cosh(x) * scale, std::sin(z.imag()) * std::sinh(x) * scale};
}
Number Cos(const Number& z) { return IsFinite(z) ? Cosh({-z.imag(), z.real()}) : std::cos(z); }

Number Sinh(const Number& z) {
  if (!IsFinite(z)) return std::sinh(z);
  const bool large = std::fabs(z.real()) > kLogLarge;
  const double x = large ? z.real() - std::copysign(1, z.real()) : z.real();
  const double scale = large ? M_E : 1;
  return {std::cos(z.imag()) * std::sinh(x) * scale, std::sin(z.imag()) * std::cosh(x) * scale};
}
Number Sin(const Number& z) { return IsFinite(z) ? Turned<Sinh>(z) : std::sin(z); }

Number Tanh(const Number& z) {
  if (!IsFinite(z)) return std::tanh(z);
  if (std::fabs(z.real()) > kLogLarge) {
    return {std::copysign(1, z.real()),
            4 * std::sin(z.imag()) * std::cos(z.imag()) * std::exp(-2 * std::fabs(z.real()))};
  }
  const double tx = std::tanh(z.real()), ty = std::tan(z.imag()), cx = 1 / std::cosh(z.real());
  const double product = tx * ty, below = 1 + product * product;
  return {tx * (1 + ty * ty) / below, ty / below * cx * cx};
}
Number Tan(const Number& z) { return IsFinite(z) ? Turned<Tanh>(z) : std::tan(z); }

Number Exp(const Number& z) {
  if (!IsFinite(z)) return std::exp(z);
  const bool large = z.real() > kLogLarge;
  const double size = std::exp(large ? z.real() - 1 : z.real());
  const double scale = large ? M_E : 1;
  return {size * std::cos(z.imag()) * scale, size * std::sin(z.imag()) * scale};
}

Number Log(const Number& z) {
  if (!IsFinite(z)) return std::log(z);
  const double ax = std::fabs(z.real()), ay = std::fabs(z.imag());
  const double angle = std::atan2(z.imag(), z.real());
  if (IsLarge(z)) return {LogOfHalf(z) + M_LN2, angle};
  if (ax < DBL_MIN && ay < DBL_MIN) {
    return {std::log(std::hypot(std::ldexp(ax, DBL_MANT_DIG), std::ldexp(ay, DBL_MANT_DIG))) -
                DBL_MANT_DIG * M_LN2,
            angle};
  }
  const double h = std::hypot(ax, ay);
  if (h < 0.71 || h > 1.73) return {std::log(h), angle};
  const double more = std::max(ax, ay), less = std::min(ax, ay);
  return {std::log1p((more - 1) * (more + 1) + less * less) / 2, angle};
}

}  // namespace pysub::cmath
