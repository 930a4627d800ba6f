#ifndef PYSUB_SHELL_AGENT_SESSION_H_
#define PYSUB_SHELL_AGENT_SESSION_H_

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "pysub/files/file_system.h"
#include "pysub/sandbox.h"
#include "pysub/shell/shell.h"
#include "shell/agent/config.h"

namespace pysub::agent {

// A shell and a Python program over the same files, whose state stays from feed to feed. One thing
// at a time uses it.
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

  // How many feeds made this state.
  uint64_t feeds() const { return feeds_; }
  // Keeps the state of now, then counts a feed. What cannot be kept is no obstacle: one cannot come
  // back here then.
  void BeginFeed();
  // The numbers of feeds behind which it can be taken up again: those that are kept.
  uint64_t oldest_state() const { return past_.empty() ? feeds_ : past_.front()->feeds; }
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

  const Config& config_;
  const Names names_;
  std::optional<Shell> shell_;     // its files outlive python_
  std::optional<Sandbox> python_;  // over the shell's files
  uint64_t feeds_ = 0;
  std::deque<std::shared_ptr<const State>> past_;  // by feeds; forks share them
  uint64_t past_bytes_ = 0;
  std::deque<std::string> log_;
  uint64_t log_bytes_ = 0;
};

// All that are open, at most Quotas::sessions.
class Sessions {
 public:
  explicit Sessions(const Config& config) : config_(config) {}

  // kResourceExhausted: there are as many as may be.
  absl::StatusOr<std::shared_ptr<Session>> Create(std::string title);
  absl::StatusOr<std::shared_ptr<Session>> Fork(Session& from, std::string title);
  // Null: there is none.
  std::shared_ptr<Session> Find(std::string_view id) const;
  bool Close(std::string_view id);
  // By id.
  const std::map<std::string, std::shared_ptr<Session>, std::less<>>& all() const { return all_; }

 private:
  absl::Status CheckRoom() const;
  Session::Names NewNames(std::string title) const;

  const Config& config_;
  std::map<std::string, std::shared_ptr<Session>, std::less<>> all_;
};

// Random bits of this machine.
uint64_t RandomNumber();

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_SESSION_H_
