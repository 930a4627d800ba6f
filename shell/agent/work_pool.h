#ifndef PYSUB_SHELL_AGENT_WORK_POOL_H_
#define PYSUB_SHELL_AGENT_WORK_POOL_H_

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "shell/agent/call_queue.h"

namespace pysub::agent {

// Threads that work on the calls of several principals, a piece of one after a piece of the other,
// so that nobody waits for all calls of somebody else.
class WorkPool {
 public:
  // What one principal has to be done: what came for it, in the order in which it came and one at a
  // time, and its calls, side by side. `calls` outlives the pool's threads.
  class Lane {
   public:
    explicit Lane(CallQueue& calls) : calls_(calls) {}

   private:
    friend class WorkPool;
    CallQueue& calls_;
    std::mutex mutex_;  // guards what follows
    std::deque<std::function<void()>> came_;
    bool is_taking_ = false;
  };

  WorkPool();
  ~WorkPool();  // Stop()
  WorkPool(const WorkPool&) = delete;
  WorkPool& operator=(const WorkPool&) = delete;

  // Before Start().
  Lane& AddLane(CallQueue& calls);
  void Start(size_t threads);
  // Returns when each thread has ended its piece. Nothing is done after it.
  void Stop();
  // Thread-safe.
  void Post(Lane& lane, std::function<void()> work);

 private:
  void Run(size_t first);
  static bool WorkOn(Lane& lane);
  static bool TakeOne(Lane& lane);
  void Wake();
  void WaitForWork();

  std::vector<std::unique_ptr<Lane>> lanes_;
  std::vector<std::thread> threads_;
  std::atomic<bool> is_stopped_ = false;
  const int wake_;  // an eventfd: how many threads are to look again
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_WORK_POOL_H_
