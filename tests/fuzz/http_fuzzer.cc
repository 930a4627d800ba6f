// Any bytes as what comes on a connection of `pysub-agent serve`. All that goes out is a sequence
// of whole HTTP/1.1 answers (the last may still be on its way), and behind it the server still
// answers a good request in time. "TOKEN" stands for a token, "HOST" for the address; byte 0 says
// in how large pieces the rest is sent.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "shell/agent/http_server.h"
#include "shell/agent/mcp_host.h"

namespace {

using namespace pysub::agent;

constexpr std::string_view kToken = "a-token-of-alice";
constexpr std::string_view kConfig = R"({
  "permissions": {"isolation": "in-process", "clock": "virtual"},
  "limits": {"run_ms": 1000, "steps": 20000, "allocations": 20000, "memory_bytes": 8000000,
    "shell_memory_bytes": 16000000, "output_bytes": 10000, "file_bytes": 1000000, "files": 100,
    "sessions": 2, "checkpoints": 2, "checkpoint_bytes": 1000000, "result_bytes": 500,
    "resource_bytes": 500, "kept_output_bytes": 20000, "request_bytes": 4000, "calls": 2,
    "waiting_calls": 4},
  "http": {"limits": {"connections": 8, "requests": 8, "head_bytes": 4000, "body_bytes": 20000,
    "head_ms": 1000, "body_ms": 1000, "write_ms": 1000, "idle_ms": 1000, "quiet_ms": 100,
    "protocol_sessions": 4, "protocol_session_ms": 1000, "threads": 2}},
  "tenants": {"alice": {"tokens": ["a-token-of-alice"]}, "bob": {"tokens": ["a-token-of-bob..."]}}})";

void Require(bool holds, std::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

// One for the whole process, as a server is.
class Host {
 public:
  Host() {
    signal(SIGPIPE, SIG_IGN);
    absl::StatusOr<AgentConfig> config = ParseAgentConfig(kConfig);
    Require(config.ok(), config.status().ToString());
    absl::StatusOr<std::unique_ptr<McpHost>> host = McpHost::Create(*config);
    Require(host.ok(), host.status().ToString());
    host_ = *std::move(host);
    auto server = HttpServer::Listen({"127.0.0.1", 0, true}, config->http, *host_);
    Require(server.ok(), server.status().ToString());
    server_ = *std::move(server);
    host_->Start();
    std::thread([this] { server_->Run(); }).detach();
  }
  uint16_t port() const { return server_->address().port; }

 private:
  std::unique_ptr<McpHost> host_;
  std::unique_ptr<HttpServer> server_;
};

class Client {
 public:
  explicit Client(uint16_t port) : fd_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    Require(fd_ >= 0 && connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0,
            "it can be connected to");
  }
  ~Client() { close(fd_); }

  // False: it is not taken any more.
  bool Send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = send(fd_, bytes.data(), bytes.size(), MSG_DONTWAIT);
      if (sent < 0 && errno == EAGAIN) {
        if (!Wait(POLLOUT, 100)) return false;
        continue;
      }
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<size_t>(sent));
    }
    return true;
  }
  void EndSending() { shutdown(fd_, SHUT_WR); }
  // What comes until the end, or until nothing comes for `ms`.
  std::string Receive(int ms) {
    std::string all;
    char buffer[16384];
    while (Wait(POLLIN, ms)) {
      const ssize_t got = recv(fd_, buffer, sizeof(buffer), 0);
      if (got <= 0) break;
      all.append(buffer, static_cast<size_t>(got));
    }
    return all;
  }

 private:
  bool Wait(short events, int ms) const {
    pollfd waiting = {fd_, events, 0};
    return poll(&waiting, 1, ms) > 0;
  }

  int fd_;
};

// "NAME: " of a head; "": there is none.
std::string_view FieldOf(std::string_view head, std::string_view name) {
  const std::string start = "\r\n" + std::string(name) + ": ";
  const size_t at = head.find(start);
  if (at == std::string_view::npos) return "";
  head.remove_prefix(at + start.size());
  return head.substr(0, head.find("\r\n"));
}

// Removes the chunks at the front of *bytes. False: the rest is still on its way.
bool TakeChunks(std::string_view* bytes) {
  while (true) {
    const size_t end = bytes->find("\r\n");
    if (end == std::string_view::npos) return false;
    size_t size = 0;
    const char* last = bytes->data() + end;
    Require(std::from_chars(bytes->data(), last, size, 16).ptr == last, "a chunk has a size");
    if (bytes->size() < end + 2 + size + 2) return false;
    Require(bytes->substr(end + 2 + size, 2) == "\r\n", "a chunk has an end");
    bytes->remove_prefix(end + 2 + size + 2);
    if (size == 0) return true;
  }
}

// Reads whole answers; those to HEAD have no body, so what follows them may begin at once.
void CheckAnswers(std::string_view bytes) {
  while (!bytes.empty()) {
    const size_t end = bytes.find("\r\n\r\n");
    const std::string_view start = "HTTP/1.1 ";
    Require(bytes.substr(0, start.size()) == start.substr(0, std::min(start.size(), bytes.size())),
            "an answer begins with its version");
    if (end == std::string_view::npos) return;
    const std::string_view head = bytes.substr(0, end + 2);
    const int status = std::atoi(std::string(head.substr(start.size(), 3)).c_str());
    Require(status >= 100 && status < 600, "an answer has a status");
    bytes.remove_prefix(end + 4);
    if (status < 200 || status == 204 || status == 304) continue;
    if (FieldOf(head, "Transfer-Encoding") == "chunked") {
      if (bytes.starts_with(start)) continue;
      if (!TakeChunks(&bytes)) return;
      continue;
    }
    const std::string_view length = FieldOf(head, "Content-Length");
    if (length.empty()) return;  // ends with the connection
    size_t size = 0;
    Require(std::from_chars(length.data(), length.data() + length.size(), size).ptr ==
                length.data() + length.size(),
            "a body has a length");
    if (bytes.starts_with(start)) continue;
    if (bytes.size() < size) return;
    bytes.remove_prefix(size);
  }
}

void Replace(std::string* text, std::string_view word, std::string_view by) {
  for (size_t at = text->find(word); at != std::string::npos; at = text->find(word, at + by.size()))
    text->replace(at, word.size(), by);
}

std::string GoodRequest(const std::string& address) {
  const std::string body = R"({"jsonrpc":"2.0","id":7,"method":"ping"})";
  return "POST /mcp HTTP/1.1\r\nHost: " + address + "\r\nAuthorization: Bearer " +
         std::string(kToken) +
         "\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
         "MCP-Protocol-Version: 2025-11-25\r\nConnection: close\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

// Connections that earlier inputs left may still be counted: it gets some tries.
void CheckItStillAnswers(const Host& host, const std::string& address) {
  for (int i = 0; i < 100; ++i) {
    Client client(host.port());
    const std::string answer = client.Send(GoodRequest(address)) ? client.Receive(10'000) : "";
    if (answer.starts_with("HTTP/1.1 2") || answer.starts_with("HTTP/1.1 4")) {
      Require(!answer.starts_with("HTTP/1.1 401"), "a good token is known");
      return;
    }
    usleep(50'000);
  }
  Require(false, "it answers a good request");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Host* host = new Host;
  if (size == 0) return 0;
  const std::string address = "127.0.0.1:" + std::to_string(host->port());
  std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  Replace(&text, "TOKEN", kToken);
  Replace(&text, "HOST", address);
  const size_t piece = data[0] < 128 ? text.size() : size_t{data[0]} - 127;
  {
    Client client(host->port());
    std::string_view left = text;
    while (!left.empty() && client.Send(left.substr(0, piece))) {
      left.remove_prefix(std::min(piece, left.size()));
      if (!left.empty()) usleep(100);
    }
    client.EndSending();
    CheckAnswers(client.Receive(30));
  }
  static unsigned count = 0;
  if (++count % 16 == 0) CheckItStillAnswers(*host, address);
  return 0;
}
