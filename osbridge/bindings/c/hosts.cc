// Functions of a C host that answer by themselves.

#include "osbridge/bindings/c/call.h"

namespace pysub::c {

HostException ExceptionOf(Call& call, const pysub_value* exception) {
  if (!call.Given(exception, "the exception")) return HostException("", "");
  const HostValue& value = Inside(exception);
  if (value.kind() != HostValue::Kind::kException) {
    call.Fail(PYSUB_INVALID_ARGUMENT, "the value is no exception");
  }
  return HostException(std::string(value.name()),
                       std::vector<HostValue>(value.items().begin(), value.items().end()));
}

HostException ExceptionOf(Call& call, const char* type, size_t type_size, const char* message,
                          size_t message_size) {
  call.Given(type, "the type");
  return HostException(std::string(call.Text(type, type_size, "the type")),
                       call.Text(message, message_size, "the message"));
}

namespace {

// The context of a function of a host, whose end is told once, whatever keeps it.
struct Context {
  Context(void* given, pysub_destroy destroyer) : pointer(given), destroy(destroyer) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  ~Context() {
    if (destroy != nullptr) destroy(pointer);
  }

  void* const pointer;
  const pysub_destroy destroy;
};

std::string_view NameIn(std::string_view signature) {
  return signature.substr(0, signature.find('('));
}

// Host tells a wrong signature only when a sandbox gets its functions, and keeps it. So it is tried
// with a host of its own.
absl::Status Try(std::string_view signature) {
  Host trial;
  trial.Function(signature, "", [](const FunctionCall&) { return Reply(); });
  SandboxOptions options;
  return trial.AddTo(&options);
}

// Whether such a function may be added, and then takes its name.
bool MayAdd(Call& call, pysub_host* host, std::string_view signature) {
  if (!call.Use(host)) return false;
  if (host->settled.load()) {
    call.Fail(PYSUB_FAILED_PRECONDITION, "a sandbox has this host: what it has is settled");
  } else if (host->names.contains(NameIn(signature))) {
    call.Fail(PYSUB_ALREADY_EXISTS,
              "the host has a function " + std::string(NameIn(signature)) + " already");
  } else if (call.End(Try(signature)) == PYSUB_OK) {
    host->names.emplace(NameIn(signature));
  }
  return call.ok();
}

pysub_status Keep(Call& call, pysub_promise* promise, Reply reply) {
  if (!call.ok()) return call.status();
  if (promise->kept.exchange(true)) {
    return call.Fail(PYSUB_FAILED_PRECONDITION, "the promise was kept before");
  }
  promise->answer(std::move(reply));
  return PYSUB_OK;
}

pysub_status Set(Call& call, pysub_reply* reply, Reply answer) {
  if (call.ok()) reply->reply = std::move(answer);
  return call.status();
}

}  // namespace
}  // namespace pysub::c

using namespace pysub::c;  // all that follows is outside of it

pysub_status pysub_host_create(pysub_host** result, pysub_error** error) {
  Call call(error);
  call.Result(result);
  if (call.ok()) *result = new pysub_host;
  return call.status();
}

void pysub_host_free(pysub_host* host) { delete host; }

pysub_status pysub_host_function(pysub_host* host, const char* signature, size_t signature_size,
                                 const char* doc, size_t doc_size, pysub_function function,
                                 void* context, pysub_destroy destroy, pysub_error** error) {
  const auto kept = std::make_shared<const Context>(context, destroy);
  Call call(error);
  const std::string_view text = call.Text(signature, signature_size, "the signature");
  const std::string_view said = doc == nullptr ? "" : call.Text(doc, doc_size, "the docstring");
  call.Given(reinterpret_cast<const void*>(function), "the function");
  if (!MayAdd(call, host, text)) return call.status();
  host->host->Function(text, said, [function, kept](const pysub::FunctionCall& made) {
    pysub_reply reply;
    function(kept->pointer, Lent(&made), &reply);
    return std::move(reply.reply);
  });
  return call.status();
}

pysub_status pysub_host_async_function(pysub_host* host, const char* signature,
                                       size_t signature_size, const char* doc, size_t doc_size,
                                       pysub_async_function function, void* context,
                                       pysub_destroy destroy, pysub_error** error) {
  const auto kept = std::make_shared<const Context>(context, destroy);
  Call call(error);
  const std::string_view text = call.Text(signature, signature_size, "the signature");
  const std::string_view said = doc == nullptr ? "" : call.Text(doc, doc_size, "the docstring");
  call.Given(reinterpret_cast<const void*>(function), "the function");
  if (!MayAdd(call, host, text)) return call.status();
  host->host->AsyncFunction(
      text, said, [function, kept](const pysub::FunctionCall& made, pysub::Host::Answer answer) {
        function(kept->pointer, Lent(&made), new pysub_promise{std::move(answer)});
      });
  return call.status();
}

pysub_status pysub_reply_value(pysub_reply* reply, const pysub_value* value) {
  Call call(nullptr);
  if (!call.Given(reply, "the handle") || !call.Given(value, "the value")) return call.status();
  return Set(call, reply, Inside(value));
}
pysub_status pysub_reply_raise(pysub_reply* reply, const char* type, size_t type_size,
                               const char* message, size_t message_size) {
  Call call(nullptr);
  call.Given(reply, "the handle");
  return Set(call, reply, ExceptionOf(call, type, type_size, message, message_size));
}
pysub_status pysub_reply_raise_value(pysub_reply* reply, const pysub_value* exception) {
  Call call(nullptr);
  call.Given(reply, "the handle");
  return Set(call, reply, ExceptionOf(call, exception));
}
pysub_status pysub_reply_later(pysub_reply* reply) {
  Call call(nullptr);
  call.Given(reply, "the handle");
  return Set(call, reply, pysub::Later());
}
pysub_status pysub_reply_unknown(pysub_reply* reply) {
  Call call(nullptr);
  call.Given(reply, "the handle");
  return Set(call, reply, pysub::NoSuchName());
}

pysub_status pysub_promise_value(pysub_promise* promise, const pysub_value* value) {
  Call call(nullptr);
  if (!call.Given(promise, "the handle") || !call.Given(value, "the value")) return call.status();
  return Keep(call, promise, Inside(value));
}
pysub_status pysub_promise_raise(pysub_promise* promise, const char* type, size_t type_size,
                                 const char* message, size_t message_size) {
  Call call(nullptr);
  call.Given(promise, "the handle");
  return Keep(call, promise, ExceptionOf(call, type, type_size, message, message_size));
}
pysub_status pysub_promise_raise_value(pysub_promise* promise, const pysub_value* exception) {
  Call call(nullptr);
  call.Given(promise, "the handle");
  return Keep(call, promise, ExceptionOf(call, exception));
}

void pysub_promise_free(pysub_promise* promise) { delete promise; }
