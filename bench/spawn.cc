// spawn SECONDS COMMAND...: runs a command and tells on descriptor 3 what it used, as JSON:
//   {"status": 0, "wall": s, "cpu": s, "rss": bytes, "faults": n, "instructions": n or null}
// A parent of its own, because a child's peak of memory includes that of the process it was forked
// from, and a Python interpreter is larger than what is measured. The command is killed after
// SECONDS. Status: of wait(2).

#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {

pid_t child = 0;

void KillChild(int) {
  if (child > 0) kill(-child, SIGKILL);
}

double Seconds(const timespec& t) {
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}
double Seconds(const timeval& t) {
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
}

// Counts the instructions that `pid` and its children execute in user mode; -1 where the
// system does not allow it.
int CountInstructions(pid_t pid) {
  perf_event_attr attributes{};
  attributes.size = sizeof(attributes);
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.disabled = 1;
  attributes.inherit = 1;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.enable_on_exec = 1;
  return static_cast<int>(
      syscall(SYS_perf_event_open, &attributes, pid, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    fputs("usage: spawn SECONDS COMMAND... 3>result\n", stderr);
    return 2;
  }
  signal(SIGALRM, KillChild);
  alarm(static_cast<unsigned>(atoi(argv[1])));
  int go[2];
  if (pipe(go) != 0) return 125;
  child = fork();
  if (child < 0) return 125;
  if (child == 0) {
    setpgid(0, 0);
    close(3);
    close(go[1]);
    signal(SIGALRM, SIG_DFL);
    char byte;
    if (read(go[0], &byte, 1) < 0) _exit(125);
    close(go[0]);
    execvp(argv[2], argv + 2);
    _exit(127);
  }
  setpgid(child, child);
  const int counter = CountInstructions(child);
  timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  close(go[1]);
  int status = 0;
  rusage used{};
  while (wait4(child, &status, 0, &used) < 0) {
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  dprintf(3,
          "{\"status\": %d, \"wall\": %.6f, \"cpu\": %.6f, \"rss\": %ld, \"faults\": %ld, "
          "\"instructions\": ",
          status, Seconds(end) - Seconds(start), Seconds(used.ru_utime) + Seconds(used.ru_stime),
          used.ru_maxrss * 1024, used.ru_minflt + used.ru_majflt);
  uint64_t count = 0;
  if (counter >= 0 && read(counter, &count, sizeof(count)) == sizeof(count) && count > 0) {
    dprintf(3, "%" PRIu64 "}\n", count);
  } else {
    dprintf(3, "null}\n");
  }
  return 0;
}
