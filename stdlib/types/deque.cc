// collections.deque. CPython 3.14 library, "deque objects".

#include "stdlib/types/deque.h"

#include <algorithm>
#include <bit>

#include "stdlib/modules/parsed_arguments.h"
#include "vm/objects/indexing.h"
#include "vm/objects/int64.h"
#include "vm/objects/iterators.h"
#include "vm/objects/list.h"
#include "vm/objects/numbers.h"
#include "vm/objects/recursion_mark.h"
#include "vm/objects/str.h"
#include "vm/slot_methods.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

// A deque that was changed ends the loop with an error; `changes` tells.
struct DequeIterator : Object {
  Value deque;      // None when exhausted
  RawWord index;    // backwards: one past the next
  RawWord changes;  // of the deque when the iterator was made
};

Deque* AsDeque(Value v) { return v.As<Deque>(); }
constexpr RawWord kCountMask = (RawWord{1} << 40) - 1;
void Changed(Deque* deque) { deque->changes = (deque->changes + 1) & kCountMask; }

// Room for `more` items.
Status Reserve(Vm& vm, Deque* deque, uint64_t more) {
  uint64_t needed = deque->size + more;
  if (needed <= deque->capacity()) [[likely]]
    return Done{};
  uint64_t capacity = std::bit_ceil(std::max<uint64_t>(needed, 8));
  if (capacity > UINT32_MAX / 2) return vm.NoMemory(capacity * sizeof(Value));
  if (!vm.Tick(deque->size / 16)) return Failure{};
  Array* array = TRY(vm.NewArray(capacity));
  for (uint64_t i = 0; i < deque->size; ++i) array->items()[i] = deque->at(i);
  deque->array = Value::Of(array);
  deque->head = 0;
  return Done{};
}

Value PopFront(Deque* deque) {
  Value item = deque->at(0);
  deque->at(0) = Value::Undefined();
  deque->head = (deque->head + 1) & (deque->capacity() - 1);
  --deque->size;
  Changed(deque);
  return item;
}
Value PopBack(Deque* deque) {
  Value item = deque->at(deque->size - 1);
  deque->at(deque->size - 1) = Value::Undefined();
  --deque->size;
  Changed(deque);
  return item;
}

bool IsFull(Deque* deque) {
  return !deque->maxlen.IsNone() && deque->size >= static_cast<uint64_t>(Int64Of(deque->maxlen));
}

Status AppendLeft(Vm& vm, Deque* deque, Value item) {
  if (IsFull(deque)) {
    if (Int64Of(deque->maxlen) == 0) return Done{};
    PopBack(deque);
  }
  TRY(Reserve(vm, deque, 1));
  deque->head = (deque->head - 1) & (deque->capacity() - 1);
  ++deque->size;
  deque->at(0) = item;
  Changed(deque);
  return Done{};
}

Value Clear(Deque* deque) {
  deque->array = Value::Undefined();
  deque->head = deque->size = 0;
  Changed(deque);
  return Value::None();
}

// ---- extending

// Slots of the native frame: deque, iterator, whether to the left, result, the item in hand.
Value Extend(Vm& vm, Value self, Value iterable, bool left, Value result) {
  if (iterable == self) {  // its own items, as they are now
    Value items = TRY(NewListFrom(vm, iterable));
    iterable = items;
  }
  Value iterator = TRY(vm.GetIter(iterable));
  return vm.PushNativeFrame(ResumeId::kDequeExtend,
                            {self, iterator, Value::Bool(left), result, Value::Undefined()});
}

Result<Value> MaxLength(Vm& vm, Value v) {
  if (v.IsUndefined() || v.IsNone()) return Value::None();
  if (!IsIntLike(v)) return vm.TypeError("an integer is required");
  int64_t length = TRY(vm.ToIndex(v));
  if (length < 0) return vm.ValueError("maxlen must be non-negative");
  return TRY(vm.NewInt(length));
}

Value New(Vm& vm, const Args& a) {
  Value iterable = a[1];
  Value maxlen = TRY(MaxLength(vm, a[2]));
  Deque* deque = TRY(NewDeque(vm, maxlen));
  if (iterable.IsUndefined()) return Value::Of(deque);
  if (maxlen.IsNone() &&
      (IsObjectOf(iterable, TypeId::kList) || IsObjectOf(iterable, TypeId::kTuple))) {
    Value items = TRY(NewListFrom(vm, iterable));
    List* list = items.As<List>();
    TRY(Reserve(vm, deque, list->size));
    for (uint64_t i = 0; i < list->size; ++i) deque->at(i) = list->items()[i];
    deque->size = list->size;
    return Value::Of(deque);
  }
  return Extend(vm, Value::Of(deque), iterable, false, Value::Of(deque));
}

// deque.__init__(iterable=(), maxlen=None): what it had is forgotten.
Value Init(Vm& vm, const Args& a) {
  static constexpr std::string_view kNames[] = {"iterable", "maxlen"};
  Value v[2];
  TRY(ParseArguments(vm, a, {"deque", kNames}, v));
  Value maxlen = TRY(MaxLength(vm, v[1]));
  AsDeque(a[0])->maxlen = maxlen;
  if (AsDeque(a[0])->size > 0) Clear(AsDeque(a[0]));
  if (v[0].IsUndefined() || v[0] == a[0]) return Value::None();
  return Extend(vm, a[0], v[0], false, Value::None());
}

// ---- methods

Value AppendMethod(Vm& vm, const Args& a) {
  TRY(DequeAppend(vm, AsDeque(a[0]), a[1]));
  return Value::None();
}
Value AppendLeftMethod(Vm& vm, const Args& a) {
  TRY(AppendLeft(vm, AsDeque(a[0]), a[1]));
  return Value::None();
}
Value ExtendMethod(Vm& vm, const Args& a) { return Extend(vm, a[0], a[1], false, Value::None()); }
Value ExtendLeftMethod(Vm& vm, const Args& a) {
  return Extend(vm, a[0], a[1], true, Value::None());
}
Value PopMethod(Vm& vm, const Args& a) {
  if (AsDeque(a[0])->size == 0) return vm.IndexError("pop from an empty deque");
  return PopBack(AsDeque(a[0]));
}
Value PopLeftMethod(Vm& vm, const Args& a) {
  if (AsDeque(a[0])->size == 0) return vm.IndexError("pop from an empty deque");
  return PopFront(AsDeque(a[0]));
}
Value ClearMethod(Vm&, const Args& a) { return Clear(AsDeque(a[0])); }
Value CopyMethod(Vm& vm, const Args& a) { return DequeCopy(vm, a[0]); }

// The place of `item` in [start, stop): -1 if there is none. A comparison cannot change the deque.
Result<int64_t> Find(Vm& vm, Deque* deque, int64_t start, int64_t stop, Value item) {
  for (int64_t i = start; i < stop; ++i) {
    if (!vm.Tick(1)) return Failure{};
    if (TRY(vm.Equal(deque->at(static_cast<uint64_t>(i)), item))) return i;
  }
  return -1;
}

Value Count(Vm& vm, const Args& a) {
  int64_t count = 0;
  for (uint64_t i = 0; i < AsDeque(a[0])->size; ++i) {
    if (!vm.Tick(1)) return Value::Failed();
    count += TRY(vm.Equal(AsDeque(a[0])->at(i), a[1]));
  }
  return vm.NewInt(count);
}

Result<int64_t> Bound(Vm& vm, Value v, int64_t otherwise, int64_t size) {
  if (v.IsUndefined()) return otherwise;
  if (!IsIndex(vm, v)) {
    return vm.TypeError("slice indices must be integers or have an __index__ method");
  }
  int64_t at = TRY(vm.ToIndexClamped(v));
  if (at < 0) at = std::max<int64_t>(at + size, 0);
  return std::min(at, size);
}

Value Index(Vm& vm, const Args& a) {
  int64_t size = static_cast<int64_t>(AsDeque(a[0])->size);
  int64_t start = TRY(Bound(vm, a[2], 0, size));
  int64_t stop = TRY(Bound(vm, a[3], size, size));
  int64_t at = TRY(Find(vm, AsDeque(a[0]), start, stop, a[1]));
  if (at < 0) return vm.ValueError("deque.index(x): x not in deque");
  return vm.NewInt(at);
}

// Moves what lies between by one place, on the shorter side.
void RemoveAt(Deque* deque, uint64_t index) {
  if (index < deque->size / 2) {
    for (uint64_t i = index; i > 0; --i) deque->at(i) = deque->at(i - 1);
    PopFront(deque);
  } else {
    for (uint64_t i = index; i + 1 < deque->size; ++i) deque->at(i) = deque->at(i + 1);
    PopBack(deque);
  }
}

Value Remove(Vm& vm, const Args& a) {
  Deque* deque = AsDeque(a[0]);
  int64_t at = TRY(Find(vm, deque, 0, static_cast<int64_t>(deque->size), a[1]));
  if (at < 0) return vm.ValueError("deque.remove(x): x not in deque");
  RemoveAt(deque, static_cast<uint64_t>(at));
  return Value::None();
}

Value Insert(Vm& vm, const Args& a) {
  Deque* deque = AsDeque(a[0]);
  int64_t index = TRY(vm.ToIndexClamped(a[1]));
  int64_t size = static_cast<int64_t>(deque->size);
  if (IsFull(deque)) return vm.IndexError("deque already at its maximum size");
  if (index >= size) {
    TRY(DequeAppend(vm, deque, a[2]));
    return Value::None();
  }
  if (index <= -size || index == 0) {
    TRY(AppendLeft(vm, deque, a[2]));
    return Value::None();
  }
  if (index < 0) index += size;
  if (!vm.Tick(static_cast<uint64_t>(size) / 8)) return Value::Failed();
  TRY(DequeAppend(vm, deque, Value::Undefined()));
  for (int64_t i = size; i > index; --i) {
    deque->at(static_cast<uint64_t>(i)) = deque->at(static_cast<uint64_t>(i - 1));
  }
  deque->at(static_cast<uint64_t>(index)) = a[2];
  return Value::None();
}

Value Reverse(Vm& vm, const Args& a) {
  Deque* deque = AsDeque(a[0]);
  if (!vm.Tick(deque->size / 8)) return Value::Failed();
  for (uint64_t i = 0, k = deque->size; i + 1 < k; ++i) std::swap(deque->at(i), deque->at(--k));
  return Value::None();
}

// The shorter way round, so at most half of the items are moved.
Value Rotate(Vm& vm, const Args& a) {
  Deque* deque = AsDeque(a[0]);
  int64_t steps = a.has(1) ? TRY(vm.ToIndexClamped(a[1])) : 1;
  int64_t size = static_cast<int64_t>(deque->size);
  if (size <= 1) return Value::None();
  steps %= size;
  if (steps > size / 2) steps -= size;
  if (steps < -(size / 2)) steps += size;
  if (!vm.Tick(static_cast<uint64_t>(std::abs(steps)) / 8)) return Value::Failed();
  uint64_t mask = deque->capacity() - 1;
  for (; steps > 0; --steps) {
    Value item = deque->at(deque->size - 1);
    deque->at(deque->size - 1) = Value::Undefined();
    deque->head = (deque->head - 1) & mask;
    deque->at(0) = item;
  }
  for (; steps < 0; ++steps) {
    Value item = deque->at(0);
    deque->at(0) = Value::Undefined();
    deque->head = (deque->head + 1) & mask;
    deque->at(deque->size - 1) = item;
  }
  Changed(deque);
  return Value::None();
}

Value NewIterator(Vm& vm, Value self, TypeId type, uint64_t index) {
  DequeIterator* it = TRY(vm.New<DequeIterator>(type));
  it->deque = self;
  it->index = index;
  it->changes = AsDeque(self)->changes;
  return Value::Of(it);
}
Value Reversed(Vm& vm, const Args& a) {
  return NewIterator(vm, a[0], TypeId::kDequeReverseIterator, AsDeque(a[0])->size);
}

// ---- slots

Status Repr(Vm& vm, Value self, TextBuilder& out) {
  Deque* deque = AsDeque(self);
  RecursionMark mark(deque);
  if (mark.entered_before()) {
    out.Append("[...]");
    return out.status();
  }
  out.Append("deque([");
  for (uint64_t i = 0; i < deque->size; ++i) {
    if (i > 0) out.Append(", ");
    TRY(vm.Repr(deque->at(i), out));
  }
  out.Append(']');
  if (!deque->maxlen.IsNone()) {
    out.Append(", maxlen=");
    out.AppendInt(Int64Of(deque->maxlen));
  }
  out.Append(')');
  return out.status();
}

Value Compare(Vm& vm, CompareOp op, Value left, Value right) {
  if (!IsObjectOf(left, TypeId::kDeque) || !IsObjectOf(right, TypeId::kDeque)) {
    return Value::NotImplemented();
  }
  Deque* a = AsDeque(left);
  Deque* b = AsDeque(right);
  if (op == CompareOp::kEq && a->size != b->size) return Value::False();
  if (op == CompareOp::kNe && a->size != b->size) return Value::True();
  uint64_t common = std::min(a->size, b->size);
  for (uint64_t i = 0; i < common; ++i) {
    if (!vm.Tick(1)) return Value::Failed();
    if (!TRY(vm.Equal(a->at(i), b->at(i)))) return vm.Compare(op, a->at(i), b->at(i));
  }
  return Value::Bool(OrderHolds(op, a->size < b->size ? -1 : a->size > b->size));
}

Result<int64_t> Length(Vm&, Value self) { return static_cast<int64_t>(AsDeque(self)->size); }

Result<int64_t> PlaceOf(Vm& vm, Value self, Value key) {
  if (!IsIndex(vm, key)) {
    return vm.TypeError("sequence index must be integer, not '", vm.TypeName(key), "'");
  }
  int64_t at = TRY(ResolveIndex(vm, key, static_cast<int64_t>(AsDeque(self)->size)));
  if (at < 0) return vm.IndexError("deque index out of range");
  return at;
}
Value GetItem(Vm& vm, Value self, Value key) {
  int64_t at = TRY(PlaceOf(vm, self, key));
  return AsDeque(self)->at(static_cast<uint64_t>(at));
}
Value SetItem(Vm& vm, Value self, Value key, Value value) {
  int64_t at = TRY(PlaceOf(vm, self, key));
  if (!value.IsUndefined()) {
    AsDeque(self)->at(static_cast<uint64_t>(at)) = value;
  } else {
    if (!vm.Tick(AsDeque(self)->size / 16)) return Value::Failed();
    RemoveAt(AsDeque(self), static_cast<uint64_t>(at));
  }
  return Value::None();
}
Value Contains(Vm& vm, Value self, Value item) {
  int64_t at = TRY(Find(vm, AsDeque(self), 0, static_cast<int64_t>(AsDeque(self)->size), item));
  return Value::Bool(at >= 0);
}
Value Iter(Vm& vm, Value self) { return NewIterator(vm, self, TypeId::kDequeIterator, 0); }

// The items of `from` at the end of `to`, of which the last maxlen stay.
Status AppendAll(Vm& vm, Deque* to, Deque* from) {
  uint64_t count = from->size;
  if (!vm.Tick(count)) return Failure{};
  for (uint64_t i = 0; i < count; ++i) TRY(DequeAppend(vm, to, from->at(i)));
  return Done{};
}

Value Repeated(Vm& vm, Deque* deque, Value times) {
  const bool bounded = !deque->maxlen.IsNone();
  // Of what would be too many a bounded deque keeps the last.
  uint64_t keep =
      static_cast<uint64_t>(TRY(RepeatCount(vm, times, bounded ? 0 : deque->size))) * deque->size;
  if (bounded && deque->size != 0) {
    const uint64_t most = static_cast<uint64_t>(Int64Of(deque->maxlen));
    const uint64_t count = static_cast<uint64_t>(std::max<int64_t>(TRY(RepeatCount(vm, times)), 0));
    keep = count > most / deque->size ? most : count * deque->size;
    if (keep > UINT32_MAX - 1) return vm.NoMemory(UINT32_MAX * sizeof(Value));
  }
  Deque* result = TRY(NewDeque(vm, deque->maxlen));
  if (!vm.Tick(keep / 16)) return Value::Failed();
  TRY(Reserve(vm, result, keep));
  // The last `keep` items of the repetition.
  result->size = keep;
  for (uint64_t i = 0; i < keep; ++i) {
    result->at(keep - 1 - i) = deque->at(deque->size - 1 - i % deque->size);
  }
  return Value::Of(result);
}

Value Binary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place) {
  bool left_is_deque = IsObjectOf(left, TypeId::kDeque);
  if (op == BinaryOp::kAdd && left_is_deque) {
    if (in_place) return Extend(vm, left, right, false, left);
    if (!IsObjectOf(right, TypeId::kDeque)) {
      return vm.TypeError("can only concatenate deque (not \"", vm.TypeName(right), "\") to deque");
    }
    Value copy = TRY(DequeCopy(vm, left));
    TRY(AppendAll(vm, AsDeque(copy), AsDeque(right)));
    return copy;
  }
  if (op != BinaryOp::kMul) return Value::NotImplemented();
  Value times = left_is_deque ? right : left;
  Value self = left_is_deque ? left : right;
  if (!IsIndex(vm, times)) {
    return vm.TypeError("can't multiply sequence by non-int of type '", vm.TypeName(times), "'");
  }
  Value result = TRY(Repeated(vm, AsDeque(self), times));
  if (!in_place || !left_is_deque) return result;
  AsDeque(self)->array = AsDeque(result)->array;
  AsDeque(self)->head = AsDeque(result)->head;
  AsDeque(self)->size = AsDeque(result)->size;
  Changed(AsDeque(self));
  return self;
}

Value GetMaxLength(Vm&, Value self) { return AsDeque(self)->maxlen; }

constexpr NativeInfo kConstructor{
    "deque(iterable=<unrepresentable>, maxlen=None)", New,
    "A list-like sequence optimized for data accesses near its endpoints."};
constexpr NativeInfo kMethods[] = {
    {"@wrapper __init__(*args, **kwargs)", Init, kInitAnewRow.doc},
    {"append(item, /)", AppendMethod, "Add an element to the right side of the deque."},
    {"appendleft(item, /)", AppendLeftMethod, "Add an element to the left side of the deque."},
    {"clear()", ClearMethod, "Remove all elements from the deque."},
    {"copy()", CopyMethod, "Return a shallow copy of a deque."},
    {"__copy__()", CopyMethod, "Return a shallow copy of a deque."},
    {"count(value, /)", Count, "Return number of occurrences of value."},
    {"extend(iterable, /)", ExtendMethod,
     "Extend the right side of the deque with elements from the iterable."},
    {"extendleft(iterable, /)", ExtendLeftMethod,
     "Extend the left side of the deque with elements from the iterable."},
    {"index(value, start=<unrepresentable>, stop=<unrepresentable>, /)", Index,
     "Return first index of value."},
    {"insert(index, value, /)", Insert, "Insert value before index."},
    {"pop()", PopMethod, "Remove and return the rightmost element."},
    {"popleft()", PopLeftMethod, "Remove and return the leftmost element."},
    {"remove(value, /)", Remove, "Remove first occurrence of value."},
    {"reverse()", Reverse, "Reverse *IN PLACE*."},
    {"rotate(n=1, /)", Rotate,
     "Rotate the deque n steps to the right.  If n is negative, rotates left."},
    {"__reversed__()", Reversed, "Return a reverse iterator over the deque."},
};
constexpr AttributeInfo kAttributes[] = {{"maxlen", GetMaxLength}};
PYSUB_MEMBERS(Deque, kMethods, kAttributes);

// ---- iterators

Value IteratorNext(Vm& vm, Value self) {
  DequeIterator* it = self.As<DequeIterator>();
  if (it->deque.IsNone()) return Value::Exhausted();
  Deque* deque = AsDeque(it->deque);
  if (it->changes != deque->changes) {
    it->index = deque->size;
    return vm.Raise(TypeId::kRuntimeError, "deque mutated during iteration");
  }
  if (it->index < deque->size) return deque->at(it->index++);
  it->deque = Value::None();
  return Value::Exhausted();
}
Value ReverseIteratorNext(Vm& vm, Value self) {
  DequeIterator* it = self.As<DequeIterator>();
  if (it->deque.IsNone()) return Value::Exhausted();
  Deque* deque = AsDeque(it->deque);
  if (it->changes != deque->changes) {
    it->index = 0;
    return vm.Raise(TypeId::kRuntimeError, "deque mutated during iteration");
  }
  if (it->index > 0 && it->index <= deque->size) return deque->at(--it->index);
  it->deque = Value::None();
  return Value::Exhausted();
}
template <bool kBackwards>
Value LengthHint(Vm& vm, const Args& a) {
  DequeIterator* it = a[0].As<DequeIterator>();
  if (it->deque.IsNone()) return Value::SmallInt(0);
  return vm.NewInt(
      static_cast<int64_t>(kBackwards ? it->index : AsDeque(it->deque)->size - it->index));
}
constexpr NativeInfo kIteratorMethods[] = {
    {"__length_hint__()", LengthHint<false>,
     "Private method returning an estimate of len(list(it))."}};
constexpr NativeInfo kReverseMethods[] = {
    {"__length_hint__()", LengthHint<true>,
     "Private method returning an estimate of len(list(it))."}};
PYSUB_MEMBERS(DequeIterator, kIteratorMethods, kNoAttributes);
PYSUB_MEMBERS(DequeReverseIterator, kReverseMethods, kNoAttributes);

}  // namespace

Deque* NewDeque(Vm& vm, Value maxlen) {
  Deque* deque = TRY(vm.New<Deque>(TypeId::kDeque));
  deque->head = deque->size = deque->changes = 0;
  deque->maxlen = maxlen;
  return deque;
}

Status DequeAppend(Vm& vm, Deque* deque, Value item) {
  if (IsFull(deque)) {
    if (Int64Of(deque->maxlen) == 0) return Done{};
    PopFront(deque);
  }
  TRY(Reserve(vm, deque, 1));
  ++deque->size;
  deque->at(deque->size - 1) = item;
  Changed(deque);
  return Done{};
}

Value DequeCopy(Vm& vm, Value self) {
  Deque* copy = TRY(NewDeque(vm, AsDeque(self)->maxlen));
  if (!vm.Tick(AsDeque(self)->size / 16)) return Value::Failed();
  TRY(Reserve(vm, copy, AsDeque(self)->size));
  copy->size = AsDeque(self)->size;
  for (uint64_t i = 0; i < copy->size; ++i) copy->at(i) = AsDeque(self)->at(i);
  return Value::Of(copy);
}

Value DequeExtendResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  auto add = [&](Value item) {
    return slots[2].IsTrue() ? AppendLeft(vm, AsDeque(slots[0]), item)
                             : DequeAppend(vm, AsDeque(slots[0]), item);
  };
  switch (frame.state) {
    case 0:
      if (vm.IteratesNatively(slots[1])) {
        while (true) {
          // The item waits in its slot when there is no room for it yet.
          if (slots[4].IsUndefined()) {
            slots[4] = TRY(vm.Next(slots[1]));
            if (slots[4].IsExhausted()) return slots[3];
          }
          TRY(add(slots[4]));
          slots[4] = Value::Undefined();
          if (vm.NativeFrameShouldYield(Value::Undefined())) return vm.YieldNativeFrame();
        }
      }
      while (true) {
        PYSUB_SUSPEND_POINT(1, vm.Next(slots[1]));
        if (in.IsExhausted()) return slots[3];
        TRY(add(in));
        frame.state = 0;  // a repetition goes on with the next item
      }
  }
  return slots[3];
}

static bool CheckDeque(Vm&, Object* object) {
  Deque* deque = static_cast<Deque*>(object);
  if (!deque->maxlen.IsNone() && !IsInt64FromZero(deque->maxlen)) return false;
  uint32_t capacity = deque->capacity();
  if (capacity == 0) return deque->array.IsUndefined() && deque->head == 0 && deque->size == 0;
  return std::has_single_bit(capacity) && deque->head < capacity && deque->size <= capacity;
}
constexpr Schema kDequeSchema{"A? # # # i~", CheckDeque};
constexpr Schema kDequeIteratorSchema{"<Deque>~ # #"};

extern constexpr TypeInfo kDequeType{
    .id = TypeId::kDeque,
    .schema = &kDequeSchema,
    .constructor = &kConstructor,
    .doc =
        "A list-like sequence optimized for data accesses near its "
        "endpoints.",
    .methods = kMethods,
    .attributes = kAttributes,
    .members = kDequeMembers,
    .may_be_hashed = false,
    .operators = OperatorSet("add iadd mul rmul imul"),
    .repr = Repr,
    .compare = Compare,
    .length = Length,
    .get_item = GetItem,
    .set_item = SetItem,
    .contains = Contains,
    .iter = Iter,
    .binary = Binary};
extern constexpr TypeInfo kDequeIteratorType{.id = TypeId::kDequeIterator,
                                             .schema = &kDequeIteratorSchema,
                                             .methods = kIteratorMethods,
                                             .members = kDequeIteratorMembers,
                                             .iteration = Iteration::kNative,
                                             .copying = Copying::kWords,
                                             .next = IteratorNext};
extern constexpr TypeInfo kDequeReverseIteratorType{.id = TypeId::kDequeReverseIterator,
                                                    .schema = &kDequeIteratorSchema,
                                                    .methods = kReverseMethods,
                                                    .members = kDequeReverseIteratorMembers,
                                                    .iteration = Iteration::kNative,
                                                    .copying = Copying::kWords,
                                                    .next = ReverseIteratorNext};

}  // namespace pysub
