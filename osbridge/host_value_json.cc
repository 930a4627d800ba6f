#include "pysub/host_value_json.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "lexer/base/base64.h"
#include "lexer/base/read_double.h"
#include "lexer/unicode/utf8.h"
#include "osbridge/host_node.h"
#include "osbridge/typed_values.h"

namespace pysub {
namespace {

using internal::HostNode;
using Kind = HostValue::Kind;

// What a value takes in a vector that grows by doubling, and a node with the allocator's share.
constexpr size_t kValueBytes = 2 * sizeof(HostValue);
constexpr size_t kNodeBytes = sizeof(HostNode) + 16;
using internal::kMostDigits;

absl::string_view View(std::string_view text) { return {text.data(), text.size()}; }

// False: it is not base64, with its padding and without bits too many.
bool DecodeBase64(std::string_view text, std::string* bytes) {
  if (text.size() % 4 != 0) return false;
  const size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  bytes->reserve(text.size() / 4 * 3);
  uint32_t group = 0;
  for (size_t i = 0; i < text.size() - padding; ++i) {
    const uint8_t digit = base64::ValueOf(text[i]);
    if (digit == base64::kNoDigit) return false;
    group = group << 6 | digit;
    if (i % 4 == 3) {
      for (int shift : {16, 8, 0}) *bytes += static_cast<char>(group >> shift);
      group = 0;
    }
  }
  if (padding == 1) {
    if ((group & 3) != 0) return false;
    *bytes += static_cast<char>(group >> 10);
    *bytes += static_cast<char>(group >> 2);
  } else if (padding == 2) {
    if ((group & 15) != 0) return false;
    *bytes += static_cast<char>(group >> 4);
  }
  return true;
}

// The nearest double, as in Python. from_chars() does not depend on the host's locale, strtod()
// does.
bool ParseDouble(std::string_view text, double* number) {
  auto [end, error] = DoubleFromChars(text.data(), text.data() + text.size(), *number);
  if (end != text.data() + text.size() || text.empty()) return false;
  if (error == std::errc::result_out_of_range) {
    // Too large is infinite, too small is zero, as in Python; from_chars leaves open which it was.
    const size_t exponent = text.find_first_of("eE");
    const bool small =
        exponent != std::string_view::npos && text.substr(exponent + 1).starts_with('-');
    const bool point = text.starts_with("0.") || text.starts_with("-0.");
    const double magnitude = small || (exponent == std::string_view::npos && point)
                                 ? 0
                                 : std::numeric_limits<double>::infinity();
    *number = text.starts_with('-') ? -magnitude : magnitude;
    return true;
  }
  return error == std::errc();
}

// repr() of a complex number: "2j", "(1+2j)", "(-0-nanj)".
bool ParseComplex(std::string_view text, double* real, double* imaginary) {
  *real = 0;
  const bool both = text.starts_with('(');
  if (both) {
    if (!text.ends_with(')')) return false;
    text = text.substr(1, text.size() - 2);
  }
  if (!text.ends_with('j')) return false;
  text.remove_suffix(1);
  if (both) {
    size_t sign = text.size();
    while (sign-- > 1 && ((text[sign] != '+' && text[sign] != '-') || text[sign - 1] == 'e')) {
    }
    if (sign == 0 || sign >= text.size() || !ParseDouble(text.substr(0, sign), real)) return false;
    text.remove_prefix(text[sign] == '+' ? sign + 1 : sign);
  }
  return ParseDouble(text, imaginary);
}

// A recursive grammar read without recursion: what is not closed yet waits on `open_`.
class Reader {
 public:
  Reader(std::string_view text, const JsonLimits& limits) : text_(text), limits_(limits) {}

  absl::StatusOr<HostValue> Read() {
    if (text_.size() > limits_.max_text_bytes) {
      return absl::ResourceExhaustedError(absl::StrCat("JSON of ", text_.size(), " bytes: at most ",
                                                       limits_.max_text_bytes, " are taken"));
    }
    SkipSpace();
    while (status_.ok() && !done_) Step();
    if (!status_.ok()) return status_;
    SkipSpace();
    if (at_ < text_.size()) Error("something follows the value");
    if (!status_.ok()) return status_;
    return std::move(result_);
  }

 private:
  // A container that is being read. A stack of these takes the place of recursion.
  struct Open {
    bool is_object = false;
    bool has_tag = false;          // a key begins with '$'
    std::vector<HostValue> items;  // of an object: key, value, key, value ...
  };

  // Notes what is wrong first; false.
  bool Error(std::string_view what) {
    if (status_.ok()) {
      status_ = absl::InvalidArgumentError(absl::StrCat("JSON, byte ", at_, ": ", View(what)));
    }
    return false;
  }

  bool Charge(size_t bytes) {
    resident_ += bytes;
    if (resident_ <= limits_.max_resident_bytes) return true;
    if (status_.ok()) {
      status_ = absl::ResourceExhaustedError(
          absl::StrCat("JSON, byte ", at_, ": the value takes more than ",
                       limits_.max_resident_bytes, " bytes of memory"));
    }
    return false;
  }

  char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void SkipSpace() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) {
      ++at_;
    }
  }
  bool Take(char c) {
    if (Peek() != c || at_ >= text_.size()) return false;
    ++at_;
    return true;
  }

  // One value, or the bracket that opens or closes one.
  void Step() {
    if (!open_.empty()) {
      Open& top = open_.back();
      if (Take(top.is_object ? '}' : ']')) {
        if (after_comma_) {
          --at_;
          Error("a value is missing after the comma");
          return;
        }
        return Close();
      }
      if (!top.items.empty() && !after_comma_) {
        if (!Take(',')) {
          Error(top.is_object ? "',' or '}' is missing" : "',' or ']' is missing");
          return;
        }
        after_comma_ = true;
        return SkipSpace();
      }
      after_comma_ = false;
      if (top.is_object && !Key(top)) return;
    }
    Value();
  }

  bool Key(Open& top) {
    std::string key;
    if (Peek() != '"') return Error("a key is missing");
    if (!String(&key)) return false;
    top.has_tag = top.has_tag || (limits_.tags && key.starts_with('$'));
    SkipSpace();
    if (!Take(':')) return Error("':' is missing");
    SkipSpace();
    top.items.emplace_back(key);
    return Charge(kValueBytes + kNodeBytes + key.size());
  }

  void Value() {
    const char c = Peek();
    if (c == '{' || c == '[') {
      if (open_.size() >= limits_.max_depth) {
        if (status_.ok()) {
          status_ = absl::ResourceExhaustedError(
              absl::StrCat("JSON, byte ", at_, ": nested more than ", limits_.max_depth, " deep"));
        }
        return;
      }
      ++at_;
      open_.emplace_back().is_object = c == '{';
      if (!Charge(2 * sizeof(Open) + kNodeBytes)) return;
      return SkipSpace();
    }
    if (c == '"') {
      std::string text;
      if (!String(&text) || !Charge(kNodeBytes + text.size())) return;
      return Put(HostValue(text));
    }
    if (c == '-' || (c >= '0' && c <= '9')) return Number();
    if (Word("null")) return Put(HostValue());
    if (Word("true")) return Put(HostValue(true));
    if (Word("false")) return Put(HostValue(false));
    Error(at_ < text_.size() ? "no value begins like this" : "the text ends too early");
  }

  bool Word(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  void Put(HostValue value) {
    SkipSpace();
    if (open_.empty()) {
      result_ = std::move(value);
      done_ = true;
      return;
    }
    if (Charge(kValueBytes)) open_.back().items.push_back(std::move(value));
  }

  size_t Digits() {
    const size_t start = at_;
    while (Peek() >= '0' && Peek() <= '9') ++at_;
    return at_ - start;
  }

  void Number() {
    const size_t start = at_;
    Take('-');
    const bool zero = Peek() == '0';
    const size_t digits = Digits();
    if (digits == 0 || (zero && digits > 1)) {
      Error("this is no number");
      return;
    }
    bool is_float = false;
    if (Take('.')) {
      is_float = true;
      if (Digits() == 0) {
        Error("digits are missing");
        return;
      }
    }
    if (Peek() == 'e' || Peek() == 'E') {
      is_float = true;
      ++at_;
      if (!Take('+')) Take('-');
      if (Digits() == 0) {
        Error("digits are missing");
        return;
      }
    }
    const std::string_view number = text_.substr(start, at_ - start);
    if (is_float) {
      double value = 0;
      if (!ParseDouble(number, &value)) {
        Error("this is no number");
        return;
      }
      return Put(HostValue(value));
    }
    int64_t value = 0;
    if (std::from_chars(number.data(), number.data() + number.size(), value).ec == std::errc()) {
      return Put(HostValue(static_cast<long long>(value)));
    }
    if (digits > kMostDigits) {
      Error("an integer of more than 4300 digits");
      return;
    }
    // Decimal digits cost time quadratic in their number, so they are charged like memory.
    if (Charge(kNodeBytes + digits + digits * digits / 16)) Put(HostValue::BigInt(number));
  }

  // ---- strings

  bool String(std::string* out) {
    ++at_;
    while (true) {
      const size_t start = at_;
      while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\' &&
             static_cast<uint8_t>(text_[at_]) >= 0x20) {
        ++at_;
      }
      const std::string_view piece = text_.substr(start, at_ - start);
      const size_t valid = ValidUtf8Prefix(piece, Surrogates::kRefuse);
      if (valid < piece.size()) {
        at_ = start + valid;
        return Error("this is not UTF-8");
      }
      if (out->size() + piece.size() >
          limits_.max_resident_bytes - std::min(resident_, limits_.max_resident_bytes)) {
        return Charge(out->size() + piece.size());
      }
      out->append(piece);
      if (at_ >= text_.size()) return Error("the text ends in a string");
      if (Take('"')) return true;
      if (text_[at_] != '\\') return Error("a control character in a string");
      ++at_;
      if (!Escape(out)) return false;
    }
  }

  bool Escape(std::string* out) {
    static constexpr std::string_view kLetters = "\"\\/bfnrt";
    static constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const char c = Peek();
    if (c == 'u') {
      uint32_t unit = 0;
      if (!Unit(&unit)) return false;
      if ((unit & 0xFC00) == 0xD800 && text_.substr(at_).starts_with("\\u")) {
        const size_t before = at_;
        ++at_;
        uint32_t low = 0;
        if (!Unit(&low)) return false;
        if ((low & 0xFC00) == 0xDC00) {
          unit = 0x10000 + ((unit & 0x3FF) << 10) + (low & 0x3FF);
        } else {
          at_ = before;
        }
      }
      char bytes[4];
      out->append(bytes, static_cast<size_t>(EncodeUtf8(unit, bytes)));
      return true;
    }
    const size_t letter = kLetters.find(c);
    if (letter == std::string_view::npos || at_ >= text_.size()) return Error("an unknown escape");
    ++at_;
    *out += kMeanings[letter];
    return true;
  }

  // uXXXX
  bool Unit(uint32_t* unit) {
    ++at_;
    const std::string_view digits = text_.substr(std::min(at_, text_.size()), 4);
    auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), *unit, 16);
    if (digits.size() < 4 || error != std::errc() || end != digits.data() + 4) {
      return Error("four hexadecimal digits are missing");
    }
    at_ += 4;
    return true;
  }

  // ---- containers

  void Close() {
    Open open = std::move(open_.back());
    open_.pop_back();
    if (!open.is_object) return Put(HostValue::List(std::move(open.items)));
    if (HasDuplicates(open.items)) {
      Error("the object has a key twice");
      return;
    }
    if (!open.has_tag) return Put(DictOf(std::move(open.items), "dict"));
    HostValue value;
    if (Tagged(open.items, &value)) return Put(std::move(value));
    Error("a '$' key that is not known, or not with this value");
  }

  static HostValue DictOf(std::vector<HostValue> flat, std::string_view name) {
    HostNode* node = new HostNode;
    node->items = std::move(flat);
    node->name = name;
    return HostValueAccess::Make(Kind::kDict, node);
  }

  // Few keys are compared with each other, many are sorted: a text of a million keys must not take
  // a million times a million comparisons.
  bool HasDuplicates(const std::vector<HostValue>& items) {
    if (items.size() <= 16) {
      for (size_t i = 0; i < items.size(); i += 2) {
        for (size_t k = 0; k < i; k += 2) {
          if (items[i].text() == items[k].text()) return true;
        }
      }
      return false;
    }
    std::vector<std::string_view> keys;
    keys.reserve(items.size() / 2);
    for (size_t i = 0; i < items.size(); i += 2) keys.push_back(items[i].text());
    std::sort(keys.begin(), keys.end());
    return std::adjacent_find(keys.begin(), keys.end()) != keys.end();
  }

  static std::vector<HostValue> ItemsOf(const HostValue& value) {
    return {value.items().begin(), value.items().end()};
  }

  // What ToJson() has written as an object with a key that begins with '$'.
  bool Tagged(const std::vector<HostValue>& items, HostValue* result) {
    const std::string_view first = items[0].text();
    const HostValue& value = items[1];
    if (items.size() == 4) return Paired(first, value, items[2].text(), items[3], result);
    if (items.size() != 2) return false;
    if (value.kind() == Kind::kList) return TaggedList(first, value, result);
    if (value.kind() == Kind::kStr) return TaggedText(first, value.text(), result);
    if (value.kind() != Kind::kBool || !*value.as_bool()) return false;
    if (first == "$cycle") *result = HostValue::Cycle();
    if (first == "$ellipsis") *result = HostValue::Ellipsis();
    if (first == "$notimplemented") *result = HostValue::NotImplemented();
    return !result->is_none();
  }

  bool TaggedText(std::string_view tag, std::string_view text, HostValue* result) {
    std::string bytes;
    double real = 0, imaginary = 0;
    if (tag == "$bytes" || tag == "$bytearray" || tag == "$str") {
      if (!Charge(text.size()) || !DecodeBase64(text, &bytes)) return false;
      if (tag == "$str" && !IsValidUtf8(bytes, Surrogates::kAllow)) return false;
      *result = tag == "$bytes"       ? HostValue::Bytes(bytes)
                : tag == "$bytearray" ? HostValue::ByteArray(bytes)
                                      : HostValue(bytes);
      return true;
    }
    if (tag == "$float") {
      if (text != "nan" && text != "inf" && text != "-inf") return false;
      if (!ParseDouble(text, &real)) return false;
      *result = real;
      return true;
    }
    if (tag == "$complex") {
      if (!ParseComplex(text, &real, &imaginary)) return false;
      *result = HostValue::Complex(real, imaginary);
      return true;
    }
    if (tag == "$int") {
      if (!text.starts_with("0x") && !text.starts_with("-0x")) return false;
      *result = HostValue::BigInt(text);
      return Charge(2 * text.size()) && !result->is_none();
    }
    if (tag == "$type") return *result = HostValue::Type(text), true;
    if (internal::IsTypedName(tag.substr(1))) {
      *result = internal::ParseTyped(tag.substr(1), text);
      return Charge(4 * text.size()) && !result->is_none();
    }
    if (tag != "$function" && tag != "$object") return false;
    HostNode* node = new HostNode;
    (tag == "$function" ? node->name : node->text) = text;
    *result = HostValueAccess::Make(tag == "$function" ? Kind::kFunction : Kind::kObject, node);
    return true;
  }

  bool TaggedList(std::string_view tag, const HostValue& list, HostValue* result) {
    std::vector<HostValue> items = ItemsOf(list);
    const bool known = tag == "$tuple" || tag == "$set" || tag == "$frozenset" || tag == "$deque";
    if (tag == "$dict") return PairsOf(items, "dict", result);
    if (tag == "$exception") return ExceptionOf(std::move(items), "", result);
    if (tag == "$namedtuple") return NamedTupleOf(items, result);
    if (internal::IsTypedName(tag.substr(1)))
      return TypedOf(tag.substr(1), std::move(items), result);
    if (tag == "$range" || tag == "$slice") {
      if (items.size() != 3) return false;
      *result = tag == "$range" ? HostValue::Range(items[0], items[1], items[2])
                                : HostValue::Slice(items[0], items[1], items[2]);
      return true;
    }
    if (tag == "$host_function") {
      if (items.size() != 2 || !items[0].as_str() || !items[1].as_str()) return false;
      *result = HostValue::HostFunction(*items[0].as_str(), *items[1].as_str());
      return true;
    }
    if (!known) return false;
    if (tag == "$tuple") *result = HostValue::Tuple(std::move(items));
    if (tag == "$set") *result = HostValue::Set(std::move(items));
    if (tag == "$frozenset") *result = HostValue::FrozenSet(std::move(items));
    if (tag == "$deque") *result = DequeOf(HostValue(), items);
    return true;
  }

  // The two forms with something beside the items.
  bool Paired(std::string_view first, const HostValue& aside, std::string_view second,
              const HostValue& list, HostValue* result) {
    if (list.kind() != Kind::kList) return false;
    if (first == "$name" && second == "$dict" && aside.as_str()) {
      return PairsOf(ItemsOf(list), *aside.as_str(), result);
    }
    if (first == "$text" && second == "$exception" && aside.as_str()) {
      return ExceptionOf(ItemsOf(list), *aside.as_str(), result);
    }
    if (first != "$maxlen" || second != "$deque" || aside.kind() != Kind::kInt) return false;
    *result = DequeOf(aside, ItemsOf(list));
    return true;
  }

  static HostValue DequeOf(const HostValue& maxlen, const std::vector<HostValue>& items) {
    HostNode* node = new HostNode;
    node->items.reserve(items.size() + 1);
    node->items.push_back(maxlen);
    node->items.insert(node->items.end(), items.begin(), items.end());
    return HostValueAccess::Make(Kind::kDeque, node);
  }

  static bool PairsOf(const std::vector<HostValue>& pairs, std::string_view name,
                      HostValue* result) {
    std::vector<HostValue> flat;
    flat.reserve(pairs.size() * 2);
    for (const HostValue& pair : pairs) {
      if (pair.kind() != Kind::kList || pair.size() != 2) return false;
      flat.push_back(pair.items()[0]);
      flat.push_back(pair.items()[1]);
    }
    *result = DictOf(std::move(flat), name);
    return true;
  }

  static bool ExceptionOf(std::vector<HostValue> items, std::string_view text, HostValue* result) {
    if (items.empty() || !items[0].as_str()) return false;
    HostNode* node = new HostNode;
    node->name = *items[0].as_str();
    node->text = text;
    items.erase(items.begin());
    node->items = std::move(items);
    *result = HostValueAccess::Make(Kind::kException, node);
    return true;
  }

  bool NamesOf(const HostValue& list, std::vector<std::string>* names) {
    if (list.kind() != Kind::kList) return false;
    for (const HostValue& name : list.items()) {
      if (!name.as_str() || !Charge(2 * sizeof(std::string) + name.size())) return false;
      names->emplace_back(*name.as_str());
    }
    return true;
  }

  bool NamedTupleOf(const std::vector<HostValue>& parts, HostValue* result) {
    std::vector<std::string> fields;
    if (parts.size() != 3 || !parts[0].as_str() || !NamesOf(parts[1], &fields) ||
        parts[2].kind() != Kind::kList)
      return false;
    *result = HostValue::NamedTuple(*parts[0].as_str(), std::move(fields), ItemsOf(parts[2]));
    return true;
  }

  bool TypedOf(std::string_view name, std::vector<HostValue> items, HostValue* result) {
    std::vector<std::string> fields;
    if (name == "types.SimpleNamespace") {
      if (items.size() != 2 || !NamesOf(items[0], &fields) || items[1].kind() != Kind::kList)
        return false;
      items = ItemsOf(items[1]);
    }
    *result = internal::MakeTyped(name, std::move(items), std::move(fields));
    return !result->is_none();
  }

  const std::string_view text_;
  const JsonLimits& limits_;
  size_t at_ = 0;
  size_t resident_ = 0;
  bool after_comma_ = false;
  bool done_ = false;
  absl::Status status_;
  HostValue result_;
  std::vector<Open> open_;
};

}  // namespace

absl::StatusOr<HostValue> HostValueFromJson(std::string_view text, const JsonLimits& limits) {
  return Reader(text, limits).Read();
}

}  // namespace pysub
