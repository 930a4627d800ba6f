#ifndef PYSUB_SHELL_COMMANDS_CALCULATORS_NUMBER_PARTS_H_
#define PYSUB_SHELL_COMMANDS_CALCULATORS_NUMBER_PARTS_H_

#include "shell/commands/calculators/number.h"

namespace pysub::shell::calc {

constexpr uint32_t kPowersOfTen[] = {1,       10,        100,        1'000,      10'000,
                                     100'000, 1'000'000, 10'000'000, 100'000'000};

constexpr uint32_t FractionLimbs(uint64_t scale) {
  return static_cast<uint32_t>((scale + kLimbDigits - 1) / kLimbDigits);
}

// What the functions of numbers know of a Number: an integer of limbs, and how many of them stand
// behind the point.
class NumberParts {
 public:
  static const Limbs& LimbsOf(const Number& a) { return a.limbs_; }
  static uint32_t Fraction(const Number& a) { return FractionLimbs(a.scale_); }
  // The limb at a place: 0 is the first in front of the point, -1 behind it.
  static uint32_t At(const Number& a, int64_t place) {
    const int64_t index = place + Fraction(a);
    return index < 0 || index >= a.limbs_.size() ? 0 : a.limbs_[static_cast<size_t>(index)];
  }
  // Limbs in front of the point.
  static uint32_t Whole(const Number& a) {
    const uint32_t fraction = Fraction(a);
    return a.limbs_.size() > fraction ? a.limbs_.size() - fraction : 0;
  }
  // From limbs of which FractionLimbs(scale) stand behind the point: digits behind the scale and
  // zeros at the top go.
  static Number Make(Limbs limbs, uint32_t scale, bool negative) {
    const uint32_t fraction = FractionLimbs(scale);
    Number number;
    if (limbs.size() < fraction) return number;  // (the account has stopped)
    const uint32_t unused = static_cast<uint32_t>(uint64_t{fraction} * kLimbDigits - scale);
    if (unused != 0 && limbs.size() != 0) limbs[0] -= limbs[0] % kPowersOfTen[unused];
    uint32_t size = limbs.size();
    while (size > fraction && limbs[size - 1] == 0) --size;
    limbs.Truncate(size);
    number.limbs_ = std::move(limbs);
    number.scale_ = scale;
    number.negative_ = negative;
    return number;
  }
};

}  // namespace pysub::shell::calc

#endif  // PYSUB_SHELL_COMMANDS_CALCULATORS_NUMBER_PARTS_H_
