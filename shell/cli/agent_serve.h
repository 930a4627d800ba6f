#ifndef PYSUB_SHELL_CLI_AGENT_SERVE_H_
#define PYSUB_SHELL_CLI_AGENT_SERVE_H_

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <string>

#include "shell/agent/config.h"

// HTTP in pysub-agent: agent_serve.cc where Boost is there, agent_no_serve.cc where it is not.
namespace pysub {

// Serves until SIGTERM. What stops it before that is the status.
absl::Status ServeHttp(const agent::AgentConfig& config, const std::string& address);

// "http://127.0.0.1:8931/mcp" for the address of a command line.
absl::StatusOr<std::string> HttpUrl(const std::string& address);

// What doctor says of it, lines; `address` may be empty. False: something is missing.
bool DescribeHttp(const agent::AgentConfig& config, const std::string& address, std::string* text);

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_AGENT_SERVE_H_
