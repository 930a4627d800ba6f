// What postgres_faults.py does wrong things to: a worker over a store in PostgreSQL whose sessions
// make calls, and the judge of what is left.
//
//   postgres_fault_worker work URL SCHEMA RECEIVER SECONDS [SESSIONS]
//   postgres_fault_worker finish URL SCHEMA RECEIVER SECONDS    works until all has ended, and
//   judges
//
// RECEIVER is a file in which the world outside writes down what reached it: each line is one write
// to a file that is locked meanwhile, so nothing of it is lost with a process. PYSUB_SILENCE_MS in
// the environment: how long the server may be silent, until its connection counts as lost.

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "osbridge/sessions/postgres_store.h"

namespace pysub::sessions {
namespace {

constexpr int64_t kLeaseMs = 300;
constexpr int64_t kCallLeaseMs = 300;
constexpr int kCalls = 6;  // of a session
constexpr std::string_view kFormat = "faults";

std::string Pid() { return std::to_string(getpid()); }

// What a fault explains, and goes with it.
bool IsPassing(const absl::Status& status) {
  return absl::IsUnavailable(status) || absl::IsResourceExhausted(status);
}

// ---- the world outside

struct Effect {
  int64_t attempt = 0;
  std::string value;
};

struct Heard {
  std::map<std::string, std::vector<Effect>> effects;  // by key
  std::map<std::string, int64_t> voided;  // attempts up to this one will have no effect
  std::set<std::string> wanted, created;  // ids
  std::vector<std::string> claims;        // session and fence
  std::vector<std::string> commits;       // session and seq
  std::vector<std::string> answers;       // keys of calls whose answer was the first
  std::vector<std::string> wrong;
};

class Receiver {
 public:
  explicit Receiver(std::string path) : path_(std::move(path)) {}

  void Say(const std::string& line) {
    Locked([&](const Heard&) { return line; }, false);
  }
  // A call reaches the world. Nothing: it was told that this attempt does not count any more.
  std::optional<std::string> Take(const CallRow& call) {
    const std::string value = fmt::format("\"{}.{}\"", Pid(), ++taken_);
    bool counts = true;
    Locked(
        [&](const Heard& heard) {
          const auto voided = heard.voided.find(call.idem_key);
          counts = voided == heard.voided.end() || call.attempts > voided->second;
          return counts ? fmt::format("effect {} {} {}", call.idem_key, call.attempts, value) : "";
        },
        true);
    if (!counts) return std::nullopt;
    return value;
  }
  // What a person learns who asks whether a call happened; from then on this attempt cannot.
  std::optional<std::string> Ask(const CallRow& call) {
    std::optional<std::string> value;
    Locked(
        [&](const Heard& heard) -> std::string {
          const auto at = heard.effects.find(call.idem_key);
          if (at != heard.effects.end()) value = at->second.front().value;
          return value ? "" : fmt::format("void {} {}", call.idem_key, call.attempts);
        },
        true);
    return value;
  }
  Heard Read() const {
    Heard heard;
    std::ifstream file(path_);
    for (std::string line; std::getline(file, line);) {
      std::istringstream words(line);
      std::string what, first, second, third;
      words >> what >> first >> second >> third;
      if (what == "effect") heard.effects[first].push_back({atoll(second.c_str()), third});
      if (what == "void") heard.voided[first] = atoll(second.c_str());
      if (what == "wanted") heard.wanted.insert(first);
      if (what == "created") heard.created.insert(first);
      if (what == "claim") heard.claims.push_back(first + " " + second);
      if (what == "commit") heard.commits.push_back(first + " " + second);
      if (what == "answered") heard.answers.push_back(first);
      if (what == "wrong") heard.wrong.push_back(line);
    }
    return heard;
  }

 private:
  template <typename Line>
  void Locked(Line line_of, bool reads) {
    const int file = open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND, 0666);
    if (file < 0 || flock(file, LOCK_EX) != 0) abort();
    std::string line = line_of(reads ? Read() : Heard());
    if (!line.empty()) {
      line += '\n';
      if (write(file, line.data(), line.size()) != static_cast<ssize_t>(line.size())) abort();
    }
    close(file);
  }

  std::string path_;
  int taken_ = 0;
};

// ---- the program of the sessions
//
// Its state: how many calls it has made, and the answers that it has seen, "2:1=\"x\",2=\"y\",".

struct Program {
  int64_t made = 0;
  std::string seen;
  int64_t count() const { return std::count(seen.begin(), seen.end(), ','); }
  static Program Of(std::string_view blob) {
    Program program;
    program.made = atoll(std::string(blob).c_str());
    const size_t from = blob.find(':') + 1;
    program.seen = blob.substr(from, blob.find(' ') - from);
    return program;
  }
  std::string ToBlob(size_t padding) const {
    return fmt::format("{}:{} ", made, seen) + std::string(padding, 'x');
  }
};

Transition StepOf(const Claim& claim, std::mt19937& random) {
  Program program = Program::Of(claim.snapshot.blob);
  Transition transition = {.next = SessionState::kWaiting, .format = std::string(kFormat)};
  for (const CallRow& call : claim.answered) {
    program.seen += fmt::format("{}={},", call.call_id, call.reply);
    transition.delivered_calls.push_back(call.call_id);
    transition.outbox.push_back({"seen", fmt::format("{}", call.call_id)});
  }
  if (program.count() == program.made) {
    if (program.made >= kCalls) transition.next = SessionState::kDone;
    for (uint64_t more = random() % 2 + 1; program.made < kCalls && more > 0; --more) {
      const CallClass kind = ++program.made % 2 == 0 ? CallClass::kIdempotent : CallClass::kOnce;
      transition.calls.push_back({program.made, "effect", "{}", kind});
    }
  }
  transition.blob = program.ToBlob(random() % 6'000);
  return transition;
}

// ---- a worker

class FaultWorker {
 public:
  FaultWorker(std::unique_ptr<SessionStore> store, Receiver& receiver)
      : store_(std::move(store)), receiver_(receiver), random_(static_cast<unsigned>(getpid())) {}

  // Whether there was anything to do. What the store says it cannot do now is done later.
  bool Round() {
    const bool ran = RunSession();
    const bool called = RunCall();
    if (++rounds_ % 8 == 0 || !(ran || called)) {
      Good(store_->RecoverCalls().status());
      Reconcile();
    }
    return ran || called;
  }
  bool CreateOne() {
    const std::string id = fmt::format("s{}.{}", Pid(), ++made_);
    receiver_.Say("wanted " + id);
    const absl::StatusOr<std::string> made =
        store_->Create({.id = id,
                        .tenant = fmt::format("t{}", made_ % 3),
                        .kind = "test",
                        .idem_key = "key of " + id,
                        .blob = "0: "});
    if (Good(made.status())) receiver_.Say("created " + *made);
    return made.ok();
  }
  // -1: it cannot be known now.
  int64_t Unfinished() {
    const absl::StatusOr<std::vector<SessionRow>> all = store_->List({.most = 1'000'000});
    if (!Good(all.status())) return -1;
    return std::count_if(all->begin(), all->end(),
                         [](const SessionRow& row) { return row.state != SessionState::kDone; });
  }
  SessionStore& store() { return *store_; }

 private:
  // False: later. What no fault explains is written down.
  bool Good(const absl::Status& status) {
    if (status.ok()) return true;
    if (!IsPassing(status) && !absl::IsAborted(status)) receiver_.Say("wrong " + status.ToString());
    return false;
  }
  bool RunSession() {
    absl::StatusOr<std::optional<Claim>> claim = store_->ClaimNext({.owner = Pid(),
                                                                    .lease_ms = kLeaseMs,
                                                                    .format = std::string(kFormat),
                                                                    .kinds = {"test"},
                                                                    .most_crashes = 1'000'000,
                                                                    .crash_delay_ms = 1});
    if (!Good(claim.status()) || !*claim) return false;
    Lease& lease = (*claim)->lease;
    receiver_.Say(fmt::format("claim {} {} {}", lease.session, lease.fence, Pid()));
    if (random_() % 8 == 0) Good(store_->Heartbeat(lease, kLeaseMs));
    if (random_() % 16 == 0) {
      Good(store_->Release(lease, 0));
      return true;
    }
    if (Good(store_->Commit(&lease, StepOf(**claim, random_))))
      receiver_.Say(fmt::format("commit {} {} {}", lease.session, lease.seq, Pid()));
    return true;
  }
  bool RunCall() {
    const absl::StatusOr<std::optional<CallRow>> call =
        store_->TakeCall({.owner = Pid(), .lease_ms = kCallLeaseMs, .names = {"other", "effect"}});
    if (!Good(call.status()) || !*call) return false;
    const std::optional<std::string> value = receiver_.Take(**call);
    if (!value) return true;
    Answer(**call, *value);
    return true;
  }
  void Answer(const CallRow& call, const std::string& value) {
    const absl::StatusOr<bool> first = store_->Answer(call.session, call.call_id, {.value = value});
    if (Good(first.status()) && *first) receiver_.Say("answered " + call.idem_key);
  }
  // What a person does for calls that may have happened.
  void Reconcile() {
    const absl::StatusOr<std::vector<SessionRow>> parked =
        store_->List({.state = SessionState::kParked, .most = 3});
    if (!Good(parked.status())) return;
    for (const SessionRow& row : *parked) {
      const absl::StatusOr<std::vector<CallRow>> calls = store_->Calls(row.id);
      if (!Good(calls.status())) return;
      for (const CallRow& call : *calls) {
        if (call.state != CallState::kUnknown) continue;
        if (const std::optional<std::string> value = receiver_.Ask(call)) {
          Answer(call, *value);
        } else if (absl::Status done = store_->Reannounce(row.id, call.call_id);
                   !absl::IsFailedPrecondition(done)) {  // others were faster
          Good(done);
        }
      }
    }
  }

  std::unique_ptr<SessionStore> store_;
  Receiver& receiver_;
  std::mt19937 random_;
  int made_ = 0, rounds_ = 0;
};

// ---- what must hold in the end

using Complaints = std::vector<std::string>;

void JudgeCalls(SessionStore& store, const SessionRow& row, const Heard& heard,
                std::set<std::string>* known, Complaints* complaints) {
  const auto say = [&](const std::string& what) { complaints->push_back(row.id + ": " + what); };
  const absl::StatusOr<std::vector<CallRow>> calls = store.Calls(row.id);
  if (!calls.ok() || calls->size() != kCalls) return say("has not all of its calls");
  const Program program = Program::Of(store.Snapshot(row.id)->blob);
  for (const CallRow& call : *calls) {
    known->insert(call.idem_key);
    if (call.state != CallState::kAnswered || call.consumed_seq <= call.seq)
      say(fmt::format("call {} was not answered and seen", call.call_id));
    const auto at = heard.effects.find(call.idem_key);
    if (at == heard.effects.end()) return say(call.idem_key + " reached nobody");
    const std::vector<Effect>& effects = at->second;
    if (call.call_class == CallClass::kOnce && effects.size() != 1)
      say(fmt::format("call {} happened {} times", call.call_id, effects.size()));
    if (std::none_of(effects.begin(), effects.end(),
                     [&](const Effect& effect) { return effect.value == call.reply; }))
      say(fmt::format("call {} has an answer that nobody gave", call.call_id));
    if (program.seen.find(fmt::format("{}={},", call.call_id, call.reply)) == std::string::npos)
      say(fmt::format("the program saw another answer of call {}", call.call_id));
  }
}

void JudgeLog(SessionStore& store, const SessionRow& row, Complaints* complaints) {
  const absl::StatusOr<std::vector<LogRow>> log = store.Log(row.id, 0, 1'000'000);
  const auto say = [&](const std::string& what) { complaints->push_back(row.id + ": " + what); };
  if (!log.ok()) return say("has no log");
  int64_t seq = 0, claims = 0;
  bool is_held = false;
  for (const LogRow& line : *log) {
    if (line.seq != seq && !(line.event == "committed" && line.seq == seq + 1) &&
        line.seq != seq + 1)
      say(fmt::format("from seq {} to {}", seq, line.seq));
    seq = line.seq;
    if (line.event == "claimed") {
      if (is_held) say(fmt::format("was claimed by two workers at seq {}", seq));
      is_held = true;
      ++claims;
    }
    if (line.event == "committed" || line.event == "released" || line.event == "lapsed")
      is_held = false;
  }
  if (seq != row.seq) say("the log ends elsewhere");
  if (claims != row.fence) say(fmt::format("{} claims and fence {}", claims, row.fence));
}

void JudgeOutbox(SessionStore& store, size_t sessions, Complaints* complaints) {
  const absl::StatusOr<std::vector<OutboxRow>> mail = store.Outbox({}, 0, 10'000'000);
  std::set<std::string> all;
  if (mail.ok()) {
    for (const OutboxRow& row : *mail) {
      if (!all.insert(row.session + " " + row.body).second)
        complaints->push_back("twice in the outbox: " + row.session + " " + row.body);
    }
  }
  if (all.size() != sessions * kCalls) complaints->push_back("the outbox is not whole");
}

void JudgeNoneTwice(const char* what, std::vector<std::string> all, Complaints* complaints) {
  std::sort(all.begin(), all.end());
  const auto twice = std::adjacent_find(all.begin(), all.end());
  if (twice != all.end()) complaints->push_back(fmt::format("{} twice: {}", what, *twice));
}

Complaints Judge(SessionStore& store, const Heard& heard) {
  Complaints complaints = heard.wrong;
  const absl::StatusOr<std::vector<SessionRow>> rows = store.List({.most = 1'000'000});
  if (!rows.ok()) return {"no list"};
  std::set<std::string> ids, known;
  for (const SessionRow& row : *rows) {
    ids.insert(row.id);
    if (!heard.wanted.contains(row.id)) complaints.push_back(row.id + ": nobody wanted it");
    if (row.state != SessionState::kDone) complaints.push_back(row.id + ": has not ended");
    JudgeCalls(store, row, heard, &known, &complaints);
    JudgeLog(store, row, &complaints);
  }
  for (const std::string& id : heard.created) {
    if (!ids.contains(id)) complaints.push_back(id + ": is lost");
  }
  for (const auto& [key, effects] : heard.effects) {
    if (!known.contains(key)) complaints.push_back(key + ": an effect that nobody announced");
  }
  JudgeOutbox(store, ids.size(), &complaints);
  JudgeNoneTwice("claimed", heard.claims, &complaints);
  JudgeNoneTwice("stored", heard.commits, &complaints);
  JudgeNoneTwice("answered", heard.answers, &complaints);
  return complaints;
}

int Finish(FaultWorker& worker, Receiver& receiver, const std::function<bool()>& is_over) {
  int64_t unfinished = -1;
  while (!is_over()) {
    if (worker.Round()) continue;
    unfinished = worker.Unfinished();
    if (unfinished == 0) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  const Heard heard = receiver.Read();
  const Complaints complaints = Judge(worker.store(), heard);
  for (size_t i = 0; i < complaints.size() && i < 20; ++i) printf("%s\n", complaints[i].c_str());
  printf("%zu sessions, %zu claims, %zu transitions, %zu effects, %zu complaints\n",
         heard.created.size(), heard.claims.size(), heard.commits.size(), heard.effects.size(),
         complaints.size());
  return complaints.empty() && unfinished == 0 ? 0 : 1;
}

int Main(int argc, char** argv) {
  if (argc < 6) return 2;
  const std::string mode = argv[1], url = argv[2], schema = argv[3];
  Receiver receiver(argv[4]);
  const auto end = std::chrono::steady_clock::now() +
                   std::chrono::milliseconds(static_cast<int64_t>(atof(argv[5]) * 1'000));
  const auto is_over = [end] { return std::chrono::steady_clock::now() > end; };
  const char* const silence = getenv("PYSUB_SILENCE_MS");
  const int64_t silence_ms = silence == nullptr ? 20'000 : atoll(silence);
  absl::StatusOr<std::unique_ptr<SessionStore>> store = absl::UnavailableError("");
  while (!is_over() && !store.ok()) {
    store =
        OpenPostgresStore(url, {.schema = schema, .patience_ms = 3'000, .silence_ms = silence_ms});
    if (!store.ok() && !IsPassing(store.status())) break;
    if (!store.ok()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  if (!store.ok()) {
    if (!IsPassing(store.status())) receiver.Say("wrong " + store.status().ToString());
    return mode == "work" ? 0 : 1;
  }
  FaultWorker worker(*std::move(store), receiver);
  if (mode == "finish") return Finish(worker, receiver, is_over);
  while (!is_over()) {
    if (worker.Round()) continue;
    if (worker.Unfinished() < 6) worker.CreateOne();
    worker.store().AwaitHint(5);
  }
  return 0;
}

}  // namespace
}  // namespace pysub::sessions

int main(int argc, char** argv) { return pysub::sessions::Main(argc, argv); }
