#ifndef PYSUB_SHELL_AGENT_APPROVALS_H_
#define PYSUB_SHELL_AGENT_APPROVALS_H_

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "shell/agent/call.h"

namespace pysub::agent {

// A run that stands still until somebody has answered.
class WaitingRun {
 public:
  virtual ~WaitingRun() = default;
  // Its session; empty: it has none.
  virtual std::string_view session_id() const = 0;
  // Goes on with the answers of a client (inputResponses). What is missing is asked for again.
  virtual std::unique_ptr<Call> Resume(std::shared_ptr<WaitingRun> self, const Json& responses) = 0;
};

// Runs of one principal that wait, by a state that the client brings back (requestState): sealed
// with a key of this object's own, so that nobody else's fits, bound to what was asked for, good
// for a time and once. Thread-safe.
class Approvals {
 public:
  // `time`: that a state is good for. `most`: runs that wait at a time.
  Approvals(std::chrono::milliseconds time, size_t most);

  // The state; empty: too many wait. `digest`: of the request (CallContext).
  std::string Park(std::shared_ptr<WaitingRun> run, std::string_view digest);
  // The run, which is no more here then. Null: *why says what is wrong with the state.
  std::shared_ptr<WaitingRun> Take(std::string_view state, std::string_view digest,
                                   std::string* why);
  // Whether the session has a run here, which keeps it to itself.
  bool HasSession(std::string_view session) const;
  // Runs of a session (which the caller has to itself), and of none, whose time is over. They are
  // given up when they are freed.
  std::vector<std::shared_ptr<WaitingRun>> TakeExpired(std::string_view session);
  // The session's, whose answer nobody will see.
  std::shared_ptr<WaitingRun> TakeSession(std::string_view session);
  size_t size() const;

 private:
  using Id = std::array<uint8_t, 16>;
  struct Entry {
    std::shared_ptr<WaitingRun> run;
    int64_t expires_ms = 0;  // of the steady clock
  };
  std::string Seal(const Id& id, int64_t expires_ms, std::string_view digest) const;

  const std::chrono::milliseconds time_;
  const size_t most_;
  std::array<uint8_t, 32> key_;
  mutable std::mutex mutex_;
  std::map<Id, Entry> entries_;  // guarded by mutex_
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_APPROVALS_H_
