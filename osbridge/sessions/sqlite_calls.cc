#include <fmt/format.h>

#include <utility>

#include "osbridge/sessions/sqlite_store_impl.h"

// Calls of sessions: taken, answered, found again when whoever ran them is gone.
namespace pysub::sessions {
namespace {

std::optional<CallRow> CallRowOf(SqliteWork& work, std::string_view id, int64_t call_id) {
  SqliteRows rows = work.Select("SELECT " PYSUB_CALL_COLUMNS
                                " FROM call JOIN session ON session.id = call.session "
                                "WHERE call.session = ?1 AND call.call_id = ?2",
                                id, call_id);
  if (rows.Next()) return CallOf(rows);
  work.Fail(NoCall(id, call_id));
  return std::nullopt;
}

// The call that waits and was announced first, of these names. A session that nobody goes on with
// has no calls that anybody should run.
std::optional<CallRow> NextAnnounced(SqliteWork& work, const CallTake& take) {
  // Names are compared here, not in SQL: there may be any number of them.
  std::string names = "\n";
  for (const std::string& name : take.names) names += name + "\n";
  SqliteRows rows = work.Select(
      "SELECT " PYSUB_CALL_COLUMNS
      " FROM call JOIN session ON session.id = call.session "
      "WHERE call.state = 'announced' AND (?1 = 0 OR instr(?2, char(10) || call.name || char(10))) "
      "AND (?3 = 0 OR session.tenant = ?4) "
      "AND session.state <> 'done' AND session.state <> 'failed' "
      "AND session.state <> 'cancelled' ORDER BY call.rowid LIMIT 1",
      !take.names.empty(), names, take.tenant.has_value(), take.tenant.value_or(""));
  if (!rows.Next()) return std::nullopt;
  return CallOf(rows);
}

// The last unknown call is known now: whoever was parked for it goes on.
void WakeForAnswer(SqliteWork& work, const SessionRow& row) {
  const bool parked = row.state == SessionState::kParked && row.parked_for == kParkedForUnknown;
  if (row.state != SessionState::kWaiting && !parked) return;
  if (parked && SqliteStore::HasUnknownCall(work, row.id)) return;
  SqliteStore::MakeReady(work, row.id);
}

void RecoverCall(SqliteWork& work, const CallRow& call) {
  const std::string what = fmt::format("call {}: {}", call.call_id, call.name);
  if (call.call_class == CallClass::kIdempotent) {
    work.Run(
        "UPDATE call SET state = 'announced', owner = '', lease_until = NULL "
        "WHERE session = ?1 AND call_id = ?2",
        call.session, call.call_id);
    SqliteStore::Note(work, call.session, "announced", what);
    return;
  }
  work.Run(
      "UPDATE call SET state = 'unknown', lease_until = NULL WHERE session = ?1 AND call_id = ?2",
      call.session, call.call_id);
  SqliteStore::Note(work, call.session, "unknown", what);
  const std::optional<SessionRow> row = SqliteStore::Row(work, call.session);
  const bool waits =
      row && (row->state == SessionState::kWaiting || row->state == SessionState::kSleeping);
  if (waits) {
    SqliteStore::ParkRow(work, call.session, kParkedForUnknown,
                         fmt::format("{} may have happened: {} did not answer", what, call.owner));
  }
}

}  // namespace

std::vector<CallRow> SqliteStore::OpenCalls(SqliteWork& work, std::string_view id) {
  std::vector<CallRow> calls;
  SqliteRows rows = work.Select("SELECT " PYSUB_CALL_COLUMNS
                                " FROM call JOIN session ON session.id = call.session "
                                "WHERE call.session = ?1 AND call.state = 'answered' "
                                "AND call.consumed_seq IS NULL ORDER BY call.call_id",
                                id);
  while (rows.Next()) calls.push_back(CallOf(rows));
  return calls;
}

bool SqliteStore::HasUnknownCall(SqliteWork& work, std::string_view id) {
  return work.SelectInt("SELECT 1 FROM call WHERE session = ?1 AND state = 'unknown' LIMIT 1", id)
      .has_value();
}

void SqliteStore::WithdrawCalls(SqliteWork& work, std::string_view id, int64_t seq) {
  work.Run(
      "UPDATE call SET state = 'answered', error = ?2, consumed_seq = ?3 "
      "WHERE session = ?1 AND state = 'announced'",
      id, kWithdrawn, seq);
}

absl::StatusOr<std::vector<CallRow>> SqliteStore::Calls(std::string_view id) {
  SqliteWork work = Reading();
  std::vector<CallRow> calls;
  SqliteRows rows = work.Select("SELECT " PYSUB_CALL_COLUMNS
                                " FROM call JOIN session ON session.id = call.session "
                                "WHERE call.session = ?1 ORDER BY call.call_id",
                                id);
  while (rows.Next()) calls.push_back(CallOf(rows));
  if (!work.ok()) return work.status();
  return calls;
}

absl::StatusOr<std::optional<CallRow>> SqliteStore::TakeCall(const CallTake& take) {
  SqliteWork work = Writing();
  std::optional<CallRow> call = NextAnnounced(work, take);
  if (!call) return work.ok() ? absl::StatusOr<std::optional<CallRow>>(call) : work.status();
  call->state = CallState::kStarted;
  ++call->attempts;
  call->owner = take.owner;
  call->lease_until = work.now() + take.lease_ms;
  work.Run(
      "UPDATE call SET state = 'started', attempts = ?3, owner = ?4, lease_until = ?5 "
      "WHERE session = ?1 AND call_id = ?2",
      call->session, call->call_id, call->attempts, call->owner, call->lease_until);
  Note(work, call->session, "started",
       fmt::format("call {}: {}, by {}", call->call_id, call->name, call->owner));
  if (absl::Status status = work.Commit(); !status.ok()) return status;
  return call;
}

absl::StatusOr<bool> SqliteStore::Answer(std::string_view id, int64_t call_id,
                                         const CallReply& reply) {
  SqliteWork work = Writing();
  const std::optional<SessionRow> row = Row(work, id);
  const std::optional<CallRow> call = row ? CallRowOf(work, id, call_id) : std::nullopt;
  if (!call) return work.status();
  if (call->state == CallState::kAnswered) return false;
  work.Run(
      "UPDATE call SET state = 'answered', reply = ?3, error = ?4, lease_until = NULL "
      "WHERE session = ?1 AND call_id = ?2",
      id, call_id, reply.value, reply.error);
  Note(work, id, "answered", fmt::format("call {}: {}", call_id, call->name));
  WakeForAnswer(work, *row);
  if (absl::Status status = work.Commit(); !status.ok()) return status;
  return true;
}

absl::Status SqliteStore::Reannounce(std::string_view id, int64_t call_id) {
  SqliteWork work = Writing();
  const std::optional<SessionRow> row = Row(work, id);
  const std::optional<CallRow> call = row ? CallRowOf(work, id, call_id) : std::nullopt;
  if (!call) return work.status();
  if (call->state != CallState::kUnknown && call->state != CallState::kStarted) {
    return absl::FailedPreconditionError(
        fmt::format("call {} is {}", call_id, StateName(call->state)));
  }
  work.Run(
      "UPDATE call SET state = 'announced', owner = '', lease_until = NULL "
      "WHERE session = ?1 AND call_id = ?2",
      id, call_id);
  Note(work, id, "announced", fmt::format("call {}: {}, again", call_id, call->name));
  WakeForAnswer(work, *row);
  return work.Commit();
}

absl::StatusOr<int64_t> SqliteStore::RecoverCalls() {
  SqliteWork work = Writing();
  std::vector<CallRow> lapsed;
  {
    SqliteRows rows = work.Select("SELECT " PYSUB_CALL_COLUMNS
                                  " FROM call JOIN session ON session.id = call.session "
                                  "WHERE call.state = 'started' AND call.lease_until <= ?1 "
                                  "ORDER BY call.rowid",
                                  work.now());
    while (rows.Next()) lapsed.push_back(CallOf(rows));
  }
  for (const CallRow& call : lapsed) RecoverCall(work, call);
  if (absl::Status status = work.Commit(); !status.ok()) return status;
  return static_cast<int64_t>(lapsed.size());
}

}  // namespace pysub::sessions
