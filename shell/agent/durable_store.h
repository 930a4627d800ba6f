#ifndef PYSUB_SHELL_AGENT_DURABLE_STORE_H_
#define PYSUB_SHELL_AGENT_DURABLE_STORE_H_

#include "shell/agent/durable.h"

namespace pysub::agent {

// Opens what `store` of a configuration names; with `work` a thread works for its sessions, until
// this is destroyed: what runs then is stored where it stands.
absl::StatusOr<std::unique_ptr<DurableSessions>> OpenDurableSessions(const Config& config);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_DURABLE_STORE_H_
