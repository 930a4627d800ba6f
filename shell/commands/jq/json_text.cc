// Texts within JSON: their escapes, and bytes that are no text.

#include <algorithm>
#include <string>

#include "lexer/unicode/utf8.h"
#include "shell/commands/jq/json_reader.h"

namespace pysub::shell::jq {
namespace {

int HexValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if ((c | 32) >= 'a' && (c | 32) <= 'f') return (c | 32) - 'a' + 10;
  return -1;
}

int HexOf(std::string_view text) {
  if (text.size() < 4) return -1;
  int value = 0;
  for (int i = 0; i < 4; ++i) {
    const int digit = HexValue(text[static_cast<size_t>(i)]);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

// How many bytes at the start of `bytes` are one mistake, as jq counts them.
size_t InvalidSize(std::string_view bytes) {
  const auto lead = static_cast<uint8_t>(bytes[0]);
  const size_t want = lead >= 0xF0 && lead < 0xF5 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1;
  if (lead >= 0xF5) return 1;
  if (bytes.size() < want) return bytes.size();  // it ends before the character would
  size_t size = 1;
  while (size < want && size < bytes.size() && IsContinuationByte(bytes[size])) ++size;
  return size;
}

}  // namespace

Value ValidString(Heap& heap, std::string_view bytes) {
  size_t valid = ValidUtf8Prefix(bytes, Surrogates::kRefuse);
  if (valid == bytes.size()) return heap.String(bytes);
  Value text = heap.String("");
  while (!bytes.empty() && heap.Spend(1)) {
    heap.Append(&text, bytes.substr(0, valid));
    bytes.remove_prefix(valid);
    if (bytes.empty()) break;
    heap.Append(&text, "\xEF\xBF\xBD");
    bytes.remove_prefix(InvalidSize(bytes));
    valid = ValidUtf8Prefix(bytes, Surrogates::kRefuse);
  }
  return text;
}

namespace {

// The escape at raw[*at], behind its backslash, onto *out.
const char* Unescape(std::string_view raw, size_t* at, std::string* out) {
  if (*at == raw.size()) return "Expected escape character at end of string";
  constexpr std::string_view kNames = "\\\"/bfnrt", kBytes = "\\\"/\b\f\n\r\t";
  const char c = raw[(*at)++];
  if (const size_t found = kNames.find(c); found != std::string_view::npos) {
    *out += kBytes[found];
    return nullptr;
  }
  if (c != 'u') return "Invalid escape";
  if (raw.size() - *at < 4) return "Invalid \\uXXXX escape";
  int code = HexOf(raw.substr(*at));
  if (code < 0) return "Invalid characters in \\uXXXX escape";
  *at += 4;
  if (code >= 0xD800 && code < 0xDC00) {
    const std::string_view rest = raw.substr(*at);
    const int low = rest.size() >= 6 && rest.starts_with("\\u") ? HexOf(rest.substr(2)) : -1;
    if (low < 0xDC00 || low > 0xDFFF) return "Invalid \\uXXXX\\uXXXX surrogate pair escape";
    *at += 6;
    code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
  } else if (code >= 0xDC00 && code <= 0xDFFF) {
    code = 0xFFFD;
  }
  char bytes[4];
  out->append(bytes, static_cast<size_t>(EncodeUtf8(static_cast<char32_t>(code), bytes)));
  return nullptr;
}

}  // namespace

Value UnescapeString(Heap& heap, std::string_view raw, const char** error) {
  *error = nullptr;
  bool plain = true;
  for (char c : raw) {
    if (static_cast<uint8_t>(c) < 0x20) {
      *error = "Invalid string: control characters from U+0000 through U+001F must be escaped";
    }
    plain &= c != '\\';
  }
  if (!heap.Spend(raw.size() / 8)) return Value::Short("");
  if (plain) return *error == nullptr ? ValidString(heap, raw) : Value();
  const int64_t charged = static_cast<int64_t>(raw.size());
  std::string out;
  if (heap.Charge(charged)) {
    out.reserve(raw.size());
    for (size_t at = 0; at < raw.size();) {
      const size_t slash = std::min(raw.find('\\', at), raw.size());
      out.append(raw, at, slash - at);
      at = slash + 1;
      if (slash == raw.size()) break;
      if (const char* wrong = Unescape(raw, &at, &out)) {
        *error = wrong;
        break;
      }
    }
  }
  Value value = *error == nullptr ? ValidString(heap, out) : Value();
  heap.Charge(-charged);
  return value;
}

}  // namespace pysub::shell::jq
