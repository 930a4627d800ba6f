// Functions of arrays and objects as a whole.

#include <algorithm>
#include <cmath>
#include <vector>

#include "shell/commands/jq/json_writer.h"
#include "shell/commands/jq/natives.h"
#include "shell/commands/jq/number.h"
#include "shell/commands/jq/order.h"
#include "shell/commands/jq/text.h"

namespace pysub::shell::jq {
namespace {

Value Length(NativeContext& c, Value* args) {
  const Value& value = args[0];
  switch (value.kind()) {
    case Kind::kNone:
    case Kind::kNull: return Value::Number(0);
    case Kind::kFalse:
    case Kind::kTrue: return c.FailWith(value, "has no length");
    case Kind::kNumber: return Value::Number(std::fabs(value.number()));
    case Kind::kLiteral: return value.number() < 0 ? Negated(c.heap, value) : value;
    case Kind::kShort:
    case Kind::kString:
      c.heap.Spend(value.text().size() / 8);
      return Value::Number(static_cast<double>(TextLength(value.text())));
    case Kind::kArray: return Value::Number(static_cast<double>(value.size()));
    case Kind::kObject: return Value::Number(static_cast<double>(value.count()));
  }
  return Value::Null();
}

Value KeysOf(NativeContext& c, const Value& value, bool sorted) {
  if (!value.is_array() && !value.is_object()) return c.FailWith(value, "has no keys");
  Value keys = c.heap.Array(value.is_array() ? value.size() : value.count());
  if (value.is_array()) {
    for (size_t i = 0; i < value.size() && c.heap.Spend(1); ++i) {
      c.heap.Push(&keys, Value::Number(static_cast<double>(i)));
    }
  } else if (sorted) {
    for (const Entry* entry : SortedEntries(c.heap, value)) c.heap.Push(&keys, entry->key);
  } else {
    for (size_t i = 0; i < value.slots() && c.heap.Spend(1); ++i) {
      if (!value.entries()[i].key.is_none()) c.heap.Push(&keys, value.entries()[i].key);
    }
  }
  return keys;
}
Value Keys(NativeContext& c, Value* args) { return KeysOf(c, args[0], true); }
Value KeysUnsorted(NativeContext& c, Value* args) { return KeysOf(c, args[0], false); }

Value HasKey(NativeContext& c, const Value& value, const Value& key) {
  if (value.is_object() && key.is_string()) return Value::Bool(value.Find(key) != nullptr);
  if (value.is_array() && key.is_number()) {
    const double index = key.number();
    return Value::Bool(std::trunc(index) >= 0 &&
                       std::trunc(index) < static_cast<double>(value.size()));
  }
  if (value.is_null()) return Value::Bool(false);
  return c.Fail("Cannot check whether " + std::string(KindName(value)) + " has a " +
                std::string(KindName(key)) + " key");
}
Value Has(NativeContext& c, Value* args) { return HasKey(c, args[0], args[1]); }

Value ContainsNative(NativeContext& c, Value* args) {
  bool differ = false;
  const bool contains = Contains(c.heap, args[0], args[1], &differ);
  if (differ) return c.FailWith(args[0], args[1], "cannot have their containment checked");
  return Value::Bool(contains);
}

// ---- order
bool IsArray(NativeContext& c, const Value& value, std::string_view message) {
  if (value.is_array()) return true;
  c.FailWith(value, message);
  return false;
}
constexpr std::string_view kNotSorted = "cannot be sorted, as it is not an array";

Value Picked(Heap& heap, const Value& from, const std::vector<uint32_t>& order) {
  Value result = heap.Array(order.size());
  for (uint32_t at : order) heap.Push(&result, from.at(at));
  return result;
}

bool HasKeysFor(NativeContext& c, const Value* args) {
  if (args[0].is_array() && args[1].is_array() && args[0].size() == args[1].size()) return true;
  c.FailWith(args[0], args[1], "cannot be sorted, as they are not both arrays");
  return false;
}

Value Sort(NativeContext& c, Value* args) {
  if (!IsArray(c, args[0], kNotSorted)) return Value();
  return Picked(c.heap, args[0], SortedOrder(c.heap, args[0]));
}

Value SortBy(NativeContext& c, Value* args) {
  if (!HasKeysFor(c, args)) return Value();
  return Picked(c.heap, args[0], SortedOrder(c.heap, args[1]));
}

// Elements whose keys are equal, as arrays or the first of each.
Value Groups(NativeContext& c, const Value& from, const Value& keys, bool first_only) {
  Value result = Value::EmptyArray();
  Value group = Value::EmptyArray();
  const std::vector<uint32_t> order = SortedOrder(c.heap, keys);
  for (size_t i = 0; i < order.size() && c.heap.Spend(1); ++i) {
    const bool fresh = i == 0 || !Equal(c.heap, keys.at(order[i - 1]), keys.at(order[i]));
    if (first_only) {
      if (fresh) c.heap.Push(&result, from.at(order[i]));
      continue;
    }
    if (fresh && i > 0) {
      c.heap.Push(&result, std::move(group));
      group = Value::EmptyArray();
    }
    c.heap.Push(&group, from.at(order[i]));
  }
  if (!first_only && !order.empty()) c.heap.Push(&result, std::move(group));
  return result;
}
Value GroupBy(NativeContext& c, Value* args) {
  return HasKeysFor(c, args) ? Groups(c, args[0], args[1], false) : Value();
}
Value UniqueBy(NativeContext& c, Value* args) {
  return HasKeysFor(c, args) ? Groups(c, args[0], args[1], true) : Value();
}
Value Unique(NativeContext& c, Value* args) {
  if (!IsArray(c, args[0], kNotSorted)) return Value();
  return Groups(c, args[0], args[0], true);
}

Value Extreme(NativeContext& c, const Value& from, const Value& keys, bool least) {
  if (from.size() == 0) return Value::Null();
  size_t best = 0;
  for (size_t i = 1; i < from.size() && c.heap.Spend(1); ++i) {
    const int order = Compare(c.heap, keys.at(i), keys.at(best));
    if ((order < 0) == least) best = i;
  }
  return from.at(best);
}
constexpr std::string_view kNotIterated = "cannot be iterated over";
bool BothIterated(NativeContext& c, const Value* args) {
  if (args[0].is_array() && args[1].is_array() && args[0].size() == args[1].size()) return true;
  c.FailWith(args[0], args[1], kNotIterated);
  return false;
}
Value Min(NativeContext& c, Value* args) {
  Value both[2] = {args[0], args[0]};
  return BothIterated(c, both) ? Extreme(c, args[0], args[0], true) : Value();
}
Value Max(NativeContext& c, Value* args) {
  Value both[2] = {args[0], args[0]};
  return BothIterated(c, both) ? Extreme(c, args[0], args[0], false) : Value();
}
Value MinBy(NativeContext& c, Value* args) {
  return BothIterated(c, args) ? Extreme(c, args[0], args[1], true) : Value();
}
Value MaxBy(NativeContext& c, Value* args) {
  return BothIterated(c, args) ? Extreme(c, args[0], args[1], false) : Value();
}

Value Reverse(NativeContext& c, Value* args) {
  if (!args[0].is_array()) return Value::EmptyArray();
  Value* array = &args[0];
  if (c.heap.Own(array, 0) && array->size() > 1) {
    c.heap.Spend(array->size() / 4);
    std::reverse(array->items(), array->items() + array->size());
  }
  return std::move(args[0]);
}

Value BinarySearch(NativeContext& c, Value* args) {
  if (!IsArray(c, args[0], "cannot be searched from")) return Value();
  size_t low = 0, high = args[0].size();
  while (low < high && c.heap.Spend(1)) {
    const size_t middle = low + (high - low) / 2;
    const int order = Compare(c.heap, args[0].at(middle), args[1]);
    if (order == 0) return Value::Number(static_cast<double>(middle));
    if (order < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return Value::Number(-1 - static_cast<double>(low));
}

// ---- shapes
Value Flatten(NativeContext& c, Value* args) {
  struct Open {
    Value container;
    size_t next = 0;
  };
  if (!args[0].is_array() && !args[0].is_object()) {
    return c.Fail("Cannot iterate over " + Describe(c.heap, args[0]));
  }
  const bool has_depth = args[1].is_number();
  const double depth = has_depth ? args[1].number() : 0;
  Value result = Value::EmptyArray();
  std::vector<Open> stack{{args[0]}};
  while (!stack.empty() && c.heap.Spend(1)) {
    Open& top = stack.back();
    const bool is_array = top.container.is_array();
    if (top.next >= (is_array ? top.container.size() : top.container.slots())) {
      stack.pop_back();
      continue;
    }
    const size_t at = top.next++;
    if (!is_array && top.container.entries()[at].key.is_none()) continue;
    const Value item = is_array ? top.container.at(at) : top.container.entries()[at].value;
    if (item.is_array() && !has_depth) {
      return c.FailWith(args[1], Value::Number(1), "cannot be subtracted");
    }
    // (A negative depth is never used up.)
    if (item.is_array() && static_cast<double>(stack.size()) != depth + 1) {
      stack.push_back({item});
    } else {
      c.heap.Push(&result, item);
    }
  }
  return result;
}

Value ToEntries(NativeContext& c, Value* args) {
  Value keys = KeysOf(c, args[0], false);
  if (keys.is_none()) return keys;
  if (!args[0].is_object()) {
    if (keys.size() == 0) return keys;
    return c.Fail("Cannot index array with number (0)");
  }
  Heap& heap = c.heap;
  const Value key_name = heap.String("key"), value_name = heap.String("value");
  Value result = heap.Array(args[0].count());
  for (size_t i = 0; i < args[0].slots() && heap.Spend(1); ++i) {
    const Entry& entry = args[0].entries()[i];
    if (entry.key.is_none()) continue;
    Value pair = heap.Object(2);
    heap.Set(&pair, key_name, entry.key);
    heap.Set(&pair, value_name, entry.value);
    heap.Push(&result, std::move(pair));
  }
  return result;
}

// Where one array stands in another.
Value ArrayIndices(NativeContext& c, Value* args) {
  const Value &a = args[0], &b = args[1];
  Value result = Value::EmptyArray();
  if (b.size() == 0) return result;
  for (size_t i = 0; i + b.size() <= a.size(); ++i) {
    bool same = true;
    for (size_t j = 0; j < b.size() && same && c.heap.Spend(1); ++j) {
      same = Equal(c.heap, a.at(i + j), b.at(j));
    }
    if (same) c.heap.Push(&result, Value::Number(static_cast<double>(i)));
  }
  return result;
}

Value Type(NativeContext& c, Value* args) { return c.heap.String(KindName(args[0])); }

Value Tojson(NativeContext& c, Value* args) { return ToJson(c.heap, args[0]); }

constexpr NativeRow kRows[] = {
    {"length", 0, Length},
    {"keys", 0, Keys},
    {"keys_unsorted", 0, KeysUnsorted},
    {"has", 1, Has},
    {"contains", 1, ContainsNative},
    {"sort", 0, Sort},
    {"_sort_by", 1, SortBy},
    {"_group_by", 1, GroupBy},
    {"unique", 0, Unique},
    {"_unique_by", 1, UniqueBy},
    {"min", 0, Min},
    {"max", 0, Max},
    {"_min_by", 1, MinBy},
    {"_max_by", 1, MaxBy},
    {"_reverse", 0, Reverse},
    {"bsearch", 1, BinarySearch},
    {"_flatten", 1, Flatten},
    {"_to_entries", 0, ToEntries},
    {"_indices", 1, ArrayIndices},
    {"type", 0, Type},
    {"tojson", 0, Tojson},
};

}  // namespace

std::span<const NativeRow> ArrayNatives() { return kRows; }

}  // namespace pysub::shell::jq
