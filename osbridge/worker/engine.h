#ifndef PYSUB_OSBRIDGE_WORKER_ENGINE_H_
#define PYSUB_OSBRIDGE_WORKER_ENGINE_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "pysub/python/python_request.h"
#include "vm/limits.h"

// What runs a program for a PythonRun: a Sandbox in this process, or one in a worker. Not
// installed.
namespace pysub {

// How a run ended, before its output is put together.
struct Conclusion {
  PythonEnd end = PythonEnd::kFinished;
  int exit_code = 0;
  std::optional<LimitKind> limit;
  int signal = 0;
  std::string exception_type;
  std::string message;
  std::string report;
};

struct Working {};     // more fuel is needed, or a worker is busy
struct WantsInput {};  // GiveInput()
using EngineEvent = std::variant<Working, WantsInput, FunctionCall, OsRequest, Conclusion>;

// A limit ends the run, but not the Sandbox, which says so itself. `frames`: where the program was.
Conclusion EndAtLimit(LimitHit hit, const Limits& limits, const std::string& frames);
inline Conclusion EndAtTimeLimit(std::chrono::nanoseconds limit, const std::string& frames) {
  return EndAtLimit(LimitHit::kDuration, {.duration_ns = static_cast<uint64_t>(limit.count())},
                    frames);
}

// One run of one program, wherever it runs. The interface is what a PythonRun needs and no more, so
// that a run in this process and one in a worker differ in nothing that a program could see. Used
// by one thread at a time.
class Engine {
 public:
  virtual ~Engine() = default;

  // Goes on until something is wanted; in this process for about `fuel` steps.
  virtual EngineEvent Step(uint64_t fuel) = 0;
  virtual absl::Status Answer(CallId id, Reply reply) = 0;
  // More standard input; `end`: there is none after it.
  virtual absl::Status GiveInput(std::string_view bytes, bool end) = 0;
  virtual std::string TakeOutput(OutputStream stream) = 0;
  // Ends the run where it is; what was printed stays. The lines of the traceback, if they can be
  // had.
  virtual std::string Abandon() = 0;
  // The program as bytes. kUnavailable: a worker has to be waited for; Step(), then again.
  virtual absl::StatusOr<std::string> Snapshot() = 0;
  virtual Usage usage() = 0;
  // A worker was started and the program has not moved yet, as far as is known: what Snapshot()
  // gives may be what was restored.
  virtual bool fresh() const { return false; }
  // Of a worker: readable when Step() has something new. Else -1.
  virtual int poll_descriptor() const { return -1; }
  // Something could not be sent yet: Step() also when the descriptor can be written.
  virtual bool wants_to_send() const { return false; }
  // Of a worker: until one of the two is so, but no longer than `longest`.
  virtual void Wait(std::chrono::milliseconds longest) const { static_cast<void>(longest); }
};

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_WORKER_ENGINE_H_
