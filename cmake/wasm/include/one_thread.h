#ifndef PYSUB_CMAKE_WASM_ONE_THREAD_H_
#define PYSUB_CMAKE_WASM_ONE_THREAD_H_

// Included before all of Abseil: what of <thread> and <unistd.h> it names and wasm32-wasi has not.
// There is one thread, so to yield does nothing.

#include <unistd.h>

inline int getpagesize() { return 65536; }

namespace std {
struct thread {
  static unsigned hardware_concurrency() { return 1; }
};
namespace this_thread {
inline void yield() {}
}  // namespace this_thread
}  // namespace std

#endif  // PYSUB_CMAKE_WASM_ONE_THREAD_H_
