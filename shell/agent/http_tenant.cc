#include "shell/agent/http_tenant.h"

#include <fmt/format.h>

#include <chrono>
#include <iterator>
#include <mutex>
#include <optional>
#include <utility>

#include "shell/agent/http_accept.h"

namespace pysub::agent {
namespace {

constexpr size_t kMostWaitingOfStream = 64 << 10;  // more progress is not told
constexpr std::string_view kVersionHeader = "MCP-Protocol-Version";
constexpr std::string_view kSessionHeader = "Mcp-Session-Id";
constexpr std::string_view kComment = ": \n\n";  // of SSE, to be heard

HttpAnswer ErrorAnswer(int status, const HttpFields& fields, const Json& id, RpcError error) {
  HttpAnswer answer = {status, fields, ToLine(ErrorTo(id, error))};
  answer.fields.emplace_back("Content-Type", "application/json");
  return answer;
}

HttpAnswer StreamAnswer(const HttpFields& fields, std::string first) {
  HttpAnswer answer = {200, fields, std::move(first)};
  answer.fields.emplace_back("Content-Type", "text/event-stream");
  answer.fields.emplace_back("Cache-Control", "no-store");
  answer.fields.emplace_back("X-Accel-Buffering", "no");
  return answer;
}

// A line of JSON as an event.
std::string EventOf(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  return fmt::format("event: message\ndata: {}\n\n", line);
}

int StatusOf(int error, bool is_modern) {
  switch (error) {
    case kParseError:
    case kInvalidRequest:
    case kHeaderMismatch:
    case kUnsupportedVersion: return 400;
    case kMethodNotFound: return is_modern ? 404 : 200;
    default: return 200;
  }
}

// The answer to one POST: JSON when the answer is the first that is there, a stream when progress
// is told before, or nothing for long.
class PostOutlet : public Outlet {
 public:
  PostOutlet(std::shared_ptr<HttpReply> reply, HttpFields fields, const HttpHead& head,
             bool is_modern, std::shared_ptr<void> kept)
      : reply_(std::move(reply)),
        fields_(std::move(fields)),
        accepted_(AcceptedBy(head.Field("Accept"))),
        trace_(head.Field("traceparent")),
        is_modern_(is_modern),
        kept_(std::move(kept)) {}
  // Nothing more comes. Of notifications, and of what was cancelled, nothing did.
  ~PostOutlet() override {
    if (is_answered_) return;
    if (is_stream_) {
      reply_->End();
    } else {
      reply_->Whole({202, fields_, ""});
    }
  }

  // Of a handshake: goes with its answer unless that is an error.
  void NameSession(std::string id) { session_ = std::move(id); }

  void Answer(std::string_view line, int error) override {
    const std::lock_guard lock(mutex_);
    is_answered_ = true;
    if (error == 0 && !session_.empty()) fields_.emplace_back(kSessionHeader, session_);
    if (is_stream_) {
      reply_->Piece(EventOf(line));
      return reply_->End();
    }
    if (!accepted_.json && StatusOf(error, is_modern_) == 200)
      return reply_->Whole(StreamAnswer(fields_, EventOf(line)));
    fields_.emplace_back("Content-Type", "application/json");
    reply_->Whole({StatusOf(error, is_modern_), fields_, std::string(line)});
  }
  void Notify(std::string_view line) override { Tell(EventOf(line)); }
  std::string_view trace() const override { return trace_; }
  void BeHeard() { Tell(std::string(kComment)); }

 private:
  void Tell(std::string event) {
    const std::lock_guard lock(mutex_);
    if (!accepted_.stream || is_answered_ || reply_->waiting_bytes() > kMostWaitingOfStream) return;
    if (is_stream_) return reply_->Piece(std::move(event));
    is_stream_ = true;
    reply_->Begin(StreamAnswer(fields_, std::move(event)));
  }

  const std::shared_ptr<HttpReply> reply_;
  std::mutex mutex_;  // guards what follows
  HttpFields fields_;
  const AcceptedTypes accepted_;
  const std::string trace_;
  const bool is_modern_;
  std::string session_;
  bool is_stream_ = false;
  bool is_answered_ = false;
  const std::shared_ptr<void> kept_;  // as long as something may come
};

Json IdOf(const Json& message) {
  const Json* id = IsObject(message) ? message.Find("id") : nullptr;
  return id != nullptr && IsShortName(*id) ? *id : Json();
}

// What one header has to repeat. Empty `wanted`: the body does not say it, which is told elsewhere.
std::string CheckHeader(const HttpHead& head, std::string_view name, std::string_view wanted) {
  if (wanted.empty()) return "";
  if (head.Count(name) != 1) return fmt::format("the header {} is missing, or there twice", name);
  const std::optional<std::string> value = DecodedHeader(head.Field(name));
  if (!value || *value != wanted)
    return fmt::format("the header {} is not what the body says", name);
  return "";
}

// Of the newer era: what is wrong with the headers that repeat the body. "": nothing.
std::string CheckHeaders(const HttpHead& head, const Json& message, const ModernMeta& meta) {
  if (head.Count(kVersionHeader) != 1)
    return fmt::format("the header {} is missing, or there twice", kVersionHeader);
  // (a version that the body lacks is told elsewhere)
  if (meta.is_there && !meta.version.empty() && head.Field(kVersionHeader) != meta.version)
    return fmt::format("the header {} is not what the body says", kVersionHeader);
  if (FindRevision(head.Field(kVersionHeader)) == nullptr) return "";  // told elsewhere
  if (IsObject(message) && message.Find("id") == nullptr) return "";   // of a notification: none
  const std::string_view method = TextAt(message, "method");
  if (std::string error = CheckHeader(head, "Mcp-Method", method); !error.empty()) return error;
  const Json* params = IsObject(message) ? message.Find("params") : nullptr;
  if (params == nullptr) return "";
  if (method == "tools/call" || method == "prompts/get")
    return CheckHeader(head, "Mcp-Name", TextAt(*params, "name"));
  if (method == "resources/read") return CheckHeader(head, "Mcp-Name", TextAt(*params, "uri"));
  return "";
}

}  // namespace

HttpTenant::HttpTenant(const HttpLimits& limits, std::vector<TokenDigest> tokens,
                       std::unique_ptr<Service> service, WorkPool& pool)
    : limits_(limits),
      tokens_(std::move(tokens)),
      service_(std::move(service)),
      pool_(pool),
      lane_(pool.AddLane(service_->calls)) {}

void HttpTenant::Take(HttpHead head, std::string body, HttpFields fields,
                      std::shared_ptr<HttpReply> reply) {
  if (*requests_ >= limits_.requests) {
    const RpcError error = {kBusy, "too many requests at a time (requests)", {}};
    return reply->Whole(ErrorAnswer(503, fields, {}, error));
  }
  ++*requests_;
  auto exchange = std::make_shared<Exchange>();
  const size_t size = body.size();
  *exchange = {std::move(head), std::move(body), std::move(fields), std::move(reply), size,
               nullptr};
  exchange->counted = std::shared_ptr<void>(nullptr, [open = requests_](void*) { --*open; });
  pool_.Post(lane_, [this, exchange] { Work(*exchange); });
}

void HttpTenant::Work(Exchange& exchange) {
  if (exchange.reply->is_gone()) return;
  if (exchange.head.method == "POST") return TakePost(exchange);
  const Revision* revision = FindRevision(exchange.head.Field(kVersionHeader));
  if (revision != nullptr && revision->is_modern) {
    HttpAnswer answer = {405, exchange.fields, ""};
    answer.fields.emplace_back("Allow", "POST");
    return exchange.reply->Whole(std::move(answer));
  }
  exchange.head.method == "GET" ? TakeGet(exchange) : TakeDelete(exchange);
}

void HttpTenant::TakePost(Exchange& exchange) {
  const absl::StatusOr<Json> message = Server::Parse(service_->config, exchange.body);
  exchange.body = {};
  if (!message.ok()) {
    const RpcError error = {kParseError, std::string(message.status().message()), {}};
    return exchange.reply->Whole(ErrorAnswer(400, exchange.fields, {}, error));
  }
  const Revision* revision = FindRevision(exchange.head.Field(kVersionHeader));
  const bool is_modern =
      ModernMetaOf(*message).is_there || (revision != nullptr && revision->is_modern);
  is_modern ? TakeModern(exchange, *message) : TakeLegacy(exchange, *message);
}

void HttpTenant::TakeModern(Exchange& exchange, const Json& message) {
  const ModernMeta meta = ModernMetaOf(message);
  const std::string wrong = CheckHeaders(exchange.head, message, meta);
  if (!wrong.empty()) {
    const RpcError error = {kHeaderMismatch, wrong, {}};
    return exchange.reply->Whole(ErrorAnswer(400, exchange.fields, IdOf(message), error));
  }
  const bool is_request = IsObject(message) && message.Find("id") != nullptr;
  if (is_request && (!meta.has_capabilities || meta.version.empty()) &&
      FindRevision(exchange.head.Field(kVersionHeader))) {
    const RpcError error = {
        kInvalidParams, "what io.modelcontextprotocol/ has in _meta is missing", {}};
    return exchange.reply->Whole(ErrorAnswer(400, exchange.fields, IdOf(message), error));
  }
  const auto server = std::make_shared<Server>(*service_);
  const auto outlet = std::make_shared<PostOutlet>(exchange.reply, exchange.fields, exchange.head,
                                                   true, exchange.counted);
  exchange.reply->OnQuiet([weak = std::weak_ptr<PostOutlet>(outlet)] {
    if (const std::shared_ptr<PostOutlet> there = weak.lock()) there->BeHeard();
  });
  // The end of the connection is that of the request.
  exchange.reply->OnGone([server] { server->CancelAll(); });
  server->Take(message, exchange.size, outlet);
  if (exchange.reply->is_gone()) server->CancelAll();
}

std::shared_ptr<HttpTenant::Handshake> HttpTenant::FindHandshake(Exchange& exchange) {
  const std::string_view id = exchange.head.Field(kSessionHeader);
  if (id.empty()) {
    const RpcError error = {
        kInvalidRequest, fmt::format("the header {} is missing", kSessionHeader), {}};
    exchange.reply->Whole(ErrorAnswer(400, exchange.fields, {}, error));
    return nullptr;
  }
  const auto at = handshakes_.find(id);
  if (at == handshakes_.end()) {
    const RpcError error = {kNoSession, "there is no such session", {}};
    exchange.reply->Whole(ErrorAnswer(404, exchange.fields, {}, error));
    return nullptr;
  }
  at->second->used_at = std::chrono::steady_clock::now();
  return at->second;
}

std::shared_ptr<HttpTenant::Handshake> HttpTenant::Open(Exchange& exchange, std::string* id) {
  if (handshakes_.size() >= limits_.protocol_sessions) {
    const RpcError error = {kBusy, "too many sessions (protocol_sessions): DELETE one", {}};
    exchange.reply->Whole(ErrorAnswer(503, exchange.fields, {}, error));
    return nullptr;
  }
  *id = fmt::format("{:016x}{:016x}", RandomNumber(), RandomNumber());
  auto handshake = std::make_shared<Handshake>(*service_);
  handshake->used_at = std::chrono::steady_clock::now();
  return handshake;
}

void HttpTenant::TakeLegacy(Exchange& exchange, const Json& message) {
  const std::string_view version = exchange.head.Field(kVersionHeader);
  if (!version.empty() && FindRevision(version) == nullptr) {
    const RpcError error = {kUnsupportedVersion, "this revision of the protocol is not spoken here",
                            UnsupportedVersion(version)};
    return exchange.reply->Whole(ErrorAnswer(400, exchange.fields, IdOf(message), error));
  }
  const bool opens =
      TextAt(message, "method") == "initialize" && exchange.head.Field(kSessionHeader).empty();
  std::string id;
  const std::shared_ptr<Handshake> handshake =
      opens ? Open(exchange, &id) : FindHandshake(exchange);
  if (handshake == nullptr) return;
  const auto outlet = std::make_shared<PostOutlet>(
      exchange.reply, exchange.fields, exchange.head, false,
      std::make_shared<std::pair<std::shared_ptr<Handshake>, std::shared_ptr<void>>>(
          handshake, exchange.counted));
  outlet->NameSession(id);
  exchange.reply->OnQuiet([weak = std::weak_ptr<PostOutlet>(outlet)] {
    if (const std::shared_ptr<PostOutlet> there = weak.lock()) there->BeHeard();
  });
  // (In this era a connection that ends cancels nothing: notifications/cancelled does.)
  handshake->server->Take(message, exchange.size, outlet);
  if (opens && handshake->server->agreed() != nullptr) handshakes_[id] = handshake;
}

void HttpTenant::TakeGet(Exchange& exchange) {
  if (!AcceptedBy(exchange.head.Field("Accept")).stream)
    return exchange.reply->Whole({406, exchange.fields, ""});
  const std::shared_ptr<Handshake> handshake = FindHandshake(exchange);
  if (handshake == nullptr) return;
  if (handshake->stream != nullptr && !handshake->stream->is_gone()) {
    const RpcError error = {kInvalidRequest, "there is a stream of this session already", {}};
    return exchange.reply->Whole(ErrorAnswer(409, exchange.fields, {}, error));
  }
  handshake->stream = exchange.reply;
  exchange.reply->Begin(StreamAnswer(exchange.fields, std::string(kComment)));
  // `counted` is one of the open requests as long as the reply keeps this.
  exchange.reply->OnQuiet(
      [weak = std::weak_ptr<HttpReply>(exchange.reply), counted = exchange.counted] {
        if (const std::shared_ptr<HttpReply> stream = weak.lock())
          stream->Piece(std::string(kComment));
      });
  exchange.reply->OnGone([this, weak = std::weak_ptr<Handshake>(handshake)] {
    pool_.Post(lane_, [weak] {
      const std::shared_ptr<Handshake> left = weak.lock();
      if (left != nullptr && left->stream != nullptr && left->stream->is_gone())
        left->stream = nullptr;
    });
  });
}

void HttpTenant::TakeDelete(Exchange& exchange) {
  const std::shared_ptr<Handshake> handshake = FindHandshake(exchange);
  if (handshake == nullptr) return;
  handshake->server->CancelAll();
  if (handshake->stream != nullptr) handshake->stream->End();
  handshakes_.erase(handshakes_.find(exchange.head.Field(kSessionHeader)));
  exchange.reply->Whole({204, exchange.fields, ""});
}

void HttpTenant::Tick() {
  pool_.Post(lane_, [this] { Forget(); });
}

TenantMetrics HttpTenant::Metrics() const {
  const CallQueue::Load load = service_->calls.load();
  return {.name = service_->config.tenant,
          .requests = *requests_,
          .running = load.running,
          .waiting = load.waiting,
          .sessions = service_->sessions.all().size(),
          .approvals = service_->approvals.size(),
          .output_bytes = service_->outputs.bytes(),
          .calls = service_->counts.values()};
}

void HttpTenant::Forget() {
  const SteadyTime oldest =
      std::chrono::steady_clock::now() - std::chrono::milliseconds(limits_.protocol_session_ms);
  for (auto it = handshakes_.begin(); it != handshakes_.end();) {
    const Handshake& handshake = *it->second;
    // (Requests that are not answered share it.)
    const bool is_used = handshake.stream != nullptr || it->second.use_count() > 1;
    it = !is_used && handshake.used_at < oldest ? handshakes_.erase(it) : std::next(it);
  }
}

}  // namespace pysub::agent
