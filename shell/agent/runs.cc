#include "shell/agent/runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <optional>
#include <utility>

#include "compiler/compile.h"
#include "shell/agent/file_tools.h"
#include "shell/agent/program_run.h"
#include "shell/agent/run_outcome.h"
#include "shell/python/python_options.h"

namespace pysub::agent {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr uint64_t kPythonSlice = 200'000;  // of some milliseconds
// How long before the clock of a call a program's own limit is to end it, with a traceback.
constexpr std::chrono::milliseconds kGrace(250);
constexpr int kFailed = 1;

nanoseconds TimeFor(const RunRequest& request, const Config& config) {
  const nanoseconds most = std::chrono::milliseconds(config.limits.run_ms);
  return request.timeout.count() > 0 ? std::min(request.timeout, most) : most;
}

RunOutcome OutcomeOf(const absl::Status& status) {
  RunOutcome outcome;
  outcome.end = "failed";
  outcome.exit_code = kFailed;
  outcome.message = std::string(status.message());
  return outcome;
}

RunOutcome OutcomeOf(ExecResult ended, uint64_t steps) {
  RunOutcome outcome;
  outcome.exit_code = ended.exit_code;
  outcome.out = std::move(ended.stdout_text);
  outcome.error = std::move(ended.stderr_text);
  outcome.duration = ended.duration;
  outcome.steps = steps;
  if (ended.limit != ShellLimit::kNone) {
    outcome.end = "limit";
    outcome.limit = ShellLimitName(ended.limit);
  }
  return outcome;
}

// Slices of a shell that take about a millisecond: its units are bytes looked at, or microseconds
// that it sleeps.
class ShellPace {
 public:
  std::optional<ExecResult> Run(Shell& shell) {
    constexpr std::chrono::milliseconds kShort(1), kLong(4);
    constexpr uint64_t kLeast = 1'000, kMost = 1'000'000;
    const SteadyTime start = steady_clock::now();
    used_ += slice_;
    std::optional<ExecResult> ended = shell.RunFor(slice_);
    const nanoseconds took = steady_clock::now() - start;
    if (took < kShort) slice_ = std::min(slice_ * 2, kMost);
    if (took > kLong) slice_ = std::max(slice_ / 2, kLeast);
    return ended;
  }
  uint64_t used() const { return used_; }

 private:
  uint64_t slice_ = 4'000;
  uint64_t used_ = 0;
};

// ---- Scripts

class ShellRun : public Call {
 public:
  // In a shell of its own when there is no session.
  ShellRun(Service& service, std::shared_ptr<Session> session, RunRequest request)
      : service_(service), session_(std::move(session)), request_(std::move(request)) {}

  bool Step() override {
    if (!begun_ && !Begin()) return true;
    std::optional<ExecResult> ended = pace_.Run(session_->shell());
    if (!ended) return false;
    Conclude(OutcomeOf(*std::move(ended), pace_.used()));
    return true;
  }
  void Cancel() override { Interrupt(); }
  // Begin() looks behind begun_ whether it is cancelled, so one of the two sees the other.
  void Interrupt() override {
    is_cancelled_ = true;
    if (begun_) session_->shell().Cancel();
  }
  uint64_t progress() const override { return pace_.used(); }

 private:
  bool Begin() {
    is_own_ = session_ == nullptr;
    if (is_own_) {
      absl::StatusOr<std::shared_ptr<Session>> made = Session::Create(service_.config, {});
      if (!made.ok()) {
        result_ = ResultOf(OutcomeOf(made.status()), service_, nullptr);
        return false;
      }
      session_ = *std::move(made);
    } else {
      session_->BeginFeed();
    }
    ExecOptions options;
    options.input = request_.input;
    options.args = request_.arguments;
    options.timeout = TimeFor(request_, service_.config);
    // What a feed puts into the background stays with its session, and runs on in later feeds: one
    // that waited for `server &` would never end.
    options.at_prompt = !is_own_;
    session_->shell().Start(request_.code, options);
    begun_ = true;
    if (is_cancelled_) session_->shell().Cancel();
    return true;
  }
  void Conclude(RunOutcome outcome) {
    if (!is_own_) outcome.jobs = session_->shell().Jobs();
    if (!is_own_) session_->Note(LogLine(outcome, "shell", request_.code, session_->feeds()));
    result_ = ResultOf(std::move(outcome), service_, is_own_ ? nullptr : session_.get());
  }

  Service& service_;
  std::shared_ptr<Session> session_;
  const RunRequest request_;
  ShellPace pace_;
  bool is_own_ = false;
  std::atomic<bool> begun_ = false;  // session_ stays what it is
  std::atomic<bool> is_cancelled_ = false;
};

// ---- A program for once

class PythonOnce : public Call {
 public:
  PythonOnce(Service& service, RunRequest request)
      : service_(service), text_(std::move(request)), files_(service.config.file_limits()) {}

  bool Step() override {
    if (!run_ && !Begin()) return true;
    switch (run_->Step(kPythonSlice)) {
      case PythonRun::State::kReady:
      case PythonRun::State::kSleeps:
      case PythonRun::State::kBusy: break;
      case PythonRun::State::kWantsInput: run_->EndInput(); break;
      case PythonRun::State::kCalls:
        if (!run_->Answer(NoSuchName{}).ok()) run_->Cancel();
        break;
      case PythonRun::State::kEnded: Conclude(); return true;
    }
    progress_ = std::max(progress_, Used());
    return false;
  }
  void Cancel() override {
    is_cancelled_ = true;
    if (run_) run_->Cancel();
  }
  uint64_t progress() const override { return progress_; }
  CallWait wait() const override {
    if (!run_ || is_cancelled_) return {};
    constexpr nanoseconds kLook = std::chrono::milliseconds(50);
    if (run_->state() == PythonRun::State::kSleeps) {
      const nanoseconds left = run_->time_left();
      return {left.count() > 0 ? std::min(left, run_->sleep_left()) : run_->sleep_left(), -1};
    }
    if (run_->state() == PythonRun::State::kBusy) return {kLook, run_->poll_descriptor()};
    return {};
  }

 private:
  // Steps; of a worker, which says nothing of them, microseconds.
  uint64_t Used() const {
    if (!service_.python.in_worker()) return run_->usage().steps;
    return static_cast<uint64_t>((steady_clock::now() - started_) / std::chrono::microseconds(1));
  }
  bool Begin() {
    if (is_cancelled_) return false;
    if (files::Status filled = FillFiles(files_, service_.config); !filled.ok())
      return Fail(absl::UnavailableError("the files cannot be set up"));
    PythonRequest request;
    request.code = text_.code;
    request.arguments = {"-c"};
    request.arguments.insert(request.arguments.end(), text_.arguments.begin(),
                             text_.arguments.end());
    request.standard_input = text_.input;
    request.environment = service_.config.environment;
    request.working_directory = service_.config.directory();
    request.files = &files_;
    request.limits = service_.config.python_limits();
    request.limits.duration = TimeFor(text_, service_.config);
    request.wall_time = *request.limits.duration + kGrace;
    request.echo = true;
    request.clock = service_.config.real_clock ? ClockSource::kReal : ClockSource::kVirtual;
    started_ = steady_clock::now();
    absl::StatusOr<PythonRun> run = service_.python.Start(request);
    if (!run.ok()) return Fail(run.status());
    run_.emplace(*std::move(run));
    return true;
  }
  bool Fail(const absl::Status& status) {
    result_ = ResultOf(OutcomeOf(status), service_, nullptr);
    return false;
  }
  static std::string_view NameOf(PythonEnd end) {
    switch (end) {
      case PythonEnd::kFinished: return "finished";
      case PythonEnd::kExit: return "exit";
      case PythonEnd::kRaised: return "raised";
      case PythonEnd::kSyntaxError: return "syntax_error";
      case PythonEnd::kLimit: return "limit";
      case PythonEnd::kWorkerDied:
      case PythonEnd::kWorkerError: return "failed";
    }
    return "failed";
  }
  void Conclude() {
    PythonResult& ended = run_->result();
    RunOutcome outcome;
    outcome.end = NameOf(ended.end);
    if (ended.limit) outcome.limit = LimitName(*ended.limit);
    outcome.exit_code = ended.exit_code;
    outcome.out = std::move(ended.standard_output);
    outcome.error = std::move(ended.standard_error);
    outcome.exception = std::move(ended.exception_type);
    if (ended.limit) {
      TakeLimitMessage(ended.message, &outcome);
    } else {
      outcome.message = std::move(ended.message);
    }
    outcome.duration = steady_clock::now() - started_;
    outcome.steps = ended.usage.steps;
    result_ = ResultOf(std::move(outcome), service_, nullptr);
  }

  Service& service_;
  const RunRequest text_;
  files::FileSystem files_;
  std::optional<PythonRun> run_;  // over files_
  SteadyTime started_;
  uint64_t progress_ = 0;
  bool is_cancelled_ = false;
};

// ---- Search

class Search : public Call {
 public:
  Search(Service& service, std::shared_ptr<Session> session, SearchRequest request)
      : service_(service), session_(std::move(session)), request_(std::move(request)) {}

  bool Step() override {
    if (!shell_ && !Begin()) return true;
    std::optional<ExecResult> ended = pace_.Run(*shell_);
    if (!ended) return false;
    Conclude(*ended);
    return true;
  }
  void Cancel() override {
    if (shell_) shell_->Cancel();
  }

 private:
  bool Begin() {
    // A copy: nothing that the script does is the session's.
    absl::StatusOr<Shell> copy = session_->shell().Fork();
    if (!copy.ok()) {
      result_ = FailedCall(std::string(copy.status().message()));
      return false;
    }
    shell_.emplace(*std::move(copy));
    ExecOptions options;
    options.args = {request_.pattern, request_.path, request_.names};
    std::string script = "\\command -p grep -rnHIZ -m " + std::to_string(request_.most + 1);
    script += request_.is_text ? " -F" : " -E";
    if (request_.ignores_case) script += " -i";
    if (!request_.names.empty()) script += " --include=\"$3\"";
    script += " -e \"$1\" -- \"$2\"";
    shell_->Start(script, options);
    return true;
  }
  void Conclude(const ExecResult& ended) {
    constexpr int kNothingFound = 1;
    if (ended.limit != ShellLimit::kNone) {
      result_ = FailedCall(fmt::format("the search was stopped: {}", ShellLimitName(ended.limit)));
      return;
    }
    if (ended.exit_code > kNothingFound && ended.stdout_text.empty()) {
      result_ = FailedCall(ended.stderr_text);
      return;
    }
    std::vector<HostValue> matches;
    uint64_t bytes = 0;
    bool is_cut = false;
    std::string_view rest = ended.stdout_text;
    while (!rest.empty() && !is_cut) {
      const size_t end = rest.find('\n');
      is_cut = matches.size() >= request_.most || bytes > service_.config.limits.result_bytes;
      if (!is_cut) AddMatch(rest.substr(0, end), &matches, &bytes);
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    result_ = PlainResult(
        Object({{"matches", HostValue::List(std::move(matches))}, {"truncated", is_cut}}));
  }
  // "path\0line:text"
  static void AddMatch(std::string_view row, std::vector<HostValue>* matches, uint64_t* bytes) {
    constexpr size_t kMostText = 500;
    const size_t nul = row.find('\0');
    if (nul == std::string_view::npos) return;
    const std::string_view path = row.substr(0, nul);
    const std::string_view numbered = row.substr(nul + 1);
    const size_t colon = std::min(numbered.find(':'), numbered.size());
    int64_t line = 0;
    std::from_chars(numbered.data(), numbered.data() + colon, line);
    const std::string_view text = numbered.substr(std::min(colon + 1, numbered.size()));
    *bytes += path.size() + std::min(text.size(), kMostText);
    matches->push_back(Object({{"path", CleanText(path)},
                               {"line", line},
                               {"text", CleanText(text.substr(0, kMostText))}}));
  }

  Service& service_;
  const std::shared_ptr<Session> session_;
  const SearchRequest request_;
  ShellPace pace_;
  std::optional<Shell> shell_;
};

}  // namespace

std::unique_ptr<Call> RunPythonOnce(Service& service, RunRequest request) {
  // (What a worker runs has no way to call tools side by side.)
  if (service.servers != nullptr) return StartProgram(service, std::move(request));
  return std::make_unique<PythonOnce>(service, std::move(request));
}
std::unique_ptr<Call> RunShellOnce(Service& service, RunRequest request) {
  return std::make_unique<ShellRun>(service, nullptr, std::move(request));
}
std::unique_ptr<Call> FeedPython(Service& service, std::shared_ptr<Session> session,
                                 RunRequest request) {
  return StartFeed(service, std::move(session), std::move(request));
}
std::unique_ptr<Call> FeedShell(Service& service, std::shared_ptr<Session> session,
                                RunRequest request) {
  return std::make_unique<ShellRun>(service, std::move(session), std::move(request));
}
std::unique_ptr<Call> SearchFiles(Service& service, std::shared_ptr<Session> session,
                                  SearchRequest request) {
  return std::make_unique<Search>(service, std::move(session), std::move(request));
}

}  // namespace pysub::agent
