// The math module. CPython 3.14 library, "math". Kernels are in vm/numbers; here is only what turns
// objects into their arguments, and their failures into exceptions.

#include <math.h>

#include <cmath>

#include "vm/numbers/float_math.h"
#include "vm/numbers/int_math.h"
#include "vm/objects/dict.h"
#include "vm/objects/numbers.h"
#include "vm/vm.h"

namespace pysub {
namespace {

constexpr int64_t kMaxInt64 = INT64_MAX;

// A wording of a kernel may hold "%s" for the repr of the argument.
Failure RaiseMathError(Vm& vm, NumberError error, double argument) {
  std::string_view text = error.text;
  size_t hole = text.find("%s");
  if (error.kind != NumberErrorKind::kValueError || hole == text.npos) {
    return RaiseNumberError(vm, error);
  }
  Value shown = TRY(vm.ReprValue(Value::Float(argument)));
  return vm.ValueError(text.substr(0, hole), shown, text.substr(hole + 2));
}

Value FloatOrError(Vm& vm, NumberError error, double result, double argument) {
  if (!error.ok()) return RaiseMathError(vm, error, argument);
  return Value::Float(result);
}

Failure DomainError(Vm& vm) { return vm.ValueError("math domain error"); }
Failure RangeError(Vm& vm) { return vm.OverflowError("math range error"); }

// ---- One real argument

enum class Infinity { kIsDomainError, kIsRangeError, kIsFine };

// What a C library function answers for x; NaN from a number is outside its domain, `complaint`
// says so.
Value Real(Vm& vm, const Args& a, double (*function)(double), Infinity infinity,
           std::string_view complaint) {
  double x = TRY(vm.ToDouble(a[0]));
  double r = function(x);
  bool domain = std::isnan(r) && !std::isnan(x);
  if (std::isinf(r) && std::isfinite(x) && infinity != Infinity::kIsFine) {
    if (infinity == Infinity::kIsRangeError) return RangeError(vm);
    domain = true;
  }
  if (!domain) return Value::Float(r);
  if (complaint.empty()) return DomainError(vm);
  return vm.ValueError(complaint, TRY(vm.ReprValue(Value::Float(x))));
}

constexpr std::string_view kUnitRange = "expected a number in range from -1 up to 1, got ";
constexpr std::string_view kFinite = "expected a finite input, got ";

#define REAL(Name, function, infinity, complaint)                  \
  Value Name(Vm& vm, const Args& a) {                              \
    return Real(vm, a, ::function, Infinity::infinity, complaint); \
  }
REAL(Acos, acos, kIsDomainError, kUnitRange)
REAL(Acosh, acosh, kIsDomainError, "expected argument value not less than 1, got ")
REAL(Asin, asin, kIsDomainError, kUnitRange)
REAL(Asinh, asinh, kIsDomainError, "")
REAL(Atan, atan, kIsDomainError, "")
REAL(Atanh, atanh, kIsDomainError, "expected a number between -1 and 1, got ")
REAL(Cbrt, cbrt, kIsDomainError, "")
REAL(Cos, cos, kIsDomainError, kFinite)
REAL(Cosh, cosh, kIsRangeError, "")
REAL(Erf, erf, kIsFine, "")
REAL(Erfc, erfc, kIsFine, "")
REAL(Exp, exp, kIsRangeError, "")
REAL(Exp2, exp2, kIsRangeError, "")
REAL(Expm1, expm1, kIsRangeError, "")
REAL(Fabs, fabs, kIsDomainError, "")
REAL(Sin, sin, kIsDomainError, kFinite)
REAL(Sinh, sinh, kIsRangeError, "")
REAL(Sqrt, sqrt, kIsDomainError, "expected a nonnegative input, got ")
REAL(Tan, tan, kIsDomainError, kFinite)
REAL(Tanh, tanh, kIsDomainError, "")
#undef REAL

template <NumberError (*kKernel)(double, double*)>
Value Kernel(Vm& vm, const Args& a) {
  double x = TRY(vm.ToDouble(a[0]));
  double r = 0;
  NumberError error = kKernel(x, &r);
  return FloatOrError(vm, error, r, x);
}

Value Degrees(Vm& vm, const Args& a) { return Value::Float(TRY(vm.ToDouble(a[0])) * (180 / M_PI)); }
Value Radians(Vm& vm, const Args& a) { return Value::Float(TRY(vm.ToDouble(a[0])) * (M_PI / 180)); }
Value IsFinite(Vm& vm, const Args& a) { return Value::Bool(std::isfinite(TRY(vm.ToDouble(a[0])))); }
Value IsInf(Vm& vm, const Args& a) { return Value::Bool(std::isinf(TRY(vm.ToDouble(a[0])))); }
Value IsNan(Vm& vm, const Args& a) { return Value::Bool(std::isnan(TRY(vm.ToDouble(a[0])))); }
Value UlpOf(Vm& vm, const Args& a) { return Value::Float(Ulp(TRY(vm.ToDouble(a[0])))); }

Value Frexp(Vm& vm, const Args& a) {
  double x = TRY(vm.ToDouble(a[0]));
  int exponent = 0;
  double mantissa = std::isfinite(x) ? std::frexp(x, &exponent) : x;
  return vm.NewTuple({Value::Float(mantissa), Value::SmallInt(exponent)});
}

Value Modf(Vm& vm, const Args& a) {
  double x = TRY(vm.ToDouble(a[0]));
  if (std::isinf(x)) return vm.NewTuple({Value::Float(std::copysign(0.0, x)), Value::Float(x)});
  double whole;
  double part = std::modf(x, &whole);
  return vm.NewTuple({Value::Float(part), Value::Float(whole)});
}

// Numbers of the library have methods of their own; Undefined: there is none.
Value ByMethod(Vm& vm, Value v, std::string_view name) {
  if (vm.InfoOf(v).equal_number == nullptr) return Value::Undefined();
  Value method = TRY(vm.FindAttribute(v, {name, MemberHash(name)}));
  return method.IsUndefined() ? method : vm.Call(method, {});
}

Value Ceil(Vm& vm, const Args& a) {
  if (IsIntLike(a[0])) return PlainInt(a[0]);
  if (Value answer = ByMethod(vm, a[0], "__ceil__"); !answer.IsUndefined()) return answer;
  return IntFromDouble(vm, std::ceil(TRY(vm.ToDouble(a[0]))));
}

Value Floor(Vm& vm, const Args& a) {
  if (IsIntLike(a[0])) return PlainInt(a[0]);
  if (Value answer = ByMethod(vm, a[0], "__floor__"); !answer.IsUndefined()) return answer;
  return IntFromDouble(vm, std::floor(TRY(vm.ToDouble(a[0]))));
}

// Types of the library (fractions, decimals) answer for themselves.
Value Trunc(Vm& vm, const Args& a) {
  if (IsIntLike(a[0])) return PlainInt(a[0]);
  if (a[0].IsFloat()) return IntFromDouble(vm, a[0].AsFloat());
  Value method = vm.FindAttribute(a[0], {"__trunc__", MemberHash("__trunc__")});
  if (method.IsControl()) return method;
  if (!method.IsUndefined()) return vm.Call(method, {});
  return vm.TypeError("type ", vm.TypeName(a[0]), " doesn't define __trunc__ method");
}

// ---- Two real arguments

Value Atan2(Vm& vm, const Args& a) {
  double y = TRY(vm.ToDouble(a[0]));
  return Value::Float(std::atan2(y, TRY(vm.ToDouble(a[1]))));
}

Value Copysign(Vm& vm, const Args& a) {
  double x = TRY(vm.ToDouble(a[0]));
  return Value::Float(std::copysign(x, TRY(vm.ToDouble(a[1]))));
}

template <NumberError (*kKernel)(double, double, double*)>
Value Kernel2(Vm& vm, const Args& a) {
  double x = TRY(vm.ToDouble(a[0]));
  double y = TRY(vm.ToDouble(a[1]));
  double r = 0;
  NumberError error = kKernel(x, y, &r);
  return FloatOrError(vm, error, r, x);
}

Value FmaOf(Vm& vm, const Args& a) {
  double x = TRY(vm.ToDouble(a[0]));
  double y = TRY(vm.ToDouble(a[1]));
  double z = TRY(vm.ToDouble(a[2]));
  double r = 0;
  NumberError error = Fma(x, y, z, &r);
  return FloatOrError(vm, error, r, x);
}

Value LdexpOf(Vm& vm, const Args& a) {
  double x = TRY(vm.ToDouble(a[0]));
  if (!IsIntLike(a[1])) return vm.TypeError("Expected an int as second argument to ldexp.");
  double r = 0;
  NumberError error = Ldexp(x, TRY(vm.ToIndexClamped(a[1])), &r);
  return FloatOrError(vm, error, r, x);
}

Value NextAfterOf(Vm& vm, const Args& a) {
  double x = TRY(vm.ToDouble(a[0]));
  double y = TRY(vm.ToDouble(a[1]));
  if (!a.has(2) || a[2].IsNone()) return Value::Float(std::nextafter(x, y));
  if (!IsIntLike(a[2])) {
    return vm.TypeError("'", vm.TypeName(a[2]), "' object cannot be interpreted as an integer");
  }
  const int64_t steps = TRY(vm.ToIndexClamped(a[2]));
  if (steps < 0) return vm.ValueError("steps must be a non-negative integer");
  return Value::Float(NextAfter(x, y, static_cast<uint64_t>(steps)));
}

Value IsClose(Vm& vm, const Args& a) {
  double x = TRY(vm.ToDouble(a[0]));
  double y = TRY(vm.ToDouble(a[1]));
  double relative = a.has(2) ? TRY(vm.ToDouble(a[2])) : 1e-9;
  double absolute = a.has(3) ? TRY(vm.ToDouble(a[3])) : 0.0;
  if (relative < 0 || absolute < 0) return vm.ValueError("tolerances must be non-negative");
  if (x == y) return Value::True();
  if (std::isinf(x) || std::isinf(y)) return Value::False();
  double difference = std::fabs(y - x);
  return Value::Bool(difference <= std::fabs(relative * y) ||
                     difference <= std::fabs(relative * x) || difference <= absolute);
}

// ---- Logarithms and powers

// One logarithm for ints of any size and floats.
template <NumberError (*kFloat)(double, double*), double (*kInt)(IntView)>
Value AnyLog(Vm& vm, Value v) {
  if (IsIntLike(v)) {
    IntArgument n(v);
    if (n.view().negative || n.view().limbs.empty()) {
      return vm.ValueError("expected a positive input");
    }
    return Value::Float(kInt(n.view()));
  }
  double x = TRY(vm.ToDouble(v));
  double r = 0;
  NumberError error = kFloat(x, &r);
  return FloatOrError(vm, error, r, x);
}

Value LogOf(Vm& vm, const Args& a) {
  Value top = TRY((AnyLog<Log, LogInt>(vm, a[0])));
  if (!a.has(1)) return top;
  Value bottom = TRY((AnyLog<Log, LogInt>(vm, a[1])));
  return vm.Binary(BinaryOp::kTrueDiv, top, bottom);
}

Value Log2Of(Vm& vm, const Args& a) { return AnyLog<Log2, Log2Int>(vm, a[0]); }
Value Log10Of(Vm& vm, const Args& a) { return AnyLog<Log10, Log10Int>(vm, a[0]); }

// ---- Integers

Status NeedInt(Vm& vm, Value v) {
  if (IsIntLike(v)) return Done{};
  return vm.TypeError("'", vm.TypeName(v), "' object cannot be interpreted as an integer");
}

bool IsNegative(Value v) { return IntArgument(v).view().negative; }

Value IsqrtOf(Vm& vm, const Args& a) {
  TRY(NeedInt(vm, a[0]));
  IntArgument n(a[0]);
  if (n.view().negative) return vm.ValueError("isqrt() argument must be nonnegative");
  IntBuffer buffer(vm, IsqrtLimbs(n.view().limbs.size()));
  ScratchLimbs scratch(vm, IsqrtScratch(n.view().limbs.size()));
  if (!buffer.ok() || !scratch.ok()) return Value::Failed();
  IntResult result;
  NumberError error = Isqrt(n.view(), buffer.out(), scratch.limbs(), TickerOf(vm), &result);
  if (!error.ok()) return RaiseNumberError(vm, error);
  return buffer.Finish(result);
}

Value FactorialOfInt(Vm& vm, Value n) {
  if (IsNegative(n)) return vm.ValueError("factorial() not defined for negative values");
  int64_t count = TRY(vm.ToIndexClamped(n));
  if (count == kMaxInt64) {
    return vm.OverflowError("factorial() argument should not exceed ", kMaxInt64);
  }
  IntBuffer buffer(vm, FactorialLimbs(count));
  ScratchLimbs scratch(vm, FactorialScratch(count));
  if (!buffer.ok() || !scratch.ok()) return Value::Failed();
  IntResult result;
  NumberError error = Factorial(count, buffer.out(), scratch.limbs(), TickerOf(vm), &result);
  if (!error.ok()) return RaiseNumberError(vm, error);
  return buffer.Finish(result);
}

Value FactorialOf(Vm& vm, const Args& a) {
  TRY(NeedInt(vm, a[0]));
  return FactorialOfInt(vm, a[0]);
}

Value PermOf(Vm& vm, const Args& a) {
  if (!a.has(1) || a[1].IsNone()) {
    TRY(NeedInt(vm, a[0]));
    return FactorialOfInt(vm, a[0]);
  }
  TRY(NeedInt(vm, a[0]));
  TRY(NeedInt(vm, a[1]));
  if (IsNegative(a[0])) return vm.ValueError("n must be a non-negative integer");
  if (IsNegative(a[1])) return vm.ValueError("k must be a non-negative integer");
  if (CompareInts(a[0], a[1]) < 0) return Value::SmallInt(0);
  int64_t k = TRY(vm.ToIndexClamped(a[1]));
  if (k == kMaxInt64) return vm.OverflowError("k must not exceed ", kMaxInt64);
  IntArgument n(a[0]);
  IntBuffer buffer(vm, PermLimbs(n.view(), k));
  ScratchLimbs scratch(vm, PermScratch(n.view(), k));
  if (!buffer.ok() || !scratch.ok()) return Value::Failed();
  IntResult result;
  NumberError error = Perm(n.view(), k, buffer.out(), scratch.limbs(), TickerOf(vm), &result);
  if (!error.ok()) return RaiseNumberError(vm, error);
  return buffer.Finish(result);
}

Value CombOf(Vm& vm, const Args& a) {
  TRY(NeedInt(vm, a[0]));
  TRY(NeedInt(vm, a[1]));
  if (IsNegative(a[0])) return vm.ValueError("n must be a non-negative integer");
  if (IsNegative(a[1])) return vm.ValueError("k must be a non-negative integer");
  if (CompareInts(a[0], a[1]) < 0) return Value::SmallInt(0);
  Value rest = TRY(IntBinary(vm, BinaryOp::kSub, a[0], a[1]));
  int64_t k = TRY(vm.ToIndexClamped(CompareInts(a[1], rest) < 0 ? a[1] : rest));
  if (k == kMaxInt64) return vm.OverflowError("min(n - k, k) must not exceed ", kMaxInt64);
  IntArgument n(a[0]);
  IntBuffer buffer(vm, CombLimbs(n.view(), k));
  ScratchLimbs scratch(vm, CombScratch(n.view(), k));
  if (!buffer.ok() || !scratch.ok()) return Value::Failed();
  IntResult result;
  NumberError error = Comb(n.view(), k, buffer.out(), scratch.limbs(), TickerOf(vm), &result);
  if (!error.ok()) return RaiseNumberError(vm, error);
  return buffer.Finish(result);
}

Value GcdOfTwo(Vm& vm, Value left, Value right) {
  IntArgument a(left), b(right);
  size_t n = a.view().limbs.size(), m = b.view().limbs.size();
  IntBuffer buffer(vm, GcdLimbs(n, m));
  ScratchLimbs scratch(vm, GcdScratch(n, m));
  if (!buffer.ok() || !scratch.ok()) return Value::Failed();
  IntResult result;
  NumberError error = Gcd(a.view(), b.view(), buffer.out(), scratch.limbs(), TickerOf(vm), &result);
  if (!error.ok()) return RaiseNumberError(vm, error);
  return buffer.Finish(result);
}

Value LcmOfTwo(Vm& vm, Value left, Value right) {
  IntArgument a(left), b(right);
  size_t n = a.view().limbs.size(), m = b.view().limbs.size();
  IntBuffer buffer(vm, LcmLimbs(n, m));
  ScratchLimbs scratch(vm, LcmScratch(n, m));
  if (!buffer.ok() || !scratch.ok()) return Value::Failed();
  IntResult result;
  NumberError error = Lcm(a.view(), b.view(), buffer.out(), scratch.limbs(), TickerOf(vm), &result);
  if (!error.ok()) return RaiseNumberError(vm, error);
  return buffer.Finish(result);
}

// Folds `combine` over the arguments; a single one is made positive by combining it with `start`.
Value FoldInts(Vm& vm, const Args& a, int start, Value (*combine)(Vm&, Value, Value)) {
  for (uint32_t i = 0; i < a.rest_count; ++i) TRY(NeedInt(vm, a.rest[i]));
  Value total = Value::SmallInt(start);
  for (uint32_t i = 0; i < a.rest_count; ++i) {
    if (!vm.Tick(1)) return Value::Failed();
    total = TRY(combine(vm, total, a.rest[i]));
  }
  return total;
}

Value GcdOf(Vm& vm, const Args& a) { return FoldInts(vm, a, 0, GcdOfTwo); }
Value LcmOf(Vm& vm, const Args& a) { return FoldInts(vm, a, 1, LcmOfTwo); }

// ---- Sequences

// The items of an argument that `materialise` has made natively iterable.
struct Items {
  const Value* data = nullptr;
  uint64_t count = 0;
};

Result<Items> ItemsOf(Vm& vm, Value iterable) {
  Value sequence = vm.Materialise(iterable);
  if (sequence.IsControl()) return Failure{};
  if (IsObjectOf(sequence, TypeId::kTuple)) {
    return Items{sequence.As<Tuple>()->items(), sequence.As<Tuple>()->count};
  }
  return Items{sequence.As<List>()->items(), sequence.As<List>()->size};
}

Value Fsum(Vm& vm, const Args& a) {
  Items items = TRY(ItemsOf(vm, a[0]));
  ExactSum sum;
  for (uint64_t i = 0; i < items.count; ++i) {
    if (!vm.Tick(1)) return Value::Failed();
    NumberError error = sum.Add(TRY(vm.ToDouble(items.data[i])));
    if (!error.ok()) return RaiseNumberError(vm, error);
  }
  double total = 0;
  NumberError error = sum.Total(&total);
  return FloatOrError(vm, error, total, total);
}

Value Prod(Vm& vm, const Args& a) {
  Value total = a.has(1) ? a[1] : Value::SmallInt(1);
  Items items = TRY(ItemsOf(vm, a[0]));
  for (uint64_t i = 0; i < items.count; ++i) {
    if (!vm.Tick(1)) return Value::Failed();
    total = TRY(vm.Binary(BinaryOp::kMul, total, items.data[i]));
  }
  return total;
}

// An int, not a bool, within 64 bits.
bool FitsInt64(Value v, int64_t* out) {
  if (!v.IsSmallInt() && !IsObjectOf(v, TypeId::kInt)) return false;
  const std::optional<int64_t> number = ToInt64(IntArgument(v).view());
  *out = number.value_or(0);
  return number.has_value();
}

// Ints are added as ints and floats as if with threefold precision for as long as all are of that
// kind; whatever else comes is multiplied and added as the operators do.
Value SumProd(Vm& vm, const Args& a) {
  Items p = TRY(ItemsOf(vm, a[0]));
  Items q = TRY(ItemsOf(vm, a[1]));
  Value total = Value::SmallInt(0);
  bool ints = true, floats = true, floats_used = false;
  int64_t int_total = 0;
  ProductSum float_total;
  for (uint64_t i = 0;; ++i) {
    if (!vm.Tick(1)) return Value::Failed();
    bool finished = i >= p.count || i >= q.count;
    if (finished && p.count != q.count) return vm.ValueError("Inputs are not the same length");
    Value x = finished ? Value::None() : p.data[i];
    Value y = finished ? Value::None() : q.data[i];
    if (ints) {
      int64_t m, n, product, sum;
      if (FitsInt64(x, &m) && FitsInt64(y, &n) && !__builtin_mul_overflow(m, n, &product) &&
          !__builtin_add_overflow(int_total, product, &sum)) {
        int_total = sum;
        continue;
      }
      ints = false;
      total = TRY(vm.NewInt(int_total));
    }
    if (floats) {
      if ((x.IsFloat() && (y.IsFloat() || IsIntLike(y))) || (y.IsFloat() && IsIntLike(x))) {
        if (float_total.Add(TRY(vm.ToDouble(x)), TRY(vm.ToDouble(y)))) {
          floats_used = true;
          continue;
        }
      }
      floats = false;
      if (floats_used) {
        total = TRY(vm.Binary(BinaryOp::kAdd, total, Value::Float(float_total.Total())));
      }
    }
    if (finished) return total;
    Value product = TRY(vm.Binary(BinaryOp::kMul, x, y));
    total = TRY(vm.Binary(BinaryOp::kAdd, total, product));
  }
}

Value HypotOf(Vm& vm, const Args& a) {
  if (!vm.Tick(a.rest_count)) return Value::Failed();
  Buffer* space = TRY(vm.NewBuffer(a.rest_count * uint64_t{sizeof(double)}));
  double* coordinates = reinterpret_cast<double*>(space->bytes());
  for (uint32_t i = 0; i < a.rest_count; ++i) coordinates[i] = TRY(vm.ToDouble(a.rest[i]));
  return Value::Float(Hypot({coordinates, a.rest_count}));
}

Value DistOf(Vm& vm, const Args& a) {
  Items p = TRY(ItemsOf(vm, a[0]));
  Items q = TRY(ItemsOf(vm, a[1]));
  if (p.count != q.count) {
    return vm.ValueError("both points must have the same number of dimensions");
  }
  if (!vm.Tick(p.count)) return Value::Failed();
  Buffer* space = TRY(vm.NewBuffer(uint64_t{3} * p.count * sizeof(double)));
  double* numbers = reinterpret_cast<double*>(space->bytes());
  for (uint64_t i = 0; i < p.count; ++i) {
    numbers[i] = TRY(vm.ToDouble(p.data[i]));
    numbers[p.count + i] = TRY(vm.ToDouble(q.data[i]));
  }
  return Value::Float(
      Dist({numbers, p.count}, {numbers + p.count, p.count}, {numbers + 2 * p.count, p.count}));
}

Status InitMath(Vm& vm, Dict* names) {
  TRY(DictSetStr(vm, names, "pi", Value::Float(M_PI)));
  TRY(DictSetStr(vm, names, "e", Value::Float(M_E)));
  TRY(DictSetStr(vm, names, "tau", Value::Float(2 * M_PI)));
  TRY(DictSetStr(vm, names, "inf", Value::Float(HUGE_VAL)));
  TRY(DictSetStr(vm, names, "nan", Value::Float(std::nan(""))));
  return Done{};
}

constexpr NativeInfo kFunctions[] = {
    {"acos(x, /)", Acos, "Return the arc cosine (measured in radians) of x."},
    {"acosh(x, /)", Acosh, "Return the inverse hyperbolic cosine of x."},
    {"asin(x, /)", Asin, "Return the arc sine (measured in radians) of x."},
    {"asinh(x, /)", Asinh, "Return the inverse hyperbolic sine of x."},
    {"atan(x, /)", Atan, "Return the arc tangent (measured in radians) of x."},
    {"atan2(y, x, /)", Atan2, "Return the arc tangent of y/x in the right quadrant."},
    {"atanh(x, /)", Atanh, "Return the inverse hyperbolic tangent of x."},
    {"cbrt(x, /)", Cbrt, "Return the cube root of x."},
    {"ceil(x, /)", Ceil, "The smallest integer not below x."},
    {"comb(n, k, /)", CombOf, "Ways to choose k items from n, without order."},
    {"copysign(x, y, /)", Copysign, "The magnitude of x with the sign of y."},
    {"cos(x, /)", Cos, "Return the cosine of x (measured in radians)."},
    {"cosh(x, /)", Cosh, "Return the hyperbolic cosine of x."},
    {"degrees(x, /)", Degrees, "Convert angle x from radians to degrees."},
    {"dist(p, q, /)", DistOf, "The distance between two points.", 3},
    {"erf(x, /)", Erf, "Error function at x."},
    {"erfc(x, /)", Erfc, "Complementary error function at x."},
    {"exp(x, /)", Exp, "Return e raised to the power of x."},
    {"exp2(x, /)", Exp2, "Return 2 raised to the power of x."},
    {"expm1(x, /)", Expm1, "Return exp(x)-1."},
    {"fabs(x, /)", Fabs, "Return the absolute value of the float x."},
    {"factorial(n, /)", FactorialOf, "Return n factorial."},
    {"floor(x, /)", Floor, "The largest integer not above x."},
    {"fma(x, y, z, /)", FmaOf, "x * y + z with one rounding."},
    {"fmod(x, y, /)", Kernel2<Fmod>, "Return fmod(x, y), according to platform C."},
    {"frexp(x, /)", Frexp, "Mantissa and exponent of x."},
    {"fsum(seq, /)", Fsum, "An accurate sum of floats.", 1},
    {"gamma(x, /)", Kernel<Gamma>, "Gamma function at x."},
    {"gcd(*integers)", GcdOf, "Greatest Common Divisor."},
    {"hypot(*coordinates)", HypotOf, "The distance from the origin to a point."},
    {"isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0)", IsClose,
     "Determine whether two floating-point numbers are close in value."},
    {"isfinite(x, /)", IsFinite, "Whether x is neither an infinity nor a NaN."},
    {"isinf(x, /)", IsInf, "Whether x is an infinity."},
    {"isnan(x, /)", IsNan, "Whether x is a NaN (not a number)."},
    {"isqrt(n, /)", IsqrtOf, "Return the integer part of the square root of the input."},
    {"lcm(*integers)", LcmOf, "Least Common Multiple."},
    {"ldexp(x, i, /)", LdexpOf, "Return x * (2**i)."},
    {"lgamma(x, /)", Kernel<LogGamma>,
     "Natural logarithm of absolute value of Gamma function at x."},
    {"log(x, base=math.e, /)", LogOf, "Return the logarithm of x to the given base."},
    {"log10(x, /)", Log10Of, "Return the base 10 logarithm of x."},
    {"log1p(x, /)", Kernel<Log1p>, "Return the natural logarithm of 1+x (base e)."},
    {"log2(x, /)", Log2Of, "Return the base 2 logarithm of x."},
    {"modf(x, /)", Modf, "Return the fractional and integer parts of x."},
    {"nextafter(x, y, /, *, steps=None)", NextAfterOf,
     "Return the floating-point value the given number of steps after x towards y."},
    {"perm(n, k=None, /)", PermOf, "Ways to choose k items from n, with order."},
    {"pow(x, y, /)", Kernel2<MathPow>, "Return x**y (x to the power of y)."},
    {"prod(iterable, /, *, start=1)", Prod, "The product of all the elements.", 1},
    {"radians(x, /)", Radians, "Convert angle x from degrees to radians."},
    {"remainder(x, y, /)", Kernel2<Remainder>,
     "Difference between x and the closest multiple of y."},
    {"sin(x, /)", Sin, "Return the sine of x (measured in radians)."},
    {"sinh(x, /)", Sinh, "Return the hyperbolic sine of x."},
    {"sqrt(x, /)", Sqrt, "Return the square root of x."},
    {"sumprod(p, q, /)", SumProd, "The sum of products of values from two iterables.", 3},
    {"tan(x, /)", Tan, "Return the tangent of x (measured in radians)."},
    {"tanh(x, /)", Tanh, "Return the hyperbolic tangent of x."},
    {"trunc(x, /)", Trunc, "Truncates the Real x to the nearest Integral toward 0."},
    {"ulp(x, /)", UlpOf, "Return the value of the least significant bit of the float x."},
};

}  // namespace

extern constexpr ModuleInfo kMathModule{
    .name = "math",
    .doc = "This module provides access to the mathematical functions\ndefined by the C standard.",
    .functions = kFunctions,
    .init = InitMath};

}  // namespace pysub
