// typing, types and the objects of type syntax: generic aliases, unions, type variables, type aliases.
// Everything is inert: it prints as CPython's, compares, combines with `|`, and checks nothing.

#include <algorithm>
#include <string>

#include "stdlib/modules/abstract_types.h"
#include "stdlib/modules/generic_alias.h"
#include "stdlib/operations.h"
#include "stdlib/types/namedtuple.h"
#include "vm/vm.h"
#include "vm/shape.h"

namespace pysub {

namespace {

// The alias is what *list[int] stands for.
constexpr ObjectFlags kFlagUnpacked = kFlagA;
struct GenericAliasObject : Object {
  Value origin;  // a type or a special form
  Value args;    // tuple
};
struct UnionObject : Object {
  Value args;  // tuple, flat, each once
};
struct SpecialFormObject : Object {
  Value name;    // "List"
  Value origin;  // the type it stands for, or Undefined
};
struct TypeAliasObject : Object {
  Value name, params, thunk, value;
};
struct TypeVariableObject : Object {
  Value name, bound, constraints, default_value, marker;  // marker: "~", "+", "-", "" as printed
};

bool Is(Value v, TypeId type) { return IsObjectOf(v, type); }

// What may stand in a union or a subscript.
bool IsTypeLike(Value v) {
  return v.IsType() || v.IsNone() || Is(v, TypeId::kGenericAlias) || Is(v, TypeId::kUnion) ||
         Is(v, TypeId::kSpecialForm) || Is(v, TypeId::kTypeAliasType) || Is(v, TypeId::kTypeVar) ||
         Is(v, TypeId::kParamSpec) || Is(v, TypeId::kTypeVarTuple) || Is(v, TypeId::kDynamicType) ||
         Is(v, TypeId::kAbstractType);
}

// How a type is written inside another: int, None, typing.Any, 'forward'.
Status WriteType(Vm& vm, Value v, TextBuilder& out) {
  if (v.IsType()) {
    if (v.AsType() == TypeId::kNoneType) {
      out.Append("None");
      return out.status();
    }
    if (Vm::ModuleOf(v.AsType()) != "builtins" &&
        Vm::NameOf(v.AsType()).find('.') == std::string_view::npos) {
      out.Append(Vm::ModuleOf(v.AsType()));
      out.Append('.');
    }
    out.Append(Vm::NameOf(v.AsType()));
    return out.status();
  }
  if (Is(v, TypeId::kAbstractType)) {
    out.Append(AbstractInfo(v).module);
    out.Append('.');
    out.Append(AbstractInfo(v).name);
    return out.status();
  }
  if (Is(v, TypeId::kDynamicType)) {
    TRY(vm.ToStr(v.As<DynamicType>()->module, out));
    out.Append('.');
    return vm.ToStr(v.As<DynamicType>()->name, out);
  }
  if (v == Value::Ellipsis()) {
    out.Append("...");
    return out.status();
  }
  if (Is(v, TypeId::kList)) {
    out.Append('[');
    List* list = v.As<List>();
    for (uint32_t i = 0; i < list->size; ++i) {
      if (i > 0) out.Append(", ");
      TRY(WriteType(vm, list->items()[i], out));
    }
    out.Append(']');
    return out.status();
  }
  return vm.Repr(v, out);
}

// ---- generic aliases

Value NewAlias(Vm& vm, Value origin, Value key) {
  Value args = Is(key, TypeId::kTuple) ? key : TRY(vm.NewTuple({key}));
  GenericAliasObject* alias = TRY(vm.New<GenericAliasObject>(TypeId::kGenericAlias));
  alias->origin = origin;
  alias->args = args;
  return Value::Of(alias);
}

GenericAliasObject* A(Value v) { return v.As<GenericAliasObject>(); }

Status AliasRepr(Vm& vm, Value self, TextBuilder& out) {
  if (self.AsObject()->flag(kFlagUnpacked)) out.Append('*');
  TRY(WriteType(vm, A(self)->origin, out));
  out.Append('[');
  Tuple* args = A(self)->args.As<Tuple>();
  for (uint32_t i = 0; i < args->count; ++i) {
    if (i > 0) out.Append(", ");
    TRY(WriteType(vm, args->items()[i], out));
  }
  if (args->count == 0) out.Append("()");
  out.Append(']');
  return out.status();
}

Value AliasOrigin(Vm&, Value self) {
  Value origin = A(self)->origin;
  if (Is(origin, TypeId::kSpecialForm) && !origin.As<SpecialFormObject>()->origin.IsUndefined()) {
    return origin.As<SpecialFormObject>()->origin;
  }
  return origin;
}
Value AliasArgs(Vm&, Value self) { return A(self)->args; }

// The type variables among the arguments, each once.
Value ParametersOf(Vm& vm, Value args_value) {
  std::vector<Value> found;
  Tuple* args = args_value.As<Tuple>();
  for (uint32_t i = 0; i < args->count; ++i) {
    Value item = args->items()[i];
    auto add = [&](Value v) {
      if (std::find(found.begin(), found.end(), v) == found.end()) found.push_back(v);
    };
    if (Is(item, TypeId::kTypeVar) || Is(item, TypeId::kParamSpec) || Is(item, TypeId::kTypeVarTuple)) {
      add(item);
    } else if (Is(item, TypeId::kGenericAlias)) {
      Value inner = TRY(ParametersOf(vm, A(item)->args));
      for (uint32_t k = 0; k < inner.As<Tuple>()->count; ++k) add(inner.As<Tuple>()->items()[k]);
    }
  }
  return vm.NewTuple(found);
}
Value AliasParameters(Vm& vm, Value self) { return ParametersOf(vm, A(self)->args); }

Value AliasCall(Vm& vm, Value self, const Args& a) {
  Value origin = AliasOrigin(vm, self);
  return vm.CallWithKeywords(origin, std::span<const Value>(a.rest, a.rest_count), a.keywords);
}

Value AliasCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (op != CompareOp::kEq && op != CompareOp::kNe) return Value::NotImplemented();
  if (!Is(left, TypeId::kGenericAlias) || !Is(right, TypeId::kGenericAlias)) {
    return Value::NotImplemented();
  }
  bool same = A(left)->origin == A(right)->origin && TRY(vm.Equal(A(left)->args, A(right)->args));
  return Value::Bool(same == (op == CompareOp::kEq));
}
Result<int64_t> AliasHash(Vm& vm, Value self) { return vm.Hash(A(self)->args); }

Value AliasNew(Vm& vm, const Args& a) { return NewAlias(vm, a[1], a[2]); }
constexpr NativeInfo kAliasConstructor{"GenericAlias(origin, args, /)", AliasNew,
                                       "Represent a PEP 585 generic type"};

Failure NotGeneric(Vm& vm, Value self) {
  TextBuilder repr(vm);
  TRY(vm.Repr(self, repr));
  return vm.TypeError(repr.view(), " is not a generic class");
}
Value AliasGetItem(Vm& vm, Value self, Value key) {
  Value parameters = TRY(AliasParameters(vm, self));
  if (parameters.As<Tuple>()->count == 0) return NotGeneric(vm, self);
  return NewAlias(vm, A(self)->origin, key);
}

// One item: itself, unpacked.
Value AliasIter(Vm& vm, Value self) {
  GenericAliasObject* unpacked = TRY(vm.New<GenericAliasObject>(TypeId::kGenericAlias));
  unpacked->origin = A(self)->origin;
  unpacked->args = A(self)->args;
  unpacked->set_flag(kFlagUnpacked, true);
  return vm.GetIter(TRY(vm.NewTuple({Value::Of(unpacked)})));
}

// Everything else is the origin's: list[int].append.
Value AliasGetAttribute(Vm& vm, Value self, Name name) {
  if (name.text.starts_with("__") && name.text != "__name__" && name.text != "__qualname__" &&
      name.text != "__module__" && name.text != "__doc__") {
    return Value::Undefined();
  }
  return vm.GetAttribute(AliasOrigin(vm, self), name);
}

Value AliasBinary(Vm& vm, BinaryOp op, Value left, Value right, bool) {
  return op == BinaryOp::kOr ? MakeUnion(vm, left, right) : Value::NotImplemented();
}

constexpr AttributeInfo kAliasAttributes[] = {
    {"__origin__", AliasOrigin}, {"__args__", AliasArgs}, {"__parameters__", AliasParameters}};
PYSUB_MEMBERS(GenericAlias, kNoMethods, kAliasAttributes);

// ---- unions

UnionObject* U(Value v) { return v.As<UnionObject>(); }
Value UnionGetItem(Vm& vm, Value self, Value) { return NotGeneric(vm, self); }

Status UnionRepr(Vm& vm, Value self, TextBuilder& out) {
  Tuple* args = U(self)->args.As<Tuple>();
  for (uint32_t i = 0; i < args->count; ++i) {
    if (i > 0) out.Append(" | ");
    TRY(WriteType(vm, args->items()[i], out));
  }
  return out.status();
}
Value UnionArgs(Vm&, Value self) { return U(self)->args; }
Value UnionOrigin(Vm&, Value) { return Value::Type(TypeId::kUnion); }
Value UnionParameters(Vm& vm, Value self) { return ParametersOf(vm, U(self)->args); }

Value UnionCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (op != CompareOp::kEq && op != CompareOp::kNe) return Value::NotImplemented();
  if (!Is(left, TypeId::kUnion) || !Is(right, TypeId::kUnion)) return Value::NotImplemented();
  // The order does not matter.
  Tuple* a = U(left)->args.As<Tuple>();
  Tuple* b = U(right)->args.As<Tuple>();
  bool same = a->count == b->count;
  for (uint32_t i = 0; same && i < a->count; ++i) {
    bool found = false;
    for (uint32_t k = 0; !found && k < b->count; ++k) {
      found = TRY(vm.Equal(a->items()[i], b->items()[k]));
    }
    same = found;
  }
  return Value::Bool(same == (op == CompareOp::kEq));
}
Result<int64_t> UnionHash(Vm& vm, Value self) {
  int64_t hash = 0;
  Tuple* args = U(self)->args.As<Tuple>();
  for (uint32_t i = 0; i < args->count; ++i) hash ^= TRY(vm.Hash(args->items()[i]));
  return hash == -1 ? -2 : hash;
}

Result<bool> UnionCheck(Vm& vm, Value self, Value object, TypeId type, bool subclass) {
  Tuple* args = U(self)->args.As<Tuple>();
  if (!vm.Tick(args->count / 8)) return Failure{};
  for (uint32_t i = 0; i < args->count; ++i) {
    Value item = args->items()[i];
    if (item.IsType()) {
      if (Vm::IsSubtype(type, item.AsType())) return true;
    } else if (vm.InfoOf(item).instance_check != nullptr) {
      if (TRY(vm.InfoOf(item).instance_check(vm, item, object, type, subclass))) return true;
    } else {
      return vm.TypeError(subclass ? "issubclass()" : "isinstance()",
                          " argument 2 cannot be a parameterized generic");
    }
  }
  return false;
}
Result<bool> AliasCheck(Vm& vm, Value, Value, TypeId, bool subclass) {
  return vm.TypeError(subclass ? "issubclass()" : "isinstance()",
                      " argument 2 cannot be a parameterized generic");
}

constexpr AttributeInfo kUnionAttributes[] = {
    {"__args__", UnionArgs}, {"__origin__", UnionOrigin}, {"__parameters__", UnionParameters}};
PYSUB_MEMBERS(Union, kNoMethods, kUnionAttributes);

// ---- special forms of typing

SpecialFormObject* S(Value v) { return v.As<SpecialFormObject>(); }

Status FormRepr(Vm&, Value self, TextBuilder& out) {
  out.Append("typing.");
  out.Append(Vm::View(S(self)->name));
  return out.status();
}
Value FormName(Vm&, Value self) { return S(self)->name; }
Value FormModule(Vm& vm, Value) { return vm.Intern("typing"); }
Value FormOrigin(Vm& vm, Value self) {
  if (S(self)->origin.IsUndefined()) return vm.RaiseAttributeError(self, "__origin__");
  return S(self)->origin;
}
constexpr AttributeInfo kFormAttributes[] = {
    {"__name__", FormName}, {"_name", FormName}, {"__module__", FormModule}, {"__origin__", FormOrigin}};
PYSUB_MEMBERS(SpecialForm, kNoMethods, kFormAttributes);

Value FormGetItem(Vm& vm, Value self, Value key) {
  std::string_view name = Vm::View(S(self)->name);
  if (name == "Optional") return MakeUnion(vm, key, Value::None());
  if (name == "Any" || name == "NoReturn" || name == "Never" || name == "Self" || name == "LiteralString") {
    return vm.TypeError("typing.", name, " is not subscriptable");
  }
  return NewAlias(vm, self, key);
}
Value FormCall(Vm& vm, Value self, const Args& a) {
  if (!S(self)->origin.IsUndefined()) {
    return vm.TypeError("Type ", Vm::View(S(self)->name), " cannot be instantiated; use ",
                        Vm::NameOf(S(self)->origin.AsType()), "() instead");
  }
  static_cast<void>(a);
  return vm.TypeError("Cannot instantiate typing.", Vm::View(S(self)->name));
}
Value FormBinary(Vm& vm, BinaryOp op, Value left, Value right, bool) {
  return op == BinaryOp::kOr ? MakeUnion(vm, left, right) : Value::NotImplemented();
}

// ---- type variables and type aliases

TypeVariableObject* T(Value v) { return v.As<TypeVariableObject>(); }

Status VariableRepr(Vm& vm, Value self, TextBuilder& out) {
  TRY(vm.ToStr(T(self)->marker, out));
  return vm.ToStr(T(self)->name, out);
}
Value VariableName(Vm&, Value self) { return T(self)->name; }
Value Lazily(Vm& vm, Value* slot) {
  if (slot->IsUndefined()) return Value::None();
  if (Is(*slot, TypeId::kFunction)) return vm.Call(*slot, {Value::SmallInt(1)});
  return *slot;
}
Value VariableBound(Vm& vm, Value self) { return Lazily(vm, &T(self)->bound); }
Value VariableConstraints(Vm& vm, Value self) {
  if (T(self)->constraints.IsUndefined()) return vm.NewTuple(std::span<const Value>());
  return Lazily(vm, &T(self)->constraints);
}
Value VariableDefault(Vm& vm, Value self) { return Lazily(vm, &T(self)->default_value); }
Value VariableModule(Vm& vm, Value) { return vm.Intern("__main__"); }
Value VariableFalse(Vm&, Value) { return Value::False(); }
constexpr AttributeInfo kVariableAttributes[] = {
    {"__name__", VariableName},           {"__bound__", VariableBound},
    {"__constraints__", VariableConstraints}, {"__default__", VariableDefault},
    {"__module__", VariableModule},       {"__covariant__", VariableFalse},
    {"__contravariant__", VariableFalse}, {"__infer_variance__", VariableFalse}};
PYSUB_MEMBERS(TypeVar, kNoMethods, kVariableAttributes);

Value NewVariable(Vm& vm, TypeId type, Value name, std::string_view marker) {
  TypeVariableObject* variable = TRY(vm.New<TypeVariableObject>(type));
  variable->name = name;
  variable->marker = TRY(vm.Intern(marker));
  return Value::Of(variable);
}

template <TypeId kType>
Value VariableNew(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1])) {
    return vm.TypeError(Vm::NameOf(kType), "() argument 'name' must be str, not ", vm.TypeName(a[1]));
  }
  Value made = TRY(NewVariable(vm, kType, a[1], kType == TypeId::kTypeVarTuple ? "" : "~"));
  if (a.rest_count == 1) return vm.TypeError("A single constraint is not allowed");
  if (a.rest_count > 1) {
    T(made)->constraints = TRY(vm.NewTuple(std::span<const Value>(a.rest, a.rest_count)));
  }
  if (a.has(2) && !a[2].IsNone()) T(made)->bound = a[2];
  return made;
}
constexpr NativeInfo kTypeVarConstructor{
    "TypeVar(name, *constraints, bound=None, default=None, covariant=False, contravariant=False, infer_variance=False)",
    VariableNew<TypeId::kTypeVar>, "Type variable."};
constexpr NativeInfo kParamSpecConstructor{
    "ParamSpec(name, *, bound=None, default=None, covariant=False, contravariant=False, infer_variance=False)",
    VariableNew<TypeId::kParamSpec>, "Parameter specification variable."};
constexpr NativeInfo kTypeVarTupleConstructor{"TypeVarTuple(name, *, default=None)",
                                              VariableNew<TypeId::kTypeVarTuple>,
                                              "Type variable tuple."};

TypeAliasObject* L(Value v) { return v.As<TypeAliasObject>(); }
Status TypeAliasRepr(Vm& vm, Value self, TextBuilder& out) { return vm.ToStr(L(self)->name, out); }
Value TypeAliasName(Vm&, Value self) { return L(self)->name; }
Value TypeAliasParams(Vm& vm, Value self) {
  if (L(self)->params.IsUndefined()) return vm.NewTuple(std::span<const Value>());
  return L(self)->params;
}
Value TypeAliasValue(Vm& vm, Value self) {
  if (!L(self)->value.IsUndefined()) return L(self)->value;
  return vm.PushTask(StepId::kTypeAliasValue, {self});
}
constexpr AttributeInfo kTypeAliasAttributes[] = {{"__name__", TypeAliasName},
                                                  {"__type_params__", TypeAliasParams},
                                                  {"__parameters__", TypeAliasParams},
                                                  {"__value__", TypeAliasValue},
                                                  {"__module__", VariableModule}};
PYSUB_MEMBERS(TypeAliasType, kNoMethods, kTypeAliasAttributes);
Value TypeAliasGetItem(Vm& vm, Value self, Value key) {
  if (L(self)->params.IsUndefined()) {
    return vm.TypeError("Only generic type aliases are subscriptable");
  }
  return NewAlias(vm, self, key);
}

// ---- functions of typing

Value Cast(Vm&, const Args& a) { return a[1]; }
Value Identity(Vm&, const Args& a) { return a[0]; }
Value GetOrigin(Vm& vm, const Args& a) {
  if (Is(a[0], TypeId::kGenericAlias)) return AliasOrigin(vm, a[0]);
  if (Is(a[0], TypeId::kUnion)) return Value::Type(TypeId::kUnion);
  return Value::None();
}
Value GetArgs(Vm& vm, const Args& a) {
  if (Is(a[0], TypeId::kGenericAlias)) return A(a[0])->args;
  if (Is(a[0], TypeId::kUnion)) return U(a[0])->args;
  return vm.NewTuple(std::span<const Value>());
}
Value GetTypeHints(Vm& vm, const Args& a) {
  static constexpr Name kName{"__annotations__", MemberHash("__annotations__")};
  return vm.GetAttribute(a[0], kName);
}
Value RevealType(Vm& vm, const Args& a) {
  TextBuilder out(vm);
  out.Append("Runtime type is '");
  out.Append(vm.TypeName(a[0]));
  out.Append("'\n");
  TRY(vm.Write(2, out.view()));
  return a[0];
}
Value AssertNever(Vm& vm, const Args& a) {
  TextBuilder out(vm);
  TRY(vm.Repr(a[0], out));
  return vm.Raise(TypeId::kAssertionError, "Expected code to be unreachable, but got: ", out.view());
}

constexpr NativeInfo kTypingFunctions[] = {
    {"@python assert_never(arg, /)", AssertNever, "Statically assert that a line of code is unreachable."},
    {"@python assert_type(val, typ, /)", Identity, "Ask a static type checker to confirm that the value is of the given type."},
    {"@python cast(typ, val)", Cast, "Cast a value to a type."},
    {"@python final(f)", Identity, "Decorator to indicate final methods and final classes."},
    {"@python get_args(tp)", GetArgs, "Get type arguments with all substitutions performed."},
    {"@python get_origin(tp)", GetOrigin, "Get the unsubscripted version of a type."},
    {"@python get_type_hints(obj, globalns=None, localns=None, include_extras=False)", GetTypeHints,
     "Return type hints for an object."},
    {"@python no_type_check(arg)", Identity, "Decorator to indicate that annotations are not type hints."},
    {"@python overload(func)", Identity, "Decorator for overloaded functions/methods."},
    {"@python override(method, /)", Identity, "Indicate that a method is intended to override a method in a base class."},
    {"@python reveal_type(obj, /)", RevealType, "Ask a static type checker to reveal the inferred type of an expression."},
    {"@python runtime_checkable(cls)", Identity, "Mark a protocol class as a runtime protocol."},
};

struct Form {
  std::string_view name;
  TypeId origin = TypeId::kObject;  // kObject: none
};
constexpr Form kForms[] = {
    {"Any"}, {"AnyStr"}, {"Annotated"}, {"Callable", TypeId::kFunction}, {"ClassVar"}, {"Concatenate"},
    {"Final"}, {"Generic"}, {"Literal"}, {"LiteralString"}, {"Never"}, {"NoReturn"}, {"NotRequired"},
    {"Optional"}, {"Protocol"}, {"ReadOnly"}, {"Required"}, {"Self"}, {"TypeAlias"}, {"TypeGuard"},
    {"TypeIs"}, {"Unpack"}, {"List", TypeId::kList}, {"Dict", TypeId::kDict}, {"Set", TypeId::kSet},
    {"FrozenSet", TypeId::kFrozenSet}, {"Tuple", TypeId::kTuple}, {"Type", TypeId::kType},
    {"Iterable"}, {"Iterator"}, {"Generator", TypeId::kGenerator}, {"Sequence"}, {"MutableSequence"},
    {"Mapping"}, {"MutableMapping"}, {"AbstractSet"}, {"MutableSet"}, {"Collection"}, {"Container"},
    {"Sized"}, {"Hashable"}, {"Reversible"}, {"Awaitable"}, {"Coroutine", TypeId::kCoroutine},
    {"AsyncIterable"}, {"AsyncIterator"}, {"AsyncGenerator", TypeId::kAsyncGenerator}, {"KeysView"},
    {"ValuesView"}, {"ItemsView"}, {"DefaultDict"}, {"OrderedDict"}, {"Counter"}, {"ChainMap"},
    {"Deque"}, {"IO"}, {"TextIO"}, {"BinaryIO"}, {"Pattern"}, {"Match"}, {"SupportsInt"},
    {"SupportsFloat"}, {"SupportsComplex"}, {"SupportsBytes"}, {"SupportsIndex"}, {"SupportsAbs"},
    {"SupportsRound"}, {"ContextManager"}, {"AsyncContextManager"},
};

Status TypingInit(Vm& vm, Dict* names) {
  for (const Form& form : kForms) {
    SpecialFormObject* object = TRY(vm.New<SpecialFormObject>(TypeId::kSpecialForm));
    object->name = vm.Intern(form.name);
    if (object->name.IsFailed()) return Failure{};
    if (form.origin != TypeId::kObject) object->origin = Value::Type(form.origin);
    TRY(vm.DictSetStr(names, form.name, Value::Of(object)));
  }
  TRY(vm.DictSetStr(names, "TYPE_CHECKING", Value::False()));
  TRY(vm.DictSetStr(names, "Text", Value::Type(TypeId::kStr)));
  TRY(vm.DictSetStr(names, "Union", Value::Type(TypeId::kUnion)));
  TRY(vm.DictSetStr(names, "TypeVar", Value::Type(TypeId::kTypeVar)));
  TRY(vm.DictSetStr(names, "ParamSpec", Value::Type(TypeId::kParamSpec)));
  TRY(vm.DictSetStr(names, "TypeVarTuple", Value::Type(TypeId::kTypeVarTuple)));
  return vm.DictSetStr(names, "TypeAliasType", Value::Type(TypeId::kTypeAliasType));
}

}  // namespace

Value NewGenericAlias(Vm& vm, Value origin, Value key) { return NewAlias(vm, origin, key); }

Value TypeAliasValueStep(Vm& vm, Task& task, Value in) {
  switch (task.state) {
    case 0:
      PYSUB_AWAIT(1, vm.Call(L(task.slots[0])->thunk, {Value::SmallInt(1)}));
      L(task.slots[0])->value = in;
      return in;
  }
  return Value::None();
}

Value MakeUnion(Vm& vm, Value left, Value right) {
  if (!IsTypeLike(left) || !IsTypeLike(right)) return Value::NotImplemented();
  if (left.IsNone() && right.IsNone()) return Value::NotImplemented();
  std::vector<Value> items;
  auto add = [&](Value v) -> Status {
    if (v.IsNone()) v = Value::Type(TypeId::kNoneType);
    for (Value there : items) {
      if (TRY(vm.Equal(there, v))) return Done{};
    }
    items.push_back(v);
    return Done{};
  };
  for (Value side : {left, right}) {
    if (!Is(side, TypeId::kUnion)) {
      TRY(add(side));
      continue;
    }
    Tuple* args = U(side)->args.As<Tuple>();
    for (uint32_t i = 0; i < args->count; ++i) TRY(add(args->items()[i]));
  }
  if (items.size() == 1) return items[0];
  Value args = TRY(vm.NewTuple(items));
  UnionObject* result = TRY(vm.New<UnionObject>(TypeId::kUnion));
  result->args = args;
  return Value::Of(result);
}

// int[...]: which builtin types take subscripts.
Value SubscriptType(Vm& vm, Value type, Value key) {
  switch (type.AsType()) {
    case TypeId::kList:
    case TypeId::kTuple:
    case TypeId::kDict:
    case TypeId::kSet:
    case TypeId::kFrozenSet:
    case TypeId::kType:
    case TypeId::kEnumerate:
    case TypeId::kGenerator:
    case TypeId::kCoroutine:
    case TypeId::kAsyncGenerator:
    case TypeId::kBaseExceptionGroup:
    case TypeId::kExceptionGroup:
    case TypeId::kSlice:
    case TypeId::kMemoryView:
    case TypeId::kCounter:
    case TypeId::kDefaultDict:
    case TypeId::kOrderedDict:
    case TypeId::kDeque:
    case TypeId::kChainMap:
    case TypeId::kChain:
    case TypeId::kPartial:
    case TypeId::kTopologicalSorter:
    case TypeId::kSequenceMatcher:
      return NewAlias(vm, type, key);
    case TypeId::kUnion: {
      if (!Is(key, TypeId::kTuple)) return key;
      Tuple* tuple = key.As<Tuple>();
      if (tuple->count == 0) return vm.TypeError("Cannot take a Union of no types.");
      Value result = tuple->items()[0];
      for (uint32_t i = 1; i < tuple->count; ++i) result = TRY(MakeUnion(vm, result, tuple->items()[i]));
      return result;
    }
    default:
      return vm.TypeError("type '", Vm::NameOf(type.AsType()), "' is not subscriptable");
  }
}

Value MakeTypeAlias(Vm& vm, uint32_t name_index, Value params, Value thunk) {
  TypeAliasObject* alias = TRY(vm.New<TypeAliasObject>(TypeId::kTypeAliasType));
  alias->name = vm.CurrentPythonFrame()->unit->names[name_index];
  alias->params = params;
  alias->thunk = thunk;
  return Value::Of(alias);
}

Value MakeTypeVariable(Vm& vm, uint32_t name_index, uint32_t kind, Value bound, Value default_value,
                       bool tuple) {
  static constexpr TypeId kTypes[] = {TypeId::kTypeVar, TypeId::kTypeVarTuple, TypeId::kParamSpec};
  Value made = TRY(
      NewVariable(vm, kTypes[kind], vm.CurrentPythonFrame()->unit->names[name_index], ""));
  if (tuple) {
    T(made)->constraints = bound;
  } else {
    T(made)->bound = bound;
  }
  T(made)->default_value = default_value;
  return made;
}

constexpr Shape kGenericAliasShape{"V t"};
extern constexpr TypeInfo kGenericAliasType{.id = TypeId::kGenericAlias,
                                            .shape = &kGenericAliasShape,
                                            .constructor = &kAliasConstructor,
                                            .attributes = kAliasAttributes,
                                            .members = kGenericAliasMembers,
                                            .operators = OperatorSet("or ror"),
                                            .repr = AliasRepr,
                                            .hash = AliasHash,
                                            .compare = AliasCompare,
                                            .get_item = AliasGetItem,
                                            .iter = AliasIter,
                                            .binary = AliasBinary,
                                            .call = AliasCall,
                                            .instance_check = AliasCheck,
                                            .get_attribute = AliasGetAttribute};
constexpr Shape kUnionShape{"t"};
extern constexpr TypeInfo kUnionType{.id = TypeId::kUnion,
                                     .shape = &kUnionShape,
                                     .attributes = kUnionAttributes,
                                     .members = kUnionMembers,
                                     .operators = OperatorSet("or ror"),
                                     .repr = UnionRepr,
                                     .hash = UnionHash,
                                     .compare = UnionCompare,
                                     .get_item = UnionGetItem,
                                     .binary = AliasBinary,
                                     .instance_check = UnionCheck};
constexpr Shape kSpecialFormShape{"s v"};
extern constexpr TypeInfo kSpecialFormType{.id = TypeId::kSpecialForm,
    .shape = &kSpecialFormShape,
                                           .attributes = kFormAttributes,
                                           .members = kSpecialFormMembers,
                                           .repr = FormRepr,
                                           .get_item = FormGetItem,
                                           .binary = FormBinary,
                                           .call = FormCall};
constexpr Shape kTypeVarShape{"v v v v v"};
extern constexpr TypeInfo kTypeVarType{.id = TypeId::kTypeVar,
    .shape = &kTypeVarShape,
                                       .constructor = &kTypeVarConstructor,
                                       .attributes = kVariableAttributes,
                                       .members = kTypeVarMembers,
                                       .repr = VariableRepr,
                                       .binary = AliasBinary};
constexpr Shape kParamSpecShape{"v v v v v"};
extern constexpr TypeInfo kParamSpecType{.id = TypeId::kParamSpec,
    .shape = &kParamSpecShape,
                                         .constructor = &kParamSpecConstructor,
                                         .attributes = kVariableAttributes,
                                         .members = kTypeVarMembers,
                                         .repr = VariableRepr,
                                         .binary = AliasBinary};
constexpr Shape kTypeVarTupleShape{"v v v v v"};
extern constexpr TypeInfo kTypeVarTupleType{.id = TypeId::kTypeVarTuple,
    .shape = &kTypeVarTupleShape,
                                            .constructor = &kTypeVarTupleConstructor,
                                            .attributes = kVariableAttributes,
                                            .members = kTypeVarMembers,
                                            .repr = VariableRepr};
constexpr Shape kTypeAliasTypeShape{"s v v v"};
extern constexpr TypeInfo kTypeAliasTypeType{.id = TypeId::kTypeAliasType,
    .shape = &kTypeAliasTypeShape,
                                             .attributes = kTypeAliasAttributes,
                                             .members = kTypeAliasTypeMembers,
                                             .repr = TypeAliasRepr,
                                             .get_item = TypeAliasGetItem,
                                             .binary = AliasBinary};
extern constexpr ModuleInfo kTypingModule{
    .name = "typing", .doc = "The typing module: Support for gradual typing as defined by PEP 484.",
    .functions = kTypingFunctions, .init = TypingInit};

}  // namespace pysub
