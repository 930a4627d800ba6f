// datetime.timedelta.

#include <cmath>

#include "stdlib/modules/datetime/datetime.h"
#include "stdlib/modules/int_values.h"
#include "stdlib/modules/parsed_arguments.h"
#include "vm/objects/numbers.h"
#include "vm/objects/str.h"
#include "vm/snapshot/schema.h"

namespace pysub::datetime {
namespace {

DeltaObject* AsDelta(Value v) { return v.As<DeltaObject>(); }

Failure TooLarge(Vm& vm) { return vm.OverflowError("Python int too large to convert to C int"); }

// An int of at most 126 bits; false: larger.
bool ToWide(Value v, Wide* out) {
  if (v.IsBool()) {
    *out = v.AsBool();
    return true;
  }
  if (v.IsSmallInt()) {
    *out = v.AsSmallInt();
    return true;
  }
  BigInt* big = v.As<BigInt>();
  if (big->limb_count() > 2 || (big->limb_count() == 2 && big->limbs()[1] >> 62 != 0)) return false;
  Wide magnitude = big->limbs()[0];
  if (big->limb_count() == 2) magnitude |= static_cast<Wide>(big->limbs()[1]) << 64;
  *out = big->negative() ? -magnitude : magnitude;
  return true;
}

Value WideInt(Vm& vm, Wide value) {
  bool negative = value < 0;
  unsigned __int128 magnitude = negative ? -static_cast<unsigned __int128>(value) : value;
  uint64_t limbs[2] = {static_cast<uint64_t>(magnitude), static_cast<uint64_t>(magnitude >> 64)};
  return vm.NewIntFromLimbs(negative, std::span<const uint64_t>(limbs, limbs[1] != 0   ? 2
                                                                       : limbs[0] != 0 ? 1
                                                                                       : 0));
}

Value DeltaFromInt(Vm& vm, Value micros) {
  Wide wide;
  if (!ToWide(micros, &wide)) return TooLarge(vm);
  return NewDelta(vm, wide);
}

Wide FloorDiv(Wide a, Wide b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

// a / b rounded to the nearest int, half to even.
Value DivideNearest(Vm& vm, Value a, Value b) {
  if (ints::Sign(b) < 0) {
    a = TRY(ints::Neg(vm, a));
    b = TRY(ints::Neg(vm, b));
  }
  return ints::DivideToEven(vm, a, b);
}

// ---- timedelta(days, seconds, ...)

// What the components add up to: exactly, and what is left of floats below a microsecond.
struct Sum {
  Wide micros = 0;
  double rest = 0;
};

Status AddComponent(Vm& vm, std::string_view name, Value v, int64_t factor, Sum* sum) {
  constexpr Wide kLimit = Wide{1} << 100;
  Wide whole;
  if (IsIntLike(v)) {
    if (!ToWide(v, &whole) || whole > kLimit / factor || whole < -kLimit / factor)
      return TooLarge(vm);
    sum->micros += whole * factor;
    return Done{};
  }
  if (!v.IsFloat()) {
    return vm.TypeError("unsupported type for timedelta ", name, " component: ", vm.TypeName(v));
  }
  double integer;
  double fraction = std::modf(v.AsFloat(), &integer);
  if (!std::isfinite(integer) || std::isnan(fraction)) {
    if (IntFromDouble(vm, v.AsFloat()).IsFailed()) return Failure{};
  }
  if (std::fabs(integer) > 1e17) return TooLarge(vm);
  sum->micros += static_cast<Wide>(integer) * factor;
  if (fraction == 0) return Done{};
  fraction = std::modf(static_cast<double>(factor) * fraction, &integer);
  sum->rest += fraction;
  sum->micros += static_cast<Wide>(integer);
  return Done{};
}

Value New(Vm& vm, const Args& a) {
  static constexpr std::string_view kNames[] = {
      "days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks"};
  Value v[7];
  TRY(ParseArguments(vm, a, {"__new__", kNames}, v));
  // In the order that CPython adds them up.
  struct Component {
    int index;
    int64_t factor;
  };
  static constexpr Component kComponents[] = {{2, 1},
                                              {3, 1000},
                                              {1, 1'000'000},
                                              {4, 60'000'000},
                                              {5, 3'600'000'000},
                                              {0, kMicrosPerDay},
                                              {6, 7 * kMicrosPerDay}};
  Sum sum;
  for (const Component& component : kComponents) {
    Value part = v[component.index];
    if (!part.IsUndefined())
      TRY(AddComponent(vm, kNames[component.index], part, component.factor, &sum));
  }
  if (sum.rest != 0) {
    double whole = std::round(sum.rest);
    if (std::fabs(whole - sum.rest) == 0.5) {  // to the even one, of the sum
      double odd = static_cast<double>(sum.micros & 1);
      whole = 2.0 * std::round((sum.rest + odd) * 0.5) - odd;
    }
    sum.micros += static_cast<Wide>(whole);
  }
  return NewDelta(vm, sum.micros);
}

// ---- operators

Value Multiply(Vm& vm, Value delta, Value factor) {
  Value micros = TRY(WideInt(vm, MicrosOf(delta)));
  if (IsIntLike(factor))
    return DeltaFromInt(vm, TRY(IntBinary(vm, BinaryOp::kMul, micros, factor)));
  Value numerator, denominator;
  TRY(ints::RatioOf(vm, factor.AsFloat(), &numerator, &denominator));
  return DeltaFromInt(
      vm,
      TRY(DivideNearest(vm, TRY(IntBinary(vm, BinaryOp::kMul, micros, numerator)), denominator)));
}

Failure ByZero(Vm& vm) { return vm.Raise(TypeId::kZeroDivisionError, "division by zero"); }

Value Divide(Vm& vm, Value delta, Value by) {
  if (IsDelta(by)) {
    if (MicrosOf(by) == 0) return ByZero(vm);
    Value a = TRY(WideInt(vm, MicrosOf(delta)));
    return IntBinary(vm, BinaryOp::kTrueDiv, a, TRY(WideInt(vm, MicrosOf(by))));
  }
  Value numerator = by.IsBool() ? Value::SmallInt(by.AsBool()) : by,
        denominator = Value::SmallInt(1);
  if (by.IsFloat()) TRY(ints::RatioOf(vm, by.AsFloat(), &numerator, &denominator));
  if (numerator == Value::SmallInt(0)) return ByZero(vm);
  Value micros = TRY(WideInt(vm, MicrosOf(delta)));
  micros = TRY(IntBinary(vm, BinaryOp::kMul, micros, denominator));
  return DeltaFromInt(vm, TRY(DivideNearest(vm, micros, numerator)));
}

Value FloorDivide(Vm& vm, Value delta, Value by) {
  if (IsDelta(by)) {
    if (MicrosOf(by) == 0) return ByZero(vm);
    return WideInt(vm, FloorDiv(MicrosOf(delta), MicrosOf(by)));
  }
  if (by.IsBool() ? !by.AsBool() : by == Value::SmallInt(0)) return ByZero(vm);
  return DeltaFromInt(
      vm, TRY(IntBinary(vm, BinaryOp::kFloorDiv, TRY(WideInt(vm, MicrosOf(delta))), by)));
}

Value Modulo(Vm& vm, Value left, Value right) {
  Wide a = MicrosOf(left), b = MicrosOf(right);
  if (b == 0) return ByZero(vm);
  return NewDelta(vm, a - FloorDiv(a, b) * b);
}

Value Binary(Vm& vm, BinaryOp op, Value left, Value right, bool) {
  bool both = IsDelta(left) && IsDelta(right);
  switch (op) {
    case BinaryOp::kAdd:
      if (both) return NewDelta(vm, MicrosOf(left) + MicrosOf(right));
      break;
    case BinaryOp::kSub:
      if (both) return NewDelta(vm, MicrosOf(left) - MicrosOf(right));
      break;
    case BinaryOp::kMul:
      if (IsDelta(left) && (IsIntLike(right) || right.IsFloat())) return Multiply(vm, left, right);
      if (IsDelta(right) && (IsIntLike(left) || left.IsFloat())) return Multiply(vm, right, left);
      break;
    case BinaryOp::kTrueDiv:
      if (both || (IsDelta(left) && (IsIntLike(right) || right.IsFloat())))
        return Divide(vm, left, right);
      break;
    case BinaryOp::kFloorDiv:
      if (both || (IsDelta(left) && IsIntLike(right))) return FloorDivide(vm, left, right);
      break;
    case BinaryOp::kMod:
      if (both) return Modulo(vm, left, right);
      break;
    default: break;
  }
  return Value::NotImplemented();
}

Value Unary(Vm& vm, UnaryOp op, Value self) {
  if (op == UnaryOp::kInvert) return Value::NotImplemented();
  return op == UnaryOp::kNeg ? NewDelta(vm, -MicrosOf(self)) : self;
}

Value Compare(Vm&, CompareOp op, Value left, Value right) {
  if (!IsDelta(left) || !IsDelta(right)) return Value::NotImplemented();
  Wide difference = MicrosOf(left) - MicrosOf(right);
  return Value::Bool(OrderHolds(op, difference < 0 ? -1 : difference > 0));
}

Result<int64_t> Hash(Vm& vm, Value self) {
  Value key =
      vm.NewTuple({AsDelta(self)->days, AsDelta(self)->seconds, AsDelta(self)->microseconds});
  if (key.IsFailed()) return Failure{};
  return vm.Hash(key);
}
Result<bool> Truth(Vm&, Value self) { return MicrosOf(self) != 0; }

Status ToText(Vm&, Value self, TextBuilder& out) {
  int64_t days = AsDelta(self)->days.AsSmallInt(), seconds = AsDelta(self)->seconds.AsSmallInt();
  int64_t micros = AsDelta(self)->microseconds.AsSmallInt();
  char text[64];
  if (days != 0) {
    out.AppendInt(days);
    out.Append(days == 1 || days == -1 ? " day, " : " days, ");
  }
  int length = snprintf(text, sizeof(text), "%d:%02d:%02d", static_cast<int>(seconds / 3600),
                        static_cast<int>(seconds / 60 % 60), static_cast<int>(seconds % 60));
  if (micros != 0) length += snprintf(text + length, 16, ".%06d", static_cast<int>(micros));
  out.Append(std::string_view(text, static_cast<size_t>(length)));
  return out.status();
}

Value Abs(Vm& vm, const Args& a) {
  Wide micros = MicrosOf(a[0]);
  return NewDelta(vm, micros < 0 ? -micros : micros);
}
Value TotalSeconds(Vm& vm, const Args& a) {
  Value micros = TRY(WideInt(vm, MicrosOf(a[0])));
  return IntBinary(vm, BinaryOp::kTrueDiv, micros, Value::KnownSmallInt(kMicrosPerSecond));
}

template <Value DeltaObject::*kField>
Value Get(Vm&, Value self) {
  return AsDelta(self)->*kField;
}

Value GetTypeAttribute(Vm& vm, TypeId, Name name) {
  constexpr Wide kMost = Wide{kMaxDeltaDays + 1} * kMicrosPerDay - 1;
  if (name.text == "min") return NewDelta(vm, -Wide{kMaxDeltaDays} * kMicrosPerDay);
  if (name.text == "max") return NewDelta(vm, kMost);
  if (name.text == "resolution") return NewDelta(vm, 1);
  return Value::Undefined();
}
Value GetAttribute(Vm& vm, Value, Name name) {
  return GetTypeAttribute(vm, TypeId::kTimeDelta, name);
}

constexpr AttributeInfo kAttributes[] = {
    {"days", Get<&DeltaObject::days>, nullptr, AttributeKind::kMember},
    {"seconds", Get<&DeltaObject::seconds>, nullptr, AttributeKind::kMember},
    {"microseconds", Get<&DeltaObject::microseconds>, nullptr, AttributeKind::kMember}};
constexpr NativeInfo kMethods[] = {
    {"@wrapper __abs__()", Abs, "abs(self)"},
    {"total_seconds()", TotalSeconds, "Total seconds in the duration."},
};
constexpr NativeInfo kConstructor{
    "@raw timedelta(days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, "
    "weeks=0)",
    New, "Difference between two datetime values."};

bool Check(Vm&, Object* object) {
  DeltaObject* delta = static_cast<DeltaObject*>(object);
  int64_t days = delta->days.AsSmallInt(), seconds = delta->seconds.AsSmallInt();
  int64_t micros = delta->microseconds.AsSmallInt();
  return days >= -kMaxDeltaDays && days <= kMaxDeltaDays && seconds >= 0 && seconds < 86400 &&
         micros >= 0 && micros < kMicrosPerSecond;
}
constexpr Schema kSchema{"k k k", Check};
PYSUB_MEMBERS(TimeDelta, kMethods, kAttributes);

}  // namespace

Wide MicrosOf(Value delta) {
  return Wide{AsDelta(delta)->days.AsSmallInt()} * kMicrosPerDay +
         AsDelta(delta)->seconds.AsSmallInt() * kMicrosPerSecond +
         AsDelta(delta)->microseconds.AsSmallInt();
}

Value NewDelta(Vm& vm, Wide micros) {
  Wide days = FloorDiv(micros, kMicrosPerDay);
  if (days > INT32_MAX || days < INT32_MIN) return TooLarge(vm);
  if (days > kMaxDeltaDays || days < -kMaxDeltaDays) {
    return vm.OverflowError("days=", static_cast<int64_t>(days),
                            "; must have magnitude <= 999999999");
  }
  int64_t rest = static_cast<int64_t>(micros - days * kMicrosPerDay);
  DeltaObject* delta = TRY(vm.New<DeltaObject>(TypeId::kTimeDelta));
  delta->days = Value::KnownSmallInt(static_cast<int64_t>(days));
  delta->seconds = Value::KnownSmallInt(rest / kMicrosPerSecond);
  delta->microseconds = Value::KnownSmallInt(rest % kMicrosPerSecond);
  return Value::Of(delta);
}

Status DeltaRepr(Vm&, Value self, TextBuilder& out) {
  out.Append("datetime.timedelta(");
  const std::pair<std::string_view, Value> parts[] = {
      {"days=", AsDelta(self)->days},
      {"seconds=", AsDelta(self)->seconds},
      {"microseconds=", AsDelta(self)->microseconds}};
  bool any = false;
  for (int i = 0; i < 3; ++i) {
    if (parts[i].second == Value::SmallInt(0)) continue;
    if (any) out.Append(", ");
    any = true;
    out.Append(parts[i].first);
    out.AppendInt(parts[i].second.AsSmallInt());
  }
  out.Append(any ? ")" : "0)");
  return out.status();
}

}  // namespace pysub::datetime

namespace pysub {

using namespace datetime;  // NOLINT: the table at the end of the file

extern constexpr TypeInfo kTimeDeltaType{
    .id = TypeId::kTimeDelta,
    .schema = &kSchema,
    .constructor = &kConstructor,
    .doc = "Difference between two datetime values.",
    .methods = kMethods,
    .attributes = kAttributes,
    .members = kTimeDeltaMembers,
    .operators = OperatorSet("add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod "
                             "rmod neg pos divmod rdivmod"),
    .repr = DeltaRepr,
    .str = ToText,
    .hash = Hash,
    .compare = Compare,
    .truth = Truth,
    .binary = Binary,
    .unary = Unary,
    .get_attribute = GetAttribute,
    .get_type_attribute = GetTypeAttribute,
    .type_names = "max min resolution"};

}  // namespace pysub
