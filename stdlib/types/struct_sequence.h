#ifndef PYSUB_STDLIB_TYPES_STRUCT_SEQUENCE_H_
#define PYSUB_STDLIB_TYPES_STRUCT_SEQUENCE_H_

#include <cstdint>
#include <span>

#include "vm/native.h"
#include "vm/object.h"
#include "vm/objects/tuple.h"
#include "vm/result.h"
#include "vm/text_builder.h"

// Tuples whose items have names: sys.version_info, os.terminal_size, time.struct_time. CPython
// calls them struct sequences.
namespace pysub {

// An attribute that is the item at kIndex.
template <int kIndex>
Value SequenceItem(Vm&, Value self) {
  return self.As<Tuple>()->items()[kIndex];
}

// n_fields, n_sequence_fields and n_unnamed_fields are the same for all objects of a type.
template <int kNumber>
Value FieldCount(Vm&, Value) {
  return Value::SmallInt(kNumber);
}

// "os.terminal_size(columns=80, lines=24)": the first `count` words of the object, under the names
// of the first attributes.
Status FieldsRepr(Vm& vm, Value self, std::span<const AttributeInfo> names, uint32_t count,
                  TextBuilder& out);

// The row of a type whose objects are tuples: `own` says what the type has for itself, the other
// slots are those of tuple.
constexpr TypeInfo TupleLike(TypeInfo own) {
  own.hash = TupleHashSlot;
  own.compare = TupleCompare;
  own.length = TupleLength;
  own.get_item = TupleGetItem;
  own.contains = TupleContains;
  own.iter = TupleIter;
  own.binary = TupleBinary;
  return own;
}

}  // namespace pysub

#endif  // PYSUB_STDLIB_TYPES_STRUCT_SEQUENCE_H_
