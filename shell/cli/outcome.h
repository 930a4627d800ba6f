#ifndef PYSUB_SHELL_CLI_OUTCOME_H_
#define PYSUB_SHELL_CLI_OUTCOME_H_

#include "shell/cli/streams.h"
#include "vm/vm.h"

// How a run ended, told to whoever called this program. The words and the codes: vm/ending.h.
namespace pysub {

// Prints where a run that reached a limit was, and which limit it was.
void ShowLimit(Vm& vm, const Limits& limits, Streams& streams);

// Prints an uncaught exception as CPython 3.14 does.
void ShowException(Vm& vm, const Limits& limits, Streams& streams, Value exception);

// The exit status that a SystemExit asks for; prints its argument if that is a text.
int ExitStatus(Vm& vm, const Limits& limits, Streams& streams, Value exception);

// The exit status of a run that has ended with `stop`, when what there is to say of it has been
// printed.
int Conclude(Vm& vm, const Limits& limits, Streams& streams, const VmStop& stop);

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_OUTCOME_H_
