// Cancelling and interrupting from other threads, promises kept by them, and one handle in two.

#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <time.h>

#include "check.h"

static void nap(long milliseconds) {
  struct timespec time;
  time.tv_sec = 0;
  time.tv_nsec = milliseconds * 1000000;
  nanosleep(&time, NULL);
}

static void* cancel(void* sandbox) {
  nap(20);
  pysub_sandbox_cancel(sandbox);
  return NULL;
}
static void* interrupt(void* sandbox) {
  nap(20);
  pysub_sandbox_interrupt(sandbox);
  return NULL;
}

CASE(Threads_CancelAndInterrupt) {
  pysub_sandbox* sandbox = sandbox_of("while True: pass", NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, cancel, sandbox);
  CHECK(pysub_stop_limit(run_to(sandbox, PYSUB_LIMIT_REACHED)) == PYSUB_LIMIT_CANCELLED);
  pthread_join(thread, NULL);
  pysub_sandbox_free(sandbox);
  sandbox = sandbox_of(
      "try:\n    while True: pass\nexcept KeyboardInterrupt: said = 'caught'\nsaid", NULL);
  pthread_create(&thread, NULL, interrupt, sandbox);
  check_result(sandbox, "'caught'");
  pthread_join(thread, NULL);
  pysub_sandbox_free(sandbox);
}

static void* cancel_shell(void* shell) {
  nap(20);
  pysub_shell_cancel(shell);
  return NULL;
}

CASE(Threads_CancelAShell) {
  pysub_shell* shell = NULL;
  pysub_exec_result result = PYSUB_EXEC_RESULT_INIT;
  pthread_t thread;
  CHECK(pysub_shell_create(NULL, &shell, NULL) == PYSUB_OK);
  pthread_create(&thread, NULL, cancel_shell, shell);
  CHECK(pysub_shell_exec(shell, T("while :; do :; done"), NULL, &result, NULL) == PYSUB_OK);
  CHECK(result.exit_code == 130);
  pthread_join(thread, NULL);
  pysub_shell_free(shell);
}

static void* keep(void* promise) {
  pysub_value* value = pysub_value_str(T("kept"));
  nap(10);
  CHECK(pysub_promise_value(promise, value) == PYSUB_OK);
  pysub_value_free(value);
  pysub_promise_free(promise);
  return NULL;
}

static void ask(void* context, const pysub_call* call, pysub_promise* promise) {
  (void)call;
  pthread_create((pthread_t*)context, NULL, keep, promise);
}

CASE(Threads_KeepPromises) {
  pthread_t thread;
  pysub_host* host = NULL;
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  pysub_sandbox* sandbox;
  CHECK(pysub_host_create(&host, NULL) == PYSUB_OK);
  CHECK(pysub_host_async_function(host, T("ask()"), NULL, 0, ask, &thread, NULL, NULL) == PYSUB_OK);
  options.host = host;
  sandbox = sandbox_of("ask() + '!'", &options);
  check_result(sandbox, "'kept!'");
  pthread_join(thread, NULL);
  pysub_sandbox_free(sandbox);
  pysub_host_free(host);
}

static void* use(void* sandbox) {
  pysub_error* error = NULL;
  pysub_buffer* bytes = NULL;
  nap(20);
  CHECK_FAILS(pysub_sandbox_snapshot(sandbox, NULL, &bytes, &error), PYSUB_IN_USE,
              "another thread");
  CHECK(pysub_sandbox_free(sandbox) == PYSUB_IN_USE);
  pysub_sandbox_cancel(sandbox);
  return NULL;
}

CASE(Threads_OneHandleInTwo) {
  pysub_sandbox* sandbox = sandbox_of("while True: pass", NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, use, sandbox);
  run_to(sandbox, PYSUB_LIMIT_REACHED);
  pthread_join(thread, NULL);
  pysub_sandbox_free(sandbox);
}

// Programs, values and hosts are anybody's at once.
typedef struct Shared {
  const pysub_program* program;
  const pysub_value* value;
  const pysub_host* host;
} Shared;

static void twice(void* context, const pysub_call* call, pysub_reply* reply) {
  (void)context;
  pysub_reply_value(reply, pysub_call_arg(call, 0));
}

static void* run_shared(void* context) {
  const Shared* shared = context;
  int i;
  for (i = 0; i < 20; ++i) {
    pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
    pysub_input input;
    pysub_sandbox* sandbox = NULL;
    const pysub_stop* stop = NULL;
    input.name = text_of("x");
    input.value = shared->value;
    options.inputs = &input;
    options.input_count = 1;
    options.host = shared->host;
    CHECK(pysub_sandbox_create(shared->program, &options, &sandbox, NULL) == PYSUB_OK);
    CHECK(pysub_sandbox_run(sandbox, PYSUB_UNLIMITED, &stop, NULL) == PYSUB_FINISHED);
    CHECK(pysub_value_count(pysub_stop_value(stop)) == 2);
    pysub_sandbox_free(sandbox);
  }
  return NULL;
}

CASE(Threads_ShareWhatNeverChanges) {
  Shared shared;
  pysub_program* program = NULL;
  pysub_host* host = NULL;
  pysub_value* one = pysub_value_int(1);
  const pysub_value* items[1];
  pysub_value* list;
  pthread_t threads[4];
  int i;
  items[0] = one;
  list = pysub_value_list(items, 1);
  CHECK(pysub_program_compile(T("x + twice(x)"), NULL, &program, NULL) == PYSUB_OK);
  CHECK(pysub_host_create(&host, NULL) == PYSUB_OK);
  CHECK(pysub_host_function(host, T("twice(x)"), NULL, 0, twice, NULL, NULL, NULL) == PYSUB_OK);
  shared.program = program;
  shared.value = list;
  shared.host = host;
  for (i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, run_shared, &shared);
  for (i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  pysub_value_free(list);
  pysub_value_free(one);
  pysub_host_free(host);
  pysub_program_free(program);
}
