#ifndef PYSUB_VM_OBJECTS_DICT_H_
#define PYSUB_VM_OBJECTS_DICT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "vm/native.h"
#include "vm/object.h"
#include "vm/objects/hashing.h"
#include "vm/result.h"
#include "vm/vm.h"

// dict: CPython 3.14 library, "Mapping Types". The layout is in object.h. Invariants:
// - the index, when there is one, has a slot for each live entry and for nothing else: slots hold
//   entry number + 1, probing goes in steps of one size, deletion shifts back;
// - there is an index exactly if more than kSmallDict entries have been in use since the last
//   growth;
// - a deleted entry is Undefined in key and value. When entry 0 is deleted, its hash word
//   says before which entry there is nothing alive (a lower bound): iterating and deleting
//   from the front is linear;
// - a full table grows or is compacted when CPython's would, so that a loop which replaces keys of
//   the dict it walks meets them as CPython's does.
//
// Deletion shifts back instead of leaving a mark (Knuth, The Art of Computer Programming 6.4,
// algorithm R): so a dict used as a queue does not fill up with marks, and a miss never probes far.
// Hashes are keyed, so nobody outside can make keys that all probe the same places.
namespace pysub {

// ---- Lookup

namespace internal {

// Slots of an index are as wide as their number needs; the size in bytes tells the width.
inline constexpr uint32_t kMaxBytesOfIndex8 = 512;
inline constexpr uint32_t kMaxBytesOfIndex16 = 262144;

// Calls f with the index as an array of its type, and its mask.
template <typename F>
auto WithIndex(Buffer* index, F f) {
  uint32_t bytes = index->count;
  if (bytes <= kMaxBytesOfIndex8) return f(reinterpret_cast<uint8_t*>(index->bytes()), bytes - 1);
  if (bytes <= kMaxBytesOfIndex16) {
    return f(reinterpret_cast<uint16_t*>(index->bytes()), bytes / 2 - 1);
  }
  return f(reinterpret_cast<uint32_t*>(index->bytes()), bytes / 4 - 1);
}

}  // namespace internal

// The entry of `key`, whose DictKeyHash is `hash`; null: there is none. Failed only when comparing
// goes too deep or a limit is hit.
struct DictFound {
  DictEntry* entry;
  bool failed;
};
DictFound DictFindSlow(Vm& vm, Dict* dict, Value key, uint32_t hash);

// Undefined: no such key. Never runs Python; Failed: unhashable.
Value DictGet(Vm& vm, Dict* dict, Value key);
Value DictGetStr(Vm& vm, Dict* dict, std::string_view key);
Status DictSet(Vm& vm, Dict* dict, Value key, Value value);
Status DictSetStr(Vm& vm, Dict* dict, std::string_view key, Value value);
Result<bool> DictDelete(Vm& vm, Dict* dict, Value key);  // false: no such key
// The value of `key`, or Undefined, in a dict with an index.
Value DictGetIndexed(Vm& vm, Dict* dict, Value key);

// Counter, defaultdict, OrderedDict: what is there is read and written as in a dict.
inline bool IsDictSubclass(const Object* object) {
  return object->type == TypeId::kCounter || object->type == TypeId::kDefaultDict ||
         object->type == TypeId::kOrderedDict;
}

// The value of `key`, or Undefined. Never runs Python. Failed: the key cannot be hashed.
inline Value DictGetInline(Vm& vm, Dict* dict, Value key) {
  if (!dict->index.IsUndefined()) return DictGetIndexed(vm, dict, key);
  DictEntry* entry = dict->table();
  for (DictEntry* end = entry + dict->used; entry < end; ++entry) {
    if (entry->key == key) return entry->value;
  }
  return DictGet(vm, dict, key);
}

// Assigns to a key that is there and found at once; false: use DictSet.
inline bool DictSetInline(Vm&, Dict* dict, Value key, Value value) {
  if (!dict->index.IsUndefined()) return false;
  DictEntry* entry = dict->table();
  for (DictEntry* end = entry + dict->used; entry < end; ++entry) {
    if (entry->key == key) {
      if (entry->value.IsUndefined()) return false;
      entry->value = value;
      return true;
    }
  }
  return false;
}

// ---- Walking

// The number of the first entry that may be alive.
uint32_t DictFirst(Dict* dict);

// Moves *at to the next live entry and past it; null at the end. Start with *at = 0.
inline DictEntry* DictNext(Dict* dict, uint32_t* at) {
  DictEntry* table = dict->table();
  uint32_t i = *at;
  uint32_t used = static_cast<uint32_t>(dict->used);
  if (i == 0 && used != 0 && table[0].value.IsUndefined()) i = DictFirst(dict);
  while (i < used && table[i].value.IsUndefined()) ++i;
  if (i >= used) {
    *at = used;
    return nullptr;
  }
  *at = i + 1;
  return &table[i];
}

// len(): the counter is not kept for namespaces, whose slots the interpreter writes itself.
uint32_t DictLength(Dict* dict);

// ---- Changing

// Sets `key` with a known hash. `entry` in the answer is null when there was no memory.
Status DictSetHashed(Vm& vm, Dict* dict, Value key, uint32_t hash, Value value);
// A new dict of a few keys of which no two are equal: fill them in with DictAppend, at most
// kFewKeys.
inline constexpr uint32_t kFewKeys = 5;  // what CPython's smallest table has room for
Dict* NewDictOfFew(Vm& vm);
inline void DictAppend(Dict* dict, Value key, uint32_t hash, Value value) {
  dict->table()[dict->used++] = {key, value, hash};
  ++dict->live;
}
// Removes a live entry found by DictFind...
void DictRemoveEntry(Dict* dict, DictEntry* entry);
// Removes the last entry and fills in what it was; false: the dict is empty.
bool DictPopLast(Dict* dict, Value* key, Value* value);
void DictClear(Dict* dict);
// Makes a live entry the first of the order, in amortised constant time.
Status DictMoveToFront(Vm& vm, Dict* dict, DictEntry* entry);
// Room for `more` keys that are not there yet.
Status DictReserve(Vm& vm, Dict* dict, uint64_t more);
Dict* DictCopy(Vm& vm, Dict* dict);
// dict.update(other dict), in the order of `other`. Nothing is changed when it fails.
Status DictMerge(Vm& vm, Dict* dict, Dict* other);
// The value of `key`; sets and returns `value` if it has none (Undefined: a failure is pending).
Value DictSetDefault(Vm& vm, Dict* dict, Value key, Value value);

// After the words of the entries came from outside: checks them and makes hashes, index and the
// number of items. False: they cannot be those of a dict (an exception may be pending).
bool DictRestore(Vm& vm, Dict* dict);

// What update() and dict() accept: a mapping, or an iterable of pairs; may push a native
// frame. Answers `result`.
Value DictUpdateFrom(Vm& vm, Dict* dict, Value other, Value result = Value::None());

// ---- Slots of TypeInfo
Status DictRepr(Vm& vm, Value self, TextBuilder& out);
Value DictCompare(Vm& vm, CompareOp op, Value left, Value right);
Result<int64_t> DictLengthSlot(Vm& vm, Value self);
Value DictGetItem(Vm& vm, Value self, Value key);
Value DictSetItem(Vm& vm, Value self, Value key, Value value);
Value DictContains(Vm& vm, Value self, Value key);
Value DictIter(Vm& vm, Value self);
Value DictBinary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place);
Result<bool> DictsEqual(Vm& vm, Dict* left, Dict* right);

inline bool IsDict(const Vm& vm, Value v) { return vm.IsInstance(v, TypeId::kDict); }

// Attributes that a dict holds, as TypeInfo::set_attribute sets them: `value` Undefined deletes.
// False: there was nothing to delete.
Result<bool> DictSetAttribute(Vm& vm, Dict* attributes, Name name, Value value);
// The same for a dict that is made when the first attribute is set: `attributes`, a word of the
// object, is Undefined until then.
Result<bool> DictSetFirstAttribute(Vm& vm, Value& attributes, Name name, Value value);

// Their names, for TypeInfo::list_names.
void DictListAttributes(Vm& vm, Dict* attributes, std::vector<std::string>* names);

// What may become the __dict__ of an object; TypeError for the rest, and when it is to be deleted.
Status CheckNewDict(Vm& vm, Value value);

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_DICT_H_
