// collections.Counter. CPython 3.14 library, "Counter objects".

#include <algorithm>
#include <vector>

#include "stdlib/modules/itertools/itertools.h"
#include "stdlib/modules/library_function.h"
#include "stdlib/types/dict_subclasses.h"
#include "vm/objects/dict.h"
#include "vm/objects/dict_views.h"
#include "vm/objects/iterators.h"
#include "vm/objects/list.h"
#include "vm/objects/stoppable_sort.h"

namespace pysub {
namespace {

Dict* AsDict(Value v) { return v.As<Dict>(); }
constexpr Value kZero = Value::SmallInt(0);

Dict* NewCounter(Vm& vm) {
  Dict* dict = TRY(vm.NewDict());
  dict->type = TypeId::kCounter;
  return dict;
}

// Arithmetic of counts, which may be anything: but nothing that runs Python.
Value Combine(Vm& vm, BinaryOp op, Value left, Value right) {
  if (Value::BothSmallInts(left, right)) {
    int64_t a = left.AsSmallInt(), b = right.AsSmallInt();
    return vm.NewInt(op == BinaryOp::kAdd ? a + b : a - b);
  }
  DepthGuard guard(vm);  // counts may be Counters
  if (!guard.ok()) return vm.TooDeep("");
  Value result = vm.Binary(op, left, right);
  if (result.IsCallPending())
    return vm.Raise(TypeId::kSystemError, "arithmetic of counts ran Python");
  return result;
}
Result<bool> Holds(Vm& vm, CompareOp op, Value left, Value right) {
  Value answer = vm.Compare(op, left, right);
  if (answer.IsCallPending()) {
    return vm.Raise(TypeId::kSystemError, "comparison of counts ran Python");
  }
  if (answer.IsFailed()) return Failure{};
  return vm.Truth(answer);
}
Value CountOf(Vm& vm, Dict* dict, Value key) {
  Value count = TRY(DictGet(vm, dict, key));
  return count.IsUndefined() ? kZero : count;
}

// dict[key] = dict.get(key, 0) op amount
Status Change(Vm& vm, Dict* dict, Value key, BinaryOp op, Value amount) {
  // whose words do not say what the key was for, as CPython's
  uint32_t hash = TRY(vm.KeyHash(key));
  DictFound found = DictFindSlow(vm, dict, key, hash);
  if (found.failed) return Failure{};
  Value before =
      found.entry == nullptr || found.entry->value.IsUndefined() ? kZero : found.entry->value;
  Value after = Combine(vm, op, before, amount);
  if (after.IsFailed()) return Failure{};
  if (found.entry != nullptr && !found.entry->value.IsUndefined()) {
    found.entry->value = after;
    return Done{};
  }
  return DictSetHashed(vm, dict, key, hash, after);
}

// update() and subtract() by an iterable, one for each item.
Value CountItems(Vm& vm, Dict* dict, Value iterable, Value result, BinaryOp op) {
  Value iterator = TRY(vm.GetIter(iterable));
  return vm.PushNativeFrame(
      ResumeId::kCounterCount,
      {Value::Of(dict), iterator, result, Value::Bool(op == BinaryOp::kAdd), Value::Undefined()});
}

// By another mapping's counts.
Value CountMapping(Vm& vm, Dict* dict, Dict* other, Value result, BinaryOp op) {
  if (dict->live == 0 && op == BinaryOp::kAdd) {
    TRY(DictMerge(vm, dict, other));
    return result;
  }
  // Computed apart and merged at the end: a repetition must not count twice.
  if (!vm.Tick(other->used)) return Value::Failed();
  Dict* changed = TRY(vm.NewDict(other->live));
  for (uint32_t at = 0; DictEntry* entry = DictNext(other, &at);) {
    DictEntry theirs = *entry;
    Value before = TRY(CountOf(vm, dict, theirs.key));
    Value after = op == BinaryOp::kAdd ? TRY(Combine(vm, op, theirs.value, before))
                                       : TRY(Combine(vm, op, before, theirs.value));
    TRY(DictSetHashed(vm, changed, theirs.key, static_cast<uint32_t>(theirs.hash), after));
  }
  TRY(DictReserve(vm, dict, changed->live));
  TRY(DictMerge(vm, dict, changed));
  return result;
}

Value Count(Vm& vm, Dict* dict, Value other, Value result, BinaryOp op) {
  if (other.IsUndefined() || other.IsNone()) return result;
  Dict* counts = TRY(AsDictIfMapping(vm, other));
  if (counts != nullptr) return CountMapping(vm, dict, counts, result, op);
  return CountItems(vm, dict, other, result, op);
}

// update(iterable, **keywords): keywords last.
Value CountBoth(Vm& vm, Dict* dict, Value other, Value keywords, Value result, BinaryOp op) {
  if (keywords.IsUndefined() || AsDict(keywords)->live == 0)
    return Count(vm, dict, other, result, op);
  if (other.IsUndefined() || other.IsNone()) {
    return CountMapping(vm, dict, AsDict(keywords), result, op);
  }
  return vm.PushNativeFrame(ResumeId::kCounterUpdateBoth, {Value::Of(dict), other, keywords, result,
                                                           Value::Bool(op == BinaryOp::kAdd)});
}

// Counter.__init__(iterable=None, /, **kwds): counts to what is there.
Value InitCounter(Vm& vm, Dict* dict, const Args& a, Value result) {
  if (a.rest_count > 1) {
    return vm.TypeError("Counter.__init__() takes from 1 to 2 positional arguments but ",
                        a.rest_count + 1, " were given");
  }
  Value other = a.rest_count == 1 ? a.rest[0] : Value::Undefined();
  return CountBoth(vm, dict, other, a.keywords, result, BinaryOp::kAdd);
}
Value New(Vm& vm, const Args& a) {
  Dict* dict = TRY(NewCounter(vm));
  return InitCounter(vm, dict, a, Value::Of(dict));
}
Value Init(Vm& vm, const Args& a) { return InitCounter(vm, AsDict(a[0]), a, Value::None()); }
Value Update(Vm& vm, const Args& a) {
  return CountBoth(vm, AsDict(a[0]), a[1], a.keywords, Value::None(), BinaryOp::kAdd);
}
Value Subtract(Vm& vm, const Args& a) {
  return CountBoth(vm, AsDict(a[0]), a[1], a.keywords, Value::None(), BinaryOp::kSub);
}

// ---- most_common

// The entries, highest count first; equal ones in their order. Failed when counts cannot be
// compared.
Result<bool> SortedEntries(Vm& vm, Dict* dict, std::vector<DictEntry>* entries) {
  if (!vm.Tick(dict->used)) return Failure{};
  bool small = true;
  for (uint32_t at = 0; DictEntry* entry = DictNext(dict, &at);) {
    entries->push_back(*entry);
    small &= entry->value.IsSmallInt();
  }
  if (!small) return false;
  if (!vm.Tick(entries->size() * 4)) return Failure{};
  // The hash words are put back afterwards: while sorting they are the places in the order.
  std::vector<RawWord> hashes(entries->size());
  for (size_t i = 0; i < entries->size(); ++i) {
    hashes[i] = (*entries)[i].hash;
    (*entries)[i].hash = i;
  }
  const bool in_time = SortInTime(vm, *entries, [](const DictEntry& a, const DictEntry& b) {
    return a.value == b.value ? a.hash < b.hash : a.value.AsSmallInt() > b.value.AsSmallInt();
  });
  if (!in_time) return Failure{};
  for (DictEntry& entry : *entries) entry.hash = hashes[entry.hash];
  return true;
}

// Counts of other kinds.
Status SortAnyEntries(Vm& vm, std::vector<DictEntry>* entries) {
  // An insertion of each by binary search: stable, and it compares as sorted() would, though in
  // another order; what cannot be compared is found out all the same.
  std::vector<DictEntry> sorted;
  for (const DictEntry& entry : *entries) {
    size_t low = 0, high = sorted.size();
    while (low < high) {
      size_t middle = (low + high) / 2;
      if (TRY(Holds(vm, CompareOp::kLt, sorted[middle].value, entry.value))) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    if (!vm.Tick(1 + (sorted.size() - low) / 8)) return Failure{};
    sorted.insert(sorted.begin() + static_cast<int64_t>(low), entry);
  }
  *entries = std::move(sorted);
  return Done{};
}

// The sort is stable: equal counts keep the order in which they were seen first, which CPython
// documents.
Value MostCommon(Vm& vm, const Args& a) {
  ScratchCharge charge(vm, AsDict(a[0])->live * 2 * sizeof(DictEntry));
  if (!charge.ok()) return Value::Failed();
  std::vector<DictEntry> entries;
  int64_t wanted = INT64_MAX;
  if (a.has(1) && !a[1].IsNone()) {
    // heapq.nlargest() takes it for a bound of a slice, or for a number of items
    if (a[1].IsFloat()) {
      if (a[1].AsFloat() >= static_cast<double>(AsDict(a[0])->live)) {
        return vm.TypeError("slice indices must be integers or None or have an __index__ method");
      }
      return vm.TypeError("'float' object cannot be interpreted as an integer");
    }
    if (!a[1].IsBool() && !Vm::IsInt(a[1])) {
      return vm.TypeError("'>=' not supported between instances of '", vm.TypeName(a[1]),
                          "' and 'int'");
    }
    wanted = TRY(vm.ToIndexClamped(a[1]));
    if (wanted <= 0) return Value::Of(TRY(vm.NewList()));
  }
  if (!TRY(SortedEntries(vm, AsDict(a[0]), &entries))) TRY(SortAnyEntries(vm, &entries));
  size_t count = wanted < 0 ? 0 : std::min<uint64_t>(entries.size(), static_cast<uint64_t>(wanted));
  List* list = TRY(vm.NewList(count));
  for (size_t i = 0; i < count; ++i) {
    TRY(ListAppend(vm, list, TRY(vm.NewTuple({entries[i].key, entries[i].value}))));
  }
  return Value::Of(list);
}

Status Repr(Vm& vm, Value self, TextBuilder& out) {
  if (AsDict(self)->live == 0) {
    out.Append("Counter()");
    return out.status();
  }
  if (AsDict(self)->flag(kFlagB)) {
    out.Append("...");
    return out.status();
  }
  AsDict(self)->set_flag(kFlagB, true);
  auto write = [&]() -> Status {
    ScratchCharge charge(vm, AsDict(self)->live * 2 * sizeof(DictEntry));
    if (!charge.ok()) return Failure{};
    std::vector<DictEntry> entries;
    bool sorted = TRY(SortedEntries(vm, AsDict(self), &entries));
    if (!sorted && !SortAnyEntries(vm, &entries).ok()) {
      if (!vm.PendingIs(TypeId::kTypeError)) return Failure{};
      static_cast<void>(vm.TakeException());
    }
    out.Append("Counter({");
    for (size_t i = 0; i < entries.size(); ++i) {
      if (i > 0) out.Append(", ");
      TRY(vm.Repr(entries[i].key, out));
      out.Append(": ");
      TRY(vm.Repr(entries[i].value, out));
    }
    out.Append("})");
    return out.status();
  };
  Status status = write();
  AsDict(self)->set_flag(kFlagB, false);
  return status;
}

Value Elements(Vm& vm, const Args& a) {
  Value items = TRY(NewDictView(vm, TypeId::kDictItems, a[0]));
  Value iterator = TRY(vm.GetIter(items));
  Value repeated = TRY(NewStarmap(vm, Value::Type(TypeId::kRepeat), iterator));
  return NewChainFromIterable(vm, repeated);
}

Value Total(Vm& vm, const Args& a) {
  Value total = kZero;
  if (!vm.Tick(AsDict(a[0])->used)) return Value::Failed();
  for (uint32_t at = 0; DictEntry* entry = DictNext(AsDict(a[0]), &at);) {
    total = TRY(Combine(vm, BinaryOp::kAdd, total, entry->value));
  }
  return total;
}

Value Copy(Vm& vm, const Args& a) {
  Dict* copy = TRY(DictCopySame(vm, AsDict(a[0])));
  return Value::Of(copy);
}
Value FromKeys(Vm& vm, const Args&) {
  return vm.Raise(TypeId::kNotImplementedError,
                  "Counter.fromkeys() is undefined.  Use Counter(iterable) instead.");
}
Value MissingMethod(Vm&, const Args&) { return kZero; }

// ---- operators

// What `+`, `-`, `|`, `&` leave of two counts.
Value Merged(Vm& vm, BinaryOp op, Value mine, Value theirs) {
  if (op == BinaryOp::kAdd || op == BinaryOp::kSub) return Combine(vm, op, mine, theirs);
  bool less = TRY(Holds(vm, CompareOp::kLt, mine, theirs));
  return op == BinaryOp::kOr ? (less ? theirs : mine) : (less ? mine : theirs);
}

Status AddPositive(Vm& vm, Dict* result, const DictEntry& entry, Value count) {
  if (!TRY(Holds(vm, CompareOp::kGt, count, kZero))) return Done{};
  return DictSetHashed(vm, result, entry.key, static_cast<uint32_t>(entry.hash), count);
}

// +, -, | and & keep positive counts alone. Keys of the right side that the left one lacks come
// behind.
Value Arithmetic(Vm& vm, BinaryOp op, Dict* left, Dict* right) {
  Dict* result = TRY(NewCounter(vm));
  if (!vm.Tick(left->used + right->used)) return Value::Failed();
  for (uint32_t at = 0; DictEntry* entry = DictNext(left, &at);) {
    Value theirs = TRY(CountOf(vm, right, entry->key));
    Value count = TRY(Merged(vm, op, entry->value, theirs));
    TRY(AddPositive(vm, result, *entry, count));
  }
  if (op == BinaryOp::kAnd) return Value::Of(result);
  for (uint32_t at = 0; DictEntry* entry = DictNext(right, &at);) {
    Value mine = TRY(DictGet(vm, left, entry->key));
    if (!mine.IsUndefined()) continue;
    Value count = entry->value;
    if (op == BinaryOp::kSub) {
      if (!TRY(Holds(vm, CompareOp::kLt, count, kZero))) continue;
      count = TRY(Combine(vm, BinaryOp::kSub, kZero, count));
    }
    TRY(AddPositive(vm, result, *entry, count));
  }
  return Value::Of(result);
}

// The in-place operators keep the positive counts too. The order of the keys is that of the target.
Value InPlace(Vm& vm, BinaryOp op, Value self, Dict* right) {
  Dict* left = AsDict(self);
  if (!vm.Tick(left->used + right->used)) return Value::Failed();
  Dict* result = TRY(NewCounter(vm));
  for (uint32_t at = 0; DictEntry* entry = DictNext(left, &at);) {
    Value theirs = TRY(DictGet(vm, right, entry->key));
    Value count = entry->value;
    if (!theirs.IsUndefined() || op == BinaryOp::kAnd) {
      count = TRY(Merged(vm, op, count, theirs.IsUndefined() ? kZero : theirs));
    }
    TRY(AddPositive(vm, result, *entry, count));
  }
  if (op != BinaryOp::kAnd) {
    for (uint32_t at = 0; DictEntry* entry = DictNext(right, &at);) {
      Value mine = TRY(DictGet(vm, left, entry->key));
      if (!mine.IsUndefined()) continue;
      Value count = TRY(Merged(vm, op, kZero, entry->value));
      TRY(AddPositive(vm, result, *entry, count));
    }
  }
  left->entries = result->entries;
  left->index = result->index;
  left->used = result->used;
  left->live = result->live;
  return self;
}

Value Binary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place) {
  bool counters = IsObjectOf(left, TypeId::kCounter) && IsObjectOf(right, TypeId::kCounter);
  if (op != BinaryOp::kAdd && op != BinaryOp::kSub && op != BinaryOp::kOr && op != BinaryOp::kAnd) {
    return Value::NotImplemented();
  }
  if (in_place && IsObjectOf(left, TypeId::kCounter) && IsDict(vm, right)) {
    return InPlace(vm, op, left, AsDict(right));
  }
  if (in_place && IsObjectOf(left, TypeId::kCounter) && !IsObjectOf(right, TypeId::kMappingProxy)) {
    // CPython goes through right.items(), or through right[key] for its own keys.
    constexpr std::string_view kItems = "items";
    if (op != BinaryOp::kAnd) {
      const Value items = TRY(vm.GetAttribute(right, {kItems, MemberHash(kItems)}));
      if (right.IsType()) return vm.Call(items, {});
    } else if (AsDict(left)->live > 0) {
      uint32_t at = 0;
      return vm.GetItem(right, DictNext(AsDict(left), &at)->key);
    } else {
      return left;
    }
  }
  if (counters) return Arithmetic(vm, op, AsDict(left), AsDict(right));
  // Counter.__or__ declines, so the dict on the other side answers.
  if (op == BinaryOp::kOr && IsDict(vm, left) && IsDict(vm, right)) {
    Dict* result = TRY(DictCopy(vm, AsDict(left)));
    TRY(DictMerge(vm, result, AsDict(right)));
    if (IsObjectOf(right, TypeId::kDefaultDict) || IsObjectOf(right, TypeId::kOrderedDict)) {
      result->type = AsDict(right)->type;
      if (AsDict(right)->type == TypeId::kDefaultDict) result->extra = AsDict(right)->extra;
    }
    return Value::Of(result);
  }
  return Value::NotImplemented();
}

Value Unary(Vm& vm, UnaryOp op, Value self) {
  if (op == UnaryOp::kInvert) return Value::NotImplemented();
  Dict* result = TRY(NewCounter(vm));
  if (!vm.Tick(AsDict(self)->used)) return Value::Failed();
  for (uint32_t at = 0; DictEntry* entry = DictNext(AsDict(self), &at);) {
    Value count = entry->value;
    if (op == UnaryOp::kNeg) {
      if (!TRY(Holds(vm, CompareOp::kLt, count, kZero))) continue;
      count = TRY(Combine(vm, BinaryOp::kSub, kZero, count));
    }
    TRY(AddPositive(vm, result, *entry, count));
  }
  return Value::Of(result);
}

// Every key of one or the other; a missing one counts 0.
Result<bool> AllHold(Vm& vm, CompareOp op, Dict* left, Dict* right) {
  if (!vm.Tick(left->used + right->used)) return Failure{};
  for (Dict* walked : {left, right}) {
    for (uint32_t at = 0; DictEntry* entry = DictNext(walked, &at);) {
      Value key = entry->key;
      Value a = CountOf(vm, left, key);
      if (a.IsFailed()) return Failure{};
      Value b = CountOf(vm, right, key);
      if (b.IsFailed()) return Failure{};
      if (!TRY(Holds(vm, op, a, b))) return false;
    }
  }
  return true;
}

Value Compare(Vm& vm, CompareOp op, Value left, Value right) {
  bool counters = IsObjectOf(left, TypeId::kCounter) && IsObjectOf(right, TypeId::kCounter);
  if (!counters) {
    return op == CompareOp::kEq || op == CompareOp::kNe ? DictCompare(vm, op, left, right)
                                                        : Value::NotImplemented();
  }
  switch (op) {
    case CompareOp::kEq:
      return Value::Bool(TRY(AllHold(vm, CompareOp::kEq, AsDict(left), AsDict(right))));
    case CompareOp::kNe:
      return Value::Bool(!TRY(AllHold(vm, CompareOp::kEq, AsDict(left), AsDict(right))));
    case CompareOp::kLe:
    case CompareOp::kGe: return Value::Bool(TRY(AllHold(vm, op, AsDict(left), AsDict(right))));
    case CompareOp::kLt:
    case CompareOp::kGt: {
      CompareOp weak = op == CompareOp::kLt ? CompareOp::kLe : CompareOp::kGe;
      if (!TRY(AllHold(vm, weak, AsDict(left), AsDict(right)))) return Value::False();
      return Value::Bool(!TRY(AllHold(vm, CompareOp::kEq, AsDict(left), AsDict(right))));
    }
  }
  return Value::NotImplemented();
}

Value GetItem(Vm& vm, Value self, Value key) {
  Value value = TRY(DictGetInline(vm, AsDict(self), key));
  return value.IsUndefined() ? kZero : value;
}
// Deleting what is not there is no error.
Value SetItem(Vm& vm, Value self, Value key, Value value) {
  if (!value.IsUndefined()) return DictSetItem(vm, self, key, value);
  TRY(DictDelete(vm, AsDict(self), key));
  return Value::None();
}

constexpr NativeInfo kConstructor{"Counter(*args, **kwds)", New,
                                  "Create a new, empty Counter object."};
constexpr NativeInfo kMethods[] = {
    {"@wrapper __init__(*args, **kwargs)", Init, "Create a new, empty Counter object."},
    {"@python most_common(n=None)", MostCommon,
     "List the n most common elements and their counts from the most common to the least."},
    {"@python elements()", Elements,
     "Iterator over elements repeating each as many times as its count."},
    {"@python total()", Total, "Sum of the counts"},
    {"@python update(iterable=None, /, **kwds)", Update,
     "Like dict.update() but add counts instead of replacing them."},
    {"@python subtract(iterable=None, /, **kwds)", Subtract,
     "Like dict.update() but subtracts counts instead of replacing them."},
    {"@python copy()", Copy, "Return a shallow copy."},
    {"@classmethod fromkeys(iterable, v=None)", FromKeys, "Is undefined."},
    {"@python __missing__(key)", MissingMethod,
     "The count of elements not in the Counter is zero."},
};
PYSUB_MEMBERS(Counter, kMethods, kDictOwnAttributes);

}  // namespace

// Slots: the counter, the iterator, the result, whether 1 is added (or taken away), the item in
// hand.
Value CounterCountResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  Value one = Value::SmallInt(1);
  BinaryOp op = slots[3].IsTrue() ? BinaryOp::kAdd : BinaryOp::kSub;
  switch (frame.state) {
    case 0:
      // An item that was fetched stays in its slot until it is counted, so a repetition counts it
      // once.
      if (vm.IteratesNatively(slots[1])) {
        while (true) {
          if (slots[4].IsUndefined()) {
            slots[4] = TRY(vm.Next(slots[1]));
            if (slots[4].IsExhausted()) return slots[2];
          }
          TRY(Change(vm, AsDict(slots[0]), slots[4], op, one));
          slots[4] = Value::Undefined();
          if (vm.NativeFrameShouldYield(Value::Undefined())) return vm.YieldNativeFrame();
        }
      }
      while (true) {
        PYSUB_SUSPEND_POINT(1, vm.Next(slots[1]));
        if (in.IsExhausted()) return slots[2];
        TRY(Change(vm, AsDict(slots[0]), in, op, one));
        frame.state = 0;  // a repetition goes on with the next item
      }
  }
  return slots[2];
}

// Slots: the counter, the iterable, the keywords, the result, whether counts are added.
Value CounterUpdateBothResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  BinaryOp op = slots[4].IsTrue() ? BinaryOp::kAdd : BinaryOp::kSub;
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, Count(vm, AsDict(slots[0]), slots[1], Value::None(), op));
      PYSUB_SUSPEND_POINT(2,
                          CountMapping(vm, AsDict(slots[0]), AsDict(slots[2]), Value::None(), op));
  }
  return slots[3];
}

extern constexpr TypeInfo kCounterType{
    .id = TypeId::kCounter,
    .constructor = &kConstructor,
    .doc = "Dict subclass for counting hashable items.",
    .methods = kMethods,
    .attributes = kDictOwnAttributes,
    .members = kCounterMembers,
    .may_be_hashed = false,
    .has_dict = true,
    .operators = OperatorSet("add sub and or ror neg pos iadd isub iand ior"),
    .repr = Repr,
    .compare = Compare,
    .length = DictLengthSlot,
    .get_item = GetItem,
    .set_item = SetItem,
    .contains = DictContains,
    .iter = DictIter,
    .binary = Binary,
    .unary = Unary,
    .get_attribute = DictGetOwn,
    .list_names = DictOwnNames,
    .set_attribute = DictSetOwn};

}  // namespace pysub
