#include "shell/commands/net/http_head.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "lexer/base/base64.h"
#include "lexer/base/civil_date.h"

namespace pysub::shell {
namespace {

constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
constexpr std::string_view kDays = "ThuFriSatSunMonTueWed";  // 1970-01-01 was a Thursday
// Of one head; a stranger's list of headers does not grow without end.
constexpr size_t kMostHeaders = 4096;

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 32) : c; }

std::optional<int64_t> Number(std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

}  // namespace

std::string LowerCase(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), Lower);
  return lower;
}

bool EqualNames(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, Lower, Lower);
}

std::string_view WithoutBlanks(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

HttpHead HttpHead::Parse(std::string_view text) {
  HttpHead head;
  bool is_first = true;
  while (!text.empty() && head.headers.size() < kMostHeaders) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (std::exchange(is_first, false) && line.starts_with("HTTP/")) {
      head.status_line = line;
      const size_t space = std::min(line.find(' '), line.size());
      head.version = line.substr(5, std::max<size_t>(space, 5) - 5);
      line.remove_prefix(std::min(space + 1, line.size()));
      head.status = static_cast<int>(Number(line.substr(0, 3)).value_or(0));
      head.reason = line.size() > 4 ? line.substr(4) : "";
      continue;
    }
    // A line that begins with a blank goes on with the one above it.
    if (!line.empty() && (line[0] == ' ' || line[0] == '\t') && !head.headers.empty()) {
      head.headers.back().second += " " + std::string(WithoutBlanks(line));
      continue;
    }
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    head.headers.emplace_back(WithoutBlanks(line.substr(0, colon)),
                              WithoutBlanks(line.substr(colon + 1)));
  }
  return head;
}

std::optional<std::string> HttpHead::Find(std::string_view name) const {
  for (const auto& [key, value] : headers) {
    if (EqualNames(key, name)) return value;
  }
  return std::nullopt;
}

std::optional<std::string> HttpHead::FindLast(std::string_view name) const {
  std::optional<std::string> found;
  for (const auto& [key, value] : headers) {
    if (EqualNames(key, name)) found = value;
  }
  return found;
}

std::optional<uint64_t> HttpHead::Length() const {
  const std::optional<std::string> text = Find("content-length");
  const std::optional<int64_t> value = text ? Number(*text) : std::nullopt;
  if (!value || *value < 0) return std::nullopt;
  return static_cast<uint64_t>(*value);
}

std::string VersionOf(const HttpHead& head) {
  std::string version = fmt::format("{}", head.status);
  for (std::string_view name : {"content-length", "etag", "last-modified"})
    version += "\n" + head.Find(name).value_or("");
  return version;
}

// "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994":
// the parts tell by themselves what they are.
std::optional<int64_t> ParseHttpDate(std::string_view text) {
  int64_t day = -1, month = -1, year = -1, seconds = -1;
  size_t parts = 0;
  while (!text.empty() && ++parts < 16) {
    const size_t end = std::min(text.find_first_of(" ,-"), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (part.empty()) continue;
    if (part.size() == 8 && part[2] == ':' && part[5] == ':') {
      const auto hours = Number(part.substr(0, 2)), minutes = Number(part.substr(3, 2)),
                 rest = Number(part.substr(6));
      if (!hours || !minutes || !rest || *hours > 23 || *minutes > 59 || *rest > 60)
        return std::nullopt;
      seconds = *hours * 3600 + *minutes * 60 + *rest;
    } else if (const std::optional<int64_t> number = Number(part)) {
      if (*number < 0 || *number > 9999) return std::nullopt;
      (day < 0 ? day : year) = *number;
    } else if (part.size() == 3 && month < 0) {
      const size_t at = kMonths.find(part);
      if (at != std::string_view::npos && at % 3 == 0) month = static_cast<int64_t>(at / 3 + 1);
    }
  }
  if (day < 1 || day > 31 || month < 1 || year < 0 || seconds < 0) return std::nullopt;
  if (year < 70) year += 2000;
  if (year < 100) year += 1900;
  return DaysFromCivil(year, month, day) * 86400 + seconds;
}

std::string HttpDate(int64_t seconds) {
  // (Files have times before 1970, too, of which quotients are rounded down.)
  const int64_t rest = (seconds % 86400 + 86400) % 86400, days = (seconds - rest) / 86400;
  const CivilDate date = DateFromDays(days);
  return fmt::format("{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT",
                     kDays.substr(3 * static_cast<size_t>((days % 7 + 7) % 7), 3), date.day,
                     kMonths.substr(3 * static_cast<size_t>(date.month - 1), 3), date.year,
                     rest / 3600, rest / 60 % 60, rest % 60);
}

int64_t FileTimeOf(int64_t seconds) {
  constexpr int64_t kNsPerSecond = 1'000'000'000, kFarthest = INT64_MAX / kNsPerSecond;
  return std::clamp(seconds, -kFarthest, kFarthest) * kNsPerSecond;
}

std::string DispositionName(std::string_view value) {
  // attachment; filename="a b.txt"
  const std::string lower = LowerCase(value);
  size_t at = 0;
  while ((at = lower.find("filename=", at)) != std::string::npos) {
    const char before = at == 0 ? ';' : lower[at - 1];
    at += 9;
    if (before != ';' && before != ' ' && before != '\t') continue;
    std::string name;
    if (at < value.size() && (value[at] == '"' || value[at] == '\'')) {
      const char quote = value[at++];
      for (; at < value.size() && value[at] != quote; ++at) {
        if (value[at] == '\\' && at + 1 < value.size()) ++at;
        name += value[at];
      }
    } else {
      name = WithoutBlanks(value.substr(at, value.find(';', at) - at));
    }
    // Directories are not the server's to choose.
    for (const char separator : {'/', '\\'}) {
      if (const size_t cut = name.rfind(separator); cut != std::string::npos)
        name.erase(0, cut + 1);
    }
    return name == "." || name == ".." || name.find('\0') != std::string::npos ? "" : name;
  }
  return "";
}

std::string Base64Text(std::string_view bytes) {
  std::string text((bytes.size() / 3 + 1) * 4, '\0');
  char* end = base64::EncodeGroups(bytes, base64::kDigits, text.data());
  const std::string_view rest = bytes.substr(bytes.size() / 3 * 3);
  if (!rest.empty()) {
    const auto byte = [&rest](size_t i) {
      return i < rest.size() ? uint32_t{static_cast<uint8_t>(rest[i])} : 0;
    };
    const uint32_t bits = byte(0) << 16 | byte(1) << 8;
    *end++ = base64::kDigits[bits >> 18];
    *end++ = base64::kDigits[bits >> 12 & 63];
    *end++ = rest.size() > 1 ? base64::kDigits[bits >> 6 & 63] : '=';
    *end++ = '=';
  }
  text.resize(static_cast<size_t>(end - text.data()));
  return text;
}

}  // namespace pysub::shell
