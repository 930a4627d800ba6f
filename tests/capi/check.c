#include "check.h"

int failures = 0;

void check_text(const char* file, int line, const char* got, const char* wanted) {
  if (got != NULL && strcmp(got, wanted) == 0) return;
  printf("%s:%d: got %s\n  instead of %s\n", file, line, got == NULL ? "NULL" : got, wanted);
  ++failures;
}

void check_fails(const char* file, int line, pysub_status got, pysub_status wanted,
                 pysub_error** error, const char* text) {
  const char* message = pysub_error_message(*error, NULL);
  if (got != wanted || pysub_error_status(*error) != wanted || strstr(message, text) == NULL) {
    printf("%s:%d: got %s, \"%s\"\n  instead of %s, \"%s\"\n", file, line, pysub_status_name(got),
           message, pysub_status_name(wanted), text);
    ++failures;
  }
  pysub_error_free(*error);
  *error = NULL;
}

pysub_text text_of(const char* text) {
  pysub_text result;
  result.data = text;
  result.size = strlen(text);
  return result;
}

static void must(pysub_status status, pysub_error* error) {
  if (status == PYSUB_OK) return;
  printf("%s: %s\n", pysub_status_name(status), pysub_error_message(error, NULL));
  exit(1);
}

pysub_sandbox* sandbox_of(const char* source, const pysub_sandbox_options* options) {
  pysub_program* program = NULL;
  pysub_sandbox* sandbox = NULL;
  pysub_error* error = NULL;
  must(pysub_program_compile(T(source), NULL, &program, &error), error);
  must(pysub_sandbox_create(program, options, &sandbox, &error), error);
  pysub_program_free(program);
  return sandbox;
}

const pysub_stop* run_to(pysub_sandbox* sandbox, pysub_stop_kind kind) {
  const pysub_stop* stop = NULL;
  pysub_error* error = NULL;
  if (pysub_sandbox_run(sandbox, PYSUB_UNLIMITED, &stop, &error) != kind) {
    pysub_buffer* line = pysub_stop_describe(stop);
    printf("stop %d and not %d: %s%s\n", (int)pysub_stop_get_kind(stop), (int)kind,
           stop == NULL ? "" : pysub_buffer_data(line, NULL), pysub_error_message(error, NULL));
    pysub_buffer_free(line);
    pysub_error_free(error);
    ++failures;
  }
  return stop;
}

void check_repr(const pysub_value* value, const char* wanted) {
  pysub_buffer* text = pysub_value_repr(value);
  CHECK_TEXT(pysub_buffer_data(text, NULL), wanted);
  pysub_buffer_free(text);
}

void check_result(pysub_sandbox* sandbox, const char* wanted) {
  check_repr(pysub_stop_value(run_to(sandbox, PYSUB_FINISHED)), wanted);
}
