#ifndef PYSUB_OSBRIDGE_PYTHON_WIRE_NAMES_H_
#define PYSUB_OSBRIDGE_PYTHON_WIRE_NAMES_H_

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "osbridge/python/python_request.h"

// Names of ends and limits in frames and in JSON. Not installed.
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
inline constexpr std::array<std::pair<LimitKind, std::string_view>, 6> kLimitNames = {{
    {LimitKind::kMemory, "memory"},
    {LimitKind::kDuration, "duration"},
    {LimitKind::kAllocations, "allocations"},
    {LimitKind::kSteps, "steps"},
    {LimitKind::kOutput, "output"},
    {LimitKind::kCancelled, "cancelled"},
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
constexpr std::string_view WireName(LimitKind limit) { return NameIn(kLimitNames, limit); }

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_PYTHON_WIRE_NAMES_H_
