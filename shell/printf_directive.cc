#include "shell/printf_directive.h"

#include <algorithm>
#include <cstdio>

namespace pysub::shell {

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

std::string PrintfDirective::Integer(uint64_t value) const { return Print("ll", static_cast<unsigned long long>(value)); }
std::string PrintfDirective::Floating(long double value) const { return Print("L", value); }

std::string PrintfDirective::Padded(std::string_view text) const {
  size_t wanted = static_cast<size_t>(std::max<int64_t>(width, 0));
  std::string blanks(wanted > text.size() ? wanted - text.size() : 0, ' ');
  return Has('-') ? std::string(text) + blanks : blanks + std::string(text);
}

}  // namespace pysub::shell
