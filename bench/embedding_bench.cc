// What embedding costs: making and running sandboxes, stopping and going on, keeping many of them.

#include <benchmark/benchmark.h>
#include <malloc.h>

#include <memory>
#include <string>
#include <vector>

#include "pysub/sandbox.h"

namespace pysub {
namespace {

SandboxOptions Options() {
  SandboxOptions options;
  options.inputs = {{"ask", HostValue::HostFunction("ask")}};
  return options;
}

void CompileRun(benchmark::State& state) {
  for (auto _ : state) {
    absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Program::Compile("1+1"));
    benchmark::DoNotOptimize(sandbox->Run());
  }
}
BENCHMARK(CompileRun);

// A module with a part in Python, in a new sandbox each time.
void Import(benchmark::State& state, const char* code) {
  const Program program = Program::Compile(code);
  for (auto _ : state) {
    absl::StatusOr<Sandbox> sandbox = Sandbox::Create(program);
    benchmark::DoNotOptimize(sandbox->Run());
  }
}
BENCHMARK_CAPTURE(Import, os, "import os");
BENCHMARK_CAPTURE(Import, pathlib, "import pathlib");
BENCHMARK_CAPTURE(Import, json, "import json");

void Compile(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(Program::Compile("1+1"));
}
BENCHMARK(Compile);

// A text of ordinary functions; bench/micro.py divides by its size.
void CompileKilobyte(benchmark::State& state) {
  std::string text;
  for (int i = 0; text.size() < 16 << 10; ++i) {
    const std::string number = std::to_string(i);
    text += "def count_" + number + "(lines, limit=" + number +
            ", *, strict=False):\n"
            "    \"\"\"How often each word stands there.\"\"\"\n"
            "    words = {}\n"
            "    for number, line in enumerate(lines):\n"
            "        if strict and number > limit:\n"
            "            raise ValueError(f'line {number}: {line!r}')\n"
            "        for word in line.strip().lower().split(' '):\n"
            "            words[word] = words.get(word, 0) + 1\n"
            "    return sorted((n, w) for w, n in words.items() if n >= 2)[:limit]\n\n";
  }
  for (auto _ : state) benchmark::DoNotOptimize(Program::Compile(text));
  state.counters["KB"] = static_cast<double>(text.size()) / 1024;
}
BENCHMARK(CompileKilobyte);

void PrebuiltRun(benchmark::State& state) {
  const Program program = Program::Compile("1+1");
  const SandboxOptions options;
  for (auto _ : state) {
    absl::StatusOr<Sandbox> sandbox = Sandbox::Create(program, options);
    benchmark::DoNotOptimize(sandbox->Run());
  }
}
BENCHMARK(PrebuiltRun);

void SuspendResume(benchmark::State& state) {
  SandboxOptions options = Options();
  options.limits = {std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, 200};
  if (state.range(0) != 0) options.limits.duration = std::chrono::hours(1);
  absl::StatusOr<Sandbox> sandbox =
      Sandbox::Create(Program::Compile("while True: ask(1)"), options);
  for (auto _ : state) {
    Stop stop = sandbox->Run();
    benchmark::DoNotOptimize(sandbox->Answer(std::get<FunctionCall>(stop).id, 2));
  }
  state.SetLabel(state.range(0) != 0 ? "time limit on" : "time limit off");
}
BENCHMARK(SuspendResume)->Arg(0)->Arg(1);

// A loop of the program without its host, to subtract.
void LoopOnly(benchmark::State& state) {
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(
      Program::Compile("def f(x): return 2\nwhile True: f(1)"),
      {.limits = {std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, 200}});
  for (auto _ : state) benchmark::DoNotOptimize(sandbox->RunFor(2000));
  state.SetItemsProcessed(state.iterations() * 1000);
}
BENCHMARK(LoopOnly);

std::vector<std::unique_ptr<Sandbox>> Many(size_t count, const Program& program, bool run) {
  const SandboxOptions options = Options();
  std::vector<std::unique_ptr<Sandbox>> sandboxes;
  for (size_t i = 0; i < count; ++i) {
    sandboxes.push_back(std::make_unique<Sandbox>(*Sandbox::Create(program, options)));
    if (run) sandboxes.back()->Run();
  }
  return sandboxes;
}

void BytesOfSandboxes(benchmark::State& state) {
  constexpr size_t kCount = 10'000;
  const Program program = Program::Compile("x = [1, 2, 3]\nask(x)\nx");
  for (auto _ : state) {
    const size_t before = mallinfo2().uordblks;
    auto sandboxes = Many(kCount, program, state.range(0) != 0);
    state.counters["bytes"] =
        static_cast<double>(mallinfo2().uordblks - before) / static_cast<double>(kCount);
  }
  state.SetLabel(state.range(0) != 0 ? "paused in a call" : "not run yet");
}
BENCHMARK(BytesOfSandboxes)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

// 10,000 paused sandboxes: the time to resume all.
void ResumeAll(benchmark::State& state) {
  constexpr size_t kCount = 10'000;
  const Program program = Program::Compile("while True: ask(1)");
  auto sandboxes = Many(kCount, program, true);
  for (auto _ : state) {
    for (auto& sandbox : sandboxes) {
      Stop stop = sandbox->Run();
      benchmark::DoNotOptimize(sandbox->Answer(std::get<FunctionCall>(stop).id, nullptr));
    }
  }
  state.SetItemsProcessed(state.iterations() * kCount);
}
BENCHMARK(ResumeAll)->Unit(benchmark::kMillisecond);

void ToHost(benchmark::State& state) {
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(
      Program::Compile("x = [{'id': i, 'name': 'some name', 'f': 1.5} for i in range(1000)]"));
  sandbox->Run();
  for (auto _ : state) benchmark::DoNotOptimize(sandbox->Get("x"));
  state.SetItemsProcessed(state.iterations() * 1000);
}
BENCHMARK(ToHost)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace pysub

BENCHMARK_MAIN();
