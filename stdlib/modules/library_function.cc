#include "stdlib/modules/library_function.h"

#include "stdlib/types/namedtuple.h"
#include "vm/objects/dict.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

using Closure = Value (*)(Vm& vm, LibraryFunction* self, const Args& a);
constexpr Closure kClosures[] = {
#define PYSUB_CLOSURE(name) name##Closure,
    PYSUB_CLOSURES(PYSUB_CLOSURE)
#undef PYSUB_CLOSURE
};

LibraryFunction* AsLibraryFunction(Value v) { return v.As<LibraryFunction>(); }
Value OrNone(Value v) { return v.IsUndefined() ? Value::None() : v; }

template <Value LibraryFunction::*kField>
Value Get(Vm&, Value self) {
  return OrNone(AsLibraryFunction(self)->*kField);
}
template <Value LibraryFunction::*kField>
Status Set(Vm&, Value self, Value value) {
  AsLibraryFunction(self)->*kField = OrNone(value);
  return Done{};
}
template <Value LibraryFunction::*kField>
Status SetText(Vm& vm, Value self, Value value) {
  if (!Vm::IsStr(value)) {
    return vm.TypeError(kField == &LibraryFunction::name ? "__name__" : "__qualname__",
                        " must be set to a string object");
  }
  AsLibraryFunction(self)->*kField = value;
  return Done{};
}
Value GetDict(Vm& vm, Value self) {
  if (AsLibraryFunction(self)->attributes.IsUndefined())
    AsLibraryFunction(self)->attributes = Value::Of(TRY(vm.NewDict()));
  return AsLibraryFunction(self)->attributes;
}
Value GetTypeParams(Vm& vm, Value self) {
  if (!AsLibraryFunction(self)->type_params.IsUndefined())
    return AsLibraryFunction(self)->type_params;
  return vm.NewTuple(std::span<const Value>());
}
Value GetNone(Vm&, Value) { return Value::None(); }
bool IsNamedTupleNew(Value self) {
  return static_cast<ClosureId>(AsLibraryFunction(self)->closure) == ClosureId::kNamedTupleNew;
}
Value GetDefaults(Vm& vm, Value self) {
  return IsNamedTupleNew(self) ? NamedTupleDefaults(vm, AsLibraryFunction(self)->a) : Value::None();
}
Status SetDefaults(Vm& vm, Value self, Value value) {
  if (IsNamedTupleNew(self)) return SetNamedTupleDefaults(vm, AsLibraryFunction(self)->a, value);
  return vm.Raise(TypeId::kAttributeError,
                  "attribute '__defaults__' of 'function' objects is not writable");
}
// The annotations are those of what is wrapped.
constexpr uint32_t kMostWrapped = 1'000'000;
Value GetAnnotations(Vm& vm, Value self) {
  static constexpr Name kName{"__annotations__", MemberHash("__annotations__")};
  if (IsNamedTupleNew(self)) {
    const Value set = AsLibraryFunction(self)->a.As<DynamicType>()->attributes;
    Value own = set.IsUndefined() ? set : TRY(DictGetStr(vm, set.As<Dict>(), kName.text));
    if (!own.IsUndefined()) return own;
  }
  // A program may say what is wrapped: in circles, too.
  Value innermost = self;
  for (uint32_t depth = 0; IsObjectOf(innermost, TypeId::kLibraryFunction) && depth < kMostWrapped;
       ++depth) {
    if (!vm.Tick(1)) return Value::Failed();
    if (AsLibraryFunction(innermost)->annotate.IsUndefined() ||
        AsLibraryFunction(innermost)->attributes.IsUndefined())
      break;
    Value wrapped =
        TRY(DictGetStr(vm, AsLibraryFunction(innermost)->attributes.As<Dict>(), "__wrapped__"));
    if (wrapped.IsUndefined()) break;
    innermost = wrapped;
  }
  if (!IsObjectOf(innermost, TypeId::kLibraryFunction)) return vm.GetAttribute(innermost, kName);
  Dict* empty = TRY(vm.NewDict());
  return Value::Of(empty);
}

constexpr AttributeInfo kAttributes[] = {
    {"__name__", Get<&LibraryFunction::name>, SetText<&LibraryFunction::name>},
    {"__qualname__", Get<&LibraryFunction::qualified_name>,
     SetText<&LibraryFunction::qualified_name>},
    {"__module__", Get<&LibraryFunction::module>, Set<&LibraryFunction::module>},
    {"__doc__", Get<&LibraryFunction::doc>, Set<&LibraryFunction::doc>},
    {"__annotate__", Get<&LibraryFunction::annotate>, Set<&LibraryFunction::annotate>},
    {"__annotations__", GetAnnotations},
    {"__type_params__", GetTypeParams, Set<&LibraryFunction::type_params>},
    {"__dict__", GetDict},
    {"__defaults__", GetDefaults, SetDefaults},
    {"__kwdefaults__", GetNone},
};
PYSUB_MEMBERS(LibraryFunction, kNoMethods, kAttributes);

Value GetAttribute(Vm& vm, Value self, Name name) {
  if (AsLibraryFunction(self)->attributes.IsUndefined()) return Value::Undefined();
  return DictGetStr(vm, AsLibraryFunction(self)->attributes.As<Dict>(), name.text);
}

Result<bool> SetAttribute(Vm& vm, Value self, Name name, Value value) {
  for (const AttributeInfo& attribute : kAttributes) {
    if (attribute.name == name.text) return false;
  }
  Value dict = GetDict(vm, self);
  if (dict.IsFailed()) return Failure{};
  return DictSetAttribute(vm, dict.As<Dict>(), name, value);
}

Status Repr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("<function ");
  TRY(vm.ToStr(AsLibraryFunction(self)->qualified_name, out));
  out.Append(" at 0x");
  TRY(vm.AppendIdentity(self, out));
  out.Append('>');
  return out.status();
}

Value Call(Vm& vm, Value self, const Args& a) {
  DepthGuard guard(vm);  // natives that call natives nest in C++
  if (!guard.ok()) return vm.TooDeep("");
  return kClosures[AsLibraryFunction(self)->closure](vm, AsLibraryFunction(self), a);
}

}  // namespace

Value NewLibraryFunction(Vm& vm, ClosureId closure, std::string_view module,
                         std::string_view qualified_name, Value a, Value b, Value c) {
  LibraryFunction* function = TRY(vm.New<LibraryFunction>(TypeId::kLibraryFunction));
  function->closure = static_cast<RawWord>(closure);
  function->a = a;
  function->b = b;
  function->c = c;
  function->qualified_name = TRY(vm.Intern(qualified_name));
  function->name = TRY(vm.Intern(qualified_name.substr(qualified_name.rfind('.') + 1)));
  function->module = TRY(vm.Intern(module));
  return Value::Of(function);
}

Value AnnotationsNotComputed(Vm& vm) {
  vm.DropPushedNativeFrame();
  return vm.TypeError("__annotations__ have to be read once before they can be used here");
}

Status CopyAttribute(Vm& vm, Value wrapper, Value wrapped, std::string_view text) {
  Name name{text, MemberHash(text)};
  Value value = vm.FindAttribute(wrapped, name);
  if (value.IsUndefined()) return Done{};
  if (value.IsFailed()) {
    if (!vm.PendingIs(TypeId::kAttributeError)) return Failure{};
    static_cast<void>(vm.TakeException());
    return Done{};
  }
  if (value.IsCallPending()) {
    static_cast<void>(AnnotationsNotComputed(vm));
    return Failure{};
  }
  Value set = vm.SetAttribute(wrapper, name, value);
  if (set.IsFailed()) return Failure{};
  return Done{};
}

Value CopyFunctionAttributes(Vm& vm, Value wrapper, Value wrapped) {
  static constexpr std::string_view kAssigned[] = {"__module__", "__name__",     "__qualname__",
                                                   "__doc__",    "__annotate__", "__type_params__"};
  static constexpr Name kDict{"__dict__", MemberHash("__dict__")};
  static constexpr Name kWrapped{"__wrapped__", MemberHash("__wrapped__")};
  for (std::string_view name : kAssigned) TRY(CopyAttribute(vm, wrapper, wrapped, name));
  Value from = TRY(vm.FindAttribute(wrapped, kDict));
  Value to = TRY(vm.GetAttribute(wrapper, kDict));
  if (IsObjectOf(from, TypeId::kDict) && IsObjectOf(to, TypeId::kDict)) {
    for (uint32_t i = 0; i < from.As<Dict>()->used; ++i) {
      DictEntry entry = from.As<Dict>()->table()[i];
      if (!entry.value.IsUndefined()) TRY(DictSet(vm, to.As<Dict>(), entry.key, entry.value));
    }
  }
  TRY(vm.SetAttribute(wrapper, kWrapped, wrapped));
  return wrapper;
}

Value CallMethod(Vm& vm, Value object, std::string_view name, std::initializer_list<Value> args) {
  Value method = TRY(vm.GetAttribute(object, {name, MemberHash(name)}));
  return vm.Call(method, args);
}

// What the closures take for granted of what they hold.
static bool CheckLibraryFunction(Vm&, Object* object) {
  LibraryFunction* function = static_cast<LibraryFunction*>(object);
  if (function->closure >= std::size(kClosures)) return false;
  switch (static_cast<ClosureId>(function->closure)) {
    case ClosureId::kContextManager:
    case ClosureId::kAsyncContextManager:
    case ClosureId::kContextDecorated:
    case ClosureId::kAsyncContextDecorated: return true;
    case ClosureId::kCacheDecorator:
      return (function->a.IsNone() || Vm::IsInt(function->a)) && function->b.IsBool();
    case ClosureId::kSingleDispatch:
      return IsObjectOf(function->a, TypeId::kDict) && Vm::IsStr(function->b);
    case ClosureId::kSingleDispatchRegister:
    case ClosureId::kSingleDispatchDecorator:
    case ClosureId::kSingleDispatchLookUp:
    case ClosureId::kSingleDispatchClearCache: return IsObjectOf(function->a, TypeId::kDict);
    case ClosureId::kNamedTupleNew: return IsObjectOf(function->a, TypeId::kDynamicType);
  }
  return false;
}
constexpr Schema kLibraryFunctionSchema{"# s s v v v v d? v v v", CheckLibraryFunction};
extern constexpr TypeInfo kLibraryFunctionType{.id = TypeId::kLibraryFunction,
                                               .schema = &kLibraryFunctionSchema,
                                               .attributes = kAttributes,
                                               .members = kLibraryFunctionMembers,
                                               .has_dict = true,
                                               .repr = Repr,
                                               .call = Call,
                                               .get_attribute = GetAttribute,
                                               .set_attribute = SetAttribute};

}  // namespace pysub
