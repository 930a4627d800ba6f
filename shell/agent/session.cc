#include "shell/agent/session.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "shell/python/python_options.h"

namespace pysub::agent {
namespace {

constexpr size_t kMostLogLines = 1'000;
constexpr uint64_t kMostLogBytes = 256 << 10;
// Of what works with a session's files beside its scripts, which has limits of its own.
constexpr std::chrono::hours kLong(24 * 365);

// Handed to a sandbox that does not own them.
std::shared_ptr<files::FileSystem> NotOwned(files::FileSystem& files) {
  return {std::shared_ptr<void>(), &files};
}

}  // namespace

uint64_t RandomNumber() {
  uint64_t number = 0;
  while (getrandom(&number, sizeof(number), 0) != sizeof(number)) {
  }
  return number;
}

Session::Session(const Config& config, Names names) : config_(config), names_(std::move(names)) {}

Shell::Builder Session::ShellBuilder() const {
  PythonOptions python;
  python.limits = config_.python_limits();
  python.host.isolation = config_.isolation;
  python.host.warm_workers = 0;
  Shell::Builder builder;
  builder.Limits(config_.shell_limits()).FileLimits(config_.file_limits()).Python(python);
  builder.Cwd(config_.directory());
  for (const auto& [name, value] : config_.environment) builder.Env(name, value);
  for (const MountConfig& mount : config_.mounts)
    builder.Mount(mount.path, mount.host, mount.options);
  return builder;
}

SandboxOptions Session::PythonOptionsHere() {
  const SandboxLimits whole = config_.python_limits();
  SandboxOptions options;
  options.limits = {.memory_bytes = whole.memory_bytes,
                    .duration = std::nullopt,
                    .allocations = std::nullopt,
                    .output_bytes = std::nullopt,
                    .recursion_depth = whole.recursion_depth};
  options.feed_limits = {.duration = whole.duration,
                         .allocations = whole.allocations,
                         .steps = whole.steps,
                         .output_bytes = whole.output_bytes};
  options.after_limit = AfterLimit::kBeforeFeed;
  options.conversion = {
      .max_values = 100'000, .max_bytes = 1 << 20, .max_depth = 100, .max_handles = 1'000};
  if (config_.real_clock) options.permissions.clock = options.permissions.sleep = Permission::kHost;
  options.permissions.entropy = Permission::kHost;
  options.entropy_seed = RandomNumber();
  options.file_system = NotOwned(shell_->files());
  options.working_directory = config_.directory();
  options.module_path = {""};
  options.home = "/home/user";
  options.environment.emplace(config_.environment.begin(), config_.environment.end());
  options.arguments = {""};
  return options;
}

absl::StatusOr<std::shared_ptr<Session>> Session::Create(const Config& config, Names names) {
  std::shared_ptr<Session> session(new Session(config, std::move(names)));
  absl::StatusOr<Shell> shell = session->ShellBuilder().Build();
  if (!shell.ok()) return shell.status();
  session->shell_.emplace(*std::move(shell));
  return session;
}

absl::StatusOr<std::shared_ptr<Session>> Session::Fork(Names names) {
  std::shared_ptr<Session> session(new Session(config_, std::move(names)));
  absl::StatusOr<Shell> shell = shell_->Fork();
  if (!shell.ok()) return shell.status();
  session->shell_.emplace(*std::move(shell));
  if (python_) {
    // (Sandbox::Fork() would go on with the files of this one.)
    absl::StatusOr<std::string> bytes = python_->Snapshot();
    if (!bytes.ok()) return bytes.status();
    absl::StatusOr<Sandbox> python = Sandbox::Restore(*bytes, session->PythonOptionsHere());
    if (!python.ok()) return python.status();
    session->python_.emplace(*std::move(python));
  }
  session->feeds_ = feeds_;
  session->past_ = past_;
  session->past_bytes_ = past_bytes_;
  return session;
}

absl::StatusOr<Sandbox*> Session::Python() {
  if (!python_) {
    absl::StatusOr<Sandbox> made = Sandbox::Create(Program::Compile(""), PythonOptionsHere());
    if (!made.ok()) return made.status();
    // A limit would end the first program for good, so it is empty: what follows are feeds.
    made->Run();
    python_.emplace(*std::move(made));
  }
  return &*python_;
}

void Session::OpenAccount() {
  if (shell_->Running()) return;
  shell_->Exec("", {.timeout = kLong});
}

absl::StatusOr<Session::State> Session::Save() {
  State state;
  state.feeds = feeds_;
  absl::StatusOr<std::string> shell = shell_->Snapshot();
  if (!shell.ok()) return shell.status();
  state.shell = *std::move(shell);
  if (python_) {
    absl::StatusOr<std::string> python = python_->Snapshot();
    if (!python.ok()) return python.status();
    state.python = *std::move(python);
  }
  return state;
}

absl::Status Session::Load(const State& state) {
  absl::StatusOr<Shell> shell = ShellBuilder().Restore(state.shell);
  if (!shell.ok()) return shell.status();
  python_.reset();
  shell_.emplace(*std::move(shell));
  if (state.python.empty()) return absl::OkStatus();
  absl::StatusOr<Sandbox> python = Sandbox::Restore(state.python, PythonOptionsHere());
  if (!python.ok()) return python.status();
  python_.emplace(*std::move(python));
  return absl::OkStatus();
}

void Session::BeginFeed() {
  absl::StatusOr<State> saved = Save();
  ++feeds_;
  if (!saved.ok() || saved->size() > config_.limits.checkpoint_bytes) {
    // Older states would be taken for the one before this feed.
    past_.clear();
    past_bytes_ = 0;
    return;
  }
  past_bytes_ += saved->size();
  past_.push_back(std::make_shared<const State>(*std::move(saved)));
  while (past_.size() > config_.limits.checkpoints ||
         past_bytes_ > config_.limits.checkpoint_bytes) {
    past_bytes_ -= past_.front()->size();
    past_.pop_front();
  }
}

absl::Status Session::Rollback(uint64_t feeds) {
  const auto at = std::find_if(past_.begin(), past_.end(),
                               [feeds](const auto& state) { return state->feeds == feeds; });
  if (at == past_.end()) {
    return absl::NotFoundError(
        past_.empty() ? std::string("no earlier state of this session is kept")
                      : fmt::format("the states that are kept are those behind {} to {} feeds",
                                    past_.front()->feeds, past_.back()->feeds));
  }
  if (absl::Status loaded = Load(**at); !loaded.ok()) return loaded;
  feeds_ = feeds;
  for (auto it = at; it != past_.end(); ++it) past_bytes_ -= (*it)->size();
  past_.erase(at, past_.end());
  return absl::OkStatus();
}

void Session::Note(std::string line) {
  log_bytes_ += line.size();
  log_.push_back(std::move(line));
  while (log_.size() > kMostLogLines || log_bytes_ > kMostLogBytes) {
    log_bytes_ -= log_.front().size();
    log_.pop_front();
  }
}

std::string Session::log() const {
  std::string text;
  text.reserve(log_bytes_);
  for (const std::string& line : log_) text += line;
  return text;
}

// ---- Sessions

absl::Status Sessions::CheckRoom() const {
  if (all_.size() < config_.limits.sessions) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      fmt::format("there are {} sessions, which is the limit (sessions): close one with "
                  "session_close",
                  all_.size()));
}

Session::Names Sessions::NewNames(std::string title) const {
  Session::Names names{"", std::move(title)};
  do {
    names.id = fmt::format("s{:016x}", RandomNumber());
  } while (all_.contains(names.id));
  return names;
}

absl::StatusOr<std::shared_ptr<Session>> Sessions::Create(std::string title) {
  if (absl::Status room = CheckRoom(); !room.ok()) return room;
  absl::StatusOr<std::shared_ptr<Session>> made =
      Session::Create(config_, NewNames(std::move(title)));
  if (made.ok()) all_[(*made)->id()] = *made;
  return made;
}

absl::StatusOr<std::shared_ptr<Session>> Sessions::Fork(Session& from, std::string title) {
  if (absl::Status room = CheckRoom(); !room.ok()) return room;
  absl::StatusOr<std::shared_ptr<Session>> made = from.Fork(NewNames(std::move(title)));
  if (made.ok()) all_[(*made)->id()] = *made;
  return made;
}

std::shared_ptr<Session> Sessions::Find(std::string_view id) const {
  const auto at = all_.find(id);
  return at == all_.end() ? nullptr : at->second;
}

bool Sessions::Close(std::string_view id) {
  const auto at = all_.find(id);
  if (at == all_.end()) return false;
  all_.erase(at);
  return true;
}

}  // namespace pysub::agent
