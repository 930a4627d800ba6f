#ifndef PYSUB_OSBRIDGE_PYTHON_WORKER_ENGINE_H_
#define PYSUB_OSBRIDGE_PYTHON_WORKER_ENGINE_H_

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "osbridge/python/engine.h"
#include "osbridge/python/worker_pool.h"

namespace pysub {

// A program in a worker process. `saved`: what Dump() has given, to go on with. `grace`: how much
// longer than its limits a worker may take to end by itself.
std::unique_ptr<Engine> MakeWorkerEngine(WorkerProcess worker, const PythonRequest& request,
                                         std::optional<std::string> saved,
                                         std::chrono::nanoseconds grace);

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_PYTHON_WORKER_ENGINE_H_
