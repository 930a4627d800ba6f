// What operations of the virtual filesystem cost.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>

#include "pysub/files/file_system.h"

namespace pysub::files {
namespace {

const Caller kUser;
constexpr Limits kRoomy{
    .max_bytes = uint64_t{1} << 32, .max_file_bytes = uint64_t{1} << 30, .max_files = 1'000'000};

std::string Number(int64_t number) { return std::to_string(number); }

// `count` small files, 100 in each directory.
std::unique_ptr<FileSystem> Tree(int64_t count) {
  auto files = std::make_unique<FileSystem>(kRoomy);
  for (int64_t i = 0; i < count; ++i) {
    const std::string directory = "/d" + Number(i / 100);
    if (i % 100 == 0) (void)files->Mkdir(kUser, directory);
    (void)files->WriteFile(kUser, directory + "/file" + Number(i),
                           "some text that a program wrote\n");
  }
  return files;
}

void StatSmall(benchmark::State& state) {
  const std::unique_ptr<FileSystem> files = Tree(1000);
  for (auto _ : state) benchmark::DoNotOptimize(files->StatPath(kUser, "/d5/file550"));
}
BENCHMARK(StatSmall);

void ReadSmall(benchmark::State& state) {
  const std::unique_ptr<FileSystem> files = Tree(1000);
  for (auto _ : state) benchmark::DoNotOptimize(files->ReadFile(kUser, "/d5/file550"));
}
BENCHMARK(ReadSmall);

void OverwriteSmall(benchmark::State& state) {
  const std::unique_ptr<FileSystem> files = Tree(1000);
  for (auto _ : state)
    benchmark::DoNotOptimize(files->WriteFile(kUser, "/d5/file550", "other text than before\n"));
}
BENCHMARK(OverwriteSmall);

void AppendThroughOpenFile(benchmark::State& state) {
  FileSystem files(kRoomy);
  const OpenFile file = *files.Open(kUser, "/log", kOpenWrite | kOpenCreate | kOpenAppend);
  uint64_t count = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(files.Write(file, "one line of a log file, not long\n"));
    if (++count % 100'000 == 0) (void)files.TruncateOpen(file, 0);
  }
}
BENCHMARK(AppendThroughOpenFile);

// The whole life of 500 files: made, read, removed.
void WriteAndRead500(benchmark::State& state) {
  for (auto _ : state) {
    FileSystem files;
    for (int i = 0; i < 500; ++i)
      (void)files.WriteFile(kUser, "/file" + Number(i), "some text that a program wrote\n");
    for (int i = 0; i < 500; ++i)
      benchmark::DoNotOptimize(files.ReadFile(kUser, "/file" + Number(i)));
  }
}
BENCHMARK(WriteAndRead500)->Unit(benchmark::kMicrosecond);

void Fork(benchmark::State& state) {
  const std::unique_ptr<FileSystem> files = Tree(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(files->Fork(nullptr));
}
BENCHMARK(Fork)->Arg(100)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMicrosecond);

void ForkAndChangeOne(benchmark::State& state) {
  const std::unique_ptr<FileSystem> files = Tree(state.range(0));
  for (auto _ : state) {
    std::unique_ptr<FileSystem> fork = *files->Fork(nullptr);
    (void)fork->WriteFile(kUser, "/d5/file550", "changed");
  }
}
BENCHMARK(ForkAndChangeOne)->Arg(10'000)->Unit(benchmark::kMicrosecond);

void ForkAndChange100MB(benchmark::State& state) {
  FileSystem files(kRoomy);
  (void)files.WriteFile(kUser, "/big", std::string(100'000'000, 'x'));
  for (auto _ : state) {
    std::unique_ptr<FileSystem> fork = *files.Fork(nullptr);
    (void)fork->WriteFile(kUser, "/big", "changed",
                          {.how = WriteOptions::kAt, .offset = 50'000'000});
  }
}
BENCHMARK(ForkAndChange100MB)->Unit(benchmark::kMicrosecond);

void Snapshot(benchmark::State& state) {
  const std::unique_ptr<FileSystem> files = Tree(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(files->Snapshot());
  state.counters["bytes"] = static_cast<double>(files->Snapshot().size());
}
BENCHMARK(Snapshot)->Arg(10'000)->Unit(benchmark::kMicrosecond);

void Restore(benchmark::State& state) {
  const std::string bytes = Tree(state.range(0))->Snapshot();
  for (auto _ : state) benchmark::DoNotOptimize(FileSystem::Restore(bytes, kRoomy, nullptr));
}
BENCHMARK(Restore)->Arg(10'000)->Unit(benchmark::kMicrosecond);

void List10000(benchmark::State& state) {
  FileSystem files(kRoomy);
  for (int i = 0; i < 10'000; ++i) (void)files.WriteFile(kUser, "/file" + Number(i), "");
  for (auto _ : state) benchmark::DoNotOptimize(files.List(kUser, "/"));
}
BENCHMARK(List10000)->Unit(benchmark::kMicrosecond);

void Mounted(benchmark::State& state, MountMode mode) {
  char name[] = "/tmp/pysub_bench_XXXXXX";
  const std::string host = mkdtemp(name);
  FileSystem files;
  (void)files.Mount("/m", host, {.mode = MountMode::kReadWrite});
  (void)files.Mkdir(kUser, "/m/sub");
  (void)files.WriteFile(kUser, "/m/sub/file", "some text that a program wrote\n");
  FileSystem shown;
  (void)shown.Mount("/m", host, {.mode = mode});
  for (auto _ : state) benchmark::DoNotOptimize(shown.ReadFile(kUser, "/m/sub/file"));
  (void)files.Unlink(kUser, "/m/sub/file");
  (void)files.Rmdir(kUser, "/m/sub");
  (void)std::remove(host.c_str());
}
BENCHMARK_CAPTURE(Mounted, ReadOnly, MountMode::kReadOnly);
BENCHMARK_CAPTURE(Mounted, Overlay, MountMode::kOverlayMemory);

}  // namespace
}  // namespace pysub::files

BENCHMARK_MAIN();
