#include "shell/agent/client/child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pysub::agent {
namespace {

using std::chrono::steady_clock;

// From the end of its input to SIGTERM, and from there to SIGKILL.
constexpr std::chrono::milliseconds kToEnd(300);

struct Pipe {
  int reads = -1, writes = -1;
  bool Open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    reads = ends[0];
    writes = ends[1];
    return true;
  }
  void Close() {
    for (int* end : {&reads, &writes}) {
      if (*end >= 0) close(*end);
      *end = -1;
    }
  }
};

int NotBlocking(int descriptor) {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  return descriptor;
}

std::vector<char*> Pointers(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// Returns errno.
int Spawn(const CommandLine& command, const Pipe (&pipes)[3], pid_t* pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, pipes[0].reads, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipes[1].writes, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipes[2].writes, STDERR_FILENO);
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  if (!command.directory.empty())
    posix_spawn_file_actions_addchdir_np(&actions, command.directory.c_str());
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  std::vector<std::string> variables;
  for (const auto& [name, value] : command.environment)
    variables.push_back(fmt::format("{}={}", name, value));
  const int error = posix_spawnp(pid, command.words[0].c_str(), &actions, &attributes,
                                 Pointers(command.words).data(), Pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error;
}

}  // namespace

absl::StatusOr<std::unique_ptr<ChildProcess>> ChildProcess::Start(const CommandLine& command) {
  Pipe pipes[3];
  int error = 0;
  for (Pipe& pipe : pipes) {
    if (error == 0 && !pipe.Open()) error = errno;
  }
  pid_t pid = -1;
  if (error == 0) error = Spawn(command, pipes, &pid);
  if (error != 0) {
    for (Pipe& pipe : pipes) pipe.Close();
    return absl::UnavailableError(
        fmt::format("{} cannot be started: {}", command.words[0], strerror(error)));
  }
  std::unique_ptr<ChildProcess> child(new ChildProcess());
  child->pid_ = pid;
  child->input_ = NotBlocking(std::exchange(pipes[0].writes, -1));
  child->output_ = NotBlocking(std::exchange(pipes[1].reads, -1));
  child->error_ = NotBlocking(std::exchange(pipes[2].reads, -1));
  for (Pipe& pipe : pipes) pipe.Close();
  return child;
}

void ChildProcess::CloseInput() {
  if (input_ < 0) return;
  close(input_);
  input_ = -1;
  closed_at_ = steady_clock::now();
}

// Whether it has ended by then.
bool ChildProcess::WaitUntil(steady_clock::time_point end) {
  while (true) {
    const pid_t ended = waitpid(pid_, nullptr, WNOHANG);
    if (ended == pid_ || (ended < 0 && errno != EINTR)) return true;
    if (steady_clock::now() >= end) return false;
    poll(nullptr, 0, 5);
  }
}

ChildProcess::~ChildProcess() {
  CloseInput();
  // What it still says nobody reads: that shall not keep it.
  close(output_);
  close(error_);
  const bool has_ended = WaitUntil(closed_at_ + kToEnd);
  // (Its group is there as long as one of its own children lives.)
  kill(-pid_, SIGTERM);
  if (!has_ended && !WaitUntil(closed_at_ + 2 * kToEnd)) {
    kill(-pid_, SIGKILL);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  kill(-pid_, SIGKILL);
}

}  // namespace pysub::agent
