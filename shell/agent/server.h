#ifndef PYSUB_SHELL_AGENT_SERVER_H_
#define PYSUB_SHELL_AGENT_SERVER_H_

#include <absl/status/statusor.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shell/agent/call.h"
#include "shell/agent/call_queue.h"
#include "shell/agent/revisions.h"
#include "shell/agent/rpc.h"
#include "shell/agent/service.h"
#include "shell/agent/tools.h"

namespace pysub::agent {

// What params._meta of a message says of the protocol, in the newer era.
struct ModernMeta {
  bool is_there = false;
  std::string_view version;  // "": none
  bool has_capabilities = false;
};
ModernMeta ModernMetaOf(const Json& message);
Json UnsupportedVersion(std::string_view requested);  // data of that error

// Where what comes of a message goes: lines of JSON with their newline. Used by the threads that
// work on its calls, and freed when nothing more comes.
class Outlet {
 public:
  virtual ~Outlet() = default;
  // `error`: its code, 0 where it is none.
  virtual void Answer(std::string_view line, int error) = 0;
  virtual void Notify(std::string_view line) = 0;
  // What carried the message says of where it belongs to (traceparent); empty: nothing.
  virtual std::string_view trace() const { return {}; }
};

// One client's connection, without what carries it: messages in, messages out. The calls that go on
// between them are in Service::calls; messages are given by one thread at a time.
class Server {
 public:
  // Of messages that come with an outlet of their own.
  explicit Server(Service& service) : service_(service) {}
  // `sink` gets each message that goes out, with its newline.
  Server(Service& service, std::function<void(std::string_view line)> sink);

  // A message, without its newline, whatever it is.
  void TakeLine(std::string_view line);
  // What a line that TakeLine() gets later means for calls that run: one is cancelled. From any
  // thread, also while Work() runs.
  void LookAhead(std::string_view line);
  // Instead of a message that is longer than Quotas::request_bytes.
  void RefuseLongLine();
  // The same for a message that is JSON already.
  void Take(const Json& json, size_t bytes, const std::shared_ptr<Outlet>& outlet);
  // What a line says, within the limits of the configuration.
  static absl::StatusOr<Json> Parse(const Config& config, std::string_view line);

  // False: enough calls wait; more would be refused.
  bool WantsInput() const { return service_.calls.HasRoom(); }
  // By a handshake. Null: there was none.
  const Revision* agreed() const { return agreed_; }

  bool has_calls() const { return service_.calls.HasCalls(owner_); }
  // A piece of a call.
  void Work() { service_.calls.StepOne(); }
  // Until when, or until which descriptors can be read, Work() has nothing to do. Zero: it has.
  std::chrono::nanoseconds WaitFor(std::vector<int>* descriptors) const {
    return service_.calls.WaitFor(descriptors);
  }
  void CancelAll() { service_.calls.CancelAll(owner_); }

 private:
  // Of a batch: its answers go out together.
  struct Batch {
    std::mutex mutex;
    size_t open = 0;
    std::vector<HostValue> answers;
  };
  struct Request {
    Json id;
    Json params;
    const Revision* revision = nullptr;
    Json token;  // of progress; None: nobody wants to hear
    std::shared_ptr<Outlet> outlet;
    std::shared_ptr<Batch> batch;
    size_t bytes = 0;
  };
  struct Method {
    std::string_view name;
    bool legacy, modern;
    void (Server::*handle)(const Request& request);
  };
  // What we asked the client and has no answer yet: elicitation/create, in the older era. Shared
  // with calls, which may outlive the connection.
  struct Asked {
    std::mutex mutex;  // guards what follows
    int64_t last_id = 0;
    std::map<int64_t, std::function<void(Json result)>> open;
  };
  // What a request told of its progress.
  struct Told {
    uint64_t used = 0;
    SteadyTime at;
  };

  static std::span<const Method> Methods();

  void TakeMessage(const Json& json, size_t bytes, const std::shared_ptr<Outlet>& outlet,
                   const std::shared_ptr<Batch>& batch);
  void TakeBatch(const Json& list, size_t bytes, const std::shared_ptr<Outlet>& outlet);
  void TakeRequest(const RpcMessage& message, Request request);
  void TakeNotification(const RpcMessage& message);
  void TakeResponse(const Json& message);
  // The revision that a request is made in. Null: it was answered with an error.
  const Revision* RevisionOf(const RpcMessage& message, const Request& request);
  const Revision* ModernRevisionOf(const Json& meta, const Request& request);

  void Initialize(const Request& request);
  void Ping(const Request& request);
  void Discover(const Request& request);
  void ListTools(const Request& request);
  void CallTool(const Request& request);
  static void AnswerTools(const Request& request, Service& service);
  static void AskForInput(const Request& request, const CallResult& result);
  void GoOn(const Request& request, const Tool& tool, const Json& arguments);
  CallContext ContextOf(const Request& request, std::string_view tool, const Json& arguments) const;
  // A call of a tool of which nothing more has to be checked.
  void StartTool(const Request& request, const Tool& tool, const Json& arguments,
                 std::function<std::unique_ptr<Call>(std::shared_ptr<Session>)> start);
  void ListResources(const Request& request);
  void ListTemplates(const Request& request);
  void ReadResource(const Request& request);

  // `session`: which the call has to itself.
  CallJob JobOf(const Request& request, std::string_view session) const;
  void Queue(const Request& request, CallJob job);
  static void TellProgress(const Request& request, uint64_t used, Told* told);
  static Members ToolResult(CallResult result, const Revision& revision);

  enum class Cache : uint8_t { kNo, kNever, kLong };
  static void Answer(const Request& request, Members result, Cache cache = Cache::kNo);
  static void Fail(const Request& request, RpcError error);
  static void Send(Outlet& outlet, Batch* batch, const Json& message, int error);
  static void CloseOne(Outlet& outlet, Batch* batch);

  Service& service_;
  const uint64_t owner_ = CallQueue::NewOwner();
  std::shared_ptr<Outlet> outlet_;    // of lines
  const Revision* agreed_ = nullptr;  // by a handshake
  bool can_ask_ = false;              // by a handshake: the client has elicitation
  const std::shared_ptr<Asked> asked_ = std::make_shared<Asked>();
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_SERVER_H_
