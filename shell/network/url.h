#ifndef PYSUB_SHELL_NETWORK_URL_H_
#define PYSUB_SHELL_NETWORK_URL_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// URLs as the network's policy reads them: one spelling of a place and no other. Whoever sends the
// request reads the same text with a parser of its own (libcurl's), and where two parsers differ an
// allow-list has a hole; so what could be read in two ways is refused, and the request is put
// together anew from the parts.
namespace pysub::shell {

struct StrictUrl {
  bool is_https = false;
  std::string host;  // lower case; an IPv6 address without brackets
  bool is_address = false;
  uint16_t port = 80;
  std::string target;  // "/..."
};

// Nothing: *why says what is wrong.
std::optional<StrictUrl> ParseStrictUrl(std::string_view url, std::string* why);

// A host as it stands in a URL, an IPv6 address in brackets: made lower case, without brackets.
// Nothing: it is neither an address nor a name.
std::optional<std::string> StrictHost(std::string_view text, bool* is_address, std::string* why);

// ---- for the commands

// A URL's parts as they are written; nothing is decoded.
struct UrlParts {
  std::string scheme;  // lower case; empty: it has none
  std::string user;    // "user:password", without '@'
  bool has_user = false;
  std::string host;      // with brackets
  std::string port;      // digits; empty: none
  std::string path;      // from '/' on, or empty
  std::string query;     // with '?'
  std::string fragment;  // with '#'

  std::string Authority() const { return port.empty() ? host : host + ":" + port; }
  std::string Text() const { return scheme + "://" + Authority() + path + query; }
  // The port, or the scheme's own; 0: none.
  uint16_t PortNumber() const;
};

// Takes it apart: "[scheme://][user@]host[:port][/path][?query][#fragment]".
UrlParts SplitUrl(std::string_view url);
// Where `reference` (of a header Location) leads from `base`: RFC 3986, 5.2.
std::string ResolveReference(const UrlParts& base, std::string_view reference);
// Without "/./" and "/../".
std::string WithoutDots(std::string_view path);
// %xx to bytes.
std::string PercentDecoded(std::string_view text);
// All but letters, digits and "-._~" as %XX.
std::string PercentEncoded(std::string_view text);
// The same with '+' for a blank, as forms have it.
std::string FormEncoded(std::string_view text);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_NETWORK_URL_H_
