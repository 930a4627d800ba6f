#ifndef PYSUB_TESTS_UNIT_OSBRIDGE_SESSIONS_MEASURED_STORE_H_
#define PYSUB_TESTS_UNIT_OSBRIDGE_SESSIONS_MEASURED_STORE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "osbridge/sessions/session_store.h"

namespace pysub::sessions {

// Where store_speed.cc measures.
class MeasuredPlace {
 public:
  virtual ~MeasuredPlace() = default;
  virtual std::unique_ptr<SessionStore> Open() const = 0;
  // Nothing is left of what was there.
  virtual void Clear() const = 0;
  // On disk, indexes and all.
  virtual int64_t StoredBytes() const = 0;
};
std::unique_ptr<MeasuredPlace> MeasuredAt(const std::string& place);

}  // namespace pysub::sessions

#endif  // PYSUB_TESTS_UNIT_OSBRIDGE_SESSIONS_MEASURED_STORE_H_
