#ifndef PYSUB_SHELL_COMMANDS_SYSTEM_DATE_WORDS_H_
#define PYSUB_SHELL_COMMANDS_SYSTEM_DATE_WORDS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "shell/time_zone.h"

namespace pysub::shell {

// A piece of what date -d reads.
struct DateToken {
  enum class Kind : uint8_t {
    kEnd,
    kSign,      // value: the character
    kUnsigned,  // 5
    kSigned,    // +5, - 5
    kDecimal,   // 1.5, -1.5: value and fraction_ns
    kMeridian,  // value: hours that pm adds
    kMonth,     // 1 ... 12
    kWeekday,   // Sunday is 0
    kZone,      // value: seconds east; behind it may stand a number or DST
    kDaylightZone,
    kLocalZone,  // a name that TZ gives; is_summer
    kDst,
    kT,  // between date and time, or a zone
    kOrdinal,
    kDayShift,  // tomorrow: 1
    kAgo,       // the factor of what stands before it
    kYears,     // units, value: how many of them
    kMonths,
    kDays,
    kHours,
    kMinutes,
    kSeconds,
  } kind = Kind::kEnd;
  bool is_summer = false;
  char sign = 0;  // '+' or '-' before the number
  int64_t value = 0;
  size_t digits = 0;
  int64_t fraction_ns = 0;

  bool IsSign(char c) const { return kind == Kind::kSign && value == c; }
  bool IsNumber() const {
    return kind == Kind::kUnsigned || kind == Kind::kSigned || kind == Kind::kDecimal;
  }
  bool IsUnit() const { return kind >= Kind::kYears; }
};

// False: a word that none knows, or a number too large for any date. Behind the tokens stands a
// kEnd.
bool ReadDateTokens(std::string_view text, int64_t now, const TimeZone& zone,
                    std::vector<DateToken>* tokens);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_SYSTEM_DATE_WORDS_H_
