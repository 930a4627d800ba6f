// itertools: what calls a function for each item: starmap, takewhile, dropwhile,
// filterfalse, groupby.

#include "stdlib/modules/itertools/itertools.h"
#include "stdlib/modules/library_function.h"
#include "vm/objects/tuple.h"

namespace pysub {
namespace itertools {
namespace {

// starmap, takewhile, dropwhile, filterfalse.
struct FunctionIterator : Object {
  Value function;
  Value iterator;   // Undefined when exhausted
  RawWord passing;  // dropwhile: the first item to keep was met
};
FunctionIterator* AsFunctionIterator(Value v) { return v.As<FunctionIterator>(); }

Value NewFunctionIterator(Vm& vm, TypeId type, Value function, Value iterator) {
  FunctionIterator* object = TRY(vm.New<FunctionIterator>(type));
  object->function = function;
  object->iterator = iterator;
  object->passing = 0;
  return Value::Of(object);
}
Value FunctionIteratorNew(Vm& vm, const Args& a) {
  Value iterator = TRY(vm.GetIter(a[2]));
  return NewFunctionIterator(vm, a[0].AsType(), a[1], iterator);
}

template <ResumeId kStep>
Value NextByNativeFrame(Vm& vm, Value self) {
  if (AsFunctionIterator(self)->iterator.IsUndefined()) return End(vm);
  return vm.PushNativeFrame(kStep, {self, Value::Undefined()});
}
Value DropWhileNext(Vm& vm, Value self) {
  FunctionIterator* object = AsFunctionIterator(self);
  if (object->passing && vm.IteratesNatively(object->iterator)) return vm.Next(object->iterator);
  return vm.PushNativeFrame(ResumeId::kDropWhileNext, {self, Value::Undefined()});
}
// The arguments are a tuple nearly always: then no native frame is needed.
Value StarmapNext(Vm& vm, Value self) {
  FunctionIterator* object = AsFunctionIterator(self);
  if (!vm.IteratesNatively(object->iterator)) {
    return vm.PushNativeFrame(ResumeId::kStarmapNext, {self, Value::Undefined()});
  }
  Value function = object->function;
  Value item = TRY(vm.Next(object->iterator));
  if (item.IsExhausted()) return End(vm);
  if (IsObjectOf(item, TypeId::kTuple) && item.As<Tuple>()->count <= 8) {
    Value answer = vm.Call(
        function, std::span<const Value>(item.As<Tuple>()->items(), item.AsObject()->count));
    if (!answer.IsFailed() || !vm.WantsRepetition()) return answer;
  }
  return vm.GoOnInNativeFrame(ResumeId::kStarmapNext, {self, item});
}

constexpr NativeInfo kStarmapConstructor{
    "starmap(function, iterable, /)", FunctionIteratorNew,
    "Return an iterator whose values are returned from the function "
    "evaluated with an argument tuple taken from the given "
    "sequence."};
constexpr NativeInfo kTakeWhileConstructor{
    "takewhile(predicate, iterable, /)", FunctionIteratorNew,
    "Return successive entries from an iterable as long as the "
    "predicate evaluates to true for each entry."};
constexpr NativeInfo kDropWhileConstructor{
    "dropwhile(predicate, iterable, /)", FunctionIteratorNew,
    "Drop items from the iterable while predicate(item) is true."};
constexpr NativeInfo kFilterFalseConstructor{
    "filterfalse(function, iterable, /)", FunctionIteratorNew,
    "Return those items of iterable for which function(item) is "
    "false."};

// ---- groupby

// groupby() and its groups share one iterator. A group ends when the parent goes on: it compares
// its target with that of the parent.
struct GroupByObject : Object {
  Value iterator, key;
  Value target;       // the key of the group that was handed out last
  Value current_key;  // of current_value; Undefined: nothing was fetched
  Value current_value;
  Value grouper;  // the group that may go on
};
// One group, which reads through its parent.
struct GrouperObject : Object {
  Value parent;
  Value target;
};
GroupByObject* AsGroupBy(Value v) { return v.As<GroupByObject>(); }
GrouperObject* AsGrouper(Value v) { return v.As<GrouperObject>(); }

Value GroupByNew(Vm& vm, const Args& a) {
  Value iterator = TRY(vm.GetIter(a[1]));
  GroupByObject* object = TRY(vm.New<GroupByObject>(TypeId::kGroupBy));
  object->iterator = iterator;
  object->key = a.has(2) ? a[2] : Value::None();
  return Value::Of(object);
}
Value GroupByNext(Vm& vm, Value self) {
  return vm.PushNativeFrame(ResumeId::kGroupByNext, {self, Value::Undefined()});
}
// The current key and its group, which is the one that may go on now.
Value NextGroup(Vm& vm, GroupByObject* parent) {
  GrouperObject* group = TRY(vm.New<GrouperObject>(TypeId::kGrouper));
  Value pair = TRY(vm.NewTuple({parent->current_key, Value::Of(group)}));
  parent->target = parent->current_key;
  parent->grouper = Value::Of(group);
  group->parent = Value::Of(parent);
  group->target = parent->target;
  return pair;
}
// The current item if it belongs to the group.
Value GrouperTake(Vm& vm, GrouperObject* group) {
  GroupByObject* parent = AsGroupBy(group->parent);
  if (!TRY(vm.Equal(group->target, parent->current_key))) return End(vm);
  Value item = parent->current_value;
  parent->current_value = Value::Undefined();
  return item;
}
// What the group gives without asking the source: the end, or an item that is there
// already; Undefined: neither.
Value GrouperHas(Vm& vm, Value self) {
  GrouperObject* group = AsGrouper(self);
  const GroupByObject* parent = AsGroupBy(group->parent);
  if (parent->grouper != self) return End(vm);
  return parent->current_value.IsUndefined() ? Value::Undefined() : GrouperTake(vm, group);
}
Value GrouperNext(Vm& vm, Value self) {
  Value there = GrouperHas(vm, self);
  if (!there.IsUndefined()) return there;
  GrouperObject* group = AsGrouper(self);
  GroupByObject* parent = AsGroupBy(group->parent);
  if (parent->key.IsNone() && vm.IteratesNatively(parent->iterator)) {
    Value item = TRY(vm.Next(parent->iterator));
    if (item.IsExhausted()) return End(vm);
    parent->current_value = parent->current_key = item;
    return GrouperTake(vm, group);
  }
  return vm.PushNativeFrame(ResumeId::kGrouperNext, {self, Value::Undefined()});
}
constexpr NativeInfo kGroupByConstructor{
    "groupby(iterable, key=None)", GroupByNew,
    "make an iterator that returns consecutive keys and groups from the iterable"};

}  // namespace
}  // namespace itertools

using namespace itertools;  // NOLINT: the resume functions are members of pysub

Value NewStarmap(Vm& vm, Value function, Value iterator) {
  return NewFunctionIterator(vm, TypeId::kStarmap, function, iterator);
}

namespace {
// Of those whose resume function gets in state 1 the item that `source` gave, keeps it in slots[1]
// and awaits in state 2 what `function` says of it.
bool FastApply(Vm& vm, NativeFrame& frame, Value source, Value iterator, Value function,
               Value item) {
  if (frame.state != 1 || source != iterator || !vm.TryPushCall(frame, function, item, 2))
    return false;
  frame.slots[1] = item;
  return true;
}
}  // namespace

// Slots of the next four: the iterator object, the item. At the end of their source takewhile,
// dropwhile and filterfalse (like islice, compress, pairwise and accumulate) hand on what a
// generator returned, as in CPython.
Value StarmapNextResume(Vm& vm, NativeFrame& frame, Value in) {
  FunctionIterator* object = AsFunctionIterator(frame.slots[0]);
  switch (frame.state) {
    case 0:
      if (frame.slots[1].IsUndefined()) {
        PYSUB_SUSPEND_POINT(1, vm.Next(object->iterator));
        if (in.IsExhausted()) return End(vm);
        frame.slots[1] = in;
      }
      PYSUB_SUSPEND_POINT(2, NewTupleFrom(vm, frame.slots[1]));
      frame.slots[1] = in;
      PYSUB_SUSPEND_POINT(
          3, vm.CallSpread(vm.StackTop(), object->function, frame.slots[1], Value::Undefined()));
  }
  return in;
}

Value TakeWhileNextResume(Vm& vm, NativeFrame& frame, Value in) {
  FunctionIterator* object = AsFunctionIterator(frame.slots[0]);
  switch (frame.state) {
    case 0:
      if (object->iterator.IsUndefined()) return End(vm);
      PYSUB_SUSPEND_POINT(1, vm.Next(object->iterator));
      if (in.IsExhausted()) return in;
      frame.slots[1] = in;
      PYSUB_SUSPEND_POINT(2, vm.Call(object->function, {frame.slots[1]}));
      if (TRY(vm.Truth(in))) return frame.slots[1];
  }
  object->iterator = Value::Undefined();
  return End(vm);
}
bool TakeWhileNextFastApply(Vm& vm, NativeFrame& frame, Value iterator, Value item) {
  const FunctionIterator* object = AsFunctionIterator(frame.slots[0]);
  return FastApply(vm, frame, object->iterator, iterator, object->function, item);
}

Value DropWhileNextResume(Vm& vm, NativeFrame& frame, Value in) {
  FunctionIterator* object = AsFunctionIterator(frame.slots[0]);
  switch (frame.state) {
    case 0:
      while (true) {
        PYSUB_SUSPEND_POINT(1, vm.Next(object->iterator));
        if (in.IsExhausted()) return in;
        if (object->passing) return in;
        frame.slots[1] = in;
        PYSUB_SUSPEND_POINT(2, vm.Call(object->function, {frame.slots[1]}));
        if (!TRY(vm.Truth(in))) {
          object->passing = 1;
          return frame.slots[1];
        }
      }
  }
  return End(vm);
}
bool DropWhileNextFastApply(Vm& vm, NativeFrame& frame, Value iterator, Value item) {
  const FunctionIterator* object = AsFunctionIterator(frame.slots[0]);
  return !object->passing &&
         FastApply(vm, frame, object->iterator, iterator, object->function, item);
}

Value FilterFalseNextResume(Vm& vm, NativeFrame& frame, Value in) {
  FunctionIterator* object = AsFunctionIterator(frame.slots[0]);
  switch (frame.state) {
    case 0:
      while (true) {
        PYSUB_SUSPEND_POINT(1, vm.Next(object->iterator));
        if (in.IsExhausted()) return in;
        frame.slots[1] = in;
        if (!object->function.IsNone() && object->function != Value::Type(TypeId::kBool)) {
          PYSUB_SUSPEND_POINT(2, vm.Call(object->function, {frame.slots[1]}));
        }
        if (!TRY(vm.Truth(in))) return frame.slots[1];
      }
  }
  return End(vm);
}
bool FilterFalseNextFastApply(Vm& vm, NativeFrame& frame, Value iterator, Value item) {
  const FunctionIterator* object = AsFunctionIterator(frame.slots[0]);
  return FastApply(vm, frame, object->iterator, iterator, object->function, item);
}

// Slots: the groupby object, the key in hand. Skips the rest of the group before.
Value GroupByNextResume(Vm& vm, NativeFrame& frame, Value in) {
  GroupByObject* object = AsGroupBy(frame.slots[0]);
  switch (frame.state) {
    case 0:
      object->grouper = Value::Undefined();
      while (true) {
        if (!object->current_key.IsUndefined()) {
          if (object->target.IsUndefined() || !TRY(vm.Equal(object->target, object->current_key)))
            break;
        }
        PYSUB_SUSPEND_POINT(1, vm.Next(object->iterator));
        if (in.IsExhausted()) return End(vm);
        frame.slots[1] = in;
        if (!object->key.IsNone()) {
          PYSUB_SUSPEND_POINT(2, vm.Call(object->key, {frame.slots[1]}));
        }
        object->current_key = in;
        object->current_value = frame.slots[1];
        frame.state = 0;
      }
  }
  return NextGroup(vm, object);
}
bool GroupByNextFastApply(Vm& vm, NativeFrame& frame, Value iterator, Value item) {
  const GroupByObject* object = AsGroupBy(frame.slots[0]);
  return FastApply(vm, frame, object->iterator, iterator, object->key, item);
}

// Slots: the group, the item.
Value GrouperNextResume(Vm& vm, NativeFrame& frame, Value in) {
  GrouperObject* group = AsGrouper(frame.slots[0]);
  GroupByObject* parent = AsGroupBy(group->parent);
  switch (frame.state) {
    case 0: {
      Value there = GrouperHas(vm, frame.slots[0]);
      if (!there.IsUndefined()) return there;
    }
      PYSUB_SUSPEND_POINT(1, vm.Next(parent->iterator));
      if (in.IsExhausted()) return End(vm);
      frame.slots[1] = in;
      if (!parent->key.IsNone()) {
        PYSUB_SUSPEND_POINT(2, vm.Call(parent->key, {frame.slots[1]}));
      }
      parent->current_key = in;
      parent->current_value = frame.slots[1];
  }
  return GrouperTake(vm, group);
}
bool GrouperNextFastApply(Vm& vm, NativeFrame& frame, Value iterator, Value item) {
  const GroupByObject* object = AsGroupBy(AsGrouper(frame.slots[0])->parent);
  return FastApply(vm, frame, object->iterator, iterator, object->key, item);
}

constexpr Schema kFunctionIteratorSchema{"V V? #", CheckUnmarked};
constexpr Schema kGroupBySchema{"V V v v v <Grouper>?", CheckUnmarked};
constexpr Schema kGrouperSchema{"<GroupBy> v", CheckUnmarked};

extern constexpr TypeInfo kStarmapType{.id = TypeId::kStarmap,
                                       .schema = &kFunctionIteratorSchema,
                                       .constructor = &kStarmapConstructor,
                                       .copying = Copying::kRefused,
                                       .next = StarmapNext};
extern constexpr TypeInfo kTakeWhileType{.id = TypeId::kTakeWhile,
                                         .schema = &kFunctionIteratorSchema,
                                         .constructor = &kTakeWhileConstructor,
                                         .copying = Copying::kRefused,
                                         .next = NextByNativeFrame<ResumeId::kTakeWhileNext>};
extern constexpr TypeInfo kDropWhileType{.id = TypeId::kDropWhile,
                                         .schema = &kFunctionIteratorSchema,
                                         .constructor = &kDropWhileConstructor,
                                         .copying = Copying::kRefused,
                                         .next = DropWhileNext};
extern constexpr TypeInfo kFilterFalseType{.id = TypeId::kFilterFalse,
                                           .schema = &kFunctionIteratorSchema,
                                           .constructor = &kFilterFalseConstructor,
                                           .copying = Copying::kRefused,
                                           .next = NextByNativeFrame<ResumeId::kFilterFalseNext>};
extern constexpr TypeInfo kGroupByType{.id = TypeId::kGroupBy,
                                       .schema = &kGroupBySchema,
                                       .constructor = &kGroupByConstructor,
                                       .copying = Copying::kRefused,
                                       .next = GroupByNext};
extern constexpr TypeInfo kGrouperType{.id = TypeId::kGrouper,
                                       .schema = &kGrouperSchema,
                                       .copying = Copying::kRefused,
                                       .next = GrouperNext};

}  // namespace pysub
