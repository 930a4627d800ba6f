#ifndef PYSUB_VM_OBJECTS_HASHING_H_
#define PYSUB_VM_OBJECTS_HASHING_H_

#include <cstdint>

#include "vm/numbers/hash.h"
#include "vm/object.h"
#include "vm/result.h"
#include "vm/vm.h"

// Three hashes of a value:
//
//   Vm::KeyHash  32 bits, keyed: what dicts use. Nobody outside can make keys that collide
//                (T-020).
//   Vm::Hash     what hash() answers: CPython's value for numbers, tuples, frozensets, ranges,
//                slices; something keyed for text; a sequence number for what is compared by
//                identity.
//   SetHash      what sets use: Vm::Hash, so that sets of numbers iterate in CPython's order,
//                but the keyed hash for text. Long probes are charged as work.
//
// Values that are equal have equal hashes in each of them: 1, 1.0, True and complex(1).
namespace pysub {

uint32_t ComputeStrHash(Vm& vm, Str* str);

inline uint32_t StrKeyHash(Vm& vm, Str* str) {
  if (str->hash != 0) [[likely]]
    return str->hash;
  return ComputeStrHash(vm, str);
}

// MixInteger and SipHash13 have mixed all bits into the low ones. (Folding the halves together
// would undo the last step of MixInteger.)
inline uint32_t FoldHash(uint64_t hash) { return static_cast<uint32_t>(hash); }

// 16 neighbours differ in the last four bits only, in an order of their own: they share a cache
// line of an index (dict.cc). Which groups share a line nobody knows without the key.
inline uint32_t IntKeyHash(const Vm& vm, int64_t value) {
  const uint64_t bits = static_cast<uint64_t>(value);
  return FoldHash(MixInteger({vm.hash_key(0), vm.hash_key(1)}, bits >> 4) ^ (bits & 15));
}

// The hash that a str with this text has.
uint32_t TextKeyHash(const Vm& vm, std::string_view text);

// Vm::KeyHash; when the key cannot be hashed the error says that it was to be a dict key.
Result<uint32_t> DictKeyHashSlow(Vm& vm, Value key);
inline Result<uint32_t> DictKeyHash(Vm& vm, Value key) {
  if (key.IsSmallInt()) return IntKeyHash(vm, key.AsSmallInt());
  if (IsObjectOf(key, TypeId::kStr)) [[likely]]
    return StrKeyHash(vm, key.As<Str>());
  return DictKeyHashSlow(vm, key);
}

// 62 bits with their sign: the rest of a hash plays no part before the eighth probe of CPython's.
inline int64_t TruncateSetHash(int64_t hash) {
  return static_cast<int64_t>(static_cast<uint64_t>(hash) << 2) >> 2;
}
// Errors as for a set element, or (kPlain) as hash() words them.
enum class HashWording : uint8_t { kSetElement, kPlain };
Result<int64_t> SetHashSlow(Vm& vm, Value key, HashWording wording);
inline Result<int64_t> SetHash(Vm& vm, Value key, HashWording wording = HashWording::kSetElement) {
  if (key.IsSmallInt()) [[likely]] {
    int64_t value = key.AsSmallInt();
    return value == -1 ? -2 : value;
  }
  if (IsObjectOf(key, TypeId::kStr)) {
    Str* str = key.As<Str>();
    return str->count == 0 ? 0 : int64_t{StrKeyHash(vm, str)};  // hash("") is 0 in CPython too
  }
  return SetHashSlow(vm, key, wording);
}

// What hash() would answer for a frozenset with these items; `set` may be a set.
Result<int64_t> HashOfSetItems(Vm& vm, Set* set);

// Whether two keys that are not the same and have equal hashes are equal.
inline Result<bool> KeysEqual(Vm& vm, Value a, Value b) {
  if (IsObjectOf(a, TypeId::kStr) && IsObjectOf(b, TypeId::kStr)) {
    const Str* x = a.As<Str>();
    const Str* y = b.As<Str>();
    if (x->count != y->count) return false;
    if (x->count > kComparedAtOnce) [[unlikely]]
      vm.Spend(x->count / 64);
    return __builtin_memcmp(x->view().data(), y->view().data(), x->count) == 0;
  }
  return vm.Equal(a, b);
}

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_HASHING_H_
