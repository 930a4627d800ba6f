// Ends golden programs at every point where they can end early, and looks at what is left.
//
//   sweep_test --golden=DIR [--cases=N] [--points=N] [--first=N] [--verbose]
//
// Each program runs to learn how many steps, allocations and bytes it takes; then again with a
// limit of n steps, n allocations or n bytes of memory, and again until its n-th stop, where it is
// thrown away, for every n when there are no more than --points of them, else for that many spread
// over all. Each time the run must end as limits end runs, its frames must print, its output must
// begin as that of the whole run, and all its memory must come back.

#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "compiler/compile.h"
#include "stdlib/install.h"
#include "tests/runner/golden_file.h"
#include "vm/traceback.h"
#include "vm/vm.h"

namespace pysub {
namespace {

namespace fs = std::filesystem;

// Programs that take longer are no small golden programs.
constexpr uint64_t kMostSteps = 200'000;

enum class End { kSteps, kAllocations, kMemory, kStop };
constexpr End kEnds[] = {End::kSteps, End::kAllocations, End::kMemory, End::kStop};
const char* NameOf(End end) {
  static constexpr const char* kNames[] = {"step", "allocation", "byte", "stop"};
  return kNames[static_cast<int>(end)];
}

struct Outcome {
  StopKind kind = StopKind::kLimit;
  LimitHit hit = LimitHit::kNone;
  std::string output;
  uint64_t steps = 0, allocations = 0, bytes = 0, stops = 0;
  bool loaded = true;
};

int TakeOutput(void* context, int, std::string_view bytes) {
  static_cast<std::string*>(context)->append(bytes);
  return 0;
}

Outcome Play(const std::shared_ptr<const CodeUnit>& unit, Limits limits, uint64_t slice,
             uint64_t most_stops) {
  Outcome outcome;
  HostHooks hooks;
  hooks.context = &outcome.output;
  hooks.write = TakeOutput;
  Vm vm(StandardRuntime(), limits, hooks);
  VmStop stop{StopKind::kLimit, Value::None()};
  if (!vm.Load(unit).ok()) {
    outcome.loaded = false;
  } else {
    do {
      stop = vm.Run(slice);
      ++outcome.stops;
    } while (stop.kind == StopKind::kOutOfFuel && outcome.stops < most_stops);
  }
  vm.FlushOutput();
  outcome.kind = stop.kind;
  outcome.hit = vm.limit_hit();
  outcome.steps = vm.steps_used();
  outcome.allocations = vm.heap.allocations();
  outcome.bytes = vm.heap.peak();
  if (stop.kind == StopKind::kLimit) {
    TextBuilder text(vm);
    static_cast<void>(FormatFrames(vm, text));
  } else if (stop.kind == StopKind::kRaised) {
    TextBuilder text(vm);
    static_cast<void>(FormatException(vm, stop.value, text));
  }
  return outcome;
}

class Sweep {
 public:
  Sweep(std::string name, std::shared_ptr<const CodeUnit> unit, uint64_t points, uint32_t recursion)
      : name_(std::move(name)), unit_(std::move(unit)), points_(points) {
    base_.steps = kMostSteps;
    base_.memory_bytes = 64 << 20;
    base_.output_bytes = 1 << 20;
    base_.recursion_depth = recursion;
  }

  // How many runs were not as they should be; `*runs` counts all.
  int Play(int* runs) {
    whole_ = pysub::Play(unit_, base_, kUnlimited, UINT64_MAX);
    if (whole_.kind != StopKind::kFinished && whole_.kind != StopKind::kRaised) return 0;
    const uint64_t stops = pysub::Play(unit_, base_, 1, UINT64_MAX).stops;
    int bad = 0;
    for (End end : kEnds) {
      const uint64_t all = end == End::kSteps         ? whole_.steps
                           : end == End::kAllocations ? whole_.allocations
                           : end == End::kMemory      ? whole_.bytes
                                                      : stops;
      const uint64_t step = std::max<uint64_t>(all / points_, 1);
      // An odd stride meets all places of loops.
      for (uint64_t n = 0; n < all; n += step == 1 ? 1 : step | 1) {
        ++*runs;
        bad += !PlayTo(end, n);
      }
    }
    return bad;
  }

 private:
  bool PlayTo(End end, uint64_t n) {
    Limits limits = base_;
    if (end == End::kSteps) limits.steps = n;
    if (end == End::kAllocations) limits.allocations = n;
    if (end == End::kMemory) limits.memory_bytes = n;
    std::string complaint;
    // What malloc keeps for itself counts as used, but does not grow each time.
    for (int again = 0; again < 100; ++again) {
      const size_t before = mallinfo2().uordblks;
      complaint = Complaint(pysub::Play(unit_, limits, end == End::kStop ? 1 : kUnlimited,
                                        end == End::kStop ? n + 1 : UINT64_MAX),
                            end);
      const size_t after = mallinfo2().uordblks;
      if (!complaint.empty() || after <= before) break;
      complaint = std::to_string(after - before) + " bytes did not come back";
    }
    if (complaint.empty()) return true;
    std::printf("%s, ended at %s %llu: %s\n", name_.c_str(), NameOf(end),
                static_cast<unsigned long long>(n), complaint.c_str());
    return false;
  }

  // "" when the run ended well.
  std::string Complaint(const Outcome& part, End end) const {
    if (!whole_.output.starts_with(part.output)) return "it printed something else: " + part.output;
    if (!part.loaded)
      return end == End::kAllocations || end == End::kMemory ? "" : "it did not load";
    const bool finished = part.kind == whole_.kind;
    switch (end) {
      case End::kStop:
        return finished || part.kind == StopKind::kOutOfFuel ? "" : "it did not stop";
      case End::kSteps:
        // The clock is not looked at before each step.
        if (!finished && part.hit != LimitHit::kSteps) return "it ended for another reason";
        break;
      case End::kAllocations:
        // The last ones may be those of an exception's text, which is made afterwards.
        if (!finished && part.hit != LimitHit::kAllocations) return "it ended for another reason";
        break;
      case End::kMemory:
        if (!finished && part.hit != LimitHit::kMemory) return "it ended for another reason";
        break;
    }
    return "";
  }

  std::string name_;
  std::shared_ptr<const CodeUnit> unit_;
  uint64_t points_;
  Limits base_;
  Outcome whole_;
};

std::vector<fs::path> GoldenFiles(const std::string& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".py") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// What depends on where it runs: memory, and the number of steps of what is compiled.
bool Wanted(const GoldenCase& golden) {
  for (const std::string& limit : golden.limits) {
    if (!limit.starts_with("recursion=")) return false;
  }
  return golden.stdin_text.empty() && golden.arguments.empty();
}

int Main(int count, char** arguments) {
  bool verbose = false;
  std::string golden = "tests/golden";
  uint64_t points = 40, cases = 300, first = 0;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    const size_t equals = std::min(argument.find('='), argument.size() - 1);
    const std::string name = argument.substr(0, equals), value = argument.substr(equals + 1);
    if (argument == "--verbose") verbose = true;
    if (name == "--golden") golden = value;
    if (name == "--cases") cases = std::strtoull(value.c_str(), nullptr, 10);
    if (name == "--points")
      points = std::max<uint64_t>(std::strtoull(value.c_str(), nullptr, 10), 1);
    if (name == "--first") first = std::strtoull(value.c_str(), nullptr, 10);
  }
  struct Program {
    std::string name;
    GoldenCase golden;
  };
  std::vector<Program> programs;
  for (const fs::path& path : GoldenFiles(golden)) {
    std::ifstream file(path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)),
                           std::istreambuf_iterator<char>());
    std::string problem;
    for (GoldenCase& each : ReadGoldenCases(text, &problem)) {
      if (Wanted(each)) programs.push_back({path.filename().string(), std::move(each)});
    }
  }
  int passed = 0, failed = 0, runs = 0;
  const size_t stride = std::max<size_t>(programs.size() / std::max<uint64_t>(cases, 1), 1);
  for (size_t i = first; i < programs.size(); i += stride) {
    const Program& program = programs[i];
    CompileResult compiled = Compile(program.golden.source, program.name, {});
    if (compiled.unit == nullptr) continue;
    if (verbose) std::fprintf(stderr, "%s %s\n", program.name.c_str(), program.golden.heading.c_str());
    Sweep sweep(program.name + " " + program.golden.heading, std::move(compiled.unit), points, 100);
    ++(sweep.Play(&runs) == 0 ? passed : failed);
  }
  std::printf("%d runs\n%d passed, %d failed\n", runs, passed, failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace pysub

int main(int count, char** arguments) { return pysub::Main(count, arguments); }
