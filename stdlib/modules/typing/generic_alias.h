#ifndef PYSUB_STDLIB_MODULES_TYPING_GENERIC_ALIAS_H_
#define PYSUB_STDLIB_MODULES_TYPING_GENERIC_ALIAS_H_

#include "vm/vm.h"

namespace pysub {

// origin[key], as types.GenericAlias (stdlib/modules/typing/typing.cc).
Value NewGenericAlias(Vm& vm, Value origin, Value key);
// left | right of types; NotImplemented if one is none.
Value MakeUnion(Vm& vm, Value left, Value right);

}  // namespace pysub

#endif  // PYSUB_STDLIB_MODULES_TYPING_GENERIC_ALIAS_H_
