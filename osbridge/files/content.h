#ifndef PYSUB_OSBRIDGE_FILES_CONTENT_H_
#define PYSUB_OSBRIDGE_FILES_CONTENT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "osbridge/files/ref.h"

namespace pysub::files {

// Up to 64 KiB of a file; shared by forks until one of them writes.
struct Chunk {
  std::atomic<uint32_t> refs{1};
  uint32_t size;      // bytes of `data` in use, at least 1
  uint32_t capacity;  // SizeClass(size)
  char* data() { return reinterpret_cast<char*>(this + 1); }
  const char* data() const { return reinterpret_cast<const char*>(this + 1); }

  static Chunk* Make(uint32_t size);
  static void Destroy(Chunk* chunk);
};

// The bytes of a file in memory. What no chunk holds reads as zeros, so a hole costs one slot per
// 64 KiB.
//
//    offset      0          64 Ki       128 Ki       192 Ki
//              +----------+-----------+------------+---------+
//    slots     |  first_  | rest_[0]  |  rest_[1]  |   ...   |
//              +----+-----+-----+-----+-----+------+---------+
//                   v           v           v
//                Chunk        (none: a    Chunk, shared with a fork until one of both writes
//                              hole)
//
// Charged is what is held: Charge...() says by how much that changes, before the change is made. It
// follows from sizes alone, so a file that was saved and loaded, or forked, costs what it cost
// before.
class Content {
 public:
  static constexpr uint64_t kChunkBytes = 64 << 10;

  uint64_t size() const { return size_; }
  uint64_t bytes_held() const { return held_; }
  // What the chunks would take on a disk: what st_blocks is made of.
  uint64_t bytes_in_pages() const { return pages_ * 4096; }

  int64_t ChargeForWrite(uint64_t offset, uint64_t count) const;
  void Write(uint64_t offset, std::string_view bytes);
  int64_t ChargeForTruncate(uint64_t size) const;
  void Truncate(uint64_t size);
  void AppendTo(std::string& out, uint64_t offset, uint64_t count) const;

  // For saving and loading: the bytes of a chunk, empty for a hole.
  uint64_t chunk_count() const { return (size_ + kChunkBytes - 1) / kChunkBytes; }
  std::string_view ChunkBytes(uint64_t index) const;

 private:
  const Chunk* At(uint64_t index) const;
  Ref<Chunk>& Slot(uint64_t index) { return index == 0 ? first_ : rest_[index - 1]; }
  void ResizeSlots(uint64_t size);
  void Resize(Ref<Chunk>& slot, uint64_t size);

  uint64_t size_ = 0;
  uint64_t held_ = 0;
  uint64_t pages_ = 0;
  Ref<Chunk> first_;  // most files need no vector
  std::vector<Ref<Chunk>> rest_;
};

}  // namespace pysub::files

#endif  // PYSUB_OSBRIDGE_FILES_CONTENT_H_
