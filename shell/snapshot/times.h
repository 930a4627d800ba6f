#ifndef PYSUB_SHELL_SNAPSHOT_TIMES_H_
#define PYSUB_SHELL_SNAPSHOT_TIMES_H_

#include <algorithm>
#include <cstdint>

#include "shell/snapshot/serialiser.h"

namespace pysub::shell {

inline constexpr int64_t kFarNs = INT64_MAX / 4;

// A moment of the monotonic clock; INT64_MAX: never. A loaded one can be reckoned with, whatever it
// was.
inline void TimeField(Serialiser& serialiser, int64_t* ns) {
  serialiser(*ns);
  if (serialiser.loading() && *ns != INT64_MAX) *ns = std::clamp(*ns, -kFarNs, kFarNs);
}

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_SNAPSHOT_TIMES_H_
