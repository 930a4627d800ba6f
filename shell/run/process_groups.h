#ifndef PYSUB_SHELL_RUN_PROCESS_GROUPS_H_
#define PYSUB_SHELL_RUN_PROCESS_GROUPS_H_

#include <functional>

#include "shell/run/process.h"

// Process groups. Nobody keeps them: whose group a process is in follows from who has begun it.
namespace pysub::shell {

// The number of its group, which is that of the process that leads it.
int GroupOf(const Process& process);
// Calls `visit` for each process of the group that has not ended, the last of all for `self`, if it
// is one of them: a signal may end it. False: there is none.
bool EachOfGroup(Process& self, int group, const std::function<void(Process& process)>& visit);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_PROCESS_GROUPS_H_
