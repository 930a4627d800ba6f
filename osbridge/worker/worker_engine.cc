#include "osbridge/worker/worker_engine.h"

#include <absl/strings/str_cat.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "osbridge/call_signature.h"
#include "osbridge/worker/frames.h"
#include "osbridge/worker/os_call_wire.h"
#include "osbridge/worker/wire_names.h"
#include "vm/ending.h"

namespace pysub {
namespace {

using Clock = std::chrono::steady_clock;

// What one Step() takes from a worker at most, so that a flood of frames keeps nobody from his
// turn.
constexpr size_t kBytesPerStep = size_t{4} << 20;
// Output may be over its limit by what was on its way.
constexpr uint64_t kOutputSlack = uint64_t{1} << 20;
// Memory by a quarter while it collects, and by this.
constexpr uint64_t kMemorySlack = uint64_t{5} << 18;

// (No sum: a limit may be anything.)
bool HoldsTooMuch(uint64_t held, uint64_t limit) {
  return held > limit && held - limit > limit / 4 + kMemorySlack;
}

// Runs the program in a process of its own, with which it exchanges frames over a socket. All that
// comes from there is untrusted: a program that broke out of the VM would write these frames.
class WorkerEngine : public Engine {
 public:
  WorkerEngine(WorkerProcess worker, const PythonRequest& request,
               std::shared_ptr<const WorkerTerms> terms)
      : worker_(std::move(worker)),
        limits_(request.limits),
        syntax_error_exit_code_(request.syntax_error_exit_code),
        terms_(std::move(terms)) {
    for (const HostFunctionInfo& function : request.functions) {
      const HostValue offered = HostValue::HostFunction(function.name);
      std::optional<CallSignature>& signature = functions_[std::string(offered.name())];
      if (offered.signature().empty()) continue;
      if (absl::StatusOr<CallSignature> read = CallSignature::Read(offered.signature()); read.ok())
        signature = *std::move(read);
    }
  }

  void Start(const PythonRequest& request, std::optional<std::string> saved) {
    frames::Init init = frames::InitOf(request);
    init.snapshot = std::move(saved);
    absl::StatusOr<std::string> line = frames::Encode(init);
    if (!line.ok())
      return Break(absl::StrCat("the program cannot be sent: ", line.status().message()));
    to_send_ = *std::move(line);
    heard_ = busy_since_ = Clock::now();
    Flush();
  }

  EngineEvent Step(uint64_t) override {
    if (pending_) return *pending_;
    if (conclusion_) return *conclusion_;
    Flush();
    if (!conclusion_) Receive();
    if (!conclusion_ && !pending_) CheckTime();
    // What was printed before the end comes before the end.
    if (pending_) return *pending_;
    if (conclusion_) return *conclusion_;
    return Working{};
  }

  absl::Status Answer(CallId id, Reply reply) override {
    if (!pending_ || id.sequence != call_)
      return absl::NotFoundError("nothing with this id waits for an answer");
    frames::OsResponse response;
    response.id = call_;
    if (auto* value = std::get_if<HostValue>(&reply)) {
      response.result = std::move(*value);
    } else if (auto* exception = std::get_if<HostException>(&reply)) {
      response.error = frames::RaisedError{std::move(exception->type), std::move(exception->args)};
    } else if (std::holds_alternative<NoSuchName>(reply)) {
      response.no_such_name = true;
    } else {
      return absl::InvalidArgumentError("a worker's calls are answered at once");
    }
    return Respond(response);
  }

  absl::Status GiveInput(std::string_view bytes, bool end) override {
    if (!pending_ || (bytes.empty() && !end))
      return absl::FailedPreconditionError("no input is wanted");
    frames::OsResponse response;
    response.id = call_;
    response.result = HostValue::Bytes(bytes);  // nothing: the end
    return Respond(response);
  }

  std::string TakeOutput(OutputStream stream) override {
    return std::exchange(output_[static_cast<int>(stream) - 1], std::string());
  }

  std::string Abandon() override {
    worker_.KillAndWait();
    return "";
  }

  absl::StatusOr<std::string> Snapshot() override {
    if (conclusion_) return absl::FailedPreconditionError("the program has ended");
    if (snapshot_) {
      saving_ = false;
      return *std::exchange(snapshot_, std::nullopt);
    }
    if (!saving_) {
      saving_ = true;
      saving_since_ = Clock::now();
      to_send_ += *frames::Encode(frames::Save{});
    }
    Flush();
    Receive();
    if (snapshot_) return Snapshot();
    if (!conclusion_) CheckSilence(saving_since_);
    return absl::UnavailableError("the worker was asked for its state");
  }

  Usage usage() override {
    Usage usage = usage_;
    // While it lives, what its host has seen of its time.
    if (!conclusion_) usage.running = Busy();
    return usage;
  }

  bool fresh() const override { return !moved_; }
  int poll_descriptor() const override { return worker_.socket(); }
  bool wants_to_send() const override { return !to_send_.empty(); }
  void Wait(std::chrono::milliseconds longest) const override {
    pollfd descriptor = {poll_descriptor(),
                         static_cast<short>(wants_to_send() ? POLLIN | POLLOUT : POLLIN), 0};
    poll(&descriptor, 1, static_cast<int>(longest.count()));
  }

 private:
  std::chrono::nanoseconds Busy() const {
    return busy_ + (pending_ ? Clock::duration(0) : Clock::now() - busy_since_);
  }

  // ---- the socket

  void Flush() {
    while (!to_send_.empty() && !conclusion_) {
      const ssize_t sent =
          send(worker_.socket(), to_send_.data() + sent_, to_send_.size() - sent_, MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
      if (sent <= 0) return;  // full; or it is dead, which reading tells
      sent_ += static_cast<size_t>(sent);
      if (sent_ < to_send_.size()) continue;
      to_send_.clear();
      sent_ = 0;
    }
  }

  void Receive() {
    for (size_t taken = 0; taken < kBytesPerStep;) {
      if (!TakeFrames() || conclusion_) return;
      char buffer[65536];
      const ssize_t size = recv(worker_.socket(), buffer, sizeof(buffer), 0);
      if (size < 0 && errno == EINTR) continue;
      if (size < 0 && errno == EAGAIN) return;
      if (size <= 0) return Died();
      lines_.Append({buffer, static_cast<size_t>(size)});
      taken += static_cast<size_t>(size);
    }
  }

  // False: the rest can wait, something is to be answered first.
  bool TakeFrames() {
    while (!conclusion_) {
      if (pending_ && !saving_) return false;
      absl::StatusOr<std::optional<std::string_view>> line = lines_.Next();
      if (!line.ok()) return Break(line.status().message()), false;
      if (!*line) return true;
      absl::StatusOr<frames::FromWorker> frame = frames::DecodeFromWorker(**line);
      if (!frame.ok())
        return Break(absl::StrCat("it sent something wrong: ", frame.status().message())), false;
      heard_ = Clock::now();
      std::visit([this](auto& known) { Handle(known); }, *frame);
      if (snapshot_) return false;
    }
    return false;
  }

  // ---- frames

  void Handle(frames::Hello& hello) {
    if (std::exchange(greeted_, true)) return Break("it said hello twice");
    if (hello.protocol != frames::kProtocol) {
      return Break(
          absl::StrCat("it speaks protocol ", hello.protocol, ", this host ", frames::kProtocol));
    }
    const std::vector<std::string> missing = MissingProtections(hello.protections, terms_->policy);
    if (!missing.empty()) Break(absl::StrCat("it does not have ", ListOf(missing)));
  }

  void Handle(frames::Output& output) {
    if (!Expected()) return;
    const bool is_error = output.stream == "stderr";
    if (!is_error && output.stream != "stdout")
      return Break("it printed to a stream that does not exist");
    if (output.data.empty()) return Break("it printed nothing");  // which it could do for ever
    moved_ = true;
    printed_ += output.data.size();
    if (limits_.output_bytes && printed_ > *limits_.output_bytes + kOutputSlack)
      return Break("it printed more than it may");
    output_[is_error] += output.data;
  }

  void Handle(frames::Working&) {
    if (!Expected()) return;
    moved_ = true;
    // As often as once in a period, over the whole run, and once at its start or after each answer.
    const auto periods = static_cast<uint64_t>(Busy() / frames::kWorkingPeriod);
    if (++said_working_ > 2 + periods + call_) Break("it says too often that it works");
  }

  void Handle(frames::OsCall& call) {
    if (!Expected()) return;
    if (call.id != call_ + 1)
      return Break(absl::StrCat("call ", call.id, " came after call ", call_));
    EngineEvent event = WantsInput{};
    if (call.kind == "function") {
      const auto function = functions_.find(call.function);
      if (function == functions_.end())
        return Break(absl::StrCat("it called '", call.function.substr(0, 60),
                                  "', which is no function of this host"));
      FunctionCall made{
          {0, call.id}, std::move(call.function), std::move(call.args), std::move(call.kwargs), {}};
      if (function->second) {
        if (absl::Status fits = function->second->Fit(&made); !fits.ok())
          return Break(
              absl::StrCat("it made a call that its interpreter refuses: ", fits.message()));
      }
      event = std::move(made);
    } else if (call.kind == "os") {
      absl::StatusOr<OsCall> os_call = FromWire(call.function, call.args);
      if (!os_call.ok()) return Break(os_call.status().message());
      event = OsRequest{{0, call.id}, *std::move(os_call)};
    } else if (call.kind != "input") {
      return Break("it made a call of an unknown kind");
    }
    call_ = call.id;
    busy_ = Busy();
    pending_ = std::move(event);
  }

  void Handle(frames::Complete& complete) {
    if (!Expected()) return;
    const std::optional<PythonEnd> end = ValueIn(kEndNames, complete.kind);
    if (!end || complete.usage.size() != 6 || !CanExitWith(*end, complete.exit_code)) {
      return Break("it ended in a way that does not exist");
    }
    // What it says that it holds is charged to whoever runs it.
    if (limits_.memory_bytes && HoldsTooMuch(complete.usage[0], *limits_.memory_bytes))
      return Break("it says that it holds more than it may");
    Conclusion conclusion;
    conclusion.end = *end;
    conclusion.exit_code = static_cast<int>(complete.exit_code);
    if (complete.limit) conclusion.limit = LimitOfName(*complete.limit);
    if (conclusion.limit.has_value() != (*end == PythonEnd::kLimit))
      return Break("it reached a limit that does not exist");
    conclusion.exception_type = std::move(complete.exception);
    conclusion.message = std::move(complete.message);
    conclusion.report = std::move(complete.report);
    usage_ = {complete.usage[0],
              complete.usage[1],
              complete.usage[2],
              complete.usage[3],
              complete.usage[4],
              std::chrono::nanoseconds(std::min(
                  complete.usage[5], uint64_t{INT64_MAX / 4}))};  // (a sum of it does not overflow)
    conclusion_ = std::move(conclusion);
  }

  void Handle(frames::Error& error) { Break(absl::StrCat("it says: ", error.message)); }

  void Handle(frames::Snapshot& snapshot) {
    if (!saving_) return Break("it sent a snapshot that nobody asked for");
    snapshot_ = std::move(snapshot.data);
  }

  // Whoever looks only at the exit code must not be told that all went well.
  bool CanExitWith(PythonEnd end, int64_t exit_code) const {
    if (end == PythonEnd::kExit) return exit_code >= 0 && exit_code <= 255;
    if (end == PythonEnd::kSyntaxError) return exit_code == syntax_error_exit_code_;
    return exit_code == (end == PythonEnd::kFinished ? 0 : 1);
  }

  // After hello, and not while it waits for an answer.
  bool Expected() {
    if (greeted_ && !pending_) return true;
    Break(greeted_ ? "it went on without its answer" : "its first frame was not hello");
    return false;
  }

  absl::Status Respond(const frames::OsResponse& response) {
    absl::StatusOr<std::string> line = frames::Encode(response);
    if (!line.ok())
      return absl::InvalidArgumentError(
          absl::StrCat("the answer cannot cross: ", line.status().message()));
    to_send_ += *line;
    pending_ = std::nullopt;
    moved_ = true;
    heard_ = busy_since_ = Clock::now();
    Flush();
    return absl::OkStatus();
  }

  // ---- ends that are not the program's

  void CheckTime() {
    if (limits_.duration && Busy() - terms_->grace >= *limits_.duration) {
      worker_.KillAndWait();
      conclusion_ = EndAtTimeLimit(*limits_.duration, "");
    } else {
      CheckSilence(heard_);
    }
  }

  void CheckSilence(Clock::time_point since) {
    if (Clock::now() - since < terms_->silence) return;
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(terms_->silence);
    Break(absl::StrCat("it has said nothing for ", ms.count(), " ms"));
  }

  void Died() {
    const std::optional<int> status = worker_.KillAndWait();
    const int signal = status && WIFSIGNALED(*status) ? WTERMSIG(*status) : 0;
    if (signal == 0) {
      return Break(status ? absl::StrCat("it ended with status ", WEXITSTATUS(*status),
                                         " and without a result")
                          : "it ended without a result");
    }
    Conclusion conclusion;
    conclusion.end = PythonEnd::kWorkerDied;
    conclusion.exit_code = 128 + signal;
    conclusion.signal = signal;
    const char* name = sigabbrev_np(signal);
    conclusion.message = absl::StrCat("the Python worker was killed by signal ", signal,
                                      name != nullptr ? absl::StrCat(" (SIG", name, ")") : "");
    conclusion.report = absl::StrCat("pysub: ", conclusion.message, "\n");
    conclusion_ = std::move(conclusion);
  }

  // It did something that a worker does not do: nothing of it is believed any more.
  void Break(absl::string_view what) {
    worker_.KillAndWait();
    pending_ = std::nullopt;
    Conclusion conclusion;
    conclusion.end = PythonEnd::kWorkerError;
    conclusion.exit_code = kFailedExitCode;
    conclusion.message = absl::StrCat("the Python worker failed: ", what);
    conclusion.report = absl::StrCat("pysub: ", conclusion.message, "\n");
    conclusion_ = std::move(conclusion);
  }

  WorkerProcess worker_;
  const SandboxLimits limits_;
  const int syntax_error_exit_code_;
  // no signature: called with anything
  std::map<std::string, std::optional<CallSignature>> functions_;
  const std::shared_ptr<const WorkerTerms> terms_;
  frames::LineReader lines_;
  std::string to_send_;
  size_t sent_ = 0;
  std::string output_[2];
  uint64_t printed_ = 0;
  bool greeted_ = false;
  bool moved_ = false;                  // it has printed, computed or had an answer
  uint64_t said_working_ = 0;           // times
  uint64_t call_ = 0;                   // the last one's id
  std::optional<EngineEvent> pending_;  // it waits for an answer to this
  std::optional<Conclusion> conclusion_;
  bool saving_ = false;
  Clock::time_point saving_since_;
  std::optional<std::string> snapshot_;
  Clock::time_point busy_since_;
  Clock::time_point heard_;  // the last frame, or when one began to be due
  std::chrono::nanoseconds busy_{0};
  Usage usage_;
};

}  // namespace

std::unique_ptr<Engine> MakeWorkerEngine(WorkerProcess worker, const PythonRequest& request,
                                         std::optional<std::string> saved,
                                         std::shared_ptr<const WorkerTerms> terms) {
  auto engine = std::make_unique<WorkerEngine>(std::move(worker), request, std::move(terms));
  engine->Start(request, std::move(saved));
  return engine;
}

}  // namespace pysub
