#include "shell/agent/config.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>
#include <set>
#include <utility>

#include "pysub/host_value_json.h"
#include "shell/agent/config_read.h"
#include "shell/agent/json.h"

namespace pysub::agent {
namespace {

constexpr uint64_t kGigabyte = uint64_t{1} << 30;
constexpr uint64_t kDayMs = 86'400'000;

constexpr LimitRow kLimitRows[] = {
    {"run_ms", &Quotas::run_ms, kDayMs, "milliseconds that one run or feed may take"},
    {"steps", &Quotas::steps, UINT64_MAX / 4, "steps of one Python run or feed"},
    {"allocations", &Quotas::allocations, UINT64_MAX / 4, "objects that one of them makes"},
    {"memory_bytes", &Quotas::memory_bytes, 64 * kGigabyte,
     "memory of a Python program or session; a feed holds a copy beside it"},
    {"shell_memory_bytes", &Quotas::shell_memory_bytes, 64 * kGigabyte,
     "memory of a shell, its files included"},
    {"output_bytes", &Quotas::output_bytes, kGigabyte, "what one run or feed may print"},
    {"file_bytes", &Quotas::file_bytes, 64 * kGigabyte, "files in memory, of each session"},
    {"files", &Quotas::files, 10'000'000, "how many files those may be"},
    {"sessions", &Quotas::sessions, 100'000, "sessions that are open at a time"},
    {"checkpoints", &Quotas::checkpoints, 1'000,
     "states of a session to which it can be rolled back"},
    {"checkpoint_bytes", &Quotas::checkpoint_bytes, 64 * kGigabyte,
     "all that these take, of each session; the oldest goes first"},
    {"result_bytes", &Quotas::result_bytes, 64 << 20,
     "of each text in the result of a tool; the rest is a resource"},
    {"resource_bytes", &Quotas::resource_bytes, 256 << 20, "of a resource that is read at once"},
    {"kept_output_bytes", &Quotas::kept_output_bytes, 16 * kGigabyte,
     "output that was cut and is kept as resources; the oldest goes first"},
    {"request_bytes", &Quotas::request_bytes, kGigabyte, "of one message"},
    {"calls", &Quotas::calls, 1'000, "calls that run at a time"},
    {"waiting_calls", &Quotas::waiting_calls, 10'000, "calls that wait for their turn"},
    {"tool_calls", &Quotas::tool_calls, 1'000'000,
     "calls of tools of servers that one run or feed may make"},
    {"prompt_bytes", &Quotas::prompt_bytes, 1 << 20,
     "signatures of such tools in the descriptions of run_python and session_feed"},
    {"approval_ms", &Quotas::approval_ms, 30 * kDayMs,
     "until a call that is asked for is given up"},
    {"approvals", &Quotas::approvals, 10'000, "runs that wait for an approval at a time"},
    {"stored_sessions", &Quotas::stored_sessions, 1'000'000,
     "durable sessions, those that have ended included"},
    {"store_ms", &Quotas::store_ms, kDayMs, "until a call that waits for the store is given up"},
};

constexpr HttpLimitRow kHttpLimitRows[] = {
    {"connections", &HttpLimits::connections, 60'000, "connections that are open at a time"},
    {"requests", &HttpLimits::requests, 60'000,
     "requests of one tenant that are not answered yet, streams included"},
    {"head_bytes", &HttpLimits::head_bytes, kMostHeadBytes, "of a request before its body"},
    {"body_bytes", &HttpLimits::body_bytes, 64 * kGigabyte,
     "bodies of all requests that are not answered yet; of one: limits.request_bytes"},
    {"head_ms", &HttpLimits::head_ms, kDayMs, "from a connection or a first byte to a whole head"},
    {"body_ms", &HttpLimits::body_ms, kDayMs, "from the head to a whole body"},
    {"write_ms", &HttpLimits::write_ms, kDayMs, "until a client has taken 64 KiB of an answer"},
    {"idle_ms", &HttpLimits::idle_ms, kDayMs, "between two requests of a connection"},
    {"quiet_ms", &HttpLimits::quiet_ms, kDayMs,
     "after which a stream says something, and an answer that takes longer becomes one"},
    {"protocol_sessions", &HttpLimits::protocol_sessions, 100'000,
     "handshakes (Mcp-Session-Id) of one tenant that are not deleted"},
    {"protocol_session_ms", &HttpLimits::protocol_session_ms, 30 * kDayMs,
     "after which one that is not used is forgotten"},
    {"threads", &HttpLimits::threads, 256, "threads that work on calls"},
};

absl::Status ReadMode(const Json& value, std::string_view place, files::MountMode* mode) {
  if (value.as_str() == "read-only") {
    *mode = files::MountMode::kReadOnly;
  } else if (value.as_str() == "read-write") {
    *mode = files::MountMode::kReadWrite;
  } else if (value.as_str() == "overlay") {
    *mode = files::MountMode::kOverlayMemory;
  } else {
    return Wrong(place, "is none of read-only, read-write, overlay");
  }
  return absl::OkStatus();
}

absl::Status ReadMount(const Json& value, const std::string& place, MountConfig* mount) {
  absl::Status read = EachMember(value, place, [&](std::string_view key, const Json& member) {
    const std::string where = fmt::format("{}.{}", place, key);
    if (key == "host") return ReadText(member, where, &mount->host);
    if (key == "path") return ReadPath(member, where, &mount->path);
    if (key == "mode") return ReadMode(member, where, &mount->options.mode);
    if (key == "write_bytes")
      return ReadNumber(member, where, files::kUnlimited / 4, &mount->options.write_bytes_limit);
    return Unknown(place, key, "host, path, mode, write_bytes");
  });
  if (!read.ok()) return read;
  if (mount->host.empty()) return Wrong(place + ".host", "is missing");
  if (mount->path.empty()) return Wrong(place + ".path", "is missing");
  return absl::OkStatus();
}

absl::Status ReadMounts(const Json& value, Config* config) {
  if (value.kind() != HostValue::Kind::kList) return Wrong("mounts", "is no list");
  config->mounts.clear();
  for (size_t i = 0; i < value.items().size(); ++i) {
    absl::Status status =
        ReadMount(value.items()[i], fmt::format("mounts[{}]", i), &config->mounts.emplace_back());
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status ReadTools(const Json& value, Config* config) {
  constexpr std::string_view kPlace = "permissions.tools";
  if (value.kind() != HostValue::Kind::kList || value.items().empty())
    return Wrong(kPlace, "is no list with names of tools");
  config->tools.clear();
  for (const Json& name : value.items()) {
    if (!IsText(name)) return Wrong(kPlace, "has something that is no text");
    config->tools.emplace_back(name.text());
  }
  return absl::OkStatus();
}

absl::Status ReadPermissions(const Json& value, Config* config) {
  return EachMember(value, "permissions", [&](std::string_view key, const Json& member) {
    if (key == "tools") return ReadTools(member, config);
    if (key == "isolation") {
      if (member.as_str() == "auto") {
        config->isolation = Isolation::kAuto;
      } else if (member.as_str() == "subprocess") {
        config->isolation = Isolation::kSubprocess;
      } else if (member.as_str() == "in-process") {
        config->isolation = Isolation::kInProcess;
      } else {
        return Wrong("permissions.isolation", "is none of auto, subprocess, in-process");
      }
      return absl::OkStatus();
    }
    if (key == "clock") {
      if (member.as_str() != "real" && member.as_str() != "virtual")
        return Wrong("permissions.clock", "is none of real, virtual");
      config->real_clock = member.as_str() == "real";
      return absl::OkStatus();
    }
    return Unknown("permissions", key, "tools, isolation, clock");
  });
}

absl::Status ReadStore(const Json& value, StoreConfig* store) {
  *store = {};
  absl::Status read =
      EachMember(value, "store", [&](std::string_view key, const Json& member) -> absl::Status {
        if (key == "url") return ReadText(member, "store.url", &store->url);
        if (key == "keys") return ReadPath(member, "store.keys", &store->keys);
        if (key != "work") return Unknown("store", key, "url, keys, work");
        if (member.kind() != HostValue::Kind::kBool)
          return Wrong("store.work", "is neither true nor false");
        store->work = member.as_bool().value_or(false);
        return absl::OkStatus();
      });
  if (read.ok() && store->url.empty()) return Wrong("store.url", "is missing");
  return read;
}

// What the file says at its top, and a tenant for itself. Nothing: it is none of these keys.
constexpr std::string_view kSettings =
    "mounts, environment, working_directory, permissions, limits, network, servers, store, "
    "tool_log, call_log";
std::optional<absl::Status> ReadSetting(std::string_view key, const Json& value, Config* config) {
  if (key == "mounts") return ReadMounts(value, config);
  if (key == "environment") return ReadVariables(value, "environment", &config->environment);
  if (key == "working_directory") return ReadPath(value, key, &config->working_directory);
  if (key == "permissions") return ReadPermissions(value, config);
  if (key == "network") return ReadNetwork(value, &config->network_config);
  if (key == "servers") return ReadServers(value, &config->servers);
  if (key == "store") return ReadStore(value, &config->store);
  if (key == "tool_log") return ReadPath(value, key, &config->tool_log);
  if (key == "call_log") return ReadPath(value, key, &config->call_log);
  if (key == "limits")
    return ReadRows(value, "limits", std::span<const LimitRow>(kLimitRows), &config->limits);
  return std::nullopt;
}

// ---- serve

// "sha256:" and 64 digits, or the token itself. (What is wrong with it is told without it.)
absl::Status ReadToken(const std::string& text, std::string_view place, TokenDigest* digest) {
  constexpr std::string_view kHashed = "sha256:";
  constexpr size_t kShortest = 16, kLongest = 512;
  if (text.starts_with(kHashed)) {
    const std::string_view digits = std::string_view(text).substr(kHashed.size());
    for (size_t i = 0; i < digest->size() && digits.size() == 2 * digest->size(); ++i) {
      const char* const pair = digits.data() + 2 * i;
      const auto [end, error] = std::from_chars(pair, pair + 2, (*digest)[i], 16);
      if (error != std::errc() || end != pair + 2) break;
      if (i + 1 == digest->size()) return absl::OkStatus();
    }
    return Wrong(place, "is not sha256: and 64 hexadecimal digits");
  }
  const bool is_plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
  if (text.size() < kShortest || text.size() > kLongest || !is_plain)
    return Wrong(place, "is no token: 16 to 512 characters of ASCII without spaces");
  *digest = DigestOf(text);
  return absl::OkStatus();
}

absl::Status ReadTokens(const Json& value, const std::string& place,
                        std::vector<TokenDigest>* tokens) {
  std::vector<std::string> texts;
  if (absl::Status read = ReadTexts(value, place, &texts); !read.ok()) return read;
  for (size_t i = 0; i < texts.size(); ++i) {
    const std::string where = fmt::format("{}[{}]", place, i);
    if (absl::Status read = ReadToken(texts[i], where, &tokens->emplace_back()); !read.ok())
      return read;
  }
  return absl::OkStatus();
}

absl::Status ReadHttp(const Json& value, HttpConfig* http) {
  return EachMember(value, "http", [&](std::string_view key, const Json& member) {
    if (key == "origins") return ReadTexts(member, "http.origins", &http->origins);
    if (key == "hosts") return ReadTexts(member, "http.hosts", &http->hosts);
    if (key == "metrics_tokens")
      return ReadTokens(member, "http.metrics_tokens", &http->metrics_tokens);
    if (key == "limits") {
      return ReadRows(member, "http.limits", std::span<const HttpLimitRow>(kHttpLimitRows),
                      &http->limits);
    }
    return Unknown("http", key, "origins, hosts, metrics_tokens, limits");
  });
}

absl::Status ReadTenant(const Json& value, TenantConfig* tenant) {
  const std::string place = fmt::format("tenants.{}", tenant->name);
  absl::Status read = EachMember(value, place, [&](std::string_view key, const Json& member) {
    if (key == "tokens") return ReadTokens(member, place + ".tokens", &tenant->tokens);
    const std::optional<absl::Status> setting = ReadSetting(key, member, &tenant->config);
    if (!setting) return Unknown(place, key, fmt::format("tokens, {}", kSettings));
    if (setting->ok()) return *setting;
    return absl::InvalidArgumentError(fmt::format("{}.{}", place, std::string(setting->message())));
  });
  if (read.ok() && tenant->tokens.empty()) return Wrong(place + ".tokens", "is missing, or empty");
  return read;
}

absl::Status ReadTenants(const Json& value, AgentConfig* config) {
  absl::Status read = EachMember(value, "tenants", [&](std::string_view key, const Json& member) {
    if (key.empty()) return Wrong("tenants", "has one without a name");
    TenantConfig& tenant = config->tenants.emplace_back();
    tenant.name = key;
    tenant.config = config->config;
    tenant.config.tenant = key;
    return ReadTenant(member, &tenant);
  });
  if (read.ok() && config->tenants.empty()) return Wrong("tenants", "is empty");
  // (Nor is one for /metrics good for anything else.)
  std::set<TokenDigest> seen(config->http.metrics_tokens.begin(),
                             config->http.metrics_tokens.end());
  for (const TenantConfig& tenant : config->tenants) {
    for (const TokenDigest& digest : tenant.tokens) {
      if (!seen.insert(digest).second)
        return Wrong(fmt::format("tenants.{}.tokens", tenant.name),
                     "has a token that is there twice");
    }
  }
  return read;
}

}  // namespace

std::span<const LimitRow> LimitRows() { return kLimitRows; }
std::span<const HttpLimitRow> HttpLimitRows() { return kHttpLimitRows; }

TokenDigest DigestOf(std::string_view token) {
  TokenDigest digest;
  crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(token.data()),
                     token.size());
  return digest;
}

std::string Config::directory() const {
  if (!working_directory.empty()) return working_directory;
  return mounts.empty() ? "/home/user" : mounts[0].path;
}

SandboxLimits Config::python_limits() const {
  SandboxLimits python;
  python.memory_bytes = limits.memory_bytes;
  python.duration = std::chrono::milliseconds(limits.run_ms);
  python.allocations = limits.allocations;
  python.steps = limits.steps;
  python.output_bytes = limits.output_bytes;
  return python;
}

ShellLimits Config::shell_limits() const {
  ShellLimits shell;
  shell.memory_bytes = limits.shell_memory_bytes;
  shell.output_bytes = limits.output_bytes;
  shell.wall_time = std::chrono::milliseconds(limits.run_ms);
  return shell;
}

files::Limits Config::file_limits() const {
  files::Limits tree;
  tree.max_bytes = limits.file_bytes;
  tree.max_file_bytes = limits.file_bytes;
  tree.max_files = limits.files;
  return tree;
}

absl::StatusOr<AgentConfig> ParseAgentConfig(std::string_view text) {
  JsonLimits bounds;
  bounds.max_text_bytes = 1 << 20;
  bounds.max_depth = 16;
  const absl::StatusOr<Json> json = HostValueFromJson(text, bounds);
  if (!json.ok()) return json.status();
  AgentConfig config;
  const Json* tenants = nullptr;
  absl::Status read = EachMember(
      *json, "the configuration", [&](std::string_view key, const Json& value) -> absl::Status {
        if (key == "http") return ReadHttp(value, &config.http);
        if (key == "tenants") {
          tenants = &value;
          return absl::OkStatus();
        }
        const std::optional<absl::Status> setting = ReadSetting(key, value, &config.config);
        if (setting) return *setting;
        return Unknown("", key, fmt::format("{}, http, tenants", kSettings));
      });
  // They begin with what the rest of the file says.
  if (read.ok() && tenants != nullptr) read = ReadTenants(*tenants, &config);
  if (!read.ok()) return read;
  return config;
}

absl::StatusOr<Config> ParseConfig(std::string_view text) {
  absl::StatusOr<AgentConfig> config = ParseAgentConfig(text);
  if (!config.ok()) return config.status();
  return std::move(config->config);
}

}  // namespace pysub::agent
