// Calls that the host answers later, and time.

#include <gtest/gtest.h>

#include <string>

#include "pysub/sandbox.h"

namespace pysub {
namespace {

Sandbox Make(std::string_view source, Permission sleep = Permission::kVirtual) {
  SandboxOptions options;
  options.inputs = {{"fetch", HostValue::HostFunction("fetch")}};
  options.permissions.sleep = sleep;
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Program::Compile(source), options);
  EXPECT_TRUE(sandbox.ok()) << sandbox.status();
  return *std::move(sandbox);
}

template <typename T>
T Expect(Stop stop) {
  EXPECT_TRUE(std::holds_alternative<T>(stop)) << "stop " << stop.index();
  if (auto* raised = std::get_if<Raised>(&stop); raised != nullptr && !std::is_same_v<T, Raised>) {
    ADD_FAILURE() << raised->traceback;
  }
  T* wanted = std::get_if<T>(&stop);
  return wanted != nullptr ? *std::move(wanted) : T{};
}

// Answers all calls with Later until the program waits.
std::vector<FunctionCall> Postpone(Sandbox& sandbox, Waiting* waiting) {
  std::vector<FunctionCall> calls;
  while (true) {
    Stop stop = sandbox.Run();
    if (auto* call = std::get_if<FunctionCall>(&stop)) {
      EXPECT_TRUE(sandbox.Answer(call->id, Later{}).ok());
      calls.push_back(*call);
      continue;
    }
    *waiting = Expect<Waiting>(std::move(stop));
    return calls;
  }
}

constexpr char kGather[] =
    "import asyncio\n"
    "async def main():\n"
    "  return await asyncio.gather(fetch('a'), fetch('b'), fetch('c'), return_exceptions=True)\n"
    "asyncio.run(main())";

TEST(SandboxAsyncTest, LaterAnswersComeInAnyOrder) {
  Sandbox sandbox = Make(kGather);
  Waiting waiting;
  std::vector<FunctionCall> calls = Postpone(sandbox, &waiting);
  ASSERT_EQ(calls.size(), 3u);
  EXPECT_EQ(waiting.pending, (std::vector<CallId>{calls[0].id, calls[1].id, calls[2].id}));
  EXPECT_EQ(waiting.sleep_ns, std::nullopt);
  // Nothing new: it waits on.
  EXPECT_EQ(Expect<Waiting>(sandbox.Run()).pending.size(), 3u);
  // An id with other high bits is no other call's.
  for (const int bit : {46, 47, 48, 63}) {
    CallId other = calls[2].id;
    other.sequence |= uint64_t{1} << bit;
    EXPECT_TRUE(absl::IsNotFound(sandbox.Answer(other, "B"))) << bit;
  }
  ASSERT_TRUE(sandbox.Answer(calls[2].id, "C").ok());
  EXPECT_TRUE(absl::IsNotFound(sandbox.Answer(calls[2].id, "C")));
  EXPECT_TRUE(absl::IsFailedPrecondition(sandbox.Answer(calls[1].id, Later{})));
  waiting = Expect<Waiting>(sandbox.Run());
  EXPECT_EQ(waiting.pending, (std::vector<CallId>{calls[0].id, calls[1].id}));
  ASSERT_TRUE(sandbox.Answer(calls[1].id, HostException("ValueError", "no b")).ok());
  ASSERT_TRUE(sandbox.Answer(calls[0].id, "A").ok());
  EXPECT_EQ(Expect<Finished>(sandbox.Run()).value.Repr(), "['A', ValueError('no b'), 'C']");
}

TEST(SandboxAsyncTest, SomeNowSomeLater) {
  Sandbox sandbox = Make(
      "import asyncio\n"
      "async def one(n):\n"
      "  r = fetch(n)\n"
      "  return (await r) if asyncio.isfuture(r) else r\n"
      "await asyncio.gather(*(one(n) for n in range(4)))");
  std::vector<CallId> later;
  Stop stop = sandbox.Run();
  while (auto* call = std::get_if<FunctionCall>(&stop)) {
    if (call->Arg(0).as_int().value_or(0) % 2 == 0) {
      ASSERT_TRUE(sandbox.Answer(call->id, call->Arg(0)).ok());
    } else {
      ASSERT_TRUE(sandbox.Answer(call->id, Later{}).ok());
      later.push_back(call->id);
    }
    stop = sandbox.Run();
  }
  ASSERT_EQ(Expect<Waiting>(stop).pending, later);
  for (const CallId& id : later) ASSERT_TRUE(sandbox.Answer(id, "later").ok());
  EXPECT_EQ(Expect<Finished>(sandbox.Run()).value.Repr(), "[0, 'later', 2, 'later']");
}

TEST(SandboxAsyncTest, LaterNeedsAnEventLoop) {
  Sandbox sandbox = Make("fetch(1)");
  FunctionCall call = Expect<FunctionCall>(sandbox.Run());
  EXPECT_TRUE(absl::IsFailedPrecondition(sandbox.Answer(call.id, Later{})));
  ASSERT_TRUE(sandbox.Answer(call.id, 1).ok());
  EXPECT_EQ(Expect<Finished>(sandbox.Run()).value, HostValue(1));
}

// While it waits for calls and for its clock, time is the host's to give.
TEST(SandboxAsyncTest, ATimeoutComesWhenTheHostLetsTimePass) {
  constexpr char source[] =
      "import asyncio\n"
      "async def main():\n"
      "  try:\n"
      "    return await asyncio.wait_for(fetch(1), 5)\n"
      "  except TimeoutError:\n"
      "    return 'timeout'\n"
      "asyncio.run(main())";
  Sandbox sandbox = Make(source);
  Waiting waiting;
  std::vector<FunctionCall> calls = Postpone(sandbox, &waiting);
  ASSERT_EQ(calls.size(), 1u);
  ASSERT_TRUE(waiting.sleep_ns.has_value());
  EXPECT_NEAR(static_cast<double>(*waiting.sleep_ns), 5e9, 1e8);
  EXPECT_EQ(Expect<Finished>(sandbox.Run()).value, HostValue("timeout"));
  EXPECT_TRUE(absl::IsNotFound(sandbox.Answer(calls[0].id, 1)));  // too late

  sandbox = Make(source);
  calls = Postpone(sandbox, &waiting);
  ASSERT_TRUE(sandbox.Answer(calls[0].id, "in time").ok());
  EXPECT_EQ(Expect<Finished>(sandbox.Run()).value, HostValue("in time"));
}

TEST(SandboxAsyncTest, ACancelledTaskNeedsNoAnswer) {
  Sandbox sandbox = Make(
      "import asyncio\n"
      "async def main():\n"
      "  async def work(): return await fetch('work')\n"
      "  task = asyncio.create_task(work())\n"
      "  await asyncio.sleep(0)\n"
      "  task.cancel()\n"
      "  r = await fetch('other')\n"
      "  return r, task.cancelled()\n"
      "asyncio.run(main())");
  Waiting waiting;
  std::vector<FunctionCall> calls = Postpone(sandbox, &waiting);
  ASSERT_EQ(calls.size(), 2u);
  ASSERT_EQ(waiting.pending, (std::vector<CallId>{calls[1].id}));
  EXPECT_TRUE(absl::IsNotFound(sandbox.Answer(calls[0].id, 1)));
  ASSERT_TRUE(sandbox.Answer(calls[1].id, 2).ok());
  EXPECT_EQ(Expect<Finished>(sandbox.Run()).value.Repr(), "(2, True)");
}

TEST(SandboxAsyncTest, SleepingIsVirtualUnlessTheHostWantsToSleep) {
  constexpr char source[] = "import asyncio\nawait asyncio.sleep(3600)\n'slept'";
  EXPECT_EQ(Expect<Finished>(Make(source).Run()).value, HostValue("slept"));
  Sandbox sandbox = Make(source, Permission::kHost);
  OsRequest request = Expect<OsRequest>(sandbox.Run());
  ASSERT_TRUE(std::holds_alternative<os::Sleep>(request.call));
  EXPECT_NEAR(static_cast<double>(std::get<os::Sleep>(request.call).nanoseconds), 3600e9, 1e8);
  ASSERT_TRUE(sandbox.Answer(request.id, os::Sleep::ToValue({})).ok());
  EXPECT_EQ(Expect<Finished>(sandbox.Run()).value, HostValue("slept"));
}

TEST(SandboxAsyncTest, NothingThatCouldWakeATaskIsADeadlock) {
  Sandbox sandbox = Make("import asyncio\nawait asyncio.get_running_loop().create_future()");
  EXPECT_EQ(Expect<Raised>(sandbox.Run()).exception.name(), "RuntimeError");
}

TEST(SandboxAsyncTest, AThousandCallsAtOnce) {
  Sandbox sandbox =
      Make("import asyncio\nlen(set(await asyncio.gather(*(fetch(n) for n in range(1000)))))");
  Waiting waiting;
  std::vector<FunctionCall> calls = Postpone(sandbox, &waiting);
  ASSERT_EQ(waiting.pending.size(), 1000u);
  for (size_t i = calls.size(); i-- > 0;)
    ASSERT_TRUE(sandbox.Answer(calls[i].id, calls[i].Arg(0)).ok());
  EXPECT_EQ(Expect<Finished>(sandbox.Run()).value, HostValue(1000));
}

}  // namespace
}  // namespace pysub
