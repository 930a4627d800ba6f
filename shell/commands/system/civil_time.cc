#include "shell/commands/system/civil_time.h"

#include <algorithm>

#include "pysub/shell/command.h"

namespace pysub::shell {
namespace {

constexpr std::string_view kDays[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                      "Thursday", "Friday", "Saturday"};
constexpr std::string_view kMonths[] = {"January",   "February", "March",    "April",
                                        "May",       "June",     "July",     "August",
                                        "September", "October",  "November", "December"};
// What all widths of a format may add up to: nobody pays for the text while it is made.
constexpr size_t kMostWidth = 1 << 20;

int64_t FloorDiv(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

// Year and week of ISO 8601.
void IsoWeek(const CivilTime& time, int64_t* year, int* week) {
  int monday_based = (time.weekday + 6) % 7;
  *year = time.year;
  int start = time.day_of_year - monday_based + 3;  // the Thursday of this week
  if (start < 0) {
    --*year;
    start += IsLeapYear(*year) ? 366 : 365;
  } else if (start >= (IsLeapYear(*year) ? 366 : 365)) {
    start -= IsLeapYear(*year) ? 366 : 365;
    ++*year;
  }
  *week = start / 7 + 1;
}

// How one field is to be written.
struct Field {
  char pad = 0;  // '-', '_', '0', '+' as written
  bool upper = false;
  bool opposite = false;  // '#'
  int width = -1;
  int colons = 0;
};

// strftime() with GNU's flags (%-d, %_H, %10N, %:z), always in the C locale. The host's strftime()
// would show its time zone and language.
class Formatter {
 public:
  Formatter(int64_t seconds, int64_t ns, const TimeZone& zone)
      : seconds_(seconds),
        ns_(ns),
        zone_(zone),
        local_(zone.At(seconds)),
        time_(ToCivil(seconds + local_.east_seconds)) {}

  void Format(std::string_view format) {
    for (size_t at = 0; at < format.size();) {
      if (format[at] != '%') {
        out_.push_back(format[at++]);
        continue;
      }
      size_t start = at++;
      Field field;
      for (; at < format.size() &&
             std::string_view("-_0+^#").find(format[at]) != std::string_view::npos;
           ++at) {
        if (format[at] == '^')
          field.upper = true;
        else if (format[at] == '#')
          field.opposite = true;
        else
          field.pad = format[at];
      }
      if (at < format.size() && format[at] >= '0' && format[at] <= '9') {
        size_t width = 0;
        for (; at < format.size() && format[at] >= '0' && format[at] <= '9'; ++at) {
          width = std::min(kMostWidth + 1, width * 10 + static_cast<size_t>(format[at] - '0'));
        }
        wide_ += width;
        if (wide_ > kMostWidth) return;
        field.width = static_cast<int>(width);
      }
      for (; at < format.size() && format[at] == ':'; ++at) ++field.colons;
      if (at < format.size() && field.colons == 0 && (format[at] == 'E' || format[at] == 'O')) ++at;
      if (at == format.size()) {
        out_ += format.substr(start);
        break;
      }
      if (!One(format[at++], field)) out_ += format.substr(start, at - start);
    }
  }
  std::string Take() { return std::move(out_); }
  bool too_wide() const { return wide_ > kMostWidth; }

 private:
  void Number(int64_t value, int digits, const Field& field, char pad = '0') {
    if (field.pad == '_') pad = ' ';
    if (field.pad == '0' || field.pad == '+') pad = '0';
    size_t width = static_cast<size_t>(field.width >= 0 ? field.width : digits);
    std::string text = std::to_string(value < 0 ? -value : value);
    if (field.pad == '-') width = field.width >= 0 ? width : 0;
    size_t sign = value < 0 ? 1 : 0;
    std::string padding(text.size() + sign < width ? width - text.size() - sign : 0, pad);
    if (field.pad == '-') padding.clear();
    if (value < 0 && pad == '0') out_ += '-';
    out_ += padding;
    if (value < 0 && pad != '0') out_ += '-';
    out_ += text;
  }
  // With '+' a year has a sign where it has more digits than years have today.
  void Year(int64_t value, int digits, const Field& field) {
    const bool is_long = value > (digits == 2 ? 99 : 9999) || field.width > digits;
    if (field.pad != '+' || value < 0 || !is_long) return Number(value, digits, field);
    out_ += '+';
    Field rest = field;
    rest.width = std::max(field.width - 1, 0);
    Number(value, digits, rest);
  }
  // The width of %F is that of all of it.
  void YearOfDate(const Field& field) {
    Field year = field;
    const bool is_plain = field.pad == 0 && field.width < 0;
    if (is_plain) year.pad = '+';
    year.width = is_plain ? 4 : std::max(field.width - 6, 0);
    Year(time_.year, 4, year);
  }
  void Text(std::string text, const Field& field, bool lower_when_opposite = false) {
    if (field.upper || (field.opposite && !lower_when_opposite)) {
      std::transform(text.begin(), text.end(), text.begin(),
                     [](char c) { return c >= 'a' && c <= 'z' ? c - 32 : c; });
    } else if (field.opposite) {
      std::transform(text.begin(), text.end(), text.begin(),
                     [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
    }
    size_t width = static_cast<size_t>(std::max(field.width, 0));
    if (text.size() < width && field.pad != '-') {
      out_.append(width - text.size(), field.pad == '0' || field.pad == '+' ? '0' : ' ');
    }
    out_ += text;
  }
  void Nested(std::string_view format, const Field& field) {
    Formatter inner(seconds_, ns_, zone_);
    inner.Format(format);
    Text(inner.Take(), field);
  }

  void Fraction(const Field& field) {
    std::string digits = std::to_string(ns_);
    digits.insert(0, 9 - digits.size(), '0');
    const size_t width = field.width > 0 ? static_cast<size_t>(field.width) : 9;
    digits.resize(width, '0');
    // Zeros at the end say nothing: without a width they stay all the same.
    if (field.pad == '_' || (field.pad == '-' && field.width > 0)) {
      digits.resize(std::max<size_t>(digits.find_last_not_of('0') + 1, 1));
      if (field.pad == '_') digits.resize(width, ' ');
    }
    out_ += digits;
  }

  // +hhmm, +hh:mm, +hh:mm:ss, or as little of that as says it
  std::string Offset(int colons) const {
    const int64_t east = local_.east_seconds, size = east < 0 ? -east : east;
    auto two = [](int64_t number) {
      return std::string{static_cast<char>('0' + number / 10),
                         static_cast<char>('0' + number % 10)};
    };
    std::string text = (east < 0 ? "-" : "+") + two(size / 3600);
    const bool minutes = colons < 3 || size % 3600 != 0;
    const bool seconds = colons == 2 || (colons == 3 && size % 60 != 0);
    if (minutes) text += (colons > 0 ? ":" : "") + two(size / 60 % 60);
    if (seconds) text += ":" + two(size % 60);
    return text;
  }

  bool One(char letter, const Field& field) {
    if (field.colons > 0 && letter != 'z') return false;
    int hour12 = time_.hour % 12 == 0 ? 12 : time_.hour % 12;
    switch (letter) {
      case '%': out_ += '%'; break;
      case 'n': Text("\n", field); break;
      case 't': Text("\t", field); break;
      case 'a': Text(std::string(kDays[time_.weekday].substr(0, 3)), field); break;
      case 'A': Text(std::string(kDays[time_.weekday]), field); break;
      case 'b':
      case 'h': Text(std::string(kMonths[time_.month - 1].substr(0, 3)), field); break;
      case 'B': Text(std::string(kMonths[time_.month - 1]), field); break;
      case 'c': Nested("%a %b %e %H:%M:%S %Y", field); break;
      case 'C': Year(time_.year / 100, 2, field); break;
      case 'd': Number(time_.day, 2, field); break;
      case 'x':
      case 'D': Nested("%m/%d/%y", field); break;
      case 'e': Number(time_.day, 2, field, ' '); break;
      case 'F':
        YearOfDate(field);
        Nested("-%m-%d", Field());
        break;
      case 'g':
      case 'G':
      case 'V': {
        int64_t year;
        int week;
        IsoWeek(time_, &year, &week);
        if (letter == 'V')
          Number(week, 2, field);
        else if (letter == 'G')
          Year(year, 4, field);
        else
          Number(std::abs(year % 100), 2, field);
        break;
      }
      case 'H': Number(time_.hour, 2, field); break;
      case 'I': Number(hour12, 2, field); break;
      case 'j': Number(time_.day_of_year + 1, 3, field); break;
      case 'k': Number(time_.hour, 2, field, ' '); break;
      case 'l': Number(hour12, 2, field, ' '); break;
      case 'm': Number(time_.month, 2, field); break;
      case 'M': Number(time_.minute, 2, field); break;
      case 'N': Fraction(field); break;
      case 'p': Text(time_.hour < 12 ? "AM" : "PM", field, true); break;
      case 'P': Text(time_.hour < 12 ? "am" : "pm", field, true); break;
      case 'q': Number((time_.month - 1) / 3 + 1, 1, field); break;
      case 'r': Nested("%I:%M:%S %p", field); break;
      case 'R': Nested("%H:%M", field); break;
      case 's': Number(seconds_, 1, field); break;
      case 'S': Number(time_.second, 2, field); break;
      case 'X':
      case 'T': Nested("%H:%M:%S", field); break;
      case 'u': Number(time_.weekday == 0 ? 7 : time_.weekday, 1, field); break;
      case 'U': Number((time_.day_of_year + 7 - time_.weekday) / 7, 2, field); break;
      case 'w': Number(time_.weekday, 1, field); break;
      case 'W': Number((time_.day_of_year + 7 - (time_.weekday + 6) % 7) / 7, 2, field); break;
      case 'y': Number(std::abs(time_.year % 100), 2, field); break;
      case 'Y': Year(time_.year, 4, field); break;
      case 'z': {
        if (field.colons > 3) return false;
        Text(Offset(field.colons), field);
        break;
      }
      case 'Z': Text(std::string(local_.name), field, true); break;
      default: return false;
    }
    return true;
  }

  int64_t seconds_;
  int64_t ns_;
  const TimeZone& zone_;
  TimeZone::Local local_;
  CivilTime time_;
  size_t wide_ = 0;  // the widths so far
  std::string out_;
};

}  // namespace

int64_t FloorSeconds(int64_t ns, int64_t* rest_ns) {
  int64_t seconds = FloorDiv(ns, kNsPerSecond);
  if (rest_ns != nullptr) *rest_ns = ns - seconds * kNsPerSecond;
  return seconds;
}

int64_t Instant::FileTime() const {
  // (The least numbers stand for "now" and "as it is": files::kTimeNow, kTimeKeep.)
  constexpr int64_t kEarliest = INT64_MIN + 2;
  int64_t time;
  if (__builtin_mul_overflow(seconds, kNsPerSecond, &time) ||
      __builtin_add_overflow(time, ns, &time)) {
    return seconds < 0 ? kEarliest : INT64_MAX;
  }
  return std::max(time, kEarliest);
}

bool IsInCalendar(int64_t seconds) {
  constexpr int64_t kFirst = int64_t{INT32_MIN} + 1900, kLast = int64_t{INT32_MAX} + 1900;
  return seconds >= DaysFromCivil(kFirst, 1, 1) * 86400 &&
         seconds < DaysFromCivil(kLast + 1, 1, 1) * 86400;
}

// The day is rounded down and not towards 0, so that times before 1970 are right.
CivilTime ToCivil(int64_t seconds) {
  const int64_t days = FloorDiv(seconds, 86400);
  const int rest = static_cast<int>(seconds - days * 86400);
  const CivilDate date = DateFromDays(days);
  CivilTime time;
  time.year = date.year;
  time.month = date.month;
  time.day = date.day;
  time.hour = rest / 3600;
  time.minute = rest / 60 % 60;
  time.second = rest % 60;
  time.weekday = static_cast<int>(((days + 4) % 7 + 7) % 7);
  time.day_of_year = static_cast<int>(days - DaysFromCivil(date.year, 1, 1));
  return time;
}

TimeZone ZoneOf(const CommandIo& io) { return TimeZone(io.Env("TZ").value_or("")); }

std::string LibraryFormat(std::string_view format) {
  std::string out;
  for (size_t at = 0; at < format.size(); ++at) {
    out += format[at];
    if (format[at] != '%') continue;
    size_t letter = format.find_first_not_of("_-0^#+123456789", at + 1);
    if (letter < format.size() && (format[letter] == 'E' || format[letter] == 'O')) ++letter;
    if (letter >= format.size()) continue;
    if (std::string_view("Nq:").find(format[letter]) != std::string_view::npos) {
      out += '%';
    } else if (letter == at + 1) {
      out += format[++at];
    }
  }
  return out;
}

std::string FormatTime(std::string_view format, int64_t seconds, int64_t ns, const TimeZone& zone,
                       bool* too_wide) {
  Formatter formatter(seconds, ns, zone);
  formatter.Format(format);
  if (too_wide != nullptr) *too_wide = formatter.too_wide();
  return formatter.too_wide() ? std::string() : formatter.Take();
}

}  // namespace pysub::shell
