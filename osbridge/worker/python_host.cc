#include "pysub/python/python_host.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <utility>

#include "lexer/base/threads.h"
#include "osbridge/worker/local_engine.h"
#include "osbridge/worker/python_run_impl.h"
#include "osbridge/worker/worker_engine.h"
#include "osbridge/worker/worker_pool.h"
#include "vm/ending.h"

namespace pysub {
namespace {

// Each is a process.
constexpr int kMostWarmWorkers = 256;
constexpr std::chrono::milliseconds kMostSilence = std::chrono::hours(24);
constexpr std::chrono::hours kMostGrace(1);

Reply AnswerOf(const PythonHost::Answer& answer, const FunctionCall& call) {
  if (answer == nullptr) return NoSuchName{};
  return answer(call);
}

}  // namespace

absl::StatusOr<PythonHost> PythonHost::Create(const PythonHostOptions& options) {
  if (options.warm_workers < 0 || options.warm_workers > kMostWarmWorkers) {
    return absl::InvalidArgumentError("PythonHostOptions::warm_workers is 0 to 256");
  }
  if (options.grace.count() < 0 || options.grace > kMostGrace) {
    return absl::InvalidArgumentError("PythonHostOptions::grace is 0 to an hour");
  }
  if (options.silence.count() < 1 || options.silence > kMostSilence) {
    return absl::InvalidArgumentError("PythonHostOptions::silence is 1 ms to a day");
  }
  PythonHost host;
  auto terms = std::make_shared<WorkerTerms>();
  terms->grace = options.grace;
  terms->silence = options.silence;
  terms->policy = {options.may_lack, options.must_have};
  if (absl::Status status = CheckPolicy(terms->policy); !status.ok()) return status;
  host.terms_ = std::move(terms);
  if (options.isolation == Isolation::kInProcess) return host;
  if (!kHasProcesses) {
    if (options.isolation == Isolation::kSubprocess || !options.worker_path.empty())
      return absl::UnavailableError("this build of pysub is for a machine without processes");
    return host;
  }
  const std::string path = options.worker_path.empty() ? FindWorker() : options.worker_path;
  if (!path.empty()) {
    std::vector<std::string> arguments;
    for (const std::string& name : options.may_lack) arguments.push_back("--may-lack=" + name);
    for (const std::string& name : options.must_have) arguments.push_back("--must-have=" + name);
    host.pool_ = WorkerPool::Start(path, options.warm_workers, std::move(arguments));
  } else if (options.isolation == Isolation::kSubprocess) {
    return absl::NotFoundError(
        "pysub-worker was not found: PYSUB_WORKER does not name it, and it is neither beside this "
        "program nor on PATH");
  }
  return host;
}

absl::StatusOr<PythonRun> PythonHost::Start(const PythonRequest& request) const {
  if (pool_ == nullptr)
    return PythonRun(std::make_unique<PythonRun::Impl>(request, MakeLocalEngine(request)));
  absl::StatusOr<WorkerProcess> worker = pool_->Take();
  if (!worker.ok()) return worker.status();
  return PythonRun(std::make_unique<PythonRun::Impl>(
      request, MakeWorkerEngine(*std::move(worker), request, std::nullopt, terms_)));
}

absl::StatusOr<PythonRun> PythonHost::Restore(std::string_view bytes,
                                              const PythonRequest& request) const {
  auto impl = std::make_unique<PythonRun::Impl>(request, nullptr);
  std::string_view program;
  if (!PythonRun::Impl::ReadSaved(bytes, impl.get(), &program)) {
    return absl::DataLossError("these bytes are no saved run");
  }
  if (impl->state == PythonRun::State::kEnded) return PythonRun(std::move(impl));
  if (pool_ == nullptr) {
    absl::StatusOr<std::unique_ptr<Engine>> engine = RestoreLocalEngine(program, request);
    if (!engine.ok()) return engine.status();
    impl->engine = *std::move(engine);
  } else {
    absl::StatusOr<WorkerProcess> worker = pool_->Take();
    if (!worker.ok()) return worker.status();
    impl->engine = MakeWorkerEngine(*std::move(worker), request, std::string(program), terms_);
  }
  return PythonRun(std::move(impl));
}

PythonResult PythonHost::RunToEnd(PythonRun& run, const Answer& answer) {
  constexpr uint64_t kFuel = 5'000'000;
  while (true) {
    switch (run.Step(kFuel)) {
      case PythonRun::State::kReady: break;
      case PythonRun::State::kWantsInput: run.EndInput(); break;
      case PythonRun::State::kCalls: {
        const absl::Status status = run.Answer(AnswerOf(answer, run.call()));
        if (status.ok()) break;
        // The host's answer is the host's mistake; the program hears that its call failed.
        const std::string what =
            absl::StrCat("the answer to ", run.call().name, "(): ", status.message());
        if (!run.Answer(HostException("ValueError", what)).ok()) run.Cancel();
        break;
      }
      case PythonRun::State::kSleeps:  // woken early: the next Step() says how long is left
        SleepFor(run.time_left().count() > 0 ? std::min(run.sleep_left(), run.time_left())
                                             : run.sleep_left());
        break;
      case PythonRun::State::kBusy: run.impl_->WaitForWorker(); break;
      case PythonRun::State::kEnded: return std::move(run.result());
    }
  }
}

PythonResult PythonHost::Run(const PythonRequest& request, const Answer& answer) const {
  absl::StatusOr<PythonRun> run = Start(request);
  if (run.ok()) return RunToEnd(*run, answer);
  PythonResult result;
  result.exit_code = kFailedExitCode;
  result.end = PythonEnd::kWorkerError;
  result.message = std::string(run.status().message());
  result.report = result.standard_error = absl::StrCat("pysub: ", result.message, "\n");
  return result;
}

int PythonHost::warm_workers() const { return pool_ != nullptr ? pool_->warm() : 0; }

}  // namespace pysub
