// pysub-shell: the sandbox shell on the command line.
// Nothing of the host is visible but what --mount shows. Without a script on a terminal it is a
// prompt.

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/shell/network.h"
#include "pysub/shell/shell.h"
#include "pysub/version.h"
#include "shell/cli/json_text.h"
#include "shell/cli/python_prompt.h"
#include "shell/cli/saved_file.h"
#include "shell/cli/shell_prompt.h"
#include "shell/cli/shell_sqlite.h"
#include "shell/cli/shell_streams.h"
#include "shell/cli/usage/parse.h"
#include "shell/cli/usage/values.h"
#include "shell/python/python_options.h"
#include "shell/snapshot/seal.h"

namespace {

struct CommandLine {
  bool json = false;
  bool raw = false;
  bool python = true;
  pysub::PythonOptions python_options;
  bool has_script = false;
  std::string script;
  pysub::ExecOptions exec;
  pysub::ShellLimits limits;
  uint64_t snapshot_at = UINT64_MAX;
  std::string snapshot_to;
  std::string resume;
  pysub::shell::NetworkPolicy network;  // without rules there is none
  std::vector<std::string> networks;    // that all rules get
  pysub::shell::BrokerProcess broker_options;
  std::shared_ptr<pysub::shell::NetworkBroker> broker;
  std::string text;  // not empty: what is printed, and nothing else is done
};

// What is wrong may be a text of somebody else's: in a saved shell there are names.
int Fail(pysub::ShellStreams& streams, const std::string& text) {
  streams.Write(STDERR_FILENO, fmt::format("pysub-shell: {}\n", text));
  return 2;
}

bool ReadAll(FILE* file, std::string* text) {
  char buffer[65536];
  size_t size;
  while ((size = fread(buffer, 1, sizeof(buffer), file)) > 0) text->append(buffer, size);
  return ferror(file) == 0;
}

bool ReadFile(const std::string& path, std::string* bytes) {
  FILE* file = fopen(path.c_str(), "rb");
  bool ok = file != nullptr && ReadAll(file, bytes);
  if (file != nullptr) fclose(file);
  return ok;
}

void Mount(std::string_view text, pysub::Shell::Builder* builder) {
  using Mode = pysub::usage::Mount::Mode;
  const pysub::usage::Mount mount = *pysub::usage::ParseMount(text);
  pysub::files::MountOptions options;
  if (mount.mode == Mode::kReadOnly) options.mode = pysub::files::MountMode::kReadOnly;
  if (mount.mode == Mode::kReadWrite) options.mode = pysub::files::MountMode::kReadWrite;
  if (mount.write_bytes_limit) options.write_bytes_limit = *mount.write_bytes_limit;
  builder->Mount(mount.virtual_path, mount.host_directory, options);
}

pysub::Isolation IsolationOf(std::string_view name) {
  if (name == "auto") return pysub::Isolation::kAuto;
  return name == "subprocess" ? pysub::Isolation::kSubprocess : pysub::Isolation::kInProcess;
}

void Set(const pysub::usage::GivenOption& option, pysub::Shell::Builder* builder,
         CommandLine* line) {
  const auto [name, value, second] = option;
  if (name == "--raw") {
    line->raw = true;
  } else if (name == "--json") {
    line->json = true;
  } else if (name == "--no-python") {
    line->python = false;
  } else if (name == "--echo" || name == "--no-echo") {
    line->python_options.echo = name == "--echo";
  } else if (name == "--isolation") {
    line->python_options.host.isolation = IsolationOf(value);
  } else if (name == "-i") {
    line->exec.interactive = true;
  } else if (name == "-c") {
    line->has_script = true;
    line->script = value;
  } else if (name == "--mount") {
    Mount(value, builder);
  } else if (name == "--env") {
    const size_t equals = value.find('=');
    builder->Env(std::string(value.substr(0, equals)), std::string(value.substr(equals + 1)));
  } else if (name == "--cwd") {
    builder->Cwd(std::string(value));
  } else if (name == "--timeout" || name == "--max-duration") {
    line->limits.wall_time = std::chrono::nanoseconds(*pysub::usage::ParseSeconds(value));
  } else if (name == "--max-memory") {
    line->limits.memory_bytes = *pysub::usage::ParseSize(value);
  } else if (name == "--max-output") {
    line->limits.output_bytes = *pysub::usage::ParseSize(value);
  } else if (name == "--max-steps") {
    line->limits.steps = *pysub::usage::ParseCount(value);
  } else if (name == "--resume") {
    line->resume = value;
  } else if (name == "--snapshot-at") {
    line->snapshot_at = *pysub::usage::ParseCount(value);
    line->snapshot_to = second;
  } else if (name == "--version") {
    line->text = "pysub-shell " PYSUB_VERSION_STRING "\n";
  }
}

// Options of the network. Nothing: it is none of them; else whether it is good.
std::optional<absl::Status> SetNetwork(std::string_view name, std::string_view value,
                                       CommandLine* line) {
  const bool is_text = name == "--allow-net-in" || name == "--net-name" || name == "--net-ca-file";
  if (is_text && value.empty())
    return absl::InvalidArgumentError(std::string(name) + " wants a value that is not empty");
  if (name == "--allow-net") {
    absl::StatusOr<pysub::shell::NetworkRule> rule = pysub::shell::NetworkRule::Parse(value);
    if (!rule.ok())
      return absl::InvalidArgumentError("--allow-net: " + std::string(rule.status().message()));
    line->network.rules.push_back(*std::move(rule));
  } else if (name == "--allow-net-in") {
    line->networks.emplace_back(value);
  } else if (name == "--net-name") {
    const size_t equals = value.find('=');
    line->network.names.emplace_back(
        value.substr(0, equals), std::vector<std::string>{std::string(value.substr(equals + 1))});
  } else if (name == "--net-ca-file") {
    line->broker_options.ca_file = value;
  } else if (name == "--net-max-requests") {
    line->network.requests = *pysub::usage::ParseCount(value);
  } else {
    return std::nullopt;
  }
  return absl::OkStatus();
}

// Gives the shell the network that the options ask for.
absl::Status AddNetwork(CommandLine* line, pysub::Shell::Builder* builder) {
  if (line->network.rules.empty()) {
    return line->networks.empty() && line->network.names.empty() &&
                   line->broker_options.ca_file.empty()
               ? absl::OkStatus()
               : absl::InvalidArgumentError("without --allow-net there is no network");
  }
  for (pysub::shell::NetworkRule& rule : line->network.rules) rule.networks = line->networks;
  if (!line->broker_options.ca_file.empty()) {
    // (The broker runs in another directory.)
    char* const path = realpath(line->broker_options.ca_file.c_str(), nullptr);
    if (path == nullptr) return absl::ErrnoToStatus(errno, line->broker_options.ca_file);
    line->broker_options.ca_file = path;
    free(path);
  }
  absl::StatusOr<std::shared_ptr<pysub::shell::NetworkBroker>> broker =
      pysub::shell::MakeBrokerProcess(line->broker_options);
  if (!broker.ok()) return broker.status();
  line->broker = *broker;
  absl::StatusOr<std::shared_ptr<pysub::shell::Network>> network =
      pysub::shell::Network::Create(line->broker, line->network);
  if (!network.ok()) return network.status();
  builder->Network(*std::move(network));
  return absl::OkStatus();
}

// 0: go on; otherwise the exit status.
int ParseArguments(int argc, char** argv, pysub::Shell::Builder* builder,
                   pysub::ShellStreams& streams, CommandLine* line) {
  const pysub::usage::Given given = pysub::usage::ParseArguments(pysub::usage::kShell, argc, argv);
  if (!given.error.empty()) {
    streams.Write(STDERR_FILENO,
                  pysub::usage::WrongUsage(pysub::usage::kShell, given.command, given.error));
    return pysub::usage::kUsageError;
  }
  line->text = given.text;
  if (!line->text.empty()) return 0;
  for (const pysub::usage::GivenOption& option : given.options) {
    const std::optional<absl::Status> set = SetNetwork(option.name, option.value, line);
    if (set && !set->ok()) return Fail(streams, std::string(set->message()));
    if (!set) Set(option, builder, line);
  }
  if (const absl::Status status = AddNetwork(line, builder); !status.ok())
    return Fail(streams, std::string(status.message()));
  size_t at = 0;
  if (line->has_script) {
    if (at < given.operands.size()) line->exec.name = given.operands[at++];
  } else if (line->resume.empty() && at < given.operands.size()) {
    const std::string file(given.operands[at++]);
    if (!ReadFile(file, &line->script)) {
      Fail(streams, fmt::format("{}: {}", file, strerror(errno)));
      return 127;
    }
    line->has_script = true;
    line->exec.name = file;
    line->exec.script_is_file = true;
  }
  for (; at < given.operands.size(); ++at) line->exec.args.emplace_back(given.operands[at]);
  return 0;
}

bool WriteFile(const std::string& path, std::string_view bytes) {
  FILE* file = fopen(path.c_str(), "wb");
  bool ok = file != nullptr && fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  return (file == nullptr || fclose(file) == 0) && ok;
}

int PrintResult(pysub::ShellStreams& streams, const CommandLine& line,
                const pysub::ExecResult& result) {
  if (line.json) {
    const bool limited = result.limit != pysub::ShellLimit::kNone;
    const std::string text = fmt::format(
        "{{\"exit_code\": {}, \"stdout\": {}, \"stderr\": {}, \"duration_ms\": {:.3f}, \"limit\": "
        "{}}}\n",
        result.exit_code, pysub::JsonText(result.stdout_text), pysub::JsonText(result.stderr_text),
        static_cast<double>(result.duration.count()) / 1e6,
        limited ? pysub::JsonText(pysub::ShellLimitName(result.limit)) : "null");
    streams.Write(STDOUT_FILENO, text);
  }
  return result.exit_code;
}

// The C library keeps pages that are free behind others that are not, and nobody is charged
// for them any more. Each time when this process has grown, it is asked to give them back:
// a script that fills its memory again and again, with blocks of another size each time,
// would hold some of each.
class FreePages {
 public:
  FreePages() : fd_(open("/proc/self/statm", O_RDONLY | O_CLOEXEC)) {}
  FreePages(const FreePages&) = delete;
  FreePages& operator=(const FreePages&) = delete;
  ~FreePages() {
    if (fd_ >= 0) close(fd_);
  }
  // (What Resident() asks of the system costs more than many a slice.)
  void GiveBack() {
    constexpr uint64_t kStep = 16 << 20;
    constexpr std::chrono::milliseconds kLookEvery(2);
    const auto now = std::chrono::steady_clock::now();
    if (now < next_look_) return;
    next_look_ = now + kLookEvery;
    if (Resident() < kept_ + kStep) return;
#ifdef __GLIBC__
    malloc_trim(0);
#endif
    kept_ = Resident();
  }

 private:
  uint64_t Resident() const {
    char text[128] = {};
    if (fd_ < 0 || pread(fd_, text, sizeof(text) - 1, 0) <= 0) return 0;
    const char* resident = strchr(text, ' ');  // the second number, in pages
    return resident == nullptr
               ? 0
               : strtoull(resident, nullptr, 10) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  }

  int fd_;
  uint64_t kept_ = 0;
  std::chrono::steady_clock::time_point next_look_;
};

pysub::ExecResult RunToEnd(pysub::Shell* shell) {
  constexpr uint64_t kSlice = 1 << 20;  // about a millisecond
  FreePages pages;
  while (true) {
    if (std::optional<pysub::ExecResult> result = shell->RunFor(kSlice)) return *std::move(result);
    pages.GiveBack();
  }
}

// What was begun or restored; 0, too, when it was saved half-way.
int RunScript(pysub::Shell* shell, pysub::ShellStreams& streams, const CommandLine& line) {
  if (line.snapshot_at == UINT64_MAX) return PrintResult(streams, line, RunToEnd(shell));
  if (std::optional<pysub::ExecResult> result = shell->RunFor(line.snapshot_at))
    return PrintResult(streams, line, *result);
  const absl::StatusOr<std::string> bytes = shell->Snapshot();
  if (!bytes.ok()) return Fail(streams, std::string(bytes.status().message()));
  if (!WriteFile(line.snapshot_to, *bytes))
    return Fail(streams, fmt::format("{}: {}", line.snapshot_to, strerror(errno)));
  pysub::ExecResult so_far;
  so_far.stdout_text = shell->TakeStdout();
  so_far.stderr_text = shell->TakeStderr();
  return PrintResult(streams, line, so_far);
}

absl::StatusOr<pysub::Shell> Resume(const CommandLine& line, pysub::Shell::Builder* builder) {
  std::string bytes;
  if (!ReadFile(line.resume, &bytes)) return absl::ErrnoToStatus(errno, line.resume);
  absl::StatusOr<pysub::Shell> shell = builder->Restore(bytes);
  if (!shell.ok())
    return absl::Status(shell.status().code(),
                        line.resume + ": " + std::string(shell.status().message()));
  shell->Connect(line.exec);
  return shell;
}

}  // namespace

int main(int argc, char** argv) {
  pysub::KeepClosedStreams();
  pysub::ShellStreams streams;
  pysub::Shell::Builder builder;
  CommandLine line;
  int status = ParseArguments(argc, argv, &builder, streams, &line);
  if (status != 0) return status;
  if (!line.text.empty()) {
    streams.Write(STDOUT_FILENO, line.text);
    return streams.Finish(0);
  }
  if (!line.snapshot_to.empty()) {
    const std::string reason =
        pysub::WhyNotSavedTo(line.snapshot_to, pysub::shell::IsShellSnapshot);
    if (!reason.empty()) return Fail(streams, reason);
  }
  if (line.raw) streams.LeaveControls();
  builder.Limits(line.limits);
  if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
    line.python_options.prompt = [&line](const pysub::PythonPrompt& prompt) {
      return pysub::RunPythonPrompt(prompt, line.raw);
    };
  }
  if (line.python) builder.Python(line.python_options);
  for (const pysub::shell::CommandInfo* info : pysub::MoreShellCommands()) builder.Command(info);
  if (!line.json) streams.Connect(&line.exec);
  const bool resumes = !line.resume.empty();
  line.exec.script_is_input = !line.has_script && !resumes;
  if (line.exec.script_is_input && read(STDIN_FILENO, nullptr, 0) < 0)
    return Fail(streams, "cannot read standard input");
  if (line.exec.script_is_input && line.snapshot_at != UINT64_MAX && isatty(0) == 0) {
    // What is saved has the rest of the script in it.
    if (!ReadAll(stdin, &line.exec.input)) return Fail(streams, "cannot read standard input");
  } else {
    pysub::ReadStandardInput(&line.exec);
  }
  absl::StatusOr<pysub::Shell> shell = resumes ? Resume(line, &builder) : builder.Build();
  if (!shell.ok()) return Fail(streams, std::string(shell.status().message()));
  if (line.exec.script_is_input && isatty(0) != 0) {
    line.exec.script_is_input = line.exec.interactive = false;  // (The prompt is all that.)
    return streams.Finish(pysub::RunShellPrompt(&*shell, line.exec));
  }
  if (!resumes) shell->Start(line.script, line.exec);
  status = streams.Finish(RunScript(&*shell, streams, line));
  // Whoever reads the same file next goes on behind what was used of it; of a pipe that cannot be
  // given back. (Fails there.)
  if (!resumes && line.snapshot_at == UINT64_MAX) {
    static_cast<void>(lseek(STDIN_FILENO, -static_cast<off_t>(shell->UnreadInput()), SEEK_CUR));
  }
  if (line.broker != nullptr) line.broker->Close();
  // The system takes the memory back at once; to free a million variables one by one
  // takes a third of a second.
  _exit(status);
}
