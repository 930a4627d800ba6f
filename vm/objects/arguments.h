#ifndef PYSUB_VM_OBJECTS_ARGUMENTS_H_
#define PYSUB_VM_OBJECTS_ARGUMENTS_H_

#include <cstdint>
#include <string_view>

#include "vm/result.h"
#include "vm/value.h"
#include "vm/vm.h"

// Converting arguments of natives to C++, with CPython's wordings for what does not fit.
namespace pysub {

// TypeError "find() argument 1 must be str, not int". `what` is "argument 1", "argument
// 'encoding'" ...
Failure BadArgument(Vm& vm, std::string_view function, std::string_view what,
                    std::string_view expected, Value given);

// An int or bool argument that has to fit ssize_t, or int: OverflowError "Python int too large to
// convert to C ssize_t". TypeError "'str' object cannot be interpreted as an integer".
Result<int64_t> SizeArgument(Vm& vm, Value v);
Result<int64_t> CIntArgument(Vm& vm, Value v);

// `v` given, or `fallback`.
inline Result<int64_t> SizeArgument(Vm& vm, Value v, int64_t fallback) {
  if (v.IsUndefined()) return fallback;
  return SizeArgument(vm, v);
}

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_ARGUMENTS_H_
