#include "vm/objects/iterators.h"

#include <algorithm>

#include "vm/objects/indexing.h"
#include "vm/objects/numbers.h"
#include "vm/snapshot/schema.h"

// The iterators over built-in containers. Left out, as it serves pickling only: __reduce__.
namespace pysub {
namespace {

constexpr NativeInfo kLengthHint = {"__length_hint__()", IteratorLengthHint,
                                    "Private method returning an estimate of len(list(it))."};
constexpr NativeInfo kMethods[] = {kLengthHint};
PYSUB_MEMBERS(Iterator, kMethods, kNoAttributes);

// it.__setstate__(index) of iterators over sequences: where to go on, unless they are exhausted.
Value SetIndex(Vm& vm, const Args& a) {
  const int64_t index = TRY(vm.ToIndexClamped(a[1]));
  auto* it = a[0].As<SequenceIterator>();
  if (it->source.IsNone()) return Value::None();
  const int64_t size = TRY(vm.Length(it->source));
  const bool backwards = it->type == TypeId::kListReverseIterator;
  it->index = static_cast<RawWord>(backwards ? std::clamp<int64_t>(index, -1, size - 1) + 1
                                             : std::clamp<int64_t>(index, 0, size));
  return Value::None();
}
// Of iterators over ranges: how many of the numbers that are left are passed over.
Value SkipNumbers(Vm& vm, const Args& a) {
  const Value left = IsObjectOf(a[0], TypeId::kRangeIterator)
                         ? Value::KnownSmallInt(a[0].As<RangeIterator>()->remaining)
                         : a[0].As<LongRangeIterator>()->remaining;
  if (!IsIndex(vm, a[1])) {
    return vm.TypeError("'", vm.TypeName(a[1]), "' object cannot be interpreted as an integer");
  }
  Value passed = PlainInt(a[1]);
  if (CompareInts(passed, Value::SmallInt(0)) < 0) passed = Value::SmallInt(0);
  if (CompareInts(passed, left) > 0) passed = left;
  const Value rest = TRY(vm.Binary(BinaryOp::kSub, left, passed));
  if (IsObjectOf(a[0], TypeId::kRangeIterator)) {
    auto* it = a[0].As<RangeIterator>();
    // Of one that is exhausted nobody asks for the next; else it is a number that the range has.
    if (rest != Value::SmallInt(0)) {
      const Value next = TRY(
          vm.Binary(BinaryOp::kAdd, it->next, TRY(vm.Binary(BinaryOp::kMul, it->step, passed))));
      if (!next.IsSmallInt()) return BadState(vm);
      it->next = next;
    }
    it->remaining = static_cast<RawWord>(rest.AsSmallInt());
    return Value::None();
  }
  auto* it = a[0].As<LongRangeIterator>();
  const Value distance = TRY(vm.Binary(BinaryOp::kMul, it->step, passed));
  const Value next = TRY(vm.Binary(BinaryOp::kAdd, it->next, distance));
  it->next = next;
  it->remaining = rest;
  return Value::None();
}
constexpr NativeInfo kSequenceMethods[] = {
    kLengthHint, {"__setstate__(object, /)", SetIndex, "Set state information for unpickling."}};
constexpr NativeInfo kRangeMethods[] = {
    kLengthHint, {"__setstate__(object, /)", SkipNumbers, "Set state information for unpickling."}};
PYSUB_MEMBERS(Sequence, kSequenceMethods, kNoAttributes);
PYSUB_MEMBERS(RangeNumbers, kRangeMethods, kNoAttributes);

constexpr TypeInfo WithMethods(TypeInfo info, std::span<const NativeInfo> methods,
                               MemberIndex members) {
  info.methods = methods;
  info.members = members;
  return info;
}

constexpr TypeInfo Iterator(TypeId id, Value (*next)(Vm&, Value),
                            Value (*next_pair)(Vm&, Value, Value*) = nullptr) {
  return {
      .id = id,
      .methods = kMethods,
      .members = kIteratorMembers,
      .iteration = Iteration::kNative,
      .copying = Copying::kWords,
      .iter = IteratorIdentity,
      .next = next,
      .next_pair = next_pair,
  };
}

Value OrderedNextPair(Vm& vm, Value self, Value* out) {
  const bool items =
      self.As<OrderedDictIterator>()->kind == static_cast<RawWord>(TypeId::kDictItemIterator);
  return items ? DictItemIteratorNextPair(vm, self, out) : OrderedDictIteratorNext(vm, self);
}

}  // namespace

extern constexpr TypeInfo kListIteratorType = WithMethods(
    Iterator(TypeId::kListIterator, ListIteratorNext), kSequenceMethods, kSequenceMembers);
extern constexpr TypeInfo kListReverseIteratorType =
    WithMethods(Iterator(TypeId::kListReverseIterator, ListReverseIteratorNext), kSequenceMethods,
                kSequenceMembers);
extern constexpr TypeInfo kTupleIteratorType = WithMethods(
    Iterator(TypeId::kTupleIterator, TupleIteratorNext), kSequenceMethods, kSequenceMembers);
extern constexpr TypeInfo kRangeIteratorType = WithMethods(
    Iterator(TypeId::kRangeIterator, RangeIteratorNext), kRangeMethods, kRangeNumbersMembers);
extern constexpr TypeInfo kLongRangeIteratorType =
    WithMethods(Iterator(TypeId::kLongRangeIterator, LongRangeIteratorNext), kRangeMethods,
                kRangeNumbersMembers);
extern constexpr TypeInfo kDictKeyIteratorType =
    Iterator(TypeId::kDictKeyIterator, DictKeyIteratorNext);
extern constexpr TypeInfo kDictValueIteratorType =
    Iterator(TypeId::kDictValueIterator, DictValueIteratorNext);
extern constexpr TypeInfo kDictItemIteratorType =
    Iterator(TypeId::kDictItemIterator, DictItemIteratorNext, DictItemIteratorNextPair);
extern constexpr TypeInfo kDictReverseKeyIteratorType =
    Iterator(TypeId::kDictReverseKeyIterator, DictReverseIteratorNext);
extern constexpr TypeInfo kDictReverseValueIteratorType =
    Iterator(TypeId::kDictReverseValueIterator, DictReverseIteratorNext);
extern constexpr TypeInfo kDictReverseItemIteratorType =
    Iterator(TypeId::kDictReverseItemIterator, DictReverseIteratorNext);
extern constexpr TypeInfo kOrderedDictIteratorType{.id = TypeId::kOrderedDictIterator,
                                                   .methods = kMethods,
                                                   .members = kIteratorMembers,
                                                   .iter = IteratorIdentity,
                                                   .next = OrderedDictIteratorNext,
                                                   .next_pair = OrderedNextPair};
extern constexpr TypeInfo kSetIteratorType = Iterator(TypeId::kSetIterator, SetIteratorNext);

}  // namespace pysub
