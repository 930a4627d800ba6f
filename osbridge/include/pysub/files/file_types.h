#ifndef PYSUB_PYSUB_FILES_FILE_TYPES_H_
#define PYSUB_PYSUB_FILES_FILE_TYPES_H_

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/export.h"

// What the operations of a FileSystem take and give.
namespace pysub PYSUB_API {
namespace files {

// How an operation without an answer ended: 0, or an errno number of Linux (errno.h). Texts are
// made by whoever prints.
class [[nodiscard]] Status {
 public:
  constexpr Status() = default;
  // Of an errno number; 0 is success.
  constexpr Status(int error) : error_(error) {}
  // Whether it went well.
  constexpr bool ok() const { return error_ == 0; }
  // The errno number, or 0.
  constexpr int error() const { return error_; }
  friend constexpr bool operator==(Status, Status) = default;

 private:
  int error_ = 0;
};

// An answer, or an errno number.
template <typename T>
class [[nodiscard]] Result {
 public:
  // An answer, or why there is none.
  Result(T value) : value_(std::move(value)) {}
  Result(Status status) : error_(status.error()) {}  // must not be ok

  // Whether there is an answer.
  bool ok() const { return error_ == 0; }
  // The errno number, or 0.
  int error() const { return error_; }
  // Without the answer.
  Status status() const { return error_; }
  // Of a failed result: a default T.
  const T& value() const& { return value_; }
  T& value() & { return value_; }
  T value() && { return std::move(value_); }
  // value().
  const T& operator*() const& { return value_; }
  T& operator*() & { return value_; }
  T operator*() && { return std::move(value_); }
  // A member of value().
  const T* operator->() const { return &value_; }
  T* operator->() { return &value_; }

 private:
  T value_{};
  int error_ = 0;
};

inline constexpr uint64_t kUnlimited = std::numeric_limits<uint64_t>::max();
inline constexpr uint64_t kToTheEnd = std::numeric_limits<uint64_t>::max();

inline constexpr size_t kMaxNameBytes = 255;   // ENAMETOOLONG
inline constexpr size_t kMaxPathBytes = 4095;  // ENAMETOOLONG
inline constexpr int kMaxLinksFollowed = 40;   // ELOOP

// What one FileSystem may hold. Exceeding one refuses the operation before it had any effect.
struct Limits {
  uint64_t max_bytes = uint64_t{256}
                       << 20;  // ENOSPC: contents, names, nodes, all that BytesUsed() counts
  uint64_t max_file_bytes = uint64_t{256}
                            << 20;  // EFBIG: of one file, holes included; in mounts too
  uint64_t max_files = 100'000;  // ENOSPC: nodes of any kind; names ever made in a kReadWrite mount
  uint32_t max_depth = 1024;     // ENAMETOOLONG: directories inside each other
  uint32_t max_open_files = 4096;  // ENFILE
};

// Who asks, and from where. There is one user in a sandbox; uid 0 passes every check of permission,
// as Linux has it.
struct Caller {
  std::string_view cwd = "/";  // absolute; where relative paths begin. Its own directories are not
                               // asked for search permission
  uint32_t umask = 022;        // taken from the modes of what is created
  uint32_t uid = 1000;         // whose permissions count, and who owns what is created
  uint32_t gid = 1000;         // his group
};

enum class FileKind : uint8_t {
  kFile,
  kDirectory,
  kSymlink,
  kFifo,
  kDevice,
  kOther
};  // kOther: a socket in a mount

// What a device does. Those up to kUrandom work by themselves; the others are for the shell to
// interpret (reading or writing them here is ENXIO).
enum class DeviceKind : uint8_t {
  kNone,
  kNull,
  kZero,
  kFull,
  kUrandom,
  kTty,
  kDescriptor,  // /dev/fd/N, /dev/stdin ...: Stat::device_number says which
};

// What stat(2) says of a node.
struct Stat {
  FileKind kind = FileKind::kFile;        // what it is
  DeviceKind device = DeviceKind::kNone;  // of a kDevice
  uint32_t device_number = 0;             // of a kDescriptor
  uint32_t mode = 0;                      // permission bits, 07777
  // Directories: 2 + directories in it; 1 in overlays where a host directory shines through.
  uint32_t links = 0;
  uint32_t dev = 0;      // 0: the memory tree; n: the n-th mount. (dev, ino) tells files apart
  uint64_t ino = 0;      // see dev
  uint32_t uid = 0;      // owner
  uint32_t gid = 0;      // group
  uint64_t size = 0;     // in bytes
  uint64_t blocks = 0;   // of 512 bytes, holes left out
  int64_t atime_ns = 0;  // since 1970, UTC. Reading does not change it (noatime)
  int64_t mtime_ns = 0;  // when the contents changed
  int64_t ctime_ns = 0;  // when the node changed

  bool IsFile() const { return kind == FileKind::kFile; }            // kFile
  bool IsDirectory() const { return kind == FileKind::kDirectory; }  // kDirectory
  bool IsSymlink() const { return kind == FileKind::kSymlink; }      // kSymlink
  // st_mode as Linux has it: the kind's bits and the permissions.
  uint32_t StMode() const;
};

// An entry of a directory.
struct DirectoryEntry {
  std::string name;                 // bytes, without the directory
  FileKind kind = FileKind::kFile;  // of the node, not of what a link leads to
  uint64_t ino = 0;                 // as Stat::ino
};

// For Access(); or'ed.
enum AccessMode : uint32_t { kMayExist = 0, kMayExecute = 1, kMayWrite = 2, kMayRead = 4 };

// For Open() and CheckOpen(); or'ed. The meaning is open(2)'s.
enum OpenFlags : uint32_t {
  kOpenRead = 1 << 0,
  kOpenWrite = 1 << 1,
  kOpenCreate = 1 << 2,
  kOpenExclusive = 1 << 3,
  kOpenTruncate = 1 << 4,
  kOpenAppend = 1 << 5,
  kOpenDirectory = 1 << 6,  // ENOTDIR when it is anything else
  kOpenNoFollow = 1 << 7,   // ELOOP when the last name is a link
};

// How WriteFile() puts its bytes.
struct WriteOptions {
  // Where the bytes go.
  enum How : uint8_t {
    kReplace,  // the file holds these bytes and nothing else
    kAppend,
    kAt,  // at `offset`; a gap before it reads as zeros
  };
  How how = kReplace;      // where they go
  bool create = true;      // false: ENOENT when there is none
  bool exclusive = false;  // EEXIST when there is one
  uint64_t offset = 0;     // kAt
  uint32_t mode = 0666;    // of a new file, before umask
};

enum class RenameMode : uint8_t {
  kReplace,
  kNoReplace
};  // kNoReplace: EEXIST when the new name exists

enum class Follow : uint8_t { kYes, kNo };  // a link in the last place of a path

// Times for SetTimes() besides nanoseconds since 1970.
inline constexpr int64_t kTimeNow = std::numeric_limits<int64_t>::min();
inline constexpr int64_t kTimeKeep = std::numeric_limits<int64_t>::min() + 1;

enum class Whence : uint8_t { kStart, kCurrent, kEnd };

enum class RealpathMode : uint8_t {
  kAllMustExist,       // realpath -e, pathlib's resolve(strict=True)
  kAllButLastExist,    // realpath
  kNothingNeedsExist,  // realpath -m, os.path.realpath: what is missing is taken as it is written;
                       // loops stay as they are
};

enum class MountMode : uint8_t {
  kReadOnly,  // EROFS for whatever would change it (Python's files raise PermissionError for EROFS)
  kReadWrite,      // the host's directory itself
  kOverlayMemory,  // changes stay in memory, charged like all of the memory tree, and are part of
                   // Snapshot() and Fork()
};

// Which symbolic links a program may make in a kReadWrite mount. Programs of the host may follow
// them, out of the mount.
enum class NewLinks : uint8_t {
  kDownwardOnly,  // relative targets without `..`: wherever such a link is moved, it stays in the
                  // mount. Others: EPERM
  kAny,
};

// How a directory of the host is shown.
struct MountOptions {
  MountMode mode = MountMode::kOverlayMemory;  // who may change it, and where changes go
  // Bytes written through this mount, ever, and 256 for each name that is made in the host's
  // directories; in an overlay also those pulled in from the host's files. EDQUOT.
  uint64_t write_bytes_limit = kUnlimited;
  uint32_t uid = 1000;  // who owns all that is in it, as the program sees it
  uint32_t gid = 1000;  // and whose group
  NewLinks new_links = NewLinks::kDownwardOnly;  // of a kReadWrite mount
  bool without_openat2 = false;  // walk name by name, as on kernels that lack the call: for tests
};

// What is known of a mount.
struct MountInfo {
  std::string path;                       // virtual, as given to Mount()
  MountMode mode = MountMode::kReadOnly;  // as given
  bool attached = false;       // false: restored from bytes and not yet given its directory: EIO
  uint64_t bytes_written = 0;  // through it, ever
  uint64_t write_bytes_limit = kUnlimited;  // as given
};

// An open file description: offset and flags, shared by all descriptors that were duplicated from
// each other. A plain number, meaningful to the FileSystem that made it, to its forks and to what
// was restored from its bytes.
struct OpenFile {
  uint32_t id = 0;  // 0: none
  friend bool operator==(OpenFile, OpenFile) = default;
  // Whether it is one.
  explicit operator bool() const { return id != 0; }
};

// What a FileSystem asks of whoever owns it. All calls come from within operations, on their
// thread; they must not use the FileSystem.
class Owner {
 public:
  // Nanoseconds since 1970 for the times of files.
  virtual int64_t NowNs() { return 0; }
  // Before `bytes` more are kept. False: the operation fails with ENOSPC. Negative: so many were
  // given back; the answer is ignored.
  virtual bool Charge(int64_t /*bytes*/) { return true; }
  // Before work of about `ticks` (roughly: a name looked up, 64 bytes copied, an entry listed).
  // False: the operation ends with ECANCELED and has changed nothing.
  virtual bool Spend(uint64_t /*ticks*/) { return true; }

 protected:
  ~Owner() = default;
};

}  // namespace files
}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_FILES_FILE_TYPES_H_
