#include "osbridge/files/host_directory.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <utility>

namespace pysub::files {
namespace {

constexpr uint64_t kBeneath = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;
constexpr int kFchmodat2 = 452;  // SYS_fchmodat2, where the headers are older than the kernel

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  bool ok() const { return fd_ >= 0; }
  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

// errno of a call that failed. What a path runs into when it would leave the directory is a matter
// of permission.
Status Failure() { return errno == ELOOP || errno == EXDEV || errno == EAGAIN ? EACCES : errno; }
Status Done(int result) { return result < 0 ? Failure() : Status(); }

int64_t Nanoseconds(const struct timespec& time) {
  return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

struct timespec ToTimespec(int64_t time_ns) {
  if (time_ns == kTimeNow) return {.tv_sec = 0, .tv_nsec = UTIME_NOW};
  if (time_ns == kTimeKeep) return {.tv_sec = 0, .tv_nsec = UTIME_OMIT};
  const int64_t below = (time_ns % 1'000'000'000 + 1'000'000'000) % 1'000'000'000;
  return {.tv_sec = (time_ns - below) / 1'000'000'000, .tv_nsec = below};
}

FileKind KindOf(mode_t mode) {
  if (S_ISREG(mode)) return FileKind::kFile;
  if (S_ISDIR(mode)) return FileKind::kDirectory;
  if (S_ISLNK(mode)) return FileKind::kSymlink;
  if (S_ISFIFO(mode)) return FileKind::kFifo;
  return S_ISCHR(mode) || S_ISBLK(mode) ? FileKind::kDevice : FileKind::kOther;
}

FileKind KindOfEntry(int directory, const dirent& entry) {
  switch (entry.d_type) {
    case DT_REG: return FileKind::kFile;
    case DT_DIR: return FileKind::kDirectory;
    case DT_LNK: return FileKind::kSymlink;
    case DT_FIFO: return FileKind::kFifo;
    case DT_CHR:
    case DT_BLK: return FileKind::kDevice;
    case DT_SOCK: return FileKind::kOther;
    default: break;
  }
  struct stat stat;
  if (fstatat(directory, entry.d_name, &stat, AT_SYMLINK_NOFOLLOW) < 0) return FileKind::kOther;
  return KindOf(stat.st_mode);
}

// pread/pwrite until all is done, the file ends or an error comes.
Status WriteAll(int fd, std::string_view bytes, uint64_t offset) {
  while (!bytes.empty()) {
    const ssize_t count = pwrite(fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    bytes.remove_prefix(static_cast<size_t>(count));
    offset += static_cast<uint64_t>(count);
  }
  return 0;
}

}  // namespace

Status HostDirectory::Open(const std::string& path, Way way,
                           std::shared_ptr<HostDirectory>* directory) {
  if (path.empty() || path.find('\0') != std::string::npos) return ENOENT;
  char* canonical = realpath(path.c_str(), nullptr);
  if (canonical == nullptr) return errno;
  std::string host_path = canonical;
  free(canonical);
  const int fd = open(host_path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return errno;
  directory->reset(new HostDirectory(fd, way, std::move(host_path)));
  return 0;
}

HostDirectory::~HostDirectory() { close(fd_); }

bool HostDirectory::MapAbsolute(std::string_view target, std::string_view* beneath) const {
  if (path_ == "/") {
    *beneath = target;
    return true;
  }
  if (!target.starts_with(path_)) return false;
  *beneath = target.substr(path_.size());
  return beneath->empty() || beneath->front() == '/';
}

int HostDirectory::OpenBeneath(const std::string& path, int flags, uint32_t mode) const {
  flags |= O_CLOEXEC;
  if (way_ == Way::kBest) {
    struct open_how how = {};
    how.flags = static_cast<uint64_t>(flags);
    how.mode = mode;
    how.resolve = kBeneath;
    // EAGAIN: something was renamed on the way; the kernel asks for another try.
    for (int attempt = 0; attempt < 16; ++attempt) {
      const long fd =
          syscall(SYS_openat2, fd_, path.empty() ? "." : path.c_str(), &how, sizeof(how));
      if (fd >= 0) return static_cast<int>(fd);
      if (errno == ENOSYS || errno == EPERM)
        break;  // EPERM: a seccomp filter that does not know the call
      if (errno != EAGAIN && errno != EINTR) return -1;
    }
    if (errno != ENOSYS && errno != EPERM) return -1;
  }
  return OpenStepByStep(path, flags, mode);
}

int HostDirectory::OpenStepByStep(const std::string& path, int flags, uint32_t mode) const {
  if (path.empty()) return openat(fd_, ".", flags, mode);
  int at = fd_;
  for (size_t begin = 0;;) {
    const size_t end = std::min(path.find('/', begin), path.size());
    const std::string name = path.substr(begin, end - begin);
    const bool is_last = end == path.size();
    const int next = is_last
                         ? openat(at, name.c_str(), flags | O_NOFOLLOW, mode)
                         : openat(at, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    const int error = errno;
    if (at != fd_) close(at);
    errno = error;
    if (is_last || next < 0) return next;
    at = next;
    begin = end + 1;
  }
}

int HostDirectory::OpenParent(const std::string& path, std::string* name) const {
  const size_t slash = path.rfind('/');
  *name = slash == std::string::npos ? path : path.substr(slash + 1);
  return OpenBeneath(slash == std::string::npos ? "" : path.substr(0, slash), O_PATH | O_DIRECTORY);
}

// A regular file or nothing: EISDIR, EACCES.
int HostDirectory::OpenRegular(const std::string& path, int flags, bool looked,
                               struct stat* stat) const {
  // Opening a device or a FIFO can have effects already, so they are told apart before.
  if (!looked) {
    Stat before;
    if (Status status = Lstat(path, &before); !status.ok()) {
      errno = status.error();
      return -1;
    }
    if (!before.IsFile()) {
      errno = before.IsDirectory() ? EISDIR : EACCES;
      return -1;
    }
  }
  Descriptor file(OpenBeneath(path, flags | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW));
  if (!file.ok() || fstat(file.get(), stat) < 0) return -1;
  if (!S_ISREG(stat->st_mode)) {
    errno = S_ISDIR(stat->st_mode) ? EISDIR : EACCES;
    return -1;
  }
  return file.release();
}

Status HostDirectory::Lstat(const std::string& path, Stat* result) const {
  struct stat stat;
  if (path.empty()) {
    if (fstat(fd_, &stat) < 0) return Failure();
  } else {
    Descriptor file(OpenBeneath(path, O_PATH | O_NOFOLLOW));
    if (!file.ok() || fstat(file.get(), &stat) < 0) return Failure();
  }
  *result = Stat{.kind = KindOf(stat.st_mode),
                 .mode = stat.st_mode & 07777,
                 .links = static_cast<uint32_t>(stat.st_nlink),
                 .ino = stat.st_ino,
                 .size = static_cast<uint64_t>(stat.st_size),
                 .blocks = static_cast<uint64_t>(stat.st_blocks),
                 .atime_ns = Nanoseconds(stat.st_atim),
                 .mtime_ns = Nanoseconds(stat.st_mtim),
                 .ctime_ns = Nanoseconds(stat.st_ctim)};
  return 0;
}

// Visits the entries until `visit(descriptor of the directory, entry)` is false.
template <typename Visit>
Status HostDirectory::ForEachEntry(const std::string& path, Visit visit) const {
  const int fd = OpenBeneath(path, O_RDONLY | O_DIRECTORY | O_NONBLOCK);
  if (fd < 0) return Failure();
  DIR* directory = fdopendir(fd);
  if (directory == nullptr) {
    const Status status = Failure();
    close(fd);
    return status;
  }
  while (const dirent* entry = readdir(directory)) {
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    if (!visit(fd, *entry)) break;
  }
  closedir(directory);
  return 0;
}

Status HostDirectory::HasName(const std::string& path,
                              const std::function<bool(std::string_view)>& counts,
                              bool* has) const {
  *has = false;
  return ForEachEntry(path, [&](int, const dirent& entry) {
    *has = counts(entry.d_name);
    return !*has;
  });
}

Status HostDirectory::List(const std::string& path, std::vector<DirectoryEntry>* entries) const {
  const Status status = ForEachEntry(path, [&](int fd, const dirent& entry) {
    entries->push_back({entry.d_name, KindOfEntry(fd, entry), entry.d_ino});
    return true;
  });
  if (!status.ok()) return status;
  std::sort(entries->begin(), entries->end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return 0;
}

Status HostDirectory::Readlink(const std::string& path, std::string* target) const {
  Descriptor link(OpenBeneath(path, O_PATH | O_NOFOLLOW));
  char text[kMaxPathBytes + 1];
  if (!link.ok()) return Failure();
  const ssize_t size = readlinkat(link.get(), "", text, sizeof(text));
  if (size < 0) return errno == ENOENT ? EINVAL : errno;  // no link any more
  target->assign(text, static_cast<size_t>(size));
  return 0;
}

Status HostDirectory::Access(const std::string& path, uint32_t mode) const {
  if (path.empty()) return Done(faccessat(fd_, ".", static_cast<int>(mode), AT_EACCESS));
  std::string name;
  Descriptor parent(OpenParent(path, &name));
  if (!parent.ok()) return Failure();
  return Done(faccessat(parent.get(), name.c_str(), static_cast<int>(mode),
                        AT_EACCESS | AT_SYMLINK_NOFOLLOW));
}

Status HostDirectory::Read(const std::string& path, uint64_t offset, uint64_t size,
                           std::string* bytes) const {
  struct stat stat;
  Descriptor file(OpenRegular(path, O_RDONLY, true, &stat));
  if (!file.ok()) return Failure();
  const uint64_t file_size = static_cast<uint64_t>(stat.st_size);
  size = std::min(size, file_size - std::min(offset, file_size));
  const size_t old_size = bytes->size();
  bytes->resize(old_size + size);
  uint64_t done = 0;
  while (done < size) {
    const ssize_t count = pread(file.get(), bytes->data() + old_size + done, size - done,
                                static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    if (count == 0) break;  // it was cut in the meantime
    done += static_cast<uint64_t>(count);
  }
  bytes->resize(old_size + done);
  return 0;
}

Status HostDirectory::Mkdir(const std::string& path, uint32_t mode) {
  std::string name;
  Descriptor parent(OpenParent(path, &name));
  if (!parent.ok()) return Failure();
  // The process' umask is not ours: the mode is given when nobody can be in the way any more.
  if (mkdirat(parent.get(), name.c_str(), 0700) < 0) return Failure();
  Descriptor made(
      openat(parent.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  return made.ok() ? Done(fchmod(made.get(), mode)) : Failure();
}

Status HostDirectory::Rmdir(const std::string& path) {
  std::string name;
  Descriptor parent(OpenParent(path, &name));
  return parent.ok() ? Done(unlinkat(parent.get(), name.c_str(), AT_REMOVEDIR)) : Failure();
}

Status HostDirectory::Unlink(const std::string& path) {
  std::string name;
  Descriptor parent(OpenParent(path, &name));
  return parent.ok() ? Done(unlinkat(parent.get(), name.c_str(), 0)) : Failure();
}

Status HostDirectory::Rename(const std::string& from, const std::string& to, RenameMode mode) {
  std::string from_name, to_name;
  Descriptor from_parent(OpenParent(from, &from_name));
  Descriptor to_parent(OpenParent(to, &to_name));
  if (!from_parent.ok() || !to_parent.ok()) return Failure();
  if (mode == RenameMode::kReplace) {
    return renameat(from_parent.get(), from_name.c_str(), to_parent.get(), to_name.c_str()) < 0
               ? errno
               : 0;
  }
  const long result = syscall(SYS_renameat2, from_parent.get(), from_name.c_str(), to_parent.get(),
                              to_name.c_str(), 1 /* RENAME_NOREPLACE */);
  return result < 0 ? errno : 0;
}

Status HostDirectory::Link(const std::string& from, const std::string& to) {
  std::string from_name, to_name;
  Descriptor from_parent(OpenParent(from, &from_name));
  Descriptor to_parent(OpenParent(to, &to_name));
  if (!from_parent.ok() || !to_parent.ok()) return Failure();
  return linkat(from_parent.get(), from_name.c_str(), to_parent.get(), to_name.c_str(), 0) < 0
             ? errno
             : 0;
}

Status HostDirectory::Symlink(const std::string& target, const std::string& path) {
  std::string name;
  Descriptor parent(OpenParent(path, &name));
  return parent.ok() ? Done(symlinkat(target.c_str(), parent.get(), name.c_str())) : Failure();
}

Status HostDirectory::Create(const std::string& path, uint32_t mode, uint64_t offset,
                             std::string_view bytes) {
  Descriptor file(OpenBeneath(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_NONBLOCK, 0600));
  if (!file.ok() || fchmod(file.get(), mode) < 0) return Failure();
  return WriteAll(file.get(), bytes, offset);
}

Status HostDirectory::Write(const std::string& path, WriteOptions::How how, uint64_t offset,
                            std::string_view bytes, uint64_t max_file_bytes, uint64_t* end) {
  struct stat stat;
  Descriptor file(OpenRegular(path, O_WRONLY, false, &stat));
  if (!file.ok()) return Failure();
  if (how == WriteOptions::kReplace) offset = 0;
  if (how == WriteOptions::kAppend) offset = static_cast<uint64_t>(stat.st_size);
  if (!bytes.empty() && (bytes.size() > max_file_bytes || offset > max_file_bytes - bytes.size()))
    return EFBIG;
  if (how == WriteOptions::kReplace && ftruncate(file.get(), 0) < 0) return errno;
  *end = offset + bytes.size();
  return WriteAll(file.get(), bytes, offset);
}

Status HostDirectory::Truncate(const std::string& path, uint64_t size) {
  struct stat stat;
  Descriptor file(OpenRegular(path, O_WRONLY, false, &stat));
  return file.ok() ? Done(ftruncate(file.get(), static_cast<off_t>(size))) : Failure();
}

Status HostDirectory::Chmod(const std::string& path, uint32_t mode) {
  // By a descriptor that needs no right to read: a file of mode 000 can get its bits back.
  Descriptor opened(path.empty() ? dup(fd_) : OpenBeneath(path, O_PATH | O_NOFOLLOW));
  const int file = opened.get();
  struct stat stat;
  if (!opened.ok() || fstat(file, &stat) < 0) return Failure();
  if (S_ISLNK(stat.st_mode)) return EACCES;
  if (syscall(kFchmodat2, file, "", mode, AT_EMPTY_PATH) == 0) return 0;
  if (errno != ENOSYS && errno != EPERM) return errno;
  const std::string magic = "/proc/self/fd/" + std::to_string(file);
  return Done(chmod(magic.c_str(), mode));
}

Status HostDirectory::SetTimes(const std::string& path, int64_t atime_ns, int64_t mtime_ns) {
  const struct timespec times[2] = {ToTimespec(atime_ns), ToTimespec(mtime_ns)};
  if (path.empty()) return Done(utimensat(fd_, ".", times, 0));
  std::string name;
  Descriptor parent(OpenParent(path, &name));
  return parent.ok() ? Done(utimensat(parent.get(), name.c_str(), times, AT_SYMLINK_NOFOLLOW))
                     : Failure();
}

}  // namespace pysub::files
