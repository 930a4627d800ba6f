#ifndef PYSUB_SHELL_AGENT_METRICS_H_
#define PYSUB_SHELL_AGENT_METRICS_H_

#include <time.h>

#include <cstdint>
#include <span>
#include <string>

#include "shell/agent/call_notes.h"
#include "shell/agent/http_server.h"

namespace pysub::agent {

// One tenant as it is now, and what its calls came to.
struct TenantMetrics {
  std::string name;  // empty: there are no tenants
  uint64_t requests = 0, running = 0, waiting = 0, sessions = 0, approvals = 0, output_bytes = 0;
  CallCounts::Values calls;
};

// In Prometheus' text format 0.0.4, with what the system says of this process, which began at
// `started`. `http` may be null.
std::string MetricsText(const HttpCounts* http, std::span<const TenantMetrics> tenants,
                        time_t started);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_METRICS_H_
