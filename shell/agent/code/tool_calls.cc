#include "shell/agent/code/tool_calls.h"

#include <fmt/format.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>

#include "shell/agent/code/json_schema.h"
#include "shell/agent/code/plain_value.h"

namespace pysub::agent {
namespace {

using std::chrono::steady_clock;

constexpr size_t kMostMessage = 4'000;

// The arguments as JSON, or why they are none.
absl::StatusOr<Json> ArgumentsOf(const FunctionCall& call) {
  if (!call.args.empty())
    return absl::InvalidArgumentError("takes its arguments by name: (name=value, ...)");
  Members members;
  for (const auto& [name, value] : call.kwargs) {
    absl::StatusOr<Json> plain = ToPlainJson(value);
    if (!plain.ok())
      return absl::InvalidArgumentError(
          fmt::format("argument '{}': {}", name, std::string(plain.status().message())));
    members.emplace_back(name, *std::move(plain));
  }
  return Object(std::move(members));
}

std::string MessageOf(const Reply& reply) {
  const auto* exception = std::get_if<HostException>(&reply);
  if (exception == nullptr || exception->args.empty() || !IsText(exception->args[0])) return {};
  return CleanText(CutText(exception->args[0].text(), kMostMessage));
}

std::string TextsOf(const Json& content) {
  std::string text;
  if (content.kind() != HostValue::Kind::kList) return text;
  for (const Json& block : content.items()) {
    if (text.size() > kMostMessage) break;
    if (TextAt(block, "type") == "text")
      text += (text.empty() ? "" : "\n") + std::string(TextAt(block, "text"));
  }
  return text;
}

// Blocks of text are texts, all others are as they came.
HostValue ValueOf(const Json& content) {
  if (content.kind() != HostValue::Kind::kList) return {};
  std::vector<HostValue> values;
  for (const Json& block : content.items()) {
    const Json* text = TextAt(block, "type") == "text" ? block.Find("text") : nullptr;
    values.push_back(text != nullptr && IsText(*text) ? *text : block);
  }
  if (values.empty()) return {};
  return values.size() == 1 ? values[0] : HostValue::List(std::move(values));
}

}  // namespace

Reply ReplyOfToolResult(const ToolFunction& function, const Json& result) {
  const std::string_view type = TextAt(result, "resultType");
  if (!type.empty() && type != "complete")
    return HostException(
        "RuntimeError",
        fmt::format("{}: the server wants more than arguments ({}), which is not given here",
                    function.path, CleanText(CutText(type, 60))));
  const Json* content = result.Find("content");
  const Json* is_error = result.Find("isError");
  if (is_error != nullptr && is_error->as_bool() == true) {
    const std::string text = content == nullptr ? "" : TextsOf(*content);
    return HostException(
        "RuntimeError",
        fmt::format("{}: {}", function.path,
                    CleanText(CutText(text.empty() ? "the tool failed" : text, kMostMessage))));
  }
  if (const Json* structured = result.Find("structuredContent"); structured != nullptr) {
    if (IsObject(function.output_schema)) {
      const SchemaError error = CheckSchema(function.output_schema, *structured);
      if (!error.message.empty())
        return HostException("RuntimeError",
                             fmt::format("{}: its result does not follow its schema: {}",
                                         function.path, error.message));
    }
    return *structured;
  }
  return content == nullptr ? HostValue() : ValueOf(*content);
}

ToolCalls::Inbox::Inbox() : descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
ToolCalls::Inbox::~Inbox() { close(descriptor); }
void ToolCalls::Inbox::Wake() const {
  const uint64_t one = 1;
  static_cast<void>(!write(descriptor, &one, sizeof(one)));
}

ToolCalls::ToolCalls(std::shared_ptr<const ToolCatalog> catalog, ToolRunner& runner,
                     ToolLimits limits, std::function<void(const ToolCallNote&)> log)
    : catalog_(std::move(catalog)),
      runner_(runner),
      limits_(std::move(limits)),
      log_(std::move(log)),
      inbox_(std::make_shared<Inbox>()) {}

ToolCalls::~ToolCalls() { CancelAll(); }

std::function<void()> ToolCalls::Waker() const {
  return [inbox = inbox_] { inbox->Wake(); };
}

bool ToolCalls::Take(Sandbox& sandbox, const FunctionCall& call) {
  if (std::find(taken_.begin(), taken_.end(), call.id.sequence) != taken_.end()) return false;
  if (ToolCatalog::IsSearch(call.name) || ToolCatalog::IsDescribe(call.name)) {
    Answer(sandbox, call.id, AnswerAbout(call));
    return true;
  }
  return TakeTool(sandbox, call);
}

HostValue ToolCalls::AnswerAbout(const FunctionCall& call) const {
  const HostValue about = call.Arg(0);
  if (ToolCatalog::IsSearch(call.name)) return catalog_->Search(about.text());
  const bool is_function = about.kind() == HostValue::Kind::kHostFunction;
  const std::string text = catalog_->Describe(is_function ? about.name() : about.text());
  return text.empty() ? HostValue("There is no such tool; describe('servers') lists all.")
                      : HostValue(text);
}

bool ToolCalls::TakeTool(Sandbox& sandbox, const FunctionCall& call) {
  ToolCallNote note;
  note.sequence = ++made_;
  note.name = call.name;
  const ToolFunction* function = catalog_->Find(call.name);
  if (function == nullptr) {
    End(sandbox, call.id, std::move(note), "wrong",
        HostException("LookupError",
                      fmt::format("{}: there is no such tool (any more)", call.name)));
    return true;
  }
  note.function = {catalog_, function};
  const auto refuse = [&](std::string_view end, std::string_view type, std::string_view why) {
    End(sandbox, call.id, std::move(note), end,
        HostException(std::string(type), fmt::format("{}() {}", call.name, why)));
    return true;
  };
  if (made_ > limits_.calls)
    return refuse("limit", "RuntimeError",
                  fmt::format("is one call more than the {} that a run may make (tool_calls)",
                              limits_.calls));
  absl::StatusOr<Json> arguments = ArgumentsOf(call);
  if (!arguments.ok())
    return refuse("wrong", "TypeError", std::string(arguments.status().message()));
  note.arguments = *arguments;
  const SchemaError error = CheckSchema(function->input_schema, *arguments);
  if (!error.message.empty())
    return refuse("wrong", error.is_of_call ? "TypeError" : "ValueError", error.message);
  // In async code the program goes on with its other tasks; else it waits as a whole.
  const bool goes_on = sandbox.Answer(call.id, Later{}).ok();
  taken_.push_back(call.id.sequence);
  if (function->policy == ToolPolicy::kAsk) {
    questions_.push_back(
        {fmt::format("call-{}", note.sequence), note.sequence, call.id, note.function, *arguments});
  } else {
    Begin(call.id, std::move(note));
  }
  return goes_on;
}

void ToolCalls::Begin(CallId id, ToolCallNote note) {
  Open& open = open_.emplace_back();
  open.id = id;
  open.started = steady_clock::now();
  open.note = std::move(note);
  const uint64_t sequence = open.note.sequence;
  const std::shared_ptr<const ToolFunction> function = open.note.function;
  const Json arguments = open.note.arguments;
  open.number =
      runner_.Start(*function, arguments, limits_.trace, [inbox = inbox_, sequence](Reply reply) {
        {
          const std::lock_guard lock(inbox->mutex);
          inbox->came.push_back({sequence, std::move(reply)});
        }
        inbox->Wake();
      });
}

bool ToolCalls::Deliver(Sandbox& sandbox) {
  uint64_t count = 0;
  static_cast<void>(!read(inbox_->descriptor, &count, sizeof(count)));
  std::vector<Came> came;
  {
    const std::lock_guard lock(inbox_->mutex);
    came.swap(inbox_->came);
  }
  bool goes_on = false;
  for (Came& one : came) {
    const auto at = std::find_if(open_.begin(), open_.end(), [&](const Open& open) {
      return open.note.sequence == one.sequence;
    });
    if (at == open_.end()) continue;
    Open open = std::move(*at);
    open_.erase(at);
    open.note.duration = steady_clock::now() - open.started;
    const bool is_error = std::holds_alternative<HostException>(one.reply);
    goes_on = End(sandbox, open.id, std::move(open.note), is_error ? "error" : "result",
                  std::move(one.reply)) ||
              goes_on;
  }
  return goes_on;
}

bool ToolCalls::IsAsked(std::string_view key) const {
  return std::any_of(questions_.begin(), questions_.end(),
                     [key](const ToolQuestion& one) { return one.key == key; });
}

bool ToolCalls::Decide(Sandbox& sandbox, std::string_view key, bool is_approved,
                       std::string_view why) {
  const auto at = std::find_if(questions_.begin(), questions_.end(),
                               [key](const ToolQuestion& one) { return one.key == key; });
  if (at == questions_.end()) return false;
  const ToolQuestion question = std::move(*at);
  questions_.erase(at);
  ToolCallNote note;
  note.sequence = question.sequence;
  note.function = question.function;
  note.name = question.function->path;
  note.arguments = question.arguments;
  note.was_asked = true;
  if (is_approved) {
    Begin(question.id, std::move(note));
  } else {
    const std::string message = fmt::format("{}() {}", note.name, why);
    End(sandbox, question.id, std::move(note), "declined",
        HostException("PermissionError", message));
  }
  return true;
}

bool ToolCalls::End(Sandbox& sandbox, CallId id, ToolCallNote note, std::string_view end,
                    Reply reply) {
  std::erase(taken_, id.sequence);
  note.end = end;
  note.message = MessageOf(reply);
  if (log_) log_(note);
  return Answer(sandbox, id, std::move(reply));
}

bool ToolCalls::Answer(Sandbox& sandbox, CallId id, Reply reply) {
  const absl::Status done = sandbox.Answer(id, std::move(reply));
  // (kNotFound: its task was cancelled, and nobody waits.)
  if (done.ok() || done.code() == absl::StatusCode::kNotFound) return done.ok();
  const std::string why =
      CleanText(fmt::format("the result is too large: {}", std::string(done.message())));
  return sandbox.Answer(id, HostException("ValueError", why)).ok() ||
         sandbox.Answer(id, HostException("MemoryError", "")).ok();
}

void ToolCalls::CancelAll() {
  for (Open& open : std::exchange(open_, {})) {
    if (open.number != 0) runner_.Cancel(*open.note.function, open.number);
    open.note.end = "cancelled";
    open.note.duration = steady_clock::now() - open.started;
    if (log_) log_(open.note);
  }
  questions_.clear();
  taken_.clear();
}

}  // namespace pysub::agent
