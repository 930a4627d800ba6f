#ifndef PYSUB_SHELL_AGENT_MCP_HOST_H_
#define PYSUB_SHELL_AGENT_MCP_HOST_H_

#include <absl/status/statusor.h>
#include <time.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "shell/agent/config.h"
#include "shell/agent/durable.h"
#include "shell/agent/http_server.h"

namespace pysub::agent {

class WorkPool;
class HttpTenant;

// MCP over HTTP ("Streamable HTTP"), both eras: who asks, whether it may, and its messages to the
// Server that they are for. docs/agent.md has what clients see.
class McpHost : public HttpHandler {
 public:
  static constexpr std::string_view kPath = "/mcp";

  // kInvalidArgument, kNotFound: as Service::Create(), with the tenant's name.
  static absl::StatusOr<std::unique_ptr<McpHost>> Create(
      const AgentConfig& config, OpenDurableFunction open_durable = nullptr);
  ~McpHost() override;

  // Begins to work on calls.
  void Start();
  // Ends that. Answers that are still to come are not; the server they go to is still there.
  void Stop();

  HttpAnswer Look(const HttpHead& head, uint64_t* most_body_bytes) override;
  void Take(HttpHead head, std::string body, std::shared_ptr<HttpReply> reply) override;
  void Tick() override;
  void Observe(const HttpCounts& counts) override { counts_ = &counts; }

 private:
  explicit McpHost(const HttpConfig& config);

  bool IsOurHost(const HttpHead& head) const;
  bool IsOurOrigin(const HttpHead& head) const;
  // Null: its token is none of ours.
  HttpTenant* FindTenant(const HttpHead& head) const;
  bool MaySeeMetrics(const HttpHead& head) const;
  HttpAnswer CheckWhoAsks(const HttpHead& head) const;
  // Of what is no message of MCP: the page, /metrics.
  HttpAnswer CheckOtherPath(const HttpHead& head) const;
  HttpAnswer Metrics() const;

  const HttpConfig config_;
  std::unique_ptr<WorkPool> pool_;
  std::vector<std::unique_ptr<HttpTenant>> tenants_;
  bool wants_tokens_ = false;
  const time_t started_;
  const HttpCounts* counts_ = nullptr;  // of the server while there is one
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_MCP_HOST_H_
