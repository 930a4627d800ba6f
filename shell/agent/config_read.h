#ifndef PYSUB_SHELL_AGENT_CONFIG_READ_H_
#define PYSUB_SHELL_AGENT_CONFIG_READ_H_

#include <absl/status/status.h>
#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/agent/json.h"

// How configuration files are read: each value is checked, and what is wrong is told with its place
// ("limits.memroy_bytes: unknown key"). What is there already is replaced.
namespace pysub::agent {

absl::Status Wrong(std::string_view place, std::string_view what);
absl::Status Unknown(std::string_view place, std::string_view key, std::string_view known);

// A text that is not empty and has no NUL.
absl::Status ReadText(const Json& value, std::string_view place, std::string* text);
absl::Status ReadPath(const Json& value, std::string_view place, std::string* path);
absl::Status ReadNumber(const Json& value, std::string_view place, uint64_t most, uint64_t* number);
absl::Status ReadTexts(const Json& value, const std::string& place,
                       std::vector<std::string>* texts);
// Variables of an environment.
absl::Status ReadVariables(const Json& value, const std::string& place,
                           std::vector<std::pair<std::string, std::string>>* variables);

// Calls visit(key, value) for each member; stops at the first error.
template <typename Visit>
absl::Status EachMember(const Json& object, std::string_view place, Visit visit) {
  if (!IsObject(object)) return Wrong(place, "is no object");
  for (size_t i = 0; i < object.items().size(); i += 2) {
    if (absl::Status status = visit(object.items()[i].text(), object.items()[i + 1]); !status.ok())
      return status;
  }
  return absl::OkStatus();
}

// Limits, by the rows that there are for them.
template <typename Row, typename Limits>
absl::Status ReadRows(const Json& value, const std::string& place, std::span<const Row> rows,
                      Limits* limits) {
  return EachMember(value, place, [&](std::string_view key, const Json& member) {
    std::string known;
    for (const Row& row : rows) {
      if (row.name == key)
        return ReadNumber(member, fmt::format("{}.{}", place, key), row.most,
                          &(limits->*row.member));
      known += (known.empty() ? "" : ", ") + std::string(row.name);
    }
    return Unknown(place, key, known);
  });
}

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_CONFIG_READ_H_
