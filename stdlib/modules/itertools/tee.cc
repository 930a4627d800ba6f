#include "stdlib/modules/itertools/itertools.h"
#include "vm/objects/list.h"

// itertools.tee. Its iterators share a chain of what was fetched for one of them and not yet read
// by all.
namespace pysub {

namespace itertools {
namespace {

// A link of the chain of items that were fetched for one copy and not yet read by another.
struct TeeData : Object {
  Value iterator;
  Value items;  // List, at most kItems
  Value next;   // TeeData or Undefined
  RawWord running;

  static constexpr uint32_t kItems = 57;
};
// One of the iterators that tee() gives. Items lie in a chain of blocks that all of them share, so
// a block goes when the slowest has left it.
struct TeeObject : Object {
  Value data;
  RawWord index;
};
TeeObject* AsTee(Value v) { return v.As<TeeObject>(); }
TeeData* AsTeeData(Value v) { return v.As<TeeData>(); }

Value NewTeeData(Vm& vm, Value iterator) {
  List* items = TRY(vm.NewList());
  TeeData* data = TRY(vm.New<TeeData>(TypeId::kTeeData));
  data->iterator = iterator;
  data->items = Value::Of(items);
  data->running = 0;
  return Value::Of(data);
}
Value NewTee(Vm& vm, Value data, RawWord index) {
  TeeObject* tee = TRY(vm.New<TeeObject>(TypeId::kTee));
  tee->data = data;
  tee->index = index;
  return Value::Of(tee);
}
Value TeeCopy(Vm& vm, const Args& a) { return NewTee(vm, AsTee(a[0])->data, AsTee(a[0])->index); }
Value TeeNew(Vm& vm, const Args& a) {
  Value iterator = TRY(vm.GetIter(a[1]));
  if (IsObjectOf(iterator, TypeId::kTee))
    return NewTee(vm, AsTee(iterator)->data, AsTee(iterator)->index);
  return NewTee(vm, TRY(NewTeeData(vm, iterator)), 0);
}

// Reads what is there already; Undefined: an item has to be fetched.
Value TeeRead(Vm& vm, TeeObject* tee) {
  if (tee->index >= TeeData::kItems) {
    TeeData* data = AsTeeData(tee->data);
    if (data->next.IsUndefined()) data->next = TRY(NewTeeData(vm, data->iterator));
    tee->data = data->next;
    tee->index = 0;
  }
  List* items = AsTeeData(tee->data)->items.As<List>();
  if (tee->index < items->size) return items->items()[tee->index++];
  return Value::Undefined();
}
template <bool kInFrame>
Value TeeMachine(Vm& vm, NativeFrame& frame, Value in) {
  TeeObject* tee = AsTee(frame.slots[0]);
  TeeData* data = AsTeeData(tee->data);
  List* items = data->items.As<List>();
  switch (frame.state) {
    case 0:
      if (items->capacity() == 0) TRY(ListReserve(vm, items, TeeData::kItems));
      data->running = 1;
      PYSUB_ITER_SUSPEND_POINT(1, NextOf<kInFrame>(vm, data->iterator));
      data->running = 0;
      if (in.IsExhausted()) return End(vm);
      if (items->size < TeeData::kItems) TRY(ListAppend(vm, items, in));
      ++tee->index;
  }
  return in;
}
Value TeeNext(Vm& vm, Value self) {
  Value item = TRY(TeeRead(vm, AsTee(self)));
  if (!item.IsUndefined()) return item;
  TeeData* data = AsTeeData(AsTee(self)->data);
  if (data->running) {
    return vm.Raise(TypeId::kRuntimeError, "cannot re-enter the tee iterator");
  }
  if (!vm.IteratesNatively(data->iterator)) {
    return vm.PushNativeFrame(ResumeId::kTeeNext, {self}, kFrameCatches);
  }
  data->running = 0;
  Value answer = RunNatively<TeeMachine<false>>(vm, self);
  data->running = 0;
  return answer;
}
constexpr NativeInfo kTeeConstructor{"_tee(iterable, /)", TeeNew,
                                     "Iterator wrapped to make it copyable."};
constexpr NativeInfo kTeeMethods[] = {{"__copy__()", TeeCopy, "Returns an independent iterator."}};
PYSUB_MEMBERS(Tee, kTeeMethods, kNoAttributes);

constexpr Schema kTeeSchema{"<TeeData> #", CheckUnmarked};
constexpr Schema kTeeDataSchema{"V l <TeeData>? #", CheckUnmarked};

}  // namespace

Value TeeFunction(Vm& vm, const Args& a) {
  int64_t count = a.has(1) ? TRY(vm.ToIndex(a[1])) : 2;
  if (count < 0) return vm.ValueError("n must be >= 0");
  if (count == 0) return vm.NewTuple(std::span<const Value>());
  Value iterator = TRY(vm.GetIter(a[0]));
  if (count > UINT32_MAX / 2) return vm.NoMemory(static_cast<uint64_t>(count) * 8);
  if (!vm.Tick(static_cast<uint64_t>(count))) return Value::Failed();
  Tuple* result = TRY(vm.NewTuple(count));
  Value first = IsObjectOf(iterator, TypeId::kTee) ? iterator : Value::Undefined();
  Value data = first.IsUndefined() ? TRY(NewTeeData(vm, iterator)) : AsTee(first)->data;
  RawWord index = first.IsUndefined() ? 0 : AsTee(first)->index;
  for (uint32_t i = 0; i < count; ++i) result->items()[i] = TRY(NewTee(vm, data, index));
  return Value::Of(result);
}

}  // namespace itertools

using namespace itertools;  // NOLINT: steps and types are members of pysub

// Catches, so that the source may be asked again after an exception.
Value TeeNextResume(Vm& vm, NativeFrame& frame, Value in) {
  if (frame.state == 1 && in.IsFailed()) {
    AsTeeData(AsTee(frame.slots[0])->data)->running = 0;
    return in;
  }
  Value answer = TeeMachine<true>(vm, frame, in);
  if (answer.IsFailed() && vm.FailureIsCatchable())
    AsTeeData(AsTee(frame.slots[0])->data)->running = 0;
  return answer;
}

extern constexpr TypeInfo kTeeType{.id = TypeId::kTee,
                                   .schema = &kTeeSchema,
                                   .constructor = &kTeeConstructor,
                                   .methods = kTeeMethods,
                                   .members = kTeeMembers,
                                   .copying = Copying::kRefused,
                                   .next = TeeNext};
extern constexpr TypeInfo kTeeDataType{
    .id = TypeId::kTeeData, .schema = &kTeeDataSchema, .copying = Copying::kRefused};

}  // namespace pysub
