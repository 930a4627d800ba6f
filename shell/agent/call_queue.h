#ifndef PYSUB_SHELL_AGENT_CALL_QUEUE_H_
#define PYSUB_SHELL_AGENT_CALL_QUEUE_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "shell/agent/call.h"
#include "shell/agent/config.h"

namespace pysub::agent {

// A call that somebody asked for. Its functions are called on the thread that works on it, one at a
// time, without any lock.
struct CallJob {
  uint64_t owner = 0;   // whose it is: NewOwner()
  Json id;              // its name among those of its owner
  std::string session;  // which it has to itself; empty: none
  size_t bytes = 0;     // what its request takes
  std::function<std::unique_ptr<Call>()> start;
  std::function<void(uint64_t used)> tell;  // progress; empty: nobody wants to hear
  std::function<void(CallResult& result)> finish;
  std::function<void()> drop;  // instead of finish: it was cancelled
};

// The calls of one principal, whatever connection they came by: those that run and those that wait
// for their turn. Any number of threads may work on it, each on another call; those of one session
// come one after the other.
class CallQueue {
 public:
  // `limits` outlives it.
  explicit CallQueue(const Quotas& limits) : limits_(limits) {}

  static uint64_t NewOwner();

  // False: as many wait as may.
  bool Add(CallJob job);
  // False: enough calls wait; more would be refused.
  bool HasRoom() const;
  struct Load {
    size_t running = 0, waiting = 0;
  };
  Load load() const;
  bool HasCalls(uint64_t owner) const;
  // Whether a call with this name is not answered yet.
  bool Has(uint64_t owner, const Json& id) const;
  // It ends soon, and is not answered.
  void Cancel(uint64_t owner, const Json& id);
  void CancelAll(uint64_t owner);

  // A piece of one call, the one that had none for longest. False: there is nothing to do now.
  bool StepOne();
  // Until when, or until which descriptors can be read, StepOne() has nothing to do. Zero: it has.
  std::chrono::nanoseconds WaitFor(std::vector<int>* descriptors) const;
  // Called, by any thread and with a lock held, when there is something to do that was not there.
  // Who has done a piece, or Release(), looks again without being told.
  void OnWork(std::function<void()> wake) { wake_ = std::move(wake); }

  // A session for somebody who is no call. False: it is in use.
  bool TryTake(std::string_view session);
  void Release(std::string_view session);

 private:
  struct Entry {
    CallJob job;
    std::unique_ptr<Call> call;  // null: it has not begun
    // Which has it to itself, job and call; but another one may interrupt the call.
    bool is_on_thread = false;
    bool is_cancelled = false;
    bool knows_it = false;  // the call does
    uint64_t turn = 0;      // when it had a piece
    SteadyTime ready_at;    // there is nothing to do before
    int descriptor = -1;    // or until this can be read
  };

  Entry* Find(uint64_t owner, const Json& id);
  void CancelEntry(Entry& entry);
  bool MayBegin(const Entry& entry, std::set<std::string_view>* earlier) const;
  bool IsReady(const Entry& entry, SteadyTime now) const;
  Entry* Choose();
  void Finish(Entry& entry);
  void Wake() const {
    if (wake_) wake_();
  }

  const Quotas& limits_;
  std::function<void()> wake_;
  mutable std::mutex mutex_;  // guards what follows
  std::list<Entry> entries_;  // in the order in which they came
  std::set<std::string, std::less<>> busy_;
  size_t running_ = 0;  // have begun
  size_t bytes_ = 0;    // of their requests
  uint64_t turns_ = 0;
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_CALL_QUEUE_H_
