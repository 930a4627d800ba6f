// collections: the module, and ChainMap. CPython 3.14 library, "collections". Left out: UserDict,
// UserList and UserString, which are bases for classes.

#include "stdlib/modules/library_function.h"
#include "stdlib/types/dict_subclasses.h"
#include "stdlib/types/namedtuple.h"
#include "vm/objects/dict.h"
#include "vm/objects/dict_views.h"
#include "vm/objects/iterators.h"
#include "vm/objects/list.h"
#include "vm/objects/recursion_mark.h"
#include "vm/slot_methods.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

// A look-up goes through the maps in their order; changes go to the first one.
struct ChainMap : Object {
  Value maps;        // List
  Value attributes;  // what was set on it: Dict or Undefined
};
// Of a mapping that is no dict: each question is passed on to it.
struct MappingView : Object {
  Value mapping;
};

ChainMap* AsChainMap(Value v) { return v.As<ChainMap>(); }

// The program may have set maps to anything.
Result<List*> MapsOf(Vm& vm, Value self) {
  if (IsObjectOf(AsChainMap(self)->maps, TypeId::kList)) return AsChainMap(self)->maps.As<List>();
  return vm.TypeError("ChainMap.maps must be a list");
}
Value FirstMap(Vm& vm, Value self) {
  List* maps = TRY(MapsOf(vm, self));
  if (maps->size == 0) return vm.IndexError("list index out of range");
  return maps->items()[0];
}

Value NewChainMap(Vm& vm, std::span<const Value> maps) {
  Value list = TRY(vm.NewList(maps));
  if (maps.empty()) {
    Dict* dict = TRY(vm.NewDict());
    TRY(ListAppend(vm, list.As<List>(), Value::Of(dict)));
  }
  ChainMap* chain = TRY(vm.New<ChainMap>(TypeId::kChainMap));
  chain->maps = list;
  chain->attributes = Value::Undefined();
  return Value::Of(chain);
}
Value New(Vm& vm, const Args& a) {
  return NewChainMap(vm, std::span<const Value>(a.rest, a.rest_count));
}

// A dict whose [] answers what is there and nothing else.
bool IsSimpleMap(Value v) {
  return IsObjectOf(v, TypeId::kDict) || IsObjectOf(v, TypeId::kOrderedDict);
}

// self[key]; `otherwise` Undefined: KeyError.
Value Look(Vm& vm, Value self, Value key, Value otherwise) {
  List* maps = TRY(MapsOf(vm, self));
  for (uint64_t i = 0; i < maps->size; ++i) {
    Value map = maps->items()[i];
    if (!IsSimpleMap(map)) {
      return vm.PushNativeFrame(ResumeId::kChainMapGet,
                                {self, key, otherwise, Value::KnownSmallInt(i)}, kFrameCatches);
    }
    if (!vm.Tick(1)) return Value::Failed();
    Value value = TRY(DictGet(vm, map.As<Dict>(), key));
    if (!value.IsUndefined()) return value;
  }
  if (!otherwise.IsUndefined()) return otherwise;
  return vm.RaiseKeyError(key);
}

Value Contains(Vm& vm, Value self, Value key) {
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep("");
  List* maps = TRY(MapsOf(vm, self));
  for (uint64_t i = 0; i < maps->size; ++i) {
    Value found = vm.Contains(maps->items()[i], key);
    if (!found.IsFalse()) return found;
  }
  return Value::False();
}

Result<Dict*> DictOfMapping(Vm& vm, Value v) {
  Dict* dict = TRY(AsDictIfMapping(vm, v));
  if (dict == nullptr) return vm.TypeError("'", vm.TypeName(v), "' object is not a mapping");
  return dict;
}

// A dict with the keys in their order; their values are those of the first map that has them.
Result<Dict*> Flatten(Vm& vm, Value self) {
  List* maps = TRY(MapsOf(vm, self));
  Dict* all = TRY(vm.NewDict());
  for (uint64_t i = maps->size; i-- > 0;) {
    Dict* map = TRY(DictOfMapping(vm, maps->items()[i]));
    TRY(DictMerge(vm, all, map));
  }
  return all;
}

// The dict that changes of the chain go to: its first map, or that of a chain that is its first
// map.
Result<Dict*> FirstDict(Vm& vm, Value self) {
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep("");
  Value map = TRY(FirstMap(vm, self));
  if (IsObjectOf(map, TypeId::kChainMap)) return FirstDict(vm, map);
  if (!IsDict(vm, map)) return vm.TypeError("'", vm.TypeName(map), "' object is not a mapping");
  return map.As<Dict>();
}

}  // namespace

Result<Dict*> AsDictIfMapping(Vm& vm, Value v) {
  if (IsDict(vm, v)) return v.As<Dict>();
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep("");
  if (IsObjectOf(v, TypeId::kMappingProxy))
    return AsDictIfMapping(vm, v.As<MappingProxy>()->mapping);
  if (IsObjectOf(v, TypeId::kChainMap)) return Flatten(vm, v);
  return static_cast<Dict*>(nullptr);
}

namespace {

Value Iter(Vm& vm, Value self) {
  Dict* all = TRY(DictOfMapping(vm, self));
  return DictIter(vm, Value::Of(all));
}
Result<int64_t> Length(Vm& vm, Value self) {
  Dict* all = TRY(DictOfMapping(vm, self));
  return int64_t{DictLength(all)};
}
Result<bool> Truth(Vm& vm, Value self) {
  DepthGuard guard(vm);  // its maps may be chains, and the chain itself
  if (!guard.ok()) return vm.TooDeep("");
  List* maps = TRY(MapsOf(vm, self));
  for (uint64_t i = 0; i < maps->size; ++i) {
    if (TRY(vm.Truth(maps->items()[i]))) return true;
  }
  return false;
}
Value GetItem(Vm& vm, Value self, Value key) { return Look(vm, self, key, Value::Undefined()); }

Failure NotInFirst(Vm& vm, Value key) {
  TextBuilder text(vm);
  text.Append("Key not found in the first mapping: ");
  if (!vm.Repr(key, text).ok()) return Failure{};
  Value message = text.Finish();
  if (message.IsFailed()) return Failure{};
  return vm.RaiseKeyError(message);
}

// The exception of the first map is worded anew.
Value Reworded(Vm& vm, Value answer, Value key) {
  if (!answer.IsFailed() || !vm.PendingIs(TypeId::kKeyError)) return answer;
  Value cause = vm.TakeException();
  static_cast<void>(NotInFirst(vm, key));
  if (vm.has_exception() && vm.PendingIs(TypeId::kKeyError)) {
    vm.pending_exception().As<Exception>()->context = cause;
  }
  return Value::Failed();
}

Value SetItem(Vm& vm, Value self, Value key, Value value) {
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep("");
  Value map = TRY(FirstMap(vm, self));
  if (!value.IsUndefined()) return vm.SetItem(map, key, value);
  return Reworded(vm, vm.SetItem(map, key, value), key);
}

Value Get(Vm& vm, const Args& a) {
  Value otherwise = a.has(2) ? a[2] : Value::None();
  Value found = TRY(Contains(vm, a[0], a[1]));
  if (!found.IsTrue()) return otherwise;
  return Look(vm, a[0], a[1], otherwise);
}
Value Pop(Vm& vm, const Args& a) {
  Value map = TRY(FirstMap(vm, a[0]));
  Value key = a[1];
  if (a.rest_count > 1)
    return vm.TypeError("pop expected at most 2 arguments, got ", a.rest_count + 1);
  if (a.rest_count > 0) return CallMethod(vm, map, "pop", {key, a.rest[0]});
  return Reworded(vm, CallMethod(vm, map, "pop", {key}), key);
}
Value PopItem(Vm& vm, const Args& a) {
  Value map = TRY(FirstMap(vm, a[0]));
  Value answer = CallMethod(vm, map, "popitem", {});
  if (!answer.IsFailed() || !vm.PendingIs(TypeId::kKeyError)) return answer;
  static_cast<void>(vm.TakeException());
  Value text = TRY(vm.NewStr("No keys found in the first mapping."));
  return vm.RaiseKeyError(text);
}
Value Clear(Vm& vm, const Args& a) { return CallMethod(vm, TRY(FirstMap(vm, a[0])), "clear", {}); }
Value SetDefault(Vm& vm, const Args& a) {
  Value key = a[1], value = a.has(2) ? a[2] : Value::None();
  Value found = TRY(Contains(vm, a[0], key));
  if (found.IsTrue()) return Look(vm, a[0], key, Value::Undefined());
  Value map = TRY(FirstMap(vm, a[0]));
  TRY(vm.SetItem(map, key, value));
  return value;
}
Value Update(Vm& vm, const Args& a) {
  Value other = a[1], keywords = a.keywords;
  Dict* dict = TRY(FirstDict(vm, a[0]));
  return DictUpdateBoth(vm, dict, other, keywords, Value::None());
}

// The maps from number `skip` on, after `first` if that is not Undefined.
Value WithMaps(Vm& vm, Value self, Value first, uint64_t skip) {
  List* maps = TRY(MapsOf(vm, self));
  std::span<const Value> items = ListItems(maps);
  Value chain = TRY(NewChainMap(vm, items.subspan(std::min<uint64_t>(skip, items.size()))));
  List* list = AsChainMap(chain)->maps.As<List>();
  if (first.IsUndefined()) return chain;
  if (items.size() <= skip) {
    list->items()[0] = first;  // in place of the empty dict
    return chain;
  }
  TRY(ListInsert(vm, list, 0, first));
  return chain;
}

Value Copy(Vm& vm, const Args& a) {
  Value self = a[0];
  Value first = TRY(CallMethod(vm, TRY(FirstMap(vm, self)), "copy", {}));
  return WithMaps(vm, self, first, 1);
}
Value NewChild(Vm& vm, const Args& a) {
  Value map = a[1];
  if (!a.has(1) || map.IsNone()) {
    map = a.keywords.IsUndefined() ? Value::Of(TRY(vm.NewDict())) : a.keywords;
  } else if (!a.keywords.IsUndefined()) {
    if (!IsDict(vm, map)) return vm.TypeError("'", vm.TypeName(map), "' object is not a mapping");
    TRY(DictMerge(vm, map.As<Dict>(), a.keywords.As<Dict>()));
  }
  return WithMaps(vm, a[0], map, 0);
}
Value GetParents(Vm& vm, Value self) { return WithMaps(vm, self, Value::Undefined(), 1); }
Value GetMaps(Vm&, Value self) { return AsChainMap(self)->maps; }
Status SetMaps(Vm&, Value self, Value value) {
  AsChainMap(self)->maps = value.IsUndefined() ? Value::None() : value;
  return Done{};
}
// A dict of its own each time, as the maps are no entry of one.
Value GetDict(Vm& vm, Value self) {
  Dict* dict = TRY(vm.NewDict());
  TRY(DictSetStr(vm, dict, "maps", AsChainMap(self)->maps));
  if (!AsChainMap(self)->attributes.IsUndefined())
    TRY(DictMerge(vm, dict, AsChainMap(self)->attributes.As<Dict>()));
  return Value::Of(dict);
}
Value GetOwn(Vm& vm, Value self, Name name) {
  return AsChainMap(self)->attributes.IsUndefined()
             ? Value::Undefined()
             : DictGetStr(vm, AsChainMap(self)->attributes.As<Dict>(), name.text);
}
Result<bool> SetOwn(Vm& vm, Value self, Name name, Value value) {
  if (name.text == "maps" || name.text == "parents" || name.text == "__dict__") return false;
  return DictSetFirstAttribute(vm, AsChainMap(self)->attributes, name, value);
}
void OwnNames(Vm& vm, TypeId owner, Value v, std::vector<std::string>* names) {
  if (!v.IsObject() || v.AsObject()->type != owner || AsChainMap(v)->attributes.IsUndefined())
    return;
  DictListAttributes(vm, AsChainMap(v)->attributes.As<Dict>(), names);
}
// fromkeys(iterable, value=None, /); the iterable comes materialised.
Value FromKeys(Vm& vm, const Args& a) {
  Value value = a.has(2) ? a[2] : Value::None();
  Dict* dict = TRY(vm.NewDict());
  Value items = TRY(vm.Materialise(a[1]));
  TRY(ForEachItem(vm, items, [&](Value key) { return DictSet(vm, dict, key, value); }));
  Value map = Value::Of(dict);
  return NewChainMap(vm, std::span<const Value>(&map, 1));
}
Value MissingMethod(Vm& vm, const Args& a) { return vm.RaiseKeyError(a[1]); }
Value NewView(Vm& vm, TypeId type, Value mapping) {
  MappingView* view = TRY(vm.New<MappingView>(type));
  view->mapping = mapping;
  return Value::Of(view);
}
Value Keys(Vm& vm, const Args& a) { return NewView(vm, TypeId::kMappingKeysView, a[0]); }
Value Values(Vm& vm, const Args& a) { return NewView(vm, TypeId::kMappingValuesView, a[0]); }
Value Items(Vm& vm, const Args& a) { return NewView(vm, TypeId::kMappingItemsView, a[0]); }

Status Repr(Vm& vm, Value self, TextBuilder& out) {
  RecursionMark mark(self.AsObject());
  if (mark.entered_before()) {
    out.Append("...");
    return out.status();
  }
  List* maps = TRY(MapsOf(vm, self));
  out.Append("ChainMap(");
  for (uint64_t i = 0; i < maps->size; ++i) {
    if (i > 0) out.Append(", ");
    TRY(vm.Repr(maps->items()[i], out));
  }
  out.Append(')');
  return out.status();
}

bool IsMapping(Vm& vm, Value v) {
  return IsDict(vm, v) || IsObjectOf(v, TypeId::kMappingProxy) || IsObjectOf(v, TypeId::kChainMap);
}

Value Compare(Vm& vm, CompareOp op, Value left, Value right) {
  if (op != CompareOp::kEq && op != CompareOp::kNe) return Value::NotImplemented();
  if (!IsMapping(vm, left) || !IsMapping(vm, right)) return Value::NotImplemented();
  Dict* a = TRY(DictOfMapping(vm, left));
  Dict* b = TRY(DictOfMapping(vm, right));
  bool equal = TRY(DictsEqual(vm, a, b));
  return Value::Bool(equal == (op == CompareOp::kEq));
}

Value Binary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place) {
  if (op != BinaryOp::kOr) return Value::NotImplemented();
  if (IsObjectOf(left, TypeId::kChainMap)) {
    if (!in_place && !IsMapping(vm, right)) return Value::NotImplemented();
    Value target = left;
    if (!in_place) {
      Value first = TRY(CallMethod(vm, TRY(FirstMap(vm, left)), "copy", {}));
      target = TRY(WithMaps(vm, left, first, 1));
    }
    Dict* dict = TRY(FirstDict(vm, target));
    if (IsObjectOf(right, TypeId::kChainMap)) right = Value::Of(TRY(DictOfMapping(vm, right)));
    return DictUpdateFrom(vm, dict, right, target);
  }
  if (!IsMapping(vm, left)) return Value::NotImplemented();
  Dict* result = TRY(DictCopy(vm, TRY(DictOfMapping(vm, left))));
  TRY(DictMerge(vm, result, TRY(DictOfMapping(vm, right))));
  Value map = Value::Of(result);
  return NewChainMap(vm, std::span<const Value>(&map, 1));
}

constexpr NativeInfo kChainMapConstructor{
    "@python ChainMap(*maps)", New,
    "Groups multiple mappings to create a single, updateable view."};
constexpr NativeInfo kChainMapMethods[] = {
    kInitAnewRow,
    {"@python __missing__(key)", MissingMethod, "Raise KeyError."},
    {"@python get(key, default=None)", Get, "D.get(k[,d]) -> D[k] if k in D, else d."},
    {"@classmethod fromkeys(iterable, value=None, /)", FromKeys,
     "Create a new ChainMap with keys from iterable and values set to value.", 1},
    {"@python copy()", Copy, "New ChainMap with a new copy of maps[0] and refs to maps[1:]"},
    {"@python __copy__()", Copy, "New ChainMap with a new copy of maps[0] and refs to maps[1:]"},
    {"@python new_child(m=None, **kwargs)", NewChild,
     "New ChainMap with a new map followed by all previous maps."},
    {"@python popitem()", PopItem, "Remove and return an item pair from maps[0]."},
    {"@python pop(key, *args)", Pop, "Remove *key* from maps[0] and return its value."},
    {"@python clear()", Clear, "Clear maps[0], leaving maps[1:] intact."},
    {"@python setdefault(key, default=None)", SetDefault,
     "D.setdefault(k[,d]) -> D.get(k,d), also set D[k]=d if k not in D"},
    {"@python update(other=(), /, **kwds)", Update, "Update the first map."},
    {"@python keys()", Keys, "D.keys() -> a set-like object providing a view on D's keys"},
    {"@python values()", Values, "D.values() -> an object providing a view on D's values"},
    {"@python items()", Items, "D.items() -> a set-like object providing a view on D's items"},
};
constexpr AttributeInfo kChainMapAttributes[] = {
    {"maps", GetMaps, SetMaps}, {"parents", GetParents}, {"__dict__", GetDict}};
PYSUB_MEMBERS(ChainMap, kChainMapMethods, kChainMapAttributes);

// ---- views of mappings that are no dicts

Value MappingOf(Value view) { return view.As<MappingView>()->mapping; }

Result<int64_t> ViewLengthSlot(Vm& vm, Value self) {
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep("");
  return vm.Length(MappingOf(self));
}

// The view of a dict with the same contents.
Value PlainView(Vm& vm, Value self) {
  Dict* all = TRY(DictOfMapping(vm, MappingOf(self)));
  TypeId type = self.AsObject()->type;
  return NewDictView(vm,
                     type == TypeId::kMappingKeysView     ? TypeId::kDictKeys
                     : type == TypeId::kMappingValuesView ? TypeId::kDictValues
                                                          : TypeId::kDictItems,
                     Value::Of(all));
}
Value ViewIterSlot(Vm& vm, Value self) {
  Value view = TRY(PlainView(vm, self));
  return vm.GetIter(view);
}
Value ViewContainsSlot(Vm& vm, Value self, Value item) {
  DepthGuard guard(vm);
  if (!guard.ok()) return vm.TooDeep("");
  if (IsObjectOf(self, TypeId::kMappingKeysView)) return vm.Contains(MappingOf(self), item);
  Value view = TRY(PlainView(vm, self));
  return vm.Contains(view, item);
}
Status ViewReprSlot(Vm& vm, Value self, TextBuilder& out) {
  out.Append(Vm::NameOf(self.AsObject()->type));
  out.Append('(');
  TRY(vm.Repr(MappingOf(self), out));
  out.Append(')');
  return out.status();
}
Value Plain(Vm& vm, Value v) {
  return IsObjectOf(v, TypeId::kMappingKeysView) || IsObjectOf(v, TypeId::kMappingItemsView)
             ? PlainView(vm, v)
             : v;
}
Value ViewCompareSlot(Vm& vm, CompareOp op, Value left, Value right) {
  Value a = TRY(Plain(vm, left));
  Value b = TRY(Plain(vm, right));
  return ViewCompare(vm, op, a, b);
}
Value ViewBinarySlot(Vm& vm, BinaryOp op, Value left, Value right, bool) {
  Value a = TRY(Plain(vm, left));
  Value b = TRY(Plain(vm, right));
  return vm.Binary(op, a, b);
}

// ---- the module

constexpr NativeInfo kFunctions[] = {
    {"@python namedtuple(typename, field_names, *, rename=False, defaults=None, module=None)",
     NamedTupleFunction, "Returns a new subclass of tuple with named fields.", 0b1010},
};

Status Init(Vm& vm, Dict* names) {
  static constexpr TypeId kTypes[] = {TypeId::kDeque, TypeId::kDefaultDict, TypeId::kCounter,
                                      TypeId::kOrderedDict, TypeId::kChainMap};
  List* all = TRY(vm.NewList(8));
  for (std::string_view name :
       {"ChainMap", "Counter", "OrderedDict", "defaultdict", "deque", "namedtuple"}) {
    Value text = vm.Intern(name);
    if (text.IsFailed()) return Failure{};
    TRY(ListAppend(vm, all, text));
  }
  for (TypeId type : kTypes) {
    std::string_view name = Vm::NameOf(type);
    TRY(DictSetStr(vm, names, name.substr(name.rfind('.') + 1), Value::Type(type)));
  }
  TRY(DictSetStr(vm, names, "__all__", Value::Of(all)));
  return Done{};
}

}  // namespace

namespace {

Value ItemOfMap(Vm& vm, Value chain, int64_t number, Value key) {
  List* maps = TRY(MapsOf(vm, chain));
  if (static_cast<uint64_t>(number) >= maps->size) return BadState(vm);
  return vm.GetItem(maps->items()[number], key);
}

}  // namespace

// Slots: the ChainMap, the key, the answer if there is none (Undefined: KeyError), the map to ask.
Value ChainMapGetResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  switch (frame.state) {
    case 0:
      while (true) {
        if (slots[3].AsSmallInt() >= static_cast<int64_t>(TRY(MapsOf(vm, slots[0]))->size)) break;
        PYSUB_SUSPEND_POINT(1, ItemOfMap(vm, slots[0], slots[3].AsSmallInt(), slots[1]));
        if (!in.IsFailed()) return in;
        if (!vm.PendingIs(TypeId::kKeyError)) return in;
        static_cast<void>(vm.TakeException());
        slots[3] = slots[3].CountedUp();
        frame.state = 0;
      }
  }
  if (!slots[2].IsUndefined()) return slots[2];
  return vm.RaiseKeyError(slots[1]);
}

constexpr Schema kMappingSchema{"V"};
constexpr Schema kChainMapSchema{"V d?"};
extern constexpr TypeInfo kChainMapType{.id = TypeId::kChainMap,
                                        .schema = &kChainMapSchema,
                                        .constructor = &kChainMapConstructor,
                                        .doc =
                                            "A ChainMap groups multiple dicts (or other mappings) "
                                            "together\nto create a single, updateable view.",
                                        .methods = kChainMapMethods,
                                        .attributes = kChainMapAttributes,
                                        .members = kChainMapMembers,
                                        .may_be_hashed = false,
                                        .has_dict = true,
                                        .copying = Copying::kWords,
                                        .operators = OperatorSet("or ror ior"),
                                        .repr = Repr,
                                        .compare = Compare,
                                        .truth = Truth,
                                        .length = Length,
                                        .get_item = GetItem,
                                        .set_item = SetItem,
                                        .contains = Contains,
                                        .iter = Iter,
                                        .binary = Binary,
                                        .get_attribute = GetOwn,
                                        .list_names = OwnNames,
                                        .set_attribute = SetOwn};
extern constexpr TypeInfo kMappingKeysViewType{.id = TypeId::kMappingKeysView,
                                               .schema = &kMappingSchema,
                                               .may_be_hashed = false,
                                               .repr = ViewReprSlot,
                                               .compare = ViewCompareSlot,
                                               .length = ViewLengthSlot,
                                               .contains = ViewContainsSlot,
                                               .iter = ViewIterSlot,
                                               .binary = ViewBinarySlot};
extern constexpr TypeInfo kMappingItemsViewType{.id = TypeId::kMappingItemsView,
                                                .schema = &kMappingSchema,
                                                .may_be_hashed = false,
                                                .repr = ViewReprSlot,
                                                .compare = ViewCompareSlot,
                                                .length = ViewLengthSlot,
                                                .contains = ViewContainsSlot,
                                                .iter = ViewIterSlot,
                                                .binary = ViewBinarySlot};
extern constexpr TypeInfo kMappingValuesViewType{.id = TypeId::kMappingValuesView,
                                                 .schema = &kMappingSchema,
                                                 .repr = ViewReprSlot,
                                                 .length = ViewLengthSlot,
                                                 .contains = ViewContainsSlot,
                                                 .iter = ViewIterSlot};
extern constexpr ModuleInfo kCollectionsModule{
    .name = "collections",
    .doc =
        "This module implements specialized container datatypes providing\n"
        "alternatives to Python's general purpose built-in containers, dict,\n"
        "list, set, and tuple.",
    .functions = kFunctions,
    .init = Init};

}  // namespace pysub
