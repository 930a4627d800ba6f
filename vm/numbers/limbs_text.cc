// Integers as text and back. Large conversions halve the number again and again by powers of the
// base, so that their time follows that of multiplication.

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "vm/numbers/limbs.h"
#include "vm/numbers/magnitude.h"

namespace pysub {
namespace {

constexpr char kDigits[] = "0123456789abcdefghijklmnopqrstuvwxyz";

// One call of mpn_get_str or mpn_set_str for this many limbs takes about half a millisecond.
constexpr size_t kTextLeaf = 1000;
// Conversions of up to this many limbs are done here, without GMP's set-up.
constexpr size_t kSmallText = 4;

mp_size_t Size(size_t n) { return static_cast<mp_size_t>(n); }

bool IsPowerOfTwo(int base) { return (base & (base - 1)) == 0; }

// The largest power of each base that fits a limb, and its exponent.
struct LimbPower {
  uint64_t power;
  unsigned digits;
};
constexpr LimbPower LimbPowerOf(unsigned base) {
  LimbPower result{1, 0};
  while (result.power <= ~uint64_t{0} / base) {
    result.power *= base;
    ++result.digits;
  }
  return result;
}
constexpr std::array<LimbPower, 37> kLimbPowers = [] {
  std::array<LimbPower, 37> table{};
  for (unsigned base = 2; base <= 36; ++base) table[base] = LimbPowerOf(base);
  return table;
}();

// Upper bound of the digits of a number of `bits` bits: bits / log2(base), rounded up.
size_t DigitBound(uint64_t bits, int base) {
  if (IsPowerOfTwo(base)) {
    const unsigned per_digit = static_cast<unsigned>(__builtin_ctz(static_cast<unsigned>(base)));
    return std::max<size_t>(1, (bits + per_digit - 1) / per_digit);
  }
  return static_cast<size_t>(static_cast<double>(bits) / std::log2(base) * (1 + 1e-12)) + 2;
}

// The powers base ** (leaf_digits << i) for i = 0, 1, ... levels-1, largest needed first used.
struct PowerLadder {
  static constexpr size_t kMaxLevels = 48;
  size_t leaf_digits = 0;
  size_t levels = 0;
  Limb* powers[kMaxLevels] = {};
  size_t sizes[kMaxLevels] = {};
};

size_t LeafDigits(int base) {
  // Digits that fit kTextLeaf limbs with certainty, as a multiple of a limb's digits.
  return kLimbPowers[static_cast<size_t>(base)].digits * kTextLeaf;
}

size_t LimbsForDigits(size_t digits, int base) {
  return digits / kLimbPowers[static_cast<size_t>(base)].digits + 1;
}

size_t LadderLevels(size_t digits, int base) {
  size_t levels = 0;
  while ((LeafDigits(base) << levels) < digits) ++levels;
  return levels;
}

size_t LadderScratch(size_t digits, int base) {
  size_t total = 0;
  size_t room = 0;
  for (size_t i = 0; i < LadderLevels(digits, base); ++i) {
    room = i == 0 ? kTextLeaf : 2 * room;
    total += room;
  }
  return total + MulMagnitudeScratchBound(room / 2 + 1, room / 2 + 1);
}

bool BuildLadder(PowerLadder* ladder, size_t digits, int base, Scratch* scratch, Ticker ticker) {
  const LimbPower unit = kLimbPowers[static_cast<size_t>(base)];
  ladder->leaf_digits = LeafDigits(base);
  ladder->levels = LadderLevels(digits, base);
  size_t room = 0;
  for (size_t i = 0; i < ladder->levels; ++i) {
    room = i == 0 ? kTextLeaf : 2 * room;
    Limb* power = scratch->Take(room);
    if (i == 0) {
      if (!ticker(MulWork(kTextLeaf, kTextLeaf) * 2)) return false;
      size_t size = 1;
      power[0] = unit.power;
      for (size_t k = 1; k < kTextLeaf; ++k) {
        const Limb carry = mpn_mul_1(power, power, Size(size), unit.power);
        if (carry != 0) power[size++] = carry;
      }
      ladder->sizes[0] = size;
    } else {
      const size_t size = ladder->sizes[i - 1];
      if (!MulMagnitude(power, ladder->powers[i - 1], size, ladder->powers[i - 1], size, *scratch,
                        ticker)) {
        return false;
      }
      ladder->sizes[i] = Normalize(power, 2 * size);
    }
    ladder->powers[i] = power;
  }
  return true;
}

// The digits of one limb, `count` of them with leading zeros. Dividing by a constant is several
// times faster than by a variable, and 10 is the base that matters.
template <typename Divisor>
void PutLimbDigits(uint64_t limb, Divisor divisor, char* out, size_t count) {
  for (size_t i = count; i-- > 0;) {
    out[i] = kDigits[limb % divisor];
    limb /= divisor;
  }
}

void PutLimbDigits(uint64_t limb, int base, char* out, size_t count) {
  if (base == 10) {
    // In two halves, whose digits the processor can find side by side.
    constexpr uint64_t kHalf = 1'000'000'000;
    constexpr size_t kHalfDigits = 9;
    using Ten = std::integral_constant<uint64_t, 10>;
    PutLimbDigits(limb / kHalf, Ten(), out, count - kHalfDigits);
    PutLimbDigits(limb % kHalf, Ten(), out + (count - kHalfDigits), kHalfDigits);
    return;
  }
  PutLimbDigits(limb, static_cast<uint64_t>(base), out, count);
}

// The digits of `n` in `base` without leading zeros; `n` is overwritten and has room for one limb
// more. Returns their number (0 for zero).
size_t LeafToText(Limb* n, size_t size, int base, char* out) {
  size = Normalize(n, size);
  if (size == 0) return 0;
  if (size <= kSmallText) {
    const LimbPower unit = kLimbPowers[static_cast<size_t>(base)];
    uint64_t groups[2 * kSmallText];
    size_t count = 0;
    while (size > 1) {
      groups[count++] = mpn_divrem_1(n, 0, n, Size(size), unit.power);
      size = Normalize(n, size);
    }
    char* at = size == 0 ? out : std::to_chars(out, out + 64, n[0], base).ptr;
    while (count > 0) {
      PutLimbDigits(groups[--count], base, at, unit.digits);
      at += unit.digits;
    }
    return static_cast<size_t>(at - out);
  }
  auto* bytes = reinterpret_cast<unsigned char*>(out);
  const size_t count = mpn_get_str(bytes, base, n, Size(size));
  size_t zeros = 0;
  while (zeros < count && bytes[zeros] == 0) ++zeros;
  for (size_t i = zeros; i < count; ++i) out[i - zeros] = kDigits[bytes[i]];
  return count - zeros;
}

// Writes `n` in exactly `digits` digits (with leading zeros) at `out`; one character more is free
// behind them for GMP.
bool ToTextRecursive(const PowerLadder& ladder, size_t level, Limb* n, size_t size, int base,
                     char* out, size_t digits, Scratch scratch, Ticker ticker) {
  size = Normalize(n, size);
  while (level > 0 &&
         CompareMagnitude(n, size, ladder.powers[level - 1], ladder.sizes[level - 1]) < 0) {
    // Nothing in the upper half.
    const size_t low = std::min(digits, ladder.leaf_digits << (level - 1));
    std::fill(out, out + (digits - low), '0');
    out += digits - low;
    digits = low;
    --level;
  }
  if (level == 0) {
    // The leaf's own length is not known before; it goes through scratch, and to its end.
    char* text = reinterpret_cast<char*>(scratch.Take(ladder.leaf_digits / 8 + 16));
    if (!ticker(MulWork(size, size) + 10)) return false;
    const size_t count = LeafToText(n, size, base, text);
    if (count > digits) __builtin_trap();
    std::fill(out, out + (digits - count), '0');
    std::memcpy(out + (digits - count), text, count);
    return true;
  }
  const size_t low_digits = ladder.leaf_digits << (level - 1);
  const Limb* power = ladder.powers[level - 1];
  const size_t power_size = ladder.sizes[level - 1];
  const size_t quotient_size = size - power_size + 1;
  Limb* quotient = scratch.Take(quotient_size + 1);
  Limb* rest = scratch.Take(power_size + 1);
  if (!DivMagnitude(quotient, rest, n, size, power, power_size, scratch, ticker)) return false;
  return ToTextRecursive(ladder, level - 1, quotient, quotient_size, base, out, digits - low_digits,
                         scratch, ticker) &&
         ToTextRecursive(ladder, level - 1, rest, power_size, base, out + (digits - low_digits),
                         low_digits, scratch, ticker);
}

// Digits that are written or read between two looks at the ticker.
constexpr size_t kDigitsAtATime = 16384;
constexpr uint64_t WorkOfDigits(size_t digits) { return digits / 8; }

// The digit that begins at bit `low`, of `per_digit` bits; it may lie in two limbs.
uint64_t DigitAt(IntView a, uint64_t low, unsigned per_digit) {
  uint64_t value = a.limbs[low / 64] >> (low % 64);
  if (low % 64 + per_digit > 64 && low / 64 + 1 < a.limbs.size())
    value |= a.limbs[low / 64 + 1] << (64 - low % 64);
  return value & ((uint64_t{1} << per_digit) - 1);
}

// Returns how many digits were written; 0 when the ticker said stop.
size_t PowerOfTwoToText(IntView a, int base, char* out, Ticker ticker) {
  const unsigned per_digit = static_cast<unsigned>(__builtin_ctz(static_cast<unsigned>(base)));
  const size_t count = (BitLength(a) + per_digit - 1) / per_digit;
  const uint64_t mask = static_cast<uint64_t>(base) - 1;
  // 0: a digit may lie in two limbs
  const size_t per_limb = 64 % per_digit == 0 ? 64 / per_digit : 0;
  for (size_t i = 0; i < count;) {
    const size_t end = std::min(count, i + kDigitsAtATime);
    if (count > kDigitsAtATime && !ticker(WorkOfDigits(end - i))) return 0;
    while (per_limb != 0 && i + per_limb <= end) {
      uint64_t limb = a.limbs[i / per_limb];
      for (const size_t stop = i + per_limb; i < stop; ++i, limb >>= per_digit)
        out[count - 1 - i] = kDigits[limb & mask];
    }
    for (; i < end; ++i)
      out[count - 1 - i] = kDigits[DigitAt(a, i * uint64_t{per_digit}, per_digit)];
  }
  return count;
}

constexpr std::array<uint8_t, 256> kDigitValues = [] {
  std::array<uint8_t, 256> table{};
  table.fill(99);
  for (uint8_t i = 0; i < 10; ++i) table['0' + i] = i;
  for (uint8_t i = 0; i < 26; ++i) table['a' + i] = table['A' + i] = static_cast<uint8_t>(10 + i);
  return table;
}();

int DigitValue(char c) { return kDigitValues[static_cast<uint8_t>(c)]; }

// Takes as many digits at a time as a limb holds. Returns the size.
size_t SmallFromText(const ParsedInt& parsed, LimbPower unit, Limb* out) {
  const uint64_t base = static_cast<uint64_t>(parsed.base);
  size_t size = 0;
  uint64_t group = 0;
  // The first group is the short one, so that all others are full.
  size_t missing = parsed.digit_count % unit.digits;
  if (missing == 0) missing = unit.digits;
  for (const char c : parsed.digits) {
    if (c == '_') continue;
    group = group * base + static_cast<uint64_t>(DigitValue(c));
    if (--missing > 0) continue;
    uint64_t carry = group;
    for (size_t i = 0; i < size; ++i) {
      const unsigned __int128 next = static_cast<unsigned __int128>(out[i]) * unit.power + carry;
      out[i] = static_cast<uint64_t>(next);
      carry = static_cast<uint64_t>(next >> 64);
    }
    if (carry != 0) out[size++] = carry;
    group = 0;
    missing = unit.digits;
  }
  return size;
}

// out[0 ..) = the number with these digit values, most significant first; returns its size.
bool FromTextRecursive(const PowerLadder& ladder, size_t level, const unsigned char* digits,
                       size_t count, int base, Limb* out, size_t* out_size, Scratch scratch,
                       Ticker ticker) {
  while (level > 0 && count <= ladder.leaf_digits << (level - 1)) --level;
  if (level == 0) {
    size_t zeros = 0;
    while (zeros < count && digits[zeros] == 0) ++zeros;
    if (zeros == count) {
      *out_size = 0;
      return true;
    }
    const size_t work_size = LimbsForDigits(count, base);
    if (!ticker(MulWork(work_size, work_size) + 10)) return false;
    *out_size = static_cast<size_t>(mpn_set_str(out, digits + zeros, count - zeros, base));
    *out_size = Normalize(out, *out_size);
    return true;
  }
  const size_t low_count = ladder.leaf_digits << (level - 1);
  const size_t high_count = count - low_count;
  Limb* high = scratch.Take(LimbsForDigits(high_count, base) + 1);
  size_t high_size = 0;
  size_t low_size = 0;
  if (!FromTextRecursive(ladder, level - 1, digits, high_count, base, high, &high_size, scratch,
                         ticker)) {
    return false;
  }
  Limb* low = scratch.Take(LimbsForDigits(low_count, base) + 1);
  if (!FromTextRecursive(ladder, level - 1, digits + high_count, low_count, base, low, &low_size,
                         scratch, ticker)) {
    return false;
  }
  if (high_size == 0) {
    std::copy(low, low + low_size, out);
    *out_size = low_size;
    return true;
  }
  const size_t product_size = high_size + ladder.sizes[level - 1];
  Limb* product = scratch.Take(product_size);
  if (!MulMagnitude(product, high, high_size, ladder.powers[level - 1], ladder.sizes[level - 1],
                    scratch, ticker)) {
    return false;
  }
  if (low_size > 0) mpn_add(product, product, Size(product_size), low, Size(low_size));
  *out_size = Normalize(product, product_size);
  std::copy(product, product + *out_size, out);
  return true;
}

}  // namespace

size_t Int64ToDecimal(int64_t value, char* out) {
  return static_cast<size_t>(std::to_chars(out, out + 20, value).ptr - out);
}

size_t ToStringChars(IntView a, int base) {
  // One more for the sign, one for the spare digit that GMP may write.
  return DigitBound(BitLength(a), base) + 2;
}

size_t ToStringScratch(IntView a, int base) {
  const size_t n = a.limbs.size();
  if (IsPowerOfTwo(base) || n <= kSmallText) return 0;
  const size_t digits = DigitBound(BitLength(a), base);
  if (digits <= LeafDigits(base)) return n + 1;
  // The copy; the ladder; a quotient and a remainder on each level, all in all at most 2 n + 4 a
  // level deep because both halve; a division; the text of a leaf.
  return n + 1 + LadderScratch(digits, base) + 3 * n + 4 * PowerLadder::kMaxLevels +
         DivMagnitudeScratchBound(n) + LeafDigits(base) / 8 + 16;
}

NumberError ToString(IntView a, int base, int64_t max_digits, std::span<char> out,
                     LimbsOut scratch_limbs, Ticker ticker, size_t* written) {
  constexpr NumberError kLimit{NumberErrorKind::kDigitLimit, ""};
  char* at = out.data();
  const size_t n = a.limbs.size();
  if (a.negative) *at++ = '-';
  if (n == 0) {
    *at = '0';
    *written = 1;
    return NumberError::Ok();
  }
  if (IsPowerOfTwo(base)) {
    const size_t count = PowerOfTwoToText(a, base, at, ticker);
    if (count == 0) return NumberError::Stopped();
    at += count;
    *written = static_cast<size_t>(at - out.data());
    return NumberError::Ok();
  }
  if (n <= kSmallText) {
    Limb copy[kSmallText];
    std::copy(a.limbs.begin(), a.limbs.end(), copy);
    char text[64 * kSmallText + 8];
    const size_t count = LeafToText(copy, n, base, text);
    std::memcpy(at, text, count);
    *written = static_cast<size_t>(at - out.data()) + count;
    return NumberError::Ok();
  }
  const size_t bound = DigitBound(BitLength(a), base);
  const bool limited = max_digits > 0;
  if (limited && bound > static_cast<size_t>(max_digits) + 3) return kLimit;
  Scratch scratch(scratch_limbs);
  Limb* copy = scratch.Take(n + 1);
  std::copy(a.limbs.begin(), a.limbs.end(), copy);
  size_t count = 0;
  if (bound <= LeafDigits(base)) {
    if (n > 20 && !ticker(MulWork(n, n) * 2)) return NumberError::Stopped();
    count = LeafToText(copy, n, base, at);
  } else {
    PowerLadder ladder;
    if (!BuildLadder(&ladder, bound, base, &scratch, ticker)) return NumberError::Stopped();
    if (!ToTextRecursive(ladder, ladder.levels, copy, n, base, at, bound, scratch, ticker)) {
      return NumberError::Stopped();
    }
    size_t zeros = 0;
    while (at[zeros] == '0') ++zeros;
    count = bound - zeros;
    std::memmove(at, at + zeros, count);
  }
  if (limited && count > static_cast<size_t>(max_digits)) return kLimit;
  *written = static_cast<size_t>(at - out.data()) + count;
  return NumberError::Ok();
}

std::optional<ParsedInt> ScanInt(std::string_view text, int base, StopCheck* stop) {
  ParsedInt parsed;
  size_t at = 0;
  if (at < text.size() && (text[at] == '+' || text[at] == '-')) {
    parsed.negative = text[at] == '-';
    ++at;
  }
  int prefix_base = 0;
  if (at + 1 < text.size() && text[at] == '0') {
    const char mark = text[at + 1] | 0x20;
    prefix_base = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 0;
  }
  bool must_be_zero = false;
  if (prefix_base != 0 && (base == 0 || base == prefix_base)) {
    base = prefix_base;
    at += 2;
    if (at < text.size() && text[at] == '_') ++at;
  } else if (base == 0) {
    base = 10;
    must_be_zero = at < text.size() && text[at] == '0';  // no octal of the C kind
  }
  parsed.base = base;
  parsed.digits = text.substr(at);
  bool after_digit = false;
  bool only_zeros = true;
  for (const char c : parsed.digits) {
    if (IsOver(stop)) return std::nullopt;
    if (c == '_') {
      if (!after_digit) return std::nullopt;
      after_digit = false;
      continue;
    }
    const int value = DigitValue(c);
    if (value >= base) return std::nullopt;
    if (value != 0) only_zeros = false;
    after_digit = true;
    ++parsed.digit_count;
  }
  if (!after_digit || (must_be_zero && !only_zeros)) return std::nullopt;
  return parsed;
}

std::optional<int64_t> SmallValue(const ParsedInt& parsed) {
  const uint64_t base = static_cast<uint64_t>(parsed.base);
  uint64_t value = 0;
  for (const char c : parsed.digits) {
    if (c == '_') continue;
    if (__builtin_mul_overflow(value, base, &value) ||
        __builtin_add_overflow(value, static_cast<uint64_t>(DigitValue(c)), &value)) {
      return std::nullopt;
    }
  }
  constexpr uint64_t kMin = uint64_t{1} << 63;
  if (value >= kMin && !(parsed.negative && value == kMin)) return std::nullopt;
  return static_cast<int64_t>(parsed.negative ? 0 - value : value);
}

size_t ParseIntLimbs(const ParsedInt& parsed) {
  if (IsPowerOfTwo(parsed.base)) {
    const unsigned bits = static_cast<unsigned>(__builtin_ctz(static_cast<unsigned>(parsed.base)));
    return parsed.digit_count / 64 * bits + bits + 1;
  }
  // GMP may write one limb more than the value has.
  return LimbsForDigits(parsed.digit_count, parsed.base) + 1;
}

size_t ParseIntScratch(const ParsedInt& parsed) {
  if (IsPowerOfTwo(parsed.base)) return 0;
  const size_t digits = parsed.digit_count;
  const size_t values = digits / 8 + 2;
  if (digits <= LeafDigits(parsed.base)) return values;
  const size_t n = LimbsForDigits(digits, parsed.base) + 1;
  return values + LadderScratch(digits, parsed.base) + 6 * n + 8 * PowerLadder::kMaxLevels +
         MulMagnitudeScratchBound(n, n);
}

// The size, which is at least 1; 0 when the ticker said stop.
static size_t PowerOfTwoFromText(const ParsedInt& parsed, Limb* out, Ticker ticker) {
  const unsigned bits = static_cast<unsigned>(__builtin_ctz(static_cast<unsigned>(parsed.base)));
  size_t size = 0;
  uint64_t limb = 0;
  unsigned filled = 0;
  for (size_t i = parsed.digits.size(); i-- > 0;) {
    if (i % kDigitsAtATime == kDigitsAtATime - 1 && !ticker(WorkOfDigits(kDigitsAtATime))) return 0;
    if (parsed.digits[i] == '_') continue;
    const uint64_t value = static_cast<uint64_t>(DigitValue(parsed.digits[i]));
    limb |= value << filled;
    filled += bits;
    if (filled < 64) continue;
    out[size++] = limb;
    filled -= 64;
    limb = filled == 0 ? 0 : value >> (bits - filled);
  }
  out[size++] = limb;
  return size;
}

NumberError ParseInt(const ParsedInt& parsed, int64_t max_digits, LimbsOut out,
                     LimbsOut scratch_limbs, Ticker ticker, IntResult* result) {
  *result = {};
  size_t size = 0;
  if (IsPowerOfTwo(parsed.base)) {
    size = PowerOfTwoFromText(parsed, out.data(), ticker);
    if (size == 0) return NumberError::Stopped();
  } else {
    if (max_digits > 0 && parsed.digit_count > static_cast<size_t>(max_digits)) {
      return {NumberErrorKind::kDigitLimit, ""};
    }
    const LimbPower unit = kLimbPowers[static_cast<size_t>(parsed.base)];
    if (parsed.digit_count <= kSmallText * unit.digits) {
      *result = {SmallFromText(parsed, unit, out.data()), parsed.negative};
      result->negative &= result->size != 0;
      return NumberError::Ok();
    }
    Scratch scratch(scratch_limbs);
    auto* values = reinterpret_cast<unsigned char*>(scratch.Take(parsed.digit_count / 8 + 2));
    size_t count = 0;
    for (size_t i = 0; i < parsed.digits.size(); ++i) {
      if (i % kDigitsAtATime == kDigitsAtATime - 1 && !ticker(WorkOfDigits(kDigitsAtATime)))
        return NumberError::Stopped();
      const char c = parsed.digits[i];
      if (c != '_') values[count++] = static_cast<unsigned char>(DigitValue(c));
    }
    PowerLadder ladder;
    ladder.leaf_digits = LeafDigits(parsed.base);
    if (!BuildLadder(&ladder, count, parsed.base, &scratch, ticker) ||
        !FromTextRecursive(ladder, ladder.levels, values, count, parsed.base, out.data(), &size,
                           scratch, ticker)) {
      return NumberError::Stopped();
    }
  }
  size = Normalize(out.data(), size);
  *result = {size, parsed.negative && size != 0};
  return NumberError::Ok();
}

size_t DigitLimitText(int64_t max_digits, int64_t digits, std::span<char, 200> out) {
  char* at = out.data();
  const auto put = [&](std::string_view text) {
    std::memcpy(at, text.data(), text.size());
    at += text.size();
  };
  put("Exceeds the limit (");
  at += Int64ToDecimal(max_digits, at);
  put(" digits) for integer string conversion");
  if (digits >= 0) {
    put(": value has ");
    at += Int64ToDecimal(digits, at);
    put(" digits");
  }
  put("; use sys.set_int_max_str_digits() to increase the limit");
  return static_cast<size_t>(at - out.data());
}

}  // namespace pysub
