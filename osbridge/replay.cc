#include "pysub/replay.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <utility>

#include "osbridge/convert.h"
#include "osbridge/recording.h"
#include "osbridge/sandbox_impl.h"
#include "stdlib/install.h"
#include "vm/snapshot/snapshot.h"

namespace pysub {
namespace {

constexpr auto kOsCalls = static_cast<uint8_t>(OsCallId::kCount);

void WriteConversion(const ConversionLimits& limits, ByteWriter& to) {
  to.Varint(limits.max_values);
  to.Varint(limits.max_bytes);
  to.Varint(limits.max_depth);
  to.Varint(limits.max_handles);
}

ConversionLimits ReadConversion(ByteReader& from) {
  ConversionLimits limits;
  limits.max_values = from.Varint();
  limits.max_bytes = from.Varint();
  limits.max_depth = static_cast<uint32_t>(from.Below(uint64_t{1} << 32));
  limits.max_handles = from.Varint();
  return limits;
}

}  // namespace

// ---- Sandbox: recording

// A recording begins with a snapshot and then lists what came from outside: answers, input, time,
// fuel. All else follows from these, because a sandbox is deterministic. Limits of single feeds are
// no events, so sessions with them are refused.
absl::Status Sandbox::StartRecording(uint64_t max_bytes) {
  if (impl_->recorder != nullptr)
    return absl::FailedPreconditionError("a recording goes on already");
  const FeedLimits& feed = impl_->feed_limits;
  if (impl_->after_limit != AfterLimit::kNothing || feed.duration || feed.allocations ||
      feed.steps || feed.output_bytes || feed.interrupt_after) {
    return absl::FailedPreconditionError(
        "a session with limits for each feed, or that goes on after one, is not recorded");
  }
  if (impl_->CheckAlive().ok() && !DrawHandleOwner(*impl_->vm)) {
    return absl::ResourceExhaustedError("the sandbox has no memory for a handle");
  }
  absl::StatusOr<std::string> snapshot = Snapshot();
  if (!snapshot.ok()) return snapshot.status();
  std::string header;
  {
    ByteWriter to(header);
    to.Raw(kRecordingMagic);
    to.Byte(kRecordingVersion);
    for (uint8_t call = 0; call < kOsCalls; ++call) {
      to.Byte(static_cast<uint8_t>(impl_->vm->host.os_policy(static_cast<OsCallId>(call))));
    }
    WriteConversion(impl_->conversion, to);
    to.Byte(impl_->has_input);
    to.Text(std::string_view(impl_->input).substr(impl_->input_read));
    to.Text(*snapshot);
  }
  if (header.size() > max_bytes) {
    return absl::ResourceExhaustedError(
        "the state to begin with is larger than the recording may be");
  }
  impl_->recorder = std::make_unique<Recorder>(std::move(header), max_bytes);
  impl_->output_hash = kNoOutputHash;
  return absl::OkStatus();
}

absl::StatusOr<std::string> Sandbox::TakeRecording() {
  if (impl_->recorder == nullptr) return absl::FailedPreconditionError("no recording was started");
  const std::unique_ptr<Recorder> recorder = std::move(impl_->recorder);
  return recorder->Finish();
}

void SandboxImpl::Record(const RecordedEvent& event) {
  if (recorder != nullptr) recorder->Add(event);
}

Stop SandboxImpl::RunRecorded(uint64_t fuel) {
  // At the end nothing runs any more.
  const bool ended = state == State::kEnded || state == State::kDead;
  Stop stop = Run(fuel);
  if (recorder != nullptr && !ended) {
    Record({.kind = RecordedEvent::Kind::kRun,
            .fuel = fuel,
            .stop = RecordOf(stop, output_hash, vm->budget().steps_used())});
  }
  return stop;
}

// ---- Replay

// A sandbox that is led along the events, each of which must end as it was recorded.
struct Replay::Impl {
  Sandbox sandbox;
  // The events stay bytes, which take less room than what they say, and whoever wrote them pays for
  // it.
  std::string bytes;
  std::vector<size_t> starts;
  size_t position = 0;

  RecordedEvent EventAt(size_t event) const {
    ByteReader from(std::string_view(bytes).substr(starts[event]));
    return ReadEvent(from);
  }
  // Fuel of the pieces of this run that were passed over.
  uint64_t passed = 0;

  // A piece of a run that ran out of fuel, behind which it went on with nothing between but
  // answers. What answers at once when it is recorded stops the run here, and its instruction is
  // charged again: the pieces would not end where they did.
  bool IsPassedOver(const RecordedEvent& event) const {
    if (event.stop.kind != Stop(OutOfFuel{}).index()) return false;
    for (size_t next = position + 1; next < starts.size(); ++next) {
      const RecordedEvent::Kind kind = EventAt(next).kind;
      if (kind != RecordedEvent::Kind::kOsAnswer) return kind == RecordedEvent::Kind::kRun;
    }
    return false;
  }
  // What the run still has up to where it was then.
  uint64_t StepsTo(const RecordedEvent& event) const {
    const uint64_t used = sandbox.impl_->vm->budget().steps_used();
    return event.stop.steps > used ? event.stop.steps - used : 1;
  }
  absl::Status Do(const RecordedEvent& event);
  absl::Status Run(const RecordedEvent& event);
  absl::Status Differs(const RecordedEvent& event, absl::string_view now) const {
    return absl::AbortedError(absl::StrCat("event ", position, " differs: recorded was ",
                                           DescribeEvent(event), "; now it is ", now));
  }
};

Replay::Replay(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Replay::Replay(Replay&&) noexcept = default;
Replay& Replay::operator=(Replay&&) noexcept = default;
Replay::~Replay() = default;

absl::StatusOr<Replay> Replay::Open(std::string_view bytes, const SandboxOptions& options) {
  const absl::Status damaged = absl::DataLossError("this is no recording, or a damaged one");
  constexpr size_t kChecksumBytes = 8;
  if (bytes.size() < kRecordingMagic.size() + kChecksumBytes) return damaged;
  const std::string_view body = bytes.substr(0, bytes.size() - kChecksumBytes);
  if (ByteReader(bytes.substr(body.size())).Fixed64() != SnapshotChecksum(body)) return damaged;

  ByteReader from(body);
  if (from.Raw(kRecordingMagic.size()) != kRecordingMagic) return damaged;
  if (from.Byte() != kRecordingVersion) {
    return absl::DataLossError("the recording has another version");
  }
  OsPolicy policies[kOsCalls];
  for (OsPolicy& policy : policies) {
    policy = static_cast<OsPolicy>(from.Below(static_cast<uint64_t>(OsPolicy::kHost) + 1));
  }
  SandboxOptions own = options;
  own.conversion = ReadConversion(from);
  const bool has_input = from.Byte() != 0;
  const std::string_view input = from.Text();
  if (has_input) own.standard_input = input;
  const std::string_view snapshot = from.Text();
  const std::string_view events = body.substr(body.size() - from.left());
  std::vector<size_t> starts;
  while (from.ok() && from.left() > 0) {
    starts.push_back(events.size() - from.left());
    ReadEvent(from);
  }
  if (!from.ok()) return damaged;

  absl::StatusOr<Sandbox> sandbox = Sandbox::RestoreUnsealed(snapshot, own, {}, /*replay=*/true);
  if (!sandbox.ok()) return sandbox.status();
  for (uint8_t call = 0; call < kOsCalls; ++call) {
    sandbox->impl_->vm->host.SetOsPolicy(static_cast<OsCallId>(call), policies[call]);
  }
  return Replay(
      std::unique_ptr<Impl>(new Impl{*std::move(sandbox), std::string(events), std::move(starts)}));
}

size_t Replay::size() const { return impl_->starts.size(); }
size_t Replay::position() const { return impl_->position; }
Sandbox& Replay::sandbox() { return impl_->sandbox; }

std::string Replay::Describe(size_t event) const {
  return event < size() ? DescribeEvent(impl_->EventAt(event)) : "";
}

absl::Status Replay::Step() {
  if (position() == size()) return absl::OutOfRangeError("all of the recording was replayed");
  const absl::Status status = impl_->Do(impl_->EventAt(impl_->position));
  if (status.ok()) ++impl_->position;
  return status;
}

absl::Status Replay::RunToEnd() {
  while (position() < size()) {
    if (absl::Status status = Step(); !status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status Replay::Impl::Do(const RecordedEvent& event) {
  using Kind = RecordedEvent::Kind;
  absl::Status status;
  switch (event.kind) {
    case Kind::kRun: return Run(event);
    case Kind::kAnswer: status = sandbox.Answer(event.id, event.reply); break;
    case Kind::kFeed: status = sandbox.Feed(event.text, event.program); break;
    case Kind::kCall: {
      std::vector<std::pair<std::string, HostValue>> keywords;
      const std::span<const HostValue> flat = event.values[2].items();
      for (size_t i = 0; i + 1 < flat.size(); i += 2)
        keywords.emplace_back(flat[i].text(), flat[i + 1]);
      status = sandbox.Call(event.values[0], event.values[1].items(), keywords);
      break;
    }
    case Kind::kSet: status = sandbox.Set(event.text, event.values[0]); break;
    case Kind::kGet: status = sandbox.Get(event.text).status(); break;
    case Kind::kReleaseHandles: sandbox.ReleaseHandles(); break;
    case Kind::kCollect: status = sandbox.Snapshot().status(); break;
    case Kind::kOsAnswer: sandbox.impl_->answers.push_back(event); break;
  }
  return status.ok() ? status : Differs(event, status.message());
}

absl::Status Replay::Impl::Run(const RecordedEvent& event) {
  SandboxImpl& impl = *sandbox.impl_;
  uint64_t fuel = event.fuel;
  if (IsPassedOver(event)) {
    if (__builtin_add_overflow(passed, fuel, &passed)) passed = UINT64_MAX;
    return absl::OkStatus();
  }
  // More than the pieces had, as much is charged again; not without end, for who wrote the bytes
  // may have wished that.
  constexpr uint64_t kAgain = 8, kMore = 1'000'000;
  if (const uint64_t before = std::exchange(passed, 0); before != 0) {
    if (__builtin_add_overflow(before, fuel, &fuel) ||
        __builtin_mul_overflow(fuel, kAgain, &fuel) || __builtin_add_overflow(fuel, kMore, &fuel))
      fuel = UINT64_MAX;
    if (event.stop.kind == Stop(OutOfFuel{}).index()) fuel = StepsTo(event);
  }
  if (event.stop.IsByChance()) fuel = std::min(fuel, StepsTo(event));
  const Stop stop = impl.Run(std::max<uint64_t>(fuel, 1));
  const StopRecord now = RecordOf(stop, impl.output_hash, impl.vm->budget().steps_used());
  const bool same = event.stop.IsByChance()
                        ? std::holds_alternative<OutOfFuel>(stop) || now.IsByChance()
                        : now.kind == event.stop.kind && now.digest == event.stop.digest;
  if (same) return absl::OkStatus();
  if (now.text != event.stop.text) return Differs(event, "run: " + now.text);
  return Differs(event,
                 "the same, but for something that is not shown here or was written to the output");
}

}  // namespace pysub
