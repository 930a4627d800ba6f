#ifndef PYSUB_SHELL_CLI_OUTCOME_H_
#define PYSUB_SHELL_CLI_OUTCOME_H_

#include <string>

#include "shell/cli/streams.h"
#include "vm/vm.h"

namespace pysub {

// The last line on standard error of a run that reached a limit: "MemoryError: memory limit of
// ...\n".
std::string LimitText(LimitHit hit, const Limits& limits);

// Prints where a run that reached a limit was, and which limit it was.
void ShowLimit(Vm& vm, const Limits& limits, Streams& streams);

// Prints an uncaught exception as CPython 3.14 does.
void ShowException(Vm& vm, const Limits& limits, Streams& streams, Value exception);

// The exit status that a SystemExit asks for; prints its argument if that is a text.
int ExitStatus(Vm& vm, const Limits& limits, Streams& streams, Value exception);

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_OUTCOME_H_
