#include "vm/numbers/float_math.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace pysub {
namespace {

constexpr NumberError kDivisionByZero = NumberError::ZeroDivision("division by zero");
constexpr NumberError kDomain = NumberError::Value("math domain error");
constexpr NumberError kRange = NumberError::Overflow("math range error");
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kPi = 3.141592653589793238462643383279502884197;
constexpr double kLogPi = 1.144729885849400174143427351353058711647;

// A number in twofold precision: the unevaluated sum of both.
struct Twofold {
  double high;
  double low;
};

// a + b exactly; needs |a| >= |b|.
Twofold FastSum(double a, double b) {
  const double sum = a + b;
  return {sum, (a - sum) + b};
}

// a + b exactly, for any a and b.
Twofold Sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

// a * b exactly.
Twofold Product(double a, double b) {
  const double product = a * b;
  return {product, std::fma(a, b, -product)};
}

// The remainder with the sign of b.
double FloorRest(double a, double b) {
  double rest = std::fmod(a, b);
  if (rest == 0) return std::copysign(0.0, b);
  if ((b < 0) != (rest < 0)) rest += b;
  return rest;
}

double FloorQuotient(double a, double b) {
  const double rest = std::fmod(a, b);
  double quotient = (a - rest) / b;
  if (rest != 0 && (b < 0) != (rest < 0)) quotient -= 1;
  if (quotient == 0) return std::copysign(0.0, a / b);
  // The quotient is an integer up to rounding; take the nearest.
  const double floor = std::floor(quotient);
  return quotient - floor > 0.5 ? floor + 1 : floor;
}

// sin(pi x) without the error of pi in large multiples.
double SinPi(double x) {
  const double y = std::fmod(std::fabs(x), 2.0);
  double sine = 0;
  switch (static_cast<int>(std::round(2.0 * y))) {
    case 0: sine = std::sin(kPi * y); break;
    case 1: sine = std::cos(kPi * (y - 0.5)); break;
    case 2:
      // Not -sin(pi (y - 1)): the sign of zero.
      sine = std::sin(kPi * (1.0 - y));
      break;
    case 3: sine = -std::cos(kPi * (y - 1.5)); break;
    default: sine = std::sin(kPi * (y - 2.0)); break;
  }
  return std::copysign(1.0, x) * sine;
}

// Lanczos's approximation with Pugh's parameters g = 6.0246..., 13 terms, as a rational function.
constexpr double kLanczosG = 6.024680040776729583740234375;
constexpr double kLanczosGMinusHalf = 5.524680040776729583740234375;
constexpr int kLanczosTerms = 13;
constexpr double kLanczosNumerator[kLanczosTerms] = {
    23531376880.410759688572007674451636754734846804940,
    42919803642.649098768957899047001988850926355848959,
    35711959237.355668049440185451547166705960488635843,
    17921034426.037209699919755754458931112671403265390,
    6039542586.3520280050642916443072979210699388420708,
    1439720407.3117216736632230727949123939715485786372,
    248874557.86205415651146038641322942321632125127801,
    31426415.585400194380614231628318205362874684987640,
    2876370.6289353724412254090516208496135991145378768,
    186056.26539522349504029498971604569928220784236328,
    8071.6720023658162106380029022722506138218516325024,
    210.82427775157934587250973392071336271166969580291,
    2.5066282746310002701649081771338373386264310793408};
// x (x+1) ... (x+11)
constexpr double kLanczosDenominator[kLanczosTerms] = {
    0.0,       39916800.0, 120543840.0, 150917976.0, 105258076.0, 45995730.0, 13339535.0,
    2637558.0, 357423.0,   32670.0,     1925.0,      66.0,        1.0};

// A rational approximation that gives Gamma to nearly all digits (Lanczos, 1964). Coefficients and
// both branches are those of CPython's mathmodule.c, so that the last digit is the same.
double LanczosSum(double x) {
  double numerator = 0;
  double denominator = 0;
  if (x < 5.0) {
    for (int i = kLanczosTerms - 1; i >= 0; --i) {
      numerator = numerator * x + kLanczosNumerator[i];
      denominator = denominator * x + kLanczosDenominator[i];
    }
  } else {
    // In powers of 1/x, so that large x does not overflow.
    for (int i = 0; i < kLanczosTerms; ++i) {
      numerator = numerator / x + kLanczosNumerator[i];
      denominator = denominator / x + kLanczosDenominator[i];
    }
  }
  return numerator / denominator;
}

constexpr NumberError kGammaPole =
    NumberError::Value("expected a noninteger or positive integer, got %s");

// The Euclidean norm; `largest` is the largest magnitude among the values.
double Norm(std::span<double> values, double largest, bool found_nan) {
  if (std::isinf(largest)) return largest;
  if (found_nan) return std::numeric_limits<double>::quiet_NaN();
  if (largest == 0 || values.size() <= 1) return largest;
  int exponent = 0;
  std::frexp(largest, &exponent);
  if (exponent < -1023) {
    // The scale below would overflow.
    constexpr double kLeastNormal = std::numeric_limits<double>::min();
    for (double& value : values) value /= kLeastNormal;
    return kLeastNormal * Norm(values, largest / kLeastNormal, false);
  }
  // Scaled so that squares neither overflow nor vanish; summed from 1 on so that the running sum is
  // never smaller than what is added, with two separate sums of what rounding loses.
  const double scale = std::ldexp(1.0, -exponent);
  double sum = 1.0;
  double lost_in_squares = 0;
  double lost_in_sums = 0;
  const auto add = [&](Twofold square) {
    const Twofold next = FastSum(sum, square.high);
    sum = next.high;
    lost_in_squares += square.low;
    lost_in_sums += next.low;
  };
  for (const double value : values) add(Product(value * scale, value * scale));
  double root = std::sqrt(sum - 1.0 + (lost_in_squares + lost_in_sums));
  // One step of Newton's method on the exact residue.
  add(Product(-root, root));
  root += (sum - 1.0 + (lost_in_squares + lost_in_sums)) / (2.0 * root);
  return root / scale;
}

double NormOf(std::span<double> values) {
  double largest = 0;
  bool found_nan = false;
  for (double& value : values) {
    value = std::fabs(value);
    found_nan |= std::isnan(value);
    if (value > largest) largest = value;
  }
  return Norm(values, largest, found_nan);
}

}  // namespace

NumberError FloatDivide(double a, double b, double* out) {
  if (b == 0) return kDivisionByZero;
  *out = a / b;
  return NumberError::Ok();
}

NumberError FloatFloorDiv(double a, double b, double* out) {
  if (b == 0) return kDivisionByZero;
  *out = FloorQuotient(a, b);
  return NumberError::Ok();
}

NumberError FloatMod(double a, double b, double* out) {
  if (b == 0) return kDivisionByZero;
  *out = FloorRest(a, b);
  return NumberError::Ok();
}

NumberError FloatDivMod(double a, double b, double* quotient, double* rest) {
  if (b == 0) return kDivisionByZero;
  *quotient = FloorQuotient(a, b);
  *rest = FloorRest(a, b);
  return NumberError::Ok();
}

// Python's rules where they differ from C's pow(): a negative base with a fraction gives a complex
// number, and what overflows is an error instead of infinity.
NumberError FloatPow(double a, double b, double* out, bool* needs_complex) {
  *needs_complex = false;
  // IEEE's pow() has Python's values for all that is not finite.
  if (std::isfinite(a) && std::isfinite(b)) {
    if (a == 0 && b < 0) return NumberError::ZeroDivision("zero to a negative power");
    if (a < 0 && b != std::floor(b)) {
      *needs_complex = true;
      return NumberError::Ok();
    }
    *out = std::pow(a, b);
    if (std::isinf(*out)) return NumberError::Overflow("(34, 'Numerical result out of range')");
    return NumberError::Ok();
  }
  *out = std::pow(a, b);
  return NumberError::Ok();
}

// The value modulo 2**61 - 1, so that 2.0 and 2 have one hash ("Hashing of numeric types" in
// CPython's documentation).
int64_t HashDouble(double value, int64_t nan_hash) {
  if (!std::isfinite(value)) {
    if (std::isnan(value)) return nan_hash;
    return value > 0 ? 314159 : -314159;
  }
  // mantissa * 2**exponent modulo 2**61-1: multiplying by a power of two rotates 61 bits.
  constexpr uint64_t kModulus = (uint64_t{1} << 61) - 1;
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(value), &exponent);
  const uint64_t mantissa = static_cast<uint64_t>(std::ldexp(fraction, 53));
  exponent = (exponent - 53) % 61;
  if (exponent < 0) exponent += 61;
  uint64_t hash = mantissa;
  if (exponent != 0) hash = ((mantissa << exponent) & kModulus) | (mantissa >> (61 - exponent));
  const int64_t signed_hash = value < 0 ? -static_cast<int64_t>(hash) : static_cast<int64_t>(hash);
  return signed_hash == -1 ? -2 : signed_hash;
}

// Shewchuk, "Adaptive Precision Floating-Point Arithmetic" (1997), as in CPython's fsum(): the sum
// is kept without error as several doubles whose bits do not overlap. Each addition runs through
// them, and a rounding error becomes one of them.
NumberError ExactSum::Add(double x) {
  const double added = x;
  if (size == kMaxPartials) Compress();
  uint32_t kept = 0;
  for (uint32_t i = 0; i < size; ++i) {
    double y = partials[i];
    if (std::fabs(x) < std::fabs(y)) std::swap(x, y);
    const Twofold sum = FastSum(x, y);
    if (sum.low != 0) partials[kept++] = sum.low;
    x = sum.high;
  }
  size = kept;
  if (x == 0) return NumberError::Ok();
  if (std::isfinite(x)) {
    partials[size++] = x;
    return NumberError::Ok();
  }
  if (std::isfinite(added)) return NumberError::Overflow("intermediate overflow in fsum");
  if (std::isinf(added)) infinity_sum += added;
  special_sum += added;
  size = 0;
  return NumberError::Ok();
}

// The same sum in as few partials as can be: each then has about 53 bits, so about 40 cover all of
// a double's range.
void ExactSum::Compress() {
  double sum = partials[size - 1];
  uint32_t bottom = size - 1;
  for (uint32_t i = size - 1; i-- > 0;) {
    const Twofold both = FastSum(sum, partials[i]);
    if (both.low != 0) {
      partials[bottom--] = both.high;
      sum = both.low;
    } else {
      sum = both.high;
    }
  }
  partials[bottom] = sum;
  uint32_t kept = 0;
  for (uint32_t i = bottom + 1; i < size; ++i) {
    const Twofold both = FastSum(partials[i], sum);
    if (both.low != 0) partials[kept++] = both.low;
    sum = both.high;
  }
  partials[kept++] = sum;
  size = kept;
}

// The pieces from the largest down, until the rest cannot change the result any more. An exact half
// is decided by the sign of the next piece.
NumberError ExactSum::Total(double* out) const {
  if (special_sum != 0) {
    if (std::isnan(infinity_sum)) return NumberError::Value("-inf + inf in fsum");
    *out = special_sum;
    return NumberError::Ok();
  }
  double high = 0;
  double low = 0;
  uint32_t left = size;
  if (left > 0) {
    high = partials[--left];
    while (left > 0) {
      const Twofold sum = FastSum(high, partials[--left]);
      high = sum.high;
      low = sum.low;
      if (low != 0) break;
    }
    // `low` may be exactly half a unit, rounded to even; what is below it decides.
    if (left > 0 && ((low < 0 && partials[left - 1] < 0) || (low > 0 && partials[left - 1] > 0))) {
      const double twice = low * 2.0;
      const double moved = high + twice;
      if (twice == moved - high) high = moved;
    }
  }
  *out = high;
  return NumberError::Ok();
}

bool ProductSum::Add(double x, double y) {
  // Ogita, Rump and Oishi, "Accurate sum and dot product", algorithm 5.10 for K = 3.
  const Twofold product = Product(x, y);
  const Twofold sum = Sum(high, product.high);
  const Twofold lows = Sum(low, product.low);
  const Twofold middle = Sum(lows.high, sum.low);
  if (!std::isfinite(sum.high)) return false;
  high = sum.high;
  low = middle.high;
  tiny = tiny + lows.low + middle.low;
  return true;
}

double ProductSum::Total() const { return high + Sum(low, tiny).high; }

// As CPython's math.gamma(): exact factorials, the reflection formula for negative numbers, Lanczos
// elsewhere. The power is split in two, because it may overflow where the result does not.
NumberError Gamma(double x, double* out) {
  constexpr int kFactorials = 23;  // the largest factorial that is exact in a double is 22!
  if (std::isnan(x) || x == kInfinity) {
    *out = x;
    return NumberError::Ok();
  }
  if (x == -kInfinity || x == 0) return kGammaPole;
  if (x == std::floor(x)) {
    if (x < 0) return kGammaPole;
    if (x <= kFactorials) {
      double factorial = 1;
      for (int i = 2; i < static_cast<int>(x); ++i) factorial *= i;
      *out = factorial;
      return NumberError::Ok();
    }
  }
  const double magnitude = std::fabs(x);
  if (magnitude < 1e-20) {
    *out = 1.0 / x;
    return std::isinf(*out) ? kRange : NumberError::Ok();
  }
  if (magnitude > 200.0) {
    if (x > 0) return kRange;
    *out = 0.0 / SinPi(x);
    return NumberError::Ok();
  }
  // y = magnitude + g - 1/2 rounded; z makes up for the rounding.
  const double y = magnitude + kLanczosGMinusHalf;
  double z;
  if (magnitude > kLanczosGMinusHalf) {
    z = (y - magnitude) - kLanczosGMinusHalf;
  } else {
    z = (y - kLanczosGMinusHalf) - magnitude;
  }
  z = z * kLanczosG / y;
  // The power is split where it would overflow though the result does not.
  const bool split = magnitude >= 140.0;
  const double power = std::pow(y, split ? magnitude / 2.0 - 0.25 : magnitude - 0.5);
  double result;
  if (x < 0) {
    result = -kPi / SinPi(magnitude) / magnitude * std::exp(y) / LanczosSum(magnitude);
    result -= z * result;
    result /= power;
    if (split) result /= power;
  } else {
    result = LanczosSum(magnitude) / std::exp(y);
    result += z * result;
    result *= power;
    if (split) result *= power;
  }
  *out = result;
  return std::isinf(result) ? kRange : NumberError::Ok();
}

NumberError LogGamma(double x, double* out) {
  if (!std::isfinite(x)) {
    *out = std::isnan(x) ? x : kInfinity;
    return NumberError::Ok();
  }
  if (x == std::floor(x) && x <= 2.0) {
    if (x <= 0) return kGammaPole;
    *out = 0.0;
    return NumberError::Ok();
  }
  const double magnitude = std::fabs(x);
  if (magnitude < 1e-20) {
    *out = -std::log(magnitude);
    return NumberError::Ok();
  }
  double result = std::log(LanczosSum(magnitude)) - kLanczosG;
  result += (magnitude - 0.5) * (std::log(magnitude + kLanczosG - 0.5) - 1);
  if (x < 0) {
    result = kLogPi - std::log(std::fabs(SinPi(magnitude))) - std::log(magnitude) - result;
  }
  *out = result;
  return std::isinf(result) ? kRange : NumberError::Ok();
}

// An infinity or NaN that comes out of finite operands is an error in Python.
NumberError Fma(double x, double y, double z, double* out) {
  *out = std::fma(x, y, z);
  if (std::isfinite(*out)) return NumberError::Ok();
  if (std::isnan(*out)) {
    if (!std::isnan(x) && !std::isnan(y) && !std::isnan(z)) {
      return NumberError::Value("invalid operation in fma");
    }
  } else if (std::isfinite(x) && std::isfinite(y) && std::isfinite(z)) {
    return NumberError::Overflow("overflow in fma");
  }
  return NumberError::Ok();
}

NumberError Remainder(double x, double y, double* out) {
  if (!std::isnan(x) && !std::isnan(y) && (std::isinf(x) || y == 0)) return kDomain;
  *out = std::remainder(x, y);
  return NumberError::Ok();
}

NumberError Fmod(double x, double y, double* out) {
  if (!std::isnan(x) && !std::isnan(y) && (std::isinf(x) || y == 0)) return kDomain;
  *out = std::fmod(x, y);
  return NumberError::Ok();
}

NumberError MathPow(double x, double y, double* out) {
  *out = std::pow(x, y);
  if (!std::isfinite(x) || !std::isfinite(y) || std::isfinite(*out)) return NumberError::Ok();
  // NaN from a negative base, infinity from zero; else it was too large.
  return std::isnan(*out) || x == 0 ? kDomain : kRange;
}

NumberError Ldexp(double x, int64_t exponent, double* out) {
  constexpr int64_t kEnough = 10000;
  const int64_t clamped = std::clamp(exponent, -kEnough, kEnough);
  *out = std::ldexp(x, static_cast<int>(clamped));
  if (std::isinf(*out) && std::isfinite(x)) return kRange;
  return NumberError::Ok();
}

namespace {
constexpr NumberError kNotPositive = NumberError::Value("expected a positive input, got %s");
}  // namespace

NumberError Log(double x, double* out) {
  if (x <= 0) return kNotPositive;
  *out = std::log(x);
  return NumberError::Ok();
}

NumberError Log2(double x, double* out) {
  if (x <= 0) return kNotPositive;
  *out = std::log2(x);
  return NumberError::Ok();
}

NumberError Log10(double x, double* out) {
  if (x <= 0) return kNotPositive;
  *out = std::log10(x);
  return NumberError::Ok();
}

NumberError Log1p(double x, double* out) {
  if (x <= -1) return NumberError::Value("expected argument value > -1, got %s");
  *out = std::log1p(x);
  return NumberError::Ok();
}

// Many steps at once by arithmetic on the bits. A loop over 2**60 steps would never end.
double NextAfter(double x, double y, uint64_t steps) {
  if (steps == 0) return x;
  if (std::isnan(x)) return x;
  if (std::isnan(y)) return y;
  if (x == y) return y;
  // Doubles in order are integers in order: magnitudes count from zero, on either side of it.
  constexpr uint64_t kSign = uint64_t{1} << 63;
  const uint64_t x_bits = std::bit_cast<uint64_t>(x);
  const uint64_t y_bits = std::bit_cast<uint64_t>(y);
  const uint64_t ax = x_bits & ~kSign;
  const uint64_t ay = y_bits & ~kSign;
  uint64_t result;
  if (((x_bits ^ y_bits) & kSign) != 0) {
    // ax + ay does not wrap: both are below 2**63.
    if (ax + ay <= steps) return y;
    // Past zero the sign is that of y.
    result = steps < ax ? (x_bits & kSign) | (ax - steps) : (y_bits & kSign) | (steps - ax);
    if (steps == ax) result = x_bits & kSign;
  } else if (ax > ay) {
    if (ax - ay < steps) return y;
    result = (x_bits & kSign) | (ax - steps);
  } else {
    if (ay - ax < steps) return y;
    result = (x_bits & kSign) | (ax + steps);
  }
  return std::bit_cast<double>(result);
}

double Ulp(double x) {
  if (std::isnan(x)) return x;
  x = std::fabs(x);
  if (std::isinf(x)) return x;
  const double next = std::nextafter(x, kInfinity);
  if (std::isinf(next)) return x - std::nextafter(x, 0.0);
  return next - x;
}

double Hypot(std::span<double> coordinates) { return NormOf(coordinates); }

double Dist(std::span<const double> p, std::span<const double> q, std::span<double> work) {
  for (size_t i = 0; i < p.size(); ++i) work[i] = p[i] - q[i];
  return NormOf(work.first(p.size()));
}

}  // namespace pysub
