#ifndef PYSUB_PYSUB_FILES_FILE_SYSTEM_H_
#define PYSUB_PYSUB_FILES_FILE_SYSTEM_H_

#include <absl/status/statusor.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/export.h"
#include "pysub/files/file_types.h"

namespace pysub PYSUB_API {
namespace files {

struct State;
class PseudoFiles;

// The whole namespace that a session sees: a tree of files in memory, with directories of the host
// mounted in it where the host wants that. The shell, its commands and Python's files all use the
// same object.
//
// Paths are POSIX byte strings: absolute, or relative to `Caller::cwd`. Errors are Linux's errno
// numbers, in the order in which Linux finds them: ENOENT (also for an empty path), ENOTDIR,
// EISDIR, EEXIST, ENOTEMPTY, EACCES, EPERM, ELOOP, ENAMETOOLONG, EINVAL (also for a NUL in a path),
// EBUSY, EXDEV, EROFS; ENOSPC, EFBIG, ENFILE from Limits; EDQUOT from a mount's write_bytes_limit;
// ECANCELED from Owner::Spend; EIO for a mount without its directory. An operation that fails has
// changed nothing.
//
// Permissions are an ordinary user's: the bits of the node decide by owner, group or others, so
// nobody but uid 0 reads a file of mode 000. In kReadOnly and kReadWrite mounts the kernel decides,
// by the rights of the host's process. A symbolic link found in a host's directory may not lead out
// of its mount: EACCES. FIFOs, devices and sockets there can be listed and removed, and opening
// them is EACCES.
//
// Not thread-safe; different FileSystems, forks included, may be used by different threads.
class FileSystem {
 public:
  // A tree with an empty root directory of mode 0755, owned by uid and gid of `root`. `owner` may
  // be null (no clock, no account) and must outlive the FileSystem otherwise.
  explicit FileSystem(const Limits& limits = {}, Owner* owner = nullptr, const Caller& root = {});
  ~FileSystem();
  FileSystem(const FileSystem&) = delete;
  FileSystem& operator=(const FileSystem&) = delete;

  // ---- looking
  // What is there: kind, size, times. A link in the last place is followed, or not.
  Result<Stat> StatPath(const Caller& caller, std::string_view path,
                        Follow follow = Follow::kYes) const;
  // StatPath() of a link itself.
  Result<Stat> Lstat(const Caller& caller, std::string_view path) const {
    return StatPath(caller, path, Follow::kNo);
  }
  // May the caller do all of `mode` (AccessMode)? EACCES, EROFS when not.
  Status Access(const Caller& caller, std::string_view path, uint32_t mode) const;
  // All entries but `.` and `..`, sorted by bytes. ENOTDIR, EACCES.
  Result<std::vector<DirectoryEntry>> List(const Caller& caller, std::string_view path) const;
  // As List(): at most `count` entries, those behind the name `after` (empty: from the first).
  Result<std::vector<DirectoryEntry>> ListSome(const Caller& caller, std::string_view path,
                                               std::string_view after, size_t count) const;
  // The target as it was written; in a mount, an absolute target comes back as a virtual path and
  // one that leads out is EACCES. EINVAL when it is no link.
  Result<std::string> Readlink(const Caller& caller, std::string_view path) const;
  // The absolute virtual path without links, `.` and `..`.
  Result<std::string> Realpath(const Caller& caller, std::string_view path,
                               RealpathMode mode = RealpathMode::kAllMustExist) const;

  // ---- whole files
  // At most `size` bytes from `offset` on; fewer at the end. The answer is the caller's to charge,
  // so whoever has a budget asks for no more than it allows. EISDIR; EFBIG: it would be more than
  // Limits::max_file_bytes. Of a device: at most 64 KiB at a time.
  Result<std::string> ReadFile(const Caller& caller, std::string_view path, uint64_t offset = 0,
                               uint64_t size = kToTheEnd) const;
  // Answers the offset behind the last byte written. All bytes or none are written; creating and
  // emptying the file are steps of their own, which stay done when the bytes are refused.
  Result<uint64_t> WriteFile(const Caller& caller, std::string_view path, std::string_view bytes,
                             const WriteOptions& options = {});
  // Does what open(2) does with these flags (creates, truncates, refuses) and opens nothing.
  Result<Stat> CheckOpen(const Caller& caller, std::string_view path, uint32_t flags,
                         uint32_t mode = 0666);
  // Sets the size; a longer file reads as zeros there. EISDIR, EINVAL: no file.
  Status Truncate(const Caller& caller, std::string_view path, uint64_t size);

  // ---- names
  // One directory. EEXIST.
  Status Mkdir(const Caller& caller, std::string_view path, uint32_t mode = 0777);
  // Removes an empty directory. ENOTEMPTY, ENOTDIR.
  Status Rmdir(const Caller& caller, std::string_view path);
  // Removes a name that is no directory's; open files stay readable. EISDIR.
  Status Unlink(const Caller& caller, std::string_view path);
  // As rename(2): what has the new name is replaced. EXDEV between mounts.
  Status Rename(const Caller& caller, std::string_view from, std::string_view to,
                RenameMode mode = RenameMode::kReplace);
  // A second name for what `from` names; a link in its last place is followed only on request.
  // EPERM for directories.
  Status Link(const Caller& caller, std::string_view from, std::string_view to,
              Follow follow = Follow::kNo);
  // A link that says `target`, any text. EEXIST; EPERM: NewLinks.
  Status Symlink(const Caller& caller, std::string_view target, std::string_view path);
  // The pipe behind it is the shell's, found by (dev, ino) of the open file. EPERM in mounts of the
  // host's directories.
  Status MakeFifo(const Caller& caller, std::string_view path, uint32_t mode = 0666);
  // A node of a kind that the host wants to be there; see devices.h for the usual ones.
  Status MakeDevice(const Caller& caller, std::string_view path, DeviceKind kind,
                    uint32_t mode = 0666);
  // A directory whose entries 0, 1, 2 ... are devices of kind kDescriptor; it lists none.
  Status MakeDescriptorDirectory(const Caller& caller, std::string_view path, uint32_t mode = 0555);

  // ---- attributes
  // Permission bits, 07777. EPERM: of somebody else.
  Status Chmod(const Caller& caller, std::string_view path, uint32_t mode,
               Follow follow = Follow::kYes);
  // Nanoseconds since 1970, kTimeNow or kTimeKeep.
  Status SetTimes(const Caller& caller, std::string_view path, int64_t atime_ns, int64_t mtime_ns,
                  Follow follow = Follow::kYes);

  // ---- open files
  // Directories can be opened for reading, for FStat() only. Of FIFOs and of devices that the shell
  // interprets, FStat() tells what they are. The description has one user; see Retain() and
  // Release().
  Result<OpenFile> Open(const Caller& caller, std::string_view path, uint32_t flags,
                        uint32_t mode = 0666);
  void Retain(OpenFile file);   // one more user
  void Release(OpenFile file);  // one user less; with the last one it is closed
  // As much as is there, up to `size` bytes (a device: up to 64 KiB), at the offset, which moves
  // on. Nothing: the end. EBADF when not open for reading.
  Result<std::string> Read(OpenFile file, uint64_t size);
  // All of `bytes` or none, at the offset (kOpenAppend: at the end), which moves behind them.
  Status Write(OpenFile file, std::string_view bytes);
  // As Read(), at `offset`; the file's own offset stays.
  Result<std::string> ReadAt(OpenFile file, uint64_t offset, uint64_t size) const;
  // As Write(), at `offset`; the file's own offset stays.
  Status WriteAt(OpenFile file, uint64_t offset, std::string_view bytes);
  // The new offset. ESPIPE for FIFOs and devices of the shell; EINVAL before the start.
  Result<uint64_t> Seek(OpenFile file, int64_t offset, Whence whence);
  // Truncate() of an open file.
  Status TruncateOpen(OpenFile file, uint64_t size);
  // StatPath() of an open file.
  Result<Stat> FStat(OpenFile file) const;
  // Whether what it refers to is still there: the error of FStat(), and nothing is made for it or
  // charged.
  Status Reaches(OpenFile file) const;
  // OpenFlags of now; those but kOpenAppend never change.
  uint32_t FlagsOf(OpenFile file) const;
  // Sets or clears kOpenAppend.
  void SetAppend(OpenFile file, bool append);
  // The virtual path it was opened by, without links.
  std::string PathOf(OpenFile file) const;
  // Descriptions that are open.
  size_t OpenFileCount() const;

  // ---- mounts (calls for the host, not for programs) Shows the directory `host_directory` at the
  // virtual path, where directories are made as needed.
  // ENOENT, ENOTDIR, EACCES: the directory; EEXIST: something is mounted there; EINVAL:
  // not absolute, or with `.` or `..`. Other filesystems that the host has mounted
  // beneath its directory are part of it. Costs one descriptor as long as this
  // FileSystem or a fork of it lives.
  Status Mount(std::string_view virtual_path, const std::string& host_directory,
               const MountOptions& options = {});
  // Gives a mount that was restored from bytes its directory; `options.mode` must be the
  // mode it had (EINVAL).
  Status Attach(std::string_view virtual_path, const std::string& host_directory,
                const MountOptions& options);
  // What is mounted, in the order of Mount().
  std::vector<MountInfo> Mounts() const;

  // ---- the whole
  // What counts against Limits::max_bytes.
  uint64_t BytesUsed() const;
  // What counts against Limits::max_files.
  uint64_t FilesUsed() const;
  // Those of now.
  const Limits& limits() const;
  void set_limits(const Limits& limits);  // what is there already stays
  // What BytesUsed() says is given back to the old owner and charged to the new one; ENOSPC: it
  // stays with the old one.
  Status SetOwner(Owner* owner);
  // What /dev/urandom gives follows from this.
  void SeedRandom(uint64_t seed);

  // A second FileSystem with the same contents, mounts and open files, independent of this
  // one from now on (but for kReadWrite mounts, which are one directory). Contents are
  // shared until one side changes them: 10,000 files cost about 2 µs. kResourceExhausted:
  // the new owner refuses the bytes.
  absl::StatusOr<std::unique_ptr<FileSystem>> Fork(Owner* owner) const;
  // Everything as bytes, hosts' directories left out: equal states give equal bytes.
  std::string Snapshot() const;
  // The opposite; `bytes` may be anybody's. The mounts wait for Attach(). kDataLoss: what is wrong
  // with them, or which limit they exceed.
  static absl::StatusOr<std::unique_ptr<FileSystem>> Restore(std::string_view bytes,
                                                             const Limits& limits, Owner* owner);

 private:
  explicit FileSystem(std::unique_ptr<State> state);

  // What the shell shows in it besides its files: osbridge/files/pseudo_files.h.
  friend Status Show(FileSystem& files, std::shared_ptr<PseudoFiles> pseudo_files);
  friend class SameLook;  // osbridge/files/same_look.h

  std::unique_ptr<State> state_;
};

}  // namespace files
}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_FILES_FILE_SYSTEM_H_
