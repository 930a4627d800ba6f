#ifndef PYSUB_SHELL_COMMANDS_CALCULATORS_NUMBER_H_
#define PYSUB_SHELL_COMMANDS_CALCULATORS_NUMBER_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "shell/commands/calculators/account.h"

namespace pysub::shell::calc {

constexpr uint32_t kLimbBase = 1'000'000'000;  // nine digits
constexpr int kLimbDigits = 9;

// Limbs that an account has paid for, and gets back.
class Limbs {
 public:
  Limbs() = default;
  // All zero. Empty when the account refuses: it has stopped then.
  Limbs(Account& account, uint64_t size);
  Limbs(Limbs&& other) noexcept { Swap(other); }
  Limbs& operator=(Limbs&& other) noexcept {
    Swap(other);
    return *this;
  }
  ~Limbs();

  uint32_t size() const { return size_; }
  uint32_t* data() { return data_; }
  const uint32_t* data() const { return data_; }
  uint32_t& operator[](size_t at) { return data_[at]; }
  uint32_t operator[](size_t at) const { return data_[at]; }
  // Fewer of them; the place stays paid for.
  void Truncate(uint32_t size) { size_ = std::min(size, size_); }

 private:
  void Swap(Limbs& other) {
    std::swap(account_, other.account_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
  }

  Account* account_ = nullptr;
  uint32_t* data_ = nullptr;
  uint32_t size_ = 0, room_ = 0;
};

// A decimal number of any size as bc and dc have them: its scale is how many digits stand behind
// the point, and all operations cut off, towards zero, what is behind the scale of their result.
//
//   -12345678901.25, scale 2:  limbs_ = {250000000, 345678901, 12}, negative_
//
// The limbs behind the point are as many as the scale needs, the digits behind the scale zero;
// there is no zero limb at the top, in front of the point. Zero may be negative: bc prints "-0"
// where a power became too small.
class Number {
 public:
  Number() = default;
  Number(Number&& other) noexcept = default;
  Number& operator=(Number&& other) noexcept = default;

  static Number Of(Account& account, int64_t value);
  Number Copy(Account& account) const;

  uint32_t scale() const { return scale_; }
  bool negative() const { return negative_; }
  void set_negative(bool negative) { negative_ = negative; }
  bool IsZero() const;
  bool IsOne() const;
  // Digits in front of the point, at least 1.
  uint64_t IntegerDigits() const;
  // The integer part; nullopt: it does not fit into 63 bits.
  std::optional<int64_t> Integer() const;
  // The same for an exponent: no more than 2147483649, where GNU's bc and dc stop, so that a power
  // is refused before it is begun.
  std::optional<int64_t> Exponent() const;
  // The lowest bits of the integer part, as a C program takes them.
  uint64_t LowBits() const;

  // A digit, by its place: 0 the ones, -1 the tenths.
  int DigitAt(int64_t place) const;

  void Save(Account& account, Archive& archive);

 private:
  friend class NumberParts;
  Limbs limbs_;
  uint32_t scale_ = 0;
  bool negative_ = false;
};

// What is behind the scale 2^31-1 is not there; such numbers do not fit into memory either.
constexpr uint32_t kMostScale = 2147483647;

// -1, 0, 1.
int Compare(Account& account, const Number& a, const Number& b);
Number Add(Account& account, const Number& a, const Number& b, uint32_t least_scale = 0);
Number Subtract(Account& account, const Number& a, const Number& b, uint32_t least_scale = 0);
// The scale of the result: as many digits as it has, but no more than the largest of `scale` and
// those of the factors.
Number Multiply(Account& account, const Number& a, const Number& b, uint32_t scale);
// With exactly `scale` digits; b is not zero.
Number Divide(Account& account, const Number& a, const Number& b, uint32_t scale);
struct Division {
  Number quotient, remainder;
};
Division DivideWithRemainder(Account& account, const Number& a, const Number& b, uint32_t scale);
// a ^ exponent, exponent not negative: all digits are computed, and then cut to the scale that bc
// gives them. 1 / that for negative ones; a is not zero then.
Number Raise(Account& account, const Number& a, int64_t exponent, uint32_t scale);
// base ^ exponent % modulus, all of them whole, the exponent not negative, modulus not zero.
Number RaiseModulo(Account& account, const Number& base, const Number& exponent,
                   const Number& modulus, uint32_t scale);
// Of a number that is not negative.
Number SquareRoot(Account& account, const Number& a, uint32_t scale);
// With another scale: cut or filled up.
Number WithScale(Account& account, const Number& a, uint32_t scale);

// ---- texts
// Digits '0' to '9' and 'A' to 'Z', and at most one point. In a base below a digit bc counts it as
// the largest one there, unless it stands alone (`clamps`); dc takes it as it is.
Number ParseNumber(Account& account, std::string_view text, uint32_t base, bool clamps);

// Takes what is printed, piece by piece.
class DigitSink {
 public:
  virtual void Put(std::string_view text) = 0;

 protected:
  ~DigitSink() = default;
};
void PrintNumber(Account& account, const Number& number, uint32_t base, DigitSink& sink);
// The integer part without its sign in base 256, as bytes.
void PrintBytes(Account& account, const Number& number, DigitSink& sink);

}  // namespace pysub::shell::calc

#endif  // PYSUB_SHELL_COMMANDS_CALCULATORS_NUMBER_H_
