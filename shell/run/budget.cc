#include "shell/run/budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lexer/base/most_memory.h"

namespace pysub::shell {

Budget::Budget(Clock clock) : clock_(std::move(clock)) {}

void Budget::Begin(const ShellLimits& limits, const std::atomic<bool>* cancelled) {
  limits_ = limits;
  limits_.output_bytes = BoundedMemory(limits.output_bytes);  // a shell keeps it in memory
  cancelled_ = cancelled;
  reached_ = ShellLimit::kNone;
  first_step_ = steps_;
  next_look_ = steps_ + std::min(kLookEvery, limits.steps);
  memory_limit_ =
      static_cast<int64_t>(std::min<uint64_t>(BoundedMemory(limits.memory_bytes), INT64_MAX));
  commands_ = iterations_ = output_ = 0;
  const int64_t wall = std::max<int64_t>(limits.wall_time.count(), 0);
  int64_t now = clock_.monotonic_ns();
  deadline_ns_ = wall > INT64_MAX - now ? INT64_MAX : now + wall;
}

void Budget::GoOn(int64_t waited_ns) {
  left_ns_ = std::max(left_ns_, int64_t{0}) - waited_ns;
  int64_t now = clock_.monotonic_ns();
  deadline_ns_ = left_ns_ > INT64_MAX - now ? INT64_MAX : now + left_ns_;
}

bool Budget::Look() {
  if (stopped()) return false;
  if (steps_ - first_step_ > limits_.steps) {
    Reach(ShellLimit::kSteps);
  } else if (cancelled_ != nullptr && cancelled_->load(std::memory_order_relaxed)) {
    Reach(ShellLimit::kCancelled);
  } else if (clock_.monotonic_ns() >= deadline_ns_) {
    Reach(ShellLimit::kTime);
  }
  uint64_t left = limits_.steps - std::min(limits_.steps, steps_ - first_step_);
  next_look_ = steps_ + std::min(kLookEvery, left) + 1;
  return !stopped();
}

uint64_t Budget::TakeOutput(uint64_t bytes) {
  uint64_t left = limits_.output_bytes - std::min(limits_.output_bytes, output_);
  if (bytes > left) Reach(ShellLimit::kOutput);
  uint64_t taken = std::min(bytes, left);
  output_ += taken;
  return taken;
}

bool Budget::Charge(int64_t bytes) {
  // A full file system is an error that programs may handle (ENOSPC), not the end of the script.
  if (bytes > 0 && memory_ + bytes > memory_limit_) return false;
  memory_ += bytes;
  return true;
}

bool MemoryCharge::MakeRoom(Budget* budget, std::string* text, size_t more) {
  const size_t need = text->size() + more;
  if (need <= text->capacity()) return true;
  const size_t room = need + need / (need > kLargeText ? 4 : 1);
  if (!Add(budget, static_cast<int64_t>(room)) || !MoveText(budget, text, room)) return false;
  return Set(budget, static_cast<int64_t>(room));
}

std::string Budget::Message() const {
  switch (reached_) {
    case ShellLimit::kNone: return "";
    case ShellLimit::kCommands:
      return fmt::format("the limit of {} commands is reached", limits_.commands);
    case ShellLimit::kLoopIterations:
      return fmt::format("the limit of {} loop iterations is reached", limits_.loop_iterations);
    case ShellLimit::kFunctionDepth:
      return fmt::format("maximum function nesting level exceeded ({})", limits_.function_depth);
    case ShellLimit::kSubstitutionDepth:
      return fmt::format("subshells are nested too deeply (the limit is {})",
                         limits_.substitution_depth);
    case ShellLimit::kProcesses:
      return fmt::format("the limit of {} processes is reached", limits_.processes);
    case ShellLimit::kInput:
      return fmt::format("the script is longer than the limit of {} bytes", limits_.input_bytes);
    case ShellLimit::kOutput:
      return fmt::format("the limit of {} bytes of output is reached", limits_.output_bytes);
    case ShellLimit::kMemory:
      return fmt::format("the limit of {} bytes of memory is reached", limits_.memory_bytes);
    case ShellLimit::kSteps: return fmt::format("the limit of {} steps is reached", limits_.steps);
    case ShellLimit::kTime:
      return fmt::format("the time limit of {} s is reached",
                         static_cast<double>(limits_.wall_time.count()) / 1e9);
    case ShellLimit::kCancelled: return "cancelled";
    case ShellLimit::kPatternDepth:
      return "a pattern of extglob has too many groups inside or behind each other (the limit is "
             "200)";
    case ShellLimit::kDeadlock: return "deadlock: every process waits for another one";
  }
  return "";
}

int Budget::Status() const {
  switch (reached_) {
    case ShellLimit::kTime: return 124;
    case ShellLimit::kCancelled: return 130;
    default: return 125;
  }
}

}  // namespace pysub::shell
