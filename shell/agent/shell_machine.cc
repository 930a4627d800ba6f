#include "shell/agent/shell_machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <thread>
#include <utility>

#include "osbridge/sessions/packing.h"
#include "osbridge/sessions/python_machine.h"
#include "pysub/host_value_json.h"
#include "pysub/shell/command.h"
#include "pysub/shell/shell.h"
#include "shell/agent/json.h"
#include "shell/python/python_options.h"
#include "shell/sqlite/sqlite.h"

namespace pysub::agent {
namespace {

using sessions::CallClass;
using sessions::CallRow;
using sessions::Claim;
using sessions::Pulse;
using sessions::SessionSpec;
using sessions::SessionState;
using sessions::SignalRow;
using sessions::Transition;
using Clock = std::chrono::steady_clock;

constexpr std::string_view kForm = "shell 1";
constexpr uint64_t kFuel = 300'000;
constexpr int64_t kNsInFuel = 1'000;           // of sleeping
constexpr int64_t kMostSleptNs = 200'000'000;  // here; longer sleepers are stored
constexpr int64_t kLookNs = 20'000'000;        // of a call at its answer
constexpr int64_t kShortestNapMs = 100, kLongestNapMs = 60'000, kLongestWaitMs = 3'600'000;
constexpr size_t kMostCodeBytes = 4 << 20;
constexpr size_t kMostLogBytes = 64 << 10;

enum class Standing : uint8_t { kBegin, kStops, kEnded };

// A shell session as bytes.
struct State {
  Standing standing = Standing::kBegin;
  bool failed = false;
  int64_t saved_at = 0;      // by the store's clock
  int64_t asleep_since = 0;  // 0: it was awake
  int64_t calls = 0;         // made so far
  int64_t open = 0;          // of which nobody has taken the answer
  std::string rest;          // the script, or the shell's snapshot

  std::string Pack() const {
    std::string bytes;
    sessions::Pack(kForm, &bytes);
    for (const int64_t number : {static_cast<int64_t>(standing), static_cast<int64_t>(failed),
                                 saved_at, asleep_since, calls, open})
      sessions::Pack(std::to_string(number), &bytes);
    sessions::Pack(rest, &bytes);
    return bytes;
  }
};

absl::StatusOr<State> Unpack(std::string_view bytes) {
  const auto parts = sessions::UnpackAll<8>(bytes);
  const absl::Status damaged = absl::DataLossError("the state of the session is damaged");
  if (!parts || (*parts)[0] != kForm) return damaged;
  std::array<int64_t, 6> numbers = {};
  for (size_t i = 0; i < numbers.size(); ++i) {
    const std::string_view text = (*parts)[i + 1];
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), numbers[i]);
    if (error != std::errc() || at != text.data() + text.size() || numbers[i] < 0) return damaged;
  }
  if (numbers[0] > static_cast<int64_t>(Standing::kEnded)) return damaged;
  return State{static_cast<Standing>(numbers[0]),
               numbers[1] != 0,
               numbers[2],
               numbers[3],
               numbers[4],
               numbers[5],
               std::string((*parts)[7])};
}

std::string_view NameOf(std::string_view signature) {
  return signature.substr(0, signature.find('('));
}

// What `call` knows of the run that it is in.
struct Calls {
  const SessionSpec& spec;
  int64_t made = 0;
  std::map<int64_t, const CallRow*> answered;
  std::set<int64_t> taken;
  Transition* transition = nullptr;

  // 0: there is no such function.
  int64_t Announce(std::string_view name, std::span<const std::string> args) {
    for (const sessions::DeclaredFunction& function : spec.functions) {
      if (NameOf(function.signature) != name) continue;
      std::vector<HostValue> values;
      for (const std::string& arg : args) values.emplace_back(CleanText(arg));
      const std::string json =
          Object({{"args", HostValue::List(std::move(values))}, {"kwargs", Object()}})
              .ToExactJson({.max_bytes = 4 << 20});
      transition->calls.push_back({++made, std::string(name), json, function.call_class});
      return made;
    }
    return 0;
  }
};

std::string ShownReply(const CallRow& row) {
  const std::string& json = row.error.empty() ? row.reply : row.error;
  const absl::StatusOr<HostValue> value = HostValueFromJson(json, {.tags = false});
  if (!value.ok()) return json;
  const HostValue* const message = row.error.empty() ? nullptr : value->Find("message");
  const HostValue& shown = message != nullptr ? *message : *value;
  return std::string(shown.as_str().value_or(json));
}

class CallCommand final : public shell::Command {
 public:
  explicit CallCommand(Calls* calls) : calls_(calls) {}
  void Fields(shell::Archive& archive) override { archive(number_); }
  shell::Progress Step(shell::CommandIo& io) override {
    if (number_ == 0) return Begin(io);
    const auto at = calls_->answered.find(number_);
    if (at == calls_->answered.end()) return Wait(io);
    calls_->taken.insert(number_);
    const bool failed = !at->second->error.empty();
    const std::string text = ShownReply(*at->second);
    if (failed) {
      io.Error(text);
    } else {
      io.Out(text + "\n");
    }
    return shell::Progress::Done(failed ? 1 : 0);
  }

 private:
  static shell::Progress Wait(shell::CommandIo& io) {
    io.WakeAt(io.MonotonicNs() + kLookNs);
    return shell::Progress::Wait();
  }
  shell::Progress Begin(shell::CommandIo& io) {
    if (io.args().empty()) {
      io.Error("a function is missing");
      return shell::Progress::Done(2);
    }
    number_ = calls_->Announce(io.args()[0], io.args().subspan(1));
    if (number_ != 0) return Wait(io);
    io.Error(io.args()[0] + ": this session has no such function");
    return shell::Progress::Done(127);
  }

  Calls* calls_;
  int64_t number_ = 0;
};

std::unique_ptr<shell::Command> MakeCall(const void* context) {
  return std::make_unique<CallCommand>(static_cast<Calls*>(const_cast<void*>(context)));
}

// One run of a session: from a claim to a transition.
class ShellRun {
 public:
  ShellRun(const Claim& claim, SessionSpec spec, State state, const std::function<Pulse()>& pulse)
      : claim_(claim), spec_(std::move(spec)), state_(std::move(state)), pulse_(pulse) {}

  absl::StatusOr<Transition> Run() {
    const SignalRow* const code = NextCode();
    if (state_.standing == Standing::kEnded && code == nullptr) return AsBefore();
    calls_.made = state_.calls;
    for (const CallRow& call : claim_.answered) calls_.answered[call.call_id] = &call;
    if (absl::Status taken = TakeUp(); !taken.ok()) return taken;
    if (state_.standing == Standing::kBegin) shell_->Start(state_.rest);
    if (state_.standing == Standing::kEnded) {
      transition_.consumed_signals.push_back(code->number);
      shell_->Start(code->payload);
    }
    return RunToStop();
  }

 private:
  const SignalRow* NextCode() const {
    for (const SignalRow& signal : claim_.signals) {
      if (signal.name == sessions::kFeedSignal) return &signal;
    }
    return nullptr;
  }

  int64_t PassedNs() const { return std::chrono::nanoseconds(Clock::now() - begun_).count(); }
  int64_t NowMs() const { return claim_.now + PassedNs() / 1'000'000; }

  Shell::Builder Builder() {
    ShellLimits limits;
    limits.memory_bytes = spec_.memory_bytes;
    limits.output_bytes = spec_.output_bytes;
    limits.wall_time = std::chrono::milliseconds(spec_.run_ms);
    if (spec_.steps != 0) limits.steps = spec_.steps;
    PythonOptions python;
    python.limits.memory_bytes = spec_.memory_bytes;
    python.limits.duration = std::chrono::milliseconds(spec_.run_ms);
    python.host.warm_workers = 0;
    Shell::Builder builder;
    builder.Limits(limits).FileLimits({.max_bytes = spec_.file_bytes}).Python(python);
    // (Not where somebody used SQLite before its memory could be counted.)
    if (shell::CountSqliteMemory()) builder.Command(&shell::SqliteCommand());
    builder.Command(&call_).Clock([this] { return claim_.now * 1'000'000 + PassedNs(); },
                                  [this] { return PassedNs() + stored_ns_; },
                                  [this](int64_t ns) { Sleep(ns); });
    return builder;
  }

  // The time in which it lay in the store passes for what sleeps, and for no limit.
  absl::Status TakeUp() {
    const bool is_new = state_.standing == Standing::kBegin;
    absl::StatusOr<Shell> shell = is_new ? Builder().Build() : Builder().Restore(state_.rest);
    if (!shell.ok()) return shell.status();
    shell_.emplace(*std::move(shell));
    if (!is_new) stored_ns_ = std::max<int64_t>(0, claim_.now - state_.saved_at) * 1'000'000;
    return absl::OkStatus();
  }

  void Sleep(int64_t ns) {
    asleep_ns_ += ns;
    if (slept_ns_ >= kMostSleptNs) return;
    slept_ns_ += ns;
    std::this_thread::sleep_for(std::chrono::nanoseconds(ns));
  }

  absl::StatusOr<Transition> RunToStop() {
    while (true) {
      asleep_ns_ = 0;
      const std::optional<ExecResult> end = shell_->RunFor(kFuel);
      Note("stdout", end ? end->stdout_text : shell_->TakeStdout());
      Note("stderr", end ? end->stderr_text : shell_->TakeStderr());
      if (end) return Ended(*end);
      const bool all_sleep = asleep_ns_ / kNsInFuel > static_cast<int64_t>(kFuel) / 2;
      if (!all_sleep) state_.asleep_since = 0;
      if (all_sleep && slept_ns_ >= kMostSleptNs) return Sleeps();
      switch (pulse_()) {
        case Pulse::kGoOn: break;
        case Pulse::kStore: return Stopped(SessionState::kReady);
        case Pulse::kDrop: return absl::AbortedError("the lease is lost");
      }
    }
  }

  void Note(std::string_view event, std::string text) {
    const size_t room = kMostLogBytes - std::min(log_bytes_, kMostLogBytes);
    if (text.empty() || room == 0) return;
    log_bytes_ += text.size();
    if (text.size() > room) text = text.substr(0, room) + "\n... more than the log keeps\n";
    transition_.log.emplace_back(event, std::move(text));
  }

  absl::StatusOr<Transition> Stopped(SessionState next) {
    absl::StatusOr<std::string> bytes = shell_->Snapshot();
    if (!bytes.ok()) return bytes.status();
    if (state_.standing != Standing::kEnded || shell_->Running())
      state_.standing = Standing::kStops;
    state_.rest = *std::move(bytes);
    state_.saved_at = NowMs();
    state_.calls = calls_.made;
    state_.open = OpenCalls();
    // Who stands half-way may still want an answer; of who sleeps or has ended all that did have
    // it.
    for (const auto& [number, call] : calls_.answered) {
      if (next != SessionState::kReady || calls_.taken.contains(number))
        transition_.delivered_calls.push_back(number);
    }
    transition_.next = next;
    transition_.blob = state_.Pack();
    return std::move(transition_);
  }

  int64_t OpenCalls() const {
    return state_.open + static_cast<int64_t>(transition_.calls.size()) -
           static_cast<int64_t>(calls_.taken.size());
  }

  // Nobody says until when: it is looked at again after a tenth of the time for which it slept.
  absl::StatusOr<Transition> Sleeps() {
    if (state_.asleep_since == 0) state_.asleep_since = NowMs();
    const bool waits = OpenCalls() > 0;  // for an answer, which wakes it
    const int64_t nap = (NowMs() - state_.asleep_since) / 10;
    transition_.timer_at =
        NowMs() + std::clamp(nap, kShortestNapMs, waits ? kLongestWaitMs : kLongestNapMs);
    return Stopped(waits ? SessionState::kWaiting : SessionState::kSleeping);
  }

  absl::StatusOr<Transition> Ended(const ExecResult& end) {
    state_.standing = Standing::kEnded;
    state_.asleep_since = 0;
    state_.failed = end.limit != ShellLimit::kNone;
    const std::string limit(ShellLimitName(end.limit));
    transition_.result = Object({{"exit_code", end.exit_code}, {"limit", limit}}).ToJson();
    if (state_.failed) transition_.reason = "the limit of " + limit;
    return Stopped(state_.failed ? SessionState::kFailed : SessionState::kDone);
  }

  Transition AsBefore() {
    transition_.next = state_.failed ? SessionState::kFailed : SessionState::kDone;
    transition_.result = claim_.session.result;
    transition_.reason = claim_.session.reason;
    transition_.blob = state_.Pack();
    return std::move(transition_);
  }

  const Claim& claim_;
  const SessionSpec spec_;
  State state_;
  const std::function<Pulse()>& pulse_;
  const Clock::time_point begun_ = Clock::now();
  Transition transition_;
  Calls calls_{.spec = spec_, .transition = &transition_};
  const shell::CommandInfo call_ = {.name = "call",
                                    .make = nullptr,
                                    .usage = "Usage: call NAME [ARGUMENT]...\n",
                                    .hint = "calls a function of the host and prints its answer",
                                    .make_from = MakeCall,
                                    .context = &calls_};
  int64_t stored_ns_ = 0;  // for which it lay in the store
  int64_t asleep_ns_ = 0;  // of this slice
  int64_t slept_ns_ = 0;   // really, of this run
  size_t log_bytes_ = 0;
  std::optional<Shell> shell_;  // before what it refers to goes
};

}  // namespace

ShellMachine::ShellMachine() : format_(sessions::SnapshotFormat()) {}

absl::StatusOr<std::string> ShellMachine::Begin(std::string_view code) const {
  if (code.size() > kMostCodeBytes)
    return absl::InvalidArgumentError(
        fmt::format("the script has more than {} bytes", kMostCodeBytes));
  State state;
  state.rest = code;
  return state.Pack();
}

absl::StatusOr<Transition> ShellMachine::Run(const Claim& claim, std::string_view state,
                                             const std::function<Pulse()>& pulse) const {
  absl::StatusOr<SessionSpec> spec = SessionSpec::Parse(claim.session.spec);
  if (!spec.ok()) return absl::DataLossError(std::string(spec.status().message()));
  absl::StatusOr<State> old = Unpack(state);
  if (!old.ok()) return old.status();
  ShellRun run(claim, *std::move(spec), *std::move(old), pulse);
  absl::StatusOr<Transition> transition = run.Run();
  if (transition.ok()) transition->format = format_;
  return transition;
}

}  // namespace pysub::agent
