#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "shell/builtins/builtins.h"
#include "shell/expand/text.h"
#include "shell/run/children.h"
#include "shell/run/growing_text.h"
#include "shell/run/interactive.h"
#include "shell/run/kernel.h"
#include "shell/run/posix.h"
#include "shell/run/signals.h"
#include "shell/run/variable_access.h"
#include "shell/whole_number.h"

// jobs, wait, disown; fg and bg, which need job control.

namespace pysub::shell {
namespace {

bool ParsePid(std::string_view text, int* pid) {
  int64_t number = 0;
  if (!ReadWhole(text, &number) || number < INT32_MIN || number > INT32_MAX) return false;
  *pid = static_cast<int>(number);
  return true;
}

// `jobs | wc -l` and $(jobs -p) tell of the jobs of the shell around them; (jobs) and {
// jobs; } | cat do not.
const Jobs& JobsToShow(Process& process) {
  Process* from = &process;
  while (from->jobs.list().empty() && from->pid != from->shell_pid &&
         process.budget().Tick(1 + from->frames.size())) {
    Process* parent = process.kernel->Find(from->parent);
    if (parent == nullptr || parent->frames.empty() || parent->top().kind != FrameKind::kNode)
      break;
    const NodeKind around = parent->top().node->kind;
    const bool alone = from->frames.size() == 1 && from->frames[0].kind == FrameKind::kNode &&
                       from->frames[0].node->kind == NodeKind::kSimple;
    if (around == NodeKind::kSubshell || (around == NodeKind::kPipeline && !alone)) break;
    if (std::any_of(from->frames.begin(), from->frames.end(), [](const Frame& frame) {
          return frame.kind == FrameKind::kNode && frame.node->kind == NodeKind::kSubshell;
        })) {
      break;
    }
    from = parent;
  }
  return from->jobs;
}

// jobs -x COMMAND ARG...: with the process of the job in place of each %N.
BuiltinResult RunWithPids(Process& process, const std::vector<std::string>& args, size_t at) {
  GrowingText text(&process.budget());
  const Jobs& jobs = JobsToShow(process);
  for (; at < args.size() && !text.full(); ++at) {
    const Job* job = args[at].starts_with('%') ? jobs.Find(args[at]) : nullptr;
    job != nullptr ? static_cast<void>(text.Append(std::to_string(job->pids.back())))
                   : QuoteAlways(args[at], &text);
    text.Append(' ');
  }
  if (text.full() || text.text().empty()) return 0;
  process.status = 0;
  ++process.trace_level;
  process.PushScript(text.text(), ScriptState::Kind::kEval, process.line);
  return BuiltinResult::Kind::kPushed;
}

}  // namespace

BuiltinResult BuiltinJobs(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "lnprsx");
  bool pids = false, long_form = false, running = false, stopped = false;
  while (char option = options.Next()) {
    if (option == '?') return 2;
    if (option == 'x') return RunWithPids(process, args, options.index() + 1);
    pids = pids || option == 'p';
    long_form = long_form || option == 'l';
    running = running || option == 'r';
    stopped = stopped || option == 's';
  }
  std::string out;
  int status = 0;
  const Jobs& all = JobsToShow(process);
  const std::vector<Job>& jobs = all.list();
  const bool prompts = process.kernel->at_prompt || process.interactive;
  // bash -c tells nobody how a job has ended, and of one that a signal ended nobody asks.
  const auto is_told = [&](const Job& job) {
    const Child* child = all.FindChild(job.pids.back());
    return prompts || (!process.RunsText() && (child == nullptr || child->signal == 0));
  };
  std::vector<int> named;
  for (size_t at = options.index(); at < args.size(); ++at) {
    int64_t pid = 0;
    const Job* job = all.Find(args[at]);
    if (job == nullptr && ReadWhole(args[at], &pid)) job = all.FindByPid(pid);
    if (job != nullptr) {
      named.push_back(job->number);
      continue;
    }
    process.BuiltinError(args[at], ": no such job");
    status = 1;
  }
  std::vector<int> ended;  // they are told now
  for (const Job& job : jobs) {
    if (!process.budget().Tick(16)) return 1;
    if (options.index() < args.size() &&
        std::find(named.begin(), named.end(), job.number) == named.end())
      continue;
    const bool forgotten = job.done && !is_told(job);
    if (forgotten) ended.push_back(job.number);
    if (forgotten || (job.done && running) || stopped) continue;
    if (pids) {
      out += std::to_string(job.pids.back()) + "\n";
      continue;
    }
    if (job.done) ended.push_back(job.number);
    out += all.Line(job, InPosixMode(process), long_form);
  }
  process.jobs.TellEnded(ended);
  process.Write(1, out);
  return status;
}

namespace {

BuiltinResult WaitsFor(Process& process, Waiting::Kind kind, int pid) {
  process.waiting.ForChild(kind, pid);
  process.waiting.interruptible = true;
  return BuiltinResult::Kind::kBlocked;
}

// Whether an operand names this child, or there is none.
bool IsNamed(const Process& process, const Child& child, std::span<const std::string> operands) {
  bool named = operands.empty();
  for (const std::string& operand : operands) {
    int64_t pid = 0;
    const Job* job = operand.starts_with('%') ? process.jobs.Find(operand) : nullptr;
    named = named || (job != nullptr && job->pids.back() == child.pid) ||
            (ReadWhole(operand, &pid) && pid == child.pid);
  }
  return named;
}

// That a signal has ended a job the shell says always; how another one has ended, with `set -m`.
void TellOfEnd(Process& process, int pid) {
  const Child* child = process.jobs.FindChild(pid);
  TellOfDeadJobs(process);
  if (child != nullptr && child->signal != 0 && child->signal != kSigTerm) return;
  if (!process.options.Has(SetOption::kMonitor) || HasPrompts(process)) return;
  for (const Job& job : process.jobs.list()) {
    if (!process.budget().Tick(1)) return;
    if (job.pids.back() == pid) process.WriteError(process.jobs.Line(job, InPosixMode(process)));
  }
}

// wait -n says of each operand that is no child any more that it is none, once.
void TellOfNoJobs(Process& process, std::span<const std::string> operands) {
  for (const std::string& operand : operands) {
    int pid = 0;
    const bool known = operand.starts_with('%')
                           ? process.jobs.Find(operand) != nullptr
                           : ParsePid(operand, &pid) && process.jobs.FindChild(pid) != nullptr;
    if (!known) process.BuiltinError(operand, ": no such job");
    if (!process.budget().Tick(1)) return;
  }
}

// wait -n
BuiltinResult WaitForAny(Process& process, std::span<const std::string> operands,
                         const std::string& variable) {
  bool waits = false;
  for (const Child& child : process.jobs.children()) {
    if (child.job == 0 || !IsNamed(process, child, operands)) continue;
    if (child.done) {
      const int status = child.status, pid = child.pid;
      process.jobs.Remember(&process.budget(), pid, status);  // `wait PID` may ask for it
      TellOfEnd(process, pid);
      ForgetJob(process, pid);
      if (!variable.empty()) AssignTarget(process, variable, std::to_string(pid));
      return status;
    }
    waits = true;
  }
  return waits ? WaitsFor(process, Waiting::Kind::kAnyChild, 0) : BuiltinResult(127);
}

BuiltinResult WaitForAll(Process& process) {
  for (const Child& child : process.jobs.children()) {
    if (!child.done) return WaitsFor(process, Waiting::Kind::kChild, child.pid);
  }
  for (const Child& child : process.jobs.children()) {
    if (child.job != 0) TellOfEnd(process, child.pid);
  }
  for (const Job& job : process.jobs.ForgetAll()) {
    if (!process.budget().Tick(16)) break;
    if (!job.coprocess.empty()) ForgetCoprocess(process, job.coprocess);
  }
  return 0;
}

// The status of one that is no child, or none any more.
int StatusOfStranger(Process& process, int pid) {
  if (std::optional<int> past = process.jobs.PastStatus(pid)) return *past;
  process.BuiltinError(fmt::format("pid {} is not a child of this shell", pid));
  return 127;
}

BuiltinResult WaitForOne(Process& process, const std::string& operand,
                         const std::string& variable) {
  int pid = 0;
  if (operand.starts_with('%')) {
    const Job* job = process.jobs.Find(operand);
    if (job == nullptr) {
      process.BuiltinError(operand, ": no such job");
      return 127;
    }
    pid = job->pids.back();
  } else if (!ParsePid(operand, &pid)) {
    process.BuiltinError("`", operand, "': not a pid or valid job spec");
    return 1;
  }
  const Child* child = process.jobs.FindChild(pid);
  if (child == nullptr) {
    if (!variable.empty() && process.jobs.PastStatus(pid))
      AssignTarget(process, variable, std::to_string(pid));
    return StatusOfStranger(process, pid);
  }
  if (!child->done) return WaitsFor(process, Waiting::Kind::kChild, pid);
  const int status = child->status;
  // It may be asked for once more, but not in posix mode.
  if (!InPosixMode(process)) process.jobs.Remember(&process.budget(), pid, status);
  if (!variable.empty()) AssignTarget(process, variable, std::to_string(pid));
  TellOfEnd(process, pid);
  ForgetJob(process, pid);
  return status;
}

// wait -p: the variable is unset until there is something to say. False: it is no name.
bool BeginVariable(Process& process, const std::string& variable) {
  std::string_view name = variable, subscript;
  if (!SplitTarget(process, variable, &name, &subscript)) name = variable;
  if (!IsName(name)) {
    process.BuiltinError("`", variable, "': not a valid identifier");
    return false;
  }
  if (process.builtin.stage > 0) return true;  // it is called again, when it has waited
  const Symbol symbol = process.symbols().Intern(name);
  return subscript.empty() ? UnsetVariable(process, symbol)
                           : UnsetElement(process, symbol, subscript);
}

}  // namespace

BuiltinResult BuiltinWait(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "fnp:");
  bool any = false;
  std::string variable;
  while (char option = options.Next()) {
    if (option == '?') return 2;
    any = any || option == 'n';
    if (option == 'p') variable = options.value();
  }
  if (!variable.empty() && !BeginVariable(process, variable)) return 1;
  // A trapped signal interrupts.
  if (process.traps.HasPending()) return 128 + process.traps.first_pending();
  const std::span<const std::string> operands =
      std::span(args).subspan(std::min(options.index(), args.size()));
  if (any) {
    if (std::exchange(process.builtin.stage, 1) == 0) TellOfNoJobs(process, operands);
    return WaitForAny(process, operands, variable);
  }
  process.builtin.stage = 1;
  if (operands.empty()) return WaitForAll(process);
  BuiltinResult result = 0;
  // number: how many operands are done.
  for (uint64_t& at = process.builtin.number; at < operands.size(); ++at) {
    result = WaitForOne(process, operands[at], variable);
    if (result.kind == BuiltinResult::Kind::kBlocked) break;
  }
  return result;
}

BuiltinResult BuiltinDisown(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "ahr");
  bool all = false, running = false, keeps = false;
  while (char option = options.Next()) {
    if (option == '?') return 2;
    all = all || option == 'a';
    running = running || option == 'r';
    keeps = keeps || option == 'h';  // (It only does not get SIGHUP, which no job gets here.)
  }
  size_t at = options.index();
  if (at >= args.size() && (all || running)) {
    std::vector<int> numbers;
    for (const Job& job : process.jobs.list()) {
      if (!process.budget().Tick(1)) return 1;
      if (!keeps && (!running || !job.done)) numbers.push_back(job.number);
    }
    for (int number : numbers) process.jobs.Disown(&process.budget(), number);
    return 0;
  }
  if (at >= args.size()) {
    const Job* job = process.jobs.Find("%%");
    if (job == nullptr) {
      process.BuiltinError("current: no such job");
      return 1;
    }
    if (!keeps) process.jobs.Disown(&process.budget(), job->number);
    return 0;
  }
  int status = 0;
  for (; at < args.size(); ++at) {
    int64_t pid = 0;
    const bool is_number = ReadWhole(args[at], &pid);
    const Job* job = is_number ? process.jobs.FindByPid(pid) : process.jobs.Find(args[at]);
    if (job == nullptr) {
      process.BuiltinError(args[at], ": no such job");
      status = 1;
    } else if (!keeps) {
      process.jobs.Disown(&process.budget(), job->number);
    }
  }
  return status;
}

BuiltinResult BuiltinLogout(Process& process, const std::vector<std::string>&) {
  process.BuiltinError("not login shell: use `exit'");
  return 1;
}

BuiltinResult BuiltinSuspend(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "f");
  while (char option = options.Next()) {
    if (option == '?') return 2;
  }
  if (options.index() < args.size()) return TooManyArguments(process);
  process.BuiltinError("cannot suspend: no job control");
  return 1;
}

namespace {

// The operand of fg and bg, or the current job. Null: the error is told.
const Job* JobAtPrompt(Process& process, const std::vector<std::string>& args) {
  if (!process.kernel->StaysAtPrompt(process) && !process.options.Has(SetOption::kMonitor)) {
    process.BuiltinError("no job control");
    return nullptr;
  }
  const size_t at = args.size() > 1 && args[1] == "--" ? 2 : 1;
  const bool given = at < args.size();
  const Job* job = process.jobs.Find(given ? args[at] : "%%");
  if (job == nullptr) process.BuiltinError(given ? args[at] : "current", ": no such job");
  return job;
}

}  // namespace

// The job is waited for as a command is; Ctrl-C ends it then.
BuiltinResult BuiltinFg(Process& process, const std::vector<std::string>& args) {
  BuiltinState& state = process.builtin;
  if (state.stage == 0) {
    const Job* job = JobAtPrompt(process, args);
    if (job == nullptr) return 1;
    state.stage = 1;
    state.number = static_cast<uint64_t>(job->pids.back());
    process.Write(1, job->text + "\n");
    process.jobs.BringToForeground(&process.budget(), job->number);
  }
  const int pid = static_cast<int>(state.number);
  const Child* child = process.jobs.FindChild(pid);
  if (child == nullptr) return 1;
  if (!child->done) return WaitsFor(process, Waiting::Kind::kChild, pid);
  const int status = child->status;
  process.jobs.ForgetChild(pid);
  return status;
}

// Nothing is ever stopped here.
BuiltinResult BuiltinBg(Process& process, const std::vector<std::string>& args) {
  const Job* job = JobAtPrompt(process, args);
  if (job == nullptr) return 1;
  process.BuiltinError(fmt::format("job {} already in background", job->number));
  return 0;
}

}  // namespace pysub::shell
