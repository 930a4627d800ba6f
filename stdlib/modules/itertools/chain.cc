#include "stdlib/modules/itertools/itertools.h"
#include "stdlib/modules/library_function.h"

// itertools.chain.
namespace pysub {

namespace itertools {
namespace {

// One iterator after the other; the next one is only asked for when the last has ended.
struct ChainObject : Object {
  Value source;  // iterator over iterables; Undefined when exhausted
  Value active;  // the iterator in use, or Undefined
};
ChainObject* AsChain(Value v) { return v.As<ChainObject>(); }

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
      Heap::AlwaysAllocateScope moved_on(vm.heap);
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
  Value item = ChainNatively(vm, AsChain(self));
  if (!item.IsUndefined()) return item;
  return vm.PushNativeFrame(ResumeId::kChainNext, {self}, kFrameCatches);
}
Value ChainNextPair(Vm& vm, Value self, Value* out) {
  ChainObject* chain = AsChain(self);
  if (chain->active.IsUndefined() || !vm.IteratesNatively(chain->active))
    return ChainNext(vm, self);
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

constexpr Schema kChainSchema{"V? V?", CheckUnmarked};

}  // namespace

}  // namespace itertools

using namespace itertools;  // NOLINT: steps and types are members of pysub

Value NewChainFromIterable(Vm& vm, Value iterable) {
  Value source = TRY(vm.GetIter(iterable));
  return NewChain(vm, source);
}

Value ChainNextResume(Vm& vm, NativeFrame& frame, Value in) {
  ChainObject* chain = AsChain(frame.slots[0]);
  switch (frame.state) {
    case 0:
      while (true) {
        if (chain->active.IsUndefined()) {
          if (chain->source.IsUndefined()) return End(vm);
          PYSUB_SUSPEND_POINT(1, vm.Next(chain->source));
          const Value active = in.IsFailed() || in.IsExhausted() ? in : vm.GetIter(in);
          if (active.IsFailed() || active.IsExhausted()) {
            if (active.IsExhausted() || vm.FailureIsCatchable()) chain->source = Value::Undefined();
            return active.IsFailed() ? active : End(vm);
          }
          chain->active = active;
          frame.state = 0;
        }
        PYSUB_SUSPEND_POINT(2, vm.Next(chain->active));
        if (!in.IsExhausted()) return in;
        chain->active = Value::Undefined();
      }
  }
  return End(vm);
}

extern constexpr TypeInfo kChainType{.id = TypeId::kChain,
                                     .schema = &kChainSchema,
                                     .constructor = &kChainConstructor,
                                     .methods = kChainMethods,
                                     .members = kChainMembers,
                                     .copying = Copying::kRefused,
                                     .next = ChainNext,
                                     .next_pair = ChainNextPair};

}  // namespace pysub
