#ifndef PYSUB_VM_INLINE_ARENA_H_
#define PYSUB_VM_INLINE_ARENA_H_

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace pysub {

// Memory that was allocated together with a Vm and lies behind it: its first stack, frames, names,
// code and objects come from there (docs/decisions/018).
//
//   | Vm | stack | frames | names | unit | ... free ... | first block of the heap |
//        ^begin()                       ^free           ^begin() + size - block   ^end()
class InlineArena {
 public:
  // Once, before anything is taken. The last `block` bytes are the heap's.
  void SetMemory(char* memory, size_t size, size_t block) {
    begin_ = free_ = memory;
    end_ = memory + size;
    left_ = size - block;
  }
  char* begin() const { return begin_; }
  char* end() const { return end_; }
  size_t size() const { return static_cast<size_t>(end_ - begin_); }

  // Memory in here, or malloc's; null: there is none. What is taken in here is never given back:
  // whoever moves out leaves it behind, charged as before.
  void* Take(size_t bytes) {
    if (bytes > left_) return std::malloc(bytes);
    void* memory = free_;
    free_ += bytes;
    left_ -= bytes;
    return memory;
  }
  bool Holds(const void* memory) const {
    const uintptr_t begin = reinterpret_cast<uintptr_t>(begin_);
    return reinterpret_cast<uintptr_t>(memory) - begin < reinterpret_cast<uintptr_t>(end_) - begin;
  }
  void GiveBack(void* memory) {
    if (!Holds(memory)) std::free(memory);
  }
  // For a copy of the whole: as much of it is taken as of `other`.
  void TakeAsMuchAs(const InlineArena& other) {
    free_ = begin_ + (other.free_ - other.begin_);
    left_ = other.left_;
  }

 private:
  char* begin_ = nullptr;
  char* free_ = nullptr;  // what is not taken begins here
  char* end_ = nullptr;
  size_t left_ = 0;  // of what is not the heap's
};

}  // namespace pysub

#endif  // PYSUB_VM_INLINE_ARENA_H_
