#include <algorithm>
#include <cstdlib>

#include "vm/heap/fresh_memory.h"
#include "vm/heap/heap.h"

// Memory that a collection freed and that is kept for the next one: asking the system again would
// cost more than the collection (docs/decisions/015). Spares are not charged. They are given back
// before the process holds more than it was once charged for.
namespace pysub {
namespace {

// Large objects that are kept for others of about their size; malloc does well with smaller ones.
constexpr size_t kSpareLarge = 8 << 20;
constexpr int kSpareLargeLooks = 64;
// Spares stay this far below what was charged at one time: malloc's memory has gaps that
// nobody is charged for.
constexpr uint64_t kGaps = 4 << 20;

}  // namespace

// Blocks of the two usual sizes are kept for the next collection, which needs as much again. To
// give them back and ask for them anew would cost the kernel's zeroing of each page.
void Heap::FreeBlock(Block* block) {
  charged_ -= block->bytes;
  if (block == inline_block_) {
    inline_block_is_free_ = true;
  } else if (block->bytes == kLargestBlock || block->bytes == kHugePage) {
    Block*& spare = block->bytes == kHugePage ? spare_huge_ : spare_;
    block->next = spare;
    spare = block;
    spare_bytes_ += block->bytes;
  } else {
    GiveBack(block, block->bytes);
  }
}

void Heap::FreeLarge(Large* large) {
  large_bytes_ -= large->bytes;
  charged_ -= large->bytes;
  if (large->bytes >= kSpareLarge) {
    large->next = nullptr;
    *spare_large_end_ = large;
    spare_large_end_ = &large->next;
    spare_bytes_ += large->bytes;
  } else {
    std::free(large);
  }
}

// A spare piece of at least `bytes`, and at most an eighth more. Null: there is none.
Heap::Large* Heap::TakeSpareLarge(uint64_t bytes) {
  if (bytes < kSpareLarge) return nullptr;
  Large** link = &spare_large_;
  for (int looks = 0; *link != nullptr && looks < kSpareLargeLooks;
       ++looks, link = &(*link)->next) {
    Large* large = *link;
    if (large->bytes < bytes || large->bytes - bytes > bytes / 8 || !HasRoomFor(large->bytes))
      continue;
    *link = large->next;
    if (large->next == nullptr) spare_large_end_ = link;
    spare_bytes_ -= large->bytes;
    return large;
  }
  return nullptr;
}

// More is charged than before, or may be soon: gives back spares, so that both together stay below
// what was charged at one time.
void Heap::Grown() {
  peak_ = std::max(peak_, charged_);
  calm_bytes_ = std::max(std::min(peak_, kIdleSpareBytes), peak_ - std::min(peak_ / 8, kGaps));
  if (spare_bytes_ != 0) FreeSpares(calm_bytes_ - std::min(charged_, calm_bytes_));
}

// Gives spares back until no more than `but` bytes of them are left.
void Heap::FreeSpares(uint64_t but) {
  while (spare_large_ != nullptr && spare_bytes_ > but) {
    Large* large = spare_large_;
    spare_large_ = large->next;
    spare_bytes_ -= large->bytes;
    std::free(large);
  }
  if (spare_large_ == nullptr) spare_large_end_ = &spare_large_;
  for (Block** spares : {&spare_huge_, &spare_}) {
    while (*spares != nullptr && spare_bytes_ > but) {
      Block* block = *spares;
      *spares = block->next;
      spare_bytes_ -= block->bytes;
      GiveBack(block, block->bytes);
    }
  }
}

void Heap::FreeSparesAtStop(bool soon) {
  if (!soon || collections_ == collections_at_stop_) FreeSpares(kIdleSpareBytes);
  collections_at_stop_ = collections_;
}

}  // namespace pysub
