#ifndef PYSUB_VM_NUMBERS_LIMBS_H_
#define PYSUB_VM_NUMBERS_LIMBS_H_

// Integers of any size: sign and magnitude, 64-bit limbs, least significant first.
//
// Invariants of every IntView and every result:
// - normalised: the last limb is not zero; zero has no limbs;
// - zero is not negative.
//
// For each operation F there is FLimbs(...), an upper bound of the result in limbs, and for the
// ones that need it FScratch(...), the scratch in limbs. Bounds saturate at kTooManyLimbs, which no
// caller can afford. Operations whose time is linear in their operands (about 0.5 ns a limb) do not
// tick: the caller charges them by size.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

#include "lexer/base/stop_check.h"
#include "vm/numbers/kernel.h"

namespace pysub {

using Limbs = std::span<const uint64_t>;
using LimbsOut = std::span<uint64_t>;

inline constexpr size_t kTooManyLimbs = std::numeric_limits<size_t>::max() / 16;
// No int has more. Where size_t has 32 bits that keeps sums of scratch, up to some 100 times as
// many limbs as the operands have, from wrapping before they are compared with kTooManyLimbs
// (T-013).
inline constexpr size_t kMostLimbs = sizeof(size_t) >= 8 ? kTooManyLimbs : size_t{1} << 24;

// A long integer that lies somewhere else: limbs of 64 bits, the lowest first, without zeros at the
// top. Zero has no limbs and is never negative. Sign and magnitude stand apart, as GMP's functions
// want them.
struct IntView {
  Limbs limbs;
  bool negative = false;

  bool IsZero() const { return limbs.empty(); }
  bool IsOdd() const { return !limbs.empty() && (limbs[0] & 1) != 0; }
  int Sign() const { return limbs.empty() ? 0 : negative ? -1 : 1; }
};

// An int64 seen as an IntView; the view is valid as long as this object is.
class SmallInt {
 public:
  explicit SmallInt(int64_t value)
      : limb_(value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value)),
        negative_(value < 0) {}
  operator IntView() const { return {Limbs(&limb_, limb_ != 0 ? 1 : 0), negative_}; }

 private:
  uint64_t limb_;
  bool negative_;
};

// What a kernel wrote: the first `size` limbs of the output span, and the sign.
struct IntResult {
  size_t size = 0;
  bool negative = false;
};

inline IntView View(LimbsOut out, IntResult result) {
  return {out.first(result.size), result.negative};
}

// --- int64 fast paths. Each answers nullopt (or false) when the result leaves int64.

inline bool SubInt64(int64_t a, int64_t b, int64_t* out) {
  return !__builtin_sub_overflow(a, b, out);
}
inline bool MulInt64(int64_t a, int64_t b, int64_t* out) {
  return !__builtin_mul_overflow(a, b, out);
}
// a // b and a % b of Python (rounded towards minus infinity). b is not zero, and not (a =
// INT64_MIN and b = -1).
inline int64_t FloorDivInt64(int64_t a, int64_t b) {
  const int64_t quotient = a / b;
  return quotient - ((a % b != 0) & ((a ^ b) < 0));
}
inline int64_t FloorModInt64(int64_t a, int64_t b) {
  const int64_t rest = a % b;
  return rest + (((rest != 0) & ((rest ^ b) < 0)) ? b : 0);
}
// a << count; false when bits would be lost.
inline bool ShiftLeftInt64(int64_t a, uint64_t count, int64_t* out) {
  if (count >= 63) {
    *out = 0;
    return a == 0;
  }
  *out = static_cast<int64_t>(static_cast<uint64_t>(a) << count);
  return (*out >> count) == a;
}
inline int64_t ShiftRightInt64(int64_t a, uint64_t count) { return a >> (count > 63 ? 63 : count); }
// a ** exponent; false when it does not fit.
bool PowInt64(int64_t a, uint64_t exponent, int64_t* out);
// The hash of CPython on a 64-bit machine: the value modulo 2**61-1, keeping its sign; never -1.
inline int64_t HashInt64(int64_t a) {
  constexpr uint64_t kModulus = (uint64_t{1} << 61) - 1;
  const uint64_t magnitude = a < 0 ? 0 - static_cast<uint64_t>(a) : static_cast<uint64_t>(a);
  const int64_t rest = static_cast<int64_t>(magnitude % kModulus);
  const int64_t hash = a < 0 ? -rest : rest;
  return hash == -1 ? -2 : hash;
}

// --- Inspection

std::optional<int64_t> ToInt64(IntView a);
std::optional<uint64_t> ToUint64(IntView a);
// Below zero, zero or above zero as a < b, a == b, a > b.
int Compare(IntView a, IntView b);
bool Equal(IntView a, IntView b);
// int.bit_length(), int.bit_count(): of the magnitude.
uint64_t BitLength(IntView a);
uint64_t BitCount(IntView a);
int64_t HashInt(IntView a);

// --- Writing small results. `out` has at least one limb (two for the 128-bit form).

IntResult FromUint64(uint64_t value, LimbsOut out);
IntResult FromInt128(__int128 value, LimbsOut out);

// --- Arithmetic. `out` may be the same storage as `a` for Add and Sub.

constexpr size_t AddLimbs(size_t n, size_t m) { return (n > m ? n : m) + 1; }
IntResult Add(IntView a, IntView b, LimbsOut out);
IntResult Sub(IntView a, IntView b, LimbsOut out);

constexpr size_t MulLimbs(size_t n, size_t m) { return n + m; }
size_t MulScratch(size_t n, size_t m);
NumberError Mul(IntView a, IntView b, LimbsOut out, LimbsOut scratch, Ticker ticker,
                IntResult* result);

// Quotient rounded towards minus infinity, remainder with the sign of b. b == 0 gives
// ZeroDivisionError. An empty `quotient_out` or `remainder_out` means: not wanted (and the result
// pointer may be null).
constexpr size_t QuotientLimbs(size_t n, size_t m) { return n < m ? 1 : n - m + 2; }
constexpr size_t RemainderLimbs(size_t m) { return m; }
size_t DivModScratch(size_t n, size_t m);
NumberError DivMod(IntView a, IntView b, LimbsOut quotient_out, LimbsOut remainder_out,
                   LimbsOut scratch, Ticker ticker, IntResult* quotient, IntResult* remainder);

// a / b of Python: the double nearest to the true quotient.
size_t TrueDivideScratch(size_t n, size_t m);
NumberError TrueDivide(IntView a, IntView b, LimbsOut scratch, double* out);

// a ** exponent for exponent >= 0. kTooManyLimbs when no machine could hold it.
size_t PowLimbs(IntView a, uint64_t exponent);
size_t PowScratch(IntView a, uint64_t exponent);
NumberError Pow(IntView a, uint64_t exponent, LimbsOut out, LimbsOut scratch, Ticker ticker,
                IntResult* result);

// pow(a, exponent, modulus) for any signs: ValueError for modulus 0 and for a base that is not
// invertible when exponent < 0. The result has at most modulus.limbs.size() limbs.
size_t PowModScratch(size_t a_limbs, size_t exponent_limbs, size_t modulus_limbs);
NumberError PowMod(IntView a, IntView exponent, IntView modulus, LimbsOut out, LimbsOut scratch,
                   Ticker ticker, IntResult* result);

// a << count and a >> count (floor). ShiftLeftLimbs is kTooManyLimbs when it cannot be held.
size_t ShiftLeftLimbs(IntView a, uint64_t count);
IntResult ShiftLeft(IntView a, uint64_t count, LimbsOut out);
size_t ShiftRightLimbs(IntView a, uint64_t count);
IntResult ShiftRight(IntView a, uint64_t count, LimbsOut out);

// Bit operations as if on two's complement numbers of endless length.
constexpr size_t BitwiseLimbs(size_t n, size_t m) { return (n > m ? n : m) + 1; }
IntResult And(IntView a, IntView b, LimbsOut out);
IntResult Or(IntView a, IntView b, LimbsOut out);
IntResult Xor(IntView a, IntView b, LimbsOut out);
IntResult Invert(IntView a, LimbsOut out);  // BitwiseLimbs(n, 0)

// math.gcd, math.lcm of two; never negative.
constexpr size_t GcdLimbs(size_t n, size_t m) { return n > m ? n : m; }
size_t GcdScratch(size_t n, size_t m);
NumberError Gcd(IntView a, IntView b, LimbsOut out, LimbsOut scratch, Ticker ticker,
                IntResult* result);
constexpr size_t LcmLimbs(size_t n, size_t m) { return n + m; }
size_t LcmScratch(size_t n, size_t m);
NumberError Lcm(IntView a, IntView b, LimbsOut out, LimbsOut scratch, Ticker ticker,
                IntResult* result);

// math.isqrt; a >= 0 is the caller's check (its wording names no kernel).
constexpr size_t IsqrtLimbs(size_t n) { return n / 2 + 1; }
size_t IsqrtScratch(size_t n);
NumberError Isqrt(IntView a, LimbsOut out, LimbsOut scratch, Ticker ticker, IntResult* result);

// --- Text

inline constexpr int64_t kDefaultMaxStrDigits = 4300;  // sys.get_int_max_str_digits()

// Characters that ToString can need, sign included. Digits are 0-9a-z; no prefix.
size_t ToStringChars(IntView a, int base);
size_t ToStringScratch(IntView a, int base);
// `max_digits` > 0 gives kDigitLimit, as CPython, when the base is not a power of two and the
// number has more digits. Writes from the front of `out`.
NumberError ToString(IntView a, int base, int64_t max_digits, std::span<char> out, LimbsOut scratch,
                     Ticker ticker, size_t* written);
// The fast path of str(int): needs 20 characters; returns how many it wrote.
size_t Int64ToDecimal(int64_t value, char* out);

// int(text, base) on ASCII without surrounding white space: an optional sign, the prefix 0x, 0o or
// 0b (when base is 0 or that of the prefix), digits with single underscores between them. base is 0
// or 2..36. Checks the text and counts its digits, so that the caller can then size the output.
struct ParsedInt {
  std::string_view digits;  // part of the text; may contain underscores
  size_t digit_count = 0;   // without underscores
  int base = 10;
  bool negative = false;
};
// A stopped check gives nothing, as a text that is no number.
std::optional<ParsedInt> ScanInt(std::string_view text, int base, StopCheck* stop = nullptr);
// The result when it is short enough for int64 (all usual cases).
std::optional<int64_t> SmallValue(const ParsedInt& parsed);
size_t ParseIntLimbs(const ParsedInt& parsed);
size_t ParseIntScratch(const ParsedInt& parsed);
NumberError ParseInt(const ParsedInt& parsed, int64_t max_digits, LimbsOut out, LimbsOut scratch,
                     Ticker ticker, IntResult* result);

// The wording of kDigitLimit; `digits` < 0 for int to str, else what the text has. Returns the
// number of characters (at most 200) written to `out`.
size_t DigitLimitText(int64_t max_digits, int64_t digits, std::span<char, 200> out);

// --- Floats

// Round half to even. OverflowError "int too large to convert to float".
NumberError ToDouble(IntView a, double* out);
inline constexpr size_t kFromDoubleLimbs = 17;
// int(value): towards zero. OverflowError for infinity, ValueError for NaN.
NumberError FromDouble(double value, LimbsOut out, IntResult* result);
// Exact comparison of an integer with a double that is not NaN.
int CompareWithDouble(IntView a, double b);

// --- Bytes

enum class ByteOrder { kLittle, kBig };
// int.to_bytes: fills all of `out`. OverflowError "int too big to convert" or
// "can't convert negative int to unsigned".
// A stopped check leaves the rest as it is.
NumberError ToBytes(IntView a, ByteOrder order, bool is_signed, std::span<uint8_t> out,
                    StopCheck* stop = nullptr);
constexpr size_t FromBytesLimbs(size_t bytes) { return bytes / 8 + 1; }
// A stopped check gives 0.
IntResult FromBytes(std::span<const uint8_t> bytes, ByteOrder order, bool is_signed, LimbsOut out,
                    StopCheck* stop = nullptr);

}  // namespace pysub

#endif  // PYSUB_VM_NUMBERS_LIMBS_H_
