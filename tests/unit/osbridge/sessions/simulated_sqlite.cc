#include "osbridge/sessions/sqlite_store.h"
#include "tests/unit/osbridge/sessions/simulated_store.h"
#include "tests/unit/osbridge/sessions/test_vfs.h"

namespace pysub::sessions {

std::unique_ptr<SessionStore> OpenSimulated() {
  return *OpenSqliteStore(":memory:", {.vfs = TestVfs::kName});
}

}  // namespace pysub::sessions
