// Numbers as texts, in bases from 2 to 2^31-1.

#include <cmath>

#include "shell/commands/calculators/number.h"
#include "shell/commands/calculators/number_parts.h"

namespace pysub::shell::calc {

using Parts = NumberParts;

namespace {

uint32_t ValueOf(char c) { return static_cast<uint32_t>(c <= '9' ? c - '0' : c - 'A' + 10); }

// ---- reading
// An integer that grows at its low end: limbs with room for all digits that will come.
class Growing {
 public:
  Growing(Account& account, size_t digits, uint32_t base)
      : account_(account),
        limbs_(account, static_cast<uint64_t>(static_cast<double>(digits) *
                                              std::log10(static_cast<double>(base)) / 9) +
                            4) {}

  // * factor + more
  void Append(uint32_t factor, uint32_t more) {
    if (limbs_.size() < used_ + 2) return;
    uint64_t carry = more;
    for (uint32_t i = 0; i < used_; ++i) {
      carry += uint64_t{limbs_[i]} * factor;
      limbs_[i] = static_cast<uint32_t>(carry % kLimbBase);
      carry /= kLimbBase;
    }
    for (; carry != 0; carry /= kLimbBase) {
      limbs_[used_++] = static_cast<uint32_t>(carry % kLimbBase);
    }
    account_.Spend(8 + uint64_t{used_} * 3);
  }
  Number Take() { return Parts::Make(std::move(limbs_), 0, false); }

 private:
  Account& account_;
  Limbs limbs_;
  uint32_t used_ = 0;
};

// Some digits at a time: as many as one factor has room for.
Number ParseWhole(Account& account, std::string_view digits, uint32_t base, bool clamps) {
  Growing number(account, digits.size(), std::max<uint32_t>(base, 2) + (clamps ? 0 : 35));
  uint32_t factor = 1;
  uint64_t more = 0;
  for (size_t i = 0; i < digits.size() && !account.stopped(); ++i) {
    uint32_t digit = ValueOf(digits[i]);
    if (clamps) digit = std::min(digit, base - 1);
    more = more * base + digit;
    factor *= base;
    if (uint64_t{factor} * base < kLimbBase / 64 && i + 1 < digits.size()) continue;
    number.Append(factor, static_cast<uint32_t>(more));
    factor = 1;
    more = 0;
  }
  return number.Take();
}

// The digits stand in the limbs as they are.
Number ParseDecimal(Account& account, std::string_view whole, std::string_view fraction) {
  while (whole.starts_with('0')) whole.remove_prefix(1);
  const uint32_t behind = FractionLimbs(fraction.size());
  Limbs limbs(account, uint64_t{behind} + FractionLimbs(whole.size()));
  account.Spend(whole.size() + fraction.size());
  if (limbs.size() == 0) return Number();
  const auto digit = [](char c) { return c > '9' ? 9u : static_cast<uint32_t>(c - '0'); };
  for (size_t i = 0; i < whole.size(); ++i) {
    limbs[behind + i / kLimbDigits] +=
        digit(whole[whole.size() - 1 - i]) * kPowersOfTen[i % kLimbDigits];
  }
  for (size_t i = 0; i < fraction.size(); ++i) {
    limbs[behind - 1 - i / kLimbDigits] +=
        digit(fraction[i]) * kPowersOfTen[kLimbDigits - 1 - i % kLimbDigits];
  }
  return Parts::Make(std::move(limbs), static_cast<uint32_t>(fraction.size()), false);
}

}  // namespace

Number ParseNumber(Account& account, std::string_view text, uint32_t base, bool clamps) {
  if (text.size() == 1 && text[0] != '.') return Number::Of(account, ValueOf(text[0]));
  const size_t point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  const std::string_view fraction =
      point == std::string_view::npos ? std::string_view() : text.substr(point + 1);
  const bool plain = clamps || text.find_first_of("ABCDEF") == std::string_view::npos;
  if (base == 10 && plain) return ParseDecimal(account, whole, fraction);
  Number number = ParseWhole(account, whole, base, clamps && whole.size() > 1);
  if (fraction.empty()) return number;
  const Number behind = ParseWhole(account, fraction, base, clamps);
  const Number divisor =
      Raise(account, Number::Of(account, base), static_cast<int64_t>(fraction.size()), 0);
  if (account.stopped()) return Number();
  return Add(account, number,
             Divide(account, behind, divisor, static_cast<uint32_t>(fraction.size())));
}

// ---- printing
namespace {

constexpr std::string_view kDigits = "0123456789ABCDEF";

// Puts pieces together to larger ones.
class Buffer {
 public:
  explicit Buffer(DigitSink& sink) : sink_(sink) {}
  ~Buffer() { sink_.Put(text_); }
  void Put(char c) {
    text_ += c;
    if (text_.size() < 4096) return;
    sink_.Put(text_);
    text_.clear();
  }
  void Put(std::string_view text) {
    for (char c : text) Put(c);
  }

 private:
  DigitSink& sink_;
  std::string text_;
};

// A digit of a large base: a blank, and as many decimal digits as the largest one has.
void PutLargeDigit(Buffer& out, uint32_t digit, uint32_t base, bool blank) {
  const std::string text = std::to_string(digit);
  const size_t width = std::to_string(base - 1).size();
  if (blank) out.Put(' ');
  for (size_t i = text.size(); i < width; ++i) out.Put('0');
  out.Put(text);
}

void PutDigit(Buffer& out, uint32_t digit, uint32_t base, bool blank) {
  if (base <= kDigits.size()) {
    out.Put(kDigits[digit % kDigits.size()]);
  } else {
    PutLargeDigit(out, digit, base, blank);
  }
}

void PutDecimal(Account& account, const Number& number, Buffer& out) {
  const auto limb_digits = [&](uint32_t limb, int count) {
    for (int i = kLimbDigits; i-- > kLimbDigits - count;) {
      out.Put(static_cast<char>('0' + limb / kPowersOfTen[static_cast<size_t>(i)] % 10));
    }
  };
  bool first = true;
  for (int64_t place = int64_t{Parts::Whole(number)} - 1; place >= 0; --place) {
    if (!account.Spend(32)) return;
    if (first) {
      out.Put(std::to_string(Parts::At(number, place)));
    } else {
      limb_digits(Parts::At(number, place), kLimbDigits);
    }
    first = false;
  }
  if (number.scale() == 0) return;
  out.Put('.');
  uint64_t left = number.scale();
  for (int64_t place = -1; left > 0; --place) {
    if (!account.Spend(32)) return;
    const int count = static_cast<int>(std::min<uint64_t>(left, kLimbDigits));
    limb_digits(Parts::At(number, place), count);
    left -= static_cast<uint64_t>(count);
  }
}

// Divides `rest` by `group` until nothing is left; the remainders, the lowest first, go into
// `groups`. Their number; each takes off at least half of what a limb can.
uint32_t DivideOff(Account& account, Limbs* rest, uint32_t group, Limbs* groups) {
  uint32_t used = rest->size(), found = 0;
  while (used != 0 && found < groups->size()) {
    uint64_t carry = 0;
    for (uint32_t i = used; i-- > 0;) {
      carry = carry * kLimbBase + (*rest)[i];
      (*rest)[i] = static_cast<uint32_t>(carry / group);
      carry %= group;
    }
    (*groups)[found++] = static_cast<uint32_t>(carry);
    if ((*rest)[used - 1] == 0) --used;
    if (!account.Spend(8 + uint64_t{used} * 8)) return found;
  }
  return found;
}

// Several digits at a time are divided off.
void PutWhole(Account& account, const Number& number, uint32_t base, Buffer& out) {
  const uint32_t size = Parts::Whole(number);
  uint32_t count = 1, group = base;
  while (uint64_t{group} * base < kLimbBase) group *= base, ++count;
  Limbs rest(account, size), groups(account, uint64_t{size} * 2 + 2);
  if (account.stopped()) return;
  for (uint32_t i = 0; i < size; ++i) rest[i] = Parts::At(number, i);
  const uint32_t found = DivideOff(account, &rest, group, &groups);
  bool begun = false;
  for (uint32_t i = found; i-- > 0;) {
    uint32_t unit = group / base;
    for (uint32_t digit = 0; digit < count; ++digit, unit /= base) {
      const uint32_t value = groups[i] / unit % base;
      begun = begun || value != 0;
      if (begun) PutDigit(out, value, base, true);
    }
    if (!account.Spend(32)) return;
  }
}

// As many digits as base^digits has decimal ones at most as the scale says.
void PutFraction(Account& account, const Number& number, uint32_t base, Buffer& out) {
  if (number.scale() == 0) return;
  out.Put('.');
  const uint32_t size = Parts::Fraction(number);
  Limbs rest(account, size);
  if (rest.size() != size) return;
  for (uint32_t i = 0; i < size; ++i) rest[i] = Parts::At(number, int64_t{i} - size);
  const long double digits_each = std::log10(static_cast<long double>(base));
  for (uint64_t done = 0;
       std::floor(static_cast<long double>(done) * digits_each + 1e-12L) + 1 <= number.scale();
       ++done) {
    uint64_t carry = 0;
    for (uint32_t i = 0; i < size; ++i) {
      carry += uint64_t{rest[i]} * base;
      rest[i] = static_cast<uint32_t>(carry % kLimbBase);
      carry /= kLimbBase;
    }
    PutDigit(out, static_cast<uint32_t>(carry), base, done != 0);
    if (!account.Spend(8 + uint64_t{size} * 3)) return;
  }
}

}  // namespace

void PrintBytes(Account& account, const Number& number, DigitSink& sink) {
  constexpr uint32_t kThreeBytes = 1 << 24;
  const uint32_t size = Parts::Whole(number);
  Limbs rest(account, size), groups(account, uint64_t{size} * 2 + 1);
  if (account.stopped()) return;
  for (uint32_t i = 0; i < size; ++i) rest[i] = Parts::At(number, i);
  const uint32_t found = DivideOff(account, &rest, kThreeBytes, &groups);
  Buffer out(sink);
  bool begun = false;
  for (uint32_t i = found; i-- > 0 && account.Spend(32);) {
    for (int shift = 16; shift >= 0; shift -= 8) {
      const auto byte = static_cast<char>(groups[i] >> shift);
      begun = begun || byte != 0;
      if (begun) out.Put(byte);
    }
  }
  if (!begun) out.Put('\0');
}

void PrintNumber(Account& account, const Number& number, uint32_t base, DigitSink& sink) {
  Buffer out(sink);
  if (number.negative()) out.Put('-');
  if (number.IsZero()) {
    out.Put('0');
  } else if (base == 10) {
    PutDecimal(account, number, out);
  } else {
    PutWhole(account, number, base, out);
    PutFraction(account, number, base, out);
  }
}

}  // namespace pysub::shell::calc
