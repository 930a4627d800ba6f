#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "vm/heap/fresh_memory.h"
#include "vm/heap/heap.h"

// Copying a whole heap, for a fork: blocks are copied byte for byte, then every reference is moved
// by the distance of the block that it points into (Heap::Relocation).
namespace pysub {
namespace {

// So that the copy can make some objects before it needs a block.
constexpr size_t kRoomInCopy = 512;

}  // namespace

void Heap::Relocation::Add(const void* from, size_t bytes, const void* to) {
  const Piece piece{reinterpret_cast<uintptr_t>(from), bytes,
                    reinterpret_cast<uintptr_t>(to) - reinterpret_cast<uintptr_t>(from)};
  if (only_.begin == 0) {
    only_ = piece;
    return;
  }
  if (pieces_.empty()) pieces_.push_back(only_);
  pieces_.push_back(piece);
}

void Heap::Relocation::Sort() {
  std::sort(pieces_.begin(), pieces_.end(),
            [](const Piece& a, const Piece& b) { return a.begin < b.begin; });
}

void Heap::Relocation::Find(uintptr_t at) const {
  auto after =
      std::upper_bound(pieces_.begin(), pieces_.end(), at,
                       [](uintptr_t address, const Piece& piece) { return address < piece.begin; });
  last_ = &*(after - 1);
}

size_t Heap::BytesOfCopy() const {
  return blocks_ == nullptr
             ? 0
             : sizeof(Block) + static_cast<size_t>(top_ - blocks_->begin()) + kRoomInCopy;
}

// For a copy of what lies in the inline arena alone: only the accounts are taken over, and
// `relocation` learns where the objects will be. The caller copies the bytes (VmFork::CopyArena).
bool Heap::TakeOver(const Heap& other, Relocation* relocation) {
  if (!HasRoomFor(other.charged_ + CopyBytes(other.space_bytes_))) return false;
  inline_block_is_free_ = false;
  blocks_ = inline_block_;
  const size_t used = static_cast<size_t>(other.top_ - other.blocks_->begin());
  relocation->Add(other.blocks_->begin(), used, blocks_->begin());
  top_ = blocks_->begin() + used;
  limit_ = blocks_->end();
  space_bytes_ = other.space_bytes_;
  copy_bytes_ = CopyBytes(space_bytes_);
  charged_ = peak_ = other.charged_;
  UpdateThreshold(0);
  return true;
}

// Blocks keep their order. They are as large as what lies in them, and the current one has some
// room.
bool Heap::CopyFrom(const Heap& other, Relocation* relocation) {
  Block** end = &blocks_;
  for (const Block* from = other.blocks_; from != nullptr; from = from->next) {
    const bool current = from == other.blocks_;
    const char* begin = reinterpret_cast<const char*>(from + 1);
    const size_t used = static_cast<size_t>((current ? other.top_ : from->used) - begin);
    const size_t wanted = sizeof(Block) + used + (current ? kRoomInCopy : 0);
    const bool in_arena = current && inline_block_is_free_ && wanted <= inline_block_->bytes;
    const size_t bytes = in_arena ? inline_block_->bytes : wanted;
    if (!HasRoomForBlock(bytes)) return false;
    Block* block =
        in_arena ? inline_block_ : static_cast<Block*>(TakeMemory(bytes, without_huge_pages_));
    if (block == nullptr) return false;
    if (in_arena) inline_block_is_free_ = false;
    block->next = nullptr;
    block->bytes = static_cast<uint32_t>(bytes);
    block->live = kFresh;
    block->used = block->begin() + used;
    std::memcpy(block->begin(), begin, used);
    relocation->Add(begin, used, block->begin());
    *end = block;
    end = &block->next;
    charged_ += bytes;
    space_bytes_ += bytes;
    copy_bytes_ = CopyBytes(space_bytes_);
  }
  if (blocks_ != nullptr) {
    top_ = blocks_->used;
    limit_ = blocks_->end();
  }
  for (Large* from = other.large_; from != nullptr; from = from->next) {
    if (!HasRoomFor(from->bytes)) return false;
    Large* large = static_cast<Large*>(std::malloc(from->bytes));
    if (large == nullptr) return false;
    std::memcpy(static_cast<void*>(large), from, from->bytes);
    relocation->Add(from->object(), from->bytes - sizeof(Large), large->object());
    large->next = large_;
    large_ = large;
    charged_ += large->bytes;
    large_bytes_ += large->bytes;
  }
  peak_ = std::max(peak_, charged_);
  relocation->Sort();
  UpdateThreshold(0);
  return true;
}

}  // namespace pysub
