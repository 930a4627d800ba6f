#include "pysub/coroutine.h"

namespace pysub::co {
namespace {

// The calls of one program that are under way. Nothing of the program is here: ids and replies
// only.
struct Calls {
  explicit Calls(Scheduler& scheduler) : scheduler(scheduler) {}

  Scheduler& scheduler;
  std::vector<std::pair<CallId, Reply>> done;
  size_t running = 0;
  uint64_t clock = 0;  // counts the sleeps that were begun; an older one's end means nothing
  bool time_passed = false;
  std::coroutine_handle<> waiting;

  void Wake() {
    if (waiting) scheduler.Ready(std::exchange(waiting, nullptr));
  }
  // co_await *calls: until an answer is there, or time has passed. (An awaiter of its own, since
  // g++ 12 copies an awaitable that is its own awaiter.)
  struct Awaiter {
    Calls& calls;
    bool await_ready() const noexcept { return !calls.done.empty() || calls.time_passed; }
    void await_suspend(std::coroutine_handle<> handle) noexcept { calls.waiting = handle; }
    void await_resume() noexcept {}
  };
  Awaiter operator co_await() { return {*this}; }
};

// Each under way holds on to `calls`, which may outlive the program that it is for.
Task<void> AnswerLater(std::shared_ptr<Calls> calls, CallId id, Task<Reply> reply) {
  calls->done.emplace_back(id, co_await reply);
  --calls->running;
  calls->Wake();
}

Task<void> SleepFor(std::shared_ptr<Calls> calls, Task<void> sleep, uint64_t clock) {
  co_await sleep;
  if (calls->clock == clock) {
    calls->time_passed = true;
    calls->Wake();
  }
}

Task<Reply> Refuse(HostException exception) { co_return Reply(std::move(exception)); }
Task<Reply> NoSuch() { co_return Reply(NoSuchName{}); }

HostException Denied() { return {"PermissionError", "this host has no outside"}; }

}  // namespace

// Runs the sandbox a turn at a time, so other coroutines of the same thread get theirs. A call that
// the handlers take for awaited is answered with "later" and goes on beside the program.
Task<Stop> Drive(Scheduler& scheduler, Sandbox& sandbox, const Handlers& handlers) {
  auto calls = std::make_shared<Calls>(scheduler);
  while (true) {
    Stop stop = sandbox.RunFor(handlers.fuel_per_turn);
    if (auto* call = std::get_if<FunctionCall>(&stop)) {
      CallId id = call->id;
      bool awaited = handlers.is_awaited && handlers.is_awaited(*call);
      Task<Reply> reply = handlers.function ? handlers.function(std::move(*call)) : NoSuch();
      if (awaited && sandbox.Answer(id, Later{}).ok()) {
        ++calls->running;
        scheduler.Spawn(AnswerLater(calls, id, std::move(reply)));
        continue;
      }
      Reply answer = co_await reply;
      if (absl::Status status = sandbox.Answer(id, std::move(answer)); !status.ok()) {
        static_cast<void>(
            sandbox.Answer(id, HostException("RuntimeError", std::string(status.message()))));
      }
    } else if (auto* lookup = std::get_if<NameLookup>(&stop)) {
      CallId id = lookup->id;
      Task<Reply> reply = handlers.name ? handlers.name(std::move(*lookup)) : NoSuch();
      Reply answer = co_await reply;
      if (!sandbox.Answer(id, std::move(answer)).ok()) {
        static_cast<void>(sandbox.Answer(id, NoSuchName{}));
      }
    } else if (auto* request = std::get_if<OsRequest>(&stop)) {
      CallId id = request->id;
      const os::Sleep* sleep = std::get_if<os::Sleep>(&request->call);
      if (sleep != nullptr && handlers.sleep) {
        co_await handlers.sleep(sleep->nanoseconds);
        static_cast<void>(sandbox.Answer(id, HostValue()));
        continue;
      }
      Task<Reply> reply = handlers.os ? handlers.os(std::move(*request)) : Refuse(Denied());
      Reply answer = co_await reply;
      if (absl::Status status = sandbox.Answer(id, std::move(answer)); !status.ok()) {
        static_cast<void>(
            sandbox.Answer(id, HostException("OSError", std::string(status.message()))));
      }
    } else if (auto* waiting = std::get_if<Waiting>(&stop)) {
      if (waiting->sleep_ns && handlers.sleep && calls->done.empty()) {
        scheduler.Spawn(SleepFor(calls, handlers.sleep(*waiting->sleep_ns), ++calls->clock));
      } else if (waiting->sleep_ns && calls->running == 0 && calls->done.empty()) {
        continue;  // nobody will answer, and time passes at once
      }
      co_await *calls;
      ++calls->clock;
      if (calls->done.empty()) {
        calls->time_passed = false;
        continue;  // Run() without an answer: the time has come
      }
      calls->time_passed = false;
      for (auto& [id, reply] : std::exchange(calls->done, {})) {
        // Not found: the task that waited was cancelled.
        absl::Status status = sandbox.Answer(id, reply);
        if (!status.ok() && !absl::IsNotFound(status)) {
          static_cast<void>(
              sandbox.Answer(id, HostException("RuntimeError", std::string(status.message()))));
        }
      }
    } else if (std::holds_alternative<OutOfFuel>(stop)) {
      co_await scheduler.Yield();
    } else {
      co_return stop;
    }
  }
}

Stop RunToEnd(Sandbox& sandbox, const std::function<Reply(const FunctionCall&)>& answer) {
  while (true) {
    Stop stop = sandbox.Run();
    if (auto* call = std::get_if<FunctionCall>(&stop)) {
      if (absl::Status status = sandbox.Answer(call->id, answer(*call)); !status.ok()) {
        static_cast<void>(
            sandbox.Answer(call->id, HostException("RuntimeError", std::string(status.message()))));
      }
    } else if (auto* lookup = std::get_if<NameLookup>(&stop)) {
      static_cast<void>(sandbox.Answer(lookup->id, NoSuchName{}));
    } else if (auto* request = std::get_if<OsRequest>(&stop)) {
      static_cast<void>(sandbox.Answer(
          request->id, HostException("PermissionError", "this host has no outside")));
    } else if (auto* waiting = std::get_if<Waiting>(&stop)) {
      if (!waiting->sleep_ns) return stop;
    } else {
      return stop;
    }
  }
}

}  // namespace pysub::co
