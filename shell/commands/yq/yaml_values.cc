#include "shell/commands/yq/yaml_values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <vector>

#include "lexer/base/read_double.h"
#include "shell/commands/jq/number.h"

namespace pysub::shell::yq {
namespace {

// Python converts no more digits than these.
constexpr size_t kMostDigits = 4300;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Reads a text from its front; each Take says how many characters it took.
struct Cursor {
  std::string_view rest;

  bool Take(char c) {
    if (!rest.starts_with(c)) return false;
    rest.remove_prefix(1);
    return true;
  }
  bool TakeSign() { return Take('-') || Take('+'); }
  size_t TakeAll(std::string_view set) {
    const size_t count = std::min(rest.find_first_not_of(set), rest.size());
    rest.remove_prefix(count);
    return count;
  }
  size_t TakeDigits() { return TakeAll("0123456789"); }
  bool done() const { return rest.empty(); }
};

template <size_t N>
bool IsOneOf(std::string_view text, const std::string_view (&words)[N]) {
  return std::find(std::begin(words), std::end(words), text) != std::end(words);
}

bool IsNull(std::string_view text) {
  constexpr std::string_view kWords[] = {"", "~", "null", "Null", "NULL"};
  return IsOneOf(text, kWords);
}

bool IsInfinityOrNan(std::string_view text) {
  constexpr std::string_view kInfinities[] = {".inf", ".Inf", ".INF"};
  constexpr std::string_view kNans[] = {".nan", ".NaN", ".NAN"};
  if (IsOneOf(text, kNans)) return true;
  Cursor cursor{text};
  cursor.TakeSign();
  return IsOneOf(cursor.rest, kInfinities);
}

bool IsCoreInt(std::string_view text) {
  Cursor cursor{text};
  if (text.starts_with("0o"))
    return text.size() > 2 && (cursor.rest.remove_prefix(2), cursor.TakeAll("01234567") > 0) &&
           cursor.done();
  if (text.starts_with("0x")) {
    cursor.rest.remove_prefix(2);
    return cursor.TakeAll("0123456789abcdefABCDEF") > 0 && cursor.done();
  }
  cursor.TakeSign();
  return cursor.TakeDigits() > 0 && cursor.done();
}

bool IsCoreFloat(std::string_view text) {
  Cursor cursor{text};
  cursor.TakeSign();
  const size_t whole = cursor.TakeDigits();
  const bool point = cursor.Take('.');
  const size_t part = point ? cursor.TakeDigits() : 0;
  if (whole == 0 && part == 0) return false;
  if (cursor.Take('e') || cursor.Take('E')) {
    cursor.TakeSign();
    if (cursor.TakeDigits() == 0) return false;
  }
  return cursor.done();
}

// ---- YAML 1.1
bool IsOldBool(std::string_view text) {
  constexpr std::string_view kWords[] = {"yes",  "Yes",  "YES",  "no",    "No",    "NO",
                                         "true", "True", "TRUE", "false", "False", "FALSE",
                                         "on",   "On",   "ON",   "off",   "Off",   "OFF"};
  return IsOneOf(text, kWords);
}

// ":59" and its kin behind what is counted in sixties: how many, or none that fits.
size_t TakeSixties(Cursor* cursor) {
  size_t count = 0;
  while (cursor->rest.size() >= 2 && cursor->rest[0] == ':' && IsDigit(cursor->rest[1])) {
    const bool two = cursor->rest.size() >= 3 && IsDigit(cursor->rest[2]);
    if (two && cursor->rest[1] > '5') break;
    cursor->rest.remove_prefix(two ? 3 : 2);
    ++count;
  }
  return count;
}

bool IsOldInt(std::string_view text) {
  constexpr std::string_view kDecimal = "0123456789_";
  Cursor cursor{text};
  cursor.TakeSign();
  const std::string_view number = cursor.rest;
  if (number.starts_with("0b")) {
    cursor.rest.remove_prefix(2);
    return cursor.TakeAll("01_") > 0 && cursor.done();
  }
  if (number.starts_with("0x")) {
    cursor.rest.remove_prefix(2);
    return cursor.TakeAll("0123456789abcdefABCDEF_") > 0 && cursor.done();
  }
  if (number == "0") return true;
  if (number.starts_with('0')) {
    cursor.rest.remove_prefix(1);
    return cursor.TakeAll("01234567_") > 0 && cursor.done();
  }
  if (number.empty() || !IsDigit(number[0])) return false;
  cursor.TakeAll(kDecimal);
  TakeSixties(&cursor);
  return cursor.done();
}

bool IsOldFloat(std::string_view text) {
  constexpr std::string_view kDecimal = "0123456789_";
  Cursor cursor{text};
  const bool has_sign = cursor.TakeSign();
  const bool whole = !cursor.rest.empty() && IsDigit(cursor.rest[0]);
  if (!whole && has_sign) return false;
  if (whole) cursor.TakeAll(kDecimal);
  if (whole && TakeSixties(&cursor) > 0) {
    return cursor.Take('.') && (cursor.TakeAll(kDecimal), cursor.done());
  }
  if (!cursor.Take('.')) return false;
  const size_t part = cursor.TakeAll(kDecimal);
  if (!whole && part == 0) return false;
  if (cursor.Take('e') || cursor.Take('E')) {
    // (The sign of an exponent may not be left out.)
    if (!cursor.TakeSign() || cursor.TakeDigits() == 0) return false;
  }
  return cursor.done();
}

bool TakeNumber(Cursor* cursor, size_t least, size_t most) {
  size_t count = 0;
  while (count < most && !cursor->rest.empty() && IsDigit(cursor->rest[0])) {
    cursor->rest.remove_prefix(1);
    ++count;
  }
  return count >= least;
}

bool IsOldTime(std::string_view text) {
  Cursor cursor{text};
  if (!TakeNumber(&cursor, 4, 4) || !cursor.Take('-')) return false;
  const Cursor month = cursor;
  if (TakeNumber(&cursor, 2, 2) && cursor.Take('-') && TakeNumber(&cursor, 2, 2) && cursor.done()) {
    return true;
  }
  cursor = month;
  if (!TakeNumber(&cursor, 1, 2) || !cursor.Take('-') || !TakeNumber(&cursor, 1, 2)) return false;
  if (!cursor.Take('T') && !cursor.Take('t') && cursor.TakeAll(" \t") == 0) return false;
  if (!TakeNumber(&cursor, 1, 2) || !cursor.Take(':') || !TakeNumber(&cursor, 2, 2) ||
      !cursor.Take(':') || !TakeNumber(&cursor, 2, 2)) {
    return false;
  }
  if (cursor.Take('.')) cursor.TakeDigits();
  if (cursor.done()) return true;
  cursor.TakeAll(" \t");
  if (cursor.Take('Z')) return cursor.done();
  if (!cursor.TakeSign() || !TakeNumber(&cursor, 1, 2)) return false;
  if (cursor.Take(':') && !TakeNumber(&cursor, 2, 2)) return false;
  return cursor.done();
}

// ---- values
// A text in a message, as Python's repr() quotes it; of a long one the beginning.
std::string Quoted(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const bool doubles =
      text.find('\'') != std::string_view::npos && text.find('"') == std::string_view::npos;
  const char quote = doubles ? '"' : '\'';
  std::string out(1, quote);
  for (char c : text.substr(0, 1000)) {
    const auto byte = static_cast<uint8_t>(c);
    if (c == quote || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n' || c == '\t' || c == '\r') {
      out += c == '\n' ? "\\n" : c == '\t' ? "\\t" : "\\r";
    } else if (byte < 0x20 || byte == 0x7F) {
      out += "\\x";
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    } else {
      out += c;
    }
  }
  return out + quote;
}

// The beginning of a text in small letters.
std::string Lower(std::string_view text) {
  std::string lower(text.substr(0, 1000));
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 32) : c;
  return lower;
}

// A number in base 2^bits as decimal digits. (At most some thousand digits, so its square is not
// much work.)
std::string DecimalOf(std::string_view digits, int bits) {
  constexpr uint64_t kLimb = 1'000'000'000;
  std::vector<uint32_t> limbs{0};  // bounded by kMostDigits
  for (char c : digits) {
    const int digit = IsDigit(c) ? c - '0' : (c | 32) - 'a' + 10;
    uint64_t carry = static_cast<uint64_t>(digit);
    for (uint32_t& limb : limbs) {
      carry += static_cast<uint64_t>(limb) << bits;
      limb = static_cast<uint32_t>(carry % kLimb);
      carry /= kLimb;
    }
    if (carry > 0) limbs.push_back(static_cast<uint32_t>(carry));
  }
  std::string out = std::to_string(limbs.back());
  for (size_t i = limbs.size() - 1; i-- > 0;) {
    const std::string part = std::to_string(limbs[i]);
    out.append(9 - part.size(), '0');
    out += part;
  }
  return out;
}

jq::Value IntOf(jq::Heap& heap, std::string_view digits, bool negative) {
  std::string text = negative && digits != "0" ? "-" : "";
  text += digits;
  double number = 0;
  DoubleFromChars(text.data(), text.data() + text.size(), number);
  // (Fifteen digits are a double's own.)
  return digits.size() <= 15 ? jq::Value::Number(number) : heap.Literal(number, text);
}

std::string TooManyDigits(size_t digits) {
  return "ValueError: Exceeds the limit (4300 digits) for integer string conversion: value has " +
         std::to_string(digits) + " digits; use sys.set_int_max_str_digits() to increase the limit";
}

// "1:30", which a tag can ask for: digits in base 60. None: *part is no number.
std::optional<double> Sixties(std::string_view text, std::string_view* part) {
  double value = 0;
  while (true) {
    const size_t colon = std::min(text.find(':'), text.size());
    *part = text.substr(0, colon);
    double digit = 0;
    const auto [end, mistake] =
        DoubleFromChars(part->data(), part->data() + part->size(), digit, std::chars_format::fixed);
    if (mistake != std::errc() || end != part->data() + part->size()) return std::nullopt;
    value = value * 60 + digit;
    if (colon == text.size()) return value;
    text.remove_prefix(colon + 1);
  }
}

jq::Value IntValue(jq::Heap& heap, std::string_view text, std::string* error) {
  std::string plain;
  for (char c : text.substr(0, 4 * kMostDigits)) {
    if (c != '_') plain += c;
  }
  Cursor cursor{plain};
  const bool negative = cursor.rest.starts_with('-');
  cursor.TakeSign();
  const std::string_view number = cursor.rest;
  // A zero in front makes it octal, be it "0o17" or "017".
  int bits = 0;
  std::string_view digits = number;
  if (number.starts_with("0b") || number.starts_with("0x") || number.starts_with("0o")) {
    bits = number[1] == 'b' ? 1 : number[1] == 'x' ? 4 : 3;
    digits = number.substr(2);
  } else if (number.size() > 1 && number[0] == '0') {
    bits = 3;
  }
  if (number.empty()) {
    *error = "IndexError: string index out of range";
    return jq::Value();
  }
  if (bits == 0 && number.find(':') != std::string_view::npos) {
    std::string_view part;
    const std::optional<double> value = Sixties(number, &part);
    // (What a double cannot hold is no time.)
    if (value && *value < 1e15 && std::floor(*value) == *value) {
      return jq::Value::Number(negative ? -*value : *value);
    }
    *error = "ValueError: invalid literal for int() with base 10: " + Quoted(part);
    return jq::Value();
  }
  const std::string_view allowed = std::string_view("0123456789")
                                       .substr(0, bits == 1   ? 2
                                                  : bits == 3 ? 8
                                                              : 10);
  const bool right =
      !digits.empty() &&
      (bits == 4 ? digits.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos
                 : digits.find_first_not_of(allowed) == std::string_view::npos);
  if (!right) {
    *error = "ValueError: invalid literal for int() with base " +
             std::to_string(bits == 0 ? 10 : 1 << bits) + ": " + Quoted(number);
    return jq::Value();
  }
  if (bits == 0) {
    if (digits.size() > kMostDigits) {
      *error = TooManyDigits(digits.size());
      return jq::Value();
    }
    return IntOf(heap, digits, negative);
  }
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size() - 1));
  // (3.33 bits are a digit.)
  const size_t most = digits.size() * static_cast<size_t>(bits) * 3 / 10;
  const std::string decimal = most > kMostDigits ? "" : DecimalOf(digits, bits);
  if (decimal.empty() || decimal.size() > kMostDigits) {
    *error = "ValueError: Exceeds the limit (4300 digits) for integer string conversion";
    return jq::Value();
  }
  return IntOf(heap, decimal, negative);
}

jq::Value FloatOf(jq::Heap& heap, double number) {
  std::string text, plain;
  if (std::isnan(number)) {
    text = "NaN";
  } else if (std::isinf(number)) {
    text = number < 0 ? "-Infinity" : "Infinity";
  } else {
    AppendPythonFloat(&text, number);
    jq::AppendDouble(&plain, number);
    if (text == plain) return jq::Value::Number(number);
  }
  return heap.Literal(number, text);
}

jq::Value FloatValue(jq::Heap& heap, std::string_view text, std::string* error) {
  if (IsInfinityOrNan(text)) {
    if ((text.back() | 32) == 'n') return FloatOf(heap, std::nan(""));
    const double most = std::numeric_limits<double>::infinity();
    return FloatOf(heap, text[0] == '-' ? -most : most);
  }
  if (text.find(':') != std::string_view::npos) {
    const bool negative = text.starts_with('-');
    std::string_view part;
    const std::optional<double> value =
        Sixties(negative || text.starts_with('+') ? text.substr(1) : text, &part);
    if (value) return FloatOf(heap, negative ? -*value : *value);
    text = part;
  }
  if (!IsCoreFloat(text)) {
    *error = "ValueError: could not convert string to float: " + Quoted(Lower(text));
    return jq::Value();
  }
  heap.Spend(text.size());
  const std::string_view number = text.starts_with('+') ? text.substr(1) : text;
  double value = 0;
  const auto [end, mistake] = DoubleFromChars(number.data(), number.data() + number.size(), value);
  if (mistake == std::errc::result_out_of_range)
    value = std::strtod(std::string(number).c_str(), nullptr);
  return FloatOf(heap, value);
}

jq::Value BoolValue(std::string_view text, std::string* error) {
  const std::string lower = Lower(text);
  constexpr std::string_view kTrue[] = {"yes", "true", "on"};
  constexpr std::string_view kFalse[] = {"no", "false", "off"};
  if (IsOneOf(lower, kTrue)) return jq::Value::Bool(true);
  if (IsOneOf(lower, kFalse)) return jq::Value::Bool(false);
  *error = "KeyError: " + Quoted(lower);
  return jq::Value();
}

}  // namespace

ScalarKind ResolveCore(std::string_view text) {
  if (IsNull(text)) return ScalarKind::kNull;
  if (text == "<<") return ScalarKind::kMerge;
  constexpr std::string_view kBools[] = {"true", "True", "TRUE", "false", "False", "FALSE"};
  if (IsOneOf(text, kBools)) return ScalarKind::kBool;
  const char first = text[0];
  if (!IsDigit(first) && first != '-' && first != '+' && first != '.') return ScalarKind::kText;
  if (IsCoreInt(text)) return ScalarKind::kInt;
  return IsCoreFloat(text) || IsInfinityOrNan(text) ? ScalarKind::kFloat : ScalarKind::kText;
}

ScalarKind ResolveOld(std::string_view text) {
  if (IsNull(text)) return ScalarKind::kNull;
  if (text == "<<") return ScalarKind::kMerge;
  if (text == "=") return ScalarKind::kOther;
  if (IsOldBool(text)) return ScalarKind::kBool;
  const char first = text[0];
  if (!IsDigit(first) && first != '-' && first != '+' && first != '.') return ScalarKind::kText;
  if (IsOldFloat(text) || IsInfinityOrNan(text)) return ScalarKind::kFloat;
  if (IsOldInt(text)) return ScalarKind::kInt;
  return IsOldTime(text) ? ScalarKind::kOther : ScalarKind::kText;
}

jq::Value ScalarValue(jq::Heap& heap, ScalarKind kind, std::string_view text, std::string* error) {
  switch (kind) {
    case ScalarKind::kNull: return jq::Value::Null();
    case ScalarKind::kBool: return BoolValue(text, error);
    case ScalarKind::kInt: return IntValue(heap, text, error);
    case ScalarKind::kFloat: return FloatValue(heap, text, error);
    case ScalarKind::kText:
    case ScalarKind::kMerge:
    case ScalarKind::kOther: break;
  }
  return heap.String(text);
}

// Exponents from -5 and from 16 on are written, and all have a point or an exponent.
void AppendPythonFloat(std::string* out, double number) {
  std::array<char, 40> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                 std::chars_format::scientific);
  const std::string_view text(buffer.data(), static_cast<size_t>(end.ptr - buffer.data()));
  const size_t mark = text.find('e');
  std::string digits;
  for (char c : text.substr(0, mark)) {
    if (IsDigit(c)) digits += c;
  }
  int exponent = 0;
  const size_t power_at = mark + (text[mark + 1] == '+' ? 2 : 1);
  std::from_chars(text.data() + power_at, text.data() + text.size(), exponent);
  if (text[0] == '-') *out += '-';
  if (exponent < -4 || exponent >= 16) {
    *out += digits[0];
    if (digits.size() > 1) *out += "." + digits.substr(1);
    *out += exponent < 0 ? "e-" : "e+";
    const std::string power = std::to_string(std::abs(exponent));
    *out += (power.size() < 2 ? "0" : "") + power;
  } else if (exponent < 0) {
    *out += "0." + std::string(static_cast<size_t>(-exponent - 1), '0') + digits;
  } else {
    const auto whole = static_cast<size_t>(exponent) + 1;
    if (digits.size() < whole) digits.append(whole - digits.size(), '0');
    *out += digits.substr(0, whole) + ".";
    *out += digits.size() > whole ? digits.substr(whole) : "0";
  }
}

}  // namespace pysub::shell::yq
