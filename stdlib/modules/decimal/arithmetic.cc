// Decimal arithmetic: rounding to a context, the four operations, comparison.

#include <algorithm>

#include "stdlib/modules/decimal/decimal.h"

namespace pysub::decimal {

using namespace ints;  // NOLINT: arithmetic reads as such

// The logarithm is estimated from the number of bits and then put right by one comparison. Making
// the decimal text only to count its digits would take quadratic time.
Result<int64_t> DigitCount(Vm& vm, Value n) {
  if (n.IsSmallInt()) {
    int64_t rest = n.AsSmallInt(), digits = 1;
    for (int i = 0; i < 16 && rest >= 10; ++i, ++digits) rest /= 10;
    return digits;
  }
  BigInt* big = n.As<BigInt>();
  uint64_t top = big->limbs()[big->limb_count() - 1];
  int64_t bits = int64_t{big->limb_count()} * 64 - __builtin_clzll(top);
  if (big->limb_count() <= 2) {
    unsigned __int128 value = big->limbs()[0];
    if (big->limb_count() == 2) value |= static_cast<unsigned __int128>(big->limbs()[1]) << 64;
    int64_t digits = 1;
    for (int i = 0; i < 39 && value >= 10; ++i, ++digits) value /= 10;
    return digits;
  }
  int64_t least = static_cast<int64_t>(static_cast<double>(bits - 1) * 0.30102999566398114) + 1;
  Value power = PowerOfTen(vm, least);
  if (power.IsFailed()) return Failure{};
  return CompareInts(n, power) >= 0 ? least + 1 : least;
}

// Takes the last `count` digits away, rounding by what they were. Only how they compare with a half
// matters, and whether they were all zero.
Status Operation::Drop(Value* coefficient, int64_t count, bool negative, Rounding mode,
                       bool* inexact) {
  Value quotient, rest, power;
  int64_t digits = TRY(DigitCount(vm_, *coefficient));
  int order;  // of the part that is dropped against a half
  if (count > digits) {
    quotient = Small(0);
    *inexact = !ints::IsZero(*coefficient);
    order = -1;
  } else {
    power = PowerOfTen(vm_, count);
    if (power.IsFailed()) return Failure{};
    quotient = FloorDiv(vm_, *coefficient, power);
    if (quotient.IsFailed()) return Failure{};
    Value product = Mul(vm_, quotient, power);
    if (product.IsFailed()) return Failure{};
    rest = Sub(vm_, *coefficient, product);
    if (rest.IsFailed()) return Failure{};
    *inexact = !ints::IsZero(rest);
    Value twice = ints::Add(vm_, rest, rest);
    if (twice.IsFailed()) return Failure{};
    order = CompareInts(twice, power);
  }
  bool up = false;
  if (*inexact) {
    switch (mode) {
      case kUp: up = true; break;
      case kDown: break;
      case kCeiling: up = !negative; break;
      case kFloor: up = negative; break;
      case kHalfUp: up = order >= 0; break;
      case kHalfDown: up = order > 0; break;
      case kHalfEven: up = order > 0 || (order == 0 && IsOdd(quotient)); break;
      case k05Up: {
        Value last = Mod(vm_, quotient, Small(5));
        if (last.IsFailed()) return Failure{};
        up = ints::IsZero(last);
        break;
      }
      case kRoundings: break;
    }
  }
  *coefficient = up ? ints::Add(vm_, quotient, Small(1)) : quotient;
  if (coefficient->IsFailed()) return Failure{};
  return Done{};
}

// An overflow does not always give infinity: rounding towards zero stops at the largest number
// (General Decimal Arithmetic, "Overflow").
Status Operation::Overflow(Number* n) {
  status |= kOverflow | kInexact | kRounded;
  bool to_infinity = rounding == kUp || rounding == kHalfUp || rounding == kHalfDown ||
                     rounding == kHalfEven || (rounding == kCeiling && !n->negative) ||
                     (rounding == kFloor && n->negative);
  if (to_infinity) {
    n->kind = kInfinite;
    n->coefficient = Small(0);
    n->exponent = 0;
    return Done{};
  }
  Value power = PowerOfTen(vm_, precision);
  if (power.IsFailed()) return Failure{};
  n->coefficient = Sub(vm_, power, Small(1));
  if (n->coefficient.IsFailed()) return Failure{};
  n->exponent = Top();
  return Done{};
}

// Each operation computes exactly, or with digits to spare, and ends here. This rounds to the
// precision of the context, checks the exponent and notes the signals. One place for it keeps the
// operations simple. The specification is Cowlishaw's "General Decimal Arithmetic", as is CPython's
// decimal.
Status Operation::Fix(Number* n) {
  if (n->kind == kInfinite) return Done{};
  if (n->IsNan()) {  // a payload that is too long loses its first digits
    int64_t room = precision - clamp;
    int64_t digits = TRY(DigitCount(vm_, n->coefficient));
    if (digits > room) {
      Value power = PowerOfTen(vm_, room);
      if (power.IsFailed()) return Failure{};
      n->coefficient = Mod(vm_, n->coefficient, power);
      if (n->coefficient.IsFailed()) return Failure{};
    }
    return Done{};
  }
  if (n->IsZero()) {
    int64_t limit = clamp ? Top() : most;
    int64_t exponent = std::clamp(n->exponent, Tiny(), std::max(limit, Tiny()));
    if (exponent != n->exponent) status |= kClamped;
    n->exponent = exponent;
    return Done{};
  }
  int64_t digits = TRY(DigitCount(vm_, n->coefficient));
  int64_t smallest = digits + n->exponent - precision;
  if (smallest > Top()) return Overflow(n);
  bool subnormal = smallest < Tiny();
  if (subnormal) smallest = Tiny();
  if (n->exponent < smallest) {
    bool inexact;
    TRY(Drop(&n->coefficient, smallest - n->exponent, n->negative, rounding, &inexact));
    n->exponent = smallest;
    status |= kRounded;
    if (TRY(DigitCount(vm_, n->coefficient)) > precision) {
      n->coefficient = FloorDiv(vm_, n->coefficient, Small(10));
      if (n->coefficient.IsFailed()) return Failure{};
      ++n->exponent;
    }
    if (n->exponent > Top()) return Overflow(n);
    if (inexact) status |= kInexact;
    if (subnormal) status |= kSubnormal | (inexact ? uint32_t{kUnderflow} : 0u);
    if (n->IsZero()) status |= kClamped;
    return Done{};
  }
  if (subnormal) status |= kSubnormal;
  if (clamp && n->exponent > Top()) {
    status |= kClamped;
    return Rescale(n, Top(), kDown);
  }
  return Done{};
}

// Another exponent for the same value, exactly or rounded. A larger coefficient costs memory: the
// callers have bounded the difference of the exponents.
Status Operation::Rescale(Number* n, int64_t exponent, Rounding mode) {
  if (n->kind != kFinite) return Done{};
  if (n->IsZero()) {
    n->exponent = exponent;
    return Done{};
  }
  if (n->exponent >= exponent) {
    Value power = PowerOfTen(vm_, n->exponent - exponent);
    if (power.IsFailed()) return Failure{};
    n->coefficient = Mul(vm_, n->coefficient, power);
    if (n->coefficient.IsFailed()) return Failure{};
  } else {
    bool inexact;
    TRY(Drop(&n->coefficient, exponent - n->exponent, n->negative, mode, &inexact));
  }
  n->exponent = exponent;
  return Done{};
}

Number Operation::Invalid(uint32_t signal) {
  status |= signal;
  return {false, kQuietNan, Small(0), 0};
}

// A signaling NaN wins over a quiet one, the left operand over the right. The result keeps its
// payload and is quiet.
Result<bool> Operation::Nans(const Number& a, const Number* b, Number* result) {
  if (!a.IsNan() && (b == nullptr || !b->IsNan())) return false;
  const Number* chosen = a.kind == kSignalingNan                    ? &a
                         : b != nullptr && b->kind == kSignalingNan ? b
                         : a.IsNan()                                ? &a
                                                                    : b;
  *result = *chosen;
  if (chosen->kind == kSignalingNan) {
    status |= kInvalidOperation;
    result->kind = kQuietNan;
  }
  if (!Fix(result).ok()) return Failure{};
  return true;
}

// Aligning 1e999999 with 1 would need a million digits. But a number that lies wholly below the
// last digit of the result changes the rounding at most. So a tiny one in its place does the same,
// and work is bounded by the precision.
Status Operation::Add(Number a, Number b, Number* result) {
  if (TRY(Nans(a, &b, result))) return Done{};
  if (a.kind == kInfinite || b.kind == kInfinite) {
    if (a.kind == b.kind && a.negative != b.negative)
      *result = Invalid(kInvalidOperation);
    else
      *result = a.kind == kInfinite ? a : b;
    return Done{};
  }
  int64_t exponent = std::min(a.exponent, b.exponent);
  bool negative_zero = rounding == kFloor && a.negative != b.negative;
  if (a.IsZero() && b.IsZero()) {
    *result = {(a.negative && b.negative) || negative_zero, kFinite, Small(0), exponent};
    return Fix(result);
  }
  if (a.IsZero() || b.IsZero()) {
    *result = a.IsZero() ? b : a;
    TRY(Rescale(result, std::max(exponent, result->exponent - precision - 1), rounding));
    return Fix(result);
  }
  // Of a number far below the other only matters that it is there.
  Number* large = a.exponent >= b.exponent ? &a : &b;
  Number* small = large == &a ? &b : &a;
  int64_t large_digits = TRY(DigitCount(vm_, large->coefficient));
  int64_t small_digits = TRY(DigitCount(vm_, small->coefficient));
  int64_t cut = large->exponent + std::min<int64_t>(-1, large_digits - precision - 2);
  if (small_digits + small->exponent - 1 < cut) {
    small->coefficient = Small(1);
    small->exponent = cut;
  }
  Value power = PowerOfTen(vm_, large->exponent - small->exponent);
  if (power.IsFailed()) return Failure{};
  large->coefficient = Mul(vm_, large->coefficient, power);
  if (large->coefficient.IsFailed()) return Failure{};
  large->exponent = small->exponent;
  Number sum{a.negative, kFinite, Small(0), small->exponent};
  if (a.negative == b.negative) {
    sum.coefficient = ints::Add(vm_, a.coefficient, b.coefficient);
  } else {
    int order = CompareInts(a.coefficient, b.coefficient);
    if (order == 0) {
      *result = {negative_zero, kFinite, Small(0), exponent};
      return Fix(result);
    }
    sum.negative = order > 0 ? a.negative : b.negative;
    sum.coefficient =
        order > 0 ? Sub(vm_, a.coefficient, b.coefficient) : Sub(vm_, b.coefficient, a.coefficient);
  }
  if (sum.coefficient.IsFailed()) return Failure{};
  *result = sum;
  return Fix(result);
}

Status Operation::Multiply(const Number& a, const Number& b, Number* result) {
  if (TRY(Nans(a, &b, result))) return Done{};
  bool negative = a.negative != b.negative;
  if (a.kind == kInfinite || b.kind == kInfinite) {
    if (a.IsZero() || b.IsZero())
      *result = Invalid(kInvalidOperation);
    else
      *result = {negative, kInfinite, Small(0), 0};
    return Done{};
  }
  Value product = Mul(vm_, a.coefficient, b.coefficient);
  if (product.IsFailed()) return Failure{};
  *result = {negative, kFinite, product, a.exponent + b.exponent};
  return Fix(result);
}

// One digit more than the precision, by an integer division of scaled coefficients. If that is not
// exact, a last digit of 0 or 5 is raised by one. Thus rounding cannot take the result for an exact
// half or an exact number. An exact quotient loses zeros at its end, down to the ideal exponent
// that the specification asks for.
Status Operation::Divide(const Number& a, const Number& b, Number* result) {
  if (TRY(Nans(a, &b, result))) return Done{};
  bool negative = a.negative != b.negative;
  if (a.kind == kInfinite || b.kind == kInfinite) {
    if (a.kind == b.kind) {
      *result = Invalid(kInvalidOperation);
    } else if (a.kind == kInfinite) {
      *result = {negative, kInfinite, Small(0), 0};
    } else {
      status |= kClamped;
      *result = {negative, kFinite, Small(0), Tiny()};
    }
    return Done{};
  }
  if (b.IsZero()) {
    if (a.IsZero()) {
      *result = Invalid(kDivisionUndefined);
    } else {
      status |= kDivisionByZero;
      *result = {negative, kInfinite, Small(0), 0};
    }
    return Done{};
  }
  int64_t exponent = a.exponent - b.exponent;
  Value quotient = Small(0);
  if (!a.IsZero()) {
    int64_t shift =
        TRY(DigitCount(vm_, b.coefficient)) - TRY(DigitCount(vm_, a.coefficient)) + precision + 1;
    Value power = PowerOfTen(vm_, shift < 0 ? -shift : shift);
    if (power.IsFailed()) return Failure{};
    Value n = shift >= 0 ? Mul(vm_, a.coefficient, power) : a.coefficient;
    Value d = shift < 0 ? Mul(vm_, b.coefficient, power) : b.coefficient;
    if (n.IsFailed() || d.IsFailed()) return Failure{};
    quotient = FloorDiv(vm_, n, d);
    if (quotient.IsFailed()) return Failure{};
    Value product = Mul(vm_, quotient, d);
    if (product.IsFailed()) return Failure{};
    int64_t ideal = exponent;
    exponent -= shift;
    if (CompareInts(product, n) != 0) {
      Value last = Mod(vm_, quotient, Small(5));
      if (last.IsFailed()) return Failure{};
      if (ints::IsZero(last)) quotient = ints::Add(vm_, quotient, Small(1));
      if (quotient.IsFailed()) return Failure{};
    } else {
      // Zeros at the end go, ever more at once, as far as the exponent that is wanted.
      for (int64_t step = 1; exponent < ideal;) {
        if (!vm_.Tick(1)) return Failure{};
        step = std::min(step, ideal - exponent);
        Value ten = PowerOfTen(vm_, step);
        if (ten.IsFailed()) return Failure{};
        Value rest = Mod(vm_, quotient, ten);
        if (rest.IsFailed()) return Failure{};
        if (!ints::IsZero(rest)) {
          if (step == 1) break;
          step = 1;
          continue;
        }
        quotient = FloorDiv(vm_, quotient, ten);
        if (quotient.IsFailed()) return Failure{};
        exponent += step;
        step *= 2;
      }
    }
  }
  *result = {negative, kFinite, quotient, exponent};
  return Fix(result);
}

// The quotient must fit into the precision; otherwise the operation is impossible, as the
// specification has it. That is also what bounds the work.
Status Operation::DivideInteger(const Number& a, const Number& b, Number* quotient, Number* rest) {
  Number q, r;
  auto give = [&](Number first, const Number& second) -> Status {
    if (quotient != nullptr) {
      if (!first.IsNan()) TRY(Fix(&first));
      *quotient = first;
    }
    if (rest != nullptr) *rest = second;
    return Done{};
  };
  if (TRY(Nans(a, &b, &q))) return give(q, q);
  bool negative = a.negative != b.negative;
  if (a.kind == kInfinite) {
    if (b.kind == kInfinite || rest != nullptr) {
      bool both = b.kind == kInfinite;
      r = Invalid(kInvalidOperation);
      return give(both ? r : Number{negative, kInfinite, Small(0), 0}, r);
    }
    return give({negative, kInfinite, Small(0), 0}, r);
  }
  if (b.IsZero()) {
    if (a.IsZero()) {
      r = Invalid(kDivisionUndefined);
      return give(r, r);
    }
    if (quotient != nullptr) status |= kDivisionByZero;
    if (rest != nullptr) r = Invalid(kInvalidOperation);
    return give({negative, kInfinite, Small(0), 0}, r);
  }
  int64_t ideal = b.kind == kInfinite ? a.exponent : std::min(a.exponent, b.exponent);
  int64_t difference = 0;
  if (!a.IsZero() && b.kind == kFinite) {
    difference = TRY(DigitCount(vm_, a.coefficient)) + a.exponent -
                 TRY(DigitCount(vm_, b.coefficient)) - b.exponent;
  }
  if (a.IsZero() || b.kind == kInfinite || difference <= -2) {
    r = a;
    TRY(Rescale(&r, ideal, rounding));
    if (rest != nullptr) TRY(Fix(&r));
    return give({negative, kFinite, Small(0), 0}, r);
  }
  if (difference <= precision) {
    Value power = PowerOfTen(vm_, std::abs(a.exponent - b.exponent));
    if (power.IsFailed()) return Failure{};
    Value n = a.exponent >= b.exponent ? Mul(vm_, a.coefficient, power) : a.coefficient;
    Value d = a.exponent < b.exponent ? Mul(vm_, b.coefficient, power) : b.coefficient;
    if (n.IsFailed() || d.IsFailed()) return Failure{};
    Value whole = FloorDiv(vm_, n, d);
    if (whole.IsFailed()) return Failure{};
    if (TRY(DigitCount(vm_, whole)) <= precision) {
      Value product = Mul(vm_, whole, d);
      if (product.IsFailed()) return Failure{};
      Value left = Sub(vm_, n, product);
      if (left.IsFailed()) return Failure{};
      q = {negative, kFinite, whole, 0};
      r = {a.negative, kFinite, left, ideal};
      if (rest != nullptr) TRY(Fix(&r));
      return give(q, r);
    }
  }
  r = Invalid(kDivisionImpossible);
  return give(r, r);
}

Status Operation::Quantize(const Number& a, int64_t exponent, Number* result) {
  if (exponent < Tiny() || exponent > most) {
    *result = Invalid(kInvalidOperation);
    return Done{};
  }
  *result = a;
  if (a.IsZero()) {
    result->exponent = exponent;
    return Fix(result);
  }
  int64_t adjusted = TRY(DigitCount(vm_, a.coefficient)) + a.exponent - 1;
  if (adjusted > most || adjusted - exponent + 1 > precision) {
    *result = Invalid(kInvalidOperation);
    return Done{};
  }
  bool inexact = false, shorter = exponent > a.exponent;
  if (shorter) {
    TRY(Drop(&result->coefficient, exponent - a.exponent, a.negative, rounding, &inexact));
    result->exponent = exponent;
  } else {
    TRY(Rescale(result, exponent, rounding));
  }
  int64_t digits = TRY(DigitCount(vm_, result->coefficient));
  if ((!result->IsZero() && digits + exponent - 1 > most) || digits > precision) {
    *result = Invalid(kInvalidOperation);
    return Done{};
  }
  if (!result->IsZero() && digits + exponent - 1 < least) status |= kSubnormal;
  if (shorter) status |= kRounded;
  if (inexact) status |= kInexact;
  return Fix(result);
}

// Magnitudes first: most pairs differ in sign or in the place of the first digit, and need no
// powers of ten.
Result<int> CompareNumbers(Vm& vm, const Number& a, const Number& b) {
  auto sign = [](const Number& n) { return n.IsZero() ? 0 : n.negative ? -1 : 1; };
  int x = sign(a), y = sign(b);
  if (x != y) return x < y ? -1 : 1;
  if (x == 0) return 0;
  if (a.kind == kInfinite || b.kind == kInfinite) {
    if (a.kind == b.kind) return 0;
    return a.kind == kInfinite ? x : -x;
  }
  int64_t adjusted_a = TRY(DigitCount(vm, a.coefficient)) + a.exponent;
  int64_t adjusted_b = TRY(DigitCount(vm, b.coefficient)) + b.exponent;
  if (adjusted_a != adjusted_b) return adjusted_a < adjusted_b ? -x : x;
  int64_t shift = a.exponent - b.exponent;
  Value power = PowerOfTen(vm, shift < 0 ? -shift : shift);
  if (power.IsFailed()) return Failure{};
  Value left = shift > 0 ? Mul(vm, a.coefficient, power) : a.coefficient;
  Value right = shift < 0 ? Mul(vm, b.coefficient, power) : b.coefficient;
  if (left.IsFailed() || right.IsFailed()) return Failure{};
  return CompareInts(left, right) * x;
}

}  // namespace pysub::decimal
