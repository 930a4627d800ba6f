// Boost.Beast parses requests, Boost.Asio waits for sockets: docs/decisions/029. One thread; other
// threads only post to it. Deadlines are of whole things (a head, a body, a piece of an answer),
// not of the time between two bytes: who sends a byte now and then is ended, too.
#include "shell/agent/http_server.h"

#include <fmt/format.h>
#include <signal.h>
#include <stdlib.h>
#include <strings.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <charconv>
#include <chrono>
#include <deque>
#include <optional>
#include <utility>

namespace pysub::agent {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;
using Milliseconds = std::chrono::milliseconds;

constexpr size_t kPiece = size_t{64} << 10;  // of an answer, which has a deadline of its own
constexpr size_t kRead = 4'096;
// Of what came and nobody has read yet. A field of 64 KiB, in a head or behind a body, would be an
// exception of Beast, which has no error code for it: abort().
constexpr size_t kMostBuffered = 65'000;
static_assert(kMostHeadBytes + kRead <= kMostBuffered);
constexpr size_t kMostRefused = 64;  // connections that are told that there are too many
constexpr Milliseconds kLinger(1'000);
constexpr Milliseconds kTick(1'000);
constexpr Milliseconds kAfterAcceptError(100);

std::string HeadOf(const HttpAnswer& answer, std::string_view framing, bool keeps_alive) {
  const http::status status = http::int_to_status(static_cast<unsigned>(answer.status));
  const boost::beast::string_view reason = http::obsolete_reason(status);
  std::string head =
      fmt::format("HTTP/1.1 {} {}\r\n", answer.status, std::string(reason.data(), reason.size()));
  for (const auto& [name, value] : answer.fields) head += fmt::format("{}: {}\r\n", name, value);
  head += framing;
  head += keeps_alive ? "\r\n" : "Connection: close\r\n\r\n";
  return head;
}

HttpAnswer Plain(int status, std::string_view text) {
  return {status, {{"Content-Type", "text/plain"}}, std::string(text) + "\n"};
}

// Beast takes other codings for no body at all, which whoever stands before us may not.
bool HasKnownFraming(const HttpHead& head, unsigned version) {
  const size_t codings = head.Count("Transfer-Encoding");
  const std::string coding(head.Field("Transfer-Encoding"));
  return codings == 0 ||
         (version >= 11 && codings == 1 && strcasecmp(coding.c_str(), "chunked") == 0);
}

class Connection;

// What all connections share, on one thread.
class BeastServer : public HttpServer {
 public:
  BeastServer(const HttpConfig& config, HttpHandler& handler)
      : config_(config), handler_(handler), acceptor_(io_), signals_(io_), ticks_(io_) {}
  ~BeastServer() override;

  absl::Status Open(const Address& address);
  Address address() const override;
  void Run() override;
  void Stop() override { io_.stop(); }

  asio::io_context& io() { return io_; }
  const HttpConfig& config() const { return config_; }
  HttpHandler& handler() { return handler_; }
  // Of bodies that are being read. False: there is no room.
  bool ChargeBody(uint64_t bytes) {
    if (bytes > config_.limits.body_bytes - counts_.body_bytes) return false;
    counts_.body_bytes += bytes;
    return true;
  }
  void FreeBody(uint64_t bytes) { counts_.body_bytes -= bytes; }
  void Left(bool is_refused) { --(is_refused ? refused_ : counts_.connections); }
  void CountAnswer(int status) { ++counts_.answers[status]; }

 private:
  void Accept();
  void Accepted(tcp::socket socket);
  void TickLater();

  const HttpConfig config_;
  HttpHandler& handler_;
  bool is_loopback_ = false;
  size_t refused_ = 0;  // that are told so just now
  HttpCounts counts_;
  // One thread runs it, others post to it. Connections that are left end with it.
  asio::io_context io_{1};
  tcp::acceptor acceptor_;
  asio::signal_set signals_;
  asio::steady_timer ticks_;
};

class Reply;

// A client's connection: requests one after the other. Alive while something is waited for.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(BeastServer& server, tcp::socket socket, bool is_refused)
      : server_(server),
        socket_(std::move(socket)),
        deadline_(server.io()),
        quiet_(server.io()),
        is_refused_(is_refused),
        buffer_(kMostBuffered) {}
  ~Connection() {
    FreeBody();
    server_.Left(is_refused_);
  }

  void Start() {
    error_code ignored;
    socket_.non_blocking(true, ignored);
    socket_.set_option(tcp::no_delay(true), ignored);
    if (is_refused_) return AnswerAndClose(Plain(503, "too many connections (connections)"));
    Watch();
    SetDeadline(server_.config().limits.head_ms);
  }

  // ---- What replies want, on the server's thread.

  // `number`: of the request that it answers.
  void Whole(uint64_t number, HttpAnswer answer);
  void Begin(uint64_t number, HttpAnswer answer);
  void Piece(uint64_t number, std::string bytes);
  void End(uint64_t number);
  void OnGone(uint64_t number, std::function<void()> gone);
  void OnQuiet(uint64_t number, std::function<void()> quiet);

 private:
  enum class State : uint8_t { kIdle, kHead, kBody, kBusy, kStreaming, kClosing, kClosed };
  using Parser = http::request_parser<http::string_body>;

  const HttpLimits& limits() const { return server_.config().limits; }

  // Reads what comes beside everything else: the next request, or the end.
  void Watch();
  void Watched(const error_code& error, size_t size);
  void StartHead();
  void HeadIsThere(const error_code& error);
  void ReadBody();
  bool ChargeBody();
  void FreeBody() { server_.FreeBody(std::exchange(charged_, 0)); }
  void BodyIsThere();
  void RefuseHead(const error_code& error);
  void RefuseBody(const error_code& error);

  void AnswerAndClose(HttpAnswer answer);
  void Send(std::string bytes);
  void Write();
  void Written(const error_code& error, size_t size);
  void RequestIsDone();
  // After the last byte of ours, the client's are read for a while: closing at once would make the
  // kernel throw away what it did not send yet.
  void Linger();
  void Close();

  void SetDeadline(uint64_t ms);
  void ClearDeadline() { deadline_.expires_at(std::chrono::steady_clock::time_point::max()); }
  void DeadlineIsOver();
  void BeQuiet();

  BeastServer& server_;
  tcp::socket socket_;
  asio::steady_timer deadline_;
  asio::steady_timer quiet_;
  const bool is_refused_;
  State state_ = State::kIdle;
  bool is_watching_ = false;
  bool is_reading_ = false;  // a head or a body
  bool keeps_alive_ = true;
  bool is_chunked_ = false;  // the stream
  bool is_head_ = false;     // the method
  uint64_t number_ = 0;      // of the request
  uint64_t charged_ = 0;     // of its body
  uint64_t most_body_ = 0;
  boost::beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  HttpHead head_;
  std::weak_ptr<Reply> reply_;
  std::function<void()> gone_, quieted_;
  std::deque<std::string> out_;
  size_t sent_ = 0;  // of the first
  bool is_writing_ = false;
};

// Its state is the connection's; this only posts.
class Reply : public HttpReply {
 public:
  Reply(BeastServer& server, std::shared_ptr<Connection> connection, uint64_t number)
      : server_(server), connection_(std::move(connection)), number_(number) {}
  ~Reply() override {
    if (!is_ended_) Whole(Plain(500, "no answer"));
  }
  void Whole(HttpAnswer answer) override {
    is_ended_ = true;
    Post([answer = std::move(answer)](Connection& to, uint64_t number) mutable {
      to.Whole(number, std::move(answer));
    });
  }
  void Begin(HttpAnswer answer) override {
    Post([answer = std::move(answer)](Connection& to, uint64_t number) mutable {
      to.Begin(number, std::move(answer));
    });
  }
  void Piece(std::string bytes) override {
    waiting_ += bytes.size();
    Post([bytes = std::move(bytes)](Connection& to, uint64_t number) mutable {
      to.Piece(number, std::move(bytes));
    });
  }
  void End() override {
    is_ended_ = true;
    Post([](Connection& to, uint64_t number) { to.End(number); });
  }
  size_t waiting_bytes() const override { return waiting_; }
  bool is_gone() const override { return is_gone_; }
  void OnGone(std::function<void()> gone) override {
    Post([gone = std::move(gone)](Connection& to, uint64_t number) mutable {
      to.OnGone(number, std::move(gone));
    });
  }
  void OnQuiet(std::function<void()> quiet) override {
    Post([quiet = std::move(quiet)](Connection& to, uint64_t number) mutable {
      to.OnQuiet(number, std::move(quiet));
    });
  }
  void Taken(size_t bytes) { waiting_ -= std::min<size_t>(waiting_, bytes); }
  void Gone() { is_gone_ = true; }

 private:
  template <typename Work>
  void Post(Work work) {
    asio::post(server_.io(), [to = connection_, number = number_,
                              work = std::move(work)]() mutable { work(*to, number); });
  }

  BeastServer& server_;
  const std::shared_ptr<Connection> connection_;
  const uint64_t number_;
  std::atomic<size_t> waiting_ = 0;
  std::atomic<bool> is_gone_ = false;
  std::atomic<bool> is_ended_ = false;
};

// ---- Reading

void Connection::Watch() {
  if (is_watching_ || state_ == State::kClosed) return;
  const size_t most = limits().head_bytes + kRead;
  if (buffer_.size() >= most) {
    // Nobody needs to send so much before the answer.
    if (state_ == State::kBusy || state_ == State::kStreaming) Close();
    return;
  }
  is_watching_ = true;
  socket_.async_read_some(buffer_.prepare(std::min(kRead, most - buffer_.size())),
                          [self = shared_from_this()](const error_code& error, size_t size) {
                            self->Watched(error, size);
                          });
}

void Connection::Watched(const error_code& error, size_t size) {
  is_watching_ = false;
  if (!error) buffer_.commit(size);
  if (state_ == State::kClosed) return;
  if (state_ == State::kClosing) {
    buffer_.consume(buffer_.size());
    if (!error) return Watch();
    return out_.empty() ? Close() : void();  // what is left of the answer may still be taken
  }
  if (error == asio::error::operation_aborted && state_ == State::kIdle) return StartHead();
  if (error) return Close();
  if (state_ == State::kIdle) return StartHead();
  Watch();
}

void Connection::StartHead() {
  state_ = State::kHead;
  SetDeadline(limits().head_ms);
  is_reading_ = true;
  parser_.emplace();
  parser_->header_limit(static_cast<uint32_t>(limits().head_bytes));
  parser_->body_limit(UINT64_MAX);  // until it is known whose it is; nothing of it is read yet
  http::async_read_header(
      socket_, buffer_, *parser_,
      [self = shared_from_this()](const error_code& error, size_t) { self->HeadIsThere(error); });
}

void Connection::HeadIsThere(const error_code& error) {
  is_reading_ = false;
  if (state_ == State::kClosing) return Watch();
  if (state_ != State::kHead) return;
  if (error) return RefuseHead(error);
  const Parser::value_type& request = parser_->get();
  const auto text = [](boost::beast::string_view from) {
    return std::string(from.data(), from.size());
  };
  head_ = {text(request.method_string()), text(request.target()), {}};
  for (const auto& field : request)
    head_.fields.emplace_back(text(field.name_string()), text(field.value()));
  is_head_ = request.method() == http::verb::head;
  keeps_alive_ = request.keep_alive();
  is_chunked_ = request.version() >= 11;
  if (!HasKnownFraming(head_, request.version()))
    return AnswerAndClose(Plain(501, "of Transfer-Encoding there is chunked, in HTTP/1.1"));
  HttpAnswer refusal = server_.handler().Look(head_, &most_body_);
  if (refusal.status != 0) return AnswerAndClose(std::move(refusal));
  const auto length = parser_->content_length();
  if (length && *length > most_body_) return RefuseBody(http::error::body_limit);
  parser_->body_limit(most_body_);
  state_ = State::kBody;
  if (!ChargeBody()) return;
  SetDeadline(limits().body_ms);
  if (strcasecmp(std::string(head_.Field("Expect")).c_str(), "100-continue") == 0)
    Send("HTTP/1.1 100 Continue\r\n\r\n");
  ReadBody();
}

// False: there was no room, and it is closed.
bool Connection::ChargeBody() {
  const uint64_t known = parser_->content_length() ? *parser_->content_length() : 0;
  const uint64_t now = std::max<uint64_t>(known, parser_->get().body().capacity());
  if (now <= charged_) return true;
  if (!server_.ChargeBody(now - charged_)) {
    AnswerAndClose(Plain(503, "too many bodies at a time (body_bytes)"));
    return false;
  }
  charged_ = now;
  return true;
}

void Connection::ReadBody() {
  if (parser_->is_done()) return BodyIsThere();
  is_reading_ = true;
  http::async_read_some(socket_, buffer_, *parser_,
                        [self = shared_from_this()](const error_code& error, size_t) {
                          self->is_reading_ = false;
                          if (self->state_ == State::kClosing) return self->Watch();
                          if (self->state_ != State::kBody) return;
                          if (error) return self->RefuseBody(error);
                          if (self->ChargeBody()) self->ReadBody();
                        });
}

void Connection::BodyIsThere() {
  state_ = State::kBusy;
  ClearDeadline();
  if (is_writing_) SetDeadline(limits().write_ms);  // the answer before this one
  ++number_;
  std::string body = std::move(parser_->get().body());
  parser_.reset();
  auto reply = std::make_shared<Reply>(server_, shared_from_this(), number_);
  reply_ = reply;
  Watch();
  server_.handler().Take(std::move(head_), std::move(body), std::move(reply));
}

void Connection::RefuseHead(const error_code& error) {
  if (error == http::error::header_limit) return AnswerAndClose(Plain(431, "head_bytes"));
  // What is no HTTP is answered; what has ended is not.
  if (error.category() == make_error_code(http::error::bad_method).category() &&
      error != http::error::end_of_stream && error != http::error::partial_message)
    return AnswerAndClose(Plain(400, "no request of HTTP/1.1"));
  Close();
}

void Connection::RefuseBody(const error_code& error) {
  if (error == http::error::body_limit) {
    return AnswerAndClose(
        Plain(413, fmt::format("a body has at most {} bytes (request_bytes)", most_body_)));
  }
  RefuseHead(error);
}

// ---- Answering

void Connection::AnswerAndClose(HttpAnswer answer) {
  state_ = State::kClosing;
  FreeBody();
  if (const std::shared_ptr<Reply> reply = reply_.lock()) reply->Gone();
  server_.CountAnswer(answer.status);
  Send(HeadOf(answer, fmt::format("Content-Length: {}\r\n", answer.body.size()), false) +
       (is_head_ ? "" : answer.body));
}

void Connection::Whole(uint64_t number, HttpAnswer answer) {
  if (number != number_ || state_ != State::kBusy) return;
  server_.CountAnswer(answer.status);
  std::string framing;
  const bool has_body = answer.status != 204 && answer.status != 304;
  if (has_body) framing = fmt::format("Content-Length: {}\r\n", answer.body.size());
  Send(HeadOf(answer, framing, keeps_alive_) + (is_head_ ? "" : answer.body));
  RequestIsDone();
}

void Connection::Begin(uint64_t number, HttpAnswer answer) {
  if (number != number_ || state_ != State::kBusy) return;
  server_.CountAnswer(answer.status);
  state_ = State::kStreaming;
  if (!is_chunked_) keeps_alive_ = false;  // its end is that of the connection
  Send(HeadOf(answer, is_chunked_ ? "Transfer-Encoding: chunked\r\n" : "", keeps_alive_));
  if (!answer.body.empty()) Piece(number, std::move(answer.body));
}

void Connection::Piece(uint64_t number, std::string bytes) {
  if (number != number_ || state_ != State::kStreaming || bytes.empty()) return;
  if (is_chunked_) bytes = fmt::format("{:x}\r\n{}\r\n", bytes.size(), bytes);
  Send(std::move(bytes));
}

void Connection::End(uint64_t number) {
  if (number != number_ || state_ != State::kStreaming) return;
  if (is_chunked_) Send("0\r\n\r\n");
  RequestIsDone();
}

void Connection::OnGone(uint64_t number, std::function<void()> gone) {
  const bool is_open = state_ == State::kBusy || state_ == State::kStreaming;
  if (number == number_ && is_open) {
    gone_ = std::move(gone);
  } else if (state_ == State::kClosed) {
    gone();
  }
}

void Connection::OnQuiet(uint64_t number, std::function<void()> quiet) {
  if (number != number_ || (state_ != State::kBusy && state_ != State::kStreaming)) return;
  quieted_ = std::move(quiet);
  BeQuiet();
}

void Connection::BeQuiet() {
  quiet_.expires_after(Milliseconds(limits().quiet_ms));
  quiet_.async_wait([weak = weak_from_this(), number = number_](const error_code& error) {
    const std::shared_ptr<Connection> self = weak.lock();
    if (error || self == nullptr || self->number_ != number || !self->quieted_) return;
    self->quieted_();
    self->BeQuiet();
  });
}

// All of the answer is in out_.
void Connection::RequestIsDone() {
  state_ = keeps_alive_ ? State::kIdle : State::kClosing;
  FreeBody();
  quiet_.cancel();
  gone_ = nullptr;
  quieted_ = nullptr;
  if (!is_writing_ && out_.empty()) Written({}, 0);
}

void Connection::Send(std::string bytes) {
  if (state_ == State::kClosed) return;
  out_.push_back(std::move(bytes));
  if (!is_writing_) Write();
}

void Connection::Write() {
  is_writing_ = true;
  const std::string& first = out_.front();
  // While a request is read, its own deadline goes on.
  if (state_ != State::kHead && state_ != State::kBody) SetDeadline(limits().write_ms);
  asio::async_write(socket_,
                    asio::buffer(first.data() + sent_, std::min(kPiece, first.size() - sent_)),
                    [self = shared_from_this()](const error_code& error, size_t size) {
                      self->Written(error, size);
                    });
}

void Connection::Written(const error_code& error, size_t size) {
  is_writing_ = false;
  if (state_ == State::kClosed) return;
  if (error) return Close();
  if (const std::shared_ptr<Reply> reply = reply_.lock()) reply->Taken(size);
  sent_ += size;
  if (!out_.empty() && sent_ == out_.front().size()) {
    out_.pop_front();
    sent_ = 0;
  }
  if (!out_.empty()) return Write();
  if (state_ == State::kClosing) return Linger();
  if (state_ == State::kStreaming || state_ == State::kBusy) ClearDeadline();
  if (state_ != State::kIdle) return;
  SetDeadline(limits().idle_ms);
  if (buffer_.size() == 0) return Watch();
  // The next request is there already. Two may not read at once.
  if (!is_watching_) return StartHead();
  error_code ignored;
  socket_.cancel(ignored);
}

void Connection::Linger() {
  error_code ignored;
  socket_.shutdown(tcp::socket::shutdown_send, ignored);
  SetDeadline(static_cast<uint64_t>(kLinger.count()));
  if (is_reading_) return;  // too slowly; what comes goes on there
  buffer_.consume(buffer_.size());
  Watch();
}

void Connection::Close() {
  if (state_ == State::kClosed) return;
  state_ = State::kClosed;
  FreeBody();
  error_code ignored;
  socket_.close(ignored);
  ClearDeadline();
  quiet_.cancel();
  quieted_ = nullptr;
  if (const std::shared_ptr<Reply> reply = reply_.lock()) reply->Gone();
  if (const std::function<void()> gone = std::exchange(gone_, nullptr)) gone();
}

// ---- Deadlines

void Connection::SetDeadline(uint64_t ms) {
  deadline_.expires_after(Milliseconds(ms));
  deadline_.async_wait([weak = weak_from_this()](const error_code& error) {
    const std::shared_ptr<Connection> self = weak.lock();
    // (One that was set anew after this one was over is not over.)
    if (error || self == nullptr) return;
    if (self->deadline_.expiry() <= std::chrono::steady_clock::now()) self->DeadlineIsOver();
  });
}

void Connection::DeadlineIsOver() {
  const bool has_begun = (state_ == State::kHead || state_ == State::kBody) && out_.empty();
  if (!has_begun) return Close();
  // Its reading is still under way, and ends with the connection.
  AnswerAndClose(Plain(408, state_ == State::kHead ? "head_ms" : "body_ms"));
}

// ---- The server

BeastServer::~BeastServer() = default;

absl::Status BeastServer::Open(const Address& address) {
  error_code error;
  // From now on: who knows where we listen may want to end us.
  signals_.add(SIGTERM, error);
  if (!error) signals_.add(SIGINT, error);
  if (error) return absl::UnavailableError(error.message());
  const asio::ip::address ip = asio::ip::make_address(address.host, error);
  const tcp::endpoint endpoint(ip, address.port);
  if (!error) acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
  if (!error) acceptor_.non_blocking(true, error);
  if (error) return absl::UnavailableError(fmt::format("{}: {}", address.text(), error.message()));
  is_loopback_ = address.is_loopback;
  handler_.Observe(counts_);
  return absl::OkStatus();
}

HttpServer::Address BeastServer::address() const {
  error_code ignored;
  const tcp::endpoint endpoint = acceptor_.local_endpoint(ignored);
  return {endpoint.address().to_string(), endpoint.port(), is_loopback_};
}

void BeastServer::Run() {
  signals_.async_wait([this](const error_code& error, int) {
    if (!error) Stop();
  });
  Accept();
  TickLater();
  io_.run();
}

void BeastServer::Accept() {
  acceptor_.async_accept([this](const error_code& error, tcp::socket socket) {
    if (!error) {
      Accepted(std::move(socket));
      return Accept();
    }
    if (error == asio::error::operation_aborted) return;
    // No descriptors are left, say: those that are open end some time.
    auto later = std::make_shared<asio::steady_timer>(io_, kAfterAcceptError);
    later->async_wait([this, later](const error_code&) { Accept(); });
  });
}

void BeastServer::Accepted(tcp::socket socket) {
  const bool is_refused = counts_.connections >= config_.limits.connections;
  ++(is_refused ? counts_.refused : counts_.accepted);
  if (is_refused && refused_ >= kMostRefused) return;  // closed without a word
  ++(is_refused ? refused_ : counts_.connections);
  std::make_shared<Connection>(*this, std::move(socket), is_refused)->Start();
}

void BeastServer::TickLater() {
  ticks_.expires_after(kTick);
  ticks_.async_wait([this](const error_code& error) {
    if (error) return;
    handler_.Tick();
    TickLater();
  });
}

}  // namespace

std::string_view HttpHead::Field(std::string_view name) const {
  for (const auto& [key, value] : fields) {
    if (key.size() == name.size() && strncasecmp(key.data(), name.data(), name.size()) == 0)
      return value;
  }
  return {};
}

size_t HttpHead::Count(std::string_view name) const {
  return static_cast<size_t>(std::count_if(fields.begin(), fields.end(), [name](const auto& field) {
    return field.first.size() == name.size() &&
           strncasecmp(field.first.data(), name.data(), name.size()) == 0;
  }));
}

std::string HttpServer::Address::text() const {
  const bool is_six = host.find(':') != std::string::npos;
  return fmt::format("{}{}{}:{}", is_six ? "[" : "", host, is_six ? "]" : "", port);
}

absl::StatusOr<HttpServer::Address> HttpServer::ParseAddress(std::string_view text) {
  const size_t colon = text.rfind(':');
  Address address;
  error_code error = asio::error::invalid_argument;
  asio::ip::address ip;
  if (colon != std::string_view::npos) {
    std::string_view host = text.substr(0, colon);
    if (host == "localhost") host = "127.0.0.1";
    const bool has_brackets = host.starts_with('[') && host.ends_with(']');
    if (has_brackets) host = host.substr(1, host.size() - 2);
    ip = asio::ip::make_address(std::string(host), error);
    if (!error && ip.is_v6() != has_brackets) error = asio::error::invalid_argument;
    const std::string_view port = text.substr(colon + 1);
    const auto [end, wrong] = std::from_chars(port.data(), port.data() + port.size(), address.port);
    if (port.empty() || wrong != std::errc() || end != port.data() + port.size())
      error = asio::error::invalid_argument;
  }
  if (error) {
    return absl::InvalidArgumentError(fmt::format(
        "{}: is no address: an IP address or localhost, a colon and a port (127.0.0.1:8931, "
        "[::1]:8931)",
        text));
  }
  address.host = ip.to_string(error);
  address.is_loopback = ip.is_loopback();
  return address;
}

absl::StatusOr<std::unique_ptr<HttpServer>> HttpServer::Listen(const Address& address,
                                                               const HttpConfig& config,
                                                               HttpHandler& handler) {
  auto server = std::make_unique<BeastServer>(config, handler);
  if (absl::Status opened = server->Open(address); !opened.ok()) return opened;
  return server;
}

}  // namespace pysub::agent
