#include <errno.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "shell/expand/arithmetic.h"
#include "shell/run/external_io.h"
#include "shell/run/growing_text.h"
#include "shell/run/kernel.h"
#include "shell/run/process.h"
#include "shell/run/signals.h"

// The frames of a process, their begin and end, and how control leaves them.

namespace pysub::shell {

Process::Process(Kernel* owner, int number, const ShellState& state)
    : ShellState(state), kernel(owner), pid(number) {}

Process::~Process() = default;

External::External() = default;
External::~External() = default;

CallRecord::~CallRecord() {
  // A long chain is freed link by link, not by recursion.
  Ref<CallRecord> next = std::move(up);
  while (next && next.unique()) {
    Ref<CallRecord> rest = std::move(next->up);
    next = std::move(rest);
  }
}

SymbolTable& Process::symbols() const { return kernel->symbols; }
files::FileSystem& Process::files() const { return *kernel->files; }
files::Caller Process::caller() const { return {.cwd = cwd, .umask = umask}; }

ParseOptions Process::parse_options() const {
  return {.extglob = Has(Shopt::kExtglob),
          .keyword = Has(SetOption::kKeyword),
          .aliases = Has(Shopt::kExpandAliases) && !aliases->empty() ? &*aliases : nullptr,
          .account = &budget()};
}

int64_t BytesOf(const std::vector<std::string>& list) {
  int64_t bytes = 0;
  for (const std::string& item : list) bytes += static_cast<int64_t>(item.size()) + 40;
  return bytes;
}

void Process::SetArguments(std::vector<std::string> list) {
  budget().Tick(list.size() / 16);
  arguments = {};
  arguments.Mutable() = std::move(list);
  arguments.Hold(&budget(), BytesOf(*arguments));
}

void Process::WriteError(std::string_view text) { Write(2, text); }

void Process::WriteMessage(bool of_builtin, std::initializer_list<std::string_view> parts) {
  if (budget().stopped()) return;  // what fails now fails because of the limit
  // Bash names the file whose function or text runs; functions of -c come from the "environment",
  // of standard input from "main".
  const std::string& shown = call && !call->source.empty() ? call->source : name;
  GrowingText text(&budget());
  for (std::string_view part :
       {std::string_view(shown), std::string_view(": "), std::string_view(kernel->line_prefix)})
    text.Append(part);
  text.Append(std::to_string(line));
  text.Append(": ");
  if (of_builtin && !error_prefix.empty()) {
    text.Append(error_prefix);
    text.Append(": ");
  }
  for (std::string_view part : parts) text.Append(part);
  text.Append('\n');
  if (!text.full()) WriteError(text.text());
}

// Bytes that do not fit into their pipe wait in pieces: a text that grows would need room for what
// it was and what it becomes. `last`: the piece before these bytes.
void Process::Stage(int fd, const Ref<Description>& to, std::string_view bytes, Staged* last) {
  constexpr size_t kPiece = 256 << 10;
  if (last != nullptr && last->bytes.size() + bytes.size() <= kPiece) {
    if (last->held.MakeRoom(&budget(), &last->bytes, bytes.size())) last->bytes += bytes;
    return;
  }
  MemoryCharge held;
  if (!held.Add(&budget(), static_cast<int64_t>(bytes.size()))) return;
  staged.push_back({.fd = fd, .to = to, .bytes = std::string(bytes), .held = std::move(held)});
}

void Process::Write(int fd, std::string_view bytes) {
  if (bytes.empty() || dying != 0) return;
  Ref<Description> to = fds.Get(fd);
  if (!to) {
    if (fd == 2) return;  // a message that nobody can see; what it tells is in the status
    write_failed = true;
    write_error = EBADF;
    return;
  }
  auto waits = std::find_if(staged.rbegin(), staged.rend(),
                            [&](const Staged& item) { return item.to == to; });
  if (waits != staged.rend()) {
    Stage(fd, to, bytes, &*waits);
    return;
  }
  size_t written = 0;
  switch (WriteTo(to.get(), bytes, &written, &write_error)) {
    case IoStatus::kError:
      if (budget().stopped()) return;
      write_failed = true;
      return;
    case IoStatus::kBrokenPipe:
      if (traps->contains("PIPE")) {
        write_failed = true;
        write_error = EPIPE;
        return;
      }
      staged.clear();
      Signal(kSigPipe);
      return;
    case IoStatus::kWait: Stage(fd, to, bytes.substr(written), nullptr); return;
    default: return;
  }
}

// What was staged goes into its pipes; false: there is still some, and the process waits for room.
bool Process::FlushStaged() {
  for (size_t i = 0; i < staged.size();) {
    budget().Tick(1);
    Staged& item = staged[i];
    size_t written = 0;
    int error = 0;
    IoStatus status =
        WriteTo(item.to.get(), std::string_view(item.bytes).substr(item.sent), &written, &error);
    item.sent += written;
    if (status == IoStatus::kWait) {
      waiting.kind = Waiting::Kind::kWrite;
      waiting.description = item.to;
      ++i;
      continue;
    }
    staged.erase(staged.begin() + static_cast<std::ptrdiff_t>(i));
    if (status == IoStatus::kBrokenPipe) {
      staged.clear();
      Signal(kSigPipe);
      return true;
    }
  }
  return staged.empty();
}

std::shared_ptr<const Unit> Process::CurrentUnit() const {
  for (size_t i = frames.size(); i-- > 0;) {
    if (frames[i].unit) return frames[i].unit;
  }
  return nullptr;
}

void Process::PushNode(const Node* node, bool tested) {
  Frame frame;
  frame.node = node;
  frame.tested = tested || (frames.empty() ? ignores_errexit : frames.back().tested);
  frame.undo_mark = static_cast<uint32_t>(undo.size());
  frame.binding_mark = static_cast<uint32_t>(bindings.size());
  frames.push_back(std::move(frame));
}

void Process::PushScript(std::string_view text, ScriptState::Kind kind, uint32_t first_line) {
  Frame frame;
  frame.kind = FrameKind::kScript;
  frame.tested = frames.empty() ? ignores_errexit : frames.back().tested;
  frame.undo_mark = static_cast<uint32_t>(undo.size());
  frame.binding_mark = static_cast<uint32_t>(bindings.size());
  frame.script = std::make_unique<ScriptState>();
  frame.script->kind = kind;
  frame.script->saved_line = line;
  if (text.size() > budget().limits().input_bytes) {
    budget().Reach(ShellLimit::kInput);
    return;
  }
  if (frames.size() > size_t{8} * budget().limits().function_depth) {
    budget().Reach(ShellLimit::kFunctionDepth);
    return;
  }
  bool sets_last =
      !args.empty() && (kind == ScriptState::Kind::kEval || kind == ScriptState::Kind::kSource);
  constexpr size_t kScriptBytes = 2048;  // its state, its parser, its place in the stack of frames
  if (!frame.script->held.Add(
          &budget(), static_cast<int64_t>(kScriptBytes + (sets_last ? args.back().size() : 0)))) {
    return;
  }
  if (sets_last) frame.script->last_argument = args.back();
  frame.script->parser =
      std::make_unique<Parser>(MakeSource(text, &budget()), symbols(), first_line, parse_options());
  if (budget().stopped()) return;
  const std::string& program = kernel->program_name;
  switch (kind) {
    case ScriptState::Kind::kMain:
      frame.script->error_name = program + ": " + kernel->main_error_name;
      break;
    case ScriptState::Kind::kEval: frame.script->error_name = program + ": eval: "; break;
    case ScriptState::Kind::kBackquote:
      frame.script->error_name = program + ": command substitution: ";
      break;
    default: frame.script->error_name = program + ": "; break;
  }
  frames.push_back(std::move(frame));
}

void Process::PushTrap(const std::string& trap, bool exits) {
  auto found = traps->find(trap);
  if (found == traps->end()) return;
  std::string text = found->second;
  size_t before = frames.size();
  PushScript(text, ScriptState::Kind::kTrap, trap == "EXIT" ? 1 : line);
  if (frames.size() == before) return;
  ScriptState& script = *frames.back().script;
  script.keeps_status = true;
  script.saved_status = status;
  script.saved_pipe_status = pipe_status;
  script.exits = exits;
  script.trap_name = trap;
  script.error_name =
      kernel->program_name + ": " + (trap == "EXIT" ? "exit trap" : "trap handler") + ": ";
  in_trap = trap;
}

bool Process::RunPendingTrap() {
  while (!signals.empty()) {
    int number = signals.front();
    signals.erase(signals.begin());
    std::string name(SignalName(number));
    auto found = traps->find(name);
    if (found == traps->end() || found->second.empty()) continue;
    PushTrap(name, false);
    return true;
  }
  return false;
}

void Process::Exit(int code) {
  status = code;
  unwind = Unwind::kExit;
}

void Process::Discard(int code) {
  if (unwind == Unwind::kExit) return;
  status = code;
  unwind = Unwind::kDiscard;
}

// The shell runs the text of -c, and neither a file nor its standard input.
bool Process::RunsText() const {
  if (reads_input) return false;
  const CallRecord* record = call.get();
  while (record != nullptr && record->up && budget().Tick(1)) record = record->up.get();
  return record == nullptr || record->source.empty();
}

int Process::FatalStatus() const {
  return pid == shell_pid && !Has(SetOption::kErrExit) && RunsText() ? 127 : 1;
}

// Bash leaves everything that it is in: the whole text of -c, too.
void Process::DiscardAll() {
  if (unwind == Unwind::kExit) return;
  if (RunsText()) return Exit(1);
  status = 1;
  unwind = Unwind::kDiscardAll;
}

void Process::Pop() {
  Frame frame = std::move(frames.back());
  frames.pop_back();
  UndoTo(frame.undo_mark);
  if (frame.kind == FrameKind::kNode && frame.flag && frame.node->kind == NodeKind::kSimple)
    ShowBindings(&frame);
  PopBindings(frame.binding_mark);
  switch (frame.kind) {
    case FrameKind::kNode:
      switch (frame.node->kind) {
        case NodeKind::kWhile:
        case NodeKind::kFor:
        case NodeKind::kArithFor:
        case NodeKind::kSelect:
          if (frame.state > 0 && loop_depth > 0) --loop_depth;
          break;
        default: break;
      }
      return;
    case FrameKind::kCall:
      arguments = frame.call->arguments;
      {
        const std::string& last =
            frame.call->given->empty() ? frame.call->function->name : frame.call->given->back();
        const ScopedMemoryCharge copy(&budget(), last.size());
        if (copy.ok()) SetLastArgument(std::string(last));
      }
      loop_depth = frame.call->loop_depth;
      getopts_at = frame.call->getopts_at;
      --function_depth;
      if (call) {
        line = call->call_line;
        call = Ref<CallRecord>(call->up);
      }
      if (frame.call->options) {
        options = frame.call->options->first;
        shopts = frame.call->options->second;
      }
      return;
    case FrameKind::kScript: {
      ScriptState& script = *frame.script;
      if (script.restores_arguments) arguments = script.arguments;
      if (script.pops_call && call) call = Ref<CallRecord>(call->up);
      if (script.kind == ScriptState::Kind::kEval || script.kind == ScriptState::Kind::kSource) {
        --trace_level;
        SetLastArgument(std::move(script.last_argument));
      }
      if (script.kind != ScriptState::Kind::kMain) line = script.saved_line;
      if (script.kind == ScriptState::Kind::kTrap) {
        in_trap.clear();
        if (unwind == Unwind::kNone || unwind == Unwind::kDiscard) {
          status = script.saved_status;
          pipe_status = script.saved_pipe_status;
        }
        if (script.exits && unwind != Unwind::kExit) Exit(script.saved_status);
      }
      return;
    }
    case FrameKind::kExternal: return;
  }
}

void Process::UnwindStep() {
  if (frames.empty()) {
    unwind = Unwind::kNone;
    return;
  }
  Frame& frame = frames.back();
  switch (unwind) {
    case Unwind::kBreak:
    case Unwind::kContinue: {
      bool is_loop =
          frame.kind == FrameKind::kNode && frame.state > 0 &&
          (frame.node->kind == NodeKind::kWhile || frame.node->kind == NodeKind::kFor ||
           frame.node->kind == NodeKind::kArithFor || frame.node->kind == NodeKind::kSelect);
      if (frame.kind == FrameKind::kCall) unwind = Unwind::kNone;
      if (!is_loop) {
        // (`! continue` turns the status of continue round.)
        if (frame.kind == FrameKind::kNode && frame.node->kind == NodeKind::kPipeline &&
            static_cast<const PipelineNode*>(frame.node)->negated) {
          status = status == 0 ? 1 : 0;
        }
        return frame.kind == FrameKind::kCall ? void() : Pop();
      }
      if (unwind_count > 1) {
        --unwind_count;
        return Pop();
      }
      if (unwind == Unwind::kBreak) {
        unwind = Unwind::kNone;
        return Pop();
      }
      unwind = Unwind::kNone;
      // As if the body had ended here.
      frame.state = 2;
      return;
    }
    case Unwind::kReturn: {
      bool ends =
          frame.kind == FrameKind::kCall ||
          (frame.kind == FrameKind::kScript && frame.script->kind == ScriptState::Kind::kSource);
      if (frame.kind == FrameKind::kCall) {
        unwind = Unwind::kNone;
        frame.state = 1;
        return;
      }
      if (ends) unwind = Unwind::kNone;
      return Pop();
    }
    case Unwind::kDiscard:
      // (In a subshell it ends the subshell, also where eval or a trap is in between.)
      if (frame.kind == FrameKind::kScript && frame.script->kind != ScriptState::Kind::kBackquote &&
          pid == shell_pid) {
        unwind = Unwind::kNone;
        return;
      }
      return Pop();
    case Unwind::kDiscardAll:
      if (frame.kind == FrameKind::kScript && frame.script->kind == ScriptState::Kind::kMain) {
        unwind = Unwind::kNone;
        return;
      }
      return Pop();
    default: return Pop();
  }
}

Run Process::Step() {
  stepping = true;
  Run run = StepOnTop();
  stepping = false;
  if (dying == 0) return run;
  Die(std::exchange(dying, 0));
  return ended ? Run::kDone : Run::kGoOn;
}

Run Process::StepOnTop() {
  if (!staged.empty() && !FlushStaged()) return Run::kBlocked;
  if (ended) return Run::kDone;
  if (unwind != Unwind::kNone) {
    expander = Expander();
    redirecting = false;
    array = ArrayBuild();
    UnwindStep();
    return Run::kGoOn;
  }
  if (frames.empty()) {
    if (killed_by != 0) status = 128 + killed_by;
    if (!exiting && traps->contains("EXIT")) {
      exiting = true;
      PushTrap("EXIT", false);
      traps.Mutable().erase("EXIT");
      return Run::kGoOn;
    }
    return Run::kDone;
  }
  switch (frames.back().kind) {
    case FrameKind::kScript: return StepScript();
    case FrameKind::kCall: return StepCall();
    case FrameKind::kExternal: {
      int code = 0;
      Run run = StepExternal(*this, &code);
      if (run != Run::kDone) return run;
      status = code;
      Pop();
      return Run::kGoOn;
    }
    case FrameKind::kNode: return StepNode();
  }
  return Run::kDone;
}

Run Process::StepScript() {
  if (RunPendingTrap()) return Run::kGoOn;
  ScriptState& script = *frames.back().script;
  script.parser->set_options(parse_options());
  size_t left = script.parser->left();
  std::shared_ptr<Unit> unit;
  if (!script.from_input) {
    unit = script.parser->Next();
  } else if (const Run run = NextFromInput(script, &unit, &left); run != Run::kDone) {
    return run;
  }
  if (Has(SetOption::kVerbose)) {
    std::string text(script.parser->TextSince(left));
    if (!text.empty()) WriteError(text.ends_with('\n') ? text : text + "\n");
  }
  for (const ParseMessage& message : script.parser->messages()) {
    bool warning = message.text.starts_with("warning: ");
    WriteError(fmt::format("{}{}{}: {}\n",
                           warning ? kernel->program_name + ": " : script.error_name,
                           kernel->line_prefix, message.line, message.text));
  }
  script.parser->ClearMessages();
  if (script.parser->failed()) {
    int before = status;
    bool main_text = script.kind == ScriptState::Kind::kMain;
    // A script file or standard input, and not the text of -c.
    bool is_file = main_text && (reads_input || (call && !call->source.empty()));
    status = 2;
    switch (script.parser->failure()) {
      case ParseFailure::kSyntax: break;
      case ParseFailure::kArray: status = 1; break;
      case ParseFailure::kSubstitution:
        if (is_file || script.kind == ScriptState::Kind::kBackquote) break;
        status = 127;
        if (!main_text) Exit(127);
        break;
      case ParseFailure::kConditional:
        // (2 behind a success when it was the last of the text, and always with set -e.)
        if (script.kind == ScriptState::Kind::kTrap) status = script.saved_status;
        if (main_text && !Has(SetOption::kErrExit) && (before != 0 || script.parser->left() > 0))
          status = before;
        break;
    }
    if (script.kind == ScriptState::Kind::kMain || script.kind == ScriptState::Kind::kBackquote)
      script_failed = true;
    script.keeps_status = false;
    if (script.kind == ScriptState::Kind::kTrap) script.saved_status = status;
    Pop();
    return Run::kGoOn;
  }
  if (unit == nullptr) {
    if (script.kind == ScriptState::Kind::kSource && !frames.back().flag && in_trap.empty() &&
        traps->contains("RETURN") && (function_depth == 0 || Has(SetOption::kFuncTrace))) {
      frames.back().flag = true;
      PushTrap("RETURN", false);
      return Run::kGoOn;
    }
    Pop();
    return Run::kGoOn;
  }
  if (!budget().Tick(unit->arena.bytes() / 16)) return Run::kGoOn;
  frames.back().unit = unit;
  if (!Has(SetOption::kNoExec)) PushNode(unit->root, false);
  return Run::kGoOn;
}

Run Process::StepCall() {
  Frame& frame = frames.back();
  if (frame.state == 0) {
    if (!frame.flag && Has(SetOption::kFuncTrace) && in_trap.empty() && traps->contains("DEBUG")) {
      frame.flag = true;
      PushTrap("DEBUG", false);  // BASH_COMMAND is still the call
      return Run::kGoOn;
    }
    frame.state = 1;
    const Node* body = frame.call->function->node->body;
    PushNode(body, false);
    return Run::kGoOn;
  }
  if (frame.state == 1) {
    frame.state = 2;
    if (traps->contains("RETURN") && in_trap.empty() &&
        (Has(SetOption::kFuncTrace) || frame.call->function->traced)) {
      PushTrap("RETURN", false);
      return Run::kGoOn;
    }
  }
  Pop();
  if (frames.empty() || frames.back().kind != FrameKind::kNode ||
      frames.back().node->kind != NodeKind::kSimple) {
    return Run::kGoOn;
  }
  FinishSimple();
  return Run::kGoOn;
}

void Process::Finish(bool checks_status) {
  bool tested = frames.back().tested;
  Pop();
  if (checks_status) AfterCommand(tested);
}

void Process::AfterCommand(bool tested) {
  if (status == 0 || tested || unwind != Unwind::kNone) return;
  bool trapped = traps->contains("ERR") && in_trap.empty() &&
                 (function_depth == 0 || Has(SetOption::kErrTrace));
  bool exits = Has(SetOption::kErrExit);
  if (trapped) {
    PushTrap("ERR", exits);
  } else if (exits) {
    Exit(status);
  }
}

Run Process::StepNode() {
  Frame& frame = frames.back();
  const Node* node = frame.node;
  if (node->kind == NodeKind::kSimple) return StepSimple(static_cast<const SimpleNode&>(*node));
  if (frame.state == 0 && !frame.flag && !node->redirects.empty()) {
    line = node->line;
    Run run = ApplyRedirects(node->redirects, false);
    if (run != Run::kDone) return run;
    if (unwind != Unwind::kNone) return Run::kGoOn;
    if (redirect_failed) {  // the command is not run
      redirect_failed = false;
      status = 1;
      Finish(true);
      return Run::kGoOn;
    }
    frames.back().flag = true;
    frames.back().index = 0;
    return Run::kGoOn;
  }
  switch (node->kind) {
    case NodeKind::kList: return StepList(static_cast<const ListNode&>(*node));
    case NodeKind::kAndOr: return StepAndOr(static_cast<const AndOrNode&>(*node));
    case NodeKind::kPipeline: return StepPipeline(static_cast<const PipelineNode&>(*node));
    case NodeKind::kGroup:
      if (frame.state == 0) {
        frame.state = 1;
        PushNode(static_cast<const GroupNode*>(node)->body, false);
      } else {
        Finish();
      }
      return Run::kGoOn;
    case NodeKind::kSubshell: return StepSubshell(static_cast<const GroupNode&>(*node));
    case NodeKind::kIf: return StepIf(static_cast<const IfNode&>(*node));
    case NodeKind::kWhile: return StepWhile(static_cast<const WhileNode&>(*node));
    case NodeKind::kFor: return StepFor(static_cast<const ForNode&>(*node));
    case NodeKind::kSelect: return StepSelect(static_cast<const ForNode&>(*node));
    case NodeKind::kArithFor: return StepArithFor(static_cast<const ArithForNode&>(*node));
    case NodeKind::kCase: return StepCase(static_cast<const CaseNode&>(*node));
    case NodeKind::kCond: return StepCond(static_cast<const CondNode&>(*node));
    case NodeKind::kArith: return StepArith(static_cast<const ArithNode&>(*node));
    case NodeKind::kCoproc: return StepCoproc(static_cast<const GroupNode&>(*node));
    case NodeKind::kFunction:
      DefineFunction(static_cast<const FunctionNode&>(*node));
      Finish();
      return Run::kGoOn;
    case NodeKind::kSimple: break;
  }
  return Run::kGoOn;
}

void Process::DefineFunction(const FunctionNode& node) {
  status = 0;
  auto& table = functions.Mutable();
  auto found = table.find(node.name);
  if (found != table.end() && found->second->readonly) {
    Error(node.name, ": readonly function");
    status = 1;
    return;
  }
  auto function = MakeRef<Function>();
  function->name = node.name;
  function->node = &node;
  function->source = call && !call->source.empty() ? call->source
                     : reads_input                 ? "main"
                                                   : "environment";
  function->unit = CurrentUnit();
  if (found == table.end() && !functions.HoldMore(&budget(), Function::kBytes)) return;
  table[function->name] = function;
}

}  // namespace pysub::shell
