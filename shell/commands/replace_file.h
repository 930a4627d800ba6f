#ifndef PYSUB_SHELL_COMMANDS_REPLACE_FILE_H_
#define PYSUB_SHELL_COMMANDS_REPLACE_FILE_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"

namespace pysub::shell {

// What became of ReplaceFile(). `call`: what failed, on the file `name`.
struct Replaced {
  enum class Call : uint8_t { kNone, kWrite, kLink, kRename };
  Call call = Call::kNone;
  files::Status status = 0;
  std::string name;

  bool ok() const { return call == Call::kNone; }
};

// Puts `bytes` in the place of `path` (sed -i, patch, gawk -i inplace): writes them to a new file
// beside it, whose name begins with `prefix`, and gives that its name when all is there. A full
// disk, a limit or an end in between leave what was there, and nothing else. It is another file
// then: a hard link keeps the old text, and so does `backup`, if it is not empty; a symbolic link
// is a file. What is beside it takes as much room for a moment.
Replaced ReplaceFile(CommandIo& io, const std::string& path, std::string_view bytes, uint32_t mode,
                     std::string_view prefix, const std::string& backup = "");

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_REPLACE_FILE_H_
