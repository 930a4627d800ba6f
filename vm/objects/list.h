#ifndef PYSUB_VM_OBJECTS_LIST_H_
#define PYSUB_VM_OBJECTS_LIST_H_

#include <cstdint>
#include <span>

#include "vm/native.h"
#include "vm/object.h"
#include "vm/objects/indexing.h"
#include "vm/result.h"
#include "vm/vm.h"

// list: CPython 3.14 library, "Sequence Types". The items behind `size` in the array are Undefined
// or stale; nobody reads them.
namespace pysub {

inline bool ListAppendInline(List* list, Value item) {
  if (list->size >= list->capacity()) [[unlikely]]
    return false;
  list->items()[list->size++] = item;
  return true;
}

// list[index] for a small int in range; Undefined: use the slot.
inline Value ListGetInline(List* list, Value index) {
  if (!index.IsSmallInt()) [[unlikely]]
    return Value::Undefined();
  int64_t at = index.AsSmallInt();
  int64_t size = static_cast<int64_t>(list->size);
  if (at < 0) at += size;
  if (static_cast<uint64_t>(at) >= list->size) [[unlikely]]
    return Value::Undefined();
  return list->items()[at];
}

inline std::span<Value> ListItems(List* list) {
  return list->size == 0 ? std::span<Value>() : std::span<Value>(list->items(), list->size);
}

Status ListAppend(Vm& vm, List* list, Value item);
Status ListReserve(Vm& vm, List* list, uint64_t capacity);
Eventual ListExtend(Vm& vm, List* list, Value iterable);  // None or CallPending
// Adds the items of any iterable to the end; answers `result`; may push a native frame.
Value ListExtendFrom(Vm& vm, List* list, Value iterable, Value result = Value::None());
// A new list of the items of any iterable; may push.
Value NewListFrom(Vm& vm, Value iterable);
Status ListInsert(Vm& vm, List* list, int64_t index, Value item);
// Removes items [start, stop), which must be in range.
void ListRemoveRange(List* list, uint64_t start, uint64_t stop);
void ListClear(List* list);

// While a list is being sorted it is empty. What puts items into it takes the flag away, so that
// the sort notices even when they are gone again.
inline constexpr ObjectFlags kListIsSorted = kFlagA;

// The position of the first of `items` equal to `item`: -1: none. For index, remove, count and
// `in`.
Result<int64_t> FindEqual(Vm& vm, Value container, uint64_t start, uint64_t stop, Value item);
Result<int64_t> CountEqual(Vm& vm, Value container, Value item);
// The optional bounds of index(): no None here.
Result<Range64> SearchRange(Vm& vm, Value start, Value stop, int64_t size);

// ==, < ... of two lists or of two tuples; may push where the items' comparison does.
Value CompareSequences(Vm& vm, CompareOp op, Value left, Value right);

// Repeated `times`, for * : checks the size first. TypeError if `times` is no int.
Result<int64_t> RepeatCount(Vm& vm, Value times, uint64_t length);
bool FillRepeated(Vm& vm, Value* to, const Value* from, uint64_t length, uint64_t total);

// ---- Slots of TypeInfo
Status ListRepr(Vm& vm, Value self, TextBuilder& out);
Value ListCompare(Vm& vm, CompareOp op, Value left, Value right);
Result<int64_t> ListLength(Vm& vm, Value self);
Value ListGetItem(Vm& vm, Value self, Value key);
Value ListSetItem(Vm& vm, Value self, Value key, Value value);
Value ListContains(Vm& vm, Value self, Value item);
Value ListIter(Vm& vm, Value self);
Value ListBinary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place);

// "[1, 2]" without the brackets.
Status ReprItems(Vm& vm, const Object* container, TextBuilder& out);

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_LIST_H_
