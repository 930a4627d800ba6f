#ifndef PYSUB_VM_OBJECTS_NUMBERS_H_
#define PYSUB_VM_OBJECTS_NUMBERS_H_

#include <cstdint>
#include <string>

#include "vm/native.h"
#include "vm/numbers/float_text.h"
#include "vm/numbers/kernel.h"
#include "vm/numbers/limbs.h"
#include "vm/objects/formatting.h"
#include "vm/scratch_charge.h"
#include "vm/vm.h"

// int, bool, float and complex objects over the kernels of vm/numbers. CPython 3.14
// library, "Numeric Types".
namespace pysub {

// int or bool.
inline bool IsIntLike(Value v) { return v.IsSmallInt() || v.IsBool() || IsIntObject(v); }
// bool and named ints as int; other values as they are.
inline Value PlainInt(Value v) {
  if (v.IsBool()) return Value::SmallInt(v.AsBool());
  return v.IsObject() && IsNamedInt(v.AsObject()->type)
             ? Value::KnownSmallInt(v.As<BigInt>()->small())
             : v;
}
Value NewNamedInt(Vm& vm, TypeId type, int64_t value);
inline bool IsComplexObject(Value v) { return IsObjectOf(v, TypeId::kComplex); }

// Raises what a kernel reported (nothing for kStopped: the limit is already there).
Failure RaiseNumberError(Vm& vm, NumberError error);

// The value of an int, bool or float as a double; false for other types. OverflowError "int too
// large to convert to float" is Failed.
struct AsDouble {
  bool is_number;
  double value;
};
Result<AsDouble> ToDoubleIfNumber(Vm& vm, Value v);

// Int results of kernels: space for `limbs` limbs, charged, from which the value is made.
class IntBuffer {
 public:
  IntBuffer(Vm& vm, size_t limbs) : scratch_(vm, limbs), vm_(vm) {}
  bool ok() const { return scratch_.ok(); }
  LimbsOut out() { return scratch_.limbs(); }
  Value Finish(IntResult result) {
    return vm_.NewIntFromLimbs(result.negative, Limbs(scratch_.limbs().first(result.size)));
  }

 private:
  ScratchLimbs scratch_;
  Vm& vm_;
};

// Operators on ints and bools (any size).
Value IntBinary(Vm& vm, BinaryOp op, Value left, Value right);
Value IntPow(Vm& vm, Value base, Value exponent);
Value IntPowMod(Vm& vm, Value base, Value exponent, Value modulus);
Value IntDivmod(Vm& vm, Value left, Value right);
Value FloatDivmod(Vm& vm, double left, double right);
Value IntFromDouble(Vm& vm, double value);  // truncates; errors of int(float('inf'))
Value IntToText(Vm& vm, Value v, int base,
                std::string_view prefix);  // digits after sign and prefix

inline constexpr char kLowerDigits[] = "0123456789abcdef", kUpperDigits[] = "0123456789ABCDEF";
// Digits of `shift` bits each, the last right before `end`: at most 64 characters.
// Where the first stands.
inline char* PutBits(uint64_t magnitude, unsigned shift, const char* digits, char* end) {
  do {
    *--end = digits[magnitude & ((1u << shift) - 1)];
    magnitude >>= shift;
  } while (magnitude != 0);
  return end;
}
int CompareInts(Value left, Value right);

// Slots of TypeInfo.
Value NumberBinary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place);
Value NumberUnary(Vm& vm, UnaryOp op, Value operand);
Value NumberCompare(Vm& vm, CompareOp op, Value left, Value right);
Status IntRepr(Vm& vm, Value self, TextBuilder& out);
Status FloatReprSlot(Vm& vm, Value self, TextBuilder& out);
Status ComplexReprSlot(Vm& vm, Value self, TextBuilder& out);

// A copy of a text, charged as long as it is held.
struct HeldText {
  explicit HeldText(Vm& vm) : room(vm) {}
  ScratchCharge room;
  std::string text;
};

// `text` with decimal digits of any script as ASCII and without spaces at the ends; `*kept` holds
// the characters when they had to change. Failed: a limit.
Result<std::string_view> AsciiNumberText(Vm& vm, std::string_view text, HeldText* kept);
// int(text, base), float(text) on the text of a str or bytes. `shown` is what error texts repr().
Value ParseIntText(Vm& vm, Value shown, std::string_view text, int base);
Value ParseFloatText(Vm& vm, Value shown, std::string_view text);

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_NUMBERS_H_
