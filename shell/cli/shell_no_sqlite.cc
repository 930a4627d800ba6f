#include "shell/cli/shell_sqlite.h"

namespace pysub {

std::vector<const shell::CommandInfo*> MoreShellCommands() { return {}; }

}  // namespace pysub
