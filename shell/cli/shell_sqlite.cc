#include "shell/cli/shell_sqlite.h"

#include "shell/sqlite/sqlite.h"

namespace pysub {

std::vector<const shell::CommandInfo*> MoreShellCommands() { return {&shell::SqliteCommand()}; }

}  // namespace pysub
