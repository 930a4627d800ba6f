#ifndef PYSUB_LEXER_BASE_THREADS_H_
#define PYSUB_LEXER_BASE_THREADS_H_

#include <time.h>

#include <chrono>

// Locks, and waiting for another thread, in builds that have no threads too: wasm32-wasi has one,
// and a libc++ without std::mutex. There a lock is nothing, and what would wait for an answer of
// another thread asks kHasThreads first, because nobody could give it.
#if defined(__wasm__)
namespace pysub {

inline constexpr bool kHasThreads = false;
struct Mutex {
  void lock() {}
  void unlock() {}
};
class Signal {
 public:
  void NotifyOne() {}
  // Nothing changes while this waits, so time passes, and that is all.
  template <typename Predicate>
  void WaitFor(Mutex&, std::chrono::nanoseconds longest, Predicate) {
    const auto end = std::chrono::steady_clock::now() + longest;
    while (std::chrono::steady_clock::now() < end) continue;
  }
};

}  // namespace pysub
#else
#include <condition_variable>
#include <mutex>

namespace pysub {

inline constexpr bool kHasThreads = true;
using Mutex = std::mutex;
// A condition variable, beside the Mutex that guards what the predicate looks at.
class Signal {
 public:
  void NotifyOne() { changed_.notify_one(); }
  // Of a thread that holds `mutex`: until the predicate is true, but no longer than `longest`.
  template <typename Predicate>
  void WaitFor(Mutex& mutex, std::chrono::nanoseconds longest, Predicate is_true) {
    std::unique_lock lock(mutex, std::adopt_lock);
    changed_.wait_for(lock, longest, is_true);
    lock.release();
  }

 private:
  std::condition_variable changed_;
};

}  // namespace pysub
#endif

namespace pysub {

// Sleeps, perhaps for less: a signal wakes.
inline void SleepFor(std::chrono::nanoseconds duration) {
#if defined(__wasm__)
  Mutex mutex;
  Signal().WaitFor(mutex, duration, [] { return false; });
#else
  const timespec wait = {static_cast<time_t>(duration.count() / 1'000'000'000),
                         static_cast<long>(duration.count() % 1'000'000'000)};
  nanosleep(&wait, nullptr);
#endif
}

// std::lock_guard is in libc++ only where std::mutex is.
class LockGuard {
 public:
  explicit LockGuard(Mutex& mutex) : mutex_(mutex) { mutex_.lock(); }
  ~LockGuard() { mutex_.unlock(); }
  LockGuard(const LockGuard&) = delete;
  LockGuard& operator=(const LockGuard&) = delete;

 private:
  Mutex& mutex_;
};

}  // namespace pysub

#endif  // PYSUB_LEXER_BASE_THREADS_H_
