// Where there are no files below pysub, as in a browser: mounts are refused. It stands for
// host_directory.cc.

#include <errno.h>

#include "osbridge/files/host_directory.h"

namespace pysub::files {

Status HostDirectory::Open(const std::string&, Way, std::shared_ptr<HostDirectory>*) {
  return Status(ENOTSUP);
}

}  // namespace pysub::files
