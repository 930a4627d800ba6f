// What a worker can do when somebody has taken it over: locks itself down as pysub-worker does, and
// then tries one thing. Exits with 42 when it could, with 0 when it was refused; the kernel may end
// it before.

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <string>

#include "osbridge/python/lockdown.h"

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

}  // namespace

#if defined(__SANITIZE_ADDRESS__)
extern "C" __attribute__((visibility("default"))) const char* __asan_default_options() {
  return "handle_segv=0:handle_abort=0:detect_leaks=0:use_sigaltstack=0";
}
#endif

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::string attempt = argv[1];
  const std::vector<std::string> in_force = pysub::LockDown();
  if (attempt == "protections") {
    // (On the protocol's descriptor: it may write to nothing else.)
    std::string text;
    for (const std::string& name : in_force) text += name + " ";
    send(pysub::kProtocolDescriptor, text.data(), text.size(), 0);
    _exit(0);
  }
  pysub::LimitProcess(uint64_t{64} << 20, std::chrono::seconds(argc > 2 ? atoi(argv[2]) : 30));
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
