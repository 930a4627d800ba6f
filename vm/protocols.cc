// What every object can be asked: truth, text, hash, comparison, length, items, attributes,
// operators. Each finds the slot of the type and words the error when there is none (CPython 3.14,
// Objects/abstract.c).

#include "vm/numbers/limbs.h"
#include "vm/objects/indexing.h"
#include "vm/objects/str.h"
#include "vm/vm.h"

namespace pysub {
namespace {

// An operator as messages show it.
struct OperatorText {
  std::string_view plain;
  std::string_view in_place;
};

constexpr OperatorText kOperators[] = {
    {"+", "+="},   {"-", "-="},   {"*", "*="}, {"@", "@="},
    {"/", "/="},   {"//", "//="}, {"%", "%="}, {"** or pow()", "**="},
    {"<<", "<<="}, {">>", ">>="}, {"&", "&="}, {"^", "^="},
    {"|", "|="},
};

constexpr std::string_view kCompareText[] = {"==", "!=", "<", "<=", ">", ">="};

constexpr CompareOp kReflected[] = {CompareOp::kEq, CompareOp::kNe, CompareOp::kGt,
                                    CompareOp::kGe, CompareOp::kLt, CompareOp::kLe};

bool IsSequence(TypeId type) {
  switch (type) {
    case TypeId::kStr:
    case TypeId::kBytes:
    case TypeId::kByteArray:
    case TypeId::kList:
    case TypeId::kTuple:
    case TypeId::kNamedTuple: return true;
    default: return false;
  }
}

// What has a `*` of its own beside those that concatenate.
bool Repeats(TypeId type) {
  return IsSequence(type) || type == TypeId::kDeque || type == TypeId::kArrayArray;
}

}  // namespace

// ---- truth, length

// Constants and numbers by their bits, containers by their length. All else is true, unless its
// type has a rule.
Result<bool> Vm::Truth(Value v) {
  if (v.IsBool()) return v.AsBool();
  if (v.IsNone()) return false;
  if (v.IsSmallInt()) return v.AsShiftedInt() != 0;
  if (v.IsFloat()) return v.AsFloat() != 0;
  if (!v.IsObject()) {
    if (v == Value::NotImplemented()) {
      return TypeError("NotImplemented should not be used in a boolean context");
    }
    return true;
  }
  switch (v.AsObject()->type) {
    case TypeId::kStr: return v.AsObject()->count != 0;
    case TypeId::kList: return v.As<List>()->size != 0;
    case TypeId::kTuple: return v.AsObject()->count != 0;
    case TypeId::kInt: return true;
    default: break;
  }
  const TypeInfo& info = InfoOf(v);
  if (info.truth != nullptr) return info.truth(*this, v);
  if (info.length != nullptr) {
    int64_t length = TRY(info.length(*this, v));
    return length != 0;
  }
  return true;
}

Result<int64_t> Vm::Length(Value v) {
  const TypeInfo& info = InfoOf(v);
  if (info.length != nullptr) return info.length(*this, v);
  if (IsEnumeration(v)) {
    const Value members = InfoOf(v.AsType()).type_members(*this, v.AsType());
    if (members.IsFailed()) return Failure{};
    return static_cast<int64_t>(members.As<Tuple>()->size());
  }
  return TypeError("object of type '", TypeName(v), "' has no len()");
}

// ---- text

Status Vm::Repr(Value v, TextBuilder& out) {
  DepthGuard guard(*this);
  if (!guard.ok()) return TooDeep(" while getting the repr of an object");
  if (!Tick(1)) return Failure{};
  const TypeInfo& info = InfoOf(v);
  if (info.repr != nullptr) return info.repr(*this, v, out);
  return ReprOfIdentity(v, out);
}

Status Vm::ReprOfIdentity(Value v, TextBuilder& out) {
  out.Append('<');
  if (ModuleOf(TypeOf(v)) != "builtins" && TypeName(v).find('.') == std::string_view::npos) {
    out.Append(ModuleOf(TypeOf(v)));
    out.Append('.');
  }
  out.Append(TypeName(v));
  out.Append(" object at 0x");
  TRY(AppendIdentity(v, out));
  out.Append('>');
  return out.status();
}

Status Vm::ToStr(Value v, TextBuilder& out) {
  if (IsStr(v)) {
    out.Append(View(v));
    return out.status();
  }
  const TypeInfo& info = InfoOf(v);
  if (info.str == nullptr) return Repr(v, out);
  DepthGuard guard(*this);  // an exception may be its own argument
  if (!guard.ok()) return TooDeep(" while getting the str of an object");
  return info.str(*this, v, out);
}

Value Vm::ReprValue(Value v) {
  TextBuilder out(*this);
  TRY(Repr(v, out));
  return out.Finish();
}

Value Vm::StrValue(Value v) {
  if (IsStr(v)) return v;
  if (v.IsSmallInt()) {
    char digits[24];
    return NewAsciiStr({digits, Int64ToDecimal(v.AsSmallInt(), digits)});
  }
  TextBuilder out(*this);
  TRY(ToStr(v, out));
  return out.Finish();
}

// A 12-digit address-like number that is the object's sequence number: tells nothing of the host
// (T-035).
Status Vm::AppendIdentity(Value v, TextBuilder& out) {
  int64_t id = TRY(IdOf(v));
  char text[13];
  for (int i = 11; i >= 0; --i, id >>= 4) text[i] = "0123456789abcdef"[id & 15];
  out.Append(std::string_view(text, 12));
  return out.status();
}

// ---- comparison

// The left side is asked, then the right side with the mirrored operator, and at last identity (==
// and !=) or an error. That is Python's protocol of rich comparisons; NotImplemented leads to the
// next step.
Eventual Vm::Compare(CompareOp op, Value left, Value right) {
  if (IsStr(left) && IsStr(right)) {
    const uint32_t size = std::min(left.As<Str>()->count, right.As<Str>()->count);
    if (size > kComparedAtOnce && !Tick(size / 64)) return Value::Failed();
    return Value::Bool(StrHolds(op, left.As<Str>(), right.As<Str>()));
  }
  bool ordering = op != CompareOp::kEq && op != CompareOp::kNe;
  DepthGuard guard(*this);
  if (!guard.ok()) return TooDeep(" in comparison");
  const TypeInfo& left_info = InfoOf(left);
  if (left_info.compare != nullptr) {
    Value answer = left_info.compare(*this, op, left, right);
    if (answer != Value::NotImplemented()) return answer;
  }
  const TypeInfo& right_info = InfoOf(right);
  if (right_info.compare != nullptr &&
      (&right_info != &left_info || left_info.compare == nullptr)) {
    Value answer = right_info.compare(*this, kReflected[static_cast<int>(op)], right, left);
    if (answer != Value::NotImplemented()) return answer;
  }
  if (!ordering) return Value::Bool((left == right) == (op == CompareOp::kEq));
  return TypeError("'", kCompareText[static_cast<int>(op)],
                   "' not supported between instances of '", TypeName(left), "' and '",
                   TypeName(right), "'");
}

// For native code that cannot wait: where Python code would have to run, it is a TypeError.
Result<bool> Vm::Equal(Value a, Value b) {
  if (a == b) return true;  // identity first, as containers do: also for NaN
  if (Value::BothSmallInts(a, b)) return false;
  if (Value::BothFloats(a, b)) return a.AsFloat() == b.AsFloat();
  if (IsStr(a) && IsStr(b)) {
    const std::string_view left = View(a), right = View(b);
    if (left.size() != right.size()) return false;
    if (left.size() > kComparedAtOnce && !Tick(left.size() / 64)) return Failure{};
    return left == right;
  }
  Value answer = Compare(CompareOp::kEq, a, b);
  if (answer.IsCallPending()) {
    // Objects of functools.cmp_to_key as parts of others: who asks here cannot wait for Python.
    PopNativeFrame();
    return TypeError("objects of cmp_to_key() cannot be compared inside other objects");
  }
  if (answer.IsControl()) return Failure{};
  return Truth(answer);
}

// ---- operators

// The left side first, then the right one. Neither needs to know the other's type: NotImplemented
// means "ask the other".
Eventual Vm::Binary(BinaryOp op, Value left, Value right, bool in_place) {
  const TypeInfo& left_info = InfoOf(left);
  if (left_info.binary != nullptr) {
    Value answer = left_info.binary(*this, op, left, right, in_place);
    if (answer != Value::NotImplemented()) return answer;
  }
  // A sequence on the left raises before one on the right is asked, and for `*=` so does all that
  // has a length.
  if (op == BinaryOp::kMul && Repeats(TypeOf(right)) &&
      (Repeats(TypeOf(left)) || (in_place && left_info.length != nullptr))) {
    return BinaryError(op, left, right, in_place);
  }
  const TypeInfo& right_info = InfoOf(right);
  if (right_info.binary != nullptr && (&right_info != &left_info || left_info.binary == nullptr)) {
    Value answer = right_info.binary(*this, op, left, right, false);
    if (answer != Value::NotImplemented()) return answer;
  }
  return BinaryError(op, left, right, in_place);
}

Value Vm::BinaryError(BinaryOp op, Value left, Value right, bool in_place) {
  TypeId left_type = TypeOf(left);
  TypeId right_type = TypeOf(right);
  if (op == BinaryOp::kAdd && IsSequence(left_type)) {
    if (left_type == TypeId::kStr || left_type == TypeId::kList || left_type == TypeId::kTuple ||
        left_type == TypeId::kNamedTuple) {
      std::string_view name = left_type == TypeId::kNamedTuple ? "tuple" : NameOf(left_type);
      return TypeError("can only concatenate ", name, " (not \"", TypeName(right), "\") to ", name);
    }
    return TypeError("can't concat ", TypeName(right), " to ", TypeName(left));
  }
  const bool right_repeats = Repeats(right_type) && !(in_place && InfoOf(left).length != nullptr);
  if (op == BinaryOp::kMul && (Repeats(left_type) || right_repeats)) {
    Value other = Repeats(left_type) ? right : left;
    return TypeError("can't multiply sequence by non-int of type '", TypeName(other), "'");
  }
  const OperatorText& text = kOperators[static_cast<int>(op)];
  Failure failure =
      TypeError("unsupported operand type(s) for ", in_place ? text.in_place : text.plain, ": '",
                TypeName(left), "' and '", TypeName(right), "'");
  return failure;
}

Eventual Vm::Unary(UnaryOp op, Value operand) {
  const TypeInfo& info = InfoOf(operand);
  if (info.unary != nullptr) {
    Value answer = info.unary(*this, op, operand);
    if (answer != Value::NotImplemented()) return answer;
  }
  static constexpr std::string_view kText[] = {"-", "+", "~"};
  return TypeError("bad operand type for unary ", kText[static_cast<int>(op)], ": '",
                   TypeName(operand), "'");
}

// ---- items

Eventual Vm::GetItem(Value object, Value key) {
  const TypeInfo& info = InfoOf(object);
  if (info.get_item != nullptr) return info.get_item(*this, object, key);
  if (IsEnumeration(object)) {
    const Value found = IsStr(key) ? TRY(FindAttribute(object, {View(key), MemberHash(View(key))}))
                                   : Value::Undefined();
    const bool member = found.IsObject() && found.AsObject()->type == object.AsType();
    return member ? found : Value(RaiseKeyError(key));
  }
  if (object.IsType()) return runtime_.operations.subscript_type(*this, object, key);
  return TypeError("'", TypeName(object), "' object is not subscriptable");
}

// Undefined as the value deletes. Most of the code is about which of CPython's messages fits.
Eventual Vm::SetItem(Value object, Value key, Value value) {
  const TypeInfo& info = InfoOf(object);
  if (info.set_item != nullptr) return info.set_item(*this, object, key, value);
  // CPython makes an index of the number before it finds out that the sequence takes none.
  bool number_in_sequence = (key.IsBool() || IsInt(key)) && info.length != nullptr;
  if (number_in_sequence) TRY(SubscriptIndex(*this, key));
  if (!value.IsUndefined()) {
    return TypeError("'", TypeName(object), "' object does not support item assignment");
  }
  // It words this twice: for a sequence and a number, and for the rest.
  return TypeError("'", TypeName(object), "' object ", number_in_sequence ? "doesn't" : "does not",
                   " support item deletion");
}

// `in` is hot, so the usual case stands alone and is inlined; the others are behind a call.
Eventual Vm::Contains(Value container, Value item) {
  if (container.IsObject()) [[likely]] {
    const TypeInfo* info = runtime_.types[static_cast<int>(container.AsObject()->type)];
    if (info != nullptr && info->contains != nullptr) {
      const Value answer = info->contains(*this, container, item);
      if (answer.IsControl() || answer.IsBool()) [[likely]]
        return answer;
      return Value::Bool(TRY(Truth(answer)));
    }
  }
  return ContainsSlowly(container, item);
}

[[gnu::noinline]] Value Vm::ContainsSlowly(Value container, Value item) {
  const TypeInfo& info = InfoOf(container);
  if (info.contains != nullptr) {
    Value answer = info.contains(*this, container, item);
    if (answer.IsControl() || answer.IsBool()) return answer;
    return Value::Bool(TRY(Truth(answer)));
  }
  if (IsEnumeration(container)) {
    return Contains(TRY(InfoOf(container.AsType()).type_members(*this, container.AsType())), item);
  }
  if (info.iter == nullptr && info.next == nullptr) {
    return TypeError("argument of type '", TypeName(container), "' is not a container or iterable");
  }
  Value iterator = TRY(GetIter(container));
  return PushNativeFrame(ResumeId::kContains, {iterator, item});
}

// ---- numbers

namespace {

// An int of any size as int64_t, or the nearest to it; `fits` tells which.
int64_t ClampBigInt(const BigInt* number, bool* fits) {
  uint64_t limb = number->limbs()[0];
  bool negative = number->negative();
  *fits = number->limb_count() == 1 && limb <= uint64_t{INT64_MAX} + negative;
  if (!*fits) return negative ? INT64_MIN : INT64_MAX;
  return negative ? static_cast<int64_t>(-limb) : static_cast<int64_t>(limb);
}

}  // namespace

Result<int64_t> Vm::ToIndex(Value v) {
  if (v.IsSmallInt()) return v.AsSmallInt();
  if (v.IsBool()) return v.AsBool();
  if (!IsInt(v)) {
    return TypeError("'", TypeName(v), "' object cannot be interpreted as an integer");
  }
  bool fits;
  int64_t number = ClampBigInt(v.As<BigInt>(), &fits);
  if (!fits) return OverflowError("Python int too large to convert to C ssize_t");
  return number;
}

Result<int64_t> Vm::ToIndexClamped(Value v) {
  if (!IsIntObject(v)) return ToIndex(v);
  bool fits;
  return ClampBigInt(v.As<BigInt>(), &fits);
}

}  // namespace pysub
