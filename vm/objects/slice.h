#ifndef PYSUB_VM_OBJECTS_SLICE_H_
#define PYSUB_VM_OBJECTS_SLICE_H_

#include "vm/native.h"
#include "vm/object.h"
#include "vm/result.h"
#include "vm/vm.h"

// slice objects; applying one to a sequence is in indexing.h.
namespace pysub {

// slice.indices(length): a tuple of three ints of any size.
Value SliceIndices(Vm& vm, const Slice* slice, Value length);
// Start, stop and step of `slice` on a sequence of `length` items, for ints of any size. Words:
// three.
Status ResolveBigSlice(Vm& vm, const Slice* slice, Value length, Value* words);

Status SliceRepr(Vm& vm, Value self, TextBuilder& out);
Result<int64_t> SliceHashSlot(Vm& vm, Value self);
Value SliceCompare(Vm& vm, CompareOp op, Value left, Value right);

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_SLICE_H_
