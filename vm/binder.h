#ifndef PYSUB_VM_BINDER_H_
#define PYSUB_VM_BINDER_H_

#include "vm/vm.h"

// Arguments to parameters, and all the TypeErrors of getting them wrong. CPython 3.14 words them by
// how the function was made: def functions one way, natives by the form of their signature.
namespace pysub {

// Binds for a native. `args` has `count` values, of which the last names->count are given by
// name. `slots` gets info.slot_count() values, Undefined where nothing was given; `out` gets
// the rest and the keywords. Errors say that the method is one of type `named_by`; kCount: of
// the type that defines it.
Status BindNative(Vm& vm, const NativeInfo& info, Value self, Value* args, uint32_t count,
                  const Tuple* names, Value* slots, Args* out, TypeId named_by = TypeId::kCount);

// Binds the usual calls of a def function: those with nothing wrong, few names and not too
// many parameters. The last `named` of the `count` arguments have these names. None: `args`
// has the parameters; Undefined: it is for Vm::BindFunction; Failed: no memory. With the
// last two nothing has changed.
Value BindUsually(Vm& vm, const Function* function, Value* args, uint32_t count, const Value* names,
                  uint32_t named);

inline constexpr uint32_t kUsualNames = 8;
// The same for f(*positional, **keywords), which may be anything; keywords also Undefined. What
// they hold is put into `args` first, where there is room for kMostSpread.
inline constexpr uint32_t kMostSpread = 48;
Value BindSpread(Vm& vm, const Function* function, Value* args, Value positional, Value keywords);

// The plural's ending.
inline const char* Plural(uint64_t n) { return n == 1 ? "" : "s"; }

// "f() missing 2 required keyword-only arguments: 'a' and 'b'". `kind`: "positional",
// "keyword-only".
Failure MissingArguments(Vm& vm, std::string_view function, std::string_view kind,
                         const std::vector<std::string_view>& missing);

// "zip() takes at most 1 keyword argument (2 given)": what CPython's argument formats say.
Failure TooManyKeywords(Vm& vm, std::string_view function, uint32_t most, uint64_t given);

}  // namespace pysub

#endif  // PYSUB_VM_BINDER_H_
