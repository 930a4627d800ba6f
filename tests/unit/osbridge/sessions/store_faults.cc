// A small worker over a store in a file, which is killed at each of its writes, syncs and
// truncations in turn, before, in the middle of and behind it, or finds no room there, or an error
// of the disk. What is left is taken up again, and must be whole: store_faults [--directory=DIR]
// [--every=N]. The judge is a receiver that writes down each effect itself, in a file of its own.

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "osbridge/sessions/sqlite_store.h"
#include "tests/unit/osbridge/sessions/test_vfs.h"

namespace pysub::sessions {
namespace {

constexpr int64_t kStart = 1'800'000'000'000;
constexpr int64_t kLeaseMs = 10'000;
constexpr int kSteps = 4;  // of the session's program; each makes a call
constexpr std::string_view kId = "s1";

struct Places {
  std::string directory;
  std::string store() const { return directory + "/store"; }
  std::string receiver() const { return directory + "/receiver"; }
  void Clear() const {
    for (const char* suffix : {"", "-wal", "-shm", "-journal"}) unlink((store() + suffix).c_str());
    unlink(receiver().c_str());
  }
};

// ---- the receiver: a line for each effect that reached it

void Receive(const Places& places, const std::string& key) {
  const int file = open(places.receiver().c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  const std::string line = key + "\n";
  if (file < 0 || write(file, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
    abort();
  close(file);
}

std::map<std::string, int> Received(const Places& places) {
  std::map<std::string, int> counts;
  std::ifstream file(places.receiver());
  for (std::string line; std::getline(file, line);) ++counts[line];
  return counts;
}

// ---- the program of the session: its state is the number of the step that comes next

Transition StepOf(const Claim& claim) {
  int64_t step = atoll(claim.snapshot.blob.c_str());
  Transition transition;
  for (const CallRow& call : claim.answered) {
    if (call.call_id == step) ++step;
    transition.delivered_calls.push_back(call.call_id);
  }
  const bool asks = claim.answered.empty() && step > 0;  // it was woken for nothing
  transition.blob = fmt::format("{}", step == 0 ? 1 : step) + std::string(5'000, 'x');
  if (step > kSteps) {
    transition.next = SessionState::kDone;
    transition.outbox = {{"end", "whole"}};
    return transition;
  }
  transition.next = SessionState::kWaiting;
  if (asks) return transition;
  const auto id = std::max<int64_t>(step, 1);
  transition.calls = {
      {id, "effect", "{}", id % 2 == 0 ? CallClass::kIdempotent : CallClass::kOnce}};
  return transition;
}

// One round of a worker and of whoever answers calls. Nothing: there was nothing to do.
absl::StatusOr<bool> Round(SessionStore& store, const Places& places) {
  bool worked = false;
  absl::StatusOr<std::optional<Claim>> claim = store.ClaimNext(
      {.owner = fmt::format("{}", getpid()), .lease_ms = kLeaseMs, .kinds = {"test"}});
  if (!claim.ok()) return claim.status();
  if (*claim) {
    worked = true;
    const absl::Status done = store.Commit(&(*claim)->lease, StepOf(**claim));
    if (!done.ok()) return done;
  }
  absl::StatusOr<std::optional<CallRow>> call =
      store.TakeCall({.owner = fmt::format("{}", getpid()), .lease_ms = kLeaseMs});
  if (!call.ok()) return call.status();
  if (!*call) return worked;
  Receive(places, (*call)->idem_key);
  const absl::StatusOr<bool> answered =
      store.Answer((*call)->session, (*call)->call_id, {.value = "1"});
  if (!answered.ok()) return answered.status();
  return true;
}

// What a person does for a call that may have happened: he asks the receiver.
absl::Status Reconcile(SessionStore& store, const Places& places) {
  const absl::StatusOr<std::vector<CallRow>> calls = store.Calls(kId);
  if (!calls.ok()) return calls.status();
  const std::map<std::string, int> received = Received(places);
  for (const CallRow& call : *calls) {
    if (call.state != CallState::kUnknown) continue;
    if (received.contains(call.idem_key)) {
      if (auto done = store.Answer(kId, call.call_id, {.value = "1"}); !done.ok())
        return done.status();
    } else if (absl::Status done = store.Reannounce(kId, call.call_id); !done.ok()) {
      return done;
    }
  }
  return absl::OkStatus();
}

absl::Status WorkToTheEnd(SessionStore& store, const Places& places) {
  const absl::StatusOr<std::string> made = store.Create(
      {.id = std::string(kId), .tenant = "t", .kind = "test", .idem_key = "the one", .blob = "0"});
  if (!made.ok()) return made.status();
  for (int i = 0; i < 200; ++i) {
    absl::StatusOr<bool> worked = Round(store, places);
    if (!worked.ok()) return worked.status();
    if (*worked) continue;
    const absl::StatusOr<SessionRow> row = store.Get(kId);
    if (!row.ok() || row->state == SessionState::kDone) return row.status();
    // What somebody held who is gone.
    TestVfs::Get().now_ms += 2 * kLeaseMs;
    if (auto recovered = store.RecoverCalls(); !recovered.ok()) return recovered.status();
    if (absl::Status done = Reconcile(store, places); !done.ok()) return done;
  }
  return absl::InternalError("it never ends");
}

absl::Status OpenAndWork(const Places& places) {
  const absl::StatusOr<std::unique_ptr<SessionStore>> store =
      OpenSqliteStore(places.store(), {.vfs = TestVfs::kName});
  return store.ok() ? WorkToTheEnd(**store, places) : store.status();
}

// ---- what must hold in the end

#define PYSUB_MUST(condition) \
  if (!(condition)) return #condition

const char* WrongCalls(SessionStore& store, const Places& places) {
  const absl::StatusOr<std::vector<CallRow>> calls = store.Calls(kId);
  PYSUB_MUST(calls.ok() && calls->size() == kSteps);
  std::map<std::string, int> received = Received(places);
  for (const CallRow& call : *calls) {
    PYSUB_MUST(call.state == CallState::kAnswered && call.consumed_seq > call.seq);
    PYSUB_MUST(received[call.idem_key] >= 1);
    PYSUB_MUST(call.call_class == CallClass::kIdempotent || received[call.idem_key] == 1);
  }
  PYSUB_MUST(received.size() == kSteps);  // no effect that nobody announced
  return nullptr;
}

const char* WrongLog(SessionStore& store) {
  const absl::StatusOr<std::vector<LogRow>> log = store.Log(kId, 0, 10'000);
  PYSUB_MUST(log.ok());
  int64_t seq = 0;
  bool is_held = false;
  for (const LogRow& line : *log) {
    PYSUB_MUST(line.seq == seq || (line.event == "committed" && line.seq == seq + 1));
    seq = line.seq;
    if (line.event == "claimed") PYSUB_MUST(!is_held);  // by one worker at a time
    is_held = line.event == "claimed" || (is_held && line.event == "answered");
  }
  PYSUB_MUST(seq == store.Get(kId)->seq);
  return nullptr;
}

const char* Wrong(const Places& places) {
  const absl::StatusOr<std::unique_ptr<SessionStore>> store =
      OpenSqliteStore(places.store(), {.vfs = TestVfs::kName});
  PYSUB_MUST(store.ok());
  const absl::StatusOr<SessionRow> row = (*store)->Get(kId);
  PYSUB_MUST(row.ok() && row->state == SessionState::kDone);
  PYSUB_MUST((*store)->List({})->size() == 1);
  PYSUB_MUST((*store)->Outbox({}, 0, 10)->size() == 1);
  if (const char* wrong = WrongCalls(**store, places)) return wrong;
  return WrongLog(**store);
}

// ---- the faults

struct Kind {
  TestVfs::Fault fault;
  const char* name;
};
constexpr Kind kKinds[] = {{TestVfs::Fault::kKill, "killed before"},
                           {TestVfs::Fault::kTear, "killed in the middle of"},
                           {TestVfs::Fault::kKillLate, "killed behind"},
                           {TestVfs::Fault::kFull, "no room at"},
                           {TestVfs::Fault::kFailOnce, "an error of the disk at"}};

enum class Met : uint8_t { kYes, kNo, kBroken };

// Whether the fault was met by a process that worked from nothing.
Met MeetFault(const Places& places, const Kind& kind, int64_t at) {
  const pid_t child = fork();
  if (child == 0) {
    TestVfs& vfs = TestVfs::Get();
    vfs = {.now_ms = kStart, .fault = kind.fault, .at = at, .done = 0};
    const absl::Status first = OpenAndWork(places);
    const bool met = vfs.done >= at;
    // The room is there again, and the same process goes on.
    vfs.fault = TestVfs::Fault::kNone;
    const absl::Status then = first.ok() ? first : OpenAndWork(places);
    if (!then.ok()) fprintf(stderr, "%s\n", then.ToString().c_str());
    _exit(!then.ok() ? 3 : met ? 1 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) return Met::kYes;
  if (WEXITSTATUS(status) > 1) return Met::kBroken;
  return WEXITSTATUS(status) == 1 ? Met::kYes : Met::kNo;
}

// How many places there are, or -1: something is wrong behind one of them.
int64_t PlayKind(const Places& places, const Kind& kind, int64_t every) {
  for (int64_t at = 1;; at += every) {
    places.Clear();
    const Met met = MeetFault(places, kind, at);
    TestVfs::Get() = {.now_ms = kStart + 100 * kLeaseMs};
    const absl::Status whole =
        met == Met::kBroken ? absl::InternalError("the worker gave up") : OpenAndWork(places);
    const char* const wrong = whole.ok() ? Wrong(places) : "";
    if (wrong != nullptr) {
      printf("%s operation %lld: %s %s\n", kind.name, static_cast<long long>(at), wrong,
             whole.ToString().c_str());
      return -1;
    }
    if (met == Met::kNo) return at / every;
  }
}

int Main(int argc, char** argv) {
  Places places{"."};
  int64_t every = 1;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument.starts_with("--directory=")) places.directory = argument.substr(12);
    if (argument.starts_with("--every=")) every = atoll(argument.c_str() + 8);
  }
  places.directory += "/store_faults.XXXXXX";
  if (mkdtemp(places.directory.data()) == nullptr) return 2;
  bool good = true;
  for (const Kind& kind : kKinds) {
    const int64_t places_tried = PlayKind(places, kind, every);
    printf("%s each of %lld writes, syncs and truncations\n", kind.name,
           static_cast<long long>(places_tried));
    good = good && places_tried > 10;
  }
  places.Clear();
  rmdir(places.directory.c_str());
  return good ? 0 : 1;
}

}  // namespace
}  // namespace pysub::sessions

int main(int argc, char** argv) { return pysub::sessions::Main(argc, argv); }
