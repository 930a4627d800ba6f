// pysub-agent: an MCP server for agents. Of `mcp`, standard output is the protocol's; what people
// are told is on standard error. Exits with 2 for a wrong command line or configuration.

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "osbridge/sessions/session_store.h"
#include "osbridge/worker/worker_pool.h"
#include "pysub/version.h"
#include "shell/agent/clients.h"
#include "shell/agent/server.h"
#include "shell/agent/stdio.h"
#include "shell/cli/agent_postgres.h"
#include "shell/cli/agent_serve.h"
#include "shell/cli/agent_sessions.h"
#include "shell/cli/shell_sqlite.h"
#include "shell/cli/source_file.h"
#include "shell/cli/terminal_output.h"
#include "shell/cli/usage/parse.h"

namespace pysub {
namespace {

constexpr size_t kMostConfigBytes = 1 << 20;
constexpr int kMissing = 1;  // of doctor

using sessions::IsPostgresUrl;

struct CommandLine {
  std::string config_file;
  std::string print_for;  // --print-config: whose
  std::string address;    // --http
  char** arguments;       // all of them, as main() has them
};

CommandLine OptionsOf(const usage::Given& given, char** arguments) {
  CommandLine line;
  line.arguments = arguments;
  for (const auto& [name, value, second] : given.options) {
    if (name == "--config") line.config_file = value;
    if (name == "--print-config") line.print_for = value;
    if (name == "--http") line.address = value;
  }
  return line;
}

int WrongCommandLine(const usage::Given& given, const std::string& error) {
  WriteAll(STDERR_FILENO, usage::WrongUsage(usage::kAgent, given.command, error));
  return usage::kUsageError;
}

int Refuse(std::string_view what) {
  WriteAll(STDERR_FILENO, fmt::format("pysub-agent: {}\n", what));
  return usage::kUsageError;
}

// What the file says, or the defaults without one.
absl::StatusOr<agent::AgentConfig> ReadConfigFile(const std::string& path) {
  if (path.empty()) return agent::AgentConfig();
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  std::string text;
  const ReadResult read =
      descriptor < 0 ? ReadResult::kError : ReadAll(descriptor, kMostConfigBytes, &text);
  const int error = errno;
  if (descriptor >= 0) close(descriptor);
  if (read == ReadResult::kTooLarge)
    return absl::InvalidArgumentError(fmt::format("{}: larger than a megabyte", path));
  if (read == ReadResult::kError)
    return absl::NotFoundError(fmt::format("{}: {}", path, strerror(error)));
  absl::StatusOr<agent::AgentConfig> config = agent::ParseAgentConfig(text);
  if (config.ok()) return config;
  return absl::Status(config.status().code(),
                      fmt::format("{}: {}", path, std::string(config.status().message())));
}

absl::StatusOr<agent::AgentConfig> ReadConfig(const std::string& path) {
  absl::StatusOr<agent::AgentConfig> config = ReadConfigFile(path);
  if (!config.ok()) return config;
  config->config.commands = MoreShellCommands();
  for (agent::TenantConfig& tenant : config->tenants)
    tenant.config.commands = config->config.commands;
  return config;
}

// The configuration of a server, whose stores can be opened then.
absl::StatusOr<agent::AgentConfig> ReadServerConfig(const CommandLine& line) {
  absl::StatusOr<agent::AgentConfig> config = ReadConfig(line.config_file);
  if (!config.ok()) return config;
  bool wants_postgres = IsPostgresUrl(config->config.store.url);
  for (const agent::TenantConfig& tenant : config->tenants)
    wants_postgres |= IsPostgresUrl(tenant.config.store.url);
  if (!wants_postgres) return config;
  // The program that this one becomes reads the file anew, and of a pipe nothing would be left.
  struct stat status = {};
  if (stat(line.config_file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return absl::InvalidArgumentError(
        fmt::format("{}: with a store at postgres:// it must be a regular file", line.config_file));
  }
  if (absl::Status taken = TakePostgres(line.arguments); !taken.ok()) return taken;
  return config;
}

absl::StatusOr<std::unique_ptr<agent::Service>> MakeService(const CommandLine& line) {
  absl::StatusOr<agent::AgentConfig> config = ReadServerConfig(line);
  if (!config.ok()) return config.status();
  return agent::Service::Create(std::move(config->config), DurableOpener());
}

std::string OwnPath() {
  char path[4096];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof(path));
  return size > 0 ? std::string(path, static_cast<size_t>(size)) : "pysub-agent";
}

// Where it is from everywhere.
std::string AbsoluteFile(const std::string& path) {
  char* const real = realpath(path.c_str(), nullptr);
  std::string absolute = real != nullptr ? real : path;
  free(real);
  return absolute;
}

int PrintSettings(const CommandLine& line) {
  std::vector<std::string> arguments = {"mcp"};
  if (!line.config_file.empty()) {
    arguments.emplace_back("--config");
    arguments.push_back(AbsoluteFile(line.config_file));
  }
  return WriteAll(STDOUT_FILENO, agent::ClientSettings(line.print_for, OwnPath(), arguments)) == 0
             ? 0
             : 1;
}

int PrintHttpSettings(const CommandLine& line) {
  const absl::StatusOr<agent::AgentConfig> config = ReadConfig(line.config_file);
  if (!config.ok()) return Refuse(std::string(config.status().message()));
  const absl::StatusOr<std::string> url = HttpUrl(line.address);
  if (!url.ok()) return Refuse(std::string(url.status().message()));
  const bool has_tokens = !config->tenants.empty();
  const std::string text = agent::HttpClientSettings(line.print_for, *url, has_tokens);
  return WriteAll(STDOUT_FILENO, text) == 0 ? 0 : 1;
}

int Serve(const CommandLine& line) {
  const absl::StatusOr<agent::AgentConfig> config = ReadServerConfig(line);
  if (!config.ok()) return Refuse(std::string(config.status().message()));
  const absl::Status served = ServeHttp(*config, line.address);
  return served.ok() ? 0 : Refuse(std::string(served.message()));
}

int ServeMcp(const CommandLine& line) {
  absl::StatusOr<std::unique_ptr<agent::Service>> service = MakeService(line);
  if (!service.ok()) return Refuse(std::string(service.status().message()));
  signal(SIGPIPE, SIG_IGN);
  return agent::ServeStdio(**service, STDIN_FILENO, STDOUT_FILENO);
}

// What `pysub-worker --protections` says, on our standard output. False: something is missing.
bool ShowProtections(std::string worker) {
  std::string option = "--protections";
  char* const arguments[] = {worker.data(), option.data(), nullptr};
  pid_t child = 0;
  int status = 0;
  if (posix_spawn(&child, worker.c_str(), nullptr, nullptr, arguments, environ) != 0) return false;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int Doctor(const CommandLine& line) {
  utsname system = {};
  uname(&system);
  std::string text =
      fmt::format("pysub-agent {}\n{} {} on {}\nRevisions of the protocol:", PYSUB_VERSION_STRING,
                  system.sysname, system.release, system.machine);
  for (const agent::Revision& revision : agent::Revisions())
    text += fmt::format(" {}", revision.name);
  const absl::StatusOr<std::unique_ptr<agent::Service>> service = MakeService(line);
  text += fmt::format("\nConfiguration: {}\n",
                      service.ok() ? (line.config_file.empty() ? "the defaults" : "good")
                                   : std::string(service.status().message()));
  bool is_good = service.ok();
  if (service.ok() && (*service)->servers != nullptr) {
    while (!(*service)->servers->IsSettled()) usleep(10'000);
    is_good = (*service)->servers->Describe(&text);
  }
  if (const absl::StatusOr<agent::AgentConfig> config = ReadConfig(line.config_file); config.ok())
    is_good = DescribeHttp(*config, line.address, &text) && is_good;
  const std::string worker = FindWorker();
  text += worker.empty() ? "Worker: missing; run_python and python3 run in this process\n"
                         : fmt::format("Worker: {}\nWhat this kernel gives to it:\n", worker);
  if (WriteAll(STDOUT_FILENO, text) != 0) return kMissing;
  if (!worker.empty()) is_good = ShowProtections(worker) && is_good;
  return is_good && !worker.empty() ? 0 : kMissing;
}

int RunSessionsOf(const usage::Given& given, char** arguments) {
  for (const usage::GivenOption& option : given.options) {
    if (option.name != "--store" || !IsPostgresUrl(option.value)) continue;
    const absl::Status taken = TakePostgres(arguments);
    if (!taken.ok()) return Refuse(std::string(taken.message()));
  }
  return RunSessions(given);
}

int Main(int argc, char** argv) {
  const usage::Given given = usage::ParseArguments(usage::kAgent, argc, argv);
  if (!given.error.empty()) return WrongCommandLine(given, given.error);
  if (!given.text.empty()) return WriteAll(STDOUT_FILENO, given.text) == 0 ? 0 : 1;
  for (const usage::GivenOption& option : given.options) {
    if (option.name == "--version")
      return WriteAll(STDOUT_FILENO, "pysub-agent " PYSUB_VERSION_STRING "\n") == 0 ? 0 : 1;
    if (option.name == "--http" && option.value.empty())
      return WrongCommandLine(given, "--http: is no address");
  }
  const CommandLine line = OptionsOf(given, argv);
  if (given.command->name == "work" || given.command->name.starts_with("sessions "))
    return RunSessionsOf(given, argv);
  if (given.command->name == "doctor") return Doctor(line);
  if (given.command->name == "serve") {
    if (line.address.empty()) return WrongCommandLine(given, "--http is missing");
    return line.print_for.empty() ? Serve(line) : PrintHttpSettings(line);
  }
  if (given.command->name != "mcp") return WrongCommandLine(given, "a command is missing");
  return line.print_for.empty() ? ServeMcp(line) : PrintSettings(line);
}

}  // namespace
}  // namespace pysub

int main(int argc, char** argv) { return pysub::Main(argc, argv); }
