#ifndef PYSUB_VM_HOST_ENTROPY_H_
#define PYSUB_VM_HOST_ENTROPY_H_

#include <cstdint>

namespace pysub {

// So many random bytes are asked for at once, at most: what a program or a snapshot from anywhere
// wants, a host can make.
inline constexpr int64_t kMostEntropy = 1 << 20;

}  // namespace pysub

#endif  // PYSUB_VM_HOST_ENTROPY_H_
