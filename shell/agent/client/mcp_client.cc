#include "shell/agent/client/mcp_client.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "pysub/version.h"
#include "shell/agent/client/http_transport.h"
#include "shell/agent/client/message.h"
#include "shell/agent/client/stdio_transport.h"
#include "shell/agent/revisions.h"
#include "shell/agent/rpc.h"

namespace pysub::agent {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using Kind = ClientReply::Kind;

constexpr milliseconds kProbe(3'000);  // old servers may say nothing to what they do not know
constexpr milliseconds kRetry(1'000);  // between two starts
constexpr uint64_t kMostGarbage = 1'000;
constexpr size_t kMostPages = 1'000;
constexpr size_t kMostWaiting = 10'000;
constexpr size_t kMostShown = 300;

Json ClientInfo() { return Object({{"name", "pysub-agent"}, {"version", PYSUB_VERSION_STRING}}); }

std::string Short(std::string_view text) { return CleanText(CutText(text, kMostShown)); }

Json MemberOr(const Json& object, std::string_view name) {
  const Json* value = IsObject(object) ? object.Find(name) : nullptr;
  return value == nullptr ? Json() : *value;
}

// What servers say of themselves: serverInfo, of initialize or in _meta.
std::string TitleOf(const Json& info) {
  if (!IsObject(info)) return {};
  return Short(fmt::format("{} {}", TextAt(info, "name"), TextAt(info, "version")));
}

std::string WhyOf(const ClientReply& reply) {
  if (reply.kind == Kind::kRefused) return fmt::format("{} ({})", reply.message, reply.code);
  return reply.message;
}

bool Lists(const Json& names, std::string_view name) {
  return names.kind() == HostValue::Kind::kList &&
         std::any_of(names.items().begin(), names.items().end(),
                     [name](const Json& one) { return one.as_str() == name; });
}

// What a response says.
ClientReply ReplyOf(const Json& message) {
  ClientReply reply;
  if (const Json* error = message.Find("error"); error != nullptr) {
    reply.kind = Kind::kRefused;
    if (IsObject(*error)) {
      reply.code = static_cast<int>(WholeNumber(MemberOr(*error, "code")).value_or(0));
      reply.message = Short(TextAt(*error, "message"));
      reply.data = MemberOr(*error, "data");
    }
    if (reply.message.empty()) reply.message = "an error without a message";
    return reply;
  }
  reply.result = MemberOr(message, "result");
  if (IsObject(reply.result)) return reply;
  reply.kind = Kind::kRefused;
  reply.message = "the result is no object";
  return reply;
}

}  // namespace

McpClient::McpClient(ServerAddress address, ClientLoop& loop, std::function<void()> on_change)
    : address_(std::move(address)), loop_(loop), on_change_(std::move(on_change)) {
  view_.tools = std::make_shared<const std::vector<RemoteTool>>();
  loop_.Add(this);
  loop_.Post([this] { Start(); });
}

McpClient::~McpClient() = default;

void McpClient::BeginClose() {
  if (transport_ != nullptr) transport_->BeginClose();
}

// ---- For every thread

ServerView McpClient::view() const {
  const std::lock_guard lock(mutex_);
  return view_;
}

uint64_t McpClient::CallTool(const RemoteTool& tool, Json arguments, std::string trace,
                             Answer answer) {
  const uint64_t number = ++last_number_;
  loop_.Post(
      [this,
       call = Call{
           number, tool, std::move(arguments), std::move(trace), std::move(answer), {}}]() mutable {
        Begin(std::move(call));
      });
  return number;
}

void McpClient::Retry() {
  if (view().state != ServerView::State::kFailed) return;
  loop_.Post([this] {
    if (phase_ == Phase::kFailed && transport_ == nullptr && steady_clock::now() >= retry_at_)
      Start();
  });
}

void McpClient::Cancel(uint64_t number) {
  loop_.Post([this, number] { CancelNow(number); });
}

// ---- The loop

void McpClient::AddTo(std::vector<pollfd>* polled) const {
  if (transport_ != nullptr) transport_->AddTo(polled);
}

void McpClient::Work() {
  if (transport_ != nullptr) transport_->Work();
  FailLate();
  if (broken_) HandleBreak();
  if (phase_ == Phase::kReady && std::exchange(has_changed_, false) && !is_listing_) {
    is_listing_ = true;
    listed_.clear();
    pages_ = 0;
    List({});
  }
  BeginWaiting();
}

ClientLoop::Time McpClient::deadline() const {
  ClientLoop::Time first = ClientLoop::Time::max();
  for (const auto& [id, pending] : pending_) first = std::min(first, pending.deadline);
  for (const Call& call : waiting_) first = std::min(first, call.deadline);
  return first;
}

ClientLoop::Time McpClient::After(uint64_t ms) const {
  return steady_clock::now() + milliseconds(ms);
}

void McpClient::FailLate() {
  const ClientLoop::Time now = steady_clock::now();
  std::vector<uint64_t> late;
  for (const auto& [id, pending] : pending_) {
    if (pending.deadline <= now) late.push_back(id);
  }
  for (const uint64_t id : late) {
    auto node = pending_.extract(id);
    if (node.empty()) continue;
    const bool is_told = transport_ != nullptr && transport_->Forget(id);
    if (!is_told && node.mapped().method == "tools/call")
      Notify("notifications/cancelled",
             {{"requestId", static_cast<int64_t>(id)}, {"reason", "no answer in time"}});
    node.mapped().answer({Kind::kTimeout, {}, 0, "the server did not answer in time"});
  }
  while (!waiting_.empty() && waiting_.front().deadline <= now) {
    Call call = std::move(waiting_.front());
    waiting_.pop_front();
    call.answer({Kind::kTimeout, {}, 0, "the server had no time for the call"});
  }
}

void McpClient::Publish() {
  {
    const std::lock_guard lock(mutex_);
    view_.state = phase_ == Phase::kReady    ? ServerView::State::kReady
                  : phase_ == Phase::kFailed ? ServerView::State::kFailed
                                             : ServerView::State::kStarting;
    view_.error = error_;
    view_.revision = revision_;
    view_.title = title_;
  }
  if (on_change_) on_change_();
}

// ---- From the start to the tools

void McpClient::Start() {
  start_by_ = After(address_.limits.start_ms);
  // Counted from here, so that a server which ran for long and died comes back at once, and one
  // that always dies is not started without end.
  retry_at_ = steady_clock::now() + kRetry;
  error_.clear();
  garbage_ = 0;
  if (!Open()) return;
  const Revision* fixed = FindRevision(address_.revision);
  const bool is_legacy = fixed != nullptr && !fixed->is_modern;
  may_probe_ && !is_legacy ? Probe() : Agree();
  Publish();
}

bool McpClient::Open() {
  absl::StatusOr<std::unique_ptr<Transport>> opened = absl::InternalError("");
  if (!address_.command.words.empty()) {
    opened = StartStdioServer(address_.command, address_.limits.message_bytes, *this);
  } else {
    absl::StatusOr<HttpPlace> place = ParseHttpUrl(address_.url);
    if (!place.ok()) {
      opened = absl::InvalidArgumentError("its url " + std::string(place.status().message()));
    } else {
      opened = ConnectHttpServer(*std::move(place), address_.headers, address_.limits.message_bytes,
                                 *this);
    }
  }
  if (!opened.ok()) {
    Fail(std::string(opened.status().message()));
    return false;
  }
  transport_ = *std::move(opened);
  return true;
}

void McpClient::Probe() {
  phase_ = Phase::kProbing;
  is_modern_ = true;
  revision_ = Revisions().front().name;
  transport_->SetRevision(revision_, true);
  const bool is_sure = !address_.revision.empty();
  const ClientLoop::Time by =
      is_sure ? start_by_ : std::min(start_by_, steady_clock::now() + kProbe);
  Request("server/discover", {}, {}, {}, by,
          [this](const ClientReply& reply) { TakeProbe(reply); });
}

void McpClient::TakeProbe(const ClientReply& reply) {
  if (phase_ != Phase::kProbing) return;
  if (reply.code == kUnsupportedVersion && Lists(MemberOr(reply.data, "supported"), revision_) &&
      !std::exchange(probed_twice_, true))
    return Probe();
  const Json versions =
      reply.kind == Kind::kResult ? MemberOr(reply.result, "supportedVersions") : Json();
  const bool speaks_it = Lists(versions, revision_);
  if (speaks_it) {
    const Json meta = MemberOr(reply.result, "_meta");
    if (IsObject(meta)) title_ = TitleOf(MemberOr(meta, kMetaServer));
    phase_ = Phase::kListing;
    listed_.clear();
    pages_ = 0;
    return List({});
  }
  if (!address_.revision.empty())
    return Fail(fmt::format("does not speak {}: {}", address_.revision, WhyOf(reply)));
  Agree();
}

void McpClient::Agree() {
  phase_ = Phase::kAgreeing;
  is_modern_ = false;
  revision_.clear();
  transport_->SetRevision({}, false);
  const std::string_view wanted =
      address_.revision.empty() ? NewestLegacyRevision().name : std::string_view(address_.revision);
  Request("initialize",
          {{"protocolVersion", wanted}, {"capabilities", Object()}, {"clientInfo", ClientInfo()}},
          {}, {}, start_by_, [this](const ClientReply& reply) { TakeAgreement(reply); });
}

void McpClient::TakeAgreement(const ClientReply& reply) {
  if (phase_ != Phase::kAgreeing) return;
  if (reply.kind != Kind::kResult) return Fail(WhyOf(reply));
  const Revision* agreed = FindRevision(TextAt(reply.result, "protocolVersion"));
  if (agreed == nullptr || agreed->is_modern)
    return Fail(fmt::format("speaks revision \"{}\", which is not spoken here",
                            Short(TextAt(reply.result, "protocolVersion"))));
  revision_ = agreed->name;
  title_ = TitleOf(MemberOr(reply.result, "serverInfo"));
  transport_->SetRevision(revision_, false);
  Notify("notifications/initialized", {});
  phase_ = Phase::kListing;
  listed_.clear();
  pages_ = 0;
  const Json capabilities = MemberOr(reply.result, "capabilities");
  if (IsObject(capabilities) && capabilities.Find("tools") == nullptr) return BecomeReady();
  List({});
}

void McpClient::List(std::string cursor) {
  Members params;
  if (!cursor.empty()) params.emplace_back("cursor", cursor);
  const ClientLoop::Time by = phase_ == Phase::kReady ? After(address_.limits.start_ms) : start_by_;
  Request("tools/list", std::move(params), {}, {}, by,
          [this](const ClientReply& reply) { TakeList(reply); });
}

void McpClient::TakeList(const ClientReply& reply) {
  if (phase_ != Phase::kListing && !is_listing_) return;
  const bool is_good = reply.kind == Kind::kResult && AddTools(reply.result);
  if (!is_good && is_listing_) {
    is_listing_ = false;  // what was known stays
    return;
  }
  if (!is_good)
    return Fail(reply.kind == Kind::kResult
                    ? fmt::format("has more than {} tools (tools), or a list that is none",
                                  address_.limits.tools)
                    : fmt::format("does not list its tools: {}", WhyOf(reply)));
  const std::string_view next = TextAt(reply.result, "nextCursor");
  if (!next.empty() && ++pages_ < kMostPages) return List(std::string(next));
  BecomeReady();
}

bool McpClient::AddTools(const Json& result) {
  const Json tools = MemberOr(result, "tools");
  if (tools.kind() != HostValue::Kind::kList) return false;
  for (const Json& row : tools.items()) {
    if (!IsObject(row) || TextAt(row, "name").empty()) continue;
    RemoteTool tool;
    tool.name = TextAt(row, "name");
    tool.title = CleanText(TextAt(row, "title"));
    tool.description = CleanText(TextAt(row, "description"));
    tool.input_schema = MemberOr(row, "inputSchema");
    tool.output_schema = MemberOr(row, "outputSchema");
    tool.annotations = MemberOr(row, "annotations");
    const bool is_there = std::any_of(listed_.begin(), listed_.end(),
                                      [&](const RemoteTool& t) { return t.name == tool.name; });
    const bool is_good = !is_modern_ || address_.url.empty() || HasGoodHeaders(tool.input_schema);
    if (!is_there && is_good) listed_.push_back(std::move(tool));
    if (listed_.size() > address_.limits.tools) return false;
  }
  return true;
}

void McpClient::BecomeReady() {
  phase_ = Phase::kReady;
  is_listing_ = false;
  {
    const std::lock_guard lock(mutex_);
    view_.tools = std::make_shared<const std::vector<RemoteTool>>(std::move(listed_));
    ++view_.version;
  }
  listed_.clear();
  Publish();
}

void McpClient::Fail(std::string why) {
  phase_ = Phase::kFailed;
  error_ = std::move(why);
  broken_.emplace(error_);
}

void McpClient::Break(std::string why) {
  if (!broken_) broken_ = std::move(why);
}

// (Not where it was found out: that is a function of the transport, which goes here.)
void McpClient::HandleBreak() {
  const std::string why = *std::exchange(broken_, std::nullopt);
  transport_.reset();
  const bool was_probe = phase_ == Phase::kProbing;
  pending_.swap(gone_);
  if (was_probe && address_.revision.empty()) {
    // Some end when they hear what they do not know.
    gone_.clear();
    may_probe_ = false;
    return Start();
  }
  if (phase_ != Phase::kFailed) Fail(why);
  broken_.reset();
  FailCalls(Kind::kUnavailable, why);
  Publish();
}

void McpClient::FailCalls(Kind kind, const std::string& why) {
  for (auto& [id, pending] : gone_) pending.answer({kind, {}, 0, why});
  gone_.clear();
  for (Call& call : std::exchange(waiting_, {})) call.answer({kind, {}, 0, why});
}

// ---- Calls

size_t McpClient::calls_open() const {
  return static_cast<size_t>(std::count_if(
      pending_.begin(), pending_.end(), [](const auto& entry) { return entry.second.call != 0; }));
}

void McpClient::Begin(Call call) {
  if (waiting_.size() >= kMostWaiting)
    return call.answer({Kind::kUnavailable, {}, 0, "too many calls wait for the server"});
  if (phase_ == Phase::kFailed && (transport_ != nullptr || steady_clock::now() < retry_at_))
    return call.answer({Kind::kUnavailable, {}, 0, error_});
  call.deadline = After(address_.limits.call_ms);
  waiting_.push_back(std::move(call));
  if (phase_ == Phase::kFailed) Start();
}

void McpClient::BeginWaiting() {
  while (phase_ == Phase::kReady && !broken_ && !waiting_.empty() &&
         calls_open() < address_.limits.calls) {
    Call call = std::move(waiting_.front());
    waiting_.pop_front();
    Members params = {{"name", call.tool.name}, {"arguments", call.arguments}};
    if (Json meta = Meta(call.trace); !meta.items().empty()) params.emplace_back("_meta", meta);
    HeaderFields headers;
    if (is_modern_) headers = ParamHeaders(call.tool.input_schema, call.arguments);
    const uint64_t id = Request("tools/call", std::move(params), call.tool.name, std::move(headers),
                                call.deadline, std::move(call.answer));
    if (const auto at = pending_.find(id); at != pending_.end()) at->second.call = call.number;
  }
}

void McpClient::CancelNow(uint64_t number) {
  const ClientReply cancelled = {Kind::kCancelled, {}, 0, "the call was cancelled"};
  const auto waits = std::find_if(waiting_.begin(), waiting_.end(),
                                  [number](const Call& call) { return call.number == number; });
  if (waits != waiting_.end()) {
    Call call = std::move(*waits);
    waiting_.erase(waits);
    return call.answer(cancelled);
  }
  const auto at = std::find_if(pending_.begin(), pending_.end(),
                               [number](const auto& entry) { return entry.second.call == number; });
  if (at == pending_.end()) return;
  const uint64_t id = at->first;
  auto node = pending_.extract(at);
  if (transport_ != nullptr && !transport_->Forget(id))
    Notify("notifications/cancelled", {{"requestId", static_cast<int64_t>(id)}});
  node.mapped().answer(cancelled);
}

// ---- Messages

Json McpClient::Meta(std::string_view trace) const {
  Members meta;
  if (is_modern_) {
    meta = {{kMetaVersion, revision_}, {kMetaCapabilities, Object()}, {kMetaClient, ClientInfo()}};
  }
  if (!trace.empty()) meta.emplace_back("traceparent", trace);
  return Object(std::move(meta));
}

uint64_t McpClient::Request(std::string method, Members params, std::string name,
                            HeaderFields headers, ClientLoop::Time deadline,
                            std::function<void(ClientReply)> answer) {
  const uint64_t id = ++last_id_;
  if (is_modern_ && std::none_of(params.begin(), params.end(),
                                 [](const auto& member) { return member.first.text() == "_meta"; }))
    params.emplace_back("_meta", Meta({}));
  Outgoing message;
  message.id = id;
  message.line = ToPlainLine(Object({{"jsonrpc", "2.0"},
                                     {"id", static_cast<int64_t>(id)},
                                     {"method", method},
                                     {"params", Object(std::move(params))}}));
  message.method = method;
  message.name = std::move(name);
  message.params = std::move(headers);
  pending_[id] = {std::move(method), std::move(answer), deadline, 0};
  if (!transport_->Send(std::move(message))) FailRequest(id, "the server takes no more messages");
  return id;
}

void McpClient::Notify(std::string_view method, Members params) {
  if (transport_ == nullptr) return;
  if (is_modern_) params.emplace_back("_meta", Meta({}));
  Outgoing message;
  message.line = ToPlainLine(NotificationOf(method, Object(std::move(params))));
  message.method = method;
  static_cast<void>(transport_->Send(std::move(message)));
}

void McpClient::TakeMessage(const Json& message) {
  if (message.kind() != HostValue::Kind::kList) return TakeOne(message);
  for (const Json& one : message.items()) TakeOne(one);
}

void McpClient::TakeOne(const Json& json) {
  const RpcMessage message = ToMessage(json);
  switch (message.kind) {
    case RpcMessage::Kind::kWrong: return TakeGarbage();
    case RpcMessage::Kind::kRequest: return AnswerServer(message.id, message.method);
    case RpcMessage::Kind::kNotification:
      has_changed_ = has_changed_ || message.method == "notifications/tools/list_changed";
      return;
    case RpcMessage::Kind::kResponse: break;
  }
  const std::optional<int64_t> id = WholeNumber(message.id);
  if (!id || *id < 1) return TakeGarbage();
  TakeResponse(static_cast<uint64_t>(*id), json);
}

// (An answer that nobody waits for came too late, or twice, or is made up.)
void McpClient::TakeResponse(uint64_t id, const Json& message) {
  auto node = pending_.extract(id);
  if (node.empty()) return id > last_id_ ? TakeGarbage() : void();
  node.mapped().answer(ReplyOf(message));
}

// We offer nothing, so there is nothing that a server may ask but whether we are there.
void McpClient::AnswerServer(const Json& id, std::string_view method) {
  Outgoing message;
  message.line = ToPlainLine(
      method == "ping" ? ResponseTo(id, Object())
                       : ErrorTo(id, {kMethodNotFound, "this client has no such method", {}}));
  static_cast<void>(transport_->Send(std::move(message)));
}

void McpClient::FailRequest(uint64_t id, std::string why) {
  auto node = pending_.extract(id);
  if (!node.empty()) node.mapped().answer({Kind::kUnavailable, {}, 0, std::move(why)});
}

void McpClient::TakeGarbage() {
  if (++garbage_ > kMostGarbage) Break("the server sends what is no message");
}

}  // namespace pysub::agent
