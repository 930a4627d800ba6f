#ifndef PYSUB_SHELL_RUN_KERNEL_H_
#define PYSUB_SHELL_RUN_KERNEL_H_

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "pysub/shell/host_call.h"
#include "shell/run/budget.h"
#include "shell/run/file_locks.h"
#include "shell/run/native_depth.h"
#include "shell/run/process.h"
#include "shell/run/system_files.h"
#include "shell/syntax/symbols.h"

namespace pysub::shell {

// A command's hooks: Shell::Builder::AskBefore(), AskAfter().
using BeforeCommand = std::function<HostAnswer(std::span<const std::string> argv, uint64_t call,
                                               std::string* refusal)>;
using AfterCommand =
    std::function<HostAnswer(std::span<const std::string> argv, uint64_t call, int status)>;

// What a command's name stands for.
struct FoundCommand {
  // kShell: bash or sh; kBuiltin: one that real systems have as a program, too; kFile: a file of
  // the script's, which another shell runs, or what its first line names.
  enum class Kind : uint8_t { kNothing, kCommand, kShell, kBuiltin, kFile };
  Kind kind = Kind::kNothing;
  const CommandInfo* info = nullptr;  // kCommand
  std::string name;                   // kShell, kBuiltin
  std::string path;                   // the file as it was found; kNothing: one that cannot be run
  int error = 0;                      // kNothing
  bool hashed = false;                // it was not looked for
};

// A command that can be run, with its arguments: see Kernel::PlanArgv().
struct ExecPlan {
  FoundCommand found;  // kCommand, kShell or kBuiltin
  std::vector<std::string> argv;
};

// Whether these first bytes of a file tell bash that it is no script: those of an ELF program, or a
// NUL within the first line (behind one that names an interpreter: within the next one).
bool LooksBinary(std::string_view head);
// The same of the file that was found; one that names its interpreter is never looked at.
bool IsBinary(Process& process, const FoundCommand& found);

// All processes of a shell, what they share, and the scheduler. There are no threads and no
// processes of the system: a process is an object with frames, descriptors and variables, and its
// turn is some steps of its frame on top. So a pipeline runs the same each time, can be stopped
// anywhere, and can be saved.
//
//    printf ... | sort > /tmp/out
//
//    Process 1000 (the shell)        Process 1001            Process 1002
//    +------------------+            +--------------+        +--------------+
//    | frames: pipeline |            | frames:      |        | frames: sort |
//    |   waits for 1001 |            |   printf     |        |   waits for  |
//    |   and 1002       |            |              |        |   bytes      |
//    +------------------+            +--------------+        +--------------+
//    | fd 0 1 2         |            | fd 1         |        | fd 0    fd 1 |
//    +------------------+            +---|----------+        +---|------|---+
//                                        |    +--------------+   |      |
//                                        +--> | Pipe, 64 KiB | --+      +--> file in
//                                             +--------------+               Kernel::files
//
// A writer waits when the pipe is full, a reader when it is empty and somebody could still write.
// When every process waits for another the kernel knows it at once: it is a deadlock, and bash
// would hang (NobodyCanGoOn).
class Kernel {
 public:
  Kernel(Clock clock, const files::Limits& file_limits);
  ~Kernel();

  Budget budget;
  SymbolTable symbols;
  std::unique_ptr<files::FileSystem> files;
  FileLocks file_locks;
  std::map<std::string, const CommandInfo*, std::less<>> commands;
  BeforeCommand before_command;
  AfterCommand after_command;
  HostInput input;
  OutputSink out;
  OutputSink err;
  uint64_t random_state = 0x9E3779B97F4A7C15u;
  std::string program_name = "bash";
  std::string main_error_name =
      "-c: ";                         // what stands before "line N:" in syntax errors of the script
  std::string line_prefix = "line ";  // "bash: line N: "
  NativeDepth::Count native_depth;
  bool at_prompt = false;  // what runs was typed at one: jobs and the shell live on (ExecOptions)

  Process* main() { return processes_.empty() ? nullptr : processes_.front().get(); }
  Process* NewProcess(const ShellState& state);
  Process* Find(int pid);
  // The process whose turn it is; between two turns the first one.
  Process* running() { return running_ != nullptr ? running_ : main(); }
  const std::vector<std::unique_ptr<Process>>& processes() const { return processes_; }
  size_t process_count() const { return processes_.size(); }

  // Runs all processes in turn until `foreground` has no frames left and all others have ended, or
  // a limit is reached: true; or for about `fuel` units of work (a microsecond of sleep is one,
  // too): false. Then the next call goes on in the middle of the same turn. Longer while a command
  // has JustBegun(): see there. `*fuel`: what is left of it. With `idle_ns` it does not sleep, but
  // gives for how long nobody has anything to do: false.
  bool RunFor(Process* foreground, uint64_t* fuel, int64_t* idle_ns = nullptr);
  // In the middle of a step of `process`: all others have a turn, but those in the middle of a step
  // themselves. With little stack left it does nothing.
  void RunOthers(Process* process);
  // Of what scripts have left in the background, between two of them. Never sleeps: for how long
  // nobody has anything to do; 0: somebody has, INT64_MAX: there is nobody, or none of them can go
  // on by itself.
  int64_t RunJobsFor(Process* shell, uint64_t fuel);
  // It is the shell at a prompt, and was not told to end.
  bool StaysAtPrompt(const Process& process) const {
    return at_prompt && process.parent == 0 && !process.life.leaving;
  }
  // Ends everything but `keep`.
  void KillAll(Process* keep);
  // A number for what somebody asks the host. They go on from script to script, so that an answer
  // that comes too late is nobody's.
  uint64_t NewHostCall() { return ++host_calls_; }
  // How often the host could have brought answers: who waits for one looks again when it grows.
  uint64_t host_looks() const { return host_looks_; }
  // Ends all other processes and tells `shell` so, as if they had ended with this status.
  void EndAll(Process* shell, int status);
  // Ends what runs for `shell` but its jobs: Ctrl-C at a prompt.
  void KillForeground(Process* shell);
  void Kill(Process* process, int status);
  void RemoveAll() { processes_.clear(); }
  void Fields(Serialiser& serialiser);
  uint64_t Random();
  // Other files take the place of those that are there; they show the shell's system files, too.
  void TakeFiles(std::unique_ptr<files::FileSystem> other);
  Ref<Pipe> FindFifo(uint32_t device, uint64_t inode);
  // The command for argv[0] as a shell finds it; as execvp does, for which a PATH that is not set
  // is the usual one, and nothing is hashed; or as `command -p` does, whatever PATH is.
  enum class Seeker : uint8_t { kShell, kExec, kStandard };
  FoundCommand FindCommand(Process& process, std::string_view name, Seeker seeker = Seeker::kShell);
  // All that PATH has for the name, in its order.
  void FindAllOnPath(Process& process, std::string_view name,
                     const std::function<void(const std::string& path)>& use);
  // A command of this name runs: `hash` shows where it was found. False: there is no room.
  bool Hash(Process& process, std::string_view name, const FoundCommand& found);
  // What is hashed for the PATH of now.
  static CommandHash& HashOf(Process& process);
  // Whether Linux would not start a program with these arguments and the variables that `process`
  // exports (E2BIG): one of them is too long, or all together. It also keeps commands, which copy
  // their arguments, from words of any size.
  bool HasTooMany(const Process& process, std::span<const std::string> argv, bool exports = true);
  // What would run argv, which is not too much: a command, or what the first lines of scripts name
  // in the end. Nothing: execve(2) would fail with *error, and nobody has changed. `known`: what
  // argv[0] stands for, where that was looked for already.
  std::optional<ExecPlan> PlanArgv(Process& process, std::span<const std::string> argv, int* error,
                                   const FoundCommand* known = nullptr);
  // Makes `process` what was planned. What it did before is gone.
  void Start(Process& process, ExecPlan&& plan);
  // Both, of a process just forked. False: it cannot be, see PlanArgv().
  bool StartArgv(Process& process, std::span<const std::string> argv, int* error,
                 const FoundCommand* known = nullptr);

 private:
  // How many steps a process runs before the next one has its turn; one that did much counts for
  // many, so that a turn is some milliseconds and not 256 times a step's.
  static constexpr uint32_t kSlice = 256;
  static constexpr uint64_t kWorkOfStep = 4096;
  // Where the scheduler stands: between two steps of a process. It is a part of a snapshot, so who
  // is next does not depend on where a shell was saved.
  struct Round {
    size_t at = 0;          // whose turn it is
    uint32_t steps = 0;     // of this turn
    bool progress = false;  // somebody did something in this round
    bool alive = false;     // somebody has something to do, be it to wait
    int64_t wake_ns = INT64_MAX;
    void Fields(Serialiser& serialiser);
  };
  bool BeginTurn(Process* process, Process* foreground);
  // False: out of fuel.
  bool RunTurn(Process* process, Process* foreground, uint64_t* fuel);
  bool RunRound(Process* foreground, uint64_t* fuel);
  // All fuel is used, and a shell that is saved now goes on behind where it began.
  bool MayPause(uint64_t fuel) const;
  bool AwaitsInput() const;
  bool AwaitsHost() const;
  // The script is over: nothing of it is left to be stepped.
  bool HasEnded(const Process& foreground) const;
  // By place in the list: whether it was started by a job of `shell`, or by what is gone.
  std::vector<bool> JobsOf(Process& shell);
  bool OnlyJobsAreLeft(Process& shell);
  bool NobodyCanGoOn(Process* foreground, int64_t wake_ns);
  int64_t Sleep(int64_t wake_ns);  // for how long
  void KillOthers(const std::vector<bool>& stays);
  void Reap(Process* process);
  void FifoFields(Serialiser& serialiser);

  Round round_;
  Process* running_ = nullptr;
  Process* foreground_ = nullptr;  // of the round that runs
  int rounds_ = 0;                 // within each other: RunOthers()
  uint64_t host_calls_ = 0;
  uint64_t host_looks_ = 1;  // (who was loaded has looked at 0)
  std::shared_ptr<SystemFiles> system_files_;
  std::vector<std::unique_ptr<Process>> processes_;
  int next_pid_ = 1000;
  std::map<std::pair<uint32_t, uint64_t>, Ref<Pipe>> fifos_;
};

// flock(2) of an open file; kUnlock always works. The error, 0: it is done.
int Lock(Kernel& kernel, Description& description, LockKind kind);
// Whether that would not be EAGAIN.
bool CanLock(const Kernel& kernel, const Description& description, LockKind kind);

// Runs a simple command by its name and arguments when the shell does not do it itself.
bool StartExternal(Process& process, const CommandInfo* info);
Run StepExternal(Process& process, int* status);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_KERNEL_H_
