#include "shell/cli/agent_serve.h"

#include <absl/status/statusor.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <memory>

#include "shell/agent/http_server.h"
#include "shell/agent/mcp_host.h"
#include "shell/cli/agent_sessions.h"
#include "shell/cli/terminal_output.h"

namespace pysub {
namespace {

using agent::HttpServer;
using agent::McpHost;

// Where may it listen? Strangers reach every address but those of this machine alone.
absl::StatusOr<HttpServer::Address> AllowedAddress(const agent::AgentConfig& config,
                                                   const std::string& text) {
  absl::StatusOr<HttpServer::Address> address = HttpServer::ParseAddress(text);
  if (address.ok() && !address->is_loopback && config.tenants.empty()) {
    return absl::InvalidArgumentError(fmt::format(
        "{}: other machines reach this address: the configuration needs tenants with tokens",
        address->text()));
  }
  return address;
}

std::string TenantsOf(const agent::AgentConfig& config) {
  if (config.tenants.empty()) return "no tenants: whoever reaches it on this machine may ask";
  std::string text = "tenants:";
  for (const agent::TenantConfig& tenant : config.tenants)
    text += fmt::format(" {} ({} tokens)", tenant.name, tenant.tokens.size());
  return text;
}

}  // namespace

absl::Status ServeHttp(const agent::AgentConfig& config, const std::string& text) {
  const absl::StatusOr<HttpServer::Address> address = AllowedAddress(config, text);
  if (!address.ok()) return address.status();
  absl::StatusOr<std::unique_ptr<McpHost>> host = McpHost::Create(config, DurableOpener());
  if (!host.ok()) return host.status();
  absl::StatusOr<std::unique_ptr<HttpServer>> server =
      HttpServer::Listen(*address, config.http, **host);
  if (!server.ok()) return server.status();
  signal(SIGPIPE, SIG_IGN);
  (*host)->Start();
  WriteAll(STDERR_FILENO, fmt::format("pysub-agent: http://{}{}, {}\n", (*server)->address().text(),
                                      McpHost::kPath, TenantsOf(config)));
  (*server)->Run();
  (*host)->Stop();
  return absl::OkStatus();
}

absl::StatusOr<std::string> HttpUrl(const std::string& text) {
  const absl::StatusOr<HttpServer::Address> address = HttpServer::ParseAddress(text);
  if (!address.ok()) return address.status();
  return fmt::format("http://{}{}", address->text(), McpHost::kPath);
}

bool DescribeHttp(const agent::AgentConfig& config, const std::string& text, std::string* told) {
  *told += fmt::format("HTTP: {}\n", TenantsOf(config));
  const absl::StatusOr<std::unique_ptr<McpHost>> host = McpHost::Create(config, DurableOpener());
  if (!host.ok()) {
    *told += fmt::format("HTTP: {}\n", std::string(host.status().message()));
    return false;
  }
  if (text.empty()) return true;
  const absl::StatusOr<HttpServer::Address> address = AllowedAddress(config, text);
  absl::Status status = address.status();
  if (address.ok()) status = HttpServer::Listen(*address, config.http, **host).status();
  *told += status.ok() ? fmt::format("HTTP: {} is free\n", address->text())
                       : fmt::format("HTTP: {}\n", std::string(status.message()));
  return status.ok();
}

}  // namespace pysub
