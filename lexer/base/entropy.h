#ifndef PYSUB_LEXER_BASE_ENTROPY_H_
#define PYSUB_LEXER_BASE_ENTROPY_H_

#include <unistd.h>

#include <algorithm>
#include <cstddef>

namespace pysub {

// Fills `bytes` at `to` with random ones of the system. False: it has none.
inline bool FillWithEntropy(void* to, size_t bytes) {
  constexpr size_t kMost = 256;  // of one getentropy()
  for (size_t done = 0; done < bytes; done += kMost) {
    if (getentropy(static_cast<char*>(to) + done, std::min(kMost, bytes - done)) != 0) return false;
  }
  return true;
}

}  // namespace pysub

#endif  // PYSUB_LEXER_BASE_ENTROPY_H_
