#include "osbridge/sessions/sqlite_store.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "osbridge/sessions/sqlite_schema.h"
#include "osbridge/sessions/sqlite_store_impl.h"

namespace pysub::sessions {
namespace {

constexpr int kVacuumPages = 1'000;  // that Gc() gives back in one go

absl::Status NoSession(std::string_view id) {
  return absl::NotFoundError(fmt::format("there is no session {}", id));
}

absl::Status NotInState(const SessionRow& row, std::string_view what) {
  return absl::FailedPreconditionError(
      fmt::format("session {} is {}: {}", row.id, StateName(row.state), what));
}

std::string Hexadecimal(const unsigned char* bytes, size_t size) {
  std::string text;
  for (size_t i = 0; i < size; ++i) text += fmt::format("{:02x}", bytes[i]);
  return text;
}

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

// What a fork is in. Where its state has to be looked at anew it is ready: a worker that finds
// nothing to do stores that it waits.
void SetForkState(SessionRow* row, int64_t now) {
  const bool stays = row->state == SessionState::kDone || row->state == SessionState::kFailed ||
                     (row->state == SessionState::kParked && row->parked_for != kParkedForUnknown);
  if (stays) return;
  row->state = SessionState::kReady;
  row->parked_for.clear();
  row->reason.clear();
  row->due_at = now;
}

}  // namespace

SessionRow SessionOf(const SqliteRows& rows) {
  SessionRow row;
  row.id = rows.Text(0);
  row.tenant = rows.Text(1);
  row.kind = rows.Text(2);
  row.title = rows.Text(3);
  row.spec = rows.Text(4);
  row.idem_key = rows.Text(5);
  row.parent = rows.Text(6);
  row.state = SessionStateOf(rows.Text(7)).value_or(SessionState::kParked);
  row.parked_for = rows.Text(8);
  row.reason = rows.Text(9);
  row.result = rows.Text(10);
  row.format = rows.Text(11);
  row.wants_signal = rows.Text(12);
  row.due_at = rows.Int(13);
  row.timer_at = rows.Int(14);
  row.lease_owner = rows.Text(15);
  row.lease_until = rows.Int(16);
  row.fence = rows.Int(17);
  row.seq = rows.Int(18);
  row.crashes = rows.Int(19);
  row.created_at = rows.Int(20);
  row.updated_at = rows.Int(21);
  return row;
}

CallRow CallOf(const SqliteRows& rows) {
  CallRow row;
  row.session = rows.Text(0);
  row.tenant = rows.Text(1);
  row.call_id = rows.Int(2);
  row.name = rows.Text(3);
  row.args = rows.Text(4);
  row.idem_key = rows.Text(5);
  row.call_class = CallClassOf(rows.Text(6)).value_or(CallClass::kOnce);
  row.state = CallStateOf(rows.Text(7)).value_or(CallState::kUnknown);
  row.attempts = rows.Int(8);
  row.owner = rows.Text(9);
  row.lease_until = rows.Int(10);
  row.reply = rows.Text(11);
  row.error = rows.Text(12);
  row.seq = rows.Int(13);
  row.consumed_seq = rows.Int(14);
  return row;
}

std::string DigestOf(std::string_view blob) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> digest;
  crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(blob.data()),
                     blob.size());
  return Hexadecimal(digest.data(), digest.size());
}

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
  SessionRow row;
  row.id = session.id;
  row.tenant = session.tenant;
  row.kind = session.kind;
  row.title = session.title;
  row.spec = session.spec;
  row.idem_key = session.idem_key;
  row.state = SessionState::kReady;
  row.due_at = work.now();
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
  if (row->seq != request.from_seq)
    return absl::AbortedError(fmt::format("session {} went on meanwhile", request.from));
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
  SqliteRows rows = work.Select(
      "SELECT " PYSUB_SESSION_COLUMNS
      " FROM session WHERE id > ?1 AND (?2 = 0 OR tenant = ?3) AND (?4 = '' OR state = ?4) "
      "ORDER BY id LIMIT ?5",
      request.after, request.tenant.has_value(), request.tenant.value_or(""),
      request.state ? StateName(*request.state) : "", request.most);
  while (rows.Next()) all.push_back(SessionOf(rows));
  if (!work.ok()) return work.status();
  return all;
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
  const bool is_feed = name == kFeedSignal;
  const bool ended = row->state == SessionState::kDone || row->state == SessionState::kFailed;
  if (row->state == SessionState::kCancelled || (ended && !is_feed))
    return NotInState(*row, "no signal reaches it");
  const int64_t added = work.Run(
      "INSERT OR IGNORE INTO signal(session, name, payload, idem_key) "
      "VALUES(?1, ?2, ?3, nullif(?4, ''))",
      id, name, payload, idem_key);
  if (added == 0) return work.status();
  Note(work, id, "signal", name);
  const std::vector<std::string_view> wanted = SignalNames(row->wants_signal);
  const bool wakes = is_feed ? ended
                             : row->state == SessionState::kWaiting &&
                                   std::count(wanted.begin(), wanted.end(), name) != 0;
  if (wakes) MakeReady(work, id);
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
  if (row && row->seq != seq)
    work.Fail(absl::AbortedError(fmt::format("session {} went on meanwhile", id)));
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

absl::StatusOr<std::unique_ptr<SessionStore>> OpenStore(std::string_view url) {
  constexpr std::string_view kScheme = "sqlite:";
  if (url.starts_with(kScheme)) {
    url.remove_prefix(kScheme.size());
    if (url.starts_with("//")) url.remove_prefix(2);
  } else if (url.find("://") != std::string_view::npos) {
    return absl::InvalidArgumentError(
        fmt::format("{}: this program knows stores in a file (sqlite:PATH)", url));
  }
  if (url.empty()) return absl::InvalidArgumentError("the store has no path: sqlite:PATH");
  return OpenSqliteStore(std::string(url));
}

std::string SessionId() {
  std::array<unsigned char, 16> bytes;
  randombytes_buf(bytes.data(), bytes.size());
  return "d" + Hexadecimal(bytes.data(), bytes.size());
}

std::string CallKey(std::string_view session, int64_t call_id) {
  return fmt::format("{}:{}", session, call_id);
}

}  // namespace pysub::sessions
