#include "shell/cli/shell_sqlite.h"

#include "shell/sqlite/sqlite.h"

namespace pysub {

// Who asks for it has opened nothing yet: a store of sessions would use SQLite before its memory is
// counted.
std::vector<const shell::CommandInfo*> MoreShellCommands() {
  static_cast<void>(shell::CountSqliteMemory());
  return {&shell::SqliteCommand()};
}

}  // namespace pysub
