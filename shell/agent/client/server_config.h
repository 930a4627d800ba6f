#ifndef PYSUB_SHELL_AGENT_CLIENT_SERVER_CONFIG_H_
#define PYSUB_SHELL_AGENT_CLIENT_SERVER_CONFIG_H_

#include <absl/status/status.h>

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/agent/client/mcp_client.h"
#include "shell/agent/tool_policy.h"

// The section `servers` of a configuration file.
namespace pysub::agent {

struct ServerConfig {
  std::string name;  // servers.NAME in programs
  ServerAddress address;
  std::string description;
  ToolPolicy policy = ToolPolicy::kAllow;  // of tools that are not below
  // By name, or by the beginning of names ("delete_*"); of several the longest counts.
  std::vector<std::pair<std::string, ToolPolicy>> tools;

  ToolPolicy PolicyOf(std::string_view tool) const;
};

struct ClientLimitRow {
  std::string_view name;
  uint64_t ClientLimits::*member;
  uint64_t most;
  std::string_view what;
};
std::span<const ClientLimitRow> ClientLimitRows();

// kInvalidArgument: the message begins with the place of what is wrong.
absl::Status ReadServers(const Json& value, std::vector<ServerConfig>* servers);
// One of them; `place` is its own.
absl::Status ReadServer(const Json& value, const std::string& place, ServerConfig* server);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_CLIENT_SERVER_CONFIG_H_
