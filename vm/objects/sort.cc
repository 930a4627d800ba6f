#include "vm/objects/sort.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "vm/objects/bulk.h"
#include "vm/objects/str.h"

// How keys are sorted depends on what they are:
// - Ints, floats and strs, and tuples that begin with one, have a rank: 64 bits that order them, but for
//   ties among strs of more than 8 bytes and among tuples. Ranks are sorted by radix, ties by merging.
// - Others whose comparison cannot run Python are merged with comparisons as they are.
// - The rest (cmp_to_key objects) is merged by a task, one comparison after the other.
namespace pysub {
namespace {

// Memory beside the heap, charged to it.
template <typename T>
class Scratch {
 public:
  Scratch(Vm& vm, size_t count) : vm_(vm), bytes_(count * sizeof(T)) {
    if (!vm_.heap.Charge(bytes_)) return;
    data_ = static_cast<T*>(std::malloc(std::max<size_t>(bytes_, 1)));
    if (data_ != nullptr && vm_.heap.Touch(data_, bytes_)) return;
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
  size_t bytes() const { return bytes_; }

 private:
  Vm& vm_;
  size_t bytes_;
  T* data_ = nullptr;
};

// ---- A stable merge sort over runs. `less(a, b)` may fail: it then sets a flag and answers anything.

// CPython's choice: between 32 and 64, so that the number of runs is about a power of two.
size_t MinimumRun(size_t count) {
  size_t odd = 0;
  while (count >= 64) {
    odd |= count & 1;
    count >>= 1;
  }
  return count + odd;
}

template <typename T, typename Less>
class MergeSorter {
 public:
  MergeSorter(Vm& vm, T* items, size_t count, T* scratch, Less& less)
      : vm_(vm), items_(items), count_(count), scratch_(scratch), less_(less) {}

  // False: a limit was hit, or less_.failed().
  bool Sort() {
    size_t minimum = MinimumRun(count_);
    for (size_t start = 0; start < count_;) {
      size_t length = CountRun(start);
      if (less_.failed()) return false;
      if (length < minimum) {
        size_t forced = std::min(minimum, count_ - start);
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

  // The run that begins at `start`, put in order if it goes down. Equal neighbours in a run that goes
  // down are turned around on their own first, so that they keep their order. Makes the comparisons
  // that CPython 3.14 makes: what an inconsistent order, or one that fails, leaves behind is the same.
  size_t CountRun(size_t start) {
    T* run = items_ + start;
    size_t left = count_ - start;
    size_t end = 1;
    while (end < left && !less_(run[end], run[end - 1])) ++end;
    if (end == left || less_.failed()) return end;
    if (end > 1) {
      if (less_(run[0], run[end - 1]) || less_.failed()) return end;
      std::reverse(run, run + end);  // all equal so far
    }
    size_t equal = 0;  // neighbours just before `end`
    auto turn_equal = [&] {
      if (equal != 0) std::reverse(run + end - equal - 1, run + end);
      equal = 0;
    };
    for (++end; end < left; ++end) {
      if (less_(run[end], run[end - 1])) {
        turn_equal();
      } else if (less_.failed() || less_(run[end - 1], run[end])) {
        break;
      } else {
        ++equal;
      }
      if (less_.failed()) return end;
    }
    if (less_.failed()) return end;
    turn_equal();
    std::reverse(run, run + end);
    while (end < left && !less_(run[end], run[end - 1])) ++end;
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

  // Keeps each run longer than the next two together, so that there are few and merges are balanced.
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
KeyKind CommonKind(const Value* keys, size_t count, Value (*part)(Value)) {
  KeyKind kind = KindOf(part(keys[0]));
  for (size_t i = 1; i < count && kind != KeyKind::kOther; ++i) {
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

uint64_t RankOf(Value v, KeyKind kind) {
  constexpr uint64_t kSign = uint64_t{1} << 63;
  switch (kind) {
    case KeyKind::kInt:
      return static_cast<uint64_t>(v.AsSmallInt()) ^ kSign;
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

Status SortCompared(Vm& vm, const Value* keys, Value* items, size_t count, bool reverse) {
  Scratch<Keyed> records(vm, count * 2);
  if (records.data() == nullptr) return vm.NoMemory(records.bytes());
  Keyed* data = records.data();
  for (size_t i = 0; i < count; ++i) data[i] = {items[i], keys[i]};
  // Turned around before and after, as CPython does it: equal items keep their order.
  if (reverse) std::reverse(data, data + count);
  NativeLess less{vm};
  bool sorted = MergeSorter<Keyed, NativeLess>(vm, data, count, data + count, less).Sort();
  if (!sorted && !vm.FailureIsCatchable()) return Failure{};
  if (reverse) std::reverse(data, data + count);
  for (size_t i = 0; i < count; ++i) items[i] = data[i].item;
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

// Sorts `items` by `keys` (which may be the same array). When an exception is raised they are left in
// some order, as in CPython; when it is a limit or lack of memory, in the old one.
Status SortNatively(Vm& vm, const Value* keys, Value* items, size_t count, bool reverse) {
  if (count < 2) return Done{};
  if (!vm.Tick(count)) return Failure{};
  KeyKind kind = CommonKind(keys, count, Whole);
  KeyKind first = kind == KeyKind::kTuple ? CommonKind(keys, count, FirstItem) : kind;
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

// Whether comparing this value never runs Python; `budget` nodes are looked at.
bool ComparesNatively(Value v, int depth) {
  if (!v.IsObject()) return true;
  switch (v.AsObject()->type) {
    case TypeId::kInt:
    case TypeId::kStr:
    case TypeId::kBytes:
    case TypeId::kByteArray:
    case TypeId::kComplex:
    case TypeId::kSet:
    case TypeId::kFrozenSet:
    case TypeId::kDict:
    case TypeId::kRange:
    case TypeId::kFunction:
      return true;
    case TypeId::kTuple:
    case TypeId::kNamedTuple: {
      Tuple* tuple = v.As<Tuple>();
      if (depth == 0 || tuple->size() > 256) return false;
      for (uint32_t i = 0; i < tuple->size(); ++i) {
        if (!ComparesNatively(tuple->items()[i], depth - 1)) return false;
      }
      return true;
    }
    case TypeId::kList: {
      List* list = v.As<List>();
      if (depth == 0 || list->size > 256) return false;
      for (uint64_t i = 0; i < list->size; ++i) {
        if (!ComparesNatively(list->items()[i], depth - 1)) return false;
      }
      return true;
    }
    default:
      return false;
  }
}

bool AllCompareNatively(const Value* keys, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (!ComparesNatively(keys[i], 3)) return false;
  }
  return true;
}

// ---- The task: keys are computed one after the other; comparisons that may run Python too

enum SortSlot : uint32_t {
  kList, kKey, kReverse, kResult,
  kItems,    // a List with the detached array
  kKeys,     // a List, the same one when there is no key function
  kIndex,    // of the next key; later where the block or pair of runs begins
  kOtherItems, kOtherKeys,  // Arrays: where merging writes
  kWidth, kLow, kMiddle, kHigh, kLeft, kRight, kTo,
  kSortSlots,
};

constexpr int64_t kBlock = 64;  // up to here as CPython does it: a run, then binary insertion

struct SortState {
  Vm& vm;
  Task& task;

  int64_t operator[](SortSlot slot) const { return task.slots[slot].AsSmallInt(); }
  void Set(SortSlot slot, int64_t value) { task.slots[slot] = Value::SmallInt(value); }
  void Add(SortSlot slot, int64_t more) { Set(slot, (*this)[slot] + more); }
  List* items() { return task.slots[kItems].As<List>(); }
  List* keys() { return task.slots[kKeys].As<List>(); }
  bool has_keys() { return task.slots[kKeys] != task.slots[kItems]; }
  int64_t count() { return static_cast<int64_t>(items()->size); }
  Value key(int64_t i) { return keys()->items()[i]; }
  // key(a) < key(b)
  Value Less(int64_t a, int64_t b) { return vm.Compare(CompareOp::kLt, key(a), key(b)); }

  void Reverse(int64_t start, int64_t end) {
    std::reverse(items()->items() + start, items()->items() + end);
    if (has_keys()) std::reverse(keys()->items() + start, keys()->items() + end);
  }
  // Moves item `from` down to `to`.
  void MoveDown(int64_t from, int64_t to) {
    auto move = [&](Value* values) { std::rotate(values + to, values + from, values + from + 1); };
    move(items()->items());
    if (has_keys()) move(keys()->items());
  }
  void Take(SortSlot from) {
    int64_t to = (*this)[kTo];
    task.slots[kOtherItems].As<Array>()->items()[to] = items()->items()[(*this)[from]];
    if (has_keys()) {
      task.slots[kOtherKeys].As<Array>()->items()[to] = keys()->items()[(*this)[from]];
    }
    Add(from, 1);
    Add(kTo, 1);
  }
  void SwapArrays() {
    std::swap(items()->array, task.slots[kOtherItems]);
    if (has_keys()) std::swap(keys()->array, task.slots[kOtherKeys]);
  }
  Status MakeOtherArrays() {
    // Of the same size, since they change places.
    Array* other_items = TRY(vm.NewArray(items()->capacity()));
    if (has_keys()) {
      Array* other_keys = TRY(vm.NewArray(keys()->capacity()));
      task.slots[kOtherKeys] = Value::Of(other_keys);
    }
    task.slots[kOtherItems] = Value::Of(other_items);
    return Done{};
  }

  // Whether the slots are such as this state leaves them: they may come from a snapshot that lies, or share a
  // list with the program.
  bool IsSound() {
    auto whole = [](List* list, int64_t room) {
      return list->size > 0 && list->array.IsObject() && list->capacity() >= list->size &&
             list->capacity() >= room;
    };
    const RawWord state = task.state & ~kRepeatAwait;
    if (state == 0) return true;
    if (!whole(items(), 1)) return false;
    int64_t n = count();
    SortState& s = *this;
    if (state == 1) {
      return keys()->array.IsObject() && keys()->capacity() >= n && s[kIndex] >= 0 && s[kIndex] < n;
    }
    if (state > 7 || keys()->size != items()->size || !whole(keys(), n)) return false;
    if (state < 4) return state == 2;
    for (uint32_t slot = kIndex; slot < kSortSlots; ++slot) {
      if (slot == kOtherItems || slot == kOtherKeys) continue;
      Value v = task.slots[slot];
      bool number = v.IsSmallInt() && v.AsSmallInt() >= 0;
      if (!number && !v.IsNone() && !v.IsBool()) return false;
    }
    auto room = [&](SortSlot slot, List* list) {
      Value other = task.slots[slot];
      return IsObjectOf(other, TypeId::kArray) && other.AsObject()->count == list->capacity();
    };
    if (!room(kOtherItems, items()) || (has_keys() && !room(kOtherKeys, keys()))) return false;
    bool block = s[kIndex] < s[kTo] && s[kTo] < s[kHigh] && s[kHigh] <= n;
    switch (state) {
      case 4:
      case 5:
        return block;
      case 6:
        return block && s[kIndex] <= s[kLow] && s[kLow] <= s[kMiddle] && s[kMiddle] < s[kRight] &&
               s[kRight] <= s[kTo];
      default:
        return s[kIndex] <= s[kLeft] && s[kLeft] < s[kMiddle] && s[kMiddle] <= s[kRight] &&
               s[kRight] < s[kHigh] && s[kHigh] <= n && s[kWidth] > 0 &&
               s[kTo] == s[kLeft] + s[kRight] - s[kMiddle];
    }
  }

  // Puts the items back; whether the list was as it had been left.
  bool PutBack() {
    List* list = task.slots[kList].As<List>();
    bool untouched = list->size == 0 && list->array.IsUndefined();
    list->array = items()->array;
    list->size = items()->size;
    return untouched;
  }
  Value Finish() {
    if (PutBack()) return task.slots[kResult];
    Heap::Overdraft list_is_back(vm.heap);
    return vm.ValueError("list modified during sort");
  }
  // An exception is pending: the list gets its items back before it travels on.
  Value Fail() {
    if (!vm.FailureIsCatchable()) return Value::Failed();
    Value exception = vm.TakeException();
    PutBack();
    return vm.Reraise(exception);
  }
};

}  // namespace

Value SortValues(Vm& vm, List* list, Value key, bool reverse, Value result) {
  if (key.IsNone() && (list->size < 2 || AllCompareNatively(list->items(), list->size))) {
    if (list->size > 1) {
      TRY(SortNatively(vm, list->items(), list->items(), list->size, reverse));
    }
    return result;
  }
  if (list->size == 0) return result;
  List* items = TRY(vm.NewList());
  Value keys = Value::Of(items);
  if (!key.IsNone()) keys = Value::Of(TRY(vm.NewList(static_cast<uint32_t>(list->size))));
  const Value none = Value::None();
  Value pushed = vm.PushTask(StepId::kSort,
                             {Value::Of(list), key, Value::Bool(reverse), result, Value::Of(items),
                              keys, Value::SmallInt(0), none, none, none, none, none, none, none,
                              none, none},
                             kTaskCatches);
  if (!pushed.IsPushed()) return pushed;
  items->array = list->array;
  items->size = list->size;
  list->array = Value::Undefined();
  list->size = 0;
  return pushed;
}

Value SortStep(Vm& vm, Task& task, Value in) {
  SortState sort{vm, task};
  if (!sort.IsSound()) return vm.Raise(TypeId::kSystemError, "damaged sort");
  Result<bool> answer = false;
  switch (task.state) {
    case 0:
      if (sort.has_keys()) {
        while (sort[kIndex] < sort.count()) {
          PYSUB_AWAIT(1, vm.Call(task.slots[kKey], {sort.items()->items()[sort[kIndex]]}));
          if (in.IsFailed()) return sort.Fail();
          sort.keys()->items()[sort[kIndex]] = in;  // there is room for all
          sort.Add(kIndex, 1);
        }
        sort.keys()->size = sort.items()->size;
      }
      task.state = 2;
      [[fallthrough]];
    case 2:
      if (AllCompareNatively(sort.keys()->items(), sort.keys()->size)) {
        Status status = SortNatively(vm, sort.keys()->items(), sort.items()->items(),
                                     sort.items()->size, task.slots[kReverse].IsTrue());
        return status.ok() ? sort.Finish() : sort.Fail();
      }
      if (!sort.MakeOtherArrays().ok()) return Value::Failed();
      if (task.slots[kReverse].IsTrue()) sort.Reverse(0, sort.count());
      sort.Set(kIndex, 0);
      task.state = 3;
      [[fallthrough]];
    case 3:
      // Blocks: first the run at the beginning of the block, then binary insertion.
      while (sort[kIndex] < sort.count()) {
        sort.Set(kHigh, std::min(sort[kIndex] + kBlock, sort.count()));
        sort.Set(kTo, sort[kIndex] + 1);
        if (sort[kTo] < sort[kHigh]) {
          PYSUB_AWAIT(4, sort.Less(sort[kTo], sort[kTo] - 1));
          if (in.IsFailed()) return sort.Fail();
          answer = vm.Truth(in);
          if (!answer.ok()) return sort.Fail();
          task.slots[kLeft] = Value::Bool(*answer);  // whether the run goes down
          sort.Add(kTo, 1);
          while (sort[kTo] < sort[kHigh]) {
            PYSUB_AWAIT(5, sort.Less(sort[kTo], sort[kTo] - 1));
            if (in.IsFailed()) return sort.Fail();
            answer = vm.Truth(in);
            if (!answer.ok()) return sort.Fail();
            if (*answer != task.slots[kLeft].IsTrue()) break;
            sort.Add(kTo, 1);
          }
          if (task.slots[kLeft].IsTrue()) sort.Reverse(sort[kIndex], sort[kTo]);
        }
        while (sort[kTo] < sort[kHigh]) {
          sort.Set(kLow, sort[kIndex]);
          sort.Set(kRight, sort[kTo]);
          while (sort[kLow] < sort[kRight]) {
            sort.Set(kMiddle, (sort[kLow] + sort[kRight]) / 2);
            PYSUB_AWAIT(6, sort.Less(sort[kTo], sort[kMiddle]));
            if (in.IsFailed()) return sort.Fail();
            answer = vm.Truth(in);
            if (!answer.ok()) return sort.Fail();
            if (*answer) {
              sort.Set(kRight, sort[kMiddle]);
            } else {
              sort.Set(kLow, sort[kMiddle] + 1);
            }
          }
          sort.MoveDown(sort[kTo], sort[kLow]);
          sort.Add(kTo, 1);
        }
        sort.Set(kIndex, sort[kHigh]);
      }
      // Runs of growing width are merged, from one pair of arrays to the other.
      sort.Set(kWidth, kBlock);
      while (sort[kWidth] < sort.count()) {
        sort.Set(kIndex, 0);
        sort.Set(kTo, 0);
        while (sort[kIndex] < sort.count()) {
          sort.Set(kLeft, sort[kIndex]);
          sort.Set(kMiddle, std::min(sort[kIndex] + sort[kWidth], sort.count()));
          sort.Set(kRight, sort[kMiddle]);
          sort.Set(kHigh, std::min(sort[kIndex] + 2 * sort[kWidth], sort.count()));
          while (sort[kLeft] < sort[kMiddle] && sort[kRight] < sort[kHigh]) {
            PYSUB_AWAIT(7, sort.Less(sort[kRight], sort[kLeft]));
            if (in.IsFailed()) return sort.Fail();
            answer = vm.Truth(in);
            if (!answer.ok()) return sort.Fail();
            sort.Take(*answer ? kRight : kLeft);
          }
          while (sort[kLeft] < sort[kMiddle]) sort.Take(kLeft);
          while (sort[kRight] < sort[kHigh]) sort.Take(kRight);
          sort.Set(kIndex, sort[kHigh]);
        }
        sort.SwapArrays();
        sort.Set(kWidth, sort[kWidth] * 2);
      }
      if (task.slots[kReverse].IsTrue()) sort.Reverse(0, sort.count());
  }
  return sort.Finish();
}

}  // namespace pysub
