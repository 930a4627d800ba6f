#ifndef PYSUB_SHELL_AGENT_SERVICE_H_
#define PYSUB_SHELL_AGENT_SERVICE_H_

#include <absl/status/statusor.h>

#include <memory>
#include <utility>

#include "pysub/python/python_host.h"
#include "shell/agent/approvals.h"
#include "shell/agent/call_notes.h"
#include "shell/agent/call_queue.h"
#include "shell/agent/config.h"
#include "shell/agent/durable.h"
#include "shell/agent/line_log.h"
#include "shell/agent/output_store.h"
#include "shell/agent/server_tools.h"
#include "shell/agent/session.h"

namespace pysub::agent {

// All that tools work on, for one principal: what it may do, its sessions, its output, its calls.
// Several threads may work on its calls.
struct Service {
  Service(Config given, PythonHost host)
      : config(std::move(given)),
        python(std::move(host)),
        sessions(config),
        approvals(std::chrono::milliseconds(config.limits.approval_ms), config.limits.approvals),
        outputs(config.limits.kept_output_bytes),
        calls(config.limits) {}
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  // A call of a tool has ended.
  void Note(const CallNote& note);

  // kNotFound: the configuration wants a worker and there is none. kInvalidArgument: a tool that
  // there is not, a directory that cannot be mounted. `open_durable` opens a store where the
  // configuration names one; null: that is kUnimplemented.
  static absl::StatusOr<std::unique_ptr<Service>> Create(
      Config config, OpenDurableFunction open_durable = nullptr);

  const Config config;
  const PythonHost python;  // of run_python
  LineLog tool_log;
  LineLog call_log;
  CallCounts counts;
  std::unique_ptr<ServerTools> servers;      // whose tools programs can call; null: none
  std::unique_ptr<DurableSessions> durable;  // null: there are none
  Sessions sessions;
  Approvals approvals;
  OutputStore outputs;
  CallQueue calls;  // is freed before what they work on
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_SERVICE_H_
