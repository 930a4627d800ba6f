#include <algorithm>

#include "stdlib/modules/itertools/itertools.h"
#include "vm/objects/indexing.h"

// itertools: islice, compress, which pass some items on.
namespace pysub {

// ---- islice

namespace itertools {
namespace {

// islice() counts what it fetches; it cannot go back.
struct IsliceObject : Object {
  Value iterator;  // Undefined when exhausted
  RawWord next;    // the position to be returned next
  RawWord stop;    // kNoStop: none
  RawWord step;
  RawWord position;  // how many items were fetched
};
IsliceObject* AsIslice(Value v) { return v.As<IsliceObject>(); }

// -1: not acceptable.
int64_t SliceNumber(Vm& vm, Value v, int64_t otherwise) {
  if (v.IsNone()) return otherwise;
  if (!IsIndex(vm, v)) return -1;
  Result<int64_t> number = vm.ToIndex(v);
  return number.ok() ? std::min<int64_t>(*number, kNoStop) : -1;
}

Value IsliceNew(Vm& vm, const Args& a) {
  // With two arguments the second is the stop.
  bool only_stop = !a.has(3) && !a.has(4);
  int64_t start = only_stop ? 0 : SliceNumber(vm, a[2], 0);
  Value stop_value = only_stop ? a[2] : a[3];
  int64_t stop = SliceNumber(vm, stop_value, kNoStop);
  if (stop == -1) {
    return vm.ValueError(
        "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.");
  }
  if (start < 0 || stop < 0) {
    return vm.ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.");
  }
  int64_t step = a.has(4) ? SliceNumber(vm, a[4], 1) : 1;
  if (step < 1) return vm.ValueError("Step for islice() must be a positive integer or None.");
  Value iterator = TRY(vm.GetIter(a[1]));
  IsliceObject* slice = TRY(vm.New<IsliceObject>(TypeId::kIslice));
  slice->iterator = iterator;
  slice->next = static_cast<RawWord>(start);
  slice->stop = static_cast<RawWord>(stop);
  slice->step = static_cast<RawWord>(step);
  slice->position = 0;
  MarkNative(vm, slice, {iterator});
  return Value::Of(slice);
}

template <bool kInFrame>
Value IsliceMachine(Vm& vm, NativeFrame& frame, Value in) {
  IsliceObject* slice = AsIslice(frame.slots[0]);
  switch (frame.state) {
    case 0:
      // What the source runs may end it.
      while (!slice->iterator.IsUndefined() &&
             slice->position <= std::min(slice->next, slice->stop)) {
        if (slice->position == slice->stop) break;
        PYSUB_ITER_TRY(1, NextOf<kInFrame>(vm, slice->iterator));
        if (in.IsExhausted() || in.IsFailed()) {
          slice->iterator = Value::Undefined();
          return in;
        }
        if (slice->position++ < slice->next) {
          frame.state = 0;  // a repetition fetches the next
          continue;
        }
        slice->next = std::min<RawWord>(slice->next + slice->step, slice->stop);
        return in;
      }
  }
  slice->iterator = Value::Undefined();
  return End(vm);
}
Value IsliceNext(Vm& vm, Value self) {
  if (AsIslice(self)->iterator.IsUndefined()) return End(vm);
  if (!vm.IteratesNatively(AsIslice(self)->iterator))
    return vm.PushNativeFrame(ResumeId::kIsliceNext, {self}, kFrameCatches);
  return RunNatively<IsliceMachine<false>>(vm, self);
}
Value IsliceNextPair(Vm& vm, Value self, Value* out) {
  IsliceObject* slice = AsIslice(self);
  const bool is_next = slice->position == slice->next && slice->position < slice->stop;
  if (!is_next || !IsMarked(slice) || slice->iterator.IsUndefined()) return IsliceNext(vm, self);
  if (!vm.Tick(1)) return Value::Failed();
  Value item = NextPairOf(vm, slice->iterator, out);
  if (item.IsExhausted() || item.IsFailed()) {
    if (item.IsExhausted() || vm.FailureIsCatchable()) slice->iterator = Value::Undefined();
    return item;
  }
  ++slice->position;
  slice->next = std::min<RawWord>(slice->next + slice->step, slice->stop);
  return item;
}
constexpr NativeInfo kIsliceConstructor{
    "islice(iterable, start, stop=<unrepresentable>, step=<unrepresentable>, /)", IsliceNew,
    "islice(iterable, stop) --> islice object\n"
    "islice(iterable, start, stop[, step]) --> islice object"};

constexpr Schema kIsliceSchema{"V? # # # #", CheckMark<IsliceObject, &IsliceObject::iterator>};

}  // namespace

}  // namespace itertools

using namespace itertools;  // NOLINT: steps and types are members of pysub

Value IsliceNextResume(Vm& vm, NativeFrame& frame, Value in) {
  return IsliceMachine<true>(vm, frame, in);
}

extern constexpr TypeInfo kIsliceType{.id = TypeId::kIslice,
                                      .schema = &kIsliceSchema,
                                      .constructor = &kIsliceConstructor,
                                      .iteration = Iteration::kNativeIfMarked,
                                      .copying = Copying::kRefused,
                                      .next = IsliceNext,
                                      .next_pair = IsliceNextPair};

// ---- compress

namespace itertools {
namespace {

// compress(): an item is fetched before its selector, and waits here when that suspends.
struct CompressObject : Object {
  Value data, selectors;
  Value item;  // fetched, its selector is not
};
CompressObject* AsCompress(Value v) { return v.As<CompressObject>(); }

Value CompressNew(Vm& vm, const Args& a) {
  Value data = TRY(vm.GetIter(a[1]));
  Value selectors = TRY(vm.GetIter(a[2]));
  CompressObject* object = TRY(vm.New<CompressObject>(TypeId::kCompress));
  object->data = data;
  object->selectors = selectors;
  MarkNative(vm, object, {data, selectors});
  return Value::Of(object);
}
// Slots: the compress object, the item. What the sources run may read the same object.
template <bool kInFrame>
Value CompressMachine(Vm& vm, NativeFrame& frame, Value in) {
  CompressObject* object = AsCompress(frame.slots[0]);
  Value* item = &object->item;
  if constexpr (kInFrame) item = &frame.slots[1];
  switch (frame.state) {
    case 0:
      while (true) {
        if (item->IsUndefined()) {
          PYSUB_ITER_SUSPEND_POINT(1, NextOf<kInFrame>(vm, object->data));
          if (in.IsExhausted() || in.IsFailed()) return in;
          *item = in;
        }
        PYSUB_ITER_TRY(2, NextOf<kInFrame>(vm, object->selectors));
        const bool chooses = !in.IsFailed() && !in.IsExhausted();
        const Result<bool> chosen = chooses ? vm.Truth(in) : Result<bool>(true);
        if (!chosen.ok() && !vm.FailureIsCatchable()) return Value::Failed();
        const Value answer = !chosen.ok() ? Value::Failed() : chooses ? *item : in;
        *item = Value::Undefined();
        if (!chosen.ok() || *chosen) return answer;
        frame.state = 0;
      }
  }
  return End(vm);
}
Value CompressNext(Vm& vm, Value self) {
  if (!vm.IteratesNatively(AsCompress(self)->data) ||
      !vm.IteratesNatively(AsCompress(self)->selectors)) {
    return vm.PushNativeFrame(ResumeId::kCompressNext, {self, Value::Undefined()}, kFrameCatches);
  }
  return RunNatively<CompressMachine<false>>(vm, self);
}
constexpr NativeInfo kCompressConstructor{"compress(data, selectors)", CompressNew,
                                          "Return data elements corresponding to true selector "
                                          "elements."};

constexpr Schema kCompressSchema{
    "V V v", CheckMark<CompressObject, &CompressObject::data, &CompressObject::selectors>};

}  // namespace

}  // namespace itertools

Value CompressNextResume(Vm& vm, NativeFrame& frame, Value in) {
  return CompressMachine<true>(vm, frame, in);
}

extern constexpr TypeInfo kCompressType{.id = TypeId::kCompress,
                                        .schema = &kCompressSchema,
                                        .constructor = &kCompressConstructor,
                                        .iteration = Iteration::kNativeIfMarked,
                                        .copying = Copying::kRefused,
                                        .next = CompressNext};

}  // namespace pysub
