#include "vm/objects/set.h"

#include <cstring>

#include "vm/objects/bulk.h"
#include "vm/objects/dict.h"
#include "vm/objects/iterators.h"
#include "vm/objects/recursion_mark.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

// Visits the slots that CPython's probing would, until f(slot) answers true: nine neighbours first,
// then jumps that take in more and more bits of the hash (Objects/setobject.c, set_lookkey). The
// order of sets of numbers follows from it, and programs print sets.
//
// There is always a free slot, which ends a search: SetCountRestored sees to that for snapshots.
template <typename F>
SetEntry* Probe(SetEntry* table, uint64_t mask, int64_t hash, F f) {
  uint64_t perturb = static_cast<uint64_t>(hash);
  uint64_t at = perturb & mask;
  while (true) {
    SetEntry* entry = table + at;
    uint64_t more = at + kSetLinearProbes <= mask ? kSetLinearProbes : 0;
    for (SetEntry* end = entry + more; entry <= end; ++entry) {
      if (f(entry)) return entry;
    }
    perturb >>= 5;
    at = (at * 5 + 1 + perturb) & mask;
  }
}

bool IsFree(const SetEntry* entry) { return entry->key.IsUndefined(); }

void InsertClean(SetEntry* table, uint64_t mask, Value key, uint64_t stored) {
  SetEntry* entry = Probe(table, mask, FullSetHash(stored), [](SetEntry* e) { return IsFree(e); });
  *entry = {key, stored};
}

// Not inlined: what asks for a set's table most often finds one.
[[gnu::noinline]] Array* NewTable(Vm& vm, uint64_t slots) {
  if (slots > UINT32_MAX / 2) return vm.NoMemory(slots * sizeof(SetEntry));
  const uint32_t words = static_cast<uint32_t>(slots) * 2;
  const uint64_t bytes = sizeof(Array) + uint64_t{words} * 8;
  Object* table = vm.heap.NewUninitialized(TypeId::kSetTable, Layout::kValues, words, bytes);
  if (table == nullptr) return vm.NoMemory(bytes);
  // By bytes: the compiler then stores an entry at once.
  const SetEntry free = {Value::Undefined(), 0};
  char* to = reinterpret_cast<char*>(static_cast<Array*>(table)->items());
  for (uint64_t i = 0; i < slots; ++i) std::memcpy(to + i * sizeof free, &free, sizeof free);
  return static_cast<Array*>(table);
}

// Moves everything to a table of the first power of two above `minimum`.
Status Resize(Vm& vm, Set* set, uint64_t minimum) {
  uint64_t slots = 8;
  while (slots <= minimum) slots <<= 1;
  if (!vm.Tick(set->fill / 2)) return Failure{};
  Array* table = TRY(NewTable(vm, slots));
  SetEntry* to = reinterpret_cast<SetEntry*>(table->items());
  Pace pace(vm);
  for (SetCursor at(set); at.Next();) {
    if (!pace.IsTimeLeft()) return Failure{};  // the set keeps the table it has
    InsertClean(to, slots - 1, at.key(), static_cast<uint64_t>(at.hash()));
  }
  set->table = Value::Of(table);
  set->fill = set->live;
  return Done{};
}

// CPython's, as is the limit of three fifths at which a table grows.
uint64_t GrownSize(const Set* set) { return set->live > 50000 ? set->live * 2 : set->live * 4; }

Status EnsureTable(Vm& vm, Set* set) {
  if (set->table.IsUndefined()) set->table = Value::Of(TRY(NewTable(vm, 8)));
  return Done{};
}

// The hash for looking a key up: a set stands for the frozenset with the same items.
Result<int64_t> LookupHash(Vm& vm, Value key, HashWording wording = HashWording::kSetElement) {
  if (IsObjectOf(key, TypeId::kSet)) {
    int64_t hash = TRY(HashOfSetItems(vm, key.As<Set>()));
    return TruncateSetHash(hash);
  }
  return SetHash(vm, key, wording);
}

Result<bool> HasHashed(Vm& vm, Set* set, Value key, int64_t hash) {
  bool failed = false;
  SetEntry* entry = SetFind(vm, set, key, hash, &failed);
  if (failed) return Failure{};
  return entry != nullptr;
}

// False: it was not there.
Result<bool> DiscardHashed(Vm& vm, Set* set, Value key, int64_t hash) {
  bool failed = false;
  SetEntry* entry = SetFind(vm, set, key, hash, &failed);
  if (failed) return Failure{};
  if (entry == nullptr) return false;
  SetRemoveEntry(set, entry);
  return true;
}

// Adds all of another set.
Status Merge(Vm& vm, Set* set, Set* other) {
  if (set == other || other->live == 0) return Done{};
  if (!vm.Tick(other->fill)) return Failure{};
  if ((set->fill + other->live) * 5 >= SetMask(set) * 3) {
    TRY(Resize(vm, set, (set->live + other->live) * 2));
  }
  TRY(EnsureTable(vm, set));
  if (set->fill == 0) {
    uint64_t mask = SetMask(set);
    bool in_time = true;
    if (mask == SetMask(other) && other->fill == other->live) {
      in_time = CopyBytes(
          vm, reinterpret_cast<char*>(SetTable(set)),
          {reinterpret_cast<const char*>(SetTable(other)), (mask + 1) * sizeof(SetEntry)});
    } else {
      Pace pace(vm);
      for (SetCursor at(other); in_time && at.Next();) {
        InsertClean(SetTable(set), mask, at.key(), static_cast<uint64_t>(at.hash()));
        in_time = pace.IsTimeLeft();
      }
    }
    if (!in_time) {
      set->table = Value::Undefined();  // it stays empty
      return Failure{};
    }
    set->fill = set->live = other->live;
    return Done{};
  }
  Pace pace(vm);
  for (SetCursor at(other); at.Next();) {
    if (!pace.IsTimeLeft()) return Failure{};
    TRY(SetAddHashed(vm, set, at.key(), FullSetHash(static_cast<uint64_t>(at.hash()))));
  }
  return Done{};
}

Status MergeDict(Vm& vm, Set* set, Dict* dict) {
  uint64_t length = DictLength(dict);
  if (!vm.Tick(length)) return Failure{};
  if ((set->fill + length) * 5 >= SetMask(set) * 3) {
    TRY(Resize(vm, set, (set->live + length) * 2));
  }
  Pace pace(vm);
  for (uint32_t at = 0; DictEntry* entry = DictNext(dict, &at);) {
    if (!pace.IsTimeLeft()) return Failure{};
    TRY(SetAddHashed(vm, set, entry->key, TRY(SetHash(vm, entry->key))));
  }
  return Done{};
}

// Adds the items of a native container.
Status MergeNative(Vm& vm, Set* set, Value other) {
  if (IsAnySet(other)) return Merge(vm, set, other.As<Set>());
  if (IsObjectOf(other, TypeId::kDict)) return MergeDict(vm, set, other.As<Dict>());
  return ForEachItem(vm, other, [&](Value item) -> Status {
    return SetAddHashed(vm, set, item, TRY(SetHash(vm, item)));
  });
}

// What set(other) makes of a native container: `other` itself if it is a set.
Set* AsSet(Vm& vm, Value other) {
  if (IsAnySet(other)) return other.As<Set>();
  Set* set = TRY(vm.NewSet());
  TRY(MergeNative(vm, set, other));
  return set;
}

// Adds `item` to the intersection if it is in `set`; true: nothing more can be common.
Result<bool> AddIfCommon(Vm& vm, Set* set, Set* common, Value item) {
  int64_t hash = TRY(SetHash(vm, item, HashWording::kPlain));
  if (!TRY(HasHashed(vm, set, item, hash))) return false;
  TRY(SetAddHashed(vm, common, item, hash));
  return common->live >= set->live;
}

// The smaller of two sets is walked. The result has the order that CPython's has.
Set* Intersect(Vm& vm, Set* set, Value other) {
  if (Value::Of(set) == other) return SetCopy(vm, set, set->type);
  Set* result = TRY(vm.NewSet(set->type));
  if (IsAnySet(other)) {
    Set* walked = other.As<Set>();
    Set* asked = set;
    if (walked->live > asked->live) std::swap(walked, asked);
    if (!vm.Tick(walked->fill)) return nullptr;
    for (SetCursor at(walked); at.Next();) {
      int64_t hash = FullSetHash(static_cast<uint64_t>(at.hash()));
      if (TRY(HasHashed(vm, asked, at.key(), hash))) {
        TRY(SetAddHashed(vm, result, at.key(), hash));
      }
    }
    return result;
  }
  bool complete = false;
  Status status = ForEachItem(vm, other, [&](Value item) -> Status {
    if (!complete) complete = TRY(AddIfCommon(vm, set, result, item));
    return Done{};
  });
  if (!status.ok()) return nullptr;
  return result;
}

// Removes the items of `other`.
// A much larger `other` is cut to what both have first: the cost follows from the smaller one.
Status Subtract(Vm& vm, Set* set, Value other) {
  if (Value::Of(set) == other) {
    SetClear(set);
    return Done{};
  }
  if (IsAnySet(other)) {
    Set* removed = other.As<Set>();
    if ((removed->live >> 3) > set->live) removed = TRY(Intersect(vm, set, other));
    if (!vm.Tick(removed->fill)) return Failure{};
    for (SetCursor at(removed); at.Next();) {
      TRY(DiscardHashed(vm, set, at.key(), FullSetHash(static_cast<uint64_t>(at.hash()))));
    }
  } else {
    TRY(ForEachItem(vm, other, [&](Value item) -> Status {
      TRY(DiscardHashed(vm, set, item, TRY(SetHash(vm, item))));
      return Done{};
    }));
  }
  if (set->fill - set->live <= SetMask(set) / 4) return Done{};
  return Resize(vm, set, GrownSize(set));
}

// Either each item of the set is looked up in the other, or the other's items are removed from a
// copy. The rule which one is CPython's: the order of the result follows from it.
Set* Difference(Vm& vm, Set* set, Value other) {
  uint64_t size = 0;
  bool by_walking_other = true;
  if (IsAnySet(other)) {
    size = other.As<Set>()->live;
    by_walking_other = (set->live >> 2) > size;
  } else if (IsObjectOf(other, TypeId::kDict)) {
    size = DictLength(other.As<Dict>());
    by_walking_other = (set->live >> 2) > size;
  }
  if (by_walking_other) {
    Set* result = TRY(SetCopy(vm, set, set->type));
    TRY(Subtract(vm, result, other));
    return result;
  }
  Set* result = TRY(vm.NewSet(set->type));
  if (!vm.Tick(set->fill)) return nullptr;
  for (SetCursor at(set); at.Next();) {
    int64_t hash = FullSetHash(static_cast<uint64_t>(at.hash()));
    bool found;
    if (IsAnySet(other)) {
      found = TRY(HasHashed(vm, other.As<Set>(), at.key(), hash));
    } else {
      Value value = DictGet(vm, other.As<Dict>(), at.key());
      if (value.IsFailed()) return nullptr;
      found = !value.IsUndefined();
    }
    if (!found) TRY(SetAddHashed(vm, result, at.key(), hash));
  }
  return result;
}

// Toggles the items of `other` in `set`.
Status Toggle(Vm& vm, Set* set, Value other) {
  auto toggle = [&](Value key, int64_t hash) -> Status {
    if (TRY(DiscardHashed(vm, set, key, hash))) return Done{};
    return SetAddHashed(vm, set, key, hash);
  };
  if (IsObjectOf(other, TypeId::kDict)) {
    Dict* dict = other.As<Dict>();
    if (!vm.Tick(dict->used)) return Failure{};
    Pace pace(vm);
    for (uint32_t at = 0; DictEntry* entry = DictNext(dict, &at);) {
      if (!pace.IsTimeLeft()) return Failure{};
      TRY(toggle(entry->key, TRY(SetHash(vm, entry->key))));
    }
    return Done{};
  }
  Set* toggled = TRY(AsSet(vm, other));
  if (!vm.Tick(toggled->fill)) return Failure{};
  for (SetCursor at(toggled); at.Next();) {
    TRY(toggle(at.key(), FullSetHash(static_cast<uint64_t>(at.hash()))));
  }
  return Done{};
}

// An exact copy, with the same table.
Set* Clone(Vm& vm, Set* set) {
  Set* clone = TRY(vm.NewSet(set->type));
  if (!set->table.IsUndefined()) {
    uint64_t slots = SetMask(set) + 1;
    if (!vm.Tick(slots / 4)) return nullptr;
    clone->table = Value::Of(TRY(NewTable(vm, slots)));
    std::memcpy(static_cast<void*>(SetTable(clone)), SetTable(set), slots * sizeof(SetEntry));
  }
  clone->fill = set->fill;
  clone->live = set->live;
  return clone;
}

void TakeContents(Set* set, const Set* from) {
  set->table = from->table;
  set->fill = from->fill;
  set->live = from->live;
}

Result<bool> IsDisjoint(Vm& vm, Set* set, Value other) {
  if (Value::Of(set) == other) return set->live == 0;
  if (IsAnySet(other)) {
    Set* walked = other.As<Set>();
    Set* asked = set;
    if (walked->live > asked->live) std::swap(walked, asked);
    if (!vm.Tick(walked->fill)) return Failure{};
    for (SetCursor at(walked); at.Next();) {
      if (TRY(HasHashed(vm, asked, at.key(), FullSetHash(static_cast<uint64_t>(at.hash()))))) {
        return false;
      }
    }
    return true;
  }
  bool disjoint = true;
  TRY(ForEachItem(vm, other, [&](Value item) -> Status {
    if (!disjoint) return Done{};
    if (TRY(HasHashed(vm, set, item, TRY(SetHash(vm, item))))) disjoint = false;
    return Done{};
  }));
  return disjoint;
}

// A copy that `other` will be merged into. Where that would copy the table as it is and then move
// all to a larger one, all goes there at once, in the same order.
Set* CopyToMerge(Vm& vm, Set* set, Value other) {
  const uint64_t live = set->live;
  const uint64_t slots = SetMask(set) + 1;
  const uint64_t more = IsAnySet(other) && other != Value::Of(set) ? other.As<Set>()->live : 0;
  const bool copies_table = set->fill == live && live > 4 && live * 2 < slots && slots <= live * 4;
  if (!copies_table || more == 0 || (live + more) * 5 < (slots - 1) * 3)
    return SetCopy(vm, set, set->type);
  Set* copy = TRY(vm.NewSet(set->type));
  TakeContents(copy, set);
  if (!vm.Tick(set->fill)) return nullptr;
  TRY(Resize(vm, copy, (live + more) * 2));
  return copy;
}

// The operation on native containers only.
Value NativeOperation(Vm& vm, SetOp op, Set* self, std::span<const Value> others) {
  switch (op) {
    case SetOp::kUnion: {
      Set* result =
          others.empty() ? SetCopy(vm, self, self->type) : CopyToMerge(vm, self, others[0]);
      if (result == nullptr) return Value::Failed();
      for (Value other : others) {
        if (other != Value::Of(self)) TRY(MergeNative(vm, result, other));
      }
      return Value::Of(result);
    }
    case SetOp::kIntersection:
    case SetOp::kIntersectionUpdate: {
      Set* result = self;
      for (Value other : others) result = TRY(Intersect(vm, result, other));
      if (others.empty()) result = TRY(SetCopy(vm, self, self->type));
      if (op == SetOp::kIntersection) return Value::Of(result);
      TakeContents(self, result);
      return Value::None();
    }
    case SetOp::kDifference: {
      if (others.empty()) return Value::Of(TRY(SetCopy(vm, self, self->type)));
      Set* result = TRY(Difference(vm, self, others[0]));
      for (Value other : others.subspan(1)) TRY(Subtract(vm, result, other));
      return Value::Of(result);
    }
    case SetOp::kSymmetricDifference: {
      Set* result = TRY(vm.NewSet(self->type));
      TRY(MergeNative(vm, result, others[0]));
      TRY(Toggle(vm, result, Value::Of(self)));
      return Value::Of(result);
    }
    case SetOp::kUpdate:
      for (Value other : others) TRY(MergeNative(vm, self, other));
      return Value::None();
    case SetOp::kDifferenceUpdate:
      for (Value other : others) TRY(Subtract(vm, self, other));
      return Value::None();
    case SetOp::kSymmetricDifferenceUpdate: {
      if (others[0] == Value::Of(self)) {
        SetClear(self);
        return Value::None();
      }
      // Doing half of it twice would undo it: so it is done to a copy.
      Set* changed = TRY(Clone(vm, self));
      TRY(Toggle(vm, changed, others[0]));
      TakeContents(self, changed);
      return Value::None();
    }
    case SetOp::kIsDisjoint: return Value::Bool(TRY(IsDisjoint(vm, self, others[0])));
    case SetOp::kIsSubset: {
      if (IsAnySet(others[0])) {
        return Value::Bool(TRY(SetIsSubset(vm, self, others[0].As<Set>())));
      }
      Set* common = TRY(Intersect(vm, self, others[0]));
      return Value::Bool(common->live == self->live);
    }
    case SetOp::kIsSuperset: {
      if (IsAnySet(others[0])) {
        return Value::Bool(TRY(SetIsSubset(vm, others[0].As<Set>(), self)));
      }
      bool superset = true;
      TRY(ForEachItem(vm, others[0], [&](Value item) -> Status {
        if (!superset) return Done{};
        superset = TRY(HasHashed(vm, self, item, TRY(LookupHash(vm, item))));
        return Done{};
      }));
      return Value::Bool(superset);
    }
  }
  return Value::None();
}

}  // namespace

// A program can choose ints that all collide, since hash(int) is public. So long probes are
// charged: it may make its own sets slow, and its limit of steps ends that.
SetEntry* SetFind(Vm& vm, Set* set, Value key, int64_t hash, bool* failed) {
  if (set->table.IsUndefined()) return nullptr;
  uint64_t stored = StoredSetHash(hash);
  uint64_t probes = 0;
  bool found = false;
  SetEntry* entry = Probe(SetTable(set), SetMask(set), hash, [&](SetEntry* e) {
    if (e->key == key) return found = true;
    if (IsFree(e)) return true;
    if (++probes > 64) {  // T-020: CPython's order comes with CPython's collisions
      probes = 0;
      if (!vm.Tick(64)) return *failed = true;
    }
    if (e->hash != stored || e->key.IsExhausted()) return false;
    Result<bool> equal = KeysEqual(vm, e->key, key);
    if (!equal.ok()) return *failed = true;
    return found = *equal;
  });
  return found ? entry : nullptr;
}

// The probe sequence is CPython's, so that the order of iteration is the same as there for ints.
// Tables must stay open to attacks then only in work that is counted: long chains of probes cost
// ticks.
Status SetAddHashed(Vm& vm, Set* set, Value key, int64_t hash) {
  TRY(EnsureTable(vm, set));
  uint64_t stored = StoredSetHash(hash);
  uint64_t probes = 0;
  SetEntry* dummy = nullptr;
  bool found = false;
  bool failed = false;
  uint64_t mask = SetMask(set);
  SetEntry* entry = Probe(SetTable(set), mask, hash, [&](SetEntry* e) {
    if (IsFree(e)) return true;
    if (e->key == key) return found = true;
    if (++probes > 64) {
      probes = 0;
      if (!vm.Tick(64)) return failed = true;
    }
    if (e->key.IsExhausted()) {
      dummy = e;
      return false;
    }
    if (e->hash != stored) return false;
    Result<bool> equal = KeysEqual(vm, e->key, key);
    if (!equal.ok()) return failed = true;
    return found = *equal;
  });
  if (failed) return Failure{};
  if (found) return Done{};
  if (dummy != nullptr) {
    *dummy = {key, stored};
    ++set->live;
    return Done{};
  }
  if ((set->fill + 1) * 5 >= mask * 3) {
    // CPython grows after the insertion; growing may fail here, so a failure has to
    // leave the set as it was.
    *entry = {key, stored};
    ++set->fill;
    ++set->live;
    Status status = Resize(vm, set, GrownSize(set));
    if (!status.ok()) {
      *entry = {Value::Undefined(), 0};
      --set->fill;
      --set->live;
    }
    return status;
  }
  *entry = {key, stored};
  ++set->fill;
  ++set->live;
  return Done{};
}

// A mark stays, since others may have been pushed on by it. `fill` counts marks, so that they lead
// to a new table in time.
void SetRemoveEntry(Set* set, SetEntry* entry) {
  *entry = {SetDummy(), kSetHashBits};
  --set->live;
}

void SetClear(Set* set) {
  set->table = Value::Undefined();
  set->fill = 0;
  set->live = 0;
  set->hash = Value::Undefined();
}

Set* Vm::NewSet(TypeId type) {
  Set* set = TRY(New<Set>(type));
  set->fill = 0;
  set->live = 0;
  return set;
}

Status SetAdd(Vm& vm, Set* set, Value key) {
  int64_t hash = TRY(SetHash(vm, key));
  return SetAddHashed(vm, set, key, hash);
}

Result<bool> SetContains(Vm& vm, Set* set, Value key) {
  int64_t hash = TRY(LookupHash(vm, key));
  return HasHashed(vm, set, key, hash);
}

Result<bool> SetDiscard(Vm& vm, Set* set, Value key) {
  int64_t hash = TRY(LookupHash(vm, key));
  return DiscardHashed(vm, set, key, hash);
}

// Goes on where the last pop() ended: emptying a set by pop() is linear, as in CPython.
Value SetPop(Vm& vm, Set* set) {
  if (set->live == 0) return Value::Undefined();
  uint64_t mask = SetMask(set);
  uint64_t finger = set->hash.IsSmallInt() ? static_cast<uint64_t>(set->hash.AsSmallInt()) : 0;
  uint64_t at = finger & mask;
  uint64_t probes = 0;
  SetEntry* table = SetTable(set);
  while (!IsLiveSlot(table[at])) {
    at = at == mask ? 0 : at + 1;
    ++probes;
  }
  if (probes > 64 && !vm.Tick(probes / 16)) return Value::Failed();
  Value key = table[at].key;
  SetRemoveEntry(set, &table[at]);
  set->hash = Value::KnownSmallInt(static_cast<int64_t>(at) + 1);
  return key;
}

Set* SetCopy(Vm& vm, Set* set, TypeId type) {
  Set* copy = TRY(vm.NewSet(type));
  TRY(Merge(vm, copy, set));
  return copy;
}

Value SetUpdateFrom(Vm& vm, Set* set, Value iterable, Value result) {
  if (IsNativeContainer(vm, iterable)) {
    TRY(MergeNative(vm, set, iterable));
    return result;
  }
  Value iterator = TRY(vm.GetIter(iterable));
  return vm.PushNativeFrame(ResumeId::kSetUpdate,
                            {Value::Of(set), iterator, result, Value::Undefined()});
}

Eventual SetUpdate(Vm& vm, Set* set, Value iterable) { return SetUpdateFrom(vm, set, iterable); }

// Slots: the set, the iterator, the result, the item to add.
Value SetUpdateResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      while (true) {
        PYSUB_SUSPEND_POINT(1, vm.Next(frame.slots[1]));
        if (in.IsExhausted()) return frame.slots[2];
        frame.slots[3] = in;
        frame.state = 2;
        [[fallthrough]];
        case 2:
          if (!SetAdd(vm, frame.slots[0].As<Set>(), frame.slots[3]).ok()) return Value::Failed();
      }
  }
  return Value::None();
}

Value NewSetFrom(Vm& vm, TypeId type, Value iterable) {
  if (type == TypeId::kFrozenSet && IsObjectOf(iterable, TypeId::kFrozenSet)) return iterable;
  Set* set = TRY(vm.NewSet(type));
  return SetUpdateFrom(vm, set, iterable, Value::Of(set));
}

// At once if all operands are native containers, else by a native frame that goes through their
// iterators.
Value SetOperation(Vm& vm, SetOp op, Set* self, std::span<const Value> others) {
  bool native = true;
  for (Value other : others) native = native && IsNativeContainer(vm, other);
  if (native) return NativeOperation(vm, op, self, others);
  if (op == SetOp::kUpdate && others.size() == 1) return SetUpdateFrom(vm, self, others[0]);
  if (op == SetOp::kIsDisjoint || op == SetOp::kIsSuperset) {
    Value iterator = TRY(vm.GetIter(others[0]));
    return vm.PushNativeFrame(ResumeId::kSetAsk,
                              {Value::SmallInt(static_cast<int>(op)), Value::Of(self), iterator});
  }
  Value list = TRY(vm.NewTuple(others));
  return vm.PushNativeFrame(ResumeId::kSetOperation,
                            {Value::SmallInt(static_cast<int>(op)), Value::Of(self), list,
                             Value::SmallInt(0), Value::Of(self), Value::None(), Value::None()});
}

// Slots: the operation, the set, the iterator: stops at the first item that decides.
Value SetAskResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      while (true) {
        PYSUB_SUSPEND_POINT(1, vm.Next(frame.slots[2]));
        if (in.IsExhausted()) return Value::True();
        if (!vm.Tick(1)) return Value::Failed();
        Result<bool> found = SetContains(vm, frame.slots[1].As<Set>(), in);
        if (!found.ok()) return Value::Failed();
        SetOp op = static_cast<SetOp>(frame.slots[0].AsSmallInt());
        if (*found == (op == SetOp::kIsDisjoint)) return Value::False();
      }
  }
  return Value::None();
}

namespace {

bool Intersects(Value op) {
  SetOp operation = static_cast<SetOp>(op.AsSmallInt());
  return operation == SetOp::kIntersection || operation == SetOp::kIntersectionUpdate ||
         operation == SetOp::kIsSubset;
}

}  // namespace

// Slots: the operation, the set, a tuple of the others, how many of them are done with; for
// intersections, which stop as soon as nothing more can be common: what is common so far, the
// iterator, what it has in common. Other operations read their operands into lists first.
Value SetOperationResume(Vm& vm, NativeFrame& frame, Value in) {
  auto other = [&] { return frame.slots[2].As<Tuple>()->items()[frame.slots[3].AsSmallInt()]; };
  // In a snapshot from anybody it may be anywhere.
  const uint64_t at = static_cast<uint64_t>(frame.slots[3].AsSmallInt());
  const uint64_t count = frame.slots[2].As<Tuple>()->size();
  const bool between = frame.state == 0 || frame.state == 3;
  if (at > count || (at == count && !between)) return BadState(vm);
  switch (frame.state) {
    case 0:
      while (frame.slots[3].AsSmallInt() < frame.slots[2].As<Tuple>()->size()) {
        if (Intersects(frame.slots[0])) {
          if (IsNativeContainer(vm, other())) {
            frame.slots[4] = Value::Of(TRY(Intersect(vm, frame.slots[4].As<Set>(), other())));
          } else {
            frame.slots[6] = Value::Of(TRY(vm.NewSet(frame.slots[1].AsObject()->type)));
            frame.slots[5] = TRY(vm.GetIter(other()));
            while (true) {
              PYSUB_SUSPEND_POINT(1, vm.Next(frame.slots[5]));
              if (in.IsExhausted()) break;
              if (TRY(AddIfCommon(vm, frame.slots[4].As<Set>(), frame.slots[6].As<Set>(), in)))
                break;
            }
            frame.slots[4] = frame.slots[6];
          }
        } else if (!IsNativeContainer(vm, other())) {
          PYSUB_SUSPEND_POINT(2, vm.Materialise(other()));
          frame.slots[2].As<Tuple>()->items()[frame.slots[3].AsSmallInt()] = in;
        }
        frame.slots[3] = frame.slots[3].CountedUp();
        PYSUB_CHECKPOINT(3);
      }
  }
  Set* self = frame.slots[1].As<Set>();
  SetOp op = static_cast<SetOp>(frame.slots[0].AsSmallInt());
  if (op == SetOp::kIntersection) return frame.slots[4];
  if (op == SetOp::kIsSubset) return Value::Bool(frame.slots[4].As<Set>()->live == self->live);
  if (op == SetOp::kIntersectionUpdate) {
    TakeContents(self, frame.slots[4].As<Set>());
    return Value::None();
  }
  Tuple* others = frame.slots[2].As<Tuple>();
  for (uint32_t i = 0; i < others->size(); ++i) {
    if (!IsNativeContainer(vm, others->items()[i])) return BadState(vm);
  }
  return NativeOperation(vm, op, self, {others->items(), others->size()});
}

Result<bool> SetIsSubset(Vm& vm, Set* small, Set* large) {
  if (small->live > large->live) return false;
  if (!vm.Tick(small->fill)) return Failure{};
  for (SetCursor at(small); at.Next();) {
    int64_t hash = FullSetHash(static_cast<uint64_t>(at.hash()));
    if (!TRY(HasHashed(vm, large, at.key(), hash))) return false;
  }
  return true;
}

// ---- Slots of TypeInfo

Status SetRepr(Vm& vm, Value self, TextBuilder& out) {
  Set* set = self.As<Set>();
  std::string_view name = Vm::NameOf(set->type);
  RecursionMark mark(set);
  if (mark.entered_before() || set->live == 0) {
    out.Append(name);
    out.Append(set->live == 0 ? "()" : "(...)");
    return out.status();
  }
  bool frozen = set->type == TypeId::kFrozenSet;
  if (frozen) out.Append("frozenset(");
  out.Append('{');
  bool first = true;
  for (SetCursor at(set); at.Next();) {
    if (!vm.Tick(1)) return Failure{};
    if (!first) out.Append(", ");
    first = false;
    TRY(vm.Repr(at.key(), out));
  }
  out.Append(frozen ? "})" : "}");
  return out.status();
}

Value SetCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (!IsAnySet(left) || !IsAnySet(right)) return Value::NotImplemented();
  Set* a = left.As<Set>();
  Set* b = right.As<Set>();
  switch (op) {
    case CompareOp::kEq:
    case CompareOp::kNe: {
      bool equal = a->live == b->live && TRY(SetIsSubset(vm, a, b));
      return Value::Bool(equal == (op == CompareOp::kEq));
    }
    case CompareOp::kLe: return Value::Bool(TRY(SetIsSubset(vm, a, b)));
    case CompareOp::kLt: return Value::Bool(a->live < b->live && TRY(SetIsSubset(vm, a, b)));
    case CompareOp::kGe: return Value::Bool(TRY(SetIsSubset(vm, b, a)));
    case CompareOp::kGt: return Value::Bool(b->live < a->live && TRY(SetIsSubset(vm, b, a)));
  }
  return Value::NotImplemented();
}

Result<int64_t> SetLength(Vm&, Value self) { return static_cast<int64_t>(self.As<Set>()->live); }

Value SetContainsSlot(Vm& vm, Value self, Value key) {
  return Value::Bool(TRY(SetContains(vm, self.As<Set>(), key)));
}

Value SetIter(Vm& vm, Value self) { return NewSetIterator(vm, self.As<Set>()); }

Value SetBinary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place) {
  if (!IsAnySet(left) || !IsAnySet(right)) return Value::NotImplemented();
  Set* set = left.As<Set>();
  bool changes = in_place && set->type == TypeId::kSet;
  SetOp operation;
  switch (op) {
    case BinaryOp::kOr: operation = changes ? SetOp::kUpdate : SetOp::kUnion; break;
    case BinaryOp::kAnd:
      operation = changes ? SetOp::kIntersectionUpdate : SetOp::kIntersection;
      break;
    case BinaryOp::kSub: operation = changes ? SetOp::kDifferenceUpdate : SetOp::kDifference; break;
    case BinaryOp::kXor:
      operation = changes ? SetOp::kSymmetricDifferenceUpdate : SetOp::kSymmetricDifference;
      break;
    default: return Value::NotImplemented();
  }
  Value result = NativeOperation(vm, operation, set, {&right, 1});
  return changes && !result.IsFailed() ? left : result;
}

// ---- From a snapshot

bool SetCountRestored(Set* set) {
  set->fill = set->live = 0;
  if (set->table.IsUndefined()) return true;
  for (uint64_t i = 0; i <= SetMask(set); ++i) {
    set->fill += !SetTable(set)[i].key.IsUndefined();
    set->live += IsLiveSlot(SetTable(set)[i]);
  }
  return set->fill <= SetMask(set);  // probing ends at a free slot
}

bool SetRestore(Vm& vm, Set* set) {
  if (set->table.IsUndefined()) return true;
  for (uint64_t i = 0; i <= SetMask(set); ++i) {
    SetEntry& entry = SetTable(set)[i];
    entry.hash = 0;
    if (!IsLiveSlot(entry)) continue;
    Result<int64_t> hash = SetHash(vm, entry.key);
    if (!hash.ok()) return false;
    entry.hash = StoredSetHash(*hash);
  }
  return true;
}

}  // namespace pysub
