#ifndef PYSUB_PYSUB_SHELL_CHILD_SIGNAL_H_
#define PYSUB_PYSUB_SHELL_CHILD_SIGNAL_H_

#include "pysub/export.h"
#include "pysub/shell/command.h"

namespace pysub PYSUB_API {
namespace shell {

// In a step of a command: the signal that ended the child whose status WaitChild() gave last, as
// 128+n is also what a child may say by itself. 0: none did, or `io` is no shell's.
PYSUB_API int ChildSignal(CommandIo& io);

}  // namespace shell
}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_SHELL_CHILD_SIGNAL_H_
