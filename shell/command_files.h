#ifndef PYSUB_SHELL_COMMAND_FILES_H_
#define PYSUB_SHELL_COMMAND_FILES_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "osbridge/files/file_system.h"
#include "shell/command_line.h"
#include "vm/vm.h"

namespace pysub {

// The files and the environment that `pysub` shows a program: an empty tree in memory with a /tmp, and the host's
// directories that the command line mounts. It is made when the first program asks for a file.
class CommandFiles final : public files::Owner {
 public:
  explicit CommandFiles(const CommandLine& command) : command_(command) {}

  // Makes what the command line wants at once; what is wrong with it, or "".
  std::string Prepare();
  // Where the program's own modules are looked for first: the directory of its file on the host, of which imports see the
  // directories and .py files and the program itself nothing. As HostHooks::module_path.
  std::vector<std::string> ModulePath();
  // As HostHooks::os_call.
  int Answer(Vm& vm, OsCallId call, std::span<const Value> args, Value* answer);

 private:
  int64_t NowNs() override;
  std::string Make();
  int AnswerImport(Vm& vm, OsCallId call, std::span<const Value> args, Value* answer);

  const CommandLine& command_;
  std::unique_ptr<files::FileSystem> files_;
  std::string module_directory_;  // on the host; empty: none
  std::unique_ptr<files::FileSystem> module_files_;
  const Vm* vm_ = nullptr;  // while it asks
};

}  // namespace pysub

#endif  // PYSUB_SHELL_COMMAND_FILES_H_
