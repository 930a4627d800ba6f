#ifndef PYSUB_SHELL_AGENT_STDIO_H_
#define PYSUB_SHELL_AGENT_STDIO_H_

#include "shell/agent/service.h"

namespace pysub::agent {

// Serves one client at the two descriptors until the input ends. Calls that run then have a moment
// to end. Returns the exit status.
int ServeStdio(Service& service, int input, int output);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_STDIO_H_
