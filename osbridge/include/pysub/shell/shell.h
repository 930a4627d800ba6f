#ifndef PYSUB_PYSUB_SHELL_SHELL_H_
#define PYSUB_PYSUB_SHELL_SHELL_H_

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/export.h"
#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "pysub/shell/host_call.h"
#include "pysub/shell/limits.h"

namespace pysub PYSUB_API {

struct PythonOptions;  // shell/python/python_options.h
namespace shell {
class Network;  // pysub/shell/network.h
}

namespace shell {
// The payload of an absl::Status of Build() or Restore() that a mount is the reason of: the errno.
inline constexpr char kErrnoPayload[] = "pysub/errno";
}  // namespace shell

// What one Exec() gets beside its script.
struct ExecOptions {
  std::string input;  // standard input
  // More of it, when `input` is used up; blocks; false: the end. Null: there is none.
  std::function<bool(std::string*)> more_input;
  // Whether more_input would answer at once; waits for that at most so long, by the shell's clock
  // (0: not at all), and may give up earlier. With it a process that reads standard input waits as
  // one that sleeps: others go on, and the time limit, Cancel(), `read -t` and `timeout` hold.
  // Null: none of them does while more_input blocks.
  std::function<bool(std::chrono::nanoseconds)> wait_for_input;
  std::vector<std::string> args;  // $1 ...; they stay for the following calls
  std::vector<std::pair<std::string, std::string>>
      env;                              // exported before the script runs; they stay
  std::string cwd;                      // empty: where the last script left the shell
  std::chrono::nanoseconds timeout{0};  // 0: limits.wall_time
  // Called with each piece of output as it comes; then ExecResult holds none.
  std::function<void(std::string_view)> on_stdout;
  std::function<void(std::string_view)> on_stderr;  // the same of standard error
  std::string name = "bash";                        // $0
  bool script_is_file = false;  // `name` is the script's file: messages and BASH_SOURCE show it
  // The script is what `input` and more_input give, not Exec()'s text: as bash reads one from its
  // standard input, a command at a time, so that a command which reads finds the lines behind it.
  // Without more_input `input` is all of it, also in a shell that was saved and restored.
  bool script_is_input = false;
  // The script is a line that was typed at a prompt, or given to a session that lives on: it has
  // ended when its own commands have. What it put into the background stays (Jobs()) and goes on
  // while later scripts run, and in RunJobsFor(); an EXIT trap waits for `exit`; Cancel() ends the
  // script, runs a trap of INT, and leaves the jobs. A limit ends the jobs as well.
  bool at_prompt = false;
  // As `bash -i`: aliases, messages without line numbers, errors that end a command and no script.
  // With script_is_input the shell writes PS1 and PS2 to standard error, remembers what it reads
  // (history, fc, !!) and reads ~/.bash_history at its begin and writes it at its end.
  bool interactive = false;
};

// What a script has put into the background.
struct ShellJob {
  int number = 0;       // as in %1
  int pid = 0;          // $!
  std::string command;  // its text, as the shell writes it
  std::string state;    // as `jobs` says it: "Running", "Done", "Exit 3", "Terminated"
  bool running = true;  // it has not ended
  int status = 0;       // when it has ended
};

// What came of a script. Texts are the bytes that it printed.
struct ExecResult {
  int exit_code = 0;        // $? at the end; 125, 124 or 130 for a limit: see Shell::Exec()
  std::string stdout_text;  // empty with on_stdout
  std::string stderr_text;  // messages too; empty with on_stderr
  std::chrono::nanoseconds duration{0};  // of running, without what passed between two RunFor()
  ShellLimit limit = ShellLimit::kNone;  // which one ended the script
  bool exited = false;  // it called `exit`, or ended as `set -e` and `exec` do: a prompt ends, too
};

// "memory", "duration" ...: for logs and JSON, where LimitName() has the same limit by the
// same name. kNone: "".
PYSUB_API std::string_view ShellLimitName(ShellLimit limit);

// What a script would use; see Shell::Analyze().
struct ScriptAnalysis {
  bool valid = false;               // it can be parsed
  std::vector<std::string> errors;  // "line 3: syntax error near unexpected token `fi'"
  // First words that are known without running, sorted, each once.
  std::vector<std::string> commands;
  std::vector<std::string> files;      // targets of redirections that are known without running
  std::vector<std::string> functions;  // defined by the script
  // A first word depends on an expansion, or there is eval or source.
  bool has_dynamic_commands = false;
  bool has_background_jobs = false;  // `&`, coproc
  bool has_loops = false;            // for, while, until, select
};

// A sandboxed shell: bash's language over a virtual file system, without processes, files
// or network of the host.
//
//   absl::StatusOr<Shell> shell = Shell::Builder().Python().Build();
//   ExecResult result =
//       shell->Exec("seq 3 | python3 -c 'import sys; print(sum(map(int, sys.stdin)))'");
//   result.exit_code, result.stdout_text   // 0, "6\n"
//
// State (variables, functions, options, traps, directory, files) stays between calls of Exec().
// Scripts and names are bytes, mostly UTF-8; what is given is copied. What a script does wrong is
// an exit status and a message; mistakes of the host are an absl::Status of Build(), Restore(),
// Fork() or Snapshot(). Nothing throws.
//
// One thread at a time; different shells share nothing and may run in parallel. Cancel() may come
// from any thread. A moved-from Shell may only be destroyed or assigned to.
class Shell {
 public:
  class Builder;

  Shell(Shell&&) noexcept;
  Shell& operator=(Shell&&) noexcept;
  ~Shell();

  // Runs a script as `bash -c` would, jobs included, until everything has ended or a limit is
  // reached: then a message stands on standard error, exit_code is 125 (124: time, 130: cancelled),
  // and what was printed stays.
  ExecResult Exec(std::string_view script, const ExecOptions& options = {});
  // Exec() in pieces: begins the script, and nothing has run yet. What stood half-way is given up.
  void Start(std::string_view script, const ExecOptions& options = {});
  // Runs it for about `fuel` units of work, as ShellLimits::steps counts them; a microsecond in
  // which all of its processes sleep is one, too. Longer while a worker that was started for
  // python3 has done nothing yet: a restored shell starts them anew, and a script that is saved
  // after each piece comes to its end however short they are. Nothing: it stands half-way, and may
  // go on, be saved or forked; time that passes here does not count. Something: it has ended, and
  // this is what Exec() answers. Without a script: an empty answer.
  std::optional<ExecResult> RunFor(uint64_t fuel);
  // RunFor() for hosts that wait by themselves (an event loop): never sleeps, but for a worker that
  // was only just started. `*fuel` becomes what is left of it. Nothing, and `*idle` is above 0:
  // everybody waits, for the clock, for the host (pysub/shell/host_call.h), or for input that
  // wait_for_input knows of; call again after so long, or when there is an answer. How long the
  // caller has waited for that since the last call is `waited`, and the script's time.
  std::optional<ExecResult> RunReady(uint64_t* fuel, std::chrono::nanoseconds waited,
                                     std::chrono::nanoseconds* idle);
  ExecResult Run();      // to the end
  bool Running() const;  // a script stands half-way
  // What was printed since the last call, where there is no on_stdout.
  std::string TakeStdout();
  // The same of standard error, where there is no on_stderr.
  std::string TakeStderr();
  // Ends the script that is running, if any, within about a millisecond; of one that stands
  // half-way, the next Run().
  void Cancel();

  // The shell as bytes, also in the middle of a script: variables, functions, processes, pipes,
  // programs that run, files (those of hosts' directories left out), limits and what was used of
  // them. Not in them: what is the host's (mounts, commands, hooks, clock, ExecOptions' callbacks)
  // and output that was not taken yet. Linear in what there is; a worker that computes is waited
  // for. Equal states give equal bytes. Builder::Restore() is the opposite. kFailedPrecondition:
  // the message says what cannot be saved.
  absl::StatusOr<std::string> Snapshot();
  // A second shell in the same state, with the host's settings of this one; its output is collected
  // (TakeStdout()) until Connect(). Contents of files are shared until one side changes them. Other
  // threads may use it. kFailedPrecondition: as for Snapshot(); kResourceExhausted: its files do
  // not fit into the limits.
  absl::StatusOr<Shell> Fork();
  // For a script that was restored or forked: more_input, wait_for_input, on_stdout and
  // on_stderr of `options`.
  void Connect(const ExecOptions& options);

  // Forgets variables, functions, jobs and directory; files stay.
  void Reset();
  // The jobs of scripts that ran with at_prompt, by their numbers. One that has ended is told once.
  std::vector<ShellJob> Jobs();
  // Between two scripts: runs jobs for about `fuel` units, within what is left of the limits of the
  // last script, and never sleeps. For how long none of them will have anything to do: 0, call
  // again; std::chrono::nanoseconds::max(): there are none, or they wait for each other for ever.
  // Nothing while a script stands half-way: RunFor() runs jobs, too.
  std::chrono::nanoseconds RunJobsFor(uint64_t fuel);
  // How much of `input` and of what more_input gave nobody has read.
  size_t UnreadInput() const;
  // For prompts: `*text` is a line, and `more` gives the next ones as long as the
  // command that it begins wants them; they are put behind it. False: `more` said that
  // there are none. Nothing runs.
  bool ReadCommand(std::string* text, const std::function<bool(std::string* line)>& more) const;
  // Looks at a script without running it.
  ScriptAnalysis Analyze(std::string_view script) const;

  // The files of the shell: valid as long as it stands where it is. Not while a script of it
  // runs in another thread.
  files::FileSystem& files();
  // Where the shell stands: an absolute virtual path.
  const std::string& cwd() const;
  // The value of a variable, if it is set.
  std::optional<std::string> GetVariable(std::string_view name);
  // Of the scripts that begin from now on.
  void SetLimits(const ShellLimits& limits);

 private:
  struct Impl;
  explicit Shell(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Makes shells. All settings have defaults: no environment but HOME, USER and PATH, an empty file
// system with /bin, /dev, /home/user, /tmp, the standard commands, the machine's clock.
class Shell::Builder {
 public:
  Builder();
  ~Builder();
  Builder(Builder&&) noexcept;

  // What each script may use.
  Builder& Limits(const ShellLimits& limits);
  // What its files may take.
  Builder& FileLimits(const files::Limits& limits);
  // An exported variable; HOME, USER and PATH replace the defaults.
  Builder& Env(std::string name, std::string value);
  // Where the shell begins, a virtual path; made where it is not there, if that can be.
  Builder& Cwd(std::string path);
  // A file in the virtual file system; its directories are made.
  Builder& File(std::string path, std::string content, uint32_t mode = 0644);
  // A directory of the host; nothing of the host is visible without.
  Builder& Mount(std::string virtual_path, std::string host_directory,
                 const files::MountOptions& options);
  // A command of the host. The row must outlive the shell; it hides a standard command of the same
  // name.
  Builder& Command(const shell::CommandInfo* info);
  // python3 and python; without it they are not found. For programs that link shell_python. A
  // worker that is wanted and not there is an error of Build().
  Builder& Python();
  Builder& Python(const PythonOptions& options);
  // What curl and wget reach; without it there is no network. Others may share it.
  Builder& Network(std::shared_ptr<shell::Network> network);
  // Something that lives as long as the shell: what a Command() refers to.
  Builder& Keep(std::shared_ptr<const void> kept);
  // Build() and Restore() answer with it, which is no success.
  Builder& Refuse(absl::Status error);
  // Called before each simple command; false refuses it with a message (status 126).
  Builder& BeforeCommand(
      std::function<bool(std::span<const std::string> argv, std::string* refusal)> hook);
  // Called behind each simple command with its exit status.
  Builder& AfterCommand(std::function<void(std::span<const std::string> argv, int status)> hook);
  // The same for a host that may need time. kLater: the command waits as one that sleeps, and the
  // hook is asked again, with the same `call`, which no other asking of this shell has; a shell
  // that was loaded or forked meanwhile asks anew.
  Builder& AskBefore(std::function<shell::HostAnswer(std::span<const std::string> argv,
                                                     uint64_t call, std::string* refusal)>
                         hook);
  // AfterCommand() for a host that may need time, as AskBefore(). Whatever else it answers lets the
  // script go on.
  Builder& AskAfter(
      std::function<shell::HostAnswer(std::span<const std::string> argv, uint64_t call, int status)>
          hook);
  // Replaces the machine's clock: nanoseconds since 1970, monotonic nanoseconds, sleeping.
  Builder& Clock(std::function<int64_t()> real_ns, std::function<int64_t()> monotonic_ns,
                 std::function<void(int64_t)> sleep_ns);
  // What RANDOM, shuf and mktemp give follows from this; without it, from the machine's entropy.
  Builder& Seed(uint64_t seed);

  // kInvalidArgument: which directory cannot be mounted or which file cannot be written.
  // kUnavailable: what Python() misses.
  absl::StatusOr<Shell> Build();
  // The shell that was saved: a script that stood half-way goes on with RunFor() or Run().
  // `bytes` may be anybody's: the answer is an error, or a shell that keeps its limits. Of the
  // settings count: mounts (each one in the bytes must be here, too; its directory may be
  // another one), commands, Python, hooks, the clock, limits (for a script that stands
  // half-way, as ceilings over those in the bytes; time goes on where it stood) and, for
  // Reset(), Env() and Cwd(). kDataLoss: what is damaged, or more than the limits;
  // kFailedPrecondition: which mount is not here; else as Build().
  absl::StatusOr<Shell> Restore(std::string_view bytes);

 private:
  struct Settings;
  absl::Status Refusal() const;
  std::unique_ptr<Impl> MakeImpl() const;
  absl::Status FillFiles(files::FileSystem& files) const;
  absl::Status AttachMounts(files::FileSystem& files) const;
  std::unique_ptr<Settings> settings_;
};

}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_SHELL_SHELL_H_
