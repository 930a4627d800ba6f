#ifndef PYSUB_SHELL_CLI_COMMAND_FILES_H_
#define PYSUB_SHELL_CLI_COMMAND_FILES_H_

#include <map>
#include <memory>
#include <string>

#include "pysub/files/file_system.h"
#include "shell/cli/command_line.h"
#include "shell/cli/import_files.h"
#include "vm/vm.h"

namespace pysub {

// The files and the environment that `pysub` shows a program: an empty tree in memory with a
// /tmp, and the host's directories that the command line mounts. It is made when the first
// program asks for a file.
class CommandFiles final : public files::Owner {
 public:
  // `given`: what is shown instead, somebody else's; null: nothing is.
  explicit CommandFiles(const CommandLine& command, files::FileSystem* given = nullptr)
      : command_(command), given_(given), imports_(command, this) {}

  // Makes what the command line wants at once; what is wrong with it, or "".
  std::string Prepare();
  const ImportFiles& imports() const { return imports_; }
  // As HostHooks::os_call.
  int Answer(Vm& vm, OsCallId call, std::span<const Value> args, Value* answer);

 private:
  int64_t NowNs() override;
  std::string Make();

  const CommandLine& command_;
  files::FileSystem* const given_;
  std::unique_ptr<files::FileSystem> files_;
  ImportFiles imports_;
  const Vm* vm_ = nullptr;  // while it asks
};

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_COMMAND_FILES_H_
