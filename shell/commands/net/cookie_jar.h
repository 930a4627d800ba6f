#ifndef PYSUB_SHELL_COMMANDS_NET_COOKIE_JAR_H_
#define PYSUB_SHELL_COMMANDS_NET_COOKIE_JAR_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/archive.h"
#include "pysub/shell/command.h"
#include "shell/network/url.h"

namespace pysub::shell {

struct Cookie {
  std::string name, value, domain, path;
  bool with_subdomains = false, secure = false, http_only = false;
  int64_t expires = 0;  // seconds since 1970; 0: with the session
  uint64_t number = 0;  // in the order in which they came

  void Fields(Archive& archive) {
    archive(name, value, domain, path, with_subdomains, secure, http_only, expires, number);
  }
};

// Cookies as curl keeps them: RFC 6265, in files of Netscape's format. There is no list of public
// suffixes: a cookie for a whole top-level domain is refused, one for "co.uk" is not.
class CookieJar {
 public:
  // A header Set-Cookie of an answer from `url`. False, here and below: a limit of the script.
  bool Take(CommandIo& io, std::string_view header, const UrlParts& url, int64_t now);
  // The lines of a file; `without_session` leaves out those that end with a session.
  bool Load(CommandIo& io, std::string_view text, int64_t now, bool without_session);
  // The value of the header Cookie for `url`; empty: none.
  std::string For(const UrlParts& url, int64_t now) const;
  // `head`: the lines above the cookies. curl marks those that scripts of pages do not see, wget
  // leaves out those that end with a session.
  std::string FileText(std::string_view head, bool marks_http_only, bool with_session) const;
  void Fields(Archive& archive) { archive(cookies_, last_); }

 private:
  bool Add(CommandIo& io, Cookie cookie, int64_t now);

  static constexpr size_t kMostCookies = 3000, kMostBytes = 8190;
  std::vector<Cookie> cookies_;
  uint64_t last_ = 0;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_NET_COOKIE_JAR_H_
