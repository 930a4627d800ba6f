#ifndef PYSUB_SHELL_EXPAND_GLOB_H_
#define PYSUB_SHELL_EXPAND_GLOB_H_

#include <string>
#include <string_view>
#include <vector>

#include "shell/expand/pattern.h"

namespace pysub::shell {

struct Process;

// The names that a pattern stands for, sorted by bytes (bash sorts so in C.UTF-8, too).
// *held: what they take.
void GlobPathnames(Process& process, std::string_view pattern, const PatternOptions& options,
                   std::vector<std::string>* names, MemoryCharge* held);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_EXPAND_GLOB_H_
