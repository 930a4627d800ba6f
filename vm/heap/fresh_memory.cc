#include "vm/heap/fresh_memory.h"

#if !defined(__wasm__)
#include <sys/mman.h>
#endif
#include <time.h>

#include <algorithm>
#include <cstdlib>

#include "vm/heap/heap.h"

namespace pysub {

#if defined(__wasm__)

// Without an operating system below all of it is malloc's, and zeros when it is fresh.
void* TakeMemory(size_t bytes, uint32_t&) {
  return bytes == kHugePage ? std::aligned_alloc(kHugePage, kHugePage) : std::malloc(bytes);
}

void GiveBack(void* memory, size_t) { std::free(memory); }

bool Heap::Touch(void*, size_t bytes, bool) {
  constexpr size_t kMuch = 2 << 20;
  return bytes < kMuch || is_over_ == nullptr || !is_over_(is_over_context_);
}

#else

namespace {

// A huge page may come slowly: a virtual machine's host takes back what was free for some seconds,
// whole huge pages first, and has to bring it again. When one took this long, the next
// kWithoutHugePages bytes are ordinary pages. `without` counts down what is left of these bytes
// (Heap::without_huge_pages_).
constexpr uint64_t kSlowHugePageNs = 1'500'000;
constexpr uint32_t kWithoutHugePages = 64 << 20;

uint64_t ThreadNanoseconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}

bool WantsHugePages(size_t bytes, uint32_t& without) {
  if (without == 0) return true;
  without -= static_cast<uint32_t>(std::min<size_t>(without, bytes));
  return false;
}

// A huge page was touched since `start`.
bool WasSlow(uint64_t start, uint32_t& without) {
  if (ThreadNanoseconds() - start <= kSlowHugePageNs) return false;
  without = kWithoutHugePages;
  return true;
}

// Only for what lies in `memory` with all its bytes: nothing is taken that was not charged.
void AdviseHugePages(void* memory, size_t bytes, int advice = MADV_HUGEPAGE) {
  const uintptr_t begin = (reinterpret_cast<uintptr_t>(memory) + kHugePage - 1) & ~(kHugePage - 1);
  const uintptr_t end = (reinterpret_cast<uintptr_t>(memory) + bytes) & ~(kHugePage - 1);
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, advice);
}

bool IsAligned(const void* memory) {
  return (reinterpret_cast<uintptr_t>(memory) & (kHugePage - 1)) == 0;
}

void* Map(size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

// Null: there is none.
void* MapHugePage(uint32_t& without) {
  void* memory = Map(kHugePage);  // most often it lies beside the one before
  if (memory == nullptr) return nullptr;
  if (!IsAligned(memory)) {
    munmap(memory, kHugePage);
    char* room = static_cast<char*>(Map(2 * kHugePage));
    if (room == nullptr) return nullptr;
    const size_t before = -reinterpret_cast<uintptr_t>(room) & (kHugePage - 1);
    if (before != 0) munmap(room, before);
    munmap(room + before + kHugePage, kHugePage - before);
    memory = room + before;
  }
  if (WantsHugePages(kHugePage, without)) {
    madvise(memory, kHugePage, MADV_HUGEPAGE);
    const uint64_t start = ThreadNanoseconds();
    *static_cast<volatile char*>(memory) = 0;
    WasSlow(start, without);
  }
  return memory;
}

}  // namespace

void* TakeMemory(size_t bytes, uint32_t& without) {
  return bytes == kHugePage ? MapHugePage(without) : std::malloc(bytes);
}

void GiveBack(void* memory, size_t bytes) {
  if (bytes == kHugePage) {
    munmap(memory, bytes);
  } else {
    std::free(memory);
  }
}

// The kernel gives memory on the first access, page by page, and a gigabyte of it takes a good part
// of a second. It is touched here in pieces, with a look at the clock in between, so that a time
// limit holds inside one huge allocation, too.
bool Heap::Touch(void* fresh, size_t bytes, bool will_grow) {
  constexpr size_t kPage = 4096;
  constexpr size_t kPiece = 1 << 20;
  bool huge = !will_grow && bytes >= kHugePage && WantsHugePages(bytes, without_huge_pages_);
  if (huge) AdviseHugePages(fresh, bytes);
  if (bytes < 2 * kPiece || is_over_ == nullptr) return true;
  char* const memory = static_cast<char*>(fresh);
  uint64_t start = huge ? ThreadNanoseconds() : 0;
  for (size_t at = 0; at < bytes; at += kPage) {
    const_cast<volatile char*>(memory)[at] = 0;
    if (at % kPiece != 0) continue;
    if (is_over_(is_over_context_)) return false;
    if (!huge || at % kHugePage != 0 || at == 0) continue;
    if (WasSlow(start, without_huge_pages_)) {
      huge = false;
      AdviseHugePages(memory + at, bytes - at, MADV_NOHUGEPAGE);
    } else {
      start = ThreadNanoseconds();
    }
  }
  return true;
}

#endif  // __wasm__

}  // namespace pysub
