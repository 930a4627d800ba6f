#ifndef PYSUB_OSBRIDGE_PYTHON_LOCKDOWN_H_
#define PYSUB_OSBRIDGE_PYTHON_LOCKDOWN_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// What the kernel keeps from a worker, so that not even a program which takes the interpreter over
// gets anything: no file, no socket, no process, no signal to others, nothing executable. A process
// that calls this can only compute, talk on one descriptor and end. Not installed.
namespace pysub {

// The descriptor on which a worker talks to its host.
inline constexpr int kProtocolDescriptor = 3;

// The first half, before anything is read from the host. Names of what is in force ("no_new_privs",
// "rlimits", "landlock", "seccomp"); kernels may lack the last two.
std::vector<std::string> LockDown();

// The second half, when it is known what the program may use: the kernel's limits stand above the
// interpreter's own. After this not even limits can be changed.
void LimitProcess(std::optional<uint64_t> memory_bytes,
                  std::optional<std::chrono::nanoseconds> duration);

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_PYTHON_LOCKDOWN_H_
