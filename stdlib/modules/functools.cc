// functools: the module; reduce, partial, cmp_to_key, update_wrapper, wraps. Left out, since they
// serve classes: cached_property, partialmethod, singledispatchmethod, total_ordering.

#include "stdlib/modules/functools.h"

#include <algorithm>
#include <vector>

#include "stdlib/types/namedtuple.h"
#include "vm/imports.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/recursion_mark.h"
#include "vm/snapshot/schema.h"

namespace pysub {

Status ReprArguments(Vm& vm, std::span<const Value> arguments, Value keywords, bool comma,
                     TextBuilder& out) {
  for (Value argument : arguments) {
    if (comma) out.Append(", ");
    comma = true;
    TRY(vm.Repr(argument, out));
  }
  if (keywords.IsUndefined()) return out.status();
  for (uint32_t at = 0; DictEntry* entry = DictNext(keywords.As<Dict>(), &at);) {
    if (comma) out.Append(", ");
    comma = true;
    TRY(vm.ToStr(entry->key, out));
    out.Append('=');
    TRY(vm.Repr(entry->value, out));
  }
  return out.status();
}

namespace {

// ---- reduce

Value Reduce(Vm& vm, const Args& a) {
  const TypeInfo& info = vm.InfoOf(a[1]);
  if (info.iter == nullptr && info.next == nullptr) {
    return vm.TypeError("reduce() arg 2 must support iteration");
  }
  Value function = a[0], initial = a[2];
  Value iterator = TRY(vm.GetIter(a[1]));
  return vm.PushNativeFrame(ResumeId::kReduce, {iterator, function, initial, Value::Undefined()});
}

// ---- partial

// partial(): arguments in front of those of the call, or in the holes that Placeholder leaves
// (Python 3.14).
struct Partial : Object {
  Value function;
  Value arguments;   // tuple
  Value keywords;    // Dict
  Value attributes;  // Dict or Undefined
  RawWord holes;     // how many arguments are Placeholder
};
Partial* AsPartial(Value v) { return v.As<Partial>(); }

bool IsPlaceholder(Value v) { return IsObjectOf(v, TypeId::kPlaceholderType); }

// There is one in each sandbox: the module's, or a new one for a program that removed it.
Value Placeholder(Vm& vm) {
  Value module = TRY(ImportModule(vm, "functools"));
  Value there = TRY(DictGetStr(vm, module.As<Module>()->dict.As<Dict>(), "Placeholder"));
  if (IsPlaceholder(there)) return there;
  Record* record = static_cast<Record*>(vm.heap.NewValues(TypeId::kPlaceholderType, 1));
  if (record == nullptr) return vm.NoMemory(16);
  return Value::Of(record);
}
Value PlaceholderNew(Vm& vm, const Args&) { return Placeholder(vm); }
Status PlaceholderRepr(Vm&, Value, TextBuilder& out) {
  out.Append("Placeholder");
  return out.status();
}

Value NewPartial(Vm& vm, Value function, std::span<const Value> arguments, Value keywords) {
  RawWord holes = 0;
  for (Value argument : arguments) holes += IsPlaceholder(argument);
  Value tuple = TRY(vm.NewTuple(arguments));
  Partial* partial = TRY(vm.New<Partial>(TypeId::kPartial));
  partial->function = function;
  partial->arguments = tuple;
  partial->keywords = keywords;
  partial->holes = holes;
  return Value::Of(partial);
}

// What fills the holes of `before`, then what is left of `more`.
std::vector<Value> Merge(Tuple* before, std::span<const Value> more) {
  std::vector<Value> merged(before->items(), before->items() + before->size());
  size_t used = 0;
  for (Value& argument : merged) {
    if (IsPlaceholder(argument) && used < more.size()) argument = more[used++];
  }
  merged.insert(merged.end(), more.begin() + static_cast<int64_t>(used), more.end());
  return merged;
}

Value PartialNew(Vm& vm, const Args& a) {
  if (a.rest_count == 0) return vm.TypeError("type 'partial' takes at least one argument");
  Value function = a.rest[0];
  if (!IsCallableValue(vm, function)) return vm.TypeError("the first argument must be callable");
  std::vector<Value> arguments(a.rest + 1, a.rest + a.rest_count);
  if (!arguments.empty() && IsPlaceholder(arguments.back())) {
    return vm.TypeError("trailing Placeholders are not allowed");
  }
  Dict* keywords = TRY(vm.NewDict());
  if (!a.keywords.IsUndefined()) {
    for (uint32_t at = 0; DictEntry* entry = DictNext(a.keywords.As<Dict>(), &at);) {
      if (IsPlaceholder(entry->value)) {
        return vm.TypeError("Placeholder cannot be passed as a keyword argument");
      }
    }
  }
  if (IsObjectOf(function, TypeId::kPartial) && AsPartial(function)->attributes.IsUndefined()) {
    Partial* inner = AsPartial(function);
    arguments = Merge(inner->arguments.As<Tuple>(), arguments);
    TRY(DictMerge(vm, keywords, inner->keywords.As<Dict>()));
    function = inner->function;
  }
  if (!a.keywords.IsUndefined()) TRY(DictMerge(vm, keywords, a.keywords.As<Dict>()));
  return NewPartial(vm, function, arguments, Value::Of(keywords));
}

Value PartialCall(Vm& vm, Value self, const Args& a) {
  DepthGuard guard(vm);  // natives that call natives nest in C++
  if (!guard.ok()) return vm.TooDeep("");
  Partial* partial = AsPartial(self);
  std::span<const Value> given(a.rest, a.rest_count);
  if (given.size() < partial->holes) {
    return vm.TypeError("missing positional arguments in 'partial' call; expected at least ",
                        static_cast<uint64_t>(partial->holes), ", got ", a.rest_count);
  }
  Value keywords = a.keywords;
  if (partial->keywords.As<Dict>()->live != 0) {
    Dict* merged = TRY(DictCopy(vm, partial->keywords.As<Dict>()));
    if (!keywords.IsUndefined()) TRY(DictMerge(vm, merged, keywords.As<Dict>()));
    keywords = Value::Of(merged);
  }
  if (!vm.Tick(partial->arguments.As<Tuple>()->count)) return Value::Failed();
  if (partial->holes == 0 && given.empty()) {
    Tuple* arguments = partial->arguments.As<Tuple>();
    return vm.CallWithKeywords(
        partial->function, std::span<const Value>(arguments->items(), arguments->count), keywords);
  }
  std::vector<Value> arguments = Merge(partial->arguments.As<Tuple>(), given);
  return vm.CallWithKeywords(partial->function, arguments, keywords);
}

Status PartialRepr(Vm& vm, Value self, TextBuilder& out) {
  RecursionMark mark(self.AsObject());
  if (mark.entered_before()) {
    out.Append("...");
    return out.status();
  }
  out.Append("functools.partial(");
  TRY(vm.Repr(AsPartial(self)->function, out));
  Tuple* arguments = AsPartial(self)->arguments.As<Tuple>();
  TRY(ReprArguments(vm, std::span<const Value>(arguments->items(), arguments->count),
                    AsPartial(self)->keywords, true, out));
  out.Append(')');
  return out.status();
}

template <Value Partial::*kField>
Value PartialGet(Vm&, Value self) {
  return AsPartial(self)->*kField;
}
Value PartialDict(Vm& vm, Value self) {
  if (AsPartial(self)->attributes.IsUndefined())
    AsPartial(self)->attributes = Value::Of(TRY(vm.NewDict()));
  return AsPartial(self)->attributes;
}
Value PartialGetAttribute(Vm& vm, Value self, Name name) {
  if (AsPartial(self)->attributes.IsUndefined()) return Value::Undefined();
  return DictGetStr(vm, AsPartial(self)->attributes.As<Dict>(), name.text);
}
Result<bool> PartialSetAttribute(Vm& vm, Value self, Name name, Value value) {
  if (name.text == "func" || name.text == "args" || name.text == "keywords" ||
      name.text == "__dict__") {
    return false;
  }
  Value dict = PartialDict(vm, self);
  if (dict.IsFailed()) return Failure{};
  return DictSetAttribute(vm, dict.As<Dict>(), name, value);
}

constexpr NativeInfo kPartialConstructor{
    "partial(*args, **kwargs)", PartialNew,
    "Create a new function with partial application of the given arguments and keywords."};
constexpr NativeInfo kPlaceholderConstructor{"_PlaceholderType()", PlaceholderNew,
                                             "The type of the Placeholder singleton."};
constexpr AttributeInfo kPartialAttributes[] = {
    {"func", PartialGet<&Partial::function>, nullptr, AttributeKind::kMember},
    {"args", PartialGet<&Partial::arguments>, nullptr, AttributeKind::kMember},
    {"keywords", PartialGet<&Partial::keywords>, nullptr, AttributeKind::kMember},
    {"__dict__", PartialDict},
};

// What __reduce__ gives: function, arguments, keywords, attributes.
Value PartialSetState(Vm& vm, const Args& a) {
  const Tuple* state = IsTupleOf(a[1], 4) ? a[1].As<Tuple>() : nullptr;
  const auto is_dict_or_none = [&](Value v) {
    return v.IsNone() || vm.IsInstance(v, TypeId::kDict);
  };
  if (state == nullptr || !IsCallableValue(vm, state->items()[0]) ||
      !vm.IsInstance(state->items()[1], TypeId::kTuple) || !is_dict_or_none(state->items()[2]) ||
      !is_dict_or_none(state->items()[3])) {
    return vm.TypeError("invalid partial state");
  }
  Tuple* given = state->items()[1].As<Tuple>();
  if (!vm.Tick(given->size() / 8)) return Value::Failed();
  const std::span<const Value> items(given->items(), given->size());
  if (!items.empty() && IsPlaceholder(items.back())) {
    return vm.TypeError("trailing Placeholders are not allowed");
  }
  Value arguments = TRY(vm.NewTuple(items));
  Dict* keywords = state->items()[2].IsNone() ? TRY(vm.NewDict())
                                              : TRY(DictCopy(vm, state->items()[2].As<Dict>()));
  Partial* partial = AsPartial(a[0]);
  partial->function = state->items()[0];
  partial->arguments = arguments;
  partial->keywords = Value::Of(keywords);
  const Value attributes = state->items()[3];
  partial->attributes = vm.IsInstance(attributes, TypeId::kDict) ? attributes : Value::Undefined();
  partial->holes = static_cast<RawWord>(std::count_if(items.begin(), items.end(), IsPlaceholder));
  return Value::None();
}
constexpr NativeInfo kPartialMethods[] = {{"__setstate__(object, /)", PartialSetState, ""}};
PYSUB_MEMBERS(Partial, kPartialMethods, kPartialAttributes);

// ---- cmp_to_key

// cmp_to_key(): a key that compares by calling the old comparison function.
struct KeyWrapper : Object {
  Value compare;
  Value object;  // Undefined: what cmp_to_key answered
};
KeyWrapper* AsKeyWrapper(Value v) { return v.As<KeyWrapper>(); }

Value NewKeyWrapper(Vm& vm, Value compare, Value object) {
  KeyWrapper* wrapper = TRY(vm.New<KeyWrapper>(TypeId::kKeyWrapper));
  wrapper->compare = compare;
  wrapper->object = object;
  return Value::Of(wrapper);
}
Value CmpToKey(Vm& vm, const Args& a) { return NewKeyWrapper(vm, a[0], Value::Undefined()); }

Value KeyWrapperCall(Vm& vm, Value self, const Args& a) {
  Value object = a.rest_count > 0 ? a.rest[0] : Value::Undefined();
  if (object.IsUndefined() && !a.keywords.IsUndefined()) {
    object = TRY(DictGetStr(vm, a.keywords.As<Dict>(), "obj"));
  }
  if (object.IsUndefined()) return vm.TypeError("K() missing required argument 'obj' (pos 1)");
  if (a.rest_count > 1)
    return vm.TypeError("K() takes at most 1 argument (", a.rest_count, " given)");
  return NewKeyWrapper(vm, AsKeyWrapper(self)->compare, object);
}
Value KeyWrapperCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (!IsObjectOf(left, TypeId::kKeyWrapper) || !IsObjectOf(right, TypeId::kKeyWrapper)) {
    return vm.TypeError("other argument must be K instance");
  }
  if (AsKeyWrapper(left)->object.IsUndefined() || AsKeyWrapper(right)->object.IsUndefined()) {
    return vm.Raise(TypeId::kAttributeError, "object");
  }
  return vm.PushNativeFrame(ResumeId::kKeyCompare,
                            {AsKeyWrapper(left)->compare, AsKeyWrapper(left)->object,
                             AsKeyWrapper(right)->object, Value::SmallInt(static_cast<int>(op))});
}
Value KeyWrapperObject(Vm&, Value self) {
  return AsKeyWrapper(self)->object.IsUndefined() ? Value::None() : AsKeyWrapper(self)->object;
}
constexpr AttributeInfo kKeyWrapperAttributes[] = {{"obj", KeyWrapperObject}};
PYSUB_MEMBERS(KeyWrapper, kNoMethods, kKeyWrapperAttributes);

// ---- update_wrapper, wraps

Value AssignedNames(Vm& vm) {
  return vm.NewTuple({TRY(vm.Intern("__module__")), TRY(vm.Intern("__name__")),
                      TRY(vm.Intern("__qualname__")), TRY(vm.Intern("__doc__")),
                      TRY(vm.Intern("__annotate__")), TRY(vm.Intern("__type_params__"))});
}

// wrapper.name.update(wrapped.name)
Status UpdateDict(Vm& vm, Value wrapper, Value wrapped, Value name) {
  Value interned = vm.Intern(Vm::View(name));
  if (interned.IsFailed()) return Failure{};
  Name attribute{Vm::View(interned), MemberHash(Vm::View(interned))};
  Value to = vm.GetAttribute(wrapper, attribute);
  if (to.IsFailed()) return Failure{};
  if (to.IsCallPending()) {
    static_cast<void>(AnnotationsNotComputed(vm));
    return Failure{};
  }
  Value from = vm.FindAttribute(wrapped, attribute);
  if (from.IsFailed()) return Failure{};
  if (from.IsCallPending()) {
    static_cast<void>(AnnotationsNotComputed(vm));
    return Failure{};
  }
  if (!IsDict(vm, to) || !IsDict(vm, from)) return Done{};
  return DictMerge(vm, to.As<Dict>(), from.As<Dict>());
}

Value Update(Vm& vm, Value wrapper, Value wrapped, Value assigned, Value updated) {
  static constexpr Name kWrapped{"__wrapped__", MemberHash("__wrapped__")};
  Value names = TRY(vm.Materialise(assigned));
  Value dicts = TRY(vm.Materialise(updated));
  for (Value list : {names, dicts}) {
    std::span<const Value> items =
        IsObjectOf(list, TypeId::kList)
            ? std::span<const Value>(ListItems(list.As<List>()))
            : std::span<const Value>(list.As<Tuple>()->items(), list.As<Tuple>()->count);
    for (Value name : items) {
      if (!vm.Tick(16)) return Value::Failed();
      if (!Vm::IsStr(name)) {
        return vm.TypeError("attribute name must be string, not '", vm.TypeName(name), "'");
      }
      if (list == names) {
        Value interned = TRY(vm.Intern(Vm::View(name)));
        TRY(CopyAttribute(vm, wrapper, wrapped, Vm::View(interned)));
      } else {
        TRY(UpdateDict(vm, wrapper, wrapped, name));
      }
    }
  }
  TRY(vm.SetAttribute(wrapper, kWrapped, wrapped));
  return wrapper;
}

Value UpdateWrapper(Vm& vm, const Args& a) {
  if (!a.has(2) && !a.has(3)) return CopyFunctionAttributes(vm, a[0], a[1]);
  Value assigned = a.has(2) ? a[2] : TRY(AssignedNames(vm));
  Value updated = a.has(3) ? a[3] : TRY(vm.NewTuple({TRY(vm.Intern("__dict__"))}));
  return Update(vm, a[0], a[1], assigned, updated);
}

Value Wraps(Vm& vm, const Args& a) {
  static constexpr Name kUpdate{"update_wrapper", MemberHash("update_wrapper")};
  Value assigned = a.has(1) ? a[1] : TRY(AssignedNames(vm));
  Value updated = a.has(2) ? a[2] : TRY(vm.NewTuple({TRY(vm.Intern("__dict__"))}));
  Dict* keywords = TRY(vm.NewDict(4));
  TRY(DictSetStr(vm, keywords, "wrapped", a[0]));
  TRY(DictSetStr(vm, keywords, "assigned", assigned));
  TRY(DictSetStr(vm, keywords, "updated", updated));
  Value module = TRY(ImportModule(vm, "functools"));
  Value update = TRY(vm.GetAttribute(module, kUpdate));
  return NewPartial(vm, update, {}, Value::Of(keywords));
}

constexpr NativeInfo kFunctions[] = {
    {"@python cache(user_function, /)", Cache,
     "Simple lightweight unbounded cache.  Sometimes called \"memoize\"."},
    {"cmp_to_key(mycmp)", CmpToKey, "Convert a cmp= function into a key= function."},
    {"@python lru_cache(maxsize=128, typed=False)", LruCache,
     "Least-recently-used cache decorator."},
    {"reduce(function, iterable, /, initial=<unrepresentable>)", Reduce,
     "Apply a function of two arguments cumulatively to the items of an iterable, from left to "
     "right."},
    {"@python singledispatch(func)", SingleDispatchFunction,
     "Single-dispatch generic function decorator."},
    {"@python update_wrapper(wrapper, wrapped, assigned=None, updated=None)", UpdateWrapper,
     "Update a wrapper function to look like the wrapped function", 0b1100},
    {"@python wraps(wrapped, assigned=None, updated=None)", Wraps,
     "Decorator factory to apply update_wrapper() to a wrapper function", 0b110},
};

Status Init(Vm& vm, Dict* names) {
  Value cache_info =
      NewNamedTupleType(vm, "CacheInfo", "functools", {"hits", "misses", "maxsize", "currsize"});
  Value assigned = AssignedNames(vm);
  Value dict_name = vm.Intern("__dict__");
  Record* placeholder = static_cast<Record*>(vm.heap.NewValues(TypeId::kPlaceholderType, 1));
  if (placeholder == nullptr) return vm.NoMemory(16);
  if (cache_info.IsFailed() || assigned.IsFailed() || dict_name.IsFailed()) return Failure{};
  Value updated = vm.NewTuple({dict_name});
  if (updated.IsFailed()) return Failure{};
  TRY(DictSetStr(vm, names, "_CacheInfo", cache_info));
  TRY(DictSetStr(vm, names, "WRAPPER_ASSIGNMENTS", assigned));
  TRY(DictSetStr(vm, names, "WRAPPER_UPDATES", updated));
  TRY(DictSetStr(vm, names, "Placeholder", Value::Of(placeholder)));
  return DictSetStr(vm, names, "partial", Value::Type(TypeId::kPartial));
}

}  // namespace

// Slots: the iterator, the function, the total (Undefined: there is none yet), the item.
Value ReduceResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  switch (frame.state) {
    case 0:
      while (true) {
        PYSUB_SUSPEND_POINT(1, vm.Next(slots[0]));
        if (in.IsExhausted()) break;
        if (!slots[2].IsUndefined()) {
          slots[3] = in;
          PYSUB_SUSPEND_POINT(2, vm.Call(slots[1], {slots[2], slots[3]}));
        }
        slots[2] = in;
        frame.state = 0;  // a repetition goes on with the next item
      }
  }
  if (!slots[2].IsUndefined()) return slots[2];
  return vm.TypeError("reduce() of empty iterable with no initial value");
}

// Slots: the function, the two objects, the CompareOp.
Value KeyCompareResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, vm.Call(slots[0], {slots[1], slots[2]}));
      if (static_cast<uint64_t>(slots[3].AsSmallInt()) > static_cast<uint64_t>(CompareOp::kGe))
        return BadState(vm);
      return vm.Compare(static_cast<CompareOp>(slots[3].AsSmallInt()), in, Value::SmallInt(0));
  }
  return Value::None();
}

constexpr Schema kPartialSchema{"V t d d? #"};
constexpr Schema kPlaceholderSchema{"v"};
constexpr Schema kKeyWrapperSchema{"V v"};
extern constexpr TypeInfo kPartialType{.id = TypeId::kPartial,
                                       .schema = &kPartialSchema,
                                       .constructor = &kPartialConstructor,
                                       .doc =
                                           "Create a new function with partial application of the "
                                           "given arguments and keywords.",
                                       .methods = kPartialMethods,
                                       .attributes = kPartialAttributes,
                                       .members = kPartialMembers,
                                       .has_dict = true,
                                       .copying = Copying::kWords,
                                       .repr = PartialRepr,
                                       .call = PartialCall,
                                       .get_attribute = PartialGetAttribute,
                                       .set_attribute = PartialSetAttribute};
extern constexpr TypeInfo kPlaceholderTypeType{.id = TypeId::kPlaceholderType,
                                               .schema = &kPlaceholderSchema,
                                               .constructor = &kPlaceholderConstructor,
                                               .repr = PlaceholderRepr};
extern constexpr TypeInfo kKeyWrapperType{.id = TypeId::kKeyWrapper,
                                          .schema = &kKeyWrapperSchema,
                                          .attributes = kKeyWrapperAttributes,
                                          .members = kKeyWrapperMembers,
                                          .may_be_hashed = false,
                                          .compare = KeyWrapperCompare,
                                          .call = KeyWrapperCall};
extern constexpr ModuleInfo kFunctoolsModule{
    .name = "functools",
    .doc = "functools.py - Tools for working with functions and callable objects\n",
    .functions = kFunctions,
    .init = Init};

}  // namespace pysub
