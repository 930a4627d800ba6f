#include "vm/numbers/int_math.h"

#include <algorithm>
#include <cmath>

#include "vm/numbers/magnitude.h"

namespace pysub {
namespace {

mp_size_t Size(size_t n) { return static_cast<mp_size_t>(n); }

// Up to this many factors are multiplied one after the other, more by halves.
constexpr uint64_t kFactorsInARow = 24;

// Bound of a product of `count` factors of at most `bits` bits, with a limb to spare.
size_t ProductLimbs(uint64_t count, uint64_t bits) {
  uint64_t total = 0;
  if (__builtin_mul_overflow(count, bits, &total) || total / 64 + 2 >= kTooManyLimbs) {
    return kTooManyLimbs;
  }
  return total / 64 + 2;
}

size_t ProductScratch(uint64_t count, uint64_t bits, size_t factor_limbs) {
  const size_t limbs = ProductLimbs(count, bits);
  if (limbs >= kTooManyLimbs / 32) return kTooManyLimbs;
  if (count <= kFactorsInARow) {
    return limbs + 2 * factor_limbs + MulMagnitudeScratchBound(limbs, factor_limbs);
  }
  // Both halves at each level, the levels halving; a few spare limbs each.
  const size_t half = limbs / 2 + 2;
  return 2 * limbs + 8 * 64 + 2 * factor_limbs + MulMagnitudeScratchBound(half, half);
}

// n (n-1) ... (n-count+1) for count >= 1, all factors positive.
class FallingProduct {
 public:
  FallingProduct(Limbs n, Ticker ticker)
      : n_(n), bits_(MagnitudeBits(n.data(), n.size())), ticker_(ticker) {}

  uint64_t bits() const { return bits_; }

  // The product of `count` factors from n - first downwards; returns its size, 0 when stopped.
  size_t Multiply(uint64_t first, uint64_t count, Limb* out, Scratch scratch) {
    if (count <= kFactorsInARow) return MultiplyInARow(first, count, out, scratch);
    const uint64_t half = count / 2;
    Limb* left = scratch.Take(ProductLimbs(half, bits_));
    const size_t left_size = Multiply(first, half, left, scratch);
    if (left_size == 0) return 0;
    Limb* right = scratch.Take(ProductLimbs(count - half, bits_));
    const size_t right_size = Multiply(first + half, count - half, right, scratch);
    if (right_size == 0) return 0;
    if (!MulMagnitude(out, left, left_size, right, right_size, scratch, ticker_)) return 0;
    return Normalize(out, left_size + right_size);
  }

 private:
  // A few factors one after the other. Small ones are multiplied within one word first, so the long
  // product is touched less often.
  size_t MultiplyInARow(uint64_t first, uint64_t count, Limb* out, Scratch scratch) {
    const size_t n = n_.size();
    if (!ticker_(count * (MulWork(n * count / 2 + 1, n) / 2 + 1))) return 0;
    size_t size = 1;
    out[0] = 1;
    if (n == 1) {
      uint64_t packed = 1;
      for (uint64_t i = first; i < first + count; ++i) {
        uint64_t next = 0;
        if (__builtin_mul_overflow(packed, n_[0] - i, &next)) {
          MultiplyBy(out, &size, packed);
          next = n_[0] - i;
        }
        packed = next;
      }
      MultiplyBy(out, &size, packed);
      return size;
    }
    Limb* factor = scratch.Take(n);
    Limb* product = scratch.Take(ProductLimbs(count, bits_));
    for (uint64_t i = first; i < first + count; ++i) {
      mpn_sub_1(factor, n_.data(), Size(n), i);
      const size_t factor_size = Normalize(factor, n);
      if (!MulMagnitude(product, out, size, factor, factor_size, scratch, ticker_)) return 0;
      size = Normalize(product, size + factor_size);
      std::copy(product, product + size, out);
    }
    return size;
  }

  static void MultiplyBy(Limb* out, size_t* size, uint64_t factor) {
    const Limb carry = mpn_mul_1(out, out, Size(*size), factor);
    if (carry != 0) out[(*size)++] = carry;
  }

  Limbs n_;
  uint64_t bits_;
  Ticker ticker_;
};

// log2 of k! is about k log2(k/e); a little less is a lower bound.
double Log2FactorialBelow(double k) { return k < 2 ? 0 : k * (std::log2(k) - 1.4427); }

// a = fraction * 2**exponent, 1/2 <= fraction <= 1, rounded to a double.
double FractionOf(IntView a, double* exponent) {
  const LeadingBits leading = LeadingBitsOf(a.limbs);
  *exponent = static_cast<double>(BitLength(a));
  return ComposeDouble(leading.top | (leading.rest ? 1 : 0), -64);
}

template <typename Function>
double LogarithmOf(IntView a, Function log) {
  double value = 0;
  if (ToDouble(a, &value).ok()) return log(value);
  double exponent = 0;
  const double fraction = FractionOf(a, &exponent);
  return log(fraction) + log(2.0) * exponent;
}

}  // namespace

size_t FactorialLimbs(uint64_t n) {
  if (n < 2) return 3;
  if (n > (uint64_t{1} << 56)) return kTooManyLimbs;
  const double k = static_cast<double>(n);
  // Stirling's formula from above; but never less than what the product's own bound asks for.
  const double bits = k * (std::log2(k) - 1.4426) + 0.5 * std::log2(k) + 4;
  if (bits / 64 >= static_cast<double>(kTooManyLimbs)) return kTooManyLimbs;
  return static_cast<size_t>(bits / 64) + 4;
}

size_t FactorialScratch(uint64_t n) {
  if (n < 2) return 0;
  const uint64_t bits = 64 - static_cast<uint64_t>(__builtin_clzll(n));
  const size_t product = ProductLimbs(n - 1, bits);
  const size_t scratch = ProductScratch(n - 1, bits, 1);
  return product >= kTooManyLimbs || scratch >= kTooManyLimbs ? kTooManyLimbs : product + scratch;
}

// A product tree: halves of about equal length are multiplied, where fast multiplication pays. From
// left to right it would be quadratic.
NumberError Factorial(uint64_t n, LimbsOut out, LimbsOut scratch_limbs, Ticker ticker,
                      IntResult* result) {
  size_t size = 1;
  out[0] = 1;
  if (n >= 2) {
    Scratch scratch(scratch_limbs);
    FallingProduct factors(Limbs(&n, 1), ticker);
    Limb* product = scratch.Take(ProductLimbs(n - 1, factors.bits()));
    size = factors.Multiply(0, n - 1, product, scratch);
    if (size == 0) return NumberError::Stopped();
    std::copy(product, product + size, out.data());
  }
  *result = {size, false};
  return NumberError::Ok();
}

size_t PermLimbs(IntView n, uint64_t k) {
  return ProductLimbs(std::max<uint64_t>(k, 1), BitLength(n));
}

size_t PermScratch(IntView n, uint64_t k) {
  return ProductScratch(k, BitLength(n), n.limbs.size());
}

NumberError Perm(IntView n, uint64_t k, LimbsOut out, LimbsOut scratch, Ticker ticker,
                 IntResult* result) {
  *result = {};
  if (k == 0) {
    out[0] = 1;
    *result = {1, false};
    return NumberError::Ok();
  }
  if (n.limbs.size() <= 1 && (n.IsZero() || n.limbs[0] < k)) return NumberError::Ok();
  FallingProduct factors(n.limbs, ticker);
  const size_t size = factors.Multiply(0, k, out.data(), Scratch(scratch));
  if (size == 0) return NumberError::Stopped();
  *result = {size, false};
  return NumberError::Ok();
}

size_t CombLimbs(IntView n, uint64_t k) {
  const size_t numerator = PermLimbs(n, k);
  if (numerator >= kTooManyLimbs) return kTooManyLimbs;
  const double saved = Log2FactorialBelow(static_cast<double>(k)) / 64 - 1;
  if (saved <= 0) return numerator;
  // k > n gives 0, for which the bound makes no sense.
  return std::max<size_t>(2, numerator - std::min(numerator, static_cast<size_t>(saved)));
}

size_t CombScratch(IntView n, uint64_t k) {
  const size_t numerator = PermLimbs(n, k);
  const size_t product = PermScratch(n, k);
  const size_t factorial = FactorialScratch(k);
  if (std::max({numerator, product, factorial}) >= kTooManyLimbs / 64) return kTooManyLimbs;
  return 2 * numerator + 2 * FactorialLimbs(k) + 2 +
         std::max({product, factorial, DivMagnitudeScratchBound(numerator)});
}

// While it fits into a word, by the recurrence that stays whole at each step. Then the falling
// product is divided by the factorial, both from product trees.
NumberError Comb(IntView n, uint64_t k, LimbsOut out, LimbsOut scratch_limbs, Ticker ticker,
                 IntResult* result) {
  *result = {};
  if (k == 0) {
    out[0] = 1;
    *result = {1, false};
    return NumberError::Ok();
  }
  if (n.limbs.size() <= 1 && (n.IsZero() || n.limbs[0] < k)) return NumberError::Ok();
  if (n.limbs.size() == 1) {
    // While it fits: each step's product is divisible by its number.
    uint64_t value = 1;
    uint64_t i = 0;
    for (; i < k && i < 64; ++i) {
      const unsigned __int128 next =
          static_cast<unsigned __int128>(value) * (n.limbs[0] - i) / (i + 1);
      if (static_cast<uint64_t>(next >> 64) != 0) break;
      value = static_cast<uint64_t>(next);
    }
    if (i == k) {
      *result = FromUint64(value, out);
      return NumberError::Ok();
    }
  }
  Scratch scratch(scratch_limbs);
  Limb* numerator = scratch.Take(PermLimbs(n, k));
  FallingProduct factors(n.limbs, ticker);
  const size_t nn = factors.Multiply(0, k, numerator, scratch);
  if (nn == 0) return NumberError::Stopped();
  Limb* denominator = scratch.Take(FactorialLimbs(k));
  size_t dn = 1;
  denominator[0] = 1;
  if (k >= 2) {
    Scratch inner = scratch;
    FallingProduct factorial(Limbs(&k, 1), ticker);
    Limb* product = inner.Take(ProductLimbs(k - 1, factorial.bits()));
    dn = factorial.Multiply(0, k - 1, product, inner);
    if (dn == 0) return NumberError::Stopped();
    std::copy(product, product + dn, denominator);
  }
  Limb* quotient = scratch.Take(nn - dn + 1);
  Limb* rest = scratch.Take(dn);
  if (!DivMagnitude(quotient, rest, numerator, nn, denominator, dn, scratch, ticker)) {
    return NumberError::Stopped();
  }
  const size_t size = Normalize(quotient, nn - dn + 1);
  std::copy(quotient, quotient + size, out.data());
  *result = {size, false};
  return NumberError::Ok();
}

double LogInt(IntView a) {
  return LogarithmOf(a, [](double x) { return std::log(x); });
}
double Log2Int(IntView a) {
  return LogarithmOf(a, [](double x) { return std::log2(x); });
}
double Log10Int(IntView a) {
  return LogarithmOf(a, [](double x) { return std::log10(x); });
}

}  // namespace pysub
