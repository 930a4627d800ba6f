#include "shell/shell.h"

#include <fmt/format.h>
#include <sys/random.h>
#include <time.h>

#include <atomic>
#include <utility>

#include "osbridge/files/devices.h"
#include "shell/run/analyze.h"
#include "shell/run/initial_state.h"
#include "shell/run/machine.h"

namespace pysub {

using shell::Description;
using shell::Machine;
using shell::Process;

struct Shell::Builder::Settings {
  ShellLimits limits;
  files::Limits file_limits;
  std::vector<std::string> environment;
  std::string cwd = "/home/user";
  struct InitialFile {
    std::string path, content;
    uint32_t mode;
  };
  std::vector<InitialFile> files;
  struct InitialMount {
    std::string path, directory;
    files::MountOptions options;
  };
  std::vector<InitialMount> mounts;
  std::vector<const shell::CommandInfo*> commands;
  std::vector<std::shared_ptr<const void>> kept;
  std::string refusal;
  shell::BeforeCommand before;
  shell::AfterCommand after;
  shell::Clock clock;
  std::optional<uint64_t> seed;
};

struct Shell::Impl {
  Impl(shell::Clock clock, const files::Limits& file_limits) : machine(std::move(clock), file_limits) {}

  Process* main() { return machine.main(); }
  void Start();

  Machine machine;
  ShellLimits limits;
  std::vector<std::string> environment;
  std::string cwd;
  std::vector<std::shared_ptr<const void>> kept;
  std::atomic<bool> cancelled{false};
  std::string out;
  std::string err;
};

namespace {

int64_t ClockNs(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

shell::Clock MachineClock() {
  return {.real_ns = [] { return ClockNs(CLOCK_REALTIME); },
          .monotonic_ns = [] { return ClockNs(CLOCK_MONOTONIC); },
          .sleep_ns = [](int64_t ns) {
            timespec span{ns / 1'000'000'000, ns % 1'000'000'000};
            nanosleep(&span, nullptr);
          }};
}

files::Status MakeDirectories(files::FileSystem& files, std::string_view path) {
  files::Caller root{.uid = 0, .gid = 0};
  files::Caller user;
  for (size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    std::string_view part = path.substr(0, end);
    if (!part.empty() && !files.StatPath(root, part).ok()) {
      files::Status status = files.Mkdir(user, part, 0755);
      if (!status.ok()) return status;
    }
    if (end == std::string_view::npos) return {};
  }
}

}  // namespace

// The first process of a shell, as fresh as a new bash.
void Shell::Impl::Start() {
  Process* process = machine.NewProcess();
  process->cwd = cwd;
  shell::InitialState(*process, environment, "bash");
}

Shell::Shell(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Shell::Shell(Shell&&) noexcept = default;
Shell& Shell::operator=(Shell&&) noexcept = default;
Shell::~Shell() = default;

ExecResult Shell::Exec(std::string_view script, const ExecOptions& options) {
  Machine& machine = impl_->machine;
  Process* process = impl_->main();
  ExecResult result;
  int64_t start = machine.budget.clock().monotonic_ns();
  ShellLimits limits = impl_->limits;
  if (options.timeout.count() > 0) limits.wall_time = options.timeout;
  impl_->cancelled = false;
  machine.budget.Begin(limits, &impl_->cancelled);

  machine.input.bytes = options.input;
  machine.input.taken = 0;
  machine.input.more = options.more_input;
  machine.out = options.on_stdout ? shell::OutputSink(options.on_stdout)
                                  : [this](std::string_view bytes) { impl_->out += bytes; };
  machine.err = options.on_stderr ? shell::OutputSink(options.on_stderr)
                                  : [this](std::string_view bytes) { impl_->err += bytes; };
  auto stream = [&](Description::Kind kind, const shell::OutputSink* sink) {
    auto description = shell::MakeRef<Description>(kind);
    description->input = &machine.input;
    description->sink = sink;
    description->budget = &machine.budget;
    return description;
  };
  process->fds.Set(0, stream(Description::Kind::kHostInput, nullptr));
  process->fds.Set(1, stream(Description::Kind::kHostOutput, &machine.out));
  process->fds.Set(2, stream(Description::Kind::kHostOutput, &machine.err));
  if (!options.cwd.empty()) {
    auto real = machine.files->Realpath(process->caller(), options.cwd);
    if (real.ok()) {
      process->cwd = *real;
      process->Assign("PWD", *real);
    }
  }
  for (const auto& [name, value] : options.env) {
    process->Assign(name, value);
    process->Export(machine.symbols.Intern(name), true);
  }
  if (!options.args.empty()) {
    process->arguments = {};
    process->arguments.Mutable() = options.args;
  }
  process->name = options.name;
  process->call->source = options.script_is_file ? options.name : "";
  process->line = 1;
  process->ended = process->exiting = process->script_failed = false;
  process->ignores_errexit = false;
  process->function_depth = process->loop_depth = 0;

  process->PushScript(script, shell::ScriptState::Kind::kMain, 1);
  machine.RunUntilIdle(process);
  result.limit = machine.budget.reached();
  if (machine.budget.stopped()) {
    machine.err(fmt::format("{}: {}{}: {}\n", machine.program_name, machine.line_prefix, process->line,
                            machine.budget.Message()));
    machine.KillAll(process);
    process->function_depth = process->loop_depth = 0;
    process->in_trap.clear();
    process->status = machine.budget.Status();
  }
  result.exit_code = process->status;
  result.stdout_text = std::exchange(impl_->out, {});
  result.stderr_text = std::exchange(impl_->err, {});
  result.duration = std::chrono::nanoseconds(machine.budget.clock().monotonic_ns() - start);
  return result;
}

void Shell::Cancel() { impl_->cancelled = true; }

void Shell::Reset() {
  Machine& machine = impl_->machine;
  machine.KillAll(impl_->main());
  machine.RemoveAll();
  impl_->Start();
}

ScriptAnalysis Shell::Analyze(std::string_view script) const { return shell::AnalyzeScript(script); }

files::FileSystem& Shell::files() { return *impl_->machine.files; }
const std::string& Shell::cwd() const { return impl_->machine.main()->cwd; }

std::optional<std::string> Shell::GetVariable(std::string_view name) {
  const std::string* value = impl_->main()->Get(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(*value);
}

void Shell::SetLimits(const ShellLimits& limits) { impl_->limits = limits; }

Shell::Builder::Builder() : settings_(std::make_unique<Settings>()) { settings_->clock = MachineClock(); }
Shell::Builder::~Builder() = default;
Shell::Builder::Builder(Builder&&) noexcept = default;

Shell::Builder& Shell::Builder::Limits(const ShellLimits& limits) {
  settings_->limits = limits;
  return *this;
}
Shell::Builder& Shell::Builder::FileLimits(const files::Limits& limits) {
  settings_->file_limits = limits;
  return *this;
}
Shell::Builder& Shell::Builder::Env(std::string name, std::string value) {
  settings_->environment.push_back(std::move(name) + "=" + value);
  return *this;
}
Shell::Builder& Shell::Builder::Cwd(std::string path) {
  settings_->cwd = std::move(path);
  return *this;
}
Shell::Builder& Shell::Builder::File(std::string path, std::string content, uint32_t mode) {
  settings_->files.push_back({std::move(path), std::move(content), mode});
  return *this;
}
Shell::Builder& Shell::Builder::Mount(std::string virtual_path, std::string host_directory,
                                      const files::MountOptions& options) {
  settings_->mounts.push_back({std::move(virtual_path), std::move(host_directory), options});
  return *this;
}
Shell::Builder& Shell::Builder::Command(const shell::CommandInfo* info) {
  settings_->commands.push_back(info);
  return *this;
}
Shell::Builder& Shell::Builder::Keep(std::shared_ptr<const void> kept) {
  settings_->kept.push_back(std::move(kept));
  return *this;
}
Shell::Builder& Shell::Builder::Refuse(std::string error) {
  settings_->refusal = std::move(error);
  return *this;
}
Shell::Builder& Shell::Builder::BeforeCommand(
    std::function<bool(std::span<const std::string>, std::string*)> hook) {
  settings_->before = std::move(hook);
  return *this;
}
Shell::Builder& Shell::Builder::AfterCommand(std::function<void(std::span<const std::string>, int)> hook) {
  settings_->after = std::move(hook);
  return *this;
}
Shell::Builder& Shell::Builder::Clock(std::function<int64_t()> real_ns, std::function<int64_t()> monotonic_ns,
                                      std::function<void(int64_t)> sleep_ns) {
  settings_->clock = {std::move(real_ns), std::move(monotonic_ns), std::move(sleep_ns)};
  return *this;
}
Shell::Builder& Shell::Builder::Seed(uint64_t seed) {
  settings_->seed = seed;
  return *this;
}

std::unique_ptr<Shell> Shell::Builder::Build(std::string* error) {
  Settings& settings = *settings_;
  auto fail = [&](std::string text) {
    if (error != nullptr) *error = std::move(text);
    return nullptr;
  };
  if (!settings.refusal.empty()) return fail(settings.refusal);
  auto impl = std::make_unique<Impl>(settings.clock, settings.file_limits);
  impl->kept = settings.kept;
  Machine& machine = impl->machine;
  impl->limits = settings.limits;
  machine.budget.Begin(settings.limits, nullptr);
  uint64_t seed = 0;
  if (settings.seed) {
    seed = *settings.seed;
  } else if (getrandom(&seed, sizeof(seed), 0) != sizeof(seed)) {
    seed = static_cast<uint64_t>(settings.clock.real_ns());
  }
  machine.random_state = seed;
  machine.files->SeedRandom(machine.Random());
  files::FileSystem& files = *machine.files;
  for (std::string_view directory : {"/bin", "/usr/bin", "/dev", "/etc", "/home/user", "/tmp", "/proc/self"}) {
    (void)MakeDirectories(files, directory);
  }
  (void)files.Chmod({}, "/tmp", 01777);
  (void)files::AddDevices(files);
  for (const auto& mount : settings.mounts) {
    files::Status status = files.Mount(mount.path, mount.directory, mount.options);
    if (!status.ok()) return fail(fmt::format("cannot mount {} at {}: {}", mount.directory, mount.path, shell::ErrnoText(status.error())));
  }
  for (const auto& file : settings.files) {
    size_t slash = file.path.rfind('/');
    if (slash != std::string::npos && slash > 0) (void)MakeDirectories(files, std::string_view(file.path).substr(0, slash));
    auto written = files.WriteFile({}, file.path, file.content, {.mode = file.mode});
    if (!written.ok()) return fail(fmt::format("cannot write {}: {}", file.path, shell::ErrnoText(written.error())));
    (void)files.Chmod({}, file.path, file.mode);
  }
  for (const shell::CommandInfo* info : settings.commands) machine.commands[std::string(info->name)] = info;
  machine.before_command = settings.before;
  machine.after_command = settings.after;
  impl->environment = {"HOME=/home/user", "USER=user", "LOGNAME=user", "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8"};
  for (const std::string& entry : settings.environment) impl->environment.push_back(entry);
  (void)MakeDirectories(files, settings.cwd);
  impl->cwd = settings.cwd;
  impl->Start();
  return std::unique_ptr<Shell>(new Shell(std::move(impl)));
}

}  // namespace pysub
