#ifndef PYSUB_OSBRIDGE_WORKER_WIRE_NAMES_H_
#define PYSUB_OSBRIDGE_WORKER_WIRE_NAMES_H_

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "pysub/python/python_request.h"

// Names of ends in frames and in JSON; those of limits are LimitName(). Not installed.
namespace pysub {

// A worker says only these; the others are what its host says about it.
inline constexpr std::array<std::pair<PythonEnd, std::string_view>, 6> kEndNames = {{
    {PythonEnd::kFinished, "finished"},
    {PythonEnd::kExit, "exit"},
    {PythonEnd::kRaised, "raised"},
    {PythonEnd::kSyntaxError, "syntax_error"},
    {PythonEnd::kLimit, "limit"},
    {PythonEnd::kWorkerError, "failed"},
}};
template <typename T, size_t N>
constexpr std::string_view NameIn(const std::array<std::pair<T, std::string_view>, N>& names,
                                  T value) {
  for (const auto& [known, name] : names) {
    if (known == value) return name;
  }
  return "";
}
template <typename T, size_t N>
constexpr std::optional<T> ValueIn(const std::array<std::pair<T, std::string_view>, N>& names,
                                   std::string_view name) {
  for (const auto& [value, known] : names) {
    if (known == name) return value;
  }
  return std::nullopt;
}
constexpr std::string_view WireName(PythonEnd end) { return NameIn(kEndNames, end); }
inline std::optional<LimitKind> LimitOfName(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(LimitKind::kCancelled); ++i) {
    if (LimitName(static_cast<LimitKind>(i)) == name) return static_cast<LimitKind>(i);
  }
  return std::nullopt;
}

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_WORKER_WIRE_NAMES_H_
