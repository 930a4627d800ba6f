#include "vm/budget.h"

#include <time.h>

#include "vm/heap/heap.h"

namespace pysub {

uint64_t MonotonicNanoseconds() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000000000 + static_cast<uint64_t>(now.tv_nsec);
}

void Budget::Refill() {
  if (fuel_left_ <= 0) return;
  // Native work may have been spent beyond what was there.
  const int64_t debt = std::max<int64_t>(-fuel_, 0);
  int64_t take = std::min<int64_t>(fuel_left_, debt + kFuelQuantum);
  // A limit of steps is exact but for native work: the counter reaches 0 just behind it.
  const uint64_t used = steps_used();
  if (limits_.steps < used + kFuelQuantum) {
    take = std::min<int64_t>(
        take, debt + static_cast<int64_t>(limits_.steps - std::min(limits_.steps, used)) + 2);
  }
  fuel_left_ -= take;
  fuel_ += take;
}

void Budget::RefillForNative() {
  if (fuel_left_ > 0) {
    const int64_t take = std::min<int64_t>(fuel_left_, kFuelQuantum - fuel_);
    fuel_left_ -= take;
    fuel_ += take;
  } else {
    slice_ += kFuelQuantum;  // overdraws the slice: the instruction has to end
    fuel_ += kFuelQuantum;
  }
}

void Budget::ShowFuelTo(Heap& heap) { heap.SetFuelCounters(&fuel_, &fuel_left_); }

}  // namespace pysub
