// uuid: written in Python.

#include "stdlib/modules/entropy.h"
#include "stdlib/modules/library_class.h"
#include "vm/objects/arguments.h"
#include "vm/objects/dict.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

Value Entropy(Vm& vm, const Args& a) {
  int64_t count = TRY(SizeArgument(vm, a[0]));
  return count < 0 ? Value(vm.ValueError("negative argument not allowed"))
                   : EntropyBytes(vm, count);
}

Value Now(Vm& vm, const Args&) { return vm.host.CallOs(OsCallId::kNow, {}); }

constexpr NativeInfo kFunctions[] = {kDefineRow,
                                     {"_now()", Now, "Nanoseconds of the host's clock."},
                                     {"_entropy(count, /)", Entropy, "Bytes from the host."}};

// __init__ sets is_safe last.
Result<bool> SetAttribute(Vm& vm, Value self, Name name, Value value) {
  if (value.IsUndefined()) return LibrarySetAttribute(vm, self, name, value);
  const Value last = LibraryAttribute(vm, self, "is_safe");
  if (last.IsFailed()) return Failure{};
  if (!last.IsUndefined()) return vm.TypeError("UUID objects are immutable");
  return LibrarySetAttribute(vm, self, name, value);
}

Status Init(Vm& vm, Dict* names) {
  return DictSetStr(vm, names, "UUID", Value::Type(TypeId::kUuid));
}

constexpr NativeInfo kNewUuid{
    "@raw UUID(hex=None, bytes=None, bytes_le=None, fields=None, int=None, version=None, *, "
    "is_safe=None)",
    LibraryClassNew, "Instances of the UUID class represent UUIDs as specified in RFC 4122."};
constexpr TypeInfo UuidType() {
  TypeInfo info = LibraryClass(TypeId::kUuid, kNewUuid);
  info.set_attribute = SetAttribute;
  return info;
}

}  // namespace

extern constexpr TypeInfo kUuidType = UuidType();
extern constexpr ModuleInfo kUuidModule{
    .name = "uuid",
    .doc = "UUID objects (universally unique identifiers) according to RFC 4122/9562.",
    .functions = kFunctions,
    .init = Init,
    .source =
#include "stdlib/python/uuid.inc"
};

}  // namespace pysub
