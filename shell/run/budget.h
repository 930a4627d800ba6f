#ifndef PYSUB_SHELL_RUN_BUDGET_H_
#define PYSUB_SHELL_RUN_BUDGET_H_

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "pysub/files/file_types.h"
#include "pysub/shell/limits.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {

class Serialiser;

// The clock of a shell: the host's, or a test's. All times in a shell come from here, so a test can
// stop them.
struct Clock {
  std::function<int64_t()> real_ns;
  std::function<int64_t()> monotonic_ns;
  std::function<void(int64_t)> sleep_ns;
};

// The one account: memory of variables, pipes, commands and files; work; time; counts. Once a limit
// is reached stopped() is true and stays so until the next Begin().
class Budget final : public files::Owner, public ParseAccount {
 public:
  explicit Budget(Clock clock);

  void Begin(const ShellLimits& limits, const std::atomic<bool>* cancelled);
  const ShellLimits& limits() const { return limits_; }
  // Between Pause() and GoOn() no time passes.
  void Pause() { left_ns_ = deadline_ns_ - clock_.monotonic_ns(); }
  // but `waited_ns`, which somebody has waited for the script.
  void GoOn(int64_t waited_ns = 0);

  // Work. False: stop, a limit was reached.
  bool Tick(uint64_t work) override {
    assert(work <= INT64_MAX && "a size that wrapped");
    steps_ += work;
    return steps_ < next_look_ ? !stopped() : Look();
  }
  // Before memory grows (or after it shrank). False: there is no more; a limit was reached.
  bool ChargeMemory(int64_t bytes) override {
    // (A command that a stranger saved may ask for anything.)
    if (bytes > 0 && bytes > memory_limit_ - memory_) {
      Reach(ShellLimit::kMemory);
      return false;
    }
    memory_ += bytes;
    return true;
  }
  // For what is charged when it is known how much it was (a snapshot that is loaded). What is made
  // is charged: ScopedMemoryCharge.
  bool HasRoom(uint64_t bytes) {
    if (static_cast<int64_t>(std::min(bytes, uint64_t{INT64_MAX})) <= memory_limit_ - memory_)
      return true;
    Reach(ShellLimit::kMemory);
    return false;
  }
  bool CountCommand() {
    return ++commands_ <= limits_.commands ? true : (Reach(ShellLimit::kCommands), false);
  }
  bool CountIteration() {
    return ++iterations_ <= limits_.loop_iterations ? true
                                                    : (Reach(ShellLimit::kLoopIterations), false);
  }
  // How much of `bytes` may still be put out.
  uint64_t TakeOutput(uint64_t bytes);

  bool stopped() const { return reached_ != ShellLimit::kNone; }
  ShellLimit reached() const { return reached_; }
  void Reach(ShellLimit limit) {
    if (reached_ == ShellLimit::kNone) reached_ = limit;
  }
  // "limit of 10 commands reached" and the like; the exit status that goes with it.
  std::string Message() const;
  int Status() const;

  const Clock& clock() const { return clock_; }
  int64_t deadline_ns() const { return deadline_ns_; }
  uint64_t steps() const { return steps_; }
  uint64_t commands() const { return commands_; }
  int64_t memory() const { return memory_; }
  int64_t Left() const override { return std::max(memory_limit_ - memory_, int64_t{0}); }
  bool Look() override;  // at the clock and at cancellation
  // Begin() for a shell that is loaded: what that takes is not the script's work. Fields() ends it.
  void BeginLoading(const ShellLimits& limits, const std::atomic<bool>* cancelled) {
    Begin(limits, cancelled);
    next_look_ = UINT64_MAX;
  }
  // Of a budget that pauses. What a loaded script may still use is what it could when it was saved,
  // and never more than the limits here say.
  void Fields(Serialiser& serialiser);
  // The monotonic clock goes on at `now_ns`: times that were saved stay what they are.
  void ShiftClock(int64_t now_ns);

  // files::Owner
  int64_t NowNs() override { return clock_.real_ns(); }
  bool Charge(int64_t bytes) override;
  bool Spend(uint64_t ticks) override { return Tick(ticks); }

 private:
  // A unit is a byte where bytes are copied, and a whole field or line elsewhere: some 10 us to 1
  // ms in all. A look takes 30 ns.
  static constexpr uint64_t kLookEvery = 1 << 13;

  Clock clock_;
  ShellLimits limits_;
  const std::atomic<bool>* cancelled_ = nullptr;
  ShellLimit reached_ = ShellLimit::kNone;
  uint64_t steps_ = 0;
  uint64_t next_look_ = kLookEvery;
  uint64_t first_step_ = 0;
  int64_t memory_ = 0;
  int64_t memory_limit_ = INT64_MAX;
  uint64_t commands_ = 0;
  uint64_t iterations_ = 0;
  uint64_t output_ = 0;
  int64_t deadline_ns_ = INT64_MAX;
  int64_t left_ns_ = INT64_MAX;  // while it pauses
};

// Bytes that the object around it holds: counted until it goes, and once more for a copy. What does
// not fit reaches the limit, and so ends the script. The charge is made before the memory is taken,
// or a limit would be noticed when it is too late.
class MemoryCharge {
 public:
  MemoryCharge() = default;
  MemoryCharge(const MemoryCharge& other) {
    // What holds it is copied, too.
    if (other.bytes_ > 0 && Add(other.budget_, other.bytes_))
      budget_->Tick(static_cast<uint64_t>(bytes_) / 16);
  }
  MemoryCharge(MemoryCharge&& other) noexcept { Swap(other); }
  MemoryCharge& operator=(MemoryCharge other) noexcept {
    Swap(other);
    return *this;
  }
  ~MemoryCharge() { Release(); }

  bool Add(Budget* budget, int64_t bytes) {
    if (!budget->ChargeMemory(bytes)) return false;
    budget_ = budget;
    bytes_ += bytes;
    return true;
  }
  // As much as `other` has comes along.
  void Take(MemoryCharge other) {
    if (other.bytes_ > 0) budget_ = other.budget_;
    bytes_ += std::exchange(other.bytes_, 0);
  }
  int64_t bytes() const { return bytes_; }
  // Room for `more` in a text: what it has room for is counted before it grows, and while it moves
  // the old place beside the new one. Nothing but this text is counted here: one that was loaded
  // from a snapshot has less room than was counted for it.
  bool MakeRoom(Budget* budget, std::string* text, size_t more);
  // `bytes` in all.
  bool Set(Budget* budget, int64_t bytes) { return Add(budget, bytes - bytes_); }
  void Release() {
    if (bytes_ != 0) budget_->ChargeMemory(-bytes_);
    bytes_ = 0;
  }
  void Fields(Serialiser& serialiser);
  void Load(Serialiser& serialiser, uint64_t bytes);

 private:
  void Swap(MemoryCharge& other) {
    std::swap(budget_, other.budget_);
    std::swap(bytes_, other.bytes_);
  }

  Budget* budget_ = nullptr;
  int64_t bytes_ = 0;
};

// Lets the memory of a text or a list go. (clear() keeps it; so do text = std::string() and list =
// {}, also within a struct that is assigned a fresh one.)
template <typename T>
void LetGo(T* held) {
  T().swap(*held);
}

// From here on texts grow by a quarter and not to twice their size.
inline constexpr size_t kLargeText = 1 << 20;

// Memory that follows a container's size and is given back at the end.
class ScopedMemoryCharge {
 public:
  explicit ScopedMemoryCharge(Budget* budget) : budget_(budget) {}
  // What something takes until the end of a block; `if (!charge.ok())`: there is no room.
  ScopedMemoryCharge(Budget* budget, uint64_t bytes)
      : budget_(budget), ok_(Add(static_cast<int64_t>(std::min(bytes, uint64_t{INT64_MAX})))) {}
  ScopedMemoryCharge(const ScopedMemoryCharge&) = delete;
  ScopedMemoryCharge& operator=(const ScopedMemoryCharge&) = delete;
  ~ScopedMemoryCharge() { Release(); }
  bool Add(int64_t bytes) {
    if (!budget_->ChargeMemory(bytes)) return false;
    charged_ += bytes;
    return true;
  }
  bool ok() const { return ok_; }
  void Release() {
    budget_->ChargeMemory(-charged_);
    charged_ = 0;
  }

 private:
  Budget* budget_;
  int64_t charged_ = 0;
  bool ok_ = true;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_BUDGET_H_
