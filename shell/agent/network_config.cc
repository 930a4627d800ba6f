#include "shell/agent/network_config.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "shell/agent/config_read.h"

namespace pysub::agent {
namespace {

constexpr uint64_t kMostBytes = uint64_t{1} << 40;

// Limits as they stand in a configuration: numbers, milliseconds.
struct Limits {
  uint64_t requests, requests_at_once, bytes_up, bytes_down, request_bytes, answer_bytes, redirects,
      request_ms, connect_ms, total_ms;
};
struct Row {
  std::string_view name;
  uint64_t Limits::*member;
  uint64_t most;
};
constexpr Row kRows[] = {
    {"requests", &Limits::requests, 1'000'000'000},
    {"requests_at_once", &Limits::requests_at_once, 256},
    {"bytes_up", &Limits::bytes_up, kMostBytes},
    {"bytes_down", &Limits::bytes_down, kMostBytes},
    {"request_bytes", &Limits::request_bytes, uint64_t{1} << 29},
    {"answer_bytes", &Limits::answer_bytes, kMostBytes},
    {"redirects", &Limits::redirects, 1000},
    {"request_ms", &Limits::request_ms, 86'400'000},
    {"connect_ms", &Limits::connect_ms, 3'600'000},
    {"total_ms", &Limits::total_ms, uint64_t{31} * 86'400'000},
};

uint64_t Milliseconds(std::chrono::nanoseconds time) {
  return static_cast<uint64_t>(time.count()) / 1'000'000;
}

absl::Status ReadLimits(const Json& value, shell::NetworkPolicy* policy) {
  Limits limits = {policy->requests,
                   policy->requests_at_once,
                   policy->bytes_up,
                   policy->bytes_down,
                   policy->request_bytes,
                   policy->answer_bytes,
                   policy->redirects,
                   Milliseconds(policy->time_of_request),
                   Milliseconds(policy->connect_time),
                   Milliseconds(policy->time)};
  const absl::Status read = ReadRows(value, "network.limits", std::span<const Row>(kRows), &limits);
  if (!read.ok()) return read;
  policy->requests = limits.requests;
  policy->requests_at_once = static_cast<uint32_t>(limits.requests_at_once);
  policy->bytes_up = limits.bytes_up;
  policy->bytes_down = limits.bytes_down;
  policy->request_bytes = limits.request_bytes;
  policy->answer_bytes = limits.answer_bytes;
  policy->redirects = static_cast<uint32_t>(limits.redirects);
  policy->time_of_request = std::chrono::milliseconds(limits.request_ms);
  policy->connect_time = std::chrono::milliseconds(limits.connect_ms);
  policy->time = std::chrono::milliseconds(limits.total_ms);
  return absl::OkStatus();
}

absl::Status ReadBool(const Json& value, const std::string& place, bool* flag) {
  if (value.kind() != HostValue::Kind::kBool) return Wrong(place, "is neither true nor false");
  *flag = value.as_bool().value_or(false);
  return absl::OkStatus();
}

absl::Status ReadPorts(const Json& value, const std::string& place, std::vector<uint16_t>* ports) {
  if (value.kind() != HostValue::Kind::kList) return Wrong(place, "is no list");
  for (const Json& item : value.items()) {
    uint64_t port = 0;
    if (absl::Status read = ReadNumber(item, place, 65535, &port); !read.ok()) return read;
    ports->push_back(static_cast<uint16_t>(port));
  }
  return absl::OkStatus();
}

absl::Status ReadSchemes(const Json& value, const std::string& place, shell::NetworkRule* rule) {
  std::vector<std::string> schemes;
  if (absl::Status read = ReadTexts(value, place, &schemes); !read.ok()) return read;
  rule->http = rule->https = false;
  for (const std::string& scheme : schemes) {
    if (scheme != "http" && scheme != "https") return Wrong(place, "has one but http and https");
    (scheme == "http" ? rule->http : rule->https) = true;
  }
  return absl::OkStatus();
}

// A line, "https://api.example.org:8443", or an object.
absl::Status ReadRule(const Json& value, const std::string& place, shell::NetworkRule* rule) {
  if (IsText(value)) {
    absl::StatusOr<shell::NetworkRule> parsed = shell::NetworkRule::Parse(value.text());
    if (!parsed.ok()) return Wrong(place, std::string(parsed.status().message()));
    *rule = *std::move(parsed);
    return absl::OkStatus();
  }
  absl::Status read = EachMember(value, place, [&](std::string_view key, const Json& member) {
    const std::string where = fmt::format("{}.{}", place, key);
    if (key == "host") return ReadText(member, where, &rule->host);
    if (key == "ports") return ReadPorts(member, where, &rule->ports);
    if (key == "schemes") return ReadSchemes(member, where, rule);
    if (key == "methods") return ReadTexts(member, where, &rule->methods);
    if (key == "networks") return ReadTexts(member, where, &rule->networks);
    if (key == "headers") return ReadVariables(member, where, &rule->headers);
    if (key == "headers_over_http") return ReadBool(member, where, &rule->headers_over_http);
    if (key == "may_skip_verification")
      return ReadBool(member, where, &rule->may_skip_verification);
    return Unknown(place, key,
                   "host, ports, schemes, methods, networks, headers, headers_over_http, "
                   "may_skip_verification");
  });
  if (read.ok() && rule->host.empty()) return Wrong(place + ".host", "is missing");
  return read;
}

absl::Status ReadRules(const Json& value, shell::NetworkPolicy* policy) {
  if (value.kind() != HostValue::Kind::kList) return Wrong("network.rules", "is no list");
  policy->rules.clear();
  for (size_t i = 0; i < value.items().size(); ++i) {
    const absl::Status read = ReadRule(value.items()[i], fmt::format("network.rules[{}]", i),
                                       &policy->rules.emplace_back());
    if (!read.ok()) return read;
  }
  return absl::OkStatus();
}

// A broker that is never asked: with it a policy is checked.
class NoBroker : public shell::NetworkBroker {
 public:
  std::unique_ptr<shell::NetworkExchange> Begin(const shell::CheckedRequest&) override {
    return nullptr;
  }
};

}  // namespace

absl::Status ReadNetwork(const Json& value, NetworkConfig* config) {
  *config = NetworkConfig();
  shell::NetworkPolicy* policy = &config->policy;
  absl::Status read = EachMember(value, "network", [&](std::string_view key, const Json& member) {
    if (key == "rules") return ReadRules(member, policy);
    if (key == "ca_file") return ReadPath(member, "network.ca_file", &config->ca_file);
    if (key == "limits") return ReadLimits(member, policy);
    if (key == "names") {
      return EachMember(member, "network.names", [&](std::string_view name, const Json& addresses) {
        std::vector<std::string> texts;
        absl::Status texts_read =
            ReadTexts(addresses, fmt::format("network.names.{}", name), &texts);
        policy->names.emplace_back(name, std::move(texts));
        return texts_read;
      });
    }
    return Unknown("network", key, "rules, names, ca_file, limits");
  });
  if (!read.ok()) return read;
  const auto checked = shell::Network::Create(std::make_shared<NoBroker>(), *policy);
  return checked.ok() ? absl::OkStatus()
                      : Wrong("network", std::string(checked.status().message()));
}

absl::StatusOr<std::shared_ptr<shell::Network>> MakeNetwork(const NetworkConfig& config) {
  if (config.policy.rules.empty()) return nullptr;
  absl::StatusOr<std::shared_ptr<shell::NetworkBroker>> broker =
      shell::MakeBrokerProcess({.program = "", .ca_file = config.ca_file});
  if (!broker.ok()) return broker.status();
  return shell::Network::Create(*std::move(broker), config.policy);
}

}  // namespace pysub::agent
