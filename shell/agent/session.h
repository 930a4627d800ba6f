#ifndef PYSUB_SHELL_AGENT_SESSION_H_
#define PYSUB_SHELL_AGENT_SESSION_H_

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "pysub/files/file_system.h"
#include "pysub/sandbox.h"
#include "pysub/shell/shell.h"
#include "shell/agent/config.h"

namespace pysub::agent {

// A shell and a Python program over the same files, whose state stays from feed to feed. One call
// at a time uses it (CallQueue); what can be asked beside it says so.
class Session {
 public:
  struct Names {
    std::string id, title;
  };

  // Null where it cannot be made; the status says why: a mount, a missing worker.
  static absl::StatusOr<std::shared_ptr<Session>> Create(const Config& config, Names names);
  // Another one in the same state, with the same past.
  absl::StatusOr<std::shared_ptr<Session>> Fork(Names names);

  const std::string& id() const { return names_.id; }
  const std::string& title() const { return names_.title; }
  Shell& shell() { return *shell_; }
  // Where the shell stands, and relative paths begin.
  const std::string& cwd() const { return shell_->cwd(); }
  // Made when it is wanted first.
  absl::StatusOr<Sandbox*> Python();
  // Nothing of it is left (a limit ended it for good): the next one begins anew.
  void ForgetPython() { python_.reset(); }

  // Files are charged to the account of the shell, which counts for one script; a new one is
  // opened before anybody else works with them.
  void OpenAccount();
  // After OpenAccount().
  files::FileSystem& files() { return shell_->files(); }

  // How many feeds made this state. From any thread, as are id(), title(), oldest_state() and
  // log_bytes().
  uint64_t feeds() const { return feeds_; }
  // Keeps the state of now, then counts a feed. What cannot be kept is no obstacle: one cannot come
  // back here then.
  void BeginFeed();
  // The numbers of feeds behind which it can be taken up again: those that are kept.
  uint64_t oldest_state() const { return oldest_; }
  // Goes back to the state behind that many feeds. kNotFound: it is not kept.
  absl::Status Rollback(uint64_t feeds);

  // One line for each thing that was done, the newest last.
  void Note(std::string line);
  std::string log() const;
  uint64_t log_bytes() const { return log_bytes_; }

 private:
  struct State {
    uint64_t feeds = 0;
    std::string shell;   // as bytes
    std::string python;  // empty: there was none
    uint64_t size() const { return shell.size() + python.size() + sizeof(State); }
  };

  Session(const Config& config, Names names);
  Shell::Builder ShellBuilder() const;
  SandboxOptions PythonOptionsHere();
  absl::StatusOr<State> Save();
  absl::Status Load(const State& state);
  void NoteOldest() { oldest_ = past_.empty() ? feeds_.load() : past_.front()->feeds; }

  const Config& config_;
  const Names names_;
  std::optional<Shell> shell_;     // its files outlive python_
  std::optional<Sandbox> python_;  // over the shell's files
  std::atomic<uint64_t> feeds_ = 0;
  std::atomic<uint64_t> oldest_ = 0;               // NoteOldest() where past_ or feeds_ changes
  std::deque<std::shared_ptr<const State>> past_;  // by feeds; forks share them
  uint64_t past_bytes_ = 0;
  std::deque<std::string> log_;
  std::atomic<uint64_t> log_bytes_ = 0;
};

// All that are open, at most Quotas::sessions. Thread-safe.
class Sessions {
 public:
  explicit Sessions(const Config& config) : config_(config) {}

  // kResourceExhausted: there are as many as may be.
  absl::StatusOr<std::shared_ptr<Session>> Create(std::string title);
  absl::StatusOr<std::shared_ptr<Session>> Fork(Session& from, std::string title);
  // Null: there is none.
  std::shared_ptr<Session> Find(std::string_view id) const;
  bool Close(std::string_view id);
  using Map = std::map<std::string, std::shared_ptr<Session>, std::less<>>;
  // By id.
  Map all() const;

 private:
  absl::Status TakeRoom();
  absl::StatusOr<std::shared_ptr<Session>> Add(absl::StatusOr<std::shared_ptr<Session>> made);
  static Session::Names NewNames(std::string title);

  const Config& config_;
  mutable std::mutex mutex_;  // guards what follows
  Map all_;
  size_t in_the_making_ = 0;
};

// Random bits of this machine.
uint64_t RandomNumber();

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_SESSION_H_
