// Workers and Python sessions: what goes on where, what is stored, what happens once.

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "osbridge/sessions/python_machine.h"
#include "osbridge/sessions/sqlite_store.h"
#include "osbridge/sessions/worker.h"
#include "pysub/host_value_json.h"
#include "tests/unit/osbridge/sessions/test_vfs.h"

namespace pysub::sessions {
namespace {

constexpr int64_t kStart = 1'800'000'000'000;

class WorkerTest : public testing::Test {
 protected:
  void SetUp() override {
    TestVfs::Get() = {.now_ms = kStart};
    store_ = *OpenSqliteStore(":memory:", {.vfs = TestVfs::kName});
    NewWorker();
  }
  void TearDown() override { TestVfs::Get() = {}; }

  // Another process, which knows nothing of the one before.
  void NewWorker(WorkerOptions options = {}) {
    worker_ = std::make_unique<Worker>(*store_, keys_, std::move(options));
    worker_->Add(std::make_unique<PythonMachine>());
  }
  static void Pass(int64_t ms) { TestVfs::Get().now_ms += ms; }
  std::string Create(const std::string& code, SessionSpec spec = {}) {
    spec.functions.push_back({"fetch(url, *, retries=0)", "", CallClass::kIdempotent});
    spec.functions.push_back({"pay(amount)", "", CallClass::kOnce});
    const absl::StatusOr<std::string> id = CreateSession(
        *store_, keys_, machine_,
        {.tenant = "t", .kind = "python", .title = "", .idem_key = "", .spec = spec, .code = code});
    EXPECT_TRUE(id.ok()) << id.status();
    return id.value_or("");
  }
  void WorkAll() {
    for (int i = 0; i < 100; ++i) {
      const absl::StatusOr<bool> worked = worker_->WorkOnce();
      ASSERT_TRUE(worked.ok()) << worked.status();
      if (!*worked) return;
      NewWorker();
    }
    FAIL() << "it never waits";
  }
  std::string StateOf(const std::string& id) {
    const SessionRow row = *store_->Get(id);
    return std::string(StateName(row.state)) + (row.reason.empty() ? "" : " " + row.reason);
  }
  std::string ResultOf(const std::string& id) { return store_->Get(id)->result; }
  std::string OutputOf(const std::string& id) {
    std::string text;
    const std::vector<LogRow> log = *store_->Log(id, 0, 1'000);
    for (const LogRow& line : log) text += line.event == "stdout" ? line.detail : "";
    return text;
  }
  void Feed(const std::string& id, const std::string& code) {
    ASSERT_TRUE(store_->Signal(id, kFeedSignal, code, "").ok());
    WorkAll();
  }

  SessionKeys keys_;
  PythonMachine machine_;
  std::unique_ptr<SessionStore> store_;
  std::unique_ptr<Worker> worker_;
};

TEST_F(WorkerTest, AProgramRunsToItsEnd) {
  const std::string id = Create("print('hello')\nsum(range(10))");
  WorkAll();
  EXPECT_EQ(StateOf(id), "done");
  EXPECT_EQ(ResultOf(id), "45");
  EXPECT_EQ(OutputOf(id), "hello\n");
  EXPECT_EQ(store_->Get(id)->format, machine_.format());
}

TEST_F(WorkerTest, ACallInALoopIsAnsweredFromOutside) {
  const std::string id = Create(
      "total = 0\n"
      "for i in sorted([3, 1, 2], key=lambda n: pay(n)):\n"
      "    print(i)\n"
      "    total += pay(amount=i)\n"
      "total");
  for (int n = 1; n <= 6; ++n) {
    WorkAll();
    ASSERT_EQ(StateOf(id), "waiting");
    const CallRow call = store_->Calls(id)->back();
    EXPECT_EQ(call.name, "pay");
    EXPECT_EQ(call.call_class, CallClass::kOnce);
    const HostValue args = *HostValueFromJson(call.args);
    const int64_t amount = *args.Find("kwargs")->Find("amount")->as_int();
    EXPECT_TRUE(*store_->Answer(id, call.call_id, {.value = std::to_string(-amount)}));
  }
  WorkAll();
  EXPECT_EQ(StateOf(id), "done");
  EXPECT_EQ(ResultOf(id), "-6");
  EXPECT_EQ(OutputOf(id), "3\n2\n1\n");
  EXPECT_EQ(store_->Calls(id)->size(), 6U);
}

TEST_F(WorkerTest, CallsOfAGatherAreAnnouncedTogetherAndAnsweredInAnyOrder) {
  const std::string id = Create(
      "import asyncio\n"
      "async def one(n):\n"
      "    return await fetch(f'page {n}')\n"
      "async def main():\n"
      "    return await asyncio.gather(*[one(n) for n in range(3)])\n"
      "asyncio.run(main())");
  WorkAll();
  ASSERT_EQ(StateOf(id), "waiting");
  const std::vector<CallRow> calls = *store_->Calls(id);
  ASSERT_EQ(calls.size(), 3U);
  for (const int n : {2, 0, 1}) {
    EXPECT_TRUE(*store_->Answer(id, calls[static_cast<size_t>(n)].call_id,
                                {.value = std::to_string(n * 10)}));
    WorkAll();
  }
  EXPECT_EQ(StateOf(id), "done");
  EXPECT_EQ(ResultOf(id), "[0, 10, 20]");
}

TEST_F(WorkerTest, AnErrorIsRaisedWhereTheCallStands) {
  const std::string id =
      Create("try:\n    pay(1)\nexcept ValueError as e:\n    print('caught', e)\npay(2)");
  WorkAll();
  EXPECT_TRUE(*store_->Answer(id, store_->Calls(id)->back().call_id,
                              {.error = ErrorJson("ValueError", "no money")}));
  WorkAll();
  EXPECT_TRUE(*store_->Answer(id, store_->Calls(id)->back().call_id,
                              {.error = ErrorJson("NoSuchError", "what")}));
  WorkAll();
  EXPECT_EQ(OutputOf(id), "caught no money\n");
  EXPECT_EQ(StateOf(id).substr(0, 20), "failed RuntimeError:");
}

TEST_F(WorkerTest, SleepingForAWeekHoldsNothing) {
  const std::string id = Create(
      "import time\nbefore = time.time()\ntime.sleep(7 * 86400)\nround(time.time() - before)");
  WorkAll();
  EXPECT_EQ(StateOf(id), "sleeping");
  Pass(int64_t{6} * 86'400'000);
  WorkAll();
  EXPECT_EQ(StateOf(id), "sleeping");
  Pass(int64_t{1} * 86'400'000 + 100);
  WorkAll();
  EXPECT_EQ(StateOf(id), "done");
  EXPECT_EQ(ResultOf(id), "604800");
}

TEST_F(WorkerTest, ATimerOfAsyncioAndACallWaitTogether) {
  const std::string code =
      "import asyncio\n"
      "async def main():\n"
      "    try:\n"
      "        return await asyncio.wait_for(fetch('x'), 3600)\n"
      "    except TimeoutError:\n"
      "        return 'too late'\n"
      "asyncio.run(main())";
  const std::string answered = Create(code), late = Create(code);
  WorkAll();
  EXPECT_EQ(StateOf(answered), "waiting");
  EXPECT_TRUE(*store_->Answer(answered, store_->Calls(answered)->back().call_id, {.value = "1"}));
  Pass(3'599'000);
  WorkAll();
  EXPECT_EQ(ResultOf(answered), "1");
  EXPECT_EQ(StateOf(late), "waiting");
  Pass(2'000);
  WorkAll();
  EXPECT_EQ(ResultOf(late), "\"too late\"");
  // Nobody will run what nobody waits for.
  EXPECT_EQ(*store_->TakeCall({.owner = "x"}), std::nullopt);
}

TEST_F(WorkerTest, ASignalComesBeforeOrBehindTheWait) {
  const std::string id = Create(
      "first = wait_signal('go')\nsecond = wait_signal('go', timeout=60)\n"
      "third = wait_signal('go', timeout=60)\n(first, second, third)");
  ASSERT_TRUE(store_->Signal(id, "go", R"({"by": "ann"})", "").ok());
  WorkAll();
  EXPECT_EQ(StateOf(id), "waiting");
  ASSERT_TRUE(store_->Signal(id, "come", "1", "").ok());
  ASSERT_TRUE(store_->Signal(id, "go", "2", "").ok());
  WorkAll();
  EXPECT_EQ(StateOf(id), "waiting");
  Pass(61'000);
  WorkAll();
  EXPECT_EQ(ResultOf(id), R"({"$tuple": [{"by": "ann"}, 2, null]})");
  EXPECT_EQ((*store_->Signals(id))[1].consumed_seq, 0);
}

TEST_F(WorkerTest, WhatItEmitsGoesOutOnce) {
  const std::string id = Create("emit('mail', {'to': 'ann'})\npay(1)\nemit('mail', 2)");
  WorkAll();
  EXPECT_EQ(store_->Outbox({}, 0, 10)->size(), 1U);
  EXPECT_TRUE(*store_->Answer(id, store_->Calls(id)->back().call_id, {.value = "1"}));
  WorkAll();
  const std::vector<OutboxRow> mail = *store_->Outbox({}, 0, 10);
  ASSERT_EQ(mail.size(), 2U);
  EXPECT_EQ(mail[0].body, R"({"to": "ann"})");
  EXPECT_EQ(mail[1].seq, 2);
}

// What it says lies in the store until somebody takes it: a loop does not fill that up.
TEST_F(WorkerTest, WhatItEmitsHasAnEnd) {
  const std::string id = Create(
      "x = 'x' * 1_000_000\n"
      "n = 0\n"
      "try:\n"
      "    while n < 100:\n"
      "        emit('mail', x)\n"
      "        n += 1\n"
      "except RuntimeError as e:\n"
      "    print(e)\n"
      "n");
  WorkAll();
  EXPECT_EQ(StateOf(id), "done");
  EXPECT_EQ(ResultOf(id), "67");
  EXPECT_EQ(OutputOf(id), "the session has said more than 64 MiB\n");
  const std::vector<OutboxRow> mail = *store_->Outbox({}, 0, 200);
  ASSERT_EQ(mail.size(), 67U);
  EXPECT_GT(mail.back().seq, 5);  // of some megabytes a transition each
  Feed(id, "emit('mail', x)\n'again'");
  EXPECT_EQ(ResultOf(id), "\"again\"");
}

TEST_F(WorkerTest, FeedsGoOnWithNamesAndFiles) {
  const std::string id = Create("x = 20\nopen('/note', 'w').write('kept')\n");
  WorkAll();
  Feed(id, "x += 1\n1 / 0");
  EXPECT_EQ(StateOf(id), "failed ZeroDivisionError: division by zero");
  Feed(id, "(x, open('/note').read())");
  EXPECT_EQ(StateOf(id), "done");
  EXPECT_EQ(ResultOf(id), R"({"$tuple": [21, "kept"]})");
}

TEST_F(WorkerTest, ALimitEndsAFeedAndNotItsSession) {
  const std::string id = Create("x = 1", {.run_ms = 200});
  WorkAll();
  Feed(id, "x = 2\nwhile True: pass");
  EXPECT_EQ(StateOf(id).substr(0, 6), "failed");
  Feed(id, "x");
  EXPECT_EQ(ResultOf(id), "1");
  const std::string other = Create("while True: pass", {.run_ms = 200});
  WorkAll();
  EXPECT_EQ(StateOf(other).substr(0, 6), "failed");
  Feed(other, "1");
  EXPECT_EQ(StateOf(other), "failed a limit ended this session for good: nothing can be fed to it");
}

TEST_F(WorkerTest, ALongRunIsStoredBetweenTurns) {
  const std::string id = Create("n = 0\nwhile n < 3_000_000: n += 1\nn");
  NewWorker({.turn_ms = 1});
  ASSERT_TRUE(*worker_->WorkOnce());
  EXPECT_EQ(StateOf(id), "ready");
  EXPECT_EQ(store_->Get(id)->seq, 1);
  WorkAll();
  EXPECT_EQ(ResultOf(id), "3000000");
}

TEST_F(WorkerTest, AHandlerAnswersCalls) {
  const std::string id = Create("pay(2) + pay(3)");
  for (int i = 0; i < 6; ++i) {
    NewWorker();
    worker_->Handle("pay", [](const CallRow& call) {
      const HostValue args = *HostValueFromJson(call.args);
      return CallReply{.value = args.Find("kwargs")->Find("amount")->ToJson()};
    });
    ASSERT_TRUE(worker_->WorkOnce().ok());
  }
  EXPECT_EQ(ResultOf(id), "5");
}

TEST_F(WorkerTest, AHandlerThatDoesNotKnowParksTheSession) {
  const std::string id = Create("pay(2)");
  worker_->Handle("pay", [](const CallRow&) { return std::nullopt; });
  ASSERT_TRUE(*worker_->WorkOnce());
  Pass(61'000);
  NewWorker();
  ASSERT_TRUE(worker_->WorkOnce().ok());
  EXPECT_EQ(store_->Get(id)->parked_for, kParkedForUnknown);
  EXPECT_TRUE(*store_->Answer(id, 1, {.value = "7"}));
  WorkAll();
  EXPECT_EQ(ResultOf(id), "7");
}

TEST_F(WorkerTest, AForkGoesItsOwnWay) {
  const std::string id = Create("x = pay(1)\nx");
  WorkAll();
  const std::string other = *ForkSession(*store_, keys_, id, "second", "");
  WorkAll();
  EXPECT_EQ(StateOf(other), "waiting");
  EXPECT_TRUE(*store_->Answer(id, 1, {.value = "10"}));
  EXPECT_TRUE(*store_->Answer(other, 1, {.value = "20"}));
  WorkAll();
  EXPECT_EQ(ResultOf(id) + " " + ResultOf(other), "10 20");
  EXPECT_NE(store_->Calls(id)->front().idem_key, store_->Calls(other)->front().idem_key);
}

TEST_F(WorkerTest, SealedStatesAreOfOneSessionAndOneTransition) {
  const std::string json = R"({"tenants": {"t": ["0123456789abcdef"]}})";
  keys_ = *SessionKeys::Parse(json);
  const std::string id = Create("pay(1)"), other = Create("pay(2)");
  WorkAll();
  const SnapshotRow stolen = *store_->Snapshot(other);
  ASSERT_TRUE(store_->Reseal(id, 1, stolen.blob).ok());
  EXPECT_TRUE(*store_->Answer(id, 1, {.value = "1"}));
  WorkAll();
  EXPECT_EQ(store_->Get(id)->parked_for, kParkedForState);
  // Keys change: what the old one sealed is read until all is sealed with the new one.
  keys_ = *SessionKeys::Parse(R"({"tenants": {"t": ["another key, newer", "0123456789abcdef"]}})");
  ASSERT_TRUE(ResealSession(*store_, keys_, other).ok());
  keys_ = *SessionKeys::Parse(R"({"tenants": {"t": ["another key, newer"]}})");
  EXPECT_TRUE(*store_->Answer(other, 1, {.value = "1"}));
  WorkAll();
  EXPECT_EQ(StateOf(other), "done");
}

TEST_F(WorkerTest, DamagedStatesAreRefused) {
  const std::string id = Create("x = list(range(100))\npay(1)");
  WorkAll();
  const SnapshotRow whole = *store_->Snapshot(id);
  const std::string_view state = *keys_.Open("t", id, 1, whole.blob);
  const SessionRow row = *store_->Get(id);
  int refused = 0;
  for (size_t at = 0; at < state.size(); ++at) {
    std::string bytes(state);
    bytes[at] = static_cast<char>(bytes[at] ^ 0x41);
    Claim claim{{id, "w", 1, 1}, row, {1, "", ""}, {}, {}, kStart};
    const auto run = machine_.Run(claim, bytes, [] { return Pulse::kDrop; });
    refused += run.ok() ? 0 : 1;
  }
  EXPECT_GT(refused, static_cast<int>(state.size() * 8 / 10));
  EXPECT_FALSE(machine_
                   .Run({{id, "w", 1, 1}, row, {}, {}, {}, kStart}, state.substr(0, 9),
                        [] { return Pulse::kGoOn; })
                   .ok());
}

TEST_F(WorkerTest, WrongSettingsAreRefused) {
  const auto create = [&](SessionSpec spec) {
    return CreateSession(*store_, keys_, machine_, {.tenant = "t", .spec = std::move(spec)})
        .status()
        .code();
  };
  EXPECT_EQ(create({.functions = {{"no signature("}}}), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(create({.functions = {{"emit(x)"}}}), absl::StatusCode::kInvalidArgument);
  EXPECT_FALSE(CreateSession(*store_, keys_, machine_, {.tenant = ""}).ok());
  for (uint64_t SessionSpec::*limit :
       {&SessionSpec::memory_bytes, &SessionSpec::file_bytes, &SessionSpec::run_ms,
        &SessionSpec::steps, &SessionSpec::output_bytes}) {
    for (const uint64_t number : {uint64_t{0}, uint64_t{1}, uint64_t{INT64_MAX}, UINT64_MAX}) {
      SessionSpec spec;
      spec.*limit = number;
      const bool zero_means_none = limit == &SessionSpec::steps;
      const bool too_long = limit == &SessionSpec::run_ms && number > uint64_t{1} << 60;
      const bool good = (number != 0 || zero_means_none) && number <= INT64_MAX && !too_long;
      EXPECT_EQ(create(spec), good ? absl::StatusCode::kOk : absl::StatusCode::kInvalidArgument)
          << number;
    }
  }
  WorkAll();  // with each that was taken
  for (const char* json :
       {"1", "{\"stepz\": 1}", "{\"run_ms\": 0}", "{\"functions\": [{\"signature\": 1}]}",
        "{\"functions\": [{\"signature\": \"f()\", \"class\": \"twice\"}]}",
        "{\"functions\": [{}]}"})
    EXPECT_TRUE(absl::IsInvalidArgument(SessionSpec::Parse(json).status())) << json;
  const SessionSpec spec = {.functions = {{"f(x)", "doc", CallClass::kIdempotent}}, .steps = 5};
  EXPECT_EQ(SessionSpec::Parse(spec.ToJson())->ToJson(), spec.ToJson());
  for (const char* json : {"1", "{\"x\": 1}", "{\"others\": []}", "{\"others\": [\"short\"]}",
                           "{\"tenants\": {\"t\": \"0123456789abcdef\"}}"})
    EXPECT_TRUE(absl::IsInvalidArgument(SessionKeys::Parse(json).status())) << json;
}

}  // namespace
}  // namespace pysub::sessions
