// Ends recorded shell scripts at every point where they can end early.
//
//   shell_sweep [--cases=N] [--points=N] [--first=N] [--every] [--verbose] [FILTER]
//
// Each script runs to learn how often it looks at the clock, how many commands and how much work
// and memory it takes; then again with a clock that says at the n-th look that the time is over
// (also while the shell is saved, restored and forked at each stop), with a limit of n steps or n
// bytes, and cancelled before its n-th command: for --points n spread over all, or --every one.
// Each time it must end with the status of that limit or as the whole script does, and the shell
// must run the next script.

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "pysub/shell/shell.h"

namespace {

namespace fs = std::filesystem;

constexpr int64_t kBegin = 1'700'000'000'000'000'000;
constexpr int64_t kAges = int64_t{1'000'000} * 1'000'000'000;
constexpr uint64_t kSlice = 500;
constexpr uint64_t kMemory = 64 << 20;

enum class End { kLook, kLookMoving, kStep, kByte, kCommand };
constexpr End kEnds[] = {End::kLook, End::kLookMoving, End::kStep, End::kByte, End::kCommand};
const char* NameOf(End end) {
  static constexpr const char* kNames[] = {"look", "look (moving)", "step", "byte", "command"};
  return kNames[static_cast<int>(end)];
}

// The time of a shell passes only while it sleeps, until it is over.
struct Time {
  int64_t now = kBegin;
  uint64_t looks = 0, over_at = 0;

  int64_t Look() {
    if (++looks == over_at) now += kAges;
    return now;
  }
};

struct Outcome {
  int status = 0;
  std::string out;
  uint64_t looks = 0, commands = 0;
  std::string wrong;
};

Outcome Play(const std::string& script, End end, std::optional<uint64_t> n) {
  Outcome outcome;
  auto time = std::make_shared<Time>();
  pysub::ShellLimits limits;
  limits.memory_bytes = kMemory;
  if (n && end == End::kStep) limits.steps = *n;
  if (n && end == End::kByte) limits.memory_bytes = *n;
  pysub::Shell::Builder builder;
  absl::StatusOr<pysub::Shell> shell;
  builder.Limits(limits).Cwd("/tmp/case").Env("LC_ALL", "C.UTF-8").Seed(1);
  builder.Clock([time] { return time->now; }, [time] { return time->Look(); },
                [time](int64_t ns) { time->now += ns; });
  builder.BeforeCommand([&](std::span<const std::string>, std::string*) {
    if (++outcome.commands == n.value_or(0) && end == End::kCommand) shell->Cancel();
    return true;
  });
  shell = builder.Build();
  if (!shell.ok()) {  // a limit of memory in which there is no shell
    outcome.status = 125;
    return outcome;
  }
  if (n && (end == End::kLook || end == End::kLookMoving)) time->over_at = *n;
  shell->Start(script);
  std::optional<pysub::ExecResult> ended;
  for (bool fork = false; !(ended = shell->RunFor(end == End::kLookMoving ? kSlice : UINT64_MAX));
       fork = !fork) {
    outcome.out += shell->TakeStdout();
    const absl::StatusOr<std::string> bytes =
        fork ? absl::StatusOr<std::string>() : shell->Snapshot();
    absl::StatusOr<pysub::Shell> moved = fork          ? shell->Fork()
                                         : !bytes.ok() ? bytes.status()
                                                       : builder.Restore(*bytes);
    if (moved.ok()) shell = std::move(moved);
  }
  outcome.status = ended->exit_code;
  outcome.out += ended->stdout_text;
  outcome.looks = time->looks;
  if (n && (end == End::kStep || end == End::kByte)) shell->SetLimits({});
  shell->Reset();  // traps, aliases, options
  const pysub::ExecResult next = shell->Exec("echo alive");
  if (next.stdout_text != "alive\n") {
    outcome.wrong = fmt::format("the next script: {}, '{}', '{}'", next.exit_code, next.stdout_text,
                                next.stderr_text);
  }
  return outcome;
}

// Counts what went wrong.
int Sweep(const std::string& name, const std::string& script, uint64_t points, int* runs) {
  const Outcome whole = Play(script, End::kLook, std::nullopt);
  int bad = 0;
  for (End end : kEnds) {
    const Outcome counted = end == End::kLookMoving ? Play(script, end, std::nullopt) : whole;
    const uint64_t all = end == End::kStep      ? 20'000
                         : end == End::kByte    ? 2'000'000
                         : end == End::kCommand ? counted.commands
                                                : counted.looks;
    const uint64_t step = std::max<uint64_t>(all / points, 1);
    for (uint64_t n = 1; n <= all; n += step == 1 ? 1 : step | 1) {
      ++*runs;
      const Outcome part = Play(script, end, n);
      std::string complaint = part.wrong;
      const int wanted = end == End::kCommand                           ? 130
                         : end == End::kLook || end == End::kLookMoving ? 124
                                                                        : 125;
      if (complaint.empty() && part.status != wanted && part.status != whole.status) {
        // Of a script that handles a full memory or file system as an error anything may come, or
        // that asks for the time; and what passes while it is moved is no time of its own, but ends
        // whatever sleeps; so does the end of the time for what is killed in the background, before
        // the script hears of it.
        const bool moves = end == End::kLookMoving ||
                           (end == End::kLook && script.find("kill") != std::string::npos);
        const bool slept = moves && script.find("sleep") != std::string::npos;
        if (end != End::kByte && !slept && script.find("SECONDS") == std::string::npos)
          complaint = fmt::format("its status is {}", part.status);
      }
      if (complaint.empty()) continue;
      ++bad;
      fmt::print("{}, ended at {} {}: {}\n", name, NameOf(end), n, complaint);
    }
  }
  return bad;
}

std::vector<std::string> Scripts(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<std::string> scripts(1);
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with("# ---")) {
      scripts.emplace_back();
    } else {
      scripts.back() += line + "\n";
    }
  }
  return scripts;
}

}  // namespace

int main(int argc, char** argv) {
  uint64_t points = 20, cases = 100, first = 0;
  bool verbose = false;
  std::string filter;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const auto number = [&](std::string_view name, uint64_t* value) {
      if (argument.starts_with(name))
        *value = std::max<uint64_t>(std::strtoull(argv[i] + name.size(), nullptr, 10), 1);
      return argument.starts_with(name);
    };
    if (number("--points=", &points) || number("--cases=", &cases) || number("--first=", &first))
      continue;
    if (argument == "--every") {
      points = UINT64_MAX;
    } else if (argument == "--verbose") {
      verbose = true;
    } else {
      filter = argument;
    }
  }
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator("tests/shell")) {
    if (entry.path().extension() == ".sh" &&
        entry.path().string().find(filter) != std::string::npos)
      paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::pair<std::string, std::string>> scripts;
  for (const fs::path& path : paths) {
    for (std::string& script : Scripts(path))
      scripts.emplace_back(fmt::format("{} {}", path.string(), scripts.size()), std::move(script));
  }
  const size_t stride = std::max<size_t>(scripts.size() / cases, 1);
  int passed = 0, failed = 0, runs = 0;
  for (size_t i = first; i < scripts.size(); i += stride) {
    if (verbose) fmt::print(stderr, "{}\n", scripts[i].first);
    ++(Sweep(scripts[i].first, scripts[i].second, points, &runs) == 0 ? passed : failed);
  }
  fmt::print("{} runs\n{} passed, {} failed\n", runs, passed, failed);
  return failed == 0 ? 0 : 1;
}
