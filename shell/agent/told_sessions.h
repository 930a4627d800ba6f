#ifndef PYSUB_SHELL_AGENT_TOLD_SESSIONS_H_
#define PYSUB_SHELL_AGENT_TOLD_SESSIONS_H_

#include <string>

#include "osbridge/sessions/session_types.h"
#include "shell/agent/json.h"

// Rows of a store of durable sessions as JSON, as the command line and the tools tell them.
// Texts of programs (reasons, payloads, lines of the log) may be any bytes: CleanText() makes UTF-8
// of them, as JSON has to be.
namespace pysub::agent {

// What a store keeps as JSON, with its tags; None: nothing; text that is no JSON stays a text.
HostValue JsonOrText(const std::string& text);

// Members and no object: a caller adds its own. Times are in milliseconds since 1970; None: not
// set.
Members Told(const sessions::SessionRow& row);
HostValue Told(const sessions::CallRow& row);
HostValue Told(const sessions::SignalRow& row);
HostValue Told(const sessions::LogRow& row);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_TOLD_SESSIONS_H_
