#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_REPLACED_FILE_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_REPLACED_FILE_H_

#include <cstdint>
#include <string>

#include "pysub/shell/command.h"

namespace pysub::shell {

// The file that a compressor works on, and the one that takes its place: the original goes only
// when the new one is complete, otherwise the new one does. Between two steps both are open.
struct ReplacedFile {
  std::string name, target;  // name empty: standard input
  int in = -1, out = 1;      // in -1: there is none at hand; out 1: nothing is replaced
  uint32_t mode = 0;         // of the original, which the new one gets
  int64_t mtime_ns = 0;

  bool replaces() const { return out > 2; }
  void UseInput() {
    name.clear();
    in = 0;
  }
  // Opens the original and, with `replace`, the new file, which nothing may have been put in the
  // place of. False: io.error() says why, and *failed which of them it is; nothing is open then.
  bool Open(CommandIo& io, bool replace, std::string* failed);
  // Closes both. `fine`: the new file is complete.
  void Finish(CommandIo& io, bool fine, bool keep);
  void Fields(Archive& archive) { archive(name, target, in, out, mode, mtime_ns); }
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_ARCHIVE_REPLACED_FILE_H_
