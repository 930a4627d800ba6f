#ifndef PYSUB_SHELL_CLI_MACHINE_CLOCK_H_
#define PYSUB_SHELL_CLI_MACHINE_CLOCK_H_

#include <cstdint>

#include "vm/vm.h"

namespace pysub {

// Programs that are run from the command line see this machine's time, sleep and get its random
// bytes, unless they are to do the same in every run: --clock virtual, --seed.
void UseMachineClock(HostHooks* hooks);
void UseMachineEntropy(HostHooks* hooks);

// Nanoseconds since the epoch, by a clock that never goes back.
int64_t MachineTime();

// Where a virtual clock starts, which only looking at it and sleeping move: 2026.
inline constexpr int64_t kVirtualTime = int64_t{1767225600} * 1'000'000'000;

// What --seed N makes HostLink::entropy_seed: not 0, which says that the machine's random bytes
// are used.
inline constexpr uint64_t SeedState(uint64_t seed) {
  return seed == UINT64_MAX ? UINT64_MAX : seed + 1;
}

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_MACHINE_CLOCK_H_
