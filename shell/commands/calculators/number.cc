#include "shell/commands/calculators/number.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "shell/commands/calculators/number_parts.h"

namespace pysub::shell::calc {

using Parts = NumberParts;

namespace {

// More limbs than any account pays for.
constexpr uint64_t kMostLimbs = uint64_t{1} << 30;
constexpr size_t kBlockOverhead = 16;  // of malloc

}  // namespace

Limbs::Limbs(Account& account, uint64_t size) : account_(&account) {
  if (size == 0) return;
  const uint64_t bytes = size * sizeof(uint32_t) + kBlockOverhead;
  if (size > kMostLimbs || account.stopped()) {
    account.Stop();
    return;
  }
  if (!account.Charge(bytes) && bytes > 4096) {
    account.Release(bytes);
    return;
  }
  data_ = static_cast<uint32_t*>(std::calloc(static_cast<size_t>(size), sizeof(uint32_t)));
  if (data_ == nullptr) std::abort();
  size_ = room_ = static_cast<uint32_t>(size);
}

Limbs::~Limbs() {
  if (data_ == nullptr) return;
  account_->Release(room_ * sizeof(uint32_t) + kBlockOverhead);
  std::free(data_);
}

// ---- inspection
Number Number::Of(Account& account, int64_t value) {
  uint64_t rest = value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  Limbs limbs(account, rest < kLimbBase ? 1 : 3);
  for (uint32_t i = 0; i < limbs.size(); ++i, rest /= kLimbBase) {
    limbs[i] = static_cast<uint32_t>(rest % kLimbBase);
  }
  return Parts::Make(std::move(limbs), 0, value < 0);
}

Number Number::Copy(Account& account) const {
  Number copy;
  copy.limbs_ = Limbs(account, limbs_.size());
  if (copy.limbs_.size() != limbs_.size()) return Number();
  account.Spend(limbs_.size() / 2);
  if (limbs_.size() != 0)
    std::memcpy(copy.limbs_.data(), limbs_.data(), limbs_.size() * sizeof(uint32_t));
  copy.scale_ = scale_;
  copy.negative_ = negative_;
  return copy;
}

bool Number::IsZero() const {
  for (uint32_t i = limbs_.size(); i-- > 0;) {
    if (limbs_[i] != 0) return false;
  }
  return true;
}

bool Number::IsOne() const {
  if (Parts::Whole(*this) != 1 || Parts::At(*this, 0) != 1 || negative_) return false;
  for (uint32_t i = 0; i + 1 < limbs_.size(); ++i) {
    if (limbs_[i] != 0) return false;
  }
  return true;
}

uint64_t Number::IntegerDigits() const {
  const uint32_t whole = Parts::Whole(*this);
  if (whole == 0) return 1;
  uint64_t digits = uint64_t{whole - 1} * kLimbDigits;
  for (uint32_t top = limbs_[limbs_.size() - 1]; top != 0; top /= 10) ++digits;
  return digits;
}

std::optional<int64_t> Number::Integer() const {
  int64_t value = 0;
  for (int64_t place = int64_t{Parts::Whole(*this)} - 1; place >= 0; --place) {
    if (__builtin_mul_overflow(value, int64_t{kLimbBase}, &value) ||
        __builtin_add_overflow(value, int64_t{Parts::At(*this, place)}, &value))
      return std::nullopt;
  }
  return negative_ ? -value : value;
}

std::optional<int64_t> Number::Exponent() const {
  constexpr int64_t kMost = 2147483649;
  const std::optional<int64_t> value = Integer();
  return value && *value <= kMost && *value >= -kMost ? value : std::nullopt;
}

uint64_t Number::LowBits() const {
  uint64_t value = 0;
  for (int64_t place = int64_t{Parts::Whole(*this)} - 1; place >= 0; --place) {
    value = value * kLimbBase + Parts::At(*this, place);
  }
  return negative_ ? 0 - value : value;
}

int Number::DigitAt(int64_t place) const {
  const int64_t limb =
      place >= 0 ? place / kLimbDigits : -((kLimbDigits - 1 - place) / kLimbDigits);
  const auto within = static_cast<size_t>(place - limb * kLimbDigits);
  return static_cast<int>(Parts::At(*this, limb) / kPowersOfTen[within] % 10);
}

void Number::Save(Account& account, Archive& archive) {
  std::string bytes(reinterpret_cast<const char*>(limbs_.data()), limbs_.size() * sizeof(uint32_t));
  archive(bytes, scale_, negative_);
  if (!archive.loading()) return;
  *this = [&] {
    Limbs limbs(account, bytes.size() / sizeof(uint32_t));
    if (!bytes.empty()) std::memcpy(limbs.data(), bytes.data(), limbs.size() * sizeof(uint32_t));
    bool right = bytes.size() % sizeof(uint32_t) == 0 && scale_ <= kMostScale &&
                 FractionLimbs(scale_) <= limbs.size();
    for (uint32_t i = 0; i < limbs.size(); ++i) right = right && limbs[i] < kLimbBase;
    if (right && archive.ok()) return Parts::Make(std::move(limbs), scale_, negative_);
    archive.Fail();
    return Number();
  }();
}

// ---- sums
namespace {

// The magnitudes.
int CompareMagnitudes(Account& account, const Number& a, const Number& b) {
  const uint32_t whole = std::max(Parts::Whole(a), Parts::Whole(b));
  const uint32_t fraction = std::max(Parts::Fraction(a), Parts::Fraction(b));
  account.Spend((uint64_t{whole} + fraction) / 4);
  for (int64_t place = int64_t{whole} - 1; place >= -int64_t{fraction}; --place) {
    const uint32_t left = Parts::At(a, place), right = Parts::At(b, place);
    if (left != right) return left < right ? -1 : 1;
  }
  return 0;
}

Number AddMagnitudes(Account& account, const Number& a, const Number& b, uint32_t scale,
                     bool negative) {
  const uint32_t whole = std::max(Parts::Whole(a), Parts::Whole(b)) + 1;
  const uint32_t fraction = FractionLimbs(scale);
  Limbs sum(account, uint64_t{whole} + fraction);
  account.Spend(sum.size());
  uint32_t carry = 0;
  for (uint32_t i = 0; i < sum.size(); ++i) {
    const int64_t place = int64_t{i} - fraction;
    const uint32_t limb = Parts::At(a, place) + Parts::At(b, place) + carry;
    carry = limb >= kLimbBase ? 1 : 0;
    sum[i] = limb - carry * kLimbBase;
  }
  return Parts::Make(std::move(sum), scale, negative);
}

// |a| >= |b|
Number SubtractMagnitudes(Account& account, const Number& a, const Number& b, uint32_t scale,
                          bool negative) {
  const uint32_t fraction = FractionLimbs(scale);
  Limbs rest(account, uint64_t{Parts::Whole(a)} + fraction);
  account.Spend(rest.size());
  uint32_t borrow = 0;
  for (uint32_t i = 0; i < rest.size(); ++i) {
    const int64_t place = int64_t{i} - fraction;
    const uint32_t take = Parts::At(b, place) + borrow;
    const uint32_t limb = Parts::At(a, place);
    borrow = limb < take ? 1 : 0;
    rest[i] = limb + borrow * kLimbBase - take;
  }
  return Parts::Make(std::move(rest), scale, negative);
}

Number AddSigned(Account& account, const Number& a, const Number& b, bool b_negative,
                 uint32_t least_scale) {
  const uint32_t scale = std::max({a.scale(), b.scale(), least_scale});
  if (a.negative() == b_negative) return AddMagnitudes(account, a, b, scale, b_negative);
  switch (CompareMagnitudes(account, a, b)) {
    case 1: return SubtractMagnitudes(account, a, b, scale, a.negative());
    case -1: return SubtractMagnitudes(account, b, a, scale, b_negative);
    default: return Parts::Make(Limbs(account, FractionLimbs(scale)), scale, false);
  }
}

}  // namespace

int Compare(Account& account, const Number& a, const Number& b) {
  if (a.negative() != b.negative()) return a.negative() ? -1 : 1;
  const int order = CompareMagnitudes(account, a, b);
  return a.negative() ? -order : order;
}

Number Add(Account& account, const Number& a, const Number& b, uint32_t least_scale) {
  return AddSigned(account, a, b, b.negative(), least_scale);
}

Number Subtract(Account& account, const Number& a, const Number& b, uint32_t least_scale) {
  return AddSigned(account, a, b, !b.negative(), least_scale);
}

Number WithScale(Account& account, const Number& a, uint32_t scale) {
  const uint32_t fraction = FractionLimbs(scale);
  Limbs limbs(account, uint64_t{Parts::Whole(a)} + fraction);
  account.Spend(limbs.size());
  for (uint32_t i = 0; i < limbs.size(); ++i) limbs[i] = Parts::At(a, int64_t{i} - fraction);
  return Parts::Make(std::move(limbs), scale, a.negative());
}

// ---- products
namespace {

// One of the factors has one limb.
void MultiplyByLimb(const Limbs& a, uint32_t factor, Limbs* product) {
  uint64_t carry = 0;
  for (uint32_t i = 0; i < product->size(); ++i) {
    carry += (i < a.size() ? uint64_t{a[i]} : 0) * factor;
    (*product)[i] = static_cast<uint32_t>(carry % kLimbBase);
    carry /= kLimbBase;
  }
}

// Column by column: the sum of a column needs more than 64 bits only from 18 products on.
void MultiplyColumns(Account& account, const Limbs& a, const Limbs& b, Limbs* product) {
  unsigned __int128 sum = 0;
  for (uint32_t column = 0; column < product->size(); ++column) {
    const uint32_t first = column < b.size() ? 0 : column - b.size() + 1;
    const uint32_t last = std::min(column + 1, a.size());
    for (uint32_t i = first; i < last; ++i) sum += uint64_t{a[i]} * b[column - i];
    if (sum >> 64 == 0) {
      const auto small = static_cast<uint64_t>(sum);
      (*product)[column] = static_cast<uint32_t>(small % kLimbBase);
      sum = small / kLimbBase;
    } else {
      (*product)[column] = static_cast<uint32_t>(sum % kLimbBase);
      sum /= kLimbBase;
    }
    if (!account.Spend(8 + (last > first ? last - first : 0))) return;
  }
}

Limbs MultiplyLimbs(Account& account, const Limbs& a, const Limbs& b) {
  Limbs product(account, uint64_t{a.size()} + b.size());
  if (product.size() == 0) return product;
  if (a.size() == 1 || b.size() == 1) {
    account.Spend(uint64_t{product.size()} * 2);
    if (a.size() == 1) {
      MultiplyByLimb(b, a[0], &product);
    } else {
      MultiplyByLimb(a, b[0], &product);
    }
    return product;
  }
  if (a.size() < b.size()) {
    MultiplyColumns(account, a, b, &product);
  } else {
    MultiplyColumns(account, b, a, &product);
  }
  return product;
}

// Without the lowest `count` limbs.
Limbs DropLimbs(Account& account, Limbs limbs, uint32_t count) {
  if (count == 0) return limbs;
  const uint32_t rest = limbs.size() > count ? limbs.size() - count : 0;
  account.Spend(rest / 4);
  if (rest != 0) std::memmove(limbs.data(), limbs.data() + count, rest * sizeof(uint32_t));
  limbs.Truncate(rest);
  return limbs;
}

Number WithoutMinusZero(Number number) {
  if (number.negative() && number.IsZero()) number.set_negative(false);
  return number;
}

}  // namespace

Number Multiply(Account& account, const Number& a, const Number& b, uint32_t scale) {
  const uint64_t full = uint64_t{a.scale()} + b.scale();
  const auto kept =
      static_cast<uint32_t>(std::min<uint64_t>(full, std::max({scale, a.scale(), b.scale()})));
  Limbs product = MultiplyLimbs(account, Parts::LimbsOf(a), Parts::LimbsOf(b));
  const uint32_t fraction = Parts::Fraction(a) + Parts::Fraction(b);
  product = DropLimbs(account, std::move(product), fraction - FractionLimbs(kept));
  return WithoutMinusZero(Parts::Make(std::move(product), kept, a.negative() != b.negative()));
}

// ---- quotients
namespace {

// dividend / divisor for a divisor of one limb; the quotient takes the dividend's place.
void DivideByLimb(Account& account, Limbs* dividend, uint32_t divisor) {
  uint64_t rest = 0;
  account.Spend(uint64_t{dividend->size()} * 4);
  for (uint32_t i = dividend->size(); i-- > 0;) {
    rest = rest * kLimbBase + (*dividend)[i];
    (*dividend)[i] = static_cast<uint32_t>(rest / divisor);
    rest %= divisor;
  }
}

void ScaleUp(Limbs* limbs, uint32_t factor) {
  uint64_t carry = 0;
  for (uint32_t i = 0; i < limbs->size(); ++i) {
    carry += uint64_t{(*limbs)[i]} * factor;
    (*limbs)[i] = static_cast<uint32_t>(carry % kLimbBase);
    carry /= kLimbBase;
  }
}

// rest[at ...] -= digit * divisor; false: it became negative (by one borrow at the top).
bool SubtractProduct(Limbs* rest, uint32_t at, const Limbs& divisor, uint64_t digit) {
  uint64_t carry = 0;
  for (uint32_t i = 0; i < divisor.size(); ++i) {
    carry += divisor[i] * digit;
    const auto take = static_cast<uint32_t>(carry % kLimbBase);
    carry /= kLimbBase;
    uint32_t& limb = (*rest)[at + i];
    if (limb < take) ++carry;
    limb = limb < take ? limb + (kLimbBase - take) : limb - take;
  }
  uint32_t& top = (*rest)[at + divisor.size()];
  const bool enough = top >= carry;
  top = static_cast<uint32_t>(enough ? top - carry : top + kLimbBase - carry);
  return enough;
}

void AddBack(Limbs* rest, uint32_t at, const Limbs& divisor) {
  uint32_t carry = 0;
  for (uint32_t i = 0; i < divisor.size(); ++i) {
    uint32_t limb = (*rest)[at + i] + divisor[i] + carry;
    carry = limb >= kLimbBase ? 1 : 0;
    (*rest)[at + i] = limb - carry * kLimbBase;
  }
  uint32_t& top = (*rest)[at + divisor.size()];
  top = top + carry >= kLimbBase ? top + carry - kLimbBase : top + carry;
}

// The long division of schools, in base 10^9 (Knuth's algorithm D): `rest` has one limb more than
// the dividend, the divisor at least two, the top one not zero.
Limbs DivideLimbs(Account& account, Limbs rest, Limbs divisor) {
  const uint32_t n = divisor.size();
  const uint32_t factor = kLimbBase / (divisor[n - 1] + 1);
  ScaleUp(&rest, factor);
  ScaleUp(&divisor, factor);
  Limbs quotient(account, rest.size() - n);
  for (uint32_t at = quotient.size(); at-- > 0;) {
    const uint64_t top = uint64_t{rest[at + n]} * kLimbBase + rest[at + n - 1];
    uint64_t digit = top / divisor[n - 1], left = top % divisor[n - 1];
    while (digit >= kLimbBase || digit * divisor[n - 2] > left * kLimbBase + rest[at + n - 2]) {
      --digit;
      left += divisor[n - 1];
      if (left >= kLimbBase) break;
    }
    if (!SubtractProduct(&rest, at, divisor, digit)) {
      --digit;
      AddBack(&rest, at, divisor);
    }
    quotient[at] = static_cast<uint32_t>(digit);
    if (!account.Spend(8 + uint64_t{n} * 3)) break;
  }
  return quotient;
}

// limbs * 10^(9 * shift), or without some of the lowest; `more` zeros on top.
Limbs Shifted(Account& account, const Limbs& limbs, int64_t shift, uint32_t more) {
  const int64_t size = std::max<int64_t>(int64_t{limbs.size()} + shift, 0);
  Limbs shifted(account, static_cast<uint64_t>(size) + more);
  account.Spend(shifted.size() / 2);
  if (shifted.size() == 0 || size == 0) return shifted;
  const int64_t from = std::max<int64_t>(-shift, 0), to = std::max<int64_t>(shift, 0);
  std::memcpy(shifted.data() + to, limbs.data() + from,
              static_cast<size_t>(limbs.size() - from) * sizeof(uint32_t));
  return shifted;
}

uint32_t SizeWithoutZeros(const Limbs& limbs) {
  uint32_t size = limbs.size();
  while (size != 0 && limbs[size - 1] == 0) --size;
  return size;
}

}  // namespace

Number Divide(Account& account, const Number& a, const Number& b, uint32_t scale) {
  const int64_t shift =
      int64_t{FractionLimbs(scale)} + Parts::Fraction(b) - int64_t{Parts::Fraction(a)};
  Limbs divisor = Shifted(account, Parts::LimbsOf(b), 0, 0);
  divisor.Truncate(SizeWithoutZeros(divisor));
  Limbs rest = Shifted(account, Parts::LimbsOf(a), shift, 1);
  if (account.stopped() || divisor.size() == 0) return Number();
  const uint32_t n = divisor.size();
  Limbs quotient;
  if (n == 1) {
    DivideByLimb(account, &rest, divisor[0]);
    quotient = std::move(rest);
  } else if (rest.size() > n) {
    quotient = DivideLimbs(account, std::move(rest), std::move(divisor));
  }
  if (quotient.size() < FractionLimbs(scale))
    quotient = Shifted(account, quotient, 0, FractionLimbs(scale) - quotient.size());
  return WithoutMinusZero(Parts::Make(std::move(quotient), scale, a.negative() != b.negative()));
}

Division DivideWithRemainder(Account& account, const Number& a, const Number& b, uint32_t scale) {
  const auto rest_scale =
      static_cast<uint32_t>(std::max<uint64_t>(a.scale(), uint64_t{b.scale()} + scale));
  Division result;
  result.quotient = Divide(account, a, b, scale);
  const Number product = Multiply(account, result.quotient, b, rest_scale);
  result.remainder = Subtract(account, a, product, rest_scale);
  return result;
}

// ---- powers and roots
Number Raise(Account& account, const Number& a, int64_t exponent, uint32_t scale) {
  if (exponent == 0) return Number::Of(account, 1);
  uint64_t left =
      exponent < 0 ? 0 - static_cast<uint64_t>(exponent) : static_cast<uint64_t>(exponent);
  // The scale of a power with so many digits is never reached.
  const auto full = static_cast<unsigned __int128>(a.scale()) * left;
  const uint32_t kept =
      exponent < 0
          ? scale
          : static_cast<uint32_t>(std::min<unsigned __int128>(full, std::max(scale, a.scale())));
  Number power = a.Copy(account);
  Number result = Number::Of(account, 1);
  while (!account.stopped()) {
    if ((left & 1) != 0) result = Multiply(account, result, power, kMostScale);
    left >>= 1;
    if (left == 0) break;
    power = Multiply(account, power, power, kMostScale);
  }
  if (exponent < 0) {
    const Number one = Number::Of(account, 1);
    return Divide(account, one, result, kept);
  }
  return result.scale() > kept ? WithScale(account, result, kept) : std::move(result);
}

Number RaiseModulo(Account& account, const Number& base, const Number& exponent,
                   const Number& modulus, uint32_t scale) {
  const uint32_t work_scale = std::max(scale, base.scale());
  const Number zero = Number::Of(account, 0), two = Number::Of(account, 2);
  if (modulus.IsOne()) return WithScale(account, zero, scale);
  Number power = base.Copy(account), left = exponent.Copy(account);
  Number result = Number::Of(account, 1);
  while (!account.stopped() && !left.IsZero()) {
    Division half = DivideWithRemainder(account, left, two, 0);
    left = std::move(half.quotient);
    if (!half.remainder.IsZero()) {
      result = Multiply(account, result, power, work_scale);
      result = DivideWithRemainder(account, result, modulus, scale).remainder;
    }
    power = Multiply(account, power, power, work_scale);
    power = DivideWithRemainder(account, power, modulus, scale).remainder;
  }
  return result;
}

namespace {

// |a| is at most one in its digit number `scale`.
bool IsNearZero(Account& account, const Number& a, uint32_t scale) {
  const Number cut = WithScale(account, a, scale);
  if (cut.IntegerDigits() > 1 || cut.DigitAt(0) != 0) return scale == 0 && cut.IsOne();
  for (uint64_t place = 1; place < scale; ++place) {
    if (cut.DigitAt(-static_cast<int64_t>(place)) != 0) return false;
    if (place % 64 == 0 && !account.Spend(64)) return true;
  }
  return scale == 0 || cut.DigitAt(-static_cast<int64_t>(scale)) <= 1;
}

}  // namespace

// Newton's iteration with more and more digits; its last ones decide what is cut off, so it goes
// from the same guess by the same steps as GNU's.
Number SquareRoot(Account& account, const Number& a, uint32_t scale) {
  const uint32_t wanted = std::max(scale, a.scale());
  const Number one = Number::Of(account, 1);
  if (a.IsZero()) return Number::Of(account, 0);
  const int order = Compare(account, a, one);
  if (order == 0) return Number::Of(account, 1);
  uint32_t digits = order < 0 ? a.scale() : 3;
  Number guess = Number::Of(account, 1);
  if (order > 0) {
    guess = Raise(account, Number::Of(account, 10), static_cast<int64_t>(a.IntegerDigits() / 2), 0);
  }
  const Number half = Divide(account, one, Number::Of(account, 2), 1);
  while (!account.stopped()) {
    Number before = std::move(guess);
    guess = Divide(account, a, before, digits);
    guess = Add(account, guess, before);
    guess = Multiply(account, guess, half, digits);
    const Number change = Subtract(account, guess, before, digits + 1);
    if (!IsNearZero(account, change, digits)) continue;
    if (digits > wanted) break;
    digits = static_cast<uint32_t>(std::min<uint64_t>(uint64_t{digits} * 3, uint64_t{wanted} + 1));
  }
  return WithScale(account, guess, wanted);
}

}  // namespace pysub::shell::calc
