// Plays snapshots of golden programs after changing some of their bytes.
//
//   snapshot_mutations --golden=DIR [--asking=FILE] [--seed=N] [--count=N] [--seconds=N]
//                      [--round=N] [--filter=TEXT] [--position=FILE] [--tasks=1]
//
// The same seed plays the same: it chooses the programs, each round one of their snapshots and what
// is changed. FILE always holds the round that is being played; --round=N plays that one only.
// --asking: programs that ask their host for something in the middle of this and that; a fourth of
// the programs is taken from there. --tasks=1: only snapshots in which a native waits, and nothing
// is changed but words that their schemas allow.

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "tests/snapshots/golden_programs.h"
#include "tests/snapshots/mutants.h"

namespace pysub {
namespace {

constexpr int kProgramsOfASeed = 120;
constexpr int kSnapshotsOfAProgram = 5, kSnapshotsForNativeFrames = 40;

struct Settings {
  std::string golden, asking, filter, position;
  uint64_t seed = 1, count = 3000, round = UINT64_MAX;
  double seconds = 0;
  bool tasks = false;
};

class Mutations {
 public:
  explicit Mutations(const Settings& settings) : settings_(settings), random_(settings.seed) {
    const std::vector<std::string> programs = GoldenPrograms(settings.golden, settings.filter);
    std::vector<std::string> asking;
    if (!settings.asking.empty()) AddGoldenPrograms(settings.asking, &asking);
    for (int i = 0; i < kProgramsOfASeed && !programs.empty(); ++i) {
      const std::vector<std::string>& from =
          !asking.empty() && random_() % 4 == 0 ? asking : programs;
      const std::string& source = from[random_() % from.size()];
      SnapshotSeries series = SnapshotsOf(
          source, settings.tasks ? kSnapshotsForNativeFrames : kSnapshotsOfAProgram, random_);
      if (settings.tasks) {
        std::erase_if(series.snapshots, [&](const std::string& bytes) {
          return !HasNativeFrame(bytes, series.units);
        });
      }
      if (!series.snapshots.empty()) all_.push_back(std::move(series));
    }
  }

  // Whether there was anything to play.
  bool Run() {
    if (all_.empty()) return false;
    const auto start = std::chrono::steady_clock::now();
    uint64_t accepted = 0, rounds = 0;
    for (uint64_t round = 0; round < settings_.count; ++round) {
      if (settings_.round != UINT64_MAX && round != settings_.round) continue;
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
      if (settings_.seconds > 0 && spent.count() > settings_.seconds) break;
      ++rounds;
      accepted += Play(round);
    }
    size_t snapshots = 0, at_questions = 0;
    for (const SnapshotSeries& series : all_) {
      snapshots += series.snapshots.size();
      at_questions += static_cast<size_t>(series.at_questions);
    }
    std::printf(
        "seed %llu: %zu programs, %zu snapshots (%zu at questions), %llu mutants, %llu of them "
        "accepted\n",
        static_cast<unsigned long long>(settings_.seed), all_.size(), snapshots, at_questions,
        static_cast<unsigned long long>(rounds), static_cast<unsigned long long>(accepted));
    // Who refuses all would pass, too.
    return settings_.round != UINT64_MAX || accepted > rounds / 50;
  }

 private:
  bool Play(uint64_t round) {
    std::mt19937_64 random(settings_.seed << 40 ^ round);
    const SnapshotSeries& series = all_[random() % all_.size()];
    const SnapshotSeries& other = all_[random() % all_.size()];
    std::string bytes = series.snapshots[random() % series.snapshots.size()];
    std::string spoiled;
    if (settings_.tasks || random() % 4 == 0) spoiled = Spoil(bytes, series.units, random);
    if (spoiled.empty()) {
      Mutate(bytes, other.snapshots[random() % other.snapshots.size()], random);
    } else {
      bytes = std::move(spoiled);
    }
    if (!settings_.position.empty()) {
      std::ofstream(settings_.position)
          << "--seed=" << settings_.seed << " --round=" << round << "\n";
    }
    alarm(60);  // one that never ends is broken, too
    return PlaySnapshot(bytes, series.units);
  }

  const Settings& settings_;
  std::mt19937_64 random_;
  std::vector<SnapshotSeries> all_;
};

bool ReadSettings(int count, char** arguments, Settings* settings) {
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = arguments[i];
    const size_t equal = argument.find('=');
    if (equal == argument.npos) return false;
    const std::string_view name = argument.substr(0, equal);
    const std::string value(argument.substr(equal + 1));
    if (name == "--golden")
      settings->golden = value;
    else if (name == "--asking")
      settings->asking = value;
    else if (name == "--filter")
      settings->filter = value;
    else if (name == "--position")
      settings->position = value;
    else if (name == "--tasks")
      settings->tasks = value == "1";
    else if (name == "--seed")
      settings->seed = std::strtoull(value.c_str(), nullptr, 10);
    else if (name == "--count")
      settings->count = std::strtoull(value.c_str(), nullptr, 10);
    else if (name == "--round")
      settings->round = std::strtoull(value.c_str(), nullptr, 10);
    else if (name == "--seconds")
      settings->seconds = std::strtod(value.c_str(), nullptr);
    else
      return false;
  }
  if (settings->round != UINT64_MAX) settings->count = settings->round + 1;
  return !settings->golden.empty();
}

}  // namespace
}  // namespace pysub

int main(int count, char** arguments) {
  pysub::Settings settings;
  if (!pysub::ReadSettings(count, arguments, &settings)) {
    std::fprintf(stderr, "usage: see the head of tests/snapshots/snapshot_mutations.cc\n");
    return 2;
  }
  return pysub::Mutations(settings).Run() ? 0 : 1;
}
