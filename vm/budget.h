#ifndef PYSUB_VM_BUDGET_H_
#define PYSUB_VM_BUDGET_H_

#include <algorithm>
#include <cstdint>

#include "vm/limits.h"

namespace pysub {

class Heap;

// Of a clock that only goes on.
uint64_t MonotonicNanoseconds();

// What a run may use and has used: fuel, the slice of it that a call of Run() has, steps, time; and
// which limit was hit. Memory and allocations are counted by the heap, output by the host link.
//
// Fuel is one unit for each call and jump back, and what natives say of their work. It is dealt out
// in quanta from the reserve of the slice. The interpreter only counts down to 0, and the rare rest
// is done at a safepoint:
//
//    limits_.steps ------------------------------------------>|   all steps of the run
//    slice_        |-------------------------------|              what this Run() may use
//                  |<- used ->|<- fuel_ ->|<- fuel_left_ ->|
//
// So the loop has one counter to look at for slices, clock, cancellation, collections and steps.
// Whoever wants to be looked at soon moves fuel_ into fuel_left_ (LookSoon, RequestCollection).
class Budget {
 public:
  explicit Budget(const Limits& limits)
      : limits_(Bounded(limits)),
        recursion_ceiling_(std::max(limits.recursion_depth, limits.recursion_ceiling)) {}
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  // ---- Fuel
  // A call, a jump back, a resume function. False: the fuel is used up, and Vm::Safepoint() comes
  // before anything else.
  bool Count() { return --fuel_ > 0; }
  // The same by who has seen that there is fuel.
  void CountSeen() { --fuel_; }
  // What was counted is begun again, and counted again.
  void CountAgain() { ++fuel_; }
  bool HasMoreThan(int64_t fuel) const { return fuel_ > fuel; }
  // Work of a native. False: so much that the limits have to be looked at now (Vm::Tick).
  bool Spend(uint64_t work) {
    native_ticks_ += work;
    fuel_ -= static_cast<int64_t>(work);
    return fuel_ > -kNativeSlack;
  }
  uint64_t steps_used() const {
    return steps_ + static_cast<uint64_t>(slice_ - fuel_left_ - fuel_);
  }
  // Those that are calls and jumps back: they tell whether the program came on since.
  uint64_t edges() const { return steps_used() - native_ticks_; }

  // ---- Limits
  const Limits& limits() const { return limits_; }
  LimitHit limit_hit() const { return limit_hit_; }
  void Hit(LimitHit limit) {
    if (limit_hit_ == LimitHit::kNone) limit_hit_ = limit;
  }
  bool IsOverSteps() const { return steps_used() > limits_.steps; }
  // Work that is refused is not done.
  void RefuseSteps() { steps_ -= steps_used() - limits_.steps; }
  // What sys.setrecursionlimit said last, and how far it may go.
  uint32_t recursion_limit() const { return limits_.recursion_depth; }
  uint32_t recursion_ceiling() const { return recursion_ceiling_; }
  void set_recursion_limit(uint32_t limit) { limits_.recursion_depth = limit; }
  void set_step_limit(uint64_t steps) { limits_.steps = steps; }
  void set_memory_limit(uint64_t bytes) { limits_.memory_bytes = bytes; }
  void SetWorkLimits(const Limits& limits) {
    limits_.duration_ns = limits.duration_ns;
    limits_.steps = limits.steps;
    limits_.output_bytes = limits.output_bytes;
    limits_.allocations = limits.allocations;
  }

  // ---- Time
  uint64_t running_ns() const { return running_ns_; }
  uint64_t time_left() const {
    return limits_.duration_ns - std::min(limits_.duration_ns, running_ns_);
  }
  bool IsOverTime() const { return running_ns_ > limits_.duration_ns; }
  // Counts the time since the last look. False: it is more than the limit.
  bool LookAtClock() {
    if (limits_.duration_ns == kUnlimited || started_ns_ == kNotRunning) return true;
    CountTime();
    return !IsOverTime();
  }
  void StartClock() {
    started_ns_ = limits_.duration_ns != kUnlimited ? MonotonicNanoseconds() : 0;
  }
  // What natives do for the host afterwards (the text of a traceback) counts from here.
  void StopClock() {
    if (limits_.duration_ns != kUnlimited) CountTime();
  }
  // After a stop: what the host does from now on counts for no limit of time.
  void PauseClock() { started_ns_ = kNotRunning; }
  // In which the program waited for its host.
  void ForgiveTime(uint64_t nanoseconds) { started_ns_ += nanoseconds; }

  // ---- Ending and interrupting, from any thread or signal handler
  // Ends the run at its next check.
  void Cancel() { __atomic_store_n(&cancelled_, true, __ATOMIC_RELAXED); }
  bool is_cancelled() const { return __atomic_load_n(&cancelled_, __ATOMIC_RELAXED); }
  // Raises KeyboardInterrupt in the program at its next check.
  void Interrupt() { __atomic_store_n(&interrupted_, true, __ATOMIC_RELAXED); }
  bool is_interrupted() const { return __atomic_load_n(&interrupted_, __ATOMIC_RELAXED); }
  // What it should have interrupted is over.
  void DropInterrupt() { __atomic_store_n(&interrupted_, false, __ATOMIC_RELAXED); }

  // ---- For Vm::Run() and its safepoints
  void BeginSlice(uint64_t fuel) {
    steps_ += static_cast<uint64_t>(slice_ - fuel_left_ - fuel_);
    // One more than asked for: the counter stops when it reaches 0 after counting.
    slice_ = static_cast<int64_t>(std::min<uint64_t>(fuel, kUnlimited)) + 1;
    fuel_left_ = slice_;
    fuel_ = 0;
    Refill();
  }
  // The next piece of the slice, if any of it is left.
  void Refill();
  // The same for a native in the middle of its work, which cannot stop for the slice's end, but for
  // limits.
  void RefillForNative();
  // The next call or jump back is the last of its piece.
  void LookSoon() {
    fuel_left_ += fuel_ - 1;
    fuel_ = 1;
  }
  // So that the heap, which wants a collection, can have that looked at soon.
  void ShowFuelTo(Heap& heap);

  // ---- For snapshots and copies
  void set_running_ns(uint64_t nanoseconds) { running_ns_ = nanoseconds; }
  // Before the first slice: what was used already.
  void BeginAt(uint64_t steps) {
    steps_ = steps;
    fuel_ = fuel_left_ = slice_ = 0;
    native_ticks_ = 0;
  }
  // Counts on from what `other` has used, which may have reached a limit.
  void ContinueCountsOf(const Budget& other) {
    running_ns_ = other.running_ns_;
    steps_ += other.steps_used() - steps_used();
  }

 private:
  static constexpr int64_t kNativeSlack = 4096;
  // The clock, cancellation and the step limit are looked at this often.
  static constexpr int64_t kFuelQuantum = 4096;
  // started_ns_ while the host is busy.
  static constexpr uint64_t kNotRunning = UINT64_MAX;

  void CountTime() {
    const uint64_t now = MonotonicNanoseconds();
    running_ns_ += now - started_ns_;
    started_ns_ = now;
  }

  int64_t fuel_ = 0;       // until the next check
  int64_t fuel_left_ = 0;  // of the slice, not yet in fuel_
  uint64_t native_ticks_ = 0;
  LimitHit limit_hit_ = LimitHit::kNone;
  bool cancelled_ = false;
  bool interrupted_ = false;
  int64_t slice_ = 0;                  // what the fuel of this Run() was, overdrafts included
  uint64_t steps_ = 0;                 // of slices before
  uint64_t started_ns_ = kNotRunning;  // when the clock was looked at last
  uint64_t running_ns_ = 0;
  Limits limits_;
  uint32_t recursion_ceiling_;
};

}  // namespace pysub

#endif  // PYSUB_VM_BUDGET_H_
