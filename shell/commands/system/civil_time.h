#ifndef PYSUB_SHELL_COMMANDS_SYSTEM_CIVIL_TIME_H_
#define PYSUB_SHELL_COMMANDS_SYSTEM_CIVIL_TIME_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lexer/base/civil_date.h"
#include "shell/time_zone.h"

namespace pysub::shell {

class CommandIo;

// A moment in UTC, or of whatever zone its seconds are.
struct CivilTime {
  int64_t year = 1970;
  int month = 1;  // 1 ... 12
  int day = 1;
  int hour = 0;
  int minute = 0;
  int second = 0;
  int weekday = 4;      // Sunday is 0
  int day_of_year = 0;  // from 0 on
};

constexpr int64_t kNsPerSecond = 1'000'000'000;

// A moment of any year: files have nanoseconds in 64 bits, from 1677 to 2262, and dates go further.
struct Instant {
  int64_t seconds = 0;  // since 1970
  int64_t ns = 0;       // and behind them, never negative

  // What a file keeps of it: the nearest that it can.
  int64_t FileTime() const;
};

// Seconds since 1970 and what is left, which is never negative.
int64_t FloorSeconds(int64_t ns, int64_t* rest_ns = nullptr);
CivilTime ToCivil(int64_t seconds);
// What TZ says.
TimeZone ZoneOf(const CommandIo& io);

// strftime(3) of the C locale with what date(1) adds: %-d %_d %^a %#Z %10Y %N %3N %:z %s ...
// When its widths add up to more than 1 MiB it is empty, and *too_wide.
std::string FormatTime(std::string_view format, int64_t seconds, int64_t ns, const TimeZone& zone,
                       bool* too_wide = nullptr);

// A format of strftime(3) for FormatTime(): what only date(1) knows stays as it is (%N, %q, %:z).
std::string LibraryFormat(std::string_view format);

// Years are what an int counts from 1900 on, as in the C library's struct tm.
bool IsInCalendar(int64_t seconds);

// What date -d and touch -d take: "2024-01-31 10:00", "@0", "yesterday", "2 weeks ago", "next
// friday" ..., local times of `zone`. TZ="Europe/Berlin" in front says another one.
std::optional<Instant> ParseDate(std::string_view text, int64_t now_ns, const TimeZone& zone);
// touch -t and date: [[CC]YY]MMDDhhmm[.ss]; date writes the year behind: MMDDhhmm[[CC]YY][.ss].
std::optional<Instant> ParseTouchStamp(std::string_view text, int64_t now_ns, const TimeZone& zone);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_SYSTEM_CIVIL_TIME_H_
