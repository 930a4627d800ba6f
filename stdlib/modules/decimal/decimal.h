#ifndef PYSUB_STDLIB_MODULES_DECIMAL_DECIMAL_H_
#define PYSUB_STDLIB_MODULES_DECIMAL_DECIMAL_H_

#include <cstdint>

#include "stdlib/modules/int_values.h"
#include "vm/vm.h"

// decimal. CPython 3.14 library, "decimal"; the General Decimal Arithmetic Specification 1.70.
// Numbers are an int coefficient and an exponent; what is used a lot is here, transcendental
// functions and the rest of the methods are in stdlib/python/decimal.py over the same primitives.
namespace pysub::decimal {

enum Kind : uint8_t { kFinite, kInfinite, kQuietNan, kSignalingNan };

// What an operation reports: the signals in the order in which CPython looks at traps, then the
// conditions that are kinds of InvalidOperation.
enum Signal : uint32_t {
  kInvalidOperation = 1 << 0,
  kFloatOperation = 1 << 1,
  kDivisionByZero = 1 << 2,
  kOverflow = 1 << 3,
  kUnderflow = 1 << 4,
  kSubnormal = 1 << 5,
  kInexact = 1 << 6,
  kRounded = 1 << 7,
  kClamped = 1 << 8,
  kConversionSyntax = 1 << 9,
  kDivisionImpossible = 1 << 10,
  kDivisionUndefined = 1 << 11,
  kInvalidContext = 1 << 12,
};
inline constexpr int kSignals = 9;
inline constexpr uint32_t kAllSignals = (1 << kSignals) - 1;
inline constexpr uint32_t kInvalidKinds =
    kConversionSyntax | kDivisionImpossible | kDivisionUndefined | kInvalidContext;

enum Rounding : uint8_t {
  kUp,
  kDown,
  kCeiling,
  kFloor,
  kHalfUp,
  kHalfDown,
  kHalfEven,
  k05Up,
  kRoundings
};
inline constexpr std::string_view kRoundingNames[] = {
    "ROUND_UP",      "ROUND_DOWN",      "ROUND_CEILING",   "ROUND_FLOOR",
    "ROUND_HALF_UP", "ROUND_HALF_DOWN", "ROUND_HALF_EVEN", "ROUND_05UP"};

inline constexpr int64_t kMaxPrecision = 999'999'999'999'999'999;
inline constexpr int64_t kMaxExponent = 999'999'999'999'999'999;
// Etiny of the largest context: no number has a smaller exponent.
inline constexpr int64_t kLeastExponent = -kMaxExponent - kMaxPrecision + 1;

// A number: (-1)^sign * coefficient * 10^exponent, or what is none. Immutable. The coefficient is
// an ordinary int, so arithmetic on it is that of vm/numbers, with its charges and its fast
// multiplication.
struct DecimalObject : Object {
  Value coefficient;  // int, not negative; a NaN's payload
  RawWord kind;       // Kind, and kNegative
  // The exponent with kExponentBias added, in halves: a raw word has 48 bits.
  RawWord exponent_high, exponent_low;
};
inline constexpr RawWord kNegative = 8;

struct ContextObject : Object {
  Value precision, least, most;  // ints: prec, Emin, Emax
  RawWord rounding, capitals, clamp, flags, traps;
  RawWord is_template;  // DefaultContext and its like: setcontext() takes a copy
};

// A number on its way.
struct Number {
  bool negative = false;
  Kind kind = kFinite;
  Value coefficient = Value::SmallInt(0);
  int64_t exponent = 0;

  bool IsNan() const { return kind >= kQuietNan; }
  bool IsZero() const { return kind == kFinite && coefficient == Value::SmallInt(0); }
};

inline bool IsDecimal(Value v) { return IsObjectOf(v, TypeId::kDecimal); }
inline bool IsContext(Value v) { return IsObjectOf(v, TypeId::kDecimalContext); }

Number NumberOf(Value decimal);
Value NewDecimal(Vm& vm, const Number& number);
// How many decimal digits an int has; 1 for 0.
Result<int64_t> DigitCount(Vm& vm, Value n);
// The context that counts now.
Value CurrentContext(Vm& vm);
// A new context: the default one, no flags.
Value NewContext(Vm& vm);

// One operation: its context, and what it has to report in the end. Signals are collected while it
// computes and noted once, at Finish(): an operation that is repeated for lack of memory must not
// have set a flag twice or raised before.
//
// The order of the signals is that in which CPython looks at traps: with several trapped ones it
// decides which exception comes.
class Operation {
 public:
  Operation(Vm& vm, Value context) : vm_(vm), context_(context.As<ContextObject>()) {
    precision = context_->precision.IsSmallInt() ? context_->precision.AsSmallInt() : kMaxPrecision;
    most = Limit(context_->most, kMaxExponent);
    least = Limit(context_->least, -kMaxExponent);
    rounding = static_cast<Rounding>(context_->rounding);
    clamp = context_->clamp != 0;
  }

  int64_t precision, most, least;
  Rounding rounding;
  bool clamp;
  uint32_t status = 0;

  int64_t Tiny() const { return least - precision + 1; }
  int64_t Top() const { return most - precision + 1; }

  // The result as the context wants it.
  Status Fix(Number* n);
  // Drops `count` digits of a coefficient. Sets *inexact when one was not 0.
  Status Drop(Value* coefficient, int64_t count, bool negative, Rounding mode, bool* inexact);
  // The same number with another exponent, rounded (no flags).
  Status Rescale(Number* n, int64_t exponent, Rounding mode);
  // If one is a NaN: what comes of it. Returns whether.
  Result<bool> Nans(const Number& a, const Number* b, Number* result);
  Number Invalid(uint32_t signal);

  Status Add(Number a, Number b, Number* result);
  Status Multiply(const Number& a, const Number& b, Number* result);
  Status Divide(const Number& a, const Number& b, Number* result);
  // Integer quotient and remainder; either may be null.
  Status DivideInteger(const Number& a, const Number& b, Number* quotient, Number* rest);
  Status Quantize(const Number& a, int64_t exponent, Number* result);

  // Notes the status in the context; an exception if a trap is set, else the number.
  Value Finish(const Number& result);
  Value Report(Value result);

 private:
  static int64_t Limit(Value v, int64_t otherwise) {
    if (v.IsSmallInt()) return v.AsSmallInt();
    BigInt* big = v.As<BigInt>();
    int64_t magnitude = static_cast<int64_t>(big->limbs()[0] & INT64_MAX);
    return big->limb_count() > 1 ? otherwise : big->negative() ? -magnitude : magnitude;
  }
  Status Overflow(Number* n);

  Vm& vm_;
  ContextObject* context_;
};

// Ordering of two numbers that are no NaNs, by value.
Result<int> CompareNumbers(Vm& vm, const Number& a, const Number& b);
// As to-scientific-string writes it.
Status AppendNumber(Vm& vm, TextBuilder& out, const Number& n, bool engineering, bool capitals);
// decimal_text.cc: a literal; false: none.
Result<bool> ParseNumber(Vm& vm, std::string_view text, Number* out);
Value FormatNumber(Vm& vm, Value self, std::string_view spec);
// decimal/context.cc
Failure RaiseSignals(Vm& vm, uint32_t signals);

}  // namespace pysub::decimal

#endif  // PYSUB_STDLIB_MODULES_DECIMAL_DECIMAL_H_
