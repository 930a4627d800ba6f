#ifndef PYSUB_PYSUB_PYTHON_PYTHON_RUNNER_H_
#define PYSUB_PYSUB_PYTHON_PYTHON_RUNNER_H_

#include <absl/status/statusor.h>

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/export.h"
#include "pysub/python/python_host.h"

namespace pysub PYSUB_API {

// What a shell runs when it meets `python3`: a program that has, beside all else, these functions:
//   read_file(path) -> str            write_file(path, content)        list_dir(path=".") -> list
//   of names file_exists(path) -> bool         read_stdin() -> str, the rest    run_command(cmd) ->
//   what the host's callback gives
// The program stops at each, this class answers from the file system, and the program goes on. What
// fails is an OSError of the type that belongs to it, with the virtual path: FileNotFoundError:
// [Errno 2] No such file or directory: '/x'.
class PythonRunner {
 public:
  // Runs a command line in the shell that the program runs in; what it gives is what run_command()
  // returns. An error's message becomes an OSError.
  using RunCommand = std::function<absl::StatusOr<std::string>(std::string_view command)>;

  struct Options {
    std::string file_name = "<string>";
    bool from_file = false;
    std::vector<std::string> arguments = {""};  // sys.argv
    std::string standard_input;
    std::vector<std::pair<std::string, std::string>> environment;
    std::string working_directory = "/";
    SandboxLimits limits;
    bool echo = false;
  };
  struct Result {
    int exit_code = 0;
    std::string standard_output;
    std::string standard_error;
    double execution_time_ms = 0;
  };

  // `host` and `files` have to outlive the runner. Without `run_command` the function raises
  // OSError.
  PythonRunner(const PythonHost& host, files::FileSystem& files, RunCommand run_command = {})
      : host_(host), files_(files), run_command_(std::move(run_command)) {}

  Result Run(std::string_view code) const { return Run(code, Options()); }
  Result Run(std::string_view code, const Options& options) const;

  // The same in two parts, for hosts that step a PythonRun themselves: what to start, and the
  // answer to its calls.
  PythonRequest Request(std::string_view code, const Options& options) const;
  Reply Answer(const FunctionCall& call, std::string_view working_directory) const;

 private:
  const PythonHost& host_;
  files::FileSystem& files_;
  RunCommand run_command_;
};

}  // namespace pysub

#endif  // PYSUB_PYSUB_PYTHON_PYTHON_RUNNER_H_
