// gzip: compress() and decompress(), written in Python.

#include "vm/vm.h"

namespace pysub {
namespace {

Value Now(Vm& vm, const Args&) { return vm.CallOs(OsCallId::kNow, {}); }
constexpr NativeInfo kFunctions[] = {{"_now()", Now, "Nanoseconds of the host's clock."}};

Status Init(Vm& vm, Dict* names) { return vm.DictSetStr(names, "BadGzipFile", Value::Type(TypeId::kBadGzipFile)); }

}  // namespace

extern constexpr ModuleInfo kGzipModule{
    .name = "gzip",
    .doc = "Functions that read and write gzipped data.",
    .functions = kFunctions,
    .init = Init,
    .source =
#include "stdlib/python/gzip.inc"
};

}  // namespace pysub
