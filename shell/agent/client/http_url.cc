#include <arpa/inet.h>

#include <charconv>

#include "shell/agent/client/http_transport.h"

namespace pysub::agent {
namespace {

absl::Status Wrong(const std::string& what) { return absl::InvalidArgumentError(what); }

bool SetAddress(const std::string& host, uint16_t port, HttpPlace* place) {
  auto* const four = reinterpret_cast<sockaddr_in*>(&place->address);
  if (inet_pton(AF_INET, host == "localhost" ? "127.0.0.1" : host.c_str(), &four->sin_addr) == 1) {
    four->sin_family = AF_INET;
    four->sin_port = htons(port);
    place->address_size = sizeof(*four);
    return true;
  }
  auto* const six = reinterpret_cast<sockaddr_in6*>(&place->address);
  if (host.size() < 2 || host.front() != '[' || host.back() != ']' ||
      inet_pton(AF_INET6, host.substr(1, host.size() - 2).c_str(), &six->sin6_addr) != 1)
    return false;
  six->sin6_family = AF_INET6;
  six->sin6_port = htons(port);
  place->address_size = sizeof(*six);
  return true;
}

}  // namespace

absl::StatusOr<HttpPlace> ParseHttpUrl(std::string_view url) {
  constexpr std::string_view kScheme = "http://";
  if (url.starts_with("https://"))
    return Wrong(
        "has no TLS here: give a proxy that speaks it (http://127.0.0.1:...), or a "
        "command that does");
  if (!url.starts_with(kScheme)) return Wrong("does not begin with http://");
  for (const char c : url) {
    if (c <= ' ' || c > '~' || c == '#' || c == '@')
      return Wrong("has a character that is none of a URL's");
  }
  url.remove_prefix(kScheme.size());
  HttpPlace place;
  const size_t slash = std::min(url.find_first_of("/?"), url.size());
  place.host = url.substr(0, slash);
  place.target = url.substr(slash);
  if (!place.target.starts_with('/')) place.target.insert(0, "/");
  const size_t colon = place.host.rfind(':');
  const bool has_port = colon != std::string::npos && !place.host.ends_with(']');
  uint16_t port = 80;
  if (has_port) {
    const char* const end = place.host.data() + place.host.size();
    const auto [stop, error] = std::from_chars(place.host.data() + colon + 1, end, port);
    if (error != std::errc() || stop != end || port == 0) return Wrong("has no good port");
  }
  if (!SetAddress(place.host.substr(0, has_port ? colon : std::string::npos), port, &place))
    return Wrong("names neither an IP address nor localhost");
  return place;
}

}  // namespace pysub::agent
