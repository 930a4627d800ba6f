#include "shell/commands/jq/natives.h"

#include "shell/commands/jq/json_writer.h"

namespace pysub::shell::jq {
namespace {

constexpr std::span<const NativeRow> (*const kTables[])() = {
    ArithmeticNatives, MathNatives,  ArrayNatives,  TextNatives,  PathNatives,
    TimeNatives,       MatchNatives, FormatNatives, SystemNatives};

}  // namespace

int FindNative(std::string_view name, size_t arity) {
  int index = 0;
  for (const auto table : kTables) {
    for (const NativeRow& row : table()) {
      if (row.arity == arity && row.name == name) return index;
      ++index;
    }
  }
  return -1;
}

const NativeRow& NativeAt(uint32_t index) {
  for (const auto table : kTables) {
    const std::span<const NativeRow> rows = table();
    if (index < rows.size()) return rows[index];
    index -= static_cast<uint32_t>(rows.size());
  }
  return ArithmeticNatives()[0];
}

size_t NativeCount() {
  size_t count = 0;
  for (const auto table : kTables) count += table().size();
  return count;
}

std::string_view KindName(const Value& value) {
  switch (value.kind()) {
    case Kind::kNone:
    case Kind::kNull: return "null";
    case Kind::kFalse:
    case Kind::kTrue: return "boolean";
    case Kind::kNumber:
    case Kind::kLiteral: return "number";
    case Kind::kShort:
    case Kind::kString: return "string";
    case Kind::kArray: return "array";
    case Kind::kObject: return "object";
  }
  return "";
}

std::string Describe(Heap& heap, const Value& value) {
  return std::string(KindName(value)) + " (" + ShortJson(heap, value) + ")";
}

Value ToText(Heap& heap, const Value& value) {
  return value.is_string() ? value : ToJson(heap, value);
}

Value NativeContext::FailWith(const Value& value, std::string_view message) {
  return Fail(Describe(heap, value) + " " + std::string(message));
}

Value NativeContext::FailWith(const Value& a, const Value& b, std::string_view message) {
  return Fail(Describe(heap, a) + " and " + Describe(heap, b) + " " + std::string(message));
}

}  // namespace pysub::shell::jq
