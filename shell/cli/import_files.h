#ifndef PYSUB_SHELL_CLI_IMPORT_FILES_H_
#define PYSUB_SHELL_CLI_IMPORT_FILES_H_

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/files/file_system.h"
#include "shell/cli/command_line.h"
#include "vm/vm.h"

namespace pysub {

// The modules of a program that lie on the host: below one directory, what an import
// statement can name, directories and .py files. Only imports see them, at paths that tell
// nothing but what the command line said: of `pysub app/main.py` they lie in /app, whatever
// the host calls that directory.
class ImportFiles {
 public:
  ImportFiles(const CommandLine& command, files::Owner* owner) : command_(command), owner_(owner) {}

  // What is wrong with the command line's directory, or "".
  std::string Prepare() const;
  // What sys.path begins as.
  std::vector<std::string> ModulePath(const Vm& vm) const;
  // As HostHooks::os_call; ENOENT: that is none of these files.
  int Answer(Vm& vm, OsCallId call, std::span<const Value> args, Value* answer);

 private:
  std::string ShownDirectory(const Vm& vm) const;
  std::string HostDirectory() const;

  const CommandLine& command_;
  files::Owner* const owner_;
  bool looked_ = false;
  std::string shown_;  // the directory, as the program names it, without a slash at its end
  std::unique_ptr<files::FileSystem> files_;  // null: there are none
};

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_IMPORT_FILES_H_
