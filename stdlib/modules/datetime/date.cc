// datetime.date and the arithmetic of days.

#include <cmath>

#include "stdlib/modules/datetime/datetime.h"
#include "stdlib/modules/parsed_arguments.h"
#include "stdlib/types/struct_sequence.h"
#include "vm/objects/numbers.h"
#include "vm/objects/str.h"
#include "vm/snapshot/schema.h"
#include "vm/warn.h"

namespace pysub::datetime {
namespace {

DateObject* AsDate(Value v) { return v.As<DateObject>(); }

constexpr std::string_view kDateNames[] = {"year", "month", "day"};

// Fields that were given replace those of *date.
Status TakeDate(Vm& vm, const Value* v, Date* date) {
  date->year = TRY(ParsedCInt(vm, v[0], date->year));
  date->month = TRY(ParsedCInt(vm, v[1], date->month));
  date->day = TRY(ParsedCInt(vm, v[2], date->day));
  return CheckDate(vm, *date);
}

Value New(Vm& vm, const Args& a) {
  Value v[3];
  TRY(ParseArguments(vm, a, {"", kDateNames, 3, UINT32_MAX, 3}, v));
  Date date;
  TRY(TakeDate(vm, v, &date));
  return NewDate(vm, date);
}

Value Replace(Vm& vm, const Args& a) {
  Value v[3];
  TRY(ParseArguments(vm, a, {"replace", kDateNames}, v));
  Date date = DateOf(a[0]);
  TRY(TakeDate(vm, v, &date));
  return NewDate(vm, date);
}

Value FromTimestamp(Vm& vm, const Args& a) {
  if (a[1].IsNone()) return vm.TypeError("'NoneType' object cannot be interpreted as an integer");
  int64_t micros = TRY(MicrosOfTimestamp(vm, a[1]));
  int64_t days =
      micros >= 0 ? micros / kMicrosPerDay : -((-micros + kMicrosPerDay - 1) / kMicrosPerDay);
  CivilTime civil = CivilFromDays(days);
  Date date{civil.year, civil.month, civil.day};
  TRY(CheckDate(vm, date));
  return NewDateOf(vm, a[0].AsType(), date);
}

Value FromOrdinal(Vm& vm, const Args& a) {
  int64_t ordinal = TRY(ParsedCInt(vm, a[1], 0));
  if (ordinal < 1) return vm.ValueError("ordinal must be >= 1");
  Date date = DateOfOrdinal(ordinal);
  TRY(CheckDate(vm, date));
  return NewDateOf(vm, a[0].AsType(), date);
}

Value FromIsoFormat(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1])) return vm.TypeError("fromisoformat: argument must be str");
  std::string_view text = Vm::View(a[1]);
  Date date;
  bool fits = text.size() == 7 || text.size() == 8 || text.size() == 10;
  if (!fits || !ParseIsoDate(text, &date)) {
    return vm.ValueError("Invalid isoformat string: ", TRY(vm.ReprValue(a[1])));
  }
  TRY(CheckDate(vm, date));
  return NewDateOf(vm, a[0].AsType(), date);
}

Value FromIsoCalendar(Vm& vm, const Args& a) {
  static constexpr std::string_view kNames[] = {"year", "week", "day"};
  Value v[3];
  const Status parsed = ParseArguments(vm, a, {"fromisocalendar", kNames, 3, UINT32_MAX, 3}, v);
  if (!parsed.ok()) {
    if (!vm.PendingIs(TypeId::kOverflowError)) return Value::Failed();
    return vm.ValueError("ISO calendar component out of range");
  }
  int64_t parts[3];
  for (int i = 0; i < 3; ++i) {
    const Result<int64_t> part = ParsedCInt(vm, v[i], 0);
    if (part.ok()) {
      parts[i] = *part;
      continue;
    }
    if (!vm.PendingIs(TypeId::kOverflowError)) return Value::Failed();
    static_cast<void>(vm.TakeException());
    return vm.ValueError("ISO calendar component out of range");
  }
  Date date;
  TRY(DateOfIso(vm, parts[0], parts[1], parts[2], &date));
  return NewDateOf(vm, a[0].AsType(), date);
}

Value StrptimeMethod(Vm& vm, const Args& a) {
  ParsedTime parsed;
  TRY(Strptime(vm, a[1], a[2], &parsed));
  TRY(CheckDate(vm, parsed.moment.date));
  TRY(CheckTime(vm, parsed.moment.time));
  return NewDate(vm, parsed.moment.date);
}

Moment DayOf(Value v) { return IsDateTime(v) ? MomentOf(v) : Moment{DateOf(v), {}, Value::None()}; }

Value Strftime(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1])) {
    return vm.TypeError("strftime() argument 1 must be str, not ",
                        a[1].IsNone() ? "None" : vm.TypeName(a[1]));
  }
  return FormatMoment(vm, DayOf(a[0]), Vm::View(a[1]));
}
Value FormatMethod(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1])) {
    return vm.TypeError("__format__() argument 1 must be str, not ",
                        a[1].IsNone() ? "None" : vm.TypeName(a[1]));
  }
  return FormatDate(vm, a[0], Vm::View(a[1]));
}
Value IsoFormat(Vm& vm, const Args& a) {
  TextBuilder out(vm);
  AppendDate(out, DateOf(a[0]));
  return out.Finish();
}
Value CtimeMethod(Vm& vm, const Args& a) { return Ctime(vm, DayOf(a[0])); }
Value Weekday(Vm&, const Args& a) {
  return Value::KnownSmallInt((OrdinalOf(DateOf(a[0])) + 6) % 7);
}
Value IsoWeekday(Vm&, const Args& a) {
  return Value::KnownSmallInt((OrdinalOf(DateOf(a[0])) + 6) % 7 + 1);
}
Value ToOrdinal(Vm&, const Args& a) { return Value::KnownSmallInt(OrdinalOf(DateOf(a[0]))); }
Value TimeTuple(Vm& vm, const Args& a) {
  return NewStructTime(vm, Civil({DateOf(a[0]), {}, Value::None()}, -1), KnownZone::kNone);
}
Value IsoCalendar(Vm& vm, const Args& a) {
  IsoDate iso = IsoDateOf(DateOf(a[0]));
  Value tuple = TRY(vm.NewTuple({Value::KnownSmallInt(iso.year), Value::KnownSmallInt(iso.week),
                                 Value::KnownSmallInt(iso.weekday)}));
  tuple.AsObject()->type = TypeId::kIsoCalendarDate;
  return tuple;
}

// ---- operators

Value AddDays(Vm& vm, Value date, int64_t days) {
  int64_t ordinal = OrdinalOf(DateOf(date)) + days;
  if (ordinal < 1 || ordinal > kMaxOrdinal) return vm.OverflowError("date value out of range");
  return NewDate(vm, DateOfOrdinal(ordinal));
}
int64_t DaysOf(Value delta) { return delta.As<DeltaObject>()->days.AsSmallInt(); }

Value Binary(Vm& vm, BinaryOp op, Value left, Value right, bool) {
  if (IsDateTime(left) || IsDateTime(right)) return Value::NotImplemented();
  if (op == BinaryOp::kAdd && IsDate(left) && IsDelta(right))
    return AddDays(vm, left, DaysOf(right));
  if (op == BinaryOp::kAdd && IsDelta(left) && IsDate(right))
    return AddDays(vm, right, DaysOf(left));
  if (op == BinaryOp::kSub && IsDate(left) && IsDelta(right))
    return AddDays(vm, left, -DaysOf(right));
  if (op == BinaryOp::kSub && IsDate(left) && IsDate(right)) {
    return NewDelta(vm, Wide{OrdinalOf(DateOf(left)) - OrdinalOf(DateOf(right))} * kMicrosPerDay);
  }
  return Value::NotImplemented();
}

Value Compare(Vm&, CompareOp op, Value left, Value right) {
  if (!IsObjectOf(left, TypeId::kDate) || !IsObjectOf(right, TypeId::kDate))
    return Value::NotImplemented();
  return Value::Bool(OrderHolds(op, static_cast<int>(CompareDates(DateOf(left), DateOf(right)))));
}
Result<int64_t> Hash(Vm&, Value self) { return OrdinalOf(DateOf(self)) * 2654435761; }
Status Repr(Vm&, Value self, TextBuilder& out) {
  Date date = DateOf(self);
  out.Append("datetime.date(");
  out.AppendInt(date.year);
  out.Append(", ");
  out.AppendInt(date.month);
  out.Append(", ");
  out.AppendInt(date.day);
  out.Append(')');
  return out.status();
}
Status ToText(Vm&, Value self, TextBuilder& out) {
  AppendDate(out, DateOf(self));
  return out.status();
}

template <Value DateObject::*kField>
Value Get(Vm&, Value self) {
  return AsDate(self)->*kField;
}
Value GetTypeAttribute(Vm& vm, TypeId, Name name) {
  if (name.text == "min") return NewDate(vm, {1, 1, 1});
  if (name.text == "max") return NewDate(vm, {9999, 12, 31});
  if (name.text == "resolution") return NewDelta(vm, kMicrosPerDay);
  return Value::Undefined();
}
Value GetAttribute(Vm& vm, Value, Name name) { return GetTypeAttribute(vm, TypeId::kDate, name); }

// date.today(): the clock's day. Slots: what to make of it, the zone.
Value Today(Vm& vm, const Args& a) {
  return vm.PushNativeFrame(ResumeId::kDateTimeNow, {Value::SmallInt(0), a[0]});
}

constexpr AttributeInfo kAttributes[] = {{"day", Get<&DateObject::day>},
                                         {"month", Get<&DateObject::month>},
                                         {"year", Get<&DateObject::year>}};
constexpr NativeInfo kMethods[] = {
    {"@hidden __format__(spec, /)", FormatMethod, "Formats self with strftime."},
    {"@raw __replace__(**changes)", Replace, "The same as replace()."},
    {"ctime()", CtimeMethod, "Return ctime() style string."},
    {"@raw @classmethod fromisocalendar(year, week, day)", FromIsoCalendar,
     "int, int, int -> Construct a date from the ISO year, week number and weekday.\n\nThis is the "
     "inverse of the "
     "function date.isocalendar()"},
    {"@classmethod fromisoformat(object, /)", FromIsoFormat,
     "str -> Construct a date from a string in ISO 8601 format."},
    {"@hidden @classmethod fromordinal(ordinal, /)", FromOrdinal,
     "int -> date corresponding to a proleptic Gregorian ordinal."},
    {"@classmethod fromtimestamp(timestamp, /)", FromTimestamp,
     "Create a date from a POSIX timestamp."},
    {"isocalendar()", IsoCalendar,
     "Return a named tuple containing ISO year, week number, and weekday."},
    {"isoformat()", IsoFormat, "Return string in ISO 8601 format, YYYY-MM-DD."},
    {"isoweekday()", IsoWeekday,
     "Return the day of the week represented by the date.\nMonday == 1 ... Sunday == 7"},
    {"@raw replace(year, month, day)", Replace, "Return date with new specified fields."},
    {"@hidden strftime(format)", Strftime, "format -> strftime() style string."},
    {"@hidden @classmethod strptime(string, format, /)", StrptimeMethod,
     "string, format -> new date parsed from a string (like time.strptime())."},
    {"timetuple()", TimeTuple, "Return time tuple, compatible with time.localtime()."},
    {"@classmethod today()", Today,
     "Current date or datetime:  same as self.__class__.fromtimestamp(time.time())."},
    {"toordinal()", ToOrdinal,
     "Return proleptic Gregorian ordinal.  January 1 of year 1 is day 1."},
    {"weekday()", Weekday,
     "Return the day of the week represented by the date.\nMonday == 0 ... Sunday == 6"},
};
constexpr NativeInfo kConstructor{"@raw date(year, month, day)", New,
                                  "date(year, month, day) --> date object"};
PYSUB_MEMBERS(Date, kMethods, kAttributes);

bool CheckDateObject(Vm&, Object* object) {
  DateObject* date = static_cast<DateObject*>(object);
  int64_t year = date->year.AsSmallInt(), month = date->month.AsSmallInt(),
          day = date->day.AsSmallInt();
  return year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 &&
         day <= DaysInMonth(year, static_cast<int>(month));
}
constexpr Schema kDateSchema{"k k k", CheckDateObject};

// ---- isocalendar()

constexpr AttributeInfo kIsoAttributes[] = {
    {"week", SequenceItem<1>}, {"weekday", SequenceItem<2>}, {"year", SequenceItem<0>}};
PYSUB_MEMBERS(IsoCalendarDate, kNoMethods, kIsoAttributes);
Status IsoRepr(Vm& vm, Value self, TextBuilder& out) {
  constexpr std::string_view kParts[] = {"datetime.IsoCalendarDate(year=", ", week=", ", weekday="};
  for (int i = 0; i < 3; ++i) {
    out.Append(kParts[i]);
    TRY(vm.Repr(self.As<Tuple>()->items()[i], out));
  }
  out.Append(')');
  return out.status();
}

}  // namespace

Value FormatDate(Vm& vm, Value self, std::string_view spec) {
  return spec.empty() ? vm.StrValue(self) : FormatMoment(vm, DayOf(self), spec);
}

Date DateOf(Value v) {
  return {AsDate(v)->year.AsSmallInt(), AsDate(v)->month.AsSmallInt(), AsDate(v)->day.AsSmallInt()};
}

Status CheckDate(Vm& vm, const Date& date) {
  if (date.year < 1 || date.year > 9999)
    return vm.ValueError("year must be in 1..9999, not ", date.year);
  if (date.month < 1 || date.month > 12)
    return vm.ValueError("month must be in 1..12, not ", date.month);
  int most = DaysInMonth(date.year, static_cast<int>(date.month));
  if (date.day >= 1 && date.day <= most) return Done{};
  return vm.ValueError("day ", date.day, " must be in range 1..", most, " for month ", date.month,
                       " in year ", date.year);
}

Value NewDate(Vm& vm, const Date& date) {
  DateObject* object = TRY(vm.New<DateObject>(TypeId::kDate));
  object->year = Value::KnownSmallInt(date.year);
  object->month = Value::KnownSmallInt(date.month);
  object->day = Value::KnownSmallInt(date.day);
  return Value::Of(object);
}

Value NewDateOf(Vm& vm, TypeId type, const Date& date) {
  if (type == TypeId::kDateTime) return NewDateTime(vm, {date, {}, Value::None()});
  return NewDate(vm, date);
}

int64_t OrdinalOf(const Date& date) {
  return DaysFromCivil(date.year, static_cast<int>(date.month), static_cast<int>(date.day)) +
         kEpochOrdinal;
}
Date DateOfOrdinal(int64_t ordinal) {
  CivilTime civil = CivilFromDays(ordinal - kEpochOrdinal);
  return {civil.year, civil.month, civil.day};
}

int64_t CompareDates(const Date& a, const Date& b) {
  int64_t difference = OrdinalOf(a) - OrdinalOf(b);
  return difference < 0 ? -1 : difference > 0;
}

// The Monday of the first ISO week of a year.
static int64_t IsoWeekOne(int64_t year) {
  int64_t first = OrdinalOf({year, 1, 1});
  int64_t weekday = (first + 6) % 7;
  return first - weekday + (weekday > 3 ? 7 : 0);
}

IsoDate IsoDateOf(const Date& date) {
  int64_t ordinal = OrdinalOf(date);
  int64_t year = date.year;
  int64_t monday = IsoWeekOne(year);
  if (ordinal < monday) {
    monday = IsoWeekOne(--year);
  } else if (ordinal >= IsoWeekOne(year + 1)) {
    monday = IsoWeekOne(++year);
  }
  return {year, (ordinal - monday) / 7 + 1, (ordinal - monday) % 7 + 1};
}

static bool WeekExists(int64_t year, int64_t week) {
  return week >= 1 &&
         (week <= 52 || (week == 53 && (IsoWeekOne(year + 1) - IsoWeekOne(year)) / 7 == 53));
}

bool DateOfIsoIfAny(int64_t year, int64_t week, int64_t weekday, Date* date) {
  if (year < 1 || year > 9999 || !WeekExists(year, week) || weekday < 1 || weekday > 7)
    return false;
  *date = DateOfOrdinal(IsoWeekOne(year) + (week - 1) * 7 + weekday - 1);
  return true;
}

Status DateOfIso(Vm& vm, int64_t year, int64_t week, int64_t weekday, Date* date) {
  if (year < 1 || year > 9999) return vm.ValueError("year must be in 1..9999, not ", year);
  if (!WeekExists(year, week)) return vm.ValueError("Invalid week: ", week);
  if (weekday < 1 || weekday > 7)
    return vm.ValueError("Invalid weekday: ", weekday, " (range is [1, 7])");
  DateOfIsoIfAny(year, week, weekday, date);
  return CheckDate(vm, *date);
}

Result<int64_t> MicrosOfTimestamp(Vm& vm, Value v) {
  // The clock's seconds fit a time_t; beyond the years that dates know nothing matters.
  constexpr double kMost = 9e12;
  double seconds;
  int64_t micros = 0;
  if (IsIntLike(v)) {
    const Value plain = PlainInt(v);
    int64_t whole = plain.IsSmallInt() ? plain.AsSmallInt() : INT64_MAX;
    if (whole == INT64_MAX) return vm.OverflowError("timestamp out of range for platform time_t");
    seconds = static_cast<double>(whole);
    micros = whole > 9'000'000'000'000 || whole < -9'000'000'000'000 ? 0 : whole * kMicrosPerSecond;
  } else if (v.IsFloat()) {
    seconds = v.AsFloat();
    if (std::isnan(seconds)) return vm.ValueError("Invalid value NaN (not a number)");
    if (std::fabs(seconds) >= 9.2e18)
      return vm.OverflowError("timestamp out of range for platform time_t");
    if (std::fabs(seconds) <= kMost) {
      double whole;
      double fraction = std::modf(seconds, &whole);
      micros = static_cast<int64_t>(whole) * kMicrosPerSecond +
               std::llrint(std::nearbyint(fraction * 1e6));
    }
  } else {
    return vm.TypeError("'", vm.TypeName(v), "' object cannot be interpreted as an integer");
  }
  if (std::fabs(seconds) > kMost) {
    // The year is told, as gmtime_r finds it.
    double days = std::floor(seconds / 86400);
    if (std::fabs(days) > 7e11) return vm.OverflowError("Value too large for defined data type");
    return vm.ValueError("year must be in 1..9999, not ",
                         CivilFromDays(static_cast<int64_t>(days)).year);
  }
  return micros;
}

}  // namespace pysub::datetime

namespace pysub {

using namespace datetime;  // NOLINT: the tables below

extern constexpr TypeInfo kDateType{.id = TypeId::kDate,
                                    .schema = &kDateSchema,
                                    .constructor = &kConstructor,
                                    .doc = "date(year, month, day) --> date object",
                                    .methods = kMethods,
                                    .attributes = kAttributes,
                                    .members = kDateMembers,
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
extern constexpr TypeInfo kIsoCalendarDateType = TupleLike({.id = TypeId::kIsoCalendarDate,
                                                            .attributes = kIsoAttributes,
                                                            .members = kIsoCalendarDateMembers,
                                                            .repr = IsoRepr});

}  // namespace pysub
