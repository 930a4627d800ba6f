#ifndef PYSUB_SHELL_AGENT_RUN_OUTCOME_H_
#define PYSUB_SHELL_AGENT_RUN_OUTCOME_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/shell.h"
#include "shell/agent/call.h"
#include "shell/agent/service.h"

namespace pysub::agent {

// How a run ended, whoever ran it.
struct RunOutcome {
  std::string_view end = "finished";  // or exit, raised, syntax_error, limit, failed
  std::string limit;                  // end is "limit": its name; "cancelled"
  int exit_code = 0;
  std::string out, error;          // what was printed, bytes
  std::string exception, message;  // "ValueError", str(e)
  std::optional<Json> value;       // of a last expression
  std::chrono::nanoseconds duration{0};
  uint64_t steps = 0;
  std::vector<ShellJob> jobs;  // of a session's shell
};

// What the library says of a limit, "MemoryError: memory limit of ...", as `exception` and
// `message`: apart, as they are where a program raises.
void TakeLimitMessage(std::string_view said, RunOutcome* outcome);

// As data and as text for a model; what is longer than Quotas::result_bytes is cut, and linked.
// `session` may be null.
CallResult ResultOf(RunOutcome outcome, Service& service, const Session* session);
// A line of a session's log.
std::string LogLine(const RunOutcome& outcome, std::string_view language, std::string_view code,
                    uint64_t feed);

// {"type": "resource_link", ...}
Json LinkTo(std::string_view uri, std::string_view name, uint64_t size);
Json TextBlock(std::string_view text);
std::string OutputUri(uint64_t number);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_RUN_OUTCOME_H_
