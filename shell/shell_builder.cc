#include <absl/strings/cord.h>
#include <fmt/format.h>
#include <time.h>

#include <set>
#include <string>
#include <utility>

#include "lexer/base/entropy.h"
#include "lexer/base/most_memory.h"
#include "lexer/base/threads.h"
#include "osbridge/files/devices.h"
#include "shell/shell_impl.h"

namespace pysub {

using shell::Kernel;

namespace {

int64_t ClockNs(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

shell::Clock MachineClock() {
  return {.real_ns = [] { return ClockNs(CLOCK_REALTIME); },
          .monotonic_ns = [] { return ClockNs(CLOCK_MONOTONIC); },
          .sleep_ns = [](int64_t ns) { SleepFor(std::chrono::nanoseconds(ns)); }};
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

// One of Settings::mounts.
template <typename Mount>
absl::Status MountError(const Mount& mount, files::Status status) {
  if (status.ok()) return absl::OkStatus();
  auto error = absl::InvalidArgumentError(fmt::format(
      "cannot mount {} at {}: {}", mount.directory, mount.path, shell::ErrnoText(status.error())));
  // (Not from a std::string: Debian's library has that constructor under g++'s name for it alone.)
  const std::string number = std::to_string(status.error());
  error.SetPayload(shell::kErrnoPayload, absl::Cord(absl::string_view(number)));
  return error;
}
template <typename Mount>
absl::Status MountOne(files::FileSystem& files, const Mount& mount) {
  return MountError(mount, files.Mount(mount.path, mount.directory, mount.options));
}

}  // namespace

Shell::Builder::Builder() : settings_(std::make_unique<Settings>()) {
  settings_->clock = MachineClock();
}
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
Shell::Builder& Shell::Builder::Refuse(absl::Status error) {
  settings_->refusal = std::move(error);
  return *this;
}
Shell::Builder& Shell::Builder::BeforeCommand(
    std::function<bool(std::span<const std::string> argv, std::string* refusal)> hook) {
  if (!hook) return AskBefore(nullptr);
  return AskBefore(
      [hook = std::move(hook)](std::span<const std::string> argv, uint64_t, std::string* refusal) {
        return hook(argv, refusal) ? shell::HostAnswer::kYes : shell::HostAnswer::kNo;
      });
}

Shell::Builder& Shell::Builder::AfterCommand(
    std::function<void(std::span<const std::string> argv, int status)> hook) {
  if (!hook) return AskAfter(nullptr);
  return AskAfter(
      [hook = std::move(hook)](std::span<const std::string> argv, uint64_t, int status) {
        hook(argv, status);
        return shell::HostAnswer::kYes;
      });
}

Shell::Builder& Shell::Builder::AskBefore(
    std::function<shell::HostAnswer(std::span<const std::string>, uint64_t, std::string*)> hook) {
  settings_->before = std::move(hook);
  return *this;
}

Shell::Builder& Shell::Builder::AskAfter(
    std::function<shell::HostAnswer(std::span<const std::string>, uint64_t, int)> hook) {
  settings_->after = std::move(hook);
  return *this;
}

Shell::Builder& Shell::Builder::Clock(std::function<int64_t()> real_ns,
                                      std::function<int64_t()> monotonic_ns,
                                      std::function<void(int64_t)> sleep_ns) {
  settings_->clock = {std::move(real_ns), std::move(monotonic_ns), std::move(sleep_ns)};
  return *this;
}
Shell::Builder& Shell::Builder::Seed(uint64_t seed) {
  settings_->seed = seed;
  return *this;
}

// What every shell of these settings begins with; the file system is empty.
std::unique_ptr<Shell::Impl> Shell::Builder::MakeImpl() const {
  const Settings& settings = *settings_;
  auto impl = std::make_unique<Impl>(settings.clock, settings.file_limits);
  impl->kept = settings.kept;
  impl->limits = settings.limits;
  Kernel& kernel = impl->kernel;
  kernel.budget.Begin(settings.limits, &impl->cancelled);
  for (const shell::CommandInfo* info : settings.commands)
    kernel.commands[std::string(info->name)] = info;
  kernel.before_command = settings.before;
  kernel.after_command = settings.after;
  impl->environment = {"HOME=/home/user", "USER=user", "LOGNAME=user",
                       "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8"};
  for (const std::string& entry : settings.environment) impl->environment.push_back(entry);
  impl->cwd = settings.cwd;
  impl->Connect({});
  return impl;
}

absl::Status Shell::Builder::FillFiles(files::FileSystem& files) const {
  for (std::string_view directory :
       {"/bin", "/usr/bin", "/dev", "/etc", "/home/user", "/tmp", "/proc/self"}) {
    (void)MakeDirectories(files, directory);
  }
  (void)files.Chmod({}, "/tmp", 01777);
  (void)files::AddDevices(files);
  for (const auto& mount : settings_->mounts) {
    if (absl::Status mounted = MountOne(files, mount); !mounted.ok()) return mounted;
  }
  for (const auto& file : settings_->files) {
    size_t slash = file.path.rfind('/');
    if (slash != std::string::npos && slash > 0)
      (void)MakeDirectories(files, std::string_view(file.path).substr(0, slash));
    auto written = files.WriteFile({}, file.path, file.content, {.mode = file.mode});
    if (!written.ok()) {
      return absl::InvalidArgumentError(
          fmt::format("cannot write {}: {}", file.path, shell::ErrnoText(written.error())));
    }
    (void)files.Chmod({}, file.path, file.mode);
  }
  (void)MakeDirectories(files, settings_->cwd);
  const auto begin = files.StatPath({}, settings_->cwd);
  const int error = !begin.ok() ? begin.error() : begin->IsDirectory() ? 0 : ENOTDIR;
  if (error == 0) return absl::OkStatus();
  return absl::InvalidArgumentError(
      fmt::format("cannot begin in {}: {}", settings_->cwd, shell::ErrnoText(error)));
}

// What is wrong with the settings.
absl::Status Shell::Builder::Refusal() const {
  for (uint64_t limit : {settings_->limits.memory_bytes, settings_->file_limits.max_bytes,
                         settings_->file_limits.max_file_bytes}) {
    if (IsPossibleMemory(limit)) continue;
    return absl::InvalidArgumentError(
        fmt::format("a limit of {} bytes of memory: {} are the most where addresses have 32 bits",
                    limit, kMostMemory));
  }
  return settings_->refusal;
}

absl::StatusOr<Shell> Shell::Builder::Build() {
  if (absl::Status refusal = Refusal(); !refusal.ok()) return refusal;
  std::unique_ptr<Impl> impl = MakeImpl();
  Kernel& kernel = impl->kernel;
  uint64_t seed = 0;
  if (settings_->seed) {
    seed = *settings_->seed;
  } else if (!FillWithEntropy(&seed, sizeof(seed))) {
    seed = static_cast<uint64_t>(settings_->clock.real_ns());
  }
  kernel.random_state = seed;
  kernel.files->SeedRandom(kernel.Random());
  if (absl::Status filled = FillFiles(*kernel.files); !filled.ok()) return filled;
  impl->StartMain();
  return Shell(std::move(impl));
}

// Files that were loaded get the directories of their mounts.
absl::Status Shell::Builder::AttachMounts(files::FileSystem& files) const {
  std::set<std::string_view> attached;
  for (const files::MountInfo& saved : files.Mounts()) {
    const Settings::InitialMount* found = nullptr;
    for (const auto& mount : settings_->mounts) {
      if (mount.path == saved.path) found = &mount;
    }
    if (found == nullptr) {
      return absl::FailedPreconditionError(
          fmt::format("a directory is mounted at {} in it, and here is none", saved.path));
    }
    const files::Status status = files.Attach(found->path, found->directory, found->options);
    if (!status.ok()) return MountError(*found, status);
    attached.insert(found->path);
  }
  for (const auto& mount : settings_->mounts) {
    if (attached.contains(mount.path)) continue;
    if (absl::Status mounted = MountOne(files, mount); !mounted.ok()) return mounted;
  }
  return absl::OkStatus();
}

absl::StatusOr<Shell> Shell::Builder::Restore(std::string_view bytes) {
  if (absl::Status refusal = Refusal(); !refusal.ok()) return refusal;
  std::unique_ptr<Impl> impl = MakeImpl();
  absl::Status restored =
      impl->Restore(bytes, settings_->file_limits,
                    [this](files::FileSystem& files) { return AttachMounts(files); });
  if (!restored.ok()) return restored;
  return Shell(std::move(impl));
}

}  // namespace pysub
