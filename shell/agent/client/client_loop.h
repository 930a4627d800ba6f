#ifndef PYSUB_SHELL_AGENT_CLIENT_CLIENT_LOOP_H_
#define PYSUB_SHELL_AGENT_CLIENT_CLIENT_LOOP_H_

#include <poll.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace pysub::agent {

// One thread on which the clients of several servers read, write and look at their deadlines.
class ClientLoop {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // What the thread works on.
  class Member {
   public:
    virtual ~Member() = default;
    virtual void AddTo(std::vector<pollfd>* polled) const = 0;
    virtual void Work() = 0;
    // When it has to be looked at again although nothing came.
    virtual Time deadline() const = 0;
  };

  ClientLoop();
  ~ClientLoop();  // Stop()
  ClientLoop(const ClientLoop&) = delete;
  ClientLoop& operator=(const ClientLoop&) = delete;

  // Before Start().
  void Add(Member* member) { members_.push_back(member); }
  void Start();
  // Nothing runs after it, and the members may be freed.
  void Stop();
  // Thread-safe: done on the thread, soon.
  void Post(std::function<void()> work);

 private:
  void Run();
  void Wait();
  void TakePosted();

  std::vector<Member*> members_;
  std::thread thread_;
  std::atomic<bool> is_stopped_ = false;
  const int wake_;  // an eventfd
  std::mutex mutex_;
  std::vector<std::function<void()>> posted_;  // guarded by mutex_
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_CLIENT_CLIENT_LOOP_H_
