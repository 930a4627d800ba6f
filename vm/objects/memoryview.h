#ifndef PYSUB_VM_OBJECTS_MEMORYVIEW_H_
#define PYSUB_VM_OBJECTS_MEMORYVIEW_H_

#include <cstdint>
#include <string_view>

#include "vm/native.h"
#include "vm/object.h"
#include "vm/result.h"
#include "vm/text_builder.h"
#include "vm/vm.h"

// memoryview: CPython 3.14 library, "Memory Views".
namespace pysub {

// Invariants: every item lies within the object's bytes, which cannot be resized while `exports` of
// the bytearray counts this view; a view of no dimension has one item; more than one dimension is
// always contiguous in C order.
struct MemoryView : Object {
  Value object;    // bytes, bytearray or array; Undefined once released. First: the collector looks
                   // here
  Value format;    // str: one character, with or without '@' before it
  Value shape;     // tuple of ints, one for each dimension
  Value strides;   // the same, in bytes
  RawWord offset;  // of the first item, in bytes
  RawWord item_size;
  RawWord length;  // items of the first dimension
  Value stride;    // int: bytes from one of them to the next, may be negative
  RawWord readonly;
  Value hash;  // int: once it was asked for, which is possible after a release too

  uint32_t dimensions() const { return shape.As<Tuple>()->size(); }
  int64_t first_stride() const {
    return stride.IsSmallInt() ? stride.AsSmallInt() : LongStride(stride);
  }
  int64_t stride_at(uint32_t dimension) const;
  // Where a slice has one item, the stride can be any int of 64 bits.
  static int64_t LongStride(Value stride);
};

inline bool IsReleased(Value v) {
  return IsObjectOf(v, TypeId::kMemoryView) && v.As<MemoryView>()->object.IsUndefined();
}
// ValueError "operation forbidden on released memoryview object".
Status CheckNotReleased(Vm& vm, const MemoryView* view);

// A view of bytes, a bytearray or another memoryview. TypeError for anything else.
Value NewMemoryView(Vm& vm, Value object);
// The same bytes, not writable.
Value ReadOnlyView(Vm& vm, const MemoryView* view);
// memoryview.cast(). `shape` is a list, a tuple or Undefined.
Value CastView(Vm& vm, const MemoryView* view, Value format, Value shape);
void ReleaseView(MemoryView* view);

// The bytes of a bytearray, array or contiguous view of one, to be written at once; false:
// `v` is none of these.
bool WritableMemory(Value v, char** data, uint64_t* size);

bool IsContiguous(const MemoryView* view);
// All the bytes of a contiguous view.
std::string_view ContiguousBytes(const MemoryView* view);
// All the bytes in order of the items.
Status AppendMemory(Vm& vm, const MemoryView* view, TextBuilder& out);
uint64_t MemoryBytes(const MemoryView* view);  // nbytes
// Item `index` of a view of one dimension.
Value MemoryItem(Vm& vm, const MemoryView* view, uint64_t index);
// tolist().
Value MemoryList(Vm& vm, const MemoryView* view);

// Slots of TypeInfo.
Status MemoryViewRepr(Vm& vm, Value self, TextBuilder& out);
Result<int64_t> MemoryViewHash(Vm& vm, Value self);
Value MemoryViewCompare(Vm& vm, CompareOp op, Value left, Value right);
Result<int64_t> MemoryViewLength(Vm& vm, Value self);
Value MemoryViewGetItem(Vm& vm, Value self, Value key);
Value MemoryViewSetItem(Vm& vm, Value self, Value key, Value value);
Value MemoryViewContains(Vm& vm, Value self, Value item);
Value MemoryViewIter(Vm& vm, Value self);
Value MemoryViewIteratorNext(Vm& vm, Value self);

// What must hold of a view that came from anywhere (Schema::check): it stays inside of its object.
bool CheckMemoryView(Vm& vm, Object* object);

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_MEMORYVIEW_H_
