#include "vm/objects/set.h"

namespace pysub {
namespace {

Set* Self(const Args& a) { return a[0].As<Set>(); }

Value New(Vm& vm, const Args& a) {
  TypeId type = a[0].AsType();
  if (a.has(1)) return NewSetFrom(vm, type, a[1]);
  Set* set = TRY(vm.NewSet(type));
  return Value::Of(set);
}

Value Add(Vm& vm, const Args& a) {
  TRY(SetAdd(vm, Self(a), a[1]));
  return Value::None();
}

Value Clear(Vm&, const Args& a) {
  SetClear(Self(a));
  return Value::None();
}

Value Copy(Vm& vm, const Args& a) {
  if (Self(a)->type == TypeId::kFrozenSet) return a[0];
  Set* copy = TRY(SetCopy(vm, Self(a), TypeId::kSet));
  return Value::Of(copy);
}

Value Discard(Vm& vm, const Args& a) {
  TRY(SetDiscard(vm, Self(a), a[1]));
  return Value::None();
}

Value Remove(Vm& vm, const Args& a) {
  if (!TRY(SetDiscard(vm, Self(a), a[1]))) return vm.RaiseKeyError(a[1]);
  return Value::None();
}

Value Pop(Vm& vm, const Args& a) {
  Value key = TRY(SetPop(vm, Self(a)));
  if (!key.IsUndefined()) return key;
  Value text = TRY(vm.NewStr("pop from an empty set"));
  return vm.RaiseKeyError(text);
}

template <SetOp op>
Value OnOthers(Vm& vm, const Args& a) {
  return SetOperation(vm, op, Self(a), {a.rest, a.rest_count});
}
template <SetOp op>
Value OnOther(Vm& vm, const Args& a) {
  return SetOperation(vm, op, Self(a), {a.v + 1, 1});
}

Value ContainsMethod(Vm& vm, const Args& a) { return SetContainsSlot(vm, a[0], a[1]); }

constexpr NativeInfo kContains = {"__contains__(object, /)", ContainsMethod,
                                  "x.__contains__(y) <==> y in x."};
constexpr NativeInfo kCopy = {"copy()", Copy, "Return a shallow copy of a set."};
constexpr NativeInfo kDifference = {
    "difference(*others)", OnOthers<SetOp::kDifference>,
    "Return a new set with elements in the set that are not in the others."};
constexpr NativeInfo kIntersection = {
    "intersection(*others)", OnOthers<SetOp::kIntersection>,
    "Return a new set with elements common to the set and all others."};
constexpr NativeInfo kIsDisjoint = {"isdisjoint(other, /)", OnOther<SetOp::kIsDisjoint>,
                                    "Return True if two sets have a null intersection."};
constexpr NativeInfo kIsSubset = {"issubset(other, /)", OnOther<SetOp::kIsSubset>,
                                  "Report whether another set contains this set."};
constexpr NativeInfo kIsSuperset = {"issuperset(other, /)", OnOther<SetOp::kIsSuperset>,
                                    "Report whether this set contains another set."};
constexpr NativeInfo kSymmetricDifference = {
    "symmetric_difference(other, /)", OnOther<SetOp::kSymmetricDifference>,
    "Return a new set with elements in either the set or other but not both."};
constexpr NativeInfo kUnion = {"union(*others)", OnOthers<SetOp::kUnion>,
                               "Return a new set with elements from the set and all others."};

Value Init(Vm& vm, const Args& a) {
  if (!a.keywords.IsUndefined() && a.keywords.As<Dict>()->live > 0) {
    return vm.TypeError("set() takes no keyword arguments");
  }
  if (a.rest_count > 1) {
    return vm.TypeError("set expected at most 1 argument, got ", a.rest_count);
  }
  SetClear(Self(a));
  return a.rest_count == 0 ? Value::None() : SetUpdate(vm, Self(a), a.rest[0]);
}

constexpr NativeInfo kSetMethods[] = {
    {"@wrapper __init__(*args, **kwargs)", Init,
     "Initialize self.  See help(type(self)) for accurate signature."},
    kContains,
    kCopy,
    kDifference,
    kIntersection,
    kIsDisjoint,
    kIsSubset,
    kIsSuperset,
    kSymmetricDifference,
    kUnion,
    {"add(object, /)", Add, "Add an element to a set."},
    {"clear()", Clear, "Remove all elements from this set."},
    {"difference_update(*others)", OnOthers<SetOp::kDifferenceUpdate>,
     "Update the set, removing elements found in others."},
    {"discard(object, /)", Discard, "Remove an element from a set if it is a member."},
    {"intersection_update(*others)", OnOthers<SetOp::kIntersectionUpdate>,
     "Update the set, keeping only elements found in it and all others."},
    {"pop()", Pop, "Remove and return an arbitrary set element."},
    {"remove(object, /)", Remove, "Remove an element from a set; it must be a member."},
    {"symmetric_difference_update(other, /)", OnOther<SetOp::kSymmetricDifferenceUpdate>,
     "Update the set, keeping only elements found in either set, but not in both."},
    {"update(*others)", OnOthers<SetOp::kUpdate>,
     "Update the set, adding elements from all others."},
};

constexpr NativeInfo kFrozenSetMethods[] = {
    kContains, kCopy,       kDifference,          kIntersection, kIsDisjoint,
    kIsSubset, kIsSuperset, kSymmetricDifference, kUnion,
};

constexpr NativeInfo kSetConstructor = {"set(iterable=(), /)", New,
                                        "Build an unordered collection of unique elements."};
constexpr NativeInfo kFrozenSetConstructor = {
    "frozenset(iterable=(), /)", New,
    "Build an immutable unordered collection of unique elements."};

PYSUB_MEMBERS(Set, kSetMethods, kNoAttributes);
PYSUB_MEMBERS(FrozenSet, kFrozenSetMethods, kNoAttributes);

}  // namespace

extern constexpr TypeInfo kSetType = {
    .id = TypeId::kSet,
    .constructor = &kSetConstructor,
    .doc = "Build an unordered collection of unique elements.",
    .methods = kSetMethods,
    .members = kSetMembers,
    .may_be_hashed = false,
    .iteration = Iteration::kContainer,
    .operators = OperatorSet("and rand iand or ror ior sub rsub isub xor rxor ixor"),
    .repr = SetRepr,
    .compare = SetCompare,
    .length = SetLength,
    .contains = SetContainsSlot,
    .iter = SetIter,
    .binary = SetBinary,
};

extern constexpr TypeInfo kFrozenSetType = {
    .id = TypeId::kFrozenSet,
    .constructor = &kFrozenSetConstructor,
    .doc = "Build an immutable unordered collection of unique elements.",
    .methods = kFrozenSetMethods,
    .members = kFrozenSetMembers,
    .iteration = Iteration::kContainer,
    .operators = OperatorSet("and rand or ror sub rsub xor rxor"),
    .repr = SetRepr,
    .compare = SetCompare,
    .length = SetLength,
    .contains = SetContainsSlot,
    .iter = SetIter,
    .binary = SetBinary,
};

}  // namespace pysub
