#ifndef PYSUB_STDLIB_MODULES_CONTEXT_VARIABLE_H_
#define PYSUB_STDLIB_MODULES_CONTEXT_VARIABLE_H_

#include <string_view>

#include "vm/vm.h"

namespace pysub {

// Context variables (contextvars.h) of the library: a new one, its value in the current context
// (Undefined: none), a new value.
Value NewContextVariable(Vm& vm, std::string_view name);
Value GetContextVariable(Vm& vm, Value variable);
Status SetContextVariable(Vm& vm, Value variable, Value value);

}  // namespace pysub

#endif  // PYSUB_STDLIB_MODULES_CONTEXT_VARIABLE_H_
