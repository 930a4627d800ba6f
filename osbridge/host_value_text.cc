// HostValue as JSON and as Python prints it: one walk over an explicit stack, which only differs in
// what is written at the ends of a container and between its parts.

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <vector>

#include "lexer/base/base64.h"
#include "lexer/unicode/utf8.h"
#include "osbridge/host_node.h"
#include "osbridge/typed_values.h"
#include "pysub/host_value.h"
#include "vm/numbers/float_text.h"

namespace pysub {
namespace {

using Kind = HostValue::Kind;

void AppendInt(int64_t number, std::string* out) {
  char digits[24];
  auto end = std::to_chars(digits, digits + sizeof(digits), number).ptr;
  out->append(digits, end);
}

void AppendFloat(double value, std::string* out) {
  char text[kFloatReprChars];
  out->append(text, FloatRepr(value, text));
}

void AppendComplex(const HostValue& v, std::string* out) {
  char text[kComplexReprChars];
  out->append(text, ComplexRepr(v.real(), v.imaginary(), text));
}

// The first `most` bytes of `text`, cut at a code point's boundary.
std::string_view Cut(std::string_view text, size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<uint8_t>(text[most]) & 0xC0) == 0x80) --most;
  return text.substr(0, most);
}

void AppendHexEscape(const char* prefix, unsigned value, int digits, std::string* out) {
  *out += prefix;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
    *out += "0123456789abcdef"[value >> shift & 15];
}

// A JSON string. What is no UTF-8 becomes U+FFFD; lone surrogates stay, as escapes.
void AppendJsonString(std::string_view text, std::string* out) {
  *out += '"';
  while (!text.empty()) {
    size_t valid = ValidUtf8Prefix(text, Surrogates::kAllow);
    for (size_t i = 0; i < valid;) {
      char c = text[i];
      if (static_cast<uint8_t>(c) == 0xED && static_cast<uint8_t>(text[i + 1]) >= 0xA0) {
        AppendHexEscape("\\u", static_cast<unsigned>(DecodeUtf8(text, i).code_point), 4, out);
        i += 3;
        continue;
      }
      if (c == '"' || c == '\\') {
        *out += '\\';
        *out += c;
      } else if (c == '\n') {
        *out += "\\n";
      } else if (static_cast<uint8_t>(c) < 0x20 || c == 0x7F) {
        AppendHexEscape("\\u", static_cast<uint8_t>(c), 4, out);
      } else {
        *out += c;
      }
      ++i;
    }
    text.remove_prefix(valid);
    if (!text.empty()) {
      *out += "\\ufffd";
      text.remove_prefix(1);
    }
  }
  *out += '"';
}

void AppendBase64(std::string_view bytes, std::string* out) {
  const size_t whole = bytes.size() / 3 * 3, begin = out->size();
  out->resize(begin + whole / 3 * 4);
  base64::EncodeGroups(bytes.substr(0, whole), base64::kDigits, out->data() + begin);
  if (whole == bytes.size()) return;
  const std::array<char, 4> last = base64::EncodeLast(bytes.substr(whole), base64::kDigits);
  out->append(last.data(), last.size());
}

// Python's quotes and escapes for str (`bytes`: for bytes). Characters that Python
// would not print stay.
void AppendPythonString(std::string_view text, bool bytes, std::string* out) {
  char quote = text.find('\'') != std::string_view::npos && text.find('"') == std::string_view::npos
                   ? '"'
                   : '\'';
  if (bytes) *out += 'b';
  *out += quote;
  for (char c : text) {
    uint8_t byte = static_cast<uint8_t>(c);
    if (c == quote || c == '\\') {
      *out += '\\';
      *out += c;
    } else if (c == '\n') {
      *out += "\\n";
    } else if (c == '\r') {
      *out += "\\r";
    } else if (c == '\t') {
      *out += "\\t";
    } else if (byte < 0x20 || byte == 0x7F || (bytes && byte >= 0x80)) {
      AppendHexEscape("\\x", byte, 2, out);
    } else {
      *out += c;
    }
  }
  *out += quote;
}

class Writer {
 public:
  explicit Writer(const TextLimits& limits) : limits_(limits) {}
  virtual ~Writer() = default;

  std::string Run(const HostValue& value) {
    Write(value);
    while (!open_.empty()) {
      Open& top = open_.back();
      std::span<const HostValue> items = top.value->items();
      if (top.next >= items.size() || Full()) {
        if (top.next < items.size()) {
          if (top.next > top.first) out_ += top.separator;
          Truncate(top);
        }
        out_ += top.close;
        open_.pop_back();
        continue;
      }
      if (top.next > top.first) out_ += top.next % 2 == 1 && top.pairs ? top.middle : top.separator;
      size_t at = top.next++;
      if (BeforeItem(top, at)) Write(items[at]);
    }
    return std::move(out_);
  }

 protected:
  struct Open {
    const HostValue* value;
    std::string_view separator, middle, close;
    bool pairs = false;    // of a dict: items at odd places follow `middle`
    bool members = false;  // fields(): the names of the items
    size_t next = 0;
    size_t first = 0;
  };

  virtual void Write(const HostValue& value) = 0;
  // Says that items are left out.
  virtual void Truncate(const Open& open) = 0;
  // What stands before an item; false: that was all of it.
  virtual bool BeforeItem(const Open&, size_t) { return true; }

  bool Full() const { return out_.size() >= limits_.max_bytes; }
  size_t Room() const { return limits_.max_bytes - std::min(limits_.max_bytes, out_.size()); }
  bool TooDeep() const { return open_.size() >= limits_.max_depth; }
  void Begin(const HostValue& value, std::string_view open, std::string_view close) {
    out_ += open;
    open_.push_back({&value, ", ", ": ", close});
  }

  // Of a deque or an array, whose first item is no item of it.
  void SkipFirst() {
    if (!open_.back().value->items().empty()) open_.back().next = open_.back().first = 1;
  }

  const TextLimits& limits_;
  std::string out_;
  std::vector<Open> open_;
};

// Which value a JSON text stands for: one like it, or exactly it.
enum class JsonForm : uint8_t { kPlain, kExact };

// JSON in two forms. The plain one is for people and other programs and loses types. The exact one
// marks what JSON cannot say with {"$tag": ...}, and FromJson() gives the same value back.
class JsonWriter : public Writer {
 public:
  JsonWriter(const TextLimits& limits, JsonForm form)
      : Writer(limits), exact_(form == JsonForm::kExact) {}

 private:
  static constexpr std::string_view kTruncated = "{\"$truncated\": true}";

  // A high surrogate before a low one: written as escapes they would be read as one character.
  bool WouldJoin(std::string_view text) const {
    if (!exact_) return false;
    for (size_t at = text.find('\xED'); at != std::string_view::npos;
         at = text.find('\xED', at + 1)) {
      if (text.size() - at >= 6 && (text[at + 1] & 0xF0) == 0xA0 && text[at + 3] == '\xED' &&
          (text[at + 4] & 0xF0) == 0xB0) {
        return true;
      }
    }
    return false;
  }

  void Base64(const char* open, std::string_view bytes) {
    out_ += open;
    AppendBase64(bytes.substr(0, Room() / 4 * 3), &out_);
    out_ += bytes.size() > Room() / 4 * 3 && Full() ? "\", \"$truncated\": true}" : "\"}";
  }

  void Tagged(std::string_view tag, std::string_view text) {
    out_ += "{\"$";
    out_ += tag;
    out_ += "\": ";
    AppendJsonString(Cut(text, Room()), &out_);
    out_ += '}';
  }

  void Write(const HostValue& v) override {
    switch (v.kind()) {
      case Kind::kNone: out_ += "null"; return;
      case Kind::kBool: out_ += *v.as_bool() ? "true" : "false"; return;
      case Kind::kInt: return AppendInt(*v.as_int(), &out_);
      case Kind::kBigInt: {
        std::string digits = exact_ ? "" : internal::DecimalDigits(v.text());
        if (digits.empty() || digits.size() > Room()) return Tagged("int", v.text());
        out_ += digits;
        return;
      }
      case Kind::kFloat: {
        std::string text;
        AppendFloat(*v.as_double(), &text);
        if (text.find_first_of("na") != std::string::npos) return Tagged("float", text);
        out_ += text;
        return;
      }
      case Kind::kComplex: {
        std::string text;
        AppendComplex(v, &text);
        return Tagged("complex", text);
      }
      case Kind::kStr:
        if (v.size() > Room()) return Tagged("truncated", v.text());
        if (WouldJoin(v.text())) return Base64("{\"$str\": \"", v.text());
        return AppendJsonString(v.text(), &out_);
      case Kind::kBytes: return Base64("{\"$bytes\": \"", v.text());
      case Kind::kByteArray: return Base64("{\"$bytearray\": \"", v.text());
      case Kind::kEllipsis: out_ += "{\"$ellipsis\": true}"; return;
      case Kind::kNotImplemented: out_ += "{\"$notimplemented\": true}"; return;
      case Kind::kCycle: out_ += "{\"$cycle\": true}"; return;
      case Kind::kType: return Tagged("type", v.name());
      case Kind::kFunction: return Tagged("function", v.name());
      case Kind::kHostFunction: return exact_ ? HostFunction(v) : Tagged("function", v.name());
      case Kind::kObject: return Tagged("object", v.text());
      default: break;
    }
    if (TooDeep()) {
      out_ += kTruncated;
      return;
    }
    Container(v);
  }

  bool IsPlainKey(std::string_view key) const { return !key.starts_with('$') && !WouldJoin(key); }

  void HostFunction(const HostValue& v) {
    out_ += "{\"$host_function\": [";
    AppendJsonString(Cut(v.signature().empty() ? v.name() : v.signature(), Room()), &out_);
    out_ += ", ";
    AppendJsonString(Cut(v.text(), Room()), &out_);
    out_ += "]}";
  }

  // What a container has beside its items comes before them.
  void Aside(std::string_view tag, std::string_view text) {
    out_ += "{\"$";
    out_ += tag;
    out_ += "\": ";
    AppendJsonString(Cut(text, Room()), &out_);
    out_ += ", ";
  }

  void NamedTuple(const HostValue& v) {
    out_ += "{\"$namedtuple\": [";
    AppendJsonString(Cut(v.name(), Room()), &out_);
    out_ += ", ";
    FieldNames(v);
    Begin(v, ", [", "]]}");
  }

  void FieldNames(const HostValue& v) {
    out_ += '[';
    for (size_t i = 0; i < v.fields().size() && !Full(); ++i) {
      if (i > 0) out_ += ", ";
      AppendJsonString(Cut(v.fields()[i], Room()), &out_);
    }
    out_ += ']';
  }

  // Items by their names, where these are plain keys.
  void Members(const HostValue& v) {
    bool fields = v.fields().size() == v.items().size();
    for (const std::string& field : v.fields()) fields = fields && IsPlainKey(field);
    if (!fields) return Begin(v, "[", "]");
    Begin(v, "{", "}");
    open_.back().members = true;
  }

  // {"$datetime.date": [2026, 11, 23]}: its type and items. The plain form has its text instead, if
  // that can be read again.
  void Typed(const HostValue& v) {
    const bool is_namespace = v.name() == "types.SimpleNamespace";
    if (!exact_ && is_namespace) return Members(v);
    if (!exact_ && internal::SaysItsText(v)) return Tagged(v.name(), v.text());
    out_ += "{\"$";
    out_ += v.name();
    if (is_namespace) {
      out_ += "\": [";
      FieldNames(v);
      return Begin(v, ", [", "]]}");
    }
    Begin(v, "\": [", "]}");
  }

  void Container(const HostValue& v) {
    switch (v.kind()) {
      case Kind::kDict: {
        bool plain = !exact_ || v.name() == "dict";
        for (size_t i = 0; i < v.items().size() && plain; i += 2) {
          const std::optional<std::string_view> key = v.items()[i].as_str();
          plain = key && IsPlainKey(*key) && key->size() <= limits_.max_bytes;
        }
        if (plain) {
          Begin(v, "{", "}");
        } else {
          if (exact_ && v.name() != "dict") {
            Aside("name", v.name());
            Begin(v, "\"$dict\": [[", "]]}");
          } else {
            Begin(v, "{\"$dict\": [[", "]]}");
          }
          open_.back().separator = "], [";
          open_.back().middle = ", ";
          if (v.items().empty()) out_.resize(out_.size() - 1), open_.back().close = "]}";
        }
        open_.back().pairs = true;
        return;
      }
      case Kind::kTuple: return exact_ ? Begin(v, "{\"$tuple\": [", "]}") : Begin(v, "[", "]");
      case Kind::kNamedTuple: return exact_ ? NamedTuple(v) : Members(v);
      case Kind::kSet: return Begin(v, "{\"$set\": [", "]}");
      case Kind::kFrozenSet: return Begin(v, "{\"$frozenset\": [", "]}");
      case Kind::kDeque:
        if (exact_ && !v.items().empty() && v.items()[0].as_int()) {
          out_ += "{\"$maxlen\": ";
          AppendInt(*v.items()[0].as_int(), &out_);
          Begin(v, ", \"$deque\": [", "]}");
        } else {
          Begin(v, "{\"$deque\": [", "]}");
        }
        return SkipFirst();
      case Kind::kTyped: return Typed(v);
      case Kind::kRange: return Begin(v, "{\"$range\": [", "]}");
      case Kind::kSlice: return Begin(v, "{\"$slice\": [", "]}");
      case Kind::kException:
        if (exact_ && !v.text().empty()) {
          Aside("text", v.text());
        } else {
          out_ += '{';
        }
        out_ += "\"$exception\": [";
        AppendJsonString(Cut(v.name(), Room()), &out_);
        return Begin(v, v.items().empty() ? "" : ", ", "]}");
      default: return Begin(v, "[", "]");
    }
  }

  bool BeforeItem(const Open& open, size_t at) override {
    if (open.members) {
      AppendJsonString(open.value->fields()[at], &out_);
      out_ += ": ";
    }
    // A key is a string whatever its size: see Container.
    if (open.pairs && open.middle == ": " && at % 2 == 0) {
      AppendJsonString(open.value->items()[at].text(), &out_);
      return false;
    }
    return true;
  }

  void Truncate(const Open& open) override {
    if (open.pairs && open.next % 2 == 1) {  // a value is missing
      out_.resize(out_.size() - open.separator.size());
      out_ += open.middle;
      out_ += kTruncated;
    } else if (open.members || (open.pairs && open.middle == ": ")) {
      out_ += "\"$truncated\": true";
    } else if (open.pairs) {
      out_ += "{\"$truncated\": true}, null";
    } else {
      out_ += kTruncated;
    }
  }

  const bool exact_;
};

// As Python's repr() would show the value, cut at a limit: hosts put it into logs.
class ReprWriter : public Writer {
 public:
  using Writer::Writer;

 private:
  void Write(const HostValue& v) override {
    switch (v.kind()) {
      case Kind::kNone: out_ += "None"; return;
      case Kind::kBool: out_ += *v.as_bool() ? "True" : "False"; return;
      case Kind::kInt: return AppendInt(*v.as_int(), &out_);
      case Kind::kBigInt: {
        std::string digits = internal::DecimalDigits(v.text());
        out_ += digits.empty() || digits.size() > Room() ? Cut(v.text(), Room()) : digits;
        if (digits.empty() && v.text().size() > Room()) out_ += "...";
        return;
      }
      case Kind::kFloat: return AppendFloat(*v.as_double(), &out_);
      case Kind::kComplex: return AppendComplex(v, &out_);
      case Kind::kStr:
      case Kind::kBytes: {
        std::string_view shown = Cut(v.text(), Room());
        AppendPythonString(shown, v.kind() == Kind::kBytes, &out_);
        if (shown.size() < v.size()) out_ += "...";
        return;
      }
      case Kind::kByteArray:
        out_ += "bytearray(";
        AppendPythonString(Cut(v.text(), Room()), true, &out_);
        out_ += ')';
        return;
      case Kind::kEllipsis: out_ += "Ellipsis"; return;
      case Kind::kNotImplemented: out_ += "NotImplemented"; return;
      case Kind::kCycle: out_ += "..."; return;
      case Kind::kType: return Named("<class '", v.name(), "'>");
      case Kind::kFunction: return Named("<function ", v.name(), ">");
      case Kind::kHostFunction: return Named("<built-in function ", v.name(), ">");
      case Kind::kObject: return Named("", v.text(), "");
      default: break;
    }
    if (TooDeep()) {
      out_ += "...";
      return;
    }
    Container(v);
  }

  void Named(std::string_view before, std::string_view name, std::string_view after) {
    out_ += before;
    out_ += Cut(name, Room());
    out_ += after;
  }

  static std::string_view LastName(const HostValue& v) {
    return v.name().substr(v.name().rfind('.') + 1);
  }

  void Typed(const HostValue& v) {
    if (const std::string text = internal::TypedRepr(v); !text.empty()) {
      out_ += Cut(text, Room());
      return;
    }
    if (v.name() == "types.SimpleNamespace") {
      Begin(v, "namespace(", ")");
      open_.back().members = true;
      return;
    }
    const bool is_array = v.name() == "array.array", is_view = v.name().starts_with("dict_");
    Named("", LastName(v), "(");
    if (!is_array) {
      Begin(v,
            v.name() == "dict_items" && !v.items().empty() ? "[("
            : is_view                                      ? "["
                                                           : "",
            v.name() == "dict_items" && !v.items().empty() ? ")])"
            : is_view                                      ? "])"
                                                           : ")");
      if (v.name() != "dict_items") return;
      open_.back().pairs = true;
      open_.back().separator = "), (";
      open_.back().middle = ", ";
      return;
    }
    AppendPythonString(v.items()[0].text(), false, &out_);
    Begin(v, v.items().size() > 1 ? ", [" : "", v.items().size() > 1 ? "])" : ")");
    SkipFirst();
  }

  void Container(const HostValue& v) {
    switch (v.kind()) {
      case Kind::kDict:
        if (v.name() == "dict") {
          Begin(v, "{", "}");
        } else {
          Named("", v.name(), "(");
          Begin(v, "{", "})");
        }
        open_.back().pairs = true;
        return;
      case Kind::kSet: return v.items().empty() ? Begin(v, "set(", ")") : Begin(v, "{", "}");
      case Kind::kFrozenSet:
        return v.items().empty() ? Begin(v, "frozenset(", ")") : Begin(v, "frozenset({", "})");
      case Kind::kTuple: return Begin(v, "(", v.items().size() == 1 ? ",)" : ")");
      case Kind::kNamedTuple:
        Named("", v.name(), "");
        Begin(v, "(", ")");
        open_.back().members = v.fields().size() == v.items().size();
        return;
      case Kind::kDeque: Begin(v, "deque([", "])"); return SkipFirst();
      case Kind::kRange: return Begin(v, "range(", ")");
      case Kind::kSlice: return Begin(v, "slice(", ")");
      case Kind::kException: Named("", LastName(v), ""); return Begin(v, "(", ")");
      case Kind::kTyped: return Typed(v);
      default: return Begin(v, "[", "]");
    }
  }

  bool BeforeItem(const Open& open, size_t at) override {
    if (open.members) {
      out_ += open.value->fields()[at];
      out_ += '=';
    }
    return true;
  }

  void Truncate(const Open&) override { out_ += "..."; }
};

}  // namespace

std::string HostValue::ToJson(const TextLimits& limits) const {
  return JsonWriter(limits, JsonForm::kPlain).Run(*this);
}
std::string HostValue::ToExactJson(const TextLimits& limits) const {
  return JsonWriter(limits, JsonForm::kExact).Run(*this);
}
std::string HostValue::Repr(const TextLimits& limits) const {
  return ReprWriter(limits).Run(*this);
}

}  // namespace pysub
