#ifndef PYSUB_STDLIB_MODULES_ENTROPY_H_
#define PYSUB_STDLIB_MODULES_ENTROPY_H_

#include <cstdint>

#include "vm/vm.h"

namespace pysub {

// `size` >= 0 random bytes, asked for in pieces that hosts give. Of a native that has changed
// nothing yet: it is repeated with each answer.
Value EntropyBytes(Vm& vm, int64_t size);

}  // namespace pysub

#endif  // PYSUB_STDLIB_MODULES_ENTROPY_H_
