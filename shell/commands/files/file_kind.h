#ifndef PYSUB_SHELL_COMMANDS_FILES_FILE_KIND_H_
#define PYSUB_SHELL_COMMANDS_FILES_FILE_KIND_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "shell/syntax/arena.h"

namespace pysub::shell {

// How much of a file is looked at.
constexpr size_t kBytesOfKind = 1 << 20;

// What file(1) says of a file.
struct FileKind {
  std::string words;    // "POSIX shell script, ASCII text executable"
  std::string mime;     // "text/x-shellscript"
  std::string charset;  // "us-ascii"
};

// `bytes` are its first ones, at most kBytesOfKind; `size` is all of it, `last` its last four.
FileKind KindOfBytes(std::string_view bytes, uint64_t size, std::string_view last,
                     ParseAccount& account);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_FILES_FILE_KIND_H_
