#ifndef PYSUB_TESTS_SHELL_COMMAND_HARNESS_H_
#define PYSUB_TESTS_SHELL_COMMAND_HARNESS_H_

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {

// The least that commands need to run without a shell: processes, pipes, files. For
// tests of commands alone.
class CommandHarness {
 public:
  struct Options {
    // Not 0: a command is saved and loaded before every so many of its steps.
    uint64_t restore_every = 0;
    bool pieces = false;        // reads give 1 to 7 bytes, and every other one nothing yet
    uint64_t damage_seed = 0;   // not 0: some of what is saved is damaged before it is loaded
    uint64_t damage_every = 4;  // about every so manieth of the saved states is damaged
    uint64_t max_rounds = 20'000'000;
    uint64_t work_per_step = 1 << 16;  // Tick() says "yield" after so much
    int64_t real_time_ns = 1'700'000'000'000'000'000;
    int64_t memory_bytes = 64 << 20;
    files::Limits limits;
    std::vector<const CommandInfo*> more_commands;  // besides those that come with the shell
  };
  struct Outcome {
    int status = 0;
    std::string out;
    std::string err;
  };

  explicit CommandHarness(const Options& options);
  ~CommandHarness();

  files::FileSystem& files() { return files_; }
  std::string& cwd() { return cwd_; }
  std::map<std::string, std::string>& environment() { return environment_; }

  // Simple commands with quotes, |, < > >> 2> 2>&1, joined by ; && ||, and `cd`.
  Outcome Run(std::string_view line, std::string_view input = "");
  Outcome RunArgv(const std::vector<std::string>& argv, std::string_view input = "");

  uint64_t steps() const { return steps_; }
  uint64_t longest_step() const { return longest_step_; }  // the most work of one step
  int64_t most_memory() const { return most_memory_; }

  struct Stream;
  struct Process;
  class Io;

 private:
  friend class Io;

  int Start(const std::vector<std::string>& argv, std::map<int, std::shared_ptr<Stream>> fds,
            std::vector<std::string> environment, std::string cwd, int* error);
  bool StepAll();
  void StepOne(Process& process);
  uint64_t NextDamage();
  void Flush(Process& process);
  void Finish(Process& process, int status);
  Outcome RunPipeline(const std::vector<std::string>& tokens, std::string_view input);

  class Clock final : public files::Owner {
   public:
    explicit Clock(CommandHarness& harness) : harness_(harness) {}
    int64_t NowNs() override { return harness_.options_.real_time_ns + harness_.monotonic_ns_; }

   private:
    CommandHarness& harness_;
  };

  Options options_;
  int64_t monotonic_ns_ = 0;
  Clock clock_;  // which files_ asks as it is made
  files::FileSystem files_;
  std::string cwd_ = "/w";
  std::map<std::string, std::string> environment_;
  // Of what commands hold beside what they reserve.
  struct Account final : ParseAccount {
    explicit Account(CommandHarness& owner) : harness(owner) {}
    // (What damage makes of a number may take for ever, which a shell's limit of time ends.)
    bool Tick(uint64_t work) override {
      constexpr uint64_t kMostDamaged = uint64_t{1} << 28;
      worked += work;
      return harness.options_.damage_seed == 0 || worked < kMostDamaged;
    }
    uint64_t worked = 0;
    bool ChargeMemory(int64_t bytes) override {
      if (bytes > 0 && harness.memory_ + bytes > harness.options_.memory_bytes) return false;
      harness.memory_ += bytes;
      return true;
    }
    CommandHarness& harness;
  };
  Account account_{*this};
  int64_t memory_ = 0;
  std::vector<std::unique_ptr<Process>> processes_;
  int next_pid_ = 100;
  uint64_t random_ = 88172645463325252ull;
  uint64_t steps_ = 0;
  uint64_t longest_step_ = 0;
  int64_t most_memory_ = 0;
};

}  // namespace pysub::shell

#endif  // PYSUB_TESTS_SHELL_COMMAND_HARNESS_H_
