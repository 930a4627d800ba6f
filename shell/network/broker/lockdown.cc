// The walls of a broker. A worker of Python is left a list of calls; a broker runs libcurl, OpenSSL
// and glibc's resolver, whose list nobody knows, so calls are taken away from it instead: what a
// taken-over process would do next. It still has the network: see docs/network.md.

#include "shell/network/broker/lockdown.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <vector>

#include "lexer/base/sanitizers.h"

namespace pysub::shell {
namespace {

#if defined(__x86_64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#endif

// Other programs, other processes, other namespaces, servers, and the kernel's own doors. All of
// them answer EPERM: glibc tries some and does without.
constexpr long kRefused[] = {
    SYS_execve,
    SYS_execveat,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kill,
    SYS_tkill,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    SYS_pidfd_open,
    SYS_pidfd_getfd,
    SYS_pidfd_send_signal,
    SYS_kcmp,
    SYS_shmget,
    SYS_shmat,
    SYS_shmctl,
    SYS_semget,
    SYS_semctl,
    SYS_msgget,
    SYS_msgsnd,
    SYS_msgrcv,
    SYS_msgctl,
    SYS_mq_open,
    SYS_mount,
    SYS_umount2,
    SYS_fsopen,
    SYS_fspick,
    SYS_fsmount,
    SYS_move_mount,
    SYS_open_tree,
    SYS_mount_setattr,
    SYS_pivot_root,
    SYS_chroot,
    SYS_setns,
    SYS_unshare,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_kexec_file_load,
    SYS_reboot,
    SYS_swapon,
    SYS_acct,
    SYS_syslog,
    SYS_quotactl,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_adjtimex,
    SYS_clock_adjtime,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_listen,
    SYS_accept,
    SYS_accept4,
    SYS_userfaultfd,
    SYS_io_uring_setup,
    SYS_memfd_create,
    SYS_open_by_handle_at,
    SYS_name_to_handle_at,
    SYS_unlinkat,
    SYS_renameat,
    SYS_renameat2,
    SYS_linkat,
    SYS_symlinkat,
    SYS_mkdirat,
    SYS_mknodat,
    SYS_fchmod,
    SYS_fchmodat,
    SYS_fchown,
    SYS_fchownat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SYS_utimensat,
    SYS_truncate,
    SYS_personality,
    SYS_setuid,
    SYS_setreuid,
    SYS_setresuid,
    SYS_setgid,
    SYS_setregid,
    SYS_setresgid,
    SYS_setgroups,
    SYS_capset,
#if defined(__x86_64__)
    SYS_fork,
    SYS_vfork,
    SYS_open,
    SYS_creat,
    SYS_unlink,
    SYS_rename,
    SYS_link,
    SYS_symlink,
    SYS_mkdir,
    SYS_rmdir,
    SYS_mknod,
    SYS_chmod,
    SYS_chown,
    SYS_lchown,
    SYS_ioperm,
    SYS_iopl,
    SYS_modify_ldt,
#endif
};

// Classic BPF: the number is loaded, compared with one call after the other, and allowed at the
// end. (Arguments are looked at by their lower half: both are ints.)
bool RefuseCalls() {
  std::vector<sock_filter> words;
  const auto add = [&words](int code, uint32_t value, uint8_t when_true = 0,
                            uint8_t when_false = 0) {
    words.push_back({static_cast<uint16_t>(code), when_true, when_false, value});
  };
  const auto load = [&add](size_t offset) {
    add(BPF_LD | BPF_W | BPF_ABS, static_cast<uint32_t>(offset));
  };
  const uint32_t refuse = SECCOMP_RET_ERRNO | EPERM;
  load(offsetof(seccomp_data, arch));
  add(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0);
  add(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
  load(offsetof(seccomp_data, nr));
#if defined(__x86_64__)
  // Calls of x32 have numbers of their own for all that is refused below.
  add(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  add(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
#endif
  for (long call : kRefused) {
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(call), 0, 1);
    add(BPF_RET | BPF_K, refuse);
  }
  // Files: for reading. openat2 has its flags in memory that no filter can see, clone3, too; glibc
  // does without both.
  for (long call : {SYS_openat2, SYS_clone3}) {
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(call), 0, 1);
    add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS);
  }
  add(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 4);
  load(offsetof(seccomp_data, args) + 8 * 2);
  add(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0, 1);
  add(BPF_RET | BPF_K, refuse);
  load(offsetof(seccomp_data, nr));
  // The internet, and what the resolver asks of the kernel. What listens at a path of this machine
  // (a container engine, a bus) takes whoever comes from this user for its master.
  add(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 6);
  load(offsetof(seccomp_data, args));
  add(BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 3, 0);
  add(BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 2, 0);
  add(BPF_JMP | BPF_JEQ | BPF_K, AF_NETLINK, 1, 0);
  add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAFNOSUPPORT);
  load(offsetof(seccomp_data, nr));
  // Signals for itself: abort() sends one.
  add(BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 0, 4);
  load(offsetof(seccomp_data, args));
  add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(getpid()), 1, 0);
  add(BPF_RET | BPF_K, refuse);
  load(offsetof(seccomp_data, nr));
  // Threads, no processes.
  add(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3);
  load(offsetof(seccomp_data, args));
  add(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0);
  add(BPF_RET | BPF_K, refuse);
  add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  sock_fprog program = {static_cast<unsigned short>(words.size()), words.data()};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

// Landlock: of files the system's alone, for reading: libraries, certificates, how names are
// resolved. Kernels without it go without: the filter stands.
void RestrictFiles(const std::string& ca_file) {
  constexpr uint64_t kAll = (uint64_t{1} << 13) - 1;  // version 1
  const landlock_ruleset_attr attributes = {.handled_access_fs = kAll};
  const int rules =
      static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, sizeof(attributes), 0));
  if (rules < 0) return;
  // (Of /run, where secrets of services lie, too, what /etc/resolv.conf may point to.)
  const std::string places[] = {"/etc",
                                "/usr",
                                "/lib",
                                "/lib64",
                                "/run/systemd/resolve",
                                "/run/resolvconf",
                                "/run/NetworkManager",
                                "/run/connman",
                                "/dev",
                                ca_file};
  for (const std::string& place : places) {
    const int directory = place.empty() ? -1 : open(place.c_str(), O_PATH | O_CLOEXEC);
    if (directory < 0) continue;
    landlock_path_beneath_attr beneath = {};
    beneath.parent_fd = directory;
    beneath.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE;
    if (place != ca_file) beneath.allowed_access |= LANDLOCK_ACCESS_FS_READ_DIR;
    syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
    close(directory);
  }
  syscall(SYS_landlock_restrict_self, rules, 0);
  close(rules);
}

void Limit(__rlimit_resource resource, rlim_t most) {
  const rlimit limit = {most, most};
  setrlimit(resource, &limit);
}

}  // namespace

bool LockDownBroker(const std::string& ca_file) {
  // (A host that ends closes the socket, which ends the broker; PR_SET_PDEATHSIG would tell of the
  // end of the thread that started it.)
  prctl(PR_SET_DUMPABLE, 0);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  Limit(RLIMIT_CORE, 0);
  Limit(RLIMIT_FSIZE, 0);
#if !PYSUB_ASAN && !PYSUB_TSAN  // which reserve terabytes
  // What it holds: requests of its host and a window for each answer.
  Limit(RLIMIT_AS, rlim_t{4} << 30);
#endif
  RestrictFiles(ca_file);
  return RefuseCalls();
}

}  // namespace pysub::shell
