#ifndef PYSUB_VM_OBJECTS_SET_H_
#define PYSUB_VM_OBJECTS_SET_H_

#include <cstdint>
#include <span>

#include "vm/native.h"
#include "vm/object.h"
#include "vm/objects/hashing.h"
#include "vm/result.h"
#include "vm/vm.h"

// set and frozenset: CPython 3.14 library, "Set Types". Probing, growth and the way each operation
// builds its result follow CPython's, because programs see them in the order of sets of numbers.
//
// A free slot is Undefined with hash 0; a removed one has Value::Exhausted() as key. No table means
// an empty one of eight slots. `Set::hash` of a set is where pop() goes on looking (a small int),
// of a frozenset its cached keyed hash.
namespace pysub {

inline Value SetDummy() { return Value::Exhausted(); }
inline bool IsLiveSlot(const SetEntry& entry) {
  return !entry.key.IsUndefined() && !entry.key.IsExhausted();
}
inline SetEntry* SetTable(Set* set) { return ArrayItems<SetEntry>(set->table); }
inline uint64_t SetMask(const Set* set) {
  return set->table.IsUndefined() ? 7 : set->table.AsObject()->count / 2 - 1;
}

// for (SetCursor at(set); at.Next();) use(at.key(), at.hash()): in the order of the table. The set
// may change meanwhile, but a walk that shall see what is added has to start again.
class SetCursor {
 public:
  explicit SetCursor(Set* set)
      : entry_(set->table.IsUndefined() ? nullptr : SetTable(set) - 1),
        end_(set->table.IsUndefined() ? nullptr : entry_ + SetMask(set) + 1) {}
  bool Next() {
    while (entry_ != end_) {
      if (IsLiveSlot(*++entry_)) return true;
    }
    return false;
  }
  Value key() const { return entry_->key; }
  int64_t hash() const { return static_cast<int64_t>(entry_->hash); }  // as stored

 private:
  SetEntry* entry_;
  SetEntry* end_;
};

inline constexpr uint64_t kSetLinearProbes = 9;
inline constexpr uint64_t kSetHashBits = (uint64_t{1} << 62) - 1;

// Hashes are stored as 62 bits: the two highest clear, so that the word is a finite double to
// whoever takes it for a Value.
inline uint64_t StoredSetHash(int64_t hash) { return static_cast<uint64_t>(hash) & kSetHashBits; }
inline int64_t FullSetHash(uint64_t stored) { return static_cast<int64_t>(stored << 2) >> 2; }

// The slot of `key`: null if it is not there, or `*failed`.
SetEntry* SetFind(Vm& vm, Set* set, Value key, int64_t hash, bool* failed);

// Whether a str or small int is in the set, when that is known at the first probes;
// else use SetContains.
enum class SetAnswer : uint8_t { kNo, kYes, kUnknown };
inline SetAnswer SetContainsInline(Vm& vm, Set* set, Value key) {
  int64_t hash;
  if (key.IsSmallInt()) {
    hash = key.AsSmallInt();
    if (hash == -1) hash = -2;
  } else if (IsObjectOf(key, TypeId::kStr)) {
    hash = key.As<Str>()->count == 0 ? 0 : int64_t{StrKeyHash(vm, key.As<Str>())};
  } else {
    return SetAnswer::kUnknown;
  }
  if (set->table.IsUndefined()) return SetAnswer::kNo;
  uint64_t mask = SetMask(set);
  SetEntry* entry = SetTable(set) + (static_cast<uint64_t>(hash) & mask);
  if (entry->key == key) return SetAnswer::kYes;
  if (entry->key.IsUndefined()) return SetAnswer::kNo;
  return SetAnswer::kUnknown;
}

Status SetAddHashed(Vm& vm, Set* set, Value key, int64_t hash);
void SetRemoveEntry(Set* set, SetEntry* entry);
void SetClear(Set* set);

Status SetAdd(Vm& vm, Set* set, Value key);
Result<bool> SetContains(Vm& vm, Set* set, Value key);
Eventual SetUpdate(Vm& vm, Set* set, Value iterable);  // None or CallPending
// False: it was not there. A set stands for the frozenset with its items.
Result<bool> SetDiscard(Vm& vm, Set* set, Value key);
// Removes and returns what CPython's pop() would; Undefined: the set is empty.
Value SetPop(Vm& vm, Set* set);

// After the keys of the table came from outside: the counts, by which a frozenset can be hashed;
// then, when all that keys may be hashed by is whole, the hashes. False: they cannot be those of a
// set (an exception may be pending).
bool SetCountRestored(Set* set);
bool SetRestore(Vm& vm, Set* set);

inline bool IsAnySet(Value v) {
  return IsObjectOf(v, TypeId::kSet) || IsObjectOf(v, TypeId::kFrozenSet);
}

// A new set or frozenset of the items of any iterable; may push a native frame.
Value NewSetFrom(Vm& vm, TypeId type, Value iterable);
// Adds the items of any iterable; answers `result`; may push a native frame.
Value SetUpdateFrom(Vm& vm, Set* set, Value iterable, Value result = Value::None());
Set* SetCopy(Vm& vm, Set* set, TypeId type);

enum class SetOp : uint8_t {
  kUnion,
  kIntersection,
  kDifference,
  kSymmetricDifference,
  kUpdate,
  kIntersectionUpdate,
  kDifferenceUpdate,
  kSymmetricDifferenceUpdate,
  kIsDisjoint,
  kIsSubset,
  kIsSuperset,
};
// `self` a set or frozenset, `others` any iterables. May push a native frame.
Value SetOperation(Vm& vm, SetOp op, Set* self, std::span<const Value> others);
Result<bool> SetIsSubset(Vm& vm, Set* small, Set* large);

// ---- Slots of TypeInfo
Status SetRepr(Vm& vm, Value self, TextBuilder& out);
Value SetCompare(Vm& vm, CompareOp op, Value left, Value right);
Result<int64_t> SetLength(Vm& vm, Value self);
Value SetContainsSlot(Vm& vm, Value self, Value key);
Value SetIter(Vm& vm, Value self);
Value SetBinary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place);

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_SET_H_
