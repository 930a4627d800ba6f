#ifndef PYSUB_VM_OBJECTS_INT64_H_
#define PYSUB_VM_OBJECTS_INT64_H_

#include "vm/object.h"

// Counts and bounds that a program may set as high as 2**63 - 1: Vm::NewInt makes them, an inline
// int would lose their upper bits.
namespace pysub {

// The value of an int that Vm::NewInt made.
inline int64_t Int64Of(Value v) {
  if (v.IsSmallInt()) return v.AsSmallInt();
  const BigInt* number = v.As<BigInt>();
  return static_cast<int64_t>(number->negative() ? 0 - number->limbs()[0] : number->limbs()[0]);
}

// For `check`: whether `v` is an int from 0 to 2**63 - 1.
inline bool IsInt64FromZero(Value v) {
  if (v.IsSmallInt()) return v.AsSmallInt() >= 0;
  if (!v.IsObject() || v.AsObject()->type != TypeId::kInt) return false;
  const BigInt* number = v.As<BigInt>();
  return !number->negative() && number->limb_count() == 1 && number->limbs()[0] <= INT64_MAX;
}

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_INT64_H_
