#ifndef PYSUB_STDLIB_TYPES_EXCEPTION_GROUPS_H_
#define PYSUB_STDLIB_TYPES_EXCEPTION_GROUPS_H_

#include "vm/vm.h"

namespace pysub {

// The parts of an exception or group that match and do not; None where there is nothing.
struct GroupParts {
  Value match = Value::None();
  Value rest = Value::None();
};

// By exception types: a type or a tuple of them.
Status SplitByTypes(Vm& vm, Value exception, Value types, GroupParts* parts);

}  // namespace pysub

#endif  // PYSUB_STDLIB_TYPES_EXCEPTION_GROUPS_H_
