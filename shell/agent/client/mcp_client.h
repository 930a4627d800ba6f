#ifndef PYSUB_SHELL_AGENT_CLIENT_MCP_CLIENT_H_
#define PYSUB_SHELL_AGENT_CLIENT_MCP_CLIENT_H_

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/agent/client/child_process.h"
#include "shell/agent/client/client_loop.h"
#include "shell/agent/client/transport.h"
#include "shell/agent/json.h"

// A client of one MCP server: its tools, and calls of them. Servers of both eras: the first
// messages find out which.
namespace pysub::agent {

// All are above zero.
struct ClientLimits {
  uint64_t message_bytes = uint64_t{4} << 20;  // of one message of the server
  uint64_t start_ms = 20'000;                  // until its tools are known
  uint64_t call_ms = 60'000;                   // of one call
  uint64_t calls = 16;                         // at a time; others wait for their turn
  uint64_t tools = 500;                        // that it may have
};

// Where a server is: a program that is started, or a URL.
struct ServerAddress {
  CommandLine command;  // without words: `url`
  std::string url;
  HeaderFields headers;  // of each request to `url`
  std::string revision;  // of the protocol, the one that is spoken; empty: found out
  ClientLimits limits;
};

// A tool as its server describes it. What is not there is None, or empty.
struct RemoteTool {
  std::string name, title, description;
  Json input_schema, output_schema, annotations;
};

// What became of a call.
struct ClientReply {
  enum class Kind : uint8_t {
    kResult,       // `result` is what the server answered
    kRefused,      // an error of the protocol: `code`, `message`
    kTimeout,      // no answer in time
    kUnavailable,  // no server; of a call that was under way nobody knows whether it was done
    kCancelled,
  };
  Kind kind = Kind::kResult;
  Json result;
  int code = 0;
  std::string message;
  Json data;  // kRefused: what stands beside the message, or None
};

// What is known of a server.
struct ServerView {
  enum class State : uint8_t { kStarting, kReady, kFailed };
  State state = State::kStarting;
  std::string error;     // kFailed
  std::string revision;  // kReady: that is spoken
  std::string title;     // "everything 1.0", in the server's own words
  std::shared_ptr<const std::vector<RemoteTool>> tools;  // never null
  uint64_t version = 0;                                  // grows when `tools` changes
};

// Thread-safe, but for its construction. Callbacks come on the loop's thread and do not take long.
class McpClient : public ClientLoop::Member, private TransportSink {
 public:
  using Answer = std::function<void(ClientReply)>;

  // Is added to the loop, and begins when that starts. `on_change`: view() is another one.
  McpClient(ServerAddress address, ClientLoop& loop, std::function<void()> on_change);
  ~McpClient() override;

  ServerView view() const;
  // The number under which it can be cancelled. A server that has failed is tried again. `trace`: a
  // traceparent of W3C, or empty.
  uint64_t CallTool(const RemoteTool& tool, Json arguments, std::string trace, Answer answer);
  // It is not waited for, and the server is told; `answer` hears kCancelled.
  void Cancel(uint64_t number);

  // Tries again, soon, where the server has failed a while ago.
  void Retry();

  // Of the loop, once it is stopped: asks the server to end.
  void BeginClose();

 private:
  enum class Phase : uint8_t { kIdle, kProbing, kAgreeing, kListing, kReady, kFailed };
  struct Call {
    uint64_t number = 0;
    RemoteTool tool;
    Json arguments;
    std::string trace;
    Answer answer;
    ClientLoop::Time deadline;
  };
  struct Pending {
    std::string method;
    std::function<void(ClientReply)> answer;
    ClientLoop::Time deadline;
    uint64_t call = 0;  // its number; 0: it is none
  };

  void AddTo(std::vector<pollfd>* polled) const override;
  void Work() override;
  ClientLoop::Time deadline() const override;

  void TakeMessage(const Json& message) override;
  void FailRequest(uint64_t id, std::string why) override;
  void TakeGarbage() override;
  void Break(std::string why) override;

  void Start();
  bool Open();
  void Probe();
  void TakeProbe(const ClientReply& reply);
  void Agree();
  void TakeAgreement(const ClientReply& reply);
  void List(std::string cursor);
  void TakeList(const ClientReply& reply);
  bool AddTools(const Json& result);
  void BecomeReady();
  void Fail(std::string why);
  void HandleBreak();
  void Publish();

  void Begin(Call call);
  void BeginWaiting();
  void CancelNow(uint64_t number);
  uint64_t Request(std::string method, Members params, std::string name, HeaderFields headers,
                   ClientLoop::Time deadline, std::function<void(ClientReply)> answer);
  void Notify(std::string_view method, Members params);
  void TakeOne(const Json& message);
  void TakeResponse(uint64_t id, const Json& message);
  void AnswerServer(const Json& id, std::string_view method);
  void FailLate();
  void FailCalls(ClientReply::Kind kind, const std::string& why);
  ClientLoop::Time After(uint64_t ms) const;
  Json Meta(std::string_view trace) const;
  size_t calls_open() const;

  const ServerAddress address_;
  ClientLoop& loop_;
  const std::function<void()> on_change_;
  mutable std::mutex mutex_;
  ServerView view_;  // guarded by mutex_
  std::atomic<uint64_t> last_number_ = 0;

  // Of the loop's thread.
  Phase phase_ = Phase::kIdle;
  std::unique_ptr<Transport> transport_;
  bool is_modern_ = false;
  bool may_probe_ = true;
  bool probed_twice_ = false;
  std::string revision_, title_, error_;
  std::optional<std::string> broken_;  // why, until it is worked on
  std::vector<RemoteTool> listed_;
  size_t pages_ = 0;
  uint64_t last_id_ = 0;
  uint64_t garbage_ = 0;
  bool has_changed_ = false;              // tools/list_changed came
  bool is_listing_ = false;               // while kReady
  ClientLoop::Time start_by_, retry_at_;  // retry_at_: a while behind the last start
  std::map<uint64_t, Pending> pending_;
  std::map<uint64_t, Pending> gone_;  // of a server that has ended, until they are told
  std::deque<Call> waiting_;          // until the server is ready and has room
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_CLIENT_MCP_CLIENT_H_
