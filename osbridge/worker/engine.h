#ifndef PYSUB_OSBRIDGE_WORKER_ENGINE_H_
#define PYSUB_OSBRIDGE_WORKER_ENGINE_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "pysub/python/python_request.h"

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

// The text that a time limit ends with, and a Conclusion that says so. `frames`: where the program
// was.
Conclusion TimeLimitReached(std::chrono::nanoseconds limit, std::string frames);

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
  // A worker was started and the program has not moved yet, as far as is known: what Snapshot() gives
  // may be what was restored.
  virtual bool fresh() const { return false; }
  // Of a worker: readable when Step() has something new. Else -1.
  virtual int poll_descriptor() const { return -1; }
  // Something could not be sent yet: Step() also when the descriptor can be written.
  virtual bool wants_to_send() const { return false; }
};

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_WORKER_ENGINE_H_
