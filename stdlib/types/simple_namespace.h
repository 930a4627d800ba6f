#ifndef PYSUB_STDLIB_TYPES_SIMPLE_NAMESPACE_H_
#define PYSUB_STDLIB_TYPES_SIMPLE_NAMESPACE_H_

#include "vm/vm.h"

namespace pysub {

struct NamespaceObject : Object {
  Value dict;
};

// A types.SimpleNamespace whose attributes are `dict`, which becomes its own.
Value NewSimpleNamespace(Vm& vm, Dict* dict);

}  // namespace pysub

#endif  // PYSUB_STDLIB_TYPES_SIMPLE_NAMESPACE_H_
