#ifndef PYSUB_OSBRIDGE_SANDBOX_IMPL_H_
#define PYSUB_OSBRIDGE_SANDBOX_IMPL_H_

#include <atomic>
#include <list>
#include <memory>
#include <optional>
#include <string>

#include "osbridge/call_signature.h"
#include "osbridge/os_calls.h"
#include "osbridge/program_data.h"
#include "osbridge/recording.h"
#include "pysub/sandbox.h"
#include "vm/vm.h"

// What a Sandbox is made of: a Vm, and what the host has set. All that a program is lies in the Vm;
// what is kept here beside it can be told from there, or belongs to the host. Not installed.
namespace pysub {

struct HostCalls;

// One sandbox behind the public class, which has only a pointer to it. Owned by its Sandbox and
// used by one thread at a time; `cancelled` and `interrupted` alone may be written by others.
//
//    State         Run()            Answer()        Snapshot()
//    kRunning      goes on          refused         yes
//    kRequest      the same stop    goes on         yes, with the request
//    kEnded        the same end     refused         yes, for sessions
//    kDead         the same end     refused         refused: a limit leaves nothing (024)
struct SandboxImpl {
  enum class State : uint8_t {
    kRunning,  // Run() goes on
    kRequest,  // the Vm has a request which is not answered
    kEnded,    // `last` says how
    kDead,     // a limit: nothing runs any more
  };

  // Without a Vm: Start() or a snapshot brings it.
  explicit SandboxImpl(const SandboxOptions& options);

  absl::Status Start(const Program& program, const SandboxOptions& options);
  bool StartAsCopy(const Program& program, const SandboxOptions& options, const Limits& limits);
  // What `vm` says about itself when it comes from a snapshot.
  void FindState();
  void SetPolicies(const Permissions& permissions);
  // Makes `data` what the next Run() runs.
  absl::Status Load(std::shared_ptr<const ProgramData> data);
  Stop Run(uint64_t fuel);
  // The same, written down if the host wants it.
  Stop RunRecorded(uint64_t fuel);
  // After a limit nothing of the program is left: what wants something of it asks here first.
  absl::Status CheckAlive() const;
  void Record(const RecordedEvent& event);
  absl::Status Answer(CallId id, const Reply& reply);
  absl::Status Call(const HostValue& function, std::span<const HostValue> args,
                    std::span<const std::pair<std::string, HostValue>> kwargs);
  absl::StatusOr<HostValue> Get(std::string_view name);
  absl::Status Set(std::string_view name, const HostValue& value);

  static const ProgramData* DataOf(const Program& program) { return program.data_.get(); }

  // Stops of the Vm as the host sees them.
  Stop Publish(const VmStop& stop);
  Value ResultOfProgram(Value value);
  Stop PublishFinished(Value value);
  Stop PublishRaised(Value exception);
  Stop PublishLimit();
  // False: the arguments cannot cross, which the program has been told by an exception.
  bool PublishRequest(Stop* stop);
  Waiting PublishWaiting();
  Stop End(Stop stop);

  absl::Status AnswerRequest(const Reply& reply);
  absl::Status AnswerFuture(uint64_t sequence, const Reply& reply);
  absl::Status AnswerLater();
  absl::StatusOr<Value> MakeException(const HostException& exception);
  // Repeats `attempt` after a collection if it was kAborted for lack of memory.
  template <typename Attempt>
  absl::Status WithMemory(Attempt attempt) {
    absl::Status status = attempt();
    if (!absl::IsAborted(status)) return status;
    vm->CollectForHost();
    // The little that a full heap still has is not worth a collection for each answer.
    if (!vm->heap.HasRoomFor(vm->heap.limit_bytes() / 64))
      return absl::ResourceExhaustedError(status.message());
    status = attempt();
    return absl::IsAborted(status) ? absl::ResourceExhaustedError(status.message()) : status;
  }
  CallId Id() const { return {vm->host.session_id, vm->host.request().sequence}; }

  static int WriteOutput(void* impl, int stream, std::string_view bytes);
  static bool ReadLine(void* impl, std::string* line);
  static int AnswerOs(void* impl, Vm& vm, OsCallId call, std::span<const Value> args,
                      Value* answer);
  int AnswerAtOnce(Vm& vm, OsCallId call, std::span<const Value> args, Value* answer);
  int ReplayAnswer(Vm& vm, Value* answer);
  void RecordAnswer(Vm& vm, OsCallId call, int error, Value answer);
  int ReadInput(Vm& vm, std::span<const Value> args, Value* answer);
  static bool GetVariable(void* impl, std::string_view name, std::string* value);
  // What other threads and the host's own limits say, looked at where the clock is.
  static bool IsCancelled(void* impl);
  static void AuditOs(void* impl, OsCallId call, std::span<const Value> args,
                      std::string_view outcome);
  void Audit(const OsCall& call, std::string_view outcome) { on_audit(AuditLine(call, outcome)); }
  HostHooks Hooks();

  std::shared_ptr<const ProgramData> program;  // null: it came from a snapshot
  ConversionLimits conversion;
  std::function<void(OutputStream, std::string_view)> on_output;
  std::string output[2];
  std::function<void(std::string_view)> on_audit;
  std::function<bool()> is_cancelled;
  CallSignatures signatures;
  std::shared_ptr<HostCalls> host_calls;  // null: no Host has run it
  std::shared_ptr<files::FileSystem> file_system;
  std::optional<std::map<std::string, std::string>> environment;
  bool has_input = false;
  std::string input;  // SandboxOptions::standard_input
  size_t input_read = 0;
  uint64_t output_bytes = 0;
  uint64_t output_hash = kNoOutputHash;  // while it is recorded or replayed
  bool replays = false;
  // While it is replayed: what was answered at once in the run that comes.
  std::list<RecordedEvent> answers;
  std::unique_ptr<Recorder> recorder;  // null: nothing is written down
  std::optional<Stop> last;            // how the program ended
  State state = State::kRunning;
  // What other threads ask for. Not in the Vm, which a session may exchange while they do.
  std::atomic<bool> cancelled = false, interrupted = false;

  // Brings a wish for an interrupt to the Vm; whether there is one.
  bool IsInterrupted();
  void DropInterrupt();

  // ---- sessions: sandbox_sessions.cc

  // A feed begins, or a call between feeds: keeps what after_limit wants and counts its limits.
  absl::Status BeginFeed();
  void EndFeed();
  // Lowers the limits of the Vm to what the feed may use of them.
  void NarrowLimits();
  // At a limit: goes back to before the feed. False: there is nothing to go back to.
  bool GoBack();
  void SetSessionLimits(const Limits& limits, const Limits& said) {
    session_limits = limits;
    said_limits = shown_limits = said;
  }

  FeedLimits feed_limits;
  AfterLimit after_limit = AfterLimit::kNothing;
  Limits session_limits;  // of the Vm, but while a feed runs
  // The same as the host said them, counted from Create(), Restore() or Renew().
  Limits said_limits;
  Limits feed_end;                        // of the Vm while one runs
  uint64_t interrupt_at_ns = kUnlimited;  // of the time that the Vm has run
  // What messages name: those that the host said of the session, or of the feed.
  Limits shown_limits;
  std::unique_ptr<Vm> before;  // the session before the feed that runs
  bool in_feed = false;

  bool raises_syntax_error = false;  // when what is loaded has run
  std::unique_ptr<Vm> vm;
};

Limits VmLimits(const SandboxLimits& limits);
// kInvalidArgument: one of them is 0, or more than there can be.
absl::Status CheckLimits(const SandboxLimits& limits);

LimitKind KindOf(LimitHit hit);

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_SANDBOX_IMPL_H_
