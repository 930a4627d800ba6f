#include "shell/commands/text/sort_keys.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

#include "lexer/base/read_double.h"

namespace pysub::shell {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsAlpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
char Upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }

int CompareBytes(std::string_view a, std::string_view b) {
  int order = a.compare(b);
  return order < 0 ? -1 : order > 0;
}

size_t SkipField(std::string_view line, size_t at, int tab) {
  if (tab >= 0) {
    while (at < line.size() && line[at] != static_cast<char>(tab)) ++at;
    return at;
  }
  while (at < line.size() && IsBlank(line[at])) ++at;
  while (at < line.size() && !IsBlank(line[at])) ++at;
  return at;
}

size_t KeyBegin(std::string_view line, const SortKey& key, int tab) {
  size_t at = 0;
  for (uint64_t i = 0; i < key.start_field && at < line.size(); ++i) {
    at = SkipField(line, at, tab);
    if (tab >= 0 && at < line.size()) ++at;
  }
  if (key.order.skip_start_blanks) {
    while (at < line.size() && IsBlank(line[at])) ++at;
  }
  return at + std::min<uint64_t>(key.start_byte, line.size() - at);
}

size_t KeyEnd(std::string_view line, const SortKey& key, int tab) {
  if (key.end_field == UINT64_MAX) return line.size();
  size_t at = 0;
  uint64_t fields = key.end_field + (key.end_byte == 0 ? 1 : 0);
  for (uint64_t i = 0; i < fields && at < line.size(); ++i) {
    at = SkipField(line, at, tab);
    // The separator behind the last field is no part of it.
    if (tab >= 0 && at < line.size() && (i + 1 < fields || key.end_byte != 0)) ++at;
  }
  if (key.end_byte != 0) {
    if (key.order.skip_end_blanks) {
      while (at < line.size() && IsBlank(line[at])) ++at;
    }
    at += std::min<uint64_t>(key.end_byte, line.size() - at);
  }
  return at;
}

// ---- numbers as text: any length, no rounding
struct Number {
  bool negative = false;
  std::string_view whole, fraction;
  size_t end = 0;
};

Number ReadNumber(std::string_view text) {
  Number number;
  size_t at = 0;
  while (at < text.size() && IsBlank(text[at])) ++at;
  if (at < text.size() && text[at] == '-') {
    number.negative = true;
    ++at;
  }
  while (at < text.size() && text[at] == '0') ++at;
  size_t begin = at;
  while (at < text.size() && IsDigit(text[at])) ++at;
  number.whole = text.substr(begin, at - begin);
  if (at < text.size() && text[at] == '.') {
    begin = ++at;
    while (at < text.size() && IsDigit(text[at])) ++at;
    number.fraction = text.substr(begin, at - begin);
    while (!number.fraction.empty() && number.fraction.back() == '0')
      number.fraction.remove_suffix(1);
  }
  number.end = at;
  if (number.whole.empty() && number.fraction.empty()) number.negative = false;
  return number;
}

int CompareMagnitudes(const Number& a, const Number& b) {
  if (a.whole.size() != b.whole.size()) return a.whole.size() < b.whole.size() ? -1 : 1;
  if (int order = CompareBytes(a.whole, b.whole); order != 0) return order;
  return CompareBytes(a.fraction, b.fraction);
}

int CompareNumbers(const Number& a, const Number& b) {
  if (a.negative != b.negative) return a.negative ? -1 : 1;
  return a.negative ? -CompareMagnitudes(a, b) : CompareMagnitudes(a, b);
}

int UnitOf(std::string_view text, const Number& number) {
  if (number.end >= text.size()) return 0;
  size_t rank = std::string_view("KMGTPEZY").find(text[number.end] == 'k' ? 'K' : text[number.end]);
  if (rank == std::string_view::npos || (number.whole.empty() && number.fraction.empty())) return 0;
  int unit = static_cast<int>(rank) + 1;
  return number.negative ? -unit : unit;
}

int CompareHuman(std::string_view a, std::string_view b) {
  Number x = ReadNumber(a), y = ReadNumber(b);
  int unit_x = UnitOf(a, x), unit_y = UnitOf(b, y);
  if (unit_x != unit_y) return unit_x < unit_y ? -1 : 1;
  return CompareNumbers(x, y);
}

// As strtold does: blanks, a sign, digits or inf or nan. *none: there is no number.
double ReadGeneral(std::string_view text, bool* none) {
  size_t at = 0;
  while (at < text.size() && (IsBlank(text[at]) || (text[at] >= '\v' && text[at] <= '\r'))) ++at;
  bool negative = false;
  if (at < text.size() && (text[at] == '+' || text[at] == '-')) negative = text[at++] == '-';
  double value = 0;
  std::string_view rest = text.substr(at);
  std::from_chars_result result{};
  if (rest.size() > 2 && rest[0] == '0' && (rest[1] == 'x' || rest[1] == 'X')) {
    result =
        DoubleFromChars(rest.data() + 2, rest.data() + rest.size(), value, std::chars_format::hex);
  } else if (!rest.starts_with('-')) {
    result = DoubleFromChars(rest.data(), rest.data() + rest.size(), value);
  } else {
    result.ec = std::errc::invalid_argument;
  }
  *none = result.ec == std::errc::invalid_argument;
  if (result.ec == std::errc::result_out_of_range) {
    // Too large or too small: the exponent's sign says which.
    std::string_view used = rest.substr(0, static_cast<size_t>(result.ptr - rest.data()));
    size_t e = used.find_first_of("eE");
    value = e != std::string_view::npos && e + 1 < used.size() && used[e + 1] == '-' ? 0 : HUGE_VAL;
  }
  return negative ? -value : value;
}

// What is no number stands first, then NaN, then numbers.
int CompareGeneral(std::string_view a, std::string_view b) {
  bool none_a = false, none_b = false;
  double x = ReadGeneral(a, &none_a), y = ReadGeneral(b, &none_b);
  if (none_a || none_b) return none_b - none_a;
  bool nan_x = std::isnan(x), nan_y = std::isnan(y);
  if (nan_x || nan_y) return nan_y - nan_x;
  return x < y ? -1 : x > y;
}

int MonthOf(std::string_view text) {
  size_t at = 0;
  while (at < text.size() && IsBlank(text[at])) ++at;
  if (text.size() - at < 3) return 0;
  char name[3] = {Upper(text[at]), Upper(text[at + 1]), Upper(text[at + 2])};
  size_t found =
      std::string_view("JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC").find(std::string_view(name, 3));
  return found == std::string_view::npos || found % 3 != 0 ? 0 : static_cast<int>(found / 3) + 1;
}

uint64_t Scramble(std::string_view text, uint64_t seed) {
  uint64_t hash = seed ^ 0x9E3779B97F4A7C15u;
  for (char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
    hash ^= hash >> 29;
  }
  return hash * 0xBF58476D1CE4E5B9u;
}

// With d, f and i only some bytes count, and letters of both cases are one.
int CompareTranslated(std::string_view a, std::string_view b, const SortOrder& order) {
  auto ignored = [&](char c) {
    if (order.dictionary) return !IsBlank(c) && !IsDigit(c) && !IsAlpha(c);
    return order.printable && (c < ' ' || c == 0x7F);
  };
  size_t i = 0, j = 0;
  while (true) {
    while (i < a.size() && ignored(a[i])) ++i;
    while (j < b.size() && ignored(b[j])) ++j;
    if (i >= a.size() || j >= b.size()) return (i < a.size()) - (j < b.size());
    unsigned char x = static_cast<unsigned char>(order.fold_case ? Upper(a[i]) : a[i]);
    unsigned char y = static_cast<unsigned char>(order.fold_case ? Upper(b[j]) : b[j]);
    if (x != y) return x < y ? -1 : 1;
    ++i;
    ++j;
  }
}

int CompareOne(std::string_view a, std::string_view b, const SortOrder& order, uint64_t seed) {
  switch (order.kind) {
    case 'n': return CompareNumbers(ReadNumber(a), ReadNumber(b));
    case 'h': return CompareHuman(a, b);
    case 'g': return CompareGeneral(a, b);
    case 'M': return MonthOf(a) - MonthOf(b);
    case 'V': return CompareVersions(a, b);
    case 'R': {
      uint64_t x = Scramble(a, seed), y = Scramble(b, seed);
      return x != y ? (x < y ? -1 : 1) : CompareBytes(a, b);
    }
    default: break;
  }
  if (order.dictionary || order.fold_case || order.printable) return CompareTranslated(a, b, order);
  return CompareBytes(a, b);
}

// ---- prefixes
// The first eight bytes; the first one is the highest, and a shorter text has zeros behind it.
// Sixteen bytes: eight are the same in most lines of many a log, and then each comparison fetches
// both texts.
SortPrefix PrefixOfText(std::string_view text) {
  char bytes[sizeof(SortPrefix)] = {};
  std::memcpy(bytes, text.data(), std::min(text.size(), sizeof(bytes)));
  uint64_t halves[2];
  std::memcpy(halves, bytes, sizeof(bytes));
  return SortPrefix{__builtin_bswap64(halves[0])} << 64 | __builtin_bswap64(halves[1]);
}

//   | 1: not negative | how many digits before the point | the first 17 digits, across the point |
//          1 bit                   6 bits                            57 bits
//
// All bits are the other way round for negative numbers. Numbers of 63 digits and more before the
// point are all alike.
uint64_t PrefixOfNumber(const Number& number) {
  constexpr size_t kDigits = 17, kMostWhole = 63;
  constexpr int kDigitBits = 57;
  const size_t whole = std::min(number.whole.size(), kMostWhole);
  uint64_t digits = 0;
  for (size_t i = 0; i < kDigits && whole < kMostWhole; ++i) {
    const size_t behind = i - std::min(i, number.whole.size());
    const char digit = i < number.whole.size()           ? number.whole[i]
                       : behind < number.fraction.size() ? number.fraction[behind]
                                                         : '0';
    digits = digits * 10 + static_cast<uint64_t>(digit - '0');
  }
  const uint64_t size = uint64_t{whole} << kDigitBits | digits;
  constexpr uint64_t kNotNegative = uint64_t{1} << 63;
  return number.negative ? ~(size | kNotNegative) : size | kNotNegative;
}

// ---- versions
int VersionRank(std::string_view text, size_t at) {
  if (at >= text.size()) return -1;
  char c = text[at];
  if (IsDigit(c)) return 0;
  if (IsAlpha(c)) return c;
  if (c == '~') return -2;
  return static_cast<unsigned char>(c) + 256;
}

int CompareVersionParts(std::string_view a, std::string_view b) {
  size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    while ((i < a.size() && !IsDigit(a[i])) || (j < b.size() && !IsDigit(b[j]))) {
      int x = VersionRank(a, i), y = VersionRank(b, j);
      if (x != y) return x < y ? -1 : 1;
      ++i;
      ++j;
    }
    while (i < a.size() && a[i] == '0') ++i;
    while (j < b.size() && b[j] == '0') ++j;
    int first = 0;
    while (i < a.size() && j < b.size() && IsDigit(a[i]) && IsDigit(b[j])) {
      if (first == 0) first = a[i] - b[j];
      ++i;
      ++j;
    }
    if (i < a.size() && IsDigit(a[i])) return 1;
    if (j < b.size() && IsDigit(b[j])) return -1;
    if (first != 0) return first < 0 ? -1 : 1;
  }
  return 0;
}

// Without (\.[A-Za-z~][A-Za-z0-9~]*)*$
size_t WithoutSuffix(std::string_view text) {
  size_t end = text.size();
  for (size_t at = text.size(); at > 0;) {
    size_t begin = at;
    while (begin > 0 &&
           (IsAlpha(text[begin - 1]) || IsDigit(text[begin - 1]) || text[begin - 1] == '~'))
      --begin;
    if (begin == at || begin < 2 || text[begin - 1] != '.' || IsDigit(text[begin])) break;
    at = end = begin - 1;
  }
  return end;
}

}  // namespace

int CompareVersions(std::string_view a, std::string_view b) {
  if (a == b) return 0;
  if (a.empty() || b.empty()) return a.empty() ? -1 : 1;
  if (a[0] == '.' || b[0] == '.') {
    if (a[0] != b[0]) return a[0] == '.' ? -1 : 1;
    for (std::string_view special : {std::string_view("."), std::string_view("..")}) {
      if (a == special) return -1;
      if (b == special) return 1;
    }
  }
  size_t end_a = WithoutSuffix(a), end_b = WithoutSuffix(b);
  std::string_view x = a.substr(0, end_a), y = b.substr(0, end_b);
  if (x == y) {
    x = a;
    y = b;
  }
  return CompareVersionParts(x, y);
}

SortPrefix SortRules::PrefixOf(std::string_view line) const {
  const SortOrder& order = keys.empty() ? global : keys.front().order;
  if (keys.empty()) {
    while (global.skip_start_blanks && !line.empty() && IsBlank(line[0])) line.remove_prefix(1);
  } else {
    const size_t begin = KeyBegin(line, keys.front(), tab);
    line = line.substr(begin, std::max(begin, KeyEnd(line, keys.front(), tab)) - begin);
  }
  if (order.kind == 'n') return PrefixOfNumber(ReadNumber(line));
  const bool is_translated = order.dictionary || order.fold_case || order.printable;
  return order.kind != 0 || is_translated ? 0 : PrefixOfText(line);
}

int SortRules::CompareKeys(std::string_view a, std::string_view b) const {
  for (const SortKey& key : keys) {
    size_t begin_a = KeyBegin(a, key, tab), begin_b = KeyBegin(b, key, tab);
    size_t end_a = std::max(begin_a, KeyEnd(a, key, tab)),
           end_b = std::max(begin_b, KeyEnd(b, key, tab));
    int order = CompareOne(a.substr(begin_a, end_a - begin_a), b.substr(begin_b, end_b - begin_b),
                           key.order, seed);
    if (order != 0) return key.order.reverse ? -order : order;
  }
  if (!keys.empty()) return 0;
  if (global.skip_start_blanks) {
    while (!a.empty() && IsBlank(a[0])) a.remove_prefix(1);
    while (!b.empty() && IsBlank(b[0])) b.remove_prefix(1);
  }
  int order = CompareOne(a, b, global, seed);
  return global.reverse ? -order : order;
}

int SortRules::Compare(std::string_view a, std::string_view b) const {
  int order = CompareKeys(a, b);
  if (order != 0 || unique || stable) return order;
  order = CompareBytes(a, b);
  return global.reverse ? -order : order;
}

}  // namespace pysub::shell
