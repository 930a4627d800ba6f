#ifndef PYSUB_SHELL_AGENT_CLIENT_CHILD_PROCESS_H_
#define PYSUB_SHELL_AGENT_CLIENT_CHILD_PROCESS_H_

#include <absl/status/statusor.h>
#include <sys/types.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace pysub::agent {

// What is started, in words: no shell reads it.
struct CommandLine {
  std::vector<std::string> words;  // the program (looked for in PATH) and its arguments
  std::vector<std::pair<std::string, std::string>> environment;  // all that it gets
  std::string directory;                                         // empty: ours
};

// A program that we started, in a process group of its own, and pipes to its standard streams.
// Killed with the group when this goes.
class ChildProcess {
 public:
  // kUnavailable: it cannot be started.
  static absl::StatusOr<std::unique_ptr<ChildProcess>> Start(const CommandLine& command);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // They do not block.
  int input() const { return input_; }    // to write to; -1: it was closed
  int output() const { return output_; }  // to read from
  int error() const { return error_; }
  // Its input ends, which asks it to end.
  void CloseInput();

 private:
  ChildProcess() = default;
  bool WaitUntil(std::chrono::steady_clock::time_point end);

  pid_t pid_ = -1;
  int input_ = -1, output_ = -1, error_ = -1;
  std::chrono::steady_clock::time_point closed_at_;
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_CLIENT_CHILD_PROCESS_H_
