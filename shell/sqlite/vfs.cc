#include "shell/sqlite/vfs.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace pysub::shell::sqlite {

// An open file of SQLite: a file of the shell, or (without a path) a temporary one in memory.
struct Vfs::File {
  static constexpr uint64_t kPage = 64 << 10;

  Vfs* vfs = nullptr;
  std::string path;  // absolute, without links
  uint32_t flags = 0;
  bool removes_itself = false;
  FileLocks::File file;
  files::OpenFile handle;  // during a step
  FileLocks::Shared* shared = nullptr;
  int level = SQLITE_LOCK_NONE;
  bool maps_index = false;

  std::vector<std::unique_ptr<char[]>> pages;  // of a temporary file; null: zeros
  uint64_t size = 0;

  bool is_temporary() const { return path.empty(); }
  // What names it among those that lock a file.
  const void* owner() const { return this; }
};

namespace {

using File = Vfs::File;

// What SQLite allocates for a file: it knows the functions, we the rest.
struct Place {
  sqlite3_file base;
  File* file;
};

File& FileOf(sqlite3_file* place) { return *reinterpret_cast<Place*>(place)->file; }
Vfs& VfsOf(sqlite3_vfs* vfs) { return *static_cast<Vfs*>(vfs->pAppData); }

// The file, open for this step.
int Reach(File& file) {
  Vfs& vfs = *file.vfs;
  if (vfs.IsDead()) return SQLITE_IOERR;
  if (file.handle) return SQLITE_OK;
  const auto handle = vfs.files().Open(vfs.caller(), file.path, file.flags);
  if (!handle.ok()) return SQLITE_IOERR;
  const auto stat = vfs.files().FStat(*handle);
  if (!stat.ok() || FileLocks::File(stat->dev, stat->ino) != file.file) {
    vfs.files().Release(*handle);
    return SQLITE_IOERR;
  }
  file.handle = *handle;
  return SQLITE_OK;
}

void LetGo(File& file) {
  if (file.handle && file.vfs->payer().io() != nullptr) file.vfs->files().Release(file.handle);
  file.handle = files::OpenFile();
}

int Close(sqlite3_file* place) {
  File* file = &FileOf(place);
  Vfs& vfs = *file->vfs;
  LetGo(*file);
  if (file->shared != nullptr) vfs.locks().Leave(file->file);
  if (file->removes_itself && !file->is_temporary() && !vfs.IsDead())
    static_cast<void>(vfs.files().Unlink(vfs.caller(), file->path));
  int64_t paid = sizeof(File);
  for (const auto& page : file->pages) {
    paid += static_cast<int64_t>(sizeof(page) + (page != nullptr ? File::kPage : 0));
  }
  std::erase(vfs.open_files(), file);
  delete file;
  vfs.payer().Charge(-paid);
  return SQLITE_OK;
}

// ---- temporary files

void ReadPages(const File& file, char* to, uint64_t bytes, uint64_t offset) {
  while (bytes > 0) {
    const uint64_t within = offset % File::kPage, piece = std::min(bytes, File::kPage - within);
    const char* page = file.pages[offset / File::kPage].get();
    if (page != nullptr)
      std::memcpy(to, page + within, piece);
    else
      std::memset(to, 0, piece);
    to += piece, offset += piece, bytes -= piece;
  }
}

int WritePages(File& file, const char* from, uint64_t bytes, uint64_t offset) {
  Payer& payer = file.vfs->payer();
  const uint64_t end = offset + bytes;
  // (Nobody writes far behind the end: SQLite counts its pages.)
  while (file.pages.size() * File::kPage < end) {
    if (!payer.Charge(sizeof(file.pages[0]))) return SQLITE_NOMEM;
    file.pages.emplace_back();
  }
  while (bytes > 0) {
    const uint64_t within = offset % File::kPage, piece = std::min(bytes, File::kPage - within);
    auto& page = file.pages[offset / File::kPage];
    if (page == nullptr) {
      if (!payer.Charge(File::kPage)) return SQLITE_NOMEM;
      page = std::make_unique<char[]>(File::kPage);
    }
    std::memcpy(page.get() + within, from, piece);
    from += piece, offset += piece, bytes -= piece;
  }
  file.size = std::max(file.size, end);
  return SQLITE_OK;
}

void CutPages(File& file, uint64_t size) {
  const uint64_t pages = (size + File::kPage - 1) / File::kPage;
  while (file.pages.size() > pages) {
    const bool is_there = file.pages.back() != nullptr;
    file.pages.pop_back();
    file.vfs->payer().Charge(
        -static_cast<int64_t>(sizeof(file.pages[0]) + (is_there ? File::kPage : 0)));
  }
  file.size = size;
}

// ---- methods of a file

// SQLite reads beyond the end where a file is shorter than it believes, and wants zeros and the
// special code then: another answer would be taken for a broken disk.
int Read(sqlite3_file* place, void* to, int bytes, sqlite3_int64 offset) {
  File& file = FileOf(place);
  const auto wanted = static_cast<uint64_t>(bytes), from = static_cast<uint64_t>(offset);
  if (!file.vfs->payer().Tick(256 + wanted / 16)) return SQLITE_IOERR_READ;
  uint64_t got = 0;
  if (file.is_temporary()) {
    got = file.size > from ? std::min(wanted, file.size - from) : 0;
    ReadPages(file, static_cast<char*>(to), got, from);
  } else {
    if (Reach(file) != SQLITE_OK) return SQLITE_IOERR_READ;
    const auto read = file.vfs->files().ReadAt(file.handle, from, wanted);
    if (!read.ok()) return SQLITE_IOERR_READ;
    got = read->size();
    std::memcpy(to, read->data(), got);
  }
  if (got == wanted) return SQLITE_OK;
  std::memset(static_cast<char*>(to) + got, 0, wanted - got);
  return SQLITE_IOERR_SHORT_READ;
}

// "Full" is what a script can do something about: the transaction is rolled back, and all else goes
// on. Any other failure of a write is one of the disk.
int CodeOf(files::Status status, int otherwise) {
  if (status.ok()) return SQLITE_OK;
  const int error = status.error();
  return error == ENOSPC || error == EDQUOT || error == EFBIG ? SQLITE_FULL : otherwise;
}

int Write(sqlite3_file* place, const void* from, int bytes, sqlite3_int64 offset) {
  File& file = FileOf(place);
  const auto size = static_cast<uint64_t>(bytes), at = static_cast<uint64_t>(offset);
  if (!file.vfs->payer().Tick(256 + size / 16)) return SQLITE_IOERR_WRITE;
  if (file.is_temporary()) return WritePages(file, static_cast<const char*>(from), size, at);
  if (Reach(file) != SQLITE_OK) return SQLITE_IOERR_WRITE;
  return CodeOf(file.vfs->files().WriteAt(file.handle, at, {static_cast<const char*>(from), size}),
                SQLITE_IOERR_WRITE);
}

int Truncate(sqlite3_file* place, sqlite3_int64 size) {
  File& file = FileOf(place);
  if (file.is_temporary()) {
    if (static_cast<uint64_t>(size) < file.size) CutPages(file, static_cast<uint64_t>(size));
    return SQLITE_OK;
  }
  if (Reach(file) != SQLITE_OK) return SQLITE_IOERR_TRUNCATE;
  return CodeOf(file.vfs->files().TruncateOpen(file.handle, static_cast<uint64_t>(size)),
                SQLITE_IOERR_TRUNCATE);
}

// There is no crash that a file of the shell would not outlive.
int Sync(sqlite3_file* place, int /*flags*/) {
  return FileOf(place).vfs->IsDead() ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

int FileSize(sqlite3_file* place, sqlite3_int64* size) {
  File& file = FileOf(place);
  if (file.is_temporary()) {
    *size = static_cast<sqlite3_int64>(file.size);
    return SQLITE_OK;
  }
  if (Reach(file) != SQLITE_OK) return SQLITE_IOERR_FSTAT;
  const auto stat = file.vfs->files().FStat(file.handle);
  if (!stat.ok()) return SQLITE_IOERR_FSTAT;
  *size = static_cast<sqlite3_int64>(stat->size);
  return SQLITE_OK;
}

int Lock(sqlite3_file* place, int level) {
  File& file = FileOf(place);
  if (file.shared == nullptr) return SQLITE_OK;
  if (file.vfs->IsDead()) return SQLITE_IOERR_LOCK;
  return file.vfs->locks().Lock(*file.shared, file.owner(), &file.level, level);
}

int Unlock(sqlite3_file* place, int level) {
  File& file = FileOf(place);
  if (file.shared == nullptr) return SQLITE_OK;
  return file.vfs->locks().Unlock(*file.shared, file.owner(), &file.level, level);
}

int CheckReservedLock(sqlite3_file* place, int* is_reserved) {
  const File& file = FileOf(place);
  *is_reserved = file.shared != nullptr && file.shared->reserved != nullptr ? 1 : 0;
  return SQLITE_OK;
}

// Hints about sizes, names for error messages, and other things that a VFS may know: this one has
// nothing to add to what SQLite does without an answer.
int FileControl(sqlite3_file* /*place*/, int /*what*/, void* /*argument*/) {
  return SQLITE_NOTFOUND;
}
int SectorSize(sqlite3_file* /*place*/) { return 4096; }
int Characteristics(sqlite3_file* /*place*/) { return SQLITE_IOCAP_POWERSAFE_OVERWRITE; }

int MapIndex(sqlite3_file* place, int region, int bytes, int extend, void volatile** memory) {
  File& file = FileOf(place);
  *memory = nullptr;
  if (file.shared == nullptr) return SQLITE_IOERR_SHMMAP;
  if (file.vfs->IsDead()) return SQLITE_IOERR_SHMMAP;
  FileLocks& locks = file.vfs->locks();
  if (const int code = locks.Pin(*file.shared); code != SQLITE_OK) return code;
  if (!file.maps_index) {
    file.maps_index = true;
    ++file.shared->index_users;
  }
  return locks.MapIndex(*file.shared, region, bytes, extend != 0, memory);
}

// The index of a write-ahead log has eight locks of its own, of which SQLite takes some in a row.
int LockIndex(sqlite3_file* place, int offset, int count, int flags) {
  File& file = FileOf(place);
  if (file.shared == nullptr) return SQLITE_IOERR_SHMLOCK;
  return file.vfs->locks().LockIndex(*file.shared, file.owner(), offset, count, flags);
}

void IndexBarrier(sqlite3_file* /*place*/) {}  // one thread at a time

int UnmapIndex(sqlite3_file* place, int /*remove*/) {
  File& file = FileOf(place);
  if (!file.maps_index || file.shared == nullptr) return SQLITE_OK;
  file.maps_index = false;
  if (--file.shared->index_users == 0) file.vfs->locks().DropIndex(*file.shared);
  return SQLITE_OK;
}

constexpr sqlite3_io_methods kMethods = {
    2,
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
    MapIndex,
    LockIndex,
    IndexBarrier,
    UnmapIndex,
    nullptr,
    nullptr,
};

// ---- methods of the VFS

int OpenFile(sqlite3_vfs* vfs, const char* name, sqlite3_file* place, int flags, int* out_flags) {
  return VfsOf(vfs).Open(name, place, flags, out_flags);
}

int Delete(sqlite3_vfs* place, const char* name, int /*sync*/) {
  Vfs& vfs = VfsOf(place);
  if (vfs.IsDead()) return SQLITE_IOERR_DELETE;
  const files::Status status = vfs.files().Unlink(vfs.caller(), name);
  if (status.ok()) return SQLITE_OK;
  return status.error() == ENOENT ? SQLITE_IOERR_DELETE_NOENT : SQLITE_IOERR_DELETE;
}

// An empty journal is none: SQLite would take it for one that is hot.
int Access(sqlite3_vfs* place, const char* name, int what, int* answer) {
  Vfs& vfs = VfsOf(place);
  *answer = 0;
  if (vfs.IsDead()) return SQLITE_IOERR_ACCESS;
  if (what == SQLITE_ACCESS_EXISTS) {
    const auto stat = vfs.files().StatPath(vfs.caller(), name);
    *answer = stat.ok() && (!stat->IsFile() || stat->size > 0) ? 1 : 0;
  } else {
    *answer =
        vfs.files().Access(vfs.caller(), name, files::kMayRead | files::kMayWrite).ok() ? 1 : 0;
  }
  return SQLITE_OK;
}

// Without links, so that the journal lies beside the file, whichever name it was opened by: two
// commands that use other names for it must find the same journal.
int FullPathname(sqlite3_vfs* place, const char* name, int room, char* full) {
  Vfs& vfs = VfsOf(place);
  if (vfs.IsDead()) return SQLITE_CANTOPEN;
  const auto real = vfs.files().Realpath(vfs.caller(), name, files::RealpathMode::kAllButLastExist);
  // (What is not there is refused when it is opened.)
  const std::string path = real.ok() ? *real : vfs.payer().io()->Absolute(name);
  if (path.size() >= static_cast<size_t>(room)) return SQLITE_CANTOPEN;
  std::memcpy(full, path.c_str(), path.size() + 1);
  return SQLITE_OK;
}

void* OpenLibrary(sqlite3_vfs* /*vfs*/, const char* /*name*/) { return nullptr; }
void LibraryError(sqlite3_vfs* /*vfs*/, int room, char* text) {
  sqlite3_snprintf(room, text, "extensions are no part of this sandbox");
}
void (*FindSymbol(sqlite3_vfs* /*vfs*/, void* /*library*/, const char* /*name*/))() {
  return nullptr;
}
void CloseLibrary(sqlite3_vfs* /*vfs*/, void* /*library*/) {}

int Randomness(sqlite3_vfs* place, int bytes, char* to) {
  CommandIo* io = VfsOf(place).payer().io();
  for (int i = 0; i < bytes; i += 8) {
    const uint64_t number = io != nullptr ? io->Random() : 0;
    std::memcpy(to + i, &number, static_cast<size_t>(std::min(bytes - i, 8)));
  }
  return bytes;
}

// Nobody else would run meanwhile: who waits for a lock does so between two steps.
int SleepFor(sqlite3_vfs* /*vfs*/, int microseconds) { return microseconds; }

int Now(sqlite3_vfs* place, sqlite3_int64* milliseconds) {
  constexpr sqlite3_int64 kJulianDayOf1970 = 210'866'760'000'000;
  CommandIo* io = VfsOf(place).payer().io();
  *milliseconds = kJulianDayOf1970 + (io != nullptr ? io->RealTimeNs() / 1'000'000 : 0);
  return SQLITE_OK;
}

int NowAsDays(sqlite3_vfs* place, double* days) {
  sqlite3_int64 milliseconds = 0;
  Now(place, &milliseconds);
  *days = static_cast<double>(milliseconds) / 86'400'000.0;
  return SQLITE_OK;
}

int LastError(sqlite3_vfs* /*vfs*/, int /*room*/, char* /*text*/) { return 0; }

// The name is one that no other VFS has, as long as this one lives.
std::string NameOf(const void* vfs) {
  char text[40];
  sqlite3_snprintf(sizeof(text), text, "pysub-%llx",
                   static_cast<unsigned long long>(reinterpret_cast<uintptr_t>(vfs)));
  return text;
}

}  // namespace

int Vfs::Open(const char* name, sqlite3_file* place, int flags, int* out_flags) {
  auto* to = reinterpret_cast<Place*>(place);
  to->base.pMethods = nullptr;
  to->file = nullptr;
  if (IsDead()) return SQLITE_CANTOPEN;
  if (!payer_.Charge(sizeof(File))) return SQLITE_NOMEM;
  auto file = std::make_unique<File>();
  file->vfs = this;
  if (name != nullptr) {
    file->path = name;
    file->removes_itself = (flags & SQLITE_OPEN_DELETEONCLOSE) != 0;
    file->flags = files::kOpenRead;
    uint32_t create = 0;
    if ((flags & SQLITE_OPEN_READWRITE) != 0) file->flags |= files::kOpenWrite;
    if ((flags & SQLITE_OPEN_CREATE) != 0) create |= files::kOpenCreate;
    if ((flags & SQLITE_OPEN_EXCLUSIVE) != 0) create |= files::kOpenExclusive;
    auto handle = files().Open(caller(), name, file->flags | create, 0644);
    if (!handle.ok() && (flags & SQLITE_OPEN_READWRITE) != 0 && handle.error() != EISDIR) {
      // What may not be written is read.
      file->flags = files::kOpenRead;
      flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
      handle = files().Open(caller(), name, file->flags);
    }
    const auto stat = handle.ok() ? files().FStat(*handle) : handle.status();
    if (!stat.ok() || !stat->IsFile()) {
      if (handle.ok()) files().Release(*handle);
      payer_.Charge(-static_cast<int64_t>(sizeof(File)));
      return SQLITE_CANTOPEN;
    }
    file->handle = *handle;
    file->file = {stat->dev, stat->ino};
    if ((flags & SQLITE_OPEN_MAIN_DB) != 0) file->shared = locks_.Join(file->file, file->path);
  }
  if (out_flags != nullptr) *out_flags = flags;
  open_files_.push_back(file.get());
  to->file = file.release();
  to->base.pMethods = &kMethods;
  return SQLITE_OK;
}

Vfs::Vfs(Payer& payer) : payer_(payer), locks_(payer), name_(NameOf(this)) {
  vfs_.iVersion = 2;
  vfs_.szOsFile = sizeof(Place);
  vfs_.mxPathname = static_cast<int>(files::kMaxPathBytes) + 1;
  vfs_.zName = name_.c_str();
  vfs_.pAppData = this;
  vfs_.xOpen = OpenFile;
  vfs_.xDelete = Delete;
  vfs_.xAccess = Access;
  vfs_.xFullPathname = FullPathname;
  vfs_.xDlOpen = OpenLibrary;
  vfs_.xDlError = LibraryError;
  vfs_.xDlSym = FindSymbol;
  vfs_.xDlClose = CloseLibrary;
  vfs_.xRandomness = Randomness;
  vfs_.xSleep = SleepFor;
  vfs_.xCurrentTime = NowAsDays;
  vfs_.xCurrentTimeInt64 = Now;
  vfs_.xGetLastError = LastError;
  sqlite3_vfs_register(&vfs_, 0);
}

Vfs::~Vfs() { sqlite3_vfs_unregister(&vfs_); }

void Vfs::CloseFiles() {
  for (File* file : open_files_) LetGo(*file);
}

}  // namespace pysub::shell::sqlite
