#ifndef PYSUB_PYSUB_PYTHON_PYTHON_HOST_H_
#define PYSUB_PYSUB_PYTHON_PYTHON_HOST_H_

#include <absl/status/statusor.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/export.h"
#include "pysub/python/python_run.h"

namespace pysub PYSUB_API {

// Where programs run.
enum class Isolation : uint8_t {
  kAuto,        // in a worker process if its binary is found, else in this process
  kSubprocess,  // in a worker process; it is an error if its binary is not found
  kInProcess,   // in this process: some microseconds instead of a millisecond
};

// How a PythonHost runs programs.
struct PythonHostOptions {
  Isolation isolation = Isolation::kAuto;  // where they run
  // Empty: what PYSUB_WORKER names, or pysub-worker beside this program, or on PATH.
  std::string worker_path;
  // Workers that stand ready before somebody wants them: each takes some 2 MB and saves a few
  // milliseconds. At most 256.
  int warm_workers = 1;
  // How much longer than its time limit a worker may take to end by itself before it is killed: at
  // most an hour.
  std::chrono::milliseconds grace{1000};
  // How long a worker may be silent while something is expected of it, whatever its program's
  // limits are: one that computes says so every second, and one that says nothing any more is
  // killed (PythonEnd::kWorkerError). A native operation of a program without a time limit is
  // silence, too. 1 ms to a day.
  std::chrono::milliseconds silence{60'000};
  // A worker that the kernel cannot wall off refuses to start, and one that does not say that it is
  // walled off is not used: the run ends with PythonEnd::kWorkerError. By the names in
  // docs/worker-protocol.md: what it may do without all the same, and what it has to have beside
  // what is required anyway ("landlock", "namespaces").
  std::vector<std::string> may_lack;
  std::vector<std::string> must_have;  // see may_lack
};

// Runs Python for an application: the engine behind the shell's python3, RunPython and
// PythonRunner. Nothing is kept from one run to the next, and a worker serves one run. Thread-safe;
// each PythonRun is one thread's at a time, and may outlive its host.
class PythonHost {
 public:
  // kNotFound: kSubprocess, and there is no worker. kInvalidArgument: a number that is out of
  // bounds, or a name that is none.
  static absl::StatusOr<PythonHost> Create(const PythonHostOptions& options = {});

  // A program that does not compile is a run that ends at once. kUnavailable: the worker cannot be
  // started.
  absl::StatusOr<PythonRun> Start(const PythonRequest& request) const;
  // Goes on with what PythonRun::Snapshot() gave, which may be anybody's: code, arguments and input
  // are there, the rest is `request`'s, its limits ceilings over those saved. kDataLoss: these are
  // no such bytes. (What a worker finds wrong with them is how the run ends.)
  absl::StatusOr<PythonRun> Restore(std::string_view bytes, const PythonRequest& request) const;

  // Runs to the end on this thread. `answer`: gives the functions' results. What cannot be run is a
  // result, too: kWorkerError.
  using Answer = std::function<Reply(const FunctionCall&)>;
  // Start(), then RunToEnd(). Blocks; several threads may do so at once.
  PythonResult Run(const PythonRequest& request, const Answer& answer = {}) const;
  // Steps a run to its end, answers its functions, waits where it sleeps or a worker computes.
  static PythonResult RunToEnd(PythonRun& run, const Answer& answer = {});

  // Whether runs are in workers.
  bool in_worker() const { return pool_ != nullptr; }
  // How many workers stand ready.
  int warm_workers() const;

 private:
  PythonHost() = default;

  std::shared_ptr<class WorkerPool> pool_;  // null: in this process
  std::shared_ptr<const struct WorkerTerms> terms_;
};

}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_PYTHON_PYTHON_HOST_H_
