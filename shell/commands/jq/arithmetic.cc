// Operators.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <vector>

#include "shell/commands/jq/natives.h"
#include "shell/commands/jq/number.h"
#include "shell/commands/jq/order.h"
#include "shell/commands/jq/text.h"

namespace pysub::shell::jq {
namespace {

Value Concatenated(Heap& heap, Value a, const Value& b) {
  if (b.size() == 0) return a;
  if (a.size() == 0) return b;
  for (size_t i = 0; i < b.size() && heap.Spend(1); ++i) heap.Push(&a, b.at(i));
  return a;
}

Value Merged(Heap& heap, Value a, const Value& b) {
  if (b.count() == 0) return a;
  if (a.count() == 0) return b;
  for (size_t i = 0; i < b.slots() && heap.Spend(1); ++i) {
    const Entry& entry = b.entries()[i];
    if (!entry.key.is_none()) heap.Set(&a, entry.key, entry.value);
  }
  return a;
}

// Objects in objects are merged in turn; with a stack of its own.
Value DeepMerged(Heap& heap, Value a, Value b) {
  struct Open {
    Value result;
    Value from;
    size_t next = 0;
    Value key;  // of the object that is merged on top of this one
  };
  std::vector<Open> stack;
  stack.push_back({std::move(a), std::move(b)});
  while (heap.Spend(1 + stack.size() / 1024)) {
    Open& top = stack.back();
    if (top.next >= top.from.slots()) {
      Value result = std::move(top.result);
      stack.pop_back();
      if (stack.empty()) return result;
      heap.Set(&stack.back().result, stack.back().key, std::move(result));
      continue;
    }
    const Entry entry = top.from.entries()[top.next++];
    if (entry.key.is_none()) continue;
    const Value* mine = entry.value.is_object() ? top.result.Find(entry.key) : nullptr;
    if (mine == nullptr || !mine->is_object()) {
      heap.Set(&top.result, entry.key, entry.value);
      continue;
    }
    top.key = entry.key;
    Value inner = *mine;
    if (!heap.Charge(sizeof(Open))) break;
    stack.push_back({std::move(inner), entry.value});
    heap.Charge(-static_cast<int64_t>(sizeof(Open)));
  }
  return Value::EmptyObject();
}

Value Repeated(NativeContext& c, const Value& text, double count) {
  if (std::isnan(count) || count < 0) return Value::Null();
  const std::string_view part = text.text();
  if (part.empty()) return text;
  if (count >= 1 && static_cast<double>(part.size()) * count >= 2147483647.0) {
    return c.Fail("Repeat string result too long");
  }
  const auto times = static_cast<size_t>(count);
  if (times == 1) return text;
  Value result;
  char* to = nullptr;
  if (part.size() * times <= Value::kMaxShort) {
    std::string all;
    for (size_t i = 0; i < times; ++i) all += part;
    return Value::Short(all);
  }
  to = c.heap.NewString(part.size() * times, &result);
  if (to == nullptr) return Value::Null();
  for (size_t i = 0; i < times && c.heap.Spend(1); ++i) {
    std::memcpy(to + i * part.size(), part.data(), part.size());
  }
  if (c.heap.stopped()) std::memset(to, ' ', part.size() * times);
  return result;
}

Value Minus(NativeContext& c, Value* args) {
  const Value &a = args[1], &b = args[2];
  if (a.is_number() && b.is_number()) return Value::Number(a.number() - b.number());
  if (!a.is_array() || !b.is_array()) return c.FailWith(a, b, "cannot be subtracted");
  Value result = Value::EmptyArray();
  for (size_t i = 0; i < a.size(); ++i) {
    bool found = false;
    for (size_t j = 0; j < b.size() && !found && c.heap.Spend(1); ++j) {
      found = Equal(c.heap, a.at(i), b.at(j));
    }
    if (!found) c.heap.Push(&result, a.at(i));
  }
  return result;
}

Value Multiply(NativeContext& c, Value* args) {
  const Value &a = args[1], &b = args[2];
  if (a.is_number() && b.is_number()) return Value::Number(a.number() * b.number());
  if (a.is_string() && b.is_number()) return Repeated(c, a, b.number());
  if (a.is_number() && b.is_string()) return Repeated(c, b, a.number());
  if (a.is_object() && b.is_object()) return DeepMerged(c.heap, std::move(args[1]), args[2]);
  return c.FailWith(a, b, "cannot be multiplied");
}

Value Divide(NativeContext& c, Value* args) {
  const Value &a = args[1], &b = args[2];
  if (a.is_number() && b.is_number()) {
    if (b.number() == 0) return c.FailWith(a, b, "cannot be divided because the divisor is zero");
    return Value::Number(a.number() / b.number());
  }
  if (a.is_string() && b.is_string()) return SplitText(c.heap, a, b);
  return c.FailWith(a, b, "cannot be divided");
}

Value Modulo(NativeContext& c, Value* args) {
  const Value &a = args[1], &b = args[2];
  if (!a.is_number() || !b.is_number()) return c.FailWith(a, b, "cannot be divided (remainder)");
  const double x = a.number(), y = b.number();
  if (std::isnan(x) || std::isnan(y)) {
    return Value::Number(std::numeric_limits<double>::quiet_NaN());
  }
  const int64_t divisor = ToInteger(y);
  if (divisor == 0) {
    return c.FailWith(a, b, "cannot be divided (remainder) because the divisor is zero");
  }
  const uint64_t size =
      divisor < 0 ? ~static_cast<uint64_t>(divisor) + 1 : static_cast<uint64_t>(divisor);
  const int64_t number = ToInteger(x);
  const uint64_t magnitude =
      number < 0 ? ~static_cast<uint64_t>(number) + 1 : static_cast<uint64_t>(number);
  const auto rest = static_cast<double>(magnitude % size);
  return Value::Number(number < 0 ? -rest : rest);
}

Value PlusNative(NativeContext& c, Value* args) {
  // (The input may be the left side: what nobody else has grows where it is.)
  args[0] = Value();
  return Plus(c, std::move(args[1]), std::move(args[2]));
}

template <typename Test>
Value Compared(NativeContext& c, const Value* args, Test test) {
  const Value &a = args[1], &b = args[2];
  if (a.kind() == Kind::kNumber && b.kind() == Kind::kNumber) {
    const double x = a.number(), y = b.number();
    return Value::Bool(test(x < y || x != x ? -1 : x == y ? 0 : 1));
  }
  return Value::Bool(test(Compare(c.heap, a, b)));
}

Value EqualNative(NativeContext& c, Value* args) {
  return Value::Bool(Equal(c.heap, args[1], args[2]));
}
Value NotEqual(NativeContext& c, Value* args) {
  return Value::Bool(!Equal(c.heap, args[1], args[2]));
}
Value Less(NativeContext& c, Value* args) {
  return Compared(c, args, [](int order) { return order < 0; });
}
Value LessEqual(NativeContext& c, Value* args) {
  return Compared(c, args, [](int order) { return order <= 0; });
}
Value Greater(NativeContext& c, Value* args) {
  return Compared(c, args, [](int order) { return order > 0; });
}
Value GreaterEqual(NativeContext& c, Value* args) {
  return Compared(c, args, [](int order) { return order >= 0; });
}

Value Negate(NativeContext& c, Value* args) {
  if (!args[0].is_number()) return c.FailWith(args[0], "cannot be negated");
  if (args[0].number() == 0) return Value::Number(0);
  return Negated(c.heap, args[0]);
}

// add: all elements, one after the other.
Value Add(NativeContext& c, Value* args) {
  Value sum = Value::Null();
  const Value& from = args[0];
  if (!from.is_array() && !from.is_object()) {
    return c.Fail("Cannot iterate over " + Describe(c.heap, from));
  }
  const size_t count = from.is_array() ? from.size() : from.slots();
  for (size_t i = 0; i < count && c.heap.Spend(1); ++i) {
    if (from.is_object() && from.entries()[i].key.is_none()) continue;
    const Value& item = from.is_array() ? from.at(i) : from.entries()[i].value;
    sum = Plus(c, std::move(sum), item);
    if (sum.is_none()) break;
  }
  return sum;
}

constexpr NativeRow kRows[] = {
    {"_plus", 2, PlusNative},
    {"_minus", 2, Minus},
    {"_multiply", 2, Multiply},
    {"_divide", 2, Divide},
    {"_mod", 2, Modulo},
    {"_equal", 2, EqualNative},
    {"_notequal", 2, NotEqual},
    {"_less", 2, Less},
    {"_lesseq", 2, LessEqual},
    {"_greater", 2, Greater},
    {"_greatereq", 2, GreaterEqual},
    {"_negate", 0, Negate},
    {"add", 0, Add},
};

}  // namespace

Value Plus(NativeContext& c, Value a, Value b) {
  if (a.is_null()) return b;
  if (b.is_null()) return a;
  if (a.is_number() && b.is_number()) return Value::Number(a.number() + b.number());
  if (a.is_string() && b.is_string()) {
    if (a.text().empty()) return b;
    c.heap.Append(&a, b.text());
    return a;
  }
  if (a.is_array() && b.is_array()) return Concatenated(c.heap, std::move(a), b);
  if (a.is_object() && b.is_object()) return Merged(c.heap, std::move(a), b);
  return c.FailWith(a, b, "cannot be added");
}

std::span<const NativeRow> ArithmeticNatives() { return kRows; }

}  // namespace pysub::shell::jq
