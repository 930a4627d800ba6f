// array.array: items, growing, methods. CPython 3.14 library, "array".

#include "stdlib/types/array.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <string>

#include "lexer/unicode/utf8.h"
#include "stdlib/modules/library_function.h"
#include "vm/numbers/limbs.h"
#include "vm/objects/arguments.h"
#include "vm/objects/bulk.h"
#include "vm/objects/bytearray.h"
#include "vm/objects/bytes.h"
#include "vm/objects/dict.h"
#include "vm/objects/formatting.h"
#include "vm/objects/indexing.h"
#include "vm/objects/list.h"
#include "vm/objects/text_codecs.h"
#include "vm/snapshot/schema.h"
#include "vm/warn.h"

namespace pysub {
namespace {

ArrayArray* Self(const Args& a) { return a[0].As<ArrayArray>(); }

template <typename T>
T Read(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

// ---- values as items

// What C calls the type of a code when an int is out of its range; CPython converts in up to two
// steps.
struct IntRange {
  int64_t least, most;
  std::string_view name;
};
Status CheckRange(Vm& vm, int64_t number, const IntRange& range) {
  if (number < range.least) return vm.OverflowError(range.name, " is less than minimum");
  if (number > range.most) return vm.OverflowError(range.name, " is greater than maximum");
  return Done{};
}
constexpr IntRange kShort{INT16_MIN, INT16_MAX, "signed short integer"};
constexpr IntRange kInt{INT32_MIN, INT32_MAX, "signed integer"};

Result<int64_t> SignedNumber(Vm& vm, char code, Value value) {
  const std::optional<int64_t> number = ToInt64(IntArgument(value).view());
  if (!number) {
    return vm.OverflowError(code == 'q' ? "int too big to convert"
                                        : "Python int too large to convert to C long");
  }
  switch (code) {
    case 'b':
      TRY(CheckRange(vm, *number, kShort));
      TRY(CheckRange(vm, *number, {INT8_MIN, INT8_MAX, "signed char"}));
      break;
    case 'B': TRY(CheckRange(vm, *number, {0, UINT8_MAX, "unsigned byte integer"})); break;
    case 'h': TRY(CheckRange(vm, *number, kShort)); break;
    case 'H':
      TRY(CheckRange(vm, *number, kInt));
      TRY(CheckRange(vm, *number, {0, UINT16_MAX, "unsigned short"}));
      break;
    case 'i': TRY(CheckRange(vm, *number, kInt)); break;
    default: break;
  }
  return *number;
}

Result<uint64_t> UnsignedNumber(Vm& vm, char code, Value value) {
  const IntArgument argument(value);
  const IntView view = argument.view();
  const std::optional<int64_t> small = ToInt64(view);
  const bool negative = small ? *small < 0 : view.negative;
  if (negative) {
    return vm.OverflowError(code == 'Q' ? "can't convert negative int to unsigned"
                                        : "can't convert negative value to unsigned int");
  }
  const std::optional<uint64_t> number = ToUint64(view);
  if (!number) {
    return vm.OverflowError(code == 'Q' ? "int too big to convert"
                                        : "Python int too large to convert to C unsigned long");
  }
  if (code == 'I' && *number > UINT32_MAX)
    return vm.OverflowError("unsigned int is greater than maximum");
  return *number;
}

Status PackCharacter(Vm& vm, Value value, char* out) {
  if (!Vm::IsStr(value)) {
    return vm.TypeError("array item must be a unicode character, not ", vm.TypeName(value));
  }
  if (value.As<Str>()->length != 1) {
    return vm.TypeError("array item must be a unicode character, not a string of length ",
                        value.As<Str>()->length);
  }
  const char32_t character = DecodeUtf8(Vm::View(value)).code_point;
  std::memcpy(out, &character, 4);
  return Done{};
}

}  // namespace

Status CheckNoViews(Vm& vm, ArrayArray* array) {
  if (array->exports == 0) [[likely]]
    return Done{};
  // Some of the views may be garbage: collect, which counts them, and ask again.
  if (!array->flag(kFlagA)) return vm.NoMemory(sizeof(ArrayArray));
  return vm.Raise(TypeId::kBufferError, "cannot resize an array that is exporting buffers");
}

ArrayArray* NewArrayArray(Vm& vm, char code, uint64_t bytes) {
  Value buffer;
  if (bytes > 0) buffer = Value::Of(TRY(vm.NewBuffer(bytes)));
  ArrayArray* array = TRY(vm.New<ArrayArray>(TypeId::kArrayArray));
  array->buffer = buffer;
  array->size = bytes;
  array->exports = 0;
  array->typecode = static_cast<uint8_t>(code);
  return array;
}

// Items lie in the buffer as in C, in the byte order of the machine. The codes are those of the
// array module; l is 8 bytes, as on 64-bit Linux.
Value ArrayItem(Vm& vm, const ArrayArray* array, uint64_t index) {
  const char* at = array->buffer.As<Buffer>()->bytes() + index * ItemSizeOf(array);
  switch (array->code()) {
    case 'b': return Value::SmallInt(Read<int8_t>(at));
    case 'B': return Value::SmallInt(Read<uint8_t>(at));
    case 'h': return Value::SmallInt(Read<int16_t>(at));
    case 'H': return Value::SmallInt(Read<uint16_t>(at));
    case 'i': return Value::SmallInt(Read<int32_t>(at));
    case 'I': return Value::SmallInt(Read<uint32_t>(at));
    case 'l':
    case 'q': return vm.NewInt(Read<int64_t>(at));
    case 'L':
    case 'Q': return vm.NewIntUnsigned(Read<uint64_t>(at));
    case 'f': return Value::ForeignFloat(Read<float>(at));
    case 'd': return Value::ForeignFloat(Read<double>(at));
    default: break;
  }
  const auto character = Read<uint32_t>(at);
  if (character > 0x10FFFF) return vm.ValueError("chr() arg not in range(0x110000)");
  return vm.CharStr(character);
}

// The value as bytes, or an error before anything was written. Ranges are checked by type code, as
// C would cut numbers silently.
Status PackArrayItem(Vm& vm, const ArrayArray* array, Value value, char* out) {
  const char code = array->code();
  if (HoldsText(array)) return PackCharacter(vm, value, out);
  if (code == 'f' || code == 'd') {
    const double number = TRY(vm.ToDouble(value));
    const auto narrow = static_cast<float>(number);
    if (code == 'f') {
      std::memcpy(out, &narrow, 4);
    } else {
      std::memcpy(out, &number, 8);
    }
    return Done{};
  }
  if (!IsIndex(vm, value)) {
    return vm.TypeError("'", vm.TypeName(value), "' object cannot be interpreted as an integer");
  }
  uint64_t bits;
  if (code == 'I' || code == 'L' || code == 'Q') {
    bits = TRY(UnsignedNumber(vm, code, value));
  } else {
    bits = static_cast<uint64_t>(TRY(SignedNumber(vm, code, value)));
  }
  std::memcpy(out, &bits, ItemSizeOf(array));
  return Done{};
}

char* ArraySplice(Vm& vm, ArrayArray* array, uint64_t start, uint64_t stop, uint64_t bytes) {
  if (stop - start != bytes) TRY(CheckNoViews(vm, array));
  const uint64_t tail = array->size - stop;
  const uint64_t size = start + bytes + tail;
  if (!vm.Tick((bytes + tail) / 64)) return Failure{};
  TRY(ByteArrayReserve(vm, array, size));
  array->size = size;
  // of which nothing is written
  if (array->buffer.IsUndefined()) return reinterpret_cast<char*>(array);
  char* data = ArrayBytes(array);
  std::memmove(data + start + bytes, data + stop, tail);
  return data + start;
}

Status ArrayReplace(Vm& vm, ArrayArray* array, uint64_t start, uint64_t stop,
                    std::string_view with) {
  // What is part of the array would move, or be left behind, under the copy.
  TextBuilder copy(vm);
  const std::string_view all = array->view();
  if (!with.empty() && with.data() >= all.data() && with.data() < all.data() + all.size()) {
    if (!copy.Append(with)) return Failure{};
    with = copy.view();
  }
  char* to = ArraySplice(vm, array, start, stop, with.size());
  if (to == nullptr) return Failure{};
  if (!with.empty()) std::memcpy(to, with.data(), with.size());
  return Done{};
}

Status ArrayAppend(Vm& vm, ArrayArray* array, Value value) {
  char item[8];
  TRY(PackArrayItem(vm, array, value, item));
  const uint32_t size = ItemSizeOf(array);
  TRY(CheckNoViews(vm, array));
  TRY(ByteArrayReserve(vm, array, array->size + size));
  std::memcpy(ArrayBytes(array) + array->size, item, size);
  array->size += size;
  return Done{};
}

Value ArrayText(Vm& vm, const ArrayArray* array) {
  const uint64_t count = ItemCount(array);
  if (!vm.Tick(count / 8)) return Value::Failed();
  TextBuilder out(vm);
  for (uint64_t i = 0; i < count && out.ok(); ++i) {
    const auto character = Read<uint32_t>(array->buffer.As<Buffer>()->bytes() + i * 4);
    const bool surrogate = character >= 0xD800 && character < 0xE000;
    // the decoder has the words for it
    if (array->code() == 'w' && (surrogate || character > 0x10FFFF)) {
      return DecodeText(vm, {array->buffer.As<Buffer>()->bytes(), count * 4}, Value::Undefined(),
                        "utf-32-le", "strict");
    }
    if (character > 0x10FFFF) {
      char digits[8];
      const auto end = std::to_chars(digits, digits + sizeof(digits), character, 16).ptr;
      return vm.ValueError("character U+", std::string_view(digits, end - digits),
                           " is not in range [U+0000; U+10ffff]");
    }
    out.Append(static_cast<char32_t>(character));
  }
  return out.Finish();
}

Value ArrayExtend(Vm& vm, Value self, Value iterable, Value result) {
  auto* array = self.As<ArrayArray>();
  if (IsObjectOf(iterable, TypeId::kArrayArray)) {
    auto* other = iterable.As<ArrayArray>();
    if (other->code() != array->code())
      return vm.TypeError("can only extend with array of same kind");
    TRY(ArrayReplace(vm, array, array->size, array->size, other->view()));
    return result;
  }
  const Value iterator = TRY(vm.GetIter(iterable));
  return vm.PushNativeFrame(ResumeId::kArrayExtend, {self, iterator, result, Value::Undefined()});
}

// Slots: the array, an iterator, the result, the item in hand.
Value ArrayExtendResume(Vm& vm, NativeFrame& frame, Value in) {
  while (true) {
    switch (frame.state) {
      case 0:
        PYSUB_SUSPEND_POINT(1, vm.Next(frame.slots[1]));
        if (in.IsExhausted()) return frame.slots[2];
        TRY(ArrayAppend(vm, frame.slots[0].As<ArrayArray>(), in));
        frame.state = 0;
        continue;
    }
    return BadState(vm);
  }
}

// Slots: the array, the file, bytes done (tofile) or wanted (fromfile), whether it reads, unused.
Value ArrayFileResume(Vm& vm, NativeFrame& frame, Value in) {
  constexpr uint64_t kBlock = 64 * 1024;
  auto* array = frame.slots[0].As<ArrayArray>();
  const auto write = [&]() -> Value {
    const auto from = static_cast<uint64_t>(frame.slots[2].AsSmallInt());
    const Value block =
        TRY(vm.NewBytes(array->view().substr(std::min<uint64_t>(from, array->size), kBlock)));
    return CallMethod(vm, frame.slots[1], "write", {block});
  };
  while (true) {
    switch (frame.state) {
      case 0:
        if (frame.slots[3].AsSmallInt() != 0) {
          PYSUB_SUSPEND_POINT(1, CallMethod(vm, frame.slots[1], "read", {frame.slots[2]}));
          if (!IsObjectOf(in, TypeId::kBytes)) return vm.TypeError("read() didn't return bytes");
          {
            const std::string_view bytes = in.As<Bytes>()->view();
            if (bytes.size() % ItemSizeOf(array) != 0) {
              return vm.ValueError("bytes length not a multiple of item size");
            }
            TRY(ArrayReplace(vm, array, array->size, array->size, bytes));
            if (bytes.size() == static_cast<uint64_t>(frame.slots[2].AsSmallInt()))
              return Value::None();
          }
          PYSUB_CHECKPOINT(3);  // what there was stays
          return vm.Raise(TypeId::kEOFError, "read() didn't return enough bytes");
        }
        if (static_cast<uint64_t>(frame.slots[2].AsSmallInt()) >= array->size) return Value::None();
        PYSUB_SUSPEND_POINT(2, write());
        frame.slots[2] =
            Value::KnownSmallInt(frame.slots[2].AsSmallInt() + static_cast<int64_t>(kBlock));
        frame.state = 0;
        continue;
    }
    return BadState(vm);
  }
}

namespace {

// ---- making one

Status FillFromText(Vm& vm, ArrayArray* array, std::string_view text, uint64_t length) {
  char* to = ArraySplice(vm, array, array->size, array->size, length * 4);
  if (to == nullptr || !vm.Tick(length / 8)) return Failure{};
  Pace pace(vm);
  for (uint64_t at = 0, i = 0; i < length; ++i, to += 4) {
    if (!pace.IsTimeLeft()) return Failure{};
    const DecodedCodePoint decoded = DecodeUtf8(text, at);
    std::memcpy(to, &decoded.code_point, 4);
    at += static_cast<uint64_t>(decoded.size);
  }
  return Done{};
}

Value CodeArgument(Vm& vm, Value v, char* code) {
  if (!Vm::IsStr(v))
    return vm.TypeError("array() argument 1 must be a unicode character, not ",
                        v.IsNone() ? "None" : vm.TypeName(v));
  if (v.As<Str>()->length != 1) {
    return vm.TypeError("array() argument 1 must be a unicode character, not a string of length ",
                        v.As<Str>()->length);
  }
  *code = Vm::View(v)[0];
  return Value::None();
}

Value New(Vm& vm, const Args& a) {
  if (!a.keywords.IsUndefined() && TRY(vm.Length(a.keywords)) > 0) {
    return vm.TypeError("array.array() takes no keyword arguments");
  }
  if (a.rest_count < 1) return vm.TypeError("array() takes at least 1 argument (0 given)");
  if (a.rest_count > 2)
    return vm.TypeError("array() takes at most 2 arguments (", a.rest_count, " given)");
  char code;
  TRY(CodeArgument(vm, a.rest[0], &code));
  const Value initial = a.rest_count > 1 ? a.rest[1] : Value::Undefined();
  if (code == 'u') {
    TRY(Warn(vm, TypeId::kDeprecationWarning,
             "The 'u' type code is deprecated and will be removed in Python 3.16"));
  }
  const bool text = code == 'u' || code == 'w';
  const bool is_array = IsObjectOf(initial, TypeId::kArrayArray);
  const std::string_view letter = Vm::View(a.rest[0]);
  if (!text && Vm::IsStr(initial)) {
    return vm.TypeError("cannot use a str to initialize an array with typecode '", letter, "'");
  }
  if (!text && is_array && HoldsText(initial.As<ArrayArray>())) {
    return vm.TypeError("cannot use a unicode array to initialize an array with typecode '", letter,
                        "'");
  }
  if (!initial.IsUndefined() && !is_array && !IsBytesOrByteArray(initial) && !Vm::IsStr(initial)) {
    TRY(vm.GetIter(initial));  // before the code is looked at
  }
  if (kArrayTypeCodes.find(code) == std::string_view::npos || Vm::View(a.rest[0]).size() != 1) {
    return vm.ValueError("bad typecode (must be b, B, u, w, h, H, i, I, l, L, q, Q, f or d)");
  }
  ArrayArray* array = TRY(NewArrayArray(vm, code, 0));
  if (initial.IsUndefined()) return Value::Of(array);
  if (text && Vm::IsStr(initial)) {
    TRY(FillFromText(vm, array, Vm::View(initial), initial.As<Str>()->length));
    return Value::Of(array);
  }
  const bool same_memory = is_array && (initial.As<ArrayArray>()->code() == code ||
                                        (text && HoldsText(initial.As<ArrayArray>())));
  if (IsBytesOrByteArray(initial) || same_memory) {
    const std::string_view bytes = BytesView(initial);
    if (bytes.size() % ItemSizeOf(array) != 0)
      return vm.ValueError("bytes length not a multiple of item size");
    TRY(ArrayReplace(vm, array, 0, 0, bytes));
    return Value::Of(array);
  }
  const Value iterator = TRY(vm.GetIter(initial));
  return vm.PushNativeFrame(ResumeId::kArrayExtend,
                            {Value::Of(array), iterator, Value::Of(array), Value::Undefined()});
}

// ---- methods

Value AppendMethod(Vm& vm, const Args& a) {
  TRY(ArrayAppend(vm, Self(a), a[1]));
  return Value::None();
}
Value ExtendMethod(Vm& vm, const Args& a) { return ArrayExtend(vm, a[0], a[1], Value::None()); }

Value Insert(Vm& vm, const Args& a) {
  ArrayArray* array = Self(a);
  int64_t index = TRY(SizeArgument(vm, a[1]));
  char item[8];
  TRY(PackArrayItem(vm, array, a[2], item));
  const auto count = static_cast<int64_t>(ItemCount(array));
  if (index < 0) index += count;
  const auto at = static_cast<uint64_t>(std::clamp<int64_t>(index, 0, count)) * ItemSizeOf(array);
  TRY(ArrayReplace(vm, array, at, at, {item, ItemSizeOf(array)}));
  return Value::None();
}

Value Pop(Vm& vm, const Args& a) {
  ArrayArray* array = Self(a);
  int64_t index = TRY(SizeArgument(vm, a[1], -1));
  const auto count = static_cast<int64_t>(ItemCount(array));
  if (count == 0) return vm.IndexError("pop from empty array");
  if (index < 0) index += count;
  if (index < 0 || index >= count) return vm.IndexError("pop index out of range");
  const Value item = TRY(ArrayItem(vm, array, static_cast<uint64_t>(index)));
  const uint64_t at = static_cast<uint64_t>(index) * ItemSizeOf(array);
  TRY(ArrayReplace(vm, array, at, at + ItemSizeOf(array), {}));
  return item;
}

// The first place in [start, stop) of an item that equals `value`; -1: none.
Result<int64_t> Find(Vm& vm, const ArrayArray* array, int64_t start, int64_t stop, Value value) {
  for (int64_t i = start; i < stop; ++i) {
    if (!vm.Tick(1)) return Failure{};
    const Value item = ArrayItem(vm, array, static_cast<uint64_t>(i));
    if (item.IsFailed()) return Failure{};
    if (TRY(ItemEquals(vm, item, value))) return i;
  }
  return -1;
}

Value Remove(Vm& vm, const Args& a) {
  ArrayArray* array = Self(a);
  const int64_t found = TRY(Find(vm, array, 0, static_cast<int64_t>(ItemCount(array)), a[1]));
  if (found < 0) return vm.ValueError("array.remove(x): x not in array");
  const uint64_t at = static_cast<uint64_t>(found) * ItemSizeOf(array);
  TRY(ArrayReplace(vm, array, at, at + ItemSizeOf(array), {}));
  return Value::None();
}

Value Index(Vm& vm, const Args& a) {
  const auto count = static_cast<int64_t>(ItemCount(Self(a)));
  const auto bound = [&](Value v, int64_t fallback) -> Result<int64_t> {
    if (v.IsUndefined()) return fallback;
    if (!IsIndex(vm, v))
      return vm.TypeError("slice indices must be integers or have an __index__ method");
    const int64_t given = TRY(vm.ToIndexClamped(v));
    return std::min(given < 0 ? std::max<int64_t>(given + count, 0) : given, count);
  };
  const int64_t start = TRY(bound(a[2], 0));
  const int64_t stop = TRY(bound(a[3], count));
  const int64_t found = TRY(Find(vm, Self(a), start, stop, a[1]));
  if (found < 0) return vm.ValueError("array.index(x): x not in array");
  return vm.NewInt(found);
}

Value Count(Vm& vm, const Args& a) {
  int64_t count = 0;
  for (uint64_t i = 0; i < ItemCount(Self(a)); ++i) {
    if (!vm.Tick(1)) return Value::Failed();
    count += TRY(ItemEquals(vm, TRY(ArrayItem(vm, Self(a), i)), a[1]));
  }
  return vm.NewInt(count);
}

void ReverseItem(char* at, uint32_t size) { std::reverse(at, at + size); }

Value Reverse(Vm& vm, const Args& a) {
  ArrayArray* array = Self(a);
  const uint32_t size = ItemSizeOf(array);
  if (!vm.Tick(array->size / 32)) return Value::Failed();
  if (array->size == 0) return Value::None();
  // All bytes the other way round, then those of each item again.
  char* data = ArrayBytes(array);
  std::reverse(data, data + array->size);
  for (uint64_t i = 0; size > 1 && i < array->size; i += size) ReverseItem(data + i, size);
  return Value::None();
}

Value ByteSwap(Vm& vm, const Args& a) {
  ArrayArray* array = Self(a);
  const uint32_t size = ItemSizeOf(array);
  if (!vm.Tick(array->size / 32)) return Value::Failed();
  for (uint64_t i = 0; size > 1 && i < array->size; i += size)
    ReverseItem(ArrayBytes(array) + i, size);
  return Value::None();
}

Value Clear(Vm& vm, const Args& a) {
  TRY(ArrayReplace(vm, Self(a), 0, Self(a)->size, {}));
  return Value::None();
}

Value CopyMethod(Vm& vm, const Args& a) {
  if (!TickForBytes(vm, Self(a)->size)) return Value::Failed();
  ArrayArray* copy = TRY(NewArrayArray(vm, Self(a)->code(), Self(a)->size));
  if (copy->size > 0) std::memcpy(ArrayBytes(copy), ArrayBytes(Self(a)), copy->size);
  return Value::Of(copy);
}

Value ToBytes(Vm& vm, const Args& a) { return vm.NewBytes(Self(a)->view()); }

Value ToList(Vm& vm, const Args& a) {
  const uint64_t count = ItemCount(Self(a));
  if (!vm.Tick(count)) return Value::Failed();
  List* list = TRY(vm.NewList(count));
  Pace pace(vm);
  for (uint64_t i = 0; i < count; ++i) {
    if (!pace.IsTimeLeft()) return Value::Failed();
    TRY(ListAppend(vm, list, TRY(ArrayItem(vm, Self(a), i))));
  }
  return Value::Of(list);
}

Value ToUnicode(Vm& vm, const Args& a) {
  if (HoldsText(Self(a))) return ArrayText(vm, Self(a));
  return vm.ValueError("tounicode() may only be called on unicode type arrays ('u' or 'w')");
}

Value FromUnicode(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1])) return BadArgument(vm, "fromunicode", "argument", "str", a[1]);
  if (!HoldsText(Self(a))) {
    return vm.ValueError("fromunicode() may only be called on unicode type arrays ('u' or 'w')");
  }
  TRY(FillFromText(vm, Self(a), Vm::View(a[1]), a[1].As<Str>()->length));
  return Value::None();
}

Value FromBytes(Vm& vm, const Args& a) {
  ArrayArray* array = Self(a);
  if (IsObjectOf(a[1], TypeId::kArrayArray) && ItemSizeOf(a[1].As<ArrayArray>()) != 1) {
    return vm.TypeError("a bytes-like object is required");
  }
  BytesArgument bytes(vm);
  TRY(bytes.Get(a[1]));
  if (bytes.view().size() % ItemSizeOf(array) != 0)
    return vm.ValueError("bytes length not a multiple of item size");
  TRY(ArrayReplace(vm, array, array->size, array->size, bytes.view()));
  return Value::None();
}

// All of the list, or nothing.
Value FromList(Vm& vm, const Args& a) {
  ArrayArray* array = Self(a);
  if (!IsObjectOf(a[1], TypeId::kList)) return vm.TypeError("arg must be list");
  List* list = a[1].As<List>();
  if (!vm.Tick(list->size)) return Value::Failed();
  const uint32_t size = ItemSizeOf(array);
  const uint64_t old = array->size;
  if (list->size == 0) return Value::None();
  char* to = TRY(ArraySplice(vm, array, old, old, list->size * size));
  for (uint64_t i = 0; i < list->size; ++i, to += size) {
    if (!PackArrayItem(vm, array, list->items()[i], to).ok()) {
      array->size = old;
      return Value::Failed();
    }
  }
  return Value::None();
}

Value ToFile(Vm& vm, const Args& a) {
  return vm.PushNativeFrame(ResumeId::kArrayFile, {a[0], a[1], Value::SmallInt(0),
                                                   Value::SmallInt(0), Value::Undefined()});
}

Value FromFile(Vm& vm, const Args& a) {
  if (a.rest_count != 2) {
    return vm.TypeError("fromfile() takes exactly 2 positional arguments (", a.rest_count,
                        " given)");
  }
  const int64_t count = TRY(SizeArgument(vm, a.rest[1]));
  if (count < 0) return vm.ValueError("negative count");
  int64_t bytes;
  if (__builtin_mul_overflow(count, static_cast<int64_t>(ItemSizeOf(Self(a))), &bytes) ||
      !Value::FitsSmallInt(bytes)) {
    return vm.Raise(TypeId::kMemoryError, "");
  }
  return vm.PushNativeFrame(ResumeId::kArrayFile, {a[0], a.rest[0], Value::KnownSmallInt(bytes),
                                                   Value::SmallInt(1), Value::Undefined()});
}

Value BufferInfo(Vm& vm, const Args& a) {
  const Value address = TRY(vm.NewInt(TRY(vm.IdOf(a[0]))));
  return vm.NewTuple({address, Value::KnownSmallInt(ItemCount(Self(a)))});
}

// clang-format off
constexpr NativeInfo kConstructor{"@raw array(typecode, initializer, /)", New,
                                  "array(typecode [, initializer]) -> array"};
constexpr NativeInfo kMethods[] = {
    {"__copy__()", CopyMethod, "Return a copy of the array."},
    {"__deepcopy__(unused, /)", CopyMethod, "Return a copy of the array."},
    {"append(v, /)", AppendMethod, "Append new value v to the end of the array."},
    {"buffer_info()", BufferInfo, "Return a tuple (address, length) giving the current memory address and the length in items of the buffer used to hold array's contents."},
    {"byteswap()", ByteSwap, "Byteswap all items of the array."},
    {"clear()", Clear, "Remove all items from the array."},
    {"count(v, /)", Count, "Return number of occurrences of v in the array."},
    {"extend(bb, /)", ExtendMethod, "Append items to the end of the array."},
    {"frombytes(buffer, /)", FromBytes, "Appends items from the string, interpreting it as an array of machine values, as if it had been read from a file using the fromfile() method."},
    {"@raw fromfile(f, n, /)", FromFile, "Read n objects from the file object f and append them to the end of the array."},
    {"fromlist(list, /)", FromList, "Append items to array from list."},
    {"fromunicode(ustr, /)", FromUnicode, "Extends this array with data from the unicode string ustr."},
    {"index(v, start=0, stop=sys.maxsize, /)", Index, "Return index of first occurrence of v in the array."},
    {"insert(i, v, /)", Insert, "Insert a new item v into the array before position i."},
    {"pop(i=-1, /)", Pop, "Return the i-th element and delete it from the array."},
    {"remove(v, /)", Remove, "Remove the first occurrence of v in the array."},
    {"reverse()", Reverse, "Reverse the order of the items in the array."},
    {"tobytes()", ToBytes, "Convert the array to an array of machine values and return the bytes representation."},
    {"tofile(f, /)", ToFile, "Write all items (as machine values) to the file object f."},
    {"tolist()", ToList, "Convert array to an ordinary list with the same items."},
    {"tounicode()", ToUnicode, "Extends this array with data from the unicode string ustr."},
};
constexpr AttributeInfo kAttributes[] = {
    {"itemsize", [](Vm&, Value self) { return Value::SmallInt(ItemSizeOf(self.As<ArrayArray>())); }},
    {"typecode", [](Vm& vm, Value self) { return vm.CharStr(static_cast<char32_t>(self.As<ArrayArray>()->code())); }},
};
// clang-format on
PYSUB_MEMBERS(ArrayArray, kMethods, kAttributes);

bool CheckArray(Vm&, Object* object) {
  const auto* array = static_cast<ArrayArray*>(object);
  if (array->typecode > 127 || ArrayItemSize(array->code()) == 0) return false;
  return array->size <= (array->buffer.IsUndefined() ? 0 : array->buffer.AsObject()->count) &&
         array->size % ItemSizeOf(array) == 0;
}
constexpr Schema kArraySchema{"B? # # #", CheckArray};
constexpr Schema kIteratorSchema{"<ArrayArray>~ #"};

Value IterSelf(Vm&, Value self) { return self; }

Status Init(Vm& vm, Dict* names) {
  TRY(DictSetStr(vm, names, "array", Value::Type(TypeId::kArrayArray)));
  TRY(DictSetStr(vm, names, "ArrayType", Value::Type(TypeId::kArrayArray)));
  const Value codes = vm.NewStr(kArrayTypeCodes);
  if (codes.IsFailed()) return Failure{};
  return DictSetStr(vm, names, "typecodes", codes);
}

}  // namespace

extern constexpr TypeInfo kArrayArrayType = {
    .id = TypeId::kArrayArray,
    .schema = &kArraySchema,
    .constructor = &kConstructor,
    .doc = "array(typecode [, initializer]) -> array",
    .methods = kMethods,
    .attributes = kAttributes,
    .members = kArrayArrayMembers,
    .may_be_hashed = false,
    .operators = OperatorSet("add iadd mul rmul imul"),
    .repr = ArrayRepr,
    .compare = ArrayCompare,
    .length = ArrayLength,
    .get_item = ArrayGetItem,
    .set_item = ArraySetItem,
    .contains = ArrayContains,
    .iter = ArrayIter,
    .binary = ArrayBinary,
};
extern constexpr TypeInfo kArrayArrayIteratorType = {.id = TypeId::kArrayArrayIterator,
                                                     .schema = &kIteratorSchema,
                                                     .iteration = Iteration::kNative,
                                                     .iter = IterSelf,
                                                     .next = ArrayIteratorNext};

extern constexpr ModuleInfo kArrayModule{.name = "array",
                                         .doc =
                                             "This module defines an object type which can "
                                             "efficiently represent an array of basic values.",
                                         .init = Init};

}  // namespace pysub
