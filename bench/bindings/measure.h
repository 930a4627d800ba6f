/* How the hosts in C and C++ measure: batches of some milliseconds, each by the wall clock and by
 * the CPU time of the process. */
#ifndef PYSUB_BENCH_BINDINGS_MEASURE_H_
#define PYSUB_BENCH_BINDINGS_MEASURE_H_

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double measure_clock(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

/* Prints a line of JSON: microseconds for each of `parts` that one call of `work` does. */
static void measure(const char* name, int batches, int parts, void (*work)(void*), void* context) {
  const double batch_us = 5000;
  long times = 1;
  for (;; times *= 2) { /* also warms up */
    const double begin = measure_clock(CLOCK_MONOTONIC);
    for (long i = 0; i < times; ++i) work(context);
    if (measure_clock(CLOCK_MONOTONIC) - begin >= batch_us / 2) break;
  }
  printf("{\"name\": \"%s\", \"batches\": [", name);
  for (int batch = 0; batch < batches; ++batch) {
    const double wall = measure_clock(CLOCK_MONOTONIC);
    const double cpu = measure_clock(CLOCK_PROCESS_CPUTIME_ID);
    for (long i = 0; i < times; ++i) work(context);
    const double cpu_used = measure_clock(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    const double wall_used = measure_clock(CLOCK_MONOTONIC) - wall;
    const double count = (double)times * parts;
    printf("%s[%.4f, %.4f]", batch == 0 ? "" : ", ", wall_used / count, cpu_used / count);
  }
  printf("]}\n");
}

/* What is computed must be so, or the times are those of errors. */
static void measure_expect(int holds, const char* what) {
  if (holds) return;
  fprintf(stderr, "bench/bindings: %s\n", what);
  exit(1);
}

#endif  // PYSUB_BENCH_BINDINGS_MEASURE_H_
