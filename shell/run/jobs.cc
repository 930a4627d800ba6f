#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "shell/run/external_io.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/process.h"
#include "shell/run/signals.h"
#include "shell/syntax/print.h"

// Processes that a process starts: pipelines, subshells, jobs, coprocesses.

namespace pysub::shell {

// Traps that ignore a signal stay, the others are the parent's.
void Process::InheritTraps() {
  if (shown_traps->empty()) shown_traps = traps;
  auto kept = std::exchange(traps, {});
  for (const auto& [trap, text] : *kept) {
    bool stays = text.empty() || (trap == "DEBUG" && Has(SetOption::kFuncTrace)) ||
                 (trap == "RETURN" && Has(SetOption::kFuncTrace)) ||
                 (trap == "ERR" && Has(SetOption::kErrTrace));
    if (!stays || trap == "EXIT") continue;
    traps.Mutable()[trap] = text;
    traps.HoldMore(&budget(), static_cast<int64_t>(text.size()));
  }
}

// Whether standard input is that of a compound command, or of a function that runs.
bool Process::HasInput() const {
  if (input_given) return true;
  for (size_t i = 0, at = 0; i < frames.size() && at < undo.size(); ++i) {
    const bool function = i + 1 < frames.size() && frames[i + 1].kind == FrameKind::kCall;
    const bool counts = frames[i].kind == FrameKind::kNode &&
                        (frames[i].node->kind != NodeKind::kSimple || function);
    const size_t end = i + 1 < frames.size()
                           ? std::min<size_t>(frames[i + 1].undo_mark, undo.size())
                           : undo.size();
    for (; at < end; ++at) {
      if (counts && undo[at].fd == 0) return true;
    }
  }
  return false;
}

Process* Process::Fork() {
  if (subshell >= budget().limits().substitution_depth) {
    budget().Reach(ShellLimit::kSubstitutionDepth);
    return nullptr;
  }
  if (kernel->process_count() >= budget().limits().processes) {
    budget().Reach(ShellLimit::kProcesses);
    return nullptr;
  }
  if (!budget().ChargeMemory(4096) ||
      !budget().Tick((fds.rows().size() + frames.size() + undo.size()) / 4))
    return nullptr;
  Process* child = kernel->NewProcess(*this);
  child->parent = pid;
  child->subshell = subshell + 1;
  child->random_state = kernel->Random();
  child->ignores_errexit = frames.empty() ? ignores_errexit : frames.back().tested;
  child->trace_level = trace_level;
  child->input_given = HasInput();
  if (!traps->empty()) child->InheritTraps();
  children.push_back({.pid = child->pid});
  return child;
}

namespace {

// The frame of a new process; it keeps the script's text alive.
void StartWith(Process* child, const Node* node, std::shared_ptr<const Unit> unit) {
  // A compound command is not in the loops around it any more.
  if (node->kind != NodeKind::kSimple) child->loop_depth = 0;
  child->PushNode(node, false);
  child->frames.back().unit = std::move(unit);
}

}  // namespace

Child* Process::FindChild(int child_pid) {
  auto found = std::lower_bound(children.begin(), children.end(), child_pid,
                                [](const Child& child, int wanted) { return child.pid < wanted; });
  return found != children.end() && found->pid == child_pid ? &*found : nullptr;
}

void Process::ForgetChild(int child_pid) {
  if (Child* child = FindChild(child_pid))
    children.erase(children.begin() + (child - children.data()));
}

Job* Process::FindJob(int number) {
  auto found = std::lower_bound(jobs.begin(), jobs.end(), number,
                                [](const Job& job, int wanted) { return job.number < wanted; });
  return found != jobs.end() && found->number == number ? &*found : nullptr;
}

// The job whose last process is `child_pid`, when `wait` has told its end. Bash unsets a
// coprocess's variables then.
void Process::ForgetJob(int child_pid) {
  ForgetChild(child_pid);
  budget().Tick(jobs.size() / 8);
  for (size_t i = 0; i < jobs.size(); ++i) {
    if (jobs[i].pids.empty() || jobs[i].pids.back() != child_pid) continue;
    std::string coprocess = jobs[i].coprocess;
    jobs.erase(jobs.begin() + static_cast<std::ptrdiff_t>(i));
    if (!coprocess.empty()) ForgetCoprocess(coprocess);
    return;
  }
}

void Process::ForgetCoprocess(const std::string& coprocess) {
  Symbol symbol = symbols().Intern(coprocess);
  if (const Variable* ends = variables.Find(symbol); ends != nullptr && ends->indexed) {
    for (const std::string& fd : ends->indexed->Values()) fds.Set(std::atoi(fd.c_str()), nullptr);
  }
  Unset(symbol);
  Unset(symbols().Intern(coprocess + "_PID"));
}

namespace {

// What a shell says of a process that a signal ended; of some it says nothing.
std::string_view DeathText(int signal) {
  switch (signal) {
    case 1: return "Hangup";
    case 3: return "Quit";
    case 6: return "Aborted";
    case 9: return "Killed";
    case 10: return "User defined signal 1";
    case 12: return "User defined signal 2";
    case 14: return "Alarm clock";
    case 15: return "Terminated";
    default: return "";
  }
}

}  // namespace

// Waits for a child in the foreground; its status becomes the process's.
Run Process::WaitChild(int child_pid) {
  Child* child = FindChild(child_pid);
  if (child == nullptr) return Run::kDone;
  if (!child->done) {
    waiting.kind = Waiting::Kind::kChild;
    waiting.pid = child_pid;
    return Run::kBlocked;
  }
  status = child->status;
  std::string_view death = DeathText(child->signal);
  ForgetChild(child_pid);
  // (Of a stage of a pipeline bash says it only for the last one.)
  if (!death.empty() && frames.back().pipeline == nullptr) WriteError(std::string(death) + "\n");
  return Run::kDone;
}

Run Process::StepSubshell(const GroupNode& node) {
  Frame& frame = frames.back();
  if (frame.state == 0) {
    line = node.line;
    NoteCommand(&node);
    // A process that has nothing else to do is the subshell itself.
    frame.state = 1;
    if (frames.size() == 1 && pid != shell_pid && node.redirects.empty() &&
        !traps->contains("EXIT")) {
      frame.state = 2;
      ++subshell;
      loop_depth = 0;
      PushNode(node.body, false);
      return Run::kGoOn;
    }
    Process* child = Fork();
    if (child == nullptr) return Run::kGoOn;
    child->loop_depth = 0;
    // (What was given to commands around a subshell does not count in it.)
    child->input_given = std::any_of(undo.begin() + frames.back().undo_mark, undo.end(),
                                     [](const Undo& one) { return one.fd == 0; });
    StartWith(child, node.body, CurrentUnit());
    frames.back().index = static_cast<uint32_t>(child->pid);
  }
  if (frames.back().state == 1 &&
      WaitChild(static_cast<int>(frames.back().index)) == Run::kBlocked) {
    return Run::kBlocked;
  }
  if (frames.back().state == 1) pipe_status.assign(1, status);
  Finish(frames.back().state == 1);
  return Run::kGoOn;
}

Run Process::StepPipeline(const PipelineNode& node) {
  if (frames.back().state == 0) return StartPipeline(node);
  if (frames.back().state == 3) {
    // lastpipe: the last stage ran here. Its input is closed before the others are waited for.
    UndoTo(frames.back().undo_mark);
    frames.back().pipeline->last_status = status;
    frames.back().state = 1;
  }
  if (frames.back().state == 1) {
    // Several stages: wait for each in turn.
    PipelineState& pipeline = *frames.back().pipeline;
    while (frames.back().index < pipeline.pids.size()) {
      int child = pipeline.pids[frames.back().index];
      if (WaitChild(child) == Run::kBlocked) return Run::kBlocked;
      // The status takes the pid's place.
      pipeline.pids[frames.back().index++] = status;
    }
  }
  return FinishPipeline(node);
}

Run Process::StartPipeline(const PipelineNode& node) {
  Frame* frame = &frames.back();
  line = node.line;
  frame->pipeline = std::make_unique<PipelineState>();
  frame->pipeline->start_ns = budget().clock().monotonic_ns();
  if (node.stages.size() == 1) {
    frame->state = 2;
    frame->index = 0;
    PushNode(node.stages[0], node.negated);
    return Run::kGoOn;
  }
  frame->state = 1;
  frame->index = 0;
  std::shared_ptr<const Unit> unit = CurrentUnit();
  Ref<Description> input;
  NoteCommand(node.stages.back());
  bool last_here = Has(Shopt::kLastpipe) && !Has(SetOption::kMonitor);
  for (size_t i = 0; i < node.stages.size(); ++i) {
    if (last_here && i + 1 == node.stages.size()) {
      SetFd(0, std::move(input), false);
      frames.back().state = 3;
      PushNode(node.stages[i], node.negated);
      return Run::kGoOn;
    }
    Process* child = Fork();
    if (child == nullptr) return Run::kGoOn;
    child->input_given =
        input || (child->input_given && node.stages[i]->kind != NodeKind::kSubshell);
    if (input) child->fds.Set(0, std::move(input));
    input = nullptr;
    if (i + 1 < node.stages.size()) {
      auto pipe = MakeRef<Pipe>();
      child->fds.Set(1, MakePipeEnd(pipe, Description::Kind::kPipeWrite));
      input = MakePipeEnd(pipe, Description::Kind::kPipeRead);
    }
    StartWith(child, node.stages[i], unit);
    if (node.negated) child->frames.back().tested = child->ignores_errexit = true;
    frames.back().pipeline->pids.push_back(child->pid);
  }
  return Run::kGoOn;
}

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

}  // namespace

Run Process::FinishPipeline(const PipelineNode& node) {
  PipelineState& pipeline = *frames.back().pipeline;
  if (frames.back().state == 1) {
    if (pipeline.last_status >= 0) pipeline.pids.push_back(pipeline.last_status);
    status = pipeline.pids.back();
    pipe_status = pipeline.pids;
    if (Has(SetOption::kPipeFail)) {
      for (int one : pipeline.pids) {
        if (one != 0) status = one;
      }
    }
  }
  if (node.timed) {
    int64_t ns = budget().clock().monotonic_ns() - pipeline.start_ns;
    const std::string* format = Get(kSymTimeformat);
    if (format != nullptr) {
      if (!format->empty()) WriteError(FormatTimes(*format, ns) + "\n");
    } else if (node.posix_time) {
      WriteError(fmt::format("real {}\nuser {}\nsys {}\n", TimeText(ns, true), TimeText(0, true),
                             TimeText(0, true)));
    } else {
      WriteError(fmt::format("\nreal\t{}\nuser\t{}\nsys\t{}\n", TimeText(ns, false),
                             TimeText(0, false), TimeText(0, false)));
    }
  }
  if (node.negated) status = status == 0 ? 1 : 0;
  bool checks = frames.back().state == 1 && !node.negated;
  Finish(checks);
  return Run::kGoOn;
}

std::string Process::CommandText(const Node* node) const { return PrintCommand(node); }

// The head of a for loop, as traces and traps show it.
std::string Process::ForText(const ForNode& node) {
  std::string text = "for " + std::string(node.name) + " in";
  for (const Word* word : node.words) text += " " + std::string(word->raw);
  return node.has_words ? text : text + " \"$@\"";
}

// The frame on top runs `node` next, which the trap is told.
bool Process::PushDebugTrap(const Node* node) {
  if (traps->empty() || !in_trap.empty() || (function_depth > 0 && !Has(SetOption::kFuncTrace)))
    return false;
  if (!traps->contains("DEBUG")) return false;
  size_t before = frames.size();
  NoteCommand(node);
  PushTrap("DEBUG", false);
  return frames.size() > before;
}

// Printing every command costs; only traps look at one that has ended.
void Process::NoteCommand(const Node* node) {
  if (traps->empty() || !in_trap.empty()) return;
  if (node->kind == NodeKind::kCase) {
    running_command = "case " + std::string(static_cast<const CaseNode*>(node)->word->raw) + " in ";
  } else if (node->kind == NodeKind::kFor) {
    running_command = ForText(*static_cast<const ForNode*>(node));
  } else {
    running_command = CommandText(node);
  }
  budget().Tick(running_command.size() / 16);
  HoldTexts();
}

std::string Process::RunningCommand() const {
  if (!in_trap.empty()) return running_command;
  for (size_t i = frames.size(); i-- > 0;) {
    const Node* node = frames[i].node;
    if (frames[i].kind == FrameKind::kNode && node->kind == NodeKind::kSimple)
      return CommandText(node);
  }
  return running_command;
}

// Of the child that was forked last.
void Process::AddJob(int child_pid, std::string text, std::string_view coprocess) {
  Job job;
  job.number = jobs.empty() ? 1 : jobs.back().number + 1;
  job.pids = {child_pid};
  job.coprocess = coprocess;
  job.held.Add(&budget(), static_cast<int64_t>(text.size()) + 512);
  job.text = std::move(text);
  children.back().job = job.number;
  jobs.push_back(std::move(job));
}

void Process::StartBackground(const Node* node) {
  Process* child = Fork();
  if (child == nullptr) return;
  // Jobs do not take the script's input, but that of a command around them: x | { cat & wait; }
  if (!child->input_given) {
    int error = 0;
    Ref<Description> null = OpenPath("/dev/null", files::kOpenRead, &error);
    if (!null) null = MakeRef<Description>(Description::Kind::kText);
    child->fds.Set(0, null);
  }
  StartWith(child, node, CurrentUnit());
  last_background = child->pid;
  AddJob(child->pid, CommandText(node));
  status = 0;
}

Run Process::StepCoproc(const GroupNode& node) {
  Process* child = Fork();
  if (child == nullptr) return Run::kGoOn;
  auto to = MakeRef<Pipe>();
  auto from = MakeRef<Pipe>();
  child->fds.Set(0, MakePipeEnd(to, Description::Kind::kPipeRead));
  child->fds.Set(1, MakePipeEnd(from, Description::Kind::kPipeWrite));
  StartWith(child, node.body, CurrentUnit());
  const int read_fd = fds.HighestFree(63);
  fds.Set(read_fd, MakePipeEnd(from, Description::Kind::kPipeRead));
  const int write_fd = fds.HighestFree(60);
  fds.Set(write_fd, MakePipeEnd(to, Description::Kind::kPipeWrite));
  last_background = child->pid;
  AddJob(child->pid, "coproc " + std::string(node.name) + " " + CommandText(node.body), node.name);
  AssignArray(symbols().Intern(node.name), {std::to_string(read_fd), std::to_string(write_fd)});
  Assign(std::string(node.name) + "_PID", std::to_string(child->pid));
  status = 0;
  Finish();
  return Run::kGoOn;
}

void Process::Signal(int number) {
  std::string trap(SignalName(number));
  auto found = number == kSigKill ? traps->end() : traps->find(trap);
  if (found != traps->end()) {
    if (!found->second.empty()) signals.push_back(number);
    // A wait is interrupted by a signal that is trapped.
    if (!found->second.empty() && waiting.interruptible) waiting = Waiting();
    return;
  }
  if (!IsDeadly(number)) return;
  if (number == kSigPipe && (in_command || external.command != nullptr)) {
    command_signal = number;
    return;
  }
  killed_by = number;
  // The step that runs still uses what the process is made of: it dies behind it.
  if (stepping) {
    dying = number;
    return;
  }
  Die(number);
}

void Process::Die(int number) {
  // (Nothing runs behind a broken pipe.)
  if (number != kSigKill && number != kSigPipe && traps->contains("EXIT") && !exiting) {
    // Its EXIT trap runs before it ends.
    external.command.reset();
    external.io.reset();
    waiting = Waiting();
    Exit(128 + number);
    return;
  }
  kernel->Kill(this, 128 + number);
}

}  // namespace pysub::shell
