// The names of typing that stand for types in annotations, and what their subscripts make.

#include <algorithm>
#include <string>

#include "stdlib/modules/typing/generic_alias.h"
#include "stdlib/modules/typing/typing.h"
#include "vm/imports.h"
#include "vm/objects/dict.h"
#include "vm/snapshot/schema.h"

namespace pysub {

namespace {

enum class FormKind : uint8_t {
  kPlain,  // Any, Never: no subscripts
  kOptional,
  kSingle,  // ClassVar[int]: one argument
  kUnpack,
  kLiteral,
  kAnnotated,
  kConcatenate,
  kGeneric,  // List[int]: an alias of a class
  kTuple,
  kCallable,
  kClass,         // IO, SupportsInt: a class of typing itself
  kGenericClass,  // Generic, Protocol: their arguments are type variables
};

struct FormInfo {
  std::string_view name;
  FormKind kind;
  TypeId type;  // of the form object
  int parameters = 0;
  // The class it is an alias of: a type, or a name of a module (which may be abstract).
  TypeId origin = TypeId::kObject;
  std::string_view module = {}, origin_name = {};
  int defaults = 0;  // parameters that may be left out
};

constexpr FormInfo Plain(std::string_view name) {
  return {name, FormKind::kPlain, TypeId::kSpecialForm};
}
constexpr FormInfo Single(std::string_view name) {
  return {name, FormKind::kSingle, TypeId::kSpecialForm, 1};
}
constexpr FormInfo Alias(std::string_view name, int parameters, TypeId origin) {
  return {name, FormKind::kGeneric, TypeId::kSpecialGenericAlias, parameters, origin};
}
constexpr FormInfo Abstract(std::string_view name, int parameters, std::string_view origin = {},
                            int defaults = 0, std::string_view module = "collections.abc") {
  return {name,
          FormKind::kGeneric,
          TypeId::kSpecialGenericAlias,
          parameters,
          TypeId::kObject,
          module,
          origin.empty() ? name : origin,
          defaults};
}
constexpr FormInfo Class(std::string_view name, int parameters = 0) {
  return {name, FormKind::kClass, TypeId::kClassForm, parameters};
}
constexpr FormInfo Supports(std::string_view name, std::string_view method, int parameters = 0) {
  return {name, FormKind::kClass, TypeId::kProtocolForm, parameters, TypeId::kObject, {}, method};
}

constexpr FormInfo kForms[] = {
    {"Any", FormKind::kPlain, TypeId::kAnyForm},
    Plain("LiteralString"),
    Plain("Never"),
    Plain("NoReturn"),
    Plain("Self"),
    Plain("TypeAlias"),
    Single("ClassVar"),
    Single("Final"),
    Single("NotRequired"),
    Single("ReadOnly"),
    Single("Required"),
    Single("TypeGuard"),
    Single("TypeIs"),
    {"Optional", FormKind::kOptional, TypeId::kSpecialForm, 1},
    {"Unpack", FormKind::kUnpack, TypeId::kSpecialForm, 1},
    {"Concatenate", FormKind::kConcatenate, TypeId::kSpecialForm},
    {"Annotated", FormKind::kAnnotated, TypeId::kTypedCacheForm},
    {"Literal", FormKind::kLiteral, TypeId::kTypedCacheForm},
    {"Callable", FormKind::kCallable, TypeId::kCallableForm, 2, TypeId::kObject, "collections.abc",
     "Callable"},
    {"Tuple", FormKind::kTuple, TypeId::kTupleForm, -1, TypeId::kTuple},
    Alias("Dict", 2, TypeId::kDict),
    Alias("FrozenSet", 1, TypeId::kFrozenSet),
    Alias("List", 1, TypeId::kList),
    Alias("Set", 1, TypeId::kSet),
    Alias("Type", 1, TypeId::kType),
    Abstract("AbstractSet", 1, "Set"),
    Abstract("AsyncGenerator", 2, {}, 1),
    Abstract("AsyncIterable", 1),
    Abstract("AsyncIterator", 1),
    Abstract("Awaitable", 1),
    Abstract("Collection", 1),
    Abstract("Container", 1),
    Abstract("Coroutine", 3),
    Abstract("Generator", 3, {}, 2),
    Abstract("Hashable", 0),
    Abstract("ItemsView", 2),
    Abstract("Iterable", 1),
    Abstract("Iterator", 1),
    Abstract("KeysView", 1),
    Abstract("Mapping", 2),
    Abstract("MappingView", 1),
    Abstract("MutableMapping", 2),
    Abstract("MutableSequence", 1),
    Abstract("MutableSet", 1),
    Abstract("Reversible", 1),
    Abstract("Sequence", 1),
    Abstract("Sized", 0),
    Abstract("ValuesView", 1),
    Abstract("ChainMap", 2, {}, 0, "collections"),
    Abstract("Counter", 1, {}, 0, "collections"),
    Abstract("DefaultDict", 2, "defaultdict", 0, "collections"),
    Abstract("Deque", 1, "deque", 0, "collections"),
    Abstract("OrderedDict", 2, {}, 0, "collections"),
    Abstract("AsyncContextManager", 2, "AbstractAsyncContextManager", 1, "contextlib"),
    Abstract("ContextManager", 2, "AbstractContextManager", 1, "contextlib"),
    Abstract("Match", 1, {}, 0, "re"),
    Abstract("Pattern", 1, {}, 0, "re"),
    {"Generic", FormKind::kGenericClass, TypeId::kClassForm},
    {"Protocol", FormKind::kGenericClass, TypeId::kProtocolForm},
    Class("BinaryIO"),
    Class("IO", 1),
    Class("TextIO"),
    Supports("SupportsAbs", "__abs__", 1),
    Supports("SupportsBytes", "__bytes__"),
    Supports("SupportsComplex", "__complex__"),
    Supports("SupportsFloat", "__float__"),
    Supports("SupportsIndex", "__index__"),
    Supports("SupportsInt", "__int__"),
    Supports("SupportsRound", "__round__", 1),
};

bool Is(Value v, TypeId type) { return IsObjectOf(v, type); }
AliasObject* AsAlias(Value v) { return v.As<AliasObject>(); }
const FormInfo& InfoOfForm(Value form) { return kForms[form.As<SpecialFormObject>()->row]; }
const FormInfo& InfoOfAlias(Value alias) { return InfoOfForm(AsAlias(alias)->origin); }
bool IsClass(const FormInfo& info) {
  return info.kind == FormKind::kClass || info.kind == FormKind::kGenericClass;
}
bool HasOrigin(const FormInfo& info) {
  return info.kind == FormKind::kGeneric || info.kind == FormKind::kTuple ||
         info.kind == FormKind::kCallable;
}
std::span<const Value> Items(Value tuple) {
  return {tuple.As<Tuple>()->items(), tuple.As<Tuple>()->size()};
}

// ---- subscripts of forms

Value NewAlias(Vm& vm, TypeId type, Value form, std::span<const Value> args) {
  Value tuple = TRY(vm.NewTuple(args));
  AliasObject* alias = TRY(vm.New<AliasObject>(type));
  alias->origin = form;
  alias->args = tuple;
  return Value::Of(alias);
}

std::vector<Value> KeyItems(Value key) {
  if (!Is(key, TypeId::kTuple)) return {key};
  return std::vector<Value>(Items(key).begin(), Items(key).end());
}

Status ConvertArguments(Vm& vm, std::vector<Value>* items,
                        SpecialForms special = SpecialForms::kRefused,
                        std::string_view message = kParametersMustBeTypes) {
  if (!vm.Tick(items->size())) return Failure{};
  for (Value& item : *items) {
    item = TypeArgument(vm, item, special, message);
    if (item.IsFailed()) return Failure{};
  }
  return Done{};
}

// typing.Generator[int]: the parameters that were left out.
Status AddDefaults(Vm& vm, const FormInfo& info, std::vector<Value>* items) {
  bool manager = info.module == "contextlib";
  if (!vm.Tick(1)) return Failure{};
  while (static_cast<int>(items->size()) < info.parameters &&
         static_cast<int>(items->size()) >= info.parameters - info.defaults) {
    Value none = Value::Type(TypeId::kNoneType);
    const Value bool_or_none[] = {Value::Type(TypeId::kBool), none};
    Value made = manager ? UnionOf(vm, bool_or_none) : none;
    if (made.IsFailed()) return Failure{};
    items->push_back(made);
  }
  return Done{};
}

Value SubscriptGeneric(Vm& vm, Value form, const FormInfo& info, Value key) {
  if (info.parameters == 0) return vm.TypeError("typing.", info.name, " is not a generic class");
  std::vector<Value> items = KeyItems(key);
  TRY(ConvertArguments(vm, &items));
  TRY(AddDefaults(vm, info, &items));
  int64_t given = static_cast<int64_t>(items.size());
  if (given != info.parameters) {
    return vm.TypeError("Too ", given > info.parameters ? "many" : "few", " arguments for typing.",
                        info.name, "; actual ", given, ", expected ",
                        info.defaults > 0 ? "at least " : "", info.parameters - info.defaults);
  }
  return NewAlias(vm, TypeId::kTypingAlias, form, items);
}

// The types in [int, str], the parameters of a Callable.
Status ListItems(Vm& vm, List* list, std::vector<Value>* items) {
  if (!vm.Tick(list->size)) return Failure{};
  items->assign(list->items(), list->items() + list->size);
  return Done{};
}

Value SubscriptCallable(Vm& vm, Value form, Value key) {
  std::vector<Value> items = KeyItems(key);
  if (items.size() != 2) {
    return vm.TypeError("Callable must be used as Callable[[arg, ...], result].");
  }
  std::vector<Value> args;
  if (Is(items[0], TypeId::kList)) {
    TRY(ListItems(vm, items[0].As<List>(), &args));
  } else {
    args = KeyItems(items[0]);
    if (!vm.Tick(args.size())) return Value::Failed();
  }
  args.push_back(items[1]);
  // Only the result is looked at.
  TRY(TypeArgument(vm, items[1], SpecialForms::kRefused,
                   "Callable[args, result]: result must be a type."));
  TRY(ConvertArguments(vm, &args, SpecialForms::kUnchecked));
  return NewAlias(vm, TypeId::kCallableAlias, form, args);
}

// Literal[1, 2, 1]: each once, by type and value; other literals are spread.
Value SubscriptLiteral(Vm& vm, Value form, Value key) {
  std::vector<Value> all, items;
  for (Value item : KeyItems(key)) {
    if (!Is(item, TypeId::kLiteralAlias)) {
      all.push_back(item);
      continue;
    }
    for (Value inner : Items(AsAlias(item)->args)) all.push_back(inner);
  }
  for (Value item : all) {
    bool there = false;
    for (Value other : items) {
      if (!vm.Tick(1)) return Value::Failed();
      there = there || (vm.TypeOf(other) == vm.TypeOf(item) && TRY(vm.Equal(other, item)));
    }
    if (!there) items.push_back(item);
  }
  return NewAlias(vm, TypeId::kLiteralAlias, form, items);
}

Value SubscriptAnnotated(Vm& vm, Value form, Value key) {
  std::vector<Value> items = KeyItems(key);
  if (items.size() < 2 || !Is(key, TypeId::kTuple)) {
    return vm.TypeError(
        "Annotated[...] should be used with at least two arguments (a type and an annotation).");
  }
  std::vector<Value> args;
  if (!vm.Tick(items.size())) return Value::Failed();
  if (Is(items[0], TypeId::kAnnotatedAlias)) {
    if (!vm.Tick(AsAlias(items[0])->args.As<Tuple>()->size())) return Value::Failed();
    for (Value item : Items(AsAlias(items[0])->args)) args.push_back(item);
  } else {
    args.push_back(TRY(TypeArgument(vm, items[0], SpecialForms::kClassVarAndFinal,
                                    "Annotated[t, ...]: t must be a type.")));
  }
  args.insert(args.end(), items.begin() + 1, items.end());
  return NewAlias(vm, TypeId::kAnnotatedAlias, form, args);
}

Value SubscriptConcatenate(Vm& vm, Value form, Value key) {
  std::vector<Value> items = KeyItems(key);
  if (items.empty()) return vm.TypeError("Cannot take a Concatenate of no types.");
  Value last = items.back();
  if (!Is(last, TypeId::kParamSpec) && last != Value::Ellipsis()) {
    return vm.TypeError(
        "The last parameter to Concatenate should be a ParamSpec variable or ellipsis.");
  }
  TRY(ConvertArguments(vm, &items, SpecialForms::kRefused,
                       "Concatenate[arg, ...]: each arg must be a type."));
  return NewAlias(vm, TypeId::kConcatenateAlias, form, items);
}

Value SubscriptSingle(Vm& vm, Value form, const FormInfo& info, Value key) {
  if (Is(key, TypeId::kTuple)) {
    Value text = TRY(vm.ReprValue(key));
    if (info.kind == FormKind::kOptional) {
      return vm.TypeError("typing.Optional requires a single type. Got ", Vm::View(text), ".");
    }
    if (info.name == "Required" || info.name == "NotRequired" || info.name == "ReadOnly") {
      return vm.TypeError(info.name, " accepts only a single type. Got ", Vm::View(text), ".");
    }
    return vm.TypeError("typing.", info.name, " accepts only single type. Got ", Vm::View(text),
                        ".");
  }
  const bool inner = info.name == "ClassVar" || info.name == "Final";
  const SpecialForms special = inner ? SpecialForms::kClassVarAndFinal : SpecialForms::kRefused;
  const Value items[] = {TRY(TypeArgument(vm, key, special)), Value::Type(TypeId::kNoneType)};
  if (info.kind == FormKind::kOptional) return UnionOf(vm, items);
  TypeId type = info.kind == FormKind::kUnpack ? TypeId::kUnpackAlias : TypeId::kTypingAlias;
  return NewAlias(vm, type, form, {items, 1});
}

Value SubscriptGenericClass(Vm& vm, Value form, const FormInfo& info, Value key) {
  std::vector<Value> items = KeyItems(key);
  if (items.empty()) {
    return vm.TypeError("Parameter list to ", info.name, "[...] cannot be empty");
  }
  for (size_t i = 0; i < items.size(); ++i) {
    if (!IsTypeVariable(items[i]) && !Is(items[i], TypeId::kUnpackAlias)) {
      return vm.TypeError("Parameters to ", info.name,
                          "[...] must all be type variables or parameter specification variables.");
    }
    if (!vm.Tick(i)) return Value::Failed();
    if (std::find(items.begin(), items.begin() + static_cast<ptrdiff_t>(i), items[i]) !=
        items.begin() + static_cast<ptrdiff_t>(i)) {
      return vm.TypeError("Parameters to ", info.name, "[...] must all be unique");
    }
  }
  return NewAlias(vm, TypeId::kTypingAlias, form, items);
}

Value FormGetItem(Vm& vm, Value self, Value key) {
  const FormInfo& info = InfoOfForm(self);
  switch (info.kind) {
    case FormKind::kPlain:
      if (info.type == TypeId::kAnyForm) return vm.TypeError("type 'Any' is not subscriptable");
      return vm.TypeError("typing.", info.name, " is not subscriptable");
    case FormKind::kOptional:
    case FormKind::kSingle:
    case FormKind::kUnpack: return SubscriptSingle(vm, self, info, key);
    case FormKind::kLiteral: return SubscriptLiteral(vm, self, key);
    case FormKind::kAnnotated: return SubscriptAnnotated(vm, self, key);
    case FormKind::kConcatenate: return SubscriptConcatenate(vm, self, key);
    case FormKind::kCallable: return SubscriptCallable(vm, self, key);
    case FormKind::kGenericClass: return SubscriptGenericClass(vm, self, info, key);
    case FormKind::kTuple: {
      std::vector<Value> items = KeyItems(key);
      const bool open = items.size() == 2 && items[1] == Value::Ellipsis();
      TRY(ConvertArguments(vm, &items, SpecialForms::kRefused,
                           open ? "Tuple[t, ...]: t must be a type."
                                : "Tuple[t0, t1, ...]: each t must be a type."));
      return NewAlias(vm, TypeId::kTypingAlias, self, items);
    }
    case FormKind::kGeneric:
    case FormKind::kClass: return SubscriptGeneric(vm, self, info, key);
  }
  return Value::None();
}

// ---- forms

Status FormRepr(Vm&, Value self, TextBuilder& out) {
  bool is_class = IsClass(InfoOfForm(self));
  if (is_class) out.Append("<class '");
  out.Append("typing.");
  out.Append(InfoOfForm(self).name);
  if (is_class) out.Append("'>");
  return out.status();
}

Value FormGetName(Vm& vm, Value self) { return vm.Intern(InfoOfForm(self).name); }
Value FormModule(Vm& vm, Value) { return vm.Intern("typing"); }
Value FormOrigin(Vm& vm, Value self) {
  if (!HasOrigin(InfoOfForm(self))) return vm.RaiseAttributeError(self, "__origin__");
  return OriginOfForm(vm, self);
}
constexpr AttributeInfo kFormAttributes[] = {{"__name__", FormGetName},
                                             {"__qualname__", FormGetName},
                                             {"_name", FormGetName},
                                             {"__module__", FormModule},
                                             {"__origin__", FormOrigin}};
PYSUB_MEMBERS(SpecialForm, kNoMethods, kFormAttributes);

// List.append is list's; a form that is no alias has nothing more.
Value FormGetAttribute(Vm& vm, Value self, Name name) {
  if (name.text.starts_with("__")) return Value::Undefined();
  const FormInfo& info = InfoOfForm(self);
  if (HasOrigin(info)) {
    Value origin = TRY(OriginOfForm(vm, self));
    if (origin == self) return Value::Undefined();
    Value found = vm.FindAttribute(origin, name);
    return found.IsUndefined() ? Value(vm.RaiseAttributeError(origin, name.text)) : found;
  }
  if (IsClass(info) || info.type == TypeId::kAnyForm) {
    return vm.Raise(TypeId::kAttributeError, "type object '", info.name, "' has no attribute '",
                    name.text, "'");
  }
  return vm.Raise(TypeId::kAttributeError, name.text);
}

Value FormCall(Vm& vm, Value self, const Args& a) {
  const FormInfo& info = InfoOfForm(self);
  if (info.kind == FormKind::kTuple || (info.kind == FormKind::kGeneric && info.module.empty())) {
    return vm.TypeError("Type ", info.name, " cannot be instantiated; use ",
                        Vm::NameOf(info.origin), "() instead");
  }
  if (HasOrigin(info)) {
    Value origin = TRY(OriginOfForm(vm, self));
    if (origin != self) {
      return vm.CallWithKeywords(origin, std::span<const Value>(a.rest, a.rest_count), a.keywords);
    }
  }
  if (info.type == TypeId::kAnyForm) return vm.TypeError("Any cannot be instantiated");
  if (IsClass(info)) return vm.TypeError("Type ", info.name, " cannot be instantiated");
  return vm.TypeError("Cannot instantiate typing.", info.name);
}

Value FormBinary(Vm& vm, BinaryOp op, Value left, Value right, bool) {
  return op == BinaryOp::kOr ? MakeUnion(vm, left, right) : Value::NotImplemented();
}

Result<bool> CheckByOrigin(Vm& vm, Value origin, Value object, TypeId type, bool subclass) {
  if (origin.IsType()) return Vm::IsSubtype(type, origin.AsType());
  if (!IsObjectOf(origin, TypeId::kSpecialForm) && vm.InfoOf(origin).instance_check != nullptr) {
    return vm.InfoOf(origin).instance_check(vm, origin, object, type, subclass);
  }
  return false;
}

// SupportsInt and its like ask for one method; the numbers of the language have it unseen.
Result<bool> CheckSupports(Vm& vm, std::string_view method, Value object, TypeId type) {
  bool is_int = Vm::IsSubtype(type, TypeId::kInt);
  bool is_float = Vm::IsSubtype(type, TypeId::kFloat);
  bool is_complex = Vm::IsSubtype(type, TypeId::kComplex);
  if (method == "__index__" && is_int) return true;
  if ((method == "__int__" || method == "__float__" || method == "__round__") &&
      (is_int || is_float)) {
    return true;
  }
  if (method == "__abs__" && (is_int || is_float || is_complex)) return true;
  if (method == "__complex__" && is_complex) return true;
  if (method == "__bytes__" && type == TypeId::kBytes) return true;
  if (is_int || is_float || is_complex || object.IsUndefined()) return false;
  Value found = vm.FindAttribute(object, {method, MemberHash(method)});
  if (found.IsFailed()) return Failure{};
  return !found.IsUndefined();
}

Result<bool> FormCheck(Vm& vm, Value self, Value object, TypeId type, bool subclass) {
  const FormInfo& info = InfoOfForm(self);
  if (HasOrigin(info)) {
    Value origin = OriginOfForm(vm, self);
    if (origin.IsFailed()) return Failure{};
    return CheckByOrigin(vm, origin, object, type, subclass);
  }
  if (info.type == TypeId::kProtocolForm && info.kind == FormKind::kClass) {
    return CheckSupports(vm, info.origin_name, object, type);
  }
  if (IsClass(info)) return false;
  return vm.TypeError("typing.", info.name, " cannot be used with ",
                      subclass ? "issubclass()" : "isinstance()");
}

// ---- aliases

Status AliasRepr(Vm& vm, Value self, TextBuilder& out) {
  std::span<const Value> args = Items(AsAlias(self)->args);
  out.Append("typing.");
  out.Append(InfoOfAlias(self).name);
  out.Append('[');
  switch (self.AsObject()->type) {
    case TypeId::kCallableAlias: TRY(WriteCallable(vm, args, out)); break;
    case TypeId::kLiteralAlias:
    case TypeId::kAnnotatedAlias:
      for (size_t i = 0; i < args.size(); ++i) {
        if (i > 0) out.Append(", ");
        bool type = args[i].IsType() || (i == 0 && Is(self, TypeId::kAnnotatedAlias));
        TRY(type ? WriteType(vm, args[i], out) : vm.Repr(args[i], out));
      }
      break;
    default:
      if (args.empty()) out.Append("()");
      TRY(WriteTypes(vm, args, out));
  }
  out.Append(']');
  return out.status();
}

Value AliasOrigin(Vm& vm, Value self) {
  if (Is(self, TypeId::kAnnotatedAlias)) return Items(AsAlias(self)->args)[0];
  return OriginOfForm(vm, AsAlias(self)->origin);
}
Value AliasArgs(Vm& vm, Value self) {
  if (Is(self, TypeId::kAnnotatedAlias))
    return vm.NewTuple(Items(AsAlias(self)->args).subspan(0, 1));
  return AsAlias(self)->args;
}
Value AliasMetadata(Vm& vm, Value self) {
  if (!Is(self, TypeId::kAnnotatedAlias)) return vm.RaiseAttributeError(self, "__metadata__");
  return vm.NewTuple(Items(AsAlias(self)->args).subspan(1));
}
Value AliasParameters(Vm& vm, Value self) { return ParametersOf(vm, AsAlias(self)->args); }
Value AliasName(Vm& vm, Value self) { return vm.Intern(InfoOfAlias(self).name); }
constexpr AttributeInfo kAliasAttributes[] = {{"__origin__", AliasOrigin},
                                              {"__args__", AliasArgs},
                                              {"__metadata__", AliasMetadata},
                                              {"__parameters__", AliasParameters},
                                              {"__name__", AliasName},
                                              {"__qualname__", AliasName},
                                              {"_name", AliasName},
                                              {"__module__", FormModule}};
PYSUB_MEMBERS(TypingAlias, kNoMethods, kAliasAttributes);

Value AliasGetAttribute(Vm& vm, Value self, Name name) {
  if (name.text.starts_with("__")) return Value::Undefined();
  Value origin = TRY(AliasOrigin(vm, self));
  if (vm.IsInstance(origin, TypeId::kSpecialForm)) return Value::Undefined();
  DepthGuard guard(vm);  // Annotated[list[Annotated[...]]]
  if (!guard.ok()) return vm.TooDeep("");
  Value found = vm.FindAttribute(origin, name);
  return found.IsUndefined() ? Value(vm.RaiseAttributeError(origin, name.text)) : found;
}

Value AliasCall(Vm& vm, Value self, const Args& a) {
  if (Is(self, TypeId::kAnnotatedAlias)) {
    return vm.CallWithKeywords(Items(AsAlias(self)->args)[0],
                               std::span<const Value>(a.rest, a.rest_count), a.keywords);
  }
  return FormCall(vm, AsAlias(self)->origin, a);
}

// Whether the literals of `a` are all among those of `b`, by type and value.
Result<bool> LiteralsAmong(Vm& vm, std::span<const Value> a, std::span<const Value> b) {
  for (Value item : a) {
    bool found = false;
    for (Value other : b) {
      if (!vm.Tick(1)) return Failure{};
      found = found || (vm.TypeOf(item) == vm.TypeOf(other) && TRY(vm.Equal(item, other)));
    }
    if (!found) return false;
  }
  return true;
}

Value AliasCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (op != CompareOp::kEq && op != CompareOp::kNe) return Value::NotImplemented();
  if (!IsTypingAlias(vm, left) || !IsTypingAlias(vm, right)) return Value::NotImplemented();
  bool same = AsAlias(left)->origin == AsAlias(right)->origin;
  std::span<const Value> a = Items(AsAlias(left)->args), b = Items(AsAlias(right)->args);
  if (same && Is(left, TypeId::kLiteralAlias)) {
    same = a.size() == b.size() && TRY(LiteralsAmong(vm, a, b));
  } else if (same) {
    same = TRY(vm.Equal(AsAlias(left)->args, AsAlias(right)->args));
  }
  return Value::Bool(same == (op == CompareOp::kEq));
}

Result<int64_t> AliasHash(Vm& vm, Value self) {
  int64_t hash = TRY(vm.Hash(AsAlias(self)->origin));
  if (!Is(self, TypeId::kLiteralAlias)) {
    hash ^= TRY(vm.Hash(AsAlias(self)->args));
    return hash == -1 ? -2 : hash;
  }
  for (Value item : Items(AsAlias(self)->args)) hash ^= TRY(vm.Hash(item));
  return hash == -1 ? -2 : hash;
}

Value AliasGetItem(Vm& vm, Value self, Value key) { return SubscriptAlias(vm, self, key); }

Result<bool> AliasCheck(Vm& vm, Value, Value, TypeId, bool) {
  return vm.TypeError("Subscripted generics cannot be used with class and instance checks");
}

}  // namespace

Status WriteCallable(Vm& vm, std::span<const Value> args, TextBuilder& out) {
  std::span<const Value> parameters = args.subspan(0, args.size() - 1);
  bool plain = parameters.size() == 1 &&
               (parameters[0] == Value::Ellipsis() || Is(parameters[0], TypeId::kParamSpec) ||
                Is(parameters[0], TypeId::kConcatenateAlias) || Is(parameters[0], TypeId::kTuple) ||
                Is(parameters[0], TypeId::kList));
  if (!plain) out.Append('[');
  TRY(WriteTypes(vm, parameters, out));
  if (!plain) out.Append(']');
  out.Append(", ");
  return WriteType(vm, args.back(), out);
}

Value SubscriptAbstractCallable(Vm& vm, Value origin, Value key) {
  const std::vector<Value> items = KeyItems(key);
  if (items.size() != 2 || !Is(key, TypeId::kTuple)) {
    return vm.TypeError("Callable must be used as Callable[[arg, ...], result].");
  }
  std::vector<Value> args;
  if (Is(items[0], TypeId::kList)) {
    TRY(ListItems(vm, items[0].As<List>(), &args));
  } else if (Is(items[0], TypeId::kTuple)) {
    args = KeyItems(items[0]);
    if (!vm.Tick(args.size())) return Value::Failed();
  } else if (items[0] == Value::Ellipsis() || Is(items[0], TypeId::kParamSpec) ||
             Is(items[0], TypeId::kConcatenateAlias)) {
    args.push_back(items[0]);
  } else {
    const Value shown = TRY(vm.ReprValue(items[0]));
    return vm.TypeError("Expected a list of types, an ellipsis, ParamSpec, or Concatenate. Got ",
                        Vm::View(shown));
  }
  args.push_back(items[1]);
  return NewGenericAlias(vm, origin, TRY(vm.NewTuple(args)));
}

std::string_view FormName(Value form) { return InfoOfForm(form).name; }

bool IsClassForm(Value v) {
  if (!v.IsObject()) return false;
  const TypeId type = v.AsObject()->type;
  const bool form =
      type == TypeId::kClassForm || type == TypeId::kProtocolForm || type == TypeId::kAnyForm;
  return form && (type == TypeId::kAnyForm || IsClass(InfoOfForm(v)));
}

Status CheckTypeArgument(Vm& vm, Value v, SpecialForms special) {
  const bool allowed = special == SpecialForms::kClassVarAndFinal;
  auto qualifies = [](const FormInfo& info) {
    return info.name == "ClassVar" || info.name == "Final";
  };
  if (IsTypingAlias(vm, v)) {
    const FormInfo& info = InfoOfAlias(v);
    // Annotated[Final, 'x'] is as much as Final.
    const Value first =
        Items(AsAlias(v)->args).empty() ? Value::None() : Items(AsAlias(v)->args)[0];
    const bool hides = Is(v, TypeId::kAnnotatedAlias) && Is(first, TypeId::kSpecialForm) &&
                       qualifies(InfoOfForm(first));
    if (!hides && info.kind != FormKind::kGenericClass && (allowed || !qualifies(info)))
      return Done{};
    if (hides && allowed) return Done{};
    TextBuilder shown(vm);
    TRY(vm.Repr(v, shown));
    return vm.TypeError(shown.view(), " is not valid as type argument");
  }
  if (!vm.IsInstance(v, TypeId::kSpecialForm) && !Is(v, TypeId::kClassForm) &&
      !Is(v, TypeId::kProtocolForm) && !Is(v, TypeId::kTypedCacheForm)) {
    return Done{};
  }
  if (allowed && qualifies(InfoOfForm(v))) return Done{};
  switch (InfoOfForm(v).kind) {
    case FormKind::kSingle:
    case FormKind::kOptional:
    case FormKind::kUnpack:
    case FormKind::kLiteral:
    case FormKind::kAnnotated:
    case FormKind::kConcatenate:
    case FormKind::kGenericClass: break;
    default: return Done{};
  }
  TextBuilder shown(vm);
  TRY(vm.Repr(v, shown));
  return vm.TypeError("Plain ", shown.view(), " is not valid as type argument");
}

Value OriginOfForm(Vm& vm, Value form) {
  const FormInfo& info = InfoOfForm(form);
  if (!HasOrigin(info)) return form;
  if (info.origin != TypeId::kObject) return Value::Type(info.origin);
  Value module = ImportModule(vm, info.module);
  if (module.IsFailed()) {
    if (!vm.PendingIs(TypeId::kModuleNotFoundError)) return module;
    static_cast<void>(vm.TakeException());
    return form;
  }
  Value origin = TRY(DictGetStr(vm, module.As<Module>()->dict.As<Dict>(), info.origin_name));
  return origin.IsUndefined() ? form : origin;
}

Value OriginOfAlias(Vm& vm, Value alias) {
  if (IsObjectOf(alias, TypeId::kGenericAlias)) return AsAlias(alias)->origin;
  return OriginOfForm(vm, AsAlias(alias)->origin);
}

Value ArgsOfAlias(Vm& vm, Value alias) {
  std::span<const Value> args = Items(AsAlias(alias)->args);
  if (!Is(alias, TypeId::kCallableAlias)) return AsAlias(alias)->args;
  std::span<const Value> parameters = args.subspan(0, args.size() - 1);
  if (parameters.size() == 1 &&
      (parameters[0] == Value::Ellipsis() || Is(parameters[0], TypeId::kParamSpec) ||
       Is(parameters[0], TypeId::kConcatenateAlias))) {
    return AsAlias(alias)->args;
  }
  Value list = TRY(vm.NewList(parameters));
  return vm.NewTuple({list, args.back()});
}

Value WithoutExtras(Vm& vm, Value v) {
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep("");
  if (!vm.Tick(1)) return Value::Failed();
  if (Is(v, TypeId::kAnnotatedAlias)) return WithoutExtras(vm, Items(AsAlias(v)->args)[0]);
  if (Is(v, TypeId::kTypingAlias)) {
    std::string_view name = InfoOfAlias(v).name;
    if (name == "Required" || name == "NotRequired" || name == "ReadOnly") {
      return WithoutExtras(vm, Items(AsAlias(v)->args)[0]);
    }
  }
  bool is_union = Is(v, TypeId::kUnion);
  if ((!is_union && !IsAlias(vm, v)) || Is(v, TypeId::kLiteralAlias)) return v;
  std::vector<Value> items;
  bool changed = false;
  for (Value item : Items(is_union ? v.As<UnionObject>()->args : AsAlias(v)->args)) {
    items.push_back(TRY(WithoutExtras(vm, item)));
    changed |= items.back() != item;
  }
  if (!changed) return v;
  if (is_union) return UnionOf(vm, items);
  return NewAlias(vm, v.AsObject()->type, AsAlias(v)->origin, items);
}

Status AddForms(Vm& vm, Dict* names) {
  for (size_t row = 0; row < std::size(kForms); ++row) {
    SpecialFormObject* object = TRY(vm.New<SpecialFormObject>(kForms[row].type));
    object->row = row;
    TRY(DictSetStr(vm, names, kForms[row].name, Value::Of(object)));
  }
  return Done{};
}

// What a snapshot may hold.
static bool CheckForm(Vm&, Object* object) {
  return static_cast<SpecialFormObject*>(object)->row < std::size(kForms);
}
static bool CheckAlias(Vm& vm, Object* object) {
  AliasObject* alias = static_cast<AliasObject*>(object);
  if (!CheckForm(vm, alias->origin.AsObject())) return false;
  bool may_be_empty =
      InfoOfForm(alias->origin).kind == FormKind::kTuple || object->type == TypeId::kLiteralAlias;
  return may_be_empty || alias->args.As<Tuple>()->size() > 0;
}

constexpr Schema kSpecialFormSchema{"#", CheckForm};
extern constexpr TypeInfo kSpecialFormType{.id = TypeId::kSpecialForm,
                                           .schema = &kSpecialFormSchema,
                                           .attributes = kFormAttributes,
                                           .members = kSpecialFormMembers,
                                           .repr = FormRepr,
                                           .get_item = FormGetItem,
                                           .binary = FormBinary,
                                           .call = FormCall,
                                           .instance_check = FormCheck,
                                           .get_attribute = FormGetAttribute};
constexpr Schema kTypingAliasSchema{"<SpecialForm> t", CheckAlias};
extern constexpr TypeInfo kTypingAliasType{.id = TypeId::kTypingAlias,
                                           .schema = &kTypingAliasSchema,
                                           .attributes = kAliasAttributes,
                                           .members = kTypingAliasMembers,
                                           .repr = AliasRepr,
                                           .hash = AliasHash,
                                           .compare = AliasCompare,
                                           .get_item = AliasGetItem,
                                           .binary = FormBinary,
                                           .call = AliasCall,
                                           .instance_check = AliasCheck,
                                           .get_attribute = AliasGetAttribute};

}  // namespace pysub
