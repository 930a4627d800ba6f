// bisect. CPython 3.14 library, "bisect".

#include "stdlib/modules/library_function.h"
#include "vm/objects/dict.h"
#include "vm/objects/int64.h"
#include "vm/objects/list.h"
#include "vm/objects/numbers.h"

namespace pysub {
namespace {

enum Slot { kSequence, kItem, kLow, kHigh, kKey, kIsLeft, kInsert, kItemKey };

// What is compared at once: the usual lists of numbers and strings.
bool IsSimple(Value v) { return v.IsFloat() || IsIntLike(v) || Vm::IsStr(v); }

// bisect(a, x, lo=0, hi=None, *, key=None)
Value Bisect(Vm& vm, const Args& a, bool left, bool insert) {
  Value sequence = a[0], item = a[1];
  int64_t low = a.has(2) ? TRY(vm.ToIndex(a[2])) : 0;
  int64_t high = -1;
  if (a.has(3) && !a[3].IsNone()) {
    if (!IsIntLike(a[3]))
      return vm.TypeError("argument should be integer or None, not '", vm.TypeName(a[3]), "'");
    high = TRY(vm.ToIndex(a[3]));
  }
  if (low < 0) return vm.ValueError("lo must be non-negative");
  if (high == -1) high = TRY(vm.Length(sequence));
  Value key = a.has(4) ? a[4] : Value::None();
  if (vm.InfoOf(sequence).get_item == nullptr) {
    return vm.TypeError("'", vm.TypeName(sequence), "' object does not support indexing");
  }
  if (IsDict(vm, sequence)) return vm.TypeError(vm.TypeName(sequence), " is not a sequence");
  if (IsObjectOf(sequence, TypeId::kList) && key.IsNone() && IsSimple(item)) {
    List* list = sequence.As<List>();
    int64_t from = low, to = high;
    bool done = true;
    while (from < to) {
      int64_t middle = from + (to - from) / 2;
      if (static_cast<uint64_t>(middle) >= list->size)
        return vm.IndexError("list index out of range");
      Value there = list->items()[middle];
      if (!IsSimple(there)) {
        done = false;
        break;
      }
      Value answer = TRY(left ? vm.Compare(CompareOp::kLt, there, item)
                              : vm.Compare(CompareOp::kLt, item, there));
      if (answer.IsTrue() == left) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    if (done && !insert) return vm.NewInt(from);
    if (done) {
      TRY(ListInsert(vm, list, from, item));
      return Value::None();
    }
  }
  const Value from = TRY(vm.NewInt(low));
  const Value to = TRY(vm.NewInt(high));
  return vm.PushNativeFrame(ResumeId::kBisect, {sequence, item, from, to, key, Value::Bool(left),
                                                Value::Bool(insert), Value::Undefined()});
}

Value BisectLeft(Vm& vm, const Args& a) { return Bisect(vm, a, true, false); }
Value BisectRight(Vm& vm, const Args& a) { return Bisect(vm, a, false, false); }
Value InsortLeft(Vm& vm, const Args& a) { return Bisect(vm, a, true, true); }
Value InsortRight(Vm& vm, const Args& a) { return Bisect(vm, a, false, true); }

constexpr std::string_view kFind =
    "Return the index where to insert item x in list a, assuming a is sorted.";
constexpr std::string_view kInsertDoc =
    "Insert item x in list a, and keep it sorted assuming a is sorted.";
constexpr NativeInfo kFunctions[] = {
    {"bisect_right(a, x, lo=0, hi=None, *, key=None)", BisectRight, kFind},
    {"bisect_left(a, x, lo=0, hi=None, *, key=None)", BisectLeft, kFind},
    {"insort_right(a, x, lo=0, hi=None, *, key=None)", InsortRight, kInsertDoc},
    {"insort_left(a, x, lo=0, hi=None, *, key=None)", InsortLeft, kInsertDoc},
};

// bisect and insort are other names of the functions to the right.
Status Init(Vm& vm, Dict* names) {
  Value bisect = DictGetStr(vm, names, "bisect_right");
  if (bisect.IsFailed()) return Failure{};
  TRY(DictSetStr(vm, names, "bisect", bisect));
  Value insort = DictGetStr(vm, names, "insort_right");
  if (insort.IsFailed()) return Failure{};
  return DictSetStr(vm, names, "insort", insort);
}

}  // namespace

// A binary search whose comparisons may suspend. low and high live in the frame; the list may
// change meanwhile, and indexes are checked each time.
Value BisectResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  auto middle = [&] {
    return Int64Of(slots[kLow]) + (Int64Of(slots[kHigh]) - Int64Of(slots[kLow])) / 2;
  };
  bool left = slots[kIsLeft].IsTrue();
  switch (frame.state) {
    case 0:
      slots[kItemKey] = slots[kItem];
      if (slots[kInsert].IsTrue() && !slots[kKey].IsNone()) {
        PYSUB_SUSPEND_POINT(1, vm.Call(slots[kKey], {slots[kItem]}));
        slots[kItemKey] = in;
      }
      frame.state = 2;
      [[fallthrough]];
    case 2:
      while (Int64Of(slots[kLow]) < Int64Of(slots[kHigh])) {
        PYSUB_SUSPEND_POINT(3, vm.GetItem(slots[kSequence], TRY(vm.NewInt(middle()))));
        if (!slots[kKey].IsNone()) {
          PYSUB_SUSPEND_POINT(4, vm.Call(slots[kKey], {in}));
        }
        PYSUB_SUSPEND_POINT(5, left ? vm.Compare(CompareOp::kLt, in, slots[kItemKey])
                                    : vm.Compare(CompareOp::kLt, slots[kItemKey], in));
        bool less = TRY(vm.Truth(in));
        if (less == left) {
          slots[kLow] = TRY(vm.NewInt(middle() + 1));
        } else {
          slots[kHigh] = TRY(vm.NewInt(middle()));
        }
        frame.state = 2;
      }
      if (!slots[kInsert].IsTrue()) return slots[kLow];
      if (IsObjectOf(slots[kSequence], TypeId::kList)) {
        TRY(ListInsert(vm, slots[kSequence].As<List>(), Int64Of(slots[kLow]), slots[kItem]));
        return Value::None();
      }
      PYSUB_SUSPEND_POINT(6,
                          CallMethod(vm, slots[kSequence], "insert", {slots[kLow], slots[kItem]}));
  }
  return Value::None();
}

extern constexpr ModuleInfo kBisectModule{
    .name = "bisect", .doc = "Bisection algorithms.", .functions = kFunctions, .init = Init};

}  // namespace pysub
