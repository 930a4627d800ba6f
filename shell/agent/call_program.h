#ifndef PYSUB_SHELL_AGENT_CALL_PROGRAM_H_
#define PYSUB_SHELL_AGENT_CALL_PROGRAM_H_

#include <cstdint>
#include <optional>
#include <string>

#include "osbridge/sessions/session_types.h"

namespace pysub::agent {

// Answers a call of a durable session by a program of this machine: the arguments of the call as
// JSON on its standard input; PYSUB_TENANT, PYSUB_SESSION, PYSUB_CALL, PYSUB_NAME and PYSUB_KEY in
// its environment. What it prints is the answer, as JSON, nothing is null; with another exit status
// than 0 what it printed on standard error is the message of a RuntimeError. Nothing: it was
// killed, or took longer than `timeout_ms` and is killed, and nobody knows what it has done; or it
// could not be started, which *error then says.
std::optional<sessions::CallReply> RunCallProgram(const std::string& program,
                                                  const sessions::CallRow& call, int64_t timeout_ms,
                                                  std::string* error);

// Whether there is such a program: a path, or a name that is looked for in PATH. 0: there is; else
// an errno.
int WhyNoCallProgram(const std::string& program);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_CALL_PROGRAM_H_
