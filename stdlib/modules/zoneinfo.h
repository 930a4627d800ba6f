#ifndef PYSUB_STDLIB_MODULES_ZONEINFO_H_
#define PYSUB_STDLIB_MODULES_ZONEINFO_H_

#include "stdlib/modules/datetime/datetime.h"

// What datetime asks a ZoneInfo.
namespace pysub::datetime {

struct ZoneTime {
  bool known = false;              // false: it depends on a date that the moment has not
  int64_t offset = 0, summer = 0;  // microseconds
  Value name = Value::None();
};
ZoneTime ZoneTimeOf(Value zone, const Moment& moment);
// Its key, a str, or None.
Value ZoneKey(Value zone);
// Microseconds east of UTC at `utc`, which is in UTC. *fold: of the local time.
int64_t ZoneOffsetOfUtc(Value zone, const Moment& utc, int64_t* fold);

}  // namespace pysub::datetime

#endif  // PYSUB_STDLIB_MODULES_ZONEINFO_H_
