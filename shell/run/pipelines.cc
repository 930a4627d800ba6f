#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "shell/builtins/builtins.h"
#include "shell/run/children.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/steps.h"
#include "shell/run/tracing.h"
#include "shell/run/variable_access.h"
#include "shell/syntax/print.h"

// Commands that are processes of their own: pipelines, subshells, jobs, coprocesses.

namespace pysub::shell {
namespace {

std::string TimeText(int64_t ns, bool posix) {
  double seconds = static_cast<double>(ns) / 1e9;
  if (posix) return fmt::format("{:.2f}", seconds);
  auto minutes = static_cast<int64_t>(seconds / 60);
  return fmt::format("{}m{:.3f}s", minutes, seconds - static_cast<double>(minutes) * 60);
}

std::string FormatTimes(std::string_view format, int64_t ns) {
  std::string out;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%' || i + 1 >= format.size()) {
      out += format[i];
      continue;
    }
    int precision = 3;
    bool longer = false;
    ++i;
    if (format[i] == '%') {
      out += '%';
      continue;
    }
    if (format[i] >= '0' && format[i] <= '9') precision = std::min(format[i++] - '0', 3);
    if (i < format.size() && format[i] == 'l') longer = true, ++i;
    if (i >= format.size()) break;
    double seconds = format[i] == 'R' ? static_cast<double>(ns) / 1e9 : 0.0;
    if (format[i] == 'P') {
      out += "0.00";
    } else if (longer) {
      auto minutes = static_cast<int64_t>(seconds / 60);
      out += fmt::format("{}m{:.{}f}s", minutes, seconds - static_cast<double>(minutes) * 60,
                         precision);
    } else {
      out += fmt::format("{:.{}f}", seconds, precision);
    }
  }
  return out;
}

// What `time` prints behind the pipeline on top.
void TellTime(Process& process, const PipelineNode& node) {
  if (!node.timed) return;
  const bool posix = node.posix_time;
  const int64_t ns = process.budget().clock().monotonic_ns() - process.top().pipeline->start_ns;
  const std::string* format = ValueOf(process, kSymTimeformat);
  if (format != nullptr) {
    if (!format->empty()) process.WriteError(FormatTimes(*format, ns) + "\n");
    return;
  }
  const std::string real = TimeText(ns, posix), none = TimeText(0, posix);
  process.WriteError(posix ? fmt::format("real {}\nuser {}\nsys {}\n", real, none, none)
                           : fmt::format("\nreal\t{}\nuser\t{}\nsys\t{}\n", real, none, none));
}

// BASH_COMMAND: what was begun last here; groups and loops are begun by their own processes.
void NoteStages(Process& process, const PipelineNode& node) {
  for (size_t i = node.stages.size(); i-- > 0 && process.budget().Tick(1);) {
    const NodeKind kind = node.stages[i]->kind;
    if (kind == NodeKind::kSimple || kind == NodeKind::kSubshell)
      return NoteCommand(process, node.stages[i]);
  }
}

// Bash waits for ( ... ) at the end of a pipeline as for any other, and then for the pipeline: the
// ERR trap runs for both.
bool RunsTrapOfLastStage(const Process& process, const PipelineNode& node) {
  const PipelineState& pipeline = *process.top().pipeline;
  return pipeline.last_status < 0 && !pipeline.pids.empty() && pipeline.pids.back() != 0 &&
         node.stages.back()->kind == NodeKind::kSubshell && !process.top().tested;
}

// Behind ! errexit is not looked at. Where it is off, what runs there may turn it on, and its
// failures are those of any command: only of the whole nobody looks at the status (IsNegated()).
bool IgnoresFailures(const Process& process, const PipelineNode& node) {
  return node.negated && process.options.Has(SetOption::kErrExit);
}

// A process for stage `i`, behind what the stage before it writes. False: a limit.
bool StartStage(Process& process, const PipelineNode& node, size_t i, bool told) {
  const Node* stage = node.stages[i];
  Process* child = Fork(process);
  if (child == nullptr) return false;
  PipelineState& pipeline = *process.top().pipeline;
  const bool given = static_cast<bool>(pipeline.input);
  child->input_given = given || (child->input_given && stage->kind != NodeKind::kSubshell);
  if (given) child->fds.Set(0, std::move(pipeline.input));
  pipeline.input = nullptr;
  if (i + 1 < node.stages.size()) {
    auto pipe = MakeRef<Pipe>();
    child->fds.Set(1, MakePipeEnd(pipe, Description::Kind::kPipeWrite));
    pipeline.input = MakePipeEnd(pipe, Description::Kind::kPipeRead);
  }
  StartWith(child, stage, process.frames.CurrentUnit());
  child->top().flag = told;
  child->is_one_command = stage->kind == NodeKind::kSimple;
  if (IgnoresFailures(process, node)) child->top().tested = child->ignores_errexit = true;
  pipeline.pids.push_back(child->pid);
  return true;
}

// As in bash, the DEBUG trap of a simple command runs here, before its process begins.
Run StartStages(Process& process, const PipelineNode& node) {
  const bool last_here =
      process.options.Has(Shopt::kLastpipe) && !process.options.Has(SetOption::kMonitor);
  for (; process.top().index < node.stages.size(); ++process.top().index) {
    const size_t i = process.top().index;
    if (last_here && i + 1 == node.stages.size()) {
      process.fds.Redirect(&process.budget(), 0, std::move(process.top().pipeline->input), false);
      process.top().state = PipelineState::kLastHere;
      process.top().index = 0;
      process.PushNode(node.stages[i], IgnoresFailures(process, node));
      return Run::kGoOn;
    }
    if (node.stages[i]->kind == NodeKind::kSimple && !process.top().flag &&
        PushDebugTrap(process, node.stages[i])) {
      process.frames[process.frames.size() - 2].flag = true;
      return Run::kGoOn;
    }
    const bool told = std::exchange(process.top().flag, false);
    const AfterDebugTrap after = told ? TakeDebugStatus(process) : AfterDebugTrap::kRuns;
    if (after == AfterDebugTrap::kReturns) return Run::kGoOn;
    if (after == AfterDebugTrap::kSkips) {
      // Who reads from it reads nothing.
      process.top().pipeline->input = MakePipeEnd(MakeRef<Pipe>(), Description::Kind::kPipeRead);
    } else if (!StartStage(process, node, i, told)) {
      return Run::kGoOn;
    }
  }
  process.top().pipeline->input = nullptr;
  process.top().state = PipelineState::kWaits;
  process.top().index = 0;
  return Run::kGoOn;
}

Run BeginPipeline(Process& process, const PipelineNode& node) {
  Frame* frame = &process.top();
  process.line = node.line;
  frame->pipeline = std::make_unique<PipelineState>();
  frame->pipeline->start_ns = process.budget().clock().monotonic_ns();
  frame->index = 0;
  if (node.stages.size() == 1) {
    frame->state = PipelineState::kOnlyOne;
    process.PushNode(node.stages[0], IgnoresFailures(process, node));
    return Run::kGoOn;
  }
  frame->state = PipelineState::kStarts;
  NoteStages(process, node);
  return StartStages(process, node);
}

Run FinishPipeline(Process& process, const PipelineNode& node) {
  PipelineState& pipeline = *process.top().pipeline;
  if (process.top().state == PipelineState::kWaits) {
    if (pipeline.last_status >= 0) pipeline.pids.push_back(pipeline.last_status);
    // (Without any, the DEBUG trap forbade all its stages.)
    process.status = pipeline.pids.empty() ? 0 : pipeline.pids.back();
    if (!pipeline.pids.empty()) process.pipe_status = pipeline.pids;
    if (process.options.Has(SetOption::kPipeFail)) {
      process.budget().Tick(pipeline.pids.size());
      for (int one : pipeline.pids) {
        if (one != 0) process.status = one;
      }
    }
    if (RunsTrapOfLastStage(process, node)) {
      process.top().state = PipelineState::kTrapped;
      if (PushErrTrap(process)) return Run::kGoOn;
    }
  }
  TellTime(process, node);
  if (node.negated) process.status = process.status == 0 ? 1 : 0;
  bool checks = (process.top().state == PipelineState::kWaits ||
                 process.top().state == PipelineState::kTrapped) &&
                !node.negated;
  Finish(process, checks);
  return Run::kGoOn;
}

}  // namespace

void LeavePipeline(Process& process) {
  // (Not what `return` leaves, as in bash, nor what a signal or `exec` ends.)
  if (process.unwind == Unwind::kReturn || process.life.killed_by != 0) return;
  if (process.top().pipeline == nullptr) return;
  TellTime(process, static_cast<const PipelineNode&>(*process.top().node));
}

Run StepPipeline(Process& process, const PipelineNode& node) {
  if (process.top().state == PipelineState::kBegin) return BeginPipeline(process, node);
  if (process.top().state == PipelineState::kStarts) {
    if (Run run = StartStages(process, node); process.top().state != PipelineState::kWaits)
      return run;
  }
  if (process.top().state == PipelineState::kLastHere) {
    // Its input is closed before the others are waited for.
    process.fds.UndoTo(&process.budget(), process.top().undo_mark);
    process.top().pipeline->last_status = process.status;
    process.top().state = PipelineState::kWaits;
  }
  if (process.top().state == PipelineState::kWaits) {
    PipelineState& pipeline = *process.top().pipeline;
    while (process.top().index < pipeline.pids.size()) {
      int& child = pipeline.pids[process.top().index];
      if (WaitChild(process, child) == Run::kBlocked) return Run::kBlocked;
      child = process.status;  // the status takes the pid's place
      ++process.top().index;
    }
  }
  return FinishPipeline(process, node);
}

namespace {

// ( ls ): the subshell becomes the command, and is no shell any more when it ends.
bool BecomesCommand(const Process& process, const Node* body) {
  if (body->kind != NodeKind::kSimple) return false;
  const auto& words = static_cast<const SimpleNode*>(body)->words;
  if (words.empty() || !words[0]->literal) return false;
  const std::string name(words[0]->text);
  return process.functions->find(name) == process.functions->end() &&
         FindBuiltin(process, name) == nullptr;
}

}  // namespace

Run StepSubshell(Process& process, const GroupNode& node) {
  Frame& frame = process.top();
  if (frame.state == 0) {
    process.line = node.line;
    NoteCommand(process, &node);
    // A process that has nothing else to do is the subshell itself.
    frame.state = 1;
    if (process.frames.size() == 1 && process.pid != process.shell_pid && node.redirects.empty() &&
        !process.traps.Has("EXIT")) {
      frame.state = 2;
      ++process.subshell;
      process.is_one_command = BecomesCommand(process, node.body);
      process.loop_depth = 0;
      process.PushNode(node.body, false);
      return Run::kGoOn;
    }
    Process* child = Fork(process);
    if (child == nullptr) return Run::kGoOn;
    child->loop_depth = 0;
    // (What was given to commands around a subshell does not count in it.)
    child->input_given = process.fds.HasInputBehind(process.top().undo_mark);
    CloseCoprocess(child);
    StartWith(child, node.body, process.frames.CurrentUnit());
    child->is_one_command = BecomesCommand(process, node.body);
    process.top().index = static_cast<uint32_t>(child->pid);
  }
  if (process.top().state == 1 &&
      WaitChild(process, static_cast<int>(process.top().index)) == Run::kBlocked) {
    return Run::kBlocked;
  }
  if (process.top().state == 1) process.pipe_status.assign(1, process.status);
  Finish(process, process.top().state == 1);
  return Run::kGoOn;
}

// The DEBUG trap of a simple command runs before its process begins. flag: it has run.
Run StepBackground(Process& process, const Node* node) {
  if (node->kind == NodeKind::kSimple && !process.top().flag && PushDebugTrap(process, node)) {
    process.frames[process.frames.size() - 2].flag = true;
    return Run::kGoOn;
  }
  ++process.top().index;
  const bool told = std::exchange(process.top().flag, false);
  if (!told || TakeDebugStatus(process) == AfterDebugTrap::kRuns)
    StartBackground(process, node, told);
  return Run::kGoOn;
}

Run StepCoproc(Process& process, const GroupNode& node) {
  int other = 0;
  if (const std::string* name = process.jobs.LastCoprocess(&other)) {
    process.Error("warning: execute_coproc: coproc [", std::to_string(other), ":", *name,
                  "] still exists");
  }
  Process* child = Fork(process);
  if (child == nullptr) return Run::kGoOn;
  auto to = MakeRef<Pipe>();
  auto from = MakeRef<Pipe>();
  child->fds.Set(0, MakePipeEnd(to, Description::Kind::kPipeRead));
  child->fds.Set(1, MakePipeEnd(from, Description::Kind::kPipeWrite));
  CloseCoprocess(child);
  StartWith(child, node.body, process.frames.CurrentUnit());
  const int read_fd = process.fds.HighestFree(63);
  process.fds.Set(read_fd, MakePipeEnd(from, Description::Kind::kPipeRead));
  const int write_fd = process.fds.HighestFree(60);
  process.fds.Set(write_fd, MakePipeEnd(to, Description::Kind::kPipeWrite));
  process.last_background = child->pid;
  process.jobs.Add(
      &process.budget(), child->pid,
      "coproc " + std::string(node.name) + " " + PrintCommand(node.body, &process.budget()).items(),
      node.name);
  AssignArray(process, process.symbols().Intern(node.name),
              {std::to_string(read_fd), std::to_string(write_fd)});
  AssignVariable(process, std::string(node.name) + "_PID", std::to_string(child->pid));
  process.status = 0;
  Finish(process);
  return Run::kGoOn;
}

}  // namespace pysub::shell
