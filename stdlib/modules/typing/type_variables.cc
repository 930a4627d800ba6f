// Type variables, parameter specifications, type aliases: of typing and of the syntax of type
// parameters.

#include "stdlib/modules/typing/generic_alias.h"
#include "stdlib/modules/typing/typing.h"
#include "stdlib/operations.h"
#include "vm/imports.h"
#include "vm/objects/dict.h"
#include "vm/slot_methods.h"
#include "vm/snapshot/schema.h"

namespace pysub {

namespace {

// `type X = ...` (PEP 695): the value is computed when somebody asks for it.
struct TypeAliasObject : Object {
  Value name, params, thunk, value;
};
// TypeVar, ParamSpec and TypeVarTuple. Nothing is checked when the program runs.
struct TypeVariableObject : Object {
  Value name, bound, constraints, default_value, marker;  // marker: "~", "+", "-", "" as printed
};
// P.args and P.kwargs
struct ParameterPartObject : Object {
  Value origin;
};

bool Is(Value v, TypeId type) { return IsObjectOf(v, type); }
TypeVariableObject* AsTypeVariable(Value v) { return v.As<TypeVariableObject>(); }
TypeAliasObject* AsTypeAlias(Value v) { return v.As<TypeAliasObject>(); }

Value EitherBinary(Vm& vm, BinaryOp op, Value left, Value right, bool) {
  return op == BinaryOp::kOr ? MakeUnion(vm, left, right) : Value::NotImplemented();
}

// ---- type variables

Status VariableRepr(Vm& vm, Value self, TextBuilder& out) {
  TRY(vm.ToStr(AsTypeVariable(self)->marker, out));
  return vm.ToStr(AsTypeVariable(self)->name, out);
}
Value VariableName(Vm&, Value self) { return AsTypeVariable(self)->name; }
// What the syntax gives is a function that is called when somebody asks.
Value Lazily(Vm& vm, Value v, Value missing) {
  if (v.IsUndefined()) return missing;
  return Is(v, TypeId::kFunction) ? vm.Call(v, {Value::SmallInt(1)}) : v;
}
Value VariableBound(Vm& vm, Value self) {
  return Lazily(vm, AsTypeVariable(self)->bound, Value::None());
}
Value VariableConstraints(Vm& vm, Value self) {
  if (AsTypeVariable(self)->constraints.IsUndefined()) return vm.NewTuple(std::span<const Value>());
  return Lazily(vm, AsTypeVariable(self)->constraints, Value::None());
}
Value VariableDefault(Vm& vm, Value self) {
  if (AsTypeVariable(self)->default_value.IsUndefined()) return NoDefault(vm);
  return Lazily(vm, AsTypeVariable(self)->default_value, Value::None());
}
Value VariableModule(Vm& vm, Value) { return vm.Intern("__main__"); }
bool HasMarker(Value self, std::string_view marker) {
  return Vm::View(AsTypeVariable(self)->marker) == marker;
}
Value VariableCovariant(Vm&, Value self) { return Value::Bool(HasMarker(self, "+")); }
Value VariableContravariant(Vm&, Value self) { return Value::Bool(HasMarker(self, "-")); }
Value VariableInferred(Vm&, Value self) { return Value::Bool(HasMarker(self, "")); }
Value VariableHasDefault(Vm&, const Args& a) {
  return Value::Bool(!AsTypeVariable(a[0])->default_value.IsUndefined());
}

template <TypeId kType>
Value ParameterPart(Vm& vm, Value self) {
  ParameterPartObject* part = TRY(vm.New<ParameterPartObject>(kType));
  part->origin = self;
  return Value::Of(part);
}

constexpr NativeInfo kVariableMethods[] = {
    {"has_default()", VariableHasDefault, "Whether a default was given."}};
constexpr AttributeInfo kVariableAttributes[] = {{"__name__", VariableName},
                                                 {"__bound__", VariableBound},
                                                 {"__constraints__", VariableConstraints},
                                                 {"__default__", VariableDefault},
                                                 {"__module__", VariableModule},
                                                 {"__covariant__", VariableCovariant},
                                                 {"__contravariant__", VariableContravariant},
                                                 {"__infer_variance__", VariableInferred}};
constexpr AttributeInfo kParameterAttributes[] = {
    {"__name__", VariableName},
    {"__bound__", VariableBound},
    {"__default__", VariableDefault},
    {"__module__", VariableModule},
    {"__covariant__", VariableCovariant},
    {"__contravariant__", VariableContravariant},
    {"__infer_variance__", VariableInferred},
    {"args", ParameterPart<TypeId::kParamSpecArgs>},
    {"kwargs", ParameterPart<TypeId::kParamSpecKwargs>}};
constexpr AttributeInfo kTupleAttributes[] = {
    {"__name__", VariableName}, {"__default__", VariableDefault}, {"__module__", VariableModule}};
PYSUB_MEMBERS(TypeVar, kVariableMethods, kVariableAttributes);
PYSUB_MEMBERS(ParamSpec, kVariableMethods, kParameterAttributes);
PYSUB_MEMBERS(TypeVarTuple, kVariableMethods, kTupleAttributes);

Value NewVariable(Vm& vm, TypeId type, Value name, std::string_view marker) {
  Value mark = TRY(vm.Intern(marker));
  TypeVariableObject* variable = TRY(vm.New<TypeVariableObject>(type));
  variable->name = name;
  variable->marker = mark;
  return Value::Of(variable);
}

Status CheckName(Vm& vm, Value name, std::string_view function) {
  if (Vm::IsStr(name)) return Done{};
  return vm.TypeError(function, "() argument 'name' must be str, not ", vm.TypeName(name));
}

Status SetDefault(Vm& vm, Value variable, Value value) {
  Value missing = NoDefault(vm);
  if (missing.IsFailed()) return Failure{};
  if (!value.IsUndefined() && value != missing) AsTypeVariable(variable)->default_value = value;
  return Done{};
}

// TypeVar and ParamSpec: a[first] and the next are bound, default, covariant,
// contravariant, infer_variance.
Value NewBoundVariable(Vm& vm, TypeId type, const Args& a) {
  auto given = [&](uint32_t i) -> Result<bool> {
    return a.has(i) ? vm.Truth(a[i]) : Result<bool>(false);
  };
  bool covariant = TRY(given(4)), contravariant = TRY(given(5)), inferred = TRY(given(6));
  if (covariant && contravariant) return vm.ValueError("Bivariant types are not supported.");
  if (inferred && (covariant || contravariant)) {
    return vm.ValueError("Variance cannot be specified with infer_variance.");
  }
  Value made = TRY(NewVariable(vm, type, a[1],
                               inferred        ? ""
                               : covariant     ? "+"
                               : contravariant ? "-"
                                               : "~"));
  if (a.has(2) && !a[2].IsNone())
    AsTypeVariable(made)->bound =
        TRY(TypeArgument(vm, a[2], SpecialForms::kRefused, "Bound must be a type."));
  TRY(SetDefault(vm, made, a[3]));
  return made;
}

Value TypeVarNew(Vm& vm, const Args& a) {
  TRY(CheckName(vm, a[1], "typevar"));
  Value made = TRY(NewBoundVariable(vm, TypeId::kTypeVar, a));
  if (a.rest_count == 0) return made;
  if (a.rest_count == 1) return vm.TypeError("A single constraint is not allowed");
  if (!AsTypeVariable(made)->bound.IsUndefined()) {
    return vm.TypeError("Constraints cannot be combined with bound=...");
  }
  AsTypeVariable(made)->constraints =
      TRY(vm.NewTuple(std::span<const Value>(a.rest, a.rest_count)));
  return made;
}
Value ParamSpecNew(Vm& vm, const Args& a) {
  TRY(CheckName(vm, a[1], "paramspec"));
  return NewBoundVariable(vm, TypeId::kParamSpec, a);
}
Value TypeVarTupleNew(Vm& vm, const Args& a) {
  TRY(CheckName(vm, a[1], "typevartuple"));
  Value made = TRY(NewVariable(vm, TypeId::kTypeVarTuple, a[1], ""));
  TRY(SetDefault(vm, made, a[2]));
  return made;
}
constexpr NativeInfo kTypeVarConstructor{
    "typevar(name, *constraints, bound=None, default=typing.NoDefault, covariant=False, "
    "contravariant=False, infer_variance=False)",
    TypeVarNew, "Type variable."};
constexpr NativeInfo kParamSpecConstructor{
    "paramspec(name, *, bound=None, default=typing.NoDefault, covariant=False, "
    "contravariant=False, "
    "infer_variance=False)",
    ParamSpecNew, "Parameter specification variable."};
constexpr NativeInfo kTypeVarTupleConstructor{"typevartuple(name, *, default=typing.NoDefault)",
                                              TypeVarTupleNew, "Type variable tuple."};

// [*Ts] is [Unpack[Ts]].
Value TypeVarTupleIter(Vm& vm, Value self) {
  Value module = TRY(ImportModule(vm, "typing"));
  Value unpack = TRY(DictGetStr(vm, module.As<Module>()->dict.As<Dict>(), "Unpack"));
  Value item = TRY(vm.GetItem(unpack, self));
  Value tuple = TRY(vm.NewTuple({item}));
  return vm.GetIter(tuple);
}

// ---- P.args, P.kwargs

Value PartOrigin(Vm&, Value self) { return self.As<ParameterPartObject>()->origin; }
constexpr AttributeInfo kPartAttributes[] = {{"__origin__", PartOrigin}};
PYSUB_MEMBERS(ParameterPart, kNoMethods, kPartAttributes);
Status PartRepr(Vm& vm, Value self, TextBuilder& out) {
  const Value origin = PartOrigin(vm, self);
  if (Is(origin, TypeId::kParamSpec)) {
    TRY(vm.ToStr(AsTypeVariable(origin)->name, out));
  } else {
    TRY(vm.Repr(origin, out));
  }
  out.Append(Is(self, TypeId::kParamSpecArgs) ? ".args" : ".kwargs");
  return out.status();
}
Value PartCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (op != CompareOp::kEq && op != CompareOp::kNe) return Value::NotImplemented();
  if (vm.TypeOf(left) != vm.TypeOf(right)) return Value::NotImplemented();
  bool same = PartOrigin(vm, left) == PartOrigin(vm, right);
  return Value::Bool(same == (op == CompareOp::kEq));
}
Result<int64_t> PartHash(Vm& vm, Value self) { return vm.Hash(PartOrigin(vm, self)); }

// ---- type aliases

Status TypeAliasRepr(Vm& vm, Value self, TextBuilder& out) {
  return vm.ToStr(AsTypeAlias(self)->name, out);
}
Value TypeAliasName(Vm&, Value self) { return AsTypeAlias(self)->name; }
Value TypeAliasParams(Vm& vm, Value self) {
  if (AsTypeAlias(self)->params.IsUndefined()) return vm.NewTuple(std::span<const Value>());
  return AsTypeAlias(self)->params;
}
Value TypeAliasValue(Vm& vm, Value self) {
  if (!AsTypeAlias(self)->value.IsUndefined()) return AsTypeAlias(self)->value;
  return vm.PushNativeFrame(ResumeId::kTypeAliasValue, {self});
}
constexpr AttributeInfo kTypeAliasAttributes[] = {{"__name__", TypeAliasName},
                                                  {"__type_params__", TypeAliasParams},
                                                  {"__parameters__", TypeAliasParams},
                                                  {"__value__", TypeAliasValue},
                                                  {"__module__", VariableModule}};
PYSUB_MEMBERS(TypeAliasType, kNoMethods, kTypeAliasAttributes);

Value TypeAliasNew(Vm& vm, const Args& a) {
  TRY(CheckName(vm, a[1], "typealias"));
  if (a.has(3) && !Is(a[3], TypeId::kTuple)) return vm.TypeError("type_params must be a tuple");
  TypeAliasObject* alias = TRY(vm.New<TypeAliasObject>(TypeId::kTypeAliasType));
  alias->name = a[1];
  alias->value = a[2];
  if (a.has(3) && a[3].As<Tuple>()->size() > 0) alias->params = a[3];
  return Value::Of(alias);
}
constexpr NativeInfo kTypeAliasConstructor{"typealias(name, value, *, type_params=())",
                                           TypeAliasNew, "Type alias."};

Value TypeAliasGetItem(Vm& vm, Value self, Value key) {
  if (AsTypeAlias(self)->params.IsUndefined()) {
    return vm.TypeError("Only generic type aliases are subscriptable");
  }
  Value args = Is(key, TypeId::kTuple) ? key : TRY(vm.NewTuple({key}));
  AliasObject* alias = TRY(vm.New<AliasObject>(TypeId::kGenericAlias));
  alias->origin = self;
  alias->args = args;
  return Value::Of(alias);
}

}  // namespace

Value NewAnyStr(Vm& vm) {
  Value name = TRY(vm.Intern("AnyStr"));
  Value made = TRY(NewVariable(vm, TypeId::kTypeVar, name, "~"));
  AsTypeVariable(made)->constraints =
      TRY(vm.NewTuple({Value::Type(TypeId::kBytes), Value::Type(TypeId::kStr)}));
  return made;
}

Value TypeAliasValueResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, vm.Call(AsTypeAlias(frame.slots[0])->thunk, {Value::SmallInt(1)}));
      AsTypeAlias(frame.slots[0])->value = in;
      return in;
  }
  return Value::None();
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
  Value made =
      TRY(NewVariable(vm, kTypes[kind], vm.CurrentPythonFrame()->unit->names[name_index], ""));
  (tuple ? AsTypeVariable(made)->constraints : AsTypeVariable(made)->bound) = bound;
  AsTypeVariable(made)->default_value = default_value;
  return made;
}

constexpr Schema kTypeVarSchema{"s v v v s"};
extern constexpr TypeInfo kTypeVarType{.id = TypeId::kTypeVar,
                                       .schema = &kTypeVarSchema,
                                       .constructor = &kTypeVarConstructor,
                                       .methods = kVariableMethods,
                                       .attributes = kVariableAttributes,
                                       .members = kTypeVarMembers,
                                       .operators = OperatorSet("or ror"),
                                       .repr = VariableRepr,
                                       .binary = EitherBinary};
constexpr Schema kParamSpecSchema{"s v v v s"};
extern constexpr TypeInfo kParamSpecType{.id = TypeId::kParamSpec,
                                         .schema = &kParamSpecSchema,
                                         .constructor = &kParamSpecConstructor,
                                         .methods = kVariableMethods,
                                         .attributes = kParameterAttributes,
                                         .members = kParamSpecMembers,
                                         .operators = OperatorSet("or ror"),
                                         .repr = VariableRepr,
                                         .binary = EitherBinary};
constexpr Schema kTypeVarTupleSchema{"s v v v s"};
extern constexpr TypeInfo kTypeVarTupleType{.id = TypeId::kTypeVarTuple,
                                            .schema = &kTypeVarTupleSchema,
                                            .constructor = &kTypeVarTupleConstructor,
                                            .methods = kVariableMethods,
                                            .attributes = kTupleAttributes,
                                            .members = kTypeVarTupleMembers,
                                            .repr = VariableRepr,
                                            .iter = TypeVarTupleIter};
constexpr Schema kParamSpecArgsSchema{"<ParamSpec>"};
extern constexpr TypeInfo kParamSpecArgsType{.id = TypeId::kParamSpecArgs,
                                             .schema = &kParamSpecArgsSchema,
                                             .attributes = kPartAttributes,
                                             .members = kParameterPartMembers,
                                             .repr = PartRepr,
                                             .hash = PartHash,
                                             .compare = PartCompare};
constexpr Schema kParamSpecKwargsSchema{"<ParamSpec>"};
extern constexpr TypeInfo kParamSpecKwargsType{.id = TypeId::kParamSpecKwargs,
                                               .schema = &kParamSpecKwargsSchema,
                                               .attributes = kPartAttributes,
                                               .members = kParameterPartMembers,
                                               .repr = PartRepr,
                                               .hash = PartHash,
                                               .compare = PartCompare};
constexpr Schema kTypeAliasTypeSchema{"s t? v v"};
extern constexpr TypeInfo kTypeAliasTypeType{.id = TypeId::kTypeAliasType,
                                             .schema = &kTypeAliasTypeSchema,
                                             .constructor = &kTypeAliasConstructor,
                                             .attributes = kTypeAliasAttributes,
                                             .members = kTypeAliasTypeMembers,
                                             .operators = OperatorSet("or ror"),
                                             .repr = TypeAliasRepr,
                                             .get_item = TypeAliasGetItem,
                                             .binary = EitherBinary};

}  // namespace pysub
