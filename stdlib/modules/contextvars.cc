// contextvars. CPython 3.14 library, "Context Variables".

#include "stdlib/modules/contextvars.h"

#include "stdlib/modules/context_variable.h"
#include "stdlib/modules/library_class.h"
#include "stdlib/modules/library_function.h"
#include "vm/objects/dict.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

// Values of context variables (PEP 567). A copy is taken for each task, so copies share their dict
// until one of them sets something.
struct Context : Object {
  Value data;      // Dict: values by ContextVar
  RawWord shared;  // a copy has the same dict
  RawWord entered;
};
// A variable is a key by identity; the name is for people.
struct ContextVar : Object {
  Value name;
  Value fallback;  // `default`, or Undefined
};
// The object that stands for "there was no value" in a token.
struct Missing : Object {
  Value nothing;
};
// What set() gives: the value before, for reset(), and only once.
struct ContextToken : Object {
  Value context, var;
  Value old;  // Undefined: the variable was not set
  RawWord used;
};

Context* AsContext(Value v) { return v.As<Context>(); }
ContextVar* AsContextVar(Value v) { return v.As<ContextVar>(); }
ContextToken* AsContextToken(Value v) { return v.As<ContextToken>(); }

Value MakeContext(Vm& vm, Value data, bool shared) {
  Context* context = TRY(vm.New<Context>(TypeId::kContext));
  context->data = data;
  context->shared = shared;
  context->entered = 0;
  return Value::Of(context);
}

// The dict of a context that is about to change.
Result<Dict*> OwnData(Vm& vm, Context* context) {
  if (context->shared) {
    context->data = Value::Of(TRY(DictCopy(vm, context->data.As<Dict>())));
    context->shared = 0;
  }
  return context->data.As<Dict>();
}

Value Lookup(Vm& vm, Value context, Value var) {
  return context.IsUndefined() ? Value::Undefined()
                               : DictGet(vm, AsContext(context)->data.As<Dict>(), var);
}

// ---- ContextVar

Value VarNew(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1])) return vm.TypeError("context variable name must be a str");
  ContextVar* var = TRY(vm.New<ContextVar>(TypeId::kContextVar));
  var->name = a[1];
  var->fallback = a.has(2) ? a[2] : Value::Undefined();
  return Value::Of(var);
}

Value VarGet(Vm& vm, const Args& a) {
  const Value found = TRY(Lookup(vm, vm.library_state(LibraryState::kContext), a[0]));
  if (!found.IsUndefined()) return found;
  if (a.has(1)) return a[1];
  if (!AsContextVar(a[0])->fallback.IsUndefined()) return AsContextVar(a[0])->fallback;
  return vm.RaiseException(TRY(vm.NewException(TypeId::kLookupError, TRY(vm.NewTuple({a[0]})))));
}

Value VarSet(Vm& vm, const Args& a) {
  const Value context = TRY(CurrentContext(vm));
  ContextToken* token = TRY(vm.New<ContextToken>(TypeId::kContextToken));
  token->context = context;
  token->var = a[0];
  token->old = TRY(Lookup(vm, context, a[0]));
  token->used = 0;
  TRY(DictSet(vm, TRY(OwnData(vm, AsContext(context))), a[0], a[1]));
  return Value::Of(token);
}

Value VarReset(Vm& vm, const Args& a) {
  if (!IsObjectOf(a[1], TypeId::kContextToken)) {
    return vm.TypeError("expected an instance of Token, got ", TRY(vm.ReprValue(a[1])));
  }
  ContextToken* token = AsContextToken(a[1]);
  if (token->used)
    return vm.Raise(TypeId::kRuntimeError, TRY(vm.ReprValue(a[1])), " has already been used once");
  if (token->var != a[0])
    return vm.ValueError(TRY(vm.ReprValue(a[1])), " was created by a different ContextVar");
  const Value context = TRY(CurrentContext(vm));
  if (token->context != context)
    return vm.ValueError(TRY(vm.ReprValue(a[1])), " was created in a different Context");
  Dict* data = TRY(OwnData(vm, AsContext(context)));
  if (token->old.IsUndefined()) {
    static_cast<void>(TRY(DictDelete(vm, data, a[0])));
  } else {
    TRY(DictSet(vm, data, a[0], token->old));
  }
  token->used = 1;
  return Value::None();
}

Status VarRepr(Vm& vm, Value self, TextBuilder& out) {
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep(" while getting the repr of an object");
  out.Append("<ContextVar name=");
  TRY(vm.Repr(AsContextVar(self)->name, out));
  if (!AsContextVar(self)->fallback.IsUndefined()) {
    out.Append(" default=");
    TRY(vm.Repr(AsContextVar(self)->fallback, out));
  }
  out.Append(" at 0x");
  TRY(vm.AppendIdentity(self, out));
  out.Append('>');
  return out.status();
}

Value VarName(Vm&, Value self) { return AsContextVar(self)->name; }
constexpr NativeInfo kVarNew{"@hidden ContextVar(name, /, *, default=<unrepresentable>)", VarNew,
                             ""};
constexpr NativeInfo kVarMethods[] = {
    {"@hidden get(default=<unrepresentable>, /)", VarGet,
     "Return a value for the context variable for the current context."},
    {"set(value, /)", VarSet,
     "Call to set a new value for the context variable in the current context."},
    {"reset(token, /)", VarReset, "Reset the context variable."},
};
constexpr AttributeInfo kVarAttributes[] = {{"name", VarName, nullptr, AttributeKind::kMember}};
PYSUB_MEMBERS(ContextVar, kVarMethods, kVarAttributes);

// ---- Token

Value TokenNew(Vm& vm, const Args&) {
  return vm.Raise(TypeId::kRuntimeError, "Tokens can only be created by ContextVars");
}
Value TokenEnter(Vm&, const Args& a) { return a[0]; }
Value TokenExit(Vm& vm, const Args& a) {
  Value pair[2] = {AsContextToken(a[0])->var, a[0]};
  return VarReset(vm, ArgsOf(pair));
}
Value TokenVar(Vm&, Value self) { return AsContextToken(self)->var; }
Value TokenOld(Vm& vm, Value self) {
  if (!AsContextToken(self)->old.IsUndefined()) return AsContextToken(self)->old;
  return LibraryMember(vm, TypeId::kContextToken, "MISSING");
}

Status TokenRepr(Vm& vm, Value self, TextBuilder& out) {
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep(" while getting the repr of an object");
  out.Append(AsContextToken(self)->used ? "<Token used var=" : "<Token var=");
  TRY(vm.Repr(AsContextToken(self)->var, out));
  out.Append(" at 0x");
  TRY(vm.AppendIdentity(self, out));
  out.Append('>');
  return out.status();
}

constexpr NativeInfo kTokenNew{"@raw Token(*args, **kwargs)", TokenNew, ""};
constexpr NativeInfo kTokenMethods[] = {
    {"@wrapper __enter__()", TokenEnter, "Enter into Token context manager."},
    {"__exit__(type, val, tb, /)", TokenExit,
     "Exit from Token context manager, restore the linked ContextVar."},
};
constexpr AttributeInfo kTokenAttributes[] = {{"var", TokenVar}, {"old_value", TokenOld}};
PYSUB_MEMBERS(ContextToken, kTokenMethods, kTokenAttributes);

Status MissingRepr(Vm&, Value, TextBuilder& out) {
  out.Append("<Token.MISSING>");
  return out.status();
}

// ---- Context

Value ContextNew(Vm& vm, const Args& a) {
  if (a.rest_count > 0 || !a.keywords.IsUndefined())
    return vm.TypeError("Context() does not accept any arguments");
  return NewContext(vm);
}

Status CheckKey(Vm& vm, Value key) {
  if (IsObjectOf(key, TypeId::kContextVar)) return Done{};
  return vm.TypeError("a ContextVar key was expected, got ", TRY(vm.ReprValue(key)));
}

Value ContextItem(Vm& vm, Value self, Value key) {
  TRY(CheckKey(vm, key));
  const Value found = TRY(Lookup(vm, self, key));
  return found.IsUndefined() ? Value(vm.RaiseKeyError(key)) : found;
}
Value ContextContains(Vm& vm, Value self, Value key) {
  TRY(CheckKey(vm, key));
  return Value::Bool(!TRY(Lookup(vm, self, key)).IsUndefined());
}
Value ContextGet(Vm& vm, const Args& a) {
  TRY(CheckKey(vm, a[1]));
  const Value found = TRY(Lookup(vm, a[0], a[1]));
  if (!found.IsUndefined()) return found;
  return a.has(2) ? a[2] : Value::None();
}
Value ContextIter(Vm& vm, Value self) { return vm.GetIter(AsContext(self)->data); }
Result<int64_t> ContextLength(Vm&, Value self) {
  return static_cast<int64_t>(AsContext(self)->data.As<Dict>()->live);
}
Value ContextCompare(Vm& vm, CompareOp op, Value left, Value right) {
  const bool equality = op == CompareOp::kEq || op == CompareOp::kNe;
  if (!equality || vm.TypeOf(left) != vm.TypeOf(right)) return Value::NotImplemented();
  return vm.Compare(op, AsContext(left)->data, AsContext(right)->data);
}
// What dict's method of that name gives for the values, as an iterator.
template <char kWhich>
Value ContextView(Vm& vm, const Args& a) {
  static constexpr Name kKeys{"keys", MemberHash("keys")}, kValues{"values", MemberHash("values")},
      kItems{"items", MemberHash("items")};
  const Name& name = kWhich == 'k' ? kKeys : kWhich == 'v' ? kValues : kItems;
  return vm.GetIter(TRY(vm.Call(TRY(vm.GetAttribute(AsContext(a[0])->data, name)), {})));
}
Value ContextCopy(Vm& vm, const Args& a) {
  AsContext(a[0])->shared = 1;
  return MakeContext(vm, AsContext(a[0])->data, true);
}
Value ContextRun(Vm& vm, const Args& a) {
  if (a.rest_count == 0) return vm.TypeError("run() missing 1 required positional argument");
  const Value arguments = TRY(vm.NewTuple(std::span<const Value>(a.rest + 1, a.rest_count - 1)));
  return vm.PushNativeFrame(ResumeId::kContextRun,
                            {a[0], a.rest[0], arguments, a.keywords, Value::None()}, kFrameCatches);
}

constexpr NativeInfo kContextNew{"@raw Context()", ContextNew, ""};
constexpr NativeInfo kContextMethods[] = {
    {"get(key, default=None, /)", ContextGet,
     "Return the value for `key` if `key` has the value in the context object."},
    {"keys()", ContextView<'k'>, "Return a list of all variables in the context object."},
    {"values()", ContextView<'v'>, "Return a list of all variables' values in the context object."},
    {"items()", ContextView<'i'>, "Return all variables and their values in the context object."},
    {"copy()", ContextCopy, "Return a shallow copy of the context object."},
    {"@hidden run(*args, **kwargs)", ContextRun, ""},
};
PYSUB_MEMBERS(Context, kContextMethods, kNoAttributes);

Value CopyContextFunction(Vm& vm, const Args&) { return CopyContext(vm); }
constexpr NativeInfo kFunctions[] = {{"copy_context()", CopyContextFunction, ""}};

Status Init(Vm& vm, Dict* names) {
  Missing* missing = TRY(vm.New<Missing>(TypeId::kTokenMissing));
  Dict* members = TRY(vm.NewDict());
  TRY(DictSetStr(vm, members, "MISSING", Value::Of(missing)));
  Value defined[4] = {Value::Type(TypeId::kContextToken), Value::Of(members)};
  if (LibraryDefine(vm, ArgsOf(defined)).IsFailed()) return Failure{};
  Value all[4];
  const std::string_view exported[4] = {"Context", "ContextVar", "Token", "copy_context"};
  for (int i = 0; i < 4; ++i) {
    all[i] = vm.Intern(exported[i]);
    if (all[i].IsFailed()) return Failure{};
  }
  const Value tuple = vm.NewTuple(std::span<const Value>(all));
  if (tuple.IsFailed()) return Failure{};
  TRY(DictSetStr(vm, names, "__all__", tuple));
  for (TypeId type : {TypeId::kContext, TypeId::kContextVar, TypeId::kContextToken}) {
    TRY(DictSetStr(vm, names, Vm::NameOf(type), Value::Type(type)));
  }
  return Done{};
}

}  // namespace

Value NewContext(Vm& vm) { return MakeContext(vm, Value::Of(TRY(vm.NewDict())), false); }

Value CurrentContext(Vm& vm) {
  Value& current = vm.library_state(LibraryState::kContext);
  if (!current.IsUndefined()) return current;
  const Value made = TRY(NewContext(vm));
  AsContext(made)->entered = 1;
  vm.library_state(LibraryState::kContext) = made;
  return made;
}

Value ContextForLater(Vm& vm) {
  const Value current = vm.library_state(LibraryState::kContext);
  if (current.IsUndefined() || AsContext(current)->data.As<Dict>()->live == 0)
    return Value::Undefined();
  AsContext(current)->shared = 1;
  return MakeContext(vm, AsContext(current)->data, true);
}

Value CopyContext(Vm& vm) {
  const Value copy = TRY(ContextForLater(vm));
  return copy.IsUndefined() ? NewContext(vm) : copy;
}

Value ContextArgument(Vm& vm, Value given) {
  if (given.IsUndefined() || given.IsNone()) return ContextForLater(vm);
  if (!IsObjectOf(given, TypeId::kContext)) return vm.RaiseAttributeError(given, "run");
  return given;
}

Value EnterContext(Vm& vm, Value context) {
  const Value before = vm.library_state(LibraryState::kContext);
  if (IsObjectOf(context, TypeId::kContext)) AsContext(context)->entered = 1;
  vm.library_state(LibraryState::kContext) = context;
  return before;
}

Value LeaveContext(Vm& vm, Value before) {
  const Value until_now = vm.library_state(LibraryState::kContext);
  if (!until_now.IsUndefined()) AsContext(until_now)->entered = 0;
  vm.library_state(LibraryState::kContext) = before;
  return until_now;
}

Value NewContextVariable(Vm& vm, std::string_view name) {
  ContextVar* var = TRY(vm.New<ContextVar>(TypeId::kContextVar));
  var->name = TRY(vm.Intern(name));
  var->fallback = Value::Undefined();
  return Value::Of(var);
}
Value GetContextVariable(Vm& vm, Value variable) {
  return Lookup(vm, vm.library_state(LibraryState::kContext), variable);
}
Status SetContextVariable(Vm& vm, Value variable, Value value) {
  const Value context = CurrentContext(vm);
  if (context.IsFailed()) return Failure{};
  return DictSet(vm, TRY(OwnData(vm, AsContext(context))), variable, value);
}

Value ContextRunMethod(Vm& vm, Value context) {
  static constexpr Name kRun{"run", MemberHash("run")};
  return vm.GetAttribute(context, kRun);
}

// Slots: the context, what to call, its arguments and keywords, the context before (None: not
// entered).
Value ContextRunResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      if (AsContext(frame.slots[0])->entered) {
        return vm.Raise(TypeId::kRuntimeError,
                        "cannot enter context: ", TRY(vm.ReprValue(frame.slots[0])),
                        " is already entered");
      }
      frame.slots[4] = EnterContext(vm, frame.slots[0]);
      PYSUB_CHECKPOINT(1);
      PYSUB_SUSPEND_POINT(
          2, vm.CallSpread(vm.StackTop(), frame.slots[1], frame.slots[2], frame.slots[3]));
  }
  if (!frame.slots[4].IsUndefined() && !IsObjectOf(frame.slots[4], TypeId::kContext))
    return BadState(vm);
  LeaveContext(vm, frame.slots[4]);
  return in;
}

constexpr Schema kContextSchema{"d # #"};
extern constexpr TypeInfo kContextType{.id = TypeId::kContext,
                                       .schema = &kContextSchema,
                                       .constructor = &kContextNew,
                                       .methods = kContextMethods,
                                       .members = kContextMembers,
                                       .may_be_hashed = false,
                                       .compare = ContextCompare,
                                       .length = ContextLength,
                                       .get_item = ContextItem,
                                       .contains = ContextContains,
                                       .iter = ContextIter};
constexpr Schema kContextVarSchema{"s v"};
extern constexpr TypeInfo kContextVarType{.id = TypeId::kContextVar,
                                          .schema = &kContextVarSchema,
                                          .constructor = &kVarNew,
                                          .methods = kVarMethods,
                                          .attributes = kVarAttributes,
                                          .members = kContextVarMembers,
                                          .repr = VarRepr};
constexpr Schema kContextTokenSchema{"<Context> <ContextVar> v #"};
extern constexpr TypeInfo kContextTokenType{.id = TypeId::kContextToken,
                                            .schema = &kContextTokenSchema,
                                            .constructor = &kTokenNew,
                                            .methods = kTokenMethods,
                                            .attributes = kTokenAttributes,
                                            .members = kContextTokenMembers,
                                            .may_be_hashed = false,
                                            .repr = TokenRepr,
                                            .get_type_attribute = LibraryGetTypeAttribute,
                                            .list_names = LibraryNames};
constexpr Schema kTokenMissingSchema{"v"};
extern constexpr TypeInfo kTokenMissingType{
    .id = TypeId::kTokenMissing, .schema = &kTokenMissingSchema, .repr = MissingRepr};

extern constexpr ModuleInfo kContextvarsModule{
    .name = "contextvars", .doc = "", .functions = kFunctions, .init = Init};

}  // namespace pysub
