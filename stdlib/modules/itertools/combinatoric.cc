// itertools: product, permutations, combinations, combinations_with_replacement. The indices of the
// next result are numbers in a Buffer.

#include <algorithm>

#include "stdlib/modules/itertools/itertools.h"
#include "stdlib/modules/library_function.h"
#include "vm/objects/bulk.h"
#include "vm/objects/list.h"
#include "vm/objects/numbers.h"
#include "vm/objects/tuple.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace itertools {
namespace {

// product(), permutations() and the two kinds of combinations. The next result follows from the
// indices of the last (Knuth, volume 4A, 7.2.1), so memory does not grow with the number of
// results.
struct Combinatoric : Object {
  Value pool;  // tuple; product: tuple of tuples
  // Buffer of uint32: length of the result; permutations: as long as the pool, then the cycles
  Value indices;
  RawWord length;
  RawWord state;

  enum State : uint8_t { kFresh, kRunning, kDone };
};

Combinatoric* AsCombinatoric(Value v) { return v.As<Combinatoric>(); }
Tuple* Pool(Combinatoric* object) { return object->pool.As<Tuple>(); }
uint32_t* Indices(Combinatoric* object) {
  return reinterpret_cast<uint32_t*>(object->indices.As<Buffer>()->bytes());
}

Value NewCombinatoric(Vm& vm, TypeId type, Value pool, uint64_t length, uint64_t index_count) {
  if (index_count > UINT32_MAX / 8) return vm.NoMemory(index_count * 4);
  Buffer* indices = TRY(vm.NewBuffer(std::max<uint64_t>(index_count, 1) * 4));
  Combinatoric* object = TRY(vm.New<Combinatoric>(type));
  object->pool = pool;
  object->indices = Value::Of(indices);
  object->length = length;
  object->state = Combinatoric::kFresh;
  MarkNative(vm, object, {});
  return Value::Of(object);
}

// What the result has at place `i`, by the indices.
template <bool kManyPools>
Value ItemAt(const Value* pool, const uint32_t* indices, uint64_t i) {
  if constexpr (kManyPools) pool = pool[i].As<Tuple>()->items();
  return pool[indices[i]];
}

// The object goes on as an Advance says, which answers whether there is another result.
using Advance = bool(Combinatoric* object);

template <Advance* kAdvance>
bool GoOn(Combinatoric* object) {
  const bool more = object->state == Combinatoric::kFresh || kAdvance(object);
  object->state = more ? Combinatoric::kRunning : Combinatoric::kDone;
  return more;
}

// The result is made first, so that the call may be repeated.
template <Advance* kAdvance, bool kManyPools = false>
Value NextResult(Vm& vm, Value self) {
  Combinatoric* object = AsCombinatoric(self);
  if (object->state == Combinatoric::kDone) return End(vm);
  if (!vm.Tick(1 + object->length / 4)) return Value::Failed();
  Tuple* result = TRY(vm.NewTuple(object->length));
  if (!GoOn<kAdvance>(object)) return End(vm);
  const Value* pool = Pool(object)->items();
  const uint32_t* indices = Indices(object);
  Pace pace(vm);
  for (uint64_t i = 0; i < object->length; ++i) {
    if (!pace.IsTimeLeft()) return Value::Failed();
    result->items()[i] = ItemAt<kManyPools>(pool, indices, i);
  }
  return Value::Of(result);
}

template <Advance* kAdvance, bool kManyPools = false>
Value NextResultPair(Vm& vm, Value self, Value* out) {
  Combinatoric* object = AsCombinatoric(self);
  if (object->length != 2) return NextResult<kAdvance, kManyPools>(vm, self);
  if (object->state == Combinatoric::kDone) return End(vm);
  if (!vm.Tick(1)) return Value::Failed();
  if (!GoOn<kAdvance>(object)) return End(vm);
  for (uint64_t i = 0; i < 2; ++i)
    out[i] = ItemAt<kManyPools>(Pool(object)->items(), Indices(object), i);
  return Value::Undefined();
}

// ---- combinations

// r of combinations() and permutations().
Result<int64_t> LengthArgument(Vm& vm, Value v) {
  int64_t length = TRY(vm.ToIndex(v));
  if (length < 0) return vm.ValueError("r must be non-negative");
  return length;
}

// The iterable comes materialised, but for natives.
Value CombinationsNew(Vm& vm, const Args& a) {
  Value type = a[0], r = a[2];
  Value pool = TRY(NewTupleFrom(vm, a[1]));
  int64_t length = TRY(LengthArgument(vm, r));
  bool repeated = type.AsType() == TypeId::kCombinationsWithReplacement;
  // A length that gives nothing needs no indices.
  uint64_t size = pool.As<Tuple>()->size();
  bool impossible = repeated ? size == 0 && length > 0 : static_cast<uint64_t>(length) > size;
  Value made = TRY(NewCombinatoric(vm, type.AsType(), pool, static_cast<uint64_t>(length),
                                   impossible ? 0 : static_cast<uint64_t>(length)));
  if (impossible) {
    AsCombinatoric(made)->state = Combinatoric::kDone;
    return made;
  }
  for (int64_t i = 0; i < length; ++i) {
    Indices(AsCombinatoric(made))[i] = repeated ? 0 : static_cast<uint32_t>(i);
  }
  return made;
}

bool NextCombination(Combinatoric* object) {
  uint32_t* indices = Indices(object);
  int64_t length = static_cast<int64_t>(object->length);
  int64_t size = Pool(object)->size();
  int64_t i = length - 1;
  while (i >= 0 && indices[i] == i + size - length) --i;
  if (i < 0) return false;
  ++indices[i];
  for (int64_t k = i + 1; k < length; ++k) indices[k] = indices[k - 1] + 1;
  return true;
}
bool NextCombinationWithReplacement(Combinatoric* object) {
  uint32_t* indices = Indices(object);
  int64_t length = static_cast<int64_t>(object->length);
  uint32_t last = Pool(object)->size() - 1;
  int64_t i = length - 1;
  while (i >= 0 && indices[i] == last) --i;
  if (i < 0) return false;
  uint32_t index = indices[i] + 1;
  for (; i < length; ++i) indices[i] = index;
  return true;
}

// ---- permutations

Value PermutationsNew(Vm& vm, const Args& a) {
  Value r = a[2];
  Value pool = TRY(NewTupleFrom(vm, a[1]));
  uint64_t size = pool.As<Tuple>()->size();
  uint64_t length = size;
  if (!r.IsUndefined() && !r.IsNone()) {
    if (!IsIntLike(r)) return vm.TypeError("Expected int as r");
    length = static_cast<uint64_t>(TRY(LengthArgument(vm, r)));
  }
  bool impossible = length > size;
  Value made =
      TRY(NewCombinatoric(vm, TypeId::kPermutations, pool, length, impossible ? 0 : size + length));
  if (impossible) {
    AsCombinatoric(made)->state = Combinatoric::kDone;
    return made;
  }
  uint32_t* indices = Indices(AsCombinatoric(made));
  if (!vm.Tick(size / 4)) return Value::Failed();
  Pace pace(vm);
  for (uint64_t i = 0; i < size; ++i) {
    if (!pace.IsTimeLeft()) return Value::Failed();
    indices[i] = static_cast<uint32_t>(i);
  }
  for (uint64_t i = 0; i < length; ++i) {
    if (!pace.IsTimeLeft()) return Value::Failed();
    indices[size + i] = static_cast<uint32_t>(size - i);
  }
  return made;
}

bool NextPermutation(Combinatoric* object) {
  uint32_t* indices = Indices(object);
  int64_t size = Pool(object)->size();
  uint32_t* cycles = indices + size;
  for (int64_t i = static_cast<int64_t>(object->length) - 1; i >= 0; --i) {
    if (--cycles[i] == 0) {
      std::rotate(indices + i, indices + i + 1, indices + size);
      cycles[i] = static_cast<uint32_t>(size - i);
    } else {
      std::swap(indices[i], indices[size - cycles[i]]);
      return true;
    }
  }
  return false;
}

// ---- product

Value PoolsOf(Vm& vm, Tuple* pools, int64_t repeat) {
  for (uint32_t i = 0; i < pools->count; ++i) {
    if (!IsObjectOf(pools->items()[i], TypeId::kTuple)) return BadState(vm);
  }
  if (repeat < 0) return BadState(vm);
  constexpr int64_t kMostIndices = INT64_MAX / static_cast<int64_t>(sizeof(int64_t));
  if (repeat != 0 && int64_t{pools->count} > kMostIndices / repeat)
    return vm.OverflowError("repeat argument too large");
  const uint64_t count = uint64_t{pools->count} * static_cast<uint64_t>(repeat), bytes = count * 8;
  if (bytes > INT64_MAX / 8) return vm.Raise(TypeId::kMemoryError, "");
  if (bytes > UINT32_MAX) return vm.NoMemory(bytes);
  if (!vm.Tick(count)) return Value::Failed();
  Tuple* all = TRY(vm.NewTuple(count));
  bool empty = false;
  for (uint32_t i = 0; i < count; ++i) {
    all->items()[i] = pools->items()[i % pools->count];
    empty |= all->items()[i].As<Tuple>()->size() == 0;
  }
  Value made = TRY(NewCombinatoric(vm, TypeId::kProduct, Value::Of(all), count, count));
  std::fill_n(Indices(AsCombinatoric(made)), count, 0);
  if (empty) AsCombinatoric(made)->state = Combinatoric::kDone;
  return made;
}

Value ProductNew(Vm& vm, const Args& a) {
  int64_t repeat = a.has(1) ? TRY(vm.ToIndex(a[1])) : 1;
  if (repeat < 0) return vm.ValueError("repeat argument cannot be negative");
  if (a.rest_count == 0) repeat = 1;
  if (repeat > 0 && int64_t{a.rest_count} > INT64_MAX / 8 / repeat) {
    return vm.OverflowError("repeat argument too large");
  }
  Tuple* pools = TRY(vm.NewTuple(repeat == 0 ? 0 : a.rest_count));
  for (uint32_t i = 0; i < pools->count; ++i) pools->items()[i] = a.rest[i];
  for (uint32_t i = 0; i < pools->count; ++i) {
    if (!IsNativeContainer(vm, a.rest[i])) {
      return vm.PushNativeFrame(
          ResumeId::kPoolsFrom,
          {Value::Of(pools), Value::KnownSmallInt(std::min(repeat, int64_t{UINT32_MAX})),
           Value::SmallInt(0)});
    }
  }
  for (uint32_t i = 0; i < pools->count; ++i) {
    pools->items()[i] = TRY(NewTupleFrom(vm, pools->items()[i]));
  }
  return PoolsOf(vm, pools, repeat);
}

bool NextProduct(Combinatoric* object) {
  uint32_t* indices = Indices(object);
  const Value* pools = Pool(object)->items();
  for (int64_t i = static_cast<int64_t>(object->length) - 1; i >= 0; --i) {
    if (++indices[i] < pools[i].As<Tuple>()->size()) return true;
    indices[i] = 0;
  }
  return false;
}

// ---- what a snapshot may hold of them: indices that ItemAt and the ways to advance stay within.

bool CheckIndices(Vm& vm, TypeId type, const uint32_t* indices, uint64_t length, Tuple* pool) {
  uint64_t size = pool->size();
  if (!vm.Tick(length + size)) return false;
  switch (type) {
    case TypeId::kProduct:
      for (uint64_t i = 0; i < length; ++i) {
        if (indices[i] >= pool->items()[i].As<Tuple>()->size()) return false;
      }
      return true;
    case TypeId::kCombinations:
      for (uint64_t i = 0; i < length; ++i) {
        if (indices[i] > i + size - length || (i > 0 && indices[i] <= indices[i - 1])) return false;
      }
      return true;
    case TypeId::kCombinationsWithReplacement:
      for (uint64_t i = 0; i < length; ++i) {
        if (indices[i] >= size || (i > 0 && indices[i] < indices[i - 1])) return false;
      }
      return true;
    default:  // permutations: behind the indices are the cycles
      for (uint64_t i = 0; i < size; ++i) {
        if (indices[i] >= size) return false;
      }
      for (uint64_t i = 0; i < length; ++i) {
        if (indices[size + i] == 0 || indices[size + i] > size - i) return false;
      }
      return true;
  }
}

bool CheckCombinatoric(Vm& vm, Object* object) {
  Combinatoric* self = static_cast<Combinatoric*>(object);
  if (self->state > Combinatoric::kDone || self->length >= UINT32_MAX / 8) {
    return self->state == Combinatoric::kDone;
  }
  if (self->state == Combinatoric::kDone) return true;
  uint64_t size = Pool(self)->size(), count = self->length;
  if (object->type == TypeId::kProduct) {
    if (size != self->length ||
        !AllItems(vm, self->pool, [](Value v) { return IsObjectOf(v, TypeId::kTuple); })) {
      return false;
    }
  } else if (object->type != TypeId::kCombinationsWithReplacement && self->length > size) {
    return false;
  }
  if (object->type == TypeId::kPermutations) count += size;
  if (self->indices.AsObject()->count < count * 4) return false;
  return CheckIndices(vm, object->type, Indices(self), self->length, Pool(self));
}
constexpr Schema kCombinatoricSchema{"t B # #", CheckCombinatoric};

constexpr NativeInfo kCombinationsConstructor{
    "combinations(iterable, r)", CombinationsNew,
    "Return successive r-length combinations of elements in the iterable.", 1};
constexpr NativeInfo kCombinationsWithReplacementConstructor{
    "combinations_with_replacement(iterable, r)", CombinationsNew,
    "Return successive r-length combinations of elements in the iterable allowing individual "
    "elements "
    "to have successive repeats.",
    1};
constexpr NativeInfo kPermutationsConstructor{
    "permutations(iterable, r=None)", PermutationsNew,
    "Return successive r-length permutations of elements in the iterable.", 1};
constexpr NativeInfo kProductConstructor{
    "product(*iterables, repeat=1)", ProductNew,
    "Cartesian product of input iterables.  Equivalent to nested for-loops."};

}  // namespace
}  // namespace itertools

using namespace itertools;  // NOLINT: the resume functions are members of pysub

// Slots: the iterables, in whose places the pools come; repeat; the number of the next.
Value PoolsFromResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  if (!IsPlaceIn(frame, slots[2], slots[0].As<Tuple>()->count)) return BadState(vm);
  switch (frame.state) {
    case 0:
      while (slots[2].AsSmallInt() < slots[0].As<Tuple>()->count) {
        PYSUB_SUSPEND_POINT(1,
                            NewTupleFrom(vm, slots[0].As<Tuple>()->items()[slots[2].AsSmallInt()]));
        slots[0].As<Tuple>()->items()[slots[2].AsSmallInt()] = in;
        slots[2] = slots[2].CountedUp();
        frame.state = 0;
      }
  }
  return PoolsOf(vm, slots[0].As<Tuple>(), slots[1].AsSmallInt());
}

extern constexpr TypeInfo kCombinationsType{.id = TypeId::kCombinations,
                                            .schema = &kCombinatoricSchema,
                                            .constructor = &kCombinationsConstructor,
                                            .iteration = Iteration::kNativeIfMarked,
                                            .copying = Copying::kRefused,
                                            .next = NextResult<NextCombination>,
                                            .next_pair = NextResultPair<NextCombination>};
extern constexpr TypeInfo kCombinationsWithReplacementType{
    .id = TypeId::kCombinationsWithReplacement,
    .schema = &kCombinatoricSchema,
    .constructor = &kCombinationsWithReplacementConstructor,
    .iteration = Iteration::kNativeIfMarked,
    .copying = Copying::kRefused,
    .next = NextResult<NextCombinationWithReplacement>,
    .next_pair = NextResultPair<NextCombinationWithReplacement>};
extern constexpr TypeInfo kPermutationsType{.id = TypeId::kPermutations,
                                            .schema = &kCombinatoricSchema,
                                            .constructor = &kPermutationsConstructor,
                                            .iteration = Iteration::kNativeIfMarked,
                                            .copying = Copying::kRefused,
                                            .next = NextResult<NextPermutation>,
                                            .next_pair = NextResultPair<NextPermutation>};
extern constexpr TypeInfo kProductType{.id = TypeId::kProduct,
                                       .schema = &kCombinatoricSchema,
                                       .constructor = &kProductConstructor,
                                       .iteration = Iteration::kNativeIfMarked,
                                       .copying = Copying::kRefused,
                                       .next = NextResult<NextProduct, true>,
                                       .next_pair = NextResultPair<NextProduct, true>};

}  // namespace pysub
