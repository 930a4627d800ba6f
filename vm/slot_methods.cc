#include "vm/slot_methods.h"

#include "vm/vm.h"

namespace pysub {
namespace {

// What a row needs of the TypeInfo.
enum class Need : uint8_t {
  kLength, kGetItem, kSetItem, kContains, kIter, kNext, kCompare, kTruth, kCall, kUnary,
  kBinary, kReflected, kInPlace, kDivmod,
};

Value Length(Vm& vm, const Args& a) { return vm.NewInt(TRY(vm.Length(a[0]))); }
Value GetItem(Vm& vm, const Args& a) { return vm.GetItem(a[0], a[1]); }
Value SetItem(Vm& vm, const Args& a) { return vm.SetItem(a[0], a[1], a[2]); }
Value DeleteItem(Vm& vm, const Args& a) { return vm.SetItem(a[0], a[1], Value::Undefined()); }
Value Contains(Vm& vm, const Args& a) { return vm.Contains(a[0], a[1]); }
Value Iter(Vm& vm, const Args& a) { return vm.GetIter(a[0]); }
Value Bool(Vm& vm, const Args& a) { return Value::Bool(TRY(vm.Truth(a[0]))); }
Value Call(Vm& vm, const Args& a) {
  std::span<const Value> args(a.rest, a.rest_count);
  if (a.keywords.IsUndefined()) return vm.Call(a[0], args);
  return vm.CallWithKeywords(a[0], args, a.keywords);
}

Value Next(Vm& vm, const Args& a) {
  vm.stop_value = Value::Undefined();
  Value item = vm.InfoOf(a[0]).next(vm, a[0]);
  if (item.IsExhausted()) return vm.RaiseStopIteration(vm.stop_value);
  return item;
}

template <CompareOp op>
Value Compare(Vm& vm, const Args& a) {
  const TypeInfo& info = vm.InfoOf(a[0]);
  if (info.compare != nullptr) return info.compare(vm, op, a[0], a[1]);
  if (op == CompareOp::kEq && a[0] == a[1]) return Value::True();
  if (op == CompareOp::kNe && a[0] == a[1]) return Value::False();
  return Value::NotImplemented();
}

template <UnaryOp op>
Value Unary(Vm& vm, const Args& a) {
  return vm.Unary(op, a[0]);
}

bool IsSequence(const Vm& vm, Value v) {
  const TypeInfo& info = vm.InfoOf(v);
  return info.get_item != nullptr && info.length != nullptr && !vm.IsInstance(v, TypeId::kDict);
}

template <BinaryOp op, bool in_place>
Value Binary(Vm& vm, const Args& a) {
  // Sequences raise where numbers decline.
  bool sequence = IsSequence(vm, a[0]);
  if (sequence && op == BinaryOp::kMul) TRY(vm.ToIndex(a[1]));
  Value answer = vm.InfoOf(a[0]).binary(vm, op, a[0], a[1], in_place);
  if (sequence && op == BinaryOp::kAdd && answer == Value::NotImplemented()) {
    return vm.Binary(op, a[0], a[1], in_place);
  }
  return answer;
}
template <BinaryOp op>
Value Reflected(Vm& vm, const Args& a) {
  return vm.InfoOf(a[0]).binary(vm, op, a[1], a[0], false);
}

template <bool reflected>
Value Divmod(Vm& vm, const Args& a) {
  Value left = reflected ? a[1] : a[0];
  Value right = reflected ? a[0] : a[1];
  const TypeInfo& info = vm.InfoOf(a[0]);
  Value quotient = TRY(info.binary(vm, BinaryOp::kFloorDiv, left, right, false));
  if (quotient == Value::NotImplemented()) return quotient;
  Value rest = TRY(info.binary(vm, BinaryOp::kMod, left, right, false));
  return vm.NewTuple({quotient, rest});
}

// clang-format off
#define COMPARE(name, op) \
  {"__" name "__(value, /)", Compare<CompareOp::op>, "Return the comparison of self with value."}
#define BINARY(name, op) \
  {"__" name "__(value, /)", Binary<BinaryOp::op, false>, "Return the operation on self and value."}
#define REFLECTED(name, op) \
  {"__r" name "__(value, /)", Reflected<BinaryOp::op>, "Return the operation on value and self."}
#define IN_PLACE(name, op) \
  {"__i" name "__(value, /)", Binary<BinaryOp::op, true>, "Implement the operation in place."}

constexpr NativeInfo kRows[] = {
    {"__len__()", Length, "Return len(self)."},
    {"__getitem__(key, /)", GetItem, "Return self[key]."},
    {"__setitem__(key, value, /)", SetItem, "Set self[key] to value."},
    {"__delitem__(key, /)", DeleteItem, "Delete self[key]."},
    {"__contains__(key, /)", Contains, "Return bool(key in self)."},
    {"__iter__()", Iter, "Implement iter(self)."},
    {"__next__()", Next, "Implement next(self)."},
    {"__bool__()", Bool, "True if self else False"},
    {"__call__(*args, **kwargs)", Call, "Call self as a function."},
    COMPARE("eq", kEq), COMPARE("ne", kNe), COMPARE("lt", kLt),
    COMPARE("le", kLe), COMPARE("gt", kGt), COMPARE("ge", kGe),
    {"__neg__()", Unary<UnaryOp::kNeg>, "-self"},
    {"__pos__()", Unary<UnaryOp::kPos>, "+self"},
    {"__invert__()", Unary<UnaryOp::kInvert>, "~self"},
    BINARY("add", kAdd), BINARY("sub", kSub), BINARY("mul", kMul), BINARY("truediv", kTrueDiv),
    BINARY("floordiv", kFloorDiv), BINARY("mod", kMod), BINARY("pow", kPow),
    BINARY("lshift", kLShift), BINARY("rshift", kRShift), BINARY("and", kAnd),
    BINARY("xor", kXor), BINARY("or", kOr),
    REFLECTED("add", kAdd), REFLECTED("sub", kSub), REFLECTED("mul", kMul),
    REFLECTED("truediv", kTrueDiv), REFLECTED("floordiv", kFloorDiv), REFLECTED("mod", kMod),
    REFLECTED("pow", kPow), REFLECTED("lshift", kLShift), REFLECTED("rshift", kRShift),
    REFLECTED("and", kAnd), REFLECTED("xor", kXor), REFLECTED("or", kOr),
    IN_PLACE("add", kAdd), IN_PLACE("mul", kMul), IN_PLACE("sub", kSub), IN_PLACE("and", kAnd),
    IN_PLACE("xor", kXor), IN_PLACE("or", kOr),
    {"__divmod__(value, /)", Divmod<false>, "Return divmod(self, value)."},
    {"__rdivmod__(value, /)", Divmod<true>, "Return divmod(value, self)."},
};
#undef COMPARE
#undef BINARY
#undef REFLECTED
#undef IN_PLACE

// For each row: what it needs, and of which operator.
struct Requirement {
  Need need;
  uint8_t op = 0;
};
constexpr uint8_t Op(BinaryOp op) { return static_cast<uint8_t>(op); }
constexpr uint8_t Op(UnaryOp op) { return static_cast<uint8_t>(op); }
constexpr Requirement kRequirements[] = {
    {Need::kLength}, {Need::kGetItem}, {Need::kSetItem}, {Need::kSetItem}, {Need::kContains},
    {Need::kIter}, {Need::kNext}, {Need::kTruth}, {Need::kCall},
    {Need::kCompare}, {Need::kCompare}, {Need::kCompare}, {Need::kCompare}, {Need::kCompare}, {Need::kCompare},
    {Need::kUnary, Op(UnaryOp::kNeg)}, {Need::kUnary, Op(UnaryOp::kPos)}, {Need::kUnary, Op(UnaryOp::kInvert)},
    {Need::kBinary, Op(BinaryOp::kAdd)}, {Need::kBinary, Op(BinaryOp::kSub)}, {Need::kBinary, Op(BinaryOp::kMul)},
    {Need::kBinary, Op(BinaryOp::kTrueDiv)}, {Need::kBinary, Op(BinaryOp::kFloorDiv)}, {Need::kBinary, Op(BinaryOp::kMod)},
    {Need::kBinary, Op(BinaryOp::kPow)}, {Need::kBinary, Op(BinaryOp::kLShift)}, {Need::kBinary, Op(BinaryOp::kRShift)},
    {Need::kBinary, Op(BinaryOp::kAnd)}, {Need::kBinary, Op(BinaryOp::kXor)}, {Need::kBinary, Op(BinaryOp::kOr)},
    {Need::kReflected, Op(BinaryOp::kAdd)}, {Need::kReflected, Op(BinaryOp::kSub)}, {Need::kReflected, Op(BinaryOp::kMul)},
    {Need::kReflected, Op(BinaryOp::kTrueDiv)}, {Need::kReflected, Op(BinaryOp::kFloorDiv)}, {Need::kReflected, Op(BinaryOp::kMod)},
    {Need::kReflected, Op(BinaryOp::kPow)}, {Need::kReflected, Op(BinaryOp::kLShift)}, {Need::kReflected, Op(BinaryOp::kRShift)},
    {Need::kReflected, Op(BinaryOp::kAnd)}, {Need::kReflected, Op(BinaryOp::kXor)}, {Need::kReflected, Op(BinaryOp::kOr)},
    {Need::kInPlace, Op(BinaryOp::kAdd)}, {Need::kInPlace, Op(BinaryOp::kMul)}, {Need::kInPlace, Op(BinaryOp::kSub)},
    {Need::kInPlace, Op(BinaryOp::kAnd)}, {Need::kInPlace, Op(BinaryOp::kXor)}, {Need::kInPlace, Op(BinaryOp::kOr)},
    {Need::kDivmod}, {Need::kDivmod},
};
// clang-format on
static_assert(std::size(kRows) == std::size(kRequirements));

PYSUB_MEMBERS(Slot, kRows, kNoAttributes);
constexpr TypeInfo kIndex = {.id = TypeId::kObject, .methods = kRows, .members = kSlotMembers};

// The operators that CPython's types have methods for: sets of bits by BinaryOp and UnaryOp.
struct Operators {
  uint32_t binary = 0, reflected = 0, in_place = 0, unary = 0;
};

template <typename... Ops>
constexpr uint32_t Bits(Ops... ops) {
  return ((uint32_t{1} << static_cast<int>(ops)) | ... | 0);
}

Operators OperatorsOf(TypeId id) {
  using enum BinaryOp;
  constexpr uint32_t kSetLike = Bits(kAnd, kOr, kSub, kXor);
  switch (id) {
    case TypeId::kInt: {
      constexpr uint32_t kAll = Bits(kAdd, kSub, kMul, kTrueDiv, kFloorDiv, kMod, kPow, kLShift,
                                     kRShift, kAnd, kXor, kOr);
      return {kAll, kAll, 0, Bits(UnaryOp::kNeg, UnaryOp::kPos, UnaryOp::kInvert)};
    }
    case TypeId::kFloat: {
      constexpr uint32_t kAll = Bits(kAdd, kSub, kMul, kTrueDiv, kFloorDiv, kMod, kPow);
      return {kAll, kAll, 0, Bits(UnaryOp::kNeg, UnaryOp::kPos)};
    }
    case TypeId::kComplex: {
      constexpr uint32_t kAll = Bits(kAdd, kSub, kMul, kTrueDiv, kPow);
      return {kAll, kAll, 0, Bits(UnaryOp::kNeg, UnaryOp::kPos)};
    }
    case TypeId::kStr:
    case TypeId::kBytes:
      return {Bits(kAdd, kMul, kMod), Bits(kMul, kMod)};
    case TypeId::kByteArray:
      return {Bits(kAdd, kMul, kMod), Bits(kMul, kMod), Bits(kAdd, kMul)};
    case TypeId::kList:
      return {Bits(kAdd, kMul), Bits(kMul), Bits(kAdd, kMul)};
    case TypeId::kTuple:
      return {Bits(kAdd, kMul), Bits(kMul)};
    case TypeId::kDict:
    case TypeId::kMappingProxy:
      return {Bits(kOr), Bits(kOr), Bits(kOr)};
    case TypeId::kSet:
      return {kSetLike, kSetLike, kSetLike};
    case TypeId::kFrozenSet:
    case TypeId::kDictKeys:
    case TypeId::kDictItems:
      return {kSetLike, kSetLike};
    default:
      return {};
  }
}

bool Has(TypeId id, const TypeInfo& info, Requirement requirement) {
  uint32_t bit = uint32_t{1} << requirement.op;
  switch (requirement.need) {
    case Need::kLength: return info.length != nullptr;
    case Need::kGetItem: return info.get_item != nullptr;
    case Need::kSetItem: return info.set_item != nullptr;
    case Need::kContains: return info.contains != nullptr;
    case Need::kIter: return info.iter != nullptr || info.next != nullptr;
    case Need::kNext: return info.next != nullptr;
    case Need::kCompare: return info.compare != nullptr || id == TypeId::kObject;
    case Need::kTruth: return info.truth != nullptr && (info.length == nullptr || id == TypeId::kRange);
    case Need::kCall:
      return info.call != nullptr || id == TypeId::kFunction || id == TypeId::kBoundMethod ||
             id == TypeId::kBuiltinFunction || id == TypeId::kMethodDescriptor;
    case Need::kUnary: return OperatorsOf(id).unary & bit;
    case Need::kBinary: return OperatorsOf(id).binary & bit;
    case Need::kReflected: return OperatorsOf(id).reflected & bit;
    case Need::kInPlace: return OperatorsOf(id).in_place & bit;
    case Need::kDivmod: return id == TypeId::kInt || id == TypeId::kFloat;
  }
  return false;
}

}  // namespace

int FindSlotMethod(TypeId id, const TypeInfo& info, Name name) {
  if (!name.text.starts_with("__")) return -1;
  int row = FindMember(kIndex, name);
  return row >= 0 && Has(id, info, kRequirements[row]) ? row : -1;
}

const NativeInfo& SlotMethod(uint32_t row) { return kRows[row]; }

uint32_t SlotMethodCount() { return std::size(kRows); }

bool IsSlotMethod(const NativeInfo& info) {
  return &info >= std::begin(kRows) && &info < std::end(kRows);
}

}  // namespace pysub
