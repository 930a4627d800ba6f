#include "shell/commands/net/curl_glob.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "pysub/shell/network.h"

namespace pysub::shell {
namespace {

constexpr uint64_t kMostUrls = 1'000'000;
constexpr size_t kMostPatterns = 100, kMostChoices = 10'000;

// As curl points at it: positions count from 1.
std::string Complaint(std::string_view what, std::string_view url, size_t position) {
  return fmt::format("{} in URL position {}:\n{}\n{}^", what, position, url,
                     std::string(position - 1, ' '));
}

std::optional<uint64_t> Number(std::string_view text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool IsLetter(char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; }

}  // namespace

bool CurlGlob::Multiply(uint64_t by) {
  count_ *= by;  // (both are at most a million)
  return by <= kMostUrls && count_ <= kMostUrls;
}

bool CurlGlob::ParseSet(std::string_view url, size_t* at, std::string* error) {
  const size_t open = *at;
  Part part;
  part.is_pattern = true;
  std::string choice;
  for (size_t i = open + 1;; ++i) {
    if (i >= url.size()) {
      *error = Complaint("unmatched brace", url, open + 1);
      return false;
    }
    const char c = url[i];
    if (c == '{' || c == '[') {
      *error = Complaint("nested brace", url, i + 1);
      return false;
    }
    if (c == ',' || c == '}') {
      part.choices.push_back(std::exchange(choice, ""));
      if (part.choices.size() > kMostChoices) {
        *error = Complaint("range overflow", url, i + 1);
        return false;
      }
      if (c == ',') continue;
      *at = i + 1;
      break;
    }
    if (c == '\\' && i + 1 < url.size()) ++i;
    choice += url[i];
  }
  part.count = part.choices.size();
  if (part.count == 1 && part.choices[0].empty()) {
    *error = Complaint("empty string within braces", url, *at);
    return false;
  }
  parts_.push_back(std::move(part));
  if (Multiply(parts_.back().count)) return true;
  *error = Complaint("range overflow", url, *at);
  return false;
}

bool CurlGlob::ParseRange(std::string_view url, size_t* at, std::string* error) {
  const size_t open = *at;
  const size_t close = url.find(']', open);
  const auto bad = [&](size_t position) {
    *error = Complaint("bad range", url, position);
    return false;
  };
  if (close == std::string_view::npos) {
    return bad(url.size() + 1);
  }
  std::string_view text = url.substr(open + 1, close - open - 1);
  const size_t colon = text.find(':');
  const std::optional<uint64_t> step =
      colon == std::string_view::npos ? 1 : Number(text.substr(colon + 1));
  text = text.substr(0, colon);
  const size_t dash = text.find('-');
  if (dash == std::string_view::npos || !step || *step == 0) return bad(open + 2);
  const std::string_view from = text.substr(0, dash), to = text.substr(dash + 1);
  Part part;
  part.is_pattern = true;
  part.step = *step;
  uint64_t last = 0;
  if (from.size() == 1 && to.size() == 1 && IsLetter(from[0]) && IsLetter(to[0])) {
    part.is_letters = true;
    part.first = static_cast<unsigned char>(from[0]);
    last = static_cast<unsigned char>(to[0]);
  } else {
    const std::optional<uint64_t> first = Number(from), end = Number(to);
    if (!first || !end) return bad(open + 2);
    part.first = *first;
    last = *end;
    if (from.starts_with('0')) part.width = from.size();
  }
  if (last < part.first) return bad(close + 2);
  const uint64_t steps = (last - part.first) / part.step;
  part.count = steps >= kMostUrls ? kMostUrls + 1 : steps + 1;
  *at = close + 1;
  const uint64_t count = part.count;
  parts_.push_back(std::move(part));
  if (Multiply(count)) return true;
  *error = Complaint("range overflow", url, close + 1);
  return false;
}

bool CurlGlob::Parse(std::string_view url, std::string* error) {
  parts_.clear();
  count_ = 1;
  std::string literal;
  size_t patterns = 0;
  for (size_t at = 0; at < url.size();) {
    const char c = url[at];
    // An IPv6 address is no range.
    if (c == '[') {
      const size_t close = url.find(']', at);
      const std::string_view inside =
          close == std::string_view::npos ? "" : url.substr(at + 1, close - at - 1);
      const bool is_address = NetworkAddress::Parse(inside).value_or(NetworkAddress()).is_v6;
      if (is_address || (close == at + 1)) {
        literal += url.substr(at, close - at + 1);
        at = close + 1;
        continue;
      }
    }
    if (c == '}' || c == ']') {
      *error = Complaint("unmatched close brace/bracket", url, at + 1);
      return false;
    }
    if (c != '{' && c != '[') {
      if (c == '\\' && at + 1 < url.size() &&
          std::string_view("{}[]").find(url[at + 1]) != std::string_view::npos)
        ++at;
      literal += url[at++];
      continue;
    }
    if (!literal.empty())
      parts_.push_back(Part{.literal = std::exchange(literal, ""), .choices = {}});
    if (++patterns > kMostPatterns) {
      *error = Complaint("too many globs", url, at + 1);
      return false;
    }
    if (!(c == '{' ? ParseSet(url, &at, error) : ParseRange(url, &at, error))) return false;
  }
  if (!literal.empty() || parts_.empty())
    parts_.push_back(Part{.literal = std::move(literal), .choices = {}});
  return true;
}

// The last pattern changes fastest.
std::string CurlGlob::Make(uint64_t index, std::vector<std::string>* values) const {
  std::vector<std::string> texts(parts_.size());
  for (size_t i = parts_.size(); i-- > 0;) {
    const Part& part = parts_[i];
    if (!part.is_pattern) {
      texts[i] = part.literal;
      continue;
    }
    const uint64_t choice = index % part.count;
    index /= part.count;
    const uint64_t value = part.first + choice * part.step;
    if (!part.choices.empty()) {
      texts[i] = part.choices[choice];
    } else if (part.is_letters) {
      texts[i] = static_cast<char>(value);
    } else {
      texts[i] = fmt::format("{:0{}}", value, part.width);
    }
  }
  values->clear();
  std::string url;
  for (size_t i = 0; i < parts_.size(); ++i) {
    url += texts[i];
    if (parts_[i].is_pattern) values->push_back(texts[i]);
  }
  return url;
}

std::string CurlOutputName(std::string_view name, const std::vector<std::string>& values) {
  std::string out;
  for (size_t i = 0; i < name.size(); ++i) {
    size_t end = i + 1;
    while (end < name.size() && name[end] >= '0' && name[end] <= '9' && end < i + 4) ++end;
    const std::optional<uint64_t> number = Number(name.substr(i + 1, end - i - 1));
    if (name[i] == '#' && number && *number >= 1 && *number <= values.size()) {
      out += values[*number - 1];
      i = end - 1;
    } else {
      out += name[i];
    }
  }
  return out;
}

}  // namespace pysub::shell
