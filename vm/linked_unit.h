#ifndef PYSUB_VM_LINKED_UNIT_H_
#define PYSUB_VM_LINKED_UNIT_H_

#include <cstdint>
#include <memory>
#include <new>
#include <span>

#include "compiler/code.h"
#include "vm/native.h"
#include "vm/value.h"

namespace pysub {

// The last type that a name was looked up on, and what was found: only to be faster, and in no
// snapshot. The native methods of a type do not change while pysub runs; when a program hides one
// by an attribute of an object, all caches are emptied (Vm::NoteHidden).
struct MemberCache {
  TypeId type = TypeId::kCount;
  const NativeInfo* method = nullptr;
};

// A CompiledUnit in one sandbox. The unit itself is shared by all sandboxes that run it and never
// changes; what differs is here:
//
//   Function --> Code --------+              shared, immutable
//      |                      v
//      |                   CompiledUnit      constants and names as texts, the codes of all
//      |                      ^              its functions
//      |                      |
//      +--> LinkedUnit -------+              of one sandbox: constants and names as Values,
//                                            globals, caches
//
// (Elsewhere this would be a linked module.) The Vm owns it and keeps it while a function of the
// unit can be reached, which the collector finds out (`marked`). It never moves.
struct LinkedUnit {
  // Makes one in `memory`, which has BytesFor(*unit) bytes: the arrays lie behind the struct. All
  // values are Undefined, caches and views are empty. `in_arena`: the memory is a part of the Vm's
  // own and will not be freed with the instance; else it is malloc's and belongs to the instance.
  static std::unique_ptr<LinkedUnit> New(std::shared_ptr<const CompiledUnit> unit, void* memory,
                                         bool in_arena);
  static size_t BytesFor(const CompiledUnit& unit);
  static void operator delete(LinkedUnit* instance, std::destroying_delete_t);

  // What leads to objects: all its values but the builtins. `visit` takes a span.
  template <typename F>
  void VisitValues(F visit) {
    visit(constants);
    visit(names);
    visit(std::span(&globals, 1));
    visit(std::span(&locals, 1));
  }

  std::shared_ptr<const CompiledUnit> unit;
  std::span<Value> constants;
  std::span<Value> names;         // interned strings
  std::span<Value> builtins;      // for each global slot, the builtin of that name or Undefined
  std::span<Name> name_views;     // the names as views into `unit`
  std::span<MemberCache> caches;  // one for each name
  Value globals;                  // Dict
  Value locals;                   // dynamic units: the mapping of STORE_NAME at top level
  uint64_t charged_bytes = 0;     // of the heap's limit
  bool marked = false;            // reached by the collection that is under way
  bool in_arena = false;
};

}  // namespace pysub

#endif  // PYSUB_VM_LINKED_UNIT_H_
