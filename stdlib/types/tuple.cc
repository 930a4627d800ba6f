#include "vm/objects/tuple.h"

#include "vm/objects/indexing.h"
#include "vm/objects/list.h"

namespace pysub {
namespace {

Value New(Vm& vm, const Args& a) {
  if (!a.has(1)) return vm.NewTuple(std::span<const Value>());
  return NewTupleFrom(vm, a[1]);
}

Value Count(Vm& vm, const Args& a) { return vm.NewInt(TRY(CountEqual(vm, a[0], a[1]))); }

Value Index(Vm& vm, const Args& a) {
  Range64 range = TRY(SearchRange(vm, a[2], a[3], a[0].As<Tuple>()->size()));
  int64_t found = TRY(FindEqual(vm, a[0], range.start, range.end, a[1]));
  if (found < 0) return vm.ValueError("tuple.index(x): x not in tuple");
  return vm.NewInt(found);
}

// What copying and pickling would make the tuple from.
Value GetNewArgs(Vm& vm, const Args& a) {
  Tuple* tuple = a[0].As<Tuple>();
  Value plain = TRY(vm.NewTuple(std::span<const Value>(tuple->items(), tuple->size())));
  return vm.NewTuple({plain});
}

constexpr NativeInfo kConstructor = {"tuple(iterable=(), /)", New, "Built-in immutable sequence."};

constexpr NativeInfo kMethods[] = {
    {"count(value, /)", Count, "Return number of occurrences of value."},
    {"__getnewargs__()", GetNewArgs, "The arguments for making an equal tuple."},
    {"index(value, start=0, stop=sys.maxsize, /)", Index, "Return first index of value."},
};

PYSUB_MEMBERS(Tuple, kMethods, kNoAttributes);

}  // namespace

extern constexpr TypeInfo kTupleType = {
    .id = TypeId::kTuple,
    .constructor = &kConstructor,
    .doc =
        "Built-in immutable sequence.\n\n"
        "If no argument is given, the constructor returns an empty tuple.\n"
        "If iterable is specified the tuple is initialized from iterable's items.\n\n"
        "If the argument is a tuple, the return value is the same object.",
    .methods = kMethods,
    .members = kTupleMembers,
    .iteration = Iteration::kContainer,
    .operators = OperatorSet("add mul rmul"),
    .repr = TupleRepr,
    .hash = TupleHashSlot,
    .compare = TupleCompare,
    .length = TupleLength,
    .get_item = TupleGetItem,
    .contains = TupleContains,
    .iter = TupleIter,
    .binary = TupleBinary,
};

}  // namespace pysub
