#include "shell/sqlite/file_locks.h"

#include <sqlite3.h>

#include <cerrno>
#include <cstring>

namespace pysub::shell::sqlite {

FileLocks::Shared* FileLocks::Join(File file, const std::string& path) {
  Shared& shared = files_[file];
  if (shared.users++ == 0 && payer_.io() != nullptr)
    shared.fd = payer_.io()->Open(path, OpenMode::kRead);
  return &shared;
}

void FileLocks::Leave(File file) {
  const auto at = files_.find(file);
  if (at == files_.end() || --at->second.users > 0) return;
  DropIndex(at->second);
  if (at->second.fd >= 0 && payer_.io() != nullptr) payer_.io()->Close(at->second.fd);
  files_.erase(at);
}

bool FileLocks::LockAmongCommands(Shared& shared, LockKind kind) {
  CommandIo* io = payer_.io();
  if (io == nullptr || shared.fd < 0) return true;
  // What has no locks (ENOLCK) has no other users that would wait for them.
  return io->Lock(shared.fd, kind) || io->error() != EAGAIN;
}

// From nothing, or from shared, to reserved or more: other commands are kept out.
int FileLocks::Reserve(Shared& shared, const void* owner, int* level) {
  if (shared.reserved != nullptr && shared.reserved != owner) return SQLITE_BUSY;
  if (!shared.is_pinned && !LockAmongCommands(shared, LockKind::kExclusive)) {
    // Asking for more has lost what there was. Nobody else has run since, so it is free.
    static_cast<void>(LockAmongCommands(shared, LockKind::kShared));
    return SQLITE_BUSY;
  }
  shared.reserved = owner;
  *level = SQLITE_LOCK_RESERVED;
  return SQLITE_OK;
}

int FileLocks::Lock(Shared& shared, const void* owner, int* level, int wanted) {
  if (*level >= wanted) return SQLITE_OK;
  if (*level == SQLITE_LOCK_NONE) {
    if (shared.pending != nullptr || shared.exclusive != nullptr) return SQLITE_BUSY;
    if (shared.shared == 0 && !shared.is_pinned && !LockAmongCommands(shared, LockKind::kShared))
      return SQLITE_BUSY;
    ++shared.shared;
    *level = SQLITE_LOCK_SHARED;
  }
  if (wanted == SQLITE_LOCK_SHARED) return SQLITE_OK;
  if (*level == SQLITE_LOCK_SHARED) {
    if (const int code = Reserve(shared, owner, level); code != SQLITE_OK) return code;
    // Who goes from shared to exclusive at once plays back a journal that was left behind.
  }
  if (wanted == SQLITE_LOCK_RESERVED) return SQLITE_OK;
  if (shared.pending != nullptr && shared.pending != owner) return SQLITE_BUSY;
  shared.pending = owner;
  *level = SQLITE_LOCK_PENDING;
  if (shared.shared > 1) return SQLITE_BUSY;
  shared.exclusive = owner;
  *level = SQLITE_LOCK_EXCLUSIVE;
  return SQLITE_OK;
}

int FileLocks::Unlock(Shared& shared, const void* owner, int* level, int wanted) {
  if (*level <= wanted) return SQLITE_OK;
  for (const void** holder : {&shared.reserved, &shared.pending, &shared.exclusive}) {
    if (*holder == owner) *holder = nullptr;
  }
  if (wanted == SQLITE_LOCK_NONE) --shared.shared;
  *level = wanted;
  if (shared.is_pinned || shared.reserved != nullptr) return SQLITE_OK;
  static_cast<void>(
      LockAmongCommands(shared, shared.shared > 0 ? LockKind::kShared : LockKind::kUnlock));
  return SQLITE_OK;
}

int FileLocks::Pin(Shared& shared) {
  if (shared.is_pinned) return SQLITE_OK;
  if (!LockAmongCommands(shared, LockKind::kExclusive)) {
    if (shared.shared > 0) static_cast<void>(LockAmongCommands(shared, LockKind::kShared));
    return SQLITE_BUSY;
  }
  shared.is_pinned = true;
  return SQLITE_OK;
}

int FileLocks::LockIndex(Shared& shared, const void* owner, int offset, int count, int flags) {
  if (offset < 0 || count < 1 || offset + count > static_cast<int>(shared.index_shared.size()))
    return SQLITE_MISUSE;
  const auto first = static_cast<size_t>(offset), end = first + static_cast<size_t>(count);
  if ((flags & SQLITE_SHM_UNLOCK) != 0) {
    for (size_t i = first; i < end; ++i) {
      if ((flags & SQLITE_SHM_EXCLUSIVE) != 0) {
        if (shared.index_exclusive[i] == owner) shared.index_exclusive[i] = nullptr;
      } else if (shared.index_shared[i] > 0) {
        --shared.index_shared[i];
      }
    }
    return SQLITE_OK;
  }
  const bool exclusive = (flags & SQLITE_SHM_EXCLUSIVE) != 0;
  for (size_t i = first; i < end; ++i) {
    const void* holder = shared.index_exclusive[i];
    if ((holder != nullptr && holder != owner) || (exclusive && shared.index_shared[i] > 0))
      return SQLITE_BUSY;
  }
  for (size_t i = first; i < end; ++i) {
    if (exclusive)
      shared.index_exclusive[i] = owner;
    else
      ++shared.index_shared[i];
  }
  return SQLITE_OK;
}

int FileLocks::MapIndex(Shared& shared, int region, int bytes, bool extend,
                        void volatile** memory) {
  *memory = nullptr;
  const auto at = static_cast<size_t>(region);
  while (shared.index.size() <= at) {
    if (!extend) return SQLITE_OK;
    // (With the place in the list.)
    if (!payer_.Tick(static_cast<uint64_t>(bytes) / 64) || !payer_.Charge(bytes + 16))
      return SQLITE_NOMEM;
    shared.index.push_back(std::make_unique<char[]>(static_cast<size_t>(bytes)));
  }
  *memory = shared.index[at].get();
  return SQLITE_OK;
}

void FileLocks::DropIndex(Shared& shared) {
  // Regions are of one size.
  constexpr int64_t kRegion = 32 << 10;
  payer_.Charge(-static_cast<int64_t>(shared.index.size()) * (kRegion + 16));
  shared.index.clear();
}

}  // namespace pysub::shell::sqlite
