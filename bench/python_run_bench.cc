// What running a piece of Python for somebody costs: in this process, in a worker that stands
// ready, in one that has to be started. The goals: 20 us, 1 ms, and a few milliseconds.

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <string>

#include "osbridge/worker/frames.h"
#include "pysub/python/python_host.h"

namespace pysub {
namespace {

PythonHost Host(Isolation isolation, int warm) {
  absl::StatusOr<PythonHost> host =
      PythonHost::Create({.isolation = isolation, .warm_workers = warm});
  if (!host.ok()) {
    fprintf(stderr, "%s\n", host.status().ToString().c_str());
    exit(1);
  }
  return *std::move(host);
}

void InProcess(benchmark::State& state) {
  const PythonHost host = Host(Isolation::kInProcess, 0);
  const PythonRequest request = {.code = "print(1)"};
  for (auto _ : state) benchmark::DoNotOptimize(host.Run(request).exit_code);
}
BENCHMARK(InProcess)->Unit(benchmark::kMicrosecond);

void WarmWorker(benchmark::State& state) {
  const PythonHost host = Host(Isolation::kSubprocess, 4);
  const PythonRequest request = {.code = "print(1)"};
  for (auto _ : state) {
    state.PauseTiming();
    while (host.warm_workers() < 4) usleep(100);
    usleep(2000);  // they are locked down and wait
    state.ResumeTiming();
    benchmark::DoNotOptimize(host.Run(request).exit_code);
  }
}
BENCHMARK(WarmWorker)->Unit(benchmark::kMicrosecond)->UseRealTime()->Iterations(200);

void ColdWorker(benchmark::State& state) {
  const PythonHost host = Host(Isolation::kSubprocess, 0);
  const PythonRequest request = {.code = "print(1)"};
  for (auto _ : state) benchmark::DoNotOptimize(host.Run(request).exit_code);
}
BENCHMARK(ColdWorker)->Unit(benchmark::kMicrosecond)->UseRealTime();

// One call of a function of the host, there and back.
void CallOfTheHost(benchmark::State& state) {
  const PythonHost host =
      Host(state.range(0) != 0 ? Isolation::kSubprocess : Isolation::kInProcess, 1);
  PythonRequest request = {.code = "while True: f(1)"};
  request.functions = {{"f", ""}};
  request.limits = {std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, 200};
  absl::StatusOr<PythonRun> run = host.Start(request);
  for (auto _ : state) {
    while (run->Step() != PythonRun::State::kCalls) {
    }
    benchmark::DoNotOptimize(run->Answer(HostValue(1)));
  }
  state.SetLabel(state.range(0) != 0 ? "worker" : "in process");
}
BENCHMARK(CallOfTheHost)->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond)->UseRealTime();

void LinesOfInput(benchmark::State& state) {
  const PythonHost host =
      Host(state.range(0) != 0 ? Isolation::kSubprocess : Isolation::kInProcess, 1);
  PythonRequest request = {
      .code = "import sys\nn = 0\nfor line in sys.stdin: n += len(line)\nprint(n)"};
  request.standard_input = "";
  for (int i = 0; i < 100'000; ++i) *request.standard_input += "a line of input\n";
  request.limits.allocations = std::nullopt;
  for (auto _ : state) benchmark::DoNotOptimize(host.Run(request).exit_code);
  state.SetItemsProcessed(state.iterations() * 100'000);
  state.SetLabel(state.range(0) != 0 ? "worker" : "in process");
}
BENCHMARK(LinesOfInput)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond)->UseRealTime();

void Frame(benchmark::State& state) {
  frames::OsCall call = {1, "function", "f", {HostValue::Dict({{"a", 1}, {"b", "text"}})}, {}};
  for (auto _ : state) {
    std::string line = *frames::Encode(call);
    line.pop_back();
    benchmark::DoNotOptimize(frames::DecodeFromWorker(line));
  }
}
BENCHMARK(Frame)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace pysub

BENCHMARK_MAIN();
