#include "shell/commands/files/sizes.h"

namespace pysub::shell {
namespace {

constexpr std::string_view kPrefixes = "KMGTPE";

}  // namespace

std::optional<uint64_t> ParseSize(std::string_view text) {
  uint64_t value = 0;
  size_t at = 0;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
    if (__builtin_mul_overflow(value, 10u, &value) ||
        __builtin_add_overflow(value, static_cast<uint64_t>(text[at] - '0'), &value)) {
      return std::nullopt;
    }
  }
  std::string_view unit = text.substr(at);
  if (unit.empty()) return at > 0 ? std::optional<uint64_t>(value) : std::nullopt;
  if (at == 0) value = 1;
  if (unit == "b") return value * 512;
  char letter = unit[0] == 'k' ? 'K' : unit[0] == 'm' ? 'M' : unit[0];
  size_t power = kPrefixes.find(letter);
  if (power == std::string_view::npos)
    return unit == "c" && at > 0 ? std::optional<uint64_t>(value) : std::nullopt;
  std::string_view rest = unit.substr(1);
  if (!rest.empty() && rest != "B" && rest != "iB") return std::nullopt;
  for (size_t i = 0; i <= power; ++i) {
    if (__builtin_mul_overflow(value, rest == "B" ? 1000u : 1024u, &value)) return std::nullopt;
  }
  return value;
}

std::optional<SizeStyle> SizeStyle::Parse(std::string_view text) {
  SizeStyle style;
  if (text == "human-readable" || text == "si") {
    style.human_base = text == "si" ? 1000 : 1024;
    return style;
  }
  std::optional<uint64_t> unit = ParseSize(text);
  if (!unit || *unit == 0) return std::nullopt;
  style.unit = *unit;
  if (text[0] < '0' || text[0] > '9') style.suffix = text;
  return style;
}

// -h rounds up, as coreutils do: a file of 1025 bytes takes 1.1K, never less than it has.
std::string SizeText(uint64_t bytes, const SizeStyle& style) {
  if (style.human_base == 0) {
    return std::to_string(bytes / style.unit + (bytes % style.unit != 0 ? 1 : 0)) + style.suffix;
  }
  if (bytes < style.human_base) return std::to_string(bytes);
  // Rounded up to what is shown: one digit behind the point below 10, none above.
  uint64_t unit = style.human_base;
  size_t power = 0;
  while (power + 1 < kPrefixes.size() && bytes / style.human_base >= unit) {
    unit *= style.human_base;
    ++power;
  }
  auto up = [](unsigned __int128 a, uint64_t b) { return static_cast<uint64_t>((a + b - 1) / b); };
  uint64_t tenths = up(static_cast<unsigned __int128>(bytes) * 10, unit);
  std::string number;
  if (tenths < 100) {
    number = std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
  } else {
    uint64_t whole = up(bytes, unit);
    if (whole >= style.human_base && power + 1 < kPrefixes.size()) {
      ++power;
      number = "1.0";
    } else {
      number = std::to_string(whole);
    }
  }
  char letter = kPrefixes[power];
  if (style.human_base == 1000 && letter == 'K') letter = 'k';
  return number + letter;
}

}  // namespace pysub::shell
