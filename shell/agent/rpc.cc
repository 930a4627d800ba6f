#include "shell/agent/rpc.h"

#include <cmath>
#include <utility>

namespace pysub::agent {
namespace {

constexpr size_t kLongestName = 512;  // of an id, in bytes
constexpr size_t kLongestMethod = 128;

RpcMessage Wrong(const Json& id, std::string message) {
  RpcMessage wrong;
  wrong.id = id;
  wrong.error = {kInvalidRequest, std::move(message), {}};
  return wrong;
}

}  // namespace

bool IsShortName(const Json& value) {
  if (IsText(value)) return value.text().size() <= kLongestName;
  if (value.kind() == HostValue::Kind::kInt) return true;
  // (1e400 is infinite here, which JSON cannot say back.)
  return value.kind() == HostValue::Kind::kFloat && std::isfinite(*value.as_double());
}

RpcMessage ToMessage(const Json& message) {
  if (!IsObject(message)) return Wrong({}, "a message is an object");
  const Json* id = message.Find("id");
  const bool id_is_good = id != nullptr && IsShortName(*id);
  const Json answer_to = id_is_good ? *id : Json();
  const Json* version = message.Find("jsonrpc");
  if (version == nullptr || version->as_str() != "2.0")
    return Wrong(answer_to, "\"jsonrpc\" is not \"2.0\"");
  const Json* method = message.Find("method");
  if (method == nullptr) {
    if (message.Find("result") == nullptr && message.Find("error") == nullptr)
      return Wrong(answer_to, "\"method\" is missing");
    RpcMessage response;
    response.kind = RpcMessage::Kind::kResponse;
    response.id = answer_to;
    return response;
  }
  if (!IsText(*method)) return Wrong(answer_to, "\"method\" is no string");
  if (method->text().size() > kLongestMethod) return Wrong(answer_to, "\"method\" is too long");
  if (id != nullptr && !id_is_good)
    return Wrong(answer_to, "\"id\" is a string of at most 512 bytes or a number");
  const Json* params = message.Find("params");
  if (params != nullptr && !IsObject(*params)) return Wrong(answer_to, "\"params\" is no object");
  RpcMessage good;
  good.kind = id != nullptr ? RpcMessage::Kind::kRequest : RpcMessage::Kind::kNotification;
  good.id = answer_to;
  good.method = method->text();
  good.params = params != nullptr ? *params : Object();
  return good;
}

Json ResponseTo(const Json& id, const Json& result) {
  return Object({{"jsonrpc", "2.0"}, {"id", id}, {"result", result}});
}

Json ErrorTo(const Json& id, const RpcError& error) {
  Members members = {{"code", error.code}, {"message", error.message}};
  if (!error.data.is_none()) members.emplace_back("data", error.data);
  return Object({{"jsonrpc", "2.0"}, {"id", id}, {"error", Object(std::move(members))}});
}

Json NotificationOf(std::string_view method, const Json& params) {
  return Object({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
}

}  // namespace pysub::agent
