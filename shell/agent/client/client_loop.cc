#include "shell/agent/client/client_loop.h"

#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace pysub::agent {
namespace {

constexpr std::chrono::milliseconds kLongest(1'000);

}  // namespace

ClientLoop::ClientLoop() : wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

ClientLoop::~ClientLoop() {
  Stop();
  close(wake_);
}

void ClientLoop::Start() {
  // Signals are for the threads of the program that we are in.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { Run(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void ClientLoop::Stop() {
  if (!thread_.joinable()) return;
  is_stopped_ = true;
  Post([] {});
  thread_.join();
}

void ClientLoop::Post(std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    posted_.push_back(std::move(work));
  }
  const uint64_t one = 1;
  // (Full means that it is awake.)
  static_cast<void>(!write(wake_, &one, sizeof(one)));
}

void ClientLoop::Run() {
  while (!is_stopped_) {
    TakePosted();
    for (Member* member : members_) member->Work();
    if (!is_stopped_) Wait();
  }
}

void ClientLoop::TakePosted() {
  std::vector<std::function<void()>> posted;
  {
    const std::lock_guard lock(mutex_);
    posted.swap(posted_);
  }
  for (const std::function<void()>& work : posted) work();
}

void ClientLoop::Wait() {
  const Time now = std::chrono::steady_clock::now();
  Time end = now + kLongest;
  std::vector<pollfd> polled = {{wake_, POLLIN, 0}};
  for (const Member* member : members_) {
    member->AddTo(&polled);
    end = std::min(end, member->deadline());
  }
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - now).count();
  poll(polled.data(), polled.size(), static_cast<int>(std::max<int64_t>(left, 0)));
  uint64_t count = 0;
  static_cast<void>(!read(wake_, &count, sizeof(count)));
}

}  // namespace pysub::agent
