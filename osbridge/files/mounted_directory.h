#ifndef PYSUB_OSBRIDGE_FILES_MOUNTED_DIRECTORY_H_
#define PYSUB_OSBRIDGE_FILES_MOUNTED_DIRECTORY_H_

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/files/file_types.h"

namespace pysub::files {

// What a namespace shows besides its own nodes: a directory of the host (HostDirectory), or files
// that somebody makes up (PseudoFiles). Every path is relative to it; "" is itself.
class MountedDirectory {
 public:
  virtual ~MountedDirectory() = default;

  // Where an absolute target of a link leads beneath this directory. False: it leads out.
  virtual bool MapAbsolute(std::string_view target, std::string_view* beneath) const = 0;
  // A link itself, not what it leads to. uid, gid and dev are the mount's to say.
  virtual Status Lstat(const std::string& path, Stat* stat) const = 0;
  // The error of Lstat(), where that costs more than to know that it is there.
  virtual Status Exists(const std::string& path) const {
    Stat stat;
    return Lstat(path, &stat);
  }
  virtual Status List(const std::string& path, std::vector<DirectoryEntry>* entries) const = 0;
  // Whether a directory has a name that `counts`; asks for no more names than it takes to know.
  virtual Status HasName(const std::string& path,
                         const std::function<bool(std::string_view)>& counts, bool* has) const {
    std::vector<DirectoryEntry> entries;
    const Status status = List(path, &entries);
    *has = std::any_of(entries.begin(), entries.end(),
                       [&](const DirectoryEntry& entry) { return counts(entry.name); });
    return status;
  }
  virtual Status Readlink(const std::string& path, std::string* target) const = 0;
  virtual Status Access(const std::string& path, uint32_t mode) const = 0;
  // Appends at most `size` bytes from `offset` on. The caller has just seen (Lstat) that it is a
  // regular file.
  virtual Status Read(const std::string& path, uint64_t offset, uint64_t size,
                      std::string* bytes) const = 0;

  // ---- changes, in kReadWrite mounts alone. Not const: State::HostToChange() gives what they are
  // called with, and forgets what was seen before.
  virtual Status Mkdir(const std::string& path, uint32_t mode) = 0;
  virtual Status Rmdir(const std::string& path) = 0;
  virtual Status Unlink(const std::string& path) = 0;
  virtual Status Rename(const std::string& from, const std::string& to, RenameMode mode) = 0;
  virtual Status Link(const std::string& from, const std::string& to) = 0;
  virtual Status Symlink(const std::string& target, const std::string& path) = 0;
  // A new file with these bytes at `offset` and exactly this mode; EEXIST when the name is taken.
  virtual Status Create(const std::string& path, uint32_t mode, uint64_t offset,
                        std::string_view bytes) = 0;
  // *end: the offset behind the last byte. EFBIG: the file would be larger than `max_file_bytes`.
  virtual Status Write(const std::string& path, WriteOptions::How how, uint64_t offset,
                       std::string_view bytes, uint64_t max_file_bytes, uint64_t* end) = 0;
  virtual Status Truncate(const std::string& path, uint64_t size) = 0;
  virtual Status Chmod(const std::string& path, uint32_t mode) = 0;
  virtual Status SetTimes(const std::string& path, int64_t atime_ns, int64_t mtime_ns) = 0;
};

}  // namespace pysub::files

#endif  // PYSUB_OSBRIDGE_FILES_MOUNTED_DIRECTORY_H_
