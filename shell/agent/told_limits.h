#ifndef PYSUB_SHELL_AGENT_TOLD_LIMITS_H_
#define PYSUB_SHELL_AGENT_TOLD_LIMITS_H_

#include <string>

#include "shell/agent/config.h"

// What models are told of the programs that they write, as part of descriptions of tools. All
// numbers come from where those come from that are enforced, so both change together.
namespace pysub::agent {

// Of run_python, and of Python that a session is fed.
std::string HintOfPython(const Config& config);
// Of run_shell, and of scripts that a session is fed.
std::string HintOfScripts(const Config& config);
// Of durable_create.
std::string HintOfDurable(const Config& config);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_TOLD_LIMITS_H_
