// Plays a store of durable sessions and a small model of it side by side: workers that claim, hang,
// come back and commit late, calls that are run, lost, answered twice, people who cancel, fork and
// signal, answers that get lost on the way, on a clock that jumps. After each step both must say
// the same. store_simulation --steps=1000000 --seed=7; exit status 1: they differ. What kind of
// store it is says the file that is linked with this one.

#include <fmt/format.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/unit/osbridge/sessions/memory_store.h"
#include "tests/unit/osbridge/sessions/simulated_store.h"
#include "tests/unit/osbridge/sessions/test_vfs.h"

namespace pysub::sessions {
namespace {

constexpr int64_t kStart = 1'800'000'000'000;
constexpr size_t kMostSessions = 40;

std::string Of(const absl::Status& status) {
  return std::string(absl::StatusCodeToString(status.code()));
}
std::string Of(const SessionRow& row) {
  return fmt::format("{} {} {} {} p={} {} {} due={} timer={} {} until={} f={} s={} c={} {} {} {}",
                     row.id, row.tenant, StateName(row.state), row.parked_for, row.parent,
                     row.format, row.wants_signal, row.due_at, row.timer_at, row.lease_owner,
                     row.lease_until, row.fence, row.seq, row.crashes, row.created_at,
                     row.updated_at, row.result);
}
std::string Of(const CallRow& row) {
  return fmt::format("{}:{} {} {} {} {} a={} {} until={} r={} e={} s={} c={}", row.session,
                     row.call_id, row.name, row.idem_key, ClassName(row.call_class),
                     StateName(row.state), row.attempts, row.owner, row.lease_until, row.reply,
                     !row.error.empty(), row.seq, row.consumed_seq);
}
std::string Of(const SignalRow& row) {
  return fmt::format("{} {} {} {}", row.number, row.name, row.payload, row.consumed_seq);
}
std::string Of(const LogRow& row) { return fmt::format("{} {} {}", row.seq, row.at, row.event); }
std::string Of(const OutboxRow& row) {
  return fmt::format("{} {} {} {} {}", row.number, row.session, row.seq, row.topic, row.body);
}
std::string Of(const SnapshotRow& row) { return fmt::format("{} {}", row.seq, row.blob); }
std::string Of(const std::string& text) { return text; }
std::string Of(int64_t number) { return fmt::format("{}", number); }
std::string Of(bool yes) { return yes ? "yes" : "no"; }
template <typename T>
std::string Of(const std::vector<T>& all) {
  std::string text;
  for (const T& one : all) text += Of(one) + "\n";
  return text;
}
std::string Of(const Claim& claim) {
  return fmt::format("{} {} {} | {} | {} | {} | {} | {}", claim.lease.session, claim.lease.fence,
                     claim.lease.seq, Of(claim.session), Of(claim.snapshot), Of(claim.answered),
                     Of(claim.signals), claim.now);
}
template <typename T>
std::string Of(const std::optional<T>& maybe) {
  return maybe ? Of(*maybe) : "nothing";
}
template <typename T>
std::string Of(const absl::StatusOr<T>& result) {
  return result.ok() ? Of(*result) : Of(result.status());
}

class Simulation {
 public:
  explicit Simulation(uint64_t seed) : random_(seed), model_([] { return Now(); }) {
    TestVfs::Get().now_ms = kStart;
    store_ = OpenSimulated();
  }

  // False: they differed, and this is told.
  bool Play(int64_t steps) {
    for (int64_t i = 0; i < steps && same_; ++i) {
      Step();
      if (i % 256 == 0) CompareAll();
      CheckSafety();
    }
    CompareAll();
    return same_;
  }
  int64_t transitions() const { return transitions_; }

 private:
  struct Holder {  // a worker with a claim that it may still believe in
    Lease lease;
    Claim claim;
  };

  static int64_t Now() { return TestVfs::Get().now_ms; }
  uint64_t Pick(uint64_t below) { return random_() % below; }
  bool Chance(uint64_t percent) { return Pick(100) < percent; }
  template <typename T>
  const T& AnyOf(const std::vector<T>& all) {
    return all[Pick(all.size())];
  }

  // The same of both. One time in twenty the answer of the first is lost, and it is asked again.
  template <typename Do>
  auto Both(const char* what, Do ask) {
    auto expected = ask(static_cast<SessionStore&>(model_));
    const auto got = ask(*store_);
    Compare(what, Of(expected), Of(got));
    return expected;
  }
  template <typename Do>
  auto BothMaybeTwice(const char* what, Do ask) {
    if (Chance(5)) Check(what, ask);
    return Both(what, ask);
  }
  template <typename Do>
  void Check(const char* what, Do ask) {
    static_cast<void>(Both(what, ask));
  }
  void Compare(const char* what, const std::string& expected, const std::string& got) {
    if (expected == got || !same_) return;
    same_ = false;
    printf("%s\n  the model: %s\n  the store: %s\n", what, expected.c_str(), got.c_str());
  }

  std::string AnySession() {
    if (ids_.empty() || Chance(1)) return "nobody";
    return AnyOf(ids_);
  }
  void Remember(const absl::StatusOr<std::string>& id) {
    if (id.ok() && std::count(ids_.begin(), ids_.end(), *id) == 0) ids_.push_back(*id);
  }

  void Create() {
    NewSession session;
    session.id = fmt::format("s{}", ++made_);
    session.tenant = fmt::format("t{}", Pick(4));
    session.kind = Chance(80) ? "python" : "shell";
    if (Chance(30)) session.idem_key = fmt::format("k{}", Pick(20));
    session.blob = fmt::format("blob {}", made_);
    if (ids_.size() < kMostSessions) {
      Remember(BothMaybeTwice("create", [&](SessionStore& to) { return to.Create(session); }));
    }
  }
  void Fork() {
    ForkRequest request;
    request.from = AnySession();
    request.from_seq = static_cast<int64_t>(Pick(3));
    const absl::StatusOr<SessionRow> row = model_.Get(request.from);
    if (row.ok() && Chance(90)) request.from_seq = row->seq;
    request.id = fmt::format("s{}", ++made_);
    request.blob = "forked";
    if (ids_.size() < kMostSessions)
      Remember(BothMaybeTwice("fork", [&](SessionStore& to) { return to.Fork(request); }));
  }
  void ClaimOne() {
    ClaimRequest request;
    request.owner = fmt::format("w{}", Pick(3));
    request.lease_ms = 1'000;
    request.format = Chance(90) ? "new" : "old";
    request.kinds = {"python"};
    if (Chance(60)) request.kinds.emplace_back("shell");
    if (Chance(10)) request.tenant = "t1";
    request.most_crashes = 4;
    const auto claim = Both("claim", [&](SessionStore& to) { return to.ClaimNext(request); });
    if (!claim.ok() || !*claim || Chance(5)) return;  // or it dies at once
    CheckOneOwner((*claim)->lease);
    holders_.push_back({(*claim)->lease, **claim});
  }
  Transition AnyTransition(const Claim& claim) {
    static constexpr SessionState kNext[] = {
        SessionState::kReady,   SessionState::kReady,    SessionState::kWaiting,
        SessionState::kWaiting, SessionState::kSleeping, SessionState::kSleeping,
        SessionState::kParked,  SessionState::kDone,     SessionState::kFailed};
    Transition transition;
    transition.next = kNext[Pick(std::size(kNext))];
    const bool timed = transition.next == SessionState::kSleeping || Chance(20);
    if (timed) transition.timer_at = Now() + 1 + static_cast<int64_t>(Pick(5'000));
    if (Chance(30))
      transition.wants_signal = Chance(80) ? fmt::format("n{}\n", Pick(2)) : "n0\nn1\n";
    for (uint64_t i = Pick(3); i > 0; --i) {
      transition.calls.push_back({claim.lease.seq * 4 + static_cast<int64_t>(i),
                                  fmt::format("f{}", Pick(3)), "{}",
                                  Chance(50) ? CallClass::kOnce : CallClass::kIdempotent});
    }
    const bool forever = transition.calls.empty() && transition.wants_signal.empty() && !timed;
    if (transition.next == SessionState::kWaiting && forever)
      transition.next = SessionState::kReady;
    if (transition.next == SessionState::kParked) transition.parked_for = "person";
    transition.format = Chance(95) ? "new" : "old";
    transition.blob = fmt::format("blob {} {}", claim.lease.session, claim.lease.seq + 1);
    for (const CallRow& call : claim.answered) {
      if (Chance(90)) transition.delivered_calls.push_back(call.call_id);
    }
    for (const SignalRow& signal : claim.signals) {
      if (Chance(70)) transition.consumed_signals.push_back(signal.number);
    }
    if (Chance(10)) transition.outbox.push_back({"topic", "body"});
    if (Chance(20)) transition.log.push_back({"stdout", "x"});
    return transition;
  }
  // Removes the holder most of the time: the others come late.
  Holder TakeHolder() {
    const size_t at = Pick(holders_.size());
    Holder holder = holders_[at];
    if (Chance(90) || holders_.size() > 12)
      holders_.erase(holders_.begin() + static_cast<long>(at));
    return holder;
  }
  void CommitOne() {
    if (holders_.empty()) return;
    const Holder holder = TakeHolder();
    const Transition transition = AnyTransition(holder.claim);
    const absl::Status done = BothMaybeTwice("commit", [&](SessionStore& to) {
      Lease lease = holder.lease;
      return to.Commit(&lease, transition);
    });
    if (done.ok()) ++transitions_;
  }
  void OtherwiseEndClaim() {
    if (holders_.empty()) return;
    const Holder holder = TakeHolder();
    const uint64_t what = Pick(4);
    Check("heartbeat or release", [&](SessionStore& to) {
      if (what == 0) return to.Release(holder.lease, 500);
      if (what == 1) return to.Park(holder.lease, "person", "why");
      return to.Heartbeat(holder.lease, 1'500);
    });
  }
  void TakeOne() {
    CallTake take;
    take.owner = fmt::format("x{}", Pick(3));
    take.lease_ms = 2'000;
    if (Chance(40)) take.names = {"f0", "f1"};
    if (Chance(10)) take.tenant = "t2";
    const auto call = Both("take", [&](SessionStore& to) { return to.TakeCall(take); });
    if (!call.ok() || !*call) return;
    CheckAttempts(**call);
    if (Chance(90)) started_.push_back(**call);
  }
  void AnswerOne() {
    std::string id = AnySession();
    auto call_id = static_cast<int64_t>(Pick(20));
    if (!started_.empty() && Chance(90)) {
      const size_t at = Pick(started_.size());
      id = started_[at].session;
      call_id = started_[at].call_id;
      if (Chance(80)) started_.erase(started_.begin() + static_cast<long>(at));
    }
    const CallReply reply{fmt::format("{}", ++replies_), Chance(10) ? "{}" : ""};
    const auto answer = [&](SessionStore& to) { return to.Answer(id, call_id, reply); };
    if (Chance(5)) Check("answer", answer);
    Check("answer", answer);
  }
  std::string OneThatWaits() {
    const SessionState state = Chance(70) ? SessionState::kParked : SessionState::kWaiting;
    const auto all = model_.List({.state = state});
    return all->empty() ? AnySession() : AnyOf(*all).id;
  }
  void Person() {
    const std::string id = Chance(60) ? OneThatWaits() : AnySession();
    const uint64_t what = Pick(12);
    if (what == 11 && Chance(50)) return;
    const std::string name = Chance(60) ? std::string(kFeedSignal) : fmt::format("n{}", Pick(2));
    const std::string key = Chance(50) ? fmt::format("k{}", Pick(5)) : "";
    const auto call_id = static_cast<int64_t>(Pick(12));
    Check("a person", [&](SessionStore& to) {
      if (what < 5) return to.Signal(id, name, "1", key);
      if (what < 9) return to.Resume(id);
      if (what < 11) return to.Reannounce(id, call_id);
      return to.Cancel(id, "enough");
    });
  }
  void Recover() {
    Check("recover", [](SessionStore& to) { return to.RecoverCalls(); });
  }
  void Collect() {
    const auto mail = Both("outbox", [](SessionStore& to) { return to.Outbox({}, 0, 3); });
    if (mail.ok() && !mail->empty())
      Check("sent", [&](SessionStore& to) { return to.RemoveFromOutbox(mail->front().number); });
    Check("gc", [](SessionStore& to) { return to.Gc({.older_than_ms = 3'000}); });
    std::erase_if(ids_, [this](const std::string& id) { return !model_.Get(id).ok(); });
  }
  void Step() {
    TestVfs::Get().now_ms += static_cast<int64_t>(Chance(3) ? Pick(6'000) : Pick(60));
    const uint64_t what = Pick(100);
    if (what < 6) return Create();
    if (what < 8) return Fork();
    if (what < 32) return ClaimOne();
    if (what < 54) return CommitOne();
    if (what < 58) return OtherwiseEndClaim();
    if (what < 72) return TakeOne();
    if (what < 86) return AnswerOne();
    if (what < 94) return Person();
    if (what < 97) return Recover();
    Collect();
  }

  void CompareAll() {
    Check("list", [](SessionStore& to) { return to.List({.most = 1'000}); });
    const std::string tenant = fmt::format("t{}", Pick(4));
    Check("list of one", [&](SessionStore& to) { return to.List({.tenant = tenant}); });
    Check("count", [&](SessionStore& to) { return to.Count(tenant, 5); });
    const std::string id = AnySession();
    Check("calls", [&](SessionStore& to) { return to.Calls(id); });
    Check("signals", [&](SessionStore& to) { return to.Signals(id); });
    Check("log", [&](SessionStore& to) { return to.Log(id, 0, 100'000); });
    Check("snapshot", [&](SessionStore& to) { return to.Snapshot(id); });
  }

  // ---- what must hold whatever the model says

  // A new claim of a session: no older one can store anything any more.
  void CheckOneOwner(const Lease& lease) {
    for (const Holder& other : holders_) {
      if (other.lease.session != lease.session) continue;
      if (other.lease.fence >= lease.fence) Compare("fence", "grows", "does not grow");
    }
  }
  // A call that may be run once is taken once, unless a person said that it did not happen.
  void CheckAttempts(const CallRow& call) {
    if (call.call_class != CallClass::kOnce || call.attempts < 2) return;
    const absl::StatusOr<std::vector<LogRow>> log = store_->Log(call.session, 0, 100'000);
    const auto again = std::count_if(log->begin(), log->end(),
                                     [](const LogRow& line) { return line.event == "announced"; });
    if (again == 0) Compare("attempts", "one", "more");
  }
  void CheckSafety() {
    if (transitions_ % 101 != 0) return;
    const std::string id = AnySession();
    const absl::StatusOr<std::vector<LogRow>> log = store_->Log(id, 0, 100'000);
    const absl::StatusOr<SessionRow> row = store_->Get(id);
    if (!log.ok() || !row.ok()) return;
    int64_t seq = -1;
    for (const LogRow& line : *log) {
      if (seq >= 0 && line.seq != seq && line.seq != seq + 1) Compare("seq", "no gap", "a gap");
      seq = line.seq;
    }
    if (seq != row->seq) Compare("seq", "that of the log", "another one");
  }

  std::mt19937_64 random_;
  MemoryStore model_;
  std::unique_ptr<SessionStore> store_;
  std::vector<std::string> ids_;
  std::vector<Holder> holders_;
  std::vector<CallRow> started_;
  int64_t made_ = 0, replies_ = 0, transitions_ = 0;
  bool same_ = true;
};

int64_t NumberOf(int argc, char** argv, std::string_view option, int64_t otherwise) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument.starts_with(option)) return atoll(argument.substr(option.size()).data());
  }
  return otherwise;
}

int Main(int argc, char** argv) {
  const int64_t steps = NumberOf(argc, argv, "--steps=", 60'000);
  const int64_t seed = NumberOf(argc, argv, "--seed=", 1);
  // SQLite's memory grows and shrinks with each transaction: the kernel need not hear of it.
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
  mallopt(M_MMAP_THRESHOLD, 64 << 20);
  const auto begin = std::chrono::steady_clock::now();
  Simulation simulation(static_cast<uint64_t>(seed));
  const bool same = simulation.Play(steps);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  printf("%s: %lld steps, %lld transitions in %.1f s, seed %lld\n", same ? "the same" : "DIFFERENT",
         static_cast<long long>(steps), static_cast<long long>(simulation.transitions()),
         took.count(), static_cast<long long>(seed));
  return same ? 0 : 1;
}

}  // namespace
}  // namespace pysub::sessions

int main(int argc, char** argv) { return pysub::sessions::Main(argc, argv); }
