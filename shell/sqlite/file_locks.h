#ifndef PYSUB_SHELL_SQLITE_FILE_LOCKS_H_
#define PYSUB_SHELL_SQLITE_FILE_LOCKS_H_

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "shell/sqlite/payer.h"

namespace pysub::shell::sqlite {

// Locks of database files. SQLite's five levels (none, shared, reserved, pending, exclusive) are
// kept here for the connections of one command; of other commands of the shell they are kept apart
// by the lock of the whole file (CommandIo::Lock), which has two levels: shared is shared, all
// above is exclusive. So a writer keeps the readers of other commands out from its first change
// on, not only while it commits. Programs of the host that use a mounted file see no locks.
class FileLocks {
 public:
  // Device and number of a file.
  using File = std::pair<uint32_t, uint64_t>;
  // What several connections know of one file.
  struct Shared {
    int fd = -1;     // that has the lock among commands; -1: the file cannot be locked
    int users = 0;   // connections that have it open
    int shared = 0;  // connections that have at least a shared lock
    const void* reserved = nullptr;
    const void* pending = nullptr;
    const void* exclusive = nullptr;
    // The write-ahead log's: its index, which real processes map, lies here. Nobody but this
    // command may use the file then, until all connections are closed.
    bool is_pinned = false;
    std::vector<std::unique_ptr<char[]>> index;
    int index_users = 0;
    std::array<int, 8> index_shared{};  // SQLITE_SHM_NLOCK
    std::array<const void*, 8> index_exclusive{};
  };

  explicit FileLocks(Payer& payer) : payer_(payer) {}

  Shared* Join(File file, const std::string& path);
  void Leave(File file);

  // What these answer are codes of SQLite. `*level` is what `owner` has.
  int Lock(Shared& shared, const void* owner, int* level, int wanted);
  int Unlock(Shared& shared, const void* owner, int* level, int wanted);
  // Nobody else may use the file from now on.
  int Pin(Shared& shared);
  int LockIndex(Shared& shared, const void* owner, int offset, int count, int flags);
  // A region of the index; null in *region: it is not there and `extend` is not set.
  int MapIndex(Shared& shared, int region, int bytes, bool extend, void volatile** memory);
  void DropIndex(Shared& shared);

 private:
  bool LockAmongCommands(Shared& shared, LockKind kind);
  int Reserve(Shared& shared, const void* owner, int* level);

  Payer& payer_;
  std::map<File, Shared> files_;  // (SQLite bounds how many there are)
};

}  // namespace pysub::shell::sqlite

#endif  // PYSUB_SHELL_SQLITE_FILE_LOCKS_H_
