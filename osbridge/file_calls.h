#ifndef PYSUB_OSBRIDGE_FILE_CALLS_H_
#define PYSUB_OSBRIDGE_FILE_CALLS_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "pysub/files/file_system.h"
#include "vm/host/request.h"

// The OsCalls of files, answered from a FileSystem. Who asks brings the arguments and takes the
// answer: direct_files.h for a program in this process, worker/file_answers.h for requests that are
// structs. Not installed.
namespace pysub {

constexpr bool IsFileCall(OsCallId call) {
  switch (call) {
#define PYSUB_OS_CALL(Name, permission, Reply, Alone)
#define PYSUB_FILE_CALL(Name, permission, Reply) case OsCallId::k##Name:
#include "vm/host/os_calls.def"
    return true;
    default: return false;
  }
}

// What the fields of a call hold, in their order (os_call.h). Text is its owner's.
struct FileArgument {
  std::string_view text;
  std::optional<int64_t> number;
  bool flag = false;
};
using FileArguments = std::array<FileArgument, 4>;

struct FileText {
  std::string text;  // a path: bytes, mostly UTF-8
};
using StatNumbers = std::array<int64_t, 10>;  // as os::FileStat::Reply has them
using FileAnswer = std::variant<std::monostate, bool, int64_t, FileText, std::string, StatNumbers,
                                std::vector<files::DirectoryEntry>>;

// `call` is one of files.
files::Result<FileAnswer> AnswerFileCall(files::FileSystem& files, OsCallId call,
                                         const FileArguments& args);

// The kind's bits of st_mode.
int KindBits(const files::DirectoryEntry& entry);

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_FILE_CALLS_H_
