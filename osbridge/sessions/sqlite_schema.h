#ifndef PYSUB_OSBRIDGE_SESSIONS_SQLITE_SCHEMA_H_
#define PYSUB_OSBRIDGE_SESSIONS_SQLITE_SCHEMA_H_

#include <absl/status/status.h>

#include "osbridge/sessions/sqlite_database.h"

namespace pysub::sessions {

// Makes the tables, or brings those of an older pysub to this one's form: numbered steps, each one
// transaction, any number of processes at once. kFailedPrecondition: a newer pysub made them.
absl::Status MigrateSqlite(SqliteDatabase& database);

}  // namespace pysub::sessions

#endif  // PYSUB_OSBRIDGE_SESSIONS_SQLITE_SCHEMA_H_
