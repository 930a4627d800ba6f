#include "osbridge/worker/lockdown.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <initializer_list>

#include "lexer/base/sanitizers.h"
#include "osbridge/worker/frames.h"

namespace pysub {
namespace {

// ---- seccomp: a filter of our own, some eighty words; libseccomp would bring its tables of all
// machines.

#if defined(__x86_64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#endif

// What happens to a call that is not on the list. Sanitizers make calls of their own.
#if PYSUB_ASAN || PYSUB_TSAN
constexpr uint32_t kRefuse = SECCOMP_RET_ERRNO | EPERM;
#else
constexpr uint32_t kRefuse = SECCOMP_RET_KILL_PROCESS;
#endif

// A program of classic BPF, as seccomp(2) takes it: it loads the number of the call, compares it
// with one allowed after the other, and answers what is to happen. Arguments are compared as
// numbers. What they point to cannot be looked at, so no call that takes a path can be on the list.
class Filter {
 public:
  Filter() {
    Load(offsetof(seccomp_data, arch));
    Add(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0);
    Add(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
    Load(offsetof(seccomp_data, nr));
  }

  // `value` in the bits of `mask` of argument `index`.
  struct Condition {
    size_t index;
    uint64_t mask;
    uint64_t value;
  };
  // When all conditions hold.
  void Allow(long call, std::initializer_list<Condition> conditions = {}) {
    std::vector<sock_filter> words;
    std::vector<size_t> tests;
    for (const Condition& condition : conditions) {
      for (int half : {0, 1}) {
        const auto mask = static_cast<uint32_t>(condition.mask >> (32 * half));
        if (mask == 0) continue;
        // (Of a little-endian machine.)
        const size_t at = offsetof(seccomp_data, args) + 8 * condition.index + 4 * half;
        words.push_back(Word(BPF_LD | BPF_W | BPF_ABS, static_cast<uint32_t>(at)));
        if (mask != UINT32_MAX) words.push_back(Word(BPF_ALU | BPF_AND | BPF_K, mask));
        tests.push_back(words.size());
        words.push_back(
            Word(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(condition.value >> (32 * half))));
      }
    }
    words.push_back(Word(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    // Where one does not hold: the next call's test, which wants the number again.
    for (size_t test : tests) words[test].jf = static_cast<uint8_t>(words.size() - test - 1);
    if (!tests.empty()) words.push_back(Word(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)));
    Add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(call), 0,
        static_cast<uint8_t>(words.size()));
    words_.insert(words_.end(), words.begin(), words.end());
  }
  // All else is refused. False: the kernel has no filters.
  bool Install() {
    Add(BPF_RET | BPF_K, kRefuse, 0, 0);
    sock_fprog program = {static_cast<unsigned short>(words_.size()), words_.data()};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
  }

 private:
  static sock_filter Word(int code, uint32_t value) {
    return {static_cast<uint16_t>(code), 0, 0, value};
  }
  void Add(int code, uint32_t value, uint8_t when_true, uint8_t when_false) {
    words_.push_back({static_cast<uint16_t>(code), when_true, when_false, value});
  }
  void Load(size_t offset) { Add(BPF_LD | BPF_W | BPF_ABS, static_cast<uint32_t>(offset), 0, 0); }

  std::vector<sock_filter> words_;
};

enum class Phase : uint8_t { kBeforeInit, kRunning };

// In two phases, since limits can be set only when `init` has said them: the first filter leaves
// the two calls for that, the second takes them away. A filter can never be taken back, only made
// narrower.
bool InstallFilter(Phase phase) {
  constexpr uint64_t kAll = UINT64_MAX;
  constexpr uint64_t kInt = UINT32_MAX;  // what the kernel looks at of an int
  Filter filter;
  // The protocol, and nothing else that could be open.
  filter.Allow(SYS_recvfrom, {{0, kAll, kProtocolDescriptor}});
  filter.Allow(SYS_sendto, {{0, kAll, kProtocolDescriptor}});
  // Time, where the kernel's page in our memory does not answer.
  filter.Allow(SYS_clock_gettime);
  filter.Allow(SYS_gettimeofday);
  // Memory, of no file and none of it executable.
  filter.Allow(SYS_mmap, {{2, PROT_EXEC, 0}, {4, kInt, kInt}});
  filter.Allow(SYS_mprotect, {{2, PROT_EXEC, 0}});
  for (long call : {SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk}) filter.Allow(call);
  // Waiting of one thread, ending, abort().
  for (long call : {SYS_futex, SYS_exit, SYS_exit_group, SYS_rt_sigreturn, SYS_rt_sigprocmask,
                    SYS_rt_sigaction, SYS_getpid, SYS_gettid}) {
    filter.Allow(call);
  }
  filter.Allow(SYS_tgkill, {{0, kAll, static_cast<uint64_t>(getpid())}});
  // The C library's last words; standard error is /dev/null.
  filter.Allow(SYS_write, {{0, kAll, STDERR_FILENO}});
  filter.Allow(SYS_writev, {{0, kAll, STDERR_FILENO}});
#if PYSUB_ASAN || PYSUB_TSAN
  filter.Allow(SYS_sigaltstack);
#endif
  if (phase == Phase::kBeforeInit) {
    filter.Allow(SYS_prlimit64, {{0, kAll, 0}});
    filter.Allow(SYS_seccomp, {{0, kAll, SECCOMP_SET_MODE_FILTER}});
  }
  return filter.Install();
}

// ---- Landlock: a second wall around files, and around connections where the kernel has that.

long LandlockVersion() {
  return syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

// Landlock: the process gives up all access to files, as far as this kernel knows the rights. What
// a newer kernel adds is not asked of an older one.
bool RestrictFiles() {
  const long version = LandlockVersion();
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

// ---- what a process is born with

// Data that can be executed (a filter on PROT_EXEC would see nothing of it), and addresses that
// everybody knows: a process takes both over from who starts it, and is rid of them by starting
// again. False: it still has them.
bool ResetPersonality(char* const* arguments) {
  constexpr unsigned long kQuery = 0xffffffff;
  const int flags = personality(kQuery);
  if (flags < 0) return false;
#if PYSUB_ASAN || PYSUB_TSAN  // which may start themselves again to have fixed addresses
  constexpr unsigned long kUnwanted = READ_IMPLIES_EXEC;
#else
  constexpr unsigned long kUnwanted = READ_IMPLIES_EXEC | ADDR_NO_RANDOMIZE;
#endif
  if ((static_cast<unsigned long>(flags) & kUnwanted) == 0) return true;
  char* environment[] = {nullptr};
  if (personality(static_cast<unsigned long>(flags) & ~kUnwanted) >= 0)
    execve("/proc/self/exe", arguments, environment);
  return false;
}

// Whoever starts a worker should have closed all this already.
bool CloseDescriptors() {
  const unsigned int first = kProtocolDescriptor + 1;
#ifdef SYS_close_range
  bool closed = syscall(SYS_close_range, first, ~0U, 0) == 0;
#else
  bool closed = false;
#endif
  if (!closed) {  // before Linux 5.9
    rlimit limit = {};
    closed = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_max <= 1 << 20;
    for (rlim_t i = first; closed && i < limit.rlim_max; ++i) close(static_cast<int>(i));
  }
#if PYSUB_ASAN || PYSUB_TSAN  // whose reports somebody has to see
  constexpr int kLast = STDOUT_FILENO;
#else
  constexpr int kLast = STDERR_FILENO;
#endif
  const int null = open("/dev/null", O_RDWR);
  for (int i = 0; i <= kLast; ++i) {
    if (i == null) continue;
    if (null < 0 || dup2(null, i) < 0) close(i);
  }
  if (null > kLast) close(null);
  return closed;
}

// None for processes: it would take a second process that stays, for what ids and Landlock do.
constexpr int kNamespaces = CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;

bool TakeNamespaces(int beside) {
  if (unshare(kNamespaces | beside) != 0) return false;
  return sethostname("sandbox", 7) == 0;
}

// Namespaces are the wall for kernels that lack another one: a network namespace takes half a
// millisecond to make, more than all else that a worker does at its start.
bool WantsNamespaces(const ProtectionPolicy& policy) {
  for (const std::string& name : policy.must_have) {
    if (name == "namespaces" || name == "empty_root") return true;
  }
  constexpr long kKnowsConnections = 4;
  const uint32_t action = SECCOMP_RET_KILL_PROCESS;
  return LandlockVersion() < kKnowsConnections ||
         syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) != 0;
}

// A directory that every kernel has: a few lines about descriptors that are known anyway.
bool TakeEmptyRoot() { return chroot("/proc/self/fdinfo") == 0 && chdir("/") == 0; }

bool IsRoot() {
  uid_t uids[3] = {};
  gid_t gids[3] = {};
  if (getresuid(&uids[0], &uids[1], &uids[2]) != 0) return true;
  if (getresgid(&gids[0], &gids[1], &gids[2]) != 0) return true;
  return std::count(uids, uids + 3, 0U) + std::count(gids, gids + 3, 0U) > 0;
}

// Nobody's ids for what was started by root. (Of another user a process keeps them: only root can
// do otherwise.)
bool DropIds() {
  if (!IsRoot()) return true;
  constexpr uid_t kNobody = 65534;
  const bool dropped = setgroups(0, nullptr) == 0 && setresgid(kNobody, kNobody, kNobody) == 0 &&
                       setresuid(kNobody, kNobody, kNobody) == 0;
  return dropped && !IsRoot();
}

// What exec could give back; takes a capability itself, so whoever has none keeps it, and needs
// no_new_privs.
void DropBoundingSet() {
  for (unsigned long i = 0; prctl(PR_CAPBSET_READ, i, 0, 0, 0) >= 0; ++i)
    prctl(PR_CAPBSET_DROP, i, 0, 0, 0);
}

bool DropCapabilities() {
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct sets[2] = {};
  syscall(SYS_capset, &header, sets);
  if (syscall(SYS_capget, &header, sets) != 0) return false;
  for (const __user_cap_data_struct& set : sets) {
    if ((set.effective | set.permitted | set.inheritable) != 0) return false;
  }
  return true;
}

// Whoever was in the processor before or comes after does not share its predictions. (What a
// process can find out about itself, as by stores passed by, is worth nothing: there is one tenant
// in it.) Newer kernels no longer do this with a filter.
bool IsolateSpeculation() {
  const int state = prctl(PR_GET_SPECULATION_CTRL, PR_SPEC_INDIRECT_BRANCH, 0, 0, 0);
  if (state < 0) return false;
  if (state == PR_SPEC_NOT_AFFECTED || (state & (PR_SPEC_DISABLE | PR_SPEC_FORCE_DISABLE)) != 0)
    return true;
  return (state & PR_SPEC_PRCTL) != 0 &&
         prctl(PR_SET_SPECULATION_CTRL, PR_SPEC_INDIRECT_BRANCH, PR_SPEC_FORCE_DISABLE, 0, 0) == 0;
}

}  // namespace

absl::Status CheckPolicy(const ProtectionPolicy& policy) {
  for (const std::vector<std::string>* names : {&policy.may_lack, &policy.must_have}) {
    for (const std::string& name : *names) {
      const auto is_it = [&](const Protection& protection) { return protection.name == name; };
      if (std::any_of(std::begin(kProtections), std::end(kProtections), is_it)) continue;
      return absl::InvalidArgumentError(absl::StrCat("a worker has no protection '", name, "'"));
    }
  }
  return absl::OkStatus();
}

std::vector<std::string> MissingProtections(const std::vector<std::string>& in_force,
                                            const ProtectionPolicy& policy) {
  const auto has = [](const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  std::vector<std::string> missing;
  for (const auto& [name, required] : kProtections) {
    const bool wanted = has(policy.must_have, name) || (required && !has(policy.may_lack, name));
    if (wanted && !has(in_force, name)) missing.emplace_back(name);
  }
  return missing;
}

std::string ListOf(const std::vector<std::string>& names) { return absl::StrJoin(names, ", "); }

// The order is that of what each step needs: descriptors are closed before there is a filter on
// close, ids are given up while there are capabilities to do it, and seccomp is last as it forbids
// all the others.
std::vector<std::string> LockDown(const ProtectionPolicy& policy, char* const* arguments) {
  std::vector<std::string> in_force;
  const auto note = [&](const char* name, bool is_so) {
    if (is_so) in_force.emplace_back(name);
  };
  note("personality", ResetPersonality(arguments));
  note("descriptors", CloseDescriptors());
  // Who has the capability for them needs no user namespace, in which it would have all others.
  const bool wants_namespaces = WantsNamespaces(policy);
  bool apart = wants_namespaces && TakeNamespaces(0);
  bool empty_root = apart && TakeEmptyRoot();
  DropBoundingSet();
  const bool not_root = DropIds();
  if (wants_namespaces && !apart) {
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);  // after a change of ids /proc/self is root's otherwise
    apart = TakeNamespaces(CLONE_NEWUSER);
    empty_root = TakeEmptyRoot();
    DropBoundingSet();
  }
  note("namespaces", apart);
  note("empty_root", empty_root);
  note("not_root", not_root);
  note("no_capabilities", DropCapabilities());
  // A change of ids takes both of these back.
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  note("no_new_privs", prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
  // No file may grow, no further descriptor be opened, no process be made, nothing be written when
  // it dies.
  bool limited = SetLimit(RLIMIT_CORE, 0, 0) && SetLimit(RLIMIT_FSIZE, 0, 0) &&
                 SetLimit(RLIMIT_NPROC, 0, 0) && SetLimit(RLIMIT_MEMLOCK, 0, 0) &&
                 SetLimit(RLIMIT_MSGQUEUE, 0, 0);
  const bool landlock = RestrictFiles();
  limited = SetLimit(RLIMIT_NOFILE, kProtocolDescriptor + 1, kProtocolDescriptor + 1) && limited;
  note("rlimits", limited);
  note("landlock", landlock);
  note("speculation", IsolateSpeculation());
  note("seccomp", InstallFilter(Phase::kBeforeInit));
  return in_force;
}

// The second line of defence. The VM counts for itself; these limits of the kernel hold if it
// counts wrong.
std::vector<std::string> LimitProcess(std::optional<uint64_t> memory_bytes,
                                      std::optional<std::chrono::nanoseconds> duration) {
  bool limited = true;
#if !PYSUB_ASAN && !PYSUB_TSAN  // which reserve terabytes
  // Only for the case that the interpreter counts wrong. Above what it may use itself there is:
  // half as much again (while it collects, memory may exceed the limit by a quarter; malloc has
  // gaps); an answer on its way, as text in a buffer that has just doubled and as values; what is
  // there already; and the program with its libraries.
  constexpr uint64_t kProgram = uint64_t{64} << 20;
  if (memory_bytes && *memory_bytes < (uint64_t{1} << 40)) {
    const struct mallinfo2 now = mallinfo2();
    const uint64_t most = *memory_bytes + *memory_bytes / 2 + 3 * frames::kMaxFrameBytes +
                          frames::kMaxResidentBytes + now.arena + now.hblkhd + kProgram;
    limited = SetLimit(RLIMIT_AS, most, most);
  }
#else
  static_cast<void>(memory_bytes);
#endif
  if (duration && *duration < std::chrono::hours(24 * 365)) {
    const auto seconds =
        static_cast<rlim_t>(std::chrono::ceil<std::chrono::seconds>(*duration).count());
    limited = SetLimit(RLIMIT_CPU, seconds + 2, seconds + 3) && limited;
  }
  std::vector<std::string> refused;
  if (!limited) refused.emplace_back("rlimits");
  if (!InstallFilter(Phase::kRunning)) refused.emplace_back("seccomp");
  return refused;
}

}  // namespace pysub
