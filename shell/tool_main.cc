// pysub-tool, which `pysub tool` becomes: Python as a tool of an agent. Exits with 0 when there is
// an answer on standard output, whatever it says; with 2 for a wrong command line.

#include <unistd.h>

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

#include "osbridge/python/run_python.h"
#include "pysub/version.h"
#include "shell/source_file.h"
#include "shell/streams.h"

namespace pysub {
namespace {

constexpr int kUsageError = 2;
constexpr size_t kMostRequestBytes = size_t{64} << 20;
constexpr char kToolUsage[] =
    "usage: pysub tool run-python --json [--base DIR] [--files overlay|read-only|read-write]\n"
    "                             [--isolation auto|subprocess|in-process] [--timeout SECONDS]\n"
    "                             one JSON request on standard input, one JSON answer on standard "
    "output:\n"
    "                             {\"code\", \"scriptPath\", \"workingDirectory\", \"timeout\"}\n"
    "       pysub tool describe   name, description and input schema of the tool, as JSON\n"
    "       pysub tool --version\n";

int WrongUsage(const std::string& error) {
  WriteAll(STDERR_FILENO, error + "\n" + kToolUsage);
  return kUsageError;
}

struct ToolOptions {
  RunPython::Options run;
  std::string base = ".";
  bool json = false;
};

// False: there is no such option, or not with this value.
bool SetOption(std::string_view name, std::string_view value, ToolOptions* options) {
  using Files = RunPython::Options::Files;
  if (name == "--base") {
    options->base = value;
    return !value.empty();
  }
  if (name == "--files") {
    options->run.files = value == "read-only"    ? Files::kReadOnly
                         : value == "read-write" ? Files::kReadWrite
                                                 : Files::kOverlay;
    return value == "read-only" || value == "read-write" || value == "overlay";
  }
  if (name == "--isolation") {
    options->run.host.isolation = value == "subprocess"   ? Isolation::kSubprocess
                                  : value == "in-process" ? Isolation::kInProcess
                                                          : Isolation::kAuto;
    return value == "subprocess" || value == "in-process" || value == "auto";
  }
  double seconds = 0;
  auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), seconds);
  if (name != "--timeout" || error != std::errc() || end != value.data() + value.size() ||
      !(seconds > 0) || seconds > 1e6)
    return false;
  options->run.limits.duration = std::chrono::nanoseconds(static_cast<int64_t>(std::ceil(seconds * 1e9)));
  return true;
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

int Main(int argc, char** argv) {
  const std::string_view command = argc > 1 ? argv[1] : "";
  if (command == "describe" && argc == 2) {
    WriteAll(STDOUT_FILENO, RunPython::Describe());
    return 0;
  }
  if ((command == "--version" || command == "-V") && argc == 2) {
    WriteAll(STDOUT_FILENO, "pysub-tool " PYSUB_VERSION_STRING "\n");
    return 0;
  }
  if (command != "run-python")
    return WrongUsage("unknown tool command '" + std::string(command) + "'");
  ToolOptions options;
  options.run.host.warm_workers = 0;  // there is one call
  for (int at = 2; at < argc; ++at) {
    const std::string_view argument = argv[at];
    if (argument == "--json") {
      options.json = true;
      continue;
    }
    const size_t equals = argument.find('=');
    const std::string_view name = argument.substr(0, equals);
    const bool has_value = equals != std::string_view::npos || at + 1 < argc;
    const std::string_view value = equals != std::string_view::npos ? argument.substr(equals + 1)
                                   : has_value                      ? argv[++at]
                                                                    : "";
    if (!has_value || !SetOption(name, value, &options))
      return WrongUsage("bad option '" + std::string(argument) + "'");
  }
  if (!options.json) return WrongUsage("run-python speaks JSON only: give --json");
  return RunPythonTool(options);
}

}  // namespace
}  // namespace pysub

int main(int argc, char** argv) { return pysub::Main(argc, argv); }
