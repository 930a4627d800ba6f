#ifndef PYSUB_VM_NUMBERS_MAGNITUDE_H_
#define PYSUB_VM_NUMBERS_MAGNITUDE_H_

// Internal to vm/numbers: kernels on magnitudes (no sign), over GMP's mpn_* functions.
//
// GMP does not stop in the middle of a call, so large operations are cut here into calls of less
// than a millisecond, with a tick before each. Cutting costs little: above the cut size the
// algorithms are Karatsuba's (multiplication) and Burnikel and Ziegler's (division).

#include <gmp.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "vm/numbers/limbs.h"

namespace pysub {

// The limbs of GMP are ours.
static_assert(sizeof(mp_limb_t) == sizeof(uint64_t) && GMP_NUMB_BITS == 64);
using Limb = mp_limb_t;
static_assert(std::is_same_v<Limb, uint64_t>);

// Scratch handed out front to back; a copy of it is a mark to return to.
class Scratch {
 public:
  explicit Scratch(LimbsOut limbs) : next_(limbs.data()), end_(limbs.data() + limbs.size()) {}

  Limb* Take(size_t count) {
    // Only an error in a ...Scratch() function comes here; going on would overwrite foreign memory.
    if (count > static_cast<size_t>(end_ - next_)) __builtin_trap();
    Limb* taken = next_;
    next_ += count;
    return taken;
  }

 private:
  Limb* next_;
  Limb* end_;
};

inline size_t Normalize(const Limb* limbs, size_t size) {
  while (size > 0 && limbs[size - 1] == 0) --size;
  return size;
}

inline uint64_t MagnitudeBits(const Limb* limbs, size_t size) {
  return size == 0 ? 0
                   : uint64_t{size} * 64 - static_cast<uint64_t>(__builtin_clzll(limbs[size - 1]));
}

inline int CompareMagnitude(const Limb* a, size_t an, const Limb* b, size_t bn) {
  if (an != bn) return an < bn ? -1 : 1;
  return an == 0 ? 0 : mpn_cmp(a, b, static_cast<mp_size_t>(an));
}

// The 64 bits of a number (not 0) from its highest one on, and whether anything below is not 0.
struct LeadingBits {
  uint64_t top;
  bool rest;
};
LeadingBits LeadingBitsOf(Limbs limbs);

// mantissa * 2**exponent, rounded half to even once, also where that is denormal; infinity when too
// large. A mantissa of 60 bits or more may have bits below it in its last one (sticky).
double ComposeDouble(uint64_t mantissa, int64_t exponent);

// Work units (10 ns) of one multiplication by mpn.
uint64_t MulWork(size_t n, size_t m);

// out[0 .. an+bn) = a * b; operands of any sizes, also 0. False: stopped.
size_t MulMagnitudeScratch(size_t an, size_t bn);
[[nodiscard]] bool MulMagnitude(Limb* out, const Limb* a, size_t an, const Limb* b, size_t bn,
                                Scratch scratch, Ticker ticker);

// The scratch that any multiplication of operands no longer than these can need.
size_t MulMagnitudeScratchBound(size_t an, size_t bn);

// quotient[0 .. nn-dn+1) and remainder[0 .. dn), for nn >= dn >= 1, top limb of d not 0. False:
// stopped.
size_t DivMagnitudeScratch(size_t nn, size_t dn);
[[nodiscard]] bool DivMagnitude(Limb* quotient, Limb* remainder, const Limb* n, size_t nn,
                                const Limb* d, size_t dn, Scratch scratch, Ticker ticker);

// The scratch that any division of a numerator of at most n limbs can need.
constexpr size_t DivMagnitudeScratchBound(size_t n) { return n <= 500 ? 0 : 12 * n + 100; }

// out[0 .. n + ceil(count/64)) = a << count; returns the normalised size.
size_t ShiftLeftMagnitude(Limb* out, const Limb* a, size_t n, uint64_t count);
// out = a >> count (towards zero); returns the normalised size. out needs max(0, n - count/64).
size_t ShiftRightMagnitude(Limb* out, const Limb* a, size_t n, uint64_t count);

}  // namespace pysub

#endif  // PYSUB_VM_NUMBERS_MAGNITUDE_H_
