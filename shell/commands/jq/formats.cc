// @text, @json, @csv and the like.

#include <algorithm>

#include "lexer/base/base64.h"
#include "lexer/unicode/utf8.h"
#include "shell/commands/jq/json_reader.h"
#include "shell/commands/jq/json_writer.h"
#include "shell/commands/jq/natives.h"
#include "shell/commands/jq/number.h"

namespace pysub::shell::jq {
namespace {

// Pays for a text that is built beside the heap.
class Scratch {
 public:
  Scratch(Heap& heap, size_t bytes) : heap_(heap), bytes_(static_cast<int64_t>(bytes)) {
    ok_ = heap_.Charge(bytes_) && heap_.Spend(bytes / 8);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { heap_.Charge(-bytes_); }
  bool ok() const { return ok_; }

 private:
  Heap& heap_;
  int64_t bytes_;
  bool ok_;
};

// (A byte 0 ends many a reader's text.)
void AppendByte(char byte, std::string* out) {
  if (byte == '\0') {
    *out += "\\0";
  } else {
    *out += byte;
  }
}

// A row of values, each written as a table wants it.
Value Row(NativeContext& c, const Value& value, bool csv) {
  if (!value.is_array()) {
    return c.FailWith(
        value, csv ? "cannot be csv-formatted, only array" : "cannot be tsv-formatted, only array");
  }
  std::string out;
  for (size_t i = 0; i < value.size() && c.heap.Spend(2); ++i) {
    const Value& item = value.at(i);
    if (i > 0) out += csv ? ',' : '\t';
    if (item.is_null()) continue;
    if (item.is_bool()) {
      out += item.is_true() ? "true" : "false";
    } else if (item.is_number()) {
      AppendNumber(&out, item);
    } else if (!item.is_string()) {
      return c.FailWith(item, "is not valid in a csv row");
    } else if (const Scratch scratch(c.heap, item.text().size()); scratch.ok() && csv) {
      out += '"';
      for (char letter : item.text()) {
        if (letter == '"') out += '"';
        AppendByte(letter, &out);
      }
      out += '"';
    } else {
      for (char letter : item.text()) {
        constexpr std::string_view kSpecial = "\t\n\r\\", kNames = "tnr\\";
        const size_t found = kSpecial.find(letter);
        if (found == std::string_view::npos) {
          AppendByte(letter, &out);
        } else {
          out += '\\';
          out += kNames[found];
        }
      }
    }
  }
  return c.heap.String(out);
}

Value Html(NativeContext& c, const Value& text) {
  const Scratch scratch(c.heap, 2 * text.text().size());
  std::string out;
  for (char letter : text.text()) {
    switch (letter) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '\'': out += "&apos;"; break;
      case '"': out += "&quot;"; break;
      default: AppendByte(letter, &out); break;
    }
  }
  return c.heap.String(out);
}

Value Uri(NativeContext& c, const Value& text) {
  const Scratch scratch(c.heap, 2 * text.text().size());
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (char letter : text.text()) {
    const bool plain = (letter >= '0' && letter <= '9') ||
                       ((letter | 32) >= 'a' && (letter | 32) <= 'z') ||
                       std::string_view("-_.~").find(letter) != std::string_view::npos;
    if (plain) {
      out += letter;
      continue;
    }
    out += '%';
    out += kDigits[static_cast<uint8_t>(letter) >> 4];
    out += kDigits[letter & 15];
  }
  return c.heap.String(out);
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if ((c | 32) >= 'a' && (c | 32) <= 'f') return (c | 32) - 'a' + 10;
  return -1;
}

Value UriDecoded(NativeContext& c, const Value& value) {
  const std::string_view text = value.text();
  const Scratch scratch(c.heap, text.size());
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? HexDigit(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? HexDigit(text[i + 2]) : -1;
    if (high < 0 || low < 0) return c.FailWith(value, "is not a valid uri encoding");
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  if (!IsValidUtf8(out, Surrogates::kRefuse)) {
    return c.FailWith(value, "is not a valid uri encoding");
  }
  return c.heap.String(out);
}

Value Shell(NativeContext& c, const Value& value) {
  std::string out;
  const size_t count = value.is_array() ? value.size() : 1;
  for (size_t i = 0; i < count && c.heap.Spend(2); ++i) {
    const Value& item = value.is_array() ? value.at(i) : value;
    if (i > 0) out += ' ';
    if (item.is_array() || item.is_object()) {
      return c.FailWith(item, "can not be escaped for shell");
    }
    if (!item.is_string()) {
      AppendJson(c.heap, item, &out);
      continue;
    }
    const Scratch scratch(c.heap, item.text().size());
    out += '\'';
    for (char letter : item.text()) {
      if (letter == '\'') {
        out += "'\\''";
      } else {
        AppendByte(letter, &out);
      }
    }
    out += '\'';
  }
  return c.heap.String(out);
}

Value Base64(NativeContext& c, const Value& value) {
  const std::string_view text = value.text();
  const Scratch scratch(c.heap, 2 * text.size());
  const size_t whole = text.size() / 3 * 3;
  std::string out(text.size() / 3 * 4, '\0');
  base64::EncodeGroups(text.substr(0, whole), base64::kDigits, out.data());
  const std::string_view rest = text.substr(whole);
  if (!rest.empty()) {
    const auto first = static_cast<uint8_t>(rest[0]);
    const auto second = static_cast<uint8_t>(rest.size() > 1 ? rest[1] : 0);
    out += base64::kDigits[first >> 2];
    out += base64::kDigits[(first & 3) << 4 | second >> 4];
    out += rest.size() > 1 ? base64::kDigits[(second & 15) << 2] : '=';
    out += '=';
  }
  return c.heap.String(out);
}

Value Base64Decoded(NativeContext& c, const Value& value) {
  const std::string_view text = value.text();
  const Scratch scratch(c.heap, text.size());
  std::string out;
  uint32_t bits = 0;
  int count = 0;
  for (char letter : text) {
    if (letter == '=') break;
    const uint8_t digit = base64::ValueOf(letter);
    if (digit == base64::kNoDigit) return c.FailWith(value, "is not valid base64 data");
    bits = bits << 6 | digit;
    if (++count < 4) continue;
    out += static_cast<char>(bits >> 16);
    out += static_cast<char>(bits >> 8);
    out += static_cast<char>(bits);
    bits = 0;
    count = 0;
  }
  if (count == 1) return c.FailWith(value, "trailing base64 byte found");
  if (count >= 2) out += static_cast<char>(bits >> (count == 2 ? 4 : 10));
  if (count == 3) out += static_cast<char>(bits >> 2);
  return ValidString(c.heap, out);
}

constexpr std::string_view kBase32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

Value Base32(NativeContext& c, const Value& value) {
  const std::string_view text = value.text();
  const Scratch scratch(c.heap, 2 * text.size());
  std::string out;
  for (size_t i = 0; i < text.size(); i += 5) {
    uint64_t bits = 0;
    const size_t size = std::min<size_t>(5, text.size() - i);
    for (size_t j = 0; j < 5; ++j) {
      bits = bits << 8 | (j < size ? static_cast<uint8_t>(text[i + j]) : 0);
    }
    const size_t digits = (size * 8 + 4) / 5;
    for (size_t j = 0; j < 8; ++j) {
      out += j < digits ? kBase32[bits >> (35 - 5 * j) & 31] : '=';
    }
  }
  return c.heap.String(out);
}

Value Base32Decoded(NativeContext& c, const Value& value) {
  const Scratch scratch(c.heap, value.text().size());
  std::string out;
  uint32_t bits = 0;
  int count = 0;
  for (char letter : value.text()) {
    if (letter == '=') continue;
    const size_t digit = kBase32.find(letter);
    if (digit == std::string_view::npos) return c.FailWith(value, "is not valid base32 data");
    bits = (bits << 5 | static_cast<uint32_t>(digit)) & 0xFFFF;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count);
  }
  return ValidString(c.heap, out);
}

Value Format(NativeContext& c, Value* args) {
  if (!args[1].is_string()) return c.FailWith(args[1], "is not a valid format");
  const std::string_view name = args[1].text();
  if (name == "text") return ToText(c.heap, args[0]);
  if (name == "json") return ToJson(c.heap, args[0]);
  if (name == "csv" || name == "tsv") return Row(c, args[0], name == "csv");
  if (name == "sh") return Shell(c, args[0]);
  const Value text = ToText(c.heap, args[0]);
  if (name == "html") return Html(c, text);
  if (name == "uri") return Uri(c, text);
  if (name == "urid") return UriDecoded(c, text);
  if (name == "base64") return Base64(c, text);
  if (name == "base64d") return Base64Decoded(c, text);
  if (name == "base32") return Base32(c, text);
  if (name == "base32d") return Base32Decoded(c, text);
  return c.Fail(std::string(name.substr(0, 1000)) + " is not a valid format");
}

constexpr NativeRow kRows[] = {{"format", 1, Format}};

}  // namespace

std::span<const NativeRow> FormatNatives() { return kRows; }

}  // namespace pysub::shell::jq
