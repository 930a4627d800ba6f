#ifndef PYSUB_SHELL_SQLITE_SQLITE_H_
#define PYSUB_SHELL_SQLITE_SQLITE_H_

#include "pysub/shell/command.h"
#include "pysub/shell/shell.h"

// The command `sqlite3` of a sandbox shell. A shell has it only when its host asks for it.
namespace pysub::shell {

// The row of the command, for hosts that call Shell::Builder::Command() themselves. Whoever does
// so first calls CountSqliteMemory().
const CommandInfo& SqliteCommand();

// Makes SQLite ask on each allocation who pays. SQLite lets that be set only before it is used
// for the first time in a process, and not while another thread begins to use it: call it early.
// False: it is in use already; then `sqlite3` refuses to run, since nothing would bound its
// memory. Further calls are free and answer the same.
bool CountSqliteMemory();

// Both: gives the shells that `builder` makes the command.
Shell::Builder& AddSqlite(Shell::Builder& builder);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_SQLITE_SQLITE_H_
