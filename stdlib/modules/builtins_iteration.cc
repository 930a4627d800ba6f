// all, any, sum, min, max, next, iter, sorted, aiter, anext: what reads iterators and may run
// Python.

#include <optional>

#include "stdlib/modules/builtins.h"
#include "vm/binder.h"
#include "vm/numbers/float_math.h"
#include "vm/objects/numbers.h"
#include "vm/objects/sort.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace builtins {

// ---- all, any

Value All(Vm& vm, const Args& a) {
  return vm.PushNativeFrame(ResumeId::kAll, {TRY(vm.GetIter(a[0]))});
}
Value Any(Vm& vm, const Args& a) {
  return vm.PushNativeFrame(ResumeId::kAny, {TRY(vm.GetIter(a[0]))});
}

}  // namespace builtins

Value AllResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      while (true) {
        PYSUB_SUSPEND_POINT(1, vm.Next(frame.slots[0]));
        if (in.IsExhausted()) return Value::True();
        if (!TRY(vm.Truth(in))) return Value::False();
      }
  }
  return Value::None();
}

namespace {

// Whether `item` is of the kinds whose truth is plain, and has the truth that lets
// all() or any() go on.
bool GoesOnAfter(Value item, bool truth) {
  if (item.IsSmallInt()) return (item.AsSmallInt() != 0) == truth;
  return truth ? item.IsTrue() : item.IsFalse() || item.IsNone();
}

}  // namespace

bool AllFastConsume(Vm&, NativeFrame& frame, Value iterator, Value item) {
  return frame.state == 1 && frame.slots[0] == iterator && GoesOnAfter(item, true);
}

bool AnyFastConsume(Vm&, NativeFrame& frame, Value iterator, Value item) {
  return frame.state == 1 && frame.slots[0] == iterator && GoesOnAfter(item, false);
}

Value AnyResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      while (true) {
        PYSUB_SUSPEND_POINT(1, vm.Next(frame.slots[0]));
        if (in.IsExhausted()) return Value::False();
        if (TRY(vm.Truth(in))) return Value::True();
      }
  }
  return Value::None();
}

// ---- sum

namespace {

Value SettleSum(Vm& vm, Value total, Value low, Value low_imaginary) {
  if (total.IsFloat()) return Value::Float(CompensatedSum{total.AsFloat(), low.AsFloat()}.Total());
  if (IsComplexObject(total)) {
    ComplexObject* sum = total.As<ComplexObject>();
    return vm.NewComplex(CompensatedSum{sum->real.AsFloat(), low.AsFloat()}.Total(),
                         CompensatedSum{sum->imaginary.AsFloat(), low_imaginary.AsFloat()}.Total());
  }
  return total;
}

// The sum so far, and for floats and complex numbers what rounding took away from it (CPython
// adds with compensation since 3.12). Words of the native frame: iterator, total, low part, low
// part of the imaginary.
void AddFloatToSum(Value* total, Value* low, double number) {
  CompensatedSum sum{total->AsFloat(), low->AsFloat()};
  sum.Add(number);
  *total = Value::Float(sum.high);
  *low = Value::Float(sum.low);
}

inline bool AddSmallInts(Value* total, Value item) {
  int64_t sum;
  if (__builtin_add_overflow(total->AsShiftedInt(), item.AsShiftedInt(), &sum)) return false;
  *total = Value::FromShiftedInt(sum);
  return true;
}

// Those additions for which no object is made.
inline bool AddAtOnce(Value* total, Value* low, Value item) {
  if (Value::BothSmallInts(*total, item)) return AddSmallInts(total, item);
  if (total->IsSmallInt() && item.IsBool())
    return AddSmallInts(total, Value::SmallInt(item.AsBool()));
  if (!total->IsFloat() || !(item.IsFloat() || item.IsSmallInt())) return false;
  AddFloatToSum(total, low,
                item.IsFloat() ? item.AsFloat() : static_cast<double>(item.AsSmallInt()));
  return true;
}

Status AddToSum(Vm& vm, Value* total, Value* low, Value* low_imaginary, Value item) {
  if (total->IsFloat() && (item.IsFloat() || IsIntLike(item))) {
    AddFloatToSum(total, low, TRY(ToDoubleIfNumber(vm, item)).value);
    return Done{};
  }
  if (IsComplexObject(*total) && (IsComplexObject(item) || item.IsFloat() || IsIntLike(item))) {
    ComplexObject* so_far = total->As<ComplexObject>();
    CompensatedSum real{so_far->real.AsFloat(), low->AsFloat()};
    CompensatedSum imaginary{so_far->imaginary.AsFloat(), low_imaginary->AsFloat()};
    if (IsComplexObject(item)) {
      real.Add(item.As<ComplexObject>()->real.AsFloat());
      imaginary.Add(item.As<ComplexObject>()->imaginary.AsFloat());
    } else if (item.IsFloat()) {
      real.Add(item.AsFloat());
    } else {
      AsDouble number = TRY(ToDoubleIfNumber(vm, item));
      real.Add(number.value);
    }
    *total = TRY(vm.NewComplex(real.high, imaginary.high));
    *low = Value::Float(real.low);
    *low_imaginary = Value::Float(imaginary.low);
    return Done{};
  }
  // The kind of the sum changes, or its items are no numbers: what was compensated is settled
  // first.
  Value settled = SettleSum(vm, *total, *low, *low_imaginary);
  if (settled.IsFailed()) return Failure{};
  Value next = vm.Binary(BinaryOp::kAdd, settled, item);
  if (next.IsFailed()) return Failure{};
  if (next.IsCallPending()) return vm.Raise(TypeId::kSystemError, "addition ran Python");
  *total = next;
  *low = *low_imaginary = Value::Float(0);
  return Done{};
}

}  // namespace

Value SumResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      while (true) {
        PYSUB_SUSPEND_POINT(1, vm.Next(frame.slots[0]));
        if (in.IsExhausted()) {
          return SettleSum(vm, frame.slots[1], frame.slots[2], frame.slots[3]);
        }
        if (AddAtOnce(&frame.slots[1], &frame.slots[2], in)) continue;
        TRY(AddToSum(vm, &frame.slots[1], &frame.slots[2], &frame.slots[3], in));
      }
  }
  return Value::None();
}

bool SumFastConsume(Vm&, NativeFrame& frame, Value iterator, Value item) {
  return frame.state == 1 && frame.slots[0] == iterator &&
         AddAtOnce(&frame.slots[1], &frame.slots[2], item);
}

namespace builtins {

namespace {

// Items that are looked at between two looks at the clock.
constexpr uint64_t kPiece = 1 << 16;

// A list or tuple of numbers needs no native frame.
Value SumItems(Vm& vm, const Value* items, uint64_t count, Value start) {
  Value total = start, low = Value::Float(0), low_imaginary = Value::Float(0);
  for (uint64_t i = 0; i < count; ++i) {
    if (i % kPiece == 0 && !vm.Tick(std::min(count - i, kPiece) / 4)) return Value::Failed();
    if (!AddAtOnce(&total, &low, items[i]))
      TRY(AddToSum(vm, &total, &low, &low_imaginary, items[i]));
  }
  return SettleSum(vm, total, low, low_imaginary);
}

bool OnlyNumbers(const Value* items, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i) {
    if (!items[i].IsFloat() && !IsIntLike(items[i])) return false;
  }
  return true;
}

}  // namespace

Value Sum(Vm& vm, const Args& a) {
  Value start = a.has(1) ? a[1] : Value::SmallInt(0);
  Value iterator = TRY(vm.GetIter(a[0]));
  switch (vm.TypeOf(start)) {
    case TypeId::kStr: return vm.TypeError("sum() can't sum strings [use ''.join(seq) instead]");
    case TypeId::kBytes: return vm.TypeError("sum() can't sum bytes [use b''.join(seq) instead]");
    case TypeId::kByteArray:
      return vm.TypeError("sum() can't sum bytearray [use b''.join(seq) instead]");
    default: break;
  }
  if (IsObjectOf(a[0], TypeId::kList) && a[0].As<List>()->size > 0) {
    List* list = a[0].As<List>();
    if (OnlyNumbers(list->items(), list->size))
      return SumItems(vm, list->items(), list->size, start);
  } else if (IsObjectOf(a[0], TypeId::kTuple)) {
    Tuple* tuple = a[0].As<Tuple>();
    if (OnlyNumbers(tuple->items(), tuple->count)) {
      return SumItems(vm, tuple->items(), tuple->count, start);
    }
  }
  return vm.PushNativeFrame(ResumeId::kSum, {iterator, start, Value::Float(0), Value::Float(0)});
}

// ---- min, max

namespace {

// Words of the native frame: iterator (or a tuple walked by index), key function, best item, its
// key, whether it is max, the default, the item in hand.
enum MinMaxSlot { kIterator, kKey, kBest, kBestKey, kIsMax, kDefault, kItem, kItemKey };

// Whether min or max prefers `item`, of two small ints or two floats; nullopt: it is for
// Vm::Compare.
std::optional<bool> IsBetter(Value item, Value best, bool is_max) {
  if (Value::BothSmallInts(best, item)) {
    return is_max ? item.AsShiftedInt() > best.AsShiftedInt()
                  : item.AsShiftedInt() < best.AsShiftedInt();
  }
  if (Value::BothFloats(best, item)) {
    return is_max ? item.AsFloat() > best.AsFloat() : item.AsFloat() < best.AsFloat();
  }
  return std::nullopt;
}

Value MinMax(Vm& vm, const Args& a, bool is_max) {
  std::string_view name = is_max ? "max" : "min";
  Value key = a.has(1) && !a[1].IsNone() ? a[1] : Value::Undefined();
  // All that was given by position stands together, the first before the rest.
  std::span<const Value> given(a.rest_count > 0 ? a.rest - 1 : a.v, a.rest_count + 1);
  if (given.size() > 1 && a.has(2)) {
    return vm.TypeError("Cannot specify a default for ", name,
                        "() with multiple positional arguments");
  }
  // Plain numbers or strings are compared at once.
  std::span<const Value> items = given;
  if (given.size() == 1) {
    items = {};
    if (IsObjectOf(a[0], TypeId::kList) && a[0].As<List>()->size > 0) {
      items = {a[0].As<List>()->items(), a[0].As<List>()->size};
    } else if (IsObjectOf(a[0], TypeId::kTuple)) {
      items = {a[0].As<Tuple>()->items(), a[0].As<Tuple>()->count};
    }
  }
  if (key.IsUndefined() && !items.empty()) {
    Value best = items[0];
    size_t i = 0;
    for (; i < items.size(); ++i) {
      if (i % kPiece == 0 && !vm.Tick(std::min<uint64_t>(items.size() - i, kPiece) / 4))
        return Value::Failed();
      Value item = items[i];
      bool better;
      if (const std::optional<bool> plainly = IsBetter(item, best, is_max); plainly.has_value()) {
        better = *plainly;
      } else if ((best.IsFloat() || IsIntLike(best) || Vm::IsStr(best)) &&
                 (item.IsFloat() || IsIntLike(item) || Vm::IsStr(item))) {
        Value answer = TRY(vm.Compare(is_max ? CompareOp::kGt : CompareOp::kLt, item, best));
        better = answer.IsTrue();
      } else {
        break;
      }
      if (better) best = item;
    }
    if (i == items.size()) return best;
  }
  Value source = a[0];
  if (given.size() > 1) source = TRY(vm.NewTuple(given));
  Value iterator = TRY(vm.GetIter(source));
  return vm.PushNativeFrame(ResumeId::kMinMax,
                            {iterator, key, Value::Undefined(), Value::Undefined(),
                             Value::Bool(is_max), a[2], Value::Undefined(), Value::Undefined()});
}

}  // namespace

Value Min(Vm& vm, const Args& a) { return MinMax(vm, a, false); }
Value Max(Vm& vm, const Args& a) { return MinMax(vm, a, true); }

}  // namespace builtins

Value MinMaxResume(Vm& vm, NativeFrame& frame, Value in) {
  using namespace builtins;
  Value* slots = frame.slots;
  switch (frame.state) {
    case 0:
      while (true) {
        PYSUB_SUSPEND_POINT(1, vm.Next(slots[kIterator]));
        if (in.IsExhausted()) break;
        slots[kItem] = in;
        slots[kItemKey] = in;
        if (!slots[kKey].IsUndefined()) {
          PYSUB_SUSPEND_POINT(2, vm.Call(slots[kKey], {slots[kItem]}));
          slots[kItemKey] = in;
        }
        if (slots[kBest].IsUndefined()) {
          slots[kBest] = slots[kItem];
          slots[kBestKey] = slots[kItemKey];
          continue;
        }
        PYSUB_SUSPEND_POINT(3, vm.Compare(slots[kIsMax].IsTrue() ? CompareOp::kGt : CompareOp::kLt,
                                          slots[kItemKey], slots[kBestKey]));
        if (TRY(vm.Truth(in))) {
          slots[kBest] = slots[kItem];
          slots[kBestKey] = slots[kItemKey];
        }
      }
  }
  if (!slots[kBest].IsUndefined()) return slots[kBest];
  if (!slots[kDefault].IsUndefined()) return slots[kDefault];
  return vm.ValueError(slots[kIsMax].IsTrue() ? "max" : "min", "() iterable argument is empty");
}

bool MinMaxFastConsume(Vm& vm, NativeFrame& frame, Value iterator, Value item) {
  using namespace builtins;
  Value* slots = frame.slots;
  if (frame.state != 1 || slots[kIterator] != iterator || !slots[kKey].IsUndefined()) return false;
  const std::optional<bool> better = IsBetter(item, slots[kBest], slots[kIsMax].IsTrue());
  if (!better.has_value()) return false;
  slots[kItem] = slots[kItemKey] = item;
  if (*better) slots[kBest] = slots[kBestKey] = item;
  vm.budget().CountSeen();  // that of the comparison
  return true;
}

// ---- next, iter

namespace builtins {

Value Next(Vm& vm, const Args& a) {
  if (vm.InfoOf(a[0]).next == nullptr) {
    return vm.TypeError("'", vm.TypeName(a[0]), "' object is not an iterator");
  }
  if (!a.has(1)) {
    vm.stop_value = Value::Undefined();
    Value item = vm.InfoOf(a[0]).next(vm, a[0]);
    if (item.IsExhausted()) return vm.RaiseStopIteration(vm.stop_value);
    return item;
  }
  if (vm.IteratesNatively(a[0])) {
    Value item = TRY(vm.Next(a[0]));
    return item.IsExhausted() ? a[1] : item;
  }
  return vm.PushNativeFrame(ResumeId::kNextDefault, {a[0], a[1]});
}

Value Iter(Vm& vm, const Args& a) {
  if (!a.has(1)) return vm.GetIter(a[0]);
  if (!vm.IsCallable(a[0])) return vm.TypeError("iter(v, w): v must be callable");
  Record* iterator = static_cast<Record*>(vm.heap.NewValues(TypeId::kCallableIterator, 2));
  if (iterator == nullptr) return vm.NoMemory(24);
  iterator->words()[0] = a[0];
  iterator->words()[1] = a[1];
  return Value::Of(iterator);
}

}  // namespace builtins

Value NextDefaultResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, vm.Next(frame.slots[0]));
      return in.IsExhausted() ? frame.slots[1] : in;
  }
  return Value::None();
}

// ---- sorted

namespace builtins {

namespace {

Value SortCopy(Vm& vm, Value items, Value key, bool reverse) {
  List* copy;
  if (IsObjectOf(items, TypeId::kList)) {
    List* list = items.As<List>();
    copy = TRY(vm.NewList(
                   std::span<const Value>(list->size > 0 ? list->items() : nullptr, list->size)))
               .As<List>();
  } else {
    Tuple* tuple = items.As<Tuple>();
    copy = TRY(vm.NewList(std::span<const Value>(tuple->items(), tuple->size()))).As<List>();
  }
  return SortValues(vm, copy, key, reverse, Value::Of(copy));
}

}  // namespace

// The keywords are list.sort's, which complains of them in its own name.
Value Sorted(Vm& vm, const Args& a) {
  if (a.rest_count != 1) {
    return vm.TypeError("sorted expected 1 argument, got ", a.rest_count);
  }
  Value key = Value::None();
  bool reverse = false;
  if (!a.keywords.IsUndefined()) {
    Dict* keywords = a.keywords.As<Dict>();
    if (keywords->live > 2) return TooManyKeywords(vm, "sort", 2, keywords->live);
    for (uint32_t i = 0; i < keywords->used; ++i) {
      std::string_view name = Vm::View(keywords->table()[i].key);
      Value value = keywords->table()[i].value;
      if (name == "key") {
        key = value;
      } else if (name == "reverse") {
        reverse = TRY(vm.Truth(value));
      } else {
        return vm.TypeError("sort() got an unexpected keyword argument '", name, "'");
      }
    }
  }
  Value source = a.rest[0];
  if (IsObjectOf(source, TypeId::kList) || IsObjectOf(source, TypeId::kTuple)) {
    return SortCopy(vm, source, key, reverse);
  }
  Value iterator = TRY(vm.GetIter(source));
  if (vm.IteratesNatively(iterator) && iterator != source) {
    Value items = TRY(vm.Materialise(source));
    return SortValues(vm, items.As<List>(), key, reverse, items);
  }
  return vm.PushNativeFrame(ResumeId::kSortedMaterialised, {iterator, key, Value::Bool(reverse)});
}

}  // namespace builtins

namespace {

// `materialised`: the list that Vm::Materialise made, or what a snapshot says came in.
Value SortMaterialised(Vm& vm, const NativeFrame& frame, Value materialised) {
  if (!IsObjectOf(materialised, TypeId::kList)) return BadState(vm);
  return SortValues(vm, materialised.As<List>(), frame.slots[1], frame.slots[2].IsTrue(),
                    materialised);
}

}  // namespace

Value SortedMaterialisedResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, vm.Materialise(frame.slots[0]));
      PYSUB_SUSPEND_POINT(2, SortMaterialised(vm, frame, in));
      return in;
  }
  return Value::None();
}

// ---- aiter, anext

namespace builtins {

Value Aiter(Vm& vm, const Args& a) {
  static constexpr Name kName{"__aiter__", MemberHash("__aiter__")};
  Value method = TRY(vm.FindAttribute(a[0], kName));
  if (method.IsUndefined()) {
    return vm.TypeError("'", vm.TypeName(a[0]), "' object is not an async iterable");
  }
  return vm.Call(method, {});
}

Value Anext(Vm& vm, const Args& a) {
  static constexpr Name kName{"__anext__", MemberHash("__anext__")};
  Value method = TRY(vm.FindAttribute(a[0], kName));
  if (method.IsUndefined()) {
    return vm.TypeError("'", vm.TypeName(a[0]), "' object is not an async iterator");
  }
  Value awaitable = TRY(vm.Call(method, {}));
  if (!a.has(1)) return awaitable;
  Record* record = static_cast<Record*>(vm.heap.NewValues(TypeId::kAnextAwaitable, 2));
  if (record == nullptr) return vm.NoMemory(24);
  record->words()[0] = awaitable;
  record->words()[1] = a[1];
  return Value::Of(record);
}

}  // namespace builtins
}  // namespace pysub
