#ifndef PYSUB_SHELL_AGENT_TOOL_LOG_H_
#define PYSUB_SHELL_AGENT_TOOL_LOG_H_

#include <absl/status/status.h>

#include <mutex>
#include <string>
#include <string_view>

#include "shell/agent/code/tool_calls.h"

namespace pysub::agent {

// A line of JSON: when, which tool, its arguments, what became of it.
std::string ToolLogLine(const ToolCallNote& note, std::string_view trace);
// The same in short, for the result of a run.
Json ToolCallRow(const ToolCallNote& note);

// The file that gets a line for each call that a program made. Thread-safe.
class ToolLog {
 public:
  ToolLog() = default;
  ~ToolLog();
  ToolLog(const ToolLog&) = delete;
  ToolLog& operator=(const ToolLog&) = delete;

  // Appends to the file; empty: nothing is written. kNotFound: it cannot be opened.
  absl::Status Open(const std::string& path);
  void Write(std::string_view line);

 private:
  std::mutex mutex_;
  int descriptor_ = -1;  // guarded by mutex_
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_TOOL_LOG_H_
