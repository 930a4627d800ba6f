#ifndef PYSUB_OSBRIDGE_SESSIONS_PYTHON_SESSION_H_
#define PYSUB_OSBRIDGE_SESSIONS_PYTHON_SESSION_H_

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "osbridge/sessions/machine.h"
#include "pysub/files/file_system.h"
#include "pysub/sandbox.h"

namespace pysub::sessions {

// A Python session as bytes.
struct PythonState {
  enum class Standing : uint8_t {
    kBegin,  // nothing has run: `rest` is the program
    kStops,  // at a request, between two instructions, or where all tasks wait
    kEnded,  // it can be fed
    kDead,   // a limit ended it for good: there is no snapshot
  };
  // What the program waits for, by the number of its request.
  struct Wait {
    enum class Kind : uint8_t { kCall, kSignal, kSleep };
    Kind kind = Kind::kCall;
    int64_t due = 0;   // of kSleep, and of kSignal with a timeout
    std::string name;  // of kSignal
  };

  Standing standing = Standing::kBegin;
  bool failed = false;             // of kEnded and kDead
  std::map<uint64_t, Wait> waits;  // of kStops
  bool all_wait = false;           // all tasks wait: for `waits`, or for `timer_at`
  int64_t timer_at = 0;            // the next timer of the program
  uint64_t said = 0;               // bytes of calls and of the outbox, since it was fed
  std::string files;               // a snapshot; "": there are none
  std::string rest;                // the sandbox's snapshot

  std::string Pack() const;
  // kDataLoss: it is none.
  static absl::StatusOr<PythonState> Unpack(std::string_view bytes);
};

// One run of a session: from a claim to a transition.
class PythonSession {
 public:
  PythonSession(const Claim& claim, SessionSpec spec, PythonState state,
                const std::function<Pulse()>& pulse);
  absl::StatusOr<Transition> Run();

 private:
  using Wait = PythonState::Wait;

  // ---- taking it up
  SandboxOptions Options();
  SandboxLimits Limits() const;
  absl::Status OpenFiles();
  absl::Status TakeUp();
  absl::Status Begin();
  absl::Status Feed(const SignalRow& code);
  // Gives the program what came. False: that changes nothing for it.
  bool Deliver();
  enum class Given : uint8_t { kNotYet, kYes, kNobodyWaits };
  Given Give(uint64_t id, const Wait& wait);
  Given GiveSignal(uint64_t id, const Wait& wait);
  // False: nobody waits for it any more.
  bool AnswerCall(const CallRow& call);
  const SignalRow* NextSignal(std::string_view name) const;

  // ---- running; true: go on
  absl::StatusOr<Transition> RunToStop();
  absl::StatusOr<std::optional<Transition>> After(const Stop& stop);
  bool Handle(const FunctionCall& call);
  bool MaySay(CallId id, size_t bytes);
  bool Announce(const FunctionCall& call);
  bool Emit(const FunctionCall& call);
  bool WaitForSignal(const FunctionCall& call);
  bool Handle(const OsRequest& request);
  bool Sleep(CallId id, int64_t nanoseconds);
  bool WaitFor(CallId id, Wait wait);
  // True: the program goes on.
  bool Answer(CallId id, Reply reply);
  int64_t NowNs() const;
  int64_t NowMs() const { return NowNs() / 1'000'000; }
  void TakeOutput(OutputStream stream, std::string_view text);

  // ---- what came of it
  absl::StatusOr<Transition> Stopped(SessionState next);
  absl::StatusOr<Transition> Waits();
  absl::StatusOr<Transition> Ended(bool failed, std::string result, std::string reason);
  absl::StatusOr<Transition> EndedBy(const Raised& raised);
  absl::StatusOr<Transition> EndedBy(const LimitReached& limit);
  // It had ended before, and nothing came.
  Transition AsBefore();

  const Claim& claim_;
  const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  const SessionSpec spec_;
  PythonState state_;
  const std::string old_bytes_;  // the state before this run
  const bool had_ended_;
  const std::function<Pulse()>& pulse_;
  std::shared_ptr<files::FileSystem> files_;
  std::optional<Sandbox> sandbox_;
  Transition transition_;
  std::set<int64_t> used_signals_;
  uint64_t said_here_ = 0;  // in this transition
  size_t log_bytes_ = 0;
};

}  // namespace pysub::sessions

#endif  // PYSUB_OSBRIDGE_SESSIONS_PYTHON_SESSION_H_
