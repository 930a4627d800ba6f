// functools.lru_cache and cache. The results are in a dict whose order is that of their last use.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "stdlib/modules/functools.h"
#include "stdlib/types/namedtuple.h"
#include "vm/imports.h"
#include "vm/objects/dict.h"
#include "vm/objects/numbers.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

// lru_cache(). The dict keeps its keys in order, and with a maxsize an entry that was used goes to
// its end. So the oldest is the first, and no list of its own is needed.
struct CacheWrapper : Object {
  Value function;
  Value results;     // Dict
  Value maxsize;     // an int of 64 bits or None
  Value typed;       // bool
  Value attributes;  // Dict: what update_wrapper copied
  RawWord hits, misses;
};
CacheWrapper* AsCacheWrapper(Value v) { return v.As<CacheWrapper>(); }

Value NewWrapper(Vm& vm, Value function, Value maxsize, Value typed) {
  if (!IsCallableValue(vm, function)) return vm.TypeError("the first argument must be callable");
  Dict* results = TRY(vm.NewDict());
  Dict* attributes = TRY(vm.NewDict(8));
  CacheWrapper* wrapper = TRY(vm.New<CacheWrapper>(TypeId::kCacheWrapper));
  wrapper->function = function;
  wrapper->results = Value::Of(results);
  wrapper->maxsize = maxsize;
  wrapper->typed = typed;
  wrapper->attributes = Value::Of(attributes);
  wrapper->hits = wrapper->misses = 0;
  return CopyFunctionAttributes(vm, Value::Of(wrapper), function);
}

// ---- keys

// What stands between positional and named arguments in a key.
constexpr Value kNamed = Value::Type(TypeId::kCacheWrapper);

// A single str or int is its own key, without a tuple around it, as in CPython. So f(3) and f(3.0)
// have two entries even without `typed`, while f(3, 1) and f(3.0, 1) share one.
Value MakeKey(Vm& vm, const Args& a, bool typed) {
  if (!typed && a.keywords.IsUndefined()) {
    if (a.rest_count == 1 && (Vm::IsStr(a.rest[0]) || Vm::IsInt(a.rest[0]))) return a.rest[0];
    return RestTuple(vm, a);
  }
  std::vector<Value> parts(a.rest, a.rest + a.rest_count);
  if (!a.keywords.IsUndefined()) {
    parts.push_back(kNamed);
    for (uint32_t at = 0; DictEntry* entry = DictNext(a.keywords.As<Dict>(), &at);) {
      parts.push_back(entry->key);
      parts.push_back(entry->value);
    }
  }
  if (typed) {
    for (uint32_t i = 0; i < a.rest_count; ++i) parts.push_back(Value::Type(vm.TypeOf(a.rest[i])));
    if (!a.keywords.IsUndefined()) {
      for (uint32_t at = 0; DictEntry* entry = DictNext(a.keywords.As<Dict>(), &at);) {
        parts.push_back(Value::Type(vm.TypeOf(entry->value)));
      }
    }
  }
  return vm.NewTuple(parts);
}

bool IsBounded(CacheWrapper* wrapper) { return !wrapper->maxsize.IsNone(); }

// The last in the order is the one that was used last.
Status Touch(Vm& vm, Dict* results, DictEntry* entry) {
  if (entry == results->table() + results->used - 1) return Done{};
  DictEntry kept = *entry;
  if (results->used == results->capacity()) {
    // Room first, so that nothing fails half way.
    TRY(DictReserve(vm, results, 1));
    DictFound found = DictFindSlow(vm, results, kept.key, static_cast<uint32_t>(kept.hash));
    if (found.failed || found.entry == nullptr) return Failure{};
    entry = found.entry;
  }
  DictRemoveEntry(results, entry);
  return DictSetHashed(vm, results, kept.key, static_cast<uint32_t>(kept.hash), kept.value);
}

Value Call(Vm& vm, Value self, const Args& a) {
  CacheWrapper* wrapper = AsCacheWrapper(self);
  bool keeps = wrapper->maxsize != Value::SmallInt(0);
  Value key = Value::None();
  if (keeps) {
    key = TRY(MakeKey(vm, a, wrapper->typed.IsTrue()));
    Dict* results = wrapper->results.As<Dict>();
    Result<uint32_t> hash = vm.KeyHash(key);
    if (!hash.ok()) return Value::Failed();
    DictFound found = DictFindSlow(vm, results, key, *hash);
    if (found.failed) return Value::Failed();
    if (found.entry != nullptr && !found.entry->value.IsUndefined()) {
      Value value = found.entry->value;
      if (IsBounded(wrapper)) TRY(Touch(vm, results, found.entry));
      ++wrapper->hits;
      return value;
    }
  }
  Value keywords = a.keywords;
  Value arguments = TRY(RestTuple(vm, a));
  return vm.PushNativeFrame(ResumeId::kCachedCall, {self, key, arguments, keywords});
}

// ---- methods

Value CacheInfo(Vm& vm, const Args& a) {
  CacheWrapper* wrapper = AsCacheWrapper(a[0]);
  Value module = TRY(ImportModule(vm, "functools"));
  Value type = TRY(DictGetStr(vm, module.As<Module>()->dict.As<Dict>(), "_CacheInfo"));
  if (!IsObjectOf(type, TypeId::kDynamicType)) {
    type = TRY(
        NewNamedTupleType(vm, "CacheInfo", "functools", {"hits", "misses", "maxsize", "currsize"}));
  }
  return NewNamedTuple(vm, type,
                       {TRY(vm.NewInt(static_cast<int64_t>(wrapper->hits))),
                        TRY(vm.NewInt(static_cast<int64_t>(wrapper->misses))), wrapper->maxsize,
                        Value::KnownSmallInt(wrapper->results.As<Dict>()->live)});
}
Value CacheClear(Vm&, const Args& a) {
  DictClear(AsCacheWrapper(a[0])->results.As<Dict>());
  AsCacheWrapper(a[0])->hits = AsCacheWrapper(a[0])->misses = 0;
  return Value::None();
}
Value CacheParameters(Vm& vm, const Args& a) {
  Dict* dict = TRY(vm.NewDict(2));
  TRY(DictSetStr(vm, dict, "maxsize", AsCacheWrapper(a[0])->maxsize));
  TRY(DictSetStr(vm, dict, "typed", AsCacheWrapper(a[0])->typed));
  return Value::Of(dict);
}
Value Itself(Vm&, const Args& a) { return a[0]; }

Value GetDict(Vm&, Value self) { return AsCacheWrapper(self)->attributes; }
Value GetAttribute(Vm& vm, Value self, Name name) {
  return DictGetStr(vm, AsCacheWrapper(self)->attributes.As<Dict>(), name.text);
}
Result<bool> SetAttribute(Vm& vm, Value self, Name name, Value value) {
  if (name.text == "__dict__") return false;
  return DictSetAttribute(vm, AsCacheWrapper(self)->attributes.As<Dict>(), name, value);
}

constexpr NativeInfo kMethods[] = {
    {"cache_info()", CacheInfo, "Report cache statistics"},
    {"cache_clear()", CacheClear, "Clear the cache and cache statistics"},
    {"cache_parameters()", CacheParameters, "Report cache parameters"},
    {"@hidden __copy__(*args)", Itself, ""},
    {"@hidden __deepcopy__(*args)", Itself, ""},
};
constexpr AttributeInfo kAttributes[] = {{"__dict__", GetDict}};
PYSUB_MEMBERS(CacheWrapper, kMethods, kAttributes);

}  // namespace

Value LruCache(Vm& vm, const Args& a) {
  Value maxsize = a.has(0) ? a[0] : Value::SmallInt(128);
  Value typed = a.has(1) ? a[1] : Value::False();
  if (IsIntLike(maxsize)) {
    const int64_t size = TRY(vm.ToIndexClamped(maxsize));
    if (size == INT64_MAX && !ToInt64(IntArgument(maxsize).view())) {
      return vm.OverflowError("cannot fit 'int' into an index-sized integer");
    }
    maxsize = TRY(vm.NewInt(std::max<int64_t>(size, 0)));
  } else if (IsCallableValue(vm, maxsize) && typed.IsBool()) {
    return NewWrapper(vm, maxsize, Value::SmallInt(128), typed);
  } else if (!maxsize.IsNone()) {
    return vm.TypeError("Expected first argument to be an integer, a callable, or None");
  }
  return NewLibraryFunction(vm, ClosureId::kCacheDecorator, "functools",
                            "lru_cache.<locals>.decorating_function", maxsize,
                            Value::Bool(TRY(vm.Truth(typed))));
}

Value Cache(Vm& vm, const Args& a) { return NewWrapper(vm, a[0], Value::None(), Value::False()); }

Value CacheDecoratorClosure(Vm& vm, LibraryFunction* self, const Args& a) {
  if (a.rest_count != 1) {
    return vm.TypeError("lru_cache.<locals>.decorating_function() takes 1 positional argument but ",
                        a.rest_count, " were given");
  }
  return NewWrapper(vm, a.rest[0], self->a, self->b);
}

// Slots: the wrapper, the key (None: nothing is kept), the arguments, the keywords.
Value CachedCallResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  CacheWrapper* wrapper = AsCacheWrapper(slots[0]);
  switch (frame.state) {
    case 0:
      ++wrapper->misses;
      frame.state = 1;
      [[fallthrough]];
    case 1:
      PYSUB_SUSPEND_POINT(2, vm.CallSpread(vm.StackTop(), wrapper->function, slots[2], slots[3]));
      if (wrapper->maxsize == Value::SmallInt(0)) return in;
      Dict* results = wrapper->results.As<Dict>();
      TRY(DictSet(vm, results, slots[1], in));
      if (!wrapper->maxsize.IsSmallInt()) return in;  // no bound, or one that nothing reaches
      while (results->live > static_cast<uint64_t>(wrapper->maxsize.AsSmallInt())) {
        uint32_t at = 0;
        DictRemoveEntry(results, DictNext(results, &at));
      }
  }
  return in;
}

constexpr Schema kCacheWrapperSchema{"V d! i~ b d # #"};
extern constexpr TypeInfo kCacheWrapperType{.id = TypeId::kCacheWrapper,
                                            .schema = &kCacheWrapperSchema,
                                            .methods = kMethods,
                                            .attributes = kAttributes,
                                            .members = kCacheWrapperMembers,
                                            .has_dict = true,
                                            .call = Call,
                                            .get_attribute = GetAttribute,
                                            .set_attribute = SetAttribute};

}  // namespace pysub
