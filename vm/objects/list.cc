#include "vm/objects/list.h"

#include <algorithm>
#include <cstring>

#include "vm/numbers/limbs.h"
#include "vm/objects/bulk.h"
#include "vm/objects/formatting.h"
#include "vm/objects/iterators.h"
#include "vm/objects/recursion_mark.h"
#include "vm/objects/str.h"
#include "vm/objects/tuple.h"

namespace pysub {
namespace {

// The items of a list or tuple, as they are now.
std::span<Value> ItemsOf(Value sequence) {
  if (IsObjectOf(sequence, TypeId::kList)) return ListItems(sequence.As<List>());
  Tuple* tuple = sequence.As<Tuple>();
  return {tuple->items(), tuple->size()};
}

void CopyValues(Value* to, const Value* from, uint64_t count) {
  if (count != 0) std::memmove(static_cast<void*>(to), from, count * sizeof(Value));
}

// list[start:start+removed] = items, by moving the tail. `items` must not lie in the list.
Status Splice(Vm& vm, List* list, uint64_t start, uint64_t removed, std::span<const Value> items) {
  uint64_t tail = list->size - start - removed;
  if (!vm.Tick((tail + items.size()) / 16)) return Failure{};
  if (items.size() > removed) TRY(ListReserve(vm, list, list->size - removed + items.size()));
  if (list->array.IsUndefined()) return Done{};
  Value* at = list->items() + start;
  CopyValues(at + items.size(), at + removed, tail);
  CopyValues(at, items.data(), items.size());
  list->size = list->size - removed + items.size();
  return Done{};
}

// A backward slice is turned round first. With a step, what stays is moved down piece by piece in
// one pass.
Status DeleteSlice(Vm& vm, List* list, SliceBounds bounds) {
  if (bounds.length == 0) return Done{};
  if (bounds.step < 0) {
    bounds.start += bounds.step * (bounds.length - 1);
    bounds.step = -bounds.step;
  }
  if (!vm.Tick(list->size / 16)) return Failure{};
  if (bounds.step == 1) {
    ListRemoveRange(list, bounds.start, bounds.start + bounds.length);
    return Done{};
  }
  Value* items = list->items();
  uint64_t to = bounds.start;
  uint64_t next_removed = bounds.start;
  int64_t left = bounds.length;
  for (uint64_t from = bounds.start; from < list->size; ++from) {
    if (left != 0 && from == next_removed) {
      --left;
      next_removed += bounds.step;
    } else {
      items[to++] = items[from];
    }
  }
  list->size = to;
  return Done{};
}

Status SetSlice(Vm& vm, List* list, const Slice* slice, std::span<const Value> items) {
  SliceBounds bounds = TRY(ResolveSlice(vm, slice, static_cast<int64_t>(list->size)));
  if (bounds.step == 1) return Splice(vm, list, bounds.start, bounds.length, items);
  if (static_cast<uint64_t>(bounds.length) != items.size()) {
    return vm.ValueError("attempt to assign sequence of size ", uint64_t{items.size()},
                         " to extended slice of size ", bounds.length);
  }
  if (!vm.Tick(items.size() / 8)) return Failure{};
  int64_t at = bounds.start;
  for (Value item : items) {
    list->items()[at] = item;
    at += bounds.step;
  }
  return Done{};
}

// `value` as a list or tuple that is not `list` itself; value must be a native container.
Value DetachedItems(Vm& vm, List* list, Value value) {
  if (IsObjectOf(value, TypeId::kTuple)) return value;
  if (IsObjectOf(value, TypeId::kList) && value != Value::Of(list)) return value;
  return NewListFrom(vm, value);
}

Value AssignSlice(Vm& vm, List* list, const Slice* slice, Value value) {
  if (IsNativeContainer(vm, value)) {
    Value items = TRY(DetachedItems(vm, list, value));
    TRY(SetSlice(vm, list, slice, ItemsOf(items)));
    return Value::None();
  }
  const TypeInfo& info = vm.InfoOf(value);
  if (info.iter == nullptr && info.next == nullptr && info.get_item == nullptr) {
    TRY(ResolveSlice(vm, slice, static_cast<int64_t>(list->size)));
    return vm.TypeError("must assign iterable to extended slice");
  }
  // T-003: everything is read before the bounds are computed.
  return vm.PushNativeFrame(ResumeId::kListSetSlice, {Value::Of(list), Value::Of(slice), value});
}

}  // namespace

Value ListSetSliceResume(Vm& vm, NativeFrame& frame, Value in) {
  return AssignSliceResume<List, AssignSlice>(vm, frame, in);
}

// ---- Making and growing

Array* Vm::NewArray(uint32_t count, TypeId type) {
  Array* array = static_cast<Array*>(heap.NewValues(type, count));
  if (array == nullptr) [[unlikely]]
    return NoMemory(8 + uint64_t{count} * 8);
  return array;
}

List* Vm::NewList(uint32_t capacity) {
  List* list = TRY(New<List>(TypeId::kList));
  list->size = 0;
  if (capacity != 0) list->array = Value::Of(TRY(NewArray(capacity)));
  return list;
}

Value Vm::NewList(std::span<const Value> items) {
  if (items.size() > UINT32_MAX) return NoMemory(items.size() * sizeof(Value));
  List* list = TRY(NewList(items.size()));
  if (!items.empty()) CopyValues(list->items(), items.data(), items.size());
  list->size = items.size();
  return Value::Of(list);
}

// Grows by half, so that appending is linear.
Status ListReserve(Vm& vm, List* list, uint64_t capacity) {
  uint64_t now = list->capacity();
  if (capacity <= now) return Done{};
  uint64_t wanted = now == 0 && capacity > 4 ? capacity : std::max(capacity, now + now / 2 + 4);
  if (capacity > UINT32_MAX) return vm.NoMemory(capacity * sizeof(Value));
  wanted = std::min<uint64_t>(wanted, UINT32_MAX);
  if (!vm.Tick(list->size / 16)) return Failure{};
  Array* array = TRY(vm.NewArray(wanted));
  if (list->size != 0 && !CopyInTime(vm, array->items(), list->items(), list->size))
    return Failure{};
  list->array = Value::Of(array);
  list->set_flag(kListIsSorted, false);
  return Done{};
}

Status ListAppend(Vm& vm, List* list, Value item) {
  if (ListAppendInline(list, item)) [[likely]]
    return Done{};
  TRY(ListReserve(vm, list, list->size + 1));
  list->items()[list->size++] = item;
  return Done{};
}

// Native containers are copied at once. For any other iterable the list grows step by step, so what
// was added before an exception stays, as in CPython.
Value ListExtendFrom(Vm& vm, List* list, Value iterable, Value result) {
  if (IsObjectOf(iterable, TypeId::kList) || IsObjectOf(iterable, TypeId::kTuple)) {
    uint64_t count = ItemsOf(iterable).size();
    if (!vm.Tick(count / 16)) return Value::Failed();
    TRY(ListReserve(vm, list, list->size + count));
    // Only now: for l.extend(l) the items have moved.
    if (count != 0 &&
        !CopyInTime(vm, list->items() + list->size, ItemsOf(iterable).data(), count)) {
      return Value::Failed();
    }
    list->size += count;
    return result;
  }
  if (IsNativeContainer(vm, iterable)) {
    uint64_t old_size = list->size;
    Result<int64_t> length = vm.Length(iterable);
    if (!length.ok()) return Value::Failed();
    TRY(ListReserve(vm, list, list->size + *length));
    Status status =
        ForEachItem(vm, iterable, [&](Value item) { return ListAppend(vm, list, item); });
    if (!status.ok()) {
      list->size = old_size;  // the whole may be repeated after a collection
      return Value::Failed();
    }
    return result;
  }
  Value iterator = TRY(vm.GetIter(iterable));
  return vm.PushNativeFrame(ResumeId::kListExtend,
                            {Value::Of(list), iterator, result, Value::Undefined()});
}

Eventual ListExtend(Vm& vm, List* list, Value iterable) {
  return ListExtendFrom(vm, list, iterable);
}

// Slots: the list, the iterator, the result, the item to add.
Value ListExtendResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      while (true) {
        PYSUB_SUSPEND_POINT(1, vm.Next(frame.slots[1]));
        if (in.IsExhausted()) return frame.slots[2];
        frame.slots[3] = in;
        frame.state = 2;
        [[fallthrough]];
        case 2:
          if (!vm.Tick(1)) return Value::Failed();
          if (!ListAppend(vm, frame.slots[0].As<List>(), frame.slots[3]).ok())
            return Value::Failed();
      }
  }
  return Value::None();
}

bool ListExtendFastConsume(Vm& vm, NativeFrame& frame, Value iterator, Value item) {
  if (frame.state != 1 || frame.slots[1] != iterator ||
      !ListAppendInline(frame.slots[0].As<List>(), item))
    return false;
  frame.slots[3] = item;
  vm.Spend(1);
  return true;
}

Value NewListFrom(Vm& vm, Value iterable) {
  if (IsObjectOf(iterable, TypeId::kList) || IsObjectOf(iterable, TypeId::kTuple)) {
    if (!vm.Tick(ItemsOf(iterable).size() / 16)) return Value::Failed();
    return vm.NewList(std::span<const Value>(ItemsOf(iterable)));
  }
  if (!IsNativeContainer(vm, iterable)) return vm.Materialise(iterable);  // a list of its own
  List* list = TRY(vm.NewList());
  return ListExtendFrom(vm, list, iterable, Value::Of(list));
}

Status ListInsert(Vm& vm, List* list, int64_t index, Value item) {
  int64_t size = static_cast<int64_t>(list->size);
  if (index < 0) index = std::max<int64_t>(index + size, 0);
  if (index > size) index = size;
  return Splice(vm, list, index, 0, {&item, 1});
}

void ListRemoveRange(List* list, uint64_t start, uint64_t stop) {
  if (stop <= start) return;
  Value* items = list->items();
  CopyValues(items + start, items + stop, list->size - stop);
  list->size -= stop - start;
}

void ListClear(List* list) {
  list->array = Value::Undefined();
  list->size = 0;
}

// ---- Searching and comparing

namespace {

// Whether equality with `item` is having the same bits: ints and the singletons, against ints.
bool EqualIsSame(Value a, Value b) { return a == b || (a.IsSmallInt() && b.IsSmallInt()); }

Result<bool> ItemsEqual(Vm& vm, Value a, Value b) {
  if (EqualIsSame(a, b)) return a == b;
  return vm.Equal(a, b);
}

}  // namespace

// Loops of their own for ints and strs, in which a comparison is a few instructions. Identity comes
// before equality, as Python has it: a NaN is found in a list that holds that very object.
Result<int64_t> FindEqual(Vm& vm, Value container, uint64_t start, uint64_t stop, Value item) {
  std::span<Value> items = ItemsOf(container);
  stop = std::min<uint64_t>(stop, items.size());
  // What was looked at is counted now and then: CountEqual starts here once for each item it finds.
  auto count = [&](uint64_t i) { return (i - start) % 4096 != 4095 || vm.Tick(512); };
  if (item.IsSmallInt()) {
    for (uint64_t i = start; i < stop; ++i) {
      if (!count(i)) return Failure{};
      if (items[i] == item) return static_cast<int64_t>(i);
      if (items[i].IsSmallInt()) continue;
      if (TRY(vm.Equal(items[i], item))) return static_cast<int64_t>(i);
    }
    return -1;
  }
  if (Vm::IsStr(item)) {
    std::string_view text = Vm::View(item);
    for (uint64_t i = start; i < stop; ++i) {
      if (!count(i)) return Failure{};
      if (items[i] == item) return static_cast<int64_t>(i);
      if (Vm::IsStr(items[i])) {
        if (items[i].As<Str>()->count != text.size()) continue;
        if (text.size() > kComparedAtOnce && !vm.Tick(text.size() / 64)) return Failure{};
        if (Vm::View(items[i]) == text) return static_cast<int64_t>(i);
      } else if (items[i].IsObject() && TRY(vm.Equal(items[i], item))) {
        return static_cast<int64_t>(i);
      }
    }
    return -1;
  }
  for (uint64_t i = start; i < stop; ++i) {
    if (!vm.Tick(1)) return Failure{};
    if (TRY(ItemsEqual(vm, items[i], item))) return static_cast<int64_t>(i);
  }
  return -1;
}

Result<int64_t> CountEqual(Vm& vm, Value container, Value item) {
  int64_t count = 0;
  uint64_t at = 0;
  while (true) {
    int64_t found = TRY(FindEqual(vm, container, at, UINT64_MAX, item));
    if (found < 0) return count;
    if (!vm.Tick(1)) return Failure{};
    ++count;
    at = static_cast<uint64_t>(found) + 1;
  }
}

Result<Range64> SearchRange(Vm& vm, Value start, Value stop, int64_t size) {
  for (Value bound : {start, stop}) {
    if (!bound.IsUndefined() && !IsIndex(vm, bound)) {
      return vm.TypeError("slice indices must be integers or have an __index__ method");
    }
  }
  return ResolveRange(vm, start, stop, size);
}

static Value CompareSizes(CompareOp op, uint64_t a, uint64_t b) {
  switch (op) {
    case CompareOp::kEq: return Value::Bool(a == b);
    case CompareOp::kNe: return Value::Bool(a != b);
    case CompareOp::kLt: return Value::Bool(a < b);
    case CompareOp::kLe: return Value::Bool(a <= b);
    case CompareOp::kGt: return Value::Bool(a > b);
    case CompareOp::kGe: return Value::Bool(a >= b);
  }
  return Value::NotImplemented();
}

// The first items that differ decide; if there are none, the lengths do. Equality looks at the
// lengths first.
Value CompareSequences(Vm& vm, CompareOp op, Value left, Value right) {
  std::span<Value> a = ItemsOf(left);
  std::span<Value> b = ItemsOf(right);
  if (op == CompareOp::kEq || op == CompareOp::kNe) {
    if (a.size() != b.size()) return Value::Bool(op == CompareOp::kNe);
  }
  uint64_t common = std::min(a.size(), b.size());
  for (uint64_t i = 0; i < common; ++i) {
    if (!vm.Tick(1)) return Value::Failed();
    if (a[i] == b[i]) continue;
    bool same = false;
    if (!EqualIsSame(a[i], b[i])) {
      const Value answer = vm.Compare(CompareOp::kEq, a[i], b[i]);
      if (answer.IsCallPending()) {
        // Asked again by the resume function, which can wait for Python.
        vm.DropPushedNativeFrame();
        return vm.PushNativeFrame(
            ResumeId::kSequenceCompare,
            {left, right, Value::KnownSmallInt(i), Value::SmallInt(static_cast<int>(op))});
      }
      same = TRY(vm.Truth(TRY(answer)));
    }
    if (same) continue;
    if (op == CompareOp::kEq) return Value::False();
    if (op == CompareOp::kNe) return Value::True();
    return vm.Compare(op, a[i], b[i]);
  }
  return CompareSizes(op, a.size(), b.size());
}

// Slots: the two sequences, which may change meanwhile, the index that is compared, the operator.
Value SequenceCompareResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  auto is_sequence = [&](Value v) {
    return vm.IsInstance(v, TypeId::kTuple) || IsObjectOf(v, TypeId::kList);
  };
  if (!is_sequence(slots[0]) || !is_sequence(slots[1]) || slots[2].AsSmallInt() < 0 ||
      static_cast<uint64_t>(slots[3].AsSmallInt()) > static_cast<uint64_t>(CompareOp::kGe)) {
    return vm.Raise(TypeId::kSystemError, "damaged comparison");
  }
  const auto op = static_cast<CompareOp>(slots[3].AsSmallInt());
  auto index = [&] { return static_cast<uint64_t>(slots[2].AsSmallInt()); };
  auto at_end = [&] {
    return index() >= ItemsOf(slots[0]).size() || index() >= ItemsOf(slots[1]).size();
  };
  auto item = [&](int side) { return at_end() ? Value::None() : ItemsOf(slots[side])[index()]; };
  switch (frame.state) {
    case 0:
      for (; !at_end(); slots[2] = slots[2].CountedUp(), frame.state = 0) {
        if (item(0) == item(1)) continue;
        PYSUB_SUSPEND_POINT(1, vm.Compare(CompareOp::kEq, item(0), item(1)));
        if (TRY(vm.Truth(in))) continue;
        if (op == CompareOp::kEq || op == CompareOp::kNe) return Value::Bool(op == CompareOp::kNe);
        if (at_end()) break;
        PYSUB_SUSPEND_POINT(2, vm.Compare(op, item(0), item(1)));
        return in;
      }
  }
  return CompareSizes(op, ItemsOf(slots[0]).size(), ItemsOf(slots[1]).size());
}

// ---- Repetition

// How often a sequence of `length` items is repeated; negative counts are 0. Sizes that no object
// can have are refused here, so that callers can multiply without overflow.
Result<int64_t> RepeatCount(Vm& vm, Value times, uint64_t length) {
  if (!IsIndex(vm, times)) {
    return vm.TypeError("can't multiply sequence by non-int of type '", vm.TypeName(times), "'");
  }
  int64_t count;
  if (times.IsSmallInt()) {
    count = times.AsSmallInt();
  } else if (times.IsBool()) {
    count = times.AsBool();
  } else {
    const std::optional<int64_t> number = ToInt64(IntArgument(times).view());
    if (!number) return vm.OverflowError("cannot fit 'int' into an index-sized integer");
    count = *number;
  }
  if (count < 0 || length == 0) count = 0;
  uint64_t total;
  if (__builtin_mul_overflow(static_cast<uint64_t>(count), length, &total) ||
      total > UINT32_MAX - 1) {  // T-013
    if (total > INT64_MAX / 8) return vm.Raise(TypeId::kMemoryError, "");
    return vm.NoMemory(total * sizeof(Value));
  }
  return count;
}

bool FillRepeated(Vm& vm, Value* to, const Value* from, uint64_t length, uint64_t total) {
  return FillRepeated(vm, reinterpret_cast<char*>(to), total * sizeof(Value),
                      {reinterpret_cast<const char*>(from), length * sizeof(Value)});
}

// ---- Slots of TypeInfo

Status ReprItems(Vm& vm, const Object* container, TextBuilder& out) {
  Value sequence = Value::Of(container);
  for (uint64_t i = 0; i < ItemsOf(sequence).size(); ++i) {
    if (!vm.Tick(1)) return Failure{};
    if (i != 0) out.Append(", ");
    TRY(vm.Repr(ItemsOf(sequence)[i], out));
  }
  return out.status();
}

Status ListRepr(Vm& vm, Value self, TextBuilder& out) {
  RecursionMark mark(self.AsObject());
  if (mark.entered_before()) {
    out.Append("[...]");
    return out.status();
  }
  out.Append('[');
  TRY(ReprItems(vm, self.AsObject(), out));
  out.Append(']');
  return out.status();
}

Value ListCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (!IsObjectOf(left, TypeId::kList) || !IsObjectOf(right, TypeId::kList)) {
    return Value::NotImplemented();
  }
  return CompareSequences(vm, op, left, right);
}

Result<int64_t> ListLength(Vm&, Value self) { return static_cast<int64_t>(self.As<List>()->size); }

Value ListGetItem(Vm& vm, Value self, Value key) {
  List* list = self.As<List>();
  if (IsIndex(vm, key)) {
    int64_t at = TRY(ResolveIndex(vm, key, static_cast<int64_t>(list->size)));
    if (at < 0) return vm.IndexError("list index out of range");
    return list->items()[at];
  }
  if (!IsObjectOf(key, TypeId::kSlice)) {
    return vm.TypeError("list indices must be integers or slices, not ", vm.TypeName(key));
  }
  SliceBounds bounds = TRY(ResolveSlice(vm, key.As<Slice>(), static_cast<int64_t>(list->size)));
  if (!vm.Tick(bounds.length / 16)) return Value::Failed();
  if (bounds.step == 1) return vm.NewList(ListItems(list).subspan(bounds.start, bounds.length));
  List* result = TRY(vm.NewList(bounds.length));
  result->size = bounds.length;
  int64_t at = bounds.start;
  for (int64_t i = 0; i < bounds.length; ++i, at += bounds.step) {
    result->items()[i] = list->items()[at];
  }
  return Value::Of(result);
}

Value ListSetItem(Vm& vm, Value self, Value key, Value value) {
  List* list = self.As<List>();
  if (IsIndex(vm, key)) {
    int64_t at = TRY(ResolveIndex(vm, key, static_cast<int64_t>(list->size)));
    if (at < 0) return vm.IndexError("list assignment index out of range");
    if (value.IsUndefined()) {
      if (!vm.Tick((list->size - at) / 16)) return Value::Failed();
      ListRemoveRange(list, at, at + 1);
    } else {
      list->items()[at] = value;
    }
    return Value::None();
  }
  if (!IsObjectOf(key, TypeId::kSlice)) {
    return vm.TypeError("list indices must be integers or slices, not ", vm.TypeName(key));
  }
  if (!value.IsUndefined()) return AssignSlice(vm, list, key.As<Slice>(), value);
  SliceBounds bounds = TRY(ResolveSlice(vm, key.As<Slice>(), static_cast<int64_t>(list->size)));
  TRY(DeleteSlice(vm, list, bounds));
  return Value::None();
}

Value ListContains(Vm& vm, Value self, Value item) {
  return Value::Bool(TRY(FindEqual(vm, self, 0, UINT64_MAX, item)) >= 0);
}

Value ListIter(Vm& vm, Value self) { return NewSequenceIterator(vm, TypeId::kListIterator, self); }

namespace {

Value Concatenate(Vm& vm, Value left, Value right) {
  if (!IsObjectOf(right, TypeId::kList)) return Value::NotImplemented();
  std::span<Value> a = ItemsOf(left);
  std::span<Value> b = ItemsOf(right);
  uint64_t size = a.size() + b.size();
  if (size > UINT32_MAX) return vm.NoMemory(size * sizeof(Value));
  if (!vm.Tick(size / 16)) return Value::Failed();
  List* result = TRY(vm.NewList(size));
  if (size != 0) {
    CopyValues(result->items(), a.data(), a.size());
    CopyValues(result->items() + a.size(), b.data(), b.size());
  }
  result->size = size;
  return Value::Of(result);
}

Value Repeat(Vm& vm, List* list, Value times, bool in_place) {
  uint64_t length = list->size;
  int64_t count = TRY(RepeatCount(vm, times, length));
  uint64_t total = length * static_cast<uint64_t>(count);
  if (!vm.Tick(total / 16)) return Value::Failed();
  if (in_place) {
    if (total == 0) {
      ListClear(list);
      return Value::Of(list);
    }
    TRY(ListReserve(vm, list, total));
    if (!FillRepeated(vm, list->items(), list->items(), length, total)) return Failure{};
    list->size = total;
    return Value::Of(list);
  }
  List* result = TRY(vm.NewList(total));
  if (total != 0 && !FillRepeated(vm, result->items(), list->items(), length, total))
    return Failure{};
  result->size = total;
  return Value::Of(result);
}

}  // namespace

Value ListBinary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place) {
  bool left_is_list = IsObjectOf(left, TypeId::kList);
  if (op == BinaryOp::kAdd && left_is_list) {
    if (in_place) return ListExtendFrom(vm, left.As<List>(), right, left);
    return Concatenate(vm, left, right);
  }
  if (op == BinaryOp::kMul) {
    if (left_is_list) return Repeat(vm, left.As<List>(), right, in_place);
    return Repeat(vm, right.As<List>(), left, false);
  }
  return Value::NotImplemented();
}

}  // namespace pysub
