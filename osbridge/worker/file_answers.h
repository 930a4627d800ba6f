#ifndef PYSUB_OSBRIDGE_WORKER_FILE_ANSWERS_H_
#define PYSUB_OSBRIDGE_WORKER_FILE_ANSWERS_H_

#include <optional>
#include <string_view>

#include "pysub/files/file_system.h"
#include "pysub/stop.h"

// OsCalls of a program in another process, answered from a FileSystem. In this process a Sandbox
// does the same without a stop (direct_files.h). Not installed.
namespace pysub {

// Nothing: it is no call for files.
std::optional<Reply> AnswerFromFiles(files::FileSystem& files, const OsCall& call);

// The exception of an errno number. Without `path` the program's own spelling of the path is shown.
HostException OsErrorOf(int number, std::optional<std::string_view> path = std::nullopt);

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_WORKER_FILE_ANSWERS_H_
