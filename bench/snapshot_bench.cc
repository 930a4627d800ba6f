// Saving, restoring and forking sandboxes of several sizes. The label of each row is the size of
// the snapshot without the program's text.

#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "compiler/compile.h"
#include "stdlib/install.h"
#include "vm/snapshot/snapshot.h"

namespace pysub {
namespace {

constexpr std::string_view kPrograms[] = {
    "while True: pass",
    "x = list(range(10000))\nwhile True: pass",
    "x = ['item %d' % i for i in range(10000)]\nwhile True: pass",
    "x = 'a' * 1000000\nwhile True: pass",
    "x = [[i] for i in range(333333)]\nwhile True: pass",
};
constexpr std::string_view kNames[] = {"nothing", "10k ints", "10k strings", "1 MB string",
                                       "1 M objects"};

std::unique_ptr<Vm> Paused(std::string_view source) {
  auto vm = std::make_unique<Vm>(StandardRuntime(), Limits{}, HostHooks{});
  if (!vm->Load(Compile(source, "bench.py").unit).ok()) return nullptr;
  vm->Run(1000000);
  return vm;
}

std::string Saved(Vm& vm) {
  std::string bytes, error;
  SaveSnapshot(vm, {.with_sources = false}, &bytes, &error);
  return bytes;
}

void Save(benchmark::State& state) {
  auto vm = Paused(kPrograms[state.range(0)]);
  size_t size = 0;
  for (auto _ : state) size = Saved(*vm).size();
  state.SetLabel(std::string(kNames[state.range(0)]) + ": " + std::to_string(size) + " bytes");
}

void Restore(benchmark::State& state) {
  auto vm = Paused(kPrograms[state.range(0)]);
  std::string bytes = Saved(*vm);
  std::vector<std::shared_ptr<const CompiledUnit>> units = UnitsOf(*vm);
  RestoreOptions options;
  options.units = units;
  std::string error;
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        RestoreSnapshot(StandardRuntime(), HostHooks{}, bytes, options, &error));
  }
  state.SetLabel(std::string(kNames[state.range(0)]) + error);
}

void Fork(benchmark::State& state) {
  auto vm = Paused(kPrograms[state.range(0)]);
  std::string error;
  for (auto _ : state) benchmark::DoNotOptimize(ForkSandbox(*vm, HostHooks{}, &error));
  state.SetLabel(std::string(kNames[state.range(0)]) + error);
}

BENCHMARK(Save)->DenseRange(0, 4);
BENCHMARK(Restore)->DenseRange(0, 4);
BENCHMARK(Fork)->DenseRange(0, 4);

}  // namespace
}  // namespace pysub

BENCHMARK_MAIN();
