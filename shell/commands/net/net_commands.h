#ifndef PYSUB_SHELL_COMMANDS_NET_NET_COMMANDS_H_
#define PYSUB_SHELL_COMMANDS_NET_NET_COMMANDS_H_

#include <memory>

#include "pysub/shell/command.h"
#include "pysub/shell/network.h"

namespace pysub::shell {

// The commands of a shell that has a network; the rows of commands.def make them without.
std::unique_ptr<Command> MakeCurlOver(std::shared_ptr<Network> network);
std::unique_ptr<Command> MakeWgetOver(std::shared_ptr<Network> network);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_NET_NET_COMMANDS_H_
