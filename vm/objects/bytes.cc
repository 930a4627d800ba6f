#include "vm/objects/bytes.h"

#include <cstring>
#include <utility>

#include "lexer/base/clipped_size.h"
#include "lexer/unicode/text_kernels.h"
#include "lexer/unicode/utf8.h"
#include "vm/objects/bulk.h"
#include "vm/objects/bytearray.h"
#include "vm/objects/formatting.h"
#include "vm/objects/indexing.h"
#include "vm/objects/memoryview.h"
#include "vm/objects/str.h"

namespace pysub {

namespace {

Value SliceOf(Vm& vm, Value self, const Slice* slice) {
  const std::string_view bytes = BytesView(self);
  const SliceBounds bounds = TRY(ResolveSlice(vm, slice, static_cast<int64_t>(bytes.size())));
  const TypeId type = self.AsObject()->type;
  const auto length = static_cast<size_t>(bounds.length);
  if (bounds.step == 1) {
    if (length == bytes.size() && type == TypeId::kBytes) return self;
    return NewBytesOf(vm, type, bytes.substr(static_cast<size_t>(bounds.start), length));
  }
  if (!vm.Tick(length / 16)) return Failure{};
  char* out;
  const Value result = TRY(NewBytesUninitialized(vm, type, length, &out));
  const bool in_time = InTime(vm, length, [=](size_t i, size_t end) {
    int64_t at = bounds.start + static_cast<int64_t>(i) * bounds.step;
    for (; i < end; ++i, at += bounds.step) out[i] = bytes[static_cast<size_t>(at)];
  });
  if (!in_time) return Failure{};
  return result;
}

Value Concat(Vm& vm, Value left, Value right, bool in_place) {
  if (!IsBytesOrByteArray(left)) return Value::NotImplemented();
  const bool gaps = IsObjectOf(right, TypeId::kMemoryView) && !IsContiguous(right.As<MemoryView>());
  if (!IsBytesLike(vm, right) || IsReleased(right) || gaps) {
    return vm.TypeError("can't concat ", vm.TypeName(right), " to ", vm.TypeName(left));
  }
  BytesArgument argument(vm);
  TRY(argument.Get(right));
  const std::string_view tail = argument.view();
  const TypeId type = left.AsObject()->type;
  if (in_place && type == TypeId::kByteArray) {
    auto* array = left.As<ByteArray>();
    if (left == right && array->size > 0) {  // the right operand is exported meanwhile
      return vm.Raise(TypeId::kBufferError, "Existing exports of data: object cannot be re-sized");
    }
    TRY(ByteArrayReplace(vm, array, array->size, array->size, tail));
    return left;
  }
  const std::string_view head = BytesView(left);
  if (type == TypeId::kBytes) {
    if (tail.empty()) return left;
    if (head.empty() && IsObjectOf(right, TypeId::kBytes)) return right;
  }
  if (!TickForBytes(vm, head.size() + tail.size())) return Failure{};
  char* out;
  const Value result = TRY(NewBytesUninitialized(vm, type, head.size() + tail.size(), &out));
  if (!CopyBytes(vm, out, head) || !CopyBytes(vm, out + head.size(), tail)) return Failure{};
  return result;
}

Value Repeat(Vm& vm, Value left, Value right, bool in_place) {
  if (!IsBytesOrByteArray(left)) {
    std::swap(left, right);
    in_place = false;
  }
  if (!IsIndex(vm, right)) return Value::NotImplemented();
  int64_t count = TRY(RepeatCount(vm, right));
  if (count < 0) count = 0;
  const TypeId type = left.AsObject()->type;
  const std::string_view unit = BytesView(left);
  if (count == 1 && type == TypeId::kBytes) return left;
  int64_t total;
  if (__builtin_mul_overflow(static_cast<int64_t>(unit.size()), count, &total)) {
    if (type == TypeId::kByteArray) return vm.Raise(TypeId::kMemoryError, "");
    return vm.OverflowError("repeated bytes are too long");
  }
  const auto bytes = static_cast<uint64_t>(total);
  if (!TickForBytes(vm, ClippedSize(total))) return Failure{};
  if (in_place && type == TypeId::kByteArray) {
    auto* array = left.As<ByteArray>();
    if (bytes != array->size) TRY(CheckResizable(vm, array));
    TRY(ByteArrayReserve(vm, array, bytes));
    const size_t old_size = array->size;
    if (bytes > old_size) {
      char* data = BytesOf(array);
      const size_t more = static_cast<size_t>(bytes) - old_size;
      if (!FillRepeated(vm, data + old_size, more, {data, old_size})) return Failure{};
    }
    array->size = bytes;
    return left;
  }
  char* out;
  const Value result = TRY(NewBytesUninitialized(vm, type, bytes, &out));
  if (!FillRepeated(vm, out, static_cast<size_t>(bytes), unit)) return Failure{};
  return result;
}

}  // namespace

Value Vm::NewBytes(std::string_view bytes) { return NewBytesOf(*this, TypeId::kBytes, bytes); }

Buffer* Vm::NewBuffer(uint64_t bytes) {
  if (bytes > UINT32_MAX - 8) return NoMemory(bytes);
  Object* object = heap.NewRaw(TypeId::kBuffer, static_cast<uint32_t>(bytes));
  if (object == nullptr) [[unlikely]]
    return NoMemory(bytes);
  return static_cast<Buffer*>(object);
}

// For who fills all of *out at once. Until then the object holds old bytes of the host's memory, so
// nothing may run in between that could show them.
Value NewBytesUninitialized(Vm& vm, TypeId type, uint64_t size, char** out) {
  if (type == TypeId::kByteArray) {
    ByteArray* array = TRY(NewByteArray(vm, size));
    array->size = size;
    *out = size > 0 ? BytesOf(array) : nullptr;
    return Value::Of(array);
  }
  if (size > UINT32_MAX - 8) return vm.NoMemory(size);
  Object* bytes = vm.heap.NewRaw(TypeId::kBytes, static_cast<uint32_t>(size));
  if (bytes == nullptr) [[unlikely]]
    return vm.NoMemory(size);
  *out = bytes->bytes();
  return Value::Of(bytes);
}

Value NewBytesOf(Vm& vm, TypeId type, std::string_view bytes) {
  if (!TickForBytes(vm, bytes.size())) return Failure{};
  char* out;
  const Value result = TRY(NewBytesUninitialized(vm, type, bytes.size(), &out));
  if (!bytes.empty() && !CopyBytes(vm, out, bytes)) return Failure{};
  return result;
}

bool IsBytesLike(const Vm& vm, Value v) {
  switch (vm.TypeOf(v)) {
    case TypeId::kBytes:
    case TypeId::kByteArray:
    case TypeId::kMemoryView:
    case TypeId::kArrayArray: return true;
    default: return false;
  }
}

// A view into the object's own bytes where that is possible, and a copy only for a memoryview with
// gaps. The view is good as long as nothing is collected and the object keeps its size.
Status BytesArgument::GetSlow(Value v, bool gaps) {
  if (IsObjectOf(v, TypeId::kBytes)) return Get(v);
  if (v.IsObject() && IsResizableMemory(v.AsObject()->type)) {
    view_ = v.As<ByteArray>()->view();
    return Done{};
  }
  if (IsObjectOf(v, TypeId::kMemoryView)) {
    const auto* memory = v.As<MemoryView>();
    TRY(CheckNotReleased(vm_, memory));
    if (IsContiguous(memory)) {
      view_ = ContiguousBytes(memory);
      return Done{};
    }
    if (!gaps)
      return vm_.Raise(TypeId::kBufferError, "memoryview: underlying buffer is not C-contiguous");
    copy_.emplace(vm_);
    TRY(AppendMemory(vm_, memory, *copy_));
    view_ = copy_->view();
    return Done{};
  }
  return vm_.TypeError("a bytes-like object is required, not '", vm_.TypeName(v), "'");
}

Result<uint8_t> ToByte(Vm& vm, Value v, std::string_view what) {
  int64_t number = -1;
  if (v.IsSmallInt()) [[likely]] {
    number = v.AsSmallInt();
  } else if (v.IsBool()) {
    number = v.AsBool();
  } else if (!IsIndex(vm, v)) {
    return vm.TypeError("'", vm.TypeName(v), "' object cannot be interpreted as an integer");
  }
  if (number < 0 || number > 255) return vm.ValueError(what, " must be in range(0, 256)");
  return static_cast<uint8_t>(number);
}

// What bytes(source) takes: an object with bytes, or an iterable of numbers. Only lists and tuples
// are gone through here; others are made into a list first, as their iterators may be Python code.
Status AppendBytesOf(Vm& vm, TypeId type, Value source, TextBuilder& out) {
  if (IsBytesLike(vm, source)) {
    BytesArgument bytes(vm);
    TRY(bytes.GetWithGaps(source));
    out.Append(bytes.view());
    return out.status();
  }
  const std::string_view what = type == TypeId::kBytes ? "bytes" : "byte";
  const Value* items = nullptr;
  size_t count = 0;
  if (IsObjectOf(source, TypeId::kList)) {
    const auto* list = source.As<List>();
    count = list->size;
    if (count > 0) items = source.As<List>()->items();
  } else if (IsObjectOf(source, TypeId::kTuple)) {
    count = source.As<Tuple>()->size();
    items = source.As<Tuple>()->items();
  } else {
    const TypeInfo& info = vm.InfoOf(source);
    if (type == TypeId::kBytes && vm.IsInstance(source, TypeId::kPurePath)) {  // __bytes__
      TRY(vm.ToStr(source, out));
      return out.status();
    }
    if (source.IsType() || (info.iter == nullptr && info.next == nullptr)) {
      return vm.TypeError("cannot convert '", vm.TypeName(source), "' object to ",
                          Vm::NameOf(type));
    }
    const Value iterator = TRY(vm.GetIter(source));
    while (true) {
      const Value item = TRY(vm.Next(iterator).AtOnce());
      if (item.IsExhausted()) return out.status();
      out.Append(static_cast<char>(TRY(ToByte(vm, item, what))));
      if (!out.ok() || !vm.Tick(1)) return Failure{};
    }
  }
  if (!vm.Tick(count)) return Failure{};
  char* to = out.Extend(count);
  if (to == nullptr) return Failure{};
  for (size_t i = 0; i < count; ++i) {
    to[i] = static_cast<char>(TRY(ToByte(vm, items[i], what)));
  }
  return out.status();
}

// ---- Slots

Status BytesRepr(Vm& vm, Value self, TextBuilder& out) {
  const std::string_view bytes = BytesView(self);
  if (!vm.Tick(bytes.size() / 16)) return Failure{};
  if (self.AsObject()->type == TypeId::kByteArray) {
    // Unlike bytes, it escapes a ' between double quotes too.
    TextBuilder text(vm);
    AppendBytesRepr(bytes, text);
    std::string_view rest = text.view();
    const bool escapes = rest.starts_with("b\"");
    out.Append("bytearray(");
    while (escapes && rest.find('\'') != rest.npos) {
      const size_t quote = rest.find('\'');
      out.Append(rest.substr(0, quote));
      out.Append("\\'");
      rest.remove_prefix(quote + 1);
    }
    out.Append(rest);
    out.Append(')');
    TRY(text.status());
  } else {
    AppendBytesRepr(bytes, out);
  }
  return out.status();
}

Value BytesCompare(Vm& vm, CompareOp op, Value left, Value right) {
  std::string_view a, b;
  BytesArgument view(vm);
  if (IsBytesOrByteArray(left) && IsBytesOrByteArray(right)) {
    a = BytesView(left);
    b = BytesView(right);
  } else if (IsObjectOf(left, TypeId::kByteArray) && IsBytesLike(vm, right)) {
    TRY(view.GetWithGaps(right));
    a = BytesView(left);
    b = view.view();
  } else if (IsObjectOf(right, TypeId::kByteArray) && IsBytesLike(vm, left)) {
    TRY(view.GetWithGaps(left));
    a = view.view();
    b = BytesView(right);
  } else {
    return Value::NotImplemented();
  }
  if (!TickForBytes(vm, a.size() < b.size() ? a.size() : b.size())) return Failure{};
  if (op == CompareOp::kEq || op == CompareOp::kNe) {
    return Value::Bool((a == b) == (op == CompareOp::kEq));
  }
  return Value::Bool(OrderHolds(op, a.compare(b)));
}

Result<bool> BytesTruth(Vm&, Value self) { return !BytesView(self).empty(); }

Result<int64_t> BytesLength(Vm&, Value self) {
  return static_cast<int64_t>(BytesView(self).size());
}

Value BytesGetItem(Vm& vm, Value self, Value key) {
  const bool is_bytes = self.AsObject()->type == TypeId::kBytes;
  if (IsIndex(vm, key)) [[likely]] {
    const std::string_view bytes = BytesView(self);
    const int64_t index = TRY(ResolveIndex(vm, key, static_cast<int64_t>(bytes.size())));
    if (index < 0)
      return vm.IndexError(is_bytes ? "index out of range" : "bytearray index out of range");
    return Value::SmallInt(static_cast<uint8_t>(bytes[static_cast<size_t>(index)]));
  }
  if (IsObjectOf(key, TypeId::kSlice)) return SliceOf(vm, self, key.As<Slice>());
  return vm.TypeError(is_bytes ? "byte" : "bytearray", " indices must be integers or slices, not ",
                      vm.TypeName(key));
}

Value BytesContains(Vm& vm, Value self, Value item) {
  const std::string_view bytes = BytesView(self);
  if (!TickForBytes(vm, bytes.size())) return Failure{};
  if (IsIndex(vm, item)) {
    const uint8_t byte = TRY(ToByte(vm, item));
    const char wanted = static_cast<char>(byte);
    return Value::Bool(TRY(FindInTime(vm, bytes, {&wanted, 1})) != kNotFound);
  }
  BytesArgument part(vm);
  TRY(part.Get(item));
  return Value::Bool(TRY(FindInTime(vm, bytes, part.view())) != kNotFound);
}

Value BytesIter(Vm& vm, Value self) {
  auto* iterator = TRY(vm.New<SequenceIterator>(self.AsObject()->type == TypeId::kBytes
                                                    ? TypeId::kBytesIterator
                                                    : TypeId::kByteArrayIterator));
  iterator->source = self;
  iterator->index = 0;
  return Value::Of(iterator);
}

Value BytesIteratorNext(Vm&, Value self) {
  auto* iterator = self.As<SequenceIterator>();
  if (iterator->source.IsNone()) return Value::Exhausted();
  const std::string_view bytes = BytesView(iterator->source);
  if (iterator->index >= bytes.size()) {
    iterator->source = Value::None();
    return Value::Exhausted();
  }
  return Value::SmallInt(static_cast<uint8_t>(bytes[iterator->index++]));
}

Value BytesBinary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place) {
  switch (op) {
    case BinaryOp::kAdd: return Concat(vm, left, right, in_place);
    case BinaryOp::kMul: return Repeat(vm, left, right, in_place);
    case BinaryOp::kMod:
      if (!IsBytesOrByteArray(left)) return Value::NotImplemented();
      return PercentFormat(vm, left, right);
    default: return Value::NotImplemented();
  }
}

}  // namespace pysub
