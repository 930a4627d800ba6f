#ifndef PYSUB_SHELL_AGENT_CLIENT_MESSAGE_H_
#define PYSUB_SHELL_AGENT_CLIENT_MESSAGE_H_

#include <absl/status/statusor.h>

#include <string>
#include <string_view>

#include "shell/agent/client/transport.h"
#include "shell/agent/json.h"

// Messages of a client: what a server sent, and what HTTP wants to have said twice.
namespace pysub::agent {

// A text of a server as JSON, within the bounds that its size allows. kInvalidArgument,
// kResourceExhausted: it is none.
absl::StatusOr<Json> ParseMessage(std::string_view text, size_t most_bytes);

// Text that may stand in a header: as it is, or as =?base64?...?= where it could not.
std::string HeaderText(std::string_view text);

// Whether what a tool wants in headers (x-mcp-header) can be said there: a name of HTTP's, each
// once, of a text, an int or a bool. Over HTTP a tool of which that is not so does not exist.
bool HasGoodHeaders(const Json& input_schema);
// Mcp-Param-... of a call: arguments whose schemas say x-mcp-header. What a header cannot say, a
// list for example, is left out.
HeaderFields ParamHeaders(const Json& input_schema, const Json& arguments);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_CLIENT_MESSAGE_H_
