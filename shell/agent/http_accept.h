#ifndef PYSUB_SHELL_AGENT_HTTP_ACCEPT_H_
#define PYSUB_SHELL_AGENT_HTTP_ACCEPT_H_

#include <optional>
#include <string>
#include <string_view>

// Values of headers.
namespace pysub::agent {

// What an answer may be, by the header Accept. Without the header: both.
struct AcceptedTypes {
  bool json = false;
  bool stream = false;
};
AcceptedTypes AcceptedBy(std::string_view accept);

// Whether Content-Type is JSON, whatever parameters stand behind it.
bool IsJsonType(std::string_view content_type);

// "=?base64?...?=" as the text that it stands for, others as they are. Nothing: it is neither
// base64 nor plain ASCII.
std::optional<std::string> DecodedHeader(std::string_view value);

// The token of "Bearer TOKEN". "": there is none.
std::string_view BearerToken(std::string_view authorization);

// The name in "name:port" or "[address]:port", without brackets. "": it is none.
std::string_view HostName(std::string_view host);
// Whether a name is an IP address or localhost, which no page of a stranger can be given as its
// own.
bool IsAddressOrLocal(std::string_view name);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_HTTP_ACCEPT_H_
