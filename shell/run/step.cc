#include <fmt/format.h>

#include <utility>

#include "shell/run/interactive.h"
#include "shell/run/kernel.h"
#include "shell/run/line_reader.h"
#include "shell/run/posix.h"
#include "shell/run/process.h"
#include "shell/run/signals.h"
#include "shell/run/steps.h"

// Steps of scripts and calls, and how control leaves the frames.

namespace pysub::shell {
namespace {

// States of the frame of a call or a sourced script, which begins with 0.
enum CallStep : uint8_t {
  kLeft = 1,     // its commands have run, or `return` has
  kLeftTrapped,  // of a call: the RETURN trap, too
};

// The lines of set -v, and what the parser has to say of them.
// True: the text ends within quotes or ${.
bool ShowParsed(Process& process, const ScriptState& script, size_t left) {
  constexpr std::string_view kOpen = "unexpected EOF while looking for matching `";
  bool is_open = false;
  if (process.options.Has(SetOption::kVerbose) && script.lines == nullptr) {
    std::string text(script.parser->TextSince(left));
    if (!text.empty()) process.WriteError(text.ends_with('\n') ? text : text + "\n");
  }
  for (const ParseMessage& message : script.parser->messages()) {
    bool warning = message.text.starts_with("warning: ");
    if (process.interactive) {
      // (There the line that was typed need not be shown.)
      if (!message.text.starts_with('`')) process.Error(message.text);
      continue;
    }
    std::string before = warning ? process.SourceShown() + ": " : script.error_name;
    if (process.options.Has(Shopt::kGnuErrfmt) && before.ends_with(' '))
      before.pop_back();
    else
      before += process.kernel->line_prefix;
    process.WriteError(fmt::format("{}{}: {}\n", before, message.line, message.text));
    is_open = message.text.starts_with(kOpen) && !message.text.ends_with("`)'");
  }
  script.parser->ClearMessages();
  return is_open;
}

// The status behind a text that cannot be parsed.
void FailScript(Process& process, ScriptState* script, bool is_open) {
  const int before = process.status;
  const bool main_text = script->kind == ScriptState::Kind::kMain;
  // A script file or standard input, and not the text of -c.
  const bool is_file =
      main_text && (process.reads_input || (process.call && !process.call->source.empty()));
  process.status = 2;
  switch (script->parser->failure()) {
    case ParseFailure::kSyntax:
      // (An end within quotes leaves the failure of the command before as it is.)
      if (main_text && is_open && before != 0) process.status = before;
      break;
    case ParseFailure::kArray: process.status = 1; break;
    case ParseFailure::kSubstitution:
      if (is_file || script->kind == ScriptState::Kind::kBackquote) break;
      if (process.options.Has(SetOption::kErrExit)) {
        if (!main_text) process.Exit(2);
        break;
      }
      process.status = 127;
      if (!main_text) process.Exit(127);
      break;
    case ParseFailure::kConditional:
      // (2 behind a success when it was the last of the text, and always with set -e.)
      if (script->kind == ScriptState::Kind::kTrap) process.status = script->saved_status;
      if (main_text && !process.options.Has(SetOption::kErrExit) &&
          (before != 0 || script->parser->left() > 0))
        process.status = before;
      break;
  }
  script->keeps_status = false;
  if (script->kind == ScriptState::Kind::kTrap) script->saved_status = process.status;
}

// In posix mode a text of eval or source that cannot be parsed ends the shell.
bool EndsByText(const Process& process) {
  const ScriptState::Kind kind = process.top().script->kind;
  if (kind != ScriptState::Kind::kEval && kind != ScriptState::Kind::kSource) return false;
  const size_t size = process.frames.size();
  return PosixErrorEnds(process) && (size < 2 || !IsByCommand(process.frames[size - 2]));
}

// The command that the script on top has read. (bash -n does not run it, but at a prompt it does.)
void PushUnit(Process& process) {
  const Unit* unit = process.top().unit.get();
  if (unit == nullptr || unit->root == nullptr) return;  // (in a process that a stranger saved)
  if (!process.options.Has(SetOption::kNoExec) || process.interactive)
    process.PushNode(unit->root, false);
}

// A process writes PS0, behind which the command runs that was read.
Run ShowFirstPrompt(Process& process, ScriptState& script) {
  if (!PromptIsWritten(process, script.lines->child)) return Run::kBlocked;
  script.lines->stage = LineState::Stage::kCommand;
  PushUnit(process);
  return Run::kGoOn;
}

// The RETURN trap of the frame on top, which is left. `index`: behind `return`, 1 more than the
// status before it, which is $? in the trap; 0: it has come to its end.
void PushReturnTrap(Process& process) {
  const uint32_t before = process.top().index;
  const size_t frames = process.frames.size();
  process.PushTrap("RETURN", false);
  if (before > 0 && process.frames.size() > frames) process.status = static_cast<int>(before - 1);
}

// A script that was sourced has no more commands, or returns.
Run EndSource(Process& process) {
  Frame& frame = process.top();
  frame.state = kLeft;
  // (The trap belongs to who sourced it.)
  if (std::exchange(frame.script->pops_call, false) && process.call)
    process.call = Ref<CallRecord>(process.call->up);
  if (!std::exchange(frame.flag, true) && TrapRuns(process, "RETURN"))
    PushReturnTrap(process);
  else
    process.Pop();
  return Run::kGoOn;
}

Run StepScript(Process& process) {
  if (RunPendingTrap(process)) return Run::kGoOn;
  ScriptState& script = *process.top().script;
  if (process.top().state == kLeft) return EndSource(process);
  FollowHistoryOption(process, &script);
  size_t left = script.parser->left();
  std::shared_ptr<Unit> unit;
  if (script.lines != nullptr) {
    if (script.lines->stage == LineState::Stage::kShowing) return ShowFirstPrompt(process, script);
    if (const Run run = NextByLines(process, script, &unit); run != Run::kDone) return run;
  } else if (!script.from_input) {
    script.parser->set_options(process.parse_options());
    unit = script.parser->Next();
  } else if (const Run run = NextFromInput(process, script, &unit, &left); run != Run::kDone) {
    return run;
  }
  const bool is_open = ShowParsed(process, script, left);
  const bool prompts = script.lines != nullptr && script.lines->prompts;
  if (script.parser->failed() && prompts) {
    process.status = 2;
    DropLine(process, &script);
    return Run::kGoOn;
  }
  if (script.parser->failed()) {
    FailScript(process, &script, is_open);
    const bool ends = EndsByText(process);
    process.Pop();
    if (ends) process.Exit(2);
    return Run::kGoOn;
  }
  if (unit == nullptr && prompts) {
    process.WriteError("exit\n");
    process.life.leaving = true;
    process.Exit(process.status);
    return Run::kGoOn;
  }
  if (unit == nullptr) {
    if (script.kind == ScriptState::Kind::kSource) return EndSource(process);
    process.Pop();
    return Run::kGoOn;
  }
  if (!process.budget().Tick(unit->arena.bytes() / 16)) return Run::kGoOn;
  process.top().unit = unit;
  if (script.lines != nullptr) ++process.history.commands;
  if (prompts && !WritePrompt(process, Prompt::kPs0, &script.lines->child)) {
    script.lines->stage = LineState::Stage::kShowing;
    return Run::kGoOn;
  }
  PushUnit(process);
  return Run::kGoOn;
}

Run StepCall(Process& process) {
  Frame& frame = process.top();
  if (frame.state == 0) {
    if (!frame.flag && TrapRuns(process, "DEBUG")) {
      frame.flag = true;
      process.line = frame.call->function->node->line;  // where the function begins
      process.PushTrap("DEBUG", false);                 // BASH_COMMAND is still the call
      return Run::kGoOn;
    }
    frame.state = kLeft;
    const Node* body = frame.call->function->node->body;
    process.PushNode(body, false);
    return Run::kGoOn;
  }
  if (frame.state == kLeft) {
    frame.state = kLeftTrapped;
    if (TrapRuns(process, "RETURN")) {
      PushReturnTrap(process);
      return Run::kGoOn;
    }
  }
  process.Pop();
  if (!process.frames.empty() && process.top().IsNode(NodeKind::kSimple)) FinishSimple(process);
  return Run::kGoOn;
}

// Before the process ends. False: there is none, or it has run.
bool PushExitTrap(Process& process) {
  if (process.life.exiting || !process.traps.Has("EXIT") || process.kernel->StaysAtPrompt(process))
    return false;
  process.life.exiting = true;
  const bool leaves = std::exchange(process.unwind, Unwind::kNone) == Unwind::kExit;
  process.PushTrap("EXIT", leaves);
  process.traps.RemoveExit();
  return true;
}

void UnwindStep(Process& process) {
  if (process.frames.empty()) {
    process.unwind = Unwind::kNone;
    return;
  }
  Frame& frame = process.top();
  if (frame.IsNode(NodeKind::kPipeline)) LeavePipeline(process);
  switch (process.unwind) {
    case Unwind::kBreak:
    case Unwind::kContinue: {
      const bool is_loop = frame.kind == FrameKind::kNode && frame.state > 0 && IsLoop(*frame.node);
      if (frame.kind == FrameKind::kCall) process.unwind = Unwind::kNone;
      if (!is_loop) {
        // (`! continue` turns the status of continue round.)
        if (frame.IsNode(NodeKind::kPipeline) &&
            static_cast<const PipelineNode*>(frame.node)->negated) {
          process.status = process.status == 0 ? 1 : 0;
        }
        return frame.kind == FrameKind::kCall ? void() : process.Pop();
      }
      if (process.unwind_count > 1) {
        --process.unwind_count;
        return process.Pop();
      }
      if (process.unwind == Unwind::kBreak) {
        process.unwind = Unwind::kNone;
        return process.Pop();
      }
      process.unwind = Unwind::kNone;
      // As if the body had ended here.
      frame.state = 2;
      return;
    }
    case Unwind::kReturn: {
      const bool ends =
          frame.kind == FrameKind::kCall ||
          (frame.kind == FrameKind::kScript && frame.script->kind == ScriptState::Kind::kSource);
      if (!ends) return process.Pop();
      process.unwind = Unwind::kNone;
      // (A `return` of its RETURN trap does not run that once more.)
      if (frame.state < kLeftTrapped) frame.state = kLeft;
      frame.index = process.unwind_count + 1;
      return;
    }
    case Unwind::kDiscard:
      // (In a subshell it ends the subshell, also where eval or a trap is in between.)
      if (frame.kind == FrameKind::kScript && frame.script->kind != ScriptState::Kind::kBackquote &&
          process.pid == process.shell_pid) {
        process.unwind = Unwind::kNone;
        return;
      }
      return process.Pop();
    case Unwind::kDiscardAll:
      if (frame.kind == FrameKind::kScript && frame.script->kind == ScriptState::Kind::kMain) {
        process.unwind = Unwind::kNone;
        return;
      }
      return process.Pop();
    case Unwind::kExit:
      // At a prompt an error that would end a script ends the command.
      if (frame.kind == FrameKind::kScript && frame.script->lines != nullptr &&
          frame.script->lines->prompts && !process.life.leaving && process.life.killed_by == 0 &&
          HasPrompts(process)) {
        process.unwind = Unwind::kNone;
        return;
      }
      // A trap that `exit` runs sees the function, its arguments and its local variables; one
      // behind a fatal error does so when set -e is on.
      if (frame.kind == FrameKind::kCall && process.life.killed_by == 0 &&
          process.unwind_count != kLeavesFirst &&
          (process.life.leaving || process.options.Has(SetOption::kErrExit)) &&
          PushExitTrap(process))
        return;
      return process.Pop();
    default: return process.Pop();
  }
}

// What was staged goes into its pipes; false: there is still some, and the process waits for room.
bool FlushStaged(Process& process) {
  Ref<Description> full;
  const IoStatus status = process.fds.Flush(&process.budget(), &full);
  if (full) process.waiting.For(Waiting::Kind::kWrite, full);
  if (status == IoStatus::kBrokenPipe) process.Signal(kSigPipe);
  return status != IoStatus::kWait;
}

Run StepOnTop(Process& process) {
  if (process.fds.HasStaged() && !FlushStaged(process)) return Run::kBlocked;
  if (process.life.ended) return Run::kDone;
  if (process.unwind != Unwind::kNone) {
    process.expander = Expander();
    process.command.word_begun = false;
    process.command.array = ArrayBuild();
    UnwindStep(process);
    return Run::kGoOn;
  }
  if (process.frames.empty()) {
    if (PushExitTrap(process)) return Run::kGoOn;
    if (process.life.killed_by != 0) process.status = 128 + process.life.killed_by;
    return Run::kDone;
  }
  switch (process.top().kind) {
    case FrameKind::kScript: return StepScript(process);
    case FrameKind::kCall: return StepCall(process);
    case FrameKind::kExternal: {
      int code = 0;
      Run run = StepExternal(process, &code);
      if (run != Run::kDone) return run;
      process.status = code;
      process.Pop();
      return Run::kGoOn;
    }
    case FrameKind::kNode: return StepNode(process);
  }
  return Run::kDone;
}

// The ERR trap and errexit.
void LookAtStatus(Process& process, bool tested, bool traps) {
  if (process.status == 0 || tested || process.unwind != Unwind::kNone) return;
  if (traps && PushErrTrap(process)) return;
  if (process.options.Has(SetOption::kErrExit)) {
    process.life.leaving = true;
    process.Exit(process.status);
    // (A subshell that set -e ends is in its functions still.)
    if (process.pid == process.shell_pid) process.unwind_count = kLeavesFirst;
  }
}

}  // namespace

// Within another trap's commands it counts, too.
bool TrapRuns(const Process& process, std::string_view name) {
  if (process.traps.empty()) return false;
  const std::string* trap = process.traps.Find(name);
  return trap != nullptr && !trap->empty() && !IsWithinTrap(process, name);
}

bool IsWithinTrap(const Process& process, std::string_view name) {
  if (process.traps.running().empty()) return false;
  if (!process.budget().Tick(process.frames.size() / 16)) return true;
  for (const Frame& frame : process.frames) {
    if (frame.script != nullptr && frame.script->kind == ScriptState::Kind::kTrap &&
        frame.script->trap_name == name)
      return true;
  }
  return false;
}

bool IsNegated(const Process& process, size_t frame) {
  if (frame == 0 || !process.frames[frame - 1].IsNode(NodeKind::kPipeline)) return false;
  const auto& pipeline = *static_cast<const PipelineNode*>(process.frames[frame - 1].node);
  return pipeline.negated && pipeline.stages.size() == 1;
}

bool PushErrTrap(Process& process) {
  if (!TrapRuns(process, "ERR")) return false;
  process.PushTrap("ERR", process.options.Has(SetOption::kErrExit));
  return true;
}

Run Process::Step() {
  life.stepping = true;
  Run run = StepOnTop(*this);
  life.stepping = false;
  if (life.dying == 0) return run;
  Die(std::exchange(life.dying, 0));
  return life.ended ? Run::kDone : Run::kGoOn;
}

bool RunPendingTrap(Process& process) {
  while (process.traps.HasPending()) {
    const std::string name(SignalName(process.traps.TakePending()));
    const std::string* trap = process.traps.Find(name);
    if (trap == nullptr || trap->empty()) continue;
    process.PushTrap(name, false);
    return true;
  }
  return false;
}

void Finish(Process& process, bool checks_status, bool traps) {
  bool tested = process.top().tested;
  process.Pop();
  if (checks_status && !IsNegated(process, process.frames.size()))
    LookAtStatus(process, tested, traps);
}

}  // namespace pysub::shell
