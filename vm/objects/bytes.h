#ifndef PYSUB_VM_OBJECTS_BYTES_H_
#define PYSUB_VM_OBJECTS_BYTES_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "vm/native.h"
#include "vm/object.h"
#include "vm/result.h"
#include "vm/text_builder.h"
#include "vm/vm.h"

// bytes, and what bytes and bytearray have in common: CPython 3.14 library, "Binary Sequence
// Types".
namespace pysub {

// Whether `v` offers its memory as bytes: bytes, bytearray, memoryview.
bool IsBytesLike(const Vm& vm, Value v);

// bytes or bytearray.
inline bool IsBytesOrByteArray(Value v) {
  return IsObjectOf(v, TypeId::kBytes) || IsObjectOf(v, TypeId::kByteArray);
}
// The bytes of one of these.
inline std::string_view BytesView(Value v) {
  return v.AsObject()->type == TypeId::kBytes ? v.As<Bytes>()->view() : v.As<ByteArray>()->view();
}

// A bytes-like argument as contiguous bytes: a view, or a copy where a memoryview has gaps and that
// is allowed. Valid while it lives and nothing runs that could resize a bytearray.
class BytesArgument {
 public:
  explicit BytesArgument(Vm& vm) : vm_(vm) {}

  // TypeError "a bytes-like object is required, not 'X'" for anything else; BufferError for a
  // memoryview with gaps.
  Status Get(Value v) {
    if (IsObjectOf(v, TypeId::kBytes)) [[likely]] {
      view_ = v.As<Bytes>()->view();
      return Done{};
    }
    return GetSlow(v, false);
  }
  // The same for those who take any memoryview: bytes(), bytearray(), other memoryviews.
  Status GetWithGaps(Value v) { return GetSlow(v, true); }
  std::string_view view() const { return view_; }

 private:
  Status GetSlow(Value v, bool gaps);

  Vm& vm_;
  std::string_view view_;
  std::optional<TextBuilder> copy_;
};

// A new bytes or bytearray (`type`) with a copy of `bytes`.
Value NewBytesOf(Vm& vm, TypeId type, std::string_view bytes);
// The same with `size` bytes that the caller writes at once to *out.
Value NewBytesUninitialized(Vm& vm, TypeId type, uint64_t size, char** out);

// A byte value from an int. `what` starts the ValueError: "`what` must be in range(0, 256)".
Result<uint8_t> ToByte(Vm& vm, Value v, std::string_view what = "byte");

// The bytes that bytes(source) and bytearray(source) make, appended. `type` is for the wordings and
// for the name in "bytes must be in range(0, 256)". `source` iterates without running Python.
Status AppendBytesOf(Vm& vm, TypeId type, Value source, TextBuilder& out);

// Slots of TypeInfo; those without "ByteArray" in their name serve both types.
Status BytesRepr(Vm& vm, Value self, TextBuilder& out);
Value BytesCompare(Vm& vm, CompareOp op, Value left, Value right);
Result<bool> BytesTruth(Vm& vm, Value self);
Result<int64_t> BytesLength(Vm& vm, Value self);
Value BytesGetItem(Vm& vm, Value self, Value key);
Value BytesContains(Vm& vm, Value self, Value item);
Value BytesIter(Vm& vm, Value self);
Value BytesIteratorNext(Vm& vm, Value self);
Value BytesBinary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place);

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_BYTES_H_
