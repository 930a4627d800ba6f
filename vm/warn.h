#ifndef PYSUB_VM_WARN_H_
#define PYSUB_VM_WARN_H_

#include <string_view>

#include "vm/vm.h"

namespace pysub {

// Writes "file:line: Category: text" and the source line to standard error, as CPython's default
// filters have it: each text once for a line of the program. `text` becomes a str, so it is
// charged. The program's own filters may also raise the warning, or drop it.
Status Warn(Vm& vm, TypeId category, std::string_view text);

}  // namespace pysub

#endif  // PYSUB_VM_WARN_H_
