#ifndef PYSUB_SHELL_AGENT_CLIENT_HTTP_TRANSPORT_H_
#define PYSUB_SHELL_AGENT_CLIENT_HTTP_TRANSPORT_H_

#include <absl/status/statusor.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <memory>
#include <string>
#include <string_view>

#include "shell/agent/client/transport.h"

namespace pysub::agent {

// "http://127.0.0.1:8931/mcp": where a server is.
struct HttpPlace {
  sockaddr_storage address = {};
  socklen_t address_size = 0;
  std::string host;    // as the header says it, with its port
  std::string target;  // "/mcp"
};

// kInvalidArgument: it is no such address. Of names there is `localhost` alone: this program is
// static, and has neither a resolver nor TLS.
absl::StatusOr<HttpPlace> ParseHttpUrl(std::string_view url);

// A server that is there already (Streamable HTTP): each message is a request of its own, whose
// response, JSON or a stream, has the answer. `sink` outlives it. kUnimplemented: this program was
// built without Boost.
absl::StatusOr<std::unique_ptr<Transport>> ConnectHttpServer(HttpPlace place, HeaderFields headers,
                                                             size_t most_bytes,
                                                             TransportSink& sink);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_CLIENT_HTTP_TRANSPORT_H_
