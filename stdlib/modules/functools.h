#ifndef PYSUB_STDLIB_MODULES_FUNCTOOLS_H_
#define PYSUB_STDLIB_MODULES_FUNCTOOLS_H_

#include "stdlib/modules/library_function.h"
#include "vm/vm.h"

// functools and operator: what their files share. CPython 3.14 library, "functools", "operator".
namespace pysub {

inline bool IsCallableValue(const Vm& vm, Value v) {
  return v.IsNative() || v.IsType() || IsObjectOf(v, TypeId::kFunction) ||
         IsObjectOf(v, TypeId::kBoundMethod) || vm.InfoOf(v).call != nullptr;
}

// "name(1, 'a', k=2)" without the name and brackets: the rest of reprs of partial and methodcaller.
Status ReprArguments(Vm& vm, std::span<const Value> arguments, Value keywords, bool comma,
                     TextBuilder& out);

// functools_cache.cc
Value LruCache(Vm& vm, const Args& a);
Value Cache(Vm& vm, const Args& a);
// functools_dispatch.cc
Value SingleDispatchFunction(Vm& vm, const Args& a);

}  // namespace pysub

#endif  // PYSUB_STDLIB_MODULES_FUNCTOOLS_H_
