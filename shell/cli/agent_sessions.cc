#include "shell/cli/agent_sessions.h"

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <atomic>
#include <charconv>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "osbridge/sessions/python_machine.h"
#include "osbridge/sessions/worker.h"
#include "pysub/host_value_json.h"
#include "shell/agent/call_program.h"
#include "shell/agent/durable_store.h"
#include "shell/agent/json.h"
#include "shell/agent/shell_machine.h"
#include "shell/agent/told_sessions.h"
#include "shell/cli/source_file.h"
#include "shell/cli/terminal_output.h"
#include "shell/cli/usage/values.h"
#include "shell/sqlite/sqlite.h"

namespace pysub {
namespace {

using namespace sessions;  // NOLINT: this file speaks of nothing else
using agent::Members;

constexpr int kRefused = 1;
constexpr size_t kMostFileBytes = 4 << 20;
constexpr int64_t kPage = 500;
constexpr std::string_view kDefaultTenant = "default";

// What a command line gives, and the store that it names.
struct Call {
  const usage::Given& given;
  std::unique_ptr<SessionStore> store;
  SessionKeys keys;

  std::string_view Option(std::string_view name) const {
    for (const usage::GivenOption& option : given.options) {
      if (option.name == name) return option.value;
    }
    return {};
  }
  bool Has(std::string_view name) const {
    for (const usage::GivenOption& option : given.options) {
      if (option.name == name) return true;
    }
    return false;
  }
  std::optional<std::string> tenant() const {
    return Has("--tenant") ? std::optional<std::string>(Option("--tenant")) : std::nullopt;
  }
  // Of options that were checked.
  int64_t Milliseconds(std::string_view name, int64_t otherwise) const {
    const std::optional<uint64_t> ns = usage::ParseSeconds(Option(name));
    return ns ? std::max<int64_t>(1, static_cast<int64_t>(*ns / 1'000'000)) : otherwise;
  }
  // Of options that were checked; what is more than the store counts is the most.
  int64_t Count(std::string_view name) const {
    return static_cast<int64_t>(
        std::min<uint64_t>(usage::ParseCount(Option(name)).value_or(0), INT64_MAX));
  }
  std::string id() const { return std::string(given.operands[0]); }
};

int Refuse(const absl::Status& status) {
  WriteAll(STDERR_FILENO,
           fmt::format("pysub-agent: {}\n", EscapeControls(std::string(status.message()))));
  return absl::IsInvalidArgument(status) ? usage::kUsageError : kRefused;
}

int Print(std::string_view text) { return WriteAll(STDOUT_FILENO, text) == 0 ? 0 : kRefused; }

int Done(const absl::Status& status) { return status.ok() ? 0 : Refuse(status); }

absl::StatusOr<std::string> ReadText(const std::string& path) {
  std::string text;
  const bool is_input = path == "-";
  const int file = is_input ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const ReadResult read = file < 0 ? ReadResult::kError : ReadAll(file, kMostFileBytes, &text);
  const int error = errno;
  if (file >= 0 && !is_input) close(file);
  if (read == ReadResult::kOk) return text;
  return absl::InvalidArgumentError(fmt::format(
      "{}: {}", path, read == ReadResult::kTooLarge ? "larger than 4 MB" : strerror(error)));
}

// -c, or the file in this place.
absl::StatusOr<std::string> CodeOf(const Call& call, size_t operand) {
  const bool has_file = call.given.operands.size() > operand;
  if (call.Has("-c") == has_file)
    return absl::InvalidArgumentError("the code is -c or a file, one of them");
  if (!has_file) return std::string(call.Option("-c"));
  return ReadText(std::string(call.given.operands[operand]));
}

// The session, where the tenant that was given has it: that of another one is not there for him.
absl::StatusOr<SessionRow> RowOf(const Call& call) {
  absl::StatusOr<SessionRow> row = call.store->Get(call.id());
  if (row.ok() && call.tenant() && row->tenant != *call.tenant())
    return absl::NotFoundError(fmt::format("there is no session {}", call.id()));
  return row;
}

// ---- what is told

template <typename Row>
HostValue AllTold(const std::vector<Row>& rows) {
  std::vector<HostValue> all;
  for (const Row& row : rows) all.push_back(agent::Told(row));
  return HostValue::List(std::move(all));
}

// ---- commands

int Create(Call& call) {
  SessionRequest request;
  request.tenant = call.tenant().value_or(std::string(kDefaultTenant));
  request.title = call.Option("--title");
  request.idem_key = call.Option("--key");
  for (const usage::GivenOption& option : call.given.options) {
    if (option.name == "--function")
      request.spec.functions.push_back({std::string(option.value), "", CallClass::kOnce});
    if (option.name == "--idempotent")
      request.spec.functions.push_back({std::string(option.value), "", CallClass::kIdempotent});
  }
  if (call.Has("--max-memory"))
    request.spec.memory_bytes = *usage::ParseSize(call.Option("--max-memory"));
  request.spec.run_ms = static_cast<uint64_t>(
      call.Milliseconds("--timeout", static_cast<int64_t>(request.spec.run_ms)));
  absl::StatusOr<std::string> code = CodeOf(call, 0);
  if (!code.ok()) return Refuse(code.status());
  request.code = *std::move(code);
  std::unique_ptr<Machine> machine = std::make_unique<PythonMachine>();
  if (call.Option("--kind") == "shell") {
    machine = std::make_unique<agent::ShellMachine>();
  } else if (!call.given.operands.empty() && call.given.operands[0] != "-") {
    request.spec.file_name = agent::CleanText(call.given.operands[0]);
  }
  const absl::StatusOr<std::string> id = CreateSession(*call.store, call.keys, *machine, request);
  return id.ok() ? Print(*id + "\n") : Refuse(id.status());
}

// Calls visit(row) for all sessions that the options name.
template <typename Visit>
absl::Status EachSession(const Call& call, Visit visit) {
  ListRequest request{.tenant = call.tenant(), .state = SessionStateOf(call.Option("--state"))};
  request.most = kPage;
  while (true) {
    const absl::StatusOr<std::vector<SessionRow>> page = call.store->List(request);
    if (!page.ok()) return page.status();
    for (const SessionRow& row : *page) {
      if (absl::Status visited = visit(row); !visited.ok()) return visited;
    }
    if (static_cast<int64_t>(page->size()) < kPage) return absl::OkStatus();
    request.after = page->back().id;
  }
}

int List(Call& call) {
  const bool json = call.Has("--json");
  return Done(EachSession(call, [json](const SessionRow& row) {
    const std::string line =
        json ? agent::ToLine(agent::Object(agent::Told(row)))
             : EscapeControls(fmt::format("{} {:<9} {} {} {} {}", row.id, StateName(row.state),
                                          row.tenant, row.kind, row.seq, row.title)) +
                   "\n";
    return Print(line) == 0 ? absl::OkStatus() : absl::UnavailableError("nobody reads this");
  }));
}

std::string ShownCall(const CallRow& row) {
  std::string text = fmt::format("call {} {} {} {}: {}", row.call_id, StateName(row.state),
                                 ClassName(row.call_class), row.name, row.args);
  if (row.state == CallState::kAnswered)
    text += fmt::format(" = {}", row.error.empty() ? row.reply : row.error);
  return EscapeControls(text) + "\n";
}

int Show(Call& call) {
  const absl::StatusOr<SessionRow> row = RowOf(call);
  if (!row.ok()) return Refuse(row.status());
  const absl::StatusOr<std::vector<CallRow>> calls = call.store->Calls(row->id);
  if (!calls.ok()) return Refuse(calls.status());
  if (call.Has("--json")) {
    Members members = agent::Told(*row);
    members.emplace_back("calls", AllTold(*calls));
    return Print(agent::ToLine(agent::Object(std::move(members))));
  }
  std::string text =
      EscapeControls(fmt::format("{} {} seq {}", row->id, StateName(row->state), row->seq)) + "\n";
  if (!row->reason.empty()) text += "reason: " + EscapeControls(row->reason) + "\n";
  if (!row->result.empty()) text += "result: " + EscapeControls(row->result) + "\n";
  for (const CallRow& one : *calls) text += ShownCall(one);
  return Print(text);
}

int Log(Call& call) {
  const absl::StatusOr<SessionRow> row = RowOf(call);
  if (!row.ok()) return Refuse(row.status());
  int64_t after = 0;
  while (true) {
    const absl::StatusOr<std::vector<LogRow>> page = call.store->Log(row->id, after, kPage);
    if (!page.ok()) return Refuse(page.status());
    std::string text;
    for (const LogRow& line : *page) {
      text += call.Has("--json") ? agent::ToLine(agent::Told(line))
                                 : EscapeControls(fmt::format("{} {} {} {}", line.at, line.seq,
                                                              line.event, line.detail)) +
                                       "\n";
      after = line.number;
    }
    if (const int status = Print(text); status != 0) return status;
    if (static_cast<int64_t>(page->size()) < kPage) return 0;
  }
}

int Feed(Call& call) {
  const absl::StatusOr<SessionRow> row = RowOf(call);
  if (!row.ok()) return Refuse(row.status());
  const absl::StatusOr<std::string> code = CodeOf(call, 1);
  if (!code.ok()) return Refuse(code.status());
  return Done(call.store->Signal(row->id, kFeedSignal, *code, call.Option("--key")));
}

// --value, or null. It is what a program will get, so it is read as that now.
absl::StatusOr<std::string> ValueOf(const Call& call) {
  const std::string text = call.Has("--value") ? std::string(call.Option("--value")) : "null";
  const absl::StatusOr<HostValue> value = HostValueFromJson(text);
  if (value.ok()) return text;
  return absl::InvalidArgumentError(
      fmt::format("--value: {}", std::string(value.status().message())));
}

int Signal(Call& call) {
  const absl::StatusOr<SessionRow> row = RowOf(call);
  if (!row.ok()) return Refuse(row.status());
  const absl::StatusOr<std::string> value = ValueOf(call);
  if (!value.ok()) return Refuse(value.status());
  if (!IsSignalName(call.given.operands[1]))
    return Refuse(absl::InvalidArgumentError("this is no name of a signal"));
  return Done(call.store->Signal(row->id, call.given.operands[1], *value, call.Option("--key")));
}

int Answer(Call& call) {
  const absl::StatusOr<SessionRow> row = RowOf(call);
  if (!row.ok()) return Refuse(row.status());
  const std::string_view text = call.given.operands[1];
  int64_t number = 0;
  const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || at != text.data() + text.size())
    return Refuse(absl::InvalidArgumentError(fmt::format("{}: is no number of a call", text)));
  if (call.Has("--value") + call.Has("--error") + call.Has("--again") > 1)
    return Refuse(absl::InvalidArgumentError("--value, --error or --again: one of them"));
  if (call.Has("--again")) return Done(call.store->Reannounce(row->id, number));
  CallReply reply;
  if (call.Has("--error")) {
    reply.error = ErrorJson("RuntimeError", call.Option("--error"));
  } else {
    absl::StatusOr<std::string> value = ValueOf(call);
    if (!value.ok()) return Refuse(value.status());
    reply.value = *std::move(value);
  }
  const absl::StatusOr<bool> first = call.store->Answer(row->id, number, reply);
  if (!first.ok()) return Refuse(first.status());
  if (*first) return 0;
  return Refuse(absl::FailedPreconditionError(fmt::format("call {} has an answer", number)));
}

int Resume(Call& call) {
  const absl::StatusOr<SessionRow> row = RowOf(call);
  return row.ok() ? Done(call.store->Resume(row->id)) : Refuse(row.status());
}

int Cancel(Call& call) {
  const absl::StatusOr<SessionRow> row = RowOf(call);
  if (!row.ok()) return Refuse(row.status());
  return Done(call.store->Cancel(row->id, call.Option("--reason")));
}

int Fork(Call& call) {
  const absl::StatusOr<SessionRow> row = RowOf(call);
  if (!row.ok()) return Refuse(row.status());
  const absl::StatusOr<std::string> id =
      ForkSession(*call.store, call.keys, row->id, std::string(call.Option("--title")),
                  std::string(call.Option("--key")));
  return id.ok() ? Print(*id + "\n") : Refuse(id.status());
}

int Export(Call& call) {
  const absl::StatusOr<SessionRow> row = RowOf(call);
  if (!row.ok()) return Refuse(row.status());
  const absl::StatusOr<SnapshotRow> snapshot = call.store->Snapshot(row->id);
  const absl::StatusOr<std::vector<CallRow>> calls = call.store->Calls(row->id);
  const absl::StatusOr<std::vector<SignalRow>> signals = call.store->Signals(row->id);
  const absl::StatusOr<std::vector<LogRow>> log = call.store->Log(row->id, 0, INT64_MAX);
  for (const absl::Status& status :
       {snapshot.status(), calls.status(), signals.status(), log.status()}) {
    if (!status.ok()) return Refuse(status);
  }
  Members members = agent::Told(*row);
  members.emplace_back("settings", agent::JsonOrText(row->spec));
  members.emplace_back("calls", AllTold(*calls));
  members.emplace_back("signals", AllTold(*signals));
  members.emplace_back("log", AllTold(*log));
  members.emplace_back("snapshot", agent::Object({{"seq", snapshot->seq},
                                                  {"sha256", snapshot->digest},
                                                  {"base64", agent::Base64(snapshot->blob)}}));
  return Print(agent::ToLine(agent::Object(std::move(members))));
}

int Outbox(Call& call) {
  if (call.Has("--remove")) {
    return Done(call.store->RemoveFromOutbox(call.Count("--remove")));
  }
  const absl::StatusOr<std::vector<OutboxRow>> mail =
      call.store->Outbox(call.tenant(), 0, INT64_MAX);
  if (!mail.ok()) return Refuse(mail.status());
  std::string text;
  for (const OutboxRow& row : *mail) {
    text += agent::ToLine(agent::Object({{"number", row.number},
                                         {"session", row.session},
                                         {"tenant", row.tenant},
                                         {"seq", row.seq},
                                         {"topic", row.topic},
                                         {"body", agent::JsonOrText(row.body)}}));
  }
  return Print(text);
}

int Reseal(Call& call) {
  int64_t count = 0;
  const absl::Status done = EachSession(call, [&](const SessionRow& row) {
    absl::Status sealed = ResealSession(*call.store, call.keys, row.id);
    // Who went on meanwhile was sealed with the newest key.
    if (absl::IsAborted(sealed) || absl::IsNotFound(sealed)) sealed = absl::OkStatus();
    ++count;
    return sealed;
  });
  return done.ok() ? Print(fmt::format("{} states sealed\n", count)) : Refuse(done);
}

int Gc(Call& call) {
  GcRequest request;
  request.tenant = call.tenant();
  request.older_than_ms = call.Milliseconds("--older-than", request.older_than_ms);
  int64_t removed = 0;
  while (true) {
    const absl::StatusOr<int64_t> some = call.store->Gc(request);
    if (!some.ok()) return Refuse(some.status());
    removed += *some;
    if (*some < request.most) return Print(fmt::format("{} sessions removed\n", removed));
  }
}

// ---- the worker

std::atomic<bool> terminated = false;

void Terminate(int) { terminated = true; }

absl::Status WorkUntilIdle(Worker& worker) {
  while (!terminated) {
    const absl::StatusOr<bool> worked = worker.WorkOnce();
    if (!worked.ok()) return worked.status();
    if (!*worked) break;
  }
  return absl::OkStatus();
}

// A program of --call that cannot be started is an operator's mistake, which must not be told to
// sessions as the answer of their calls: so no worker begins with it.
absl::Status CheckCallPrograms(const Call& call) {
  for (const usage::GivenOption& option : call.given.options) {
    if (option.name != "--call") continue;
    const size_t equals = option.value.find('=');
    const std::string program(option.value.substr(equals + 1));
    if (const int error = agent::WhyNoCallProgram(program); error != 0) {
      return absl::InvalidArgumentError(fmt::format(
          "--call {}: {}: {}", option.value.substr(0, equals), program, strerror(error)));
    }
  }
  return absl::OkStatus();
}

int Work(Call& call) {
  WorkerOptions options;
  options.tenant = call.tenant();
  options.lease_ms = call.Milliseconds("--lease", options.lease_ms);
  const int64_t timeout = call.Milliseconds("--call-timeout", options.call_lease_ms);
  options.call_lease_ms =
      timeout + options.lease_ms;  // so that whoever is killed is not waited for
  if (call.Has("--crashes")) options.most_crashes = call.Count("--crashes");
  Worker worker(*call.store, call.keys, options);
  worker.Add(std::make_unique<PythonMachine>());
  worker.Add(std::make_unique<agent::ShellMachine>());
  for (const usage::GivenOption& option : call.given.options) {
    if (option.name != "--call") continue;
    const size_t equals = option.value.find('=');
    const std::string program(option.value.substr(equals + 1));
    worker.Handle(
        std::string(option.value.substr(0, equals)), [program, timeout](const CallRow& row) {
          std::string error;
          std::optional<CallReply> reply = agent::RunCallProgram(program, row, timeout, &error);
          if (!error.empty()) Refuse(absl::UnavailableError(error));
          return reply;
        });
  }
  signal(SIGPIPE, SIG_IGN);
  signal(SIGTERM, Terminate);
  signal(SIGINT, Terminate);
  if (call.Has("--until-idle")) return Done(WorkUntilIdle(worker));
  worker.Work(terminated, [](const absl::Status& status) { Refuse(status); });
  return 0;
}

struct Row {
  std::string_view name;
  int (*run)(Call& call);
};
constexpr Row kRows[] = {{"work", Work},
                         {"sessions create", Create},
                         {"sessions list", List},
                         {"sessions show", Show},
                         {"sessions log", Log},
                         {"sessions feed", Feed},
                         {"sessions signal", Signal},
                         {"sessions answer", Answer},
                         {"sessions resume", Resume},
                         {"sessions cancel", Cancel},
                         {"sessions fork", Fork},
                         {"sessions export", Export},
                         {"sessions outbox", Outbox},
                         {"sessions reseal", Reseal},
                         {"sessions gc", Gc}};

bool IsWork(const Call& call) { return call.given.command->name == "work"; }

// All that can be wrong with a command line before the store is touched.
absl::Status Open(Call& call) {
  if (absl::Status good = CheckCallPrograms(call); !good.ok()) return good;
  if (call.Option("--store").empty()) return absl::InvalidArgumentError("--store is missing");
  if (call.Has("--keys")) {
    const absl::StatusOr<std::string> text = ReadText(std::string(call.Option("--keys")));
    if (!text.ok()) return text.status();
    absl::StatusOr<SessionKeys> keys = SessionKeys::Parse(*text);
    if (!keys.ok()) return keys.status();
    call.keys = *std::move(keys);
  }
  // A worker may be there before the first session; it says so, since its --store may be a mistake.
  const bool creates = call.given.command->name == "sessions create", works = IsWork(call);
  absl::StatusOr<std::unique_ptr<SessionStore>> store =
      OpenStore(call.Option("--store"), creates ? StoreOpening::kMakes : StoreOpening::kFinds);
  if (works && absl::IsNotFound(store.status())) {
    store = OpenStore(call.Option("--store"));
    if (store.ok()) {
      WriteAll(STDERR_FILENO, fmt::format("pysub-agent: {}: there was no such store: made it\n",
                                          EscapeControls(call.Option("--store"))));
    }
  }
  if (!store.ok()) return store.status();
  call.store = *std::move(store);
  return absl::OkStatus();
}

}  // namespace

int RunSessions(const usage::Given& given) {
  Call call{given, nullptr, {}};
  shell::CountSqliteMemory();  // for sqlite3 in their shells, before the store uses SQLite
  if (absl::Status opened = Open(call); !opened.ok()) return Refuse(opened);
  for (const Row& row : kRows) {
    if (row.name == given.command->name) return row.run(call);
  }
  return usage::kUsageError;
}

agent::OpenDurableFunction DurableOpener() { return agent::OpenDurableSessions; }

}  // namespace pysub
