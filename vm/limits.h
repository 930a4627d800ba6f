#ifndef PYSUB_VM_LIMITS_H_
#define PYSUB_VM_LIMITS_H_

#include <algorithm>
#include <cstdint>

#include "lexer/base/most_memory.h"

// What a run may use. Every limit counts from the creation of the Vm; none can be raised by the
// program, and going over one (recursion excepted) ends the run without running any more of it.
namespace pysub {

// What is more than this is no limit either: sums and signed counters have room above it.
inline constexpr uint64_t kUnlimited = UINT64_MAX >> 2;

// Counters of one run. They are charged before what they count happens. Time is looked at where
// fuel is used up and now and then within long native work, so a run is over its time by a piece of
// work, never by a whole loop.
struct Limits {
  uint64_t memory_bytes = kUnlimited;  // heap, stacks, code, output not yet taken by the host
  uint64_t duration_ns = kUnlimited;   // running time of Run(); the host's own time does not count
  uint64_t allocations = kUnlimited;   // objects made
  uint64_t steps = kUnlimited;         // fuel: calls, back edges and the work of native loops
  uint64_t output_bytes = kUnlimited;  // standard output and standard error together
  uint32_t recursion_depth = 1000;     // frames; over it RecursionError, an ordinary exception
  uint32_t recursion_ceiling = 0;  // how far sys.setrecursionlimit may raise that; 0: not at all
};

inline Limits Bounded(Limits limits) {
  for (uint64_t* limit : {&limits.memory_bytes, &limits.duration_ns, &limits.allocations,
                          &limits.steps, &limits.output_bytes}) {
    *limit = std::min(*limit, kUnlimited);
  }
  limits.memory_bytes = BoundedMemory(limits.memory_bytes);
  return limits;
}

enum class LimitHit : uint8_t {
  kNone,
  kMemory,
  kDuration,
  kAllocations,
  kSteps,
  kOutput,
  kCancelled
};

}  // namespace pysub

#endif  // PYSUB_VM_LIMITS_H_
