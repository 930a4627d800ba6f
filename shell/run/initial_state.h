#ifndef PYSUB_SHELL_RUN_INITIAL_STATE_H_
#define PYSUB_SHELL_RUN_INITIAL_STATE_H_

#include <string>
#include <string_view>
#include <vector>

#include "shell/run/process.h"

namespace pysub::shell {

// What a shell begins with: options, variables of its own, the environment ("NAME=value") exported.
void InitialState(Process& process, const std::vector<std::string>& environment,
                  std::string_view name);
// A process that was forked becomes a new shell: it keeps what is exported, its
// directory and descriptors.
void ResetShell(Process& process, std::string_view name);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_INITIAL_STATE_H_
