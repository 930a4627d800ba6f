#ifndef PYSUB_PYSUB_SHELL_HOST_CALL_H_
#define PYSUB_PYSUB_SHELL_HOST_CALL_H_

// What only the host can give, and when it likes: for its commands (command.h) and hooks
// (Shell::Builder::AskBefore()). Who waits for it waits as one that sleeps, and Shell::RunReady()
// is for hosts that would rather wait themselves.

#include <cstdint>

#include "pysub/export.h"
#include "pysub/shell/command.h"

namespace pysub PYSUB_API {
namespace shell {

// What a hook answers; kLater: it does not know yet, and is asked again.
enum class HostAnswer : uint8_t { kNo, kYes, kLater };

// In a step of a command: the number of what it asks the host. It is the same in all of its steps,
// no other one's in this shell, and another one where the command was loaded or forked. 0: `io` is
// no shell's.
PYSUB_API uint64_t HostCall(CommandIo& io);
// What such a step returns: the command is stepped again in the host's next call, and while the
// shell sleeps within one, every 20 ms.
PYSUB_API Progress WaitForHost(CommandIo& io);

}  // namespace shell
}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_SHELL_HOST_CALL_H_
