// gzip, written in Python.

#include "stdlib/modules/library_class.h"
#include "vm/objects/dict.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

Value Now(Vm& vm, const Args&) { return vm.host.CallOs(OsCallId::kNow, {}); }
constexpr NativeInfo kFunctions[] = {kDefineRow,
                                     {"_now()", Now, "Nanoseconds of the host's clock."}};
constexpr NativeInfo kNewFile{
    "@raw GzipFile(filename=None, mode=None, compresslevel=9, fileobj=None, mtime=None)",
    LibraryClassNew,
    "The GzipFile class simulates most of the methods of a file object with the exception of "
    "the truncate() method."};

Status Init(Vm& vm, Dict* names) {
  TRY(DictSetStr(vm, names, "GzipFile", Value::Type(TypeId::kGzipFile)));
  return DictSetStr(vm, names, "BadGzipFile", Value::Type(TypeId::kBadGzipFile));
}

}  // namespace

extern constexpr TypeInfo kGzipFileType = LibraryIteratorClass(TypeId::kGzipFile, kNewFile);
extern constexpr ModuleInfo kGzipModule{.name = "gzip",
                                        .doc = "Functions that read and write gzipped data.",
                                        .functions = kFunctions,
                                        .init = Init,
                                        .source =
#include "stdlib/python/gzip.inc"
};

}  // namespace pysub
