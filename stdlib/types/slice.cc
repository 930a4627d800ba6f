#include "vm/objects/slice.h"

namespace pysub {
namespace {

Value New(Vm& vm, const Args& a) {
  if (a.rest_count == 0) return vm.TypeError("slice expected at least 1 argument, got 0");
  if (a.rest_count > 3) {
    return vm.TypeError("slice expected at most 3 arguments, got ", a.rest_count);
  }
  if (a.rest_count == 1) return vm.NewSlice(Value::None(), a.rest[0], Value::None());
  return vm.NewSlice(a.rest[0], a.rest[1], a.rest_count == 3 ? a.rest[2] : Value::None());
}

Value Indices(Vm& vm, const Args& a) { return SliceIndices(vm, a[0].As<Slice>(), a[1]); }

Value Start(Vm&, Value self) { return self.As<Slice>()->start; }
Value Stop(Vm&, Value self) { return self.As<Slice>()->stop; }
Value Step(Vm&, Value self) { return self.As<Slice>()->step; }

constexpr NativeInfo kConstructor = {"@hidden slice(*args)", New, "Create a slice object."};

constexpr NativeInfo kMethods[] = {
    {"indices(object, /)", Indices, "S.indices(len) -> (start, stop, stride)"},
};

constexpr AttributeInfo kAttributes[] = {{"start", Start, nullptr, AttributeKind::kMember},
                                         {"stop", Stop, nullptr, AttributeKind::kMember},
                                         {"step", Step, nullptr, AttributeKind::kMember}};

PYSUB_MEMBERS(Slice, kMethods, kAttributes);

}  // namespace

extern constexpr TypeInfo kSliceType = {
    .id = TypeId::kSlice,
    .constructor = &kConstructor,
    .doc =
        "slice(stop)\nslice(start, stop[, step])\n\n"
        "Create a slice object.  This is used for extended slicing (e.g. a[0:10:2]).",
    .methods = kMethods,
    .attributes = kAttributes,
    .members = kSliceMembers,
    .repr = SliceRepr,
    .hash = SliceHashSlot,
    .compare = SliceCompare,
};

}  // namespace pysub
