#ifndef PYSUB_STDLIB_INSTALL_H_
#define PYSUB_STDLIB_INSTALL_H_

#include "vm/vm.h"

namespace pysub {

// The types, modules and resume functions of the whole library: read-only, shared by all sandboxes.
const Runtime& StandardRuntime();

}  // namespace pysub

#endif  // PYSUB_STDLIB_INSTALL_H_
