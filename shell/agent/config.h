#ifndef PYSUB_SHELL_AGENT_CONFIG_H_
#define PYSUB_SHELL_AGENT_CONFIG_H_

#include <absl/status/statusor.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/files/file_types.h"
#include "pysub/python/python_host.h"
#include "pysub/sandbox_options.h"
#include "pysub/shell/limits.h"
#include "shell/agent/client/server_config.h"
#include "shell/agent/network_config.h"

// What one server may do and use: its configuration file, read and checked.
namespace pysub::shell {
struct CommandInfo;
}

namespace pysub::agent {

// All are above zero. kLimitRows (config.cc) says what each is, and how large it may be set.
struct Quotas {
  uint64_t run_ms = 30'000;
  uint64_t steps = 2'000'000'000;
  uint64_t allocations = 100'000'000;
  uint64_t memory_bytes = uint64_t{64} << 20;
  uint64_t shell_memory_bytes = uint64_t{128} << 20;
  uint64_t output_bytes = uint64_t{4} << 20;
  uint64_t file_bytes = uint64_t{32} << 20;
  uint64_t files = 10'000;
  uint64_t sessions = 16;
  uint64_t checkpoints = 8;
  uint64_t checkpoint_bytes = uint64_t{64} << 20;
  uint64_t result_bytes = uint64_t{32} << 10;
  uint64_t resource_bytes = uint64_t{1} << 20;
  uint64_t kept_output_bytes = uint64_t{16} << 20;
  uint64_t request_bytes = uint64_t{4} << 20;
  uint64_t calls = 8;
  uint64_t waiting_calls = 32;
  uint64_t tool_calls = 1'000;
  uint64_t prompt_bytes = uint64_t{8} << 10;
  uint64_t approval_ms = 3'600'000;
  uint64_t approvals = 16;
  uint64_t stored_sessions = 1'000;
  uint64_t store_ms = 30'000;
};

struct LimitRow {
  std::string_view name;
  uint64_t Quotas::*member;
  uint64_t most;
  std::string_view what;
};
std::span<const LimitRow> LimitRows();

struct MountConfig {
  std::string host;  // a directory of this machine
  std::string path;  // where programs see it
  files::MountOptions options;
};

// Where durable sessions lie; without an url there are none.
struct StoreConfig {
  std::string url;    // as OpenStore() takes it
  std::string keys;   // a file that seals them; empty: nothing is sealed
  bool work = false;  // this process goes on with them, too
};

struct Config {
  std::vector<MountConfig> mounts;
  std::vector<std::pair<std::string, std::string>> environment;
  std::string working_directory;   // empty: the first mount, or /home/user
  std::vector<std::string> tools;  // those that are offered; empty: all
  Isolation isolation = Isolation::kAuto;
  bool real_clock = true;
  std::vector<ServerConfig> servers;  // whose tools programs can call
  std::string tool_log;               // a file that hears of each such call; empty: none
  StoreConfig store;
  NetworkConfig network_config;             // what shells may reach
  std::shared_ptr<shell::Network> network;  // made of it by Service::Create(); null: none
  std::string call_log;                     // a file that hears of each call of a tool; empty: none
  std::string tenant;                       // whose it is, in logs; empty: there are no tenants
  Quotas limits;
  // Commands of shells beside those that come with them: of the program, not of a file.
  std::vector<const shell::CommandInfo*> commands;

  std::string directory() const;  // where programs begin
  SandboxLimits python_limits() const;
  ShellLimits shell_limits() const;
  files::Limits file_limits() const;
};

// Of `serve`, for all tenants together unless it says otherwise. kHttpLimitRows (config.cc) says
// what each is.
struct HttpLimits {
  uint64_t connections = 1'024;
  uint64_t requests = 256;
  uint64_t head_bytes = 16 << 10;
  uint64_t body_bytes = uint64_t{64} << 20;
  uint64_t head_ms = 10'000;
  uint64_t body_ms = 30'000;
  uint64_t write_ms = 30'000;
  uint64_t idle_ms = 60'000;
  uint64_t quiet_ms = 15'000;
  uint64_t protocol_sessions = 100;
  uint64_t protocol_session_ms = 3'600'000;
  uint64_t threads = 4;
};

inline constexpr uint64_t kMostHeadBytes = 60'000;

struct HttpLimitRow {
  std::string_view name;
  uint64_t HttpLimits::*member;
  uint64_t most;
  std::string_view what;
};
std::span<const HttpLimitRow> HttpLimitRows();

using TokenDigest = std::array<uint8_t, 32>;  // SHA-256
TokenDigest DigestOf(std::string_view token);

struct HttpConfig {
  std::vector<std::string> origins;  // of web pages that may ask, beside our own: "http://a.b:80"
  std::vector<std::string> hosts;    // names under which clients may know us, beside addresses
  std::vector<TokenDigest> metrics_tokens;  // of who may ask for numbers of all tenants
  HttpLimits limits;
};

struct TenantConfig {
  std::string name;
  std::vector<TokenDigest> tokens;
  Config config;  // what the file says outside of its tenants, where the tenant says nothing else
};

// A whole configuration file. Without tenants there is one, which has no name and no token.
struct AgentConfig {
  Config config;  // of stdio
  HttpConfig http;
  std::vector<TenantConfig> tenants;
};
absl::StatusOr<AgentConfig> ParseAgentConfig(std::string_view text);

// What a configuration file says outside of its tenants. kInvalidArgument: it is no JSON, or the
// message begins with the place of what is wrong: "limits.memroy_bytes: unknown key".
absl::StatusOr<Config> ParseConfig(std::string_view text);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_CONFIG_H_
