#include "osbridge/files/content.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

namespace pysub::files {
namespace {

constexpr uint64_t kSlotBytes = 8;
constexpr uint32_t kSmallestChunk = 32;

// 32, 48, 64, 96, 128 ... 65536: at most a third is unused, and appending byte by byte copies each
// byte a few times.
uint32_t SizeClass(uint64_t size) {
  if (size <= kSmallestChunk) return kSmallestChunk;
  const uint32_t power = static_cast<uint32_t>(std::bit_ceil(size));
  return size <= power / 4 * 3 ? power / 4 * 3 : power;
}

uint64_t HeldFor(uint64_t size) { return size == 0 ? 0 : sizeof(Chunk) + SizeClass(size); }

uint64_t PagesFor(uint64_t size) { return (size + 4095) / 4096; }

uint64_t SlotsFor(uint64_t size) {
  return size <= Content::kChunkBytes ? 0 : (size - 1) / Content::kChunkBytes;  // besides the first
}

}  // namespace

Chunk* Chunk::Make(uint32_t size) {
  const uint32_t capacity = SizeClass(size);
  Chunk* chunk = new (::operator new(sizeof(Chunk) + capacity)) Chunk;
  chunk->size = size;
  chunk->capacity = capacity;
  return chunk;
}

void Chunk::Destroy(Chunk* chunk) {
  chunk->~Chunk();
  ::operator delete(chunk);
}

const Chunk* Content::At(uint64_t index) const {
  if (index == 0) return first_.get();
  return index <= rest_.size() ? rest_[index - 1].get() : nullptr;
}

std::string_view Content::ChunkBytes(uint64_t index) const {
  const Chunk* chunk = At(index);
  return chunk == nullptr ? std::string_view() : std::string_view(chunk->data(), chunk->size);
}

int64_t Content::ChargeForWrite(uint64_t offset, uint64_t count) const {
  if (count == 0) return 0;
  const uint64_t end = offset + count;
  uint64_t before = SlotsFor(size_) * kSlotBytes;
  uint64_t after = SlotsFor(std::max(size_, end)) * kSlotBytes;
  for (uint64_t i = offset / kChunkBytes; i <= (end - 1) / kChunkBytes; ++i) {
    const uint64_t old_size = ChunkBytes(i).size();
    before += HeldFor(old_size);
    after += HeldFor(std::max(old_size, std::min(end - i * kChunkBytes, kChunkBytes)));
  }
  return static_cast<int64_t>(after - before);
}

void Content::ResizeSlots(uint64_t size) {
  const uint64_t slots = SlotsFor(size);
  held_ += (slots - rest_.size()) * kSlotBytes;
  rest_.resize(slots);
  size_ = size;
}

// Makes `slot` a chunk of `size` bytes (0: none) that nobody else uses; what is new in it is not
// yet written.
void Content::Resize(Ref<Chunk>& slot, uint64_t size) {
  const uint64_t old_size = slot ? slot->size : 0;
  held_ += HeldFor(size) - HeldFor(old_size);
  pages_ += PagesFor(size) - PagesFor(old_size);
  if (size == 0) {
    slot = Ref<Chunk>();
  } else if (slot && slot.alone() && slot->capacity == SizeClass(size)) {
    slot->size = static_cast<uint32_t>(size);
  } else {
    Ref<Chunk> copy(Chunk::Make(static_cast<uint32_t>(size)));
    if (slot) std::memcpy(copy->data(), slot->data(), std::min(old_size, size));
    slot = std::move(copy);
  }
}

void Content::Write(uint64_t offset, std::string_view bytes) {
  if (bytes.empty()) return;
  if (offset + bytes.size() > size_) ResizeSlots(offset + bytes.size());
  while (!bytes.empty()) {
    Ref<Chunk>& slot = Slot(offset / kChunkBytes);
    const uint64_t at = offset % kChunkBytes;
    const uint64_t count = std::min<uint64_t>(bytes.size(), kChunkBytes - at);
    const uint64_t old_size = slot ? slot->size : 0;
    if (at == 0 && count >= old_size && slot && !slot.alone()) {
      Resize(slot, 0);  // nothing of the old bytes stays: no copy of them
    }
    Resize(slot, std::max(old_size, at + count));
    if (at > old_size) std::memset(slot->data() + old_size, 0, at - old_size);
    std::memcpy(slot->data() + at, bytes.data(), count);
    bytes.remove_prefix(count);
    offset += count;
  }
}

int64_t Content::ChargeForTruncate(uint64_t size) const {
  int64_t change = static_cast<int64_t>(SlotsFor(size) * kSlotBytes) -
                   static_cast<int64_t>(rest_.size() * kSlotBytes);
  for (uint64_t i = size / kChunkBytes; i <= rest_.size(); ++i) {
    const uint64_t old_size = ChunkBytes(i).size();
    const uint64_t kept = size > i * kChunkBytes ? std::min(old_size, size - i * kChunkBytes) : 0;
    change += static_cast<int64_t>(HeldFor(kept)) - static_cast<int64_t>(HeldFor(old_size));
  }
  return change;
}

void Content::Truncate(uint64_t size) {
  for (uint64_t i = size / kChunkBytes; i <= rest_.size(); ++i) {
    Ref<Chunk>& slot = Slot(i);
    const uint64_t old_size = slot ? slot->size : 0;
    const uint64_t kept = size > i * kChunkBytes ? std::min(old_size, size - i * kChunkBytes) : 0;
    if (kept < old_size) Resize(slot, kept);
  }
  ResizeSlots(size);
}

void Content::AppendTo(std::string& out, uint64_t offset, uint64_t count) const {
  if (offset >= size_) return;
  count = std::min(count, size_ - offset);
  out.reserve(out.size() + count);
  while (count > 0) {
    const uint64_t at = offset % kChunkBytes;
    const uint64_t part = std::min(count, kChunkBytes - at);
    const std::string_view bytes = ChunkBytes(offset / kChunkBytes);
    if (at < bytes.size()) out.append(bytes.substr(at, part));
    const uint64_t held = at < bytes.size() ? std::min(part, bytes.size() - at) : 0;
    out.append(part - held, '\0');
    offset += part;
    count -= part;
  }
}

}  // namespace pysub::files
