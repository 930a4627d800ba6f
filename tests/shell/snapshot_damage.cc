// Plays damaged snapshots of shells: snapshot_damage [--seed=N] [--mutants=N]. Of each case in
// tests/shell/language some snapshots are made, and changed.

#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "lexer/base/sanitizers.h"
#include "tests/shell/shell_mutants.h"

namespace {

constexpr long kMostMegabytes = 400;

std::vector<std::string> Scripts() {
  std::vector<std::string> scripts;
  for (const auto& entry : std::filesystem::directory_iterator("tests/shell/language")) {
    if (entry.path().extension() != ".sh") continue;
    std::ifstream file(entry.path());
    std::string line;
    scripts.emplace_back();
    while (std::getline(file, line)) {
      if (line.starts_with("# ---")) {
        scripts.emplace_back();
      } else {
        scripts.back() += line + "\n";
      }
    }
  }
  return scripts;
}

}  // namespace

int main(int count, char** arguments) {
  uint64_t seed = 1, mutants = 4;
  for (int i = 1; i < count; ++i) {
    std::string_view argument = arguments[i];
    if (argument.starts_with("--seed=")) seed = std::strtoull(arguments[i] + 7, nullptr, 10);
    if (argument.starts_with("--mutants=")) mutants = std::strtoull(arguments[i] + 10, nullptr, 10);
  }
  std::mt19937_64 random(seed);
  std::string other;
  long played = 0, accepted = 0;
  for (const std::string& script : Scripts()) {
    for (const std::string& snapshot : pysub::ShellSnapshotsOf(script, 3, random)) {
      if (!pysub::PlayShellSnapshot(snapshot)) {
        std::printf("refused unchanged:\n%s\n", script.c_str());
        return 1;
      }
      for (uint64_t i = 0; i < mutants; ++i) {
        std::string bytes = snapshot;
        pysub::MutateShell(bytes, other, random);
        ++played;
        accepted += pysub::PlayShellSnapshot(bytes);
      }
      other = snapshot;
    }
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%ld damaged snapshots, %ld of them ran, %ld MB\n", played, accepted,
              usage.ru_maxrss / 1024);
  if (!PYSUB_ASAN && usage.ru_maxrss / 1024 > kMostMegabytes) return 1;
  return 0;
}
