#ifndef PYSUB_STDLIB_TYPES_ARRAY_H_
#define PYSUB_STDLIB_TYPES_ARRAY_H_

#include "vm/objects/array.h"
#include "vm/vm.h"

// array.array: a resizable block of memory seen as numbers or characters of one kind.
namespace pysub {

inline uint32_t ItemSizeOf(const ArrayArray* array) { return ArrayItemSize(array->code()); }
inline uint64_t ItemCount(const ArrayArray* array) { return array->size / ItemSizeOf(array); }
inline bool HoldsText(const ArrayArray* array) {
  return array->code() == 'u' || array->code() == 'w';
}
inline char* ArrayBytes(ArrayArray* array) { return array->buffer.As<Buffer>()->bytes(); }

// A new one whose items the caller writes at once, `bytes` in all.
ArrayArray* NewArrayArray(Vm& vm, char code, uint64_t bytes);
Value ArrayItem(Vm& vm, const ArrayArray* array, uint64_t index);
// `value` as the bytes of an item of this array.
Status PackArrayItem(Vm& vm, const ArrayArray* array, Value value, char* out);
Status ArrayAppend(Vm& vm, ArrayArray* array, Value value);
// BufferError while memoryviews look at it.
Status CheckNoViews(Vm& vm, ArrayArray* array);
// The bytes [start, stop) become `bytes` others, which the caller writes at once to what comes
// back. Null: BufferError while memoryviews look at it, or no memory.
char* ArraySplice(Vm& vm, ArrayArray* array, uint64_t start, uint64_t stop, uint64_t bytes);
// The same with a copy of `with`, which may be part of the array.
Status ArrayReplace(Vm& vm, ArrayArray* array, uint64_t start, uint64_t stop,
                    std::string_view with);
// The characters as a str.
Value ArrayText(Vm& vm, const ArrayArray* array);
// array.extend(). None or CallPending, after which `result` is written back.
Value ArrayExtend(Vm& vm, Value self, Value iterable, Value result);
// Whether an item equals `value`. Floats by number: no two of an array's are the same object.
Result<bool> ItemEquals(Vm& vm, Value item, Value value);

// Slots of TypeInfo (array_slots.cc).
Status ArrayRepr(Vm& vm, Value self, TextBuilder& out);
Value ArrayCompare(Vm& vm, CompareOp op, Value left, Value right);
Result<int64_t> ArrayLength(Vm& vm, Value self);
Value ArrayGetItem(Vm& vm, Value self, Value key);
Value ArraySetItem(Vm& vm, Value self, Value key, Value value);
Value ArrayContains(Vm& vm, Value self, Value item);
Value ArrayIter(Vm& vm, Value self);
Value ArrayIteratorNext(Vm& vm, Value self);
Value ArrayBinary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place);

}  // namespace pysub

#endif  // PYSUB_STDLIB_TYPES_ARRAY_H_
