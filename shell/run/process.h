#ifndef PYSUB_SHELL_RUN_PROCESS_H_
#define PYSUB_SHELL_RUN_PROCESS_H_

#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/shell/command.h"
#include "shell/expand/expander.h"
#include "shell/run/aliases.h"
#include "shell/run/arguments.h"
#include "shell/run/command_hash.h"
#include "shell/run/command_state.h"
#include "shell/run/cow.h"
#include "shell/run/descriptors.h"
#include "shell/run/frame.h"
#include "shell/run/history.h"
#include "shell/run/jobs.h"
#include "shell/run/options.h"
#include "shell/run/traps.h"
#include "shell/run/variables.h"
#include "shell/syntax/ast.h"
#include "shell/syntax/parser.h"

// A process of the shell, and how it runs.
//
// The scheduler (kernel.h) calls Step() of one process after the other. A process has a stack of
// frames; Step() looks at the one on top and does a little of its work. It may push a frame, and
// then the work below goes on when that one is gone:
//
//     frames.back()  kNode      echo "$x"        StepSimple: words, redirections, in the builtin
//                    kNode      while ...; done  where it stands: the condition or the body
//                    kCall      f                what comes back when the function returns
//                    kNode      f; ls            a list, and which of its commands runs
//     frames[0]      kScript    the script       its parser: commands are read one at a time
//
// So nothing recurses over a script, and nothing of a process is on the C++ stack between two
// steps: a snapshot can be taken there. All members that a process needs to go on are therefore
// listed in Fields(), of the process or of the part that has them; one that is forgotten is lost at
// a restore.
//
// A process is made of parts, each of which keeps its own data and knows nothing of the others:
//
//     variables  names, locals, namerefs, exports    variables.h
//     fds        descriptors, redirections, output   descriptors.h
//     jobs       children and jobs                   jobs.h
//     traps      traps, pending signals              traps.h
//     options    set -o and shopt                    options.h
//     aliases                                        aliases.h
//     frames     the stack                           frame.h
//     command    words of the command that runs      command_state.h
//
// What needs several of them are functions that take a Process: variable_access.h (values as
// scripts read and write them), redirect.h, children.h (fork and wait), tracing.h (set -x and traps
// look on), steps.h (the steps themselves).
//
// A step that has to wait changes nothing but `waiting`, answers Run::kBlocked, and is repeated
// when what it waits for is there. Errors are no return values: what has failed sets `unwind` (or
// command.redirect_failed, fds.write_failed()), and answers Run::kGoOn; the next Step() takes
// frames off until one is reached that the failure does not concern.
namespace pysub::shell {

class Kernel;

// What a list of strings takes.
int64_t BytesOf(std::span<const std::string> list);

// Why frames are taken off instead of stepped, and so how far down it goes.
enum class Unwind : uint8_t {
  kNone,
  kBreak,  // unwind_count loops
  kContinue,
  kReturn,
  kExit,
  kDiscard,     // an expansion failed: back to the script that is being read, with its next line
  kDiscardAll,  // the same, back to the script that the shell was started with
};

// What a process waits for. The scheduler steps it again when that is there (Ready()), or time is
// up.
struct Waiting {
  enum class Kind : uint8_t {
    kNothing,
    kRead,
    kWrite,
    kChild,
    kAnyChild,
    kTime,
    kCapture,
    kSharedLock,
    kExclusiveLock,
    kHost
  };
  Kind kind = Kind::kNothing;
  Ref<Description> description;
  int pid = 0;
  int64_t wake_ns = INT64_MAX;  // also with kRead
  bool interruptible = false;   // the wait builtin: by a trapped signal
  uint64_t host_look = 0;       // kHost: Kernel::host_looks() when there was no answer; not saved
  void For(Kind what, Ref<Description> of) {
    kind = what;
    description = std::move(of);
  }
  void ForChild(Kind what, int of) {
    kind = what;
    pid = of;
  }
  void ForHost(uint64_t look) {
    kind = Kind::kHost;
    host_look = look;
  }
  void Fields(Serialiser& serialiser);
};

// How far a process is from its end.
struct Life {
  bool exiting = false;   // its EXIT trap runs, has run or is not to run
  bool leaving = false;   // it was told to end: exit, exec, set -e. (A prompt goes on otherwise.)
  bool ended = false;     // nothing of it runs any more
  int killed_by = 0;      // a signal
  bool stepping = false;  // a step of it runs
  int dying = 0;          // by this signal, behind the step that runs
  void Fields(Serialiser& serialiser);
};

// How a step went.
enum class Run : uint8_t {
  kGoOn,  // the step is over: look at the frame on top again (also when something failed: `unwind`)
  kBlocked,  // `waiting` says for what; call again
  kDone,     // of a part of a step: it is complete, and its caller goes on
};
inline Run AfterExpansion(Expanded expanded) {
  return expanded == Expanded::kBlocked ? Run::kBlocked : Run::kGoOn;
}

// The state of a shell, which fork() copies. What may be large is shared until one side
// changes it (Cow, Ref). Of a part a copy is what a fork has: see there.
struct ShellState {
  ShellState(Budget* budget, SymbolTable* symbols) : variables(budget, symbols) {}

  Variables variables;
  Cow<std::map<std::string, Ref<Function>, std::less<>>> functions;
  Aliases aliases;
  Traps traps;
  ShellOptions options;
  Descriptors fds;
  Cow<Arguments> arguments;                   // $1 ...
  Cow<std::vector<std::string>> directories;  // pushd's, without the current one
  // BASH_ARGV from its end on, and BASH_ARGC likewise: with extdebug of each call that runs.
  Cow<std::vector<std::string>> call_words;
  std::vector<uint32_t> call_counts;
  CommandHash hashed;
  Cow<std::vector<std::string>> disabled;  // builtins that `enable -n` has taken away, sorted
  // What `complete` has made: its words, by the command whose words are completed.
  Cow<std::map<std::string, std::vector<std::string>, std::less<>>> completions;
  History history;
  Ref<CallRecord> call;
  std::string name = "bash";  // $0
  std::string cwd = "/";
  uint32_t umask = 022;
  int status = 0;            // $?
  int shell_pid = 0;         // $$
  bool interactive = false;  // bash -i
  // A job without job control, or in one: SIGINT and SIGQUIT do nothing but
  // what a trap says.
  bool ignores_interrupts = false;
  bool reads_input = false;  // the script is standard input, and neither a file nor the text of -c
  int last_background = 0;   // $!
  uint32_t subshell = 0;     // BASH_SUBSHELL
  uint32_t line = 1;         // LINENO, and that of messages
  uint32_t loop_depth = 0;
  uint32_t function_depth = 0;
  uint32_t getopts_at = 0;  // within the current argument
  std::vector<int> pipe_status;
  MemoryCharge texts_held;      // of the two that follow, when they are long: copied before them
  std::string last_argument;    // $_
  std::string running_command;  // BASH_COMMAND
  void Fields(Serialiser& serialiser);
};

// What a Unix shell would fork: the state of a shell and its stack of frames.
struct Process : ShellState {
  Process(Kernel* owner, int number, const ShellState& state);
  ~Process();
  Process(const Process&) = delete;

  Kernel* kernel;
  int pid;
  int parent = 0;

  // ---- what it is doing
  FrameStack frames;
  Unwind unwind = Unwind::kNone;
  uint32_t unwind_count = 0;  // loops to leave; of kReturn the status before it
  Life life;
  Waiting waiting;
  Expander expander;
  CommandState command;
  BuiltinState builtin;      // of the builtin that runs
  External external;         // the command that runs
  std::string error_prefix;  // the builtin that speaks: "cd"
  Jobs jobs;
  Ref<Description> capture;  // of the substitution that runs
  // standard input is that of a pipeline, or of a command around this process: its jobs may
  // read it
  bool input_given = false;
  // A stage of a pipeline or a job that is one simple command: its failure is its parent's affair.
  bool is_one_command = false;
  bool ignores_errexit = false;  // it was forked where errexit was not looked at
  uint32_t trace_level = 1;      // how many + a traced command gets
  int debug_status = 0;          // of the DEBUG trap that has run; not 0: the command does not run
  uint64_t host_call = 0;        // what it asks a hook of the host, not 0; not saved: asked anew
  void Fields(Serialiser& serialiser);

  // ---- what all processes share
  Budget& budget() const { return *variables.budget(); }
  SymbolTable& symbols() const;
  files::FileSystem& files() const;
  files::Caller caller() const;
  ParseOptions parse_options() const;

  // ---- messages: "bash: line N: text\n". They take parts and not a text, because words may be as
  // long as memory allows: it is made once, and charged before.
  template <typename... Parts>
  void Error(const Parts&... parts) {
    WriteMessage(Message::kOfShell, {Part(parts)...});
  }
  template <typename... Parts>
  void ErrorOfNoLine(const Parts&... parts) {  // "bash: text\n", of the system
    WriteMessage(Message::kOfSystem, {Part(parts)...});
  }
  template <typename... Parts>
  // one that ends the shell where set -e is on, even if the command is tested
  void ReportError(const Parts&... parts) {
    Error(parts...);
    if (options.Has(SetOption::kErrExit)) Exit(status == 0 ? 1 : status);
  }
  template <typename... Parts>
  void BuiltinError(const Parts&... parts) {  // "bash: line N: NAME: text"
    WriteMessage(Message::kOfBuiltin, {Part(parts)...});
  }
  void WriteError(std::string_view text);  // as it is
  void Write(int fd,
             std::string_view bytes);  // staged when it does not fit; errors are the builtin's

  // ---- running
  Run Step();    // one step of the frame on top (step.cc)
  bool Ready();  // what it waits for is there
  Frame& top() { return frames.back(); }
  const Frame& top() const { return frames.back(); }
  void PushNode(const Node* node, bool tested);
  void PushScript(std::string_view text, ScriptState::Kind kind, uint32_t line);
  void PushTrap(const std::string& name, bool exits);
  void Pop();                // the frame on top, with what it put aside: redirections, variables
  void Exit(int status);     // the shell ends, behind its EXIT trap
  void Discard(int status);  // Unwind::kDiscard
  void DiscardAll();
  // The shell runs the text of -c, and neither a file nor its standard input.
  bool RunsText() const;
  // Bash names the file whose function or text runs; functions of -c come from the "environment",
  // of standard input from "main".
  const std::string& SourceShown() const;
  int FatalStatus() const;  // what an expansion that fails ends the shell with
  bool InFunction() const { return function_depth > 0; }
  void SetArguments(std::vector<std::string> list);
  // What a call is given shows in BASH_ARGV, until it ends. False: a limit was reached.
  bool PushCallWords(std::span<const std::string> words);
  void PopCallWords();
  // Never ends the process while a step of it runs: whoever writes, and so may meet a pipe that
  // nobody reads, goes on to the end of its step.
  void Signal(int number);
  void Die(int number);  // between two steps

 private:
  static std::string_view Part(std::string_view text) { return text; }
  static std::string_view Part(const char& c) { return {&c, 1}; }
  enum class Message : uint8_t { kOfShell, kOfBuiltin, kOfSystem };
  void WriteMessage(Message message, std::initializer_list<std::string_view> parts);
  Frame NewFrame(FrameKind kind) const;  // with marks of where it begins
  void EndCall(const CallState& call);
  void EndScript(ScriptState* script);
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_PROCESS_H_
