#include "vm/objects/dict.h"

#include "stdlib/types/dict_subclasses.h"
#include "vm/objects/dict_views.h"
#include "vm/objects/iterators.h"
#include "vm/objects/list.h"

namespace pysub {

// Adds keyword arguments after everything else, which may take a native frame.
Value DictUpdateBoth(Vm& vm, Dict* dict, Value other, Value keywords, Value result) {
  bool has_keywords = !keywords.IsUndefined() && DictLength(keywords.As<Dict>()) != 0;
  if (other.IsUndefined() || !has_keywords) {
    if (!other.IsUndefined()) return DictUpdateFrom(vm, dict, other, result);
    if (has_keywords) TRY(DictMerge(vm, dict, keywords.As<Dict>()));
    return result;
  }
  return vm.PushNativeFrame(ResumeId::kDictUpdateBoth, {Value::Of(dict), other, keywords, result});
}

namespace {

Dict* Self(const Args& a) { return a[0].As<Dict>(); }

Value New(Vm& vm, const Args& a) {
  Dict* dict = TRY(vm.NewDict());
  return DictUpdateBoth(vm, dict, a[1], a.keywords, Value::Of(dict));
}

Value Update(Vm& vm, const Args& a) {
  return DictUpdateBoth(vm, Self(a), a[1], a.keywords, Value::None());
}

Value Init(Vm& vm, const Args& a) {
  if (a.rest_count > 1) {
    return vm.TypeError("dict expected at most 1 argument, got ", a.rest_count);
  }
  Value other = a.rest_count == 1 ? a.rest[0] : Value::Undefined();
  return DictUpdateBoth(vm, Self(a), other, a.keywords, Value::None());
}

Value Clear(Vm&, const Args& a) {
  DictClear(Self(a));
  return Value::None();
}

Value Copy(Vm& vm, const Args& a) {
  Dict* copy = TRY(DictCopy(vm, Self(a)));
  return Value::Of(copy);
}

Value FromKeys(Vm& vm, const Args& a) {
  Value value = a.has(2) ? a[2] : Value::None();
  Dict* dict = TRY(vm.NewDict());
  if (a[0].IsType()) dict->type = a[0].AsType();  // defaultdict.fromkeys
  if (IsNativeContainer(vm, a[1])) {
    if (IsObjectOf(a[1], TypeId::kDict) || IsObjectOf(a[1], TypeId::kSet)) {
      TRY(DictReserve(vm, dict, static_cast<uint64_t>(TRY(vm.Length(a[1])))));
    }
    TRY(ForEachItem(vm, a[1], [&](Value key) { return DictSet(vm, dict, key, value); }));
    return Value::Of(dict);
  }
  Value iterator = TRY(vm.GetIter(a[1]));
  return vm.PushNativeFrame(ResumeId::kDictFromKeys,
                            {Value::Of(dict), iterator, value, Value::Undefined()});
}

Value Get(Vm& vm, const Args& a) {
  Value value = TRY(DictGetInline(vm, Self(a), a[1]));
  if (!value.IsUndefined()) return value;
  return a.has(2) ? a[2] : Value::None();
}

Value SetDefault(Vm& vm, const Args& a) {
  return DictSetDefault(vm, Self(a), a[1], a.has(2) ? a[2] : Value::None());
}

Value Pop(Vm& vm, const Args& a) {
  Dict* dict = Self(a);
  if (DictLength(dict) != 0) {  // an empty dict does not look at the key's hash
    uint32_t hash = TRY(DictKeyHash(vm, a[1]));
    DictFound found = DictFindSlow(vm, dict, a[1], hash);
    if (found.failed) return Value::Failed();
    if (found.entry != nullptr && !found.entry->value.IsUndefined()) {
      Value value = found.entry->value;
      DictRemoveEntry(dict, found.entry);
      return value;
    }
  }
  if (a.has(2)) return a[2];
  return vm.RaiseKeyError(a[1]);
}

Value PopItem(Vm& vm, const Args& a) {
  // First what may fail: the pair.
  Tuple* pair = TRY(vm.NewTuple(2));
  if (!DictPopLast(Self(a), &pair->items()[0], &pair->items()[1])) {
    Value text = TRY(vm.NewStr("popitem(): dictionary is empty"));
    return vm.RaiseKeyError(text);
  }
  return Value::Of(pair);
}

Value Keys(Vm& vm, const Args& a) { return NewDictView(vm, TypeId::kDictKeys, a[0]); }
Value Values(Vm& vm, const Args& a) { return NewDictView(vm, TypeId::kDictValues, a[0]); }
Value Items(Vm& vm, const Args& a) { return NewDictView(vm, TypeId::kDictItems, a[0]); }

Value ContainsMethod(Vm& vm, const Args& a) { return DictContains(vm, a[0], a[1]); }
Value GetItemMethod(Vm& vm, const Args& a) { return vm.GetItem(a[0], a[1]); }
Value Reversed(Vm& vm, const Args& a) { return NewReverseIterator(vm, a[0]); }

constexpr NativeInfo kConstructor = {"@hidden dict(iterable=<unrepresentable>, /, **kwargs)", New,
                                     "dict() -> new empty dictionary"};

constexpr NativeInfo kMethods[] = {
    {"@wrapper __init__(*args, **kwargs)", Init,
     "Initialize self.  See help(type(self)) for accurate signature."},
    {"clear()", Clear, "Remove all items from the dict."},
    {"copy()", Copy, "Return a shallow copy of the dict."},
    {"@classmethod fromkeys(iterable, value=None, /)", FromKeys,
     "Create a new dictionary with keys from iterable and values set to value."},
    {"get(key, default=None, /)", Get,
     "Return the value for key if key is in the dictionary, else default."},
    {"items()", Items, "Return a set-like object providing a view on the dict's items."},
    {"keys()", Keys, "Return a set-like object providing a view on the dict's keys."},
    {"pop(key, default=<unrepresentable>, /)", Pop,
     "D.pop(k[,d]) -> v, remove specified key and return the corresponding value."},
    {"popitem()", PopItem, "Remove and return a (key, value) pair as a 2-tuple."},
    {"setdefault(key, default=None, /)", SetDefault,
     "Insert key with a value of default if key is not in the dictionary."},
    {"@hidden update(other=<unrepresentable>, /, **kwargs)", Update,
     "D.update([E, ]**F) -> None.  Update D from mapping/iterable E and F."},
    {"values()", Values, "Return an object providing a view on the dict's values."},
    {"__contains__(key, /)", ContainsMethod,
     "True if the dictionary has the specified key, else False."},
    {"__getitem__(key, /)", GetItemMethod, "Return self[key]."},
    {"__reversed__()", Reversed, "Return a reverse iterator over the dict keys."},
};

PYSUB_MEMBERS(Dict, kMethods, kNoAttributes);

}  // namespace

// Slots: the dict, the iterator, the value, the key to add.
Value DictFromKeysResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      while (true) {
        PYSUB_SUSPEND_POINT(1, vm.Next(frame.slots[1]));
        if (in.IsExhausted()) return frame.slots[0];
        TRY(DictSet(vm, frame.slots[0].As<Dict>(), in, frame.slots[2]));
      }
  }
  return Value::None();
}

// Slots: the dict, what it is updated from, the keyword arguments, the result.
Value DictUpdateBothResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, DictUpdateFrom(vm, frame.slots[0].As<Dict>(), frame.slots[1]));
      TRY(DictMerge(vm, frame.slots[0].As<Dict>(), frame.slots[2].As<Dict>()));
  }
  return frame.slots[3];
}

extern constexpr TypeInfo kDictType = {
    .id = TypeId::kDict,
    .constructor = &kConstructor,
    .doc =
        "dict() -> new empty dictionary\n"
        "dict(mapping) -> new dictionary initialized from a mapping object's\n"
        "    (key, value) pairs\n"
        "dict(iterable) -> new dictionary initialized as if via:\n"
        "    d = {}\n"
        "    for k, v in iterable:\n"
        "        d[k] = v\n"
        "dict(**kwargs) -> new dictionary initialized with the name=value pairs\n"
        "    in the keyword argument list.  For example:  dict(one=1, two=2)",
    .methods = kMethods,
    .members = kDictMembers,
    .may_be_hashed = false,
    .iteration = Iteration::kContainer,
    .operators = OperatorSet("or ror ior"),
    .repr = DictRepr,
    .compare = DictCompare,
    .length = DictLengthSlot,
    .get_item = DictGetItem,
    .set_item = DictSetItem,
    .contains = DictContains,
    .iter = DictIter,
    .binary = DictBinary,
};

}  // namespace pysub
