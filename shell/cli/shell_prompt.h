#ifndef PYSUB_SHELL_CLI_SHELL_PROMPT_H_
#define PYSUB_SHELL_CLI_SHELL_PROMPT_H_

#include "pysub/shell/shell.h"

namespace pysub {

// pysub-shell on a terminal: commands are read, with history and completion, and run until Ctrl-D
// or exit. Ctrl-C ends what runs or the line that is typed. Returns the exit status.
int RunShellPrompt(Shell* shell, const ExecOptions& options);

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_SHELL_PROMPT_H_
