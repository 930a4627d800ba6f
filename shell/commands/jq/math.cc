// Functions of numbers.

#include <cmath>
#include <limits>

#include "shell/commands/jq/natives.h"
#include "shell/commands/jq/number.h"

namespace pysub::shell::jq {
namespace {

template <double (*function)(double)>
Value One(NativeContext& c, Value* args) {
  if (!args[0].is_number()) return c.FailWith(args[0], "number required");
  return Value::Number(function(args[0].number()));
}

template <double (*function)(double, double)>
Value Two(NativeContext& c, Value* args) {
  for (int i = 1; i <= 2; ++i) {
    if (!args[i].is_number()) return c.FailWith(args[i], "number required");
  }
  return Value::Number(function(args[1].number(), args[2].number()));
}

double Exp10(double x) { return std::pow(10.0, x); }
double Significand(double x) {
  if (x == 0 || std::isinf(x) || std::isnan(x)) return x;
  return std::scalbn(x, -std::ilogb(x));
}
double Gamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}
int ToInt(double x) {
  const int64_t whole = ToInteger(x);
  return static_cast<int>(whole > INT32_MAX ? INT32_MAX : whole < INT32_MIN ? INT32_MIN : whole);
}
double Ldexp(double x, double y) { return std::ldexp(x, ToInt(y)); }
double Jn(double x, double y) { return ::jn(std::min(std::max(ToInt(x), -10000), 10000), y); }
double Yn(double x, double y) { return ::yn(std::min(std::max(ToInt(x), -10000), 10000), y); }
double Scalb(double x, double y) {
  if (std::isnan(x) || std::isnan(y)) return x * y;
  if (std::isinf(y)) return y > 0 ? x * y : x / -y;
  return std::scalbn(x, ToInt(y));
}
double NextToward(double x, double y) { return std::nextafter(x, y); }

Value Fma(NativeContext& c, Value* args) {
  for (int i = 1; i <= 3; ++i) {
    if (!args[i].is_number()) return c.FailWith(args[i], "number required");
  }
  return Value::Number(std::fma(args[1].number(), args[2].number(), args[3].number()));
}

Value PairOf(Heap& heap, double a, double b) {
  Value pair = heap.Array(2);
  heap.Push(&pair, Value::Number(a));
  heap.Push(&pair, Value::Number(b));
  return pair;
}

Value Frexp(NativeContext& c, Value* args) {
  if (!args[0].is_number()) return c.FailWith(args[0], "number required");
  int exponent = 0;
  const double mantissa = std::frexp(args[0].number(), &exponent);
  return PairOf(c.heap, mantissa, std::isfinite(args[0].number()) ? exponent : 0);
}

Value Modf(NativeContext& c, Value* args) {
  if (!args[0].is_number()) return c.FailWith(args[0], "number required");
  double whole = 0;
  const double fraction = std::modf(args[0].number(), &whole);
  return PairOf(c.heap, fraction, whole);
}

Value LgammaR(NativeContext& c, Value* args) {
  if (!args[0].is_number()) return c.FailWith(args[0], "number required");
  int sign = 0;
  const double value = ::lgamma_r(args[0].number(), &sign);
  return PairOf(c.heap, value, sign);
}

Value Infinite(NativeContext&, Value*) {
  return Value::Number(std::numeric_limits<double>::infinity());
}
Value Nan(NativeContext&, Value*) {
  return Value::Number(std::numeric_limits<double>::quiet_NaN());
}
Value IsInfinite(NativeContext& c, Value* args) {
  if (!args[0].is_number()) return c.FailWith(args[0], "number required");
  return Value::Bool(std::isinf(args[0].number()));
}
Value IsNan(NativeContext& c, Value* args) {
  if (!args[0].is_number()) return c.FailWith(args[0], "number required");
  return Value::Bool(std::isnan(args[0].number()));
}
Value IsNormal(NativeContext& c, Value* args) {
  if (!args[0].is_number()) return c.FailWith(args[0], "number required");
  return Value::Bool(std::isnormal(args[0].number()));
}
Value Yes(NativeContext&, Value*) { return Value::Bool(true); }

constexpr NativeRow kRows[] = {
    {"floor", 0, One<std::floor>},
    {"ceil", 0, One<std::ceil>},
    {"round", 0, One<std::round>},
    {"sqrt", 0, One<std::sqrt>},
    {"fabs", 0, One<std::fabs>},
    {"trunc", 0, One<std::trunc>},
    {"rint", 0, One<std::rint>},
    {"nearbyint", 0, One<std::nearbyint>},
    {"significand", 0, One<Significand>},
    {"logb", 0, One<std::logb>},
    {"gamma", 0, One<Gamma>},
    {"lgamma", 0, One<Gamma>},
    {"tgamma", 0, One<std::tgamma>},
    {"exp", 0, One<std::exp>},
    {"exp2", 0, One<std::exp2>},
    {"exp10", 0, One<Exp10>},
    {"expm1", 0, One<std::expm1>},
    {"log", 0, One<std::log>},
    {"log2", 0, One<std::log2>},
    {"log10", 0, One<std::log10>},
    {"log1p", 0, One<std::log1p>},
    {"cbrt", 0, One<std::cbrt>},
    {"sin", 0, One<std::sin>},
    {"cos", 0, One<std::cos>},
    {"tan", 0, One<std::tan>},
    {"asin", 0, One<std::asin>},
    {"acos", 0, One<std::acos>},
    {"atan", 0, One<std::atan>},
    {"sinh", 0, One<std::sinh>},
    {"cosh", 0, One<std::cosh>},
    {"tanh", 0, One<std::tanh>},
    {"asinh", 0, One<std::asinh>},
    {"acosh", 0, One<std::acosh>},
    {"atanh", 0, One<std::atanh>},
    {"erf", 0, One<std::erf>},
    {"erfc", 0, One<std::erfc>},
    {"j0", 0, One<::j0>},
    {"j1", 0, One<::j1>},
    {"y0", 0, One<::y0>},
    {"y1", 0, One<::y1>},
    {"jn", 2, Two<Jn>},
    {"yn", 2, Two<Yn>},
    {"pow", 2, Two<std::pow>},
    {"atan2", 2, Two<std::atan2>},
    {"fmod", 2, Two<std::fmod>},
    {"fmin", 2, Two<std::fmin>},
    {"fmax", 2, Two<std::fmax>},
    {"fdim", 2, Two<std::fdim>},
    {"hypot", 2, Two<std::hypot>},
    {"copysign", 2, Two<std::copysign>},
    {"nextafter", 2, Two<std::nextafter>},
    {"nexttoward", 2, Two<NextToward>},
    {"remainder", 2, Two<std::remainder>},
    {"drem", 2, Two<std::remainder>},
    {"ldexp", 2, Two<Ldexp>},
    {"scalb", 2, Two<Scalb>},
    {"scalbln", 2, Two<Ldexp>},
    {"fma", 3, Fma},
    {"frexp", 0, Frexp},
    {"modf", 0, Modf},
    {"lgamma_r", 0, LgammaR},
    {"infinite", 0, Infinite},
    {"nan", 0, Nan},
    {"isinfinite", 0, IsInfinite},
    {"isnan", 0, IsNan},
    {"isnormal", 0, IsNormal},
    {"have_decnum", 0, Yes},
    {"have_literal_numbers", 0, Yes},
};

}  // namespace

std::span<const NativeRow> MathNatives() { return kRows; }

}  // namespace pysub::shell::jq
