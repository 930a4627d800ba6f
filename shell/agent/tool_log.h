#ifndef PYSUB_SHELL_AGENT_TOOL_LOG_H_
#define PYSUB_SHELL_AGENT_TOOL_LOG_H_

#include <string>
#include <string_view>

#include "shell/agent/code/tool_calls.h"

namespace pysub::agent {

// Calls that a program made of tools of other servers.

// A line of JSON: when, which tool, its arguments, what became of it.
std::string ToolLogLine(const ToolCallNote& note, std::string_view trace);
// The same in short, for the result of a run.
Json ToolCallRow(const ToolCallNote& note);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_TOOL_LOG_H_
