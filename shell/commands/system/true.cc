#include "pysub/shell/command.h"
#include "shell/commands/simple.h"

namespace pysub::shell {

Progress RunTrue(CommandIo&) { return Progress::Done(0); }
Progress RunFalse(CommandIo&) { return Progress::Done(1); }
// Nothing waits to be written anywhere.
Progress RunSync(CommandIo&) { return Progress::Done(0); }

}  // namespace pysub::shell
