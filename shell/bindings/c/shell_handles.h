#ifndef PYSUB_SHELL_BINDINGS_C_SHELL_HANDLES_H_
#define PYSUB_SHELL_BINDINGS_C_SHELL_HANDLES_H_

#include <atomic>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "osbridge/bindings/c/call.h"
#include "pysub/shell/shell.h"

struct pysub_shell {
  explicit pysub_shell(pysub::Shell made) : shell(std::move(made)) { files.busy = &busy; }

  pysub::Shell shell;
  pysub::ExecResult last;  // what the texts of a pysub_exec_result are
  pysub_files files;       // of the shell, and busy with it
  std::atomic<bool> busy{false};
};

// One run of a command of the host.
struct pysub_command {
  pysub::shell::CommandIo* io;
  std::vector<std::string> argv;
  std::string_view input;
  std::deque<std::string> variables;  // those that were asked for, where they stay
};

namespace pysub::c {

// A command of the host, as a shell keeps it.
struct HostCommand {
  std::string name;
  std::string usage;
  pysub_command_function function = nullptr;
  void* context = nullptr;
  bool wants_input = false;
};

// For CommandInfo::make_from: `context` is a HostCommand.
std::unique_ptr<shell::Command> MakeHostCommand(const void* context);

// A builder with all that options say.
Shell::Builder BuilderOf(Call& call, const pysub_shell_options* given);
ShellLimits ShellLimitsOf(Call& call, const pysub_shell_limits* given);
ExecOptions ExecOptionsOf(Call& call, const pysub_exec_options* given);

}  // namespace pysub::c

#endif  // PYSUB_SHELL_BINDINGS_C_SHELL_HANDLES_H_
