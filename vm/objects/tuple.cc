#include "vm/objects/tuple.h"

#include <cstring>

#include "vm/objects/bulk.h"
#include "vm/objects/indexing.h"
#include "vm/objects/iterators.h"
#include "vm/objects/list.h"
#include "vm/objects/recursion_mark.h"

namespace pysub {
namespace {

void CopyValues(Value* to, const Value* from, uint64_t count) {
  if (count != 0) std::memcpy(static_cast<void*>(to), from, count * sizeof(Value));
}

}  // namespace

Tuple* Vm::NewTuple(uint32_t size) {
  Value& empty = library_state(LibraryState::kEmptyTuple);
  if (size == 0 && IsObjectOf(empty, TypeId::kTuple)) return empty.As<Tuple>();
  Tuple* tuple = static_cast<Tuple*>(heap.NewValues(TypeId::kTuple, size));
  if (tuple == nullptr) [[unlikely]]
    return NoMemory(8 + uint64_t{size} * 8);
  if (size == 0) empty = Value::Of(tuple);
  return tuple;
}

Value Vm::NewTuple(std::span<const Value> items) {
  if (items.size() > UINT32_MAX) return NoMemory(items.size() * sizeof(Value));
  uint32_t size = static_cast<uint32_t>(items.size());
  if (size == 0) return Value::Of(TRY(NewTuple(0)));
  Object* tuple =
      heap.NewUninitialized(TypeId::kTuple, Layout::kValues, size, 8 + uint64_t{size} * 8);
  if (tuple == nullptr) [[unlikely]]
    return NoMemory(8 + uint64_t{size} * 8);
  CopyValues(tuple->words(), items.data(), size);
  return Value::Of(tuple);
}

Value TupleOfList(Vm& vm, List* list) {
  if (!vm.Tick(list->size / 16)) return Value::Failed();
  return vm.NewTuple(std::span<const Value>(ListItems(list)));
}

Value NewTupleFrom(Vm& vm, Value iterable) {
  if (IsObjectOf(iterable, TypeId::kTuple)) return iterable;
  if (IsObjectOf(iterable, TypeId::kList)) return TupleOfList(vm, iterable.As<List>());
  if (IsNativeContainer(vm, iterable)) {
    Value list = TRY(NewListFrom(vm, iterable));
    return TupleOfList(vm, list.As<List>());
  }
  // The library's own containers: who asks with an argument that is materialised has no
  // use for a native frame.
  if (vm.InfoOf(iterable).next == nullptr && vm.InfoOf(iterable).iter != nullptr) {
    const Value iterator = TRY(vm.GetIter(iterable));
    if (vm.IteratesNatively(iterator)) {
      const Value list = TRY(vm.Materialise(iterable));
      return TupleOfList(vm, list.As<List>());
    }
  }
  return vm.PushNativeFrame(ResumeId::kTupleFrom, {iterable});
}

// Slot: the iterable, then the list of its items.
Value TupleFromResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, vm.Materialise(frame.slots[0]));
      frame.slots[0] = in;
      frame.state = 2;
      [[fallthrough]];
    case 2: return NewTupleFrom(vm, frame.slots[0]);
  }
  return Value::None();
}

// ---- Slots of TypeInfo

Status TupleRepr(Vm& vm, Value self, TextBuilder& out) {
  Tuple* tuple = self.As<Tuple>();
  RecursionMark mark(tuple);
  if (mark.entered_before()) {
    out.Append("(...)");
    return out.status();
  }
  out.Append('(');
  TRY(ReprItems(vm, tuple, out));
  out.Append(tuple->size() == 1 ? ",)" : ")");
  return out.status();
}

Result<int64_t> TupleHashSlot(Vm& vm, Value self) { return vm.Hash(self); }

Value TupleCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (!IsTuple(vm, left) || !IsTuple(vm, right)) return Value::NotImplemented();
  return CompareSequences(vm, op, left, right);
}

Result<int64_t> TupleLength(Vm&, Value self) { return int64_t{self.As<Tuple>()->size()}; }

Value TupleGetItem(Vm& vm, Value self, Value key) {
  Tuple* tuple = self.As<Tuple>();
  if (IsIndex(vm, key)) {
    int64_t at = TRY(ResolveIndex(vm, key, tuple->size()));
    if (at < 0) return vm.IndexError("tuple index out of range");
    return tuple->items()[at];
  }
  if (!IsObjectOf(key, TypeId::kSlice)) {
    return vm.TypeError("tuple indices must be integers or slices, not ", vm.TypeName(key));
  }
  SliceBounds bounds = TRY(ResolveSlice(vm, key.As<Slice>(), tuple->size()));
  if (!vm.Tick(bounds.length / 16)) return Value::Failed();
  if (bounds.step == 1) {
    if (bounds.length == tuple->size() && tuple->type == TypeId::kTuple) return self;
    return vm.NewTuple(
        std::span<const Value>(tuple->items() + bounds.start, static_cast<size_t>(bounds.length)));
  }
  Tuple* result = TRY(vm.NewTuple(bounds.length));
  int64_t at = bounds.start;
  for (int64_t i = 0; i < bounds.length; ++i, at += bounds.step) {
    result->items()[i] = tuple->items()[at];
  }
  return Value::Of(result);
}

Value TupleContains(Vm& vm, Value self, Value item) {
  return Value::Bool(TRY(FindEqual(vm, self, 0, UINT64_MAX, item)) >= 0);
}

Value TupleIter(Vm& vm, Value self) {
  return NewSequenceIterator(vm, TypeId::kTupleIterator, self);
}

Value TupleBinary(Vm& vm, BinaryOp op, Value left, Value right, bool) {
  bool left_is_tuple = IsTuple(vm, left);
  if (op == BinaryOp::kAdd && left_is_tuple) {
    if (!IsTuple(vm, right)) return Value::NotImplemented();
    Tuple* a = left.As<Tuple>();
    Tuple* b = right.As<Tuple>();
    if (b->size() == 0 && a->type == TypeId::kTuple) return left;
    if (a->size() == 0 && b->type == TypeId::kTuple) return right;
    uint64_t size = uint64_t{a->size()} + b->size();
    if (size > UINT32_MAX) return vm.NoMemory(size * sizeof(Value));
    if (!vm.Tick(size / 16)) return Value::Failed();
    Tuple* result = TRY(vm.NewTuple(size));
    CopyValues(result->items(), a->items(), a->size());
    CopyValues(result->items() + a->size(), b->items(), b->size());
    return Value::Of(result);
  }
  if (op == BinaryOp::kMul) {
    Value times = left_is_tuple ? right : left;
    Tuple* tuple = (left_is_tuple ? left : right).As<Tuple>();
    int64_t count = TRY(RepeatCount(vm, times, tuple->size()));
    if (count == 1 && tuple->type == TypeId::kTuple) return Value::Of(tuple);
    uint64_t total = uint64_t{tuple->size()} * static_cast<uint64_t>(count);
    if (!vm.Tick(total / 16)) return Value::Failed();
    Tuple* result = TRY(vm.NewTuple(total));
    if (!FillRepeated(vm, result->items(), tuple->items(), tuple->size(), total)) return Failure{};
    return Value::Of(result);
  }
  return Value::NotImplemented();
}

}  // namespace pysub
