#ifndef PYSUB_VM_SLOT_METHODS_H_
#define PYSUB_VM_SLOT_METHODS_H_

#include <cstdint>

#include "vm/native.h"
#include "vm/object.h"

// The methods that a type has because of its slots: __len__, __getitem__, __add__ ... One table serves
// all types; Value::Native(type, kSlotMethodRow + i) is row i as a method of the type.
namespace pysub {

inline constexpr uint16_t kSlotMethodRow = 0xFE00;

// The row of `name` if `info`, the TypeInfo of `id` itself, has what it needs; else -1.
int FindSlotMethod(TypeId id, const TypeInfo& info, Name name);
const NativeInfo& SlotMethod(uint32_t row);
uint32_t SlotMethodCount();
// Whether `info` is one of the table: CPython words its errors in another way.
bool IsSlotMethod(const NativeInfo& info);

}  // namespace pysub

#endif  // PYSUB_VM_SLOT_METHODS_H_
