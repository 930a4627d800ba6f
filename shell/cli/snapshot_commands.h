#ifndef PYSUB_SHELL_CLI_SNAPSHOT_COMMANDS_H_
#define PYSUB_SHELL_CLI_SNAPSHOT_COMMANDS_H_

#include "shell/cli/command_line.h"
#include "vm/vm.h"

namespace pysub {

// Before a run that is to be saved: why that could not be done, where that is known already; or "".
std::string WhyItCannotBeSaved(const CommandLine& command);
// Saves a stopped run to command.snapshot_to. The exit status: 0, or 1 after a message.
int WriteSnapshot(Vm& vm, const CommandLine& command);
// Says that a run ended before it could be saved.
void NotSaved(const Vm& vm, const CommandLine& command);

// `pysub resume [OPTIONS] FILE`: goes on with a saved run; the options' limits are
// ceilings over its own.
int ResumeSnapshot(const CommandLine& command);

// `pysub snapshot inspect|verify FILE`, `pysub snapshot diff FILE FILE`.
int SnapshotCommand(const usage::Given& given);

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_SNAPSHOT_COMMANDS_H_
