// Plays the golden files: each case as a program of its own under pysub, in each mode, and compares
// what it printed with what CPython printed (tests/README.md).
//
//   golden_runner --pysub=PATH --golden=DIR [--sandbox=PATH] [--modes=straight,slices,...]
//                 [--jobs=N] [--timeout-ms=N] [--max-failures=N] [--accept-differences]
//                 [--sample=N]
//                 [FILTER...]
//
// --sample=N plays each case in the first mode and in one of N in one of the others, which one
// rotates from day to day; GOLDEN_ROTATION chooses the day. FILTER is a part of "topic/name.py ===
// 3: title"; TEST_FILTER in the environment is one more (case_filter.h). A mode other than
// `straight` is told to pysub with --test-mode=MODE; in mode `sandbox` golden_sandbox (--sandbox)
// runs the program in place of pysub.
#include <stdlib.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/runner/case_filter.h"
#include "tests/runner/child_process.h"
#include "tests/runner/golden_file.h"
#include "tests/runner/unified_diff.h"

namespace pysub {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string pysub;
  std::string sandbox;
  std::string golden;
  std::vector<std::string> modes = {"straight"};
  std::vector<std::string> filters;
  int jobs = 2;
  int timeout_ms = 10000;
  int max_failures = 50;
  bool accept_differences = false;
  size_t sample = 0;    // 0: each case in each mode
  size_t rotation = 0;  // where in the sample this run is
  std::string not_yet;  // a file of headings that are expected to fail
};

std::vector<std::string> SplitAtCommas(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find(','), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

bool ReadOptions(int count, char** arguments, Options* options) {
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = arguments[i];
    const size_t equals = argument.find('=');
    const std::string_view name = argument.substr(0, equals);
    const std::string value(equals == argument.npos ? "" : argument.substr(equals + 1));
    if (!argument.starts_with("--")) {
      options->filters.emplace_back(argument);
    } else if (name == "--pysub") {
      options->pysub = fs::absolute(value);
    } else if (name == "--sandbox") {
      options->sandbox = fs::absolute(value);
    } else if (name == "--golden") {
      options->golden = value;
    } else if (name == "--modes") {
      options->modes = SplitAtCommas(value);
    } else if (name == "--jobs") {
      options->jobs = std::max(1, atoi(value.c_str()));
    } else if (name == "--timeout-ms") {
      options->timeout_ms = atoi(value.c_str());
    } else if (name == "--max-failures") {
      options->max_failures = atoi(value.c_str());
    } else if (name == "--not-yet") {
      options->not_yet = value;
    } else if (name == "--sample") {
      options->sample = static_cast<size_t>(std::max(1, atoi(value.c_str())));
    } else if (name == "--accept-differences") {
      options->accept_differences = true;
    } else {
      std::fprintf(stderr, "golden_runner: unknown option %s\n", arguments[i]);
      return false;
    }
  }
  const char* rotation = getenv("GOLDEN_ROTATION");
  options->rotation = rotation != nullptr ? strtoul(rotation, nullptr, 10)
                                          : static_cast<size_t>(time(nullptr) / 86400);
  const std::vector<std::string>& modes = options->modes;
  const bool needs_sandbox = std::find(modes.begin(), modes.end(), "sandbox") != modes.end();
  return !options->pysub.empty() && !options->golden.empty() && !modes.empty() &&
         (!needs_sandbox || !options->sandbox.empty());
}

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

struct GoldenFile {
  fs::path path;
  std::string name;  // "list/insert.py"
  std::vector<GoldenCase> cases;
  std::vector<GoldenBlock> blocks;
  std::string problem;
};

GoldenFile LoadGoldenFile(const fs::path& path, const std::string& root) {
  GoldenFile file;
  file.path = path;
  file.name = fs::relative(path, root).generic_string();
  file.cases = ReadGoldenCases(ReadFile(path), &file.problem);
  file.blocks = ReadGoldenBlocks(ReadFile(fs::path(path).replace_extension(".out")));
  return file;
}

GoldenBlock* FindBlock(GoldenFile& file, const GoldenCase& golden) {
  for (GoldenBlock& block : file.blocks) {
    if (block.heading == golden.heading) return &block;
  }
  return nullptr;
}

void RemoveAll(const std::string& part, std::string* text) {
  for (size_t at = 0; (at = text->find(part, at)) != std::string::npos;)
    text->erase(at, part.size());
}

// Not another answer than CPython's but a mistake of ours: never excused by --not-yet.
bool IsCrash(std::string_view outcome) {
  for (const std::string_view sign : {"Sanitizer", "runtime error: ", "(ended by a signal)"}) {
    if (outcome.find(sign) != outcome.npos) return true;
  }
  return false;
}

// At every chance, or whenever an allocation was refused.
bool CollectsAlways(const std::string& mode) {
  return mode == "gc" || mode.starts_with("refusals");
}

// One thread's place to put programs, and the running of them there.
class Player {
 public:
  explicit Player(const Options& options) : options_(options) {
    std::string pattern = (fs::temp_directory_path() / "golden.XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~Player() { fs::remove_all(folder_); }
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  std::string Play(const GoldenFile& file, const GoldenCase& golden, const std::string& mode) {
    // A program may write files; the next one must not see them.
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) fs::remove_all(entry);
    const std::string name = file.path.filename().string();
    std::ofstream(fs::path(folder_) / name, std::ios::binary) << golden.source;
    const fs::path modules = fs::path(folder_) / "modules";
    for (const GoldenModule& module : golden.modules) {
      const fs::path path = modules / module.name;
      fs::create_directories(path.parent_path());
      std::ofstream(path, std::ios::binary) << module.text;
    }
    std::vector<std::string> command;
    if (mode == "sandbox") {
      command = {options_.sandbox};
      if (!golden.modules.empty()) command.push_back("--modules=" + modules.string());
    } else {
      // The same in every run, whatever the time is.
      command = {options_.pysub, "--clock=virtual", "--seed=0"};
      if (mode != "straight") command.push_back("--test-mode=" + mode);
      if (golden.modules.empty()) {
        command.push_back("--no-imports");  // math.py is about the module, and would hide it
      } else {
        command.insert(command.end(), {"--mount", modules.string() + ":/modules:rw", "--env",
                                       "PYTHONPATH=/modules"});
      }
    }
    for (const std::string& limit : golden.limits) command.push_back("--limit=" + limit);
    command.push_back(name);
    command.insert(command.end(), golden.arguments.begin(), golden.arguments.end());
    const int timeout_ms = CollectsAlways(mode) ? options_.timeout_ms / 5 : options_.timeout_ms;
    ChildResult result = RunChild(command, folder_, golden.stdin_text, timeout_ms);
    RemoveAll(folder_ + "/", &result.stdout_text);
    RemoveAll(folder_ + "/", &result.stderr_text);
    std::string outcome = FormatOutcome(result.stdout_text, result.stderr_text, result.exit_code);
    if (result.exit_code >= 128) outcome += "(ended by a signal)\n";
    if (result.timed_out)
      outcome += "(still running after " + std::to_string(timeout_ms) + " ms)\n";
    return outcome;
  }

 private:
  const Options& options_;
  std::string folder_;
};

class Runner {
 public:
  explicit Runner(Options options) : options_(std::move(options)) {}

  int Run() {
    Load();
    std::vector<std::thread> threads;
    for (int i = 0; i < options_.jobs; ++i) threads.emplace_back([this] { Work(); });
    for (std::thread& thread : threads) thread.join();
    if (options_.accept_differences) Rewrite();
    if (failed_ > options_.max_failures) {
      std::printf("(%d more failures not shown)\n", failed_ - options_.max_failures);
    }
    for (const auto& [mode, totals] : totals_) {
      std::printf("mode %s: %d plays in %.0f s\n", mode.c_str(), totals.plays, totals.seconds);
    }
    if (options_.sample != 0) {
      std::printf("each case in mode %s; one of %zu in one of the others (rotation %zu)\n",
                  options_.modes[0].c_str(), options_.sample, options_.rotation);
    }
    if (too_slow_ != 0) std::printf("not finished in modes gc and refusals: %d\n", too_slow_);
    if (!not_yet_.empty()) {
      std::printf("not yet as CPython, and listed in %s: %d\n", options_.not_yet.c_str(), late_);
      for (const std::string& name : early_)
        std::printf("    works now, strike it: %s\n", name.c_str());
    }
    std::printf("%d passed, %d failed\n", passed_, failed_);
    return failed_ == 0 ? 0 : 1;
  }

 private:
  struct ModeTotals {
    int plays = 0;
    double seconds = 0;
  };
  struct Job {
    size_t file, golden;
    std::string mode;
  };

  // Cases that are known to differ still: one "file.py === 3: title" a line.
  void LoadNotYet() {
    if (options_.not_yet.empty()) return;
    std::ifstream file(options_.not_yet);
    for (std::string line; std::getline(file, line);) {
      if (!line.empty() && line[0] != '#') not_yet_.insert(line);
    }
  }

  void Load() {
    LoadNotYet();
    std::vector<fs::path> paths;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(options_.golden)) {
      if (entry.path().extension() == ".py") paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    for (const fs::path& path : paths) files_.push_back(LoadGoldenFile(path, options_.golden));
    for (size_t f = 0; f < files_.size(); ++f) {
      if (!files_[f].problem.empty()) Fail(files_[f].name + " " + files_[f].problem + "\n");
      for (size_t c = 0; c < files_[f].cases.size(); ++c) {
        if (!Wanted(files_[f].name + " " + files_[f].cases[c].heading)) continue;
        AddJobs(f, c);
      }
    }
  }

  void AddJobs(size_t file, size_t golden) {
    const std::vector<std::string>& modes = options_.modes;
    const size_t others = modes.size() - 1;
    jobs_.push_back({file, golden, modes[0]});
    const size_t turn = golden + file + options_.rotation;
    if (options_.sample == 0 || others == 0) {
      for (size_t i = 1; i < modes.size(); ++i) jobs_.push_back({file, golden, modes[i]});
    } else if (turn % options_.sample == 0) {
      jobs_.push_back({file, golden, modes[1 + turn / options_.sample % others]});
    }
  }

  bool Wanted(const std::string& name) const {
    return IsWanted(name) && std::all_of(options_.filters.begin(), options_.filters.end(),
                                         [&](const std::string& filter) {
                                           return name.find(filter) != std::string::npos;
                                         });
  }

  void Work() {
    Player player(options_);
    for (size_t i; (i = next_job_++) < jobs_.size();) {
      const Job& job = jobs_[i];
      GoldenFile& file = files_[job.file];
      const GoldenCase& golden = file.cases[job.golden];
      const auto start = std::chrono::steady_clock::now();
      const std::string outcome = player.Play(file, golden, job.mode);
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
      const std::lock_guard lock(mutex_);
      ModeTotals& totals = totals_[job.mode];
      ++totals.plays;
      totals.seconds += taken.count();
      // That makes large programs take minutes: those are played otherwise.
      if (CollectsAlways(job.mode) && outcome.find("(still running after") != std::string::npos) {
        ++too_slow_;
        continue;
      }
      CheckOutcome(file, golden, job.mode, outcome);
    }
  }

  void CheckOutcome(GoldenFile& file, const GoldenCase& golden, const std::string& mode,
                    const std::string& outcome) {
    GoldenBlock* block = FindBlock(file, golden);
    if (options_.accept_differences && golden.differs_from_cpython) {
      if (block == nullptr) {
        file.blocks.push_back({golden.heading, ""});
        block = &file.blocks.back();
      }
      block->text = outcome;
    }
    const std::string where = file.name + " " + golden.heading + " [" + mode + "]\n";
    const bool same = block != nullptr && block->text == outcome;
    const std::string listed = file.name + " " + golden.heading;
    if (not_yet_.contains(listed) && !IsCrash(outcome)) {
      if (same) {
        early_.insert(listed);
      } else {
        ++late_;
      }
      return;
    }
    if (block == nullptr) {
      Fail(where + "    no expectation: run tools/update_golden.py " + file.name + "\n");
    } else if (block->text != outcome) {
      Fail(where + UnifiedDiff(block->text, outcome, 60));
    } else {
      ++passed_;
    }
  }

  void Fail(const std::string& message) {
    if (++failed_ <= options_.max_failures) std::fputs(message.c_str(), stdout);
  }

  // Writes the .out files anew, in the order of the cases.
  void Rewrite() {
    for (GoldenFile& file : files_) {
      std::string text;
      for (const GoldenCase& golden : file.cases) {
        const GoldenBlock* block = FindBlock(file, golden);
        if (block != nullptr) text += block->heading + "\n" + block->text;
      }
      const fs::path path = fs::path(file.path).replace_extension(".out");
      if (text != ReadFile(path)) std::ofstream(path, std::ios::binary) << text;
    }
  }

  const Options options_;
  std::vector<GoldenFile> files_;
  std::vector<Job> jobs_;
  std::atomic<size_t> next_job_ = 0;
  std::mutex mutex_;  // guards what follows
  std::map<std::string, ModeTotals> totals_;
  int passed_ = 0;
  int failed_ = 0;
  int too_slow_ = 0;
  int late_ = 0;                 // on the list, and rightly so
  std::set<std::string> early_;  // on the list, but they pass
  std::set<std::string> not_yet_;
};

}  // namespace
}  // namespace pysub

int main(int count, char** arguments) {
  pysub::Options options;
  if (!pysub::ReadOptions(count, arguments, &options)) {
    std::fputs("usage: golden_runner --pysub=PATH --golden=DIR [options] [FILTER...]\n", stderr);
    return 2;
  }
  return pysub::Runner(std::move(options)).Run();
}
