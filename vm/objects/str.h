#ifndef PYSUB_VM_OBJECTS_STR_H_
#define PYSUB_VM_OBJECTS_STR_H_

#include <cstdint>
#include <string_view>

#include "vm/native.h"
#include "vm/object.h"
#include "vm/result.h"
#include "vm/vm.h"

// str: CPython 3.14 library, "Text Sequence Type".
namespace pysub {

// left + right. A long result of a chain of concatenations gets room behind it (SharedStr in
// object.h), which the next one fills, so that building a text piece by piece is linear. `+=` is
// believed to be such a chain at its second link, `+` at its third.
enum class ConcatMode : uint8_t { kPlain, kInPlace };
Value ConcatStr(Vm& vm, Str* left, Str* right, ConcatMode mode = ConcatMode::kPlain);
inline Value ConcatStrInPlace(Vm& vm, Str* left, Str* right) {
  return ConcatStr(vm, left, right, ConcatMode::kInPlace);
}

// str[index], index in range.
Value StrAt(Vm& vm, Str* str, uint32_t index);
// str[start:stop], 0 <= start <= stop <= length.
Value StrPart(Vm& vm, Str* str, uint32_t start, uint32_t stop);
// str * count.
Value RepeatStr(Vm& vm, Str* str, int64_t count);

// The other operand of sequence * count, an int or bool. OverflowError "cannot fit 'int' into an
// index-sized integer".
Result<int64_t> RepeatCount(Vm& vm, Value count);

// Of all strs with its text the one that Vm::Intern answers.
inline constexpr ObjectFlags kFlagInterned = kFlagC;

// Whether two strs have the same text.
inline bool SameText(const Str* a, const Str* b) {
  if (a == b) return true;
  if (a->count != b->count) return false;
  return __builtin_memcmp(a->view().data(), b->view().data(), a->count) == 0;
}

// left `op` right.
// Linear in the shorter text: of more than kComparedAtOnce bytes the caller calls Tick before.
bool StrHolds(CompareOp op, const Str* left, const Str* right);

// Slots of TypeInfo.
Status StrRepr(Vm& vm, Value self, TextBuilder& out);
Status StrToStr(Vm& vm, Value self, TextBuilder& out);
Value StrCompare(Vm& vm, CompareOp op, Value left, Value right);
Result<bool> StrTruth(Vm& vm, Value self);
Result<int64_t> StrLength(Vm& vm, Value self);
Value StrGetItem(Vm& vm, Value self, Value key);
Value StrContains(Vm& vm, Value self, Value item);
Value StrIter(Vm& vm, Value self);
Value StrBinary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place);
Value StrIteratorNext(Vm& vm, Value self);
Value StrAsciiIteratorNext(Vm& vm, Value self);

// Whether the outcome of a three-way comparison (below, equal to, above 0) satisfies `op`.
constexpr bool OrderHolds(CompareOp op, int order) {
  switch (op) {
    case CompareOp::kEq: return order == 0;
    case CompareOp::kNe: return order != 0;
    case CompareOp::kLt: return order < 0;
    case CompareOp::kLe: return order <= 0;
    case CompareOp::kGt: return order > 0;
    case CompareOp::kGe: return order >= 0;
  }
  return false;
}

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_STR_H_
