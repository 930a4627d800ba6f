#ifndef PYSUB_SHELL_SNAPSHOT_CHECKS_H_
#define PYSUB_SHELL_SNAPSHOT_CHECKS_H_

#include "shell/run/process.h"
#include "shell/snapshot/serialiser.h"

namespace pysub::shell {

// What a process relies on between two steps and does not look at again, in one that was loaded:
// refuses what is not so.
void CheckProcess(Serialiser& serialiser, const Process& process);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_SNAPSHOT_CHECKS_H_
