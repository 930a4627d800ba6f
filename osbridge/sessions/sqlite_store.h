#ifndef PYSUB_OSBRIDGE_SESSIONS_SQLITE_STORE_H_
#define PYSUB_OSBRIDGE_SESSIONS_SQLITE_STORE_H_

#include <absl/status/statusor.h>

#include <memory>
#include <string>

#include "osbridge/sessions/session_store.h"

namespace pysub::sessions {

struct SqliteOptions {
  std::string vfs;  // the name of one that is registered with SQLite: tests bring their own
};

// A store in one file, which is made when it is missing, with its WAL beside it. For one machine:
// the file must not lie on a network file system. ":memory:" is one that nobody else sees.
absl::StatusOr<std::unique_ptr<SessionStore>> OpenSqliteStore(const std::string& path,
                                                              const SqliteOptions& options = {});

}  // namespace pysub::sessions

#endif  // PYSUB_OSBRIDGE_SESSIONS_SQLITE_STORE_H_
