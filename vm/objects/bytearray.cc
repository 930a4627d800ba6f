#include "vm/objects/bytearray.h"

#include <cstring>

#include "vm/native_frame.h"
#include "vm/objects/bulk.h"
#include "vm/objects/bytes.h"
#include "vm/objects/indexing.h"

namespace pysub {

namespace {

// A slice assignment takes what bytearray(value) would take, but counts and texts are not sizes
// here.
Status AppendAssigned(Vm& vm, Value value, TextBuilder& out) {
  if (IsIndex(vm, value) || vm.IsStr(value) || value.IsFloat()) {
    return vm.TypeError("can assign only bytes, buffers, or iterables of ints in range(0, 256)");
  }
  return AppendBytesOf(vm, TypeId::kByteArray, value, out);
}

// Reading the value may run code of the program's choice that changes the array. So its bytes are
// copied first, and the bounds are computed again behind that.
Value SetSlice(Vm& vm, ByteArray* array, const Slice* slice, Value value) {
  // A bad slice fails before what is assigned does; that is read before the bounds count (T-003).
  TRY(ResolveSlice(vm, slice, static_cast<int64_t>(array->size)));
  TextBuilder assigned(vm);
  if (!value.IsUndefined()) TRY(AppendAssigned(vm, value, assigned));
  const std::string_view bytes = assigned.view();
  SliceBounds bounds = TRY(ResolveSlice(vm, slice, static_cast<int64_t>(array->size)));
  const auto start = static_cast<uint64_t>(bounds.start);
  const auto length = static_cast<uint64_t>(bounds.length);
  if (bounds.step == 1) {
    TRY(ByteArrayReplace(vm, array, start, start + length, bytes));
    return Value::None();
  }
  if (value.IsUndefined() || bytes.empty()) {
    TRY(CheckResizable(vm, array));
    if (length == 0) return Value::None();
    if (!vm.Tick(array->size / 16)) return Failure{};
    int64_t first = bounds.start, step = bounds.step;
    if (step < 0) {
      first += step * (bounds.length - 1);
      step = -step;
    }
    char* data = BytesOf(array);
    auto to = static_cast<uint64_t>(first);
    int64_t next_deleted = first;
    uint64_t left = length;
    for (auto from = static_cast<uint64_t>(first); from < array->size; ++from) {
      if (left > 0 && static_cast<int64_t>(from) == next_deleted) {
        --left;
        next_deleted += step;
      } else {
        data[to++] = data[from];
      }
    }
    array->size = to;
    return Value::None();
  }
  if (bytes.size() != length) {
    return vm.ValueError("attempt to assign bytes of size ", static_cast<uint64_t>(bytes.size()),
                         " to extended slice of size ", length);
  }
  if (!vm.Tick(length / 16)) return Failure{};
  char* data = array->size > 0 ? BytesOf(array) : nullptr;
  int64_t at = bounds.start;
  for (uint64_t i = 0; i < length; ++i, at += bounds.step) data[at] = bytes[i];
  return Value::None();
}

}  // namespace

ByteArray* NewByteArray(Vm& vm, uint64_t capacity) {
  Value buffer;
  if (capacity > 0) buffer = Value::Of(TRY(vm.NewBuffer(capacity)));
  ByteArray* array = TRY(vm.New<ByteArray>(TypeId::kByteArray));
  array->buffer = buffer;
  array->size = 0;
  array->exports = 0;
  return array;
}

Status CheckResizable(Vm& vm, ByteArray* array) {
  if (array->exports == 0) [[likely]]
    return Done{};
  // Some of the views may be garbage: collect, which counts them, and ask again.
  if (!array->flag(kFlagA)) return vm.NoMemory(sizeof(ByteArray));
  return vm.Raise(TypeId::kBufferError, "Existing exports of data: object cannot be re-sized");
}

Status ByteArrayReserve(Vm& vm, ByteArray* array, uint64_t size) {
  const uint64_t capacity = array->buffer.IsUndefined() ? 0 : array->buffer.AsObject()->count;
  if (size <= capacity) return Done{};
  uint64_t wanted = size + size / 2 + 16;
  if (!vm.heap.HasRoomFor(wanted)) wanted = size;
  if (!vm.Tick(array->size / 64)) return Failure{};
  Buffer* buffer = TRY(vm.NewBuffer(wanted));
  if (array->size > 0 && !CopyBytes(vm, buffer->bytes(), {BytesOf(array), array->size}))
    return Failure{};
  array->buffer = Value::Of(buffer);
  return Done{};
}

// While a memoryview looks at the array its size must not change, since the view would reach behind
// its end.
Status ByteArrayReplace(Vm& vm, ByteArray* array, uint64_t start, uint64_t stop,
                        std::string_view bytes) {
  const uint64_t tail = array->size - stop;
  const uint64_t size = start + bytes.size() + tail;
  if (size != array->size) TRY(CheckResizable(vm, array));
  if (!vm.Tick((bytes.size() + tail) / 64)) return Failure{};
  // Growing leaves the old buffer to the collector, which cannot run now: `bytes` stays valid even
  // when it is part of it.
  TRY(ByteArrayReserve(vm, array, size));
  if (size > 0) {
    char* data = BytesOf(array);
    const bool overlaps =
        !bytes.empty() && bytes.data() >= data && bytes.data() < data + array->size;
    if (overlaps && tail > 0 && bytes.size() != stop - start) {
      // Only b[i:j] = b and the like: the argument would move under the copy.
      TextBuilder copy(vm);
      if (!copy.Append(bytes)) return Failure{};
      return ByteArrayReplace(vm, array, start, stop, copy.view());
    }
    if (start == array->size) {  // the bytes behind the end are nobody's yet
      if (!bytes.empty() && !CopyBytes(vm, data + start, bytes)) return Failure{};
    } else {
      std::memmove(data + start + bytes.size(), data + stop, tail);
      if (!bytes.empty()) std::memmove(data + start, bytes.data(), bytes.size());
    }
  }
  array->size = size;
  return Done{};
}

namespace {

// Whether reading all of `value` may run Python code, so that it has to be read by a native frame.
Result<bool> RunsPython(Vm& vm, Value value) {
  if (value.IsUndefined() || value.IsType() || IsBytesLike(vm, value)) return false;
  const TypeInfo& info = vm.InfoOf(value);
  if (info.iter == nullptr && info.next == nullptr) return false;
  const Value iterator = TRY(vm.GetIter(value));
  return !vm.IteratesNatively(iterator);
}

}  // namespace

Value ByteArraySetSliceResume(Vm& vm, NativeFrame& frame, Value in) {
  return AssignSliceResume<ByteArray, SetSlice>(vm, frame, in);
}

Value ByteArraySetItem(Vm& vm, Value self, Value key, Value value) {
  auto* array = self.As<ByteArray>();
  if (IsIndex(vm, key)) [[likely]] {
    const int64_t index = TRY(ResolveIndex(vm, key, static_cast<int64_t>(array->size)));
    const uint8_t byte = value.IsUndefined() ? 0 : TRY(ToByte(vm, value));
    if (index < 0) return vm.IndexError("bytearray index out of range");
    if (value.IsUndefined()) {
      TRY(ByteArrayReplace(vm, array, static_cast<uint64_t>(index),
                           static_cast<uint64_t>(index) + 1, {}));
      return Value::None();
    }
    BytesOf(array)[index] = static_cast<char>(byte);
    return Value::None();
  }
  if (IsObjectOf(key, TypeId::kSlice)) {
    if (TRY(RunsPython(vm, value))) {
      TRY(ResolveSlice(vm, key.As<Slice>(), static_cast<int64_t>(array->size)));
      return vm.PushNativeFrame(ResumeId::kByteArraySetSlice, {self, key, value});
    }
    return SetSlice(vm, array, key.As<Slice>(), value);
  }
  return vm.TypeError("bytearray indices must be integers or slices, not ", vm.TypeName(key));
}

}  // namespace pysub
