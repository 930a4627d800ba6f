#include "shell/cli/shell_sqlite.h"

#include "shell/sqlite/sqlite.h"

namespace pysub {

void AddSqliteIfBuilt(Shell::Builder* builder) { shell::AddSqlite(*builder); }

}  // namespace pysub
