#include "shell/cli/usage/values.h"

#include <algorithm>
#include <charconv>

namespace pysub::usage {
namespace {

constexpr uint64_t kMostDepth = 1'000'000;

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

bool IsGood(const Option& option, std::string_view value) {
  switch (option.kind) {
    case ValueKind::kNone:
    case ValueKind::kText: return true;
    case ValueKind::kFile:
    case ValueKind::kDirectory: return !value.empty();
    case ValueKind::kAbsolutePath: return value.starts_with('/');
    case ValueKind::kChoice: {
      const std::vector<std::string_view> choices = Choices(option.value);
      return std::find(choices.begin(), choices.end(), value) != choices.end();
    }
    case ValueKind::kCount: return ParseCount(value).has_value();
    case ValueKind::kPositive: return ParseCount(value).value_or(0) > 0;
    case ValueKind::kDepth: return ParseCount(value).value_or(0) - 1 < kMostDepth;
    case ValueKind::kSize: return ParseSize(value).has_value();
    case ValueKind::kMemory: return ParseSize(value).value_or(0) > 0;
    case ValueKind::kSeconds: return ParseSeconds(value).has_value();
    case ValueKind::kVariable:
      return value.find('=') != std::string_view::npos && !value.starts_with('=');
    case ValueKind::kMount: return ParseMount(value).has_value();
  }
  return false;
}

}  // namespace

std::optional<uint64_t> ParseCount(std::string_view text) {
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return number;
}

std::optional<uint64_t> ParseSize(std::string_view text) {
  struct Unit {
    std::string_view name;
    uint64_t bytes;
  };
  static constexpr Unit kUnits[] = {{"KB", 1 << 10}, {"MB", 1 << 20}, {"GB", 1 << 30}, {"B", 1}};
  uint64_t unit = 1;
  for (const Unit& candidate : kUnits) {
    if (text.ends_with(candidate.name)) {
      unit = candidate.bytes;
      text.remove_suffix(candidate.name.size());
      break;
    }
  }
  const std::optional<uint64_t> number = ParseCount(text);
  if (!number || *number > UINT64_MAX / unit) return std::nullopt;
  return *number * unit;
}

std::optional<uint64_t> ParseSeconds(std::string_view text) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc() || end != text.data() + text.size() || !(seconds > 0) || seconds > 1e9) {
    return std::nullopt;
  }
  return std::max<uint64_t>(static_cast<uint64_t>(seconds * 1e9), 1);
}

std::optional<Mount> ParseMount(std::string_view text) {
  const std::vector<std::string_view> parts = Split(text, ':');
  if (parts.size() < 2 || parts.size() > 4 || parts[0].empty() || !parts[1].starts_with('/'))
    return std::nullopt;
  Mount mount{std::string(parts[0]), std::string(parts[1]), Mount::Mode::kDefault, std::nullopt};
  if (parts.size() > 2) {
    if (parts[2] != "ro" && parts[2] != "rw" && parts[2] != "overlay") return std::nullopt;
    mount.mode = parts[2] == "ro"   ? Mount::Mode::kReadOnly
                 : parts[2] == "rw" ? Mount::Mode::kReadWrite
                                    : Mount::Mode::kOverlay;
  }
  if (parts.size() > 3) {
    mount.write_bytes_limit = ParseSize(parts[3]);
    if (!mount.write_bytes_limit) return std::nullopt;
  }
  return mount;
}

std::vector<std::string_view> Choices(std::string_view value) { return Split(value, '|'); }

std::string CheckValue(const Option& option, std::string_view name, std::string_view value) {
  if (IsGood(option, value)) return "";
  std::string text =
      "Bad argument '" + std::string(value) + "' for the " + std::string(name) + " option";
  switch (option.kind) {
    case ValueKind::kChoice: {
      text = "Argument of " + std::string(name) + " is one of ";
      for (char c : option.value) text += c == '|' ? std::string(", ") : std::string(1, c);
      return text;
    }
    case ValueKind::kAbsolutePath:
      return "Argument of " + std::string(name) + " is an absolute path";
    case ValueKind::kVariable:
    case ValueKind::kMount: return text + ": " + std::string(option.value);
    // What would be good, also where it looks good: a million and one, 2 ** 64, zero.
    case ValueKind::kCount: return text + ": a whole number below 2**64";
    case ValueKind::kPositive: return text + ": a whole number from 1, below 2**64";
    case ValueKind::kDepth:
      return text + ": a whole number from 1 to " + std::to_string(kMostDepth);
    case ValueKind::kSize: return text + ": bytes, or a whole number of KB, MB, GB";
    case ValueKind::kMemory: return text + ": 1 byte or more, or a whole number of KB, MB, GB";
    case ValueKind::kSeconds: return text + ": seconds above 0, at most 1e9";
    default: return text;
  }
}

}  // namespace pysub::usage
