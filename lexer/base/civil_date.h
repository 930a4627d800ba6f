#ifndef PYSUB_LEXER_BASE_CIVIL_DATE_H_
#define PYSUB_LEXER_BASE_CIVIL_DATE_H_

#include <cstdint>

// Dates of the proleptic Gregorian calendar. (Years of std::chrono end at 32,767; those of Python's
// time and of `date` do not.)
namespace pysub {

// A date of the Gregorian calendar, continued to all years before and after.
struct CivilDate {
  int64_t year = 1970;
  int month = 1;  // 1 ... 12
  int day = 1;
};

constexpr bool IsLeapYear(int64_t year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

constexpr int DaysInMonth(int64_t year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && IsLeapYear(year) ? 29 : kDays[month - 1];
}

// Both count in years that begin in March, so that the leap day is a year's last: days before month
// m are (153 m + 2) / 5 then. 400 such years are 146,097 days, and 1970-01-01 is day 719,468 of the
// era in which year 0 is.

// Days since 1970-01-01. A day that its month does not have is one of a month behind it. (Hinnant,
// "chrono-Compatible Low-Level Date Algorithms", has the proof.)
constexpr int64_t DaysFromCivil(int64_t year, int64_t month, int64_t day) {
  year -= month <= 2;
  const int64_t era = (year >= 0 ? year : year - 399) / 400;
  const int64_t year_of_era = year - era * 400;
  const int64_t day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year -
         719468;
}

constexpr CivilDate DateFromDays(int64_t days) {
  const int64_t shifted = days + 719468;
  const int64_t era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
  const int64_t day_of_era = shifted - era * 146097;
  const int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const int64_t day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int64_t month = (5 * day_of_year + 2) / 153;
  CivilDate date;
  date.day = static_cast<int>(day_of_year - (153 * month + 2) / 5 + 1);
  date.month = static_cast<int>(month < 10 ? month + 3 : month - 9);
  date.year = year_of_era + era * 400 + (date.month <= 2);
  return date;
}

}  // namespace pysub

#endif  // PYSUB_LEXER_BASE_CIVIL_DATE_H_
