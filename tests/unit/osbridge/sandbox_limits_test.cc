// Limits hold whatever a program, or its host, does: no resuming, feeding or calling back renews
// them.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "lexer/unicode/utf8.h"
#include "pysub/sandbox.h"

namespace pysub {
namespace {

using std::chrono::milliseconds;

SandboxLimits NoLimits() {
  return {std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, 200};
}

Sandbox Make(std::string_view source, SandboxLimits limits) {
  SandboxOptions options;
  options.limits = limits;
  options.inputs = {{"ask", HostValue::HostFunction("ask")}};
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Program::Compile(source), options);
  EXPECT_TRUE(sandbox.ok()) << sandbox.status();
  return *std::move(sandbox);
}

// Answers every call with its first argument until something else happens.
Stop Drive(Sandbox& sandbox, int most = 10'000'000) {
  Stop stop = sandbox.Run();
  while (most-- > 0) {
    auto* call = std::get_if<FunctionCall>(&stop);
    if (call == nullptr) break;
    EXPECT_TRUE(sandbox.Answer(call->id, call->Arg(0)).ok());
    stop = sandbox.Run();
  }
  return stop;
}

::testing::AssertionResult Reached(const Stop& stop, LimitKind kind) {
  auto* reached = std::get_if<LimitReached>(&stop);
  if (reached == nullptr) return ::testing::AssertionFailure() << "stop " << stop.index();
  if (reached->limit != kind) return ::testing::AssertionFailure() << reached->message;
  return ::testing::AssertionSuccess();
}

TEST(SandboxLimitsTest, TheSelfTestPasses) {
  EXPECT_TRUE(Sandbox::SelfTest().ok()) << Sandbox::SelfTest();
}

// What the end of a run says is bounded by the output limit, too.
TEST(SandboxLimitsTest, ReportsOfTheEndFitTheOutputLimit) {
  SandboxLimits limits;
  limits.output_bytes = 100;
  const std::string groups =
      "g = ValueError('\u00e9' * 10000)\nfor i in range(2):\n    g = ExceptionGroup('g', [g] * "
      "14)\nraise g";
  Sandbox sandbox = Make(groups, limits);
  Stop stop = sandbox.Run();
  const auto* raised = std::get_if<Raised>(&stop);
  ASSERT_NE(raised, nullptr);
  EXPECT_LE(raised->traceback.size(), 16384u + 100);
  EXPECT_NE(raised->traceback.find(" bytes left out: the output limit is 100 bytes]\n"),
            std::string::npos);
  EXPECT_TRUE(IsValidUtf8(raised->traceback, Surrogates::kRefuse));
  EXPECT_TRUE(raised->traceback.starts_with("  + Exception Group Traceback"))
      << raised->traceback.substr(0, 100);
  EXPECT_TRUE(raised->traceback.ends_with("\u00e9\n" + std::string(6, ' ') +
                                          "+------------------------------------\n"))
      << raised->traceback.substr(raised->traceback.size() - 200);

  Sandbox exiting = Make("raise SystemExit('x' * 100000 + 'end')", limits);
  stop = exiting.Run();
  raised = std::get_if<Raised>(&stop);
  ASSERT_NE(raised, nullptr);
  EXPECT_LE(raised->exit_message->size(), 16384u + 100);
  EXPECT_TRUE(raised->exit_message->ends_with("xend"));

  // With room for it, it is whole.
  limits.output_bytes = 200'000;
  Sandbox larger = Make("print('y' * 50000)\nraise SystemExit('x' * 100000)", limits);
  stop = larger.Run();
  EXPECT_EQ(std::get<Raised>(stop).exit_message->size(), 100'000u);
}

// Swallowing exceptions, cleaning up forever, callbacks, the host's answers: none of them helps.
TEST(SandboxLimitsTest, NothingRunsAfterALimit) {
  const char* programs[] = {
      "while True:\n  try:\n    while True: ask(1)\n  except BaseException: pass\n  finally: "
      "ask(2)",
      "def g():\n  try:\n    yield from iter(lambda: ask(1), 0)\n  finally:\n    while True: "
      "pass\nlist(g())",
      "sorted([1] * 1000, key=lambda x: [ask(i) for i in range(10**6)])",
      "import asyncio\nasync def main():\n  while True:\n    try: await asyncio.sleep(0)\n    "
      "except BaseException: pass\nasyncio.run(main())",
      "exec('while True: ask(1)')",
      "(1, 2) * (2**31 - 1)",
      "def f(): f() if ask(True) else 0\nwhile True:\n  try: f()\n  except RecursionError: pass",
  };
  for (const char* program : programs) {
    SCOPED_TRACE(program);
    SandboxLimits limits = NoLimits();
    limits.steps = 20'000;
    Sandbox sandbox = Make(program, limits);
    EXPECT_TRUE(Reached(Drive(sandbox), LimitKind::kSteps));
    EXPECT_TRUE(Reached(sandbox.Run(), LimitKind::kSteps));
    EXPECT_TRUE(absl::IsFailedPrecondition(sandbox.Feed("1")));
    EXPECT_FALSE(sandbox.Call(HostValue::Type("int")).ok());
    EXPECT_LT(sandbox.usage().steps, 40'000u);
  }
}

struct LimitRow {
  LimitKind kind;
  void (*set)(SandboxLimits&);
};
constexpr LimitRow kLimitRows[] = {
    {LimitKind::kSteps, [](SandboxLimits& l) { l.steps = 50'000; }},
    {LimitKind::kAllocations, [](SandboxLimits& l) { l.allocations = 50'000; }},
    {LimitKind::kOutput, [](SandboxLimits& l) { l.output_bytes = 50'000; }},
    {LimitKind::kMemory, [](SandboxLimits& l) { l.memory_bytes = 4 << 20; }},
    {LimitKind::kDuration, [](SandboxLimits& l) { l.duration = milliseconds(40); }},
};

// A program that gets itself saved, loaded and forked at every turn, in the hope of a new budget.
TEST(SandboxLimitsTest, SavingAndForkingDoNotRenewABudget) {
  for (const LimitRow& row : kLimitRows) {
    SCOPED_TRACE(static_cast<int>(row.kind));
    SandboxOptions options;
    options.limits = NoLimits();
    row.set(options.limits);
    options.inputs = {{"ask", HostValue::HostFunction("ask")},
                      {"grows", row.kind == LimitKind::kMemory}};
    absl::StatusOr<Sandbox> sandbox =
        Sandbox::Create(Program::Compile("kept = []\nwhile True:\n  try:\n    while True:\n      "
                                         "ask()\n      for i in range(500): [i]\n"
                                         "      if grows: kept.append(list(range(5000)))\n      "
                                         "print('some text' * 300)\n  except BaseException: pass"),
                        options);
    ASSERT_TRUE(sandbox.ok());
    Stop stop = sandbox->Run();
    uint64_t output = 0;
    int turns = 0;
    for (; std::holds_alternative<FunctionCall>(stop) && turns < 20'000; ++turns) {
      output += sandbox->TakeOutput().size();
      if (turns % 2 == 0) {
        absl::StatusOr<Sandbox> copy = sandbox->Fork();
        ASSERT_TRUE(copy.ok()) << copy.status();
        sandbox = std::move(copy);
      } else {
        const absl::StatusOr<std::string> bytes = sandbox->Snapshot();
        ASSERT_TRUE(bytes.ok());
        absl::StatusOr<Sandbox> loaded = Sandbox::Restore(*bytes, options);
        if (!loaded.ok()) {  // what filled its memory up to the limit does not fit again
          EXPECT_EQ(row.kind, LimitKind::kMemory) << loaded.status();
          break;
        }
        sandbox = std::move(loaded);
      }
      ASSERT_TRUE(sandbox->Answer(std::get<FunctionCall>(stop).id, nullptr).ok());
      stop = sandbox->Run();
    }
    EXPECT_GT(turns, 1);
    if (!std::holds_alternative<FunctionCall>(stop)) {
      EXPECT_TRUE(Reached(stop, row.kind));
    }
    if (row.kind == LimitKind::kOutput) {
      EXPECT_LE(output + sandbox->TakeOutput().size(), 50'000u);
    }
    if (row.kind == LimitKind::kSteps) {
      EXPECT_LT(sandbox->usage().steps, 60'000u);
    }
    if (row.kind == LimitKind::kDuration) {
      // A machine that is busy lets a run wait between two looks at the clock.
      EXPECT_LT(sandbox->usage().running, milliseconds(400));
    }
  }
}

TEST(SandboxLimitsTest, FeedingCodeDoesNotRenewABudget) {
  for (const LimitRow& row : kLimitRows) {
    SCOPED_TRACE(static_cast<int>(row.kind));
    SandboxLimits limits = NoLimits();
    row.set(limits);
    Sandbox sandbox = Make("kept = []", limits);
    Stop stop = sandbox.Run();
    int feeds = 0;
    while (std::holds_alternative<Finished>(stop) && ++feeds < 100'000) {
      const std::string code =
          "x" + std::to_string(feeds) +
          " = 1\nfor i in range(100): kept.append([i])\nprint('some text' * 10)";
      absl::Status fed = sandbox.Feed(code);
      if (!fed.ok()) {
        EXPECT_TRUE(absl::IsResourceExhausted(fed)) << fed;
        EXPECT_EQ(row.kind, LimitKind::kMemory);
        break;
      }
      stop = sandbox.Run();
    }
    EXPECT_GT(feeds, 1);
    if (!std::holds_alternative<Finished>(stop)) {
      EXPECT_TRUE(Reached(stop, row.kind));
    }
  }
}

TEST(SandboxLimitsTest, SlicesAndCallbacksDoNotRenewABudget) {
  SandboxLimits limits = NoLimits();
  limits.steps = 10'000;
  Sandbox sandbox = Make("while True: pass", limits);
  int slices = 0;
  Stop stop = sandbox.RunFor(10);
  while (std::holds_alternative<OutOfFuel>(stop) && ++slices < 5000) stop = sandbox.RunFor(10);
  EXPECT_TRUE(Reached(stop, LimitKind::kSteps));
  EXPECT_GT(slices, 500);

  sandbox = Make("def f():\n  for _ in range(100): pass\n  return 1\nf", limits);
  stop = sandbox.Run();
  const HostValue function = std::get<Finished>(stop).value;
  int calls = 0;
  while (sandbox.Call(function).ok() && ++calls < 1000) stop = sandbox.Run();
  EXPECT_TRUE(Reached(stop, LimitKind::kSteps));
  EXPECT_LT(calls, 200);
}

// Handles, futures and answers are paid for by the program that asks for them.
TEST(SandboxLimitsTest, TheHostsMemoryForAProgramIsBounded) {
  SandboxLimits limits = NoLimits();
  limits.memory_bytes = 4 << 20;
  limits.duration = std::chrono::seconds(20);
  Sandbox sandbox = Make("while True: ask(lambda: 0)", limits);
  Stop stop = Drive(sandbox);
  auto* raised = std::get_if<Raised>(&stop);
  if (raised != nullptr) {
    EXPECT_EQ(raised->exception.name(), "ValueError");
  } else {
    EXPECT_TRUE(Reached(stop, LimitKind::kMemory));
  }

  sandbox = Make("x = []\nwhile True: x.append(ask())", limits);
  stop = sandbox.Run();
  absl::Status answered;
  const HostValue large = std::string(100'000, 'x');
  for (int i = 0; i < 100; ++i) {
    auto* call = std::get_if<FunctionCall>(&stop);
    if (call == nullptr || !answered.ok()) break;
    answered = sandbox.Answer(call->id, large);
    if (answered.ok()) stop = sandbox.Run();
  }
  EXPECT_TRUE(absl::IsResourceExhausted(answered) || Reached(stop, LimitKind::kMemory)) << answered;
}

// Time stands still while the host works.
TEST(SandboxLimitsTest, WaitingForTheHostDoesNotCount) {
  SandboxLimits limits = NoLimits();
  limits.duration = milliseconds(30);
  Sandbox sandbox = Make("ask(1)\nask(2)\nsorted(range(1000))\n'done'", limits);
  Stop stop = sandbox.Run();
  for (int i = 0; i < 2; ++i) {
    std::this_thread::sleep_for(milliseconds(40));
    ASSERT_TRUE(std::holds_alternative<FunctionCall>(stop));
    ASSERT_TRUE(sandbox.Set("x", HostValue::List(std::vector<HostValue>(1000, "text"))).ok());
    ASSERT_TRUE(sandbox.Answer(std::get<FunctionCall>(stop).id, nullptr).ok());
    stop = sandbox.Run();
  }
  EXPECT_TRUE(std::holds_alternative<Finished>(stop));
  EXPECT_LT(sandbox.usage().running, milliseconds(30));
}

// Hashing a long text counts as much work at once as several looks at the limits stand for.
TEST(SandboxLimitsTest, MuchWorkAtOnceIsNoStop) {
  for (bool limited : {false, true}) {
    SandboxLimits limits = NoLimits();
    if (limited) limits.steps = 10'000'000;
    Sandbox sandbox = Make("for i in range(20): {'x' * 1000000 + str(i): 1}\ni", limits);
    const Stop stop = sandbox.Run();
    ASSERT_TRUE(std::holds_alternative<Finished>(stop)) << stop.index();
    EXPECT_EQ(std::get<Finished>(stop).value, HostValue(19));
  }
}

TEST(SandboxLimitsTest, StoppingOftenDoesNotPutOffCollecting) {
  Sandbox sandbox = Make("for i in range(5000): ask([i] * 1000)", NoLimits());
  Stop stop = sandbox.Run();
  for (; std::holds_alternative<FunctionCall>(stop); stop = sandbox.Run()) {
    ASSERT_TRUE(sandbox.Answer(std::get<FunctionCall>(stop).id, nullptr).ok());
  }
  EXPECT_TRUE(std::holds_alternative<Finished>(stop));
  EXPECT_LT(sandbox.usage().peak_memory_bytes, 4 << 20);
}

// What natives charge beside the heap is given back once, and what they leave is collected
// although they count much.
TEST(SandboxLimitsTest, ManyLargeTextsAreCollected) {
  Sandbox sandbox =
      Make("for i in range(300):\n  s = 'h\u00e9llo ' * 100000\n  s[500], s[9]", NoLimits());
  const Stop stop = sandbox.Run();
  EXPECT_TRUE(std::holds_alternative<Finished>(stop));
  EXPECT_GT(sandbox.usage().peak_memory_bytes, 1 << 20);
  EXPECT_LT(sandbox.usage().peak_memory_bytes, 8 << 20);
}

TEST(SandboxLimitsTest, RecursionIsAnOrdinaryException) {
  SandboxLimits limits = NoLimits();
  limits.recursion_depth = 50;
  Sandbox sandbox = Make(
      "def f(n):\n  ask(n)\n  return f(n + 1)\ntry:\n  f(0)\nexcept RecursionError as e:\n  r = "
      "str(e)\nr",
      limits);
  Stop stop = Drive(sandbox);
  EXPECT_EQ(std::get<Finished>(stop).value, HostValue("maximum recursion depth exceeded"));
}

TEST(SandboxLimitsTest, CancelEndsARunFromAnotherThread) {
  for (const char* program : {"while True: pass", "sum(iter(lambda: 1, 0))", "10 ** 10 ** 8",
                              "[x for x in range(10**12)]", "'x' * 10 in iter(int, 1)"}) {
    SCOPED_TRACE(program);
    SandboxLimits limits = NoLimits();
    limits.memory_bytes = uint64_t{1} << 30;
    limits.duration = std::chrono::seconds(20);
    Sandbox sandbox = Make(program, limits);
    std::atomic<bool> started = false;
    std::thread canceller([&] {
      while (!started) std::this_thread::yield();
      std::this_thread::sleep_for(milliseconds(10));
      sandbox.Cancel();
    });
    started = true;
    Stop stop = sandbox.Run();
    canceller.join();
    EXPECT_TRUE(Reached(stop, LimitKind::kCancelled));
    EXPECT_TRUE(Reached(sandbox.Run(), LimitKind::kCancelled));
  }
}

TEST(SandboxLimitsTest, CancelBeforeAndBetweenRuns) {
  Sandbox sandbox = Make("ask(1)", NoLimits());
  sandbox.Cancel();
  Stop stop = Drive(sandbox);
  EXPECT_TRUE(Reached(stop, LimitKind::kCancelled));
  sandbox = Make("ask(1)\nfor i in range(10): pass", NoLimits());
  stop = sandbox.Run();
  sandbox.Cancel();
  ASSERT_TRUE(sandbox.Answer(std::get<FunctionCall>(stop).id, nullptr).ok());
  EXPECT_TRUE(Reached(sandbox.Run(), LimitKind::kCancelled));
}

// What a program can do to have much to collect, and to have its frames' functions in it.
constexpr char kMuchToCollect[] =
    "def fill(n, name):\n"
    "    held = (n,) * 500\n"
    "    if n: return fill(n - 1, name)\n"
    "    def work():\n"
    "        while True: x = [0] * 100\n"
    "    work.__name__ = name\n"
    "    work()\n"
    "kept = [[i] for i in range(50000)]\n"
    "fill(150, '\\x00\\x10\\x21\\x00\\x00\\x00' + 'A' * 30)";

// A time limit falls into a collection, too, which then has moved half of what there is.
TEST(SandboxLimitsTest, NothingIsLeftAfterALimitAnywhere) {
  for (int i = 0; i < 60; ++i) {
    SandboxLimits limits = NoLimits();
    limits.memory_bytes = 64 << 20;
    limits.duration = std::chrono::microseconds(20'000 + 500 * i);
    Sandbox sandbox = Make(kMuchToCollect, limits);
    const Stop stop = sandbox.Run();
    ASSERT_TRUE(Reached(stop, LimitKind::kDuration));
    const std::string& traceback = std::get<LimitReached>(stop).traceback;
    EXPECT_EQ(traceback.find('\x10'), std::string::npos);
    EXPECT_EQ(traceback.find("AAAA"), std::string::npos);
    EXPECT_EQ(traceback.rfind("Traceback (most recent call last):\n  File \"<string>\", line ", 0),
              0u)
        << traceback;
    EXPECT_TRUE(traceback.ends_with(std::get<LimitReached>(stop).message + "\n"));
    // Refused, with a text.
    EXPECT_TRUE(absl::IsFailedPrecondition(sandbox.Get("kept").status()));
    EXPECT_TRUE(absl::IsFailedPrecondition(sandbox.Set("kept", 1)));
    EXPECT_TRUE(absl::IsFailedPrecondition(sandbox.Feed("1")));
    EXPECT_TRUE(absl::IsFailedPrecondition(sandbox.Call(HostValue::Type("int"))));
    EXPECT_TRUE(absl::IsFailedPrecondition(sandbox.Snapshot().status()));
    EXPECT_TRUE(absl::IsFailedPrecondition(sandbox.Fork().status()));
    EXPECT_TRUE(absl::IsFailedPrecondition(sandbox.StartRecording()));
    EXPECT_TRUE(absl::IsNotFound(sandbox.Answer({0, 1}, 1)));
    EXPECT_FALSE(sandbox.Fork().status().message().empty());
    sandbox.ReleaseHandles();
    EXPECT_TRUE(Reached(sandbox.Run(), LimitKind::kDuration));
    EXPECT_LT(sandbox.usage().memory_bytes, 1u << 20);
    EXPECT_GT(sandbox.usage().peak_memory_bytes, 1u << 20);
  }
}

// Handles, pending calls and futures that the host holds lead nowhere.
TEST(SandboxLimitsTest, WhatTheHostHoldsLeadsNowhereAfterALimit) {
  SandboxLimits limits = NoLimits();
  limits.steps = 100'000;
  Sandbox sandbox = Make("def f(x): return x\nask(f)\nwhile True: pass", limits);
  Stop stop = sandbox.Run();
  const FunctionCall call = std::get<FunctionCall>(stop);
  ASSERT_TRUE(sandbox.Answer(call.id, 1).ok());
  ASSERT_TRUE(Reached(sandbox.Run(), LimitKind::kSteps));
  EXPECT_TRUE(absl::IsFailedPrecondition(sandbox.Call(call.Arg(0), std::vector<HostValue>{1})));
  EXPECT_TRUE(absl::IsNotFound(sandbox.Answer(call.id, 1)));
}

// Of very many frames those in the middle are counted.
TEST(SandboxLimitsTest, TheTextOfVeryManyFramesIsShort) {
  SandboxLimits limits = NoLimits();
  limits.recursion_depth = 50'000;
  limits.steps = 10'000;
  const Stop stop = Make("def a(n):\n  b(n)\ndef b(n):\n  a(n)\na(1)", limits).Run();
  ASSERT_TRUE(Reached(stop, LimitKind::kSteps));
  const std::string& text = std::get<LimitReached>(stop).traceback;
  EXPECT_NE(text.find(" more frames]\n"), std::string::npos);
  EXPECT_LT(text.size(), 200'000u);
}

}  // namespace
}  // namespace pysub
