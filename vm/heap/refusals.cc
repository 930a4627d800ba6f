#include <algorithm>

#include "vm/heap/heap.h"

// Tests only: allocations that are refused as if memory were short, so that whatever asked has to
// be repeated after a collection. What cannot bear that shows itself. While a heap refuses,
// allocations_left_ counts down to the next refusal.
namespace pysub {

void Heap::RefuseSometimes(uint32_t seed) {
  refuses_ = true;
  refusal_seed_ = refusals_ = seed;
  allocations_left_ = seed == 0 ? 0 : 16;
}

bool Heap::TakeRefusal(bool again) {
  if (!refused_) return false;
  refused_ = false;
  patience_ = again ? std::min<uint32_t>(patience_ + 1, 60) : 0;
  if (refusal_seed_ == 0) {
    // What needs many allocations is not refused at each of them: that would take the square of the
    // time.
    constexpr uint32_t kInTurn = 24;
    allocations_left_ =
        patience_ < kInTurn ? patience_ : int64_t{kInTurn} << (patience_ - kInTurn) / 2;
    return true;
  }
  refusals_ = refusals_ * 1103515245 + 12345;
  allocations_left_ = int64_t{1 + (refusals_ >> 16) % 16} << patience_ / 2;
  return true;
}

// Something is asked for that counts as an allocation: whether it is refused.
bool Heap::RefusesNow() {
  if (--allocations_left_ >= 0 || always_allocate_scopes_ > 0) return false;
  refused_ = true;
  allocations_left_ = INT64_MAX / 2;  // what handles the failure may allocate
  RequestCollection();
  return true;
}

}  // namespace pysub
