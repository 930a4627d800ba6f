#ifndef PYSUB_STDLIB_MODULES_LIBRARY_FUNCTION_H_
#define PYSUB_STDLIB_MODULES_LIBRARY_FUNCTION_H_

#include <string_view>

#include "vm/scratch_charge.h"
#include "vm/vm.h"

// What CPython's library makes of nested functions: the result of contextmanager(f),
// lru_cache(maxsize=3), singledispatch(f) ... To a program it is a function: it has a name,
// a module, attributes.
namespace pysub {

// Every body: PYSUB_CLOSURE(Name) is `Value NameClosure(Vm&, LibraryFunction*, const Args&)`; the
// arguments are in rest and keywords. The order is part of the snapshot format: append only.
#define PYSUB_CLOSURES(PYSUB_CLOSURE)     \
  PYSUB_CLOSURE(ContextManager)           \
  PYSUB_CLOSURE(AsyncContextManager)      \
  PYSUB_CLOSURE(ContextDecorated)         \
  PYSUB_CLOSURE(AsyncContextDecorated)    \
  PYSUB_CLOSURE(CacheDecorator)           \
  PYSUB_CLOSURE(SingleDispatch)           \
  PYSUB_CLOSURE(SingleDispatchRegister)   \
  PYSUB_CLOSURE(SingleDispatchDecorator)  \
  PYSUB_CLOSURE(SingleDispatchLookUp)     \
  PYSUB_CLOSURE(SingleDispatchClearCache) \
  PYSUB_CLOSURE(NamedTupleNew)

enum class ClosureId : uint8_t {
#define PYSUB_CLOSURE(name) k##name,
  PYSUB_CLOSURES(PYSUB_CLOSURE)
#undef PYSUB_CLOSURE
};

struct LibraryFunction : Object {
  RawWord closure;  // ClosureId
  Value name, qualified_name, module, doc, annotate, type_params;
  Value attributes;  // Dict or Undefined
  Value a, b, c;     // what the closure holds
};

#define PYSUB_CLOSURE(name) Value name##Closure(Vm& vm, LibraryFunction* self, const Args& a);
PYSUB_CLOSURES(PYSUB_CLOSURE)
#undef PYSUB_CLOSURE

// `qualified_name`: "contextmanager.<locals>.helper".
Value NewLibraryFunction(Vm& vm, ClosureId closure, std::string_view module,
                         std::string_view qualified_name, Value a, Value b = Value::Undefined(),
                         Value c = Value::Undefined());
// functools.update_wrapper with its default attributes. Answers `wrapper` or Failed.
Value CopyFunctionAttributes(Vm& vm, Value wrapper, Value wrapped);
// For natives that cannot wait: takes back the native frame that a function's __annotations__ have
// just pushed, and raises.
Value AnnotationsNotComputed(Vm& vm);
// wrapper.name = wrapped.name if there is one.
Status CopyAttribute(Vm& vm, Value wrapper, Value wrapped, std::string_view name);

// a.rest as a tuple.
inline Value RestTuple(Vm& vm, const Args& a) {
  return vm.NewTuple(std::span<const Value>(a.rest, a.rest_count));
}
// object.name(args...)
Value CallMethod(Vm& vm, Value object, std::string_view name, std::initializer_list<Value> args);

}  // namespace pysub

#endif  // PYSUB_STDLIB_MODULES_LIBRARY_FUNCTION_H_
