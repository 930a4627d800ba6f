#include "vm/objects/iterators.h"

// The iterators over built-in containers. Left out, as they serve pickling only: __reduce__, __setstate__.
namespace pysub {
namespace {

constexpr NativeInfo kMethods[] = {
    {"__length_hint__()", IteratorLengthHint,
     "Private method returning an estimate of len(list(it))."},
};
PYSUB_MEMBERS(Iterator, kMethods, kNoAttributes);

constexpr TypeInfo Iterator(TypeId id, Value (*next)(Vm&, Value), Value (*next_pair)(Vm&, Value, Value*) = nullptr) {
  return {
      .id = id,
      .methods = kMethods,
      .members = kIteratorMembers,
      .iter = IteratorIdentity,
      .next = next,
      .next_pair = next_pair,
  };
}

}  // namespace

extern constexpr TypeInfo kListIteratorType = Iterator(TypeId::kListIterator, ListIteratorNext);
extern constexpr TypeInfo kListReverseIteratorType =
    Iterator(TypeId::kListReverseIterator, ListReverseIteratorNext);
extern constexpr TypeInfo kTupleIteratorType = Iterator(TypeId::kTupleIterator, TupleIteratorNext);
extern constexpr TypeInfo kRangeIteratorType = Iterator(TypeId::kRangeIterator, RangeIteratorNext);
extern constexpr TypeInfo kLongRangeIteratorType =
    Iterator(TypeId::kLongRangeIterator, LongRangeIteratorNext);
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
extern constexpr TypeInfo kSetIteratorType = Iterator(TypeId::kSetIterator, SetIteratorNext);

}  // namespace pysub
