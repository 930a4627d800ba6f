#ifndef PYSUB_SHELL_AGENT_PYTHON_PROGRAM_H_
#define PYSUB_SHELL_AGENT_PYTHON_PROGRAM_H_

#include <chrono>
#include <cstdint>
#include <optional>

#include "pysub/sandbox.h"
#include "shell/agent/call.h"
#include "shell/agent/code/tool_calls.h"
#include "shell/agent/run_outcome.h"

namespace pysub::agent {

// Runs what a sandbox in this process has to run, in pieces: its clock, its sleep, its calls of
// tools, its time. What it waits for others takes none of that.
class PythonProgram {
 public:
  struct Options {
    std::chrono::nanoseconds time{0};   // that it may run
    std::chrono::nanoseconds grace{0};  // after which it is ended from outside
    bool keeps_state = false;           // a session: a limit leaves what was before
  };

  // `tools` may be null.
  PythonProgram(Sandbox* python, ToolCalls* tools, Options options);

  // A piece. What came of it, when it has ended.
  std::optional<RunOutcome> Step();
  void Cancel();
  // Steps that it used.
  uint64_t used() const { return python_->usage().steps - first_step_; }
  CallWait wait() const;
  // It stands still until ToolCalls::Decide() has been called for what is asked.
  bool WaitsForDecisions() const {
    return is_blocked_ && !is_cancelled_ && tools_->open_calls() == 0 &&
           !tools_->questions().empty();
  }
  Sandbox& sandbox() { return *python_; }
  // Something was decided: it may run.
  void GoOn() { has_news_ = true; }
  // The same program in another sandbox, which was made of the first one's snapshot.
  void MoveTo(Sandbox* python) { python_ = python; }
  // Nothing of the sandbox is left.
  bool is_lost() const { return is_lost_; }

 private:
  std::optional<RunOutcome> Handle(const Stop& stop);
  bool MayRun();
  void Block(std::optional<int64_t> timer_ns);
  void Unblock();
  void Answer(CallId id, Reply reply);
  void AnswerHere(const OsRequest& request);
  static void TakeRaised(const Raised& raised, RunOutcome* outcome);
  void TakeLimit(const LimitReached& reached, RunOutcome* outcome);
  void DropCancel();

  Sandbox* python_;
  ToolCalls* const tools_;
  const Options options_;
  const uint64_t first_step_;
  const SteadyTime started_;
  SteadyTime deadline_;
  CallId sleeping_;
  std::optional<SteadyTime> wake_at_;  // of a sleep, or of a timer while it is blocked
  bool is_blocked_ = false;            // until tools have answered
  SteadyTime blocked_since_;
  bool has_news_ = false;
  bool is_late_ = false;
  bool is_cancelled_ = false;
  bool is_lost_ = false;
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_PYTHON_PROGRAM_H_
