#ifndef PYSUB_SHELL_RUN_FILE_LOCKS_H_
#define PYSUB_SHELL_RUN_FILE_LOCKS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <utility>

#include "pysub/shell/command.h"

namespace pysub::shell {

class FileLocks;

// A lock that an open file description has: given back when it goes.
class FileLock {
 public:
  using File = std::pair<uint32_t, uint64_t>;  // device and inode
  FileLock(FileLocks* table, File file, LockKind kind) : table_(table), file_(file), kind_(kind) {}
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  LockKind kind() const { return kind_; }

 private:
  FileLocks* table_;
  File file_;
  LockKind kind_;
};

// Who has locked which file, as flock(2) tells it: any number of shared locks, or one that is
// exclusive. They concern the processes of this shell alone, also in a mount: nobody outside sees
// them. There are no more locks than open files.
class FileLocks {
 public:
  // Null: somebody else's is in the way. `kind` is not kUnlock.
  std::unique_ptr<FileLock> Take(FileLock::File file, LockKind kind);
  bool IsFree(FileLock::File file, LockKind kind) const;

 private:
  friend class FileLock;
  static constexpr uint32_t kExclusively = UINT32_MAX;
  std::map<FileLock::File, uint32_t> held_;  // how many share it
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_FILE_LOCKS_H_
