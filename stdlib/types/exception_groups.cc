// Exception groups: split, subgroup, derive, and what except* needs. CPython 3.14 library,
// "Exception groups"; language reference 8.4.2.

#include "stdlib/types/exception_groups.h"

#include <algorithm>
#include <vector>

#include "stdlib/operations.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

Exception* AsException(Value v) { return v.As<Exception>(); }

bool IsGroup(Vm& vm, Value v) { return vm.IsInstance(v, TypeId::kBaseExceptionGroup); }
std::span<const Value> Members(Value group) {
  Tuple* tuple = AsException(group)->fields[1].As<Tuple>();
  return {tuple->items(), tuple->count};
}

// A group like `group` over other exceptions: what derive() makes, without traceback and notes.
Value Derive(Vm& vm, Value group, std::span<const Value> members) {
  bool only_exceptions = true;
  for (Value member : members) only_exceptions &= vm.IsInstance(member, TypeId::kException);
  Value tuple = TRY(vm.NewTuple(members));
  List* list = TRY(vm.NewList(members)).As<List>();
  Value args = TRY(vm.NewTuple({AsException(group)->fields[0], Value::Of(list)}));
  Value made = TRY(vm.NewException(
      only_exceptions ? TypeId::kExceptionGroup : TypeId::kBaseExceptionGroup, args));
  AsException(made)->fields[0] = AsException(group)->fields[0];
  AsException(made)->fields[1] = tuple;
  return made;
}

// Derive, and what split() hands on: traceback, cause, context, notes.
Value Part(Vm& vm, Value group, std::span<const Value> members) {
  Value made = TRY(Derive(vm, group, members));
  AsException(made)->traceback = AsException(group)->traceback;
  AsException(made)->cause = AsException(group)->cause;
  AsException(made)->context = AsException(group)->context;
  AsException(made)->suppress_context = 1;  // setting a cause does that, even when there is none
  if (AsException(group)->attributes.IsUndefined()) return made;
  Value notes = TRY(DictGetStr(vm, AsException(group)->attributes.As<Dict>(), "__notes__"));
  if (!IsObjectOf(notes, TypeId::kList)) return made;
  List* from = notes.As<List>();
  Value copy =
      TRY(vm.NewList(std::span<const Value>(from->size > 0 ? from->items() : nullptr, from->size)));
  Dict* dict = TRY(vm.NewDict());
  TRY(DictSetStr(vm, dict, "__notes__", copy));
  AsException(made)->attributes = Value::Of(dict);
  return made;
}

// Splits by `matches(exception)` -> Result<bool>, asked of a group before its members.
template <typename Predicate>
Status Split(Vm& vm, Value exception, const Predicate& matches, GroupParts* parts) {
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep(" in exceptiongroup_split_recursive");
  if (!vm.Tick(1)) return Failure{};
  if (TRY(matches(exception))) {
    parts->match = exception;
    return Done{};
  }
  if (!IsGroup(vm, exception)) {
    parts->rest = exception;
    return Done{};
  }
  std::vector<Value> matched, rest;
  for (Value member : Members(exception)) {
    GroupParts of_member;
    TRY(Split(vm, member, matches, &of_member));
    if (!of_member.match.IsNone()) matched.push_back(of_member.match);
    if (!of_member.rest.IsNone()) rest.push_back(of_member.rest);
  }
  if (!matched.empty()) {
    parts->match = Part(vm, exception, matched);
    if (parts->match.IsFailed()) return Failure{};
  }
  if (!rest.empty()) {
    parts->rest = Part(vm, exception, rest);
    if (parts->rest.IsFailed()) return Failure{};
  }
  return Done{};
}

bool IsExceptionClass(Value v) { return v.IsType() && IsExceptionType(v.AsType()); }

bool AreExceptionClasses(Value v) {
  if (IsExceptionClass(v)) return true;
  if (!IsObjectOf(v, TypeId::kTuple)) return false;
  Tuple* tuple = v.As<Tuple>();
  return std::all_of(tuple->items(), tuple->items() + tuple->count, IsExceptionClass);
}

Value Answer(Vm& vm, const GroupParts& parts, bool both) {
  return both ? vm.NewTuple({parts.match, parts.rest}) : parts.match;
}

// split() and subgroup(). A function as condition runs in a native frame: words self, condition,
// both, a list of nodes still to be asked, a list of those that matched, the node in hand.
Value SplitMethod(Vm& vm, const Args& a, bool both) {
  if (AreExceptionClasses(a[1])) {
    GroupParts parts;
    TRY(SplitByTypes(vm, a[0], a[1], &parts));
    return Answer(vm, parts, both);
  }
  if (!vm.IsCallable(a[1]) || a[1].IsType()) {
    return vm.TypeError(
        "expected an exception type, a tuple of exception types, or a callable (other than a "
        "class)");
  }
  List* pending = TRY(vm.NewList(1));
  TRY(ListAppend(vm, pending, a[0]));
  List* matched = TRY(vm.NewList());
  return vm.PushNativeFrame(
      ResumeId::kGroupSplit,
      {a[0], a[1], Value::Bool(both), Value::Of(pending), Value::Of(matched), Value::Undefined()});
}

Value SplitFunction(Vm& vm, const Args& a) { return SplitMethod(vm, a, true); }
Value Subgroup(Vm& vm, const Args& a) { return SplitMethod(vm, a, false); }

Value DeriveMethod(Vm& vm, const Args& a) {
  Value slots[] = {AsException(a[0])->fields[0], a[1]};
  return vm.Call(Value::Type(TypeId::kBaseExceptionGroup), slots);
}

constexpr NativeInfo kMethods[] = {
    {"derive(excs, /)", DeriveMethod, "A group with the same message over other exceptions."},
    {"split(matcher_value, /)", SplitFunction, "The matching part and the rest."},
    {"subgroup(matcher_value, /)", Subgroup, "The matching part."},
};

Value GetMessage(Vm&, Value self) { return AsException(self)->fields[0]; }
Value GetExceptions(Vm&, Value self) { return AsException(self)->fields[1]; }
constexpr AttributeInfo kAttributes[] = {
    {"message", GetMessage, nullptr, AttributeKind::kMember},
    {"exceptions", GetExceptions, nullptr, AttributeKind::kMember}};
PYSUB_MEMBERS(BaseExceptionGroup, kMethods, kAttributes);
// CPython makes this one type as a class statement would.
constexpr AttributeInfo kPlainGroupAttributes[] = {
    {"__module__", [](Vm& vm, Value) { return vm.Intern("builtins"); }}};
PYSUB_MEMBERS(ExceptionGroup, kNoMethods, kPlainGroupAttributes);

// "msg (2 sub-exceptions)".
Status GroupStr(Vm& vm, Value self, TextBuilder& out) {
  TRY(vm.ToStr(AsException(self)->fields[0], out));
  size_t count = Members(self).size();
  out.Append(" (");
  out.AppendInt(static_cast<int64_t>(count));
  out.Append(count == 1 ? " sub-exception)" : " sub-exceptions)");
  return out.status();
}

Status GroupRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append(vm.TypeName(self));
  out.Append('(');
  TRY(vm.Repr(AsException(self)->fields[0], out));
  out.Append(", ");
  // As the second argument was given: a list or a tuple.
  Tuple* args = AsException(self)->args.As<Tuple>();
  TRY(vm.Repr(args->count == 2 ? args->items()[1] : AsException(self)->fields[1], out));
  out.Append(')');
  return out.status();
}

}  // namespace

Status SplitByTypes(Vm& vm, Value exception, Value types, GroupParts* parts) {
  auto matches = [&](Value v) -> Result<bool> {
    if (types.IsType()) return vm.IsInstance(v, types.AsType());
    Tuple* tuple = types.As<Tuple>();
    if (!vm.Tick(tuple->count / 8)) return Failure{};
    for (uint32_t i = 0; i < tuple->count; ++i) {
      if (vm.IsInstance(v, tuple->items()[i].AsType())) return true;
    }
    return false;
  };
  return Split(vm, exception, matches, parts);
}

// split() and subgroup() with a function as the condition. It may suspend, so what is still to be
// asked and what has matched are lists in the frame.
Value GroupSplitResume(Vm& vm, NativeFrame& frame, Value in) {
  List* pending = frame.slots[3].As<List>();
  List* matched = frame.slots[4].As<List>();
  switch (frame.state) {
    case 0:
      while (pending->size > 0) {
        frame.slots[5] = pending->items()[--pending->size];
        PYSUB_SUSPEND_POINT(1, vm.Call(frame.slots[1], {frame.slots[5]}));
        if (TRY(vm.Truth(in))) {
          TRY(ListAppend(vm, matched, frame.slots[5]));
        } else if (IsGroup(vm, frame.slots[5])) {
          std::span<const Value> members = Members(frame.slots[5]);
          for (size_t i = members.size(); i-- > 0;) TRY(ListAppend(vm, pending, members[i]));
        }
      }
  }
  auto matches = [&](Value v) -> Result<bool> {
    return matched->size > 0 && std::find(matched->items(), matched->items() + matched->size, v) !=
                                    matched->items() + matched->size;
  };
  GroupParts parts;
  TRY(Split(vm, frame.slots[0], matches, &parts));
  return Answer(vm, parts, frame.slots[2].IsTrue());
}

// ---- except*

namespace {

constexpr std::string_view kOnlyExceptions =
    "catching classes that do not inherit from BaseException is not allowed";
constexpr std::string_view kNoGroups =
    "catching ExceptionGroup with except* is not allowed. Use except instead.";

Status CheckStarTypes(Vm& vm, Value types) {
  if (!AreExceptionClasses(types)) return vm.TypeError(kOnlyExceptions);
  auto is_group = [](Value v) { return Vm::IsSubtype(v.AsType(), TypeId::kBaseExceptionGroup); };
  bool any = types.IsType()
                 ? is_group(types)
                 : std::any_of(types.As<Tuple>()->items(),
                               types.As<Tuple>()->items() + types.As<Tuple>()->count, is_group);
  if (any) return vm.TypeError(kNoGroups);
  return Done{};
}

// Whether `e` is a part of `original` that went through its handlers untouched.
bool SameMetadata(Value e, Value original) {
  Exception* a = AsException(e);
  Exception* b = AsException(original);
  return a->traceback == b->traceback && a->cause == b->cause && a->context == b->context;
}

Status CollectLeaves(Vm& vm, Value e, std::vector<Value>& leaves) {
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep(" in exceptiongroup_split_recursive");
  if (!vm.Tick(1)) return Failure{};
  if (!IsGroup(vm, e)) {
    leaves.push_back(e);
    return Done{};
  }
  for (Value member : Members(e)) TRY(CollectLeaves(vm, member, leaves));
  return Done{};
}

}  // namespace

// For except*: out[1] is the part that matches, out[0] the rest, either may be None. An exception
// that is no group is wrapped in one, as PEP 654 has it.
Status GroupMatch(Vm& vm, Value* out, Value exception, Value types) {
  TRY(CheckStarTypes(vm, types));
  if (exception.IsNone()) {
    out[0] = out[1] = Value::None();
    return Done{};
  }
  GroupParts parts;
  if (!IsGroup(vm, exception)) {
    // A naked exception is wrapped when it matches.
    TRY(SplitByTypes(vm, exception, types, &parts));
    if (!parts.match.IsNone()) {
      Value message = vm.NewStr("");
      if (message.IsFailed()) return Failure{};
      Value members[] = {exception};
      Value tuple = vm.NewTuple(members);
      if (tuple.IsFailed()) return Failure{};
      Value group = vm.Call(Value::Type(TypeId::kBaseExceptionGroup), {message, tuple});
      if (group.IsFailed()) return Failure{};
      // The group comes from here, the exception in it from where it was raised.
      vm.AddTraceback(group);
      parts.match = group;
    }
  } else {
    TRY(SplitByTypes(vm, exception, types, &parts));
  }
  out[0] = parts.rest;
  out[1] = parts.match;
  return Done{};
}

// At the end of a try with except*: what handlers raised and what nobody handled become one group
// again. Parts of the original keep its shape, so that its tracebacks stay true.
Value GroupReraise(Vm& vm, Value list_value, Value original) {
  List* list = list_value.As<List>();
  std::vector<Value> raised, kept;
  for (uint32_t i = 0; i < list->size; ++i) {
    Value e = list->items()[i];
    if (e.IsNone()) continue;
    if (!IsException(e)) return BadState(vm);
    if (!IsGroup(vm, original)) return e;
    (SameMetadata(e, original) ? kept : raised).push_back(e);
  }
  if (!kept.empty()) {
    // The parts of the original that were not handled, in its own shape.
    std::vector<Value> leaves;
    for (Value e : kept) TRY(CollectLeaves(vm, e, leaves));
    auto matches = [&](Value v) -> Result<bool> {
      return !IsGroup(vm, v) && std::find(leaves.begin(), leaves.end(), v) != leaves.end();
    };
    GroupParts parts;
    if (!Split(vm, original, matches, &parts).ok()) return Value::Failed();
    if (raised.empty()) return parts.match;
    raised.push_back(parts.match);
  }
  if (raised.empty()) return Value::None();
  if (raised.size() == 1) return raised[0];
  Value message = TRY(vm.NewStr(""));
  Value members = TRY(vm.NewList(raised));
  return vm.Call(Value::Type(TypeId::kBaseExceptionGroup), {message, members});
}

extern const TypeInfo kBaseExceptionType;

extern constexpr TypeInfo kBaseExceptionGroupType = [] {
  TypeInfo info{.id = TypeId::kBaseExceptionGroup};
  info.doc = "A combination of multiple unrelated exceptions.";
  info.methods = kMethods;
  info.attributes = kAttributes;
  info.members = kBaseExceptionGroupMembers;
  info.repr = GroupRepr;
  info.str = GroupStr;
  info.has_dict = true;
  return info;
}();
extern constexpr TypeInfo kExceptionGroupType = [] {
  TypeInfo info{.id = TypeId::kExceptionGroup};
  info.attributes = kPlainGroupAttributes;
  info.members = kExceptionGroupMembers;
  info.repr = GroupRepr;
  info.str = GroupStr;
  info.has_dict = true;
  return info;
}();

}  // namespace pysub
