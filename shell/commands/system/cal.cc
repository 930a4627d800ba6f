// cal: months in rows of three.

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "pysub/shell/command.h"
#include "shell/commands/simple.h"
#include "shell/commands/system/civil_time.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

constexpr CommandOption kOptions[] = {
    {'1', ""},
    {'3', ""},
    {'A', "", OptionArgument::kRequired},
    {'B', "", OptionArgument::kRequired},
    {'d', "", OptionArgument::kRequired},
    {'m', "", OptionArgument::kRequired},
    {'y', ""},
};
constexpr std::string_view kMonths[] = {"January",   "February", "March",    "April",
                                        "May",       "June",     "July",     "August",
                                        "September", "October",  "November", "December"};
constexpr size_t kWidth = 20;      // of a month
constexpr size_t kRow = 3;         // months beside each other
constexpr size_t kYearWidth = 60;  // in which the year is centered
constexpr int kWeeks = 6;
constexpr int64_t kMostMonths = 3;  // that -A and -B may add up to

// In September 1752 eleven days were left out: the 2nd was followed by the 14th.
constexpr int kSwitchYear = 1752, kSwitchMonth = 8, kLastOld = 2, kFirstNew = 14;

// A month, counted from 0 in January of the year 0.
struct Month {
  int64_t number;
  int year() const { return static_cast<int>(number / 12); }
  int index() const { return static_cast<int>(number % 12); }
};

bool IsGregorian(int year, int month) {
  return year > kSwitchYear || (year == kSwitchYear && month > kSwitchMonth);
}

int DaysOf(int year, int month) {
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leaps =
      year % 4 == 0 && (!IsGregorian(year, month) || year % 100 != 0 || year % 400 == 0);
  return kDays[static_cast<size_t>(month)] + (month == 1 && leaps ? 1 : 0);
}

// 0 for Sunday. Days are counted from the first day of the year 1, by the calendar of that time.
int WeekdayOf(int year, int month, int day) {
  const bool is_new = IsGregorian(year, month) ||
                      (year == kSwitchYear && month == kSwitchMonth && day >= kFirstNew);
  const int before = year - 1;
  int64_t days = int64_t{before} * 365 + before / 4;
  if (is_new) days += before / 400 - before / 100 + 2;
  // (which days a year has so far depends on its own calendar only in February)
  constexpr std::array<int, 12> kStarts = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
  days += kStarts[static_cast<size_t>(month)] + day - 1;
  const bool leaps = year % 4 == 0 && (!is_new || year % 100 != 0 || year % 400 == 0);
  if (leaps && month > 1) ++days;
  constexpr int kFirstWeekday = 6;  // 1 January of the year 1 was a Saturday then
  return static_cast<int>((days + kFirstWeekday) % 7);
}

std::string Centered(std::string_view text, size_t width, bool fills) {
  const size_t left = (width - std::min(width, text.size())) / 2;
  std::string line(left, ' ');
  line += text;
  if (fills) line.resize(std::max(width, line.size()), ' ');
  return line;
}

// The weeks of a month, each as wide as the others.
std::vector<std::string> WeeksOf(Month month) {
  std::vector<std::string> weeks(kWeeks);
  const int year = month.year(), index = month.index();
  int column = WeekdayOf(year, index, 1), week = 0;
  weeks[0].append(static_cast<size_t>(column) * 3, ' ');
  for (int day = 1; day <= DaysOf(year, index); ++day) {
    if (year == kSwitchYear && index == kSwitchMonth && day == kLastOld + 1) day = kFirstNew;
    if (column == 7) column = 0, ++week;
    weeks[static_cast<size_t>(week)] += (day < 10 ? " " : "") + std::to_string(day) + " ";
    ++column;
  }
  for (std::string& line : weeks) line.resize(kWidth + 2, ' ');
  return weeks;
}

// Up to three months beside each other.
void PutRow(CommandIo& io, std::span<const Month> months, bool with_year) {
  std::string text;
  for (const Month month : months) {
    std::string title(kMonths[month.index()]);
    if (with_year) title += " " + std::to_string(month.year());
    text += Centered(title, kWidth, true) + "  ";
  }
  text += '\n';
  for (size_t i = 0; i < months.size(); ++i) text += "Su Mo Tu We Th Fr Sa  ";
  text += '\n';
  std::vector<std::vector<std::string>> weeks;
  for (const Month month : months) weeks.push_back(WeeksOf(month));
  for (size_t line = 0; line < kWeeks; ++line) {
    for (const std::vector<std::string>& month : weeks) text += month[line];
    text += '\n';
  }
  io.Out(text);
}

Progress Misuse(CommandIo& io, const std::string& text) {
  if (!text.empty()) io.Error(text);
  return TryHelp(io, 64);
}

// 1 to 12, or how a name begins; 0: neither.
int MonthOf(std::string_view text) {
  int number = 0;
  if (ReadWhole(text, &number)) return number >= 1 && number <= 12 ? number : 0;
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  for (size_t i = 0; i < 12; ++i) {
    std::string name(kMonths[i]);
    name[0] = static_cast<char>(name[0] + 32);
    if (lower.size() >= 3 && name.starts_with(lower)) return static_cast<int>(i) + 1;
  }
  return 0;
}

// What the words ask for.
struct Wanted {
  int month = 0, year = 0;  // 0: not said
  int64_t before = 0, after = 0;
  bool whole_year = false;
};

// A status: the words are wrong, which was said.
std::optional<Progress> TakeWords(CommandIo& io, Wanted* wanted) {
  Options options(io, kOptions, Options::kPermute, 64);
  std::string month_text, year_text;
  while (options.Next()) {
    const std::string value(options.value());
    switch (options.id()) {
      case '3': wanted->before = wanted->after = 1; break;
      case 'A':
      case 'B': {
        uint64_t count = 0;
        if (!ReadWhole(value, &count) || count > kMostMonths) {
          io.Error("more than three months are only shown as a year in this sandbox");
          return Progress::Done(1);
        }
        (options.id() == 'A' ? wanted->after : wanted->before) = static_cast<int64_t>(count);
        break;
      }
      case 'd': {
        const size_t dash = value.find('-');
        if (dash == std::string::npos) return Misuse(io, "not a valid date " + value);
        year_text = value.substr(0, dash);
        month_text = value.substr(dash + 1);
        break;
      }
      case 'm': month_text = value; break;
      case 'y': wanted->whole_year = true; break;
      default: break;
    }
  }
  if (options.status()) return Progress::Done(*options.status());
  const std::vector<std::string>& words = options.operands();
  if (words.size() > 2) return Misuse(io, "");
  if (words.size() == 2) month_text = words[0];
  if (!words.empty()) year_text = words.back();
  if (!month_text.empty()) {
    wanted->month = MonthOf(month_text);
    if (wanted->month == 0) {
      io.Error(month_text + " is neither a month number (1..12) nor a name");
      return Progress::Done(64);
    }
  }
  if (!year_text.empty()) {
    if (!std::all_of(year_text.begin(), year_text.end(),
                     [](char c) { return c >= '0' && c <= '9'; })) {
      io.Error("not a valid year " + year_text);
      return Progress::Done(64);
    }
    if (!ReadWhole(year_text, &wanted->year) || wanted->year < 1 || wanted->year > 9999) {
      io.Error("year `" + year_text + "' not in range 1..9999");
      return Progress::Done(64);
    }
    if (wanted->month == 0) wanted->whole_year = true;
  }
  if (wanted->before + wanted->after + 1 > kMostMonths) {
    io.Error("more than three months are only shown as a year in this sandbox");
    return Progress::Done(1);
  }
  return std::nullopt;
}

}  // namespace

Progress RunCal(CommandIo& io) {
  Wanted wanted;
  if (std::optional<Progress> end = TakeWords(io, &wanted)) return *end;
  int64_t rest = 0;
  const std::string now =
      FormatTime("%Y %m", FloorSeconds(io.RealTimeNs(), &rest), rest, ZoneOf(io));
  int year = 1970, month = 1;
  (void)ReadWhole(std::string_view(now).substr(0, 4), &year);
  (void)ReadWhole(std::string_view(now).substr(5, 2), &month);
  if (wanted.year != 0) year = wanted.year;
  if (wanted.month != 0) month = wanted.month;
  if (!wanted.whole_year) {
    const int64_t middle = int64_t{year} * 12 + month - 1;
    std::vector<Month> months;
    for (int64_t i = middle - wanted.before; i <= middle + wanted.after; ++i)
      months.push_back({std::max<int64_t>(i, 12)});
    // (the year of a whole quarter stands above it)
    const bool shared = months.size() == kRow && months[0].index() % static_cast<int>(kRow) == 0;
    if (shared) io.Out(Centered(std::to_string(months[0].year()), kYearWidth, false) + "\n");
    PutRow(io, months, !shared);
    return Progress::Done(0);
  }
  io.Out(Centered(std::to_string(year), kYearWidth, false) + "\n");
  for (int64_t first = 0; first < 12; first += kRow) {
    if (first > 0) io.Out("\n");
    std::vector<Month> months;
    for (int64_t i = 0; i < static_cast<int64_t>(kRow); ++i)
      months.push_back({int64_t{year} * 12 + first + i});
    PutRow(io, months, false);
  }
  return Progress::Done(0);
}

}  // namespace pysub::shell
