#include "vm/objects/range.h"

#include "vm/numbers/hash.h"
#include "vm/objects/indexing.h"
#include "vm/objects/iterators.h"
#include "vm/objects/numbers.h"
#include "vm/objects/slice.h"

namespace pysub {
namespace {

const Value kZero = Value::SmallInt(0);
const Value kOne = Value::SmallInt(1);

Result<bool> Less(Vm& vm, Value a, Value b) {
  if (Value::BothSmallInts(a, b)) return a.AsSmallInt() < b.AsSmallInt();
  Value answer = vm.Compare(CompareOp::kLt, a, b);  // ints: never runs Python
  if (answer.IsFailed()) return Failure{};
  return answer.IsTrue();
}

// The length of a range of ints of any size.
Value BigLength(Vm& vm, Value start, Value stop, Value step) {
  bool backwards = TRY(Less(vm, step, kZero));
  if (backwards) {
    std::swap(start, stop);
    step = TRY(vm.Unary(UnaryOp::kNeg, step));
  }
  if (!TRY(Less(vm, start, stop))) return kZero;
  Value distance = TRY(vm.Binary(BinaryOp::kSub, stop, start));
  distance = TRY(vm.Binary(BinaryOp::kSub, distance, kOne));
  Value steps = TRY(vm.Binary(BinaryOp::kFloorDiv, distance, step));
  return vm.Binary(BinaryOp::kAdd, steps, kOne);
}

bool IsIntLike(const Vm& vm, Value v) { return IsIndex(vm, v); }

}  // namespace

Value NewRange(Vm& vm, Value start, Value stop, Value step) {
  Value length;
  if (start.IsSmallInt() && stop.IsSmallInt() && step.IsSmallInt()) [[likely]] {
    if (step == kZero) return vm.ValueError("range() arg 3 must not be zero");
    length =
        vm.NewIntUnsigned(RangeLength(start.AsSmallInt(), stop.AsSmallInt(), step.AsSmallInt()));
  } else {
    for (Value* v : {&start, &stop, &step}) {
      if (v->IsBool()) *v = Value::SmallInt(v->AsBool());
    }
    if (step == kZero) return vm.ValueError("range() arg 3 must not be zero");
    length = BigLength(vm, start, stop, step);
  }
  if (length.IsFailed()) return length;
  Range* range = TRY(vm.New<Range>(TypeId::kRange));
  range->start = start;
  range->stop = stop;
  range->step = step;
  range->length = length;
  return Value::Of(range);
}

bool IsSmallRange(const Range* range) {
  return range->start.IsSmallInt() && range->stop.IsSmallInt() && range->step.IsSmallInt() &&
         range->length.IsSmallInt();
}

Value RangeItem(Vm& vm, const Range* range, Value index) {
  if (IsSmallRange(range) && index.IsSmallInt()) {
    return vm.NewInt(range->start.AsSmallInt() + index.AsSmallInt() * range->step.AsSmallInt());
  }
  Value offset = TRY(vm.Binary(BinaryOp::kMul, index, range->step));
  return vm.Binary(BinaryOp::kAdd, range->start, offset);
}

Value RangeFind(Vm& vm, const Range* range, Value number) {
  if (number.IsBool()) number = Value::SmallInt(number.AsBool());
  if (IsSmallRange(range) && number.IsSmallInt()) {
    int64_t distance = number.AsSmallInt() - range->start.AsSmallInt();
    int64_t step = range->step.AsSmallInt();
    if (distance % step != 0) return Value::None();
    int64_t index = distance / step;
    if (index < 0 || index >= range->length.AsSmallInt()) return Value::None();
    return Value::KnownSmallInt(index);
  }
  if (IsIntLike(vm, number)) {
    Value distance = TRY(vm.Binary(BinaryOp::kSub, number, range->start));
    Value rest = TRY(vm.Binary(BinaryOp::kMod, distance, range->step));
    if (rest != kZero) return Value::None();
    Value index = TRY(vm.Binary(BinaryOp::kFloorDiv, distance, range->step));
    if (TRY(Less(vm, index, kZero)) || !TRY(Less(vm, index, range->length))) return Value::None();
    return index;
  }
  // Not an int: any value may be equal to a number of the range, so all are looked at, as in
  // CPython.
  if (!number.IsFloat() && !IsObjectOf(number, TypeId::kComplex)) {
    const TypeInfo& info = vm.InfoOf(number);
    if (info.compare == nullptr || Vm::IsStr(number)) return Value::None();
  }
  for (Value index = kZero; TRY(Less(vm, index, range->length));) {
    if (!vm.Tick(2)) return Value::Failed();
    Value item = TRY(RangeItem(vm, range, index));
    if (TRY(vm.Equal(item, number))) return index;
    index = TRY(vm.Binary(BinaryOp::kAdd, index, kOne));
  }
  return Value::None();
}

Status RangeRepr(Vm& vm, Value self, TextBuilder& out) {
  Range* range = self.As<Range>();
  out.Append("range(");
  TRY(vm.Repr(range->start, out));
  out.Append(", ");
  TRY(vm.Repr(range->stop, out));
  if (range->step != kOne) {
    out.Append(", ");
    TRY(vm.Repr(range->step, out));
  }
  out.Append(')');
  return out.status();
}

// The hash of (length, start, step), with None for what does not matter in an empty or one-item
// range.
Result<int64_t> RangeHash(Vm& vm, Value self) {
  Range* range = self.As<Range>();
  bool empty = range->length == kZero;
  bool single = range->length == kOne;
  TupleHash hash;
  hash.Add(TRY(vm.Hash(range->length)));
  hash.Add(TRY(vm.Hash(empty ? Value::None() : range->start)));
  hash.Add(TRY(vm.Hash(empty || single ? Value::None() : range->step)));
  return hash.Finish();
}

Value RangeCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (op != CompareOp::kEq && op != CompareOp::kNe) return Value::NotImplemented();
  if (!IsObjectOf(left, TypeId::kRange) || !IsObjectOf(right, TypeId::kRange)) {
    return Value::NotImplemented();
  }
  Range* a = left.As<Range>();
  Range* b = right.As<Range>();
  bool equal = TRY(vm.Equal(a->length, b->length));
  if (equal && a->length != kZero) {
    equal = TRY(vm.Equal(a->start, b->start));
    if (equal && a->length != kOne) equal = TRY(vm.Equal(a->step, b->step));
  }
  return Value::Bool(equal == (op == CompareOp::kEq));
}

Result<bool> RangeTruth(Vm&, Value self) { return self.As<Range>()->length != kZero; }

Result<int64_t> RangeLengthSlot(Vm& vm, Value self) {
  Value length = self.As<Range>()->length;
  if (length.IsSmallInt()) return length.AsSmallInt();
  const BigInt* big = length.As<BigInt>();
  if (big->limb_count() == 1 && big->limbs()[0] <= INT64_MAX) {
    return static_cast<int64_t>(big->limbs()[0]);
  }
  return vm.OverflowError("Python int too large to convert to C ssize_t");
}

Value RangeGetItem(Vm& vm, Value self, Value key) {
  Range* range = self.As<Range>();
  if (IsIndex(vm, key)) {
    Value index = PlainInt(key);
    if (TRY(Less(vm, index, kZero))) {
      index = TRY(vm.Binary(BinaryOp::kAdd, index, range->length));
    }
    if (TRY(Less(vm, index, kZero)) || !TRY(Less(vm, index, range->length))) {
      return vm.IndexError("range object index out of range");
    }
    return RangeItem(vm, range, index);
  }
  if (!IsObjectOf(key, TypeId::kSlice)) {
    return vm.TypeError("range indices must be integers or slices, not ", vm.TypeName(key));
  }
  Value words[3];
  TRY(ResolveBigSlice(vm, key.As<Slice>(), range->length, words));
  Value start = TRY(RangeItem(vm, range, words[0]));
  Value stop = TRY(RangeItem(vm, range, words[1]));
  Value step = TRY(vm.Binary(BinaryOp::kMul, range->step, words[2]));
  return NewRange(vm, start, stop, step);
}

Value RangeContains(Vm& vm, Value self, Value item) {
  Value found = TRY(RangeFind(vm, self.As<Range>(), item));
  return Value::Bool(!found.IsNone());
}

Value RangeIter(Vm& vm, Value self) { return NewRangeIterator(vm, self.As<Range>()); }

}  // namespace pysub
