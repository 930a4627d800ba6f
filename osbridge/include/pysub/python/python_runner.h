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
//   read_file(path) -> str
//   write_file(path, content)
//   list_dir(path=".") -> list of names
//   file_exists(path) -> bool
//   read_stdin() -> str, the rest
//   run_command(cmd) -> what the host's callback gives
// The program stops at each, this class answers from the file system, and the program goes on. What
// fails is an OSError of the type that belongs to it, with the virtual path: FileNotFoundError:
// [Errno 2] No such file or directory: '/x'.
class PythonRunner {
 public:
  // Runs a command line in the shell that the program runs in; what it gives is what run_command()
  // returns. An error's message becomes an OSError.
  using RunCommand = std::function<absl::StatusOr<std::string>(std::string_view command)>;

  // How one program is run: as in PythonRequest.
  struct Options {
    std::string file_name = "<string>";         // what tracebacks show
    bool from_file = false;                     // it is a script, not text given by hand
    std::vector<std::string> arguments = {""};  // sys.argv
    std::string standard_input;                 // all of it
    std::vector<std::pair<std::string, std::string>> environment;  // os.environ, name and value
    std::string working_directory = "/";                           // where relative paths begin
    SandboxLimits limits;                                          // what the program may use
    bool echo = false;  // the value of a last expression is printed
  };
  // What came of it.
  struct Result {
    int exit_code = 0;             // as python3 would give it
    std::string standard_output;   // what it printed
    std::string standard_error;    // with the traceback, if there is one
    double execution_time_ms = 0;  // wall time
  };

  // `host` and `files` have to outlive the runner. Without `run_command` the function raises
  // OSError.
  PythonRunner(const PythonHost& host, files::FileSystem& files, RunCommand run_command = {})
      : host_(host), files_(files), run_command_(std::move(run_command)) {}

  // Runs a program (UTF-8) to its end, on this thread.
  Result Run(std::string_view code) const { return Run(code, Options()); }
  Result Run(std::string_view code, const Options& options) const;

  // The same in two parts, for hosts that step a PythonRun themselves: what to start, and the
  // answer to its calls.
  PythonRequest Request(std::string_view code, const Options& options) const;
  // The answer to a call of one of the functions above; paths are relative to `working_directory`.
  Reply Answer(const FunctionCall& call, std::string_view working_directory) const;

 private:
  const PythonHost& host_;
  files::FileSystem& files_;
  RunCommand run_command_;
};

}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_PYTHON_PYTHON_RUNNER_H_
