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
  for (const shell::CommandInfo* info : config_.commands) builder.Command(info);
  builder.Cwd(config_.directory());
  for (const auto& [name, value] : config_.environment) builder.Env(name, value);
  for (const MountConfig& mount : config_.mounts)
    builder.Mount(mount.path, mount.host, mount.options);
  if (config_.network != nullptr) builder.Network(config_.network);
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
  session->feeds_ = feeds_.load();
  session->past_ = past_;
  session->past_bytes_ = past_bytes_;
  session->NoteOldest();
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
  state.feeds = feeds_.load();
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
    NoteOldest();
    return;
  }
  past_bytes_ += saved->size();
  past_.push_back(std::make_shared<const State>(*std::move(saved)));
  while (past_.size() > config_.limits.checkpoints ||
         past_bytes_ > config_.limits.checkpoint_bytes) {
    past_bytes_ -= past_.front()->size();
    past_.pop_front();
  }
  NoteOldest();
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
  NoteOldest();
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

// A place for one that is being made: Add() gives it back.
absl::Status Sessions::TakeRoom() {
  const std::lock_guard lock(mutex_);
  const size_t taken = all_.size() + in_the_making_;
  if (taken < config_.limits.sessions) {
    ++in_the_making_;
    return absl::OkStatus();
  }
  return absl::ResourceExhaustedError(fmt::format(
      "there are {} sessions, which is the limit (sessions): close one with session_close", taken));
}

// 128 random bits: nobody guesses one, and none comes twice.
Session::Names Sessions::NewNames(std::string title) {
  return {fmt::format("s{:016x}{:016x}", RandomNumber(), RandomNumber()), std::move(title)};
}

absl::StatusOr<std::shared_ptr<Session>> Sessions::Add(
    absl::StatusOr<std::shared_ptr<Session>> made) {
  const std::lock_guard lock(mutex_);
  --in_the_making_;
  if (made.ok()) all_[(*made)->id()] = *made;
  return made;
}

absl::StatusOr<std::shared_ptr<Session>> Sessions::Create(std::string title) {
  if (absl::Status room = TakeRoom(); !room.ok()) return room;
  return Add(Session::Create(config_, NewNames(std::move(title))));
}

absl::StatusOr<std::shared_ptr<Session>> Sessions::Fork(Session& from, std::string title) {
  if (absl::Status room = TakeRoom(); !room.ok()) return room;
  return Add(from.Fork(NewNames(std::move(title))));
}

std::shared_ptr<Session> Sessions::Find(std::string_view id) const {
  const std::lock_guard lock(mutex_);
  const auto at = all_.find(id);
  return at == all_.end() ? nullptr : at->second;
}

bool Sessions::Close(std::string_view id) {
  std::shared_ptr<Session> closed;  // is freed without the lock
  const std::lock_guard lock(mutex_);
  const auto at = all_.find(id);
  if (at == all_.end()) return false;
  closed = std::move(at->second);
  all_.erase(at);
  return true;
}

Sessions::Map Sessions::all() const {
  const std::lock_guard lock(mutex_);
  return all_;
}

}  // namespace pysub::agent
