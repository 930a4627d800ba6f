/* host BATCHES: what bench/bindings.py measures of pysub.h. With 0 it answers once and ends: its
 * start is measured from outside. */
#define _POSIX_C_SOURCE 200809L

#include <pysub.h>

#include "measure.h"

static pysub_program* compiled(const char* source) {
  pysub_program* program = NULL;
  measure_expect(pysub_program_compile(source, PYSUB_TERMINATED, NULL, &program, NULL) == PYSUB_OK,
                 "compiling");
  return program;
}

static void run_once(pysub_program* program, const pysub_sandbox_options* options, int64_t wanted) {
  pysub_sandbox* sandbox = NULL;
  const pysub_stop* stop = NULL;
  int64_t answer = 0;
  measure_expect(pysub_sandbox_create(program, options, &sandbox, NULL) == PYSUB_OK, "a sandbox");
  measure_expect(pysub_sandbox_run(sandbox, PYSUB_UNLIMITED, &stop, NULL) == PYSUB_FINISHED,
                 "a run");
  measure_expect(pysub_value_as_int(pysub_stop_value(stop), &answer) && answer == wanted,
                 "another answer");
  pysub_sandbox_free(sandbox);
}

static void prebuilt(void* program) { run_once((pysub_program*)program, NULL, 2); }

static void from_source(void* nothing) {
  (void)nothing;
  pysub_program* program = compiled("1+1");
  run_once(program, NULL, 2);
  pysub_program_free(program);
}

static void function(void* context, const pysub_call* call, pysub_reply* reply) {
  int64_t number = 0;
  (void)context;
  measure_expect(pysub_value_as_int(pysub_call_parameter(call, "x", PYSUB_TERMINATED), &number),
                 "no int");
  pysub_value* answer = pysub_value_int(number + 1);
  pysub_reply_value(reply, answer);
  pysub_value_free(answer);
}

struct calls {
  pysub_program* program;
  pysub_sandbox_options options;
};

static void call(void* context) {
  struct calls* calls = (struct calls*)context;
  run_once(calls->program, &calls->options, 1000);
}

int main(int argc, char** argv) {
  const int batches = argc > 1 ? atoi(argv[1]) : 100;
  if (batches == 0) {
    from_source(NULL);
    return 0;
  }
  pysub_program* program = compiled("1+1");
  measure("prebuilt", batches, 1, prebuilt, program);
  pysub_program_free(program);
  measure("source", batches, 1, from_source, NULL);

  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  struct calls calls = {compiled("n = 0\nfor _ in range(1000): n = f(n)\nn"), options};
  pysub_host* host = NULL;
  measure_expect(pysub_host_create(&host, NULL) == PYSUB_OK, "a host");
  measure_expect(pysub_host_function(host, "f(x)", PYSUB_TERMINATED, "", PYSUB_TERMINATED, function,
                                     NULL, NULL, NULL) == PYSUB_OK,
                 "a function");
  calls.options.host = host;
  measure("call", batches, 1000, call, &calls);
  pysub_program_free(calls.program);
  pysub_host_free(host);
  return 0;
}
