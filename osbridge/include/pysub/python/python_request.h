#ifndef PYSUB_PYSUB_PYTHON_PYTHON_REQUEST_H_
#define PYSUB_PYSUB_PYTHON_PYTHON_REQUEST_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pysub/export.h"
#include "pysub/sandbox.h"

namespace pysub PYSUB_API {

namespace files {
class FileSystem;
}

// A function that the program finds as a global and the host answers.
struct HostFunctionInfo {
  std::string name;  // or its signature: HostValue::HostFunction()
  std::string doc;   // its docstring
};

// Which time a program sees.
enum class ClockSource : uint8_t {
  kReal,
  kVirtual
};  // kVirtual: every run sees the same times, and nobody waits

// A piece of Python to run for somebody, and all that it may see of the world.
struct PythonRequest {
  std::string code;                    // the bytes of a program; decoded as Python decodes a file
  std::string file_name = "<string>";  // only what tracebacks show
  bool from_file = false;              // it is a script, not text given by hand (-c)
  // sys.argv, from [0]
  std::vector<std::string> arguments = {
      ""};  // sys.argv; bytes that are not UTF-8 are escaped as Python does
  // All of it; std::nullopt: PythonRun::GiveInput() brings it.
  std::optional<std::string> standard_input = "";
  std::vector<std::pair<std::string, std::string>> environment;  // os.environ, name and value
  std::string working_directory = "/";                           // where relative paths begin
  bool safe_path = false;  // as python3 -P: the program's own directory is not in sys.path
  bool ignores_environment = false;    // as python3 -E: PYTHONPATH means nothing
  files::FileSystem* files = nullptr;  // null: there are no files. Has to outlive the run
  // Without `files`: calls for files are the host's (in a worker they are).
  bool asks_for_files = false;
  SandboxLimits limits;  // what the program may use
  // From the start to the end, everything counted. It is checked by the host: also where a worker
  // does not stop by itself. (SandboxLimits::duration counts running and sleeping, not what the
  // host takes to answer.)
  std::optional<std::chrono::nanoseconds> wall_time;
  bool echo = false;               // the value of a last expression is printed, as at a prompt
  int syntax_error_exit_code = 1;  // of a program that does not compile
  std::vector<HostFunctionInfo> functions;  // that the host answers
  // The name of one of them that takes nothing, gives the rest of the standard input as a str, and
  // is answered by the run itself. Empty: there is none.
  std::string input_function;
  // Isolation::kInProcess: SandboxOptions::is_cancelled. (A worker computes beside its host, which
  // cancels it between steps.)
  std::function<bool()> is_cancelled;
  ClockSource clock = ClockSource::kReal;  // which time it sees
  std::optional<uint64_t> entropy_seed;    // for random numbers that are the same in every run
};

// How a run ended. What a program prints or exits with cannot pretend to be another end.
enum class PythonEnd : uint8_t {
  kFinished,     // 0
  kExit,         // SystemExit: what it says
  kRaised,       // 1: an exception that nobody caught
  kSyntaxError,  // syntax_error_exit_code: it did not compile, and did not run
  kLimit,        // 1
  kWorkerDied,   // 128 + the signal
  kWorkerError,  // 1: the worker could not be started, or did not keep to the protocol
};

// What came of a run.
struct PythonResult {
  int exit_code = 0;                     // as python3 would give it: PythonEnd says which
  std::string standard_output;           // what PythonRun::TakeOutput() has not taken before
  std::string standard_error;            // with `report` at its end
  double execution_time_ms = 0;          // wall time, from the start to the end
  PythonEnd end = PythonEnd::kFinished;  // how it ended
  std::optional<LimitKind> limit;        // kLimit: which
  int signal = 0;                        // kWorkerDied
  std::string exception_type;            // "ValueError"
  std::string message;  // str(e); of a limit "TimeoutError: time limit of 30 s exceeded"
  std::string report;   // what the end itself wrote to standard error: a traceback, the text of
                        // SystemExit("text")
  Usage usage;          // what it used of its limits
};

}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_PYTHON_PYTHON_REQUEST_H_
