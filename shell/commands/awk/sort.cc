// The order of arrays: asort, asorti, PROCINFO["sorted_in"].

#include <algorithm>
#include <cmath>

#include "shell/commands/awk/machine.h"

namespace pysub::shell::awk {
namespace {

enum class By : uint8_t { kIndexText, kIndexNumber, kValueText, kValueNumber, kValueType };

struct Order {
  By by;
  bool descending;
};

std::optional<Order> OrderOf(std::string_view how) {
  struct Row {
    std::string_view name;
    By by;
  };
  constexpr Row kRows[] = {{"@ind_str_", By::kIndexText},
                           {"@ind_num_", By::kIndexNumber},
                           {"@val_str_", By::kValueText},
                           {"@val_num_", By::kValueNumber},
                           {"@val_type_", By::kValueType}};
  for (const Row& row : kRows) {
    if (how == std::string(row.name) + "asc") return Order{row.by, false};
    if (how == std::string(row.name) + "desc") return Order{row.by, true};
  }
  return std::nullopt;
}

// What is compared of an element.
struct Item {
  std::string index;
  double index_number = 0;
  Value key;
  Value value;
  std::string text;  // of the value, when that is asked for
};

// Numbers come before texts, texts before arrays.
int TypeRank(const Value& value) {
  if (value.kind() == Kind::kArray) return 3;
  if (IsUnset(value) || value.kind() == Kind::kUntyped) return 0;
  return IsNumeric(value) ? 1 : 2;
}

// What is no number comes behind all others.
int Sign(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) - std::isnan(b);
  return a < b ? -1 : a > b ? 1 : 0;
}

int CompareItems(const Item& a, const Item& b, By by) {
  const bool by_index = by == By::kIndexText || by == By::kIndexNumber;
  const bool left = a.value.kind() == Kind::kArray, right = b.value.kind() == Kind::kArray;
  if (!by_index && (left || right)) by = By::kValueType;  // arrays come last
  int sign = 0;
  switch (by) {
    case By::kIndexText: sign = a.index.compare(b.index); break;
    case By::kIndexNumber: sign = Sign(a.index_number, b.index_number); break;
    case By::kValueText: sign = a.text.compare(b.text); break;
    case By::kValueNumber:
      sign = Sign(ToNumber(a.value), ToNumber(b.value));
      if (sign == 0) sign = a.text.compare(b.text);
      break;
    case By::kValueType:
      sign = TypeRank(a.value) - TypeRank(b.value);
      if (sign == 0) {
        sign = TypeRank(a.value) == 1 ? Sign(ToNumber(a.value), ToNumber(b.value))
                                      : a.text.compare(b.text);
      }
      break;
  }
  if (sign != 0) return sign;
  // Whole numbers that are subscripts stay as they stood, downwards, too.
  const bool whole = a.key.kind() == Kind::kNumber && b.key.kind() == Kind::kNumber;
  return whole ? 0 : a.index.compare(b.index);
}

}  // namespace

bool Machine::SortedIn(std::string* how) {
  const Value& info = globals_[static_cast<size_t>(kProcinfo)];
  if (info.kind() != Kind::kArray) return false;
  const Value* order = info.array()->Find(Key::OfText("sorted_in"));
  if (order == nullptr || !order->IsText()) return false;
  *how = order->str()->view();
  return !how->empty() && *how != "@unsorted";
}

// The stack and the frames go on above what is there, and compare_floor_ says where Execute() has
// to come back. Neither input nor output may make it wait.
bool Machine::CallCompare(int32_t function, std::array<Value, 4> arguments, double* result) {
  constexpr int kMostInside = 4;
  if (comparing_ >= kMostInside) {
    Fatal("functions that compare are nested too deeply");
    return false;
  }
  if (!GrowStack()) return false;
  const int32_t pc = pc_;
  const size_t floor = std::exchange(compare_floor_, frames_.size());
  ++comparing_;
  for (Value& argument : arguments) Push(std::move(argument));
  Flow flow = CallFunction(*io_, function, 4);
  if (flow == Flow::kJumped) flow = Execute(*io_);
  --comparing_;
  compare_floor_ = floor;
  pc_ = pc;
  if (flow == Flow::kReturned) {
    *result = ToNumber(Top());
    Drop(1);
    return heap_->ok();
  }
  if (flow != Flow::kStop) Fatal("a function that compares cannot wait");
  return false;
}

namespace {

// Neighbours are merged, then neighbours of these: an order that contradicts itself does no harm.
template <typename Before>
bool MergeSort(std::vector<Item>* items, Before before) {
  std::vector<Item> other(items->size());
  for (size_t width = 1; width < items->size(); width *= 2) {
    for (size_t begin = 0; begin < items->size(); begin += 2 * width) {
      size_t left = begin, right = std::min(begin + width, items->size());
      const size_t middle = right, end = std::min(begin + 2 * width, items->size());
      for (size_t at = begin; at < end; ++at) {
        bool second = left >= middle;
        if (!second && right < end && !before((*items)[right], (*items)[left], &second))
          return false;
        other[at] = std::move((*items)[second ? right++ : left++]);
      }
    }
    items->swap(other);
  }
  return true;
}

}  // namespace

// False: a message was written.
// The keys of an element are made once, before anything is compared.
bool Machine::SortKeys(std::string_view how, Array* array, std::vector<Value>* keys) {
  const std::optional<Order> order = OrderOf(how);
  const int32_t function = order ? -1 : FunctionNamed(how);
  if (!order && function < 0) {
    Fatal("sort comparison function `" + std::string(how) + "' is not defined");
    return false;
  }
  const size_t room = 2 * keys->size() * (sizeof(Item) + 32);
  if (!heap_->Charge(room)) return false;
  std::vector<Item> items;
  items.reserve(keys->size());
  uint64_t bytes = 0;
  for (const Value& key : *keys) {
    Item item;
    NumberBuffer number, second;
    item.key = key;
    item.index = TextOf(key, &number);
    bool whole = false;
    item.index_number = ReadNumber(item.index, &whole);
    Value* value = array->Find(Key::OfText(item.index));
    if (value != nullptr) Settle(value);
    if (value != nullptr) item.value = *value;
    if (order && order->by != By::kIndexText && order->by != By::kIndexNumber)
      item.text = TextOf(item.value, &second);
    bytes += item.text.size() + item.index.size();
    items.push_back(std::move(item));
    if (!heap_->Work(32)) return false;
  }
  if (!heap_->Charge(bytes)) return false;
  const auto by_function = [&](const Item& a, const Item& b, bool* before) {
    const auto key = [this](const Item& item) {
      return item.key.kind() == Kind::kNumber ? TextValue(item.index) : item.key;
    };
    double sign = 0;
    if (!CallCompare(function, {key(a), a.value, key(b), b.value}, &sign)) return false;
    *before = sign < 0;
    return true;
  };
  const auto by_order = [&](const Item& a, const Item& b, bool* before) {
    const int sign = CompareItems(a, b, order->by);
    *before = order->descending ? sign > 0 : sign < 0;
    return heap_->Work(32);
  };
  const bool sorted = order ? MergeSort(&items, by_order) : MergeSort(&items, by_function);
  if (!sorted) return false;
  for (size_t i = 0; i < items.size(); ++i) (*keys)[i] = std::move(items[i].key);
  heap_->Release(room + bytes);
  return heap_->ok();
}

Machine::Flow Machine::Sort(uint16_t count, bool indices) {
  const Value source_value = Top(count - 1u);
  const Value target_value = count > 1 ? Top(count - 2u) : source_value;
  if (source_value.kind() != Kind::kArray || target_value.kind() != Kind::kArray)
    return Fatal(std::string(indices ? "asorti" : "asort") + ": first argument is not an array");
  Array* source = source_value.array();
  Array* target = target_value.array();
  NumberBuffer number;
  std::string how = indices ? "@ind_str_asc" : "@val_type_asc";
  if (count > 2) how = TextOf(Top(), &number);
  std::vector<Value> keys, values;
  size_t charged = 0;
  if (!source->List(&keys, &charged) || !SortKeys(how, source, &keys)) return Flow::kStop;
  if (!heap_->Charge(keys.size() * sizeof(Value))) return Flow::kStop;
  values.reserve(keys.size());
  for (const Value& key : keys) {
    NumberBuffer digits;
    if (indices) {
      values.push_back(key.kind() == Kind::kNumber ? TextValue(TextOf(key, &digits)) : key);
    } else {
      const Value* value = source->Find(KeyOf(key, &digits));
      const bool is_nothing = value == nullptr || value->kind() == Kind::kUntyped;
      values.push_back(is_nothing ? Value() : *value);
    }
    if (!heap_->Work(16)) return Flow::kStop;
  }
  target->Clear();
  for (size_t i = 0; i < values.size(); ++i) {
    // (An array inside would belong to two.)
    if (values[i].kind() == Kind::kArray && target != source)
      return Fatal("asort: an array of arrays cannot be copied");
    Value* element = target->Get(Key::OfInteger(static_cast<int64_t>(i + 1)));
    if (element == nullptr) return Flow::kStop;
    *element = values[i];
  }
  const auto size = static_cast<double>(values.size());
  heap_->Release(charged + keys.size() * sizeof(Value));
  return Give(count, Value(size));
}

}  // namespace pysub::shell::awk
