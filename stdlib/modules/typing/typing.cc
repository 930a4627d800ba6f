// Generic aliases (list[int]), unions, and what all annotations share: how types are
// written inside others, type variables replaced. The names of the typing module are in
// typing/forms.cc and typing/names.cc.

#include "stdlib/modules/typing/typing.h"

#include <algorithm>
#include <string>

#include "stdlib/modules/abstract_types.h"
#include "stdlib/modules/typing/generic_alias.h"
#include "stdlib/operations.h"
#include "stdlib/types/namedtuple.h"
#include "vm/objects/dict.h"
#include "vm/slot_methods.h"
#include "vm/snapshot/schema.h"

namespace pysub {

namespace {

bool Is(Value v, TypeId type) { return IsObjectOf(v, type); }
AliasObject* AsAlias(Value v) { return v.As<AliasObject>(); }
UnionObject* AsUnion(Value v) { return v.As<UnionObject>(); }
std::span<const Value> Items(Value tuple) {
  return {tuple.As<Tuple>()->items(), tuple.As<Tuple>()->size()};
}

// What only typing makes: beside these, text stands for a type that is defined later.
bool IsTypingObject(const Vm& vm, Value v) {
  return IsTypingAlias(vm, v) || vm.IsInstance(v, TypeId::kSpecialForm) || IsTypeVariable(v) ||
         Is(v, TypeId::kForwardRef) || Is(v, TypeId::kNewType) || Is(v, TypeId::kTypeAliasType);
}

// What may stand in a union.
bool IsTypeLike(const Vm& vm, Value v) {
  return v.IsType() || v.IsNone() || Is(v, TypeId::kGenericAlias) || Is(v, TypeId::kUnion) ||
         Is(v, TypeId::kDynamicType) || Is(v, TypeId::kAbstractType) ||
         Is(v, TypeId::kTypedDictType) || IsTypingObject(vm, v);
}

}  // namespace

bool IsTypingAlias(const Vm& vm, Value v) { return vm.IsInstance(v, TypeId::kTypingAlias); }
bool IsAlias(const Vm& vm, Value v) { return Is(v, TypeId::kGenericAlias) || IsTypingAlias(vm, v); }
bool IsTypeVariable(Value v) {
  return Is(v, TypeId::kTypeVar) || Is(v, TypeId::kParamSpec) || Is(v, TypeId::kTypeVarTuple);
}

Status WriteTypes(Vm& vm, std::span<const Value> items, TextBuilder& out) {
  bool first = true;
  for (Value item : items) {
    if (!vm.Tick(1)) return Failure{};
    if (!first) out.Append(", ");
    first = false;
    TRY(WriteType(vm, item, out));
  }
  return out.status();
}

Status WriteType(Vm& vm, Value v, TextBuilder& out) {
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep(" while getting the repr of an object");
  if (v.IsType()) {
    if (Vm::ModuleOf(v.AsType()) != "builtins" &&
        Vm::NameOf(v.AsType()).find('.') == std::string_view::npos) {
      out.Append(Vm::ModuleOf(v.AsType()));
      out.Append('.');
    }
    out.Append(Vm::NameOf(v.AsType()));
    return out.status();
  }
  if (v == Value::Ellipsis()) {
    out.Append("...");
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
  if (Is(v, TypeId::kTypedDictType)) return WriteTypedDictName(vm, v, out);
  if (IsClassForm(v)) {
    out.Append("typing.");
    out.Append(FormName(v));
    return out.status();
  }
  if (Is(v, TypeId::kFunction)) {
    const Function* function = v.As<Function>();
    const Value module = !function->module.IsUndefined()
                             ? function->module
                             : DictGetStr(vm, function->globals.As<Dict>(), "__name__");
    if (module.IsFailed()) return Failure{};
    if (Vm::IsStr(module) && Vm::View(module) != "builtins") {
      TRY(vm.ToStr(module, out));
      out.Append('.');
    }
    return vm.ToStr(function->qualified_name, out);
  }
  if (v.IsNative() && Vm::IsModuleFunction(v)) {
    out.Append(vm.NativeOf(v).name);
    return out.status();
  }
  if (Is(v, TypeId::kList) || Is(v, TypeId::kTuple)) {
    std::span<const Value> items;
    if (Is(v, TypeId::kTuple)) {
      items = Items(v);
    } else if (v.As<List>()->size > 0) {
      items = {v.As<List>()->items(), v.As<List>()->size};
    }
    out.Append('[');
    TRY(WriteTypes(vm, items, out));
    out.Append(']');
    return out.status();
  }
  return vm.Repr(v, out);
}

Value NewForwardRef(Vm& vm, Value text, bool is_class) {
  ForwardRefObject* reference = TRY(vm.New<ForwardRefObject>(TypeId::kForwardRef));
  reference->text = text;
  reference->module = reference->owner = Value::None();
  reference->is_class = Value::Bool(is_class);
  return Value::Of(reference);
}

Value TypeArgument(Vm& vm, Value v, SpecialForms special, std::string_view message) {
  if (v.IsNone()) return Value::Type(TypeId::kNoneType);
  if (Vm::IsStr(v)) {
    if (Vm::View(v).empty()) {
      const Value text = TRY(vm.NewAsciiStr("Forward reference must be an expression -- got ''"));
      return vm.RaiseException(TRY(vm.Call(Value::Type(TypeId::kSyntaxError), {text})));
    }
    return NewForwardRef(vm, v, special == SpecialForms::kClassVarAndFinal);
  }
  if (special == SpecialForms::kUnchecked) return v;
  TRY(CheckTypeArgument(vm, v, special));
  if (!Is(v, TypeId::kTuple)) return v;
  constexpr uint32_t kMost = 100;  // characters of the repr
  const Value text = TRY(vm.ReprValue(v));
  std::string_view shown = Vm::View(text);
  if (text.As<Str>()->length > kMost) shown = shown.substr(0, vm.TextOffset(text.As<Str>(), kMost));
  return vm.TypeError(message, " Got ", shown, ".");
}

// ---- type variables replaced

namespace {

Status CollectParameters(Vm& vm, Value v, std::vector<Value>* found) {
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep("");
  if (!vm.Tick(1 + found->size() / 8)) return Failure{};
  if (IsTypeVariable(v)) {
    if (std::find(found->begin(), found->end(), v) == found->end()) found->push_back(v);
    return Done{};
  }
  if (Is(v, TypeId::kList)) {
    for (uint32_t i = 0; i < v.As<List>()->size; ++i) {
      TRY(CollectParameters(vm, v.As<List>()->items()[i], found));
    }
    return Done{};
  }
  if (!IsAlias(vm, v) && !Is(v, TypeId::kUnion)) return Done{};
  for (Value item : Items(IsAlias(vm, v) ? AsAlias(v)->args : AsUnion(v)->args)) {
    TRY(CollectParameters(vm, item, found));
  }
  return Done{};
}

class Substitution {
 public:
  Substitution(Vm& vm, std::span<const Value> from, std::span<const Value> to)
      : vm_(vm), from_(from), to_(to) {}

  Value One(Value v) {
    DepthGuard guard(vm_);
    if (!guard.ok()) return vm_.TooDeep("");
    if (!vm_.Tick(1)) return Value::Failed();
    if (IsTypeVariable(v) || Is(v, TypeId::kForwardRef)) return Bound(v);
    if (Is(v, TypeId::kList)) {
      std::vector<Value> items;
      TRY(All({v.As<List>()->items(), v.As<List>()->size}, &items));
      return vm_.NewList(items);
    }
    if (Is(v, TypeId::kUnion)) {
      std::vector<Value> items;
      TRY(All(Items(AsUnion(v)->args), &items));
      return UnionOf(vm_, items);
    }
    if (!IsAlias(vm_, v)) return v;
    std::vector<Value> items;
    TRY(All(Items(AsAlias(v)->args), &items));
    Value args = TRY(vm_.NewTuple(items));
    AliasObject* alias = TRY(vm_.New<AliasObject>(v.AsObject()->type));
    alias->origin = AsAlias(v)->origin;
    alias->args = args;
    return Value::Of(alias);
  }

 private:
  // Concatenate[int, P] whose P was bound to a list.
  static bool IsWholeList(Value from, Value to) {
    if (!Is(from, TypeId::kConcatenateAlias) || !Is(to, TypeId::kConcatenateAlias)) return false;
    const Value last = Items(AsAlias(to)->args).back();
    return !Is(last, TypeId::kParamSpec) && last != Value::Ellipsis();
  }

  Value Bound(Value v) {
    for (size_t i = 0; i < from_.size(); ++i) {
      if (from_[i] == v) return to_[i];
      if (Is(v, TypeId::kForwardRef) && TRY(vm_.Equal(from_[i], v))) return to_[i];
    }
    return v;
  }

  // A list bound to a parameter specification, or a tuple bound to a TypeVarTuple,
  // becomes several items.
  Status All(std::span<const Value> items, std::vector<Value>* out) {
    if (!vm_.Tick(items.size())) return Failure{};
    for (Value item : items) {
      bool unpacked = Is(item, TypeId::kUnpackAlias);
      Value inner = unpacked ? AsAlias(item)->args.As<Tuple>()->items()[0] : item;
      Value made = One(inner);
      if (made.IsFailed()) return Failure{};
      if (unpacked && Is(made, TypeId::kTuple)) {
        for (Value part : Items(made)) out->push_back(part);
      } else if (Is(inner, TypeId::kParamSpec) && Is(made, TypeId::kList)) {
        List* list = made.As<List>();
        for (uint32_t i = 0; i < list->size; ++i) {
          out->push_back(TypeArgument(vm_, list->items()[i]));
          if (out->back().IsFailed()) return Failure{};
        }
      } else if (IsWholeList(inner, made)) {
        for (Value part : Items(AsAlias(made)->args)) out->push_back(part);
      } else {
        out->push_back(unpacked ? item : made);
      }
    }
    return Done{};
  }

  Vm& vm_;
  std::span<const Value> from_, to_;
};

}  // namespace

Value ParametersOf(Vm& vm, Value args) {
  std::vector<Value> found;
  for (Value item : Items(args)) TRY(CollectParameters(vm, item, &found));
  return vm.NewTuple(found);
}

Value Substitute(Vm& vm, Value v, std::span<const Value> from, std::span<const Value> to) {
  return Substitution(vm, from, to).One(v);
}

Value SubscriptAlias(Vm& vm, Value alias, Value key) {
  Value args = Is(alias, TypeId::kUnion) ? AsUnion(alias)->args : AsAlias(alias)->args;
  Value parameters = TRY(ParametersOf(vm, args));
  std::span<const Value> from = Items(parameters);
  Value text = TRY(vm.ReprValue(alias));
  if (from.empty()) return vm.TypeError(Vm::View(text), " is not a generic class");
  std::vector<Value> given;
  if (!vm.Tick(Is(key, TypeId::kTuple) ? key.As<Tuple>()->size() : 1)) return Value::Failed();
  if (Is(key, TypeId::kTuple)) {
    for (Value item : Items(key)) given.push_back(item);
  } else {
    given.push_back(key);
  }
  // One parameter specification takes all that is given as its list.
  if (from.size() == 1 && Is(from[0], TypeId::kParamSpec) &&
      !(given.size() == 1 && !given[0].IsType())) {
    given = {TRY(vm.NewList(given))};
  }
  // A TypeVarTuple takes what the others leave.
  auto variadic =
      std::find_if(from.begin(), from.end(), [](Value v) { return Is(v, TypeId::kTypeVarTuple); });
  if (variadic != from.end() && given.size() + 1 >= from.size()) {
    size_t at = static_cast<size_t>(variadic - from.begin());
    size_t count = given.size() + 1 - from.size();
    Value taken = TRY(vm.NewTuple(std::span<const Value>(given).subspan(at, count)));
    given.erase(given.begin() + static_cast<ptrdiff_t>(at),
                given.begin() + static_cast<ptrdiff_t>(at + count));
    given.insert(given.begin() + static_cast<ptrdiff_t>(at), taken);
  }
  if (given.size() != from.size()) {
    return vm.TypeError("Too ", given.size() > from.size() ? "many" : "few", " arguments for ",
                        Vm::View(text), "; actual ", static_cast<int64_t>(given.size()),
                        ", expected ", static_cast<int64_t>(from.size()));
  }
  for (Value& item : given) item = TRY(TypeArgument(vm, item));
  return Substitute(vm, alias, from, given);
}

// ---- generic aliases

namespace {

Value NewAlias(Vm& vm, Value origin, Value key) {
  const bool several = vm.IsInstance(key, TypeId::kTuple);
  Value args = Is(key, TypeId::kTuple) ? key
               : several               ? TRY(vm.NewTuple(Items(key)))
                                       : TRY(vm.NewTuple({key}));
  AliasObject* alias = TRY(vm.New<AliasObject>(TypeId::kGenericAlias));
  alias->origin = origin;
  alias->args = args;
  return Value::Of(alias);
}
Value AliasNew(Vm& vm, const Args& a) { return NewAlias(vm, a[1], a[2]); }
constexpr NativeInfo kAliasConstructor{"GenericAlias(origin, args, /)", AliasNew,
                                       "Represent a PEP 585 generic type"};

// The alias is what *list[int] stands for.
constexpr ObjectFlags kFlagUnpacked = kFlagA;

// One item: itself, unpacked.
Value AliasIter(Vm& vm, Value self) {
  AliasObject* unpacked = TRY(vm.New<AliasObject>(TypeId::kGenericAlias));
  unpacked->origin = AsAlias(self)->origin;
  unpacked->args = AsAlias(self)->args;
  unpacked->set_flag(kFlagUnpacked, true);
  return vm.GetIter(TRY(vm.NewTuple({Value::Of(unpacked)})));
}

Status AliasRepr(Vm& vm, Value self, TextBuilder& out) {
  if (self.AsObject()->flag(kFlagUnpacked)) out.Append('*');
  const Value origin = AsAlias(self)->origin;
  TRY(WriteType(vm, origin == Value::Type(TypeId::kNoneType) ? Value::None() : origin, out));
  out.Append('[');
  if (Is(origin, TypeId::kAbstractType) && AbstractInfo(origin).name == "Callable" &&
      !Items(AsAlias(self)->args).empty()) {
    TRY(WriteCallable(vm, Items(AsAlias(self)->args), out));
    out.Append(']');
    return out.status();
  }
  if (Items(AsAlias(self)->args).empty()) out.Append("()");
  bool first = true;
  for (Value item : Items(AsAlias(self)->args)) {
    if (!vm.Tick(1)) return Failure{};
    if (!first) out.Append(", ");
    first = false;
    // The type of None is shown as None here, and only here; and only here are tuples written as
    // such.
    if (Is(item, TypeId::kTuple)) {
      TRY(vm.Repr(item, out));
      continue;
    }
    TRY(WriteType(vm, item == Value::Type(TypeId::kNoneType) ? Value::None() : item, out));
  }
  out.Append(']');
  return out.status();
}

Value AliasOrigin(Vm&, Value self) { return AsAlias(self)->origin; }
Value AliasArgs(Vm&, Value self) { return AsAlias(self)->args; }
Value AliasParameters(Vm& vm, Value self) { return ParametersOf(vm, AsAlias(self)->args); }

Value AliasCall(Vm& vm, Value self, const Args& a) {
  return vm.CallWithKeywords(AsAlias(self)->origin, std::span<const Value>(a.rest, a.rest_count),
                             a.keywords);
}

Value AliasCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (op != CompareOp::kEq && op != CompareOp::kNe) return Value::NotImplemented();
  if (!Is(left, TypeId::kGenericAlias) || !Is(right, TypeId::kGenericAlias)) {
    return Value::NotImplemented();
  }
  bool same = AsAlias(left)->origin == AsAlias(right)->origin &&
              TRY(vm.Equal(AsAlias(left)->args, AsAlias(right)->args));
  same = same && left.AsObject()->flag(kFlagUnpacked) == right.AsObject()->flag(kFlagUnpacked);
  return Value::Bool(same == (op == CompareOp::kEq));
}
Result<int64_t> AliasHash(Vm& vm, Value self) {
  const int64_t hash = TRY(vm.Hash(AsAlias(self)->origin)) ^ TRY(vm.Hash(AsAlias(self)->args));
  return hash == -1 ? -2 : hash;
}

Value AliasGetItem(Vm& vm, Value self, Value key) { return SubscriptAlias(vm, self, key); }

// Everything else is the origin's, list[int].append and list[int].__repr__ as well.
Value AliasGetAttribute(Vm& vm, Value self, Name name) {
  for (std::string_view own : {"__class__", "__bases__", "__mro_entries__", "__reduce__",
                               "__reduce_ex__", "__copy__", "__deepcopy__"}) {
    if (name.text == own) return Value::Undefined();
  }
  DepthGuard guard(vm);  // its origin may be an alias
  if (!guard.ok()) return vm.TooDeep("");
  return vm.FindAttribute(AsAlias(self)->origin, name);
}

Value AliasBinary(Vm& vm, BinaryOp op, Value left, Value right, bool) {
  return op == BinaryOp::kOr ? MakeUnion(vm, left, right) : Value::NotImplemented();
}

Result<bool> AliasCheck(Vm& vm, Value, Value, TypeId, bool subclass) {
  return vm.TypeError(subclass ? "issubclass()" : "isinstance()",
                      " argument 2 cannot be a parameterized generic");
}

constexpr AttributeInfo kAliasAttributes[] = {
    {"__origin__", AliasOrigin}, {"__args__", AliasArgs}, {"__parameters__", AliasParameters}};
PYSUB_MEMBERS(GenericAlias, kNoMethods, kAliasAttributes);

// ---- unions

Status UnionRepr(Vm& vm, Value self, TextBuilder& out) {
  bool first = true;
  for (Value item : Items(AsUnion(self)->args)) {
    if (!first) out.Append(" | ");
    first = false;
    if (item == Value::Type(TypeId::kNoneType)) {
      out.Append("None");
    } else {
      TRY(WriteType(vm, item, out));
    }
  }
  return out.status();
}
Value UnionArgs(Vm&, Value self) { return AsUnion(self)->args; }
Value UnionOrigin(Vm&, Value) { return Value::Type(TypeId::kUnion); }
Value UnionParameters(Vm& vm, Value self) { return ParametersOf(vm, AsUnion(self)->args); }
Value UnionName(Vm& vm, Value) { return vm.Intern("Union"); }

// The order does not matter.
Value UnionCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (op != CompareOp::kEq && op != CompareOp::kNe) return Value::NotImplemented();
  if (!Is(left, TypeId::kUnion) || !Is(right, TypeId::kUnion)) return Value::NotImplemented();
  std::span<const Value> a = Items(AsUnion(left)->args), b = Items(AsUnion(right)->args);
  bool same = a.size() == b.size();
  for (size_t i = 0; same && i < a.size(); ++i) {
    bool found = false;
    for (size_t k = 0; !found && k < b.size(); ++k) {
      if (!vm.Tick(1)) return Value::Failed();
      found = TRY(vm.Equal(a[i], b[k]));
    }
    same = found;
  }
  return Value::Bool(same == (op == CompareOp::kEq));
}
Result<int64_t> UnionHash(Vm& vm, Value self) {
  int64_t hash = 0;
  for (Value item : Items(AsUnion(self)->args)) hash ^= TRY(vm.Hash(item));
  return hash == -1 ? -2 : hash;
}

Result<bool> UnionCheck(Vm& vm, Value self, Value object, TypeId type, bool subclass) {
  for (Value item : Items(AsUnion(self)->args)) {
    if (!vm.Tick(1)) return Failure{};
    if (item.IsType()) {
      if (Vm::IsSubtype(type, item.AsType())) return true;
    } else if (vm.InfoOf(item).instance_check != nullptr) {
      if (TRY(vm.InfoOf(item).instance_check(vm, item, object, type, subclass))) return true;
    } else {
      return AliasCheck(vm, item, object, type, subclass);
    }
  }
  return false;
}

Value UnionGetItem(Vm& vm, Value self, Value key) { return SubscriptAlias(vm, self, key); }

constexpr AttributeInfo kUnionAttributes[] = {{"__args__", UnionArgs},
                                              {"__origin__", UnionOrigin},
                                              {"__parameters__", UnionParameters},
                                              {"__name__", UnionName},
                                              {"__qualname__", UnionName}};
PYSUB_MEMBERS(Union, kNoMethods, kUnionAttributes);

}  // namespace

Value NewGenericAlias(Vm& vm, Value origin, Value key) { return NewAlias(vm, origin, key); }

Value UnionOf(Vm& vm, std::span<const Value> members) {
  std::vector<Value> items;
  auto add = [&](Value v) -> Status {
    if (v.IsNone()) v = Value::Type(TypeId::kNoneType);
    for (Value there : items) {
      if (!vm.Tick(1)) return Failure{};
      if (TRY(vm.Equal(there, v))) return Done{};
    }
    items.push_back(v);
    return Done{};
  };
  for (Value member : members) {
    if (!Is(member, TypeId::kUnion)) {
      TRY(add(member));
      continue;
    }
    for (Value item : Items(AsUnion(member)->args)) TRY(add(item));
  }
  if (items.size() == 1) return items[0];
  Value args = TRY(vm.NewTuple(items));
  UnionObject* result = TRY(vm.New<UnionObject>(TypeId::kUnion));
  result->args = args;
  return Value::Of(result);
}

// What takes anything at the other side of `|`, as Union[...] does.
static bool MakesAnyUnion(const Vm& vm, Value v) {
  return IsTypingAlias(vm, v) || (vm.IsInstance(v, TypeId::kSpecialForm) && !IsClassForm(v)) ||
         Is(v, TypeId::kTypeVar) || Is(v, TypeId::kParamSpec) || Is(v, TypeId::kForwardRef) ||
         Is(v, TypeId::kNewType) || Is(v, TypeId::kUnion);
}
static Value UnionArgument(Vm& vm, Value v) {
  if (IsClassForm(v)) return v;
  return TypeArgument(vm, v, SpecialForms::kRefused, "Union[arg, ...]: each arg must be a type.");
}

Value MakeUnion(Vm& vm, Value left, Value right) {
  if (MakesAnyUnion(vm, left) || MakesAnyUnion(vm, right)) {
    const Value members[] = {TRY(UnionArgument(vm, left)), TRY(UnionArgument(vm, right))};
    return UnionOf(vm, members);
  }
  if (!IsTypeLike(vm, left) || !IsTypeLike(vm, right)) return Value::NotImplemented();
  if (left.IsNone() && right.IsNone()) return Value::NotImplemented();
  const Value members[] = {left, right};
  return UnionOf(vm, members);
}

// int[...]: which types take subscripts.
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
    case TypeId::kMappingProxy:
    case TypeId::kAsyncFuture:
    case TypeId::kAsyncTask:
    case TypeId::kAsyncQueue:
    case TypeId::kContextVar:
    case TypeId::kContextToken:
    case TypeId::kCounter:
    case TypeId::kDefaultDict:
    case TypeId::kOrderedDict:
    case TypeId::kDeque:
    case TypeId::kArrayArray:
    case TypeId::kChainMap:
    case TypeId::kStaticMethod:
    case TypeId::kClassMethod:
    case TypeId::kChain:
    case TypeId::kPartial:
    case TypeId::kTopologicalSorter:
    case TypeId::kSequenceMatcher:
    case TypeId::kPattern:
    case TypeId::kMatch:
    case TypeId::kStructTime:
    case TypeId::kTemplate:
    case TypeId::kInterpolation:
    case TypeId::kAsyncPriorityQueue:
    case TypeId::kAsyncLifoQueue:
    case TypeId::kClosing:
    case TypeId::kAsyncClosing:
    case TypeId::kSuppress:
    case TypeId::kNullContext:
    case TypeId::kRedirectStdout:
    case TypeId::kRedirectStderr:
    case TypeId::kContextlibChdir:
    case TypeId::kExitStack:
    case TypeId::kAsyncExitStack:
    case TypeId::kCsvDictReader:
    case TypeId::kCsvDictWriter:
    case TypeId::kStackSummary:
    case TypeId::kLoggerAdapter:
    case TypeId::kLogStreamHandler:
    case TypeId::kLogFileHandler:
    case TypeId::kStatResult:
    case TypeId::kTerminalSize:
    case TypeId::kDirEntry:
    case TypeId::kTemporaryDirectory:
    case TypeId::kConfigRaw:
    case TypeId::kConfigParser:
    case TypeId::kConfigSection:
    case TypeId::kConfigConverters: return NewAlias(vm, type, key);
    case TypeId::kUnion: {
      std::vector<Value> members;
      if (!Is(key, TypeId::kTuple)) {
        members.push_back(TRY(UnionArgument(vm, key)));
      } else {
        for (Value item : Items(key)) members.push_back(TRY(UnionArgument(vm, item)));
      }
      if (members.empty()) return vm.TypeError("Cannot take a Union of no types.");
      return UnionOf(vm, members);
    }
    default: return vm.TypeError("type '", Vm::NameOf(type.AsType()), "' is not subscriptable");
  }
}

constexpr Schema kGenericAliasSchema{"V t"};
extern constexpr TypeInfo kGenericAliasType{.id = TypeId::kGenericAlias,
                                            .schema = &kGenericAliasSchema,
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
constexpr Schema kUnionSchema{"t"};
extern constexpr TypeInfo kUnionType{.id = TypeId::kUnion,
                                     .schema = &kUnionSchema,
                                     .attributes = kUnionAttributes,
                                     .members = kUnionMembers,
                                     .operators = OperatorSet("or ror"),
                                     .repr = UnionRepr,
                                     .hash = UnionHash,
                                     .compare = UnionCompare,
                                     .get_item = UnionGetItem,
                                     .binary = AliasBinary,
                                     .instance_check = UnionCheck};

}  // namespace pysub
