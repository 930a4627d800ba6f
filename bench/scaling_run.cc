// What bench/scaling.py starts.
//   scaling_run FILE              runs a program in a sandbox whose limits are all on and far away,
//                                 and whose clocks are the machine's: it measures itself, as it
//                                 would under python3
//   scaling_run --sandboxes N...  makes N sandboxes, runs each until it waits for its host, answers
//                                 each once, frees all. A line for each N: the count, then seconds
//                                 to make, to resume and to free all, then bytes.

#include <malloc.h>
#include <time.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pysub/sandbox.h"

namespace pysub {
namespace {

int64_t Nanoseconds(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

double CpuSeconds() { return static_cast<double>(Nanoseconds(CLOCK_PROCESS_CPUTIME_ID)) * 1e-9; }

[[noreturn]] void Fail(const std::string& text) {
  fprintf(stderr, "scaling_run: %s\n", text.c_str());
  exit(1);
}

int RunFile(const char* name) {
  std::ifstream file(name);
  if (!file) Fail(std::string("cannot read ") + name);
  const std::string source((std::istreambuf_iterator<char>(file)), {});
  SandboxOptions options;
  options.limits = {.memory_bytes = uint64_t{6} << 30,
                    .duration = std::chrono::hours(1),
                    .allocations = uint64_t{1} << 50,
                    .steps = uint64_t{1} << 50,
                    .output_bytes = uint64_t{1} << 30};
  options.permissions.clock = Permission::kHost;
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Program::Compile(source), options);
  if (!sandbox.ok()) Fail(std::string(sandbox.status().message()));
  while (true) {
    const Stop stop = sandbox->Run();
    if (const auto* request = std::get_if<OsRequest>(&stop)) {
      const auto* now = std::get_if<os::Now>(&request->call);
      if (now == nullptr) Fail("the program asks for more than a clock");
      const bool process = now->clock == os::Now::Clock::kProcess;
      const int64_t time = Nanoseconds(process ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC);
      if (!sandbox->Answer(request->id, os::Now::ToValue(time)).ok())
        Fail("the clock is not taken");
      continue;
    }
    fputs(sandbox->TakeOutput().c_str(), stdout);
    if (const auto* raised = std::get_if<Raised>(&stop)) Fail(raised->traceback);
    if (const auto* limit = std::get_if<LimitReached>(&stop)) Fail(limit->message);
    if (!std::holds_alternative<Finished>(stop)) Fail("the program stops for something else");
    return 0;
  }
}

void MeasureSandboxes(size_t count) {
  SandboxOptions options;
  options.inputs = {{"ask", HostValue::HostFunction("ask")}};
  const Program program =
      Program::Compile("def f(x):\n  return ask(x)\nrows = [1, 2, 3]\nwhile True: f(rows)");
  std::vector<Sandbox> sandboxes;
  std::vector<Stop> stops;
  sandboxes.reserve(count);
  stops.reserve(count);
  const size_t bytes = mallinfo2().uordblks;
  double times[4] = {CpuSeconds()};
  for (size_t i = 0; i < count; ++i) {
    absl::StatusOr<Sandbox> sandbox = Sandbox::Create(program, options);
    if (!sandbox.ok()) Fail(std::string(sandbox.status().message()));
    sandboxes.push_back(std::move(*sandbox));
    stops.push_back(sandboxes.back().Run());
  }
  times[1] = CpuSeconds();
  const size_t used = mallinfo2().uordblks - bytes;
  for (size_t i = 0; i < count; ++i) {
    if (!sandboxes[i].Answer(std::get<FunctionCall>(stops[i]).id, HostValue(2)).ok())
      Fail("no answer taken");
    stops[i] = sandboxes[i].Run();
  }
  times[2] = CpuSeconds();
  stops.clear();
  sandboxes.clear();
  times[3] = CpuSeconds();
  printf("%zu %.9f %.9f %.9f %zu\n", count, times[1] - times[0], times[2] - times[1],
         times[3] - times[2], used);
}

}  // namespace
}  // namespace pysub

int main(int argc, char** argv) {
  if (argc == 2) return pysub::RunFile(argv[1]);
  if (argc < 3 || strcmp(argv[1], "--sandboxes") != 0) {
    fputs("usage: scaling_run FILE | --sandboxes N...\n", stderr);
    return 2;
  }
  for (int i = 2; i < argc; ++i) pysub::MeasureSandboxes(strtoull(argv[i], nullptr, 10));
  return 0;
}
