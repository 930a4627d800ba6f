#include "shell/agent/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "pysub/host_value_json.h"
#include "pysub/version.h"
#include "shell/agent/resources.h"
#include "shell/agent/run_outcome.h"

namespace pysub::agent {
namespace {

constexpr std::string_view kMetaVersion = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view kMetaCapabilities = "io.modelcontextprotocol/clientCapabilities";
constexpr std::string_view kMetaServer = "io.modelcontextprotocol/serverInfo";

constexpr size_t kMostInBatch = 100;
constexpr size_t kMostWaitingBytes = size_t{16} << 20;
constexpr uint32_t kMostDepth = 100;
constexpr size_t kPage = 200;
constexpr std::chrono::milliseconds kProgressEvery(200);
constexpr int64_t kLongMs = 3'600'000;
constexpr size_t kMostShown = 60;

constexpr Revision kRevisions[] = {
    {"2026-07-28", true, false, true, true},    {"2025-11-25", false, false, true, true},
    {"2025-06-18", false, false, true, false},  {"2025-03-26", false, true, false, false},
    {"2024-11-05", false, false, false, false},
};
constexpr const Revision& kNewestLegacy = kRevisions[1];

constexpr std::string_view kInstructions =
    "Runs Python and bash in a sandbox. run_python and run_shell run something once. For work in "
    "several steps open a session with session_create and feed it with session_feed: variables, "
    "functions and files stay. session_fork copies a session, session_rollback takes it back. "
    "Output "
    "that is too long for a result is linked as a resource.";

Json ServerInfo(bool titled) {
  Members members = {{"name", "pysub-agent"}, {"version", PYSUB_VERSION_STRING}};
  if (titled) members.emplace_back("title", "pysub");
  return Object(std::move(members));
}

Json Capabilities() { return Object({{"tools", Object()}, {"resources", Object()}}); }

Json RevisionNames() {
  std::vector<HostValue> names;
  for (const Revision& revision : kRevisions) names.emplace_back(revision.name);
  return HostValue::List(std::move(names));
}

RpcError InvalidParams(std::string message, Json data = {}) {
  return {kInvalidParams, std::move(message), std::move(data)};
}

// The object params._meta; None: there is none.
Json MetaOf(const Json& params) {
  const Json* meta = params.Find("_meta");
  return meta != nullptr && IsObject(*meta) ? *meta : Json();
}

// (Other keys of the protocol's own stand in requests of older revisions, too.)
bool SpeaksModern(const Json& meta) {
  return IsObject(meta) &&
         (meta.Find(kMetaVersion) != nullptr || meta.Find(kMetaCapabilities) != nullptr);
}

std::string_view TextAt(const Json& object, std::string_view name) {
  const Json* value = object.Find(name);
  return value != nullptr && IsText(*value) ? value->text() : std::string_view();
}

}  // namespace

std::span<const Revision> Revisions() { return kRevisions; }

std::span<const Server::Method> Server::Methods() {
  static constexpr Method kMethods[] = {
      {"initialize", true, false, &Server::Initialize},
      {"ping", true, false, &Server::Ping},
      {"server/discover", false, true, &Server::Discover},
      {"tools/list", true, true, &Server::ListTools},
      {"tools/call", true, true, &Server::CallTool},
      {"resources/list", true, true, &Server::ListResources},
      {"resources/templates/list", true, true, &Server::ListTemplates},
      {"resources/read", true, true, &Server::ReadResource},
  };
  return kMethods;
}

// ---- Messages

void Server::TakeLine(std::string_view line) {
  JsonLimits limits;
  limits.max_text_bytes = service_.config.limits.request_bytes;
  // (Of values as small as [] a byte becomes a hundred.)
  limits.max_resident_bytes = 4 * limits.max_text_bytes + (size_t{1} << 20);
  limits.max_depth = kMostDepth;
  limits.tags = false;
  const absl::StatusOr<Json> json = HostValueFromJson(line, limits);
  if (!json.ok())
    return Send(nullptr, ErrorTo({}, {kParseError, std::string(json.status().message()), {}}));
  if (json->kind() == HostValue::Kind::kList) return TakeBatch(*json, line.size());
  TakeMessage(*json, line.size(), nullptr);
}

void Server::RefuseLongLine() {
  Send(nullptr, ErrorTo({}, {kInvalidRequest,
                             fmt::format("a message has at most {} bytes (request_bytes)",
                                         service_.config.limits.request_bytes),
                             {}}));
}

void Server::TakeBatch(const Json& list, size_t bytes) {
  std::string error;
  if (agreed_ == nullptr || !agreed_->has_batches) {
    error = "a message is an object: this revision of the protocol has no batches";
  } else if (list.items().empty()) {
    error = "a batch is not empty";
  } else if (list.items().size() > kMostInBatch) {
    error = fmt::format("a batch has at most {} messages", kMostInBatch);
  }
  if (!error.empty()) return Send(nullptr, ErrorTo({}, {kInvalidRequest, std::move(error), {}}));
  auto batch = std::make_shared<Batch>();
  batch->open = 1;
  for (const Json& message : list.items()) TakeMessage(message, bytes / list.items().size(), batch);
  CloseOne(batch);
}

void Server::TakeMessage(const Json& json, size_t bytes, const std::shared_ptr<Batch>& batch) {
  const RpcMessage message = ToMessage(json);
  switch (message.kind) {
    case RpcMessage::Kind::kResponse: return;  // we ask for nothing
    case RpcMessage::Kind::kNotification: return TakeNotification(message);
    case RpcMessage::Kind::kWrong:
    case RpcMessage::Kind::kRequest: break;
  }
  Request request;
  request.id = message.id;
  request.params = message.params;
  request.batch = batch;
  request.bytes = bytes;
  if (batch != nullptr) ++batch->open;
  if (message.kind == RpcMessage::Kind::kWrong) return Fail(request, message.error);
  TakeRequest(message, std::move(request));
}

void Server::TakeRequest(const RpcMessage& message, Request request) {
  if (FindCall(request.id) != nullptr)
    return Fail(request, {kInvalidRequest, "a request with this id is not answered yet", {}});
  request.revision = RevisionOf(message, request);
  if (request.revision == nullptr) return;
  const Json meta = MetaOf(request.params);
  if (const Json* token = IsObject(meta) ? meta.Find("progressToken") : nullptr) {
    if (!IsShortName(*token))
      return Fail(request, InvalidParams("progressToken is a short string or a number"));
    request.token = *token;
  }
  for (const Method& method : Methods()) {
    const bool is_there = request.revision->is_modern ? method.modern : method.legacy;
    if (method.name == message.method && is_there) return (this->*method.handle)(request);
  }
  Fail(request,
       {kMethodNotFound,
        fmt::format("there is no method {} in revision {}",
                    CutText(CleanText(message.method), kMostShown), request.revision->name),
        {}});
}

const Revision* Server::ModernRevisionOf(const Json& meta, const Request& request) {
  const std::string_view version = TextAt(meta, kMetaVersion);
  if (version.empty()) {
    Fail(request, InvalidParams(fmt::format("_meta.{} is missing", kMetaVersion)));
    return nullptr;
  }
  const auto revision =
      std::find_if(std::begin(kRevisions), std::end(kRevisions),
                   [&](const Revision& row) { return row.is_modern && row.name == version; });
  if (revision == std::end(kRevisions)) {
    Fail(request,
         {kUnsupportedVersion, "this revision of the protocol is not spoken here",
          Object({{"supported", RevisionNames()}, {"requested", CutText(version, kMostShown)}})});
    return nullptr;
  }
  const Json* capabilities = meta.Find(kMetaCapabilities);
  if (capabilities == nullptr || !IsObject(*capabilities)) {
    Fail(request,
         InvalidParams(fmt::format("_meta.{} is missing, or no object", kMetaCapabilities)));
    return nullptr;
  }
  return revision;
}

const Revision* Server::RevisionOf(const RpcMessage& message, const Request& request) {
  const Json meta = MetaOf(message.params);
  if (SpeaksModern(meta)) return ModernRevisionOf(meta, request);
  if (agreed_ != nullptr) return agreed_;
  if (message.method == "initialize" || message.method == "ping") return &kNewestLegacy;
  Fail(request, InvalidParams(fmt::format(
                    "_meta.{} is missing, and there was no initialize request", kMetaVersion)));
  return nullptr;
}

void Server::TakeNotification(const RpcMessage& message) {
  if (message.method != "notifications/cancelled") return;  // nothing hangs on the others
  const Json* id = message.params.Find("requestId");
  Pending* pending = id == nullptr ? nullptr : FindCall(*id);
  if (pending == nullptr) return;  // answered already
  pending->is_cancelled = true;
  if (pending->call != nullptr) return pending->call->Cancel();
  pending->is_done = true;
}

// ---- Methods

void Server::Initialize(const Request& request) {
  if (agreed_ != nullptr)
    return Fail(request, {kInvalidRequest, "initialize was there already", {}});
  const std::string_view wanted = TextAt(request.params, "protocolVersion");
  if (wanted.empty()) return Fail(request, InvalidParams("protocolVersion is missing"));
  for (const std::string_view name : {"capabilities", "clientInfo"}) {
    const Json* member = request.params.Find(name);
    if (member == nullptr || !IsObject(*member))
      return Fail(request, InvalidParams(fmt::format("{} is missing, or no object", name)));
  }
  agreed_ = &kNewestLegacy;
  for (const Revision& revision : kRevisions) {
    if (!revision.is_modern && revision.name == wanted) agreed_ = &revision;
  }
  Answer(request, {{"protocolVersion", agreed_->name},
                   {"capabilities", Capabilities()},
                   {"serverInfo", ServerInfo(agreed_->has_structure)},
                   {"instructions", kInstructions}});
}

void Server::Ping(const Request& request) { Answer(request, {}); }

void Server::Discover(const Request& request) {
  Answer(request,
         {{"supportedVersions", RevisionNames()},
          {"capabilities", Capabilities()},
          {"instructions", kInstructions}},
         Cache::kLong);
}

void Server::ListTools(const Request& request) {
  if (request.params.Find("cursor") != nullptr)
    return Fail(request, InvalidParams("this cursor was never given"));
  std::vector<HostValue> tools;
  for (const Tool& tool : Tools()) {
    if (IsOffered(service_.config, tool))
      tools.push_back(DescribeTool(tool, request.revision->has_structure));
  }
  Answer(request, {{"tools", HostValue::List(std::move(tools))}}, Cache::kLong);
}

void Server::CallTool(const Request& request) {
  const std::string_view name = TextAt(request.params, "name");
  if (name.empty()) return Fail(request, InvalidParams("the name of a tool is missing"));
  const Tool* tool = FindTool(service_.config, name);
  if (tool == nullptr) {
    return Fail(request,
                InvalidParams(fmt::format("there is no tool {}", CutText(name, kMostShown))));
  }
  const Json* given = request.params.Find("arguments");
  const Json arguments = given == nullptr ? Object() : *given;
  if (!IsObject(arguments)) return Fail(request, InvalidParams("arguments is no object"));
  for (const std::string_view member : {"requestState", "inputResponses"}) {
    if (request.params.Find(member) != nullptr)
      return Fail(request, InvalidParams(fmt::format("{}: nothing here asked for it", member)));
  }
  if (std::string error = CheckArguments(*tool, arguments); !error.empty()) {
    if (!request.revision->arguments_are_told) return Fail(request, InvalidParams(error));
    return Answer(request, ToolResult(FailedCall(error), *request.revision));
  }
  Pending pending;
  pending.request = request;
  pending.tool = tool;
  pending.arguments = arguments;
  pending.session = TextAt(arguments, "session_id");
  Queue(std::move(pending));
}

void Server::ListResources(const Request& request) {
  std::vector<HostValue> rows = ResourceRows(service_);
  size_t from = 0;
  if (const Json* cursor = request.params.Find("cursor"); cursor != nullptr) {
    // What is there changes between two pages: a place that is gone is behind the end.
    const std::optional<ResourceUri> place =
        ParseResourceUri(fmt::format("pysub://output/0?offset={}", cursor->text()));
    if (!IsText(*cursor) || !place || place->offset == 0)
      return Fail(request, InvalidParams("this cursor was never given"));
    from = std::min<size_t>(place->offset, rows.size());
  }
  const size_t end = std::min(from + kPage, rows.size());
  Members result = {{"resources", HostValue::List({rows.begin() + static_cast<ptrdiff_t>(from),
                                                   rows.begin() + static_cast<ptrdiff_t>(end)})}};
  if (end < rows.size()) result.emplace_back("nextCursor", std::to_string(end));
  Answer(request, std::move(result), Cache::kNever);
}

void Server::ListTemplates(const Request& request) {
  if (request.params.Find("cursor") != nullptr)
    return Fail(request, InvalidParams("this cursor was never given"));
  Answer(request, {{"resourceTemplates", HostValue::List(ResourceTemplates())}}, Cache::kLong);
}

void Server::ReadResource(const Request& request) {
  const std::string_view uri = TextAt(request.params, "uri");
  if (uri.empty()) return Fail(request, InvalidParams("the uri of a resource is missing"));
  Pending pending;
  pending.request = request;
  pending.arguments = Object({{"uri", uri}});
  if (const std::optional<ResourceUri> parsed = ParseResourceUri(uri))
    pending.session = parsed->session;
  Queue(std::move(pending));
}

// ---- Calls

bool Server::WantsInput() const {
  return calls_.size() < service_.config.limits.calls + service_.config.limits.waiting_calls &&
         bytes_ < kMostWaitingBytes;
}

bool Server::Queue(Pending call) {
  if (calls_.size() >= service_.config.limits.calls + service_.config.limits.waiting_calls) {
    Fail(call.request, {kBusy, "too many calls wait (waiting_calls)", {}});
    return false;
  }
  bytes_ += call.request.bytes;
  calls_.push_back(std::move(call));
  is_free_again_ = true;
  return true;
}

Server::Pending* Server::FindCall(const Json& id) {
  for (Pending& pending : calls_) {
    if (pending.request.id == id && !pending.is_cancelled) return &pending;
  }
  return nullptr;
}

void Server::Work() {
  std::set<std::string_view> busy;
  size_t running = 0;
  is_free_again_ = false;
  for (Pending& pending : calls_) {
    if (pending.is_done) continue;
    if (running == service_.config.limits.calls) break;
    if (!pending.session.empty() && !busy.insert(pending.session).second) continue;
    ++running;
    if (pending.call == nullptr && !Begin(pending)) continue;
    if (pending.call->Step()) {
      Finish(pending);
    } else {
      TellProgress(pending);
    }
  }
  for (auto it = calls_.begin(); it != calls_.end();) {
    if (!it->is_done) {
      ++it;
      continue;
    }
    if (it->is_cancelled) CloseOne(it->request.batch);
    bytes_ -= it->request.bytes;
    it = calls_.erase(it);
    is_free_again_ = true;
  }
}

// False: it was answered without a call.
bool Server::Begin(Pending& pending) {
  std::shared_ptr<Session> session;
  if (pending.tool == nullptr) {
    pending.call = std::make_unique<ImmediateCall>(
        [this, uri = std::string(TextAt(pending.arguments, "uri"))]() -> CallResult {
          CallResult read;
          const std::optional<ResourceUri> parsed = ParseResourceUri(uri);
          const std::optional<Json> item =
              parsed ? ReadResourceAt(service_, *parsed, uri) : std::nullopt;
          read.is_error = !item;
          if (item) read.structured = *item;
          return read;
        });
    return true;
  }
  if (TakesSession(*pending.tool)) {
    session = service_.sessions.Find(pending.session);
    if (session == nullptr) {
      pending.call = std::make_unique<ImmediateCall>([id = pending.session] {
        return FailedCall(fmt::format("there is no session {}: session_create opens one",
                                      CutText(id, kMostShown)));
      });
      return true;
    }
  }
  pending.call = pending.tool->start(service_, std::move(session), Arguments(pending.arguments));
  return true;
}

void Server::Finish(Pending& pending) {
  pending.is_done = true;
  if (pending.is_cancelled) return;
  CallResult& result = pending.call->result();
  if (pending.tool == nullptr) {
    if (!result.is_error) {
      Answer(pending.request, {{"contents", HostValue::List({result.structured})}}, Cache::kNever);
      return;
    }
    const int code = pending.request.revision->is_modern ? kInvalidParams : kResourceNotFound;
    Fail(pending.request, {code, "there is no such resource", pending.arguments});
    return;
  }
  Answer(pending.request, ToolResult(std::move(result), *pending.request.revision));
}

Members Server::ToolResult(CallResult result, const Revision& revision) {
  std::vector<HostValue> content;
  for (const Json& block : result.content) {
    if (revision.has_structure || TextAt(block, "type") == "text") {
      content.push_back(block);
    } else {
      content.push_back(TextBlock(
          fmt::format("all of {}: the resource {}", TextAt(block, "name"), TextAt(block, "uri"))));
    }
  }
  Members members = {{"content", HostValue::List(std::move(content))}};
  if (revision.has_structure && !result.structured.is_none())
    members.emplace_back("structuredContent", result.structured);
  members.emplace_back("isError", result.is_error);
  return members;
}

void Server::TellProgress(Pending& pending) {
  if (pending.request.token.is_none() || pending.is_cancelled) return;
  const SteadyTime now = std::chrono::steady_clock::now();
  const uint64_t used = pending.call->progress();
  if (used <= pending.told || now - pending.told_at < kProgressEvery) return;
  pending.told = used;
  pending.told_at = now;
  Send(nullptr, NotificationOf("notifications/progress",
                               Object({{"progressToken", pending.request.token},
                                       {"progress", static_cast<int64_t>(used)}})));
}

std::chrono::nanoseconds Server::WaitFor(std::vector<int>* descriptors) const {
  std::chrono::nanoseconds least = std::chrono::hours(1);
  if (calls_.empty()) return least;
  if (is_free_again_) return std::chrono::nanoseconds(0);
  for (const Pending& pending : calls_) {
    if (pending.is_done) return std::chrono::nanoseconds(0);
    if (pending.call == nullptr) continue;
    const CallWait wait = pending.call->wait();
    if (wait.descriptor >= 0) descriptors->push_back(wait.descriptor);
    least = std::min(least, wait.time);
  }
  return least;
}

void Server::CancelAll() {
  for (Pending& pending : calls_) {
    pending.is_cancelled = true;
    if (pending.call != nullptr) {
      pending.call->Cancel();
    } else {
      pending.is_done = true;
    }
  }
}

// ---- Answers

void Server::Answer(const Request& request, Members result, Cache cache) {
  if (request.revision->is_modern) {
    result.emplace_back("resultType", "complete");
    if (cache != Cache::kNo) {
      result.emplace_back("ttlMs", cache == Cache::kLong ? kLongMs : int64_t{0});
      result.emplace_back("cacheScope", "private");
    }
    result.emplace_back("_meta", Object({{kMetaServer, ServerInfo(true)}}));
  }
  Send(request.batch, ResponseTo(request.id, Object(std::move(result))));
}

void Server::Fail(const Request& request, RpcError error) {
  error.message = CleanText(error.message);
  Send(request.batch, ErrorTo(request.id, error));
}

void Server::Send(const std::shared_ptr<Batch>& batch, const Json& message) {
  if (batch == nullptr) return sink_(ToLine(message));
  batch->answers.push_back(message);
  CloseOne(batch);
}

void Server::CloseOne(const std::shared_ptr<Batch>& batch) {
  if (batch == nullptr || --batch->open > 0 || batch->answers.empty()) return;
  sink_(ToLine(HostValue::List(std::move(batch->answers))));
}

}  // namespace pysub::agent
