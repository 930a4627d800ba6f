// Sessions: code fed piece by piece, each piece within limits of its own, and what a
// limit leaves of them.

#include <absl/strings/str_cat.h>

#include <algorithm>

#include "osbridge/convert.h"
#include "osbridge/sandbox_impl.h"
#include "vm/snapshot/snapshot.h"

namespace pysub {

// ---- other threads

bool SandboxImpl::IsInterrupted() {
  const bool is_due = vm->budget().running_ns() >= interrupt_at_ns;
  if (is_due) interrupt_at_ns = kUnlimited;
  if (is_due || (interrupted.load(std::memory_order_relaxed) && interrupted.exchange(false)))
    vm->budget().Interrupt();
  return vm->budget().is_interrupted();
}

void SandboxImpl::DropInterrupt() {
  interrupted = false;
  vm->budget().DropInterrupt();
}

bool SandboxImpl::IsCancelled(void* context) {
  SandboxImpl& impl = *static_cast<SandboxImpl*>(context);
  static_cast<void>(impl.IsInterrupted());
  return impl.cancelled.load(std::memory_order_relaxed) ||
         (impl.is_cancelled != nullptr && impl.is_cancelled());
}

void Sandbox::Cancel() { impl_->cancelled = true; }
void Sandbox::Interrupt() { impl_->interrupted = true; }

// ---- feeds

namespace {

// `most` from `used` on, within what the session has; `shown` is the one of both that a message
// names.
uint64_t Narrowed(uint64_t session, uint64_t used, std::optional<uint64_t> most, uint64_t* shown) {
  if (!most || session <= used || *most >= session - used) return session;
  *shown = *most;
  return used + *most;
}

}  // namespace

absl::Status SandboxImpl::BeginFeed() {
  if (after_limit == AfterLimit::kBeforeFeed) {
    std::string error;
    before = ForkSandbox(*vm, Hooks(), &error);
    if (before == nullptr)
      return absl::ResourceExhaustedError(absl::StrCat("the session cannot be kept: ", error));
    ForgetHandleOwner(*before);  // what the feed gives out is unknown there
  }
  in_feed = true;
  NarrowLimits();
  return absl::OkStatus();
}

void SandboxImpl::NarrowLimits() {
  shown_limits = said_limits;
  feed_end = session_limits;
  std::optional<uint64_t> duration;
  if (feed_limits.duration) duration = static_cast<uint64_t>(feed_limits.duration->count());
  feed_end.duration_ns = Narrowed(session_limits.duration_ns, vm->budget().running_ns(), duration,
                                  &shown_limits.duration_ns);
  feed_end.steps = Narrowed(session_limits.steps, vm->budget().steps_used(), feed_limits.steps,
                            &shown_limits.steps);
  feed_end.allocations = Narrowed(session_limits.allocations, vm->heap.allocations(),
                                  feed_limits.allocations, &shown_limits.allocations);
  feed_end.output_bytes = Narrowed(session_limits.output_bytes, output_bytes,
                                   feed_limits.output_bytes, &shown_limits.output_bytes);
  if (feed_limits.interrupt_after) {
    interrupt_at_ns =
        vm->budget().running_ns() + static_cast<uint64_t>(feed_limits.interrupt_after->count());
    // where no time is limited none is counted
    feed_end.duration_ns = std::min(feed_end.duration_ns, kUnlimited - 1);
  }
  vm->SetWorkLimits(feed_end);
}

void SandboxImpl::EndFeed() {
  if (!in_feed) return;
  in_feed = false;
  before = nullptr;
  interrupt_at_ns = kUnlimited;
  shown_limits = said_limits;
  vm->SetWorkLimits(session_limits);
}

bool SandboxImpl::GoBack() {
  if (before == nullptr) return false;
  // What was used is used, and what was asked of the host was asked: its number is not given again.
  before->ContinueCountsOf(*vm);
  vm = std::move(before);
  cancelled = false;
  state = State::kEnded;
  EndFeed();
  return true;
}

absl::Status Sandbox::Feed(std::string_view source, const ProgramOptions& options) {
  if (absl::Status alive = impl_->CheckAlive(); !alive.ok()) return alive;
  if (impl_->state != SandboxImpl::State::kEnded) {
    return absl::FailedPreconditionError("the program has not ended");
  }
  impl_->DropInterrupt();  // it was meant for what has ended
  if (absl::Status begun = impl_->BeginFeed(); !begun.ok()) return begun;
  absl::Status status = impl_->Load(
      CompileProgram(source, options, impl_->vm->GlobalNames(), impl_->vm->future_flags));
  if (!status.ok()) {
    static_cast<void>(impl_->GoBack());
  } else {
    impl_->Record(
        {.kind = RecordedEvent::Kind::kFeed, .text = std::string(source), .program = options});
  }
  return status;
}

absl::Status Sandbox::Renew(const SandboxLimits& limits) {
  if (absl::Status alive = impl_->CheckAlive(); !alive.ok()) return alive;
  if (impl_->state != SandboxImpl::State::kEnded) {
    return absl::FailedPreconditionError("the program has not ended");
  }
  if (impl_->recorder != nullptr)
    return absl::FailedPreconditionError("limits are not renewed while a recording goes on");
  if (absl::Status valid = CheckLimits(limits); !valid.ok()) return valid;
  Limits renewed = VmLimits(limits);
  const Vm& vm = *impl_->vm;
  if (renewed.recursion_depth != vm.budget().limits().recursion_depth) {
    return absl::InvalidArgumentError("recursion_depth cannot be renewed");
  }
  if (renewed.memory_bytes < vm.heap.charged()) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the session holds ", vm.heap.charged(), " bytes"));
  }
  const auto from_now = [](uint64_t limit, uint64_t used) {
    return limit >= kUnlimited - used ? kUnlimited : used + limit;
  };
  const Limits said = renewed;
  renewed.duration_ns = from_now(renewed.duration_ns, vm.budget().running_ns());
  renewed.steps = from_now(renewed.steps, vm.budget().steps_used());
  renewed.allocations = from_now(renewed.allocations, vm.heap.allocations());
  renewed.output_bytes = from_now(renewed.output_bytes, impl_->output_bytes);
  impl_->SetSessionLimits(renewed, said);
  impl_->vm->SetMemoryLimit(renewed.memory_bytes);
  impl_->vm->SetWorkLimits(renewed);
  return absl::OkStatus();
}

}  // namespace pysub
