#ifndef PYSUB_OSBRIDGE_WORKER_LOCKDOWN_H_
#define PYSUB_OSBRIDGE_WORKER_LOCKDOWN_H_

#include <absl/status/status.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What the kernel keeps from a worker, so that not even a program which takes the interpreter over
// gets anything: no file, no socket, no process, no signal to others, nothing executable. A process
// that calls this can only compute, talk on one descriptor and end. Not installed.
namespace pysub {

// The descriptor on which a worker talks to its host.
inline constexpr int kProtocolDescriptor = 3;

// Each wall has a name, by which `hello` tells that it stands, and hosts ask for it or do without.
// There are several against the same thing on purpose: a program that has taken the interpreter
// over has to find a hole in each, and a kernel that lacks one has others.
struct Protection {
  std::string_view name;
  bool required;  // unless the host says otherwise, a worker without it refuses to start
};
inline constexpr Protection kProtections[] = {
    {"personality", true},  // addresses are random; what can be read cannot be executed
    {"descriptors", true},  // none but the protocol's and /dev/null
    {"namespaces", false},  // a network without interfaces, nobody's shared memory, no host name.
    {"empty_root", false},  // paths begin in a directory of four read-only files. Both are taken
                            // where Landlock or seccomp is missing, or a host must have them
    {"not_root", false},    // no id is root's
    {"no_capabilities", true},  // in any set
    {"no_new_privs", true},     // none to be had by exec either
    {"rlimits", true},       // no file, no further descriptor, no process, no core; memory and time
    {"landlock", false},     // no file; connections and signals where the kernel knows how
    {"speculation", false},  // branch predictions are not shared with other processes
    {"seccomp", true},       // a list of system calls, any other kills
};

// What a host wants otherwise than it is by default: names of protections.
struct ProtectionPolicy {
  std::vector<std::string> may_lack;
  std::vector<std::string> must_have;
};
// kInvalidArgument: a name that is none.
absl::Status CheckPolicy(const ProtectionPolicy& policy);
// What the policy asks for and `in_force` does not have.
std::vector<std::string> MissingProtections(const std::vector<std::string>& in_force,
                                            const ProtectionPolicy& policy);
// "a, b"
std::string ListOf(const std::vector<std::string>& names);

// The first half, before anything is read from the host. Names of what is in force; whether that is
// enough is for MissingProtections() to say. `arguments` are this process's own: one that was
// started with fixed addresses or executable data starts itself again without.
std::vector<std::string> LockDown(const ProtectionPolicy& policy, char* const* arguments);

// The second half, when it is known what the program may use: the kernel's limits stand above the
// interpreter's own. After this not even limits can be changed. Names of what the kernel refused.
std::vector<std::string> LimitProcess(std::optional<uint64_t> memory_bytes,
                                      std::optional<std::chrono::nanoseconds> duration);

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_WORKER_LOCKDOWN_H_
