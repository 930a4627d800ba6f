// types: CPython 3.14 library, "Dynamic type creation and names for built-in types",
// without what makes classes.

#include "stdlib/types/simple_namespace.h"
#include "vm/generators.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/recursion_mark.h"
#include "vm/slot_methods.h"
#include "vm/slow_paths.h"
#include "vm/snapshot/schema.h"
#include "vm/vm.h"

namespace pysub {
namespace {

// ---- SimpleNamespace

NamespaceObject* AsNamespace(Value v) { return v.As<NamespaceObject>(); }

Status CheckKeys(Vm& vm, Dict* dict) {
  if (!vm.Tick(dict->used)) return Failure{};
  for (uint32_t i = 0; i < dict->used; ++i) {
    const DictEntry& entry = dict->table()[i];
    if (!entry.value.IsUndefined() && !Vm::IsStr(entry.key)) {
      return vm.TypeError("keywords must be strings");
    }
  }
  return Done{};
}

Status CopyInto(Vm& vm, Dict* to, Dict* from) {
  if (!vm.Tick(from->used)) return Failure{};
  for (uint32_t i = 0; i < from->used; ++i) {
    DictEntry entry = from->table()[i];
    if (!entry.value.IsUndefined()) TRY(DictSet(vm, to, entry.key, entry.value));
  }
  return Done{};
}

// The items of a tuple or list of two.
Result<bool> PairOf(Value v, Value* pair) {
  const Value* items = nullptr;
  if (IsObjectOf(v, TypeId::kTuple) && v.As<Tuple>()->size() == 2) items = v.As<Tuple>()->items();
  if (IsObjectOf(v, TypeId::kList) && v.As<List>()->size == 2) items = v.As<List>()->items();
  if (items == nullptr) return false;
  pair[0] = items[0];
  pair[1] = items[1];
  return true;
}

Status AddPairs(Vm& vm, Dict* to, Value iterable) {
  Value iterator = vm.GetIter(iterable);
  if (iterator.IsFailed()) return Failure{};
  for (int64_t at = 0;; ++at) {
    if (!vm.Tick(1)) return Failure{};
    Value item = vm.Next(iterator);
    if (item.IsFailed()) return Failure{};
    if (item.IsExhausted()) return Done{};
    Value pair[2];
    if (!TRY(PairOf(item, pair))) {
      return vm.TypeError("cannot convert dictionary update sequence element #", at,
                          " to a sequence");
    }
    TRY(DictSet(vm, to, pair[0], pair[1]));
  }
}

// What the arguments give.
Result<Dict*> NamespaceArguments(Vm& vm, const Args& a) {
  if (a.rest_count > 1) {
    return vm.TypeError("SimpleNamespace expected at most 1 argument, got ", a.rest_count);
  }
  Dict* dict = TRY(vm.NewDict());
  if (a.rest_count == 1) {
    Value given = a.rest[0];
    if (IsObjectOf(given, TypeId::kMappingProxy)) given = given.AsObject()->words()[0];
    if (vm.IsInstance(given, TypeId::kDict)) {
      TRY(CopyInto(vm, dict, given.As<Dict>()));
    } else {
      TRY(AddPairs(vm, dict, a.rest[0]));
    }
    TRY(CheckKeys(vm, dict));
  }
  if (!a.keywords.IsUndefined()) TRY(CopyInto(vm, dict, a.keywords.As<Dict>()));
  return dict;
}
Value NamespaceNew(Vm& vm, const Args& a) {
  Dict* dict = TRY(NamespaceArguments(vm, a));
  return NewSimpleNamespace(vm, dict);
}
Value NamespaceInit(Vm& vm, const Args& a) {
  Dict* dict = TRY(NamespaceArguments(vm, a));
  TRY(CopyInto(vm, AsNamespace(a[0])->dict.As<Dict>(), dict));
  return Value::None();
}
constexpr NativeInfo kNamespaceConstructor{"SimpleNamespace(*args, **kwargs)", NamespaceNew,
                                           "A simple attribute-based namespace."};

Value NamespaceReplace(Vm& vm, const Args& a) {
  Dict* dict = TRY(vm.NewDict());
  TRY(CopyInto(vm, dict, AsNamespace(a[0])->dict.As<Dict>()));
  if (!a.keywords.IsUndefined()) TRY(CopyInto(vm, dict, a.keywords.As<Dict>()));
  return NewSimpleNamespace(vm, dict);
}
constexpr NativeInfo kNamespaceMethods[] = {
    {"@wrapper __init__(*args, **kwargs)", NamespaceInit, kInitAnewRow.doc},
    {"__replace__(**changes)", NamespaceReplace,
     "Return a copy of the namespace object with new values for the specified attributes."}};

Value NamespaceDict(Vm&, Value self) { return AsNamespace(self)->dict; }
constexpr AttributeInfo kNamespaceAttributes[] = {{"__dict__", NamespaceDict}};
PYSUB_MEMBERS(Namespace, kNamespaceMethods, kNamespaceAttributes);

Status NamespaceRepr(Vm& vm, Value self, TextBuilder& out) {
  RecursionMark mark(self.AsObject());
  if (mark.entered_before()) {
    out.Append("namespace(...)");
    return out.status();
  }
  out.Append("namespace(");
  Dict* dict = AsNamespace(self)->dict.As<Dict>();
  bool first = true;
  for (uint32_t i = 0; i < dict->used; ++i) {
    if (!vm.Tick(1)) return Failure{};
    const DictEntry& entry = dict->table()[i];
    if (entry.value.IsUndefined() || !Vm::IsStr(entry.key) || Vm::View(entry.key).empty()) continue;
    if (!first) out.Append(", ");
    first = false;
    out.Append(Vm::View(entry.key));
    out.Append('=');
    TRY(vm.Repr(entry.value, out));
  }
  out.Append(')');
  return out.status();
}

Value NamespaceCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (!IsObjectOf(left, TypeId::kSimpleNamespace) || !IsObjectOf(right, TypeId::kSimpleNamespace)) {
    return Value::NotImplemented();
  }
  return vm.Compare(op, AsNamespace(left)->dict, AsNamespace(right)->dict);
}

Value NamespaceGetAttribute(Vm& vm, Value self, Name name) {
  return DictGetStr(vm, AsNamespace(self)->dict.As<Dict>(), name.text);
}

Result<bool> NamespaceSetAttribute(Vm& vm, Value self, Name name, Value value) {
  Dict* dict = AsNamespace(self)->dict.As<Dict>();
  return DictSetAttribute(vm, dict, name, value);
}

// ---- functions

// The generators of a generator function can be awaited from now on.
Value CoroutineDecorator(Vm& vm, const Args& a) {
  static constexpr Name kCall{"__call__", MemberHash("__call__")};
  if (IsObjectOf(a[0], TypeId::kFunction)) {
    Function* function = a[0].As<Function>();
    constexpr uint16_t kKinds = kCodeGenerator | kCodeCoroutine;
    if ((function->code->flags & kKinds) == kCodeGenerator) {
      function->set_flag(kFlagAwaitable, true);
    }
    return a[0];
  }
  Value call = vm.FindAttribute(a[0], kCall);
  if (call.IsFailed()) return call;
  if (call.IsUndefined() && !a[0].IsType()) {
    return vm.TypeError("types.coroutine() expects a callable");
  }
  return a[0];
}

constexpr NativeInfo kFunctions[] = {
    {"@python coroutine(func)", CoroutineDecorator,
     "Convert regular generator function to a coroutine."},
};

Status Init(Vm& vm, Dict* names) {
  struct Row {
    std::string_view name;
    TypeId type;
  };
  static constexpr Row kRows[] = {
      {"AsyncGeneratorType", TypeId::kAsyncGenerator},
      {"BuiltinFunctionType", TypeId::kBuiltinFunction},
      {"BuiltinMethodType", TypeId::kBuiltinFunction},
      {"CellType", TypeId::kCell},
      {"ClassMethodDescriptorType", TypeId::kClassMethodDescriptor},
      {"CodeType", TypeId::kCode},
      {"CoroutineType", TypeId::kCoroutine},
      {"EllipsisType", TypeId::kEllipsis},
      {"FunctionType", TypeId::kFunction},
      {"GeneratorType", TypeId::kGenerator},
      {"GenericAlias", TypeId::kGenericAlias},
      {"GetSetDescriptorType", TypeId::kGetSetDescriptor},
      {"LambdaType", TypeId::kFunction},
      {"MappingProxyType", TypeId::kMappingProxy},
      {"MemberDescriptorType", TypeId::kMemberDescriptor},
      {"MethodDescriptorType", TypeId::kMethodDescriptor},
      {"MethodType", TypeId::kBoundMethod},
      {"MethodWrapperType", TypeId::kMethodWrapper},
      {"ModuleType", TypeId::kModule},
      {"NoneType", TypeId::kNoneType},
      {"NotImplementedType", TypeId::kNotImplemented},
      {"SimpleNamespace", TypeId::kSimpleNamespace},
      {"TracebackType", TypeId::kTraceback},
      {"UnionType", TypeId::kUnion},
      {"WrapperDescriptorType", TypeId::kWrapperDescriptor},
  };
  List* all = TRY(vm.NewList());
  for (const Row& row : kRows) {
    TRY(DictSetStr(vm, names, row.name, Value::Type(row.type)));
    const Value name = vm.Intern(row.name);
    if (name.IsFailed()) return Failure{};
    TRY(ListAppend(vm, all, name));
  }
  const Value coroutine = vm.Intern("coroutine");
  if (coroutine.IsFailed()) return Failure{};
  TRY(ListAppend(vm, all, coroutine));
  return DictSetStr(vm, names, "__all__", Value::Of(all));
}

}  // namespace

Value NewSimpleNamespace(Vm& vm, Dict* dict) {
  NamespaceObject* object = TRY(vm.New<NamespaceObject>(TypeId::kSimpleNamespace));
  object->dict = Value::Of(dict);
  return Value::Of(object);
}

constexpr Schema kSimpleNamespaceSchema{"d"};
extern constexpr TypeInfo kSimpleNamespaceType{.id = TypeId::kSimpleNamespace,
                                               .schema = &kSimpleNamespaceSchema,
                                               .constructor = &kNamespaceConstructor,
                                               .doc = "A simple attribute-based namespace.",
                                               .methods = kNamespaceMethods,
                                               .attributes = kNamespaceAttributes,
                                               .members = kNamespaceMembers,
                                               .may_be_hashed = false,
                                               .has_dict = true,
                                               .copying = Copying::kWords,
                                               .repr = NamespaceRepr,
                                               .compare = NamespaceCompare,
                                               .get_attribute = NamespaceGetAttribute,
                                               .set_attribute = NamespaceSetAttribute};
extern constexpr ModuleInfo kTypesModule{
    .name = "types",
    .doc = "Define names for built-in types that aren't directly accessible as a builtin.",
    .functions = kFunctions,
    .init = Init};

}  // namespace pysub
