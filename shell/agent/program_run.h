#ifndef PYSUB_SHELL_AGENT_PROGRAM_RUN_H_
#define PYSUB_SHELL_AGENT_PROGRAM_RUN_H_

#include <memory>

#include "shell/agent/call.h"
#include "shell/agent/runs.h"
#include "shell/agent/service.h"

namespace pysub::agent {

// Python in this process, which can call tools of servers: a feed of a session, or, in code mode, a
// program for once.
std::unique_ptr<Call> StartFeed(Service& service, std::shared_ptr<Session> session,
                                RunRequest request);
std::unique_ptr<Call> StartProgram(Service& service, RunRequest request);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_PROGRAM_RUN_H_
