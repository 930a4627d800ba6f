#include "shell/agent/client/http_transport.h"

#include <errno.h>
#include <fmt/format.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "shell/agent/client/event_stream.h"
#include "shell/agent/client/http_response.h"
#include "shell/agent/client/message.h"

namespace pysub::agent {
namespace {

constexpr size_t kPiece = 64 << 10;
constexpr size_t kMostPieces = 16;      // that are read before somebody else has a turn
constexpr size_t kMostExchanges = 256;  // at a time

// One request and its response, on a connection of their own.
class Exchange {
 public:
  Exchange(uint64_t id, std::string request, size_t most_bytes)
      : id_(id), request_(std::move(request)), most_bytes_(most_bytes), events_(most_bytes) {}
  ~Exchange() {
    if (socket_ >= 0) close(socket_);
  }
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  uint64_t id() const { return id_; }
  const HttpResponse& response() const { return response_; }

  void Connect(const HttpPlace& place) {
    socket_ = socket(place.address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (socket_ < 0 || (connect(socket_, reinterpret_cast<const sockaddr*>(&place.address),
                                place.address_size) != 0 &&
                        errno != EINPROGRESS))
      Fail(fmt::format("no connection: {}", strerror(errno)));
  }

  pollfd polled() const {
    const bool writes = sent_ < request_.size();
    return {socket_, static_cast<short>(writes ? POLLIN | POLLOUT : POLLIN), 0};
  }

  // Gives each message of the response to `take`. True: it is over, and `error()` says how.
  template <typename Take>
  bool Work(Take take) {
    if (!is_over_) Write();
    for (size_t i = 0; i < kMostPieces && !is_over_ && Read(); ++i) TakeBody(take);
    if (!is_over_) TakeBody(take);
    return is_over_;
  }
  // Empty: the response is whole.
  const std::string& error() const { return error_; }

 private:
  bool IsStream() const { return response_.content_type().starts_with("text/event-stream"); }
  void Fail(std::string why) {
    error_ = std::move(why);
    is_over_ = true;
  }
  void Write() {
    while (sent_ < request_.size()) {
      const ssize_t wrote =
          send(socket_, request_.data() + sent_, request_.size() - sent_, MSG_NOSIGNAL);
      if (wrote < 0 && errno == EINTR) continue;
      // (Not connected yet, or full. A server that answers before it has read all closes.)
      if (wrote < 0 && errno != EAGAIN && errno != ENOTCONN && errno != EPIPE &&
          errno != ECONNRESET)
        return Fail(fmt::format("no connection: {}", strerror(errno)));
      if (wrote <= 0) return;
      sent_ += static_cast<size_t>(wrote);
    }
  }
  // False: there is nothing more now.
  bool Read() {
    char bytes[kPiece];
    const ssize_t size = recv(socket_, bytes, sizeof(bytes), 0);
    if (size < 0) {
      // (ENOTCONN: it is being connected.)
      if (errno != EAGAIN && errno != EINTR && errno != ENOTCONN)
        Fail(fmt::format("no connection: {}", strerror(errno)));
      return false;
    }
    if (size == 0) {
      has_ended_ = true;
      if (!response_.End()) Fail("the server closed the connection before its answer");
      return !is_over_;
    }
    if (response_.Put({bytes, static_cast<size_t>(size)}, &body_)) return true;
    Fail("the server's answer is no HTTP");
    return false;
  }
  template <typename Take>
  void TakeBody(Take take) {
    if (!response_.has_head()) return;
    if (IsStream()) {
      events_.Add(std::exchange(body_, {}));
      TakeEvents(take);
    } else if (body_.size() > most_bytes_) {
      Fail(TooLong());
    } else if (response_.is_whole() && !body_.empty()) {
      take(std::string_view(body_));
    }
    if (response_.is_whole() || has_ended_) is_over_ = true;
  }
  template <typename Take>
  void TakeEvents(Take take) {
    std::string data;
    while (!is_over_) {
      switch (events_.Take(&data)) {
        case EventStream::Next::kNothing: return;
        case EventStream::Next::kTooLong: return Fail(TooLong());
        case EventStream::Next::kEvent: take(std::string_view(data)); break;
      }
    }
  }
  std::string TooLong() const {
    return fmt::format("the server sent a message of more than {} bytes (message_bytes)",
                       most_bytes_);
  }

  const uint64_t id_;
  const std::string request_;
  const size_t most_bytes_;
  HttpResponse response_;
  EventStream events_;
  std::string body_;  // that was not taken yet
  std::string error_;
  int socket_ = -1;
  size_t sent_ = 0;
  bool has_ended_ = false;  // the connection
  bool is_over_ = false;
};

class HttpTransport : public Transport {
 public:
  HttpTransport(HttpPlace place, HeaderFields headers, size_t most_bytes, TransportSink& sink)
      : place_(std::move(place)),
        headers_(std::move(headers)),
        most_bytes_(most_bytes),
        sink_(sink) {}

  bool Send(Outgoing message) override {
    if (exchanges_.size() >= kMostExchanges) return false;
    exchanges_.push_back(std::make_unique<Exchange>(message.id, RequestOf(message), most_bytes_));
    exchanges_.back()->Connect(place_);
    return true;
  }
  bool Forget(uint64_t id) override {
    std::erase_if(exchanges_, [id](const auto& exchange) { return exchange->id() == id; });
    return is_modern_;
  }
  void SetRevision(std::string_view name, bool is_modern) override {
    revision_ = name;
    is_modern_ = is_modern;
  }
  void AddTo(std::vector<pollfd>* polled) const override {
    for (const auto& exchange : exchanges_) polled->push_back(exchange->polled());
  }
  // (What is taken may send more, which is worked on the next time.)
  void Work() override {
    for (size_t left = exchanges_.size(); left > 0 && !exchanges_.empty(); --left) {
      std::unique_ptr<Exchange> exchange = std::move(exchanges_.front());
      exchanges_.erase(exchanges_.begin());
      const bool is_over =
          exchange->Work([&](std::string_view text) { TakeText(*exchange, text); });
      is_over ? Finish(*exchange) : exchanges_.push_back(std::move(exchange));
    }
  }
  // The session ends where the era has them; nobody waits for what is said to that.
  void BeginClose() override {
    if (session_.empty()) return;
    Exchange farewell(0, HeadOf("DELETE", {}, 0), most_bytes_);
    farewell.Connect(place_);
    pollfd polled = farewell.polled();
    if (poll(&polled, 1, 200) > 0) farewell.Work([](std::string_view) {});
  }

 private:
  std::string HeadOf(std::string_view method, const HeaderFields& fields, size_t body) const {
    std::string head = fmt::format(
        "{} {} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nUser-Agent: pysub-agent\r\n"
        "Accept: application/json, text/event-stream\r\n",
        method, place_.target, place_.host);
    if (!revision_.empty()) head += fmt::format("MCP-Protocol-Version: {}\r\n", revision_);
    if (!session_.empty()) head += fmt::format("Mcp-Session-Id: {}\r\n", session_);
    for (const HeaderFields* list : {&headers_, &fields}) {
      for (const auto& [name, value] : *list) head += fmt::format("{}: {}\r\n", name, value);
    }
    if (body > 0)
      head += fmt::format("Content-Type: application/json\r\nContent-Length: {}\r\n", body);
    return head + "\r\n";
  }
  std::string RequestOf(const Outgoing& message) const {
    HeaderFields fields;
    if (is_modern_ && !message.method.empty()) {
      fields = message.params;
      fields.emplace_back("Mcp-Method", message.method);
      if (!message.name.empty()) fields.emplace_back("Mcp-Name", HeaderText(message.name));
    }
    return HeadOf("POST", fields, message.line.size()) + message.line;
  }
  void TakeText(const Exchange& exchange, std::string_view text) {
    const absl::StatusOr<Json> message = ParseMessage(text, most_bytes_);
    if (!message.ok()) {
      if (exchange.response().status() < 300) sink_.TakeGarbage();
      return;
    }
    if (!is_modern_ && session_.empty() && IsSessionId(exchange.response().session_id()))
      session_ = exchange.response().session_id();
    sink_.TakeMessage(*message);
  }
  static bool IsSessionId(std::string_view text) {
    return text.size() <= 1'024 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
  }
  // Where the answer came, this comes too late and nobody hears it.
  void Finish(const Exchange& exchange) {
    const int status = exchange.response().status();
    if (!exchange.error().empty()) {
      sink_.FailRequest(exchange.id(), exchange.error());
    } else if (status >= 300) {
      sink_.FailRequest(exchange.id(),
                        fmt::format("the server answered with HTTP status {}", status));
      // What it knew of us is gone: a new handshake is wanted.
      if (status == 404 && !session_.empty()) sink_.Break("the server has ended the session");
    } else {
      sink_.FailRequest(exchange.id(), "the server's response has no answer");
    }
  }

  const HttpPlace place_;
  const HeaderFields headers_;
  const size_t most_bytes_;
  TransportSink& sink_;
  std::string revision_, session_;
  bool is_modern_ = false;
  std::vector<std::unique_ptr<Exchange>> exchanges_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Transport>> ConnectHttpServer(HttpPlace place, HeaderFields headers,
                                                             size_t most_bytes,
                                                             TransportSink& sink) {
  return std::make_unique<HttpTransport>(std::move(place), std::move(headers), most_bytes, sink);
}

}  // namespace pysub::agent
