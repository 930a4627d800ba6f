// What a worker can do when somebody has taken it over: locks itself down as pysub-worker does, and
// then tries one thing. Exits with 42 when it could, with 0 when it was refused; the kernel may end
// it before.
//
//   worker_probe ATTEMPT [SECONDS] [--without=CALL,CALL] [--must-have=PROTECTION]
//
// --without plays a kernel that does not have these system calls. ATTEMPT may be call:NUMBER, whose
// arguments are zeros. A copy of this program that is called without-CALL becomes the pysub-worker
// beside it, on such a kernel.

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lexer/base/sanitizers.h"
#include "osbridge/worker/lockdown.h"

namespace {

// Whether `attempt` succeeds.
bool Try(const std::string& attempt) {
  char byte[16] = {};
  iovec piece = {byte, 1};
  if (attempt == "open") return open("/etc/passwd", O_RDONLY) >= 0;
  if (attempt == "open-relative") return openat(AT_FDCWD, ".", O_RDONLY) >= 0;
  if (attempt == "create") return open("/tmp/pysub-probe", O_RDWR | O_CREAT, 0600) >= 0;
  if (attempt == "stat") return syscall(SYS_newfstatat, AT_FDCWD, "/etc", byte, 0) == 0;
  if (attempt == "unlink") return unlink("/tmp/pysub-probe") == 0;
  if (attempt == "getdents") return syscall(SYS_getdents64, 3, byte, sizeof(byte)) >= 0;
  if (attempt == "socket") return socket(AF_INET, SOCK_STREAM, 0) >= 0;
  if (attempt == "socketpair") {
    int ends[2];
    return socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0;
  }
  if (attempt == "connect") {
    sockaddr_in address = {};
    return connect(3, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0;
  }
  if (attempt == "pipe") {
    int ends[2];
    return pipe(ends) == 0;
  }
  if (attempt == "fork") return syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, 0) >= 0;
  if (attempt == "exec") return execl("/bin/true", "true", nullptr) == 0;
  if (attempt == "kill-parent") return kill(getppid(), 0) == 0;
  if (attempt == "signal-parent") return syscall(SYS_tgkill, getppid(), getppid(), 0) == 0;
  if (attempt == "ptrace") return ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0;
  if (attempt == "read-other")
    return syscall(SYS_process_vm_readv, getppid(), &piece, 1, &piece, 1, 0) >= 0;
  if (attempt == "executable-memory")
    return mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
           MAP_FAILED;
  if (attempt == "make-executable") {
    void* page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0;
  }
  if (attempt == "write-standard-output") return write(1, "x", 1) == 1;
  if (attempt == "read-standard-input") return read(0, byte, 1) >= 0;
  if (attempt == "send-elsewhere") return send(4, "x", 1, 0) == 1;
  if (attempt == "pass-descriptor") {
    msghdr message = {};
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    return sendmsg(3, &message, 0) >= 0;
  }
  if (attempt == "raise-limit") {
    rlimit limit = {100, 100};
    return setrlimit(RLIMIT_NOFILE, &limit) == 0;
  }
  if (attempt == "prctl") return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == 0;
  if (attempt == "seccomp-off") return syscall(SYS_seccomp, 1, 0, nullptr) == 0;
  if (attempt == "time-travel") {
    timespec now = {};
    return clock_settime(CLOCK_REALTIME, &now) == 0;
  }
  if (attempt == "io-uring") return syscall(SYS_io_uring_setup, 1, byte) >= 0;
  if (attempt == "bpf") return syscall(SYS_bpf, 0, byte, sizeof(byte)) >= 0;
  if (attempt == "hostname") return syscall(SYS_uname, malloc(1024)) == 0;
  if (attempt == "openat2") {
    uint64_t how[3] = {};
    return syscall(SYS_openat2, AT_FDCWD, "/etc/passwd", how, sizeof(how)) >= 0;
  }
  if (attempt == "vfork") return syscall(SYS_vfork) >= 0;
  if (attempt == "clone3") {
    uint64_t arguments[8] = {};
    return syscall(SYS_clone3, arguments, sizeof(arguments)) >= 0;
  }
  if (attempt == "kill-all") return kill(-1, 0) == 0;
  if (attempt == "write-other")
    return syscall(SYS_process_vm_writev, getppid(), &piece, 1, &piece, 1, 0) >= 0;
  if (attempt == "attach") return ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr) == 0;
  if (attempt == "map-descriptor")
    return mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE, 3, 0) != MAP_FAILED;
  if (attempt == "memfd") return syscall(SYS_memfd_create, "x", 0) >= 0;
  if (attempt == "receive-descriptor") {
    msghdr message = {};
    return recvmsg(3, &message, MSG_DONTWAIT) >= 0;
  }
  if (attempt == "type-for-the-terminal") return ioctl(0, TIOCSTI, "x") == 0;
  if (attempt == "unshare") return unshare(CLONE_NEWUSER) == 0;
  if (attempt == "mount") return mount("none", "/", "tmpfs", 0, nullptr) == 0;
  if (attempt == "chroot") return chroot("/") == 0;
  if (attempt == "root") return setuid(0) == 0 && getuid() == 0;
  if (attempt == "capabilities") {
    __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct sets[2] = {{~0U, ~0U, 0}, {~0U, ~0U, 0}};
    return syscall(SYS_capset, &header, sets) == 0;
  }
  if (attempt == "perf") {
    char attributes[128] = {};
    return syscall(SYS_perf_event_open, attributes, 0, -1, -1, 0) >= 0;
  }
  if (attempt == "keyring") return syscall(SYS_keyctl, 0, -3, 1) >= 0;
  if (attempt == "userfault") return syscall(SYS_userfaultfd, 1) >= 0;
  if (attempt == "shared-memory") return syscall(SYS_shmget, 0, 4096, 01600) >= 0;
  if (attempt == "personality") return personality(READ_IMPLIES_EXEC) >= 0;
  if (attempt == "datagram") {
    const int plain = socket(AF_INET, SOCK_DGRAM, 0);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(53);
    address.sin_addr.s_addr = htonl(0x08080808);
    return plain >= 0 &&
           sendto(plain, "x", 1, 0, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 1;
  }
#if defined(__x86_64__)
  if (attempt == "x32") return syscall(0x40000000 | SYS_getpid) >= 0;
  if (attempt == "int80") {  // 32-bit calls have other numbers: 20 is getpid, as writev is here
    long result = 0;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20L) : "memory");
    return result > 0;
  }
#endif
  return true;
}

// From here on the kernel does not know these calls.
bool Forget(std::string_view names) {
  std::vector<sock_filter> words = {{BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, nr)}};
  constexpr std::pair<std::string_view, long> kCalls[] = {
      {"seccomp", SYS_seccomp},     {"landlock", SYS_landlock_create_ruleset},
      {"unshare", SYS_unshare},     {"close_range", SYS_close_range},
      {"setrlimit", SYS_prlimit64}, {"capset", SYS_capset},
      {"setresuid", SYS_setresuid},
  };
  for (const auto& [name, number] : kCalls) {
    if (names.find(name) == std::string_view::npos) continue;
    words.push_back({BPF_JMP | BPF_JEQ | BPF_K, 0, 1, static_cast<uint32_t>(number)});
    words.push_back({BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | ENOSYS});
  }
  words.push_back({BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW});
  sock_fprog program = {static_cast<unsigned short>(words.size()), words.data()};
  // (Only for whoever may not install a filter otherwise.)
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0 ||
         (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
          syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0);
}

}  // namespace

#if PYSUB_ASAN
extern "C" __attribute__((visibility("default"))) const char* __asan_default_options() {
  return "handle_segv=0:handle_abort=0:detect_leaks=0:use_sigaltstack=0";
}
#endif

int main(int argc, char** argv) {
  char self[4096] = {};
  if (readlink("/proc/self/exe", self, sizeof(self) - 1) < 0) return 2;
  char* name = strrchr(self, '/') + 1;
  if (strncmp(name, "without-", 8) == 0) {
    if (!Forget(name + 8)) return 3;
    strcpy(name, "pysub-worker");
    execv(self, argv);
    return 4;
  }
  if (argc < 2) return 2;
  const std::string attempt = argv[1];
  pysub::ProtectionPolicy policy;
  for (int i = 2; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument.starts_with("--without=") && !Forget(argument.substr(10))) return 3;
    if (argument.starts_with("--must-have=")) policy.must_have.emplace_back(argument.substr(12));
  }
  // For 64-bit programs Linux forgets the first itself, and passes on the second (which ASan may
  // set).
#if PYSUB_ASAN
  constexpr unsigned long kInherited = READ_IMPLIES_EXEC;
#else
  constexpr unsigned long kInherited = READ_IMPLIES_EXEC | ADDR_NO_RANDOMIZE;
#endif
  if (attempt == "data-executable") {
    // Started as somebody may start a worker. What it starts again is "clean".
    if (argc == 2) {
      personality(kInherited);
      char attempt_again[] = "data-executable", once_more[] = "once more";
      char* words[] = {argv[0], attempt_again, once_more, nullptr};
      execv("/proc/self/exe", words);
    }
    if ((personality(0xffffffff) & kInherited) == 0) _exit(3);
    char clean[] = "clean";
    char* words[] = {argv[0], clean, nullptr};
    pysub::LockDown(policy, words);
    _exit(42);  // it went on as it was
  }
  if (attempt == "clean") _exit((personality(0xffffffff) & kInherited) == 0 ? 0 : 42);
  const std::vector<std::string> in_force = pysub::LockDown(policy, argv);
  if (attempt == "protections") {
    // (On the protocol's descriptor: it may write to nothing else.)
    std::string text;
    for (const std::string& name : in_force) text += name + " ";
    send(pysub::kProtocolDescriptor, text.data(), text.size(), 0);
    _exit(0);
  }
  pysub::LimitProcess(uint64_t{64} << 20, std::chrono::seconds(argc > 2 ? atoi(argv[2]) : 30));
  if (attempt.starts_with("call:")) {
    syscall(atol(attempt.c_str() + 5), 0, 0, 0, 0, 0, 0);
    _exit(42);
  }
  if (attempt == "nothing") _exit(0);
  if (attempt == "allowed") {  // what a worker needs
    timespec now = {};
    void* memory = malloc(1 << 20);
    const bool fine =
        clock_gettime(CLOCK_MONOTONIC, &now) == 0 && memory != nullptr && send(3, "x", 1, 0) == 1;
    _exit(fine ? 42 : 1);
  }
  if (attempt == "memory") {
    for (int i = 0; i < 1'000; ++i) {
      char* volatile memory = static_cast<char*>(malloc(size_t{100} << 20));
      if (memory == nullptr) _exit(0);
      memory[0] = 1;
    }
    _exit(42);
  }
  if (attempt == "cpu") {
    while (true) {
    }
  }
  if (attempt == "abort") abort();
  _exit(Try(attempt) ? 42 : 0);
}
