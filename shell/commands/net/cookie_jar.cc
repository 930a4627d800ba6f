#include "shell/commands/net/cookie_jar.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "pysub/shell/network.h"
#include "shell/commands/net/http_head.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

std::string HostOf(const UrlParts& url) { return LowerCase(url.host); }

bool IsAddress(std::string_view host) {
  return host.starts_with('[') || NetworkAddress::Parse(host).has_value();
}

bool IsBelow(std::string_view host, std::string_view domain) {
  if (host == domain) return true;
  return host.size() > domain.size() && host.ends_with(domain) &&
         host[host.size() - domain.size() - 1] == '.' && !IsAddress(host);
}

// (A slash at the end of a cookie's path says nothing.)
bool HasPath(std::string_view path, std::string_view prefix) {
  while (prefix.size() > 1 && prefix.ends_with('/')) prefix.remove_suffix(1);
  if (prefix == "/" || path == prefix) return true;
  return path.starts_with(prefix) && (prefix.ends_with('/') || path[prefix.size()] == '/');
}

// Nobody listens on the way to this machine.
bool IsSecure(const UrlParts& url) {
  const std::string host = HostOf(url);
  return url.scheme == "https" || host == "localhost" || host == "127.0.0.1" || host == "[::1]";
}

// The directory of a URL's path, for cookies that give none.
std::string DefaultPath(const UrlParts& url) {
  const size_t slash = url.path.rfind('/');
  return slash == std::string::npos ? "/" : url.path.substr(0, slash + 1);
}

std::string_view Piece(std::string_view* left, char separator) {
  const size_t end = std::min(left->find(separator), left->size());
  const std::string_view piece = left->substr(0, end);
  left->remove_prefix(std::min(end + 1, left->size()));
  return piece;
}

// Bytes that would begin another line of a file, or another header.
bool HasControls(std::string_view text) {
  return std::ranges::any_of(
      text, [](char c) { return (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == 127; });
}

}  // namespace

bool CookieJar::Add(CommandIo& io, Cookie cookie, int64_t now) {
  if (!io.account().Tick(cookies_.size())) return false;
  const auto found = std::ranges::find_if(cookies_, [&](const Cookie& old) {
    return old.name == cookie.name && old.domain == cookie.domain && old.path == cookie.path &&
           old.with_subdomains == cookie.with_subdomains;
  });
  const bool is_over = cookie.expires != 0 && cookie.expires <= now;
  cookie.number = ++last_;
  if (found != cookies_.end()) {
    if (is_over) {
      cookies_.erase(found);
    } else {
      cookie.number = found->number;
      *found = std::move(cookie);
    }
    return true;
  }
  if (is_over || cookies_.size() >= kMostCookies) return true;
  const size_t bytes = sizeof(Cookie) + cookie.name.size() + cookie.value.size() +
                       cookie.domain.size() + cookie.path.size();
  if (!io.Reserve(static_cast<int64_t>(2 * bytes))) return false;
  cookies_.push_back(std::move(cookie));
  return true;
}

bool CookieJar::Take(CommandIo& io, std::string_view header, const UrlParts& url, int64_t now) {
  if (header.size() > kMostBytes || HasControls(header)) return true;
  Cookie cookie;
  std::string_view left = header;
  const std::string_view pair = Piece(&left, ';');
  const size_t equals = pair.find('=');
  if (equals == std::string_view::npos) return true;
  cookie.name = WithoutBlanks(pair.substr(0, equals));
  cookie.value = WithoutBlanks(pair.substr(equals + 1));
  if (cookie.name.empty()) return true;
  cookie.domain = HostOf(url);
  cookie.path = DefaultPath(url);
  bool has_age = false;
  while (!left.empty()) {
    std::string_view attribute = WithoutBlanks(Piece(&left, ';'));
    const size_t sign = std::min(attribute.find('='), attribute.size());
    const std::string_view name = WithoutBlanks(attribute.substr(0, sign));
    std::string_view value = WithoutBlanks(attribute.substr(std::min(sign + 1, attribute.size())));
    if (EqualNames(name, "secure")) {
      if (!IsSecure(url)) return true;
      cookie.secure = true;
    } else if (EqualNames(name, "httponly")) {
      cookie.http_only = true;
    } else if (EqualNames(name, "path")) {
      if (value.size() >= 2 && value.starts_with('"') && value.ends_with('"'))
        value = value.substr(1, value.size() - 2);
      if (value.starts_with('/')) cookie.path = value;
    } else if (EqualNames(name, "domain") && !value.empty()) {
      if (value.starts_with('.')) value.remove_prefix(1);
      const std::string domain = LowerCase(value);
      // Of another site, or of a whole top-level domain.
      if (!IsBelow(HostOf(url), domain) ||
          (domain.find('.') == std::string::npos && domain != HostOf(url)))
        return true;
      cookie.domain = domain;
      cookie.with_subdomains = !IsAddress(domain);
    } else if (EqualNames(name, "max-age")) {
      int64_t age = 0;
      if (value.starts_with('"')) value.remove_prefix(1);
      std::from_chars(value.data(), value.data() + value.size(), age);
      has_age = true;
      cookie.expires = age <= 0 ? 1 : now + std::min<int64_t>(age, int64_t{1} << 40);
    } else if (EqualNames(name, "expires") && !has_age) {
      if (const std::optional<int64_t> date = ParseHttpDate(value))
        cookie.expires = std::max<int64_t>(*date, 1);
    }
  }
  // (RFC 6265bis: what a name promises.)
  if (cookie.name.starts_with("__Secure-") && !cookie.secure) return true;
  if (cookie.name.starts_with("__Host-") &&
      (!cookie.secure || cookie.path != "/" || cookie.with_subdomains))
    return true;
  return Add(io, std::move(cookie), now);
}

bool CookieJar::Load(CommandIo& io, std::string_view text, int64_t now, bool without_session) {
  while (!text.empty()) {
    if (!io.account().Tick(64)) return false;
    std::string_view line = Piece(&text, '\n');
    if (line.ends_with('\r')) line.remove_suffix(1);
    Cookie cookie;
    constexpr std::string_view kHttpOnly = "#HttpOnly_";
    if (line.starts_with(kHttpOnly)) {
      cookie.http_only = true;
      line.remove_prefix(kHttpOnly.size());
    }
    if (line.starts_with('#')) continue;
    std::string_view fields[7];
    size_t count = 0;
    for (; count < 7 && (!line.empty() || count == 6); ++count) fields[count] = Piece(&line, '\t');
    if (count < 7 || fields[5].empty()) continue;
    std::string_view domain = fields[0];
    if (domain.starts_with('.')) domain.remove_prefix(1);
    cookie.domain = LowerCase(domain.substr(0, domain.find(':')));  // (wget writes the port, too)
    cookie.with_subdomains = EqualNames(fields[1], "TRUE");
    cookie.path = fields[2];
    cookie.secure = EqualNames(fields[3], "TRUE");
    std::from_chars(fields[4].data(), fields[4].data() + fields[4].size(), cookie.expires);
    cookie.name = fields[5];
    cookie.value = fields[6];
    if (HasControls(cookie.name) || HasControls(cookie.value)) continue;
    if (without_session && cookie.expires == 0) continue;
    if (!Add(io, std::move(cookie), now)) return false;
  }
  return true;
}

// RFC 6265, 5.4: longer paths first; then as curl, longer domains and names.
std::string CookieJar::For(const UrlParts& url, int64_t now) const {
  const std::string host = HostOf(url);
  const std::string path = url.path.empty() ? "/" : url.path;
  std::vector<const Cookie*> fitting;
  for (const Cookie& cookie : cookies_) {
    if (cookie.secure && !IsSecure(url)) continue;
    if (cookie.expires != 0 && cookie.expires <= now) continue;
    const bool fits = cookie.with_subdomains ? IsBelow(host, cookie.domain) : host == cookie.domain;
    if (fits && HasPath(path, cookie.path)) fitting.push_back(&cookie);
  }
  std::ranges::stable_sort(fitting, [](const Cookie* a, const Cookie* b) {
    if (a->path.size() != b->path.size()) return a->path.size() > b->path.size();
    if (a->domain.size() != b->domain.size()) return a->domain.size() > b->domain.size();
    if (a->name.size() != b->name.size()) return a->name.size() > b->name.size();
    return a->number > b->number;  // newer ones first
  });
  std::string text;
  for (const Cookie* cookie : fitting) {
    // (A server that collects much gets the first of it: heads have limits.)
    if (text.size() + cookie->name.size() + cookie->value.size() > kMostBytes) break;
    text += (text.empty() ? "" : "; ") + cookie->name + "=" + cookie->value;
  }
  return text;
}

std::string CookieJar::FileText(std::string_view head, bool marks_http_only,
                                bool with_session) const {
  std::string text(head);
  std::vector<const Cookie*> sorted;
  for (const Cookie& cookie : cookies_) {
    if (with_session || cookie.expires != 0) sorted.push_back(&cookie);
  }
  std::ranges::sort(sorted, [](auto* a, auto* b) { return a->number > b->number; });
  for (const Cookie* cookie : sorted) {
    const bool dotted = cookie->with_subdomains && !cookie->domain.starts_with('.');
    text += fmt::format("{}{}{}\t{}\t{}\t{}\t{}\t{}\t{}\n",
                        cookie->http_only && marks_http_only ? "#HttpOnly_" : "", dotted ? "." : "",
                        cookie->domain, cookie->with_subdomains ? "TRUE" : "FALSE", cookie->path,
                        cookie->secure ? "TRUE" : "FALSE", cookie->expires, cookie->name,
                        cookie->value);
  }
  return text;
}

}  // namespace pysub::shell
