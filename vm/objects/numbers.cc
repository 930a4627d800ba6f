#include "vm/objects/numbers.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>

#include "lexer/unicode/text_kernels.h"
#include "lexer/unicode/unicode_properties.h"
#include "lexer/unicode/utf8.h"
#include "vm/numbers/complex_math.h"
#include "vm/numbers/float_math.h"
#include "vm/numbers/hash.h"
#include "vm/objects/bulk.h"
#include "vm/warn.h"

namespace pysub {

// ---- making ints

Value Vm::NewBigInt(int64_t value) {
  BigInt* number = static_cast<BigInt*>(heap.NewRaw(TypeId::kInt, 8));
  if (number == nullptr) return NoMemory(16);
  number->set_flag(kFlagA, value < 0);
  number->limbs()[0] = value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  return Value::Of(number);
}

Value NewNamedInt(Vm& vm, TypeId type, int64_t value) {
  BigInt* number = static_cast<BigInt*>(vm.heap.NewRaw(type, 8));
  if (number == nullptr) return vm.NoMemory(16);
  number->set_flag(kFlagA, value < 0);
  number->limbs()[0] = value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  return Value::Of(number);
}

Value Vm::NewIntUnsigned(uint64_t value) {
  return NewIntFromLimbs(false, Limbs(&value, value != 0));
}

// Numbers of up to 48 bits are part of the value word and never an object. So equal small ints have
// equal bits, which many fast paths rely on.
Value Vm::NewIntFromLimbs(bool negative, std::span<const uint64_t> limbs) {
  if (limbs.empty()) return Value::SmallInt(0);
  constexpr uint64_t kSmallest = uint64_t{1} << 47;
  if (limbs.size() == 1 && (limbs[0] < kSmallest || (negative && limbs[0] == kSmallest))) {
    int64_t magnitude = static_cast<int64_t>(limbs[0]);
    return Value::KnownSmallInt(negative ? -magnitude : magnitude);
  }
  const size_t bytes = limbs.size() * 8;
  if (bytes > UINT32_MAX - 16 || limbs.size() > kMostLimbs) return NoMemory(SIZE_MAX);
  BigInt* number = static_cast<BigInt*>(heap.NewRaw(TypeId::kInt, static_cast<uint32_t>(bytes)));
  if (number == nullptr) return NoMemory(bytes);
  number->set_flag(kFlagA, negative);
  const std::string_view from(reinterpret_cast<const char*>(limbs.data()), bytes);
  if (!CopyBytes(*this, reinterpret_cast<char*>(number->limbs()), from)) return Value::Failed();
  return Value::Of(number);
}

Value Vm::NewIntFromText(std::string_view digits) {
  bool negative = digits.starts_with('-');
  if (negative) digits.remove_prefix(1);
  std::optional<ParsedInt> parsed = ScanInt(digits, 0);
  if (!parsed) return Raise(TypeId::kSystemError, "bad integer constant");
  parsed->negative = negative;
  IntBuffer buffer(*this, ParseIntLimbs(*parsed));
  ScratchLimbs scratch(*this, ParseIntScratch(*parsed));
  if (!buffer.ok() || !scratch.ok()) return Value::Failed();
  IntResult result;
  NumberError error = ParseInt(*parsed, 0, buffer.out(), scratch.limbs(), TickerOf(*this), &result);
  if (!error.ok()) return RaiseNumberError(*this, error);
  return buffer.Finish(result);
}

Value Vm::NewComplex(double real, double imaginary) {
  ComplexObject* number = TRY(New<ComplexObject>(TypeId::kComplex));
  number->real = Value::Float(real);
  number->imaginary = Value::Float(imaginary);
  return Value::Of(number);
}

// vm/numbers knows no VM and no exceptions; it says what went wrong as a plain value. Here it
// becomes a Python exception.
Failure RaiseNumberError(Vm& vm, NumberError error) {
  switch (error.kind) {
    case NumberErrorKind::kNone:
    case NumberErrorKind::kStopped: return Failure{};
    case NumberErrorKind::kDigitLimit: {
      char text[200];
      size_t size = DigitLimitText(vm.max_str_digits, -1, text);
      return vm.ValueError(std::string_view(text, size));
    }
    case NumberErrorKind::kValueError: return vm.ValueError(error.text);
    case NumberErrorKind::kZeroDivisionError:
      return vm.Raise(TypeId::kZeroDivisionError, error.text);
    case NumberErrorKind::kOverflowError: return vm.OverflowError(error.text);
  }
  return Failure{};
}

Result<AsDouble> ToDoubleIfNumber(Vm& vm, Value v) {
  if (v.IsFloat()) return AsDouble{true, v.AsFloat()};
  if (v.IsSmallInt()) return AsDouble{true, static_cast<double>(v.AsSmallInt())};
  if (v.IsBool()) return AsDouble{true, static_cast<double>(v.AsBool())};
  if (!IsIntObject(v)) return AsDouble{false, 0};
  double value;
  NumberError error = ToDouble(IntArgument(v).view(), &value);
  if (!error.ok()) return RaiseNumberError(vm, error);
  return AsDouble{true, value};
}

Result<double> Vm::ToDouble(Value v) {
  AsDouble number = TRY(ToDoubleIfNumber(*this, v));
  if (number.is_number) return number.value;
  if (InfoOf(v).equal_number != nullptr) {  // numbers of the library have a native __float__
    static constexpr Name kFloat{"__float__", MemberHash("__float__")};
    Value method = TRY(FindAttribute(v, kFloat));
    Value answer = method.IsUndefined() ? method : TRY(Call(method, {}).AtOnce());
    if (answer.IsFloat()) return answer.AsFloat();
  }
  return TypeError("must be real number, not ", TypeName(v));
}

// ---- int operators

namespace {

bool IsZero(Value v) { return v.IsSmallInt() ? v.AsSmallInt() == 0 : v.IsBool() && !v.AsBool(); }

// Both as int64 when both are inline.
bool BothInline(Value left, Value right, int64_t* a, int64_t* b) {
  if (left.IsObject() || right.IsObject()) return false;
  *a = left.IsSmallInt() ? left.AsSmallInt() : left.AsBool();
  *b = right.IsSmallInt() ? right.AsSmallInt() : right.AsBool();
  return true;
}

Value FromInt128(Vm& vm, __int128 value) {
  if (value >= INT64_MIN && value <= INT64_MAX) return vm.NewInt(static_cast<int64_t>(value));
  uint64_t limbs[2];
  IntResult result = ::pysub::FromInt128(value, LimbsOut(limbs));
  return vm.NewIntFromLimbs(result.negative, Limbs(limbs, result.size));
}

// Linear kernels on two views.
using LinearKernel = IntResult (*)(IntView, IntView, LimbsOut);

Value Linear(Vm& vm, LinearKernel kernel, IntView a, IntView b) {
  size_t limbs = std::max(a.limbs.size(), b.limbs.size()) + 1;
  if (!vm.Tick(limbs / 16)) return Value::Failed();
  IntBuffer buffer(vm, limbs);
  if (!buffer.ok()) return Value::Failed();
  return buffer.Finish(kernel(a, b, buffer.out()));
}

Value BigMul(Vm& vm, IntView a, IntView b) {
  size_t n = a.limbs.size(), m = b.limbs.size();
  IntBuffer buffer(vm, MulLimbs(n, m));
  ScratchLimbs scratch(vm, MulScratch(n, m));
  if (!buffer.ok() || !scratch.ok()) return Value::Failed();
  IntResult result;
  NumberError error = Mul(a, b, buffer.out(), scratch.limbs(), TickerOf(vm), &result);
  if (!error.ok()) return RaiseNumberError(vm, error);
  return buffer.Finish(result);
}

// Room first, then the arithmetic, then the objects. The arithmetic may be stopped by the clock in
// the middle, and nothing has changed then.
Value BigDivmod(Vm& vm, IntView a, IntView b, Value* quotient, Value* remainder) {
  size_t n = a.limbs.size(), m = b.limbs.size();
  IntBuffer q(vm, quotient != nullptr ? QuotientLimbs(n, m) : 0);
  IntBuffer r(vm, remainder != nullptr ? RemainderLimbs(m) : 0);
  ScratchLimbs scratch(vm, DivModScratch(n, m));
  if (!q.ok() || !r.ok() || !scratch.ok()) return Value::Failed();
  IntResult q_result, r_result;
  NumberError error = DivMod(a, b, quotient != nullptr ? q.out() : LimbsOut(),
                             remainder != nullptr ? r.out() : LimbsOut(), scratch.limbs(),
                             TickerOf(vm), &q_result, &r_result);
  if (!error.ok()) return RaiseNumberError(vm, error);
  if (quotient != nullptr) *quotient = TRY(q.Finish(q_result));
  if (remainder != nullptr) *remainder = TRY(r.Finish(r_result));
  return Value::None();
}

// A shift count; `*huge` when it does not fit (the result is then too large, or 0, or -1).
Result<uint64_t> ShiftCount(Vm& vm, Value count, bool* huge) {
  *huge = false;
  if (count.IsSmallInt() || count.IsBool()) {
    int64_t n = count.IsSmallInt() ? count.AsSmallInt() : count.AsBool();
    if (n < 0) return vm.ValueError("negative shift count");
    return static_cast<uint64_t>(n);
  }
  if (count.As<BigInt>()->negative()) return vm.ValueError("negative shift count");
  *huge = true;
  return 0;
}

Value LeftShift(Vm& vm, Value left, Value right) {
  bool huge;
  uint64_t count = TRY(ShiftCount(vm, right, &huge));
  if (IsZero(left)) return Value::SmallInt(0);
  if (huge) return vm.OverflowError("too many digits in integer");
  IntArgument a(left);
  size_t limbs = ShiftLeftLimbs(a.view(), count);
  if (!vm.Tick(limbs / 16)) return Value::Failed();
  IntBuffer buffer(vm, limbs);
  if (!buffer.ok()) return Value::Failed();
  return buffer.Finish(ShiftLeft(a.view(), count, buffer.out()));
}

Value RightShift(Vm& vm, Value left, Value right) {
  bool huge;
  uint64_t count = TRY(ShiftCount(vm, right, &huge));
  IntArgument a(left);
  if (huge) return Value::SmallInt(a.view().negative ? -1 : 0);
  size_t limbs = ShiftRightLimbs(a.view(), count);
  if (!vm.Tick(limbs / 16)) return Value::Failed();
  IntBuffer buffer(vm, limbs);
  if (!buffer.ok()) return Value::Failed();
  return buffer.Finish(ShiftRight(a.view(), count, buffer.out()));
}

Value TrueDiv(Vm& vm, Value left, Value right) {
  IntArgument a(left), b(right);
  if (b.view().IsZero()) return vm.Raise(TypeId::kZeroDivisionError, "division by zero");
  ScratchLimbs scratch(vm, TrueDivideScratch(a.view().limbs.size(), b.view().limbs.size()));
  if (!scratch.ok()) return Value::Failed();
  double quotient;
  NumberError error = TrueDivide(a.view(), b.view(), scratch.limbs(), &quotient);
  if (!error.ok()) return RaiseNumberError(vm, error);
  return Value::Float(quotient);
}

// Both operands have at most 48 bits, so sums fit into 64 and products into 128.
Value SmallBinary(Vm& vm, BinaryOp op, int64_t a, int64_t b) {
  switch (op) {
    case BinaryOp::kAdd: return vm.NewInt(a + b);
    case BinaryOp::kSub: return vm.NewInt(a - b);
    case BinaryOp::kMul: return FromInt128(vm, static_cast<__int128>(a) * b);
    case BinaryOp::kFloorDiv:
      if (b == 0) return vm.Raise(TypeId::kZeroDivisionError, "division by zero");
      return vm.NewInt(FloorDivInt64(a, b));
    case BinaryOp::kMod:
      if (b == 0) return vm.Raise(TypeId::kZeroDivisionError, "division by zero");
      return vm.NewInt(FloorModInt64(a, b));
    case BinaryOp::kTrueDiv:
      if (b == 0) return vm.Raise(TypeId::kZeroDivisionError, "division by zero");
      return Value::Float(static_cast<double>(a) / static_cast<double>(b));
    case BinaryOp::kAnd: return Value::KnownSmallInt(a & b);
    case BinaryOp::kOr: return Value::KnownSmallInt(a | b);
    case BinaryOp::kXor: return Value::KnownSmallInt(a ^ b);
    default: return Value::NotImplemented();
  }
}

}  // namespace

// bool and the named ints of the library (re flags, days of the calendar) are ints here, and the
// result is a plain int; only & | ^ of two bools give a bool.
Value IntBinary(Vm& vm, BinaryOp op, Value left, Value right) {
  if (left.IsObject()) left = PlainInt(left);
  if (right.IsObject()) right = PlainInt(right);
  if (left.IsBool() && right.IsBool()) {
    // The bit operators of two bools give a bool.
    if (op == BinaryOp::kAnd) return Value::Bool(left.AsBool() && right.AsBool());
    if (op == BinaryOp::kOr) return Value::Bool(left.AsBool() || right.AsBool());
    if (op == BinaryOp::kXor) return Value::Bool(left.AsBool() != right.AsBool());
  }
  if (op == BinaryOp::kPow) return IntPow(vm, left, right);
  if (op == BinaryOp::kLShift) return LeftShift(vm, left, right);
  if (op == BinaryOp::kRShift) return RightShift(vm, left, right);
  int64_t x, y;
  if (BothInline(left, right, &x, &y)) return SmallBinary(vm, op, x, y);
  IntArgument a(left), b(right);
  switch (op) {
    case BinaryOp::kAdd: return Linear(vm, Add, a.view(), b.view());
    case BinaryOp::kSub: return Linear(vm, Sub, a.view(), b.view());
    case BinaryOp::kAnd: return Linear(vm, And, a.view(), b.view());
    case BinaryOp::kOr: return Linear(vm, Or, a.view(), b.view());
    case BinaryOp::kXor: return Linear(vm, Xor, a.view(), b.view());
    case BinaryOp::kMul: return BigMul(vm, a.view(), b.view());
    case BinaryOp::kTrueDiv: return TrueDiv(vm, left, right);
    case BinaryOp::kFloorDiv:
    case BinaryOp::kMod: {
      bool divide = op == BinaryOp::kFloorDiv;
      if (b.view().IsZero()) {
        return vm.Raise(TypeId::kZeroDivisionError, "division by zero");
      }
      Value answer;
      TRY(BigDivmod(vm, a.view(), b.view(), divide ? &answer : nullptr,
                    divide ? nullptr : &answer));
      return answer;
    }
    default: return Value::NotImplemented();
  }
}

// The size of the result is known before: bits of the base times the exponent. So 10 ** 10 ** 10
// fails at once and does not run into the limit of memory slowly.
Value IntPow(Vm& vm, Value base, Value exponent) {
  if (base.IsObject()) base = PlainInt(base);
  IntArgument a(base), n(exponent);
  if (n.view().negative) {
    // A float: 2 ** -1.
    AsDouble x = TRY(ToDoubleIfNumber(vm, base));
    AsDouble y = TRY(ToDoubleIfNumber(vm, exponent));
    return NumberBinary(vm, BinaryOp::kPow, Value::Float(x.value), Value::Float(y.value), false);
  }
  std::optional<uint64_t> count = ToUint64(n.view());
  int64_t small;
  if (count && !base.IsObject() &&
      PowInt64(base.IsSmallInt() ? base.AsSmallInt() : base.AsBool(), *count, &small)) {
    return vm.NewInt(small);
  }
  if (!count) {
    // Only 0, 1 and -1 have such powers.
    std::optional<int64_t> value = ToInt64(a.view());
    if (value && (*value == 0 || *value == 1)) return Value::KnownSmallInt(*value);
    if (value && *value == -1) return Value::SmallInt(n.view().IsOdd() ? -1 : 1);
    return vm.NoMemory(kUnlimited);
  }
  size_t limbs = PowLimbs(a.view(), *count);
  IntBuffer buffer(vm, limbs);
  if (!buffer.ok()) return Value::Failed();
  ScratchLimbs scratch(vm, PowScratch(a.view(), *count));
  if (!scratch.ok()) return Value::Failed();
  IntResult result;
  NumberError error = Pow(a.view(), *count, buffer.out(), scratch.limbs(), TickerOf(vm), &result);
  if (!error.ok()) return RaiseNumberError(vm, error);
  return buffer.Finish(result);
}

Value IntPowMod(Vm& vm, Value base, Value exponent, Value modulus) {
  IntArgument a(base), n(exponent), m(modulus);
  size_t size = m.view().limbs.size();
  IntBuffer buffer(vm, std::max<size_t>(size, 1));
  ScratchLimbs scratch(vm, PowModScratch(a.view().limbs.size(), n.view().limbs.size(), size));
  if (!buffer.ok() || !scratch.ok()) return Value::Failed();
  IntResult result;
  NumberError error =
      PowMod(a.view(), n.view(), m.view(), buffer.out(), scratch.limbs(), TickerOf(vm), &result);
  if (!error.ok()) return RaiseNumberError(vm, error);
  return buffer.Finish(result);
}

Value IntDivmod(Vm& vm, Value left, Value right) {
  if (left.IsObject()) left = PlainInt(left);
  if (right.IsObject()) right = PlainInt(right);
  IntArgument a(left), b(right);
  if (b.view().IsZero()) {
    return vm.Raise(TypeId::kZeroDivisionError, "division by zero");
  }
  Value quotient, remainder;
  int64_t x, y;
  if (BothInline(left, right, &x, &y)) {
    quotient = TRY(vm.NewInt(FloorDivInt64(x, y)));
    remainder = TRY(vm.NewInt(FloorModInt64(x, y)));
  } else {
    TRY(BigDivmod(vm, a.view(), b.view(), &quotient, &remainder));
  }
  return vm.NewTuple({quotient, remainder});
}

Value FloatDivmod(Vm& vm, double left, double right) {
  double quotient, rest;
  NumberError error = FloatDivMod(left, right, &quotient, &rest);
  if (!error.ok()) return RaiseNumberError(vm, error);
  return vm.NewTuple({Value::Float(quotient), Value::Float(rest)});
}

Value IntFromDouble(Vm& vm, double value) {
  if (value > -1e14 && value < 1e14) return Value::KnownSmallInt(static_cast<int64_t>(value));
  uint64_t limbs[kFromDoubleLimbs];
  IntResult result;
  NumberError error = FromDouble(value, LimbsOut(limbs), &result);
  if (!error.ok()) return RaiseNumberError(vm, error);
  return vm.NewIntFromLimbs(result.negative, Limbs(limbs, result.size));
}

int CompareInts(Value left, Value right) {
  int64_t a, b;
  if (BothInline(left, right, &a, &b)) return a < b ? -1 : a > b;
  return Compare(IntArgument(left).view(), IntArgument(right).view());
}

// ---- the tower: int, float, complex

namespace {

Value FloatBinary(Vm& vm, BinaryOp op, double a, double b) {
  double answer;
  NumberError error;
  switch (op) {
    case BinaryOp::kAdd: return Value::Float(a + b);
    case BinaryOp::kSub: return Value::Float(a - b);
    case BinaryOp::kMul: return Value::Float(a * b);
    case BinaryOp::kTrueDiv: error = FloatDivide(a, b, &answer); break;
    case BinaryOp::kFloorDiv: error = FloatFloorDiv(a, b, &answer); break;
    case BinaryOp::kMod: error = FloatMod(a, b, &answer); break;
    case BinaryOp::kPow: {
      bool needs_complex = false;
      error = FloatPow(a, b, &answer, &needs_complex);
      if (needs_complex) {
        Complex power;
        NumberError complex_error = ComplexPow({a, 0}, {b, 0}, &power);
        if (!complex_error.ok()) return RaiseNumberError(vm, complex_error);
        return vm.NewComplex(power.real, power.imag);
      }
      if (error.kind == NumberErrorKind::kOverflowError) {
        // CPython raises the C library's error number with its text.
        Value args = TRY(
            vm.NewTuple({Value::SmallInt(34), TRY(vm.NewStr("Numerical result out of range"))}));
        return vm.RaiseException(TRY(vm.NewException(TypeId::kOverflowError, args)));
      }
      break;
    }
    default: return Value::NotImplemented();
  }
  if (!error.ok()) return RaiseNumberError(vm, error);
  return Value::Float(answer);
}

Complex ComplexOf(Value v) {
  ComplexObject* c = v.As<ComplexObject>();
  return {c->real.AsFloat(), c->imaginary.AsFloat()};
}

// One operand is complex, the other complex or real; a real one stays real (3.14's mixed rules).
Value ComplexBinary(Vm& vm, BinaryOp op, Value left, Value right) {
  bool left_complex = IsComplexObject(left);
  bool right_complex = IsComplexObject(right);
  double x = 0, y = 0;
  if (!left_complex) {
    AsDouble number = TRY(ToDoubleIfNumber(vm, left));
    if (!number.is_number) return Value::NotImplemented();
    x = number.value;
  }
  if (!right_complex) {
    AsDouble number = TRY(ToDoubleIfNumber(vm, right));
    if (!number.is_number) return Value::NotImplemented();
    y = number.value;
  }
  Complex a = left_complex ? ComplexOf(left) : Complex{x, 0};
  Complex b = right_complex ? ComplexOf(right) : Complex{y, 0};
  Complex answer{};
  NumberError error;
  switch (op) {
    case BinaryOp::kAdd:
      answer = !left_complex    ? ComplexAdd(b, x)
               : !right_complex ? ComplexAdd(a, y)
                                : ComplexAdd(a, b);
      break;
    case BinaryOp::kSub:
      answer = !left_complex    ? ComplexSub(x, b)
               : !right_complex ? ComplexSub(a, y)
                                : ComplexSub(a, b);
      break;
    case BinaryOp::kMul:
      answer = !left_complex    ? ComplexMul(b, x)
               : !right_complex ? ComplexMul(a, y)
                                : ComplexMul(a, b);
      break;
    case BinaryOp::kTrueDiv:
      error = !left_complex    ? ComplexDivide(x, b, &answer)
              : !right_complex ? ComplexDivide(a, y, &answer)
                               : ComplexDivide(a, b, &answer);
      break;
    case BinaryOp::kPow: error = ComplexPow(a, b, &answer); break;
    default: return Value::NotImplemented();
  }
  if (!error.ok()) return RaiseNumberError(vm, error);
  return vm.NewComplex(answer.real, answer.imag);
}

}  // namespace

Value NumberBinary(Vm& vm, BinaryOp op, Value left, Value right, bool) {
  if (IsIntLike(left) && IsIntLike(right)) return IntBinary(vm, op, left, right);
  if (IsComplexObject(left) || IsComplexObject(right)) return ComplexBinary(vm, op, left, right);
  if (!left.IsFloat() && !right.IsFloat()) return Value::NotImplemented();
  if (op > BinaryOp::kPow || op == BinaryOp::kMatMul) return Value::NotImplemented();
  AsDouble a = TRY(ToDoubleIfNumber(vm, left));
  AsDouble b = TRY(ToDoubleIfNumber(vm, right));
  if (!a.is_number || !b.is_number) return Value::NotImplemented();
  return FloatBinary(vm, op, a.value, b.value);
}

static constexpr std::string_view kInvertedBool =
    "Bitwise inversion '~' on bool is deprecated and will be removed in Python 3.16. This returns "
    "the "
    "bitwise inversion of the underlying int object and is usually not what you expect from "
    "negating a "
    "bool. Use the 'not' operator for boolean negation or ~int(x) if you really want the bitwise "
    "inversion of the underlying int.";

Value NumberUnary(Vm& vm, UnaryOp op, Value operand) {
  if (operand.IsFloat()) {
    if (op == UnaryOp::kInvert) return Value::NotImplemented();
    return op == UnaryOp::kNeg ? Value::Float(-operand.AsFloat()) : operand;
  }
  if (IsComplexObject(operand)) {
    if (op == UnaryOp::kInvert) return Value::NotImplemented();
    Complex c = ComplexOf(operand);
    return op == UnaryOp::kNeg ? vm.NewComplex(-c.real, -c.imag) : operand;
  }
  if (operand.IsObject()) operand = PlainInt(operand);
  IntArgument a(operand);
  if (op != UnaryOp::kPos && !vm.Tick(a.view().limbs.size() / 16)) return Value::Failed();
  switch (op) {
    case UnaryOp::kPos: return operand.IsBool() ? Value::SmallInt(operand.AsBool()) : operand;
    case UnaryOp::kNeg: {
      if (operand.IsSmallInt()) return vm.NewInt(-operand.AsSmallInt());
      if (operand.IsBool()) return Value::KnownSmallInt(-int64_t{operand.AsBool()});
      return vm.NewIntFromLimbs(!a.view().negative, a.view().limbs);
    }
    case UnaryOp::kInvert: {
      if (operand.IsSmallInt()) return Value::KnownSmallInt(~operand.AsSmallInt());
      if (operand.IsBool()) {
        TRY(Warn(vm, TypeId::kDeprecationWarning, kInvertedBool));
        return Value::KnownSmallInt(~int64_t{operand.AsBool()});
      }
      IntBuffer buffer(vm, BitwiseLimbs(a.view().limbs.size(), 0));
      if (!buffer.ok()) return Value::Failed();
      return buffer.Finish(Invert(a.view(), buffer.out()));
    }
  }
  return Value::NotImplemented();
}

namespace {

Value Ordered(CompareOp op, int order) {
  switch (op) {
    case CompareOp::kEq: return Value::Bool(order == 0);
    case CompareOp::kNe: return Value::Bool(order != 0);
    case CompareOp::kLt: return Value::Bool(order < 0);
    case CompareOp::kLe: return Value::Bool(order <= 0);
    case CompareOp::kGt: return Value::Bool(order > 0);
    case CompareOp::kGe: return Value::Bool(order >= 0);
  }
  return Value::NotImplemented();
}

Value Unordered(CompareOp op) { return Value::Bool(op == CompareOp::kNe); }

// An int of any size against a float, exactly.
int CompareIntFloat(Value integer, double real) {
  return CompareWithDouble(IntArgument(integer).view(), real);
}

}  // namespace

// An int and a float are compared exactly, not after a conversion: 2 ** 53 + 1 is greater than 2.0
// ** 53, although both are the same as floats.
Value NumberCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (IsIntLike(left) && IsIntLike(right)) {
    if (left.IsObject() && right.IsObject()) {
      const size_t limbs = IntArgument(left).view().limbs.size();
      if (limbs == IntArgument(right).view().limbs.size() && !vm.Tick(limbs / 16))
        return Value::Failed();
    }
    return Ordered(op, CompareInts(left, right));
  }
  if (IsComplexObject(left) || IsComplexObject(right)) {
    if (op != CompareOp::kEq && op != CompareOp::kNe) return Value::NotImplemented();
    Value complex = IsComplexObject(left) ? left : right;
    Value other = IsComplexObject(left) ? right : left;
    Complex a = ComplexOf(complex);
    bool equal;
    if (IsComplexObject(other)) {
      Complex b = ComplexOf(other);
      equal = a.real == b.real && a.imag == b.imag;
    } else if (other.IsFloat()) {
      equal = a.imag == 0 && a.real == other.AsFloat();
    } else if (IsIntLike(other)) {
      equal = a.imag == 0 && a.real == a.real && CompareIntFloat(other, a.real) == 0;
    } else {
      return Value::NotImplemented();
    }
    return Value::Bool(equal == (op == CompareOp::kEq));
  }
  if (left.IsFloat() && right.IsFloat()) {
    double a = left.AsFloat(), b = right.AsFloat();
    if (a != a || b != b) return Unordered(op);
    return Ordered(op, a < b ? -1 : a > b);
  }
  if (left.IsFloat() && IsIntLike(right)) {
    if (left.AsFloat() != left.AsFloat()) return Unordered(op);
    return Ordered(op, -CompareIntFloat(right, left.AsFloat()));
  }
  if (IsIntLike(left) && right.IsFloat()) {
    if (right.AsFloat() != right.AsFloat()) return Unordered(op);
    return Ordered(op, CompareIntFloat(left, right.AsFloat()));
  }
  return Value::NotImplemented();
}

// ---- text

Status IntRepr(Vm& vm, Value self, TextBuilder& out) {
  if (self.IsSmallInt()) {
    char digits[20];
    out.Append(std::string_view(digits, Int64ToDecimal(self.AsSmallInt(), digits)));
    return out.status();
  }
  IntArgument a(self);
  size_t bound = ToStringChars(a.view(), 10);
  ScratchLimbs scratch(vm, ToStringScratch(a.view(), 10));
  if (!scratch.ok()) return Failure{};
  size_t before = out.size();
  char* at = out.Extend(bound);
  if (at == nullptr) return out.status();
  size_t written;
  NumberError error = ToString(a.view(), 10, vm.max_str_digits, {at, bound}, scratch.limbs(),
                               TickerOf(vm), &written);
  if (!error.ok()) {
    out.Truncate(before);
    return RaiseNumberError(vm, error);
  }
  out.Truncate(before + written);
  return out.status();
}

Value IntToText(Vm& vm, Value v, int base, std::string_view prefix) {
  if (v.IsSmallInt() && (base == 2 || base == 8 || base == 16) && prefix.size() <= 2) {
    char buffer[72], *const end = buffer + sizeof(buffer);
    const int64_t number = v.AsSmallInt();
    char* start = PutBits(static_cast<uint64_t>(number < 0 ? -number : number),
                          static_cast<unsigned>(std::countr_zero(static_cast<unsigned>(base))),
                          kLowerDigits, end);
    start -= prefix.size();
    std::memcpy(start, prefix.data(), prefix.size());
    if (number < 0) *--start = '-';
    return vm.NewAsciiStr({start, static_cast<size_t>(end - start)});
  }
  IntArgument a(v);
  size_t bound = ToStringChars(a.view(), base);
  ScratchLimbs scratch(vm, ToStringScratch(a.view(), base));
  if (!scratch.ok()) return Value::Failed();
  TextBuilder out(vm);
  if (a.view().negative) out.Append('-');
  out.Append(prefix);
  size_t before = out.size();
  char* at = out.Extend(bound);
  if (at == nullptr) return out.Finish();
  IntView magnitude = a.view();
  magnitude.negative = false;
  size_t written;
  NumberError error =
      ToString(magnitude, base, 0, {at, bound}, scratch.limbs(), TickerOf(vm), &written);
  if (!error.ok()) return RaiseNumberError(vm, error);
  out.Truncate(before + written);
  return out.Finish();
}

Status FloatReprSlot(Vm&, Value self, TextBuilder& out) {
  char* at = out.Extend(kFloatReprChars);
  if (at == nullptr) return out.status();
  out.Truncate(out.size() - kFloatReprChars + FloatRepr(self.AsFloat(), at));
  return out.status();
}

Status ComplexReprSlot(Vm&, Value self, TextBuilder& out) {
  char* at = out.Extend(kComplexReprChars);
  if (at == nullptr) return out.status();
  Complex c = ComplexOf(self);
  out.Truncate(out.size() - kComplexReprChars + ComplexRepr(c.real, c.imag, at));
  return out.status();
}

// ---- parsing

namespace {

// `text` is that of `shown`. Only a str is text: the bytes of other objects stand for ASCII.
Result<std::string_view> Stripped(Vm& vm, std::string_view text) {
  if (text.size() <= kLookBytes) [[likely]]
    return StripWhitespace(text, Side::kBoth, TextKind::kBytes);
  StopCheck stop = TimeCheck(vm);
  text = StripWhitespace(text, Side::kBoth, TextKind::kBytes, &stop);
  if (stop.stopped()) return Failure{};
  return text;
}

Result<std::string_view> NumberTextOf(Vm& vm, Value shown, std::string_view text, HeldText* kept) {
  if (IsObjectOf(shown, TypeId::kStr)) return AsciiNumberText(vm, text, kept);
  return Stripped(vm, text);
}

}  // namespace

// CPython: _PyUnicode_TransformDecimalAndSpaceToASCII.
Result<std::string_view> AsciiNumberText(Vm& vm, std::string_view text, HeldText* kept) {
  if (!IsAscii(text)) {
    if (!vm.Tick(text.size() / 4)) return Failure{};
    TRY(kept->room.Add(text.size()));
    kept->text.reserve(text.size());
    Pace pace(vm);
    for (size_t at = 0; at < text.size();) {
      if (!pace.IsTimeLeft()) return Failure{};
      DecodedCodePoint c = DecodeUtf8(text, at);
      at += static_cast<size_t>(c.size);
      int digit = c.code_point < 0x80 ? -1 : DecimalValue(c.code_point);
      if (c.code_point < 0x80) {
        kept->text.push_back(static_cast<char>(c.code_point));
      } else if (digit >= 0) {
        kept->text.push_back(static_cast<char>('0' + digit));
      } else {
        kept->text.push_back(IsSpaceCodePoint(c.code_point) ? ' ' : '?');
      }
    }
    text = kept->text;
  }
  return Stripped(vm, text);
}

// Decimal text takes quadratic time or nearly so; sys.set_int_max_str_digits() bounds it, as in
// CPython, and work is charged besides.
Value ParseIntText(Vm& vm, Value shown, std::string_view text, int base) {
  HeldText kept(vm);
  if (!vm.Tick(text.size() / 16)) return Value::Failed();
  StopCheck stop = TimeCheck(vm);
  std::optional<ParsedInt> parsed = ScanInt(TRY(NumberTextOf(vm, shown, text, &kept)), base, &stop);
  if (stop.stopped()) return Value::Failed();
  if (!parsed) {
    // whatever holds the bytes
    if (!IsObjectOf(shown, TypeId::kStr)) shown = TRY(vm.NewBytes(text));
    TextBuilder repr(vm);
    TRY(vm.Repr(shown, repr));
    const std::string_view quoted = repr.view();
    return vm.ValueError("invalid literal for int() with base ", base, ": ",
                         quoted.substr(0, OffsetOfCodePoint(quoted, 200)));
  }
  // The guard counts leading zeros too.
  bool guarded = (parsed->base & (parsed->base - 1)) != 0 && vm.max_str_digits > 0 &&
                 static_cast<int64_t>(parsed->digit_count) > vm.max_str_digits;
  std::optional<int64_t> small = SmallValue(*parsed);
  if (small && !guarded) return vm.NewInt(*small);
  IntBuffer buffer(vm, ParseIntLimbs(*parsed));
  ScratchLimbs scratch(vm, ParseIntScratch(*parsed));
  if (!buffer.ok() || !scratch.ok()) return Value::Failed();
  IntResult result;
  NumberError error =
      ParseInt(*parsed, vm.max_str_digits, buffer.out(), scratch.limbs(), TickerOf(vm), &result);
  if (error.kind == NumberErrorKind::kDigitLimit) {
    char message[200];
    size_t size =
        DigitLimitText(vm.max_str_digits, static_cast<int64_t>(parsed->digit_count), message);
    return vm.ValueError(std::string_view(message, size));
  }
  if (!error.ok()) return RaiseNumberError(vm, error);
  return buffer.Finish(result);
}

Value ParseFloatText(Vm& vm, Value shown, std::string_view text) {
  HeldText kept(vm);
  if (!vm.Tick(text.size() / 16)) return Value::Failed();
  StopCheck stop = TimeCheck(vm);
  std::optional<double> number = ParseFloat(TRY(NumberTextOf(vm, shown, text, &kept)), &stop);
  if (stop.stopped()) return Value::Failed();
  if (number) return Value::Float(*number);
  TextBuilder repr(vm);
  TRY(vm.Repr(shown, repr));
  return vm.ValueError("could not convert string to float: ", repr.view());
}

}  // namespace pysub
