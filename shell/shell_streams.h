#ifndef PYSUB_SHELL_SHELL_STREAMS_H_
#define PYSUB_SHELL_SHELL_STREAMS_H_

#include "shell/shell.h"

namespace pysub {

// To be called before anything is opened: where a standard stream is closed, no other file may come in its place and be taken for
// it. It stays one that cannot be read or written (EBADF).
void KeepClosedStreams();

// Standard input of this process is that of the scripts. Time limits hold while they wait for it.
void ReadStandardInput(ExecOptions* options);

}  // namespace pysub

#endif  // PYSUB_SHELL_SHELL_STREAMS_H_
