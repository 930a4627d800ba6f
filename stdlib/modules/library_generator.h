#ifndef PYSUB_STDLIB_MODULES_LIBRARY_GENERATOR_H_
#define PYSUB_STDLIB_MODULES_LIBRARY_GENERATOR_H_

#include <string_view>

#include "vm/vm.h"

// What the library's generator functions return (heapq.merge, difflib.unified_diff ...): to a
// program it is a generator, which has its name and can be closed. Its body is a function that
// makes the next item; all that it knows stands in the slots.
namespace pysub {

// PYSUB_GENERATOR_BODY(Name) is `Value NameBody(Vm&, LibraryGenerator*)`: the item,
// Exhausted, Failed, or CallPending after pushing a native frame. The order is part of the
// snapshot format: append only.
#define PYSUB_GENERATOR_BODIES(PYSUB_GENERATOR_BODY) \
  PYSUB_GENERATOR_BODY(HeapMerge)                    \
  PYSUB_GENERATOR_BODY(Items)                        \
  PYSUB_GENERATOR_BODY(StaticOrder)

enum class GeneratorBodyId : uint8_t {
#define PYSUB_GENERATOR_BODY(name) k##name,
  PYSUB_GENERATOR_BODIES(PYSUB_GENERATOR_BODY)
#undef PYSUB_GENERATOR_BODY
};

struct LibraryGenerator : Object {
  static constexpr uint32_t kSlots = 8;

  RawWord body;   // GeneratorBodyId
  RawWord state;  // of the body; kClosed: the end was reached
  Value name;
  Value slots[kSlots];

  static constexpr RawWord kClosed = 0xFFFF;
};

#define PYSUB_GENERATOR_BODY(name) Value name##Body(Vm& vm, LibraryGenerator* generator);
PYSUB_GENERATOR_BODIES(PYSUB_GENERATOR_BODY)
#undef PYSUB_GENERATOR_BODY

LibraryGenerator* NewLibraryGenerator(Vm& vm, GeneratorBodyId body, std::string_view name);
// Yields the items of a list.
Value NewItemsGenerator(Vm& vm, std::string_view name, Value list);
// The end; answers Exhausted.
Value CloseLibraryGenerator(Vm& vm, LibraryGenerator* generator);

}  // namespace pysub

#endif  // PYSUB_STDLIB_MODULES_LIBRARY_GENERATOR_H_
