#include "shell/commands/jq/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "lexer/base/read_double.h"

namespace pysub::shell::jq {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// A decimal number as it was written: sign, digits without zeros in front, exponent of the last.
struct Decimal {
  static constexpr int64_t kMostExponent = 999'999'999;
  bool negative = false;
  std::string digits;
  int64_t exponent = 0;
  bool has_mark = false;  // a point or an exponent

  int64_t adjusted() const { return exponent + static_cast<int64_t>(digits.size()) - 1; }
  bool is_zero() const { return digits == "0"; }
};

bool ReadExponent(std::string_view text, int64_t* exponent) {
  size_t at = 0;
  const bool negative = at < text.size() && text[at] == '-';
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  if (at == text.size()) return false;
  int64_t value = 0;
  for (; at < text.size(); ++at) {
    if (!IsDigit(text[at])) return false;
    value = std::min<int64_t>(value * 10 + (text[at] - '0'), 4'000'000'000);
  }
  *exponent = negative ? -value : value;
  return true;
}

bool ReadDecimal(std::string_view text, Decimal* decimal) {
  size_t at = 0;
  decimal->negative = at < text.size() && text[at] == '-';
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  bool any = false, point = false;
  int64_t behind = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    if (!IsDigit(c)) break;
    any = true;
    behind += point ? 1 : 0;
    if (c != '0' || !decimal->digits.empty()) decimal->digits += c;
  }
  if (!any) return false;
  if (decimal->digits.empty()) decimal->digits = "0";
  decimal->has_mark = point;
  if (at < text.size()) {
    if (text[at] != 'e' && text[at] != 'E') return false;
    decimal->has_mark = true;
    if (!ReadExponent(text.substr(at + 1), &decimal->exponent)) return false;
  }
  decimal->exponent -= behind;
  return true;
}

// As decimal arithmetic writes it: 1.50, 1E+2, 1E-7.
std::string ToScientific(const Decimal& decimal) {
  std::string out = decimal.negative ? "-" : "";
  const std::string& digits = decimal.digits;
  const int64_t adjusted = decimal.adjusted();
  if (decimal.exponent <= 0 && adjusted >= -6) {
    const int64_t whole = static_cast<int64_t>(digits.size()) + decimal.exponent;
    if (whole <= 0) {
      out += "0.";
      out.append(static_cast<size_t>(-whole), '0');
      out += digits;
    } else {
      out.append(digits, 0, static_cast<size_t>(whole));
      if (decimal.exponent < 0) out += "." + digits.substr(static_cast<size_t>(whole));
    }
    return out;
  }
  out += digits[0];
  if (digits.size() > 1) out += "." + digits.substr(1);
  out += adjusted < 0 ? "E-" : "E+";
  return out + std::to_string(std::abs(adjusted));
}

double ToDouble(std::string_view text) {
  double number = 0;
  const bool plus = text.starts_with('+');
  const char* begin = text.data() + (plus ? 1 : 0);
  const auto [end, error] = DoubleFromChars(begin, text.data() + text.size(), number);
  if (error == std::errc::result_out_of_range) {
    // Too large or too small: what the exponent says.
    Decimal decimal;
    ReadDecimal(text, &decimal);
    number = decimal.adjusted() > 0 ? std::numeric_limits<double>::infinity() : 0.0;
    if (decimal.negative) number = -number;
  }
  return number;
}

// A whole number of a few digits: printed as it is written.
bool ReadSmall(std::string_view text, double* number) {
  size_t at = text[0] == '-' ? 1 : 0;
  if (text.size() - at > 15 || at == text.size()) return false;
  if (text[at] == '0' && (text.size() > at + 1 || at == 1)) return false;
  int64_t value = 0;
  for (size_t i = at; i < text.size(); ++i) {
    if (!IsDigit(text[i])) return false;
    value = value * 10 + (text[i] - '0');
  }
  *number = static_cast<double>(at == 1 ? -value : value);
  return true;
}

// "12.5": few digits, no zero in front or behind: the double is printed in the same way.
bool IsPlainFraction(std::string_view text) {
  size_t at = text[0] == '-' ? 1 : 0;
  if (text.size() - at > 16 || text.size() - at < 3 || text.back() == '0') return false;
  if (!IsDigit(text[at]) || !IsDigit(text.back())) return false;
  if (text[at] == '0' && (text[at + 1] != '.' || text[at + 2] == '0')) return false;
  int points = 0;
  for (size_t i = at; i < text.size(); ++i) {
    points += text[i] == '.' ? 1 : 0;
    if (text[i] != '.' && !IsDigit(text[i])) return false;
  }
  return points == 1;
}

Decimal DecimalOf(const Value& number) {
  std::string text;
  if (number.kind() == Kind::kLiteral) {
    text = number.literal();
  } else {
    AppendDouble(&text, number.number());
  }
  Decimal decimal;
  ReadDecimal(text, &decimal);
  return decimal;
}

int CompareMagnitudes(const Decimal& a, const Decimal& b) {
  if (a.is_zero() || b.is_zero()) return (b.is_zero() ? 1 : 0) - (a.is_zero() ? 1 : 0);
  if (a.adjusted() != b.adjusted()) return a.adjusted() < b.adjusted() ? -1 : 1;
  const size_t size = std::max(a.digits.size(), b.digits.size());
  for (size_t i = 0; i < size; ++i) {
    const char x = i < a.digits.size() ? a.digits[i] : '0';
    const char y = i < b.digits.size() ? b.digits[i] : '0';
    if (x != y) return x < y ? -1 : 1;
  }
  return 0;
}

int CompareDecimals(const Decimal& a, const Decimal& b) {
  const bool a_below = a.negative && !a.is_zero(), b_below = b.negative && !b.is_zero();
  if (a_below != b_below) return a_below ? -1 : 1;
  const int order = CompareMagnitudes(a, b);
  return a_below ? -order : order;
}

}  // namespace

Value ParseNumber(Heap& heap, std::string_view text) {
  if (text.empty()) return Value();
  double number = 0;
  if (ReadSmall(text, &number)) return Value::Number(number);
  if (IsPlainFraction(text)) return Value::Number(ToDouble(text));
  Decimal decimal;
  if (!heap.Spend(text.size() / 4) || !ReadDecimal(text, &decimal)) return Value();
  if (decimal.adjusted() > Decimal::kMostExponent && !decimal.is_zero()) {
    const double most = std::numeric_limits<double>::infinity();
    return Value::Number(decimal.negative ? -most : most);
  }
  number = ToDouble(text);
  const std::string canonical = ToScientific(decimal);
  std::string printed;
  AppendDouble(&printed, number);
  return printed == canonical ? Value::Number(number) : heap.Literal(number, canonical);
}

void AppendDouble(std::string* out, double number) {
  if (std::isnan(number)) {
    *out += "null";
    return;
  }
  if (std::isinf(number)) {
    *out += number > 0 ? "1.7976931348623157e+308" : "-1.7976931348623157e+308";
    return;
  }
  char buffer[40];
  if (number == std::floor(number) && std::fabs(number) < 1e15 && !(number == 0)) {
    *out += std::string_view(
        buffer, std::to_chars(buffer, buffer + sizeof(buffer), static_cast<int64_t>(number)).ptr);
    return;
  }
  if (std::signbit(number)) *out += '-';
  number = std::fabs(number);
  if (number == 0) {
    *out += '0';
    return;
  }
  // d.ddde+dd
  const char* end =
      std::to_chars(buffer, buffer + sizeof(buffer), number, std::chars_format::scientific).ptr;
  std::string digits(1, buffer[0]);
  const char* at = buffer + 1;
  if (*at == '.') {
    for (++at; *at != 'e'; ++at) digits += *at;
  }
  int exponent = 0;
  ++at;
  if (*at == '+') ++at;
  std::from_chars(at, end, exponent);
  const int point = exponent + 1;
  const int count = static_cast<int>(digits.size());
  if (point <= -4 || point > count + 15) {
    *out += digits[0];
    if (count > 1) *out += "." + digits.substr(1);
    *out += exponent < 0 ? "e-" : "e+";
    const int size = std::abs(exponent);
    if (size < 10) *out += '0';
    *out += std::to_string(size);
  } else if (point <= 0) {
    *out += "0.";
    out->append(static_cast<size_t>(-point), '0');
    *out += digits;
  } else if (point >= count) {
    *out += digits;
    out->append(static_cast<size_t>(point - count), '0');
  } else {
    *out += digits.substr(0, static_cast<size_t>(point)) + "." +
            digits.substr(static_cast<size_t>(point));
  }
}

void AppendNumber(std::string* out, const Value& number) {
  if (number.kind() == Kind::kLiteral) {
    *out += number.literal();
  } else {
    AppendDouble(out, number.number());
  }
}

int CompareNumbers(const Value& a, const Value& b) {
  const double x = a.number(), y = b.number();
  if (a.kind() == Kind::kLiteral && b.kind() == Kind::kLiteral) {
    return CompareDecimals(DecimalOf(a), DecimalOf(b));
  }
  if (x < y || x != x) return -1;
  return x == y ? 0 : 1;
}

Value Negated(Heap& heap, const Value& number) {
  if (number.kind() != Kind::kLiteral) return Value::Number(-number.number());
  const std::string_view text = number.literal();
  if (text.starts_with('-')) return heap.Literal(-number.number(), text.substr(1));
  return heap.Literal(-number.number(), "-" + std::string(text));
}

int64_t ToInteger(double number) {
  if (std::isnan(number)) return 0;
  if (number >= 9223372036854775807.0) return INT64_MAX;
  if (number <= -9223372036854775808.0) return INT64_MIN;
  return static_cast<int64_t>(number);
}

}  // namespace pysub::shell::jq
