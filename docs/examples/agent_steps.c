/* A host in C99: a program of a model calls two functions of ours. One answers at once; the other
 * is an approval that may take a week: the program is saved as bytes, and goes on where they are
 * read. */

#include <pysub.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char kProgram[] =
    "readings = [reading(day) for day in range(4)]\n"
    "high = max(readings)\n"
    "print(f'the highest of {readings} is {high}')\n"
    "'sent' if approve('send', high) else 'kept'\n";

/* Says what went wrong, and ends. */
static void must(pysub_status status, pysub_error* error) {
  if (status == PYSUB_OK) return;
  fprintf(stderr, "%s: %s\n", pysub_status_name(status), pysub_error_message(error, NULL));
  exit(1);
}

/* reading(day): called by pysub_sandbox_run() itself. */
static void reading(void* context, const pysub_call* call, pysub_reply* reply) {
  const double* readings = context;
  int64_t day = 0;
  pysub_value* answer;
  pysub_value_as_int(pysub_call_parameter(call, "day", PYSUB_TERMINATED), &day);
  if (day < 0 || day > 3) {
    pysub_reply_raise(reply, "ValueError", PYSUB_TERMINATED, "no such day", PYSUB_TERMINATED);
    return;
  }
  answer = pysub_value_float(readings[day]);
  pysub_reply_value(reply, answer);
  pysub_value_free(answer);
}

static void print(void* context, pysub_stream stream, const char* text, size_t size) {
  (void)context;
  fwrite(text, 1, size, stream == PYSUB_STDOUT ? stdout : stderr);
}

/* The program up to its question, as bytes. */
static pysub_buffer* ask(const pysub_host* host, pysub_call_id* question) {
  pysub_program* program = NULL;
  pysub_sandbox* sandbox = NULL;
  pysub_buffer* saved = NULL;
  pysub_error* error = NULL;
  const pysub_stop* stop = NULL;
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  pysub_limits limits = PYSUB_LIMITS_INIT;
  pysub_input approve;
  pysub_value* function =
      pysub_value_host_function("approve(what, value)", PYSUB_TERMINATED, NULL, 0);
  approve.name.data = "approve";
  approve.name.size = strlen("approve");
  approve.value = function;
  limits.steps = 100000;
  options.limits = &limits;
  options.inputs = &approve;
  options.input_count = 1;
  options.host = host;
  options.on_output = print;
  must(pysub_program_compile(kProgram, PYSUB_TERMINATED, NULL, &program, &error), error);
  must(pysub_sandbox_create(program, &options, &sandbox, &error), error);
  pysub_value_free(function);
  pysub_program_free(program);

  if (pysub_sandbox_run(sandbox, PYSUB_UNLIMITED, &stop, &error) == PYSUB_FUNCTION_CALL) {
    pysub_buffer* line = pysub_stop_describe(stop);
    printf("it asks: %s\n", pysub_buffer_data(line, NULL));
    pysub_buffer_free(line);
    *question = pysub_stop_id(stop);
    must(pysub_sandbox_snapshot(sandbox, NULL, &saved, &error), error);
  }
  pysub_sandbox_free(sandbox);
  return saved;
}

/* What comes of it when the question is answered so. */
static void go_on(const pysub_buffer* saved, pysub_call_id question, int approved) {
  pysub_sandbox* sandbox = NULL;
  pysub_error* error = NULL;
  const pysub_stop* stop = NULL;
  pysub_value* answer = pysub_value_bool(approved);
  size_t size = 0;
  const char* bytes = pysub_buffer_data(saved, &size);
  must(pysub_sandbox_restore(bytes, size, NULL, NULL, 0, &sandbox, &error), error);
  must(pysub_sandbox_answer(sandbox, question, answer, &error), error);
  pysub_value_free(answer);
  if (pysub_sandbox_run(sandbox, PYSUB_UNLIMITED, &stop, &error) == PYSUB_FINISHED) {
    printf("approved %d: %s\n", approved, pysub_value_text(pysub_stop_value(stop), NULL));
  } else {
    printf("%s", pysub_stop_traceback(stop, NULL));
  }
  pysub_sandbox_free(sandbox);
}

int main(void) {
  static double readings[] = {20.5, 23, 19.75, 22};
  pysub_host* host = NULL;
  pysub_error* error = NULL;
  pysub_buffer* saved;
  pysub_call_id question = {0, 0};
  must(pysub_host_create(&host, &error), error);
  must(pysub_host_function(host, "reading(day)", PYSUB_TERMINATED, "The temperature of a day.",
                           PYSUB_TERMINATED, reading, readings, NULL, &error),
       error);
  saved = ask(host, &question);
  pysub_host_free(host);
  go_on(saved, question, 1);
  go_on(saved, question, 0);
  pysub_buffer_free(saved);
  return 0;
}
