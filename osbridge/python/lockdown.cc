#include "osbridge/python/lockdown.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PYSUB_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PYSUB_SANITIZED 1
#endif
#endif

namespace pysub {
namespace {

// ---- seccomp: a filter of our own, some sixty words; libseccomp would bring its tables of all
// machines.

#if defined(__x86_64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#endif

// What happens to a call that is not on the list. Sanitizers make calls of their own.
#ifdef PYSUB_SANITIZED
constexpr uint32_t kRefuse = SECCOMP_RET_ERRNO | EPERM;
#else
constexpr uint32_t kRefuse = SECCOMP_RET_KILL_PROCESS;
#endif

class Filter {
 public:
  Filter() {
    Load(offsetof(seccomp_data, arch));
    Add(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0);
    Add(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
    Load(offsetof(seccomp_data, nr));
  }

  void Allow(long call) {
    Add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(call), 0, 1);
    Add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
  }
  // Only when argument `index` is `value` (64 bits of it).
  void AllowWith(long call, int index, uint64_t value) {
    Add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(call), 0, 6);
    Load(ArgumentAt(index));
    Add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(value), 0, 3);
    Load(ArgumentAt(index) + 4);
    Add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(value >> 32), 0, 1);
    Add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
    Load(offsetof(seccomp_data, nr));
  }
  // Only when argument `index` has none of these bits.
  void AllowWithout(long call, int index, uint32_t bits) {
    Add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(call), 0, 4);
    Load(ArgumentAt(index));
    Add(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0);
    Add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
    Load(offsetof(seccomp_data, nr));
  }
  // All else is refused. False: the kernel has no filters.
  bool Install() {
    Add(BPF_RET | BPF_K, kRefuse, 0, 0);
    sock_fprog program = {static_cast<unsigned short>(words_.size()), words_.data()};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
  }

 private:
  // Of a little-endian machine: the lower half.
  static uint32_t ArgumentAt(int index) {
    return static_cast<uint32_t>(offsetof(seccomp_data, args) + 8 * static_cast<size_t>(index));
  }
  void Add(int code, uint32_t value, uint8_t when_true, uint8_t when_false) {
    words_.push_back({static_cast<uint16_t>(code), when_true, when_false, value});
  }
  void Load(size_t offset) { Add(BPF_LD | BPF_W | BPF_ABS, static_cast<uint32_t>(offset), 0, 0); }

  std::vector<sock_filter> words_;
};

enum class Phase : uint8_t { kBeforeInit, kRunning };

bool InstallFilter(Phase phase) {
  Filter filter;
  // The protocol, and nothing else that could be open.
  filter.AllowWith(SYS_recvfrom, 0, kProtocolDescriptor);
  filter.AllowWith(SYS_sendto, 0, kProtocolDescriptor);
  // The C library's last words; standard error is /dev/null.
  filter.AllowWith(SYS_write, 0, STDERR_FILENO);
  filter.AllowWith(SYS_writev, 0, STDERR_FILENO);
  // Memory, none of it executable.
  filter.AllowWithout(SYS_mmap, 2, PROT_EXEC);
  filter.AllowWithout(SYS_mprotect, 2, PROT_EXEC);
  for (long call : {SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk}) filter.Allow(call);
  // Time (where the kernel's page in our memory does not answer), waiting of one thread, ending,
  // abort().
  for (long call :
       {SYS_clock_gettime, SYS_gettimeofday, SYS_futex, SYS_exit, SYS_exit_group, SYS_rt_sigreturn,
        SYS_rt_sigprocmask, SYS_rt_sigaction, SYS_getpid, SYS_gettid}) {
    filter.Allow(call);
  }
#ifdef PYSUB_SANITIZED
  filter.Allow(SYS_sigaltstack);
#endif
  filter.AllowWith(SYS_tgkill, 0, static_cast<uint64_t>(getpid()));
  if (phase == Phase::kBeforeInit) {
    filter.AllowWith(SYS_prlimit64, 0, 0);
    filter.AllowWith(SYS_seccomp, 0, SECCOMP_SET_MODE_FILTER);
  }
  return filter.Install();
}

// ---- Landlock: a second wall around files, and around connections where the kernel has that.

bool RestrictFiles() {
  const long version =
      syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return false;
  // The headers of Debian 12 know version 2 (Linux 5.19). Later: truncate (3), connections (4),
  // ioctl (5), signals (6).
  struct Attributes {
    uint64_t files;
    uint64_t net;
    uint64_t scoped;
  };
  static constexpr int kFileRights[] = {0, 13, 14, 15, 15, 16, 16};
  const size_t known = static_cast<size_t>(std::min<long>(version, 6));
  const Attributes attributes = {(uint64_t{1} << kFileRights[known]) - 1,
                                 known >= 4 ? uint64_t{3} : 0, known >= 6 ? uint64_t{3} : 0};
  const size_t size = known >= 6 ? 24 : known >= 4 ? 16 : 8;
  const int rules = static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, size, 0));
  if (rules < 0) return false;
  const bool restricted = syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  close(rules);
  return restricted;
}

bool SetLimit(__rlimit_resource resource, rlim_t soft, rlim_t hard) {
  rlimit now = {};
  if (getrlimit(resource, &now) != 0) return false;
  const rlimit limit = {std::min(soft, now.rlim_max), std::min(hard, now.rlim_max)};
  return setrlimit(resource, &limit) == 0;
}

}  // namespace

std::vector<std::string> LockDown() {
  std::vector<std::string> in_force;
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) in_force.push_back("no_new_privs");
  // No file may grow, no further descriptor be opened, no process be made, nothing be written when
  // it dies.
  bool limited = SetLimit(RLIMIT_CORE, 0, 0) && SetLimit(RLIMIT_FSIZE, 0, 0) &&
                 SetLimit(RLIMIT_NPROC, 0, 0) && SetLimit(RLIMIT_MEMLOCK, 0, 0) &&
                 SetLimit(RLIMIT_MSGQUEUE, 0, 0);
  if (RestrictFiles()) in_force.push_back("landlock");
  limited = SetLimit(RLIMIT_NOFILE, kProtocolDescriptor + 1, kProtocolDescriptor + 1) && limited;
  if (limited) in_force.push_back("rlimits");
  if (InstallFilter(Phase::kBeforeInit)) in_force.push_back("seccomp");
  return in_force;
}

void LimitProcess(std::optional<uint64_t> memory_bytes,
                  std::optional<std::chrono::nanoseconds> duration) {
#ifndef PYSUB_SANITIZED  // which reserve terabytes
  // Far above what the interpreter counts itself (collecting takes a second space, a frame is there
  // as text and as values): only for the case that it counts wrong.
  constexpr uint64_t kBeside = uint64_t{1} << 30;
  if (memory_bytes && *memory_bytes < (uint64_t{1} << 40)) {
    SetLimit(RLIMIT_AS, 4 * *memory_bytes + kBeside, 4 * *memory_bytes + kBeside);
  }
#else
  static_cast<void>(memory_bytes);
#endif
  if (duration && *duration < std::chrono::hours(24 * 365)) {
    const auto seconds =
        static_cast<rlim_t>(std::chrono::ceil<std::chrono::seconds>(*duration).count());
    SetLimit(RLIMIT_CPU, seconds + 2, seconds + 3);
  }
  InstallFilter(Phase::kRunning);
}

}  // namespace pysub
