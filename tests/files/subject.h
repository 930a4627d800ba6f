// The same operations done by the virtual filesystem, by the kernel and by a simple model, so that
// what they answer can be compared.
#ifndef PYSUB_TESTS_FILES_SUBJECT_H_
#define PYSUB_TESTS_FILES_SUBJECT_H_

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "pysub/files/file_system.h"

namespace pysub::files {

struct Operation {
  enum Kind : uint8_t {
    kMkdir,
    kRmdir,
    kUnlink,
    kRename,
    kLink,
    kSymlink,
    kReadlink,
    kStat,
    kLstat,
    kList,
    kChmod,
    kTruncate,
    kRead,
    kWrite,
    kAccess,
    kRealpath,
    kSetTimes,
    kCheckOpen,
    kOpen,
    kClose,
    kReadOpen,
    kWriteOpen,
    kSeek,
    kTruncateOpen,
    kStatOpen,
    kCount
  };
  Kind kind = kStat;
  std::string path;
  std::string other;   // rename, link: the new name; symlink: the target; write: the bytes
  uint32_t mode = 0;   // permissions, AccessMode, RenameMode, Whence
  uint32_t flags = 0;  // OpenFlags
  WriteOptions::How how = WriteOptions::kReplace;
  uint64_t offset = 0;
  uint64_t size = 0;
  uint32_t slot = 0;  // of an open file

  std::string Text() const;
};

inline constexpr uint32_t kOpenSlots = 4;

// What generated operations may contain; some subjects answer differently on purpose.
struct Taste {
  bool absolute_links = true;
  bool upward_links = true;
  bool permissions = true;  // take permissions away
  bool open_files = true;
  bool directory_links = true;  // compare link counts of directories
  bool dot_dot = true;
  bool only_names = false;  // no access, times, check_open: what the model does not know
};

Operation RandomOperation(std::mt19937_64& random, const Taste& taste);

class Subject {
 public:
  virtual ~Subject() = default;
  // errno and what came back, as text that can be compared.
  virtual std::string Do(const Operation& operation) = 0;
};

// As one string each, the same for all subjects.
std::string Answer(int error);
std::string Answer(const Stat& stat, const Taste& taste);
std::string Answer(std::vector<DirectoryEntry> entries);

// A tree of the virtual filesystem.
class VirtualSubject : public Subject {
 public:
  VirtualSubject(FileSystem* files, Taste taste) : files_(files), taste_(taste) {}
  std::string Do(const Operation& operation) override;
  void set_files(FileSystem* files) { files_ = files; }
  void set_caller(const Caller& caller) { caller_ = caller; }

 private:
  std::string DoOpen(const Operation& operation);

  FileSystem* files_;
  Taste taste_;
  Caller caller_;
  OpenFile open_[kOpenSlots] = {};
};

// A directory of the kernel, whose root the paths cannot leave (openat2, RESOLVE_IN_ROOT).
std::unique_ptr<Subject> MakeKernelSubject(const std::string& directory, Taste taste);

// A simple model of a filesystem; relative paths begin at *cwd.
std::unique_ptr<Subject> MakeModelSubject(const std::string* cwd);

// All that is in a tree as text, one line for each file, to be compared as a whole.
std::string DescribeTree(Subject& subject);

}  // namespace pysub::files

#endif  // PYSUB_TESTS_FILES_SUBJECT_H_
