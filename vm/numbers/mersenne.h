#ifndef PYSUB_VM_NUMBERS_MERSENNE_H_
#define PYSUB_VM_NUMBERS_MERSENNE_H_

// The Mersenne Twister MT19937 as `random` uses it: same seed, same numbers as CPython.

#include <cstdint>
#include <span>

#include "vm/numbers/limbs.h"

namespace pysub {

// Plain data, so that it lives in the sandbox's heap and in snapshots. random.getstate() is
// `words` followed by `index`.
struct MersenneTwister {
  static constexpr int kWords = 624;
  uint32_t words[kWords] = {};
  uint32_t index = kWords;

  void SeedWord(uint32_t seed);
  // random.seed(int): the absolute value in 32-bit words. For the text and bytes forms the caller
  // makes the integer (text + sha512) first.
  void SeedInt(IntView seed);

  uint32_t Next32();
  // random.random(): 53 bits, in [0, 1).
  double Random();
  // random.getrandbits(k) for k <= 64 and for any k (ceil(k / 64) limbs).
  uint64_t GetRandBits(uint32_t k);
  static constexpr size_t GetRandBitsLimbs(uint64_t k) { return k / 64 + (k % 64 != 0); }
  IntResult GetRandBits(uint64_t k, LimbsOut out);
  // random._randbelow(n) for 0 < n < 2**64.
  uint64_t RandBelow(uint64_t n);
};

}  // namespace pysub

#endif  // PYSUB_VM_NUMBERS_MERSENNE_H_
