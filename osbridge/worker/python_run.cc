#include "pysub/python/python_run.h"

#include <algorithm>
#include <utility>

#include "lexer/base/entropy.h"
#include "osbridge/worker/file_answers.h"
#include "osbridge/worker/python_run_impl.h"
#include "vm/snapshot/format.h"

namespace pysub {
namespace {

constexpr std::string_view kMagic = "pysub run 1\n";

enum class Saved : uint8_t { kRunning, kEnded };

// Input goes to the engine in pieces, so that a worker's frames stay small.
constexpr size_t kInputPiece = size_t{8} << 20;
constexpr std::chrono::nanoseconds kLongestSleep =
    std::chrono::hours(24 * 365);  // no sum of two overflows

}  // namespace

// ---- Impl

PythonRun::Impl::Impl(PythonRequest made, std::unique_ptr<Engine> made_engine)
    : request(std::move(made)), engine(std::move(made_engine)) {
  request.code.clear();
  if (request.standard_input) {
    input = std::move(*request.standard_input);
    input_ended = true;
  }
}

void PythonRun::Impl::TakeOutput() {
  output[0] += engine->TakeOutput(OutputStream::kOut);
  output[1] += engine->TakeOutput(OutputStream::kError);
}

void PythonRun::Impl::Conclude(Conclusion conclusion) {
  TakeOutput();
  result.usage = engine->usage();
  engine = nullptr;
  result.end = conclusion.end;
  result.exit_code = conclusion.exit_code;
  result.limit = conclusion.limit;
  result.signal = conclusion.signal;
  result.exception_type = std::move(conclusion.exception_type);
  result.message = std::move(conclusion.message);
  output[1] += conclusion.report;
  result.report = std::move(conclusion.report);
  result.execution_time_ms =
      std::chrono::duration<double, std::milli>(Clock::now() - started).count();
  state = State::kEnded;
}

std::chrono::nanoseconds PythonRun::Impl::SleepLeft() const {
  return std::max(std::chrono::nanoseconds(0), std::chrono::nanoseconds(wake - Clock::now()));
}

std::chrono::nanoseconds PythonRun::Impl::SleepToSave() const {
  if (state == State::kSleeps) return SleepLeft();
  if (!restored_wake) return std::chrono::nanoseconds(-1);
  return std::max(std::chrono::nanoseconds(0),
                  std::chrono::nanoseconds(*restored_wake - Clock::now()));
}

bool PythonRun::Impl::OutOfTime() {
  if (request.wall_time && Clock::now() - started >= *request.wall_time) {
    Conclude(EndAtTimeLimit(*request.wall_time, engine->Abandon()));
    return true;
  }
  // A program that sleeps uses its time.
  std::chrono::nanoseconds sleeping = slept;
  if (state == State::kSleeps) sleeping -= SleepLeft();
  if (!request.limits.duration || sleeping.count() <= 0) return false;
  if (sleeping + engine->usage().running < *request.limits.duration) return false;
  Conclude(EndAtTimeLimit(*request.limits.duration, engine->Abandon()));
  return true;
}

// One turn. What the library can answer itself it answers here; only what concerns the host leaves
// this function as a state.
PythonRun::State PythonRun::Impl::Step(uint64_t fuel) {
  if (state == State::kEnded || OutOfTime() || state == State::kCalls) return state;
  if (state == State::kSleeps) {
    if (SleepLeft().count() > 0) return state;
    static_cast<void>(engine->Answer(sleeper, os::Sleep::ToValue({})));
    state = State::kReady;
  }
  // What is answered here costs the program's turn, too: each answer a part of it.
  const uint64_t cost = std::max<uint64_t>(fuel / 256, 1);
  for (uint64_t left = fuel; left > 0; left -= std::min(left, cost)) {
    EngineEvent event = engine->Step(left);
    TakeOutput();
    if (std::holds_alternative<Working>(event)) {
      return state = engine->poll_descriptor() >= 0 ? State::kBusy : State::kReady;
    }
    if (std::holds_alternative<WantsInput>(event)) {
      if (input.empty() && !input_ended) return state = State::kWantsInput;
      const std::string_view piece = std::string_view(input).substr(0, kInputPiece);
      const bool last = input_ended && piece.size() == input.size();
      if (absl::Status given = engine->GiveInput(piece, last); !given.ok())
        continue;  // the next event says why
      input.erase(0, piece.size());
    } else if (auto* function = std::get_if<FunctionCall>(&event)) {
      call = std::move(*function);
      return state = State::kCalls;
    } else if (auto* os_request = std::get_if<OsRequest>(&event)) {
      Handle(*os_request);
      if (state == State::kSleeps) return state;
    } else {
      Conclude(std::move(std::get<Conclusion>(event)));
      return state;
    }
    if (OutOfTime()) return state;
  }
  return state = State::kReady;
}

void PythonRun::Impl::Handle(const OsRequest& os_request) {
  Reply reply = HostException("PermissionError", "this is not permitted here");
  if (const auto* sleep = std::get_if<os::Sleep>(&os_request.call)) {
    std::chrono::nanoseconds duration(std::max<int64_t>(sleep->nanoseconds, 0));
    duration = std::min(duration, kLongestSleep);
    const Clock::time_point now = Clock::now();
    if (restored_wake) {
      duration = std::clamp(std::chrono::nanoseconds(*restored_wake - now),
                            std::chrono::nanoseconds(0), duration);
      restored_wake = std::nullopt;
    }
    if (duration.count() > 0) {
      slept = std::min(slept + duration, kLongestSleep);
      wake = now + duration;
      sleeper = os_request.id;
      state = State::kSleeps;
      return;
    }
    reply = os::Sleep::ToValue({});
  }
  if (const auto* entropy = std::get_if<os::Entropy>(&os_request.call)) {
    constexpr uint64_t kMost = uint64_t{1} << 20;
    std::string bytes(std::min(entropy->bytes, kMost), '\0');
    if (bytes.size() == entropy->bytes && FillWithEntropy(bytes.data(), bytes.size())) {
      reply = os::Entropy::ToValue(bytes);
    } else {
      reply = HostException("OSError", "no random bytes are to be had");
    }
  }
  if (request.files != nullptr) {
    if (std::optional<Reply> answer = AnswerFromFiles(*request.files, os_request.call))
      reply = *std::move(answer);
  }
  if (!engine->Answer(os_request.id, reply).ok()) {
    static_cast<void>(engine->Answer(os_request.id, HostException("MemoryError", "")));
  }
}

void PythonRun::Impl::WaitForWorker() {
  constexpr std::chrono::milliseconds kLongest(50);  // then the time limits are looked at again
  std::chrono::milliseconds wait = kLongest;
  if (request.wall_time) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(*request.wall_time - (Clock::now() - started));
    wait = std::clamp(left, std::chrono::milliseconds(0), kLongest);
  }
  engine->Wait(wait);
}

// ---- saving

absl::StatusOr<std::string> PythonRun::Impl::Snapshot() {
  absl::StatusOr<std::string> program;
  if (state != State::kEnded) {
    program = engine->Snapshot();
    TakeOutput();  // what was printed before belongs to this side
    // It may have ended without anybody having noticed.
    if (absl::IsFailedPrecondition(program.status())) {
      if (state == State::kCalls) state = State::kReady;  // (a call that still waits comes again)
      Step(1);
    }
    if (state != State::kEnded && !program.ok()) return program;
  }
  std::string bytes;
  ByteWriter to(bytes);
  to.Raw(kMagic);
  to.Byte(static_cast<uint8_t>(state == State::kEnded ? Saved::kEnded : Saved::kRunning));
  to.Text(input);
  to.Byte(input_ended);
  to.Text(output[0]);
  to.Text(output[1]);
  const std::chrono::nanoseconds sleep_left = SleepToSave();
  // (What is left of a sleep is added when it goes on.)
  to.Fixed64(static_cast<uint64_t>((state == State::kSleeps ? slept - sleep_left : slept).count()));
  to.Fixed64(static_cast<uint64_t>(sleep_left.count()));
  if (state != State::kEnded) {
    to.Raw(*program);
  } else {
    to.Byte(static_cast<uint8_t>(result.end));
    to.Byte(static_cast<uint8_t>(result.exit_code));
    to.Byte(static_cast<uint8_t>(result.limit ? static_cast<int>(*result.limit) + 1 : 0));
    to.Byte(static_cast<uint8_t>(result.signal));
    to.Text(result.exception_type);
    to.Text(result.message);
    to.Text(result.report);
  }
  to.Flush();
  return bytes;
}

void PythonRun::Impl::ReadResult(ByteReader& from) {
  result.end =
      static_cast<PythonEnd>(from.Below(static_cast<uint64_t>(PythonEnd::kWorkerError) + 1));
  result.exit_code = from.Byte();
  const uint64_t limit = from.Below(static_cast<uint64_t>(LimitKind::kCancelled) + 2);
  if (limit != 0) result.limit = static_cast<LimitKind>(limit - 1);
  result.signal = from.Byte();
  result.exception_type = from.Text();
  result.message = from.Text();
  result.report = from.Text();
  state = State::kEnded;
}

bool PythonRun::Impl::ReadSaved(std::string_view bytes, Impl* impl, std::string_view* program) {
  ByteReader from(bytes);
  if (from.Raw(kMagic.size()) != kMagic) return false;
  const Saved saved = static_cast<Saved>(from.Below(2));
  impl->input = from.Text();
  impl->input_ended = from.Below(2) != 0;
  impl->output[0] = from.Text();
  impl->output[1] = from.Text();
  const uint64_t slept = from.Fixed64();
  impl->slept = std::chrono::nanoseconds(std::min<uint64_t>(slept, INT64_MAX / 4));
  const std::chrono::nanoseconds sleep_left(static_cast<int64_t>(from.Fixed64()));
  // The time that a worker takes to ask for its sleep again belongs to that sleep.
  if (sleep_left.count() >= 0)
    impl->restored_wake = Clock::now() + std::min(sleep_left, kLongestSleep);
  if (saved == Saved::kEnded) {
    impl->ReadResult(from);
  } else {
    *program = from.Raw(from.left());
  }
  return from.ok();
}

// ---- PythonRun

PythonRun::PythonRun(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PythonRun::PythonRun(PythonRun&&) noexcept = default;
PythonRun& PythonRun::operator=(PythonRun&&) noexcept = default;
PythonRun::~PythonRun() = default;

PythonRun::State PythonRun::Step(uint64_t fuel) { return impl_->Step(std::max<uint64_t>(fuel, 1)); }
PythonRun::State PythonRun::state() const { return impl_->state; }

void PythonRun::GiveInput(std::string_view bytes) {
  if (impl_->state == State::kEnded || impl_->input_ended) return;
  impl_->input += bytes;
  if (impl_->state == State::kWantsInput && !bytes.empty()) impl_->state = State::kReady;
}
void PythonRun::EndInput() {
  impl_->input_ended = true;
  if (impl_->state == State::kWantsInput) impl_->state = State::kReady;
}

const FunctionCall& PythonRun::call() const { return impl_->call; }
absl::Status PythonRun::Answer(Reply reply) {
  if (impl_->state != State::kCalls)
    return absl::FailedPreconditionError("no call waits for an answer");
  if (std::holds_alternative<Later>(reply))
    return absl::InvalidArgumentError("a PythonRun is answered at once");
  absl::Status status = impl_->engine->Answer(impl_->call.id, std::move(reply));
  if (status.ok()) impl_->state = State::kReady;
  return status;
}

std::chrono::nanoseconds PythonRun::sleep_left() const {
  if (impl_->state != State::kSleeps) return std::chrono::nanoseconds(0);
  const std::chrono::nanoseconds left = impl_->SleepLeft();
  if (!impl_->request.limits.duration) return left;
  const std::chrono::nanoseconds used = impl_->slept - left + impl_->engine->usage().running;
  return std::clamp(*impl_->request.limits.duration - used, std::chrono::nanoseconds(0), left);
}
int PythonRun::poll_descriptor() const {
  return impl_->engine != nullptr ? impl_->engine->poll_descriptor() : -1;
}
bool PythonRun::just_started() const {
  return impl_->state == State::kBusy && impl_->engine->fresh();
}
std::chrono::nanoseconds PythonRun::time_left() const {
  if (!impl_->request.wall_time) return std::chrono::nanoseconds(0);
  const std::chrono::nanoseconds left =
      *impl_->request.wall_time - (Impl::Clock::now() - impl_->started);
  return std::max(left, std::chrono::nanoseconds(1));
}

std::string PythonRun::TakeOutput(OutputStream stream) {
  return std::exchange(impl_->output[static_cast<int>(stream) - 1], std::string());
}
size_t PythonRun::output_waiting() const {
  return impl_->output[0].size() + impl_->output[1].size();
}

Usage PythonRun::usage() const {
  return impl_->engine != nullptr ? impl_->engine->usage() : impl_->result.usage;
}

void PythonRun::Cancel() {
  if (impl_->state == State::kEnded) return;
  impl_->Conclude(EndAtLimit(LimitHit::kCancelled, {}, impl_->engine->Abandon()));
}

PythonResult& PythonRun::result() {
  impl_->result.standard_output += TakeOutput(OutputStream::kOut);
  impl_->result.standard_error += TakeOutput(OutputStream::kError);
  return impl_->result;
}

absl::StatusOr<std::string> PythonRun::Snapshot() { return impl_->Snapshot(); }

}  // namespace pysub
