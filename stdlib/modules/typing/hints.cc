// typing.get_type_hints: annotations with the text in them evaluated.

#include <algorithm>
#include <string>

#include "stdlib/modules/builtins.h"
#include "stdlib/modules/typing/typing.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"

namespace pysub {
namespace {

// Slots of the native frame.
enum Slot {
  kObject,
  kGlobals,
  kLocals,
  kIncludeExtras,
  kKeys,
  kValues,
  kIndex,
  kRounds,
  kReference,
  kHints,
  kSlots
};

// Text that evaluates to text that evaluates to ...: CPython ends at its recursion limit.
constexpr int64_t kMostRounds = 1000;

// The first ForwardRef in `v`, at any depth; Undefined: there is none.
Value FindReference(Vm& vm, Value v) {
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep("");
  if (!vm.Tick(1)) return Value::Failed();
  if (IsObjectOf(v, TypeId::kForwardRef)) return v;
  std::span<const Value> items;
  if (IsObjectOf(v, TypeId::kUnion)) {
    Tuple* args = v.As<UnionObject>()->args.As<Tuple>();
    items = {args->items(), args->size()};
  } else if (IsAlias(vm, v) && !IsObjectOf(v, TypeId::kLiteralAlias)) {
    Tuple* args = v.As<AliasObject>()->args.As<Tuple>();
    items = {args->items(), args->size()};
    if (IsObjectOf(v, TypeId::kAnnotatedAlias)) items = items.subspan(0, 1);
  }
  for (Value item : items) {
    Value found = FindReference(vm, item);
    if (!found.IsUndefined()) return found;
  }
  return Value::Undefined();
}

// The annotation with text inside list['int'] as references, which can be replaced.
Value WithReferences(Vm& vm, Value v) {
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep("");
  if (!IsAlias(vm, v) || IsObjectOf(v, TypeId::kLiteralAlias)) return v;
  bool generic = IsObjectOf(v, TypeId::kGenericAlias);
  Tuple* args = v.As<AliasObject>()->args.As<Tuple>();
  std::vector<Value> items;
  bool changed = false;
  for (uint32_t i = 0; i < args->size(); ++i) {
    if (!vm.Tick(1)) return Value::Failed();
    Value item = args->items()[i];
    Value made = generic && Vm::IsStr(item) ? NewForwardRef(vm, item) : WithReferences(vm, item);
    if (made.IsFailed()) return made;
    changed |= made != item;
    items.push_back(made);
  }
  if (!changed) return v;
  Value tuple = TRY(vm.NewTuple(items));
  AliasObject* alias = TRY(vm.New<AliasObject>(v.AsObject()->type));
  alias->origin = v.As<AliasObject>()->origin;
  alias->args = tuple;
  return Value::Of(alias);
}

Value Annotation(Vm& vm, Value v) {
  Value argument = TRY(TypeArgument(vm, v, SpecialForms::kUnchecked));
  return WithReferences(vm, argument);
}

// The names that a generic function has for its type parameters, unless others are given.
Value LocalNames(Vm& vm, Value object, Value given) {
  if (!given.IsNone() || !IsObjectOf(object, TypeId::kFunction)) return given;
  Value parameters = object.As<Function>()->type_params;
  if (!IsObjectOf(parameters, TypeId::kTuple)) return given;
  Dict* names = TRY(vm.NewDict());
  for (uint32_t i = 0; i < parameters.As<Tuple>()->size(); ++i) {
    Value parameter = parameters.As<Tuple>()->items()[i];
    if (!IsTypeVariable(parameter)) return vm.RaiseAttributeError(parameter, "__name__");
    TRY(DictSet(vm, names, parameter.AsObject()->words()[0], parameter));
  }
  return Value::Of(names);
}

// Copies the annotations to the slots, so that nothing the program does meanwhile matters.
Status TakeAnnotations(Vm& vm, NativeFrame& frame, Value annotations) {
  List* keys = frame.slots[kKeys].As<List>();
  List* values = frame.slots[kValues].As<List>();
  keys->size = values->size = 0;  // for a repetition after a collection
  Dict* dict = annotations.As<Dict>();
  for (uint32_t i = 0; i < dict->used; ++i) {
    if (!vm.Tick(1)) return Failure{};
    DictEntry entry = dict->table()[i];
    if (entry.value.IsUndefined()) continue;
    TRY(ListAppend(vm, keys, entry.key));
    Value value = Annotation(vm, entry.value);
    if (value.IsFailed()) return Failure{};
    TRY(ListAppend(vm, values, value));
  }
  return Done{};
}

// Also for indices that only a forged snapshot has.
bool AtEnd(NativeFrame& frame) {
  auto size = std::min(frame.slots[kKeys].As<List>()->size, frame.slots[kValues].As<List>()->size);
  int64_t index = frame.slots[kIndex].AsSmallInt();
  return index < 0 || index >= static_cast<int64_t>(size);
}

Value* CurrentValue(NativeFrame& frame) {
  return frame.slots[kValues].As<List>()->items() + frame.slots[kIndex].AsSmallInt();
}

Value Evaluate(Vm& vm, NativeFrame& frame) {
  if (!IsObjectOf(frame.slots[kReference], TypeId::kForwardRef)) return Value::None();
  Value text = frame.slots[kReference].As<ForwardRefObject>()->text;
  Value locals = frame.slots[kLocals];
  Value slots[] = {text, frame.slots[kGlobals], locals};
  Value answer = builtins::Eval(vm, ArgsOf(slots));
  if (!answer.IsFailed() || !vm.PendingIs(TypeId::kSyntaxError)) return answer;
  static_cast<void>(vm.TakeException());
  return RaiseNoExpression(vm, text);
}

// The reference was evaluated to `value`.
Status Replace(Vm& vm, NativeFrame& frame, Value value) {
  int64_t rounds = frame.slots[kRounds].AsSmallInt() + 1;
  if (rounds > kMostRounds) return vm.TooDeep("");
  Value made = Annotation(vm, value);
  if (made.IsFailed()) return Failure{};
  const Value from[] = {frame.slots[kReference]};
  const Value to[] = {made};
  Value replaced = Substitute(vm, *CurrentValue(frame), from, to);
  if (replaced.IsFailed()) return Failure{};
  frame.slots[kRounds] = Value::KnownSmallInt(rounds);
  *CurrentValue(frame) = replaced;
  return Done{};
}

Status FinishOne(Vm& vm, NativeFrame& frame) {
  Value value = *CurrentValue(frame);
  if (!frame.slots[kIncludeExtras].IsTrue()) value = WithoutExtras(vm, value);
  if (value.IsFailed()) return Failure{};
  int64_t index = frame.slots[kIndex].AsSmallInt();
  TRY(DictSet(vm, frame.slots[kHints].As<Dict>(), frame.slots[kKeys].As<List>()->items()[index],
              value));
  frame.slots[kIndex] = frame.slots[kIndex].CountedUp();
  return Done{};
}

}  // namespace

Failure RaiseNoExpression(Vm& vm, Value text) {
  const Value shown = vm.ReprValue(text);
  if (shown.IsFailed()) return Failure{};
  const Failure raised = vm.Raise(
      TypeId::kSyntaxError, "Forward reference must be an expression -- got ", Vm::View(shown));
  if (!vm.PendingIs(TypeId::kSyntaxError)) return raised;
  Exception* error = vm.pending_exception().As<Exception>();
  error->fields[0] = error->args.As<Tuple>()->items()[0];  // msg
  return raised;
}

Value TypeHintsResume(Vm& vm, NativeFrame& frame, Value in) {
  static constexpr Name kAnnotations{"__annotations__", MemberHash("__annotations__")};
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, vm.GetAttribute(frame.slots[kObject], kAnnotations));
      if (!vm.IsInstance(in, TypeId::kDict)) return vm.TypeError("__annotations__ must be a dict");
      TRY(TakeAnnotations(vm, frame, in));
      while (!AtEnd(frame)) {
        while (true) {
          frame.slots[kReference] = TRY(FindReference(vm, *CurrentValue(frame)));
          if (frame.slots[kReference].IsUndefined()) break;
          PYSUB_SUSPEND_POINT(2, Evaluate(vm, frame));
          if (AtEnd(frame)) break;
          TRY(Replace(vm, frame, in));
        }
        if (!AtEnd(frame)) TRY(FinishOne(vm, frame));
      }
  }
  return frame.slots[kHints];
}

Value GetTypeHints(Vm& vm, const Args& a) {
  static constexpr Name kNoCheck{"__no_type_check__", MemberHash("__no_type_check__")};
  static constexpr Name kAnnotations{"__annotations__", MemberHash("__annotations__")};
  Value object = a[0];
  if (vm.IsBoundMethod(object)) object = object.As<BoundMethod>()->function;
  Value unchecked = TRY(vm.FindAttribute(object, kNoCheck));
  bool plain = object.IsType() || object.IsNative() || unchecked.IsTrue();
  if (!plain && !IsObjectOf(object, TypeId::kFunction)) {
    Value annotations = TRY(vm.FindAttribute(object, kAnnotations));
    if (annotations.IsUndefined() && !IsObjectOf(object, TypeId::kModule)) {
      Value text = TRY(vm.ReprValue(object));
      return vm.TypeError(Vm::View(text), " does not have annotations");
    }
    plain = annotations.IsUndefined();
  }
  if (plain) {
    Dict* none = TRY(vm.NewDict());
    return Value::Of(none);
  }
  Value globals = a.has(1) ? a[1] : Value::None();
  Value given = a.has(2) ? a[2] : globals;
  if (!globals.IsNone() && !vm.IsInstance(globals, TypeId::kDict)) {
    return vm.TypeError("globals must be a dict");
  }
  if (globals.IsNone()) {
    globals = IsObjectOf(object, TypeId::kFunction) ? object.As<Function>()->globals
                                                    : vm.CurrentPythonFrame()->unit->globals;
  }
  Value locals = TRY(LocalNames(vm, object, given));
  bool extras = a.has(3) && TRY(vm.Truth(a[3]));
  Value slots[kSlots];
  for (Value& slot : slots) slot = Value::Undefined();
  slots[kObject] = object;
  slots[kGlobals] = globals;
  slots[kLocals] = locals;
  slots[kIncludeExtras] = Value::Bool(extras);
  slots[kKeys] = Value::Of(TRY(vm.NewList()));
  slots[kValues] = Value::Of(TRY(vm.NewList()));
  slots[kIndex] = slots[kRounds] = Value::SmallInt(0);
  slots[kHints] = Value::Of(TRY(vm.NewDict()));
  return vm.PushNativeFrame(ResumeId::kTypeHints, std::span<const Value>(slots));
}

}  // namespace pysub
