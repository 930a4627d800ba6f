// iter() and next() for everybody, materialising iterators into lists, unpacking, the loops of
// FOR_ITER.

#include <algorithm>
#include <functional>

#include "vm/frame_access.h"
#include "vm/objects/dict.h"
#include "vm/objects/iterators.h"
#include "vm/objects/list.h"
#include "vm/slow_paths.h"
#include "vm/snapshot/schema.h"
#include "vm/vm.h"

namespace pysub {

// Never runs Python: there are no classes, and __iter__ of the library's own never pushes.
Value Vm::GetIter(Value iterable) {
  const TypeInfo& info = InfoOf(iterable);
  if (info.iter != nullptr) return info.iter(*this, iterable);
  if (info.next != nullptr) return iterable;
  if (IsEnumeration(iterable))
    return GetIter(TRY(InfoOf(iterable.AsType()).type_members(*this, iterable.AsType())));
  return TypeError("'", TypeName(iterable), "' object is not iterable");
}

// What an iterator has answered to the frame at `depth`.
inline Value Vm::NextAnswer(Value item, ptrdiff_t depth) {
  if (item.IsCallPending()) {
    // A native frame that asked learns of a StopIteration as of the end.
    Frame& asking = frames_[depth];
    if (asking.code == nullptr && depth > 0)
      asking.owner.As<NativeFrame>()->options |= kFrameAwaitsNext;
  } else if (item.IsFailed() && PendingIs(TypeId::kStopIteration)) {
    stop_value = StopIterationValue(error_);
    error_ = Value::Undefined();
    return Value::Exhausted();
  }
  return item;
}

inline Value Vm::NextOfAny(Value iterator) {
  const TypeInfo& info = InfoOf(iterator);
  if (info.next == nullptr)
    return TypeError("'", TypeName(iterator), "' object is not an iterator");
  const ptrdiff_t depth = frame_ - frames_;
  return NextAnswer(info.next(*this, iterator), depth);
}

// A native frame's commonest source.
[[gnu::noinline]] Value Vm::NextForNativeFrame(Generator* generator) {
  NativeFrame* asking = frame_->owner.As<NativeFrame>();
  if (Generators::Enter(*this, generator, stack_ + frame_->base, Value::None()) == nullptr)
    return NextOfAny(Value::Of(generator));
  asking->options |= kFrameAwaitsNext;
  return Value::CallPending();
}

Eventual Vm::Next(Value iterator) {
  if (IsObjectOf(iterator, TypeId::kGenerator) && frame_->kind == FrameKind::kNative &&
      frame_ != frames_) {
    return NextForNativeFrame(iterator.As<Generator>());
  }
  return NextOfAny(iterator);
}

Eventual Vm::NextOrPair(Value iterator, Value* out) {
  const TypeInfo& info = InfoOf(iterator);
  if (info.next_pair == nullptr) return Next(iterator);
  const ptrdiff_t depth = frame_ - frames_;
  return NextAnswer(info.next_pair(*this, iterator, out), depth);
}

// The items of an iterable as a list or tuple. If its iterator runs Python code a native frame
// collects them. Native code that needs all items begins with this and need not think of suspension
// afterwards.
Eventual Vm::Materialise(Value iterable) {
  if (IsObjectOf(iterable, TypeId::kList) || IsObjectOf(iterable, TypeId::kTuple)) return iterable;
  Value iterator = TRY(GetIter(iterable));
  List* list = TRY(NewList());
  if (!IteratesNatively(iterator))
    return PushNativeFrame(ResumeId::kMaterialise, {iterator, Value::Of(list)});
  while (true) {
    // Room first: what the iterator gave must not get lost.
    const bool room =
        list->size < list->capacity() || ListReserve(*this, list, list->size + 1).ok();
    Value item = room ? NextNatively(*this, iterator) : Value::Failed();
    if (item.IsFailed()) {
      const bool moved = iterator == iterable && WantsRepetition();
      return moved ? GoOnInNativeFrame(ResumeId::kMaterialise, {iterator, Value::Of(list)}) : item;
    }
    if (item.IsExhausted()) return Value::Of(list);
    list->items()[list->size++] = item;
    if (!Tick(1)) return Value::Failed();
  }
}

// See FastConsumeFunction. Only where the list has room, since it must not fail.
bool MaterialiseFastConsume(Vm&, NativeFrame& frame, Value iterator, Value item) {
  return frame.state == 1 && frame.slots[0] == iterator &&
         ListAppendInline(frame.slots[1].As<List>(), item);
}

// For what cannot be repeated, since iterators have moved on: a native frame does the rest, after a
// collection when memory was short.
Eventual Vm::GoOnInNativeFrame(ResumeId resume_id, std::initializer_list<Value> slots) {
  if (WantsRepetition()) {
    repeat_ = Repeat::kNo;
    heap.TakeRefusal(true);
    heap.RequestCollection();
  }
  Heap::AlwaysAllocateScope moved_on(heap);
  return PushNativeFrame(resume_id, slots);
}

// Slots: the iterator, the list. ListAppend behind the suspension point may fail for lack of
// memory; then it is repeated with the same item.
Value MaterialiseResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      while (true) {
        PYSUB_SUSPEND_POINT(1, vm.Next(frame.slots[0]));
        if (in.IsExhausted()) return frame.slots[1];
        TRY(ListAppend(vm, frame.slots[1].As<List>(), in));
      }
  }
  return Value::None();
}

// ---- natives whose arguments are materialised first

// Whether a native may have it for an argument that is materialised: it walks that, or words the
// error. True or False.
static Value IsMaterialised(Vm& vm, Value argument) {
  if (argument.IsUndefined()) return Value::True();
  const TypeInfo& type = vm.InfoOf(argument);
  // also one that iterates natively: the native may be repeated
  if (type.next != nullptr) return Value::False();
  if (type.iter == nullptr) return Value::True();
  // A container. Those of the library may be written in Python, also what they have
  // from one of the core.
  const bool of_core = type.iteration == Iteration::kContainer && type.id == vm.TypeOf(argument);
  if (of_core || argument.IsType()) return Value::True();
  const Value iterator = TRY(vm.GetIter(argument));
  return Value::Bool(vm.IteratesNatively(iterator));
}

namespace {

// -1: it is a row of another table.
int RowIn(std::span<const NativeInfo> table, const NativeInfo& info) {
  if (std::less<>()(&info, table.data()) || !std::less<>()(&info, table.data() + table.size())) {
    return -1;
  }
  return static_cast<int>(&info - table.data());
}

// The row as a value.
Value NativeValueOf(const Vm& vm, const NativeInfo& info, Value self) {
  if (!self.IsUndefined()) {
    for (TypeId id = self.IsType() ? self.AsType() : vm.TypeOf(self);; id = Vm::BaseOf(id)) {
      const TypeInfo* type = vm.runtime().types[static_cast<int>(id)];
      if (type != nullptr) {
        if (type->constructor == &info) {
          return Value::Native(static_cast<uint16_t>(id), kConstructorRow);
        }
        int row = RowIn(type->methods, info);
        if (row >= 0) return Value::Native(static_cast<uint16_t>(id), static_cast<uint16_t>(row));
      }
      if (id == TypeId::kObject) break;
    }
  }
  for (size_t i = 0; i < vm.runtime().modules.size(); ++i) {
    if (vm.runtime().modules[i] == nullptr) continue;
    int row = RowIn(vm.runtime().modules[i]->functions, info);
    if (row >= 0) {
      return Value::Native(static_cast<uint16_t>(kModuleTableBase + i), static_cast<uint16_t>(row));
    }
  }
  return Value::Undefined();
}

}  // namespace

// Before a native that reads an iterable as a whole: what may run Python becomes a list first.
// None: nothing had to be read, and the native is called as usual.
Value Vm::MaterialiseArguments(const NativeInfo& info, const Args& args, bool has_self) {
  uint32_t first = info.materialise;
  bool any = false;
  for (uint32_t i = 0; first >> i != 0; ++i) {
    if (first >> i & 1) any |= TRY(IsMaterialised(*this, args.v[has_self + i])).IsFalse();
  }
  if (!any) return Value::None();
  uint32_t slots = info.slot_count() + has_self;
  std::vector<Value> state = {NativeValueOf(*this, info, has_self ? args.v[0] : Value::Undefined()),
                              Value::SmallInt(has_self), args.keywords, Value::SmallInt(slots),
                              Value::SmallInt(0)};
  state.insert(state.end(), args.v, args.v + slots);
  state.insert(state.end(), args.rest, args.rest + args.rest_count);
  return PushNativeFrame(ResumeId::kMaterialiseThenCall, state);
}

namespace {

// Whether the slots of a MaterialiseThenCall are what MaterialiseArguments made, and it waits only
// for arguments that are materialised.
bool IsMaterialiseFrame(const Vm& vm, NativeFrame& frame, uint32_t first) {
  if (!frame.slots[0].IsNative()) return false;
  const NativeInfo& info = vm.NativeOf(frame.slots[0]);
  const bool waits = (frame.state & ~kRepeatPoint) == 1;
  const bool has_self = frame.slots[1] == Value::SmallInt(1);
  const uint64_t slots = info.slot_count() + uint64_t{has_self};
  return info.materialise != 0 && frame.slots[3] == Value::KnownSmallInt(slots) &&
         first + slots <= frame.count - NativeFrame::kFixedWords &&
         static_cast<uint64_t>(frame.slots[4].AsSmallInt()) <= info.slot_count() &&
         (!waits || (info.materialise >> frame.slots[4].AsSmallInt() & 1)) &&
         IsSelfOf(vm, has_self ? frame.slots[first] : Value::Undefined(), frame.slots[0]);
}

// What was awaited may have been no list, in a snapshot from anybody.
Value CallMaterialised(Vm& vm, const NativeFrame& frame, const NativeInfo& info, const Args& args) {
  const uint32_t has_self = frame.slots[1] == Value::SmallInt(1);
  for (uint32_t i = 0; info.materialise >> i != 0; ++i) {
    if ((info.materialise >> i & 1) && TRY(IsMaterialised(vm, args.v[has_self + i])).IsFalse())
      return BadState(vm);
  }
  return info.function(vm, args);
}

}  // namespace

Value MaterialiseThenCallResume(Vm& vm, NativeFrame& frame, Value in) {
  constexpr uint32_t kFirst = 5;
  if (!IsMaterialiseFrame(vm, frame, kFirst)) return BadState(vm);
  const NativeInfo& info = vm.NativeOf(frame.slots[0]);
  uint32_t has_self = static_cast<uint32_t>(frame.slots[1].AsSmallInt());
  uint32_t slots = static_cast<uint32_t>(frame.slots[3].AsSmallInt());
  auto index = [&] { return static_cast<uint32_t>(frame.slots[4].AsSmallInt()); };
  switch (frame.state) {
    case 0:
      for (; info.materialise >> index() != 0; frame.slots[4] = Value::SmallInt(index() + 1)) {
        if (!(info.materialise >> index() & 1)) continue;
        if (TRY(IsMaterialised(vm, frame.slots[kFirst + has_self + index()])).IsTrue()) continue;
        PYSUB_SUSPEND_POINT(1, vm.Materialise(frame.slots[kFirst + has_self + index()]));
        frame.slots[kFirst + has_self + index()] = in;
        frame.state = 0;  // what comes next may be repeated: not this
      }
      PYSUB_SUSPEND_POINT(
          2, CallMaterialised(
                 vm, frame, info,
                 Args{frame.slots + kFirst, frame.slots + kFirst + slots,
                      frame.count - NativeFrame::kFixedWords - kFirst - slots, frame.slots[2]}));
      return in;
  }
  return Value::None();
}

// ---- in over iterators

// Slots: the iterator, the value.
Value ContainsResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      while (true) {
        PYSUB_SUSPEND_POINT(1, vm.Next(frame.slots[0]));
        if (in.IsExhausted()) return Value::False();
        if (TRY(vm.Equal(in, frame.slots[1]))) return Value::True();
      }
  }
  return Value::None();
}

// ---- unpacking

namespace {

Failure NotEnough(Vm& vm, uint32_t before, bool star, uint32_t after, uint64_t got) {
  return vm.ValueError("not enough values to unpack (expected ", star ? "at least " : "",
                       before + after, ", got ", got, ")");
}

// a, b, *c, d = items. The list for the star is made before any target is written.
Value UnpackItems(Vm& vm, Value* to, const Value* items, uint64_t count, uint32_t before, bool star,
                  uint32_t after, bool tell_count) {
  uint64_t wanted = uint64_t{before} + after;
  if (count < wanted) return NotEnough(vm, before, star, after, count);
  if (!star && count > wanted) {
    if (tell_count) {
      return vm.ValueError("too many values to unpack (expected ", before, ", got ", count, ")");
    }
    return vm.ValueError("too many values to unpack (expected ", before, ")");
  }
  Value middle = Value::Undefined();
  if (star) {
    // `a, b, ... = range(10**6)` with more targets than registers takes a rest of the rest each
    // time.
    if (!vm.Tick((count - wanted) / 16)) return Value::Failed();
    middle = TRY(vm.NewList(std::span<const Value>(items + before, count - wanted)));
  }
  std::copy(items, items + before, to);
  if (star) {
    to[before] = middle;
    std::copy(items + count - after, items + count, to + before + 1);
  }
  return Value::None();
}

// From an iterator of `value` that never runs Python, into `items` first. It may call natives, and
// the stack move; `to` is on it.
Value UnpackNatively(Vm& vm, Value* to, Value iterator, List* items, Value value, uint32_t before,
                     bool star, uint32_t after) {
  const auto index = static_cast<uint32_t>(to - vm.StackAt(0));
  while (star || items->size <= before) {
    TRY(ListReserve(vm, items, items->size + 1));
    Value item = TRY(vm.Next(iterator));
    if (item.IsExhausted()) break;
    if (!vm.Tick(1)) return Value::Failed();
    items->items()[items->size++] = item;
  }
  bool tell = IsObjectOf(value, TypeId::kDict) && items->size > before;
  uint64_t count = items->size;
  if (tell) count = static_cast<uint64_t>(TRY(vm.Length(value)));
  return UnpackItems(vm, vm.StackAt(index), items->size > 0 ? items->items() : nullptr, count,
                     before, star, after, tell);
}

}  // namespace

namespace slow {

// One item more than wanted is asked for, and no more: `a, b = count()` ends with an error.
Value Unpack(Vm& vm, Value* R, uint32_t a, Value value, uint32_t before, bool star,
             uint32_t after) {
  if (IsObjectOf(value, TypeId::kTuple) || IsObjectOf(value, TypeId::kNamedTuple)) {
    Tuple* tuple = value.As<Tuple>();
    return UnpackItems(vm, R + a, tuple->items(), tuple->size(), before, star, after, true);
  }
  if (IsObjectOf(value, TypeId::kList)) {
    List* list = value.As<List>();
    return UnpackItems(vm, R + a, list->size > 0 ? list->items() : nullptr, list->size, before,
                       star, after, true);
  }
  const TypeInfo& info = vm.InfoOf(value);
  if (info.iter == nullptr && info.next == nullptr) {
    return vm.TypeError("cannot unpack non-iterable ", vm.TypeName(value), " object");
  }
  Value iterator = TRY(vm.GetIter(value));
  if (!vm.IteratesNatively(iterator)) {
    List* items = TRY(vm.NewList(before + after + 1));
    return vm.PushNativeFrame(
        ResumeId::kUnpack, {iterator, Value::Of(items), Value::SmallInt(before), Value::Bool(star),
                            Value::SmallInt(after)});
  }
  List* items = TRY(vm.NewList(before + after + 1));
  Value unpacked = UnpackNatively(vm, R + a, iterator, items, value, before, star, after);
  // What moved on cannot be repeated.
  if (!unpacked.IsFailed() || iterator != value || !vm.WantsRepetition()) return unpacked;
  return vm.GoOnInNativeFrame(
      ResumeId::kUnpack, {iterator, Value::Of(items), Value::SmallInt(before), Value::Bool(star),
                          Value::SmallInt(after)});
}

Status SpreadUnpacked(Vm& vm, Value* to, Array* items, uint32_t before, bool star, uint32_t after) {
  Value done = UnpackItems(vm, to, items->items(), items->count, before, star, after, false);
  if (done.IsFailed()) return Failure{};
  return Done{};
}

}  // namespace slow

// Collects the items as an Array, which UNPACK spreads when it is written back.
Value UnpackResume(Vm& vm, NativeFrame& frame, Value in) {
  List* items = frame.slots[1].As<List>();
  uint64_t wanted =
      static_cast<uint64_t>(frame.slots[2].AsSmallInt() + frame.slots[4].AsSmallInt());
  switch (frame.state) {
    case 0:
      while (frame.slots[3].IsTrue() || items->size <= wanted) {
        PYSUB_SUSPEND_POINT(1, vm.Next(frame.slots[0]));
        if (in.IsExhausted()) break;
        if (frame.slots[3].IsFalse() && items->size == wanted) {
          return vm.ValueError("too many values to unpack (expected ", wanted, ")");
        }
        TRY(ListAppend(vm, items, in));
      }
      PYSUB_CHECKPOINT(2);
  }
  if (items->size < wanted) {
    return NotEnough(vm, static_cast<uint32_t>(frame.slots[2].AsSmallInt()),
                     frame.slots[3].IsTrue(), static_cast<uint32_t>(frame.slots[4].AsSmallInt()),
                     items->size);
  }
  Array* array = TRY(vm.NewArray(items->size));
  if (items->size > 0) std::copy(items->items(), items->items() + items->size, array->items());
  return Value::Of(array);
}

// ---- loop states: R[A] is what is walked, R[A+1] where, R[A+2] what must not change

namespace {

std::string_view SizeChangedText(Dict* dict) {
  return dict->type == TypeId::kOrderedDict ? "OrderedDict mutated during iteration"
                                            : "dictionary changed size during iteration";
}

// A dict view is a record whose first word is the dict.
Dict* ViewedDict(Value view) { return view.AsObject()->words()[0].As<Dict>(); }

bool IsPlainView(const Vm& vm, Value v) {
  TypeId type = v.IsObject() ? v.AsObject()->type : TypeId::kObject;
  return (type == TypeId::kDictItems || type == TypeId::kDictKeys || type == TypeId::kDictValues) &&
         IsDict(vm, v.AsObject()->words()[0]);
}

// R[A+1] of a loop over a dict: the entry to look at next, above it how many were returned.
constexpr int kPositionBits = 23;
constexpr int64_t kMaxLoopEntries = int64_t{1} << kPositionBits;

// The next entry of a loop over a dict; null: the end, or (*failed) it was changed.
// Two checks, as in CPython: the size must be that of the beginning, and no more entries may come
// than there were. The second finds a loop that replaces keys of the dict it walks.
DictEntry* NextEntry(Vm& vm, Dict* dict, Value* state, bool* failed) {
  *failed = false;
  if (static_cast<int64_t>(DictLength(dict)) != state[2].AsSmallInt()) {
    *failed = true;
    static_cast<void>(vm.Raise(TypeId::kRuntimeError, SizeChangedText(dict)));
    return nullptr;
  }
  int64_t returned = state[1].AsSmallInt() >> kPositionBits;
  uint32_t at = static_cast<uint32_t>(state[1].AsSmallInt() & (kMaxLoopEntries - 1));
  DictEntry* entry = DictNext(dict, &at);
  if (entry != nullptr && ++returned > state[2].AsSmallInt()) {
    *failed = true;
    static_cast<void>(vm.Raise(TypeId::kRuntimeError, "dictionary keys changed during iteration"));
    return nullptr;
  }
  state[1] = Value::KnownSmallInt(returned << kPositionBits | at);
  return entry;
}

// Dicts with more entries are walked by an iterator object.
bool FitsLoop(Dict* dict) { return dict->capacity() < kMaxLoopEntries / 4; }

}  // namespace

namespace slow {

// Puts three words into the loop's registers, see EmitFor() in compiler/emit_loops.cc. Usual
// containers need no iterator object: a position is enough, and it is read again each time, so a
// list may grow while it is looped over.
Value ForPrep(Vm& vm, Value* state, Value iterable) {
  if (iterable.IsObject()) {
    Object* object = iterable.AsObject();
    switch (object->type) {
      case TypeId::kList:
      case TypeId::kTuple:
        state[0] = iterable;
        state[1] = Value::SmallInt(0);
        state[2] = Value::Undefined();
        return Value::None();
      case TypeId::kStr:
        state[0] = iterable;
        state[1] = Value::SmallInt(0);
        state[2] = Value::Undefined();
        return Value::None();
      case TypeId::kDict:
      case TypeId::kCounter:
      case TypeId::kDefaultDict:
      case TypeId::kOrderedDict:
        if (!FitsLoop(static_cast<Dict*>(object))) break;
        state[0] = iterable;
        state[1] = Value::SmallInt(0);
        state[2] = Value::SmallInt(DictLength(static_cast<Dict*>(object)));
        return Value::None();
      case TypeId::kRange: {
        Range* range = static_cast<Range*>(object);
        if (range->length.IsSmallInt() && range->start.IsSmallInt() && range->step.IsSmallInt() &&
            range->stop.IsSmallInt()) {
          state[1] = range->length;
          state[2] = range->step;
          state[0] = range->start;
          return Value::None();
        }
        break;
      }
      default:
        if (IsPlainView(vm, iterable) && FitsLoop(ViewedDict(iterable))) {
          state[0] = iterable;
          state[1] = Value::SmallInt(0);
          state[2] = Value::SmallInt(DictLength(ViewedDict(iterable)));
          return Value::None();
        }
        break;
    }
  }
  Value iterator = TRY(vm.GetIter(iterable));
  state[0] = iterator;
  state[1] = Value::Undefined();
  state[2] = Value::Undefined();
  return Value::None();
}

// The next item by what the first word is: a number for a range, a container, or an iterator.
Value ForNext(Vm& vm, Value* state) {
  if (state[0].IsSmallInt()) {
    int64_t left = state[1].AsSmallInt();
    if (left == 0) return Value::Exhausted();
    state[1] = Value::KnownSmallInt(left - 1);
    Value item = state[0];
    state[0] = Value::WrappedSum(item, state[2]);
    return item;
  }
  Object* object = state[0].AsObject();
  switch (object->type) {
    case TypeId::kTuple: {
      int64_t index = state[1].AsSmallInt();
      if (index >= object->count) return Value::Exhausted();
      state[1] = Value::KnownSmallInt(index + 1);
      return static_cast<Tuple*>(object)->items()[index];
    }
    case TypeId::kStr: {
      std::string_view text = static_cast<Str*>(object)->view();
      size_t at = static_cast<size_t>(state[1].AsSmallInt());
      if (at >= text.size()) return Value::Exhausted();
      uint8_t lead = static_cast<uint8_t>(text[at]);
      size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
      Value item = length == 1 ? TRY(vm.CharStr(lead)) : TRY(vm.NewStr(text.substr(at, length), 1));
      state[1] = Value::KnownSmallInt(at + length);
      return item;
    }
    case TypeId::kDict:
    case TypeId::kCounter:
    case TypeId::kDefaultDict:
    case TypeId::kOrderedDict: {
      bool failed;
      DictEntry* entry = NextEntry(vm, static_cast<Dict*>(object), state, &failed);
      if (failed) return Value::Failed();
      return entry == nullptr ? Value::Exhausted() : entry->key;
    }
    case TypeId::kDictKeys:
    case TypeId::kDictValues:
    case TypeId::kDictItems: {
      if (state[1].IsUndefined()) break;
      Value before = state[1];
      bool failed;
      DictEntry* entry = NextEntry(vm, ViewedDict(state[0]), state, &failed);
      if (failed) return Value::Failed();
      if (entry == nullptr) return Value::Exhausted();
      if (object->type == TypeId::kDictKeys) return entry->key;
      if (object->type == TypeId::kDictValues) return entry->value;
      Value pair = vm.NewTuple({entry->key, entry->value});
      if (pair.IsFailed()) state[1] = before;
      return pair;
    }
    default: break;
  }
  return vm.Next(state[0]);
}

}  // namespace slow

Eventual Vm::NextPair(Value* state, Value* out) {
  if (IsObjectOf(state[0], TypeId::kDictItems) && !state[1].IsUndefined()) {
    bool failed;
    DictEntry* entry = NextEntry(*this, ViewedDict(state[0]), state, &failed);
    if (failed) return Value::Failed();
    if (entry == nullptr) return Value::Exhausted();
    Value key = entry->key;
    out[1] = entry->value;
    out[0] = key;
    return Value::Undefined();
  }
  return slow::ForNext(*this, state);
}

}  // namespace pysub
