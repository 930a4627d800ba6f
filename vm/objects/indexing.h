#ifndef PYSUB_VM_OBJECTS_INDEXING_H_
#define PYSUB_VM_OBJECTS_INDEXING_H_

#include <cstdint>

#include "vm/native_frame.h"
#include "vm/object.h"
#include "vm/result.h"
#include "vm/snapshot/schema.h"
#include "vm/vm.h"

// Subscripts and slices, as all sequences understand them (CPython 3.14 data model, "Sequences").
namespace pysub {

// Whether `v` has __index__: an int or a bool.
inline bool IsIndex(const Vm& vm, Value v) { return v.IsSmallInt() || v.IsBool() || vm.IsInt(v); }

// The number that subscript `key` (IsIndex) stands for. IndexError when it leaves int64_t.
Result<int64_t> SubscriptIndex(Vm& vm, Value key);

// Subscript `key` (IsIndex) in a sequence of `size` items, negative ones counted from the end; -1
// when it is out of range. Failed only as SubscriptIndex.
inline Result<int64_t> ResolveIndex(Vm& vm, Value key, int64_t size) {
  int64_t index;
  if (key.IsSmallInt()) [[likely]] {
    index = key.AsSmallInt();
  } else {
    index = TRY(SubscriptIndex(vm, key));
  }
  if (index < 0) index += size;
  return index >= 0 && index < size ? index : -1;
}

// An item of a slice, or a start/end argument of find(), index() ...: an index clamped to int64_t.
// TypeError "slice indices must be integers or None or have an __index__ method".
Result<int64_t> SliceIndex(Vm& vm, Value v);

// A slice of a sequence whose length is known. start is inside it, unless length is 0.
struct SliceBounds {
  int64_t start, stop, step;
  int64_t length;  // of what the slice selects
};

// `slice` applied to a sequence of `size` items. ValueError "slice step cannot be zero".
Result<SliceBounds> ResolveSlice(Vm& vm, const Slice* slice, int64_t size);

// Optional start and end arguments (Undefined or None: not given) of find(), index(),
// startswith() on a sequence of `size` items: clamped to 0..size. `start` may stay above
// `end`, and above `size`.
struct Range64 {
  int64_t start, end;
};
Result<Range64> ResolveRange(Vm& vm, Value start, Value end, int64_t size);

// The resume function of `sequence[slice] = iterable` when reading the iterable may run Python: all
// is read before the bounds are computed (T-003). Slots: the three.
template <typename Sequence, Value (*kAssign)(Vm&, Sequence*, const Slice*, Value)>
Value AssignSliceResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, vm.Materialise(frame.slots[2]));
      frame.slots[2] = in;
      frame.state = 2;
      [[fallthrough]];
    case 2:
      if (!IsObjectOf(frame.slots[2], TypeId::kList) && !IsObjectOf(frame.slots[2], TypeId::kTuple))
        return BadState(vm);
      return kAssign(vm, frame.slots[0].As<Sequence>(), frame.slots[1].As<Slice>(), frame.slots[2]);
  }
  return Value::None();
}

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_INDEXING_H_
