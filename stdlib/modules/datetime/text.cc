// Dates and times as text: ISO 8601, strftime.

#include <cstdio>

#include "stdlib/modules/datetime/datetime.h"

namespace pysub::datetime {
namespace {

constexpr std::string_view kWeekdays[] = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                          "Friday", "Saturday", "Sunday"};
constexpr std::string_view kMonths[] = {"January",   "February", "March",    "April",
                                        "May",       "June",     "July",     "August",
                                        "September", "October",  "November", "December"};

void Number(TextBuilder& out, const char* format, int64_t number) {
  char text[32];
  snprintf(text, sizeof(text), format, static_cast<int>(number));
  out.Append(text);
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Reads `count` digits at the front of *text.
bool Digits(std::string_view* text, int count, int64_t* out) {
  if (text->size() < static_cast<size_t>(count)) return false;
  *out = 0;
  for (int i = 0; i < count && i < 8; ++i) {
    if (!IsDigit((*text)[i])) return false;
    *out = *out * 10 + ((*text)[i] - '0');
  }
  text->remove_prefix(count);
  return true;
}

// What strftime knows beside the fields.
struct Details {
  int weekday;  // Monday is 0
  int year_day;
  IsoDate iso;
};

// One directive; false: there is none of that letter.
bool AppendDirective(TextBuilder& out, char letter, const Moment& m, const Details& d) {
  const Date& date = m.date;
  const Time& time = m.time;
  int64_t hour12 = time.hour % 12 == 0 ? 12 : time.hour % 12;
  int sunday_first = (d.weekday + 1) % 7;
  auto several = [&](std::string_view letters, std::string_view between) {
    for (size_t i = 0; i < letters.size(); ++i) {
      if (i > 0) out.Append(between);
      AppendDirective(out, letters[i], m, d);
    }
    return true;
  };
  switch (letter) {
    case 'a': return out.Append(kWeekdays[d.weekday].substr(0, 3)), true;
    case 'A': return out.Append(kWeekdays[d.weekday]), true;
    case 'b':
    case 'h': return out.Append(kMonths[date.month - 1].substr(0, 3)), true;
    case 'B': return out.Append(kMonths[date.month - 1]), true;
    case 'c': return several("abeTY", " ");
    case 'C': return Number(out, "%02d", date.year / 100), true;
    case 'd': return Number(out, "%02d", date.day), true;
    case 'D':
    case 'x': return several("mdy", "/");
    case 'e': return Number(out, "%2d", date.day), true;
    case 'F': return several("Ymd", "-");
    case 'g': return Number(out, "%02d", (d.iso.year % 100 + 100) % 100), true;
    case 'G': return Number(out, "%04d", d.iso.year), true;
    case 'H': return Number(out, "%02d", time.hour), true;
    case 'I': return Number(out, "%02d", hour12), true;
    case 'j': return Number(out, "%03d", d.year_day), true;
    case 'k': return Number(out, "%2d", time.hour), true;
    case 'l': return Number(out, "%2d", hour12), true;
    case 'm': return Number(out, "%02d", date.month), true;
    case 'M': return Number(out, "%02d", time.minute), true;
    case 'n': return out.Append('\n'), true;
    case 'p': return out.Append(time.hour < 12 ? "AM" : "PM"), true;
    case 'P': return out.Append(time.hour < 12 ? "am" : "pm"), true;
    case 'r': several("IMS", ":"); return out.Append(time.hour < 12 ? " AM" : " PM"), true;
    case 'R': return several("HM", ":");
    case 's':
      return out.AppendInt((OrdinalOf(date) - kEpochOrdinal) * 86400 +
                           MicrosOfDay(time) / kMicrosPerSecond),
             true;
    case 'S': return Number(out, "%02d", time.second), true;
    case 't': return out.Append('\t'), true;
    case 'T':
    case 'X': return several("HMS", ":");
    case 'u': return Number(out, "%d", d.weekday + 1), true;
    case 'U': return Number(out, "%02d", (d.year_day + 6 - sunday_first) / 7), true;
    case 'V': return Number(out, "%02d", d.iso.week), true;
    case 'w': return Number(out, "%d", sunday_first), true;
    case 'W': return Number(out, "%02d", (d.year_day + 6 - d.weekday) / 7), true;
    case 'y': return Number(out, "%02d", date.year % 100), true;
    case 'Y': return Number(out, "%04d", date.year), true;
    case '%': return out.Append('%'), true;
    default: return false;
  }
}

// hh[:mm[:ss[.fff]]] or hhmmss.fff: 0, 1 when something is left (CPython lets that pass before an
// offset), or -1 when it is no time.
int ParseClock(std::string_view text, Time* time) {
  int64_t* fields[] = {&time->hour, &time->minute, &time->second};
  bool separated = true;
  for (int i = 0; i < 3; ++i) {
    if (!Digits(&text, 2, fields[i])) return -1;
    if (text.empty()) return 0;
    char c = text[0];
    if (i == 0) separated = c == ':';
    if (text.size() == 1) return 1;
    if (separated && c == ':') {
      if (i == 2) return -1;
    } else if (c == '.' || c == ',') {
      if (i < 2) return -1;
    } else if (separated) {
      return -1;
    } else {
      continue;
    }
    text.remove_prefix(1);
  }
  int digits = static_cast<int>(text.size() < 6 ? text.size() : 6);
  if (!Digits(&text, digits, &time->microsecond)) return -1;
  for (; digits < 6; ++digits) time->microsecond *= 10;
  while (!text.empty() && IsDigit(text[0])) text.remove_prefix(1);
  return text.empty() ? 0 : 1;
}

}  // namespace

void AppendDate(TextBuilder& out, const Date& date) {
  Number(out, "%04d", date.year);
  Number(out, "-%02d", date.month);
  Number(out, "-%02d", date.day);
}

Status AppendTime(Vm& vm, TextBuilder& out, const Time& t, std::string_view timespec) {
  constexpr std::string_view kSpecs[] = {"hours", "minutes", "seconds", "milliseconds",
                                         "microseconds"};
  int spec = -1;
  for (int i = 0; i < 5; ++i) {
    if (kSpecs[i] == timespec) spec = i;
  }
  if (timespec == "auto") spec = t.microsecond != 0 ? 4 : 2;
  if (spec < 0) return vm.ValueError("Unknown timespec value");
  Number(out, "%02d", t.hour);
  if (spec >= 1) Number(out, ":%02d", t.minute);
  if (spec >= 2) Number(out, ":%02d", t.second);
  if (spec == 3) Number(out, ".%03d", t.microsecond / 1000);
  if (spec == 4) Number(out, ".%06d", t.microsecond);
  return out.status();
}

Value Ctime(Vm& vm, const Moment& m) {
  int64_t ordinal = OrdinalOf(m.date);
  TextBuilder out(vm);
  out.Append(kWeekdays[(ordinal + 6) % 7].substr(0, 3));
  out.Append(' ');
  out.Append(kMonths[m.date.month - 1].substr(0, 3));
  Number(out, " %2d ", m.date.day);
  Number(out, "%02d:", m.time.hour);
  Number(out, "%02d:", m.time.minute);
  Number(out, "%02d ", m.time.second);
  Number(out, "%04d", m.date.year);
  return out.Finish();
}

Value FormatMoment(Vm& vm, const Moment& m, std::string_view format) {
  Details details;
  int64_t ordinal = OrdinalOf(m.date);
  details.weekday = static_cast<int>((ordinal + 6) % 7);
  details.year_day = static_cast<int>(ordinal - OrdinalOf({m.date.year, 1, 1}) + 1);
  details.iso = IsoDateOf(m.date);
  TextBuilder out(vm);
  for (size_t i = 0; i < format.size() && out.ok();) {
    if (!vm.Tick(4)) return Value::Failed();
    size_t percent = format.find('%', i);
    if (percent == std::string_view::npos || percent + 1 == format.size()) {
      out.Append(format.substr(i));
      break;
    }
    out.Append(format.substr(i, percent - i));
    std::string_view directive = format.substr(percent, 2);
    if (directive == "%:" && percent + 2 < format.size() && format[percent + 2] == 'z') {
      directive = format.substr(percent, 3);
    }
    i = percent + directive.size();
    bool known;
    if (directive == "%z" || directive == "%:z") {
      int64_t offset = TRY(OffsetOf(vm, m, &known));
      if (known) AppendOffset(out, offset, directive == "%z" ? "" : ":");
    } else if (directive == "%Z") {
      Value name = TRY(NameOfZone(vm, m));
      if (!name.IsNone()) TRY(vm.ToStr(name, out));
    } else if (directive == "%f") {
      Number(out, "%06d", m.time.microsecond);
    } else if (!AppendDirective(out, directive[1], m, details)) {
      out.Append(directive);
    }
  }
  return out.Finish();
}

size_t IsoDateLength(std::string_view text) {
  size_t size = text.size();
  if (size < 7) return 0;
  if (size == 7) return 7;
  if (text[4] == '-') {
    if (text[5] != 'W') return 10;
    if (size > 8 && text[8] == '-') return size == 9 ? 0 : size > 10 && IsDigit(text[10]) ? 8 : 10;
    return 8;
  }
  if (text[4] != 'W') return 8;
  size_t at = 7;
  while (at < size && at < 16 && IsDigit(text[at])) ++at;
  if (at < 9) return at;
  return at % 2 == 0 ? 7 : 8;
}

bool ParseIsoDate(std::string_view text, Date* date) {
  if (!Digits(&text, 4, &date->year) || text.empty()) return false;
  bool separated = text[0] == '-';
  if (separated) text.remove_prefix(1);
  if (text.starts_with('W')) {
    int64_t week, weekday = 1;
    text.remove_prefix(1);
    if (!Digits(&text, 2, &week)) return false;
    if (!text.empty()) {
      if (separated && text[0] != '-') return false;
      if (separated) text.remove_prefix(1);
      if (!Digits(&text, 1, &weekday)) return false;
    }
    return DateOfIsoIfAny(date->year, week, weekday, date);
  }
  if (!Digits(&text, 2, &date->month)) return false;
  if (separated) {
    if (text.empty() || text[0] != '-') return false;
    text.remove_prefix(1);
  }
  return Digits(&text, 2, &date->day);
}

Result<bool> ParseIsoTime(Vm& vm, std::string_view text, Time* time, Value* zone) {
  size_t at = text.find_first_of("+-Z");
  bool has_zone = at != std::string_view::npos;
  if (!vm.Tick(text.size() / 16)) return Failure{};
  int answer = ParseClock(text.substr(0, at), time);
  if (answer < 0 || (answer > 0 && !has_zone)) return false;
  if (!has_zone) return true;
  if (text[at] == 'Z') {
    *zone = Utc(vm);
    if (zone->IsFailed()) return Failure{};
    return at + 1 == text.size();
  }
  Time offset;
  if (ParseClock(text.substr(at + 1), &offset) != 0) return false;
  int64_t micros = MicrosOfDay(offset);
  *zone = ZoneForOffset(vm, text[at] == '-' ? -micros : micros);
  if (zone->IsFailed()) return Failure{};
  return true;
}

}  // namespace pysub::datetime
