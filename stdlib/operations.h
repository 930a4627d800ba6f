#ifndef PYSUB_STDLIB_OPERATIONS_H_
#define PYSUB_STDLIB_OPERATIONS_H_

#include "vm/vm.h"

// What instructions ask of the library: see LibraryOperations in vm/vm.h.
namespace pysub {

// modules/typing.cc
Value SubscriptType(Vm& vm, Value type, Value key);
Value MakeTypeAlias(Vm& vm, uint32_t name, Value params, Value thunk);
Value MakeTypeVariable(Vm& vm, uint32_t name, uint32_t kind, Value bound, Value default_value,
                       bool tuple);

// types/exception_groups.cc
Status GroupMatch(Vm& vm, Value* out, Value exception, Value types);
Value GroupReraise(Vm& vm, Value list, Value original);

}  // namespace pysub

#endif  // PYSUB_STDLIB_OPERATIONS_H_
