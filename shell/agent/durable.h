#ifndef PYSUB_SHELL_AGENT_DURABLE_H_
#define PYSUB_SHELL_AGENT_DURABLE_H_

#include <absl/status/statusor.h>

#include <cstdint>
#include <memory>

#include "shell/agent/call.h"
#include "shell/agent/config.h"

namespace pysub::agent {

class Arguments;

// What tools do with durable sessions.
// What each takes and gives is in the row of its tool (tools.h). Those from kShow on speak of one
// session, by its id.
enum class DurableAction : uint8_t {
  kCreate,
  kList,
  kShow,
  kFeed,
  kSignal,
  kAnswer,
  kResume,
  kCancel,
  kFork,
};

// The durable sessions (docs/sessions.md) of one principal in the store of its configuration: those
// of others are not there.
// Thread-safe: calls take turns.
class DurableSessions {
 public:
  virtual ~DurableSessions() = default;
  // From any thread. The call waits for the store without holding up others, and no longer than
  // limits.store_ms. What the store says is the result of a call that failed.
  virtual std::unique_ptr<Call> Start(DurableAction action, const Arguments& arguments) = 0;
};

// kInvalidArgument, kUnavailable ...: the store or the file of keys cannot be used.
using OpenDurableFunction =
    absl::StatusOr<std::unique_ptr<DurableSessions>> (*)(const Config& config);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_DURABLE_H_
