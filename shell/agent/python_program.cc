#include "shell/agent/python_program.h"

#include <sys/random.h>
#include <time.h>

#include <algorithm>
#include <string>
#include <utility>

namespace pysub::agent {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr uint64_t kSlice = 200'000;  // of some milliseconds
constexpr int kFailed = 1;

int64_t NowNs(os::Now::Clock which) {
  static constexpr clockid_t kClocks[] = {CLOCK_REALTIME, CLOCK_MONOTONIC,
                                          CLOCK_PROCESS_CPUTIME_ID};
  timespec now = {};
  clock_gettime(kClocks[static_cast<size_t>(which)], &now);
  return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

Reply RandomBytes(uint64_t count) {
  constexpr uint64_t kMost = 1 << 20;
  if (count > kMost) return HostException("MemoryError", "more than a megabyte of random bytes");
  std::string bytes(count, '\0');
  size_t have = 0;
  while (have < bytes.size()) {
    const ssize_t got = getrandom(bytes.data() + have, bytes.size() - have, 0);
    if (got > 0) have += static_cast<size_t>(got);
  }
  return HostValue::Bytes(bytes);
}

}  // namespace

PythonProgram::PythonProgram(Sandbox* python, ToolCalls* tools, Options options)
    : python_(python),
      tools_(tools),
      options_(options),
      first_step_(python->usage().steps),
      started_(steady_clock::now()),
      deadline_(started_ + options.time + options.grace) {}

std::optional<RunOutcome> PythonProgram::Step() {
  if (!MayRun()) return std::nullopt;
  return Handle(python_->RunFor(kSlice));
}

void PythonProgram::Cancel() {
  is_cancelled_ = true;
  python_->Cancel();
}

bool PythonProgram::MayRun() {
  const SteadyTime now = steady_clock::now();
  const bool is_over = is_cancelled_ || is_late_;
  if (is_blocked_ && !is_over) {
    const bool has_come = tools_->Deliver(*python_) || std::exchange(has_news_, false);
    const bool is_due = wake_at_ && now >= *wake_at_;
    if (!has_come && !is_due) return false;
    wake_at_.reset();
  }
  Unblock();
  if (now >= deadline_ && !is_late_) {
    is_late_ = true;
    python_->Cancel();
  }
  if (wake_at_ && !is_late_ && !is_cancelled_ && now < *wake_at_) return false;
  if (std::exchange(wake_at_, std::nullopt)) Answer(sleeping_, HostValue());
  return true;
}

void PythonProgram::Block(std::optional<int64_t> timer_ns) {
  is_blocked_ = true;
  blocked_since_ = steady_clock::now();
  constexpr int64_t kMost = int64_t{86'400} * 1'000'000'000 * 365;
  if (timer_ns) wake_at_ = blocked_since_ + nanoseconds(std::min(*timer_ns, kMost));
}

// The time of others is none of the program's.
void PythonProgram::Unblock() {
  if (std::exchange(is_blocked_, false)) deadline_ += steady_clock::now() - blocked_since_;
}

CallWait PythonProgram::wait() const {
  if (is_cancelled_) return {};
  constexpr nanoseconds kLong = std::chrono::seconds(1);
  const SteadyTime now = steady_clock::now();
  if (is_blocked_) {
    const nanoseconds left = wake_at_ ? *wake_at_ - now : kLong;
    return {std::clamp<nanoseconds>(left, nanoseconds(1), kLong), tools_->descriptor()};
  }
  if (!wake_at_) return {};
  return {std::max<nanoseconds>(std::min(*wake_at_, deadline_) - now, nanoseconds(0)), -1};
}

void PythonProgram::Answer(CallId id, Reply reply) {
  if (python_->Answer(id, std::move(reply)).ok()) return;
  // No room for it: the next run ends with that limit, or the program hears of it.
  static_cast<void>(python_->Answer(id, HostException("MemoryError", "")));
}

std::optional<RunOutcome> PythonProgram::Handle(const Stop& stop) {
  if (const auto* request = std::get_if<OsRequest>(&stop)) {
    AnswerHere(*request);
    return std::nullopt;
  }
  if (const auto* call = std::get_if<FunctionCall>(&stop)) {
    if (tools_ == nullptr) {
      Answer(call->id, NoSuchName());
    } else if (!tools_->Take(*python_, *call)) {
      Block(std::nullopt);
    }
    return std::nullopt;
  }
  if (const auto* waiting = std::get_if<Waiting>(&stop)) {
    if (tools_ != nullptr) Block(waiting->sleep_ns);
    return std::nullopt;
  }
  if (std::holds_alternative<OutOfFuel>(stop)) return std::nullopt;
  RunOutcome outcome;
  outcome.out = python_->TakeOutput(OutputStream::kOut);
  outcome.error = python_->TakeOutput(OutputStream::kError);
  if (const auto* finished = std::get_if<Finished>(&stop)) {
    if (!finished->value.is_none()) outcome.value = finished->value;
  } else if (const auto* raised = std::get_if<Raised>(&stop)) {
    TakeRaised(*raised, &outcome);
  } else if (const auto* reached = std::get_if<LimitReached>(&stop)) {
    TakeLimit(*reached, &outcome);
  }
  outcome.steps = used();
  outcome.duration = steady_clock::now() - started_;
  if (options_.keeps_state && (is_late_ || is_cancelled_) &&
      !std::holds_alternative<LimitReached>(stop))
    DropCancel();
  return outcome;
}

// It came too late for this feed, and would end the next one: so one that changes nothing takes it.
void PythonProgram::DropCancel() {
  if (python_->Feed("while True: pass").ok()) python_->Run();
}

void PythonProgram::AnswerHere(const OsRequest& request) {
  if (const auto* now = std::get_if<os::Now>(&request.call)) {
    Answer(request.id, os::Now::ToValue(NowNs(now->clock)));
  } else if (const auto* sleep = std::get_if<os::Sleep>(&request.call)) {
    sleeping_ = request.id;
    // (No later than the deadline, so that the sum is a time.)
    const nanoseconds left = deadline_ - steady_clock::now();
    wake_at_ = steady_clock::now() + std::min(nanoseconds(sleep->nanoseconds), left);
  } else if (const auto* entropy = std::get_if<os::Entropy>(&request.call)) {
    Answer(request.id, RandomBytes(entropy->bytes));
  } else {
    Answer(request.id, HostException("PermissionError", "not here"));
  }
}

void PythonProgram::TakeRaised(const Raised& raised, RunOutcome* outcome) {
  outcome->exception = raised.exception.name();
  outcome->message = raised.message;
  outcome->exit_code = raised.exit_status.value_or(kFailed);
  outcome->end = raised.exit_status ? "exit" : "raised";
  outcome->error += raised.exit_status ? raised.exit_message.value_or("") : raised.traceback;
}

void PythonProgram::TakeLimit(const LimitReached& reached, RunOutcome* outcome) {
  outcome->end = "limit";
  outcome->exit_code = kFailed;
  const bool by_clock = is_late_ && reached.limit == LimitKind::kCancelled && !is_cancelled_;
  outcome->limit = LimitName(by_clock ? LimitKind::kDuration : reached.limit);
  TakeLimitMessage(by_clock ? "TimeoutError: the time of this call is over" : reached.message,
                   outcome);
  if (options_.keeps_state) {
    outcome->message += reached.session_goes_on
                            ? "; the program is as it was before this feed, its files are not"
                            : "; nothing of the program is left, the next feed begins a new one";
  }
  outcome->error += reached.traceback;
  is_lost_ = !reached.session_goes_on;
}

}  // namespace pysub::agent
