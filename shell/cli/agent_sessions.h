#ifndef PYSUB_SHELL_CLI_AGENT_SESSIONS_H_
#define PYSUB_SHELL_CLI_AGENT_SESSIONS_H_

#include "shell/agent/durable.h"
#include "shell/cli/usage/parse.h"

namespace pysub {

// `pysub-agent work` and `pysub-agent sessions ...`: the exit status. Where the program was built
// without a database it says so.
int RunSessions(const usage::Given& given);

// Opens the store of a configuration; null in such a program.
agent::OpenDurableFunction DurableOpener();

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_AGENT_SESSIONS_H_
