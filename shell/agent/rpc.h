#ifndef PYSUB_SHELL_AGENT_RPC_H_
#define PYSUB_SHELL_AGENT_RPC_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "shell/agent/json.h"

// JSON-RPC 2.0: what a message is, and what is answered. Nothing of MCP.
namespace pysub::agent {

enum ErrorCode : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kBusy = -32000,              // more at a time than the limits allow
  kNoSession = -32001,         // of an Mcp-Session-Id
  kResourceNotFound = -32002,  // before 2026-07-28; kInvalidParams since
  kHeaderMismatch = -32020,
  kUnsupportedVersion = -32022,
};

struct RpcError {
  int code = 0;
  std::string message;
  Json data;  // None: there is none
};

struct RpcMessage {
  enum class Kind : uint8_t { kRequest, kNotification, kResponse, kWrong };
  Kind kind = Kind::kWrong;
  Json id;  // of a request: a text or a number. None where it is not known
  std::string method;
  Json params;     // an object; without params an empty one
  RpcError error;  // kWrong
};

// What a message says that is JSON already.
RpcMessage ToMessage(const Json& message);

// A text or a finite number, and short: what an id, or a token of progress, may be.
bool IsShortName(const Json& value);

// Both without "jsonrpc" would be no answers, so they are made nowhere else.
Json ResponseTo(const Json& id, const Json& result);
Json ErrorTo(const Json& id, const RpcError& error);
Json NotificationOf(std::string_view method, const Json& params);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_RPC_H_
