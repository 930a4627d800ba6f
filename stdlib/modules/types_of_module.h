#ifndef PYSUB_STDLIB_MODULES_TYPES_OF_MODULE_H_
#define PYSUB_STDLIB_MODULES_TYPES_OF_MODULE_H_

#include <string_view>

#include "vm/objects/dict.h"
#include "vm/vm.h"

namespace pysub {

// Calls f(type) for the types, then the exceptions whose rows say that they are of
// `module`, until one fails.
template <typename F>
Status ForEachTypeOf(std::string_view module, F f) {
  for (int id = 0; id < static_cast<int>(TypeId::kCount); ++id) {
    const TypeId type = static_cast<TypeId>(id);
    if (Vm::ModuleOf(type) == module) TRY(f(type));
  }
  return Done{};
}

// Gives all of them to the module under their names.
inline Status AddTypesOf(Vm& vm, std::string_view module, Dict* names) {
  return ForEachTypeOf(module, [&](TypeId type) {
    const std::string_view name = Vm::NameOf(type);
    return DictSetStr(vm, names, name.substr(name.rfind('.') + 1), Value::Type(type));
  });
}

}  // namespace pysub

#endif  // PYSUB_STDLIB_MODULES_TYPES_OF_MODULE_H_
