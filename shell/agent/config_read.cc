#include "shell/agent/config_read.h"

#include <optional>

namespace pysub::agent {

absl::Status Wrong(std::string_view place, std::string_view what) {
  return absl::InvalidArgumentError(fmt::format("{}: {}", place, what));
}

absl::Status Unknown(std::string_view place, std::string_view key, std::string_view known) {
  const std::string whole = place.empty() ? CleanText(key) : fmt::format("{}.{}", place, key);
  return Wrong(whole, fmt::format("unknown key; there are {}", known));
}

absl::Status ReadText(const Json& value, std::string_view place, std::string* text) {
  if (!IsText(value) || value.text().empty() || value.text().find('\0') != std::string_view::npos)
    return Wrong(place, "is no text, or empty");
  *text = value.text();
  return absl::OkStatus();
}

absl::Status ReadPath(const Json& value, std::string_view place, std::string* path) {
  if (absl::Status status = ReadText(value, place, path); !status.ok()) return status;
  if (!path->starts_with('/')) return Wrong(place, "is no absolute path");
  return absl::OkStatus();
}

absl::Status ReadNumber(const Json& value, std::string_view place, uint64_t most,
                        uint64_t* number) {
  const std::optional<int64_t> given = WholeNumber(value);
  if (!given || *given < 1 || static_cast<uint64_t>(*given) > most)
    return Wrong(place, fmt::format("is no whole number from 1 to {}", most));
  *number = static_cast<uint64_t>(*given);
  return absl::OkStatus();
}

absl::Status ReadTexts(const Json& value, const std::string& place,
                       std::vector<std::string>* texts) {
  if (value.kind() != HostValue::Kind::kList) return Wrong(place, "is no list");
  for (size_t i = 0; i < value.items().size(); ++i) {
    absl::Status read =
        ReadText(value.items()[i], fmt::format("{}[{}]", place, i), &texts->emplace_back());
    if (!read.ok()) return read;
  }
  return absl::OkStatus();
}

absl::Status ReadVariables(const Json& value, const std::string& place,
                           std::vector<std::pair<std::string, std::string>>* variables) {
  variables->clear();
  return EachMember(value, place, [&](std::string_view key, const Json& member) {
    const std::string where = fmt::format("{}.{}", place, key);
    if (key.empty() || key.find_first_of(std::string_view("=\0", 2)) != std::string_view::npos)
      return Wrong(where, "is no name of a variable");
    if (!IsText(member) || member.text().find('\0') != std::string_view::npos)
      return Wrong(where, "is no text");
    variables->emplace_back(key, member.text());
    return absl::OkStatus();
  });
}

}  // namespace pysub::agent
