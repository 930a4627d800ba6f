#ifndef PYSUB_SHELL_RUN_SCRIPT_STREAM_H_
#define PYSUB_SHELL_RUN_SCRIPT_STREAM_H_

#include "shell/run/process.h"

namespace pysub::shell {

// A script that `from` gives, which is neither a file nor standard input: a FIFO, <( ... ). It lies
// in descriptor 255, as bash has it.
void PushScriptFrom(Process& process, Ref<Description> from);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_SCRIPT_STREAM_H_
