// Sessions: limits of each feed, what a limit leaves, Interrupt() and Renew().
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "pysub/sandbox.h"

namespace pysub {
namespace {

using std::chrono::milliseconds;

Sandbox Session(const SandboxOptions& options) {
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Program::Compile(""), options);
  EXPECT_TRUE(sandbox.ok()) << sandbox.status();
  sandbox->Run();
  return *std::move(sandbox);
}

// The repr of what the cell gives, or what ended it.
std::string Cell(Sandbox& session, std::string_view source) {
  if (absl::Status fed = session.Feed(source); !fed.ok())
    return "refused: " + std::string(fed.message());
  const Stop stop = session.Run();
  if (const auto* finished = std::get_if<Finished>(&stop)) return finished->value.Repr();
  if (const auto* raised = std::get_if<Raised>(&stop))
    return std::string(raised->exception.name()) + ": " + raised->message;
  if (const auto* limit = std::get_if<LimitReached>(&stop))
    return (limit->session_goes_on ? "goes on: " : "over: ") + limit->message;
  return "stop " + std::to_string(stop.index());
}

SandboxOptions Lasting() {
  SandboxOptions options;
  options.after_limit = AfterLimit::kBeforeFeed;
  options.feed_limits = {
      .duration = milliseconds(50), .allocations = 20'000, .steps = 100'000, .output_bytes = 1000};
  options.limits.memory_bytes = 8 << 20;
  options.limits.duration = std::chrono::seconds(600);
  return options;
}

constexpr std::string_view kAnnotation = "def f(x: int): pass\nf.__annotations__['x']";

// As at CPython's prompt: what a feed asks of the future holds for the feeds after it.
TEST(SandboxSessionTest, FutureFeaturesHoldForLaterFeeds) {
  Sandbox session = Session({});
  EXPECT_EQ(Cell(session, kAnnotation), "<class 'int'>");
  EXPECT_EQ(Cell(session, "from __future__ import annotations\n1 1").substr(0, 11), "SyntaxError");
  EXPECT_EQ(Cell(session, kAnnotation), "<class 'int'>");
  EXPECT_EQ(Cell(session, "from __future__ import annotations"), "None");
  EXPECT_EQ(Cell(session, kAnnotation), "'int'");
  EXPECT_EQ(Cell(session, "exec('def g(x: int): pass')\ng.__annotations__['x']"), "'int'");
  EXPECT_EQ(Cell(session, "hex(compile('1', '', 'eval').co_flags)"), "'0x1000000'");
  absl::StatusOr<Sandbox> fork = session.Fork();
  ASSERT_TRUE(fork.ok());
  EXPECT_EQ(Cell(*fork, kAnnotation), "'int'");
  const absl::StatusOr<std::string> bytes = session.Snapshot();
  ASSERT_TRUE(bytes.ok());
  absl::StatusOr<Sandbox> loaded = Sandbox::Restore(*bytes);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(Cell(*loaded, kAnnotation), "'int'");
  EXPECT_EQ(Cell(*loaded, "f(3); f.__annotations__"), "{'x': 'int'}");
}

// The first program is the first feed.
TEST(SandboxSessionTest, FutureFeaturesOfTheFirstProgramHold) {
  absl::StatusOr<Sandbox> session =
      Sandbox::Create(Program::Compile("from __future__ import annotations, barry_as_FLUFL"), {});
  ASSERT_TRUE(session.ok());
  session->Run();
  EXPECT_EQ(Cell(*session, kAnnotation), "'int'");
  EXPECT_EQ(Cell(*session, "1 <> 2"), "True");
}

TEST(SandboxSessionTest, AFeedThatIsTakenBackTakesItsFutureFeaturesAlong) {
  Sandbox session = Session(Lasting());
  EXPECT_EQ(Cell(session, "from __future__ import annotations\nwhile True: pass").substr(0, 8),
            "goes on:");
  EXPECT_EQ(Cell(session, kAnnotation), "<class 'int'>");
}

TEST(SandboxSessionTest, EachLimitLeavesTheSessionAsItWasBeforeTheFeed) {
  struct Row {
    std::string_view source, message;
  };
  constexpr Row kRows[] = {
      {"x.append(1)\nwhile True: pass", "TimeoutError: step limit of 2000000 exceeded"},
      {"x.append(1)\ny = [[] for _ in range(30000)]",
       "MemoryError: allocation limit of 20000 exceeded"},
      {"x.append(1)\nprint('z' * 2000)", "OSError: output limit of 1000 bytes exceeded"},
      {"x.append(1)\ny = 'a' * 10_000_000", "MemoryError: memory limit of 8388608 bytes exceeded"},
      {"x.append(1)\ny = 0\ndef f():\n    try: f()\n    finally:\n        while True: pass\nf()",
       "TimeoutError: step limit of 2000000 exceeded"},
      {"x.append(1)\nimport re\ndef g():\n    while True: yield 1\nx.append(sum(g()))",
       "TimeoutError: step limit of 2000000 exceeded"},
  };
  SandboxOptions options = Lasting();
  options.feed_limits.duration = std::nullopt;
  options.feed_limits.steps = 2'000'000;
  Sandbox session = Session(options);
  EXPECT_EQ(Cell(session, "x = [0]\ndef f(n): return n + len(x)\nf"), "<function f>");
  const absl::StatusOr<HostValue> f = session.Get("f");
  ASSERT_TRUE(f.ok());
  for (const Row& row : kRows) {
    EXPECT_EQ(Cell(session, row.source), "goes on: " + std::string(row.message)) << row.source;
    EXPECT_EQ(Cell(session, "x, 'y' in globals()"), "([0], False)") << row.source;
    // Handles are what they were.
    const HostValue arguments[] = {41};
    ASSERT_TRUE(session.Call(*f, arguments).ok());
    const Stop stop = session.Run();
    EXPECT_EQ(std::get<Finished>(stop).value.Repr(), "42");
    EXPECT_TRUE(session.Snapshot().ok());
  }
}

TEST(SandboxSessionTest, TimeIsALimitOfAFeed) {
  SandboxOptions options = Lasting();
  options.feed_limits = {.duration = milliseconds(20)};
  Sandbox session = Session(options);
  EXPECT_EQ(Cell(session, "x = 1"), "None");
  EXPECT_EQ(Cell(session, "x = 2\nwhile True: pass"),
            "goes on: TimeoutError: time limit of 0.02 s exceeded");
  EXPECT_EQ(Cell(session, "x"), "1");
  EXPECT_GE(session.usage().running, milliseconds(20));
}

TEST(SandboxSessionTest, WhatAFeedUsedIsUsed) {
  SandboxOptions options = Lasting();
  options.limits.steps = 250'000;
  Sandbox session = Session(options);
  EXPECT_EQ(Cell(session, "while True: pass"),
            "goes on: TimeoutError: step limit of 100000 exceeded");
  EXPECT_EQ(Cell(session, "while True: pass"),
            "goes on: TimeoutError: step limit of 100000 exceeded");
  EXPECT_EQ(Cell(session, "while True: pass"),
            "goes on: TimeoutError: step limit of 250000 exceeded");
  EXPECT_EQ(Cell(session, "for i in range(10): pass"),
            "goes on: TimeoutError: step limit of 250000 exceeded");
  // What it holds can still be had, and its host may go on.
  EXPECT_TRUE(session.Snapshot().ok());
  SandboxLimits more = options.limits;
  more.steps = 150'000;
  ASSERT_TRUE(session.Renew(more).ok());
  EXPECT_EQ(Cell(session, "6 * 7"), "42");
  EXPECT_EQ(Cell(session, "while True: pass"),
            "goes on: TimeoutError: step limit of 100000 exceeded");
  EXPECT_EQ(Cell(session, "while True: pass"),
            "goes on: TimeoutError: step limit of 150000 exceeded");
}

TEST(SandboxSessionTest, WithoutACopyALimitOfAFeedEndsTheSession) {
  SandboxOptions options = Lasting();
  options.after_limit = AfterLimit::kNothing;
  Sandbox session = Session(options);
  EXPECT_EQ(Cell(session, "x = 1"), "None");
  for (int i = 0; i < 20; ++i) EXPECT_EQ(Cell(session, "for i in range(50000): pass"), "None");
  EXPECT_EQ(Cell(session, "while True: pass"), "over: TimeoutError: step limit of 100000 exceeded");
  EXPECT_FALSE(session.Get("x").ok());
  EXPECT_FALSE(session.Snapshot().ok());
  EXPECT_TRUE(absl::IsFailedPrecondition(session.Renew({})));
}

// What a host saved under small limits may go on under larger ones, if that is what it says;
// what was used stays used.
TEST(SandboxSessionTest, LoadMayReplaceLimits) {
  SandboxOptions small;
  small.limits = {.memory_bytes = 2'000'000,
                  .duration = std::chrono::seconds(10),
                  .allocations = 5'000,
                  .steps = 20'000,
                  .output_bytes = 10};
  small.limits.recursion_depth = 20;
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Program::Compile(R"(
n = 0
while n < 2000: n += 1
def deep(k): return k and deep(k - 1)
kept = [bytearray(1000) for _ in range(9000)]
print('more than ten bytes', n, len(kept), deep(100))
)"),
                                                    small);
  ASSERT_TRUE(sandbox.ok());
  ASSERT_TRUE(std::holds_alternative<OutOfFuel>(sandbox->RunFor(1000)));
  const uint64_t used = sandbox->usage().steps;
  const absl::StatusOr<std::string> bytes = sandbox->Snapshot();
  ASSERT_TRUE(bytes.ok());

  SandboxOptions large;
  absl::StatusOr<Sandbox> loaded = Sandbox::Restore(*bytes, large);
  ASSERT_TRUE(loaded.ok());
  EXPECT_TRUE(std::holds_alternative<LimitReached>(loaded->Run()));

  large.replace_snapshot_limits = true;
  loaded = Sandbox::Restore(*bytes, large);
  ASSERT_TRUE(loaded.ok());
  EXPECT_EQ(loaded->usage().steps, used);
  const Stop stop = loaded->Run();
  EXPECT_TRUE(std::holds_alternative<Finished>(stop)) << Describe(stop);
  EXPECT_EQ(loaded->TakeOutput(), "more than ten bytes 2000 9000 0\n");

  // They replace larger ones, too.
  large.limits.steps = used + 10;
  loaded = Sandbox::Restore(*bytes, large);
  ASSERT_TRUE(loaded.ok());
  const Stop early = loaded->Run();
  ASSERT_TRUE(std::holds_alternative<LimitReached>(early)) << Describe(early);
  EXPECT_EQ(std::get<LimitReached>(early).limit, LimitKind::kSteps);
}

TEST(SandboxSessionTest, NeitherDumpNorForkNorLoadRenewsAFeed) {
  SandboxOptions options = Lasting();
  Sandbox session = Session(options);
  ASSERT_TRUE(session.Feed("n = 0\nwhile True: n += 1").ok());
  Stop stop = session.RunFor(30'000);
  ASSERT_TRUE(std::holds_alternative<OutOfFuel>(stop));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(session.Snapshot().ok());
  absl::StatusOr<Sandbox> fork = session.Fork();
  ASSERT_TRUE(fork.ok());
  for (Sandbox* each : {&session, &*fork}) {
    stop = each->RunFor(60'000);
    EXPECT_TRUE(std::holds_alternative<OutOfFuel>(stop));
    stop = each->RunFor(30'000);
    ASSERT_TRUE(std::holds_alternative<LimitReached>(stop));
    EXPECT_TRUE(std::get<LimitReached>(stop).session_goes_on);
    EXPECT_EQ(Cell(*each, "'n' in globals()"), "False");
  }
  // Loaded in the middle of a feed: the host's limits of a feed count anew, those of the session do
  // not.
  options.limits.steps = 500'000;
  Sandbox other = Session(options);
  ASSERT_TRUE(other.Feed("while True: pass").ok());
  ASSERT_TRUE(std::holds_alternative<OutOfFuel>(other.RunFor(90'000)));
  const absl::StatusOr<std::string> bytes = other.Snapshot();
  ASSERT_TRUE(bytes.ok());
  absl::StatusOr<Sandbox> loaded = Sandbox::Restore(*bytes, options);
  ASSERT_TRUE(loaded.ok());
  stop = loaded->Run();
  EXPECT_EQ(std::get<LimitReached>(stop).message, "TimeoutError: step limit of 100000 exceeded");
  // what was before is not in the bytes
  EXPECT_FALSE(std::get<LimitReached>(stop).session_goes_on);
  loaded = Sandbox::Restore(*bytes, {.limits = options.limits});
  ASSERT_TRUE(loaded.ok());
  stop = loaded->Run();
  EXPECT_EQ(std::get<LimitReached>(stop).message, "TimeoutError: step limit of 500000 exceeded");
}

TEST(SandboxSessionTest, RequestsAreNotNumberedTwice) {
  SandboxOptions options = Lasting();
  options.inputs = {{"ask", HostValue::HostFunction("ask")}};
  Sandbox session = Session(options);
  ASSERT_TRUE(session.Feed("ask()\nwhile True: pass").ok());
  Stop stop = session.Run();
  const CallId first = std::get<FunctionCall>(stop).id;
  ASSERT_TRUE(session.Answer(first, 1).ok());
  stop = session.Run();
  ASSERT_TRUE(std::get<LimitReached>(stop).session_goes_on);
  EXPECT_FALSE(session.Answer(first, 2).ok());
  ASSERT_TRUE(session.Feed("ask()").ok());
  stop = session.Run();
  EXPECT_NE(std::get<FunctionCall>(stop).id, first);
}

TEST(SandboxSessionTest, HandlesOfALostFeedAreUnknown) {
  Sandbox session = Session(Lasting());
  EXPECT_EQ(Cell(session, "def f(): return 'f'"), "None");
  const absl::StatusOr<HostValue> kept = session.Get("f");
  ASSERT_TRUE(session.Feed("def lost(): return 'lost'\nwhile True: pass").ok());
  ASSERT_TRUE(std::holds_alternative<OutOfFuel>(session.RunFor(1000)));
  const absl::StatusOr<HostValue> lost = session.Get("lost");
  ASSERT_TRUE(lost.ok());
  ASSERT_TRUE(std::holds_alternative<LimitReached>(session.Run()));
  EXPECT_EQ(Cell(session, "def other(): return 'other'"), "None");
  ASSERT_TRUE(session.Get("other").ok());
  EXPECT_TRUE(absl::IsInvalidArgument(session.Call(*lost)));
  ASSERT_TRUE(session.Call(*kept).ok());
  const Stop stop = session.Run();
  EXPECT_EQ(std::get<Finished>(stop).value.Repr(), "'f'");
}

TEST(SandboxSessionTest, CancelEndsTheFeedAndNotTheSession) {
  SandboxOptions options = Lasting();
  options.feed_limits = {};
  Sandbox session = Session(options);
  EXPECT_EQ(Cell(session, "x = 1"), "None");
  for (int i = 0; i < 3; ++i) {
    std::thread other([&] {
      std::this_thread::sleep_for(milliseconds(10));
      session.Cancel();
    });
    EXPECT_EQ(Cell(session, "x = 2\nwhile True: pass"), "goes on: KeyboardInterrupt: cancelled");
    other.join();
    EXPECT_EQ(Cell(session, "x"), "1");
  }
}

TEST(SandboxSessionTest, InterruptRaisesKeyboardInterrupt) {
  Sandbox session = Session({});
  const auto interrupted = [&](std::string_view source) {
    std::thread other([&] {
      std::this_thread::sleep_for(milliseconds(10));
      session.Interrupt();
    });
    std::string end = Cell(session, source);
    other.join();
    return end;
  };
  EXPECT_EQ(interrupted("n = 0\nwhile True: n += 1"), "KeyboardInterrupt: ");
  EXPECT_EQ(Cell(session, "n > 0"), "True");
  EXPECT_EQ(interrupted("try:\n    while True: pass\nexcept KeyboardInterrupt: r = 'caught'\nr"),
            "'caught'");
  EXPECT_EQ(interrupted("sum(1 for _ in iter(int, 1))"), "KeyboardInterrupt: ");
  // Before a feed runs it is at once, after its end it is nothing.
  ASSERT_TRUE(session.Feed("m = 0\nfor i in range(1000): m = i").ok());
  session.Interrupt();
  EXPECT_TRUE(std::holds_alternative<Raised>(session.Run()));
  EXPECT_LT(session.Get("m")->as_int(), 3);
  session.Interrupt();
  EXPECT_EQ(Cell(session, "for i in range(100000): pass"), "None");
  ASSERT_TRUE(session.Feed("2").ok());
  session.Interrupt();
  EXPECT_TRUE(std::holds_alternative<Finished>(session.Run()));
  EXPECT_EQ(Cell(session, "for i in range(100000): pass"), "None");
}

// An interrupt comes in front of what waits for the host's answer. What asks next for the same asks
// the host, and does not get what was answered then.
TEST(SandboxSessionTest, AnInterruptForgetsAnAnswerThatNobodyTook) {
  SandboxOptions options;
  options.permissions.clock = Permission::kHost;
  Sandbox session = Session(options);
  ASSERT_TRUE(session.Feed("import time\ntime.time_ns()").ok());
  const Stop asked = session.Run();
  ASSERT_TRUE(std::holds_alternative<OsRequest>(asked));
  ASSERT_TRUE(session.Answer(std::get<OsRequest>(asked).id, os::Now::ToValue(5)).ok());
  session.Interrupt();
  EXPECT_TRUE(std::holds_alternative<Raised>(session.Run()));
  ASSERT_TRUE(session.Feed("time.time_ns()").ok());
  const Stop again = session.Run();
  ASSERT_TRUE(std::holds_alternative<OsRequest>(again));
  ASSERT_TRUE(session.Answer(std::get<OsRequest>(again).id, os::Now::ToValue(6)).ok());
  const Stop end = session.Run();
  ASSERT_TRUE(std::holds_alternative<Finished>(end));
  EXPECT_EQ(std::get<Finished>(end).value.Repr(), "6");
}

TEST(SandboxSessionTest, AFunctionHasANameThatAProgramCanCall) {
  for (const char* name : {"a b", "1x", "", "a-b", "a."}) {
    SandboxOptions options;
    options.inputs = {{name, HostValue::HostFunction(name)}};
    EXPECT_TRUE(absl::IsInvalidArgument(Sandbox::Create(Program::Compile(""), options).status()))
        << name;
    Sandbox session = Session({});
    EXPECT_TRUE(absl::IsInvalidArgument(session.Set(name, HostValue::HostFunction(name)))) << name;
    EXPECT_TRUE(session.Set(name, HostValue(1)).ok()) << name;
  }
  Sandbox session = Session({});
  EXPECT_TRUE(session.Set("gr\u00f6\u00dfe", HostValue::HostFunction("f")).ok());
}

// What a notebook does: a cell that takes too long is interrupted and keeps what it has; one that
// catches that is stopped a little later.
TEST(SandboxSessionTest, AFeedIsInterruptedBeforeItsTimeIsOver) {
  for (const bool is_limited : {true, false}) {
    SandboxOptions options = Lasting();
    options.feed_limits = {.duration = milliseconds(200), .interrupt_after = milliseconds(20)};
    if (!is_limited) options.limits.duration = options.feed_limits.duration = std::nullopt;
    Sandbox session = Session(options);
    EXPECT_EQ(Cell(session, "x = [0]\nn = 0"), "None");
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(Cell(session, "x.append(1)\nwhile True: n += 1"), "KeyboardInterrupt: ");
    }
    EXPECT_EQ(Cell(session, "x, n > 0"), "([0, 1, 1, 1], True)");
    EXPECT_EQ(Cell(session, "x.sort(key=lambda n: sum(1 for i in range(10 ** 9)))"),
              "KeyboardInterrupt: ");
    EXPECT_EQ(Cell(session, "x"), "[0, 1, 1, 1]");
    // A feed that waits for its host has time left when it goes on.
    absl::StatusOr<Sandbox> fork = session.Fork();
    ASSERT_TRUE(fork.ok());
    EXPECT_EQ(Cell(*fork, "while True: pass"), "KeyboardInterrupt: ");
    if (is_limited) {
      EXPECT_EQ(Cell(session,
                     "x = 1\nwhile True:\n    try:\n        while True: pass\n    except "
                     "KeyboardInterrupt: pass"),
                "goes on: TimeoutError: time limit of 0.2 s exceeded");
      EXPECT_EQ(Cell(session, "x"), "[0, 1, 1, 1]");
    }
    // Nothing is left of it in the feeds behind it.
    EXPECT_EQ(Cell(session, "for i in range(100000): pass"), "None");
  }
}

TEST(SandboxSessionTest, AnInterruptThatCouldNotComeIsRefused) {
  for (const std::chrono::nanoseconds after :
       {milliseconds(0), milliseconds(-1), milliseconds(5), milliseconds(6)}) {
    SandboxOptions options;
    options.feed_limits = {.duration = milliseconds(5), .interrupt_after = after};
    EXPECT_TRUE(absl::IsInvalidArgument(Sandbox::Create(Program::Compile(""), options).status()))
        << after.count();
  }
  SandboxOptions options;
  options.feed_limits.interrupt_after = std::chrono::nanoseconds::max();
  Sandbox session = Session(options);
  EXPECT_EQ(Cell(session, "6 * 7"), "42");
}

// The program stands at a call: it is interrupted where it goes on, not thousands of calls later.
TEST(SandboxSessionTest, InterruptAtACallOfTheHost) {
  for (const bool by_slices : {false, true}) {
    SandboxOptions options;
    options.inputs = {{"pay", HostValue::HostFunction("pay(n)")}};
    absl::StatusOr<Sandbox> sandbox =
        Sandbox::Create(Program::Compile("for i in range(100000): pay(i)"), options);
    ASSERT_TRUE(sandbox.ok());
    Stop stop = sandbox->Run();
    sandbox->Interrupt();
    int calls = 0;
    while (!std::holds_alternative<Raised>(stop)) {
      if (const auto* call = std::get_if<FunctionCall>(&stop)) {
        ++calls;
        ASSERT_TRUE(sandbox->Answer(call->id, 1).ok());
      }
      stop = by_slices ? sandbox->RunFor(1) : sandbox->Run();
    }
    EXPECT_LE(calls, 2);
    EXPECT_EQ(std::get<Raised>(stop).exception.name(), "KeyboardInterrupt");
  }
}

TEST(SandboxSessionTest, TenThousandFeedsDoNotGrow) {
  SandboxOptions options = Lasting();
  options.limits.allocations = std::nullopt;
  Sandbox session = Session(options);
  EXPECT_EQ(Cell(session, "total = 0"), "None");
  uint64_t after_some = 0;
  for (int i = 0; i < 10'000; ++i) {
    const std::string source =
        i % 100 == 99 ? "total += 1\nwhile True: pass" : "total += 1\ncell = [total] * 100\ntotal";
    Cell(session, source);
    if (i == 1000) after_some = session.usage().memory_bytes;
  }
  EXPECT_EQ(Cell(session, "total"), "9900");
  EXPECT_LE(session.usage().memory_bytes, after_some + (64 << 10));
}

TEST(SandboxSessionTest, WrongLimitsAreRefused) {
  for (const FeedLimits& limits :
       {FeedLimits{.duration = milliseconds(0)}, FeedLimits{.allocations = 0},
        FeedLimits{.steps = 0}, FeedLimits{.output_bytes = 0},
        FeedLimits{.duration = milliseconds(-1)}}) {
    EXPECT_TRUE(absl::IsInvalidArgument(
        Sandbox::Create(Program::Compile(""), {.feed_limits = limits}).status()));
  }
  constexpr uint64_t kHuge = UINT64_MAX;
  Sandbox session = Session({.limits = {.steps = kHuge},
                             .feed_limits = {.duration = std::chrono::nanoseconds::max(),
                                             .allocations = kHuge,
                                             .steps = kHuge,
                                             .output_bytes = kHuge}});
  EXPECT_EQ(Cell(session, "x = 'a' * 1000000"), "None");
  EXPECT_TRUE(absl::IsInvalidArgument(session.Renew({.steps = 0})));
  EXPECT_TRUE(absl::IsInvalidArgument(session.Renew({.recursion_depth = 7})));
  EXPECT_TRUE(absl::IsResourceExhausted(session.Renew({.memory_bytes = 1000})));
  EXPECT_TRUE(session.Renew({.steps = kHuge}).ok());
  ASSERT_TRUE(session.Feed("while True: pass").ok());
  session.RunFor(100);
  EXPECT_TRUE(absl::IsFailedPrecondition(session.Renew({})));
  EXPECT_TRUE(absl::IsFailedPrecondition(Session(Lasting()).StartRecording()));
}

}  // namespace
}  // namespace pysub
