#ifndef PYSUB_PYSUB_PYTHON_RUN_PYTHON_H_
#define PYSUB_PYSUB_PYTHON_RUN_PYTHON_H_

#include <absl/status/statusor.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/export.h"
#include "pysub/python/python_host.h"

namespace pysub PYSUB_API {

// The RunPython tool of an agent: one object for an application, a fresh program and fresh files
// for each call.
//
//   absl::StatusOr<RunPython> tool = RunPython::ForDirectory("/home/me/project");
//   std::string answer = tool->Call({.code = "print(1)"}).text;   // "Stdout:\n1\n\nStderr:\n"
//
// Thread-safe when its directory is a host's; one call at a time when it is a FileSystem.
class RunPython {
 public:
  // How programs are run.
  struct Options {
    PythonHostOptions host;  // where programs run
    SandboxLimits limits;    // its duration is the default timeout and the longest one
    // What a program may do to the directory.
    enum class Files : uint8_t {
      kOverlay,  // it may write; what it wrote is gone after the call
      kReadOnly,
      kReadWrite,               // it writes to the host's directory
    } files = Files::kOverlay;  // what it may do
    std::vector<std::pair<std::string, std::string>> environment;  // os.environ, name and value
  };

  // What an agent sends. At least one of code and script_path; if both, the script wins.
  struct Request {
    std::optional<std::string> code;         // a program, UTF-8
    std::optional<std::string> script_path;  // under the base directory, .py
    // Under the base directory; else the base directory.
    std::optional<std::string> working_directory;
    // Running time; at most, and by default, the one of Options::limits.
    std::optional<std::chrono::nanoseconds> timeout;
  };

  // What an agent gets.
  struct Answer {
    // One of:
    //
    //   Stdout:\n...\nStderr:\n...
    //   Error: provide either code or scriptPath.
    //   Error: path must be under the run directory.
    //   Error: script file not found or not a .py file.
    //   Error: Script timed out after N seconds.
    //   Error: message, and the traceback
    // A program that exits with a status other than 0 has failed: "Error: SystemExit: 3".
    std::string text;
    bool is_error = false;               // the text begins with "Error: "
    std::optional<PythonResult> result;  // nothing: no program was run
  };

  // Under `directory` of the host, which programs see as /workspace.
  // kNotFound: there is no such directory, or (Isolation::kSubprocess) no worker.
  static absl::StatusOr<RunPython> ForDirectory(std::string directory);  // with default options
  static absl::StatusOr<RunPython> ForDirectory(std::string directory, const Options& options);
  // Under the directory `base` of `files`, which has to outlive this; options.files does not
  // matter.
  static absl::StatusOr<RunPython> ForFiles(files::FileSystem& files, std::string base,
                                            const Options& options);

  RunPython(RunPython&&) noexcept;
  RunPython& operator=(RunPython&&) noexcept;
  ~RunPython();

  // Runs what is asked for, to its end, on this thread. Never fails: what cannot be run is an
  // Answer.
  Answer Call(const Request& request) const;

  // The same in JSON, for tools on a wire: {"code", "scriptPath", "workingDirectory", "timeout"}
  // (or script_path, working_directory) gives {"text", "isError", "exitCode", "stdout", "stderr",
  // "executionTimeMs", "end", "limit"}; what is no request gives {"text": "Error: ...", "isError":
  // true}. Both are one line. Each text in an answer is at most limits.output_bytes and 64 KiB long
  // as JSON, escapes included: where one was cut there is "truncated": true.
  std::string CallJson(std::string_view request) const;

  // An answer in that form which says that something went wrong.
  static std::string JsonError(std::string_view what);

  // Name, description and input schema for a model, as JSON.
  static std::string Describe();

 private:
  struct Impl;
  explicit RunPython(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_PYTHON_RUN_PYTHON_H_
