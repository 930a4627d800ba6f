#include "vm/identity_table.h"

#include <cstdlib>

#include "vm/heap/heap.h"

namespace pysub {

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

bool IdentityTable::Update(bool (*is_over)(void* context), void* context) {
  constexpr uint32_t kPiece = 16384;
  if (size_ == 0) return true;
  Entry* old = entries_;
  uint32_t old_capacity = capacity_;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < old_capacity; ++i) {
    if (i % kPiece == kPiece - 1 && is_over(context)) return Forget();
    if (old[i].object == nullptr) continue;
    Object* now = heap_.NewAddress(old[i].object);
    if (now != nullptr) old[kept++] = {now, old[i].id};
  }
  uint32_t capacity = old_capacity;
  while (capacity > 16 && kept * 8 < capacity) capacity /= 2;
  Entry* entries = static_cast<Entry*>(std::calloc(capacity, sizeof(Entry)));
  if (entries == nullptr) std::abort();  // in the middle of a collection
  bool over = false;
  for (uint32_t i = 0; i < kept && !over; ++i) {
    Place(entries, capacity, old[i]);
    over = i % kPiece == kPiece - 1 && is_over(context);
  }
  std::free(old);
  heap_.Release((old_capacity - capacity) * sizeof(Entry));
  entries_ = entries;
  capacity_ = capacity;
  size_ = kept;
  return over ? Forget() : true;
}

bool IdentityTable::Forget() {
  std::free(entries_);
  heap_.Release(capacity_ * sizeof(Entry));
  entries_ = nullptr;
  capacity_ = size_ = 0;
  return false;
}

}  // namespace pysub
