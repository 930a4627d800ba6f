#ifndef PYSUB_VM_OBJECTS_BYTEARRAY_H_
#define PYSUB_VM_OBJECTS_BYTEARRAY_H_

#include <cstdint>

#include "vm/object.h"
#include "vm/result.h"
#include "vm/vm.h"

// What bytearray can do beyond bytes (vm/objects/bytes.h).
namespace pysub {

// An empty one with room for `capacity` bytes.
ByteArray* NewByteArray(Vm& vm, uint64_t capacity = 0);

inline char* BytesOf(ByteArray* array) { return array->buffer.As<Buffer>()->bytes(); }

// Makes room for `size` bytes in all, growing by half so that appending is linear.
Status ByteArrayReserve(Vm& vm, ByteArray* array, uint64_t size);
// BufferError "Existing exports of data: object cannot be re-sized" while memoryviews look at it.
Status CheckResizable(Vm& vm, ByteArray* array);
// Replaces [start, stop) by `bytes`, which may be part of the same array.
Status ByteArrayReplace(Vm& vm, ByteArray* array, uint64_t start, uint64_t stop,
                        std::string_view bytes);

Value ByteArraySetItem(Vm& vm, Value self, Value key, Value value);

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_BYTEARRAY_H_
