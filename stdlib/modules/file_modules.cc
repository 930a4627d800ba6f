// Modules for files that are written in Python: stat, glob, shutil.

#include "stdlib/modules/library_class.h"
#include "vm/vm.h"

namespace pysub {

extern constexpr ModuleInfo kStatModule{.name = "stat",
                                        .doc = "S_IFMT_: file type bits",
                                        .source =
#include "stdlib/python/stat.inc"
};

}  // namespace pysub
