// The bridge for Node: requests and replies as bytes through Node-API, in JavaScript's thread or
// off it.

#include <node_api.h>

#include <cstdlib>

#include "bridge.h"

namespace pysub_node {
namespace {

// What one JavaScript world (the main thread, a worker) has. Work that still runs when the world
// ends keeps it.
struct World : std::enable_shared_from_this<World> {
  Bridge bridge;
  napi_env env = nullptr;
  napi_ref answer = nullptr;  // the function that answers questions
};

// A failure of Node-API itself leaves an exception, or makes one.
bool Ok(napi_env env, napi_status status) {
  if (status == napi_ok) return true;
  bool pending = false;
  napi_is_exception_pending(env, &pending);
  if (!pending) napi_throw_error(env, "ERR_PYSUB_NODE", "pysub: a call of Node failed");
  return false;
}

napi_value BytesTo(napi_env env, std::string_view bytes) {
  void* data = nullptr;
  napi_value buffer = nullptr, array = nullptr;
  if (!Ok(env, napi_create_arraybuffer(env, bytes.size(), &data, &buffer))) return nullptr;
  if (!bytes.empty()) std::memcpy(data, bytes.data(), bytes.size());
  if (!Ok(env, napi_create_typedarray(env, napi_uint8_array, bytes.size(), buffer, 0, &array))) {
    return nullptr;
  }
  return array;
}

bool BytesOf(napi_env env, napi_value value, std::string_view* bytes) {
  bool is_array = false;
  napi_typedarray_type type;
  void* data = nullptr;
  size_t size = 0;
  if (napi_is_typedarray(env, value, &is_array) == napi_ok && is_array &&
      napi_get_typedarray_info(env, value, &type, &size, &data, nullptr, nullptr) == napi_ok &&
      type == napi_uint8_array) {
    *bytes = {static_cast<const char*>(data), size};
    return true;
  }
  napi_throw_type_error(env, "ERR_PYSUB_BYTES", "pysub: a Uint8Array is wanted");
  return false;
}

// In JavaScript's own thread: asks at once. What the function throws goes up with the reply.
class CallerHereInJs : public Caller {
 public:
  explicit CallerHereInJs(World& world) : world_(world) {}
  bool Ask(std::string_view question, std::string* answer) override {
    napi_env env = world_.env;
    bool pending = false;
    napi_is_exception_pending(env, &pending);
    if (pending || world_.answer == nullptr) return false;
    napi_handle_scope scope = nullptr;
    if (napi_open_handle_scope(env, &scope) != napi_ok) return false;
    const bool answered = AskInScope(env, question, answer);
    napi_close_handle_scope(env, scope);
    return answered;
  }

 private:
  bool AskInScope(napi_env env, std::string_view question, std::string* answer) {
    napi_value function = nullptr, receiver = nullptr, result = nullptr;
    napi_value argument = BytesTo(env, question);
    std::string_view bytes;
    if (argument == nullptr || napi_get_reference_value(env, world_.answer, &function) != napi_ok ||
        napi_get_undefined(env, &receiver) != napi_ok ||
        napi_call_function(env, receiver, function, 1, &argument, &result) != napi_ok ||
        !BytesOf(env, result, &bytes)) {
      return false;
    }
    *answer = bytes;
    return true;
  }

  World& world_;
};

// ---- off JavaScript's thread

struct Work {
  std::shared_ptr<World> world;
  napi_async_work work = nullptr;
  napi_deferred deferred = nullptr;
  std::string request, reply;
};

void RunWork(napi_env, void* data) {
  auto* work = static_cast<Work*>(data);
  work->reply = work->world->bridge.Call(work->request, nullptr);
}

void EndWork(napi_env env, napi_status, void* data) {
  const std::unique_ptr<Work> work(static_cast<Work*>(data));
  if (napi_value reply = BytesTo(env, work->reply)) {
    napi_resolve_deferred(env, work->deferred, reply);
  }
  napi_delete_async_work(env, work->work);
}

// ---- functions of the module

template <size_t kCount>
World* Arguments(napi_env env, napi_callback_info info, napi_value (&arguments)[kCount]) {
  size_t count = kCount;
  void* data = nullptr;
  if (!Ok(env, napi_get_cb_info(env, info, &count, arguments, nullptr, &data))) return nullptr;
  return static_cast<World*>(data);
}

// call(request, room) gives the reply: its size where it fits into `room`, which saves making an
// array for each; else an array.
napi_value Call(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  World* world = Arguments(env, info, arguments);
  std::string_view request;
  if (world == nullptr || !BytesOf(env, arguments[0], &request)) return nullptr;
  CallerHereInJs caller(*world);
  const std::string reply = world->bridge.Call(request, &caller);
  bool pending = false;
  napi_is_exception_pending(env, &pending);
  if (pending) return nullptr;
  napi_valuetype type = napi_undefined;
  std::string_view room;
  napi_typeof(env, arguments[1], &type);
  if (type == napi_undefined) return BytesTo(env, reply);
  if (!BytesOf(env, arguments[1], &room)) return nullptr;
  if (reply.size() > room.size()) return BytesTo(env, reply);
  std::memcpy(const_cast<char*>(room.data()), reply.data(), reply.size());
  napi_value size = nullptr;
  return Ok(env, napi_create_uint32(env, static_cast<uint32_t>(reply.size()), &size)) ? size
                                                                                      : nullptr;
}

// callAsync(request) gives a promise of the reply.
napi_value CallAsync(napi_env env, napi_callback_info info) {
  napi_value arguments[1];
  World* world = Arguments(env, info, arguments);
  std::string_view request;
  if (world == nullptr || !BytesOf(env, arguments[0], &request)) return nullptr;
  auto work = std::make_unique<Work>();
  work->world = world->shared_from_this();
  work->request = request;
  napi_value promise = nullptr, name = nullptr;
  if (!Ok(env, napi_create_string_utf8(env, "pysub", NAPI_AUTO_LENGTH, &name)) ||
      !Ok(env, napi_create_promise(env, &work->deferred, &promise)) ||
      !Ok(env,
          napi_create_async_work(env, nullptr, name, RunWork, EndWork, work.get(), &work->work)) ||
      !Ok(env, napi_queue_async_work(env, work->work))) {
    return nullptr;
  }
  static_cast<void>(work.release());  // EndWork() has it
  return promise;
}

// stop(number, interrupt): ends or interrupts what runs; whether there is such a thing.
napi_value Stop(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  World* world = Arguments(env, info, arguments);
  uint32_t number = 0;
  bool interrupt = false;
  napi_value result = nullptr;
  if (world == nullptr || !Ok(env, napi_get_value_uint32(env, arguments[0], &number)) ||
      !Ok(env, napi_get_value_bool(env, arguments[1], &interrupt)) ||
      !Ok(env, napi_get_boolean(env, world->bridge.Stop(number, interrupt), &result))) {
    return nullptr;
  }
  return result;
}

// onQuestion(function): what answers in JavaScript's thread.
napi_value OnQuestion(napi_env env, napi_callback_info info) {
  napi_value arguments[1];
  World* world = Arguments(env, info, arguments);
  if (world == nullptr) return nullptr;
  if (world->answer != nullptr) napi_delete_reference(env, world->answer);
  Ok(env, napi_create_reference(env, arguments[0], 1, &world->answer));
  return nullptr;
}

bool Export(napi_env env, napi_value exports, World* world) {
  const auto function = [&](const char* name, napi_callback callback) {
    napi_value made = nullptr;
    return Ok(env, napi_create_function(env, name, NAPI_AUTO_LENGTH, callback, world, &made)) &&
           Ok(env, napi_set_named_property(env, exports, name, made));
  };
  const auto text = [&](const char* name, const char* value) {
    napi_value made = nullptr;
    return Ok(env, napi_create_string_utf8(env, value, NAPI_AUTO_LENGTH, &made)) &&
           Ok(env, napi_set_named_property(env, exports, name, made));
  };
  napi_value operations = nullptr;
  if (!Ok(env, napi_create_array(env, &operations))) return false;
  uint32_t index = 0;
  for (const std::string_view name : Bridge::Operations()) {
    napi_value made = nullptr;
    if (!Ok(env, napi_create_string_utf8(env, name.data(), name.size(), &made)) ||
        !Ok(env, napi_set_element(env, operations, index++, made))) {
      return false;
    }
  }
  return function("call", Call) && function("callAsync", CallAsync) && function("stop", Stop) &&
         function("onQuestion", OnQuestion) && text("version", pysub_version()) &&
         Ok(env, napi_set_named_property(env, exports, "operations", operations));
}

}  // namespace
}  // namespace pysub_node

// (NAPI_MODULE_INIT of node_api.h, with what is seen of it said here.)
extern "C" __attribute__((visibility("default"))) int32_t node_api_module_get_api_version_v1() {
  return 8;
}

extern "C" __attribute__((visibility("default"))) napi_value napi_register_module_v1(
    napi_env env, napi_value exports) {
  using Kept = std::shared_ptr<pysub_node::World>;
  auto* kept = new Kept(std::make_shared<pysub_node::World>());
  (*kept)->env = env;
  const auto end = [](napi_env, void* data, void*) { delete static_cast<Kept*>(data); };
  if (pysub_abi_version() != PYSUB_ABI_VERSION) {
    napi_throw_error(env, "ERR_PYSUB_ABI", "pysub: the library is of another version");
    delete kept;
    return nullptr;
  }
  if (!pysub_node::Ok(env, napi_set_instance_data(env, kept, end, nullptr)) ||
      !pysub_node::Export(env, exports, kept->get())) {
    return nullptr;
  }
  return exports;
}
