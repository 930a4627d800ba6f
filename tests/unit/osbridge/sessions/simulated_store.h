#ifndef PYSUB_TESTS_UNIT_OSBRIDGE_SESSIONS_SIMULATED_STORE_H_
#define PYSUB_TESTS_UNIT_OSBRIDGE_SESSIONS_SIMULATED_STORE_H_

#include <memory>

#include "osbridge/sessions/session_store.h"

namespace pysub::sessions {

// An empty store for store_simulation.cc, on the clock of TestVfs::Get().
std::unique_ptr<SessionStore> OpenSimulated();

}  // namespace pysub::sessions

#endif  // PYSUB_TESTS_UNIT_OSBRIDGE_SESSIONS_SIMULATED_STORE_H_
