// pysub-tool, which `pysub tool` becomes: Python as a tool of an agent. Exits with 0 when there is
// an answer on standard output, whatever it says; with 2 for a wrong command line.

#include <unistd.h>

#include <chrono>
#include <string>
#include <string_view>

#include "pysub/python/run_python.h"
#include "pysub/version.h"
#include "shell/cli/source_file.h"
#include "shell/cli/streams.h"
#include "shell/cli/usage/parse.h"
#include "shell/cli/usage/values.h"

namespace pysub {
namespace {

constexpr size_t kMostRequestBytes = size_t{64} << 20;

struct ToolOptions {
  RunPython::Options run;
  std::string base = ".";
  bool json = false;
};

ToolOptions OptionsOf(const usage::Given& given) {
  using Files = RunPython::Options::Files;
  ToolOptions options;
  options.run.host.warm_workers = 0;  // there is one call
  for (const auto& [name, value, second] : given.options) {
    if (name == "--json") {
      options.json = true;
    } else if (name == "--base") {
      options.base = value;
    } else if (name == "--files") {
      options.run.files = value == "read-only"    ? Files::kReadOnly
                          : value == "read-write" ? Files::kReadWrite
                                                  : Files::kOverlay;
    } else if (name == "--isolation") {
      options.run.host.isolation = value == "subprocess"   ? Isolation::kSubprocess
                                   : value == "in-process" ? Isolation::kInProcess
                                                           : Isolation::kAuto;
    } else if (name == "--timeout") {
      options.run.limits.duration = std::chrono::nanoseconds(*usage::ParseSeconds(value));
    }
  }
  return options;
}

int RunPythonTool(const ToolOptions& options) {
  std::string request;
  const ReadResult read = ReadAll(STDIN_FILENO, kMostRequestBytes, &request);
  std::string error = read == ReadResult::kTooLarge ? "the request is larger than 64 MiB" : "";
  if (error.empty()) {
    absl::StatusOr<RunPython> tool = RunPython::ForDirectory(options.base, options.run);
    if (tool.ok()) {
      WriteAll(STDOUT_FILENO, tool->CallJson(request));
      return 0;
    }
    error = std::string(tool.status().message());
  }
  WriteAll(STDOUT_FILENO, RunPython::JsonError(error));
  return 0;
}

int WrongCommandLine(const usage::Given& given, const std::string& error) {
  WriteAll(STDERR_FILENO, usage::WrongUsage(usage::kPysub, given.command, error));
  return usage::kUsageError;
}

int Main(int argc, char** argv) {
  const std::string_view first = argc > 1 ? argv[1] : "";
  if ((first == "--version" || first == "-V") && argc == 2) {
    WriteAll(STDOUT_FILENO, "pysub-tool " PYSUB_VERSION_STRING "\n");
    return 0;
  }
  const usage::Given given = usage::ParseArguments(usage::kPysub, argc, argv, "tool");
  if (!given.error.empty()) return WrongCommandLine(given, given.error);
  if (!given.text.empty()) {
    WriteAll(STDOUT_FILENO, given.text);
    return 0;
  }
  if (given.command->name == "tool describe") {
    WriteAll(STDOUT_FILENO, RunPython::Describe());
    return 0;
  }
  const ToolOptions options = OptionsOf(given);
  if (!options.json) return WrongCommandLine(given, "run-python speaks JSON only: give --json");
  return RunPythonTool(options);
}

}  // namespace
}  // namespace pysub

int main(int argc, char** argv) { return pysub::Main(argc, argv); }
