// Ends golden programs at every point where they can end early, and looks at what is left.
//
//   sweep_test --golden=DIR [--cases=N] [--points=N] [--first=N] [--end=NAME [--at=N]] [--verbose]
//
// Each program runs to learn how many steps, allocations and bytes it takes, how often it looks at
// the clock, wants memory and calls its host; then again with a limit of n steps, n allocations or
// n bytes of memory; until its n-th stop, where it is thrown away; with a clock that says at the
// n-th look that the time is over (also while it collects at every chance, and while it is saved,
// restored and forked at each stop); with a memory limit of what it holds when it wants some for
// the n-th time; and cancelled in its n-th call of the host. All of this for every n when there are
// no more than --points of them, else for that many spread over all. Each time the run must end as
// limits end runs, its frames must print, nothing else may be left of it, its output must begin as
// that of the whole run, and all its memory must come back. What it complains of is played again by
// --first, --cases=1, --end and --at.

#include <malloc.h>
#include <time.h>

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
#include "vm/snapshot/snapshot.h"
#include "vm/traceback.h"
#include "vm/vm.h"

namespace pysub {
namespace {

namespace fs = std::filesystem;

// Programs that take longer are no small golden programs.
constexpr uint64_t kMostSteps = 200'000;

// The clock that the library sees (linked with --wrap=clock_gettime).
struct Clock {
  uint64_t looks = 0;
  uint64_t over_at = 0;  // 0: never
};
Clock the_clock;
constexpr time_t kAges = 1'000'000;
constexpr uint64_t kDuration = uint64_t{1000} * 1'000'000'000;

enum class End {
  kSteps,
  kAllocations,
  kMemory,
  kStop,
  kLook,
  kLookCollecting,
  kLookMoving,
  kCharge,
  kHostCall
};
constexpr End kEnds[] = {End::kSteps,      End::kAllocations, End::kMemory,
                         End::kStop,       End::kLook,        End::kLookCollecting,
                         End::kLookMoving, End::kCharge,      End::kHostCall};
const char* NameOf(End end) {
  static constexpr const char* kNames[] = {"step",          "allocation", "byte",
                                           "stop",          "look",       "look (collecting)",
                                           "look (moving)", "charge",     "host call"};
  return kNames[static_cast<int>(end)];
}
bool IsLook(End end) {
  return end == End::kLook || end == End::kLookCollecting || end == End::kLookMoving;
}

struct Way {
  Limits limits;
  uint64_t slice = kUnlimited;
  uint64_t most_stops = UINT64_MAX;
  uint64_t look = 0, charge = 0, host_call = 0;  // where it ends; 0: nowhere
  bool collects = false;
  bool moves = false;  // at each stop to what is restored from its bytes, or to a fork
};

struct Outcome {
  StopKind kind = StopKind::kLimit;
  LimitHit hit = LimitHit::kNone;
  std::string output;
  std::string left;  // of a run that a limit has ended; must be empty
  uint64_t steps = 0, allocations = 0, bytes = 0, stops = 0, looks = 0, charges = 0, host_calls = 0;
  bool loaded = true;
};

struct Host {
  Outcome* outcome;
  uint64_t cancels_at;
  Vm* vm = nullptr;

  void Called() {
    if (++outcome->host_calls == cancels_at && vm != nullptr) vm->budget().Cancel();
  }
};

HostHooks HooksOf(Host& host) {
  HostHooks hooks;
  hooks.context = &host;
  hooks.write = [](void* host, int, std::string_view bytes) {
    static_cast<Host*>(host)->Called();
    static_cast<Host*>(host)->outcome->output.append(bytes);
    return 0;
  };
  hooks.read_line = [](void* host, std::string*) {
    return static_cast<Host*>(host)->Called(), false;
  };
  hooks.now_ns = [](void* host) {
    return static_cast<Host*>(host)->Called(), int64_t{1'700'000'000'000'000'000};
  };
  hooks.sleep_ns = [](void* host, int64_t) { static_cast<Host*>(host)->Called(); };
  hooks.environment = [](void* host, std::string_view, std::string*) {
    return static_cast<Host*>(host)->Called(), false;
  };
  return hooks;
}

void Move(std::unique_ptr<Vm>& vm, Host& host, const Limits& limits, bool fork) {
  std::string error, bytes;
  std::unique_ptr<Vm> moved;
  if (fork) {
    moved = ForkSandbox(*vm, HooksOf(host), &error);
  } else if (SaveSnapshot(*vm, {}, &bytes, &error)) {
    const auto units = UnitsOf(*vm);
    moved = RestoreSnapshot(StandardRuntime(), HooksOf(host), bytes,
                            {.ceilings = limits, .units = units}, &error);
  }
  if (moved != nullptr) vm = std::move(moved);
  host.vm = vm.get();
}

// "" if nothing is: see Vm::EndAtLimit.
std::string LeftOf(Vm& vm) {
  std::string bytes, error;
  if (!vm.heap.is_closed()) return "the heap is open";
  if (!vm.main_globals().IsUndefined() || !vm.modules().IsUndefined() || vm.has_exception())
    return "a value is left";
  if (!vm.frames().empty()) return "frames are left";
  if (SaveSnapshot(vm, {}, &bytes, &error) || error.empty()) return "it was saved";
  error.clear();
  if (ForkSandbox(vm, {}, &error) != nullptr || error.empty()) return "it was forked";
  if (vm.Run().kind != StopKind::kLimit) return "it ran on";
  return "";
}

Outcome Play(const std::shared_ptr<const CompiledUnit>& unit, const Way& way) {
  Outcome outcome;
  Host host{&outcome, way.host_call};
  the_clock = {.over_at = way.look};
  auto vm = std::make_unique<Vm>(StandardRuntime(), way.limits, HooksOf(host));
  host.vm = vm.get();
  vm->SetStress(way.collects, 0);
#ifndef NDEBUG
  vm->heap.LimitAtCharge(way.charge);
#endif
  VmStop stop{StopKind::kLimit, Value::None()};
  if (!vm->Load(unit).ok()) {
    outcome.loaded = false;
  } else {
    do {
      if (way.moves && outcome.stops != 0) Move(vm, host, way.limits, outcome.stops % 2 == 0);
      stop = vm->Run(way.slice);
      ++outcome.stops;
    } while (stop.kind == StopKind::kOutOfFuel && outcome.stops < way.most_stops);
  }
  vm->host.FlushOutput();
  outcome.steps = vm->budget().steps_used();
  outcome.allocations = vm->heap.allocations();
  outcome.bytes = vm->heap.peak();
#ifndef NDEBUG
  outcome.charges = vm->heap.charges();
#endif
  outcome.looks = the_clock.looks;
  outcome.kind = stop.kind;
  if (stop.kind == StopKind::kRaised) {
    TextBuilder text(*vm);
    static_cast<void>(FormatException(*vm, stop.value, text));
  }
  outcome.hit = vm->budget().limit_hit();
  if (stop.kind == StopKind::kLimit || outcome.hit != LimitHit::kNone) {
    TextBuilder text(*vm);
    static_cast<void>(FormatLimit(*vm, text));
    if (!text.view().starts_with("Traceback")) outcome.left = "there is no traceback";
    if (outcome.left.empty() && outcome.hit != LimitHit::kNone) outcome.left = LeftOf(*vm);
  }
  return outcome;
}

class Sweep {
 public:
  Sweep(std::string name, std::shared_ptr<const CompiledUnit> unit, uint64_t points,
        std::string only, uint64_t at, uint32_t recursion)
      : name_(std::move(name)),
        unit_(std::move(unit)),
        points_(points),
        only_(std::move(only)),
        at_(at) {
    base_.steps = kMostSteps;
    base_.memory_bytes = 64 << 20;
    base_.output_bytes = 1 << 20;
    base_.duration_ns = kDuration;
    base_.recursion_depth = recursion;
  }

  // How many runs were not as they should be; `*runs` counts all.
  int Play(int* runs) {
    whole_ = pysub::Play(unit_, {.limits = base_});
    if (whole_.kind != StopKind::kFinished && whole_.kind != StopKind::kRaised) return 0;
    int bad = 0;
    for (End end : kEnds) {
      if (!only_.empty() && only_ != NameOf(end)) continue;
      if (at_ != UINT64_MAX) {
        ++*runs;
        bad += !PlayTo(end, at_);
        continue;
      }
      Way way = WayTo(end, 0);
      way.most_stops = UINT64_MAX;
      way.limits = base_;
      const Outcome all_of_it = pysub::Play(unit_, way);
      const uint64_t all = CountOf(all_of_it, end);
      // Those take much longer.
      const uint64_t points = way.collects || way.moves ? (points_ + 3) / 4 : points_;
      const uint64_t step = std::max<uint64_t>(all / points, 1);
      // An odd stride meets all places of loops.
      for (uint64_t n = 0; n < all; n += step == 1 ? 1 : step | 1) {
        ++*runs;
        bad += !PlayTo(end, n);
      }
    }
    return bad;
  }

 private:
  static uint64_t CountOf(const Outcome& outcome, End end) {
    switch (end) {
      case End::kSteps: return outcome.steps;
      case End::kAllocations: return outcome.allocations;
      case End::kMemory: return outcome.bytes;
      case End::kStop: return outcome.stops;
      case End::kCharge: return outcome.charges;
      case End::kHostCall: return outcome.host_calls;
      default: return outcome.looks;
    }
  }

  // That ends at n, counted from 0.
  Way WayTo(End end, uint64_t n) const {
    Way way{.limits = base_};
    if (end == End::kSteps) way.limits.steps = n;
    if (end == End::kAllocations) way.limits.allocations = n;
    if (end == End::kMemory) way.limits.memory_bytes = n;
    if (end == End::kStop) {
      way.slice = 1;
      way.most_stops = n + 1;
    }
    if (IsLook(end)) way.look = n + 1;
    way.collects = end == End::kLookCollecting;
    way.moves = end == End::kLookMoving;
    if (way.moves) way.slice = 29;
    if (end == End::kCharge) way.charge = n + 1;
    if (end == End::kHostCall) way.host_call = n + 1;
    return way;
  }

  bool PlayTo(End end, uint64_t n) {
    const Way way = WayTo(end, n);
    std::string complaint;
    // What malloc keeps for itself counts as used, but does not grow each time.
    for (int again = 0; again < 100; ++again) {
      const size_t before = mallinfo2().uordblks;
      complaint = Complaint(pysub::Play(unit_, way), end);
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
    if (!whole_.output.starts_with(part.output)) {
      const auto at = std::mismatch(whole_.output.begin(), whole_.output.end(), part.output.begin(),
                                    part.output.end());
      return "it printed something else: " +
             std::string(at.second, part.output.end()).substr(0, 200);
    }
    if (!part.left.empty()) return part.left;
    const bool of_memory = end == End::kAllocations || end == End::kMemory || end == End::kCharge;
    if (!part.loaded) return of_memory ? "" : "it did not load";
    const bool finished = part.kind == whole_.kind;
    if (end == End::kStop)
      return finished || part.kind == StopKind::kOutOfFuel ? "" : "it did not stop";
    // (What comes last may be the text of an exception, or be looked at no more.)
    const LimitHit wanted = end == End::kSteps         ? LimitHit::kSteps
                            : end == End::kAllocations ? LimitHit::kAllocations
                            : IsLook(end)              ? LimitHit::kDuration
                            : end == End::kHostCall    ? LimitHit::kCancelled
                                                       : LimitHit::kMemory;
    return finished || part.hit == wanted ? "" : "it ended for another reason";
  }

  std::string name_;
  std::shared_ptr<const CompiledUnit> unit_;
  uint64_t points_;
  std::string only_;  // "": every end
  uint64_t at_;       // UINT64_MAX: spread over all
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
  uint64_t points = 40, cases = 300, first = 0, at = UINT64_MAX;
  std::string only;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    const size_t equals = std::min(argument.find('='), argument.size() - 1);
    const std::string name = argument.substr(0, equals), value = argument.substr(equals + 1);
    if (argument == "--verbose") verbose = true;
    if (name == "--golden") golden = value;
    if (name == "--cases") cases = std::strtoull(value.c_str(), nullptr, 10);
    if (name == "--points")
      points = std::max<uint64_t>(std::strtoull(value.c_str(), nullptr, 10), 1);
    if (name == "--end") only = value;
    if (name == "--at") at = std::strtoull(value.c_str(), nullptr, 10);
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
    if (verbose)
      std::fprintf(stderr, "%s %s\n", program.name.c_str(), program.golden.heading.c_str());
    Sweep sweep(program.name + " " + program.golden.heading, std::move(compiled.unit), points, only,
                at, 100);
    ++(sweep.Play(&runs) == 0 ? passed : failed);
  }
  std::printf("%d runs\n%d passed, %d failed\n", runs, passed, failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace

extern "C" int __real_clock_gettime(clockid_t clock, timespec* time);
extern "C" int __wrap_clock_gettime(clockid_t clock, timespec* time) {
  const int status = __real_clock_gettime(clock, time);
  if (clock == CLOCK_MONOTONIC && ++the_clock.looks >= the_clock.over_at && the_clock.over_at != 0)
    time->tv_sec += kAges;
  return status;
}

}  // namespace pysub

int main(int count, char** arguments) { return pysub::Main(count, arguments); }
