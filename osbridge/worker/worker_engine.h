#ifndef PYSUB_OSBRIDGE_WORKER_WORKER_ENGINE_H_
#define PYSUB_OSBRIDGE_WORKER_WORKER_ENGINE_H_

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "osbridge/worker/engine.h"
#include "osbridge/worker/lockdown.h"
#include "osbridge/worker/worker_pool.h"

namespace pysub {

// What a host asks of its workers: PythonHostOptions has the same.
struct WorkerTerms {
  std::chrono::nanoseconds grace;
  std::chrono::nanoseconds silence;
  ProtectionPolicy policy;
};

// A program in a worker process. `saved`: what Snapshot() has given, to go on with.
std::unique_ptr<Engine> MakeWorkerEngine(WorkerProcess worker, const PythonRequest& request,
                                         std::optional<std::string> saved,
                                         std::shared_ptr<const WorkerTerms> terms);

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_WORKER_WORKER_ENGINE_H_
