#ifndef PYSUB_OSBRIDGE_SESSIONS_WORKER_H_
#define PYSUB_OSBRIDGE_SESSIONS_WORKER_H_

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "osbridge/sessions/machine.h"
#include "osbridge/sessions/session_keys.h"
#include "osbridge/sessions/session_store.h"

namespace pysub::sessions {

struct WorkerOptions {
  std::string name;                // empty: one that nobody else has
  int64_t lease_ms = 30'000;       // of a session; it is renewed after a third of it
  int64_t call_lease_ms = 60'000;  // of a call: longer than its handler may take
  int64_t turn_ms = 2'000;         // of running, then the session is stored and others have a turn
  int64_t most_crashes = 5;        // leases of a session that end by themselves, until it is parked
  int64_t crash_delay_ms = 1'000;
  std::optional<std::string> tenant;  // works for this one alone
};

// Goes on with sessions of a store, and answers their calls for which it has a handler. Any number
// of workers, in any processes, share a store; one thread uses a Worker and its store.
//
//   auto store = *OpenStore("sqlite:sessions.db");
//   Worker worker(*store, keys, {});
//   worker.Add(std::make_unique<PythonMachine>());
//   worker.Handle("charge", [](const CallRow& call) { ...; return CallReply{.value = "true"}; });
//   worker.Work(stop);
class Worker {
 public:
  // Runs a call, within call_lease_ms; `call.idem_key` goes to whoever receives it. Nothing: it is
  // not known whether it happened. (Then its lease ends, and its class says what is done.)
  using Handler = std::function<std::optional<CallReply>(const CallRow& call)>;

  Worker(SessionStore& store, const SessionKeys& keys, WorkerOptions options);
  void Add(std::unique_ptr<Machine> machine);
  void Handle(std::string name, Handler handler);

  // One turn of a session or one call. False: there is nothing to do now. A status is the store's:
  // nothing is lost, the lease ends by itself.
  absl::StatusOr<bool> WorkOnce();
  // Until `stop`: a session that runs then is stored where it stands. Waits where there is nothing
  // to do, and longer from time to time while the store fails. `on_error` is told of that.
  void Work(const std::atomic<bool>& stop,
            const std::function<void(const absl::Status&)>& on_error);
  // From any thread: the session that runs is stored at its next look.
  void Stop() { stopping_ = true; }

 private:
  absl::StatusOr<bool> WorkOnSession();
  absl::StatusOr<bool> WorkOnCall();
  absl::Status RunClaim(const Claim& claim);
  absl::Status Finish(Lease lease, const Claim& claim, Transition transition);
  absl::Status Refuse(const Lease& lease, const absl::Status& why);
  const Machine* MachineOf(std::string_view kind) const;
  Pulse Look(const Lease& lease);

  using Clock = std::chrono::steady_clock;
  SessionStore& store_;
  const SessionKeys& keys_;
  WorkerOptions options_;
  std::vector<std::unique_ptr<Machine>> machines_;
  std::map<std::string, Handler, std::less<>> handlers_;
  std::atomic<bool> stopping_ = false;
  const std::atomic<bool>* stop_ = &stopping_;  // that of Work()
  Clock::time_point turn_began_, lease_renewed_, recovered_;
};

// ---- what hosts and command lines do with sessions, beside what the store does itself

struct SessionRequest {
  std::string tenant, kind, title, idem_key;
  SessionSpec spec;
  std::string code;
};

// Its id. kInvalidArgument: a wrong tenant, setting, signature or code.
absl::StatusOr<std::string> CreateSession(SessionStore& store, const SessionKeys& keys,
                                          const Machine& machine, const SessionRequest& request);
// A second session in the state of the last transition.
absl::StatusOr<std::string> ForkSession(SessionStore& store, const SessionKeys& keys,
                                        std::string_view id, const std::string& title,
                                        const std::string& idem_key);
// Seals the state with the newest key of its tenant.
absl::Status ResealSession(SessionStore& store, const SessionKeys& keys, std::string_view id);

}  // namespace pysub::sessions

#endif  // PYSUB_OSBRIDGE_SESSIONS_WORKER_H_
