#include "vm/slot_methods.h"

#include <algorithm>

#include "vm/native_frame.h"
#include "vm/objects/bytearray.h"
#include "vm/objects/numbers.h"
#include "vm/objects/str.h"
#include "vm/snapshot/schema.h"
#include "vm/vm.h"

namespace pysub {
namespace {

// What a row needs of the TypeInfo.
enum class Need : uint8_t {
  kLength,
  kGetItem,
  kSetItem,
  kContains,
  kIter,
  kNext,
  kCompare,
  kTruth,
  kCall,
  kRepr,
  kStr,
  kHash,
  kFormat,
  kOperator,
  kGet,
  kSet,
  kNew,
  kObject,
  kClassGetItem,
  kBuffer,
  kReleaseBuffer,
};

Value Length(Vm& vm, const Args& a) { return vm.NewInt(TRY(vm.Length(a[0]))); }
// A deque is a sequence and no mapping: these methods want an int before it is asked.
Status CheckSequenceIndex(Vm& vm, const Args& a) {
  if (IsObjectOf(a[0], TypeId::kDeque) && !IsIntLike(a[1])) TRY(vm.ToIndex(a[1]));
  return Done{};
}
Value GetItem(Vm& vm, const Args& a) {
  TRY(CheckSequenceIndex(vm, a));
  return vm.GetItem(a[0], a[1]);
}
Value SetItem(Vm& vm, const Args& a) {
  TRY(CheckSequenceIndex(vm, a));
  return vm.SetItem(a[0], a[1], a[2]);
}
Value DeleteItem(Vm& vm, const Args& a) {
  TRY(CheckSequenceIndex(vm, a));
  return vm.SetItem(a[0], a[1], Value::Undefined());
}
Value Contains(Vm& vm, const Args& a) { return vm.Contains(a[0], a[1]); }
Value Iter(Vm& vm, const Args& a) { return vm.GetIter(a[0]); }
Value Bool(Vm& vm, const Args& a) { return Value::Bool(TRY(vm.Truth(a[0]))); }
Value Repr(Vm& vm, const Args& a) { return vm.ReprValue(a[0]); }
Value Str(Vm& vm, const Args& a) { return vm.StrValue(a[0]); }
Value Hash(Vm& vm, const Args& a) { return vm.NewInt(TRY(vm.Hash(a[0]))); }
Value Format(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1])) {
    return vm.TypeError("__format__() argument must be str, not ",
                        a[1].IsNone() ? "None" : vm.TypeName(a[1]));
  }
  return vm.Format(a[0], Vm::View(a[1]));
}
Value Call(Vm& vm, const Args& a) {
  Value callee = a[0];
  // f.__call__.__call__ ... is f, however long.
  const auto is_this = [&](Value function) {
    return function.IsNative() && vm.NativeOf(function).function == Call;
  };
  while (vm.IsBoundMethod(callee) && is_this(callee.As<BoundMethod>()->function)) {
    if (!vm.Tick(1)) return Value::Failed();
    callee = callee.As<BoundMethod>()->self;
  }
  return vm.CallWithKeywords(callee, std::span<const Value>(a.rest, a.rest_count), a.keywords);
}

Value Next(Vm& vm, const Args& a) {
  vm.stop_value = Value::Undefined();
  Value item = vm.InfoOf(a[0]).next(vm, a[0]);
  if (item.IsExhausted()) return vm.RaiseStopIteration(vm.stop_value);
  return item;
}

// ---- operators

// One slot function serves all numbers, but the method of a narrow type knows nothing of wider
// ones.
bool Declines(Value self, Value other) {
  if (IsIntLike(self)) return !IsIntLike(other);
  if (self.IsFloat()) return !IsIntLike(other) && !other.IsFloat();
  if (IsComplexObject(self))
    return !IsIntLike(other) && !other.IsFloat() && !IsComplexObject(other);
  return false;
}

template <CompareOp op>
Value Compare(Vm& vm, const Args& a) {
  const TypeInfo& info = vm.InfoOf(a[0]);
  if (Declines(a[0], a[1])) return Value::NotImplemented();
  // A bytearray knows how to compare itself with bytes, but not the other way round.
  if (IsObjectOf(a[0], TypeId::kBytes) && !IsObjectOf(a[1], TypeId::kBytes))
    return Value::NotImplemented();
  if (info.compare != nullptr) return info.compare(vm, op, a[0], a[1]);
  bool same = a[0] == a[1];
  if (op == CompareOp::kEq) return same ? Value::True() : Value::NotImplemented();
  if (op == CompareOp::kNe) return same ? Value::False() : Value::NotImplemented();
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

Status CheckRepeatCount(Vm& vm, Value count) {
  if (!IsIntLike(count)) TRY(vm.ToIndex(count));
  TRY(RepeatCount(vm, count));
  return Done{};
}

template <BinaryOp op, bool in_place>
Value Binary(Vm& vm, const Args& a) {
  if (Declines(a[0], a[1])) return Value::NotImplemented();
  // Sequences raise where numbers decline.
  bool sequence = IsSequence(vm, a[0]);
  if (sequence && op == BinaryOp::kMul) TRY(CheckRepeatCount(vm, a[1]));
  Value answer = vm.InfoOf(a[0]).binary(vm, op, a[0], a[1], in_place);
  if (sequence && op == BinaryOp::kAdd && answer == Value::NotImplemented()) {
    if (vm.IsInstance(a[0], TypeId::kTuple)) {
      return vm.TypeError("can only concatenate tuple (not \"", vm.TypeName(a[1]), "\") to tuple");
    }
    return vm.Binary(op, a[0], a[1], in_place);
  }
  return answer;
}
template <BinaryOp op>
Value Reflected(Vm& vm, const Args& a) {
  if (Declines(a[0], a[1])) return Value::NotImplemented();
  if (op == BinaryOp::kMul && IsSequence(vm, a[0])) TRY(CheckRepeatCount(vm, a[1]));
  return vm.InfoOf(a[0]).binary(vm, op, a[1], a[0], false);
}

template <bool reflected>
Value Divmod(Vm& vm, const Args& a) {
  if (Declines(a[0], a[1])) return Value::NotImplemented();
  Value left = reflected ? a[1] : a[0];
  Value right = reflected ? a[0] : a[1];
  const TypeInfo& info = vm.InfoOf(a[0]);
  Value quotient = TRY(info.binary(vm, BinaryOp::kFloorDiv, left, right, false));
  if (quotient == Value::NotImplemented()) return quotient;
  Value rest = TRY(info.binary(vm, BinaryOp::kMod, left, right, false));
  if (rest == Value::NotImplemented()) return rest;  // timedelta // int has no modulus beside it
  return vm.NewTuple({quotient, rest});
}

template <bool reflected>
Value Power(Vm& vm, const Args& a) {
  Value base = reflected ? a[1] : a[0];
  Value exponent = reflected ? a[0] : a[1];
  const bool modular = a.has(2) && !a[2].IsNone();
  if (modular && a[0].IsFloat()) {
    return vm.TypeError("pow() 3rd argument not allowed unless all arguments are integers");
  }
  if (Declines(a[0], a[1])) return Value::NotImplemented();
  if (!modular) return vm.InfoOf(a[0]).binary(vm, BinaryOp::kPow, base, exponent, false);
  if (IsComplexObject(a[0])) return vm.ValueError("complex modulo");
  if (!IsIntLike(base) || !IsIntLike(exponent) || !IsIntLike(a[2])) return Value::NotImplemented();
  return IntPowMod(vm, base, exponent, a[2]);
}

// ---- attributes, descriptors

Result<Name> AttributeName(Vm& vm, Value name) {
  if (!Vm::IsStr(name)) {
    return vm.TypeError("attribute name must be string, not '", vm.TypeName(name), "'");
  }
  // Names that are set outlive the argument.
  Value interned = vm.Intern(Vm::View(name));
  if (interned.IsFailed()) return Failure{};
  return Name{Vm::View(interned), MemberHash(Vm::View(interned))};
}
Value GetAttribute(Vm& vm, const Args& a) {
  return vm.GetAttribute(a[0], TRY(AttributeName(vm, a[1])));
}
Value SetAttribute(Vm& vm, const Args& a) {
  return vm.SetAttribute(a[0], TRY(AttributeName(vm, a[1])), a[2]);
}
Value DeleteAttribute(Vm& vm, const Args& a) {
  return vm.SetAttribute(a[0], TRY(AttributeName(vm, a[1])), Value::Undefined());
}

Failure DoesNotApply(Vm& vm, std::string_view name, TypeId owner, Value object) {
  return vm.TypeError("descriptor '", name, "' for '", Vm::NameOf(owner),
                      "' objects doesn't apply to a '", vm.TypeName(object), "' object");
}

// descriptor.__get__(instance): functions and methods are bound, attributes are read.
Value Get(Vm& vm, const Args& a) {
  Value self = a[0], instance = a[1];
  bool has_owner = a.has(2) && !a[2].IsNone();
  if (instance.IsNone() && !has_owner) return vm.TypeError("__get__(None, None) is invalid");
  bool for_none = has_owner && a[2] == Value::Type(TypeId::kNoneType);
  if (instance.IsNone() && !for_none) return self;
  if (self.IsAttribute()) {
    const AttributeInfo& attribute = vm.AttributeOf(self);
    if (!vm.IsInstance(instance, self.AttributeOwner())) {
      return DoesNotApply(vm, attribute.name, self.AttributeOwner(), instance);
    }
    return attribute.get(vm, instance);
  }
  if (self.IsNative() && !vm.IsInstance(instance, Vm::NativeOwner(self))) {
    return DoesNotApply(vm, vm.NativeOf(self).name, Vm::NativeOwner(self), instance);
  }
  return vm.NewBoundMethod(instance, self);
}
Value SetDescriptor(Vm& vm, const Args& a) {
  const AttributeInfo& attribute = vm.AttributeOf(a[0]);
  TypeId owner = a[0].AttributeOwner();
  if (!vm.IsInstance(a[1], owner)) return DoesNotApply(vm, attribute.name, owner, a[1]);
  return vm.SetAttribute(a[1], {attribute.name, MemberHash(attribute.name)}, a[2]);
}

// ---- construction

// int.__new__(cls, ...): v[0] is the type whose method it is.
Value New(Vm& vm, const Args& a) {
  TypeId owner = a[0].AsType();
  std::string_view name = Vm::NameOf(owner);
  if (a.rest_count == 0) return vm.TypeError(name, ".__new__(): not enough arguments");
  Value type = a.rest[0];
  if (!type.IsType()) {
    return vm.TypeError(name, ".__new__(X): X is not a type object (", vm.TypeName(type), ")");
  }
  std::string_view wanted = Vm::NameOf(type.AsType());
  if (!Vm::IsSubtype(type.AsType(), owner)) {
    return vm.TypeError(name, ".__new__(", wanted, "): ", wanted, " is not a subtype of ", name);
  }
  TypeId maker = type.AsType();
  while (maker != TypeId::kObject && vm.runtime().types[static_cast<int>(maker)] != nullptr &&
         vm.runtime().types[static_cast<int>(maker)]->constructor == nullptr) {
    maker = Vm::BaseOf(maker);
  }
  if (maker != owner && vm.InfoOf(maker).constructor != nullptr && !IsExceptionType(owner)) {
    return vm.TypeError(name, ".__new__(", wanted, ") is not safe, use ", wanted, ".__new__()");
  }
  return vm.CallWithKeywords(type, std::span<const Value>(a.rest + 1, a.rest_count - 1),
                             a.keywords);
}

// All that a program's objects need was done when they were made.
Value Init(Vm& vm, const Args& a) {
  bool any = a.rest_count > 0 || !a.keywords.IsUndefined();
  if (any && vm.TypeOf(a[0]) == TypeId::kObject) {
    return vm.TypeError(
        "object.__init__() takes exactly one argument (the instance to initialize)");
  }
  return Value::None();
}

Value ClassGetItem(Vm& vm, const Args& a) { return vm.GetItem(a[0], a[1]); }

Value Buffer(Vm& vm, const Args& a) {
  TRY(vm.ToIndex(a[1]));
  return vm.Call(Value::Type(TypeId::kMemoryView), {a[0]});
}
Value ReleaseBuffer(Vm& vm, const Args& a) {
  if (!IsObjectOf(a[1], TypeId::kMemoryView)) return vm.TypeError("expected a memoryview object");
  static constexpr Name kRelease{"release", MemberHash("release")};
  return vm.Call(TRY(vm.GetAttribute(a[1], kRelease)), {});
}

// ---- the table

// A method like __len__ that types have by way of a slot. One row serves all types that have the
// slot.
struct Row {
  NativeInfo info;
  Need need;
  int8_t bit = -1;  // of TypeInfo::operators

  constexpr Row(std::string_view signature, NativeFunction function, std::string_view doc, Need n)
      : info(signature, function, doc), need(n) {
    if (need == Need::kOperator) {
      bit = static_cast<int8_t>(OperatorBit(info.name.substr(2, info.name.size() - 4)));
    }
  }
};

// clang-format off
#define COMPARE(name, op, sign) \
  {"@wrapper __" name "__(value, /)", Compare<CompareOp::op>, "Return self" sign "value.", Need::kCompare}
#define UNARY(name, op, sign) \
  {"@wrapper __" name "__()", Unary<UnaryOp::op>, sign "self", Need::kOperator}
#define BINARY(name, op, sign) \
  {"@wrapper __" name "__(value, /)", Binary<BinaryOp::op, false>, "Return self" sign "value.", Need::kOperator}, \
  {"@wrapper __r" name "__(value, /)", Reflected<BinaryOp::op>, "Return value" sign "self.", Need::kOperator}
#define IN_PLACE(name, op, sign) \
  {"@wrapper __i" name "__(value, /)", Binary<BinaryOp::op, true>, "Implement self" sign "=value.", Need::kOperator}

constexpr Row kTable[] = {
    {"@wrapper __len__()", Length, "Return len(self).", Need::kLength},
    {"@wrapper __getitem__(key, /)", GetItem, "Return self[key].", Need::kGetItem},
    {"@wrapper __setitem__(key, value, /)", SetItem, "Set self[key] to value.", Need::kSetItem},
    {"@wrapper __delitem__(key, /)", DeleteItem, "Delete self[key].", Need::kSetItem},
    {"@wrapper __contains__(key, /)", Contains, "Return bool(key in self).", Need::kContains},
    {"@wrapper __iter__()", Iter, "Implement iter(self).", Need::kIter},
    {"@wrapper __next__()", Next, "Implement next(self).", Need::kNext},
    {"@wrapper __bool__()", Bool, "True if self else False", Need::kTruth},
    {"@wrapper __call__(*args, **kwargs)", Call, "Call self as a function.", Need::kCall},
    {"@wrapper __repr__()", Repr, "Return repr(self).", Need::kRepr},
    {"@wrapper __str__()", Str, "Return str(self).", Need::kStr},
    {"@wrapper __hash__()", Hash, "Return hash(self).", Need::kHash},
    {"__format__(format_spec, /)", Format, "Convert to a string according to format_spec.", Need::kFormat},
    COMPARE("eq", kEq, "=="), COMPARE("ne", kNe, "!="), COMPARE("lt", kLt, "<"),
    COMPARE("le", kLe, "<="), COMPARE("gt", kGt, ">"), COMPARE("ge", kGe, ">="),
    UNARY("neg", kNeg, "-"), UNARY("pos", kPos, "+"), UNARY("invert", kInvert, "~"),
    BINARY("add", kAdd, "+"), BINARY("sub", kSub, "-"), BINARY("mul", kMul, "*"), BINARY("truediv", kTrueDiv, "/"),
    BINARY("floordiv", kFloorDiv, "//"), BINARY("mod", kMod, "%"), BINARY("lshift", kLShift, "<<"),
    BINARY("rshift", kRShift, ">>"), BINARY("and", kAnd, "&"), BINARY("xor", kXor, "^"), BINARY("or", kOr, "|"),
    IN_PLACE("add", kAdd, "+"), IN_PLACE("mul", kMul, "*"), IN_PLACE("sub", kSub, "-"), IN_PLACE("and", kAnd, "&"),
    IN_PLACE("xor", kXor, "^"), IN_PLACE("or", kOr, "|"),
    {"@wrapper __pow__(value, mod=None, /)", Power<false>, "Return pow(self, value, mod).", Need::kOperator},
    {"@wrapper __rpow__(value, mod=None, /)", Power<true>, "Return pow(value, self, mod).", Need::kOperator},
    {"@wrapper __divmod__(value, /)", Divmod<false>, "Return divmod(self, value).", Need::kOperator},
    {"@wrapper __rdivmod__(value, /)", Divmod<true>, "Return divmod(value, self).", Need::kOperator},
    {"@wrapper __get__(instance, owner=None, /)", Get,
     "Return an attribute of instance, which is of type owner.", Need::kGet},
    {"@wrapper __set__(instance, value, /)", SetDescriptor, "Set an attribute of instance to value.", Need::kSet},
    {"@wrapper __delete__(instance, /)", [](Vm& vm, const Args& a) {
       Value with_nothing[] = {a[0], a[1], Value::Undefined()};
       return SetDescriptor(vm, ArgsOf(with_nothing));
     }, "Delete an attribute of instance.", Need::kSet},
    {"@wrapper __getattribute__(name, /)", GetAttribute, "Return getattr(self, name).", Need::kObject},
    {"@wrapper __setattr__(name, value, /)", SetAttribute, "Implement setattr(self, name, value).", Need::kObject},
    {"@wrapper __delattr__(name, /)", DeleteAttribute, "Implement delattr(self, name).", Need::kObject},
    {"@wrapper __init__(*args, **kwargs)", Init, "Initialize self.  See help(type(self)) for accurate signature.",
     Need::kObject},
    {"@raw @classmethod __new__(*args, **kwargs)", New,
     "Create and return a new object.  See help(type) for accurate signature.", Need::kNew},
    {"@classmethod __class_getitem__(object, /)", ClassGetItem, "See PEP 585", Need::kClassGetItem},
    {"@wrapper __buffer__(flags, /)", Buffer,
     "Return a buffer object that exposes the underlying memory of the object.", Need::kBuffer},
    {"@wrapper __release_buffer__(buffer, /)", ReleaseBuffer,
     "Release the buffer object that exposes the underlying memory of the object.", Need::kReleaseBuffer},
};
// clang-format on
#undef COMPARE
#undef UNARY
#undef BINARY
#undef IN_PLACE

constexpr auto kRows = [] {
  std::array<NativeInfo, std::size(kTable)> rows;
  for (size_t i = 0; i < rows.size(); ++i) rows[i] = kTable[i].info;
  return rows;
}();
PYSUB_MEMBERS(Slot, kRows, kNoAttributes);
constexpr TypeInfo kIndex = {.id = TypeId::kObject, .methods = kRows, .members = kSlotMembers};

bool IsNativeFunction(TypeId id) {
  return id == TypeId::kBuiltinFunction || id == TypeId::kMethodDescriptor ||
         id == TypeId::kWrapperDescriptor || id == TypeId::kMethodWrapper ||
         id == TypeId::kClassMethodDescriptor;
}

bool TakesSubscript(TypeId id) {
  switch (id) {
    case TypeId::kList:
    case TypeId::kTuple:
    case TypeId::kDict:
    case TypeId::kSet:
    case TypeId::kFrozenSet:
    case TypeId::kMemoryView:
    case TypeId::kArrayArray:
    case TypeId::kMappingProxy:
    case TypeId::kEnumerate:
    case TypeId::kGenerator:
    case TypeId::kCoroutine:
    case TypeId::kAsyncGenerator:
    case TypeId::kTemplate:
    case TypeId::kInterpolation:
    case TypeId::kUnion:
    case TypeId::kBaseExceptionGroup: return true;
    default: return false;
  }
}

// Which type shows which method, for dir() and hasattr(): what CPython's types have, not what the
// slots could do.
bool Has(TypeId id, const TypeInfo& info, const Row& row) {
  bool object = id == TypeId::kObject;
  switch (row.need) {
    case Need::kLength: return info.length != nullptr;
    case Need::kGetItem: return info.get_item != nullptr;
    case Need::kSetItem: return info.set_item != nullptr;
    case Need::kContains: return info.contains != nullptr && id != TypeId::kMemoryView;
    case Need::kIter: return info.iter != nullptr || info.next != nullptr;
    case Need::kNext: return info.next != nullptr;
    case Need::kCompare: return info.compare != nullptr && id != TypeId::kBool;
    case Need::kTruth:
      return (info.truth != nullptr && (info.length == nullptr || id == TypeId::kRange)) ||
             id == TypeId::kInt || id == TypeId::kFloat || id == TypeId::kNoneType ||
             id == TypeId::kNotImplemented;
    case Need::kCall:
      return info.call != nullptr || id == TypeId::kFunction || id == TypeId::kBoundMethod ||
             id == TypeId::kType || IsNativeFunction(id);
    case Need::kRepr: return info.repr != nullptr;
    case Need::kStr: return info.str != nullptr || id == TypeId::kStr;
    case Need::kHash:
      return info.may_be_hashed && (info.compare != nullptr || info.hash != nullptr) &&
             id != TypeId::kBool;
    case Need::kFormat:
      return info.format != nullptr || id == TypeId::kInt || id == TypeId::kFloat ||
             id == TypeId::kComplex || id == TypeId::kStr;
    case Need::kOperator: return info.operators >> row.bit & 1;
    case Need::kGet:
      return id == TypeId::kFunction || id == TypeId::kMethodDescriptor ||
             id == TypeId::kBoundMethod || id == TypeId::kWrapperDescriptor ||
             id == TypeId::kClassMethodDescriptor || id == TypeId::kGetSetDescriptor ||
             id == TypeId::kMemberDescriptor;
    case Need::kSet: return id == TypeId::kGetSetDescriptor || id == TypeId::kMemberDescriptor;
    case Need::kNew: return info.constructor != nullptr || object;
    case Need::kObject: return object;
    case Need::kClassGetItem: return TakesSubscript(id);
    case Need::kBuffer:
      return id == TypeId::kBytes || id == TypeId::kMemoryView || IsResizableMemory(id);
    case Need::kReleaseBuffer: return IsResizableMemory(id) || id == TypeId::kMemoryView;
  }
  return false;
}

}  // namespace

Value InitAnew(Vm& vm, const Args& a) {
  if (IsObjectOf(a[0], TypeId::kByteArray) && a[0].As<ByteArray>()->size > 0) {
    TRY(CheckResizable(vm, a[0].As<ByteArray>()));
  }
  Value arguments = TRY(vm.NewTuple(std::span<const Value>(a.rest, a.rest_count)));
  return vm.PushNativeFrame(ResumeId::kInitAnew, {a[0], arguments, a.keywords});
}

// Slots: the object, the arguments, the keywords.
Value InitAnewResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, vm.CallSpread(vm.StackTop(), Value::Type(vm.TypeOf(frame.slots[0])),
                                           frame.slots[1], frame.slots[2]));
  }
  // The new object is nobody else's: what it consists of changes hands. (A snapshot may say that
  // `self` is no object.)
  if (!frame.slots[0].IsObject()) return BadState(vm);
  Object* self = frame.slots[0].AsObject();
  if (!IsObjectOf(in, self->type) || in == frame.slots[0] ||
      in.AsObject()->layout != Layout::kValues || in.AsObject()->count != self->count) {
    return BadState(vm);
  }
  if (self->type == TypeId::kByteArray) {  // its flags and its third word are about who looks at it
    if (static_cast<ByteArray*>(self)->size > 0)
      TRY(CheckResizable(vm, static_cast<ByteArray*>(self)));
    static_cast<ByteArray*>(self)->buffer = in.As<ByteArray>()->buffer;
    static_cast<ByteArray*>(self)->size = in.As<ByteArray>()->size;
    return Value::None();
  }
  constexpr uint8_t kOwnFlags = kFlagA | kFlagB | kFlagC;
  self->flags =
      static_cast<uint8_t>((self->flags & ~kOwnFlags) | (in.AsObject()->flags & kOwnFlags));
  std::copy_n(in.AsObject()->words(), self->count, self->words());
  return Value::None();
}

int FindSlotMethod(TypeId id, const TypeInfo& info, Name name) {
  if (!name.text.starts_with("__")) return -1;
  int row = FindMember(kIndex, name);
  return row >= 0 && Has(id, info, kTable[row]) ? row : -1;
}

const NativeInfo& SlotMethod(uint32_t row) { return kRows[row]; }

uint32_t SlotMethodCount() { return std::size(kRows); }

}  // namespace pysub
