#include "shell/commands/archive/replaced_file.h"

#include "pysub/files/file_system.h"
#include "shell/commands/simple.h"

namespace pysub::shell {

bool ReplacedFile::Open(CommandIo& io, bool replace, std::string* failed) {
  in = io.Open(name, OpenMode::kRead);
  if (in < 0) {
    *failed = name;
    return false;
  }
  if (!replace) return true;
  const int made = io.Open(target, OpenMode::kCreateNew);
  if (made >= 0) {
    out = made;
    return true;
  }
  *failed = target;
  io.Close(in);  // (which changes no error)
  in = -1;
  return false;
}

void ReplacedFile::Finish(CommandIo& io, bool fine, bool keep) {
  fine = fine && !io.write_failed();
  if (in > 0) io.Close(in);
  in = -1;
  if (!replaces()) return;
  io.Close(out);
  out = 1;
  if (!fine) {
    (void)io.files().Unlink(CallerOf(io), target);
    return;
  }
  (void)io.files().Chmod(CallerOf(io), target, mode & 07777);
  (void)io.files().SetTimes(CallerOf(io), target, mtime_ns, mtime_ns);
  if (!keep) (void)io.files().Unlink(CallerOf(io), name);
}

}  // namespace pysub::shell
