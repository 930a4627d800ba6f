#ifndef PYSUB_SHELL_RUN_POSIX_H_
#define PYSUB_SHELL_RUN_POSIX_H_

#include <string_view>

#include "shell/run/process.h"

// What `set -o posix` changes (bash's manual, 6.11): what several places ask, and how the mode
// comes and goes. What a place does otherwise in it, it says itself, by InPosixMode().
namespace pysub::shell {

inline constexpr std::string_view kPosixVariable = "POSIXLY_CORRECT";

inline bool InPosixMode(const Process& process) { return process.options.Has(SetOption::kPosix); }

// POSIX's special builtins: their errors end a script, assignments before them stay, and no
// function takes their place.
bool IsSpecialBuiltin(std::string_view name);
// In posix mode, and `name` is one that `enable -n` has not taken away.
bool IsSpecialHere(const Process& process, std::string_view name);
// An error that ends a script in this mode has happened: nobody types the commands.
bool PosixErrorEnds(const Process& process);
// The mode with the options that follow it.
void SetPosixMode(Process& process, bool on);
// The same by `set -o posix`, with the variable.
void TurnPosixMode(Process& process, bool on);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_POSIX_H_
