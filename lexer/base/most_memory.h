#ifndef PYSUB_LEXER_BASE_MOST_MEMORY_H_
#define PYSUB_LEXER_BASE_MOST_MEMORY_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace pysub {

// The most that one heap, one tree of files and one shell may hold. Where addresses have 64 bits
// there is no such bound. With 32 it is 1 GiB: then twice of what is charged, and what is charged
// plus a copy of it, are sizes that do not wrap (T-013, docs/wasm.md). Larger limits are refused
// where hosts give them; no limit at all means this one.
inline constexpr uint64_t kMostMemory = sizeof(size_t) >= 8 ? UINT64_MAX : uint64_t{1} << 30;

constexpr uint64_t BoundedMemory(uint64_t limit) { return std::min(limit, kMostMemory); }
// Of a limit that a host gives: all ones are none.
constexpr bool IsPossibleMemory(uint64_t limit) {
  return limit <= kMostMemory || limit == UINT64_MAX;
}

}  // namespace pysub

#endif  // PYSUB_LEXER_BASE_MOST_MEMORY_H_
