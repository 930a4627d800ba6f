#include "vm/objects/indexing.h"

namespace pysub {

Result<int64_t> SubscriptIndex(Vm& vm, Value key) {
  if (key.IsSmallInt()) return key.AsSmallInt();
  if (key.IsBool()) return int64_t{key.AsBool()};
  const BigInt* big = key.As<BigInt>();
  if (big->limb_count() == 1 && big->limbs()[0] <= INT64_MAX) {
    const int64_t magnitude = static_cast<int64_t>(big->limbs()[0]);
    return big->negative() ? -magnitude : magnitude;
  }
  return vm.IndexError("cannot fit 'int' into an index-sized integer");
}

Result<int64_t> SliceIndex(Vm& vm, Value v) {
  if (v.IsSmallInt()) [[likely]]
    return v.AsSmallInt();
  if (!IsIndex(vm, v)) {
    return vm.TypeError("slice indices must be integers or None or have an __index__ method");
  }
  return vm.ToIndexClamped(v);
}

// As PySlice_GetIndicesEx(): missing ends depend on the direction, indexes that are too large are
// clamped, and negative ones count from the end. After this, start + i * step lies within the
// sequence for each i below length. Callers index without a further check.
Result<SliceBounds> ResolveSlice(Vm& vm, const Slice* slice, int64_t size) {
  SliceBounds bounds;
  bounds.step = 1;
  if (!slice->step.IsNone()) {
    bounds.step = TRY(SliceIndex(vm, slice->step));
    if (bounds.step == 0) return vm.ValueError("slice step cannot be zero");
    if (bounds.step == INT64_MIN) bounds.step = -INT64_MAX;  // so that -step exists
  }
  const bool backwards = bounds.step < 0;
  const int64_t lowest = backwards ? -1 : 0;
  const int64_t highest = backwards ? size - 1 : size;
  auto clamp = [&](int64_t index) {
    if (index < 0) {
      index += size;
      return index < lowest ? lowest : index;
    }
    return index > highest ? highest : index;
  };
  bounds.start = backwards ? highest : lowest;
  if (!slice->start.IsNone()) bounds.start = clamp(TRY(SliceIndex(vm, slice->start)));
  bounds.stop = backwards ? lowest : highest;
  if (!slice->stop.IsNone()) bounds.stop = clamp(TRY(SliceIndex(vm, slice->stop)));
  if (backwards) {
    bounds.length =
        bounds.stop < bounds.start ? (bounds.start - bounds.stop - 1) / -bounds.step + 1 : 0;
  } else {
    bounds.length =
        bounds.start < bounds.stop ? (bounds.stop - bounds.start - 1) / bounds.step + 1 : 0;
  }
  return bounds;
}

Result<Range64> ResolveRange(Vm& vm, Value start, Value end, int64_t size) {
  Range64 range{0, size};
  if (!start.IsUndefined() && !start.IsNone()) {
    range.start = TRY(SliceIndex(vm, start));
    if (range.start < 0) range.start = range.start + size < 0 ? 0 : range.start + size;
  }
  if (!end.IsUndefined() && !end.IsNone()) {
    range.end = TRY(SliceIndex(vm, end));
    if (range.end > size) range.end = size;
    if (range.end < 0) range.end = range.end + size < 0 ? 0 : range.end + size;
  }
  return range;
}

}  // namespace pysub
