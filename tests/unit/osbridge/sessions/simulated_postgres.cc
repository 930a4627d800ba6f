#include <fmt/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "osbridge/sessions/postgres_store.h"
#include "tests/unit/osbridge/sessions/simulated_store.h"
#include "tests/unit/osbridge/sessions/test_vfs.h"

namespace pysub::sessions {

// In the server that tests/tools/postgres_server.py has started.
std::unique_ptr<SessionStore> OpenSimulated() {
  const char* const url = getenv("PYSUB_TEST_POSTGRES");
  absl::StatusOr<std::unique_ptr<SessionStore>> store =
      OpenPostgresStore(url == nullptr ? "" : url, {.schema = fmt::format("simulation{}", getpid()),
                                                    .now = [] { return TestVfs::Get().now_ms; }});
  if (store.ok()) return *std::move(store);
  fprintf(stderr, "%s\n", std::string(store.status().message()).c_str());
  exit(2);
}

}  // namespace pysub::sessions
