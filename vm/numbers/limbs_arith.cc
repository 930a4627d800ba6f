// Products, quotients, powers, common divisors and square roots: all that is not linear in time.

#include <algorithm>
#include <cstring>
#include <numeric>

#include "vm/numbers/limbs.h"
#include "vm/numbers/magnitude.h"

namespace pysub {
namespace {

constexpr NumberError kDivisionByZero = NumberError::ZeroDivision("division by zero");
constexpr NumberError kNotInvertible =
    NumberError::Value("base is not invertible for the given modulus");

// Below this, one call of mpn_gcd takes less than a millisecond.
constexpr size_t kGcdLeaf = 400;
constexpr size_t kSqrtLeaf = 4000;
// Montgomery's reduction is quadratic here; above, division is faster.
constexpr size_t kMontgomeryLimbs = 150;
// Kernels with many short steps save their ticks up to this much work.
constexpr uint64_t kTickGrain = 2000;

mp_size_t Size(size_t n) { return static_cast<mp_size_t>(n); }

// Adds up the work of short steps so that the ticker is asked at a sensible pace.
class SavingTicker {
 public:
  explicit SavingTicker(Ticker ticker) : ticker_(ticker) {}
  [[nodiscard]] bool Spend(uint64_t work) {
    saved_ += work;
    if (saved_ < kTickGrain) return true;
    const uint64_t all = saved_;
    saved_ = 0;
    return ticker_(all);
  }

 private:
  Ticker ticker_;
  uint64_t saved_ = 0;
};

// Multiplies and squares modulo a number; its results have exactly n limbs.
class ModularArithmetic {
 public:
  static size_t ScratchFor(size_t n) {
    return 2 * n + (n + 1) + std::max(MulMagnitudeScratch(n, n), DivMagnitudeScratch(2 * n, n));
  }

  ModularArithmetic(Limbs modulus, Scratch scratch, Ticker ticker)
      : modulus_(modulus.data()),
        n_(modulus.size()),
        montgomery_((modulus[0] & 1) != 0 && n_ <= kMontgomeryLimbs),
        product_(scratch.Take(2 * n_)),
        quotient_(scratch.Take(n_ + 1)),
        scratch_(scratch),
        ticker_(ticker),
        saving_ticker_(ticker),
        step_work_(2 * MulWork(n_, n_)) {
    // Newton's iteration doubles the correct bits of the inverse: 3, 6, 12, 24, 48, 96.
    Limb inverse = modulus_[0];
    for (int i = 0; i < 5; ++i) inverse *= 2 - modulus_[0] * inverse;
    negated_inverse_ = 0 - inverse;
  }

  bool montgomery() const { return montgomery_; }

  // out = a * b modulo the modulus (in Montgomery's form: divided by 2**(64 n) too).
  [[nodiscard]] bool Mul(Limb* out, const Limb* a, const Limb* b) {
    if (montgomery_) {
      if (!saving_ticker_.Spend(step_work_)) return false;
      if (a == b) {
        mpn_sqr(product_, a, Size(n_));
      } else {
        mpn_mul_n(product_, a, b, Size(n_));
      }
      Reduce(out);
      return true;
    }
    return MulMagnitude(product_, a, n_, b, n_, scratch_, ticker_) &&
           DivMagnitude(quotient_, out, product_, 2 * n_, modulus_, n_, scratch_, ticker_);
  }

  // Out of Montgomery's form, in place.
  void Leave(Limb* a) {
    std::copy(a, a + n_, product_);
    std::fill(product_ + n_, product_ + 2 * n_, 0);
    Reduce(a);
  }

 private:
  void Reduce(Limb* out) {
    for (size_t i = 0; i < n_; ++i) {
      product_[i] = mpn_addmul_1(product_ + i, modulus_, Size(n_), product_[i] * negated_inverse_);
    }
    const Limb carry = mpn_add_n(out, product_ + n_, product_, Size(n_));
    if (carry != 0 || mpn_cmp(out, modulus_, Size(n_)) >= 0) {
      mpn_sub_n(out, out, modulus_, Size(n_));
    }
  }

  const Limb* modulus_;
  size_t n_;
  bool montgomery_;
  Limb negated_inverse_;
  Limb* product_;
  Limb* quotient_;
  Scratch scratch_;
  Ticker ticker_;
  SavingTicker saving_ticker_;
  uint64_t step_work_;
};

unsigned WindowBits(uint64_t exponent_bits) {
  return exponent_bits <= 12 ? 1 : exponent_bits <= 64 ? 3 : exponent_bits <= 512 ? 4 : 5;
}

// Odd powers that the table of an exponent of so many limbs can hold.
size_t PowerTableSize(size_t exponent_limbs) {
  return size_t{1} << (WindowBits(exponent_limbs * uint64_t{64}) - 1);
}

bool BitAt(Limbs limbs, uint64_t index) { return (limbs[index / 64] >> (index % 64) & 1) != 0; }

uint64_t PowModUint64(uint64_t base, Limbs exponent, uint64_t modulus) {
  using Wide = unsigned __int128;
  uint64_t result = 1 % modulus;
  for (uint64_t i = MagnitudeBits(exponent.data(), exponent.size()); i-- > 0;) {
    result = static_cast<uint64_t>(static_cast<Wide>(result) * result % modulus);
    if (BitAt(exponent, i)) {
      result = static_cast<uint64_t>(static_cast<Wide>(result) * base % modulus);
    }
  }
  return result;
}

// One round of Lehmer's method: what several steps of Euclid's algorithm do to a pair, found from
// the leading bits alone (Knuth, TAOCP 4.5.2, algorithm L). a' = A a + B b, b' = C a + D b, where
// the signs of A, B and of C, D differ.
struct LehmerMatrix {
  int64_t a = 1, b = 0, c = 0, d = 1;
  uint64_t steps = 0;
};

// Lehmer's gcd (Knuth, 4.5.2, algorithm L): many steps of Euclid on the leading bits alone,
// collected in a matrix. It stops where the leading bits no longer decide the quotient. The matrix
// is then applied once to the long numbers.
LehmerMatrix LehmerRound(int64_t x, int64_t y) {
  LehmerMatrix m;
  while (y + m.c != 0 && y + m.d != 0) {
    const int64_t quotient = (x + m.a) / (y + m.c);
    if (quotient != (x + m.b) / (y + m.d)) break;
    int64_t next_c;
    int64_t next_d;
    if (__builtin_mul_overflow(quotient, m.c, &next_c) ||
        __builtin_mul_overflow(quotient, m.d, &next_d)) {
      break;
    }
    next_c = m.a - next_c;
    next_d = m.b - next_d;
    m.a = m.c;
    m.b = m.d;
    m.c = next_c;
    m.d = next_d;
    const int64_t next_y = x - quotient * y;
    x = y;
    y = next_y;
    ++m.steps;
  }
  return m;
}

uint64_t Magnitude(int64_t value) {
  return value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
}

// The 62 bits of `limbs` below bit `top` (counted from 1).
int64_t BitsBelow(const Limb* limbs, size_t n, uint64_t top) {
  const uint64_t low = top - 62;
  const size_t at = low / 64;
  if (at >= n) return 0;
  const unsigned shift = low % 64;
  uint64_t bits = limbs[at] >> shift;
  if (shift != 0 && at + 1 < n) bits |= limbs[at + 1] << (64 - shift);
  return static_cast<int64_t>(bits & ((uint64_t{1} << 62) - 1));
}

// out[0 .. n] = |x| a + |y| b, or minus instead of plus where the signs of x and y differ.
void Combine(Limb* out, const Limb* a, int64_t x, const Limb* b, int64_t y, size_t n, bool add) {
  if (add) {
    out[n] = mpn_mul_1(out, a, Size(n), Magnitude(x));
    out[n] += mpn_addmul_1(out, b, Size(n), Magnitude(y));
    return;
  }
  // The difference is not negative, so take the negative coefficient second.
  if (x < 0 || y > 0) {
    std::swap(a, b);
    std::swap(x, y);
  }
  out[n] = mpn_mul_1(out, a, Size(n), Magnitude(x));
  out[n] -= mpn_submul_1(out, b, Size(n), Magnitude(y));
}

// The state of Euclid's algorithm on a >= b, each in a buffer of `room` limbs with zeros above.
class Euclid {
 public:
  static size_t ScratchFor(size_t n, bool cofactors) {
    const size_t room = n + 2;
    return (cofactors ? 11 : 5) * room +
           std::max(DivMagnitudeScratchBound(n + 1),
                    cofactors ? MulMagnitudeScratchBound(n + 1, n + 1) : 0);
  }

  Euclid(size_t n, bool cofactors, Scratch scratch, Ticker ticker)
      : room_(n + 2),
        cofactors_(cofactors),
        ticker_(ticker),
        saving_ticker_(ticker),
        scratch_(scratch) {
    for (Limb** limbs : {&a_, &b_, &next_a_, &next_b_, &quotient_}) *limbs = Zeros();
    if (cofactors) {
      for (Limb** limbs : {&t_a_, &t_b_, &next_t_a_, &next_t_b_}) *limbs = Zeros();
      product_ = scratch_.Take(2 * room_);
      t_b_[0] = 1;
    }
  }

  // a >= b.
  void Start(Limbs a, Limbs b) {
    std::copy(a.begin(), a.end(), a_);
    std::copy(b.begin(), b.end(), b_);
    an_ = a.size();
    bn_ = b.size();
    if (CompareMagnitude(a_, an_, b_, bn_) < 0) Swap();
  }

  const Limb* a() const { return a_; }
  Limb* a() { return a_; }
  Limb* b() { return b_; }
  size_t an() const { return an_; }
  size_t bn() const { return bn_; }
  // b's multiplier in a = s a0 + t b0: its magnitude, and whether it is negative.
  const Limb* cofactor() const { return t_a_; }
  bool cofactor_negative() const { return steps_ % 2 == 0; }

  // Goes on until b is zero, or a has at most `until` limbs.
  [[nodiscard]] bool Run(size_t until) {
    while (bn_ != 0 && an_ > until) {
      const uint64_t bits = MagnitudeBits(a_, an_);
      LehmerMatrix m;
      if (an_ - bn_ <= 1 && bits > 64) {
        m = LehmerRound(BitsBelow(a_, an_, bits), BitsBelow(b_, an_, bits));
      }
      // A round looks at 64 bits some 30 times and then reads all limbs four times.
      if (!saving_ticker_.Spend((an_ + (cofactors_ ? tn_ : 0)) / 3 + 50)) return false;
      if (m.b == 0) {
        if (!DivideStep()) return false;
      } else {
        MatrixStep(m);
      }
    }
    return true;
  }

 private:
  Limb* Zeros() {
    Limb* limbs = scratch_.Take(room_);
    std::fill(limbs, limbs + room_, 0);
    return limbs;
  }

  void Swap() {
    std::swap(a_, b_);
    std::swap(an_, bn_);
  }

  // a, b become A*a + B*b and C*a + D*b. The signs of the matrix alternate, so each is a difference
  // that cannot be negative.
  void MatrixStep(const LehmerMatrix& m) {
    const size_t n = an_;
    Combine(next_a_, a_, m.a, b_, m.b, n, false);
    Combine(next_b_, a_, m.c, b_, m.d, n, false);
    std::swap(a_, next_a_);
    std::swap(b_, next_b_);
    an_ = Normalize(a_, n + 1);
    bn_ = Normalize(b_, n + 1);
    if (cofactors_) {
      const size_t tn = tn_;
      Combine(next_t_a_, t_a_, m.a, t_b_, m.b, tn, true);
      Combine(next_t_b_, t_a_, m.c, t_b_, m.d, tn, true);
      std::swap(t_a_, next_t_a_);
      std::swap(t_b_, next_t_b_);
      tn_ = std::min(std::max<size_t>(1, Normalize(t_b_, tn + 1)), room_ - 1);
    }
    steps_ += m.steps;
  }

  bool DivideStep() {
    if (!DivMagnitude(quotient_, next_b_, a_, an_, b_, bn_, scratch_, ticker_)) return false;
    const size_t qn = Normalize(quotient_, an_ - bn_ + 1);
    // (a, b) becomes (b, a mod b); above both sizes the buffers hold zeros again.
    std::fill(next_b_ + bn_, next_b_ + std::max(an_ + 1, bn_), 0);
    const size_t rest = Normalize(next_b_, bn_);
    std::swap(a_, b_);
    std::swap(b_, next_b_);
    an_ = bn_;
    bn_ = rest;
    if (cofactors_) {
      // t_a + q t_b: magnitudes add, as the signs alternate. While b is not zero the sum is below
      // the modulus; the last one, when b has become zero, is not used and may be left out.
      if (bn_ != 0) {
        const size_t tn = Normalize(t_b_, tn_);
        if (!MulMagnitude(product_, t_b_, tn, quotient_, qn, scratch_, ticker_)) return false;
        const size_t size = std::max(Normalize(product_, tn + qn), tn_);
        if (tn + qn < size) std::fill(product_ + tn + qn, product_ + size, 0);
        const Limb carry = mpn_add(next_t_b_, product_, Size(size), t_a_, Size(tn_));
        next_t_b_[size] = carry;
        std::swap(t_a_, t_b_);
        std::swap(t_b_, next_t_b_);
        // t_a is now shorter than t_b; zeros above it.
        const size_t new_tn = std::max<size_t>(1, Normalize(t_b_, size + 1));
        if (new_tn > tn_) std::fill(t_a_ + tn_, t_a_ + new_tn, 0);
        tn_ = std::min(new_tn, room_ - 1);
      } else {
        std::swap(t_a_, t_b_);
      }
    }
    ++steps_;
    return true;
  }

  size_t room_;
  bool cofactors_;
  Ticker ticker_;
  SavingTicker saving_ticker_;
  Scratch scratch_;
  Limb *a_, *b_, *next_a_, *next_b_, *quotient_;
  Limb *t_a_ = nullptr, *t_b_ = nullptr, *next_t_a_ = nullptr, *next_t_b_ = nullptr;
  Limb* product_ = nullptr;
  size_t an_ = 0, bn_ = 0, tn_ = 1;
  uint64_t steps_ = 0;
};

// out[0 .. n) = the inverse of a modulo m, for 0 < a < m; both of n limbs' room.
NumberError InvertMod(Limb* out, Limbs a, Limbs m, Scratch scratch, Ticker ticker) {
  Euclid euclid(m.size(), true, scratch, ticker);
  euclid.Start(m, a);
  if (!euclid.Run(0)) return NumberError::Stopped();
  if (euclid.an() != 1 || euclid.a()[0] != 1) return kNotInvertible;
  const Limb* t = euclid.cofactor();
  if (euclid.cofactor_negative()) {
    mpn_sub_n(out, m.data(), t, Size(m.size()));
  } else {
    std::copy(t, t + m.size(), out);
  }
  return NumberError::Ok();
}

}  // namespace

size_t MulScratch(size_t n, size_t m) { return MulMagnitudeScratch(n, m); }

NumberError Mul(IntView a, IntView b, LimbsOut out, LimbsOut scratch, Ticker ticker,
                IntResult* result) {
  const size_t an = a.limbs.size();
  const size_t bn = b.limbs.size();
  if (an == 0 || bn == 0) {
    *result = {};
    return NumberError::Ok();
  }
  const bool negative = a.negative != b.negative;
  if (an == 1 && bn == 1) {
    const unsigned __int128 product = static_cast<unsigned __int128>(a.limbs[0]) * b.limbs[0];
    out[0] = static_cast<uint64_t>(product);
    out[1] = static_cast<uint64_t>(product >> 64);
    *result = {out[1] != 0 ? size_t{2} : size_t{1}, negative};
    return NumberError::Ok();
  }
  if (an <= 2 && bn <= 2) {
    // Two limbs by one or two: three or four partial products, without a call.
    using Wide = unsigned __int128;
    if (an < bn) std::swap(a, b);
    const uint64_t b0 = b.limbs[0];
    const uint64_t b1 = b.limbs.size() > 1 ? b.limbs[1] : 0;
    const Wide low = Wide{a.limbs[0]} * b0;
    const Wide cross = Wide{a.limbs[1]} * b0 + static_cast<uint64_t>(low >> 64);
    const Wide middle = Wide{a.limbs[0]} * b1 + static_cast<uint64_t>(cross);
    const Wide high = Wide{a.limbs[1]} * b1 + static_cast<uint64_t>(cross >> 64) +
                      static_cast<uint64_t>(middle >> 64);
    out[0] = static_cast<uint64_t>(low);
    out[1] = static_cast<uint64_t>(middle);
    out[2] = static_cast<uint64_t>(high);
    if (an + bn == 4) out[3] = static_cast<uint64_t>(high >> 64);
    *result = {an + bn - (out[an + bn - 1] == 0 ? 1 : 0), negative};
    return NumberError::Ok();
  }
  if (!MulMagnitude(out.data(), a.limbs.data(), an, b.limbs.data(), bn, Scratch(scratch), ticker)) {
    return NumberError::Stopped();
  }
  *result = {an + bn - (out[an + bn - 1] == 0 ? 1 : 0), negative};
  return NumberError::Ok();
}

size_t DivModScratch(size_t n, size_t m) {
  if (n < m || m == 0) return 0;
  return (n - m + 1) + m + DivMagnitudeScratch(n, m);
}

NumberError DivMod(IntView a, IntView b, LimbsOut quotient_out, LimbsOut remainder_out,
                   LimbsOut scratch_limbs, Ticker ticker, IntResult* quotient,
                   IntResult* remainder) {
  const size_t an = a.limbs.size();
  const size_t bn = b.limbs.size();
  if (bn == 0) return kDivisionByZero;
  Scratch scratch(scratch_limbs);
  const bool negative = a.negative != b.negative;
  const bool wants_quotient = !quotient_out.empty();
  const bool wants_remainder = !remainder_out.empty();
  if (an < bn) {
    const bool floor_fix = negative && an != 0;
    if (wants_quotient) {
      *quotient = {};
      if (floor_fix) {
        quotient_out[0] = 1;
        *quotient = {1, true};
      }
    }
    if (wants_remainder) {
      if (floor_fix) {
        mpn_sub(remainder_out.data(), b.limbs.data(), Size(bn), a.limbs.data(), Size(an));
        *remainder = {Normalize(remainder_out.data(), bn), b.negative};
      } else {
        std::copy(a.limbs.begin(), a.limbs.end(), remainder_out.begin());
        *remainder = {an, a.negative};
      }
    }
    return NumberError::Ok();
  }
  const size_t qn = an - bn + 1;
  Limb* q = wants_quotient ? quotient_out.data() : scratch.Take(qn);
  Limb* r = wants_remainder ? remainder_out.data() : scratch.Take(bn);
  if (!DivMagnitude(q, r, a.limbs.data(), an, b.limbs.data(), bn, scratch, ticker)) {
    return NumberError::Stopped();
  }
  size_t r_size = Normalize(r, bn);
  const bool floor_fix = negative && r_size != 0;
  if (wants_quotient) {
    size_t q_size = Normalize(q, qn);
    if (floor_fix) {
      if (q_size == 0) {
        q[q_size++] = 1;
      } else if (mpn_add_1(q, q, Size(q_size), 1) != 0) {
        q[q_size++] = 1;
      }
    }
    *quotient = {q_size, negative && q_size != 0};
  }
  if (wants_remainder) {
    if (floor_fix) {
      mpn_sub(r, b.limbs.data(), Size(bn), r, Size(r_size));
      r_size = Normalize(r, bn);
    }
    *remainder = {r_size, b.negative && r_size != 0};
  }
  return NumberError::Ok();
}

namespace {

// a = odd << twos; the odd part alone is multiplied.
struct PowShape {
  uint64_t twos = 0;
  size_t odd_limbs = 0;
  size_t power_limbs = 0;   // bound of odd ** exponent, with room for a limb that comes out as zero
  size_t result_limbs = 0;  // bound of the result
};
PowShape ShapeOfPow(IntView a, uint64_t exponent) {
  constexpr uint64_t kTooManyBits = uint64_t{64} * (kTooManyLimbs / 64);
  PowShape shape;
  if (a.IsZero() || exponent == 0) {
    shape = {0, 1, 1, 1};
    return shape;
  }
  shape.twos = mpn_scan1(a.limbs.data(), 0);
  const uint64_t odd_bits = BitLength(a) - shape.twos;
  shape.odd_limbs = odd_bits / 64 + 1;
  uint64_t power_bits = 0;
  uint64_t shift = 0;
  if (odd_bits > 1 && __builtin_mul_overflow(odd_bits, exponent, &power_bits)) {
    power_bits = kTooManyBits;
  }
  if (__builtin_mul_overflow(shape.twos, exponent, &shift)) shift = kTooManyBits;
  if (power_bits >= kTooManyBits || shift >= kTooManyBits) {
    shape.result_limbs = kTooManyLimbs;
    return shape;
  }
  shape.power_limbs = power_bits / 64 + 2;
  shape.result_limbs = shape.power_limbs + shift / 64 + 1;
  return shape;
}

}  // namespace

size_t PowLimbs(IntView a, uint64_t exponent) { return ShapeOfPow(a, exponent).result_limbs; }

size_t PowScratch(IntView a, uint64_t exponent) {
  const PowShape shape = ShapeOfPow(a, exponent);
  if (shape.result_limbs >= kTooManyLimbs) return kTooManyLimbs;
  const size_t half = shape.power_limbs / 2 + 1;
  return shape.odd_limbs + 2 * shape.power_limbs + MulMagnitudeScratchBound(half, half) +
         MulMagnitudeScratchBound(shape.power_limbs, shape.odd_limbs);
}

NumberError Pow(IntView a, uint64_t exponent, LimbsOut out, LimbsOut scratch_limbs, Ticker ticker,
                IntResult* result) {
  if (exponent == 0) {
    out[0] = 1;
    *result = {1, false};
    return NumberError::Ok();
  }
  if (a.IsZero()) {
    *result = {};
    return NumberError::Ok();
  }
  const PowShape shape = ShapeOfPow(a, exponent);
  Scratch scratch(scratch_limbs);
  Limb* odd = scratch.Take(shape.odd_limbs);
  const size_t odd_size = ShiftRightMagnitude(odd, a.limbs.data(), a.limbs.size(), shape.twos);
  Limb* power = scratch.Take(shape.power_limbs);
  Limb* next = scratch.Take(shape.power_limbs);
  std::copy(odd, odd + odd_size, power);
  size_t size = odd_size;
  if (!(odd_size == 1 && odd[0] == 1)) {
    for (int bit = 62 - __builtin_clzll(exponent); bit >= 0; --bit) {
      if (!MulMagnitude(next, power, size, power, size, scratch, ticker)) {
        return NumberError::Stopped();
      }
      size = Normalize(next, 2 * size);
      std::swap(power, next);
      if ((exponent >> bit & 1) == 0) continue;
      if (odd_size == 1) {
        const Limb carry = mpn_mul_1(power, power, Size(size), odd[0]);
        if (carry != 0) power[size++] = carry;
        continue;
      }
      if (!MulMagnitude(next, power, size, odd, odd_size, scratch, ticker)) {
        return NumberError::Stopped();
      }
      size = Normalize(next, size + odd_size);
      std::swap(power, next);
    }
  }
  *result = {ShiftLeftMagnitude(out.data(), power, size, shape.twos * exponent),
             a.negative && (exponent & 1) != 0};
  return NumberError::Ok();
}

size_t PowModScratch(size_t a_limbs, size_t exponent_limbs, size_t modulus_limbs) {
  const size_t n = modulus_limbs;
  const size_t reduction = a_limbs < n ? 0 : a_limbs - n + 1 + DivMagnitudeScratch(a_limbs, n);
  // Into Montgomery's form: a number of 2n limbs, its quotient.
  const size_t entry = 2 * n + n + 1 + DivMagnitudeScratch(2 * n, n);
  return n * (PowerTableSize(exponent_limbs) + 3) +
         std::max(
             {reduction, Euclid::ScratchFor(n, true), ModularArithmetic::ScratchFor(n) + entry});
}

namespace {

// base = a modulo |modulus|, not negative, in exactly n limbs. False: stopped.
bool ReduceBase(Limb* base, IntView a, Limbs m, Scratch scratch, Ticker ticker) {
  const size_t n = m.size();
  const size_t an = a.limbs.size();
  if (an < n) {
    std::copy(a.limbs.begin(), a.limbs.end(), base);
    std::fill(base + an, base + n, 0);
  } else {
    Limb* quotient = scratch.Take(an - n + 1);
    if (!DivMagnitude(quotient, base, a.limbs.data(), an, m.data(), n, scratch, ticker)) {
      return false;
    }
  }
  if (a.negative && Normalize(base, n) != 0) mpn_sub_n(base, m.data(), base, Size(n));
  return true;
}

// out = base into the arithmetic's form: in Montgomery's, base * 2**(64 n) modulo m.
bool EnterForm(const ModularArithmetic& arithmetic, Limb* out, const Limb* base, Limbs m,
               Scratch scratch, Ticker ticker) {
  const size_t n = m.size();
  if (!arithmetic.montgomery()) {
    std::copy(base, base + n, out);
    return true;
  }
  Limb* shifted = scratch.Take(2 * n);
  Limb* quotient = scratch.Take(n + 1);
  std::fill(shifted, shifted + n, 0);
  std::copy(base, base + n, shifted + n);
  return DivMagnitude(quotient, out, shifted, 2 * n, m.data(), n, scratch, ticker);
}

// power[0 .. n) = base ** e by sliding windows from the top; a window starts and ends with a one
// bit. table[0 .. n) holds the base; the rest is filled here with its 3rd, 5th, ... powers. False:
// stopped.
bool PowerByWindows(ModularArithmetic* arithmetic, Limb* power, Limb* table, Limb* square, size_t n,
                    Limbs e) {
  const uint64_t bits = MagnitudeBits(e.data(), e.size());
  const unsigned window = WindowBits(bits);
  const size_t table_size = size_t{1} << (window - 1);
  if (table_size > 1 && !arithmetic->Mul(square, table, table)) return false;
  for (size_t i = 1; i < table_size; ++i) {
    if (!arithmetic->Mul(table + i * n, table + (i - 1) * n, square)) return false;
  }
  bool started = false;
  for (uint64_t at = bits; at > 0;) {
    if (!BitAt(e, at - 1)) {
      if (!arithmetic->Mul(power, power, power)) return false;
      --at;
      continue;
    }
    uint64_t low = at > window ? at - window : 0;
    while (!BitAt(e, low)) ++low;
    size_t value = 0;
    for (uint64_t i = at; i-- > low;) value = value << 1 | (BitAt(e, i) ? 1 : 0);
    const Limb* factor = table + value / 2 * n;
    if (!started) {
      std::copy(factor, factor + n, power);
      started = true;
    } else {
      for (uint64_t i = low; i < at; ++i) {
        if (!arithmetic->Mul(power, power, power)) return false;
      }
      if (!arithmetic->Mul(power, power, factor)) return false;
    }
    at = low;
  }
  return true;
}

}  // namespace

NumberError PowMod(IntView a, IntView exponent, IntView modulus, LimbsOut out,
                   LimbsOut scratch_limbs, Ticker ticker, IntResult* result) {
  if (modulus.IsZero()) return NumberError::Value("pow() 3rd argument cannot be 0");
  const Limbs m = modulus.limbs;
  const Limbs e = exponent.limbs;
  const size_t n = m.size();
  *result = {};
  if (n == 1 && m[0] == 1) return NumberError::Ok();
  Scratch scratch(scratch_limbs);
  Limb* base = scratch.Take(n);
  if (!ReduceBase(base, a, m, scratch, ticker)) return NumberError::Stopped();
  size_t base_size = Normalize(base, n);
  if (exponent.negative) {
    if (base_size == 0) return kNotInvertible;
    Limb* inverse = scratch.Take(n);
    const NumberError error = InvertMod(inverse, Limbs(base, base_size), m, scratch, ticker);
    if (!error.ok()) return error;
    base = inverse;
    base_size = Normalize(base, n);
  }
  constexpr size_t kFewExponentLimbs = 100;  // with one limb, too little work for a tick
  if (n == 1 && e.size() < kFewExponentLimbs) {
    out[0] = PowModUint64(base[0], e, m[0]);
  } else if (e.empty() || base_size == 0) {
    std::fill(out.data(), out.data() + n, 0);
    out[0] = e.empty() ? 1 : 0;
  } else {
    Limb* table = scratch.Take(PowerTableSize(e.size()) * n);
    Limb* square = scratch.Take(n);
    ModularArithmetic arithmetic(m, scratch, ticker);
    Scratch inner = scratch;
    inner.Take(ModularArithmetic::ScratchFor(n));  // what `arithmetic` keeps
    if (!EnterForm(arithmetic, table, base, m, inner, ticker) ||
        !PowerByWindows(&arithmetic, out.data(), table, square, n, e)) {
      return NumberError::Stopped();
    }
    if (arithmetic.montgomery()) arithmetic.Leave(out.data());
  }
  size_t size = Normalize(out.data(), n);
  if (modulus.negative && size != 0) {
    mpn_sub_n(out.data(), m.data(), out.data(), Size(n));
    size = Normalize(out.data(), n);
  }
  *result = {size, modulus.negative && size != 0};
  return NumberError::Ok();
}

size_t GcdScratch(size_t n, size_t m) { return Euclid::ScratchFor(std::max(n, m), false); }

NumberError Gcd(IntView a, IntView b, LimbsOut out, LimbsOut scratch, Ticker ticker,
                IntResult* result) {
  if (a.limbs.size() < b.limbs.size()) std::swap(a, b);
  const size_t an = a.limbs.size();
  const size_t bn = b.limbs.size();
  if (bn == 0) {
    std::copy(a.limbs.begin(), a.limbs.end(), out.begin());
    *result = {an, false};
    return NumberError::Ok();
  }
  if (an == 1) {
    *result = FromUint64(std::gcd(a.limbs[0], b.limbs[0]), out);
    return NumberError::Ok();
  }
  Euclid euclid(an, false, Scratch(scratch), ticker);
  euclid.Start(a.limbs, b.limbs);
  // When the sizes differ much, one division brings them together.
  if (!euclid.Run(an - bn > 1 ? an - 1 : kGcdLeaf) || !euclid.Run(kGcdLeaf)) {
    return NumberError::Stopped();
  }
  size_t size = euclid.an();
  if (euclid.bn() == 0) {
    std::copy(euclid.a(), euclid.a() + size, out.data());
  } else {
    if (!ticker(MulWork(size, size) * 12)) return NumberError::Stopped();
    // mpn_gcd wants the second operand odd, and no smaller than the first is not needed in bits.
    Limb* x = euclid.a();
    Limb* y = euclid.b();
    const uint64_t x_twos = mpn_scan1(x, 0);
    const uint64_t y_twos = mpn_scan1(y, 0);
    const size_t x_size = ShiftRightMagnitude(x, x, euclid.an(), x_twos);
    const size_t y_size = ShiftRightMagnitude(y, y, euclid.bn(), y_twos);
    Limb* gcd = out.data();
    if (CompareMagnitude(x, x_size, y, y_size) >= 0) {
      size = static_cast<size_t>(mpn_gcd(gcd, x, Size(x_size), y, Size(y_size)));
    } else {
      size = static_cast<size_t>(mpn_gcd(gcd, y, Size(y_size), x, Size(x_size)));
    }
    size = ShiftLeftMagnitude(gcd, gcd, size, std::min(x_twos, y_twos));
  }
  *result = {size, false};
  return NumberError::Ok();
}

size_t LcmScratch(size_t n, size_t m) {
  const size_t larger = std::max(n, m);
  return 3 * larger + 2 +
         std::max({GcdScratch(n, m), larger + 2 + DivMagnitudeScratchBound(larger),
                   MulMagnitudeScratchBound(n, m)});
}

NumberError Lcm(IntView a, IntView b, LimbsOut out, LimbsOut scratch_limbs, Ticker ticker,
                IntResult* result) {
  *result = {};
  if (a.IsZero() || b.IsZero()) return NumberError::Ok();
  const size_t larger = std::max(a.limbs.size(), b.limbs.size());
  Scratch marks(scratch_limbs);
  const LimbsOut gcd_out(marks.Take(larger), larger);
  const LimbsOut quotient_out(marks.Take(larger + 2), larger + 2);
  const LimbsOut rest = scratch_limbs.subspan(2 * larger + 2);
  IntResult gcd;
  IntResult quotient;
  NumberError error = Gcd(a, b, gcd_out, rest, ticker, &gcd);
  if (!error.ok()) return error;
  error = DivMod({a.limbs, false}, View(gcd_out, gcd), quotient_out, {}, rest, ticker, &quotient,
                 nullptr);
  if (!error.ok()) return error;
  error = Mul(View(quotient_out, quotient), {b.limbs, false}, out, rest, ticker, result);
  return error;
}

size_t IsqrtScratch(size_t n) {
  if (n <= kSqrtLeaf) return 0;
  const size_t half = n / 2 + 2;
  return 3 * half + 1 + n + 4 +
         std::max(DivMagnitudeScratchBound(n), MulMagnitudeScratchBound(half, half));
}

NumberError Isqrt(IntView a, LimbsOut out, LimbsOut scratch_limbs, Ticker ticker,
                  IntResult* result) {
  const size_t n = a.limbs.size();
  *result = {};
  if (n == 0) return NumberError::Ok();
  if (n <= kSqrtLeaf) {
    if (n > 200 && !ticker(MulWork(n / 2, n / 2) * 2)) return NumberError::Stopped();
    mpn_sqrtrem(out.data(), nullptr, a.limbs.data(), Size(n));
    *result = {Normalize(out.data(), (n + 1) / 2), false};
    return NumberError::Ok();
  }
  // Newton's iteration with growing precision: each round doubles the correct bits of the root of
  // a's leading bits. Invariant: (root-1)**2 < a >> (2*total - 2*known) < (root+1)**2.
  Scratch scratch(scratch_limbs);
  const uint64_t total = (BitLength(a) - 1) / 2;
  const int rounds = 64 - __builtin_clzll(total);
  const size_t room = n / 2 + 2;
  Limb* root = scratch.Take(room);
  Limb* quotient = scratch.Take(room + 1);
  Limb* rest = scratch.Take(room);
  Limb* part = scratch.Take(n + 4);
  size_t root_size = 0;
  uint64_t known = 0;
  int s = rounds - 1;
  while (s > 0 && (total >> (s - 1)) < kSqrtLeaf * 32 - 64) --s;
  known = total >> s;
  size_t part_size = ShiftRightMagnitude(part, a.limbs.data(), n, 2 * (total - known));
  if (!ticker(MulWork(part_size, part_size))) return NumberError::Stopped();
  mpn_sqrtrem(root, nullptr, part, Size(part_size));
  root_size = Normalize(root, (part_size + 1) / 2);
  while (s-- > 0) {
    const uint64_t before = known;
    known = total >> s;
    part_size = ShiftRightMagnitude(part, a.limbs.data(), n, 2 * total - before - known + 1);
    if (!DivMagnitude(quotient, rest, part, part_size, root, root_size, scratch, ticker)) {
      return NumberError::Stopped();
    }
    const size_t q_size = Normalize(quotient, part_size - root_size + 1);
    const uint64_t shift = known - before - 1;
    // root = (root << shift) + quotient, built in `part`, which is free now.
    const size_t shifted = ShiftLeftMagnitude(part, root, root_size, shift);
    const Limbs x(part, shifted);
    const Limbs y(quotient, q_size);
    root_size = Add({x, false}, {y, false}, LimbsOut(root, room)).size;
  }
  Limb* square = part;
  if (!MulMagnitude(square, root, root_size, root, root_size, scratch, ticker)) {
    return NumberError::Stopped();
  }
  const size_t square_size = Normalize(square, 2 * root_size);
  if (CompareMagnitude(square, square_size, a.limbs.data(), n) > 0) {
    mpn_sub_1(root, root, Size(root_size), 1);
    root_size = Normalize(root, root_size);
  }
  std::copy(root, root + root_size, out.data());
  *result = {root_size, false};
  return NumberError::Ok();
}

}  // namespace pysub
