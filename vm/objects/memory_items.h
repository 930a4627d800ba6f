#ifndef PYSUB_VM_OBJECTS_MEMORY_ITEMS_H_
#define PYSUB_VM_OBJECTS_MEMORY_ITEMS_H_

#include <cstdint>

#include "vm/object.h"
#include "vm/result.h"
#include "vm/vm.h"

// The items of a memoryview by their format: a letter of the module struct, in the machine's order.
namespace pysub {

// 0: not a format that can be cast to.
uint32_t ItemSize(char format);
// A view may also be of an array of characters, whose items nobody can look at through it.
inline uint32_t ViewedItemSize(char format) { return format == 'w' ? 4 : ItemSize(format); }
inline bool IsByteFormat(char format) { return format == 'B' || format == 'b' || format == 'c'; }

Value UnpackItem(Vm& vm, char format, const char* at);
// The bytes of one item that `value` becomes, in out[0..ItemSize(format)).
Status PackItem(Vm& vm, char format, Value value, char* out);

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_MEMORY_ITEMS_H_
