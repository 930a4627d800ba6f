#ifndef PYSUB_SHELL_WHOLE_NUMBER_H_
#define PYSUB_SHELL_WHOLE_NUMBER_H_

#include <charconv>
#include <string_view>
#include <system_error>

namespace pysub::shell {

// Reads `text` as a decimal number, all of it: no blanks, no "+". False: it is none, or too
// large for T; *value stays.
template <typename T>
[[nodiscard]] bool ReadWhole(std::string_view text, T* value) {
  T number{};
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return false;
  *value = number;
  return true;
}

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_WHOLE_NUMBER_H_
