#ifndef PYSUB_SHELL_CLI_PROMPT_H_
#define PYSUB_SHELL_CLI_PROMPT_H_

#include <functional>
#include <string>

#include "pysub/files/file_system.h"
#include "shell/cli/command_line.h"

namespace pysub {

// Of a prompt that is a command of a shell.
struct PromptInShell {
  files::FileSystem* files;         // which programs see
  std::function<bool()> is_over;    // the shell has come to a limit of its own: so has the prompt
  std::function<void(bool)> waits;  // true before a line is waited for, false behind that
  // `python3 -i FILE`, which runs before the first line; empty: there is none.
  std::string file_name;
  std::string source;  // what is in it
};

// The prompt on a terminal: statements are read, run and their values shown until
// Ctrl-D or exit(). Limits count for each statement: one that meets a limit has not
// happened. Returns the exit status.
// `shell`: null: it is a program of its own.
int RunPrompt(const CommandLine& command, const PromptInShell* shell = nullptr);

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_PROMPT_H_
