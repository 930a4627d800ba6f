#include "shell/cli/shell_sqlite.h"

namespace pysub {

void AddSqliteIfBuilt(Shell::Builder* /*builder*/) {}

}  // namespace pysub
