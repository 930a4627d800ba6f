#include "shell/cli/machine_clock.h"

#include <errno.h>
#include <sys/random.h>
#include <sys/types.h>
#include <time.h>

namespace pysub {
namespace {

constexpr int64_t kSecond = 1'000'000'000;

int64_t Read(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * kSecond + now.tv_nsec;
}

// Ctrl-C ends it early: the program gets its KeyboardInterrupt then.
void Sleep(int64_t duration) {
  const timespec time = {duration / kSecond, duration % kSecond};
  clock_nanosleep(CLOCK_MONOTONIC, 0, &time, nullptr);
}

bool Fill(char* bytes, size_t count) {
  for (size_t done = 0; done < count;) {
    const ssize_t got = getrandom(bytes + done, count - done, 0);
    if (got < 0 && errno != EINTR) return false;
    if (got > 0) done += static_cast<size_t>(got);
  }
  return true;
}

}  // namespace

int64_t MachineTime() {
  static const int64_t start = Read(CLOCK_REALTIME) - Read(CLOCK_MONOTONIC);
  return start + Read(CLOCK_MONOTONIC);
}

void UseMachineClock(HostHooks* hooks) {
  hooks->now_ns = [](void*) { return MachineTime(); };
  hooks->sleep_ns = [](void*, int64_t duration) { Sleep(duration); };
}

void UseMachineEntropy(HostHooks* hooks) {
  hooks->entropy = [](void*, char* bytes, size_t count) { return Fill(bytes, count); };
}

}  // namespace pysub
