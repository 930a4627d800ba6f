// datetime.tzinfo and datetime.timezone.

#include "stdlib/modules/datetime/datetime.h"
#include "stdlib/modules/parsed_arguments.h"
#include "stdlib/modules/zoneinfo.h"
#include "vm/objects/arguments.h"
#include "vm/objects/str.h"
#include "vm/snapshot/schema.h"

namespace pysub::datetime {
namespace {

ZoneObject* AsZone(Value v) { return v.As<ZoneObject>(); }

Value NewZoneOf(Vm& vm, TypeId type, Value offset, Value name) {
  ZoneObject* zone = TRY(vm.New<ZoneObject>(type));
  zone->offset = offset;
  zone->name = name;
  return Value::Of(zone);
}

Status CheckOffset(Vm& vm, Value delta) {
  Wide micros = MicrosOf(delta);
  if (micros > -kMicrosPerDay && micros < kMicrosPerDay) return Done{};
  Value shown = vm.ReprValue(delta);
  if (shown.IsFailed()) return Failure{};
  return vm.ValueError(
      "offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), "
      "not ",
      shown);
}

Value NewTzInfo(Vm& vm, const Args&) {
  return NewZoneOf(vm, TypeId::kTzInfo, Value::None(), Value::None());
}

Value NewTimeZoneObject(Vm& vm, const Args& a) {
  static constexpr std::string_view kNames[] = {"offset", "name"};
  Value v[2];
  TRY(ParseArguments(vm, a, {"timezone", kNames, 1}, v));
  if (!IsDelta(v[0])) {
    return vm.TypeError("timezone() argument 1 must be datetime.timedelta, not ",
                        v[0].IsNone() ? "None" : vm.TypeName(v[0]));
  }
  if (!v[1].IsUndefined() && !Vm::IsStr(v[1])) {
    return vm.TypeError("timezone() argument 2 must be str, not ",
                        v[1].IsNone() ? "None" : vm.TypeName(v[1]));
  }
  if (v[1].IsUndefined() && MicrosOf(v[0]) == 0) return Utc(vm);
  TRY(CheckOffset(vm, v[0]));
  return NewZoneOf(vm, TypeId::kTimeZone, v[0], v[1].IsUndefined() ? Value::None() : v[1]);
}

// The argument of utcoffset() and its like.
Status CheckMoment(Vm& vm, std::string_view method, Value v) {
  if (v.IsNone() || IsDateTime(v)) return Done{};
  return vm.TypeError(method, "(dt) argument must be a datetime instance or None, not ",
                      vm.TypeName(v));
}
Failure NotImplemented(Vm& vm, std::string_view method) {
  return vm.Raise(TypeId::kNotImplementedError, "a tzinfo subclass must implement ", method, "()");
}

// The argument dt of a method of a zone, in that zone.
Moment MomentIn(const Args& a) {
  Moment moment;
  if (a[1].IsNone()) {
    moment.dateless = true;
  } else {
    moment = MomentOf(a[1]);
  }
  moment.zone = a[0];
  return moment;
}

Value UtcOffsetMethod(Vm& vm, const Args& a) {
  if (AsZone(a[0])->offset.IsNone()) return NotImplemented(vm, "utcoffset");
  TRY(CheckMoment(vm, "utcoffset", a[1]));
  return OffsetValue(vm, MomentIn(a));
}
Value TzNameMethod(Vm& vm, const Args& a) {
  if (AsZone(a[0])->offset.IsNone()) return NotImplemented(vm, "tzname");
  TRY(CheckMoment(vm, "tzname", a[1]));
  return NameOfZone(vm, MomentIn(a));
}
Value DstMethod(Vm& vm, const Args& a) {
  if (AsZone(a[0])->offset.IsNone()) return NotImplemented(vm, "dst");
  TRY(CheckMoment(vm, "dst", a[1]));
  return DstOfZone(vm, MomentIn(a));
}

Value FromUtc(Vm& vm, const Args& a) {
  if (!IsDateTime(a[1])) return vm.TypeError("fromutc: argument must be a datetime");
  Moment moment = MomentOf(a[1]);
  if (moment.zone != a[0]) return vm.ValueError("fromutc: dt.tzinfo is not self");
  bool known;
  int64_t offset = TRY(OffsetOf(vm, moment, &known));
  TRY(SetLocalMicros(vm, Wide{LocalMicros(moment)} + offset, &moment));
  return NewDateTime(vm, moment);
}

// "UTC", "UTC+01:00"
Value OffsetName(Vm& vm, Value zone) {
  int64_t micros = static_cast<int64_t>(MicrosOf(AsZone(zone)->offset));
  TextBuilder out(vm);
  out.Append("UTC");
  if (micros != 0) AppendOffset(out, micros, ":");
  return out.Finish();
}

Status Repr(Vm& vm, Value self, TextBuilder& out) {
  if (self == vm.library_state(LibraryState::kUtc)) {
    out.Append("datetime.timezone.utc");
    return out.status();
  }
  out.Append("datetime.timezone(");
  TRY(vm.Repr(AsZone(self)->offset, out));
  if (!AsZone(self)->name.IsNone()) {
    out.Append(", ");
    TRY(vm.Repr(AsZone(self)->name, out));
  }
  out.Append(')');
  return out.status();
}
Status ToText(Vm& vm, Value self, TextBuilder& out) {
  Moment none;
  none.zone = self;
  none.dateless = true;
  Value name = NameOfZone(vm, none);
  if (name.IsFailed()) return Failure{};
  return vm.ToStr(name, out);
}
Value Compare(Vm&, CompareOp op, Value left, Value right) {
  bool both = IsObjectOf(left, TypeId::kTimeZone) && IsObjectOf(right, TypeId::kTimeZone);
  if (!both || (op != CompareOp::kEq && op != CompareOp::kNe)) return Value::NotImplemented();
  bool equal = MicrosOf(AsZone(left)->offset) == MicrosOf(AsZone(right)->offset);
  return Value::Bool(equal == (op == CompareOp::kEq));
}
Result<int64_t> Hash(Vm& vm, Value self) { return vm.Hash(AsZone(self)->offset); }

Value GetTypeAttribute(Vm& vm, TypeId, Name name) {
  constexpr int64_t kMost = 86340 * kMicrosPerSecond;
  if (name.text == "utc") return Utc(vm);
  if (name.text == "min") return NewTimeZone(vm, -kMost, Value::None());
  if (name.text == "max") return NewTimeZone(vm, kMost, Value::None());
  return Value::Undefined();
}
Value GetAttribute(Vm& vm, Value, Name name) {
  return GetTypeAttribute(vm, TypeId::kTimeZone, name);
}

constexpr NativeInfo kMethods[] = {
    {"dst(object, /)", DstMethod, "datetime -> DST offset as timedelta positive east of UTC."},
    {"fromutc(object, /)", FromUtc, "datetime in UTC -> datetime in local time."},
    {"tzname(object, /)", TzNameMethod, "datetime -> string name of time zone."},
    {"utcoffset(object, /)", UtcOffsetMethod,
     "datetime -> timedelta showing offset from UTC, negative values indicating West of UTC"},
};
constexpr NativeInfo kZoneMethods[] = {
    {"dst(object, /)", DstMethod, "Return None."},
    {"fromutc(object, /)", FromUtc, "datetime in UTC -> datetime in local time."},
    {"tzname(object, /)", TzNameMethod,
     "If name is specified when timezone is created, returns the name.  Otherwise returns offset "
     "as 'UTC(+|-)HH:MM'."},
    {"utcoffset(object, /)", UtcOffsetMethod, "Return fixed offset."},
};
constexpr NativeInfo kTzInfoConstructor{"@raw tzinfo()", NewTzInfo,
                                        "Abstract base class for time zone info objects."};
constexpr NativeInfo kTimeZoneConstructor{"@raw timezone(offset, name)", NewTimeZoneObject,
                                          "Fixed offset from UTC implementation of tzinfo."};
PYSUB_MEMBERS(TzInfo, kMethods, kNoAttributes);
PYSUB_MEMBERS(TimeZone, kZoneMethods, kNoAttributes);
bool CheckZoneObject(Vm&, Object* object) {
  Value offset = static_cast<ZoneObject*>(object)->offset;
  if (offset.IsNone()) return object->type == TypeId::kTzInfo;
  Wide micros = MicrosOf(offset);
  return micros > -kMicrosPerDay && micros < kMicrosPerDay;
}
constexpr Schema kZoneSchema{"<TimeDelta>~ s~", CheckZoneObject};

}  // namespace

Value Utc(Vm& vm) {
  Value& utc = vm.library_state(LibraryState::kUtc);
  if (IsObjectOf(utc, TypeId::kTimeZone)) return utc;
  Value zone = TRY(NewTimeZone(vm, 0, Value::None()));
  utc = zone;
  return zone;
}

Value NewTimeZone(Vm& vm, int64_t offset_micros, Value name) {
  Value delta = TRY(NewDelta(vm, offset_micros));
  TRY(CheckOffset(vm, delta));
  return NewZoneOf(vm, TypeId::kTimeZone, delta, name);
}

Value ZoneForOffset(Vm& vm, int64_t offset_micros) {
  return offset_micros == 0 ? Utc(vm) : NewTimeZone(vm, offset_micros, Value::None());
}

Status CheckZone(Vm& vm, Value v) {
  if (v.IsNone() || IsZone(vm, v)) return Done{};
  return vm.TypeError("tzinfo argument must be None or of a tzinfo subclass, not type '",
                      vm.TypeName(v), "'");
}

Result<int64_t> OffsetOf(Vm& vm, const Moment& moment, bool* known) {
  Value zone = moment.zone;
  *known = !zone.IsNone();
  if (zone.IsNone()) return 0;
  if (IsObjectOf(zone, TypeId::kZoneInfo)) {
    const ZoneTime time = ZoneTimeOf(zone, moment);
    *known = time.known;
    if (time.offset <= -kMicrosPerDay || time.offset >= kMicrosPerDay) {
      Value delta = NewDelta(vm, time.offset);
      if (delta.IsFailed()) return Failure{};
      TRY(CheckOffset(vm, delta));
    }
    return time.offset;
  }
  if (AsZone(zone)->offset.IsNone()) return NotImplemented(vm, "utcoffset");
  return static_cast<int64_t>(MicrosOf(AsZone(zone)->offset));
}

Value OffsetValue(Vm& vm, const Moment& moment) {
  Value zone = moment.zone;
  if (zone.IsNone()) return zone;
  if (IsObjectOf(zone, TypeId::kZoneInfo)) {
    bool known;
    const int64_t offset = TRY(OffsetOf(vm, moment, &known));
    return known ? NewDelta(vm, offset) : Value::None();
  }
  if (AsZone(zone)->offset.IsNone()) return NotImplemented(vm, "utcoffset");
  return AsZone(zone)->offset;
}

Value NameOfZone(Vm& vm, const Moment& moment) {
  Value zone = moment.zone;
  if (zone.IsNone()) return zone;
  if (IsObjectOf(zone, TypeId::kZoneInfo)) return ZoneTimeOf(zone, moment).name;
  if (AsZone(zone)->offset.IsNone()) return NotImplemented(vm, "tzname");
  return AsZone(zone)->name.IsNone() ? OffsetName(vm, zone) : AsZone(zone)->name;
}

Value DstOfZone(Vm& vm, const Moment& moment) {
  Value zone = moment.zone;
  if (zone.IsNone()) return zone;
  if (IsObjectOf(zone, TypeId::kZoneInfo)) {
    const ZoneTime time = ZoneTimeOf(zone, moment);
    return time.known ? NewDelta(vm, time.summer) : Value::None();
  }
  if (AsZone(zone)->offset.IsNone()) return NotImplemented(vm, "dst");
  return Value::None();
}

Status SetUtcMicros(Vm& vm, Wide utc, Value zone, Moment* moment) {
  TRY(SetLocalMicros(vm, utc, moment));
  moment->zone = zone;
  moment->time.fold = 0;
  int64_t offset, fold = 0;
  if (IsObjectOf(zone, TypeId::kZoneInfo)) {
    offset = ZoneOffsetOfUtc(zone, *moment, &fold);
  } else {
    bool known;
    offset = TRY(OffsetOf(vm, *moment, &known));
  }
  TRY(SetLocalMicros(vm, utc + offset, moment));
  moment->time.fold = fold;
  return Done{};
}

void AppendOffset(TextBuilder& out, int64_t micros, std::string_view separator) {
  out.Append(micros < 0 ? '-' : '+');
  if (micros < 0) micros = -micros;
  int64_t seconds = micros / kMicrosPerSecond;
  char text[48];
  auto append = [&](const char* format, int64_t number) {
    snprintf(text, sizeof(text), format, static_cast<int>(number));
    out.Append(text);
  };
  append("%02d", seconds / 3600);
  out.Append(separator);
  append("%02d", seconds / 60 % 60);
  if (micros % (60 * kMicrosPerSecond) == 0) return;
  out.Append(separator);
  append("%02d", seconds % 60);
  if (micros % kMicrosPerSecond != 0) append(".%06d", micros % kMicrosPerSecond);
}

}  // namespace pysub::datetime

namespace pysub {

using namespace datetime;  // NOLINT: the tables below

extern constexpr TypeInfo kTzInfoType{.id = TypeId::kTzInfo,
                                      .schema = &kZoneSchema,
                                      .constructor = &kTzInfoConstructor,
                                      .doc = "Abstract base class for time zone info objects.",
                                      .methods = kMethods,
                                      .members = kTzInfoMembers};
extern constexpr TypeInfo kTimeZoneType{.id = TypeId::kTimeZone,
                                        .schema = &kZoneSchema,
                                        .constructor = &kTimeZoneConstructor,
                                        .doc = "Fixed offset from UTC implementation of tzinfo.",
                                        .methods = kZoneMethods,
                                        .members = kTimeZoneMembers,
                                        .repr = Repr,
                                        .str = ToText,
                                        .hash = Hash,
                                        .compare = Compare,
                                        .get_attribute = GetAttribute,
                                        .get_type_attribute = GetTypeAttribute,
                                        .type_names = "max min utc"};

}  // namespace pysub
