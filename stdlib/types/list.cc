#include "vm/objects/list.h"

#include "vm/objects/iterators.h"
#include "vm/objects/sort.h"

namespace pysub {
namespace {

List* Self(const Args& a) { return a[0].As<List>(); }

Value New(Vm& vm, const Args& a) {
  if (!a.has(1)) {
    List* list = TRY(vm.NewList());
    return Value::Of(list);
  }
  return NewListFrom(vm, a[1]);
}

// [].__init__(iterable): what it had is forgotten.
Value Init(Vm& vm, const Args& a) {
  if (!a.keywords.IsUndefined() && a.keywords.As<Dict>()->live > 0) {
    return vm.TypeError("list() takes no keyword arguments");
  }
  if (a.rest_count > 1) {
    return vm.TypeError("list expected at most 1 argument, got ", a.rest_count);
  }
  ListClear(Self(a));
  return a.rest_count == 0 ? Value::None() : ListExtendFrom(vm, Self(a), a.rest[0]);
}

Value Append(Vm& vm, const Args& a) {
  TRY(ListAppend(vm, Self(a), a[1]));
  return Value::None();
}

Value Clear(Vm&, const Args& a) {
  ListClear(Self(a));
  return Value::None();
}

Value Copy(Vm& vm, const Args& a) { return NewListFrom(vm, a[0]); }

Value Count(Vm& vm, const Args& a) { return vm.NewInt(TRY(CountEqual(vm, a[0], a[1]))); }

Value Extend(Vm& vm, const Args& a) { return ListExtendFrom(vm, Self(a), a[1]); }

Value Index(Vm& vm, const Args& a) {
  Range64 range = TRY(SearchRange(vm, a[2], a[3], static_cast<int64_t>(Self(a)->size)));
  int64_t found = TRY(FindEqual(vm, a[0], range.start, range.end, a[1]));
  if (found < 0) return vm.ValueError("list.index(x): x not in list");
  return vm.NewInt(found);
}

Value Insert(Vm& vm, const Args& a) {
  int64_t index = TRY(vm.ToIndex(a[1]));
  TRY(ListInsert(vm, Self(a), index, a[2]));
  return Value::None();
}

Value Pop(Vm& vm, const Args& a) {
  List* list = Self(a);
  if (!a.has(1)) {
    if (list->size == 0) return vm.IndexError("pop from empty list");
    return list->items()[--list->size];
  }
  int64_t index = TRY(vm.ToIndex(a[1]));
  int64_t size = static_cast<int64_t>(list->size);
  if (size == 0) return vm.IndexError("pop from empty list");
  if (index < 0) index += size;
  if (index < 0 || index >= size) return vm.IndexError("pop index out of range");
  if (!vm.Tick((size - index) / 16)) return Value::Failed();
  Value item = list->items()[index];
  ListRemoveRange(list, index, index + 1);
  return item;
}

Value Remove(Vm& vm, const Args& a) {
  List* list = Self(a);
  int64_t found = TRY(FindEqual(vm, a[0], 0, list->size, a[1]));
  if (found < 0) return vm.ValueError("list.remove(x): x not in list");
  if (!vm.Tick((list->size - found) / 16)) return Value::Failed();
  ListRemoveRange(list, found, found + 1);
  return Value::None();
}

Value Reverse(Vm& vm, const Args& a) {
  if (!vm.Tick(Self(a)->size / 16)) return Value::Failed();
  std::span<Value> items = ListItems(Self(a));
  for (size_t i = 0, n = items.size(); i < n / 2; ++i) std::swap(items[i], items[n - 1 - i]);
  return Value::None();
}

Value Sort(Vm& vm, const Args& a) {
  bool reverse = a.has(2) && TRY(vm.Truth(a[2]));
  return SortValues(vm, Self(a), a.has(1) ? a[1] : Value::None(), reverse);
}

Value Reversed(Vm& vm, const Args& a) { return NewReverseIterator(vm, a[0]); }

constexpr NativeInfo kConstructor = {"list(iterable=(), /)", New, "Built-in mutable sequence."};

constexpr NativeInfo kMethods[] = {
    {"@wrapper __init__(*args, **kwargs)", Init,
     "Initialize self.  See help(type(self)) for accurate signature."},
    {"__getitem__(index, /)", [](Vm& vm, const Args& a) -> Value { return vm.GetItem(a[0], a[1]); },
     "Return self[index]."},
    {"append(object, /)", Append, "Append object to the end of the list."},
    {"clear()", Clear, "Remove all items from list."},
    {"copy()", Copy, "Return a shallow copy of the list."},
    {"count(value, /)", Count, "Return number of occurrences of value."},
    {"extend(iterable, /)", Extend, "Extend list by appending elements from the iterable."},
    {"index(value, start=0, stop=sys.maxsize, /)", Index, "Return first index of value."},
    {"insert(index, object, /)", Insert, "Insert object before index."},
    {"pop(index=-1, /)", Pop, "Remove and return item at index (default last)."},
    {"remove(value, /)", Remove, "Remove first occurrence of value."},
    {"reverse()", Reverse, "Reverse *IN PLACE*."},
    {"sort(*, key=None, reverse=False)", Sort, "Sort the list in ascending order and return None."},
    {"__reversed__()", Reversed, "Return a reverse iterator over the list."},
};

PYSUB_MEMBERS(List, kMethods, kNoAttributes);

}  // namespace

extern constexpr TypeInfo kListType = {
    .id = TypeId::kList,
    .constructor = &kConstructor,
    .doc =
        "Built-in mutable sequence.\n\n"
        "If no argument is given, the constructor creates a new empty list.\n"
        "The argument must be an iterable if specified.",
    .methods = kMethods,
    .members = kListMembers,
    .may_be_hashed = false,
    .iteration = Iteration::kContainer,
    .operators = OperatorSet("add iadd mul rmul imul"),
    .repr = ListRepr,
    .compare = ListCompare,
    .length = ListLength,
    .get_item = ListGetItem,
    .set_item = ListSetItem,
    .contains = ListContains,
    .iter = ListIter,
    .binary = ListBinary,
};

}  // namespace pysub
