#include "shell/run/file_locks.h"

namespace pysub::shell {

FileLock::~FileLock() {
  auto held = table_->held_.find(file_);
  if (kind_ == LockKind::kExclusive || --held->second == 0) table_->held_.erase(held);
}

bool FileLocks::IsFree(FileLock::File file, LockKind kind) const {
  auto held = held_.find(file);
  return held == held_.end() || (kind == LockKind::kShared && held->second != kExclusively);
}

std::unique_ptr<FileLock> FileLocks::Take(FileLock::File file, LockKind kind) {
  if (!IsFree(file, kind)) return nullptr;
  uint32_t& held = held_[file];
  held = kind == LockKind::kExclusive ? kExclusively : held + 1;
  return std::make_unique<FileLock>(this, file, kind);
}

}  // namespace pysub::shell
