#include "shell/cli/saved_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pysub {

std::string WhyNotSavedTo(const std::string& path, bool (*is_snapshot)(std::string_view head)) {
  const int file = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return "";
  char head[64];
  struct stat status = {};
  const ssize_t size =
      fstat(file, &status) == 0 && S_ISREG(status.st_mode) ? read(file, head, sizeof(head)) : 0;
  close(file);
  if (size <= 0 || is_snapshot({head, static_cast<size_t>(size)})) return "";
  return "'" + path + "' is there and is no snapshot: it is not written over";
}

}  // namespace pysub
