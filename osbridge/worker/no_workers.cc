// Where there are no processes: PythonHost::Create() refuses workers (kUnavailable), so nothing of
// this is reached. It stands for worker_pool.cc, worker_engine.cc and lockdown.cc.

#include <cstdlib>

#include "osbridge/worker/worker_engine.h"

namespace pysub {

WorkerProcess::WorkerProcess(WorkerProcess&&) noexcept = default;
WorkerProcess::~WorkerProcess() = default;

WorkerPool::~WorkerPool() = default;
std::shared_ptr<WorkerPool> WorkerPool::Start(std::string, int, std::vector<std::string>) {
  return nullptr;
}
absl::StatusOr<WorkerProcess> WorkerPool::Take() {
  return absl::UnavailableError("this build of pysub is for a machine without processes");
}
int WorkerPool::warm() const { return 0; }

std::string FindWorker() { return ""; }

std::unique_ptr<Engine> MakeWorkerEngine(WorkerProcess, const PythonRequest&,
                                         std::optional<std::string>,
                                         std::shared_ptr<const WorkerTerms>) {
  std::abort();
}

absl::Status CheckPolicy(const ProtectionPolicy& policy) {
  for (const auto* names : {&policy.may_lack, &policy.must_have}) {
    for (const std::string& name : *names) {
      bool known = false;
      for (const Protection& protection : kProtections) known |= protection.name == name;
      if (!known) return absl::InvalidArgumentError("no protection has this name: " + name);
    }
  }
  if (policy.must_have.empty()) return absl::OkStatus();
  return absl::UnavailableError("this build of pysub is for a machine without processes");
}

}  // namespace pysub
