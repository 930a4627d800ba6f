// collections.defaultdict and OrderedDict. CPython 3.14 library, "collections".

#include "stdlib/types/dict_subclasses.h"
#include "vm/objects/dict.h"
#include "vm/objects/dict_views.h"
#include "vm/objects/iterators.h"
#include "vm/objects/recursion_mark.h"
#include "vm/slot_methods.h"

namespace pysub {

Dict* DictCopySame(Vm& vm, Dict* dict) {
  Dict* copy = TRY(DictCopy(vm, dict));
  copy->type = dict->type;
  if (dict->type == TypeId::kDefaultDict) copy->extra = dict->extra;
  return copy;
}

Value DictOwnAttributes(Vm& vm, Value self) {
  Dict* dict = self.As<Dict>();
  if (!IsObjectOf(dict->extra, TypeId::kDict)) dict->extra = Value::Of(TRY(vm.NewDict()));
  return dict->extra;
}
Status DictSetOwnAttributes(Vm& vm, Value self, Value value) {
  TRY(CheckNewDict(vm, value));
  self.As<Dict>()->extra =
      IsPlainDict(value) ? value : Value::Of(TRY(DictCopy(vm, value.As<Dict>())));
  return Done{};
}
Value DictGetOwn(Vm& vm, Value self, Name name) {
  const Value attributes = self.As<Dict>()->extra;
  return IsPlainDict(attributes) ? DictGetStr(vm, attributes.As<Dict>(), name.text)
                                 : Value::Undefined();
}
Result<bool> DictSetOwn(Vm& vm, Value self, Name name, Value value) {
  if (name.text == "__dict__") return false;
  Value key = vm.Intern(name.text);
  if (key.IsFailed()) return Failure{};
  if (value.IsUndefined()) {
    const Value attributes = self.As<Dict>()->extra;
    return IsPlainDict(attributes) ? DictDelete(vm, attributes.As<Dict>(), key)
                                   : Result<bool>(false);
  }
  const Value attributes = DictOwnAttributes(vm, self);
  if (attributes.IsFailed()) return Failure{};
  TRY(DictSet(vm, attributes.As<Dict>(), key, value));
  return true;
}
void DictOwnNames(Vm& vm, TypeId owner, Value v, std::vector<std::string>* names) {
  if (!v.IsObject() || v.AsObject()->type != owner || !IsPlainDict(v.As<Dict>()->extra)) return;
  DictListAttributes(vm, v.As<Dict>()->extra.As<Dict>(), names);
}

// The result has the type of the left operand, or of the right one if the left is a plain dict.
Value DictSubclassBinary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place) {
  if (op != BinaryOp::kOr) return Value::NotImplemented();
  if (in_place || !IsDict(vm, left) || !IsDict(vm, right)) {
    return DictBinary(vm, op, left, right, in_place);
  }
  Dict* model = (IsPlainDict(left) ? right : left).As<Dict>();
  Dict* result = TRY(DictCopy(vm, left.As<Dict>()));
  TRY(DictMerge(vm, result, right.As<Dict>()));
  result->type = model->type;
  if (model->type == TypeId::kDefaultDict) result->extra = model->extra;
  return Value::Of(result);
}

namespace {

Dict* AsDict(Value v) { return v.As<Dict>(); }

bool IsCallable(const Vm& vm, Value v) {
  return v.IsNative() || v.IsType() || IsObjectOf(v, TypeId::kFunction) ||
         IsObjectOf(v, TypeId::kBoundMethod) || vm.InfoOf(v).call != nullptr;
}

// ---- defaultdict

// defaultdict(default_factory, iterable, **kwargs)
Value InitDefault(Vm& vm, Dict* dict, Value factory, std::span<const Value> rest, Value keywords,
                  Value result) {
  if (factory.IsUndefined()) factory = Value::None();
  if (!factory.IsNone() && !IsCallable(vm, factory)) {
    return vm.TypeError("first argument must be callable or None");
  }
  dict->extra = factory;
  if (rest.size() > 1)
    return vm.TypeError("dict expected at most 1 argument, got ",
                        static_cast<int64_t>(rest.size()));
  return DictUpdateBoth(vm, dict, rest.empty() ? Value::Undefined() : rest[0], keywords, result);
}
Value DefaultNew(Vm& vm, const Args& a) {
  Dict* dict = TRY(vm.NewDict());
  dict->type = TypeId::kDefaultDict;
  return InitDefault(vm, dict, a[1], {a.rest, a.rest_count}, a.keywords, Value::Of(dict));
}
// Its factory is set anew, what it holds is updated.
Value DefaultInit(Vm& vm, const Args& a) {
  const std::span<const Value> rest(a.rest, a.rest_count);
  if (rest.empty())
    return InitDefault(vm, AsDict(a[0]), Value::None(), {}, a.keywords, Value::None());
  return InitDefault(vm, AsDict(a[0]), rest[0], rest.subspan(1), a.keywords, Value::None());
}

// What the usual factories answer, without a call; Undefined: another factory.
Value UsualDefault(Vm& vm, Value factory) {
  if (!factory.IsType()) return Value::Undefined();
  switch (factory.AsType()) {
    case TypeId::kInt: return Value::SmallInt(0);
    case TypeId::kFloat: return Value::Float(0);
    case TypeId::kBool: return Value::False();
    case TypeId::kStr: return vm.NewStr("");
    case TypeId::kTuple: return vm.NewTuple(std::span<const Value>());
    case TypeId::kList: return vm.NewList(std::span<const Value>());
    case TypeId::kDict: return Value::Of(TRY(vm.NewDict()));
    case TypeId::kSet: return Value::Of(TRY(vm.NewSet()));
    default: return Value::Undefined();
  }
}

Value Missing(Vm& vm, Value self, Value key) {
  Value factory = AsDict(self)->extra;
  if (factory.IsNone() || factory.IsUndefined()) return vm.RaiseKeyError(key);
  Value value = TRY(UsualDefault(vm, factory));
  if (value.IsUndefined()) return vm.PushNativeFrame(ResumeId::kDefaultMissing, {self, key});
  TRY(DictSet(vm, AsDict(self), key, value));
  return value;
}
Value MissingMethod(Vm& vm, const Args& a) { return Missing(vm, a[0], a[1]); }

Value DefaultGetItem(Vm& vm, Value self, Value key) {
  Value value = TRY(DictGetInline(vm, AsDict(self), key));
  return value.IsUndefined() ? Missing(vm, self, key) : value;
}

Status DefaultRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("defaultdict(");
  TRY(vm.Repr(AsDict(self)->extra.IsUndefined() ? Value::None() : AsDict(self)->extra, out));
  out.Append(", ");
  TRY(DictRepr(vm, self, out));
  out.Append(')');
  return out.status();
}

Value CopyMethod(Vm& vm, const Args& a) {
  Dict* copy = TRY(DictCopySame(vm, AsDict(a[0])));
  return Value::Of(copy);
}

Value GetFactory(Vm&, Value self) {
  return AsDict(self)->extra.IsUndefined() ? Value::None() : AsDict(self)->extra;
}
Status SetFactory(Vm&, Value self, Value value) {
  AsDict(self)->extra = value.IsUndefined() ? Value::None() : value;
  return Done{};
}

constexpr NativeInfo kDefaultConstructor{"defaultdict(default_factory=None, /, *args, **kwargs)",
                                         DefaultNew, "dict with default factory"};
constexpr NativeInfo kDefaultMethods[] = {
    {"@wrapper __init__(*args, **kwargs)", DefaultInit, kInitAnewRow.doc},
    {"__missing__(key, /)", MissingMethod, "Called by __getitem__ for missing key."},
    {"copy()", CopyMethod, "Return a shallow copy of the dictionary."},
    {"__copy__()", CopyMethod, "Return a shallow copy of the dictionary."},
};
constexpr AttributeInfo kDefaultAttributes[] = {{"default_factory", GetFactory, SetFactory}};
PYSUB_MEMBERS(DefaultDict, kDefaultMethods, kDefaultAttributes);

// ---- OrderedDict

// OrderedDict.__init__(...) and update(...)
Value UpdateOrdered(Vm& vm, Dict* dict, const Args& a, Value result) {
  if (a.rest_count > 1) return vm.TypeError("expected at most 1 argument, got ", a.rest_count);
  return DictUpdateBoth(vm, dict, a.rest_count == 1 ? a.rest[0] : Value::Undefined(), a.keywords,
                        result);
}
Value OrderedNew(Vm& vm, const Args& a) {
  Dict* dict = TRY(vm.NewDict());
  dict->type = TypeId::kOrderedDict;
  return UpdateOrdered(vm, dict, a, Value::Of(dict));
}
Value OrderedUpdate(Vm& vm, const Args& a) {
  if (a.rest_count > 1) {
    return vm.TypeError("update() takes at most 1 positional argument (", a.rest_count, " given)");
  }
  return UpdateOrdered(vm, AsDict(a[0]), a, Value::None());
}
Value OrderedInit(Vm& vm, const Args& a) {
  return UpdateOrdered(vm, AsDict(a[0]), a, Value::None());
}

Status OrderedRepr(Vm& vm, Value self, TextBuilder& out) {
  if (AsDict(self)->flag(kFlagB)) {  // within its own repr
    out.Append("...");
    return out.status();
  }
  out.Append("OrderedDict(");
  if (AsDict(self)->live != 0) TRY(DictRepr(vm, self, out));
  out.Append(')');
  return out.status();
}

// Two of them are equal in the same order only.
Result<bool> SameOrder(Vm& vm, Dict* left, Dict* right) {
  uint32_t at_left = 0, at_right = 0;
  while (true) {
    DictEntry* a = DictNext(left, &at_left);
    DictEntry* b = DictNext(right, &at_right);
    if (a == nullptr || b == nullptr) return a == b;
    if (!vm.Tick(1)) return Failure{};
    if (!TRY(vm.Equal(a->key, b->key))) return false;
  }
}
Value OrderedCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (op != CompareOp::kEq && op != CompareOp::kNe) return Value::NotImplemented();
  if (!IsDict(vm, left) || !IsDict(vm, right)) return DictCompare(vm, op, left, right);
  bool equal = TRY(DictsEqual(vm, AsDict(left), AsDict(right)));
  if (equal && IsObjectOf(left, TypeId::kOrderedDict) && IsObjectOf(right, TypeId::kOrderedDict)) {
    equal = TRY(SameOrder(vm, AsDict(left), AsDict(right)));
  }
  return Value::Bool(equal == (op == CompareOp::kEq));
}

// CPython raises KeyError with the key as its value: of None it makes none.
Failure RaiseMissing(Vm& vm, Value key) {
  if (key.IsNone())
    return vm.RaiseException(TRY(vm.Call(Value::Type(TypeId::kKeyError), {}).AtOnce()));
  return vm.RaiseKeyError(key);
}

Value OrderedPop(Vm& vm, const Args& a) {
  TRY(vm.Hash(a[1]));  // in plain words when there is none
  const uint32_t hash = TRY(DictKeyHash(vm, a[1]));
  DictFound found = DictFindSlow(vm, AsDict(a[0]), a[1], hash);
  if (found.failed) return Value::Failed();
  if (found.entry == nullptr || found.entry->value.IsUndefined())
    return a.has(2) ? a[2] : RaiseMissing(vm, a[1]);
  const Value value = found.entry->value;
  DictRemoveEntry(AsDict(a[0]), found.entry);
  return value;
}
Value OrderedSetDefault(Vm& vm, const Args& a) {
  return DictSetDefault(vm, AsDict(a[0]), a[1], a.has(2) ? a[2] : Value::None());
}

// To the back, an entry is removed and appended. To the front, all others would have to move, so
// that is the dear direction.
Value MoveToEnd(Vm& vm, const Args& a) {
  Dict* dict = AsDict(a[0]);
  bool last = !a.has(2) || TRY(vm.Truth(a[2]));
  if (dict->live == 0) return RaiseMissing(vm, a[1]);
  uint32_t hash = TRY(DictKeyHash(vm, a[1]));
  DictFound found = DictFindSlow(vm, dict, a[1], hash);
  if (found.failed) return Value::Failed();
  if (found.entry == nullptr || found.entry->value.IsUndefined()) return RaiseMissing(vm, a[1]);
  if (!last) {
    TRY(DictMoveToFront(vm, dict, found.entry));
    return Value::None();
  }
  if (found.entry == dict->table() + dict->used - 1) return Value::None();
  // Room first: what follows must not fail half way.
  DictEntry entry = *found.entry;
  if (dict->used == dict->capacity()) {
    TRY(DictReserve(vm, dict, 1));
    found = DictFindSlow(vm, dict, a[1], hash);
    if (found.failed) return Value::Failed();
  }
  DictRemoveEntry(dict, found.entry);
  TRY(DictSetHashed(vm, dict, entry.key, hash, entry.value));
  return Value::None();
}

Value OrderedPopItem(Vm& vm, const Args& a) {
  Dict* dict = AsDict(a[0]);
  bool last = !a.has(1) || TRY(vm.Truth(a[1]));
  Tuple* pair = TRY(vm.NewTuple(2));
  if (dict->live == 0) {
    Value text = TRY(vm.NewStr("dictionary is empty"));
    return vm.RaiseKeyError(text);
  }
  if (last) {
    DictPopLast(dict, &pair->items()[0], &pair->items()[1]);
  } else {
    uint32_t at = 0;
    DictEntry* entry = DictNext(dict, &at);
    pair->items()[0] = entry->key;
    pair->items()[1] = entry->value;
    DictRemoveEntry(dict, entry);
  }
  return Value::Of(pair);
}

Value OrderedKeys(Vm& vm, const Args& a) { return NewDictView(vm, TypeId::kOrderedDictKeys, a[0]); }
Value OrderedValues(Vm& vm, const Args& a) {
  return NewDictView(vm, TypeId::kOrderedDictValues, a[0]);
}
Value OrderedItems(Vm& vm, const Args& a) {
  return NewDictView(vm, TypeId::kOrderedDictItems, a[0]);
}

// The iterable comes materialised.
Value OrderedFromKeys(Vm& vm, const Args& a) {
  const Value value = a.has(2) ? a[2] : Value::None();
  Dict* dict = TRY(vm.NewDict());
  dict->type = TypeId::kOrderedDict;
  const Value items = TRY(vm.Materialise(a[1]));
  TRY(ForEachItem(vm, items, [&](Value key) { return DictSet(vm, dict, key, value); }));
  return Value::Of(dict);
}

constexpr NativeInfo kOrderedConstructor{"OrderedDict(*args, **kwargs)", OrderedNew,
                                         "Dictionary that remembers insertion order"};
constexpr NativeInfo kOrderedMethods[] = {
    {"@wrapper __init__(*args, **kwargs)", OrderedInit, kInitAnewRow.doc},
    {"@classmethod fromkeys(iterable, value=None)", OrderedFromKeys,
     "Create a new ordered dictionary with keys from iterable and values set to value.", 1},
    {"move_to_end(key, last=True)", MoveToEnd,
     "Move an existing element to the end (or beginning if last is false)."},
    {"popitem(last=True)", OrderedPopItem,
     "Remove and return a (key, value) pair from the dictionary."},
    {"pop(key, default=<unrepresentable>)", OrderedPop,
     "od.pop(key[,default]) -> v, remove specified key and return the corresponding value.\n\nIf "
     "the key is not found, "
     "return the default if given; otherwise,\nraise a KeyError."},
    {"setdefault(key, default=None)", OrderedSetDefault,
     "Insert key with a value of default if key is not in the dictionary.\n\nReturn the value for "
     "key if key is in the "
     "dictionary, else default."},
    {"@hidden update(*args, **kwargs)", OrderedUpdate, ""},
    {"copy()", CopyMethod, "od.copy() -> a shallow copy of od"},
    {"keys()", OrderedKeys, "Return a set-like object providing a view on the dict's keys."},
    {"values()", OrderedValues, "Return an object providing a view on the dict's values."},
    {"items()", OrderedItems, "Return a set-like object providing a view on the dict's items."},
};
PYSUB_MEMBERS(OrderedDict, kOrderedMethods, kDictOwnAttributes);

}  // namespace

// Slots: the dict, the key.
Value DefaultMissingResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, vm.Call(frame.slots[0].As<Dict>()->extra, {}));
      TRY(DictSet(vm, frame.slots[0].As<Dict>(), frame.slots[1], in));
  }
  return in;
}

extern constexpr TypeInfo kDefaultDictType{.id = TypeId::kDefaultDict,
                                           .constructor = &kDefaultConstructor,
                                           .doc =
                                               "dict subclass that calls a factory function to "
                                               "supply missing values.",
                                           .methods = kDefaultMethods,
                                           .attributes = kDefaultAttributes,
                                           .members = kDefaultDictMembers,
                                           .may_be_hashed = false,
                                           .repr = DefaultRepr,
                                           .compare = DictCompare,
                                           .length = DictLengthSlot,
                                           .get_item = DefaultGetItem,
                                           .set_item = DictSetItem,
                                           .contains = DictContains,
                                           .iter = DictIter,
                                           .binary = DictSubclassBinary};
extern constexpr TypeInfo kOrderedDictType{.id = TypeId::kOrderedDict,
                                           .constructor = &kOrderedConstructor,
                                           .doc = "Dictionary that remembers insertion order",
                                           .methods = kOrderedMethods,
                                           .attributes = kDictOwnAttributes,
                                           .members = kOrderedDictMembers,
                                           .may_be_hashed = false,
                                           .has_dict = true,
                                           .repr = OrderedRepr,
                                           .compare = OrderedCompare,
                                           .length = DictLengthSlot,
                                           .get_item = DictGetItem,
                                           .set_item = DictSetItem,
                                           .contains = DictContains,
                                           .iter = DictIter,
                                           .binary = DictSubclassBinary,
                                           .get_attribute = DictGetOwn,
                                           .list_names = DictOwnNames,
                                           .set_attribute = DictSetOwn};

}  // namespace pysub
