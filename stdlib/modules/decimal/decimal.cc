// decimal.Decimal; the module.

#include "stdlib/modules/decimal/decimal.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "stdlib/modules/fractions.h"
#include "stdlib/modules/library_class.h"
#include "stdlib/modules/parsed_arguments.h"
#include "stdlib/modules/types_of_module.h"
#include "stdlib/types/namedtuple.h"
#include "vm/imports.h"
#include "vm/objects/arguments.h"
#include "vm/objects/dict.h"
#include "vm/objects/str.h"
#include "vm/scratch_charge.h"
#include "vm/snapshot/schema.h"

namespace pysub::decimal {

Value GetContextFunction(Vm& vm, const Args& a);
Value SetContextFunction(Vm& vm, const Args& a);
Value AsTemplateFunction(Vm& vm, const Args& a);

namespace {

using namespace ints;  // NOLINT: arithmetic reads as such

// 2**61 is added to exponents, so that what is kept is not negative: the smallest exponent of all,
// kLeastExponent, fits with room for sums of two.
constexpr int64_t kExponentBias = int64_t{1} << 61;

DecimalObject* AsDecimalObject(Value v) { return v.As<DecimalObject>(); }

// ---- making

Status FromFloat(Vm& vm, double value, Number* out) {
  *out = {};
  out->negative = std::signbit(value);
  if (std::isnan(value) || std::isinf(value)) {
    out->kind = std::isnan(value) ? kQuietNan : kInfinite;
    return Done{};
  }
  Value n, d;
  TRY(RatioOf(vm, std::fabs(value), &n, &d));
  int64_t power = 0;  // d is 2 ** power
  if (!IsOne(d)) {
    int exponent;
    double mantissa = std::frexp(std::fabs(value), &exponent);
    for (int i = 0; i < 64 && mantissa != std::floor(mantissa); ++i) {
      mantissa *= 2;
      --exponent;
    }
    power = -exponent;
  }
  Value fives = IntPow(vm, Small(5), Small(power));
  if (fives.IsFailed()) return Failure{};
  out->coefficient = Mul(vm, n, fives);
  if (out->coefficient.IsFailed()) return Failure{};
  out->exponent = -power;
  return Done{};
}

Status FromInt(Vm& vm, Value v, Number* out) {
  *out = {};
  out->negative = Sign(Plain(v)) < 0;
  out->coefficient = Abs(vm, Plain(v));
  if (out->coefficient.IsFailed()) return Failure{};
  return Done{};
}

// Decimal((sign, digits, exponent)): the items are plain.
Status FromTuple(Vm& vm, Value v, Number* out) {
  auto items_of = [](Value sequence) {
    return IsObjectOf(sequence, TypeId::kList)
               ? std::span<const Value>(
                     sequence.As<List>()->size == 0 ? nullptr : sequence.As<List>()->items(),
                     sequence.As<List>()->size)
               : std::span<const Value>(sequence.As<Tuple>()->items(),
                                        sequence.As<Tuple>()->size());
  };
  auto is_sequence = [&](Value x) {
    return IsObjectOf(x, TypeId::kList) || vm.IsInstance(x, TypeId::kTuple);
  };
  std::span<const Value> parts = items_of(v);
  if (parts.size() != 3) return vm.ValueError("argument must be a sequence of length 3");
  if (!IsIntLike(parts[0]) || (Plain(parts[0]) != Small(0) && Plain(parts[0]) != Small(1))) {
    return vm.ValueError("sign must be an integer with the value 0 or 1");
  }
  *out = {};
  out->negative = Plain(parts[0]) == Small(1);
  bool digits_matter = true;
  if (Vm::IsStr(parts[2])) {
    std::string_view kind = Vm::View(parts[2]);
    if (kind == "F")
      out->kind = kInfinite;
    else if (kind == "n")
      out->kind = kQuietNan;
    else if (kind == "N")
      out->kind = kSignalingNan;
    else
      return vm.ValueError("string argument in the third position must be 'F', 'n' or 'N'");
    digits_matter = out->kind != kInfinite;
  } else if (!IsIntLike(parts[2])) {
    return vm.ValueError("exponent must be an integer");
  }
  if (!is_sequence(parts[1])) return vm.ValueError("coefficient must be a tuple of digits");
  std::string digits;
  std::span<const Value> given = items_of(parts[1]);
  if (!vm.Tick(given.size() / 8)) return Failure{};
  const ScratchCharge room(vm, given.size());
  if (!room.ok()) return Failure{};
  digits.reserve(given.size());
  for (Value digit : given) {
    if (!IsIntLike(digit) || !Plain(digit).IsSmallInt() || Plain(digit).AsSmallInt() < 0 ||
        Plain(digit).AsSmallInt() > 9) {
      return vm.ValueError("coefficient must be a tuple of digits");
    }
    digits += static_cast<char>('0' + Plain(digit).AsSmallInt());
  }
  if (digits_matter && !digits.empty()) {
    size_t first = digits.find_first_not_of('0');
    out->coefficient = first == std::string::npos
                           ? Small(0)
                           : vm.NewIntFromText(std::string_view(digits).substr(first));
    if (out->coefficient.IsFailed()) return Failure{};
  }
  if (!Vm::IsStr(parts[2])) out->exponent = TRY(vm.ToIndex(parts[2]));
  return Done{};
}

// An exact result that no context could hold.
bool IsTooLarge(const Number& n, int64_t digits) {
  if (n.kind != kFinite) return false;
  return n.exponent < kLeastExponent || n.exponent > kMaxExponent - (n.IsZero() ? 0 : digits - 1);
}

Value ExactOrInvalid(Vm& vm, const Number& n) {
  int64_t digits = n.kind == kFinite ? TRY(DigitCount(vm, n.coefficient)) : 0;
  if (!IsTooLarge(n, digits)) return NewDecimal(vm, n);
  Operation op(vm, TRY(CurrentContext(vm)));
  return op.Finish(op.Invalid(kInvalidOperation));
}

Value New(Vm& vm, const Args& a) {
  static constexpr std::string_view kNames[] = {"value", "context"};
  Value given[2];
  TRY(ParseArguments(vm, a, {"", kNames}, given));
  Value v = given[0].IsUndefined() ? Small(0) : given[0];
  bool current = given[1].IsUndefined() || given[1].IsNone();
  Value context = current ? TRY(CurrentContext(vm)) : given[1];
  if (!IsContext(context)) return vm.TypeError("optional argument must be a context");
  Number n;
  if (IsDecimal(v)) return v;
  if (IsIntLike(v)) {
    TRY(FromInt(vm, v, &n));
    return NewDecimal(vm, n);
  }
  if (Vm::IsStr(v)) {
    if (TRY(ParseNumber(vm, Vm::View(v), &n))) return ExactOrInvalid(vm, n);
    Operation op(vm, context);
    return op.Finish(op.Invalid(kConversionSyntax));
  }
  if (v.IsFloat()) {
    Operation op(vm, context);
    TRY(FromFloat(vm, v.AsFloat(), &n));
    op.status |= kFloatOperation;
    return op.Finish(n);
  }
  if (IsObjectOf(v, TypeId::kList) || vm.IsInstance(v, TypeId::kTuple)) {
    TRY(FromTuple(vm, v, &n));
    return ExactOrInvalid(vm, n);
  }
  return vm.TypeError("conversion from ", vm.TypeName(v), " to Decimal is not supported");
}

Value FromFloatMethod(Vm& vm, const Args& a) {
  Number n;
  if (IsIntLike(a[1]))
    TRY(FromInt(vm, a[1], &n));
  else if (a[1].IsFloat())
    TRY(FromFloat(vm, a[1].AsFloat(), &n));
  else
    return vm.TypeError("argument must be int or float");
  return NewDecimal(vm, n);
}
Value FromNumber(Vm& vm, const Args& a) {
  if (IsDecimal(a[1])) return a[1];
  if (IsIntLike(a[1]) || a[1].IsFloat()) return FromFloatMethod(vm, a);
  return vm.TypeError("Cannot convert ", TRY(vm.ReprValue(a[1])), " to Decimal");
}

// ---- operands

// False: it is neither a Decimal nor an int.
Result<bool> Operand(Vm& vm, Value v, Number* out) {
  if (IsDecimal(v)) {
    *out = NumberOf(v);
    return true;
  }
  if (!IsIntLike(v)) return false;
  TRY(FromInt(vm, v, out));
  return true;
}

Status Apply(Operation* op, BinaryOp which, const Number& a, const Number& b, Number* result) {
  switch (which) {
    case BinaryOp::kAdd: return op->Add(a, b, result);
    case BinaryOp::kSub: {
      Number negated = b;
      if (!b.IsNan()) negated.negative = !b.negative;
      return op->Add(a, negated, result);
    }
    case BinaryOp::kMul: return op->Multiply(a, b, result);
    case BinaryOp::kTrueDiv: return op->Divide(a, b, result);
    case BinaryOp::kFloorDiv: return op->DivideInteger(a, b, result, nullptr);
    default: return op->DivideInteger(a, b, nullptr, result);
  }
}

Value CallModule(Vm& vm, std::string_view function, std::initializer_list<Value> arguments) {
  Value module = TRY(ImportModule(vm, "decimal"));
  Value callee = TRY(DictGetStr(vm, module.As<Module>()->dict.As<Dict>(), function));
  if (callee.IsUndefined()) return vm.Raise(TypeId::kSystemError, "decimal is not there yet");
  return vm.Call(callee, arguments);
}

Value Binary(Vm& vm, BinaryOp which, Value left, Value right, bool) {
  Number a, b, result;
  if (which > BinaryOp::kPow || which == BinaryOp::kMatMul) return Value::NotImplemented();
  if (!TRY(Operand(vm, left, &a)) || !TRY(Operand(vm, right, &b))) return Value::NotImplemented();
  if (which == BinaryOp::kPow) {
    Value base = IsDecimal(left) ? left : TRY(NewDecimal(vm, a));
    Value exponent = IsDecimal(right) ? right : TRY(NewDecimal(vm, b));
    return CallModule(vm, "_power", {base, exponent, Value::None(), TRY(CurrentContext(vm))});
  }
  Operation op(vm, TRY(CurrentContext(vm)));
  TRY(Apply(&op, which, a, b, &result));
  return op.Finish(result);
}

Value Unary(Vm& vm, UnaryOp which, Value self) {
  if (which == UnaryOp::kInvert) return Value::NotImplemented();
  Operation op(vm, TRY(CurrentContext(vm)));
  Number n = NumberOf(self), result;
  if (TRY(op.Nans(n, nullptr, &result))) return op.Finish(result);
  if (which == UnaryOp::kNeg) n.negative = !n.negative;
  if (n.IsZero()) n.negative = n.negative && op.rounding == kFloor;
  TRY(op.Fix(&n));
  return op.Finish(n);
}

Value Compare(Vm& vm, CompareOp how, Value left, Value right) {
  bool equality = how == CompareOp::kEq || how == CompareOp::kNe;
  Number a, b;
  Operation op(vm, TRY(CurrentContext(vm)));
  auto convert = [&](Value v, Number* out) -> Result<bool> {
    if (TRY(Operand(vm, v, out))) return true;
    double number;
    if (v.IsFloat())
      number = v.AsFloat();
    else if (equality && IsComplexObject(v) && v.As<ComplexObject>()->imaginary.AsFloat() == 0) {
      number = v.As<ComplexObject>()->real.AsFloat();
    } else {
      return false;
    }
    TRY(FromFloat(vm, number, out));
    // == and != only note it; an order may be trapped, before anything is compared.
    if (equality)
      TRY(CurrentContext(vm)).As<ContextObject>()->flags |= kFloatOperation;
    else {
      Operation mixed(vm, TRY(CurrentContext(vm)));
      mixed.status = kFloatOperation;
      TRY(mixed.Report(Value::None()));
    }
    return true;
  };
  if (IsFraction(left) || IsFraction(right)) {
    // numerator * 1 against decimal * denominator, exactly.
    Value fraction = IsFraction(left) ? left : right;
    Number d = NumberOf(IsFraction(left) ? right : left), n;
    if (!d.IsNan()) {
      TRY(FromInt(vm, fraction.As<FractionObject>()->numerator, &n));
      if (d.kind == kFinite) {
        d.coefficient = TRY(Mul(vm, d.coefficient, fraction.As<FractionObject>()->denominator));
      }
      int order = TRY(CompareNumbers(vm, d, n));
      return Value::Bool(OrderHolds(how, IsFraction(left) ? -order : order));
    }
    a = d;
  } else if (!TRY(convert(left, &a)) || !TRY(convert(right, &b))) {
    return Value::NotImplemented();
  }
  if (a.IsNan() || b.IsNan()) {
    if (!equality || a.kind == kSignalingNan || b.kind == kSignalingNan)
      op.status |= kInvalidOperation;
    return op.Report(Value::Bool(how == CompareOp::kNe));
  }
  return Value::Bool(OrderHolds(how, TRY(CompareNumbers(vm, a, b))));
}

// ---- as other numbers

// The integer that self is truncated to.
Value Truncated(Vm& vm, const Number& n) {
  if (n.IsNan()) return vm.ValueError("cannot convert NaN to integer");
  if (n.kind == kInfinite) return vm.OverflowError("cannot convert Infinity to integer");
  Value power = Small(1);
  int64_t digits = TRY(DigitCount(vm, n.coefficient));
  if (n.exponent < 0 && -n.exponent > digits) return Small(0);
  if (IsZero(n.coefficient)) return Small(0);
  power = TRY(PowerOfTen(vm, n.exponent < 0 ? -n.exponent : n.exponent));
  Value whole =
      n.exponent < 0 ? TRY(FloorDiv(vm, n.coefficient, power)) : TRY(Mul(vm, n.coefficient, power));
  return n.negative ? Neg(vm, whole) : whole;
}
Value IntMethod(Vm& vm, const Args& a) { return Truncated(vm, NumberOf(a[0])); }

Value Rounded(Vm& vm, Value self, Rounding mode) {
  Number n = NumberOf(self);
  if (n.IsNan()) return vm.ValueError("cannot convert NaN to integer");
  if (n.kind == kInfinite) return vm.OverflowError("cannot convert Infinity to integer");
  Operation op(vm, TRY(CurrentContext(vm)));
  if (n.exponent < 0) TRY(op.Rescale(&n, 0, mode));
  return Truncated(vm, n);
}
Value FloorMethod(Vm& vm, const Args& a) { return Rounded(vm, a[0], kFloor); }
Value CeilMethod(Vm& vm, const Args& a) { return Rounded(vm, a[0], kCeiling); }
Value Round(Vm& vm, const Args& a) {
  if (!a.has(1)) return Rounded(vm, a[0], kHalfEven);
  if (!IsIntLike(a[1])) return vm.TypeError("optional arg must be an integer");
  int64_t digits = TRY(vm.ToIndex(a[1]));
  Operation op(vm, TRY(CurrentContext(vm)));
  Number n = NumberOf(a[0]), result;
  if (TRY(op.Nans(n, nullptr, &result))) return op.Finish(result);
  if (n.kind == kInfinite) return op.Finish(op.Invalid(kInvalidOperation));
  op.rounding = kHalfEven;
  TRY(op.Quantize(n, -digits, &result));
  return op.Finish(result);
}

Value FloatMethod(Vm& vm, const Args& a) {
  Number n = NumberOf(a[0]);
  if (n.kind == kSignalingNan) return vm.ValueError("cannot convert signaling NaN to float");
  if (n.IsNan()) return Value::Float(n.negative ? -std::nan("") : std::nan(""));
  if (n.kind == kInfinite) return Value::Float(n.negative ? -INFINITY : INFINITY);
  TextBuilder out(vm);
  TRY(AppendNumber(vm, out, n, false, true));
  Value text = TRY(out.Finish());
  return ParseFloatText(vm, text, Vm::View(text));
}
Value ComplexMethod(Vm& vm, const Args& a) {
  Value number = TRY(FloatMethod(vm, a));
  return vm.NewComplex(number.AsFloat(), 0);
}

Value Ratio(Vm& vm, const Args& a) {
  Number n = NumberOf(a[0]);
  if (n.IsNan()) return vm.ValueError("cannot convert NaN to integer ratio");
  if (n.kind == kInfinite) return vm.OverflowError("cannot convert Infinity to integer ratio");
  if (IsZero(n.coefficient)) return vm.NewTuple({Small(0), Small(1)});
  Value power = TRY(PowerOfTen(vm, n.exponent < 0 ? -n.exponent : n.exponent));
  Value top = n.exponent < 0 ? n.coefficient : TRY(Mul(vm, n.coefficient, power));
  if (n.negative) top = TRY(Neg(vm, top));
  Value fraction = TRY(NewFraction(vm, top, n.exponent < 0 ? power : Small(1)));
  return vm.NewTuple(
      {fraction.As<FractionObject>()->numerator, fraction.As<FractionObject>()->denominator});
}

Value AsTuple(Vm& vm, const Args& a) {
  Number n = NumberOf(a[0]);
  Value exponent = TRY(n.kind == kInfinite       ? vm.Intern("F")
                       : n.kind == kQuietNan     ? vm.Intern("n")
                       : n.kind == kSignalingNan ? vm.Intern("N")
                                                 : vm.NewInt(n.exponent));
  std::string_view digits = "0";
  bool empty = n.IsNan() && IsZero(n.coefficient);
  if (n.kind != kInfinite && !empty) digits = Vm::View(TRY(IntToText(vm, n.coefficient, 10, "")));
  if (empty) digits = "";
  Tuple* tuple = TRY(vm.NewTuple(digits.size()));
  if (!vm.Tick(digits.size() / 8)) return Value::Failed();
  for (size_t i = 0; i < digits.size(); ++i) tuple->items()[i] = Small(digits[i] - '0');
  Value type = TRY(NamedTupleTypeOf(vm, "decimal", "DecimalTuple", {"sign", "digits", "exponent"}));
  return NewNamedTuple(vm, type, {Small(n.negative), Value::Of(tuple), exponent});
}

Result<int64_t> Hash(Vm& vm, Value self) {
  Number n = NumberOf(self);
  if (n.kind == kSignalingNan) return vm.TypeError("Cannot hash a signaling NaN value");
  if (n.IsNan()) return vm.IdOf(self);
  if (n.kind == kInfinite) return n.negative ? -314159 : 314159;
  constexpr int64_t kModulus = (int64_t{1} << 61) - 1;
  auto compute = [&]() -> Value {
    Value p = TRY(vm.NewInt(kModulus));
    // 10 ** -1 is the inverse of 10.
    Value power = TRY(IntPowMod(vm, Small(10), TRY(vm.NewInt(n.exponent)), p));
    return Mod(vm, TRY(Mul(vm, n.coefficient, power)), p);
  };
  Value value = compute();
  if (value.IsFailed()) return Failure{};
  int64_t hash = TRY(vm.ToIndex(value));
  if (n.negative) hash = -hash;
  return hash == -1 ? -2 : hash;
}

// An int when it is one, the float that it equals.
Value EqualNumber(Vm& vm, Value self) {
  Number n = NumberOf(self);
  if (n.kind != kFinite) {
    return n.kind == kInfinite ? Value::Float(n.negative ? -INFINITY : INFINITY)
                               : Value::Undefined();
  }
  if (IsZero(n.coefficient)) return Small(0);
  if (n.exponent >= 0 && n.exponent < 400) return Truncated(vm, n);
  if (n.exponent < -400 || n.exponent > 400) return Value::Undefined();
  Value whole = TRY(Truncated(vm, n));
  Number again;
  TRY(FromInt(vm, whole, &again));
  if (TRY(CompareNumbers(vm, n, again)) == 0) return whole;
  Value args[] = {self};
  Value number = TRY(FloatMethod(vm, ArgsOf(args)));
  TRY(FromFloat(vm, number.AsFloat(), &again));
  return TRY(CompareNumbers(vm, n, again)) == 0 ? number : Value::Undefined();
}

Result<bool> Truth(Vm&, Value self) { return !NumberOf(self).IsZero(); }
Status ToText(Vm& vm, Value self, TextBuilder& out) {
  Value context = CurrentContext(vm);
  if (context.IsFailed()) return Failure{};
  return AppendNumber(vm, out, NumberOf(self), false, context.As<ContextObject>()->capitals != 0);
}
Status Repr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("Decimal('");
  TRY(ToText(vm, self, out));
  out.Append("')");
  return out.status();
}

// ---- for the module's source

Result<Value> ContextArgument(Vm& vm, Value v) {
  if (v.IsUndefined() || v.IsNone()) {
    Value context = CurrentContext(vm);
    if (context.IsFailed()) return Failure{};
    return context;
  }
  if (!IsContext(v)) return vm.TypeError("optional argument must be a context");
  return v;
}

// _decimal(v): v as a Decimal; TypeError for what is neither one nor an int.
Value AsDecimal(Vm& vm, const Args& a) {
  Number n;
  if (IsDecimal(a[0])) return a[0];
  if (!TRY(Operand(vm, a[0], &n))) {
    return vm.TypeError("conversion from ", vm.TypeName(a[0]), " to Decimal is not supported");
  }
  return NewDecimal(vm, n);
}
// _parts(d): (sign, kind, coefficient, exponent).
Value Parts(Vm& vm, const Args& a) {
  if (!IsDecimal(a[0])) return vm.TypeError("a Decimal is required");
  Number n = NumberOf(a[0]);
  return vm.NewTuple({Small(n.negative), Small(n.kind), n.coefficient, TRY(vm.NewInt(n.exponent))});
}
Status TakeParts(Vm& vm, const Args& a, Number* n) {
  int64_t kind = TRY(vm.ToIndex(a[1]));
  if (kind < 0 || kind > kSignalingNan || !IsIntLike(a[2]) || Sign(Plain(a[2])) < 0)
    return vm.ValueError("bad parts");
  n->negative = TRY(vm.Truth(a[0]));
  n->kind = static_cast<Kind>(kind);
  n->coefficient = Plain(a[2]);
  n->exponent = TRY(vm.ToIndex(a[3]));
  return Done{};
}
// _make(sign, kind, coefficient, exponent): exactly.
Value Make(Vm& vm, const Args& a) {
  Number n;
  TRY(TakeParts(vm, a, &n));
  return ExactOrInvalid(vm, n);
}
// _fix(sign, kind, coefficient, exponent, context, status=0, rounding=None): as the context wants
// it.
Value FixFunction(Vm& vm, const Args& a) {
  Number n;
  TRY(TakeParts(vm, a, &n));
  Operation op(vm, TRY(ContextArgument(vm, a[4])));
  if (a.has(5))
    op.status = static_cast<uint32_t>(TRY(vm.ToIndex(a[5]))) & (kAllSignals | kInvalidKinds);
  if (a.has(6) && Vm::IsStr(a[6])) {
    for (int i = 0; i < kRoundings; ++i) {
      if (Vm::View(a[6]) == kRoundingNames[i]) op.rounding = static_cast<Rounding>(i);
    }
  }
  TRY(op.Fix(&n));
  return op.Finish(n);
}
// _signal(status, context, result): the result, or the exception.
Value SignalFunction(Vm& vm, const Args& a) {
  Operation op(vm, TRY(ContextArgument(vm, a[1])));
  op.status = static_cast<uint32_t>(TRY(vm.ToIndex(a[0]))) & (kAllSignals | kInvalidKinds);
  return op.Report(a[2]);
}
// _nans(a, b, context): the NaN that an operation answers, or None.
Value NansFunction(Vm& vm, const Args& a) {
  if (!IsDecimal(a[0]) || (!a[1].IsNone() && !IsDecimal(a[1])))
    return vm.TypeError("Decimals are required");
  Operation op(vm, TRY(ContextArgument(vm, a[2])));
  Number first = NumberOf(a[0]), second, result;
  if (!a[1].IsNone()) second = NumberOf(a[1]);
  if (!TRY(op.Nans(first, a[1].IsNone() ? nullptr : &second, &result))) return Value::None();
  return op.Finish(result);
}
// _arithmetic(number of the operator, a, b, context)
Value Arithmetic(Vm& vm, const Args& a) {
  int64_t which = TRY(vm.ToIndex(a[0]));
  Number x, y, result, rest;
  for (int i = 1; i < 3; ++i) {
    if (!TRY(Operand(vm, a[i], i == 1 ? &x : &y))) {
      return vm.TypeError("conversion from ", vm.TypeName(a[i]), " to Decimal is not supported");
    }
  }
  Operation op(vm, TRY(ContextArgument(vm, a[3])));
  constexpr BinaryOp kOps[] = {BinaryOp::kAdd,     BinaryOp::kSub,      BinaryOp::kMul,
                               BinaryOp::kTrueDiv, BinaryOp::kFloorDiv, BinaryOp::kMod};
  if (which == 6) {  // divmod
    TRY(op.DivideInteger(x, y, &result, &rest));
    Value first = TRY(NewDecimal(vm, result));
    return op.Report(TRY(vm.NewTuple({first, TRY(NewDecimal(vm, rest))})));
  }
  if (which < 0 || which > 5) return vm.ValueError("no such operator");
  TRY(Apply(&op, kOps[which], x, y, &result));
  return op.Finish(result);
}
// _quantize(d, exponent, rounding, context)
Value QuantizeFunction(Vm& vm, const Args& a) {
  if (!IsDecimal(a[0])) return vm.TypeError("a Decimal is required");
  Operation op(vm, TRY(ContextArgument(vm, a[3])));
  if (Vm::IsStr(a[2])) {
    bool known = false;
    for (int i = 0; i < kRoundings; ++i) {
      if (Vm::View(a[2]) == kRoundingNames[i]) {
        op.rounding = static_cast<Rounding>(i);
        known = true;
      }
    }
    if (!known) {
      return vm.TypeError(
          "valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n  "
          " "
          "ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]");
    }
  }
  Number result;
  TRY(op.Quantize(NumberOf(a[0]), TRY(vm.ToIndex(a[1])), &result));
  return op.Finish(result);
}
// _rescale(d, exponent, rounding): no flags.
Value RescaleFunction(Vm& vm, const Args& a) {
  if (!IsDecimal(a[0]) || !Vm::IsStr(a[2])) return vm.TypeError("a Decimal is required");
  Operation op(vm, TRY(CurrentContext(vm)));
  Rounding mode = op.rounding;
  bool known = false;
  for (int i = 0; i < kRoundings; ++i) {
    if (Vm::View(a[2]) != kRoundingNames[i]) continue;
    mode = static_cast<Rounding>(i);
    known = true;
  }
  if (!known)
    return vm.TypeError(
        "valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n   "
        "ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]");
  Number n = NumberOf(a[0]);
  TRY(op.Rescale(&n, TRY(vm.ToIndex(a[1])), mode));
  return NewDecimal(vm, n);
}
// _compare(a, b): -1, 0, 1 of two that are no NaNs.
Value CompareFunction(Vm& vm, const Args& a) {
  if (!IsDecimal(a[0]) || !IsDecimal(a[1])) return vm.TypeError("Decimals are required");
  return Small(TRY(CompareNumbers(vm, NumberOf(a[0]), NumberOf(a[1]))));
}
// _text(d, engineering, capitals)
Value TextFunction(Vm& vm, const Args& a) {
  if (!IsDecimal(a[0])) return vm.TypeError("a Decimal is required");
  TextBuilder out(vm);
  TRY(AppendNumber(vm, out, NumberOf(a[0]), TRY(vm.Truth(a[1])), TRY(vm.Truth(a[2]))));
  return out.Finish();
}
// _digits(int)
Value DigitsFunction(Vm& vm, const Args& a) {
  if (!IsIntLike(a[0])) return vm.TypeError("an integer is required");
  return vm.NewInt(TRY(DigitCount(vm, TRY(Abs(vm, Plain(a[0]))))));
}

Value GetAttribute(Vm& vm, Value self, Name name) {
  Value member = TRY(LibraryMember(vm, TypeId::kDecimal, name.text));
  return member.IsUndefined() ? member : vm.NewBoundMethod(self, member);
}
Value GetTypeAttribute(Vm& vm, TypeId type, Name name) {
  return LibraryMember(vm, type, name.text);
}

Value GetReal(Vm&, Value self) { return self; }
Value GetImag(Vm& vm, Value) { return NewDecimal(vm, {}); }
Value PowMethod(Vm& vm, const Args& a) {
  Number n, m;
  if (!TRY(Operand(vm, a[1], &n))) return Value::NotImplemented();
  Value exponent = IsDecimal(a[1]) ? a[1] : TRY(NewDecimal(vm, n));
  Value modulo = a.has(2) ? a[2] : Value::None();
  if (!modulo.IsNone()) {
    if (!TRY(Operand(vm, modulo, &m))) return Value::NotImplemented();
    if (!IsDecimal(modulo)) modulo = TRY(NewDecimal(vm, m));
  }
  return CallModule(vm, "_power", {a[0], exponent, modulo, TRY(CurrentContext(vm))});
}
Value RightPowMethod(Vm& vm, const Args& a) {
  Number n;
  if (!TRY(Operand(vm, a[1], &n))) return Value::NotImplemented();
  Value swapped[] = {IsDecimal(a[1]) ? a[1] : TRY(NewDecimal(vm, n)), a[0],
                     a.has(2) ? a[2] : Value::None()};
  return PowMethod(vm, ArgsOf(swapped));
}
Value AbsMethod(Vm& vm, const Args& a) {
  return Unary(vm, NumberOf(a[0]).negative ? UnaryOp::kNeg : UnaryOp::kPos, a[0]);
}
Value DivmodOf(Vm& vm, Value left, Value right) {
  Number a, b, quotient, rest;
  if (!TRY(Operand(vm, left, &a)) || !TRY(Operand(vm, right, &b))) return Value::NotImplemented();
  Operation op(vm, TRY(CurrentContext(vm)));
  TRY(op.DivideInteger(a, b, &quotient, &rest));
  Value first = TRY(NewDecimal(vm, quotient));
  return op.Report(TRY(vm.NewTuple({first, TRY(NewDecimal(vm, rest))})));
}
Value DivmodMethod(Vm& vm, const Args& a) { return DivmodOf(vm, a[0], a[1]); }
Value RightDivmodMethod(Vm& vm, const Args& a) { return DivmodOf(vm, a[1], a[0]); }

constexpr AttributeInfo kAttributes[] = {{"imag", GetImag}, {"real", GetReal}};
constexpr NativeInfo kMethods[] = {
    {"@wrapper __abs__()", AbsMethod, "abs(self)"},
    {"__ceil__()", CeilMethod, ""},
    {"__complex__()", ComplexMethod, ""},
    {"@wrapper __divmod__(value, /)", DivmodMethod, "Return divmod(self, value)."},
    {"@wrapper __float__()", FloatMethod, "float(self)"},
    {"__floor__()", FloorMethod, ""},
    {"@wrapper __int__()", IntMethod, "int(self)"},
    {"@wrapper __pow__(value, mod=None, /)", PowMethod, "Return pow(self, value, mod)."},
    {"@wrapper __rdivmod__(value, /)", RightDivmodMethod, "Return divmod(value, self)."},
    {"@wrapper __rpow__(value, mod=None, /)", RightPowMethod, "Return pow(value, self, mod)."},
    {"@hidden __round__(ndigits=<unrepresentable>, /)", Round, ""},
    {"__trunc__()", IntMethod, ""},
    {"as_integer_ratio()", Ratio, "Decimal.as_integer_ratio() -> (int, int)"},
    {"as_tuple()", AsTuple, "Return a tuple representation of the number."},
    {"@classmethod from_float(f, /)", FromFloatMethod,
     "Class method that converts a float to a decimal number, exactly."},
    {"@classmethod from_number(number, /)", FromNumber,
     "Class method that converts a real number to a decimal number."},
};
constexpr NativeInfo kConstructor{"@raw Decimal(value='0', context=None)", New,
                                  "Construct a new Decimal object."};
PYSUB_MEMBERS(Decimal, kMethods, kAttributes);

constexpr NativeInfo kFunctions[] = {
    kDefineRow,
    kNewRow,
    {"_arithmetic(which, a, b, context, /)", Arithmetic, ""},
    {"_compare(a, b, /)", CompareFunction, ""},
    {"_decimal(value, /)", AsDecimal, ""},
    {"_digits(n, /)", DigitsFunction, ""},
    {"_fix(sign, kind, coefficient, exponent, context, status=0, rounding=None, /)", FixFunction,
     ""},
    {"_make(sign, kind, coefficient, exponent, /)", Make, ""},
    {"_nans(a, b, context, /)", NansFunction, ""},
    {"_parts(d, /)", Parts, ""},
    {"_quantize(d, exponent, rounding, context, /)", QuantizeFunction, ""},
    {"_rescale(d, exponent, rounding, /)", RescaleFunction, ""},
    {"_signal(status, context, result, /)", SignalFunction, ""},
    {"_text(d, engineering, capitals, /)", TextFunction, ""},
    {"getcontext()", GetContextFunction, "Get the current default context."},
    {"_as_template(context, /)", AsTemplateFunction, ""},
    {"setcontext(context, /)", SetContextFunction, "Set a new default context."},
};

bool Check(Vm&, Object* object) {
  DecimalObject* d = static_cast<DecimalObject*>(object);
  return Sign(d->coefficient) >= 0 && (d->kind & ~(kNegative | 3)) == 0 &&
         d->exponent_high < RawWord{1} << 30 && d->exponent_low <= UINT32_MAX;
}
constexpr Schema kSchema{"i # # #", Check};

Status Init(Vm& vm, Dict* names) {
  TRY(ForEachTypeOf("decimal", [&](TypeId type) {
    const std::string_view name = Vm::NameOf(type);
    std::string shown(name.substr(name.find('.') + 1));
    if (shown == "SignalDict" || shown == "ContextManager") shown = "_" + shown;
    return DictSetStr(vm, names, shown, Value::Type(type));
  }));
  Value tuple = NewNamedTupleType(vm, "DecimalTuple", "decimal", {"sign", "digits", "exponent"});
  if (tuple.IsFailed()) return Failure{};
  return DictSetStr(vm, names, "DecimalTuple", tuple);
}

}  // namespace

Number NumberOf(Value v) {
  return {(AsDecimalObject(v)->kind & kNegative) != 0,
          static_cast<Kind>(AsDecimalObject(v)->kind & 3), AsDecimalObject(v)->coefficient,
          static_cast<int64_t>(AsDecimalObject(v)->exponent_high << 32 |
                               AsDecimalObject(v)->exponent_low) -
              kExponentBias};
}

Value NewDecimal(Vm& vm, const Number& n) {
  DecimalObject* object = TRY(vm.New<DecimalObject>(TypeId::kDecimal));
  object->coefficient = n.kind == kInfinite ? Small(0) : n.coefficient;
  object->kind = n.kind | (n.negative ? kNegative : 0);
  int64_t exponent =
      n.kind == kFinite ? std::clamp(n.exponent, -kExponentBias, kExponentBias - 1) : 0;
  const auto biased = static_cast<uint64_t>(exponent + kExponentBias);
  object->exponent_high = biased >> 32;
  object->exponent_low = biased & UINT32_MAX;
  return Value::Of(object);
}

}  // namespace pysub::decimal

namespace pysub {

using namespace decimal;  // NOLINT: the tables below

extern constexpr TypeInfo kDecimalType{
    .id = TypeId::kDecimal,
    .schema = &kSchema,
    .constructor = &kConstructor,
    .doc =
        "Construct a new Decimal object. 'value' can be an integer, string, tuple,\nor another "
        "Decimal object. If no value "
        "is given, return Decimal('0').\nThe context does not affect the conversion and is only "
        "passed to determine\nif "
        "the InvalidOperation trap is active.",
    .methods = kMethods,
    .attributes = kAttributes,
    .members = kDecimalMembers,
    .operators = OperatorSet(
        "add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod rpow neg pos"),
    .repr = Repr,
    .str = ToText,
    .format = FormatNumber,
    .hash = Hash,
    .compare = Compare,
    .truth = Truth,
    .binary = Binary,
    .unary = Unary,
    .get_attribute = GetAttribute,
    .get_type_attribute = GetTypeAttribute,
    .list_names = LibraryNames,
    .equal_number = EqualNumber};
constexpr NativeInfo kManagerConstructor{"@raw ContextManager()", LibraryClassNew, ""};
extern constexpr TypeInfo kDecimalContextManagerType =
    LibraryClass(TypeId::kDecimalContextManager, kManagerConstructor);
extern constexpr ModuleInfo kDecimalModule{.name = "decimal",
                                           .doc = "C decimal arithmetic module",
                                           .functions = kFunctions,
                                           .init = Init,
                                           .source =
#include "stdlib/python/decimal.inc"
};

}  // namespace pysub
