#ifndef PYSUB_SHELL_CLI_AGENT_POSTGRES_H_
#define PYSUB_SHELL_CLI_AGENT_POSTGRES_H_

#include <absl/status/status.h>

namespace pysub {

// Durable sessions in PostgreSQL are in a program of their own, pysub-agent-postgres: libpq, which
// has no static form, brings twenty shared libraries along, which each start of an agent would load
// (docs/decisions/035). It is pysub-agent in all else.
//
// Before a store at postgres:// is opened: there this makes it known; pysub-agent becomes that
// program, with the same arguments. A status: it is not there.
absl::Status TakePostgres(char** arguments);

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_AGENT_POSTGRES_H_
