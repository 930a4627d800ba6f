#include "stdlib/modules/itertools/itertools.h"

// itertools.accumulate.
namespace pysub {

namespace itertools {
namespace {

// An iterator of itertools keeps its state in fields and not in C++ variables: fetching an item, or
// the call of a function, may suspend it. That holds for all files of this folder.
struct AccumulateObject : Object {
  Value iterator, function;
  Value total;    // Undefined before the first
  Value initial;  // Undefined once it was returned
  Value item;     // fetched, not yet added
};
AccumulateObject* AsAccumulate(Value v) { return v.As<AccumulateObject>(); }

Value AccumulateNew(Vm& vm, const Args& a) {
  Value iterator = TRY(vm.GetIter(a[1]));
  AccumulateObject* object = TRY(vm.New<AccumulateObject>(TypeId::kAccumulate));
  object->iterator = iterator;
  object->function = a.has(2) ? a[2] : Value::None();
  if (a.has(3) && !a[3].IsNone()) object->initial = a[3];
  if (object->function.IsNone()) MarkNative(vm, object, {iterator});
  return Value::Of(object);
}
template <bool kInFrame>
Value AccumulateMachine(Vm& vm, NativeFrame& frame, Value in) {
  AccumulateObject* object = AsAccumulate(frame.slots[0]);
  switch (frame.state) {
    case 0:
      if (object->item.IsUndefined()) {
        PYSUB_ITER_SUSPEND_POINT(1, NextOf<kInFrame>(vm, object->iterator));
        if (in.IsExhausted()) return in;
        if (object->total.IsUndefined()) return object->total = in;
        object->item = in;
      }
      PYSUB_ITER_SUSPEND_POINT(2, object->function.IsNone()
                                      ? vm.Binary(BinaryOp::kAdd, object->total, object->item)
                                      : vm.Call(object->function, {object->total, object->item}));
      object->item = Value::Undefined();
      object->total = in;
  }
  return in;
}
Value AccumulateNext(Vm& vm, Value self) {
  AccumulateObject* object = AsAccumulate(self);
  if (!object->initial.IsUndefined()) {
    object->total = object->initial;
    object->initial = Value::Undefined();
    return object->total;
  }
  if (!object->function.IsNone() || !vm.IteratesNatively(object->iterator)) {
    object->item = Value::Undefined();
    return vm.PushNativeFrame(ResumeId::kAccumulateNext, {self});
  }
  Value answer = RunNatively<AccumulateMachine<false>>(vm, self);
  // An item that cannot be added is lost, as in CPython.
  if (answer.IsFailed() && vm.FailureIsCatchable()) object->item = Value::Undefined();
  return answer;
}
constexpr NativeInfo kAccumulateConstructor{
    "accumulate(iterable, func=None, *, initial=None)", AccumulateNew,
    "Return series of accumulated sums (or other binary function results)."};

bool CheckAccumulate(Vm& vm, Object* object) {
  AccumulateObject* accumulate = static_cast<AccumulateObject*>(object);
  if (!accumulate->function.IsNone()) return CheckUnmarked(vm, object);
  return CheckNativeMark(vm, object, {accumulate->iterator});
}
constexpr Schema kAccumulateSchema{"V V v v v", CheckAccumulate};

}  // namespace

}  // namespace itertools

using namespace itertools;  // NOLINT: steps and types are members of pysub

Value AccumulateNextResume(Vm& vm, NativeFrame& frame, Value in) {
  return AccumulateMachine<true>(vm, frame, in);
}

extern constexpr TypeInfo kAccumulateType{.id = TypeId::kAccumulate,
                                          .schema = &kAccumulateSchema,
                                          .constructor = &kAccumulateConstructor,
                                          .iteration = Iteration::kNativeIfMarked,
                                          .copying = Copying::kRefused,
                                          .next = AccumulateNext};

}  // namespace pysub
