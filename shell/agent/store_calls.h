#ifndef PYSUB_SHELL_AGENT_STORE_CALLS_H_
#define PYSUB_SHELL_AGENT_STORE_CALLS_H_

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "shell/agent/call.h"

namespace pysub::agent {

// Work of calls that may block for seconds, such as a store on a network whose machine hangs: done
// one after the other on a thread of its own, so that whoever works on calls (CallQueue) does
// others meanwhile. Each ends in a stated time, whatever its work does.
class StoreCalls {
 public:
  // `time`: from Start() to the end of a call. `give_up`: told, from any thread, when this is
  // destroyed while work blocks: what it blocks on ends soon then.
  StoreCalls(std::chrono::milliseconds time, std::function<void()> give_up);
  // What has not begun is not done.
  ~StoreCalls();
  StoreCalls(const StoreCalls&) = delete;
  StoreCalls& operator=(const StoreCalls&) = delete;

  // Work that has not begun when its time is over, or when its call is cancelled, is not done; of
  // work that has, nobody hears then what came of it.
  std::unique_ptr<Call> Start(std::function<CallResult()> work);

 private:
  struct Job;
  class Waiting;
  void Run();

  const std::chrono::milliseconds time_;
  const std::function<void()> give_up_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Job>> jobs_;  // guarded by mutex_, as what follows
  bool is_over_ = false;
  bool has_ended_ = false;  // the thread has
  std::thread thread_;
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_STORE_CALLS_H_
