#include "shell/network/url.h"

#include <algorithm>

#include "pysub/shell/network.h"

namespace pysub::shell {
namespace {

constexpr size_t kMostOfUrl = 65536, kMostOfHost = 253, kMostOfLabel = 63;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; }
char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 32) : c; }

std::string LowerText(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), Lower);
  return lower;
}

// Whether a resolver might take a name for a number: its last label is digits, or 0x and hex
// digits. (The rule of the URL standard for what has to be an IPv4 address.)
bool EndsInNumber(std::string_view host) {
  const size_t dot = host.rfind('.');
  std::string_view last = dot == std::string_view::npos ? host : host.substr(dot + 1);
  if (std::ranges::all_of(last, IsDigit)) return true;
  if (!last.starts_with("0x")) return false;
  last.remove_prefix(2);
  return std::ranges::all_of(last, [](char c) { return IsDigit(c) || (c >= 'a' && c <= 'f'); });
}

bool IsName(std::string_view host) {
  if (host.empty() || host.size() > kMostOfHost) return false;
  size_t label = 0;
  for (char c : host) {
    if (c == '.') {
      if (label == 0) return false;  // an empty one
      label = 0;
      continue;
    }
    if (!IsLetter(c) && !IsDigit(c) && c != '-' && c != '_') return false;
    if (++label > kMostOfLabel) return false;
  }
  return label > 0;  // no dot at the end: it would be a second spelling of the name
}

std::optional<uint16_t> Port(std::string_view text) {
  if (text.empty() || text.size() > 5) return std::nullopt;
  uint32_t value = 0;
  for (char c : text) {
    if (!IsDigit(c)) return std::nullopt;
    value = value * 10 + static_cast<uint32_t>(c - '0');
  }
  if (value == 0 || value > 65535) return std::nullopt;
  return static_cast<uint16_t>(value);
}

// (A form of megabytes is made of these.)
void AddEncoded(std::string* out, char c) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  *out += '%';
  *out += kDigits[byte >> 4];
  *out += kDigits[byte & 15];
}

int HexDigit(char c) {
  if (IsDigit(c)) return c - '0';
  const char low = Lower(c);
  return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

}  // namespace

std::optional<std::string> StrictHost(std::string_view text, bool* is_address, std::string* why) {
  *is_address = false;
  if (text.starts_with('[')) {
    const std::optional<NetworkAddress> address =
        text.ends_with(']') ? NetworkAddress::Parse(text.substr(1, text.size() - 2)) : std::nullopt;
    if (!address || !address->is_v6) {
      *why = "its host is no IPv6 address";
      return std::nullopt;
    }
    *is_address = true;
    return address->Text();
  }
  const std::string host = LowerText(text);
  if (!IsName(host)) {
    *why = host.ends_with('.') ? "its host ends with a dot"
                               : "its host is not a name of letters, digits, '-', '_' and '.'";
    return std::nullopt;
  }
  if (EndsInNumber(host)) {
    const std::optional<NetworkAddress> address = NetworkAddress::Parse(host);
    if (!address) {
      *why = "its host is a number that is not written as four decimal ones";
      return std::nullopt;
    }
    *is_address = true;
  }
  return host;
}

std::optional<StrictUrl> ParseStrictUrl(std::string_view url, std::string* why) {
  const auto refuse = [why](std::string_view text) {
    *why = text;
    return std::nullopt;
  };
  if (url.size() > kMostOfUrl) return refuse("the URL is too long");
  for (char c : url) {
    // Spaces and line ends would end the request's first line; other bytes are read in many ways.
    if (c <= ' ' || c >= 127 || c == '\\') return refuse("the URL has bytes that must be encoded");
  }
  StrictUrl parsed;
  const std::string start = LowerText(url.substr(0, 8));
  if (start.starts_with("http://")) {
    url.remove_prefix(7);
  } else if (start == "https://") {
    url.remove_prefix(8);
    parsed.is_https = true;
  } else {
    return refuse("only http and https are there");
  }
  parsed.port = parsed.is_https ? 443 : 80;
  const size_t end = std::min(url.find_first_of("/?#"), url.size());
  std::string_view authority = url.substr(0, end);
  url.remove_prefix(end);
  if (authority.find('@') != std::string_view::npos) return refuse("the URL has a user's name");
  if (url.find('#') != std::string_view::npos) return refuse("the URL has a fragment");
  parsed.target = url.starts_with('/') ? std::string(url) : "/" + std::string(url);
  const size_t bracket = authority.find(']');
  const size_t colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
  if (colon != std::string_view::npos) {
    const std::optional<uint16_t> port = Port(authority.substr(colon + 1));
    if (!port) return refuse("the URL has no good port");
    parsed.port = *port;
    authority = authority.substr(0, colon);
  }
  const std::optional<std::string> host = StrictHost(authority, &parsed.is_address, why);
  if (!host) return std::nullopt;
  parsed.host = *host;
  return parsed;
}

// ---- for the commands

uint16_t UrlParts::PortNumber() const {
  if (port.empty()) return scheme == "https" ? 443 : 80;
  return Port(port).value_or(0);
}

UrlParts SplitUrl(std::string_view url) {
  UrlParts parts;
  const size_t scheme = url.find("://");
  const auto is_of_scheme = [](char c) {
    return IsLetter(c) || IsDigit(c) || c == '+' || c == '-' || c == '.';
  };
  if (scheme != std::string_view::npos && scheme > 0 && IsLetter(url[0]) &&
      std::ranges::all_of(url.substr(0, scheme), is_of_scheme)) {
    parts.scheme = LowerText(url.substr(0, scheme));
    url.remove_prefix(scheme + 3);
  }
  if (const size_t hash = url.find('#'); hash != std::string_view::npos) {
    parts.fragment = url.substr(hash);
    url = url.substr(0, hash);
  }
  if (const size_t mark = url.find('?'); mark != std::string_view::npos) {
    parts.query = url.substr(mark);
    url = url.substr(0, mark);
  }
  const size_t slash = std::min(url.find('/'), url.size());
  std::string_view authority = url.substr(0, slash);
  parts.path = url.substr(slash);
  if (const size_t at = authority.rfind('@'); at != std::string_view::npos) {
    parts.user = authority.substr(0, at);
    parts.has_user = true;
    authority.remove_prefix(at + 1);
  }
  const size_t bracket = authority.find(']');
  const size_t colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
  if (colon != std::string_view::npos) {
    parts.port = authority.substr(colon + 1);
    authority = authority.substr(0, colon);
  }
  parts.host = authority;
  return parts;
}

std::string WithoutDots(std::string_view path) {
  // Each segment ends with its slash, so that the last one is told apart by having none.
  std::string out;
  while (!path.empty()) {
    const size_t slash = path.find('/', 1);
    const std::string_view segment = path.substr(0, slash);
    const bool is_last = slash == std::string_view::npos;
    path = is_last ? std::string_view() : path.substr(slash);
    if (segment == "/.") {
      if (is_last) out += '/';
    } else if (segment == "/..") {
      out.resize(out.empty() ? 0 : out.rfind('/'));
      if (is_last) out += '/';
    } else {
      out += segment;
    }
  }
  return out;
}

std::string ResolveReference(const UrlParts& base, std::string_view reference) {
  const std::string root = base.scheme + "://" + base.Authority();
  const UrlParts parts = SplitUrl(reference);
  if (!parts.scheme.empty()) return std::string(reference);
  // ("mailto:x" has no "//", and is no path either.)
  const size_t colon = reference.find(':');
  if (colon != std::string_view::npos && colon > 0 &&
      std::ranges::all_of(reference.substr(0, colon), IsLetter))
    return std::string(reference);
  if (reference.starts_with("//")) return base.scheme + ":" + std::string(reference);
  if (reference.starts_with('/')) return root + std::string(reference);
  const std::string base_path = base.path.empty() ? "/" : base.path;
  if (reference.starts_with('?')) return root + base_path + std::string(reference);
  if (reference.empty()) return root + base_path + base.query;
  return root + base_path.substr(0, base_path.rfind('/') + 1) + std::string(reference);
}

std::string PercentDecoded(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && HexDigit(text[i + 1]) >= 0 &&
        HexDigit(text[i + 2]) >= 0) {
      out += static_cast<char>(HexDigit(text[i + 1]) * 16 + HexDigit(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string PercentEncoded(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (IsLetter(c) || IsDigit(c) || std::string_view("-._~").find(c) != std::string_view::npos) {
      out += c;
    } else {
      AddEncoded(&out, c);
    }
  }
  return out;
}

std::string FormEncoded(std::string_view text) {
  std::string out;
  for (size_t at = 0; at <= text.size();) {
    const size_t blank = std::min(text.find(' ', at), text.size());
    out += PercentEncoded(text.substr(at, blank - at));
    if (blank < text.size()) out += '+';
    at = blank + 1;
  }
  return out;
}

}  // namespace pysub::shell
