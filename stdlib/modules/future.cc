// __future__: CPython 3.14 library, "Future statement definitions".

#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/tuple.h"
#include "vm/snapshot/schema.h"
#include "vm/vm.h"

namespace pysub {
namespace {

struct FeatureObject : Object {
  Value optional, mandatory, flag;  // a release, a release or None, an int
};

FeatureObject* AsFeature(Value v) { return v.As<FeatureObject>(); }

Value Optional(Vm&, Value self) { return AsFeature(self)->optional; }
Value Mandatory(Vm&, Value self) { return AsFeature(self)->mandatory; }
Value Flag(Vm&, Value self) { return AsFeature(self)->flag; }
Value GetOptional(Vm&, const Args& a) { return AsFeature(a[0])->optional; }
Value GetMandatory(Vm&, const Args& a) { return AsFeature(a[0])->mandatory; }

constexpr NativeInfo kMethods[] = {
    {"@python getOptionalRelease()", GetOptional,
     "Return first release in which this feature was recognized."},
    {"@python getMandatoryRelease()", GetMandatory,
     "Return release in which this feature will become mandatory."},
};
constexpr AttributeInfo kAttributes[] = {
    {"optional", Optional}, {"mandatory", Mandatory}, {"compiler_flag", Flag}};
PYSUB_MEMBERS(Feature, kMethods, kAttributes);

Status Repr(Vm& vm, Value self, TextBuilder& out) {
  Value parts =
      vm.NewTuple({AsFeature(self)->optional, AsFeature(self)->mandatory, AsFeature(self)->flag});
  if (parts.IsFailed()) return Failure{};
  out.Append("_Feature");
  return vm.Repr(parts, out);
}

struct Release {
  uint8_t major, minor;
  const char* level;  // null: not decided
  uint8_t serial;
};
struct Feature {
  std::string_view name;
  Release optional, mandatory;
  int flag;
};
constexpr Feature kFeatures[] = {
    {"nested_scopes", {2, 1, "beta", 1}, {2, 2, "alpha", 0}, 0x10},
    {"generators", {2, 2, "alpha", 1}, {2, 3, "final", 0}, 0},
    {"division", {2, 2, "alpha", 2}, {3, 0, "alpha", 0}, 0x20000},
    {"absolute_import", {2, 5, "alpha", 1}, {3, 0, "alpha", 0}, 0x40000},
    {"with_statement", {2, 5, "alpha", 1}, {2, 6, "alpha", 0}, 0x80000},
    {"print_function", {2, 6, "alpha", 2}, {3, 0, "alpha", 0}, 0x100000},
    {"unicode_literals", {2, 6, "alpha", 2}, {3, 0, "alpha", 0}, 0x200000},
    {"barry_as_FLUFL", {3, 1, "alpha", 2}, {4, 0, "alpha", 0}, 0x400000},
    {"generator_stop", {3, 5, "beta", 1}, {3, 7, "alpha", 0}, 0x800000},
    {"annotations", {3, 7, "beta", 1}, {0, 0, nullptr, 0}, 0x1000000},
};

Value NewRelease(Vm& vm, const Release& release) {
  if (release.level == nullptr) return Value::None();
  Value level = TRY(vm.Intern(release.level));
  return vm.NewTuple({Value::SmallInt(release.major), Value::SmallInt(release.minor),
                      Value::SmallInt(0), level, Value::SmallInt(release.serial)});
}

Status Init(Vm& vm, Dict* names) {
  List* all = TRY(vm.NewList());
  for (const Feature& feature : kFeatures) {
    Value name = vm.Intern(feature.name);
    Value optional = NewRelease(vm, feature.optional);
    Value mandatory = NewRelease(vm, feature.mandatory);
    if (name.IsFailed() || optional.IsFailed() || mandatory.IsFailed()) return Failure{};
    FeatureObject* object = TRY(vm.New<FeatureObject>(TypeId::kFutureFeature));
    object->optional = optional;
    object->mandatory = mandatory;
    object->flag = Value::SmallInt(feature.flag);
    TRY(ListAppend(vm, all, name));
    TRY(DictSet(vm, names, name, Value::Of(object)));
  }
  return DictSetStr(vm, names, "all_feature_names", Value::Of(all));
}

}  // namespace

constexpr Schema kFutureFeatureSchema{"v v v"};
extern constexpr TypeInfo kFutureFeatureType{.id = TypeId::kFutureFeature,
                                             .schema = &kFutureFeatureSchema,
                                             .methods = kMethods,
                                             .attributes = kAttributes,
                                             .members = kFeatureMembers,
                                             .repr = Repr};
extern constexpr ModuleInfo kFutureModule{
    .name = "__future__",
    .doc = "Record of phased-in incompatible language changes.",
    .init = Init};

}  // namespace pysub
