#ifndef PYSUB_TESTS_RUNNER_CASE_FILTER_H_
#define PYSUB_TESTS_RUNNER_CASE_FILTER_H_

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

namespace pysub {

// Whether TEST_FILTER in the environment, which tools/test sets, is a part of this name; small and
// capital letters are the same. tests/tools/case_filter.py says so in Python.
inline bool IsWanted(std::string_view name) {
  const char* text = std::getenv("TEST_FILTER");
  const std::string_view filter = text != nullptr ? text : "";
  const auto small = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  return std::search(name.begin(), name.end(), filter.begin(), filter.end(),
                     [&](char a, char b) { return small(a) == small(b); }) != name.end() ||
         filter.empty();
}

}  // namespace pysub

#endif  // PYSUB_TESTS_RUNNER_CASE_FILTER_H_
