#include "osbridge/sessions/worker.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "osbridge/call_signature.h"
#include "osbridge/sessions/store_rules.h"
#include "pysub/sandbox.h"

namespace pysub::sessions {
namespace {

constexpr int64_t kIdleMs = 100;        // between two looks for something to do
constexpr int64_t kPieceMs = 50;        // of waiting, between two looks whether to stop
constexpr int64_t kRecoverMs = 1'000;   // between two looks for calls that nobody runs any more
constexpr int64_t kFirstPauseMs = 100;  // when the store fails; doubles
constexpr int64_t kLongestPauseMs = 10'000;
constexpr int kAttempts = 3;  // to store a transition
constexpr size_t kMostNameBytes = 200;

// A part of a second at a time, so that nobody waits long for it to stop.
void Pause(int64_t ms, const std::atomic<bool>& stop, const std::atomic<bool>& stopping) {
  for (; ms > 0 && !stop && !stopping; ms -= kPieceMs)
    std::this_thread::sleep_for(std::chrono::milliseconds(std::min(ms, kPieceMs)));
}

int64_t MillisecondsSince(std::chrono::steady_clock::time_point then) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                               then)
      .count();
}

}  // namespace

Worker::Worker(SessionStore& store, const SessionKeys& keys, WorkerOptions options)
    : store_(store), keys_(keys), options_(std::move(options)) {
  // (A process id comes again, and other machines have the same ones.)
  if (options_.name.empty()) options_.name = fmt::format("{}-{}", getpid(), SessionId());
}

void Worker::Add(std::unique_ptr<Machine> machine) { machines_.push_back(std::move(machine)); }

void Worker::Handle(std::string name, Handler handler) {
  handlers_[std::move(name)] = std::move(handler);
}

const Machine* Worker::MachineOf(std::string_view kind) const {
  for (const std::unique_ptr<Machine>& machine : machines_) {
    if (machine->kind() == kind) return machine.get();
  }
  return nullptr;
}

// ---- a session

Pulse Worker::Look(const Lease& lease) {
  if (MillisecondsSince(lease_renewed_) > options_.lease_ms / 3) {
    const absl::Status renewed = store_.Heartbeat(lease, options_.lease_ms);
    if (absl::IsAborted(renewed)) return Pulse::kDrop;
    if (renewed.ok()) lease_renewed_ = Clock::now();
  }
  if (MillisecondsSince(lease_renewed_) > options_.lease_ms) return Pulse::kDrop;
  const bool over = stopping_ || *stop_ || MillisecondsSince(turn_began_) > options_.turn_ms;
  return over ? Pulse::kStore : Pulse::kGoOn;
}

absl::StatusOr<bool> Worker::WorkOnSession() {
  ClaimRequest request;
  request.owner = options_.name;
  request.lease_ms = options_.lease_ms;
  request.tenant = options_.tenant;
  request.most_crashes = options_.most_crashes;
  request.crash_delay_ms = options_.crash_delay_ms;
  for (const std::unique_ptr<Machine>& machine : machines_) {
    request.kinds.emplace_back(machine->kind());
    request.format = machine->format();
  }
  if (request.kinds.empty()) return false;
  absl::StatusOr<std::optional<Claim>> claim = store_.ClaimNext(request);
  if (!claim.ok()) return claim.status();
  if (!*claim) return false;
  turn_began_ = lease_renewed_ = Clock::now();
  if (absl::Status done = RunClaim(**claim); !done.ok()) return done;
  return true;
}

absl::Status Worker::RunClaim(const Claim& claim) {
  const Machine* const machine = MachineOf(claim.session.kind);
  if (machine == nullptr) return Refuse(claim.lease, absl::UnimplementedError("no such kind"));
  const absl::StatusOr<std::string_view> state =
      keys_.Open(claim.session.tenant, claim.lease.session, claim.lease.seq, claim.snapshot.blob);
  if (!state.ok()) return Refuse(claim.lease, state.status());
  absl::StatusOr<Transition> transition =
      machine->Run(claim, *state, [&] { return Look(claim.lease); });
  if (absl::IsAborted(transition.status())) return absl::OkStatus();
  if (!transition.ok()) return Refuse(claim.lease, transition.status());
  return Finish(claim.lease, claim, *std::move(transition));
}

// That the lease is lost is no failure: others go on with the session.
absl::Status Worker::Finish(Lease lease, const Claim& claim, Transition transition) {
  transition.blob = keys_.Seal(claim.session.tenant, lease.session, lease.seq + 1, transition.blob);
  absl::Status done;
  for (int i = 0; i < kAttempts; ++i) {
    done = store_.Commit(&lease, transition);
    if (done.ok() || absl::IsAborted(done)) return absl::OkStatus();
    // (Who is to stop has tried as long as the store tries itself: the lease ends by itself, too.)
    if (!absl::IsUnavailable(done) || stopping_ || *stop_) return done;
  }
  return done;
}

// It cannot be taken up here, and the next attempt would say the same.
absl::Status Worker::Refuse(const Lease& lease, const absl::Status& why) {
  const absl::Status parked = store_.Park(lease, kParkedForState, std::string(why.message()));
  return absl::IsAborted(parked) ? absl::OkStatus() : parked;
}

// ---- a call

absl::StatusOr<bool> Worker::WorkOnCall() {
  if (handlers_.empty()) return false;
  CallTake take;
  take.owner = options_.name;
  take.lease_ms = options_.call_lease_ms;
  take.tenant = options_.tenant;
  for (const auto& [name, handler] : handlers_) take.names.push_back(name);
  const absl::StatusOr<std::optional<CallRow>> call = store_.TakeCall(take);
  if (!call.ok()) return call.status();
  if (!*call) return false;
  const std::optional<CallReply> reply = handlers_.find((*call)->name)->second(**call);
  if (!reply) return true;
  absl::StatusOr<bool> answered = false;
  for (int i = 0; i < kAttempts; ++i) {
    answered = store_.Answer((*call)->session, (*call)->call_id, *reply);
    if (answered.ok() || !absl::IsUnavailable(answered.status())) break;
  }
  if (absl::IsNotFound(answered.status())) return true;  // its session is gone
  if (!answered.ok()) return answered.status();
  return true;
}

absl::StatusOr<bool> Worker::WorkOnce() {
  if (MillisecondsSince(recovered_) > kRecoverMs) {
    if (absl::StatusOr<int64_t> recovered = store_.RecoverCalls(); !recovered.ok())
      return recovered.status();
    recovered_ = Clock::now();
  }
  const absl::StatusOr<bool> ran = WorkOnSession();
  if (!ran.ok()) return ran;
  const absl::StatusOr<bool> called = stopping_ || *stop_ ? false : WorkOnCall();
  if (!called.ok()) return called;
  return *ran || *called;
}

void Worker::Work(const std::atomic<bool>& stop,
                  const std::function<void(const absl::Status&)>& on_error) {
  stop_ = &stop;
  int64_t pause = kFirstPauseMs;
  while (!stop && !stopping_) {
    const absl::StatusOr<bool> worked = WorkOnce();
    if (!worked.ok()) {
      on_error(worked.status());
      Pause(pause, stop, stopping_);
      pause = std::min(2 * pause, kLongestPauseMs);
      continue;
    }
    pause = kFirstPauseMs;
    bool hinted = *worked;
    for (int64_t ms = kIdleMs; ms > 0 && !hinted && !stop && !stopping_; ms -= kPieceMs)
      hinted = store_.AwaitHint(kPieceMs);
  }
}

// ---- what hosts do

absl::StatusOr<std::string> CreateSession(SessionStore& store, const SessionKeys& keys,
                                          const Machine& machine, const SessionRequest& request) {
  if (request.tenant.empty() || request.tenant.size() > kMostNameBytes)
    return absl::InvalidArgumentError("a tenant has a name of 1 to 200 bytes");
  // What no worker could take up is no session.
  const std::string spec = request.spec.ToJson();
  if (absl::StatusOr<SessionSpec> read = SessionSpec::Parse(spec); !read.ok())
    return absl::InvalidArgumentError(std::string(read.status().message()));
  SandboxOptions options;
  for (const DeclaredFunction& function : request.spec.functions) {
    const std::string name = function.signature.substr(0, function.signature.find('('));
    if (name == "emit" || name == "wait_signal")
      return absl::InvalidArgumentError(fmt::format("{}: every session has this function", name));
    // (A name alone is taken by the sandbox whatever it is, and would only be missed by programs.)
    if (const auto read = CallSignature::Read(function.signature); !read.ok()) return read.status();
    options.inputs.emplace_back(name, HostValue::HostFunction(function.signature, function.doc));
  }
  // It knows which signatures are none.
  const absl::StatusOr<Sandbox> tried = Sandbox::Create(Program::Compile(""), options);
  if (!tried.ok()) return tried.status();
  absl::StatusOr<std::string> state = machine.Begin(request.code);
  if (!state.ok()) return state.status();
  NewSession session;
  session.id = SessionId();
  session.tenant = request.tenant;
  session.kind = machine.kind();
  session.title = request.title;
  session.spec = spec;
  session.idem_key = request.idem_key;
  session.blob = keys.Seal(request.tenant, session.id, 0, *state);
  return store.Create(session);
}

namespace {

// A session of the store and its state, which points into the snapshot.
struct Opened {
  SessionRow row;
  SnapshotRow snapshot;
  std::string_view state;
};

absl::Status Open(SessionStore& store, const SessionKeys& keys, std::string_view id,
                  Opened* opened) {
  absl::StatusOr<SessionRow> row = store.Get(id);
  if (!row.ok()) return row.status();
  absl::StatusOr<SnapshotRow> snapshot = store.Snapshot(id);
  if (!snapshot.ok()) return snapshot.status();
  // A copy would have a digest of its own, and nobody could tell any more that this was damaged.
  if (DigestOf(snapshot->blob) != snapshot->digest)
    return absl::DataLossError("its snapshot is damaged");
  opened->row = *std::move(row);
  opened->snapshot = *std::move(snapshot);
  const absl::StatusOr<std::string_view> state =
      keys.Open(opened->row.tenant, id, opened->snapshot.seq, opened->snapshot.blob);
  if (!state.ok()) return state.status();
  opened->state = *state;
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::string> ForkSession(SessionStore& store, const SessionKeys& keys,
                                        std::string_view id, const std::string& title,
                                        const std::string& idem_key) {
  absl::StatusOr<std::string> forked = absl::AbortedError("");
  for (int i = 0; i < kAttempts && absl::IsAborted(forked.status()); ++i) {
    Opened from;
    if (absl::Status opened = Open(store, keys, id, &from); !opened.ok()) return opened;
    ForkRequest request{std::string(id), from.snapshot.seq, SessionId(), title, idem_key, ""};
    request.blob = keys.Seal(from.row.tenant, request.id, from.snapshot.seq, from.state);
    forked = store.Fork(request);
  }
  return forked;
}

absl::Status ResealSession(SessionStore& store, const SessionKeys& keys, std::string_view id) {
  Opened now;
  if (absl::Status opened = Open(store, keys, id, &now); !opened.ok()) return opened;
  return store.Reseal(id, now.snapshot.seq,
                      keys.Seal(now.row.tenant, id, now.snapshot.seq, now.state));
}

}  // namespace pysub::sessions
