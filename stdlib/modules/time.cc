// time: clocks, sleeping, and dates as tuples and text. A sandbox knows UTC only. CPython
// 3.14 library, "time".

#include <algorithm>
#include <cmath>

#include "stdlib/modules/datetime/datetime.h"
#include "stdlib/modules/struct_time.h"
#include "stdlib/types/simple_namespace.h"
#include "vm/objects/dict.h"
#include "vm/objects/numbers.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

constexpr int64_t kSecond = 1'000'000'000;

enum Clock : int32_t { kWall, kMonotonic, kProcess };

Value Nanoseconds(Vm& vm, Clock clock) {
  OsAnswers answers(vm);
  Value now = TRY(vm.host.AskOs(OsCallId::kNow, {Value::SmallInt(clock)}));
  return Vm::IsInt(now) ? now : Value(BadState(vm));
}

template <Clock kClock>
Value NowNs(Vm& vm, const Args&) {
  return Nanoseconds(vm, kClock);
}
template <Clock kClock>
Value Now(Vm& vm, const Args&) {
  int64_t ns = TRY(vm.ToIndexClamped(TRY(Nanoseconds(vm, kClock))));
  // As CPython divides: no digit that the clock has not.
  return Value::Float(static_cast<double>(ns) / 1e9);
}

// clock_gettime() and its kin know a few of Linux's clocks, which are the host's three.
struct ClockName {
  std::string_view name;
  int64_t id;
  Clock clock;
};
constexpr ClockName kClocks[] = {{"CLOCK_REALTIME", 0, kWall},
                                 {"CLOCK_MONOTONIC", 1, kMonotonic},
                                 {"CLOCK_PROCESS_CPUTIME_ID", 2, kProcess},
                                 {"CLOCK_THREAD_CPUTIME_ID", 3, kProcess},
                                 {"CLOCK_MONOTONIC_RAW", 4, kMonotonic},
                                 {"CLOCK_BOOTTIME", 7, kMonotonic},
                                 {"CLOCK_TAI", 11, kWall}};

Result<Clock> ClockArgument(Vm& vm, Value v) {
  if (!IsIntLike(v))
    return vm.TypeError("clk_id should be integer, not ", v.IsNone() ? "NoneType" : vm.TypeName(v));
  const int64_t id = TRY(vm.ToIndex(v));
  for (const ClockName& row : kClocks) {
    if (row.id == id) return row.clock;
  }
  return vm.host.RaiseOsError(EINVAL);
}
Value ClockGetTimeNs(Vm& vm, const Args& a) {
  return Nanoseconds(vm, TRY(ClockArgument(vm, a[0])));
}
Value ClockGetTime(Vm& vm, const Args& a) {
  const int64_t ns = TRY(vm.ToIndexClamped(TRY(ClockGetTimeNs(vm, a))));
  return Value::Float(static_cast<double>(ns) / 1e9);
}
Value ClockGetRes(Vm& vm, const Args& a) {
  TRY(ClockArgument(vm, a[0]));
  return Value::Float(1e-9);
}

Value Sleep(Vm& vm, const Args& a) {
  int64_t ns = 0;
  if (Vm::IsInt(a[0]) || a[0].IsBool()) {
    int64_t seconds = TRY(vm.ToIndexClamped(a[0]));
    if (__builtin_mul_overflow(seconds, kSecond, &ns)) {
      return vm.OverflowError("timestamp too large to convert to C PyTime_t");
    }
  } else {
    if (!IsObjectOf(a[0], TypeId::kFloat) && !a[0].IsFloat()) {
      return vm.TypeError("'", vm.TypeName(a[0]),
                          "' object cannot be interpreted as an integer or float");
    }
    double seconds = TRY(vm.ToDouble(a[0]));
    if (std::isnan(seconds)) return vm.ValueError("Invalid value NaN (not a number)");
    if (!(std::fabs(seconds) < 9.2e9))
      return vm.OverflowError("timestamp out of range for platform time_t");
    ns = static_cast<int64_t>(std::ceil(seconds * 1e9));
  }
  if (ns < 0) return vm.ValueError("sleep length must be non-negative");
  OsAnswers answers(vm);
  TRY(vm.host.AskOs(OsCallId::kSleep, {TRY(vm.NewInt(ns))}));
  return Value::None();
}

// ---- dates

CivilTime CivilOf(int64_t seconds) {
  const int64_t days = seconds / 86400 - (seconds % 86400 < 0);
  CivilTime time = CivilFromDays(days);
  const int64_t rest = seconds - days * 86400;
  time.hour = static_cast<int>(rest / 3600);
  time.minute = static_cast<int>(rest / 60 % 60);
  time.second = static_cast<int>(rest % 60);
  return time;
}

// The `seconds` argument of gmtime() and others: nothing means now.
Result<int64_t> SecondsArgument(Vm& vm, const Args& a) {
  if (!a.has(0) || a[0].IsNone()) {
    Value now = Nanoseconds(vm, kWall);
    if (now.IsFailed()) return Failure{};
    int64_t ns = TRY(vm.ToIndexClamped(now));
    return ns / kSecond - (ns % kSecond < 0);
  }
  if (a[0].IsFloat()) {
    double seconds = std::floor(a[0].AsFloat());
    if (std::isnan(seconds)) return vm.ValueError("Invalid value NaN (not a number)");
    if (!(std::fabs(seconds) < 9.2e18))
      return vm.OverflowError("timestamp out of range for platform time_t");
    return static_cast<int64_t>(seconds);
  }
  const Result<int64_t> seconds = vm.ToIndex(a[0]);
  if (seconds.ok() || !vm.PendingIs(TypeId::kOverflowError)) return seconds;
  static_cast<void>(vm.TakeException());
  return vm.OverflowError("timestamp out of range for platform time_t");
}

Result<CivilTime> CivilArgument(Vm& vm, const Args& a) {
  int64_t seconds = TRY(SecondsArgument(vm, a));
  constexpr int64_t kMost = 67'767'976'233'532'799;  // the year is an int
  if (seconds > kMost || seconds < -kMost) return vm.host.RaiseOsError(75);
  return CivilOf(seconds);
}

Value Gmtime(Vm& vm, const Args& a) {
  OsAnswers answers(vm);
  return NewStructTime(vm, TRY(CivilArgument(vm, a)), KnownZone::kGmt);
}
Value LocalTime(Vm& vm, const Args& a) {
  OsAnswers answers(vm);
  return NewStructTime(vm, TRY(CivilArgument(vm, a)), KnownZone::kLocal);
}

Value Mktime(Vm& vm, const Args& a) {
  CivilTime time;
  TRY(GetCivilTime(vm, a[0], "mktime", &time));
  // Months beyond the year are carried into it, as mktime(3) does.
  int64_t month = int64_t{time.month} - 1;
  int64_t year = time.year + month / 12 - (month % 12 < 0);
  month = (month % 12 + 12) % 12 + 1;
  if (year < -2'000'000'000 || year > 2'000'000'000)
    return vm.OverflowError("mktime argument out of range");
  const int64_t days = DaysFromCivil(year, static_cast<int>(month), 1) + time.day - 1;
  return Value::Float(static_cast<double>(days * 86400 + int64_t{time.hour} * 3600 +
                                          int64_t{time.minute} * 60 + time.second));
}

// Fields of a tuple as asctime() and strftime() take them: 0 stands for the first month, day ...
Status CheckFields(Vm& vm, CivilTime* time) {
  if (time->month == 0) time->month = 1;
  if (time->day == 0) time->day = 1;
  if (time->year_day == 0) time->year_day = 1;
  if (time->month < 1 || time->month > 12) return vm.ValueError("month out of range");
  if (time->day < 1 || time->day > 31) return vm.ValueError("day of month out of range");
  if (time->hour < 0 || time->hour > 23) return vm.ValueError("hour out of range");
  if (time->minute < 0 || time->minute > 59) return vm.ValueError("minute out of range");
  if (time->second < 0 || time->second > 61) return vm.ValueError("seconds out of range");
  if (time->weekday < -1) return vm.ValueError("day of week out of range");
  if (time->year_day < 1 || time->year_day > 366) return vm.ValueError("day of year out of range");
  if (time->weekday == -1) time->weekday = 6;
  time->weekday %= 7;
  return Done{};
}

Value Ascii(Vm& vm, const CivilTime& time) {
  constexpr std::string_view kDays = "MonTueWedThuFriSatSun";
  constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
  TextBuilder out(vm);
  auto two = [&](int number, char fill) {
    out.Append(number < 10 ? fill : static_cast<char>('0' + number / 10));
    out.Append(static_cast<char>('0' + number % 10));
  };
  out.Append(kDays.substr(static_cast<size_t>(time.weekday) * 3, 3));
  out.Append(' ');
  out.Append(kMonths.substr(static_cast<size_t>(time.month - 1) * 3, 3));
  out.Append(' ');
  two(time.day, ' ');
  out.Append(' ');
  two(time.hour, '0');
  out.Append(':');
  two(time.minute, '0');
  out.Append(':');
  two(time.second, '0');
  out.Append(' ');
  out.AppendInt(time.year);
  return out.Finish();
}

Result<CivilTime> TupleOrNow(Vm& vm, const Args& a, uint32_t i, std::string_view function) {
  CivilTime time;
  if (a.has(i)) {
    TRY(GetCivilTime(vm, a[i], function, &time));
    TRY(CheckFields(vm, &time));
    return time;
  }
  Value none[1] = {Value::None()};
  return CivilArgument(vm, ArgsOf(none));
}

Value Asctime(Vm& vm, const Args& a) {
  OsAnswers answers(vm);
  return Ascii(vm, TRY(TupleOrNow(vm, a, 0, "asctime")));
}
Value Ctime(Vm& vm, const Args& a) {
  OsAnswers answers(vm);
  return Ascii(vm, TRY(CivilArgument(vm, a)));
}

// strftime(format, time_tuple=now)
Value Strftime(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[0]))
    return vm.TypeError("strftime() argument 1 must be str, not ", vm.TypeName(a[0]));
  OsAnswers answers(vm);
  CivilTime time = TRY(TupleOrNow(vm, a, 1, "strftime"));
  Value zone = Value::None();
  if (a.has(1) && IsObjectOf(a[1], TypeId::kStructTime)) {
    zone = TRY(vm.FindAttribute(a[1], {"tm_zone", MemberHash("tm_zone")}));
  }
  if (!Vm::IsStr(zone)) zone = TRY(vm.Intern("UTC"));
  // Directives which the tuple itself answers come first; the rest is datetime's.
  std::string_view format = Vm::View(a[0]);
  TextBuilder out(vm);
  for (size_t i = 0; i < format.size(); ++i) {  // Tick: Append
    if (format[i] != '%' || i + 1 == format.size()) {
      out.Append(format[i]);
      continue;
    }
    const char letter = format[++i];
    constexpr std::string_view kDays[] = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                          "Friday", "Saturday", "Sunday"};
    switch (letter) {
      case 'a': out.Append(kDays[time.weekday].substr(0, 3)); break;
      case 'A': out.Append(kDays[time.weekday]); break;
      case 'w': out.AppendInt((time.weekday + 1) % 7); break;
      case 'u': out.AppendInt(time.weekday + 1); break;
      case 'c':
        out.Append(kDays[time.weekday].substr(0, 3));
        out.Append(" %b %e %T %Y");
        break;
      case 'U':
      case 'W': {  // weeks of the year as the tuple has its days, not as the date would
        const int first = letter == 'U' ? (time.weekday + 1) % 7 : time.weekday;
        const int week = (time.year_day - 1 + 7 - first) / 7;
        if (week < 10) out.Append('0');
        out.AppendInt(week);
        break;
      }
      case 'j':
        if (time.year_day < 100) out.Append('0');
        if (time.year_day < 10) out.Append('0');
        out.AppendInt(time.year_day);
        break;
      case 'S':
        if (time.second < 10) out.Append('0');
        out.AppendInt(time.second);
        break;
      case 'Z':  // nobody knows the zone of a time that may be summer's
        if (time.is_dst >= 0) out.Append(Vm::View(zone));
        break;
      case 'z':
        if (time.is_dst >= 0) out.Append("+0000");
        break;
      case 'f':  // datetime's alone
        out.Append("%%f");
        break;
      case ':': out.Append("%%:"); break;
      default: out.Append('%'); out.Append(letter);
    }
  }
  TRY(out.status());
  datetime::Moment moment;
  moment.date = {time.year, time.month, std::min(time.day, DaysInMonth(time.year, time.month))};
  moment.time = {time.hour, time.minute, std::min(time.second, 59)};
  Value text = TRY(out.Finish());
  // What was put in has no directives, but for a format's own %%.
  return datetime::FormatMoment(vm, moment, Vm::View(text));
}

// strptime(data_string, format='%a %b %d %H:%M:%S %Y')
Value Strptime(Vm& vm, const Args& a) {
  if (!a.has(0))
    return vm.TypeError("_strptime_time() missing 1 required positional argument: 'data_string'");
  Value format = a.has(1) ? a[1] : TRY(vm.NewStr("%a %b %d %H:%M:%S %Y"));
  for (int i = 0; i < 2; ++i) {
    const Value text = i == 0 ? a[0] : format;
    if (!Vm::IsStr(text))
      return vm.TypeError("strptime() argument ", i, " must be str, not <class '",
                          vm.TypeName(text), "'>");
  }
  datetime::ParsedTime parsed;
  TRY(datetime::Strptime(vm, a[0], format, &parsed));
  CivilTime time;
  time.year = parsed.moment.date.year;
  time.month = static_cast<int>(parsed.moment.date.month);
  time.day = static_cast<int>(parsed.moment.date.day);
  time.hour = static_cast<int>(parsed.moment.time.hour);
  time.minute = static_cast<int>(parsed.moment.time.minute);
  time.second = static_cast<int>(parsed.moment.time.second);
  time.weekday = static_cast<int>(parsed.weekday);
  time.year_day = static_cast<int>(parsed.year_day);
  time.is_dst = static_cast<int>(parsed.is_dst);
  return NewStructTime(vm, time, KnownZone::kNone);
}

// get_clock_info(name)
Value ClockInfo(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[0]))
    return vm.TypeError("get_clock_info() argument 1 must be str, not ",
                        a[0].IsNone() ? "None" : vm.TypeName(a[0]));
  struct Row {
    std::string_view name, implementation;
    bool monotonic, adjustable;
  };
  static constexpr Row kRows[] = {
      {"time", "clock_gettime(CLOCK_REALTIME)", false, true},
      {"monotonic", "clock_gettime(CLOCK_MONOTONIC)", true, false},
      {"perf_counter", "clock_gettime(CLOCK_MONOTONIC)", true, false},
      {"process_time", "clock_gettime(CLOCK_PROCESS_CPUTIME_ID)", true, false},
      {"thread_time", "clock_gettime(CLOCK_THREAD_CPUTIME_ID)", true, false}};
  for (const Row& row : kRows) {
    if (row.name != Vm::View(a[0])) continue;
    Dict* fields = TRY(vm.NewDict());
    TRY(DictSetStr(vm, fields, "implementation", TRY(vm.NewStr(row.implementation))));
    TRY(DictSetStr(vm, fields, "monotonic", Value::Bool(row.monotonic)));
    TRY(DictSetStr(vm, fields, "adjustable", Value::Bool(row.adjustable)));
    TRY(DictSetStr(vm, fields, "resolution", Value::Float(1e-9)));
    return NewSimpleNamespace(vm, fields);
  }
  return vm.ValueError("unknown clock");
}

// clang-format off
constexpr NativeInfo kFunctions[] = {
    {"time()", Now<kWall>, "Return the current time in seconds since the Epoch."},
    {"time_ns()", NowNs<kWall>, "Return the current time in nanoseconds since the Epoch."},
    {"monotonic()", Now<kMonotonic>, "Monotonic clock, cannot go backward."},
    {"monotonic_ns()", NowNs<kMonotonic>, "Monotonic clock, cannot go backward, as nanoseconds."},
    {"perf_counter()", Now<kMonotonic>, "Performance counter for benchmarking."},
    {"perf_counter_ns()", NowNs<kMonotonic>, "Performance counter for benchmarking as nanoseconds."},
    {"process_time()", Now<kProcess>, "Process time for profiling: sum of the kernel and user-space CPU time."},
    {"process_time_ns()", NowNs<kProcess>, "Process time for profiling as nanoseconds."},
    {"thread_time()", Now<kProcess>, "Thread time for profiling: sum of the kernel and user-space CPU time."},
    {"thread_time_ns()", NowNs<kProcess>, "Thread time for profiling as nanoseconds."},
    {"clock_getres(clk_id, /)", ClockGetRes, "Return the resolution (precision) of the specified clock clk_id."},
    {"clock_gettime(clk_id, /)", ClockGetTime, "Return the time of the specified clock clk_id as a float."},
    {"clock_gettime_ns(clk_id, /)", ClockGetTimeNs, "Return the time of the specified clock clk_id as nanoseconds (int)."},
    {"sleep(object, /)", Sleep, "Delay execution for a given number of seconds."},
    {"@hidden gmtime(seconds=None, /)", Gmtime, "Convert seconds since the Epoch to a time tuple expressing UTC (a.k.a. GMT)."},
    {"@hidden localtime(seconds=None, /)", LocalTime, "Convert seconds since the Epoch to a time tuple expressing local time."},
    {"@hidden mktime(tuple, /)", Mktime, "Convert a time tuple in local time to seconds since the Epoch."},
    {"@hidden asctime(tuple=<unrepresentable>, /)", Asctime, "Convert a time tuple to a string, e.g. 'Sat Jun 06 16:26:11 1998'."},
    {"@hidden ctime(seconds=None, /)", Ctime, "Convert a time in seconds since the Epoch to a string in local time."},
    {"@hidden strftime(format, tuple=<unrepresentable>, /)", Strftime, "Convert a time tuple to a string according to a format specification."},
    {"@hidden strptime(string=<unrepresentable>, format=<unrepresentable>, /)", Strptime, "Parse a string to a time tuple according to a format specification."},
    {"get_clock_info(name, /)", ClockInfo, "Get information of the specified clock."},
};
// clang-format on

Status Init(Vm& vm, Dict* names) {
  TRY(DictSetStr(vm, names, "struct_time", Value::Type(TypeId::kStructTime)));
  for (const ClockName& row : kClocks)
    TRY(DictSetStr(vm, names, row.name, Value::KnownSmallInt(row.id)));
  for (std::string_view name : {"timezone", "altzone", "daylight"}) {
    TRY(DictSetStr(vm, names, name, Value::SmallInt(0)));
  }
  Value utc = vm.Intern("UTC");
  if (utc.IsFailed()) return Failure{};
  Value zones = vm.NewTuple({utc, utc});
  if (zones.IsFailed()) return Failure{};
  return DictSetStr(vm, names, "tzname", zones);
}

}  // namespace

extern constexpr ModuleInfo kTimeModule{
    .name = "time",
    .doc = "This module provides various functions to manipulate time values.",
    .functions = kFunctions,
    .init = Init};

}  // namespace pysub
