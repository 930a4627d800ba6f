#ifndef PYSUB_SHELL_CLI_SAVED_FILE_H_
#define PYSUB_SHELL_CLI_SAVED_FILE_H_

#include <string>
#include <string_view>

namespace pysub {

// Of `path`, to which a snapshot is to be saved: why not, or "". A file that holds something else
// is not written over: in `--snapshot-at N FILE` somebody has left out a name, and FILE is the
// program. `is_snapshot` says it of a file's first bytes.
std::string WhyNotSavedTo(const std::string& path, bool (*is_snapshot)(std::string_view head));

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_SAVED_FILE_H_
