#ifndef PYSUB_VM_RUNTIME_H_
#define PYSUB_VM_RUNTIME_H_

#include <cstdint>
#include <span>

#include "vm/native.h"
#include "vm/native_frame.h"
#include "vm/object.h"
#include "vm/result.h"
#include "vm/value.h"

namespace pysub {

class Vm;

// What instructions do whose objects belong to the library: the vm links without it.
struct LibraryOperations {
  Value (*subscript_type)(Vm& vm, Value type, Value key);  // list[int]
  Value (*type_alias)(Vm& vm, uint32_t name, Value params, Value thunk);
  Value (*type_variable)(Vm& vm, uint32_t name, uint32_t kind, Value bound, Value default_value,
                         bool tuple);
  // except*: out[0] becomes what is left of the exception, out[1] what matches.
  Status (*group_match)(Vm& vm, Value* out, Value exception, Value types);
  Value (*group_reraise)(Vm& vm, Value list, Value original);
};

// What the standard library gives to every Vm: read-only tables, one for the process.
struct Runtime {
  const TypeInfo* const* types;                // by TypeId; null: only what the base has
  std::span<const ModuleInfo* const> modules;  // [0] is builtins
  const ResumeFunction* resume_functions;      // by ResumeId
  const FastConsumeFunction* fast_consume;     // by ResumeId; null: has none
  const FastApplyFunction* fast_apply;         // by ResumeId; null: has none
  const bool* is_next;  // by ResumeId: is an iterator's next that may stay (vm/native_frame.h)
  LibraryOperations operations;
};
inline constexpr uint16_t kModuleTableBase = 0x4000;  // Value::Native table of modules[0]
inline constexpr uint16_t kConstructorRow = 0xFFFF;   // Value::Native row of a type's constructor

}  // namespace pysub

#endif  // PYSUB_VM_RUNTIME_H_
