#ifndef PYSUB_SHELL_COMMANDS_NET_HTTP_HEAD_H_
#define PYSUB_SHELL_COMMANDS_NET_HTTP_HEAD_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/shell/archive.h"

namespace pysub::shell {

// The head of an answer, read as leniently as its text may be wrong: it is a stranger's.
struct HttpHead {
  std::string status_line;  // "HTTP/1.1 200 OK"
  std::string version;      // "1.1", "2"
  int status = 0;
  std::string reason;
  std::vector<std::pair<std::string, std::string>> headers;  // values without blanks around them

  static HttpHead Parse(std::string_view text);
  // The first (or last) of that name, whatever its case.
  std::optional<std::string> Find(std::string_view name) const;
  std::optional<std::string> FindLast(std::string_view name) const;
  // Content-Length, if it is a number.
  std::optional<uint64_t> Length() const;
  bool IsRedirect() const {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
  }

  void Fields(Archive& archive) { archive(status_line, version, status, reason, headers); }
};

// What is the same of two answers that are the same: status, length, ETag, Last-Modified.
std::string VersionOf(const HttpHead& head);

// Texts compared without their case.
bool EqualNames(std::string_view a, std::string_view b);
std::string LowerCase(std::string_view text);
std::string_view WithoutBlanks(std::string_view text);

// Seconds since 1970 of a date in a header: RFC 1123, RFC 850, asctime.
std::optional<int64_t> ParseHttpDate(std::string_view text);
// "Sun, 06 Nov 1994 08:49:37 GMT".
std::string HttpDate(int64_t seconds);
// The same moment as files have it, in nanoseconds; what is farther than these reach (the year
// 2262) is the last that they do.
int64_t FileTimeOf(int64_t seconds);

// The file's name that Content-Disposition gives; its last part. Empty: none.
std::string DispositionName(std::string_view value);

std::string Base64Text(std::string_view bytes);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_NET_HTTP_HEAD_H_
