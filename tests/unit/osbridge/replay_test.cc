// Recordings: what a host did is done again and compares equal; what differs is told;
// bytes may be anything.

#include "pysub/replay.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "osbridge/host_value_bytes.h"
#include "vm/host/request.h"

namespace pysub {
namespace {

SandboxOptions WithFetch() {
  SandboxOptions options;
  options.inputs = {{"fetch", HostValue::HostFunction("fetch")}};
  return options;
}

Sandbox Start(const char* source, const SandboxOptions& options = WithFetch(),
              const ProgramOptions& program = {}) {
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Program::Compile(source, program), options);
  EXPECT_TRUE(sandbox.ok()) << sandbox.status();
  return *std::move(sandbox);
}

// Answers each call with what `answer` makes of it, until the program ends.
template <typename Answer>
Stop Drive(Sandbox& sandbox, Answer answer) {
  while (true) {
    Stop stop = sandbox.Run();
    const FunctionCall* call = std::get_if<FunctionCall>(&stop);
    if (call == nullptr) return stop;
    EXPECT_TRUE(sandbox.Answer(call->id, answer(*call)).ok());
  }
}

std::string Record(Sandbox& sandbox) {
  absl::StatusOr<std::string> bytes = sandbox.TakeRecording();
  EXPECT_TRUE(bytes.ok()) << bytes.status();
  return *bytes;
}

absl::Status ReplayAll(const std::string& bytes) {
  absl::StatusOr<Replay> replay = Replay::Open(bytes);
  if (!replay.ok()) return replay.status();
  return replay->RunToEnd();
}

TEST(ReplayTest, RepeatsWhatTheHostDid) {
  Sandbox sandbox = Start(
      "total = 0\n"
      "for page in range(5):\n"
      "    try: total += len(fetch(page, key={'a': [page]}))\n"
      "    except OSError as e: print('lost', page, e)\n"
      "print(total)\n"
      "total");
  ASSERT_TRUE(sandbox.StartRecording().ok());
  const Stop stop = Drive(sandbox, [](const FunctionCall& call) -> Reply {
    if (call.Arg(0).as_int() == 3) return HostException("OSError", "no such page");
    return std::string(static_cast<size_t>(call.Arg(0).as_int().value_or(0)), 'x');
  });
  ASSERT_TRUE(std::holds_alternative<Finished>(stop));
  const std::string bytes = Record(sandbox);

  absl::StatusOr<Replay> replay = Replay::Open(bytes);
  ASSERT_TRUE(replay.ok()) << replay.status();
  EXPECT_EQ(replay->size(), 11u);
  EXPECT_EQ(replay->Describe(0), "run: FunctionCall 1: fetch(0, key={'a': [0]})");
  EXPECT_EQ(replay->Describe(1), "answer 1: ''");
  EXPECT_EQ(replay->Describe(7), "answer 4: OSError");
  EXPECT_EQ(replay->Describe(10), "run: Finished: 7");
  EXPECT_EQ(replay->Describe(11), "");
  for (size_t i = 0; i < 5; ++i) ASSERT_TRUE(replay->Step().ok());
  EXPECT_EQ(replay->sandbox().Get("total")->as_int(), 1);
  ASSERT_TRUE(replay->RunToEnd().ok());
  EXPECT_EQ(replay->sandbox().TakeOutput(), "lost 3 no such page\n7\n");
  EXPECT_EQ(replay->Step().code(), absl::StatusCode::kOutOfRange);
}

TEST(ReplayTest, EverythingAHostCanDoIsRecorded) {
  SandboxOptions options = WithFetch();
  options.resolve_names = true;
  options.permissions.clock = Permission::kHost;
  options.standard_input = "one\ntwo\n";
  Sandbox sandbox = Start(
      "import asyncio\ndef twice(x, *, by=2): return x * by\nfirst = input()\nmystery + len(first)",
      options, {.result = ResultOf::kLastName});
  ASSERT_TRUE(sandbox.StartRecording().ok());
  Stop stop = sandbox.RunFor(3);
  while (std::holds_alternative<OutOfFuel>(stop)) stop = sandbox.RunFor(3);
  ASSERT_TRUE(std::holds_alternative<NameLookup>(stop));
  ASSERT_TRUE(sandbox.Answer(std::get<NameLookup>(stop).id, 4).ok());
  EXPECT_EQ(std::get<Finished>(sandbox.Run()).value, HostValue(7));
  ASSERT_TRUE(sandbox
                  .Set("given", HostValue::List(
                                    {1, 2.5, HostValue::Bytes("\xff"), HostValue::Complex(1, -2)}))
                  .ok());
  const absl::StatusOr<HostValue> twice = sandbox.Get("twice");
  ASSERT_TRUE(twice.ok());
  ASSERT_TRUE(sandbox.Call(*twice, std::vector<HostValue>{HostValue("ab")}, {{{"by", 3}}}).ok());
  EXPECT_EQ(std::get<Finished>(sandbox.Run()).value, HostValue("ababab"));
  ASSERT_TRUE(sandbox.Fork().ok());
  ASSERT_TRUE(sandbox
                  .Feed("async def main():\n  return await asyncio.gather(fetch(1), fetch(2))\n"
                        "print(given, input())\nresult = await main()",
                        {.file_name = "more.py", .result = ResultOf::kLastName})
                  .ok());
  std::vector<CallId> calls;
  for (stop = sandbox.Run(); !std::holds_alternative<Finished>(stop); stop = sandbox.Run()) {
    if (const FunctionCall* call = std::get_if<FunctionCall>(&stop)) {
      calls.push_back(call->id);
      ASSERT_TRUE(sandbox.Answer(call->id, Later{}).ok());
    } else if (std::holds_alternative<Waiting>(stop)) {
      ASSERT_TRUE(sandbox.Answer(calls.back(), HostValue::Tuple({HostValue("later")})).ok());
      calls.pop_back();
    } else {
      ASSERT_TRUE(std::holds_alternative<OsRequest>(stop)) << stop.index();
      ASSERT_TRUE(sandbox.Answer(std::get<OsRequest>(stop).id, int64_t{12345}).ok());
    }
  }
  EXPECT_EQ(std::get<Finished>(stop).value.Repr(), "[('later',), ('later',)]");
  sandbox.ReleaseHandles();
  ASSERT_TRUE(sandbox.Feed("missing", {.file_name = "wrong.py"}).ok());
  stop = sandbox.Run();
  ASSERT_TRUE(std::holds_alternative<NameLookup>(stop));
  ASSERT_TRUE(sandbox.Answer(std::get<NameLookup>(stop).id, NoSuchName{}).ok());
  ASSERT_TRUE(std::holds_alternative<Raised>(sandbox.Run()));
  EXPECT_TRUE(ReplayAll(Record(sandbox)).ok());
}

// A recording of another run than the one that the bytes begin with: as if pysub had changed.
TEST(ReplayTest, SaysWhereItDiverges) {
  const auto record = [](const char* source) {
    Sandbox sandbox = Start(source);
    EXPECT_TRUE(sandbox.StartRecording().ok());
    Drive(sandbox, [](const FunctionCall&) { return 1; });
    return Record(sandbox);
  };
  const auto events_at = [](const std::string& bytes) {
    ByteReader from(bytes);
    from.Raw(5);
    from.Raw(static_cast<size_t>(OsCallId::kCount));
    for (int i = 0; i < 4; ++i) from.Varint();
    from.Byte();
    from.Text();
    from.Text();
    return bytes.size() - from.left();
  };
  const auto spliced = [&](const std::string& state, const std::string& events) {
    std::string bytes = state.substr(0, events_at(state));
    bytes += events.substr(events_at(events), events.size() - 8 - events_at(events));
    const uint64_t checksum = SnapshotChecksum(bytes);
    ByteWriter(bytes).Fixed64(checksum);
    return bytes;
  };
  const std::string one = record("fetch(1)\nfetch(2)\nprint('x')");
  EXPECT_EQ(ReplayAll(spliced(one, one)), absl::OkStatus());
  EXPECT_EQ(ReplayAll(spliced(record("fetch(1)\nfetch(3)\nprint('x')"), one)),
            absl::AbortedError(
                "event 2 differs: recorded was run: FunctionCall 2: fetch(2); now it is run: "
                "FunctionCall 2: fetch(3)"));
  EXPECT_EQ(ReplayAll(spliced(record("fetch(1)"), one)),
            absl::AbortedError("event 2 differs: recorded was run: FunctionCall 2: fetch(2); now "
                               "it is run: Finished: 1"));
  EXPECT_EQ(ReplayAll(spliced(record("fetch(1)\nfetch(2)\nprint('y')"), one)),
            absl::AbortedError("event 4 differs: recorded was run: Finished: None; now it is the "
                               "same, but for something "
                               "that is not shown here or was written to the output"));
}

TEST(ReplayTest, WhatTheMachineEndedEndsAgain) {
  SandboxOptions options;
  options.limits.duration = std::chrono::milliseconds(20);
  Sandbox slow = Start("n = 0\nwhile True: n += 1", options);
  ASSERT_TRUE(slow.StartRecording().ok());
  Stop stop = slow.Run();
  ASSERT_EQ(std::get<LimitReached>(stop).limit, LimitKind::kDuration);
  const std::string bytes = Record(slow);
  absl::StatusOr<Replay> replay = Replay::Open(bytes);
  ASSERT_TRUE(replay.ok());
  EXPECT_EQ(replay->RunToEnd(), absl::OkStatus());
  EXPECT_NEAR(static_cast<double>(replay->sandbox().usage().steps),
              static_cast<double>(slow.usage().steps), 5000);

  options.limits.duration = std::nullopt;
  options.limits.steps = 10'000;
  Sandbox counted = Start("while True: pass", options);
  ASSERT_TRUE(counted.StartRecording().ok());
  stop = counted.Run();
  ASSERT_EQ(std::get<LimitReached>(stop).limit, LimitKind::kSteps);
  EXPECT_EQ(ReplayAll(Record(counted)), absl::OkStatus());
}

TEST(ReplayTest, RecordingsHaveALimitAndAState) {
  Sandbox sandbox = Start("while True: fetch('x' * 100)");
  EXPECT_EQ(sandbox.TakeRecording().status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(sandbox.StartRecording(100).code(), absl::StatusCode::kResourceExhausted);
  ASSERT_TRUE(sandbox.StartRecording(5000).ok());
  EXPECT_EQ(sandbox.StartRecording().code(), absl::StatusCode::kFailedPrecondition);
  for (int i = 0; i < 100; ++i) {
    Stop stop = sandbox.Run();
    ASSERT_TRUE(sandbox.Answer(std::get<FunctionCall>(stop).id, std::string(100, 'y')).ok());
  }
  EXPECT_EQ(sandbox.TakeRecording().status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_TRUE(sandbox.StartRecording().ok());
  EXPECT_TRUE(sandbox.TakeRecording().ok());
}

// Shared parts stay shared, however often they are referred to; depth does not matter.
TEST(ReplayTest, ValuesCrossAsBytes) {
  HostValue wide = HostValue::List({HostValue("leaf")});
  for (int i = 0; i < 60; ++i) wide = HostValue::List({wide, wide});
  HostValue deep;
  for (int i = 0; i < 200'000; ++i) deep = HostValue::Tuple({deep});
  const HostValue values[] = {
      nullptr,
      true,
      false,
      0,
      -1,
      INT64_MIN,
      INT64_MAX,
      1.5,
      -0.0,
      "text",
      HostValue::BigInt("-0x123456789abcdef01"),
      HostValue::Complex(0.5, -0.0),
      HostValue::Bytes(std::string_view("\0\xff", 2)),
      HostValue::ByteArray("b"),
      HostValue::Ellipsis(),
      HostValue::NotImplemented(),
      HostValue::Cycle(),
      HostValue::Range(1, 10, 3),
      HostValue::Slice(nullptr, 4),
      HostValue::NamedTuple("P", {"x", "y"}, {1, 2}),
      HostValue::Dict({{1, "a"}, {"b", HostValue::List({})}}, "Counter"),
      HostValue::Set({1, 2}),
      HostValue::FrozenSet({HostValue::FrozenSet({})}),
      HostValue::Type("int"),
      HostValue::Exception("ValueError", {"no"}),
      HostValue::HostFunction("f", "doc"),
      HostValue::Decimal("-1.5"),
      HostValue::ParseTyped("datetime.datetime", "2026-11-23T09:30:00+01:00"),
      wide,
      deep};
  for (const HostValue& value : values) {
    std::string bytes;
    {
      ByteWriter to(bytes);
      WriteHostValue(value, to);
    }
    EXPECT_LT(bytes.size(), 3'000'000u);
    ByteReader from(bytes);
    EXPECT_EQ(ReadHostValue(from), value);
    EXPECT_TRUE(from.ok());
    EXPECT_EQ(from.left(), 0u);
  }
}

TEST(ReplayTest, BytesMayBeAnything) {
  Sandbox sandbox = Start("x = [fetch(n) for n in range(4)]\nprint(x)\nx");
  ASSERT_TRUE(sandbox.StartRecording().ok());
  Drive(sandbox, [](const FunctionCall& call) -> Reply {
    return HostValue::Dict({{call.Arg(0), HostValue::List({1.5, "a", HostValue::Set({1})})}});
  });
  const std::string good = Record(sandbox);
  for (std::string_view bytes : {"", "PYRC"})
    EXPECT_EQ(ReplayAll(std::string(bytes)).code(), absl::StatusCode::kDataLoss);
  std::mt19937 random(7);
  int opened = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes = good.substr(0, good.size() - 8);
    const int changes = 1 + static_cast<int>(random() % 3);
    // Mostly among the events: the state has tests of its own.
    const size_t from = i % 8 == 0 ? 0 : bytes.size() - 600;
    for (int c = 0; c < changes; ++c)
      bytes[from + random() % (bytes.size() - from)] = static_cast<char>(random());
    if (i % 5 == 0) bytes.resize(from + random() % (bytes.size() - from));
    const uint64_t checksum = SnapshotChecksum(bytes);
    ByteWriter(bytes).Fixed64(checksum);
    absl::StatusOr<Replay> replay = Replay::Open(bytes);
    if (!replay.ok()) continue;
    ++opened;
    static_cast<void>(replay->RunToEnd());
    static_cast<void>(replay->Describe(replay->position()));
  }
  EXPECT_GT(opened, 100);
}

}  // namespace
}  // namespace pysub
