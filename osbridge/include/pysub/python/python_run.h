#ifndef PYSUB_PYSUB_PYTHON_PYTHON_RUN_H_
#define PYSUB_PYSUB_PYTHON_PYTHON_RUN_H_

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "pysub/export.h"
#include "pysub/python/python_request.h"

namespace pysub PYSUB_API {

class Engine;

// One run of a PythonRequest, for hosts that do other things meanwhile: a stage of a pipeline, a
// step of an agent.
//
//   absl::StatusOr<PythonRun> run = host.Start(request);      // PythonHost, python_host.h
//   while (run->Step() != PythonRun::State::kEnded) { ... what the state asks for ... }
//   run->result().exit_code
//
// Step() never blocks. Files, environment, clock and entropy it answers itself, from the request.
// Used by one thread at a time.
class PythonRun {
 public:
  // What Step() came to, and what has to be done.
  enum class State : uint8_t {
    kReady,       // there is more to do
    kWantsInput,  // GiveInput() or EndInput()
    kCalls,       // call() is a function of the host: Answer() it
    kSleeps,      // nothing to do until sleep_left() is over
    kBusy,   // a worker process computes: Step() when poll_descriptor() is readable, or time has
             // passed
    kEnded,  // result()
  };

  ~PythonRun();
  PythonRun(PythonRun&&) noexcept;
  PythonRun& operator=(PythonRun&&) noexcept;

  // Goes on for about `fuel` steps of the program (a worker: takes what has come from it).
  State Step(uint64_t fuel = 100'000);
  // What the last Step() came to.
  State state() const;

  // Standard input, where PythonRequest::standard_input is std::nullopt. Bytes may come at any
  // time.
  void GiveInput(std::string_view bytes);
  // There is no more.
  void EndInput();

  // kCalls: what is called.
  const FunctionCall& call() const;
  // A value, an exception (also HostException("OSError", ...)) or NoSuchName. kInvalidArgument: the
  // value cannot cross; the call still waits. kFailedPrecondition: nothing waits.
  absl::Status Answer(Reply reply);

  // kSleeps: when to Step() again; no longer than the time limit leaves.
  std::chrono::nanoseconds sleep_left() const;
  // Of a worker; -1: there is none.
  int poll_descriptor() const;
  // kBusy, in a worker that was just started, and the program has not moved yet. A Snapshot() now
  // may be what was restored: who goes on in a new worker each time should wait until this is over.
  bool just_started() const;
  // When the host has to look again although nothing has come: a time limit. Zero: never.
  std::chrono::nanoseconds time_left() const;

  // What was printed since the last call. What nobody takes is in result().
  std::string TakeOutput(OutputStream stream);
  // Bytes that TakeOutput() would give.
  size_t output_waiting() const;

  // What it has used so far; of a worker before its end, only the time.
  Usage usage() const;

  // Ends the run: kLimit, kCancelled, exit code 1. The next state is kEnded.
  void Cancel();
  // kEnded: how it ended. Output is in it that was not taken before.
  PythonResult& result();

  // The run as bytes, at any state: program, input not yet read, output not yet taken, what was
  // used of the limits. PythonHost::Restore() is the opposite. kUnavailable: a worker was asked for
  // them: Step() until poll_descriptor() has brought them, then again.
  absl::StatusOr<std::string> Snapshot();

 private:
  friend class PythonHost;
  struct Impl;
  explicit PythonRun(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_PYTHON_PYTHON_RUN_H_
