#ifndef PYSUB_OSBRIDGE_SESSIONS_STORE_RULES_H_
#define PYSUB_OSBRIDGE_SESSIONS_STORE_RULES_H_

#include <absl/status/status.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "osbridge/sessions/session_types.h"

// What the stores in SQLite and in PostgreSQL have in common: how they read rows, what they refuse,
// and what follows from what. Each says it in its own SQL.
namespace pysub::sessions {

// NULL for 0: how times that are not there are stored.
struct TimeOrNull {
  int64_t ms = 0;
};

// The columns that SessionOf() reads, and those of CallOf(), in their order.
#define PYSUB_SESSION_COLUMNS                                                               \
  "id, tenant, kind, title, spec, idem_key, parent, state, parked_for, reason, result, "    \
  "format, wants_signal, due_at, timer_at, lease_owner, lease_until, fence, seq, crashes, " \
  "created_at, updated_at"
#define PYSUB_CALL_COLUMNS                                                            \
  "call.session, session.tenant, call.call_id, call.name, call.args, call.idem_key, " \
  "call.class, call.state, call.attempts, call.owner, call.lease_until, call.reply, " \
  "call.error, call.seq, call.consumed_seq"

// Rows: Text(column) and Int(column) of the row at hand.
template <typename Rows>
SessionRow SessionOf(const Rows& rows) {
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

template <typename Rows>
CallRow CallOf(const Rows& rows) {
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

inline bool HasEnded(SessionState state) {
  return state == SessionState::kDone || state == SessionState::kFailed;
}

std::string Hexadecimal(const unsigned char* bytes, size_t size);
std::string DigestOf(std::string_view blob);

// The reply of calls that nobody will run any more.
inline constexpr std::string_view kWithdrawn =
    R"({"type": "RuntimeError", "message": "the session has ended"})";

absl::Status NoSession(std::string_view id);
absl::Status NoCall(std::string_view id, int64_t call_id);
absl::Status NotInState(const SessionRow& row, std::string_view what);
absl::Status WentOn(std::string_view id);  // kAborted: it has another seq by now
absl::Status LeaseLost(const Lease& lease);
absl::Status CheckTransition(const Transition& transition);

// What a fork is in. Where its state has to be looked at anew it is ready: a worker that finds
// nothing to do stores that it waits.
void SetForkState(SessionRow* row, int64_t now);

// A row of NewSession, ready at `now`.
SessionRow RowOf(const NewSession& session, int64_t now);

// Whether a signal of this name reaches a session, and whether that makes it ready.
absl::Status TakesSignal(const SessionRow& row, std::string_view name);
bool WakesFor(const SessionRow& row, std::string_view name);

// How long a session waits of which so many workers in a row were lost.
int64_t DelayAfterCrashes(const ClaimRequest& request, int64_t crashes);

// The time at which a worker may take a session that a transition led to `state`.
int64_t DueAfter(SessionState state, const Transition& transition, int64_t now);

}  // namespace pysub::sessions

#endif  // PYSUB_OSBRIDGE_SESSIONS_STORE_RULES_H_
