#include "shell/run/process_groups.h"

#include <string_view>

#include "shell/run/kernel.h"

namespace pysub::shell {
namespace {

bool RunsCommand(const Process& process, std::string_view name) {
  return process.external.command != nullptr && process.external.info != nullptr &&
         process.external.info->name == name;
}

// The pid that leads the group which `parent` began with its child, by job control: a job, or what
// it waits for in the foreground. 0: the child is in its parent's group.
int LeaderByJobControl(const Process& parent, const Process& process) {
  // (Within subshells there is no job control.)
  if (parent.subshell > 0 || parent.waiting.kind == Waiting::Kind::kCapture) return 0;
  const Child* child = parent.jobs.FindChild(process.pid);
  if (child == nullptr) return 0;
  if (child->job != 0) return process.ignores_interrupts ? 0 : process.pid;
  if (!parent.options.Has(SetOption::kMonitor)) return 0;
  for (const Child& one : parent.jobs.children()) {
    if (one.job == 0 && !one.done && !one.reported) return one.pid;
  }
  return process.pid;
}

}  // namespace

int GroupOf(const Process& process) {
  Kernel& kernel = *process.kernel;
  const Process* at = &process;
  while (process.budget().Tick(1 + kernel.process_count() / 8)) {
    const Process* parent = kernel.Find(at->parent);
    if (parent == nullptr) break;
    // (timeout leads the group itself, but here it may be the shell that runs it.)
    if (RunsCommand(*parent, "setsid") || RunsCommand(*parent, "timeout")) return at->pid;
    if (const int leader = LeaderByJobControl(*parent, *at); leader != 0) return leader;
    at = parent;
  }
  return kernel.main()->pid;
}

bool EachOfGroup(Process& self, int group, const std::function<void(Process& process)>& visit) {
  bool found = false, is_in = false;
  std::vector<Process*> others;  // (all first: who has ended changes the groups of others)
  for (const auto& one : self.kernel->processes()) {
    if (one->life.ended || GroupOf(*one) != group) continue;
    found = true;
    if (one.get() == &self)
      is_in = true;
    else
      others.push_back(one.get());
  }
  for (Process* other : others) visit(*other);
  if (is_in) visit(self);
  return found;
}

}  // namespace pysub::shell
