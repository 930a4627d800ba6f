#ifndef PYSUB_OSBRIDGE_FILES_PSEUDO_FILES_H_
#define PYSUB_OSBRIDGE_FILES_PSEUDO_FILES_H_

#include <memory>
#include <string>
#include <string_view>

#include "osbridge/files/mounted_directory.h"
#include "pysub/files/file_system.h"

namespace pysub::files {

// Files that are there without being stored, such as /usr/bin/sed and /proc/meminfo: whoever makes
// them up answers what they are when somebody looks (Show()).
//
// They lie below all that is in the tree, as the host's files lie below an overlay: a file, a link
// or a mount of the same name hides one, a directory of the same name shows both. What is changed
// of them (moved, removed, written) becomes a node, and that alone is charged and saved. Stat gives
// owner, mode and times of each; `dev` is the tree's, and `ino` must be at least kFirstInode.
class PseudoFiles : public MountedDirectory {
 public:
  static constexpr uint64_t kFirstInode = uint64_t{1} << 33;  // above nodes and descriptors

  // What a fork of the file system shows, which another thread may use at any time, until somebody
  // shows it something else.
  virtual std::shared_ptr<PseudoFiles> OfFork() const = 0;

  bool MapAbsolute(std::string_view target, std::string_view* beneath) const final {
    *beneath = target;  // they lie at the root
    return true;
  }
  Status Access(const std::string&, uint32_t) const final { return 0; }  // their modes say it
  // Never asked for: changes stay in the tree.
  Status Mkdir(const std::string&, uint32_t) final { return EROFS; }
  Status Rmdir(const std::string&) final { return EROFS; }
  Status Unlink(const std::string&) final { return EROFS; }
  Status Rename(const std::string&, const std::string&, RenameMode) final { return EROFS; }
  Status Link(const std::string&, const std::string&) final { return EROFS; }
  Status Symlink(const std::string&, const std::string&) final { return EROFS; }
  Status Create(const std::string&, uint32_t, uint64_t, std::string_view) final { return EROFS; }
  Status Write(const std::string&, WriteOptions::How, uint64_t, std::string_view, uint64_t,
               uint64_t*) final {
    return EROFS;
  }
  Status Truncate(const std::string&, uint64_t) final { return EROFS; }
  Status Chmod(const std::string&, uint32_t) final { return EROFS; }
  Status SetTimes(const std::string&, int64_t, int64_t) final { return EROFS; }
};

// From now on the tree shows these files below its own. The first time it must be empty; later, and
// behind Restore() and Fork(), others take the place of those that were shown. EBUSY.
Status Show(FileSystem& files, std::shared_ptr<PseudoFiles> pseudo_files);

}  // namespace pysub::files

#endif  // PYSUB_OSBRIDGE_FILES_PSEUDO_FILES_H_
