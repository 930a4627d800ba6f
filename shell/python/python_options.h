#ifndef PYSUB_SHELL_PYTHON_OPTIONS_H_
#define PYSUB_SHELL_PYTHON_OPTIONS_H_

#include <optional>

#include "osbridge/python/python_host.h"

namespace pysub {

// python and python3 of a shell.
struct PythonOptions {
  // Of each program, beside the shell's own.
  SandboxLimits limits;
  int syntax_error_exit_code = 1;
  // Whether the value of a last expression is printed, however the program came. Nothing: for -c only.
  std::optional<bool> echo;
  PythonHostOptions host{.isolation = Isolation::kInProcess};
};

}  // namespace pysub

#endif  // PYSUB_SHELL_PYTHON_OPTIONS_H_
