#include "vm/objects/bytearray.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>

#include "lexer/unicode/utf8.h"
#include "stdlib/types/bytes_methods.h"
#include "vm/objects/arguments.h"
#include "vm/objects/bytes.h"
#include "vm/objects/indexing.h"
#include "vm/slot_methods.h"
#include "vm/vm.h"

// The methods of bytearray that change it. CPython 3.14 library, "Bytearray Objects".
namespace pysub {

namespace {

ByteArray* Self(const Args& a) { return a[0].As<ByteArray>(); }

Value Append(Vm& vm, const Args& a) {
  ByteArray* array = Self(a);
  const char byte = static_cast<char>(TRY(ToByte(vm, a[1])));
  TRY(CheckResizable(vm, array));
  TRY(ByteArrayReserve(vm, array, array->size + 1));
  BytesOf(array)[array->size++] = byte;
  return Value::None();
}

Value Clear(Vm& vm, const Args& a) {
  if (Self(a)->size == 0) return Value::None();
  TRY(CheckResizable(vm, Self(a)));
  Self(a)->buffer = Value::Undefined();
  Self(a)->size = 0;
  return Value::None();
}

Value Copy(Vm& vm, const Args& a) { return NewBytesOf(vm, TypeId::kByteArray, Self(a)->view()); }

Value Extend(Vm& vm, const Args& a) {
  ByteArray* array = Self(a);
  if (vm.IsStr(a[1])) {
    // CPython looks at the first item.
    if (a[1].As<Str>()->count == 0) return Value::None();
    return vm.TypeError("expected iterable of integers; got: 'str'");
  }
  const TypeInfo& info = vm.InfoOf(a[1]);
  if (!IsBytesLike(vm, a[1]) && (a[1].IsType() || (info.iter == nullptr && info.next == nullptr))) {
    return vm.TypeError("can't extend bytearray with ", vm.TypeName(a[1]));
  }
  TextBuilder bytes(vm);
  TRY(AppendBytesOf(vm, TypeId::kByteArray, a[1], bytes));
  TRY(ByteArrayReplace(vm, array, array->size, array->size, bytes.view()));
  return Value::None();
}

Value Insert(Vm& vm, const Args& a) {
  ByteArray* array = Self(a);
  int64_t index = TRY(SizeArgument(vm, a[1]));
  const char byte = static_cast<char>(TRY(ToByte(vm, a[2])));
  const auto size = static_cast<int64_t>(array->size);
  if (index < 0) index += size;
  const auto at = static_cast<uint64_t>(std::clamp<int64_t>(index, 0, size));
  TRY(ByteArrayReplace(vm, array, at, at, {&byte, 1}));
  return Value::None();
}

Value Pop(Vm& vm, const Args& a) {
  ByteArray* array = Self(a);
  int64_t index = TRY(SizeArgument(vm, a[1], -1));
  const auto size = static_cast<int64_t>(array->size);
  if (size == 0) return vm.IndexError("pop from empty bytearray");
  if (index < 0) index += size;
  if (index < 0 || index >= size) return vm.IndexError("pop index out of range");
  TRY(CheckResizable(vm, array));
  const auto byte = static_cast<uint8_t>(BytesOf(array)[index]);
  const auto at = static_cast<uint64_t>(index);
  TRY(ByteArrayReplace(vm, array, at, at + 1, {}));
  return Value::SmallInt(byte);
}

Value Remove(Vm& vm, const Args& a) {
  ByteArray* array = Self(a);
  const char byte = static_cast<char>(TRY(ToByte(vm, a[1])));
  const size_t at = FindByte(array->view(), byte);
  if (at == kNotFound) return vm.ValueError("value not found in bytearray");
  TRY(ByteArrayReplace(vm, array, at, at + 1, {}));
  return Value::None();
}

Value Resize(Vm& vm, const Args& a) {
  ByteArray* array = Self(a);
  const int64_t given = TRY(SizeArgument(vm, a[1]));
  if (given < 0) return vm.ValueError("Can only resize to positive sizes, got ", given);
  const auto size = static_cast<uint64_t>(given);
  if (size == array->size) return Value::None();
  TRY(CheckResizable(vm, array));
  if (!vm.Tick(size / 64)) return Failure{};
  TRY(ByteArrayReserve(vm, array, size));
  if (size > array->size) std::memset(BytesOf(array) + array->size, 0, size - array->size);
  array->size = size;
  return Value::None();
}

Value Reverse(Vm& vm, const Args& a) {
  ByteArray* array = Self(a);
  if (!vm.Tick(array->size / 64)) return Failure{};
  if (array->size > 1) std::reverse(BytesOf(array), BytesOf(array) + array->size);
  return Value::None();
}

// clang-format off
constexpr NativeInfo kOwnMethods[] = {
    kInitAnewRow,
    {"__alloc__()",
     [](Vm& vm, const Args& a) {
       Value buffer = a[0].As<ByteArray>()->buffer;
       return vm.NewInt(buffer.IsUndefined() ? 0 : buffer.AsObject()->count);
     },
     "Return the number of bytes actually allocated."},
    {"append(item, /)", Append, "Append a single item to the end of the bytearray."},
    {"clear()", Clear, "Remove all items from the bytearray."},
    {"copy()", Copy, "Return a copy of B."},
    {"extend(iterable_of_ints, /)", Extend, "Append all the items from the iterator or sequence to the end of the bytearray.", 1},
    {"insert(index, item, /)", Insert, "Insert a single item into the bytearray before the given index."},
    {"pop(index=-1, /)", Pop, "Remove and return a single item from B."},
    {"remove(value, /)", Remove, "Remove the first occurrence of a value in the bytearray."},
    {"resize(size, /)", Resize, "Resize the internal buffer of bytearray to len."},
    {"reverse()", Reverse, "Reverse the order of the values in B in place."},
};
// clang-format on

constexpr auto kMethods = [] {
  std::array<NativeInfo, std::size(kOwnMethods) + std::size(kCommonBytesMethods)> methods;
  std::copy(std::begin(kOwnMethods), std::end(kOwnMethods), methods.begin());
  std::copy(std::begin(kCommonBytesMethods), std::end(kCommonBytesMethods),
            methods.begin() + std::size(kOwnMethods));
  return methods;
}();

constexpr NativeInfo kConstructor = {
    "@hidden bytearray(source=b'', encoding='utf-8', errors='strict')", BytesConstructor,
    "bytearray(iterable_of_ints) -> bytearray", 1};

PYSUB_MEMBERS(ByteArray, kMethods, kNoAttributes);

Value IterSelf(Vm&, Value self) { return self; }

PYSUB_MEMBERS(ByteArrayIterator, kBytesIteratorMethods, kNoAttributes);

}  // namespace

extern constexpr TypeInfo kByteArrayType = {
    .id = TypeId::kByteArray,
    .constructor = &kConstructor,
    .doc = "bytearray(iterable_of_ints) -> bytearray",
    .methods = kMethods,
    .members = kByteArrayMembers,
    .may_be_hashed = false,
    .iteration = Iteration::kContainer,
    .operators = OperatorSet("add iadd mul rmul imul mod rmod"),
    .repr = BytesRepr,
    .compare = BytesCompare,
    .truth = BytesTruth,
    .length = BytesLength,
    .get_item = BytesGetItem,
    .set_item = ByteArraySetItem,
    .contains = BytesContains,
    .iter = BytesIter,
    .binary = BytesBinary,
};

extern constexpr TypeInfo kByteArrayIteratorType = {
    .id = TypeId::kByteArrayIterator,
    .methods = kBytesIteratorMethods,
    .members = kByteArrayIteratorMembers,
    .iteration = Iteration::kNative,
    .copying = Copying::kWords,
    .iter = IterSelf,
    .next = BytesIteratorNext,
};

}  // namespace pysub
