// The linear operations: comparison, sums, shifts, bits, conversions to and from fixed sizes.

#include "vm/numbers/limbs.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "vm/numbers/magnitude.h"

namespace pysub {
namespace {

constexpr uint64_t kHashModulus = (uint64_t{1} << 61) - 1;

mp_size_t Size(size_t n) { return static_cast<mp_size_t>(n); }

IntResult Normalized(LimbsOut out, size_t size, bool negative) {
  size = Normalize(out.data(), size);
  return {size, negative && size != 0};
}

// Two limbs have a way of their own, since most ints beyond 48 bits have no more.
IntResult AddMagnitudes(IntView a, IntView b, bool negative, LimbsOut out) {
  if (a.limbs.size() < b.limbs.size()) std::swap(a, b);
  const size_t an = a.limbs.size();
  if (b.limbs.empty()) {
    if (an == 0) return {};
    std::memmove(out.data(), a.limbs.data(), an * sizeof(Limb));
    return {an, negative};
  }
  Limb carry;
  if (an <= 2) {
    using Wide = unsigned __int128;
    const Wide low = Wide{a.limbs[0]} + b.limbs[0];
    carry = static_cast<Limb>(low >> 64);
    if (an == 2) {
      const Wide high = Wide{a.limbs[1]} + (b.limbs.size() == 2 ? b.limbs[1] : 0) + carry;
      out[1] = static_cast<Limb>(high);
      carry = static_cast<Limb>(high >> 64);
    }
    out[0] = static_cast<Limb>(low);
  } else {
    carry = mpn_add(out.data(), a.limbs.data(), Size(an), b.limbs.data(), Size(b.limbs.size()));
  }
  if (carry == 0) return {an, negative};
  out[an] = carry;
  return {an + 1, negative};
}

// |a| - |b|, negative when that is below zero; `negative` flips the sign.
IntResult SubMagnitudes(IntView a, IntView b, bool negative, LimbsOut out) {
  const int order =
      CompareMagnitude(a.limbs.data(), a.limbs.size(), b.limbs.data(), b.limbs.size());
  if (order == 0) return {};
  if (order < 0) {
    std::swap(a, b);
    negative = !negative;
  }
  if (b.limbs.empty()) {
    std::memmove(out.data(), a.limbs.data(), a.limbs.size() * sizeof(Limb));
    return {a.limbs.size(), negative};
  }
  mpn_sub(out.data(), a.limbs.data(), Size(a.limbs.size()), b.limbs.data(), Size(b.limbs.size()));
  return Normalized(out, a.limbs.size(), negative);
}

IntResult AddSigned(IntView a, IntView b, bool b_negative, LimbsOut out) {
  if (a.negative == b_negative) return AddMagnitudes(a, b, a.negative, out);
  return SubMagnitudes(a, b, a.negative, out);
}

// The limbs of a number in endless two's complement, one after the other.
class TwosComplement {
 public:
  explicit TwosComplement(IntView a) : view_(a), carry_(a.negative ? 1 : 0) {}

  Limb Next() {
    const Limb limb = at_ < view_.limbs.size() ? view_.limbs[at_] : 0;
    ++at_;
    if (!view_.negative) return limb;
    Limb flipped = ~limb;
    carry_ = __builtin_add_overflow(flipped, carry_, &flipped);
    return flipped;
  }

 private:
  IntView view_;
  size_t at_ = 0;
  Limb carry_;
};

template <typename Op>
IntResult Bitwise(IntView a, IntView b, LimbsOut out, Op op) {
  const size_t size = BitwiseLimbs(a.limbs.size(), b.limbs.size());
  const bool negative = (op(a.negative ? ~Limb{0} : 0, b.negative ? ~Limb{0} : 0) & 1) != 0;
  TwosComplement left(a);
  TwosComplement right(b);
  for (size_t i = 0; i < size; ++i) out[i] = op(left.Next(), right.Next());
  if (negative) mpn_neg(out.data(), out.data(), Size(size));
  return Normalized(out, size, negative);
}

}  // namespace

bool PowInt64(int64_t a, uint64_t exponent, int64_t* out) {
  int64_t power = 1;
  int64_t square = a;
  while (true) {
    if ((exponent & 1) != 0 && __builtin_mul_overflow(power, square, &power)) return false;
    exponent >>= 1;
    if (exponent == 0) break;
    if (__builtin_mul_overflow(square, square, &square)) return false;
  }
  *out = power;
  return true;
}

std::optional<int64_t> ToInt64(IntView a) {
  if (a.limbs.empty()) return 0;
  if (a.limbs.size() > 1) return std::nullopt;
  constexpr uint64_t kMin = uint64_t{1} << 63;
  const uint64_t magnitude = a.limbs[0];
  if (a.negative) {
    if (magnitude > kMin) return std::nullopt;
    return static_cast<int64_t>(0 - magnitude);
  }
  if (magnitude >= kMin) return std::nullopt;
  return static_cast<int64_t>(magnitude);
}

std::optional<uint64_t> ToUint64(IntView a) {
  if (a.limbs.empty()) return 0;
  if (a.limbs.size() > 1 || a.negative) return std::nullopt;
  return a.limbs[0];
}

int Compare(IntView a, IntView b) {
  if (a.negative != b.negative) return a.negative ? -1 : 1;
  const int order =
      CompareMagnitude(a.limbs.data(), a.limbs.size(), b.limbs.data(), b.limbs.size());
  return a.negative ? -order : order;
}

bool Equal(IntView a, IntView b) {
  return a.negative == b.negative && a.limbs.size() == b.limbs.size() &&
         std::equal(a.limbs.begin(), a.limbs.end(), b.limbs.begin());
}

uint64_t BitLength(IntView a) { return MagnitudeBits(a.limbs.data(), a.limbs.size()); }

uint64_t BitCount(IntView a) {
  return a.limbs.empty() ? 0 : mpn_popcount(a.limbs.data(), Size(a.limbs.size()));
}

// The value modulo 2**61 - 1, so that ints and floats that are equal have one hash.
int64_t HashInt(IntView a) {
  uint64_t hash = 0;
  for (size_t i = a.limbs.size(); i-- > 0;) {
    // 2**64 is 8 modulo 2**61-1: multiplying by it rotates 61 bits by 3.
    hash = ((hash << 3) & kHashModulus) | (hash >> 58);
    hash += (a.limbs[i] & kHashModulus) + (a.limbs[i] >> 61);
    hash = (hash & kHashModulus) + (hash >> 61);
    if (hash >= kHashModulus) hash -= kHashModulus;
  }
  const int64_t signed_hash = a.negative ? -static_cast<int64_t>(hash) : static_cast<int64_t>(hash);
  return signed_hash == -1 ? -2 : signed_hash;
}

IntResult FromUint64(uint64_t value, LimbsOut out) {
  if (value == 0) return {};
  out[0] = value;
  return {1, false};
}

IntResult FromInt128(__int128 value, LimbsOut out) {
  using Unsigned = unsigned __int128;
  const Unsigned magnitude =
      value < 0 ? 0 - static_cast<Unsigned>(value) : static_cast<Unsigned>(value);
  out[0] = static_cast<uint64_t>(magnitude);
  out[1] = static_cast<uint64_t>(magnitude >> 64);
  return Normalized(out, 2, value < 0);
}

IntResult Add(IntView a, IntView b, LimbsOut out) { return AddSigned(a, b, b.negative, out); }

IntResult Sub(IntView a, IntView b, LimbsOut out) {
  if (b.IsZero()) return AddSigned(a, b, a.negative, out);
  if (a.IsZero()) return AddMagnitudes(a, b, !b.negative, out);
  return AddSigned(a, b, !b.negative, out);
}

size_t ShiftLeftLimbs(IntView a, uint64_t count) {
  if (a.IsZero()) return 0;
  if (count / 64 >= kTooManyLimbs - a.limbs.size() - 1) return kTooManyLimbs;
  return a.limbs.size() + count / 64 + 1;
}

IntResult ShiftLeft(IntView a, uint64_t count, LimbsOut out) {
  return {ShiftLeftMagnitude(out.data(), a.limbs.data(), a.limbs.size(), count), a.negative};
}

size_t ShiftRightLimbs(IntView a, uint64_t count) {
  return count / 64 >= a.limbs.size() ? 1 : a.limbs.size() - count / 64 + 1;
}

// Python shifts as if numbers had two's complement with endless sign bits, so negative ones round
// down. Here they are sign and magnitude.
IntResult ShiftRight(IntView a, uint64_t count, LimbsOut out) {
  const size_t n = a.limbs.size();
  size_t size = ShiftRightMagnitude(out.data(), a.limbs.data(), n, count);
  if (!a.negative) return {size, false};
  // Floor: one more away from zero when a bit that was one fell off.
  const size_t whole = std::min<uint64_t>(count / 64, n);
  bool lost = std::any_of(a.limbs.begin(), a.limbs.begin() + static_cast<ptrdiff_t>(whole),
                          [](uint64_t limb) { return limb != 0; });
  if (!lost && whole < n && count % 64 != 0) {
    lost = (a.limbs[whole] & ((uint64_t{1} << (count % 64)) - 1)) != 0;
  }
  if (lost) {
    if (size == 0) {
      out[0] = 1;
      size = 1;
    } else if (mpn_add_1(out.data(), out.data(), Size(size), 1) != 0) {
      out[size++] = 1;
    }
  }
  return {size, size != 0};
}

IntResult And(IntView a, IntView b, LimbsOut out) {
  return Bitwise(a, b, out, [](Limb x, Limb y) { return x & y; });
}
IntResult Or(IntView a, IntView b, LimbsOut out) {
  return Bitwise(a, b, out, [](Limb x, Limb y) { return x | y; });
}
IntResult Xor(IntView a, IntView b, LimbsOut out) {
  return Bitwise(a, b, out, [](Limb x, Limb y) { return x ^ y; });
}

// ~a is -a - 1.
IntResult Invert(IntView a, LimbsOut out) {
  const SmallInt one(1);
  if (a.negative) return SubMagnitudes(a, one, false, out);
  return AddMagnitudes(a, one, true, out);
}

// The top 64 bits and one bit for all below: that is enough to round half to even correctly.
NumberError ToDouble(IntView a, double* out) {
  constexpr NumberError kTooLarge = NumberError::Overflow("int too large to convert to float");
  double magnitude = 0;
  if (a.limbs.size() <= 1) {
    if (!a.limbs.empty()) magnitude = static_cast<double>(a.limbs[0]);
  } else {
    const uint64_t bits = BitLength(a);
    if (bits > 1024) return kTooLarge;
    const LeadingBits leading = LeadingBitsOf(a.limbs);
    magnitude =
        ComposeDouble(leading.top | (leading.rest ? 1 : 0), static_cast<int64_t>(bits) - 64);
    if (std::isinf(magnitude)) return kTooLarge;
  }
  *out = a.negative ? -magnitude : magnitude;
  return NumberError::Ok();
}

NumberError FromDouble(double value, LimbsOut out, IntResult* result) {
  if (std::isinf(value)) {
    return NumberError::Overflow("cannot convert float infinity to integer");
  }
  if (std::isnan(value)) return NumberError::Value("cannot convert float NaN to integer");
  *result = {};
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(value), &exponent);
  if (exponent <= 0) return NumberError::Ok();
  const uint64_t mantissa = static_cast<uint64_t>(std::ldexp(fraction, 64));
  if (exponent <= 64) {
    *result = FromUint64(mantissa >> (64 - exponent), out);
  } else {
    *result = {ShiftLeftMagnitude(out.data(), &mantissa, 1, static_cast<uint64_t>(exponent - 64)),
               false};
  }
  result->negative = value < 0;
  return NumberError::Ok();
}

// Exactly, and without making an int of a float with a thousand bits: sign, length and top bits
// decide nearly always.
int CompareWithDouble(IntView a, double b) {
  if (std::isinf(b)) return b > 0 ? -1 : 1;
  const int b_sign = b > 0 ? 1 : b < 0 ? -1 : 0;
  if (a.Sign() != b_sign) return a.Sign() < b_sign ? -1 : 1;
  if (b_sign == 0) return 0;
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(b), &exponent);
  const int64_t bits = static_cast<int64_t>(BitLength(a));
  if (bits != exponent) return (bits < exponent) == (b_sign > 0) ? -1 : 1;
  // Equal lengths of 1 bit or more: compare the top 64 bits, then what is below.
  const LeadingBits leading = LeadingBitsOf(a.limbs);
  const uint64_t b_top = static_cast<uint64_t>(std::ldexp(fraction, 64));
  const int order = leading.top != b_top ? (leading.top < b_top ? -1 : 1) : leading.rest ? 1 : 0;
  return b_sign > 0 ? order : -order;
}

size_t TrueDivideScratch(size_t n, size_t m) {
  // The shifted numerator or denominator, quotient and remainder.
  return 2 * (n + m) + 12;
}

// int / int, correctly rounded, even if neither fits into a float. The quotient is made with a few
// more bits than a double has, and the remainder decides the rounding.
NumberError TrueDivide(IntView a, IntView b, LimbsOut scratch_limbs, double* out) {
  if (b.IsZero()) return NumberError::ZeroDivision("division by zero");
  const bool negative = a.negative != b.negative;
  const auto result = [&](double magnitude) {
    *out = negative ? -magnitude : magnitude;
    return std::isinf(magnitude)
               ? NumberError::Overflow("integer division result too large for a float")
               : NumberError::Ok();
  };
  if (a.IsZero()) return result(0.0);
  constexpr uint64_t kExact = uint64_t{1} << 53;
  if (a.limbs.size() == 1 && b.limbs.size() == 1 && a.limbs[0] <= kExact && b.limbs[0] <= kExact) {
    return result(static_cast<double>(a.limbs[0]) / static_cast<double>(b.limbs[0]));
  }
  const int64_t difference =
      static_cast<int64_t>(BitLength(a)) - static_cast<int64_t>(BitLength(b));
  if (difference > 1024) return result(HUGE_VAL);
  if (difference < -1076) return result(0.0);
  // A quotient of 65 or 66 bits, cut to 64, whose last bit stands for all that is below it.
  const int64_t shift = 65 - difference;
  Scratch scratch(scratch_limbs);
  const auto shifted = [&](Limbs limbs, int64_t count) -> Limbs {
    if (count <= 0) return limbs;
    Limb* to = scratch.Take(limbs.size() + static_cast<size_t>(count) / 64 + 1);
    return {to, ShiftLeftMagnitude(to, limbs.data(), limbs.size(), static_cast<uint64_t>(count))};
  };
  const Limbs numerator = shifted(a.limbs, shift);
  const Limbs denominator = shifted(b.limbs, -shift);
  const size_t quotient_room = numerator.size() - denominator.size() + 1;
  Limb* quotient = scratch.Take(quotient_room);
  Limb* rest = scratch.Take(denominator.size());
  mpn_tdiv_qr(quotient, rest, 0, numerator.data(), Size(numerator.size()), denominator.data(),
              Size(denominator.size()));
  const LeadingBits leading = LeadingBitsOf({quotient, Normalize(quotient, quotient_room)});
  const int64_t bits =
      static_cast<int64_t>(MagnitudeBits(quotient, Normalize(quotient, quotient_room)));
  const bool inexact = leading.rest || Normalize(rest, denominator.size()) != 0;
  return result(ComposeDouble(leading.top | (inexact ? 1 : 0), bits - 64 - shift));
}

// Two's complement is made on the way: invert and add one, from the lowest byte up.
NumberError ToBytes(IntView a, ByteOrder order, bool is_signed, std::span<uint8_t> out,
                    StopCheck* stop) {
  if (a.negative && !is_signed) {
    return NumberError::Overflow("can't convert negative int to unsigned");
  }
  constexpr NumberError kTooBig = NumberError::Overflow("int too big to convert");
  const uint64_t bits = BitLength(a);
  const uint64_t room = out.size() * uint64_t{8};
  if (bits > room) return kTooBig;
  if (is_signed && bits == room && bits != 0) {
    // Only the least number, -(2**(room-1)), has that many bits.
    if (!a.negative || BitCount(a) != 1) return kTooBig;
  }
  TwosComplement limbs(a);
  uint64_t limb = 0;
  for (size_t i = 0; i < out.size(); ++i) {
    if (i % 8 == 0) {
      if (IsOver(stop)) break;
      limb = limbs.Next();
    }
    out[order == ByteOrder::kLittle ? i : out.size() - 1 - i] = static_cast<uint8_t>(limb);
    limb >>= 8;
  }
  return NumberError::Ok();
}

IntResult FromBytes(std::span<const uint8_t> bytes, ByteOrder order, bool is_signed, LimbsOut out,
                    StopCheck* stop) {
  const size_t n = bytes.size();
  if (n == 0) return {};
  const auto byte = [&](size_t i) { return bytes[order == ByteOrder::kLittle ? i : n - 1 - i]; };
  const bool negative = is_signed && (byte(n - 1) & 0x80) != 0;
  const size_t size = n / 8 + 1;
  for (size_t limb = 0; limb < size; ++limb) {
    if (IsOver(stop)) return {};
    uint64_t value = 0;
    for (size_t i = 8; i-- > 0;) {
      const size_t at = limb * 8 + i;
      value = (value << 8) | (at < n ? byte(at) : negative ? 0xFF : 0);
    }
    out[limb] = value;
  }
  if (negative) mpn_neg(out.data(), out.data(), Size(size));
  return Normalized(out, size, negative);
}

}  // namespace pysub
