#ifndef PYSUB_SHELL_CLI_RUN_PROGRAM_H_
#define PYSUB_SHELL_CLI_RUN_PROGRAM_H_

#include <string>

#include "shell/cli/command_line.h"

namespace pysub {

// Runs `source` (UTF-8), which tracebacks call `name`, on this process' standard streams. Returns
// the exit status: 0, 1 for an uncaught exception, a syntax error or a limit, what SystemExit says.
int RunProgram(const CommandLine& command, const std::string& source, const std::string& name);

// --dump.
int DumpProgram(const CommandLine& command, const std::string& source, const std::string& name);

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_RUN_PROGRAM_H_
