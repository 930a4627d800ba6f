// The module with Python only: no operation makes a shell, so nothing of these is reached. Stands
// for ../node/shells.cc and shell/bindings/c.

#include "bridge.h"

namespace pysub_node {
std::span<const Operation> ShellOperations() { return {}; }
}  // namespace pysub_node

pysub_status pysub_shell_free(pysub_shell*) { return PYSUB_OK; }
pysub_status pysub_shell_cancel(pysub_shell*) { return PYSUB_UNIMPLEMENTED; }
