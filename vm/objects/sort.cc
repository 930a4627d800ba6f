#include "vm/objects/sort.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "vm/objects/bulk.h"
#include "vm/objects/list.h"
#include "vm/objects/stepwise_sort.h"
#include "vm/objects/str.h"

// How keys are sorted depends on what they are:
// - Ints, floats and strs, and tuples that begin with one, have a rank: 64 bits that order
//   them, but for ties among strs of more than 8 bytes and among tuples. Ranks are sorted by
//   radix, ties by merging.
// - Others are merged with comparisons as they are, if these cannot run Python and order any two.
// - Where it can be seen what is compared, it is what CPython compares (stepwise_sort.h): when
//   values are not ordered (NaN, sets), when a comparison failed, and, by a native frame, when it
//   runs Python (cmp_to_key objects).
namespace pysub {
namespace {

// Memory beside the heap, charged to it.
template <typename T>
class Scratch {
 public:
  Scratch(Vm& vm, uint64_t count) : vm_(vm), bytes_(count * sizeof(T)) {
    if (!vm_.heap.Charge(bytes_)) return;
    const auto bytes = static_cast<size_t>(bytes_);
    data_ = static_cast<T*>(std::malloc(std::max<size_t>(bytes, 1)));
    if (data_ != nullptr && vm_.heap.Touch(data_, bytes)) return;
    std::free(data_);
    data_ = nullptr;
    vm_.heap.Release(bytes_);
  }
  ~Scratch() {
    if (data_ != nullptr) vm_.heap.Release(bytes_);
    std::free(data_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  T* data() { return data_; }
  uint64_t bytes() const { return bytes_; }

 private:
  Vm& vm_;
  uint64_t bytes_;
  T* data_ = nullptr;
};

// ---- A stable merge sort over runs. `less(a, b)` may fail: it then sets a flag and answers
// anything.

// Shorter runs are made as long as this by insertion.
constexpr size_t kMinimumRun = 32;

// Peters' timsort (Objects/listsort.txt in CPython), with galloping only at the beginning of a
// merge. Runs that are in order already are found and kept, so nearly sorted data is nearly linear.
//
// Its loops cannot be led astray by comparisons that contradict each other: how many places are
// written never depends on what `less_` answers (T-002).
template <typename T, typename Less>
class MergeSorter {
 public:
  MergeSorter(Vm& vm, T* items, size_t count, T* scratch, Less& less)
      : vm_(vm), items_(items), count_(count), scratch_(scratch), less_(less) {}

  // False: a limit was hit, or less_.failed().
  bool Sort() {
    for (size_t start = 0; start < count_;) {
      size_t length = CountRun(start);
      if (less_.failed()) return false;
      if (length < kMinimumRun) {
        size_t forced = std::min(kMinimumRun, count_ - start);
        InsertSorted(start, start + length, start + forced);
        length = forced;
      }
      if (less_.failed() || !vm_.Tick(length)) return false;
      runs_[run_count_++] = {start, length};
      start += length;
      while (run_count_ > 1 && ShouldMerge()) {
        if (!MergeLast()) return false;
      }
    }
    while (run_count_ > 1) {
      if (!MergeLast()) return false;
    }
    return !less_.failed();
  }

 private:
  struct Run {
    size_t start, length;
  };

  // The run that begins at `start`: it rises, or it falls and is turned. Equal items do not fall,
  // and keep their order.
  size_t CountRun(size_t start) {
    T* run = items_ + start;
    const size_t left = count_ - start;
    if (left == 1) return 1;
    const bool falls = less_(run[1], run[0]);
    size_t end = 2;
    while (end < left && less_(run[end], run[end - 1]) == falls) ++end;
    if (falls) std::reverse(run, run + end);
    return end;
  }

  void InsertSorted(size_t start, size_t sorted, size_t end) {
    for (size_t next = sorted; next < end; ++next) {
      T item = items_[next];
      size_t low = start, high = next;
      while (low < high) {
        size_t middle = (low + high) / 2;
        if (less_(item, items_[middle])) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      if (less_.failed()) return;
      std::memmove(static_cast<void*>(items_ + low + 1), items_ + low, (next - low) * sizeof(T));
      items_[low] = item;
    }
  }

  // Keeps each run longer than the next two together, so that there are few and merges are
  // balanced.
  bool ShouldMerge() const {
    const Run* top = &runs_[run_count_ - 1];
    if (top[-1].length <= top->length) return true;
    return run_count_ > 2 && top[-2].length <= top[-1].length + top->length;
  }

  bool MergeLast() {
    size_t at = run_count_ - 2;
    if (at > 0 && runs_[at - 1].length < runs_[at + 1].length) --at;
    Run& left = runs_[at];
    Run right = runs_[at + 1];
    if (!vm_.Tick(left.length + right.length)) return false;
    Merge(left.start, right.start, right.start + right.length);
    left.length += right.length;
    --run_count_;
    for (size_t i = at + 1; i < run_count_; ++i) runs_[i] = runs_[i + 1];
    return !less_.failed();
  }

  // What is in place already at either end stays.
  void Merge(size_t start, size_t middle, size_t end) {
    while (start < middle && !less_(items_[middle], items_[start])) {
      size_t step = 1;  // gallop: nearly sorted data has long stretches
      while (start + step < middle && !less_(items_[middle], items_[start + step])) {
        start += step;
        step *= 2;
      }
      ++start;
    }
    if (start == middle) return;
    if (middle - start <= end - middle) {
      size_t count = middle - start;
      std::memcpy(static_cast<void*>(scratch_), items_ + start, count * sizeof(T));
      T* left = scratch_;
      T* left_end = scratch_ + count;
      T* right = items_ + middle;
      T* right_end = items_ + end;
      T* to = items_ + start;
      while (left < left_end && right < right_end) {
        if (less_(*right, *left)) {
          *to++ = *right++;
        } else {
          *to++ = *left++;
        }
      }
      std::memcpy(static_cast<void*>(to), left, (left_end - left) * sizeof(T));
    } else {
      size_t count = end - middle;
      std::memcpy(static_cast<void*>(scratch_), items_ + middle, count * sizeof(T));
      T* left = items_ + middle;
      T* left_begin = items_ + start;
      T* right = scratch_ + count;
      T* right_begin = scratch_;
      T* to = items_ + end;
      while (left > left_begin && right > right_begin) {
        if (less_(right[-1], left[-1])) {
          *--to = *--left;
        } else {
          *--to = *--right;
        }
      }
      size_t rest = right - right_begin;
      std::memcpy(static_cast<void*>(to - rest), right_begin, rest * sizeof(T));
    }
  }

  Vm& vm_;
  T* items_;
  size_t count_;
  T* scratch_;
  Less& less_;
  Run runs_[96];
  size_t run_count_ = 0;
};

// ---- Keys with a rank

enum class KeyKind : uint8_t { kInt, kNumber, kStr, kTuple, kOther };

// What is sorted: 16 bytes that lie side by side, so comparing follows no reference.
struct Ranked {
  uint64_t rank;
  Value item;
};
struct RankedKey {
  uint64_t rank;
  Value item;
  Value key_value;
};
Value KeyOf(const Ranked& r) { return r.item; }
Value KeyOf(const RankedKey& r) { return r.key_value; }

KeyKind KindOf(Value v) {
  if (v.IsSmallInt()) return KeyKind::kInt;
  if (v.IsFloat()) return v.AsFloat() == v.AsFloat() ? KeyKind::kNumber : KeyKind::kOther;
  // Long ones are compared with a look at the clock.
  if (Vm::IsStr(v)) return v.As<Str>()->count <= kComparedAtOnce ? KeyKind::kStr : KeyKind::kOther;
  if (IsObjectOf(v, TypeId::kTuple)) return KeyKind::kTuple;
  return KeyKind::kOther;
}

// The kind that all have; ints among floats count as numbers.
Result<KeyKind> CommonKind(Vm& vm, const Value* keys, size_t count, Value (*part)(Value)) {
  KeyKind kind = KindOf(part(keys[0]));
  Pace pace(vm);
  for (size_t i = 1; i < count && kind != KeyKind::kOther; ++i) {
    if (!pace.IsTimeLeft()) return Failure{};
    KeyKind next = KindOf(part(keys[i]));
    if (next == kind) continue;
    bool numbers = (kind == KeyKind::kInt && next == KeyKind::kNumber) ||
                   (kind == KeyKind::kNumber && next == KeyKind::kInt);
    kind = numbers ? KeyKind::kNumber : KeyKind::kOther;
  }
  return kind;
}

Value Whole(Value v) { return v; }
Value FirstItem(Value tuple) {
  Tuple* t = tuple.As<Tuple>();
  return t->size() == 0 ? Value::Undefined() : t->items()[0];
}

// Unsigned ranks in the order of the keys: a sign bit is flipped, a negative double is turned over,
// of a text the first eight bytes are read as one number with the first byte on top. UTF-8 orders
// as code points do.
uint64_t RankOf(Value v, KeyKind kind) {
  constexpr uint64_t kSign = uint64_t{1} << 63;
  switch (kind) {
    case KeyKind::kInt: return static_cast<uint64_t>(v.AsSmallInt()) ^ kSign;
    case KeyKind::kNumber: {
      double number = v.IsSmallInt() ? static_cast<double>(v.AsSmallInt()) : v.AsFloat();
      uint64_t bits = std::bit_cast<uint64_t>(number + 0.0);  // -0.0 is 0.0
      return bits & kSign ? ~bits : bits | kSign;
    }
    default: {
      std::string_view text = Vm::View(v);
      uint64_t bits = 0;
      std::memcpy(&bits, text.data(), std::min<size_t>(text.size(), 8));
      return __builtin_bswap64(bits);
    }
  }
}

// Ranks only; and what decides between equal ranks. `direction` -1: from the greatest to the least.
struct RankLess {
  bool failed() const { return false; }
  template <typename T>
  bool operator()(const T& a, const T& b) const {
    return a.rank < b.rank;
  }
};

struct StrTieLess {
  bool descending;
  bool failed() const { return false; }
  template <typename T>
  bool operator()(const T& a, const T& b) const {
    const T& x = descending ? b : a;
    const T& y = descending ? a : b;
    return Vm::View(KeyOf(x)) < Vm::View(KeyOf(y));
  }
};

// Comparisons of any values that do not run Python.
struct NativeLess {
  Vm& vm;
  bool descending = false;
  bool stopped = false;

  bool failed() const { return stopped; }
  bool Less(Value a, Value b) {
    if (stopped) return false;
    if (Value::BothSmallInts(a, b)) return a.AsSmallInt() < b.AsSmallInt();
    if (Value::BothFloats(a, b)) return a.AsFloat() < b.AsFloat();
    if (Vm::IsStr(a) && Vm::IsStr(b) && a.As<Str>()->count <= kComparedAtOnce) {
      return Vm::View(a) < Vm::View(b);
    }
    if (!vm.Tick(1)) {
      stopped = true;
      return false;
    }
    Value answer = vm.Compare(CompareOp::kLt, a, b);
    if (answer.IsTrue()) return true;
    if (answer.IsFalse()) return false;
    stopped = true;
    return false;
  }
  template <typename T>
  bool operator()(const T& a, const T& b) {
    return descending ? Less(KeyOf(b), KeyOf(a)) : Less(KeyOf(a), KeyOf(b));
  }
};

// Sorts by rank: least significant byte first, bytes that are the same everywhere left out.
template <typename T>
bool RadixSort(Vm& vm, T* records, size_t count, T* scratch) {
  constexpr int kBytes = 8;
  uint32_t counts[kBytes][256] = {};
  const bool counted = InPieces(vm, count, 8, [&](size_t i, size_t end) {
    for (; i < end; ++i) {
      uint64_t rank = records[i].rank;
      for (int byte = 0; byte < kBytes; ++byte) ++counts[byte][rank >> 8 * byte & 255];
    }
  });
  if (!counted) return false;
  T* from = records;
  T* to = scratch;
  for (int byte = 0; byte < kBytes; ++byte) {
    if (counts[byte][records[0].rank >> 8 * byte & 255] == count) continue;
    uint32_t at = 0;
    for (uint32_t& bucket : counts[byte]) {
      uint32_t size = bucket;
      bucket = at;
      at += size;
    }
    const bool moved = InPieces(vm, count, 8, [&](size_t i, size_t end) {
      for (; i < end; ++i) to[counts[byte][from[i].rank >> 8 * byte & 255]++] = from[i];
    });
    if (!moved) return false;
    std::swap(from, to);
  }
  if (from != records) std::memcpy(static_cast<void*>(records), from, count * sizeof(T));
  return true;
}

// Merging beats radix where few runs are in order already.
template <typename T>
bool SortRanks(Vm& vm, T* records, size_t count, T* scratch) {
  constexpr size_t kFewest = 100;
  constexpr size_t kFewDescents = 7;
  size_t descents = 0;
  for (size_t i = 1; descents <= kFewDescents && i < count; ++i) {
    descents += records[i].rank < records[i - 1].rank;
  }
  if (descents == 0) return true;
  if (count >= kFewest && descents > kFewDescents) return RadixSort(vm, records, count, scratch);
  RankLess less;
  return MergeSorter<T, RankLess>(vm, records, count, scratch, less).Sort();
}

// Sorts stretches of equal rank among themselves.
template <typename T, typename Less>
bool SortTies(Vm& vm, T* records, size_t count, T* scratch, Less& less) {
  for (size_t start = 0; start < count;) {
    size_t end = start + 1;
    while (end < count && records[end].rank == records[start].rank) ++end;
    if (end - start > 1 &&
        !MergeSorter<T, Less>(vm, records + start, end - start, scratch, less).Sort()) {
      return false;
    }
    start = end;
  }
  return true;
}

template <typename T>
void SetKey(T& record, Value key) {
  if constexpr (sizeof(T) == sizeof(RankedKey)) record.key_value = key;
}

// `kind` of the keys, `first` of what their rank is made of.
template <typename T>
// `reverse` turns the ranks and not the result: equal keys keep their order then, too.
Status SortRanked(Vm& vm, const Value* keys, Value* items, size_t count, bool reverse, KeyKind kind,
                  KeyKind first) {
  Scratch<T> records(vm, count * 2);
  if (records.data() == nullptr) return vm.NoMemory(records.bytes());
  T* data = records.data();
  const bool ranked = InPieces(vm, count, 8, [&](size_t i, size_t end) {
    for (; i < end; ++i) {
      Value part = kind == KeyKind::kTuple ? FirstItem(keys[i]) : keys[i];
      data[i].rank = RankOf(part, first);
      if (reverse) data[i].rank = ~data[i].rank;
      data[i].item = items[i];
      SetKey(data[i], keys[i]);
    }
  });
  if (!ranked) return Failure{};
  if (!SortRanks(vm, data, count, data + count)) return Failure{};
  if (kind == KeyKind::kStr) {
    StrTieLess less{reverse};
    if (!SortTies(vm, data, count, data + count, less)) return Failure{};
  } else if (kind == KeyKind::kTuple) {
    NativeLess less{vm, reverse};
    if (!SortTies(vm, data, count, data + count, less)) return Failure{};
  }
  for (size_t i = 0; i < count; ++i) items[i] = data[i].item;
  return Done{};
}

struct Keyed {
  Value item;
  Value key_value;
};
Value KeyOf(const Keyed& r) { return r.key_value; }

// For keys of several kinds, or of one that has no rank.
Status SortCompared(Vm& vm, const Value* keys, Value* items, size_t count, bool reverse) {
  Scratch<Keyed> records(vm, count * 2);
  if (records.data() == nullptr) return vm.NoMemory(records.bytes());
  Keyed* data = records.data();
  for (size_t i = 0; i < count; ++i) data[i] = {items[i], keys[i]};
  NativeLess less{vm, reverse};
  if (!MergeSorter<Keyed, NativeLess>(vm, data, count, data + count, less).Sort()) return Failure{};
  for (size_t i = 0; i < count; ++i) items[i] = data[i].item;
  return Done{};
}

// Works on copies: a limit or lack of memory leaves the items alone, an exception those
// in the order reached.
Status SortStepwise(Vm& vm, const Value* keys, Value* items, size_t count, bool reverse) {
  const uint32_t all = static_cast<uint32_t>(count), half = StepwiseSort::ScratchFor(all);
  const bool has_keys = keys != items;
  Scratch<Value> memory(vm, (count + half) * (has_keys ? 2 : 1));
  if (memory.data() == nullptr) return vm.NoMemory(memory.bytes());
  StepwiseSort::Storage storage{.items = memory.data(),
                                .keys = nullptr,
                                .scratch = memory.data() + count,
                                .key_scratch = nullptr,
                                .count = all};
  std::copy(items, items + count, storage.items);
  if (has_keys) {
    storage.keys = storage.scratch + half;
    storage.key_scratch = storage.keys + count;
    std::copy(keys, keys + count, storage.keys);
  }
  StepwiseSort::State state;
  StepwiseSort sort(vm, storage, &state);
  if (reverse) sort.Reverse(0, all);
  NativeLess less{vm};
  for (sort.Start(); sort.Asks();) {
    const StepwiseSort::Question asked = sort.Asked();
    const bool answer = less.Less(asked.left, asked.right);
    if (less.failed() || !vm.Tick(1)) break;
    sort.Answer(answer);
  }
  const bool sorted = !sort.Asks();
  if (!sorted && !vm.FailureIsCatchable()) return Failure{};
  sort.Abandon();
  if (reverse) sort.Reverse(0, all);
  std::copy(storage.items, storage.items + count, items);
  if (!sorted) return Failure{};
  return Done{};
}

// Whether x belongs before y, for keys of these kinds.
bool Before(KeyKind kind, Value x, Value y) {
  if (kind == KeyKind::kInt) return x.AsSmallInt() < y.AsSmallInt();
  if (kind == KeyKind::kStr) return Vm::View(x) < Vm::View(y);
  return RankOf(x, kind) < RankOf(y, kind);
}

enum class Order : uint8_t { kNone, kInOrder, kTurned, kStopped };

// What needs no sorting: keys that are in order, or exactly the other way round.
Order OrderOf(Vm& vm, const Value* keys, size_t count, bool reverse, KeyKind kind) {
  auto before = [&](Value x, Value y) { return reverse ? Before(kind, y, x) : Before(kind, x, y); };
  constexpr size_t kPiece = 256;
  const bool turned = before(keys[1], keys[0]);
  for (size_t i = 1; i < count;) {
    const size_t end = std::min(count, i + kPiece);
    if (!vm.Tick((end - i) / (kind == KeyKind::kStr ? 1 : 8))) return Order::kStopped;
    while (i < end && before(keys[i], keys[i - 1]) == turned) ++i;
    if (i < end) return Order::kNone;
  }
  return turned ? Order::kTurned : Order::kInOrder;
}

// What comparing values may do, the worst last.
enum class Comparing : uint8_t { kOrders, kIsPartial, kRunsPython };

// Looked up before the sort: sorting natively is only right when no comparison can run Python. Deep
// or long values are taken to be the worst, which is only slower.
Comparing ComparingOf(Value v, int depth);

Comparing ComparingOf(const Value* values, uint64_t count, int depth) {
  Comparing worst = Comparing::kOrders;
  for (uint64_t i = 0; i < count && worst != Comparing::kRunsPython; ++i) {
    if (values[i].IsSmallInt() || Vm::IsStr(values[i])) continue;
    worst = std::max(worst, ComparingOf(values[i], depth));
  }
  return worst;
}

Comparing ComparingOf(Value v, int depth) {
  constexpr uint64_t kLongest = 256;
  if (!v.IsObject())
    return v.IsFloat() && v.AsFloat() != v.AsFloat() ? Comparing::kIsPartial : Comparing::kOrders;
  switch (v.AsObject()->type) {
    case TypeId::kInt:
    case TypeId::kStr:
    case TypeId::kBytes:
    case TypeId::kByteArray:
    case TypeId::kComplex:
    case TypeId::kDict:
    case TypeId::kRange:
    case TypeId::kFunction: return Comparing::kOrders;
    case TypeId::kSet:
    case TypeId::kFrozenSet: return Comparing::kIsPartial;
    case TypeId::kTuple:
    case TypeId::kNamedTuple: {
      Tuple* tuple = v.As<Tuple>();
      if (depth == 0 || tuple->size() > kLongest) return Comparing::kRunsPython;
      return ComparingOf(tuple->items(), tuple->size(), depth - 1);
    }
    case TypeId::kList: {
      List* list = v.As<List>();
      if (depth == 0 || list->size > kLongest) return Comparing::kRunsPython;
      return ComparingOf(list->items(), list->size, depth - 1);
    }
    default: return Comparing::kRunsPython;
  }
}

// Of keys.
Result<Comparing> ComparingOf(Vm& vm, const Value* keys, uint64_t count) {
  constexpr uint64_t kPiece = 8192;
  Comparing worst = Comparing::kOrders;
  for (uint64_t begin = 0; begin < count && worst != Comparing::kRunsPython; begin += kPiece) {
    if (begin > 0 && !vm.TimeIsLeft()) return Failure{};
    worst = std::max(worst, ComparingOf(keys + begin, std::min(kPiece, count - begin), 3));
  }
  return worst;
}

Status SortOrdered(Vm& vm, const Value* keys, Value* items, size_t count, bool reverse) {
  KeyKind kind = TRY(CommonKind(vm, keys, count, Whole));
  KeyKind first = kind == KeyKind::kTuple ? TRY(CommonKind(vm, keys, count, FirstItem)) : kind;
  if (first == KeyKind::kOther || first == KeyKind::kTuple) {
    return SortCompared(vm, keys, items, count, reverse);
  }
  if (kind != KeyKind::kTuple) {
    const Order order = OrderOf(vm, keys, count, reverse, kind);
    if (order == Order::kStopped) return Failure{};
    if (order == Order::kTurned) std::reverse(items, items + count);
    if (order != Order::kNone) return Done{};
  }
  bool keys_decide = kind == KeyKind::kStr || kind == KeyKind::kTuple;
  if (keys == items || !keys_decide) {
    return SortRanked<Ranked>(vm, keys, items, count, reverse, kind, first);
  }
  return SortRanked<RankedKey>(vm, keys, items, count, reverse, kind, first);
}

// Sorts `items` by `keys` (which may be the same array). When an exception is raised they are left
// in the order that CPython leaves them in; when it is a limit or lack of memory, in the old one.
Status SortNatively(Vm& vm, const Value* keys, Value* items, size_t count, bool reverse,
                    Comparing comparing) {
  if (count < 2) return Done{};
  if (!vm.Tick(count)) return Failure{};
  if (comparing == Comparing::kOrders) {
    Status status = SortOrdered(vm, keys, items, count, reverse);
    if (status.ok() || !vm.FailureIsCatchable()) return status;
    vm.TakeException();
  }
  return SortStepwise(vm, keys, items, count, reverse);
}

// ---- The native frame: keys are computed one after the other; comparisons that may run Python too

enum SortSlot : uint32_t {
  kList,
  kKey,
  kReverse,
  kResult,
  kItems,  // the list's array; the list is empty meanwhile
  kCount,
  kKeys,   // an Array, None when there is no key function
  kIndex,  // of the next key
  kScratch,
  kKeyScratch,
  kState,  // of a StepwiseSort
};

// Lives no longer than a resumption: between two the arrays may move.
struct SortFrame {
  Vm& vm;
  NativeFrame& frame;
  StepwiseSort steps;

  SortFrame(Vm& the_vm, NativeFrame& the_frame) : vm(the_vm), frame(the_frame) {
    if (!frame.slots[kState].IsNone()) steps = Steps();
  }

  uint32_t count() { return static_cast<uint32_t>(frame.slots[kCount].AsSmallInt()); }
  bool is_reverse() { return frame.slots[kReverse].IsTrue(); }
  bool has_keys() { return !frame.slots[kKeys].IsNone(); }
  Value* Items(SortSlot slot) {
    return frame.slots[slot].IsNone() ? nullptr : ArrayItems(frame.slots[slot]);
  }
  Value* items() { return Items(kItems); }
  Value* keys() { return Items(has_keys() ? kKeys : kItems); }
  int64_t index() { return frame.slots[kIndex].AsSmallInt(); }
  void AddKey(Value key) {
    keys()[index()] = key;
    frame.slots[kIndex] = frame.slots[kIndex].CountedUp();
  }

  StepwiseSort Steps() {
    return StepwiseSort(vm, {items(), Items(kKeys), Items(kScratch), Items(kKeyScratch), count()},
                        reinterpret_cast<StepwiseSort::State*>(Items(kState)));
  }
  Status StartSteps() {
    const uint32_t half = StepwiseSort::ScratchFor(count());
    if (half > 0) frame.slots[kScratch] = Value::Of(TRY(vm.NewArray(half)));
    if (half > 0 && has_keys()) frame.slots[kKeyScratch] = Value::Of(TRY(vm.NewArray(half)));
    frame.slots[kState] = Value::Of(TRY(vm.NewBuffer(sizeof(StepwiseSort::State))));
    steps = Steps();
    if (is_reverse()) steps.Reverse(0, count());
    steps.Start();
    return Done{};
  }

  Value Compare() {
    const StepwiseSort::Question asked = steps.Asked();
    return vm.Compare(CompareOp::kLt, asked.left, asked.right);
  }

  // Whether the slots fit together: they may come from a snapshot that lies.
  bool IsSound() {
    const int64_t size = frame.slots[kCount].AsSmallInt();
    auto room = [&](SortSlot slot) -> int64_t {
      return frame.slots[slot].IsNone() ? 0 : frame.slots[slot].AsObject()->count;
    };
    if (size <= 0 || size > room(kItems) || (has_keys() && size > room(kKeys))) return false;
    switch (frame.state & ~kRepeatPoint) {
      case 0: return index() >= 0;
      case 1: return has_keys() && index() >= 0 && index() < size;
      case 3:
        return room(kState) == sizeof(StepwiseSort::State) &&
               (!has_keys() || room(kKeyScratch) >= room(kScratch)) &&
               steps.IsSound(static_cast<uint32_t>(room(kScratch)));
      default: return true;
    }
  }

  // Puts the items back; whether the list was as it had been left.
  bool PutBack() {
    List* list = frame.slots[kList].As<List>();
    bool untouched = list->flag(kListIsSorted) && list->size == 0 && list->array.IsUndefined();
    list->set_flag(kListIsSorted, false);
    list->array = frame.slots[kItems];
    list->size = count();
    return untouched;
  }
  Value Finish() {
    if (PutBack()) return frame.slots[kResult];
    Heap::AlwaysAllocateScope list_is_back(vm.heap);
    return vm.ValueError("list modified during sort");
  }
  // An exception is pending: the list gets its items back before it travels on.
  Value Fail() {
    if (!vm.FailureIsCatchable()) return Value::Failed();
    Value exception = vm.TakeException();
    PutBack();
    return vm.Reraise(exception);
  }
  Value FailComparing() {
    if (!vm.FailureIsCatchable()) return Value::Failed();
    steps.Abandon();
    if (is_reverse()) steps.Reverse(0, count());
    return Fail();
  }
};

}  // namespace

// The list is emptied before Python runs and gets its items back afterwards, whatever happens. So a
// key function that changes the list finds an empty one, and cannot reach the array that is being
// sorted.
Value SortValues(Vm& vm, List* list, Value key, bool reverse, Value result) {
  if (list->size == 0) return result;
  if (key.IsNone()) {
    if (list->size == 1) return result;
    const Comparing comparing = TRY(ComparingOf(vm, list->items(), list->size));
    if (comparing != Comparing::kRunsPython) {
      TRY(SortNatively(vm, list->items(), list->items(), list->size, reverse, comparing));
      return result;
    }
  }
  Value keys = Value::None();
  if (!key.IsNone()) keys = Value::Of(TRY(vm.NewArray(list->size)));
  const Value none = Value::None();
  Value pushed = vm.PushNativeFrame(
      ResumeId::kSort,
      {Value::Of(list), key, Value::Bool(reverse), result, list->array,
       Value::KnownSmallInt(list->size), keys, Value::SmallInt(0), none, none, none},
      kFrameCatches);
  if (!pushed.IsCallPending()) return pushed;
  list->array = Value::Undefined();
  list->size = 0;
  list->set_flag(kListIsSorted, true);
  return pushed;
}

// States: 0 and 1 compute the keys, 2 decides how to sort, 3 asks for one comparison after the
// other.
Value SortResume(Vm& vm, NativeFrame& frame, Value in) {
  SortFrame sort(vm, frame);
  if (!sort.IsSound()) return vm.Raise(TypeId::kSystemError, "damaged sort");
  Comparing comparing = Comparing::kOrders;
  Result<bool> answer = false;
  switch (frame.state) {
    case 0:
      while (sort.has_keys() && sort.index() < sort.count()) {
        PYSUB_SUSPEND_POINT(1, vm.Call(frame.slots[kKey], {sort.items()[sort.index()]}));
        if (in.IsFailed()) return sort.Fail();
        sort.AddKey(in);
      }
      frame.state = 2;
      [[fallthrough]];
    case 2:
      if (Result<Comparing> found = ComparingOf(vm, sort.keys(), sort.count()); found.ok()) {
        comparing = *found;
      } else {
        return sort.Fail();
      }
      if (comparing != Comparing::kRunsPython) {
        Status status =
            SortNatively(vm, sort.keys(), sort.items(), sort.count(), sort.is_reverse(), comparing);
        return status.ok() ? sort.Finish() : sort.Fail();
      }
      if (!sort.StartSteps().ok()) return Value::Failed();
      while (sort.steps.Asks()) {
        PYSUB_SUSPEND_POINT(3, sort.Compare());
        if (in.IsFailed()) return sort.FailComparing();
        if (!in.IsBool()) {
          answer = vm.Truth(in);
          if (!answer.ok()) return sort.FailComparing();
          in = Value::Bool(*answer);
        }
        sort.steps.Answer(in.IsTrue());
      }
      if (sort.is_reverse()) sort.steps.Reverse(0, sort.count());
  }
  return sort.Finish();
}

}  // namespace pysub
