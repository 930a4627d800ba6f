#include "tests/unit/osbridge/sessions/test_vfs.h"

#include <signal.h>
#include <sqlite3.h>
#include <unistd.h>

#include <new>

namespace pysub::sessions {
namespace {

constexpr int64_t kJulian1970Ms = 210'866'760'000'000;

struct File {
  sqlite3_file base;
  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

File* Of(sqlite3_file* file) { return reinterpret_cast<File*>(file); }
sqlite3_file* RealOf(sqlite3_file* file) { return Of(file)->real(); }
sqlite3_vfs* RealVfs(sqlite3_vfs* vfs) { return static_cast<sqlite3_vfs*>(vfs->pAppData); }

[[noreturn]] void Die() {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

// Around something that changes a file: what it gives instead, or 0.
template <typename Do>
int Changing(Do change) {
  TestVfs& vfs = TestVfs::Get();
  const bool now = ++vfs.done == vfs.at;
  switch (vfs.fault) {
    case TestVfs::Fault::kKill:
    case TestVfs::Fault::kTear:
      if (now) Die();
      break;
    case TestVfs::Fault::kFull:
      if (vfs.done >= vfs.at) return SQLITE_FULL;
      break;
    case TestVfs::Fault::kFailOnce:
      if (now) return SQLITE_IOERR_WRITE;
      break;
    default: break;
  }
  const int result = change();
  if (now && vfs.fault == TestVfs::Fault::kKillLate) Die();
  return result;
}

int Close(sqlite3_file* file) { return RealOf(file)->pMethods->xClose(RealOf(file)); }
int Read(sqlite3_file* file, void* to, int size, sqlite3_int64 at) {
  return RealOf(file)->pMethods->xRead(RealOf(file), to, size, at);
}
int Write(sqlite3_file* file, const void* from, int size, sqlite3_int64 at) {
  sqlite3_file* const real = RealOf(file);
  const TestVfs& vfs = TestVfs::Get();
  if (vfs.fault == TestVfs::Fault::kTear && vfs.done + 1 == vfs.at)
    real->pMethods->xWrite(real, from, size / 2, at);
  return Changing([=] { return real->pMethods->xWrite(real, from, size, at); });
}
int Truncate(sqlite3_file* file, sqlite3_int64 size) {
  return Changing([=] { return RealOf(file)->pMethods->xTruncate(RealOf(file), size); });
}
int Sync(sqlite3_file* file, int flags) {
  return Changing([=] { return RealOf(file)->pMethods->xSync(RealOf(file), flags); });
}
int FileSize(sqlite3_file* file, sqlite3_int64* size) {
  return RealOf(file)->pMethods->xFileSize(RealOf(file), size);
}
int Lock(sqlite3_file* file, int kind) { return RealOf(file)->pMethods->xLock(RealOf(file), kind); }
int Unlock(sqlite3_file* file, int kind) {
  return RealOf(file)->pMethods->xUnlock(RealOf(file), kind);
}
int CheckReservedLock(sqlite3_file* file, int* result) {
  return RealOf(file)->pMethods->xCheckReservedLock(RealOf(file), result);
}
int FileControl(sqlite3_file* file, int what, void* argument) {
  return RealOf(file)->pMethods->xFileControl(RealOf(file), what, argument);
}
int SectorSize(sqlite3_file* file) { return RealOf(file)->pMethods->xSectorSize(RealOf(file)); }
int Characteristics(sqlite3_file* file) {
  return RealOf(file)->pMethods->xDeviceCharacteristics(RealOf(file));
}
int ShmMap(sqlite3_file* file, int page, int size, int extend, void volatile** to) {
  return RealOf(file)->pMethods->xShmMap(RealOf(file), page, size, extend, to);
}
int ShmLock(sqlite3_file* file, int offset, int count, int flags) {
  return RealOf(file)->pMethods->xShmLock(RealOf(file), offset, count, flags);
}
void ShmBarrier(sqlite3_file* file) { RealOf(file)->pMethods->xShmBarrier(RealOf(file)); }
int ShmUnmap(sqlite3_file* file, int remove) {
  return RealOf(file)->pMethods->xShmUnmap(RealOf(file), remove);
}

constexpr sqlite3_io_methods kMethods = {2,
                                         Close,
                                         Read,
                                         Write,
                                         Truncate,
                                         Sync,
                                         FileSize,
                                         Lock,
                                         Unlock,
                                         CheckReservedLock,
                                         FileControl,
                                         SectorSize,
                                         Characteristics,
                                         ShmMap,
                                         ShmLock,
                                         ShmBarrier,
                                         ShmUnmap,
                                         nullptr,
                                         nullptr};

int Open(sqlite3_vfs* vfs, sqlite3_filename name, sqlite3_file* file, int flags, int* out) {
  const int result = RealVfs(vfs)->xOpen(RealVfs(vfs), name, RealOf(file), flags, out);
  file->pMethods = RealOf(file)->pMethods == nullptr ? nullptr : &kMethods;
  return result;
}

int Delete(sqlite3_vfs* vfs, const char* name, int sync) {
  return Changing([=] { return RealVfs(vfs)->xDelete(RealVfs(vfs), name, sync); });
}

int CurrentTime(sqlite3_vfs* vfs, sqlite3_int64* julian_ms) {
  const int64_t now = TestVfs::Get().now_ms;
  if (now == 0) return RealVfs(vfs)->xCurrentTimeInt64(RealVfs(vfs), julian_ms);
  *julian_ms = now + kJulian1970Ms;
  return SQLITE_OK;
}

}  // namespace

TestVfs& TestVfs::Get() {
  static TestVfs* const only = [] {
    sqlite3_vfs* const real = sqlite3_vfs_find(nullptr);
    auto* const vfs = new sqlite3_vfs(*real);
    vfs->zName = kName;
    vfs->pAppData = real;
    vfs->szOsFile = static_cast<int>(sizeof(File)) + real->szOsFile;
    vfs->xOpen = Open;
    vfs->xDelete = Delete;
    vfs->xCurrentTimeInt64 = CurrentTime;
    sqlite3_vfs_register(vfs, 0);
    return new TestVfs();
  }();
  return *only;
}

}  // namespace pysub::sessions
