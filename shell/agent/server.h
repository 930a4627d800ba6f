#ifndef PYSUB_SHELL_AGENT_SERVER_H_
#define PYSUB_SHELL_AGENT_SERVER_H_

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shell/agent/call.h"
#include "shell/agent/rpc.h"
#include "shell/agent/service.h"
#include "shell/agent/tools.h"

namespace pysub::agent {

// A revision of the protocol, and what of ours depends on it.
struct Revision {
  std::string_view name;
  bool is_modern = false;  // everything is in each request; before that there is a handshake
  bool has_batches = false;
  bool has_structure = false;       // schemas of results, links
  bool arguments_are_told = false;  // wrong arguments are the result of a tool, which models see
};
// The newest first.
std::span<const Revision> Revisions();

// One client's connection, without what carries it: messages in, messages out, and calls that go on
// between them. One thread.
class Server {
 public:
  // `sink` gets each message that goes out, with its newline.
  Server(Service& service, std::function<void(std::string_view line)> sink)
      : service_(service), sink_(std::move(sink)) {}

  // A message, without its newline, whatever it is.
  void TakeLine(std::string_view line);
  // Instead of a message that is longer than Quotas::request_bytes.
  void RefuseLongLine();
  // False: enough calls wait; more would be refused.
  bool WantsInput() const;

  bool has_calls() const { return !calls_.empty(); }
  // A piece of each call that runs.
  void Work();
  // Until when, or until which descriptors can be read, Work() has nothing to do. Zero: it has.
  std::chrono::nanoseconds WaitFor(std::vector<int>* descriptors) const;
  void CancelAll();

 private:
  // Of a batch: its answers go out together.
  struct Batch {
    size_t open = 0;
    std::vector<HostValue> answers;
  };
  struct Request {
    Json id;
    Json params;
    const Revision* revision = nullptr;
    Json token;  // of progress; None: nobody wants to hear
    std::shared_ptr<Batch> batch;
    size_t bytes = 0;
  };
  struct Method {
    std::string_view name;
    bool legacy, modern;
    void (Server::*handle)(const Request& request);
  };
  // A call that waits for its turn, or runs.
  struct Pending {
    Request request;
    const Tool* tool = nullptr;  // null: a resource is read
    Json arguments;
    std::string session;  // which it has to itself; empty: none
    std::unique_ptr<Call> call;
    bool is_cancelled = false;
    bool is_done = false;
    uint64_t told = 0;  // progress
    SteadyTime told_at;
  };

  static std::span<const Method> Methods();

  void TakeMessage(const Json& json, size_t bytes, const std::shared_ptr<Batch>& batch);
  void TakeBatch(const Json& list, size_t bytes);
  void TakeRequest(const RpcMessage& message, Request request);
  void TakeNotification(const RpcMessage& message);
  // The revision that a request is made in. Null: it was answered with an error.
  const Revision* RevisionOf(const RpcMessage& message, const Request& request);
  const Revision* ModernRevisionOf(const Json& meta, const Request& request);

  void Initialize(const Request& request);
  void Ping(const Request& request);
  void Discover(const Request& request);
  void ListTools(const Request& request);
  void CallTool(const Request& request);
  void ListResources(const Request& request);
  void ListTemplates(const Request& request);
  void ReadResource(const Request& request);

  // False: it was refused.
  bool Queue(Pending call);
  bool Begin(Pending& pending);
  void Finish(Pending& pending);
  void TellProgress(Pending& pending);
  Pending* FindCall(const Json& id);
  static Members ToolResult(CallResult result, const Revision& revision);

  enum class Cache : uint8_t { kNo, kNever, kLong };
  void Answer(const Request& request, Members result, Cache cache = Cache::kNo);
  void Fail(const Request& request, RpcError error);
  void Send(const std::shared_ptr<Batch>& batch, const Json& message);
  void CloseOne(const std::shared_ptr<Batch>& batch);

  Service& service_;
  const std::function<void(std::string_view)> sink_;
  const Revision* agreed_ = nullptr;  // by a handshake
  std::list<Pending> calls_;          // in the order in which they came
  size_t bytes_ = 0;                  // of their requests
  bool is_free_again_ = false;        // a call has ended, so another one may begin
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_SERVER_H_
