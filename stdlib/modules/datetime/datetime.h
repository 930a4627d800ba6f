#ifndef PYSUB_STDLIB_MODULES_DATETIME_DATETIME_H_
#define PYSUB_STDLIB_MODULES_DATETIME_DATETIME_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "stdlib/modules/struct_time.h"
#include "vm/vm.h"

// datetime. CPython 3.14 library, "datetime". There are no subclasses of tzinfo but timezone and
// ZoneInfo, and both know their offset from UTC at once, so nothing here calls Python.
namespace pysub::datetime {

// Microseconds of a timedelta times an int: 9e19 is the longest timedelta, which 64 bits do not
// have.
using Wide = __int128;

inline constexpr int64_t kMicrosPerSecond = 1'000'000;
inline constexpr int64_t kMicrosPerDay = 86'400 * kMicrosPerSecond;
inline constexpr int64_t kEpochOrdinal = 719'163;  // 1970-01-01
inline constexpr int64_t kMaxOrdinal = 3'652'059;  // 9999-12-31
inline constexpr int64_t kMaxDeltaDays = 999'999'999;

struct DeltaObject : Object {
  Value days, seconds, microseconds;  // as timedelta normalises them
};
struct DateObject : Object {
  Value year, month, day;
};
struct DateTimeObject : DateObject {
  Value hour, minute, second, microsecond, fold, zone;  // zone: a tzinfo or None
};
struct TimeObject : Object {
  Value hour, minute, second, microsecond, fold, zone;
};
// timezone, ZoneInfo; a plain tzinfo has no offset (None).
struct ZoneObject : Object {
  Value offset;  // timedelta or None
  Value name;    // str or None
};

struct Date {
  int64_t year = 1;
  int64_t month = 1, day = 1;
};
struct Time {
  int64_t hour = 0, minute = 0, second = 0, microsecond = 0, fold = 0;
};
// A date with a time and a zone, on the C++ stack; the objects are made of it in the end.
struct Moment {
  Date date;
  Time time;
  Value zone = Value::None();
  bool dateless = false;  // of a time, or of no moment at all: utcoffset(None)
};

inline bool IsDelta(Value v) { return IsObjectOf(v, TypeId::kTimeDelta); }
inline bool IsDateTime(Value v) { return IsObjectOf(v, TypeId::kDateTime); }
inline bool IsTime(Value v) { return IsObjectOf(v, TypeId::kTimeOfDay); }
inline bool IsDate(Value v) { return IsObjectOf(v, TypeId::kDate) || IsDateTime(v); }
inline bool IsZone(const Vm& vm, Value v) { return vm.IsInstance(v, TypeId::kTzInfo); }

// ---- timedelta (datetime/delta.cc)
Wide MicrosOf(Value delta);
// OverflowError "days=...; must have magnitude <= 999999999".
Value NewDelta(Vm& vm, Wide microseconds);
Status DeltaRepr(Vm& vm, Value self, TextBuilder& out);

// ---- zones (datetime/zone.cc)
Value Utc(Vm& vm);                                             // timezone.utc
Value NewTimeZone(Vm& vm, int64_t offset_micros, Value name);  // never timezone.utc itself
// The zone for an offset that was parsed: timezone.utc for 0.
Value ZoneForOffset(Vm& vm, int64_t offset_micros);
// TypeError "tzinfo argument must be None or of a tzinfo subclass, not type 'int'".
Status CheckZone(Vm& vm, Value v);
// The offset from UTC of a moment in its zone, in microseconds. *known: false without a zone, and
// where the zone needs a date. NotImplementedError for a plain tzinfo.
Result<int64_t> OffsetOf(Vm& vm, const Moment& moment, bool* known);
Value OffsetValue(Vm& vm, const Moment& moment);  // timedelta or None
Value NameOfZone(Vm& vm, const Moment& moment);   // str or None
Value DstOfZone(Vm& vm, const Moment& moment);    // timedelta or None
// Sets `moment` to `utc` microseconds (counted as LocalMicros) in `zone`.
Status SetUtcMicros(Vm& vm, Wide utc, Value zone, Moment* moment);
void AppendOffset(TextBuilder& out, int64_t micros, std::string_view separator);

// ---- dates and times (datetime/date.cc, datetime/datetime.cc)
Value FormatDate(Vm& vm, Value date_or_datetime, std::string_view spec);  // the slot `format`
Date DateOf(Value date);
Time TimeOf(Value datetime_or_time);
Moment MomentOf(Value datetime);
Status CheckDate(Vm& vm, const Date& date);
Status CheckTime(Vm& vm, const Time& time);
Value NewDate(Vm& vm, const Date& date);              // not checked
Value NewTime(Vm& vm, const Time& time, Value zone);  // not checked
Value NewDateTime(Vm& vm, const Moment& moment);      // not checked
// The date (or datetime with that date) of type `type`.
Value NewDateOf(Vm& vm, TypeId type, const Date& date);
int64_t OrdinalOf(const Date& date);
Date DateOfOrdinal(int64_t ordinal);
int64_t MicrosOfDay(const Time& time);
// Microseconds since the day before 0001-01-01.
int64_t LocalMicros(const Moment& moment);
// OverflowError "date value out of range". Sets date and time.
Status SetLocalMicros(Vm& vm, Wide micros, Moment* moment);
CivilTime Civil(const Moment& moment, int is_dst);
struct IsoDate {
  int64_t year, week, weekday;
};
IsoDate IsoDateOf(const Date& date);
// False: there is no such day.
bool DateOfIsoIfAny(int64_t year, int64_t week, int64_t weekday, Date* date);
// ValueError "Invalid week: 54".
Status DateOfIso(Vm& vm, int64_t year, int64_t week, int64_t weekday, Date* date);
// Seconds since the epoch, an int or a float, in microseconds, rounded to the even one.
Result<int64_t> MicrosOfTimestamp(Vm& vm, Value timestamp);
int64_t CompareDates(const Date& a, const Date& b);

// ---- text (datetime/text.cc, datetime/strptime.cc)
void AppendDate(TextBuilder& out, const Date& date);
// timespec: "auto", "seconds" ...; ValueError "Unknown timespec value".
Status AppendTime(Vm& vm, TextBuilder& out, const Time& time, std::string_view timespec);
void AppendZone(TextBuilder& out, int64_t offset_micros);
// "Sat Jan  1 00:00:00 2000"
Value Ctime(Vm& vm, const Moment& moment);
// What the zone of `self` (for %z and %Z) says is taken from moment.zone.
Value FormatMoment(Vm& vm, const Moment& moment, std::string_view format);
// As CPython does, looks at no more of the text than it needs.
bool ParseIsoDate(std::string_view text, Date* date);
// False: not a time. *zone stays None when there is none.
Result<bool> ParseIsoTime(Vm& vm, std::string_view text, Time* time, Value* zone);
// Where the date ends and the separator stands.
size_t IsoDateLength(std::string_view text);

struct ParsedTime {
  Moment moment;  // date and time as found; defaults 1900-01-01
  int64_t weekday = 0, year_day = 1;
  int64_t is_dst = -1;
};
// _strptime: ValueError "time data ... does not match format ...".
Status Strptime(Vm& vm, Value text, Value format, ParsedTime* result);

}  // namespace pysub::datetime

#endif  // PYSUB_STDLIB_MODULES_DATETIME_DATETIME_H_
