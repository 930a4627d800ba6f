#ifndef PYSUB_SHELL_AGENT_NETWORK_CONFIG_H_
#define PYSUB_SHELL_AGENT_NETWORK_CONFIG_H_

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <memory>
#include <string>

#include "pysub/shell/network.h"
#include "shell/agent/json.h"

namespace pysub::agent {

// The section "network" of a configuration: what curl and wget of shells may reach. Without rules
// there is no network.
struct NetworkConfig {
  shell::NetworkPolicy policy;
  std::string ca_file;  // empty: the system's
};

absl::Status ReadNetwork(const Json& value, NetworkConfig* config);

// Null: there is none. kNotFound: there is no pysub-broker.
absl::StatusOr<std::shared_ptr<shell::Network>> MakeNetwork(const NetworkConfig& config);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_NETWORK_CONFIG_H_
