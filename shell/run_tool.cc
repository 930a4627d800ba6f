#include "shell/run_tool.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "shell/streams.h"

namespace pysub {

int RunTool(char** argv) {
  constexpr int kCannotRun = 127;  // as shells have it
  char self[4096];
  if (const ssize_t size = readlink("/proc/self/exe", self, sizeof(self)); size > 0) {
    std::string path(self, static_cast<size_t>(size));
    path.replace(path.rfind('/') + 1, std::string::npos, "pysub-tool");
    execv(path.c_str(), argv);
  }
  execvp("pysub-tool", argv);
  WriteAll(STDERR_FILENO,
           "pysub: pysub-tool cannot be run: " + std::string(std::strerror(errno)) + "\n");
  return kCannotRun;
}

}  // namespace pysub
