#include "osbridge/sessions/store_rules.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <vector>

#include "osbridge/sessions/session_store.h"

namespace pysub::sessions {
namespace {

constexpr int64_t kMostDelayMs = 300'000;
constexpr int kMostDoublings = 20;

}  // namespace

std::string Hexadecimal(const unsigned char* bytes, size_t size) {
  std::string text;
  for (size_t i = 0; i < size; ++i) text += fmt::format("{:02x}", bytes[i]);
  return text;
}

std::string DigestOf(std::string_view blob) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> digest;
  crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(blob.data()),
                     blob.size());
  return Hexadecimal(digest.data(), digest.size());
}

std::string SessionId() {
  std::array<unsigned char, 16> bytes;
  randombytes_buf(bytes.data(), bytes.size());
  return "d" + Hexadecimal(bytes.data(), bytes.size());
}

std::string CallKey(std::string_view session, int64_t call_id) {
  return fmt::format("{}:{}", session, call_id);
}

// ---- what is refused

absl::Status NoSession(std::string_view id) {
  return absl::NotFoundError(fmt::format("there is no session {}", id));
}

absl::Status NoCall(std::string_view id, int64_t call_id) {
  return absl::NotFoundError(fmt::format("session {} has no call {}", id, call_id));
}

absl::Status NotInState(const SessionRow& row, std::string_view what) {
  return absl::FailedPreconditionError(
      fmt::format("session {} is {}: {}", row.id, StateName(row.state), what));
}

absl::Status WentOn(std::string_view id) {
  return absl::AbortedError(fmt::format("session {} went on meanwhile", id));
}

absl::Status LeaseLost(const Lease& lease) {
  return absl::AbortedError(
      fmt::format("the lease of session {} is lost: others go on with it", lease.session));
}

absl::Status CheckTransition(const Transition& transition) {
  const SessionState next = transition.next;
  if (next == SessionState::kRunning || next == SessionState::kCancelled)
    return absl::InvalidArgumentError("no transition leads to this state");
  if (next == SessionState::kSleeping && transition.timer_at == 0)
    return absl::InvalidArgumentError("who sleeps needs a time at which it ends");
  return absl::OkStatus();
}

// ---- what follows

void SetForkState(SessionRow* row, int64_t now) {
  const bool stays = HasEnded(row->state) ||
                     (row->state == SessionState::kParked && row->parked_for != kParkedForUnknown);
  if (stays) return;
  row->state = SessionState::kReady;
  row->parked_for.clear();
  row->reason.clear();
  row->due_at = now;
}

SessionRow RowOf(const NewSession& session, int64_t now) {
  SessionRow row;
  row.id = session.id;
  row.tenant = session.tenant;
  row.kind = session.kind;
  row.title = session.title;
  row.spec = session.spec;
  row.idem_key = session.idem_key;
  row.state = SessionState::kReady;
  row.due_at = now;
  return row;
}

absl::Status TakesSignal(const SessionRow& row, std::string_view name) {
  const bool is_late = HasEnded(row.state) && name != kFeedSignal;
  if (row.state == SessionState::kCancelled || is_late)
    return NotInState(row, name == kFeedSignal ? "nothing goes on in it, more code neither"
                                               : "no signal reaches it");
  return absl::OkStatus();
}

bool WakesFor(const SessionRow& row, std::string_view name) {
  if (name == kFeedSignal) return HasEnded(row.state);
  const std::vector<std::string_view> wanted = SignalNames(row.wants_signal);
  return row.state == SessionState::kWaiting && std::count(wanted.begin(), wanted.end(), name) != 0;
}

int64_t DelayAfterCrashes(const ClaimRequest& request, int64_t crashes) {
  if (crashes < 2) return 0;  // the first may be the worker's own fault
  const int doublings = static_cast<int>(std::min<int64_t>(crashes - 2, kMostDoublings));
  return std::min(request.crash_delay_ms << doublings, kMostDelayMs);
}

int64_t DueAfter(SessionState state, const Transition& transition, int64_t now) {
  if (state == SessionState::kReady) return now;
  const bool waits = state == SessionState::kWaiting || state == SessionState::kSleeping;
  return waits ? transition.timer_at : 0;
}

}  // namespace pysub::sessions
