#ifndef PYSUB_SHELL_RUN_INTERACTIVE_H_
#define PYSUB_SHELL_RUN_INTERACTIVE_H_

#include <cstdint>
#include <string>

#include "shell/run/process.h"

// What an interactive shell (bash -i) does that others do not.
namespace pysub::shell {

// It has just begun. `reads_lines`: it runs what it reads, and not the text of -c.
void BecomeInteractive(Process& process, bool reads_lines);
// ~/.bashrc, or (not empty) another file, is run before anything else.
void PushStartFile(Process& process, const std::string& path);

enum class Prompt : uint8_t { kPs0, kPs1, kPs2 };
// On standard error. False: it has commands in it, which a process runs that writes it, *child (or,
// with null, nothing is done).
bool WritePrompt(Process& process, Prompt which, int* child);
// False: not yet, and process.waiting is set.
bool PromptIsWritten(Process& process, int child);
// False: there is no such element, and nothing runs.
bool PushPromptCommand(Process& process, uint32_t index);
// In front of a prompt; with `set -m` they are shown.
void TellOfEndedJobs(Process& process);
// It is this process that has the prompts, and not a copy of it.
bool HasPrompts(const Process& process);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_INTERACTIVE_H_
