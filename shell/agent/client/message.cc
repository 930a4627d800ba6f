#include "shell/agent/client/message.h"

#include <algorithm>

#include "pysub/host_value_json.h"

namespace pysub::agent {
namespace {

constexpr uint32_t kMostDepth = 100;

bool IsHeaderName(std::string_view name) {
  constexpr std::string_view kOthers = "!#$%&'*+-.^_`|~";
  return !name.empty() && std::all_of(name.begin(), name.end(), [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           kOthers.find(c) != std::string_view::npos;
  });
}

std::optional<std::string> HeaderValue(const Json& value) {
  if (IsText(value)) return HeaderText(value.text());
  if (const std::optional<bool> flag = value.as_bool()) return *flag ? "true" : "false";
  if (const std::optional<int64_t> number = WholeNumber(value)) return std::to_string(*number);
  if (value.kind() == HostValue::Kind::kFloat) return value.ToJson();
  return std::nullopt;
}

}  // namespace

absl::StatusOr<Json> ParseMessage(std::string_view text, size_t most_bytes) {
  JsonLimits limits;
  limits.max_text_bytes = most_bytes;
  // (Of values as small as [] a byte becomes a hundred.)
  limits.max_resident_bytes = 4 * most_bytes + (size_t{1} << 20);
  limits.max_depth = kMostDepth;
  limits.tags = false;
  return HostValueFromJson(text, limits);
}

std::string HeaderText(std::string_view text) {
  const bool is_plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
  const bool is_trimmed = text.empty() || (text.front() != ' ' && text.back() != ' ');
  if (is_plain && is_trimmed && !text.starts_with("=?base64?")) return std::string(text);
  return "=?base64?" + Base64(text) + "?=";
}

bool HasGoodHeaders(const Json& input_schema) {
  const Json* properties = IsObject(input_schema) ? input_schema.Find("properties") : nullptr;
  if (properties == nullptr || !IsObject(*properties)) return true;
  std::vector<std::string> names;
  for (size_t i = 1; i < properties->items().size(); i += 2) {
    const Json& schema = properties->items()[i];
    const Json* header = IsObject(schema) ? schema.Find("x-mcp-header") : nullptr;
    if (header == nullptr) continue;
    const std::string_view type = TextAt(schema, "type");
    if (!IsText(*header) || !IsHeaderName(header->text()) ||
        (type != "string" && type != "integer" && type != "boolean"))
      return false;
    std::string name(header->text());
    for (char& c : name) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    if (std::find(names.begin(), names.end(), name) != names.end()) return false;
    names.push_back(std::move(name));
  }
  return true;
}

HeaderFields ParamHeaders(const Json& input_schema, const Json& arguments) {
  HeaderFields fields;
  const Json* properties = IsObject(input_schema) ? input_schema.Find("properties") : nullptr;
  if (properties == nullptr || !IsObject(*properties)) return fields;
  for (size_t i = 0; i + 1 < properties->items().size(); i += 2) {
    const std::string_view header = TextAt(properties->items()[i + 1], "x-mcp-header");
    const Json* argument = arguments.Find(properties->items()[i].text());
    if (!IsHeaderName(header) || argument == nullptr) continue;
    if (std::optional<std::string> value = HeaderValue(*argument))
      fields.emplace_back("Mcp-Param-" + std::string(header), *std::move(value));
  }
  return fields;
}

}  // namespace pysub::agent
