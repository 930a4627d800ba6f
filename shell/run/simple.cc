#include <errno.h>
#include <fmt/format.h>

#include <charconv>
#include <functional>
#include <iterator>
#include <utility>

#include "shell/builtins/builtins.h"
#include "shell/expand/arithmetic.h"
#include "shell/expand/text.h"
#include "shell/run/absent_programs.h"
#include "shell/run/children.h"
#include "shell/run/growing_text.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/posix.h"
#include "shell/run/redirect.h"
#include "shell/run/shebang.h"
#include "shell/run/signals.h"
#include "shell/run/steps.h"
#include "shell/run/tracing.h"
#include "shell/run/variable_access.h"
#include "shell/syntax/print.h"
#include "shell/whole_number.h"

// Simple commands: words, assignments (assignments.cc), redirections, then a function, a
// builtin or a command.

namespace pysub::shell {
namespace {

// States of the frame, in their order. From kInBuiltin on the command is in one of them.
enum SimpleState : uint8_t {
  kBegin,        // nothing is done; where a trap was pushed it comes back here
  kWords,        // the words are expanded to `args`
  kAssignments,  // name=value before the words
  kRedirects,
  kExecute,
  kInBuiltin,   // a builtin runs, maybe not for the first time
  kInExternal,  // a command of commands/ runs in this process
  kInChild,     // a child runs it; `index` is its pid
  kLeft,        // frames above run it: a function, eval, source; `index`: ERR was trapped before
  kAsksHost,    // before it runs: the host has not said yet whether it may
  kTellsHost,   // it has ended, and the host needs time with that
};

// What a call of a function takes: its state, its place in the stack of frames and among the
// callers.
constexpr int64_t kCallBytes = 1024;

// A list with room for more is not kept for the next command: nobody pays for it then.
constexpr size_t kFewArguments = 256;

// Words of a builtin from here on: see BuiltinInfo::copies.
constexpr int64_t kLongWords = 64 << 10;

// In posix mode it stays one behind `command`.
bool IsDeclaration(const Process& process, std::span<const Word* const> words) {
  if (words.size() > 1 && words[0]->literal && words[0]->text == "command" && InPosixMode(process))
    words = words.subspan(1);
  if (!words[0]->literal) return false;
  const std::string_view name = words[0]->text;
  return name == "declare" || name == "local" || name == "export" || name == "readonly" ||
         name == "typeset";
}

// Whether expanding it may set a variable: ${x:=word}, $((n++)), ${a[n += 1]}, ${s:n--}.
bool MaySetVariables(const Word& word) {
  bool evaluates = false;
  for (const WordOp& op : word.ops) {
    if (op.kind == WordOpKind::kAssign) return true;
    evaluates = evaluates || op.kind == WordOpKind::kArith || op.kind == WordOpKind::kSubstring ||
                (op.param != nullptr && op.param->subscript == Subscript::kExpression);
  }
  return evaluates && (word.raw.find('=') != std::string_view::npos ||
                       word.raw.find("++") != std::string_view::npos ||
                       word.raw.find("--") != std::string_view::npos);
}

bool ExpandsRedirects(const SimpleNode& node) {
  for (const Redirect& redirect : node.redirects) {
    if (!redirect.word->literal) return true;
  }
  return false;
}

void ClearArguments(Process& process) {
  std::vector<std::string>& args = process.command.args;
  if (args.capacity() <= kFewArguments)
    args.clear();
  else
    LetGo(&args);
  process.command.args_held.Release();
}

bool IsCallOfFunction(const Process& process) {
  const std::string& name = process.command.args[0];
  return !IsSpecialHere(process, name) && process.functions->find(name) != process.functions->end();
}

// Where the command stands that runs: behind `command`. (A function has no index: args.size().)
size_t IndexOfCommand(const Process& process) {
  const std::vector<std::string>& args = process.command.args;
  size_t at = 0;
  if (args.empty() || IsCallOfFunction(process)) return args.size();
  while (at < args.size() && args[at] == "command") {
    ++at;
    if (at < args.size() && args[at] == "-p") ++at;
    if (at < args.size() && args[at] == "--") ++at;
  }
  return at;
}

// `timeout` ends by the signal that it has sent, if that cannot be caught.
void TellOfKillByItself(Process& process, const SimpleNode& node) {
  const CommandInfo* info = process.external.info;
  if (process.status != 128 + kSigKill || info == nullptr || info->name != "timeout" ||
      process.is_one_command)
    return;
  TellOfDeath(process, process.pid, kSigKill, PrintCommand(&node, &process.budget()).items());
}

// The words are those of a command that is neither a function nor a builtin.
bool IsExternal(const Process& process) {
  const std::vector<std::string>& args = process.command.args;
  const size_t at = IndexOfCommand(process);
  return at < args.size() && !args[at].starts_with('-') &&
         FindBuiltin(process, args[at]) == nullptr;
}

// exec without a command: its redirections stay.
bool IsBareExec(const Process& process) {
  const std::vector<std::string>& args = process.command.args;
  return !args.empty() && args.back() == "exec" && IndexOfCommand(process) == args.size() - 1;
}

Run CallFunction(Process& process, const Ref<Function>& function) {
  if (const std::string* most = ValueOf(process, "FUNCNEST"); most != nullptr) {
    uint32_t depth = 0;
    if (ReadWhole(*most, &depth) && depth > 0 && process.function_depth >= depth) {
      process.Error(function->name, ": maximum function nesting level exceeded (", *most, ")");
      process.Discard(1);
      return Run::kGoOn;
    }
  }
  if (process.function_depth >= process.budget().limits().function_depth) {
    process.budget().Reach(ShellLimit::kFunctionDepth);
    return Run::kGoOn;
  }
  process.top().state = kLeft;
  Frame frame;
  frame.kind = FrameKind::kCall;
  frame.tested = process.top().tested;
  frame.undo_mark = static_cast<uint32_t>(process.fds.undo().size());
  // The assignments before the command are local to the function.
  frame.binding_mark = process.top().binding_mark;
  frame.unit = function->unit;
  frame.call = std::make_unique<CallState>(process.arguments);
  if (!frame.call->held.Add(&process.budget(), kCallBytes)) return Run::kGoOn;
  frame.call->function = function;
  if (process.options.Has(Shopt::kExtdebug)) {
    if (!process.PushCallWords(std::span(process.command.args).subspan(1))) return Run::kGoOn;
    frame.call->shows_words = true;
  }
  frame.call->loop_depth = std::exchange(process.loop_depth, 0);
  frame.call->getopts_at = process.getopts_at;
  auto record = MakeRef<CallRecord>();
  record->up = process.call;
  record->function = function->name;
  record->source = function->source;
  record->call_line = process.line;
  record->is_function = true;
  record->depth = process.call ? process.call->depth + 1 : 0;
  process.call = record;
  ++process.function_depth;
  process.SetArguments(
      std::vector<std::string>(std::make_move_iterator(process.command.args.begin() + 1),
                               std::make_move_iterator(process.command.args.end())));
  ClearArguments(process);
  frame.call->given = process.arguments;
  CoverTraps(process, function.get(), process.frames.size());
  process.frames.Push(std::move(frame));
  return Run::kGoOn;
}

// args[0] cannot be run, for this reason. `hashed`: where it was when it was looked for.
Run ReportMissing(Process& process, int error, const std::string& hashed = std::string()) {
  std::vector<std::string>& args = process.command.args;
  const std::string& what = hashed.empty() ? args[0] : hashed;
  const ScopedMemoryCharge copies(&process.budget(), 3 * what.size());
  if (!copies.ok()) return Run::kGoOn;
  const bool is_path = what.find('/') != std::string::npos;
  if (error == EISDIR) {
    process.Error(what, ": Is a directory");
    process.status = 126;
  } else if (is_path || error == EACCES) {
    process.Error(what, ": ", ErrnoText(error));
    process.status = error == ENOENT || error == ENOTDIR ? 127 : 126;
  } else if (auto handler = process.functions->find("command_not_found_handle");
             handler != process.functions->end()) {
    args.insert(args.begin(), "command_not_found_handle");
    return CallFunction(process, handler->second);
  } else {
    const std::string* path = ValueOf(process, kSymPath);
    if (path == nullptr || path->empty()) {
      process.Error(args[0], ": No such file or directory");
    } else {
      GrowingText shown(&process.budget());
      QuoteControls(args[0], &shown);
      process.Error(shown.text(), ": command not found");
    }
    if (const std::string_view near = NearestOf(args[0]); !near.empty())
      process.WriteError(fmt::format("({} is no part of this sandbox; near: {})\n", args[0], near));
    process.status = 127;
  }
  FinishSimple(process);
  return Run::kGoOn;
}

// args[0] is a file of the script's: another shell runs it.
Run ExecuteScript(Process& process, const FoundCommand& found) {
  int error = 0;
  const std::string& name = process.command.args[0];
  const ScopedMemoryCharge copy(&process.budget(), name.size() + found.path.size());
  if (!copy.ok()) return Run::kGoOn;
  const std::string shown = name.find('/') == std::string::npos ? found.path : name;
  if (IsBinary(process, found)) {
    process.Error(shown, ": cannot execute binary file: ", ErrnoText(ENOEXEC));
    process.status = 126;
    FinishSimple(process);
    return Run::kGoOn;
  }
  if (process.frames.size() == 1 && process.pid != process.shell_pid &&
      !process.traps.Has("EXIT")) {
    // A process that ends behind the script is the one that runs it: $! of `bash x &`.
    const std::vector<std::string> argv = std::move(process.command.args);
    process.fds.KeepRedirections();
    if (process.kernel->StartArgv(process, argv, &error, &found)) return Run::kGoOn;
    process.Exit(ReportRefused(process, shown, found.path, error));
    return Run::kGoOn;
  }
  Process* child = Fork(process);
  if (child == nullptr) return Run::kGoOn;
  child->frames.clear();
  if (process.kernel->StartArgv(*child, process.command.args, &error, &found)) {
    process.top().index = static_cast<uint32_t>(child->pid);
    process.top().state = kInChild;
    return Run::kGoOn;
  }
  process.kernel->Kill(child, 126);
  process.jobs.ForgetChild(child->pid);
  process.status = ReportRefused(process, shown, found.path, error);
  FinishSimple(process);
  return Run::kGoOn;
}

// In posix mode a special builtin that is given what it does not know ends the shell, unless
// somebody looks at its status.
bool EndsByMisuse(const Process& process, size_t frame, std::string_view name) {
  return PosixErrorEnds(process) && IsSpecialBuiltin(name) && frame < process.frames.size() &&
         !process.frames[frame].tested && !IsNegated(process, frame) &&
         !IsByCommand(process.frames[frame]);
}

// What the host answers to the hook, or kLater: `waiting` says that the process waits for it.
HostAnswer AskHost(Process& process, const std::function<HostAnswer(uint64_t call)>& hook) {
  if (process.host_call == 0) process.host_call = process.kernel->NewHostCall();
  const HostAnswer answer = hook(process.host_call);
  if (answer == HostAnswer::kLater) {
    process.waiting.ForHost(process.kernel->host_looks());
  } else {
    process.host_call = 0;
  }
  return answer;
}

// The host hears of a command that has ended. False: it needs time, and the process waits.
bool TellHost(Process& process, const SimpleNode& node) {
  if (process.budget().stopped() || !process.kernel->after_command) return true;
  const HostAnswer answer = AskHost(process, [&](uint64_t call) {
    return process.kernel->after_command(process.command.args, call, process.status);
  });
  if (answer != HostAnswer::kLater) return true;
  const bool stays =
      process.unwind == Unwind::kNone && !process.frames.empty() && process.top().node == &node;
  if (stays) {
    process.top().state = kTellsHost;
  } else {  // (exit, return: nothing is left of it that could wait)
    process.waiting = Waiting();
    process.host_call = 0;
  }
  return !stays;
}

// A builtin is called again and again, until it says that it is done, or that other
// frames go on with its work.
Run StepBuiltin(Process& process, const SimpleNode& node) {
  std::vector<std::string>& args = process.command.args;
  using Kind = BuiltinResult::Kind;
  const BuiltinInfo* info = args.empty() ? nullptr : FindBuiltin(args[0]);
  if (info == nullptr) {  // (in a process that a stranger saved)
    FinishSimple(process);
    return Run::kGoOn;
  }
  process.error_prefix = info->name;
  const size_t at = process.frames.size() - 1;
  MemoryCharge copies;
  if (process.command.args_held.bytes() > kLongWords &&
      !copies.Add(&process.budget(), info->copies * process.command.args_held.bytes()))
    return Run::kGoOn;
  const BuiltinResult result =
      WantsHelp(args) ? BuiltinResult(ShowHelp(process, args[0])) : info->run(process, args);
  copies.Release();
  if (process.life.dying != 0) return Run::kDone;
  if (result.kind == Kind::kBlocked) return Run::kBlocked;
  process.waiting = Waiting();  // one that gave up waiting (read -t) may have said for what
  if (result.kind == Kind::kReplaced) return Run::kGoOn;
  if (result.kind == Kind::kAgain) {
    process.builtin.Clear();
    return Run::kGoOn;
  }
  if (result.kind == Kind::kPushed) {
    process.error_prefix.clear();
    // (exec leaves no such frame.)
    if (process.frames.size() > at && process.frames[at].node == &node)
      process.frames[at].state = kLeft;
    return Run::kGoOn;
  }
  // (An error may have ended the shell, with its own status.)
  if (process.unwind != Unwind::kExit) process.status = result.status;
  if (process.fds.write_failed()) {
    process.fds.ForgetWriteError();
    process.Error(info->name, ": write error: ", ErrnoText(process.fds.write_error()));
    process.status = 1;
  }
  process.error_prefix.clear();
  if (std::exchange(process.builtin.misused, false) && EndsByMisuse(process, at, info->name))
    process.Exit(result.status);
  if (!TellHost(process, node)) return Run::kBlocked;
  if (!process.frames.empty() && process.top().node == &node) FinishSimple(process);
  return Run::kGoOn;
}

// Run::kDone: its words are next.
Run BeginSimple(Process& process, const SimpleNode& node) {
  if (RunPendingTrap(process)) return Run::kGoOn;
  if (process.options.Has(SetOption::kNoExec)) {
    Finish(process);
    return Run::kGoOn;
  }
  if (node.line != 0) process.line = node.line;
  process.host_call = 0;  // (a limit may have ended the command that asked)
  if (!process.budget().CountCommand() || !process.budget().Tick(1)) return Run::kGoOn;
  // flag: the DEBUG trap has run.
  if (!process.top().flag && PushDebugTrap(process, &node)) {
    process.frames[process.frames.size() - 2].flag = true;
    return Run::kGoOn;
  }
  if (std::exchange(process.top().flag, false) && SkipsCommand(process)) return Run::kGoOn;
  NoteCommand(process, &node);
  process.command.substitution_status = -1;
  process.command.arg_arrays.clear();
  process.command.array = ArrayBuild();
  process.command.word_begun = false;
  ClearArguments(process);
  process.top().index = 0;
  process.top().state = kWords;
  if (!node.words.empty()) process.expander.BeginWords(node.words);
  return Run::kDone;
}

// The words. A declaration's name=value is one word whatever its value is.
Run ExpandCommand(Process& process, const SimpleNode& node) {
  if (node.words.empty()) return Run::kDone;
  if (IsDeclaration(process, node.words)) return ExpandDeclaration(process, node);
  Expanded expanded = process.expander.RunWords(process);
  if (expanded != Expanded::kDone) return AfterExpansion(expanded);
  process.command.args.swap(process.expander.fields());
  process.command.args_held = process.expander.TakeHeld();
  return Run::kDone;
}

// set -x shows a command before its redirections are made: in `x=$(ls 2>&1)` the line does not go
// into x. False: a limit was reached.
bool TraceCommand(Process& process) {
  const CommandState& command = process.command;
  GrowingText text(&process.budget());
  size_t array = 0;
  for (size_t i = 0; i < command.args.size(); ++i) {
    std::string_view arg = command.args[i];
    if (i > 0) text.Append(' ');
    if (array < command.arg_arrays.size() && command.arg_arrays[array].first == i) {
      // The elements of name=( ... ) had a line of their own.
      ++array;
      arg = arg.substr(0, arg.find_first_of("+="));
    }
    arg.empty() ? static_cast<void>(text.Append("''")) : QuoteForTrace(arg, &text);
    if (text.full()) return false;
  }
  Trace(process, text.text());
  return true;
}

// In IFS=, read -a x <<< "${y[*]}" the redirections do not see what stands before the command: it
// is put aside, with `flag` in its frame, until they are done.
void HideBindings(Process& process) {
  process.top().flag = true;
  process.variables.Hide(process.top().binding_mark);
}

// Bash expands the redirections of such a command in the child that becomes it: what they set is
// lost with it. A process that ends behind the command needs no other one.
bool RedirectsInChild(const Process& process, const SimpleNode& node) {
  if (process.frames.size() == 1 && process.pid != process.shell_pid) return false;
  for (const Redirect& redirect : node.redirects) {
    if (MaySetVariables(*redirect.word)) return IsExternal(process);
  }
  return false;
}

Run RunInChild(Process& process, const SimpleNode& node) {
  MemoryCharge held = process.command.args_held;
  if (process.budget().stopped()) return Run::kGoOn;  // no room for the words once more
  Process* child = Fork(process);
  if (child == nullptr) return Run::kGoOn;
  child->PushNode(&node, false);
  child->is_one_command = true;
  child->top().unit = process.frames.CurrentUnit();
  child->top().state = kRedirects;
  child->variables.TakeBindings(process.variables, process.top().binding_mark);
  child->command.args = process.command.args;
  child->command.args_held = std::move(held);
  process.top().index = static_cast<uint32_t>(child->pid);
  process.top().state = kInChild;
  return Run::kGoOn;
}

// Run::kDone: the redirections are made, and the command may run.
Run RedirectSimple(Process& process, const SimpleNode& node) {
  if (process.top().index == 0 && !process.command.word_begun) {
    if (RedirectsInChild(process, node)) return RunInChild(process, node);
    if (!process.top().flag && process.variables.bindings().size() > process.top().binding_mark &&
        ExpandsRedirects(node))
      HideBindings(process);
  }
  const Run run = ApplyRedirects(process, node.redirects, IsBareExec(process));
  if (run != Run::kBlocked) ShowBindings(process, &process.top());
  if (process.unwind != Unwind::kNone && IsExternal(process)) {
    // Bash opens them in the child that becomes the command: only that one fails.
    process.unwind = Unwind::kNone;
    process.expander = Expander();
    process.command.word_begun = false;
    FinishSimple(process);
    return Run::kGoOn;
  }
  if (run != Run::kDone) return run;
  if (process.unwind != Unwind::kNone) return Run::kGoOn;
  if (process.command.redirect_failed) {
    process.command.redirect_failed = false;
    process.status = 1;
    const bool ends = PosixErrorEnds(process) && !process.command.args.empty() &&
                      IsSpecialHere(process, process.command.args[0]);
    FinishSimple(process);
    if (ends) process.Exit(1);
    return Run::kGoOn;
  }
  return Run::kDone;
}

// Its words are known: the host may refuse it.
Run AskAndRun(Process& process, const SimpleNode& node) {
  std::vector<std::string>& args = process.command.args;
  if (args.empty()) {  // (in a process that a stranger saved)
    FinishSimple(process);
    return Run::kGoOn;
  }
  if (process.kernel->before_command) {
    std::string refusal;
    const HostAnswer answer = AskHost(process, [&](uint64_t call) {
      return process.kernel->before_command(args, call, &refusal);
    });
    if (answer == HostAnswer::kLater) {
      process.top().state = kAsksHost;
      return Run::kBlocked;
    }
    if (answer == HostAnswer::kNo) {
      process.Error(args[0], ": ", (refusal.empty() ? "denied by the host" : refusal));
      process.status = 126;
      FinishSimple(process);
      return Run::kGoOn;
    }
  }
  // A trap that a function sets for ERR is for what comes behind its call.
  process.top().index = !process.traps.empty() && process.traps.Has("ERR") ? 1 : 0;
  auto function = process.functions->find(args[0]);
  if (function != process.functions->end() && !IsSpecialHere(process, args[0]))
    return CallFunction(process, function->second);
  if (FindBuiltin(process, args[0]) != nullptr) {
    process.builtin.Clear();
    process.fds.ForgetWriteError();
    process.top().state = kInBuiltin;
    return StepBuiltin(process, node);
  }
  return ExecuteExternal(process);
}

Run Execute(Process& process, const SimpleNode& node) {
  std::vector<std::string>& args = process.command.args;
  if (args.empty()) {
    // Assignments and redirections alone.
    process.status =
        process.command.substitution_status >= 0 ? process.command.substitution_status : 0;
    FinishSimple(process);
    return Run::kGoOn;
  }
  return AskAndRun(process, node);
}

}  // namespace

Run ExecuteExternal(Process& process, bool standard_path) {
  std::vector<std::string>& args = process.command.args;
  const FoundCommand found = process.kernel->FindCommand(
      process, args[0], standard_path ? Kernel::Seeker::kStandard : Kernel::Seeker::kShell);
  if (found.kind == FoundCommand::Kind::kNothing)
    return ReportMissing(process, found.error, found.path);
  if (!process.kernel->Hash(process, args[0], found)) return Run::kGoOn;
  if (process.kernel->HasTooMany(process, args)) {
    process.Error(found.path, ": ", ErrnoText(E2BIG));
    process.status = 126;
    FinishSimple(process);
    return Run::kGoOn;
  }
  if (found.kind == FoundCommand::Kind::kCommand) {
    StartExternal(process, found.info);
    process.top().state = kInExternal;
    return Run::kGoOn;
  }
  return ExecuteScript(process, found);
}

Run StepSimple(Process& process, const SimpleNode& node) {
  switch (process.top().state) {
    case kBegin:
      if (Run run = BeginSimple(process, node); run != Run::kDone) return run;
      [[fallthrough]];
    case kWords:
      if (Run run = ExpandCommand(process, node); run != Run::kDone) return run;
      process.top().state = kAssignments;
      process.top().index = 0;
      [[fallthrough]];
    case kAssignments:
      if (!node.assignments.empty() || node.words.empty()) {
        if (Run run = ExpandAssignments(process, node); run != Run::kDone) return run;
      }
      process.top().state = kRedirects;
      if (process.options.Has(SetOption::kXTrace) && !process.command.args.empty() &&
          !TraceCommand(process))
        return Run::kGoOn;
      if (!node.assignments.empty() || node.words.empty()) return Run::kGoOn;
      [[fallthrough]];
    case kRedirects:
      if (!node.redirects.empty()) {
        if (Run run = RedirectSimple(process, node); run != Run::kDone) return run;
      }
      process.top().state = kExecute;
      [[fallthrough]];
    case kExecute: return Execute(process, node);
    case kInBuiltin: return StepBuiltin(process, node);
    case kInExternal: {
      int code = 0;
      if (Run run = StepExternal(process, &code); run != Run::kDone) return run;
      process.status = code;
      if (!TellHost(process, node)) return Run::kBlocked;
      TellOfKillByItself(process, node);
      TellOfDeadJobs(process);
      break;
    }
    case kAsksHost: return AskAndRun(process, node);
    case kTellsHost:
      if (!TellHost(process, node)) return Run::kBlocked;
      break;
    case kInChild:
      if (WaitChild(process, static_cast<int>(process.top().index)) == Run::kBlocked)
        return Run::kBlocked;
      break;
    default: break;  // a frame above (eval, source, a function) has ended
  }
  FinishSimple(process);
  return Run::kGoOn;
}

namespace {

// Bash looks at the status of a command where it forked. A child that is this command and nothing
// else ends without.
bool EndsWithItsProcess(const Process& process) {
  return process.is_one_command &&
         (process.frames.size() == 1 ||
          (process.frames.size() == 2 && process.frames[0].IsNode(NodeKind::kSubshell)));
}

}  // namespace

void FinishSimple(Process& process) {
  if (process.unwind == Unwind::kNone) {
    if (!process.command.args.empty())
      SetLastArgument(process, std::move(process.command.args.back()));
    process.pipe_status.assign(1, process.status);
  }
  const bool traps = process.top().state != kLeft || process.top().index != 0;
  Finish(process, !EndsWithItsProcess(process), traps);
}

// Of a command that has ended; nothing looks at its arguments any more.
void SetLastArgument(Process& process, std::string&& argument) {
  std::vector<std::string>& args = process.command.args;
  process.last_argument.swap(argument);
  if (args.capacity() <= kFewArguments)
    args.clear();
  else
    LetGo(&args);
  HoldTexts(process);
}

bool IsByCommand(const Frame& frame) {
  return frame.flag && frame.IsNode(NodeKind::kSimple) && frame.state > kExecute;
}

bool ExpandsWords(const Frame& frame) {
  return frame.IsNode(NodeKind::kSimple) && (frame.state == kWords || frame.state == kAssignments);
}

void ShowBindings(Process& process, Frame* frame) {
  if (frame->state != kRedirects || !std::exchange(frame->flag, false)) return;
  process.variables.Show(frame->binding_mark);
}

}  // namespace pysub::shell
