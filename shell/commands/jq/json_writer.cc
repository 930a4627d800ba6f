#include "shell/commands/jq/json_writer.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "lexer/unicode/utf8.h"
#include "shell/commands/jq/json_reader.h"
#include "shell/commands/jq/number.h"
#include "shell/commands/jq/order.h"
#include "shell/commands/jq/value_archive.h"

namespace pysub::shell::jq {
namespace {

constexpr std::string_view kColorEnd = "\x1b[0m";
constexpr int kArrayColor = 5, kObjectColor = 6, kKeyColor = 7;
constexpr size_t kLarge = 64 << 10;
// What is nested deeper is left out.
constexpr size_t kMaxDepth = 10000;

int ColorOf(const Value& value) {
  switch (value.kind()) {
    case Kind::kNone:
    case Kind::kNull: return 0;
    case Kind::kFalse: return 1;
    case Kind::kTrue: return 2;
    case Kind::kNumber:
    case Kind::kLiteral: return 3;
    case Kind::kShort:
    case Kind::kString: return 4;
    case Kind::kArray: return kArrayColor;
    case Kind::kObject: return kObjectColor;
  }
  return 0;
}

// Bytes that stand for themselves.
constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> plain{};
  for (int c = 0x20; c < 256; ++c)
    plain[static_cast<size_t>(c)] = c != '"' && c != '\\' && c != 127;
  return plain;
}();

void AppendUnit(std::string* out, uint32_t unit) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const char text[] = {'\\',
                       'u',
                       kDigits[unit >> 12 & 15],
                       kDigits[unit >> 8 & 15],
                       kDigits[unit >> 4 & 15],
                       kDigits[unit & 15]};
  out->append(text, sizeof(text));
}

void AppendEscape(std::string* out, char c) {
  constexpr std::string_view kNames = "\"\\bfnrt", kBytes = "\"\\\b\f\n\r\t";
  if (const size_t found = kBytes.find(c); found != std::string_view::npos) {
    *out += '\\';
    *out += kNames[found];
  } else {
    AppendUnit(out, static_cast<uint8_t>(c));
  }
}

void Paint(const JsonStyle& style, int color, std::string_view token, std::string* out) {
  if (style.colored) *out += style.colors[color];
  *out += token;
  if (style.colored) *out += kColorEnd;
}

}  // namespace

void AppendQuoted(std::string* out, std::string_view text, bool ascii) {
  *out += '"';
  for (size_t at = 0; at < text.size();) {
    size_t plain = at;
    while (plain < text.size() && kPlain[static_cast<uint8_t>(text[plain])] &&
           !(ascii && (text[plain] & 0x80) != 0)) {
      ++plain;
    }
    out->append(text, at, plain - at);
    at = plain;
    if (at == text.size()) break;
    if ((text[at] & 0x80) == 0) {
      AppendEscape(out, text[at++]);
      continue;
    }
    const DecodedCodePoint c = DecodeUtf8(text, at);
    at += static_cast<size_t>(c.size);
    if (c.code_point < 0x10000) {
      AppendUnit(out, c.code_point);
    } else {
      AppendUnit(out, 0xD800 + ((c.code_point - 0x10000) >> 10));
      AppendUnit(out, 0xDC00 + ((c.code_point - 0x10000) & 0x3FF));
    }
  }
  *out += '"';
}

void JsonWriter::WriteFlat(const JsonStyle& style, const Value& value, std::string* out) {
  if (value.is_string() && value.text().size() > kLarge) {
    // (It is copied as a whole, with escapes.)
    const auto bytes = static_cast<int64_t>(3 * value.text().size());
    const bool has_room = heap_.Charge(bytes) && heap_.Spend(value.text().size() / 4);
    heap_.Charge(-bytes);
    if (!has_room) return;
  }
  if (style.colored) *out += style.colors[ColorOf(value)];
  switch (value.kind()) {
    case Kind::kNone:
    case Kind::kNull: *out += "null"; break;
    case Kind::kFalse: *out += "false"; break;
    case Kind::kTrue: *out += "true"; break;
    case Kind::kNumber:
    case Kind::kLiteral:
      // (Written as null, and painted as that once more.)
      if (std::isnan(value.number())) {
        Paint(style, ColorOf(Value::Null()), "null", out);
      } else {
        AppendNumber(out, value);
      }
      break;
    case Kind::kArray: *out += "[]"; break;
    case Kind::kObject: *out += "{}"; break;
    default: AppendQuoted(out, value.text(), style.ascii); break;
  }
  if (style.colored) *out += kColorEnd;
}

void JsonWriter::NewLine(const JsonStyle& style, size_t depth, std::string* out) {
  if (!style.pretty) return;
  *out += '\n';
  if (style.tabs) {
    out->append(depth, '\t');
  } else {
    out->append(depth * static_cast<size_t>(style.indent), ' ');
  }
}

void JsonWriter::Begin(const JsonStyle& style, const Value& value, std::string* out) {
  const bool is_empty = value.is_array() ? value.size() == 0 : value.count() == 0;
  if (stack_.size() > kMaxDepth) {
    *out += "<skipped: too deep>";
    return;
  }
  if (is_empty) {
    WriteFlat(style, value, out);
    return;
  }
  Paint(style, ColorOf(value), value.is_array() ? "[" : "{", out);
  if (!heap_.Charge(sizeof(Open))) return;
  Open& open = stack_.emplace_back();
  open.container = value;
  if (value.is_object() && style.sorted) {
    heap_.Charge(static_cast<int64_t>(value.count() * sizeof(Value)));
    for (const Entry* entry : SortedEntries(heap_, value)) open.keys.push_back(entry->key);
  }
}

void JsonWriter::WriteKey(const JsonStyle& style, const Value& key, std::string* out) {
  if (style.colored) *out += style.colors[kKeyColor];
  AppendQuoted(out, key.text(), style.ascii);
  if (style.colored) *out += kColorEnd;
  Paint(style, kObjectColor, ":", out);
  if (style.pretty) *out += ' ';
}

// False: the object has no more.
bool JsonWriter::NextEntry(const JsonStyle& style, Open* top, const Value** value,
                           std::string* out) {
  const Value* key = nullptr;
  if (style.sorted) {
    if (top->next >= top->keys.size()) return false;
    key = &top->keys[top->next++];
    *value = top->container.Find(*key);
  } else {
    const size_t slots = top->container.slots();
    while (top->next < slots && top->container.entries()[top->next].key.is_none()) ++top->next;
    if (top->next >= slots) return false;
    const Entry& entry = top->container.entries()[top->next++];
    key = &entry.key;
    *value = &entry.value;
  }
  if (top->done++ > 0) Paint(style, kObjectColor, ",", out);
  NewLine(style, stack_.size(), out);
  WriteKey(style, *key, out);
  return *value != nullptr;
}

void JsonWriter::Close(const JsonStyle& style, std::string* out) {
  const Open& top = stack_.back();
  const Value container = top.container;
  heap_.Charge(-static_cast<int64_t>(sizeof(Open) + top.keys.size() * sizeof(Value)));
  stack_.pop_back();
  NewLine(style, stack_.size(), out);
  Paint(style, ColorOf(container), container.is_array() ? "]" : "}", out);
}

bool JsonWriter::Write(const JsonStyle& style, size_t enough, std::string* out) {
  if (stack_.empty()) {
    if (!value_.is_array() && !value_.is_object()) {
      WriteFlat(style, value_, out);
      heap_.Spend(out->size() / 8);
      active_ = false;
      return true;
    }
    Begin(style, value_, out);
    value_ = Value();
  }
  while (!stack_.empty()) {
    if (out->size() >= enough || !heap_.Spend(2)) return false;
    Open& top = stack_.back();
    const Value* value = nullptr;
    if (top.container.is_object()) {
      if (!NextEntry(style, &top, &value, out)) {
        Close(style, out);
        continue;
      }
    } else if (top.next < top.container.size()) {
      value = &top.container.at(top.next);
      if (top.next++ > 0) Paint(style, kArrayColor, ",", out);
      NewLine(style, stack_.size(), out);
    } else {
      Close(style, out);
      continue;
    }
    if (value->is_array() || value->is_object()) {
      Begin(style, *value, out);
    } else {
      WriteFlat(style, *value, out);
    }
  }
  active_ = false;
  return true;
}

void JsonWriter::Save(ValueArchive& archive) {
  archive.plain()(active_);
  archive.One(&value_);
  uint64_t depth = stack_.size();
  archive.plain()(depth);
  if (archive.plain().loading()) stack_.clear();
  for (uint64_t i = 0; i < depth && archive.plain().ok(); ++i) {
    if (archive.plain().loading()) {
      if (!archive.plain().Take(2 * sizeof(Open)) || i > kMaxDepth) {
        archive.plain().Fail();
        return;
      }
      stack_.emplace_back();
    }
    Open& open = stack_[i];
    archive.One(&open.container);
    archive.plain()(open.next, open.done);
    archive.List(&open.keys);
    bool right = open.container.is_array() || open.container.is_object();
    for (const Value& key : open.keys) right &= key.is_string();
    if (!right) archive.plain().Fail();
  }
}

void AppendJson(Heap& heap, const Value& value, std::string* out) {
  if (value.is_string()) {
    AppendQuoted(out, value.text(), false);
    return;
  }
  JsonWriter writer(heap);
  writer.Start(value);
  int64_t charged = 0;
  // Paid for before it grows, in steps.
  size_t enough = out->size() + 4096;
  while (!writer.Write(JsonStyle(), enough, out) && !heap.stopped()) {
    const size_t room = 2 * out->size();
    if (!heap.Charge(static_cast<int64_t>(room) - charged) || !heap.Move(out, room)) break;
    charged = static_cast<int64_t>(room);
    enough = out->size() + out->size() / 2;
    heap.Spend(out->size() / 8);
  }
  heap.Charge(-charged);
}

Value ToJson(Heap& heap, const Value& value) {
  std::string text;
  AppendJson(heap, value, &text);
  return heap.String(text);
}

std::string ShortJson(Heap& heap, const Value& value) {
  constexpr size_t kMost = 29;
  std::string text;
  if (value.is_string()) {
    AppendQuoted(&text, value.text().substr(0, kMost + 8), false);
  } else {
    JsonWriter writer(heap);
    writer.Start(value);
    writer.Write(JsonStyle(), kMost + 8, &text);
  }
  if (text.size() <= kMost) return text;
  std::string end = "...";
  if (value.is_string()) end += '"';
  if (value.is_array()) end += ']';
  if (value.is_object()) end += '}';
  size_t keep = kMost - end.size();
  while (keep > 0 && IsContinuationByte(text[keep])) --keep;
  return text.substr(0, keep) + end;
}

}  // namespace pysub::shell::jq
