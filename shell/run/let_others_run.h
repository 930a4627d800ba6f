#ifndef PYSUB_SHELL_RUN_LET_OTHERS_RUN_H_
#define PYSUB_SHELL_RUN_LET_OTHERS_RUN_H_

#include "pysub/shell/command.h"

namespace pysub::shell {

// For a step that cannot be left where it stands (a library computes): the shell's other processes
// have a turn, within this call. False: this one was ended meanwhile, by a signal or with the
// script, and its step has to come to an end. Of an io that is no process's it does nothing.
bool LetOthersRun(const CommandIo& io);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_LET_OTHERS_RUN_H_
