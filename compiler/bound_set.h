#ifndef PYSUB_COMPILER_BOUND_SET_H_
#define PYSUB_COMPILER_BOUND_SET_H_

#include <algorithm>
#include <cstdint>
#include <vector>

namespace pysub {

// The locals that are known to be bound at a point of the code. Where nothing can come from, every
// local is (Everything): the neutral element of Intersect.
//
// It is a data flow analysis that is done while code is emitted. That suffices, because all jumps
// of Python's statements but those of loops go forward, and a loop's body may rely on what its
// entry found. Most functions have fewer than 64 locals, so a set is one word.
class BoundSet {
 public:
  static BoundSet Everything() {
    BoundSet set;
    set.everything_ = true;
    return set;
  }

  bool Has(uint32_t bit) const {
    if (everything_) return true;
    if (bit < 64) return (low_ >> bit & 1) != 0;
    const uint32_t word = bit / 64 - 1;
    return word < high_.size() && (high_[word] >> bit % 64 & 1) != 0;
  }
  void Add(uint32_t bit) {
    if (everything_) return;
    if (bit < 64) {
      low_ |= uint64_t{1} << bit;
      return;
    }
    const uint32_t word = bit / 64 - 1;
    if (word >= high_.size()) high_.resize(word + 1);
    high_[word] |= uint64_t{1} << bit % 64;
  }
  void Remove(uint32_t bit) {
    if (everything_) return;
    if (bit < 64) {
      low_ &= ~(uint64_t{1} << bit);
    } else if (bit / 64 - 1 < high_.size()) {
      high_[bit / 64 - 1] &= ~(uint64_t{1} << bit % 64);
    }
  }
  void Intersect(const BoundSet& other) {
    if (other.everything_) return;
    if (everything_) {
      *this = other;
      return;
    }
    low_ &= other.low_;
    high_.resize(std::min(high_.size(), other.high_.size()));
    for (size_t i = 0; i < high_.size(); ++i) high_[i] &= other.high_[i];
  }

 private:
  bool everything_ = false;
  uint64_t low_ = 0;
  std::vector<uint64_t> high_;
};

}  // namespace pysub

#endif  // PYSUB_COMPILER_BOUND_SET_H_
