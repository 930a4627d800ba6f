#ifndef PYSUB_CMAKE_WASM_PTHREAD_H_
#define PYSUB_CMAKE_WASM_PTHREAD_H_

// For Abseil and RE2, which want POSIX's threads: wasm32-wasi has one thread, so no lock is ever
// held by another one. Locks do nothing; what would wait for somebody else waits forever, and traps
// instead.

#include <errno.h>
#include <sys/types.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PTHREAD_MUTEX_INITIALIZER \
  {                               \
    {                             \
      { 0 }                       \
    }                             \
  }
#define PTHREAD_COND_INITIALIZER \
  {                              \
    {                            \
      { 0 }                      \
    }                            \
  }
#define PTHREAD_RWLOCK_INITIALIZER \
  {                                \
    {                              \
      { 0 }                        \
    }                              \
  }
#define PTHREAD_ONCE_INIT 0

static inline pthread_t pthread_self(void) { return (pthread_t)1; }
static inline int pthread_equal(pthread_t a, pthread_t b) { return a == b; }

static inline int pthread_mutex_init(pthread_mutex_t* m, const pthread_mutexattr_t* a) {
  return (void)m, (void)a, 0;
}
static inline int pthread_mutex_destroy(pthread_mutex_t* m) { return (void)m, 0; }
static inline int pthread_mutex_lock(pthread_mutex_t* m) { return (void)m, 0; }
static inline int pthread_mutex_trylock(pthread_mutex_t* m) { return (void)m, 0; }
static inline int pthread_mutex_unlock(pthread_mutex_t* m) { return (void)m, 0; }

static inline int pthread_rwlock_init(pthread_rwlock_t* l, const pthread_rwlockattr_t* a) {
  return (void)l, (void)a, 0;
}
static inline int pthread_rwlock_destroy(pthread_rwlock_t* l) { return (void)l, 0; }
static inline int pthread_rwlock_rdlock(pthread_rwlock_t* l) { return (void)l, 0; }
static inline int pthread_rwlock_wrlock(pthread_rwlock_t* l) { return (void)l, 0; }
static inline int pthread_rwlock_unlock(pthread_rwlock_t* l) { return (void)l, 0; }

static inline int pthread_cond_init(pthread_cond_t* c, const pthread_condattr_t* a) {
  return (void)c, (void)a, 0;
}
static inline int pthread_cond_destroy(pthread_cond_t* c) { return (void)c, 0; }
static inline int pthread_cond_signal(pthread_cond_t* c) { return (void)c, 0; }
static inline int pthread_cond_broadcast(pthread_cond_t* c) { return (void)c, 0; }
static inline int pthread_cond_wait(pthread_cond_t* c, pthread_mutex_t* m) {
  (void)c, (void)m;
  __builtin_trap();
}
static inline int pthread_cond_timedwait(pthread_cond_t* c, pthread_mutex_t* m,
                                         const struct timespec* until) {
  (void)c, (void)m, (void)until;
  __builtin_trap();
}

static inline int pthread_once(pthread_once_t* once, void (*function)(void)) {
  if (*once == 0) {
    *once = 1;
    function();
  }
  return 0;
}

// Values of a thread: nobody asks for one but Abseil's identities of threads, which it gets as
// thread_local variables.
static inline int pthread_key_create(pthread_key_t* key, void (*destroy)(void*)) {
  return (void)key, (void)destroy, EAGAIN;
}
static inline void* pthread_getspecific(pthread_key_t key) { return (void)key, (void*)0; }
static inline int pthread_setspecific(pthread_key_t key, const void* value) {
  return (void)key, (void)value, EINVAL;
}

#ifdef __cplusplus
}
#endif

#endif  // PYSUB_CMAKE_WASM_PTHREAD_H_
