#include "vm/objects/dict_views.h"

#include "vm/objects/dict.h"
#include "vm/objects/iterators.h"

namespace pysub {
namespace {

Value IsDisjoint(Vm& vm, const Args& a) { return ViewIsDisjoint(vm, a[0], a[1]); }
Value Reversed(Vm& vm, const Args& a) { return NewReverseIterator(vm, a[0]); }
Value MappingAttribute(Vm& vm, Value self) {
  return NewMappingProxy(vm, self.As<DictView>()->dict);
}

constexpr NativeInfo kIsDisjoint = {
    "isdisjoint(object, /)", IsDisjoint,
    "Return True if the view and the given iterable have a null intersection."};

constexpr NativeInfo kSetLikeMethods[] = {
    kIsDisjoint,
    {"__reversed__()", Reversed, "Return a reverse iterator over the dict keys."},
};
constexpr NativeInfo kValuesMethods[] = {
    {"__reversed__()", Reversed, "Return a reverse iterator over the dict values."},
};
constexpr AttributeInfo kViewAttributes[] = {{"mapping", MappingAttribute}};

PYSUB_MEMBERS(SetLike, kSetLikeMethods, kViewAttributes);
PYSUB_MEMBERS(Values, kValuesMethods, kViewAttributes);

// ---- mappingproxy

Value Mapping(const Args& a) { return a[0].As<MappingProxy>()->mapping; }

Value NewProxy(Vm& vm, const Args& a) {
  const TypeInfo& info = vm.InfoOf(a[1]);
  bool sequence =
      !a[1].IsObject() || IsObjectOf(a[1], TypeId::kList) || vm.IsInstance(a[1], TypeId::kTuple);
  if (info.get_item == nullptr || sequence) {
    return vm.TypeError("mappingproxy() argument must be a mapping, not ", vm.TypeName(a[1]));
  }
  return NewMappingProxy(vm, a[1]);
}

// Calls a method of the mapping by name.
Value OnMapping(Vm& vm, const Args& a, std::string_view name, std::span<const Value> args) {
  Value method = TRY(vm.FindAttribute(Mapping(a), {name, MemberHash(name)}));
  if (method.IsUndefined()) return vm.RaiseAttributeError(Mapping(a), name);
  return vm.Call(method, args);
}

Value ProxyCopy(Vm& vm, const Args& a) { return OnMapping(vm, a, "copy", {}); }
Value ProxyKeys(Vm& vm, const Args& a) { return OnMapping(vm, a, "keys", {}); }
Value ProxyValues(Vm& vm, const Args& a) { return OnMapping(vm, a, "values", {}); }
Value ProxyItems(Vm& vm, const Args& a) { return OnMapping(vm, a, "items", {}); }
Value ProxyGet(Vm& vm, const Args& a) {
  const Value args[] = {a[1], a.has(2) ? a[2] : Value::None()};
  return OnMapping(vm, a, "get", args);
}

constexpr NativeInfo kProxyConstructor = {"mappingproxy(mapping)", NewProxy,
                                          "Read-only proxy of a mapping."};
constexpr NativeInfo kProxyMethods[] = {
    {"copy()", ProxyCopy, "D.copy() -> a shallow copy of D"},
    {"get(key, default=None, /)", ProxyGet,
     "Return the value for key if key is in the mapping, else default."},
    {"items()", ProxyItems, "D.items() -> a set-like object providing a view on D's items"},
    {"keys()", ProxyKeys, "D.keys() -> a set-like object providing a view on D's keys"},
    {"values()", ProxyValues, "D.values() -> an object providing a view on D's values"},
    {"__reversed__()", Reversed, "D.__reversed__() -> reverse iterator"},
};
PYSUB_MEMBERS(Proxy, kProxyMethods, kNoAttributes);

}  // namespace

extern constexpr TypeInfo kDictKeysType = {
    .id = TypeId::kDictKeys,
    .methods = kSetLikeMethods,
    .attributes = kViewAttributes,
    .members = kSetLikeMembers,
    .may_be_hashed = false,
    .iteration = Iteration::kContainer,
    .copying = Copying::kRefused,
    .operators = OperatorSet("and rand or ror sub rsub xor rxor"),
    .repr = ViewRepr,
    .compare = ViewCompare,
    .length = ViewLength,
    .contains = ViewContains,
    .iter = ViewIter,
    .binary = ViewBinary,
};

extern constexpr TypeInfo kDictItemsType = {
    .id = TypeId::kDictItems,
    .methods = kSetLikeMethods,
    .attributes = kViewAttributes,
    .members = kSetLikeMembers,
    .may_be_hashed = false,
    .iteration = Iteration::kContainer,
    .copying = Copying::kRefused,
    .operators = OperatorSet("and rand or ror sub rsub xor rxor"),
    .repr = ViewRepr,
    .compare = ViewCompare,
    .length = ViewLength,
    .contains = ViewContains,
    .iter = ViewIter,
    .binary = ViewBinary,
};

extern constexpr TypeInfo kDictValuesType = {
    .id = TypeId::kDictValues,
    .methods = kValuesMethods,
    .attributes = kViewAttributes,
    .members = kValuesMembers,
    .iteration = Iteration::kContainer,
    .copying = Copying::kRefused,
    .repr = ViewRepr,
    .length = ViewLength,
    .iter = ViewIter,
};

extern constexpr TypeInfo kMappingProxyType = {
    .id = TypeId::kMappingProxy,
    .constructor = &kProxyConstructor,
    .doc = "Read-only proxy of a mapping.",
    .methods = kProxyMethods,
    .members = kProxyMembers,
    .iteration = Iteration::kContainer,
    .copying = Copying::kRefused,
    .operators = OperatorSet("or ror ior"),
    .repr = ProxyRepr,
    .str = ProxyStr,
    .hash = ProxyHash,
    .compare = ProxyCompare,
    .length = ProxyLength,
    .get_item = ProxyGetItem,
    .contains = ProxyContains,
    .iter = ProxyIter,
    .binary = ProxyBinary,
};

}  // namespace pysub
