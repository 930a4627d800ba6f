#ifndef PYSUB_SHELL_AGENT_TOOL_POLICY_H_
#define PYSUB_SHELL_AGENT_TOOL_POLICY_H_

#include <cstdint>

namespace pysub::agent {

// What becomes of a program's call of a tool.
enum class ToolPolicy : uint8_t {
  kAllow,  // it is made
  kAsk,    // a person says whether
  kDeny,   // PermissionError, and the program does not see the tool
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_TOOL_POLICY_H_
