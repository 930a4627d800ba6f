// enumerate, zip, map, filter, reversed and iter(callable, sentinel). CPython 3.14 library,
// "Built-in Functions". Each asks its sources by native frames; when every source is a container's
// own iterator no Python can run in between and the item is made at once.

#include <algorithm>
#include <span>

#include "stdlib/modules/itertools/itertools.h"
#include "vm/binder.h"
#include "vm/objects/iterators.h"
#include "vm/objects/numbers.h"
#include "vm/snapshot/schema.h"
#include "vm/suggestions.h"
#include "vm/vm.h"

namespace pysub {
namespace {

// The counter may grow beyond 64 bits.
struct EnumerateObject : Object {
  Value iterator;
  Value count;
};
// zip(). A round that ran out of memory in its middle is kept and goes on: what was taken from an
// iterator cannot be given back.
struct ZipObject : Object {
  Value iterators;  // tuple
  Value strict;     // bool
  Value round;      // of native iterators, which waits for memory; or Undefined
  RawWord moved;    // how many of its items are there
};
// map(): an item of each iterator, then a call, which may suspend.
struct MapObject : Object {
  Value function;
  Value iterators;  // tuple
  Value strict;
};
// filter(): it may pass over many items in one step, each with a call.
struct FilterObject : Object {
  Value function;  // None: truth
  Value iterator;
};
// iter(callee, sentinel): calls until the answer equals the sentinel.
struct CallableIteratorObject : Object {
  Value callee;  // Undefined when exhausted
  Value sentinel;
};

// ---- enumerate

// CPython reads these arguments by hand, and words its errors so.
Value EnumerateNew(Vm& vm, const Args& a) {
  uint64_t named = a.keywords.IsUndefined() ? 0 : a.keywords.As<Dict>()->live;
  if (a.rest_count == 0 && named != 1 && named != 2)
    return vm.TypeError("enumerate() missing required argument 'iterable'");
  if (a.rest_count + named > 2) {
    return vm.TypeError("enumerate() takes at most 2 arguments (", a.rest_count + named, " given)");
  }
  Value iterable = a.rest_count > 0 ? a.rest[0] : Value::Undefined();
  Value start = a.rest_count > 1 ? a.rest[1] : Value::SmallInt(0);
  // Of one argument, only the iterable may be given by name.
  const bool start_allowed = a.rest_count + named > 1;
  for (uint64_t i = 0; i < named; ++i) {
    const DictEntry& entry = a.keywords.As<Dict>()->table()[i];
    if (Vm::View(entry.key) == "iterable" && iterable.IsUndefined()) {
      iterable = entry.value;
    } else if (Vm::View(entry.key) == "start" && start_allowed) {
      start = entry.value;
    } else {
      return vm.TypeError("'", Vm::View(entry.key),
                          "' is an invalid keyword argument for enumerate()");
    }
  }
  if (!IsIntLike(start)) {
    return vm.TypeError("'", vm.TypeName(start), "' object cannot be interpreted as an integer");
  }
  start = PlainInt(start);
  Value iterator = TRY(vm.GetIter(iterable));
  EnumerateObject* object = TRY(vm.New<EnumerateObject>(TypeId::kEnumerate));
  object->iterator = iterator;
  object->count = start;
  itertools::MarkNative(vm, object, {iterator});
  return Value::Of(object);
}

Value NextCount(Vm& vm, EnumerateObject* self) {
  return IntBinary(vm, BinaryOp::kAdd, self->count, Value::SmallInt(1));
}

Value EnumerateNext(Vm& vm, Value self) {
  EnumerateObject* object = self.As<EnumerateObject>();
  if (!vm.IteratesNatively(object->iterator))
    return vm.PushNativeFrame(ResumeId::kEnumerateNext, {self});
  // Everything that may fail for lack of memory, before the iterator moves on.
  Value next = TRY(NextCount(vm, object));
  Tuple* pair = TRY(vm.NewTuple(2));
  Value item = TRY(NextNatively(vm, object->iterator));
  if (item.IsExhausted()) return item;
  pair->items()[0] = object->count;
  pair->items()[1] = item;
  object->count = next;
  return Value::Of(pair);
}

Value EnumerateNextPair(Vm& vm, Value self, Value* out) {
  EnumerateObject* object = self.As<EnumerateObject>();
  const Value iterator = object->iterator;
  const bool over_list = IsObjectOf(iterator, TypeId::kListIterator);
  const bool is_native =
      over_list || IsObjectOf(iterator, TypeId::kStrAsciiIterator) || vm.IteratesNatively(iterator);
  if (!is_native || !object->count.IsSmallInt()) return EnumerateNext(vm, self);
  Value next = TRY(vm.NewInt(object->count.AsSmallInt() + 1));
  Value item = over_list ? ListIteratorNext(vm, iterator) : TRY(NextNatively(vm, iterator));
  if (item.IsExhausted()) return item;
  out[0] = object->count;
  out[1] = item;
  object->count = next;
  return Value::Undefined();
}

constexpr NativeInfo kEnumerateConstructor{"@raw enumerate(iterable, start=0)", EnumerateNew,
                                           "Return an enumerate object."};

// ---- zip

Result<bool> StrictArgument(Vm& vm, const Args& a) {
  if (!a.has(1)) return false;
  return vm.Truth(a[1]);
}

// iter() of each argument, as a tuple.
Value Iterators(Vm& vm, const Value* sources, uint32_t count, std::string_view zip_name) {
  Tuple* tuple = TRY(vm.NewTuple(count));
  for (uint32_t i = 0; i < count; ++i) {
    const TypeInfo& info = vm.InfoOf(sources[i]);
    if (!zip_name.empty() && info.iter == nullptr && info.next == nullptr) {
      return vm.TypeError("'", vm.TypeName(sources[i]), "' object is not iterable");
    }
    tuple->items()[i] = TRY(vm.GetIter(sources[i]));
  }
  return Value::Of(tuple);
}

Value ZipNew(Vm& vm, const Args& a) {
  bool strict = TRY(StrictArgument(vm, a));
  Value iterators = TRY(Iterators(vm, a.rest, a.rest_count, "zip"));
  ZipObject* object = TRY(vm.New<ZipObject>(TypeId::kZip));
  object->iterators = iterators;
  object->strict = Value::Bool(strict);
  object->moved = 0;
  itertools::MarkNative(vm, object,
                        std::span<const Value>(iterators.As<Tuple>()->items(), a.rest_count));
  return Value::Of(object);
}

// zip() and map() with strict=True: one ended before or after the others.
Failure UnequalLengths(Vm& vm, std::string_view name, uint32_t index, bool shorter) {
  Heap::AlwaysAllocateScope moved_on(vm.heap);
  const char* others = index == 1 ? " 1" : "s 1-";
  if (index == 1) {
    return vm.ValueError(name, "() argument 2 is ", shorter ? "shorter" : "longer",
                         " than argument", others);
  }
  return vm.ValueError(name, "() argument ", index + 1, " is ", shorter ? "shorter" : "longer",
                       " than argument", others, index);
}

bool AllNative(Vm& vm, Tuple* iterators) {
  for (uint32_t i = 0; i < iterators->count; ++i) {
    if (!vm.IteratesNatively(iterators->items()[i])) return false;
  }
  return true;
}

// One round over native iterators into `out`: True, or Exhausted. `*moved`: how many have given
// their item, before and after.
Value NativeRound(Vm& vm, Tuple* iterators, bool strict, std::string_view name, Value* out,
                  uint32_t* moved) {
  // the loop over the rounds counts each
  if (!vm.Tick(iterators->count / 8)) return Value::Failed();
  for (uint32_t i = *moved; i < iterators->count; ++i) {
    *moved = i;
    Value item = TRY(NextNatively(vm, iterators->items()[i]));
    if (!item.IsExhausted()) {
      out[i] = item;
      continue;
    }
    if (!strict) return item;
    if (i > 0) return UnequalLengths(vm, name, i, true);
    for (uint32_t k = 1; k < iterators->count; ++k) {
      Value other = TRY(NextNatively(vm, iterators->items()[k]));
      if (!other.IsExhausted()) return UnequalLengths(vm, name, k, false);
    }
    return item;
  }
  return Value::True();
}

// A round that has begun, of which the rest was refused: its first items, for what goes on.
Value BegunRound(Vm& vm, uint32_t count, const Value* items, uint32_t moved) {
  Heap::AlwaysAllocateScope moved_on(vm.heap);
  Tuple* round = TRY(vm.NewTuple(count));
  std::copy(items, items + moved, round->items());
  return Value::Of(round);
}

// At once if no iterator runs Python code, otherwise in a native frame that fetches them one after
// the other.
Value ZipNext(Vm& vm, Value self) {
  ZipObject* object = self.As<ZipObject>();
  Tuple* iterators = object->iterators.As<Tuple>();
  if (iterators->count == 0) return Value::Exhausted();
  if (!itertools::IsMarked(object) && !AllNative(vm, iterators)) {
    return vm.PushNativeFrame(ResumeId::kZipNext, {self, Value::Undefined(), Value::Undefined()});
  }
  Tuple* result;
  uint32_t moved = 0;
  if (object->round.IsUndefined()) {
    result = TRY(vm.NewTuple(iterators->count));
  } else {
    result = object->round.As<Tuple>();
    if (object->moved >= iterators->count || result->count != iterators->count) return BadState(vm);
    moved = static_cast<uint32_t>(object->moved);
    object->round = Value::Undefined();
  }
  Value done = NativeRound(vm, iterators, object->strict.IsTrue(), "zip", result->items(), &moved);
  if (done.IsFailed() && moved > 0 && vm.WantsRepetition()) {
    object->round = Value::Of(result);
    object->moved = moved;
  }
  return done.IsTrue() ? Value::Of(result) : done;
}

// for a, b in zip(x, y): the pair goes right into the loop's registers, and no tuple is made.
Value ZipNextPair(Vm& vm, Value self, Value* out) {
  ZipObject* object = self.As<ZipObject>();
  Tuple* iterators = object->iterators.As<Tuple>();
  if (iterators->count != 2 || !object->round.IsUndefined() ||
      !(itertools::IsMarked(object) || AllNative(vm, iterators))) {
    return ZipNext(vm, self);
  }
  const Value first = iterators->items()[0], second = iterators->items()[1];
  if (IsObjectOf(first, TypeId::kListIterator) && IsObjectOf(second, TypeId::kListIterator) &&
      object->strict.IsFalse()) {
    const Value item = ListIteratorNext(vm, first);
    const Value other = item.IsExhausted() ? item : ListIteratorNext(vm, second);
    if (other.IsExhausted()) return other;
    out[0] = item;
    out[1] = other;
    return Value::Undefined();
  }
  Value items[2];
  uint32_t moved = 0;
  Value done = NativeRound(vm, iterators, object->strict.IsTrue(), "zip", items, &moved);
  if (!done.IsTrue()) {
    if (done.IsFailed() && moved > 0 && vm.WantsRepetition()) {
      object->round = TRY(BegunRound(vm, 2, items, moved));
      object->moved = moved;
    }
    return done;
  }
  out[0] = items[0];
  out[1] = items[1];
  return Value::Undefined();
}

constexpr NativeInfo kZipConstructor{"zip(*iterables, strict=False)", ZipNew,
                                     "Yields tuples, one item from each iterable."};

// ---- map

// The one keyword that map() takes.
Result<bool> StrictKeyword(Vm& vm, const Args& a) {
  if (a.keywords.IsUndefined()) return false;
  static constexpr std::string_view kKnown[] = {"strict"};
  Dict* keywords = a.keywords.As<Dict>();
  if (keywords->live > 1) return TooManyKeywords(vm, "map", 1, keywords->live);
  bool strict = false;
  for (uint32_t i = 0; i < keywords->used; ++i) {
    std::string_view name = Vm::View(keywords->table()[i].key);
    if (name == kKnown[0]) {
      strict = TRY(vm.Truth(keywords->table()[i].value));
      continue;
    }
    bool close = !ClosestName(name, kKnown).empty();
    return vm.TypeError("map() got an unexpected keyword argument '", name,
                        close ? "'. Did you mean 'strict'?" : "'");
  }
  return strict;
}

Value MapNew(Vm& vm, const Args& a) {
  bool strict = TRY(StrictKeyword(vm, a));
  if (a.rest_count < 2) return vm.TypeError("map() must have at least two arguments.");
  Value iterators = TRY(Iterators(vm, a.rest + 1, a.rest_count - 1, {}));
  MapObject* object = TRY(vm.New<MapObject>(TypeId::kMap));
  object->function = a.rest[0];
  object->iterators = iterators;
  object->strict = Value::Bool(strict);
  return Value::Of(object);
}

Value MapNext(Vm& vm, Value self) {
  constexpr uint32_t kAtOnce = 4;
  MapObject* object = self.As<MapObject>();
  Tuple* iterators = object->iterators.As<Tuple>();
  const uint32_t count = iterators->count;
  if (count > kAtOnce || !AllNative(vm, iterators)) {
    return vm.PushNativeFrame(ResumeId::kMapNext, {self, Value::Undefined(), Value::Undefined()});
  }
  Value items[kAtOnce];
  uint32_t moved = 0;
  Value answer;
  if (count == 1) {
    items[0] = answer = TRY(NextNatively(vm, iterators->items()[0]));
  } else {
    answer = NativeRound(vm, iterators, object->strict.IsTrue(), "map", items, &moved);
  }
  if (answer.IsExhausted()) return answer;
  if (!answer.IsFailed()) {
    moved = count;
    answer = vm.Call(object->function, std::span<const Value>(items, count));
  }
  if (!answer.IsFailed() || moved == 0 || !vm.WantsRepetition()) return answer;
  Value round = TRY(BegunRound(vm, count, items, moved));
  return vm.GoOnInNativeFrame(ResumeId::kMapNext, {self, round, Value::SmallInt(moved)});
}

constexpr NativeInfo kMapConstructor{"@raw map(function, iterable, /, *iterables, strict=False)",
                                     MapNew, "Applies a function to the items of iterables."};

// ---- filter

Value FilterNew(Vm& vm, const Args& a) {
  Value iterator = TRY(vm.GetIter(a[2]));
  FilterObject* object = TRY(vm.New<FilterObject>(TypeId::kFilter));
  object->function = a[1];
  object->iterator = iterator;
  return Value::Of(object);
}

Value FilterNext(Vm& vm, Value self) {
  return vm.PushNativeFrame(ResumeId::kFilterNext, {self, Value::Undefined()});
}

constexpr NativeInfo kFilterConstructor{"filter(function, iterable, /)", FilterNew,
                                        "The items for which function(item) is true."};

// ---- reversed, iter(callable, sentinel)

// A method __reversed__ of the type comes first; those of the core are what
// NewReverseIterator does at once.
Value ReversedNew(Vm& vm, const Args& a) {
  if (a[1].IsObject() && vm.InfoOf(a[1]).iteration != Iteration::kContainer) {
    static constexpr Name kName{"__reversed__", MemberHash("__reversed__")};
    const Value of_type = vm.FindInType(a[1].AsObject()->type, kName);
    const Value method = of_type.IsUndefined() ? of_type : TRY(vm.FindAttribute(a[1], kName));
    if (!method.IsUndefined()) return vm.Call(method, {});
    if (IsObjectOf(a[1], TypeId::kChainMap)) {
      return vm.TypeError("'ChainMap' object is not reversible");
    }
  }
  return NewReverseIterator(vm, a[1]);
}
constexpr NativeInfo kReversedMethods[] = {
    {"__length_hint__()", IteratorLengthHint,
     "Private method returning an estimate of len(list(it))."}};
PYSUB_MEMBERS(Reversed, kReversedMethods, kNoAttributes);
constexpr NativeInfo kReversedConstructor{"reversed(sequence, /)", ReversedNew,
                                          "Return a reverse iterator over a sequence."};

Value CallableIteratorNext(Vm& vm, Value self) {
  if (self.As<CallableIteratorObject>()->callee.IsUndefined()) return Value::Exhausted();
  return vm.PushNativeFrame(ResumeId::kCallableNext, {self});
}

}  // namespace

// ---- resume functions

Value EnumerateNextResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, vm.Next(frame.slots[0].As<EnumerateObject>()->iterator));
      if (in.IsExhausted()) return in;
      EnumerateObject* object = frame.slots[0].As<EnumerateObject>();
      Value next = TRY(NextCount(vm, object));
      Value pair = TRY(vm.NewTuple({object->count, in}));
      object->count = next;
      return pair;
  }
  return Value::None();
}

namespace {

// The slots of ZipNext and MapNext: one item of each iterator goes into the tuple of items, of
// which as many are there as the index says.
enum RoundSlot { kSelf, kItems, kIndex };

uint32_t IndexOf(NativeFrame& frame) {
  return static_cast<uint32_t>(frame.slots[kIndex].AsSmallInt());
}
void SetIndex(NativeFrame& frame, uint32_t index) { frame.slots[kIndex] = Value::SmallInt(index); }

template <typename T>
Tuple* IteratorsOf(NativeFrame& frame) {
  return frame.slots[kSelf].As<T>()->iterators.template As<Tuple>();
}

// A snapshot from anybody may say that the round is at another place than its slots are.
template <typename T>
Value NextAt(Vm& vm, NativeFrame& frame, uint32_t index) {
  Tuple* iterators = IteratorsOf<T>(frame);
  if (index >= iterators->count) return BadState(vm);
  return vm.Next(iterators->items()[index]);
}

bool HasRoomAtIndex(NativeFrame& frame) {
  return IsObjectOf(frame.slots[kItems], TypeId::kTuple) &&
         IndexOf(frame) < frame.slots[kItems].As<Tuple>()->count;
}

Value CallWithItems(Vm& vm, Value function, Value items) {
  if (!IsObjectOf(items, TypeId::kTuple)) return BadState(vm);
  return vm.Call(function,
                 std::span<const Value>(items.As<Tuple>()->items(), items.As<Tuple>()->count));
}

}  // namespace

#define PYSUB_ROUND(T, name)                                                           \
  if (frame.slots[kItems].IsUndefined()) {                                             \
    Tuple* items = TRY(vm.NewTuple(IteratorsOf<T>(frame)->count));                     \
    frame.slots[kItems] = Value::Of(items);                                            \
    SetIndex(frame, 0);                                                                \
  }                                                                                    \
  while (IndexOf(frame) < IteratorsOf<T>(frame)->count) {                              \
    PYSUB_SUSPEND_POINT(1, NextAt<T>(vm, frame, IndexOf(frame)));                      \
    if (in.IsExhausted()) {                                                            \
      if (!frame.slots[kSelf].As<T>()->strict.IsTrue()) return in;                     \
      if (IndexOf(frame) > 0) return UnequalLengths(vm, name, IndexOf(frame), true);   \
      SetIndex(frame, 1);                                                              \
      while (IndexOf(frame) < IteratorsOf<T>(frame)->count) {                          \
        PYSUB_SUSPEND_POINT(2, NextAt<T>(vm, frame, IndexOf(frame)));                  \
        if (!in.IsExhausted()) return UnequalLengths(vm, name, IndexOf(frame), false); \
        SetIndex(frame, IndexOf(frame) + 1);                                           \
      }                                                                                \
      vm.stop_value = Value::None();                                                   \
      return Value::Exhausted();                                                       \
    }                                                                                  \
    if (!HasRoomAtIndex(frame)) return BadState(vm);                                   \
    frame.slots[kItems].As<Tuple>()->items()[IndexOf(frame)] = in;                     \
    SetIndex(frame, IndexOf(frame) + 1);                                               \
  }

Value ZipNextResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0: PYSUB_ROUND(ZipObject, "zip"); return frame.slots[kItems];
  }
  return Value::None();
}

Value MapNextResume(Vm& vm, NativeFrame& frame, Value in) {
  MapObject* map = frame.slots[kSelf].As<MapObject>();
  switch (frame.state) {
    case 0:
      // One iterator needs no tuple of items; kItems is there when MapNext has read it already.
      if (IteratorsOf<MapObject>(frame)->count == 1 && frame.slots[kItems].IsUndefined()) {
        PYSUB_SUSPEND_POINT(4, NextAt<MapObject>(vm, frame, 0));
        if (in.IsExhausted()) return in;
        PYSUB_SUSPEND_POINT(5, vm.Call(map->function, {in}));
        return in;
      }
      PYSUB_ROUND(MapObject, "map");
      PYSUB_SUSPEND_POINT(3, CallWithItems(vm, map->function, frame.slots[kItems]));
      return in;
  }
  return Value::None();
}

bool MapNextFastApply(Vm& vm, NativeFrame& frame, Value iterator, Value item) {
  const Tuple* iterators = IteratorsOf<MapObject>(frame);
  if (frame.state != 4 || iterators->count != 1 || iterators->items()[0] != iterator) return false;
  return vm.TryPushCall(frame, frame.slots[kSelf].As<MapObject>()->function, item, 5);
}

#undef PYSUB_ROUND

// Slots: the filter, the item.
Value FilterNextResume(Vm& vm, NativeFrame& frame, Value in) {
  const FilterObject* filter = frame.slots[0].As<FilterObject>();
  switch (frame.state) {
    case 0:
      while (true) {
        PYSUB_SUSPEND_POINT(1, vm.Next(filter->iterator));
        if (in.IsExhausted()) return in;
        frame.slots[1] = in;
        if (!filter->function.IsNone() && filter->function != Value::Type(TypeId::kBool)) {
          PYSUB_SUSPEND_POINT(2, vm.Call(filter->function, {frame.slots[1]}));
        }
        if (TRY(vm.Truth(in))) return frame.slots[1];
      }
  }
  return Value::None();
}

bool FilterNextFastApply(Vm& vm, NativeFrame& frame, Value iterator, Value item) {
  const FilterObject* filter = frame.slots[0].As<FilterObject>();
  if (frame.state != 1 || filter->iterator != iterator ||
      !vm.TryPushCall(frame, filter->function, item, 2))
    return false;
  frame.slots[1] = item;
  return true;
}

Value CallableNextResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, vm.Call(frame.slots[0].As<CallableIteratorObject>()->callee, {}));
      if (!TRY(vm.Equal(frame.slots[0].As<CallableIteratorObject>()->sentinel, in))) return in;
      frame.slots[0].As<CallableIteratorObject>()->callee = Value::Undefined();
      vm.stop_value = Value::None();
      return Value::Exhausted();
  }
  return Value::None();
}

namespace {

bool CheckEnumerate(Vm& vm, Object* object) {
  return itertools::CheckNativeMark(vm, object, {static_cast<EnumerateObject*>(object)->iterator});
}
bool CheckZip(Vm& vm, Object* object) {
  Tuple* iterators = static_cast<ZipObject*>(object)->iterators.As<Tuple>();
  const std::span<const Value> sources(iterators->items(), iterators->count);
  // All are asked at every round: none may be missing.
  const bool complete =
      AllItems(vm, Value::Of(iterators), [](Value source) { return !source.IsUndefined(); });
  return itertools::CheckNativeMark(vm, object, sources) &&
         (complete || !itertools::IsMarked(object));
}
constexpr Schema kEnumerateSchema{"V i", CheckEnumerate};
constexpr Schema kZipSchema{"t b t!? #", CheckZip};

}  // namespace

extern constexpr TypeInfo kEnumerateType{.id = TypeId::kEnumerate,
                                         .schema = &kEnumerateSchema,
                                         .constructor = &kEnumerateConstructor,
                                         .doc = "Return an enumerate object.",
                                         .iteration = Iteration::kNativeIfMarked,
                                         .copying = Copying::kWords,
                                         .next = EnumerateNext,
                                         .next_pair = EnumerateNextPair};
extern constexpr TypeInfo kZipType{.id = TypeId::kZip,
                                   .schema = &kZipSchema,
                                   .constructor = &kZipConstructor,
                                   .doc = "Yields tuples, one item from each iterable.",
                                   .iteration = Iteration::kNativeIfMarked,
                                   .copying = Copying::kWords,
                                   .next = ZipNext,
                                   .next_pair = ZipNextPair};
extern constexpr TypeInfo kMapType{.id = TypeId::kMap,
                                   .constructor = &kMapConstructor,
                                   .doc = "Applies a function to the items of iterables.",
                                   .copying = Copying::kWords,
                                   .next = MapNext};
extern constexpr TypeInfo kFilterType{.id = TypeId::kFilter,
                                      .constructor = &kFilterConstructor,
                                      .doc = "The items for which function(item) is true.",
                                      .copying = Copying::kWords,
                                      .next = FilterNext};
extern constexpr TypeInfo kReversedType{.id = TypeId::kReversed,
                                        .constructor = &kReversedConstructor,
                                        .doc = "Return a reverse iterator over a sequence.",
                                        .methods = kReversedMethods,
                                        .members = kReversedMembers,
                                        .copying = Copying::kWords,
                                        .next = ReversedNext};
extern constexpr TypeInfo kCallableIteratorType{
    .id = TypeId::kCallableIterator, .copying = Copying::kWords, .next = CallableIteratorNext};

}  // namespace pysub
