#ifndef PYSUB_VM_HEAP_FRESH_MEMORY_H_
#define PYSUB_VM_HEAP_FRESH_MEMORY_H_

#include <cstddef>
#include <cstdint>

// Where the memory of blocks comes from. A block of exactly kHugePage bytes is a page of its own,
// taken from the system; every other one is malloc's.
namespace pysub {

// Scattered access to much memory is slow with small pages, and so is touching it for the first
// time.
inline constexpr size_t kHugePage = 2 << 20;

// Memory of `bytes`, not set. Null: the system has none. Nothing is charged here: the caller has
// done so. `without` is Heap::without_huge_pages_, the bytes that are still to be small pages
// because the last huge one came slowly.
void* TakeMemory(size_t bytes, uint32_t& without);
// `bytes` as they were asked for: they tell whose memory it is, malloc's or a page of its own.
void GiveBack(void* memory, size_t bytes);

}  // namespace pysub

#endif  // PYSUB_VM_HEAP_FRESH_MEMORY_H_
