#ifndef PYSUB_OSBRIDGE_SESSIONS_POSTGRES_STORE_H_
#define PYSUB_OSBRIDGE_SESSIONS_POSTGRES_STORE_H_

#include <absl/status/statusor.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "osbridge/sessions/session_store.h"

namespace pysub::sessions {

struct PostgresOptions {
  std::string schema = "pysub";  // where the tables are; made when it is missing
  int64_t patience_ms = 10'000;  // so long a method connects anew and tries again
  // Who hears nothing for so long, once he is connected, has lost the server. Its own timeouts are
  // shorter.
  int64_t silence_ms = 20'000;
  std::function<int64_t()> now;  // another clock than the database's, for tests
};

// A store in a database of PostgreSQL 13 or later, for workers on any number of machines. `url` is
// what libpq takes: postgresql://USER@HOST:PORT/DATABASE?sslmode=verify-full, with a password from
// ~/.pgpass or PGPASSWORD. No text of an error has a password.
absl::StatusOr<std::unique_ptr<SessionStore>> OpenPostgresStore(
    std::string_view url, const PostgresOptions& options = {});

// For SetPostgresOpener().
absl::StatusOr<std::unique_ptr<SessionStore>> OpenPostgresUrl(std::string_view url);

}  // namespace pysub::sessions

#endif  // PYSUB_OSBRIDGE_SESSIONS_POSTGRES_STORE_H_
