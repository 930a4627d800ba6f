#include "osbridge/worker/worker_main.h"

#include <absl/strings/str_cat.h>
#include <errno.h>
#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lexer/base/stack_left.h"
#include "osbridge/worker/frames.h"
#include "osbridge/worker/local_engine.h"
#include "osbridge/worker/lockdown.h"
#include "osbridge/worker/os_call_wire.h"
#include "osbridge/worker/wire_names.h"

namespace pysub {
namespace {

// How long the program computes before the worker looks whether its host wants something.
constexpr uint64_t kSlice = 300'000;
constexpr size_t kOutputPiece = size_t{1} << 20;

using Clock = std::chrono::steady_clock;

constexpr int kDone = 0;
constexpr int kFailed = 1;

class Worker {
 public:
  int Run(const ProtectionPolicy& policy, char* const* arguments) {
    StackLeft();  // asks the system, which it cannot do later
    frames::Hello hello;
    hello.protections = LockDown(policy, arguments);
    const std::vector<std::string> missing = MissingProtections(hello.protections, policy);
    if (!missing.empty()) {
      Fail(absl::StrCat("this system does not give it ", ListOf(missing),
                        ", and without it nothing is run"));
      return kFailed;
    }
    protections_ = hello.protections;
    if (!Send(hello)) return kFailed;
    if (!Start()) return kFailed;
    while (true) {
      EngineEvent event = engine_->Step(kSlice);
      if (!SendOutput()) return kFailed;
      if (std::holds_alternative<Working>(event)) {
        if (!SayWorking() || !LookForFrames()) return kFailed;
      } else if (const auto* conclusion = std::get_if<Conclusion>(&event)) {
        return Complete(*conclusion) ? kDone : kFailed;
      } else if (!Ask(event)) {
        return kFailed;
      }
    }
  }

 private:
  // ---- frames; false: there is nobody any more to talk to, or nothing to say
  template <typename Frame>
  bool Send(const Frame& frame) {
    absl::StatusOr<std::string> line = frames::Encode(frame);
    if (!line.ok()) return Fail(line.status().message());
    std::string_view rest = *line;
    while (!rest.empty()) {
      const ssize_t sent = send(kProtocolDescriptor, rest.data(), rest.size(), MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
      if (sent <= 0) return false;
      rest.remove_prefix(static_cast<size_t>(sent));
    }
    return true;
  }
  bool Fail(absl::string_view message) {
    if (!failed_) {
      failed_ = true;
      static_cast<void>(Send(frames::Error{std::string(message)}));
    }
    return false;
  }

  // Reads what is there, or waits for something. *some: whether anything has come.
  bool Receive(int flags, bool* some) {
    char buffer[65536];
    while (true) {
      const ssize_t size = recv(kProtocolDescriptor, buffer, sizeof(buffer), flags);
      if (size < 0 && errno == EINTR) continue;
      *some = size > 0;
      if (size > 0) lines_.Append({buffer, static_cast<size_t>(size)});
      return size > 0 || (size < 0 && errno == EAGAIN);
    }
  }

  bool NextFrame(std::optional<frames::ToWorker>* frame) {
    absl::StatusOr<std::optional<std::string_view>> line = lines_.Next();
    if (!line.ok()) return Fail(line.status().message());
    if (!*line) return frame->reset(), true;
    absl::StatusOr<frames::ToWorker> decoded = frames::DecodeToWorker(**line);
    if (!decoded.ok()) return Fail(decoded.status().message());
    *frame = *std::move(decoded);
    return true;
  }
  bool WaitForFrame(std::optional<frames::ToWorker>* frame) {
    while (NextFrame(frame)) {
      if (*frame) return true;
      bool some = false;
      if (!Receive(0, &some)) return false;
    }
    return false;
  }

  // ---- what happens

  bool Start() {
    std::optional<frames::ToWorker> frame;
    if (!WaitForFrame(&frame)) return false;
    auto* init = std::get_if<frames::Init>(&*frame);
    if (init == nullptr) return Fail("the first frame is not 'init'");
    const std::optional<std::string> snapshot = std::move(init->snapshot);
    absl::StatusOr<PythonRequest> request = frames::RequestOf(std::move(*init));
    if (!request.ok()) return Fail(request.status().message());
    for (const std::string& refused :
         LimitProcess(request->limits.memory_bytes, request->limits.duration)) {
      // (Of a wall that its host does without nothing was said either.)
      if (std::count(protections_.begin(), protections_.end(), refused) > 0)
        return Fail(absl::StrCat("this system does not give it all of ", refused));
    }
    if (!snapshot) {
      engine_ = MakeLocalEngine(*request);
      return true;
    }
    absl::StatusOr<std::unique_ptr<Engine>> restored = RestoreLocalEngine(*snapshot, *request);
    if (!restored.ok()) return Fail(restored.status().message());
    engine_ = *std::move(restored);
    return true;
  }

  bool SayWorking() {
    const Clock::time_point now = Clock::now();
    if (said_working_ && now - *said_working_ < frames::kWorkingPeriod) return true;
    said_working_ = now;
    return Send(frames::Working{});
  }

  bool SendOutput() {
    // Standard output first: a traceback comes after what was printed before it.
    for (OutputStream stream : {OutputStream::kOut, OutputStream::kError}) {
      const std::string bytes = engine_->TakeOutput(stream);
      for (size_t at = 0; at < bytes.size(); at += kOutputPiece) {
        if (!Send(frames::Output{stream == OutputStream::kOut ? "stdout" : "stderr",
                                 bytes.substr(at, kOutputPiece)})) {
          return false;
        }
      }
    }
    return true;
  }

  // While the program computes.
  bool LookForFrames() {
    bool some = true;
    while (some) {
      if (!Receive(MSG_DONTWAIT, &some)) return false;
    }
    std::optional<frames::ToWorker> frame;
    while (NextFrame(&frame)) {
      if (!frame) return true;
      if (!std::holds_alternative<frames::Save>(*frame))
        return Fail("only 'save' may come while the program runs");
      if (!SaveRun()) return false;
    }
    return false;
  }

  bool SaveRun() {
    absl::StatusOr<std::string> bytes = engine_->Snapshot();
    return bytes.ok() ? Send(frames::Snapshot{*std::move(bytes)}) : Fail(bytes.status().message());
  }

  // Asks the host and waits for its answer.
  bool Ask(const EngineEvent& event) {
    frames::OsCall call;
    CallId waiting;
    call.id = ++calls_;
    if (const auto* function = std::get_if<FunctionCall>(&event)) {
      waiting = function->id;
      call.kind = "function";
      call.function = function->name;
      call.args = function->args;
      for (const auto& [name, value] : function->kwargs) call.kwargs.emplace_back(name, value);
    } else if (const auto* request = std::get_if<OsRequest>(&event)) {
      waiting = request->id;
      OsCallOnWire wire = ToWire(request->call);
      call.kind = "os";
      call.function = std::move(wire.function);
      call.args = std::move(wire.args);
    } else {
      call.kind = "input";
    }
    absl::StatusOr<std::string> fits = frames::Encode(call);
    if (!fits.ok()) {
      --calls_;
      return Answer(call, waiting,
                    HostException("ValueError", absl::StrCat("arguments of ", call.function,
                                                             "(): ", fits.status().message())));
    }
    if (!Send(call)) return false;
    frames::OsResponse response;
    if (!WaitForResponse(call.id, &response)) return false;
    if (call.kind == "input") {
      if (response.result.kind() != HostValue::Kind::kBytes)
        return Fail("the answer to 'input' is not bytes");
      const std::string_view bytes = response.result.text();
      return engine_->GiveInput(bytes, bytes.empty()).ok();
    }
    if (response.error)
      return Answer(call, waiting, HostException(response.error->type, response.error->args));
    if (response.no_such_name) return Answer(call, waiting, NoSuchName{});
    return Answer(call, waiting, std::move(response.result));
  }

  bool WaitForResponse(uint64_t id, frames::OsResponse* response) {
    std::optional<frames::ToWorker> frame;
    while (WaitForFrame(&frame)) {
      if (std::holds_alternative<frames::Save>(*frame)) {
        if (!SaveRun()) return false;
        continue;
      }
      auto* answer = std::get_if<frames::OsResponse>(&*frame);
      if (answer == nullptr) return Fail("a frame that does not answer the call");
      if (answer->id != id)
        return Fail(absl::StrCat("an answer to call ", answer->id, ", but call ", id, " waits"));
      *response = std::move(*answer);
      return true;
    }
    return false;
  }

  // What the program cannot take it hears of.
  bool Answer(const frames::OsCall& call, CallId id, Reply reply) {
    const absl::Status status = engine_->Answer(id, std::move(reply));
    if (status.ok()) return true;
    const std::string what =
        absl::StrCat("the answer to ", call.function, "(): ", status.message());
    return engine_->Answer(id, HostException("ValueError", what)).ok() || Fail(what);
  }

  bool Complete(const Conclusion& conclusion) {
    frames::Complete complete;
    complete.kind = WireName(conclusion.end);
    complete.exit_code = conclusion.exit_code;
    if (conclusion.limit) complete.limit = LimitName(*conclusion.limit);
    complete.exception = conclusion.exception_type;
    complete.message = conclusion.message;
    complete.report = conclusion.report;
    const Usage usage = engine_->usage();
    complete.usage = {usage.memory_bytes, usage.peak_memory_bytes,
                      usage.allocations,  usage.steps,
                      usage.output_bytes, static_cast<uint64_t>(usage.running.count())};
    return Send(complete);
  }

  std::unique_ptr<Engine> engine_;
  frames::LineReader lines_;
  uint64_t calls_ = 0;
  std::vector<std::string> protections_;
  std::optional<Clock::time_point> said_working_;
  bool failed_ = false;
};

}  // namespace

int RunWorker(const ProtectionPolicy& policy, char* const* arguments) {
  return Worker().Run(policy, arguments);
}

}  // namespace pysub
