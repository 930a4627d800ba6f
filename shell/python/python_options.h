#ifndef PYSUB_SHELL_PYTHON_OPTIONS_H_
#define PYSUB_SHELL_PYTHON_OPTIONS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pysub/files/file_system.h"
#include "pysub/python/python_host.h"

namespace pysub {

// What python3 asks of whoever has a terminal: a prompt, until its user leaves it.
struct PythonPrompt {
  std::vector<std::string> arguments;  // sys.argv
  std::string file_name, source;       // of `-i FILE`, which runs first; no name: there is none
  std::map<std::string, std::string> environment;
  std::string working_directory;
  bool safe_path = false;            // python3 -P
  bool ignores_environment = false;  // python3 -E
  files::FileSystem* files = nullptr;
  SandboxLimits limits;           // of each statement; the memory, of the session
  std::function<bool()> is_over;  // the shell has come to a limit: everything ends
  // true before its user is waited for, whose time is not the shell's; false behind that.
  std::function<void(bool)> waits;
};

// python and python3 of a shell.
struct PythonOptions {
  // Of each program, beside the shell's own.
  SandboxLimits limits;
  int syntax_error_exit_code = 1;
  // Whether the value of a last expression is printed, however the program came.
  // Nothing: for -c only.
  std::optional<bool> echo;
  PythonHostOptions host{.isolation = Isolation::kInProcess};
  // Where standard input and output of the shell are a terminal: what python3 without a program
  // does, and `python3 -i FILE`; answers the exit status. Null: standard input is the program,
  // wherever it comes from.
  std::function<int(const PythonPrompt&)> prompt;
};

}  // namespace pysub

#endif  // PYSUB_SHELL_PYTHON_OPTIONS_H_
