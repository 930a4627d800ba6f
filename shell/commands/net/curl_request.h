#ifndef PYSUB_SHELL_COMMANDS_NET_CURL_REQUEST_H_
#define PYSUB_SHELL_COMMANDS_NET_CURL_REQUEST_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/shell/network.h"
#include "shell/commands/net/cookie_jar.h"
#include "shell/commands/net/curl_options.h"
#include "shell/network/url.h"

namespace pysub::shell {

// What curl says when it ends a transfer: "curl: (22) ...".
struct CurlError {
  int code = 0;
  std::string message;

  void Fields(Archive& archive) { archive(code, message); }
};

// Which exit status a failure of the network is.
CurlError CurlErrorOf(const NetworkError& error, std::string_view host);

// The URL of a transfer as curl makes it of the word and the options; `values` are in place. False:
// *error.
bool MakeCurlUrl(const CurlOperation& operation, const CurlUrl& given, std::string_view text,
                 UrlParts* url, CurlError* error);
// "--proto": whether a scheme is among those that are allowed. `first` are those of the start.
bool AllowsScheme(const std::optional<std::string>& list, std::string_view scheme);

// A body, and the Content-Type that goes with it.
struct CurlBody {
  std::optional<std::string> bytes;
  std::string type;  // empty: none

  void Fields(Archive& archive) { archive(bytes, type); }
};
CurlBody MakeCurlBody(CommandIo& io, const CurlOperation& operation, const CurlUrl& given);

// How far a transfer has come through redirects.
struct CurlHop {
  UrlParts url;
  std::string method;
  bool has_body = false;
  bool is_first_host = true;  // what was meant for the first host may go along
  std::string referer;
  uint64_t resume_from = 0;

  void Fields(Archive& archive);
};

// The request of a hop, in the order in which curl writes its headers.
NetworkRequest MakeCurlRequest(const CurlOperation& operation, const CurlHop& hop,
                               const CurlBody& body, std::string_view cookies);

// What "-X", "-I", "-T", "-d" make the method.
std::string CurlMethod(const CurlOperation& operation, const CurlUrl& given);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_NET_CURL_REQUEST_H_
