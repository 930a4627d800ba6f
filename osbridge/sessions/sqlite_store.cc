#include "osbridge/sessions/sqlite_store.h"

#include <fmt/format.h>

#include <cstdint>

#include "osbridge/sessions/sqlite_schema.h"
#include "osbridge/sessions/sqlite_store_impl.h"

namespace pysub::sessions {
namespace {

constexpr int kVacuumPages = 1'000;  // that Gc() gives back in one go

void InsertSession(SqliteWork& work, const SessionRow& row) {
  work.Run("INSERT OR IGNORE INTO tenant(name, served) VALUES(?1, 0)", row.tenant);
  work.Run(
      "INSERT INTO session(id, tenant, kind, title, spec, idem_key, parent, state, parked_for, "
      "reason, result, format, wants_signal, due_at, timer_at, seq, created_at, updated_at) "
      "VALUES(?1, ?2, ?3, ?4, ?5, nullif(?6, ''), ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, "
      "?17, ?17)",
      row.id, row.tenant, row.kind, row.title, row.spec, row.idem_key, row.parent,
      StateName(row.state), row.parked_for, row.reason, row.result, row.format, row.wants_signal,
      TimeOrNull{row.due_at}, TimeOrNull{row.timer_at}, row.seq, work.now());
}

void InsertSnapshot(SqliteWork& work, std::string_view id, int64_t seq, std::string_view blob) {
  work.Run("INSERT INTO snapshot(session, seq, digest, blob) VALUES(?1, ?2, ?3, ?4)", id, seq,
           DigestOf(blob), BlobView{blob});
}

// The session that has this key already.
std::optional<std::string> WithKey(SqliteWork& work, std::string_view tenant,
                                   std::string_view idem_key) {
  if (idem_key.empty()) return std::nullopt;
  SqliteRows rows =
      work.Select("SELECT id FROM session WHERE tenant = ?1 AND idem_key = ?2", tenant, idem_key);
  if (!rows.Next()) return std::nullopt;
  return rows.Text(0);
}

// Calls and signals that the program has not seen go along, under keys of the new session's own.
void CopyWhatCame(SqliteWork& work, const ForkRequest& request, int64_t seq) {
  work.Run(
      "INSERT INTO call(session, call_id, name, args, idem_key, class, state, reply, error, seq) "
      "SELECT ?2, call_id, name, args, ?2 || ':' || call_id, class, "
      "CASE state WHEN 'answered' THEN state ELSE 'announced' END, reply, error, ?3 "
      "FROM call WHERE session = ?1 AND consumed_seq IS NULL",
      request.from, request.id, seq);
  work.Run(
      "INSERT INTO signal(session, name, payload, idem_key) SELECT ?2, name, payload, idem_key "
      "FROM signal WHERE session = ?1 AND consumed_seq IS NULL ORDER BY number",
      request.from, request.id);
}

}  // namespace

// ---- parts of transactions

void SqliteStore::Note(SqliteWork& work, std::string_view id, std::string_view event,
                       std::string_view detail) {
  work.Run(
      "INSERT INTO log(session, seq, at, event, detail) "
      "SELECT id, seq, ?2, ?3, ?4 FROM session WHERE id = ?1",
      id, work.now(), event, detail);
}

std::optional<SessionRow> SqliteStore::Row(SqliteWork& work, std::string_view id) {
  SqliteRows rows = work.Select("SELECT " PYSUB_SESSION_COLUMNS " FROM session WHERE id = ?1", id);
  if (rows.Next()) return SessionOf(rows);
  work.Fail(NoSession(id));
  return std::nullopt;
}

void SqliteStore::MakeReady(SqliteWork& work, std::string_view id) {
  work.Run(
      "UPDATE session SET state = 'ready', parked_for = '', reason = '', due_at = ?2, "
      "updated_at = ?2 WHERE id = ?1",
      id, work.now());
}

void SqliteStore::ParkRow(SqliteWork& work, std::string_view id, std::string_view parked_for,
                          std::string_view reason) {
  work.Run(
      "UPDATE session SET state = 'parked', parked_for = ?2, reason = ?3, due_at = NULL, "
      "lease_owner = '', lease_until = NULL, updated_at = ?4 WHERE id = ?1",
      id, parked_for, reason, work.now());
  Note(work, id, "parked", reason);
}

std::vector<SignalRow> SqliteStore::NewSignals(SqliteWork& work, std::string_view id) {
  std::vector<SignalRow> signals;
  SqliteRows rows = work.Select(
      "SELECT number, name, payload FROM signal WHERE session = ?1 AND consumed_seq IS NULL "
      "ORDER BY number",
      id);
  while (rows.Next()) signals.push_back({rows.Int(0), rows.Text(1), rows.Text(2), 0});
  return signals;
}

// ---- sessions

absl::StatusOr<std::string> SqliteStore::Create(const NewSession& session) {
  SqliteWork work = Writing();
  if (std::optional<std::string> older = WithKey(work, session.tenant, session.idem_key))
    return *older;
  // (Whoever asks again without a key, for the answer was lost.)
  if (work.SelectInt("SELECT 1 FROM session WHERE id = ?1", session.id)) return session.id;
  const SessionRow row = RowOf(session, work.now());
  InsertSession(work, row);
  InsertSnapshot(work, row.id, 0, session.blob);
  Note(work, row.id, "created", "");
  if (absl::Status status = work.Commit(); !status.ok()) return status;
  return row.id;
}

absl::StatusOr<std::string> SqliteStore::Fork(const ForkRequest& request) {
  SqliteWork work = Writing();
  if (work.SelectInt("SELECT 1 FROM session WHERE id = ?1", request.id)) return request.id;
  std::optional<SessionRow> row = Row(work, request.from);
  if (!row) return work.status();
  if (std::optional<std::string> older = WithKey(work, row->tenant, request.idem_key))
    return *older;
  if (row->seq != request.from_seq) return WentOn(request.from);
  row->parent = request.from;
  row->id = request.id;
  row->idem_key = request.idem_key;
  if (!request.title.empty()) row->title = request.title;
  SetForkState(&*row, work.now());
  InsertSession(work, *row);
  InsertSnapshot(work, row->id, row->seq, request.blob);
  CopyWhatCame(work, request, row->seq);
  Note(work, row->id, "created", fmt::format("a fork of {}", request.from));
  Note(work, request.from, "forked", row->id);
  if (absl::Status status = work.Commit(); !status.ok()) return status;
  return row->id;
}

absl::StatusOr<SessionRow> SqliteStore::Get(std::string_view id) {
  SqliteWork work = Reading();
  std::optional<SessionRow> row = Row(work, id);
  if (!row) return work.status();
  return *std::move(row);
}

absl::StatusOr<SnapshotRow> SqliteStore::Snapshot(std::string_view id) {
  SqliteWork work = Reading();
  SqliteRows rows = work.Select(
      "SELECT seq, digest, blob FROM snapshot WHERE session = ?1 ORDER BY seq DESC LIMIT 1", id);
  if (rows.Next()) return SnapshotRow{rows.Int(0), rows.Text(1), rows.Text(2)};
  work.Fail(NoSession(id));
  return work.status();
}

absl::StatusOr<std::vector<SessionRow>> SqliteStore::List(const ListRequest& request) {
  SqliteWork work = Reading();
  std::vector<SessionRow> all;
  // (Two statements: with "?2 = 0 OR tenant = ?2" no index of tenants would be used.)
  const char* const sql = request.tenant ? "SELECT " PYSUB_SESSION_COLUMNS
                                           " FROM session WHERE tenant = ?2 AND id > ?1 "
                                           "AND (?3 = '' OR state = ?3) ORDER BY id LIMIT ?4"
                                         : "SELECT " PYSUB_SESSION_COLUMNS
                                           " FROM session WHERE id > ?1 AND ?2 = '' "
                                           "AND (?3 = '' OR state = ?3) ORDER BY id LIMIT ?4";
  SqliteRows rows = work.Select(sql, request.after, request.tenant.value_or(""),
                                request.state ? StateName(*request.state) : "", request.most);
  while (rows.Next()) all.push_back(SessionOf(rows));
  if (!work.ok()) return work.status();
  return all;
}

absl::StatusOr<int64_t> SqliteStore::Count(std::string_view tenant, int64_t most) {
  SqliteWork work = Reading();
  const std::optional<int64_t> count = work.SelectInt(
      "SELECT count(*) FROM (SELECT 1 FROM session WHERE tenant = ?1 LIMIT ?2)", tenant, most);
  if (!work.ok()) return work.status();
  return count.value_or(0);
}

absl::StatusOr<std::vector<SignalRow>> SqliteStore::Signals(std::string_view id) {
  SqliteWork work = Reading();
  std::vector<SignalRow> signals;
  SqliteRows rows = work.Select(
      "SELECT number, name, payload, consumed_seq FROM signal WHERE session = ?1 ORDER BY number",
      id);
  while (rows.Next()) signals.push_back({rows.Int(0), rows.Text(1), rows.Text(2), rows.Int(3)});
  if (!work.ok()) return work.status();
  return signals;
}

absl::StatusOr<std::vector<LogRow>> SqliteStore::Log(std::string_view id, int64_t after,
                                                     int64_t most) {
  SqliteWork work = Reading();
  std::vector<LogRow> lines;
  SqliteRows rows = work.Select(
      "SELECT number, seq, at, event, detail FROM log WHERE session = ?1 AND number > ?2 "
      "ORDER BY number LIMIT ?3",
      id, after, most);
  while (rows.Next())
    lines.push_back({rows.Int(0), rows.Int(1), rows.Int(2), rows.Text(3), rows.Text(4)});
  if (!work.ok()) return work.status();
  return lines;
}

absl::Status SqliteStore::Signal(std::string_view id, std::string_view name,
                                 std::string_view payload, std::string_view idem_key) {
  if (name != kFeedSignal && !IsSignalName(name))
    return absl::InvalidArgumentError("this is no name of a signal");
  SqliteWork work = Writing();
  const std::optional<SessionRow> row = Row(work, id);
  if (!row) return work.status();
  if (absl::Status taken = TakesSignal(*row, name); !taken.ok()) return taken;
  const int64_t added = work.Run(
      "INSERT OR IGNORE INTO signal(session, name, payload, idem_key) "
      "VALUES(?1, ?2, ?3, nullif(?4, ''))",
      id, name, payload, idem_key);
  if (added == 0) return work.status();
  Note(work, id, "signal", name);
  if (WakesFor(*row, name)) MakeReady(work, id);
  return work.Commit();
}

absl::Status SqliteStore::Resume(std::string_view id) {
  SqliteWork work = Writing();
  const std::optional<SessionRow> row = Row(work, id);
  if (!row) return work.status();
  if (row->state != SessionState::kParked) return NotInState(*row, "only parked ones are resumed");
  if (HasUnknownCall(work, id)) {
    return NotInState(*row, "a call may have happened: answer it, or announce it again");
  }
  work.Run("UPDATE session SET crashes = 0 WHERE id = ?1", id);
  MakeReady(work, id);
  Note(work, id, "resumed", "");
  return work.Commit();
}

absl::Status SqliteStore::Cancel(std::string_view id, std::string_view reason) {
  SqliteWork work = Writing();
  const std::optional<SessionRow> row = Row(work, id);
  if (!row) return work.status();
  if (row->state == SessionState::kCancelled) return absl::OkStatus();
  // A worker that has it holds the fence of before.
  work.Run(
      "UPDATE session SET state = 'cancelled', reason = ?2, parked_for = '', fence = fence + 1, "
      "due_at = NULL, timer_at = NULL, lease_owner = '', lease_until = NULL, updated_at = ?3 "
      "WHERE id = ?1",
      id, reason, work.now());
  WithdrawCalls(work, id, row->seq);
  Note(work, id, "cancelled", reason);
  return work.Commit();
}

absl::Status SqliteStore::Reseal(std::string_view id, int64_t seq, std::string_view blob) {
  SqliteWork work = Writing();
  const std::optional<SessionRow> row = Row(work, id);
  if (row && row->seq != seq) work.Fail(WentOn(id));
  work.Run("UPDATE snapshot SET blob = ?3, digest = ?4 WHERE session = ?1 AND seq = ?2", id, seq,
           BlobView{blob}, DigestOf(blob));
  return work.Commit();
}

absl::StatusOr<int64_t> SqliteStore::Gc(const GcRequest& request) {
  int64_t removed = 0;
  {
    SqliteWork work = Writing();
    std::vector<std::string> ids;
    SqliteRows rows = work.Select(
        "SELECT id FROM session WHERE (state = 'done' OR state = 'failed' OR state = 'cancelled') "
        "AND updated_at <= ?1 AND (?2 = 0 OR tenant = ?3) "
        "AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.session = session.id) "
        "ORDER BY updated_at LIMIT ?4",
        work.now() - request.older_than_ms, request.tenant.has_value(), request.tenant.value_or(""),
        request.most);
    while (rows.Next()) ids.push_back(rows.Text(0));
    for (const std::string& id : ids) {
      work.Run("DELETE FROM snapshot WHERE session = ?1", id);
      work.Run("DELETE FROM call WHERE session = ?1", id);
      work.Run("DELETE FROM signal WHERE session = ?1", id);
      work.Run("DELETE FROM log WHERE session = ?1", id);
      removed += work.Run("DELETE FROM session WHERE id = ?1", id);
    }
    work.Run(
        "DELETE FROM tenant WHERE NOT EXISTS "
        "(SELECT 1 FROM session WHERE session.tenant = tenant.name)");
    if (absl::Status status = work.Commit(); !status.ok()) return status;
  }
  // Room that nobody needs any more goes back to the file system; that it stays is no failure.
  const std::string vacuum = fmt::format("PRAGMA incremental_vacuum({})", kVacuumPages);
  database_->Execute(vacuum.c_str()).IgnoreError();
  return removed;
}

absl::StatusOr<std::vector<OutboxRow>> SqliteStore::Outbox(const std::optional<std::string>& tenant,
                                                           int64_t after, int64_t most) {
  SqliteWork work = Reading();
  std::vector<OutboxRow> all;
  SqliteRows rows = work.Select(
      "SELECT number, session, tenant, seq, topic, body FROM outbox "
      "WHERE number > ?1 AND (?2 = 0 OR tenant = ?3) ORDER BY number LIMIT ?4",
      after, tenant.has_value(), tenant.value_or(""), most);
  while (rows.Next()) {
    all.push_back(
        {rows.Int(0), rows.Text(1), rows.Text(2), rows.Int(3), rows.Text(4), rows.Text(5)});
  }
  if (!work.ok()) return work.status();
  return all;
}

absl::Status SqliteStore::RemoveFromOutbox(int64_t number) {
  SqliteWork work = Writing();
  work.Run("DELETE FROM outbox WHERE number = ?1", number);
  return work.Commit();
}

absl::StatusOr<std::unique_ptr<SessionStore>> OpenSqliteStore(const std::string& path,
                                                              const SqliteOptions& options) {
  absl::StatusOr<std::unique_ptr<SqliteDatabase>> database =
      SqliteDatabase::Open(path, options.vfs);
  if (!database.ok()) return database.status();
  if (absl::Status made = MigrateSqlite(**database); !made.ok()) return made;
  return std::make_unique<SqliteStore>(*std::move(database));
}

}  // namespace pysub::sessions
