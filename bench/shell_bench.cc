// What the shell costs: an empty script, a command, loops, pipes, Python as a command in this
// process and in a worker that stands ready, files written and read by Python. The goals: empty 10
// us, python 20 us and 1 ms, files 5 ms.

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "pysub/shell/shell.h"
#include "shell/python/python_options.h"

namespace pysub {
namespace {

Shell MakeShell(Shell::Builder builder = Shell::Builder()) {
  ShellLimits limits;
  limits.commands = UINT64_MAX;
  limits.wall_time = std::chrono::hours(1);
  absl::StatusOr<Shell> shell = builder.Limits(limits).Build();
  if (!shell.ok()) {
    fprintf(stderr, "%s\n", shell.status().ToString().c_str());
    exit(1);
  }
  return *std::move(shell);
}

void RunScript(benchmark::State& state, Shell& shell, const char* script) {
  for (auto _ : state) {
    const ExecResult result = shell.Exec(script);
    if (result.exit_code != 0) state.SkipWithError(result.stderr_text.c_str());
    benchmark::DoNotOptimize(result.stdout_text.size());
  }
}

void CreateAndFree(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(MakeShell().Running());
}
BENCHMARK(CreateAndFree)->Unit(benchmark::kMicrosecond);

// A script that runs again and again in one shell.
void Script(benchmark::State& state, const char* script) {
  Shell shell = MakeShell();
  RunScript(state, shell, script);
}
BENCHMARK_CAPTURE(Script, Empty, "")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(Script, Echo, "echo hello")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(Script, Substitution, "x=$(echo hello)")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(Script, Command, "cat < /dev/null")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(Script, Pipeline, "echo b a | tr ' ' '\\n' | sort | head -1")
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(Script, Loop10000, "for i in $(seq 1 10000); do :; done")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Script, Arithmetic10000, "for ((i = 0; i < 10000; i++)); do ((n += i * 2)); done")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Script, Function10000,
                  "f() { local x=$1; }; for ((i = 0; i < 10000; i++)); do f $i; done")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Script, Pipe16M, "head -c 16M /dev/zero | cat | wc -c")
    ->Unit(benchmark::kMillisecond);

constexpr char kPython[] = "python3 -c 'print(1)'";
constexpr char kPythonFiles[] = R"(python3 -c '
for i in range(500):
    with open(f"/tmp/{i}", "w") as f: f.write("hello %d" % i)
for i in range(500):
    with open(f"/tmp/{i}") as f: f.read()
')";

void Python(benchmark::State& state, const char* script) {
  Shell shell = MakeShell(std::move(Shell::Builder().Python()));
  RunScript(state, shell, script);
}

void PythonInWarmWorker(benchmark::State& state) {
  PythonOptions options;
  options.host = {.isolation = Isolation::kSubprocess, .warm_workers = 4};
  Shell shell = MakeShell(std::move(Shell::Builder().Python(options)));
  for (auto _ : state) {
    state.PauseTiming();
    // the next worker is locked down and waits
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    state.ResumeTiming();
    benchmark::DoNotOptimize(shell.Exec(kPython).exit_code);
  }
}
BENCHMARK(PythonInWarmWorker)->Unit(benchmark::kMicrosecond)->UseRealTime()->Iterations(200);
BENCHMARK_CAPTURE(Python, Call, kPython)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(Python, WriteAndRead500Files, kPythonFiles)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace pysub

BENCHMARK_MAIN();
