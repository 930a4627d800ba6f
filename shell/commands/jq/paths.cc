// Parts of values: getting, setting, deleting.

#include <algorithm>
#include <cmath>
#include <deque>
#include <vector>

#include "shell/commands/jq/json_writer.h"
#include "shell/commands/jq/natives.h"
#include "shell/commands/jq/order.h"
#include "shell/commands/jq/text.h"

namespace pysub::shell::jq {
namespace {

constexpr std::string_view kBadSlice = "Array/string slice indices must be integers";
constexpr double kMostIndex = 536870911;

std::string CannotIndex(Heap& heap, const Value& from, const Value& key) {
  return "Cannot index " + std::string(KindName(from)) + " with " + Describe(heap, key);
}

// False: they are no numbers.
bool SliceBounds(const Value& begin, const Value& end, size_t size, size_t* from, size_t* to) {
  if ((!begin.is_null() && !begin.is_number()) || (!end.is_null() && !end.is_number()))
    return false;
  const auto length = static_cast<double>(size);
  double first = begin.is_null() ? 0 : begin.number();
  double last = end.is_null() ? length : end.number();
  if (std::isnan(first)) first = 0;
  if (std::isnan(last)) last = length;
  if (first < 0) first += length;
  if (last < 0) last += length;
  first = std::min(std::max(first, 0.0), length);
  last = std::min(std::max(last, 0.0), length);
  // (Rounded first: [2.7:2.1] has an element, [2.5:2] has none.)
  *from = static_cast<size_t>(std::floor(first));
  *to = std::max(*from, static_cast<size_t>(std::ceil(last)));
  return true;
}

// The bounds in a key of a slice: {"start": ..., "end": ...}.
bool KeyBounds(Heap& heap, const Value& key, Value* begin, Value* end) {
  const Value* start = key.Find(heap.String("start"));
  const Value* stop = key.Find(heap.String("end"));
  if (start == nullptr || stop == nullptr) return false;
  *begin = *start;
  *end = *stop;
  return true;
}

Value ArrayIndices(Heap& heap, const Value& a, const Value& b) {
  Value result = Value::EmptyArray();
  for (size_t i = 0; b.size() > 0 && i + b.size() <= a.size(); ++i) {
    bool same = true;
    for (size_t j = 0; j < b.size() && same && heap.Spend(1); ++j) {
      same = Equal(heap, a.at(i + j), b.at(j));
    }
    if (same) heap.Push(&result, Value::Number(static_cast<double>(i)));
  }
  return result;
}

// Where a key leads in *at, which becomes the caller's own; what is not there is made. Null:
// *error.
Value* SlotFor(Heap& heap, Value* at, const Value& key, std::string* error) {
  if (key.is_string() && (at->is_object() || at->is_null())) {
    if (at->is_null()) *at = Value::EmptyObject();
    return heap.Slot(at, key);
  }
  if (key.is_number() && (at->is_array() || at->is_null())) {
    double index = key.number();
    if (std::isnan(index)) {
      *error = "Cannot set array element at NaN index";
      return nullptr;
    }
    if (at->is_null()) *at = Value::EmptyArray();
    index = std::trunc(index);
    if (index < 0) index += static_cast<double>(at->size());
    if (index < 0) *error = "Out of bounds negative array index";
    if (index > kMostIndex) *error = "Array index too large";
    if (!error->empty()) return nullptr;
    const auto place = static_cast<size_t>(index);
    return heap.Own(at, place + 1) ? &at->items()[place] : nullptr;
  }
  *error = key.is_array() && at->is_array() ? "Cannot update field at array index of array"
                                            : CannotIndex(heap, *at, key);
  return nullptr;
}

// False: *error.
bool SetSlice(Heap& heap, Value* target, const Value& key, const Value& value, std::string* error) {
  if (target->is_null()) *target = Value::EmptyArray();
  Value begin, end;
  size_t from = 0, to = 0;
  if (target->is_string()) {
    *error = "Cannot update string slices";
  } else if (!target->is_array()) {
    *error = "Cannot update field at object index of " + std::string(KindName(*target));
  } else if (!KeyBounds(heap, key, &begin, &end) ||
             !SliceBounds(begin, end, target->size(), &from, &to)) {
    *error = kBadSlice;
  } else if (!value.is_array()) {
    *error = "A slice of an array can only be assigned another array";
  }
  if (!error->empty()) return false;
  Value result = heap.Slice(*target, 0, from);
  for (size_t i = 0; i < value.size() && heap.Spend(1); ++i) heap.Push(&result, value.at(i));
  for (size_t i = to; i < target->size() && heap.Spend(1); ++i) heap.Push(&result, target->at(i));
  *target = std::move(result);
  return true;
}

bool SetPath(Heap& heap, Value* root, const Value& path, Value value, std::string* error) {
  struct Pending {
    Value* target;
    Value key;
    Value part;
  };
  std::deque<Pending> slices;
  Value* at = root;
  for (size_t i = 0; i < path.size(); ++i) {
    if (!heap.Spend(1)) return false;
    const Value& key = path.at(i);
    if (key.is_object() && (at->is_array() || at->is_null() || at->is_string())) {
      Value part = GetIndex(heap, *at, key, error);
      if (part.is_none()) return false;
      slices.push_back({at, key, std::move(part)});
      at = &slices.back().part;
      continue;
    }
    at = SlotFor(heap, at, key, error);
    if (at == nullptr) return false;
  }
  *at = std::move(value);
  for (; !slices.empty(); slices.pop_back()) {
    Pending& last = slices.back();
    if (!SetSlice(heap, last.target, last.key, last.part, error)) return false;
  }
  return true;
}

Value SetPathNative(NativeContext& c, Value* args) {
  if (!args[1].is_array()) return c.Fail("Path must be specified as an array");
  std::string error;
  Value root = std::move(args[0]);
  if (SetPath(c.heap, &root, args[1], std::move(args[2]), &error)) return root;
  return c.Fail(error);
}

// ---- deleting
bool DeleteElements(Heap& heap, Value* array, const std::vector<const Value*>& keys,
                    std::string* error) {
  std::vector<bool> gone(array->size());
  for (const Value* key : keys) {
    size_t from = 0, to = 0;
    Value begin, end;
    if (key->is_number()) {
      double index = std::trunc(key->number());
      if (index < 0) index += static_cast<double>(array->size());
      if (!(index >= 0 && index < static_cast<double>(array->size()))) continue;
      from = static_cast<size_t>(index);
      to = from + 1;
    } else if (!key->is_object()) {
      *error = "Cannot delete " + std::string(KindName(*key)) + " element of array";
      return false;
    } else if (!KeyBounds(heap, *key, &begin, &end) ||
               !SliceBounds(begin, end, array->size(), &from, &to)) {
      *error = kBadSlice;
      return false;
    }
    for (size_t i = from; i < to && heap.Spend(1); ++i) gone[i] = true;
  }
  if (!heap.Own(array, 0)) return true;
  size_t kept = 0;
  for (size_t i = 0; i < array->size(); ++i) {
    if (!gone[i]) array->items()[kept++].Swap(array->items()[i]);
  }
  heap.Spend(array->size() / 4);
  heap.Truncate(array, kept);
  return true;
}

bool DeleteKeys(Heap& heap, Value* from, const std::vector<const Value*>& keys,
                std::string* error) {
  if (from->is_null()) return true;
  if (from->is_array()) return DeleteElements(heap, from, keys, error);
  if (!from->is_object()) {
    *error = "Cannot delete fields from " + std::string(KindName(*from));
    return false;
  }
  for (const Value* key : keys) {
    if (!key->is_string()) {
      *error = "Cannot delete " + std::string(KindName(*key)) + " field of object";
      return false;
    }
    heap.Remove(from, *key);
    if (!heap.Spend(1)) break;
  }
  return true;
}

bool SameParent(Heap& heap, const Value& a, const Value& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i + 1 < a.size(); ++i) {
    if (!heap.Spend(1) || !Equal(heap, a.at(i), b.at(i))) return false;
  }
  return true;
}

// Deletes several keys of one container.
bool DeleteFrom(Heap& heap, Value* root, const Value& path, const std::vector<const Value*>& keys,
                std::string* error) {
  const Value parent = heap.Slice(path, 0, path.size() - 1);
  Value container = GetPath(heap, *root, parent, error);
  if (container.is_none()) return false;
  if (container.is_null()) return true;
  // Nobody else has it while it is changed. (A slice is a copy, and takes nothing but an array.)
  const bool is_slice = parent.size() > 0 && parent.at(parent.size() - 1).is_object();
  if (!is_slice && !SetPath(heap, root, parent, Value::Null(), error)) return false;
  if (!DeleteKeys(heap, &container, keys, error)) return false;
  return SetPath(heap, root, parent, std::move(container), error);
}

bool StartsWith(Heap& heap, const Value& path, const Value& start) {
  if (path.size() < start.size()) return false;
  for (size_t i = 0; i < start.size(); ++i) {
    if (!heap.Spend(1) || !Equal(heap, path.at(i), start.at(i))) return false;
  }
  return true;
}

// The order of paths without those below another one, which follow that: all of it goes.
std::vector<uint32_t> Outermost(Heap& heap, const Value& paths) {
  std::vector<uint32_t> order = SortedOrder(heap, paths);
  size_t kept = 0;
  for (const uint32_t one : order) {
    if (!heap.Spend(1)) break;
    if (kept > 0 && StartsWith(heap, paths.at(one), paths.at(order[kept - 1]))) continue;
    order[kept++] = one;
  }
  order.resize(kept);
  return order;
}

Value DeletePaths(NativeContext& c, Value* args) {
  Heap& heap = c.heap;
  const Value& paths = args[1];
  if (!paths.is_array()) return c.Fail("Paths must be specified as an array");
  bool is_all = false;
  for (size_t i = 0; i < paths.size() && heap.Spend(1); ++i) {
    if (!paths.at(i).is_array()) {
      return c.Fail("Path must be specified as array, not " + std::string(KindName(paths.at(i))));
    }
    is_all |= paths.at(i).size() == 0;
  }
  if (is_all) return Value::Null();
  // The longest first; those of one container stand beside each other.
  std::vector<uint32_t> order = Outermost(heap, paths);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return paths.at(a).size() > paths.at(b).size(); });
  Value root = std::move(args[0]);
  for (size_t i = 0; i < order.size() && heap.Spend(1);) {
    const Value& path = paths.at(order[i]);
    std::vector<const Value*> keys;
    for (; i < order.size() && SameParent(heap, path, paths.at(order[i])); ++i) {
      const Value& one = paths.at(order[i]);
      keys.push_back(&one.at(one.size() - 1));
    }
    std::string error;
    if (!DeleteFrom(heap, &root, path, keys, &error)) return c.Fail(error);
  }
  return root;
}

Value GetPathNative(NativeContext& c, Value* args) {
  std::string error;
  Value value = GetPath(c.heap, args[0], args[1], &error);
  return value.is_none() ? c.Fail(error) : value;
}

constexpr NativeRow kRows[] = {
    {"setpath", 2, SetPathNative},
    {"delpaths", 1, DeletePaths},
    {"_getpath", 1, GetPathNative},
};

}  // namespace

Value SliceKey(Heap& heap, const Value& begin, const Value& end) {
  Value key = heap.Object(2);
  heap.Set(&key, heap.String("start"), begin);
  heap.Set(&key, heap.String("end"), end);
  return key;
}

Value GetIndex(Heap& heap, const Value& from, const Value& key, std::string* error) {
  if (from.is_object() && key.is_string()) {
    const Value* found = from.Find(key);
    return found == nullptr ? Value::Null() : *found;
  }
  if (from.is_array() && key.is_number()) {
    double index = std::trunc(key.number());
    if (index < 0) index += static_cast<double>(from.size());
    const bool inside = index >= 0 && index < static_cast<double>(from.size());
    return inside ? from.at(static_cast<size_t>(index)) : Value::Null();
  }
  if (key.is_object() && (from.is_array() || from.is_string())) {
    Value begin, end;
    if (!KeyBounds(heap, key, &begin, &end)) {
      *error = kBadSlice;
      return Value();
    }
    return GetSlice(heap, from, begin, end, error);
  }
  if (from.is_array() && key.is_array()) return ArrayIndices(heap, from, key);
  if (from.is_null() && (key.is_string() || key.is_number() || key.is_object())) {
    return Value::Null();
  }
  *error = CannotIndex(heap, from, key);
  return Value();
}

Value GetSlice(Heap& heap, const Value& from, const Value& begin, const Value& end,
               std::string* error) {
  if (from.is_null()) return Value::Null();
  size_t first = 0, last = 0;
  if (!from.is_array() && !from.is_string()) {
    *error = CannotIndex(heap, from, SliceKey(heap, begin, end));
    return Value();
  }
  const size_t size = from.is_array() ? from.size() : TextLength(from.text());
  if (!SliceBounds(begin, end, size, &first, &last)) {
    *error = kBadSlice;
    return Value();
  }
  if (from.is_array()) return heap.Slice(from, first, last);
  const std::string_view text = from.text();
  heap.Spend(text.size() / 8);
  const size_t start = OffsetOf(text, first);
  const size_t stop = start + OffsetOf(text.substr(start), last - first);
  return heap.String(text.substr(start, stop - start));
}

Value GetPath(Heap& heap, const Value& from, const Value& path, std::string* error) {
  if (!path.is_array()) {
    *error = "Path must be specified as an array";
    return Value();
  }
  Value at = from;
  for (size_t i = 0; i < path.size() && heap.Spend(1); ++i) {
    // (Below null all is null, but for keys that nothing has.)
    at = GetIndex(heap, at, path.at(i), error);
    if (at.is_none()) return at;
  }
  return at;
}

std::span<const NativeRow> PathNatives() { return kRows; }

}  // namespace pysub::shell::jq
