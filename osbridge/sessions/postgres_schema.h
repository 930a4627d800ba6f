#ifndef PYSUB_OSBRIDGE_SESSIONS_POSTGRES_SCHEMA_H_
#define PYSUB_OSBRIDGE_SESSIONS_POSTGRES_SCHEMA_H_

#include <absl/status/status.h>

#include "osbridge/sessions/postgres_database.h"

namespace pysub::sessions {

// Makes the schema and its tables, or brings those of an older pysub to this one's form, as
// MigrateSqlite(); an advisory lock lets one process at a time do it. Where nothing is to be done
// it needs no right to make tables.
absl::Status MigratePostgres(PostgresDatabase& database);

// First numbers of advisory locks; the second one is hashtext() of the schema.
inline constexpr int64_t kMigrationLock = 0x7079'7301;
inline constexpr int64_t kOutboxLock = 0x7079'7302;

}  // namespace pysub::sessions

#endif  // PYSUB_OSBRIDGE_SESSIONS_POSTGRES_SCHEMA_H_
