// Where Boost is missing, which reads responses.
#include "shell/agent/client/http_transport.h"

namespace pysub::agent {

absl::StatusOr<std::unique_ptr<Transport>> ConnectHttpServer(HttpPlace, HeaderFields, size_t,
                                                             TransportSink&) {
  return absl::UnimplementedError("pysub-agent was built without Boost: only commands, no url");
}

}  // namespace pysub::agent
