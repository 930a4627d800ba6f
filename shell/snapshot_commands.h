#ifndef PYSUB_SHELL_SNAPSHOT_COMMANDS_H_
#define PYSUB_SHELL_SNAPSHOT_COMMANDS_H_

#include <string>

#include "shell/command_line.h"
#include "vm/vm.h"

namespace pysub {

// Saves a stopped run to a file. The exit status: 0, or 1 after a message.
int WriteSnapshot(Vm& vm, const std::string& path);

// `pysub resume [OPTIONS] FILE`: goes on with a saved run; the options' limits are ceilings over its own.
int ResumeSnapshot(const CommandLine& command);

// `pysub snapshot inspect|verify FILE`, `pysub snapshot diff FILE FILE`.
int SnapshotCommand(int argc, char** argv);

}  // namespace pysub

#endif  // PYSUB_SHELL_SNAPSHOT_COMMANDS_H_
