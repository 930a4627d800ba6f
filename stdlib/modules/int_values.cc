#include "stdlib/modules/int_values.h"

#include <cmath>

namespace pysub::ints {

Value Gcd(Vm& vm, Value a, Value b) {
  IntArgument left(a), right(b);
  size_t n = left.view().limbs.size(), m = right.view().limbs.size();
  IntBuffer buffer(vm, GcdLimbs(n, m));
  ScratchLimbs scratch(vm, GcdScratch(n, m));
  if (!buffer.ok() || !scratch.ok()) return Value::Failed();
  IntResult result;
  NumberError error =
      pysub::Gcd(left.view(), right.view(), buffer.out(), scratch.limbs(), TickerOf(vm), &result);
  if (!error.ok()) return RaiseNumberError(vm, error);
  return buffer.Finish(result);
}

Value DivideToEven(Vm& vm, Value a, Value b) {
  Value quotient = TRY(FloorDiv(vm, a, b));
  Value rest = TRY(Sub(vm, a, TRY(Mul(vm, quotient, b))));
  int order = CompareInts(TRY(Mul(vm, rest, Small(2))), b);
  return order > 0 || (order == 0 && IsOdd(quotient)) ? Add(vm, quotient, Small(1)) : quotient;
}

Status RatioOf(Vm& vm, double value, Value* numerator, Value* denominator) {
  if (std::isnan(value)) return vm.ValueError("cannot convert NaN to integer ratio");
  if (std::isinf(value)) return vm.OverflowError("cannot convert Infinity to integer ratio");
  int exponent;
  double mantissa = std::frexp(value, &exponent);
  for (int i = 0; i < 300 && mantissa != std::floor(mantissa); ++i) {
    mantissa *= 2;
    --exponent;
  }
  Value number = IntFromDouble(vm, mantissa);
  if (number.IsFailed()) return Failure{};
  if (mantissa == 0) exponent = 0;
  Value power = IntBinary(vm, BinaryOp::kLShift, Small(1), Small(std::abs(exponent)));
  if (power.IsFailed()) return Failure{};
  *denominator = exponent < 0 ? power : Small(1);
  *numerator = exponent > 0 ? Mul(vm, number, power) : number;
  if (numerator->IsFailed()) return Failure{};
  return Done{};
}

}  // namespace pysub::ints
