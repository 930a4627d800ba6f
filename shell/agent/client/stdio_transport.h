#ifndef PYSUB_SHELL_AGENT_CLIENT_STDIO_TRANSPORT_H_
#define PYSUB_SHELL_AGENT_CLIENT_STDIO_TRANSPORT_H_

#include <absl/status/statusor.h>

#include <memory>
#include <string>

#include "shell/agent/client/child_process.h"
#include "shell/agent/client/transport.h"

namespace pysub::agent {

// A server that we start: one message a line. `sink` outlives it. A line of more than `most_bytes`
// ends it: which request it answered is not known.
absl::StatusOr<std::unique_ptr<Transport>> StartStdioServer(const CommandLine& command,
                                                            size_t most_bytes, TransportSink& sink);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_CLIENT_STDIO_TRANSPORT_H_
