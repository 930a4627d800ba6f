#include "osbridge/sessions/python_session.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "pysub/host_value_json.h"

namespace pysub::sessions {
namespace {

using Members = std::vector<std::pair<HostValue, HostValue>>;
using Standing = PythonState::Standing;

constexpr uint64_t kFuel = 300'000;            // some milliseconds
constexpr int64_t kShortSleepNs = 20'000'000;  // shorter than it takes to store a transition
constexpr size_t kMostCallBytes = 1 << 20;     // of a call's arguments, a letter, a result
// Of calls and letters, all that a program and each feed may say in all: they lie in the store
// until somebody takes them. A transition is stored when it has so many.
constexpr uint64_t kMostSaidBytes = 64 << 20, kMostOfTransition = 4 << 20;
constexpr size_t kMostLogBytes = 64 << 10;  // of output in the log, of one transition
constexpr size_t kMostReasonBytes = 500;
constexpr uint64_t kMostEntropyBytes = 1 << 20;
constexpr int64_t kMostWaitMs = int64_t{100} * 365 * 24 * 3600 * 1000;

std::string_view NameOf(std::string_view signature) {
  return signature.substr(0, signature.find('('));
}

std::string Cut(std::string text) {
  if (text.size() > kMostReasonBytes) text.resize(kMostReasonBytes);
  return text;
}

// A timeout in seconds as milliseconds; nothing: it is none.
std::optional<int64_t> MillisecondsOf(const HostValue& seconds) {
  const std::optional<double> number = seconds.as_double();
  if (!number || !(*number >= 0)) return std::nullopt;
  const double ms = *number * 1000;
  return ms >= static_cast<double>(kMostWaitMs) ? kMostWaitMs : static_cast<int64_t>(ms) + 1;
}

// {"args": [...], "kwargs": {...}}: whatever has a name goes by it.
std::string ArgumentsOf(const FunctionCall& call) {
  std::vector<HostValue> args;
  Members kwargs;
  for (size_t i = 0; i < call.args.size(); ++i) {
    if (i < call.parameters.size()) {
      kwargs.emplace_back(call.parameters[i], call.args[i]);
    } else {
      args.push_back(call.args[i]);
    }
  }
  for (const auto& [name, value] : call.kwargs) kwargs.emplace_back(name, value);
  return HostValue::Dict(Members{{"args", HostValue::List(std::move(args))},
                                 {"kwargs", HostValue::Dict(std::move(kwargs))}})
      .ToExactJson({.max_bytes = kMostCallBytes});
}

HostException ExceptionOf(const std::string& json) {
  const absl::StatusOr<HostValue> value = HostValueFromJson(json, {.tags = false});
  const HostValue* const type = value.ok() ? value->Find("type") : nullptr;
  const HostValue* const message = value.ok() ? value->Find("message") : nullptr;
  return HostException(
      std::string(type != nullptr ? type->as_str().value_or("RuntimeError") : "RuntimeError"),
      message != nullptr ? message->as_str().value_or("") : std::string_view(json));
}

}  // namespace

PythonSession::PythonSession(const Claim& claim, SessionSpec spec, PythonState state,
                             const std::function<Pulse()>& pulse)
    : claim_(claim),
      spec_(std::move(spec)),
      state_(std::move(state)),
      old_bytes_(state_.Pack()),
      had_ended_(state_.standing == Standing::kEnded),
      pulse_(pulse) {}

// The store's clock, and what passed here since it was asked.
int64_t PythonSession::NowNs() const {
  const std::chrono::nanoseconds passed = std::chrono::steady_clock::now() - begun_;
  return claim_.now * 1'000'000 + passed.count();
}

// ---- taking it up

SandboxLimits PythonSession::Limits() const {
  SandboxLimits limits;
  limits.memory_bytes = spec_.memory_bytes;
  limits.duration = std::chrono::milliseconds(spec_.run_ms);
  limits.allocations = std::nullopt;
  if (spec_.steps != 0) limits.steps = spec_.steps;
  limits.output_bytes = spec_.output_bytes;
  return limits;
}

SandboxOptions PythonSession::Options() {
  SandboxOptions options;
  options.limits = Limits();
  options.conversion = {
      .max_values = 100'000, .max_bytes = kMostCallBytes, .max_depth = 100, .max_handles = 1'000};
  options.permissions.clock = options.permissions.sleep = Permission::kHost;
  options.permissions.entropy = Permission::kHost;
  randombytes_buf(&options.entropy_seed, sizeof(options.entropy_seed));
  options.inputs = {
      {"emit",
       HostValue::HostFunction("emit(topic, body, /)", "Sends body to the outbox of the session.")},
      {"wait_signal", HostValue::HostFunction("wait_signal(name, /, timeout=None)",
                                              "Waits for a signal; None: the time is over.")}};
  for (const DeclaredFunction& function : spec_.functions) {
    options.inputs.emplace_back(std::string(NameOf(function.signature)),
                                HostValue::HostFunction(function.signature, function.doc));
  }
  options.file_system = files_;
  options.module_path = {""};
  options.arguments = {""};
  options.on_output = [this](OutputStream stream, std::string_view text) {
    TakeOutput(stream, text);
  };
  return options;
}

absl::Status PythonSession::OpenFiles() {
  const files::Limits limits = {.max_bytes = spec_.file_bytes, .max_file_bytes = spec_.file_bytes};
  if (state_.files.empty()) {
    files_ = std::make_shared<files::FileSystem>(limits);
    return absl::OkStatus();
  }
  absl::StatusOr<std::unique_ptr<files::FileSystem>> files =
      files::FileSystem::Restore(state_.files, limits, nullptr);
  if (!files.ok()) return files.status();
  files_ = *std::move(files);
  return absl::OkStatus();
}

absl::Status PythonSession::Begin() {
  ProgramOptions how;
  if (!spec_.file_name.empty()) how.file_name = spec_.file_name;
  absl::StatusOr<Sandbox> made = Sandbox::Create(Program::Compile(state_.rest, how), Options());
  if (!made.ok()) return made.status();
  sandbox_.emplace(*std::move(made));
  return absl::OkStatus();
}

absl::Status PythonSession::TakeUp() {
  if (absl::Status opened = OpenFiles(); !opened.ok()) return opened;
  if (state_.standing == Standing::kBegin) return Begin();
  SandboxOptions options = Options();
  // Those that count lie in the bytes.
  options.limits = {.memory_bytes = spec_.memory_bytes,
                    .duration = std::nullopt,
                    .allocations = std::nullopt,
                    .output_bytes = std::nullopt};
  absl::StatusOr<Sandbox> restored = Sandbox::Restore(state_.rest, options);
  if (!restored.ok()) return restored.status();
  sandbox_.emplace(*std::move(restored));
  return absl::OkStatus();
}

absl::Status PythonSession::Feed(const SignalRow& code) {
  used_signals_.insert(code.number);
  transition_.consumed_signals.push_back(code.number);
  state_.said = 0;
  if (absl::Status renewed = sandbox_->Renew(Limits()); !renewed.ok()) return renewed;
  return sandbox_->Feed(code.payload);
}

const SignalRow* PythonSession::NextSignal(std::string_view name) const {
  for (const SignalRow& signal : claim_.signals) {
    if (signal.name == name && !used_signals_.contains(signal.number)) return &signal;
  }
  return nullptr;
}

bool PythonSession::AnswerCall(const CallRow& call) {
  const CallId id{0, static_cast<uint64_t>(call.call_id)};
  transition_.delivered_calls.push_back(call.call_id);
  state_.waits.erase(id.sequence);
  if (!call.error.empty()) {
    const HostException error = ExceptionOf(call.error);
    return Answer(id, error) ||
           Answer(id, HostException("RuntimeError", fmt::format("{}: {}", error.type, call.error)));
  }
  const absl::StatusOr<HostValue> value = HostValueFromJson(call.reply);
  return (value.ok() && Answer(id, *value)) ||
         Answer(id,
                HostException("ValueError", "the answer of this call is no value that crosses"));
}

PythonSession::Given PythonSession::GiveSignal(uint64_t id, const Wait& wait) {
  const SignalRow* const signal = NextSignal(wait.name);
  if (signal == nullptr) {
    if (wait.due == 0 || wait.due > NowMs()) return Given::kNotYet;
    return Answer({0, id}, HostValue()) ? Given::kYes : Given::kNobodyWaits;
  }
  const absl::StatusOr<HostValue> value = HostValueFromJson(signal->payload);
  const bool given =
      (value.ok() && Answer({0, id}, *value)) || Answer({0, id}, HostValue(signal->payload));
  if (!given) return Given::kNobodyWaits;
  used_signals_.insert(signal->number);
  transition_.consumed_signals.push_back(signal->number);
  return Given::kYes;
}

// Of what was cancelled in the program meanwhile nobody waits for the answer.
PythonSession::Given PythonSession::Give(uint64_t id, const Wait& wait) {
  if (wait.kind == Wait::Kind::kSignal) return GiveSignal(id, wait);
  if (wait.kind == Wait::Kind::kCall || wait.due > NowMs()) return Given::kNotYet;
  return Answer({0, id}, HostValue()) ? Given::kYes : Given::kNobodyWaits;
}

bool PythonSession::Deliver() {
  bool came = !state_.all_wait || (state_.timer_at != 0 && state_.timer_at <= NowMs());
  for (const CallRow& call : claim_.answered) came = AnswerCall(call) || came;
  for (auto at = state_.waits.begin(); at != state_.waits.end();) {
    const Given given = Give(at->first, at->second);
    came = came || given == Given::kYes;
    at = given == Given::kNotYet ? std::next(at) : state_.waits.erase(at);
  }
  return came;
}

absl::StatusOr<Transition> PythonSession::Run() {
  const SignalRow* const code = NextSignal(kFeedSignal);
  if (state_.standing == Standing::kDead || (had_ended_ && code == nullptr)) return AsBefore();
  if (absl::Status taken = TakeUp(); !taken.ok()) return taken;
  if (had_ended_) {
    if (absl::Status fed = Feed(*code); !fed.ok()) return fed;
  } else if (state_.standing == Standing::kStops && !Deliver()) {
    return Waits();
  }
  state_.all_wait = false;
  state_.timer_at = 0;
  return RunToStop();
}

// ---- running

absl::StatusOr<Transition> PythonSession::RunToStop() {
  while (true) {
    const Stop stop = sandbox_->RunFor(kFuel);
    absl::StatusOr<std::optional<Transition>> after = After(stop);
    if (!after.ok()) return after.status();
    if (*after) return **std::move(after);
    if (said_here_ > kMostOfTransition) return Stopped(SessionState::kReady);
    switch (pulse_()) {
      case Pulse::kGoOn: break;
      case Pulse::kStore: return Stopped(SessionState::kReady);
      case Pulse::kDrop: return absl::AbortedError("the lease is lost");
    }
  }
}

// Nothing: it goes on.
absl::StatusOr<std::optional<Transition>> PythonSession::After(const Stop& stop) {
  absl::StatusOr<Transition> end = absl::InternalError("a stop that nobody expects");
  if (std::get_if<OutOfFuel>(&stop)) return std::nullopt;
  if (const auto* call = std::get_if<FunctionCall>(&stop)) {
    if (Handle(*call)) return std::nullopt;
    end = Waits();
  } else if (const auto* request = std::get_if<OsRequest>(&stop)) {
    if (Handle(*request)) return std::nullopt;
    end = Waits();
  } else if (const auto* waiting = std::get_if<Waiting>(&stop)) {
    state_.all_wait = true;
    if (waiting->sleep_ns) state_.timer_at = NowMs() + *waiting->sleep_ns / 1'000'000 + 1;
    end = Waits();
  } else if (const auto* finished = std::get_if<Finished>(&stop)) {
    end = Ended(false, finished->value.ToExactJson({.max_bytes = kMostCallBytes}), "");
  } else if (const auto* raised = std::get_if<Raised>(&stop)) {
    end = EndedBy(*raised);
  } else if (const auto* limit = std::get_if<LimitReached>(&stop)) {
    end = EndedBy(*limit);
  }
  if (!end.ok()) return end.status();
  return std::optional<Transition>(*std::move(end));
}

bool PythonSession::Answer(CallId id, Reply reply) {
  return sandbox_->Answer(id, std::move(reply)).ok();
}

// True: a task waits, and the others go on.
bool PythonSession::WaitFor(CallId id, Wait wait) {
  state_.waits[id.sequence] = std::move(wait);
  return Answer(id, Later{});
}

bool PythonSession::Handle(const FunctionCall& call) {
  // It stands where it stood.
  if (state_.waits.contains(call.id.sequence)) return false;
  if (call.name == "emit") return Emit(call);
  if (call.name == "wait_signal") return WaitForSignal(call);
  return Announce(call);
}

// False: it is too much, which the program was told.
bool PythonSession::MaySay(CallId id, size_t bytes) {
  if (bytes > kMostSaidBytes - std::min(state_.said, kMostSaidBytes)) {
    Answer(id, HostException("RuntimeError", "the session has said more than 64 MiB"));
    return false;
  }
  state_.said += bytes;
  said_here_ += bytes;
  return true;
}

bool PythonSession::Announce(const FunctionCall& call) {
  std::string args = ArgumentsOf(call);
  if (args.size() >= kMostCallBytes)
    return Answer(call.id, HostException("ValueError", "the arguments are too large"));
  if (!MaySay(call.id, args.size())) return true;
  CallClass call_class = CallClass::kOnce;
  for (const DeclaredFunction& function : spec_.functions) {
    if (NameOf(function.signature) == call.name) call_class = function.call_class;
  }
  transition_.calls.push_back(
      {static_cast<int64_t>(call.id.sequence), call.name, std::move(args), call_class});
  return WaitFor(call.id, {Wait::Kind::kCall, 0, ""});
}

bool PythonSession::Emit(const FunctionCall& call) {
  const std::string body = call.Arg(1).ToExactJson({.max_bytes = kMostCallBytes});
  const std::optional<std::string_view> topic = call.Arg(0).as_str();
  if (!topic) return Answer(call.id, HostException("TypeError", "a topic is a str"));
  if (body.size() >= kMostCallBytes)
    return Answer(call.id, HostException("ValueError", "the body is too large"));
  if (!MaySay(call.id, topic->size() + body.size())) return true;
  transition_.outbox.emplace_back(*topic, body);
  return Answer(call.id, HostValue());
}

bool PythonSession::WaitForSignal(const FunctionCall& call) {
  const std::optional<std::string_view> name = call.Arg(0).as_str();
  const HostValue timeout = call.Arg(1, "timeout");
  const std::optional<int64_t> ms = timeout.is_none() ? 0 : MillisecondsOf(timeout);
  if (!name || !IsSignalName(*name))
    return Answer(call.id, HostException("ValueError", "this is no name of a signal"));
  if (!ms) return Answer(call.id, HostException("ValueError", "a timeout is a number of seconds"));
  const Wait wait = {Wait::Kind::kSignal, *ms == 0 ? 0 : NowMs() + *ms, std::string(*name)};
  if (GiveSignal(call.id.sequence, wait) == Given::kYes) return true;
  return WaitFor(call.id, wait);
}

bool PythonSession::Sleep(CallId id, int64_t nanoseconds) {
  if (state_.waits.contains(id.sequence)) return false;
  if (nanoseconds <= kShortSleepNs) {
    std::this_thread::sleep_for(std::chrono::nanoseconds(nanoseconds));
    return Answer(id, HostValue());
  }
  state_.waits[id.sequence] = {Wait::Kind::kSleep,
                               NowMs() + std::min(nanoseconds / 1'000'000, kMostWaitMs) + 1, ""};
  return false;
}

bool PythonSession::Handle(const OsRequest& request) {
  if (const auto* sleep = std::get_if<os::Sleep>(&request.call))
    return Sleep(request.id, sleep->nanoseconds);
  if (const auto* now = std::get_if<os::Now>(&request.call)) {
    const bool is_process = now->clock == os::Now::Clock::kProcess;
    const int64_t ns = is_process ? sandbox_->usage().running.count() : NowNs();
    return Answer(request.id, HostValue(ns));
  }
  if (const auto* entropy = std::get_if<os::Entropy>(&request.call)) {
    if (entropy->bytes > kMostEntropyBytes)
      return Answer(request.id, HostException("MemoryError", "that many random bytes"));
    std::string bytes(entropy->bytes, '\0');
    randombytes_buf(bytes.data(), bytes.size());
    return Answer(request.id, HostValue::Bytes(bytes));
  }
  return Answer(request.id, HostException("PermissionError", "not in a durable session"));
}

void PythonSession::TakeOutput(OutputStream stream, std::string_view text) {
  const std::string_view event = stream == OutputStream::kOut ? "stdout" : "stderr";
  const size_t room = kMostLogBytes - std::min(log_bytes_, kMostLogBytes);
  if (room == 0) return;
  log_bytes_ += text.size();
  const bool cut = text.size() >= room;
  std::string kept(text.substr(0, room));
  if (cut) kept += "\n... more was written than the log keeps\n";
  if (!transition_.log.empty() && transition_.log.back().first == event) {
    transition_.log.back().second += kept;
  } else {
    transition_.log.emplace_back(event, std::move(kept));
  }
}

// ---- what came of it

absl::StatusOr<Transition> PythonSession::Stopped(SessionState next) {
  if (state_.standing != Standing::kEnded) state_.standing = Standing::kStops;
  absl::StatusOr<std::string> bytes = sandbox_->Snapshot();
  if (!bytes.ok()) return bytes.status();
  state_.rest = *std::move(bytes);
  state_.files = files_->FilesUsed() == 0 ? "" : files_->Snapshot();
  transition_.next = next;
  transition_.blob = state_.Pack();
  return std::move(transition_);
}

// Sleeping: nobody but the clock can wake it.
absl::StatusOr<Transition> PythonSession::Waits() {
  int64_t due = state_.timer_at;
  bool only_clock = true;
  for (const auto& [id, wait] : state_.waits) {
    if (wait.due != 0 && (due == 0 || wait.due < due)) due = wait.due;
    only_clock = only_clock && wait.kind == Wait::Kind::kSleep;
    if (wait.kind == Wait::Kind::kSignal) transition_.wants_signal += wait.name + "\n";
  }
  transition_.timer_at = due;
  return Stopped(only_clock && due != 0 ? SessionState::kSleeping : SessionState::kWaiting);
}

absl::StatusOr<Transition> PythonSession::Ended(bool failed, std::string result,
                                                std::string reason) {
  state_.standing = Standing::kEnded;
  state_.failed = failed;
  state_.waits.clear();
  transition_.result = result.size() >= kMostCallBytes ? R"({"$truncated": true})" : result;
  transition_.reason = Cut(std::move(reason));
  return Stopped(failed ? SessionState::kFailed : SessionState::kDone);
}

absl::StatusOr<Transition> PythonSession::EndedBy(const Raised& raised) {
  const bool failed = raised.exit_status.value_or(1) != 0;
  const std::string type(raised.exception.name());
  const std::string result = HostValue::Dict(Members{{"exception", type},
                                                     {"message", raised.message},
                                                     {"traceback", raised.traceback}})
                                 .ToJson({.max_bytes = kMostCallBytes});
  return Ended(failed, result, failed ? fmt::format("{}: {}", type, raised.message) : "");
}

// What a limit ends is gone. Of a feed that has run in one piece the state before it is there.
absl::StatusOr<Transition> PythonSession::EndedBy(const LimitReached& limit) {
  transition_.next = SessionState::kFailed;
  transition_.reason = Cut(limit.message);
  transition_.result =
      HostValue::Dict(Members{{"limit", LimitName(limit.limit)}, {"message", limit.message}})
          .ToJson({.max_bytes = kMostCallBytes});
  transition_.calls.clear();
  transition_.outbox.clear();
  if (had_ended_) {
    transition_.blob = old_bytes_;
    return std::move(transition_);
  }
  PythonState dead;
  dead.standing = Standing::kDead;
  dead.failed = true;
  transition_.blob = dead.Pack();
  return std::move(transition_);
}

Transition PythonSession::AsBefore() {
  transition_.next = state_.failed ? SessionState::kFailed : SessionState::kDone;
  transition_.result = claim_.session.result;
  transition_.reason = claim_.session.reason;
  transition_.blob = old_bytes_;
  for (const SignalRow& signal : claim_.signals) {
    if (signal.name != kFeedSignal) continue;
    transition_.consumed_signals.push_back(signal.number);
    transition_.reason = "a limit ended this session for good: nothing can be fed to it";
  }
  return std::move(transition_);
}

}  // namespace pysub::sessions
