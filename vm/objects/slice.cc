#include "vm/objects/slice.h"

#include "vm/numbers/hash.h"
#include "vm/objects/indexing.h"
#include "vm/objects/list.h"
#include "vm/objects/numbers.h"

namespace pysub {
namespace {

Result<bool> Less(Vm& vm, Value a, Value b) {
  if (Value::BothSmallInts(a, b)) return a.AsSmallInt() < b.AsSmallInt();
  Value answer = vm.Compare(CompareOp::kLt, a, b);  // ints: never runs Python
  if (answer.IsFailed()) return Failure{};
  return answer.IsTrue();
}

}  // namespace

Value Vm::NewSlice(Value start, Value stop, Value step) {
  Slice* slice = TRY(New<Slice>(TypeId::kSlice));
  slice->start = start;
  slice->stop = stop;
  slice->step = step;
  return Value::Of(slice);
}

Status ResolveBigSlice(Vm& vm, const Slice* slice, Value length, Value* words) {
  const Value zero = Value::SmallInt(0);
  for (Value part : {slice->start, slice->stop, slice->step}) {
    if (!part.IsNone() && !IsIndex(vm, part)) {
      return vm.TypeError("slice indices must be integers or None or have an __index__ method");
    }
  }
  Value step = slice->step.IsNone() ? Value::SmallInt(1) : PlainInt(slice->step);
  if (step == zero) return vm.ValueError("slice step cannot be zero");
  bool backwards = TRY(Less(vm, step, zero));
  Value lower = backwards ? Value::SmallInt(-1) : zero;
  Value upper = backwards ? vm.Binary(BinaryOp::kSub, length, Value::SmallInt(1)) : length;
  if (upper.IsFailed()) return Failure{};
  auto clamp = [&](Value index) -> Value {
    if (TRY(Less(vm, index, zero))) {
      index = TRY(vm.Binary(BinaryOp::kAdd, index, length));
      return TRY(Less(vm, index, lower)) ? lower : index;
    }
    return TRY(Less(vm, upper, index)) ? upper : index;
  };
  Value start = backwards ? upper : lower;
  if (!slice->start.IsNone()) start = clamp(PlainInt(slice->start));
  Value stop = backwards ? lower : upper;
  if (!slice->stop.IsNone()) stop = clamp(PlainInt(slice->stop));
  if (start.IsFailed() || stop.IsFailed()) return Failure{};
  words[0] = start;
  words[1] = stop;
  words[2] = step;
  return Done{};
}

Value SliceIndices(Vm& vm, const Slice* slice, Value length) {
  if (!IsIndex(vm, length)) {
    return vm.TypeError("'", vm.TypeName(length), "' object cannot be interpreted as an integer");
  }
  length = PlainInt(length);
  if (TRY(Less(vm, length, Value::SmallInt(0)))) {
    return vm.ValueError("length should not be negative");
  }
  Value words[3];
  TRY(ResolveBigSlice(vm, slice, length, words));
  return vm.NewTuple({words[0], words[1], words[2]});
}

Status SliceRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("slice(");
  TRY(vm.Repr(self.As<Slice>()->start, out));
  out.Append(", ");
  TRY(vm.Repr(self.As<Slice>()->stop, out));
  out.Append(", ");
  TRY(vm.Repr(self.As<Slice>()->step, out));
  out.Append(')');
  return out.status();
}

Result<int64_t> SliceHashSlot(Vm& vm, Value self) {
  const Slice* slice = self.As<Slice>();
  TupleHash hash;
  hash.Add(TRY(vm.Hash(slice->start)));
  hash.Add(TRY(vm.Hash(slice->stop)));
  hash.Add(TRY(vm.Hash(slice->step)));
  return hash.FinishSlice();
}

// As the tuples (start, stop, step) compare.
Value SliceCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (!IsObjectOf(left, TypeId::kSlice) || !IsObjectOf(right, TypeId::kSlice)) {
    return Value::NotImplemented();
  }
  const Value* a = left.AsObject()->words();
  const Value* b = right.AsObject()->words();
  for (int i = 0; i < 3; ++i) {
    if (a[i] == b[i] || TRY(vm.Equal(a[i], b[i]))) continue;
    if (op == CompareOp::kEq) return Value::False();
    if (op == CompareOp::kNe) return Value::True();
    return vm.Compare(op, a[i], b[i]);
  }
  return Value::Bool(op == CompareOp::kEq || op == CompareOp::kLe || op == CompareOp::kGe);
}

}  // namespace pysub
