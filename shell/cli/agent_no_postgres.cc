#include <errno.h>
#include <fmt/format.h>
#include <string.h>
#include <unistd.h>

#include <string>

#include "shell/cli/agent_postgres.h"

namespace pysub {

absl::Status TakePostgres(char** arguments) {
  constexpr char kName[] = "pysub-agent-postgres";
  char self[4096];
  if (const ssize_t size = readlink("/proc/self/exe", self, sizeof(self)); size > 0) {
    std::string path(self, static_cast<size_t>(size));
    path.replace(path.rfind('/') + 1, std::string::npos, kName);
    execv(path.c_str(), arguments);
  }
  const int beside = errno;
  execvp(kName, arguments);
  return absl::UnimplementedError(fmt::format(
      "a store at postgres:// is for the program {}, which cannot be run: {} (it is built where "
      "libpq-dev and libsqlite3-dev are)",
      kName, strerror(errno == ENOENT ? beside : errno)));
}

}  // namespace pysub
