#include "shell/commands/jq/order.h"

#include <algorithm>
#include <string_view>

#include "shell/commands/jq/number.h"
#include "shell/text_search.h"

namespace pysub::shell::jq {
namespace {

int RankOf(const Value& value) {
  switch (value.kind()) {
    case Kind::kNone: return 0;
    case Kind::kNull: return 1;
    case Kind::kFalse: return 2;
    case Kind::kTrue: return 3;
    case Kind::kNumber:
    case Kind::kLiteral: return 4;
    case Kind::kShort:
    case Kind::kString: return 5;
    case Kind::kArray: return 6;
    case Kind::kObject: return 7;
  }
  return 0;
}

int CompareText(const Value& a, const Value& b) {
  const int order = a.text().compare(b.text());
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

// Merges runs of `list` that get longer, in the order of `less`, which may end it by saying no.
template <typename T, typename Less>
void MergeSort(std::vector<T>* list, Less less) {
  std::vector<T> other(list->size());
  for (size_t width = 1; width < list->size(); width *= 2) {
    for (size_t from = 0; from < list->size(); from += 2 * width) {
      const size_t middle = std::min(from + width, list->size());
      const size_t end = std::min(from + 2 * width, list->size());
      size_t left = from, right = middle;
      for (size_t to = from; to < end; ++to) {
        const bool take_right =
            left == middle || (right < end && less((*list)[right], (*list)[left]));
        other[to] = take_right ? (*list)[right++] : (*list)[left++];
      }
    }
    list->swap(other);
  }
}

// Two containers of which some elements are known to be equal.
struct Pair {
  const Value* a;
  const Value* b;
  size_t next = 0;
  std::vector<const Entry*> a_entries, b_entries;
};

// Of values that are neither arrays nor objects, or not of one kind.
int CompareFlat(const Value& a, const Value& b) {
  const int x = RankOf(a), y = RankOf(b);
  if (x != y) return x < y ? -1 : 1;
  if (x == 4) return CompareNumbers(a, b);
  if (x == 5) return CompareText(a, b);
  return 0;
}

bool AreNested(const Value& a, const Value& b) {
  return a.kind() == b.kind() && (a.is_array() || a.is_object());
}

// Of the keys of two objects.
int Begin(Heap& heap, Pair* pair) {
  if (!pair->a->is_object()) return 0;
  pair->a_entries = SortedEntries(heap, *pair->a);
  pair->b_entries = SortedEntries(heap, *pair->b);
  const size_t size = std::min(pair->a_entries.size(), pair->b_entries.size());
  for (size_t i = 0; i < size; ++i) {
    const int order = CompareText(pair->a_entries[i]->key, pair->b_entries[i]->key);
    if (order != 0 || !heap.Spend(1)) return order;
  }
  if (pair->a_entries.size() == pair->b_entries.size()) return 0;
  return pair->a_entries.size() < pair->b_entries.size() ? -1 : 1;
}

}  // namespace

int Compare(Heap& heap, const Value& a, const Value& b) {
  if (!AreNested(a, b)) return CompareFlat(a, b);
  std::vector<Pair> stack;
  const Value* x = &a;
  const Value* y = &b;
  while (true) {
    if (AreNested(*x, *y)) {
      if (!heap.Spend(4 + stack.size() / 1024)) return 0;
      stack.push_back({.a = x, .b = y});
      if (const int order = Begin(heap, &stack.back())) return order;
    } else if (const int order = CompareFlat(*x, *y)) {
      return order;
    }
    while (true) {
      if (stack.empty()) return 0;
      Pair& top = stack.back();
      if (!heap.Spend(1)) return 0;
      if (top.a->is_object()) {
        if (top.next < top.a_entries.size()) {
          x = &top.a_entries[top.next]->value;
          y = &top.b_entries[top.next++]->value;
          break;
        }
      } else if (top.next < top.a->size() && top.next < top.b->size()) {
        x = &top.a->at(top.next);
        y = &top.b->at(top.next++);
        break;
      } else if (top.a->size() != top.b->size()) {
        return top.a->size() < top.b->size() ? -1 : 1;
      }
      stack.pop_back();
    }
  }
}

bool Equal(Heap& heap, const Value& a, const Value& b) {
  if (a.is_string() && b.is_string()) return SameText(a, b);
  if (AreNested(a, b)) {
    // (NaN is equal to nothing, itself included: what is the same may still differ.)
    if (a.is_array() ? a.size() != b.size() : a.count() != b.count()) return false;
  }
  return Compare(heap, a, b) == 0;
}

std::vector<const Entry*> SortedEntries(Heap& heap, const Value& object) {
  std::vector<const Entry*> entries;
  const auto bytes = static_cast<int64_t>(16 * object.count());
  const bool has_room = heap.Charge(bytes);
  heap.Charge(-bytes);
  if (!has_room) return entries;
  entries.reserve(object.count());
  for (size_t i = 0; i < object.slots(); ++i) {
    if (!object.entries()[i].key.is_none()) entries.push_back(&object.entries()[i]);
  }
  const auto less = [&](const Entry* x, const Entry* y) {
    return heap.Spend(2) && CompareText(x->key, y->key) < 0;
  };
  if (!std::is_sorted(entries.begin(), entries.end(), less)) MergeSort(&entries, less);
  return entries;
}

std::vector<uint32_t> SortedOrder(Heap& heap, const Value& keys) {
  std::vector<uint32_t> order;
  if (!heap.Charge(static_cast<int64_t>(8 * keys.size()))) {
    heap.Charge(-static_cast<int64_t>(8 * keys.size()));
    return order;
  }
  order.resize(keys.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto less = [&](uint32_t x, uint32_t y) {
    return heap.Spend(2) && Compare(heap, keys.at(x), keys.at(y)) < 0;
  };
  MergeSort(&order, less);
  heap.Charge(-static_cast<int64_t>(8 * keys.size()));
  return order;
}

namespace {

// One element of `b` that `a` must have: of an array any of a's elements, one after the other.
struct Wanted {
  const Value* a;
  const Value* b;
  size_t b_next = 0;  // element of b
  size_t a_next = 0;  // candidate of a
};

enum class Flat : uint8_t { kNo, kYes, kNested };

Flat ContainsFlat(Heap& heap, const Value& a, const Value& b) {
  if (AreNested(a, b)) return Flat::kNested;
  if (a.is_string() && b.is_string()) {
    const auto tick = [&](uint64_t work) { return heap.Spend(work); };
    return FindText(a.text(), b.text(), 0, tick) != std::string_view::npos ? Flat::kYes : Flat::kNo;
  }
  return Equal(heap, a, b) ? Flat::kYes : Flat::kNo;
}

}  // namespace

bool Contains(Heap& heap, const Value& a, const Value& b, bool* differ) {
  const auto same_kind = [](const Value& x, const Value& y) {
    return RankOf(x) == RankOf(y) || (x.is_bool() && y.is_bool());
  };
  *differ = !same_kind(a, b);
  if (*differ) return false;
  Flat result = ContainsFlat(heap, a, b);
  if (result != Flat::kNested) return result == Flat::kYes;
  std::vector<Wanted> stack{{.a = &a, .b = &b}};
  // `result` of what was on top of the stack, when it is not kNested.
  while (!stack.empty() && heap.Spend(2)) {
    Wanted& top = stack.back();
    if (top.a->is_object()) {
      if (result == Flat::kYes) ++top.b_next;
      if (result == Flat::kNo) {
        stack.pop_back();
        continue;
      }
      while (top.b_next < top.b->slots() && top.b->entries()[top.b_next].key.is_none())
        ++top.b_next;
      if (top.b_next == top.b->slots()) {
        result = Flat::kYes;
        stack.pop_back();
        continue;
      }
      const Entry& entry = top.b->entries()[top.b_next];
      const Value* mine = top.a->Find(entry.key);
      if (mine == nullptr || !same_kind(*mine, entry.value)) {
        result = mine != nullptr && Equal(heap, *mine, entry.value) ? Flat::kYes : Flat::kNo;
        continue;
      }
      result = ContainsFlat(heap, *mine, entry.value);
      if (result == Flat::kNested) stack.push_back({.a = mine, .b = &entry.value});
      continue;
    }
    if (result == Flat::kYes) {
      ++top.b_next;
      top.a_next = 0;
    } else if (result == Flat::kNo) {
      ++top.a_next;
    }
    if (top.b_next == top.b->size() || top.a_next == top.a->size()) {
      result = top.b_next == top.b->size() ? Flat::kYes : Flat::kNo;
      stack.pop_back();
      continue;
    }
    const Value& x = top.a->at(top.a_next);
    const Value& y = top.b->at(top.b_next);
    result = same_kind(x, y) ? ContainsFlat(heap, x, y) : Flat::kNo;
    if (result == Flat::kNested) stack.push_back({.a = &x, .b = &y});
  }
  return result == Flat::kYes;
}

}  // namespace pysub::shell::jq
