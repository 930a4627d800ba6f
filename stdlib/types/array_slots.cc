// What array.array does for operators, subscripts, comparisons and iteration.

#include <algorithm>
#include <cstring>

#include "lexer/base/clipped_size.h"
#include "stdlib/types/array.h"
#include "vm/objects/bulk.h"
#include "vm/objects/indexing.h"
#include "vm/objects/str.h"

namespace pysub {
namespace {

ArrayArray* AsArrayArray(Value v) { return v.As<ArrayArray>(); }
bool IsArray(Value v) { return IsObjectOf(v, TypeId::kArrayArray); }

Value SliceOf(Vm& vm, ArrayArray* array, const Slice* slice) {
  const SliceBounds bounds = TRY(ResolveSlice(vm, slice, static_cast<int64_t>(ItemCount(array))));
  const uint32_t size = ItemSizeOf(array);
  const auto length = static_cast<uint64_t>(bounds.length);
  if (!vm.Tick(length / 16)) return Value::Failed();
  ArrayArray* part = TRY(NewArrayArray(vm, array->code(), length * size));
  if (length == 0) return Value::Of(part);
  char* to = ArrayBytes(part);
  const char* from = ArrayBytes(array);
  if (bounds.step == 1) {
    std::memcpy(to, from + static_cast<uint64_t>(bounds.start) * size, length * size);
    return Value::Of(part);
  }
  int64_t at = bounds.start;
  Pace pace(vm);
  for (uint64_t i = 0; i < length; ++i, at += bounds.step, to += size) {
    if (!pace.IsTimeLeft()) return Value::Failed();
    std::memcpy(to, from + static_cast<uint64_t>(at) * size, size);
  }
  return Value::Of(part);
}

// del array[slice] with a step.
Status DeleteSteps(Vm& vm, ArrayArray* array, SliceBounds bounds) {
  if (bounds.length == 0) return Done{};
  const uint32_t size = ItemSizeOf(array);
  const uint64_t count = ItemCount(array);
  if (bounds.step < 0) {
    bounds.start += bounds.step * (bounds.length - 1);
    bounds.step = -bounds.step;
  }
  if (!vm.Tick(count / 16)) return Failure{};
  TRY(CheckNoViews(vm, array));
  char* data = ArrayBytes(array);
  auto to = static_cast<uint64_t>(bounds.start);
  int64_t next_deleted = bounds.start;
  int64_t deleted = 0;
  for (auto from = to; from < count; ++from) {
    if (deleted < bounds.length && static_cast<int64_t>(from) == next_deleted) {
      ++deleted;
      next_deleted += bounds.step;
    } else {
      std::memcpy(data + to++ * size, data + from * size, size);
    }
  }
  array->size = (count - static_cast<uint64_t>(bounds.length)) * size;
  return Done{};
}

// Only an array of the same code can be assigned. It may be the array itself.
Value SetSlice(Vm& vm, ArrayArray* array, const Slice* slice, Value value) {
  const uint32_t size = ItemSizeOf(array);
  const bool deletes = value.IsUndefined();
  if (!deletes && !IsArray(value)) {
    return vm.TypeError("can only assign array (not \"", vm.TypeName(value), "\") to array slice");
  }
  if (!deletes && AsArrayArray(value)->code() != array->code()) {
    return vm.TypeError("bad argument type for built-in operation");
  }
  const SliceBounds bounds = TRY(ResolveSlice(vm, slice, static_cast<int64_t>(ItemCount(array))));
  const auto start = static_cast<uint64_t>(bounds.start) * size;
  const auto length = static_cast<uint64_t>(bounds.length);
  if (bounds.step == 1) {
    TRY(ArrayReplace(vm, array, start, start + length * size,
                     deletes ? std::string_view() : AsArrayArray(value)->view()));
    return Value::None();
  }
  if (deletes) {
    TRY(DeleteSteps(vm, array, bounds));
    return Value::None();
  }
  const uint64_t given = ItemCount(AsArrayArray(value));
  if (given != length) {
    return vm.ValueError("attempt to assign array of size ", given, " to extended slice of size ",
                         length);
  }
  if (!vm.Tick(length / 8)) return Value::Failed();
  TextBuilder copy(vm);  // the source may be the same array
  if (!copy.Append(AsArrayArray(value)->view())) return Value::Failed();
  int64_t at = bounds.start;
  for (uint64_t i = 0; i < length; ++i, at += bounds.step) {
    std::memcpy(ArrayBytes(array) + static_cast<uint64_t>(at) * size, copy.view().data() + i * size,
                size);
  }
  return Value::None();
}

Value Concat(Vm& vm, Value left, Value right, bool in_place) {
  if (!IsArray(left)) return Value::NotImplemented();
  ArrayArray* array = AsArrayArray(left);
  if (in_place) {
    if (!IsArray(right)) {
      return vm.TypeError("can only extend array with array (not \"", vm.TypeName(right), "\")");
    }
    if (AsArrayArray(right)->code() != array->code())
      return vm.TypeError("can only extend with array of same kind");
    TRY(ArrayReplace(vm, array, array->size, array->size, AsArrayArray(right)->view()));
    return left;
  }
  if (!IsArray(right))
    return vm.TypeError("can only append array (not \"", vm.TypeName(right), "\") to array");
  if (AsArrayArray(right)->code() != array->code())
    return vm.TypeError("bad argument type for built-in operation");
  const std::string_view head = array->view(), tail = AsArrayArray(right)->view();
  if (!TickForBytes(vm, head.size() + tail.size())) return Value::Failed();
  ArrayArray* sum = TRY(NewArrayArray(vm, array->code(), head.size() + tail.size()));
  if (!head.empty()) std::memcpy(ArrayBytes(sum), head.data(), head.size());
  if (!tail.empty()) std::memcpy(ArrayBytes(sum) + head.size(), tail.data(), tail.size());
  return Value::Of(sum);
}

Value Repeat(Vm& vm, Value left, Value right, bool in_place) {
  if (!IsArray(left)) {
    std::swap(left, right);
    in_place = false;
  }
  if (!IsIndex(vm, right)) return Value::NotImplemented();
  const int64_t times = std::max<int64_t>(TRY(RepeatCount(vm, right)), 0);
  ArrayArray* array = AsArrayArray(left);
  int64_t bytes;
  if (__builtin_mul_overflow(static_cast<int64_t>(array->size), times, &bytes)) {
    return vm.Raise(TypeId::kMemoryError, "");
  }
  const auto total = static_cast<uint64_t>(bytes);
  if (!TickForBytes(vm, ClippedSize(bytes))) return Value::Failed();
  if (!in_place) {
    ArrayArray* product = TRY(NewArrayArray(vm, array->code(), total));
    if (total > 0 && !FillRepeated(vm, ArrayBytes(product), total, array->view()))
      return Value::Failed();
    return Value::Of(product);
  }
  const uint64_t old = array->size;
  if (total == 0 || total == old) {
    if (total != old) TRY(ArrayReplace(vm, array, 0, old, {}));
    return left;
  }
  char* more = TRY(ArraySplice(vm, array, old, old, total - old));
  if (!FillRepeated(vm, more, total - old, {ArrayBytes(array), old})) return Value::Failed();
  return left;
}

}  // namespace

Result<bool> ItemEquals(Vm& vm, Value item, Value value) {
  if (item.IsFloat() && value.IsFloat()) return item.AsFloat() == value.AsFloat();
  return vm.Equal(item, value);
}

Status ArrayRepr(Vm& vm, Value self, TextBuilder& out) {
  ArrayArray* array = AsArrayArray(self);
  out.Append("array('");
  out.Append(array->code());
  out.Append('\'');
  const uint64_t count = ItemCount(array);
  if (count > 0) {
    out.Append(", ");
    if (HoldsText(array)) {
      const Value text = ArrayText(vm, array);
      if (text.IsFailed()) return Failure{};
      TRY(vm.Repr(text, out));
    } else {
      out.Append('[');
      for (uint64_t i = 0; i < count; ++i) {
        if (!vm.Tick(1)) return Failure{};
        if (i > 0) out.Append(", ");
        const Value item = ArrayItem(vm, array, i);
        if (item.IsFailed()) return Failure{};
        TRY(vm.Repr(item, out));
      }
      out.Append(']');
    }
  }
  out.Append(')');
  return out.status();
}

// Arrays of one code, and no floats, are equal if their bytes are. All others are compared item by
// item, because NaN is not equal to itself and 1 is equal to 1.0.
Value ArrayCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (!IsArray(left) || !IsArray(right)) return Value::NotImplemented();
  ArrayArray* a = AsArrayArray(left);
  ArrayArray* b = AsArrayArray(right);
  const uint64_t a_count = ItemCount(a), b_count = ItemCount(b);
  const bool equality = op == CompareOp::kEq || op == CompareOp::kNe;
  if (equality && a_count != b_count) return Value::Bool(op == CompareOp::kNe);
  if (equality && a->code() == b->code() && a->code() != 'f' && a->code() != 'd') {
    if (!TickForBytes(vm, a->size)) return Value::Failed();
    return Value::Bool((a->view() == b->view()) == (op == CompareOp::kEq));
  }
  const uint64_t common = std::min(a_count, b_count);
  for (uint64_t i = 0; i < common; ++i) {
    if (!vm.Tick(1)) return Value::Failed();
    const Value x = TRY(ArrayItem(vm, a, i)), y = TRY(ArrayItem(vm, b, i));
    if (TRY(ItemEquals(vm, x, y))) continue;
    if (equality) return Value::Bool(op == CompareOp::kNe);
    return vm.Compare(op, x, y);
  }
  return Value::Bool(OrderHolds(op, a_count < b_count ? -1 : a_count > b_count));
}

Result<int64_t> ArrayLength(Vm&, Value self) {
  return static_cast<int64_t>(ItemCount(AsArrayArray(self)));
}

Value ArrayGetItem(Vm& vm, Value self, Value key) {
  ArrayArray* array = AsArrayArray(self);
  if (IsIndex(vm, key)) [[likely]] {
    const int64_t index = TRY(ResolveIndex(vm, key, static_cast<int64_t>(ItemCount(array))));
    if (index < 0) return vm.IndexError("array index out of range");
    return ArrayItem(vm, array, static_cast<uint64_t>(index));
  }
  if (IsObjectOf(key, TypeId::kSlice)) return SliceOf(vm, array, key.As<Slice>());
  return vm.TypeError("array indices must be integers");
}

Value ArraySetItem(Vm& vm, Value self, Value key, Value value) {
  ArrayArray* array = AsArrayArray(self);
  if (IsObjectOf(key, TypeId::kSlice)) return SetSlice(vm, array, key.As<Slice>(), value);
  if (!IsIndex(vm, key)) return vm.TypeError("array indices must be integers");
  const int64_t index = TRY(ResolveIndex(vm, key, static_cast<int64_t>(ItemCount(array))));
  if (index < 0) return vm.IndexError("array assignment index out of range");
  const uint32_t size = ItemSizeOf(array);
  const uint64_t at = static_cast<uint64_t>(index) * size;
  if (value.IsUndefined()) {
    TRY(ArrayReplace(vm, array, at, at + size, {}));
    return Value::None();
  }
  char item[8];
  TRY(PackArrayItem(vm, array, value, item));
  std::memcpy(ArrayBytes(array) + at, item, size);
  return Value::None();
}

Value ArrayContains(Vm& vm, Value self, Value item) {
  for (uint64_t i = 0; i < ItemCount(AsArrayArray(self)); ++i) {
    if (!vm.Tick(1)) return Value::Failed();
    if (TRY(ItemEquals(vm, TRY(ArrayItem(vm, AsArrayArray(self), i)), item))) return Value::True();
  }
  return Value::False();
}

Value ArrayIter(Vm& vm, Value self) {
  auto* iterator = TRY(vm.New<SequenceIterator>(TypeId::kArrayArrayIterator));
  iterator->source = self;
  iterator->index = 0;
  return Value::Of(iterator);
}

Value ArrayIteratorNext(Vm& vm, Value self) {
  auto* iterator = self.As<SequenceIterator>();
  if (iterator->source.IsNone()) return Value::Exhausted();
  const ArrayArray* array = AsArrayArray(iterator->source);
  if (iterator->index >= ItemCount(array)) {
    iterator->source = Value::None();
    return Value::Exhausted();
  }
  const Value item = TRY(ArrayItem(vm, array, iterator->index));
  ++iterator->index;
  return item;
}

Value ArrayBinary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place) {
  if (op == BinaryOp::kAdd) return Concat(vm, left, right, in_place);
  if (op == BinaryOp::kMul) return Repeat(vm, left, right, in_place);
  return Value::NotImplemented();
}

}  // namespace pysub
