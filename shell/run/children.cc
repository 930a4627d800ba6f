#include "shell/run/children.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "shell/run/interactive.h"
#include "shell/run/kernel.h"
#include "shell/run/redirect.h"
#include "shell/run/signals.h"
#include "shell/run/steps.h"
#include "shell/run/variable_access.h"
#include "shell/syntax/print.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

// Whether standard input is that of a compound command, or of a function that runs.
bool HasInput(const Process& process) {
  if (process.input_given) return true;
  const FrameStack& frames = process.frames;
  const std::vector<Undo>& undo = process.fds.undo();
  for (size_t i = 0, at = 0; i < frames.size() && at < undo.size(); ++i) {
    const bool function = i + 1 < frames.size() && frames[i + 1].kind == FrameKind::kCall;
    const bool counts =
        frames[i].kind == FrameKind::kNode && (!frames[i].IsNode(NodeKind::kSimple) || function);
    const size_t end = i + 1 < frames.size()
                           ? std::min<size_t>(frames[i + 1].undo_mark, undo.size())
                           : undo.size();
    for (; at < end; ++at) {
      if (counts && undo[at].fd == 0) return true;
    }
  }
  return false;
}

// What a shell says of a process that a signal ended; of some it says nothing.
std::string_view DeathText(int signal) {
  switch (signal) {
    case 1: return "Hangup";
    case 3: return "Quit";
    case 4: return "Illegal instruction";
    case 5: return "Trace/breakpoint trap";
    case 6: return "Aborted";
    case 7: return "Bus error";
    case 8: return "Floating point exception";
    case 9: return "Killed";
    case 10: return "User defined signal 1";
    case 11: return "Segmentation fault";
    case 12: return "User defined signal 2";
    case 14: return "Alarm clock";
    case 15: return "Terminated";
    case 16: return "Stack fault";
    case 24: return "CPU time limit exceeded";
    case 25: return "File size limit exceeded";
    case 26: return "Virtual timer expired";
    case 27: return "Profiling timer expired";
    case 29: return "I/O possible";
    case 30: return "Power failure";
    case 31: return "Bad system call";
    default: return "";
  }
}

}  // namespace

Process* Fork(Process& process) {
  Budget& budget = process.budget();
  if (process.subshell >= budget.limits().substitution_depth) {
    budget.Reach(ShellLimit::kSubstitutionDepth);
    return nullptr;
  }
  if (process.kernel->process_count() >= budget.limits().processes) {
    budget.Reach(ShellLimit::kProcesses);
    return nullptr;
  }
  if (!budget.ChargeMemory(4096) ||
      !budget.Tick((process.fds.size() + process.frames.size() + process.fds.undo().size()) / 4))
    return nullptr;
  Process* child = process.kernel->NewProcess(process);
  child->parent = process.pid;
  child->subshell = process.subshell + 1;
  child->variables.SeedRandom(process.kernel->Random());
  child->ignores_errexit = process.frames.empty() ? process.ignores_errexit : process.top().tested;
  child->trace_level = process.trace_level;
  child->input_given = HasInput(process);
  child->is_one_command = false;
  if (!process.traps.empty()) child->traps.Inherit(&budget, child->options);
  process.jobs.AddChild(child->pid);
  return child;
}

void LeaveRunningTraps(const Process& process, Process* child) {
  if (process.traps.running().empty()) return;
  for (const char* name : {"DEBUG", "ERR", "RETURN"}) {
    if (IsWithinTrap(process, name)) child->traps.Remove(&process.budget(), name);
  }
  const std::string& running = process.traps.running();
  if (running == "DEBUG" || running == "ERR" || running == "RETURN")
    child->traps.Begin(running);  // BASH_COMMAND is still what that was about
}

void CloseCoprocess(Process* child) {
  Process* parent = child->kernel->Find(child->parent);
  if (parent == nullptr) return;
  const std::string* name = parent->jobs.LastCoprocess();
  if (name == nullptr) return;
  const Variable* ends = parent->variables.Find(parent->symbols().Intern(*name));
  if (ends == nullptr || !ends->indexed) return;
  for (const std::string& end : ends->indexed->Values()) {
    int fd = -1;
    if (ReadWhole(end, &fd) && fd > 2) child->fds.Set(fd, nullptr);
  }
}

void StartWith(Process* child, const Node* node, std::shared_ptr<const Unit> unit) {
  if (node->kind != NodeKind::kSimple) CloseCoprocess(child);
  // A compound command is not in the loops around it any more.
  if (node->kind != NodeKind::kSimple) child->loop_depth = 0;
  child->PushNode(node, false);
  child->top().unit = std::move(unit);
}

void StartBackground(Process& process, const Node* node, bool told) {
  Process* child = Fork(process);
  if (child == nullptr) return;
  // Jobs do not take the script's input, but that of a command around them: x | { cat & wait; }
  if (!child->input_given) {
    int error = 0;
    Ref<Description> null = OpenPath(process, "/dev/null", files::kOpenRead, &error);
    if (!null) null = MakeRef<Description>(Description::Kind::kText);
    child->fds.Set(0, null);
  }
  StartWith(child, node, process.frames.CurrentUnit());
  child->top().flag = told;
  child->is_one_command = node->kind == NodeKind::kSimple;
  if (!process.options.Has(SetOption::kMonitor)) child->ignores_interrupts = true;
  process.last_background = child->pid;
  process.jobs.Add(&process.budget(), child->pid, PrintCommand(node, &process.budget()).Take());
  if (HasPrompts(process))
    process.WriteError(
        fmt::format("[{}] {}\n", process.jobs.list().back().number, process.last_background));
  process.status = 0;
}

Run WaitChild(Process& process, int child_pid) {
  Child* child = process.jobs.FindChild(child_pid);
  if (child == nullptr) return Run::kDone;
  if (!child->done) {
    process.waiting.ForChild(Waiting::Kind::kChild, child_pid);
    return Run::kBlocked;
  }
  process.status = child->status;
  const int signal = child->signal;
  process.jobs.ForgetChild(child_pid);
  // (Of a stage of a pipeline nothing is said.)
  if (signal != 0 && process.top().pipeline == nullptr)
    TellOfDeath(process, child_pid, signal,
                PrintCommand(process.top().node, &process.budget()).items());
  TellOfDeadJobs(process);
  return Run::kDone;
}

void TellOfDeath(Process& process, int pid, int signal, std::string_view command) {
  const std::string_view death = DeathText(signal);
  if (death.empty()) return;
  if (signal == kSigTerm || HasPrompts(process) || process.traps.Has(SignalName(signal))) {
    process.WriteError(std::string(death) + "\n");
  } else {
    process.Error(fmt::format("{:5} {:<24}", pid, death), command);
  }
}

void TellOfDeadJobs(Process& process) {
  if (HasPrompts(process)) return;
  int signal = 0;
  while (const Job* job = process.jobs.NextDeath(&process.budget(), &signal)) {
    if (!process.budget().Tick(16)) return;
    if (signal != kSigTerm && !process.traps.Has(SignalName(signal)))
      TellOfDeath(process, job->pids.back(), signal, job->text);
  }
}

void ForgetCoprocess(Process& process, const std::string& coprocess) {
  Symbol symbol = process.symbols().Intern(coprocess);
  if (const Variable* ends = process.variables.Find(symbol); ends != nullptr && ends->indexed) {
    for (const std::string& fd : ends->indexed->Values())
      process.fds.Set(std::atoi(fd.c_str()), nullptr);
  }
  UnsetVariable(process, symbol);
  UnsetVariable(process, process.symbols().Intern(coprocess + "_PID"));
}

void ForgetJob(Process& process, int child_pid) {
  const std::string coprocess = process.jobs.Forget(&process.budget(), child_pid);
  if (!coprocess.empty()) ForgetCoprocess(process, coprocess);
}

}  // namespace pysub::shell
