#include "shell/agent/durable_store.h"

#include <fmt/format.h>
#include <stdio.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <future>
#include <iterator>
#include <thread>
#include <utility>

#include "osbridge/sessions/python_machine.h"
#include "osbridge/sessions/worker.h"
#include "pysub/host_value_json.h"
#include "shell/agent/shell_machine.h"
#include "shell/agent/store_calls.h"
#include "shell/agent/told_sessions.h"
#include "shell/agent/tools.h"
#include "shell/sqlite/sqlite.h"

// Two connections to one store, and nothing else that the two sides share:
//
//   Start() of any thread --> StoreCalls --> store_              rows, signals, answers
//                                              |  (the store)
//   WorkerThread ---------------------------> its own connection    runs what is due
//
// The worker sees what a tool did because it is in the store, as a worker of another process would.
//
// What a model can send is kept small: sessions (limits.stored_sessions) and the signals that wait
// for one are counted before more are stored, and of what a program stored only as much is told as
// a result may have.
namespace pysub::agent {
namespace {

using namespace sessions;  // NOLINT: this file speaks of nothing else

constexpr std::string_view kDefaultTenant = "default";
constexpr size_t kMostKeysBytes = 1 << 20;
constexpr int64_t kMostWaitingSignals = 1'000;  // of one session
constexpr uint64_t kFewSessions = 100;
constexpr uint64_t kFewLines = 100;
// So long the end of a server waits for a worker that stores what runs.
constexpr std::chrono::seconds kGrace(10);

void Tell(const absl::Status& status) {
  fmt::print(stderr, "pysub-agent: store: {}\n", std::string(status.message()));
}

// No path: states are not sealed, and whoever can write to the store is trusted with what runs. The
// file is the operator's, and is bounded all the same: a wrong path may name anything.
absl::StatusOr<SessionKeys> ReadKeys(const std::string& path) {
  if (path.empty()) return SessionKeys();
  std::ifstream file(path, std::ios::binary);
  std::string text(kMostKeysBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  if (!file.eof() || text.size() > kMostKeysBytes)
    return absl::InvalidArgumentError(fmt::format("store.keys: {}: cannot be read", path));
  return SessionKeys::Parse(text);
}

// Goes on with the sessions of a tenant, in a thread and over a connection of its own.
class WorkerThread {
 public:
  WorkerThread(std::unique_ptr<SessionStore> store, const SessionKeys& keys,
               const std::string& tenant)
      : store_(std::move(store)), worker_(*store_, keys, {.tenant = tenant}) {
    worker_.Add(std::make_unique<PythonMachine>());
    worker_.Add(std::make_unique<ShellMachine>());
    thread_ = std::thread([this] {
      worker_.Work(stop_, Tell);
      ended_.set_value();
    });
  }
  // The order matters: the flag first, then the worker is woken, then nothing of it may be left
  // running when the store goes.
  ~WorkerThread() {
    stop_ = true;
    worker_.Stop();
    if (ended_.get_future().wait_for(kGrace) != std::future_status::ready) store_->GiveUp();
    thread_.join();
  }

 private:
  std::unique_ptr<SessionStore> store_;
  Worker worker_;
  std::atomic<bool> stop_ = false;
  std::promise<void> ended_;
  std::thread thread_;
};

// Owns everything. Members are destroyed from the last to the first, so the worker's thread is gone
// before keys_, which it uses.
class StoredSessions : public DurableSessions {
 public:
  StoredSessions(const Config& config, std::unique_ptr<SessionStore> store, SessionKeys keys)
      : config_(config),
        tenant_(config.tenant.empty() ? std::string(kDefaultTenant) : config.tenant),
        store_(std::move(store)),
        keys_(std::move(keys)),
        calls_(std::chrono::milliseconds(config.limits.store_ms), [this] { store_->GiveUp(); }) {}

  void Work(std::unique_ptr<SessionStore> store) {
    worker_ = std::make_unique<WorkerThread>(std::move(store), keys_, tenant_);
  }

  std::unique_ptr<Call> Start(DurableAction action, const Arguments& arguments) override {
    return calls_.Start([this, action, arguments] { return Do(action, arguments); });
  }

 private:
  // On the thread of calls_.
  CallResult Do(DurableAction action, const Arguments& arguments) {
    const absl::StatusOr<Json> done = Act(action, arguments);
    if (done.ok()) return PlainResult(*done);
    if (!absl::IsUnavailable(done.status()))
      return FailedCall(std::string(done.status().message()));
    // Which machine does not answer, and why, is for whoever runs this server.
    Tell(done.status());
    return FailedCall(
        "the store is not available now, and nobody knows whether this was done: look, or ask "
        "again "
        "with the same key");
  }

  absl::StatusOr<Json> Act(DurableAction action, const Arguments& arguments) {
    switch (action) {
      case DurableAction::kCreate: return Create(arguments);
      case DurableAction::kList: return List(arguments);
      default: break;
    }
    // All others are about a session that is there.
    const absl::StatusOr<SessionRow> row = RowOf(arguments);
    if (!row.ok()) return row.status();
    switch (action) {
      case DurableAction::kShow: return Show(*row, arguments);
      case DurableAction::kFork: return Fork(*row, arguments);
      default: break;
    }
    // What was changed is told as it stands now: the worker may have gone on already.
    absl::Status done = Change(action, *row, arguments);
    if (!done.ok()) return done;
    const absl::StatusOr<SessionRow> now = store_->Get(row->id);
    if (!now.ok()) return now.status();
    return Object({{"id", now->id}, {"state", StateName(now->state)}});
  }

  absl::Status Change(DurableAction action, const SessionRow& row, const Arguments& arguments) {
    switch (action) {
      case DurableAction::kFeed:
        return Send(row, std::string(kFeedSignal), arguments.Text("code"), arguments.Text("key"));
      case DurableAction::kSignal: {
        const std::string name = arguments.Text("name");
        if (!IsSignalName(name)) return absl::InvalidArgumentError("this is no name of a signal");
        return Send(row, name, ValueOf(arguments), arguments.Text("key"));
      }
      case DurableAction::kAnswer: return Answer(row, arguments);
      case DurableAction::kResume: return store_->Resume(row.id);
      default: return store_->Cancel(row.id, arguments.Text("reason"));
    }
  }

  // The session where this tenant has it.
  absl::StatusOr<SessionRow> RowOf(const Arguments& arguments) {
    const std::string id = arguments.Text("id");
    absl::StatusOr<SessionRow> row = store_->Get(id);
    // A session of another tenant is answered as one that does not exist: nothing tells that the id
    // was right.
    if (row.ok() && row->tenant != tenant_) row = absl::NotFoundError("");
    if (absl::IsNotFound(row.status()))
      return absl::NotFoundError(fmt::format("there is no durable session {}", CutText(id, 60)));
    return row;
  }

  // The limits are written into the session and hold for all its life, whatever configuration a
  // worker has.
  absl::StatusOr<Json> Create(const Arguments& arguments) {
    if (absl::Status room = CheckRoom(); !room.ok()) return room;
    SessionRequest request;
    request.tenant = tenant_;
    request.kind = arguments.Text("language");
    request.title = arguments.Text("title");
    request.idem_key = arguments.Text("key");
    request.code = arguments.Text("code");
    for (const std::string& signature : arguments.Texts("functions"))
      request.spec.functions.push_back({signature, "", CallClass::kOnce});
    for (const std::string& signature : arguments.Texts("idempotent_functions"))
      request.spec.functions.push_back({signature, "", CallClass::kIdempotent});
    request.spec.memory_bytes =
        request.kind == "shell" ? config_.limits.shell_memory_bytes : config_.limits.memory_bytes;
    request.spec.file_bytes = config_.limits.file_bytes;
    request.spec.run_ms = config_.limits.run_ms;
    request.spec.steps = request.kind == "shell" ? 0 : config_.limits.steps;
    request.spec.output_bytes = config_.limits.output_bytes;
    // (only its kind is used here: what it writes as the first state)
    std::unique_ptr<Machine> machine = std::make_unique<PythonMachine>();
    if (request.kind == "shell") machine = std::make_unique<ShellMachine>();
    absl::StatusOr<std::string> id = CreateSession(*store_, keys_, *machine, request);
    if (!id.ok()) return id.status();
    return Object({{"id", *id}});
  }

  // Not exact: another process may create one in between. It is a bound against filling up the
  // store, not an account.
  absl::Status CheckRoom() {
    const auto most = static_cast<int64_t>(config_.limits.stored_sessions);
    const absl::StatusOr<int64_t> count = store_->Count(tenant_, most);
    if (!count.ok()) return count.status();
    if (*count < most) return absl::OkStatus();
    return absl::ResourceExhaustedError(
        fmt::format("there are {} durable sessions, and no more are allowed", most));
  }

  absl::StatusOr<Json> List(const Arguments& arguments) {
    ListRequest request{.tenant = tenant_,
                        .state = SessionStateOf(arguments.Text("state")),
                        .after = arguments.Text("after"),
                        .most = static_cast<int64_t>(arguments.Number("most", kFewSessions))};
    const absl::StatusOr<std::vector<SessionRow>> rows = store_->List(request);
    if (!rows.ok()) return rows.status();
    std::vector<HostValue> sessions;
    for (const SessionRow& row : *rows) {
      sessions.push_back(Object({{"id", row.id},
                                 {"title", CleanText(row.title)},
                                 {"language", row.kind},
                                 {"state", StateName(row.state)},
                                 {"updated_at", row.updated_at}}));
    }
    // A full page may be the last one: then the next is empty.
    const bool more = static_cast<int64_t>(rows->size()) == request.most;
    return Object({{"sessions", HostValue::List(std::move(sessions))},
                   {"next", more ? HostValue(rows->back().id) : HostValue()},
                   {"most", static_cast<int64_t>(config_.limits.stored_sessions)}});
  }

  absl::StatusOr<Json> Show(const SessionRow& row, const Arguments& arguments) {
    const absl::StatusOr<std::vector<CallRow>> calls = store_->Calls(row.id);
    if (!calls.ok()) return calls.status();
    const auto after = static_cast<int64_t>(arguments.Number("log_after", 0));
    const absl::StatusOr<std::vector<LogRow>> log =
        store_->Log(row.id, after, static_cast<int64_t>(arguments.Number("most", kFewLines)));
    if (!log.ok()) return log.status();
    // All that could be long has its share, and says where it was cut.
    // The sum is bounded by result_bytes and a small share for each entry. `next_log` lets the
    // caller go on behind the last line that was told.
    size_t room = config_.limits.result_bytes;
    std::vector<HostValue> open, lines;
    bool cut = false;
    for (const CallRow& call : *calls) {
      if (call.state == CallState::kAnswered) continue;
      cut = cut || !Take(call.args.size() + 200, &room);
      if (cut) break;
      open.push_back(Object({{"call", call.call_id},
                             {"name", call.name},
                             {"arguments", JsonOrText(call.args)},
                             {"class", ClassName(call.call_class)},
                             {"state", StateName(call.state)}}));
    }
    int64_t next = after;
    for (const LogRow& line : *log) {
      cut =
          cut || !Take(std::min(line.detail.size(), config_.limits.result_bytes / 4) + 100, &room);
      if (cut) break;
      lines.push_back(
          Object({{"at", line.at},
                  {"event", line.event},
                  {"detail", CleanText(CutText(line.detail, config_.limits.result_bytes / 4))}}));
      next = line.number;
    }
    const bool fits = row.result.size() <= config_.limits.result_bytes;
    return Object({{"id", row.id},
                   {"title", CleanText(row.title)},
                   {"language", row.kind},
                   {"state", StateName(row.state)},
                   {"parked_for", row.parked_for},
                   {"reason", CleanText(CutText(row.reason, config_.limits.result_bytes))},
                   {"result", fits ? JsonOrText(row.result)
                                   : HostValue(CutText(row.result, config_.limits.result_bytes))},
                   {"open_calls", HostValue::List(std::move(open))},
                   {"answered_calls", std::count_if(calls->begin(), calls->end(),
                                                    [](const CallRow& call) {
                                                      return call.state == CallState::kAnswered;
                                                    })},
                   {"log", HostValue::List(std::move(lines))},
                   {"next_log", next},
                   {"cut", cut || !fits},
                   {"updated_at", row.updated_at},
                   {"limits", LimitsOf(row)}});
  }
  // What it was made with; 0 steps: no limit of them.
  static HostValue LimitsOf(const SessionRow& row) {
    const absl::StatusOr<SessionSpec> spec = SessionSpec::Parse(row.spec);
    if (!spec.ok()) return HostValue();
    const auto number = [](uint64_t limit) {
      return HostValue(static_cast<int64_t>(std::min<uint64_t>(limit, INT64_MAX)));
    };
    return Object({{"memory_bytes", number(spec->memory_bytes)},
                   {"file_bytes", number(spec->file_bytes)},
                   {"output_bytes", number(spec->output_bytes)},
                   {"run_ms", number(spec->run_ms)},
                   {"steps", number(spec->steps)}});
  }
  static bool Take(size_t bytes, size_t* room) {
    if (bytes > *room) return false;
    *room -= bytes;
    return true;
  }

  absl::StatusOr<Json> Fork(const SessionRow& row, const Arguments& arguments) {
    if (absl::Status room = CheckRoom(); !room.ok()) return room;
    absl::StatusOr<std::string> id =
        ForkSession(*store_, keys_, row.id, arguments.Text("title"), arguments.Text("key"));
    if (!id.ok()) return id.status();
    return Object({{"id", *id}});
  }

  // As JSON, which a program gets; null where none was given.
  static std::string ValueOf(const Arguments& arguments) {
    const Json* value = arguments.Find("value");
    std::string line = value == nullptr ? "null" : ToLine(*value);
    if (line.ends_with('\n')) line.pop_back();
    return line;
  }

  // Counted before it is stored, since a session that never asks for signals would keep them for
  // ever.
  absl::Status Send(const SessionRow& row, const std::string& name, const std::string& payload,
                    const std::string& key) {
    const absl::StatusOr<std::vector<SignalRow>> signals = store_->Signals(row.id);
    if (!signals.ok()) return signals.status();
    const int64_t waiting =
        std::count_if(signals->begin(), signals->end(),
                      [](const SignalRow& signal) { return signal.consumed_seq == 0; });
    if (waiting >= kMostWaitingSignals)
      return absl::ResourceExhaustedError(
          fmt::format("{} signals wait for this session already", waiting));
    return store_->Signal(row.id, name, payload, key);
  }

  // Exactly one of the three: a reply is either a value or an error, and `again` asks the world to
  // do the call once more. Only the first answer counts: a program may have gone on with it.
  absl::Status Answer(const SessionRow& row, const Arguments& arguments) {
    const bool again = arguments.Flag("again");
    if (again + arguments.Has("value") + arguments.Has("error") != 1)
      return absl::InvalidArgumentError("value, error or again: one of them");
    const auto call = static_cast<int64_t>(arguments.Number("call", 0));
    if (again) return store_->Reannounce(row.id, call);
    CallReply reply;
    if (arguments.Has("error"))
      reply.error = ErrorJson("RuntimeError", arguments.Text("error"));
    else
      reply.value = ValueOf(arguments);
    const absl::StatusOr<bool> first = store_->Answer(row.id, call, reply);
    if (!first.ok()) return first.status();
    if (*first) return absl::OkStatus();
    return absl::FailedPreconditionError(fmt::format("call {} has an answer", call));
  }

  const Config config_;
  const std::string tenant_;
  std::unique_ptr<SessionStore> store_;
  const SessionKeys keys_;
  StoreCalls calls_;  // who alone uses store_
  std::unique_ptr<WorkerThread> worker_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<DurableSessions>> OpenDurableSessions(const Config& config) {
  // For sqlite3 in shells of this process, before the store uses SQLite.
  static_cast<void>(shell::CountSqliteMemory());
  absl::StatusOr<SessionKeys> keys = ReadKeys(config.store.keys);
  if (!keys.ok()) return keys.status();
  absl::StatusOr<std::unique_ptr<SessionStore>> store = OpenStore(config.store.url);
  if (!store.ok()) return store.status();
  auto sessions = std::make_unique<StoredSessions>(config, *std::move(store), *std::move(keys));
  if (!config.store.work) return sessions;
  // Opened here so that a store which allows only one connection fails at the start.
  absl::StatusOr<std::unique_ptr<SessionStore>> second = OpenStore(config.store.url);
  if (!second.ok()) return second.status();
  sessions->Work(*std::move(second));
  return sessions;
}

}  // namespace pysub::agent
