#ifndef PYSUB_VM_ENDING_H_
#define PYSUB_VM_ENDING_H_

#include <optional>
#include <string>

#include "vm/vm.h"

// How a run ended, in the words and with the exit codes that everybody has who drives a Vm:
// Sandbox, and with it workers and the shell, and the programs of shell/cli.
namespace pysub {

// Of a program that nobody's sys.exit() ended: an exception that it did not catch, a limit.
inline constexpr int kFailedExitCode = 1;

// Which limit it was, the last line on standard error: "TimeoutError: time limit of 30 s
// exceeded". kNone: "".
std::string LimitMessage(LimitHit hit, const Limits& limits);

// What stands above that line: where the run was. As much of it as there is room for; nothing of
// the program is left then.
std::string LimitTraceback(Vm& vm);

// What an uncaught exception says on standard error: its traceback, as much as there is memory and
// room for. A failure of that is left in the Vm.
std::string ExceptionReport(Vm& vm, Value exception);

// The exit code that a SystemExit asks for, as CPython's interpreter reads it. Nothing: its
// argument is a text for standard error, and the code kFailedExitCode.
std::optional<int> ExitCodeOf(Value exception);

}  // namespace pysub

#endif  // PYSUB_VM_ENDING_H_
