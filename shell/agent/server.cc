#include "shell/agent/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "pysub/host_value_json.h"
#include "pysub/version.h"
#include "shell/agent/resources.h"
#include "shell/agent/run_outcome.h"

namespace pysub::agent {
namespace {

constexpr size_t kMostInBatch = 100;
constexpr uint32_t kMostDepth = 100;
constexpr size_t kPage = 200;
constexpr std::chrono::milliseconds kProgressEvery(200);
constexpr int64_t kLongMs = 3'600'000;
constexpr size_t kMostShown = 60;
constexpr size_t kMostAsked = 1'000;  // of one client at a time

// What a model is told first: only of tools that this principal has.
std::string Instructions(const Config& config) {
  const auto has = [&](std::string_view name) { return FindTool(config, name) != nullptr; };
  const bool python = has("run_python"), shell = has("run_shell");
  std::string text = "Runs programs in a sandbox.";
  if (python && shell) text += " run_python and run_shell run Python and bash once.";
  if (python != shell)
    text += python ? " run_python runs Python once." : " run_shell runs bash once.";
  if (has("session_create") && has("session_feed")) {
    text +=
        " For work in several steps open a session with session_create and feed it Python or bash "
        "with session_feed: variables, functions and files stay.";
  }
  if (has("session_fork")) text += " session_fork copies a session.";
  if (has("session_rollback")) text += " session_rollback takes a session back.";
  if (has("durable_create")) {
    text +=
        " durable_create stores a program that may wait for days, for answers, signals and times.";
  }
  return text + " Output that is too long for a result is linked as a resource.";
}

Json ServerInfo(bool titled) {
  Members members = {{"name", "pysub-agent"}, {"version", PYSUB_VERSION_STRING}};
  if (titled) members.emplace_back("title", "pysub");
  return Object(std::move(members));
}

Json Capabilities() { return Object({{"tools", Object()}, {"resources", Object()}}); }

Json RevisionNames() {
  std::vector<HostValue> names;
  for (const Revision& revision : Revisions()) names.emplace_back(revision.name);
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

// Whether a client can show a form (elicitation): old ones say no more than that they have it.
bool HasForms(const Json& capabilities) {
  const Json* elicitation = IsObject(capabilities) ? capabilities.Find("elicitation") : nullptr;
  return elicitation != nullptr && IsObject(*elicitation) &&
         (elicitation->items().empty() || elicitation->Find("form") != nullptr);
}

// Before 2025-11-25 there was nothing but forms, and no word for it.
Json FormFor(const Revision& revision, const Json& params) {
  if (revision.arguments_are_told) return params;
  Members members;
  for (size_t i = 0; i < params.items().size(); i += 2) {
    if (params.items()[i].text() != "mode")
      members.emplace_back(params.items()[i], params.items()[i + 1]);
  }
  return Object(std::move(members));
}

std::string DigestOfCall(std::string_view tool, const Json& arguments) {
  const TokenDigest digest =
      DigestOf(ToSortedLine(Object({{"name", tool}, {"arguments", arguments}})));
  return std::string(reinterpret_cast<const char*>(digest.data()), digest.size());
}

// A page of rows, from the place that a cursor names.
std::optional<Members> ResourcePage(const std::vector<HostValue>& rows, const Json* cursor) {
  size_t from = 0;
  if (cursor != nullptr) {
    // What is there changes between two pages: a place that is gone is behind the end.
    const std::optional<ResourceUri> place =
        ParseResourceUri(fmt::format("pysub://output/0?offset={}", cursor->text()));
    if (!IsText(*cursor) || !place || place->offset == 0) return std::nullopt;
    from = std::min<size_t>(place->offset, rows.size());
  }
  const size_t end = std::min(from + kPage, rows.size());
  Members result = {{"resources", HostValue::List({rows.begin() + static_cast<ptrdiff_t>(from),
                                                   rows.begin() + static_cast<ptrdiff_t>(end)})}};
  if (end < rows.size()) result.emplace_back("nextCursor", std::to_string(end));
  return result;
}

// Is done when each server has been tried.
class ServersCall : public Call {
 public:
  explicit ServersCall(ServerTools& servers) : servers_(servers) {}
  bool Step() override { return is_cancelled_ || servers_.IsSettled(); }
  void Cancel() override { is_cancelled_ = true; }
  CallWait wait() const override {
    return {is_cancelled_ || servers_.IsSettled() ? std::chrono::milliseconds(0)
                                                  : std::chrono::milliseconds(20),
            -1};
  }

 private:
  ServerTools& servers_;
  bool is_cancelled_ = false;
};

// All goes to one function.
class SinkOutlet : public Outlet {
 public:
  explicit SinkOutlet(std::function<void(std::string_view)> sink) : sink_(std::move(sink)) {}
  void Answer(std::string_view line, int) override { sink_(line); }
  void Notify(std::string_view line) override { sink_(line); }

 private:
  const std::function<void(std::string_view)> sink_;
};

}  // namespace

ModernMeta ModernMetaOf(const Json& message) {
  const Json* params = IsObject(message) ? message.Find("params") : nullptr;
  const Json* meta = params != nullptr && IsObject(*params) ? params->Find("_meta") : nullptr;
  if (meta == nullptr || !SpeaksModern(*meta)) return {};
  const Json* capabilities = meta->Find(kMetaCapabilities);
  return {true, TextAt(*meta, kMetaVersion), capabilities != nullptr && IsObject(*capabilities)};
}

Json UnsupportedVersion(std::string_view requested) {
  return Object({{"supported", RevisionNames()}, {"requested", CutText(requested, kMostShown)}});
}

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

Server::Server(Service& service, std::function<void(std::string_view line)> sink)
    : service_(service), outlet_(std::make_shared<SinkOutlet>(std::move(sink))) {}

absl::StatusOr<Json> Server::Parse(const Config& config, std::string_view line) {
  JsonLimits limits;
  limits.max_text_bytes = config.limits.request_bytes;
  // (Of values as small as [] a byte becomes a hundred.)
  limits.max_resident_bytes = 4 * limits.max_text_bytes + (size_t{1} << 20);
  limits.max_depth = kMostDepth;
  limits.tags = false;
  return HostValueFromJson(line, limits);
}

void Server::TakeLine(std::string_view line) {
  const absl::StatusOr<Json> json = Parse(service_.config, line);
  if (json.ok()) return Take(*json, line.size(), outlet_);
  const RpcError error = {kParseError, std::string(json.status().message()), {}};
  Send(*outlet_, nullptr, ErrorTo({}, error), error.code);
}

void Server::LookAhead(std::string_view line) {
  // (Nothing else is read twice.)
  if (line.find("notifications/cancelled") == std::string_view::npos) return;
  const absl::StatusOr<Json> json = Parse(service_.config, line);
  if (json.ok() && json->kind() == HostValue::Kind::kDict) {
    const RpcMessage message = ToMessage(*json);
    if (message.method == "notifications/cancelled") TakeNotification(message);
  }
}

void Server::Take(const Json& json, size_t bytes, const std::shared_ptr<Outlet>& outlet) {
  if (json.kind() == HostValue::Kind::kList) return TakeBatch(json, bytes, outlet);
  TakeMessage(json, bytes, outlet, nullptr);
}

void Server::RefuseLongLine() {
  const RpcError error = {kInvalidRequest,
                          fmt::format("a message has at most {} bytes (request_bytes)",
                                      service_.config.limits.request_bytes),
                          {}};
  Send(*outlet_, nullptr, ErrorTo({}, error), error.code);
}

void Server::TakeBatch(const Json& list, size_t bytes, const std::shared_ptr<Outlet>& outlet) {
  std::string error;
  if (agreed_ == nullptr || !agreed_->has_batches) {
    error = "a message is an object: this revision of the protocol has no batches";
  } else if (list.items().empty()) {
    error = "a batch is not empty";
  } else if (list.items().size() > kMostInBatch) {
    error = fmt::format("a batch has at most {} messages", kMostInBatch);
  }
  if (!error.empty()) {
    const Json refusal = ErrorTo({}, {kInvalidRequest, std::move(error), {}});
    return Send(*outlet, nullptr, refusal, kInvalidRequest);
  }
  auto batch = std::make_shared<Batch>();
  batch->open = 1;
  for (const Json& message : list.items())
    TakeMessage(message, bytes / list.items().size(), outlet, batch);
  CloseOne(*outlet, batch.get());
}

void Server::TakeMessage(const Json& json, size_t bytes, const std::shared_ptr<Outlet>& outlet,
                         const std::shared_ptr<Batch>& batch) {
  const RpcMessage message = ToMessage(json);
  switch (message.kind) {
    case RpcMessage::Kind::kResponse: return message.id.is_none() ? void() : TakeResponse(json);
    case RpcMessage::Kind::kNotification: return TakeNotification(message);
    case RpcMessage::Kind::kWrong:
    case RpcMessage::Kind::kRequest: break;
  }
  Request request;
  request.id = message.id;
  request.params = message.params;
  request.outlet = outlet;
  request.batch = batch;
  request.bytes = bytes;
  if (batch != nullptr) {
    const std::lock_guard lock(batch->mutex);
    ++batch->open;
  }
  if (message.kind == RpcMessage::Kind::kWrong) return Fail(request, message.error);
  TakeRequest(message, std::move(request));
}

void Server::TakeRequest(const RpcMessage& message, Request request) {
  if (service_.calls.Has(owner_, request.id))
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
  const Revision* revision = FindRevision(version);
  if (revision == nullptr || !revision->is_modern) {
    Fail(request, {kUnsupportedVersion, "this revision of the protocol is not spoken here",
                   UnsupportedVersion(version)});
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
  if (message.method == "initialize" || message.method == "ping") return &NewestLegacyRevision();
  Fail(request, InvalidParams(fmt::format(
                    "_meta.{} is missing, and there was no initialize request", kMetaVersion)));
  return nullptr;
}

void Server::TakeNotification(const RpcMessage& message) {
  if (message.method != "notifications/cancelled") return;  // nothing hangs on the others
  // (One that there is not was answered already.)
  if (const Json* id = message.params.Find("requestId")) service_.calls.Cancel(owner_, *id);
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
  agreed_ = &NewestLegacyRevision();
  for (const Revision& revision : Revisions()) {
    if (!revision.is_modern && revision.name == wanted) agreed_ = &revision;
  }
  can_ask_ = agreed_->has_structure && HasForms(*request.params.Find("capabilities"));
  Answer(request, {{"protocolVersion", agreed_->name},
                   {"capabilities", Capabilities()},
                   {"serverInfo", ServerInfo(agreed_->has_structure)},
                   {"instructions", Instructions(service_.config)}});
}

void Server::Ping(const Request& request) { Answer(request, {}); }

void Server::Discover(const Request& request) {
  Answer(request,
         {{"supportedVersions", RevisionNames()},
          {"capabilities", Capabilities()},
          {"instructions", Instructions(service_.config)}},
         Cache::kLong);
}

void Server::ListTools(const Request& request) {
  if (request.params.Find("cursor") != nullptr)
    return Fail(request, InvalidParams("this cursor was never given"));
  if (service_.servers == nullptr) return AnswerTools(request, service_);
  // (Which tools programs can call is known when their servers have answered.)
  CallJob job = JobOf(request, "");
  job.start = [&service = service_] { return std::make_unique<ServersCall>(*service.servers); };
  job.finish = [request, &service = service_](CallResult&) { AnswerTools(request, service); };
  Queue(request, std::move(job));
}

void Server::AnswerTools(const Request& request, Service& service) {
  std::string more;
  if (service.servers != nullptr)
    more = service.servers->catalog()->Prompt(service.config.limits.prompt_bytes);
  std::vector<HostValue> tools;
  for (const Tool& tool : Tools()) {
    if (IsOffered(service.config, tool))
      tools.push_back(DescribeTool(service.config, tool, request.revision->has_structure, more));
  }
  Answer(request, {{"tools", HostValue::List(std::move(tools))}},
         service.servers == nullptr ? Cache::kLong : Cache::kNever);
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
  if (std::string error = CheckArguments(*tool, arguments); !error.empty()) {
    if (!request.revision->arguments_are_told) return Fail(request, InvalidParams(error));
    return Answer(request, ToolResult(FailedCall(error), *request.revision));
  }
  if (request.params.Find("requestState") != nullptr) return GoOn(request, *tool, arguments);
  if (request.params.Find("inputResponses") != nullptr)
    return Fail(request, InvalidParams("inputResponses: nothing here asked for it"));
  StartTool(request, *tool, arguments,
            [&service = service_, tool, arguments](std::shared_ptr<Session> session) {
              return tool->start(service, std::move(session), Arguments(arguments));
            });
}

// A run that waits for answers: the state says which, the answers are here.
void Server::GoOn(const Request& request, const Tool& tool, const Json& arguments) {
  const Json* responses = request.params.Find("inputResponses");
  if (responses == nullptr || !IsObject(*responses))
    return Fail(request,
                InvalidParams("requestState: inputResponses is missing beside it, or no object"));
  std::string why;
  const std::string digest = DigestOfCall(tool.name, arguments);
  std::shared_ptr<WaitingRun> run =
      request.revision->is_modern
          ? service_.approvals.Take(TextAt(request.params, "requestState"), digest, &why)
          : nullptr;
  if (run == nullptr)
    return Fail(request, InvalidParams(why.empty() ? "requestState: nothing here gave it" : why));
  StartTool(request, tool, arguments, [run, answers = *responses](const std::shared_ptr<Session>&) {
    return run->Resume(run, answers);
  });
}

CallContext Server::ContextOf(const Request& request, std::string_view tool,
                              const Json& arguments) const {
  CallContext context;
  const Json meta = MetaOf(request.params);
  const std::string_view trace = TextAt(meta, "traceparent");
  context.trace = CleanText(CutText(trace.empty() ? request.outlet->trace() : trace, kMostShown));
  context.digest = DigestOfCall(tool, arguments);
  if (request.revision->is_modern) {
    const Json* capabilities = meta.Find(kMetaCapabilities);
    if (capabilities != nullptr && HasForms(*capabilities))
      context.asking = CallContext::Asking::kByResult;
  } else if (can_ask_) {
    context.asking = CallContext::Asking::kByRequest;
    context.ask = [asked = asked_, outlet = request.outlet, revision = request.revision](
                      const Json& params, std::function<void(Json)> answer) {
      int64_t id = 0;
      {
        const std::lock_guard lock(asked->mutex);
        if (asked->open.size() < kMostAsked) id = ++asked->last_id;
        if (id != 0) asked->open[id] = answer;
      }
      if (id == 0) return answer(Json());
      outlet->Notify(ToPlainLine(Object({{"jsonrpc", "2.0"},
                                         {"id", id},
                                         {"method", "elicitation/create"},
                                         {"params", FormFor(*revision, params)}})));
    };
  }
  return context;
}

void Server::StartTool(const Request& request, const Tool& tool, const Json& arguments,
                       std::function<std::unique_ptr<Call>(std::shared_ptr<Session>)> start) {
  CallJob job = JobOf(request, TextAt(arguments, "session_id"));
  const bool goes_on = request.params.Find("requestState") != nullptr;
  const CallContext context = ContextOf(request, tool.name, arguments);
  const auto note = [&service = service_, name = std::string_view(tool.name), id = job.session,
                     trace = context.trace,
                     began = std::chrono::steady_clock::now()](const CallResult* result) {
    CallNote ended = {.tool = name, .end = "cancelled", .run = "", .session = id, .trace = trace};
    if (result != nullptr) DescribeEnd(*result, &ended);
    ended.duration = std::chrono::steady_clock::now() - began;
    service.Note(ended);
  };
  job.start = [&service = service_, &tool, start = std::move(start), goes_on, id = job.session,
               context]() -> std::unique_ptr<Call> {
    service.approvals.TakeExpired(id);
    std::shared_ptr<Session> session;
    if (TakesSession(tool)) {
      session = service.sessions.Find(id);
      std::string error;
      if (session == nullptr) {
        error = fmt::format("there is no session {}: session_create opens one",
                            CutText(id, kMostShown));
      } else if (!goes_on && service.approvals.HasSession(id)) {
        if (!tool.read_only && tool.name != "session_close")
          error = "a feed of this session waits for an approval: answer it, or close the session";
        if (tool.name == "session_close") service.approvals.TakeSession(id);
      }
      if (!error.empty())
        return std::make_unique<ImmediateCall>([error] { return FailedCall(error); });
    }
    std::unique_ptr<Call> call = start(std::move(session));
    call->SetContext(context);
    return call;
  };
  job.drop = [note, drop = std::move(job.drop)] {
    note(nullptr);
    if (drop) drop();
  };
  job.finish = [request, note](CallResult& result) {
    note(&result);
    if (result.request_state.empty())
      return Answer(request, ToolResult(std::move(result), *request.revision));
    AskForInput(request, result);
  };
  Queue(request, std::move(job));
}

void Server::AskForInput(const Request& request, const CallResult& result) {
  const Members members = {{"resultType", "input_required"},
                           {"inputRequests", result.input_requests},
                           {"requestState", result.request_state},
                           {"_meta", Object({{kMetaServer, ServerInfo(true)}})}};
  Send(*request.outlet, request.batch.get(), ResponseTo(request.id, Object(members)), 0);
}

void Server::TakeResponse(const Json& message) {
  const std::optional<int64_t> id = WholeNumber(*message.Find("id"));
  std::function<void(Json)> answer;
  {
    const std::lock_guard lock(asked_->mutex);
    auto node = asked_->open.extract(id.value_or(0));
    if (node.empty()) return;
    answer = std::move(node.mapped());
  }
  const Json* result = message.Find("result");
  answer(result == nullptr ? Json() : *result);
}

void Server::ListResources(const Request& request) {
  CallJob job = JobOf(request, "");
  auto rows = std::make_shared<std::vector<HostValue>>();
  job.start = [&service = service_, rows] {
    return std::make_unique<ImmediateCall>([&service, rows] {
      *rows = ResourceRows(service);
      return CallResult();
    });
  };
  job.finish = [request, rows](CallResult&) {
    std::optional<Members> page = ResourcePage(*rows, request.params.Find("cursor"));
    if (!page) return Fail(request, InvalidParams("this cursor was never given"));
    Answer(request, *std::move(page), Cache::kNever);
  };
  Queue(request, std::move(job));
}

void Server::ListTemplates(const Request& request) {
  if (request.params.Find("cursor") != nullptr)
    return Fail(request, InvalidParams("this cursor was never given"));
  Answer(request, {{"resourceTemplates", HostValue::List(ResourceTemplates())}}, Cache::kLong);
}

void Server::ReadResource(const Request& request) {
  const std::string_view uri = TextAt(request.params, "uri");
  if (uri.empty()) return Fail(request, InvalidParams("the uri of a resource is missing"));
  const std::optional<ResourceUri> parsed = ParseResourceUri(uri);
  CallJob job = JobOf(request, parsed ? parsed->session : "");
  job.start = [&service = service_, parsed, text = std::string(uri)] {
    return std::make_unique<ImmediateCall>([&service, parsed, text] {
      CallResult read;
      const std::optional<Json> item =
          parsed ? ReadResourceAt(service, *parsed, text) : std::nullopt;
      read.is_error = !item;
      if (item) read.structured = *item;
      return read;
    });
  };
  job.finish = [request, text = std::string(uri)](CallResult& result) {
    if (!result.is_error)
      return Answer(request, {{"contents", HostValue::List({result.structured})}}, Cache::kNever);
    const int code = request.revision->is_modern ? kInvalidParams : kResourceNotFound;
    Fail(request, {code, "there is no such resource", Object({{"uri", text}})});
  };
  Queue(request, std::move(job));
}

// ---- Calls

CallJob Server::JobOf(const Request& request, std::string_view session) const {
  CallJob job;
  job.owner = owner_;
  job.id = request.id;
  job.session = session;
  job.bytes = request.bytes;
  job.drop = [request] { CloseOne(*request.outlet, request.batch.get()); };
  if (request.token.is_none()) return job;
  job.tell = [request, told = std::make_shared<Told>()](uint64_t used) {
    TellProgress(request, used, told.get());
  };
  return job;
}

void Server::Queue(const Request& request, CallJob job) {
  if (!service_.calls.Add(std::move(job)))
    Fail(request, {kBusy, "too many calls wait (waiting_calls)", {}});
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

void Server::TellProgress(const Request& request, uint64_t used, Told* told) {
  const SteadyTime now = std::chrono::steady_clock::now();
  if (used <= told->used || now - told->at < kProgressEvery) return;
  *told = {used, now};
  request.outlet->Notify(ToLine(NotificationOf(
      "notifications/progress",
      Object({{"progressToken", request.token}, {"progress", static_cast<int64_t>(used)}}))));
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
  Send(*request.outlet, request.batch.get(), ResponseTo(request.id, Object(std::move(result))), 0);
}

void Server::Fail(const Request& request, RpcError error) {
  error.message = CleanText(error.message);
  Send(*request.outlet, request.batch.get(), ErrorTo(request.id, error), error.code);
}

void Server::Send(Outlet& outlet, Batch* batch, const Json& message, int error) {
  if (batch == nullptr) return outlet.Answer(ToLine(message), error);
  {
    const std::lock_guard lock(batch->mutex);
    batch->answers.push_back(message);
  }
  CloseOne(outlet, batch);
}

void Server::CloseOne(Outlet& outlet, Batch* batch) {
  if (batch == nullptr) return;
  std::vector<HostValue> answers;
  {
    const std::lock_guard lock(batch->mutex);
    if (--batch->open == 0) answers = std::move(batch->answers);
  }
  if (!answers.empty()) outlet.Answer(ToLine(HostValue::List(std::move(answers))), 0);
}

}  // namespace pysub::agent
