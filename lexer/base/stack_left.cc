#include "lexer/base/stack_left.h"

#include <cstdint>

#include "lexer/base/sanitizers.h"

#if !defined(__wasm__)
#include <pthread.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace pysub {

#if defined(__wasm__)

// What has no address lies on the engine's own stack, which no program can measure; Node and
// browsers give it some 1 MB. The rest lies here, from its end down to address 0 (--stack-first):
// at most 256 KB of it are used, because a frame takes about as much of the engine's
// (docs/wasm.md).
size_t StackLeft() {
  constexpr uintptr_t kLowest = 4096;
  const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  return here > kLowest ? here - kLowest : 0;
}

#else

namespace {

constexpr size_t kPage = 4096;
constexpr size_t kUnknown = size_t{256} << 10;
constexpr size_t kUsual = size_t{8} << 20;

struct Stack {
  uintptr_t lowest = 0;
  size_t bytes = 0;
};

// The first thread's grows from the name of the program downwards as far as the limit allows.
Stack OfFirstThread() {
  const uintptr_t top = getauxval(AT_EXECFN);
  rlimit limit = {};
  if (top == 0 || getrlimit(RLIMIT_STACK, &limit) != 0) return {};
  const size_t bytes = limit.rlim_cur > (rlim_t{1} << 40) ? kUsual : limit.rlim_cur;
  if (bytes <= 2 * kPage || bytes > top) return {};
  return {top - bytes + 2 * kPage, bytes};
}

Stack OfOtherThread() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
  void* lowest = nullptr;
  size_t bytes = 0;
  const bool known = pthread_attr_getstack(&attributes, &lowest, &bytes) == 0 && bytes > 2 * kPage;
  pthread_attr_destroy(&attributes);
  if (!known) return {};
  return {reinterpret_cast<uintptr_t>(lowest) + kPage, bytes - kPage};
}

// A fact about the thread, and no state: it is never set twice to different things.
constinit thread_local Stack stack;
constinit thread_local bool is_known = false;

}  // namespace

size_t StackLeft() {
  if (!is_known) {
    stack = syscall(SYS_gettid) == getpid() ? OfFirstThread() : OfOtherThread();
    is_known = true;
  }
  const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  if (here < stack.lowest || here - stack.lowest > stack.bytes) return kUnknown;
  return here - stack.lowest;
}

#endif  // __wasm__

size_t LevelsIn(size_t room, size_t bytes) {
  if (PYSUB_ASAN || PYSUB_TSAN) bytes *= 3;
  return room / bytes;
}

}  // namespace pysub
