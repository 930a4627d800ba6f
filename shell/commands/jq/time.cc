// Dates: broken-down time is [year, month from 0, day, hours, minutes, seconds, weekday, day of the
// year]. A sandbox has one time zone, UTC.

#include <array>
#include <cmath>
#include <optional>

#include "lexer/base/civil_date.h"
#include "shell/commands/jq/natives.h"
#include "shell/commands/jq/number.h"
#include "shell/commands/system/civil_time.h"

namespace pysub::shell::jq {
namespace {

constexpr std::array<std::string_view, 7> kDays = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                   "Thursday", "Friday", "Saturday"};
constexpr std::array<std::string_view, 12> kMonths = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"};

// As struct tm has it, with whole numbers of any size.
struct Broken {
  int64_t year = 1970, month = 0, day = 1, hour = 0, minute = 0, second = 0;
  int64_t weekday = 4, day_of_year = 0;
};

int64_t SecondsOf(const Broken& t) {
  const int64_t months = t.year * 12 + t.month;
  const int64_t year = months >= 0 ? months / 12 : -((11 - months) / 12);
  const int64_t days = DaysFromCivil(year, months - year * 12 + 1, 1) + t.day - 1;
  return days * 86400 + t.hour * 3600 + t.minute * 60 + t.second;
}

Broken BrokenOf(int64_t seconds) {
  const CivilTime civil = ToCivil(seconds);
  return {civil.year,   civil.month - 1, civil.day,     civil.hour,
          civil.minute, civil.second,    civil.weekday, civil.day_of_year};
}

Value ArrayOf(Heap& heap, const Broken& t, double seconds) {
  Value result = heap.Array(8);
  for (double part :
       {static_cast<double>(t.year), static_cast<double>(t.month), static_cast<double>(t.day),
        static_cast<double>(t.hour), static_cast<double>(t.minute), seconds,
        static_cast<double>(t.weekday), static_cast<double>(t.day_of_year)}) {
    heap.Push(&result, Value::Number(part));
  }
  return result;
}

// False: it has what is no number.
bool FromArray(const Value& value, Broken* t) {
  int64_t* parts[] = {&t->year,   &t->month,  &t->day,     &t->hour,
                      &t->minute, &t->second, &t->weekday, &t->day_of_year};
  *t = {.year = 1900, .month = 0, .day = 0, .weekday = 0};
  for (size_t i = 0; i < 8 && i < value.size(); ++i) {
    if (!value.at(i).is_number()) return false;
    const double number = value.at(i).number();
    if (!(std::fabs(number) < 1e12)) return false;
    *parts[i] = static_cast<int64_t>(number);
  }
  return true;
}

Value GmTime(NativeContext& c, const Value& value, std::string_view name) {
  if (!value.is_number()) return c.Fail(std::string(name) + "() requires numeric inputs");
  const double number = value.number();
  if (!(std::fabs(number) < 6e16))
    return c.Fail("error converting number of seconds since epoch to datetime");
  // (Below zero the whole seconds and the fraction do not fit: so jq has it.)
  const Broken t = BrokenOf(static_cast<int64_t>(number));
  return ArrayOf(c.heap, t, static_cast<double>(t.second) + (number - std::floor(number)));
}
Value Gmtime(NativeContext& c, Value* args) { return GmTime(c, args[0], "gmtime"); }
Value Localtime(NativeContext& c, Value* args) { return GmTime(c, args[0], "localtime"); }

Value Mktime(NativeContext& c, Value* args) {
  if (!args[0].is_array()) return c.Fail("mktime requires array inputs");
  Broken t;
  if (!FromArray(args[0], &t)) return c.Fail("mktime requires parsed datetime inputs");
  return Value::Number(static_cast<double>(SecondsOf(t)));
}

std::string Padded(int64_t number, int width, char fill = '0') {
  std::string text = std::to_string(number < 0 ? -number : number);
  while (static_cast<int>(text.size()) < width) text.insert(0, 1, fill);
  return number < 0 ? "-" + text : text;
}

// The ISO week and its year.
std::pair<int64_t, int64_t> IsoWeek(const Broken& t) {
  const int64_t monday = (t.weekday + 6) % 7;
  int64_t week = (t.day_of_year - monday + 10) / 7;
  if (week < 1) {
    const int64_t days = IsLeapYear(t.year - 1) ? 366 : 365;
    return {t.year - 1, (t.day_of_year + days - monday + 10) / 7};
  }
  const int64_t days = IsLeapYear(t.year) ? 366 : 365;
  if (week == 53 && days - t.day_of_year <= 3 - monday + 0) return {t.year + 1, 1};
  if (t.day_of_year - monday + 3 >= days) return {t.year + 1, 1};
  return {t.year, week};
}

// Appends what a letter of strftime stands for; false: it has no meaning.
bool FormatLetter(char letter, const Broken& t, std::string* out) {
  const auto name = [&](const auto& names, int64_t index, bool is_short) {
    if (index < 0 || index >= static_cast<int64_t>(names.size())) return std::string("-");
    return std::string(is_short ? names[static_cast<size_t>(index)].substr(0, 3)
                                : names[static_cast<size_t>(index)]);
  };
  const auto all = [&](std::string_view format) {
    for (size_t i = 0; i < format.size(); ++i) {
      if (format[i] == '%') {
        FormatLetter(format[++i], t, out);
      } else {
        *out += format[i];
      }
    }
    return true;
  };
  const int64_t hour12 = t.hour % 12 == 0 ? 12 : t.hour % 12;
  switch (letter) {
    case 'a': *out += name(kDays, t.weekday, true); return true;
    case 'A': *out += name(kDays, t.weekday, false); return true;
    case 'b':
    case 'h': *out += name(kMonths, t.month, true); return true;
    case 'B': *out += name(kMonths, t.month, false); return true;
    case 'c': return all("%a %b %e %H:%M:%S %Y");
    case 'C': *out += Padded(t.year / 100, 2); return true;
    case 'd': *out += Padded(t.day, 2); return true;
    case 'D':
    case 'x': return all("%m/%d/%y");
    case 'e': *out += Padded(t.day, 2, ' '); return true;
    case 'F': return all("%Y-%m-%d");
    case 'g': *out += Padded(IsoWeek(t).first % 100, 2); return true;
    case 'G': *out += std::to_string(IsoWeek(t).first); return true;
    case 'H': *out += Padded(t.hour, 2); return true;
    case 'I': *out += Padded(hour12, 2); return true;
    case 'j': *out += Padded(t.day_of_year + 1, 3); return true;
    case 'k': *out += Padded(t.hour, 2, ' '); return true;
    case 'l': *out += Padded(hour12, 2, ' '); return true;
    case 'm': *out += Padded(t.month + 1, 2); return true;
    case 'M': *out += Padded(t.minute, 2); return true;
    case 'n': *out += '\n'; return true;
    case 'p': *out += t.hour >= 12 ? "PM" : "AM"; return true;
    case 'P': *out += t.hour >= 12 ? "pm" : "am"; return true;
    case 'r': return all("%I:%M:%S %p");
    case 'R': return all("%H:%M");
    case 's': *out += std::to_string(SecondsOf(t)); return true;
    case 'S': *out += Padded(t.second, 2); return true;
    case 't': *out += '\t'; return true;
    case 'T':
    case 'X': return all("%H:%M:%S");
    case 'u': *out += std::to_string(t.weekday == 0 ? 7 : t.weekday); return true;
    case 'U': *out += Padded((t.day_of_year + 7 - t.weekday) / 7, 2); return true;
    case 'V': *out += Padded(IsoWeek(t).second, 2); return true;
    case 'w': *out += std::to_string(t.weekday); return true;
    case 'W': *out += Padded((t.day_of_year + 7 - (t.weekday + 6) % 7) / 7, 2); return true;
    case 'y': *out += Padded((t.year % 100 + 100) % 100, 2); return true;
    case 'Y': *out += std::to_string(t.year); return true;
    case 'z': *out += "+0000"; return true;
    case 'Z': *out += "UTC"; return true;
    case '%': *out += '%'; return true;
    default: return false;
  }
}

Value Formatted(NativeContext& c, Value* args, const std::string& name) {
  if (args[0].is_number()) {
    args[0] = GmTime(c, args[0], name);
    if (args[0].is_none()) return Value();
  } else if (!args[0].is_array()) {
    return c.Fail(name + "/1 requires parsed datetime inputs");
  }
  if (!args[1].is_string()) return c.Fail(name + "/1 requires a string format");
  Broken t;
  if (!FromArray(args[0], &t)) return c.Fail(name + "/1 requires parsed datetime inputs");
  const Broken right = BrokenOf(SecondsOf(t));
  t.weekday = right.weekday;
  t.day_of_year = right.day_of_year;
  std::string out;
  const std::string_view format = args[1].text();
  for (size_t i = 0; i < format.size() && c.heap.Spend(1); ++i) {
    if (format[i] != '%') {
      out += format[i];
    } else if (i + 1 == format.size() || !FormatLetter(format[i + 1], t, &out)) {
      return c.Fail(name + "/1: unknown system failure");
    } else {
      ++i;
    }
    if (out.size() > (1 << 20)) return c.Fail(name + "/1: unknown system failure");
  }
  return c.heap.String(out);
}
Value Strftime(NativeContext& c, Value* args) { return Formatted(c, args, "strftime"); }
Value Strflocaltime(NativeContext& c, Value* args) { return Formatted(c, args, "strflocaltime"); }

// ---- strptime
class TimeReader {
 public:
  TimeReader(std::string_view text, std::string_view format) : text_(text), format_(format) {}

  std::optional<Broken> Read() {
    if (!ReadFormat(format_, 0) || !text_.empty()) return std::nullopt;
    if (has_pm_) time_.hour = time_.hour % 12 + (pm_ ? 12 : 0);
    if (has_year_day_ && !has_date_) {
      time_.month = 0;
      time_.day = time_.day_of_year + 1;
    }
    const Broken right = BrokenOf(SecondsOf(time_));
    time_.weekday = right.weekday;
    time_.day_of_year = right.day_of_year;
    time_.month = right.month;
    time_.day = right.day;
    return time_;
  }

 private:
  static bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
  void SkipSpaces() {
    while (!text_.empty() && IsSpace(text_[0])) text_.remove_prefix(1);
  }
  bool Number(int most_digits, int64_t low, int64_t high, int64_t* number) {
    SkipSpaces();
    int64_t value = 0;
    int digits = 0;
    while (digits < most_digits && !text_.empty() && text_[0] >= '0' && text_[0] <= '9') {
      value = value * 10 + (text_[0] - '0');
      text_.remove_prefix(1);
      ++digits;
    }
    *number = value;
    return digits > 0 && value >= low && value <= high;
  }
  template <typename Names>
  bool Name(const Names& names, int64_t* index) {
    for (const bool is_short : {false, true}) {
      for (size_t i = 0; i < names.size(); ++i) {
        const std::string_view name = is_short ? names[i].substr(0, 3) : names[i];
        if (text_.size() < name.size()) continue;
        bool same = true;
        for (size_t j = 0; j < name.size(); ++j) same &= (text_[j] | 32) == (name[j] | 32);
        if (!same) continue;
        text_.remove_prefix(name.size());
        *index = static_cast<int64_t>(i);
        return true;
      }
    }
    return false;
  }
  bool Zone() {
    SkipSpaces();
    if (!text_.empty() && (text_[0] | 32) == 'z') {
      text_.remove_prefix(1);
      return true;
    }
    if (text_.empty() || (text_[0] != '+' && text_[0] != '-')) return false;
    text_.remove_prefix(1);
    int64_t number = 0;
    if (!Number(2, 0, 99, &number)) return false;
    if (text_.starts_with(':')) text_.remove_prefix(1);
    if (!text_.empty() && text_[0] >= '0' && text_[0] <= '9') return Number(2, 0, 59, &number);
    return true;
  }
  bool ZoneName() {
    size_t size = 0;
    while (size < text_.size() && ((text_[size] | 32) >= 'a' && (text_[size] | 32) <= 'z')) ++size;
    text_.remove_prefix(size);
    return size > 0;
  }
  bool ReadLetter(char letter, int depth) {
    int64_t number = 0;
    switch (letter) {
      case 'a':
      case 'A': return Name(kDays, &time_.weekday);
      case 'b':
      case 'B':
      case 'h': has_date_ = true; return Name(kMonths, &time_.month);
      case 'C': return Number(2, 0, 99, &number);
      case 'd':
      case 'e': has_date_ = true; return Number(2, 1, 31, &time_.day);
      case 'H':
      case 'k': return Number(2, 0, 23, &time_.hour);
      case 'I':
      case 'l': return Number(2, 1, 12, &time_.hour);
      case 'j':
        if (!Number(3, 1, 366, &number)) return false;
        time_.day_of_year = number - 1;
        has_year_day_ = true;
        return true;
      case 'm':
        if (!Number(2, 1, 12, &number)) return false;
        time_.month = number - 1;
        has_date_ = true;
        return true;
      case 'M': return Number(2, 0, 59, &time_.minute);
      case 'S': return Number(2, 0, 60, &time_.second);
      case 'y':
        if (!Number(2, 0, 99, &number)) return false;
        time_.year = number < 69 ? 2000 + number : 1900 + number;
        return true;
      case 'Y': return Number(4, 0, 9999, &time_.year);
      case 'p':
      case 'P': {
        constexpr std::array<std::string_view, 2> kHalves = {"AM", "PM"};
        if (!Name(kHalves, &number)) return false;
        has_pm_ = true;
        pm_ = number == 1;
        return true;
      }
      case 'u':
      case 'w': return Number(1, 0, 7, &number);
      case 'U':
      case 'W': return Number(2, 0, 53, &number);
      case 'z': return Zone();
      case 'Z': return ZoneName();
      case 'n':
      case 't': SkipSpaces(); return true;
      case '%':
        if (!text_.starts_with('%')) return false;
        text_.remove_prefix(1);
        return true;
      case 'D':
      case 'x': return depth == 0 && ReadFormat("%m/%d/%y", 1);
      case 'F': return depth == 0 && ReadFormat("%Y-%m-%d", 1);
      case 'R': return depth == 0 && ReadFormat("%H:%M", 1);
      case 'T':
      case 'X': return depth == 0 && ReadFormat("%H:%M:%S", 1);
      case 'r': return depth == 0 && ReadFormat("%I:%M:%S %p", 1);
      case 'c': return depth == 0 && ReadFormat("%a %b %e %H:%M:%S %Y", 1);
      default: return false;
    }
  }
  bool ReadFormat(std::string_view format, int depth) {
    for (size_t i = 0; i < format.size(); ++i) {
      if (IsSpace(format[i])) {
        SkipSpaces();
      } else if (format[i] == '%' && i + 1 < format.size()) {
        if (!ReadLetter(format[++i], depth)) return false;
      } else if (text_.starts_with(format[i])) {
        text_.remove_prefix(1);
      } else {
        return false;
      }
    }
    return true;
  }

  std::string_view text_, format_;
  Broken time_;
  bool has_pm_ = false, pm_ = false, has_year_day_ = false, has_date_ = false;
};

Value Strptime(NativeContext& c, Value* args) {
  if (!args[0].is_string() || !args[1].is_string()) {
    return c.Fail("strptime/1 requires string inputs and arguments");
  }
  const std::optional<Broken> time = TimeReader(args[0].text(), args[1].text()).Read();
  c.heap.Spend(args[0].text().size() / 4 + args[1].text().size());
  if (time) return ArrayOf(c.heap, *time, static_cast<double>(time->second));
  return c.Fail("date \"" + std::string(args[0].text().substr(0, 4096)) +
                "\" does not match format \"" + std::string(args[1].text().substr(0, 4096)) + "\"");
}

constexpr NativeRow kRows[] = {
    {"gmtime", 0, Gmtime},     {"localtime", 0, Localtime},         {"mktime", 0, Mktime},
    {"strftime", 1, Strftime}, {"strflocaltime", 1, Strflocaltime}, {"strptime", 1, Strptime},
};

}  // namespace

std::span<const NativeRow> TimeNatives() { return kRows; }

}  // namespace pysub::shell::jq
