#include "shell/agent/tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "shell/agent/file_tools.h"
#include "shell/agent/runs.h"
#include "shell/agent/told_limits.h"

namespace pysub::agent {
namespace {

using enum ValueType;

constexpr uint64_t kFewEntries = 200;
constexpr double kMostEntries = 5'000;
constexpr double kMostSeconds = 86'400;
constexpr size_t kMostTitle = 200;

// ---- Parameters that several tools have

constexpr Parameter kSessionId = {"session_id", kText, "From session_create.", true};
constexpr Parameter kTimeout = {"timeout_seconds",
                                kNumber,
                                "Ends the run earlier than the server's limit would.",
                                false,
                                {},
                                0.001,
                                kMostSeconds};
constexpr Parameter kInput = {"stdin", kText, "Standard input."};
constexpr Parameter kArguments = {"arguments", kTexts, "Arguments of the program, from the first."};
constexpr Parameter kTitle = {"title", kText, "What the session is for."};

constexpr Member kRunResults[] = {
    {"stdout", kText},
    {"stderr", kText},
    {"exit_code", kInteger},
    {"end", kText},
    {"limit", kText, true},
    {"exception", kText, true},
    {"message", kText, true},
    {"cut", kObjects},
    {"duration_ms", kNumber},
    {"steps", kInteger},
    {"result", kAny, false, false},
    {"result_text", kText, false, false},
    {"jobs", kObjects, false, false},
    {"session_id", kText, false, false},
    {"feed", kInteger, false, false},
    {"tool_calls", kInteger, false, false},
    {"calls", kObjects, false, false},
};

// ---- Runs

RunRequest RequestOf(const Arguments& arguments) {
  RunRequest request;
  request.code = arguments.Text("code");
  request.input = arguments.Text("stdin");
  request.arguments = arguments.Texts("arguments");
  request.timeout = arguments.Seconds("timeout_seconds");
  return request;
}

constexpr Parameter kRunPythonParameters[] = {
    {"code", kText, "A Python program. The value of a last expression is printed.", true},
    kInput,
    kArguments,
    kTimeout,
};
std::unique_ptr<Call> RunPythonTool(Service& service, std::shared_ptr<Session>,
                                    const Arguments& arguments) {
  return RunPythonOnce(service, RequestOf(arguments));
}

constexpr Parameter kRunShellParameters[] = {
    {"code", kText, "A script of bash's language. python3 is a command of it.", true},
    kInput,
    kArguments,
    kTimeout,
};
std::unique_ptr<Call> RunShellTool(Service& service, std::shared_ptr<Session>,
                                   const Arguments& arguments) {
  return RunShellOnce(service, RequestOf(arguments));
}

constexpr Parameter kFeedParameters[] = {
    kSessionId,
    {"language", kText, "What the code is.", true, "python|shell"},
    {"code", kText,
     "More code for the session: names, variables, functions and files of earlier feeds are there.",
     true},
    {"stdin", kText, "Standard input of a script; a Python feed has none."},
    kTimeout,
};
std::unique_ptr<Call> FeedTool(Service& service, std::shared_ptr<Session> session,
                               const Arguments& arguments) {
  RunRequest request = RequestOf(arguments);
  if (arguments.Text("language") == "shell")
    return FeedShell(service, std::move(session), std::move(request));
  if (arguments.Has("stdin")) {
    return std::make_unique<ImmediateCall>(
        [] { return FailedCall("session_feed: stdin is of scripts; a Python feed has none"); });
  }
  return FeedPython(service, std::move(session), std::move(request));
}

// ---- Sessions

constexpr Member kSessionResults[] = {
    {"session_id", kText}, {"title", kText}, {"feeds", kInteger}, {"oldest_state", kInteger}};

Json DescribeSession(const Session& session) {
  return Object({{"session_id", session.id()},
                 {"title", session.title()},
                 {"feeds", static_cast<int64_t>(session.feeds())},
                 {"oldest_state", static_cast<int64_t>(session.oldest_state())}});
}

CallResult Opened(const absl::StatusOr<std::shared_ptr<Session>>& session) {
  if (!session.ok()) return FailedCall(std::string(session.status().message()));
  return PlainResult(DescribeSession(**session));
}

std::string TitleOf(const Arguments& arguments) {
  return std::string(CutText(arguments.Text("title"), kMostTitle));
}

constexpr Parameter kCreateParameters[] = {kTitle};
std::unique_ptr<Call> CreateTool(Service& service, std::shared_ptr<Session>,
                                 const Arguments& arguments) {
  return std::make_unique<ImmediateCall>(
      [&service, title = TitleOf(arguments)] { return Opened(service.sessions.Create(title)); });
}

constexpr Parameter kForkParameters[] = {kSessionId, kTitle};
std::unique_ptr<Call> ForkTool(Service& service, std::shared_ptr<Session> session,
                               const Arguments& arguments) {
  return std::make_unique<ImmediateCall>([&service, session, title = TitleOf(arguments)] {
    return Opened(service.sessions.Fork(*session, title));
  });
}

constexpr Parameter kRollbackParameters[] = {
    kSessionId,
    {"feeds", kInteger,
     "Back to the state behind that many feeds; without it, to that before the last one."},
};
std::unique_ptr<Call> RollbackTool(Service&, std::shared_ptr<Session> session,
                                   const Arguments& arguments) {
  const uint64_t before_last = std::max<uint64_t>(session->feeds(), 1) - 1;
  return std::make_unique<ImmediateCall>(
      [session, feeds = arguments.Number("feeds", before_last)]() -> CallResult {
        const absl::Status done = session->Rollback(feeds);
        if (!done.ok()) return FailedCall(std::string(done.message()));
        return PlainResult(DescribeSession(*session));
      });
}

constexpr Member kListResults[] = {{"sessions", kObjects}, {"most", kInteger}};
std::unique_ptr<Call> ListTool(Service& service, std::shared_ptr<Session>, const Arguments&) {
  return std::make_unique<ImmediateCall>([&service] {
    std::vector<HostValue> sessions;
    for (const auto& [id, session] : service.sessions.all())
      sessions.push_back(DescribeSession(*session));
    return PlainResult(Object({{"sessions", HostValue::List(std::move(sessions))},
                               {"most", static_cast<int64_t>(service.config.limits.sessions)}}));
  });
}

constexpr Parameter kCloseParameters[] = {kSessionId};
constexpr Member kCloseResults[] = {{"session_id", kText}, {"closed", kBoolean}};
std::unique_ptr<Call> CloseTool(Service& service, std::shared_ptr<Session> session,
                                const Arguments&) {
  return std::make_unique<ImmediateCall>([&service, session] {
    return PlainResult(
        Object({{"session_id", session->id()}, {"closed", service.sessions.Close(session->id())}}));
  });
}

// ---- Files

constexpr Parameter kReadParameters[] = {
    kSessionId,
    {"path", kText, "Absolute, or from where the shell stands.", true},
    {"offset", kInteger, "Of the first byte."},
    {"most_bytes", kInteger, "At most so many; the server has a limit of its own.", false, {}, 1},
};
constexpr Member kReadResults[] = {{"path", kText},      {"content", kText},
                                   {"encoding", kText},  {"size", kInteger},
                                   {"offset", kInteger}, {"next_offset", kInteger, true}};
std::unique_ptr<Call> ReadTool(Service& service, std::shared_ptr<Session> session,
                               const Arguments& arguments) {
  ReadFileRequest request{arguments.Text("path"), arguments.Number("offset", 0),
                          arguments.Number("most_bytes", UINT64_MAX)};
  return std::make_unique<ImmediateCall>([&service, session, request = std::move(request)] {
    return ReadSessionFile(service, *session, request);
  });
}

constexpr Parameter kWriteParameters[] = {
    kSessionId,
    {"path", kText, "Missing directories are made.", true},
    {"content", kText, "What is written.", true},
    {"encoding", kText, "What the content is; utf-8 without it.", false, "utf-8|base64"},
    {"mode", kText, "create: only where there is no file; replace without it.", false,
     "replace|append|create"},
};
constexpr Member kWriteResults[] = {{"path", kText}, {"written", kInteger}, {"size", kInteger}};
std::unique_ptr<Call> WriteTool(Service&, std::shared_ptr<Session> session,
                                const Arguments& arguments) {
  WriteFileRequest request{arguments.Text("path"), arguments.Text("content"),
                           arguments.Text("encoding") == "base64",
                           arguments.Text("mode") == "append", arguments.Text("mode") == "create"};
  return std::make_unique<ImmediateCall>(
      [session, request = std::move(request)] { return WriteSessionFile(*session, request); });
}

constexpr Parameter kMostParameter = {
    "most", kInteger, "At most so many; 200 without it.", false, {}, 1, kMostEntries};
constexpr Parameter kListFilesParameters[] = {
    kSessionId,
    {"path", kText, "A directory; without it, where the shell stands."},
    {"recursive", kBoolean, "What is below its directories, too."},
    kMostParameter,
};
constexpr Member kListFilesResults[] = {
    {"path", kText}, {"entries", kObjects}, {"truncated", kBoolean}};
std::unique_ptr<Call> ListFilesTool(Service& service, std::shared_ptr<Session> session,
                                    const Arguments& arguments) {
  ListFilesRequest request{arguments.Text("path"), arguments.Flag("recursive"),
                           arguments.Number("most", kFewEntries)};
  return std::make_unique<ImmediateCall>([&service, session, request = std::move(request)] {
    return ListSessionFiles(service, *session, request);
  });
}

constexpr Parameter kSearchParameters[] = {
    kSessionId,
    {"pattern", kText, "An extended regular expression, as grep -E has it.", true},
    {"path", kText, "A file or directory; without it, where the shell stands."},
    {"names", kText, "Only in files with such names: *.py"},
    {"fixed", kBoolean, "The pattern is text, no regular expression."},
    {"ignore_case", kBoolean, "Letters are the same in both cases."},
    kMostParameter,
};
constexpr Member kSearchResults[] = {{"matches", kObjects}, {"truncated", kBoolean}};
std::unique_ptr<Call> SearchTool(Service& service, std::shared_ptr<Session> session,
                                 const Arguments& arguments) {
  SearchRequest request;
  request.pattern = arguments.Text("pattern");
  request.path = AbsolutePath(*session, arguments.Text("path"));
  request.names = arguments.Text("names");
  request.is_text = arguments.Flag("fixed");
  request.ignores_case = arguments.Flag("ignore_case");
  request.most = arguments.Number("most", kFewEntries);
  return SearchFiles(service, std::move(session), std::move(request));
}

// ---- Durable sessions

constexpr Parameter kDurableId = {"id", kText, "From durable_create.", true};
constexpr Parameter kKey = {"key", kText,
                            "The same key twice is one and the same: ask again with it when an "
                            "answer was lost."};
constexpr Parameter kAnyValue = {"value", kAny, "What the program gets; null without it."};

template <DurableAction action>
std::unique_ptr<Call> DurableTool(Service& service, std::shared_ptr<Session>,
                                  const Arguments& arguments) {
  return service.durable->Start(action, arguments);
}

constexpr Parameter kDurableCreateParameters[] = {
    {"language", kText, "What the code is.", true, "python|shell"},
    {"code", kText, "The program.", true},
    {"functions", kTexts,
     "Functions that it may call and somebody answers, such as \"approve(question)\": each call "
     "happens at most once."},
    {"idempotent_functions", kTexts, "The same, of calls that may happen again after a crash."},
    kTitle,
    kKey,
};
constexpr Member kDurableCreateResults[] = {{"id", kText}};
constexpr Parameter kDurableListParameters[] = {
    {"state", kText, "Only those.", false,
     "ready|running|waiting|sleeping|parked|done|failed|cancelled"},
    {"after", kText, "next of the list before."},
    {"most", kInteger, "At most so many; 100 without it.", false, {}, 1, 1'000},
};
constexpr Member kDurableListResults[] = {
    {"sessions", kObjects}, {"next", kText, true}, {"most", kInteger}};
constexpr Parameter kDurableShowParameters[] = {
    kDurableId,
    {"log_after", kInteger, "next_log of the last time: only what came since."},
    {"most", kInteger, "Lines of the log, at most; 100 without it.", false, {}, 1, 1'000},
};
constexpr Member kDurableShowResults[] = {{"id", kText},
                                          {"title", kText},
                                          {"language", kText},
                                          {"state", kText},
                                          {"parked_for", kText},
                                          {"reason", kText},
                                          {"result", kAny},
                                          {"open_calls", kObjects},
                                          {"answered_calls", kInteger},
                                          {"log", kObjects},
                                          {"next_log", kInteger},
                                          {"cut", kBoolean},
                                          {"updated_at", kInteger},
                                          {"limits", kAny}};
constexpr Parameter kDurableFeedParameters[] = {
    kDurableId, {"code", kText, "More code, with the names and files of the program.", true}, kKey};
constexpr Member kDurableStateResults[] = {{"id", kText}, {"state", kText}};
constexpr Parameter kDurableSignalParameters[] = {
    kDurableId,
    {"name", kText, "What the program waits for by wait_signal(name).", true},
    kAnyValue,
    kKey};
constexpr Parameter kDurableAnswerParameters[] = {
    kDurableId,
    {"call", kInteger, "Its number, from durable_show.", true},
    kAnyValue,
    {"error", kText, "The call raises RuntimeError with this text instead."},
    {"again", kBoolean, "Of an unknown call: it did not happen, and is wanted again."}};
constexpr Parameter kDurableIdParameters[] = {kDurableId};
constexpr Parameter kDurableCancelParameters[] = {kDurableId, {"reason", kText, "For people."}};
constexpr Parameter kDurableForkParameters[] = {kDurableId, kTitle, kKey};

constexpr Tool kTools[] = {
    {.name = "run_python",
     .title = "Run Python",
     .description = "Runs a Python program once, in a sandbox with files of its own.",
     .parameters = kRunPythonParameters,
     .results = kRunResults,
     .start = RunPythonTool},
    {.name = "run_shell",
     .title = "Run a shell script",
     .description = "Runs a bash script once, in a sandbox with files of its own.",
     .parameters = kRunShellParameters,
     .results = kRunResults,
     .start = RunShellTool},
    {.name = "session_create",
     .title = "Open a session",
     .description = "Opens a session: a Python program and a shell over the same files, which stay "
                    "from feed to feed.",
     .parameters = kCreateParameters,
     .results = kSessionResults,
     .start = CreateTool},
    {.name = "session_feed",
     .title = "Run code in a session",
     .description = "Runs more Python or shell code in a session. A limit ends the run, not the "
                    "session.",
     .parameters = kFeedParameters,
     .results = kRunResults,
     .destructive = true,
     .start = FeedTool},
    {.name = "session_fork",
     .title = "Copy a session",
     .description = "Opens a second session in the same state.",
     .parameters = kForkParameters,
     .results = kSessionResults,
     .start = ForkTool},
    {.name = "session_rollback",
     .title = "Take a session back",
     .description = "Takes a session back to its state behind an earlier feed: program, shell and "
                    "files in memory. What was written to read-write mounts stays.",
     .parameters = kRollbackParameters,
     .results = kSessionResults,
     .destructive = true,
     .start = RollbackTool},
    {.name = "session_list",
     .title = "List sessions",
     .description = "Lists the sessions that are open.",
     .parameters = {},
     .results = kListResults,
     .read_only = true,
     .idempotent = true,
     .start = ListTool},
    {.name = "session_close",
     .title = "Close a session",
     .description = "Closes a session; its state and its files are gone.",
     .parameters = kCloseParameters,
     .results = kCloseResults,
     .destructive = true,
     .start = CloseTool},
    {.name = "read_file",
     .title = "Read a file",
     .description =
         "Reads a file of a session, or a piece of it: text, or base64 where it is none.",
     .parameters = kReadParameters,
     .results = kReadResults,
     .read_only = true,
     .idempotent = true,
     .start = ReadTool},
    {.name = "write_file",
     .title = "Write a file",
     .description = "Writes a file of a session.",
     .parameters = kWriteParameters,
     .results = kWriteResults,
     .destructive = true,
     .start = WriteTool},
    {.name = "list_files",
     .title = "List files",
     .description = "Lists a directory of a session.",
     .parameters = kListFilesParameters,
     .results = kListFilesResults,
     .read_only = true,
     .idempotent = true,
     .start = ListFilesTool},
    {.name = "search_files",
     .title = "Search in files",
     .description = "Finds lines in the files of a session.",
     .parameters = kSearchParameters,
     .results = kSearchResults,
     .read_only = true,
     .idempotent = true,
     .start = SearchTool},
    {.name = "durable_create",
     .title = "Start a durable session",
     .description = "Stores a program that may wait for days, for answers, signals and times, and "
                    "goes on wherever a worker is: durable_show tells how far it is.",
     .parameters = kDurableCreateParameters,
     .results = kDurableCreateResults,
     .is_durable = true,
     .start = DurableTool<DurableAction::kCreate>},
    {.name = "durable_list",
     .title = "List durable sessions",
     .description = "Lists stored sessions, oldest ids first.",
     .parameters = kDurableListParameters,
     .results = kDurableListResults,
     .read_only = true,
     .idempotent = true,
     .is_durable = true,
     .start = DurableTool<DurableAction::kList>},
    {.name = "durable_show",
     .title = "Look at a durable session",
     .description = "Its state, its result, the calls that wait for an answer, its log with what "
                    "it has printed.",
     .parameters = kDurableShowParameters,
     .results = kDurableShowResults,
     .read_only = true,
     .idempotent = true,
     .is_durable = true,
     .start = DurableTool<DurableAction::kShow>},
    {.name = "durable_feed",
     .title = "Run more code in a durable session",
     .description = "Runs more code in one whose program has ended.",
     .parameters = kDurableFeedParameters,
     .results = kDurableStateResults,
     .destructive = true,
     .is_durable = true,
     .start = DurableTool<DurableAction::kFeed>},
    {.name = "durable_signal",
     .title = "Signal a durable session",
     .description = "Gives a program a value that it waits for, or will.",
     .parameters = kDurableSignalParameters,
     .results = kDurableStateResults,
     .is_durable = true,
     .start = DurableTool<DurableAction::kSignal>},
    {.name = "durable_answer",
     .title = "Answer a call",
     .description = "Answers a call of a durable session: value, error or again. The first answer "
                    "counts.",
     .parameters = kDurableAnswerParameters,
     .results = kDurableStateResults,
     .is_durable = true,
     .start = DurableTool<DurableAction::kAnswer>},
    {.name = "durable_resume",
     .title = "Resume a parked session",
     .description = "A parked session may run again.",
     .parameters = kDurableIdParameters,
     .results = kDurableStateResults,
     .is_durable = true,
     .start = DurableTool<DurableAction::kResume>},
    {.name = "durable_cancel",
     .title = "Cancel a durable session",
     .description = "Ends a session wherever it stands.",
     .parameters = kDurableCancelParameters,
     .results = kDurableStateResults,
     .destructive = true,
     .idempotent = true,
     .is_durable = true,
     .start = DurableTool<DurableAction::kCancel>},
    {.name = "durable_fork",
     .title = "Copy a durable session",
     .description = "Stores a second session in the state of the last transition.",
     .parameters = kDurableForkParameters,
     .results = kDurableCreateResults,
     .is_durable = true,
     .start = DurableTool<DurableAction::kFork>},
};

// ---- Schemas

std::string_view TypeName(ValueType type) {
  switch (type) {
    case kText: return "string";
    case kInteger: return "integer";
    case kNumber: return "number";
    case kBoolean: return "boolean";
    case kTexts:
    case kObjects: return "array";
    case kAny: return "";
  }
  return "";
}

template <typename Visit>
void EachChoice(std::string_view choices, Visit visit) {
  while (!choices.empty()) {
    const size_t end = std::min(choices.find('|'), choices.size());
    visit(choices.substr(0, end));
    choices.remove_prefix(std::min(end + 1, choices.size()));
  }
}

Json SchemaOf(const Parameter& parameter) {
  Members members;
  if (parameter.type != kAny) members.emplace_back("type", TypeName(parameter.type));
  members.emplace_back("description", parameter.description);
  if (!parameter.choices.empty()) {
    std::vector<HostValue> choices;
    EachChoice(parameter.choices, [&](std::string_view choice) { choices.emplace_back(choice); });
    members.emplace_back("enum", HostValue::List(std::move(choices)));
  }
  if (parameter.type == kInteger) {
    members.emplace_back("minimum", static_cast<int64_t>(parameter.least));
    members.emplace_back("maximum", static_cast<int64_t>(parameter.most));
  } else if (parameter.type == kNumber) {
    members.emplace_back("minimum", parameter.least);
    members.emplace_back("maximum", parameter.most);
  } else if (parameter.type == kTexts) {
    members.emplace_back("items", Object({{"type", "string"}}));
  }
  return Object(std::move(members));
}

Json SchemaOf(const Member& member) {
  if (member.type == kAny) return Object();
  Members members;
  if (member.nullable) {
    members.emplace_back("type", HostValue::List({TypeName(member.type), "null"}));
  } else {
    members.emplace_back("type", TypeName(member.type));
  }
  if (member.type == kObjects) members.emplace_back("items", Object({{"type", "object"}}));
  return Object(std::move(members));
}

template <typename Row>
Json SchemaOfRows(std::span<const Row> rows) {
  Members properties;
  std::vector<HostValue> required;
  for (const Row& row : rows) {
    properties.emplace_back(row.name, SchemaOf(row));
    if (row.required) required.emplace_back(row.name);
  }
  Members schema = {{"type", "object"}, {"properties", Object(std::move(properties))}};
  if (!required.empty()) schema.emplace_back("required", HostValue::List(std::move(required)));
  schema.emplace_back("additionalProperties", false);
  return Object(std::move(schema));
}

// ---- The check of arguments

std::string CheckText(const Parameter& parameter, const Json& value) {
  if (!IsText(value)) return "is no string";
  if (value.text().find('\0') != std::string_view::npos && parameter.name != "content")
    return "has a NUL character";
  if (parameter.choices.empty()) return "";
  std::string known;
  bool found = false;
  EachChoice(parameter.choices, [&](std::string_view choice) {
    found = found || choice == value.text();
    known += (known.empty() ? "" : ", ") + std::string(choice);
  });
  return found ? "" : "is none of " + known;
}

std::string CheckNumber(const Parameter& parameter, const Json& value) {
  const bool is_number =
      value.kind() == HostValue::Kind::kInt || value.kind() == HostValue::Kind::kFloat;
  if (parameter.type == kInteger && !WholeNumber(value)) return "is no whole number";
  if (!is_number) return "is no number";
  const double number = *value.as_double();
  if (!(number >= parameter.least && number <= parameter.most))
    return fmt::format("is not from {} to {}", parameter.least, parameter.most);
  return "";
}

std::string CheckValue(const Parameter& parameter, const Json& value) {
  switch (parameter.type) {
    case kText: return CheckText(parameter, value);
    case kInteger:
    case kNumber: return CheckNumber(parameter, value);
    case kBoolean: return value.kind() == HostValue::Kind::kBool ? "" : "is neither true nor false";
    case kTexts:
      if (value.kind() != HostValue::Kind::kList) return "is no array";
      for (const Json& item : value.items()) {
        if (std::string error = CheckText({.name = parameter.name}, item); !error.empty())
          return "has an item that " + error;
      }
      return "";
    case kObjects:
    case kAny: return "";
  }
  return "";
}

}  // namespace

std::span<const Tool> Tools() { return kTools; }

bool IsOffered(const Config& config, const Tool& tool) {
  if (tool.is_durable && config.store.url.empty()) return false;
  return config.tools.empty() ||
         std::find(config.tools.begin(), config.tools.end(), tool.name) != config.tools.end();
}

const Tool* FindTool(const Config& config, std::string_view name) {
  for (const Tool& tool : kTools) {
    if (tool.name == name) return IsOffered(config, tool) ? &tool : nullptr;
  }
  return nullptr;
}

bool TakesSession(const Tool& tool) {
  return !tool.parameters.empty() && tool.parameters[0].name == kSessionId.name;
}

std::string CheckArguments(const Tool& tool, const Json& arguments) {
  constexpr size_t kMostShown = 60;
  for (size_t i = 0; i < arguments.items().size(); i += 2) {
    const std::string_view name = arguments.items()[i].text();
    const auto row =
        std::find_if(tool.parameters.begin(), tool.parameters.end(),
                     [name](const Parameter& parameter) { return parameter.name == name; });
    if (row == tool.parameters.end())
      return fmt::format("{} takes no argument {}", tool.name, CutText(name, kMostShown));
    if (std::string error = CheckValue(*row, arguments.items()[i + 1]); !error.empty())
      return fmt::format("{}: {} {}", tool.name, name, error);
  }
  for (const Parameter& parameter : tool.parameters) {
    if (parameter.required && arguments.Find(parameter.name) == nullptr)
      return fmt::format("{}: the argument {} is missing", tool.name, parameter.name);
  }
  return "";
}

Json DescribeTool(const Config& config, const Tool& tool, bool structured, std::string_view more) {
  std::string description(tool.description);
  const bool feeds = tool.start == FeedTool;
  if (feeds || tool.start == RunShellTool) description += "\n" + HintOfScripts(config);
  if (feeds || tool.start == RunPythonTool) description += "\n" + HintOfPython(config);
  if (feeds || tool.start == RunPythonTool) description += more;
  if (tool.start == DurableTool<DurableAction::kCreate>)
    description += "\n" + HintOfDurable(config);
  Members members = {{"name", tool.name}};
  if (structured) members.emplace_back("title", tool.title);
  members.emplace_back("description", description);
  members.emplace_back("inputSchema", SchemaOfRows(tool.parameters));
  if (structured) members.emplace_back("outputSchema", SchemaOfRows(tool.results));
  members.emplace_back("annotations", Object({{"title", tool.title},
                                              {"readOnlyHint", tool.read_only},
                                              {"destructiveHint", tool.destructive},
                                              {"idempotentHint", tool.idempotent},
                                              {"openWorldHint", false}}));
  return Object(std::move(members));
}

}  // namespace pysub::agent
