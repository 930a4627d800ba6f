// itertools: what calls a function for each item: starmap, takewhile, dropwhile, filterfalse, groupby.

#include "stdlib/modules/itertools/itertools.h"
#include "stdlib/modules/library_function.h"
#include "vm/objects/tuple.h"

namespace pysub {
namespace itertools {
namespace {

// starmap, takewhile, dropwhile, filterfalse.
struct FunctionIterator : Object {
  Value function;
  Value iterator;  // Undefined when exhausted
  RawWord passing; // dropwhile: the first item to keep was met
};
FunctionIterator* F(Value v) { return v.As<FunctionIterator>(); }

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

template <StepId kStep>
Value NextByTask(Vm& vm, Value self) {
  if (F(self)->iterator.IsUndefined()) return End(vm);
  return vm.PushTask(kStep, {self, Value::Undefined()});
}
Value DropWhileNext(Vm& vm, Value self) {
  FunctionIterator* object = F(self);
  if (object->passing && vm.IteratesNatively(object->iterator)) return vm.Next(object->iterator);
  return vm.PushTask(StepId::kDropWhileNext, {self, Value::Undefined()});
}
// The arguments are a tuple nearly always: then no task is needed.
Value StarmapNext(Vm& vm, Value self) {
  FunctionIterator* object = F(self);
  if (!vm.IteratesNatively(object->iterator)) {
    return vm.PushTask(StepId::kStarmapNext, {self, Value::Undefined()});
  }
  Value function = object->function;
  Value item = TRY(vm.Next(object->iterator));
  if (item.IsExhausted()) return End(vm);
  if (IsObjectOf(item, TypeId::kTuple) && item.As<Tuple>()->count <= 8) {
    Value answer =
        vm.Call(function, std::span<const Value>(item.As<Tuple>()->items(), item.AsObject()->count));
    if (!answer.IsFailed() || !vm.WantsRepetition()) return answer;
  }
  return vm.GoOnAsTask(StepId::kStarmapNext, {self, item});
}

constexpr NativeInfo kStarmapConstructor{"starmap(function, iterable, /)", FunctionIteratorNew,
                                         "Return an iterator whose values are returned from the function "
                                         "evaluated with an argument tuple taken from the given "
                                         "sequence."};
constexpr NativeInfo kTakeWhileConstructor{"takewhile(predicate, iterable, /)", FunctionIteratorNew,
                                           "Return successive entries from an iterable as long as the "
                                           "predicate evaluates to true for each entry."};
constexpr NativeInfo kDropWhileConstructor{"dropwhile(predicate, iterable, /)", FunctionIteratorNew,
                                           "Drop items from the iterable while predicate(item) is true."};
constexpr NativeInfo kFilterFalseConstructor{"filterfalse(function, iterable, /)", FunctionIteratorNew,
                                             "Return those items of iterable for which function(item) is "
                                             "false."};

// ---- groupby

struct GroupByObject : Object {
  Value iterator, key;
  Value target;         // the key of the group that was handed out last
  Value current_key;    // of current_value; Undefined: nothing was fetched
  Value current_value;
  Value grouper;        // the group that may go on
};
struct GrouperObject : Object {
  Value parent;
  Value target;
};
GroupByObject* G(Value v) { return v.As<GroupByObject>(); }
GrouperObject* P(Value v) { return v.As<GrouperObject>(); }

Value GroupByNew(Vm& vm, const Args& a) {
  Value iterator = TRY(vm.GetIter(a[1]));
  GroupByObject* object = TRY(vm.New<GroupByObject>(TypeId::kGroupBy));
  object->iterator = iterator;
  object->key = a.has(2) ? a[2] : Value::None();
  return Value::Of(object);
}
Value GroupByNext(Vm& vm, Value self) {
  return vm.PushTask(StepId::kGroupByNext, {self, Value::Undefined()});
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
  GroupByObject* parent = G(group->parent);
  if (!TRY(vm.Equal(group->target, parent->current_key))) return End(vm);
  Value item = parent->current_value;
  parent->current_value = Value::Undefined();
  return item;
}
// What the group gives without asking the source: the end, or an item that is there already; Undefined: neither.
Value GrouperHas(Vm& vm, Value self) {
  GrouperObject* group = P(self);
  const GroupByObject* parent = G(group->parent);
  if (parent->grouper != self) return End(vm);
  return parent->current_value.IsUndefined() ? Value::Undefined() : GrouperTake(vm, group);
}
Value GrouperNext(Vm& vm, Value self) {
  Value there = GrouperHas(vm, self);
  if (!there.IsUndefined()) return there;
  GrouperObject* group = P(self);
  GroupByObject* parent = G(group->parent);
  if (parent->key.IsNone() && vm.IteratesNatively(parent->iterator)) {
    Value item = TRY(vm.Next(parent->iterator));
    if (item.IsExhausted()) return End(vm);
    parent->current_value = parent->current_key = item;
    return GrouperTake(vm, group);
  }
  return vm.PushTask(StepId::kGrouperNext, {self, Value::Undefined()});
}
constexpr NativeInfo kGroupByConstructor{
    "groupby(iterable, key=None)", GroupByNew,
    "make an iterator that returns consecutive keys and groups from the iterable"};

}  // namespace
}  // namespace itertools

using namespace itertools;  // NOLINT: the steps are members of pysub

Value NewStarmap(Vm& vm, Value function, Value iterator) {
  return NewFunctionIterator(vm, TypeId::kStarmap, function, iterator);
}

namespace {
// Of those whose step gets in state 1 the item that `source` gave, keeps it in slots[1] and awaits in state 2 what
// `function` says of it.
bool Passes(Vm& vm, Task& task, Value source, Value iterator, Value function, Value item) {
  if (task.state != 1 || source != iterator || !vm.PassesTo(task, function, item, 2)) return false;
  task.slots[1] = item;
  return true;
}
}  // namespace

// Slots of the next four: the iterator object, the item. At the end of their source takewhile, dropwhile and
// filterfalse (like islice, compress, pairwise and accumulate) hand on what a generator returned, as in CPython.
Value StarmapNextStep(Vm& vm, Task& task, Value in) {
  FunctionIterator* object = F(task.slots[0]);
  switch (task.state) {
    case 0:
      if (task.slots[1].IsUndefined()) {
        PYSUB_AWAIT(1, vm.Next(object->iterator));
        if (in.IsExhausted()) return End(vm);
        task.slots[1] = in;
      }
      PYSUB_AWAIT(2, NewTupleFrom(vm, task.slots[1]));
      task.slots[1] = in;
      PYSUB_AWAIT(3, vm.CallSpread(vm.StackTop(), object->function, task.slots[1],
                                   Value::Undefined()));
  }
  return in;
}

Value TakeWhileNextStep(Vm& vm, Task& task, Value in) {
  FunctionIterator* object = F(task.slots[0]);
  switch (task.state) {
    case 0:
      if (object->iterator.IsUndefined()) return End(vm);
      PYSUB_AWAIT(1, vm.Next(object->iterator));
      if (in.IsExhausted()) return in;
      task.slots[1] = in;
      PYSUB_AWAIT(2, vm.Call(object->function, {task.slots[1]}));
      if (TRY(vm.Truth(in))) return task.slots[1];
  }
  object->iterator = Value::Undefined();
  return End(vm);
}
bool TakeWhileNextPasses(Vm& vm, Task& task, Value iterator, Value item) {
  const FunctionIterator* object = F(task.slots[0]);
  return Passes(vm, task, object->iterator, iterator, object->function, item);
}

Value DropWhileNextStep(Vm& vm, Task& task, Value in) {
  FunctionIterator* object = F(task.slots[0]);
  switch (task.state) {
    case 0:
      while (true) {
        PYSUB_AWAIT(1, vm.Next(object->iterator));
        if (in.IsExhausted()) return in;
        if (object->passing) return in;
        task.slots[1] = in;
        PYSUB_AWAIT(2, vm.Call(object->function, {task.slots[1]}));
        if (!TRY(vm.Truth(in))) {
          object->passing = 1;
          return task.slots[1];
        }
      }
  }
  return End(vm);
}
bool DropWhileNextPasses(Vm& vm, Task& task, Value iterator, Value item) {
  const FunctionIterator* object = F(task.slots[0]);
  return !object->passing && Passes(vm, task, object->iterator, iterator, object->function, item);
}

Value FilterFalseNextStep(Vm& vm, Task& task, Value in) {
  FunctionIterator* object = F(task.slots[0]);
  switch (task.state) {
    case 0:
      while (true) {
        PYSUB_AWAIT(1, vm.Next(object->iterator));
        if (in.IsExhausted()) return in;
        task.slots[1] = in;
        if (!object->function.IsNone() && object->function != Value::Type(TypeId::kBool)) {
          PYSUB_AWAIT(2, vm.Call(object->function, {task.slots[1]}));
        }
        if (!TRY(vm.Truth(in))) return task.slots[1];
      }
  }
  return End(vm);
}
bool FilterFalseNextPasses(Vm& vm, Task& task, Value iterator, Value item) {
  const FunctionIterator* object = F(task.slots[0]);
  return Passes(vm, task, object->iterator, iterator, object->function, item);
}

// Slots: the groupby object, the key in hand. Skips the rest of the group before.
Value GroupByNextStep(Vm& vm, Task& task, Value in) {
  GroupByObject* object = G(task.slots[0]);
  switch (task.state) {
    case 0:
      object->grouper = Value::Undefined();
      while (true) {
        if (!object->current_key.IsUndefined()) {
          if (object->target.IsUndefined() || !TRY(vm.Equal(object->target, object->current_key))) break;
        }
        PYSUB_AWAIT(1, vm.Next(object->iterator));
        if (in.IsExhausted()) return End(vm);
        task.slots[1] = in;
        if (!object->key.IsNone()) {
          PYSUB_AWAIT(2, vm.Call(object->key, {task.slots[1]}));
        }
        object->current_key = in;
        object->current_value = task.slots[1];
        task.state = 0;
      }
  }
  return NextGroup(vm, object);
}
bool GroupByNextPasses(Vm& vm, Task& task, Value iterator, Value item) {
  const GroupByObject* object = G(task.slots[0]);
  return Passes(vm, task, object->iterator, iterator, object->key, item);
}

// Slots: the group, the item.
Value GrouperNextStep(Vm& vm, Task& task, Value in) {
  GrouperObject* group = P(task.slots[0]);
  GroupByObject* parent = G(group->parent);
  switch (task.state) {
    case 0: {
      Value there = GrouperHas(vm, task.slots[0]);
      if (!there.IsUndefined()) return there;
    }
      PYSUB_AWAIT(1, vm.Next(parent->iterator));
      if (in.IsExhausted()) return End(vm);
      task.slots[1] = in;
      if (!parent->key.IsNone()) {
        PYSUB_AWAIT(2, vm.Call(parent->key, {task.slots[1]}));
      }
      parent->current_key = in;
      parent->current_value = task.slots[1];
  }
  return GrouperTake(vm, group);
}
bool GrouperNextPasses(Vm& vm, Task& task, Value iterator, Value item) {
  const GroupByObject* object = G(P(task.slots[0])->parent);
  return Passes(vm, task, object->iterator, iterator, object->key, item);
}

constexpr Shape kFunctionIteratorShape{"V V? #", CheckUnmarked};
constexpr Shape kGroupByShape{"V V v v v <Grouper>?", CheckUnmarked};
constexpr Shape kGrouperShape{"<GroupBy> v", CheckUnmarked};

extern constexpr TypeInfo kStarmapType{
    .id = TypeId::kStarmap, .shape = &kFunctionIteratorShape, .constructor = &kStarmapConstructor,
    .copying = Copying::kRefused, .next = StarmapNext};
extern constexpr TypeInfo kTakeWhileType{.id = TypeId::kTakeWhile, .shape = &kFunctionIteratorShape,
                                         .constructor = &kTakeWhileConstructor,
                                         .copying = Copying::kRefused,
                                         .next = NextByTask<StepId::kTakeWhileNext>};
extern constexpr TypeInfo kDropWhileType{
    .id = TypeId::kDropWhile, .shape = &kFunctionIteratorShape, .constructor = &kDropWhileConstructor,
    .copying = Copying::kRefused, .next = DropWhileNext};
extern constexpr TypeInfo kFilterFalseType{.id = TypeId::kFilterFalse, .shape = &kFunctionIteratorShape,
                                           .constructor = &kFilterFalseConstructor,
                                           .copying = Copying::kRefused,
                                           .next = NextByTask<StepId::kFilterFalseNext>};
extern constexpr TypeInfo kGroupByType{
    .id = TypeId::kGroupBy, .shape = &kGroupByShape, .constructor = &kGroupByConstructor,
    .copying = Copying::kRefused, .next = GroupByNext};
extern constexpr TypeInfo kGrouperType{
    .id = TypeId::kGrouper, .shape = &kGrouperShape,
    .copying = Copying::kRefused, .next = GrouperNext};

}  // namespace pysub
