// What JavaScript calls of pysub.wasm, and the one function that pysub calls of it. Requests,
// replies and questions are bytes in the module's memory (../node/wire.h); package/wasm/native.js
// is the other side. There is one thread: while a call is under way nobody else is here, but a
// function that a script asks for may call again.

#include <stdlib.h>

#include <string>

#include "bridge.h"

#define PYSUB_EXPORT(name) extern "C" __attribute__((export_name(#name), visibility("default")))

// The answer to a question, as bytes of pysub_room() that are the caller's now; null: JavaScript
// threw. *size: how many.
extern "C" __attribute__((import_module("pysub"), import_name("ask"))) char* pysub_wasm_ask(
    const char* question, size_t question_size, size_t* size);

namespace pysub_node {
namespace {

class JavaScript : public Caller {
 public:
  bool Ask(std::string_view question, std::string* answer) override {
    size_t size = 0;
    char* bytes = pysub_wasm_ask(question.data(), question.size(), &size);
    if (bytes == nullptr) return false;
    answer->assign(bytes, size);
    free(bytes);
    return true;
  }
};

Bridge& TheBridge() {
  static Bridge* const bridge = new Bridge;
  return *bridge;
}

// The reply of the last call. JavaScript has read it before it calls again.
std::string& TheReply() {
  static std::string* const reply = new std::string;
  return *reply;
}

}  // namespace
}  // namespace pysub_node

// Memory for a request or an answer. Null: there is none.
PYSUB_EXPORT(pysub_room) char* pysub_wasm_room(size_t size) {
  return static_cast<char*>(malloc(size == 0 ? 1 : size));
}

// Serves the request in `room`, of pysub_room(), which is freed. The size of the reply, which lies
// at pysub_reply() until the next call.
PYSUB_EXPORT(pysub_call) size_t pysub_wasm_call(char* room, size_t size) {
  pysub_node::JavaScript caller;
  std::string reply = pysub_node::TheBridge().Call({room, size}, &caller);
  free(room);
  pysub_node::TheReply() = std::move(reply);
  return pysub_node::TheReply().size();
}
PYSUB_EXPORT(pysub_reply) const char* pysub_wasm_reply() { return pysub_node::TheReply().data(); }

// Ends or interrupts a sandbox or a shell; whether there is such a thing.
PYSUB_EXPORT(pysub_stop) bool pysub_wasm_stop(uint32_t number, bool interrupt) {
  return pysub_node::TheBridge().Stop(number, interrupt);
}

// The names of operations, a line each, and the version in the last one: the reply of this call.
PYSUB_EXPORT(pysub_describe) size_t pysub_wasm_describe() {
  std::string text;
  for (const std::string_view name : pysub_node::Bridge::Operations()) {
    text += name;
    text += '\n';
  }
  text += pysub_version();
  pysub_node::TheReply() = std::move(text);
  return pysub_node::TheReply().size();
}
