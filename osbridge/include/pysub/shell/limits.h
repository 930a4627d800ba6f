#ifndef PYSUB_PYSUB_SHELL_LIMITS_H_
#define PYSUB_PYSUB_SHELL_LIMITS_H_

#include <chrono>
#include <cstdint>

#include "pysub/export.h"

namespace pysub PYSUB_API {

// What one Exec() may use. Reaching a limit ends the script: a message on standard error, a status
// (ShellLimitStatus), and what was printed before stays.
struct ShellLimits {
  uint64_t commands = 10'000'000;          // simple commands
  uint64_t loop_iterations = 100'000'000;  // of all loops together
  uint32_t function_depth = 10'000;        // functions, eval and source inside each other
  uint32_t substitution_depth = 100;       // subshells inside each other
  uint32_t processes = 512;                // alive at a time: stages, jobs, substitutions
  uint64_t input_bytes = 16 << 20;         // of one script text
  uint64_t output_bytes = 64 << 20;        // standard output and standard error together
  uint64_t memory_bytes = 256 << 20;       // variables, pipes, commands, the file system
  uint64_t steps = UINT64_MAX;             // work as the shell counts it: about a byte looked at
  // All that passes while a script runs, sleeping included.
  std::chrono::nanoseconds wall_time = std::chrono::seconds(60);
};

// Which limit ended a script. kCancelled: Shell::Cancel(). kDeadlock: all processes wait for each
// other. kPatternDepth: a pattern in patterns, 1,024 deep.
enum class ShellLimit : uint8_t {
  kNone,
  kCommands,
  kLoopIterations,
  kFunctionDepth,
  kSubstitutionDepth,
  kProcesses,
  kInput,
  kOutput,
  kMemory,
  kSteps,
  kTime,
  kCancelled,
  kDeadlock,
  kPatternDepth,
};

}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_SHELL_LIMITS_H_
