#include "osbridge/sessions/postgres_store.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <thread>

#include "osbridge/sessions/postgres_schema.h"
#include "osbridge/sessions/postgres_store_impl.h"

namespace pysub::sessions {
namespace {

constexpr int kMostClashes = 100;
constexpr int64_t kFirstPauseMs = 20, kLongestPauseMs = 1'000;
constexpr size_t kMostNameBytes = 1'000;  // of ids and tenants: they are in indexes

void Sleep(int64_t ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }

// Who clashed with each other does not meet again, most of the time.
int64_t AnyUpTo(int64_t most) { return randombytes_uniform(static_cast<uint32_t>(most) + 1); }

// False: there is one with this id or key by now.
bool InsertSession(PostgresWork& work, const SessionRow& row) {
  work.Queue("INSERT INTO tenant(name, served) VALUES($1, 0) ON CONFLICT DO NOTHING", row.tenant);
  const size_t inserted = work.Queue(
      "INSERT INTO session(id, tenant, kind, title, spec, idem_key, parent, state, parked_for, "
      "reason, result, format, wants_signal, due_at, timer_at, seq, created_at, updated_at) "
      "VALUES($1, $2, $3, $4, $5, nullif($6, ''), $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, "
      "$17, $17) ON CONFLICT DO NOTHING",
      row.id, row.tenant, row.kind, row.title, row.spec, row.idem_key, row.parent,
      StateName(row.state), row.parked_for, row.reason, row.result, row.format, row.wants_signal,
      TimeOrNull{row.due_at}, TimeOrNull{row.timer_at}, row.seq, work.now());
  return work.Changed(inserted) == 1;
}

void InsertSnapshot(PostgresWork& work, std::string_view id, int64_t seq, std::string_view blob) {
  work.Queue("INSERT INTO snapshot(session, seq, digest, blob) VALUES($1, $2, $3, $4)", id, seq,
             DigestOf(blob), blob);
}

// The session that has this key already.
size_t QueueWithKey(PostgresWork& work, std::string_view tenant, std::string_view idem_key) {
  return work.Queue(
      "SELECT id FROM session WHERE $2 <> '' AND tenant = $1 AND sha256(idem_key) = sha256($2) "
      "AND idem_key = $2",
      tenant, idem_key);
}

std::optional<std::string> FirstText(PostgresRows rows) {
  if (!rows.Next()) return std::nullopt;
  return rows.Text(0);
}

// Calls and signals that the program has not seen go along, under keys of the new session's own.
void CopyWhatCame(PostgresWork& work, const ForkRequest& request, int64_t seq) {
  work.Queue(
      "INSERT INTO call(session, call_id, name, args, idem_key, class, state, reply, error, seq) "
      "SELECT $2, call_id, name, args, $2 || convert_to(':' || call_id, 'UTF8'), class, "
      "CASE state WHEN 'answered' THEN state ELSE 'announced' END, reply, error, $3 "
      "FROM call WHERE session = $1 AND consumed_seq IS NULL ORDER BY call_id",
      request.from, request.id, seq);
  work.Queue(
      "INSERT INTO signal(session, name, payload, idem_key) SELECT $2, name, payload, idem_key "
      "FROM signal WHERE session = $1 AND consumed_seq IS NULL ORDER BY number",
      request.from, request.id);
}

absl::Status CheckNames(std::string_view id, std::string_view tenant) {
  if (id.size() <= kMostNameBytes && tenant.size() <= kMostNameBytes) return absl::OkStatus();
  return absl::InvalidArgumentError("an id and a tenant have at most 1,000 bytes");
}

}  // namespace

// ---- transactions

absl::Status PostgresStore::ConnectUntil(int64_t deadline_ms) {
  for (int64_t pause = kFirstPauseMs;; pause = std::min(2 * pause, kLongestPauseMs)) {
    absl::Status connected = database_->Connect();
    if (!absl::IsUnavailable(connected) || database_->gave_up() ||
        MonotonicMs() + pause > deadline_ms)
      return connected;
    Sleep(pause);
  }
}

std::optional<bool> PostgresStore::WasStored(const std::string& session, int64_t mark,
                                             int64_t deadline_ms) {
  while (MonotonicMs() < deadline_ms) {
    if (!ConnectUntil(deadline_ms).ok()) return std::nullopt;
    if (std::optional<bool> said = database_->HasMark(session, mark)) return said;
    Sleep(kFirstPauseMs);
  }
  return std::nullopt;
}

absl::Status PostgresStore::Repeat(PostgresWork::Kind kind,
                                   const std::function<absl::Status(PostgresWork&)>& body) {
  const int64_t deadline = MonotonicMs() + database_->options().patience_ms;
  for (int attempt = 1;; ++attempt) {
    if (absl::Status connected = ConnectUntil(deadline); !connected.ok()) return connected;
    absl::Status status;
    PostgresEnd end = PostgresEnd::kGood;
    std::string locked;
    int64_t mark = 0;
    {
      PostgresWork work(*database_, kind);
      status = body(work);
      if (status.ok()) status = work.Commit();
      if (!work.ok()) status = work.status();
      end = work.end();
      locked = work.locked();
      mark = work.mark();
    }
    if (status.ok() || end == PostgresEnd::kGood || end == PostgresEnd::kRefused) return status;
    if (end == PostgresEnd::kUnclear) {
      const std::optional<bool> stored = WasStored(locked, mark, deadline);
      if (!stored) return status;
      if (*stored) return absl::OkStatus();
    }
    if (attempt >= kMostClashes || MonotonicMs() > deadline) return status;
    const int64_t pause = std::min(int64_t{attempt} * attempt, kLongestPauseMs);
    Sleep(end == PostgresEnd::kClash ? AnyUpTo(pause) : pause - 1);
  }
}

void PostgresStore::Note(PostgresWork& work, std::string_view id, std::string_view event,
                         std::string_view detail) {
  work.Queue(
      "INSERT INTO log(session, seq, at, event, detail, mark) "
      "SELECT id, seq, $2, $3, $4, $5 FROM session WHERE id = $1",
      id, work.now(), event, detail, work.Mark(id));
}

std::optional<SessionRow> PostgresStore::Row(PostgresWork& work, std::string_view id) {
  PostgresRows rows =
      work.Select("SELECT " PYSUB_SESSION_COLUMNS " FROM session WHERE id = $1 FOR UPDATE", id);
  if (rows.Next()) {
    work.Locked(id);
    return SessionOf(rows);
  }
  work.Fail(NoSession(id));
  return std::nullopt;
}

void PostgresStore::MakeReady(PostgresWork& work, std::string_view id) {
  work.Queue(
      "UPDATE session SET state = 'ready', parked_for = '', reason = '', due_at = $2, "
      "updated_at = $2 WHERE id = $1",
      id, work.now());
  work.Hint();
}

void PostgresStore::ParkRow(PostgresWork& work, std::string_view id, std::string_view parked_for,
                            std::string_view reason) {
  work.Queue(
      "UPDATE session SET state = 'parked', parked_for = $2, reason = $3, due_at = NULL, "
      "lease_owner = '', lease_until = NULL, updated_at = $4 WHERE id = $1",
      id, parked_for, reason, work.now());
  Note(work, id, "parked", reason);
}

size_t PostgresStore::QueueNewSignals(PostgresWork& work, std::string_view id) {
  return work.Queue(
      "SELECT number, name, payload FROM signal WHERE session = $1 AND consumed_seq IS NULL "
      "ORDER BY number",
      id);
}

std::vector<SignalRow> PostgresStore::NewSignals(PostgresRows rows) {
  std::vector<SignalRow> signals;
  while (rows.Next()) signals.push_back({rows.Int(0), rows.Text(1), rows.Text(2), 0});
  return signals;
}

// ---- sessions

absl::StatusOr<int64_t> PostgresStore::NowMs() {
  return Transact<int64_t>(PostgresWork::Kind::kWrite,
                           [](PostgresWork& work) { return work.now(); });
}

absl::StatusOr<std::string> PostgresStore::Create(const NewSession& session) {
  if (absl::Status good = CheckNames(session.id, session.tenant); !good.ok()) return good;
  return Transact<std::string>(
      PostgresWork::Kind::kWrite, [&](PostgresWork& work) -> absl::StatusOr<std::string> {
        const size_t keyed = QueueWithKey(work, session.tenant, session.idem_key);
        const size_t same = work.Queue("SELECT 1 FROM session WHERE id = $1", session.id);
        if (std::optional<std::string> older = FirstText(work.Rows(keyed))) return *older;
        if (work.Rows(same).Next()) return session.id;  // its answer was lost
        if (!InsertSession(work, RowOf(session, work.now()))) return work.Again();
        InsertSnapshot(work, session.id, 0, session.blob);
        Note(work, session.id, "created", "");
        work.Hint();
        return session.id;
      });
}

absl::StatusOr<std::string> PostgresStore::Fork(const ForkRequest& request) {
  if (absl::Status good = CheckNames(request.id, ""); !good.ok()) return good;
  return Transact<std::string>(
      PostgresWork::Kind::kWrite, [&](PostgresWork& work) -> absl::StatusOr<std::string> {
        if (work.SelectInt("SELECT 1 FROM session WHERE id = $1", request.id)) return request.id;
        std::optional<SessionRow> row = Row(work, request.from);
        if (!row) return work.status();
        if (std::optional<std::string> older =
                FirstText(work.Rows(QueueWithKey(work, row->tenant, request.idem_key))))
          return *older;
        if (row->seq != request.from_seq) return WentOn(request.from);
        row->parent = request.from;
        row->id = request.id;
        row->idem_key = request.idem_key;
        if (!request.title.empty()) row->title = request.title;
        SetForkState(&*row, work.now());
        if (!InsertSession(work, *row)) return work.Again();
        InsertSnapshot(work, row->id, row->seq, request.blob);
        CopyWhatCame(work, request, row->seq);
        Note(work, row->id, "created", fmt::format("a fork of {}", request.from));
        Note(work, request.from, "forked", row->id);
        work.Hint();
        return row->id;
      });
}

absl::StatusOr<SessionRow> PostgresStore::Get(std::string_view id) {
  return Transact<SessionRow>(
      PostgresWork::Kind::kRead, [id](PostgresWork& work) -> absl::StatusOr<SessionRow> {
        PostgresRows rows =
            work.Select("SELECT " PYSUB_SESSION_COLUMNS " FROM session WHERE id = $1", id);
        if (!rows.Next()) return NoSession(id);
        return SessionOf(rows);
      });
}

absl::StatusOr<SnapshotRow> PostgresStore::Snapshot(std::string_view id) {
  return Transact<SnapshotRow>(
      PostgresWork::Kind::kRead, [id](PostgresWork& work) -> absl::StatusOr<SnapshotRow> {
        PostgresRows rows =
            work.Select("SELECT seq, digest, blob FROM snapshot WHERE session = $1", id);
        if (!rows.Next()) return NoSession(id);
        return SnapshotRow{rows.Int(0), rows.Text(1), rows.Text(2)};
      });
}

absl::StatusOr<std::vector<SessionRow>> PostgresStore::List(const ListRequest& request) {
  using Rows = std::vector<SessionRow>;
  return Transact<Rows>(PostgresWork::Kind::kRead, [&](PostgresWork& work) -> absl::StatusOr<Rows> {
    Rows all;
    // (Two statements: with an OR between them no index of tenants would be used.)
    const char* const sql = request.tenant ? "SELECT " PYSUB_SESSION_COLUMNS
                                             " FROM session WHERE tenant = $2 AND id > $1 "
                                             "AND ($3 = '' OR state = $3) ORDER BY id LIMIT $4"
                                           : "SELECT " PYSUB_SESSION_COLUMNS
                                             " FROM session WHERE id > $1 AND $2 = '' "
                                             "AND ($3 = '' OR state = $3) ORDER BY id LIMIT $4";
    PostgresRows rows = work.Select(sql, request.after, request.tenant.value_or(""),
                                    request.state ? StateName(*request.state) : "", request.most);
    while (rows.Next()) all.push_back(SessionOf(rows));
    return all;
  });
}

absl::StatusOr<int64_t> PostgresStore::Count(std::string_view tenant, int64_t most) {
  return Transact<int64_t>(PostgresWork::Kind::kRead, [=](PostgresWork& work) {
    const std::optional<int64_t> count = work.SelectInt(
        "SELECT count(*) FROM (SELECT 1 FROM session WHERE tenant = $1 LIMIT $2) AS counted",
        tenant, most);
    return absl::StatusOr<int64_t>(count.value_or(0));
  });
}

absl::StatusOr<std::vector<SignalRow>> PostgresStore::Signals(std::string_view id) {
  using Rows = std::vector<SignalRow>;
  return Transact<Rows>(
      PostgresWork::Kind::kRead, [id](PostgresWork& work) -> absl::StatusOr<Rows> {
        Rows signals;
        PostgresRows rows = work.Select(
            "SELECT number, name, payload, consumed_seq FROM signal WHERE session = $1 "
            "ORDER BY number",
            id);
        while (rows.Next())
          signals.push_back({rows.Int(0), rows.Text(1), rows.Text(2), rows.Int(3)});
        return signals;
      });
}

absl::StatusOr<std::vector<LogRow>> PostgresStore::Log(std::string_view id, int64_t after,
                                                       int64_t most) {
  using Rows = std::vector<LogRow>;
  return Transact<Rows>(PostgresWork::Kind::kRead, [=](PostgresWork& work) -> absl::StatusOr<Rows> {
    Rows lines;
    PostgresRows rows = work.Select(
        "SELECT number, seq, at, event, detail FROM log WHERE session = $1 AND number > $2 "
        "ORDER BY number LIMIT $3",
        id, after, most);
    while (rows.Next())
      lines.push_back({rows.Int(0), rows.Int(1), rows.Int(2), rows.Text(3), rows.Text(4)});
    return lines;
  });
}

absl::Status PostgresStore::Signal(std::string_view id, std::string_view name,
                                   std::string_view payload, std::string_view idem_key) {
  if (name != kFeedSignal && !IsSignalName(name))
    return absl::InvalidArgumentError("this is no name of a signal");
  return Writing([&](PostgresWork& work) -> absl::Status {
    const std::optional<SessionRow> row = Row(work, id);
    if (!row) return work.status();
    if (absl::Status taken = TakesSignal(*row, name); !taken.ok()) return taken;
    if (work.SelectInt("SELECT 1 FROM signal WHERE $2 <> '' AND session = $1 "
                       "AND sha256(idem_key) = sha256($2) AND idem_key = $2",
                       id, idem_key))
      return absl::OkStatus();
    work.Queue(
        "INSERT INTO signal(session, name, payload, idem_key) VALUES($1, $2, $3, nullif($4, ''))",
        id, name, payload, idem_key);
    Note(work, id, "signal", name);
    if (WakesFor(*row, name)) MakeReady(work, id);
    return absl::OkStatus();
  });
}

absl::Status PostgresStore::Resume(std::string_view id) {
  return Writing([&](PostgresWork& work) -> absl::Status {
    const std::optional<SessionRow> row = Row(work, id);
    if (!row) return work.status();
    if (row->state != SessionState::kParked)
      return NotInState(*row, "only parked ones are resumed");
    if (HasUnknownCall(work, id))
      return NotInState(*row, "a call may have happened: answer it, or announce it again");
    work.Queue("UPDATE session SET crashes = 0 WHERE id = $1", id);
    MakeReady(work, id);
    Note(work, id, "resumed", "");
    return absl::OkStatus();
  });
}

absl::Status PostgresStore::Cancel(std::string_view id, std::string_view reason) {
  return Writing([&](PostgresWork& work) -> absl::Status {
    const std::optional<SessionRow> row = Row(work, id);
    if (!row) return work.status();
    if (row->state == SessionState::kCancelled) return absl::OkStatus();
    // A worker that has it holds the fence of before.
    work.Queue(
        "UPDATE session SET state = 'cancelled', reason = $2, parked_for = '', fence = fence + 1, "
        "due_at = NULL, timer_at = NULL, lease_owner = '', lease_until = NULL, updated_at = $3 "
        "WHERE id = $1",
        id, reason, work.now());
    WithdrawCalls(work, id, row->seq);
    Note(work, id, "cancelled", reason);
    return absl::OkStatus();
  });
}

absl::Status PostgresStore::Reseal(std::string_view id, int64_t seq, std::string_view blob) {
  return Writing([&](PostgresWork& work) -> absl::Status {
    const std::optional<SessionRow> row = Row(work, id);
    if (!row) return work.status();
    if (row->seq != seq) return WentOn(id);
    work.Queue("UPDATE snapshot SET blob = $3, digest = $4 WHERE session = $1 AND seq = $2", id,
               seq, blob, DigestOf(blob));
    return absl::OkStatus();
  });
}

absl::StatusOr<int64_t> PostgresStore::Gc(const GcRequest& request) {
  absl::StatusOr<int64_t> removed = Transact<int64_t>(
      PostgresWork::Kind::kWrite, [&](PostgresWork& work) -> absl::StatusOr<int64_t> {
        std::vector<std::string> ids;
        PostgresRows rows = work.Select(
            "SELECT id FROM session WHERE (state = 'done' OR state = 'failed' OR "
            "state = 'cancelled') AND updated_at <= $1 AND ($2 = 0 OR tenant = $3) "
            "AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.session = session.id) "
            "ORDER BY updated_at LIMIT $4 FOR UPDATE SKIP LOCKED",
            work.now() - request.older_than_ms, request.tenant.has_value(),
            request.tenant.value_or(""), request.most);
        while (rows.Next()) ids.push_back(rows.Text(0));
        for (const char* const statement :
             {"DELETE FROM snapshot WHERE session = ANY($1)",
              "DELETE FROM call WHERE session = ANY($1)",
              "DELETE FROM signal WHERE session = ANY($1)",
              "DELETE FROM log WHERE session = ANY($1)", "DELETE FROM session WHERE id = ANY($1)"})
          work.Queue(statement, ListParameter{&ids});
        return static_cast<int64_t>(ids.size());
      });
  if (!removed.ok()) return removed;
  // A tenant that is taken away while others make a session of it would leave that to nobody: so
  // the lock waits for all that make any, and then a statement looks.
  const absl::Status cleaned = Writing([](PostgresWork& work) -> absl::Status {
    constexpr const char* kUnused =
        "SELECT 1 FROM tenant WHERE NOT EXISTS "
        "(SELECT 1 FROM session WHERE session.tenant = tenant.name) LIMIT 1";
    if (!work.SelectInt(kUnused)) return absl::OkStatus();
    work.Queue("LOCK TABLE tenant IN SHARE ROW EXCLUSIVE MODE");
    work.Queue(
        "DELETE FROM tenant WHERE NOT EXISTS "
        "(SELECT 1 FROM session WHERE session.tenant = tenant.name)");
    return absl::OkStatus();
  });
  if (!cleaned.ok()) return cleaned;
  return removed;
}

// Numbers are given before transactions end, so a reader could see one and a smaller one later.
// Whoever adds to the outbox holds this lock with others (Commit()); a reader waits for them all.
absl::StatusOr<std::vector<OutboxRow>> PostgresStore::Outbox(
    const std::optional<std::string>& tenant, int64_t after, int64_t most) {
  using Rows = std::vector<OutboxRow>;
  return Transact<Rows>(
      PostgresWork::Kind::kWrite, [&](PostgresWork& work) -> absl::StatusOr<Rows> {
        Rows all;
        work.Queue(
            "SELECT pg_advisory_xact_lock($1::bigint::int, hashtext(current_schema()::text))",
            kOutboxLock);
        PostgresRows rows = work.Select(
            "SELECT number, session, tenant, seq, topic, body FROM outbox "
            "WHERE number > $1 AND ($2 = 0 OR tenant = $3) ORDER BY number LIMIT $4",
            after, tenant.has_value(), tenant.value_or(""), most);
        while (rows.Next()) {
          all.push_back(
              {rows.Int(0), rows.Text(1), rows.Text(2), rows.Int(3), rows.Text(4), rows.Text(5)});
        }
        return all;
      });
}

absl::Status PostgresStore::RemoveFromOutbox(int64_t number) {
  return Writing([number](PostgresWork& work) -> absl::Status {
    work.Queue("DELETE FROM outbox WHERE number = $1", number);
    return absl::OkStatus();
  });
}

absl::StatusOr<std::unique_ptr<SessionStore>> OpenPostgresStore(std::string_view url,
                                                                const PostgresOptions& options) {
  absl::StatusOr<std::unique_ptr<PostgresDatabase>> database = PostgresDatabase::Open(url, options);
  if (!database.ok()) return database.status();
  if (absl::Status connected = (*database)->Connect(); !connected.ok()) return connected;
  if (absl::Status made = MigratePostgres(**database); !made.ok()) return made;
  return std::make_unique<PostgresStore>(*std::move(database));
}

absl::StatusOr<std::unique_ptr<SessionStore>> OpenPostgresUrl(std::string_view url) {
  return OpenPostgresStore(url);
}

}  // namespace pysub::sessions
