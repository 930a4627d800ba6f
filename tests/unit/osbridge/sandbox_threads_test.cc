// Many sandboxes in many threads share one Program and nothing else. Worth most under
// ThreadSanitizer (cmake --preset tsan).

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "pysub/sandbox.h"

namespace pysub {
namespace {

constexpr char kSource[] =
    "import math, asyncio\n"
    "def f(n):\n"
    "  return [str(ask(i)) + f'{i:>4}' for i in range(n)]\n"
    "words = {w: len(w) for w in sorted(f(20), key=lambda w: ask(w))}\n"
    "async def main(): return await asyncio.gather(*(asyncio.sleep(0, i) for i in range(5)))\n"
    "try:\n"
    "  {}[ask('k')]\n"
    "except KeyError as e:\n"
    "  caught = repr(e)\n"
    "print(words, caught, math.sqrt(2), asyncio.run(main()), 2**200, frozenset({1, 'a', (2, 3)}) & "
    "{1})\n"
    "len(words)";

TEST(SandboxThreadsTest, OneProgramRunsInManyThreads) {
  const Program program = Program::Compile(kSource);
  ASSERT_TRUE(program.ok());
  const HostValue shared = HostValue::Dict({{"a", HostValue::List({1, 2, "three"})}});
  std::vector<std::string> outputs(8);
  std::vector<std::thread> threads;
  for (std::string& output : outputs) {
    threads.emplace_back([&program, &shared, &output] {
      for (int round = 0; round < 20; ++round) {
        SandboxOptions options;
        options.inputs = {{"ask", HostValue::HostFunction("ask")}, {"data", shared}};
        absl::StatusOr<Sandbox> sandbox = Sandbox::Create(program, options);
        if (!sandbox.ok()) return;
        Stop stop = sandbox->RunFor(100);
        while (true) {
          if (auto* call = std::get_if<FunctionCall>(&stop)) {
            if (!sandbox->Answer(call->id, call->Arg(0)).ok()) return;
          } else if (!std::holds_alternative<OutOfFuel>(stop)) {
            break;
          }
          stop = sandbox->RunFor(100);
        }
        if (auto* finished = std::get_if<Finished>(&stop)) {
          output = sandbox->TakeOutput() + finished->value.Repr();
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_NE(outputs[0], "");
  for (const std::string& output : outputs) EXPECT_EQ(output, outputs[0]);
}

// A sandbox may be handed from thread to thread.
TEST(SandboxThreadsTest, ASandboxMovesBetweenThreads) {
  SandboxOptions options;
  options.inputs = {{"ask", HostValue::HostFunction("ask")}};
  absl::StatusOr<Sandbox> sandbox =
      Sandbox::Create(Program::Compile("sum(ask(i) for i in range(20))"), options);
  ASSERT_TRUE(sandbox.ok());
  Stop stop = OutOfFuel{};
  for (int i = 0; i < 21; ++i) {
    std::thread([&] {
      stop = sandbox->Run();
      if (auto* call = std::get_if<FunctionCall>(&stop)) {
        EXPECT_TRUE(sandbox->Answer(call->id, call->Arg(0)).ok());
      }
    }).join();
  }
  EXPECT_EQ(std::get<Finished>(stop).value, HostValue(190));
}

TEST(SandboxThreadsTest, CancelRacesWithTheRun) {
  const Program program = Program::Compile("while True: pass");
  for (int i = 0; i < 20; ++i) {
    absl::StatusOr<Sandbox> sandbox = Sandbox::Create(program);
    ASSERT_TRUE(sandbox.ok());
    std::thread canceller([&sandbox] { sandbox->Cancel(); });
    Stop stop = sandbox->Run();
    canceller.join();
    EXPECT_EQ(std::get<LimitReached>(stop).limit, LimitKind::kCancelled);
  }
}

}  // namespace
}  // namespace pysub
