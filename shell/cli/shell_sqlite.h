#ifndef PYSUB_SHELL_CLI_SHELL_SQLITE_H_
#define PYSUB_SHELL_CLI_SHELL_SQLITE_H_

#include <vector>

#include "pysub/shell/command.h"

namespace pysub {

// Commands of our programs' shells beside those that come with the shell: sqlite3 where the program
// is built with SQLite (shell_sqlite.cc), nothing elsewhere (shell_no_sqlite.cc). Asked for before
// the program itself uses SQLite.
std::vector<const shell::CommandInfo*> MoreShellCommands();

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_SHELL_SQLITE_H_
