// Functions of strings.

#include "shell/commands/jq/text.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lexer/unicode/unicode_properties.h"
#include "lexer/unicode/utf8.h"
#include "shell/commands/jq/json_reader.h"
#include "shell/commands/jq/json_writer.h"
#include "shell/commands/jq/natives.h"
#include "shell/commands/jq/number.h"

namespace pysub::shell::jq {
namespace {

Value ToString(NativeContext& c, Value* args) { return ToText(c.heap, args[0]); }

Value ToNumber(NativeContext& c, Value* args) {
  const Value& value = args[0];
  if (value.is_number()) return value;
  if (value.is_string()) {
    const std::string text(value.text().substr(0, 1 << 16));
    Value number = ParseNumber(c.heap, value.text());
    if (!number.is_none()) return number;
    const bool letters = text.find_first_of("0123456789.\" \t\n[]{}:,") == std::string::npos;
    std::string error;
    if (letters && !text.empty()) number = ParseJson(c.heap, text, &error);
    if (number.is_number()) return number;
  }
  return c.FailWith(value, "cannot be parsed as a number");
}

Value ToBoolean(NativeContext& c, Value* args) {
  const Value& value = args[0];
  if (value.is_bool()) return value;
  if (value.is_string() && value.text() == "true") return Value::Bool(true);
  if (value.is_string() && value.text() == "false") return Value::Bool(false);
  return c.FailWith(value, "cannot be parsed as a boolean");
}

Value FromJson(NativeContext& c, Value* args) {
  if (!args[0].is_string()) return c.FailWith(args[0], "only strings can be parsed");
  std::string error;
  Value value = ParseJson(c.heap, args[0].text(), &error);
  return value.is_none() ? c.Fail(error) : value;
}

Value ByteLength(NativeContext& c, Value* args) {
  if (!args[0].is_string()) return c.FailWith(args[0], "only strings have UTF-8 byte length");
  return Value::Number(static_cast<double>(args[0].text().size()));
}

Value Explode(NativeContext& c, Value* args) {
  if (!args[0].is_string()) return c.Fail("explode input must be a string");
  Value result = c.heap.Array(TextLength(args[0].text()));
  const std::string_view text = args[0].text();
  for (size_t at = 0; at < text.size() && c.heap.Spend(1);) {
    const DecodedCodePoint one = DecodeUtf8(text, at);
    c.heap.Push(&result, Value::Number(one.code_point));
    at += static_cast<size_t>(one.size);
  }
  return result;
}

Value Implode(NativeContext& c, Value* args) {
  if (!args[0].is_array()) return c.Fail("implode input must be an array");
  Value result = c.heap.String("");
  for (size_t i = 0; i < args[0].size() && c.heap.Spend(1); ++i) {
    const Value& code = args[0].at(i);
    if (!code.is_number() || std::isnan(code.number())) {
      return c.FailWith(code, "can't be imploded, unicode codepoint needs to be numeric");
    }
    const double number = std::trunc(code.number());
    const bool valid =
        number >= 0 && number <= 0x10FFFF && !IsSurrogate(static_cast<char32_t>(number));
    char bytes[4];
    const int size = EncodeUtf8(valid ? static_cast<char32_t>(number) : 0xFFFD, bytes);
    c.heap.Append(&result, {bytes, static_cast<size_t>(size)});
  }
  return result;
}

Value StartsWith(NativeContext& c, Value* args) {
  if (!args[0].is_string() || !args[1].is_string()) {
    return c.Fail("startswith() requires string inputs");
  }
  return Value::Bool(args[0].text().starts_with(args[1].text()));
}

Value EndsWith(NativeContext& c, Value* args) {
  if (!args[0].is_string() || !args[1].is_string()) {
    return c.Fail("endswith() requires string inputs");
  }
  return Value::Bool(args[0].text().ends_with(args[1].text()));
}

Value TrimPrefix(NativeContext& c, Value* args) {
  const Value starts = StartsWith(c, args);
  if (starts.is_none() || !starts.is_true()) return starts.is_none() ? starts : args[0];
  return c.heap.String(args[0].text().substr(args[1].text().size()));
}

Value TrimSuffix(NativeContext& c, Value* args) {
  const Value ends = EndsWith(c, args);
  if (ends.is_none() || !ends.is_true()) return ends.is_none() ? ends : args[0];
  const std::string_view text = args[0].text();
  return c.heap.String(text.substr(0, text.size() - args[1].text().size()));
}

Value TrimBoth(NativeContext& c, Value* args) {
  Value left = TrimPrefix(c, args);
  if (left.is_none()) return left;
  Value again[2] = {std::move(left), args[1]};
  return TrimSuffix(c, again);
}

Value Trimmed(NativeContext& c, const Value& value, bool left, bool right) {
  if (!value.is_string()) return c.Fail("trim input must be a string");
  std::string_view text = value.text();
  while (left && !text.empty()) {
    const DecodedCodePoint one = DecodeUtf8(text);
    const bool space = one.code_point < 0x80
                           ? one.code_point == ' ' || (one.code_point >= 9 && one.code_point <= 13)
                           : IsSpaceCodePoint(one.code_point);
    if (!space) break;
    text.remove_prefix(static_cast<size_t>(one.size));
  }
  while (right && !text.empty()) {
    const DecodedCodePoint one = DecodeUtf8Before(text, text.size());
    const bool space = one.code_point < 0x80
                           ? one.code_point == ' ' || (one.code_point >= 9 && one.code_point <= 13)
                           : IsSpaceCodePoint(one.code_point);
    if (!space) break;
    text.remove_suffix(static_cast<size_t>(one.size));
  }
  c.heap.Spend(value.text().size() / 8);
  return text.size() == value.text().size() ? value : c.heap.String(text);
}
Value Trim(NativeContext& c, Value* args) { return Trimmed(c, args[0], true, true); }
Value TrimLeft(NativeContext& c, Value* args) { return Trimmed(c, args[0], true, false); }
Value TrimRight(NativeContext& c, Value* args) { return Trimmed(c, args[0], false, true); }

Value WithCase(NativeContext& c, const Value& value, char first, int change) {
  if (!value.is_string()) return c.Fail("explode input must be a string");
  std::string text(value.text());
  c.heap.Spend(text.size() / 4);
  for (char& letter : text) {
    if (letter >= first && letter < first + 26) letter = static_cast<char>(letter + change);
  }
  return c.heap.String(text);
}
Value Downcase(NativeContext& c, Value* args) { return WithCase(c, args[0], 'A', 32); }
Value Upcase(NativeContext& c, Value* args) { return WithCase(c, args[0], 'a', -32); }

Value Split(NativeContext& c, Value* args) {
  if (!args[0].is_string() || !args[1].is_string()) {
    return c.Fail("split input and separator must be strings");
  }
  return SplitText(c.heap, args[0], args[1]);
}

// Where one string is in another, in code points.
Value TextIndices(NativeContext& c, Value* args) {
  const std::string_view text = args[0].text(), part = args[1].text();
  Value result = Value::EmptyArray();
  if (part.empty()) return result;
  size_t counted = 0, index = 0;
  for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
    if (!c.heap.Spend(1 + (at - counted) / 4)) break;
    index += TextLength(text.substr(counted, at - counted));
    counted = at;
    c.heap.Push(&result, Value::Number(static_cast<double>(index)));
  }
  c.heap.Spend(text.size() / 8);
  return result;
}

// join: null is nothing, numbers and booleans are as they are printed.
Value Join(NativeContext& c, Value* args) {
  const Value& list = args[0];
  const Value& separator = args[1];
  if (!list.is_array() && !list.is_object()) {
    return c.Fail("Cannot iterate over " + Describe(c.heap, list));
  }
  Value result;
  const size_t count = list.is_array() ? list.size() : list.slots();
  for (size_t i = 0; i < count && c.heap.Spend(1); ++i) {
    if (list.is_object() && list.entries()[i].key.is_none()) continue;
    const Value& item = list.is_array() ? list.at(i) : list.entries()[i].value;
    // What comes before: the separator behind what there is, or an empty text.
    if (result.is_none()) {
      result = c.heap.String("");
    } else {
      result = Plus(c, std::move(result), separator);
      if (result.is_none()) return result;
    }
    Value part = item;
    if (item.is_null()) part = c.heap.String("");
    if (item.is_bool() || item.is_number()) part = ToJson(c.heap, item);
    result = Plus(c, std::move(result), std::move(part));
    if (result.is_none()) return result;
  }
  return result.is_none() ? c.heap.String("") : result;
}

constexpr NativeRow kRows[] = {
    {"tostring", 0, ToString},
    {"tonumber", 0, ToNumber},
    {"toboolean", 0, ToBoolean},
    {"fromjson", 0, FromJson},
    {"utf8bytelength", 0, ByteLength},
    {"explode", 0, Explode},
    {"implode", 0, Implode},
    {"startswith", 1, StartsWith},
    {"endswith", 1, EndsWith},
    {"ltrimstr", 1, TrimPrefix},
    {"rtrimstr", 1, TrimSuffix},
    {"trimstr", 1, TrimBoth},
    {"trim", 0, Trim},
    {"ltrim", 0, TrimLeft},
    {"rtrim", 0, TrimRight},
    {"ascii_downcase", 0, Downcase},
    {"ascii_upcase", 0, Upcase},
    {"split", 1, Split},
    {"_strindices", 1, TextIndices},
    {"join", 1, Join},
};

}  // namespace

size_t TextLength(std::string_view text) {
  size_t count = 0;
  for (char c : text) count += IsContinuationByte(c) ? 0 : 1;
  return count;
}

size_t OffsetOf(std::string_view text, size_t index) {
  size_t at = 0;
  for (; index > 0 && at < text.size(); --index)
    at += static_cast<size_t>(Utf8SizeFromLead(text[at]));
  return std::min(at, text.size());
}

Value SplitText(Heap& heap, const Value& text, const Value& separator) {
  Value result = Value::EmptyArray();
  std::string_view rest = text.text();
  const std::string_view mark = separator.text();
  if (rest.empty()) return result;
  if (mark.empty()) {
    while (!rest.empty() && heap.Spend(1)) {
      const auto size = static_cast<size_t>(Utf8SizeFromLead(rest[0]));
      heap.Push(&result, heap.String(rest.substr(0, size)));
      rest.remove_prefix(std::min(size, rest.size()));
    }
    return result;
  }
  while (heap.Spend(1)) {
    const size_t found = rest.find(mark);
    heap.Spend(std::min(found, rest.size()) / 8);
    heap.Push(&result, heap.String(rest.substr(0, found)));
    if (found == std::string_view::npos) break;
    rest.remove_prefix(found + mark.size());
  }
  return result;
}

std::span<const NativeRow> TextNatives() { return kRows; }

}  // namespace pysub::shell::jq
