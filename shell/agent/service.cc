#include "shell/agent/service.h"

#include <fmt/format.h>

#include <algorithm>

#include "shell/agent/tools.h"

namespace pysub::agent {
namespace {

absl::Status CheckTools(const Config& config) {
  for (size_t i = 0; i < config.tools.size(); ++i) {
    const std::string_view name = config.tools[i];
    const bool is_known = std::any_of(Tools().begin(), Tools().end(),
                                      [&](const Tool& tool) { return tool.name == name; });
    if (!is_known) {
      return absl::InvalidArgumentError(
          fmt::format("permissions.tools[{}]: there is no tool {}", i, name));
    }
  }
  return absl::OkStatus();
}

}  // namespace

void Service::Note(const CallNote& note) {
  counts.Add(note);
  if (call_log.is_open()) call_log.Write(CallLogLine(note, config.tenant));
}

absl::StatusOr<std::unique_ptr<Service>> Service::Create(Config config,
                                                         OpenDurableFunction open_durable) {
  if (absl::Status status = CheckTools(config); !status.ok()) return status;
  if (!config.servers.empty() && config.isolation == Isolation::kSubprocess) {
    return absl::InvalidArgumentError(
        "permissions.isolation: programs that call servers run in this process: subprocess and "
        "servers exclude each other");
  }
  PythonHostOptions options;
  options.isolation = config.isolation;
  absl::StatusOr<PythonHost> host = PythonHost::Create(options);
  if (!host.ok()) return host.status();
  absl::StatusOr<std::shared_ptr<shell::Network>> network = MakeNetwork(config.network_config);
  if (!network.ok()) return network.status();
  config.network = *std::move(network);
  auto service = std::make_unique<Service>(std::move(config), *std::move(host));
  if (absl::Status opened = service->tool_log.Open("tool_log", service->config.tool_log);
      !opened.ok())
    return opened;
  if (absl::Status opened = service->call_log.Open("call_log", service->config.call_log);
      !opened.ok())
    return opened;
  // A directory that cannot be mounted is told now, and not to each session.
  absl::StatusOr<std::shared_ptr<Session>> tried = Session::Create(service->config, {});
  if (!tried.ok()) return tried.status();
  if (!service->config.servers.empty())
    service->servers = std::make_unique<ServerTools>(service->config.servers);
  if (!service->config.store.url.empty()) {
    if (open_durable == nullptr)
      return absl::UnimplementedError("store: this program was built without durable sessions");
    absl::StatusOr<std::unique_ptr<DurableSessions>> durable = open_durable(service->config);
    if (!durable.ok()) return durable.status();
    service->durable = *std::move(durable);
  }
  return service;
}

}  // namespace pysub::agent
