#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "osbridge/sessions/postgres_schema.h"
#include "osbridge/sessions/postgres_store_impl.h"

// What workers do: claims, and what comes of them.
namespace pysub::sessions {
namespace {

// The session that is due and whose tenant was not served for longest, locked; those that others
// have locked are passed over. Tenants are in order before their sessions are looked for, so that
// the search ends with the first that has one. The row is the newest, also where it has changed
// since the statement began: then PostgreSQL looks at its conditions anew.
std::optional<SessionRow> NextDue(PostgresWork& work, const ClaimRequest& request) {
  PostgresRows rows = work.Select(
      "SELECT due.* FROM "
      "(SELECT name FROM tenant WHERE $4 = 0 OR name = $5 ORDER BY served, name) AS turns "
      "CROSS JOIN LATERAL (SELECT " PYSUB_SESSION_COLUMNS
      " FROM session WHERE tenant = turns.name "
      "  AND due_at <= coalesce($1, floor(extract(epoch FROM statement_timestamp()) * "
      "1000)::bigint) "
      "  AND (format = '' OR format = $2) AND kind = ANY($3) "
      "  ORDER BY due_at, number LIMIT 1 FOR UPDATE SKIP LOCKED) AS due LIMIT 1",
      work.ClockOfTest(), request.format, ListParameter{&request.kinds}, request.tenant.has_value(),
      request.tenant.value_or(""));
  if (!rows.Next()) return std::nullopt;
  work.Locked(rows.Text(0));
  return SessionOf(rows);
}

// The lease of a worker ended by itself: it is gone, or hangs. True: the session may be claimed
// now.
bool SurvivesCrash(PostgresWork& work, const ClaimRequest& request, SessionRow* row) {
  ++row->crashes;
  work.Queue("UPDATE session SET crashes = $2, state = 'ready' WHERE id = $1", row->id,
             row->crashes);
  PostgresStore::Note(work, row->id, "lapsed", row->lease_owner);
  if (row->crashes >= request.most_crashes) {
    PostgresStore::ParkRow(work, row->id, kParkedForCrashes,
                           fmt::format("{} workers had it and did not come back", row->crashes));
    return false;
  }
  if (row->crashes == 1) return true;
  const int64_t delay = DelayAfterCrashes(request, row->crashes);
  work.Queue("UPDATE session SET due_at = $2, lease_owner = '', lease_until = NULL WHERE id = $1",
             row->id, work.now() + delay);
  return delay == 0;
}

void TakeLease(PostgresWork& work, const ClaimRequest& request, SessionRow* row) {
  row->state = SessionState::kRunning;
  ++row->fence;
  row->lease_owner = request.owner;
  row->lease_until = row->due_at = work.now() + request.lease_ms;
  work.Queue(
      "UPDATE session SET state = 'running', fence = $4, lease_owner = $2, lease_until = $3, "
      "due_at = $3 WHERE id = $1",
      row->id, request.owner, row->lease_until, row->fence);
  // Whose tenant is locked is being served by somebody else, who says so: nobody waits here.
  work.Queue(
      "UPDATE tenant SET served = nextval('served') WHERE name = "
      "(SELECT name FROM tenant WHERE name = $1 FOR UPDATE SKIP LOCKED)",
      row->tenant);
  PostgresStore::Note(work, row->id, "claimed", request.owner);
}

// What came for a session since its last transition.
struct Come {
  size_t snapshot, calls, signals;  // answers
};

Come QueueWhatCame(PostgresWork& work, std::string_view id) {
  return {work.Queue("SELECT seq, digest, blob FROM snapshot WHERE session = $1", id),
          PostgresStore::QueueOpenCalls(work, id), PostgresStore::QueueNewSignals(work, id)};
}

// Nothing: it is missing, of another transition, or damaged.
std::optional<SnapshotRow> GoodSnapshot(PostgresRows rows, const SessionRow& row) {
  if (!rows.Next()) return std::nullopt;
  SnapshotRow snapshot{rows.Int(0), rows.Text(1), rows.Text(2)};
  if (snapshot.seq != row.seq || DigestOf(snapshot.blob) != snapshot.digest) return std::nullopt;
  return snapshot;
}

std::vector<CallRow> CallsOf(PostgresRows rows) {
  std::vector<CallRow> calls;
  while (rows.Next()) calls.push_back(CallOf(rows));
  return calls;
}

// ---- Commit()

void InsertCalls(PostgresWork& work, const Lease& lease, const Transition& transition) {
  for (const NewCall& call : transition.calls) {
    work.Queue(
        "INSERT INTO call(session, call_id, name, args, idem_key, class, state, seq) "
        "VALUES($1, $2, $3, $4, $5, $6, 'announced', $7)",
        lease.session, call.call_id, call.name, call.args, CallKey(lease.session, call.call_id),
        ClassName(call.call_class), lease.seq + 1);
    work.Hint();
  }
}

void ConsumeWhatCame(PostgresWork& work, const Lease& lease, const Transition& transition) {
  for (const int64_t id : transition.delivered_calls) {
    work.Queue("UPDATE call SET consumed_seq = $3 WHERE session = $1 AND call_id = $2",
               lease.session, id, lease.seq + 1);
  }
  for (const int64_t number : transition.consumed_signals) {
    work.Queue("UPDATE signal SET consumed_seq = $3 WHERE number = $2 AND session = $1",
               lease.session, number, lease.seq + 1);
  }
}

void InsertTexts(PostgresWork& work, const Lease& lease, const Transition& transition) {
  if (!transition.outbox.empty()) {
    work.Queue(
        "SELECT pg_advisory_xact_lock_shared($1::bigint::int, hashtext(current_schema()::text))",
        kOutboxLock);
  }
  for (const auto& [topic, body] : transition.outbox) {
    work.Queue(
        "INSERT INTO outbox(session, tenant, seq, topic, body) "
        "SELECT id, tenant, $2, $3, $4 FROM session WHERE id = $1",
        lease.session, lease.seq + 1, topic, body);
  }
  for (const auto& [event, detail] : transition.log)
    PostgresStore::Note(work, lease.session, event, detail);
}

// Locks the session of a lease. Where that is not its worker's any more, the work has failed (also
// where the session is gone: others have ended it).
size_t QueueLock(PostgresWork& work, const Lease& lease) {
  return work.Queue(
      "SELECT 1 FROM session WHERE id = $1 AND fence = $2 AND seq = $3 AND state = 'running' "
      "AND lease_owner = $4 FOR UPDATE",
      lease.session, lease.fence, lease.seq, lease.owner);
}

bool Holds(PostgresWork& work, const Lease& lease, size_t lock) {
  if (!work.Rows(lock).Next()) work.Fail(LeaseLost(lease));
  work.Locked(lease.session);
  return work.ok();
}

bool LockHeld(PostgresWork& work, const Lease& lease) {
  return Holds(work, lease, QueueLock(work, lease));
}

// What a transition finds that came while it ran, without what it has seen itself.
struct Unseen {
  bool answer = false, unknown = false;
  std::set<std::string> signals;
};

Unseen UnseenBy(const Transition& transition, PostgresRows calls, PostgresRows signals) {
  Unseen unseen;
  const auto has = [](const std::vector<int64_t>& all, int64_t one) {
    return std::find(all.begin(), all.end(), one) != all.end();
  };
  while (calls.Next()) {
    const std::string state = calls.Text(1);
    if (state == StateName(CallState::kUnknown)) unseen.unknown = true;
    if (state == StateName(CallState::kAnswered) && !has(transition.delivered_calls, calls.Int(0)))
      unseen.answer = true;
  }
  while (signals.Next()) {
    if (!has(transition.consumed_signals, signals.Int(0))) unseen.signals.insert(signals.Text(1));
  }
  return unseen;
}

// What the session is in, with what came while it ran.
SessionState StateAfter(const Transition& transition, const Unseen& unseen) {
  const SessionState next = transition.next;
  if (HasEnded(next))
    return unseen.signals.contains(std::string(kFeedSignal)) ? SessionState::kReady : next;
  if (next != SessionState::kWaiting) return next;
  const std::vector<std::string_view> wanted = SignalNames(transition.wants_signal);
  const bool signalled = std::any_of(wanted.begin(), wanted.end(), [&](std::string_view name) {
    return unseen.signals.contains(std::string(name));
  });
  return signalled || unseen.answer ? SessionState::kReady : next;
}

void StoreState(PostgresWork& work, const Lease& lease, const Transition& transition,
                SessionState state) {
  work.Queue(
      "UPDATE session SET state = $2, due_at = $3, lease_owner = '', lease_until = NULL, "
      "updated_at = $4, seq = $5, crashes = 0, timer_at = $6, wants_signal = $7, parked_for = $8, "
      "reason = $9, result = $10, format = $11 WHERE id = $1",
      lease.session, StateName(state), TimeOrNull{DueAfter(state, transition, work.now())},
      work.now(), lease.seq + 1, TimeOrNull{transition.timer_at}, transition.wants_signal,
      transition.parked_for, transition.reason, transition.result, transition.format);
  work.Queue(
      "INSERT INTO snapshot(session, seq, digest, blob) VALUES($1, $2, $3, $4) "
      "ON CONFLICT(session) DO UPDATE SET seq = $2, digest = $3, blob = $4",
      lease.session, lease.seq + 1, DigestOf(transition.blob), transition.blob);
}

// Whoever has the lease gives it up, and its session is in `state` then.
void EndLease(PostgresWork& work, const Lease& lease, std::string_view state, int64_t due_at) {
  work.Queue(
      "UPDATE session SET state = $2, due_at = $3, lease_owner = '', lease_until = NULL, "
      "updated_at = $4 WHERE id = $1",
      lease.session, state, TimeOrNull{due_at}, work.now());
}

}  // namespace

absl::StatusOr<std::optional<Claim>> PostgresStore::ClaimNext(const ClaimRequest& request) {
  using Result = std::optional<Claim>;
  return Transact<Result>(
      PostgresWork::Kind::kWrite, [&](PostgresWork& work) -> absl::StatusOr<Result> {
        while (std::optional<SessionRow> row = NextDue(work, request)) {
          if (row->state == SessionState::kRunning && !SurvivesCrash(work, request, &*row))
            continue;
          const Come come = QueueWhatCame(work, row->id);
          std::optional<SnapshotRow> snapshot = GoodSnapshot(work.Rows(come.snapshot), *row);
          if (!work.ok()) break;
          if (!snapshot) {
            ParkRow(work, row->id, kParkedForState, "its snapshot is missing or damaged");
            continue;
          }
          TakeLease(work, request, &*row);
          Lease lease = {row->id, request.owner, row->fence, row->seq};
          return Result(Claim{std::move(lease), *std::move(row), *std::move(snapshot),
                              CallsOf(work.Rows(come.calls)), NewSignals(work.Rows(come.signals)),
                              work.now()});
        }
        return Result();
      });
}

absl::Status PostgresStore::Heartbeat(const Lease& lease, int64_t lease_ms) {
  return Writing([&](PostgresWork& work) -> absl::Status {
    if (!LockHeld(work, lease)) return work.status();
    work.Queue("UPDATE session SET lease_until = $2, due_at = $2 WHERE id = $1", lease.session,
               work.now() + lease_ms);
    return absl::OkStatus();
  });
}

absl::Status PostgresStore::Commit(Lease* lease, const Transition& transition) {
  if (absl::Status good = CheckTransition(transition); !good.ok()) return good;
  absl::Status status = Writing([&](PostgresWork& work) -> absl::Status {
    // What is read behind the lock misses nothing that others have committed.
    const size_t lock = QueueLock(work, *lease);
    const size_t calls =
        work.Queue("SELECT call_id, state FROM call WHERE session = $1 AND consumed_seq IS NULL",
                   lease->session);
    const size_t signals =
        work.Queue("SELECT number, name FROM signal WHERE session = $1 AND consumed_seq IS NULL",
                   lease->session);
    if (!Holds(work, *lease, lock)) return work.status();
    const Unseen unseen = UnseenBy(transition, work.Rows(calls), work.Rows(signals));
    const SessionState state = StateAfter(transition, unseen);
    StoreState(work, *lease, transition, state);
    InsertCalls(work, *lease, transition);
    ConsumeWhatCame(work, *lease, transition);
    InsertTexts(work, *lease, transition);
    Note(work, lease->session, "committed", StateName(state));
    if (HasEnded(state)) WithdrawCalls(work, lease->session, lease->seq + 1);
    if (unseen.unknown && state == SessionState::kWaiting)
      ParkRow(work, lease->session, kParkedForUnknown, "a call may have happened");
    return absl::OkStatus();
  });
  if (status.ok()) ++lease->seq;
  return status;
}

absl::Status PostgresStore::Release(const Lease& lease, int64_t delay_ms) {
  return Writing([&](PostgresWork& work) -> absl::Status {
    if (!LockHeld(work, lease)) return work.status();
    EndLease(work, lease, StateName(SessionState::kReady), work.now() + delay_ms);
    Note(work, lease.session, "released", lease.owner);
    return absl::OkStatus();
  });
}

absl::Status PostgresStore::Park(const Lease& lease, std::string_view parked_for,
                                 std::string_view reason) {
  return Writing([&](PostgresWork& work) -> absl::Status {
    if (!LockHeld(work, lease)) return work.status();
    EndLease(work, lease, StateName(SessionState::kParked), 0);
    ParkRow(work, lease.session, parked_for, reason);
    return absl::OkStatus();
  });
}

}  // namespace pysub::sessions
