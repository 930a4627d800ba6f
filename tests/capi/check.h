#ifndef PYSUB_TESTS_CAPI_CHECK_H_
#define PYSUB_TESTS_CAPI_CHECK_H_

// Cases in C: CASE(Group_What) { CHECK(...); ... } in any source of c_api_test; header.py --cases
// finds them.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pysub.h"

extern int failures;

#define CASE(name) \
  void name(void); \
  void name(void)

#define CHECK(condition)                                             \
  do {                                                               \
    if (!(condition)) {                                              \
      printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      ++failures;                                                    \
    }                                                                \
  } while (0)

// A text that ends at its first NUL, and what a function said of it.
#define T(text) (text), PYSUB_TERMINATED
#define CHECK_TEXT(got, wanted) check_text(__FILE__, __LINE__, (got), (wanted))
// A call that fails with a status, and whose message has a text.
#define CHECK_FAILS(call, status, text) \
  check_fails(__FILE__, __LINE__, (call), (status), &error, (text))

void check_text(const char* file, int line, const char* got, const char* wanted);
void check_fails(const char* file, int line, pysub_status got, pysub_status wanted,
                 pysub_error** error, const char* text);

pysub_text text_of(const char* text);
// A sandbox of a program that has to be made.
pysub_sandbox* sandbox_of(const char* source, const pysub_sandbox_options* options);
// Runs, and has to come to such a stop.
const pysub_stop* run_to(pysub_sandbox* sandbox, pysub_stop_kind kind);
// What the program comes to, as Python prints it, is this text.
void check_result(pysub_sandbox* sandbox, const char* wanted);
// repr() of a value is this text; the value may be NULL.
void check_repr(const pysub_value* value, const char* wanted);

#endif  // PYSUB_TESTS_CAPI_CHECK_H_
