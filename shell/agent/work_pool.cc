#include "shell/agent/work_pool.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>

namespace pysub::agent {

WorkPool::WorkPool() : wake_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC | EFD_SEMAPHORE)) {}

WorkPool::~WorkPool() {
  Stop();
  close(wake_);
}

WorkPool::Lane& WorkPool::AddLane(CallQueue& calls) {
  calls.OnWork([this] { Wake(); });
  return *lanes_.emplace_back(std::make_unique<Lane>(calls));
}

void WorkPool::Start(size_t threads) {
  for (size_t i = 0; i < threads; ++i) threads_.emplace_back([this, i] { Run(i); });
}

void WorkPool::Stop() {
  is_stopped_ = true;
  for (size_t i = 0; i < threads_.size(); ++i) Wake();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void WorkPool::Post(Lane& lane, std::function<void()> work) {
  {
    const std::lock_guard lock(lane.mutex_);
    lane.came_.push_back(std::move(work));
  }
  Wake();
}

void WorkPool::Wake() {
  const uint64_t one = 1;
  // (It fails when 2**64 - 2 wakes are there, which is enough.)
  static_cast<void>(!write(wake_, &one, sizeof(one)));
}

bool WorkPool::TakeOne(Lane& lane) {
  std::function<void()> work;
  {
    const std::lock_guard lock(lane.mutex_);
    if (lane.is_taking_ || lane.came_.empty()) return false;
    work = std::move(lane.came_.front());
    lane.came_.pop_front();
    lane.is_taking_ = true;
  }
  work();
  const std::lock_guard lock(lane.mutex_);
  lane.is_taking_ = false;
  return true;
}

bool WorkPool::WorkOn(Lane& lane) {
  const bool took = TakeOne(lane);
  return lane.calls_.StepOne() || took;
}

void WorkPool::Run(size_t first) {
  // Threads begin with different lanes, and go on with the next one each time.
  for (size_t next = first; !is_stopped_; ++next) {
    bool worked = false;
    for (size_t i = 0; i < lanes_.size() && !worked; ++i)
      worked = WorkOn(*lanes_[(next + i) % lanes_.size()]);
    if (!worked) WaitForWork();
  }
}

void WorkPool::WaitForWork() {
  std::vector<int> descriptors;
  std::chrono::nanoseconds time = std::chrono::hours(1);
  for (const std::unique_ptr<Lane>& lane : lanes_)
    time = std::min(time, lane->calls_.WaitFor(&descriptors));
  std::vector<pollfd> polled = {{wake_, POLLIN, 0}};
  for (int descriptor : descriptors) polled.push_back({descriptor, POLLIN, 0});
  constexpr int64_t kSecond = 1'000'000'000;
  const timespec timeout = {static_cast<time_t>(time.count() / kSecond),
                            static_cast<long>(time.count() % kSecond)};
  if (ppoll(polled.data(), polled.size(), &timeout, nullptr) <= 0) return;
  uint64_t one = 0;
  if (polled[0].revents != 0) static_cast<void>(!read(wake_, &one, sizeof(one)));
}

}  // namespace pysub::agent
