#ifndef PYSUB_SHELL_RUN_SYSTEM_FILES_H_
#define PYSUB_SHELL_RUN_SYSTEM_FILES_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "osbridge/files/pseudo_files.h"
#include "pysub/files/file_system.h"

namespace pysub::shell {

class Kernel;

// What scripts expect to find on a machine, made up when somebody looks:
//
//   /usr/bin/sed ...  a file for each command, whose text names it: see ReadStub(). /bin, /sbin and
//                     /usr/sbin are links to this directory
//   /etc/passwd group hostname hosts os-release shells
//   /proc             cpuinfo, meminfo ... of a machine that is as large as the shell's limits, and
//                     the shell's processes
//
// Nothing in it comes from the host.
class SystemFiles final : public files::PseudoFiles {
 public:
  // Without a kernel: the commands that come with the shell, and nothing that changes.
  explicit SystemFiles(Kernel* kernel) : kernel_(kernel) {}
  // The kernel is gone.
  void Detach() { kernel_ = nullptr; }

  // The text of the file of a command.
  static std::string StubOf(std::string_view command);
  // The command that a file with such a text stands for; empty: it is none.
  static std::string_view ReadStub(std::string_view head);
  // Whether `stat` is of the file of a command of this name, as it always was.
  static bool IsStub(const files::Stat& stat, std::string_view name);
  // Whether the directory of commands is there, and not a mount or something of the script's.
  static bool AreShown(const files::FileSystem& files);

  std::shared_ptr<PseudoFiles> OfFork() const override {
    return std::make_shared<SystemFiles>(nullptr);
  }
  files::Status Lstat(const std::string& path, files::Stat* stat) const override;
  files::Status Exists(const std::string& path) const override;
  files::Status List(const std::string& path,
                     std::vector<files::DirectoryEntry>* entries) const override;
  files::Status Readlink(const std::string& path, std::string* target) const override;
  files::Status Read(const std::string& path, uint64_t offset, uint64_t size,
                     std::string* bytes) const override;

 private:
  struct Found;

  bool Find(std::string_view path, Found* found) const;
  bool FindOfProcess(std::string_view path, Found* found) const;
  // Not before the first one is made, nor in a shell that is loaded or reset: nobody can be told
  // of.
  bool HasProcesses() const;
  bool IsCommand(std::string_view name) const;
  std::vector<std::string> CommandNames() const;
  files::Status Text(const Found& found, std::string* text) const;

  Kernel* kernel_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_SYSTEM_FILES_H_
