// Operations by plain system calls under a directory. What leads to a name goes through openat2
// with RESOLVE_IN_ROOT, so that `..` and absolute links end at the directory as they end at the
// root of a virtual filesystem.
#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "tests/files/subject.h"

namespace pysub::files {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  bool ok() const { return fd_ >= 0; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

Stat FromKernel(const struct stat& from) {
  Stat stat;
  stat.kind = S_ISDIR(from.st_mode)   ? FileKind::kDirectory
              : S_ISLNK(from.st_mode) ? FileKind::kSymlink
                                      : FileKind::kFile;
  stat.mode = from.st_mode & 07777;
  stat.links = static_cast<uint32_t>(from.st_nlink);
  stat.size = static_cast<uint64_t>(from.st_size);
  return stat;
}

class KernelSubject : public Subject {
 public:
  KernelSubject(const std::string& directory, Taste taste)
      : root_(open(directory.c_str(), O_PATH | O_DIRECTORY)), path_(directory), taste_(taste) {}
  ~KernelSubject() override {
    for (int fd : open_) {
      if (fd >= 0) close(fd);
    }
  }

  std::string Do(const Operation& op) override;

 private:
  int Open(const std::string& path, int flags, uint32_t mode = 0) {
    struct open_how how = {};
    how.flags = static_cast<uint64_t>(flags) | O_CLOEXEC;
    how.mode = mode;
    how.resolve = RESOLVE_IN_ROOT;
    // EAGAIN: somebody, anywhere, renamed something while `..` was resolved.
    long fd;
    do {
      fd = syscall(SYS_openat2, root_.get(), path.c_str(), &how, sizeof(how));
    } while (fd < 0 && errno == EAGAIN);
    return static_cast<int>(fd);
  }
  // The directory of the last name; *name is the rest of the path, its slashes included.
  int OpenParent(const std::string& path, std::string* name) {
    size_t end = path.size();
    while (end > 0 && path[end - 1] == '/') --end;
    size_t begin = end;
    while (begin > 0 && path[begin - 1] != '/') --begin;
    *name = path.substr(begin);
    if (path.empty()) {
      errno = ENOENT;
      return -1;
    }
    if (end == 0) {
      *name = "/";
      return Open("/", O_PATH | O_DIRECTORY);
    }
    // The dot asks for search permission, as the name itself would.
    return Open((begin == 0 ? "/" : path.substr(0, begin)) + ".", O_PATH | O_DIRECTORY);
  }
  std::string Failed() { return Answer(errno); }
  std::string Done(int result) { return Answer(result < 0 ? errno : 0); }
  std::string DoNames(const Operation& op);
  std::string DoOpen(const Operation& op);
  std::string List(const Operation& op);
  std::string Write(const Operation& op);

  Descriptor root_;
  std::string path_;
  Taste taste_;
  int open_[kOpenSlots] = {-1, -1, -1, -1};
};

std::string Procfs(int fd) { return "/proc/self/fd/" + std::to_string(fd); }

int KernelFlags(uint32_t flags) {
  int result = (flags & kOpenRead) == 0 ? O_WRONLY : (flags & kOpenWrite) == 0 ? O_RDONLY : O_RDWR;
  if (flags & kOpenCreate) result |= O_CREAT;
  if (flags & kOpenExclusive) result |= O_EXCL;
  if (flags & kOpenTruncate) result |= O_TRUNC;
  if (flags & kOpenAppend) result |= O_APPEND;
  if (flags & kOpenDirectory) result |= O_DIRECTORY;
  if (flags & kOpenNoFollow) result |= O_NOFOLLOW;
  return result;
}

uint32_t KernelMode(const Operation& op) { return (op.flags & kOpenCreate) != 0 ? op.mode : 0; }

// Operations on names, whose last one is not followed.
std::string KernelSubject::DoNames(const Operation& op) {
  std::string name;
  Descriptor parent(OpenParent(op.path, &name));
  if (op.kind == Operation::kSymlink && op.other.empty()) return Answer(ENOENT);
  if (!parent.ok() && op.kind != Operation::kLink) return Failed();
  // The root itself: its own last name would be the real root's.
  const bool root = name == "/";
  switch (op.kind) {
    case Operation::kMkdir:
      return root ? Answer(EEXIST) : Done(mkdirat(parent.get(), name.c_str(), op.mode));
    case Operation::kRmdir:
      return root ? Answer(EBUSY) : Done(unlinkat(parent.get(), name.c_str(), AT_REMOVEDIR));
    case Operation::kUnlink:
      return root ? Answer(EISDIR) : Done(unlinkat(parent.get(), name.c_str(), 0));
    case Operation::kSymlink:
      return root ? Answer(EEXIST) : Done(symlinkat(op.other.c_str(), parent.get(), name.c_str()));
    case Operation::kRename: {
      std::string new_name;
      Descriptor new_parent(OpenParent(op.other, &new_name));
      if (!new_parent.ok()) return Failed();
      if (root) return Answer(EBUSY);
      if (new_name == "/") {
        if (name == "." || name == "..") return Answer(EBUSY);
        return name.find_first_not_of("./") == std::string::npos ? Answer(EBUSY)
                                                                 : Answer(op.mode ? EEXIST : EBUSY);
      }
      return Done(
          static_cast<int>(syscall(SYS_renameat2, parent.get(), name.c_str(), new_parent.get(),
                                   new_name.c_str(), op.mode != 0 ? 1 /* RENAME_NOREPLACE */ : 0)));
    }
    default: return "?";
  }
}

std::string KernelSubject::List(const Operation& op) {
  const int fd = Open(op.path, O_RDONLY | O_DIRECTORY);
  if (fd < 0) return Failed();
  DIR* directory = fdopendir(fd);
  std::vector<DirectoryEntry> entries;
  while (dirent* entry = readdir(directory)) {
    const std::string name = entry->d_name;
    if (name == "." || name == "..") continue;
    entries.push_back({name,
                       entry->d_type == DT_DIR   ? FileKind::kDirectory
                       : entry->d_type == DT_LNK ? FileKind::kSymlink
                                                 : FileKind::kFile,
                       0});
  }
  closedir(directory);
  return Answer(entries);
}

std::string KernelSubject::Write(const Operation& op) {
  const int how = op.how == WriteOptions::kReplace  ? O_TRUNC
                  : op.how == WriteOptions::kAppend ? O_APPEND
                                                    : 0;
  // O_EXCL alone: what FileSystem calls exclusive without create is of no use to anybody.
  const int flags = O_WRONLY | how | (KernelFlags(op.flags) & (O_CREAT | O_EXCL));
  Descriptor file(Open(op.path, flags, KernelMode(op)));
  if (!file.ok()) return Failed();
  off_t offset = op.how == WriteOptions::kAt ? static_cast<off_t>(op.offset) : 0;
  if (op.how == WriteOptions::kAppend) offset = lseek(file.get(), 0, SEEK_END);
  if (op.how == WriteOptions::kAppend) {
    if (write(file.get(), op.other.data(), op.other.size()) < 0) return Failed();
  } else if (pwrite(file.get(), op.other.data(), op.other.size(), offset) < 0) {
    return Failed();
  }
  return "end " + std::to_string(static_cast<uint64_t>(offset) + op.other.size());
}

std::string KernelSubject::DoOpen(const Operation& op) {
  int& file = open_[op.slot];
  if (op.kind == Operation::kOpen) {
    const int opened = Open(op.path, KernelFlags(op.flags), KernelMode(op));
    if (opened < 0) return Failed();
    if (file >= 0) close(file);
    file = opened;
    return "open";
  }
  if (op.kind == Operation::kClose) {
    if (file >= 0) close(file);
    file = -1;
    return "closed";
  }
  if (file < 0) return "none";
  switch (op.kind) {
    case Operation::kReadOpen: {
      std::string bytes(op.size, '\0');
      const ssize_t count = read(file, bytes.data(), bytes.size());
      if (count < 0) return Failed();
      bytes.resize(static_cast<size_t>(count));
      return bytes;
    }
    case Operation::kWriteOpen:
      return Answer(write(file, op.other.data(), op.other.size()) < 0 ? errno : 0);
    case Operation::kSeek: {
      struct stat stat;
      if (fstat(file, &stat) < 0 || S_ISDIR(stat.st_mode))
        return "none";  // each filesystem has it its own way
      const off_t at = lseek(file, static_cast<off_t>(op.offset) - 10, static_cast<int>(op.mode));
      return at < 0 ? Failed() : "at " + std::to_string(at);
    }
    case Operation::kTruncateOpen: return Done(ftruncate(file, static_cast<off_t>(op.size)));
    default: {
      struct stat stat;
      return fstat(file, &stat) < 0 ? Failed() : Answer(FromKernel(stat), taste_);
    }
  }
}

std::string KernelSubject::Do(const Operation& op) {
  switch (op.kind) {
    case Operation::kMkdir:
    case Operation::kRmdir:
    case Operation::kUnlink:
    case Operation::kRename:
    case Operation::kSymlink: return DoNames(op);
    case Operation::kLink: {
      Descriptor old(Open(op.path, O_PATH | O_NOFOLLOW));
      if (!old.ok()) return Failed();
      std::string name;
      Descriptor parent(OpenParent(op.other, &name));
      if (!parent.ok()) return Failed();
      if (name == "/") return Answer(EEXIST);
      return Done(linkat(AT_FDCWD, Procfs(old.get()).c_str(), parent.get(), name.c_str(),
                         AT_SYMLINK_FOLLOW));
    }
    case Operation::kStat:
    case Operation::kLstat: {
      Descriptor file(Open(op.path, O_PATH | (op.kind == Operation::kLstat ? O_NOFOLLOW : 0)));
      struct stat stat;
      if (!file.ok() || fstat(file.get(), &stat) < 0) return Failed();
      return Answer(FromKernel(stat), taste_);
    }
    case Operation::kReadlink: {
      Descriptor file(Open(op.path, O_PATH | O_NOFOLLOW));
      if (!file.ok()) return Failed();
      char target[4096];
      const ssize_t size = readlinkat(file.get(), "", target, sizeof(target));
      if (size < 0)
        return Answer(errno == ENOENT ? EINVAL : errno);  // an empty path says it differently
      return "-> " + std::string(target, static_cast<size_t>(size));
    }
    case Operation::kList: return List(op);
    case Operation::kChmod:
    case Operation::kAccess:
    case Operation::kRealpath:
    case Operation::kSetTimes:
    case Operation::kTruncate: {
      Descriptor file(Open(op.path, O_PATH));
      if (!file.ok()) return Failed();
      const std::string path = Procfs(file.get());
      if (op.kind == Operation::kChmod) return Done(chmod(path.c_str(), op.mode));
      if (op.kind == Operation::kTruncate)
        return Done(truncate(path.c_str(), static_cast<off_t>(op.size)));
      if (op.kind == Operation::kAccess)
        return Done(faccessat(AT_FDCWD, path.c_str(), static_cast<int>(op.mode), AT_EACCESS));
      if (op.kind == Operation::kRealpath) {
        char target[8192];
        const ssize_t size = readlink(path.c_str(), target, sizeof(target));
        const std::string full(target, static_cast<size_t>(size));
        return "path " + (full == path_ ? "/" : full.substr(path_.size()));
      }
      const uint64_t atime = op.offset * 1'000'000'007;
      const struct timespec times[2] = {{.tv_sec = static_cast<time_t>(atime / 1'000'000'000),
                                         .tv_nsec = static_cast<long>(atime % 1'000'000'000)},
                                        {.tv_sec = 0, .tv_nsec = UTIME_OMIT}};
      if (utimensat(AT_FDCWD, path.c_str(), times, 0) < 0) return Failed();
      struct stat stat;
      fstat(file.get(), &stat);
      return "atime " + std::to_string(stat.st_atim.tv_sec * 1'000'000'000 + stat.st_atim.tv_nsec);
    }
    case Operation::kRead: {
      Descriptor file(Open(op.path, O_RDONLY));
      if (!file.ok()) return Failed();
      std::string bytes(std::min<uint64_t>(op.size, 1 << 20), '\0');
      const ssize_t count =
          pread(file.get(), bytes.data(), bytes.size(), static_cast<off_t>(op.offset));
      if (count < 0) return Failed();
      return "bytes " + bytes.substr(0, static_cast<size_t>(count));
    }
    case Operation::kWrite: return Write(op);
    case Operation::kCheckOpen: {
      Descriptor file(Open(op.path, KernelFlags(op.flags), KernelMode(op)));
      struct stat stat;
      if (!file.ok() || fstat(file.get(), &stat) < 0) return Failed();
      return Answer(FromKernel(stat), taste_);
    }
    default: return DoOpen(op);
  }
}

}  // namespace

std::unique_ptr<Subject> MakeKernelSubject(const std::string& directory, Taste taste) {
  return std::make_unique<KernelSubject>(directory, taste);
}

}  // namespace pysub::files
