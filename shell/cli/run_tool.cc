#include "shell/cli/run_tool.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "pysub/version.h"
#include "shell/cli/streams.h"

namespace pysub {
namespace {

// Becomes the program that lies beside this one, or else the one on PATH.
int RunBeside(const std::string& program, char* const* argv) {
  constexpr int kCannotRun = 127;  // as shells have it
  char self[4096];
  if (const ssize_t size = readlink("/proc/self/exe", self, sizeof(self)); size > 0) {
    std::string path(self, static_cast<size_t>(size));
    path.replace(path.rfind('/') + 1, std::string::npos, program);
    execv(path.c_str(), argv);
  }
  execvp(program.c_str(), argv);
  WriteAll(STDERR_FILENO,
           "pysub: " + program + " cannot be run: " + std::string(std::strerror(errno)) + "\n");
  return kCannotRun;
}

}  // namespace

int RunTool(char** argv) { return RunBeside("pysub-tool", argv); }

int RunDoctor() {
  utsname system = {};
  uname(&system);
  WriteAll(STDOUT_FILENO, std::string("pysub " PYSUB_VERSION_STRING ", like Python 3.14.0\n") +
                              system.sysname + " " + system.release + " on " + system.machine +
                              "\nWhat this kernel gives to a worker:\n");
  std::string name = "pysub-worker", option = "--protections";
  char* const arguments[] = {name.data(), option.data(), nullptr};
  return RunBeside(name, arguments);
}

}  // namespace pysub
