// cmath. CPython 3.14 library, "cmath". The functions are in cmath_functions.cc.

#include <cmath>
#include <complex>

#include "stdlib/modules/cmath_functions.h"
#include "vm/objects/dict.h"
#include "vm/objects/numbers.h"

namespace pysub {
namespace {

using Number = std::complex<double>;

Result<Number> Argument(Vm& vm, Value v) {
  if (IsComplexObject(v)) {
    ComplexObject* c = v.As<ComplexObject>();
    return Number(c->real.AsFloat(), c->imaginary.AsFloat());
  }
  return Number(TRY(vm.ToDouble(v)), 0);
}

bool IsFinite(Number z) { return std::isfinite(z.real()) && std::isfinite(z.imag()); }
Value Answer(Vm& vm, Number z) {
  auto canonical = [](double x) { return std::isnan(x) ? NAN : x; };
  return vm.NewComplex(canonical(z.real()), canonical(z.imag()));
}

// What C answers, unless a finite argument led out of what there is.
template <Number (*kFunction)(const Number&)>
Value Function(Vm& vm, const Args& a) {
  Number z = TRY(Argument(vm, a[0]));
  Number r = kFunction(z);
  if (IsFinite(z)) {
    if (std::isnan(r.real()) || std::isnan(r.imag())) return vm.ValueError("math domain error");
    if (!IsFinite(r)) return vm.OverflowError("math range error");
  }
  return Answer(vm, r);
}

// Poles and arguments that C's functions flag as invalid.
template <Number (*kFunction)(const Number&), bool kHyperbolic>
Value Periodic(Vm& vm, const Args& a) {
  Number z = TRY(Argument(vm, a[0]));
  double turning = kHyperbolic ? z.imag() : z.real(), other = kHyperbolic ? z.real() : z.imag();
  // Tangents have a limit at infinity.
  const bool tangent = kFunction == cmath::Tan || kFunction == cmath::Tanh;
  if (std::isinf(turning) && (tangent ? std::isfinite(other) : !std::isnan(other))) {
    return vm.ValueError("math domain error");
  }
  Number r = kFunction(z);
  if (IsFinite(z) && !IsFinite(r)) return vm.OverflowError("math range error");
  return Answer(vm, r);
}

Value Atanh(Vm& vm, const Args& a) {
  Number z = TRY(Argument(vm, a[0]));
  if (z.imag() == 0 && std::fabs(z.real()) == 1) return vm.ValueError("math domain error");
  return Answer(vm, cmath::Atanh(z));
}
Value Atan(Vm& vm, const Args& a) {
  Number z = TRY(Argument(vm, a[0]));
  if (z.real() == 0 && std::fabs(z.imag()) == 1) return vm.ValueError("math domain error");
  return Answer(vm, cmath::Atan(z));
}

Value Log(Vm& vm, const Args& a) {
  Number z = TRY(Argument(vm, a[0]));
  if (z == Number(0, 0)) return vm.ValueError("math domain error");
  Number r = cmath::Log(z);
  if (!a.has(1)) return Answer(vm, r);
  Number base = TRY(Argument(vm, a[1]));
  if (base == Number(0, 0)) return vm.ValueError("math domain error");
  Value left = TRY(Answer(vm, r));
  Value divisor = TRY(Answer(vm, cmath::Log(base)));
  Value quotient = vm.Binary(BinaryOp::kTrueDiv, left, divisor);
  if (!quotient.IsFailed() || !vm.PendingIs(TypeId::kZeroDivisionError)) return quotient;
  static_cast<void>(vm.TakeException());
  return vm.ValueError("math domain error");
}
Value Log10(Vm& vm, const Args& a) {
  Number z = TRY(Argument(vm, a[0]));
  if (z == Number(0, 0)) return vm.ValueError("math domain error");
  Number r = cmath::Log(z);
  return Answer(vm, {r.real() / M_LN10, r.imag() / M_LN10});
}

Value Phase(Vm& vm, const Args& a) {
  Number z = TRY(Argument(vm, a[0]));
  return Value::Float(std::atan2(z.imag(), z.real()));
}
Value Polar(Vm& vm, const Args& a) {
  Number z = TRY(Argument(vm, a[0]));
  double r = std::hypot(z.real(), z.imag());
  if (std::isinf(r) && IsFinite(z)) return vm.OverflowError("math range error");
  return vm.NewTuple({Value::ForeignFloat(r), Value::ForeignFloat(std::atan2(z.imag(), z.real()))});
}
Value Rect(Vm& vm, const Args& a) {
  double r = TRY(vm.ToDouble(a[0])), phi = TRY(vm.ToDouble(a[1]));
  if (std::isinf(phi) && r != 0 && !std::isnan(r)) return vm.ValueError("math domain error");
  if (phi == 0) return Answer(vm, {r, r * phi});
  return Answer(vm, {r * std::cos(phi), r * std::sin(phi)});
}
template <bool (*kTest)(Number)>
Value Test(Vm& vm, const Args& a) {
  return Value::Bool(kTest(TRY(Argument(vm, a[0]))));
}
bool IsInfinite(Number z) { return std::isinf(z.real()) || std::isinf(z.imag()); }
bool IsNan(Number z) { return std::isnan(z.real()) || std::isnan(z.imag()); }

Value IsClose(Vm& vm, const Args& a) {
  Number x = TRY(Argument(vm, a[0])), y = TRY(Argument(vm, a[1]));
  double relative = a.has(2) ? TRY(vm.ToDouble(a[2])) : 1e-9;
  double absolute = a.has(3) ? TRY(vm.ToDouble(a[3])) : 0;
  if (relative < 0 || absolute < 0) return vm.ValueError("tolerances must be non-negative");
  if (x == y) return Value::True();
  if (IsInfinite(x) || IsInfinite(y)) return Value::False();
  double difference = std::abs(x - y);
  return Value::Bool(difference <= relative * std::abs(y) || difference <= relative * std::abs(x) ||
                     difference <= absolute);
}

Value ExpFunction(Vm& vm, const Args& a) {
  Number z = TRY(Argument(vm, a[0]));
  bool vanishes = std::isinf(z.real()) && z.real() < 0;
  if (std::isinf(z.imag()) && !vanishes && !std::isnan(z.real()))
    return vm.ValueError("math domain error");
  Number r = cmath::Exp(z);
  if (IsFinite(z) && !IsFinite(r)) return vm.OverflowError("math range error");
  return Answer(vm, r);
}

constexpr NativeInfo kFunctions[] = {
    {"acos(z, /)", Function<cmath::Acos>, "Return the arc cosine of z."},
    {"acosh(z, /)", Function<cmath::Acosh>, "Return the inverse hyperbolic cosine of z."},
    {"asin(z, /)", Function<cmath::Asin>, "Return the arc sine of z."},
    {"asinh(z, /)", Function<cmath::Asinh>, "Return the inverse hyperbolic sine of z."},
    {"atan(z, /)", Atan, "Return the arc tangent of z."},
    {"atanh(z, /)", Atanh, "Return the inverse hyperbolic tangent of z."},
    {"cos(z, /)", Periodic<cmath::Cos, false>, "Return the cosine of z."},
    {"cosh(z, /)", Periodic<cmath::Cosh, true>, "Return the hyperbolic cosine of z."},
    {"exp(z, /)", ExpFunction, "Return the exponential value e**z."},
    {"isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0)", IsClose,
     "Determine whether two complex numbers are close in value."},
    {"isfinite(z, /)", Test<IsFinite>,
     "Return True if both the real and imaginary parts of z are finite, else False."},
    {"isinf(z, /)", Test<IsInfinite>, "Checks if the real or imaginary part of z is infinite."},
    {"isnan(z, /)", Test<IsNan>, "Checks if the real or imaginary part of z not a number (NaN)."},
    {"@hidden log(z, base=<unrepresentable>, /)", Log,
     "log(z[, base]) -> the logarithm of z to the given base."},
    {"log10(z, /)", Log10, "Return the base-10 logarithm of z."},
    {"phase(z, /)", Phase, "Return argument, also known as the phase angle, of a complex."},
    {"polar(z, /)", Polar, "Convert a complex from rectangular coordinates to polar coordinates."},
    {"rect(r, phi, /)", Rect, "Convert from polar coordinates to rectangular coordinates."},
    {"sin(z, /)", Periodic<cmath::Sin, false>, "Return the sine of z."},
    {"sinh(z, /)", Periodic<cmath::Sinh, true>, "Return the hyperbolic sine of z."},
    {"sqrt(z, /)", Function<cmath::Sqrt>, "Return the square root of z."},
    {"tan(z, /)", Periodic<cmath::Tan, false>, "Return the tangent of z."},
    {"tanh(z, /)", Periodic<cmath::Tanh, true>, "Return the hyperbolic tangent of z."},
};

Status Init(Vm& vm, Dict* names) {
  TRY(DictSetStr(vm, names, "e", Value::Float(M_E)));
  TRY(DictSetStr(vm, names, "inf", Value::Float(INFINITY)));
  TRY(DictSetStr(vm, names, "nan", Value::Float(NAN)));
  TRY(DictSetStr(vm, names, "pi", Value::Float(M_PI)));
  TRY(DictSetStr(vm, names, "tau", Value::Float(2 * M_PI)));
  Value infj = vm.NewComplex(0, INFINITY), nanj = vm.NewComplex(0, NAN);
  if (infj.IsFailed() || nanj.IsFailed()) return Failure{};
  TRY(DictSetStr(vm, names, "infj", infj));
  return DictSetStr(vm, names, "nanj", nanj);
}

}  // namespace

extern constexpr ModuleInfo kCmathModule{
    .name = "cmath",
    .doc = "This module provides access to mathematical functions for complex\nnumbers.",
    .functions = kFunctions,
    .init = Init};

}  // namespace pysub
