#include <unistd.h>

#include "shell/cli/agent_sessions.h"
#include "shell/cli/terminal_output.h"

namespace pysub {

int RunSessions(const usage::Given&) {
  WriteAll(STDERR_FILENO,
           "pysub-agent: durable sessions are not in this program: it was built without "
           "libsqlite3-dev\n");
  return usage::kUsageError;
}

agent::OpenDurableFunction DurableOpener() { return nullptr; }

}  // namespace pysub
