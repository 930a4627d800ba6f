#ifndef PYSUB_STDLIB_MODULES_IO_STANDARD_BUFFERS_H_
#define PYSUB_STDLIB_MODULES_IO_STANDARD_BUFFERS_H_

#include "vm/vm.h"

namespace pysub {

// sys.stdin.buffer (0), sys.stdout.buffer (1), sys.stderr.buffer (2).
Value NewStandardBuffer(Vm& vm, int64_t number);

}  // namespace pysub

#endif  // PYSUB_STDLIB_MODULES_IO_STANDARD_BUFFERS_H_
