#include "tests/unit/osbridge/sessions/store_suite.h"

#include <set>

namespace pysub::sessions {

TEST_P(StoreTest, ASessionIsMadeOncePerKey) {
  Create("a", "t", "order 7");
  EXPECT_EQ(*store_->Create({.id = "b", .tenant = "t", .kind = "python", .idem_key = "order 7"}),
            "a");
  EXPECT_EQ(*store_->Create({.id = "c", .tenant = "u", .kind = "python", .idem_key = "order 7"}),
            "c");
  EXPECT_EQ(store_->List({})->size(), 2U);
  EXPECT_EQ(store_->List({.tenant = "u"})->front().id, "c");
}

TEST_P(StoreTest, ListsAndCountsAreOfATenantAndInOrder) {
  for (const char* id : {"d", "b", "e", "a", "c"}) Create(id, *id < 'd' ? "t" : "u");
  const std::optional<Claim> claim = TakeOne();
  ASSERT_TRUE(claim);
  const auto ids = [this](const ListRequest& request) {
    std::string all;
    const std::vector<SessionRow> rows = *store_->List(request);
    for (const SessionRow& row : rows) all += row.id;
    return all;
  };
  EXPECT_EQ(ids({}), "abcde");
  EXPECT_EQ(ids({.after = "b", .most = 2}), "cd");
  EXPECT_EQ(ids({.tenant = "t"}), "abc");
  EXPECT_EQ(ids({.tenant = "t", .after = "a", .most = 1}), "b");
  EXPECT_EQ(ids({.tenant = ""}), "");
  EXPECT_EQ(ids({.state = SessionState::kRunning}), claim->lease.session);
  EXPECT_EQ(ids({.tenant = "t", .state = SessionState::kReady}).size() +
                ids({.tenant = "u", .state = SessionState::kReady}).size(),
            4U);
  EXPECT_EQ(*store_->Count("t", 100), 3);
  EXPECT_EQ(*store_->Count("t", 2), 2);
  EXPECT_EQ(*store_->Count("nobody", 2), 0);
}

TEST_P(StoreTest, AClaimIsOfOneWorker) {
  Create("a");
  const std::optional<Claim> claim = TakeOne();
  ASSERT_TRUE(claim);
  EXPECT_EQ(claim->snapshot.blob, "first");
  EXPECT_EQ(claim->lease.fence, 1);
  EXPECT_FALSE(TakeOne("v"));
  EXPECT_EQ(StateOf("a"), SessionState::kRunning);
}

TEST_P(StoreTest, AHeartbeatKeepsAClaim) {
  Create("a");
  const std::optional<Claim> claim = TakeOne();
  Pass(900);
  EXPECT_TRUE(store_->Heartbeat(claim->lease, 1'000).ok());
  Pass(900);
  EXPECT_FALSE(TakeOne("v"));
  Pass(101);
  EXPECT_TRUE(TakeOne("v"));
  EXPECT_TRUE(absl::IsAborted(store_->Heartbeat(claim->lease, 1'000)));
}

TEST_P(StoreTest, WhoLostTheLeaseStoresNothing) {
  Create("a");
  std::optional<Claim> old = TakeOne("w");
  Pass(1'001);
  std::optional<Claim> claim = TakeOne("v");
  ASSERT_TRUE(claim);
  const Transition late = {.next = SessionState::kDone, .blob = "late"};
  EXPECT_TRUE(absl::IsAborted(store_->Commit(&old->lease, late)));
  EXPECT_TRUE(absl::IsAborted(store_->Release(old->lease, 0)));
  EXPECT_TRUE(absl::IsAborted(store_->Park(old->lease, "person", "")));
  EXPECT_TRUE(store_->Commit(&claim->lease, Waits({})).ok());
  EXPECT_EQ(store_->Snapshot("a")->blob, "second");
  EXPECT_EQ(store_->Get("a")->seq, 1);
}

TEST_P(StoreTest, WhatWasStoredIsNotStoredTwice) {
  Create("a");
  std::optional<Claim> claim = TakeOne();
  Lease again = claim->lease;
  EXPECT_TRUE(store_->Commit(&claim->lease, Waits({{1, "f", "{}", CallClass::kOnce}})).ok());
  EXPECT_TRUE(absl::IsAborted(store_->Commit(&again, Waits({{1, "f", "{}", CallClass::kOnce}}))));
  EXPECT_TRUE(
      absl::IsAborted(store_->Commit(&claim->lease, Waits({{2, "f", "{}", CallClass::kOnce}}))));
  EXPECT_EQ(store_->Calls("a")->size(), 1U);
}

TEST_P(StoreTest, ACallRunsAfterItWasStoredAndTheFirstAnswerWins) {
  CreateThatWaits("a", CallClass::kOnce);
  EXPECT_EQ(StateOf("a"), SessionState::kWaiting);
  EXPECT_FALSE(TakeOne());
  const std::optional<CallRow> call = TakeCall();
  ASSERT_TRUE(call);
  EXPECT_EQ(call->idem_key, CallKey("a", 1));
  EXPECT_FALSE(TakeCall());
  EXPECT_TRUE(*store_->Answer("a", 1, {.value = "41"}));
  EXPECT_FALSE(*store_->Answer("a", 1, {.value = "42"}));
  std::optional<Claim> claim = TakeOne();
  ASSERT_TRUE(claim && claim->answered.size() == 1);
  EXPECT_EQ(claim->answered.front().reply, "41");
  Transition end = {.next = SessionState::kDone, .blob = "end", .delivered_calls = {1}};
  EXPECT_TRUE(store_->Commit(&claim->lease, end).ok());
  EXPECT_EQ(CallOne("a").consumed_seq, 2);
  EXPECT_TRUE(absl::IsNotFound(store_->Answer("a", 9, {.value = "1"}).status()));
}

TEST_P(StoreTest, ACallIsAnsweredWithoutBeingTaken) {
  CreateThatWaits("a", CallClass::kOnce);
  EXPECT_TRUE(*store_->Answer("a", 1, {.error = "{}"}));
  EXPECT_FALSE(TakeCall());
  EXPECT_TRUE(TakeOne());
}

TEST_P(StoreTest, AnAnswerThatComesDuringARunIsSeenAtItsEnd) {
  Create("a");
  std::optional<Claim> claim = TakeOne();
  EXPECT_TRUE(store_
                  ->Commit(&claim->lease, Waits({{1, "f", "{}", CallClass::kOnce},
                                                 {2, "f", "{}", CallClass::kOnce}}))
                  .ok());
  EXPECT_TRUE(*store_->Answer("a", 1, {.value = "1"}));
  claim = TakeOne();
  ASSERT_TRUE(claim);
  EXPECT_TRUE(*store_->Answer("a", 2, {.value = "2"}));
  Transition waits = Waits({});
  waits.delivered_calls = {1};
  EXPECT_TRUE(store_->Commit(&claim->lease, waits).ok());
  EXPECT_EQ(StateOf("a"), SessionState::kReady);
  claim = TakeOne();
  ASSERT_TRUE(claim && claim->answered.size() == 1);
  EXPECT_EQ(claim->answered.front().call_id, 2);
}

TEST_P(StoreTest, AnIdempotentCallIsRunAgain) {
  CreateThatWaits("a", CallClass::kIdempotent);
  const std::optional<CallRow> call = TakeCall();
  Pass(1'001);
  EXPECT_EQ(*store_->RecoverCalls(), 1);
  const std::optional<CallRow> again = TakeCall();
  ASSERT_TRUE(again);
  EXPECT_EQ(again->attempts, 2);
  EXPECT_EQ(again->idem_key, call->idem_key);
}

TEST_P(StoreTest, ACallThatMayHaveHappenedIsNotRepeated) {
  CreateThatWaits("a", CallClass::kOnce);
  ASSERT_TRUE(TakeCall());
  EXPECT_EQ(*store_->RecoverCalls(), 0);
  Pass(1'001);
  EXPECT_EQ(*store_->RecoverCalls(), 1);
  EXPECT_EQ(CallOne("a").state, CallState::kUnknown);
  EXPECT_EQ(StateOf("a"), SessionState::kParked);
  EXPECT_EQ(store_->Get("a")->parked_for, kParkedForUnknown);
  EXPECT_FALSE(TakeCall());
  EXPECT_TRUE(absl::IsFailedPrecondition(store_->Resume("a")));
  // Whoever ran it comes back after all.
  EXPECT_TRUE(*store_->Answer("a", 1, {.value = "1"}));
  EXPECT_TRUE(TakeOne());
}

TEST_P(StoreTest, APersonSaysThatACallDidNotHappen) {
  CreateThatWaits("a", CallClass::kOnce);
  EXPECT_TRUE(absl::IsFailedPrecondition(store_->Reannounce("a", 1)));
  ASSERT_TRUE(TakeCall());
  Pass(1'001);
  EXPECT_EQ(*store_->RecoverCalls(), 1);
  EXPECT_TRUE(store_->Reannounce("a", 1).ok());
  EXPECT_TRUE(TakeCall());
}

TEST_P(StoreTest, AnUnknownCallParksWhoeverRanMeanwhile) {
  CreateThatWaits("a", CallClass::kOnce);
  EXPECT_TRUE(store_->Fork({.from = "a", .from_seq = 1, .id = "b", .blob = "fork"}).ok());
  std::optional<Claim> claim = TakeOne();  // the fork, which looks whether there is anything to do
  ASSERT_TRUE(claim && claim->lease.session == "b");
  ASSERT_TRUE(TakeCall() && TakeCall());
  Pass(1'001);
  EXPECT_EQ(*store_->RecoverCalls(), 2);
  EXPECT_EQ(StateOf("b"), SessionState::kRunning);
  EXPECT_TRUE(store_->Commit(&claim->lease, Waits({})).ok());
  EXPECT_EQ(StateOf("b"), SessionState::kParked);
}

TEST_P(StoreTest, ASleeperIsDueAtItsTime) {
  Create("a");
  std::optional<Claim> claim = TakeOne();
  const Transition sleeps = {
      .next = SessionState::kSleeping, .timer_at = kStart + 86'400'000, .format = "f", .blob = "b"};
  EXPECT_TRUE(store_->Commit(&claim->lease, sleeps).ok());
  EXPECT_EQ(StateOf("a"), SessionState::kSleeping);
  Pass(86'399'999);
  EXPECT_FALSE(TakeOne());
  Pass(1);
  claim = TakeOne();
  ASSERT_TRUE(claim);
  EXPECT_EQ(claim->session.timer_at, kStart + 86'400'000);
}

TEST_P(StoreTest, ASignalWakesAndIsConsumedOnce) {
  Create("a");
  EXPECT_TRUE(store_->Signal("a", "go", "1", "once").ok());
  EXPECT_TRUE(store_->Signal("a", "go", "1", "once").ok());
  EXPECT_TRUE(store_->Signal("a", "other", "2", "").ok());
  EXPECT_TRUE(absl::IsInvalidArgument(store_->Signal("a", "$other", "2", "")));
  std::optional<Claim> claim = TakeOne();
  ASSERT_TRUE(claim && claim->signals.size() == 2);
  Transition waits = Waits({});
  waits.wants_signal = "never\ngo\n";
  waits.consumed_signals = {claim->signals[0].number};
  EXPECT_TRUE(store_->Commit(&claim->lease, waits).ok());
  EXPECT_EQ(StateOf("a"), SessionState::kWaiting);
  EXPECT_TRUE(store_->Signal("a", "other", "3", "").ok());
  EXPECT_FALSE(TakeOne());
  EXPECT_TRUE(store_->Signal("a", "go", "4", "").ok());
  claim = TakeOne();
  ASSERT_TRUE(claim && claim->signals.size() == 3);
  EXPECT_EQ((*store_->Signals("a"))[0].consumed_seq, 1);
}

TEST_P(StoreTest, CodeWakesASessionThatHasEnded) {
  Create("a");
  std::optional<Claim> claim = TakeOne();
  const Transition ends = {.next = SessionState::kDone, .result = "1", .format = "f", .blob = "b"};
  EXPECT_TRUE(store_->Commit(&claim->lease, ends).ok());
  EXPECT_TRUE(absl::IsFailedPrecondition(store_->Signal("a", "go", "1", "")));
  EXPECT_EQ(store_->Get("a")->result, "1");
  EXPECT_TRUE(store_->Signal("a", kFeedSignal, "2 + 2", "").ok());
  claim = TakeOne();
  ASSERT_TRUE(claim);
  EXPECT_TRUE(store_->Signal("a", kFeedSignal, "3 + 3", "").ok());
  Transition second = ends;
  second.consumed_signals = {claim->signals[0].number};
  EXPECT_TRUE(store_->Commit(&claim->lease, second).ok());
  EXPECT_EQ(StateOf("a"), SessionState::kReady);  // for the second one
}

TEST_P(StoreTest, WorkersThatDieAreCountedAndParkASession) {
  Create("a");
  const ClaimRequest request = {.most_crashes = 3, .crash_delay_ms = 5'000};
  ASSERT_TRUE(TakeOne("w", request));
  Pass(1'001);
  ASSERT_TRUE(TakeOne("w", request));  // the first may be the worker's own fault
  Pass(1'001);
  EXPECT_FALSE(TakeOne("w", request));  // the second waits
  Pass(5'000);
  ASSERT_TRUE(TakeOne("w", request));
  Pass(1'001);
  EXPECT_FALSE(TakeOne("w", request));
  EXPECT_EQ(StateOf("a"), SessionState::kParked);
  EXPECT_EQ(store_->Get("a")->parked_for, kParkedForCrashes);
  EXPECT_TRUE(store_->Resume("a").ok());
  EXPECT_EQ(store_->Get("a")->crashes, 0);
  EXPECT_TRUE(TakeOne("w", request));
}

TEST_P(StoreTest, AWorkerThatGivesBackCountsAsNoCrash) {
  Create("a");
  for (int i = 0; i < 10; ++i) {
    const std::optional<Claim> claim = TakeOne();
    ASSERT_TRUE(claim);
    EXPECT_TRUE(store_->Release(claim->lease, 10).ok());
    EXPECT_FALSE(TakeOne());
    Pass(10);
  }
}

TEST_P(StoreTest, TenantsTakeTurns) {
  for (int i = 0; i < 5; ++i) Create("a" + std::to_string(i), "many");
  Create("b", "few");
  Create("c", "other");
  std::set<std::string> first;
  for (int i = 0; i < 3; ++i) first.insert(TakeOne()->session.tenant);
  EXPECT_EQ(first.size(), 3U);
  EXPECT_EQ(TakeOne("w", {.tenant = "few"}), std::nullopt);
}

TEST_P(StoreTest, SnapshotsOfOtherBuildsAreLeftToThem) {
  Create("a");
  std::optional<Claim> claim = TakeOne();
  Transition ready = {.next = SessionState::kReady, .format = "another", .blob = "b"};
  EXPECT_TRUE(store_->Commit(&claim->lease, ready).ok());
  EXPECT_FALSE(TakeOne());
  EXPECT_TRUE(*store_->ClaimNext({.owner = "v", .format = "another", .kinds = {"python"}}));
  EXPECT_FALSE(*store_->ClaimNext({.owner = "v", .format = "another", .kinds = {"shell"}}));
}

TEST_P(StoreTest, CancellingEndsEverything) {
  CreateThatWaits("a", CallClass::kOnce);
  EXPECT_TRUE(store_->Fork({.from = "a", .from_seq = 1, .id = "b", .blob = "fork"}).ok());
  std::optional<Claim> claim = TakeOne();
  EXPECT_TRUE(store_->Cancel("a", "enough").ok());
  EXPECT_TRUE(store_->Cancel("a", "enough").ok());
  EXPECT_TRUE(store_->Cancel("b", "enough").ok());
  EXPECT_TRUE(absl::IsAborted(store_->Commit(&claim->lease, Waits({}))));
  EXPECT_FALSE(TakeCall());
  EXPECT_FALSE(TakeOne());
  EXPECT_TRUE(absl::IsFailedPrecondition(store_->Signal("a", "go", "", "")));
  EXPECT_TRUE(absl::IsFailedPrecondition(store_->Resume("a")));
}

TEST_P(StoreTest, AForkMakesItsOwnCalls) {
  CreateThatWaits("a", CallClass::kOnce);
  ASSERT_TRUE(TakeCall());
  EXPECT_TRUE(
      absl::IsAborted(store_->Fork({.from = "a", .from_seq = 0, .id = "b", .blob = ""}).status()));
  EXPECT_TRUE(store_->Signal("a", "go", "1", "k").ok());
  EXPECT_EQ(*store_->Fork({.from = "a", .from_seq = 1, .id = "b", .blob = "fork"}), "b");
  EXPECT_EQ(*store_->Fork({.from = "a", .from_seq = 1, .id = "b", .blob = "fork"}), "b");
  EXPECT_EQ(CallOne("b").state, CallState::kAnnounced);
  EXPECT_EQ(CallOne("b").idem_key, CallKey("b", 1));
  EXPECT_EQ(CallOne("b").attempts, 0);
  EXPECT_EQ(store_->Signals("b")->size(), 1U);
  EXPECT_EQ(store_->Get("b")->parent, "a");
  EXPECT_TRUE(*store_->Answer("a", 1, {.value = "1"}));
  EXPECT_EQ(CallOne("b").state, CallState::kAnnounced);
}

TEST_P(StoreTest, WhatASessionSaysGoesWithItsTransition) {
  Create("a");
  std::optional<Claim> claim = TakeOne();
  Transition says = Waits({});
  says.outbox = {{"mail", "one"}, {"mail", "two"}};
  says.log = {{"stdout", "hello\n"}};
  EXPECT_TRUE(store_->Commit(&claim->lease, says).ok());
  const std::vector<OutboxRow> mail = *store_->Outbox({}, 0, 10);
  ASSERT_EQ(mail.size(), 2U);
  EXPECT_EQ(mail[0].body, "one");
  EXPECT_EQ(store_->Outbox("u", 0, 10)->size(), 0U);
  EXPECT_TRUE(store_->RemoveFromOutbox(mail[0].number).ok());
  EXPECT_EQ(store_->Outbox("t", 0, 10)->front().body, "two");
  std::string events;
  const std::vector<LogRow> log = *store_->Log("a", 0, 100);
  for (const LogRow& line : log) events += line.event + " ";
  EXPECT_EQ(events, "created claimed stdout committed ");
}

TEST_P(StoreTest, AStateIsSealedAnew) {
  CreateThatWaits("a", CallClass::kOnce);
  EXPECT_TRUE(absl::IsAborted(store_->Reseal("a", 0, "x")));
  EXPECT_TRUE(absl::IsNotFound(store_->Reseal("b", 0, "x")));
  EXPECT_TRUE(store_->Reseal("a", 1, "sealed").ok());
  EXPECT_EQ(store_->Snapshot("a")->blob, "sealed");
  EXPECT_TRUE(*store_->Answer("a", 1, {.value = "1"}));
  EXPECT_EQ(TakeOne()->snapshot.blob, "sealed");
}

TEST_P(StoreTest, WhatHasEndedLongAgoGoes) {
  Create("a");
  Create("b");
  std::optional<Claim> claim = TakeOne();
  Transition ends = {.next = SessionState::kFailed, .blob = "b"};
  ends.outbox = {{"mail", "one"}};
  EXPECT_TRUE(store_->Commit(&claim->lease, ends).ok());
  Pass(1'000);
  EXPECT_EQ(*store_->Gc({.older_than_ms = 500}), 0);  // somebody still has to be told
  EXPECT_TRUE(store_->RemoveFromOutbox(store_->Outbox({}, 0, 1)->front().number).ok());
  EXPECT_EQ(*store_->Gc({.older_than_ms = 2'000}), 0);
  EXPECT_EQ(*store_->Gc({.older_than_ms = 500}), 1);
  EXPECT_TRUE(absl::IsNotFound(store_->Get("a").status()));
  EXPECT_TRUE(store_->Get("b").ok());
}

TEST_P(StoreTest, AnyBytesAreKept) {
  const std::string bytes("\0\xff\xc3('\\\n", 7);
  ASSERT_EQ(*store_->Create({.id = bytes,
                             .tenant = bytes,
                             .kind = "python",
                             .title = bytes,
                             .spec = bytes,
                             .idem_key = bytes,
                             .blob = bytes}),
            bytes);
  EXPECT_EQ(*store_->Create({.id = "b", .tenant = bytes, .idem_key = bytes}), bytes);
  EXPECT_EQ(store_->Get(bytes)->title, bytes);
  EXPECT_TRUE(absl::IsNotFound(store_->Get(bytes.substr(1)).status()));
  EXPECT_TRUE(store_->Signal(bytes, "go", bytes, bytes).ok());
  std::optional<Claim> claim = TakeOne(bytes, {.tenant = bytes});
  ASSERT_TRUE(claim && claim->signals.size() == 1);
  EXPECT_EQ(claim->snapshot.blob, bytes);
  EXPECT_EQ(claim->signals[0].payload, bytes);
  Transition says = Waits({{1, bytes, bytes, CallClass::kOnce}});
  says.outbox = {{bytes, bytes}};
  says.log = {{"stdout", bytes}};
  says.blob = bytes + bytes;
  ASSERT_TRUE(store_->Commit(&claim->lease, says).ok());
  EXPECT_EQ(store_->Outbox(bytes, 0, 10)->front().body, bytes);
  EXPECT_EQ((*store_->Log(bytes, 0, 100))[3].detail, bytes);
  EXPECT_EQ(*store_->TakeCall({.owner = "x", .names = {"other"}}), std::nullopt);
  EXPECT_EQ((*store_->TakeCall({.owner = "x", .names = {"other", bytes}}))->args, bytes);
  EXPECT_TRUE(*store_->Answer(bytes, 1, {.value = bytes}));
  EXPECT_EQ(TakeOne()->answered[0].reply, bytes);
}

TEST_P(StoreTest, LongTextsAreKept) {
  const std::string key(20'000, 'k');
  Create("a", "t", key);
  EXPECT_EQ(*store_->Create({.id = "b", .tenant = "t", .idem_key = key}), "a");
  EXPECT_EQ(*store_->Create({.id = "b", .tenant = "t", .idem_key = key + "2"}), "b");
  std::optional<Claim> claim = TakeOne();
  ASSERT_TRUE(claim);
  const std::string name(30'000, 'f');
  Transition waits = Waits({{1, name, "{}", CallClass::kOnce}});
  waits.blob = std::string(5'000'000, 'b');
  ASSERT_TRUE(store_->Commit(&claim->lease, waits).ok());
  EXPECT_TRUE(store_->Signal("a", "go", key, key).ok());
  EXPECT_TRUE(store_->Signal("a", "go", key, key).ok());
  EXPECT_EQ(store_->Signals("a")->size(), 1U);
  EXPECT_EQ((*store_->TakeCall({.owner = "x", .names = {name}}))->call_id, 1);
  EXPECT_EQ(store_->Snapshot("a")->blob, waits.blob);
}

TEST_P(StoreTest, ACallMadeTwiceIsRefused) {
  CreateThatWaits("a", CallClass::kOnce);
  EXPECT_TRUE(*store_->Answer("a", 1, {.value = "1"}));
  std::optional<Claim> claim = TakeOne();
  ASSERT_TRUE(claim);
  if (std::string_view(GetParam().name) == "model") return;  // it believes everything
  const absl::Status twice =
      store_->Commit(&claim->lease, Waits({{1, "f", "{}", CallClass::kOnce}}));
  EXPECT_EQ(twice.code(), absl::StatusCode::kInternal) << twice;
  EXPECT_EQ(store_->Get("a")->seq, 1);
}

}  // namespace pysub::sessions
