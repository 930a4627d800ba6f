#ifndef PYSUB_PYSUB_COROUTINE_H_
#define PYSUB_PYSUB_COROUTINE_H_

#include <absl/status/status.h>

#include <coroutine>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "pysub/export.h"
#include "pysub/sandbox.h"

// Sandboxes as C++20 coroutines: each request of a program is something that a coroutine of the
// host answers, and one thread drives thousands of programs. This only wraps Run() and Answer().
// All that a program is stays in its Sandbox, so a host may destroy every coroutine, save the
// sandboxes, and drive them again elsewhere.
namespace pysub PYSUB_API {
namespace co {

class Scheduler;

namespace internal {

// The stack grows with how deep tasks await each other, never with how many end one
// after the other: this does not rely on symmetric transfer, which compilers make a
// jump only when they optimize.
struct PromiseBase {
  std::coroutine_handle<> continuation;
  bool starting = false;  // Start() is on the stack
  struct FinalAwaiter {
    bool await_ready() noexcept { return false; }
    template <typename Promise>
    void await_suspend(std::coroutine_handle<Promise> handle) noexcept {
      if (std::exchange(handle.promise().starting, false)) return;
      // may destroy this
      if (handle.promise().continuation) handle.promise().continuation.resume();
    }
    void await_resume() noexcept {}
  };
  // Runs what awaits nothing before its end at once. Whether `awaiting` has to wait for it.
  template <typename Promise>
  static bool Start(std::coroutine_handle<Promise> handle, std::coroutine_handle<> awaiting) {
    handle.promise().continuation = awaiting;
    handle.promise().starting = true;
    handle.resume();
    return std::exchange(handle.promise().starting, false);
  }
  std::suspend_always initial_suspend() noexcept { return {}; }
  FinalAwaiter final_suspend() noexcept { return {}; }
  // Exceptions are no part of this API: a host's function that throws ends the process, as noexcept
  // does.
  void unhandled_exception() noexcept { std::abort(); }
};

}  // namespace internal

// A computation that starts when it is awaited or given to a Scheduler, and ends with a T. Owns its
// frame.
template <typename T>
class [[nodiscard]] Task {
 public:
  // ---- for the compiler: what makes it a coroutine
  struct promise_type : internal::PromiseBase {
    std::optional<T> value;
    Task get_return_object() {
      return Task(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    template <typename U>
    void return_value(U&& result) {
      value.emplace(std::forward<U>(result));
    }
  };

  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Task& operator=(Task&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Task() {
    if (handle_) handle_.destroy();
  }

  bool await_ready() const noexcept { return handle_.done(); }
  bool await_suspend(std::coroutine_handle<> awaiting) noexcept {
    return internal::PromiseBase::Start(handle_, awaiting);
  }
  T await_resume() { return std::move(*handle_.promise().value); }

 private:
  explicit Task(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  std::coroutine_handle<promise_type> handle_;
};

// One that ends with nothing.
template <>
class [[nodiscard]] Task<void> {
 public:
  // ---- for the compiler
  struct promise_type : internal::PromiseBase {
    Task get_return_object() {
      return Task(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    void return_void() {}
  };

  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Task& operator=(Task&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Task() {
    if (handle_) handle_.destroy();
  }

  bool await_ready() const noexcept { return handle_.done(); }
  bool await_suspend(std::coroutine_handle<> awaiting) noexcept {
    return internal::PromiseBase::Start(handle_, awaiting);
  }
  void await_resume() {}

 private:
  explicit Task(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  std::coroutine_handle<promise_type> handle_;
};

// Runs coroutines on the thread that calls Run(), each until it waits. Not thread-safe.
class Scheduler {
 public:
  Scheduler() = default;
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  // What has not ended ends here, where it waits.
  ~Scheduler() {
    for (void* root : std::exchange(roots_, {}))
      std::coroutine_handle<>::from_address(root).destroy();
  }

  // The task belongs to the scheduler from now on and starts in the next Run().
  void Spawn(Task<void> task) {
    std::coroutine_handle<Root::promise_type> root = Begin(std::move(task)).handle;
    root.promise().scheduler = this;
    roots_.insert(root.address());
    ready_.push_back(root);
  }

  // Until nothing is ready any more. What waits for an Event goes on in a later Run().
  void Run() {
    while (!ready_.empty()) {
      std::coroutine_handle<> next = ready_.front();
      ready_.pop_front();
      next.resume();
    }
  }
  // Tasks that have not ended.
  size_t live() const { return roots_.size(); }

  // ---- for the compiler
  void Ready(std::coroutine_handle<> handle) { ready_.push_back(handle); }

  struct YieldAwaiter {
    Scheduler& scheduler;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> handle) { scheduler.Ready(handle); }
    void await_resume() noexcept {}
  };
  // ---- giving way
  // co_await scheduler.Yield(): the others first.
  YieldAwaiter Yield() { return {*this}; }

 private:
  // ---- for the compiler
  // A coroutine that destroys itself at its end.
  struct Root {
    struct promise_type {
      Scheduler* scheduler = nullptr;
      struct End {
        bool await_ready() noexcept { return false; }
        void await_suspend(std::coroutine_handle<promise_type> root) noexcept {
          root.promise().scheduler->roots_.erase(root.address());
          root.destroy();
        }
        void await_resume() noexcept {}
      };
      Root get_return_object() {
        return {std::coroutine_handle<promise_type>::from_promise(*this)};
      }
      std::suspend_always initial_suspend() noexcept { return {}; }
      End final_suspend() noexcept { return {}; }
      void return_void() {}
      void unhandled_exception() noexcept { std::abort(); }
    };
    std::coroutine_handle<promise_type> handle;
  };
  static Root Begin(Task<void> task) { co_await task; }

  std::deque<std::coroutine_handle<>> ready_;
  std::unordered_set<void*> roots_;
};

// A value that comes later: co_await event gives it. Set() it once, from the scheduler's
// thread; one coroutine waits.
template <typename T>
class Event {
 public:
  // An event of coroutines that this scheduler runs; it has to live as long.
  explicit Event(Scheduler& scheduler) : scheduler_(scheduler) {}
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  // The value is there: who waits goes on in the next Run().
  void Set(T value) {
    value_.emplace(std::move(value));
    if (waiting_) scheduler_.Ready(std::exchange(waiting_, nullptr));
  }
  // ---- for the compiler
  struct Awaiter {
    Event& event;
    bool await_ready() const noexcept { return event.value_.has_value(); }
    void await_suspend(std::coroutine_handle<> handle) noexcept { event.waiting_ = handle; }
    T await_resume() { return std::move(*event.value_); }
  };
  Awaiter operator co_await() { return {*this}; }

 private:
  Scheduler& scheduler_;
  std::optional<T> value_;
  std::coroutine_handle<> waiting_;
};

// What a host does for a program; each member may be left out.
struct Handlers {
  std::function<Task<Reply>(FunctionCall)> function;  // left out: NameError
  // Calls that the program awaits, where it has an event loop: its other tasks go on meanwhile. All
  // other calls keep the whole program waiting and give it a plain value. Left out: none.
  std::function<bool(const FunctionCall&)> is_awaited;
  std::function<Task<Reply>(NameLookup)> name;           // left out: NameError
  std::function<Task<Reply>(OsRequest)> os;              // left out: PermissionError
  std::function<Task<void>(int64_t nanoseconds)> sleep;  // left out: time passes at once
  // What one program may use before the others get their turn.
  uint64_t fuel_per_turn = 100'000;
};

// Drives `sandbox` until its program ends: Finished, Raised or LimitReached. All of `sandbox`,
// `handlers` and `scheduler` have to live as long.
PYSUB_API Task<Stop> Drive(Scheduler& scheduler, Sandbox& sandbox, const Handlers& handlers);

// `sandbox` asks nobody but `answer`, and `answer` has its replies at hand.
PYSUB_API Stop RunToEnd(Sandbox& sandbox, const std::function<Reply(const FunctionCall&)>& answer);

}  // namespace co
}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_COROUTINE_H_
