#ifndef PYSUB_SHELL_AGENT_HTTP_SERVER_H_
#define PYSUB_SHELL_AGENT_HTTP_SERVER_H_

#include <absl/status/statusor.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/agent/config.h"

// HTTP/1.1 over TCP and nothing of MCP: connections, their limits and deadlines, bodies, answers in
// one piece or as a stream.
namespace pysub::agent {

using HttpFields = std::vector<std::pair<std::string, std::string>>;

// A request without its body.
struct HttpHead {
  std::string method, target;
  HttpFields fields;

  // "": there is none. Names are the same in both cases.
  std::string_view Field(std::string_view name) const;
  size_t Count(std::string_view name) const;
};

struct HttpAnswer {
  int status = 200;
  HttpFields fields;
  std::string body;
};

// Where the answer to one request goes. Thread-safe; freed without an answer, it is one of status
// 500. What is said behind the end, or to a client that is gone, is not heard.
class HttpReply {
 public:
  virtual ~HttpReply() = default;
  virtual void Whole(HttpAnswer answer) = 0;
  // A stream: Begin() with an answer whose body is its first piece, Piece()s, End().
  virtual void Begin(HttpAnswer answer) = 0;
  virtual void Piece(std::string bytes) = 0;
  virtual void End() = 0;
  // How much of the stream the client has not taken yet.
  virtual size_t waiting_bytes() const = 0;
  virtual bool is_gone() const = 0;
  // The client has closed its connection: called once, by the server's thread, at once where it has
  // already.
  virtual void OnGone(std::function<void()> gone) = 0;
  // Called by the server's thread each HttpConfig::quiet_ms until the end.
  virtual void OnQuiet(std::function<void()> quiet) = 0;
};

// What a server has had to do, and has now. Read by its thread.
struct HttpCounts {
  uint64_t connections = 0;            // that are open
  uint64_t accepted = 0, refused = 0;  // since it began; refused: above the limit
  uint64_t body_bytes = 0;             // of requests that are not answered
  std::map<int, uint64_t> answers;     // by status
};

// What is served. Both are called by the server's thread and do not take long.
class HttpHandler {
 public:
  virtual ~HttpHandler() = default;
  // Before the body is read. A status other than 0 is the answer, and nothing more is read.
  virtual HttpAnswer Look(const HttpHead& head, uint64_t* most_body_bytes) = 0;
  virtual void Take(HttpHead head, std::string body, std::shared_ptr<HttpReply> reply) = 0;
  // Once in a while.
  virtual void Tick() {}
  // Before the first of them: where the numbers of the server are while it is there.
  virtual void Observe(const HttpCounts&) {}
};

class HttpServer {
 public:
  // "127.0.0.1:8931", "[::1]:8931"; port 0: any that is free.
  struct Address {
    std::string host;  // an IP address, without brackets
    uint16_t port = 0;
    bool is_loopback = false;
    std::string text() const;  // as in a URL
  };
  // kInvalidArgument: it is none.
  static absl::StatusOr<Address> ParseAddress(std::string_view text);

  // `handler` outlives it. kUnavailable: the address cannot be had.
  static absl::StatusOr<std::unique_ptr<HttpServer>> Listen(const Address& address,
                                                            const HttpConfig& config,
                                                            HttpHandler& handler);
  virtual ~HttpServer() = default;
  // Where it listens.
  virtual Address address() const = 0;
  // Serves on this thread until Stop(), SIGTERM or SIGINT.
  virtual void Run() = 0;
  virtual void Stop() = 0;  // from any thread
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_HTTP_SERVER_H_
