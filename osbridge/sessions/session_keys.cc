#include "osbridge/sessions/session_keys.h"

#include <fmt/format.h>

#include <utility>

#include "osbridge/sessions/packing.h"
#include "osbridge/snapshot_seal.h"
#include "pysub/host_value_json.h"

namespace pysub::sessions {
namespace {

constexpr std::string_view kForm = "pysub session 1";
constexpr size_t kMostKeyBytes = 1024;

absl::Status Wrong(std::string_view place, std::string_view what) {
  return absl::InvalidArgumentError(fmt::format("keys: {}: {}", place, what));
}

absl::StatusOr<std::vector<std::string>> KeysIn(std::string_view place, const HostValue& value) {
  std::vector<std::string> keys;
  if (value.kind() != HostValue::Kind::kList || value.items().empty())
    return Wrong(place, "a list of keys, the newest first, is wanted");
  for (const HostValue& item : value.items()) {
    const std::string_view key = item.as_str().value_or("");
    if (key.size() < kMinSealKeyBytes || key.size() > kMostKeyBytes)
      return Wrong(place, "a key is a text of 16 to 1024 bytes");
    keys.emplace_back(key);
  }
  return keys;
}

absl::Status ReadTenants(const HostValue& value,
                         std::map<std::string, std::vector<std::string>, std::less<>>* tenants) {
  if (value.kind() != HostValue::Kind::kDict) return Wrong("tenants", "an object is wanted");
  for (size_t i = 0; i + 1 < value.items().size(); i += 2) {
    const std::string name(value.items()[i].as_str().value_or(""));
    absl::StatusOr<std::vector<std::string>> keys = KeysIn("tenants." + name, value.items()[i + 1]);
    if (!keys.ok()) return keys.status();
    (*tenants)[name] = *std::move(keys);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<SessionKeys> SessionKeys::Parse(std::string_view json) {
  const absl::StatusOr<HostValue> file =
      HostValueFromJson(json, {.max_text_bytes = 1 << 20, .max_depth = 8, .tags = false});
  if (!file.ok()) return Wrong("the file", std::string(file.status().message()));
  if (file->kind() != HostValue::Kind::kDict) return Wrong("the file", "an object is wanted");
  SessionKeys keys;
  for (size_t i = 0; i + 1 < file->items().size(); i += 2) {
    const std::string_view name = file->items()[i].as_str().value_or("");
    const HostValue& value = file->items()[i + 1];
    if (name == "tenants") {
      if (absl::Status read = ReadTenants(value, &keys.tenants_); !read.ok()) return read;
    } else if (name == "others") {
      absl::StatusOr<std::vector<std::string>> others = KeysIn("others", value);
      if (!others.ok()) return others.status();
      keys.others_ = *std::move(others);
    } else {
      return Wrong(name, "unknown; there are tenants and others");
    }
  }
  return keys;
}

const std::vector<std::string>& SessionKeys::KeysOf(std::string_view tenant) const {
  const auto at = tenants_.find(tenant);
  return at == tenants_.end() ? others_ : at->second;
}

std::string SessionKeys::Seal(std::string_view tenant, std::string_view id, int64_t seq,
                              std::string_view state) const {
  std::string whole;
  whole.reserve(state.size() + 128);
  for (const std::string_view text : {kForm, tenant, id}) Pack(text, &whole);
  Pack(std::to_string(seq), &whole);
  Pack(state, &whole);
  const std::vector<std::string>& keys = KeysOf(tenant);
  return keys.empty() ? whole : SealSnapshot(whole, keys.front());
}

absl::StatusOr<std::string_view> SessionKeys::Open(std::string_view tenant, std::string_view id,
                                                   int64_t seq, std::string_view blob) const {
  const std::vector<std::string>& keys = KeysOf(tenant);
  std::string_view whole = blob;
  if (keys.empty() && IsSealed(blob))
    return absl::PermissionDeniedError("the state is sealed, and there is no key of its tenant");
  SealCheck check = keys.empty() ? SealCheck::kGood : SealCheck::kNotSealed;
  for (const std::string& key : keys) {
    check = OpenSeal(blob, key, &whole);
    if (check == SealCheck::kGood) break;
  }
  if (check != SealCheck::kGood)
    return absl::PermissionDeniedError(fmt::format("the state: {}", SealText(check)));
  const auto parts = UnpackAll<5>(whole);
  if (!parts || (*parts)[0] != kForm) return absl::DataLossError("the state is no state of pysub");
  // (Whose it is, is told to nobody: it may be another tenant's.)
  if ((*parts)[1] != tenant || (*parts)[2] != id)
    return absl::PermissionDeniedError("the state is that of another session");
  if ((*parts)[3] != std::to_string(seq))
    return absl::PermissionDeniedError("the state is that of another transition");
  return (*parts)[4];
}

}  // namespace pysub::sessions
