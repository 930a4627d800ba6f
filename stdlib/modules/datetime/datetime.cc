// datetime.datetime and datetime.time; the module.

#include "stdlib/modules/datetime/datetime.h"

#include "stdlib/modules/parsed_arguments.h"
#include "vm/objects/dict.h"
#include "vm/objects/numbers.h"
#include "vm/objects/str.h"
#include "vm/snapshot/schema.h"
#include "vm/warn.h"

namespace pysub::datetime {
namespace {

DateTimeObject* AsDateTime(Value v) { return v.As<DateTimeObject>(); }
TimeObject* AsTime(Value v) { return v.As<TimeObject>(); }

constexpr std::string_view kMomentNames[] = {"year",   "month",       "day",    "hour", "minute",
                                             "second", "microsecond", "tzinfo", "fold"};
constexpr std::span<const std::string_view> kTimeNames = std::span(kMomentNames).subspan(3);

// Fields that were given replace those that are there.
Status TakeTime(Vm& vm, const Value* v, Time* time, Value* zone) {
  time->hour = TRY(ParsedCInt(vm, v[0], time->hour));
  time->minute = TRY(ParsedCInt(vm, v[1], time->minute));
  time->second = TRY(ParsedCInt(vm, v[2], time->second));
  time->microsecond = TRY(ParsedCInt(vm, v[3], time->microsecond));
  if (!v[4].IsUndefined()) *zone = v[4];
  time->fold = TRY(ParsedCInt(vm, v[5], time->fold));
  return Done{};
}
Status TakeMoment(Vm& vm, const Value* v, Moment* moment) {
  moment->date.year = TRY(ParsedCInt(vm, v[0], moment->date.year));
  moment->date.month = TRY(ParsedCInt(vm, v[1], moment->date.month));
  moment->date.day = TRY(ParsedCInt(vm, v[2], moment->date.day));
  TRY(TakeTime(vm, v + 3, &moment->time, &moment->zone));
  TRY(CheckDate(vm, moment->date));
  TRY(CheckTime(vm, moment->time));
  return CheckZone(vm, moment->zone);
}

Value New(Vm& vm, const Args& a) {
  Value v[9];
  TRY(ParseArguments(vm, a, {"", kMomentNames, 3, 8, 7}, v));
  Moment moment;
  TRY(TakeMoment(vm, v, &moment));
  return NewDateTime(vm, moment);
}
Value Replace(Vm& vm, const Args& a) {
  Value v[9];
  TRY(ParseArguments(vm, a, {"replace", kMomentNames, 0, 8}, v));
  Moment moment = MomentOf(a[0]);
  TRY(TakeMoment(vm, v, &moment));
  return NewDateTime(vm, moment);
}
Value NewTimeObject(Vm& vm, const Args& a) {
  Value v[6], zone = Value::None();
  TRY(ParseArguments(vm, a, {"", kTimeNames, 0, 5, 4}, v));
  Time time;
  TRY(TakeTime(vm, v, &time, &zone));
  TRY(CheckTime(vm, time));
  TRY(CheckZone(vm, zone));
  return NewTime(vm, time, zone);
}
Value ReplaceTime(Vm& vm, const Args& a) {
  Value v[6], zone = AsTime(a[0])->zone;
  TRY(ParseArguments(vm, a, {"replace", kTimeNames, 0, 5}, v));
  Time time = TimeOf(a[0]);
  TRY(TakeTime(vm, v, &time, &zone));
  TRY(CheckTime(vm, time));
  TRY(CheckZone(vm, zone));
  return NewTime(vm, time, zone);
}

// ---- making datetimes

// The moment `micros` after the epoch, in `zone` (None: UTC, and none is noted).
Value FromMicros(Vm& vm, int64_t micros, Value zone) {
  Moment moment;
  Wide local = Wide{kEpochOrdinal} * kMicrosPerDay + micros;
  int64_t year = CivilFromDays(static_cast<int64_t>(local / kMicrosPerDay) - kEpochOrdinal).year;
  if (local < kMicrosPerDay || year > 9999) {
    if (local < kMicrosPerDay) {
      year = CivilFromDays((micros - kMicrosPerDay + 1) / kMicrosPerDay).year;
    }
    return vm.ValueError("year must be in 1..9999, not ", year);
  }
  TRY(SetUtcMicros(vm, local, zone, &moment));
  return NewDateTime(vm, moment);
}

Value FromTimestamp(Vm& vm, const Args& a) {
  static constexpr std::string_view kNames[] = {"timestamp", "tz"};
  Value v[2];
  TRY(ParseArguments(vm, a, {"fromtimestamp", kNames, 1}, v));
  Value zone = v[1].IsUndefined() ? Value::None() : v[1];
  TRY(CheckZone(vm, zone));
  return FromMicros(vm, TRY(MicrosOfTimestamp(vm, v[0])), zone);
}

Value UtcFromTimestamp(Vm& vm, const Args& a) {
  Value result = TRY(FromMicros(vm, TRY(MicrosOfTimestamp(vm, a[1])), Value::None()));
  TRY(Warn(vm, TypeId::kDeprecationWarning,
           "datetime.datetime.utcfromtimestamp() is deprecated and scheduled for removal in a "
           "future version. Use "
           "timezone-aware objects to represent datetimes in UTC: "
           "datetime.datetime.fromtimestamp(timestamp, "
           "datetime.UTC)."));
  return result;
}

enum NowKind : int32_t { kNowDate, kNowMoment };

Value Now(Vm& vm, const Args& a) {
  Value zone = a.has(1) ? a[1] : Value::None();
  TRY(CheckZone(vm, zone));
  return vm.PushNativeFrame(ResumeId::kDateTimeNow, {Value::SmallInt(kNowMoment), zone});
}
Value Today(Vm& vm, const Args&) {
  return vm.PushNativeFrame(ResumeId::kDateTimeNow, {Value::SmallInt(kNowMoment), Value::None()});
}
Value UtcNow(Vm& vm, const Args&) {
  TRY(Warn(vm, TypeId::kDeprecationWarning,
           "datetime.datetime.utcnow() is deprecated and scheduled for removal in a future "
           "version. Use timezone-aware "
           "objects to represent datetimes in UTC: datetime.datetime.now(datetime.UTC)."));
  return vm.PushNativeFrame(ResumeId::kDateTimeNow, {Value::SmallInt(kNowMoment), Value::None()});
}

Value Combine(Vm& vm, const Args& a) {
  static constexpr std::string_view kNames[] = {"date", "time", "tzinfo"};
  Value v[3];
  TRY(ParseArguments(vm, a, {"combine", kNames, 2}, v));
  if (!IsDate(v[0]))
    return vm.TypeError("combine() argument 1 must be datetime.date, not ",
                        v[0].IsNone() ? "None" : vm.TypeName(v[0]));
  if (!IsTime(v[1]))
    return vm.TypeError("combine() argument 2 must be datetime.time, not ",
                        v[1].IsNone() ? "None" : vm.TypeName(v[1]));
  Value zone = v[2].IsUndefined() ? AsTime(v[1])->zone : v[2];
  TRY(CheckZone(vm, zone));
  return NewDateTime(vm, {DateOf(v[0]), TimeOf(v[1]), zone});
}

Failure BadIso(Vm& vm, Value text) {
  Value shown = vm.ReprValue(text);
  if (shown.IsFailed()) return Failure{};
  return vm.ValueError("Invalid isoformat string: ", shown);
}

// 24:00 is the end of the day.
Result<bool> TakeMidnight(Vm& vm, Time* time) {
  if (time->hour != 24) return false;
  if (time->minute != 0 || time->second != 0 || time->microsecond != 0) {
    return vm.ValueError("minute, second, and microsecond must be 0 when hour is 24");
  }
  time->hour = 0;
  return true;
}

Value FromIsoFormat(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1])) return vm.TypeError("fromisoformat: argument must be str");
  std::string_view text = Vm::View(a[1]);
  size_t length = IsoDateLength(text);
  Moment moment;
  if (length == 0 || length > text.size() || !ParseIsoDate(text.substr(0, length), &moment.date)) {
    return BadIso(vm, a[1]);
  }
  if (length < text.size()) {
    size_t separator = 1;  // any character
    while (length + separator < text.size() && (text[length + separator] & 0xC0) == 0x80 &&
           separator < 4)
      ++separator;
    std::string_view time = text.substr(length + separator);
    if (!TRY(ParseIsoTime(vm, time, &moment.time, &moment.zone))) return BadIso(vm, a[1]);
  }
  bool next_day = TRY(TakeMidnight(vm, &moment.time));
  TRY(CheckDate(vm, moment.date));
  TRY(CheckTime(vm, moment.time));
  if (next_day) {
    int64_t ordinal = OrdinalOf(moment.date) + 1;
    if (ordinal > kMaxOrdinal) return vm.ValueError("year must be in 1..9999, not 10000");
    moment.date = DateOfOrdinal(ordinal);
  }
  return NewDateTime(vm, moment);
}
Value TimeFromIsoFormat(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1])) return vm.TypeError("fromisoformat: argument must be str");
  std::string_view text = Vm::View(a[1]);
  if (text.starts_with('T')) text.remove_prefix(1);
  Time time;
  Value zone = Value::None();
  if (!TRY(ParseIsoTime(vm, text, &time, &zone))) return BadIso(vm, a[1]);
  static_cast<void>(TRY(TakeMidnight(vm, &time)));
  TRY(CheckTime(vm, time));
  return NewTime(vm, time, zone);
}

Value StrptimeMethod(Vm& vm, const Args& a) {
  ParsedTime parsed;
  TRY(Strptime(vm, a[1], a[2], &parsed));
  TRY(CheckDate(vm, parsed.moment.date));
  TRY(CheckTime(vm, parsed.moment.time));
  return NewDateTime(vm, parsed.moment);
}
Value TimeStrptime(Vm& vm, const Args& a) {
  ParsedTime parsed;
  TRY(Strptime(vm, a[1], a[2], &parsed));
  TRY(CheckDate(vm, parsed.moment.date));
  TRY(CheckTime(vm, parsed.moment.time));
  return NewTime(vm, parsed.moment.time, parsed.moment.zone);
}

// ---- methods

Moment MomentOfTime(Value self) { return {{1900, 1, 1}, TimeOf(self), AsTime(self)->zone, true}; }
Value DateMethod(Vm& vm, const Args& a) { return NewDate(vm, DateOf(a[0])); }
Value TimeMethod(Vm& vm, const Args& a) { return NewTime(vm, TimeOf(a[0]), Value::None()); }
Value TimeTz(Vm& vm, const Args& a) { return NewTime(vm, TimeOf(a[0]), AsDateTime(a[0])->zone); }
Value UtcOffset(Vm& vm, const Args& a) { return OffsetValue(vm, MomentOf(a[0])); }
Value TzName(Vm& vm, const Args& a) { return NameOfZone(vm, MomentOf(a[0])); }
Value Dst(Vm& vm, const Args& a) { return DstOfZone(vm, MomentOf(a[0])); }
Value TimeUtcOffset(Vm& vm, const Args& a) { return OffsetValue(vm, MomentOfTime(a[0])); }
Value TimeTzName(Vm& vm, const Args& a) { return NameOfZone(vm, MomentOfTime(a[0])); }
Value TimeDst(Vm& vm, const Args& a) { return DstOfZone(vm, MomentOfTime(a[0])); }

// Microseconds since the epoch of UTC; a naive datetime is in UTC.
Result<int64_t> UtcMicros(Vm& vm, const Moment& moment) {
  bool known;
  int64_t offset = TRY(OffsetOf(vm, moment, &known));
  return LocalMicros(moment) - kEpochOrdinal * kMicrosPerDay - offset;
}

// What is local time is found by looking at the days around, which there must be.
Status CheckNearby(Vm& vm, const Moment& moment, int days) {
  const int64_t day = OrdinalOf(moment.date) + days;
  if (day >= 1 && day <= kMaxOrdinal) return Done{};
  return vm.ValueError("year must be in 1..9999, not ", day < 1 ? 0 : 10000);
}

Value Timestamp(Vm& vm, const Args& a) {
  Moment moment = MomentOf(a[0]);
  int64_t micros = TRY(UtcMicros(vm, moment));
  if (!moment.zone.IsNone()) {
    return IntBinary(vm, BinaryOp::kTrueDiv, TRY(vm.NewInt(micros)),
                     Value::KnownSmallInt(kMicrosPerSecond));
  }
  TRY(CheckNearby(vm, moment, moment.time.fold != 0 ? 1 : -1));
  int64_t fraction = moment.time.microsecond;
  return Value::Float(static_cast<double>((micros - fraction) / kMicrosPerSecond) +
                      static_cast<double>(fraction) / 1e6);
}

Value TimeTuple(Vm& vm, const Args& a) {
  Moment moment = MomentOf(a[0]);
  Value dst = TRY(DstOfZone(vm, moment));
  return NewStructTime(vm, Civil(moment, dst.IsNone() ? -1 : MicrosOf(dst) != 0), KnownZone::kNone);
}
Value UtcTimeTuple(Vm& vm, const Args& a) {
  Moment moment = MomentOf(a[0]);
  bool known;
  int64_t offset = TRY(OffsetOf(vm, moment, &known));
  TRY(SetLocalMicros(vm, Wide{LocalMicros(moment)} - offset, &moment));
  return NewStructTime(vm, Civil(moment, 0), KnownZone::kNone);
}

Value AsTimeZone(Vm& vm, const Args& a) {
  static constexpr std::string_view kNames[] = {"tz"};
  Value v[1];
  TRY(ParseArguments(vm, a, {"astimezone", kNames, 0}, v));
  Value zone = v[0].IsUndefined() ? Value::None() : v[0];
  TRY(CheckZone(vm, zone));
  Moment moment = MomentOf(a[0]);
  if (zone == moment.zone && !zone.IsNone()) return a[0];
  if (moment.zone.IsNone()) {
    TRY(CheckNearby(vm, moment, -1));
    TRY(CheckNearby(vm, moment, 1));
  }
  bool known;
  int64_t offset = TRY(OffsetOf(vm, moment, &known));
  if (zone.IsNone()) zone = TRY(NewTimeZone(vm, 0, TRY(vm.Intern("UTC"))));
  Wide utc = Wide{LocalMicros(moment)} - offset;
  if (utc < kMicrosPerDay || utc >= Wide{kMaxOrdinal + 1} * kMicrosPerDay) {
    return vm.OverflowError("date value out of range");
  }
  TRY(SetUtcMicros(vm, utc, zone, &moment));
  return NewDateTime(vm, moment);
}

// The separator and timespec of isoformat().
Status AppendIsoMoment(Vm& vm, TextBuilder& out, const Moment& moment, std::string_view separator,
                       std::string_view timespec) {
  AppendDate(out, moment.date);
  out.Append(separator);
  TRY(AppendTime(vm, out, moment.time, timespec));
  bool known;
  int64_t offset = TRY(OffsetOf(vm, moment, &known));
  if (known) AppendOffset(out, offset, ":");
  return out.status();
}

Value IsoFormat(Vm& vm, const Args& a) {
  static constexpr std::string_view kNames[] = {"sep", "timespec"};
  Value v[2];
  TRY(ParseArguments(vm, a, {"isoformat", kNames, 0}, v));
  std::string_view separator = "T", timespec = "auto";
  if (!v[0].IsUndefined()) {
    if (!Vm::IsStr(v[0])) {
      return vm.TypeError("isoformat() argument 1 must be a unicode character, not ",
                          v[0].IsNone() ? "None" : vm.TypeName(v[0]));
    }
    if (v[0].As<Str>()->length != 1) {
      return vm.TypeError(
          "isoformat() argument 1 must be a unicode character, not a string of length ",
          v[0].As<Str>()->length);
    }
    separator = Vm::View(v[0]);
  }
  if (!v[1].IsUndefined()) {
    if (!Vm::IsStr(v[1]))
      return vm.TypeError("isoformat() argument 2 must be str, not ",
                          v[1].IsNone() ? "None" : vm.TypeName(v[1]));
    timespec = Vm::View(v[1]);
  }
  TextBuilder out(vm);
  TRY(AppendIsoMoment(vm, out, MomentOf(a[0]), separator, timespec));
  return out.Finish();
}

Status AppendIsoTime(Vm& vm, TextBuilder& out, Value self, std::string_view timespec) {
  TRY(AppendTime(vm, out, TimeOf(self), timespec));
  bool known;
  int64_t offset = TRY(OffsetOf(vm, MomentOfTime(self), &known));
  if (known) AppendOffset(out, offset, ":");
  return out.status();
}
Value TimeIsoFormat(Vm& vm, const Args& a) {
  static constexpr std::string_view kNames[] = {"timespec"};
  Value v[1];
  TRY(ParseArguments(vm, a, {"isoformat", kNames, 0}, v));
  if (!v[0].IsUndefined() && !Vm::IsStr(v[0])) {
    return vm.TypeError("isoformat() argument 1 must be str, not ",
                        v[0].IsNone() ? "None" : vm.TypeName(v[0]));
  }
  TextBuilder out(vm);
  TRY(AppendIsoTime(vm, out, a[0], v[0].IsUndefined() ? "auto" : Vm::View(v[0])));
  return out.Finish();
}

Value TimeFormat(Vm& vm, Value self, std::string_view spec) {
  return spec.empty() ? vm.StrValue(self) : FormatMoment(vm, MomentOfTime(self), spec);
}
Value TimeStrftime(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1]))
    return vm.TypeError("strftime() argument 1 must be str, not ",
                        a[1].IsNone() ? "None" : vm.TypeName(a[1]));
  return FormatMoment(vm, MomentOfTime(a[0]), Vm::View(a[1]));
}
Value TimeFormatMethod(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1]))
    return vm.TypeError("__format__() argument 1 must be str, not ",
                        a[1].IsNone() ? "None" : vm.TypeName(a[1]));
  return TimeFormat(vm, a[0], Vm::View(a[1]));
}

// ---- operators

Value AddMicros(Vm& vm, Value self, Wide micros) {
  Moment moment = MomentOf(self);
  TRY(SetLocalMicros(vm, LocalMicros(moment) + micros, &moment));
  moment.time.fold = 0;
  return NewDateTime(vm, moment);
}

Value Difference(Vm& vm, Value left, Value right) {
  Moment a = MomentOf(left), b = MomentOf(right);
  bool known_a, known_b;
  int64_t offset_a = 0, offset_b = 0;
  if (a.zone != b.zone) {
    offset_a = TRY(OffsetOf(vm, a, &known_a));
    offset_b = TRY(OffsetOf(vm, b, &known_b));
    if (known_a != known_b)
      return vm.TypeError("can't subtract offset-naive and offset-aware datetimes");
  }
  return NewDelta(vm, Wide{LocalMicros(a)} - offset_a - LocalMicros(b) + offset_b);
}

Value Binary(Vm& vm, BinaryOp op, Value left, Value right, bool) {
  if (op == BinaryOp::kAdd && IsDateTime(left) && IsDelta(right))
    return AddMicros(vm, left, MicrosOf(right));
  if (op == BinaryOp::kAdd && IsDelta(left) && IsDateTime(right))
    return AddMicros(vm, right, MicrosOf(left));
  if (op == BinaryOp::kSub && IsDateTime(left) && IsDelta(right))
    return AddMicros(vm, left, -MicrosOf(right));
  if (op == BinaryOp::kSub && IsDateTime(left) && IsDateTime(right))
    return Difference(vm, left, right);
  return Value::NotImplemented();
}

// Whether the moment is one of two of the same name, or one that is left out: it equals
// none in another zone.
Result<bool> DependsOnFold(Vm& vm, Moment moment, int64_t offset) {
  bool known;
  moment.time.fold = 1 - moment.time.fold;
  return TRY(OffsetOf(vm, moment, &known)) != offset;
}

// `left` and `right`: local times of the moments.
Value CompareLocal(Vm& vm, CompareOp op, Wide left, const Moment& a, Wide right, const Moment& b,
                   std::string_view noun) {
  const bool equality = op == CompareOp::kEq || op == CompareOp::kNe;
  if (a.zone != b.zone) {
    bool known_a, known_b;
    const int64_t offset_a = TRY(OffsetOf(vm, a, &known_a)),
                  offset_b = TRY(OffsetOf(vm, b, &known_b));
    left -= offset_a;
    right -= offset_b;
    if (known_a != known_b) {
      if (equality) return Value::Bool(op == CompareOp::kNe);
      return vm.TypeError("can't compare offset-naive and offset-aware ", noun);
    }
    if (equality && left == right && !a.dateless &&
        (TRY(DependsOnFold(vm, a, offset_a)) || TRY(DependsOnFold(vm, b, offset_b)))) {
      return Value::Bool(op == CompareOp::kNe);
    }
  }
  return Value::Bool(OrderHolds(op, left < right ? -1 : left > right));
}

Value Compare(Vm& vm, CompareOp op, Value left, Value right) {
  if (!IsDateTime(left) || !IsDateTime(right)) return Value::NotImplemented();
  Moment a = MomentOf(left), b = MomentOf(right);
  return CompareLocal(vm, op, LocalMicros(a), a, LocalMicros(b), b, "datetimes");
}
Value TimeCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (!IsTime(left) || !IsTime(right)) return Value::NotImplemented();
  Moment a = MomentOfTime(left), b = MomentOfTime(right);
  return CompareLocal(vm, op, MicrosOfDay(a.time), a, MicrosOfDay(b.time), b, "times");
}

Result<int64_t> Hash(Vm& vm, Value self) {
  Moment moment = MomentOf(self);
  moment.time.fold = 0;
  int64_t micros = TRY(UtcMicros(vm, moment));
  Value number = vm.NewInt(micros);
  if (number.IsFailed()) return Failure{};
  return vm.Hash(number);
}
Result<int64_t> TimeHash(Vm& vm, Value self) {
  bool known;
  int64_t offset = TRY(OffsetOf(vm, MomentOfTime(self), &known));
  return vm.Hash(Value::KnownSmallInt(MicrosOfDay(TimeOf(self)) - offset));
}

// ", second, microsecond" as far as they are not 0, fold, tzinfo and the bracket.
Status AppendTail(Vm& vm, TextBuilder& out, const Time& time, Value zone, bool fold_last) {
  if (time.second != 0 || time.microsecond != 0) {
    out.Append(", ");
    out.AppendInt(time.second);
  }
  if (time.microsecond != 0) {
    out.Append(", ");
    out.AppendInt(time.microsecond);
  }
  if (time.fold != 0 && !fold_last) out.Append(", fold=1");
  if (!zone.IsNone()) {
    out.Append(", tzinfo=");
    TRY(vm.Repr(zone, out));
  }
  if (time.fold != 0 && fold_last) out.Append(", fold=1");
  out.Append(')');
  return out.status();
}
Status Repr(Vm& vm, Value self, TextBuilder& out) {
  Moment m = MomentOf(self);
  out.Append("datetime.datetime(");
  for (int64_t field : {m.date.year, m.date.month, m.date.day, m.time.hour}) {
    out.AppendInt(field);
    out.Append(", ");
  }
  out.AppendInt(m.time.minute);
  return AppendTail(vm, out, m.time, m.zone, /*fold_last=*/false);
}
Status ToText(Vm& vm, Value self, TextBuilder& out) {
  return AppendIsoMoment(vm, out, MomentOf(self), " ", "auto");
}
Status TimeRepr(Vm& vm, Value self, TextBuilder& out) {
  Time time = TimeOf(self);
  out.Append("datetime.time(");
  out.AppendInt(time.hour);
  out.Append(", ");
  out.AppendInt(time.minute);
  return AppendTail(vm, out, time, AsTime(self)->zone, /*fold_last=*/true);
}
Status TimeStr(Vm& vm, Value self, TextBuilder& out) {
  return AppendIsoTime(vm, out, self, "auto");
}

template <typename Kind, Value Kind::*kField>
Value Get(Vm&, Value self) {
  return self.As<Kind>()->*kField;
}
Value GetTypeAttribute(Vm& vm, TypeId, Name name) {
  if (name.text == "min") return NewDateTime(vm, {{1, 1, 1}, {}, Value::None()});
  if (name.text == "max")
    return NewDateTime(vm, {{9999, 12, 31}, {23, 59, 59, 999999, 0}, Value::None()});
  if (name.text == "resolution") return NewDelta(vm, 1);
  return Value::Undefined();
}
Value GetAttribute(Vm& vm, Value, Name name) {
  return GetTypeAttribute(vm, TypeId::kDateTime, name);
}
Value GetTimeTypeAttribute(Vm& vm, TypeId, Name name) {
  if (name.text == "min") return NewTime(vm, {}, Value::None());
  if (name.text == "max") return NewTime(vm, {23, 59, 59, 999999, 0}, Value::None());
  if (name.text == "resolution") return NewDelta(vm, 1);
  return Value::Undefined();
}
Value GetTimeAttribute(Vm& vm, Value, Name name) {
  return GetTimeTypeAttribute(vm, TypeId::kTimeOfDay, name);
}

// Both have the same fields, at different places.
template <class Kind>
constexpr AttributeInfo kClockAttributes[] = {{"fold", Get<Kind, &Kind::fold>},
                                              {"hour", Get<Kind, &Kind::hour>},
                                              {"microsecond", Get<Kind, &Kind::microsecond>},
                                              {"minute", Get<Kind, &Kind::minute>},
                                              {"second", Get<Kind, &Kind::second>},
                                              {"tzinfo", Get<Kind, &Kind::zone>}};
constexpr NativeInfo kMethods[] = {
    {"@raw __replace__(**changes)", Replace, "The same as replace()."},
    {"@raw astimezone(tz=None)", AsTimeZone, "tz -> convert to local time in new timezone tz\n"},
    {"@raw @classmethod combine(date, time, tzinfo)", Combine,
     "date, time -> datetime with same date and time fields"},
    {"date()", DateMethod, "Return date object with same year, month and day."},
    {"dst()", Dst, "Return self.tzinfo.dst(self)."},
    {"@classmethod fromisoformat(object, /)", FromIsoFormat,
     "string -> datetime from a string in most ISO 8601 formats"},
    {"@raw @classmethod fromtimestamp(timestamp, tz=None)", FromTimestamp,
     "timestamp[, tz] -> tz's local time from POSIX timestamp."},
    {"@raw isoformat(sep='T', timespec='auto')", IsoFormat,
     "[sep] -> string in ISO 8601 format, YYYY-MM-DDT[HH[:MM[:SS[.mmm[uuu]]]]][+HH:MM]."},
    {"@classmethod now(tz=None)", Now,
     "Returns new datetime object representing current time local to tz."},
    {"@raw replace(year, month, day, hour, minute, second, microsecond, tzinfo, fold)", Replace,
     "Return datetime with new specified fields."},
    {"@hidden @classmethod strptime(string, format, /)", StrptimeMethod,
     "string, format -> new datetime parsed from a string (like time.strptime())."},
    {"time()", TimeMethod, "Return time object with same time but with tzinfo=None."},
    {"timestamp()", Timestamp, "Return POSIX timestamp as float."},
    {"timetuple()", TimeTuple, "Return time tuple, compatible with time.localtime()."},
    {"timetz()", TimeTz, "Return time object with same time and tzinfo."},
    {"@classmethod today()", Today,
     "Current date or datetime:  same as self.__class__.fromtimestamp(time.time())."},
    {"tzname()", TzName, "Return self.tzinfo.tzname(self)."},
    {"@hidden @classmethod utcfromtimestamp(timestamp, /)", UtcFromTimestamp,
     "Construct a naive UTC datetime from a POSIX timestamp."},
    {"@classmethod utcnow()", UtcNow, "Return a new datetime representing UTC day and time."},
    {"utcoffset()", UtcOffset, "Return self.tzinfo.utcoffset(self)."},
    {"utctimetuple()", UtcTimeTuple, "Return UTC time tuple, compatible with time.localtime()."},
};
constexpr NativeInfo kTimeMethods[] = {
    {"@hidden __format__(spec, /)", TimeFormatMethod, "Formats self with strftime."},
    {"@raw __replace__(**changes)", ReplaceTime, "The same as replace()."},
    {"dst()", TimeDst, "Return self.tzinfo.dst(self)."},
    {"@classmethod fromisoformat(object, /)", TimeFromIsoFormat,
     "string -> time from a string in ISO 8601 format"},
    {"@raw isoformat(timespec='auto')", TimeIsoFormat,
     "Return string in ISO 8601 format, [HH[:MM[:SS[.mmm[uuu]]]]][+HH:MM]."},
    {"@raw replace(hour, minute, second, microsecond, tzinfo, fold)", ReplaceTime,
     "Return time with new specified fields."},
    {"@hidden strftime(format)", TimeStrftime, "format -> strftime() style string."},
    {"@hidden @classmethod strptime(string, format, /)", TimeStrptime,
     "string, format -> new time parsed from a string (like time.strptime())."},
    {"tzname()", TimeTzName, "Return self.tzinfo.tzname(self)."},
    {"utcoffset()", TimeUtcOffset, "Return self.tzinfo.utcoffset(self)."},
};
constexpr NativeInfo kConstructor{
    "@raw datetime(year, month, day, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, "
    "fold=0)",
    New,
    "datetime(year, month, day[, hour[, minute[, second[, microsecond[,tzinfo]]]]])\n\nThe year, "
    "month and day "
    "arguments are required. tzinfo may be None, or an\ninstance of a tzinfo subclass. The "
    "remaining arguments may be "
    "ints.\n"};
constexpr NativeInfo kTimeConstructor{
    "@raw time(hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0)", NewTimeObject,
    "time([hour[, minute[, second[, microsecond[, tzinfo]]]]]) --> a time object\n\nAll arguments "
    "are optional. tzinfo "
    "may be None, or an instance of\na tzinfo subclass. The remaining arguments may be ints.\n"};
PYSUB_MEMBERS(DateTime, kMethods, kClockAttributes<DateTimeObject>);
PYSUB_MEMBERS(TimeOfDay, kTimeMethods, kClockAttributes<TimeObject>);

// Of what a snapshot holds: the fields of times are in their ranges, zones are zones.
template <typename Kind>
bool TimeFieldsAreGood(Vm& vm, Kind* object) {
  auto below = [](Value v, int64_t limit) { return v.AsSmallInt() >= 0 && v.AsSmallInt() < limit; };
  return below(object->hour, 24) && below(object->minute, 60) && below(object->second, 60) &&
         below(object->microsecond, kMicrosPerSecond) && below(object->fold, 2) &&
         (object->zone.IsNone() || IsZone(vm, object->zone));
}
bool CheckDateTimeObject(Vm& vm, Object* object) {
  DateTimeObject* moment = static_cast<DateTimeObject*>(object);
  Date date = DateOf(Value::Of(object));
  return date.year >= 1 && date.year <= 9999 && date.month >= 1 && date.month <= 12 &&
         date.day >= 1 && date.day <= DaysInMonth(date.year, static_cast<int>(date.month)) &&
         TimeFieldsAreGood(vm, moment);
}
bool CheckTimeObject(Vm& vm, Object* object) {
  return TimeFieldsAreGood(vm, static_cast<TimeObject*>(object));
}
constexpr Schema kDateTimeSchema{"k k k k k k k k V", CheckDateTimeObject};
constexpr Schema kTimeSchema{"k k k k k V", CheckTimeObject};

Status Init(Vm& vm, Dict* names) {
  TRY(DictSetStr(vm, names, "MINYEAR", Value::SmallInt(1)));
  TRY(DictSetStr(vm, names, "MAXYEAR", Value::SmallInt(9999)));
  Value utc = Utc(vm);
  if (utc.IsFailed()) return Failure{};
  TRY(DictSetStr(vm, names, "UTC", utc));
  constexpr std::pair<std::string_view, TypeId> kTypes[] = {
      {"date", TypeId::kDate},         {"datetime", TypeId::kDateTime},
      {"time", TypeId::kTimeOfDay},    {"timedelta", TypeId::kTimeDelta},
      {"timezone", TypeId::kTimeZone}, {"tzinfo", TypeId::kTzInfo}};
  for (const auto& [name, type] : kTypes) TRY(DictSetStr(vm, names, name, Value::Type(type)));
  return Done{};
}

}  // namespace

Time TimeOf(Value v) {
  // Both have the same fields, at different places.
  auto fields = [](auto* object) {
    return Time{object->hour.AsSmallInt(), object->minute.AsSmallInt(), object->second.AsSmallInt(),
                object->microsecond.AsSmallInt(), object->fold.AsSmallInt()};
  };
  return IsDateTime(v) ? fields(AsDateTime(v)) : fields(AsTime(v));
}

Moment MomentOf(Value v) { return {DateOf(v), TimeOf(v), AsDateTime(v)->zone}; }

Status CheckTime(Vm& vm, const Time& time) {
  if (time.hour < 0 || time.hour > 23)
    return vm.ValueError("hour must be in 0..23, not ", time.hour);
  if (time.minute < 0 || time.minute > 59)
    return vm.ValueError("minute must be in 0..59, not ", time.minute);
  if (time.second < 0 || time.second > 59)
    return vm.ValueError("second must be in 0..59, not ", time.second);
  if (time.microsecond < 0 || time.microsecond > 999999) {
    return vm.ValueError("microsecond must be in 0..999999, not ", time.microsecond);
  }
  if (time.fold != 0 && time.fold != 1)
    return vm.ValueError("fold must be either 0 or 1, not ", time.fold);
  return Done{};
}

template <typename Kind>
static void SetTime(Kind* object, const Time& time, Value zone) {
  object->hour = Value::KnownSmallInt(time.hour);
  object->minute = Value::KnownSmallInt(time.minute);
  object->second = Value::KnownSmallInt(time.second);
  object->microsecond = Value::KnownSmallInt(time.microsecond);
  object->fold = Value::KnownSmallInt(time.fold);
  object->zone = zone;
}

Value NewTime(Vm& vm, const Time& time, Value zone) {
  TimeObject* object = TRY(vm.New<TimeObject>(TypeId::kTimeOfDay));
  SetTime(object, time, zone);
  return Value::Of(object);
}

Value NewDateTime(Vm& vm, const Moment& moment) {
  DateTimeObject* object = TRY(vm.New<DateTimeObject>(TypeId::kDateTime));
  object->year = Value::KnownSmallInt(moment.date.year);
  object->month = Value::KnownSmallInt(moment.date.month);
  object->day = Value::KnownSmallInt(moment.date.day);
  SetTime(object, moment.time, moment.zone);
  return Value::Of(object);
}

int64_t MicrosOfDay(const Time& time) {
  return ((time.hour * 60 + time.minute) * 60 + time.second) * kMicrosPerSecond + time.microsecond;
}

int64_t LocalMicros(const Moment& moment) {
  return OrdinalOf(moment.date) * kMicrosPerDay + MicrosOfDay(moment.time);
}

Status SetLocalMicros(Vm& vm, Wide micros, Moment* moment) {
  if (micros < kMicrosPerDay || micros >= Wide{kMaxOrdinal + 1} * kMicrosPerDay) {
    return vm.OverflowError("date value out of range");
  }
  int64_t whole = static_cast<int64_t>(micros);
  moment->date = DateOfOrdinal(whole / kMicrosPerDay);
  int64_t rest = whole % kMicrosPerDay;
  int64_t fold = moment->time.fold;
  moment->time = {rest / 3'600'000'000, rest / 60'000'000 % 60, rest / kMicrosPerSecond % 60,
                  rest % kMicrosPerSecond, fold};
  return Done{};
}

CivilTime Civil(const Moment& moment, int is_dst) {
  CivilTime civil = CivilFromDays(OrdinalOf(moment.date) - kEpochOrdinal);
  civil.hour = static_cast<int>(moment.time.hour);
  civil.minute = static_cast<int>(moment.time.minute);
  civil.second = static_cast<int>(moment.time.second);
  civil.is_dst = is_dst;
  return civil;
}

}  // namespace pysub::datetime

namespace pysub {

using namespace datetime;  // NOLINT: the tables below

// now(), today(): slots: NowKind; the type, or the zone.
Value DateTimeNowResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0: PYSUB_SUSPEND_POINT(1, vm.host.CallOs(OsCallId::kNow, {}));
  }
  if (!IsIntLike(in)) return BadState(vm);
  int64_t nanoseconds = TRY(vm.ToIndex(in));
  int64_t micros = nanoseconds / 1000 - (nanoseconds % 1000 < 0);
  Value zone = frame.slots[1];
  if (frame.slots[0] == Value::SmallInt(kNowMoment)) {
    if (!zone.IsNone() && !IsZone(vm, zone)) return BadState(vm);
    return FromMicros(vm, micros, zone);
  }
  Value now = TRY(FromMicros(vm, micros, Value::None()));
  return NewDate(vm, DateOf(now));
}

extern constexpr TypeInfo kDateTimeType{.id = TypeId::kDateTime,
                                        .schema = &kDateTimeSchema,
                                        .constructor = &kConstructor,
                                        .doc = kConstructor.doc,
                                        .methods = kMethods,
                                        .attributes = kClockAttributes<DateTimeObject>,
                                        .members = kDateTimeMembers,
                                        .operators = OperatorSet("add radd sub rsub"),
                                        .repr = Repr,
                                        .str = ToText,
                                        .format = FormatDate,
                                        .hash = Hash,
                                        .compare = Compare,
                                        .binary = Binary,
                                        .get_attribute = GetAttribute,
                                        .get_type_attribute = GetTypeAttribute,
                                        .type_names = "max min resolution"};
extern constexpr TypeInfo kTimeOfDayType{.id = TypeId::kTimeOfDay,
                                         .schema = &kTimeSchema,
                                         .constructor = &kTimeConstructor,
                                         .doc = kTimeConstructor.doc,
                                         .methods = kTimeMethods,
                                         .attributes = kClockAttributes<TimeObject>,
                                         .members = kTimeOfDayMembers,
                                         .repr = TimeRepr,
                                         .str = TimeStr,
                                         .format = TimeFormat,
                                         .hash = TimeHash,
                                         .compare = TimeCompare,
                                         .get_attribute = GetTimeAttribute,
                                         .get_type_attribute = GetTimeTypeAttribute,
                                         .type_names = "max min resolution"};
extern constexpr ModuleInfo kDatetimeModule{
    .name = "datetime", .doc = "Specific date/time and related types.", .init = Init};

}  // namespace pysub
