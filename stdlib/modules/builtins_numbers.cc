// abs, divmod, pow, round, bin, oct, hex.

#include "stdlib/modules/builtins.h"
#include "vm/numbers/complex_math.h"
#include "vm/objects/numbers.h"

namespace pysub::builtins {
namespace {

// Types of the library answer for themselves. The call may overwrite the caller's own arguments.
Value ByMethod(Vm& vm, Value v, std::string_view method, std::span<const Value> args) {
  if (v.IsType()) return Value::Undefined();  // its methods are for its instances
  Value found = vm.FindAttribute(v, {method, MemberHash(method)});
  if (found.IsControl() || found.IsUndefined()) return found;
  return vm.Call(found, args);
}

Value Based(Vm& vm, Value v, int base, std::string_view prefix) {
  if (IsIntLike(v)) return IntToText(vm, v, base, prefix);
  return vm.TypeError("'", vm.TypeName(v), "' object cannot be interpreted as an integer");
}

bool IsNumber(Value v) { return IsIntLike(v) || v.IsFloat() || IsComplexObject(v); }

}  // namespace

Value Abs(Vm& vm, const Args& a) {
  Value v = PlainInt(a[0]);
  if (v.IsSmallInt()) return vm.NewInt(v.AsSmallInt() < 0 ? -v.AsSmallInt() : v.AsSmallInt());
  if (v.IsFloat()) return Value::Float(__builtin_fabs(v.AsFloat()));
  if (IsObjectOf(v, TypeId::kInt)) {
    return v.As<BigInt>()->negative() ? NumberUnary(vm, UnaryOp::kNeg, v) : v;
  }
  if (IsComplexObject(v)) {
    ComplexObject* c = v.As<ComplexObject>();
    double size;
    NumberError error = ComplexAbs({c->real.AsFloat(), c->imaginary.AsFloat()}, &size);
    if (!error.ok()) return RaiseNumberError(vm, error);
    return Value::Float(size);
  }
  Value answer = ByMethod(vm, v, "__abs__", {});
  if (!answer.IsUndefined()) return answer;
  return vm.TypeError("bad operand type for abs(): '", vm.TypeName(v), "'");
}

Value Divmod(Vm& vm, const Args& a) {
  if (IsIntLike(a[0]) && IsIntLike(a[1])) return IntDivmod(vm, a[0], a[1]);
  if (a[0].IsFloat() || a[1].IsFloat()) {
    AsDouble x = TRY(ToDoubleIfNumber(vm, a[0]));
    AsDouble y = TRY(ToDoubleIfNumber(vm, a[1]));
    if (x.is_number && y.is_number) return FloatDivmod(vm, x.value, y.value);
  }
  const Value left = a[0], right = a[1];
  Value answer = ByMethod(vm, left, "__divmod__", {&right, 1});
  if (!answer.IsUndefined() && answer != Value::NotImplemented()) return answer;
  answer = ByMethod(vm, right, "__rdivmod__", {&left, 1});
  if (!answer.IsUndefined() && answer != Value::NotImplemented()) return answer;
  return vm.TypeError("unsupported operand type(s) for divmod(): '", vm.TypeName(left), "' and '",
                      vm.TypeName(right), "'");
}

Value Pow(Vm& vm, const Args& a) {
  if (!a.has(2) || a[2].IsNone()) return vm.Binary(BinaryOp::kPow, a[0], a[1]);
  if (IsIntLike(a[0]) && IsIntLike(a[1]) && IsIntLike(a[2])) {
    return IntPowMod(vm, a[0], a[1], a[2]);
  }
  if (IsObjectOf(a[0], TypeId::kDecimal)) {  // it knows what to do with a modulus
    const Value rest[] = {a[1], a[2]};
    Value answer = ByMethod(vm, a[0], "__pow__", rest);
    if (!answer.IsUndefined() && answer != Value::NotImplemented()) return answer;
  }
  // Each type in turn refuses in its own words; complex wants to understand the first two before.
  const bool numbers = IsNumber(a[0]) && IsNumber(a[1]);
  for (Value operand : {a[0], a[1], a[2]}) {
    if (operand.IsFloat()) {
      return vm.TypeError("pow() 3rd argument not allowed unless all arguments are integers");
    }
    if (IsComplexObject(operand) && numbers) return vm.ValueError("complex modulo");
  }
  return vm.TypeError("unsupported operand type(s) for ** or pow(): '", vm.TypeName(a[0]), "', '",
                      vm.TypeName(a[1]), "', '", vm.TypeName(a[2]), "'");
}

Value Round(Vm& vm, const Args& a) {
  const Value digits[] = {a[1]};
  bool given = a.has(1) && !a[1].IsNone();
  Value answer = ByMethod(vm, a[0], "__round__",
                          given ? std::span<const Value>(digits) : std::span<const Value>());
  if (!answer.IsUndefined()) return answer;
  return vm.TypeError("type ", vm.TypeName(a[0]), " doesn't define __round__ method");
}

Value Bin(Vm& vm, const Args& a) { return Based(vm, a[0], 2, "0b"); }
Value Oct(Vm& vm, const Args& a) { return Based(vm, a[0], 8, "0o"); }
Value Hex(Vm& vm, const Args& a) { return Based(vm, a[0], 16, "0x"); }

}  // namespace pysub::builtins
