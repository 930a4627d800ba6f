#ifndef PYSUB_PYSUB_SANDBOX_H_
#define PYSUB_PYSUB_SANDBOX_H_

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/export.h"
#include "pysub/host_value.h"
#include "pysub/program.h"
#include "pysub/sandbox_options.h"
#include "pysub/stop.h"

namespace pysub PYSUB_API {

struct SandboxImpl;

// What a sandbox has used of its limits so far. Feeds, forks and snapshots go on counting.
struct Usage {
  uint64_t memory_bytes = 0;  // with the copy that AfterLimit::kBeforeFeed keeps while a feed runs
  uint64_t peak_memory_bytes = 0;       // the most it was
  uint64_t allocations = 0;             // objects made
  uint64_t steps = 0;                   // fuel
  uint64_t output_bytes = 0;            // written to both streams, taken or not
  std::chrono::nanoseconds running{0};  // time spent running; what the host took does not count
};

// How Sandbox::Snapshot() writes.
struct SnapshotOptions {
  // Without it the host brings the same Programs again when it restores; sessions need it.
  bool with_source = true;
  // Not empty: the bytes are sealed with it (HMAC-SHA-256), at least 16 bytes that nobody else
  // knows. Whoever restores them must have the same. It hides nothing.
  std::string key;
};

// One running program and everything it can reach: heap, frames, modules, clock, budgets.
//
//   Sandbox sandbox = *Sandbox::Create(Program::Compile("fetch(1) + 1"), options);
//   Stop stop = sandbox.Run(); // FunctionCall{"fetch", {1}}
//   sandbox.Answer(std::get<FunctionCall>(stop).id, 41);
//   stop = sandbox.Run(); // Finished{42}
//
// Texts are UTF-8, times nanoseconds, sizes bytes. What goes in is copied; what comes out
// is the host's. Mistakes of the host are an absl::Status; what a program does is always a
// Stop. Nothing here throws.
//
// Used by one thread at a time, whichever; different sandboxes share nothing that changes and run
// in parallel. Cancel() and Interrupt() alone may be called from anywhere. A moved-from Sandbox may
// only be destroyed or assigned to. To make one costs about a microsecond and 6 KB.
class Sandbox {
 public:
  // A sandbox in which the program is about to begin. Of `options` all is copied but the file
  // system, which is shared. Nothing has run yet. Each limit is checked to be in force.
  // kInvalidArgument: a limit of 0, an input that cannot cross (see HostValue). kResourceExhausted:
  // the inputs do not fit into the limits.
  static absl::StatusOr<Sandbox> Create(const Program& program, const SandboxOptions& options = {});
  Sandbox(Sandbox&&) noexcept;
  Sandbox& operator=(Sandbox&&) noexcept;
  ~Sandbox();

  // Runs until the program ends, fails, needs its host or reaches a limit, on the thread that calls
  // and on its stack (256 KB are enough). At a stop that was not answered: comes back with it
  // again. After the end: the same Stop again.
  Stop Run();
  // The same for about `fuel` units of work, then OutOfFuel. Fuel counts calls, backward jumps and
  // the work of native loops, never time, so a run can be repeated exactly.
  Stop RunFor(uint64_t fuel);

  // Answers the request with this id: the one that Run() stopped at, or a FunctionCall that was
  // answered with Later, in any order and at any stop. The next Run() goes on. Nothing runs here.
  // kNotFound: nothing with this id waits (it was answered, or its task was cancelled).
  // kInvalidArgument: the value cannot cross, or is not what the OsCall wants; the request still
  // waits. kFailedPrecondition: Later for something other than a FunctionCall, or while no event
  // loop runs. kResourceExhausted: no memory for the value.
  absl::Status Answer(CallId id, Reply reply);

  // Ends the run at its next check, within microseconds, with LimitReached{kCancelled}; if nothing
  // runs, the next Run(). From any thread or signal handler, while this object exists.
  void Cancel();
  // Raises KeyboardInterrupt in the program at its next check, as Ctrl-C does in CPython: it may be
  // caught, or ignored until a limit is reached. If nothing runs, in the next Run(), also where it
  // stands at a call or waits for answers (these come too late then: kNotFound); after the end,
  // never: Feed() forgets it. From any thread or signal handler, while this object exists.
  void Interrupt();

  // More code for the same globals, as in a notebook: the next Run() runs it. After an exception
  // what was done before it stays done. Budgets of the session go on counting, those of
  // SandboxOptions::feed_limits begin anew; after_limit says what a limit leaves.
  // kFailedPrecondition: the program has not ended, or a limit was reached. kResourceExhausted:
  // after_limit is kBeforeFeed, and the copy does not fit into the memory limit.
  absl::Status Feed(std::string_view source, const ProgramOptions& options = {});

  // Calls a function that crossed as HostValue (kFunction, a type, or anything callable):
  // the next Run() runs it, and ends with its Finished or Raised, or other stops before.
  // Possible when the program has ended and while it stands at a request: that stands again
  // afterwards, under its old id.
  // kFailedPrecondition: the program is in the middle of something else. kInvalidArgument: an
  // argument cannot cross.
  absl::Status Call(const HostValue& function, std::span<const HostValue> args = {},
                    std::span<const std::pair<std::string, HostValue>> kwargs = {});

  // A global of the program, converted: time and memory are linear in the value. kNotFound: it is
  // not bound. kFailedPrecondition: a limit was reached; nothing of the program is left then, for
  // this and all that follows.
  absl::StatusOr<HostValue> Get(std::string_view name);
  // Binds a global of the program. kInvalidArgument: the value cannot cross, or the name is not
  // UTF-8. kFailedPrecondition: code is in the middle of running (OutOfFuel).
  // kResourceExhausted: no memory for it.
  absl::Status Set(std::string_view name, const HostValue& value);
  // Lets go of all functions and objects that crossed as handles: they cannot be used any more. A
  // handle is good for the sandbox that gave it and for copies of that which were made later
  // (Fork(), Snapshot() and Restore()); every other one refuses it.
  void ReleaseHandles();

  // Counts `limits` from now on, instead of those of Create() or Restore(): a host that goes on
  // with a session for hours. Between feeds. kInvalidArgument: as for Create(), or another
  // recursion_depth; kFailedPrecondition: the program has not ended, or nothing of it is left;
  // kResourceExhausted: it holds more memory than that already.
  absl::Status Renew(const SandboxLimits& limits);

  // What the program wrote to this stream since the last call, when
  // SandboxOptions::on_output is not set.
  std::string TakeOutput(OutputStream stream = OutputStream::kOut);
  // What was used so far; what a session used, with all its feeds.
  Usage usage() const;

  // The whole program as bytes: code, heap, frames, the request it stands at, its limits and
  // what it has used of them. At any stop. Of equal states the bytes are equal. Not in them:
  // what is the host's (permissions, sinks, output not yet taken, standard input given as text,
  // how the program ended).
  // kFailedPrecondition: a limit was reached. kInvalidArgument: a key of less than 16 bytes.
  absl::StatusOr<std::string> Snapshot(const SnapshotOptions& options = {});

  // Goes on where such bytes were made, in this process or another. They may come from anybody: all
  // is checked before it is used. Of `options` the limits (as ceilings over those in the bytes,
  // unless replace_snapshot_limits), feed_limits and after_limit (which are not in the bytes),
  // conversion, permissions, sinks, standard input and snapshot_key count; the rest lies in the
  // bytes. `programs`: code that need not be compiled again. kDataLoss: damaged, made by another
  // build, or more than the limits; the message says which part. kPermissionDenied: not sealed with
  // snapshot_key, or sealed and there is none.
  static absl::StatusOr<Sandbox> Restore(std::string_view bytes, const SandboxOptions& options = {},
                                         std::span<const Program> programs = {});

  // A second sandbox in the same state, with the same options: memory is copied, a microsecond
  // for a small one (docs/decisions/010-copies.md). Another thread may use it.
  // kFailedPrecondition: as for Snapshot().
  absl::StatusOr<Sandbox> Fork();

  // Writes down from here on what the host does (runs, answers, code, calls, globals), for Replay
  // (replay.h) to do it again. In the bytes are the state now and all values that cross into the
  // sandbox; of what comes out, what it takes to compare. kFailedPrecondition: as for Snapshot(), a
  // recording goes on, or the session has feed_limits or after_limit; kResourceExhausted: the state
  // now takes more than `max_bytes`.
  absl::Status StartRecording(uint64_t max_bytes = uint64_t{64} << 20);
  // Ends the recording. kFailedPrecondition: there is none. kResourceExhausted: it took
  // more than `max_bytes`.
  absl::StatusOr<std::string> TakeRecording();

  // Runs a small hostile program against each kind of limit. kInternal: one did not hold;
  // the message names it.
  static absl::Status SelfTest();

 private:
  friend class Host;
  friend class Replay;
  explicit Sandbox(std::unique_ptr<SandboxImpl> impl);
  static absl::StatusOr<Sandbox> RestoreUnsealed(std::string_view bytes,
                                                 const SandboxOptions& options,
                                                 std::span<const Program> programs, bool replay);
  std::unique_ptr<SandboxImpl> impl_;
};

}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_SANDBOX_H_
