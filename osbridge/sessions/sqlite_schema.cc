#include "osbridge/sessions/sqlite_schema.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

namespace pysub::sessions {
namespace {

// No IN: SQLite makes a table for its list, in each statement that looks at it. With one in the
// condition of an index each update of a session took eight times as long.
//
// Step n makes version n+1 of version n; what was released is never changed. Times are NULL where
// there is none, so that the index of what is due holds only that.
constexpr const char* kSteps[] = {
    R"sql(
CREATE TABLE tenant(name TEXT PRIMARY KEY, served INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX tenant_served ON tenant(served, name);
CREATE TABLE session(
  id TEXT PRIMARY KEY, tenant TEXT NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL,
  spec TEXT NOT NULL, idem_key TEXT, parent TEXT NOT NULL, state TEXT NOT NULL,
  parked_for TEXT NOT NULL DEFAULT '', reason TEXT NOT NULL DEFAULT '',
  result TEXT NOT NULL DEFAULT '', format TEXT NOT NULL DEFAULT '',
  wants_signal TEXT NOT NULL DEFAULT '', due_at INTEGER, timer_at INTEGER,
  lease_owner TEXT NOT NULL DEFAULT '', lease_until INTEGER, fence INTEGER NOT NULL DEFAULT 0,
  seq INTEGER NOT NULL DEFAULT 0, crashes INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, UNIQUE(tenant, idem_key));
CREATE INDEX session_due ON session(tenant, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX session_ended ON session(updated_at)
  WHERE state = 'done' OR state = 'failed' OR state = 'cancelled';
CREATE TABLE snapshot(
  session TEXT NOT NULL, seq INTEGER NOT NULL, digest TEXT NOT NULL, blob BLOB NOT NULL,
  PRIMARY KEY(session, seq));
CREATE TABLE call(
  session TEXT NOT NULL, call_id INTEGER NOT NULL, name TEXT NOT NULL, args TEXT NOT NULL,
  idem_key TEXT NOT NULL, class TEXT NOT NULL, state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, owner TEXT NOT NULL DEFAULT '', lease_until INTEGER,
  reply TEXT NOT NULL DEFAULT '', error TEXT NOT NULL DEFAULT '', seq INTEGER NOT NULL,
  consumed_seq INTEGER, PRIMARY KEY(session, call_id));
CREATE INDEX call_announced ON call(name) WHERE state = 'announced';
CREATE INDEX call_started ON call(lease_until) WHERE state = 'started';
CREATE TABLE signal(
  number INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, name TEXT NOT NULL,
  payload TEXT NOT NULL, idem_key TEXT, consumed_seq INTEGER, UNIQUE(session, idem_key));
CREATE INDEX signal_new ON signal(session, name) WHERE consumed_seq IS NULL;
CREATE TABLE outbox(
  number INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, tenant TEXT NOT NULL,
  seq INTEGER NOT NULL, topic TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX outbox_session ON outbox(session);
CREATE TABLE log(
  number INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, seq INTEGER NOT NULL,
  at INTEGER NOT NULL, event TEXT NOT NULL, detail TEXT NOT NULL);
CREATE INDEX log_session ON log(session, number);
)sql",
    // Lists and counts of one tenant among many: without it each looked at the sessions of all.
    "CREATE INDEX session_tenant ON session(tenant, id)"};
constexpr auto kNewest = static_cast<int64_t>(std::size(kSteps));

int64_t VersionOf(SqliteWork& work) { return work.SelectInt("PRAGMA user_version").value_or(0); }

absl::Status NewerThanWe(int64_t version) {
  return absl::FailedPreconditionError(
      fmt::format("the store has version {}, this pysub knows those up to {}", version, kNewest));
}

absl::Status OneStep(SqliteDatabase& database, int64_t* version) {
  SqliteWork work(database, SqliteWork::Kind::kWrite);
  *version = VersionOf(work);  // somebody else may have been faster
  if (!work.ok()) return work.status();
  if (*version >= kNewest) return work.Commit();
  if (absl::Status made = database.Execute(kSteps[*version]); !made.ok()) return made;
  const std::string number = fmt::format("PRAGMA user_version = {}", ++*version);
  if (absl::Status set = database.Execute(number.c_str()); !set.ok()) return set;
  return work.Commit();
}

}  // namespace

absl::Status MigrateSqlite(SqliteDatabase& database) {
  // FULL: a transaction that was answered is on the disk, also in WAL. What is removed leaves pages
  // that Gc() gives back.
  constexpr const char* kSettings =
      "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
      "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;";
  if (absl::Status set = database.Execute(kSettings); !set.ok()) return set;
  int64_t version = 0;
  {
    SqliteWork look(database, SqliteWork::Kind::kRead);
    version = VersionOf(look);
    if (!look.ok()) return look.status();
  }
  while (version < kNewest) {
    if (absl::Status step = OneStep(database, &version); !step.ok()) return step;
  }
  return version > kNewest ? NewerThanWe(version) : absl::OkStatus();
}

}  // namespace pysub::sessions
