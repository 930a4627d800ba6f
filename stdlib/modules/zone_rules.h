#ifndef PYSUB_STDLIB_MODULES_ZONE_RULES_H_
#define PYSUB_STDLIB_MODULES_ZONE_RULES_H_

#include <cstdint>
#include <string_view>

// What a zone does after its last recorded change: the TZ string of POSIX at the end of a TZif
// file.
namespace pysub::datetime {

// When summer time begins or ends in a year. Local seconds of the day may leave the day.
struct YearlyChange {
  enum Kind : uint8_t { kWeekday, kJulian, kDayOfYear } kind = kWeekday;
  uint8_t month = 1, week = 1, weekday = 0;  // kWeekday; week 5: the last
  uint16_t day = 0;  // kJulian: from 1, without February 29; kDayOfYear: from 0
  int32_t seconds = 7200;

  // Seconds since the epoch in local time. Days of the year are CPython's.
  int64_t InYear(int64_t year) const;
  bool IsValid() const;
};

struct ZoneRule {
  int32_t standard_offset = 0, summer_offset = 0;  // seconds east of UTC
  bool has_summer = false;
  YearlyChange begin, end;

  int64_t difference() const { return int64_t{summer_offset} - standard_offset; }
  // Whether it is summer time at `local` seconds since the epoch, in that year.
  bool IsSummer(int64_t local, int64_t fold, int64_t year) const;
  // The same for seconds of UTC; *fold: whether the local time was there an hour before already.
  bool IsSummerUtc(int64_t utc, int64_t year, int64_t* fold) const;
};

struct ParsedRule {
  ZoneRule rule;
  std::string_view standard_name, summer_name;
};
// Reads "CET-1CEST,M3.5.0,M10.5.0/3". Empty, or what is wrong with it, to be followed by the text.
std::string_view ParseZoneRule(std::string_view text, ParsedRule* out);

}  // namespace pysub::datetime

#endif  // PYSUB_STDLIB_MODULES_ZONE_RULES_H_
