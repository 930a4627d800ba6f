#ifndef PYSUB_STDLIB_MODULES_INT_VALUES_H_
#define PYSUB_STDLIB_MODULES_INT_VALUES_H_

#include <cstdint>

#include "vm/objects/numbers.h"

// Arithmetic on ints of any size, for numbers that are made of them (fractions, decimals). Each may
// fail for lack of memory or time. None ever runs Python.
namespace pysub::ints {

inline Value Add(Vm& vm, Value a, Value b) { return IntBinary(vm, BinaryOp::kAdd, a, b); }
inline Value Sub(Vm& vm, Value a, Value b) { return IntBinary(vm, BinaryOp::kSub, a, b); }
inline Value Mul(Vm& vm, Value a, Value b) { return IntBinary(vm, BinaryOp::kMul, a, b); }
inline Value FloorDiv(Vm& vm, Value a, Value b) { return IntBinary(vm, BinaryOp::kFloorDiv, a, b); }
inline Value Mod(Vm& vm, Value a, Value b) { return IntBinary(vm, BinaryOp::kMod, a, b); }
inline Value Neg(Vm& vm, Value a) { return NumberUnary(vm, UnaryOp::kNeg, a); }
inline int Sign(Value a) { return CompareInts(a, Value::SmallInt(0)); }
inline Value Abs(Vm& vm, Value a) { return Sign(a) < 0 ? Neg(vm, a) : a; }
inline bool IsZero(Value a) { return a == Value::SmallInt(0); }
inline bool IsOne(Value a) { return a == Value::SmallInt(1); }
inline bool IsOdd(Value a) {
  return (a.IsSmallInt() ? a.AsSmallInt() : static_cast<int64_t>(a.As<BigInt>()->limbs()[0])) & 1;
}
inline Value Small(int64_t n) { return Value::KnownSmallInt(n); }
inline Value Plain(Value v) { return PlainInt(v); }

// 10 ** n, n >= 0: MemoryError when it cannot be.
inline Value PowerOfTen(Vm& vm, int64_t n) {
  static constexpr int64_t kSmall[] = {
      1,           10,           100,           1000,           10000,
      100000,      1000000,      10000000,      100000000,      1000000000,
      10000000000, 100000000000, 1000000000000, 10000000000000, 100000000000000};
  if (n < 15) return vm.NewInt(kSmall[n]);
  return IntPow(vm, Value::SmallInt(10), TRY(vm.NewInt(n)));
}

// The greatest common divisor, and a / b rounded to the even one of the nearest (b > 0).
Value Gcd(Vm& vm, Value a, Value b);
Value DivideToEven(Vm& vm, Value a, Value b);
// A float as numerator and denominator: ValueError, OverflowError for NaN and infinities.
Status RatioOf(Vm& vm, double value, Value* numerator, Value* denominator);

}  // namespace pysub::ints

#endif  // PYSUB_STDLIB_MODULES_INT_VALUES_H_
