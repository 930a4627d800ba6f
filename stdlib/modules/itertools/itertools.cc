// itertools: the module; count, repeat, cycle, chain, islice, compress, pairwise, batched, zip_longest,
// accumulate, tee.

#include "stdlib/modules/itertools/itertools.h"

#include <algorithm>
#include <utility>

#include "stdlib/modules/library_function.h"
#include "stdlib/modules/types_of_module.h"
#include "vm/objects/indexing.h"
#include "vm/objects/int64.h"
#include "vm/objects/list.h"
#include "vm/objects/numbers.h"

namespace pysub {
namespace itertools {

namespace {

constexpr int kLevelShift = 4;  // kFlagA, kFlagB: how deep native iterators are nested
constexpr int kMaxLevel = 3;

int LevelOf(const Vm& vm, Value source) {
  if (!vm.IteratesNatively(source)) return kMaxLevel;
  if (vm.InfoOf(source).iteration != Iteration::kNativeIfMarked) return 0;
  return source.AsObject()->flags >> kLevelShift & 3;
}

}  // namespace

void MarkNative(const Vm& vm, Object* iterator, std::span<const Value> sources) {
  int level = 0;
  for (Value source : sources) level = std::max(level, LevelOf(vm, source));
  if (level < kMaxLevel) iterator->flags |= static_cast<uint8_t>((level + 1) << kLevelShift);
}

bool CheckNativeMark(const Vm& vm, const Object* iterator, std::span<const Value> sources) {
  int level = iterator->flags >> kLevelShift & 3;
  if (level == 0) return true;
  for (Value source : sources) {
    // One that has ended is not asked any more.
    if (!source.IsUndefined() && LevelOf(vm, source) >= level) return false;
  }
  return true;
}

namespace {

// ---- count

struct CountObject : Object {
  Value next, step;
};
CountObject* C(Value v) { return v.As<CountObject>(); }

Value CountNew(Vm& vm, const Args& a) {
  Value start = a.has(1) ? a[1] : Value::SmallInt(0);
  Value step = a.has(2) ? a[2] : Value::SmallInt(1);
  for (Value* number : {&start, &step}) {
    if (number->IsType() || vm.InfoOf(*number).binary == nullptr || vm.InfoOf(*number).length != nullptr) {
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
  CountObject* count = C(self);
  Value item = count->next;
  if (Value::BothSmallInts(item, count->step)) {
    count->next = TRY(vm.NewInt(item.AsSmallInt() + count->step.AsSmallInt()));
    return item;
  }
  Value next = TRY(vm.Binary(BinaryOp::kAdd, item, count->step));
  if (next.IsPushed()) return BadState(vm);
  count->next = next;
  return item;
}
Status CountRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("count(");
  TRY(vm.Repr(C(self)->next, out));
  if (C(self)->step != Value::SmallInt(1)) {
    out.Append(", ");
    TRY(vm.Repr(C(self)->step, out));
  }
  out.Append(')');
  return out.status();
}
constexpr NativeInfo kCountConstructor{"count(start=0, step=1)", CountNew,
                                       "Return a count object whose .__next__() method returns "
                                       "consecutive values."};

// ---- repeat

struct RepeatObject : Object {
  Value object;
  Value left;  // an int that fits 64 bits; None: for ever
};
RepeatObject* R(Value v) { return v.As<RepeatObject>(); }

Value RepeatNew(Vm& vm, const Args& a) {
  int64_t times = a.has(2) ? std::max<int64_t>(TRY(vm.ToIndex(a[2])), 0) : -1;
  return NewRepeat(vm, a[1], times);
}
Value RepeatNext(Vm& vm, Value self) {
  if (R(self)->left.IsNone()) return R(self)->object;
  const int64_t left = Int64Of(R(self)->left);
  if (left == 0) return End(vm);
  R(self)->left = TRY(vm.NewInt(left - 1));
  return R(self)->object;
}
Status RepeatRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("repeat(");
  TRY(vm.Repr(R(self)->object, out));
  if (!R(self)->left.IsNone()) {
    out.Append(", ");
    out.AppendInt(Int64Of(R(self)->left));
  }
  out.Append(')');
  return out.status();
}
Value RepeatLengthHint(Vm& vm, const Args& a) {
  if (R(a[0])->left.IsNone()) return vm.TypeError("len() of unsized object");
  return R(a[0])->left;
}
constexpr NativeInfo kRepeatConstructor{"repeat(object, times=<unrepresentable>)", RepeatNew,
                                        "repeat(object [,times]) -> create an iterator which returns "
                                        "the object"};
constexpr NativeInfo kRepeatMethods[] = {
    {"__length_hint__()", RepeatLengthHint,
     "Private method returning an estimate of len(list(it))."}};
PYSUB_MEMBERS(Repeat, kRepeatMethods, kNoAttributes);

// ---- cycle

struct CycleObject : Object {
  Value iterator;  // Undefined once it has ended
  Value saved;     // List
  RawWord index;
};
CycleObject* Y(Value v) { return v.As<CycleObject>(); }

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
template <bool kTask>
Value CycleMachine(Vm& vm, Task& task, Value in) {
  CycleObject* cycle = Y(task.slots[0]);
  List* saved = cycle->saved.As<List>();
  switch (task.state) {
    case 0:
      TRY(vm.ListReserve(saved, saved->size + 1));
      PYSUB_ITER_AWAIT(1, NextOf<kTask>(vm, cycle->iterator));
      if (!in.IsExhausted()) {
        TRY(vm.ListAppend(saved, in));
        return in;
      }
  }
  cycle->iterator = Value::Undefined();
  if (saved->size == 0) return End(vm);
  cycle->index = saved->size > 1;
  return saved->items()[0];
}
Value CycleNext(Vm& vm, Value self) {
  CycleObject* cycle = Y(self);
  if (!cycle->iterator.IsUndefined()) {
    if (!vm.IteratesNatively(cycle->iterator)) return vm.PushTask(StepId::kCycleNext, {self});
    return RunNatively<CycleMachine<false>>(vm, self);
  }
  List* saved = cycle->saved.As<List>();
  if (saved->size == 0) return End(vm);
  if (cycle->index >= saved->size) cycle->index = 0;
  Value item = saved->items()[cycle->index];
  cycle->index = cycle->index + 1 < saved->size ? cycle->index + 1 : 0;
  return item;
}
constexpr NativeInfo kCycleConstructor{"cycle(iterable, /)", CycleNew,
                                       "Return elements from the iterable until it is exhausted. Then "
                                       "repeat the sequence indefinitely."};

// ---- chain

struct ChainObject : Object {
  Value source;  // iterator over iterables; Undefined when exhausted
  Value active;  // the iterator in use, or Undefined
};
ChainObject* H(Value v) { return v.As<ChainObject>(); }

Value NewChain(Vm& vm, Value source) {
  ChainObject* chain = TRY(vm.New<ChainObject>(TypeId::kChain));
  chain->source = source;
  return Value::Of(chain);
}
Value ChainNew(Vm& vm, const Args& a) {
  Value sources = TRY(RestTuple(vm, a));
  return NewChain(vm, TRY(vm.GetIter(sources)));
}
Value ChainFromIterable(Vm& vm, const Args& a) { return NewChainFromIterable(vm, a[1]); }

// As far as it goes without running Python; Undefined: no further.
Value ChainNatively(Vm& vm, ChainObject* chain) {
  while (true) {
    if (chain->source.IsUndefined()) return End(vm);
    if (chain->active.IsUndefined()) {
      if (!vm.IteratesNatively(chain->source)) return Value::Undefined();
      Value iterable = TRY(NextNatively(vm, chain->source));
      if (iterable.IsExhausted()) {
        chain->source = Value::Undefined();
        return End(vm);
      }
      Heap::Overdraft moved_on(vm.heap);
      Value active = vm.GetIter(iterable);
      if (active.IsFailed()) {
        if (vm.FailureIsCatchable()) chain->source = Value::Undefined();
        return active;
      }
      chain->active = active;
    }
    if (!vm.IteratesNatively(chain->active)) return Value::Undefined();
    Value item = TRY(NextNatively(vm, chain->active));
    if (!item.IsExhausted()) return item;
    chain->active = Value::Undefined();
    if (!vm.Tick(1)) return Value::Failed();
  }
}
Value ChainNext(Vm& vm, Value self) {
  Value item = ChainNatively(vm, H(self));
  if (!item.IsUndefined()) return item;
  return vm.PushTask(StepId::kChainNext, {self}, kTaskCatches);
}
Value ChainNextPair(Vm& vm, Value self, Value* out) {
  ChainObject* chain = H(self);
  if (chain->active.IsUndefined() || !vm.IteratesNatively(chain->active)) return ChainNext(vm, self);
  if (!vm.Tick(1)) return Value::Failed();
  Value item = NextPairOf(vm, chain->active, out);
  if (!item.IsExhausted()) return item;
  chain->active = Value::Undefined();
  return ChainNext(vm, self);
}
constexpr NativeInfo kChainConstructor{"chain(*iterables)", ChainNew,
                                       "Return a chain object whose .__next__() method returns "
                                       "elements from the\nfirst iterable until it is exhausted."};
constexpr NativeInfo kChainMethods[] = {
    {"@classmethod from_iterable(iterable, /)", ChainFromIterable,
     "Alternative chain() constructor taking a single iterable argument that evaluates lazily."}};
PYSUB_MEMBERS(Chain, kChainMethods, kNoAttributes);

// ---- islice

struct IsliceObject : Object {
  Value iterator;  // Undefined when exhausted
  RawWord next;    // the position to be returned next
  RawWord stop;    // kNoStop: none
  RawWord step;
  RawWord position;  // how many items were fetched
};
constexpr RawWord kNoStop = (RawWord{1} << 47) - 1;
IsliceObject* S(Value v) { return v.As<IsliceObject>(); }

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

template <bool kTask>
Value IsliceMachine(Vm& vm, Task& task, Value in) {
  IsliceObject* slice = S(task.slots[0]);
  switch (task.state) {
    case 0:
      // What the source runs may end it.
      while (!slice->iterator.IsUndefined() && slice->position <= std::min(slice->next, slice->stop)) {
        if (slice->position == slice->stop) break;
        PYSUB_ITER_TRY(1, NextOf<kTask>(vm, slice->iterator));
        if (in.IsExhausted() || in.IsFailed()) {
          slice->iterator = Value::Undefined();
          return in;
        }
        if (slice->position++ < slice->next) {
          task.state = 0;  // a repetition fetches the next
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
  if (S(self)->iterator.IsUndefined()) return End(vm);
  if (!vm.IteratesNatively(S(self)->iterator)) return vm.PushTask(StepId::kIsliceNext, {self}, kTaskCatches);
  return RunNatively<IsliceMachine<false>>(vm, self);
}
Value IsliceNextPair(Vm& vm, Value self, Value* out) {
  IsliceObject* slice = S(self);
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

// ---- compress

struct CompressObject : Object {
  Value data, selectors;
  Value item;  // fetched, its selector is not
};
CompressObject* M(Value v) { return v.As<CompressObject>(); }

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
template <bool kTask>
Value CompressMachine(Vm& vm, Task& task, Value in) {
  CompressObject* object = M(task.slots[0]);
  Value* item = &object->item;
  if constexpr (kTask) item = &task.slots[1];
  switch (task.state) {
    case 0:
      while (true) {
        if (item->IsUndefined()) {
          PYSUB_ITER_AWAIT(1, NextOf<kTask>(vm, object->data));
          if (in.IsExhausted() || in.IsFailed()) return in;
          *item = in;
        }
        PYSUB_ITER_TRY(2, NextOf<kTask>(vm, object->selectors));
        const bool chooses = !in.IsFailed() && !in.IsExhausted();
        const Result<bool> chosen = chooses ? vm.Truth(in) : Result<bool>(true);
        if (!chosen.ok() && !vm.FailureIsCatchable()) return Value::Failed();
        const Value answer = !chosen.ok() ? Value::Failed() : chooses ? *item : in;
        *item = Value::Undefined();
        if (!chosen.ok() || *chosen) return answer;
        task.state = 0;
      }
  }
  return End(vm);
}
Value CompressNext(Vm& vm, Value self) {
  if (!vm.IteratesNatively(M(self)->data) || !vm.IteratesNatively(M(self)->selectors)) {
    return vm.PushTask(StepId::kCompressNext, {self, Value::Undefined()}, kTaskCatches);
  }
  return RunNatively<CompressMachine<false>>(vm, self);
}
constexpr NativeInfo kCompressConstructor{"compress(data, selectors)", CompressNew,
                                          "Return data elements corresponding to true selector "
                                          "elements."};

// ---- pairwise

struct PairwiseObject : Object {
  Value iterator;  // Undefined when exhausted
  Value previous;
};
PairwiseObject* P(Value v) { return v.As<PairwiseObject>(); }

Value PairwiseNew(Vm& vm, const Args& a) {
  Value iterator = TRY(vm.GetIter(a[1]));
  PairwiseObject* object = TRY(vm.New<PairwiseObject>(TypeId::kPairwise));
  object->iterator = iterator;
  MarkNative(vm, object, {iterator});
  return Value::Of(object);
}
// Slots: the pairwise object, the first of the pair. What the source runs may read the same object.
template <bool kTask>
Value PairwiseMachine(Vm& vm, Task& task, Value in) {
  PairwiseObject* object = P(task.slots[0]);
  // An item that came natively would be lost if there was no memory for its pair.
  Tuple* pair = nullptr;
  Value* first = &object->previous;
  if constexpr (kTask) {
    first = &task.slots[1];
  } else {
    pair = TRY(vm.NewTuple(2));
  }
  switch (task.state) {
    case 0:
      if (object->iterator.IsUndefined()) return End(vm);
      if (object->previous.IsUndefined()) {
        PYSUB_ITER_TRY(1, NextOf<kTask>(vm, object->iterator));
        if (in.IsExhausted() || in.IsFailed()) break;
        object->previous = in;
        in = End(vm);
        if (object->iterator.IsUndefined()) break;
      }
      *first = object->previous;
      PYSUB_ITER_TRY(2, NextOf<kTask>(vm, object->iterator));
      if (in.IsExhausted() || in.IsFailed()) break;
      if constexpr (kTask) pair = TRY(vm.NewTuple(2));
      pair->items()[0] = *first;
      pair->items()[1] = in;
      object->previous = in;
      return Value::Of(pair);
  }
  object->iterator = object->previous = Value::Undefined();
  return in;
}
Value PairwiseNext(Vm& vm, Value self) {
  if (P(self)->iterator.IsUndefined()) return End(vm);
  if (!vm.IteratesNatively(P(self)->iterator)) {
    return vm.PushTask(StepId::kPairwiseNext, {self, Value::Undefined()}, kTaskCatches);
  }
  return RunNatively<PairwiseMachine<false>>(vm, self);
}
Value PairwiseNextPair(Vm& vm, Value self, Value* out) {
  PairwiseObject* object = P(self);
  if (!IsMarked(object) || object->iterator.IsUndefined() || object->previous.IsUndefined()) {
    return PairwiseNext(vm, self);
  }
  if (!vm.Tick(1)) return Value::Failed();
  Value item = NextNatively(vm, object->iterator);
  if (item.IsExhausted() || item.IsFailed()) {
    if (item.IsExhausted() || vm.FailureIsCatchable()) object->iterator = object->previous = Value::Undefined();
    return item;
  }
  out[0] = object->previous;
  out[1] = object->previous = item;
  return Value::Undefined();
}
constexpr NativeInfo kPairwiseConstructor{"pairwise(iterable, /)", PairwiseNew,
                                          "Return an iterator of overlapping pairs taken from the input "
                                          "iterator."};

// ---- batched

struct BatchedObject : Object {
  Value iterator;  // Undefined when exhausted
  Value batch;     // List: what was fetched of the next batch; Undefined while a task has it
  RawWord size;
  RawWord strict;
};
BatchedObject* B(Value v) { return v.As<BatchedObject>(); }

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
template <bool kTask>
Value BatchedMachine(Vm& vm, Task& task, Value in) {
  BatchedObject* object = B(task.slots[0]);
  Value* fetched = &object->batch;
  if constexpr (kTask) {
    fetched = &task.slots[1];
    if (fetched->IsUndefined()) std::swap(*fetched, object->batch);
  }
  if (fetched->IsUndefined()) *fetched = Value::Of(TRY(vm.NewList()));
  List* batch = fetched->As<List>();
  switch (task.state) {
    case 0:
      while (batch->size < object->size && !object->iterator.IsUndefined()) {
        TRY(vm.ListReserve(batch, batch->size + 1));
        PYSUB_ITER_TRY(1, NextOf<kTask>(vm, object->iterator));
        if (in.IsFailed()) {
          object->iterator = Value::Undefined();
          batch->size = 0;
          return in;
        }
        if (in.IsExhausted()) {
          object->iterator = Value::Undefined();
          break;
        }
        TRY(vm.ListAppend(batch, in));
        task.state = 0;  // a repetition fetches the next
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
  if (B(self)->iterator.IsUndefined()) {
    Value batch = B(self)->batch;
    if (batch.IsUndefined() || batch.As<List>()->size == 0) return End(vm);
    return RunNatively<BatchedMachine<false>>(vm, self);
  }
  if (!vm.IteratesNatively(B(self)->iterator)) {
    return vm.PushTask(StepId::kBatchedNext, {self, Value::Undefined()}, kTaskCatches);
  }
  return RunNatively<BatchedMachine<false>>(vm, self);
}
Value BatchedNextPair(Vm& vm, Value self, Value* out) {
  BatchedObject* object = B(self);
  if (object->size != 2 || !IsMarked(object) || object->iterator.IsUndefined() || object->batch.IsUndefined()) {
    return BatchedNext(vm, self);
  }
  List* batch = object->batch.As<List>();
  if (batch->size != 0) return BatchedNext(vm, self);
  TRY(vm.ListReserve(batch, 2));
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

// ---- zip_longest

struct ZipLongestObject : Object {
  Value iterators;  // tuple; an exhausted one is Undefined
  Value fill;
  Value round;      // tuple being filled, or Undefined
  RawWord index;    // how much of it is filled
  RawWord active;   // iterators that have not ended
};
ZipLongestObject* Z(Value v) { return v.As<ZipLongestObject>(); }

Value ZipLongestNew(Vm& vm, const Args& a) {
  Value fill = Value::None();
  if (!a.keywords.IsUndefined()) {
    Dict* keywords = a.keywords.As<Dict>();
    Value given = TRY(vm.DictGetStr(keywords, "fillvalue"));
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
// Slots: the zip_longest object, the round, how much of it is filled. What the sources run may read the same object;
// natively a round stands in the object, so that it goes on after a collection.
template <bool kTask>
Value ZipLongestMachine(Vm& vm, Task& task, Value in) {
  ZipLongestObject* object = Z(task.slots[0]);
  Tuple* iterators = object->iterators.As<Tuple>();
  Value* round = &object->round;
  if constexpr (kTask) round = &task.slots[1];
  const auto index = [&] {
    if constexpr (kTask) return static_cast<RawWord>(task.slots[2].AsSmallInt());
    return object->index;
  };
  const auto set_index = [&](RawWord i) {
    if constexpr (kTask) {
      task.slots[2] = Value::KnownSmallInt(i);
    } else {
      object->index = i;
    }
  };
  if (round->IsUndefined()) {
    // A task that begins anew may find that what its sources ran has read the rest.
    if (object->active == 0) return End(vm);
    *round = Value::Of(TRY(vm.NewTuple(iterators->count)));
    set_index(0);
  } else if (round->AsObject()->count != iterators->count || index() >= iterators->count) {
    return BadState(vm);
  }
  switch (task.state) {
    case 0:
      while (index() < iterators->count) {
        in = Value::Exhausted();
        if (!iterators->items()[index()].IsUndefined()) {
          PYSUB_ITER_TRY(1, NextOf<kTask>(vm, iterators->items()[index()]));
          if (in.IsExhausted()) iterators->items()[index()] = Value::Undefined();
          if (in.IsFailed() || (in.IsExhausted() && object->active-- <= 1)) {
            object->active = 0;
            *round = Value::Undefined();
            return in.IsFailed() ? in : End(vm);
          }
        }
        round->As<Tuple>()->items()[index()] = in.IsExhausted() ? object->fill : in;
        set_index(index() + 1);
        task.state = 0;
      }
  }
  const Value result = *round;
  *round = Value::Undefined();
  return result;
}
Value ZipLongestNext(Vm& vm, Value self) {
  if (Z(self)->active == 0) return End(vm);
  Tuple* iterators = Z(self)->iterators.As<Tuple>();
  for (uint32_t i = 0; i < iterators->count; ++i) {
    Value iterator = iterators->items()[i];
    if (!iterator.IsUndefined() && !vm.IteratesNatively(iterator)) {
      return vm.PushTask(StepId::kZipLongestNext, {self, Value::Undefined(), Value::Undefined()}, kTaskCatches);
    }
  }
  return RunNatively<ZipLongestMachine<false>>(vm, self);
}
Value ZipLongestNextPair(Vm& vm, Value self, Value* out) {
  ZipLongestObject* object = Z(self);
  Tuple* iterators = object->iterators.As<Tuple>();
  if (iterators->count != 2 || object->active == 0 || !object->round.IsUndefined()) return ZipLongestNext(vm, self);
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
        Heap::Overdraft moved_on(vm.heap);
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

// ---- accumulate

struct AccumulateObject : Object {
  Value iterator, function;
  Value total;    // Undefined before the first
  Value initial;  // Undefined once it was returned
  Value item;     // fetched, not yet added
};
AccumulateObject* U(Value v) { return v.As<AccumulateObject>(); }

Value AccumulateNew(Vm& vm, const Args& a) {
  Value iterator = TRY(vm.GetIter(a[1]));
  AccumulateObject* object = TRY(vm.New<AccumulateObject>(TypeId::kAccumulate));
  object->iterator = iterator;
  object->function = a.has(2) ? a[2] : Value::None();
  if (a.has(3) && !a[3].IsNone()) object->initial = a[3];
  if (object->function.IsNone()) MarkNative(vm, object, {iterator});
  return Value::Of(object);
}
template <bool kTask>
Value AccumulateMachine(Vm& vm, Task& task, Value in) {
  AccumulateObject* object = U(task.slots[0]);
  switch (task.state) {
    case 0:
      if (object->item.IsUndefined()) {
        PYSUB_ITER_AWAIT(1, NextOf<kTask>(vm, object->iterator));
        if (in.IsExhausted()) return in;
        if (object->total.IsUndefined()) return object->total = in;
        object->item = in;
      }
      PYSUB_ITER_AWAIT(2, object->function.IsNone()
                              ? vm.Binary(BinaryOp::kAdd, object->total, object->item)
                              : vm.Call(object->function, {object->total, object->item}));
      object->item = Value::Undefined();
      object->total = in;
  }
  return in;
}
Value AccumulateNext(Vm& vm, Value self) {
  AccumulateObject* object = U(self);
  if (!object->initial.IsUndefined()) {
    object->total = object->initial;
    object->initial = Value::Undefined();
    return object->total;
  }
  if (!object->function.IsNone() || !vm.IteratesNatively(object->iterator)) {
    object->item = Value::Undefined();
    return vm.PushTask(StepId::kAccumulateNext, {self});
  }
  Value answer = RunNatively<AccumulateMachine<false>>(vm, self);
  // An item that cannot be added is lost, as in CPython.
  if (answer.IsFailed() && vm.FailureIsCatchable()) object->item = Value::Undefined();
  return answer;
}
constexpr NativeInfo kAccumulateConstructor{
    "accumulate(iterable, func=None, *, initial=None)", AccumulateNew,
    "Return series of accumulated sums (or other binary function results)."};

// ---- tee

// A link of the chain of items that were fetched for one copy and not yet read by another.
struct TeeData : Object {
  Value iterator;
  Value items;  // List, at most kItems
  Value next;   // TeeData or Undefined
  RawWord running;

  static constexpr uint32_t kItems = 57;
};
struct TeeObject : Object {
  Value data;
  RawWord index;
};
TeeObject* T(Value v) { return v.As<TeeObject>(); }
TeeData* TD(Value v) { return v.As<TeeData>(); }

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
Value TeeCopy(Vm& vm, const Args& a) { return NewTee(vm, T(a[0])->data, T(a[0])->index); }
Value TeeFunction(Vm& vm, const Args& a) {
  int64_t count = a.has(1) ? TRY(vm.ToIndex(a[1])) : 2;
  if (count < 0) return vm.ValueError("n must be >= 0");
  if (count == 0) return vm.NewTuple(std::span<const Value>());
  Value iterator = TRY(vm.GetIter(a[0]));
  if (count > UINT32_MAX / 2) return vm.NoMemory(static_cast<uint64_t>(count) * 8);
  if (!vm.Tick(static_cast<uint64_t>(count))) return Value::Failed();
  Tuple* result = TRY(vm.NewTuple(count));
  Value first = IsObjectOf(iterator, TypeId::kTee) ? iterator : Value::Undefined();
  Value data = first.IsUndefined() ? TRY(NewTeeData(vm, iterator)) : T(first)->data;
  RawWord index = first.IsUndefined() ? 0 : T(first)->index;
  for (uint32_t i = 0; i < count; ++i) result->items()[i] = TRY(NewTee(vm, data, index));
  return Value::Of(result);
}
Value TeeNew(Vm& vm, const Args& a) {
  Value iterator = TRY(vm.GetIter(a[1]));
  if (IsObjectOf(iterator, TypeId::kTee)) return NewTee(vm, T(iterator)->data, T(iterator)->index);
  return NewTee(vm, TRY(NewTeeData(vm, iterator)), 0);
}

// Reads what is there already; Undefined: an item has to be fetched.
Value TeeRead(Vm& vm, TeeObject* tee) {
  if (tee->index >= TeeData::kItems) {
    TeeData* data = TD(tee->data);
    if (data->next.IsUndefined()) data->next = TRY(NewTeeData(vm, data->iterator));
    tee->data = data->next;
    tee->index = 0;
  }
  List* items = TD(tee->data)->items.As<List>();
  if (tee->index < items->size) return items->items()[tee->index++];
  return Value::Undefined();
}
template <bool kTask>
Value TeeMachine(Vm& vm, Task& task, Value in) {
  TeeObject* tee = T(task.slots[0]);
  TeeData* data = TD(tee->data);
  List* items = data->items.As<List>();
  switch (task.state) {
    case 0:
      if (items->capacity() == 0) TRY(vm.ListReserve(items, TeeData::kItems));
      data->running = 1;
      PYSUB_ITER_AWAIT(1, NextOf<kTask>(vm, data->iterator));
      data->running = 0;
      if (in.IsExhausted()) return End(vm);
      if (items->size < TeeData::kItems) TRY(vm.ListAppend(items, in));
      ++tee->index;
  }
  return in;
}
Value TeeNext(Vm& vm, Value self) {
  Value item = TRY(TeeRead(vm, T(self)));
  if (!item.IsUndefined()) return item;
  TeeData* data = TD(T(self)->data);
  if (data->running) {
    return vm.Raise(TypeId::kRuntimeError, "cannot re-enter the tee iterator");
  }
  if (!vm.IteratesNatively(data->iterator)) {
    return vm.PushTask(StepId::kTeeNext, {self}, kTaskCatches);
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

// ---- what a snapshot may hold of them

template <typename T, Value T::*... kSources>
bool CheckMark(Vm& vm, Object* object) {
  return CheckNativeMark(vm, object, {static_cast<T*>(object)->*kSources...});
}
bool CheckCount(Vm& vm, Object* object) {
  for (Value number : {static_cast<CountObject*>(object)->next, static_cast<CountObject*>(object)->step}) {
    if (vm.InfoOf(number).binary == nullptr || vm.InfoOf(number).length != nullptr) return false;
  }
  return true;
}
bool CheckAccumulate(Vm& vm, Object* object) {
  AccumulateObject* accumulate = static_cast<AccumulateObject*>(object);
  if (!accumulate->function.IsNone()) return CheckUnmarked(vm, object);
  return CheckNativeMark(vm, object, {accumulate->iterator});
}
bool CheckZipLongest(Vm& vm, Object* object) {
  ZipLongestObject* zip = static_cast<ZipLongestObject*>(object);
  if (!zip->round.IsUndefined() && zip->round.AsObject()->count != zip->iterators.AsObject()->count) {
    return false;
  }
  return CheckUnmarked(vm, object);
}
constexpr Shape kCountShape{"V V", CheckCount};
bool CheckRepeat(Vm&, Object* object) {
  const Value left = static_cast<RepeatObject*>(object)->left;
  return left.IsNone() || IsInt64FromZero(left);
}
constexpr Shape kRepeatShape{"V i~", CheckRepeat};
constexpr Shape kCycleShape{"V? l #", CheckMark<CycleObject, &CycleObject::iterator>};
constexpr Shape kChainShape{"V? V?", CheckUnmarked};
constexpr Shape kIsliceShape{"V? # # # #", CheckMark<IsliceObject, &IsliceObject::iterator>};
constexpr Shape kCompressShape{
    "V V v", CheckMark<CompressObject, &CompressObject::data, &CompressObject::selectors>};
constexpr Shape kPairwiseShape{"V? v", CheckMark<PairwiseObject, &PairwiseObject::iterator>};
constexpr Shape kBatchedShape{"V? l? # #", CheckMark<BatchedObject, &BatchedObject::iterator>};
constexpr Shape kZipLongestShape{"t! V t!? # #", CheckZipLongest};
constexpr Shape kAccumulateShape{"V V v v v", CheckAccumulate};
constexpr Shape kTeeShape{"<TeeData> #", CheckUnmarked};
constexpr Shape kTeeDataShape{"V l <TeeData>? #", CheckUnmarked};

// ---- the module

constexpr NativeInfo kFunctions[] = {
    {"tee(iterable, n=2, /)", TeeFunction, "Returns a tuple of n independent iterators."},
};

Status Init(Vm& vm, Dict* names) { return AddTypesOf(vm, "itertools", names); }

}  // namespace
}  // namespace itertools

using namespace itertools;  // NOLINT: the steps are members of pysub

Value NewRepeat(Vm& vm, Value object, int64_t times) {
  RepeatObject* repeat = TRY(vm.New<RepeatObject>(TypeId::kRepeat));
  repeat->object = object;
  repeat->left = times < 0 ? Value::None() : TRY(vm.NewInt(times));
  MarkNative(vm, repeat, {});
  return Value::Of(repeat);
}

Value NewChainFromIterable(Vm& vm, Value iterable) {
  Value source = TRY(vm.GetIter(iterable));
  return NewChain(vm, source);
}

Value CycleNextStep(Vm& vm, Task& task, Value in) { return CycleMachine<true>(vm, task, in); }
Value IsliceNextStep(Vm& vm, Task& task, Value in) { return IsliceMachine<true>(vm, task, in); }
Value CompressNextStep(Vm& vm, Task& task, Value in) { return CompressMachine<true>(vm, task, in); }
Value PairwiseNextStep(Vm& vm, Task& task, Value in) { return PairwiseMachine<true>(vm, task, in); }
Value BatchedNextStep(Vm& vm, Task& task, Value in) { return BatchedMachine<true>(vm, task, in); }
Value ZipLongestNextStep(Vm& vm, Task& task, Value in) {
  return ZipLongestMachine<true>(vm, task, in);
}
Value AccumulateNextStep(Vm& vm, Task& task, Value in) {
  return AccumulateMachine<true>(vm, task, in);
}

// Catches, so that the source may be asked again after an exception.
Value TeeNextStep(Vm& vm, Task& task, Value in) {
  if (task.state == 1 && in.IsFailed()) {
    TD(T(task.slots[0])->data)->running = 0;
    return in;
  }
  Value answer = TeeMachine<true>(vm, task, in);
  if (answer.IsFailed() && vm.FailureIsCatchable()) TD(T(task.slots[0])->data)->running = 0;
  return answer;
}

Value ChainNextStep(Vm& vm, Task& task, Value in) {
  ChainObject* chain = H(task.slots[0]);
  switch (task.state) {
    case 0:
      while (true) {
        if (chain->active.IsUndefined()) {
          if (chain->source.IsUndefined()) return End(vm);
          PYSUB_AWAIT(1, vm.Next(chain->source));
          const Value active = in.IsFailed() || in.IsExhausted() ? in : vm.GetIter(in);
          if (active.IsFailed() || active.IsExhausted()) {
            if (active.IsExhausted() || vm.FailureIsCatchable()) chain->source = Value::Undefined();
            return active.IsFailed() ? active : End(vm);
          }
          chain->active = active;
          task.state = 0;
        }
        PYSUB_AWAIT(2, vm.Next(chain->active));
        if (!in.IsExhausted()) return in;
        chain->active = Value::Undefined();
      }
  }
  return End(vm);
}

extern constexpr TypeInfo kCountIteratorType{.id = TypeId::kCountIterator, .shape = &kCountShape,
                                             .constructor = &kCountConstructor,
                                             .doc = "Return a count object whose .__next__() method "
                                                    "returns consecutive values.",
                                             .iteration = Iteration::kNativeIfMarked,
                                             .copying = Copying::kRefused,
                                             .repr = CountRepr,
                                             .next = CountNext};
extern constexpr TypeInfo kRepeatType{.id = TypeId::kRepeat, .shape = &kRepeatShape,
                                      .constructor = &kRepeatConstructor,
                                      .methods = kRepeatMethods,
                                      .members = kRepeatMembers,
                                      .iteration = Iteration::kNativeIfMarked,
                                      .copying = Copying::kRefused,
                                      .repr = RepeatRepr,
                                      .next = RepeatNext};
extern constexpr TypeInfo kCycleType{
    .id = TypeId::kCycle, .shape = &kCycleShape, .constructor = &kCycleConstructor,
    .iteration = Iteration::kNativeIfMarked, .copying = Copying::kRefused, .next = CycleNext};
extern constexpr TypeInfo kChainType{.id = TypeId::kChain, .shape = &kChainShape,
                                     .constructor = &kChainConstructor,
                                     .methods = kChainMethods,
                                     .members = kChainMembers,
                                     .copying = Copying::kRefused,
                                     .next = ChainNext,
                                     .next_pair = ChainNextPair};
extern constexpr TypeInfo kIsliceType{
    .id = TypeId::kIslice, .shape = &kIsliceShape, .constructor = &kIsliceConstructor,
    .iteration = Iteration::kNativeIfMarked,
    .copying = Copying::kRefused,
    .next = IsliceNext, .next_pair = IsliceNextPair};
extern constexpr TypeInfo kCompressType{
    .id = TypeId::kCompress, .shape = &kCompressShape, .constructor = &kCompressConstructor,
    .iteration = Iteration::kNativeIfMarked, .copying = Copying::kRefused, .next = CompressNext};
extern constexpr TypeInfo kPairwiseType{
    .id = TypeId::kPairwise, .shape = &kPairwiseShape, .constructor = &kPairwiseConstructor,
    .iteration = Iteration::kNativeIfMarked,
    .copying = Copying::kRefused,
    .next = PairwiseNext, .next_pair = PairwiseNextPair};
extern constexpr TypeInfo kBatchedType{
    .id = TypeId::kBatched, .shape = &kBatchedShape, .constructor = &kBatchedConstructor,
    .iteration = Iteration::kNativeIfMarked,
    .copying = Copying::kRefused,
    .next = BatchedNext, .next_pair = BatchedNextPair};
extern constexpr TypeInfo kZipLongestType{
    .id = TypeId::kZipLongest, .shape = &kZipLongestShape, .constructor = &kZipLongestConstructor,
    .copying = Copying::kRefused,
    .next = ZipLongestNext, .next_pair = ZipLongestNextPair};
extern constexpr TypeInfo kAccumulateType{
    .id = TypeId::kAccumulate, .shape = &kAccumulateShape, .constructor = &kAccumulateConstructor,
    .iteration = Iteration::kNativeIfMarked, .copying = Copying::kRefused, .next = AccumulateNext};
extern constexpr TypeInfo kTeeType{.id = TypeId::kTee, .shape = &kTeeShape,
                                   .constructor = &kTeeConstructor,
                                   .methods = kTeeMethods,
                                   .members = kTeeMembers,
                                   .copying = Copying::kRefused,
                                   .next = TeeNext};
extern constexpr TypeInfo kTeeDataType{.id = TypeId::kTeeData, .shape = &kTeeDataShape, .copying = Copying::kRefused};
extern constexpr ModuleInfo kItertoolsModule{
    .name = "itertools",
    .doc = "Functional tools for creating and using iterators.",
    .functions = kFunctions,
    .init = Init};

}  // namespace pysub
