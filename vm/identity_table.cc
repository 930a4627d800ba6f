#include "vm/identity_table.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "vm/heap/heap.h"

namespace pysub {

// So many entries are gone through between two looks at the clock.
static constexpr uint32_t kPiece = 16384;

IdentityTable::~IdentityTable() { std::free(entries_); }

int64_t IdentityTable::Find(const Object* object) const {
  if (capacity_ == 0) return 0;
  for (uint64_t at = Mix(object) >> 32 & (capacity_ - 1);; at = (at + 1) & (capacity_ - 1)) {
    if (entries_[at].object == object) return entries_[at].id;
    if (entries_[at].object == nullptr) return 0;
  }
}

void IdentityTable::Place(Entry* entries, uint32_t capacity, Entry entry) {
  uint64_t at = Mix(entry.object) >> 32 & (capacity - 1);
  while (entries[at].object != nullptr) at = (at + 1) & (capacity - 1);
  entries[at] = entry;
}

bool IdentityTable::Insert(Object* object, int64_t id) {
  if (size_ * 2 >= capacity_ && !Grow()) return false;
  Place(entries_, capacity_, {object, id});
  ++size_;
  return true;
}

bool IdentityTable::Grow() {
  uint32_t capacity = capacity_ == 0 ? 16 : capacity_ * 2;
  if (!heap_.Charge(capacity * sizeof(Entry))) return false;
  Entry* entries = static_cast<Entry*>(std::calloc(capacity, sizeof(Entry)));
  if (entries == nullptr) {
    heap_.Release(capacity * sizeof(Entry));
    return false;
  }
  for (uint32_t i = 0; i < capacity_; ++i) {
    if (entries_[i].object != nullptr) Place(entries, capacity, entries_[i]);
  }
  std::free(entries_);
  heap_.Release(capacity_ * sizeof(Entry));
  entries_ = entries;
  capacity_ = capacity;
  return true;
}

// The first `count` entries become a table of the first `capacity`. Within the memory that is there
// and charged: this is in the middle of a collection. Entries that have no place yet have the
// complement of their id. Whoever finds such a one on its place takes the place, and that one is
// placed next; so no probe ever passes over a place that becomes free later.
template <typename Entry, typename Hash, typename IsOver>
static bool PlaceAnew(Entry* entries, uint32_t count, uint32_t capacity, Hash hash,
                      IsOver is_over) {
  for (uint32_t i = 0; i < count; ++i) entries[i].id = ~entries[i].id;
  std::fill(entries + count, entries + capacity, Entry{});
  for (uint32_t i = 0; i < count; ++i) {
    if (i % kPiece == kPiece - 1 && is_over()) return false;
    if (entries[i].id >= 0) continue;  // free, or placed
    Entry entry = std::exchange(entries[i], Entry{});
    while (entry.object != nullptr) {
      uint64_t at = hash(entry.object) >> 32 & (capacity - 1);
      while (entries[at].object != nullptr && entries[at].id >= 0) at = (at + 1) & (capacity - 1);
      entry.id = ~entry.id;
      std::swap(entry, entries[at]);
    }
  }
  return true;
}

bool IdentityTable::Update(bool (*is_over)(void* context), void* context) {
  if (size_ == 0) return true;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < capacity_; ++i) {
    if (i % kPiece == kPiece - 1 && is_over(context)) return Forget();
    if (entries_[i].object == nullptr) continue;
    Object* now = heap_.NewAddress(entries_[i].object);
    if (now != nullptr) entries_[kept++] = {now, entries_[i].id};
  }
  uint32_t capacity = capacity_;
  while (capacity > 16 && kept * 8 < capacity) capacity /= 2;
  if (!PlaceAnew(entries_, kept, capacity, Mix, [=] { return is_over(context); })) return Forget();
  size_ = kept;
  if (capacity == capacity_) return true;
  if (void* less = std::realloc(entries_, capacity * sizeof(Entry)); less != nullptr) {
    entries_ = static_cast<Entry*>(less);
  }
  heap_.Release((capacity_ - capacity) * sizeof(Entry));
  capacity_ = capacity;
  return true;
}

bool IdentityTable::Forget() {
  std::free(entries_);
  heap_.Release(capacity_ * sizeof(Entry));
  entries_ = nullptr;
  capacity_ = size_ = 0;
  return false;
}

}  // namespace pysub
