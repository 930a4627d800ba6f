#include <fmt/format.h>

#include <utility>

#include "osbridge/sessions/machine.h"
#include "pysub/host_value_json.h"

namespace pysub::sessions {
namespace {

using Members = std::vector<std::pair<HostValue, HostValue>>;

struct Limit {
  std::string_view name;
  uint64_t SessionSpec::*member;
  int64_t least = 1;
  int64_t most = INT64_MAX;
};
constexpr int64_t kMostRunMs = int64_t{100} * 365 * 24 * 3600 * 1000;  // nanoseconds have room
constexpr Limit kLimits[] = {{"memory_bytes", &SessionSpec::memory_bytes},
                             {"file_bytes", &SessionSpec::file_bytes},
                             {"run_ms", &SessionSpec::run_ms, 1, kMostRunMs},
                             {"steps", &SessionSpec::steps, 0},
                             {"output_bytes", &SessionSpec::output_bytes}};

absl::Status Wrong(std::string_view place, std::string_view what) {
  return absl::InvalidArgumentError(fmt::format("the session's settings: {}: {}", place, what));
}

absl::StatusOr<DeclaredFunction> FunctionOf(const HostValue& value) {
  DeclaredFunction function;
  if (value.kind() != HostValue::Kind::kDict) return Wrong("functions", "objects are wanted");
  for (size_t i = 0; i + 1 < value.items().size(); i += 2) {
    const std::string_view name = value.items()[i].as_str().value_or("");
    const std::optional<std::string_view> text = value.items()[i + 1].as_str();
    const std::optional<CallClass> call_class = CallClassOf(text.value_or(""));
    if (!text) return Wrong("functions", "texts are wanted");
    if (name == "signature") {
      function.signature = *text;
    } else if (name == "doc") {
      function.doc = *text;
    } else if (name == "class" && call_class) {
      function.call_class = *call_class;
    } else {
      return Wrong("functions",
                   fmt::format("{}: there are signature, doc and class (once, idempotent)", name));
    }
  }
  if (function.signature.empty()) return Wrong("functions", "a signature is missing");
  return function;
}

absl::Status SetMember(std::string_view name, const HostValue& value, SessionSpec* spec) {
  if (name == "functions") {
    if (value.kind() != HostValue::Kind::kList) return Wrong(name, "a list is wanted");
    for (const HostValue& item : value.items()) {
      absl::StatusOr<DeclaredFunction> function = FunctionOf(item);
      if (!function.ok()) return function.status();
      spec->functions.push_back(*std::move(function));
    }
    return absl::OkStatus();
  }
  if (name == "file") {
    const std::optional<std::string_view> text = value.as_str();
    if (!text) return Wrong(name, "a text is wanted");
    spec->file_name = *text;
    return absl::OkStatus();
  }
  for (const Limit& limit : kLimits) {
    if (limit.name != name) continue;
    const std::optional<int64_t> number =
        value.kind() == HostValue::Kind::kInt ? value.as_int() : std::nullopt;
    if (!number || *number < limit.least || *number > limit.most)
      return Wrong(name,
                   fmt::format("a whole number from {} to {} is wanted", limit.least, limit.most));
    spec->*limit.member = static_cast<uint64_t>(*number);
    return absl::OkStatus();
  }
  return Wrong(name, "unknown");
}

}  // namespace

std::string SessionSpec::ToJson() const {
  std::vector<HostValue> list;
  for (const DeclaredFunction& function : functions) {
    list.push_back(HostValue::Dict(Members{{"signature", function.signature},
                                           {"doc", function.doc},
                                           {"class", ClassName(function.call_class)}}));
  }
  Members members = {{"functions", HostValue::List(std::move(list))}};
  for (const Limit& limit : kLimits) members.emplace_back(limit.name, this->*limit.member);
  // (Workers before it was there take up sessions that have none.)
  if (!file_name.empty()) members.emplace_back("file", file_name);
  return HostValue::Dict(std::move(members)).ToJson();
}

absl::StatusOr<SessionSpec> SessionSpec::Parse(std::string_view json) {
  SessionSpec spec;
  if (json.empty()) return spec;
  const absl::StatusOr<HostValue> value = HostValueFromJson(json, {.tags = false});
  if (!value.ok()) return Wrong("JSON", std::string(value.status().message()));
  if (value->kind() != HostValue::Kind::kDict) return Wrong("JSON", "an object is wanted");
  for (size_t i = 0; i + 1 < value->items().size(); i += 2) {
    const std::string_view name = value->items()[i].as_str().value_or("");
    if (absl::Status set = SetMember(name, value->items()[i + 1], &spec); !set.ok()) return set;
  }
  return spec;
}

std::string ErrorJson(std::string_view type, std::string_view message) {
  return HostValue::Dict(Members{{"type", type}, {"message", message}}).ToJson();
}

}  // namespace pysub::sessions
