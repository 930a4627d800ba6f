// How fast a store is: cycles of claim and commit by one and two workers (processes) at 1 and 16 kB
// of state, and what many sessions that wait cost. store_speed [--directory=DIR] [--seconds=S]
// [--parked=N]. docs/sessions.md has what it said.

#include <fmt/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
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

#include "osbridge/sessions/sqlite_store.h"

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

std::unique_ptr<SessionStore> Open(const std::string& path) {
  absl::StatusOr<std::unique_ptr<SessionStore>> store = OpenSqliteStore(path);
  if (!store.ok()) abort();
  return *std::move(store);
}

void Clear(const std::string& path) {
  for (const char* suffix : {"", "-wal", "-shm"}) unlink((path + suffix).c_str());
}

void Fill(SessionStore& store, int64_t sessions, size_t bytes) {
  const std::string blob(bytes, 'x');
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

void Throughput(const std::string& path, int workers, size_t bytes, double seconds) {
  Clear(path);
  Fill(*Open(path), 100, bytes);
  void* const shared = mmap(nullptr, sizeof(std::atomic<int64_t>), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto* const cycles = new (shared) std::atomic<int64_t>(0);
  const double cpu = CpuSeconds();
  const Clock::time_point begin = Clock::now();
  for (int i = 0; i < workers; ++i) {
    if (fork() != 0) continue;
    const std::unique_ptr<SessionStore> store = Open(path);
    const std::string blob(bytes, 'y');
    while (SecondsSince(begin) < seconds) *cycles += Cycle(*store, fmt::format("w{}", i), blob);
    _exit(0);
  }
  while (wait(nullptr) > 0) {
  }
  const double took = SecondsSince(begin);
  const auto count = static_cast<double>(cycles->load());
  printf("%d worker(s), %zu bytes: %.0f cycles/s, %.0f us of CPU each\n", workers, bytes,
         count / took, (CpuSeconds() - cpu) / count * 1e6);
}

void Tell(const char* what, std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  printf("  %s: p50 %.2f ms, p99 %.2f ms\n", what, seconds[seconds.size() / 2] * 1e3,
         seconds[seconds.size() * 99 / 100] * 1e3);
}

double TimeOf(auto&& what) {
  const Clock::time_point begin = Clock::now();
  what();
  return SecondsSince(begin);
}

// Sessions that stand at a call, each.
void Parked(const std::string& path, int64_t sessions) {
  constexpr size_t kBytes = 4096;
  constexpr int64_t kSamples = 300;
  Clear(path);
  const std::unique_ptr<SessionStore> store = Open(path);
  std::vector<std::string> ids;
  const std::string blob(kBytes, 'x');
  for (int64_t i = 0; i < sessions; ++i) {
    ids.push_back(SessionId());
    store->Create({.id = ids.back(), .tenant = "t", .kind = "k", .blob = blob}).IgnoreError();
    auto claim = *store->ClaimNext({.owner = "w", .kinds = {"k"}});
    Transition waits = {.next = SessionState::kWaiting, .blob = blob};
    waits.calls = {{1, "approve", R"({"args": [], "kwargs": {}})", CallClass::kOnce}};
    store->Commit(&claim->lease, waits).IgnoreError();
  }
  struct stat status = {};
  stat(path.c_str(), &status);
  printf("%lld sessions that wait, %zu bytes each: %.1f MB on disk\n",
         static_cast<long long>(sessions), kBytes, static_cast<double>(status.st_size) / 1e6);
  std::vector<double> list, idle, answer, resume;
  for (int64_t i = 0; i < kSamples; ++i) {
    const std::string& id = ids[static_cast<size_t>(i * sessions / kSamples)];
    list.push_back(TimeOf([&] { store->List({.after = id, .most = 100}).IgnoreError(); }));
    idle.push_back(TimeOf([&] { store->ClaimNext({.owner = "w", .kinds = {"k"}}).IgnoreError(); }));
    answer.push_back(TimeOf([&] { store->Answer(id, 1, {.value = "1"}).IgnoreError(); }));
    resume.push_back(TimeOf([&] {
      auto claim = *store->ClaimNext({.owner = "w", .kinds = {"k"}});
      Transition ends = {.next = SessionState::kDone, .blob = blob, .delivered_calls = {1}};
      store->Commit(&claim->lease, ends).IgnoreError();
    }));
  }
  Tell("list 100", std::move(list));
  Tell("claim, nothing due", std::move(idle));
  Tell("answer", std::move(answer));
  Tell("claim and commit one that was answered", std::move(resume));
}

std::string Option(int argc, char** argv, std::string_view name, std::string otherwise) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument.starts_with(name)) otherwise = argument.substr(name.size());
  }
  return otherwise;
}

int Main(int argc, char** argv) {
  const std::string path = Option(argc, argv, "--directory=", ".") + "/store_speed.db";
  const double seconds = atof(Option(argc, argv, "--seconds=", "3").c_str());
  setvbuf(stdout, nullptr, _IOLBF, 0);
  for (const size_t bytes : {1'000, 16'000}) {
    for (const int workers : {1, 2}) Throughput(path, workers, bytes, seconds);
  }
  Parked(path, atoll(Option(argc, argv, "--parked=", "10000").c_str()));
  Clear(path);
  return 0;
}

}  // namespace
}  // namespace pysub::sessions

int main(int argc, char** argv) { return pysub::sessions::Main(argc, argv); }
