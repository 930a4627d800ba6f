#include "vm/objects/range.h"

#include "vm/objects/indexing.h"
#include "vm/objects/iterators.h"
#include "vm/objects/numbers.h"

namespace pysub {
namespace {

Value New(Vm& vm, const Args& a) {
  if (a.rest_count == 0) return vm.TypeError("range expected at least 1 argument, got 0");
  if (a.rest_count > 3) {
    return vm.TypeError("range expected at most 3 arguments, got ", a.rest_count);
  }
  for (uint32_t i = 0; i < a.rest_count; ++i) {
    if (!IsIndex(vm, a.rest[i])) {
      return vm.TypeError("'", vm.TypeName(a.rest[i]),
                          "' object cannot be interpreted as an integer");
    }
  }
  const Value one = Value::SmallInt(1), first = PlainInt(a.rest[0]);
  if (a.rest_count == 1) return NewRange(vm, Value::SmallInt(0), first, one);
  return NewRange(vm, first, PlainInt(a.rest[1]), a.rest_count == 3 ? PlainInt(a.rest[2]) : one);
}

Value Count(Vm& vm, const Args& a) {
  Value found = TRY(RangeFind(vm, a[0].As<Range>(), a[1]));
  return Value::SmallInt(found.IsNone() ? 0 : 1);
}

Value Index(Vm& vm, const Args& a) {
  Value found = TRY(RangeFind(vm, a[0].As<Range>(), a[1]));
  if (!found.IsNone()) return found;
  return vm.ValueError(IsIndex(vm, a[1]) ? "range.index(x): x not in range"
                                         : "sequence.index(x): x not in sequence");
}

Value Reversed(Vm& vm, const Args& a) { return NewReverseIterator(vm, a[0]); }

Value Start(Vm&, Value self) { return self.As<Range>()->start; }
Value Stop(Vm&, Value self) { return self.As<Range>()->stop; }
Value Step(Vm&, Value self) { return self.As<Range>()->step; }

constexpr NativeInfo kConstructor = {"@hidden range(*args)", New,
                                     "An object that produces a sequence of integers."};

constexpr NativeInfo kMethods[] = {
    {"count(object, /)", Count,
     "rangeobject.count(value) -> integer -- return number of occurrences of value"},
    {"index(object, /)", Index, "rangeobject.index(value) -> integer -- return index of value."},
    {"__reversed__()", Reversed, "Return a reverse iterator."},
};

constexpr AttributeInfo kAttributes[] = {{"start", Start, nullptr, AttributeKind::kMember},
                                         {"stop", Stop, nullptr, AttributeKind::kMember},
                                         {"step", Step, nullptr, AttributeKind::kMember}};

PYSUB_MEMBERS(Range, kMethods, kAttributes);

}  // namespace

extern constexpr TypeInfo kRangeType = {
    .id = TypeId::kRange,
    .constructor = &kConstructor,
    .doc =
        "range(stop) -> range object\nrange(start, stop[, step]) -> range object\n\n"
        "Return an object that produces a sequence of integers from start (inclusive)\n"
        "to stop (exclusive) by step.  range(i, j) produces i, i+1, i+2, ..., j-1.\n"
        "start defaults to 0, and stop is omitted!  range(4) produces 0, 1, 2, 3.\n"
        "These are exactly the valid indices for a list of 4 elements.\n"
        "When step is given, it specifies the increment (or decrement).",
    .methods = kMethods,
    .attributes = kAttributes,
    .members = kRangeMembers,
    .iteration = Iteration::kContainer,
    .repr = RangeRepr,
    .hash = RangeHash,
    .compare = RangeCompare,
    .truth = RangeTruth,
    .length = RangeLengthSlot,
    .get_item = RangeGetItem,
    .contains = RangeContains,
    .iter = RangeIter,
};

}  // namespace pysub
