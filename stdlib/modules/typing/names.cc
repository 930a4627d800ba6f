// The typing module: its functions and the types that are called, NewType, TypedDict,
// NamedTuple, ForwardRef.

#include <string>

#include "lexer/unicode/text_kernels.h"
#include "stdlib/modules/typing/generic_alias.h"
#include "stdlib/modules/typing/typing.h"
#include "vm/imports.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/set.h"
#include "vm/slot_methods.h"
#include "vm/snapshot/schema.h"

namespace pysub {

namespace {

// NewType(): a callable that gives back its argument. The name is for type checkers.
struct NewTypeObject : Object {
  Value name, module, supertype;
};
// A TypedDict has no instances of its own: calling it makes a dict.
struct TypedDictObject : Object {
  Value name, module, annotations, total;
};

bool Is(Value v, TypeId type) { return IsObjectOf(v, type); }

Value EitherBinary(Vm& vm, BinaryOp op, Value left, Value right, bool) {
  return op == BinaryOp::kOr ? MakeUnion(vm, left, right) : Value::NotImplemented();
}

// The __name__ of the running module.
Value CallerModule(Vm& vm) {
  Frame* frame = vm.CurrentPythonFrame();
  if (frame == nullptr) return Value::None();
  Value name = TRY(DictGetStr(vm, frame->unit->globals.As<Dict>(), "__name__"));
  return Vm::IsStr(name) ? name : Value::None();
}

Status WriteQualified(Vm& vm, Value module, Value name, TextBuilder& out) {
  if (Vm::IsStr(module)) {
    out.Append(Vm::View(module));
    out.Append('.');
  }
  return vm.ToStr(name, out);
}

// ---- NewType

NewTypeObject* AsNewType(Value v) { return v.As<NewTypeObject>(); }

Value NewTypeNew(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1])) {
    return vm.TypeError("argument of type '", vm.TypeName(a[1]),
                        "' is not a container or iterable");
  }
  Value module = TRY(CallerModule(vm));
  NewTypeObject* made = TRY(vm.New<NewTypeObject>(TypeId::kNewType));
  made->name = a[1];
  made->module = module;
  made->supertype = a[2];
  return Value::Of(made);
}
constexpr NativeInfo kNewTypeConstructor{"@python NewType(name, tp)", NewTypeNew,
                                         "NewType creates simple unique types."};
Value NewTypeCall(Vm& vm, Value, const Args& a) {
  if (a.rest_count != 1 || !a.keywords.IsUndefined()) {
    return vm.TypeError("_typing._idfunc() takes exactly one argument (", a.rest_count, " given)");
  }
  return a.rest[0];
}
Status NewTypeRepr(Vm& vm, Value self, TextBuilder& out) {
  return WriteQualified(vm, AsNewType(self)->module, AsNewType(self)->name, out);
}
Value NewTypeName(Vm& vm, Value self) {
  std::string_view name = Vm::View(AsNewType(self)->name);
  return vm.NewStr(name.substr(name.rfind('.') + 1));
}
Value NewTypeQualifiedName(Vm&, Value self) { return AsNewType(self)->name; }
Value NewTypeModule(Vm&, Value self) { return AsNewType(self)->module; }
Value NewTypeSupertype(Vm&, Value self) { return AsNewType(self)->supertype; }
constexpr AttributeInfo kNewTypeAttributes[] = {{"__name__", NewTypeName},
                                                {"__qualname__", NewTypeQualifiedName},
                                                {"__module__", NewTypeModule},
                                                {"__supertype__", NewTypeSupertype}};
PYSUB_MEMBERS(NewType, kNoMethods, kNewTypeAttributes);

// ---- ForwardRef

ForwardRefObject* AsForwardRef(Value v) { return v.As<ForwardRefObject>(); }
Value Text(Value v) { return AsForwardRef(v)->text; }

Value ForwardRefNew(Vm& vm, const Args& a) {
  if (Vm::IsStr(a[1])) {
    const Value made = TRY(NewForwardRef(vm, a[1], a.has(5) && TRY(vm.Truth(a[5]))));
    if (a.has(2)) AsForwardRef(made)->module = a[2];
    if (a.has(3)) AsForwardRef(made)->owner = a[3];
    return made;
  }
  Value text = TRY(vm.ReprValue(a[1]));
  return vm.TypeError("Forward reference must be a string -- got ", Vm::View(text));
}
constexpr NativeInfo kForwardRefConstructor{
    "@python ForwardRef(arg, *, module=None, owner=None, is_argument=True, is_class=False)",
    ForwardRefNew, "Wrapper that holds a forward reference."};
Status ForwardRefRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("ForwardRef(");
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep(" while getting the repr of an object");
  TRY(vm.Repr(Text(self), out));
  if (!AsForwardRef(self)->module.IsNone()) {
    out.Append(", module=");
    TRY(vm.Repr(AsForwardRef(self)->module, out));
  }
  if (!AsForwardRef(self)->owner.IsNone()) {
    out.Append(", owner=");
    TRY(vm.Repr(AsForwardRef(self)->owner, out));
  }
  if (AsForwardRef(self)->is_class.IsTrue()) out.Append(", is_class=True");
  out.Append(')');
  return out.status();
}
Value ForwardRefCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (op != CompareOp::kEq && op != CompareOp::kNe) return Value::NotImplemented();
  if (!Is(left, TypeId::kForwardRef) || !Is(right, TypeId::kForwardRef)) {
    return Value::NotImplemented();
  }
  ForwardRefObject* a = AsForwardRef(left);
  ForwardRefObject* b = AsForwardRef(right);
  const bool same = a->is_class == b->is_class && a->owner == b->owner &&
                    TRY(vm.Equal(a->text, b->text)) && TRY(vm.Equal(a->module, b->module));
  return Value::Bool(same == (op == CompareOp::kEq));
}
Result<int64_t> ForwardRefHash(Vm& vm, Value self) {
  const Value key =
      vm.NewTuple({Text(self), AsForwardRef(self)->module, AsForwardRef(self)->is_class});
  if (key.IsFailed()) return Failure{};
  return vm.Hash(key);
}
Value ForwardRefText(Vm&, Value self) { return Text(self); }
Value ForwardRefModule(Vm&, Value self) { return AsForwardRef(self)->module; }
Value ForwardRefOwner(Vm&, Value self) { return AsForwardRef(self)->owner; }
Value ForwardRefIsClass(Vm&, Value self) { return AsForwardRef(self)->is_class; }
Value ForwardRefIsArgument(Vm&, Value self) {
  return Value::Bool(!AsForwardRef(self)->is_class.IsTrue());
}
constexpr AttributeInfo kForwardRefAttributes[] = {
    {"__forward_arg__", ForwardRefText},
    {"__forward_is_argument__", ForwardRefIsArgument},
    {"__forward_is_class__", ForwardRefIsClass},
    {"__forward_module__", ForwardRefModule},
    {"__owner__", ForwardRefOwner}};
PYSUB_MEMBERS(ForwardRef, kNoMethods, kForwardRefAttributes);

// ---- TypedDict

TypedDictObject* AsTypedDict(Value v) { return v.As<TypedDictObject>(); }

Value MakeTypedDict(Vm& vm, const Args& a) {
  if (!a.has(1))
    return vm.TypeError("TypedDict() missing 1 required positional argument: 'fields'");
  Value fields = a[1];
  if (!Vm::IsStr(a[0])) {
    return vm.TypeError("type.__new__() argument 1 must be str, not ", vm.TypeName(a[0]));
  }
  if (!vm.IsInstance(fields, TypeId::kDict)) {
    return vm.TypeError("'", vm.TypeName(fields), "' object is not iterable");
  }
  Dict* annotations = TRY(vm.NewDict());
  bool total = !a.has(2) || TRY(vm.Truth(a[2]));
  Value module = TRY(CallerModule(vm));
  TypedDictObject* made = TRY(vm.New<TypedDictObject>(TypeId::kTypedDictType));
  made->name = a[0];
  made->module = module;
  made->annotations = Value::Of(annotations);
  made->total = Value::Bool(total);
  Dict* from = fields.As<Dict>();
  if (!vm.Tick(from->used)) return Value::Failed();
  for (uint32_t i = 0; i < from->used; ++i) {
    DictEntry entry = from->table()[i];
    if (entry.value.IsUndefined()) continue;
    const Value type =
        TRY(TypeArgument(vm, entry.value, SpecialForms::kRefused,
                         "TypedDict('Name', {f0: t0, f1: t1, ...}); each t must be a type"));
    if (Vm::IsStr(entry.value)) {
      AsForwardRef(type)->module = module;
      AsForwardRef(type)->owner = Value::Of(made);
    }
    TRY(DictSet(vm, annotations, entry.key, type));
  }
  return Value::Of(made);
}

Value TypedDictCall(Vm& vm, Value, const Args& a) {
  return vm.CallWithKeywords(Value::Type(TypeId::kDict),
                             std::span<const Value>(a.rest, a.rest_count), a.keywords);
}
Status TypedDictRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("<class '");
  TRY(WriteTypedDictName(vm, self, out));
  out.Append("'>");
  return out.status();
}
Result<bool> TypedDictCheck(Vm& vm, Value, Value, TypeId, bool) {
  return vm.TypeError("TypedDict does not support instance and class checks");
}

// Which of the qualifiers Required, NotRequired, ReadOnly stand around an annotation.
struct Qualifiers {
  bool required = false, not_required = false, read_only = false;
};
Result<Qualifiers> QualifiersOf(Vm& vm, Value annotation) {
  Qualifiers found;
  while (IsTypingAlias(vm, annotation)) {
    if (!vm.Tick(1)) return Failure{};
    std::string_view name = FormName(annotation.As<AliasObject>()->origin);
    if (name == "Required") {
      found.required = true;
    } else if (name == "NotRequired") {
      found.not_required = true;
    } else if (name == "ReadOnly") {
      found.read_only = true;
    } else if (name != "Annotated") {
      break;
    }
    annotation = annotation.As<AliasObject>()->args.As<Tuple>()->items()[0];
  }
  return found;
}

enum class Keys : uint8_t { kRequired, kOptional, kReadOnly, kMutable };

template <Keys kKeys>
Value TypedDictKeys(Vm& vm, Value self) {
  Set* keys = TRY(vm.NewSet(TypeId::kFrozenSet));
  Dict* annotations = AsTypedDict(self)->annotations.As<Dict>();
  for (uint32_t i = 0; i < annotations->used; ++i) {
    if (!vm.Tick(1)) return Value::Failed();
    DictEntry entry = annotations->table()[i];
    if (entry.value.IsUndefined()) continue;
    Qualifiers q = TRY(QualifiersOf(vm, entry.value));
    bool required = q.required || (AsTypedDict(self)->total.IsTrue() && !q.not_required);
    bool wanted = kKeys == Keys::kRequired   ? required
                  : kKeys == Keys::kOptional ? !required
                  : kKeys == Keys::kReadOnly ? q.read_only
                                             : !q.read_only;
    if (wanted) TRY(SetAdd(vm, keys, entry.key));
  }
  return Value::Of(keys);
}
Value TypedDictName(Vm&, Value self) { return AsTypedDict(self)->name; }
Value TypedDictModule(Vm&, Value self) { return AsTypedDict(self)->module; }
Value TypedDictTotal(Vm&, Value self) { return AsTypedDict(self)->total; }
Value TypedDictAnnotations(Vm&, Value self) { return AsTypedDict(self)->annotations; }
constexpr AttributeInfo kTypedDictAttributes[] = {
    {"__name__", TypedDictName},
    {"__qualname__", TypedDictName},
    {"__module__", TypedDictModule},
    {"__total__", TypedDictTotal},
    {"__annotations__", TypedDictAnnotations},
    {"__required_keys__", TypedDictKeys<Keys::kRequired>},
    {"__optional_keys__", TypedDictKeys<Keys::kOptional>},
    {"__readonly_keys__", TypedDictKeys<Keys::kReadOnly>},
    {"__mutable_keys__", TypedDictKeys<Keys::kMutable>}};
PYSUB_MEMBERS(TypedDictType, kNoMethods, kTypedDictAttributes);

Value TypedDictGetAttribute(Vm& vm, Value self, Name name) {
  if (name.text.starts_with("__")) return Value::Undefined();
  Value dict = Value::Type(TypeId::kDict);
  Value found = vm.FindAttribute(dict, name);
  if (!found.IsUndefined()) return found;
  return vm.Raise(TypeId::kAttributeError, "type object '", Vm::View(AsTypedDict(self)->name),
                  "' has no attribute '", name.text, "'");
}

// ---- NamedTuple

Value MakeNamedTuple(Vm& vm, const Args& a) {
  if (!a.has(1)) {
    const Value shown = TRY(vm.ReprValue(a[0]));
    const std::string_view name = Vm::IsStr(a[0]) ? Vm::View(a[0]) : std::string_view();
    if (!StrIsIdentifier(name))
      return vm.ValueError("Type names and field names must be valid identifiers: ",
                           Vm::View(shown));
    return vm.TypeError("NamedTuple() missing 1 required positional argument: 'fields'");
  }
  List* names = TRY(vm.NewList());
  Dict* annotations = TRY(vm.NewDict());
  Value iterator = TRY(vm.GetIter(a[1]));
  while (true) {
    if (!vm.Tick(1)) return Value::Failed();
    Value item = TRY(vm.Next(iterator));
    if (item.IsExhausted()) break;
    std::span<const Value> pair;
    if (vm.IsInstance(item, TypeId::kTuple)) {
      pair = {item.As<Tuple>()->items(), item.As<Tuple>()->size()};
    } else if (Is(item, TypeId::kList) && item.As<List>()->size > 0) {
      pair = {item.As<List>()->items(), item.As<List>()->size};
    }
    if (pair.size() > 2) {
      return vm.ValueError("too many values to unpack (expected 2, got ",
                           static_cast<int64_t>(pair.size()), ")");
    }
    if (pair.size() < 2) {
      return vm.ValueError("not enough values to unpack (expected 2, got ",
                           static_cast<int64_t>(pair.size()), ")");
    }
    TRY(ListAppend(vm, names, pair[0]));
    const Value name = TRY(vm.StrValue(pair[0]));
    const std::string message =
        "field " + std::string(Vm::View(name)) + " annotation must be a type";
    TRY(DictSet(vm, annotations, pair[0],
                TRY(TypeArgument(vm, pair[1], SpecialForms::kRefused, message))));
  }
  Value collections = TRY(ImportModule(vm, "collections"));
  Value make = TRY(DictGetStr(vm, collections.As<Module>()->dict.As<Dict>(), "namedtuple"));
  if (make.IsUndefined()) return vm.Raise(TypeId::kAttributeError, "namedtuple");
  Value module = TRY(CallerModule(vm));
  Dict* keywords = TRY(vm.NewDict());
  TRY(DictSetStr(vm, keywords, "module", module));
  const Value args[] = {a[0], Value::Of(names)};
  Value made = TRY(vm.CallWithKeywords(make, args, Value::Of(keywords)));
  static constexpr Name kAnnotations{"__annotations__", MemberHash("__annotations__")};
  Value set = vm.SetAttribute(made, kAnnotations, Value::Of(annotations));
  if (set.IsFailed()) {
    if (!vm.PendingIs(TypeId::kAttributeError) && !vm.PendingIs(TypeId::kTypeError)) return set;
    static_cast<void>(vm.TakeException());
  }
  return made;
}

// ---- functions

Value Cast(Vm&, const Args& a) { return a[1]; }
Value Identity(Vm&, const Args& a) { return a[0]; }

Value GetOrigin(Vm& vm, const Args& a) {
  if (Is(a[0], TypeId::kAnnotatedAlias)) return a[0].As<AliasObject>()->origin;
  if (IsAlias(vm, a[0])) return OriginOfAlias(vm, a[0]);
  if (Is(a[0], TypeId::kUnion)) return Value::Type(TypeId::kUnion);
  if (vm.IsInstance(a[0], TypeId::kSpecialForm)) {
    Value origin = TRY(OriginOfForm(vm, a[0]));
    return origin == a[0] && FormName(a[0]) != "Generic" ? Value::None() : origin;
  }
  if (Is(a[0], TypeId::kParamSpecArgs) || Is(a[0], TypeId::kParamSpecKwargs)) {
    return a[0].AsObject()->words()[0];
  }
  return Value::None();
}
Value GetArgs(Vm& vm, const Args& a) {
  if (IsAlias(vm, a[0])) return ArgsOfAlias(vm, a[0]);
  if (Is(a[0], TypeId::kUnion)) return a[0].As<UnionObject>()->args;
  return vm.NewTuple(std::span<const Value>());
}

Value RevealType(Vm& vm, const Args& a) {
  TextBuilder out(vm);
  out.Append("Runtime type is '");
  std::string_view name = vm.TypeName(a[0]);
  out.Append(name.substr(name.rfind('.') + 1));
  out.Append("'\n");
  TRY(out.status());
  TRY(vm.host.Write(2, out.view()));
  return a[0];
}

Value AssertNever(Vm& vm, const Args& a) {
  constexpr uint32_t kMost = 100;  // characters of the repr
  Value text = TRY(vm.ReprValue(a[0]));
  std::string shown(Vm::View(text));
  if (text.As<Str>()->length > kMost) {
    shown = shown.substr(0, vm.TextOffset(text.As<Str>(), kMost)) + "...";
  }
  return vm.Raise(TypeId::kAssertionError, "Expected code to be unreachable, but got: ", shown);
}

// Decorators that leave a mark on a function, where the function takes one.
Value Mark(Vm& vm, Value function, std::string_view name, Value mark, bool must) {
  Value set = vm.SetAttribute(function, {name, MemberHash(name)}, mark);
  if (!set.IsFailed()) return function;
  if (must || (!vm.PendingIs(TypeId::kAttributeError) && !vm.PendingIs(TypeId::kTypeError)))
    return set;
  static_cast<void>(vm.TakeException());
  return function;
}
Value Final(Vm& vm, const Args& a) { return Mark(vm, a[0], "__final__", Value::True(), false); }
Value Override(Vm& vm, const Args& a) {
  return Mark(vm, a[0], "__override__", Value::True(), false);
}
Value NoTypeCheck(Vm& vm, const Args& a) {
  return Mark(vm, a[0], "__no_type_check__", Value::True(), true);
}

Value DataclassTransform(Vm& vm, const Args&) {
  Value module = TRY(ImportModule(vm, "typing"));
  return DictGetStr(vm, module.As<Module>()->dict.As<Dict>(), "final");
}

// ---- overloads: kept in the module, by module and qualified name

constexpr std::string_view kRegistry = "_overload_registry";

Value Registry(Vm& vm) {
  Value module = TRY(ImportModule(vm, "typing"));
  Value registry = TRY(DictGetStr(vm, module.As<Module>()->dict.As<Dict>(), kRegistry));
  return vm.IsInstance(registry, TypeId::kDict) ? registry : Value::Of(TRY(vm.NewDict()));
}

Value RegistryKey(Vm& vm, Value function) {
  Value module = TRY(DictGetStr(vm, function.As<Function>()->globals.As<Dict>(), "__name__"));
  if (module.IsUndefined()) module = Value::None();
  return vm.NewTuple({module, function.As<Function>()->qualified_name});
}

Value OverloadDummy(Vm& vm, const Args&) {
  return vm.Raise(
      TypeId::kNotImplementedError,
      "You should not call an overloaded function. A series of @overload-decorated functions "
      "outside a stub module should always be followed by an implementation that is not "
      "@overload-ed.");
}

Value Overload(Vm& vm, const Args& a) {
  if (Is(a[0], TypeId::kFunction)) {
    Value registry = TRY(Registry(vm));
    Value key = TRY(RegistryKey(vm, a[0]));
    Value lines = TRY(DictGet(vm, registry.As<Dict>(), key));
    if (!vm.IsInstance(lines, TypeId::kDict)) {
      lines = Value::Of(TRY(vm.NewDict()));
      TRY(DictSet(vm, registry.As<Dict>(), key, lines));
    }
    Value line = Value::SmallInt(a[0].As<Function>()->code->first_line);
    TRY(DictSet(vm, lines.As<Dict>(), line, a[0]));
  }
  Value module = TRY(ImportModule(vm, "typing"));
  return DictGetStr(vm, module.As<Module>()->dict.As<Dict>(), "_overload_dummy");
}

Value GetOverloads(Vm& vm, const Args& a) {
  List* found = TRY(vm.NewList());
  if (!Is(a[0], TypeId::kFunction)) return Value::Of(found);
  Value registry = TRY(Registry(vm));
  Value key = TRY(RegistryKey(vm, a[0]));
  Value lines = TRY(DictGet(vm, registry.As<Dict>(), key));
  if (!vm.IsInstance(lines, TypeId::kDict)) return Value::Of(found);
  Dict* dict = lines.As<Dict>();
  for (uint32_t i = 0; i < dict->used; ++i) {
    if (!dict->table()[i].value.IsUndefined()) TRY(ListAppend(vm, found, dict->table()[i].value));
  }
  return Value::Of(found);
}

Value ClearOverloads(Vm& vm, const Args&) {
  Value module = TRY(ImportModule(vm, "typing"));
  TRY(DictSetStr(vm, module.As<Module>()->dict.As<Dict>(), kRegistry,
                 Value::Of(TRY(vm.NewDict()))));
  return Value::None();
}

// ---- protocols, of which only typing's own exist

bool IsSupports(Value v) {
  return Is(v, TypeId::kProtocolForm) && FormName(v).starts_with("Supports");
}
Value IsProtocol(Vm&, const Args& a) { return Value::Bool(IsSupports(a[0])); }
Value ProtocolMembers(Vm& vm, const Args& a) {
  if (!IsSupports(a[0])) {
    Value text = TRY(vm.ReprValue(a[0]));
    return vm.TypeError(Vm::View(text), " is not a Protocol");
  }
  std::string name = "__" + std::string(FormName(a[0]).substr(8)) + "__";
  for (char& c : name) c |= c >= 'A' && c <= 'Z' ? 0x20 : 0;
  Set* members = TRY(vm.NewSet(TypeId::kFrozenSet));
  TRY(SetAdd(vm, members, TRY(vm.Intern(name))));
  return Value::Of(members);
}
Value RuntimeCheckable(Vm& vm, const Args& a) {
  if (IsSupports(a[0])) return a[0];
  if (!a[0].IsType()) return vm.TypeError("issubclass() arg 1 must be a class");
  Value text = TRY(vm.ReprValue(a[0]));
  return vm.TypeError("@runtime_checkable can be only applied to protocol classes, got ",
                      Vm::View(text));
}
Value IsTypedDict(Vm&, const Args& a) { return Value::Bool(Is(a[0], TypeId::kTypedDictType)); }

constexpr NativeInfo kTypingFunctions[] = {
    {"@python NamedTuple(typename, fields=<sentinel>, /)", MakeNamedTuple,
     "Typed version of namedtuple.", 2},
    {"@python TypedDict(typename, fields=<sentinel>, /, *, total=True)", MakeTypedDict,
     "A simple typed namespace. At runtime it is equivalent to a plain dict."},
    {"@python _overload_dummy(*args, **kwds)", OverloadDummy,
     "Helper for @overload to raise when called."},
    {"@python assert_never(arg, /)", AssertNever,
     "Statically assert that a line of code is unreachable."},
    {"@python assert_type(val, typ, /)", Identity,
     "Ask a static type checker to confirm that the value is of the given type."},
    {"@python cast(typ, val)", Cast, "Cast a value to a type."},
    {"@python clear_overloads()", ClearOverloads, "Clear all overloads in the registry."},
    {"@python dataclass_transform(*, eq_default=True, order_default=False, kw_only_default=False, "
     "frozen_default=False, field_specifiers=(), **kwargs)",
     DataclassTransform, "Decorator to mark an object as providing dataclass-like behaviour."},
    {"@python final(f)", Final, "Decorator to indicate final methods and final classes."},
    {"@python get_args(tp)", GetArgs, "Get type arguments with all substitutions performed."},
    {"@python get_origin(tp)", GetOrigin, "Get the unsubscripted version of a type."},
    {"@python get_overloads(func)", GetOverloads,
     "Return all defined overloads for *func* as a sequence."},
    {"@python get_protocol_members(tp, /)", ProtocolMembers,
     "Return the set of members defined in a Protocol."},
    {"@python get_type_hints(obj, globalns=None, localns=None, include_extras=False)", GetTypeHints,
     "Return type hints for an object."},
    {"@python is_protocol(tp, /)", IsProtocol, "Return True if the given type is a Protocol."},
    {"@python is_typeddict(tp)", IsTypedDict, "Check if an annotation is a TypedDict class"},
    {"@python no_type_check(arg)", NoTypeCheck,
     "Decorator to indicate that annotations are not type hints."},
    {"@python overload(func)", Overload, "Decorator for overloaded functions/methods."},
    {"@python override(method, /)", Override,
     "Indicate that a method is intended to override a method in a base class."},
    {"@python reveal_type(obj, /)", RevealType,
     "Ask a static type checker to reveal the inferred type of an expression."},
    {"@python runtime_checkable(cls)", RuntimeCheckable,
     "Mark a protocol class as a runtime protocol."},
};

Status NoDefaultRepr(Vm&, Value, TextBuilder& out) {
  out.Append("typing.NoDefault");
  return out.status();
}

// __all__: every public name but those that typing only uses.
Status AddAll(Vm& vm, Dict* names) {
  List* all = TRY(vm.NewList());
  for (uint32_t i = 0; i < names->used; ++i) {
    Value name = names->table()[i].key;
    if (!Vm::View(name).starts_with('_') && Vm::View(name) != "GenericAlias") {
      TRY(ListAppend(vm, all, name));
    }
  }
  return DictSetStr(vm, names, "__all__", Value::Of(all));
}

Status TypingInit(Vm& vm, Dict* names) {
  TRY(AddForms(vm, names));
  struct Row {
    std::string_view name;
    TypeId type;
  };
  static constexpr Row kTypes[] = {
      {"ForwardRef", TypeId::kForwardRef},
      {"GenericAlias", TypeId::kGenericAlias},
      {"NewType", TypeId::kNewType},
      {"ParamSpec", TypeId::kParamSpec},
      {"ParamSpecArgs", TypeId::kParamSpecArgs},
      {"ParamSpecKwargs", TypeId::kParamSpecKwargs},
      {"Text", TypeId::kStr},
      {"TypeAliasType", TypeId::kTypeAliasType},
      {"TypeVar", TypeId::kTypeVar},
      {"TypeVarTuple", TypeId::kTypeVarTuple},
      {"Union", TypeId::kUnion},
  };
  for (const Row& row : kTypes) TRY(DictSetStr(vm, names, row.name, Value::Type(row.type)));
  Object* missing = vm.heap.NewValues(TypeId::kNoDefault, 1);
  if (missing == nullptr) return vm.NoMemory(16);
  TRY(DictSetStr(vm, names, "NoDefault", Value::Of(missing)));
  TRY(DictSetStr(vm, names, kRegistry, Value::Of(TRY(vm.NewDict()))));
  Value any_str = NewAnyStr(vm);
  if (any_str.IsFailed()) return Failure{};
  TRY(DictSetStr(vm, names, "AnyStr", any_str));
  TRY(DictSetStr(vm, names, "TYPE_CHECKING", Value::False()));
  return AddAll(vm, names);
}

}  // namespace

Status WriteTypedDictName(Vm& vm, Value v, TextBuilder& out) {
  return WriteQualified(vm, AsTypedDict(v)->module, AsTypedDict(v)->name, out);
}

Value NoDefault(Vm& vm) {
  Value module = TRY(ImportModule(vm, "typing"));
  Dict* names = module.As<Module>()->dict.As<Dict>();
  Value found = TRY(DictGetStr(vm, names, "NoDefault"));
  return found.IsUndefined() ? Value::None() : found;
}

constexpr Schema kNewTypeSchema{"s V V"};
extern constexpr TypeInfo kNewTypeType{.id = TypeId::kNewType,
                                       .schema = &kNewTypeSchema,
                                       .constructor = &kNewTypeConstructor,
                                       .attributes = kNewTypeAttributes,
                                       .members = kNewTypeMembers,
                                       .operators = OperatorSet("or ror"),
                                       .repr = NewTypeRepr,
                                       .binary = EitherBinary,
                                       .call = NewTypeCall};
constexpr Schema kForwardRefSchema{"s V V b"};
extern constexpr TypeInfo kForwardRefType{.id = TypeId::kForwardRef,
                                          .schema = &kForwardRefSchema,
                                          .constructor = &kForwardRefConstructor,
                                          .attributes = kForwardRefAttributes,
                                          .members = kForwardRefMembers,
                                          .operators = OperatorSet("or ror"),
                                          .repr = ForwardRefRepr,
                                          .hash = ForwardRefHash,
                                          .compare = ForwardRefCompare,
                                          .binary = EitherBinary};
constexpr Schema kTypedDictTypeSchema{"s V d b"};
extern constexpr TypeInfo kTypedDictTypeType{.id = TypeId::kTypedDictType,
                                             .schema = &kTypedDictTypeSchema,
                                             .attributes = kTypedDictAttributes,
                                             .members = kTypedDictTypeMembers,
                                             .repr = TypedDictRepr,
                                             .binary = EitherBinary,
                                             .call = TypedDictCall,
                                             .instance_check = TypedDictCheck,
                                             .get_attribute = TypedDictGetAttribute};
constexpr Schema kNoDefaultSchema{"v"};
extern constexpr TypeInfo kNoDefaultType{
    .id = TypeId::kNoDefault, .schema = &kNoDefaultSchema, .repr = NoDefaultRepr};
extern constexpr ModuleInfo kTypingModule{
    .name = "typing",
    .doc = "The typing module: Support for gradual typing as defined by PEP 484.",
    .functions = kTypingFunctions,
    .init = TypingInit};

}  // namespace pysub
