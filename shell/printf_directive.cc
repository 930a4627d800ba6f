#include "shell/printf_directive.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace pysub::shell {

bool PrintfDirective::TooLarge() const {
  // (Of a text the precision is what is left of it.)
  const bool text = letter == 's' || letter == 'b' || letter == 'q' || letter == 'Q' ||
                    letter == 'c' || letter == 'T';
  return width > kMostSize || (precision > kMostSize && !text);
}

uint64_t PrintfDirective::most_bytes() const {
  constexpr int64_t kLongestNumber = 5000;  // the digits of the largest long double
  return static_cast<uint64_t>(std::max(width, std::max<int64_t>(precision, 0) + kLongestNumber));
}

template <typename T>
std::string PrintfDirective::Print(std::string_view length, T value) const {
  std::string format = "%";
  for (char flag : flags) {
    if (flag != '\'' && flag != 'I') format += flag;  // no digits are grouped in this locale
  }
  if (width > 0) format += std::to_string(width);
  if (precision >= 0) format += "." + std::to_string(precision);
  format += length;
  format += letter;
  int size = std::snprintf(nullptr, 0, format.c_str(), value);
  if (size < 0) return "";
  std::string text(static_cast<size_t>(size) + 1, '\0');
  std::snprintf(text.data(), text.size(), format.c_str(), value);
  text.pop_back();
  return text;
}

std::string PrintfDirective::Integer(uint64_t value) const {
  return Print("ll", static_cast<unsigned long long>(value));
}
// No long double has digits behind the 17,000th, neither significant ones nor behind the point:
// what a larger precision asks for are zeros, which the C library would compute one by one.
std::string PrintfDirective::Floating(long double value) const {
  constexpr int64_t kMostDigits = 17'000;
  if (precision <= kMostDigits || !std::isfinite(value)) return Print("L", value);
  PrintfDirective exact = *this;
  exact.precision = kMostDigits;
  exact.width = -1;
  std::erase(exact.flags, '-');
  std::string text = exact.Print("L", value);
  const bool general = letter == 'g' || letter == 'G';
  if (!general || Has('#')) {
    const std::string_view exponent = letter == 'a' || letter == 'A'   ? "pP"
                                      : letter == 'f' || letter == 'F' ? ""
                                                                       : "eE";
    const size_t at = std::min(text.find_first_of(exponent), text.size());
    text.insert(at, static_cast<size_t>(precision - kMostDigits), '0');
  }
  const auto wanted = static_cast<size_t>(std::max<int64_t>(width, 0));
  if (wanted <= text.size() || !Has('0') || Has('-')) return Padded(text);
  size_t digits = text.find_first_of("0123456789");
  if (letter == 'a' || letter == 'A') digits += 2;  // 0x
  text.insert(digits, wanted - text.size(), '0');
  return text;
}

std::string PrintfDirective::Padded(std::string_view text) const {
  size_t wanted = static_cast<size_t>(std::max<int64_t>(width, 0));
  std::string blanks(wanted > text.size() ? wanted - text.size() : 0, ' ');
  return Has('-') ? std::string(text) + blanks : blanks + std::string(text);
}

}  // namespace pysub::shell
