#include "vm/objects/dict.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "vm/objects/bulk.h"
#include "vm/objects/iterators.h"
#include "vm/objects/recursion_mark.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

using internal::WithIndex;

// CPython's table sizes: a power of two, two thirds of it for entries.
constexpr uint64_t UsableOf(uint64_t size) { return size * 2 / 3; }
constexpr uint32_t kMaxDictEntries = UINT32_MAX / 3 - 1;

uint64_t SizeFor(uint64_t at_least) { return std::bit_ceil(std::max<uint64_t>(at_least, 8)); }

// An empty index for `capacity` entries: at most a third of it will be used.
Buffer* NewIndex(Vm& vm, uint64_t capacity) {
  uint64_t slots = std::bit_ceil(capacity + (capacity + 1) / 2) * 2;
  uint64_t width = slots <= 512 ? 1 : slots <= 131072 ? 2 : 4;
  if (slots * width > UINT32_MAX) return vm.NoMemory(slots * width);
  Buffer* index = TRY(vm.NewBuffer(slots * width));
  std::memset(index->bytes(), 0, slots * width);
  return index;
}

// The next place to look. 16 slots of a large index are a cache line, and IntKeyHash puts 16
// neighbouring ints into one: those that find it taken stay together in another line.
constexpr uint32_t kStep = 17;
constexpr uint32_t kInverseOfStep = 0xF0F0F0F1;  // kStep * kInverseOfStep is 1 modulo 2^32
uint32_t NextSlot(uint32_t at, uint32_t mask) { return (at + kStep) & mask; }
uint32_t StepsBetween(uint32_t from, uint32_t to, uint32_t mask) {
  return (to - from) * kInverseOfStep & mask;
}

// There is a free slot: at most a third of them is used.
void IndexInsert(Buffer* index, uint32_t hash, uint32_t entry_number) {
  WithIndex(index, [&](auto* slots, uint32_t mask) {
    uint32_t at = hash & mask;
    while (slots[at] != 0) at = NextSlot(at, mask);
    slots[at] = static_cast<std::remove_reference_t<decltype(*slots)>>(entry_number + 1);
  });
}

// Takes an entry out of the index and moves back those that had been pushed on by it.
void IndexRemove(Buffer* index, const DictEntry* table, uint32_t entry_number) {
  WithIndex(index, [&](auto* slots, uint32_t mask) {
    uint32_t hole = static_cast<uint32_t>(table[entry_number].hash) & mask;
    while (slots[hole] != entry_number + 1) hole = NextSlot(hole, mask);
    for (uint32_t at = NextSlot(hole, mask); slots[at] != 0; at = NextSlot(at, mask)) {
      uint32_t home = static_cast<uint32_t>(table[slots[at] - 1].hash) & mask;
      // Its place may be anywhere from home on: move it if the hole lies there.
      if (StepsBetween(home, at, mask) >= StepsBetween(hole, at, mask)) {
        slots[hole] = slots[at];
        hole = at;
      }
    }
    slots[hole] = 0;
  });
}

// False: the time is over.
bool IndexAll(Vm& vm, Buffer* index, DictEntry* table, uint32_t used) {
  for (uint32_t i = 0; i < used;) {
    for (const uint32_t end = std::min(used, i + 8192); i < end; ++i) {
      IndexInsert(index, static_cast<uint32_t>(table[i].hash), i);
    }
    if (i < used && !vm.TimeIsLeft()) return false;
  }
  return true;
}

}  // namespace

// In no unnamed namespace is what cmake/startup_order.txt names: the linker would give it
// another name in each build.
namespace internal {

// Moves the entries to a table with room for `capacity`, leaving the deleted ones behind.
Status ResizeDict(Vm& vm, Dict* dict, uint64_t capacity) {
  if (capacity > kMaxDictEntries) return vm.NoMemory(capacity * sizeof(DictEntry));
  uint32_t used = static_cast<uint32_t>(dict->used);
  if (!vm.Tick(used / 4)) return Failure{};
  Array* entries = TRY(vm.NewArray(capacity * 3, TypeId::kDictTable));
  Value index;
  if (capacity > kSmallDict) index = Value::Of(TRY(NewIndex(vm, capacity)));
  DictEntry* to = reinterpret_cast<DictEntry*>(entries->items());
  DictEntry* from = dict->table();
  uint32_t kept = 0;
  if (dict->is_namespace() || dict->live == used) {
    const std::string_view bytes(reinterpret_cast<const char*>(from), used * sizeof(DictEntry));
    if (used != 0 && !CopyBytes(vm, reinterpret_cast<char*>(to), bytes)) return Failure{};
    kept = used;
  } else {
    for (uint32_t i = 0; i < used; ++i) {
      if (!from[i].value.IsUndefined()) to[kept++] = from[i];
    }
  }
  if (!index.IsUndefined() && !IndexAll(vm, index.As<Buffer>(), to, kept)) return Failure{};
  dict->entries = Value::Of(entries);
  dict->index = index;
  dict->used = kept;
  if (dict->is_namespace()) vm.ReloadGlobals();
  return Done{};
}

}  // namespace internal

namespace {

using internal::ResizeDict;

// Makes room for one more entry.
Status Grow(Vm& vm, Dict* dict) {
  uint64_t live = dict->is_namespace() ? dict->used : dict->live;
  return ResizeDict(vm, dict, UsableOf(SizeFor(live * 3)));
}

// The entry whose key is the str with this text.
DictEntry* FindText(Dict* dict, std::string_view text, uint32_t hash) {
  DictEntry* table = dict->table();
  auto matches = [&](const DictEntry& entry) {
    return entry.hash == hash && Vm::IsStr(entry.key) && Vm::View(entry.key) == text;
  };
  if (dict->index.IsUndefined()) {
    for (uint32_t i = 0; i < dict->used; ++i) {
      if (matches(table[i])) return &table[i];
    }
    return nullptr;
  }
  return WithIndex(dict->index.As<Buffer>(), [&](auto* slots, uint32_t mask) -> DictEntry* {
    for (uint32_t at = hash & mask; slots[at] != 0; at = NextSlot(at, mask)) {
      if (matches(table[slots[at] - 1])) return &table[slots[at] - 1];
    }
    return nullptr;
  });
}

}  // namespace

namespace internal {

// Where the search for a key ended: at its entry, or at the free slot of the index for it.
struct Search {
  DictEntry* entry;
  uint32_t free_slot;
  bool failed;
};

// Whether both are strs of the same few bytes, each in one piece. False tells nothing.
inline bool AreSameShortStrs(Value a, Value b) {
  constexpr uint32_t kWord = sizeof(uint64_t);
  constexpr uint32_t kShort = 4 * kWord;
  if (!a.IsObject() || !b.IsObject()) return false;
  const Object* x = a.AsObject();
  const Object* y = b.AsObject();
  auto header_of = [](Object object) {
    return std::bit_cast<uint64_t>((object.flags = 0, object));
  };
  if (header_of(*x) != header_of(*y) || x->type != TypeId::kStr || x->layout != Layout::kStr)
    return false;
  const uint32_t count = x->count;
  if (count - 1 >= kShort) return false;
  auto word_at = [](const Object* str, uint32_t at) {
    uint64_t word;
    std::memcpy(&word, reinterpret_cast<const char*>(str) + sizeof(Str) + at, kWord);
    return word;
  };
  if (count <= kWord) {  // objects are whole words, of which the end may be read
    const uint32_t rest = (kWord - count) * 8;
    const uint64_t differs = word_at(x, 0) ^ word_at(y, 0);
    return (std::endian::native == std::endian::little ? differs << rest : differs >> rest) == 0;
  }
  for (uint32_t at = 0; at < count - kWord; at += kWord) {
    if (word_at(x, at) != word_at(y, at)) return false;
  }
  return word_at(x, count - kWord) == word_at(y, count - kWord);
}

// Looks `key` up from slot `at` of the index on, or from entry `at` where there is none.
[[gnu::noinline]] Search SearchOn(Vm& vm, Dict* dict, Value key, uint32_t hash, uint32_t at) {
  DictEntry* table = dict->table();
  if (dict->index.IsUndefined()) {
    for (DictEntry *entry = table + at, *end = table + dict->used; entry < end; ++entry) {
      if (entry->key == key) return {entry, 0, false};
      if (entry->hash != hash || entry->key.IsUndefined()) continue;
      Result<bool> equal = KeysEqual(vm, entry->key, key);
      if (!equal.ok()) return {nullptr, 0, true};
      if (*equal) return {entry, 0, false};
    }
    return {nullptr, 0, false};
  }
  return WithIndex(dict->index.As<Buffer>(), [&](auto* slots, uint32_t mask) -> Search {
    for (;; at = NextSlot(at, mask)) {
      uint32_t number = slots[at];
      if (number == 0) return {nullptr, at, false};
      DictEntry* entry = &table[number - 1];
      if (entry->key == key) return {entry, at, false};
      if (entry->hash != hash) continue;
      Result<bool> equal = KeysEqual(vm, entry->key, key);
      if (!equal.ok()) return {nullptr, at, true};
      if (*equal) return {entry, at, false};
    }
  });
}

// Calls nothing but SearchOn, and that last: most keys are the same object, or short strs.
template <typename Slot>
Search SearchIndex(Vm& vm, Dict* dict, Value key, uint32_t hash) {
  DictEntry* table = dict->table();
  Buffer* index = dict->index.As<Buffer>();
  const Slot* slots = reinterpret_cast<const Slot*>(index->bytes());
  const uint32_t mask = index->count / sizeof(Slot) - 1;
  for (uint32_t at = hash & mask;; at = NextSlot(at, mask)) {
    uint32_t number = slots[at];
    if (number == 0) return {nullptr, at, false};
    DictEntry* entry = &table[number - 1];
    if (entry->key == key) return {entry, at, false};
    if (entry->hash != hash) continue;
    if (AreSameShortStrs(entry->key, key)) return {entry, at, false};
    return SearchOn(vm, dict, key, hash, at);
  }
}

Search SearchTable(Vm& vm, Dict* dict, Value key, uint32_t hash) {
  DictEntry* table = dict->table();
  const uint32_t used = static_cast<uint32_t>(dict->used);
  for (uint32_t at = 0; at < used; ++at) {
    DictEntry* entry = &table[at];
    if (entry->key == key) return {entry, 0, false};
    if (entry->hash != hash || entry->key.IsUndefined()) continue;
    if (AreSameShortStrs(entry->key, key)) return {entry, 0, false};
    return SearchOn(vm, dict, key, hash, at);
  }
  return {nullptr, 0, false};
}

// The entry of `key` if that was the last to be found; null says nothing. Nobody writes to
// last_found when a dict changes: an entry that is somewhere else now, or another's, has another
// key there or is in another table.
inline DictEntry* FoundBefore(Vm& vm, Dict* dict, Value key) {
  const Vm::LastFound& last = vm.last_found;
  // Before anything was found all are Undefined, which a forged snapshot may ask an empty dict for.
  if (last.key != key || last.entries != dict->entries || last.entry == nullptr) return nullptr;
  return last.entry->key == last.entry_key ? last.entry : nullptr;
}

// For the next time (docs/decisions/023): `d[k] = d[k] + 1` and `if k in d: d[k]` find the entry at
// once. The collector forgets it, since it moves tables.
inline void Remember(Vm& vm, Dict* dict, Value key, DictEntry* entry) {
  vm.last_found = {key, dict->entries, entry->key, entry};
}

inline Search SearchAnew(Vm& vm, Dict* dict, Value key, uint32_t hash) {
  if (dict->index.IsUndefined()) return SearchTable(vm, dict, key, hash);
  const uint32_t bytes = dict->index.AsObject()->count;
  if (bytes <= kMaxBytesOfIndex8) return SearchIndex<uint8_t>(vm, dict, key, hash);
  if (bytes <= kMaxBytesOfIndex16) return SearchIndex<uint16_t>(vm, dict, key, hash);
  return SearchIndex<uint32_t>(vm, dict, key, hash);
}

}  // namespace internal

using internal::FoundBefore;
using internal::Remember;
using internal::Search;
using internal::SearchAnew;

DictFound DictFindSlow(Vm& vm, Dict* dict, Value key, uint32_t hash) {
  if (DictEntry* entry = FoundBefore(vm, dict, key)) return {entry, false};
  Search search = SearchAnew(vm, dict, key, hash);
  if (search.entry != nullptr) Remember(vm, dict, key, search.entry);
  return {search.entry, search.failed};
}

Value DictGetIndexed(Vm& vm, Dict* dict, Value key) {
  if (DictEntry* entry = FoundBefore(vm, dict, key)) return entry->value;
  uint32_t hash = TRY(DictKeyHash(vm, key));
  Search search = SearchAnew(vm, dict, key, hash);
  if (search.entry != nullptr) [[likely]] {
    Remember(vm, dict, key, search.entry);
    return search.entry->value;
  }
  return search.failed ? Value::Failed() : Value::Undefined();
}

uint32_t DictFirst(Dict* dict) {
  uint32_t used = static_cast<uint32_t>(dict->used);
  DictEntry* table = dict->table();
  if (used == 0 || !table[0].value.IsUndefined()) return 0;
  if (dict->is_namespace()) return 0;
  uint32_t i = std::max<uint32_t>(static_cast<uint32_t>(table[0].hash), 1);
  while (i < used && table[i].value.IsUndefined()) ++i;
  table[0].hash = i;
  return i;
}

uint32_t DictLength(Dict* dict) {
  if (!dict->is_namespace()) [[likely]]
    return static_cast<uint32_t>(dict->live);
  uint32_t length = 0;
  for (uint32_t i = 0; i < dict->used; ++i) length += !dict->table()[i].value.IsUndefined();
  return length;
}

// ---- Making and changing

Dict* Vm::NewDict(uint32_t capacity) {
  Dict* dict = TRY(New<Dict>(TypeId::kDict));
  dict->used = 0;
  dict->live = 0;
  if (capacity != 0) TRY(ResizeDict(*this, dict, capacity));
  return dict;
}

// The entries first: a dict without them would have to be whole already when a collection sees it.
Dict* NewDictOfFew(Vm& vm) {
  Array* entries = TRY(vm.NewArray(kFewKeys * 3, TypeId::kDictTable));
  Dict* dict = TRY(vm.New<Dict>(TypeId::kDict));
  dict->entries = Value::Of(entries);
  dict->used = 0;
  dict->live = 0;
  return dict;
}

// Does not look whether the key was found before: DictSet has, and who has the hash has
// searched.
Status DictSetHashed(Vm& vm, Dict* dict, Value key, uint32_t hash, Value value) {
  Search search = SearchAnew(vm, dict, key, hash);
  if (search.entry != nullptr) {
    if (search.entry->value.IsUndefined()) ++dict->live;
    search.entry->value = value;
    return Done{};
  }
  if (search.failed) return Failure{};
  if (dict->used == dict->capacity()) {
    TRY(Grow(vm, dict));
    if (!dict->index.IsUndefined()) {
      IndexInsert(dict->index.As<Buffer>(), hash, static_cast<uint32_t>(dict->used));
    }
  } else if (!dict->index.IsUndefined()) {
    WithIndex(dict->index.As<Buffer>(), [&](auto* slots, uint32_t) {
      slots[search.free_slot] =
          static_cast<std::remove_reference_t<decltype(*slots)>>(dict->used + 1);
    });
  }
  DictEntry* entry = &dict->table()[dict->used++];
  *entry = {key, value, hash};
  ++dict->live;
  Remember(vm, dict, key, entry);
  return Done{};
}

// Entries behind it stay where they are, so loops that walk the dict keep their place.
void DictRemoveEntry(Dict* dict, DictEntry* entry) {
  --dict->live;
  entry->value = Value::Undefined();
  if (dict->is_namespace()) return;
  uint32_t number = static_cast<uint32_t>(entry - dict->table());
  if (!dict->index.IsUndefined()) IndexRemove(dict->index.As<Buffer>(), dict->table(), number);
  entry->key = Value::Undefined();
  if (number == 0) entry->hash = 1;
}

// Removed entries stay in the table as gaps, so the last one is looked for backwards. Moving `used`
// down afterwards makes the next call cheap. Without this, popitem() in a loop would take quadratic
// time.
bool DictPopLast(Dict* dict, Value* key, Value* value) {
  DictEntry* table = dict->table();
  uint32_t at = static_cast<uint32_t>(dict->used);
  while (at != 0 && table[at - 1].value.IsUndefined()) --at;
  if (at == 0) {
    if (!dict->is_namespace()) dict->used = 0;
    return false;
  }
  *key = table[at - 1].key;
  *value = table[at - 1].value;
  DictRemoveEntry(dict, &table[at - 1]);
  if (!dict->is_namespace()) dict->used = at - 1;
  return true;
}

// A gap is made in front of the entries, large enough to be needed seldom.
Status DictMoveToFront(Vm& vm, Dict* dict, DictEntry* entry) {
  uint32_t number = static_cast<uint32_t>(entry - dict->table());
  uint32_t first = DictFirst(dict);
  if (number == first) return Done{};
  if (first == 0) {
    uint32_t live = static_cast<uint32_t>(dict->live);
    for (uint32_t i = 0; i < number; ++i) first += !dict->table()[i].value.IsUndefined();
    number = first;
    uint32_t gap = std::max<uint32_t>(live / 2, 4);
    TRY(ResizeDict(vm, dict, UsableOf(SizeFor((uint64_t{live} + gap + 1) * 2))));
    DictEntry* table = dict->table();
    std::memmove(static_cast<void*>(table + gap), table, live * sizeof(DictEntry));
    for (uint32_t i = 0; i < gap; ++i) table[i] = {Value::Undefined(), Value::Undefined(), 0};
    table[0].hash = gap;
    dict->used = live + gap;
    if (!dict->index.IsUndefined()) {
      Buffer* index = dict->index.As<Buffer>();
      std::memset(index->bytes(), 0, index->count);
      for (uint32_t i = gap; i < dict->used; ++i) {
        IndexInsert(index, static_cast<uint32_t>(table[i].hash), i);
      }
    }
    number += gap;
    first = gap;
  }
  DictEntry* table = dict->table();
  DictEntry moved = table[number];
  DictRemoveEntry(dict, &table[number]);
  table[first - 1] = moved;
  if (first > 1) table[0].hash = first - 1;
  ++dict->live;
  if (!dict->index.IsUndefined()) {
    IndexInsert(dict->index.As<Buffer>(), static_cast<uint32_t>(moved.hash), first - 1);
  }
  return Done{};
}

// Slots of code point at the entries of a namespace, so they stay; the values go.
void DictClear(Dict* dict) {
  if (dict->is_namespace()) {
    for (uint32_t i = 0; i < dict->used; ++i) dict->table()[i].value = Value::Undefined();
    dict->live = 0;
    return;
  }
  dict->entries = Value::Undefined();
  dict->index = Value::Undefined();
  dict->used = 0;
  dict->live = 0;
}

Status DictReserve(Vm& vm, Dict* dict, uint64_t more) {
  if (dict->used + more <= dict->capacity()) return Done{};
  uint64_t live = dict->is_namespace() ? dict->used : dict->live;
  return ResizeDict(vm, dict, std::max(live + more, UsableOf(SizeFor((live + more) * 3 / 2))));
}

Dict* DictCopy(Vm& vm, Dict* dict) {
  uint32_t length = DictLength(dict);
  if (!vm.Tick(length / 4)) return Failure{};
  Dict* copy = TRY(vm.NewDict(length));
  DictEntry* to = copy->table();
  uint32_t kept = 0;
  for (uint32_t at = 0; DictEntry* entry = DictNext(dict, &at);) to[kept++] = *entry;
  if (!copy->index.IsUndefined() && !IndexAll(vm, copy->index.As<Buffer>(), to, kept))
    return Failure{};
  copy->used = copy->live = kept;
  return copy;
}

// The hashes are those that `other` has stored: keys are not hashed again.
Status DictMerge(Vm& vm, Dict* dict, Dict* other) {
  if (dict == other) return Done{};
  uint32_t length = DictLength(other);
  if (!vm.Tick(length)) return Failure{};
  // As many as may be new; when most are known already, growing on the way is cheaper in space.
  if (dict->live == 0) TRY(DictReserve(vm, dict, length));
  Pace pace(vm);
  for (uint32_t at = 0; DictEntry* entry = DictNext(other, &at);) {
    if (!pace.IsTimeLeft()) return Failure{};
    TRY(DictSetHashed(vm, dict, entry->key, static_cast<uint32_t>(entry->hash), entry->value));
  }
  return Done{};
}

Value DictSetDefault(Vm& vm, Dict* dict, Value key, Value value) {
  uint32_t hash = TRY(DictKeyHash(vm, key));
  DictFound found = DictFindSlow(vm, dict, key, hash);
  if (found.failed) return Value::Failed();
  if (found.entry != nullptr && !found.entry->value.IsUndefined()) return found.entry->value;
  TRY(DictSetHashed(vm, dict, key, hash, value));
  return value;
}

Value DictGet(Vm& vm, Dict* dict, Value key) {
  uint32_t hash = TRY(DictKeyHash(vm, key));
  DictFound found = DictFindSlow(vm, dict, key, hash);
  if (found.failed) return Value::Failed();
  return found.entry == nullptr ? Value::Undefined() : found.entry->value;
}

Value DictGetStr(Vm& vm, Dict* dict, std::string_view key) {
  if (dict->used == 0) return Value::Undefined();
  DictEntry* entry = FindText(dict, key, TextKeyHash(vm, key));
  return entry == nullptr ? Value::Undefined() : entry->value;
}

Status DictSet(Vm& vm, Dict* dict, Value key, Value value) {
  DictEntry* entry = FoundBefore(vm, dict, key);
  if (entry != nullptr && !entry->value.IsUndefined()) {
    entry->value = value;
    return Done{};
  }
  uint32_t hash = TRY(DictKeyHash(vm, key));
  return DictSetHashed(vm, dict, key, hash, value);
}

Status DictSetStr(Vm& vm, Dict* dict, std::string_view key, Value value) {
  Value str = TRY(vm.Intern(key));
  return DictSet(vm, dict, str, value);
}

Result<bool> DictDelete(Vm& vm, Dict* dict, Value key) {
  uint32_t hash = TRY(DictKeyHash(vm, key));
  DictFound found = DictFindSlow(vm, dict, key, hash);
  if (found.failed) return Failure{};
  if (found.entry == nullptr || found.entry->value.IsUndefined()) return false;
  DictRemoveEntry(dict, found.entry);
  return true;
}

Result<bool> DictSetAttribute(Vm& vm, Dict* attributes, Name name, Value value) {
  Value key = vm.Intern(name.text);
  if (key.IsFailed()) return Failure{};
  if (value.IsUndefined()) return DictDelete(vm, attributes, key);
  TRY(DictSet(vm, attributes, key, value));
  return true;
}

Result<bool> DictSetFirstAttribute(Vm& vm, Value& attributes, Name name, Value value) {
  if (attributes.IsUndefined()) {
    if (value.IsUndefined()) return false;
    Dict* dict = TRY(vm.NewDict());
    attributes = Value::Of(dict);
  }
  return DictSetAttribute(vm, attributes.As<Dict>(), name, value);
}

void DictListAttributes(Vm& vm, Dict* attributes, std::vector<std::string>* names) {
  vm.Spend(attributes->used);
  for (uint32_t at = 0; DictEntry* entry = DictNext(attributes, &at);) {
    if (Vm::IsStr(entry->key)) names->emplace_back(Vm::View(entry->key));
  }
}

// ---- update()

namespace {

enum class PairOutcome { kDone, kFailed, kNotNative };

// dict[pair[0]] = pair[1] for item number `position` of update()'s argument.
PairOutcome AddPair(Vm& vm, Dict* dict, Value pair, int64_t position) {
  const Value* items;
  int64_t length;
  Value chars[2];
  if (IsObjectOf(pair, TypeId::kTuple)) {
    items = pair.As<Tuple>()->items();
    length = pair.As<Tuple>()->size();
  } else if (IsObjectOf(pair, TypeId::kList)) {
    items = pair.As<List>()->items();
    length = static_cast<int64_t>(pair.As<List>()->size);
  } else if (IsNativeContainer(vm, pair)) {
    Result<int64_t> size = vm.Length(pair);
    if (!size.ok()) return PairOutcome::kFailed;
    length = *size;
    items = chars;
    if (length == 2) {
      int got = 0;
      Status status = ForEachItem(vm, pair, [&](Value item) -> Status {
        chars[got++ & 1] = item;
        return Done{};
      });
      if (!status.ok()) return PairOutcome::kFailed;
    }
  } else {
    return PairOutcome::kNotNative;
  }
  if (length != 2) {
    if (dict->type == TypeId::kOrderedDict) {  // whose update() is another one
      static_cast<void>(length > 2
                            ? vm.ValueError("too many values to unpack (expected 2)")
                            : vm.ValueError("need more than ", length,
                                            length == 1 ? " value" : " values", " to unpack"));
      return PairOutcome::kFailed;
    }
    static_cast<void>(vm.ValueError("dictionary update sequence element #", position,
                                    " has length ", length, "; 2 is required"));
    return PairOutcome::kFailed;
  }
  return DictSet(vm, dict, items[0], items[1]).ok() ? PairOutcome::kDone : PairOutcome::kFailed;
}

Result<bool> HasKeysMethod(Vm& vm, Value object) {
  constexpr std::string_view kKeys = "keys";
  Value method = TRY(vm.FindAttribute(object, {kKeys, MemberHash(kKeys)}));
  return !method.IsUndefined();
}

}  // namespace

// From the cheapest source to the dearest: a dict, a container of pairs that can be walked
// natively, then anything with keys() or an iterator. The last needs a native frame, since each
// step may be Python code.
Value DictUpdateFrom(Vm& vm, Dict* dict, Value other, Value result) {
  if (IsObjectOf(other, TypeId::kMappingProxy) && IsDict(vm, other.AsObject()->words()[0])) {
    other = other.AsObject()->words()[0];
  }
  if (IsDict(vm, other)) {
    TRY(DictMerge(vm, dict, other.As<Dict>()));
    return result;
  }
  if (IsNativeContainer(vm, other)) {
    // Setting the same keys once more changes nothing, so this may be repeated after a collection.
    int64_t position = 0;
    bool native = true;
    Status status = ForEachItem(vm, other, [&](Value pair) -> Status {
      if (!native) return Done{};
      switch (AddPair(vm, dict, pair, position++)) {
        case PairOutcome::kDone: return Done{};
        case PairOutcome::kFailed: return Failure{};
        case PairOutcome::kNotNative: native = false; return Done{};
      }
      return Done{};
    });
    if (!status.ok()) return Value::Failed();
    if (native) return result;
  }
  if (TRY(HasKeysMethod(vm, other))) {
    return vm.PushNativeFrame(
        ResumeId::kDictUpdateFromMapping,
        {Value::Of(dict), other, result, Value::Undefined(), Value::Undefined()});
  }
  Value iterator = TRY(vm.GetIter(other));
  return vm.PushNativeFrame(ResumeId::kDictUpdateFromPairs,
                            {Value::Of(dict), iterator, result, Value::Undefined(),
                             Value::SmallInt(0), Value::Undefined(), Value::Undefined()});
}

namespace {

// Adds slot 3 as pair number slot 4; False: it has to be read into a list first.
Value AddPairOfFrame(Vm& vm, NativeFrame& frame) {
  Value pair = frame.slots[3];
  switch (AddPair(vm, frame.slots[0].As<Dict>(), pair, frame.slots[4].AsSmallInt())) {
    case PairOutcome::kDone: return Value::True();
    case PairOutcome::kFailed: return Value::Failed();
    case PairOutcome::kNotNative: break;
  }
  const TypeInfo& info = vm.InfoOf(pair);
  if (info.iter == nullptr && info.next == nullptr && info.get_item == nullptr) {
    if (frame.slots[0].As<Dict>()->type == TypeId::kOrderedDict) {
      return vm.TypeError("'", vm.TypeName(pair), "' object is not iterable");
    }
    static_cast<void>(vm.TypeError("object is not iterable"));
    vm.NotePending("Cannot convert dictionary update sequence element #" +
                   std::to_string(frame.slots[4].AsSmallInt()) + " to a sequence");
    return Value::Failed();
  }
  return Value::False();
}

}  // namespace

// Slots: the dict, the iterator over pairs, the result, the pair being added, its number, key and
// value of a pair that came without a tuple.
Value DictUpdateFromPairsResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      while (true) {
        PYSUB_SUSPEND_POINT(1, vm.NextOrPair(frame.slots[1], frame.slots + 5));
        if (in.IsExhausted()) return frame.slots[2];
        if (in.IsUndefined()) {
          if (frame.slots[5].IsUndefined() || frame.slots[6].IsUndefined()) return BadState(vm);
          if (!DictSet(vm, frame.slots[0].As<Dict>(), frame.slots[5], frame.slots[6]).ok())
            return Value::Failed();
          frame.slots[4] = frame.slots[4].CountedUp();
          continue;
        }
        frame.slots[3] = in;
        frame.state = 2;
        [[fallthrough]];
        case 2:
          in = AddPairOfFrame(vm, frame);
          if (in.IsFailed()) return in;
          if (in.IsFalse()) {
            PYSUB_SUSPEND_POINT(3, vm.Materialise(frame.slots[3]));
            frame.slots[3] = in;
            frame.state = 2;
            in = AddPairOfFrame(vm, frame);
            if (in.IsFailed()) return in;
          }
          frame.slots[4] = frame.slots[4].CountedUp();
      }
  }
  return frame.slots[2];
}

// Slots: the dict, the mapping, the result, the iterator over its keys, the current key.
Value DictUpdateFromMappingResume(Vm& vm, NativeFrame& frame, Value in) {
  constexpr std::string_view kKeys = "keys";
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, vm.GetAttribute(frame.slots[1], {kKeys, MemberHash(kKeys)}));
      frame.slots[3] = in;
      PYSUB_SUSPEND_POINT(2, vm.Call(frame.slots[3], {}));
      in = vm.GetIter(in);
      if (in.IsFailed()) return in;
      frame.slots[3] = in;
      while (true) {
        PYSUB_SUSPEND_POINT(3, vm.Next(frame.slots[3]));
        if (in.IsExhausted()) return frame.slots[2];
        frame.slots[4] = in;
        PYSUB_SUSPEND_POINT(4, vm.GetItem(frame.slots[1], frame.slots[4]));
        if (!DictSet(vm, frame.slots[0].As<Dict>(), frame.slots[4], in).ok())
          return Value::Failed();
      }
  }
  return frame.slots[2];
}

// ---- Slots of TypeInfo

// Goes down by recursion in C++, which Vm::Repr counts (DepthGuard): RecursionError, and no
// overflow, for a dict in a dict in a dict.
Status DictRepr(Vm& vm, Value self, TextBuilder& out) {
  Dict* dict = self.As<Dict>();
  RecursionMark mark(dict);
  if (mark.entered_before()) {
    out.Append("{...}");
    return out.status();
  }
  out.Append('{');
  bool first = true;
  for (uint32_t at = 0; DictEntry* entry = DictNext(dict, &at);) {
    if (!vm.Tick(1)) return Failure{};
    if (!first) out.Append(", ");
    first = false;
    TRY(vm.Repr(entry->key, out));
    out.Append(": ");
    TRY(vm.Repr(entry->value, out));
  }
  out.Append('}');
  return out.status();
}

Result<bool> DictsEqual(Vm& vm, Dict* left, Dict* right) {
  if (DictLength(left) != DictLength(right)) return false;
  for (uint32_t at = 0; DictEntry* entry = DictNext(left, &at);) {
    if (!vm.Tick(1)) return Failure{};
    DictFound found = DictFindSlow(vm, right, entry->key, static_cast<uint32_t>(entry->hash));
    if (found.failed) return Failure{};
    if (found.entry == nullptr || found.entry->value.IsUndefined()) return false;
    if (!TRY(vm.Equal(entry->value, found.entry->value))) return false;
  }
  return true;
}

Value DictCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (op != CompareOp::kEq && op != CompareOp::kNe) return Value::NotImplemented();
  if (IsObjectOf(right, TypeId::kMappingProxy)) right = right.AsObject()->words()[0];
  if (!IsDict(vm, left) || !IsDict(vm, right)) return Value::NotImplemented();
  bool equal = TRY(DictsEqual(vm, left.As<Dict>(), right.As<Dict>()));
  return Value::Bool(equal == (op == CompareOp::kEq));
}

Result<int64_t> DictLengthSlot(Vm&, Value self) { return int64_t{DictLength(self.As<Dict>())}; }

Value DictGetItem(Vm& vm, Value self, Value key) {
  Value value = TRY(DictGetInline(vm, self.As<Dict>(), key));
  if (value.IsUndefined()) return vm.RaiseKeyError(key);
  return value;
}

Value DictSetItem(Vm& vm, Value self, Value key, Value value) {
  Dict* dict = self.As<Dict>();
  if (value.IsUndefined()) {
    if (!TRY(DictDelete(vm, dict, key))) return vm.RaiseKeyError(key);
    return Value::None();
  }
  if (!DictSetInline(vm, dict, key, value)) TRY(DictSet(vm, dict, key, value));
  return Value::None();
}

Value DictContains(Vm& vm, Value self, Value key) {
  Value value = TRY(DictGetInline(vm, self.As<Dict>(), key));
  return Value::Bool(!value.IsUndefined());
}

Value DictIter(Vm& vm, Value self) {
  return NewDictIterator(vm, TypeId::kDictKeyIterator, self.As<Dict>());
}

Value DictBinary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place) {
  if (op != BinaryOp::kOr) return Value::NotImplemented();
  if (in_place && IsDict(vm, left)) {
    Dict* dict = left.As<Dict>();
    return DictUpdateFrom(vm, dict, right, left);
  }
  if (!IsDict(vm, left) || !IsDict(vm, right)) return Value::NotImplemented();
  // A subclass on the right answers instead.
  if (!IsObjectOf(right, TypeId::kDict) && IsObjectOf(left, TypeId::kDict) &&
      vm.InfoOf(right).binary != DictBinary) {
    return Value::NotImplemented();
  }
  Dict* result = TRY(DictCopy(vm, left.As<Dict>()));
  TRY(DictMerge(vm, result, right.As<Dict>()));
  return Value::Of(result);
}

// ---- From a snapshot

// After a snapshot was loaded, or when a copy of a VM gets another key: hashes are made with a
// secret key, so they are not stored, and neither is the index. On the way everything is checked
// that look-ups rely on. A forged table might have entries that are half there, or more of them
// than it has room for.
bool DictRestore(Vm& vm, Dict* dict) {
  uint32_t capacity = dict->capacity();
  if (dict->used > capacity || capacity > kMaxDictEntries) return false;
  DictEntry* table = dict->table();
  uint32_t used = static_cast<uint32_t>(dict->used);
  uint64_t live = 0;
  for (uint32_t i = 0; i < capacity; ++i) {
    DictEntry& entry = table[i];
    bool has_key = !entry.key.IsUndefined();
    bool has_value = !entry.value.IsUndefined();
    if (i >= used ? has_key || has_value : dict->is_namespace() ? !has_key : has_key != has_value) {
      return false;
    }
    live += has_value;
    if (!has_key) continue;
    if (!has_value && !Vm::IsStr(entry.key)) return false;
    Result<uint32_t> hash = vm.KeyHash(entry.key);
    if (!hash.ok()) return false;
    entry.hash = *hash;
  }
  dict->live = live;
  if (capacity <= kSmallDict) return true;
  Buffer* index = NewIndex(vm, capacity);
  if (index == nullptr) return false;
  for (uint32_t i = 0; i < used; ++i) {
    if (!table[i].key.IsUndefined()) IndexInsert(index, static_cast<uint32_t>(table[i].hash), i);
  }
  dict->index = Value::Of(index);
  return true;
}

Status CheckNewDict(Vm& vm, Value value) {
  if (value.IsUndefined()) return vm.TypeError("cannot delete __dict__");
  if (vm.IsInstance(value, TypeId::kDict)) return Done{};
  return vm.TypeError("__dict__ must be set to a dictionary, not a '", vm.TypeName(value), "'");
}

}  // namespace pysub
