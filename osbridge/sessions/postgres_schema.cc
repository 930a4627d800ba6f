#include "osbridge/sessions/postgres_schema.h"

#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <span>
#include <string>

namespace pysub::sessions {
namespace {

// Step n makes version n+1 of version n; what was released is never changed. Times are NULL where
// there is none, so that the index of what is due holds only that. Texts are bytea, see
// postgres_database.h; what may be long has its hash in an index, whose entries are short.
//
// Rows that change often are cleaned up often: an entry of an index that leads to a dead row costs
// each look at what is due.
constexpr const char* kStepOne[] = {
    "CREATE SEQUENCE served",
    "CREATE TABLE tenant(name bytea PRIMARY KEY, served bigint NOT NULL)",
    "CREATE INDEX tenant_served ON tenant(served, name)",
    R"sql(CREATE TABLE session(
  number bigserial, id bytea PRIMARY KEY, tenant bytea NOT NULL, kind bytea NOT NULL,
  title bytea NOT NULL, spec bytea NOT NULL, idem_key bytea, parent bytea NOT NULL,
  state bytea NOT NULL, parked_for bytea NOT NULL DEFAULT '', reason bytea NOT NULL DEFAULT '',
  result bytea NOT NULL DEFAULT '', format bytea NOT NULL DEFAULT '',
  wants_signal bytea NOT NULL DEFAULT '', due_at bigint, timer_at bigint,
  lease_owner bytea NOT NULL DEFAULT '', lease_until bigint, fence bigint NOT NULL DEFAULT 0,
  seq bigint NOT NULL DEFAULT 0, crashes bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL, updated_at bigint NOT NULL)
  WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0))sql",
    "CREATE UNIQUE INDEX session_idem_key ON session(tenant, sha256(idem_key))",
    "CREATE INDEX session_due ON session(tenant, due_at, number) WHERE due_at IS NOT NULL",
    R"sql(CREATE INDEX session_ended ON session(updated_at)
  WHERE state = 'done' OR state = 'failed' OR state = 'cancelled')sql",
    R"sql(CREATE TABLE snapshot(
  session bytea PRIMARY KEY, seq bigint NOT NULL, digest bytea NOT NULL, blob bytea NOT NULL)
  WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0))sql",
    R"sql(CREATE TABLE call(
  number bigserial, session bytea NOT NULL, call_id bigint NOT NULL, name bytea NOT NULL,
  args bytea NOT NULL, idem_key bytea NOT NULL, class bytea NOT NULL, state bytea NOT NULL,
  attempts bigint NOT NULL DEFAULT 0, owner bytea NOT NULL DEFAULT '', lease_until bigint,
  reply bytea NOT NULL DEFAULT '', error bytea NOT NULL DEFAULT '', seq bigint NOT NULL,
  consumed_seq bigint, PRIMARY KEY(session, call_id))
  WITH (autovacuum_vacuum_scale_factor = 0.02))sql",
    "CREATE INDEX call_announced ON call(sha256(name), number) WHERE state = 'announced'",
    "CREATE INDEX call_started ON call(lease_until) WHERE state = 'started'",
    "CREATE INDEX call_open ON call(session, call_id) WHERE consumed_seq IS NULL",
    R"sql(CREATE TABLE signal(
  number bigserial PRIMARY KEY, session bytea NOT NULL, name bytea NOT NULL,
  payload bytea NOT NULL, idem_key bytea, consumed_seq bigint))sql",
    "CREATE UNIQUE INDEX signal_idem_key ON signal(session, sha256(idem_key))",
    "CREATE INDEX signal_new ON signal(session, number) WHERE consumed_seq IS NULL",
    R"sql(CREATE TABLE outbox(
  number bigserial PRIMARY KEY, session bytea NOT NULL, tenant bytea NOT NULL,
  seq bigint NOT NULL, topic bytea NOT NULL, body bytea NOT NULL))sql",
    "CREATE INDEX outbox_session ON outbox(session)",
    R"sql(CREATE TABLE log(
  number bigserial, session bytea NOT NULL, seq bigint NOT NULL, at bigint NOT NULL,
  event bytea NOT NULL, detail bytea NOT NULL, mark bigint NOT NULL, PRIMARY KEY(session, number)))sql"};
// Lists and counts of one tenant among many: without it each looked at the sessions of all.
constexpr const char* kStepTwo[] = {"CREATE INDEX session_tenant ON session(tenant, id)"};
constexpr std::span<const char* const> kSteps[] = {kStepOne, kStepTwo};
constexpr int64_t kMostOfAStepMs = 3'600'000;
constexpr auto kNewest = static_cast<int64_t>(std::size(kSteps));

// 0: there are no tables.
int64_t VersionOf(PostgresWork& work, std::string_view schema) {
  const bool is_there = work.SelectInt(
                                "SELECT 1 FROM pg_catalog.pg_class JOIN pg_catalog.pg_namespace "
                                "ON pg_namespace.oid = relnamespace "
                                "WHERE nspname = $1 AND relname = 'store_version'",
                                TextParameter{schema})
                            .has_value();
  return is_there ? work.SelectInt("SELECT version FROM store_version").value_or(0) : 0;
}

absl::Status MakeSteps(PostgresDatabase& database) {
  const std::string& schema = database.options().schema;
  const std::string make_schema = "CREATE SCHEMA " + database.QuotedSchema();
  // An index of a large store takes as long as it takes.
  const PostgresDatabase::Patience patience(database, kMostOfAStepMs);
  PostgresWork work(database, PostgresWork::Kind::kWrite);
  work.QueueOnce("SET LOCAL statement_timeout = 0");
  work.Queue("SELECT pg_advisory_xact_lock($1::bigint::int, hashtext($2))", kMigrationLock,
             TextParameter{schema});
  // Somebody else may have been faster: each look is a statement behind the lock.
  if (!work.SelectInt("SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = $1",
                      TextParameter{schema}))
    work.QueueOnce(make_schema.c_str());
  const int64_t version = VersionOf(work, schema);
  if (version >= kNewest) return work.Commit();
  if (version == 0) {
    work.QueueOnce("CREATE TABLE store_version(version bigint NOT NULL)");
    work.QueueOnce("INSERT INTO store_version VALUES (0)");
  }
  for (int64_t step = version; step < kNewest; ++step)
    for (const char* const statement : kSteps[step]) work.QueueOnce(statement);
  work.Queue("UPDATE store_version SET version = $1", kNewest);
  return work.Commit();
}

}  // namespace

absl::Status MigratePostgres(PostgresDatabase& database) {
  const auto look = [&database](int64_t* version) {
    PostgresWork work(database, PostgresWork::Kind::kRead);
    *version = VersionOf(work, database.options().schema);
    return work.status();
  };
  int64_t version = 0;
  if (absl::Status looked = look(&version); !looked.ok()) return looked;
  if (version < kNewest) {
    if (absl::Status made = MakeSteps(database); !made.ok()) return made;
    if (absl::Status looked = look(&version); !looked.ok()) return looked;
  }
  if (version <= kNewest) return absl::OkStatus();
  return absl::FailedPreconditionError(
      fmt::format("the store has version {}, this pysub knows those up to {}", version, kNewest));
}

}  // namespace pysub::sessions
