#ifndef PYSUB_OSBRIDGE_WORKER_PYTHON_RUN_IMPL_H_
#define PYSUB_OSBRIDGE_WORKER_PYTHON_RUN_IMPL_H_

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "osbridge/worker/engine.h"
#include "pysub/python/python_run.h"

// What a PythonRun is made of. Not installed.
namespace pysub {

class ByteReader;

// One run of a program: its sandbox or worker, what it has asked, and what its host has answered.
// It is moved between states by Step().
struct PythonRun::Impl {
  using Clock = std::chrono::steady_clock;

  // `made` answers and limits; its code is not needed any more.
  Impl(PythonRequest made, std::unique_ptr<Engine> engine);

  State Step(uint64_t fuel);
  absl::StatusOr<std::string> Snapshot();
  // What Snapshot() has written beside the program; *program becomes that, or the state is kEnded.
  static bool ReadSaved(std::string_view bytes, Impl* impl, std::string_view* program);

  void ReadResult(ByteReader& from);

  void Handle(const OsRequest& request);
  void Conclude(Conclusion conclusion);
  void TakeOutput();
  bool OutOfTime();
  std::chrono::nanoseconds SleepLeft() const;
  // As it is saved: of the sleep that it is in, or of one that it has to begin again; -1: of none.
  std::chrono::nanoseconds SleepToSave() const;
  // kBusy: until the worker has something to say, or it is time to look at the clock.
  void WaitForWorker();

  PythonRequest request;
  std::unique_ptr<Engine> engine;
  State state = State::kReady;
  FunctionCall call;
  PythonResult result;
  std::string output[2];
  std::string input;  // came, and the engine has not asked for it
  bool input_ended = false;
  CallId sleeper;  // who sleeps, until `wake`
  Clock::time_point wake;
  std::chrono::nanoseconds slept{0};
  std::optional<Clock::time_point> restored_wake;  // of the sleep in which it was saved
  Clock::time_point started = Clock::now();
};

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_WORKER_PYTHON_RUN_IMPL_H_
