#ifndef PYSUB_LEXER_BASE_READ_DOUBLE_H_
#define PYSUB_LEXER_BASE_READ_DOUBLE_H_

#include <charconv>
#if defined(__wasm__)
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#endif

namespace pysub {

// std::from_chars() for doubles: the nearest one, whatever the locale. libc++ 19 has none, so for
// wasm32 the C library reads, which has no locales there, what from_chars() would take.
#if !defined(__wasm__)

inline std::from_chars_result DoubleFromChars(
    const char* begin, const char* end, double& value,
    std::chars_format format = std::chars_format::general) {
  return std::from_chars(begin, end, value, format);
}

#else

namespace internal {

inline char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
inline bool StartsWith(std::string_view text, std::string_view lower) {
  if (text.size() < lower.size()) return false;
  for (size_t i = 0; i < lower.size(); ++i) {
    if (Lower(text[i]) != lower[i]) return false;
  }
  return true;
}
inline bool IsDigit(char c, bool hex) {
  return (c >= '0' && c <= '9') || (hex && Lower(c) >= 'a' && Lower(c) <= 'f');
}

}  // namespace internal

inline std::from_chars_result DoubleFromChars(
    const char* begin, const char* end, double& value,
    std::chars_format format = std::chars_format::general) {
  const bool hex = format == std::chars_format::hex;
  const char* at = begin;
  const bool negative = at != end && *at == '-';
  if (negative) ++at;
  const std::string_view rest(at, static_cast<size_t>(end - at));
  for (std::string_view word : {"infinity", "inf", "nan"}) {
    if (!internal::StartsWith(rest, word)) continue;
    value = word == "nan" ? std::nan("") : HUGE_VAL;
    if (negative) value = -value;
    return {at + word.size(), std::errc()};
  }
  size_t digits = 0;
  for (bool point = false; at != end; ++at) {
    if (*at == '.' && !point) {
      point = true;
    } else if (internal::IsDigit(*at, hex)) {
      ++digits;
    } else {
      break;
    }
  }
  if (digits == 0) return {begin, std::errc::invalid_argument};
  const bool may_have_exponent = format != std::chars_format::fixed;
  if (may_have_exponent && at != end && internal::Lower(*at) == (hex ? 'p' : 'e')) {
    const char* exponent = at + 1;
    if (exponent != end && (*exponent == '+' || *exponent == '-')) ++exponent;
    if (exponent != end && internal::IsDigit(*exponent, false)) {
      while (exponent != end && internal::IsDigit(*exponent, false)) ++exponent;
      at = exponent;
    }
  }
  std::string text(negative ? "-" : "");
  if (hex) text += "0x";
  text.append(begin + (negative ? 1 : 0), at);
  const double read = std::strtod(text.c_str(), nullptr);
  // Too large, or so small that nothing of it is left.
  const bool is_zero =
      text.find_first_of(hex ? "123456789abcdefABCDEF" : "123456789", hex ? text.find('x') : 0) >=
      text.find_first_of(hex ? "pP" : "eE", hex ? text.find('x') : 0);
  if (std::isinf(read) || (read == 0 && !is_zero)) return {at, std::errc::result_out_of_range};
  value = read;
  return {at, std::errc()};
}

#endif

}  // namespace pysub

#endif  // PYSUB_LEXER_BASE_READ_DOUBLE_H_
