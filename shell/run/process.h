#ifndef PYSUB_SHELL_RUN_PROCESS_H_
#define PYSUB_SHELL_RUN_PROCESS_H_

#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/shell/command.h"
#include "shell/expand/expander.h"
#include "shell/run/descriptor.h"
#include "shell/run/options.h"
#include "shell/run/variables.h"
#include "shell/syntax/ast.h"
#include "shell/syntax/parser.h"

// A process of the shell, and how it runs.
//
// The scheduler (kernel.h) calls Step() of one process after the other. A process has a stack of
// frames; Step() looks at the one on top and does a little of its work. It may push a frame, and
// then the work below goes on when that one is gone:
//
//     frames.back()  kNode      echo "$x"        states of StepSimple: words, redirections, in the
//     builtin ...
//                    kNode      while ...; done  where it stands: the condition or the body
//                    kCall      f                what comes back when the function returns
//                    kNode      f; ls            a list, and which of its commands runs
//     frames[0]      kScript    the script       its parser: commands are read one at a time
//
// So nothing recurses over a script, and nothing of a process is on the C++ stack between two
// steps: a snapshot can be taken there. All members that a process needs to go on are therefore
// listed in Fields(); one that is forgotten is lost at a restore.
//
// A step that has to wait changes nothing but `waiting`, answers Run::kBlocked, and is repeated
// when what it waits for is there. Errors are no return values: what has failed sets `unwind` (or
// redirect_failed, write_failed), and answers Run::kGoOn; the next Step() takes frames off until
// one is reached that the failure does not concern.
namespace pysub::shell {

class Kernel;
class ExternalIo;
struct Process;

// A function of the script. The table, and calls that run, share it.
struct Function : RefCounted {
  std::string name;
  std::string source;                // the file it comes from
  std::shared_ptr<const Unit> unit;  // in which `node` lies
  const FunctionNode* node = nullptr;
  bool exported = false;  // children that are shells have it, too
  bool traced = false;    // the DEBUG and RETURN traps stay on in it
  bool readonly = false;
  static constexpr int64_t kBytes = 256;  // what one takes in the table
  void Fields(Serialiser& serialiser);
};

// What a Cow points to.
template <typename T>
struct Shared : RefCounted {
  T value;
  MemoryCharge held;
};

// Copy on write: processes made by fork() share tables until one changes its own.
template <typename T>
class Cow {
 public:
  Cow() : shared_(MakeRef<Shared<T>>()) {}
  const T& operator*() const { return shared_->value; }
  const T* operator->() const { return &shared_->value; }
  Ref<Shared<T>>& shared() { return shared_; }
  // For changing; what others see stays. References from operator* of before may be of the old one.
  T& Mutable() {
    if (!shared_.unique()) shared_ = MakeRef<Shared<T>>(*shared_);
    return shared_->value;
  }
  // Behind Mutable(): what it takes now.
  bool Hold(Budget* budget, int64_t bytes) { return shared_->held.Set(budget, bytes); }
  bool HoldMore(Budget* budget, int64_t bytes) { return shared_->held.Add(budget, bytes); }

 private:
  Ref<Shared<T>> shared_;
};

// Who called whom: FUNCNAME, BASH_LINENO, BASH_SOURCE. Shared by forks.
struct CallRecord : RefCounted {
  ~CallRecord();
  Ref<CallRecord> up;
  std::string function;  // "main", "source"
  std::string source;
  uint32_t call_line = 0;  // where the caller stood
  bool is_function = false;
  uint32_t depth = 0;
};

// What a list of strings takes.
int64_t BytesOf(const std::vector<std::string>& list);

// A text being run: the script, eval, source, a trap. Its commands are parsed one at a time,
// because aliases and options that one of them sets change how the next line is read.
struct ScriptState {
  std::unique_ptr<Parser> parser;
  enum class Kind : uint8_t { kMain, kEval, kSource, kTrap, kBackquote } kind = Kind::kMain;
  std::string error_name;  // "bash: -c: ", "bash: eval: "
  MemoryCharge held;
  // The text is what standard input gives (script_stream.cc): the parser has the lines that are
  // looked at.
  bool from_input = false;
  std::string begun;  // lines that were taken, the beginning of a command that is not whole
  MemoryCharge begun_held;
  uint64_t unread = 0;        // so much of the parser's text, its end, is still to be taken
  std::string last_argument;  // kEval, kSource: $_ behind it
  // kSource with arguments, kTrap: what is put back.
  bool restores_arguments = false;
  Cow<std::vector<std::string>> arguments;
  bool keeps_status = false;  // kTrap
  int saved_status = 0;
  std::vector<int> saved_pipe_status;
  uint32_t saved_line = 0;
  bool pops_call = false;
  bool exits = false;     // the process ends behind it, with saved_status
  std::string trap_name;  // kTrap
  void Fields(Serialiser& serialiser);
};

// A variable that is put back later: the one that a local, or an assignment before a command,
// stands in front of. `variables` has only what is seen now; the stack `bindings` has what is
// hidden, and frames remember how high it was (binding_mark).
struct Binding {
  Symbol symbol = 0;
  Ref<Variable> outer;  // null: there was none
  void Fields(Serialiser& serialiser);
};

// A call of a function: what is put back when it returns.
struct CallState {
  CallState() = default;
  explicit CallState(const Cow<std::vector<std::string>>& outer) : arguments(outer), given(outer) {}

  Ref<Function> function;
  Cow<std::vector<std::string>> arguments;
  Cow<std::vector<std::string>> given;  // as it was called: $_ behind the call
  uint32_t loop_depth = 0;
  uint32_t outer_bindings = 0;
  std::optional<std::pair<uint32_t, uint64_t>> options;  // `local -`
  std::optional<std::string> return_trap;
  std::optional<std::string> debug_trap;
  std::optional<std::string> error_trap;
  uint32_t getopts_at = 0;
  MemoryCharge held;  // of all this
  void Fields(Serialiser& serialiser);
};

// for and select: the words, which were expanded before the first round.
struct LoopState {
  std::vector<std::string> words;
  size_t next = 0;
  MemoryCharge held;
  void Fields(Serialiser& serialiser);
};

struct PipelineState {
  std::vector<int> pids;  // of the stages
  int64_t start_ns = 0;   // for `time`
  int last_status = -1;   // of a last stage that ran in this process (lastpipe)
  void Fields(Serialiser& serialiser);
};

enum class FrameKind : uint8_t {
  kScript,    // reads commands and pushes them
  kNode,      // runs a command of the tree
  kCall,      // a function runs above it
  kExternal,  // a command runs in place of a shell: exec, children of commands
};

// Where the work on one command, text or call stands. What `state`, `flag` and `index` mean is the
// business of the function that steps such a frame, and said there.
struct Frame {
  FrameKind kind = FrameKind::kNode;
  uint8_t state = 0;
  bool tested = false;  // errexit and the ERR trap do not look at its status
  bool flag = false;
  uint32_t index = 0;
  uint32_t undo_mark = 0;     // redirections to undo when it ends
  uint32_t binding_mark = 0;  // variables to put back
  const Node* node = nullptr;
  std::shared_ptr<const Unit> unit;  // keeps `node` alive where nothing below does
  std::unique_ptr<ScriptState> script;
  std::unique_ptr<CallState> call;
  std::unique_ptr<LoopState> loop;
  std::unique_ptr<PipelineState> pipeline;
  // `unit`: that of the frames below, and then of this one.
  void Fields(Serialiser& serialiser, const Unit** unit_below);
};

// A redirection that ends with its command: what the descriptor was before.
struct Undo {
  int fd = 0;
  Ref<Description> old;  // null: it was closed
  void Fields(Serialiser& serialiser);
};

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
  enum class Kind : uint8_t { kNothing, kRead, kWrite, kChild, kAnyChild, kTime, kCapture };
  Kind kind = Kind::kNothing;
  Ref<Description> description;
  int pid = 0;
  int64_t wake_ns = INT64_MAX;  // also with kRead
  bool interruptible = false;   // the wait builtin: by a trapped signal
  void Fields(Serialiser& serialiser);
};

// A process that this one has forked, until its end has been told.
struct Child {
  int pid = 0;
  int job = 0;  // 0: not a job
  bool done = false;
  int status = 0;
  bool reported = false;
  int signal = 0;  // that killed it; 0: it ended by itself
  void Fields(Serialiser& serialiser);
};

// A pipeline in the background: %1.
struct Job {
  int number = 0;
  std::vector<int> pids;
  std::string text;  // as `jobs` shows it
  bool done = false;
  int status = 0;
  bool running_reported = false;
  std::string coprocess;  // NAME, which is unset when `wait` has told its end
  MemoryCharge held;
  void Fields(Serialiser& serialiser);
};

// The command that is being run by itself (not by the shell): its state and its buffers.
struct External {
  External();
  ~External();
  const CommandInfo* info = nullptr;
  std::unique_ptr<Command> command;
  std::unique_ptr<ExternalIo> io;
  void Fields(Serialiser& serialiser, Process* process);
};

// Bytes that wait for room in a pipe.
struct Staged {
  int fd = 0;
  Ref<Description> to;
  std::string bytes;
  size_t sent = 0;
  MemoryCharge held;  // of bytes
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

// An element of name=( ... ).
struct ArrayItem {
  bool has_key = false;  // [key]=value
  bool append = false;   // [key]+=value
  std::string key;
  std::string value;
  void Fields(Serialiser& serialiser);
};
// name=( ... ) or name[subscript]=value being expanded.
struct ArrayBuild {
  std::vector<ArrayItem> items;
  size_t next = 0;
  MemoryCharge held;
  // 0: begin the next element, 1: its subscript, 2: its value, 3: its fields, 4: all of it as a
  // text
  uint8_t stage = 0;
  void Fields(Serialiser& serialiser);
};

// What a builtin that waits keeps until it is called again. Each uses of it what it
// needs, in its own way.
struct BuiltinState {
  uint32_t stage = 0;  // 0: it is called for the first time
  std::string text;
  std::string name;
  uint64_t number = 0;
  int64_t deadline_ns = INT64_MAX;
  std::vector<std::string> list;
  MemoryCharge held;  // of list
  MemoryCharge text_held;
  void Clear() {
    BuiltinState fresh;
    std::swap(*this, fresh);
  }
  void Fields(Serialiser& serialiser);
};

// The state of a shell, which fork() copies. What may be large is shared until one side
// changes it (Cow, Ref).
struct ShellState {
  explicit ShellState(Budget* budget) : variables(budget) {}

  VariableTable variables;
  Cow<std::map<std::string, Ref<Function>, std::less<>>> functions;
  Cow<AliasTable> aliases;
  Cow<std::map<std::string, std::string, std::less<>>> traps;
  Cow<std::map<std::string, std::string, std::less<>>>
      shown_traps;                            // of the parent, while this one has set none
  Cow<std::vector<std::string>> arguments;    // $1 ...
  Cow<std::vector<std::string>> directories;  // pushd's, without the current one
  Cow<std::map<std::string, std::pair<std::string, int>, std::less<>>> hashed;
  Ref<CallRecord> call;
  std::string name = "bash";  // $0
  std::string cwd = "/";
  uint32_t umask = 022;
  uint32_t options = 0;      // bits by SetOption
  uint64_t shopts = 0;       // bits by Shopt
  int status = 0;            // $?
  int shell_pid = 0;         // $$
  bool reads_input = false;  // the script is standard input, and neither a file nor the text of -c
  int last_background = 0;   // $!
  uint32_t subshell = 0;     // BASH_SUBSHELL
  uint32_t line = 1;         // LINENO, and that of messages
  uint32_t loop_depth = 0;
  uint32_t function_depth = 0;
  uint32_t getopts_at = 0;  // within the current argument
  uint64_t random_state = 0;
  int64_t seconds_base_ns = 0;
  std::string last_argument;  // $_
  std::vector<int> pipe_status;
  std::string running_command;  // BASH_COMMAND
  MemoryCharge texts_held;      // of these, when they are long
  DescriptorTable fds;
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
  std::vector<Frame> frames;  // the last is on top; none: the process has nothing more to do
  std::vector<Undo> undo;     // redirections to take back; frames have marks
  MemoryCharge undo_held;     // when there are many
  // standard input is that of a pipeline, or of a command around this process: its jobs may
  // read it
  bool input_given = false;
  std::vector<Binding> bindings;
  Unwind unwind = Unwind::kNone;
  uint32_t unwind_count = 0;
  bool exiting = false;          // its EXIT trap runs, has run or is not to run
  bool ended = false;            // nothing of it runs any more
  int killed_by = 0;             // a signal
  bool ignores_errexit = false;  // it was forked where errexit was not looked at
  std::string in_trap;           // the trap that is running
  std::vector<int> signals;      // pending
  Waiting waiting;
  Expander expander;
  std::vector<std::string> args;  // of the simple command
  MemoryCharge args_held;
  BuiltinState builtin;     // of the builtin that runs
  External external;        // the command that runs
  bool stepping = false;    // a step of this process runs
  int dying = 0;            // by this signal, behind the step that runs
  bool in_command = false;  // a step of its command runs
  int command_signal = 0;   // ends the command, not the process
  std::vector<Staged>
      staged;  // what was written and has no room yet; nothing is stepped before it is gone
  std::vector<Child> children;
  std::vector<Job> jobs;
  std::map<int, int> past_statuses;  // of jobs that `wait` has told already
  int substitution_status =
      -1;                    // of the last command substitution of this command; -1: there was none
  Ref<Description> capture;  // of the substitution that runs
  std::string error_prefix;  // the builtin that speaks: "cd"
  bool redirect_failed = false;
  bool redirecting =
      false;  // the word of a redirection, or of a declaration, is in the expander already
  uint32_t trace_level = 1;  // how many + a traced command gets
  ArrayBuild array;          // the assignment that is being expanded
  std::vector<std::pair<size_t, std::vector<ArrayItem>>>
      arg_arrays;              // declare's name=( ... ): by position in args
  bool script_failed = false;  // the main text had a syntax error

  // ---- snapshots (shell/snapshot)
  void Fields(Serialiser& serialiser);
  void StateFields(Serialiser& serialiser);
  void FrameFields(Serialiser& serialiser);
  void CommandFields(Serialiser& serialiser);
  void JobFields(Serialiser& serialiser);

  // ---- options
  bool Has(SetOption option) const { return (options >> static_cast<int>(option)) & 1; }
  void Set(SetOption option, bool on) {
    options = on ? options | (1u << static_cast<int>(option))
                 : options & ~(1u << static_cast<int>(option));
  }
  bool Has(Shopt option) const { return (shopts >> static_cast<int>(option)) & 1; }
  void Set(Shopt option, bool on) {
    uint64_t bit = uint64_t{1} << static_cast<int>(option);
    shopts = on ? shopts | bit : shopts & ~bit;
  }

  Budget& budget() const { return *variables.budget(); }
  SymbolTable& symbols() const;
  files::FileSystem& files() const;
  files::Caller caller() const;
  ParseOptions parse_options() const;

  // ---- variables (process_variables.cc). Names may be namerefs; messages are printed here.
  // Follows namerefs. *element: the subscript of a nameref to name[subscript].
  // `element` null: the subscript does not matter.
  Symbol Resolve(Symbol symbol, std::string* element) const;
  const Variable* FindVariable(Symbol symbol) const;  // follows namerefs; null when there is none
  // The value of a scalar or of element 0; null when unset. Valid until variables change.
  const std::string* Get(Symbol symbol);
  const std::string* Get(std::string_view variable);
  // As AssignTarget() takes it.
  const std::string* GetTarget(std::string_view target);
  std::string_view GetOr(std::string_view variable, std::string_view otherwise);
  // RANDOM, LINENO and their kin: makes the value that they have now.
  const std::string* Dynamic(Symbol symbol);
  // False: the message was printed. An attribute (-i, -l) changes the value on its way.
  bool Assign(Symbol symbol, std::string_view value, bool append = false);
  bool Assign(std::string_view variable, std::string_view value) {
    return Assign(symbols().Intern(variable), value);
  }
  // To a nameref that refers to nothing yet: `value` is what it refers to.
  bool AssignReference(Symbol written, Symbol symbol, std::string_view value, bool append);
  // The variable behind all locals of this name.
  const Variable* GlobalVariable(Symbol symbol) const;
  bool AssignElement(Symbol symbol, std::string_view subscript, std::string_view value,
                     bool append = false);
  // Whether `target` is name[subscript], as unset, read, printf -v and others take it; `subscript`
  // as it is written there.
  bool SplitTarget(std::string_view target, std::string_view* variable,
                   std::string_view* subscript);
  // What such a subscript means: it is expanded once more (unless assoc_expand_once is set), and a
  // key must not be empty.
  bool TargetSubscript(std::string_view variable, std::string_view written, std::string* subscript);
  // `target` is name or name[subscript].
  bool AssignTarget(std::string_view target, std::string_view value);
  // `held`: what they were charged with so far.
  bool AssignArray(Symbol symbol, std::vector<std::string> values,
                   MemoryCharge held = MemoryCharge());
  // Makes or converts; false (with a message) when it cannot become one.
  Variable* MutableArray(Symbol symbol, bool associative);
  bool CheckWritable(Symbol symbol);
  bool Unset(Symbol symbol);
  bool UnsetElement(Symbol symbol, std::string_view subscript);
  void Export(Symbol symbol, bool on);
  bool ArrayIndex(const Variable* variable, std::string_view subscript, int64_t* index);
  // A local of the running function; the outer one comes back when it returns.
  Variable* MakeLocal(Symbol symbol, bool inherit = false);
  void PushBinding(Symbol symbol);
  void PopBindings(size_t mark);
  std::string Converted(const Variable& variable, std::string_view value);
  std::vector<std::string> Environment();
  std::string Ifs();
  uint32_t Random15();

  bool SetAlias(const std::string& alias, std::string text);
  void UnsetAlias(const std::string& alias);

  // ---- messages: "bash: line N: text\n". They take parts and not a text, because words may be as
  // long as memory allows: it is made once, and charged before.
  template <typename... Parts>
  void Error(const Parts&... parts) {
    WriteMessage(false, {Part(parts)...});
  }
  template <typename... Parts>
  // one that ends the shell where set -e is on, even if the command is tested
  void ReportError(const Parts&... parts) {
    Error(parts...);
    if (Has(SetOption::kErrExit)) Exit(status == 0 ? 1 : status);
  }
  template <typename... Parts>
  void BuiltinError(const Parts&... parts) {  // "bash: line N: NAME: text"
    WriteMessage(true, {Part(parts)...});
  }
  static std::string_view Part(std::string_view text) { return text; }
  static std::string_view Part(const char& c) { return {&c, 1}; }
  void WriteMessage(bool of_builtin, std::initializer_list<std::string_view> parts);
  void WriteError(std::string_view text);  // as it is
  void Write(int fd,
             std::string_view bytes);  // staged when it does not fit; errors are the builtin's
  void Stage(int fd, const Ref<Description>& to, std::string_view bytes, Staged* last);
  bool write_failed = false;
  int write_error = 0;

  // ---- running. Run::kBlocked: `waiting` says for what; the same call is repeated then.
  Run Step();    // one step of the frame on top (step.cc)
  bool Ready();  // what it waits for is there
  void PushNode(const Node* node, bool tested);
  void PushScript(std::string_view text, ScriptState::Kind kind, uint32_t line);
  void PushScriptFromInput();
  void PushTrap(const std::string& name, bool exits);
  void Pop();                // the frame on top, with what it put aside: redirections, variables
  void UnwindStep();         // takes off the frame on top, or ends the unwinding there
  void Exit(int status);     // the shell ends, behind its EXIT trap
  void Discard(int status);  // Unwind::kDiscard
  void DiscardAll();
  bool RunsText() const;
  int FatalStatus() const;               // what an expansion that fails ends the shell with
  void AfterCommand(bool tested);        // ERR trap and errexit
  bool PushDebugTrap(const Node* node);  // false: there is none to run
  void NoteCommand(const Node* node);    // BASH_COMMAND of traps
  std::string RunningCommand() const;
  static std::string ForText(const ForNode& node);
  bool RunPendingTrap();  // true: a trap was pushed
  std::shared_ptr<const Unit> CurrentUnit() const;

  Run StepOnTop();
  void Die(int number);
  Run StepScript();
  Run NextFromInput(ScriptState& script, std::shared_ptr<Unit>* unit, size_t* left);
  Run LookAtInput(ScriptState& script, const Ref<Description>& from, bool* is_end);
  bool StandsAtInput(const ScriptState& script, Description* from);
  Run StepNode();
  Run StepCall();
  Run StepList(const ListNode& node);
  Run StepAndOr(const AndOrNode& node);
  Run StepIf(const IfNode& node);
  Run StepWhile(const WhileNode& node);
  Run ExpandLoopWords(const ForNode& node);
  Run StepFor(const ForNode& node);
  Run StepSelect(const ForNode& node);
  Run StepArithFor(const ArithForNode& node);
  Run StepCase(const CaseNode& node);
  Run StepCond(const CondNode& node);
  Run StepArith(const ArithNode& node);
  Run StepPipeline(const PipelineNode& node);  // jobs.cc
  Run StartPipeline(const PipelineNode& node);
  Run FinishPipeline(const PipelineNode& node);
  Run StepSubshell(const GroupNode& node);
  Run StepCoproc(const GroupNode& node);
  void StartBackground(const Node* node);
  void DefineFunction(const FunctionNode& node);
  void Finish(bool checks_status = false);  // the frame on top is done

  // ---- simple commands (simple.cc)
  Run StepSimple(const SimpleNode& node);
  Run BeginSimple(const SimpleNode& node);
  Run ExpandCommand(const SimpleNode& node);
  Run RedirectSimple(const SimpleNode& node);
  Run Execute(const SimpleNode& node);
  Run CallFunction(const Ref<Function>& function);
  Run StepBuiltin(const SimpleNode& node);
  Run ExecuteExternal();
  Run ExecuteScript();
  Run ReportMissing(int error);
  void HideBindings();
  void ShowBindings(Frame* frame);
  void SwapBinding(Binding* binding);
  bool IsExternal() const;
  bool RedirectsInChild(const SimpleNode& node) const;
  Run RunInChild(const SimpleNode& node);
  void FinishSimple();
  void SetLastArgument(std::string&& argument);
  void ClearArguments();
  void HoldTexts();
  void Trace(std::string_view text);  // set -x

  // ---- assignments (assignments.cc)
  Run ExpandDeclaration(const SimpleNode& node);
  Run ExpandAssignments(const SimpleNode& node);
  Run AssignWord(const Word* word, bool temporary);
  Run AssignArrayWord(const Word& word, bool temporary);
  bool AssignSubscripted(const WordAssignment& assignment, const std::string& key,
                         const std::string& value);
  Run AssignTemporary(const WordAssignment& assignment, const std::string& value);
  Run BuildArray(std::span<const Word* const> elements, bool associative);
  bool TakeArrayFields();
  bool ApplyArray(Symbol symbol, std::vector<ArrayItem> items, bool append,
                  MemoryCharge held = MemoryCharge());

  // ---- redirections (redirect.cc). `permanent`: they stay when the command ends, as with exec.
  Run ApplyRedirects(std::span<const Redirect> redirects, bool permanent);
  bool ApplyRedirect(const Redirect& redirect, const std::string& target, bool permanent);
  bool CloseNamed(std::string_view variable);
  bool Duplicate(const Redirect& redirect, std::string_view target, int fd, bool permanent);
  Ref<Description> OpenTarget(RedirectKind kind, const std::string& target);
  void SetFd(int fd, Ref<Description> description, bool permanent);
  Ref<Description> OpenPath(std::string_view path, uint32_t flags, int* error);
  void UndoTo(size_t mark);
  bool FlushStaged();  // false: waits
  // Reads up to and with `delimiter`, never more: what follows is for the next reader.
  IoStatus ReadThrough(int fd, char delimiter, size_t limit, std::string* line, bool* found,
                       int* error);

  // ---- children and jobs
  Run WaitChild(int pid);     // kDone: it has ended
  Child* FindChild(int pid);  // they are in the order of their pids, jobs in that of their numbers
  Job* FindJob(int number);
  void ForgetChild(int pid);
  void ForgetJob(int pid);
  void ForgetCoprocess(const std::string& coprocess);
  void AddJob(int pid, std::string text, std::string_view coprocess = {});
  void SetArguments(std::vector<std::string> list);
  void InheritTraps();  // by a subshell
  bool HasInput() const;
  Process* Fork();  // null: a limit was reached
  // Never ends the process while a step of it runs: whoever writes, and so may meet a pipe that
  // nobody reads, goes on to the end of its step.
  void Signal(int number);
  std::string CommandText(const Node* node) const;
  bool InFunction() const { return function_depth > 0; }
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_PROCESS_H_
