#ifndef PYSUB_OSBRIDGE_BINDINGS_KEY_COLLISIONS_H_
#define PYSUB_OSBRIDGE_BINDINGS_KEY_COLLISIONS_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pysub {

// Programs choose the keys of dicts and sets that leave a sandbox. CPython's hashes of numbers and
// tuples and V8's of numbers are no secret, so a host's table of such keys can be made to take
// quadratic time: 100,000 multiples of 2**61-1 a minute, within no limit of the sandbox. This
// counts, before the host has the keys, how often they would be compared there.
// (A table is asked about each of its keys in turn; tables of one value share what is allowed.)
class KeyCollisions {
 public:
  static constexpr uint64_t kAllowed = 1 << 22;  // of a value, beside kEach: some 50 ms

  KeyCollisions(size_t keys, uint64_t* allowed)
      : counts_(keys < kFew ? 0 : std::bit_ceil(keys)), allowed_(allowed) {
    *allowed_ += kEach * counts_.size();
  }
  // Whether it asks at all.
  bool IsOn() const { return !counts_.empty(); }
  // The next key, which the host puts into a bucket that the low bits of `hash` tell. False: it
  // would take too long.
  bool Add(uint64_t hash) {
    const uint64_t before = counts_[hash & (counts_.size() - 1)]++;
    if (before > *allowed_) return false;
    *allowed_ -= before;
    return true;
  }

 private:
  static constexpr size_t kFew = 256;   // keys that are not worth it
  static constexpr uint64_t kEach = 8;  // where keys are spread by chance: less than one

  std::vector<uint32_t> counts_;
  uint64_t* allowed_;
};

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_BINDINGS_KEY_COLLISIONS_H_
