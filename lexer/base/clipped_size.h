#ifndef PYSUB_LEXER_BASE_CLIPPED_SIZE_H_
#define PYSUB_LEXER_BASE_CLIPPED_SIZE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace pysub {

// How many of something a program asks for, as a size: what is more than any size stands for all.
// (Where size_t has 32 bits, a cast would make 1 of 2**32 + 1.)
constexpr size_t ClippedSize(int64_t count) {
  return static_cast<size_t>(
      std::min<uint64_t>(count < 0 ? 0 : static_cast<uint64_t>(count), SIZE_MAX));
}

}  // namespace pysub

#endif  // PYSUB_LEXER_BASE_CLIPPED_SIZE_H_
