// numbers, and what of abc makes sense without classes.

#include "stdlib/modules/abstract_types.h"
#include "vm/objects/dict.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

Status NumbersInit(Vm& vm, Dict* names) { return AddAbstractTypes(vm, names, "numbers"); }

// A function is marked and stays what it is.
Value AbstractMethod(Vm& vm, const Args& a) {
  TRY(vm.SetAttribute(a[0], {"__isabstractmethod__", MemberHash("__isabstractmethod__")},
                      Value::True()));
  return a[0];
}
Value CacheToken(Vm&, const Args&) { return Value::SmallInt(0); }
Value UpdateAbstractMethods(Vm&, const Args& a) { return a[0]; }

constexpr NativeInfo kAbcFunctions[] = {
    {"@python abstractmethod(funcobj)", AbstractMethod, "A decorator indicating abstract methods."},
    {"get_cache_token()", CacheToken, "Returns the current ABC cache token."},
    {"@python update_abstractmethods(cls)", UpdateAbstractMethods,
     "Recalculate the set of abstract methods of an abstract class."},
};

Status AbcInit(Vm& vm, Dict* names) {
  TRY(DictSetStr(vm, names, "ABC", Value::Type(TypeId::kAbstractBase)));
  return DictSetStr(vm, names, "ABCMeta", Value::Type(TypeId::kAbstractMeta));
}

Value NewAbc(Vm& vm, const Args&) {
  Record* object = static_cast<Record*>(
      vm.heap.NewUninitialized(TypeId::kAbstractBase, Layout::kValues, 1, sizeof(Object) + 8));
  if (object == nullptr) return vm.NoMemory(16);
  object->words()[0] = Value::None();
  return Value::Of(object);
}
constexpr NativeInfo kAbcConstructor{
    "ABC()", NewAbc,
    "Helper class that provides a standard way to create an ABC using\ninheritance."};
constexpr Schema kAbcSchema{"v"};

}  // namespace

extern constexpr TypeInfo kAbstractBaseType{.id = TypeId::kAbstractBase,
                                            .schema = &kAbcSchema,
                                            .constructor = &kAbcConstructor,
                                            .doc = kAbcConstructor.doc};
// No object is of this type: there are no classes to make.
extern constexpr TypeInfo kAbstractMetaType{.id = TypeId::kAbstractMeta, .schema = &kAbcSchema};
extern constexpr ModuleInfo kNumbersModule{
    .name = "numbers",
    .doc = "Abstract Base Classes (ABCs) for numbers, according to PEP 3141.",
    .init = NumbersInit};
extern constexpr ModuleInfo kAbcModule{.name = "abc",
                                       .doc = "Abstract Base Classes (ABCs) according to PEP 3119.",
                                       .functions = kAbcFunctions,
                                       .init = AbcInit};

}  // namespace pysub
