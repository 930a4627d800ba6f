#include "vm/objects/str.h"

#include <cassert>
#include <cstring>
#include <span>
#include <utility>

#include "lexer/unicode/text_kernels.h"
#include "lexer/unicode/utf8.h"
#include "vm/numbers/limbs.h"
#include "vm/objects/bulk.h"
#include "vm/objects/formatting.h"
#include "vm/objects/indexing.h"

namespace pysub {

namespace {

constexpr size_t kStrHeaderBytes = sizeof(Str);
// Results below this size are plain copies: cheaper than two objects.
constexpr size_t kMinSharedBytes = 256;
// How far a str is from being the end of a chain of concatenations.
constexpr ObjectFlags kFlagConcatenated = kFlagA;
constexpr ObjectFlags kFlagConcatenatedTwice = kFlagB;

// Longer texts are not checked by the assertion in NewStr().
[[maybe_unused]] constexpr size_t kMostChecked = 1 << 16;

char* TextOf(Str* str) { return reinterpret_cast<char*>(str + 1); }

uint64_t& UsedOf(Buffer* buffer) { return *reinterpret_cast<uint64_t*>(buffer->bytes()); }

SharedStr* NewSharedStr(Vm& vm, Buffer* buffer, uint32_t bytes, uint32_t length) {
  auto* str = static_cast<SharedStr*>(
      vm.heap.NewUninitialized(TypeId::kStr, Layout::kStrShared, bytes, sizeof(SharedStr)));
  if (str == nullptr) return vm.NoMemory(sizeof(SharedStr));
  str->length = length;
  str->hash = 0;
  str->buffer = Value::Of(buffer);
  return str;
}

// left + right in the room behind `left`, or in a new buffer with room; null without an exception
// when neither is possible.
Str* ConcatShared(Vm& vm, Str* left, Str* right, uint32_t bytes, uint32_t length) {
  if (left->layout == Layout::kStrShared) {
    Buffer* buffer = static_cast<SharedStr*>(left)->buffer.As<Buffer>();
    if (UsedOf(buffer) == left->count &&
        buffer->count - SharedStr::kHeaderBytes - left->count >= right->count) {
      SharedStr* result = NewSharedStr(vm, buffer, bytes, length);
      if (result == nullptr) return nullptr;
      std::memcpy(buffer->bytes() + SharedStr::kHeaderBytes + left->count, right->view().data(),
                  right->count);
      UsedOf(buffer) = bytes;
      return result;
    }
  }
  const uint64_t capacity = uint64_t{bytes} * 2 + SharedStr::kHeaderBytes;
  if (capacity > UINT32_MAX || !vm.heap.HasRoomFor(capacity + sizeof(SharedStr))) return nullptr;
  Buffer* buffer = vm.NewBuffer(capacity);
  if (buffer == nullptr) return nullptr;
  SharedStr* result = NewSharedStr(vm, buffer, bytes, length);
  if (result == nullptr) return nullptr;
  char* text = buffer->bytes() + SharedStr::kHeaderBytes;
  std::memcpy(text, left->view().data(), left->count);
  std::memcpy(text + left->count, right->view().data(), right->count);
  UsedOf(buffer) = bytes;
  return result;
}

// Bytes that repr writes as they are between single quotes.
constexpr bool IsPlainInRepr(char c) { return c >= 0x20 && c < 0x7F && c != '\'' && c != '\\'; }

// Text is UTF-8, so a slice of text beyond ASCII has to find its places first. Each of the usual
// cases has a way of its own; with a step, characters are copied one by one.
Value SliceOf(Vm& vm, Str* str, const Slice* slice) {
  const SliceBounds bounds = TRY(ResolveSlice(vm, slice, str->length));
  if (bounds.length == 0) return vm.NewAsciiStr({});
  const auto start = static_cast<uint32_t>(bounds.start);
  const auto length = static_cast<uint32_t>(bounds.length);
  if (bounds.step == 1) return StrPart(vm, str, start, start + length);
  if (length == 1) return StrAt(vm, str, start);
  if (!vm.Tick(str->count / 64 + length / 16)) return Failure{};
  const std::string_view text = str->view();
  if (str->ascii()) {
    Str* result = TRY(vm.NewStrUninitialized(length, length));
    char* out = TextOf(result);
    const bool in_time = InTime(vm, length, [=](size_t i, size_t end) {
      int64_t at = start + static_cast<int64_t>(i) * bounds.step;
      for (; i < end; ++i, at += bounds.step) out[i] = text[at];
    });
    if (!in_time) return Failure{};
    return Value::Of(result);
  }
  TextBuilder out(vm);
  size_t offset = vm.TextOffset(str, start);
  for (uint32_t i = 0;;) {
    if (!out.Append(text.substr(offset, Utf8SizeFromLead(text[offset])))) break;
    if (++i == length) break;
    if (bounds.step > 0) {
      for (int64_t skip = bounds.step; skip > 0; --skip) offset += Utf8SizeFromLead(text[offset]);
    } else {
      for (int64_t skip = bounds.step; skip < 0; ++skip) {
        do --offset;
        while (IsContinuationByte(text[offset]));
      }
    }
  }
  return out.Finish();
}

}  // namespace

// ---- Vm members

Vm::Part::Part(Value str) : text(View(str)) {}

Str* Vm::NewStrUninitialized(uint64_t bytes, uint32_t length) {
  if (bytes > UINT32_MAX) return NoMemory(bytes);
  Object* object = heap.NewUninitialized(TypeId::kStr, Layout::kStr, static_cast<uint32_t>(bytes),
                                         kStrHeaderBytes + bytes);
  if (object == nullptr) [[unlikely]]
    return NoMemory(bytes);
  Str* str = static_cast<Str*>(object);
  str->length = length;
  str->hash = 0;
  return str;
}

// The empty string and those of one ASCII character exist once per VM. `length` counts code points;
// the caller knows it, and counting again would cost a pass over the text.
Value Vm::NewStr(std::string_view text, uint32_t length) {
  if (text.size() == 1) return CharStr(static_cast<uint8_t>(text[0]));
  if (text.empty()) {
    Value& empty = *TRY(texts_.CharSlot(*this, TextTables::kEmpty));
    if (empty.IsUndefined()) empty = Value::Of(TRY(NewStrUninitialized(0, 0)));
    return empty;
  }
  // Who reads a str trusts its length and its UTF-8. Long ones are not looked at: assertions must
  // not change the order of work.
  assert(text.size() > kMostChecked ||
         (IsValidUtf8(text, Surrogates::kAllow) && CountCodePoints(text) == length));
  if (!TickForBytes(*this, text.size())) return Failure{};
  Str* str = TRY(NewStrUninitialized(text.size(), length));
  if (!CopyBytes(*this, TextOf(str), text)) return Failure{};
  return Value::Of(str);
}

namespace {

// Of names and keys, which most texts are; false: longer, or not ASCII.
bool IsShortAscii(std::string_view text) {
  const auto high_bits = [](auto word, const char* first, const char* second) {
    auto other = word;
    std::memcpy(&word, first, sizeof(word));
    std::memcpy(&other, second, sizeof(other));
    return ((word | other) & static_cast<decltype(word)>(0x8080808080808080)) != 0;
  };
  const char* const end = text.data() + text.size();
  if (text.size() > 16 || text.size() < 4) return false;
  return text.size() >= 8 ? !high_bits(uint64_t{}, text.data(), end - 8)
                          : !high_bits(uint32_t{}, text.data(), end - 4);
}

}  // namespace

Value Vm::NewStr(std::string_view text) {
  if (text.size() > UINT32_MAX) return NoMemory(text.size());
  return NewStr(text,
                static_cast<uint32_t>(IsShortAscii(text) ? text.size() : CountCodePoints(text)));
}

Value Vm::NewAsciiStr(std::string_view text) {
  return NewStr(text, static_cast<uint32_t>(text.size()));
}

Value Vm::CharStr(char32_t code_point) {
  if (code_point < 0x80) {
    Value& shared = *TRY(texts_.CharSlot(*this, code_point));
    if (!shared.IsUndefined()) [[likely]]
      return shared;
    Str* str = TRY(NewStrUninitialized(1, 1));
    *TextOf(str) = static_cast<char>(code_point);
    return shared = Value::Of(str);
  }
  char encoded[4];
  const int size = EncodeUtf8(code_point, encoded);
  Str* str = TRY(NewStrUninitialized(static_cast<size_t>(size), 1));
  std::memcpy(TextOf(str), encoded, static_cast<size_t>(size));
  return Value::Of(str);
}

// ---- Operations

// s += t in a loop would take quadratic time if each step copied s. Long results have spare room
// behind them, and the next concatenation writes there.
Value ConcatStr(Vm& vm, Str* left, Str* right, ConcatMode mode) {
  if (right->count == 0) return Value::Of(left);
  if (left->count == 0) return Value::Of(right);
  const uint64_t bytes = uint64_t{left->count} + right->count;
  if (bytes > UINT32_MAX) return vm.NoMemory(bytes);
  const uint32_t length = left->length + right->length;
  if (bytes < kMinSharedBytes) [[likely]] {
    Str* result = TRY(vm.NewStrUninitialized(bytes, length));
    std::memcpy(TextOf(result), left->view().data(), left->count);
    std::memcpy(TextOf(result) + left->count, right->view().data(), right->count);
    result->flags |= kFlagConcatenated;
    return Value::Of(result);
  }
  if (left->flag(mode == ConcatMode::kInPlace ? kFlagConcatenated : kFlagConcatenatedTwice)) {
    if (!TickForBytes(vm, right->count)) return Failure{};
    Str* result = ConcatShared(vm, left, right, static_cast<uint32_t>(bytes), length);
    if (result != nullptr) {
      result->flags |= kFlagConcatenated | kFlagConcatenatedTwice;
      return Value::Of(result);
    }
    if (!vm.heap.HasRoomFor(bytes)) return vm.NoMemory(bytes);
  }
  if (!TickForBytes(vm, bytes)) return Failure{};
  Str* result = TRY(vm.NewStrUninitialized(bytes, length));
  if (!CopyBytes(vm, TextOf(result), left->view())) return Failure{};
  if (!CopyBytes(vm, TextOf(result) + left->count, right->view())) return Failure{};
  result->flags |= kFlagConcatenated;
  if (left->flag(kFlagConcatenated)) result->flags |= kFlagConcatenatedTwice;
  return Value::Of(result);
}

Value StrAt(Vm& vm, Str* str, uint32_t index) {
  if (str->ascii()) [[likely]]
    return vm.CharStr(static_cast<uint8_t>(str->view()[index]));
  return vm.CharStr(DecodeUtf8(str->view(), vm.TextOffset(str, index)).code_point);
}

Value StrPart(Vm& vm, Str* str, uint32_t start, uint32_t stop) {
  if (start == 0 && stop == str->length) return Value::Of(str);
  const size_t from = vm.TextOffset(str, start);
  const size_t to = vm.TextOffset(str, stop);
  return vm.NewStr(str->view().substr(from, to - from), stop - start);
}

Value RepeatStr(Vm& vm, Str* str, int64_t count) {
  if (count <= 0 || str->count == 0) return vm.NewAsciiStr({});
  if (count == 1) return Value::Of(str);
  int64_t length, bytes;
  if (__builtin_mul_overflow(int64_t{str->length}, count, &length)) {
    return vm.OverflowError("repeated string is too long");
  }
  if (__builtin_mul_overflow(int64_t{str->count}, count, &bytes) || bytes > int64_t{UINT32_MAX}) {
    return vm.NoMemory(SIZE_MAX);
  }
  if (!TickForBytes(vm, static_cast<size_t>(bytes))) return Failure{};
  Str* result =
      TRY(vm.NewStrUninitialized(static_cast<size_t>(bytes), static_cast<uint32_t>(length)));
  if (!FillRepeated(vm, TextOf(result), static_cast<size_t>(bytes), str->view())) return Failure{};
  return Value::Of(result);
}

// ---- Slots

Status StrRepr(Vm& vm, Value self, TextBuilder& out) {
  const std::string_view text = Vm::View(self);
  if (!vm.Tick(text.size() / 16)) return Failure{};
  bool plain = true;
  const bool in_time = InTime(vm, text.size(), [&](size_t begin, size_t end) {
    bool is_plain = true;
    for (char c : text.substr(begin, end - begin)) is_plain &= IsPlainInRepr(c);
    plain &= is_plain;
  });
  if (!in_time) return Failure{};
  if (plain) {
    if (char* at = out.Extend(text.size() + 2)) {
      *at = '\'';
      if (!CopyBytes(vm, at + 1, text)) return Failure{};
      at[text.size() + 1] = '\'';
    }
  } else {
    AppendStrRepr(text, out);
  }
  return out.status();
}

Status StrToStr(Vm& vm, Value self, TextBuilder& out) {
  static_cast<void>(vm);
  out.Append(Vm::View(self));
  return out.status();
}

// UTF-8 has the order of code points when its bytes are compared, so no decoding is needed.
bool StrHolds(CompareOp op, const Str* left, const Str* right) {
  if (op == CompareOp::kEq || op == CompareOp::kNe) {
    if (left == right) return op == CompareOp::kEq;
    if (left->count != right->count || left->count == 0) {
      return (left->count == right->count) == (op == CompareOp::kEq);
    }
    const char* a = left->view().data();
    const char* b = right->view().data();
    // Most texts that differ do so at once.
    const bool same = *a == *b && std::memcmp(a, b, left->count) == 0;
    return same == (op == CompareOp::kEq);
  }
  if (left->count > 0 && right->count > 0) {
    const auto a = static_cast<uint8_t>(*left->view().data());
    const auto b = static_cast<uint8_t>(*right->view().data());
    if (a != b) return OrderHolds(op, a - b);
  }
  return OrderHolds(op, left->view().compare(right->view()));
}

Value StrCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (!vm.IsStr(left) || !vm.IsStr(right)) return Value::NotImplemented();
  if (!TickForBytes(vm, std::min(left.AsObject()->count, right.AsObject()->count)))
    return Failure{};
  return Value::Bool(StrHolds(op, left.As<Str>(), right.As<Str>()));
}

Result<bool> StrTruth(Vm&, Value self) { return self.As<Str>()->count != 0; }

Result<int64_t> StrLength(Vm&, Value self) { return int64_t{self.As<Str>()->length}; }

Value StrGetItem(Vm& vm, Value self, Value key) {
  Str* str = self.As<Str>();
  if (IsIndex(vm, key)) [[likely]] {
    const int64_t index = TRY(ResolveIndex(vm, key, str->length));
    if (index < 0) return vm.IndexError("string index out of range");
    return StrAt(vm, str, static_cast<uint32_t>(index));
  }
  if (IsObjectOf(key, TypeId::kSlice)) return SliceOf(vm, str, key.As<Slice>());
  return vm.TypeError("string indices must be integers, not '", vm.TypeName(key), "'");
}

Value StrContains(Vm& vm, Value self, Value item) {
  if (!vm.IsStr(item)) {
    return vm.TypeError("'in <string>' requires string as left operand, not ", vm.TypeName(item));
  }
  const std::string_view text = Vm::View(self);
  const std::string_view part = Vm::View(item);
  if (part.size() == 1) {
    const size_t at = FindByte(text, part[0]);
    if (!TickForBytes(vm, std::min(at, text.size()))) return Failure{};
    return Value::Bool(at != kNotFound);
  }
  if (part.size() > text.size()) return Value::False();
  if (!TickForBytes(vm, text.size())) return Failure{};
  return Value::Bool(TRY(FindInTime(vm, text, part)) != kNotFound);
}

Value StrIter(Vm& vm, Value self) {
  const TypeId type = self.As<Str>()->ascii() ? TypeId::kStrAsciiIterator : TypeId::kStrIterator;
  auto* iterator = TRY(vm.New<SequenceIterator>(type));
  iterator->source = self;
  iterator->index = 0;
  return Value::Of(iterator);
}

Value StrAsciiIteratorNext(Vm& vm, Value self) {
  auto* iterator = self.As<SequenceIterator>();
  if (iterator->source.IsNone()) return Value::Exhausted();
  const std::string_view text = Vm::View(iterator->source);
  if (iterator->index >= text.size()) {
    iterator->source = Value::None();
    return Value::Exhausted();
  }
  const Value item = TRY(vm.CharStr(static_cast<uint8_t>(text[iterator->index])));
  ++iterator->index;
  return item;
}

// `index` is the byte offset of the next code point.
Value StrIteratorNext(Vm& vm, Value self) {
  auto* iterator = self.As<SequenceIterator>();
  if (iterator->source.IsNone()) return Value::Exhausted();
  const std::string_view text = Vm::View(iterator->source);
  if (iterator->index >= text.size()) {
    iterator->source = Value::None();
    return Value::Exhausted();
  }
  const DecodedCodePoint next = DecodeUtf8(text, iterator->index);
  const Value item = TRY(vm.CharStr(next.code_point));
  iterator->index += static_cast<uint64_t>(next.size);
  return item;
}

Result<int64_t> RepeatCount(Vm& vm, Value count) {
  if (count.IsSmallInt()) return count.AsSmallInt();
  if (count.IsBool()) return int64_t{count.AsBool()};
  const std::optional<int64_t> number = ToInt64(IntArgument(count).view());
  if (number) return *number;
  return vm.OverflowError("cannot fit 'int' into an index-sized integer");
}

Value StrBinary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place) {
  switch (op) {
    case BinaryOp::kAdd:
      if (!vm.IsStr(left)) return Value::NotImplemented();
      if (!vm.IsStr(right)) {
        return vm.TypeError("can only concatenate str (not \"", vm.TypeName(right), "\") to str");
      }
      return ConcatStr(vm, left.As<Str>(), right.As<Str>(),
                       in_place ? ConcatMode::kInPlace : ConcatMode::kPlain);
    case BinaryOp::kMul: {
      if (!vm.IsStr(left)) std::swap(left, right);
      if (!IsIndex(vm, right)) return Value::NotImplemented();
      const int64_t count = TRY(RepeatCount(vm, right));
      return RepeatStr(vm, left.As<Str>(), count);
    }
    case BinaryOp::kMod:
      if (!vm.IsStr(left)) return Value::NotImplemented();
      return PercentFormat(vm, left, right);
    default: return Value::NotImplemented();
  }
}

}  // namespace pysub
