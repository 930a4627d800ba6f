#ifndef PYSUB_SHELL_PROMPT_H_
#define PYSUB_SHELL_PROMPT_H_

#include "shell/command_line.h"

namespace pysub {

// The prompt on a terminal: statements are read, run and their values shown until Ctrl-D or exit(). Limits count for each statement:
// one that meets a limit has not happened. Returns the exit status.
int RunPrompt(const CommandLine& command);

}  // namespace pysub

#endif  // PYSUB_SHELL_PROMPT_H_
