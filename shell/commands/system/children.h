#ifndef PYSUB_SHELL_COMMANDS_SYSTEM_CHILDREN_H_
#define PYSUB_SHELL_COMMANDS_SYSTEM_CHILDREN_H_

#include <span>
#include <string>

#include "pysub/shell/command.h"

namespace pysub::shell {

// Starts argv as env, timeout, nice ... do. -1: it could not be started, which was said;
// *status is 126 or 127.
int StartChild(CommandIo& io, std::span<const std::string> argv, const ChildOptions& options,
               int* status);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_SYSTEM_CHILDREN_H_
