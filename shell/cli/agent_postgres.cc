#include "shell/cli/agent_postgres.h"

#include "osbridge/sessions/postgres_store.h"

namespace pysub {

absl::Status TakePostgres(char**) {
  sessions::SetPostgresOpener(sessions::OpenPostgresUrl);
  return absl::OkStatus();
}

}  // namespace pysub
