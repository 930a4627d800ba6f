// Measures the distance between two looks at the clock, from outside: it is linked into a program
// of its own and stands before clock_gettime() (the linker's --wrap). What pysub and its shell ask
// of CLOCK_MONOTONIC while a time limit is set is what may end a run; CPU time of the thread that
// passes between two such questions is work that no limit can stop.
//
//   CLOCK_DISTANCE_LOG=FILE        where to write
//   CLOCK_DISTANCE_US=MICROSECONDS what is too far
//   CLOCK_DISTANCE_DEAF=A-B,...    looks below functions at these addresses are not seen: as if
//                                  they had none
//
// A line per distance that is too far: its microseconds and three lists of addresses in the program
// (for nm or addr2line): where the first look was, where the thread was when the time had passed (a
// timer tells; "-" when the kernel's tick came too late), and where the second look was.

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

namespace clock_distance {
namespace {

constexpr int kDepth = 40;
constexpr int kMaxDeaf = 64;

struct Stack {
  void* frames[kDepth];
  int size = 0;
};

struct Range {
  uintptr_t begin, end;
};

uintptr_t g_base = 0, g_end = 0;
FILE* g_log = nullptr;
int64_t g_too_far_ns = 0;
bool g_ready = false;
Range g_deaf[kMaxDeaf];
int g_deaf_count = 0;

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
bool InProgram(void* frame, uintptr_t* offset) {
  const uintptr_t at = reinterpret_cast<uintptr_t>(frame);
  *offset = at - g_base - 1;
  return at >= g_base && at < g_end;
}

void Print(const Stack& stack) {
  bool some = false;
  for (int i = 0; i < stack.size; ++i) {
    uintptr_t offset;
    if (!InProgram(stack.frames[i], &offset)) continue;
    fprintf(g_log, some ? ",%lx" : "%lx", static_cast<unsigned long>(offset));
    some = true;
  }
  if (!some) fputc('-', g_log);
}

bool IsDeaf(const Stack& stack) {
  for (int i = 0; i < stack.size; ++i) {
    uintptr_t offset;
    if (!InProgram(stack.frames[i], &offset)) continue;
    for (int k = 0; k < g_deaf_count; ++k) {
      if (offset >= g_deaf[k].begin && offset < g_deaf[k].end) return true;
    }
  }
  return false;
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
    if (part.p_type == PT_LOAD && g_base + part.p_vaddr + part.p_memsz > g_end)
      g_end = g_base + part.p_vaddr + part.p_memsz;
  }
  return 1;
}

void ReadDeaf(const char* text) {
  while (text != nullptr && *text != '\0' && g_deaf_count < kMaxDeaf) {
    char* end = nullptr;
    Range& range = g_deaf[g_deaf_count++];
    range.begin = strtoull(text, &end, 16);
    range.end = strtoull(end + 1, &end, 16);
    text = *end == ',' ? end + 1 : nullptr;
  }
}

__attribute__((constructor)) void Start() {
  const char* log = getenv("CLOCK_DISTANCE_LOG");
  const char* far = getenv("CLOCK_DISTANCE_US");
  if (log == nullptr || far == nullptr) return;
  g_log = fopen(log, "a");
  if (g_log == nullptr) return;
  g_too_far_ns = strtoll(far, nullptr, 10) * 1000;
  ReadDeaf(getenv("CLOCK_DISTANCE_DEAF"));
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
  const int64_t now = Ask(CLOCK_THREAD_CPUTIME_ID);
  Stack second;
  Take(&second);
  if (g_deaf_count > 0 && IsDeaf(second)) return;
  if (t_last_ns >= 0 && now - t_last_ns > g_too_far_ns) {
    fprintf(g_log, "%ld ", static_cast<long>((now - t_last_ns) / 1000));
    Print(t_first);
    fputc(' ', g_log);
    Print(t_middle);
    fputc(' ', g_log);
    Print(second);
    fputc('\n', g_log);
    fflush(g_log);
  }
  t_first = second;
  t_middle.size = 0;
  Arm();
  t_last_ns = Ask(CLOCK_THREAD_CPUTIME_ID);
}

}  // namespace
}  // namespace clock_distance

extern "C" int __real_clock_gettime(clockid_t clock, timespec* time);
extern "C" int __wrap_clock_gettime(clockid_t clock, timespec* time);

int __wrap_clock_gettime(clockid_t clock, timespec* time) {
  const int result = __real_clock_gettime(clock, time);
  if (clock_distance::g_ready && clock == CLOCK_MONOTONIC) clock_distance::Looked();
  return result;
}
