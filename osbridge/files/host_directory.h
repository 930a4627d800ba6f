#ifndef PYSUB_OSBRIDGE_FILES_HOST_DIRECTORY_H_
#define PYSUB_OSBRIDGE_FILES_HOST_DIRECTORY_H_

#include <sys/stat.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "osbridge/files/mounted_directory.h"
#include "pysub/files/file_types.h"

namespace pysub::files {

// A real directory, held by a descriptor, and operations on what is beneath it. The only place of
// this library that makes system calls on files.
//
// Every path is relative to the directory ("" is itself) and is resolved by the kernel in one
// openat2() that refuses links and whatever leads out (T-032); where that call is missing, name by
// name with O_NOFOLLOW. So no operation can be led outside by something that was changed between a
// look and a use: it fails with EACCES instead. Names that are changed (made, removed, moved) are
// changed through a descriptor of their directory. Nothing but regular files and directories is
// ever opened, without blocking, and no descriptor outlives a call (T-034).
class HostDirectory final : public MountedDirectory {
 public:
  enum class Way : uint8_t { kBest, kStepByStep };  // kStepByStep: as if there was no openat2()

  // ENOENT, ENOTDIR, EACCES.
  static Status Open(const std::string& path, Way way, std::shared_ptr<HostDirectory>* directory);
  ~HostDirectory() override;
  HostDirectory(const HostDirectory&) = delete;
  HostDirectory& operator=(const HostDirectory&) = delete;

  // As MountedDirectory says.
  bool MapAbsolute(std::string_view target, std::string_view* beneath) const override;
  Status Lstat(const std::string& path, Stat* stat) const override;
  Status List(const std::string& path, std::vector<DirectoryEntry>* entries) const override;
  Status HasName(const std::string& path, const std::function<bool(std::string_view)>& counts,
                 bool* has) const override;
  Status Readlink(const std::string& path, std::string* target) const override;
  Status Access(const std::string& path, uint32_t mode) const override;
  Status Read(const std::string& path, uint64_t offset, uint64_t size,
              std::string* bytes) const override;

  Status Mkdir(const std::string& path, uint32_t mode) override;
  Status Rmdir(const std::string& path) override;
  Status Unlink(const std::string& path) override;
  Status Rename(const std::string& from, const std::string& to, RenameMode mode) override;
  Status Link(const std::string& from, const std::string& to) override;
  Status Symlink(const std::string& target, const std::string& path) override;
  Status Create(const std::string& path, uint32_t mode, uint64_t offset,
                std::string_view bytes) override;
  Status Write(const std::string& path, WriteOptions::How how, uint64_t offset,
               std::string_view bytes, uint64_t max_file_bytes, uint64_t* end) override;
  Status Truncate(const std::string& path, uint64_t size) override;
  Status Chmod(const std::string& path, uint32_t mode) override;
  Status SetTimes(const std::string& path, int64_t atime_ns, int64_t mtime_ns) override;

 private:
  HostDirectory(int fd, Way way, std::string path) : fd_(fd), way_(way), path_(std::move(path)) {}

  // The descriptor, or -1 with errno.
  int OpenBeneath(const std::string& path, int flags, uint32_t mode = 0) const;
  int OpenStepByStep(const std::string& path, int flags, uint32_t mode) const;
  int OpenParent(const std::string& path, std::string* name) const;
  template <typename Visit>
  Status ForEachEntry(const std::string& path, Visit visit) const;
  // `looked`: the caller has just seen that it is a regular file.
  int OpenRegular(const std::string& path, int flags, bool looked, struct stat* stat) const;

  int fd_;
  Way way_;
  std::string path_;  // canonical, of the host: never shown
};

}  // namespace pysub::files

#endif  // PYSUB_OSBRIDGE_FILES_HOST_DIRECTORY_H_
