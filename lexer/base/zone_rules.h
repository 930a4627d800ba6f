#ifndef PYSUB_LEXER_BASE_ZONE_RULES_H_
#define PYSUB_LEXER_BASE_ZONE_RULES_H_

#include <cstdint>

#include "lexer/base/civil_date.h"

// What a time zone does, year for year: the rule in a TZ string of POSIX, as in
// "CET-1CEST,M3.5.0,M10.5.0/3". (Such strings are read in two places: CPython's zoneinfo takes
// fewer of them than the C library does.)
namespace pysub {

// When summer time begins or ends in a year. Local seconds of the day may leave the day.
struct YearlyChange {
  enum Kind : uint8_t {
    kWeekday,
    kJulian,      // from 1, without February 29; J59 is March 1 in a leap year, as in CPython
    kDayOfYear,   // from 1
    kPosixJulian  // as kJulian, but J59 is always February 28
  } kind = kWeekday;
  uint8_t month = 1, week = 1, weekday = 0;  // kWeekday; week 5: the last
  uint16_t day = 0;
  int32_t seconds = 7200;

  bool IsValid() const {
    if (seconds < -168 * 3600 || seconds > 170 * 3600) return false;
    if (kind == kWeekday)
      return month >= 1 && month <= 12 && week >= 1 && week <= 5 && weekday <= 6;
    return day <= 365 && (kind == kDayOfYear || day >= 1);
  }

  // Seconds since the epoch in local time.
  int64_t InYear(int64_t year) const {
    int64_t days = DaysFromCivil(year, kind == kWeekday ? month : 1, 1);
    if (kind == kWeekday) {
      // 0: Sunday; the epoch was a Thursday
      const int64_t first_weekday = ((days + 4) % 7 + 7) % 7;
      int64_t of_month = (weekday - first_weekday + 7) % 7 + (week - 1) * 7;
      if (of_month >= DaysInMonth(year, month)) of_month -= 7;
      days += of_month;
    } else {
      const bool behind_leap_day =
          (kind == kJulian && day >= 59) || (kind == kPosixJulian && day >= 60);
      days += day - 1 + (behind_leap_day && IsLeapYear(year));
    }
    return days * 86400 + seconds;
  }
};

struct ZoneRule {
  int32_t standard_offset = 0, summer_offset = 0;  // seconds east of UTC
  bool has_summer = false;
  YearlyChange begin, end;

  int64_t difference() const { return int64_t{summer_offset} - standard_offset; }

  // Whether it is summer time at `local` seconds since the epoch, in that year. With fold=0 the
  // period with the smaller offset goes from the end of the gap to the end of the fold, with fold=1
  // from the beginning of the gap to the beginning of the fold.
  bool IsSummer(int64_t local, int64_t fold, int64_t year) const {
    int64_t from = begin.InYear(year), to = end.InYear(year);
    if ((fold != 0) == (difference() >= 0)) {
      to -= difference();
    } else {
      from += difference();
    }
    return from < to ? local >= from && local < to : local < to || local >= from;
  }

  // The same for seconds of UTC; *fold: whether the local time was there an hour before already.
  bool IsSummerUtc(int64_t utc, int64_t year, int64_t* fold) const {
    const int64_t from = begin.InYear(year) - standard_offset;
    const int64_t to = end.InYear(year) - summer_offset;
    const int64_t ambiguous = difference() > 0 ? to : from;
    const int64_t length = difference() > 0 ? difference() : -difference();
    *fold = utc >= ambiguous && utc < ambiguous + length;
    return from < to ? utc >= from && utc < to : utc < to || utc >= from;
  }
};

}  // namespace pysub

#endif  // PYSUB_LEXER_BASE_ZONE_RULES_H_
