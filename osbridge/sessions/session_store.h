#ifndef PYSUB_OSBRIDGE_SESSIONS_SESSION_STORE_H_
#define PYSUB_OSBRIDGE_SESSIONS_SESSION_STORE_H_

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "osbridge/sessions/session_types.h"

namespace pysub::sessions {

// Where durable sessions live. Each method is one transaction: all of it happened, or nothing.
//
// After kUnavailable (busy too long, a disk or connection that fails) nobody knows which; every
// method may then be called again: what has happened already is not done twice. kResourceExhausted:
// no room, nothing was done. kDataLoss: what is stored is damaged. kNotFound: there is no such
// session or call. kAborted: the lease is lost; whoever gets it drops all that it has done since
// its claim. kFailedPrecondition: not in this state.
//
// One thread at a time uses a store; any number of them, in any processes, may be open.
class SessionStore {
 public:
  virtual ~SessionStore() = default;

  // The store's clock, by which leases and timers count.
  virtual absl::StatusOr<int64_t> NowMs() = 0;

  // ---- sessions, for whoever has them
  // Its id: that of an older session where the idem_key says that this is it.
  virtual absl::StatusOr<std::string> Create(const NewSession& session) = 0;
  // A second session in the state of the last transition. Calls that are not answered are announced
  // anew, as its own: they have other keys. kAborted: `from` has another seq by now.
  virtual absl::StatusOr<std::string> Fork(const ForkRequest& request) = 0;
  virtual absl::StatusOr<SessionRow> Get(std::string_view id) = 0;
  virtual absl::StatusOr<SnapshotRow> Snapshot(std::string_view id) = 0;
  virtual absl::StatusOr<std::vector<SessionRow>> List(const ListRequest& request) = 0;
  // How many a tenant has; where there are more than `most`, that.
  virtual absl::StatusOr<int64_t> Count(std::string_view tenant, int64_t most) = 0;
  virtual absl::StatusOr<std::vector<CallRow>> Calls(std::string_view id) = 0;
  virtual absl::StatusOr<std::vector<SignalRow>> Signals(std::string_view id) = 0;
  // Lines behind number `after`.
  virtual absl::StatusOr<std::vector<LogRow>> Log(std::string_view id, int64_t after,
                                                  int64_t most) = 0;
  // Wakes a session that waits for this name; kept for one that will. The same idem_key twice is
  // one signal. kFailedPrecondition: it was cancelled, or has ended and this is no code for it.
  virtual absl::Status Signal(std::string_view id, std::string_view name, std::string_view payload,
                              std::string_view idem_key) = 0;
  // A parked session may run again; its crashes are forgotten. kFailedPrecondition: it is not
  // parked, or a call of it is still unknown.
  virtual absl::Status Resume(std::string_view id) = 0;
  // Ends it wherever it stands: what a worker commits for it is refused from now on. Calls that
  // nobody has started will not be.
  virtual absl::Status Cancel(std::string_view id, std::string_view reason) = 0;
  // The same state sealed with another key. kAborted: it has another seq by now.
  virtual absl::Status Reseal(std::string_view id, int64_t seq, std::string_view blob) = 0;
  // Removes sessions that ended and were not touched since, without undelivered outbox. How many.
  virtual absl::StatusOr<int64_t> Gc(const GcRequest& request) = 0;

  // ---- workers
  // A session that is ready or due, or whose worker's lease has ended; of tenants in turn. Nothing:
  // there is none now.
  virtual absl::StatusOr<std::optional<Claim>> ClaimNext(const ClaimRequest& request) = 0;
  // Makes the lease longer. kAborted: it is lost.
  virtual absl::Status Heartbeat(const Lease& lease, int64_t lease_ms) = 0;
  // Stores a transition, and ends the claim; calls may be run from now on. *lease has the new seq
  // then. What came meanwhile is seen: who would wait for an answer that is there is ready.
  // kAborted: the lease is lost, or this was stored already.
  virtual absl::Status Commit(Lease* lease, const Transition& transition) = 0;
  // Gives a claim back: as if it had not been, but not before `delay_ms`. Counts as no crash.
  virtual absl::Status Release(const Lease& lease, int64_t delay_ms) = 0;
  // Gives a claim up until a person says Resume().
  virtual absl::Status Park(const Lease& lease, std::string_view parked_for,
                            std::string_view reason) = 0;

  // ---- whoever answers calls
  // An announced call becomes a started one. Nothing: there is none.
  virtual absl::StatusOr<std::optional<CallRow>> TakeCall(const CallTake& take) = 0;
  // The answer of a call in whatever state; the first one wins. True: this was it.
  virtual absl::StatusOr<bool> Answer(std::string_view id, int64_t call_id,
                                      const CallReply& reply) = 0;
  // A person knows that an unknown (or started) call did not happen: it is announced again.
  virtual absl::Status Reannounce(std::string_view id, int64_t call_id) = 0;
  // What was started and not answered within its lease is announced again where it is idempotent,
  // else unknown, and its session parked. How many.
  virtual absl::StatusOr<int64_t> RecoverCalls() = 0;

  // ---- whoever takes what sessions say to the outside
  // Of all tenants when there is none given; in order.
  virtual absl::StatusOr<std::vector<OutboxRow>> Outbox(const std::optional<std::string>& tenant,
                                                        int64_t after, int64_t most) = 0;
  // It was delivered, and goes.
  virtual absl::Status RemoveFromOutbox(int64_t number) = 0;

  // Waits so long, or until others let know that there may be something to do: then true. Only a
  // hint, which may be lost or come for nothing: whoever waits looks anew either way.
  virtual bool AwaitHint(int64_t ms);
  // From any thread: a method that waits for a machine which does not answer ends soon, as each
  // later one does, with kUnavailable. For whoever ends.
  virtual void GiveUp() {}
};

// kFinds: a file that is not there is kNotFound. For whoever looks at what others have stored: an
// empty store in its place would hide that its name is wrong. (A database of PostgreSQL is never
// made.)
enum class StoreOpening : uint8_t { kMakes, kFinds };

// Opens "sqlite:PATH" or a path alone, and makes it where it is not there; "postgresql://..." as
// libpq takes it, where an opener was set. kInvalidArgument: an URL of another kind. A path alone
// begins with no scheme: "./a:b" is one, "a:b" none.
absl::StatusOr<std::unique_ptr<SessionStore>> OpenStore(
    std::string_view url, StoreOpening opening = StoreOpening::kMakes);

// PostgreSQL is for programs that link the library `postgres_store` and say so at their start:
// SetPostgresOpener(OpenPostgresUrl).
using StoreOpener = absl::StatusOr<std::unique_ptr<SessionStore>> (*)(std::string_view url);
void SetPostgresOpener(StoreOpener opener);
inline bool IsPostgresUrl(std::string_view url) {
  return url.starts_with("postgres://") || url.starts_with("postgresql://");
}

// 128 random bits: nobody guesses one, and none comes twice.
std::string SessionId();

// What a call is known by to its receiver.
std::string CallKey(std::string_view session, int64_t call_id);

}  // namespace pysub::sessions

#endif  // PYSUB_OSBRIDGE_SESSIONS_SESSION_STORE_H_
