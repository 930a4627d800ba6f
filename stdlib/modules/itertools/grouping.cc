#include <algorithm>
#include <utility>

#include "stdlib/modules/itertools/itertools.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"

// itertools: pairwise, batched, zip_longest, which make tuples of items.
namespace pysub {

// ---- pairwise

namespace itertools {
namespace {

// pairwise(): the last item is the first of the next pair.
struct PairwiseObject : Object {
  Value iterator;  // Undefined when exhausted
  Value previous;
};
PairwiseObject* AsPairwise(Value v) { return v.As<PairwiseObject>(); }

Value PairwiseNew(Vm& vm, const Args& a) {
  Value iterator = TRY(vm.GetIter(a[1]));
  PairwiseObject* object = TRY(vm.New<PairwiseObject>(TypeId::kPairwise));
  object->iterator = iterator;
  MarkNative(vm, object, {iterator});
  return Value::Of(object);
}
// Slots: the pairwise object, the first of the pair. What the source runs may read the same object.
template <bool kInFrame>
Value PairwiseMachine(Vm& vm, NativeFrame& frame, Value in) {
  PairwiseObject* object = AsPairwise(frame.slots[0]);
  // An item that came natively would be lost if there was no memory for its pair.
  Tuple* pair = nullptr;
  Value* first = &object->previous;
  if constexpr (kInFrame) {
    first = &frame.slots[1];
  } else {
    pair = TRY(vm.NewTuple(2));
  }
  switch (frame.state) {
    case 0:
      if (object->iterator.IsUndefined()) return End(vm);
      if (object->previous.IsUndefined()) {
        PYSUB_ITER_TRY(1, NextOf<kInFrame>(vm, object->iterator));
        if (in.IsExhausted() || in.IsFailed()) break;
        object->previous = in;
        in = End(vm);
        if (object->iterator.IsUndefined()) break;
      }
      *first = object->previous;
      PYSUB_ITER_TRY(2, NextOf<kInFrame>(vm, object->iterator));
      if (in.IsExhausted() || in.IsFailed()) break;
      if constexpr (kInFrame) pair = TRY(vm.NewTuple(2));
      pair->items()[0] = *first;
      pair->items()[1] = in;
      object->previous = in;
      return Value::Of(pair);
  }
  object->iterator = object->previous = Value::Undefined();
  return in;
}
Value PairwiseNext(Vm& vm, Value self) {
  if (AsPairwise(self)->iterator.IsUndefined()) return End(vm);
  if (!vm.IteratesNatively(AsPairwise(self)->iterator)) {
    return vm.PushNativeFrame(ResumeId::kPairwiseNext, {self, Value::Undefined()}, kFrameCatches);
  }
  return RunNatively<PairwiseMachine<false>>(vm, self);
}
Value PairwiseNextPair(Vm& vm, Value self, Value* out) {
  PairwiseObject* object = AsPairwise(self);
  if (!IsMarked(object) || object->iterator.IsUndefined() || object->previous.IsUndefined()) {
    return PairwiseNext(vm, self);
  }
  if (!vm.Tick(1)) return Value::Failed();
  Value item = NextNatively(vm, object->iterator);
  if (item.IsExhausted() || item.IsFailed()) {
    if (item.IsExhausted() || vm.FailureIsCatchable())
      object->iterator = object->previous = Value::Undefined();
    return item;
  }
  out[0] = object->previous;
  out[1] = object->previous = item;
  return Value::Undefined();
}
constexpr NativeInfo kPairwiseConstructor{
    "pairwise(iterable, /)", PairwiseNew,
    "Return an iterator of overlapping pairs taken from the input "
    "iterator."};

constexpr Schema kPairwiseSchema{"V? v", CheckMark<PairwiseObject, &PairwiseObject::iterator>};

}  // namespace

}  // namespace itertools

using namespace itertools;  // NOLINT: steps and types are members of pysub

Value PairwiseNextResume(Vm& vm, NativeFrame& frame, Value in) {
  return PairwiseMachine<true>(vm, frame, in);
}

extern constexpr TypeInfo kPairwiseType{.id = TypeId::kPairwise,
                                        .schema = &kPairwiseSchema,
                                        .constructor = &kPairwiseConstructor,
                                        .iteration = Iteration::kNativeIfMarked,
                                        .copying = Copying::kRefused,
                                        .next = PairwiseNext,
                                        .next_pair = PairwiseNextPair};

// ---- batched

namespace itertools {
namespace {

// batched(): the batch is filled over several steps, as fetching an item may suspend.
struct BatchedObject : Object {
  Value iterator;  // Undefined when exhausted
  Value batch;  // List: what was fetched of the next batch; Undefined while a native frame has it
  RawWord size;
  RawWord strict;
};
BatchedObject* AsBatched(Value v) { return v.As<BatchedObject>(); }

Value BatchedNew(Vm& vm, const Args& a) {
  int64_t size = TRY(vm.ToIndex(a[2]));
  bool strict = a.has(3) && TRY(vm.Truth(a[3]));
  if (size < 1) return vm.ValueError("n must be at least one");
  Value iterator = TRY(vm.GetIter(a[1]));
  List* batch = TRY(vm.NewList());
  BatchedObject* object = TRY(vm.New<BatchedObject>(TypeId::kBatched));
  object->iterator = iterator;
  object->batch = Value::Of(batch);
  object->size = static_cast<RawWord>(std::min<int64_t>(size, kNoStop));
  object->strict = strict;
  MarkNative(vm, object, {iterator});
  return Value::Of(object);
}
// Slots: the batched object, the batch. What the source runs may read the same object.
template <bool kInFrame>
Value BatchedMachine(Vm& vm, NativeFrame& frame, Value in) {
  BatchedObject* object = AsBatched(frame.slots[0]);
  Value* fetched = &object->batch;
  if constexpr (kInFrame) {
    fetched = &frame.slots[1];
    if (fetched->IsUndefined()) std::swap(*fetched, object->batch);
  }
  if (fetched->IsUndefined()) *fetched = Value::Of(TRY(vm.NewList()));
  List* batch = fetched->As<List>();
  switch (frame.state) {
    case 0:
      while (batch->size < object->size && !object->iterator.IsUndefined()) {
        TRY(ListReserve(vm, batch, batch->size + 1));
        PYSUB_ITER_TRY(1, NextOf<kInFrame>(vm, object->iterator));
        if (in.IsFailed()) {
          object->iterator = Value::Undefined();
          batch->size = 0;
          return in;
        }
        if (in.IsExhausted()) {
          object->iterator = Value::Undefined();
          break;
        }
        TRY(ListAppend(vm, batch, in));
        frame.state = 0;  // a repetition fetches the next
      }
  }
  if (batch->size == 0) return End(vm);
  if (batch->size < object->size && object->strict) {
    Value raised = vm.ValueError("batched(): incomplete batch");
    if (vm.FailureIsCatchable()) batch->size = 0;
    return raised;
  }
  Value tuple = TRY(vm.NewTuple(std::span<const Value>(ListItems(batch))));
  batch->size = 0;
  object->batch = *fetched;
  return tuple;
}
Value BatchedNext(Vm& vm, Value self) {
  if (AsBatched(self)->iterator.IsUndefined()) {
    Value batch = AsBatched(self)->batch;
    if (batch.IsUndefined() || batch.As<List>()->size == 0) return End(vm);
    return RunNatively<BatchedMachine<false>>(vm, self);
  }
  if (!vm.IteratesNatively(AsBatched(self)->iterator)) {
    return vm.PushNativeFrame(ResumeId::kBatchedNext, {self, Value::Undefined()}, kFrameCatches);
  }
  return RunNatively<BatchedMachine<false>>(vm, self);
}
Value BatchedNextPair(Vm& vm, Value self, Value* out) {
  BatchedObject* object = AsBatched(self);
  if (object->size != 2 || !IsMarked(object) || object->iterator.IsUndefined() ||
      object->batch.IsUndefined()) {
    return BatchedNext(vm, self);
  }
  List* batch = object->batch.As<List>();
  if (batch->size != 0) return BatchedNext(vm, self);
  TRY(ListReserve(vm, batch, 2));
  if (!vm.Tick(1)) return Value::Failed();
  Value items[2];
  for (Value& item : items) {
    item = NextNatively(vm, object->iterator);
    if (item.IsExhausted() || item.IsFailed()) {
      if (item.IsExhausted() || vm.FailureIsCatchable()) object->iterator = Value::Undefined();
      // One that came alone waits for the repetition, or is the last batch.
      if (&item == items || (item.IsFailed() && vm.FailureIsCatchable())) return item;
      batch->items()[batch->size++] = items[0];
      return item.IsFailed() ? item : BatchedNext(vm, self);
    }
  }
  out[0] = items[0];
  out[1] = items[1];
  return Value::Undefined();
}
constexpr NativeInfo kBatchedConstructor{
    "batched(iterable, n, *, strict=False)", BatchedNew,
    "Batch data into tuples of length n. The last batch may be shorter than n."};

constexpr Schema kBatchedSchema{"V? l? # #", CheckMark<BatchedObject, &BatchedObject::iterator>};

}  // namespace

}  // namespace itertools

Value BatchedNextResume(Vm& vm, NativeFrame& frame, Value in) {
  return BatchedMachine<true>(vm, frame, in);
}

extern constexpr TypeInfo kBatchedType{.id = TypeId::kBatched,
                                       .schema = &kBatchedSchema,
                                       .constructor = &kBatchedConstructor,
                                       .iteration = Iteration::kNativeIfMarked,
                                       .copying = Copying::kRefused,
                                       .next = BatchedNext,
                                       .next_pair = BatchedNextPair};

// ---- zip_longest

namespace itertools {
namespace {

// zip_longest() ends with the last of its iterators.
struct ZipLongestObject : Object {
  Value iterators;  // tuple; an exhausted one is Undefined
  Value fill;
  Value round;     // tuple being filled, or Undefined
  RawWord index;   // how much of it is filled
  RawWord active;  // iterators that have not ended
};
ZipLongestObject* AsZipLongest(Value v) { return v.As<ZipLongestObject>(); }

Value ZipLongestNew(Vm& vm, const Args& a) {
  Value fill = Value::None();
  if (!a.keywords.IsUndefined()) {
    Dict* keywords = a.keywords.As<Dict>();
    Value given = TRY(DictGetStr(vm, keywords, "fillvalue"));
    if (given.IsUndefined() || keywords->live > 1) {
      return vm.TypeError("zip_longest() got an unexpected keyword argument");
    }
    fill = given;
  }
  Tuple* iterators = TRY(vm.NewTuple(a.rest_count));
  for (uint32_t i = 0; i < a.rest_count; ++i) iterators->items()[i] = TRY(vm.GetIter(a.rest[i]));
  ZipLongestObject* object = TRY(vm.New<ZipLongestObject>(TypeId::kZipLongest));
  object->iterators = Value::Of(iterators);
  object->fill = fill;
  object->index = 0;
  object->active = a.rest_count;
  return Value::Of(object);
}
// Slots: the zip_longest object, the round, how much of it is filled. What the sources run may read
// the same object; natively a round stands in the object, so that it goes on after a collection.
template <bool kInFrame>
Value ZipLongestMachine(Vm& vm, NativeFrame& frame, Value in) {
  ZipLongestObject* object = AsZipLongest(frame.slots[0]);
  Tuple* iterators = object->iterators.As<Tuple>();
  Value* round = &object->round;
  if constexpr (kInFrame) round = &frame.slots[1];
  const auto index = [&] {
    if constexpr (kInFrame) return static_cast<RawWord>(frame.slots[2].AsSmallInt());
    return object->index;
  };
  const auto set_index = [&](RawWord i) {
    if constexpr (kInFrame) {
      frame.slots[2] = Value::KnownSmallInt(i);
    } else {
      object->index = i;
    }
  };
  if (round->IsUndefined()) {
    // A native frame that begins anew may find that what its sources ran has read the rest.
    if (object->active == 0) return End(vm);
    *round = Value::Of(TRY(vm.NewTuple(iterators->count)));
    set_index(0);
  } else if (round->AsObject()->count != iterators->count || index() >= iterators->count) {
    return BadState(vm);
  }
  switch (frame.state) {
    case 0:
      while (index() < iterators->count) {
        in = Value::Exhausted();
        if (!iterators->items()[index()].IsUndefined()) {
          PYSUB_ITER_TRY(1, NextOf<kInFrame>(vm, iterators->items()[index()]));
          if (in.IsExhausted()) iterators->items()[index()] = Value::Undefined();
          if (in.IsFailed() || (in.IsExhausted() && object->active-- <= 1)) {
            object->active = 0;
            *round = Value::Undefined();
            return in.IsFailed() ? in : End(vm);
          }
        }
        round->As<Tuple>()->items()[index()] = in.IsExhausted() ? object->fill : in;
        set_index(index() + 1);
        frame.state = 0;
      }
  }
  const Value result = *round;
  *round = Value::Undefined();
  return result;
}
Value ZipLongestNext(Vm& vm, Value self) {
  if (AsZipLongest(self)->active == 0) return End(vm);
  Tuple* iterators = AsZipLongest(self)->iterators.As<Tuple>();
  for (uint32_t i = 0; i < iterators->count; ++i) {
    Value iterator = iterators->items()[i];
    if (!iterator.IsUndefined() && !vm.IteratesNatively(iterator)) {
      return vm.PushNativeFrame(ResumeId::kZipLongestNext,
                                {self, Value::Undefined(), Value::Undefined()}, kFrameCatches);
    }
  }
  return RunNatively<ZipLongestMachine<false>>(vm, self);
}
Value ZipLongestNextPair(Vm& vm, Value self, Value* out) {
  ZipLongestObject* object = AsZipLongest(self);
  Tuple* iterators = object->iterators.As<Tuple>();
  if (iterators->count != 2 || object->active == 0 || !object->round.IsUndefined())
    return ZipLongestNext(vm, self);
  for (uint32_t i = 0; i < 2; ++i) {
    Value iterator = iterators->items()[i];
    if (!iterator.IsUndefined() && !vm.IteratesNatively(iterator)) return ZipLongestNext(vm, self);
  }
  if (!vm.Tick(1)) return Value::Failed();
  Value items[2];
  for (uint32_t i = 0; i < 2; ++i) {
    Value iterator = iterators->items()[i];
    items[i] = iterator.IsUndefined() ? object->fill : NextNatively(vm, iterator);
    if (items[i].IsExhausted()) {
      iterators->items()[i] = Value::Undefined();
      if (object->active-- <= 1) return End(vm);
      items[i] = object->fill;
    }
    if (items[i].IsFailed()) {
      if (vm.FailureIsCatchable()) {
        object->active = 0;
      } else if (i > 0) {
        // The repetition goes on with this round.
        Heap::AlwaysAllocateScope moved_on(vm.heap);
        object->round = TRY(vm.NewTuple({items[0], Value::Undefined()}));
        object->index = i;
      }
      return items[i];
    }
  }
  out[0] = items[0];
  out[1] = items[1];
  return Value::Undefined();
}
constexpr NativeInfo kZipLongestConstructor{"zip_longest(*iterables, **kwargs)", ZipLongestNew,
                                            "Return a zip_longest object whose .__next__() method "
                                            "returns a tuple where"};

bool CheckZipLongest(Vm& vm, Object* object) {
  ZipLongestObject* zip = static_cast<ZipLongestObject*>(object);
  if (!zip->round.IsUndefined() &&
      zip->round.AsObject()->count != zip->iterators.AsObject()->count) {
    return false;
  }
  return CheckUnmarked(vm, object);
}
constexpr Schema kZipLongestSchema{"t! V t!? # #", CheckZipLongest};

}  // namespace

}  // namespace itertools

Value ZipLongestNextResume(Vm& vm, NativeFrame& frame, Value in) {
  return ZipLongestMachine<true>(vm, frame, in);
}

extern constexpr TypeInfo kZipLongestType{.id = TypeId::kZipLongest,
                                          .schema = &kZipLongestSchema,
                                          .constructor = &kZipLongestConstructor,
                                          .copying = Copying::kRefused,
                                          .next = ZipLongestNext,
                                          .next_pair = ZipLongestNextPair};

}  // namespace pysub
