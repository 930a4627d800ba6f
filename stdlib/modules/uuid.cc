// uuid: written in Python.

#include "stdlib/modules/library_class.h"
#include "vm/objects/arguments.h"
#include "vm/shape.h"

namespace pysub {
namespace {

Value Entropy(Vm& vm, const Args& a) {
  int64_t count = TRY(SizeArgument(vm, a[0]));
  return vm.CallOs(OsCallId::kEntropy, {{Value::SmallInt(count)}});
}

Value Now(Vm& vm, const Args&) { return vm.CallOs(OsCallId::kNow, {}); }

constexpr NativeInfo kFunctions[] = {kDefineRow, {"_now()", Now, "Nanoseconds of the host's clock."},
                                     {"_entropy(count, /)", Entropy, "Bytes from the host."}};

Status Init(Vm& vm, Dict* names) { return vm.DictSetStr(names, "UUID", Value::Type(TypeId::kUuid)); }

}  // namespace

PYSUB_LIBRARY_CLASS(Uuid,
                    "UUID(hex=None, bytes=None, bytes_le=None, fields=None, int=None, version=None, *, is_safe=None)",
                    "Instances of the UUID class represent UUIDs as specified in RFC 4122.");
extern constexpr ModuleInfo kUuidModule{
    .name = "uuid",
    .doc = "UUID objects (universally unique identifiers) according to RFC 4122/9562.",
    .functions = kFunctions,
    .init = Init,
    .source =
#include "stdlib/python/uuid.inc"
};

}  // namespace pysub
