#include <errno.h>
#include <fmt/format.h>

#include <charconv>
#include <iterator>
#include <utility>

#include "shell/builtins/builtins.h"
#include "shell/expand/arithmetic.h"
#include "shell/expand/text.h"
#include "shell/run/growing_text.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/process.h"
#include "shell/run/signals.h"

// Simple commands: words, assignments (assignments.cc), redirections, then a function, a
// builtin or a command.

namespace pysub::shell {
namespace {

// States of the frame, in their order. Of the last four the command is in one.
enum SimpleState : uint8_t {
  kBegin,        // nothing is done; where a trap was pushed it comes back here
  kWords,        // the words are expanded to `args`
  kAssignments,  // name=value before the words
  kRedirects,
  kExecute,
  kInBuiltin,   // a builtin runs, maybe not for the first time
  kInExternal,  // a command of commands/ runs in this process
  kInChild,     // a child runs it; `index` is its pid
  kLeft,        // frames above run it: a function, eval, source
};

// What a call of a function takes: its state, its place in the stack of frames and among the
// callers.
constexpr int64_t kCallBytes = 1024;

// A list with room for more is not kept for the next command: nobody pays for it then.
constexpr size_t kFewArguments = 256;

// Words of a builtin from here on: see BuiltinInfo::copies.
constexpr int64_t kLongWords = 64 << 10;

bool IsDeclaration(const Word* word) {
  if (!word->literal) return false;
  std::string_view name = word->text;
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

}  // namespace

Run Process::StepSimple(const SimpleNode& node) {
  switch (frames.back().state) {
    case kBegin:
      if (Run run = BeginSimple(node); run != Run::kDone) return run;
      [[fallthrough]];
    case kWords:
      if (Run run = ExpandCommand(node); run != Run::kDone) return run;
      frames.back().state = kAssignments;
      frames.back().index = 0;
      [[fallthrough]];
    case kAssignments:
      if (!node.assignments.empty() || node.words.empty()) {
        if (Run run = ExpandAssignments(node); run != Run::kDone) return run;
        frames.back().state = kRedirects;
        return Run::kGoOn;
      }
      frames.back().state = kRedirects;
      [[fallthrough]];
    case kRedirects:
      if (!node.redirects.empty()) {
        if (Run run = RedirectSimple(node); run != Run::kDone) return run;
      }
      frames.back().state = kExecute;
      [[fallthrough]];
    case kExecute: return Execute(node);
    case kInBuiltin: return StepBuiltin(node);
    case kInExternal: {
      int code = 0;
      if (Run run = StepExternal(*this, &code); run != Run::kDone) return run;
      status = code;
      if (kernel->after_command) kernel->after_command(args, status);
      break;
    }
    case kInChild:
      if (WaitChild(static_cast<int>(frames.back().index)) == Run::kBlocked) return Run::kBlocked;
      break;
    default: break;  // a frame above (eval, source, a function) has ended
  }
  FinishSimple();
  return Run::kGoOn;
}

// Run::kDone: its words are next.
Run Process::BeginSimple(const SimpleNode& node) {
  if (RunPendingTrap()) return Run::kGoOn;
  if (Has(SetOption::kNoExec)) {
    Finish();
    return Run::kGoOn;
  }
  if (node.line != 0) line = node.line;
  if (!budget().CountCommand() || !budget().Tick(1)) return Run::kGoOn;
  // flag: the DEBUG trap has run.
  if (!frames.back().flag && PushDebugTrap(&node)) {
    frames[frames.size() - 2].flag = true;
    return Run::kGoOn;
  }
  frames.back().flag = false;
  NoteCommand(&node);
  substitution_status = -1;
  arg_arrays.clear();
  array = ArrayBuild();
  redirecting = false;
  ClearArguments();
  frames.back().index = 0;
  frames.back().state = kWords;
  if (!node.words.empty()) expander.BeginWords(node.words);
  return Run::kDone;
}

// Run::kDone: the redirections are made, and the command may run.
Run Process::RedirectSimple(const SimpleNode& node) {
  if (frames.back().index == 0 && !redirecting) {
    if (RedirectsInChild(node)) return RunInChild(node);
    if (!frames.back().flag && bindings.size() > frames.back().binding_mark &&
        ExpandsRedirects(node))
      HideBindings();
  }
  const bool permanent =
      args.size() == 1 && args[0] == "exec" && functions->find("exec") == functions->end();
  const Run run = ApplyRedirects(node.redirects, permanent);
  if (run != Run::kBlocked) ShowBindings(&frames.back());
  if (unwind != Unwind::kNone && IsExternal()) {
    // Bash opens them in the child that becomes the command: only that one fails.
    unwind = Unwind::kNone;
    expander = Expander();
    redirecting = false;
    FinishSimple();
    return Run::kGoOn;
  }
  if (run != Run::kDone) return run;
  if (unwind != Unwind::kNone) return Run::kGoOn;
  if (redirect_failed) {
    redirect_failed = false;
    status = 1;
    FinishSimple();
    return Run::kGoOn;
  }
  return Run::kDone;
}

// A builtin is called again and again, until it says that it is done, or that other
// frames go on with its work.
Run Process::StepBuiltin(const SimpleNode& node) {
  using Kind = BuiltinResult::Kind;
  const BuiltinInfo* info = args.empty() ? nullptr : FindBuiltin(args[0]);
  if (info == nullptr) {  // (in a process that a stranger saved)
    FinishSimple();
    return Run::kGoOn;
  }
  error_prefix = info->name;
  const size_t at = frames.size() - 1;
  MemoryCharge copies;
  if (args_held.bytes() > kLongWords && !copies.Add(&budget(), info->copies * args_held.bytes()))
    return Run::kGoOn;
  const BuiltinResult result = info->run(*this, args);
  copies.Release();
  if (dying != 0) return Run::kDone;
  if (result.kind == Kind::kBlocked) return Run::kBlocked;
  waiting = Waiting();  // one that gave up waiting (read -t) may have said for what
  if (result.kind == Kind::kReplaced) return Run::kGoOn;
  if (result.kind == Kind::kAgain) {
    builtin.Clear();
    return Run::kGoOn;
  }
  if (result.kind == Kind::kPushed) {
    error_prefix.clear();
    // (exec leaves no such frame.)
    if (frames.size() > at && frames[at].node == &node) frames[at].state = kLeft;
    return Run::kGoOn;
  }
  // (An error may have ended the shell, with its own status.)
  if (unwind != Unwind::kExit) status = result.status;
  if (write_failed) {
    write_failed = false;
    Error(info->name, ": write error: ", ErrnoText(write_error));
    status = 1;
  }
  error_prefix.clear();
  if (!budget().stopped() && kernel->after_command) kernel->after_command(args, status);
  if (!frames.empty() && frames.back().node == &node) FinishSimple();
  return Run::kGoOn;
}

// In IFS=, read -a x <<< "${y[*]}" the redirections do not see what stands before the command: it
// is put aside, with `flag` in its frame, until they are done.
void Process::HideBindings() {
  frames.back().flag = true;
  for (size_t i = bindings.size(); i-- > frames.back().binding_mark;) SwapBinding(&bindings[i]);
}

void Process::ShowBindings(Frame* frame) {
  if (frame->state != kRedirects || !std::exchange(frame->flag, false)) return;
  for (size_t i = frame->binding_mark; i < bindings.size(); ++i) SwapBinding(&bindings[i]);
}

void Process::SwapBinding(Binding* binding) {
  Ref<Variable> current = variables.Get(binding->symbol);
  variables.Replace(binding->symbol, std::exchange(binding->outer, std::move(current)));
}

// The words are those of a command that is neither a function nor a builtin.
bool Process::IsExternal() const {
  size_t at = 0;
  auto is_function = [&] { return at == 0 && functions->find(args[0]) != functions->end(); };
  while (at < args.size() && args[at] == "command" && !is_function()) {
    ++at;
    if (at < args.size() && args[at] == "-p") ++at;
    if (at < args.size() && args[at] == "--") ++at;
  }
  return at < args.size() && !args[at].starts_with('-') && !is_function() &&
         FindBuiltin(args[at]) == nullptr;
}

// Bash expands the redirections of such a command in the child that becomes it: what they set is
// lost with it. A process that ends behind the command needs no other one.
bool Process::RedirectsInChild(const SimpleNode& node) const {
  if (frames.size() == 1 && pid != shell_pid) return false;
  for (const Redirect& redirect : node.redirects) {
    if (MaySetVariables(*redirect.word)) return IsExternal();
  }
  return false;
}

Run Process::RunInChild(const SimpleNode& node) {
  MemoryCharge held = args_held;
  if (budget().stopped()) return Run::kGoOn;  // no room for the words once more
  Process* child = Fork();
  if (child == nullptr) return Run::kGoOn;
  child->PushNode(&node, false);
  child->frames.back().unit = CurrentUnit();
  child->frames.back().state = kRedirects;
  child->bindings.assign(bindings.begin() + frames.back().binding_mark, bindings.end());
  child->args = args;
  child->args_held = std::move(held);
  frames.back().index = static_cast<uint32_t>(child->pid);
  frames.back().state = kInChild;
  return Run::kGoOn;
}

void Process::FinishSimple() {
  if (unwind == Unwind::kNone) {
    if (!args.empty()) SetLastArgument(std::move(args.back()));
    pipe_status.assign(1, status);
  }
  Finish(true);
}

// Of a command that has ended; nothing looks at its arguments any more.
void Process::SetLastArgument(std::string&& argument) {
  last_argument.swap(argument);
  if (args.capacity() <= kFewArguments)
    args.clear();
  else
    LetGo(&args);
  HoldTexts();
}

void Process::ClearArguments() {
  if (args.capacity() <= kFewArguments)
    args.clear();
  else
    LetGo(&args);
  args_held.Release();
}

void Process::HoldTexts() {
  size_t bytes = last_argument.size() + running_command.size();
  if (bytes > 1024 || texts_held.bytes() > 0)
    texts_held.Set(&budget(), static_cast<int64_t>(bytes));
}

// The words. A declaration's name=value is one word whatever its value is.
Run Process::ExpandCommand(const SimpleNode& node) {
  if (node.words.empty()) return Run::kDone;
  if (IsDeclaration(node.words[0])) return ExpandDeclaration(node);
  Expanded expanded = expander.RunWords(*this);
  if (expanded != Expanded::kDone) return AfterExpansion(expanded);
  args.swap(expander.fields());
  args_held = expander.TakeHeld();
  return Run::kDone;
}

void Process::Trace(std::string_view text) {
  const std::string* ps4 = Get(kSymPs4);
  const ScopedMemoryCharge copies(&budget(), ps4 == nullptr ? 0 : 3 * ps4->size());
  if (!copies.ok()) return;
  std::string prefix = ps4 == nullptr ? "+ " : *ps4;
  if (prefix.find_first_of("$`") != std::string::npos) {
    // Its parameters are expanded; what would have to run is left as it is.
    Parser parser(MakeSource(std::string_view(prefix), &budget()), symbols(), line,
                  {.account = &budget()});
    const Word* word = nullptr;
    std::shared_ptr<Unit> unit = parser.ParseQuoted(&word);
    if (unit != nullptr && Expander::IsSimple(word)) {
      Expander own;
      uint32_t kept =
          std::exchange(options, options & ~(1u << static_cast<int>(SetOption::kXTrace)));
      own.Begin(word, WordMode::kString);
      if (own.Run(*this) == Expanded::kDone) prefix = own.text();
      options = kept;
    }
  }
  GrowingText out(&budget());
  for (uint32_t i = 0; i + 1 < trace_level && i < 64 && !prefix.empty(); ++i) out.Append(prefix[0]);
  out.Append(prefix);
  out.Append(text);
  if (!out.Append('\n')) return;
  const std::string* number = Get("BASH_XTRACEFD");
  int fd = -1;
  if (number != nullptr) std::from_chars(number->data(), number->data() + number->size(), fd);
  if (fd >= 0 && fds.Get(fd)) return Write(fd, out.text());
  WriteError(out.text());
}

Run Process::Execute(const SimpleNode& node) {
  if (args.empty()) {
    // Assignments and redirections alone.
    status = substitution_status >= 0 ? substitution_status : 0;
    FinishSimple();
    return Run::kGoOn;
  }
  if (Has(SetOption::kXTrace)) {
    GrowingText text(&budget());
    for (const std::string& arg : args) {
      if (!text.text().empty()) text.Append(' ');
      arg.empty() ? static_cast<void>(text.Append("''")) : QuoteForTrace(arg, &text);
      if (text.full()) return Run::kGoOn;
    }
    Trace(text.text());
  }
  if (kernel->before_command) {
    std::string refusal;
    if (!kernel->before_command(args, &refusal)) {
      Error(args[0], ": ", (refusal.empty() ? "denied by the host" : refusal));
      status = 126;
      FinishSimple();
      return Run::kGoOn;
    }
  }
  auto function = functions->find(args[0]);
  if (function != functions->end()) return CallFunction(function->second);
  if (FindBuiltin(args[0]) != nullptr) {
    builtin.Clear();
    write_failed = false;
    frames.back().state = kInBuiltin;
    return StepBuiltin(node);
  }
  return ExecuteExternal();
}

Run Process::CallFunction(const Ref<Function>& function) {
  if (function_depth >= budget().limits().function_depth) {
    budget().Reach(ShellLimit::kFunctionDepth);
    return Run::kGoOn;
  }
  frames.back().state = kLeft;
  Frame frame;
  frame.kind = FrameKind::kCall;
  frame.tested = frames.back().tested;
  frame.undo_mark = static_cast<uint32_t>(undo.size());
  // The assignments before the command are local to the function.
  frame.binding_mark = frames.back().binding_mark;
  frame.unit = function->unit;
  frame.call = std::make_unique<CallState>(arguments);
  if (!frame.call->held.Add(&budget(), kCallBytes)) return Run::kGoOn;
  frame.call->function = function;
  frame.call->loop_depth = std::exchange(loop_depth, 0);
  frame.call->getopts_at = getopts_at;
  auto record = MakeRef<CallRecord>();
  record->up = call;
  record->function = function->name;
  record->source = function->source;
  record->call_line = line;
  record->is_function = true;
  record->depth = call ? call->depth + 1 : 0;
  call = record;
  ++function_depth;
  SetArguments(std::vector<std::string>(std::make_move_iterator(args.begin() + 1),
                                        std::make_move_iterator(args.end())));
  ClearArguments();
  frame.call->given = arguments;
  frames.push_back(std::move(frame));
  return Run::kGoOn;
}

Run Process::ExecuteExternal() {
  std::string script;
  int error = 0;
  const CommandInfo* info = kernel->FindCommand(*this, args[0], &script, &error);
  if (info == nullptr && script.empty()) return ReportMissing(error);
  if (kernel->HasTooMany(*this, args)) {
    const std::string& path = info != nullptr ? args[0] : script;
    Error((path.find('/') == std::string::npos ? "/usr/bin/" : ""), path, ": ", ErrnoText(E2BIG));
    status = 126;
    FinishSimple();
    return Run::kGoOn;
  }
  if (info != nullptr) {
    StartExternal(*this, info);
    frames.back().state = kInExternal;
    return Run::kGoOn;
  }
  return ExecuteScript();
}

// args[0] is a file of the script's: another shell runs it.
Run Process::ExecuteScript() {
  int error = 0;
  if (frames.size() == 1 && pid != shell_pid && !traps->contains("EXIT")) {
    // A process that ends behind the script is the one that runs it: $! of `bash x &`.
    const std::vector<std::string> argv = std::move(args);
    undo.clear();
    if (kernel->StartArgv(*this, argv, &error)) return Run::kGoOn;
    Error(argv[0], ": ", ErrnoText(error));
    Exit(error == ENOENT || error == ENOTDIR ? 127 : 126);
    return Run::kGoOn;
  }
  Process* child = Fork();
  if (child == nullptr) return Run::kGoOn;
  child->frames.clear();
  if (kernel->StartArgv(*child, args, &error)) {
    frames.back().index = static_cast<uint32_t>(child->pid);
    frames.back().state = kInChild;
    return Run::kGoOn;
  }
  kernel->Kill(child, 126);
  ForgetChild(child->pid);
  return ReportMissing(error);
}

// args[0] cannot be run, for this reason (0: it was not found on PATH).
Run Process::ReportMissing(int error) {
  const bool is_path = args[0].find('/') != std::string::npos;
  if (error == EISDIR) {
    Error(args[0], ": Is a directory");
    status = 126;
  } else if (is_path || error == EACCES) {
    Error(args[0], ": ", ErrnoText(error));
    status = error == ENOENT || error == ENOTDIR ? 127 : 126;
  } else if (auto handler = functions->find("command_not_found_handle");
             handler != functions->end()) {
    args.insert(args.begin(), "command_not_found_handle");
    return CallFunction(handler->second);
  } else {
    const std::string* path = Get(kSymPath);
    Error(args[0], (path == nullptr || path->empty() ? ": No such file or directory"
                                                     : ": command not found"));
    status = 127;
  }
  FinishSimple();
  return Run::kGoOn;
}

}  // namespace pysub::shell
