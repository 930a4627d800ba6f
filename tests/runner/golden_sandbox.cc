// Runs one program as an embedder does, by the public headers alone: Program::Compile,
// Sandbox::Create, Run. What golden_runner plays in mode `sandbox`, in place of `pysub`; so it
// prints and exits as that does, with a virtual clock and seeded randomness.
//
//   golden_sandbox [--limit=NAME=N]... [--modules=DIR] FILE [ARGUMENT...]
//
// Its standard input is the program's; DIR is /modules, from which it may import.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "pysub/files/file_system.h"
#include "pysub/program.h"
#include "pysub/sandbox.h"

namespace pysub {
namespace {

std::string ReadAll(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

void Write(OutputStream stream, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(static_cast<int>(stream), bytes.data(), bytes.size());
    if (written <= 0) return;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
}

// As those of `pysub`: no limit but that of recursion.
SandboxLimits NoLimits() {
  SandboxLimits limits;
  limits.memory_bytes = limits.allocations = limits.steps = limits.output_bytes = std::nullopt;
  limits.duration = std::nullopt;
  limits.recursion_depth = 1000;
  return limits;
}

// "memory=64MB", "recursion=50".
bool SetLimit(std::string_view setting, SandboxLimits* limits) {
  const std::string value(setting.substr(setting.find('=') + 1));
  char* unit = nullptr;
  const unsigned long long number = strtoull(value.c_str(), &unit, 10);
  if (setting.starts_with("memory=") && std::string_view(unit) == "MB") {
    limits->memory_bytes = number << 20;
  } else if (setting.starts_with("recursion=") && *unit == '\0') {
    limits->recursion_depth = static_cast<uint32_t>(number);
  } else {
    return false;
  }
  return true;
}

// An empty tree with a /tmp, as `pysub` shows.
std::shared_ptr<files::FileSystem> MakeFiles(const std::string& modules) {
  auto made = std::make_shared<files::FileSystem>();
  const files::Caller root{.uid = 0, .gid = 0};
  bool ok = made->Mkdir(root, "/tmp").ok() && made->Chmod(root, "/tmp", 01777).ok() &&
            made->Chmod(root, "/", 0777).ok();
  if (!modules.empty())
    ok = ok && made->Mount("/modules", modules, {.mode = files::MountMode::kReadWrite}).ok();
  return ok ? made : nullptr;
}

// The exit status of a program that stopped so.
int Conclude(const Stop& stop) {
  if (std::holds_alternative<Finished>(stop)) return 0;
  if (const auto* reached = std::get_if<LimitReached>(&stop)) {
    Write(OutputStream::kError, reached->traceback);
    return 1;
  }
  const auto* raised = std::get_if<Raised>(&stop);
  if (raised == nullptr) {
    Write(OutputStream::kError, "golden_sandbox: nobody answers " + Describe(stop) + "\n");
    return 2;
  }
  if (!raised->exit_status) {
    Write(OutputStream::kError, raised->traceback);
    return 1;
  }
  if (raised->exit_message) Write(OutputStream::kError, *raised->exit_message + "\n");
  return *raised->exit_status;
}

int Main(int count, char** arguments) {
  SandboxOptions options;
  options.limits = NoLimits();
  options.on_output = Write;
  options.standard_input = ReadAll("/dev/stdin");
  std::string modules;
  int at = 1;
  for (; at < count && std::string_view(arguments[at]).starts_with("--"); ++at) {
    const std::string_view argument = arguments[at];
    if (argument.starts_with("--modules=")) {
      modules = argument.substr(10);
    } else if (!argument.starts_with("--limit=") ||
               !SetLimit(argument.substr(8), &options.limits)) {
      std::fprintf(stderr, "golden_sandbox: unknown option %s\n", arguments[at]);
      return 2;
    }
  }
  if (at == count) return 2;
  options.arguments.assign(arguments + at, arguments + count);
  options.file_system = MakeFiles(modules);
  if (!modules.empty()) {
    options.module_path = {"/", "/modules"};
    options.environment.emplace()["PYTHONPATH"] = "/modules";
  }
  const Program program = Program::Compile(
      ReadAll(arguments[at]),
      {.file_name = arguments[at], .result = ResultOf::kNothing, .from_file = true});
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(program, options);
  if (!sandbox.ok()) {
    Write(OutputStream::kError, sandbox.status().ToString() + "\n");
    return 2;
  }
  return Conclude(sandbox->Run());
}

}  // namespace
}  // namespace pysub

int main(int count, char** arguments) { return pysub::Main(count, arguments); }
