#include <fmt/format.h>

#include <algorithm>

#include "osbridge/sessions/sqlite_store_impl.h"

// What workers do: claims, and what comes of them.
namespace pysub::sessions {
namespace {

// ",python,shell,": what instr() finds a kind in.
std::string ListOf(const std::vector<std::string>& kinds) {
  std::string list = ",";
  for (const std::string& kind : kinds) list += kind + ",";
  return list;
}

// The session that is due and whose tenant was not served for longest.
std::optional<std::string> NextDue(SqliteWork& work, const ClaimRequest& request) {
  const std::string kinds = ListOf(request.kinds);
  SqliteRows rows = work.Select(
      "SELECT (SELECT id FROM session WHERE tenant = tenant.name AND due_at <= ?1 "
      "  AND (format = '' OR format = ?2) AND instr(?3, ',' || kind || ',') > 0 "
      "  ORDER BY due_at, rowid LIMIT 1) AS due "
      "FROM tenant WHERE (?4 = 0 OR name = ?5) AND due IS NOT NULL ORDER BY served, name LIMIT 1",
      work.now(), request.format, kinds, request.tenant.has_value(), request.tenant.value_or(""));
  if (!rows.Next()) return std::nullopt;
  return rows.Text(0);
}

// The lease of a worker ended by itself: it is gone, or hangs. True: the session may be claimed
// now.
bool SurvivesCrash(SqliteWork& work, const ClaimRequest& request, const SessionRow& row) {
  const int64_t crashes = row.crashes + 1;
  work.Run("UPDATE session SET crashes = ?2, state = 'ready' WHERE id = ?1", row.id, crashes);
  SqliteStore::Note(work, row.id, "lapsed", row.lease_owner);
  if (crashes >= request.most_crashes) {
    SqliteStore::ParkRow(work, row.id, kParkedForCrashes,
                         fmt::format("{} workers had it and did not come back", crashes));
    return false;
  }
  if (crashes == 1) return true;
  const int64_t delay = DelayAfterCrashes(request, crashes);
  work.Run("UPDATE session SET due_at = ?2, lease_owner = '', lease_until = NULL WHERE id = ?1",
           row.id, work.now() + delay);
  return delay == 0;
}

void TakeLease(SqliteWork& work, const ClaimRequest& request, std::string_view id) {
  work.Run(
      "UPDATE session SET state = 'running', fence = fence + 1, lease_owner = ?2, "
      "lease_until = ?3, due_at = ?3 WHERE id = ?1",
      id, request.owner, work.now() + request.lease_ms);
  work.Run(
      "UPDATE tenant SET served = (SELECT max(served) + 1 FROM tenant) "
      "WHERE name = (SELECT tenant FROM session WHERE id = ?1)",
      id);
  SqliteStore::Note(work, id, "claimed", request.owner);
}

std::optional<SnapshotRow> NewestSnapshot(SqliteWork& work, const SessionRow& row) {
  SqliteRows rows = work.Select(
      "SELECT seq, digest, blob FROM snapshot WHERE session = ?1 AND seq = ?2", row.id, row.seq);
  if (!rows.Next()) return std::nullopt;
  SnapshotRow snapshot{rows.Int(0), rows.Text(1), rows.Text(2)};
  if (DigestOf(snapshot.blob) != snapshot.digest) return std::nullopt;
  return snapshot;
}

// ---- Commit()

void InsertCalls(SqliteWork& work, const Lease& lease, const Transition& transition) {
  for (const NewCall& call : transition.calls) {
    work.Run(
        "INSERT INTO call(session, call_id, name, args, idem_key, class, state, seq) "
        "VALUES(?1, ?2, ?3, ?4, ?5, ?6, 'announced', ?7)",
        lease.session, call.call_id, call.name, call.args, CallKey(lease.session, call.call_id),
        ClassName(call.call_class), lease.seq + 1);
  }
}

void ConsumeWhatCame(SqliteWork& work, const Lease& lease, const Transition& transition) {
  for (const int64_t id : transition.delivered_calls) {
    work.Run("UPDATE call SET consumed_seq = ?3 WHERE session = ?1 AND call_id = ?2", lease.session,
             id, lease.seq + 1);
  }
  for (const int64_t number : transition.consumed_signals) {
    work.Run("UPDATE signal SET consumed_seq = ?3 WHERE number = ?2 AND session = ?1",
             lease.session, number, lease.seq + 1);
  }
}

void InsertTexts(SqliteWork& work, const Lease& lease, const Transition& transition) {
  for (const auto& [topic, body] : transition.outbox) {
    work.Run(
        "INSERT INTO outbox(session, tenant, seq, topic, body) "
        "SELECT id, tenant, ?2, ?3, ?4 FROM session WHERE id = ?1",
        lease.session, lease.seq + 1, topic, body);
  }
  for (const auto& [event, detail] : transition.log)
    SqliteStore::Note(work, lease.session, event, detail);
}

bool HasAnswer(SqliteWork& work, std::string_view id) {
  return work
      .SelectInt(
          "SELECT 1 FROM call WHERE session = ?1 AND state = 'answered' AND consumed_seq IS NULL "
          "LIMIT 1",
          id)
      .has_value();
}

bool HasSignal(SqliteWork& work, std::string_view id, std::string_view name) {
  return work
      .SelectInt(
          "SELECT 1 FROM signal WHERE session = ?1 AND name = ?2 AND consumed_seq IS NULL LIMIT 1",
          id, name)
      .has_value();
}

// What the session is in, with what came while it ran.
SessionState StateAfter(SqliteWork& work, std::string_view id, const Transition& transition) {
  const SessionState next = transition.next;
  if (HasEnded(next)) return HasSignal(work, id, kFeedSignal) ? SessionState::kReady : next;
  if (next != SessionState::kWaiting) return next;
  const std::vector<std::string_view> wanted = SignalNames(transition.wants_signal);
  const bool signalled = std::any_of(wanted.begin(), wanted.end(), [&](std::string_view name) {
    return HasSignal(work, id, name);
  });
  return signalled || HasAnswer(work, id) ? SessionState::kReady : next;
}

// Whoever has the lease gives it up, and its session is in `state` then. False: it is lost.
bool EndLease(SqliteWork& work, const Lease& lease, std::string_view state, int64_t due_at) {
  return work.Run(
             "UPDATE session SET state = ?5, due_at = ?6, lease_owner = '', lease_until = NULL, "
             "updated_at = ?7 WHERE id = ?1 AND fence = ?2 AND seq = ?3 AND state = 'running' "
             "AND lease_owner = ?4",
             lease.session, lease.fence, lease.seq, lease.owner, state, TimeOrNull{due_at},
             work.now()) == 1;
}

}  // namespace

absl::StatusOr<std::optional<Claim>> SqliteStore::ClaimNext(const ClaimRequest& request) {
  SqliteWork work = Writing();
  Claim claim;
  while (const std::optional<std::string> id = NextDue(work, request)) {
    const std::optional<SessionRow> before = Row(work, *id);
    if (!before) break;
    if (before->state == SessionState::kRunning && !SurvivesCrash(work, request, *before)) continue;
    std::optional<SnapshotRow> snapshot = NewestSnapshot(work, *before);
    if (!snapshot && work.ok()) {
      ParkRow(work, *id, kParkedForState, "its snapshot is missing or damaged");
      continue;
    }
    TakeLease(work, request, *id);
    std::optional<SessionRow> row = Row(work, *id);
    if (!row) break;
    claim = {{*id, request.owner, row->fence, row->seq},
             *std::move(row),
             *std::move(snapshot),
             OpenCalls(work, *id),
             NewSignals(work, *id),
             work.now()};
    break;
  }
  if (absl::Status status = work.Commit(); !status.ok()) return status;
  if (claim.lease.session.empty()) return std::optional<Claim>();
  return std::optional<Claim>(std::move(claim));
}

absl::Status SqliteStore::Heartbeat(const Lease& lease, int64_t lease_ms) {
  SqliteWork work = Writing();
  const int64_t until = work.now() + lease_ms;
  if (work.Run("UPDATE session SET lease_until = ?5, due_at = ?5 WHERE id = ?1 AND fence = ?2 "
               "AND seq = ?3 AND state = 'running' AND lease_owner = ?4",
               lease.session, lease.fence, lease.seq, lease.owner, until) == 0) {
    work.Fail(LeaseLost(lease));
  }
  return work.Commit();
}

absl::Status SqliteStore::Commit(Lease* lease, const Transition& transition) {
  if (absl::Status good = CheckTransition(transition); !good.ok()) return good;
  SqliteWork work = Writing();
  if (!EndLease(work, *lease, StateName(transition.next), 0)) work.Fail(LeaseLost(*lease));
  work.Run(
      "UPDATE session SET seq = seq + 1, crashes = 0, timer_at = ?2, wants_signal = ?3, "
      "parked_for = ?4, reason = ?5, result = ?6, format = ?7 WHERE id = ?1",
      lease->session, TimeOrNull{transition.timer_at}, transition.wants_signal,
      transition.parked_for, transition.reason, transition.result, transition.format);
  work.Run("INSERT INTO snapshot(session, seq, digest, blob) VALUES(?1, ?2, ?3, ?4)",
           lease->session, lease->seq + 1, DigestOf(transition.blob), BlobView{transition.blob});
  work.Run("DELETE FROM snapshot WHERE session = ?1 AND seq <= ?2", lease->session, lease->seq);
  InsertCalls(work, *lease, transition);
  ConsumeWhatCame(work, *lease, transition);
  const SessionState state = StateAfter(work, lease->session, transition);
  work.Run("UPDATE session SET state = ?2, due_at = ?3 WHERE id = ?1", lease->session,
           StateName(state), TimeOrNull{DueAfter(state, transition, work.now())});
  InsertTexts(work, *lease, transition);
  Note(work, lease->session, "committed", StateName(state));
  if (HasEnded(state)) WithdrawCalls(work, lease->session, lease->seq + 1);
  if (HasUnknownCall(work, lease->session) && state == SessionState::kWaiting)
    ParkRow(work, lease->session, kParkedForUnknown, "a call may have happened");
  absl::Status status = work.Commit();
  if (status.ok()) ++lease->seq;
  return status;
}

absl::Status SqliteStore::Release(const Lease& lease, int64_t delay_ms) {
  SqliteWork work = Writing();
  if (!EndLease(work, lease, "ready", work.now() + delay_ms)) work.Fail(LeaseLost(lease));
  Note(work, lease.session, "released", lease.owner);
  return work.Commit();
}

absl::Status SqliteStore::Park(const Lease& lease, std::string_view parked_for,
                               std::string_view reason) {
  SqliteWork work = Writing();
  if (!EndLease(work, lease, "parked", 0)) work.Fail(LeaseLost(lease));
  ParkRow(work, lease.session, parked_for, reason);
  return work.Commit();
}

}  // namespace pysub::sessions
