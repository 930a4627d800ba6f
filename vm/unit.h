#ifndef PYSUB_VM_UNIT_H_
#define PYSUB_VM_UNIT_H_

#include <cstdint>
#include <memory>
#include <new>
#include <span>

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
  // In `memory`, of BytesFor(*unit) bytes, which it owns unless it is somebody's who outlives it (`at_home`). Values are
  // Undefined, caches and views empty. The arrays lie behind the instance.
  static std::unique_ptr<UnitInstance> New(std::shared_ptr<const CodeUnit> unit, void* memory, bool at_home);
  static size_t BytesFor(const CodeUnit& unit);
  static void operator delete(UnitInstance* instance, std::destroying_delete_t);

  std::shared_ptr<const CodeUnit> unit;
  std::span<Value> constants;
  std::span<Value> names;         // interned strings
  std::span<Value> builtins;      // for each global slot, the builtin of that name or Undefined
  std::span<Name> name_views;     // the names as views into `unit`
  std::span<MemberCache> caches;  // one for each name
  Value globals;                  // Dict
  Value locals;                   // dynamic units: the mapping of STORE_NAME at top level
  uint64_t charged_bytes = 0;
  bool marked = false;
  bool at_home = false;
};

}  // namespace pysub

#endif  // PYSUB_VM_UNIT_H_
