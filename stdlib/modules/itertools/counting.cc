#include <algorithm>

#include "stdlib/modules/itertools/itertools.h"
#include "vm/objects/int64.h"
#include "vm/objects/list.h"

// itertools: count, repeat, cycle, which need not end.
namespace pysub {

// ---- count

namespace itertools {
namespace {

// count(): start and step may be any numbers, and then + is that of their type.
struct CountObject : Object {
  Value next, step;
};
CountObject* AsCount(Value v) { return v.As<CountObject>(); }

Value CountNew(Vm& vm, const Args& a) {
  Value start = a.has(1) ? a[1] : Value::SmallInt(0);
  Value step = a.has(2) ? a[2] : Value::SmallInt(1);
  for (Value* number : {&start, &step}) {
    if (number->IsType() || vm.InfoOf(*number).binary == nullptr ||
        vm.InfoOf(*number).length != nullptr) {
      return vm.TypeError("a number is required");
    }
  }
  // Steps of one go through ints.
  if (step.IsTrue()) step = Value::SmallInt(1);
  if (step == Value::SmallInt(1) && start.IsBool()) start = Value::SmallInt(start.AsBool());
  CountObject* count = TRY(vm.New<CountObject>(TypeId::kCountIterator));
  count->next = start;
  count->step = step;
  MarkNative(vm, count, {});
  return Value::Of(count);
}
Value CountNext(Vm& vm, Value self) {
  CountObject* count = AsCount(self);
  Value item = count->next;
  if (Value::BothSmallInts(item, count->step)) {
    count->next = TRY(vm.NewInt(item.AsSmallInt() + count->step.AsSmallInt()));
    return item;
  }
  Value next = TRY(vm.Binary(BinaryOp::kAdd, item, count->step));
  if (next.IsCallPending()) return BadState(vm);
  count->next = next;
  return item;
}
Status CountRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("count(");
  TRY(vm.Repr(AsCount(self)->next, out));
  if (AsCount(self)->step != Value::SmallInt(1)) {
    out.Append(", ");
    TRY(vm.Repr(AsCount(self)->step, out));
  }
  out.Append(')');
  return out.status();
}
constexpr NativeInfo kCountConstructor{"count(start=0, step=1)", CountNew,
                                       "Return a count object whose .__next__() method returns "
                                       "consecutive values."};

bool CheckCount(Vm& vm, Object* object) {
  for (Value number :
       {static_cast<CountObject*>(object)->next, static_cast<CountObject*>(object)->step}) {
    if (vm.InfoOf(number).binary == nullptr || vm.InfoOf(number).length != nullptr) return false;
  }
  return true;
}
constexpr Schema kCountSchema{"V V", CheckCount};

}  // namespace

}  // namespace itertools

using namespace itertools;  // NOLINT: steps and types are members of pysub

extern constexpr TypeInfo kCountIteratorType{.id = TypeId::kCountIterator,
                                             .schema = &kCountSchema,
                                             .constructor = &kCountConstructor,
                                             .doc =
                                                 "Return a count object whose .__next__() method "
                                                 "returns consecutive values.",
                                             .iteration = Iteration::kNativeIfMarked,
                                             .copying = Copying::kRefused,
                                             .repr = CountRepr,
                                             .next = CountNext};

// ---- repeat

namespace itertools {
namespace {

struct RepeatObject : Object {
  Value object;
  Value left;  // an int that fits 64 bits; None: for ever
};
RepeatObject* AsRepeat(Value v) { return v.As<RepeatObject>(); }

Value RepeatNew(Vm& vm, const Args& a) {
  int64_t times = a.has(2) ? std::max<int64_t>(TRY(vm.ToIndex(a[2])), 0) : -1;
  return NewRepeat(vm, a[1], times);
}
Value RepeatNext(Vm& vm, Value self) {
  if (AsRepeat(self)->left.IsNone()) return AsRepeat(self)->object;
  const int64_t left = Int64Of(AsRepeat(self)->left);
  if (left == 0) return End(vm);
  AsRepeat(self)->left = TRY(vm.NewInt(left - 1));
  return AsRepeat(self)->object;
}
Status RepeatRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("repeat(");
  TRY(vm.Repr(AsRepeat(self)->object, out));
  if (!AsRepeat(self)->left.IsNone()) {
    out.Append(", ");
    out.AppendInt(Int64Of(AsRepeat(self)->left));
  }
  out.Append(')');
  return out.status();
}
Value RepeatLengthHint(Vm& vm, const Args& a) {
  if (AsRepeat(a[0])->left.IsNone()) return vm.TypeError("len() of unsized object");
  return AsRepeat(a[0])->left;
}
constexpr NativeInfo kRepeatConstructor{
    "repeat(object, times=<unrepresentable>)", RepeatNew,
    "repeat(object [,times]) -> create an iterator which returns "
    "the object"};
constexpr NativeInfo kRepeatMethods[] = {
    {"__length_hint__()", RepeatLengthHint,
     "Private method returning an estimate of len(list(it))."}};
PYSUB_MEMBERS(Repeat, kRepeatMethods, kNoAttributes);

bool CheckRepeat(Vm&, Object* object) {
  const Value left = static_cast<RepeatObject*>(object)->left;
  return left.IsNone() || IsInt64FromZero(left);
}
constexpr Schema kRepeatSchema{"V i~", CheckRepeat};

}  // namespace

}  // namespace itertools

Value NewRepeat(Vm& vm, Value object, int64_t times) {
  RepeatObject* repeat = TRY(vm.New<RepeatObject>(TypeId::kRepeat));
  repeat->object = object;
  repeat->left = times < 0 ? Value::None() : TRY(vm.NewInt(times));
  MarkNative(vm, repeat, {});
  return Value::Of(repeat);
}

extern constexpr TypeInfo kRepeatType{.id = TypeId::kRepeat,
                                      .schema = &kRepeatSchema,
                                      .constructor = &kRepeatConstructor,
                                      .methods = kRepeatMethods,
                                      .members = kRepeatMembers,
                                      .iteration = Iteration::kNativeIfMarked,
                                      .copying = Copying::kRefused,
                                      .repr = RepeatRepr,
                                      .next = RepeatNext};

// ---- cycle

namespace itertools {
namespace {

// cycle() keeps all items that it has seen: the iterator can only be read once.
struct CycleObject : Object {
  Value iterator;  // Undefined once it has ended
  Value saved;     // List
  RawWord index;
};
CycleObject* AsCycle(Value v) { return v.As<CycleObject>(); }

Value CycleNew(Vm& vm, const Args& a) {
  Value iterator = TRY(vm.GetIter(a[1]));
  List* saved = TRY(vm.NewList());
  CycleObject* cycle = TRY(vm.New<CycleObject>(TypeId::kCycle));
  cycle->iterator = iterator;
  cycle->saved = Value::Of(saved);
  cycle->index = 0;
  MarkNative(vm, cycle, {iterator});
  return Value::Of(cycle);
}
template <bool kInFrame>
Value CycleMachine(Vm& vm, NativeFrame& frame, Value in) {
  CycleObject* cycle = AsCycle(frame.slots[0]);
  List* saved = cycle->saved.As<List>();
  switch (frame.state) {
    case 0:
      TRY(ListReserve(vm, saved, saved->size + 1));
      PYSUB_ITER_SUSPEND_POINT(1, NextOf<kInFrame>(vm, cycle->iterator));
      if (!in.IsExhausted()) {
        TRY(ListAppend(vm, saved, in));
        return in;
      }
  }
  cycle->iterator = Value::Undefined();
  if (saved->size == 0) return End(vm);
  cycle->index = saved->size > 1;
  return saved->items()[0];
}
Value CycleNext(Vm& vm, Value self) {
  CycleObject* cycle = AsCycle(self);
  if (!cycle->iterator.IsUndefined()) {
    if (!vm.IteratesNatively(cycle->iterator))
      return vm.PushNativeFrame(ResumeId::kCycleNext, {self});
    return RunNatively<CycleMachine<false>>(vm, self);
  }
  List* saved = cycle->saved.As<List>();
  if (saved->size == 0) return End(vm);
  if (cycle->index >= saved->size) cycle->index = 0;
  Value item = saved->items()[cycle->index];
  cycle->index = cycle->index + 1 < saved->size ? cycle->index + 1 : 0;
  return item;
}
constexpr NativeInfo kCycleConstructor{
    "cycle(iterable, /)", CycleNew,
    "Return elements from the iterable until it is exhausted. Then "
    "repeat the sequence indefinitely."};

constexpr Schema kCycleSchema{"V? l #", CheckMark<CycleObject, &CycleObject::iterator>};

}  // namespace

}  // namespace itertools

Value CycleNextResume(Vm& vm, NativeFrame& frame, Value in) {
  return CycleMachine<true>(vm, frame, in);
}

extern constexpr TypeInfo kCycleType{.id = TypeId::kCycle,
                                     .schema = &kCycleSchema,
                                     .constructor = &kCycleConstructor,
                                     .iteration = Iteration::kNativeIfMarked,
                                     .copying = Copying::kRefused,
                                     .next = CycleNext};

}  // namespace pysub
