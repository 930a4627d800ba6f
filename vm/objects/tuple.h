#ifndef PYSUB_VM_OBJECTS_TUPLE_H_
#define PYSUB_VM_OBJECTS_TUPLE_H_

#include <cstdint>

#include "vm/native.h"
#include "vm/object.h"
#include "vm/result.h"
#include "vm/vm.h"

// tuple: CPython 3.14 library, "Sequence Types". The functions also serve the types derived from
// it.
namespace pysub {

inline bool IsTuple(const Vm& vm, Value v) { return vm.IsInstance(v, TypeId::kTuple); }

// A tuple of the items of any iterable (a plain tuple is itself); may push a native frame.
Value NewTupleFrom(Vm& vm, Value iterable);
Value TupleOfList(Vm& vm, List* list);

// ---- Slots of TypeInfo
Status TupleRepr(Vm& vm, Value self, TextBuilder& out);
Result<int64_t> TupleHashSlot(Vm& vm, Value self);
Value TupleCompare(Vm& vm, CompareOp op, Value left, Value right);
Result<int64_t> TupleLength(Vm& vm, Value self);
Value TupleGetItem(Vm& vm, Value self, Value key);
Value TupleContains(Vm& vm, Value self, Value item);
Value TupleIter(Vm& vm, Value self);
Value TupleBinary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place);

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_TUPLE_H_
