#ifndef PYSUB_STDLIB_MODULES_STRUCT_TIME_H_
#define PYSUB_STDLIB_MODULES_STRUCT_TIME_H_

#include <cstdint>

#include "lexer/base/civil_date.h"
#include "vm/vm.h"

// time.struct_time, for time and datetime: a tuple of nine ints whose fields have names. A
// sandbox knows UTC only.
namespace pysub {

struct CivilTime {
  int64_t year = 1970;
  int month = 1, day = 1, hour = 0, minute = 0, second = 0;
  int weekday = 3;  // Monday is 0
  int year_day = 1;
  int is_dst = 0;  // -1: not known
};

// Of days since 1970-01-01, at midnight.
CivilTime CivilFromDays(int64_t days);

// tm_gmtoff is 0 and tm_zone 'GMT' or, of the local time, 'UTC'; both are None when no zone is
// known.
enum class KnownZone : uint8_t { kNone, kGmt, kLocal };
Value NewStructTime(Vm& vm, const CivilTime& time, KnownZone zone);
// The fields of a struct_time or any tuple of nine ints. TypeError, in the words of
// time.strftime and others.
Result<bool> GetCivilTime(Vm& vm, Value v, std::string_view function, CivilTime* time);

}  // namespace pysub

#endif  // PYSUB_STDLIB_MODULES_STRUCT_TIME_H_
