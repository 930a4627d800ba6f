// Measures the distance between two looks at the clock, from outside: a library that is loaded before a program
// (LD_PRELOAD) and stands before clock_gettime(). What pysub and its shell ask of CLOCK_MONOTONIC while a time limit is set is
// what may end a run; CPU time of the thread that passes between two such questions is work that no limit can stop.
//
//   CLOCK_DISTANCE_LOG=FILE        where to write
//   CLOCK_DISTANCE_US=MICROSECONDS what is too far
//
// A line per distance that is too far: its microseconds and three lists of addresses in the program (for nm or addr2line):
// where the first look was, where the thread was when the time had passed (a timer tells; "-" when the kernel's tick came too
// late), and where the second look was.

#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr int kDepth = 40;

struct Stack {
  void* frames[kDepth];
  int size = 0;
};

uintptr_t g_base = 0, g_end = 0;
FILE* g_log = nullptr;
int64_t g_too_far_ns = 0;
bool g_ready = false;

thread_local bool t_armed = false;
thread_local timer_t t_timer;
thread_local int64_t t_last_ns = -1;
thread_local Stack t_first, t_middle;

int64_t Ask(clockid_t clock) {
  timespec now;
  syscall(SYS_clock_gettime, clock, &now);
  return now.tv_sec * int64_t{1'000'000'000} + now.tv_nsec;
}

void Take(Stack* stack) { stack->size = backtrace(stack->frames, kDepth); }

// Of the program itself; return addresses point behind the call.
void Print(const Stack& stack) {
  bool some = false;
  for (int i = 0; i < stack.size; ++i) {
    uintptr_t at = reinterpret_cast<uintptr_t>(stack.frames[i]);
    if (at < g_base || at >= g_end) continue;
    fprintf(g_log, some ? ",%lx" : "%lx", static_cast<unsigned long>(at - g_base - 1));
    some = true;
  }
  if (!some) fputc('-', g_log);
}

void Passed(int) {
  if (t_middle.size == 0) Take(&t_middle);
}

void Arm() {
  if (!t_armed) {
    sigevent event = {};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = SIGPROF;
    event._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));
    t_armed = timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &t_timer) == 0;
    if (!t_armed) return;
  }
  itimerspec when = {};
  when.it_value.tv_sec = g_too_far_ns / 1'000'000'000;
  when.it_value.tv_nsec = g_too_far_ns % 1'000'000'000;
  timer_settime(t_timer, 0, &when, nullptr);
}

int FindProgram(dl_phdr_info* info, size_t, void*) {
  if (info->dlpi_name != nullptr && info->dlpi_name[0] != '\0') return 0;
  g_base = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& part = info->dlpi_phdr[i];
    if (part.p_type == PT_LOAD && g_base + part.p_vaddr + part.p_memsz > g_end) g_end = g_base + part.p_vaddr + part.p_memsz;
  }
  return 1;
}

__attribute__((constructor)) void Start() {
  const char* log = getenv("CLOCK_DISTANCE_LOG");
  const char* far = getenv("CLOCK_DISTANCE_US");
  if (log == nullptr || far == nullptr) return;
  g_log = fopen(log, "a");
  if (g_log == nullptr) return;
  g_too_far_ns = strtoll(far, nullptr, 10) * 1000;
  dl_iterate_phdr(FindProgram, nullptr);
  Stack stack;
  Take(&stack);  // loads what backtrace() needs, which a signal handler must not
  struct sigaction action = {};
  action.sa_handler = Passed;
  action.sa_flags = SA_RESTART;
  sigaction(SIGPROF, &action, nullptr);
  g_ready = true;
}

void Looked() {
  int64_t now = Ask(CLOCK_THREAD_CPUTIME_ID);
  if (t_last_ns >= 0 && now - t_last_ns > g_too_far_ns) {
    Stack second;
    Take(&second);
    fprintf(g_log, "%ld ", static_cast<long>((now - t_last_ns) / 1000));
    Print(t_first);
    fputc(' ', g_log);
    Print(t_middle);
    fputc(' ', g_log);
    Print(second);
    fputc('\n', g_log);
    fflush(g_log);
  }
  Take(&t_first);
  t_middle.size = 0;
  Arm();
  t_last_ns = Ask(CLOCK_THREAD_CPUTIME_ID);
}

}  // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* time) {
  long result = syscall(SYS_clock_gettime, clock, time);
  if (g_ready && clock == CLOCK_MONOTONIC) Looked();
  return static_cast<int>(result);
}
