// How fast a store is: transitions (cycles of claim and commit) by workers that are processes, and
// what many sessions that wait cost. A line of JSON for each result; bench/sessions.py makes a
// table of them. What kind of store it is says the file that is linked with this one.
//
//   store_speed PLACE [--seconds=S] [--workers=N,...] [--bytes=N,...] [--parked=N]
//
// PLACE is a directory for SQLite, an URL for PostgreSQL.

#include <fmt/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "tests/unit/osbridge/sessions/measured_store.h"

namespace pysub::sessions {
namespace {

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point then) {
  return std::chrono::duration<double>(Clock::now() - then).count();
}

// CPU time of this process and of its children that ended.
double CpuSeconds() {
  double seconds = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage = {};
    getrusage(who, &usage);
    for (const timeval& time : {usage.ru_utime, usage.ru_stime})
      seconds += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  }
  return seconds;
}

// As states are: nothing that a database could make smaller by much.
std::string Noise(size_t bytes) {
  std::string noise(bytes, '\0');
  uint64_t next = 88'172'645'463'325'252;
  for (char& byte : noise) {
    next ^= next << 13, next ^= next >> 7, next ^= next << 17;
    byte = static_cast<char>(next & 63);
  }
  return noise;
}

void Fill(SessionStore& store, int64_t sessions, size_t bytes) {
  const std::string blob = Noise(bytes);
  for (int64_t i = 0; i < sessions; ++i)
    store.Create({.id = SessionId(), .tenant = "t", .kind = "k", .blob = blob}).IgnoreError();
}

// One cycle: claim, commit. False: it was refused.
bool Cycle(SessionStore& store, const std::string& owner, const std::string& blob) {
  auto claim = store.ClaimNext({.owner = owner, .kinds = {"k"}});
  if (!claim.ok() || !*claim) return false;
  Transition transition = {.next = SessionState::kReady, .blob = blob};
  return store.Commit(&(*claim)->lease, transition).ok();
}

void Throughput(const MeasuredPlace& place, int workers, size_t bytes, double seconds) {
  place.Clear();
  Fill(*place.Open(), 200, bytes);
  void* const shared = mmap(nullptr, sizeof(std::atomic<int64_t>), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto* const cycles = new (shared) std::atomic<int64_t>(0);
  const double cpu = CpuSeconds();
  const Clock::time_point begin = Clock::now();
  for (int i = 0; i < workers; ++i) {
    if (fork() != 0) continue;
    const std::unique_ptr<SessionStore> store = place.Open();
    const std::string blob = Noise(bytes);
    while (SecondsSince(begin) < seconds) *cycles += Cycle(*store, fmt::format("w{}", i), blob);
    _exit(0);
  }
  while (wait(nullptr) > 0) {
  }
  const double took = SecondsSince(begin);
  const auto count = static_cast<double>(cycles->load());
  fmt::print(
      "{{\"what\": \"transitions\", \"workers\": {}, \"bytes\": {}, \"per_second\": {:.0f}, "
      "\"cpu_us\": {:.0f}}}\n",
      workers, bytes, count / took, (CpuSeconds() - cpu) / count * 1e6);
}

void Tell(const char* what, std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  fmt::print("{{\"what\": \"{}\", \"p50_ms\": {:.3f}, \"p99_ms\": {:.3f}}}\n", what,
             seconds[seconds.size() / 2] * 1e3, seconds[seconds.size() * 99 / 100] * 1e3);
}

double TimeOf(auto&& what) {
  const Clock::time_point begin = Clock::now();
  what();
  return SecondsSince(begin);
}

// Makes sessions that stand at a call, each by a claim and a commit as a worker does it. One of a
// thousand is of another tenant.
void Park(SessionStore& store, const std::string& owner, int64_t sessions, size_t bytes) {
  const std::string blob = Noise(bytes);
  Transition waits = {.next = SessionState::kWaiting, .blob = blob};
  waits.calls = {{1, "approve", R"({"args": [], "kwargs": {}})", CallClass::kOnce}};
  for (int64_t i = 0; i < sessions; ++i) {
    const char* const tenant = i % 1'000 == 0 ? "few" : "t";
    if (!store.Create({.id = SessionId(), .tenant = tenant, .kind = "k", .blob = blob}).ok())
      abort();
    auto claim = store.ClaimNext({.owner = owner, .kinds = {"k"}});
    // (Another process may have claimed it, and left us its own; in the end there is none left.)
    if (!claim.ok() || (*claim && !store.Commit(&(*claim)->lease, waits).ok())) abort();
  }
  while (true) {
    auto claim = store.ClaimNext({.owner = owner, .kinds = {"k"}});
    if (!claim.ok() || !*claim) break;
    if (!store.Commit(&(*claim)->lease, waits).ok()) abort();
  }
}

std::vector<std::string> AllIds(SessionStore& store) {
  std::vector<std::string> ids;
  while (true) {
    const auto page = store.List({.after = ids.empty() ? "" : ids.back(), .most = 10'000});
    if (!page.ok()) abort();
    for (const SessionRow& row : *page) ids.push_back(row.id);
    if (page->size() < 10'000) return ids;
  }
}

// Sessions that stand at a call, each.
void Parked(const MeasuredPlace& place, int64_t sessions) {
  constexpr size_t kBytes = 4096;
  const int64_t samples = std::min<int64_t>(1'000, sessions);  // each of another session
  constexpr int kProcesses = 2;
  place.Clear();
  place.Open();  // the tables are there
  const Clock::time_point begin = Clock::now();
  for (int i = 0; i < kProcesses; ++i) {
    if (fork() != 0) continue;
    Park(*place.Open(), fmt::format("w{}", i), (sessions + i) / kProcesses, kBytes);
    _exit(0);
  }
  bool good = true;
  for (int status = 0; wait(&status) > 0;) good = good && status == 0;
  const double took = SecondsSince(begin);
  const std::unique_ptr<SessionStore> store = place.Open();
  const std::vector<std::string> ids = AllIds(*store);
  const auto found = static_cast<int64_t>(ids.size());
  if (!good || found != sessions) abort();
  fmt::print(
      "{{\"what\": \"parked\", \"sessions\": {}, \"bytes\": {}, \"stored_bytes\": {}, "
      "\"per_second\": {:.0f}}}\n",
      sessions, kBytes, place.StoredBytes(), static_cast<double>(sessions) / took);
  const std::string blob = Noise(kBytes);
  std::vector<double> list, few, count, idle, answer, claims, resume;
  for (int64_t i = 0; i < samples; ++i) {
    const std::string& id = ids[static_cast<size_t>(i * found / samples)];
    list.push_back(TimeOf([&] { store->List({.after = id, .most = 100}).IgnoreError(); }));
    few.push_back(TimeOf([&] { store->List({.tenant = "few", .most = 100}).IgnoreError(); }));
    count.push_back(TimeOf([&] { store->Count("t", 1'000).IgnoreError(); }));
    idle.push_back(TimeOf([&] { store->ClaimNext({.owner = "w", .kinds = {"k"}}).IgnoreError(); }));
    answer.push_back(TimeOf([&] { store->Answer(id, 1, {.value = "1"}).IgnoreError(); }));
    absl::StatusOr<std::optional<Claim>> claim;
    claims.push_back(TimeOf([&] { claim = store->ClaimNext({.owner = "w", .kinds = {"k"}}); }));
    if (!claim.ok() || !*claim) abort();
    resume.push_back(TimeOf([&] {
      Transition ends = {.next = SessionState::kDone, .blob = blob, .delivered_calls = {1}};
      store->Commit(&(*claim)->lease, ends).IgnoreError();
    }));
  }
  Tell("list 100", std::move(list));
  Tell("list few", std::move(few));
  Tell("count", std::move(count));
  Tell("claim, nothing due", std::move(idle));
  Tell("answer", std::move(answer));
  Tell("claim", std::move(claims));
  Tell("commit", std::move(resume));
}

std::string Option(int argc, char** argv, std::string_view name, std::string otherwise) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument.starts_with(name)) otherwise = argument.substr(name.size());
  }
  return otherwise;
}

std::vector<int64_t> Numbers(const std::string& text) {
  std::vector<int64_t> numbers;
  for (size_t at = 0; at < text.size(); at = std::min(text.find(',', at), text.size() - 1) + 1)
    numbers.push_back(atoll(text.c_str() + at));
  return numbers;
}

int Main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::unique_ptr<MeasuredPlace> place = MeasuredAt(argv[1]);
  const double seconds = atof(Option(argc, argv, "--seconds=", "3").c_str());
  setvbuf(stdout, nullptr, _IOLBF, 0);
  for (const int64_t bytes : Numbers(Option(argc, argv, "--bytes=", "1000,16000"))) {
    for (const int64_t workers : Numbers(Option(argc, argv, "--workers=", "1,2,4")))
      Throughput(*place, static_cast<int>(workers), static_cast<size_t>(bytes), seconds);
  }
  const int64_t parked = atoll(Option(argc, argv, "--parked=", "10000").c_str());
  if (parked > 0) Parked(*place, parked);
  place->Clear();
  return 0;
}

}  // namespace
}  // namespace pysub::sessions

int main(int argc, char** argv) { return pysub::sessions::Main(argc, argv); }
