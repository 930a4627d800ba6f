#include <fmt/format.h>

#include <set>
#include <utility>

#include "osbridge/sessions/postgres_store_impl.h"

// Calls of sessions: taken, answered, found again when whoever ran them is gone.
namespace pysub::sessions {
namespace {

constexpr std::string_view kAnnounced = "announced";

std::optional<CallRow> CallRowOf(PostgresWork& work, std::string_view id, int64_t call_id) {
  PostgresRows rows = work.Select("SELECT " PYSUB_CALL_COLUMNS
                                  " FROM call JOIN session ON session.id = call.session "
                                  "WHERE call.session = $1 AND call.call_id = $2",
                                  id, call_id);
  if (rows.Next()) return CallOf(rows);
  work.Fail(NoCall(id, call_id));
  return std::nullopt;
}

// The call that waits and was announced first, of these names; its session is locked, those that
// others have locked are passed over. A session that nobody goes on with has no calls that anybody
// should run. Each name has its own way into the index, so that calls of other names, which may
// wait for people in thousands, are not looked at.
#define PYSUB_TAKEN_CALLS                                                       \
  "SELECT " PYSUB_CALL_COLUMNS                                                  \
  ", call.number AS place FROM call JOIN session ON session.id = call.session " \
  "WHERE call.state = 'announced' AND ($1 = 0 OR session.tenant = $2) "         \
  "AND session.state <> 'done' AND session.state <> 'failed' "                  \
  "AND session.state <> 'cancelled' "
#define PYSUB_FIRST_ONE "ORDER BY call.number LIMIT 1 FOR UPDATE OF session SKIP LOCKED"

std::optional<CallRow> NextAnnounced(PostgresWork& work, const CallTake& take) {
  const bool has_tenant = take.tenant.has_value();
  const std::string tenant = take.tenant.value_or("");
  PostgresRows rows =
      take.names.empty()
          ? work.Select(PYSUB_TAKEN_CALLS PYSUB_FIRST_ONE, has_tenant, tenant)
          : work.Select(
                "SELECT first.* FROM unnest($3) AS wanted(it) CROSS JOIN LATERAL "
                "(" PYSUB_TAKEN_CALLS
                "AND sha256(call.name) = sha256(wanted.it) AND call.name = "
                "wanted.it " PYSUB_FIRST_ONE ") AS first ORDER BY first.place LIMIT 1",
                has_tenant, tenant, ListParameter{&take.names});
  if (!rows.Next()) return std::nullopt;
  work.Locked(rows.Text(0));
  return CallOf(rows);
}

// The last unknown call is known now: whoever was parked for it goes on.
void WakeForAnswer(PostgresWork& work, const SessionRow& row) {
  const bool parked = row.state == SessionState::kParked && row.parked_for == kParkedForUnknown;
  if (row.state != SessionState::kWaiting && !parked) return;
  if (parked && PostgresStore::HasUnknownCall(work, row.id)) return;
  PostgresStore::MakeReady(work, row.id);
}

// A call whose runner is gone, and its session as it is.
struct Lapsed {
  CallRow call;
  SessionState state;
  size_t changed;  // answer: whether it was still so behind the lock
};

// Sessions that others have locked are left for the next look.
std::vector<Lapsed> FindLapsed(PostgresWork& work) {
  std::vector<Lapsed> lapsed;
  PostgresRows rows =
      work.Select("SELECT " PYSUB_CALL_COLUMNS
                  ", session.state FROM call JOIN session ON session.id = call.session "
                  "WHERE call.state = 'started' AND call.lease_until <= "
                  "coalesce($1, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) "
                  "ORDER BY call.number LIMIT 1000 FOR UPDATE OF session SKIP LOCKED",
                  work.ClockOfTest());
  while (rows.Next()) {
    const SessionState state = SessionStateOf(rows.Text(15)).value_or(SessionState::kParked);
    lapsed.push_back({CallOf(rows), state, 0});
  }
  return lapsed;
}

void QueueRecovery(PostgresWork& work, Lapsed* one) {
  const bool again = one->call.call_class == CallClass::kIdempotent;
  one->changed = work.Queue(
      "UPDATE call SET state = $3, owner = CASE $3 WHEN 'announced' THEN '' ELSE owner END, "
      "lease_until = NULL WHERE session = $1 AND call_id = $2 AND state = 'started' "
      "AND lease_until <= $4",
      one->call.session, one->call.call_id,
      StateName(again ? CallState::kAnnounced : CallState::kUnknown), work.now());
}

}  // namespace

size_t PostgresStore::QueueOpenCalls(PostgresWork& work, std::string_view id) {
  return work.Queue("SELECT " PYSUB_CALL_COLUMNS
                    " FROM call JOIN session ON session.id = call.session "
                    "WHERE call.session = $1 AND call.state = 'answered' "
                    "AND call.consumed_seq IS NULL ORDER BY call.call_id",
                    id);
}

bool PostgresStore::HasUnknownCall(PostgresWork& work, std::string_view id) {
  return work
      .SelectInt(
          "SELECT 1 FROM call WHERE session = $1 AND consumed_seq IS NULL "
          "AND state = 'unknown' LIMIT 1",
          id)
      .has_value();
}

void PostgresStore::WithdrawCalls(PostgresWork& work, std::string_view id, int64_t seq) {
  work.Queue(
      "UPDATE call SET state = 'answered', error = $2, consumed_seq = $3 "
      "WHERE session = $1 AND consumed_seq IS NULL AND state = 'announced'",
      id, kWithdrawn, seq);
}

absl::StatusOr<std::vector<CallRow>> PostgresStore::Calls(std::string_view id) {
  using Rows = std::vector<CallRow>;
  return Transact<Rows>(
      PostgresWork::Kind::kRead, [id](PostgresWork& work) -> absl::StatusOr<Rows> {
        Rows calls;
        PostgresRows rows = work.Select("SELECT " PYSUB_CALL_COLUMNS
                                        " FROM call JOIN session ON session.id = call.session "
                                        "WHERE call.session = $1 ORDER BY call.call_id",
                                        id);
        while (rows.Next()) calls.push_back(CallOf(rows));
        return calls;
      });
}

absl::StatusOr<std::optional<CallRow>> PostgresStore::TakeCall(const CallTake& take) {
  using Result = std::optional<CallRow>;
  return Transact<Result>(
      PostgresWork::Kind::kWrite, [&](PostgresWork& work) -> absl::StatusOr<Result> {
        while (Result call = NextAnnounced(work, take)) {
          call->state = CallState::kStarted;
          ++call->attempts;
          call->owner = take.owner;
          call->lease_until = work.now() + take.lease_ms;
          const size_t changed = work.Queue(
              "UPDATE call SET state = 'started', attempts = $3, owner = $4, lease_until = $5 "
              "WHERE session = $1 AND call_id = $2 AND state = $6 AND attempts = $3 - 1",
              call->session, call->call_id, call->attempts, call->owner, call->lease_until,
              kAnnounced);
          // (Taken by another one between the look at the call and the lock of its session.)
          if (work.Changed(changed) == 0) {
            if (!work.ok()) break;
            continue;
          }
          Note(work, call->session, "started",
               fmt::format("call {}: {}, by {}", call->call_id, call->name, call->owner));
          return call;
        }
        return Result();
      });
}

absl::StatusOr<bool> PostgresStore::Answer(std::string_view id, int64_t call_id,
                                           const CallReply& reply) {
  return Transact<bool>(
      PostgresWork::Kind::kWrite, [&](PostgresWork& work) -> absl::StatusOr<bool> {
        const std::optional<SessionRow> row = Row(work, id);
        const std::optional<CallRow> call = row ? CallRowOf(work, id, call_id) : std::nullopt;
        if (!call) return work.status();
        if (call->state == CallState::kAnswered) return false;
        work.Queue(
            "UPDATE call SET state = 'answered', reply = $3, error = $4, lease_until = NULL "
            "WHERE session = $1 AND call_id = $2",
            id, call_id, reply.value, reply.error);
        Note(work, id, "answered", fmt::format("call {}: {}", call_id, call->name));
        WakeForAnswer(work, *row);
        return true;
      });
}

absl::Status PostgresStore::Reannounce(std::string_view id, int64_t call_id) {
  return Writing([&](PostgresWork& work) -> absl::Status {
    const std::optional<SessionRow> row = Row(work, id);
    const std::optional<CallRow> call = row ? CallRowOf(work, id, call_id) : std::nullopt;
    if (!call) return work.status();
    if (call->state != CallState::kUnknown && call->state != CallState::kStarted) {
      return absl::FailedPreconditionError(
          fmt::format("call {} is {}", call_id, StateName(call->state)));
    }
    work.Queue(
        "UPDATE call SET state = 'announced', owner = '', lease_until = NULL "
        "WHERE session = $1 AND call_id = $2",
        id, call_id);
    Note(work, id, "announced", fmt::format("call {}: {}, again", call_id, call->name));
    WakeForAnswer(work, *row);
    work.Hint();
    return absl::OkStatus();
  });
}

absl::StatusOr<int64_t> PostgresStore::RecoverCalls() {
  return Transact<int64_t>(
      PostgresWork::Kind::kWrite, [](PostgresWork& work) -> absl::StatusOr<int64_t> {
        std::vector<Lapsed> lapsed = FindLapsed(work);
        for (Lapsed& one : lapsed) QueueRecovery(work, &one);
        int64_t count = 0;
        std::set<std::string> parked;
        for (const Lapsed& one : lapsed) {
          const CallRow& call = one.call;
          if (work.Changed(one.changed) == 0) continue;
          ++count;
          const bool again = call.call_class == CallClass::kIdempotent;
          const std::string what = fmt::format("call {}: {}", call.call_id, call.name);
          Note(work, call.session, again ? "announced" : "unknown", what);
          if (again) work.Hint();
          const bool waits =
              one.state == SessionState::kWaiting || one.state == SessionState::kSleeping;
          if (again || !waits || !parked.insert(call.session).second) continue;
          ParkRow(work, call.session, kParkedForUnknown,
                  fmt::format("{} may have happened: {} did not answer", what, call.owner));
        }
        return count;
      });
}

}  // namespace pysub::sessions
