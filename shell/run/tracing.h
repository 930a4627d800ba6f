#ifndef PYSUB_SHELL_RUN_TRACING_H_
#define PYSUB_SHELL_RUN_TRACING_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "shell/run/process.h"

// What looks on while commands run: set -x, DEBUG traps, BASH_COMMAND.
namespace pysub::shell {

void Trace(Process& process, std::string_view text);  // a line of set -x
// The head of a for loop or of select, as traces and traps show it.
std::string ForText(const ForNode& node);
// The frame on top runs `node` next, which the DEBUG trap is told. False: there is none to run.
bool PushDebugTrap(Process& process, const Node* node);
// The same for what is no node of its own: an expression of for ((;;)).
bool PushDebugTrap(Process& process, std::string_view text);
// The DEBUG trap has run: with extdebug its status says whether the command runs. kReturns: nor
// does what follows, the function or sourced file around it returns (`unwind` says so already).
enum class AfterDebugTrap : uint8_t { kRuns, kSkips, kReturns };
AfterDebugTrap TakeDebugStatus(Process& process);
// The same for the command that the frame on top is. True: it does not run, its frame is done.
bool SkipsCommand(Process& process);
// A function (null: a sourced file), whose frame has this number, does not inherit DEBUG, RETURN
// and ERR, unless options or its trace attribute say so.
void CoverTraps(Process& process, const Function* function, size_t frame);
// BASH_COMMAND of traps.
void NoteCommand(Process& process, const Node* node);
std::string RunningCommand(const Process& process);
// $_ and BASH_COMMAND are charged for when they are long.
void HoldTexts(Process& process);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_TRACING_H_
