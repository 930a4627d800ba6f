#ifndef PYSUB_SHELL_AGENT_RUNS_H_
#define PYSUB_SHELL_AGENT_RUNS_H_

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "shell/agent/call.h"
#include "shell/agent/service.h"

// Tools that run something: programs and scripts, for once or in a session.
namespace pysub::agent {

struct RunRequest {
  std::string code;
  std::string input;                    // standard input
  std::vector<std::string> arguments;   // sys.argv[1:], $1 ...
  std::chrono::nanoseconds timeout{0};  // 0: the limit of the configuration, which is the most
};

// A program in a sandbox of its own, over files of its own.
std::unique_ptr<Call> RunPythonOnce(Service& service, RunRequest request);
// A script in a shell of its own.
std::unique_ptr<Call> RunShellOnce(Service& service, RunRequest request);
// More code for the program of a session, or for its shell.
std::unique_ptr<Call> FeedPython(Service& service, std::shared_ptr<Session> session,
                                 RunRequest request);
std::unique_ptr<Call> FeedShell(Service& service, std::shared_ptr<Session> session,
                                RunRequest request);

struct SearchRequest {
  std::string pattern;
  std::string path;
  std::string names;  // a pattern of names: "*.py"; empty: all
  bool is_text = false;
  bool ignores_case = false;
  uint64_t most = 0;
};
// Lines of a session's files, found by grep in a copy of its shell.
std::unique_ptr<Call> SearchFiles(Service& service, std::shared_ptr<Session> session,
                                  SearchRequest request);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_RUNS_H_
