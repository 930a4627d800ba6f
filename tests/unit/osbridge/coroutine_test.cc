// Thousands of programs on one thread, as coroutines.

#include "pysub/coroutine.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace pysub {
namespace {

using co::Task;

Sandbox Make(const Program& program) {
  SandboxOptions options;
  options.inputs = {{"fetch", HostValue::HostFunction("fetch")},
                    {"add", HostValue::HostFunction("add")}};
  options.permissions.sleep = Permission::kHost;
  options.permissions.standard_input = Permission::kHost;
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(program, options);
  EXPECT_TRUE(sandbox.ok()) << sandbox.status();
  return *std::move(sandbox);
}

std::string Text(const Stop& stop) {
  if (auto* finished = std::get_if<Finished>(&stop)) return finished->value.Repr();
  if (auto* raised = std::get_if<Raised>(&stop)) return raised->traceback;
  return "stop " + std::to_string(stop.index());
}

Task<void> Collect(co::Scheduler& scheduler, Sandbox& sandbox, const co::Handlers& handlers,
                   std::string* result) {
  Stop stop = co_await co::Drive(scheduler, sandbox, handlers);
  *result = Text(stop);
}

Task<int> Double(int n) { co_return n * 2; }
Task<int64_t> Sum(int n) {
  int64_t sum = 0;
  for (int i = 0; i < n; ++i) sum += co_await Double(i);
  co_return sum;
}

TEST(CoroutineTest, TasksAwaitTasks) {
  co::Scheduler scheduler;
  int64_t result = 0;
  scheduler.Spawn([](int64_t* out) -> Task<void> { *out = co_await Sum(100000); }(&result));
  EXPECT_EQ(scheduler.live(), 1u);
  scheduler.Run();
  EXPECT_EQ(result, 9999900000);
  EXPECT_EQ(scheduler.live(), 0u);
}

// A call is an ordinary coroutine of the host, which may itself wait for something.
TEST(CoroutineTest, CallsAreAwaited) {
  co::Scheduler scheduler;
  co::Event<int> event(scheduler);
  co::Handlers handlers;
  handlers.function = [&](FunctionCall call) -> Task<Reply> {
    if (call.name == "fetch") co_return Reply(HostValue(co_await event));
    co_return Reply(HostException("ValueError", "only fetch"));
  };
  Sandbox sandbox = Make(
      Program::Compile("x = fetch()\ntry:\n  add(1)\nexcept ValueError as e:\n  x = x, str(e)\nx"));
  std::string result;
  scheduler.Spawn(Collect(scheduler, sandbox, handlers, &result));
  scheduler.Run();
  EXPECT_EQ(result, "");  // it waits
  event.Set(7);
  scheduler.Run();
  EXPECT_EQ(result, "(7, 'only fetch')");
}

TEST(CoroutineTest, TenThousandSandboxesTakeTurns) {
  const Program program =
      Program::Compile("total = 0\nfor i in range(3): total += fetch(i)\ntotal");
  co::Scheduler scheduler;
  int calls = 0;
  co::Handlers handlers;
  handlers.function = [&](FunctionCall call) -> Task<Reply> {
    ++calls;
    co_await scheduler.Yield();
    co_return Reply(call.Arg(0));
  };
  constexpr int kCount = 10'000;
  std::vector<std::unique_ptr<Sandbox>> sandboxes;
  std::vector<std::string> results(kCount);
  for (int i = 0; i < kCount; ++i) {
    sandboxes.push_back(std::make_unique<Sandbox>(Make(program)));
    scheduler.Spawn(Collect(scheduler, *sandboxes.back(), handlers, &results[i]));
  }
  scheduler.Run();
  EXPECT_EQ(scheduler.live(), 0u);
  EXPECT_EQ(calls, 3 * kCount);
  for (const std::string& result : results) ASSERT_EQ(result, "3");
}

// A program that never ends does not keep the others waiting.
TEST(CoroutineTest, AnEndlessProgramIsOneOfMany) {
  co::Scheduler scheduler;
  co::Handlers handlers;
  handlers.fuel_per_turn = 1000;
  Sandbox endless = Make(Program::Compile("while True: pass"));
  Sandbox quick = Make(Program::Compile("sum(range(10000))"));
  std::string endless_result, quick_result;
  scheduler.Spawn(Collect(scheduler, endless, handlers, &endless_result));
  scheduler.Spawn([](co::Scheduler& s, Sandbox& quick, Sandbox& endless, const co::Handlers& h,
                     std::string* out) -> Task<void> {
    *out = Text(co_await co::Drive(s, quick, h));
    endless.Cancel();
  }(scheduler, quick, endless, handlers, &quick_result));
  scheduler.Run();
  EXPECT_EQ(quick_result, "49995000");
  EXPECT_EQ(endless_result, "stop 7");  // LimitReached
}

TEST(CoroutineTest, AwaitedCallsOfOneProgramOverlap) {
  co::Scheduler scheduler;
  int running = 0, most = 0;
  std::vector<int64_t> sleeps;
  co::Handlers handlers;
  handlers.is_awaited = [](const FunctionCall& call) { return call.name == "fetch"; };
  handlers.function = [&](FunctionCall call) -> Task<Reply> {
    most = std::max(most, ++running);
    for (int i = 0; i < 10 - call.Arg(0).as_int().value_or(0); ++i) co_await scheduler.Yield();
    --running;
    co_return Reply(call.Arg(0));
  };
  handlers.sleep = [&](int64_t nanoseconds) -> Task<void> {
    sleeps.push_back(nanoseconds);
    co_return;
  };
  Sandbox sandbox =
      Make(Program::Compile("import asyncio\n"
                            "async def main():\n"
                            "  await asyncio.sleep(1)\n"
                            "  return add(5), await asyncio.gather(*(fetch(n) for n in range(5)))\n"
                            "asyncio.run(main())"));
  std::string result;
  scheduler.Spawn(Collect(scheduler, sandbox, handlers, &result));
  scheduler.Run();
  EXPECT_EQ(result, "(5, [0, 1, 2, 3, 4])");
  EXPECT_EQ(most, 5);
  ASSERT_EQ(sleeps.size(), 1u);
}

TEST(CoroutineTest, ATimeoutEndsWaitingForACall) {
  co::Scheduler scheduler;
  co::Event<int> never(scheduler);
  co::Handlers handlers;
  handlers.is_awaited = [](const FunctionCall&) { return true; };
  handlers.function = [&](FunctionCall) -> Task<Reply> {
    co_return Reply(HostValue(co_await never));
  };
  handlers.sleep = [&](int64_t) -> Task<void> { co_await scheduler.Yield(); };
  Sandbox sandbox =
      Make(Program::Compile("import asyncio\n"
                            "async def main():\n"
                            "  try: await asyncio.wait_for(fetch(1), 5)\n"
                            "  except TimeoutError: return 'timeout'\n"
                            "asyncio.run(main())"));
  std::string result;
  scheduler.Spawn(Collect(scheduler, sandbox, handlers, &result));
  scheduler.Run();
  EXPECT_EQ(result, "'timeout'");
  EXPECT_EQ(scheduler.live(), 1u);  // the call nobody waits for any more
}

TEST(CoroutineTest, WithoutHandlersThereIsNobodyToAsk) {
  co::Scheduler scheduler;
  co::Handlers handlers;
  for (const char* source : {"fetch()", "input()"}) {
    Sandbox sandbox = Make(Program::Compile(source));
    std::string result;
    scheduler.Spawn(Collect(scheduler, sandbox, handlers, &result));
    scheduler.Run();
    EXPECT_NE(result.find("Error"), std::string::npos) << result;
  }
}

TEST(CoroutineTest, RunToEndNeedsNoScheduler) {
  Sandbox sandbox = Make(Program::Compile("[fetch(i) for i in range(3)]"));
  EXPECT_EQ(
      Text(co::RunToEnd(sandbox, [](const FunctionCall& call) { return Reply(call.Arg(0)); })),
      "[0, 1, 2]");
}

}  // namespace
}  // namespace pysub
