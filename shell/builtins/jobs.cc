#include <fmt/format.h>

#include <algorithm>

#include "shell/builtins/builtins.h"
#include "shell/expand/text.h"
#include "shell/run/growing_text.h"
#include "shell/run/kernel.h"
#include "shell/run/signals.h"
#include "shell/whole_number.h"

// jobs, wait, kill, disown; fg and bg, which need job control.

namespace pysub::shell {
namespace {

bool ParsePid(std::string_view text, int* pid) {
  int64_t number = 0;
  if (!ReadWhole(text, &number) || number < INT32_MIN || number > INT32_MAX) return false;
  *pid = static_cast<int>(number);
  return true;
}

// %1 %+ %- %% %text %?text
Job* FindJob(Process& process, std::string_view spec) {
  if (spec.starts_with('%')) spec.remove_prefix(1);
  if (process.jobs.empty()) return nullptr;
  if (spec.empty() || spec == "+" || spec == "%") return &process.jobs.back();
  if (spec == "-") return &process.jobs[process.jobs.size() > 1 ? process.jobs.size() - 2 : 0];
  int64_t number = 0;
  bool digits = ReadWhole(spec, &number);
  for (Job& job : process.jobs) {
    if (digits                  ? job.number == number
        : spec.starts_with('?') ? job.text.find(spec.substr(1)) != std::string::npos
                                : job.text.starts_with(spec)) {
      return &job;
    }
  }
  return nullptr;
}

// `jobs | wc -l` and $(jobs -p) tell of the jobs of the shell around them; (jobs) and {
// jobs; } | cat do not.
const std::vector<Job>& JobsToShow(Process& process) {
  Process* from = &process;
  while (from->jobs.empty() && from->pid != from->shell_pid &&
         process.budget().Tick(1 + from->frames.size())) {
    Process* parent = process.kernel->Find(from->parent);
    if (parent == nullptr || parent->frames.empty() ||
        parent->frames.back().kind != FrameKind::kNode)
      break;
    const NodeKind around = parent->frames.back().node->kind;
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
  for (; at < args.size() && !text.full(); ++at) {
    const Job* job = args[at].starts_with('%') ? FindJob(process, args[at]) : nullptr;
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
  const std::vector<Job>& jobs = JobsToShow(process);
  const size_t count = jobs.size();
  for (size_t i = 0; i < count; ++i) {
    const Job& job = jobs[i];
    if (!process.budget().Tick(16)) return 1;
    if (job.done || stopped) continue;
    if (pids) {
      out += std::to_string(job.pids.back()) + "\n";
      continue;
    }
    char mark = i + 1 == count ? '+' : i + 2 == count ? '-' : ' ';
    std::string state = !job.done         ? "Running"
                        : job.status == 0 ? "Done"
                        : job.status > 128 && !SignalName(job.status - 128).empty()
                            ? (job.status == 143   ? "Terminated"
                               : job.status == 137 ? "Killed"
                                                   : "Exit " + std::to_string(job.status))
                            : "Exit " + std::to_string(job.status);
    out += fmt::format("[{}]{}  {}{:<24}{}{}\n", job.number, mark,
                       long_form ? std::to_string(job.pids.back()) + " " : "", state, job.text,
                       job.done ? "" : " &");
  }
  for (const Job& job : process.jobs) {
    if (Child* child = process.FindChild(job.pids.back()); child != nullptr && job.done)
      child->reported = true;
  }
  std::erase_if(process.jobs, [](const Job& job) { return job.done; });
  process.Write(1, out);
  return 0;
}

BuiltinResult BuiltinWait(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "fnp:");
  bool any = false;
  std::string variable;
  while (char option = options.Next()) {
    if (option == '?') return 2;
    any = any || option == 'n';
    if (option == 'p') variable = options.value();
  }
  // A trapped signal interrupts.
  if (!process.signals.empty()) return 128 + process.signals.front();
  size_t at = options.index();
  auto blocked = [&](Waiting::Kind kind, int pid) -> BuiltinResult {
    process.waiting.kind = kind;
    process.waiting.pid = pid;
    process.waiting.interruptible = true;
    return BuiltinResult::Kind::kBlocked;
  };
  if (any) {
    bool waits = false;
    for (const Child& child : process.children) {
      if (child.job == 0) continue;
      bool wanted = at >= args.size();
      for (size_t i = at; i < args.size(); ++i) {
        int64_t pid = 0;
        Job* job = args[i].starts_with('%') ? FindJob(process, args[i]) : nullptr;
        wanted = wanted || (job != nullptr && job->pids.back() == child.pid) ||
                 (ReadWhole(args[i], &pid) && pid == child.pid);
      }
      if (!wanted) continue;
      if (child.done) {
        int status = child.status;
        int pid = child.pid;
        process.ForgetJob(pid);
        if (!variable.empty()) process.Assign(variable, std::to_string(pid));
        return status;
      }
      waits = true;
    }
    return waits ? blocked(Waiting::Kind::kAnyChild, 0) : BuiltinResult(127);
  }
  if (at >= args.size()) {
    for (const Child& child : process.children) {
      if (!child.done) return blocked(Waiting::Kind::kChild, child.pid);
    }
    process.children.clear();
    for (const Job& job : std::exchange(process.jobs, {})) {
      if (!process.budget().Tick(16)) break;
      if (!job.coprocess.empty()) process.ForgetCoprocess(job.coprocess);
    }
    return 0;
  }
  int status = 0;
  for (size_t i = at; i < args.size(); ++i) {
    int pid = 0;
    if (args[i].starts_with('%')) {
      Job* job = FindJob(process, args[i]);
      if (job == nullptr) {
        process.BuiltinError(args[i], ": no such job");
        status = 127;
        continue;
      }
      pid = job->pids.back();
    } else if (!ParsePid(args[i], &pid)) {
      process.BuiltinError("`", args[i], "': not a pid or valid job spec");
      status = 1;
      continue;
    }
    Child* child = process.FindChild(pid);
    if (child == nullptr) {
      auto& known = process.builtin.list;
      if (std::find(known.begin(), known.end(), args[i]) == known.end()) {
        auto past = process.past_statuses.find(pid);
        if (past != process.past_statuses.end()) {
          status = past->second;
        } else {
          process.BuiltinError(fmt::format("pid {} is not a child of this shell", pid));
          status = 127;
        }
      }
      continue;
    }
    if (!child->done) return blocked(Waiting::Kind::kChild, child->pid);
    status = child->status;
    // It may be asked for once more.
    if (process.past_statuses.size() > 64)
      process.past_statuses.erase(process.past_statuses.begin());
    process.past_statuses[pid] = status;
    if (!variable.empty()) process.Assign(variable, std::to_string(pid));
    process.ForgetJob(pid);
  }
  return status;
}

BuiltinResult BuiltinKill(Process& process, const std::vector<std::string>& args) {
  int signal = kSigTerm;
  size_t at = 1;
  if (at < args.size() && (args[at] == "-l" || args[at] == "-L")) {
    std::string out;
    if (at + 1 < args.size()) {
      int status = 0;
      for (size_t i = at + 1; i < args.size(); ++i) {
        int64_t number = 0;
        if (ReadWhole(args[i], &number)) {
          if (number > 128) number -= 128;
          std::string_view name = number >= 0 && number < 32 ? SignalName(static_cast<int>(number))
                                                             : std::string_view();
          if (name.empty()) {
            process.BuiltinError(args[i], ": invalid signal specification");
            status = 1;
          } else {
            out += std::string(name) + "\n";
          }
        } else if (int found = SignalNumber(args[i]); found >= 0) {
          out += std::to_string(found) + "\n";
        } else {
          process.BuiltinError(args[i], ": invalid signal specification");
          status = 1;
        }
      }
      process.Write(1, out);
      return status;
    }
    for (int i = 1; i < 32; ++i)
      out += fmt::format("{:2}) SIG{}{}", i, SignalName(i), i % 5 == 0 || i == 31 ? "\n" : "\t");
    process.Write(1, out);
    return 0;
  }
  if (at < args.size() && args[at].size() > 1 && args[at][0] == '-' && args[at] != "--") {
    std::string text = args[at].substr(1);
    if (text == "s" || text == "n") {
      if (at + 1 >= args.size()) {
        process.BuiltinError(args[at], ": option requires an argument");
        return 1;
      }
      text = args[++at];
    }
    signal = SignalNumber(text);
    if (signal < 0) {
      process.BuiltinError(text, ": invalid signal specification");
      return 1;
    }
    ++at;
  }
  if (at < args.size() && args[at] == "--") ++at;
  if (at >= args.size()) return UsageError(process, "kill");
  int status = 0;
  for (; at < args.size(); ++at) {
    int pid = 0;
    Process* target = nullptr;
    if (args[at].starts_with('%')) {
      Job* job = FindJob(process, args[at]);
      if (job == nullptr) {
        process.BuiltinError(args[at], ": no such job");
        status = 1;
        continue;
      }
      pid = job->pids.back();
    } else if (!ParsePid(args[at], &pid)) {
      process.BuiltinError(args[at], ": arguments must be process or job IDs");
      status = 1;
      continue;
    }
    target = process.kernel->Find(pid);
    if (target == nullptr || target->ended) {
      process.BuiltinError(fmt::format("({}) - No such process", pid));
      status = 1;
      continue;
    }
    if (signal != 0) target->Signal(signal);
    if (process.dying != 0) return 0;
  }
  return status;
}

BuiltinResult BuiltinDisown(Process& process, const std::vector<std::string>& args) {
  if (args.size() == 1) {
    if (process.jobs.empty()) {
      process.BuiltinError("current: no such job");
      return 1;
    }
    process.jobs.pop_back();
    return 0;
  }
  if (args[1] == "-a") {
    process.jobs.clear();
    return 0;
  }
  for (size_t i = 1; i < args.size(); ++i) {
    if (args[i].starts_with('-')) continue;
    Job* job = FindJob(process, args[i]);
    int64_t pid = 0;
    if (job == nullptr && ReadWhole(args[i], &pid)) {
      for (Job& one : process.jobs) {
        if (one.pids.back() == pid) job = &one;
      }
    }
    if (job == nullptr) {
      process.BuiltinError(args[i], ": no such job");
      return 1;
    }
    int number = job->number;
    std::erase_if(process.jobs, [&](const Job& one) { return one.number == number; });
  }
  return 0;
}

BuiltinResult BuiltinLogout(Process& process, const std::vector<std::string>&) {
  process.BuiltinError("not login shell: use `exit'");
  return 1;
}

BuiltinResult BuiltinSuspend(Process& process, const std::vector<std::string>&) {
  process.BuiltinError("cannot suspend: no job control");
  return 1;
}

BuiltinResult BuiltinNoJobControl(Process& process, const std::vector<std::string>&) {
  process.BuiltinError("no job control");
  return 1;
}

}  // namespace pysub::shell
