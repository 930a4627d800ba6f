#ifndef PYSUB_VM_UNIT_H_
#define PYSUB_VM_UNIT_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "compiler/code.h"
#include "vm/native.h"
#include "vm/value.h"

namespace pysub {

// The last type that a name was looked up on, and what was found: only to be faster.
struct MemberCache {
  TypeId type = TypeId::kCount;
  const NativeInfo* method = nullptr;
};

// A CodeUnit in one sandbox: its constants and names as values. Owned by the Vm, kept while a function
// of the unit is reachable (the collector marks it). Never moves.
struct UnitInstance {
  std::shared_ptr<const CodeUnit> unit;
  std::vector<Value> constants;
  std::vector<Value> names;        // interned strings
  std::vector<Name> name_views;    // the same as views into `unit`
  std::vector<MemberCache> caches; // one for each name
  std::vector<Value> builtins;     // for each global slot, the builtin of that name or Undefined
  Value globals;                   // Dict
  Value locals;                    // dynamic units: the mapping of STORE_NAME at top level
  uint64_t charged_bytes = 0;
  bool marked = false;
};

}  // namespace pysub

#endif  // PYSUB_VM_UNIT_H_
