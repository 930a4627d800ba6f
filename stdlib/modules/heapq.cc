// heapq. CPython 3.14 library, "heapq". A heap operation is a sequence of questions (is this item
// less than that?) and answers, so it can stop at any comparison that runs Python.

#include <algorithm>
#include <bit>

#include "stdlib/modules/library_function.h"
#include "stdlib/modules/library_generator.h"
#include "vm/objects/list.h"
#include "vm/objects/numbers.h"
#include "vm/objects/sort.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

// Whether comparing it may run Python: only objects of cmp_to_key do, also inside tuples and lists.
bool MayPush(Value v, int depth = 0) {
  if (!v.IsObject()) return false;
  switch (v.AsObject()->type) {
    case TypeId::kKeyWrapper: return true;
    case TypeId::kTuple:
    case TypeId::kNamedTuple:
    case TypeId::kList: {
      if (depth == 3) return true;
      std::span<const Value> items =
          v.AsObject()->type == TypeId::kList
              ? std::span<const Value>(ListItems(v.As<List>()))
              : std::span<const Value>(v.As<Tuple>()->items(), v.As<Tuple>()->size());
      // Long sequences are not searched.
      if (items.size() > 16) return true;
      for (Value item : items) {
        if (MayPush(item, depth + 1)) return true;
      }
      return false;
    }
    default: return false;
  }
}

enum class HeapOp : uint8_t { kPush, kPop, kReplace, kPushPop, kHeapify };

// One operation on a heap. Positions are indices; the list is a permutation of its items at any
// time.
struct Sift {
  enum Phase : uint8_t { kFirst, kUp, kDown, kDone };

  List* heap;
  bool max;
  Phase phase = kDone;
  int64_t pos = 0, start = 0;
  int64_t index = -1;  // heapify: of the subtree that is being made
  Value item = Value::Undefined();
  Value result = Value::None();

  int64_t size() const { return static_cast<int64_t>(heap->size); }
  void Up(int64_t from) {
    phase = kUp;
    pos = start = from;
  }

  // Makes a heap, subtree by subtree, from the last inner nodes on. In a large one, from the last
  // whole row on and as soon as both children are made the parent: CPython does so for the sake of
  // the processor's cache.
  static constexpr int64_t kLarge = 2500;
  int64_t inner_nodes() const { return size() / 2; }
  // The first inner node of the row that the first leaf is in.
  int64_t last_row() const {
    return static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(inner_nodes()) + 1)) - 1;
  }

  void Heapify() {
    const bool from_row = size() > kLarge && last_row() > inner_nodes() / 2;
    index = (from_row ? last_row() : inner_nodes()) - 1;
    Up(index);
  }
  // False: all are made.
  bool NextSubtree() {
    if (index <= 0) return false;
    if (size() <= kLarge) {
      Up(--index);
    } else if (start % 2 == 1) {
      Up(start / 2);
    } else {
      // the rest of that row
      if (index == inner_nodes() / 2 && index < last_row()) index = inner_nodes();
      if (index == last_row()) return false;
      Up(--index);
    }
    return true;
  }

  // Whether its numbers can be those of an operation on a list of this size.
  bool IsPlausible() const {
    if (phase >= kDone) return phase == kDone;
    return pos >= 0 && pos < size() && start >= 0 && index < size();
  }

  // The next question: is `*left` less than `*right`? False: all is done. Up: the hole moves to a
  // leaf, always to the smaller child. Down: the item moves from there towards the root until its
  // parent is no larger. Stopping on the way would need two comparisons on each level, and an item
  // from the end mostly belongs near the leaves anyway. Knuth has it as an exercise (volume 3), and
  // CPython does it so. Comparisons are the cost, as they may be Python code.
  bool Ask(Value* left, Value* right) {
    while (true) {
      Value* items = heap->size > 0 ? heap->items() : nullptr;
      int64_t low = 0, high = 0;
      switch (phase) {
        case kDone: return false;
        case kFirst:
          *left = max ? item : items[0];
          *right = max ? items[0] : item;
          return true;
        case kUp: {
          int64_t child = 2 * pos + 1;
          if (child >= size()) {
            phase = kDown;
            continue;
          }
          if (child + 1 >= size()) {
            std::swap(items[child], items[pos]);
            pos = child;
            continue;
          }
          low = child;
          high = child + 1;
          break;
        }
        case kDown:
          if (pos <= start) {
            if (NextSubtree()) continue;
            phase = kDone;
            return false;
          }
          low = pos;
          high = (pos - 1) / 2;
          break;
      }
      *left = items[max ? high : low];
      *right = items[max ? low : high];
      return true;
    }
  }

  // The counterpart of Ask(): the comparison was made, maybe by Python code that suspended in
  // between or changed the list. The state is positions, and positions are looked at anew.
  void Answer(bool less) {
    Value* items = heap->items();
    switch (phase) {
      case kFirst:
        if (!less) {
          result = item;
          phase = kDone;
          return;
        }
        result = items[0];
        items[0] = item;
        Up(0);
        return;
      case kUp: {
        int64_t child = 2 * pos + 1 + !less;
        std::swap(items[child], items[pos]);
        pos = child;
        return;
      }
      case kDown: {
        int64_t parent = (pos - 1) / 2;
        if (less) std::swap(items[pos], items[parent]);
        pos = less ? parent : start;
        return;
      }
      case kDone: return;
    }
  }
};

inline Result<bool> Less(Vm& vm, Value a, Value b) {
  if (Value::BothSmallInts(a, b)) return a.AsShiftedInt() < b.AsShiftedInt();
  if (Value::BothFloats(a, b)) return a.AsFloat() < b.AsFloat();
  Value answer = vm.Compare(CompareOp::kLt, a, b);
  if (answer.IsBool()) return answer.AsBool();
  if (answer.IsControl()) return Failure{};
  return vm.Truth(answer);
}

// Slots of the native frame: the list, whether it is a max-heap, and the other fields of Sift; the
// size that the list must keep.
enum SiftSlot { kHeap, kMax, kPhase, kPos, kStart, kIndex, kItem, kResult, kSize };

Value PushSift(Vm& vm, const Sift& sift) {
  return vm.PushNativeFrame(ResumeId::kHeapOperation,
                            {Value::Of(sift.heap), Value::Bool(sift.max),
                             Value::SmallInt(sift.phase), Value::KnownSmallInt(sift.pos),
                             Value::KnownSmallInt(sift.start), Value::KnownSmallInt(sift.index),
                             sift.item, sift.result, Value::KnownSmallInt(sift.size())});
}

// Runs to the end, or as a native frame from the first comparison that may run Python.
Value Run(Vm& vm, Sift& sift) {
  Heap::AlwaysAllocateScope heap_has_changed(vm.heap);
  Value left, right;
  while (sift.Ask(&left, &right)) {
    if (MayPush(left) || MayPush(right)) return PushSift(vm, sift);
    if (!vm.Tick(1)) return Value::Failed();
    sift.Answer(TRY(Less(vm, left, right)));
  }
  return sift.result;
}

// With numbers and strings all comparisons are answered right here. Only other values need a native
// frame, which can suspend at each.
template <HeapOp kOp, bool kIsMax>
Value Operate(Vm& vm, const Args& a) {
  constexpr bool kHasItem =
      kOp == HeapOp::kPush || kOp == HeapOp::kReplace || kOp == HeapOp::kPushPop;
  if (!IsObjectOf(a[0], TypeId::kList)) {
    constexpr std::string_view kNames[] = {"heappush", "heappop", "heapreplace", "heappushpop",
                                           "heapify"};
    return vm.TypeError(kNames[static_cast<int>(kOp)], kIsMax ? "_max" : "", "() argument ",
                        kHasItem ? "1 " : "", "must be list, not ",
                        a[0].IsNone() ? "None" : vm.TypeName(a[0]));
  }
  Sift sift{.heap = a[0].As<List>(), .max = kIsMax};
  if constexpr (kHasItem) sift.item = a[1];
  List* heap = sift.heap;
  switch (kOp) {
    case HeapOp::kPush:
      TRY(ListAppend(vm, heap, a[1]));
      sift.phase = Sift::kDown;
      sift.pos = sift.size() - 1;
      break;
    case HeapOp::kPop: {
      if (heap->size == 0) return vm.IndexError("index out of range");
      Value last = heap->items()[--heap->size];
      heap->items()[heap->size] = Value::Undefined();
      if (heap->size == 0) return last;
      sift.result = heap->items()[0];
      heap->items()[0] = last;
      sift.Up(0);
      break;
    }
    case HeapOp::kReplace:
      if (heap->size == 0) return vm.IndexError("index out of range");
      sift.result = heap->items()[0];
      heap->items()[0] = a[1];
      sift.Up(0);
      break;
    case HeapOp::kPushPop:
      if (heap->size == 0) return a[1];
      sift.phase = Sift::kFirst;
      break;
    case HeapOp::kHeapify:
      if (heap->size < 2) return Value::None();
      sift.Heapify();
      break;
  }
  return Run(vm, sift);
}

// ---- nlargest, nsmallest: the first of the sorted items

enum SelectSlot { kSource, kSelectKey, kLargest, kCount, kKept, kOrder, kCandidate, kCandidateKey };
// kCount beside numbers: as max() and min() do, as sorted() does
constexpr int64_t kOne = -1, kAll = -2;

// nlargest() and nsmallest(): a heap of at most `count` candidates, so memory does not grow with
// the input. The order of equal items is that of the input, hence the number in each entry.
Value Select(Vm& vm, const Args& a, bool largest) {
  const Value key = a.has(2) ? a[2] : Value::None();
  const bool sized = vm.InfoOf(a[1]).length != nullptr;
  int64_t count;
  if (TRY(vm.Equal(a[0], Value::SmallInt(1)))) {
    count = kOne;
  } else {
    const int64_t size = sized ? TRY(vm.Length(a[1])) : INT64_MAX;
    if (sized && TRY(vm.Truth(TRY(vm.Compare(CompareOp::kGe, a[0], TRY(vm.NewInt(size))))))) {
      if (!IsIntLike(a[0]))
        return vm.TypeError("slice indices must be integers or None or have an __index__ method");
      count = kAll;
    } else {
      count = IsIntLike(a[0])
                  ? std::clamp<int64_t>(TRY(vm.ToIndexClamped(a[0])), 0, int64_t{1} << 40)
                  : kAll;
    }
  }
  const Value iterator = TRY(vm.GetIter(a[1]));
  if (count != kOne && !IsIntLike(a[0])) {
    return vm.TypeError("'", vm.TypeName(a[0]), "' object cannot be interpreted as an integer");
  }
  List* kept = TRY(vm.NewList());
  if (count == 0) return Value::Of(kept);
  return vm.PushNativeFrame(
      ResumeId::kHeapSelect,
      {iterator, key, Value::Bool(largest), Value::KnownSmallInt(count), Value::Of(kept),
       Value::SmallInt(0), Value::Undefined(), Value::Undefined()});
}

// What is kept is a heap of (key, order, item), the worst on top, as in CPython: no more
// than `count` at any time.
Value KeepCandidate(Vm& vm, Value* slots) {
  const Value entry = TRY(vm.NewTuple({slots[kCandidateKey], slots[kOrder], slots[kCandidate]}));
  List* kept = slots[kKept].As<List>();
  const bool full = static_cast<int64_t>(kept->size) >= slots[kCount].AsSmallInt();
  if (!full) TRY(ListAppend(vm, kept, entry));
  if (full) kept->items()[0] = entry;
  slots[kOrder] =
      Value::WrappedSum(slots[kOrder], Value::SmallInt(slots[kLargest].IsTrue() ? -1 : 1));
  return Value::None();
}

Value Heapify(Vm& vm, Value* slots) {
  Sift sift{.heap = slots[kKept].As<List>(), .max = !slots[kLargest].IsTrue()};
  if (sift.size() < 2) return Value::None();
  sift.Heapify();
  return Run(vm, sift);
}

Value SiftTop(Vm& vm, Value* slots) {
  Sift sift{.heap = slots[kKept].As<List>(), .max = !slots[kLargest].IsTrue()};
  sift.Up(0);
  return Run(vm, sift);
}

// Only a damaged snapshot has others.
bool IsKept(Value list, bool full, int64_t count) {
  List* kept = list.As<List>();
  if (full && static_cast<int64_t>(kept->size) != count) return false;
  return kept->size == 0 || IsTupleOf(kept->items()[0], 3);
}
Value NLargest(Vm& vm, const Args& a) { return Select(vm, a, true); }
Value NSmallest(Vm& vm, const Args& a) { return Select(vm, a, false); }

// ---- merge

// Slots of the generator. An entry of the heap is a tuple (key, order, value, iterator).
enum MergeSlot { kSources, kKey, kReverse, kEntries, kNumber };

Value Merge(Vm& vm, const Args& a) {
  Value key = a.has(0) ? a[0] : Value::None();
  bool reverse = a.has(1) && TRY(vm.Truth(a[1]));
  Value sources = TRY(RestTuple(vm, a));
  List* entries = TRY(vm.NewList());
  LibraryGenerator* generator = TRY(NewLibraryGenerator(vm, GeneratorBodyId::kHeapMerge, "merge"));
  generator->slots[kSources] = sources;
  generator->slots[kKey] = key;
  generator->slots[kReverse] = Value::Bool(reverse);
  generator->slots[kEntries] = Value::Of(entries);
  generator->slots[kNumber] = Value::SmallInt(0);
  return Value::Of(generator);
}

// Whether the slots are those of a merge that goes on: close() may have emptied them meanwhile.
bool IsMerging(LibraryGenerator* generator) {
  const Value* slots = generator->slots;
  if (generator->body != static_cast<RawWord>(GeneratorBodyId::kHeapMerge) ||
      !IsObjectOf(slots[kSources], TypeId::kTuple) || !IsObjectOf(slots[kEntries], TypeId::kList) ||
      !slots[kNumber].IsSmallInt() || slots[kNumber].AsSmallInt() < 0) {
    return false;
  }
  List* entries = slots[kEntries].As<List>();
  return generator->state == 0 || entries->size == 0 || IsTupleOf(entries->items()[0], 4);
}
List* Entries(LibraryGenerator* generator) { return generator->slots[kEntries].As<List>(); }
const Value* Entry(LibraryGenerator* generator) {
  return Entries(generator)->items()[0].As<Tuple>()->items();
}

Value SiftEntries(Vm& vm, LibraryGenerator* generator, bool heapify) {
  Sift sift{.heap = Entries(generator), .max = generator->slots[kReverse].IsTrue()};
  if (heapify && sift.size() > 1) {
    sift.Heapify();
  } else {
    sift.Up(0);
  }
  return PushSift(vm, sift);
}

constexpr NativeInfo kFunctions[] = {
    {"heapify(heap, /)", Operate<HeapOp::kHeapify, false>,
     "Transform list into a heap, in-place, in O(len(heap)) time."},
    {"heapify_max(heap, /)", Operate<HeapOp::kHeapify, true>, "Maxheap variant of heapify."},
    {"heappop(heap, /)", Operate<HeapOp::kPop, false>,
     "Pop the smallest item off the heap, maintaining the heap invariant."},
    {"heappop_max(heap, /)", Operate<HeapOp::kPop, true>, "Maxheap variant of heappop."},
    {"heappush(heap, item, /)", Operate<HeapOp::kPush, false>,
     "Push item onto heap, maintaining the heap invariant."},
    {"heappush_max(heap, item, /)", Operate<HeapOp::kPush, true>,
     "Push item onto max heap, maintaining the heap invariant."},
    {"heappushpop(heap, item, /)", Operate<HeapOp::kPushPop, false>,
     "Push item on the heap, then pop and return the smallest item from the heap."},
    {"heappushpop_max(heap, item, /)", Operate<HeapOp::kPushPop, true>,
     "Maxheap variant of heappushpop."},
    {"heapreplace(heap, item, /)", Operate<HeapOp::kReplace, false>,
     "Pop and return the current smallest value, and add the new item."},
    {"heapreplace_max(heap, item, /)", Operate<HeapOp::kReplace, true>,
     "Maxheap variant of heapreplace."},
    {"@python merge(*iterables, key=None, reverse=False)", Merge,
     "Merge multiple sorted inputs into a single sorted output."},
    {"@python nlargest(n, iterable, key=None)", NLargest,
     "Find the n largest elements in a dataset."},
    {"@python nsmallest(n, iterable, key=None)", NSmallest,
     "Find the n smallest elements in a dataset."},
};

}  // namespace

Value HeapOperationResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  Sift sift{.heap = slots[kHeap].As<List>(),
            .max = slots[kMax].IsTrue(),
            .phase = static_cast<Sift::Phase>(slots[kPhase].AsSmallInt()),
            .pos = slots[kPos].AsSmallInt(),
            .start = slots[kStart].AsSmallInt(),
            .index = slots[kIndex].AsSmallInt(),
            .item = slots[kItem],
            .result = slots[kResult]};
  auto save = [&] {
    slots[kPhase] = Value::SmallInt(sift.phase);
    slots[kPos] = Value::KnownSmallInt(sift.pos);
    slots[kStart] = Value::KnownSmallInt(sift.start);
    slots[kIndex] = Value::KnownSmallInt(sift.index);
    slots[kResult] = sift.result;
  };
  if (!sift.IsPlausible())
    return vm.Raise(TypeId::kRuntimeError, "list changed size during iteration");
  Value left, right;
  // A suspension point that is repeated has asked already.
  if (frame.state == 1 + kRepeatPoint) sift.Ask(&left, &right);
  switch (frame.state) {
    case 0:
      while (sift.Ask(&left, &right)) {
        save();
        PYSUB_SUSPEND_POINT(1, vm.Compare(CompareOp::kLt, left, right));
        bool less = TRY(vm.Truth(in));
        if (sift.size() != slots[kSize].AsSmallInt()) {
          return vm.Raise(TypeId::kRuntimeError, "list changed size during iteration");
        }
        sift.Answer(less);
        save();
        frame.state = 0;
      }
  }
  return sift.result;
}

// Nobody but this native frame knows the list of what is kept.
Value HeapSelectResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  const bool largest = slots[kLargest].IsTrue();
  const int64_t count = slots[kCount].AsSmallInt();
  auto size = [&] { return static_cast<int64_t>(slots[kKept].As<List>()->size); };
  auto top_key = [&] {
    return size() == 0 ? Value::None()
                       : slots[kKept].As<List>()->items()[0].As<Tuple>()->items()[0];
  };
  const uint64_t state = frame.state & ~kRepeatPoint;
  const Value key = slots[kSelectKey].IsNone() ? Value::Undefined() : slots[kSelectKey];
  const bool selects = count != kOne && count != kAll;
  if (selects ? count <= 0 || !IsKept(slots[kKept], state >= 4 && state <= 7, count)
              : state != 0 && (state < 10 || state > 12)) {
    return BadState(vm);
  }
  switch (frame.state) {
    case 0:
      if (count == kOne) {
        // Nothing at all gives the empty list.
        PYSUB_SUSPEND_POINT(
            10, vm.PushNativeFrame(
                    ResumeId::kMinMax,
                    {slots[kSource], key, Value::Undefined(), Value::Undefined(),
                     Value::Bool(largest), slots[kKept], Value::Undefined(), Value::Undefined()}));
        if (in != slots[kKept]) TRY(ListAppend(vm, slots[kKept].As<List>(), in));
        return slots[kKept];
      }
      if (count == kAll) {
        PYSUB_SUSPEND_POINT(11, vm.Materialise(slots[kSource]));
        if (!IsObjectOf(in, TypeId::kList)) return BadState(vm);
        slots[kKept] = in;
        PYSUB_SUSPEND_POINT(
            12, SortValues(vm, slots[kKept].As<List>(), slots[kSelectKey], largest, slots[kKept]));
        return in;
      }
      while (size() < count) {
        PYSUB_SUSPEND_POINT(1, vm.Next(slots[kSource]));
        if (in.IsExhausted()) break;
        slots[kCandidate] = slots[kCandidateKey] = in;
        if (!slots[kSelectKey].IsNone()) {
          PYSUB_SUSPEND_POINT(2, vm.Call(slots[kSelectKey], {slots[kCandidate]}));
          slots[kCandidateKey] = in;
        }
        TRY(KeepCandidate(vm, slots));
        PYSUB_CHECKPOINT(3);
      }
      slots[kOrder] = largest ? Value::KnownSmallInt(-std::max<int64_t>(count, 0)) : slots[kCount];
      PYSUB_SUSPEND_POINT(13, Heapify(vm, slots));
      while (size() == count) {
        PYSUB_SUSPEND_POINT(4, vm.Next(slots[kSource]));
        if (in.IsExhausted()) break;
        slots[kCandidate] = slots[kCandidateKey] = in;
        if (!slots[kSelectKey].IsNone()) {
          PYSUB_SUSPEND_POINT(5, vm.Call(slots[kSelectKey], {slots[kCandidate]}));
          slots[kCandidateKey] = in;
        }
        PYSUB_SUSPEND_POINT(6, largest
                                   ? vm.Compare(CompareOp::kLt, top_key(), slots[kCandidateKey])
                                   : vm.Compare(CompareOp::kLt, slots[kCandidateKey], top_key()));
        if (TRY(vm.Truth(in))) {
          TRY(KeepCandidate(vm, slots));
          PYSUB_SUSPEND_POINT(7, SiftTop(vm, slots));
        }
      }
      PYSUB_SUSPEND_POINT(
          8, SortValues(vm, slots[kKept].As<List>(), Value::None(), largest, slots[kKept]));
  }
  List* kept = slots[kKept].As<List>();
  if (!vm.Tick(kept->size)) return Value::Failed();
  for (uint32_t i = 0; i < kept->size; ++i) {
    if (IsTupleOf(kept->items()[i], 3)) kept->items()[i] = kept->items()[i].As<Tuple>()->items()[2];
  }
  return slots[kKept];
}

// The resume function of the merge; the slots of the native frame are the generator, an iterator, a
// value.
Value HeapMergeBody(Vm& vm, LibraryGenerator* generator) {
  return vm.PushNativeFrame(ResumeId::kHeapMerge,
                            {Value::Of(generator), Value::Undefined(), Value::Undefined()});
}

Value HeapMergeResume(Vm& vm, NativeFrame& frame, Value in) {
  LibraryGenerator* generator = frame.slots[0].As<LibraryGenerator>();
  Value* slots = generator->slots;
  if (!IsMerging(generator)) {
    return generator->state == LibraryGenerator::kClosed ? CloseLibraryGenerator(vm, generator)
                                                         : Value(BadState(vm));
  }
  auto number = [&] { return slots[kNumber].AsSmallInt(); };
  // The entry for the item in native frame slot 2 with key `in`.
  auto new_entry = [&](int64_t order) {
    return vm.NewTuple({in, Value::KnownSmallInt(order), frame.slots[2], frame.slots[1]});
  };
  switch (frame.state) {
    case 0:
      if (generator->state == 0) {
        while (number() < slots[kSources].As<Tuple>()->count) {
          frame.slots[1] = TRY(vm.GetIter(slots[kSources].As<Tuple>()->items()[number()]));
          PYSUB_SUSPEND_POINT(1, vm.Next(frame.slots[1]));
          if (!in.IsExhausted()) {
            frame.slots[2] = in;
            if (!slots[kKey].IsNone()) {
              PYSUB_SUSPEND_POINT(2, vm.Call(slots[kKey], {frame.slots[2]}));
            }
            TRY(ListReserve(vm, Entries(generator), Entries(generator)->size + 1));
            Value entry = TRY(new_entry(slots[kReverse].IsTrue() ? -number() : number()));
            TRY(ListAppend(vm, Entries(generator), entry));
          }
          slots[kNumber] = slots[kNumber].CountedUp();
          frame.state = 0;
        }
        generator->state = 1;
        if (Entries(generator)->size > 1) {
          PYSUB_SUSPEND_POINT(3, SiftEntries(vm, generator, true));
        }
      } else {
        if (Entries(generator)->size == 0) return BadState(vm);
        frame.slots[1] = Entry(generator)[3];
        PYSUB_SUSPEND_POINT(4, vm.Next(frame.slots[1]));
        if (in.IsExhausted()) {
          List* entries = Entries(generator);
          if (entries->size == 0) return BadState(vm);
          entries->items()[0] = entries->items()[entries->size - 1];
          --entries->size;
        } else {
          frame.slots[2] = in;
          if (!slots[kKey].IsNone() && Entries(generator)->size > 1) {
            PYSUB_SUSPEND_POINT(5, vm.Call(slots[kKey], {frame.slots[2]}));
          }
          if (Entries(generator)->size == 0) return BadState(vm);
          Value entry = TRY(new_entry(Entry(generator)[1].AsSmallInt()));
          Entries(generator)->items()[0] = entry;
        }
        frame.state = 6;
        [[fallthrough]];
        case 6:
          if (Entries(generator)->size > 1) {
            PYSUB_SUSPEND_POINT(7, SiftEntries(vm, generator, false));
          }
      }
  }
  if (Entries(generator)->size == 0) return CloseLibraryGenerator(vm, generator);
  if (!IsMerging(generator)) return BadState(vm);
  return Entry(generator)[2];
}

extern constexpr ModuleInfo kHeapqModule{.name = "heapq",
                                         .doc = "Heap queue algorithm (a.k.a. priority queue).",
                                         .functions = kFunctions};

}  // namespace pysub
