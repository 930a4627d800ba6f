#ifndef PYSUB_STDLIB_TYPES_DEQUE_H_
#define PYSUB_STDLIB_TYPES_DEQUE_H_

#include "vm/vm.h"

// collections.deque: a ring in an Array whose size is a power of two. Item i is at (head + i)
// modulo that size; the free places are Undefined or stale.
namespace pysub {

struct Deque : Object {
  Value array;  // Array, or Undefined while empty
  RawWord head;
  RawWord size;
  RawWord changes;  // counts changes of the length, so that iterators notice
  Value maxlen;     // an int that fits 64 bits, or None

  uint32_t capacity() const { return array.IsUndefined() ? 0 : array.AsObject()->count; }
  Value& at(uint64_t i) { return ArrayItems(array)[(head + i) & (array.AsObject()->count - 1)]; }
};

Deque* NewDeque(Vm& vm, Value maxlen);
Status DequeAppend(Vm& vm, Deque* deque, Value item);
Value DequeCopy(Vm& vm, Value deque);

}  // namespace pysub

#endif  // PYSUB_STDLIB_TYPES_DEQUE_H_
