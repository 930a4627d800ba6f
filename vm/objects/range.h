#ifndef PYSUB_VM_OBJECTS_RANGE_H_
#define PYSUB_VM_OBJECTS_RANGE_H_

#include "vm/native.h"
#include "vm/object.h"
#include "vm/result.h"
#include "vm/vm.h"

// range: CPython 3.14 library, "Ranges". Ints of any size; all that fits in small ints is fast.
namespace pysub {

// range(start, stop, step) of ints. ValueError "range() arg 3 must not be zero".
Value NewRange(Vm& vm, Value start, Value stop, Value step);
// How many numbers there are from start to stop; step is not 0.
inline uint64_t RangeLength(int64_t start, int64_t stop, int64_t step) {
  if (step > 0) {
    return start < stop ? (static_cast<uint64_t>(stop) - start - 1) / step + 1 : 0;
  }
  return stop < start ? (static_cast<uint64_t>(start) - stop - 1) / -static_cast<uint64_t>(step) + 1
                      : 0;
}
// Whether all numbers of the range, and its fields, are small ints.
bool IsSmallRange(const Range* range);
// range[index] without a check.
Value RangeItem(Vm& vm, const Range* range, Value index);
// Where `number` (any value) is; None: nowhere.
Value RangeFind(Vm& vm, const Range* range, Value number);

Status RangeRepr(Vm& vm, Value self, TextBuilder& out);
Result<int64_t> RangeHash(Vm& vm, Value self);
Value RangeCompare(Vm& vm, CompareOp op, Value left, Value right);
Result<bool> RangeTruth(Vm& vm, Value self);
Result<int64_t> RangeLengthSlot(Vm& vm, Value self);
Value RangeGetItem(Vm& vm, Value self, Value key);
Value RangeContains(Vm& vm, Value self, Value item);
Value RangeIter(Vm& vm, Value self);

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_RANGE_H_
