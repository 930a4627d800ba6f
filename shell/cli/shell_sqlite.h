#ifndef PYSUB_SHELL_CLI_SHELL_SQLITE_H_
#define PYSUB_SHELL_CLI_SHELL_SQLITE_H_

#include "pysub/shell/shell.h"

namespace pysub {

// Gives the shells that `builder` makes the command sqlite3, in programs that are built with
// SQLite (shell_sqlite.cc); in others (shell_no_sqlite.cc) it does nothing.
void AddSqliteIfBuilt(Shell::Builder* builder);

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_SHELL_SQLITE_H_
