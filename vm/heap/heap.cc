#include "vm/heap/heap.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "vm/heap/fresh_memory.h"

namespace pysub {
namespace {

constexpr size_t kFirstBlock = 1024;
// From this size of the space on its blocks are huge pages.
constexpr size_t kHugeSpace = 32 << 20;
// What stands in a closed inline block: no layout, so that nobody can take it for objects.
constexpr int kClosedByte = 0xDD;

}  // namespace

Heap::Heap(uint64_t limit_bytes) : limit_bytes_(BoundedMemory(limit_bytes)) {}

// Objects have no destructors. Their memory goes in blocks.
Heap::~Heap() {
  while (blocks_ != nullptr) {
    Block* next = blocks_->next;
    if (blocks_ != inline_block_) GiveBack(blocks_, blocks_->bytes);
    blocks_ = next;
  }
  FreeSpares(0);
  while (large_ != nullptr) {
    Large* next = large_->next;
    std::free(large_);
    large_ = next;
  }
}

void Heap::SetAllocationLimit(uint64_t limit) {
  allocation_limit_ = limit;
  allocations_left_ = static_cast<int64_t>(std::min<uint64_t>(limit, INT64_MAX));
}

// Not inlined where objects are made: most have few words.
[[gnu::noinline]] void Heap::FillManyWords(Value* words, uint32_t count) {
  std::fill_n(words, count, Value::Undefined());
}

// Nobody who goes on after a limit may want an object: builds with assertions find who does.
Object* Heap::Closed() {
#ifndef NDEBUG
  std::abort();
#endif
  return nullptr;
}

// There is no room in the current block, the object is large, or the count of
// allocations has run out.
Object* Heap::NewSlow(TypeId type, Layout layout, uint32_t count, uint64_t bytes) {
  if (is_closed_) return Closed();
  // The fast path has already counted this object, or found the room too small.
  const bool fits = bytes <= static_cast<size_t>(limit_ - top_) && bytes < kLargeBytes;
  if (!fits) --allocations_left_;
  if (allocations_left_ < 0) {
    if (!refuses_) return nullptr;
    ++allocations_left_;
    if (RefusesNow()) return nullptr;
  }
  if (bytes >= kLargeBytes) return NewLarge(type, layout, count, bytes);
  if (!fits && !AddBlock(static_cast<size_t>(bytes), /*may_exceed_limit=*/false)) {
    ++allocations_left_;
    return nullptr;
  }
  Object* object = reinterpret_cast<Object*>(top_);
  top_ += static_cast<size_t>(bytes);
  *object = {layout, 0, type, count};
  return object;
}

// A large object has a block of its own and never moves. Copying it at each collection would cost
// more than the gaps it leaves.
Object* Heap::NewLarge(TypeId type, Layout layout, uint32_t count, uint64_t bytes) {
  const uint64_t wanted = bytes + sizeof(Large);
  Large* large = TakeSpareLarge(wanted);
  const uint64_t charge = large != nullptr ? large->bytes : wanted;
  if (!Charge(charge)) {
    std::free(large);
    RequestCollection();
    ++allocations_left_;
    return nullptr;
  }
  const auto total = static_cast<size_t>(charge);  // no limit is beyond a size_t (kMostMemory)
  if (large == nullptr) {
    large = static_cast<Large*>(std::malloc(total));
    if (large == nullptr) {
      Release(total);
      RequestCollection();
      ++allocations_left_;
      return nullptr;
    }
    if (!Touch(large, total)) {
      std::free(large);
      Release(total);
      ++allocations_left_;
      return nullptr;
    }
  }
  large->next = large_;
  large->bytes = total;
  large_ = large;
  large_bytes_ += total;
  if (space_bytes_ + large_bytes_ >= threshold_) RequestCollection();
  Object* object = large->object();
  *object = {layout, kFlagLarge, type, count};
  return object;
}

// A block with room for `at_least` bytes: the inline arena, a spare or a fresh one. It is charged.
// Null: there is no room for it.
Heap::Block* Heap::NewBlock(size_t at_least, bool may_exceed_limit) {
  auto has_room = [=, this](size_t bytes) { return may_exceed_limit || HasRoomForBlock(bytes); };
  at_least += sizeof(Block);
  if (inline_block_is_free_ && inline_block_->bytes >= at_least && has_room(inline_block_->bytes)) {
    inline_block_is_free_ = false;
    GrowBy(inline_block_->bytes);
    return inline_block_;
  }
  const bool huge = space_bytes_ >= kHugeSpace && has_room(kHugePage);
  Block*& spares = huge ? spare_huge_ : spare_;
  if (spares != nullptr && spares->bytes >= at_least && has_room(spares->bytes)) {
    Block* block = spares;
    spares = block->next;
    spare_bytes_ -= block->bytes;
    GrowBy(block->bytes);
    return block;
  }
  size_t bytes =
      huge ? kHugePage
           : static_cast<size_t>(std::clamp<uint64_t>(space_bytes_, kFirstBlock, kLargestBlock));
  bytes = std::max(bytes, at_least);
  if (!has_room(bytes)) bytes = at_least;
  if (!has_room(bytes)) return nullptr;
  GrowBy(bytes);
  Block* block = static_cast<Block*>(TakeMemory(bytes, without_huge_pages_));
  if (block == nullptr && spare_bytes_ != 0) {
    FreeSpares(0);
    block = static_cast<Block*>(TakeMemory(bytes, without_huge_pages_));
  }
  if (block != nullptr) {
    block->bytes = static_cast<uint32_t>(bytes);
  } else {
    if (may_exceed_limit) std::abort();  // in the middle of a collection: nothing can be kept
    charged_ -= bytes;
  }
  return block;
}

// Makes a new current block. What is left of the old one stays unused.
bool Heap::AddBlock(size_t at_least, bool may_exceed_limit) {
  if (blocks_ != nullptr) blocks_->used = top_;
  if (stress_) RequestCollection();
  if (!may_exceed_limit) CountCharge();
  Block* block = NewBlock(at_least, may_exceed_limit);
  if (block == nullptr) {
    RequestCollection();
    return false;
  }
  space_bytes_ += block->bytes;
  copy_bytes_ = CopyBytes(space_bytes_);
  if (space_bytes_ + large_bytes_ >= threshold_) RequestCollection();
  block->next = blocks_;
  block->live = kFresh;
  blocks_ = block;
  top_ = block->begin();
  limit_ = block->end();
  if (collecting_ != nullptr) collecting_->blocks_.push_back(block);
  return true;
}

// How much of the limit must stay free so that copying a space of this size exceeds it
// by a quarter at most.
uint64_t Heap::CopyBytes(uint64_t space_bytes) const {
  return space_bytes - std::min(space_bytes, limit_bytes_ / 4);
}

// Room for a block, and for the copy that the next collection then has to make of it.
bool Heap::HasRoomForBlock(uint64_t bytes) const {
  return HasRoomFor(bytes + CopyBytes(space_bytes_ + bytes) - copy_bytes_);
}

// After a limit was reached nothing of the program may run any more. Blocks are given back at once,
// and what remains is overwritten, so that a use of it shows.
void Heap::Close() {
  is_closed_ = true;
  wants_collection_ = false;
  top_ = limit_ = nullptr;
  space_bytes_ = copy_bytes_ = settled_bytes_ = dead_bytes_ = 0;
  while (blocks_ != nullptr) {
    Block* block = blocks_;
    blocks_ = block->next;
    charged_ -= block->bytes;
    if (block == inline_block_) {
      std::memset(block->begin(), kClosedByte, static_cast<size_t>(block->end() - block->begin()));
    } else {
      GiveBack(block, block->bytes);
    }
  }
  while (large_ != nullptr) {
    Large* large = large_;
    large_ = large->next;
    charged_ -= large->bytes;
    large_bytes_ -= large->bytes;
    std::free(large);
  }
  FreeSpares(0);
}

}  // namespace pysub
