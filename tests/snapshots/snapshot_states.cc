// Plays snapshots that say of a native frame what is not so: for each state of each resume function
// that golden programs come to, that the frame stands in each other state, and that a slot of it
// holds another word that its schema allows.
//
//   snapshot_states --golden=DIR [--asking=FILE] [--every=N] [--filter=TEXT] [--position=FILE]
//                   [--only=N] [--apart=1]
//
// Nothing is left to chance: what snapshot_mutations finds once in a thousand seeds is found here
// each time. --every: only each Nth of the lies. FILE always holds the number of the lie that is
// being played; --only=N plays that one. --apart=1: each in a process of its own, so that what one
// breaks does not hide the others.

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/snapshots/golden_programs.h"
#include "tests/snapshots/mutants.h"

namespace pysub {
namespace {

struct Settings {
  std::string golden, asking, filter, position;
  uint64_t every = 1, only = UINT64_MAX;
  bool apart = false;
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
    else if (name == "--every")
      settings->every = std::strtoull(value.c_str(), nullptr, 10);
    else if (name == "--apart")
      settings->apart = value == "1";
    else if (name == "--only")
      settings->only = std::strtoull(value.c_str(), nullptr, 10);
    else
      return false;
  }
  return !settings->golden.empty() && settings->every > 0;
}

class Lies {
 public:
  explicit Lies(const Settings& settings) : settings_(settings) {}

  void PlayAllOf(const std::string& source) {
    ForEachLieOfNativeFrames(source, &met_, [&](const Lie& lie, const CodeUnits& units) {
      const uint64_t number = lies_++;
      if (number % settings_.every != 0) return;
      if (settings_.only != UINT64_MAX && number != settings_.only) return;
      ++played_;
      accepted_ += Play(number, lie, units, source);
    });
  }

  // Whether there was anything to play. Who refuses all would pass, too.
  bool Show() const {
    std::printf("%zu states, %llu lies, %llu played, %llu of them accepted\n", met_.size(),
                static_cast<unsigned long long>(lies_), static_cast<unsigned long long>(played_),
                static_cast<unsigned long long>(accepted_));
    return broken_ == 0 && (settings_.only != UINT64_MAX || accepted_ > played_ / 20);
  }

 private:
  static constexpr unsigned kSeconds = 60;  // one that never ends is broken, too
  static constexpr int kAccepted = 77;

  bool Play(uint64_t number, const Lie& lie, const CodeUnits& units, const std::string& source) {
    if (!settings_.position.empty())
      std::ofstream(settings_.position) << "--only=" << number << " " << lie.what << "\n" << source;
    if (settings_.apart) return PlayApart(number, lie, units);
    alarm(kSeconds);
    const bool accepted = PlaySnapshot(lie.bytes, units);
    alarm(0);
    return accepted;
  }

  bool PlayApart(uint64_t number, const Lie& lie, const CodeUnits& units) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(kSeconds);
      _exit(PlaySnapshot(lie.bytes, units) ? kAccepted : 0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == kAccepted) return true;
    if (status != 0) {
      ++broken_;
      std::printf("--only=%llu: status %d, %s\n", static_cast<unsigned long long>(number), status,
                  lie.what.c_str());
      std::fflush(stdout);
    }
    return false;
  }

  const Settings& settings_;
  MetStates met_;
  uint64_t lies_ = 0, played_ = 0, accepted_ = 0, broken_ = 0;
};

}  // namespace
}  // namespace pysub

int main(int count, char** arguments) {
  pysub::Settings settings;
  if (!pysub::ReadSettings(count, arguments, &settings)) {
    std::fprintf(stderr, "usage: see the head of tests/snapshots/snapshot_states.cc\n");
    return 2;
  }
  std::vector<std::string> programs = pysub::GoldenPrograms(settings.golden, settings.filter);
  if (!settings.asking.empty()) pysub::AddGoldenPrograms(settings.asking, &programs);
  pysub::Lies lies(settings);
  for (const std::string& source : programs) lies.PlayAllOf(source);
  return lies.Show() ? 0 : 1;
}
