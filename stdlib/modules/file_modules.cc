// Modules for files that are written in Python: stat, glob, shutil, tempfile.

#include "stdlib/modules/library_class.h"
#include "vm/vm.h"

namespace pysub {
namespace {

constexpr NativeInfo kMakeDirectory{
    "@raw TemporaryDirectory(suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False, *, delete=True)",
    LibraryClassNew, "Create and return a temporary directory."};
constexpr NativeInfo kMakeFile{"@raw _TemporaryFileWrapper(file, name, delete=True, delete_on_close=True)",
                               LibraryClassNew, "Temporary file wrapper"};
constexpr NativeInfo kTempfileFunctions[] = {kDefineRow, kStaticRow, kClassMethodRow, kNewRow};

Status TempfileInit(Vm& vm, Dict* names) {
  TRY(vm.DictSetStr(names, "TemporaryDirectory", Value::Type(TypeId::kTemporaryDirectory)));
  return vm.DictSetStr(names, "_TemporaryFileWrapper", Value::Type(TypeId::kTemporaryFile));
}

Status ShutilInit(Vm& vm, Dict* names) {
  TRY(vm.DictSetStr(names, "Error", Value::Type(TypeId::kShutilError)));
  TRY(vm.DictSetStr(names, "SameFileError", Value::Type(TypeId::kSameFileError)));
  return vm.DictSetStr(names, "SpecialFileError", Value::Type(TypeId::kSpecialFileError));
}

}  // namespace

extern constexpr TypeInfo kTemporaryDirectoryType = LibraryClass(TypeId::kTemporaryDirectory, kMakeDirectory);
extern constexpr TypeInfo kTemporaryFileType = LibraryIterableClass(TypeId::kTemporaryFile, kMakeFile);

extern constexpr ModuleInfo kStatModule{.name = "stat",
                                        .doc = "S_IFMT_: file type bits",
                                        .source =
#include "stdlib/python/stat.inc"
};
extern constexpr ModuleInfo kGlobModule{.name = "glob",
                                        .doc = "Filename globbing utility.",
                                        .source =
#include "stdlib/python/glob.inc"
};
extern constexpr ModuleInfo kShutilModule{.name = "shutil",
                                          .doc = "Utility functions for copying and archiving files and directory trees.",
                                          .init = ShutilInit,
                                          .source =
#include "stdlib/python/shutil.inc"
};
extern constexpr ModuleInfo kTempfileModule{.name = "tempfile",
                                            .doc = "Temporary files.",
                                            .functions = kTempfileFunctions,
                                            .init = TempfileInit,
                                            .source =
#include "stdlib/python/tempfile.inc"
};

}  // namespace pysub
