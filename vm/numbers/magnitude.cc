#include "vm/numbers/magnitude.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace pysub {
namespace {

// Above these sizes one mpn call takes more than about half a millisecond (measured, GMP 6.2.1).
constexpr size_t kMulLeaf = 2000;
constexpr size_t kMulLeafProducts = 1'000'000;  // for a short operand times a long one
constexpr size_t kDivLeaf = 800;
constexpr size_t kDivLeafProducts = 150'000;  // GMP copies the numerator for itself
constexpr uint64_t kLeafWork = 60'000;

mp_size_t Size(size_t n) { return static_cast<mp_size_t>(n); }

// out = |a - b| for an >= bn, out has an limbs; true when a < b.
bool AbsDifference(Limb* out, const Limb* a, size_t an, const Limb* b, size_t bn) {
  const int order = CompareMagnitude(a, Normalize(a, an), b, Normalize(b, bn));
  if (order >= 0) {
    mpn_sub(out, a, Size(an), b, Size(bn));
    return false;
  }
  // a < b, so the limbs of a above bn are zero.
  mpn_sub_n(out, b, a, Size(bn));
  std::fill(out + bn, out + an, 0);
  return true;
}

size_t KaratsubaScratch(size_t n) {
  size_t total = 0;
  size_t deepest = 0;
  while (n > kMulLeaf) {
    const size_t half = n - n / 2;
    deepest = std::max(deepest, total + 4 * half + 1);
    total += 2 * half;
    n = half;
  }
  return std::max(total, deepest);
}

void MulLeaf(Limb* out, const Limb* a, size_t an, const Limb* b, size_t bn) {
  if (an < bn) {
    std::swap(a, b);
    std::swap(an, bn);
  }
  if (bn == 0) {
    std::fill(out, out + an, 0);
  } else if (a == b && an == bn) {
    mpn_sqr(out, a, Size(an));
  } else {
    mpn_mul(out, a, Size(an), b, Size(bn));
  }
}

// out[0 .. 2n) = a * b, both n limbs.
bool MulBalanced(Limb* out, const Limb* a, const Limb* b, size_t n, Scratch scratch,
                 Ticker ticker) {
  if (n <= kMulLeaf) {
    if (!ticker(MulWork(n, n))) return false;
    MulLeaf(out, a, n, b, n);
    return true;
  }
  const size_t low = n - n / 2;
  const size_t high = n / 2;
  Limb* middle = scratch.Take(2 * low);
  // |a0 - a1| and |b0 - b1| live in `out` until the outer products overwrite them.
  bool minus = AbsDifference(out, a, low, a + low, high);
  if (a == b) {
    minus = false;
    if (!MulBalanced(middle, out, out, low, scratch, ticker)) return false;
  } else {
    minus ^= AbsDifference(out + low, b, low, b + low, high);
    if (!MulBalanced(middle, out, out + low, low, scratch, ticker)) return false;
  }
  if (!MulBalanced(out, a, b, low, scratch, ticker)) return false;
  if (!MulBalanced(out + 2 * low, a + low, b + low, high, scratch, ticker)) return false;
  // a0*b1 + a1*b0 = a0*b0 + a1*b1 - (a0-a1)*(b0-b1)
  Limb* cross = scratch.Take(2 * low + 1);
  cross[2 * low] = mpn_add(cross, out, Size(2 * low), out + 2 * low, Size(2 * high));
  if (minus) {
    cross[2 * low] += mpn_add_n(cross, cross, middle, Size(2 * low));
  } else {
    cross[2 * low] -= mpn_sub_n(cross, cross, middle, Size(2 * low));
  }
  const size_t room = 2 * n - low;
  const size_t cross_size = Normalize(cross, 2 * low + 1);
  if (cross_size > 0) mpn_add(out + low, out + low, Size(room), cross, Size(cross_size));
  return true;
}

size_t SliceSize(size_t bn) {
  return bn > kMulLeaf ? bn : std::max(bn, kMulLeafProducts / std::max<size_t>(bn, 1));
}

size_t DivBlock(size_t dn) { return std::max(dn, kDivLeafProducts / dn); }

bool UsesShortQuotient(size_t qn, size_t dn) { return dn >= kDivLeaf && qn + 1 <= dn / 2; }

// Sizes of the recursive division: pieces of leaf size, doubled `levels` times.
struct RecursiveDivShape {
  size_t divisor;  // limbs of the padded divisor
  size_t blocks;   // blocks of that size in the padded numerator, at least 2
  size_t top;      // limbs in the top block, less than all, so that it is below the divisor
};
RecursiveDivShape ShapeOf(size_t nn, size_t dn) {
  size_t levels = 0;
  while ((dn >> levels) >= kDivLeaf) ++levels;
  const size_t pieces = size_t{1} << levels;
  const size_t divisor = (dn + pieces - 1) / pieces * pieces;
  const size_t shifted = nn + (divisor - dn) + 1;
  return {divisor, shifted / divisor + 1, shifted % divisor};
}

size_t RecursiveDivScratch(size_t n) {
  const size_t half = n / 2;
  return std::max(n + 1, n + 2 + KaratsubaScratch(half));
}

bool DivTwoByOne(Limb* quotient, Limb* a, const Limb* b, size_t n, Scratch scratch, Ticker ticker);

// Divides a[0 .. 3h) by b[0 .. 2h), b normalised, the top 2h limbs of a below b: quotient[0 .. h),
// the remainder replaces a[0 .. 2h), above it zeros.
bool DivThreeByTwo(Limb* quotient, Limb* a, const Limb* b, size_t h, Scratch scratch,
                   Ticker ticker) {
  const mp_size_t half = Size(h);
  int64_t carry = 0;
  if (mpn_cmp(a + 2 * h, b + h, half) < 0) {
    if (!DivTwoByOne(quotient, a + h, b + h, h, scratch, ticker)) return false;
  } else {
    std::fill(quotient, quotient + h, ~Limb{0});
    mpn_sub_n(a + 2 * h, a + 2 * h, b + h, half);
    carry = static_cast<int64_t>(a[2 * h] + mpn_add_n(a + h, a + h, b + h, half));
    std::fill(a + 2 * h, a + 3 * h, 0);
  }
  Limb* product = scratch.Take(2 * h);
  if (!MulBalanced(product, quotient, b, h, scratch, ticker)) return false;
  carry -= static_cast<int64_t>(mpn_sub_n(a, a, product, 2 * half));
  while (carry < 0) {
    mpn_sub_1(quotient, quotient, half, 1);
    carry += static_cast<int64_t>(mpn_add_n(a, a, b, 2 * half));
  }
  return true;
}

// Divides a[0 .. 2n) by b[0 .. n), b normalised, a's top half below b: quotient[0 .. n), the
// remainder replaces a[0 .. n), above it zeros.
bool DivTwoByOne(Limb* quotient, Limb* a, const Limb* b, size_t n, Scratch scratch, Ticker ticker) {
  if (n < kDivLeaf || n % 2 != 0) {
    if (!ticker(3 * MulWork(n, n))) return false;
    Limb* full = scratch.Take(n + 1);  // its top limb comes out as zero
    mpn_tdiv_qr(full, a, 0, a, Size(2 * n), b, Size(n));
    std::copy(full, full + n, quotient);
    std::fill(a + n, a + 2 * n, 0);
    return true;
  }
  const size_t h = n / 2;
  return DivThreeByTwo(quotient + h, a + h, b, h, scratch, ticker) &&
         DivThreeByTwo(quotient, a, b, h, scratch, ticker);
}

bool DivRecursive(Limb* quotient, Limb* remainder, const Limb* n, size_t nn, const Limb* d,
                  size_t dn, Scratch scratch, Ticker ticker) {
  const RecursiveDivShape shape = ShapeOf(nn, dn);
  const size_t m = shape.divisor;
  const size_t pad = m - dn;
  const unsigned bits = static_cast<unsigned>(__builtin_clzll(d[dn - 1]));
  Limb* divisor = scratch.Take(m);
  std::fill(divisor, divisor + pad, 0);
  if (bits != 0) {
    mpn_lshift(divisor + pad, d, Size(dn), bits);
  } else {
    std::copy(d, d + dn, divisor + pad);
  }
  const size_t total = shape.blocks * m;
  Limb* numerator = scratch.Take(total);
  std::fill(numerator, numerator + total, 0);
  if (bits != 0) {
    numerator[pad + nn] = mpn_lshift(numerator + pad, n, Size(nn), bits);
  } else {
    std::copy(n, n + nn, numerator + pad);
  }
  Limb* block_quotient = scratch.Take(m);
  const size_t wanted = nn - dn + 1;
  size_t block = shape.blocks - 1;
  if (UsesShortQuotient(shape.top + 1, m)) {
    // A top block that is nearly empty does not need a whole step.
    --block;
    Scratch inner = scratch;
    Limb* rest = inner.Take(m);
    if (!DivMagnitude(block_quotient, rest, numerator + block * m, m + shape.top, divisor, m, inner,
                      ticker)) {
      return false;
    }
    std::copy(rest, rest + m, numerator + block * m);
    std::fill(numerator + (block + 1) * m, numerator + total, 0);
    const size_t at = block * m;
    if (at < wanted) {
      std::copy(block_quotient, block_quotient + std::min(shape.top + 1, wanted - at),
                quotient + at);
    }
  }
  while (block-- > 0) {
    if (!DivTwoByOne(block_quotient, numerator + block * m, divisor, m, scratch, ticker)) {
      return false;
    }
    const size_t at = block * m;
    if (at < wanted) {
      std::copy(block_quotient, block_quotient + std::min(m, wanted - at), quotient + at);
    }
  }
  if (bits != 0) {
    mpn_rshift(remainder, numerator + pad, Size(dn), bits);
  } else {
    std::copy(numerator + pad, numerator + pad + dn, remainder);
  }
  return true;
}

// The quotient is much shorter than the divisor: the top limbs give it, up to 2 too large.
bool DivShortQuotient(Limb* quotient, Limb* remainder, const Limb* n, size_t nn, const Limb* d,
                      size_t dn, Scratch scratch, Ticker ticker) {
  const size_t qn = nn - dn + 1;
  const size_t cut = dn - qn - 1;
  const size_t top = dn - cut;  // qn + 1
  Limb* rest = scratch.Take(dn);
  Limb* product = scratch.Take(dn);
  if (!DivMagnitude(quotient, rest + cut, n + cut, nn - cut, d + cut, top, scratch, ticker)) {
    return false;
  }
  std::copy(n, n + cut, rest);
  if (!MulMagnitude(product, d, cut, quotient, qn, scratch, ticker)) return false;
  int64_t carry = -static_cast<int64_t>(mpn_sub(rest, rest, Size(dn), product, Size(cut + qn)));
  while (carry < 0) {
    mpn_sub_1(quotient, quotient, Size(qn), 1);
    carry += static_cast<int64_t>(mpn_add_n(rest, rest, d, Size(dn)));
  }
  std::copy(rest, rest + dn, remainder);
  return true;
}

}  // namespace

LeadingBits LeadingBitsOf(Limbs limbs) {
  const size_t n = limbs.size();
  const unsigned shift = static_cast<unsigned>(__builtin_clzll(limbs[n - 1]));
  LeadingBits bits{limbs[n - 1] << shift, false};
  if (n == 1) return bits;
  if (shift != 0) bits.top |= limbs[n - 2] >> (64 - shift);
  bits.rest = limbs[n - 2] << shift != 0;
  for (size_t i = 0; !bits.rest && i + 2 < n; ++i) bits.rest = limbs[i] != 0;
  return bits;
}

double ComposeDouble(uint64_t mantissa, int64_t exponent) {
  if (mantissa == 0) return 0;
  const int64_t width = 64 - __builtin_clzll(mantissa);
  const int64_t top = exponent + width;  // the value is below 2**top
  if (top > 1024) return HUGE_VAL;
  if (top < -1074) return 0;  // less than half of the least denormal
  const int64_t drop = std::max<int64_t>(width - 53, -1074 - exponent);
  if (drop > 0) {
    const uint64_t half = uint64_t{1} << (drop - 1);
    const uint64_t low = mantissa & (half | (half - 1));
    mantissa = drop == 64 ? 0 : mantissa >> drop;
    if (low > half || (low == half && (mantissa & 1) != 0)) ++mantissa;
    exponent += drop;
  }
  return std::ldexp(static_cast<double>(mantissa), static_cast<int>(exponent));
}

uint64_t MulWork(size_t n, size_t m) {
  const size_t small = std::min(n, m);
  const uint64_t products = static_cast<uint64_t>(n) * m;
  return products / (small < 32 ? 15 : small < 128 ? 22 : small < 512 ? 36 : 80) + 1;
}

size_t MulMagnitudeScratch(size_t an, size_t bn) {
  if (an < bn) std::swap(an, bn);
  const size_t slice = SliceSize(bn);
  if (an <= slice && bn <= kMulLeaf) return 0;
  if (an == bn) return KaratsubaScratch(an);
  const size_t last = an % slice;
  return slice + bn +
         std::max(an >= slice ? MulMagnitudeScratch(slice, bn) : 0, MulMagnitudeScratch(last, bn));
}

size_t MulMagnitudeScratchBound(size_t an, size_t bn) {
  if (an < bn) std::swap(an, bn);
  if (an <= kMulLeafProducts / std::max<size_t>(bn, 1)) return 0;
  // The first slice; then what is left over is sliced as in Euclid's algorithm, so that the sizes
  // halve at least every other time.
  return std::max(bn, std::min(an, kMulLeafProducts)) + 9 * bn + KaratsubaScratch(bn);
}

bool MulMagnitude(Limb* out, const Limb* a, size_t an, const Limb* b, size_t bn, Scratch scratch,
                  Ticker ticker) {
  if (an < bn) {
    std::swap(a, b);
    std::swap(an, bn);
  }
  const size_t slice = SliceSize(bn);
  if (an <= slice && bn <= kMulLeaf) {
    const uint64_t work = MulWork(an, bn);
    if (work > 100 && !ticker(work)) return false;
    MulLeaf(out, a, an, b, bn);
    return true;
  }
  if (an == bn) return MulBalanced(out, a, b, an, scratch, ticker);
  // Slices of the long operand; each product overlaps the one before by bn limbs.
  Limb* product = scratch.Take(slice + bn);
  std::fill(out, out + bn, 0);
  for (size_t at = 0; at < an; at += slice) {
    const size_t size = std::min(slice, an - at);
    if (!MulMagnitude(product, a + at, size, b, bn, scratch, ticker)) return false;
    // The sum cannot carry out of size + bn limbs: it is a part of a true product.
    std::copy(product + bn, product + bn + size, out + at + bn);
    const Limb carry = mpn_add_n(out + at, out + at, product, Size(bn));
    mpn_add_1(out + at + bn, out + at + bn, Size(size), carry);
  }
  return true;
}

size_t DivMagnitudeScratch(size_t nn, size_t dn) {
  if (nn < dn || dn == 0) return 0;
  const size_t qn = nn - dn + 1;
  if (3 * MulWork(qn, dn) <= kLeafWork) return 0;
  if (UsesShortQuotient(qn, dn)) {
    return 2 * dn + 1 +
           std::max(DivMagnitudeScratch(2 * qn, qn + 1), MulMagnitudeScratch(dn - qn - 1, qn));
  }
  if (dn < kDivLeaf) {
    const size_t block = std::min(DivBlock(dn), qn);
    return 2 * block + 2 * dn + 2;
  }
  const RecursiveDivShape shape = ShapeOf(nn, dn);
  const size_t m = shape.divisor;
  const size_t first_step =
      UsesShortQuotient(shape.top + 1, m) ? m + DivMagnitudeScratch(m + shape.top, m) : 0;
  return (shape.blocks + 2) * m + std::max(RecursiveDivScratch(m), first_step);
}

bool DivMagnitude(Limb* quotient, Limb* remainder, const Limb* n, size_t nn, const Limb* d,
                  size_t dn, Scratch scratch, Ticker ticker) {
  const size_t qn = nn - dn + 1;
  const uint64_t work = 3 * MulWork(qn, dn);
  if (work <= kLeafWork) {
    if (work > 100 && !ticker(work)) return false;
    if (dn == 1) {
      remainder[0] = mpn_divrem_1(quotient, 0, n, Size(nn), d[0]);
    } else {
      mpn_tdiv_qr(quotient, remainder, 0, n, Size(nn), d, Size(dn));
    }
    return true;
  }
  if (UsesShortQuotient(qn, dn)) {
    return DivShortQuotient(quotient, remainder, n, nn, d, dn, scratch, ticker);
  }
  if (dn >= kDivLeaf) {
    return DivRecursive(quotient, remainder, n, nn, d, dn, scratch, ticker);
  }
  // A short divisor: blocks of the numerator from the top, below the remainder so far.
  const size_t block = std::min(DivBlock(dn), qn);
  Limb* window = scratch.Take(block + dn);
  Limb* block_quotient = scratch.Take(block + 1);
  size_t rest = nn - (dn - 1);  // limbs of n not yet taken; equals qn
  std::copy(n + rest, n + nn, window);
  size_t window_size = dn - 1;
  // The window holds the remainder so far, at its front; each turn puts the next limbs below it.
  while (rest > 0) {
    const size_t take = std::min(block, rest);
    rest -= take;
    std::memmove(window + take, window, window_size * sizeof(Limb));
    std::copy(n + rest, n + rest + take, window);
    const size_t size = take + window_size;
    if (!ticker(3 * MulWork(take, dn))) return false;
    mpn_tdiv_qr(block_quotient, remainder, 0, window, Size(size), d, Size(dn));
    // With dn - 1 limbs on top there are `take` quotient limbs, with dn there is one more, zero.
    std::copy(block_quotient, block_quotient + take, quotient + rest);
    std::copy(remainder, remainder + dn, window);
    window_size = dn;
  }
  return true;
}

size_t ShiftLeftMagnitude(Limb* out, const Limb* a, size_t n, uint64_t count) {
  if (n == 0) return 0;
  const size_t whole = count / 64;
  const unsigned bits = count % 64;
  size_t size = n + whole;
  if (bits != 0) {
    const Limb top = mpn_lshift(out + whole, a, Size(n), bits);
    if (top != 0) out[size++] = top;
  } else {
    std::memmove(out + whole, a, n * sizeof(Limb));
  }
  std::fill(out, out + whole, 0);
  return size;
}

size_t ShiftRightMagnitude(Limb* out, const Limb* a, size_t n, uint64_t count) {
  const uint64_t whole = count / 64;
  if (whole >= n) return 0;
  const unsigned bits = count % 64;
  const size_t size = n - whole;
  if (bits != 0) {
    mpn_rshift(out, a + whole, Size(size), bits);
  } else {
    std::memmove(out, a + whole, size * sizeof(Limb));
  }
  return Normalize(out, size);
}

}  // namespace pysub
