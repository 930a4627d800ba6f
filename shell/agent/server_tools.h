#ifndef PYSUB_SHELL_AGENT_SERVER_TOOLS_H_
#define PYSUB_SHELL_AGENT_SERVER_TOOLS_H_

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "shell/agent/client/client_loop.h"
#include "shell/agent/client/server_config.h"
#include "shell/agent/code/tool_calls.h"
#include "shell/agent/code/tool_catalog.h"

namespace pysub::agent {

// The MCP servers of a configuration: their tools for programs. Thread-safe.
class ServerTools : public ToolRunner {
 public:
  // Starts them. `servers` outlives it.
  explicit ServerTools(const std::vector<ServerConfig>& servers);
  ~ServerTools() override;

  // Whether each has been tried: before that it is not known what there is.
  bool IsSettled();
  // What there is now. A server that has failed is tried again meanwhile.
  std::shared_ptr<const ToolCatalog> catalog();
  // A line for each server: what it is, or why it is not there. True: all are.
  bool Describe(std::string* text);

  uint64_t Start(const ToolFunction& function, const Json& arguments, const std::string& trace,
                 Answer answer) override;
  void Cancel(const ToolFunction& function, uint64_t number) override;

 private:
  struct Entry {
    const ServerConfig* config;
    std::unique_ptr<McpClient> client;
  };
  McpClient* Find(std::string_view server) const;

  ClientLoop loop_;
  std::vector<Entry> entries_;
  std::atomic<bool> is_settled_ = false;
  std::atomic<uint64_t> changes_ = 1;
  std::mutex mutex_;
  std::shared_ptr<const ToolCatalog> catalog_;  // guarded by mutex_
  uint64_t made_at_ = 0;                        // guarded by mutex_: of changes_
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_SERVER_TOOLS_H_
