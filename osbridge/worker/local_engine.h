#ifndef PYSUB_OSBRIDGE_WORKER_LOCAL_ENGINE_H_
#define PYSUB_OSBRIDGE_WORKER_LOCAL_ENGINE_H_

#include <memory>
#include <string>
#include <string_view>

#include "osbridge/worker/engine.h"

namespace pysub {

// A program in this process. It answers lines of input, clocks and variables of the environment
// itself; all else is an event. The worker uses it too.
std::unique_ptr<Engine> MakeLocalEngine(const PythonRequest& request);

// Goes on where Snapshot() was called. Of `request` count limits, as ceilings,
// environment, clock and files.
absl::StatusOr<std::unique_ptr<Engine>> RestoreLocalEngine(std::string_view bytes,
                                                           const PythonRequest& request);

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_WORKER_LOCAL_ENGINE_H_
