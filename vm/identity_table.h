#ifndef PYSUB_VM_IDENTITY_TABLE_H_
#define PYSUB_VM_IDENTITY_TABLE_H_

#include <cstdint>
#include <vector>

#include "vm/object.h"

namespace pysub {

class Heap;

// The sequence numbers of objects whose id() was asked for or that were hashed by
// identity. Objects move, so their address cannot serve; a word in each object would
// cost everybody, and few are asked.
//
// Weak: an entry goes with its object. The collector calls Update when everything alive was copied.
class IdentityTable {
 public:
  explicit IdentityTable(Heap& heap) : heap_(heap) {}
  ~IdentityTable();
  IdentityTable(const IdentityTable&) = delete;
  IdentityTable& operator=(const IdentityTable&) = delete;

  // The number of `object`, 0 if it has none yet.
  int64_t Find(const Object* object) const;
  // False: no memory.
  bool Insert(Object* object, int64_t id);
  // Once `is_over(context)` says so, everything is forgotten (false).
  bool Update(bool (*is_over)(void* context), void* context);
  // False.
  bool Forget();
  uint32_t size() const { return size_; }
  // For a copy of the heap: `moved(object)` is where the object lies in it. False: no memory.
  template <typename Moved>
  bool CopyFrom(const IdentityTable& other, const Moved& moved) {
    for (uint32_t i = 0; i < other.capacity_; ++i) {
      const Entry& entry = other.entries_[i];
      if (entry.object != nullptr && !Insert(moved(entry.object), entry.id)) return false;
    }
    return true;
  }

 private:
  // A hash table with linear probing, by address. A collection moves objects, so Update() makes the
  // table anew: its cost is counted in entries, not in objects.
  struct Entry {
    Object* object;  // null: free
    int64_t id;
  };
  static uint64_t Mix(const Object* object) {
    return reinterpret_cast<uint64_t>(object) * 0x9E3779B97F4A7C15u;
  }
  static void Place(Entry* entries, uint32_t capacity, Entry entry);
  bool Grow();

  Heap& heap_;
  Entry* entries_ = nullptr;
  uint32_t capacity_ = 0;  // a power of two, or 0
  uint32_t size_ = 0;
};

}  // namespace pysub

#endif  // PYSUB_VM_IDENTITY_TABLE_H_
