#ifndef PYSUB_SHELL_SQLITE_VFS_H_
#define PYSUB_SHELL_SQLITE_VFS_H_

#include <sqlite3.h>

#include <memory>
#include <string>
#include <vector>

#include "pysub/files/file_system.h"
#include "shell/sqlite/file_locks.h"
#include "shell/sqlite/payer.h"

namespace pysub::shell::sqlite {

// What SQLite sees of the outside: the files of the shell, its clock, its randomness. One for each
// run of the command, under a name of its own, because ATTACH looks for the VFS of a connection
// by name. It is registered while it lives, and never the default.
//
// Files are opened again in each step and closed behind it, so that a command that is killed
// between two leaves none open in the file system. A file that was replaced meanwhile is an I/O
// error. Temporary files lie in memory that is paid for.
class Vfs {
 public:
  explicit Vfs(Payer& payer);
  ~Vfs();
  Vfs(const Vfs&) = delete;
  Vfs& operator=(const Vfs&) = delete;

  const char* name() const { return name_.c_str(); }
  // Behind each step.
  void CloseFiles();

  // The rest is for the functions in vfs.cc.
  struct File;

  Payer& payer() { return payer_; }
  FileLocks& locks() { return locks_; }
  // No file is reached any more: the script ends, or the command is destroyed. What is on the way
  // stays as a loss of power would leave it, and whoever opens the database next rolls it back.
  bool IsDead() { return payer_.io() == nullptr || payer_.over(); }
  files::FileSystem& files() { return payer_.io()->files(); }
  files::Caller caller() { return {.cwd = payer_.io()->cwd(), .umask = payer_.io()->umask()}; }

  int Open(const char* name, sqlite3_file* place, int flags, int* out_flags);
  std::vector<File*>& open_files() { return open_files_; }

 private:
  Payer& payer_;
  FileLocks locks_;
  std::vector<File*> open_files_;  // (SQLite bounds how many there are)
  std::string name_;
  sqlite3_vfs vfs_{};
};

}  // namespace pysub::shell::sqlite

#endif  // PYSUB_SHELL_SQLITE_VFS_H_
